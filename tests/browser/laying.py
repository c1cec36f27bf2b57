"""Tables as a test wants them: a position is laid out in the server's database, at a table where people sit already.

The server keeps nothing of a match in memory between two requests, so it goes on from there. Nobody may look at the
table while that is done: open pages are not told. What such a match cannot do is to be repeated from its log.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

from eminence.core.match import Match
from eminence.core.state import DEALER
from tests.browser.guests import Guest, Playing, Table, dealt
from tests.browser.serving import Server


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
