"""What is old goes, and what somebody wants gone goes: all of it, and nothing that is not his."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, update

from eminence.server.settings import ALWAYS, DAY, Keeping
from eminence.server.storage import chat, checking, forgetting, people, rooms, tables, upgrading
from eminence.server.storage.store import Store, _engine
from tests.server.driving import ROWS, Person, Reached, RoomsOnly, Server, ServerHere, Table, running, until

FRESH = re.compile(r'name="fresh" value="([^"]+)"')
LINK = re.compile(r"/me/\w+\.[\w-]+")


def gathering(house: Reached, host: str = "") -> str:
    with house.store.writing() as connection:
        return rooms.make(connection, host, rooms.known_game("richelieu"), {}, ["", ""]).id


def age(house: Reached, room: str, days: float) -> None:
    """Nobody has touched a table, nor said anything there, for so long."""
    then = time.time() - days * DAY
    with house.store.writing() as connection:
        connection.execute(update(tables.rooms).where(tables.rooms.c.id == room).values(moved=then))
        connection.execute(update(tables.chat).where(tables.chat.c.room == room).values(at=then))


def talk(house: Reached, table: Table) -> None:
    with house.store.writing() as connection:
        chat.say(connection, rooms.read(connection, table.id), False, table.people[0], "Anna", "Good luck!")
        connection.execute(insert(tables.watchers).values(room=table.id, person="somebody who watches"))


def rows_of(house: Reached, room: str) -> dict[str, int]:
    """How many rows of each table of the database belong to a room."""
    with closing(sqlite3.connect(house.path)) as connection:
        return {table: len(connection.execute(query, (room,)).fetchall()) for table, query in ROWS.items()}


def exists(house: Reached, room: str) -> bool:
    return any(rows_of(house, room).values())


def everything(house: Reached) -> str:
    """All that the database says, as one text."""
    with closing(sqlite3.connect(house.path)) as connection:
        return "\n".join(connection.iterdump())


# -- by age ------------------------------------------------------------------------------------------------------------


def test_a_server_forgets_what_has_grown_old_while_it_was_away(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    house = RoomsOnly(home / "eminence.db")
    unbegun, young = gathering(house), gathering(house)
    abandoned, running_still, finished = house.room(2), house.room(2), house.room(2)
    finished.play(random.Random(5))
    for table in (abandoned, running_still, finished):
        talk(house, table)
    age(house, unbegun, 3)
    age(house, young, 1)
    age(house, abandoned.id, 181)
    age(house, running_still.id, 31)
    age(house, finished.id, 4000)
    with house.store.writing() as connection:
        connection.execute(update(tables.rooms).where(tables.rooms.c.id == finished.id).values(next=unbegun))
        connection.execute(update(tables.people).values(seen=time.time() - 400 * DAY))
    house.store.close()
    with running(home, "--no-limits", "--keep", "unbegun=2", "--keep", "finished=always") as server:
        until(lambda: not exists(server, unbegun) and not exists(server, abandoned.id))
        until(lambda: not rows_of(server, running_still.id)["chat"])
        assert {name: n for name, n in rows_of(server, running_still.id).items() if not n} == {"chat": 0, "watchers": 0}
        assert exists(server, young)
        assert rows_of(server, finished.id)["entries"] == finished_entries(server, finished)
        kept = everything(server)
        for gone, name in ((True, abandoned.people[0]), (False, running_still.people[0])):
            assert (name not in kept) is gone, "whoever sits at a table that is kept is kept"
        with server.client() as client:
            assert client.get(f"/table/{abandoned.id}").status_code == 404
        with server.person(known_as=finished.people[0]) as person:
            page = person.get(f"/table/{finished.id}")
            assert page.status_code == 200, "its rematch is gone, and it is not"
            assert "after 2 days" in person.get("/mine").text, "what the operator has set is told"


def finished_entries(house: Reached, table: Table) -> int:
    with house.store.reading() as connection:
        return rooms.read(connection, table.id).entries


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    with closing(ServerHere(tmp_path_factory.mktemp("forgetting"))) as server:
        yield server


def on_its_loop(here: ServerHere, work: Any) -> Any:
    loop = here.app.state.services._loop
    return asyncio.run_coroutine_threadsafe(work, loop).result(60)


def sweep(here: ServerHere) -> None:
    on_its_loop(here, here.app.state.services.forgetting.sweep())


def test_many_go_a_few_at_a_time_and_whoever_looks_on_is_let_go(here: ServerHere) -> None:
    old = [gathering(here) for _ in range(25)]
    table = here.room(2)
    with table.person(0) as person, table.program(1) as program:
        with person.stream(f"{table.path}/stream") as seen, program.stream() as heard:
            seen.until(bool)
            heard.until(bool)
            for room in (*old, table.id):
                age(here, room, 1000)
            sweep(here)
            until(lambda: seen.ended and heard.ended)
        assert person.get(table.path).status_code == 404
    assert not [room for room in (*old, table.id) if exists(here, room)]
    services = here.app.state.services
    services._loop.call_soon_threadsafe(services.bots.look_after, table.id)
    time.sleep(0.1)
    until(lambda: not services.bots._tasks)  # nobody looks for a bot's turn in a room that is no more


def test_each_table_goes_after_its_own_period_and_not_a_day_before(here: ServerHere) -> None:
    keeping = Keeping()
    kept, gone = list[str](), list[str]()
    for days, bucket in ((-1.0, kept), (1.0, gone)):
        running_still, finished = here.room(2, options={"short": True}), here.room(2, options={"short": True})
        finished.play(random.Random(5))
        unbegun = gathering(here)
        age(here, unbegun, keeping.unbegun + days)
        age(here, running_still.id, keeping.abandoned + days)
        age(here, finished.id, keeping.finished + days)
        bucket += [unbegun, running_still.id, finished.id]
    sweep(here)
    assert [exists(here, room) for room in kept] == [True] * 3
    assert [exists(here, room) for room in gone] == [False] * 3


def test_a_clock_set_back_forgets_nothing_and_what_is_always_kept_stays(here: ServerHere) -> None:
    table = here.room(2)
    talk(here, table)
    before = table.rows()
    with here.store.writing() as connection:
        assert forgetting.sweep(connection, Keeping(), now=1000.0, most=10) == ([], False)
        for_good = Keeping(unbegun=ALWAYS, abandoned=ALWAYS, finished=ALWAYS, talk=ALWAYS, people=ALWAYS)
        assert forgetting.sweep(connection, for_good, now=time.time() + 10_000 * DAY, most=10) == ([], False)
    assert table.rows() == before


def test_who_did_something_lately_is_kept_and_who_did_not_is_not(here: ServerHere) -> None:
    with here.person("Nina") as one, here.person("Otto") as two:
        for person in (one, two):
            assert person.post("/me/name", name=person.name).status_code == 303
        with here.store.writing() as connection:
            connection.execute(update(tables.people).values(seen=time.time() - 400 * DAY))
        assert one.post("/me/name", name="Nina").status_code == 303, "the same name: seen all the same"
        sweep(here)
        kept = everything(here)
        assert "Nina" in kept
        assert "Otto" not in kept
        assert two.post("/me/name", name="Otto").status_code == 303, "his cookie is still good"


def test_nobody_is_forgotten_for_having_been_away_before_it_was_written_down(tmp_path: Path) -> None:
    engine = _engine(f"sqlite:///{tmp_path}/old.db")
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        upgrading.upgrade(connection, "0002")
        connection.exec_driver_sql("INSERT INTO people (id, token, name, since) VALUES ('ada', 'x', 'Ada', 1.0)")
    engine.dispose()
    with closing(Store(f"sqlite:///{tmp_path}/old.db")) as store, store.writing() as connection:
        forgetting.sweep(connection, Keeping(), time.time(), 10)
        known = people.find(connection, "ada")
    assert known is not None
    assert known.name == "Ada"


def test_the_periods_are_those_that_are_written_down() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "running.md").read_text(encoding="utf-8")
    written = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", text, re.MULTILINE))
    assert written == {field.name: f"{getattr(Keeping(), field.name):g}" for field in fields(Keeping)}


# -- by wish -----------------------------------------------------------------------------------------------------------


def forget(person: Person) -> None:
    answer = person.post("/me/forget", sure="yes")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert 'eminence=""' in answer.headers["set-cookie"]


def test_my_data_is_deleted_and_those_who_sat_with_me_go_on(server: Server) -> None:
    names = ("Zénobie", "Béatrice")
    shared, over, alone = server.room(2, names=names), server.room(2, names=names), server.room(2, bots={1: "page"})
    person = shared.people[0]
    over.play(random.Random(5))
    with server.store.writing() as connection:
        for table in (over, alone):
            where = (tables.seats.c.room == table.id) & (tables.seats.c.seat == 0)
            connection.execute(update(tables.seats).where(where).values(person=person))
            connection.execute(delete(tables.people).where(tables.people.c.id == table.people[0]))
    with server.person(known_as=person) as me, shared.person(1) as other:
        link = LINK.findall(me.get("/mine").text)[0]
        assert me.post("/me/name", name="Zénobie").status_code == 303
        made = str(me.post("/new/richelieu", seats="3", name="Zénobie").headers["location"])
        assert me.post(f"{shared.path}/say", text="Farewell, said Zénobie").status_code == 303
        assert other.post(f"{shared.path}/say", text="Good bye").status_code == 303
        before = shared.rows()
        assert me.post("/me/forget").status_code == 400, "not by one press alone"
        assert shared.rows() == before
        with me.stream(f"{shared.path}/stream") as stream, other.stream(f"{shared.path}/stream") as still:
            stream.until(bool)
            still.until(bool)
            forget(me)
            until(lambda: stream.ended)
            still.until(lambda events: "Zénobie" not in events[-1].data and events[-1].name == "table")
            assert not still.ended
        kept = everything(server)
        assert not [secret for secret in (person, link.rpartition(".")[2], "Zénobie") if secret in kept]
        assert "Good bye" in kept
        assert not exists(server, alone.id)
        assert not exists(server, made.rpartition("/")[2])
        until(lambda: 1 in shared.opened().room.asked)  # a bot plays on
        assert other.answer(shared.path).status_code == 303
        assert other.get("/mine").status_code == 200
        with server.store.reading() as connection:
            assert [checking.check_room(connection, table.id) for table in (shared, over)] == [None, None]
        with over.person(1) as witness:
            assert witness.get(f"{over.path}/fair").status_code == 200
            assert witness.get(f"{over.path}/match.json").status_code == 200
    with server.person(known_as=person) as again:
        forget(again)
        assert again.get(link).status_code == 404


def test_a_table_that_gathers_loses_its_host_and_keeps_its_guests(here: ServerHere) -> None:
    with here.person("Host") as host, here.person("Guest") as guest:
        made = str(host.post("/new/richelieu", seats="3", name="Host").headers["location"])
        room = made.rpartition("/")[2]
        with here.store.reading() as connection:
            token = rooms.read(connection, room).seats[1].token
        assert guest.post(f"/s/{room}/{token}", name="Guest").status_code == 303
        forget(host)
        with here.store.reading() as connection:
            left = rooms.read(connection, room)
        assert [seat.name for seat in left.seats] == ["", "Guest", ""]
        assert left.seats[0].is_open
        assert guest.get(made).status_code == 200


def test_a_new_link_shuts_out_whoever_had_the_old_one(here: ServerHere) -> None:
    table = here.room(2, names=("Anna", "Bob"))
    with table.person(0) as anna, here.person() as thief, here.person() as phone:
        old, fresh = LINK.findall(anna.get("/mine").text)[0], FRESH.findall(anna.get("/me/link").text)[0]
        assert thief.post(old).status_code == 303
        assert thief.get(table.path).status_code == 200, "whoever has the link plays as that person"
        thief._csrf = ""
        with thief.stream(f"{table.path}/stream") as stream, table.program(1) as program, program.stream() as others:
            stream.until(bool)
            others.until(bool)
            assert anna.post("/me/link", fresh="forged").status_code == 400
            assert anna.get(table.path).status_code == 200, "nothing has changed"
            with here.person(known_as=anna.id) as resending:
                for _ in range(2):  # the answer was lost: the same form once more, with the cookie from before
                    answer = resending.http.post("/me/link", data={"csrf": anna.csrf, "fresh": fresh})
                    assert answer.status_code == 303
                    cookie = str(answer.cookies["eminence"])
                    resending.http.cookies.clear()
                    resending.http.cookies.set("eminence", here.identities.write(anna.id))
            until(lambda: stream.ended)
            known = len(stream.events)
            table.play(random.Random(5), 5)
            assert len(stream.events) == known, "what follows is not for him"
            assert not others.ended
        assert thief.get(table.path).status_code == 403
        assert thief.post("/me/link", fresh=fresh).status_code == 303
        assert thief.get(old).status_code == 404
        with here.person(known_as=here.identities.read(cookie) or "") as again:
            assert again.get(table.path).status_code == 200
            page = again.get("/mine").text
            assert 'value="Anna"' in page, "the name stays"
            new = LINK.findall(page)[0]
            assert new != old
            assert phone.post(new).status_code == 303
            assert phone.get(table.path).status_code == 200


def test_whoever_got_up_hears_nothing_of_whoever_sits_there_now(here: ServerHere) -> None:
    with here.person("Host") as host, here.person("Fickle") as fickle, here.person("Late") as late:
        made = str(host.post("/new/richelieu", seats="2", name="Host").headers["location"])
        room = made.rpartition("/")[2]
        with here.store.reading() as connection:
            link = f"/s/{room}/{rooms.read(connection, room).seats[1].token}"
        with here.store.writing() as connection:  # a third seat is not needed: nothing is dealt while he sits
            rooms.leave(connection, rooms.read(connection, room), 0)
        assert fickle.post(link, name="Fickle").status_code == 303
        with fickle.stream(f"/table/{room}/stream") as stream:
            stream.until(lambda events: True)
            assert fickle.post(f"{made}/leave").status_code == 303
            assert late.post(link, name="Late").status_code == 303
            with here.store.reading() as connection:
                first = f"/s/{room}/{rooms.read(connection, room).seats[0].token}"
            assert host.post(first, name="Host").headers["location"] == f"/table/{room}"
            until(lambda: stream.ended)
            assert stream.events == []
