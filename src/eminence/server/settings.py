"""What whoever runs the server decides, once, before it starts."""

from __future__ import annotations

import ipaddress
import math
import os
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

DISCREET_PAUSE: Final = 8.0
"""Long enough to read what was played and to press a button; short enough to wait for at every action."""

OPENING_PAUSE: Final = 15.0
"""A browser that is there needs a second to open its nonce; a phone that has just been woken some more."""


def bot_processes() -> int:
    """How many processes the bots get where nobody says: one core stays with the server, and four are plenty."""
    return max(1, min(4, (os.cpu_count() or 1) - 1))


DAY: Final = 24 * 3600.0
ALWAYS: Final = math.inf


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """For how many days things are kept that nobody has touched since; `ALWAYS`: they are never forgotten."""

    unbegun: float = 14
    """Tables at which nothing was ever dealt."""
    abandoned: float = 180
    """Matches in which nobody answers any more."""
    finished: float = 365
    """Matches that are over."""
    talk: float = 30
    """What was said at a table, and who came to watch, once the table moves no more."""
    people: float = 365
    """People who have done nothing here and sit at no table that is kept: as long as a cookie lasts."""
    listed: float = 1
    """How long a table without a change stands among the open ones of the front page."""

    def since(self, what: str, now: float) -> float:
        """The moment before which things of a kind are too old.

        >>> Keeping(finished=2).since("finished", now=10 * DAY) / DAY, Keeping(talk=ALWAYS).since("talk", now=10.0)
        (8.0, -inf)
        """
        days: float = getattr(self, what)
        return now - days * DAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a server runs. The command line makes it; tests make their own."""

    database: str
    """Where everything is kept, as a URL of SQLAlchemy."""
    base_url: str | None = None
    """The public address, put in front of links; None: as each request came."""
    network_url: str | None = None
    """Where other devices of the same network find this machine, if it listens to them."""
    hosts: tuple[str, ...] = ()
    """Names under which the server is reached besides those it knows by itself: `http.hosts`."""
    monitors: tuple[str, ...] = ()
    """Addresses or networks that may read the measures, and more than a word of how the server is; nobody else may."""
    pace: float = 1.0
    """Seconds between the answers of bots, however long they thought; with 0 nothing waits for its time."""
    discreet_pause: float = DISCREET_PAUSE
    """Seconds until something is answered for a person who wants that, whatever he holds: `answering.discreet`."""
    opening_pause: float = OPENING_PAUSE
    """Seconds until a full table goes on without whoever does not open his nonce: `answering.openings`."""
    workers: int = 1
    """Processes in which bots think."""
    secure_cookies: bool = False
    """Whether cookies travel over HTTPS only."""
    limits: bool = True
    """Whether there are limits to how often one may ask; load tests do without."""
    keeping: Keeping = Keeping()
    """How long things are kept."""

    @property
    def holding_pause(self) -> float:
        """Seconds until what all have answered in private is opened (`answering.holding`): as long as the pause above;
        where bots are in a hurry, shorter by as much."""
        return self.discreet_pause * min(self.pace, 1.0)

    def link_base(self, asked_at: str) -> str:
        """What links for others begin with, given where the request came to (`http://localhost:8655`).

        Whoever sits at this machine sees it as localhost, which means nothing on a friend's phone.

        >>> settings = Settings(database="sqlite:///x.db", network_url="http://192.168.1.20:8655")
        >>> settings.link_base("http://localhost:8655/")
        'http://192.168.1.20:8655'
        >>> settings.link_base("http://cards.club:8655")
        'http://cards.club:8655'
        """
        if self.base_url:
            return self.base_url.rstrip("/")
        if self.network_url and is_loopback(urlsplit(asked_at).hostname or ""):
            return self.network_url.rstrip("/")
        return asked_at.rstrip("/")


def is_loopback(host: str) -> bool:
    """Whether a host, by name or address, is this machine and nothing else.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("192.168.1.20")
    (True, True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
