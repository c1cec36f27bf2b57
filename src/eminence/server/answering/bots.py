"""Bots at the tables: they answer whether or not anybody is looking, at a pace that tells nothing.

A bot's answer comes a beat after what it answers and never in between. Where the machine is so slow that a thought
takes longer than a beat, all answers of that level take as many beats from then on: how hard a bot had to think about
this answer cannot be read from the clock.

Questions that are asked whether or not there is anything to choose (`Game.discreet`) are stricter still: their answers
come on the beat that was usual before, and nothing is learned from how long these thoughts took. A thought that is not
finished by then counts as the choice that does nothing.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy import Connection

from eminence.core.match import Match
from eminence.server.answering.thinking import Thinkers
from eminence.server.monitoring.logs import log
from eminence.server.monitoring.metrics import Metrics
from eminence.server.problems import Problem
from eminence.server.storage import match_log
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.store import Store

Change = Callable[[Callable[[Connection], OpenRoom]], Awaitable[OpenRoom]]
MOST_BEATS: Final = 4
"""So many beats a level may get used to. A thought that needs more, on a machine that is stuck, gets more but once."""
PATIENCE: Final = 5.0
"""Seconds to wait after something went wrong before trying again."""


class Bots:
    """Looks after every room in which a bot is asked."""

    def __init__(self, store: Store, thinkers: Thinkers, metrics: Metrics, pace: float, change: Change) -> None:
        self.store = store
        self.thinkers = thinkers
        self.metrics = metrics
        self.pace = pace
        self.change = change
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()
        self._beats: dict[str, int] = {}

    def look_after(self, room: str) -> None:
        """Something has changed in a room in play: bots who are asked there will answer."""
        self._changed.add(room)
        if room not in self._tasks:
            self._tasks[room] = asyncio.get_running_loop().create_task(self._play(room))

    async def _play(self, room: str) -> None:
        try:
            while room in self._changed:
                self._changed.discard(room)
                try:
                    await self._answer(room)
                except Problem as problem:
                    if problem.key not in ("no_room", "unreadable"):  # there, nobody can play on
                        self._changed.add(room)  # somebody was quicker: look again
                except Exception as error:
                    log("bot_failed", logging.ERROR, error)
                    await asyncio.sleep(PATIENCE)
                    self._changed.add(room)
        finally:
            self._tasks.pop(room, None)

    async def _answer(self, room: str) -> None:
        """All bots who are asked think at once and answer one after the other. Their answers wake us again."""
        began = time.monotonic()
        opened = await self.store.read(lambda connection: match_log.open_room(connection, room))
        match = opened.match
        if match is None:
            return
        asked = [seat for seat in opened.room.seats if seat.level and seat.seat in opened.room.asked]
        if not asked:
            return
        levels = {seat.level for seat in asked}
        thoughts = [asyncio.ensure_future(self._thought(opened, match, seat.seat)) for seat in asked]
        nothing = match.game.discreet.get(match.asks()[asked[0].seat].step)
        if nothing is None or self.pace <= 0:
            choices = list(await asyncio.gather(*thoughts))
            await self._beat(levels, began, max(map(len, choices)))
        else:
            choices = await self._by_the_beat(levels, began, thoughts, nothing)
        for seat, given in zip(asked, choices, strict=True):
            await self._give(room, seat.seat, match_log.ask_id(match, seat.seat), given)

    async def _thought(self, opened: OpenRoom, match: Match, seat: int) -> list[str]:
        """A bot's answer. What it seals in small answers comes together: how many there are may be hidden too."""
        bot = opened.room.seats[seat]
        choices: list[str] = []
        while True:
            view, ask = match.view(seat), match.asks()[seat]
            seed = f"{bot.seed}/{match.given(seat)}"
            choice, seconds = await self.thinkers.choose(bot.level, seed, view, ask)
            self.metrics.thinking_seconds.observe(seconds)
            choices.append(choice)
            if not match.is_sealed or match.is_final(seat, choice) or len(choices) == match_log.MOST_CHOICES:
                return choices
            if len(choices) == 1:
                match = match.clone()
            match.choose(seat, choice)
            if seat not in match.asked:
                return choices

    async def _give(self, room: str, seat: int, ask: str, choices: list[str]) -> None:
        await self.change(lambda connection: match_log.answer(connection, room, seat, ask, choices))
        self.metrics.bot_answers.inc(len(choices))

    async def _beat(self, levels: set[str], began: float, thoughts: int) -> None:
        """Wait for the beat on which bots of these levels answer, once they were asked at the moment `began`.

        What a level gets used to is how long one of its thoughts takes, not how long so many do.
        """
        if self.pace <= 0:
            return
        gone = time.monotonic() - began
        needed = max(1, math.ceil(gone / self.pace))
        for level in levels:
            usual = max(1, math.ceil(gone / thoughts / self.pace))
            self._beats[level] = max(self._beats.get(level, 1), min(usual, MOST_BEATS))
        beats = max(needed, *(self._beats[level] for level in levels))
        await asyncio.sleep(beats * self.pace - gone)

    async def _by_the_beat(
        self, levels: set[str], began: float, thoughts: list[asyncio.Task[list[str]]], nothing: str
    ) -> list[list[str]]:
        """What was thought of until the beat that is usual for these levels, which neither waits nor changes for it."""
        beats = max(self._beats.get(level, 1) for level in levels)
        try:
            await asyncio.sleep(beats * self.pace - (time.monotonic() - began))
            return [thought.result() if thought.done() else [nothing] for thought in thoughts]
        finally:
            for thought in thoughts:
                thought.cancel()

    async def close(self) -> None:
        """Stop playing. Whatever was not answered will be after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
