"""Chat: among the players of a room, and apart from it among its spectators.

Each is numbered by itself: a spectator must not learn from a number that was left out how much the players say.

Players may also say a phrase of their game, which is kept as such (`core.talk`): whoever reads it reads it in his own
language. Bots say nothing else.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select, update

from eminence.core.talk import UnknownPhrase
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
    phrase: str
    """Said instead of a text."""
    seat: int | None
    """Whose phrase it is."""


def say(connection: Connection, room: Room, gallery: bool, person: str, name: str, text: str) -> Room:
    """Say something, to the players or (in the gallery) to the other spectators."""
    text = tidy(text)
    if not text or len(text) > LONGEST:
        raise Problem("bad_text", longest=LONGEST)
    return _add(connection, room, gallery=gallery, person=person, name=name, text=text)


def say_phrase(connection: Connection, room: Room, seat: int, phrase: str, step: str) -> Room:
    """A seat, a person's or a bot's, says a phrase to the players, at a step of the match. Problem if it cannot."""
    talk = room.game.talk
    try:
        saying = talk.read(phrase, seat, len(room.seats)) if talk else None
    except UnknownPhrase as error:
        raise Problem("no_phrase", detail=str(error)) from None
    if saying is None or not saying.phrase.is_for(step):
        raise Problem("no_phrase")
    return _add(connection, room, gallery=False, person=room.seats[seat].person, phrase=saying.text, seat=seat)


def _add(connection: Connection, room: Room, *, gallery: bool, **what: Any) -> Room:
    number = lines(connection, room, gallery)
    line = {"name": "", "text": "", **what}
    connection.execute(insert(tables.chat).values(room=room.id, number=number, gallery=gallery, at=time.time(), **line))
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
    query = select(c.number, c.person, c.name, c.text, c.at, c.phrase, c.seat).where(
        c.room == room.id, c.gallery == gallery, c.number >= since
    )
    rows = connection.execute(query.order_by(c.number.desc()).limit(SHOWN)).all()
    return [Line(*row) for row in reversed(rows)]
