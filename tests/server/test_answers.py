"""Answers: one transaction each, numbered, taken once, never lost; and a snapshot that is only a convenience."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from sqlalchemy import delete, event, select, update

from eminence.core import matchfile
from eminence.core.errors import MatchDoesNotHold
from eminence.games import REGISTRY, register
from eminence.games import game as known_game
from eminence.server.problems import Problem
from eminence.server.storage import match_log, rooms, tables
from eminence.server.storage.store import Store
from tests.laws.auction import Auction
from tests.server.driving import Server, Table


def entries(table: Table) -> list[Any]:
    with table.server.store.reading() as connection:
        query = select(tables.entries).where(tables.entries.c.room == table.id).order_by(tables.entries.c.number)
        return list(connection.execute(query))


def export(table: Table) -> str:
    with table.server.store.reading() as connection:
        return match_log.export(connection, rooms.read(connection, table.id))


def test_the_log_is_numbered_and_each_answer_names_its_ask(server: Server) -> None:
    table = server.room(3)
    last = table.play(random.Random(1))
    found = entries(table)
    assert [entry.number for entry in found] == list(range(last.room.entries))
    asks = [(entry.seat, entry.ask) for entry in found if entry.seat >= 0]
    assert len(set(asks)) == len(asks)
    assert all((entry.ask is None) is (entry.seat < 0) for entry in found)
    match = matchfile.loads(export(table), known_game)
    repeated, kept = ([(entry.seat, entry.choice, entry.hash) for entry in each] for each in (match.entries, found))
    assert repeated == kept
    with server.store.reading() as connection:
        told = [event.to_json() for _, event in match_log.story(connection, last.room, 0)]
    assert told == [event.to_json() for event in match.story(0)]


def test_every_answer_of_a_match_sent_three_times_is_in_the_log_once(server: Server) -> None:
    table = server.room(2, options={"short": True})
    chance = random.Random(4)
    given: list[tuple[int, str]] = []
    while not (opened := table.opened()).playing.over:
        (seat,) = opened.room.asked
        ask, choice = match_log.ask_id(opened.playing, seat), chance.choice(opened.playing.asks()[seat].texts)
        first = table.answer(seat, choice, ask)
        for _ in range(2):
            again = table.answer(seat, choice, ask)
            assert again.playing.snapshot() == first.playing.snapshot()
            assert again.playing.new_events == []
        given.append((seat, choice))
    assert [(entry.seat, entry.choice) for entry in entries(table) if entry.seat >= 0] == given


class Broken(Exception):
    """On purpose."""


@contextmanager
def breaking_at(store: Store, number: int) -> Iterator[None]:
    """Whatever is written: its statement of that number fails, or its commit (the last of all)."""
    left = number

    def statement(connection: Any, cursor: Any = None, text: str = "COMMIT", *rest: Any) -> None:
        nonlocal left
        if text.startswith(("INSERT", "UPDATE", "DELETE", "COMMIT")):
            if left == 0:
                raise Broken
            left -= 1

    for name in ("before_cursor_execute", "commit"):
        event.listen(store.engine, name, statement)
    yield
    for name in ("before_cursor_execute", "commit"):
        event.remove(store.engine, name, statement)


def test_an_answer_that_fails_anywhere_has_never_been(server: Server) -> None:
    table = server.room(2)
    opened = table.play(random.Random(3), 5)
    before = table.rows()
    (seat,) = opened.room.asked
    ask, choice = match_log.ask_id(opened.playing, seat), opened.playing.asks()[seat].texts[0]
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


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Do several things at the same moment; what came of each."""
    gate = threading.Barrier(len(acts))

    def act(number: int) -> Any:
        gate.wait()
        return acts[number]()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(act, range(len(acts))))


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
            match = match_log.open_room(connection, room).playing
        if match.over or (ask := match.asks().get(seat)) is None or ask.step != "bid":
            return given
        name, choice = match_log.ask_id(match, seat), chance.choice(ask.texts)
        back = match.can_take_back(seat) and chance.random() < 0.3
        for _ in range(2):  # every one is sent twice
            with store.writing() as connection:
                if back:
                    match_log.take_back(connection, room, seat, name)
                else:
                    match_log.answer(connection, room, seat, name, [choice])
        given += 1


def test_answers_at_once_to_a_sealed_step_are_all_there(server: Server, auction: Auction) -> None:
    """Each seat is played by a thread of its own with a store of its own, as if in a process of its own."""
    stores = [server.store, Store(server.database), Store(server.database)]
    table = server.room(3, of=auction.id, options={"rounds": 3})
    chance = random.Random(9)
    given = 0
    while not (opened := table.opened()).playing.over:
        asked = opened.room.asked
        ask = opened.playing.asks()[asked[0]]
        if ask.step == "bid":
            bids = [partial(bid, stores[seat], table.id, seat, chance.getrandbits(32)) for seat in asked]
            given += sum(at_once(*bids))
        else:
            table.answer(asked[0], chance.choice(ask.texts))
            given += 1
    for store in stores[1:]:
        store.close()
    assert matchfile.loads(export(table), known_game).over
    assert sum(entry.seat >= 0 for entry in entries(table)) == given
    assert given >= 3 * 3 * 2, "three rounds, three seats, two small answers each"


def test_transactions_of_one_server_queue_up(server: Server, auction: Auction) -> None:
    """The same through `Store.write`, as the server does it: none of three answers at once is lost."""
    table = server.room(3, of=auction.id)
    before = table.opened().playing
    asks = [match_log.ask_id(before, seat) for seat in range(3)]

    async def all_bid() -> None:
        bid = partial(match_log.answer, room=table.id, choices=["bid 0"])
        bids = [partial(bid, seat=seat, ask=asks[seat]) for seat in (0, 1, 2, 2, 1, 0)]
        await asyncio.gather(*map(server.store.write, bids))

    asyncio.run(all_bid())
    match = table.opened().playing
    assert match.length == before.length + 3
    assert [match.given(seat) for seat in range(3)] == [1, 1, 1]


def test_a_double_tap_is_one_answer_and_so_are_two_windows_that_answer_otherwise_at_once(server: Server) -> None:
    for choices in (["take 1L"] * 3, ["take 1L", "take 2R"]):
        table = server.room(2)
        before = table.opened()
        ask = match_log.ask_id(before.playing, 0)
        with table.person(0) as one, table.program(0) as program, table.person(0) as two:
            form = f"{table.path}/answer", "scene"
            windows = partial(one.post, *form), partial(program.post, "answers"), partial(two.post, *form)
            taps = [partial(send, ask=ask, choice=choice) for send, choice in zip(windows, choices, strict=False)]
            came = at_once(*taps)
        codes = [answer.status_code for answer in came]
        assert sorted(codes) == ([200, 200, 200] if len(came) == 3 else [200, 409]), [each.text[:300] for each in came]
        assert came[0].text == came[-1].text or len(came) == 2
        assert table.opened().room.entries == before.room.entries + 1
        assert entries(table)[-1].choice == choices[codes.index(200)]


def one_card_more(state: dict[str, Any]) -> dict[str, Any]:
    """In somebody's hands: everything else fits."""
    return {**state, "cards": [state["cards"][0] ^ 1, *state["cards"][1:]]}


SPOILT: dict[str, Callable[[dict[str, Any]], str | None]] = {
    "lost": lambda data: None,
    "empty": lambda data: "",
    "cut off": lambda data: json.dumps(data)[:100],
    "no object": lambda data: "[]",
    "an empty object": lambda data: "{}",
    "of an earlier moment": lambda data: json.dumps({**data, "entries": data["entries"] - 1}),
    "of another state": lambda data: json.dumps({**data, "state": one_card_more(data["state"])}),
    "with an answer more": lambda data: json.dumps({**data, "given": [given + 1 for given in data["given"]]}),
    "with a draw more": lambda data: json.dumps({**data, "draws": data["draws"] + 1}),
    "with something more told": lambda data: json.dumps({**data, "told": data["told"] + 1}),
    "with nothing to take back": lambda data: json.dumps({**data, "past": []}),
    "with another past": lambda data: json.dumps({**data, "past": [[0, one_card_more(data["state"])]]}),
    "without what can be taken back": lambda data: json.dumps({key: data[key] for key in data if key != "past"}),
    "garbage": lambda data: "\x00💣",
}


def spoil(table: Table, way: str) -> None:
    """Spoil the snapshot of a table in one of those ways."""
    where = tables.snapshots.c.room == table.id
    with table.server.store.writing() as connection:
        text = SPOILT[way](json.loads(connection.scalar(select(tables.snapshots.c.data).where(where)) or ""))
        if text is None:
            connection.execute(delete(tables.snapshots).where(where))
        else:
            connection.execute(update(tables.snapshots).where(where).values(data=text))


def test_without_its_snapshot_a_match_opens_the_same_and_goes_on(server: Server) -> None:
    table = server.room(2, options={"short": True})
    chance = random.Random(6)
    with table.person(0) as person:
        for way in SPOILT:
            good = table.play(chance, 6, stop=lambda opened: opened.playing.can_take_back(opened.room.asked[0]))
            page = person.get(table.path).text
            spoil(table, way)
            assert table.opened().playing.snapshot() == good.playing.snapshot(), way
            assert person.get(table.path).text == page, way
            table.play(chance, 1)
    last = table.play(chance)
    assert last.playing.over
    assert [entry.number for entry in entries(table)] == list(range(last.room.entries))
    assert matchfile.loads(export(table), known_game).snapshot() == last.playing.snapshot()


def test_a_snapshot_of_another_moment_is_not_used_though_it_is_whole(server: Server) -> None:
    table = server.room(2)
    table.play(random.Random(6), 6)
    query = tables.snapshots.select().where(tables.snapshots.c.room == table.id)
    with server.store.reading() as connection:
        earlier = connection.execute(query).one()
    good = table.play(random.Random(7), 6)
    with server.store.writing() as connection:
        then = {"data": earlier.data, "digest": earlier.digest}
        connection.execute(update(tables.snapshots).where(tables.snapshots.c.room == table.id).values(then))
    assert table.opened().playing.snapshot() == good.playing.snapshot()


def test_a_log_that_was_tampered_with_is_not_repeated(server: Server) -> None:
    """With its snapshot gone, a changed entry is found, and nobody is shown a match that never was."""
    table = server.room(2)
    table.play(random.Random(2), 6)
    spoil(table, "lost")
    with server.store.writing() as connection:
        where = (tables.entries.c.room == table.id) & (tables.entries.c.number == 3)
        connection.execute(update(tables.entries).where(where).values(hash="0" * 64))
    with table.person(0) as person:
        assert person.get(table.path).status_code == 500
    with server.store.reading() as connection, pytest.raises(Problem, match="unreadable") as caught:
        match_log.open_room(connection, table.id)
    assert isinstance(caught.value.__cause__, MatchDoesNotHold)
    assert "entry 3" in str(caught.value.__cause__)
