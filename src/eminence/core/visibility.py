"""Who sees what: declared once for each field of a state, in its game's VISIBLE table.

Hidden and open things are different fields, hidden by whose they are and never by which phase it is. Views, spectators,
the redaction of events and what bots imagine all follow from this table; in its words an event says who learns from it.
Fields are numbers, truth values, and lists of these; None stands for what is hidden, so it is never a field's value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Sees:
    """Who sees a field."""

    words: str
    by_item: bool = False
    """Whether the field has an item for each seat, or for each set of seats: hidden are single items."""
    seats: str = ""
    """The name of the field that has the set of seats who know it, where it is for a set of them to know."""

    @property
    def by_seat(self) -> bool:
        """Whether the field has an item for each seat, and everyone knows their own only."""
        return self.by_item and not self.seats

    @property
    def on_table(self) -> Sees:
        """Who, of those in whose View it is, has it before his eyes and need not remember it."""
        return owner if self is memory else nobody if self is own_memory else everyone


everyone: Final = Sees("everyone")
owner: Final = Sees("owner", by_item=True)
"""A list with an item for each seat: everyone sees their own item only."""
nobody: Final = Sees("nobody")
memory: Final = Sees("memory")
"""A list with an item for each seat, behind its screen, yet anyone who watched can work it out: all of it is in the
View for bots, one's own on the page."""
own_memory: Final = Sees("own memory", by_item=True)
"""A list with an item for each seat, which its owner remembers but may not look up: in his View, off the page."""


def seats_in(field: str) -> Sees:
    """Those seats that are in a set: "these two saw it". The set is another field, which everyone sees: one for all of
    this field, or a list with one for each item. An event that tells of such a thing has the set in a field of the same
    name."""
    return Sees(f"the seats in {field}", by_item=True, seats=field)


FLOW: Final[Mapping[str, Sees]] = {
    "steps": everyone,  # what is going on, by the names of the steps
    "asked": everyone,  # who must answer
    "waiting": everyone,  # who has not given a sealed answer yet
    "sealed": owner,  # the sealed answers
}
"""The fields that every state has."""


def masked(value: Any, sees: Sees, seat: int | None, knowing: Any = None) -> Any:
    """A field's value as one seat (or a spectator, None) may know it: what it may not know is None.

    `knowing` is, for what a set of seats knows, that set, or the list of them.

    >>> masked([7, 8], owner, 1), masked([7, 8], owner, None), masked(9, nobody, 0)
    ([None, 8], [None, None], None)
    >>> masked([7, 8], seats_in("saw"), 1, [0b011, 0b101]), masked(9, seats_in("saw"), 1, 0b110)
    ([7, None], 9)
    """
    if sees is nobody:
        return None
    if sees.seats:
        if isinstance(knowing, list):
            return [item if knows(seats, seat) else None for item, seats in zip(value, knowing, strict=True)]
        return value if knows(knowing, seat) else None
    if sees.by_item:
        return [item if seat == i else None for i, item in enumerate(value)]
    return value


def knows(seats: int, seat: int | None) -> bool:
    """Whether a seat is in a set of them; a spectator (None) never is."""
    return seat is not None and bool(seats >> seat & 1)
