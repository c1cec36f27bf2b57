"""All 80 buildings: what each costs, which symbols and points it has, and that its effect really happens.

What is expected stands here as the rulings have it (section 6.6), not as the card file does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import pytest

from eminence.core.match import Match
from tests.games.deal_with_the_devil.tables import (
    BUILDING,
    GAME,
    RED,
    SORT,
    Position,
    act,
    asked,
    built,
    courtiers,
    everyone,
    goods,
    minors,
    offered,
    seal,
    standing_of,
    state,
)
from tests.games.playing import play

CARDS: Final = """
farm               |R   |2W 1S 2c         |1|permanent
sawmill            |R   |2S 1H 2c         |1|permanent
quarry             |R   |2W 1H 2c         |1|permanent
sheepfold          |R   |2W 1S 1c         |1|permanent
market             |U   |1W 1S 2c         |1|action
bank               |U   |1S 1M 2c         |1|permanent
inn                |U   |1W 1M 2c         |2|permanent
warehouse          |U   |2W 2S            |2|immediate
rectory            |X   |1W 1M 2c         |1|permanent
chapel             |X   |2S 1G            |2|immediate
hermitage          |X   |2S 1c            |1|immediate
almshouse          |X   |1W 2S 1c         |1|action
alchemist_workshop |Sci |1W 1G 1c         |1|action
astrologer_tower   |Sci |1W 1G            |1|permanent
manor              |R/U |1W 1S 1H 1c      |2|none
pilgrim_hostel     |R/X |1W 1H 2c         |1|immediate
vineyard           |R   |2W 1G            |1|permanent
mill               |R   |2W 1S 1c         |1|permanent
foresters_lodge    |R   |1W 1H 2c         |1|immediate
orchard            |R   |2W 2S 1c         |2|action
port               |U   |1W 1S 1M         |1|permanent
gambling_house     |U   |1W 1S 1G 1c      |2|permanent
guildhall          |U   |1W 1S 2c         |1|immediate
glassworks         |U   |2W 1S 2c         |1|action
monastery          |X   |2S 1H 1c         |1|permanent
bell_tower         |X   |1S 1M 2c         |2|permanent
reliquary          |X   |1W 1S 1G 2c      |2|permanent
catacombs          |X   |2S 1M            |1|permanent
university         |Sci |1W 2S 1M         |1|permanent
apothecary         |Sci |1M 3c            |1|action
fort               |R/U |2W 2S            |1|immediate
hospital           |U/X |2S 1G 2c         |2|immediate
stable             |R   |1W 2S 1H 1c      |1|immediate
brewery            |R   |2W 1G 2c         |2|action
fishpond           |R   |3W 1S 2c         |2|permanent
mine               |R   |2W 2S 2c         |2|action
town_hall          |U   |2S 1M 2c         |3|immediate
mint               |U   |1W 2S 1M 1c      |2|action
theatre            |U   |2W 1G 2c         |2|action
merchants_house    |U   |2W 2S            |1|permanent
abbey_church       |X   |1W 2S 1M 1c      |3|permanent
pilgrimage_church  |X   |3S 1G            |2|immediate
scriptorium        |X   |1W 1M 1c         |1|scoring
penitents_chapel   |X   |1W 3S 1c         |2|immediate
cult_lair          |Sci |1W 1M            |2|permanent
observatory        |Sci |1S 1G            |2|action
cloister_garden    |R/X |2W 1S 1H 1c      |2|permanent
school             |U/X |2W 1S 1G 1c      |2|immediate
dam                |R   |3W 3S 1H         |5|immediate
village            |R   |2W 2S 1H 2c      |3|permanent
forge              |R   |3W 2S 1H 2c      |3|action
game_reserve       |R   |3W 1S 1G 1c      |2|scoring
cloth_hall         |U   |2W 1S 1M 3c      |3|action
customs_house      |U   |1W 2S 1M 2c      |2|scoring
city_walls         |U   |1W 4S 1c         |4|none
moneylender        |U   |2W 2S 1c         |2|immediate
diocese            |X   |2W 1S 1M         |2|immediate
basilica           |X   |2S 1G 1M 2c      |2|immediate
convent            |X   |2W 3S 1G         |3|permanent
baptistery         |X   |2W 2S 1G 1c      |2|immediate
anatomy_theatre    |Sci |2S 1G 1c         |3|immediate
great_library      |Sci |2W 1M 1c         |2|scoring
bridge             |R/U |3W 2S 1c         |3|immediate
pilgrim_road       |R/X |3W 2S 1H 2c      |3|immediate
castle_gardens     |R   |3W 2H 1G 1c      |5|none
royal_forest       |R   |4W 1S 1H 2c      |1|scoring
granary            |R   |2W 1S 1H 3c      |3|immediate
aqueduct           |R   |2W 3S 1M 1c      |5|none
palace             |U   |2W 2S 1G 1M 4c   |6|none
trade_route        |U   |1W 1S 1G 5c      |2|scoring
exchange           |U   |3W 2S 1H 2c      |1|scoring
court_of_justice   |U   |2W 1S 1M 2c      |3|immediate
cathedral          |X   |3S 2G 2M 1c      |6|immediate
papal_legation     |X   |2W 3S 1H 2c      |1|scoring
bishops_palace     |X   |1W 3S 1M 2c      |4|permanent
sanctuary          |X   |3S 1G 1M 1c      |2|immediate
grand_laboratory   |Sci |1W 1S 1G 3c      |4|immediate
astronomical_clock |Sci |1S 1G 1M 2c      |4|scoring
royal_chapel       |U/X |2W 1S 1G 1M 3c   |4|immediate
great_fair         |R/U |2W 2S 1M 3c      |3|immediate
"""
"""Each building with its symbols (R rural, U urban, X religious, Sci), cost, points and kind."""


@dataclass(frozen=True)
class Card:
    """A building as the rulings have it."""

    types: str
    cost: str
    points: int
    kind: str

    @property
    def rep(self) -> int:
        """What it costs in reputation: every science building costs four spaces."""
        return -4 if self.types == "Sci" else 0


def _read(line: str) -> tuple[str, Card]:
    name, types, cost, points, kind = (part.strip() for part in line.split("|"))
    return name, Card(types, cost, int(points), kind)


CARD: Final = dict(_read(line) for line in CARDS.strip().splitlines())
LETTER: Final = {"R": "rural", "U": "urban", "X": "religious"}
OTHERS: Final = {"R": "farm sawmill quarry", "U": "bank inn gambling_house", "X": "rectory chapel hermitage"}
"""Buildings without a part in the action phase: two of each type stand there already."""


def others(name: str) -> list[str]:
    """Two buildings of each type, none of them the one in question."""
    return [other for names in OTHERS.values() for other in [one for one in names.split() if one != name][:2]]


def counted(match: Match, part: str, seat: int = RED) -> int:
    """What a seat gets for one part of the final count."""
    (line,) = (line for line in GAME.count(state(match)) if line.part == part)
    return line.tallies[seat].points


@dataclass(frozen=True)
class Now:
    """What comes at once when a building is built: answers to what it leaves to choose, then what is different."""

    answers: tuple[str, ...] = ()
    goods: str = ""
    standing: dict[str, int] = field(default_factory=dict)
    courtiers: dict[str, str] = field(default_factory=dict)
    minors: dict[str, int] = field(default_factory=dict)
    before: dict[str, int] = field(default_factory=dict)


IMMEDIATE: Final = {
    "warehouse": Now(("gain glass",), "1G"),
    "chapel": Now(standing={"rep": 3}),
    "hermitage": Now(standing={"angels": 1}),
    "pilgrim_hostel": Now(standing={"rep": 2}),
    "foresters_lodge": Now(goods="1W", courtiers={"rural": "court"}),
    "guildhall": Now(goods="2c", courtiers={"urban": "court"}),
    "fort": Now(("minor mixed", "slot 2"), minors={"mixed": 2}),
    "hospital": Now(standing={"rep": 2}),
    "stable": Now(),  # there is no action building for it
    "town_hall": Now(("minor mixed", "slot 4"), minors={"mixed": 4}),
    "pilgrimage_church": Now(standing={"rep": 4}),
    "penitents_chapel": Now(before={"demons": 2}),
    "school": Now(("take urban",), courtiers={"urban": "court"}),
    "dam": Now(("remove mixed",), minors={"mixed": 7}),
    "moneylender": Now(goods="8c", standing={"rep": -2}),
    "diocese": Now(standing={"debt": 2}, before={"debt": 6}),
    "basilica": Now(standing={"angels": 2}),
    "baptistery": Now(standing={"rep": 3}, courtiers={"religious": "court"}),
    "anatomy_theatre": Now(("gain marble",), "1M"),
    "bridge": Now(("gain wood", "gain wheat"), "1W 1H"),
    "pilgrim_road": Now(standing={"rep": 2}),
    "granary": Now(goods="3H"),
    "court_of_justice": Now(standing={"debt": 2}, before={"debt": 6}),
    "cathedral": Now(standing={"angels": 1}),
    "sanctuary": Now(standing={"indulgences": 1}),
    "grand_laboratory": Now(("take religious",), courtiers={"religious": "court"}),
    "royal_chapel": Now(standing={"rep": 2}),
    "great_fair": Now(goods="7c"),  # for the six that stand there, and itself
}


@pytest.mark.parametrize("name", CARD)
def test_each_is_built_for_just_its_cost_and_brings_at_once_what_it_says(name: str) -> None:
    """Whoever has its cost and nothing else builds it without a loan, and has nothing left but what it brings."""
    card, now = CARD[name], IMMEDIATE.get(name, Now())
    position = Position().goods(RED, card.cost).hand(RED, name).built(RED, " ".join(others(name)))
    for fact, number in now.before.items():
        position.one(RED, **{fact: number})
    match = act(position, f"build {name}", *now.answers)
    assert asked(match) == (RED, "claim_one")
    assert built(match).split() == [*others(name), name]
    assert (goods(match), courtiers(match), minors(match)) == (now.goods, now.courtiers, now.minors)
    changes = {**now.standing}
    if card.rep:
        changes["rep"] = changes.get("rep", 0) + card.rep
    assert standing_of(match) == changes
    # Its symbols: two of each type are there, so its own has three, and there are two (and one) of each.
    claims = {f"minor {LETTER[letter]}" for letter in LETTER if letter in card.types.split("/") or card.types == "Sci"}
    claims |= {"major mixed"} | ({"minor mixed"} - {f"minor {minor}" for minor in now.minors})
    assert {*offered(match, "claim")} == claims | {"none"}
    play(match, "claim none")
    assert counted(match, "buildings") == sum(CARD[other].points for other in (*others(name), name))


def test_the_kinds_are_as_in_the_rulings_and_no_building_is_left_out() -> None:
    assert list(CARD) == list(BUILDING)
    kinds = {"immediate": IMMEDIATE, "permanent": PERMANENT, "action": ACTIONS, "scoring": SCORING}
    for kind, tested in kinds.items():
        assert {name for name, card in CARD.items() if card.kind == kind} == {*tested}, kind
    assert [sum(card.kind == kind for card in CARD.values()) for kind in (*kinds, "none")] == [28, 25, 13, 9, 5]


# == Permanent: production ============================================================================================
PRODUCTION: Final = {
    "farm": "1H",
    "sawmill": "1W",
    "quarry": "1S",
    "sheepfold": "2c",
    "astrologer_tower": "gain stone: 1S",
    "vineyard": "3c",
    "mill": "1H 1c",
    "port": "3c",
    "catacombs": "3c",
    "fishpond": "2H",
    "cult_lair": "gain wood; gain wheat: 1W 1H",
    "cloister_garden": "1H",
    "village": "3c",
}
"""What each brings every round; of choices, with these answers. Beside it stand `others` without an effect there: the
Manor (R/U), the School (U/X), the Pilgrims' Hostel (R/X) and the Observatory (Sci)."""
BESIDE: Final = "manor school pilgrim_hostel observatory"


@pytest.mark.parametrize("name", PRODUCTION)
def test_production(name: str) -> None:
    """In round 4 side 1 of the wheel gives wheat, wood and glass, and two coins; the building adds its own."""
    answer, _, brings = PRODUCTION[name].rpartition(": ")
    position = Position(4).built(RED, f"{name} {BESIDE}").one(RED, reputation=0)
    match = position.producing()
    if answer:
        seal(match, answer, "-", "-", "-")
    expected = Position(4).goods(RED, f"1H 1W 1G 2c {brings}")
    assert state(match).goods[RED] == expected.state.goods[RED]
    assert [goods(match, seat) for seat in (1, 2, 3)] == ["1S 1H 1M 2c", "2W 1S 1H 2c", "1W 1S 1G 2c"]


def test_production_comes_from_buildings_only_and_only_of_those_that_match() -> None:
    """Coins for matching buildings: doubles by either symbol, science never, courtiers never."""
    for name, own, coins in (
        ("vineyard", "farm manor pilgrim_hostel school observatory", 4),
        ("port", "bank manor school pilgrim_hostel observatory", 4),
        ("catacombs", "chapel school pilgrim_hostel manor observatory", 4),
        ("catacombs", "manor observatory university", 1),
    ):
        position = Position(4).built(RED, f"{name} {own}")
        position.courtiers(RED, rural="court", urban="court", religious="court", alchemist="court")
        bare = Position(4).built(RED, own).producing()
        assert state(position.producing()).goods[RED] - state(bare).goods[RED] == coins << 42


def test_the_cult_lair_helps_only_below_the_start_space() -> None:
    for reputation, asks in ((2, False), (1, False), (0, True), (-7, True)):
        match = Position(4).built(RED, "cult_lair").one(RED, reputation=reputation).producing()
        assert (match.asks() != {}) == asks, reputation


# == Permanent: reputation ============================================================================================
def after_reputation(name: str, track: list[int], answer: str = "") -> tuple[str, int, int]:
    """Red's goods, the steps that the building moved him, and his points, once it has taken effect."""
    match = Position().built(RED, name).set(reputation=track).reputation_phase()
    if answer:
        seal(match, answer, "-", "-", "-")
    moved = [event.by for event in match.story(None) if type(event).__name__ == "Moved" and event.seat == RED]  # type: ignore[attr-defined]  # the event named
    return goods(match), sum(moved), int(state(match).points[RED])


REPUTATION: Final = {
    "rectory": [([1, 1, 1, 1], "", ("", 1, 0)), ([-3, 1, 1, 1], "", ("", 1, 0))],
    "convent": [([1, 1, 1, 1], "", ("", 2, 0)), ([6, 1, 1, 1], "", ("", 1, 0))],
    "gambling_house": [([1, 1, 1, 1], "", ("3c", -1, 0)), ([-7, 1, 1, 1], "", ("3c", 0, 0))],
    "monastery": [([1, 1, 1, 1], "gain wheat", ("1H", 0, 0)), ([0, 1, 1, 1], "", ("", 1, 0))],
    "bell_tower": [([0, 1, 2, 3], "", ("", 2, 0)), ([0, 0, 2, 3], "", ("", 0, 0)), ([1, 0, 2, 3], "", ("", 0, 0))],
    "reliquary": [
        ([2, 1, 2, -3], "", ("2c", 0, 0)), ([2, 2, 2, 2], "", ("", 0, 0)), ([3, 2, 1, 0], "", ("3c", 0, 0)),
    ],
    "abbey_church": [([3, 2, 2, 2], "gain glass", ("1G", 0, 0)), ([3, 3, 2, 2], "", ("", 0, 0))],
    "bishops_palace": [([3, 2, 2, 2], "", ("", 0, 2)), ([3, 3, 2, 2], "", ("", 0, 0))],
}  # fmt: skip
"""The track before the phase, what is chosen, and what comes of it: goods, steps, points."""


@pytest.mark.parametrize("name", REPUTATION)
def test_reputation(name: str) -> None:
    for track, answer, expected in REPUTATION[name]:
        assert after_reputation(name, track, answer) == expected


# == Permanent: interest, actions, any phase ==========================================================================
PERMANENT: Final = {*PRODUCTION, *REPUTATION, "bank", "inn", "university", "merchants_house"}


def test_bank() -> None:
    """With debts of 6 or less its owner's interest marker does not move; with 7 it does, and so do the others'."""
    match = Position().built(RED, "bank").set(debt=[6, 6, 0, 7], interest=[3, 3, 3, 3]).at("interest")
    assert everyone(state(match).debt) == [6, 8, 0, 9]  # blue 3 + 6 steps, yellow 3 + 7: twice past the start
    assert everyone(state(match).interest) == [3, 1, 3, 2]
    match = Position().built(RED, "bank").one(RED, debt=7, interest=1).at("interest")
    assert (int(state(match).debt[RED]), int(state(match).interest[RED])) == (9, 0)


def test_inn() -> None:
    """Each time its owner uses the recruit action: two coins. An effect that gives a courtier is no such action."""
    match = act(Position().goods(RED, "2c").built(RED, "inn"), "recruit rural")
    assert (goods(match), courtiers(match)) == ("2c", {"rural": "court"})
    match = act(Position().goods(RED, "1W 1M 2c").hand(RED, "inn"), "build inn; recruit rural; fund loan")
    assert (goods(match), standing_of(match)) == ("2c", {"debt": 2})  # built in the same phase
    match = act(Position().events(RED, "education").built(RED, "inn"), "event left; take urban")
    assert (goods(match), courtiers(match)) == ("", {"urban": "court"})


def test_university() -> None:
    """A point for each achievement: claimed, minor and major, or gained by the Fort."""
    position = Position().goods(RED, "2W 2S").hand(RED, "fort").built(RED, "university farm sawmill")
    match = act(position, "build fort; minor urban; slot 1", "claim minor rural", "slot 2", "claim none")
    assert state(match).points[RED] == 2
    position = Position().built(RED, "university farm sawmill quarry mill").minors(RED, rural=1)
    match = act(position, "", "claim major rural")
    assert state(match).points[RED] == 1


def test_merchants_house() -> None:
    """Basic goods cost its owner two coins, precious ones five as ever: when buying at will, and when forced."""
    for own, most in (("merchants_house", 5), ("farm", 3)):
        match = Position().goods(RED, "10c").built(RED, own).one(RED, debt=1).at("last_repayment")
        for kind, n in (("wood", most), ("stone", most), ("wheat", most), ("glass", 2), ("marble", 2)):
            assert [text for text in offered(match, "buy", seat=RED) if kind in text] == [
                f"{kind} {number}" for number in range(1, n + 1)
            ]
        seal(match, f"buy wheat {most}; done", "-", "-", "-")
        assert goods(match) == ("5H" if most == 5 else "3H 1c")
    match = act(Position().goods(RED, "8c").hand(RED, "farm").built(RED, "merchants_house"), "build farm")
    assert (goods(match), standing_of(match)) == ("", {})  # 2W 1S 2c for eight coins
    position = Position().goods(RED, "2W 2S 8c").hand(RED, "merchants_house farm")
    match = act(position, "build merchants_house; build farm")
    assert (goods(match), standing_of(match)) == ("", {})  # from the moment it stands there


# == Actions ==========================================================================================================
ACTIONS: Final[dict[str, list[tuple[str, str, str, dict[str, int]]]]] = {
    "market": [
        ("1W 1H", "give wood; give wheat", "8c", {}),
        ("2W", "give wood; enough", "1W 4c", {}),
        ("1S 3c", "give stone; give wood", "8c", {}),  # the second is bought: with the four coins it has just brought
    ],
    "almshouse": [("", "", "1c", {"rep": 2})],
    "alchemist_workshop": [
        ("1W 1H", "give wood; give wheat", "1G 1M", {}),
        ("2S", "give stone; give stone", "1G 1M", {}),
    ],
    "orchard": [("", "", "2H", {})],
    "glassworks": [("1S", "give stone", "1G 2c", {})],
    "apothecary": [("", "", "", {"angels": 1})],
    "brewery": [("2H", "give wheat", "8c", {}), ("2H", "enough", "1H 4c", {})],
    "mine": [("", "gain marble", "1M", {}), ("", "gain glass", "1G", {})],
    "mint": [("", "", "5c", {})],
    "theatre": [("", "", "3c", {"rep": 1})],
    "observatory": [("1G", "give glass", "", {"points": 2}), ("1G 1M", "give marble", "1G", {"points": 2})],
    "forge": [("1W 1S", "", "1G 1M", {})],
    "cloth_hall": [("", "", "5c", {})],
}
"""What there is before, what is chosen in the plan, what there is then, and what has changed."""


@pytest.mark.parametrize("name", ACTIONS)
def test_the_action_of_a_building_of_an_earlier_round_with_a_token(name: str) -> None:
    for before, choices, after, changes in ACTIONS[name]:
        wish = "; ".join(filter(None, (f"use {name}", choices)))
        match = act(Position().goods(RED, before).built(RED, name), wish)
        assert (goods(match), standing_of(match)) == (after, changes)
        match = act(Position().goods(RED, before).built(RED, name), "")
        assert (goods(match), standing_of(match)) == (before, {})  # without a token, nothing


@pytest.mark.parametrize("name", ACTIONS)
def test_the_same_right_after_it_was_built(name: str) -> None:
    card = CARD[name]
    for before, choices, after, changes in ACTIONS[name]:
        wish = "; ".join(filter(None, (f"build {name}", "action yes", choices)))
        match = act(Position().goods(RED, f"{card.cost} {before}").hand(RED, name), wish)
        rep = {"rep": card.rep + changes.get("rep", 0)} if card.rep or "rep" in changes else {}
        assert (goods(match), standing_of(match)) == (after, {**changes, **rep})
        match = act(Position().goods(RED, f"{card.cost} {before}").hand(RED, name), f"build {name}")
        assert (goods(match), standing_of(match)) == (before, {"rep": card.rep} if card.rep else {})


# == Scoring ==========================================================================================================
SCORING: Final = {
    "scriptorium": {"": 0, "chapel": 1, "school pilgrim_hostel": 1, "chapel rectory school": 2, "observatory": 0},
    "game_reserve": {"": 0, "farm": 1, "manor pilgrim_hostel": 1, "farm mill manor": 2, "observatory": 0},
    "customs_house": {"": 0, "inn": 1, "manor school": 1, "inn bank manor": 2, "observatory": 0},
    "royal_forest": {"": 1, "farm": 2, "manor pilgrim_hostel school": 3, "observatory": 1},
    "exchange": {"": 1, "inn": 2, "manor school pilgrim_hostel": 3, "observatory": 1},
    "papal_legation": {"": 1, "chapel": 2, "school pilgrim_hostel manor": 3, "observatory": 1},
    "great_library": {"": 0, "minor rural": 0, "minor rural, minor urban": 1, "minor rural, major rural": 1,
                      "minor rural, minor urban, major urban": 1,
                      "minor rural, minor urban, major mixed, major rural": 2},
    "astronomical_clock": {"": 0, "minor rural": 0, "major rural": 1, "major rural, major mixed, minor rural": 2},
    "trade_route": {"4W 2S 1H 3G": 4, "1W 3S 2H": 3, "2M": 0},
}  # fmt: skip
"""Points at the count, by what else there is: buildings, achievements, or goods to ship (most of one basic good)."""


@pytest.mark.parametrize("name", [name for name in SCORING if name != "trade_route"])
def test_scoring(name: str) -> None:
    for there, points in SCORING[name].items():
        position = Position().built(RED, name)
        if "minor" in there or "major" in there:
            for slot, achievement in enumerate(there.split(", ")):
                rank, sort = achievement.split()
                bits = {"minors": (slot + 1) << 3 * SORT[sort], "majors": 1 << SORT[sort]}
                field_name = f"{rank}s"
                position.one(RED, **{field_name: int(getattr(position.state, field_name)[RED]) | bits[field_name]})
        else:
            position.built(RED, f"{name} {there}")
        assert counted(position.at("interest"), "building_effects") == points, there


def test_trade_route() -> None:
    """All of one basic good goes, for a point each; precious goods are no part of it, and the other basics stay."""
    for there, points in SCORING["trade_route"].items():
        for kind, letter in (("wood", "W"), ("stone", "S"), ("wheat", "H")):
            match = Position().built(RED, "trade_route").goods(RED, there).at("trade_route")
            seal(match, f"ship {kind}", "-", "-", "-")
            n = next((int(part[:-1]) for part in there.split() if part.endswith(letter)), 0)
            assert state(match).points[RED] == n <= points
            assert goods(match).split() == [part for part in there.split() if not part.endswith(letter)]
