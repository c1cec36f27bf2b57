"""Under which names this server answers: a page of somebody else's must not reach it under a name of theirs.

Where nobody gave a public address, links and QR codes begin with the host that a request names. So does what a browser
takes for one site: a stranger's name that suddenly leads to this machine would make his page a page of ours.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from eminence.server.settings import Settings, is_loopback

HOST: Final = re.compile(r"(?P<name>\[[0-9a-fA-F:.]{2,45}\]|[^:\[\]]{1,253})(?P<port>:[0-9]{1,5})?")
HOME: Final = ("", ".local", ".lan", ".home", ".fritz.box", ".home.arpa")
"""What routers and machines at home put behind a machine's name."""


def known_hosts(settings: Settings) -> frozenset[str]:
    """The names, in small letters, under which a server is reached besides its addresses: those that its operator gave,
    and the machine's own."""
    given = [*settings.hosts, *(urlsplit(url).hostname for url in (settings.base_url, settings.network_url) if url)]
    own = socket.gethostname().partition(".")[0]
    names = [socket.gethostname(), *(own + ending for ending in HOME), *filter(None, given)]
    return frozenset(name.lower().rstrip(".") for name in names)


def is_known(host: str, names: Iterable[str]) -> bool:
    """Whether a header Host names this server: this machine, an address (which nobody can give another meaning), or one
    of the names.

    >>> [is_known(host, {"cards.club"}) for host in ("localhost:8655", "192.168.1.20", "[::1]:80", "Cards.club.")]
    [True, True, True, True]
    >>> [is_known(host, {"cards.club"}) for host in ("evil.example", "cards.club.evil.example", "a:b", "127.1.2.3.4")]
    [False, False, False, False]
    """
    found = HOST.fullmatch(host)
    if found is None:
        return False
    name = found["name"].strip("[]").lower().rstrip(".")
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return is_loopback(name) or name in names
    return True


class KnownHost:
    """Refuses a request that names a host we do not go by."""

    def __init__(self, app: ASGIApp, problem: Callable[[Scope], Response], names: frozenset[str]) -> None:
        self.app = app
        self.problem = problem
        self.names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = Headers(scope=scope).get("host") if scope["type"] == "http" else None
        if host is None or is_known(host, self.names):  # HTTP/1.0 needs to name none
            await self.app(scope, receive, send)
            return
        response = self.problem(scope)
        response.headers["connection"] = "close"
        await response(scope, receive, send)
