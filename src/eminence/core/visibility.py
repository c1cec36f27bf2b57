"""Who sees what: declared once for each field of a state, in its game's VISIBLE table.

Hidden and open things are different fields, hidden by whose they are and never by which phase it is. Views, spectators,
the redaction of events and what bots imagine all follow from this table; in its words an event says who learns from it.
Fields are numbers, truth values, and lists of these; None stands for what is hidden, so it is never a field's value.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final


class Sees(Enum):
    """Who sees a field."""

    EVERYONE = "everyone"
    OWNER = "owner"
    """A list with an item for each seat: everyone sees their own item only."""
    NOBODY = "nobody"
    MEMORY = "memory"
    """A list with an item for each seat, behind its screen, yet anyone who watched can work it out: all of it is in
    the View for bots, one's own on the page."""
    OWN_MEMORY = "own memory"
    """A list with an item for each seat, which its owner remembers but may not look up: in his View, off the page."""

    by_seat: bool
    """Whether the field has an item for each seat, and everyone knows their own only."""

    def __init__(self, words: str) -> None:
        self.by_seat = words in ("owner", "own memory")

    @property
    def on_table(self) -> Sees:
        """Who has it before his eyes, and need not remember it."""
        return {Sees.MEMORY: Sees.OWNER, Sees.OWN_MEMORY: Sees.NOBODY}.get(self, Sees.EVERYONE)


everyone: Final = Sees.EVERYONE
owner: Final = Sees.OWNER
nobody: Final = Sees.NOBODY
memory: Final = Sees.MEMORY
own_memory: Final = Sees.OWN_MEMORY

FLOW: Final[Mapping[str, Sees]] = {
    "steps": everyone,  # what is going on, by the names of the steps
    "asked": everyone,  # who must answer
    "waiting": everyone,  # who has not given a sealed answer yet
    "sealed": owner,  # the sealed answers
}
"""The fields that every state has."""


def masked(value: Any, sees: Sees, seat: int | None) -> Any:
    """A field's value as one seat (or a spectator, None) may know it: what it may not know is None.

    >>> masked([7, 8], owner, 1), masked([7, 8], owner, None), masked(9, nobody, 0)
    ([None, 8], [None, None], None)
    """
    if sees is Sees.NOBODY:
        return None
    if sees.by_seat:
        return [item if seat == i else None for i, item in enumerate(value)]
    return value
