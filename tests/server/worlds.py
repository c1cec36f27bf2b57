"""Two worlds that a reader cannot tell apart, put into the same room of the same database, one after the other.

Everything that is hidden from the reader is changed: the state, the states that an answer taken back leads to, the
hidden parts of events, the dealer's covered draws and every hash in the log, the secret. All else is the same bytes.
"""

from __future__ import annotations

import json
import random
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eminence.core.match import BACK, Match
from eminence.core.rng import Rng
from eminence.core.state import State
from eminence.core.visibility import Sees
from eminence.games.richelieu.codes import DISC
from eminence.games.richelieu.components import DISC_BOX
from eminence.server.log import Opened
from tests.server.driving import ROWS, Table

TRIES = 50
DAY = 24 * 3600
Rows = dict[str, list[dict[str, Any]]]


def kept(path: Path, room: str) -> Rows:
    """All that a database holds of a room."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return {table: [dict(row) for row in connection.execute(query, (room,))] for table, query in ROWS.items()}


def put(path: Path, room: str, rows: Rows) -> None:
    """Make the database hold this, and nothing else, of a room."""
    with closing(sqlite3.connect(path, timeout=30)) as connection, connection:
        for table, query in ROWS.items():
            connection.execute(query.replace("SELECT *", "DELETE").partition(" ORDER")[0], (room,))
            for row in rows[table]:
                names = ", ".join(f'"{name}"' for name in row)
                places = ", ".join("?" for _ in row)
                connection.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", list(row.values()))


@dataclass(frozen=True)
class Twins:
    """A room, and the same room as it could be as far as a reader knows."""

    here: Rows
    there: Rows
    match: Match
    other: Match

    @property
    def both(self) -> tuple[Rows, Rows]:
        return self.here, self.there


def twins(table: Table, reader: int | None, chance: random.Random) -> Twins:
    """The room as it stands, and another that this reader cannot tell from it."""
    opened = table.opened()
    here = _later(kept(table.server.path, table.id))
    there = _other(here, opened, _imagined(opened, reader, chance), reader, chance)
    return Twins(here, there, _resumed(opened, here), _resumed(opened, there))


def _later(rows: Rows) -> Rows:
    """With all moments a day ahead: pages say how long ago something was, and this is "just now" for a while."""
    moments = {"rooms": "moved", "chat": "at"}
    return {
        table: [
            {name: value + 86400 if name == moments.get(table) else value for name, value in row.items()}
            for row in found
        ]
        for table, found in rows.items()
    }


def _imagined(opened: Opened, reader: int | None, chance: random.Random) -> State:
    match = opened.playing
    game = match.game
    truth = game.hash(match._state)
    for _ in range(TRIES):
        other = game.worlds(match.view(reader)).imagine(Rng(chance.getrandbits(60)))
        if game.hash(other) != truth:
            return other
    raise AssertionError("this reader knows everything: there is no other world")


def _other(here: Rows, opened: Opened, other: State, reader: int | None, chance: random.Random) -> Rows:
    match = opened.playing
    game = match.game
    there: Rows = json.loads(json.dumps(here))
    (room,) = there["rooms"]
    room["secret"] = secrets.token_hex(len(opened.room.secret))
    entries = there["entries"]
    covered = [entry for entry in entries if entry["seat"] == -1 and game.code(entry["choice"]) >= DISC]
    draws = [entry["choice"] for entry in covered]
    chance.shuffle(draws)
    for entry, draw in zip(covered, draws, strict=True):
        entry["choice"] = draw
    for entry in entries:
        entry["hash"] = secrets.token_hex(len(entry["hash"]) // 2)
    entries[-1]["hash"] = game.hash(other)
    (snapshot,) = there["snapshots"]
    data = json.loads(snapshot["data"])
    state = game.to_json(other)
    hidden = [name for name, sees in game.visible.items() if sees is Sees.NOBODY or sees.by_seat]
    # Whatever could still be taken back has shown nobody anything, so what was hidden then is what is hidden now.
    data["past"] = [[seat, past | {name: state[name] for name in hidden}] for seat, past in data["past"]]
    data["state"] = state
    snapshot["data"] = json.dumps(data)
    for row in there["events"]:
        event = json.loads(row["event"])
        if event["event"] == "TookDisc" and event["seat"] != reader:
            event["disc"] = chance.choice([disc for disc in DISC_BOX if disc != event["disc"]])
            row["event"] = json.dumps(event)
    return there


def _resumed(opened: Opened, rows: Rows) -> Match:
    room = opened.room
    data = json.loads(rows["snapshots"][0]["data"])
    return Match.resume(room.game, len(room.seats), room.options, secret=room.secret, nonces=room.nonces, snapshot=data)


def onward(pair: Twins, reader: int | None, chance: random.Random, answers: int) -> Iterator[tuple[int, str]]:
    """Answers that can be given in both worlds, and after which the reader still cannot tell them apart: the rules
    themselves say so, by their events. Now and then one of them is taken back."""
    worlds = (pair.match, pair.other)
    for _ in range(answers):
        if pair.match.over:
            return
        (seat,) = pair.match.asks()
        able = [world.can_take_back(seat) for world in worlds]
        if all(able) and chance.random() < 0.3:
            yield seat, BACK
            for world in worlds:
                world.take_back(seat)
            continue
        common = [text for text in pair.match.asks()[seat].texts if text in pair.other.asks()[seat].texts]
        chance.shuffle(common)
        chosen = next((text for text in common if _tells_the_same(worlds, seat, text, reader)), None)
        if chosen is None:
            return
        yield seat, chosen
        for world in worlds:
            world.choose(seat, chosen)


def _tells_the_same(worlds: Sequence[Match], seat: int, choice: str, reader: int | None) -> bool:
    told = []
    for world in worlds:
        trial = Match.resume(
            world.game, world.seats, world.options, secret=world._secret, nonces={}, snapshot=world.snapshot()
        )
        since = trial.told
        trial.choose(seat, choice)
        if trial.over:
            return False
        told.append([event.to_json() for event in trial.story(reader, since)])
    return told[0] == told[1]
