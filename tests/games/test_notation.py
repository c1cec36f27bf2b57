"""The notation of every game: stable texts both ways, careless typing, what is no choice, and positions as text."""

import pytest

from eminence.core.errors import UnknownChoice
from eminence.core.game import Game
from tests.games.playing import curious, every_game

NONSENSE = ("", " ", "62", "☃", "no such thing", "take\x00", "tаke")  # the last one with a letter from elsewhere


@every_game
def test_every_choice_has_a_text_and_every_text_its_choice(game: Game) -> None:
    texts = {}
    for code in range(game.codes):
        try:
            texts[code] = game.text(code)
        except LookupError:
            continue
    assert len(set(texts.values())) == len(texts) > 0
    assert len({text.casefold() for text in texts.values()}) == len(texts), "careless typing means one choice only"
    for code, text in texts.items():
        assert text == " ".join(text.split())
        for typed in (text, text.upper(), text.lower(), f"  {text.replace(' ', '   ')} \n", text.title()):
            assert game.code(typed) == code, typed
        assert game.choice(code).text == text
    for number in (-1, game.codes, game.codes + 7):
        with pytest.raises(LookupError):
            game.text(number)
    for typed in (*NONSENSE, *(f"{text} x" for text in texts.values())):
        with pytest.raises(UnknownChoice, match=f"is not a choice of {game.title}"):
            game.code(typed)


@every_game
def test_every_position_can_be_written_as_text(game: Game) -> None:
    for number, match in enumerate(curious(game, "describe")):
        if number % 50 == 0 or match.over:
            for seat in (None, *range(match.seats)):
                view = match.view(seat)
                text = game.describe(view)
                assert len(text.splitlines()) > match.seats
                assert "None" not in text
                assert text == text.strip()
