"""Opening a match with the longest log: does it take longer than opening one just dealt?

    PYTHONPATH=src python bench/open.py

The match is made as long as its players can make it: markers are moved whenever they can be, no second card is taken,
and every answer that can be taken back is, several times over, before it is given for good. It is measured with one
card left on the table, and once it is over: `match_log.open_room`, which every answer begins with; and on a server of
its own the page (`GET /table/…`), the piece of it that the script fetches, and the table of the API, each from sending
the request to the last byte of what it gets. Exits with 2 if a bar is missed.
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

from eminence.core.view import View
from eminence.games import game
from eminence.server.storage import match_log
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.store import Store

BAR = 50.0
"""Milliseconds, of the slowest twentieth."""
PROLONGING = ("lift", "mark", "enough")
"""What a player answers who is in no hurry, by its first word, the best first."""


def slowest(texts: list[str]) -> str:
    """The answer after which the match takes the longest."""
    found = [text for word in PROLONGING for text in texts if text.split()[0] == word]
    return (found or texts)[0]


def left(view: View) -> int:
    """The cards that are left on the table."""
    return sum(right - left + 1 for left, right in zip(view["ends"][::2], view["ends"][1::2], strict=True))


def lengthen(connection: Connection, room: str, backs: int, cards: int) -> OpenRoom:
    """Play a match as slowly as it goes, until so many cards are left."""
    opened = match_log.open_room(connection, room)
    while not opened.playing.over and left(opened.playing.view(None)) > cards:
        seat = opened.room.asked[0]
        ask = opened.playing.asks()[seat]
        choice = slowest(ask.texts)
        for _ in range(0 if opened.playing.is_final(seat, choice) else backs):
            match_log.answer(connection, room, seat, match_log.ask_id(opened.playing, seat), [choice])
            opened = match_log.open_room(connection, room)
            match_log.take_back(connection, room, seat, match_log.ask_id(opened.playing, seat))
            opened = match_log.open_room(connection, room)
        match_log.answer(connection, room, seat, match_log.ask_id(opened.playing, seat), [choice])
        opened = match_log.open_room(connection, room)
    return opened


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
    parser.add_argument("--backs", type=int, default=3, help="how often every answer is taken back first")
    parser.add_argument("--times", type=int, default=200)
    words = parser.parse_args()
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/open.db"
        store = Store(database)
        matches = dict(zip(("just dealt", "one card left", "over"), deal(store, 3, game("richelieu")), strict=True))
        with store.writing() as connection:
            lengthen(connection, matches["one card left"].room, words.backs, cards=1)
            lengthen(connection, matches["over"].room, words.backs, cards=0)
        server = Server(Path(folder), database)
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
