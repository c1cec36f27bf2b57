"""Bad input at the table: answers that cannot be taken, and people who are not who they say. The match is untouched."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from eminence.core.texts import LANGUAGES
from eminence.server.http.cookies import COOKIE
from tests.server.driving import Person, Server, Table
from tests.server.refusing import asked, everywhere, guarded, page, piece, told

pytestmark = pytest.mark.usefixtures("untouched")


def test_an_answer_that_cannot_be_taken(table: Table) -> None:
    """Asks and choices of seat 0, and what is said of them in all languages."""
    with table.server.store.reading() as connection:
        query = "SELECT ask, choice FROM entries WHERE room = ? AND seat = 0 AND ask IS NOT NULL ORDER BY number"
        first = connection.exec_driver_sql(query, (table.id,)).all()[0]
    for language in LANGUAGES:
        other = "take 4R" if first.choice != "take 4R" else "take 1L"
        everywhere(table, 0, other, "answered_otherwise", language, ask=first.ask)
        for ask, choice in (("9999.0", "take 1L"), ("0.7", "take 1L"), ("", "take 1L"), ("\x00💣.-1", "\x00💣")):
            everywhere(table, 0, choice, "too_late", language, ask=ask)


def test_an_answer_or_a_take_back_after_the_end_and_a_take_back_where_something_was_seen(server: Server) -> None:
    ended = server.room(2, options={"short": True})
    ended.play(random.Random(1))
    seen = server.room(2)
    seen.play(
        random.Random(2),
        stop=lambda opened: opened.playing.length > 60 and not any(map(opened.playing.can_take_back, (0, 1))),
    )
    before = ended.rows(), seen.rows()
    everywhere(ended, 0, "take 1L", "match_over")
    for table, old in ((ended, "match_over"), (seen, "too_late")):
        with table.person(0) as person, table.program(0) as program:
            page(person.post(f"{table.path}/back", ask=asked(table)), "cannot_take_back")
            piece(person.post(f"{table.path}/back", "scene", ask=asked(table)), "cannot_take_back")
            told(program.post("back", ask=asked(table)), "cannot_take_back")
            page(person.post(f"{table.path}/back", ask="0.0"), old)
            told(program.post("answers", ask="1.0", choice="nonsense"), "answered_otherwise")
            page(person.post(f"{table.path}/back"), "bad_form")
    assert (ended.rows(), seen.rows()) == before


def test_spectators_do_not_play(table: Table) -> None:
    ask, before = asked(table), table.opened().room.asked
    with table.spectator() as gallery, table.watching_program() as program:
        watching = table.rows()
        for act in ("answer", "back", "seen", "quiet", "rematch"):
            page(gallery.post(f"{table.path}/{act}", ask=ask, choice="take 1L", on="yes"), "not_seated")
        told(program.post("answers", ask=ask, choice="take 1L"), "not_seated")
        told(program.post("back", ask=ask), "not_seated")
        told(program.post("quiet", on=True), "not_seated")
        told(program.http.post(program.path("rematch")), "not_seated")
        assert table.rows() == watching
    assert table.opened().room.asked == before


def test_a_private_table_is_seen_by_nobody_without_a_link(table: Table, stranger: Person) -> None:
    room = f"/room/{table.id}"
    for path in (*(table.path + name for name in ("", "/fair", "/match.json", "/stream")), room, f"{room}/stream"):
        page(stranger.get(path), "not_invited")
    piece(stranger.get(table.path, headers={"x-fragment": "scene"}), "not_invited")
    for act in ("answer", "back", "say", "seen", "quiet", "rematch"):
        fields = {"ask": asked(table), "choice": "take 1L", "text": "x", "on": "yes"}
        page(stranger.post(f"{table.path}/{act}", **fields), "not_invited")
    page(stranger.post(f"{room}/leave"), "not_invited")
    page(stranger.post(f"{room}/seat", seat="0", kind="page"), "not_host")
    assert table.id not in stranger.get("/").text


FORGED: dict[str, Callable[[Table], str]] = {
    "another's, signed by nobody": lambda table: table.people[0],
    "with another signature": lambda table: f"{table.people[0]}.{'A' * 43}",
    "cut off": lambda table: table.server.identities.write(table.people[0])[:-1],
    "signed as oneself": lambda table: f"{table.people[0]}.{table.server.identities.write(table.people[1])[-43:]}",
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


TOKENS: dict[str, list[str]] = {
    "no_token": ["", "Bearer", "Basic dXNlcjpwYXNz", "{key}"],
    "wrong_token": ["Bearer {key:.10}", "Bearer {key}x", "Bearer {invitation}", "Bearer {foreign}", "Bearer \xff\xfe"],
}


def test_tokens_that_open_nothing(server: Server, table: Table) -> None:
    room, invitation = f"/api/rooms/{table.id}", table.opened().room.seats[0].token
    fields = {"key": table.keys[0], "invitation": invitation, "foreign": server.room(2).keys[0]}
    tokens = [(token, key) for key, some in TOKENS.items() for token in some]
    for token, key in (*tokens, ("Bearer " + "x" * 5000, "wrong_token")):
        print(token)
        headers = [(b"authorization", token.format(**fields).encode("latin-1"))] if token else []
        with server.client(headers=headers) as client:
            for name in ("table", "story", "chat", "match", "stream"):
                answer = client.get(f"{room}/{name}")
                told(answer, key)
                assert key != "no_token" or answer.headers["www-authenticate"] == "Bearer"
            told(client.get("/api/me/rooms"), key)
            told(client.post(f"{room}/answers", json={"ask": asked(table), "choice": "take 1L"}), key)
            told(client.post(f"{room}/back", json={"ask": asked(table)}), key)
            told(client.post(f"{room}/chat", json={"text": "x"}), key)
            told(client.post(f"{room}/rematch"), key)


def test_a_seat_of_another_is_not_opened_by_its_link(server: Server, table: Table) -> None:
    path = f"/s/{table.id}/{table.opened().room.seats[1].token}"
    with table.person(0) as host, server.person() as friend:
        for person in (host, friend):
            taken = person.get(path)
            assert taken.status_code == 200
            assert "Bob" in taken.text
            assert "<form" not in taken.text.partition("<main")[2].partition("</main>")[0]
            page(person.post(path, name="Mallory"), "seat_taken")
        assert asked(table, 1) not in host.get(table.path).text or table.opened().room.asked == (0,)


def test_links_that_lead_nowhere(table: Table, stranger: Person) -> None:
    room, person = table.opened().room, table.people[0]
    paths = [f"/watch/{table.id}/{token}" for token in (room.watch_token[:-1], room.seats[0].token)]
    paths += [f"/s/{table.id}/{token}" for token in (room.watch_token, table.keys[0])]
    paths += [f"/me/{link}" for link in (f"{person}.{room.watch_token}", person, "x.", "%00.%00")]
    for path in paths:
        page(stranger.get(path), "no_link")
    for path in ("/table/nowhere", "/room/nowhere", "/s/nowhere/x", "/watch/nowhere/x", "/table/%00", "/table/%FF%FE"):
        page(stranger.get(path), "no_room")
    assert stranger.id not in table.people
