"""The rulebook's own examples, in its order."""

from __future__ import annotations

import pytest

from eminence.games.deal_with_the_devil import events
from eminence.games.deal_with_the_devil.components import WHEEL
from eminence.games.deal_with_the_devil.production import wheel_gives
from tests.games.deal_with_the_devil.tables import (
    BLUE,
    GAME,
    GREEN,
    INQUISITOR,
    RED,
    YELLOW,
    Position,
    act,
    all_goods,
    built,
    everyone,
    goods,
    minors,
    offered,
    seal,
    standing_of,
    state,
    told_heap,
)
from tests.games.playing import told


# == Production =======================================================================================================
def test_production_in_round_1_the_first_side_gets_1_glass_1_wheat_1_stone_and_2_coins() -> None:
    match = Position(1).producing()
    assert goods(match, RED) == "1S 1H 1G 2c"
    for produced in all_goods(match):  # everybody produces exactly one precious good, two basic ones and two coins
        kinds = [part[-1] for part in produced.split() for _ in range(int(part[:-1]))]
        assert (sum(kind in "GM" for kind in kinds), sum(kind in "WSH" for kind in kinds), kinds.count("c")) == (
            1,
            2,
            2,
        )


def test_production_of_blue_and_red_with_upgraded_slots() -> None:
    """Bleu: 1 verre, 2 blés, 1 pierre et 4 pièces. Rouge: 2 marbres, 1 blé, 2 bois et 3 pièces."""
    blue = Position(1).minors(BLUE, rural=2, urban=3)  # levels 1 2 2 1
    assert told_heap(wheel_gives(WHEEL[0][0], blue.state.minors[BLUE])) == "1S 2H 1G 4c"
    red = Position(1).minors(RED, rural=1, urban=2, mixed=4)  # levels 2 2 1 2
    assert told_heap(wheel_gives(WHEEL[1][0], red.state.minors[RED])) == "2W 1H 2M 3c"


def test_a_precious_good_covers_two_slots_and_yields_the_lower_level() -> None:
    for levels, glass in (({}, 1), ({"rural": 1}, 1), ({"rural": 2}, 1), ({"rural": 1, "urban": 2}, 2)):
        heap = wheel_gives(WHEEL[0][0], Position(1).minors(RED, **levels).state.minors[RED])
        assert f"{glass}G" in told_heap(heap)


def test_over_the_game_each_side_gets_the_same() -> None:
    for side in WHEEL:
        heap = sum(wheel_gives(row, 0) for row in side)
        assert told_heap(heap) == "4W 4S 4H 2G 2M 10c"


# == Loans ============================================================================================================
def test_a_loan_from_3_to_8_brings_5_coins_which_buy_the_glass_for_a_building() -> None:
    position = Position().one(RED, debt=3).goods(RED, "2S").hand(RED, "chapel")
    match = act(position, "build chapel; fund loan")
    assert (built(match), goods(match), int(state(match).debt[RED])) == ("chapel", "", 8)
    traded = told(match, events.Traded)
    assert traded == [events.Traded(RED, (0,) * 8, 5, (0, 0, 0, 1, 0, 0, 0, 0), 0)]


# == Interest =========================================================================================================
@pytest.mark.parametrize(("debt", "marker", "after", "then", "demons"), [
    (0, 3, 0, 3, 0),
    (4, 0, 5, 0, 0), (4, 1, 5, 1, 0), (4, 3, 5, 3, 0),  # one full turn
    (2, 0, 2, 2, 0), (2, 1, 2, 3, 0), (2, 2, 3, 0, 0), (2, 3, 3, 1, 0),  # it depends on the marker
    (8, 0, 10, 0, 0), (8, 3, 10, 3, 0),  # two turns
    (10, 2, 9, 0, 2), (10, 3, 9, 1, 2),  # three: 9 and wings, 10, 9 and wings
    (10, 0, 10, 2, 1), (10, 1, 10, 3, 1),  # two: 9 and wings, 10
    (9, 3, 10, 0, 1),  # three: 10, 9 and wings, 10
])  # fmt: skip
def test_interest(debt: int, marker: int, after: int, then: int, demons: int) -> None:
    match = Position().one(GREEN, debt=debt, interest=marker).at("interest")
    assert (int(state(match).debt[GREEN]), int(state(match).interest[GREEN])) == (after, then)
    assert everyone(state(match).demons) == [0, 0, demons, 0]


def test_two_phases_of_interest_in_a_row_from_8_to_10_and_then_9_with_two_demon_wings() -> None:
    """Verte's example: 8 becomes 10; the marker stood where ten more steps pass the start three times."""
    match = Position().one(GREEN, debt=8, interest=2).at("interest", "interest")
    assert (int(state(match).debt[GREEN]), int(state(match).demons[GREEN])) == (9, 2)


# == Reputation =======================================================================================================
def test_two_science_buildings_from_the_start_end_on_the_lowest_space_with_three_demon_wings() -> None:
    """Every one costs four spaces; what goes below the track is cut off. Three wings are a Guest and two points."""
    position = Position().goods(RED, "1W 1G 1W 1M").hand(RED, "astrologer_tower cult_lair")
    match = act(position, "build astrologer_tower; build cult_lair")
    assert int(state(match).reputation[RED]) == -7
    assert standing_of(match) == {"rep": -8, "guests": 1, "points": -2}


def test_a_science_building_can_be_built_from_the_lowest_space() -> None:
    position = Position().goods(RED, "1W 1G").hand(RED, "astrologer_tower").one(RED, reputation=-7)
    match = act(position, "build astrologer_tower")
    assert (built(match), standing_of(match)) == ("astrologer_tower", {"rep": -8})


@pytest.mark.parametrize(("at", "to"), [
    (7, 4), (6, 3), (5, 3), (4, 2), (3, 2), (2, 1), (1, 0), (0, 0),
    (-1, 0), (-2, -1), (-3, -2), (-4, -2), (-5, -3), (-6, -3), (-7, -4),
])  # fmt: skip
def test_forgetting_towards_the_knot(at: int, to: int) -> None:
    match = Position().set(reputation=[at] * 4).reputation_phase()
    assert everyone(state(match).reputation) == [to] * 4
    assert everyone(state(match).angels) == everyone(state(match).demons) == [0] * 4  # and going back costs nothing


@pytest.mark.parametrize(("track", "angels", "demons"), [
    ([3, 2, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1]),
    ([3, 3, 1, 0], [1, 1, 0, 0], [0, 0, 0, 1]),
    ([3, 0, 0, 0], [1, 0, 0, 0], [0, 1, 1, 1]),
    ([3, 3, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1]),
    ([2, 2, 2, 2], [0, 0, 0, 0], [0, 0, 0, 0]),
])  # fmt: skip
def test_rewards_and_punishments(track: list[int], angels: list[int], demons: list[int]) -> None:
    match = Position().set(reputation=track).reputation_phase()
    assert (everyone(state(match).angels), everyone(state(match).demons)) == (angels, demons)


def test_bell_tower_and_reliquary_both_read_the_places_from_before_the_phase() -> None:
    """Rouge has the Reliquary, Bleu the Bell Tower: Bleu moves up two, past Rouge; Rouge still gets his coin."""
    for own in (("reliquary", "bell_tower"), ("bell_tower", "reliquary")):  # whoever comes first
        seats = [own.index("reliquary"), own.index("bell_tower")]
        track = [3, 3, 3, 3]
        track[seats[0]], track[seats[1]] = 1, 0
        position = Position().set(reputation=track).built(RED, own[0]).built(BLUE, own[1])
        match = position.reputation_phase()
        assert goods(match, seats[0]) == "1c"
        moved = [(event.seat, event.by, event.to) for event in told(match, events.Moved)]
        assert moved == [(seats[1], 2, 2)]
        # Rouge is the lowest now.
        assert [int(n) for n in state(match).demons] == [int(seat == seats[0]) for seat in range(4)]


def test_bell_tower_and_abbey_church_both_read_the_places_from_before_the_phase() -> None:
    """Clocher avec Abbatiale: red comes level with yellow, who was above all when the phase began."""
    for name, brings in (("abbey_church", "1G"), ("bishops_palace", "")):
        position = Position().set(reputation=[0, 1, 1, 2]).built(RED, "bell_tower").built(YELLOW, name)
        match = position.reputation_phase()
        if brings:
            seal(match, "-", "-", "-", "gain glass")
        assert (goods(match, YELLOW), int(state(match).points[YELLOW])) == (brings, 0 if brings else 2)
        assert everyone(state(match).angels) == [1, 0, 0, 1]  # both are the highest now


def test_three_wings_of_a_kind() -> None:
    match = Position().set(reputation=[3, 0, 1, 1], angels=[2, 0, 0, 0], demons=[0, 2, 0, 0]).reputation_phase()
    assert standing_of(match, RED) == {"rep": 1, "indulgences": 1}
    assert standing_of(match, BLUE) == {"rep": -1, "guests": 1, "points": -2}


# == Achievements, courtiers: in test_achievements; deals: in test_deals ==============================================
def test_the_stables_in_the_rulebook_are_a_building_with_a_point_and_a_flower() -> None:
    match = act(Position().goods(RED, "1W 2S 1H 1c").hand(RED, "stable").built(RED, "farm sawmill"), "build stable",
                "claim minor rural", "slot 1")  # fmt: skip
    assert (built(match), minors(match)) == ("farm sawmill stable", {"rural": 1})
    line = next(line for line in GAME.count(state(match)) if line.part == "buildings")
    assert line.tallies[RED].points == 3


# == Inquisition ======================================================================================================
def test_four_inquisitors_two_fragments_and_an_indulgence_leave_one_penalty_of_her_choice() -> None:
    """A and B were bribed; C, 1 and 2 are face up, and she has a Guest. "Elle doit donc choisir l'une de ces quatre
    cartes et endurer la pénalité indiquée." """
    for chosen, points in (("plebeian", -1), ("orator", -4), ("guest", -4), ("squanderer", -4)):
        position = Position(5, "dove eye lamb horns").souls("3", "0+2", "2", "1")
        position.set(inquisitors=[2, 2, 1, 1, 1, 0], reds=[INQUISITOR["orator"], INQUISITOR["squanderer"], 3])
        position.set(guests=[0, 0, 1, 0], indulgences=[0, 0, 1, 0]).built(GREEN, "farm mill")
        match = position.inquisition("appease")
        assert offered(match, seat=GREEN) == ["show 0", "show 1", "show 2"]
        match.choose(GREEN, "show 2", "spend 1")
        assert offered(match, seat=GREEN) == [
            "suffer plebeian", "suffer orator", "suffer squanderer", "suffer guest"
        ]  # fmt: skip
        match.choose(GREEN, f"suffer {chosen}")
        match.choose(RED, "show 3", "spend 0")
        match.choose(BLUE, "show 2", "spend 0", "suffer orator")
        match.choose(YELLOW, "show 1", "spend 0", "suffer orator", "suffer plebeian")
        if chosen == "squanderer":
            match.choose(GREEN, "refuse")
        assert int(state(match).points[GREEN]) == points
        assert int(state(match).indulgences[GREEN]) == 0
        assert int(state(match).souls[GREEN]) == 2


@pytest.mark.parametrize(("fragments", "points"), [(0, 0), (1, 0), (2, 2), (3, 4), (4, 6), (5, 12), (6, 18)])
def test_the_devils_points_in_round_5(fragments: int, points: int) -> None:
    """The rulebook: "Si le diable a 4 fragments d'âme, il gagne 6 points"; each beyond four brings six more."""
    position = Position().souls(f"{6 - fragments}", "0", "0+2", f"{fragments}").set(inquisitors=[2] * 6)
    match = position.inquisition("load")
    nothing = "bribe 0; devil nobody; cultist nobody"
    seal(match, nothing, nothing, "bribe 0; devil nobody", f"bribe 0; lay {fragments} pure; lay 0 tainted")
    assert everyone(state(match).points) == [0, 0, 0, points]
    assert int(state(match).souls[YELLOW]) == fragments  # he takes them back
