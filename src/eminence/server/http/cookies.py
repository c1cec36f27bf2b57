"""Who is who, without signing up: a browser is given a name of its own in a signed cookie.

What a form carries is made from the same key, so that no other site can send one.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope

from eminence.server.problems import Problem
from eminence.server.storage.rooms import same

COOKIE: Final = "eminence"
YEAR: Final = 365 * 24 * 3600


class Identities:
    """Cookies signed by this server, and the tokens that go into its forms."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._signer = Signer(key, salt="person", digest_method=hashlib.sha256)

    def read(self, cookie: str | None) -> str | None:
        """The person a cookie names, or None if we did not sign it."""
        if not cookie:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None

    def of_scope(self, scope: Scope) -> str | None:
        """Who makes a request, for the rate limits: a person we know, or the program that has a token.

        Whether the token is good does not matter here: an address as a whole has its limits too.
        """
        headers = Headers(scope=scope)
        if token := headers.get("authorization"):
            return hashlib.sha256(token.encode()).hexdigest()
        return self.read(cookie_parser(headers.get("cookie", "")).get(COOKIE))

    def write(self, person: str) -> str:
        """The value of a person's cookie."""
        return self._signer.sign(person).decode()

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
