"""Answers that are opened when their time has come, so that how long they took tells nothing.

What is put together in private (`Game.held`: a chest that is taken or left, what is loaded into one) takes whoever has
something to put together longer than others. So nobody is seen to have answered, and what all have answered is opened a
pause after the question, which is always the same, or when the last answer comes, if that is later: whatever was
chosen, and however quickly. Until then the last answer lies beside the log (`match_log`).

Bots see no clock. Where one person sits among them and nobody looks on, all is opened at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection

from eminence.server.answering.bots import Change
from eminence.server.answering.timers import Timers
from eminence.server.storage import match_log, rooms
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.rooms import Room

Question = tuple[str, float]
"""A room, and since when it waits for answers."""


class Holding(Timers[Question]):
    """Opens what was answered, in every room."""

    failed = "holding_failed"

    def __init__(self, pause: float, change: Change, watched: Callable[[str], bool]) -> None:
        super().__init__(pause, change)
        self.watched = watched
        """Whether spectators have looked at a room."""

    def rooms(self, connection: Connection) -> list[str]:
        return rooms.with_answers_laid(connection)

    def holds(self, room: Room) -> bool:
        """Whether an answer that waits in a room has its time still to come."""
        return self.is_seen(room) and 0 < room.moved + self.pause - time.time() <= self.pause

    def is_seen(self, room: Room) -> bool:
        """Whether there is somebody who could learn from the clock what a person does."""
        watched = self.watched(room.id)
        return any(seat.person and not room.is_unseen(seat.seat, watched) for seat in room.seats)

    def look_after(self, opened: OpenRoom) -> None:
        """If an answer waits, it has its time."""
        room = opened.room
        if room.laid:
            self.wait((room.id, room.moved), room.moved, partial(match_log.open_laid, room_id=room.id), self.pause)
