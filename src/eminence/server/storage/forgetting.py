"""Forgetting: what goes once it is old, and what goes because somebody wants it gone.

A match that others have played stays as it was dealt and answered, so that it can still be checked; of whoever wants to
be forgotten neither name, talk nor any way to him is left in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, or_, select, update

from eminence.server.problems import Problem
from eminence.server.settings import Keeping
from eminence.server.storage import rooms, tables
from eminence.server.storage.rooms import GATHERING, OVER, PLAYING, new_token

GONE: Final = "gone"
"""Who sat at a seat of a match that is over, and is forgotten. No browser is ever given this name."""
HEIR: Final = "courtier"
"""The bot that plays on for somebody who is forgotten: the others at the table want to finish their match."""
PERIODS: Final = {GATHERING: "unbegun", PLAYING: "abandoned", OVER: "finished"}
_OF_A_ROOM: Final = (
    tables.watchers,
    tables.chat,
    tables.snapshots,
    tables.events,
    tables.entries,
    tables.seats,
)


@dataclass(slots=True)
class Left:
    """What is different at the tables once somebody or something has gone."""

    deleted: list[str] = field(default_factory=list)
    """Rooms that are no more."""
    seats: dict[str, int] = field(default_factory=dict)
    """Rooms that remain, each with the seat that has changed hands."""


def delete_rooms(connection: Connection, names: Sequence[str]) -> None:
    """Delete rooms, with all that belongs to them."""
    for table in _OF_A_ROOM:
        connection.execute(delete(table).where(table.c.room.in_(names)))
    connection.execute(update(tables.rooms).where(tables.rooms.c.next.in_(names)).values(next=""))
    connection.execute(delete(tables.rooms).where(tables.rooms.c.id.in_(names)))


# -- by age ------------------------------------------------------------------------------------------------------------


def sweep(connection: Connection, keeping: Keeping, now: float, most: int) -> tuple[list[str], bool]:
    """Forget some of what is too old: the rooms that went, and whether there may be more.

    A few at a time, so that nobody's answer waits for it.
    """
    c = tables.rooms.c
    old = or_(*(and_(c.phase == phase, c.moved < keeping.since(name, now)) for phase, name in PERIODS.items()))
    names = list(connection.scalars(select(c.id).where(old).order_by(c.moved).limit(most)))
    delete_rooms(connection, names)
    people = _forget_people(connection, keeping.since("people", now), most)
    if len(names) == most or people == most:
        return names, True
    _forget_talk(connection, keeping.since("talk", now))
    return names, False


def _forget_people(connection: Connection, before: float, most: int) -> int:
    """Forget people whom nobody has seen and who sit at no table that is kept; how many."""
    c = tables.people.c
    sits = exists().where(tables.seats.c.person == c.id)
    hosts = c.id.in_(select(tables.rooms.c.host))
    names = list(connection.scalars(select(c.id).where(c.seen < before, ~sits, ~hosts).limit(most)))
    connection.execute(delete(tables.people).where(c.id.in_(names)))
    return len(names)


def _forget_talk(connection: Connection, before: float) -> None:
    """Forget what was said, and who came to watch, at tables that have not moved since."""
    still = select(tables.rooms.c.id).where(tables.rooms.c.moved < before)
    connection.execute(delete(tables.chat).where(tables.chat.c.at < before, tables.chat.c.room.in_(still)))
    connection.execute(delete(tables.watchers).where(tables.watchers.c.room.in_(still)))


# -- by wish -----------------------------------------------------------------------------------------------------------


def forget_person(connection: Connection, person: str) -> Left:
    """Forget a person, and everything that is only about him. Done once more, it changes nothing.

    Tables with nobody else at them go. At others he gets up, as long as nothing is dealt; a bot plays on in his place;
    or his seat stays without a name, where the match is over. Problem while a table of his is being dealt: whoever got
    up now could do so because he knows what the others have opened.
    """
    left = Left()
    for name, phase, seat in _places(connection, person):
        if not _has_others(connection, name, person):
            left.deleted.append(name)
        elif seat is not None:
            _give_up(connection, name, phase, seat)
            left.seats[name] = seat
    delete_rooms(connection, left.deleted)
    connection.execute(update(tables.rooms).where(tables.rooms.c.host == person).values(host=""))
    for table in (tables.chat, tables.watchers):
        connection.execute(delete(table).where(table.c.person == person))
    connection.execute(delete(tables.people).where(tables.people.c.id == person))
    return left


def _places(connection: Connection, person: str) -> list[tuple[str, str, int | None]]:
    """The rooms where a person sits, or that he made: each with its phase and his seat, if he has one."""
    r, s = tables.rooms.c, tables.seats.c
    sits = select(r.id, r.phase, s.seat).join_from(tables.rooms, tables.seats, s.room == r.id).where(s.person == person)
    found: list[tuple[str, str, int | None]] = [(name, phase, seat) for name, phase, seat in connection.execute(sits)]
    known = {name for name, _, _ in found}
    made = connection.execute(select(r.id, r.phase).where(r.host == person)).all()
    return found + [(name, phase, None) for name, phase in made if name not in known]


def _has_others(connection: Connection, room: str, person: str) -> bool:
    """Whether anybody else sits in a room."""
    s = tables.seats.c
    others = select(func.count()).where(s.room == room, s.person.not_in(("", GONE, person)))
    return bool(connection.scalar(others))


def _give_up(connection: Connection, room: str, phase: str, seat: int) -> None:
    if phase == GATHERING:
        try:
            rooms.leave(connection, rooms.read(connection, room, to_change=True), seat)
            return
        except Problem as problem:  # one that cannot be read is changed all the same, below
            if problem.key != "unreadable":
                raise
    blank: dict[str, Any] = {"name": "", "key": "", "discreet": False}
    unbound = {"person": "", "nonce": "", "nonce_commitment": "", "nonce_origin": ""}
    whose = {PLAYING: {"person": "", "level": HEIR}, OVER: {"person": GONE}}.get(phase, unbound)
    connection.execute(update(tables.seats).where(_seat(room, seat)).values(blank | whose))


def _seat(room: str, seat: int) -> ColumnElement[bool]:
    return (tables.seats.c.room == room) & (tables.seats.c.seat == seat)


def renew_person(connection: Connection, person: str, fresh: str) -> dict[str, int]:
    """Give a person another name in the database, and another personal link: gives his rooms and seats.

    Whoever had the old link, or a browser that was opened by it, is a stranger from then on. Done once more, it changes
    nothing.
    """
    whose = {"person": fresh}
    places = {name: seat for name, _, seat in _places(connection, person) if seat is not None}
    for table in (tables.seats, tables.chat, tables.watchers):
        connection.execute(update(table).where(table.c.person == person).values(whose))
    connection.execute(update(tables.rooms).where(tables.rooms.c.host == person).values(host=fresh))
    connection.execute(update(tables.people).where(tables.people.c.id == person).values(id=fresh, token=new_token()))
    return places
