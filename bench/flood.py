"""A server under attack: how long an answer at a table takes meanwhile, and what the server comes to weigh.

    PYTHONPATH=src python bench/flood.py --seconds 60

Starts a server of its own, with the limits that it always has, and people at tables of all games who answer as in
`load.py`. From other addresses of this machine, another process at the same time hands in the worst match files there
are, as fast as it is let (20 clients, each from an address of its own), opens 2,000 connections and says nothing on
them, opening another for each that is closed, and makes 100 rooms of bots by the API and watches them all. Exits with 1
if something is lost, with 2 if a bar is missed: the slowest hundredth of answers, the memory, the log.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import resource
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from load import Figures, Server, deal, load, look, losses, memory_of, spread
from wire import request

from eminence.core import matchfile
from eminence.games import all_games
from eminence.server.checking import MOST_ENTRIES
from eminence.server.storage.store import Store

ACKNOWLEDGED_BAR = 1000.0
LOG_BAR = 1_000_000
MEMORY_BAR = 400_000_000
"""All processes of the server together: its own, those in which bots think, and the one that checks."""
TABLES = 12
JSON = {"Content-Type": "application/json"}


# -- the attack --------------------------------------------------------------------------------------------------------


def worst(secret: str, entries: int) -> bytes:
    """A match that holds, in which somebody takes a card and takes that back for as long as you please."""
    matches = (game.new(secret=secret.encode()) for game in reversed(all_games()))
    match = next(match for match in matches if not match.is_sealed)
    dealt, (seat,) = match.length, match.asked
    match.choose(seat, next(choice for choice in match.asks()[seat].texts if not match.is_final(seat, choice)))
    match.take_back(seat)
    data = matchfile.to_json(match)
    log = data["entries"]
    data["entries"] = [*log[:dealt], *(log[dealt:] * (entries // 2))][:entries]
    return json.dumps(data, separators=(",", ":")).encode()


class Attack:
    """Everything at once, and how often the server let it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.told: dict[str, int] = {}

    def count(self, what: str) -> None:
        self.told[what] = self.told.get(what, 0) + 1

    async def connect(self, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))

    async def ask(self, address: str, sent: bytes) -> tuple[int, bytes]:
        """The status and the body of an answer, or 0 where the connection broke."""
        writer = None
        try:
            reader, writer = await self.connect(address)
            writer.write(sent)
            await writer.drain()
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = int(head.partition("content-length:")[2].partition("\r\n")[0] or 0)
            return int(head.split(" ", 2)[1]), await reader.readexactly(length)
        except (OSError, asyncio.IncompleteReadError):
            return 0, b""
        finally:
            if writer is not None:
                writer.close()

    async def hand_in(self, number: int) -> None:
        address = f"127.0.2.{number + 1}"
        for turn in itertools.count():
            file = worst(f"{number}/{turn}", MOST_ENTRIES if turn % 2 else 2 * MOST_ENTRIES)
            status, _ = await self.ask(address, request("POST", "/api/verify", JSON, file))
            self.count(f"file {status}")
            await asyncio.sleep(0.2)  # what this machine needs to make such files it would take from the server

    async def be_silent(self, number: int) -> None:
        address = f"127.0.3.{number % 20 + 1}"
        while True:
            writer = None
            try:
                reader, writer = await self.connect(address)
                self.count("connection")
                await reader.read()
            except OSError:
                self.count("no connection")
                await asyncio.sleep(0.5)
            finally:
                if writer is not None:
                    writer.close()

    async def watch_bots(self, number: int) -> None:
        address = f"127.0.4.{number % 10 + 1}"
        game = all_games()[number % len(all_games())]
        wish = {"game": game.id, "places": [{"level": "eminence"}] * min(game.seats)}
        while True:
            status, body = await self.ask(address, request("POST", "/api/rooms", JSON, json.dumps(wish).encode()))
            self.count(f"room {status}")
            if status < 300 and body:
                break
            await asyncio.sleep(1)
        made = json.loads(body)
        path, token = f"/api/rooms/{made['id']}/stream", {"Authorization": f"Bearer {made['watch_token']}"}
        while True:
            with suppress(OSError):
                reader, writer = await self.connect(address)
                writer.write(request("GET", path, token))
                while await reader.read(65536):
                    pass
                writer.close()
            await asyncio.sleep(1)

    async def run(self) -> None:
        doing = set()
        for number in range(2000):
            doing.add(asyncio.ensure_future(self.be_silent(number)))
            if number % 50 == 0:
                await asyncio.sleep(0.05)
        doing |= {asyncio.ensure_future(self.hand_in(number)) for number in range(20)}
        doing |= {asyncio.ensure_future(self.watch_bots(number)) for number in range(100)}
        while True:
            await asyncio.sleep(1)
            failed = [task.exception() for task in doing if task.done()]
            print(json.dumps({**self.told, **({"failed": str(failed[0])} if failed else {})}), flush=True)


# -- the tables --------------------------------------------------------------------------------------------------------


async def measure(server: Server, store: Store, seconds: float, attack: list[str]) -> dict[str, Any]:
    chance = random.Random(1)
    matches = deal(store, TABLES)
    for match in matches:
        for watcher in match.watchers:
            await look(server.port, watcher, api=False)
    calm, flooded = Figures(), Figures()
    await load(store, matches, 5, 10, chance, calm)
    before = weight(server)
    attacker = await asyncio.create_subprocess_exec(*attack, stdout=asyncio.subprocess.PIPE)
    assert attacker.stdout
    told, most = {}, 0
    try:
        for _ in range(5):  # until it has begun with everything
            told = json.loads(await attacker.stdout.readline())
        playing = asyncio.ensure_future(load(store, matches, 5, seconds, chance, flooded))
        while not playing.done():
            told = json.loads(await attacker.stdout.readline())
            most = max(most, weight(server))
        await playing
    finally:
        attacker.kill()
        await attacker.wait()
    return {
        "answers": len(flooded.acknowledged),
        "calm_ms": spread(calm.acknowledged),
        "acknowledged_ms": spread(flooded.acknowledged),
        "last_event_ms": spread(flooded.seen),
        "without_event": flooded.unseen,
        "memory_before": before,
        "memory_most": most,
        "attack": told,
        "lost": await losses(store, matches, api=False),
    }


def weight(server: Server) -> int:
    """The memory of all processes of the server."""
    return memory_of(server.process.pid) + sum(server.workers())


def main() -> int:
    parser = argparse.ArgumentParser(description="A server under attack, and people at its tables.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--attack", type=int, metavar="PORT", help=argparse.SUPPRESS)
    words = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if words.attack:
        asyncio.run(Attack(words.attack).run())
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("wb") as log:
        database = f"sqlite:///{folder}/flood.db"
        server = Server(Path(folder), database, log=log)
        store = Store(database)
        try:
            attack = [sys.executable, __file__, "--attack", str(server.port)]
            found = asyncio.run(measure(server, store, words.seconds, attack))
        finally:
            server.close()
            store.close()
        found["log_bytes"] = (Path(folder) / "log").stat().st_size
    print(json.dumps(found, indent=1))
    if found["lost"] or found["without_event"]:
        return 1
    slow = found["acknowledged_ms"]["p99"] > ACKNOWLEDGED_BAR
    return 2 if slow or found["log_bytes"] > LOG_BAR or found["memory_most"] > MEMORY_BAR else 0


if __name__ == "__main__":
    sys.exit(main())
