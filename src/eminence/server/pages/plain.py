"""The page of a game that brings none: what its reader may know as text, and every choice a button with its label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from eminence.core.ask import Ask
from eminence.core.showing import Lately, in_plain_text
from eminence.core.texts import Texts
from eminence.core.texts.telling import Telling
from eminence.core.view import View
from eminence.games import game

LATELY: Final = 0
LOOK: Final = "plain.html"


@dataclass(frozen=True, slots=True)
class Scene:
    """What `plain.html` shows."""

    title: str
    text: str


def scene(view: View, ask: Ask | None, telling: Telling, lately: Lately) -> Scene:
    """The table as the game describes it. What happened lately is told below it, as in every game."""
    title = Texts(telling.texts.language, "eminence.server")("plain.title")
    return Scene(title, in_plain_text(game(view.game, view.rules), view, telling))


def on_table(code: int) -> bool:
    """Nothing on the board can be tapped: all choices stand below the question."""
    return False
