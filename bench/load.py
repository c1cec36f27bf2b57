"""Many live matches at once: how long an answer takes to reach everybody who looks, and what a match costs in memory.

    PYTHONPATH=src python bench/load.py --matches 500 --rate 50 --seconds 30

Starts a server of its own (one process, its database on this disk, every commit waited for) and plays in another
process the browsers of all players, at tables of all games in turn: each holds its page's stream open, and the answers
are sent as the page's script sends them, at a steady mean rate whether or not the server keeps up. Measured from
sending an answer: until it is acknowledged, and until the scene of the last watcher who is to see it has arrived. At
the end, everything acknowledged must be in the log, once and in order; every watcher must have been told every line of
the story, once and in order; and the last scene of each must be the one that the page shows. Exits with 1 if something
is lost, with 2 if a bar is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import itertools
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.parse
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from wire import Client, Stream

import eminence
from eminence.core.game import Game
from eminence.games import all_games
from eminence.server.http.cookies import COOKIE, Identities
from eminence.server.pages import scene
from eminence.server.storage import match_log, people, rooms
from eminence.server.storage.store import Store

SOURCES = Path(eminence.__file__).resolve().parents[1]
LATENCY_BAR = 0.250
MEMORY_BAR = 200_000
WARM = 4
"""Matches that are played before anything is measured, so that what is made once is not counted."""
ASK = re.compile(rb'id="answer".*?name="ask" value="([^"]+)"', re.DOTALL)
CHOICE = re.compile(rb'name="choice" value="([^"]+)"')
LINE = re.compile(rb'<li data-number="(\d+)"')
PATIENCE = 30.0
QUIET = 0.5
"""Seconds left to the server to come to rest before its memory is measured."""


@dataclass(eq=False)
class Watcher:
    """Somebody at a seat with the page open: the cookie, the stream, what arrived by it."""

    match: Live
    seat: int
    person: str
    headers: dict[str, str]
    csrf: str
    client: Client
    stream: Stream | None = None
    told: list[int] = field(default_factory=list)
    scene: bytes = b""
    at: float = 0.0
    """When the last scene arrived."""

    def hear(self, name: str, number: str, data: bytes, at: float) -> None:
        if name == "story":
            self.told += map(int, LINE.findall(data))
        elif name == "happened":
            self.told.append(int(number))
        elif name == "table":
            self.scene, self.at = data, at
            self.match.changed.set()


@dataclass(eq=False)
class Live:
    """A match in play, and what was done in it."""

    room: str
    last: str
    keys: list[str]
    moved: float
    """When it last moved, as everybody sees it."""
    busy: bool = False
    watchers: list[Watcher] = field(default_factory=list)
    answers: list[tuple[int, str]] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Figures:
    """What was measured."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.seen: list[float] = []
        self.unseen = 0
        self.late = 0.0
        self.bytes = 0


# -- the server --------------------------------------------------------------------------------------------------------


class Server:
    """The server that is measured."""

    def __init__(self, folder: Path, database: str, *words: str, log: IO[bytes] | None = None) -> None:
        usual = ["--port", "0", "--database", database, "--no-open"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "eminence", "serve", *usual, *words],
            stdout=subprocess.PIPE,
            stderr=log,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(SOURCES), "PYTHONUTF8": "1"},
        )
        assert self.process.stdout
        said = b""
        while not (found := re.search(rb"http://localhost:(\d+)", said)):
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the server has not started")
            said += line
        self.port = int(found[1])

    def memory(self) -> int:
        return memory_of(self.process.pid)

    def workers(self) -> list[int]:
        """The memory of each process of its own: those in which bots think."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [memory_of(int(child)) for child in children]

    def seconds(self) -> float:
        """The processor time it has used."""
        used = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def memory_of(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


# -- the matches -------------------------------------------------------------------------------------------------------


def deal(store: Store, count: int, *games: Game) -> list[Live]:
    """So many matches between people, dealt. These games take turns, or all."""
    identities = Identities(store.key)
    found = []
    for game in itertools.islice(itertools.cycle(games or all_games()), count):
        with store.writing() as connection:
            names = ("Anna", "Béatrice", "Carlo", "Dora")[: game.seats[0]]
            sitting = [people.meet(connection, identities.new(), name).id for name in names]
            room = rooms.make(connection, sitting[0], game, {}, [""] * len(names))
            keys = [rooms.new_token() for _ in sitting]
            for seat, person in enumerate(sitting):
                room = rooms.sit(connection, room, seat, rooms.Newcomer(person, key=keys[seat]))
            opened = match_log.begin_if_full(connection, room)
        live = Live(room.id, f"{opened.room.told}.0", keys, opened.room.moved)
        for seat, person in enumerate(sitting):
            cookie = {"Cookie": f"{COOKIE}={identities.write(person)}"}
            client = Client(0, {**cookie, "Content-Type": "application/x-www-form-urlencoded"})
            live.watchers.append(Watcher(live, seat, person, cookie, identities.form_token(person), client))
        found.append(live)
    return found


async def look(port: int, watcher: Watcher, api: bool) -> None:
    """Open a stream and wait until the table is there."""
    watcher.client.port = port
    match = watcher.match
    if api:
        token = {"Authorization": f"Bearer {match.keys[watcher.seat]}", "Last-Event-ID": str(first_number(match) - 1)}
        watcher.stream = await Stream.open(port, f"/api/rooms/{match.room}/stream", token, watcher.hear)
    else:
        path = f"/table/{match.room}/stream?last={match.last}"
        watcher.stream = await Stream.open(port, path, watcher.headers, watcher.hear)
    async with asyncio.timeout(PATIENCE):
        while not watcher.scene:
            match.changed.clear()
            await match.changed.wait()


def first_number(match: Live) -> int:
    """The number of the first event that a watcher of this match has not seen in its page."""
    return int(match.last.partition(".")[0])


def ask_of(watcher: Watcher) -> tuple[str, list[str]] | None:
    """Which ask is put to a watcher, and what may be answered: as the scene on his screen says."""
    if watcher.scene.startswith(b"{"):
        ask = json.loads(watcher.scene)["ask"]
        return (ask["id"], [choice["text"] for choice in ask["choices"]]) if ask else None
    if found := ASK.search(watcher.scene):
        return found[1].decode(), [html.unescape(text.decode()) for text in CHOICE.findall(watcher.scene)]
    return None


def asked(match: Live) -> tuple[Watcher, str, list[str]]:
    """Who is asked, which ask it is, and what may be answered."""
    for watcher in match.watchers:
        if ask := ask_of(watcher):
            return watcher, *ask
    raise AssertionError("nobody is asked")


def who_sees(store: Store, match: Live, watcher: Watcher) -> list[Watcher]:
    """Who is shown an answer that was just given: all, unless it is a small one that was sealed, and moved nothing."""
    with store.reading() as connection:
        moved = rooms.read(connection, match.room).moved
    in_secret, match.moved = moved == match.moved, moved
    return [watcher] if in_secret else match.watchers


async def answer(store: Store, match: Live, chance: random.Random, figures: Figures) -> None:
    """Give an answer, wait for its acknowledgement and for the last watcher's event."""
    watcher, ask, texts = asked(match)
    choice = chance.choice(texts)
    form = urllib.parse.urlencode({"csrf": watcher.csrf, "ask": ask, "choice": choice}).encode()
    began = time.perf_counter()
    await watcher.client.ask("POST", f"/table/{match.room}/answer", form, **{"X-Fragment": "scene"})
    figures.acknowledged.append(time.perf_counter() - began)
    match.answers.append((watcher.seat, choice))
    looking = who_sees(store, match, watcher)
    until = began + PATIENCE

    def all_have_seen() -> bool:
        # What came meanwhile may be of something else (somebody has come to the table): then the old ask still stands.
        return min(other.at for other in looking) >= began and (ask_of(watcher) or [""])[0] != ask

    while not all_have_seen() and time.perf_counter() < until:
        match.changed.clear()
        try:
            await asyncio.wait_for(match.changed.wait(), until - time.perf_counter())
        except TimeoutError:
            break
    if not all_have_seen():
        figures.unseen += 1
    else:
        figures.seen.append(max(other.at for other in looking) - began)
    match.busy = False


async def load(
    store: Store, matches: list[Live], rate: float, seconds: float, chance: random.Random, figures: Figures
) -> None:
    """Answers at random moments, so many a second in the mean: the next one does not wait for the last."""
    tasks: set[asyncio.Task[None]] = set()
    due = time.perf_counter()
    until = due + seconds
    while due < until:
        due += chance.expovariate(rate)
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        figures.late = max(figures.late, time.perf_counter() - due)
        while not (free := [match for match in matches if not match.busy]):
            await asyncio.sleep(0.001)
        match = chance.choice(free)
        match.busy = True
        tasks.add(asyncio.create_task(answer(store, match, chance, figures)))
        tasks = {task for task in tasks if not task.done() or task.exception()}
    await asyncio.gather(*tasks)


# -- nothing is lost ---------------------------------------------------------------------------------------------------


async def losses(store: Store, matches: list[Live], api: bool) -> list[str]:
    """Whatever should be there and is not."""
    found = []
    for match in matches:
        with store.reading() as connection:
            room = rooms.read(connection, match.room)
            entries = match_log.repeat(connection, room).entries
            logged = [(entry.seat, entry.choice) for entry in entries if entry.seat >= 0]
            if logged != match.answers:
                found.append(f"{match.room}: acknowledged {match.answers}, but logged {logged}")
            for watcher in match.watchers:
                events = match_log.story(connection, room, watcher.seat, first_number(match))
                lines = scene.story_lines(scene.teller_for(room, "en", watcher.seat), events)
                expected = [number for number, _ in events] if api else [line["number"] for line in lines]
                if watcher.told != expected:
                    found.append(f"{match.room}: seat {watcher.seat} was told {watcher.told} instead of {expected}")
                if watcher.stream is None or watcher.stream.closed:
                    found.append(f"{match.room}: the stream of seat {watcher.seat} has ended")
        if not api:
            found += [
                f"{match.room}: the scene of seat {watcher.seat} is not what the page shows"
                for watcher in match.watchers
                if not await shows(watcher)
            ]
    return found


async def shows(watcher: Watcher) -> bool:
    """Whether the last scene that came by the stream is the one that the page has now."""
    page = await watcher.client.ask("GET", f"/table/{watcher.match.room}", b"", **{"X-Fragment": "scene"})
    return page.splitlines() == watcher.scene.splitlines()


# -- all of it ---------------------------------------------------------------------------------------------------------


async def measure(server: Server, store: Store, matches: list[Live], words: argparse.Namespace) -> dict[str, Any]:
    chance = random.Random(words.seed)
    api = words.stream == "api"
    for match in matches[:WARM]:
        for watcher in match.watchers:
            await look(server.port, watcher, api)
    await load(store, matches[:WARM], 20, 1.0, chance, Figures())
    before = server.memory()
    began = time.perf_counter()
    watchers = [watcher for match in matches[WARM:] for watcher in match.watchers]
    for i in range(0, len(watchers), 50):
        await asyncio.gather(*(look(server.port, watcher, api) for watcher in watchers[i : i + 50]))
    opening = time.perf_counter() - began
    await asyncio.sleep(QUIET)
    idle = server.memory()
    figures = Figures()
    used, began = server.seconds(), time.perf_counter()
    own = resource.getrusage(resource.RUSAGE_SELF)
    await load(store, matches, words.rate, words.seconds, chance, figures)
    took = time.perf_counter() - began
    used = server.seconds() - used
    now = resource.getrusage(resource.RUSAGE_SELF)
    await asyncio.sleep(QUIET)
    after = server.memory()
    live = len(matches) - WARM
    return {
        "matches": len(matches),
        "streams": sum(len(match.watchers) for match in matches),
        "answers": len(figures.acknowledged),
        "rate": round(len(figures.acknowledged) / took, 1),
        "acknowledged_ms": spread(figures.acknowledged),
        "last_event_ms": spread(figures.seen),
        "without_event": figures.unseen,
        "memory_before": before,
        "memory_streams": idle,
        "memory_after": after,
        "memory_a_match": round((max(idle, after) - before) / live),
        "workers": server.workers(),
        "opening_seconds": round(opening, 1),
        "server_processor": round(used / took, 2),
        "tool_processor": round((now.ru_utime + now.ru_stime - own.ru_utime - own.ru_stime) / took, 2),
        "tool_late_ms": round(1000 * figures.late, 1),
        "load_average": [round(load, 1) for load in os.getloadavg()],
        "lost": await losses(store, matches, api),
    }


def spread(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds) or [float("nan")]
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    found = {name: ordered[min(len(ordered) - 1, int(share * len(ordered)))] for name, share in shares.items()}
    return {name: round(1000 * value, 1) for name, value in {**found, "max": ordered[-1]}.items()}


def tell(found: dict[str, Any]) -> None:
    print(f"{found['matches']} live matches, {found['streams']} streams, opened in {found['opening_seconds']} s")
    print(f"{found['answers']} answers, {found['rate']} a second; load average {found['load_average']}")
    for name, key in (("acknowledged", "acknowledged_ms"), ("last watcher's event", "last_event_ms")):
        print(f"{name:>22}: " + ", ".join(f"{share} {value} ms" for share, value in found[key].items()))
    print(f"{'memory a match':>22}: {found['memory_a_match'] / 1000:.0f} kB", end=" ")
    print(
        "(" + " → ".join(f"{found[key] / 1e6:.1f}" for key in ("memory_before", "memory_streams", "memory_after")),
        "MB)",
    )
    print(f"{'bot workers':>22}: {len(found['workers'])}, {sum(found['workers']) / 1e6:.1f} MB")
    print(f"{'processor':>22}: server {found['server_processor']}, this tool {found['tool_processor']}", end="")
    print(f" (at most {found['tool_late_ms']} ms late)")
    print(f"{'lost':>22}: {len(found['lost'])}; answers without an event: {found['without_event']}")
    for line in found["lost"][:10]:
        print("   ", line)


def main() -> int:
    parser = argparse.ArgumentParser(description="Many live matches at once, on a server of its own.")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--rate", type=float, default=50, help="answers a second, in all")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--stream", choices=("page", "api"), default="page", help="which stream the watchers hold open")
    parser.add_argument(
        "--folder", type=Path, help="where the database is put for a while (default: where the system does)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    words = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the server inherits it: two connections a watcher
    with tempfile.TemporaryDirectory(dir=words.folder) as folder:
        database = f"sqlite:///{folder}/load.db"
        store = Store(database)
        matches = deal(store, words.matches + WARM)
        server = Server(Path(folder), database, "--no-limits", "--log", "warning")
        try:
            found = asyncio.run(measure(server, store, matches, words))
        finally:
            server.close()
            store.close()
    if words.json:
        print(json.dumps(found))
    else:
        tell(found)
    if found["lost"] or found["without_event"]:
        return 1
    return 2 if found["last_event_ms"]["p99"] > 1000 * LATENCY_BAR or found["memory_a_match"] > MEMORY_BAR else 0


if __name__ == "__main__":
    sys.exit(main())
