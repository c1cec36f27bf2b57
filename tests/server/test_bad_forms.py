"""Bad input in forms: from other sites, garbled, incomplete, impossible. The match is untouched."""

from __future__ import annotations

import itertools

import pytest

from eminence.server import talk
from tests.server.driving import Person, Program, Server, Table
from tests.server.refusing import HTML, NAME, asked, guarded, page, piece, rooms_in, told

pytestmark = pytest.mark.usefixtures("untouched")

# -- forms -------------------------------------------------------------------------------------------------------------

FORMS = ["/play", "/new/richelieu", "/settings", "/me/name", "/verify", "{table}/answer", "{table}/back", "{table}/say"]
FORMS += ["{table}/quiet"]
FORMS += ["{table}/seen", "{table}/rematch", "/room/{id}/seat", "/room/{id}/leave", "/s/{id}/{token}", "/me/{link}"]


def filled(path: str, table: Table) -> str:
    room = table.opened().room
    with table.server.store.reading() as connection:
        query = "SELECT id || '.' || token FROM people WHERE id = ?"
        link = connection.exec_driver_sql(query, (table.people[0],)).scalar()
    return path.format(table=table.path, id=table.id, token=room.seats[1].token, link=link)


def test_a_form_of_another_site_does_nothing(table: Table, one: Person, stranger: Person) -> None:
    for path in FORMS:
        print(path)
        does_nothing(filled(path, table), table, one, stranger)


def does_nothing(path: str, table: Table, one: Person, stranger: Person) -> None:
    fields = {"game": "richelieu", "seats": "2", "ask": asked(table), "choice": "take 1L", "text": "x", "name": "x"}
    for csrf in ({}, {"csrf": ""}, {"csrf": stranger.csrf}, {"csrf": one.csrf[:-1]}, {"csrf": "\xff"}):
        page(one.http.post(path, data={**fields, **csrf}), "csrf")
    page(one.http.post(path, content=b"", headers={"content-type": "application/x-www-form-urlencoded"}), "csrf")
    page(one.http.post(path, json={**fields, "csrf": one.csrf}), "wrong_type")
    page(one.http.post(path, data=fields, files={"csrf": one.csrf}), "wrong_type")
    page(one.http.post(path), "wrong_type")
    with table.server.client() as nobody:
        page(nobody.post(path, data={**fields, "csrf": one.csrf}), "csrf")


def test_a_garbled_form(table: Table, one: Person) -> None:
    """Bytes, not UTF-8, half a character, many fields."""
    headers = {"content-type": "application/x-www-form-urlencoded"}
    own = b"csrf=" + one.csrf.encode()
    for body in (b"\xff\xfe=1", own + b"&text=%ff", own + b"&text=%ED%A0%80", own + b"&a=1" * 500):
        page(one.http.post(f"{table.path}/say", content=body, headers=headers), "bad_form")


def test_missing_fields(table: Table, one: Person) -> None:
    page(one.post(f"{table.path}/answer", choice="take 1L"), "bad_form")
    page(one.post(f"{table.path}/answer", ask=asked(table)), "bad_form")
    page(one.post(f"{table.path}/back"), "bad_form")
    page(one.post(f"{table.path}/say"), "bad_form")
    page(one.post("/verify"), "bad_form")
    page(one.post("/play"), "no_game")


ELSEWHERE = ["https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example", "javascript:x", ""]


def test_nobody_is_sent_to_another_site(one: Person) -> None:
    forms: list[tuple[str, dict[str, str]]] = [("/settings", {"light": "day"}), ("/me/name", {"name": NAME})]
    for back, (path, fields) in itertools.product(ELSEWHERE, forms):
        answer = one.post(path, back=back, **fields)
        assert (answer.status_code, answer.headers["location"]) == (303, "/"), back
        guarded(answer)


def test_settings_that_do_not_exist(one: Person) -> None:
    page(one.post("/settings", back="/", language="xx"), "no_language")
    page(one.post("/settings", back="/", light="disco"), "bad_form")
    with one.server.client(headers={"accept-language": "xx-YY, tlh;q=0.9, *;q=0.1"}) as client:
        assert '<html lang="en"' in client.get("/").text
    for cookie in ("xx", "../../en", "\xff"):
        with one.server.client(headers=[(b"cookie", f"language={cookie}; light={cookie}".encode("latin-1"))]) as client:
            answer = client.get("/", headers={"accept-language": "it"})
            assert '<html lang="it" data-light="auto"' in answer.text


WRONG_ROOMS = [
    ({"seats": "7"}, "bad_options"),
    ({"seats": "two"}, "bad_options"),
    ({"seats": ""}, "bad_options"),
    ({"seats": "9" * 5000}, "bad_options"),
    ({"seats": "2", "option.short": "2"}, "bad_options"),
    ({"seats": "2", "option.short": "-1"}, "bad_options"),
    ({"seats": "2", "option.short": "9" * 5000}, "bad_options"),
    ({"seats": "2", "seat.1": "grandmaster"}, "bad_level"),
    ({"seats": "2", "name": "x" * 31}, "bad_name"),
    ({"seats": "2", "nonce": "x" * 201}, "bad_nonce"),
]


def test_a_room_that_cannot_be_made(server: Server, stranger: Person) -> None:
    before = rooms_in(server)
    for fields, key in WRONG_ROOMS:
        answer = stranger.post("/new/richelieu", **{"name": HTML, **fields})
        page(answer, key)
        assert 'action="/new/richelieu"' in answer.text, "the form is shown again, as it was filled in"
        assert HTML not in answer.text
    assert rooms_in(server) == before


def test_games_and_levels_that_do_not_exist(server: Server, stranger: Person) -> None:
    before = rooms_in(server)
    for name in ("chess", "", "..", HTML, "\x00"):
        page(stranger.post("/play", game=name), "no_game")
    page(stranger.get("/new/chess"), "no_game")
    page(stranger.get("/rules/chess"), "no_game")
    page(stranger.post("/play", game="richelieu", level="grandmaster"), "bad_level")
    page(stranger.post("/play", game="richelieu", nonce="x" * 201), "bad_nonce")
    assert rooms_in(server) == before


def test_seats_that_cannot_be_given(server: Server, stranger: Person) -> None:
    made = stranger.post("/new/richelieu", seats="3", name="Host")
    room = made.headers["location"]
    before = server.rows(room.rpartition("/")[2])
    for fields, key in (
        ({"seat": "9", "kind": "page"}, "no_link"),
        ({"seat": "-1", "kind": "page"}, "bad_number"),
        ({"seat": "9" * 5000, "kind": "page"}, "bad_number"),
        ({"seat": "٣", "kind": "page"}, "bad_number"),
        ({"kind": "page"}, "bad_number"),
        ({"seat": "1", "kind": "grandmaster"}, "bad_level"),
        ({"seat": "1"}, "bad_level"),
        ({"seat": "0", "kind": "page"}, "seat_taken"),
    ):
        page(stranger.post(f"{room}/seat", **fields), key)
    table = room.replace("/room/", "/table/")
    page(stranger.post(f"{table}/answer", ask="0.0", choice="take 1L"), "not_begun")
    page(stranger.post(f"{table}/say", text="too early"), "not_begun")
    piece(stranger.post(f"{table}/say", "scene", text="too early"), "not_begun")
    page(stranger.post(f"{table}/rematch"), "not_over")
    assert server.rows(room.rpartition("/")[2]) == before


def test_overlong_names_and_talk(table: Table, one: Person, program: Program) -> None:
    page(one.post("/me/name", name="x" * 31), "bad_name")
    for text in ("", " \t\n ", "x" * (talk.LONGEST + 1), "\u200b\u200d", "\x00"):
        page(one.post(f"{table.path}/say", text=text), "bad_text")
    piece(one.post(f"{table.path}/say", "scene", text=""), "bad_text")
    told(program.post("chat", text=" "), "bad_text")
    told(program.post("chat", text="x" * (talk.LONGEST + 1)), "bad_body")
