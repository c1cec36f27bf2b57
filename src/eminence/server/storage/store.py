"""The store: the database, its transactions, and the threads in which they run.

SQLite by default, one file: write-ahead log, and every commit on the disk before it is acknowledged. Writing is done by
one thread, so that transactions queue up and never collide; reading by a few others, which do not wait for it.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from eminence.core.errors import EminenceError
from eminence.server.storage import tables
from eminence.server.storage.database_file import file_of, make_private

T = TypeVar("T")

READERS: Final = 4
BUSY_SECONDS: Final = 30
"""How long a transaction waits for another process that writes."""
PRIMARY: Final = 0xFF
"""The bits of an error code of SQLite that say what it is; the others say more exactly where."""


class CannotOpen(EminenceError, OSError):
    """The database cannot be opened."""


class Database:
    """A database of rooms as it is, for whoever looks after it: nothing about it changes by being opened."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)

    def check_version(self) -> None:
        """Raises CannotOpen if this is no database of ours, or if its tables are those of another version."""
        try:
            with self.reading() as connection:
                found = version_of(connection)
        except SQLAlchemyError as error:
            raise _cannot_open(self.engine, error) from None
        if found is None:
            raise CannotOpen(f"there are no tables of Éminence in {self.engine.url!r}")
        if found != tables.VERSION:
            raise CannotOpen(
                f"the tables in {self.engine.url!r} are those of another version: start `eminence serve` of this"
                " version once, which brings them up to date"
            )

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that reads: it sees the database as it was at its first look."""
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes: all of it or nothing. Committed when it is left without an error."""
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


class Store(Database):
    """The database of a server, brought up to date, and the threads in which it is read and written."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        try:
            with self.writing() as connection:
                migrate(connection)
            self.key = self._own_key("cookies")
        except SQLAlchemyError as error:
            raise _cannot_open(self.engine, error) from None

    def _own_key(self, name: str) -> str:
        with self.writing() as connection:
            found = connection.scalar(select(tables.keys.c.value).where(tables.keys.c.name == name))
            if found is None:
                found = secrets.token_hex(32)
                connection.execute(insert(tables.keys).values(name=name, value=found))
        return str(found)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Do something in a reading transaction, in a thread of its own."""

        def run() -> T:
            with self.reading() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do something in a writing transaction. When this returns, it is on the disk."""

        def run() -> T:
            with self.writing() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._writer, run)

    async def think(self, work: Callable[[], T]) -> T:
        """Do something that takes a while and needs no database, off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    def close(self) -> None:
        """Finish what is being written and let go of the database."""
        self._writer.shutdown()
        self._readers.shutdown()
        super().close()


def _cannot_open(engine: Engine, error: SQLAlchemyError) -> CannotOpen:
    reason = getattr(error, "orig", None) or error
    return CannotOpen(f"cannot open the database {engine.url!r}: {reason}")


def _engine(url: str) -> Engine:
    try:
        known = make_url(url)
        if known.get_backend_name() == "sqlite" and known.database in (None, "", ":memory:"):
            raise CannotOpen("a database in memory would lose every match: give a file, sqlite:///path/to/file.db")
        if known.get_backend_name() == "sqlite" and str(known.database).startswith("file:"):
            raise CannotOpen(f"cannot open the database {url!r}: give the path of its file, sqlite:///path/to/file.db")
        engine = create_engine(
            known, json_serializer=json.dumps, pool_size=READERS + 2, max_overflow=2, hide_parameters=True
        )
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
        raise CannotOpen(
            f"cannot open the database {url!r}: {error}; an address looks like sqlite:///path/to/file.db"
        ) from None
    if (file := file_of(url)) is not None:
        try:
            make_private(file)
        except OSError as error:
            raise CannotOpen(f"cannot open the database {url!r}: {error.strerror or error}") from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        event.listen(engine, "handle_error", _open_again)
    return engine


def _set_up_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # transactions begin when we say so, below
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that writes says so from the start: it waits for its turn, and what it reads cannot grow stale.
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _open_again(context: ExceptionContext) -> None:
    """SQLite opens a file that may only be read just now for reading, and never looks again: whoever has such a
    connection could not write any more, even if the file may be written by then. So all are opened anew."""
    code = getattr(context.original_exception, "sqlite_errorcode", 0)
    if code & PRIMARY == sqlite3.SQLITE_READONLY:
        context.is_disconnect = True


def version_of(connection: Connection) -> str | None:
    """Which version the tables of a database are; None if there are none of ours."""
    if not inspect(connection).has_table(tables.versions.name):
        return None
    found: str | None = connection.scalar(select(tables.versions.c.version_num))
    return found


def migrate(connection: Connection) -> None:
    """Bring the tables of a database up to date. A new one gets them as they are today."""
    found = version_of(connection)
    if found == tables.VERSION:
        return
    if found is None and not inspect(connection).get_table_names():
        tables.METADATA.create_all(connection)
        tables.versions.create(connection)
        connection.execute(insert(tables.versions).values(version_num=tables.VERSION))
        return
    from eminence.server.storage import upgrading

    upgrading.upgrade(connection)
