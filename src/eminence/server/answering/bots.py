"""Bots at the tables: they answer whether or not anybody is looking, at a pace that tells nothing.

A bot's answer comes a beat after a worker took the question up, and never in between. How long it waited in line for a
worker depends on how busy the house is, which is nobody's secret. Where the machine is so slow that a thought takes
longer than a beat, all answers of that level take as many beats from then on: how hard a bot had to think about this
answer cannot be read from the clock. What is answered in several small parts is one thought, however many they are.

Questions that are asked whether or not there is anything to choose (`Game.discreet`), and those at which nobody is
seen to have answered (`Game.held`), are stricter still: their answers come on the beat that was usual before, and
nothing is learned from how long these thoughts took. If a thought is not finished by then, what came to mind first is
answered. It is never taken for the choice that does nothing.

Where bots are alone at a table, they play while somebody watches. Where one person is alone with them, the beat is as
long as he wants it: all of this holds for beats of each length by itself.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection

from eminence.core.lesson import Going
from eminence.core.match import Match
from eminence.server.answering.thinking import AT_FIRST_SIGHT, think
from eminence.server.monitoring.logs import log
from eminence.server.monitoring.metrics import Metrics
from eminence.server.problems import Problem
from eminence.server.storage import match_log, people
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.store import Store
from eminence.server.workers import Worker, Workers

Change = Callable[[Callable[[Connection], OpenRoom]], Awaitable[OpenRoom]]
MOST_BEATS: Final = 4
"""So many beats of the house a level may get used to. A thought that needs more, on a machine that is stuck, gets more
but once."""
PATIENCE: Final = 5.0
"""Seconds to wait after something went wrong before trying again."""
MOST_SECONDS: Final = 120.0
"""No thought takes as long, on any machine: a worker that does is stuck, and is ended."""


@dataclass(eq=False, slots=True)
class Thought:
    """What a bot thinks about a question, from when it stands in line for a worker."""

    seat: int
    level: str
    ask: str
    taken_up: asyncio.Future[float] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """When a worker took it up."""
    at_first_sight: list[str] | None = None
    """What came to mind first, where that is asked for."""
    whole: asyncio.Task[list[str]] | None = None

    @property
    def answer(self) -> list[str] | None:
        """The best that has been thought of by now."""
        if self.whole is not None and self.whole.done():
            return self.whole.result()
        return self.at_first_sight


class Bots:
    """Looks after every room in which a bot is asked."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        metrics: Metrics,
        pace: float,
        change: Change,
        watched: Callable[[str], bool],
    ) -> None:
        self.store = store
        self.workers = workers
        self.metrics = metrics
        self.pace = pace
        self.change = change
        self.watched = watched
        """Whether somebody looks at a room now."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()
        self._beats: dict[tuple[str, float], int] = {}
        """How many beats a level takes, by the length of a beat."""

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
        opened, beat, script = await self.store.read(lambda connection: self._look(connection, room))
        match = opened.match
        if match is None or (opened.room.is_for_bots and not self.watched(room)):
            return
        asked = [seat for seat in opened.room.seats if seat.level and seat.seat in match.asked]
        if not asked:
            return
        thoughts = [Thought(seat.seat, seat.level, match_log.ask_id(match, seat.seat)) for seat in asked]
        discreet = match.step in match.game.discreet or match.is_held
        try:
            for thought in thoughts:
                written = script.answer(match, thought.seat) if script is not None else ()
                thought.whole = asyncio.ensure_future(self._think(opened, match, thought, discreet, written))
            choices = await self._on_the_beat(thoughts, discreet, beat)
        finally:
            for thought in thoughts:
                if thought.whole is not None:
                    thought.whole.cancel()
        for thought, given in zip(thoughts, choices, strict=True):
            await self._give(room, thought.seat, thought.ask, given)

    def _look(self, connection: Connection, room: str) -> tuple[OpenRoom, float, Going | None]:
        """How a room stands, how long a beat is in it, and what is written where a lesson is taught."""
        opened = match_log.open_room(connection, room)
        script = match_log.going(connection, opened.room) if opened.room.lesson else None
        return opened, self.pace * people.beat(connection, opened.room), script

    async def _think(
        self, opened: OpenRoom, match: Match, thought: Thought, discreet: bool, written: Sequence[str]
    ) -> list[str]:
        """A bot's answer. What it seals in small answers comes together: how many there are may be hidden too.

        One worker thinks about all of it, so that nobody else comes in between. What is `written` needs no thought.
        """
        room = opened.room
        try:
            if written:
                return list(written)
            async with self.workers.turn(room.host or room.origin or room.id, room.id) as worker:
                thought.taken_up.set_result(time.monotonic())
                if discreet:
                    thought.at_first_sight = await self._composed(worker, opened, match, thought.seat, AT_FIRST_SIGHT)
                return await self._composed(worker, opened, match, thought.seat, thought.level)
        finally:
            if not thought.taken_up.done():
                thought.taken_up.set_result(time.monotonic())

    async def _composed(self, worker: Worker, opened: OpenRoom, match: Match, seat: int, level: str) -> list[str]:
        choices, parts = list[str](), _parts(match, seat)
        while True:
            choice = await self._thought(worker, opened, match, seat, level, parts)
            choices.append(choice)
            if not match.is_sealed or match.is_final(seat, choice) or len(choices) == match_log.MOST_CHOICES:
                return choices
            if len(choices) == 1:
                match = match.clone()
            match.choose(seat, choice)
            if seat not in match.asked:
                return choices

    async def _thought(
        self, worker: Worker, opened: OpenRoom, match: Match, seat: int, level: str, parts: int = 1
    ) -> str:
        seed = f"{opened.room.seats[seat].seed}/{match.given(seat)}"
        view, ask = match.view(seat), match.asks()[seat]
        choice, seconds = await worker.do(think, level, seed, view, ask, parts, seconds=MOST_SECONDS)
        self.metrics.thinking_seconds.observe(seconds)
        return choice

    async def _give(self, room: str, seat: int, ask: str, choices: list[str]) -> None:
        await self.change(lambda connection: match_log.answer(connection, room, seat, ask, choices))
        self.metrics.bot_answers.inc(len(choices))

    async def _on_the_beat(self, thoughts: list[Thought], discreet: bool, beat: float) -> list[list[str]]:
        """What is answered, once the beat has come on which it is."""
        whole = [thought.whole for thought in thoughts if thought.whole is not None]
        if beat <= 0:
            return list(await asyncio.gather(*whole))
        began = max([await thought.taken_up for thought in thoughts])
        levels = {thought.level for thought in thoughts}
        if not discreet:
            choices = list(await asyncio.gather(*whole))
            await self._wait(levels, began, beat)
            return choices
        beats = max(self._beats.get((level, beat), 1) for level in levels)
        await asyncio.sleep(began + beats * beat - time.monotonic())
        while True:
            answers = [answer for thought in thoughts if (answer := thought.answer) is not None]
            if len(answers) == len(thoughts):
                return answers
            await asyncio.sleep(beat)  # not even a first thought: no worker lives, or the machine stands still

    async def _wait(self, levels: set[str], began: float, beat: float) -> None:
        """Wait for the beat on which bots of these levels answer, once they were taken up at the moment `began`."""
        gone = time.monotonic() - began
        needed = max(1, math.ceil(gone / beat))
        most = math.ceil(MOST_BEATS * self.pace / beat)
        for level in levels:
            self._beats[level, beat] = max(self._beats.get((level, beat), 1), min(needed, most))
        beats = max(needed, *(self._beats[level, beat] for level in levels))
        await asyncio.sleep(beats * beat - gone)

    async def close(self) -> None:
        """Stop playing. Whatever was not answered will be after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _parts(match: Match, seat: int) -> int:
    """In how many small answers a seat will answer what it is asked now, as far as can be told beforehand."""
    trial, parts = match, 1
    while trial.is_sealed and parts < match_log.MOST_CHOICES:
        first = trial.asks()[seat].choices[0]
        if trial.is_final(seat, first):
            break
        if trial is match:
            trial = match.clone()
        trial.choose(seat, first)
        if seat not in trial.asked:
            break
        parts += 1
    return parts
