"""Under which names the server answers, that looking at a page changes nothing, and that no code is drawn where
everybody waits."""

from __future__ import annotations

import hashlib
import re
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from markupsafe import Markup
from starlette.routing import Route

from eminence.core.texts import LANGUAGES
from eminence.server.http.cookies import COOKIE, GALLERY_COOKIE, HOST_ONLY, MOST_GALLERIES
from eminence.server.pages import rendering
from eminence.server.storage import people, rooms
from tests.server.driving import Server, ServerHere, Table, running

STRANGE = ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "a" * 2150, "a" * 2400, "x y", "[::1")


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a public address and another name."""
    words = (
        "--hosts",
        "cards.club,games.local",
        "--base-url",
        "https://cards.example",
        "--no-limits",
        "--monitors",
        "10.0.0.1",
    )
    with running(tmp_path_factory.mktemp("named"), *words) as server:
        yield server


def test_a_strange_host_is_refused_in_words_and_ours_are_not(server: Server) -> None:
    own = socket.gethostname()
    for language in LANGUAGES:
        with server.client(headers={"accept-language": language}) as client:
            for host in STRANGE:
                answer = client.get("/api/games", headers={"host": host})
                assert answer.status_code == 400, host
                if answer.headers["content-type"] == "application/json":  # else h11 has refused it before
                    assert answer.json()["error"] == "wrong_host"
                    assert "--hosts" in answer.json()["message"]
                    assert host not in answer.text
            page = client.get("/mine", headers={"host": "evil.example"})
            assert (page.status_code, f'<html lang="{language}"' in page.text) == (400, True)
    with server.client() as client:
        for host in ("localhost", f"localhost:{server.port}", "127.0.0.1", "[::1]:80", "192.168.1.20:8655", own):
            assert client.get("/health", headers={"host": host}).status_code == 200, host


def test_names_that_the_operator_gave_are_ours_and_links_begin_with_the_public_address(named: Server) -> None:
    table = named.room(2)
    with table.person(0) as person:
        for host in ("cards.example", "cards.example:443", "CARDS.club", "games.local:8655", "localhost"):
            page = person.get("/mine", headers={"host": host})
            assert page.status_code == 200, host
            assert set(re.findall(r'value="(\w+://[^/"]+)/', page.text)) == {"https://cards.example"}
        assert person.get("/mine", headers={"host": "club"}).status_code == 400


def test_no_redirect_follows_the_host(server: Server, table: Table) -> None:
    paths = ("/rules", "/mine/", "/rules/", f"{table.path}/", f"/watch/{table.id}/{table.opened().room.watch_token}")
    with server.client() as client:
        for path in paths:
            answer = client.get(path, headers={"host": "203.0.113.9"})
            assert answer.headers.get("location", "/").startswith("/"), path
            assert "203.0.113.9" not in str(answer.headers), path


# -- looking changes nothing -------------------------------------------------------------------------------------------


def everything(path: Path) -> str:
    """A digest of all that a database says."""
    with closing(sqlite3.connect(path)) as connection:
        return hashlib.sha256("\n".join(connection.iterdump()).encode()).hexdigest()


def test_whatever_is_looked_at_nothing_is_written(tmp_path: Path) -> None:
    """Every page there is, by somebody new each time, by a player and by a host."""
    server = ServerHere(tmp_path)
    try:
        table = server.room(2, listed=True)
        with table.person(0) as host, server.person() as stranger:
            room = host.post("/new/richelieu", seats="2", name="Anna").headers["location"].rpartition("/")[2]
            with server.store.reading() as connection:
                made = rooms.read(connection, room)
                person = people.find(connection, table.people[0])
                assert person
            before = everything(tmp_path / "eminence.db")
            looked = 0
            for route in server.app.routes:
                assert isinstance(route, Route)
                if "GET" not in (route.methods or ()) or route.path.endswith("/stream"):
                    continue
                token = made.watch_token if route.path.startswith("/watch") else made.seats[1].token
                fixed = {
                    "token": token,
                    "link": person.link,
                    "game": "richelieu",
                    "language": "en",
                    "digest": "x",
                    "name": "x",
                    "check": "x",
                    "kind": "pdf",
                }
                for at in (table.id, room):
                    path = route.path_format.format(room=at, **fixed)
                    for visitor in (host, stranger):
                        assert visitor.get(path).status_code < 500, path
                    with server.client() as new:
                        new.get(path)
                    looked += 1
            assert looked > 30
            assert everything(tmp_path / "eminence.db") == before
    finally:
        server.close()


def test_a_hundred_cookieless_looks_leave_no_row_and_a_link_still_opens_a_private_table(server: Server) -> None:
    table = server.room(2)
    link = f"/watch/{table.id}/{table.opened().room.watch_token}"
    before = everything(server.path)
    for _ in range(100):
        with server.client() as new:
            assert new.get("/mine").status_code == 200
            assert new.get(link).status_code == 303
            assert new.get(table.path).status_code == 200, "whoever followed the link may look on"
            new.cookies.delete(GALLERY_COOKIE)
            assert new.get(table.path).status_code == 403
    assert everything(server.path) == before


def test_a_browser_remembers_many_galleries_and_no_other_can_be_made_up(server: Server) -> None:
    tables = [server.room(2) for _ in range(MOST_GALLERIES + 1)]
    with server.person() as person:
        for table in tables:
            assert not person.get(f"/watch/{table.id}/{table.opened().room.watch_token}").is_error
        assert [person.get(table.path).status_code for table in tables[-3:]] == [200] * 3
        assert person.get(tables[0].path).status_code == 403, "the oldest is forgotten"
        assert len(person.http.cookies[GALLERY_COOKIE]) < 1000
        signed = person.http.cookies[GALLERY_COOKIE]
        for forged in (tables[0].id, f"{tables[0].id}{signed[10:]}", f"{tables[0].id}.{signed.rpartition('.')[2]}", ""):
            person.http.cookies.set(GALLERY_COOKIE, forged)
            assert person.get(tables[0].path).status_code == 403, forged


def test_the_personal_link_is_there_as_soon_as_something_was_done(server: Server) -> None:
    with server.person() as person:
        assert "/me/" not in person.get("/mine").text.replace("/me/name", "")
        person.post("/me/name", name="Anna")
        assert f"/me/{person.id}." in person.get("/mine").text


# -- off the loop ------------------------------------------------------------------------------------------------------


def test_no_code_is_drawn_on_the_loop_and_each_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, str]] = []
    real = rendering.qr

    def watched(text: str) -> Markup:
        drawn.append((text, threading.current_thread().name))
        return real(text)

    monkeypatch.setattr(rendering, "qr", watched)
    server = ServerHere(tmp_path)
    try:
        with server.person("Anna") as host, server.person() as guest:
            room = host.post("/new/habemus_papam", seats="3", name="Anna", listed="yes").headers["location"]
            link = re.search(r"/s/\w+/[\w-]+", host.get(room).text)
            assert link
            host.get("/mine")
            guest.get(link[0])
            guest.get(room)
            with host.stream(f"{room}/stream") as stream:
                stream.until(bool)
            host.post(f"{room}/seat", fragment="room", seat="2", kind="page")
            assert guest.post(link[0], name="x" * 31).status_code == 422
            asked = len(drawn)
            assert asked > 10
            assert all(thread.startswith(("reader", "writer")) for _, thread in drawn), drawn
            before = real.cache_info().misses
            host.get("/mine")
            host.get(room)
            assert len(drawn) > asked
            assert real.cache_info().misses == before
    finally:
        server.close()


# -- cookies that no neighbour can give --------------------------------------------------------------------------------


def test_under_https_cookies_are_of_this_host_alone_and_who_has_an_older_one_is_not_forgotten(named: Server) -> None:
    table = named.room(2)
    own = named.identities.write(table.people[0])
    with named.client() as client:
        (given,) = client.get("/").headers.get_list("set-cookie")
        name, _, more = given.partition("=")
        assert name == f"{HOST_ONLY}{COOKIE}"
        assert {"Secure", "Path=/", "HttpOnly"} <= set(more.split("; "))
        assert "domain" not in more.lower()
        for cookies in (f"{COOKIE}={own}", f"{HOST_ONLY}{COOKIE}={own}"):
            answer = client.get(table.path, headers={"cookie": cookies})
            assert answer.status_code == 200, "a player's own table"
            renewed = [cookie for cookie in answer.headers.get_list("set-cookie") if cookie.startswith(HOST_ONLY)]
            assert renewed == [] if HOST_ONLY in cookies else own in renewed[0]
        stranger = named.identities.write(named.identities.new())
        both = f"{COOKIE}={own}; {HOST_ONLY}{COOKIE}={stranger}"
        assert client.get(table.path, headers={"cookie": both}).status_code == 403, "the neighbour's does not count"
        link = client.get(f"/watch/{table.id}/{table.opened().room.watch_token}")
        assert all(cookie.startswith(HOST_ONLY) for cookie in link.headers.get_list("set-cookie"))
        form = {"csrf": named.identities.form_token(table.people[0]), "light": "candle"}
        chosen = client.post("/settings", data=form, headers={"cookie": f"{HOST_ONLY}{COOKIE}={own}"})
        assert chosen.headers["set-cookie"].startswith(f"{HOST_ONLY}light=candle")
        lit = client.get("/", headers={"cookie": f"{HOST_ONLY}light=candle; light=day"})
        assert 'data-light="candle"' in lit.text


# -- who may know how the server is ------------------------------------------------------------------------------------


def test_measures_and_details_are_for_whom_the_operator_named(server: Server, named: Server) -> None:
    with server.client() as here, named.client() as stranger:
        assert "eminence_answers_total" in here.get("/metrics").text
        assert set(here.get("/health").json()) == {"status", "version", "live_matches", "open_streams"}
        for client, headers in (
            (stranger, {}),
            (here, {"x-forwarded-for": "127.0.0.1"}),
            (here, {"forwarded": "for=x"}),
        ):
            assert client.get("/metrics", headers=headers).status_code == 404
            assert client.get("/health", headers=headers).json() == {"status": "ok"}
