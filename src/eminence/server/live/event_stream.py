"""Server-sent events: a response that stays open, and the events of a table as one reader may know them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from eminence.server.live.live_rooms import Listener
from eminence.server.problems import Problem

HEARTBEAT: Final = 15.0
"""Seconds of silence after which a line is sent that means nothing: so that nobody in between hangs up."""


def as_event(name: str, data: str, number: str | None = None) -> bytes:
    """An event as it goes over the wire.

    >>> as_event("story", "<li>one</li>\\n<li>two</li>", "7.0")
    b'event: story\\nid: 7.0\\ndata: <li>one</li>\\ndata: <li>two</li>\\n\\n'
    """
    lines = [f"event: {name}"]
    if number is not None:
        lines.append(f"id: {number}")
    lines += [f"data: {line}" for line in data.splitlines() or [""]]
    return ("\n".join(lines) + "\n\n").encode()


class EventStream(Response):
    """A stream of events, for as long as the other side listens."""

    media_type = "text/event-stream"

    def __init__(self, messages: Callable[[EventStream], Awaitable[None]]) -> None:
        self.status_code = 200
        self.background = None
        self.messages = messages
        self._sent = 0.0
        self.init_headers({"cache-control": "no-store", "x-accel-buffering": "no"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._send = send
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        await self.send(b"retry: 1000\n\n")
        telling = asyncio.ensure_future(self.messages(self))
        leaving = asyncio.ensure_future(self._left(receive))
        try:
            await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (telling, leaving):
                task.cancel()
            results = await asyncio.gather(telling, leaving, return_exceptions=True)
        if isinstance(results[0], Exception) and not isinstance(results[0], Problem):
            raise results[0]  # after a Problem there is nothing more to hear; whoever asks again is told why
        if not isinstance(results[1], bool):  # still there: say that this is all
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _left(self, receive: Receive) -> bool:
        while (await receive())["type"] != "http.disconnect":
            pass
        return True

    async def send(self, data: bytes) -> None:
        """Send something now; waits while the other side is slow."""
        self._sent = asyncio.get_running_loop().time()
        await self._send({"type": "http.response.body", "body": data, "more_body": True})

    async def wait(self, listener: Listener) -> None:
        """Wait until there is something to look at.

        Silence is counted from the last thing sent: that somebody was woken for nothing, because others did something
        he may not know of, must not show in the rhythm either.
        """
        while not listener.woken.is_set():
            try:
                async with asyncio.timeout_at(self._sent + HEARTBEAT):
                    await listener.woken.wait()
            except TimeoutError:
                await self.send(b": still here\n\n")
