"""Live rooms: whoever looks at a room right now is woken when something changes in it.

They are remembered only while somebody listens, and only as they last stood: what a listener missed is in the database.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from eminence.core.event import Event
from eminence.server.storage.match_log import OpenRoom

REMEMBERED: Final = 64
"""How many of the last events of a room are kept at hand."""
FRESH: Final = 5.0
"""Seconds for which a scene that was drawn is kept at hand: those who are woken by a change all come at once."""


GLANCE: Final = 30.0
"""Seconds for which somebody counts as watching who has looked at a page that does not listen (without a script)."""


@dataclass(eq=False, slots=True)
class Listener:
    """One open stream. `woken` is set when there is something to look at."""

    seat: int | None
    woken: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False, slots=True)
class LiveRoom:
    """A room that somebody listens to."""

    listeners: set[Listener] = field(default_factory=set)
    opened: OpenRoom | None = None
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


class LiveRooms:
    """All rooms that somebody listens to. Belongs to the event loop."""

    def __init__(self, somebody_came: Callable[[str], None] = lambda room: None) -> None:
        self.rooms: dict[str, LiveRoom] = {}
        self.closing = False
        self.somebody_came = somebody_came
        """Called with a room that nobody watched until now."""
        self._glances: dict[str, float] = {}
        self._galleries: set[str] = set()

    def watched(self, room: str) -> bool:
        """Whether somebody listens to a room, or looked at it a moment ago."""
        return room in self.rooms or self._glances.get(room, -math.inf) > time.monotonic() - GLANCE

    def glance(self, room: str) -> None:
        """Somebody has looked at a room, and may not be listening."""
        came, now = not self.watched(room), time.monotonic()
        for old in [known for known, then in self._glances.items() if then <= now - GLANCE]:
            del self._glances[old]
        self._glances[room] = now
        if came:
            self.somebody_came(room)

    def has_gallery(self, room: str) -> bool:
        """Whether somebody without a seat has looked at a room that is in play. He may still be there, and sees the
        clock: so this does not change any more."""
        return room in self._galleries

    def open_gallery(self, room: str) -> None:
        """Somebody without a seat looks at a room: what goes without saying among bots does not any more."""
        if room in self._galleries:
            return
        self._galleries.add(room)
        live = self.rooms.get(room)
        if live is not None:
            live.wake()

    @contextmanager
    def listening(self, room: str, seat: int | None) -> Iterator[tuple[LiveRoom, Listener]]:
        """Listen to a room for a while."""
        came = not self.watched(room)
        live = self.rooms.setdefault(room, LiveRoom())
        listener = Listener(seat)
        before = live.here
        live.listeners.add(listener)
        if live.here != before:
            live.wake()
        if came:
            self.somebody_came(room)
        try:
            yield live, listener
        finally:
            before = live.here
            live.listeners.discard(listener)
            if not live.listeners:
                self.rooms.pop(room, None)
            elif live.here != before:
                live.wake()

    def here(self, room: str) -> frozenset[int]:
        """The seats of a room whose people are connected."""
        live = self.rooms.get(room)
        return frozenset() if live is None else live.here

    def publish(self, opened: OpenRoom) -> None:
        """A room has changed."""
        if opened.match is not None and opened.match.over:
            self._galleries.discard(opened.room.id)
        live = self.rooms.get(opened.room.id)
        if live is None:
            return
        last = live.opened
        if last is not None and (opened.room.entries, opened.room.said) < (last.room.entries, last.room.said):
            return  # an earlier change, told later
        live.opened = opened
        if opened.match is not None:
            new = opened.match.new_events
            known = live.events[-1][0] if live.events else -1
            first = opened.match.told - len(new)
            at_hand = live.events if first <= known + 1 else []  # or something in between was not told here
            new_here = [(first + i, event) for i, event in enumerate(new) if first + i > known]
            live.events = [*at_hand, *new_here][-REMEMBERED:]  # a new one: threads may be reading the old
        live.wake()

    def look_again(self, room: str) -> None:
        """Somebody has gone from a room, or the room is no more: whoever listens asks the database how it stands.

        A stream that then finds no room, or somebody else at its seat, ends.
        """
        live = self.rooms.get(room)
        if live is not None:
            live.opened, live.events = None, []
            live.wake()

    def close(self) -> None:
        """End all streams."""
        self.closing = True
        for live in self.rooms.values():
            live.wake()
