"""Views of Caesar & Cleopatra read as names and lists: nothing packed is left, and nothing hidden is told."""

from collections.abc import Iterator
from typing import Any

from eminence.core.bags import contents
from eminence.games.caesar_cleopatra.components import GROUPS, INFLUENCE, STARTERS
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, GAME, Position
from tests.games.playing import curious, play


def numbers_in(value: Any) -> Iterator[int]:
    """All numbers in what was read, however deep."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from numbers_in(item)
    elif isinstance(value, int):
        yield value


def test_no_number_holds_several_things_and_what_is_hidden_is_none() -> None:
    largest = contents(INFLUENCE - 2 * STARTERS)  # the influence pile before the first turn
    for number, match in enumerate(curious(GAME, "readings")):
        for seat in (None, CLEOPATRA, CAESAR) if number % 40 == 0 or match.over else ():
            view = match.view(seat)
            read = GAME.read(view)
            assert list(read) == list(view.fields)
            assert max(numbers_in(read)) <= largest
            for field in ("down", "hand", "pile", "actions", "order", "seen", "sealed"):
                assert [item is None for item in read[field]] == [not view.shows(field, owner) for owner in (0, 1)]


def test_cards_are_named_as_in_choices_and_places_by_their_groups() -> None:
    position = Position().hand(CLEOPATRA, "1 P spy").down(CLEOPATRA, "PRA", "1 P 1").up(CAESAR, "SEN", "4 4")
    match = play(position.hand(CAESAR, "2 veto").match(), "play spy", "let", "look")
    read = GAME.read(match.view(CLEOPATRA))
    assert (read["hand"], read["discards"]) == ([["1", "P"], None], [["spy"], []])
    assert (read["down"][CLEOPATRA][:2], read["up"][GROUPS]) == ([[], ["1", "P", "1"]], ["4", "4"])
    assert read["seen"] == [[{"all_but": 0, "cards": ["2", "veto"], "at": ["hand"]}], None]
    read = GAME.read(play(match, "snatch 2").view(None))
    assert (read["down"], read["seen"]) == ([None, None], [None, None])
    assert read["vote_pile"][-3:] == ["orgy", "orgy", "shuffle"]
