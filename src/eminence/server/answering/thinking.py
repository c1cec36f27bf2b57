"""Where bots think: worker processes that are given a View and an Ask and give back the text of a choice.

Nothing else crosses over, so a bot could not look at hidden things if it wanted to.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from eminence import bots
from eminence.core.ask import Ask
from eminence.core.view import View


def think(level: str, seed: str, view: View, ask: Ask) -> tuple[str, float]:
    """The answer of a bot, and how many seconds it took. Runs in a worker."""
    began = time.perf_counter()
    choice = bots.bot(level, seed).choose(view, ask)
    return choice.text, time.perf_counter() - began


def _begin_worker() -> None:
    """A worker leaves Ctrl-C to the server, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    if server is not None:
        threading.Thread(target=_leave_with, args=(server.join,), daemon=True).start()


def _leave_with(join: object) -> None:
    assert callable(join)
    join()
    os._exit(0)


class Thinkers:
    """The worker processes. A worker that dies is replaced, and what it thought about is thought about again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def _begin(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_begin_worker)
        return self._pool

    async def choose(self, level: str, seed: str, view: View, ask: Ask) -> tuple[str, float]:
        """What a bot of that level answers, and how many seconds it thought."""
        loop = asyncio.get_running_loop()
        while True:
            pool = self._begin()
            try:
                return await loop.run_in_executor(pool, think, level, seed, view, ask)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                pool.shutdown(wait=False)

    def close(self) -> None:
        """End the workers at once: what they think about will be thought about again."""
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            self._pool = None
