"""The store: what is written is whole and on the disk, whoever else writes; what cannot be opened says so, and what an
earlier version has written is brought up to date."""

import asyncio
import random
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, insert, select
from sqlalchemy.exc import IntegrityError

from eminence.server.storage import match_log, tables, upgrading
from eminence.server.storage.rooms import Seat
from eminence.server.storage.store import CannotOpen, Store, _engine, version_of
from tests.server.driving import RoomsOnly, Table


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store(f"sqlite:///{tmp_path}/store.db")) as store:
        yield store


def put(connection: Connection, name: str) -> None:
    connection.execute(insert(tables.keys).values(name=name, value="x"))


def names(connection: Connection) -> set[str]:
    return set(connection.scalars(select(tables.keys.c.name))) - {"cookies"}


def test_a_commit_is_on_the_disk_before_it_is_acknowledged(store: Store) -> None:
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}  # 2 is FULL
    for transaction in (store.reading, store.writing):
        with transaction() as connection:
            assert {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted} == wanted


def test_migrations_lead_from_nothing_to_the_tables_that_a_new_database_has(store: Store, tmp_path: Path) -> None:
    engine = _engine(f"sqlite:///{tmp_path}/led.db")
    with engine.connect().execution_options(writes=True) as led, led.begin(), store.reading() as made:
        upgrading.upgrade(led)
        assert version_of(led) == version_of(made) == tables.VERSION
        for connection in (led, made):
            known = MetaData()
            known.reflect(connection)
            assert compare_metadata(MigrationContext.configure(connection), tables.METADATA) == []
            assert {*known.tables} == {*tables.METADATA.tables, tables.versions.name}
        pragma = f"PRAGMA table_info({tables.versions.name})"
        assert led.exec_driver_sql(pragma).all() == made.exec_driver_sql(pragma).all()
    engine.dispose()


def test_opening_again_changes_nothing(store: Store) -> None:
    with store.writing() as connection:
        put(connection, "kept")
    store.close()
    with closing(Store(str(store.engine.url))) as second, second.reading() as connection:
        assert second.key == store.key
        assert len(second.key) == 64
        assert names(connection) == {"kept"}


def test_a_transaction_that_fails_leaves_nothing_and_a_reader_sees_one_moment(store: Store) -> None:
    def fail_halfway() -> None:
        with store.writing() as connection:
            put(connection, "half")
            raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        fail_halfway()
    with store.reading() as connection:
        assert names(connection) == set()
        with store.writing() as other:
            put(other, "meanwhile")
        assert names(connection) == set()
    with store.reading() as connection:
        assert names(connection) == {"meanwhile"}


def test_writers_of_two_processes_wait_for_one_another(store: Store) -> None:
    """Each counts up what it reads: were one not to wait, a number would be lost."""
    url, gate = str(store.engine.url), threading.Barrier(6)

    def count_up(own: Store) -> None:
        gate.wait()
        for _ in range(10):
            with own.writing() as connection:
                put(connection, f"number {len(names(connection))}")

    with closing(Store(url)) as second, closing(Store(url)) as third, ThreadPoolExecutor(6) as pool:
        list(pool.map(count_up, [store, second, third] * 2))
    with store.reading() as connection:
        assert names(connection) == {f"number {i}" for i in range(60)}


def test_work_is_done_in_threads_and_its_errors_come_back(store: Store) -> None:
    def work(connection: Connection, name: str) -> str:
        put(connection, name)
        return threading.current_thread().name

    async def meanwhile() -> list[str]:
        assert (await store.read(lambda connection: threading.current_thread().name)).startswith("reader")
        with pytest.raises(IntegrityError):
            await store.write(partial(work, name="cookies"))
        return list(await asyncio.gather(*(store.write(partial(work, name=str(i))) for i in range(20))))

    assert len(set(asyncio.run(meanwhile()))) == 1, "one thread writes"
    with store.reading() as connection:
        assert names(connection) == {str(i) for i in range(20)}


def test_what_cannot_be_opened_says_so_and_a_file_that_is_no_database_stays_as_it_is(tmp_path: Path) -> None:
    nowhere = "sqlite:////nowhere/at/all/x.db"
    for url in ("sqlite://", "sqlite:///:memory:", "nonsense", "oracle://x", "", nowhere, "://"):
        with pytest.raises(CannotOpen, match="database"):
            Store(url)
    path = tmp_path / "letter.txt"
    path.write_text("Dear Cardinal, " * 100)
    with pytest.raises(CannotOpen, match="not a database"):
        Store(f"sqlite:///{path}")
    assert path.read_text() == "Dear Cardinal, " * 100


def columns(path: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def made_by(version: str, path: Path, new: Path) -> None:
    """A database as an earlier version made it, with all rows of a newer one, as far as it has their columns."""
    engine = _engine(f"sqlite:///{path}")
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        upgrading.upgrade(connection, version)
    engine.dispose()
    with closing(sqlite3.connect(path)) as old, old:
        old.execute("ATTACH ? AS newer", (str(new),))
        numbered_together = version < "0003"

        def values(table: str, names: str) -> str:
            if table == "chat" and numbered_together:
                together = "ROW_NUMBER() OVER (PARTITION BY room ORDER BY at) - 1"
                names = names.replace('"number"', together)
            return f"{names} FROM newer.{table}"

        for table in tables.METADATA.sorted_tables:
            names = ", ".join(f'"{name}"' for name in columns(path, table.name))
            old.execute(f"INSERT INTO main.{table.name} ({names}) SELECT {values(table.name, names)}")


def as_before(seat: Seat) -> Seat:
    """A seat of which nobody wrote down how it came by its nonce. What it is bound to follows from that."""
    return replace(seat, nonce_origin="")


def test_a_match_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    """From before seats could be answered for, or nonces were sealed; and what is up to date is left alone."""
    new, old = tmp_path / "new.db", tmp_path / "old.db"
    house = RoomsOnly(new)
    made = house.room(2)
    expected = made.play(random.Random(5), 30)
    house.store.close()
    made_by("0001", old, new)
    assert "quiet" not in columns(old, "seats")
    for _ in range(3):
        house = RoomsOnly(old)
        table = Table(house, made.id, made.people, made.keys)
        opened = table.opened()
        assert opened.room == replace(expected.room, seats=tuple(map(as_before, expected.room.seats)))
        assert not any(seat.discreet for seat in opened.room.seats), "nobody had asked for it"
        with house.store.reading() as connection:
            assert compare_metadata(MigrationContext.configure(connection), tables.METADATA) == []
            assert match_log.repeat(connection, opened.room).length == opened.room.entries, "hashes and shuffles hold"
            assert connection.scalar(select(tables.keys.c.value)) == house.store.key, "cookies stay good"
        seat = opened.room.asked[0]
        table.answer(seat, opened.playing.asks()[seat].texts[0])
        expected = table.opened()
        assert expected.room.entries > opened.room.entries
        house.store.close()
