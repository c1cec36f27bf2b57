"""What all parts of the table in the browser are made of: cards, buttons, and the words for both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from eminence.core.ask import Ask, Choice
from eminence.core.view import View
from eminence.games.caesar_cleopatra.components import FACES, GROUP_NAMES, VALUE
from eminence.games.caesar_cleopatra.notation import TEXTS
from eminence.games.caesar_cleopatra.telling import Telling

ANSWER: Final = "answer"
WHY: Final = "why"
NO_BUTTON: Final = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card to be drawn."""

    seat: int
    """Whose colours it has."""
    kind: int | None
    """None where the reader sees its back only."""
    action: bool
    covered: bool = False
    """Whether it lies face down, though the reader knows its face."""
    name: str = ""
    key: str = ""
    """Its name in the page, for travelling."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the board: `answer` gives an answer, `why` asks why something may not be chosen."""

    form: str
    value: str
    label: str


def sum_of(faces: list[int]) -> int:
    """What influence cards count together."""
    return sum(int(VALUE[face]) for face in faces)


class Part:
    """The view, what is asked, and the words for both."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling) -> None:
        self.view = view
        self.telling = telling
        self.texts = telling.texts
        self.reader = view.seat
        self.near = 0 if view.seat is None else view.seat
        self.far = 1 - self.near
        self.ask = ask
        self.step = "" if ask is None else ask.step
        self.offered: dict[int, Choice] = {} if ask is None else {choice.code: choice for choice in ask}

    def button(self, code: int, otherwise: str) -> Button:
        """The button of a choice: to give it, or to ask why it may not be given; that has another label."""
        choice = self.offered.get(code)
        if choice is not None:
            return Button(ANSWER, choice.text, self.telling.label(self.view, choice))
        watching = self.reader is None or self.view.over
        return Button(NO_BUTTON if watching else WHY, TEXTS[code], otherwise)

    def card(self, seat: int, kind: int | None, key: str = "", covered: bool = False, action: bool = False) -> Card:
        """A card as it is drawn; of one whose face is not seen only the sort is known."""
        if kind is None:
            back = self.texts("page.back.action" if action else "page.back.influence")
            return Card(seat, None, action, True, back, key)
        return Card(seat, kind, kind >= FACES, covered, self.telling.card(kind, "name"), key)

    def group_name(self, group: int) -> str:
        """A group as a heading."""
        return self.texts(f"count.groups.{GROUP_NAMES[group]}")
