"""What the tables of all games in the browser are made of: what a reader sees and is asked, and buttons for both.

A game's page is a subclass of TablePage, made once. It draws a Scene from pieces; each piece is drawn by a subclass of
Part. Words that need nothing of the table the template looks up itself: a scene has the texts as `t`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from eminence.core.ask import Ask, Choice
from eminence.core.showing import Lately
from eminence.core.state import State
from eminence.core.texts import sentence
from eminence.core.texts.telling import Telling
from eminence.core.view import View

ANSWER: Final = "answer"
"""The form that gives an answer."""
WHY: Final = "why"
"""The form that asks why something may not be chosen."""
NO_BUTTON: Final = ""
"""The form of what cannot be pressed: for spectators, and after the end."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the board: the form it belongs to, the choice it names, and what it says."""

    form: str
    value: str
    label: str


class Part:
    """A piece of the table: what the reader of a telling sees, what he is asked, and the words for both.

    A game's own parts say of which kind `telling` and `s` are.
    """

    telling: Telling
    s: State
    """What the view shows."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling) -> None:
        self.view = view
        self.ask = ask
        self.telling = telling
        self.s = telling.known(view)
        self.t = telling.texts
        self.reader = view.seat
        self.near = 0 if view.seat is None else view.seat
        """The seat that is nearest to the reader: his own."""
        self.step = "" if ask is None else ask.step
        """What the reader is asked."""
        self.offered: dict[int, Choice] = {} if ask is None else {choice.code: choice for choice in ask}

    def button(self, code: int, otherwise: str = "") -> Button:
        """The button of a choice: to give it, or to ask why it may not be given; that has another label."""
        choice = self.offered.get(code)
        if choice is not None:
            return Button(ANSWER, choice.text, self.telling.label(self.view, choice))
        watching = self.reader is None or self.view.over
        return Button(NO_BUTTON if watching else WHY, self.telling.game.text(code), otherwise)

    def clockwise(self, first: int) -> list[int]:
        """All seats, clockwise from one."""
        return [(first + distance) % self.view.seats for distance in range(self.view.seats)]

    def who(self, seat: int) -> str:
        """A player as a heading: "You" for the reader."""
        return sentence(self.telling.who(seat))

    def name(self, seat: int) -> str:
        """A player's name as a heading."""
        return sentence(self.telling.name(seat))

    def role(self, seat: int) -> str:
        """A seat's role in the game, where the player's name does not tell it; else nothing."""
        role = self.t(f"seat.{seat}.name")
        return "" if self.telling.name(seat) == role else sentence(role)


class TablePage:
    """A game's table in the browser (see `core.showing.Page`), but for `scene`."""

    LATELY: ClassVar[int] = 0
    PART: ClassVar[type[Part]] = Part
    """What makes cards and other things for the pictures of the rules, in `look/rules.html`: of a table just dealt."""
    REVEALS: ClassVar[bool] = False
    IN_THE_BAR: ClassVar[Sequence[int]] = ()
    """The choices that have no place on the table: the ask bar draws their buttons."""

    def scene(self, view: View, ask: Ask | None, telling: Any, lately: Lately) -> Any:
        """The table as the reader of the telling sees it, with what he is asked and what happened lately."""
        raise NotImplementedError

    def forecast(self, view: View, ask: Ask, telling: Any, choices: Sequence[int]) -> Any:
        """What would come of choices that are being composed, for the macro `forecast`; None where nothing is told."""
        return None

    def on_table(self, code: int) -> bool:
        """Whether the board itself draws the button of this choice."""
        return code not in self.IN_THE_BAR
