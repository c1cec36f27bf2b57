"""What can happen in a game of Richelieu."""

from typing import ClassVar, Final

from eminence.core.event import Event
from eminence.core.visibility import Sees, everyone, owner


class Dealt(Event):
    """The cards and the discs have been laid out."""


class Took(Event):
    """A player took a card from an end of a row."""

    seat: int
    card: int
    place: int


class TookDisc(Event):
    """A player took the disc that lay on the card, and looked at it."""

    LIES_IN: ClassVar[dict[str, str]] = {"disc": "discs"}
    REVEALS: ClassVar[Sees] = owner
    seat: int
    disc: int | None


class Paid(Event):
    """A player gave up a marker for a card under another's: from a place on the table, or from hand (-1)."""

    seat: int
    place: int


class MarkerReturned(Event):
    """A marker came off the table, back to its owner."""

    seat: int
    place: int


class Marked(Event):
    """A player placed a marker on a card."""

    seat: int
    card: int
    place: int


class Regained(Event):
    """A player gave up a "marker back" disc and has a marker again."""

    REVEALS: ClassVar[Sees] = everyone
    seat: int


class SatOut(Event):
    """A player could take no card."""

    seat: int


class Counted(Event):
    """All discs were turned up and the points counted."""

    REVEALS: ClassVar[Sees] = everyone
    discs: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]


ALL: Final = (Dealt, Took, TookDisc, Paid, MarkerReturned, Marked, Regained, SatOut, Counted)
