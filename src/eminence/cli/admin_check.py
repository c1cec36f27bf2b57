"""`eminence admin check`: every match of a database played again, in several processes, and how far that has come."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Final, TypeVar

from rich.console import Console

from eminence.cli.terminal import Terminal
from eminence.core.texts import Texts
from eminence.server.storage import checking
from eminence.server.storage.checking import Damage
from eminence.server.storage.store import Database

T = TypeVar("T")
DAMAGED: Final = 1
"""The exit code where something is damaged."""
FEW: Final = 20
"""So many rooms are checked sooner here than other processes are started."""


def progress(things: Iterable[T], text: str, total: int) -> Iterable[T]:
    """Things one after the other, with a bar above the lines where a person looks on."""
    console = Console(stderr=True)
    if not console.is_terminal:
        return things
    from rich.progress import track

    return track(things, text, total=total, console=console, transient=True)


def check(arguments: argparse.Namespace, database: Database) -> int:
    """Say what is damaged, if anything is, and what was looked at."""
    texts: Texts = arguments.texts
    with database.reading() as connection:
        of_file = checking.check_file(connection)
        names = checking.names(connection)
    for line in of_file:
        print(texts("admin.damaged_file", message=line), file=sys.stderr)
    url = database.engine.url.render_as_string(hide_password=False)
    damaged = 0
    for name, damage in progress(checked(url, names, arguments.jobs), texts("admin.checking"), len(names)):
        if damage is not None:
            damaged += 1
            why = texts(f"admin.damage.{damage.kind}", detail=damage.detail).strip()
            print(texts("admin.damaged", name=name, why=why), file=sys.stderr)
    terminal = Terminal()
    if of_file or damaged:
        terminal.say(texts("admin.not_sound", n=damaged, all=len(names)))
        return DAMAGED
    terminal.say(texts("admin.sound", n=len(names)))
    return 0


def checked(url: str, names: Sequence[str], jobs: int) -> Iterator[tuple[str, Damage | None]]:
    """Every room with what is wrong with it, in order."""
    if jobs == 1 or len(names) < FEW:
        yield from map(partial(_check, url), names)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(partial(_check, url), names, chunksize=max(1, min(10, len(names) // (4 * jobs))))


@lru_cache(maxsize=1)
def _database(url: str) -> Database:
    """In each process that checks: the database, opened once."""
    return Database(url)


def _check(url: str, name: str) -> tuple[str, Damage | None]:
    with _database(url).reading() as connection:
        return name, checking.check_room(connection, name)
