"""The rounds of `eminence bench`: contenders in processes of their own, told to run short slices in turn."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

from eminence.cli import bench_worker

PARTS: Final = {"playouts": 1.0, "loop": 1.0, "match": 0.5, "views": 0.5, "clones": 0.2, "iterations": 1.0}
"""What is measured, and for which part of a slice."""


@dataclass(slots=True, eq=False)
class Contender:
    """Something to measure, and what was measured: for every round, the speeds that it has."""

    id: str
    """Its family and its game, as `plain/GAME` or `open_spiel/hearts`."""
    python: str
    """The interpreter that has it."""
    path: Path | None = None
    """The folder that the interpreter finds it in, if not among its own."""
    version: str = ""
    rounds: list[dict[str, float]] = field(default_factory=list)

    @property
    def family(self) -> str:
        return self.id.partition("/")[0]

    @property
    def game(self) -> str:
        return self.id.partition("/")[2]

    def speeds(self, speed: str) -> list[float]:
        """A speed, round by round; empty where the contender has no such speed."""
        return [found[speed] for found in self.rounds if speed in found]


@dataclass(frozen=True, slots=True)
class Spread:
    """A figure over the rounds."""

    median: float
    lowest: float
    highest: float


def spread(figures: Sequence[float]) -> Spread | None:
    """The median of some figures, the lowest and the highest; None if there are no figures.

    >>> spread([3.0, 1.0, 2.0])
    Spread(median=2.0, lowest=1.0, highest=3.0)
    """
    return Spread(median(figures), min(figures), max(figures)) if figures else None


def ratio(mine: Contender, others: Sequence[Contender], speed: str, their_speed: str = "") -> Spread | None:
    """How many times as fast one is as the fastest of the others (at what they do, if it is not the same), taken within
    each round."""
    theirs = [speeds for other in others if (speeds := other.speeds(their_speed or speed))]
    best = [max(one_round) for one_round in zip(*theirs, strict=False)]
    return spread([first / second for first, second in zip(mine.speeds(speed), best, strict=False)])


class Worker:
    """A contender at work in a process of its own."""

    def __init__(self, contender: Contender, family: str, folder: Path) -> None:
        # The worker's source as text, in an empty folder: nothing must come before the contender on the worker's path.
        source = Path(bench_worker.__file__).read_text(encoding="utf-8")
        env = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0", "PYTHONPATH": str(contender.path or "")}
        (folder / "empty").mkdir(exist_ok=True)
        self.process = subprocess.Popen(
            [contender.python, "-c", source, family, contender.game],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            env=env,
            cwd=folder / "empty",
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.orders, self.answers = self.process.stdin, self.process.stdout

    def hear(self) -> dict[str, Any]:
        """The next thing the worker says."""
        line = self.answers.readline()
        heard: dict[str, Any] = json.loads(line) if line else {"missing": "its process ended"}
        return heard

    def measure(self, what: str, seconds: float) -> dict[str, float]:
        """One slice: what was counted, and in how many seconds."""
        with suppress(BrokenPipeError):  # it has ended, as `hear` will say
            print(json.dumps({"measure": what, "seconds": seconds * PARTS[what]}), file=self.orders, flush=True)
        return self.hear()

    def end(self) -> None:
        """Let the process go."""
        self.process.kill()
        self.process.wait()
        self.answers.close()
        with suppress(BrokenPipeError):  # it had ended by itself
            self.orders.close()


def play_rounds(
    workers: Mapping[Contender, Worker],
    seconds: float,
    rounds: int,
    leave_out: Callable[[str], None],
    progress: Callable[[str], None],
) -> None:
    """Slices in turn, in another order every round; a round counts once all have had their slice."""
    measures: dict[Contender, list[str]] = {}
    for contender, worker in workers.items():
        progress(f"warming up {contender.id} …")
        heard = worker.hear()
        if "missing" in heard:
            leave_out(f"{contender.id}: {heard['missing']}")
        else:
            contender.version = heard["version"]
            measures[contender] = heard["measures"]
    order = list(measures)
    for number in range(rounds):
        found: dict[Contender, dict[str, float]] = {}
        for contender in order:
            progress(f"round {number + 1} of {rounds}: {contender.id}")
            slices = [workers[contender].measure(what, seconds) for what in measures[contender]]
            if any("missing" in counts for counts in slices):
                leave_out(f"{contender.id}: its process ended")
            else:
                found[contender] = speeds_of(slices)
        for contender, speeds in found.items():
            contender.rounds.append(speeds)
        order = [contender for contender in order[1:] + order[:1] if contender in found]


def speeds_of(slices: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """What was counted in a round's slices, by the second; and how much of a processor there was to be had.

    >>> speeds_of([{"playouts": 2, "decisions": 20, "seconds": 2.0, "wall": 2.5}, {"loop": 6, "seconds": 1.0}])
    {'playouts': 1.0, 'decisions': 10.0, 'busy': 0.8, 'loop': 6.0}
    """
    speeds: dict[str, float] = {}
    for counts in slices:
        seconds = counts["seconds"]
        speeds |= {what: count / seconds for what, count in counts.items() if what not in ("seconds", "wall")}
        if "playouts" in counts:
            speeds["busy"] = min(1.0, seconds / counts["wall"])
    return speeds
