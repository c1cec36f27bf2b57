"""Views for people who write programs: names and lists where a State has numbers that hold many things.

A game says in its `readings` how the numbers of a field are read: the same names as in its choices. `Game.read` gives a
whole view that way; fields that are not named there are plain numbers and truth values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from eminence.core.bags import each
from eminence.core.bits import members

Reading = Callable[[Any], Any]
"""Makes of a number what it stands for."""


def one_of(names: Sequence[str], nothing: int = -1) -> Reading:
    """A number that stands for one thing, or for none.

    >>> one_of(["ruby", "amber"])(1), one_of(["ruby", "amber"])(-1)
    ('amber', None)
    """
    return lambda number: None if number == nothing else names[number]


def set_of(names: Sequence[str]) -> Reading:
    """A set of things (`core.bits`), smallest first.

    >>> set_of(["ruby", "amber", "jade"])(0b101)
    ['ruby', 'jade']
    """
    return lambda number: [names[member] for member in members(number)]


def bag_of(names: Sequence[str]) -> Reading:
    """A bag of things (`core.bags`): each as often as it is there.

    >>> bag_of(["ruby", "amber"])(0x12)
    ['ruby', 'ruby', 'amber']
    """
    return lambda number: [names[kind] for kind in each(number)]


def truth(number: int) -> bool:
    """A number that is 0 or 1."""
    return bool(number)


def read(fields: Mapping[str, Any], readings: Mapping[str, Reading]) -> dict[str, Any]:
    """All fields of a view, read: every number of a field by its reading, however deep in lists; hidden is None."""
    return {name: _read(value, readings.get(name)) for name, value in fields.items()}


def whole(reading: Reading) -> Reading:
    """A reading of a whole list rather than of its numbers, one by one."""
    setattr(reading, "reads_whole", True)  # noqa: B010
    return reading


def _read(value: Any, reading: Reading | None) -> Any:
    if reading is None or value is None:
        return value
    if isinstance(value, list) and not getattr(reading, "reads_whole", False):
        return [_read(item, reading) for item in value]
    return reading(value)
