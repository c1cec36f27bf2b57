"""The game of chests: who gets which, what is still to be done, and how to go back. A pure state machine over a Box.

`look/companion_model.js` is the same for the device, from the same tables (`device`); a test plays both side by side.
Whatever is repeated comes out as it did, since nothing is drawn after the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod

from eminence.core.companion import HOME, ROLES, Box, Stop


@dataclass(frozen=True, slots=True)
class Evening:
    """A game with the box, from its first chest to its last."""

    assignment: int
    schedule: int
    at: int = 0
    """The stop of the course where everybody is."""
    done: int = 0
    """How many stops, from the first on, have been finished: those may be passed again without scanning."""
    scanned: tuple[int, ...] = ()
    """The marks of the chests that were scanned at this stop, in their order."""


def begin(box: Box, below: Callable[[int], int], wishes: Sequence[Sequence[int]] = ()) -> Evening:
    """A new game. `below(n)` draws a number below n; wishes, by colour and role: 0 none, 1 wanted, 2 unwanted."""
    odds = weights(box, wishes)
    drawn, assignment = below(sum(odds)), 0
    while drawn >= odds[assignment]:
        drawn -= odds[assignment]
        assignment += 1
    return Evening(assignment, below(len(box.schedules)))


def weights(box: Box, wishes: Sequence[Sequence[int]] = ()) -> list[int]:
    """How much each assignment counts when roles are drawn: all are possible, whatever anybody wishes."""
    if not wishes:
        return [1] * len(box.assignments)
    return [
        prod(box.weights[wish[box.roles[mark]]] for wish, mark in zip(wishes, marks, strict=True))
        for marks in box.assignments
    ]


def stop(box: Box, evening: Evening) -> Stop:
    """Where everybody is."""
    return box.course[evening.at]


def receiver(box: Box, evening: Evening, mark: int) -> int:
    """The colour that gets a chest now."""
    here, owners = stop(box, evening), box.assignments[evening.assignment]
    if here.scan in (ROLES, HOME):
        return owners.index(mark)
    return owners.index(box.schedules[evening.schedule][here.round - 1][int(here.scan)][mark])


def scan(box: Box, evening: Evening, mark: int) -> tuple[Evening, int]:
    """A chest was held before the device: what comes of it, and the colour that it goes to. Once more is harmless."""
    colour = receiver(box, evening, mark)
    if mark in evening.scanned:
        return evening, colour
    scanned = (*evening.scanned, mark)
    done = max(evening.done, evening.at + 1) if len(scanned) == len(box.marks) else evening.done
    return replace(evening, scanned=scanned, done=done), colour


def may_go_on(box: Box, evening: Evening) -> bool:
    """Whether the next stop is open: where all chests were scanned, now or before, or none had to be."""
    more = evening.at + 1 < len(box.course)
    return more and (not stop(box, evening).scan or evening.at < evening.done)


def go_on(box: Box, evening: Evening) -> Evening:
    """To the next stop, if it is open."""
    if not may_go_on(box, evening):
        return evening
    return replace(evening, at=evening.at + 1, done=max(evening.done, evening.at + 1), scanned=())


def go_back(box: Box, evening: Evening) -> Evening:
    """To the stop before. A distribution that is repeated is exactly as it was."""
    return replace(evening, at=max(evening.at - 1, 0), scanned=())
