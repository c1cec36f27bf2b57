"""From the last seat taken to the first card: everybody is bound to a nonce before anybody opens one.

Whoever runs the server knows its secret from the start. Could he also read the others' nonces before he adds his own,
he could try out his until he likes the cards. So a seat sends only the SHA-256 of its nonce when it sits down. When
the last seat is taken nobody can change anything any more, all see what all are bound to, and all open their nonces.

A seat that does not open its nonce in time makes the table begin again: the others' nonces are known by now, so each of
them binds itself to a new one; for the seat that did not open, the server draws one and is bound to it like everybody.
So a seat can do this once, the table begins again at most as often as it has people, and it never waits for long. Who
it was, and how often, is told to all (`Room.began_again`), and stays written on the page about the shuffle.

All of this happens while the room still gathers: `Room.stage` says how far it is.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict

from sqlalchemy import Connection, update

from eminence.server.problems import Problem
from eminence.server.storage import nonces, rooms, tables
from eminence.server.storage.rooms import BINDING, OPENING, Room


def begin(connection: Connection, room: Room) -> Room:
    """The last seat is taken: from now on everybody has so much time to open."""
    return room if room.opening_since else _next_stage(connection, room)


def bind(connection: Connection, room: Room, seat: int, commitment: str) -> Room:
    """A seat binds itself to a new nonce, after the table began again. Sent again it is harmless."""
    own, new = room.seats[seat], nonces.bound(commitment)
    if own.nonce_commitment == new.nonce_commitment:
        return room
    if room.stage != BINDING or own.nonce_commitment:
        raise Problem("already_bound")
    room = rooms.change_seat(connection, room, seat, **asdict(new))
    return room if room.stage == BINDING else _next_stage(connection, room)


def open_nonce(connection: Connection, room: Room, seat: int, text: str) -> Room:
    """A seat opens the nonce that it is bound to. Sent again it is harmless."""
    own, opened = room.seats[seat], nonces.opened(text)
    fits = own.nonce_commitment == opened.nonce_commitment
    if own.nonce:
        if fits:
            return room
        raise Problem("already_bound")
    if room.stage != OPENING:
        raise Problem("not_opening")
    if not fits:
        raise Problem("wrong_nonce")
    return rooms.change_seat(connection, room, seat, **asdict(opened))


def go_on_without(connection: Connection, room: Room) -> Room:
    """The time is up: the server draws for whoever is waited for. If somebody has opened in vain, all begin again."""
    stage, late = room.stage, room.waited_for
    if not stage:
        return room
    in_vain = [seat.seat for seat in room.seats if seat.nonce and seat.nonce_origin == nonces.SEALED]
    for seat in late:
        room = rooms.change_seat(connection, room, seat, **asdict(nonces.drawn(nonces.ABSENT)))
    if stage == OPENING and in_vain:
        for seat in in_vain:
            room = rooms.change_seat(connection, room, seat, nonce="", nonce_commitment="")
        told = json.dumps([*room.began_again, late])
        connection.execute(update(tables.rooms).where(tables.rooms.c.id == room.id).values(began_again=told))
    return _next_stage(connection, room)


def _next_stage(connection: Connection, room: Room) -> Room:
    """Everybody has so much time anew."""
    values = {"opening_since": time.time()}
    connection.execute(update(tables.rooms).where(tables.rooms.c.id == room.id).values(values))
    return rooms.read(connection, room.id)
