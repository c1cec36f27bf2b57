"""What can be done at a table: one function each, whoever does it, a page or a program.

A door (a page, the API) finds out who is there and what is wanted, and calls these within a transaction that writes.
They lock the room, ask the door who it is that acts there, and give back the room as it then stands. How it is told to
those who look on is the business of `Services.change`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from eminence.core import lesson
from eminence.core.game import Game
from eminence.core.texts import LANGUAGES, learning, sentence
from eminence.core.texts.telling import telling
from eminence.server.answering import discreet
from eminence.server.problems import Problem
from eminence.server.storage import chat, forgetting, match_log, opening, people, rooms
from eminence.server.storage.forgetting import Left
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.rooms import Newcomer, Room


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody at a table, as a door knows him."""

    seat: int | None
    """None: in the gallery."""
    person: str

    @property
    def own_seat(self) -> int:
        """His seat; Problem for spectators."""
        if self.seat is None:
            raise Problem("not_seated")
        return self.seat


Who = Callable[[Connection, Room], Guest]
"""How a door finds out who acts in a room. Raises Problem if he has no business there."""


def _enter(connection: Connection, room_id: str, who: Who) -> tuple[OpenRoom, Guest]:
    opened = match_log.open_room(connection, room_id, to_change=True)
    return opened, who(connection, opened.room)


def _to_seat(connection: Connection, room_id: str, who: Who) -> tuple[OpenRoom, int]:
    opened, guest = _enter(connection, room_id, who)
    return opened, guest.own_seat


# -- before the first card ---------------------------------------------------------------------------------------------


def make_room(
    connection: Connection,
    host: str,
    game: Game,
    options: Mapping[str, Any],
    levels: Sequence[str],
    *,
    listed: bool = False,
    origin: str = "",
) -> OpenRoom:
    """Make a room with a seat for each of `levels`: a bot's, or open where it is empty. Dealt if all are bots'."""
    room = rooms.make(connection, host, game, options, levels, listed=listed, origin=origin)
    return match_log.begin_if_full(connection, room)


def learn(connection: Connection, person: str, name: str, game: Game, role: str, part: str) -> OpenRoom:
    """Begin a part of a game's lesson in a role, at a table among bots: it stands where the part begins."""
    script = lesson.lesson_of(game)
    if script is None or role not in script.roles or part not in [one.name for one in script.taught]:
        raise Problem("no_lesson")
    seat, match = script.roles[role], lesson.begun(game, part)
    levels = ["" if at == seat else script.level for at in range(match.seats)]
    made = rooms.make(connection, person, game, script.options, levels, lesson=f"{role}.{part}", seed=script.seed)
    room = rooms.change_seat(connection, made, seat, person=person, name=rooms.checked_name(name))
    return match_log.begin_lesson(connection, room, match)


def sit_down(connection: Connection, room: Room, seat: int, newcomer: Newcomer) -> OpenRoom:
    """Take a seat of a room that this transaction has made or locked. Whoever takes the last one has it dealt, if all
    nonces are open; those that are only bound are opened now."""
    return match_log.begin_if_full(connection, rooms.sit(connection, room, seat, newcomer))


def join(connection: Connection, room_id: str, invitation: str, newcomer: Newcomer) -> OpenRoom:
    """Take the seat of an invitation. A program that has it already, by the same key, has it: its answer was lost."""
    room = rooms.read(connection, room_id, to_change=True)
    seat = room.seat_for(invitation)
    if seat is None:
        raise Problem("no_link")
    if newcomer.key and seat.key and rooms.same(seat.key, newcomer.key):
        return match_log.open_room(connection, room_id)
    return sit_down(connection, room, seat.seat, newcomer)


def give_seat(connection: Connection, room_id: str, host: str, seat: int, level: str) -> OpenRoom:
    """The host gives a seat to a bot, or opens it again ("")."""
    room = rooms.read(connection, room_id, to_change=True)
    if not host or room.host != host:
        raise Problem("not_host")
    return match_log.begin_if_full(connection, rooms.give(connection, room, seat, level))


def leave(connection: Connection, room_id: str, who: Who) -> OpenRoom:
    """Get up again, as long as the table is not full."""
    opened, seat = _to_seat(connection, room_id, who)
    return OpenRoom(rooms.leave(connection, opened.room, seat), opened.match)


def open_nonce(connection: Connection, room_id: str, who: Who, nonce: str) -> OpenRoom:
    """Open what one's seat is bound to, now that the table is full. Whoever is the last has it dealt."""
    opened, seat = _to_seat(connection, room_id, who)
    return match_log.begin_if_full(connection, opening.open_nonce(connection, opened.room, seat, nonce))


def bind(connection: Connection, room_id: str, who: Who, commitment: str) -> OpenRoom:
    """Bind one's seat to a new nonce, since the table had to begin again."""
    opened, seat = _to_seat(connection, room_id, who)
    return match_log.begin_if_full(connection, opening.bind(connection, opened.room, seat, commitment))


def rename(connection: Connection, person: str, name: str) -> tuple[OpenRoom, ...]:
    """Take another name, at every table that is not over. Gives those tables."""
    known = people.meet(connection, person, name)
    return match_log.open_readable(connection, rooms.rename(connection, known.id, known.name))


def forget_me(connection: Connection, person: str) -> Left:
    """Delete all that is kept of a person."""
    return forgetting.forget_person(connection, person)


def renew_link(connection: Connection, person: str, fresh: str) -> dict[str, int]:
    """Another personal link; the old one, and every other browser that was opened by it, lead nowhere any more."""
    if people.find(connection, fresh) is not None:
        return {}  # the same wish once more: it was granted the first time
    people.meet(connection, person)
    return forgetting.renew_person(connection, person, fresh)


# -- during the match --------------------------------------------------------------------------------------------------


def answer(connection: Connection, room_id: str, who: Who, ask: str, choices: Sequence[str], language: str) -> OpenRoom:
    """Answer what is asked: with one choice, or with several small ones together, all or none."""
    opened, seat = _to_seat(connection, room_id, who)
    if opened.room.seats[seat].discreet:  # some questions are answered for this seat
        discreet.check(connection, opened, seat, ask, choices)
    opened = match_log.answer(connection, opened, seat, ask, choices, language)
    rooms.mark_seen(connection, opened.room, seat)
    return opened


def take_back(connection: Connection, room_id: str, who: Who, ask: str, *, whole: bool = False) -> OpenRoom:
    """Take the last answer back, or the whole of what was sealed in small ones."""
    opened, seat = _to_seat(connection, room_id, who)
    return match_log.take_back(connection, opened, seat, ask, whole=whole)


def mark_seen(connection: Connection, room_id: str, who: Who) -> OpenRoom:
    """Have seen all that happened so far."""
    opened, seat = _to_seat(connection, room_id, who)
    rooms.mark_seen(connection, opened.room, seat)
    return opened


def read_note(connection: Connection, room_id: str, who: Who, note: str) -> OpenRoom:
    """Have read a note for a first game, wherever one plays it; or want all of them once more, by naming none."""
    opened, guest = _enter(connection, room_id, who)
    game = opened.room.game
    if note and note not in learning.notes(telling(game, LANGUAGES[0], None).texts):
        raise Problem("bad_form")
    known = people.notes_read(connection, guest.person, game.id) if note else []
    people.read_notes(connection, guest.person, game.id, [*known, note] if note else [])
    return opened


def set_discreet(connection: Connection, room_id: str, who: Who, on: bool) -> OpenRoom:
    """Have discreet questions answered for one's seat from now on, or not any more."""
    opened, seat = _to_seat(connection, room_id, who)
    return OpenRoom(rooms.set_discreet(connection, opened.room, seat, on), opened.match)


# -- around it ---------------------------------------------------------------------------------------------------------


def say(connection: Connection, room_id: str, who: Who, name: str, text: str, language: str) -> OpenRoom:
    """Say something: among spectators under a name of one's own, or to the players as the table names one's seat."""
    opened, guest = _enter(connection, room_id, who)
    room = opened.room
    if guest.seat is not None:
        name = sentence(telling(room.game, language, None, room.names).name(guest.seat))
    return OpenRoom(chat.say(connection, room, guest.seat is None, guest.person, name, text), opened.match)


def say_phrase(connection: Connection, room_id: str, who: Who, phrase: str) -> OpenRoom:
    """Say a phrase of the game to the players, from one's seat: everybody reads it in his own language."""
    opened, seat = _to_seat(connection, room_id, who)
    return OpenRoom(chat.say_phrase(connection, opened.room, seat, phrase, opened.playing.step), opened.match)


def rematch(connection: Connection, room_id: str, who: Who) -> tuple[OpenRoom, Room, int]:
    """Ask for a rematch: the room that is over, the room of the rematch, and one's own seat there, still to be taken.

    It is made when the first asks for it; both rooms are locked. What was to be answered for the seat still is.
    """
    opened, seat = _to_seat(connection, room_id, who)
    following = rooms.rematch(connection, opened.room)
    there = rooms.seat_in_rematch(opened.room, seat)
    if opened.room.seats[seat].discreet and following.seats[there].is_open:  # later it is for whoever sits there to say
        following = rooms.set_discreet(connection, following, there, True)
    return match_log.open_room(connection, room_id), following, there
