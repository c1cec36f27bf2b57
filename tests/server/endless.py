"""A server in a process of its own, whose streams end only when they are told to, or not even then.

Run as a program: says its port, and what happened at its end.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from eminence.server.http.connections import HEAD_SECONDS
from eminence.server.http.run import listen, serve
from eminence.server.monitoring import logs


class Streams:
    """What a house does for its streams."""

    loop: asyncio.AbstractEventLoop
    closed: asyncio.Event

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.closed.set)


streams = Streams()


async def obedient() -> AsyncIterator[str]:
    yield "event: hello\n\n"
    await streams.closed.wait()


async def stubborn() -> AsyncIterator[str]:
    """Does not listen, and its client may not read."""
    while True:
        yield "data: " + "x" * 65536 + "\n\n"
        await asyncio.sleep(0)


async def stream(request: Request) -> Response:
    events = stubborn if request.url.path == "/stubborn" else obedient
    return StreamingResponse(events(), media_type="text/event-stream")


async def slow(request: Request) -> Response:
    await asyncio.sleep(60)
    return PlainTextResponse("late")


async def client(request: Request) -> Response:
    assert request.client
    return PlainTextResponse(f"{request.client.host} {request.url.scheme}")


async def failing(request: Request) -> Response:
    raise RuntimeError(request.url.query)


@asynccontextmanager
async def life(app: Starlette) -> AsyncIterator[None]:
    if "--broken" in sys.argv:
        raise RuntimeError("broken")
    streams.loop = asyncio.get_running_loop()
    streams.closed = asyncio.Event()
    yield
    print("ended", flush=True)
    if "--long-end" in sys.argv:
        await asyncio.sleep(60)
    if "--stuck-end" in sys.argv:
        time.sleep(60)


PAGES = {"/stream": stream, "/stubborn": stream, "/slow": slow, "/client": client, "/failing": failing}
app = Starlette(routes=[Route(path, page) for path, page in PAGES.items()], lifespan=life)


if __name__ == "__main__":
    logs.set_up("info")
    listener = listen("127.0.0.1", 0)
    proxies = "127.0.0.1" if "--proxies" in sys.argv else ""
    port = listener.getsockname()[1]
    head_seconds = 0.3 if "--hasty" in sys.argv else HEAD_SECONDS
    serve(
        app,
        listener,
        close_streams=streams.close,
        ready=lambda: print(port, flush=True),
        proxies=proxies,
        head_seconds=head_seconds,
    )
    print("returned", flush=True)
