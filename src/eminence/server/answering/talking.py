"""Bots that talk: they answer what people say in phrases, and now and then say something of their own accord.

Whether a bot speaks, and when, follows from its seed and from what everybody knows: what was said and by whom, the step
in force, the number of lines and events. Only what it says it finds by looking at its own view (`core.talk`), once its
moment has come. It speaks beats after what it answers, one bot after the other, and never holds anything up: where the
table has moved on meanwhile, what it would have said of its own accord is left unsaid. It says one thing at a time,
however much is said to it, and bots do not answer bots. What they had still to say when the server stopped they forget.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import Connection

from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.core.talk import Talk, UnknownPhrase, character
from eminence.core.view import View
from eminence.server.answering.bots import Change
from eminence.server.answering.timers import Timers
from eminence.server.monitoring.logs import log
from eminence.server.problems import Problem
from eminence.server.storage import chat, match_log, rooms
from eminence.server.storage.chat import Line
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.rooms import Room, Seat
from eminence.server.storage.store import Store

Speaker = tuple[str, int]
"""A room, and a bot's seat there: it says one thing at a time."""
Words = Callable[[View, str, Rng], str]
"""What a bot says, from its view, its character and chance."""
BEATS: Final = 2
"""So many beats after what it answers the first bot speaks; so many later the next one."""
OF_ITS_OWN_ACCORD: Final = (1, 3)
"""How often a bot speaks where it may, unasked: once in so many times."""
ANSWERS: Final = (2, 3)
"""And how often it answers where it has something to say."""


@dataclass(slots=True)
class Known:
    """What has been heard of a room."""

    step: str
    said: int
    lines: int = 0
    """How many lines of the players' chat were listened to."""


class Talkers(Timers[Speaker]):
    """Looks after every room in which bots sit and can talk."""

    failed = "talking_failed"

    def __init__(self, beat: float, change: Change, store: Store) -> None:
        super().__init__(beat, change)
        self.store = store
        self._known: dict[str, Known] = {}
        self._listening: set[asyncio.Task[None]] = set()

    def rooms(self, connection: Connection) -> list[str]:
        return rooms.waiting_for_bots(connection)

    async def take_up(self, opened: OpenRoom) -> None:
        """What is said and asked already when the server starts, bots have nothing to say to."""
        if _talk(opened) is not None:
            lines = await self.store.read(lambda connection: chat.lines(connection, opened.room, gallery=False))
            self._known[opened.room.id] = Known(opened.playing.step, opened.room.said, lines)

    def look_after(self, opened: OpenRoom) -> None:
        """Bots may have something to say to what has just happened."""
        room, talk = opened.room, _talk(opened)
        if talk is None:
            self._known.pop(room.id, None)
            return
        match, known = opened.playing, self._known.setdefault(room.id, Known("", 0))
        before, known.step = known.step, match.step
        if match.step != before and match.step in talk.occasions:
            self._remark(room, match, talk)
        if room.said > known.said:
            known.said = room.said
            task = asyncio.get_running_loop().create_task(self._listen(room, talk, known))
            self._listening.add(task)
            task.add_done_callback(self._listening.discard)

    def _remark(self, room: Room, match: Match, talk: Talk) -> None:
        moment = f"{match.step}/{match.told}"
        for seat in _bots(room):
            if _inclined(seat, moment, OF_ITS_OWN_ACCORD):
                self._speak(room, seat, moment, talk.remark, step=match.step)

    async def _listen(self, room: Room, talk: Talk, known: Known) -> None:
        """Hear what people have said since."""
        try:
            heard = await self.store.read(lambda connection: chat.heard(connection, room, False, known.lines))
        except Exception as error:
            log(self.failed, logging.ERROR, error)
            return
        for line in heard:
            if line.number >= known.lines:
                known.lines = line.number + 1
                self._hear(room, talk, line)

    def _hear(self, room: Room, talk: Talk, line: Line) -> None:
        if not line.phrase or not line.person or line.seat is None:
            return  # bots understand phrases only, and answer people only
        speaker = line.seat
        try:
            saying = talk.read(line.phrase, speaker, len(room.seats))
        except UnknownPhrase:
            return
        moment = f"line {line.number}"
        for seat in _bots(room):
            if talk.wants_to_answer(saying, speaker, seat.seat) and _inclined(seat, moment, ANSWERS):
                self._speak(room, seat, moment, lambda v, c, r: talk.answer(v, saying, speaker, c, r))

    def _speak(self, room: Room, seat: Seat, moment: str, words: Words, step: str = "") -> None:
        """A bot will say something, after those who are about to speak."""
        before = sum(known == room.id for known, _ in self._waiting)
        pause = self.pause * BEATS * (1 + before)
        work = partial(speak, room.id, seat.seat, moment, words, step)
        self.wait((room.id, seat.seat), time.time(), work, pause)

    async def close(self) -> None:
        """Stop. Whatever was to be said is not."""
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        await super().close()


def speak(room: str, number: int, moment: str, words: Words, step: str, connection: Connection) -> OpenRoom:
    """Let a bot say something. Problem if it is none any more, the match is over, or the table has moved on."""
    opened = match_log.open_room(connection, room, to_change=True)
    match, seat = opened.playing, opened.room.seats[number]
    if not seat.level or match.over or (step and match.step != step):
        raise Problem("too_late")
    phrase = words(match.view(number), character(seat.seed), Rng(f"{seat.seed}/{moment}/words"))
    return OpenRoom(chat.say_phrase(connection, opened.room, number, phrase, match.step), match)


def _talk(opened: OpenRoom) -> Talk | None:
    """What bots may say in a room, as long as it is played there and there are some. In a lesson the coach speaks."""
    match, room = opened.match, opened.room
    playing = match is not None and not match.over and not room.is_for_bots and not room.lesson
    return room.game.talk if playing and _bots(room) else None


def _bots(room: Room) -> list[Seat]:
    return [seat for seat in room.seats if seat.level]


def _inclined(seat: Seat, moment: str, often: tuple[int, int]) -> bool:
    """Whether a bot speaks at a moment: so often in so many times, by its seed."""
    times, of = often
    return Rng(f"{seat.seed}/{moment}").below(of) < times
