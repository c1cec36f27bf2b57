"""Opening a match with the longest log: does it take longer than opening one just dealt?

    PYTHONPATH=src python bench/open.py

The match is made as long as its players can make it: of two answers they give the one that could be taken back, and
take it back several times over before it is given for good. It is measured with a tenth of it still to be played, and
once it is over: `match_log.open_room`, which every answer begins with; and on a server of its own
the page (`GET /table/…`), the piece of it that the script fetches, and the table of the API, each from sending the
request to the last byte of what it gets. Exits with 2 if a bar is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from load import Live, Server, deal, spread
from sqlalchemy import Connection
from wire import Client

from eminence.games import all_games, game
from eminence.server.storage import match_log
from eminence.server.storage.store import Store

BAR = 50.0
"""Milliseconds, of the slowest twentieth."""


def lengthen(connection: Connection, room: str, backs: int, most: int | None = None) -> int:
    """Play a match, taking every answer back that can be taken back; to its end, or so many answers. Says how many."""
    opened, given = match_log.open_room(connection, room), 0
    while not opened.playing.over and given != most:
        if opened.room.laid:  # the last answer waits until all is opened
            opened = match_log.open_laid(connection, room_id=room)
            continue
        seat, ask = next(iter(opened.playing.asks().items()))
        own = [choice for choice in ask.texts if not opened.playing.is_final(seat, choice)]
        for _ in range(backs if own else 0):
            match_log.answer(connection, room, seat, match_log.ask_id(opened.playing, seat), own[:1])
            opened = match_log.open_room(connection, room)
            match_log.take_back(connection, room, seat, match_log.ask_id(opened.playing, seat))
            opened = match_log.open_room(connection, room)
        match_log.answer(
            connection, room, seat, match_log.ask_id(opened.playing, seat), [own[0] if own else ask.texts[0]]
        )
        opened, given = match_log.open_room(connection, room), given + 1
    return given


def opening(store: Store, room: str, times: int) -> list[float]:
    took = []
    for _ in range(times):
        with store.reading() as connection:
            began = time.perf_counter()
            match_log.open_room(connection, room)
            took.append(time.perf_counter() - began)
    return took


async def fetching(port: int, match: Live, times: int) -> dict[str, list[float]]:
    person = Client(port, match.watchers[0].headers)
    program = Client(port, {"Authorization": f"Bearer {match.keys[0]}"})
    took: dict[str, list[float]] = {"page": [], "piece": [], "api": []}
    for _ in range(times):
        for name, client, path, headers in (
            ("page", person, f"/table/{match.room}", {}),
            ("piece", person, f"/table/{match.room}", {"X-Fragment": "scene"}),
            ("api", program, f"/api/rooms/{match.room}/table", {}),
        ):
            began = time.perf_counter()
            await client.ask("GET", path, b"", **headers)
            took[name].append(time.perf_counter() - began)
    for client in (person, program):
        client.close()
    return took


def main() -> int:
    parser = argparse.ArgumentParser(description="Opening a match with the longest log.")
    parser.add_argument("--game", default=all_games()[-1].id)
    parser.add_argument("--backs", type=int, default=3, help="how often every answer is taken back first")
    parser.add_argument("--times", type=int, default=200)
    words = parser.parse_args()
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/open.db"
        store = Store(database)
        matches = dict(zip(("just dealt", "nearly over", "over"), deal(store, 3, game(words.game)), strict=True))
        with store.writing() as connection:
            answers = lengthen(connection, matches["over"].room, words.backs)
            lengthen(connection, matches["nearly over"].room, words.backs, answers * 9 // 10)
        server = Server(Path(folder), database, "--no-limits", "--log", "warning")
        try:
            for name, match in matches.items():
                with store.reading() as connection:
                    room = match_log.open_room(connection, match.room).room
                print(f"{name}: {room.entries} entries, {room.told} events; load average {os.getloadavg()[0]:.1f}")
                took = {"open_room": opening(store, match.room, words.times)}
                took |= asyncio.run(fetching(server.port, match, words.times))
                for what, seconds in took.items():
                    found = spread(seconds[len(seconds) // 10 :])  # the first ones read the templates
                    missed |= found["p95"] > BAR
                    print(f"{what:>12}: " + ", ".join(f"{share} {value} ms" for share, value in found.items()))
        finally:
            server.close()
            store.close()
    return 2 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
