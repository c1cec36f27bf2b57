"""Answering for people who want that, so that how long they take tells nothing.

Some questions are asked whether or not a seat can do anything (`Game.discreet`): whether to veto an action, say. Who
answers at once held no veto; who hesitates holds one. So a person may have the choice that does nothing given for him.
It is given by the server, a pause after the question that is always the same, whatever he holds. Only if there is
something else to choose does his own page ask him; if he chooses it, everybody sees so anyway, and it comes at once.

Nobody else is shown whether this is switched on. With a stopwatch one may guess it, and still learns nothing about what
is held, because the pause is the same with and without.

At a table where all others are bots, which see no clock, nobody has to say that he does nothing where he can do nothing
else: that is given for everybody, after a beat in which one sees what it was about. A table that is open to strangers
is none of these, and one that somebody has looked on at is none any more (`LiveRooms.has_gallery`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from sqlalchemy import Connection

from eminence.core.ask import Ask
from eminence.server.answering.bots import Change
from eminence.server.answering.timers import Timers
from eminence.server.problems import Problem
from eminence.server.storage import match_log, rooms
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.rooms import Room


def given_for(room: Room, seat: int, ask: Ask, watched: bool) -> str | None:
    """The choice that will be given for a seat, if this is such a question and it wants that or has no other."""
    wanted = room.seats[seat].discreet or goes_without_saying(room, seat, ask, watched)
    return room.game.discreet.get(ask.step) if wanted else None


def goes_without_saying(room: Room, seat: int, ask: Ask, watched: bool) -> bool:
    """Whether there is nothing else to answer, and nobody, no spectator either, who could learn that from the clock."""
    return len(ask) == 1 and room.is_unseen(seat, watched)


def shown(room: Room, seat: int, ask: Ask, watched: bool) -> Ask | None:
    """The question as it is put to a seat's person: without what is given for him; None where nothing is left of it."""
    given = given_for(room, seat, ask, watched)
    if given is None:
        return ask
    left = tuple(choice for choice in ask if choice.text != given)
    return replace(ask, choices=left) if left else None


def check(connection: Connection, opened: OpenRoom, seat: int, ask: str, choices: Sequence[str]) -> None:
    """A person answers for whom discreet steps are answered. Problem if that is what he answers, or its time has come.

    What is given for him he cannot give sooner: the moment would tell that he holds nothing. It is refused, and not
    kept until its time: so it is one and the same answer, given in one and the same way.
    """
    match, room = opened.playing, opened.room
    wanted = match_log.as_compared(choices)
    if ask == match_log.ask_id(match, seat) and (put := match.asks().get(seat)):
        given = room.game.discreet.get(put.step)
        if given is not None and given.casefold() in wanted:
            raise Problem("by_itself")
        return
    was_given = match_log.given(connection, room, seat, ask)
    if was_given and was_given != wanted and was_given[0] in room.game.discreet.values():
        raise Problem("answered_for_you")


Question = tuple[str, int, str]
"""A room, a seat there, and its ask: it has one answer only."""


class DiscreetAnswers(Timers[Question]):
    """Gives the answers whose time has come, in every room.

    An answer is due a pause after the entry that put the question. Where somebody switches this on late, a whole pause
    begins anew: whoever does hold something has time to say so. What goes without saying is due after a beat.
    """

    failed = "discreet_failed"

    def __init__(self, pause: float, beat: float, change: Change, watched: Callable[[str], bool]) -> None:
        super().__init__(pause, change)
        self.beat = beat
        self.watched = watched
        """Whether spectators have looked at a room."""

    def rooms(self, connection: Connection) -> list[str]:
        return rooms.with_discreet_seats(connection)

    def look_after(self, opened: OpenRoom) -> None:
        """Whatever is to be answered for somebody will be."""
        room, match = opened.room, opened.match
        if match is None or not room.game.discreet or all(room.seats[seat].level for seat in match.asked):
            return
        for seat, ask in match.asks().items():
            watched = self.watched(room.id)
            choice = None if room.seats[seat].level else given_for(room, seat, ask, watched)
            if choice is not None:
                key = (room.id, seat, match_log.ask_id(match, seat))
                pause = self.beat if goes_without_saying(room, seat, ask, watched) else self.pause
                self.wait(key, room.moved, partial(give, key, choice, self.watched), pause)


def give(question: Question, choice: str, watched: Callable[[str], bool], connection: Connection) -> OpenRoom:
    """Answer for somebody. Problem if he has answered, if he has switched this off or if somebody has come to look on
    meanwhile: then the question waits for him."""
    room, seat, ask = question
    opened = match_log.open_room(connection, room, to_change=True)
    put = opened.playing.asks().get(seat)
    if put is None or given_for(opened.room, seat, put, watched(room)) != choice:
        raise Problem("not_asked")
    return match_log.answer(connection, opened, seat, ask, [choice])
