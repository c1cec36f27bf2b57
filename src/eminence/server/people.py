"""Who is who, without signing up: a browser is given a name of its own in a signed cookie.

A person becomes a row of the database with the first thing done. The personal link carries the same person to another
browser; whoever has it plays as that person.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from typing import Final

from itsdangerous import BadSignature, Signer
from sqlalchemy import Connection, insert, select, update
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope

from eminence.server import tables
from eminence.server.problems import Problem
from eminence.server.rooms import checked_name, new_token, same

COOKIE: Final = "eminence"
YEAR: Final = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Person:
    """A person as the database knows him."""

    id: str
    token: str
    name: str

    @property
    def link(self) -> str:
        """What stands at the end of the personal link."""
        return f"{self.id}.{self.token}"


class Identities:
    """Cookies signed by the house, and the tokens that go into its forms."""

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


def find(connection: Connection, person: str) -> Person | None:
    """A person, if he has done something here."""
    row = connection.execute(select(tables.people).where(tables.people.c.id == person)).one_or_none()
    return None if row is None else Person(row.id, row.token, row.name)


def meet(connection: Connection, person: str, name: str | None = None) -> Person:
    """A person who does something: known from now on, under a name if he gives one."""
    known = find(connection, person)
    if known is None:
        known = Person(person, new_token(), checked_name(name or ""))
        connection.execute(
            insert(tables.people).values(id=known.id, token=known.token, name=known.name, since=time.time())
        )
    elif name is not None and (name := checked_name(name)) != known.name:
        connection.execute(update(tables.people).where(tables.people.c.id == person).values(name=name))
        known = Person(known.id, known.token, name)
    return known


def by_link(connection: Connection, link: str) -> Person:
    """The person of a personal link."""
    person, _, token = link.partition(".")
    known = find(connection, person)
    if known is None or not same(known.token, token):
        raise Problem("no_link")
    return known
