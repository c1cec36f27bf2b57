"""Checking a database: is every match in it what its rules, its secret and its answers give?

Everything that was written beside the log follows from it, and is computed again and compared.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from eminence.core import dealing
from eminence.core.errors import EminenceError, MatchDoesNotHold
from eminence.core.match import Match
from eminence.server.problems import Problem
from eminence.server.storage import match_log, rooms, tables
from eminence.server.storage.rooms import Room


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with a room: the key of a sentence, and what a program had to say about it."""

    kind: str
    detail: str = ""


def check_file(connection: Connection) -> list[str]:
    """What the database itself finds wrong with its file; nothing where it is sound, or no single file."""
    if connection.dialect.name != "sqlite":
        return []
    try:
        said = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
        said += [f"{row[0]}, row {row[1]}" for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]
    except SQLAlchemyError as error:
        said = [str(getattr(error, "orig", None) or error)]
    return [line for line in said if line != "ok"]


def names(connection: Connection) -> list[str]:
    """All rooms, the oldest first."""
    return list(connection.scalars(select(tables.rooms.c.id).order_by(tables.rooms.c.made, tables.rooms.c.id)))


def check_room(connection: Connection, name: str) -> Damage | None:
    """What is wrong with a room; None if all of it holds, or if it is gone by now."""
    try:
        return _check(connection, rooms.read(connection, name))
    except Problem as problem:
        return None if problem.key == "no_room" else Damage("row", repr(problem.__cause__))
    except MatchDoesNotHold as error:
        return Damage("log", str(error))
    except (EminenceError, SQLAlchemyError, ValueError, TypeError, LookupError) as error:
        return Damage("log", repr(getattr(error, "orig", None) or error))


def _check(connection: Connection, room: Room) -> Damage | None:
    c = tables.entries.c
    if bool(room.secret) == bool(room.lesson) or (room.secret and dealing.commitment(room.secret) != room.commitment):
        return Damage("commitment")
    numbers = list(connection.scalars(select(c.number).where(c.room == room.id).order_by(c.number)))
    if numbers != list(range(room.entries)):
        return Damage("entries", f"{len(numbers)}, {room.entries}")
    if room.phase == rooms.GATHERING:
        return Damage("phase") if numbers else None
    match = match_log.repeat(connection, room)
    if match.owes_a_draw or (room.phase == rooms.OVER) != match.over or room.asked != tuple(match.seen_asked(None)):
        return Damage("phase")
    if not _same_events(connection, room, match):
        return Damage("events")
    return None if _same_snapshot(connection, room, match) else Damage("snapshot")


def _same_events(connection: Connection, room: Room, match: Match) -> bool:
    c = tables.events.c
    rows = connection.execute(select(c.number, c.event).where(c.room == room.id).order_by(c.number)).all()
    told = [event.to_json() for event in match.new_events]
    return room.told == len(told) and [(number, _parsed(text)) for number, text in rows] == list(
        enumerate(map(_as_read, told))
    )


def _same_snapshot(connection: Connection, room: Room, match: Match) -> bool:
    c = tables.snapshots.c
    row = connection.execute(select(c.data, c.digest).where(c.room == room.id)).one_or_none()
    if row is None or match_log.digest_of(row.data) != row.digest:
        return False
    return _parsed(row.data) == _as_read(match.snapshot())


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _as_read(data: object) -> object:
    """Data as it comes back from JSON, where lists and tuples are the same."""
    return json.loads(json.dumps(data))
