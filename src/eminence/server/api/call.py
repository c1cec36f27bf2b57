"""A request to the API: who makes it, what it brings, and what is said to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from eminence.core.texts import Texts
from eminence.server.actions import Guest
from eminence.server.api import types
from eminence.server.http.addresses import address_of
from eminence.server.http.visit import preferred
from eminence.server.problems import Problem
from eminence.server.services import Services
from eminence.server.storage.rooms import Room, Seat

T = TypeVar("T")
JSON: Final = "application/json"


class Call:
    """A request to the API."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.services: Services = request.app.state.services
        self.language = preferred(request.headers.get("accept-language", ""))

    @property
    def address(self) -> str:
        """Where the request comes from, as far as limits go."""
        return address_of(self.request.scope)

    @property
    def room(self) -> str:
        return str(self.request.path_params["room"])

    def token(self) -> str:
        """What stands behind Bearer; Problem if nothing does."""
        kind, _, token = self.request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not token.strip():
            raise Problem("no_token")
        return token.strip()

    async def body(self, kind: type[T]) -> T:
        """What was sent, as that type. Problem if it is not."""
        if self.request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise Problem("wrong_type")
        try:
            return msgspec.json.decode(await self.request.body(), type=kind)
        except msgspec.ValidationError as error:
            raise Problem("bad_body", detail=str(error)) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Problem("bad_json", detail=str(error)) from None

    def since(self) -> int:
        """From which number on things are wanted."""
        given = self.request.query_params.get("since", "0")
        if not (given.isascii() and given.isdecimal() and len(given) < 10):
            raise Problem("bad_number")
        return int(given)

    def reader(self, room: Room) -> Seat | None:
        """The seat whose token came along; None for a spectator. Problem for anybody else."""
        if room.listed and "authorization" not in self.request.headers:
            return None  # anybody may look on, and so nothing there goes without saying
        token = self.token()
        seat = room.seat_with(token)
        if seat is None and not room.opens_gallery(token):
            raise Problem("wrong_token")
        if seat is None:
            self.services.looked_on(room)
        else:
            self.services.identities.remember_token(token)
        return seat

    def seat_in(self, room: Room) -> int | None:
        """The number of that seat."""
        seat = self.reader(room)
        return None if seat is None else seat.seat

    def guest(self, connection: Connection, room: Room) -> Guest:
        """Who acts, by his token. Whoever shows none may look on at most."""
        self.token()
        seat = self.reader(room)
        return Guest(None, "") if seat is None else Guest(seat.seat, seat.person)


@contextmanager
def token_of_a_link() -> Iterator[None]:
    """What stands at the end of a link for people is a token here, and is called so when it is wrong."""
    try:
        yield
    except Problem as problem:
        raise Problem("wrong_token") if problem.key == "no_link" else problem from None


def problem_for_programs(texts: Texts, problem: Problem) -> Response:
    """What went wrong, for programs."""
    message = texts(f"problem.{problem.key}", **problem.fields).strip()
    body = types.Problem(problem.key, message, str(problem.fields.get("detail", "")))
    headers = {"www-authenticate": "Bearer"} if problem.status == 401 else {}
    return answered(body, problem.status, headers)


def answered(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Something as JSON."""
    return Response(msgspec.json.encode(data), status, {"cache-control": "no-store", **(headers or {})}, JSON)
