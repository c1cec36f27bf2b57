"""One server to a file of data: two would not hear of each other's answers, and their streams would fall silent."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def only_server(database: Path, address: str) -> Iterator[str | None]:
    """Claim a database for the server at an address. Gives None, or the address of the server that has it already.

    The claim is a lock on a file beside it, which the system lets go of when the server ends, however it ends. It lies
    beside the file itself, whatever link leads there: two names of one database are one claim. Raises OSError where
    nothing can be written.
    """
    try:
        import fcntl
    except ImportError:  # Windows has no such locks: there one has to take care
        yield None
        return
    database = database.resolve()
    descriptor = os.open(database.with_name(database.name + ".server"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield os.read(descriptor, 1000).decode(errors="replace").strip()
            return
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, address.encode(), 0)
        yield None
    finally:
        os.close(descriptor)
