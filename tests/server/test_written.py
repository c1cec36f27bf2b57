"""What people write: names that look like others', that turn the line around or cover it; and who hears whom."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path

import pytest

from eminence.server.letters import BLANK, isolated, tidy
from eminence.server.storage import chat, match_log, rooms
from tests.server.driving import RoomsOnly, Server
from tests.server.test_store import made_by

HEBREW = "\u05d0\u05e0\u05d4"
TOWER = "Z" + "\u0335\u0316" * 30 + "o"
UNSEEN = (*"\u202e\u2066\u200b\u200d\ufeff\u3164\u2800\u034f\ue000\u00ad", "\U000e0041")


def sits_as(server: Server, name: str, nonce: str = "my own words") -> tuple[int, str, str]:
    """The status of sitting down under a name, and the name and page that come of it."""
    with server.person() as host, server.person() as guest:
        room = host.post("/new/richelieu", seats="2", name="Anna", **{"seat.1": "friend"}).headers["location"]
        link = re.search(r"/s/\w+/[\w-]+", host.get(room).text)
        assert link
        answer = guest.post(link[0], name=name, nonce=nonce)
        with server.store.reading() as connection:
            kept = match_log.open_room(connection, room.rpartition("/")[2]).room.seats[1].name
        return answer.status_code, kept, host.get(room.replace("room", "table"), follow_redirects=True).text


def test_what_is_not_seen_is_not_kept_in_a_name(server: Server) -> None:
    for letter in UNSEEN:
        status, kept, _ = sits_as(server, f"An{letter}na")
        assert (status, kept) == (303, "Anna"), ascii(letter)
        assert not set(UNSEEN) & set(kept)


def test_marks_do_not_tower(server: Server) -> None:
    _, kept, page = sits_as(server, TOWER)
    assert re.fullmatch("Z[\u0316\u0335]{2}o", kept), ascii(kept)
    assert not re.search("[\u0316\u0335]{3}", page)
    for name in ("Zoë", "Nguyễn Thị Ánh", "\u05e9\u05c1\u05b8\u05dc\u05d5\u05dd"[:6], "Björk", "यज्ञ", "สมชื่อ"):
        assert tidy(name) == unicodedata.normalize("NFC", name), "names as people have them"


def test_a_name_from_right_to_left_leaves_the_sentence_in_its_order(server: Server) -> None:
    """In sentences by isolates, where it stands alone by <bdi>."""
    _, kept, page = sits_as(server, HEBREW)
    assert kept == HEBREW
    for found in re.finditer(HEBREW, page):
        around = page[max(0, found.start() - 5) : found.end() + 6]
        assert around.startswith("<bdi>") or f"\u2068{HEBREW}\u2069" in around, around
    assert isolated(HEBREW) in page
    with server.person() as person:
        person.post("/me/name", name=HEBREW)
        link = re.search(r"/me/\w+\.[\w-]+", person.get("/mine").text)
        assert link
        assert isolated(HEBREW) in person.get(link[0]).text


def stands_apart(page: str) -> int:
    """How often the name stands on a page: each time by itself, but for fields in which it can be changed."""
    shown = re.sub(r"<input[^>]*>", "", page)
    places = [shown[: found.start()] for found in re.finditer(HEBREW, shown)]
    for before in places:
        assert re.search("(<bdi[^>]*>|\u2068)$", before), before[-80:]
    return len(places)


def test_wherever_a_name_or_what_was_said_is_shown_it_stands_apart(server: Server) -> None:
    """Before the first card, on the front page, at the table, and in what players and spectators say."""
    with server.person() as host, server.person() as guest, server.person() as looker:
        room = host.post("/new/richelieu", seats="2", name=HEBREW, listed="yes").headers["location"]
        table = room.replace("/room/", "/table/")
        assert stands_apart(host.get(room).text)
        assert stands_apart(looker.get("/").text)
        assert stands_apart(looker.get(room).text)
        link = re.search(r"/s/\w+/[\w-]+", host.get(room).text)
        assert link
        assert guest.post(link[0], name="Anna").status_code == 303
        assert looker.post("/me/name", name=HEBREW).status_code == 303
        for person in (host, looker):
            before = stands_apart(person.get(table).text)
            assert person.post(f"{table}/say", text=f"{HEBREW}?").status_code == 303
            assert stands_apart(person.get(table).text) == before + 2, "who, and what"
        assert stands_apart(guest.get("/mine").text)


def test_what_is_not_seen_is_not_said(server: Server) -> None:
    table = server.room(2)
    with table.program(0) as one, table.program(1) as two:
        for letter in UNSEEN:
            assert one.post("chat", text=f"An{letter}na").status_code == 201
        assert {line["text"] for line in two.get("chat").json()["lines"]} == {"Anna"}


@pytest.mark.parametrize("letter", [*UNSEEN, "\x00", "\u0335" * 9])
def test_a_nonce_that_cannot_be_seen_is_refused(server: Server, letter: str) -> None:
    status, kept, _ = sits_as(server, "Béa", f"my own{letter} words")
    assert (status, kept) == (422, "")
    with server.client() as client:
        seats = [{"level": ""}, {"level": "page"}]
        made = client.post("/api/rooms", json={"game": "richelieu", "places": seats}).json()
        token = {"authorization": f"Bearer {made['invitations'][0]['invitation']}"}
        join = f"/api/rooms/{made['id']}/join"
        refused = client.post(join, json={"name": "Ada", "nonce": f"x{letter}"}, headers=token)
        assert (refused.status_code, refused.json()["error"]) == (422, "bad_nonce")
        assert client.post(join, json={"name": "Ada", "nonce": "été 2026"}, headers=token).status_code == 200


def test_every_letter_that_is_left_out_is_one_that_is_not_seen() -> None:
    assert all(unicodedata.category(letter)[0] in "MCLSZ" for letter in BLANK)
    assert tidy("".join(BLANK)) == ""


# -- who hears whom ----------------------------------------------------------------------------------------------------


def numbers(page: str) -> list[int]:
    chat = re.search(r'id="chat".*?</ol>', page, re.DOTALL)
    assert chat
    return [int(number) for number in re.findall(r'<li data-number="(\d+)"', chat[0])]


def test_the_numbers_of_the_gallery_tell_nothing_of_the_players_chat(server: Server) -> None:
    """Two tables with the same talk in the gallery; at one of them the players talk as well."""
    heard = []
    for busy in (False, True):
        table = server.room(2)
        with table.program(0) as player, table.spectator() as gallery, table.watching_program() as program:
            with gallery.stream(f"{table.path}/stream?last=0.99") as stream:
                stream.until_told()
                answers = []
                for number in range(4):
                    for _ in range(3 * busy):
                        assert player.post("chat", text="among us").status_code == 201
                    answers.append(program.post("chat", text=f"line {number}").json())
                came = stream.until(lambda events: any("line 3" in event.data for event in events))
            talk = [event for event in came if event.name == "chat"]
            page = gallery.get(table.path).text
            last = re.search(r'data-last="([^"]*)"', page)
            assert last
            since = [line["number"] for line in program.get("chat", since=2).json()["lines"]]
            told = [number for event in talk for number in event.numbers]
            heard.append((answers, talk[-1].id, told, last[1], since, numbers(page)))
            assert "among us" not in page
            assert [line["number"] for line in player.get("chat").json()["lines"]] == list(range(12 * busy))
    assert heard[0] == heard[1]
    assert heard[0][0] == [{"said": said} for said in (1, 2, 3, 4)]


def test_what_was_said_before_is_numbered_apart(tmp_path: Path) -> None:
    """A database of an earlier version, in which players and spectators shared their numbers."""
    house = RoomsOnly(tmp_path / "new.db")
    made = house.room(2)
    house.store.close()
    made_by("0002", tmp_path / "old.db", tmp_path / "new.db")
    with closing(sqlite3.connect(tmp_path / "old.db")) as old, old:
        for number, gallery in enumerate((0, 1, 1, 0, 1)):
            row = (made.id, number, gallery, "p", "n", f"line {number}", 0.0)
            old.execute("INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        old.execute("UPDATE rooms SET said = 5")
    house = RoomsOnly(tmp_path / "old.db")
    with house.store.writing() as connection:
        room = rooms.read(connection, made.id)
        talk = [[(line.number, line.text) for line in chat.heard(connection, room, apart)] for apart in (False, True)]
        assert talk == [[(0, "line 0"), (1, "line 3")], [(0, "line 1"), (1, "line 2"), (2, "line 4")]]
        chat.say(connection, room, False, "p", "n", "and on")
        assert [chat.lines(connection, room, apart) for apart in (False, True)] == [3, 3]
    house.store.close()
