"""Tables as a test wants them: a match that was dealt is laid out anew in the server's database, as any position.

The server keeps nothing of a match in memory between two requests, so it goes on from there. Nobody may be at the
table while that is done: open pages are not told. What such a match cannot do is to be repeated from its log.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

from eminence.core.match import Match
from tests.browser.guests import Guest, Playing, Table, dealt
from tests.browser.serving import Server


def laid_out(server: Server, match: Match, *people: Guest, listed: bool = False) -> Table:
    """A new table at which these people sit, and which stands as this match does."""
    table = dealt(*people, playing=Playing(match.game.id), listed=listed)
    room = table.path.rpartition("/")[2]
    with closing(sqlite3.connect(server.database, timeout=30)) as database, database:
        _lay_out(database, room, match)
    return table


def _lay_out(database: sqlite3.Connection, room: str, match: Match) -> None:
    """One more entry in the log, after which everything stands as in this match. What has been told so far stays."""
    (text,) = database.execute("SELECT data FROM snapshots WHERE room = ?", (room,)).fetchone() or ("",)
    before = json.loads(text) if text else Match(match.game, match.seats, match.options, deal=False).snapshot()
    number = before["entries"]
    snapshot = {**before, "entries": number + 1, "state": match.game.to_json(match._state), "past": []}
    database.execute("INSERT OR REPLACE INTO snapshots (room, data) VALUES (?, ?)", (room, json.dumps(snapshot)))
    entry = (room, number, -1, "laid out by a test", match.game.hash(match._state), 0.0)
    database.execute("INSERT INTO entries (room, number, seat, choice, hash, at) VALUES (?, ?, ?, ?, ?, ?)", entry)
    options, asked = json.dumps(match.options), json.dumps(list(match.asks()))
    change = "UPDATE rooms SET options = ?, asked = ?, entries = ?, phase = 'playing' WHERE id = ?"
    database.execute(change, (options, asked, number + 1, room))
