"""Running the server: a socket that is ours before anything else happens, uvicorn on it, and an end that is at once.

Open streams never end by themselves, and a server that waits for them hangs on Ctrl-C. So the first signal ends the
streams and begins the end; whatever connection is still open a moment later is cut; a second signal does not wait for
the app to end well, and a third for nothing at all.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from eminence.core.errors import EminenceError
from eminence.server.http import connections
from eminence.server.http.addresses import Networks, listed
from eminence.server.monitoring.logs import WARNING, log

BACKLOG: Final = 1024
"""How many may stand before the door while we are busy."""
GRACE: Final = 0.4
"""Seconds that requests get to finish once the server is to stop."""
LAST_GRACE: Final = 1
"""Seconds after which even a request that would not be cut is left behind."""
FORCED: Final = 1
KEEP_ALIVE: Final = 30
"""Seconds an idle connection stays open: longer than a person thinks about a move, as often as not."""


class CannotListen(EminenceError):
    """A host and port cannot be had: somebody has it (`taken`), or the machine refuses (`reason`)."""

    def __init__(self, host: str, port: int, reason: str, taken: bool = False) -> None:
        super().__init__(f"cannot listen at {host} port {port}: {reason}")
        self.reason = reason
        self.taken = taken


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at a host and port (0: any free one). From here on nobody else can have it.

    Raises CannotListen.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise CannotListen(host, port, "there is no such host") from None
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # there it would let two servers have the same port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0 if host == "::" else 1)
        listener.bind(address)
        listener.listen(BACKLOG)  # only now is it taken for sure
    except OSError as error:
        listener.close()
        raise CannotListen(host, port, error.strerror or "?", error.errno == errno.EADDRINUSE) from None
    return listener


def network_address() -> str | None:
    """This machine's address in its network, as far as the machine can tell; None where there is no network.

    Nothing is sent: connecting a datagram socket only asks for the way a packet would go.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, which nobody has
            found: str = probe.getsockname()[0]
        except OSError:
            return None
    address = ipaddress.ip_address(found)
    return None if address.is_loopback or address.is_unspecified else found


class _App:
    """The app, with a memory for what went wrong when it began or ended: uvicorn only says that something did."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.trouble: Exception | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        except Exception as error:
            self.trouble = error
            raise


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, close_streams: Callable[[], None], ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.close_streams = close_streams
        self.ready = ready
        self.loop: asyncio.AbstractEventLoop | None = None

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does it, but a signal that stopped us is done with, and not raised again at the end."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        wanted = [signal.SIGINT, signal.SIGTERM]
        if sys.platform == "win32":
            wanted.append(signal.SIGBREAK)
        elif signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup wants us to outlive the terminal
            wanted.append(signal.SIGHUP)
        before = {number: signal.signal(number, self.handle_exit) for number in wanted}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.force_exit:
            os._exit(FORCED)  # even the loop does not turn any more
        if self.should_exit:
            self.force_exit = True
            if self.loop is not None:
                self.loop.call_soon_threadsafe(self._leave)
            return
        self.should_exit = True
        self.close_streams()

    def _leave(self) -> None:
        """Stop waiting for the app to end well: what it was doing is cancelled."""
        shutdown_event = getattr(self.lifespan, "shutdown_event", None)
        if shutdown_event is not None:
            shutdown_event.set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)  # asyncio takes in as many at once as may stand before the door, unless told so
        if self.started and not self.should_exit:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        cut = asyncio.get_running_loop().call_later(GRACE, self._cut)
        try:
            await super().shutdown(sockets)
        finally:
            cut.cancel()

    def _cut(self) -> None:
        """Cut what is still open: a client that does not read, a stream that came in at the last moment, an answer that
        takes too long. What it was writing to the database is written all the same: a thread does that.
        """
        for connection in list(self.server_state.connections):
            transport = getattr(connection, "transport", None)
            if transport is not None:
                transport.abort()
        for task in list(self.server_state.tasks):
            task.cancel()


def serve(
    app: ASGIApp,
    listener: socket.socket,
    *,
    close_streams: Callable[[], None] = lambda: None,
    ready: Callable[[], None] = lambda: None,
    proxies: str = "",
    limits: bool = True,
    certificate: Path | None = None,
    head_seconds: float = connections.HEAD_SECONDS,
) -> None:
    """Serve an app until a signal (Ctrl-C, or a polite kill) ends it, and then return.

    `close_streams` ends all open streams; it is called from a signal handler. `ready` is called once connections are
    answered. `proxies` are the addresses, with commas between, whose word is taken for where a request came from.
    With a `certificate`, a file that has its key too, it serves https.
    Without `limits`, one address may have as many connections as all together. A connection on which nothing is asked
    for within `head_seconds` is closed.
    Raises whatever kept the app from starting, or from ending well.
    """
    remembered = _App(app)
    descriptors = connections.descriptors()
    most = max(descriptors - connections.RESERVED, descriptors // 2)
    of_address = connections.MOST_OF_ADDRESS if limits else most
    doorkeeper = connections.Doorkeeper(most, min(most, of_address), Networks(listed(proxies)), head_seconds)
    config = uvicorn.Config(
        remembered,
        loop="asyncio",
        http=connections.guarded_by(doorkeeper),
        ws="none",
        lifespan="on",
        interface="asgi3",
        workers=1,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        backlog=connections.ACCEPTED_AT_ONCE,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=LAST_GRACE,
        ssl_certfile=certificate,
    )
    server = _Server(config, close_streams, ready)
    log("server.start", connections=most)
    if descriptors < connections.FEW:
        log("server.few_descriptors", WARNING, descriptors=descriptors)
    try:
        with contextlib.suppress(KeyboardInterrupt, SystemExit):  # uvicorn exits when the app does not start
            server.run(sockets=[listener])
    finally:
        listener.close()
    if remembered.trouble is not None and not server.force_exit:
        raise remembered.trouble
    log("server.stop")
