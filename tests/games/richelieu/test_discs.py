"""The discs: RI-7 and RI-8."""

from typing import Any

from eminence.core.match import Match
from eminence.games.richelieu import events
from tests.games.playing import asked, offered, play
from tests.games.richelieu.tables import DISC, GAME, deal, discs, finish, has, markers, position


# == RI-7 ============================================================================================================
def with_disc(row: str, *moves: str, lost: int = 1, held: str = "back BOU", **more: Any) -> Match:
    return play(position({"1.1": row}, held={0: held}, lost={0: lost}, **more), *moves)


def test_ri_7_whenever_nothing_is_being_paid_or_moved() -> None:
    # Before taking.
    match = with_disc("BOU2a BRE2a")
    assert offered(match) == ["take 1L", "take 1R", "regain"]
    play(match, "regain")
    assert (markers(match, 0), asked(match)) == ((3, "", 0), (0, "take_card"))
    assert [match.story(seat) for seat in (0, 1, None)] == [[events.Regained(0)]] * 3  # everyone sees it
    # Between the first card and the second.
    match = with_disc("BOUs BOUc NOR2a", "take 1L")
    assert offered(match) == ["take 1L", "enough", "regain"]
    play(match, "regain")
    assert (asked(match), markers(match, 0)) == ((0, "second_card"), (3, "", 0))
    # After taking, before a marker is placed.
    match = with_disc("BOU2a BRE2a", "take 1L", lost=3)
    assert offered(match) == ["no marker", "regain"]
    play(match, "regain")
    assert offered(match) == ["mark 1.2", "no marker"]
    assert markers(play(match, "mark 1.2"), 0) == (0, "1.2", 2)


def test_ri_7_a_marker_regained_pays() -> None:
    # For the first card.
    match = with_disc("BOU2a BRE2a", lost=3, marks={1: "1.1 1.2"})
    assert offered(match) == ["sit out", "regain"]
    play(match, "regain", "take 1L")
    assert (markers(match, 0), has(match, 0, "BOU2a")) == ((0, "", 3), True)
    # For the second card.
    match = with_disc("BOUs BOUc NOR2a", "take 1L", lost=3, marks={1: "1.2"})
    assert offered(match) == ["enough", "regain"]
    assert offered(play(match, "regain")) == ["take 1L", "enough"]


def test_ri_7_each_disc_once() -> None:
    # A disc just taken may be given up at once.
    match = play(position({"1.5": "BOU2a BRE2a"}, lost={0: 3}, face_down={"1.5": "back"}), "take 1L")
    assert offered(match) == ["no marker", "regain"]
    # Both discs may be given up.
    match = with_disc("BOU2a BRE2a", "regain", "regain", lost=3, held="back back")
    assert (markers(match, 0), offered(match)) == ((2, "", 1), ["take 1L", "take 1R"])
    # One disc brings one marker and is gone; giving it up does not tell whether the other one is left behind it.
    views = []
    for held, left in ("back BOU", "BOU"), ("back back", "back"):
        match = with_disc("BOU2a BRE2a", "regain", lost=2, held=held)
        assert markers(match, 0) == (2, "", 1)
        assert (match.view(0)["discs"][0], match.view(1)["disc_count"]) == (discs(left), [1, 0])
        assert ("regain" in offered(match)) == (left == "back")
        views.append(match.view(1).to_json())
    assert views[0] == views[1]


def test_ri_7_only_with_such_a_disc_in_ones_own_turn() -> None:
    takes = ["take 1L", "take 1R"]
    assert offered(with_disc("BOU2a BRE2a", lost=0)) == takes, "only for a marker in the box"
    assert offered(with_disc("BOU2a BRE2a", held="BOU sword")) == takes, "only with such a disc"
    match = with_disc("BOU2a BRE2a", turn=1)
    assert (list(match.asks()), offered(match)) == ([1], takes), "only in one's own turn"


def test_ri_18_not_while_a_price_is_chosen_or_a_marker_moved() -> None:
    """But right before: nothing is lost by it."""
    match = with_disc("BOU2a BRE2a NOR2a", marks={1: "1.1", 0: "1.2"})
    assert "regain" in offered(match)
    play(match, "take 1L")
    assert (asked(match), offered(match)) == ((0, "pay_marker"), ["pay 1.2", "pay hand"])
    match = with_disc("BOU2a BRE2a NOR2a CHA2a", "take 1R", marks={0: "1.2 1.3"})
    assert "regain" in offered(match)
    play(match, "lift 1.2")
    assert (asked(match), offered(match)) == ((0, "set_down"), ["mark 1.1"])


# == RI-8 ============================================================================================================
def test_ri_8_who_sees_a_disc() -> None:
    # Nobody sees discs on the table nor in the box.
    match = deal()
    for seat in (0, 1, None):
        assert (match.view(seat)["disc_at"], match.view(seat)["disc_box"]) == (None, None)
    # Whoever takes the card looks at the disc; it cannot be taken back then.
    match = position({"1.5": "BOU2a BRE2a CHA2a"}, face_down={"1.5": "tower"})
    assert (match.is_final(0, "take 1L"), match.is_final(0, "take 1R")) == (True, False)
    play(match, "take 1L")
    assert not match.can_take_back(0)
    assert match.view(0)["discs"] == [discs("tower"), None]
    assert events.TookDisc(0, DISC["tower"]) in match.story(0)
    # The others see only that he has one.
    for seat in (1, None):
        view = match.view(seat)
        assert (view["discs"][0], view["disc_count"], view["disc_spots"]) == (None, [1, 0], 0)
        assert events.TookDisc(0, None) in match.story(seat)
    # All are turned up for the count.
    finish(match)
    for seat in (0, 1, None):
        assert (match.view(seat)["shown_discs"], match.view(seat)["disc_count"]) == ([discs("tower"), 0], [0, 0])


def test_ri_8_a_disc_under_a_marker_is_not_seen_while_the_price_is_open() -> None:
    """The disc is looked at when the card is taken: choosing how to pay, nobody knows it, nor may a bot plan so."""
    rows, shown = {"1.5": "BOU2a BRE2a NOR2a"}, []
    for disc in ("NOR", "sword"):
        match = position(rows, face_down={"1.5": disc}, marks={1: "1.5", 0: "1.6"})
        state = match._state
        shown.append(state.step().shown(state, 0, GAME.code("take 1L"), 0))
        assert not match.is_final(0, "take 1L")
        play(match, "take 1L")
        assert (asked(match), match.view(0)["discs"][0]) == ((0, "pay_marker"), 0)
        assert match.is_final(0, "pay hand")
        play(match, "pay hand")
        assert match.view(0)["discs"][0] == discs(disc)
        # Where nothing is to be chosen, it comes with the card at once.
        match = play(position(rows, face_down={"1.5": disc}, marks={1: "1.5"}), "take 1L")
        assert match.view(0)["discs"][0] == discs(disc)
    assert shown[0] == shown[1]
