"""Bad input at the table: answers that cannot be taken, and people who are not who they say. The match is untouched."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from eminence.core.texts import LANGUAGES
from eminence.server import log
from eminence.server.people import COOKIE
from tests.server.driving import Person, Program, Server, Table
from tests.server.refusing import asked, guarded, page, piece, told

pytestmark = pytest.mark.usefixtures("untouched")

# -- at the table: answers that cannot be taken ------------------------------------------------------------------------


def test_an_answer_that_cannot_be_taken(table: Table) -> None:
    """Asks and choices of seat 0, and what is said of them in all languages."""
    with table.server.store.reading() as connection:
        query = "SELECT ask, choice FROM entries WHERE room = ? AND seat = 0 AND ask IS NOT NULL ORDER BY number"
        first = connection.exec_driver_sql(query, (table.id,)).all()[0]
    cases = [
        (first.ask, "take 4R" if first.choice != "take 4R" else "take 1L", "answered_otherwise"),
        ("9999.0", "take 1L", "too_late"),
        ("0.7", "take 1L", "too_late"),
        ("", "take 1L", "too_late"),
        ("\x00💣.-1", "\x00💣", "too_late"),
    ]
    for language in LANGUAGES:
        with table.person(0, language) as person, table.program(0, language) as program:
            for ask, choice, key in cases:
                page(person.post(f"{table.path}/answer", ask=ask, choice=choice), key, language)
                piece(person.post(f"{table.path}/answer", "scene", ask=ask, choice=choice), key, language)
                told(program.post("answers", ask=ask, choice=choice), key, language)


def test_the_same_answer_twice_is_taken_once_and_otherwise_not_at_all(server: Server) -> None:
    table = server.room(2)
    with table.person(0) as person, table.program(0) as program:
        ask = asked(table)
        first = {"ask": ask, "choice": "take 1L"}
        assert person.post(f"{table.path}/answer", **first).status_code == 303
        after = table.rows()
        assert person.post(f"{table.path}/answer", **first).status_code == 303
        assert program.post("answers", **first).status_code == 200
        assert program.post("answers", ask=ask, choice="  TAKE   1l ").status_code == 200
        page(person.post(f"{table.path}/answer", ask=ask, choice="take 1R"), "answered_otherwise")
        told(program.post("answers", ask=ask, choice="take 1R"), "answered_otherwise")
        assert table.rows() == after


def test_an_answer_to_another_match(server: Server, table: Table, one: Person, program: Program) -> None:
    other = server.room(2)
    answer = {"ask": asked(other), "choice": "take 1L"}
    before = other.rows()
    page(one.post(f"{other.path}/answer", **answer), "not_invited")
    told(program.http.post(f"/api/rooms/{other.id}/answers", json=answer), "wrong_token")
    assert other.rows() == before


def test_an_answer_after_the_end(server: Server) -> None:
    table = server.room(2, options={"short": True})
    last = table.play(random.Random(1))
    before = table.rows()
    with table.person(0) as person, table.program(0) as program:
        answer = {"ask": log.ask_id(last.playing, 0), "choice": "take 1L"}
        page(person.post(f"{table.path}/answer", **answer), "match_over")
        told(program.post("answers", **answer), "match_over")
        told(program.post("back", ask=answer["ask"]), "cannot_take_back")
        page(person.post(f"{table.path}/back", ask="0.0"), "match_over")
        told(program.post("answers", ask="1.0", choice="nonsense"), "answered_otherwise")
    assert table.rows() == before


def test_a_take_back_where_something_was_seen(server: Server) -> None:
    table = server.room(2)
    opened = table.play(
        random.Random(2),
        stop=lambda opened: opened.playing.length > 60 and not any(map(opened.playing.can_take_back, (0, 1))),
    )
    before = table.rows()
    with table.person(0) as person, table.program(0) as program:
        ask = log.ask_id(opened.playing, 0)
        page(person.post(f"{table.path}/back", ask=ask), "cannot_take_back")
        piece(person.post(f"{table.path}/back", "scene", ask=ask), "cannot_take_back")
        told(program.post("back", ask=ask), "cannot_take_back")
        page(person.post(f"{table.path}/back", ask="1.1"), "too_late")
        page(person.post(f"{table.path}/back"), "bad_form")
    assert table.rows() == before


def test_spectators_do_not_play(table: Table) -> None:
    before = table.opened().room.asked
    with table.spectator() as gallery, table.watching_program() as program:
        watching = table.rows()
        for act in ("answer", "back", "rematch", "seen", "quiet"):
            page(
                gallery.post(f"{table.path}/{act}", ask=asked(table), choice="take 1L", on="yes"), _for_spectators(act)
            )
        told(program.post("answers", ask=asked(table), choice="take 1L"), "not_seated")
        told(program.post("back", ask=asked(table)), "not_seated")
        told(program.post("quiet", on=True), "not_seated")
        told(program.http.post(program.path("rematch")), "not_seated")
        assert table.rows() == watching
        forget(table, gallery)
    assert table.opened().room.asked == before


def _for_spectators(act: str) -> str:
    return "not_over" if act == "rematch" else "not_seated"


def forget(table: Table, spectator: Person) -> None:
    """Undo that somebody came to watch."""
    with table.server.store.writing() as connection:
        connection.exec_driver_sql("DELETE FROM watchers WHERE person = ?", (spectator.id,))


# -- who one is not ----------------------------------------------------------------------------------------------------


def test_a_private_table_is_seen_by_nobody_without_a_link(table: Table, stranger: Person) -> None:
    for name in ("", "/fair", "/match.json", "/stream"):
        page(stranger.get(table.path + name), "not_invited")
    piece(stranger.get(table.path, headers={"x-fragment": "scene"}), "not_invited")
    page(stranger.get(f"/room/{table.id}"), "not_invited")
    page(stranger.get(f"/room/{table.id}/stream"), "not_invited")
    for act in ("answer", "back", "say", "seen", "quiet", "rematch"):
        page(stranger.post(f"{table.path}/{act}", ask=asked(table), choice="take 1L", text="x"), "not_invited")
    page(stranger.post(f"/room/{table.id}/leave"), "not_seated")
    page(stranger.post(f"/room/{table.id}/seat", seat="0", kind="page"), "not_host")
    assert table.id not in stranger.get("/").text


FORGED: dict[str, Callable[[Table], str]] = {
    "another's, signed by nobody": lambda table: table.people[0],
    "with another signature": lambda table: f"{table.people[0]}.{'A' * 43}",
    "cut off": lambda table: table.server.identities.write(table.people[0])[:-1],
    "of another with the signature of one's own": lambda table: (
        table.people[0] + "." + table.server.identities.write(table.people[1]).rpartition(".")[2]
    ),
    "bytes": lambda table: "\xff\xfe.\xff",
    "long": lambda table: "x" * 5000,
}


def test_a_cookie_that_we_did_not_sign_is_nobody(server: Server, table: Table) -> None:
    form = {"csrf": server.identities.form_token(table.people[0]), "ask": asked(table), "choice": "take 1L"}
    for name, forged in FORGED.items():
        cookie = f"{COOKIE}={forged(table)}".encode("latin-1")
        with server.client(headers=[(b"cookie", cookie)]) as client:
            page(client.get(table.path), "not_invited")
            page(client.post(f"{table.path}/answer", data=form), "csrf")
            fresh = client.get("/")
            assert (fresh.status_code, COOKIE in fresh.cookies) == (200, True), name
            guarded(fresh)


TOKENS = {
    "none": None,
    "empty": "Bearer",
    "another kind": "Basic dXNlcjpwYXNz",
    "without its kind": "{key}",
    "cut off": "Bearer {key:.10}",
    "longer": "Bearer {key}x",
    "an invitation": "Bearer {token}",
    "of another match": "Bearer {foreign}",
    "garbage": "Bearer \xff\xfe",
    "long": "Bearer " + "x" * 5000,
}


def test_tokens_that_open_nothing(server: Server, table: Table) -> None:
    other = server.room(2)
    fields = {"key": table.keys[0], "token": table.opened().room.seats[0].token, "foreign": other.keys[0]}
    for name, header in TOKENS.items():
        print(name)
        opens_nothing(server, table, header, fields)


def opens_nothing(server: Server, table: Table, header: str | None, fields: dict[str, str]) -> None:
    headers = [] if header is None else [(b"authorization", header.format(**fields).encode("latin-1"))]
    with server.client(headers=headers) as client:
        key = "wrong_token" if (header or "").startswith("Bearer ") else "no_token"
        for name in ("table", "story", "chat", "match", "stream"):
            answer = client.get(f"/api/rooms/{table.id}/{name}")
            told(answer, key)
            assert key != "no_token" or answer.headers["www-authenticate"] == "Bearer"
        told(client.post(f"/api/rooms/{table.id}/answers", json={"ask": asked(table), "choice": "take 1L"}), key)
        told(client.post(f"/api/rooms/{table.id}/back", json={"ask": asked(table)}), key)
        told(client.post(f"/api/rooms/{table.id}/chat", json={"text": "x"}), key)
        told(client.post(f"/api/rooms/{table.id}/rematch"), key)
        told(client.get("/api/me/rooms"), key)


def test_a_seat_of_another_is_not_opened_by_its_link(server: Server, table: Table) -> None:
    seats = table.opened().room.seats
    with table.person(0) as host, server.person() as friend:
        path = f"/s/{table.id}/{seats[1].token}"
        for person in (host, friend):
            taken = person.get(path)
            assert taken.status_code == 200
            assert "Bob" in taken.text
            assert "<form" not in taken.text.partition("<main")[2].partition("</main>")[0]
            page(person.post(path, name="Mallory"), "seat_taken")
        with server.client(headers={"authorization": f"Bearer {seats[1].token}"}) as client:
            told(client.post(f"/api/rooms/{table.id}/join", json={}), "seat_taken")
            told(client.get(f"/api/rooms/{table.id}/table"), "wrong_token")
        assert asked(table, 1) not in host.get(table.path).text or table.opened().room.asked == (0,)


def test_links_that_lead_nowhere(table: Table, stranger: Person) -> None:
    room = table.opened().room
    for path in (
        f"/watch/{table.id}/{room.watch_token[:-1]}",
        f"/watch/{table.id}/{room.seats[0].token}",
        f"/s/{table.id}/{room.watch_token}",
        f"/s/{table.id}/{table.keys[0]}",
        f"/me/{table.people[0]}.{room.watch_token}",
        f"/me/{table.people[0]}",
        "/me/x.",
        "/me/%00.%00",
    ):
        page(stranger.get(path), "no_link")
    for path in ("/table/nowhere", "/room/nowhere", "/s/nowhere/x", "/watch/nowhere/x", "/table/%00", "/table/%FF%FE"):
        page(stranger.get(path), "no_room")
    assert stranger.id not in table.people
