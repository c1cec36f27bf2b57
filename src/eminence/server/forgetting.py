"""Forgetting what is old, every now and then, as long as the server runs: `storage.forgetting` says what."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from eminence.server.monitoring.logs import log
from eminence.server.settings import Keeping
from eminence.server.storage import forgetting
from eminence.server.storage.store import Store

EVERY: Final = 3600.0
"""Seconds between two looks at what is old. Periods are days: nobody minds the hour."""
AT_ONCE: Final = 10
"""So many rooms go in one transaction. Answers take their turn between two of them."""


class Forgetting:
    """Forgets what is old."""

    def __init__(self, store: Store, keeping: Keeping, gone: Callable[[list[str]], None]) -> None:
        self.store = store
        self.keeping = keeping
        self.gone = gone
        """Told which rooms are no more."""
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin with whatever has grown old while the server was away."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while True:
            try:
                await self.sweep()
            except Exception as error:  # a disk that is full or a database that is locked: next time, perhaps
                log("forgetting_failed", logging.ERROR, error)
            await asyncio.sleep(EVERY)

    async def sweep(self) -> None:
        """Forget all that is too old by now."""
        more = True
        while more:
            work = partial(forgetting.sweep, keeping=self.keeping, now=time.time(), most=AT_ONCE)
            names, more = await self.store.write(work)
            if names:
                log("forgotten", rooms=len(names))
            self.gone(names)

    async def close(self) -> None:
        """Stop. What was not forgotten will be after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
