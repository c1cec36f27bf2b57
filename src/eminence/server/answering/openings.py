"""No table waits for somebody who does not open his nonce: `storage.opening` says what happens instead."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

from sqlalchemy import Connection

from eminence.server.answering.bots import PATIENCE, Change
from eminence.server.monitoring.logs import log
from eminence.server.problems import Problem
from eminence.server.storage import match_log, opening, rooms
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.store import Store


class Openings:
    """Goes on without whoever is late, in every room, whether or not anybody looks.

    Where the time has gone by already because the server was away, it begins anew: so were those who are waited for.
    """

    def __init__(self, pause: float, change: Change) -> None:
        self.pause = pause
        self.change = change
        self._waiting: dict[tuple[str, float], asyncio.Task[None]] = {}

    async def begin(self, store: Store) -> None:
        """Take up what was waiting when the server stopped."""
        for room in await store.read(rooms.being_opened):
            try:
                self.look_after(await store.read(partial(match_log.open_room, room_id=room)))
            except Exception as error:  # one table that cannot be opened does not keep the others waiting
                log("opening_failed", logging.ERROR, error)

    def look_after(self, opened: OpenRoom) -> None:
        """A room as it now stands: if somebody is to open his nonce, he has so much time. A stage has one end only."""
        room = opened.room
        key = (room.id, room.opening_since)
        if room.stage and key not in self._waiting:
            self._waiting[key] = asyncio.get_running_loop().create_task(self._end(*key, self._left(key[1])))

    def _left(self, since: float) -> float:
        left = since + self.pause - time.time()
        return left if 0 < left <= self.pause else self.pause

    async def _end(self, room_id: str, since: float, seconds: float) -> None:
        def go_on(connection: Connection) -> OpenRoom:
            room = rooms.read(connection, room_id, to_change=True)
            if room.opening_since != since or not room.stage:
                raise Problem("too_late")  # they were in time
            return match_log.begin_if_full(connection, opening.go_on_without(connection, room))

        try:
            await asyncio.sleep(seconds)
            while True:
                try:
                    await self.change(go_on)
                except Problem:
                    pass
                except Exception as error:
                    log("opening_failed", logging.ERROR, error)
                    await asyncio.sleep(PATIENCE)
                    continue
                break
        finally:
            self._waiting.pop((room_id, since), None)

    async def close(self) -> None:
        """Stop. Whoever was waited for will be after the next start."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
