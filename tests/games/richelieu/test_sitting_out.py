"""Who can take no card: RI-6."""

import random

import pytest

from eminence.core.match import Match
from eminence.core.state import NOBODY
from eminence.games.richelieu import events, rules
from eminence.games.richelieu.state import RichelieuState
from tests.games.playing import asked, offered, play
from tests.games.richelieu.tables import GAME, finish, lost, position


# == RI-6 ============================================================================================================
def barred(**more: object) -> Match:
    """Seat 0 is to take: after 1.1, both ends are under its markers, and seat 1 has none left to pay with."""
    rows = {"1.1": "BOU2a BRE2a CHA2a NOR2a"}
    return position(rows, marks={0: "1.2 1.4"}, lost={1: 3}, **more)  # type: ignore[arg-type]


def test_ri_6_who_can_take_no_card_sits_out_until_he_can() -> None:
    match = play(barred(), "take 1L", "no marker")
    assert asked(match) == (0, "take_card")
    assert events.SatOut(1) in match.story(None)
    # Until he can.
    match = barred()
    play(match, "take 1L", "no marker")  # seat 1 sits out
    play(match, "take 1L", "no marker")  # 1.2 is gone: 1.3 lies open
    assert (asked(match), offered(match)) == ((1, "take_card"), ["take 1L"])
    # The game goes on and ends.
    assert finish(barred()).reason == "all_cards_taken"


def test_ri_6_nobody_sits_out_who_can_take_a_card() -> None:
    assert "sit out" not in offered(position({"1.1": "BOU2a BRE2a"}))
    match = position({"1.1": "BOU2a BRE2a"}, turn=1, marks={0: "1.1 1.2"}, lost={1: 2})
    assert offered(match) == ["take 1L", "take 1R"]  # he can pay
    # Own markers bar nobody from his own cards.
    match = position({"1.1": "BOU2a BRE2a"}, marks={0: "1.1 1.2"}, lost={0: 1, 1: 3})
    assert offered(match) == ["take 1L", "take 1R"]


@pytest.mark.parametrize("disc", ["back", "BOU", "sword"])
def test_ri_6_being_asked_does_not_betray_a_disc(disc: str) -> None:
    """With a marker lost and a disc face down he is asked, whatever the disc is: others cannot tell by it."""
    match = play(barred(held={1: disc}), "take 1L", "no marker")
    assert asked(match) == (1, "take_card")
    assert offered(match) == (["sit out", "regain"] if disc == "back" else ["sit out"])
    play(match, "sit out")
    assert asked(match) == (0, "take_card")
    assert events.SatOut(1) in match.story(None)


def test_ri_6_without_a_disc_nothing_is_asked() -> None:
    assert asked(play(barred(held={0: "back"}), "take 1L", "no marker")) == (0, "take_card")


def test_ri_6_once_both_discs_are_given_up_nothing_is_asked() -> None:
    """Everybody can see then that no disc brings a marker back any more."""
    rows = {"1.1": "BOU2a BRE2a CHA2a NOR2a LAN2a PRO2a"}
    match = position(rows, marks={0: "1.2 1.3 1.6"}, lost={1: 3}, held={1: "back back BOU"})
    play(match, "take 1L", "no marker")
    play(match, "regain", "regain", "take 1L", "no marker")  # 1.2, for one of the two markers
    play(match, "take 1R", "mark 1.5")
    play(match, "take 1L")  # 1.3, for the other one
    assert lost(match, 1) == 3
    assert asked(match) == (0, "take_card")  # no marker to place, and no disc for one
    play(match, "take 1L")
    assert events.SatOut(1) in match.story(None)  # only 1.5 is left, under a marker of seat 0
    assert asked(match) == (0, "take_card")


@pytest.mark.parametrize(("disc", "asks"), [("back", True), ("BOU", True), (None, False)])
def test_ri_6_the_same_for_the_second_card(disc: str | None, asks: bool) -> None:
    held = {1: disc} if disc else {}
    match = play(position({"1.1": "BOUs BOUc NOR2a"}, turn=1, marks={0: "1.2"}, lost={1: 3}, held=held), "take 1L")
    assert (asked(match) == (1, "second_card")) == asks


@pytest.mark.parametrize(("disc", "asks"), [("back", True), ("BOU", True), (None, False)])
def test_ri_6_the_same_for_placing_a_marker(disc: str | None, asks: bool) -> None:
    held = {1: disc} if disc else {}
    match = play(position({"1.1": "BOU2a BRE2a NOR2a"}, turn=1, lost={1: 3}, held=held), "take 1L")
    assert (asked(match) == (1, "place_marker")) == asks


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ri_6_somebody_can_always_take_a_card(seats: int) -> None:
    """That nobody can take a card never comes about: whoever owns a marker may take the card under it."""
    for seed in range(15):
        chance = random.Random(seed)
        state = GAME.start(seats, {"short": False})
        assert isinstance(state, RichelieuState)
        for _ in range(1000):
            if not state.steps:
                break
            state.answer(state.asked, chance.choice(list(state.choices(state.asked))))
            if not state.deck and rules.rows_in_play(state):
                assert any(rules.open_ends(state, seat) for seat in range(seats))


def test_ri_6_if_nobody_can_take_a_card_the_game_ends() -> None:
    """It cannot happen (RI-17): whoever has a marker on the table has not lost all of his. So we cheat with the box."""
    match = position({"1.5": "BOU2a"}, marks={1: "1.5"}, lost={0: 3, 1: 2})
    state = match._state
    assert isinstance(state, RichelieuState)
    state.lost = [3, 3]
    state.go_on()
    assert (state.asked, GAME.reason(state)) == (NOBODY, "nobody_can_take")
