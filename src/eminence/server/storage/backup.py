"""A copy of a database while a server runs over it: all of one moment, and nothing of what was forgotten before."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from eminence.core.errors import EminenceError


class CannotBackUp(EminenceError, OSError):
    """A copy cannot be written."""


def back_up(database: Path, copy: Path) -> None:
    """Write a copy of a SQLite database, whole or not at all, readable by nobody else. Raises CannotBackUp.

    SQLite writes it anew from what one transaction sees, so that nobody waits for it, and deleted rows leave no trace.
    """
    if copy.exists():
        raise CannotBackUp(f"{copy} is there already; choose another name")
    beside = copy.with_name(copy.name + ".part")
    try:
        beside.unlink(missing_ok=True)
        os.close(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(beside),))
        with closing(sqlite3.connect(beside)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check").fetchone()
            if found != "ok":
                raise CannotBackUp(f"the copy of {database} is not sound: {found}")
        _on_the_disk(beside)
        beside.replace(copy)
    except (OSError, sqlite3.Error) as error:
        beside.unlink(missing_ok=True)
        if isinstance(error, CannotBackUp):
            raise
        reason = error.strerror if isinstance(error, OSError) else error
        raise CannotBackUp(f"cannot write {copy}: {reason}") from None


def _on_the_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
