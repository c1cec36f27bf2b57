"""Tables as a test wants them: a position is laid out in the server's database, at a table where people sit already.

The server keeps nothing of a match in memory while nobody looks at it, so it goes on from there. Nobody may look at the
table while that is done: open pages are not told. What such a match cannot do is to be repeated from its log.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

from sqlalchemy import Connection, create_engine

from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.server import log
from tests.browser.guests import Guest, Playing, Table, dealt
from tests.browser.people import until
from tests.browser.serving import Server

LONG_NAME = "Anne-Marie d’Orléans-Montpens."
UNBROKEN_NAME = "Wolframwilhelmmaximilianwoland"
"""Names as long as they may be: one that can be broken and one that cannot."""
NAMES = (LONG_NAME, UNBROKEN_NAME, "Marie", "Joseph")


def laid_out(server: Server, match: Match, *people: Guest, listed: bool = False) -> Table:
    """A new table at which these people sit, and which stands as this match does."""
    table = dealt(*people, playing=Playing(match.game.id), listed=listed)
    lay_out(server, table, match)
    return table


def lay_out(server: Server, table: Table, match: Match) -> None:
    """Let a table stand as this match does, with all that was told in it, and nothing of what was there before."""
    room = table.path.rpartition("/")[2]
    snapshot = match.snapshot() | {"entries": max(1, match.length)}
    last = (room, snapshot["entries"] - 1, DEALER, "laid out by a test", match.game.hash(match._state), 0.0)
    told = [(room, number, json.dumps(event.to_json())) for number, event in enumerate(match.new_events)]
    moved = {
        "options": json.dumps(match.options),
        "phase": "over" if match.over else "playing",
        "asked": json.dumps(list(match.asks())),
        "entries": snapshot["entries"],
        "told": match.told,
    }
    with closing(sqlite3.connect(server.database, timeout=30)) as database, database:
        for kept in ("entries", "events", "snapshots"):
            database.execute(f"DELETE FROM {kept} WHERE room = ?", (room,))
        database.execute("INSERT INTO snapshots (room, data) VALUES (?, ?)", (room, json.dumps(snapshot)))
        database.execute("INSERT INTO entries (room, number, seat, choice, hash, at) VALUES (?, ?, ?, ?, ?, ?)", last)
        database.executemany("INSERT INTO events (room, number, event) VALUES (?, ?, ?)", told)
        fields = ", ".join(f"{name} = ?" for name in moved)
        database.execute(f"UPDATE rooms SET {fields} WHERE id = ?", (*moved.values(), room))
        database.execute("UPDATE seats SET seen = ? WHERE room = ?", (match.told, room))  # nothing is news


@contextmanager
def log_of(server: Server, path: str) -> Iterator[tuple[Connection, log.Opened]]:
    """The server's database, to read and to write, and a table as it stands there."""
    engine = create_engine(f"sqlite:///{server.database}", connect_args={"timeout": 30})
    with engine.begin() as connection:
        yield connection, log.open_room(connection, path.rpartition("/")[2])
    engine.dispose()


def play_out(server: Server, table: Table) -> None:
    """All that is left of a match, at once: everybody gives the first answer there is. Nobody looks on here either."""
    with log_of(server, table.path) as (connection, opened):
        match = log.copy(opened)
        while not match.over:
            seat, ask = next(iter(match.asks().items()))
            match.choose(seat, ask.texts[0])
        log._append(connection, opened.room, match, None)


class Company:
    """People who sit at a table of every game, and stay there: positions are laid out before them one by one."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.guests: list[Guest] = []
        self.tables: dict[tuple[str, int], Table] = {}

    def guest(self, number: int) -> Guest:
        while len(self.guests) <= number:
            at = len(self.guests)
            self.guests.append(Guest(self.server, NAMES[at] if at < len(NAMES) else f"Guest {at}"))
        return self.guests[number]

    def table(self, game: Game, seats: int) -> Table:
        """The table at which so many of them play; the first guest has the first seat, and everybody may watch."""
        if (game.id, seats) not in self.tables:
            people = [self.guest(number) for number in range(seats)]
            self.tables[game.id, seats] = dealt(*people, playing=Playing(game.id), listed=True)
        return self.tables[game.id, seats]

    def lay_out(self, match: Match) -> Table:
        """Their table of that game and size, which now stands as this match does. Everybody has left it before."""
        until(lambda: self.server.watched_tables() == 0, "somebody still looks at a table")
        table = self.table(match.game, match.seats)
        lay_out(self.server, table, match)
        return table

    def close(self) -> None:
        for guest in self.guests:
            guest.close()
