"""The notation of every game: stable texts both ways, careless typing, what is no choice, and positions as text."""

import pytest

from eminence.core.errors import UnknownChoice
from eminence.core.game import Game
from tests.games.playing import curious, every_game

NONSENSE = ("", " ", "62", "☃", "no such thing", "take\x00", "tаke")  # the last one with a letter from elsewhere


@every_game
def test_choices_are_understood_however_carelessly_typed_and_nothing_else_is(game: Game) -> None:
    """That text and code stand for each other, one for one, is a law (4)."""
    texts = game.codes_by_text
    for text, code in texts.items():
        for typed in (text, text.upper(), text.lower(), f"  {text.replace(' ', '   ')} \n", text.title()):
            assert game.code(typed) == code, typed
    for typed in (*NONSENSE, *(f"{text} x" for text in texts)):
        with pytest.raises(UnknownChoice, match=f"is not a choice of {game.title}"):
            game.code(typed)


@every_game
def test_every_position_can_be_written_as_text(game: Game) -> None:
    for number, match in enumerate(curious(game, "describe")):
        if number % 50 == 0 or match.over:
            for seat in (None, *range(match.seats)):
                text = game.describe(match.view(seat))
                assert len(text.splitlines()) > match.seats
                assert "None" not in text
                assert text == text.strip()
