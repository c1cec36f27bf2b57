"""Chat: among the players of a room, and apart from it among its spectators.

Each is numbered by itself: a spectator must not learn from a number that was left out how much the players say.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, insert, select, update

from eminence.server.letters import tidy
from eminence.server.problems import Problem
from eminence.server.storage import rooms, tables
from eminence.server.storage.rooms import Room

LONGEST: Final = 500
SHOWN: Final = 200
"""How many of the last lines a page shows."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something that somebody said."""

    number: int
    person: str
    name: str
    text: str
    at: float


def say(connection: Connection, room: Room, gallery: bool, person: str, name: str, text: str) -> Room:
    """Say something, to the players or (in the gallery) to the other spectators."""
    text = tidy(text)
    if not text or len(text) > LONGEST:
        raise Problem("bad_text", longest=LONGEST)
    number = lines(connection, room, gallery)
    connection.execute(
        insert(tables.chat).values(
            room=room.id, number=number, gallery=gallery, person=person, name=name, text=text, at=time.time()
        )
    )
    connection.execute(update(tables.rooms).where(tables.rooms.c.id == room.id).values(said=room.said + 1))
    return rooms.read(connection, room.id)


def lines(connection: Connection, room: Room, gallery: bool) -> int:
    """How much was said there so far: the number of the next line."""
    c = tables.chat.c
    last = connection.scalar(select(func.max(c.number)).where(c.room == room.id, c.gallery == gallery))
    return 0 if last is None else int(last) + 1


def heard(connection: Connection, room: Room, gallery: bool, since: int = 0) -> list[Line]:
    """What was said, from line number `since` on, oldest first."""
    c = tables.chat.c
    query = select(c.number, c.person, c.name, c.text, c.at).where(
        c.room == room.id, c.gallery == gallery, c.number >= since
    )
    rows = connection.execute(query.order_by(c.number.desc()).limit(SHOWN)).all()
    return [Line(*row) for row in reversed(rows)]
