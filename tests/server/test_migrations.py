"""A database of an earlier version is brought up to date, with all that is in it."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import select

import eminence.server
from eminence.games import game
from eminence.server import log, rooms, tables
from eminence.server.store import Store, _engine


def in_play(store: Store) -> str:
    """A room some way into a match, played by two people."""
    chance = random.Random(5)
    with store.writing() as connection:
        room = rooms.make(connection, "one", game("richelieu"), {}, ["", ""])
        for seat, person in enumerate(("one", "two")):
            room = rooms.sit(connection, room, seat, person, person.title(), f"words of {person}", f"key {seat}")
        opened = log.begin_if_full(connection, room)
        for _ in range(30):
            seat = opened.room.asked[0]
            choice = chance.choice(opened.playing.asks()[seat].texts)
            ask = log.ask_id(opened.playing, seat)
            log.answer(connection, room.id, seat, ask, [choice])
            opened = log.open_room(connection, room.id)
    return room.id


def made_by(version: str, path: Path) -> None:
    """An empty database as an earlier version made it."""
    config = Config()
    config.set_main_option("script_location", str(Path(eminence.server.__file__).with_name("migrations")))
    engine = _engine(f"sqlite:///{path}")
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, version)
    engine.dispose()


def columns(path: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def moved_over(new: Path, old: Path) -> None:
    """All rows of a database into an older one, as far as that has their columns."""
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("ATTACH ? AS newer", (str(new),))
        for table in tables.METADATA.sorted_tables:
            names = ", ".join(f'"{name}"' for name in columns(old, table.name))
            connection.execute(f"INSERT INTO main.{table.name} ({names}) SELECT {names} FROM newer.{table.name}")


@pytest.fixture
def old(tmp_path: Path) -> tuple[Path, str]:
    """A database from before seats could be answered for, with a match in play."""
    store = Store(f"sqlite:///{tmp_path}/new.db")
    room = in_play(store)
    store.close()
    path = tmp_path / "old.db"
    made_by("0001", path)
    moved_over(tmp_path / "new.db", path)
    assert "quiet" not in columns(path, "seats")
    return path, room


def test_a_match_of_an_earlier_version_goes_on(old: tuple[Path, str], tmp_path: Path) -> None:
    path, room = old
    newer = Store(f"sqlite:///{tmp_path}/new.db")
    with newer.reading() as connection:
        expected = log.open_room(connection, room)
    newer.close()
    store = Store(f"sqlite:///{path}")
    with store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), tables.METADATA) == []
        opened = log.open_room(connection, room)
        assert opened.room == expected.room
        assert not any(seat.quiet for seat in opened.room.seats), "nobody had asked for it"
        assert log.repeat(connection, opened.room).length == opened.room.entries, "every hash and every shuffle holds"
        assert connection.scalar(select(tables.keys.c.value)) == store.key, "cookies stay good"
    with store.writing() as connection:
        seat = opened.room.asked[0]
        ask = log.ask_id(opened.playing, seat)
        went_on = log.answer(connection, room, seat, ask, [opened.playing.asks()[seat].texts[0]])
        assert went_on.room.entries > opened.room.entries
    store.close()


def test_what_was_brought_up_to_date_is_left_alone_the_next_time(old: tuple[Path, str]) -> None:
    path, room = old
    for _ in range(2):
        Store(f"sqlite:///{path}").close()
    store = Store(f"sqlite:///{path}")
    with store.reading() as connection:
        assert log.open_room(connection, room).room.id == room
    store.close()
