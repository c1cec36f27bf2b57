"""Bad input below the forms: JSON, sizes, methods, paths, heads; HTML in what people write; what every response has."""

from __future__ import annotations

import html
import itertools
import json
import re
import socket
from typing import Any

import pytest

from eminence.server.pages import rendering
from tests.server.driving import PATIENCE, Person, Program, Server, Table, running
from tests.server.refusing import HTML, NAME, asked, guarded, page, piece, rooms_in, told

pytestmark = pytest.mark.usefixtures("untouched")
DEEP = b'{"ask": ' + b"[" * 20_000 + b"]" * 20_000 + b"}"
NO_JSON = [b"", b'{"ask": "1.1", "cho', b"take 1L"]
NO_JSON += [b'{"ask": "\xff", "choice": "take 1L"}', b'{"ask": "\\ud800", "choice": "take 1L"}']  # half a character
NO_ANSWERS = [DEEP, b"[]", b"1e400", b"null", b"{}", b'{"ask": "1.1"}', b'{"ask": 1.1, "choice": "take 1L"}']
NO_ANSWERS += [b'{"ask": null, "choice": "take 1L"}', b'{"ask": "1.1", "choice": "take 1L", "seat": 1}']
NO_ANSWERS += [json.dumps({"ask": "1" * 41, "choice": "take 1L"}).encode()]
NO_ANSWERS += [json.dumps({"ask": "1.1", "choice": "x" * 201}).encode()]
KINDS = ["text/plain", "application/xml", "application/x-www-form-urlencoded", "application/jsonx", "\xff"]


def test_json_that_is_none_or_another_or_of_another_kind(one: Person, program: Program) -> None:
    def send(body: bytes, path: str = program.path("answers"), kind: str = "application/json; charset=utf-8") -> Any:
        headers = [(b"content-type", kind.encode("latin-1"))] if kind else []
        return program.http.post(path, content=body, headers=headers)

    for bodies, key in ((NO_JSON, "bad_json"), (NO_ANSWERS, "bad_body")):
        for body in bodies:
            print(body[:100])
            told(send(body), key)
    for kind in (*KINDS, ""):
        told(send(b'{"ask": "1.1", "choice": "take 1L"}', kind=kind), "wrong_type")
    told(send(DEEP, "/api/verify", "application/json"), "bad_json")
    answer = one.check("[" * 100_000)
    assert answer.status_code == 200
    assert rendering.texts("en")("verdict.not_a_match") in answer.text
    guarded(answer)


def test_wrong_words_for_a_room_by_program(server: Server, program: Program) -> None:
    before = rooms_in(server)
    wishes: list[tuple[dict[str, Any], str]] = [
        ({"game": "chess"}, "no_game"),
        ({"game": 7}, "bad_body"),
        *(({"places": [{}] * places}, "bad_body") for places in (0, 1, 9)),
        ({"places": [{}] * 5}, "bad_options"),
        ({"places": [{"level": "grandmaster"}, {}]}, "bad_level"),
        ({"options": {"fast": True}}, "bad_options"),
        ({"options": {"short": 1}}, "bad_options"),
        ({"options": {"short": [True]}}, "bad_body"),
        ({"listed": "yes"}, "bad_body"),
    ]
    for wish, key in wishes:
        told(program.http.post("/api/rooms", json={"game": "richelieu", "places": [{}, {}], **wish}), key)
    assert rooms_in(server) == before


def test_numbers_that_are_none(program: Program) -> None:
    for since in ("-1", "x", "1.5", "9" * 10, "", "٣", " 1"):
        for name in ("story", "chat", "stream"):
            told(program.get(name, since=since), "bad_number")


def test_too_large(table: Table, one: Person, program: Program) -> None:
    page(one.post(f"{table.path}/say", text="x" * 70_000), "too_large")
    piece(one.post(f"{table.path}/say", "scene", text="x" * 70_000), "too_large")
    told(program.post("chat", text="x" * 70_000), "too_large")
    pieces = (b"x" * 10_000 for _ in range(10))  # not declared
    told(program.http.post(program.path("chat"), content=pieces), "too_large")
    assert one.get(f"{table.path}?{'x' * 50_000}=1").status_code == 200, "a huge address is not too much"
    page(one.get(table.path, params={"why": "x" * 20_000}), "bad_choice")
    page(one.get("/" + "x" * 20_000), "no_page")


def test_wrong_methods(table: Table, one: Person, program: Program) -> None:
    for method in ("PUT", "PATCH", "DELETE", "BREW", "TRACE", "OPTIONS"):
        for path in ("/", table.path, f"{table.path}/answer", "/mine", "/static/x/y"):
            answer = one.http.request(method, path)
            page(answer, "wrong_method")
            assert answer.headers["allow"], (method, path)
        for name in ("table", "answers", "chat"):
            answer = program.http.request(method, program.path(name))
            told(answer, "wrong_method")
            assert answer.headers["allow"], (method, name)
    form = {"csrf": one.csrf, "ask": asked(table), "choice": "take 1L"}
    for act in ("answer", "back", "say", "rematch", "seen", "quiet"):
        page(one.get(f"{table.path}/{act}", params=form), "wrong_method")
    told(program.get("answers"), "wrong_method")
    told(program.http.post(program.path("table"), json={}), "wrong_method")


PATHS = ["/static/../../../../etc/passwd", "/static/x/../../app.py", "/static/x/..%2f..%2f..%2fetc/passwd"]
PATHS += ["/static/%2e%2e/%2e%2e/settings.py", "/static//etc/passwd", "/static/000000000000/house.css", "/static/"]
PATHS += ["/static", "/look/base.html", "/.git/config", "/eminence.db", "/docs", "/debug", "/%00", "/table", "/\xff"]
PATHS += ["/%0d%0aset-cookie:x=y", "//evil.example/%2e%2e", "/rules/richelieu/../../x"]


def test_paths_that_lead_out(server: Server) -> None:
    for path in PATHS:
        answer = exchange(server, f"GET {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n".encode("latin-1"))
        assert answer.startswith((b"HTTP/1.1 404 ", b"HTTP/1.1 400 ")), (path, answer[:200])
        assert not re.search(rb"root:|Traceback|set-cookie: x|location:", answer), path


def exchange(server: Server, sent: bytes) -> bytes:
    """What comes back for bytes that no proper client would send."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        connection.sendall(sent)
        got = b""
        while piece := connection.recv(65536):
            got += piece
    return got


HEADS = [b"Host: " + host for host in (b"[", b"[::1", b"a b", b"x:99999999", HTML.encode(), b"\xff")]
HEADS += [b"Host: here\r\nCookie: \xff=\xff; eminence=\xff.\xff; =; ;;"]
HEADS += [b"Host: here\r\nAccept-Language: ;q=;;,\xff;q=nan", b"Host: here\r\nAccept-Language: " + b"fr;q=0.5," * 2000]


def test_heads_that_no_browser_sends(server: Server, table: Table) -> None:
    cookie = b"Cookie: eminence=" + server.identities.write(table.people[0]).encode() + b"\r\n"
    for head, path in itertools.product(HEADS, (b"/", table.path.encode(), b"/mine", b"/api/rooms")):
        end = b"\r\nConnection: close\r\n\r\n"
        answer = exchange(server, b"GET " + path + b" HTTP/1.1\r\n" + cookie + head + end)
        assert answer.startswith((b"HTTP/1.1 2", b"HTTP/1.1 4")), (head, answer[:300])
        assert b"<script>alert" not in answer


def test_html_is_shown_as_it_was_typed(server: Server) -> None:
    table = server.room(2, names=(NAME, HTML), listed=True)
    with table.person(0) as one, table.person(1) as two, server.person() as other:
        assert other.post("/me/name", name=HTML, back="/").status_code == 303
        assert one.post(f"{table.path}/say", text=HTML).status_code == 303
        assert other.post(f"{table.path}/say", text=HTML).status_code == 303
        waiting = two.post("/new/richelieu", seats="3", name=HTML, listed="yes").headers["location"]
        seat = re.search(r"/s/\w+/[\w-]+", html.unescape(two.get(waiting).text))
        assert seat
        with server.store.reading() as connection:
            link = connection.exec_driver_sql("SELECT token FROM people WHERE id = ?", (two.id,)).scalar_one()
        seen = [
            *(person.get(path) for person in (one, two, other) for path in (table.path, "/", "/mine", waiting)),
            one.get(table.path, headers={"x-fragment": "scene"}),
            one.get(f"{table.path}/fair"),
            other.get(seat[0]),
            other.get(f"/me/{two.id}.{link}"),
        ]
        streams = []
        for person, path in ((one, table.path), (other, table.path), (other, waiting)):
            with person.stream(f"{path}/stream", query={"last": "0.0"}) as stream:
                if path == waiting:
                    stream.until(bool)
                else:
                    stream.until_told(table.opened().room.told)
                streams.append(stream.raw.decode())
    texts = [answer.text for answer in seen] + streams
    assert all(answer.status_code == 200 for answer in seen), [answer.status_code for answer in seen]
    assert not any("<script>alert" in text or "<b onclick" in text for text in texts)
    assert sum("&lt;script&gt;alert(1)&lt;/script&gt;" in text for text in texts) > 10
    for answer in seen:
        guarded(answer)


def test_every_kind_of_response_is_guarded(table: Table, one: Person, program: Program) -> None:
    static = re.search(r'href="(/static/[^"]+\.css)"', one.get("/").text)
    assert static
    for path in ("/", "/mine", "/rules/richelieu", "/verify", "/new/richelieu", table.path, "/favicon.ico", static[1]):
        answer = one.get(path)
        assert answer.status_code == 200
        guarded(answer)
    for path in ("/robots.txt", "/health", "/metrics", "/api/games", "/api/openapi.json", "/api/rooms", "/rules"):
        guarded(one.get(path))
    with one.stream(f"{table.path}/stream") as stream, program.stream() as heard:
        guarded(heard.response)
        guarded(stream.response)
        answers = stream.response, one.get(table.path), program.get("table")
        assert ["no-store" in answer.headers["cache-control"] for answer in answers] == [True] * 3


def test_cookies_travel_over_https_only_where_there_is_https(tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp("https")
    with running(home, "--base-url", "https://cards.example") as server, server.client() as client:
        answer = client.get("/")
        (cookie,) = answer.headers.get_list("set-cookie")
        assert "Secure" in cookie.split("; ")
        guarded(answer)
