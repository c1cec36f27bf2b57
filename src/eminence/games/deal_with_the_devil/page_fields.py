"""What a form in the ask bar is made of: groups of questions with their fields, and the buttons that send it."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.core.page_kit import Button
from eminence.games.deal_with_the_devil.page_parts import Card, Inquisitor


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be picked; with `why` it is not the reader's, and says so."""

    value: str
    name: str
    note: str = ""
    drawing: str = ""
    card: Card | None = None
    checked: bool = False
    short: str = ""
    """What stands beside a drawing that says the rest."""
    why: Button | None = None
    seat: int = -1
    said: str = ""
    """What a line that is folded says of it, where that is not its name."""

    @property
    def words(self) -> str:
        return self.said or self.name or (self.card.name if self.card else "")


@dataclass(frozen=True, slots=True)
class Question:
    """A part of a form: see `form.js` for what the fields mean to the script."""

    q: str
    kind: str
    """`radio`, `boxes`, `select`, `number`, `hidden`, or `rows`."""
    title: str
    options: tuple[Option, ...] = ()
    at: int = 0
    when: str = ""
    differs: str = ""
    swaps: str = ""
    idle: str = ""
    costs: bool = False
    need: int = 0
    # of a number
    sends: str = ""
    least: int = 0
    most: int = 0
    zero: str = ""
    drawing: str = ""
    more: str = ""
    less: str = ""
    to: tuple[str, int] | None = None
    """A chip that sets the number at once."""
    # of what is always sent
    counts: str = ""
    below: int = 0
    of: str = ""
    # of a row that can be moved
    inquisitor: Inquisitor | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Questions that stand together."""

    name: str
    title: str
    questions: tuple[Question, ...]
    hint: str = ""
    shut: str = ""
    """Why there is nothing to fill in, for trays that are not the reader's."""
    line: str = ""
    """A line of a board, which folds on narrow screens and then says what was chosen; by its name."""
    places: tuple[int, ...] = ()
    """For a line: the steps of the action board that it stands for."""


@dataclass(frozen=True, slots=True)
class Sender:
    """A button that sends what was put together, and then its own choices. Without a label, the forecast has it."""

    label: str
    last: tuple[str, ...] = ()
    first: bool = False
    sure: str = ""
    drawing: str = ""
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """A form for an answer of several parts."""

    step: str
    key: str
    prompt: str
    groups: tuple[Group, ...]
    senders: tuple[Sender, ...]
    small: tuple[Button, ...]
    """The question as it is put, where no script runs."""
    preset: tuple[int, ...]
    """What it would send as it is drawn."""
    budget: int = 0
    """How many of its parts may be used, if that is limited: action tokens, of which the first are free."""
    tokens: int = 0
    again: tuple[str, str] | None = None
    """A button that fills in what was sent the last time: its label, and the choices as a list in JSON."""
