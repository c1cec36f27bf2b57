"""What each side knows (CC-16, CC-21), and what it imagines: law 7, case by case.

Worlds imagined from a View agree with all that was seen; and whatever may be true turns up among them.
"""

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations

import pytest

from eminence.core.bags import EACH, each
from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.core.state import DEALER, State
from eminence.games.caesar_cleopatra.components import CASTLING, FACES, GROUPS, OWN_LIMIT
from eminence.games.caesar_cleopatra.knowledge import HAND_PLACE
from eminence.games.caesar_cleopatra.state import CaesarState
from tests.games.caesar_cleopatra.oracle import Oracle, Way, way
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, GAME, Position, go_on, hand, opened, state
from tests.games.caesar_cleopatra.tables import texts as cards_of
from tests.games.playing import play

SAMPLES = 300
Look = Callable[[CaesarState], str]


def imagined(match: Match, seat: int | None, look: Look, samples: int = SAMPLES) -> Counter[str]:
    """What a viewer imagines, and how often."""
    worlds, rng, found = GAME.worlds(match.view(seat)), Rng(4), Counter[str]()
    for _ in range(samples):
        world = worlds.imagine(rng)
        assert isinstance(world, CaesarState)
        assert GAME.view(world, match.options, seat) == match.view(seat)
        found[look(world)] += 1
    return found


def his_hand(world: CaesarState) -> str:
    return cards_of(each(world.hand[CAESAR]))


def influence(world: CaesarState) -> tuple[str, ...]:
    """Caesar's influence in a world: in hand, and covered beside the groups."""
    in_hand, rows = way(world, CAESAR)
    return cards_of(in_hand), *(cards_of(row) for row in rows)


def beside(*groups: int) -> Look:
    """What lies covered beside some groups on Caesar's side, in any order."""
    return lambda world: cards_of(sorted(face for group in groups for face in way(world, CAESAR)[1][group]))


# == What everybody knows =============================================================================================
def castled(*answers: str, down: str = "") -> Match:
    """Caesar castles 3 and 5 that lay open beside the senators, and perhaps covered cards beside the praetors."""
    position = Position(turn=CAESAR).hand(CAESAR, "1 2 3 4 castling").up(CAESAR, "SEN", "3 5").down(CAESAR, "PRA", down)
    return play(position.match(), "play castling", "let", "castle SEN PRA", *answers)


def castled_twice() -> Match:
    """First 3 and 5 go to the senators and praetors, then what lies beside the praetors and quaestors is mixed."""
    match = play(go_on(play(castled("first 1", "first 0"), "down 4 AED")), "down 1 AED")
    changed = state(go_on(match, refill="action", draw="draw castling"))
    changed.hand[CAESAR] += EACH[CASTLING]  # the second castling comes to hand
    changed.actions[CAESAR] -= EACH[CASTLING]
    changed.hand_actions[CAESAR] += 1
    changed.action_count[CAESAR] -= 1
    return play(match, "play castling", "let", "castle PRA QUA", "first 0")


def test_law_7_what_is_known_to_both_players_and_spectators_and_nothing_more() -> None:
    turned_up = play(opened(second="4 1 2 3 5"), "down 1 QUA", "influence", "draw 5", "vote SEN", "turn up")
    laid = play(opened(), "passive", "enough", "down 3 SEN", "influence", "draw 3", "vote orgy")
    open_cards, and_covered = castled("first 1", "first 0"), castled("first 0", "first 1", "first 1", down="2")
    first = play(opened(), "passive", "enough", "up 5 SEN", "up 4 SEN", "action", "draw castling")
    play(first, "influence", "draw 1", "vote orgy", "passive", "enough", "play castling", "let", "castle SEN PRA")
    play(first, "first 1", "first 0", "first 1", "first 0")
    seen = play(go_on(play(castled("first 1", "first 0"), "down 4 AED"), "vote_card"), "vote SEN", "turn up")
    twice = castled_twice()

    def rows(world: CaesarState) -> str:
        return "".join(influence(world)[1:])

    for case, match, look, possible in (
        ("the opening cards are 1 to 5", opened(), rows, {"".join(row) for row in permutations("12345")}),
        ("and so is the hand", opened(), his_hand, {"1 2 3 4 5"}),
        ("those not turned up are left", turned_up, rows, {"".join(row) for row in permutations("1235")}),
        ("the first card laid is of the opening hand", laid, lambda world: influence(world)[1][-1], {*"12345"}),
        ("which cards were castled", open_cards, beside(0, 1), {"3 5"}),
        ("but not where they lie", open_cards, beside(0), {"3", "5"}),
        ("with a covered card", and_covered, beside(0, 1), {"1 3 5", "2 3 5", "3 3 5", "3 4 5", "3 5 5", "3 5 P"}),
        ("which may be the third", and_covered, beside(1), {*"12345P"}),
        ("an opening card is castled", first, beside(2, 3, 4), {" ".join(row) for row in combinations("12345", 3)}),
        ("and all five together are known", first, beside(0, 1, 2, 3, 4), {"1 2 3 4 4 5 5"}),
        ("castled twice, one of two", twice, beside(0, 2), {"3 5"}),
        ("castled twice, at its last place", twice, beside(2), {"3", "5"}),
        ("a castled card that comes to light tells of the other", seen, beside(1), {"5"}),
    ):
        for seat in (CLEOPATRA, None):
            found = imagined(match, seat, look, 3000 if len(possible) > 24 else SAMPLES)
            assert set(found) == possible, case
            assert len(found) != 2 or min(found.values()) > SAMPLES // 4, case
    # A card drawn later may be a philosopher.
    assert any("P" in held for held in imagined(laid, CLEOPATRA, his_hand))


# == CC-16: what the spy saw ==========================================================================================
def spied(held: str, *answers: str) -> Match:
    match = Position().hand(CLEOPATRA, "1 2 3 spy spy").hand(CAESAR, held).match()
    return play(match, "play spy", "let", "look", *answers)


def test_cc_16_what_the_spy_saw_is_known_to_her_until_it_changes() -> None:
    match = spied("1 2 P spy veto")
    assert set(imagined(match, CLEOPATRA, his_hand)) == {"1 2 P spy veto"}
    assert len(imagined(match, None, his_hand)) > 100  # and to nobody else
    played = go_on(spied("1 2 P spy veto", "snatch 1", "influence", "draw 4", "down 1 SEN"))
    for match, known in (
        (spied("1 2 P spy veto", "snatch 1", "influence", "draw 4"), "2 P spy veto"),
        (spied("1 2 P spy veto", "snatch 1", "action", "draw coup"), "2 P spy veto"),
        (play(played, "up 2 SEN"), "P spy veto"),
    ):
        found = imagined(match, CLEOPATRA, his_hand)
        assert all(Counter(known.split()) <= Counter(text.split()) for text in found), known
        assert len(found) == 6  # what is left of those seen, and any card drawn since


def test_law_7_spy_then_a_covered_card_laid() -> None:
    """Which of those seen was laid, or the card drawn since, is open; and no card is in two places."""
    match = go_on(spied("2 3 P spy veto", "snatch veto", "influence", "draw 5", "down 1 SEN"))
    assert hand(match, CAESAR) == "2 3 5 P spy"
    play(match, "down 3 QUA")
    laid = imagined(match, CLEOPATRA, beside(2), 1000)
    assert set(laid) == {"1", "2", "3", "4", "5", "P"}
    assert laid["2"] > 100 < laid["P"]
    both = imagined(match, CLEOPATRA, lambda world: " ".join(influence(world)), 1000)
    assert all(Counter(["2", "3", "P"]) <= Counter(text.split()) for text in both)


def test_law_7_spy_twice() -> None:
    """The second look tells what was laid between the two."""
    match = play(go_on(spied("1 2 3 4 5", "snatch 1", "action", "draw coup", "down 1 SEN")), "down 4 QUA")
    play(go_on(match, refill="action", draw="draw veto"), "play spy", "let", "look")
    assert set(imagined(match, CLEOPATRA, beside(2))) == {"4"}


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
    castling_and_spying = ("play castling", "play spy", "draw castling", "draw spy")
    for texts, eagerness in ((castling_and_spying, 0.9), (("action", "vote orgy"), 0.85), (("down",), 0.4)):
        wanted = [code for text, code in offered.items() if text.startswith(texts)]
        if wanted and chance.random() < eagerness:
            return int(chance.choice(wanted))
    return int(chance.choice(list(offered.values())))


@pytest.mark.parametrize("spied", [True, False], ids=["the other player", "a spectator"])
@pytest.mark.parametrize("seed", range(12))
def test_law_7_what_is_imagined_is_what_is_possible(seed: int, spied: bool) -> None:
    """Beside an oracle that keeps every way in which Caesar's cards may lie: what the engine knows holds in all of
    them, and every world imagined is one of them."""
    options = GAME.checked_options({"action_pile": "shuffled"})
    seat = CLEOPATRA if spied else None
    chance, rng = random.Random(seed), Rng(seed)
    state = GAME.start(2, options)
    assert isinstance(state, CaesarState)
    oracle: Oracle | None = None
    while state.steps and (oracle is None or len(oracle.ways) <= 600):
        before = state.clone()
        actor = chance.choice([seat for seat in range(2) if state.is_asked(seat)] or [DEALER])
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
