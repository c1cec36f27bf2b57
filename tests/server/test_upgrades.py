"""A database of every earlier version, with rows in every table, is opened by a real server: all goes on as it was."""

from __future__ import annotations

import math
import random
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert

from eminence.core import matchfile
from eminence.games import all_games, game
from eminence.server.pages import rendering
from eminence.server.storage import chat, checking, rooms, tables, upgrading
from tests.laws.table import is_large
from tests.server.driving import Reached, Table, running, until
from tests.server.sealing import Gathering, fingerprint
from tests.server.test_store import made_by
from tests.thorough import THOROUGH

HEAD, *EARLIER = [script.revision for script in ScriptDirectory.from_config(upgrading.scripts()).walk_revisions()]
WORDS = ("--pace", "0", "--no-limits")
SAID = [(False, "among players"), (True, "in the gallery"), (False, "among players again"), (True, "there again")]


class House:
    """Tables of all kinds, made over and over in the same way."""

    def __init__(self, server: Reached, stack: ExitStack) -> None:
        self.playing = [server.room(of=known.id, seats=known.seats[0]) for known in all_games()]
        for table in self.playing:
            table.play(random.Random(5), 12)
        self.with_bot = server.room(2, options={"short": True}, bots={1: "page"})
        self.finished = server.room(2, options={"short": True})
        self.finished.play(random.Random(3))
        self.gathering = Gathering(server, stack, 2)
        self.gathering.come(0, nonce="given openly")
        self.watcher = server.identities.new()
        self.talk(server, self.playing[0])
        with self.finished.person(0) as person:
            self.rematch = person.post(f"{self.finished.path}/rematch", nonce="again").headers["location"]

    def talk(self, server: Reached, table: Table) -> None:
        room = table.opened().room
        with server.store.writing() as connection:
            for gallery, text in SAID:
                chat.say(connection, room, gallery, "" if gallery else table.people[0], "Anna", text)
            connection.execute(insert(tables.watchers).values(room=room.id, person=self.watcher))

    def move(self, server: Reached, stack: ExitStack) -> None:
        """All of it in another house."""
        for table in (*self.playing, self.with_bot, self.finished):
            table.server = server
        self.gathering.server, self.gathering.stack = server, stack


def rows(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as connection:
        names = [table.name for table in tables.METADATA.sorted_tables]
        return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[House, Path]:
    """A house of this version, and its database. All that changes is in there: it can be moved more than once."""
    with running(tmp_path_factory.mktemp("new"), *WORDS) as server, ExitStack() as stack:
        house = House(server, stack)
        server.stop()
    there = rows(server.path)
    assert min(there.values()) > 0, there
    return house, server.path


@pytest.mark.parametrize("version", sorted(EARLIER) if THOROUGH else sorted(EARLIER)[::4])
def test_a_house_of_an_earlier_version_goes_on(tmp_path: Path, made: tuple[House, Path], version: str) -> None:
    assert HEAD not in EARLIER
    house, new = made
    old = tmp_path / "eminence.db"
    made_by(version, old, new)
    there = rows(new)
    assert rows(old) == there

    with running(old.parent, *WORDS) as server, ExitStack() as stack:
        house.move(server, stack)
        with server.store.reading() as connection:
            assert compare_metadata(MigrationContext.configure(connection), tables.METADATA) == []
            names = checking.names(connection)
            assert [name for name in names if checking.check_room(connection, name)] == [], "all of them hold"
        assert {name: n for name, n in rows(old).items() if name not in ("entries", "events")}.items() <= there.items()
        all_goes_on(server, house, to_the_end=THOROUGH or version == min(EARLIER))
        server.kill()
        server.again()
        with house.finished.person(0) as person:
            assert person.get(house.playing[0].path).status_code in (200, 403)
            assert person.get(house.finished.path).status_code == 200


def all_goes_on(server: Reached, house: House, to_the_end: bool) -> None:
    for table in house.playing:  # by whoever sits there, as a person and as a program
        with ExitStack() as stack:
            seats = range(len(table.keys))
            programs = [stack.enter_context(table.program(seat)) for seat in seats]
            whole = to_the_end and (THOROUGH or not is_large(table.opened().room.game))
            chance, left = random.Random(1), math.inf if whole else 8
            while (opened := table.opened()).room.phase == rooms.PLAYING and left:
                left -= 1
                seat = opened.playing.asked[0]
                ask = programs[seat].table()["ask"]
                choice = chance.choice(ask["choices"])["text"]
                assert programs[seat].post("answers", ask=ask["id"], choice=choice).status_code == 200
            assert not whole or matchfile.loads(programs[0].get("match").text, game).over
            with table.person(0) as person:
                assert person.get(table.path).status_code == 200
                assert table.path in person.get("/mine").text
    first = house.playing[0]
    with first.program(0) as player, first.watching_program() as looker:
        for program, gallery in ((player, False), (looker, True)):
            heard = program.get("chat").json()["lines"]
            said = [text for among, text in SAID if among is gallery]
            assert [(line["number"], line["text"]) for line in heard] == list(enumerate(said))
    with server.person(known_as=house.watcher) as watcher:
        assert watcher.get(first.path).status_code == 200, "who once came by the link may look on"
    with house.with_bot.person(0) as person:
        given = house.with_bot.opened().playing.given(1)
        while house.with_bot.opened().playing.given(1) == given:
            until(lambda: house.with_bot.opened().room.asked == (0,))
            assert person.answer(house.with_bot.path).status_code == 303
    assert house.gathering.room.seats[0].nonce_commitment == fingerprint("given openly")
    house.gathering.bound(1).open()
    assert matchfile.loads(house.gathering.over(), game).nonces[0] == b"given openly"
    with house.finished.person(0) as one, house.finished.person(1) as two:
        assert matchfile.loads(one.get(f"{house.finished.path}/match.json").text, game).over
        assert rendering.texts("en")("fair.holds") in one.checked(f"{house.finished.path}/fair").text
        gone = two.post(f"{house.finished.path}/rematch", nonce="as well").headers["location"]
        assert gone == house.rematch.replace("/room/", "/table/"), "the same rematch, and now it is dealt"
