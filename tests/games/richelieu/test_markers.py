"""Markers: RI-3 to RI-5."""

from eminence.core.match import Match
from eminence.games.richelieu import events
from tests.games.playing import asked, offered, play
from tests.games.richelieu.tables import CARD, PLACE, deal, finish, has, markers, position


# == RI-3 ============================================================================================================
def test_ri_3_a_marker_may_be_placed_after_taking() -> None:
    # On any card left, which a card with a disc is too; before taking none is offered (test_taking).
    match = play(deal(), "take 1L")
    assert asked(match) == (0, "place_marker")
    assert offered(match) == [*(f"mark {place}" for place in PLACE if place != "1.1"), "no marker"]
    # One marker a turn.
    play(match, "mark 2.4")
    assert (markers(match, 0), asked(match)) == ((2, "2.4", 0), (1, "take_card"))
    # Not on a card that is gone or has a marker.
    play(match, "take 1R")
    assert offered(match, "mark") == [place for place in PLACE if place not in ("1.1", "1.12", "2.4")]
    # None need be placed.
    play(match, "no marker")
    assert (markers(match, 1), asked(match)) == ((3, "", 0), (0, "take_card"))


def test_ri_3_with_none_in_hand_a_placed_one_may_be_moved() -> None:
    def three_placed(*moves: str) -> Match:
        """Seat 0 has placed its three markers, and has just taken a card."""
        match = deal("BOU2a BRE2a CHA2a NOR2a ...", "...", "...", "... LAN2a PRO2a ANJ2a")
        for place in ("2.5", "2.6", "2.7"):
            play(match, "take 1L")
            assert offered(match, "lift") == [], "with one in hand none may be moved"
            play(match, f"mark {place}", "take 4R", "no marker")
        return play(match, "take 1L", *moves)

    match = three_placed()
    assert (asked(match), offered(match)) == ((0, "place_marker"), ["lift 2.5", "lift 2.6", "lift 2.7", "no marker"])
    # It goes to another card.
    play(match, "lift 2.6")
    assert asked(match) == (0, "set_down")
    gone = ("1.1", "1.2", "1.3", "1.4", "4.10", "4.11", "4.12")
    free = [place for place in PLACE if place not in ("2.5", "2.6", "2.7", *gone)]
    assert offered(match) == [f"mark {place}" for place in free]
    play(match, "mark 3.1")
    assert (markers(match, 0), asked(match)) == ((0, "2.5 2.7 3.1", 0), (1, "take_card"))
    # None need be moved.
    assert markers(three_placed("no marker"), 0) == (0, "2.5 2.6 2.7", 0)


def test_ri_3_nothing_is_asked_where_nothing_can_be_placed() -> None:
    for case, marks, lost in (("every card has a marker", {0: "1.2", 1: "1.3"}, {}), ("he has no marker", {}, {0: 3})):
        match = play(position({"1.1": "BOU2a BRE2a CHA2a"}, marks=marks, lost=lost), "take 1L")
        assert asked(match) == (1, "take_card"), case


# == RI-4 ============================================================================================================
def test_ri_4_taking_under_an_opponents_marker_costs_one_own() -> None:
    def under_marker() -> Match:
        """Seat 0's marker lies on 2.1; seat 1, which takes it, has one marker on 3.5 and two in hand."""
        match = deal("BRE2a ...", "BOU2a CHA2a ...")
        play(match, "take 1L", "mark 3.12", "take 4R", "mark 3.5", "take 1L", "mark 2.1")
        assert (asked(match), markers(match, 0)) == ((1, "take_card"), (1, "2.1 3.12", 0))
        return play(match, "take 2L")

    match = under_marker()
    assert (asked(match), offered(match)) == ((1, "pay_marker"), ["pay 3.5", "pay hand"])  # the payer's choice
    play(match, "pay hand")
    assert has(match, 1, "BOU2a")
    assert markers(match, 1) == (1, "3.5", 1)
    assert markers(match, 0) == (2, "3.12", 0)  # it returns to its owner
    assert markers(finish(match), 1)[2] == 1  # the one paid is gone for good
    # From the table.
    match = under_marker()
    since = len(match.story(None))
    play(match, "pay 3.5")
    assert markers(match, 1) == (2, "", 1)
    assert "mark 3.5" in offered(match)  # the card is free again
    told = match.story(None, since)
    assert events.Paid(1, PLACE["3.5"]) in told
    assert events.MarkerReturned(0, PLACE["2.1"]) in told
    assert events.Took(1, CARD["BOU2a"], PLACE["2.1"]) in told


def test_ri_4_how_it_is_paid() -> None:
    def paid(row: str, marks: str, *moves: str, own: str = "", lost: int = 0) -> Match:
        """Seat 1 takes under markers of seat 0."""
        return play(position({"1.1": row}, turn=1, marks={0: marks, 1: own}, lost={1: lost}), *moves)

    four, pair = "BOU2a BRE2a CHA2a NOR2a", "BOUs BOUc NOR2a"
    # Where there is one way to pay nothing is asked: from the hand, from the table.
    match = paid(four, "1.1", "take 1L")
    assert (markers(match, 1), asked(match)) == ((2, "", 1), (1, "place_marker"))
    assert markers(paid(four, "1.1", "take 1L", own="1.3", lost=2), 1) == (0, "", 3)
    # With none in hand one of those on the table.
    assert offered(paid(four, "1.1", "take 1L", own="1.3 1.4", lost=1)) == ["pay 1.3", "pay 1.4"]
    # Without a marker left it cannot be taken.
    assert offered(paid(four, "1.1", lost=3)) == ["take 1R"]
    # The second card costs too.
    match = paid(pair, "1.2", "take 1L")
    assert offered(match) == ["take 1L", "enough"]
    play(match, "take 1L")
    assert (has(match, 1, "BOUc"), markers(match, 1)) == (True, (2, "", 1))
    # Both cards may cost.
    match = paid(pair, "1.1 1.2", "take 1L", "take 1L")
    assert (markers(match, 1), markers(match, 0)) == ((1, "", 2), (3, "", 0))
    # The second cannot be taken without a marker left, even if the last one went for the first.
    assert asked(paid(pair, "1.2", "take 1L", lost=3)) == (0, "take_card")
    match = paid(pair, "1.1 1.2", "take 1L", lost=2)
    assert (asked(match), markers(match, 1)) == ((0, "take_card"), (0, "", 3))


# == RI-5 ============================================================================================================
def test_ri_5_ones_own_marker_comes_back() -> None:
    match = play(deal("BRE2a CHA2a ..."), "take 1L", "mark 1.2", "take 4R", "no marker")
    assert markers(match, 0) == (2, "1.2", 0)
    play(match, "take 1L")
    assert (markers(match, 0), asked(match)) == ((3, "", 0), (0, "place_marker"))
    # It may be placed again in the same turn.
    match = play(position({"1.1": "BOU2a BRE2a"}, marks={0: "1.1"}, lost={0: 2}), "take 1L", "mark 1.2")
    assert markers(match, 0) == (0, "1.2", 2)
