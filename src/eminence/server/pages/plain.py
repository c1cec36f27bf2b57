"""The page of a game that brings none: its picture in the terminal, or what it describes, as text; and every choice a
button with its label."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Console, RenderableType
from rich.style import Style

from eminence.core.ask import Ask
from eminence.core.showing import Lately, in_plain_text
from eminence.core.texts import Texts
from eminence.core.texts.telling import Telling
from eminence.core.view import View
from eminence.games import game

LATELY: Final = 0
REVEALS: Final = False
WIDE: Final = 5_000
INNER: Final = "   "
LOOK: Final = "plain.html"


@dataclass(frozen=True, slots=True)
class Line:
    """A line: whether it belongs to the one above it, and its pieces, each with its sort: lit, bold, quiet or none."""

    inner: bool
    pieces: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Scene:
    """What `plain.html` shows."""

    title: str
    lines: Sequence[Line]
    """Of its picture."""
    text: str
    """What it describes where it has no picture, in English."""


def scene(view: View, ask: Ask | None, telling: Telling, lately: Lately) -> Scene:
    """The table as the game describes it. What happened lately is told below it, as in every game."""
    title = Texts(telling.texts.language, "eminence.server")("plain.title")
    known = game(view.game, view.rules)
    if known.terminal is None:
        return Scene(title, (), in_plain_text(known, view, telling))
    return Scene(title, _lines(known.terminal.draw(view, ask, telling, False)), "")


def _lines(picture: RenderableType) -> list[Line]:
    """A picture as the terminal would print it if it were as wide as anybody likes: the browser breaks its lines."""
    console = Console(width=WIDE, file=io.StringIO(), color_system="truecolor", legacy_windows=False)
    drawn = console.render_lines(picture, console.options.update(no_wrap=True), pad=False)
    lines = [[(piece.text, _sort(piece.style)) for piece in line if piece.text.strip("\n")] for line in drawn]
    return [Line(pieces[0][0].startswith(INNER), pieces) for pieces in lines if pieces]


def _sort(style: Style | None) -> str:
    if style is None or not (style.bold or style.dim):
        return ""
    return "quiet" if style.dim else "lit" if style.bgcolor else "bold"


def forecast(view: View, ask: Ask, telling: Telling, choices: Sequence[int]) -> None:
    """Nothing is composed here."""


def on_table(code: int) -> bool:
    """Nothing on the board can be tapped: all choices stand below the question."""
    return False
