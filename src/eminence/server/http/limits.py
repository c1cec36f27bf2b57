"""How much and how often: what is sent to us and how slowly, the number of requests in a while, of streams at once.

All are pure ASGI and stand before everything else that costs something. What a person reads when a limit is met is
made by a function given to them, since a page wants a page and the API wants JSON; its last word says which it was.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eminence.server.http.addresses import address_of

TOO_LARGE: Final = "too_large"
TOO_FAST: Final = "too_fast"
TOO_SLOW: Final = "too_slow"
TWO_LENGTHS: Final = "two_lengths"
TOO_MANY_STREAMS: Final = "too_many_streams"
BODY_BYTES: Final = 64 * 1024
"""What a form or an answer may weigh: far more than any of ours does."""
FILE_BYTES: Final = 2 * 1024 * 1024
"""What a match file may weigh."""
BODY_SECONDS: Final = 60.0
"""How long it may take to arrive: enough for a match file from a phone with a poor connection."""
DRAINED_BYTES: Final = 8 * 1024 * 1024
DRAINED_SECONDS: Final = 5.0
"""How much of a body that is too large is read and thrown away, and for how long.

A browser that is still sending when the connection closes shows its own error instead of our sentence.
"""

Problem = Callable[[Scope, int, str], Response]
"""Makes the answer to a request that is refused: from its scope, the status, and one of the words above."""


# -- how much --------------------------------------------------------------------------------------------------------


class _Gone(Exception):
    """Whoever sent the body has left before its end."""


class BodyLimit:
    """Reads the body before anybody else does, whole, and refuses what is too large, declared or not, or too slow.

    One whose length is told in two ways is refused as well: a proxy might believe the other one, and take the rest of
    the body for the next request, of somebody else.
    """

    def __init__(
        self,
        app: ASGIApp,
        problem: Problem,
        limit: int = BODY_BYTES,
        wider: Mapping[str, int] | None = None,
        seconds: float | None = None,
    ) -> None:
        self.app = app
        self.problem = problem
        self.limit = limit
        self.seconds = BODY_SECONDS if seconds is None else seconds
        self.wider = dict.fromkeys(("/verify", "/api/verify"), FILE_BYTES) if wider is None else wider
        """Paths with a limit of their own."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        declared = headers.get("content-length", "0")
        if declared == "0" and "transfer-encoding" not in headers:
            await self.app(scope, receive, send)
            return
        if "content-length" in headers and "transfer-encoding" in headers:
            await self.answer(scope, receive, send, 400, TWO_LENGTHS)
            return
        limit = self.wider.get(scope["path"], self.limit)
        ended = False

        async def receive_body() -> Message:
            nonlocal ended
            message = await receive()
            ended = not message.get("more_body", False)
            return message

        try:
            if declared.isascii() and declared.isdecimal() and int(declared) <= limit:
                async with asyncio.timeout(self.seconds):
                    body = await _read(receive_body, limit)
            else:
                body = None
        except _Gone:
            return
        except TimeoutError:
            await self.answer(scope, receive, send, 408, TOO_SLOW)
            return
        if body is None:
            await self.refuse(scope, receive, send, ended)
            return
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return whole.pop() if whole else await receive()

        await self.app(scope, receive_again, send)

    async def refuse(self, scope: Scope, receive: Receive, send: Send, ended: bool) -> None:
        asks_first = "expect" in Headers(scope=scope)  # and is still waiting, and need not send it at all
        if not ended and not asks_first:
            try:
                async with asyncio.timeout(DRAINED_SECONDS):
                    await _read(receive, DRAINED_BYTES, keep=False)
            except _Gone:
                return
            except TimeoutError:
                pass
        await self.answer(scope, receive, send, 413, TOO_LARGE)

    async def answer(self, scope: Scope, receive: Receive, send: Send, status: int, key: str) -> None:
        """Say what is wrong, and have done with this connection: what follows on it is not to be trusted."""
        response = self.problem(scope, status, key)
        response.headers["connection"] = "close"
        await response(scope, receive, send)


async def _read(receive: Receive, limit: int, keep: bool = True) -> bytes | None:
    """The whole body, or None as soon as it is larger than the limit. Raises _Gone if its sender leaves."""
    read = 0
    pieces: list[bytes] = []
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _Gone
        piece: bytes = message.get("body", b"")
        read += len(piece)
        if read > limit:
            return None
        if keep:
            pieces.append(piece)
        more = message.get("more_body", False)
    return b"".join(pieces)


# -- how often -------------------------------------------------------------------------------------------------------


CROWD: Final = 12
"""How many times as much may come from one address: a club sits behind one, and so does whoever throws cookies away."""


@dataclass(frozen=True, slots=True)
class Budget:
    """So many requests at once, and so many a second in the long run."""

    burst: float
    per_second: float
    crowd: float = CROWD
    """How many times as much an address has."""

    def of_address(self) -> Budget:
        """The same for all who come from one address."""
        return Budget(self.burst * self.crowd, self.per_second * self.crowd)


BUDGETS: Final[Mapping[str, Budget]] = {
    "reading": Budget(120, 12),
    "answering": Budget(60, 6),
    "rooms": Budget(12, 0.1, crowd=5),
    "chat": Budget(8, 0.5),
    "checks": Budget(10, 0.1, crowd=3),
}
"""What one person may do. What costs the house much, a crowd may do little more of."""
ROOMS: Final = ("play", "new", "learn", "rooms", "rematch")
CHAT: Final = ("say", "chat")
CHECK: Final = "verify"
FREE: Final = ("static", "health", "metrics")


def budget_of(scope: Scope) -> str | None:
    """Which budget a request draws on, told by its method and path; None: no limit.

    >>> [budget_of({"method": "POST", "path": path}) for path in ("/new/richelieu", "/table/x/say", "/table/x/answer")]
    ['rooms', 'chat', 'answering']
    >>> [budget_of({"method": "POST", "path": path}) for path in ("/verify", "/api/verify", "/learn/richelieu")]
    ['checks', 'checks', 'rooms']
    >>> [budget_of({"method": "GET", "path": path}) for path in ("/table/x", "/static/house.css")]
    ['reading', None]
    """
    parts = [part for part in scope["path"].split("/") if part]
    if scope["method"] in ("GET", "HEAD", "OPTIONS"):
        return None if parts and parts[0] in FREE else "reading"
    if parts and parts[-1] in CHAT:
        return "chat"
    if parts and parts[0] == "api":
        parts = parts[1:]
    if parts == [CHECK]:
        return "checks"
    if parts and (parts[0] in ROOMS[:3] or parts[-1] in ROOMS):
        return "rooms"
    return "answering"


class Buckets:
    """Token buckets by key, as many as fit: the one unused the longest goes first, and is full again by then."""

    def __init__(self, most: int = 20_000, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.clock = clock
        self._levels: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def wait(self, key: tuple[str, str], budget: Budget) -> float:
        """Take one token and return 0; or take none and return the seconds until there is one."""
        now = self.clock()
        level, then = self._levels.pop(key, (budget.burst, now))
        level = min(budget.burst, level + (now - then) * budget.per_second)
        if len(self._levels) >= self.most:
            self._levels.popitem(last=False)
        if level < 1:
            self._levels[key] = level, now
            return (1 - level) / budget.per_second
        self._levels[key] = level - 1, now
        return 0.0


class RateLimit:
    """Refuses who asks too often, with 429 and how long to wait.

    A person (`person_of`: by a cookie whose signature holds, or a token that was good) has a budget of their own;
    whoever has no name yet shares that of their address. An address as a whole has a few times as much, so that
    throwing cookies away gains nothing.
    """

    def __init__(
        self,
        app: ASGIApp,
        problem: Problem,
        person_of: Callable[[Scope], str | None] = lambda scope: None,
        budget_of: Callable[[Scope], str | None] = budget_of,
        budgets: Mapping[str, Budget] = BUDGETS,
        buckets: Buckets | None = None,
    ) -> None:
        self.app = app
        self.problem = problem
        self.person_of = person_of
        self.budget_of = budget_of
        self.budgets = budgets
        self.people = Buckets() if buckets is None else buckets
        self.addresses = Buckets(self.people.most, self.people.clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        seconds = self.wait(scope) if scope["type"] == "http" else 0.0
        if not seconds:
            await self.app(scope, receive, send)
            return
        response = self.problem(scope, 429, TOO_FAST)
        response.headers["retry-after"] = str(math.ceil(seconds))
        await response(scope, receive, send)

    def wait(self, scope: Scope) -> float:
        """The seconds this request has to wait; 0 where it may go on."""
        name = self.budget_of(scope)
        if name is None:
            return 0.0
        budget, address, person = self.budgets[name], address_of(scope), self.person_of(scope)
        if person is None:
            alone = self.people.wait((name, f"address {address}"), budget)
        else:
            alone = self.people.wait((name, f"person {person}"), budget)
        return alone or self.addresses.wait((name, address), budget.of_address())


# -- how many at once --------------------------------------------------------------------------------------------------

STREAMS: Final = 24
"""Streams that one person may have open: a table in every window he could look at."""
STREAM: Final = "/stream"
"""What the paths of streams end with."""


class StreamLimit:
    """Refuses who has too many streams open: a person, or an address as a whole, which has `CROWD` times as many."""

    def __init__(
        self,
        app: ASGIApp,
        problem: Problem,
        person_of: Callable[[Scope], str | None] = lambda scope: None,
        most: int = STREAMS,
    ) -> None:
        self.app = app
        self.problem = problem
        self.person_of = person_of
        self.most = most
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].endswith(STREAM):
            await self.app(scope, receive, send)
            return
        person = self.person_of(scope)
        limits = {f"address {address_of(scope)}": self.most * CROWD}
        if person is not None:
            limits[f"person {person}"] = self.most
        if any(self.open[key] >= most for key, most in limits.items()):
            await self.problem(scope, 429, TOO_MANY_STREAMS)(scope, receive, send)
            return
        self.open.update(limits.keys())
        try:
            await self.app(scope, receive, send)
        finally:
            self.open.subtract(limits.keys())
            for key in limits:
                if not self.open[key]:
                    del self.open[key]
