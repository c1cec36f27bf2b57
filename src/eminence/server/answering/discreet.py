"""Answering for people who want that, so that how long they take tells nothing.

Some questions are asked whether or not a seat can do anything (`Game.discreet`): whether to veto an action, say. Who
answers at once held no veto; who hesitates holds one. So a person may have the choice that does nothing given for him.
It is given by the server, a pause after the question that is always the same, whatever he holds. Only if there is
something else to choose does his own page ask him; if he chooses it, everybody sees so anyway, and it comes at once.

Nobody else is shown whether this is switched on. With a stopwatch one may guess it, and still learns nothing about what
is held, because the pause is the same with and without.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from sqlalchemy import Connection

from eminence.core.ask import Ask
from eminence.server.answering.bots import PATIENCE, Change
from eminence.server.monitoring.logs import log
from eminence.server.problems import Problem
from eminence.server.storage import match_log, rooms
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.rooms import Room
from eminence.server.storage.store import Store


def given_for(room: Room, seat: int, ask: Ask) -> str | None:
    """The choice that will be given for a seat, if it wants that and this is such a question."""
    return room.game.discreet.get(ask.step) if room.seats[seat].discreet else None


def shown(room: Room, seat: int, ask: Ask) -> Ask | None:
    """The question as it is put to a seat's person: without what is given for him; None where nothing is left of it."""
    given = given_for(room, seat, ask)
    if given is None:
        return ask
    left = tuple(choice for choice in ask if choice.text != given)
    return replace(ask, choices=left) if left else None


def check(connection: Connection, opened: OpenRoom, seat: int, ask: str, choices: Sequence[str]) -> None:
    """A person answers, for whom something is given. Problem if that is what he answers, or if its time has come.

    What is given for him he cannot give sooner: the moment would tell that he holds nothing. It is refused, and not
    kept until its time: so it is one and the same answer, given in one and the same way.
    """
    match, room = opened.playing, opened.room
    wanted = match_log.as_compared(choices)
    if ask == match_log.ask_id(match, seat) and (put := match.asks().get(seat)):
        given = given_for(room, seat, put)
        if given is not None and given.casefold() in wanted:
            raise Problem("by_itself")
        return
    was_given = match_log.given(connection, room, seat, ask)
    if was_given and was_given != wanted and was_given[0] in room.game.discreet.values():
        raise Problem("answered_for_you")


class DiscreetAnswers:
    """Gives the answers whose time has come, in every room, whether or not anybody looks.

    An answer is due a pause after the entry that put the question; the database knows when that was. Where that time
    has gone by already (somebody switches this on late, the server was away), a whole pause begins anew: whoever does
    hold something has time to say so.
    """

    def __init__(self, pause: float, change: Change) -> None:
        self.pause = pause
        self.change = change
        self._waiting: dict[tuple[str, int, str], asyncio.Task[None]] = {}

    async def begin(self, store: Store) -> None:
        """Take up what was waiting when the server stopped."""
        for room in await store.read(rooms.with_discreet_seats):
            try:
                self.look_after(await store.read(partial(match_log.open_room, room_id=room)))
            except Exception as error:  # one table that cannot be opened does not keep the others waiting
                log("discreet_failed", logging.ERROR, error)

    def look_after(self, opened: OpenRoom) -> None:
        """A room as it now stands: whatever is to be answered for somebody will be. A question has one answer only."""
        room, match = opened.room, opened.match
        if match is None or not any(room.seats[seat].discreet for seat in room.asked):
            return
        for seat, ask in match.asks().items():
            choice = given_for(room, seat, ask)
            key = (room.id, seat, match_log.ask_id(match, seat))
            if choice is not None and key not in self._waiting:
                answering = self._answer(*key, choice, self._left(room.moved))
                self._waiting[key] = asyncio.get_running_loop().create_task(answering)

    def _left(self, asked_at: float) -> float:
        """How many seconds until an answer is due."""
        left = asked_at + self.pause - time.time()
        return left if 0 < left <= self.pause else self.pause

    async def _answer(self, room: str, seat: int, ask: str, choice: str, seconds: float) -> None:
        def give(connection: Connection) -> OpenRoom:
            opened = match_log.open_room(connection, room, to_change=True)
            if not opened.room.seats[seat].discreet:
                raise Problem("not_asked")  # switched off meanwhile: the question waits for its person again
            return match_log.answer(connection, opened, seat, ask, [choice])

        try:
            await asyncio.sleep(seconds)
            while True:
                try:
                    await self.change(give)
                except Problem:
                    pass  # it was answered, or is no longer asked
                except Exception as error:
                    log("discreet_failed", logging.ERROR, error)
                    await asyncio.sleep(PATIENCE)
                    continue
                break
        finally:
            self._waiting.pop((room, seat, ask), None)

    async def close(self) -> None:
        """Stop. Whatever was not answered will be after the next start."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
