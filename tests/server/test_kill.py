"""The server is killed at random moments while programs play over HTTP, and started again each time.

Whoever was told that an answer is taken can rely on it: it is in the log, once, in its place. Every match comes to its
end; games take turns. EMINENCE_KILL_MATCHES says how many matches are played; EMINENCE_THOROUGH=1 lets it be 200.
"""

from __future__ import annotations

import http.client
import json
import math
import os
import random
import signal
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from eminence.core import matchfile
from eminence.games import all_games, game
from tests.laws.table import tables
from tests.server.driving import PATIENCE, Server, children_of, running, until
from tests.thorough import THOROUGH

MATCHES = int(os.environ.get("EMINENCE_KILL_MATCHES") or (200 if THOROUGH else 6))
SEED = os.environ.get("EMINENCE_KILL_SEED", "1624")
AT_ONCE = 6
"""Matches that are played at the same time."""
BOTS = 4
"""In one of so many matches, a bot of the house has the last seat."""
KILLS = max(6, MATCHES // 4)
SHORTEST = 50
"""Answers that a match has at the least, in the mean, of which those kills happen at random moments."""
TABLES = [agreed for game in all_games() for agreed in (tables(game)[0], tables(game)[-1])]
LOST = (OSError, http.client.HTTPException)
ORPHANED = ("EOFError", "BrokenPipeError", "ConnectionResetError", "FileNotFoundError")
"""What a worker says that was being born as its server died."""


class Refused(Exception):
    """The server has answered, and it said no: with which key, status and words."""


class Driver:
    """Plays one match over HTTP for its seats, and remembers every answer that was acknowledged, in order."""

    def __init__(self, port: int, number: int, give_up: threading.Event) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.chance = random.Random(f"{SEED}/{number}")
        self.agreed = TABLES[number % len(TABLES)]
        people = self.agreed.seats - (number % BOTS == 0)
        self.levels = [""] * people + ["page"] * (self.agreed.seats - people)
        self.give_up = give_up
        self.lost = 0
        self.tokens: list[str] = []
        self.acknowledged: list[tuple[int, str]] = []
        self.file: dict[str, Any] = {}

    def call(self, method: str, path: str, token: str = "none", body: Any = None) -> Any:
        """Send, and send the same again until there is an answer."""
        headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        while True:
            try:
                self.connection.request(method, path, None if body is None else json.dumps(body), headers)
                response = self.connection.getresponse()
                said = json.loads(response.read())
                break
            except LOST:
                self.connection.close()
                self.lost += 1
                assert not self.give_up.wait(0.1), "given up"
        if response.status >= 300:
            raise Refused(said["error"], response.status, said)
        return said

    def sit_down(self) -> None:
        """Make a room and take its seats. Where the token of a seat was lost with the server, make another."""
        while len(self.tokens) < self.levels.count(""):
            places = [{"level": level} for level in self.levels]
            wish = {"game": self.agreed.game.id, "places": places, "options": self.agreed.options}
            made = self.call("POST", "/api/rooms", body=wish)
            self.path = f"/api/rooms/{made['id']}"
            self.tokens = []
            try:
                for place in made["invitations"]:
                    self.tokens.append(self.call("POST", f"{self.path}/join", place["invitation"], {})["token"])
            except Refused as refused:
                if refused.args[0] != "seat_taken":
                    raise

    def play(self) -> None:
        with closing(self.connection):
            self.sit_down()
            table = self.table(0)
            while table["result"] is None:
                assert not self.give_up.is_set(), "given up"
                if table["can_take_back"] and self.chance.random() < 0.03:
                    table = self.take_back(table)
                elif table["ask"] is not None:
                    choice = self.chance.choice(table["ask"]["choices"])["text"]
                    table = self.act(table["seat"], "answers", {"ask": table["ask"]["id"], "choice": choice})
                else:
                    asked = [seat for seat in table["asked"] if seat < len(self.tokens)]
                    if not asked:
                        time.sleep(0.03)  # for the bot to answer
                    table = self.table(asked[0] if asked else 0)
            self.file = self.call("GET", f"{self.path}/match", self.tokens[0])

    def table(self, seat: int) -> Any:
        return self.call("GET", f"{self.path}/table", self.tokens[seat])

    def act(self, seat: int, what: str, body: dict[str, str]) -> Any:
        said = self.call("POST", f"{self.path}/{what}", self.tokens[seat], body)
        self.acknowledged.append((seat, body.get("choice", "back")))
        return said

    def take_back(self, table: dict[str, Any]) -> Any:
        try:
            return self.act(table["seat"], "back", {"ask": table["back"]})
        except Refused as refused:
            if refused.args[0] not in ("too_late", "cannot_take_back") or "page" not in self.levels:
                raise
            return self.table(0)  # the bot was quicker (with an answer of which nothing is told, it may be)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """In memory where there is such a place: a killed process loses nothing that it has written, disk or not."""
    memory = Path("/dev/shm")
    place = memory if memory.is_dir() and os.access(memory, os.W_OK) else tmp_path
    with tempfile.TemporaryDirectory(dir=place, prefix="eminence-") as folder:
        yield Path(folder)


def test_a_killed_server_has_every_answer_that_it_acknowledged(home: Path) -> None:
    print(f"seed {SEED}, {MATCHES} matches")
    chance = random.Random(SEED)
    workers: list[int] = []
    with running(home, "--pace", "0", "--no-limits", "--log", "warning") as server:
        with closing(Matches(server.port)) as matches:
            for moment in sorted(chance.uniform(0, SHORTEST * MATCHES) for _ in range(KILLS)):
                matches.go_on(moment)
                time.sleep(chance.uniform(0, 0.03))  # anywhere between two answers
                workers += kill(server)
                server.again()
            matches.go_on()
        drivers = matches.drivers
        workers += kill(server)
        until(lambda: not any(map(is_running, workers)))
        troubles = [
            told
            for told in server.log.split("Traceback")[1:]
            if "multiprocessing/spawn.py" not in told or not any(name in told for name in ORPHANED)
        ]
        assert not troubles, troubles[0]
    lost = sum(driver.lost for driver in drivers)
    print(f"{KILLS} kills, {lost} requests lost, {matches.answers} answers")
    assert lost >= KILLS
    assert workers, "no bot has played"
    for driver in drivers:
        own = range(len(driver.tokens))
        logged = [(seat, choice) for seat, choice, _ in driver.file["entries"] if seat in own]
        assert logged == driver.acknowledged
        assert matchfile.loads(json.dumps(driver.file), game).over
    with closing(sqlite3.connect(server.path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        playing = connection.execute("SELECT id FROM rooms WHERE phase = 'playing'").fetchall()
    left = {f"/api/rooms/{room}" for (room,) in playing}
    assert not left & {driver.path for driver in drivers}, "other than rooms of which a token was lost with the server"


class Matches:
    """All matches, played in a few threads."""

    def __init__(self, port: int) -> None:
        self.give_up = threading.Event()
        self.drivers = [Driver(port, number, self.give_up) for number in range(MATCHES)]
        self.threads = ThreadPoolExecutor(AT_ONCE)
        self.played = [self.threads.submit(driver.play) for driver in self.drivers]

    def close(self) -> None:
        """However it went: leave no thread behind."""
        self.give_up.set()
        self.threads.shutdown(cancel_futures=True)

    @property
    def over(self) -> bool:
        """Whether all are; or what was wrong with one that is."""
        return len([match.result() for match in self.played if match.done()]) == MATCHES

    @property
    def answers(self) -> int:
        """How many answers were acknowledged, so far."""
        return sum(len(driver.acknowledged) for driver in self.drivers)

    def go_on(self, enough: float = math.inf) -> None:
        """Wait for so many answers, or to the end, as long as there is an answer now and then."""
        answers, deadline = -1, 0.0
        while not self.over and self.answers < enough:
            if self.answers > answers:
                answers, deadline = self.answers, time.monotonic() + PATIENCE
            assert time.monotonic() < deadline, "no match goes on"
            time.sleep(0.01)
        assert self.answers >= enough or enough == math.inf, "they were over too soon"


def kill(server: Server) -> list[int]:
    """Kill a server. The workers that it had."""
    server.process.send_signal(signal.SIGSTOP)  # so that it starts no others meanwhile
    workers = children_of(server.process.pid)
    server.kill()
    return workers


def is_running(pid: int) -> bool:
    """Whether a worker still runs. Its number may be somebody else's by now, who did not come from a spawn."""
    try:
        return b"multiprocessing" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False
