"""Who can take no card: RI-6."""

import functools
import operator
import random
from collections.abc import Mapping

from eminence.core.match import Match
from eminence.core.state import NOBODY
from eminence.games.richelieu import events, rules
from eminence.games.richelieu.components import NONE
from eminence.games.richelieu.state import RichelieuState
from tests.games.playing import asked, offered, play
from tests.games.richelieu.tables import GAME, NOTHING, finish, markers, position


# == RI-6 ============================================================================================================
def barred(held: Mapping[int, str] = NOTHING) -> Match:
    """Seat 0 has taken: now both ends are under its markers, and seat 1 has none left to pay with."""
    match = position({"1.1": "BOU2a BRE2a CHA2a NOR2a"}, marks={0: "1.2 1.4"}, lost={1: 3}, held=held)
    return play(match, "take 1L", "no marker")


def test_ri_6_who_can_take_no_card_sits_out_until_he_can() -> None:
    match = barred()
    assert asked(match) == (0, "take_card")
    assert events.SatOut(1) in match.story(None)
    play(match, "take 1L", "no marker")  # 1.2 is gone: 1.3 lies open
    assert (asked(match), offered(match)) == ((1, "take_card"), ["take 1L"])
    # The game goes on and ends.
    assert finish(match).reason == "all_cards_taken"


def test_ri_6_nobody_sits_out_who_can_take_a_card() -> None:
    for case, turn, lost in (("he can pay", 1, {1: 2}), ("the markers are his own", 0, {0: 1, 1: 3})):
        match = position({"1.1": "BOU2a BRE2a"}, turn=turn, marks={0: "1.1 1.2"}, lost=lost)
        assert offered(match) == ["take 1L", "take 1R"], case


def test_ri_6_being_asked_does_not_betray_a_disc() -> None:
    """With a marker lost and a disc face down he is asked, whatever the disc is: others cannot tell by it."""
    for disc in ("back", "BOU", "sword", ""):
        held = {1: disc} if disc else {0: "back"}
        match = barred(held)
        assert asked(match) == ((1, "take_card") if disc else (0, "take_card")), disc
        if disc:
            assert offered(match) == (["sit out", "regain"] if disc == "back" else ["sit out"])
            assert asked(play(match, "sit out")) == (0, "take_card")
            assert events.SatOut(1) in match.story(None)
        # The same for the second card, and for placing a marker.
        for step, row in {"second_card": "BOUs BOUc NOR2a", "place_marker": "BOU2a BRE2a NOR2a"}.items():
            marks = {0: "1.2" if step == "second_card" else ""}
            match = play(position({"1.1": row}, turn=1, marks=marks, lost={1: 3}, held=held), "take 1L")
            assert (asked(match) == (1, step)) == bool(disc), (disc, step)


def test_ri_6_once_both_discs_are_given_up_nothing_is_asked() -> None:
    """Everybody can see then that no disc brings a marker back any more."""
    rows = {"1.1": "BOU2a BRE2a CHA2a NOR2a LAN2a PRO2a"}
    match = position(rows, marks={0: "1.2 1.3 1.6"}, lost={1: 3}, held={1: "back back BOU"})
    play(match, "take 1L", "no marker")
    play(match, "regain", "regain", "take 1L", "no marker")  # 1.2, for one of the two markers
    play(match, "take 1R", "mark 1.5")
    play(match, "take 1L")  # 1.3, for the other one
    assert markers(match, 1) == (0, "", 3)
    assert asked(match) == (0, "take_card")  # no marker to place, and no disc for one
    play(match, "take 1L")
    assert events.SatOut(1) in match.story(None)  # only 1.5 is left, under a marker of seat 0
    assert asked(match) == (0, "take_card")


def test_ri_6_somebody_can_always_take_a_card() -> None:
    """That nobody can take a card never comes about: whoever owns a marker may take the card under it. As we go, what
    is kept because it is read so often (`left`, `marked`) agrees with what it follows from."""
    for seed in range(48):
        seats, chance = 2 + seed % 3, random.Random(seed)
        state = GAME.start(seats, {"short": seed % 2 == 1})
        assert isinstance(state, RichelieuState)
        for _ in range(1000):
            if not state.steps:
                break
            state.answer(state.asked, chance.choice(list(state.choices(state.asked))))
            rows = [state.ends[2 * row + 1] - state.ends[2 * row] + 1 for row in range(4)]
            assert (state.left, state.marked) == (sum(rows), functools.reduce(operator.or_, state.marks))
            assert sum(state.marks) == state.marked, "no two markers lie on a card"
            if state.asked == state.turn and state.pair == NONE and rules.rows_in_play(state):
                assert any(rules.open_ends(state, rules.barred(state, seat)) for seat in range(seats))
        assert not state.steps
    # So we cheat with the box (RI-17): then the game ends.
    state = position({"1.5": "BOU2a"}, marks={1: "1.5"}, lost={0: 3, 1: 2})._state
    assert isinstance(state, RichelieuState)
    state.lost = [3, 3]
    state.go_on()
    assert (state.asked, GAME.reason(state)) == (NOBODY, "nobody_can_take")
