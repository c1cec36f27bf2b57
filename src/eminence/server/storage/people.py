"""People as the database knows them: a person becomes a row with the first thing done.

The personal link carries the same person to another browser; whoever has it plays as that person.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection, insert, select, update

from eminence.server.problems import Problem
from eminence.server.storage import tables
from eminence.server.storage.rooms import Room, checked_name, new_token, same

A_WHILE: Final = 24 * 3600.0
"""Seconds within which it is not written down again that somebody was seen."""
USUAL: Final = "usual"
SPEEDS: Final = {"calm": 2.0, USUAL: 1.0, "quick": 0.4}
"""How fast bots may answer: by how much longer or shorter the beat is than the house's own."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person as the database knows him."""

    id: str
    token: str
    name: str
    seen: float
    speed: str = USUAL
    """How fast bots answer where he is alone with them: one of `SPEEDS`."""

    @property
    def link(self) -> str:
        """What stands at the end of the personal link."""
        return f"{self.id}.{self.token}"


def find(connection: Connection, person: str) -> Person | None:
    """A person, if he has done something here."""
    row = connection.execute(select(tables.people).where(tables.people.c.id == person)).one_or_none()
    return None if row is None else Person(row.id, row.token, row.name, row.seen, row.speed)


def meet(connection: Connection, person: str, name: str | None = None) -> Person:
    """A person who does something: known from now on, under a name if he gives one."""
    known, now = find(connection, person), time.time()
    if known is None:
        known = Person(person, new_token(), checked_name(name or ""), now)
        connection.execute(
            insert(tables.people).values(id=known.id, token=known.token, name=known.name, since=now, seen=now)
        )
        return known
    named = known.name if name is None else checked_name(name)
    if named != known.name or abs(now - known.seen) > A_WHILE:
        connection.execute(update(tables.people).where(tables.people.c.id == person).values(name=named, seen=now))
        known = replace(known, name=named, seen=now)
    return known


def set_speed(connection: Connection, person: str, speed: str) -> None:
    """From now on, bots answer this fast where a person is alone with them."""
    if speed not in SPEEDS:
        raise Problem("bad_form")
    meet(connection, person)
    connection.execute(update(tables.people).where(tables.people.c.id == person).values(speed=speed))


def beat(connection: Connection, room: Room) -> float:
    """By how much the beat of bots is longer or shorter in a room: as whoever is alone with them wants it."""
    known = find(connection, room.only_person)
    return SPEEDS.get(known.speed, 1.0) if known else 1.0


def notes_read(connection: Connection, person: str, game: str) -> list[str]:
    """The notes for a first game that a person has read."""
    column = tables.people.c.notes
    found = connection.execute(select(column).where(tables.people.c.id == person)).scalar_one_or_none() or ""
    return [note for known, _, note in (one.partition(":") for one in found.split()) if known == game]


def read_notes(connection: Connection, person: str, game: str, notes: Sequence[str]) -> None:
    """From now on these are the notes of a game that a person has read, and no others."""
    meet(connection, person)
    column = tables.people.c.notes
    found = connection.execute(select(column).where(tables.people.c.id == person)).scalar_one()
    others = [one for one in found.split() if not one.startswith(f"{game}:")]
    known = " ".join([*others, *(f"{game}:{note}" for note in dict.fromkeys(notes))])
    connection.execute(update(tables.people).where(tables.people.c.id == person).values(notes=known))


def by_link(connection: Connection, link: str) -> Person:
    """The person of a personal link."""
    person, _, token = link.partition(".")
    known = find(connection, person)
    if known is None or not same(known.token, token):
        raise Problem("no_link")
    return known
