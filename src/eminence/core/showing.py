"""What a game that draws its own table must have: in the browser a Page, in the terminal a Picture.

Both are attributes of a Game, and its modules `page` and `terminal` are such things as they stand. A game without them
is shown as plain text, from `Game.describe` and its telling.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from eminence.core.ask import Ask
from eminence.core.event import Event
from eminence.core.game import Game
from eminence.core.texts.telling import Telling
from eminence.core.view import View

if TYPE_CHECKING:
    from rich.console import RenderableType


def in_plain_text(game: Game, view: View, telling: Telling) -> str:
    """The table of a game that does not draw it: what the game describes, and who sits on which seat."""
    seats = ", ".join(telling.texts("join.seat", n=seat, who=telling.name(seat)) for seat in range(view.seats))
    return f"{game.describe(view)}\n({seats})"


@dataclass(frozen=True, slots=True)
class Lately:
    """What has happened last, as a reader may know it."""

    events: Sequence[Event] = ()
    """At least as many as his page wants to be given; once anything has happened, at least one."""
    fresh: Sequence[Event] = ()
    """What has happened since he last answered, his answer included; for a spectator, the last few events."""

    def by_others(self, reader: int | None) -> list[Event]:
        """What was done since then, but not by him: it stays marked on the board until he answers again."""
        return [event for event in self.fresh if reader is None or getattr(event, "seat", None) != reader]


class Page(Protocol):
    """A game's table in the browser. Its `look/table.html` has the macros others, board and own, which get a scene."""

    @property
    def LATELY(self) -> int:  # noqa: N802 (a module has it as a constant)
        """How many of the last events a scene is given, besides those since its reader's last answer."""

    def scene(self, view: View, ask: Ask | None, telling: Telling, lately: Lately, /) -> Any:
        """The table as the reader of the telling sees it, with what he is asked: all that the macros get."""

    @property
    def REVEALS(self) -> bool:  # noqa: N802
        """Whether a scene of a match that is over is given all that was hidden."""

    def forecast(self, view: View, ask: Ask, telling: Telling, choices: Sequence[int], /) -> Any:
        """What would come of choices that the reader is composing: all that the macro `forecast` gets, or None."""

    def on_table(self, code: int, /) -> bool:
        """Whether the board itself draws the button of this choice. All others stand below the question."""


class Picture(Protocol):
    """A game's table in the terminal."""

    def draw(self, view: View, ask: Ask | None, telling: Telling, low: bool, /) -> RenderableType:
        """The table as a seat sees it, with what it may do lit; in few lines where the screen is low."""
