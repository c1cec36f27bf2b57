"""Tables as a test wants them: a position is laid out in the server's database, at a table where people sit already.

The server keeps nothing of a match in memory while nobody looks at it, so it goes on from there. What such a match
cannot do is to be repeated from its log.
"""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing

from eminence.bots import LEVELS
from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.server.storage import match_log
from tests.games.situations import situations
from tests.server.driving import Server, Table
from tests.thorough import THOROUGH

NAMES = ("Anne", "Gaston", "Marie", "Joseph")
LONG_NAMES = ("Anne-Marie d’Orléans-Montpens.", "Wolframwilhelmmaximilianwoland", "Marie", "Joseph")
"""The first two as long as they may be: one that can be broken and one that cannot."""


def begun(server: Server, names: tuple[str, ...] = NAMES, *, listed: bool = False) -> Table:
    """A match of Richelieu that two have just begun, always with the same cards; the first seat is asked."""
    return server.room(names=names, options={"short": True}, listed=listed, secret=b"always the same cards")


def against_bots(server: Server, game: Game, seats: int) -> Table:
    """One person, who is asked, and bots who do not think for long; by default only the end of the match is left."""

    def begins_here(opened: match_log.OpenRoom) -> bool:
        return 0 in opened.playing.asked and situations(game).near_the_end(opened.playing.view(None))

    bots = dict.fromkeys(range(1, seats), next(iter(LEVELS)))
    table = server.room(seats, of=game.id, bots=bots, secret=b"some cards")
    if not THOROUGH:
        table.play(random.Random(1), stop=begins_here)
    return table


def laid_out(server: Server, match: Match, names: tuple[str, ...] = NAMES) -> Table:
    """A new table that stands as a match does, with all that was told in it, and nothing is news."""
    table = server.room(match.seats, of=match.game.id, names=names, options=match.options)
    snapshot = match.snapshot() | {"entries": max(1, match.length)}
    last = (table.id, snapshot["entries"] - 1, DEALER, "laid out by a test", match.game.hash(match._state), 0.0)
    told = [(table.id, number, json.dumps(event.to_json())) for number, event in enumerate(match.new_events)]
    asked, phase = json.dumps(list(match.asks())), "over" if match.over else "playing"
    moved = (phase, asked, snapshot["entries"], match.told, table.id)
    with closing(sqlite3.connect(server.path, timeout=30)) as database, database:
        for kept in ("entries", "events", "snapshots"):
            database.execute(f"DELETE FROM {kept} WHERE room = ?", (table.id,))
        data = json.dumps(snapshot)
        kept_as = (table.id, data, match_log.digest_of(data))
        database.execute("INSERT INTO snapshots (room, data, digest) VALUES (?, ?, ?)", kept_as)
        database.execute("INSERT INTO entries (room, number, seat, choice, hash, at) VALUES (?, ?, ?, ?, ?, ?)", last)
        database.executemany("INSERT INTO events (room, number, event) VALUES (?, ?, ?)", told)
        database.execute("UPDATE rooms SET phase = ?, asked = ?, entries = ?, told = ? WHERE id = ?", moved)
        database.execute("UPDATE seats SET seen = ? WHERE room = ?", (match.told, table.id))
    return table


def watch_path(table: Table) -> str:
    return f"/watch/{table.id}/{table.opened().room.watch_token}"


def answer(table: Table, seat: int, *choices: str) -> None:
    """Whoever has a seat answers without a browser, by plain forms: pages that are open are told."""
    with table.person(seat) as person:
        for choice in choices:
            assert person.answer(table.path, choice).status_code == 303, choice


def quick_answer(choices: list[str], turn: int) -> str:
    """What a quick player of Richelieu answers: now this, now that, and a marker now and then."""
    return "no marker" if "no marker" in choices and turn % 3 else choices[turn * 7 % len(choices)]
