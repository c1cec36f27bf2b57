"""A database of an earlier version is brought up to date, with all that is in it."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import select

import eminence.server
from eminence.server import log, tables
from eminence.server.store import _engine
from tests.server.driving import House, Table


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


def test_a_match_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    """From before seats could be answered for; and what was brought up to date is left alone the next time."""
    new, old = tmp_path / "new.db", tmp_path / "old.db"
    house = House(new)
    made = house.room(2)
    expected = made.play(random.Random(5), 30)
    house.store.close()
    made_by("0001", old)
    moved_over(new, old)
    assert "quiet" not in columns(old, "seats")
    for _ in range(3):
        house = House(old)
        table = Table(house, made.id, made.people, made.keys)
        opened = table.opened()
        assert opened.room == expected.room
        house.store.close()
    house = House(old)
    table.server = house
    with house.store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), tables.METADATA) == []
        assert not any(seat.quiet for seat in opened.room.seats), "nobody had asked for it"
        assert log.repeat(connection, opened.room).length == opened.room.entries, "every hash and every shuffle holds"
        assert connection.scalar(select(tables.keys.c.value)) == house.store.key, "cookies stay good"
    seat = opened.room.asked[0]
    assert table.answer(seat, opened.playing.asks()[seat].texts[0]).room.entries > opened.room.entries
    house.store.close()
