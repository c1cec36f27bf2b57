"""The hub: whoever looks at a room right now is woken when something changes in it.

It remembers rooms only while somebody listens, and only as they last stood: what a listener missed is in the database.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from eminence.core.event import Event
from eminence.server.log import Opened

REMEMBERED: Final = 64
"""How many of the last events of a room are kept at hand."""
FRESH: Final = 5.0
"""Seconds for which a scene that was drawn is kept at hand: those who are woken by a change all come at once."""


@dataclass(eq=False, slots=True)
class Listener:
    """One open stream. `woken` is set when there is something to look at."""

    seat: int | None
    woken: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False, slots=True)
class Slot:
    """A room that somebody listens to."""

    listeners: set[Listener] = field(default_factory=set)
    opened: Opened | None = None
    """How the room stood after its last change; None if none has happened since somebody listens."""
    events: list[tuple[int, Event]] = field(default_factory=list)
    """The last events, hidden things included, with their numbers."""
    drawn: dict[object, str] = field(default_factory=dict)
    """Scenes as they were drawn since then, so that many spectators cost no more than one."""
    drawing: threading.Lock = field(default_factory=threading.Lock)
    """Held while a scene is drawn: whoever wants the same one meanwhile waits for it, and does not draw it again."""

    @property
    def here(self) -> frozenset[int]:
        """The seats whose people are connected."""
        listening = tuple(self.listeners)  # threads look here too, while others come and go
        return frozenset(listener.seat for listener in listening if listener.seat is not None)

    def wake(self) -> None:
        self.drawn = {}  # a new one: a thread that still draws the old scene keeps it to itself
        asyncio.get_running_loop().call_later(FRESH, self.drawn.clear)
        for listener in self.listeners:
            listener.woken.set()


class Hub:
    """All rooms that somebody listens to. Belongs to the event loop."""

    def __init__(self) -> None:
        self.slots: dict[str, Slot] = {}
        self.closing = False

    @contextmanager
    def listening(self, room: str, seat: int | None) -> Iterator[tuple[Slot, Listener]]:
        """Listen to a room for a while."""
        slot = self.slots.setdefault(room, Slot())
        listener = Listener(seat)
        before = slot.here
        slot.listeners.add(listener)
        if slot.here != before:
            slot.wake()
        try:
            yield slot, listener
        finally:
            before = slot.here
            slot.listeners.discard(listener)
            if not slot.listeners:
                self.slots.pop(room, None)
            elif slot.here != before:
                slot.wake()

    def here(self, room: str) -> frozenset[int]:
        """The seats of a room whose people are connected."""
        slot = self.slots.get(room)
        return frozenset() if slot is None else slot.here

    def publish(self, opened: Opened) -> None:
        """A room has changed."""
        slot = self.slots.get(opened.room.id)
        if slot is None:
            return
        last = slot.opened
        if last is not None and (opened.room.entries, opened.room.said) < (last.room.entries, last.room.said):
            return  # an earlier change, told later
        slot.opened = opened
        if opened.match is not None:
            new = opened.match.new_events
            known = slot.events[-1][0] if slot.events else -1
            first = opened.match.told - len(new)
            at_hand = slot.events if first <= known + 1 else []  # or something in between was not told here
            new_here = [(first + i, event) for i, event in enumerate(new) if first + i > known]
            slot.events = [*at_hand, *new_here][-REMEMBERED:]  # a new one: threads may be reading the old
        slot.wake()

    def close(self) -> None:
        """End all streams."""
        self.closing = True
        for slot in self.slots.values():
            slot.wake()
