"""No table waits for somebody who does not open his nonce: `storage.opening` says what happens instead."""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection

from eminence.server.answering.timers import Timers
from eminence.server.problems import Problem
from eminence.server.storage import match_log, opening, rooms
from eminence.server.storage.match_log import OpenRoom

Stage = tuple[str, float]
"""A room, and since when it waits: a stage has one end only."""


class Openings(Timers[Stage]):
    """Goes on without whoever is late, in every room."""

    failed = "opening_failed"

    def rooms(self, connection: Connection) -> list[str]:
        return rooms.being_opened(connection)

    def look_after(self, opened: OpenRoom) -> None:
        """If somebody is to open his nonce, he has so much time."""
        room = opened.room
        if room.stage:
            key = (room.id, room.opening_since)
            self.wait(key, room.opening_since, partial(go_on, key), self.pause)


def go_on(stage: Stage, connection: Connection) -> OpenRoom:
    """The time of a stage is up. Problem if they were in time."""
    name, since = stage
    room = rooms.read(connection, name, to_change=True)
    if room.opening_since != since or not room.stage:
        raise Problem("too_late")
    return match_log.begin_if_full(connection, opening.go_on_without(connection, room))
