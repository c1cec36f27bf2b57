"""The discs: RI-7 and RI-8."""

from eminence.core.match import Match
from eminence.games.richelieu import events
from tests.games.playing import asked, offered, play
from tests.games.richelieu.tables import DISC, GAME, deal, discs, finish, has, in_hand, lost, marks, position


# == RI-7 ============================================================================================================
def with_disc(rows: dict[str, str], **more: object) -> Match:
    return position(rows, held={0: "back BOU"}, **{"lost": {0: 1}} | more)  # type: ignore[arg-type]


def test_ri_7_whenever_nothing_is_being_paid_or_moved() -> None:
    # Before taking.
    match = with_disc({"1.1": "BOU2a BRE2a"})
    assert offered(match) == ["take 1L", "take 1R", "regain"]
    play(match, "regain")
    assert (in_hand(match, 0), lost(match, 0), asked(match)) == (3, 0, (0, "take_card"))
    # Between the first card and the second.
    match = play(with_disc({"1.1": "BOUs BOUc NOR2a"}), "take 1L")
    assert offered(match) == ["take 1L", "enough", "regain"]
    play(match, "regain")
    assert (asked(match), lost(match, 0)) == ((0, "second_card"), 0)
    # After taking, before a marker is placed.
    match = play(with_disc({"1.1": "BOU2a BRE2a"}, lost={0: 3}), "take 1L")
    assert offered(match) == ["no marker", "regain"]
    play(match, "regain")
    assert offered(match) == ["mark 1.2", "no marker"]
    play(match, "mark 1.2")
    assert (in_hand(match, 0), marks(match, 0), lost(match, 0)) == (0, ["1.2"], 2)


def test_ri_7_a_marker_regained_pays() -> None:
    # A marker regained pays for the first card.
    match = with_disc({"1.1": "BOU2a BRE2a"}, lost={0: 3}, marks={1: "1.1 1.2"})
    assert offered(match) == ["sit out", "regain"]
    play(match, "regain", "take 1L")
    assert lost(match, 0) == 3
    assert has(match, 0, "BOU2a")
    # A marker regained pays for the second card.
    match = play(with_disc({"1.1": "BOUs BOUc NOR2a"}, lost={0: 3}, marks={1: "1.2"}), "take 1L")
    assert offered(match) == ["enough", "regain"]
    play(match, "regain")
    assert offered(match) == ["take 1L", "enough"]


def test_ri_7_each_disc_once() -> None:
    # A disc just taken may be given up at once.
    match = play(position({"1.5": "BOU2a BRE2a"}, lost={0: 3}, face_down={"1.5": "back"}), "take 1L")
    assert offered(match) == ["no marker", "regain"]
    # Both discs may be given up.
    match = play(position({"1.1": "BOU2a BRE2a"}, lost={0: 3}, held={0: "back back"}), "regain", "regain")
    assert (in_hand(match, 0), lost(match, 0)) == (2, 1)
    assert "regain" not in offered(match)
    # One disc brings one marker and is gone.
    match = play(with_disc({"1.1": "BOU2a BRE2a"}, lost={0: 2}), "regain")
    assert lost(match, 0) == 1
    assert "regain" not in offered(match)
    assert (match.view(0)["discs"][0], match.view(1)["disc_count"]) == (discs("BOU"), [1, 0])


def test_ri_7_only_with_such_a_disc_in_ones_own_turn() -> None:
    # Only for a marker in the box.
    assert "regain" not in offered(with_disc({"1.1": "BOU2a BRE2a"}, lost={0: 0}))
    # Only with such a disc.
    assert "regain" not in offered(position({"1.1": "BOU2a BRE2a"}, lost={0: 1}, held={0: "BOU sword"}))
    # Only in one's own turn.
    match = with_disc({"1.1": "BOU2a BRE2a"}, turn=1)
    assert "regain" not in offered(match)
    assert list(match.asks()) == [1]
    # Everyone sees it.
    match = play(with_disc({"1.1": "BOU2a BRE2a"}), "regain")
    for seat in (0, 1, None):
        assert match.story(seat) == [events.Regained(0)]


def test_ri_7_the_two_discs_look_alike() -> None:
    """Giving one up does not tell whether the other one is left behind it."""
    views = []
    for held in ("back BOU", "back back"):
        match = play(position({"1.1": "BOU2a BRE2a"}, lost={0: 1}, held={0: held}), "regain")
        views.append(match.view(1).to_json())
        assert match.view(0)["discs"][0] == discs("BOU" if held == "back BOU" else "back")
    assert views[0] == views[1]


# == RI-8 ============================================================================================================
def took_disc() -> Match:
    return play(position({"1.5": "BOU2a BRE2a CHA2a"}, face_down={"1.5": "tower"}), "take 1L")


def test_ri_8_who_sees_a_disc() -> None:
    # Whoever takes the card looks at the disc.
    match = took_disc()
    assert match.view(0)["discs"] == [discs("tower"), None]
    assert events.TookDisc(0, DISC["tower"]) in match.story(0)
    # The others see only that he has one.
    match = took_disc()
    for seat in (1, None):
        assert match.view(seat)["discs"][0] is None
        assert match.view(seat)["disc_count"] == [1, 0]
        assert events.TookDisc(0, None) in match.story(seat)
        assert str(DISC["tower"]) not in [str(event) for event in match.story(seat)]
    assert not match.view(None)["disc_spots"]
    # Nobody sees discs on the table nor in the box.
    match = deal()
    for seat in (0, 1, None):
        assert match.view(seat)["disc_at"] is None
        assert match.view(seat)["disc_box"] is None
    # All are turned up for the count.
    match = finish(took_disc())
    for seat in (0, 1, None):
        assert (match.view(seat)["shown_discs"], match.view(seat)["disc_count"]) == ([discs("tower"), 0], [0, 0])


def test_ri_8_a_disc_comes_with_its_card_also_under_a_marker() -> None:
    match = play(position({"1.5": "BOU2a BRE2a"}, face_down={"1.5": "NOR"}, marks={1: "1.5"}), "take 1L")
    assert match.view(0)["discs"][0] == discs("NOR")


def test_ri_8_a_card_that_reveals_a_disc_cannot_be_taken_back() -> None:
    match = position({"1.5": "BOU2a BRE2a"}, face_down={"1.5": "NOR"})
    ask = match.asks()[0]
    assert ask["take 1L"].final
    assert not ask["take 1R"].final
    play(match, "take 1L")
    assert not match.can_take_back(0)


def test_ri_8_while_the_price_is_open_the_disc_is_not_seen_yet() -> None:
    """The disc is looked at when the card is taken: choosing how to pay, nobody knows it, nor may a bot plan so."""
    rows = {"1.5": "BOU2a BRE2a NOR2a"}
    shown = []
    for disc in ("NOR", "sword"):
        match = position(rows, face_down={"1.5": disc}, marks={1: "1.5", 0: "1.6"})
        state = match._state
        shown.append(state.step().shown(state, 0, GAME.code("take 1L"), 0))
        assert not match.asks()[0]["take 1L"].final
        play(match, "take 1L")
        assert (asked(match), match.view(0)["discs"][0]) == ((0, "pay_marker"), 0)
        assert match.asks()[0]["pay hand"].final
        play(match, "pay hand")
        assert match.view(0)["discs"][0] == discs(disc)
    assert shown[0] == shown[1]


def test_ri_18_not_while_a_price_is_chosen_or_a_marker_moved() -> None:
    """But right before: nothing is lost by it."""
    match = position({"1.1": "BOU2a BRE2a NOR2a"}, marks={1: "1.1", 0: "1.2"}, lost={0: 1}, held={0: "back"})
    assert "regain" in offered(match)
    play(match, "take 1L")
    assert asked(match) == (0, "pay_marker")
    assert "regain" not in offered(match)
    match = position({"1.1": "BOU2a BRE2a NOR2a CHA2a"}, marks={0: "1.2 1.3"}, lost={0: 1}, held={0: "back"})
    play(match, "take 1R")
    assert "regain" in offered(match)
    play(match, "lift 1.2")
    assert asked(match) == (0, "set_down")
    assert "regain" not in offered(match)
