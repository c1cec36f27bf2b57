"""What the tables of all games in the terminal are made of: a Picture that Rich prints line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from eminence.core.ask import Ask
from eminence.core.state import State
from eminence.core.texts import sentence
from eminence.core.texts.telling import Telling
from eminence.core.view import View

QUIET: Final = "dim"
LIT: Final = "bold red"
LIT_NAME: Final = "bold #ffffff on #a31621"
READABLE: Final = 90
"""What is told beneath a table is no wider than this."""


class Picture:
    """The table as one seat, or a spectator, sees it; what an ask offers is lit. A game's own says what `lines` are.

    `DRAWN` are its signs, `LETTERS` the same for terminals that cannot draw.
    """

    DRAWN: ClassVar[Any]
    LETTERS: ClassVar[Any]
    telling: Telling
    s: State
    """What the view shows."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling, low: bool) -> None:
        """On a `low` screen, what can be spared is left out: frames, empty lines, the legend."""
        self.view = view
        self.ask = ask
        self.telling = telling
        self.s = telling.known(view)
        self.t = telling.texts
        self.low = low
        self.offered = {choice.code for choice in ask or ()}

    def lines(self) -> Iterator[Text]:
        """What is printed, line by line. Where answers are not `typed`, as on a page, lines are broken elsewhere, and
        what one would type is called by its name."""
        raise NotImplementedError

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.console, self.width, self.typed = console, options.max_width, not options.no_wrap
        self.glyphs = self.LETTERS if options.ascii_only else self.DRAWN
        for line in self.lines():
            line.no_wrap, line.overflow = True, "crop"
            yield line

    def wrapped(self, text: Text, most: int = READABLE, first: int = 0) -> Iterator[Text]:
        """A text in lines, all but the first a little in from the edge; the first by `first`."""
        for number, line in enumerate(text.wrap(self.console, min(self.width, most) - 2)):
            yield Text.assemble(" " * (2 if number else first), line)

    def who(self, seat: int) -> str:
        """A player as a heading: "You" for the reader."""
        return sentence(self.telling.who(seat))

    def legend(self, signs: list[tuple[str, str]]) -> str:
        """What signs mean, each with the key of its words."""
        return "  ".join(f"{sign} {self.t(f'look.legend.{key}')}".strip() for sign, key in signs)


def padded(text: Text, width: int, right: bool = False) -> Text:
    """A text filled up with spaces, after it or (to stand on the right) before it."""
    room = max(0, width - text.cell_len)
    return Text.assemble(" " * room, text) if right else Text.assemble(text, " " * room)
