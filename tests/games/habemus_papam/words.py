"""What 1655 – Habemus Papam says to a reader, as its tests ask for it."""

from eminence.core.match import Match
from eminence.core.texts.telling import telling
from eminence.games.habemus_papam.telling import Telling
from tests.games.habemus_papam.tables import GAME

PACKAGE = "eminence.games.habemus_papam"


def told_to(reader: int | None, language: str = "en", names: dict[int, str] | None = None) -> Telling:
    found = telling(GAME, language, reader, names)
    assert isinstance(found, Telling)
    return found


def prompt(match: Match, seat: int) -> str:
    return told_to(seat).prompt(match.view(seat), match.asks()[seat])


def label(match: Match, seat: int, text: str) -> str:
    return told_to(seat).label(match.view(seat), GAME.choice(GAME.code(text)))
