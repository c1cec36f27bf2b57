"""What the server does in a room when a pause is over, whether or not anybody looks.

A pause begins at a moment that the database knows. Where it has gone by already (the server was away, say), a whole one
begins anew: whoever is waited for was kept from answering as well.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import ClassVar, Generic, TypeVar

from sqlalchemy import Connection

from eminence.server.answering.bots import PATIENCE, Change
from eminence.server.monitoring.logs import log
from eminence.server.problems import Problem
from eminence.server.storage import match_log
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.store import Store

Key = TypeVar("Key")
"""What is waited for: named so that it is done once, however often its room is looked after."""


class Timers(ABC, Generic[Key]):
    """Everything of one kind that is waited for."""

    failed: ClassVar[str]
    """The event that is logged when it cannot be done."""

    def __init__(self, pause: float, change: Change) -> None:
        self.pause = pause
        self.change = change
        self._waiting: dict[Key, asyncio.Task[None]] = {}

    @abstractmethod
    def rooms(self, connection: Connection) -> list[str]:
        """The rooms in which something may be waited for: what to take up when the server starts."""

    @abstractmethod
    def look_after(self, opened: OpenRoom) -> None:
        """A room as it now stands: whatever is to be done there will be."""

    async def begin(self, store: Store) -> None:
        """Take up what was waiting when the server stopped."""
        for room in await store.read(self.rooms):
            try:
                await self.take_up(await store.read(partial(match_log.open_room, room_id=room)))
            except Exception as error:  # one table that cannot be opened does not keep the others waiting
                log(self.failed, logging.ERROR, error)

    async def take_up(self, opened: OpenRoom) -> None:
        """A room as it stands when the server starts."""
        self.look_after(opened)

    def wait(self, key: Key, since: float, work: Callable[[Connection], OpenRoom], pause: float) -> None:
        """Do something a pause after a moment, unless it is waited for already. Problem if there is nothing to do."""
        if key not in self._waiting:
            left = since + pause - time.time()
            seconds = left if 0 < left <= pause else pause
            self._waiting[key] = asyncio.get_running_loop().create_task(self.do(key, work, seconds))

    async def do(self, key: Key, work: Callable[[Connection], OpenRoom], seconds: float) -> None:
        """Do it after so many seconds, as soon as it can be done."""
        try:
            await asyncio.sleep(seconds)
            while True:
                try:
                    await self.change(work)
                except Problem:
                    pass  # others were in time
                except Exception as error:
                    log(self.failed, logging.ERROR, error)
                    await asyncio.sleep(PATIENCE)
                    continue
                break
        finally:
            self._waiting.pop(key, None)

    async def close(self) -> None:
        """Stop. Whatever was waited for will be after the next start."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
