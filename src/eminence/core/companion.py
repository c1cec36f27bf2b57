"""What a game brings that is played with its own box, and a device on the table that says whom each chest goes to.

An attribute of a Game (`Game.companion`), made once. The rules of carrying chests are in `eminence.companion`, which
knows no game; here a game says what it has: its colours, its chests, how they may travel, what is done in which order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from eminence.core.game import CountLine

ROLES: Final = "roles"
"""The first carrying of all: whoever gets a chest has the role that it stands for."""
HOME: Final = "home"
"""Every chest goes back to whoever it belongs to."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One screen of an evening: what is to be done, and whether all chests are held before the device for it."""

    key: str
    """Of its texts in the game: `companion.stop.<key>.title` and `.todo`, one line for each thing to do."""
    round: int = 0
    """0 before the first round."""
    phase: str = ""
    """The phase of the round it stands in, by its name; its text is `phase.<phase>`."""
    scan: str = ""
    """`ROLES`, `HOME`, or the number of a distribution, from "0": chests go by the schedule. "": nothing is scanned."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A number that is asked of each player for the final count; or, with `one_of_all`, which one player it is."""

    key: str
    least: int = 0
    most: int = 999
    one_of_all: bool = False


@dataclass(frozen=True, slots=True)
class Counting:
    """The final count of a table with the real box, by the code that counts the game of the house."""

    entries: tuple[Entry, ...]
    """Of their texts in the game: `companion.count.<key>`."""
    lines: Callable[[Sequence[Mapping[str, int]]], list[CountLine]]
    best: Callable[[Sequence[Mapping[str, int]]], list[int]]
    """Who has won, by what was entered for each."""


@dataclass(frozen=True, slots=True)
class Box:
    """What a companion has to know of a box. Chests are known by their mark, players by their colour, as seats are."""

    emblems: tuple[str, ...]
    """The drawing of each colour, which `look/drawings.svg` has; its name is `seat.<colour>.name`."""
    marks: tuple[str, ...]
    """The name of each mark: its text is `companion.chest.<mark>`."""
    signs: tuple[str, ...]
    """The drawing of each mark."""
    chest: str
    """The drawing of a closed chest."""
    role_names: tuple[str, ...]
    """Its text is `companion.role.<name>`."""
    roles: tuple[int, ...]
    """The role that each mark stands for."""
    assignments: tuple[tuple[int, ...], ...]
    """All ways to deal the chests: the mark of each colour."""
    weights: tuple[int, int, int]
    """How much an assignment counts for each role that its owner did not speak of, wanted, or did not want."""
    schedules: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
    """All ways in which chests may travel: by round and distribution, the receiver's mark by the owner's."""
    course: tuple[Stop, ...]
    counting: Counting

    @property
    def scans(self) -> int:
        """How many times a chest is held before the device in a whole game."""
        return sum(len(self.marks) for stop in self.course if stop.scan)
