"""Answers: one transaction each, numbered, taken once, never lost; and a snapshot that is only a convenience."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, event, select, update

from eminence.core import matchfile
from eminence.core.errors import MatchDoesNotHold
from eminence.core.match import Match
from eminence.games import REGISTRY, register
from eminence.games import game as known_game
from eminence.server import log, rooms, tables
from eminence.server.log import Opened
from eminence.server.problems import Problem
from eminence.server.store import Store
from tests.laws.auction import Auction
from tests.server.driving import Person, Program, Server, Table


def entries(table: Table) -> list[Any]:
    with table.server.store.reading() as connection:
        query = select(tables.entries).where(tables.entries.c.room == table.id).order_by(tables.entries.c.number)
        return list(connection.execute(query))


def export(table: Table) -> str:
    with table.server.store.reading() as connection:
        return log.export(connection, rooms.read(connection, table.id))


# -- one transaction, numbered, taken once -----------------------------------------------------------------------------


def test_the_log_is_numbered_and_each_answer_names_its_ask(server: Server) -> None:
    table = server.room(3)
    last = table.play(random.Random(1))
    found = entries(table)
    assert [entry.number for entry in found] == list(range(last.room.entries))
    asks = [(entry.seat, entry.ask) for entry in found if entry.seat >= 0]
    assert None not in asks
    assert len(set(asks)) == len(asks)
    assert all(entry.ask is None for entry in found if entry.seat < 0)
    match = matchfile.loads(export(table), known_game)
    assert [(entry.seat, entry.choice, entry.hash) for entry in match.entries] == [
        (entry.seat, entry.choice, entry.hash) for entry in found
    ]
    with server.store.reading() as connection:
        told = [event.to_json() for _, event in log.story(connection, last.room, 0)]
    assert told == [event.to_json() for event in match.story(0)]


def test_every_answer_of_a_match_sent_three_times_is_in_the_log_once(server: Server) -> None:
    table = server.room(2, options={"short": True})
    chance = random.Random(4)
    given: list[tuple[int, str]] = []
    while not (opened := table.opened()).playing.over:
        (seat,) = opened.room.asked
        ask, choice = log.ask_id(opened.playing, seat), chance.choice(opened.playing.asks()[seat].texts)
        first = table.answer(seat, choice, ask)
        for _ in range(2):
            again = table.answer(seat, choice, ask)
            assert state_of(again.playing) == state_of(first.playing)
            assert again.playing.new_events == []
        given.append((seat, choice))
    assert [(entry.seat, entry.choice) for entry in entries(table) if entry.seat >= 0] == given


class Broken(Exception):
    """On purpose."""


@contextmanager
def breaking_at(store: Store, number: int) -> Iterator[None]:
    """Whatever is written: its statement of that number fails, or its commit (the last of all)."""
    written = 0

    def statement(connection: Any, cursor: Any, text: str, *rest: Any) -> None:
        nonlocal written
        if text.startswith(("INSERT", "UPDATE", "DELETE")):
            if written == number:
                raise Broken
            written += 1

    def commit(connection: Any) -> None:
        if written == number:
            raise Broken

    event.listen(store.engine, "before_cursor_execute", statement)
    event.listen(store.engine, "commit", commit)
    yield
    event.remove(store.engine, "before_cursor_execute", statement)
    event.remove(store.engine, "commit", commit)


def test_an_answer_that_fails_anywhere_has_never_been(server: Server) -> None:
    table = server.room(2)
    opened = table.play(random.Random(3), 5)
    before = table.rows()
    (seat,) = opened.room.asked
    ask, choice = log.ask_id(opened.playing, seat), opened.playing.asks()[seat].texts[0]
    failed = 0
    while True:
        with breaking_at(server.store, failed):
            try:
                table.answer(seat, choice, ask)
                break
            except Broken:
                failed += 1
        assert table.rows() == before
    assert failed >= 5, "an entry, an event, a snapshot, a room, a commit"
    assert table.opened().room.entries == opened.room.entries + 1


# -- at once -----------------------------------------------------------------------------------------------------------


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Do several things at the same moment; what came of each, or the problem it met."""
    gate = threading.Barrier(len(acts))
    came: list[Any] = [None] * len(acts)

    def act(number: int) -> None:
        gate.wait()
        try:
            came[number] = acts[number]()
        except Problem as problem:
            came[number] = problem.key

    threads = [threading.Thread(target=act, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came


@pytest.fixture
def auction() -> Iterator[Auction]:
    """The honest toy of the laws. It has what Richelieu lacks: all seats answer at once, in several small answers."""
    toy = Auction()
    register(toy)
    yield toy
    del REGISTRY[toy.id]


def bid(store: Store, room: str, seat: int, seed: int) -> int:
    """All that a seat has to answer at a sealed step, sometimes taking it back; the number of entries that makes."""
    chance = random.Random(seed)
    given = 0
    while True:
        with store.reading() as connection:
            opened = log.open_room(connection, room)
        match = opened.playing
        if match.over or (ask := match.asks().get(seat)) is None or ask.step != "bid":
            return given
        name, choice = log.ask_id(match, seat), chance.choice(ask.texts)
        back = match.can_take_back(seat) and chance.random() < 0.3
        for _ in range(2):  # every one is sent twice
            with store.writing() as connection:
                if back:
                    log.take_back(connection, room, seat, name)
                else:
                    log.answer(connection, room, seat, name, [choice])
        given += 1


def test_answers_at_once_to_a_sealed_step_are_all_there(server: Server, auction: Auction) -> None:
    """Each seat is played by a thread of its own with a store of its own, as if in a process of its own."""
    stores = [server.store, Store(server.database), Store(server.database)]
    with server.store.writing() as connection:
        room = rooms.make(connection, "host", auction, {"rounds": 3}, ["", "", ""])
        for seat in range(3):
            room = rooms.sit(connection, room, seat, f"person {seat}", "", "")
        room = log.begin_if_full(connection, room).room
    chance = random.Random(9)
    given = 0
    while True:
        with server.store.reading() as connection:
            opened = log.open_room(connection, room.id)
        if opened.playing.over:
            break
        asked = opened.room.asked
        if len(asked) == 1 and opened.playing.asks()[asked[0]].step != "bid":
            choice = chance.choice(opened.playing.asks()[asked[0]].texts)
            with server.store.writing() as connection:
                log.answer(connection, room.id, asked[0], log.ask_id(opened.playing, asked[0]), [choice])
            given += 1
            continue
        seeds = [chance.getrandbits(32) for _ in asked]
        counts = at_once(
            *(lambda s=seat, n=seed: bid(stores[s], room.id, s, n) for seat, seed in zip(asked, seeds, strict=True))
        )
        assert all(isinstance(count, int) for count in counts), counts
        given += sum(counts)
    for store in stores[1:]:
        store.close()
    with server.store.reading() as connection:
        text = log.export(connection, rooms.read(connection, room.id))
        rows = connection.execute(select(tables.entries).where(tables.entries.c.room == room.id)).all()
    match = matchfile.loads(text, known_game)
    assert match.over
    assert sum(entry.seat >= 0 for entry in rows) == given
    assert given >= 3 * 3 * 2, "three rounds, three seats, two small answers each"


def test_transactions_of_one_server_queue_up(server: Server, auction: Auction) -> None:
    """The same through `Store.write`, as the server does it: none of three answers at once is lost."""
    with server.store.writing() as connection:
        room = rooms.make(connection, "host", auction, {}, ["", "", ""])
        for seat in range(3):
            room = rooms.sit(connection, room, seat, f"person {seat}", "", "")
        opened = log.begin_if_full(connection, room)
    asks = {seat: log.ask_id(opened.playing, seat) for seat in range(3)}

    async def all_bid() -> list[Opened]:
        answers = [
            server.store.write(partial(log.answer, room=room.id, seat=seat, ask=asks[seat], choices=["bid 0"]))
            for seat in (0, 1, 2, 2, 1, 0)
        ]
        return list(await asyncio.gather(*answers))

    asyncio.run(all_bid())
    with server.store.reading() as connection:
        match = log.open_room(connection, room.id).playing
        assert match.length == opened.playing.length + 3
        assert [match.given(seat) for seat in range(3)] == [1, 1, 1]


def test_a_double_tap_is_one_answer(server: Server) -> None:
    table = server.room(2)
    with table.person(0) as one, table.person(0) as two, table.program(0) as program:
        assert one.csrf == two.csrf
        for _ in range(3):
            opened = table.opened()
            (seat,) = opened.room.asked
            if seat == 0:
                ask, choice = log.ask_id(opened.playing, 0), opened.playing.asks()[0].texts[0]
                tap = partial(tapped, table=table, ask=ask, choice=choice)
                came = at_once(partial(tap, one), partial(tap, two), partial(sent, program, ask, choice))
                assert [answer.status_code for answer in came] == [200] * 3, [answer.text[:300] for answer in came]
                assert came[0].text == came[1].text
                assert table.opened().room.entries == opened.room.entries + 1


def test_two_windows_that_answer_otherwise_at_once(server: Server) -> None:
    table = server.room(2)
    with table.person(0) as one, table.program(0) as program:
        ask = log.ask_id(table.opened().playing, 0)
        before = table.opened().room.entries
        came = at_once(lambda: tapped(one, table, ask, "take 1L"), lambda: sent(program, ask, "take 2R"))
        assert sorted(answer.status_code for answer in came) == [200, 409]
        assert table.opened().room.entries == before + 1
        taken = entries(table)[-1].choice
        assert taken == ("take 1L" if came[0].status_code == 200 else "take 2R")


def tapped(person: Person, table: Table, ask: str, choice: str) -> httpx.Response:
    return person.post(f"{table.path}/answer", "scene", ask=ask, choice=choice)


def sent(program: Program, ask: str, choice: str) -> httpx.Response:
    return program.post("answers", ask=ask, choice=choice)


# -- the snapshot ------------------------------------------------------------------------------------------------------


def state_of(match: Match) -> Any:
    """All that there is to know of a match."""
    asks = {} if match.over else match.asks()
    return (
        match.game.to_json(match._state),
        [(seat, match.game.to_json(state)) for seat, state in match._past],
        match.length,
        match.told,
        [match.given(seat) for seat in range(match.seats)],
        match._draws,
        {seat: [(choice.text, choice.final) for choice in ask] for seat, ask in asks.items()},
    )


def of_old(data: dict[str, Any]) -> str:
    return json.dumps({**data, "entries": data["entries"] - 1})


def another_state(data: dict[str, Any]) -> str:
    """With one card more in somebody's hands: everything else fits."""
    state = data["state"]
    return json.dumps({**data, "state": {**state, "cards": [state["cards"][0] ^ 1, *state["cards"][1:]]}})


def without_its_past(data: dict[str, Any]) -> str:
    del data["past"]
    return json.dumps(data)


SPOILT: dict[str, Callable[[dict[str, Any]], str | None]] = {
    "lost": lambda data: None,
    "empty": lambda data: "",
    "cut off": lambda data: json.dumps(data)[:100],
    "no object": lambda data: "[]",
    "an empty object": lambda data: "{}",
    "of an earlier moment": of_old,
    "of another state": another_state,
    "without what can be taken back": without_its_past,
    "garbage": lambda data: "\x00💣",
}


def test_without_its_snapshot_a_match_opens_the_same_and_goes_on(server: Server) -> None:
    table = server.room(2, options={"short": True})
    chance = random.Random(6)
    with table.person(0) as person:
        for name, spoil in SPOILT.items():
            print(name)
            good = table.play(chance, 6, stop=lambda opened: opened.playing.can_take_back(opened.room.asked[0]))
            page = person.get(table.path).text
            spoil_snapshot(table, spoil)
            assert state_of(table.opened().playing) == state_of(good.playing), name
            assert person.get(table.path).text == page, name
            table.play(chance, 1)
    last = table.play(chance)
    assert last.playing.over
    numbers = [entry.number for entry in entries(table)]
    assert numbers == list(range(last.room.entries))
    assert state_of(matchfile.loads(export(table), known_game))[:2] == state_of(last.playing)[:2]


def spoil_snapshot(table: Table, spoil: Callable[[dict[str, Any]], str | None]) -> None:
    where = tables.snapshots.c.room == table.id
    with table.server.store.writing() as connection:
        text = connection.scalar(select(tables.snapshots.c.data).where(where))
        spoilt = spoil(json.loads(text or "{}"))
        if spoilt is None:
            connection.execute(delete(tables.snapshots).where(where))
        else:
            connection.execute(update(tables.snapshots).where(where).values(data=spoilt))


def test_a_log_that_was_tampered_with_is_not_repeated(server: Server) -> None:
    """With its snapshot gone, a changed entry is found, and nobody is shown a match that never was."""
    table = server.room(2)
    table.play(random.Random(2), 6)
    spoil_snapshot(table, lambda data: None)
    with server.store.writing() as connection:
        where = (tables.entries.c.room == table.id) & (tables.entries.c.number == 3)
        connection.execute(update(tables.entries).where(where).values(hash="0" * 64))
    with table.person(0) as person:
        assert person.get(table.path).status_code == 500
    with server.store.reading() as connection, pytest.raises(MatchDoesNotHold, match="entry 3"):
        log.open_room(connection, table.id)
