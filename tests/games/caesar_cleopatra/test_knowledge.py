"""What each side knows (CC-16, CC-21), and what it imagines: law 7, case by case.

Worlds imagined from a View agree with all that was seen; and whatever may be true turns up among them.
"""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from eminence.core.bags import each
from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.core.state import State
from eminence.games.caesar_cleopatra.components import FACES, GROUPS, OWN_LIMIT
from eminence.games.caesar_cleopatra.knowledge import HAND_PLACE
from eminence.games.caesar_cleopatra.state import CaesarState
from tests.games.caesar_cleopatra.oracle import Oracle, Way, way
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, GAME, Position, go_on, hand, opened
from tests.games.caesar_cleopatra.tables import texts as cards_of
from tests.games.playing import play

SAMPLES = 300


def imagined(
    match: Match, seat: int | None, look: Callable[[CaesarState], str], samples: int = SAMPLES
) -> Counter[str]:
    """What a viewer imagines, and how often."""
    worlds = GAME.worlds(match.view(seat))
    rng = Rng(4)
    found: Counter[str] = Counter()
    for _ in range(samples):
        world = worlds.imagine(rng)
        assert isinstance(world, CaesarState)
        assert GAME.view(world, match.options, seat) == match.view(seat)
        found[look(world)] += 1
    return found


def hand_in(world: CaesarState) -> str:
    """Caesar's hand in a world."""
    return cards_of(each(world.hand[CAESAR]))


def influence(world: CaesarState) -> tuple[str, ...]:
    """Caesar's influence in a world: in hand, and covered beside the groups."""
    in_hand, rows = way(world, CAESAR)
    return cards_of(in_hand), *(cards_of(row) for row in rows)


def beside(*groups: int) -> Callable[[CaesarState], str]:
    """What lies covered beside some groups on Caesar's side, in any order."""
    return lambda world: cards_of(sorted(face for group in groups for face in way(world, CAESAR)[1][group]))


# == The opening cards ================================================================================================
def test_law_7_the_opening_cards_are_one_to_five_in_any_order() -> None:
    match = opened()
    for seat in (CLEOPATRA, None):
        found = imagined(match, seat, lambda world: "".join(influence(world)[1:]), 3000)
        assert {"".join(sorted(row)) for row in found} == {"12345"}
        assert len(found) == 120  # every order of them
        assert set(imagined(match, seat, hand_in)) == {"1 2 3 4 5"}


def test_law_7_of_the_opening_cards_those_not_turned_up_are_left() -> None:
    match = play(opened(second="4 1 2 3 5"), "down 1 QUA", "influence", "draw 5", "vote SEN", "turn up")
    for seat in (CLEOPATRA, None):
        found = imagined(match, seat, lambda world: "".join(influence(world)[2:]))
        assert {"".join(sorted(row)) for row in found} == {"1235"}
        assert len(found) == 24


def test_law_7_a_first_card_laid_is_of_the_opening_hand_and_not_drawn_later() -> None:
    match = opened()
    go_on(match, "veto") if False else play(
        match, "passive", "enough", "down 3 SEN", "influence", "draw 3", "vote orgy"
    )
    first_two = imagined(match, CLEOPATRA, lambda world: influence(world)[1].split()[1])
    assert set(first_two) == {"1", "2", "3", "4", "5"}  # any of them, and never a philosopher
    hands = imagined(match, CLEOPATRA, lambda world: influence(world)[0])
    assert any("P" in found for found in hands)  # but the card drawn may be one


# == CC-16: what the spy saw ==========================================================================================
def spied(held: str = "1 2 P spy veto", snatched: str = "snatch 1") -> Match:
    match = Position().hand(CLEOPATRA, "1 2 3 4 spy").hand(CAESAR, held).match()
    play(match, "play spy", "let", "look", snatched)
    return match


def test_cc_16_what_the_spy_saw_is_known_to_her() -> None:
    match = Position().hand(CLEOPATRA, "1 2 3 4 spy").hand(CAESAR, "1 2 P spy veto").match()
    play(match, "play spy", "let", "look")
    assert set(imagined(match, CLEOPATRA, hand_in)) == {"1 2 P spy veto"}
    assert len(imagined(match, None, hand_in)) > 100  # and to nobody else


def test_cc_16_until_it_changes() -> None:
    match = play(spied(), "influence", "draw 4")
    found = imagined(match, CLEOPATRA, hand_in)
    assert all(Counter(["2", "P", "spy", "veto"]) <= Counter(text.split()) for text in found)
    assert len(found) == 6  # the four seen, and any card drawn since
    # What is drawn from the action pile as well.
    match = play(spied(), "action", "draw coup")
    found = imagined(match, CLEOPATRA, hand_in)
    assert all(Counter(["2", "P", "spy", "veto"]) <= Counter(text.split()) for text in found)
    assert {"2 P coup spy veto", "2 P spy veto veto", "2 P spy wrath veto"} <= set(found)
    # A card played since is no longer there.
    match = play(go_on(play(spied(), "influence", "draw 4", "down 1 SEN")), "up 2 SEN")
    found = imagined(match, CLEOPATRA, hand_in)
    assert all(Counter(["P", "spy", "veto"]) <= Counter(text.split()) for text in found)
    assert len(found) > 3


def test_law_7_spy_then_a_covered_card_laid() -> None:
    """Which of those seen was laid, or the card drawn since, is open; and no card is in two places."""
    match = go_on(play(play(spied(held="2 3 P spy veto", snatched="snatch veto"), "influence", "draw 5"), "down 1 SEN"))
    assert hand(match, CAESAR) == "2 3 5 P spy"
    play(match, "down 3 QUA")
    laid = imagined(match, CLEOPATRA, lambda world: influence(world)[3], 1000)
    assert set(laid) == {"1", "2", "3", "4", "5", "P"}
    assert laid["2"] > 100 < laid["P"]
    both = imagined(match, CLEOPATRA, lambda world: " ".join(influence(world)), 1000)
    assert all(Counter(["2", "3", "P"]) <= Counter(text.split()) for text in both)


def test_law_7_spy_twice() -> None:
    """The second look tells what was laid between the two."""
    match = Position().hand(CLEOPATRA, "1 2 3 spy spy").hand(CAESAR, "1 2 3 4 5").match()
    play(match, "play spy", "let", "look", "snatch 1", "action", "draw coup", "down 1 SEN")
    go_on(match)
    play(match, "down 4 QUA")
    go_on(match, refill="action", draw="draw veto")
    play(match, "play spy", "let", "look")
    assert set(imagined(match, CLEOPATRA, lambda world: influence(world)[3])) == {"4"}


# == Castling =========================================================================================================
def castled(*answers: str, up: str = "3 5", down: str = "", pair: str = "SEN PRA") -> Match:
    """Caesar castles cards that lay open beside the senators, and perhaps covered ones beside the praetors."""
    position = Position(turn=CAESAR).hand(CAESAR, "1 2 3 4 castling").up(CAESAR, "SEN", up).down(CAESAR, "PRA", down)
    return play(position.match(), "play castling", "let", f"castle {pair}", *answers)


@pytest.mark.parametrize("seat", [CLEOPATRA, None])
def test_law_7_castling_of_open_cards(seat: int | None) -> None:
    """They are hidden again, but which cards they are together is known."""
    match = castled("first 1", "first 0")
    assert imagined(match, seat, beside(0, 1)) == {"3 5": SAMPLES}
    where = imagined(match, seat, beside(0))
    assert set(where) == {"3", "5"}
    assert min(where.values()) > SAMPLES // 4


@pytest.mark.parametrize("seat", [CLEOPATRA, None])
def test_law_7_castling_of_open_and_covered_cards(seat: int | None) -> None:
    match = castled("first 0", "first 1", "first 1", down="2")  # of 2, 3, 5
    together = imagined(match, seat, beside(0, 1))
    assert set(together) == {"1 3 5", "2 3 5", "3 3 5", "3 4 5", "3 5 5", "3 5 P"}
    assert len(imagined(match, seat, beside(1))) == 6


@pytest.mark.parametrize("seat", [CLEOPATRA, None])
def test_law_7_castling_of_an_opening_card(seat: int | None) -> None:
    """It may lie beside either group now; the three that stayed are of the same five, and so are all five together."""
    match = opened()
    play(
        match,
        "passive",
        "enough",
        "up 5 SEN",
        "up 4 SEN",
        "action",
        "draw castling",
        "influence",
        "draw 1",
        "vote orgy",
    )
    play(
        match, "passive", "enough", "play castling", "let", "castle SEN PRA", "first 1", "first 0", "first 1", "first 0"
    )
    stayed = imagined(match, seat, beside(2, 3, 4))
    assert set(stayed) == {
        " ".join(text) for text in ("123", "124", "125", "134", "135", "145", "234", "235", "245", "345")
    }
    for text in imagined(match, seat, beside(0, 1, 2, 3, 4), 100):
        assert text == "1 2 3 4 4 5 5"


@pytest.mark.parametrize("seat", [CLEOPATRA, None])
def test_law_7_two_castlings(seat: int | None) -> None:
    """First 3 and 5 go to the senators and praetors, then what lies beside the praetors and quaestors is mixed."""
    match = play(go_on(play(castled("first 1", "first 0"), "down 4 AED")), "down 1 AED")
    go_on(match, refill="action", draw="draw castling")
    state = match._state
    assert isinstance(state, CaesarState)
    state.hand[CAESAR] = state.hand[CAESAR] + (1 << 4 * 8)  # the second castling comes to hand
    state.actions[CAESAR] = state.actions[CAESAR] - (1 << 4 * 8)
    state.hand_actions[CAESAR] += 1
    state.action_count[CAESAR] -= 1
    play(match, "play castling", "let", "castle PRA QUA", "first 0")
    assert set(imagined(match, seat, beside(0, 2))) == {"3 5"}
    where = imagined(match, seat, beside(2))
    assert set(where) == {"3", "5"}
    assert min(where.values()) > SAMPLES // 4


def test_law_7_a_castled_card_that_comes_to_light_tells_of_the_other() -> None:
    match = play(go_on(play(castled("first 1", "first 0"), "down 4 AED"), "vote_card"), "vote SEN", "turn up")
    assert set(imagined(match, CLEOPATRA, beside(1))) == {"5"}


# == Against all that is possible =====================================================================================
def fits(known: list[int], possible: Way) -> bool:
    """Whether a way in which cards may lie fits all pieces of knowledge: all but so many lie at those places."""
    in_hand, rows = possible
    for missing, bag, places in zip(known[::3], known[1::3], known[2::3], strict=True):
        there = Counter(in_hand if places >> HAND_PLACE & 1 else ())
        for group in range(GROUPS):
            there.update(face for n, face in enumerate(rows[group]) if places >> OWN_LIMIT * group + n & 1)
        wanted = Counter({face: bag >> 4 * face & 15 for face in range(FACES)})
        if (there & wanted).total() < wanted.total() - missing:
            return False
    return True


def eager(state: State, seat: int, chance: random.Random) -> int:
    """An answer of somebody who loves castling, spying and covered cards, and draws little influence."""
    offered = {GAME.text(code): code for code in state.choices(seat)}
    for texts, eagerness in (
        (("play castling", "play spy", "draw castling", "draw spy"), 0.9),
        (("action", "vote orgy"), 0.85),
    ):
        wanted = [code for text, code in offered.items() if text in texts]
        if wanted and chance.random() < eagerness:
            return int(chance.choice(wanted))
    laying = [code for text, code in offered.items() if text.startswith("down")]
    if laying and chance.random() < 0.4:
        return int(chance.choice(laying))
    return int(chance.choice(list(offered.values())))


@pytest.mark.parametrize("spied", [True, False], ids=["the other player", "a spectator"])
@pytest.mark.parametrize("seed", range(12))
def test_law_7_what_is_imagined_is_what_is_possible(seed: int, spied: bool) -> None:
    """Beside an oracle that keeps every way in which Caesar's cards may lie: what the engine knows holds in all of
    them, and every world imagined is one of them."""
    options = GAME.checked_options({"action_pile": "shuffled"})
    seat = CLEOPATRA if spied else None
    chance = random.Random(seed)
    rng = Rng(seed)
    state = GAME.start(2, options)
    assert isinstance(state, CaesarState)
    oracle: Oracle | None = None
    while state.steps and (oracle is None or len(oracle.ways) <= 600):
        before = state.clone()
        asked = [seat for seat in range(2) if state.is_asked(seat)] or [-1]
        actor = chance.choice(asked)
        code = eager(state, actor, chance)
        state.answer(actor, code)
        if oracle is not None:
            oracle.watch(before, actor, code, state)
        elif before.step().name == "opening" and state.turn == CLEOPATRA:
            oracle = Oracle.at_the_opening(CAESAR, spied)
        if oracle is None or chance.random() < 0.6:
            continue
        assert way(state, CAESAR) in oracle.ways
        known = state.seen[CLEOPATRA] if spied else state.known[CAESAR]
        assert all(fits(known, possible) for possible in oracle.ways)
        worlds = GAME.worlds(GAME.view(state, options, seat))
        for _ in range(10):
            assert way(worlds.imagine(rng), CAESAR) in oracle.ways
