"""Who is who, without signing up: a browser is given a name of its own in a signed cookie.

What a form carries is made from the same key, so that no other site can send one.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope

from eminence.server.problems import Problem
from eminence.server.storage.rooms import same

COOKIE: Final = "eminence"
GALLERY_COOKIE: Final = "gallery"
HOST_ONLY: Final = "__Host-"
"""What the names of cookies begin with under HTTPS: browsers then take them from this very host only, and not from a
neighbour under the same domain, nor over plain http."""
MOST_GALLERIES: Final = 40
"""How many tables a browser remembers that it may watch."""
YEAR: Final = 365 * 24 * 3600
MOST_TOKENS: Final = 20_000
"""So many tokens that were good are remembered, by their digests."""


def cookie_in(cookies: Mapping[str, str], name: str) -> str | None:
    """A cookie of ours. Where there is one that only this host can have given, it counts; the other is that of plain
    http, or was given before there were such.

    >>> cookie_in({"light": "day", "__Host-light": "candle"}, "light"), cookie_in({"light": "day"}, "light")
    ('candle', 'day')
    """
    return cookies.get(HOST_ONLY + name) or cookies.get(name)


class Identities:
    """Cookies signed by this server, and the tokens that go into its forms."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._good_tokens: OrderedDict[str, None] = OrderedDict()
        self._signer = Signer(key, salt="person", digest_method=hashlib.sha256)
        self._galleries = Signer(key, salt="gallery", digest_method=hashlib.sha256)

    def read(self, cookie: str | None) -> str | None:
        """The person a cookie names, or None if we did not sign it."""
        if not cookie:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None

    def galleries(self, cookie: str | None) -> list[str]:
        """The rooms that a cookie opens to a spectator, the latest first; none if we did not sign it.

        The browser remembers them, and not the database: whoever follows a link has done nothing yet.
        """
        try:
            return self._galleries.unsign(cookie or "").decode().split("-")
        except (BadSignature, UnicodeDecodeError):
            return []

    def write_galleries(self, rooms: Sequence[str]) -> str:
        """The value of that cookie."""
        return self._galleries.sign("-".join(rooms[:MOST_GALLERIES])).decode()

    def of_scope(self, scope: Scope) -> str | None:
        """Who makes a request, for the rate limits: a person we know, or a program with a token that was good before.

        Whoever makes a token up is nobody, and shares the budget of all who are nobody at that address.
        """
        headers = Headers(scope=scope)
        token = _digest(headers.get("authorization", "").partition(" ")[2].strip())
        if token in self._good_tokens:
            self._good_tokens.move_to_end(token)
            return token
        return self.read(cookie_in(cookie_parser(headers.get("cookie", "")), COOKIE))

    def remember_token(self, token: str) -> None:
        """A program has shown a token that opens something. Those unused the longest are forgotten first."""
        self._good_tokens[_digest(token)] = None
        while len(self._good_tokens) > MOST_TOKENS:
            self._good_tokens.popitem(last=False)

    def write(self, person: str) -> str:
        """The value of a person's cookie."""
        return self._signer.sign(person).decode()

    def token(self, *words: str) -> str:
        """A token that follows from words, for whoever knows all of them, and from our key: nobody can guess it."""
        digest = hmac.digest(self._key, b"token/" + json.dumps(words).encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:18]).decode()

    def origin(self, address: str) -> str:
        """What stands for an address, so that the address itself need not be kept."""
        return hmac.digest(self._key, b"origin/" + address.encode(), "sha256").hex()[:16]

    def new(self) -> str:
        """Somebody we have not met."""
        return secrets.token_hex(12)

    def form_token(self, person: str) -> str:
        """What every form of this person's pages carries, and no other site can know."""
        return hmac.digest(self._key, b"form/" + person.encode(), "sha256").hex()[:32]

    def check_form(self, person: str, token: str) -> None:
        """Problem unless a form came from one of our own pages."""
        if not same(self.form_token(person), token):
            raise Problem("csrf")


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()
