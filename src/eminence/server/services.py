"""Everything that lives as long as the server does, and the one way in which a room is changed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from sqlalchemy import Connection

from eminence.server import actions
from eminence.server.answering.bots import Bots
from eminence.server.answering.discreet import DiscreetAnswers
from eminence.server.answering.holding import Holding
from eminence.server.answering.openings import Openings
from eminence.server.answering.talking import Talkers
from eminence.server.checking import Checks
from eminence.server.forgetting import Forgetting
from eminence.server.http.cookies import Identities
from eminence.server.live.live_rooms import LiveRooms
from eminence.server.monitoring.metrics import Metrics
from eminence.server.problems import Problem
from eminence.server.settings import Settings
from eminence.server.storage import match_log, rooms
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.rooms import Room
from eminence.server.storage.store import Store
from eminence.server.workers import Workers


class Services:
    """Store, live rooms, identities, workers, bots, checks and what is done for people, of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.identities = Identities(self.store.key)
        self.metrics = Metrics()
        self.live_rooms = LiveRooms()
        self.metrics.matches.set_function(lambda: len(self.live_rooms.rooms))
        self.thinkers = Workers(settings.workers)
        self.checks = Checks()
        self.bots = Bots(self.store, self.thinkers, self.metrics, settings.pace, self.change, self.live_rooms.watched)
        self.live_rooms.somebody_came = self.bots.look_after
        self.discreet = DiscreetAnswers(
            settings.discreet_pause, settings.pace, self.change, self.live_rooms.has_gallery
        )
        self.holding = Holding(settings.holding_pause, self.change, self.live_rooms.has_gallery)
        self.talkers = Talkers(settings.pace, self.change, self.store)
        self.forgetting = Forgetting(self.store, settings.keeping, self.look_again)
        self.openings = Openings(settings.opening_pause, self.change)
        self._loop: asyncio.AbstractEventLoop | None = None

    async def begin(self) -> None:
        """Take up every room in which a bot is waited for, something is to be answered for somebody or opened."""
        self._loop = asyncio.get_running_loop()
        for room in await self.store.read(rooms.waiting_for_bots):
            self.bots.look_after(room)
        await self.discreet.begin(self.store)
        await self.holding.begin(self.store)
        await self.talkers.begin(self.store)
        await self.openings.begin(self.store)
        self.forgetting.begin()

    async def change(self, work: Callable[[Connection], OpenRoom]) -> OpenRoom:
        """Change a room in one transaction; when it is on the disk, tell those who look at it or answer here."""
        (opened,) = await self.change_several(lambda connection: (work(connection),))
        return opened

    async def change_several(self, work: Callable[[Connection], tuple[OpenRoom, ...]]) -> tuple[OpenRoom, ...]:
        """The same for several rooms, in one transaction."""
        began = time.perf_counter()
        changed = tuple([await self._open_at_once(opened) for opened in await self.store.write(work)])
        for opened in changed:
            if opened.match is not None and opened.match.length:
                self.metrics.answers.inc()
                self.metrics.commit_seconds.observe(time.perf_counter() - began)
            self._publish(opened)
        return changed

    async def _open_at_once(self, opened: OpenRoom) -> OpenRoom:
        """A room as it was changed; where an answer need not wait for its time, as it is with that."""
        if opened.room.laid and not self.holding.holds(opened.room):
            with suppress(Problem):  # somebody was quicker
                return await self.store.write(partial(match_log.open_laid, room_id=opened.room.id))
        return opened

    def _publish(self, opened: OpenRoom) -> None:
        """A room was changed: tell those who look at it, its bots, and whoever answers for people."""
        self.live_rooms.publish(opened)
        match, room = opened.match, opened.room
        if match is not None and any(room.seats[seat].level for seat in match.asked):
            self.bots.look_after(room.id)
        self.discreet.look_after(opened)
        self.holding.look_after(opened)
        self.talkers.look_after(opened)
        self.openings.look_after(opened)

    # -- who is there, and who is no more ------------------------------------------------------------------------------

    async def forget(self, person: str) -> None:
        """Delete all that is kept of a person, and let those who sat with him go on."""
        left = await self.store.write(lambda connection: actions.forget_me(connection, person))
        self.look_again([*left.deleted, *left.seats])
        for room in left.seats:
            self.bots.look_after(room)

    async def renew(self, person: str, fresh: str) -> None:
        """Another personal link: nobody else plays as this person any more, not even by a stream that is open."""
        self.look_again([*await self.store.write(lambda connection: actions.renew_link(connection, person, fresh))])

    def look_again(self, names: list[str]) -> None:
        """Rooms are gone, or somebody is gone from them: whoever looks at them finds out."""
        for name in names:
            self.live_rooms.look_again(name)

    # -- the tables that are open to everybody -------------------------------------------------------------------------

    def listed(self, connection: Connection) -> list[Room]:
        """The tables that anyone may see."""
        return rooms.listed(connection, self.settings.keeping.since("listed", time.time()))

    def check_listings(self, connection: Connection, address: str) -> None:
        """Problem if too many tables were opened to everybody from an address."""
        if self.settings.limits:
            since = self.settings.keeping.since("listed", time.time())
            rooms.check_listings(connection, self.identities.origin(address), since)

    def looked_at(self, room: Room) -> None:
        """Somebody has looked at a table, in a thread that reads: where bots are alone, they play for him."""
        if room.is_for_bots and self._loop is not None:
            self._loop.call_soon_threadsafe(self.live_rooms.glance, room.id)

    def looked_on(self, room: Room) -> None:
        """Somebody without a seat looks at a table, in a thread that reads or writes."""
        if room.phase == rooms.PLAYING and self._loop is not None and not self.live_rooms.has_gallery(room.id):
            self._loop.call_soon_threadsafe(self.live_rooms.open_gallery, room.id)

    def close_streams(self) -> None:
        """End all open streams. May be called from anywhere, a signal handler included."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.live_rooms.close)

    async def close(self) -> None:
        """Stop: no transaction is cut short."""
        self.live_rooms.close()
        await self.forgetting.close()
        await self.bots.close()
        await self.discreet.close()
        await self.holding.close()
        await self.talkers.close()
        await self.openings.close()
        await self.checks.close()
        self.thinkers.close()
        await asyncio.get_running_loop().run_in_executor(None, self.store.close)
