"""Worker processes: whatever takes long is computed there, so that no table waits for it.

Bots think in them, and matches are checked in them. Whoever wants something computed waits for a turn, and turns are
given fairly: who wants much waits longer, and others do not wait for him.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, MutableSequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from typing import Any, Final, Generic, TypeVar, TypeVarTuple

from eminence.core import tidying
from eminence.core.errors import EminenceError

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

TRIES: Final = 3
"""So often something is begun whose worker dies over it."""

# -- what runs in a worker ---------------------------------------------------------------------------------------------

_progress: list[MutableSequence[int]] = []
"""In a worker, where the server reads how far its work has come."""


def report(done: int, of: int) -> None:
    """Say how far the work has come. Called in a worker; elsewhere nobody reads it."""
    for progress in _progress:
        progress[0], progress[1] = done, of


def _begin_worker(progress: MutableSequence[int], nice: int) -> None:
    """A worker leaves Ctrl-C to the server, and does not outlive it. It thinks, and tidies up seldom."""
    _progress.append(progress)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    tidying.look_seldom()
    server = multiprocessing.parent_process()
    if server is not None:
        threading.Thread(target=_leave_with, args=(server.join,), daemon=True).start()


def _leave_with(join: Callable[[], None]) -> None:
    join()
    os._exit(0)


# -- waiting for a turn ------------------------------------------------------------------------------------------------


class Line(Generic[T]):
    """A queue in which people take turns, and so do the matters of one person, such as his rooms.

    >>> line = Line[int]()
    >>> for number, (person, matter) in enumerate([("a", "1"), ("a", "1"), ("a", "2"), ("b", "3")]):
    ...     line.join(person, matter, number)
    >>> [line.next() for _ in range(len(line))]
    [0, 3, 2, 1]
    """

    def __init__(self) -> None:
        self._people: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def join(self, person: str, matter: str, item: T) -> None:
        """Stand in line."""
        self._people.setdefault(person, OrderedDict()).setdefault(matter, deque()).append(item)
        self._length += 1

    def next(self) -> T:
        """Whose turn it is. Whoever has more to wait for stands in line again, behind all others."""
        person, matters = self._people.popitem(last=False)
        matter, items = matters.popitem(last=False)
        item = items.popleft()
        if items:
            matters[matter] = items
        if matters:
            self._people[person] = matters
        self._length -= 1
        return item


class TookTooLong(EminenceError):
    """Something was not computed within its time, or no worker lived to see the end of it."""


class Worker:
    """A process, for whoever has the turn."""

    def __init__(self, nice: int = 0) -> None:
        self.nice = nice
        self._context = multiprocessing.get_context("spawn")
        self._progress: MutableSequence[int] = self._context.RawArray("q", 2)
        self._pool: ProcessPoolExecutor | None = None
        self.running: asyncio.Future[Any] | None = None
        """What it is at, or was."""

    @property
    def progress(self) -> tuple[int, int]:
        """How far the work has come, and of how much; nothing of nothing as long as it has not said so."""
        return self._progress[0], self._progress[1]

    async def do(self, work: Callable[[*Ts], T], *arguments: *Ts, seconds: float | None = None) -> T:
        """Have something computed. TookTooLong if it takes more than so many seconds: then the process is ended.

        If the process dies, another does the same again. Whoever stops waiting does not stop the work.
        """
        loop = asyncio.get_running_loop()
        for _ in range(TRIES):
            self._progress[0] = self._progress[1] = 0
            try:  # a process that died while it had nothing to do is noticed when it is given something
                running = loop.run_in_executor(self._begin(), work, *arguments)
                running.add_done_callback(_looked_at)
                self.running = running
                done, _ = await asyncio.wait({running}, timeout=seconds)
                if done:
                    return running.result()
            except BrokenProcessPool:
                self.end()
                continue
            break
        self.end()
        raise TookTooLong(f"not done within {seconds} seconds")

    def _begin(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=self._context, initializer=_begin_worker, initargs=(self._progress, self.nice)
            )
        return self._pool

    def end(self) -> None:
        """End the process at once. The next work begins another."""
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            self._pool = None


def _looked_at(running: asyncio.Future[Any]) -> None:
    """What went wrong is told to whoever waits; if nobody does any more, it is no fault."""
    if not running.cancelled():
        running.exception()


class Workers:
    """A few processes, and the line of those who wait for one."""

    def __init__(self, processes: int, nice: int = 0) -> None:
        self._all = [Worker(nice) for _ in range(processes)]
        self._free = list(self._all)
        self._line = Line[asyncio.Future[Worker]]()

    @property
    def waiting(self) -> int:
        """How many wait for a turn."""
        return len(self._line)

    @asynccontextmanager
    async def turn(self, person: str, matter: str) -> AsyncIterator[Worker]:
        """Wait in line, and then have a worker for as long as one likes."""
        place: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._line.join(person, matter, place)
        self._hand_on()
        try:
            worker = await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # it was our turn, this very moment
                self._leave(place.result())
            raise
        try:
            yield worker
        finally:
            self._leave(worker)

    def _leave(self, worker: Worker) -> None:
        """Somebody's turn is over. A worker that is still at it is free once it is done."""
        if worker.running is not None and not worker.running.done():
            worker.running.add_done_callback(lambda _: self._leave(worker))
            return
        worker.running = None
        self._free.append(worker)
        self._hand_on()

    def _hand_on(self) -> None:
        while self._free and len(self._line):
            place = self._line.next()
            if not place.done():  # whoever does not wait any more is passed over
                place.set_result(self._free.pop())

    def close(self) -> None:
        """End all processes at once: what they were at will be done again."""
        for worker in self._all:
            worker.end()
