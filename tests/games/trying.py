"""What somebody might try in a game, and the key of the reason by which he may not: for modules of situations."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice

from eminence.core.errors import UnknownChoice
from eminence.core.game import Game
from eminence.core.state import NOT_NOW
from eminence.core.texts import Texts
from eminence.core.texts.telling import package_of, telling
from eminence.core.view import View
from eminence.games import game

Find = Callable[[View, int], list[str]]
"""What the seat that has a view might try there."""
WHY = "why."


class Asked(Texts):
    """Texts that remember which reasons they were asked for."""

    def __init__(self, language: str, *packages: str) -> None:
        super().__init__(language, *packages)
        self.reasons: list[str] = []

    def __call__(self, key: str, /, **fields: object) -> str:
        if key.startswith(WHY):
            self.reasons.append(_rule(key))
        return super().__call__(key, **fields)


def _rule(key: str) -> str:
    """The rule that a text gives as its reason. That something is not asked now is one rule, whatever it is."""
    return NOT_NOW if key.startswith(WHY + NOT_NOW) else key.removeprefix(WHY)


@cache
def _texts(known: Game) -> Asked:
    return Asked("en", "eminence.core", package_of(known))


def reasons(known: Game) -> set[str]:
    """The keys of all reasons that a game has texts for."""
    return {_rule(key) for key in _texts(known) if key.startswith(WHY)}


def reason(view: View, choice: str) -> str | None:
    """The key of the reason that a game gives to whoever has this view, if it gives one."""
    known, texts = game(view.game), _texts(game(view.game))
    told = type(telling(known, "en", view.seat))(known, texts, view.seat)
    texts.reasons.clear()
    try:
        why = told.why_not(view, known.code(choice))
    except UnknownChoice:
        why = told.why_unknown(choice)
    return texts.reasons[-1] if why and texts.reasons else None


def says(*choices: str) -> Find:
    """Somebody tries this, however it stands."""
    return lambda view, seat: list(choices)


def at_anothers_turn(*choices: str) -> Find:
    """Somebody tries this while others are asked."""
    return lambda view, seat: [] if seat in view.asked else list(choices)


def refused_by(word: str, key: str) -> Find:
    """What begins with a word and is refused for a reason, one of them: where it takes the whole rule to say what that
    is."""

    def find(view: View, seat: int) -> list[str]:
        texts = (text for text in game(view.game).codes_by_text if text.split()[0] == word)
        return [*islice((text for text in texts if reason(view, text) == key), 1)]

    return find
