"""Chat: among the players of a room, and apart from it among its spectators."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, insert, select, update

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
    text = rooms.tidy(text)
    if not text or len(text) > LONGEST:
        raise Problem("bad_text", longest=LONGEST)
    connection.execute(
        insert(tables.chat).values(
            room=room.id, number=room.said, gallery=gallery, person=person, name=name, text=text, at=time.time()
        )
    )
    connection.execute(update(tables.rooms).where(tables.rooms.c.id == room.id).values(said=room.said + 1))
    return rooms.read(connection, room.id)


def heard(connection: Connection, room: Room, gallery: bool, since: int = 0) -> list[Line]:
    """What was said, from line number `since` on, oldest first."""
    c = tables.chat.c
    query = select(c.number, c.person, c.name, c.text, c.at).where(
        c.room == room.id, c.gallery == gallery, c.number >= since
    )
    rows = connection.execute(query.order_by(c.number.desc()).limit(SHOWN)).all()
    return [Line(*row) for row in reversed(rows)]
