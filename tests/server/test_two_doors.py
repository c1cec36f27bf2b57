"""Pages and programs come by two doors to one table: the same deed leaves the same rows, and the same word if not."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import count
from typing import Any, Final

import httpx
import pytest
from sqlalchemy import Connection, Select, event

from eminence.server.storage import match_log, tables
from eminence.server.storage.match_log import OpenRoom
from tests.server.driving import Person, Program, ServerHere, Table

STAND: Final = {
    "rooms": "game, rules, seats, options, listed, phase, asked, entries, told, said, next != '', began_again, "
    "opening_since > 0",
    "seats": "seat, person != '', level, name, nonce, seen, quiet, nonce_commitment, nonce_origin",
    "entries": "number, seat, choice, hash, ask",
    "events": "number, event",
    "chat": "gallery, number, gallery OR person != '', name, text, phrase, seat",
}
"""All that the database says of a room, but for what is drawn by lot for each: names of rooms, tokens, people."""
SECRET: Final = bytes(range(32))
ASKED: Final = -1
"""The first seat that is asked, whichever it is."""
Fields = Callable[[OpenRoom, int], dict[str, Any]]


def stand(here: ServerHere, room: str) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(here.path)) as connection:
        named = ((table, columns, "id" if table == "rooms" else "room") for table, columns in STAND.items())
        queries = {
            table: f"SELECT {columns} FROM {table} WHERE {key} = ? ORDER BY 1, 2" for table, columns, key in named
        }
        return {table: connection.execute(query, (room,)).fetchall() for table, query in queries.items()}


def by_page(person: Person, room: str, name: str, fields: dict[str, Any]) -> httpx.Response:
    written = {field: {True: "yes", False: "no"}.get(value, value) for field, value in fields.items()}
    return person.post(f"/table/{room}/{name}", "scene", **written)


def by_api(program: Program, name: str, fields: dict[str, Any]) -> httpx.Response:
    name = {"answer": "answers", "say": "chat"}.get(name, name)
    return program.post(name, **fields)


def outcome(answer: httpx.Response) -> str:
    """That it was done; or the sentence that says why not."""
    if answer.status_code < 400:
        return "done"
    told = answer.json()["message"] if "json" in answer.headers["content-type"] else answer.text
    return f"{answer.status_code} {told}"


def choosing(number: int) -> Fields:
    def fields(opened: OpenRoom, seat: int) -> dict[str, Any]:
        match = opened.playing
        return {"ask": match_log.ask_id(match, seat), "choice": match.asks()[seat].texts[number]}

    return fields


def now(opened: OpenRoom, seat: int) -> dict[str, Any]:
    return {"ask": match_log.ask_id(opened.playing, seat)}


def saying(**fields: Any) -> Fields:
    return lambda opened, seat: fields


NOBODY_ASKED: Final = saying(ask="0.0", choice="pass")
PLAYED: Final[list[tuple[str, int | None, Fields, int]]] = [
    ("answer", ASKED, choosing(0), 200),
    ("back", ASKED, now, 200),
    ("answer", ASKED, choosing(1), 200),
    ("answer", 0, saying(ask="0.0", choice="no such thing"), 409),
    ("answer", 0, NOBODY_ASKED, 409),
    ("answer", None, NOBODY_ASKED, 403),
    ("answer", ASKED, lambda opened, seat: {**now(opened, seat), "choice": "no such thing"}, 422),
    ("back", 0, saying(ask="9.9"), 409),
    ("back", None, saying(ask="0.0", whole=True), 403),
    ("say", 0, saying(text=" Good \n luck "), 200),
    ("say", 1, saying(text="whoever I am"), 200),
    ("say", None, saying(text="Who will win?"), 200),
    ("say", 0, saying(text=" "), 422),
    ("quiet", 0, saying(on=True), 200),
    ("quiet", None, saying(on=True), 403),
    ("rematch", 0, saying(), 409),
    ("rematch", None, saying(), 403),
]
"""What is done at a table, from which seat (None: the gallery), and the status of what comes of it."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    server = ServerHere(tmp_path_factory.mktemp("doors"))
    yield server
    server.close()


@pytest.fixture
def unlocked(here: ServerHere) -> Iterator[list[str]]:
    """The rooms' rows that a transaction which writes has read first without locking them."""
    found: list[str] = []

    def watch(connection: Connection, statement: Any, *_: Any) -> None:
        reads = isinstance(statement, Select) and tables.rooms in statement.get_final_froms()
        if reads and connection.get_execution_options().get("writes") and not connection.info.get("locks"):
            connection.info["locks"] = statement._for_update_arg is not None
            if not connection.info["locks"]:
                found.append(str(statement))

    def end(connection: Connection) -> None:
        connection.info.pop("locks", None)

    listened: dict[str, Callable[..., None]] = {"before_execute": watch, "begin": end}
    for name, listener in listened.items():
        event.listen(here.store.engine, name, listener)
    yield found
    for name, listener in listened.items():
        event.remove(here.store.engine, name, listener)


def test_the_same_is_done_by_both_doors(here: ServerHere, unlocked: list[str]) -> None:
    paged, programmed = (
        here.room(2, of="caesar_cleopatra", names=("ada", ""), secret=SECRET, listed=False) for _ in range(2)
    )
    with ExitStack() as open_:
        people: dict[int | None, Person] = {seat: open_.enter_context(paged.person(seat)) for seat in range(2)}
        people[None] = open_.enter_context(paged.spectator())
        programs: dict[int | None, Program] = {seat: open_.enter_context(programmed.program(seat)) for seat in range(2)}
        programs[None] = open_.enter_context(programmed.watching_program())
        unlocked.clear()  # how a test lays out its rooms is its own business
        for number, (name, who, fields, status) in zip(count(), PLAYED):
            opened = paged.opened()
            seat = opened.room.asked[0] if who == ASKED else who
            body = fields(opened, -1 if seat is None else seat)
            answers = by_page(people[seat], paged.id, name, body), by_api(programs[seat], name, body)
            came = [outcome(answer) for answer in answers]
            assert came[0] == came[1], f"deed {number}, {name}: {came}"
            assert came[0].startswith("done" if status == 200 else str(status)), f"deed {number}, {name}: {came[0]}"
            assert stand(here, paged.id) == stand(here, programmed.id), f"deed {number}, {name}"
        assert not unlocked
        named = [row[3] for row in stand(here, paged.id)["chat"]]
        assert named == ["Ada", "Caesar", ""], "named as the table names them"


PHRASES: Final[list[tuple[int | None, str, int]]] = [
    (0, "need wood 2", 200),
    (1, "yes 0", 200),
    (1, " accuse   3 ", 200),
    (2, "see", 200),
    (0, "need wood", 422),
    (0, "need gold 1", 422),
    (0, "accuse 0", 422),
    (0, "no such phrase", 422),
    (0, "done", 422),  # nobody plans yet
    (None, "see", 403),
]
"""What is said by phrases, from which seat, and the status of what comes of it."""


def test_phrases_are_said_by_both_doors(here: ServerHere) -> None:
    paged, programmed = (here.room(4, of="deal_with_the_devil", secret=SECRET) for _ in range(2))
    assert paged.opened().playing.step != "plan"
    with ExitStack() as open_:
        people: dict[int | None, Person] = {seat: open_.enter_context(paged.person(seat)) for seat in range(4)}
        people[None] = open_.enter_context(paged.spectator())
        programs: dict[int | None, Program] = {seat: open_.enter_context(programmed.program(seat)) for seat in range(4)}
        programs[None] = open_.enter_context(programmed.watching_program())
        for who, phrase, status in PHRASES:
            key, *filled = phrase.split()
            data = {"csrf": people[who].csrf, "phrase": key, "with": filled}
            page = people[who].http.post(f"{paged.path}/say", data=data, headers={"x-fragment": "scene"})
            came = [outcome(page), outcome(programs[who].post("chat", phrase=phrase))]
            assert came[0] == came[1], (phrase, came)
            assert came[0].startswith("done" if status == 200 else str(status)), (phrase, came)
            assert stand(here, paged.id) == stand(here, programmed.id)
    said = [(row[5], row[6]) for row in stand(here, paged.id)["chat"]]
    assert said == [("need wood 2", 0), ("yes 0", 1), ("accuse 3", 1), ("see", 2)]
    match = paged.opened().playing
    assert match.length == programmed.opened().playing.length == here.room(4, of=match.game.id).opened().playing.length


def test_a_rematch_by_both_doors(here: ServerHere, unlocked: list[str]) -> None:
    over: list[Table] = []
    for _ in range(2):
        over.append(here.room(2, of="caesar_cleopatra", names=("ada", "Bob"), secret=SECRET))
        assert over[-1].play(random.Random(5)).playing.over
    paged, programmed = over
    unlocked.clear()
    with paged.person(0) as person, programmed.program(0) as program:
        for door in (by_page(person, paged.id, "quiet", {"on": True}), program.post("quiet", on=True)):
            assert outcome(door) == "done"
        following = str(person.post(f"{paged.path}/rematch", nonce="mine").headers["location"]).rpartition("/")[2]
        offered = program.post("rematch").json()
        with here.program(offered["id"], offered["invitation"]) as invited:
            assert outcome(invited.post("join", name="ada", nonce="mine")) == "done"
        assert stand(here, following) == stand(here, offered["id"])
        assert [(row[3], row[6]) for row in stand(here, following)["seats"]] == [("", 0), ("ada", 1)]
        with here.person(known_as=person.id) as again:  # in the new room it is switched off: asking again is no wish
            assert outcome(by_page(again, following, "quiet", {"on": False})) == "done"
            again.post(f"{paged.path}/rematch")
        with closing(sqlite3.connect(here.path)) as connection:
            connection.execute("UPDATE seats SET quiet = 0 WHERE room = ?", (offered["id"],))
            connection.commit()
        program.post("rematch")
        assert stand(here, following) == stand(here, offered["id"])
        assert not unlocked


def test_gathering_by_both_doors(here: ServerHere, unlocked: list[str]) -> None:
    places = [{"level": ""}, {"level": ""}, {"level": ""}]
    with here.person() as host, here.person() as guest, here.client() as program:
        made = host.post("/new/richelieu", seats="3", **{"seat.0": "friend"}).headers["location"].rpartition("/")[2]
        sent = program.post("/api/rooms", json={"game": "richelieu", "places": places}).json()
        assert stand(here, made) == stand(here, sent["id"])
        unlocked.clear()  # nobody else knows of a room that is being made
        with here.store.reading() as connection:
            link = match_log.open_room(connection, made).room.seats[1].token
        sitting = {"name": "  Ada \t Lovelace\u200b", "nonce": "mine"}
        with here.program(sent["id"], sent["invitations"][1]["invitation"]) as invited:
            came = guest.post(f"/s/{made}/{link}", **sitting), invited.post("join", **sitting)
            assert [outcome(answer) for answer in came] == ["done", "done"]
            key = came[1].json()["token"]
            late = host.post(f"/s/{made}/{link}", "scene", **sitting), invited.post("join", **sitting)
            assert outcome(late[0]) == outcome(late[1]) != "done"
        with here.program(sent["id"], key) as joined:
            said = by_page(guest, made, "say", {"text": "Hello?"}), joined.post("chat", text="Hello?")
            assert [outcome(answer) for answer in said] == ["done", "done"]
        assert stand(here, made) == stand(here, sent["id"])
        assert stand(here, made)["seats"][1][3] == stand(here, made)["chat"][0][3] == "Ada Lovelace"
        assert not unlocked


def test_a_switch_before_the_first_card_is_told_to_nobody(here: ServerHere) -> None:
    with here.person() as host, here.person() as guest:
        made = host.post("/new/caesar_cleopatra", seats="2", **{"seat.0": "friend"}).headers["location"]
        room = made.rpartition("/")[2]
        with here.store.reading() as connection:
            link = match_log.open_room(connection, room).room.seats[1].token
        guest.post(f"/s/{room}/{link}", name="Ada")
        with host.stream(f"{made}/stream") as stream:
            stream.until(bool)
            assert outcome(by_page(guest, room, "quiet", {"on": True})) == "done"
            assert stand(here, room)["seats"][1][6] == 1
            stream.wait(0.3)
            assert len(stream.events) == 1
            guest.post(f"{made}/leave")
            assert [event.name for event in stream.until(lambda events: len(events) > 1)] == ["room", "room"]
