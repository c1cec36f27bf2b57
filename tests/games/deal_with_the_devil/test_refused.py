"""Reasons that are given so seldom that no match at random comes to them."""

from tests.games.deal_with_the_devil.refused import SELDOM
from tests.games.deal_with_the_devil.tables import RED, Position, act, offered, refused


def test_an_achievement_is_gained_once_and_removed_once() -> None:
    assert set(SELDOM) == {"minor_taken", "minor_gone"}
    rich = Position(4).goods(RED, "9W 9S 9H 9c").hand(RED, "fort dam").minors(RED, rural=1, mixed=7)
    match = act(rich, "build fort; later")
    assert offered(match) == ["minor urban", "minor religious"]
    refused(match, RED, "minor rural", "minor_taken")
    refused(match, RED, "minor mixed", "minor_taken")
    rich = Position(4).goods(RED, "9W 9S 9H 9c").hand(RED, "fort dam").minors(RED, rural=1, mixed=7)
    match = act(rich, "build dam")
    assert offered(match) == ["remove rural", "remove urban", "remove religious"]
    refused(match, RED, "remove mixed", "minor_gone")
