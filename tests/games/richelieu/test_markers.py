"""Markers: RI-3 to RI-5."""

import functools
import operator

import pytest

from eminence.bots.playout import draw, random_answer
from eminence.core.errors import NotOffered
from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY
from eminence.games.richelieu import events
from eminence.games.richelieu.state import RichelieuState
from tests.games.playing import asked, offered, play
from tests.games.richelieu.tables import CARD, GAME, PLACE, deal, finish, has, in_hand, lost, marks, position


# == RI-3 ============================================================================================================
def test_ri_3_a_marker_may_be_placed_after_taking() -> None:
    # After taking, a marker may be placed on any card left.
    match = play(deal(), "take 1L")
    assert asked(match) == (0, "place_marker")
    places = [place for place in PLACE if place != "1.1"]
    assert offered(match) == [*(f"mark {place}" for place in places), "no marker"]
    play(match, "mark 2.4")  # a card with a disc is as good
    assert (marks(match, 0), in_hand(match, 0), asked(match)) == (["2.4"], 2, (1, "take_card"))
    # A marker is placed after taking, never before.
    match = deal()
    with pytest.raises(NotOffered):
        match.choose(0, "mark 2.4")
    # Not on a card that is gone or has a marker.
    match = play(deal(), "take 1L", "mark 2.1", "take 1R")
    assert not {"mark 1.1", "mark 1.12", "mark 2.1"} & set(offered(match))
    with pytest.raises(NotOffered, match=r"(?i)the card at (2\.1|row 2, column 1) already has a marker"):
        match.choose(1, "mark 2.1")
    with pytest.raises(NotOffered, match=r"(?i)there is no card at (1\.1|row 1, column 1) any more"):
        match.choose(1, "mark 1.1")


def test_ri_3_none_need_be_placed_and_one_at_most() -> None:
    # No marker need be placed.
    match = play(deal(), "take 1L", "no marker")
    assert (in_hand(match, 0), asked(match)) == (3, (1, "take_card"))
    # One marker a turn.
    assert asked(play(deal(), "take 1L", "mark 2.5")) == (1, "take_card")


def three_placed() -> Match:
    """Seat 0 has placed its three markers, and has just taken a card."""
    match = deal("BOU2a BRE2a CHA2a NOR2a ...", "...", "...", "... LAN2a PRO2a ANJ2a")
    play(match, "take 1L", "mark 2.5", "take 4R", "no marker")
    play(match, "take 1L", "mark 2.6", "take 4R", "no marker")
    play(match, "take 1L", "mark 2.7", "take 4R", "no marker", "take 1L")
    assert asked(match) == (0, "place_marker")
    return match


def test_ri_3_with_none_in_hand_a_placed_one_may_be_moved() -> None:
    match = three_placed()
    assert offered(match) == ["lift 2.5", "lift 2.6", "lift 2.7", "no marker"]
    play(match, "lift 2.6")
    assert asked(match) == (0, "set_down")
    play(match, "mark 3.1")
    assert (marks(match, 0), in_hand(match, 0), asked(match)) == (["2.5", "2.7", "3.1"], 0, (1, "take_card"))
    # A marker being moved goes to another card.
    match = play(three_placed(), "lift 2.6")
    assert not {"mark 2.5", "mark 2.6", "mark 2.7", "mark 1.1"} & set(offered(match))
    assert "mark 2.8" in offered(match)
    assert "no marker" not in offered(match)
    # With one in hand none may be moved.
    assert offered(play(deal(), "take 1L", "mark 2.5", "take 4R", "no marker", "take 1L"), "lift") == []
    # With none in hand none need be moved.
    assert marks(play(three_placed(), "no marker"), 0) == ["2.5", "2.6", "2.7"]


def test_ri_3_nothing_is_asked_where_nothing_can_be_placed() -> None:
    # Nothing is asked when every card left has a marker.
    match = play(position({"1.1": "BOU2a BRE2a CHA2a"}, marks={0: "1.2", 1: "1.3"}), "take 1L")
    assert asked(match) == (1, "take_card")
    # Nothing is asked of who has no marker at all.
    assert asked(play(position({"1.1": "BOU2a BRE2a CHA2a"}, lost={0: 3}), "take 1L")) == (1, "take_card")


# == RI-4 ============================================================================================================
def under_marker() -> Match:
    """Seat 0's marker lies on 2.1; seat 1 has one marker on 3.5 and two in hand, and is to take."""
    match = deal("BRE2a ...", "BOU2a CHA2a ...")
    play(match, "take 1L", "mark 3.12", "take 4R", "mark 3.5", "take 1L", "mark 2.1")
    assert asked(match) == (1, "take_card")
    return match


def test_ri_4_taking_under_an_opponents_marker_costs_one_own() -> None:
    match = play(under_marker(), "take 2L")
    assert asked(match) == (1, "pay_marker")
    play(match, "pay hand")
    assert has(match, 1, "BOU2a")
    assert (in_hand(match, 1), marks(match, 1), lost(match, 1)) == (1, ["3.5"], 1)
    # Which one is the payers choice.
    match = play(under_marker(), "take 2L")
    assert offered(match) == ["pay 3.5", "pay hand"]
    play(match, "pay 3.5")
    assert (in_hand(match, 1), marks(match, 1), lost(match, 1)) == (2, [], 1)
    assert "mark 3.5" in offered(match)  # the card is free again
    # The marker returns to its owner.
    match = under_marker()
    before = in_hand(match, 0)
    play(match, "take 2L", "pay hand")
    assert (in_hand(match, 0), marks(match, 0), lost(match, 0)) == (before + 1, ["3.12"], 0)
    # The one paid is gone for good.
    assert lost(finish(play(under_marker(), "take 2L", "pay hand", "no marker")), 1) == 1


def test_ri_4_how_it_is_paid() -> None:
    # Where there is one way to pay nothing is asked.
    rows = {"1.1": "BOU2a BRE2a CHA2a NOR2a"}
    from_hand = play(position(rows, turn=1, marks={0: "1.1"}), "take 1L")
    assert (in_hand(from_hand, 1), lost(from_hand, 1), asked(from_hand)) == (2, 1, (1, "place_marker"))
    from_table = play(position(rows, turn=1, marks={0: "1.1", 1: "1.3"}, lost={1: 2}), "take 1L")
    assert (in_hand(from_table, 1), marks(from_table, 1), lost(from_table, 1)) == (0, [], 3)
    # With none in hand one of those on the table.
    match = position({"1.1": "BOU2a BRE2a CHA2a NOR2a"}, turn=1, marks={0: "1.1", 1: "1.3 1.4"}, lost={1: 1})
    play(match, "take 1L")
    assert offered(match) == ["pay 1.3", "pay 1.4"]
    # Without a marker left it cannot be taken.
    match = position({"1.1": "BOU2a BRE2a", "2.1": "CHA2a"}, turn=1, marks={0: "1.1"}, lost={1: 3})
    assert offered(match) == ["take 1R", "take 2L"]
    with pytest.raises(NotOffered, match=r"under another player's marker, .* no marker left to pay with"):
        match.choose(1, "take 1L")


def test_ri_4_the_second_card_costs_too() -> None:
    match = play(position({"1.1": "BOUs BOUc NOR2a"}, turn=1, marks={0: "1.2"}), "take 1L")
    assert offered(match) == ["take 1L", "enough"]
    play(match, "take 1L")
    assert has(match, 1, "BOUc")
    assert lost(match, 1) == 1
    # Both cards may cost.
    match = play(position({"1.1": "BOUs BOUc NOR2a"}, turn=1, marks={0: "1.1 1.2"}), "take 1L", "take 1L")
    assert (in_hand(match, 1), lost(match, 1), in_hand(match, 0)) == (1, 2, 3)
    # The second card cannot be taken without a marker left.
    match = play(position({"1.1": "BOUs BOUc NOR2a"}, turn=1, marks={0: "1.2"}, lost={1: 3}), "take 1L")
    assert asked(match) == (0, "take_card")
    # The last marker may go for the first card and bars the second.
    match = play(position({"1.1": "BOUs BOUc NOR2a"}, turn=1, marks={0: "1.1 1.2"}, lost={1: 2}), "take 1L")
    assert (asked(match), lost(match, 1)) == ((0, "take_card"), 3)


def test_ri_4_the_story_tells_of_it() -> None:
    match = under_marker()
    since = len(match.story(None))
    play(match, "take 2L", "pay 3.5")
    told = match.story(None, since)
    assert events.Paid(1, PLACE["3.5"]) in told
    assert events.MarkerReturned(0, PLACE["2.1"]) in told
    assert events.Took(1, CARD["BOU2a"], PLACE["2.1"]) in told


# == RI-5 ============================================================================================================
def test_ri_5_ones_own_marker_comes_back() -> None:
    # Taking a card under one's own marker returns it to hand.
    match = play(deal("BRE2a CHA2a ..."), "take 1L", "mark 1.2", "take 4R", "no marker")
    assert in_hand(match, 0) == 2
    play(match, "take 1L")
    assert (in_hand(match, 0), marks(match, 0), lost(match, 0), asked(match)) == (3, [], 0, (0, "place_marker"))
    # It may be placed again in the same turn.
    match = play(position({"1.1": "BOU2a BRE2a"}, marks={0: "1.1"}, lost={0: 2}), "take 1L", "mark 1.2")
    assert marks(match, 0) == ["1.2"]


def test_what_is_kept_ready_agrees_with_what_it_follows_from() -> None:
    """`left` and `marked` follow from the ends and the marks; they are kept because they are read so often."""
    for seed in range(12):
        state, rng = GAME.start(2 + seed % 3, {"short": bool(seed % 2)}), Rng(seed)
        assert isinstance(state, RichelieuState)
        while state.asked != NOBODY:
            asked = state.asked
            state.answer(asked, draw(state, rng) if asked == DEALER else random_answer(state, asked, rng))
            rows = [state.ends[2 * row + 1] - state.ends[2 * row] + 1 for row in range(4)]
            assert (state.left, state.marked) == (sum(rows), functools.reduce(operator.or_, state.marks))
            assert all(state.marks[a] & state.marks[b] == 0 for a in range(state.seats) for b in range(a))
