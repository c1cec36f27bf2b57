"""`eminence admin`: for whoever runs a house: list, delete and export tables, back up and check the database.

All of it may be done while the server runs. Nothing is brought up to date or made by it: that is the server's business.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from rich import box
from rich.table import Table
from sqlalchemy import Connection, func, select
from sqlalchemy.engine import URL

from eminence.cli.admin_check import check, progress
from eminence.cli.files import data_folder
from eminence.cli.parser import Parser, WrongWords, kind, number, positive
from eminence.cli.serve import DATABASE, checked_database
from eminence.cli.terminal import Terminal
from eminence.core.texts import Texts
from eminence.server.problems import Problem
from eminence.server.settings import DAY, bot_processes
from eminence.server.storage import forgetting, match_log, rooms, tables
from eminence.server.storage.backup import back_up
from eminence.server.storage.database_file import file_of
from eminence.server.storage.store import Database

PHASES: Final = (rooms.GATHERING, rooms.PLAYING, rooms.OVER)
NOT_ALL: Final = 1
"""The exit code where something is damaged, or could not be done for all that was named."""


def add_arguments(parser: Parser) -> None:
    """The words of the command: what to do, and then its own."""
    texts = parser.texts
    deeds = parser.add_subparsers(dest="deed", metavar=texts("admin.deed"), required=True)
    for name in DEEDS:
        about = texts(f"admin.{name}")
        deed = deeds.add_parser(name, texts=texts, help=about, description=about)
        deed.add_argument("--database", metavar="URL", help=texts("serve.database"))
        deed.add_argument("--lang", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        _WORDS[name](deed)


def _list_words(deed: Parser) -> None:
    texts = deed.texts
    deed.add_argument("--phase", choices=PHASES, metavar="|".join(PHASES), help=texts("admin.phase"))
    deed.add_argument("--older", type=kind(texts, number), default=0, metavar="N", help=texts("admin.older"))
    deed.add_argument("--people", action="store_true", help=texts("admin.people"))
    deed.add_argument("--json", action="store_true", help=texts("simulate.json"))


def _delete_words(deed: Parser) -> None:
    texts = deed.texts
    deed.add_argument("rooms", nargs="*", metavar=texts("admin.room"), help=texts("admin.delete_rooms"))
    deed.add_argument("--person", metavar="ID", help=texts("admin.person"))
    deed.add_argument("--yes", action="store_true", help=texts("admin.yes"))


def _export_words(deed: Parser) -> None:
    texts = deed.texts
    deed.add_argument("folder", type=Path, metavar=texts("main.folder"), help=texts("admin.export_folder"))
    deed.add_argument("rooms", nargs="*", metavar=texts("admin.room"), help=texts("admin.export_rooms"))


def _backup_words(deed: Parser) -> None:
    texts = deed.texts
    deed.add_argument("copy", type=Path, metavar=texts("main.file"), help=texts("admin.backup_file"))


def _check_words(deed: Parser) -> None:
    jobs = bot_processes()
    about = deed.texts("admin.jobs", default=jobs)
    deed.add_argument("--jobs", type=kind(deed.texts, positive), default=jobs, metavar="N", help=about)


def run(arguments: argparse.Namespace) -> int:
    """Do one of the deeds."""
    texts: Texts = arguments.texts
    url = existing(texts, arguments.database)
    with closing(Database(url)) as database:
        database.check_version()
        return DEEDS[arguments.deed](arguments, database)


def existing(texts: Texts, url: str | None) -> str:
    """The address of a database that is there; that in the user's data folder where none is given."""
    if url is None:
        url = URL.create("sqlite", database=str(data_folder() / DATABASE)).render_as_string()
    try:
        file = file_of(url)
    except Exception:  # no address at all: then it is said what is wrong with it
        return checked_database(texts, url)
    if file is not None and not file.is_file():
        raise WrongWords(texts("admin.no_database", file=file))
    return checked_database(texts, url)


# -- the deeds ---------------------------------------------------------------------------------------------------------


def list_all(arguments: argparse.Namespace, database: Database) -> int:
    """Tell which tables, or which people, there are."""
    texts: Texts = arguments.texts
    with database.reading() as connection:
        found = _people(connection) if arguments.people else _rooms(connection, arguments.phase, arguments.older)
    if arguments.json:
        json.dump(found, sys.stdout, ensure_ascii=False, indent=1)
        print()
        return 0
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("id", "name", "seen", "tables") if arguments.people else COLUMNS:
        table.add_column(texts(f"admin.column.{name}"), overflow="fold")
    for line in found:
        table.add_row(*(_told(value) for value in line.values()))
    terminal = Terminal()
    terminal.say(table)
    terminal.say(texts("admin.so_many", n=len(found)), "quiet")
    return 0


COLUMNS: Final = ("id", "game", "phase", "moved", "entries", "seats")


def _told(value: Any) -> str:
    if isinstance(value, float):
        return f"{datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M}"
    return ", ".join(value) if isinstance(value, list) else str(value)


def _rooms(connection: Connection, phase: str | None, older: int) -> list[dict[str, Any]]:
    """Tables as their rows say, damaged ones too: nothing is opened."""
    r, s = tables.rooms.c, tables.seats.c
    seats: dict[str, list[str]] = {}
    for room, name, person, level in connection.execute(select(s.room, s.name, s.person, s.level).order_by(s.seat)):
        seats.setdefault(room, []).append(level or name or ("–" if not person else "?"))
    query = select(r.id, r.game, r.phase, r.moved, r.entries).order_by(r.moved)
    if phase is not None:
        query = query.where(r.phase == phase)
    if older:
        query = query.where(r.moved < datetime.now(UTC).timestamp() - older * DAY)
    return [
        dict(zip(COLUMNS, (*row[:3], float(row.moved), row.entries, seats.get(row.id, [])), strict=True))
        for row in connection.execute(query)
    ]


def _people(connection: Connection) -> list[dict[str, Any]]:
    p, s = tables.people.c, tables.seats.c
    sits = select(func.count()).select_from(tables.seats).where(s.person == p.id).scalar_subquery()
    rows = connection.execute(select(p.id, p.name, p.seen, sits).order_by(p.seen))
    return [{"id": name, "name": told, "seen": float(seen), "tables": seats} for name, told, seen, seats in rows]


def delete(arguments: argparse.Namespace, database: Database) -> int:
    """Delete tables, or all that is kept of a person, once the operator means it."""
    texts: Texts = arguments.texts
    named: list[str] = list(dict.fromkeys(arguments.rooms))
    if bool(named) == bool(arguments.person):
        raise WrongWords(texts("admin.delete_what"))
    with database.reading() as connection:
        where = tables.people.c.id if arguments.person else tables.rooms.c.id
        known = set(connection.scalars(select(where).where(where.in_([*named, arguments.person or ""]))))
    for name in named or [arguments.person]:
        if name not in known:
            raise WrongWords(texts("admin.no_person" if arguments.person else "admin.no_room", name=name))
    terminal = Terminal()
    if not arguments.yes:
        asked = "admin.sure_person" if arguments.person else "admin.sure"
        if terminal.read(texts(asked, n=len(named))).casefold() != texts("admin.sure_word").casefold():
            terminal.say(texts("admin.nothing_done"))
            return NOT_ALL
    try:
        with database.writing() as connection:
            if arguments.person:
                forgetting.forget_person(connection, arguments.person)
            else:
                forgetting.delete_rooms(connection, named)
    except Problem:  # the one there is: a table of this person is being dealt
        terminal.say(texts("admin.being_dealt"))
        return NOT_ALL
    terminal.say(texts("admin.deleted_person" if arguments.person else "admin.deleted", n=len(named)))
    return 0


def export(arguments: argparse.Namespace, database: Database) -> int:
    """Write finished matches as files that anyone can check."""
    texts: Texts = arguments.texts
    folder: Path = arguments.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongWords(texts("new_game.cannot_write", folder=folder, reason=error.strerror or "?")) from None
    with database.reading() as connection:
        r = tables.rooms.c
        over = list(connection.scalars(select(r.id).where(r.phase == rooms.OVER).order_by(r.made, r.id)))
    named: list[str] = list(dict.fromkeys(arguments.rooms)) or over
    written = 0
    for name in progress(named, texts("admin.exporting"), len(named)):
        if _export(texts, database, name, folder):
            written += 1
    Terminal().say(texts("admin.exported", n=written, folder=folder))
    return 0 if written == len(named) else NOT_ALL


def _export(texts: Texts, database: Database, name: str, folder: Path) -> bool:
    try:
        with database.reading() as connection:
            room = rooms.read(connection, name)
            text = match_log.export(connection, room)
            with rooms.readable(name):
                match_log.repeat(connection, room)
        (folder / f"eminence-{name}.json").write_text(text, encoding="utf-8")
    except Problem as problem:
        key = {"no_room": "no_room", "not_over": "not_over"}.get(problem.key, "unreadable")
        print(texts(f"admin.{key}", name=name), file=sys.stderr)
        return False
    except OSError as error:
        raise WrongWords(texts("new_game.cannot_write", folder=folder, reason=error.strerror or "?")) from None
    return True


def backup(arguments: argparse.Namespace, database: Database) -> int:
    """Copy the database while it is in use."""
    texts: Texts = arguments.texts
    file = file_of(database.engine.url.render_as_string(hide_password=False))
    if file is None:
        raise WrongWords(texts("admin.backup_postgresql"))
    back_up(file, arguments.copy)
    Terminal().say(texts("admin.backed_up", file=arguments.copy))
    return 0


DEEDS: Final[Mapping[str, Callable[[argparse.Namespace, Database], int]]] = {
    "list": list_all,
    "delete": delete,
    "export": export,
    "backup": backup,
    "check": check,
}
_WORDS: Final[Mapping[str, Callable[[Parser], None]]] = {
    "list": _list_words,
    "delete": _delete_words,
    "export": _export_words,
    "backup": _backup_words,
    "check": _check_words,
}
