"""Seats that keep their nonces to themselves until everybody is bound, as programs do it over the API."""

from __future__ import annotations

import asyncio
import hashlib
import random
from contextlib import ExitStack
from functools import partial
from typing import Any

import httpx

from eminence.server.answering.openings import go_on
from eminence.server.storage import match_log, rooms
from eminence.server.storage.rooms import Room
from tests.server.driving import PATIENCE, Program, Reached, ServerHere, Table

NEVER = 3600.0
"""Seconds in which everybody opens in time, however slow the machine is: a test itself says when the time is up."""


def fingerprint(nonce: str) -> str:
    return hashlib.sha256(nonce.encode()).hexdigest()


def read(server: Reached, room: str) -> Room:
    with server.store.reading() as connection:
        return rooms.read(connection, room)


def time_is_up(server: ServerHere, room: str) -> None:
    """Whoever has not opened by now is late."""
    openings = server.app.state.services.openings
    loop = next(iter(openings._waiting.values())).get_loop()
    stage = (room, read(server, room).opening_since)
    ending = openings.do(stage, partial(go_on, stage), 0.0)
    asyncio.run_coroutine_threadsafe(ending, loop).result(PATIENCE)


class Sealed:
    """A program that keeps its nonces to itself until it opens them."""

    def __init__(self, gathering: Gathering, seat: int) -> None:
        self.name, self.number = f"Seat {seat}", 0
        self.program = gathering.come(seat, nonce_commitment=fingerprint(self.nonce))

    @property
    def nonce(self) -> str:
        return f"{self.name}'s own words é {self.number}"

    def bind_anew(self) -> httpx.Response:
        self.number += 1
        return self.program.post("bind", nonce_commitment=fingerprint(self.nonce))

    def open(self) -> httpx.Response:
        return self.program.post("open", nonce=self.nonce)


class Gathering:
    """A room to which programs come that are bound before they open."""

    def __init__(self, server: Reached, stack: ExitStack, seats: int) -> None:
        self.server, self.stack = server, stack
        body = {"game": "richelieu", "places": [{}] * seats, "options": {"short": True}}
        with server.client() as client:
            made = client.post("/api/rooms", json=body).json()
        self.id, self.watch_token = str(made["id"]), str(made["watch_token"])
        self.invitations = [str(place["invitation"]) for place in made["invitations"]]

    def come(self, seat: int, **wish: Any) -> Program:
        with self.server.program(self.id, self.invitations[seat]) as invited:
            joined = invited.post("join", name=f"Seat {seat}", **wish)
        assert joined.status_code == 200, joined.text
        return self.stack.enter_context(self.server.program(self.id, joined.json()["token"]))

    def bound(self, seat: int) -> Sealed:
        return Sealed(self, seat)

    def full(self) -> list[Sealed]:
        return [self.bound(seat) for seat in range(len(self.invitations))]

    @property
    def room(self) -> Room:
        return read(self.server, self.id)

    def over(self) -> str:
        """The match file, once it was played to its end."""
        Table(self.server, self.id, [], []).play(random.Random(7))
        with self.server.store.reading() as connection:
            return match_log.export(connection, self.room)
