"""A database that may only be read for a while, seen from within the server: read_only.py FOLDER (run by `anybody`).

How many connections a server opens meanwhile is chance; here it is said.
"""

import sys
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import DBAPIError

from eminence.server.storage.store import READERS, Store
from eminence.server.storage.tables import keys


def permit(path: Path, mode: int) -> None:
    """Say what may be done with a database."""
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).chmod(mode)


def write(store: Store) -> bool:
    """Write something. Whether it was taken."""
    try:
        with store.writing() as connection:
            connection.execute(delete(keys).where(keys.c.name == "tried"))
            connection.execute(insert(keys).values(name="tried", value="yes"))
    except DBAPIError:
        return False
    return True


def read_by(store: Store, readers: int) -> None:
    """So many read at the same time, each by a connection of its own."""
    with ExitStack() as stack:
        connections: list[Connection] = [stack.enter_context(store.reading()) for _ in range(readers)]
        for connection in connections:
            assert connection.scalar(select(keys.c.value).where(keys.c.name == "cookies")) == store.key


def main(path: Path) -> None:
    """Prints, in a row, whether what was written was taken: before, meanwhile, and afterwards."""
    store = Store(f"sqlite:///{path}")
    before = [write(store)]
    permit(path, 0o400)
    read_by(store, READERS)  # one was open, the others are opened now
    meanwhile = [write(store) for _ in range(READERS)]
    permit(path, 0o600)
    afterwards = [write(store) for _ in range(2 * READERS)]
    store.close()
    print(before, meanwhile, afterwards)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
