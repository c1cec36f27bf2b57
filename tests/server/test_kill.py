"""The server is killed at random moments while programs, people and bots play, and started again each time.

Whoever was told that something is taken can rely on it: a seat and its token, a nonce, an answer are there, once, in
their place. Every match comes to its end; games take turns, and so do those who sit there. EMINENCE_KILL_MATCHES says
how many matches are played; EMINENCE_THOROUGH=1 lets it be 200.
"""

from __future__ import annotations

import os
import random
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.driving import Server, children_of, running, until
from tests.server.players import TABLES, Driver, Matches
from tests.thorough import THOROUGH

MATCHES = int(os.environ.get("EMINENCE_KILL_MATCHES") or (200 if THOROUGH else len(TABLES)))
SEED = os.environ.get("EMINENCE_KILL_SEED", "1624")
TOGETHER = 40
"""Matches of one server at the most: a test ends within ten minutes."""
PARTS = [range(first, min(first + TOGETHER, MATCHES)) for first in range(0, MATCHES, TOGETHER)]
KILLS = 4
"""How often a server is killed at the least, or once in four matches."""
EARLY = 2
"""So many kills more, while the first are still sitting down and opening their nonces."""
FIRST = 12
"""What is done until the first of them have sat down, at the least."""
SHORTEST = 40
"""What is done in a match at the least, in the mean: kills happen anywhere in it."""
ORPHANED = ("EOFError", "BrokenPipeError", "ConnectionResetError", "FileNotFoundError")
"""What a worker says that was being born as its server died."""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """In memory where there is such a place: a killed process loses nothing that it has written, disk or not."""
    memory = Path("/dev/shm")
    place = memory if memory.is_dir() and os.access(memory, os.W_OK) else tmp_path
    with tempfile.TemporaryDirectory(dir=place, prefix="eminence-") as folder:
        yield Path(folder)


def test_every_game_is_played_by_programs_people_and_bots() -> None:
    drivers = [Driver(0, number, SEED, threading.Event()) for number in range(MATCHES)]
    for known in {agreed.game for agreed in TABLES}:
        kinds = {kind for driver in drivers if driver.agreed.game is known for kind in driver.kinds}
        assert kinds == set(Driver.KINDS), known.id


@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.start}-{part.stop}")
def test_a_killed_server_has_every_answer_that_it_acknowledged(home: Path, part: range) -> None:
    print(f"seed {SEED}, matches {part}")
    chance = random.Random(f"{SEED}/{part.start}")
    moments = [chance.uniform(0, FIRST) for _ in range(EARLY)]
    moments += [chance.uniform(0, SHORTEST * len(part)) for _ in range(max(KILLS, len(part) // 4))]
    workers: list[int] = []
    with running(home, "--pace", "0", "--no-limits", "--log", "warning") as server:
        with closing(Matches(server.port, part, SEED)) as matches:
            for moment in sorted(moments):
                matches.go_on(moment)
                time.sleep(chance.uniform(0, 0.03))  # anywhere between two answers
                workers += kill(server)
                server.again()
            matches.go_on()
        workers += kill(server)
        print(f"{len(moments)} kills, {matches.lost} requests lost, {matches.done} things done")
        until(lambda: not any(map(is_running, workers)))
        troubles = [
            told
            for told in server.log.split("Traceback")[1:]
            if "multiprocessing/spawn.py" not in told or not any(name in told for name in ORPHANED)
        ]
        assert not troubles, troubles[0]
        assert matches.lost >= len(moments)
        assert workers, "no bot has played"
        matches.check(server.path)
        server.again()
        matches.check_places()


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
