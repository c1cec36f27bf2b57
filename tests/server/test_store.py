"""The store: what is written is whole and on the disk, whoever else writes; and what cannot be opened says so."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from eminence.server import tables
from eminence.server.store import CannotOpen, Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path}/store.db")
    yield store
    store.close()


def put(connection: Connection, name: str, value: str = "x") -> None:
    connection.execute(insert(tables.keys).values(name=name, value=value))


def names(connection: Connection) -> set[str]:
    return set(connection.scalars(select(tables.keys.c.name))) - {"cookies"}


def test_a_commit_is_on_the_disk_before_it_is_acknowledged(store: Store) -> None:
    for transaction in (store.reading, store.writing):
        with transaction() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_the_migrations_make_the_tables_that_the_code_knows(store: Store) -> None:
    with store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), tables.METADATA) == []


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/again.db"
    first = Store(url)
    with first.writing() as connection:
        put(connection, "kept")
    first.close()
    second = Store(url)
    assert second.key == first.key
    assert len(second.key) == 64
    with second.reading() as connection:
        assert names(connection) == {"kept"}
    second.close()


def fail_halfway(store: Store) -> None:
    with store.writing() as connection:
        put(connection, "half")
        raise RuntimeError("in the middle")


def test_a_transaction_that_fails_leaves_nothing(store: Store) -> None:
    with pytest.raises(RuntimeError, match="in the middle"):
        fail_halfway(store)
    with store.reading() as connection:
        assert names(connection) == set()


def test_a_reader_sees_one_moment(store: Store) -> None:
    with store.reading() as connection:
        assert names(connection) == set()
        with store.writing() as other:
            put(other, "meanwhile")
        assert names(connection) == set()
    with store.reading() as connection:
        assert names(connection) == {"meanwhile"}


def test_writers_of_two_processes_wait_for_one_another(store: Store) -> None:
    """Each counts up what it reads: were one not to wait, a number would be lost."""
    others = [store, Store(str(store.engine.url)), Store(str(store.engine.url))]
    gate = threading.Barrier(6)

    def count_up(own: Store) -> None:
        gate.wait()
        for _ in range(10):
            with own.writing() as connection:
                put(connection, f"number {len(names(connection))}")

    threads = [threading.Thread(target=count_up, args=(others[i % 3],)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.reading() as connection:
        assert names(connection) == {f"number {i}" for i in range(60)}
    for other in others[1:]:
        other.close()


def test_work_is_done_in_threads_and_its_errors_come_back(store: Store) -> None:
    def work(connection: Connection) -> str:
        put(connection, "cookies")
        return threading.current_thread().name

    def named(connection: Connection, name: str) -> str:
        put(connection, name)
        return threading.current_thread().name

    async def meanwhile() -> list[str]:
        assert (await store.read(lambda connection: threading.current_thread().name)).startswith("reader")
        with pytest.raises(IntegrityError):
            await store.write(work)
        return list(await asyncio.gather(*(store.write(partial(named, name=str(i))) for i in range(20))))

    assert len(set(asyncio.run(meanwhile()))) == 1, "one thread writes"
    with store.reading() as connection:
        assert names(connection) == {str(i) for i in range(20)}


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "nonsense", "oracle://x", "", "sqlite:////nowhere/at/all/x.db", "://"]
)
def test_what_cannot_be_opened_says_so(url: str) -> None:
    with pytest.raises(CannotOpen, match="database"):
        Store(url)


def test_a_file_that_is_no_database_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Cardinal, " * 100)
    with pytest.raises(CannotOpen, match="not a database"):
        Store(f"sqlite:///{path}")
    assert path.read_text() == "Dear Cardinal, " * 100
