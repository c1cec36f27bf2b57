"""Bad input in forms: from other sites, garbled, incomplete, impossible. The match is untouched."""

from __future__ import annotations

import itertools

import pytest

from eminence.server.storage import chat
from tests.server.driving import Person, Program, Server, Table
from tests.server.refusing import HTML, NAME, asked, guarded, page, piece, rooms_in, told

pytestmark = pytest.mark.usefixtures("untouched")
URLENCODED = {"content-type": "application/x-www-form-urlencoded"}
FORMS = [
    "/play",
    "/new/richelieu",
    "/learn/deal_with_the_devil",
    "/settings",
    "/me/name",
    "/verify",
    "/room/{id}/seat",
    "/room/{id}/leave",
]
FORMS += [f"/table/{{id}}/{act}" for act in ("answer", "back", "say", "quiet", "seen", "rematch")]
FORMS += ["/s/{id}/{token}", "/me/{link}"]


def test_a_form_of_another_site_does_nothing(table: Table, one: Person, stranger: Person) -> None:
    token = table.opened().room.seats[1].token
    with table.server.store.reading() as connection:
        query = "SELECT id || '.' || token FROM people WHERE id = ?"
        link = connection.exec_driver_sql(query, (table.people[0],)).scalar()
    fields = {"game": "richelieu", "seats": "2", "ask": asked(table), "choice": "take 1L", "text": "x", "name": "x"}
    for form in FORMS:
        path = form.format(id=table.id, token=token, link=link)
        print(path)
        for csrf in ({}, {"csrf": ""}, {"csrf": stranger.csrf}, {"csrf": one.csrf[:-1]}, {"csrf": "\xff"}):
            page(one.http.post(path, data={**fields, **csrf}), "csrf")
        page(one.http.post(path, content=b"", headers=URLENCODED), "csrf")
        page(one.http.post(path, json={**fields, "csrf": one.csrf}), "wrong_type")
        page(one.http.post(path, data=fields, files={"csrf": one.csrf}), "wrong_type")
        page(one.http.post(path), "wrong_type")
        with table.server.client() as nobody:
            page(nobody.post(path, data={**fields, "csrf": one.csrf}), "csrf")


def test_a_form_that_is_garbled_or_lacks_fields(table: Table, one: Person) -> None:
    """Bytes, not UTF-8, half a character, many fields."""
    own = b"csrf=" + one.csrf.encode()
    for body in (b"\xff\xfe=1", own + b"&text=%ff", own + b"&text=%ED%A0%80", own + b"&a=1" * 500):
        page(one.http.post(f"{table.path}/say", content=body, headers=URLENCODED), "bad_form")
    page(one.post(f"{table.path}/answer", choice="take 1L"), "bad_form")
    page(one.post(f"{table.path}/answer", ask=asked(table)), "bad_form")
    for path in (f"{table.path}/back", f"{table.path}/say", "/verify"):
        page(one.post(path), "bad_form")
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
    for name in ("light", "sound", "vibration", "speed"):
        page(one.post("/settings", back="/", **{name: "disco"}), "bad_form")
    with one.server.client(headers={"accept-language": "xx-YY, tlh;q=0.9, *;q=0.1"}) as client:
        assert '<html lang="en"' in client.get("/").text
    for cookie in ("xx", "../../en", "\xff"):
        with one.server.client(headers=[(b"cookie", f"language={cookie}; light={cookie}".encode("latin-1"))]) as client:
            answer = client.get("/", headers={"accept-language": "it"})
            assert '<html lang="it" data-light="auto"' in answer.text


WRONG_ROOMS = [({"seats": seats}, "bad_options") for seats in ("7", "two", "", "9" * 5000)]
WRONG_ROOMS += [({"seats": "2", "option.short": short}, "bad_options") for short in ("2", "-1", "9" * 5000)]
WRONG_ROOMS += [({"seats": "2", "seat.1": "grandmaster"}, "bad_level")]
WRONG_ROOMS += [({"seats": "2", "name": "x" * 31}, "bad_name"), ({"seats": "2", "nonce": "x" * 201}, "bad_nonce")]


def test_a_room_that_cannot_be_made(server: Server, stranger: Person) -> None:
    before = rooms_in(server)
    for fields, key in WRONG_ROOMS:
        answer = stranger.post("/new/richelieu", **{"name": HTML, **fields})
        page(answer, key)
        assert 'action="/new/richelieu"' in answer.text, "the form is shown again, as it was filled in"
        assert HTML not in answer.text
    for name in ("chess", "", "..", HTML, "\x00"):
        page(stranger.post("/play", game=name), "no_game")
    page(stranger.get("/new/chess"), "no_game")
    page(stranger.get("/rules/chess"), "no_game")
    page(stranger.post("/play", game="richelieu", level="grandmaster"), "bad_level")
    page(stranger.post("/play", game="richelieu", seats="5"), "bad_options")
    page(stranger.post("/play", game="richelieu", nonce="x" * 201), "bad_nonce")
    assert rooms_in(server) == before


def test_seats_that_cannot_be_given(server: Server, stranger: Person) -> None:
    room = stranger.post("/new/richelieu", seats="3", name="Host").headers["location"]
    before = server.rows(room.rpartition("/")[2])
    for fields, key in (
        ({"seat": "9", "kind": "page"}, "no_link"),
        *(({"seat": seat, "kind": "page"}, "bad_number") for seat in ("-1", "9" * 5000, "٣")),
        ({"kind": "page"}, "bad_number"),
        ({"seat": "1", "kind": "grandmaster"}, "bad_level"),
        ({"seat": "1"}, "bad_level"),
        ({"seat": "0", "kind": "page"}, "seat_taken"),
    ):
        page(stranger.post(f"{room}/seat", **fields), key)
    table = room.replace("/room/", "/table/")
    page(stranger.post(f"{table}/answer", ask="0.0", choice="take 1L"), "not_begun")
    page(stranger.post(f"{table}/rematch"), "not_over")
    assert server.rows(room.rpartition("/")[2]) == before


def test_overlong_names_and_talk(table: Table, one: Person, program: Program) -> None:
    page(one.post("/me/name", name="x" * 31), "bad_name")
    for text in ("", " \t\n ", "x" * (chat.LONGEST + 1), "\u200b\u200d", "\x00"):
        page(one.post(f"{table.path}/say", text=text), "bad_text")
    piece(one.post(f"{table.path}/say", "scene", text=""), "bad_text")
    told(program.post("chat", text=" "), "bad_text")
    told(program.post("chat", text="x" * (chat.LONGEST + 1)), "bad_body")
