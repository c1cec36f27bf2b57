"""Connections: how many there may be, and how long one may be silent before it has asked for anything.

uvicorn closes a connection that falls silent after an answer, but waits for ever for the first request, and has no
limit to an address. Whoever opens connections and says nothing would sooner or later hold every descriptor that the
process may have, and nobody else could come in. So a connection that does not ask within a while is closed; and where
there are too many, of one address or in all, the one that has been idle the longest makes room for whoever comes.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from eminence.server.http.addresses import Networks, address_of
from eminence.server.monitoring.logs import CROWDED, WARNING, log

HEAD_SECONDS: Final = 10.0
"""How long somebody may take to say what he wants: the first line of a request and its headers."""
MOST_OF_ADDRESS: Final = 256
"""Connections from one address: a club sits behind one, each with a stream and a few more."""
DESCRIPTORS: Final = 16_384
"""How many descriptors we ask the system for: so many connections are more than one process can serve."""
FEW: Final = 1024
"""With fewer of them, whoever runs the server is told."""
ACCEPTED_AT_ONCE: Final = 32
"""How many connections are taken in at each turn of the loop. It turns a few times before the first is looked at, and
before the one that made room for it is closed."""
RESERVED: Final = 256
"""Descriptors kept back: for connections not yet looked at, the database, the bots' processes, the log."""
FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 51\r\n"
    b"retry-after: 5\r\nconnection: close\r\n\r\nToo many connections are open. Try again in a while"
)


def descriptors() -> int:
    """Raise the number of descriptors this process may have as far as we want and may, and say what it is then."""
    if sys.platform == "win32":  # no such limit there
        return DESCRIPTORS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


class Doorkeeper:
    """Who is connected to a server, in the order in which they came."""

    def __init__(self, most: int, most_of_address: int, proxies: Networks, head_seconds: float) -> None:
        self.most = most
        self.most_of_address = most_of_address
        self.proxies = proxies
        """Addresses that stand for many people, and count them themselves."""
        self.head_seconds = head_seconds
        self.here: dict[Guarded, None] = {}
        self.of_address: dict[str, dict[Guarded, None]] = {}

    def admit(self, newcomer: Guarded) -> bool:
        """Let somebody in, if need be in place of a connection that is not used; False if all are."""
        neighbours = self.of_address.get(newcomer.address, {})
        crowded = len(neighbours) >= self.most_of_address and newcomer.address not in self.proxies
        if crowded and not self._make_room(neighbours):
            return False
        if len(self.here) >= self.most and not self._make_room(self.here):
            return False
        self.here[newcomer] = None
        self.of_address.setdefault(newcomer.address, {})[newcomer] = None
        return True

    def _make_room(self, among: dict[Guarded, None]) -> bool:
        idle = next((connection for connection in among if connection.idle), None)
        if idle is None:
            return False
        self.let_go(idle)
        idle.transport.abort()
        return True

    def let_go(self, connection: Guarded) -> None:
        """Forget somebody who has left."""
        self.here.pop(connection, None)
        neighbours = self.of_address.get(connection.address, {})
        neighbours.pop(connection, None)
        if not neighbours:
            self.of_address.pop(connection.address, None)


class Guarded(H11Protocol):
    """A connection as uvicorn has it, with a doorkeeper."""

    doorkeeper: Doorkeeper
    address = ""
    _waiting: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing is being answered on it."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        self.address = address_of({"client": self.client})
        if self.doorkeeper.admit(self):
            self._wait_for_head()
            return
        log(CROWDED, WARNING)
        transport.write(FULL)
        transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.doorkeeper.let_go(self)
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():  # it was refused, or said something impossible
            return
        super().data_received(data)
        if not self.idle:
            self._stop_waiting()
        elif self._waiting is None and not self.transport.is_closing():
            self._wait_for_head()

    def _wait_for_head(self) -> None:
        self._waiting = self.loop.call_later(self.doorkeeper.head_seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        self.timeout_keep_alive_handler()


def guarded_by(keeper: Doorkeeper) -> type[H11Protocol]:
    """The kind of connection that uvicorn makes where there is this doorkeeper."""

    class GuardedHere(Guarded):
        doorkeeper = keeper

    return GuardedHere
