"""What all refusals have in common: the right status, and a sentence that a person understands."""

from __future__ import annotations

import asyncio
import html
import re
from typing import Any

import httpx
from starlette.applications import Starlette

from eminence.core.texts.telling import telling
from eminence.server.http.app import CSP
from eminence.server.pages import rendering
from eminence.server.problems import STATUS
from eminence.server.storage import match_log
from tests.server.driving import Server, Table

HTML = "<script>alert(1)</script>"
NAME = "<b onclick='x'>&\""
BROKEN = re.compile(r"Traceback|File \"|sqlalchemy|starlette|\bNone\b|Error\b")
FIELDS = ("longest", "levels", "why", "detail", "most", "given", "all")


def asked(table: Table, seat: int = 0) -> str:
    return match_log.ask_id(table.opened().playing, seat)


def sentence(key: str, language: str = "en") -> str:
    """The beginning of what is said of a problem, up to where it speaks of the case."""
    told = rendering.texts(language)(f"problem.{key}", **dict.fromkeys(FIELDS, "\0"))
    return told.partition("\0")[0].strip()


def page(response: httpx.Response, key: str, language: str = "en") -> None:
    """A page for people that says what is wrong, in their language."""
    assert response.status_code == STATUS[key], response.text[:500]
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<html lang="{language}"' in response.text
    assert sentence(key, language) in html.unescape(response.text)
    assert 'href="/"' in response.text
    guarded(response)


def piece(response: httpx.Response, key: str, language: str = "en") -> None:
    """A sentence for the script."""
    assert response.status_code == STATUS[key], response.text[:500]
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.text.startswith(sentence(key, language))
    guarded(response)


def told(response: httpx.Response, key: str, language: str = "en") -> dict[str, Any]:
    """JSON for programs."""
    assert response.status_code == STATUS[key], response.text[:500]
    assert response.headers["content-type"] == "application/json"
    data = response.json()
    assert set(data) == {"error", "message", "detail"}
    assert data["error"] == key
    assert data["message"].startswith(sentence(key, language))
    guarded(response)
    return dict(data)


def everywhere(table: Table, seat: int, choice: str, key: str, language: str = "en", why: str = "", **ask: str) -> None:
    """Try that by the page's form, by the script's piece and over the API: refused alike, with the game's reason."""
    answer = {"ask": asked(table, seat), "choice": choice} | ask
    with table.person(seat, language) as person, table.program(seat, language) as program:
        tried = person.post(f"{table.path}/answer", **answer)
        page(tried, key, language)
        assert why in html.unescape(tried.text)
        tried = person.post(f"{table.path}/answer", "scene", **answer)
        piece(tried, key, language)
        assert tried.text.endswith(why)
        assert told(program.post("answers", **answer), key, language)["message"].endswith(why)
        if key != "not_offered":
            return
        opened = table.opened()
        teller = telling(opened.room.game, language, seat, opened.room.names)
        code = opened.room.game.code(choice)
        why = teller.why_not(opened.playing.view(seat), code) or ""
        shown = person.get(table.path, params={"why": choice}, headers={"x-fragment": "scene"})
        assert shown.status_code == 200
        assert why in html.unescape(shown.text), "the page says why to whoever asks it"


def guarded(response: httpx.Response) -> None:
    """What every response has, and has not."""
    assert response.headers["content-security-policy"] == CSP
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "same-origin"
    assert "server" not in response.headers
    for cookie in response.headers.get_list("set-cookie"):
        assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; ")), cookie
    if response.status_code >= 400:
        assert not BROKEN.search(response.text), response.text
        assert response.headers["cache-control"] == "no-store"


def rooms_in(server: Server) -> int:
    with server.store.reading() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM rooms").scalar_one())


def answers_of(app: Starlette, *requests: httpx.Request) -> list[httpx.Response]:
    """What an app answers, without a server, one after the other."""

    async def ask() -> list[httpx.Response]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app, raise_app_exceptions=False)) as client:
            return [await client.send(request) for request in requests]

    return asyncio.run(ask())
