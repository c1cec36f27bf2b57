"""The log of a match in the database: opening it, adding to it, giving it away.

An answer is one transaction: the entry and the dealer's after it, the events, the snapshot, whose turn it is. It names
the ask it answers, so that the same answer sent twice is taken once, and one that comes too late is told so.

An answer composed of several small ones is one transaction too: an entry each, of which the first names the ask and
the others, which follow it at once, name none. So what was given to an ask can be read back as a whole.

Where nobody is seen to have answered (`Game.held`), the answer that would be the last one is laid beside the log: with
it all is opened, and that has its time (`answering.holding`). Until then the match looks as if it had been given to
whoever gave it, and he may take it back; to all others nothing has happened.
"""

from __future__ import annotations

import hashlib
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, update

from eminence.core import form, lesson, matchfile
from eminence.core.errors import AnswerComplete, ChoiceError, NotOffered, UnknownChoice
from eminence.core.event import Event, as_known_to
from eminence.core.event import from_json as event_from_json
from eminence.core.lesson import BadLesson, Going
from eminence.core.match import BACK, Entry, Match, TookBack
from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import telling
from eminence.server.problems import Problem, refused
from eminence.server.storage import opening, rooms, tables
from eminence.server.storage.rooms import Laid, Room

MOST_CHOICES: Final = 40
"""So many small answers may be sent together. No question of ours asks for as many."""


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """A room and its match as they stand after a transaction. Neither is changed any more: they can be shared."""

    room: Room
    match: Match | None
    """None while people gather."""

    @property
    def playing(self) -> Match:
        """The match; Problem if none has begun."""
        if self.match is None:
            raise Problem("not_begun")
        return self.match


def ask_id(match: Match, seat: int) -> str:
    """Which ask a seat has now: what has happened so far, and how often the seat has answered.

    Both are known to the seat. What others do in secret changes neither.
    """
    return f"{match.told}.{match.given(seat)}"


def as_compared(choices: Sequence[str]) -> list[str]:
    """Choices as they are compared with what was given: however they are spaced, in capitals or not."""
    return [" ".join(choice.split()).casefold() for choice in choices]


# -- opening -----------------------------------------------------------------------------------------------------------


def open_room(connection: Connection, room_id: str, *, to_change: bool = False) -> OpenRoom:
    """A room with its match, from the snapshot; from the whole log if the snapshot does not fit it."""
    room = rooms.read(connection, room_id, to_change=to_change)
    if room.phase == rooms.GATHERING:
        return OpenRoom(room, None)
    return OpenRoom(room, _with_laid(room, _as_logged(connection, room)))


def _as_logged(connection: Connection, room: Room) -> Match:
    with rooms.readable(room.id):
        match = _from_snapshot(connection, room)
        if match is None:  # resumed: its `entries` are those still to be kept
            match = _resumed(room, repeat(connection, room).snapshot())
    return match


def _with_laid(room: Room, match: Match) -> Match:
    """A match as it looks while an answer waits for its time."""
    if room.laid:
        with rooms.readable(room.id):
            match.lay(room.laid.seat, *room.laid.choices)
    return match


def open_readable(connection: Connection, names: Sequence[str]) -> tuple[OpenRoom, ...]:
    """Several rooms, without those that are damaged: these keep nobody from what concerns the others."""
    opened: list[OpenRoom] = []
    for name in names:
        with suppress(Problem):
            opened.append(open_room(connection, name))
    return tuple(opened)


_SNAPSHOT: Final = (
    select(tables.snapshots.c.data, tables.snapshots.c.digest, tables.entries.c.hash)
    .join(tables.entries, tables.entries.c.room == tables.snapshots.c.room)
    .where(tables.snapshots.c.room == bindparam("room"), tables.entries.c.number == bindparam("last"))
)


def _from_snapshot(connection: Connection, room: Room) -> Match | None:
    row = connection.execute(_SNAPSHOT, {"room": room.id, "last": room.entries - 1}).one_or_none()
    if row is None:
        return None
    text, digest, last = row
    if digest_of(text) != digest:
        rooms.log_once(room.id, "snapshot.damaged", logging.WARNING)
        return None
    try:
        data = json.loads(text)
        if (data["entries"], data["told"]) != (room.entries, room.told) or form.hash_of_json(data["state"]) != last:
            return None
        return _resumed(room, data)
    except Exception as error:  # whatever is wrong with it: the log is the truth
        rooms.log_once(room.id, "snapshot.unreadable", logging.WARNING, error)
        return None


def digest_of(text: str) -> str:
    """What is kept beside a snapshot, so that one that was damaged anywhere is not used."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _resumed(room: Room, snapshot: Mapping[str, Any]) -> Match:
    return Match.resume(
        room.game, len(room.seats), room.options, secret=room.secret or None, nonces=room.nonces, snapshot=snapshot
    )


def _unbegun(room: Room) -> Match:
    return Match(
        room.game,
        len(room.seats),
        room.options,
        secret=room.secret or None,
        nonces=room.nonces,
        by_hand=not room.secret,
        deal=False,
    )


def repeat(connection: Connection, room: Room) -> Match:
    """The match from its log, entry by entry: the whole of it, every hash and every shuffle recomputed."""
    match = _unbegun(room)
    for entry in _log(connection, room):
        match.repeat(entry)
    return match


def _log(connection: Connection, room: Room, first: int = 0) -> list[Entry]:
    c = tables.entries.c
    query = select(c.seat, c.choice, c.hash).where(c.room == room.id, c.number >= first).order_by(c.number)
    return [Entry(*row) for row in connection.execute(query)]


def export(connection: Connection, room: Room) -> str:
    """The finished match as the text of a file for anyone, as its log says: whoever reads it computes it again."""
    if room.phase != rooms.OVER:
        raise Problem("not_over")
    with rooms.readable(room.id):
        return matchfile.dumps(open_room(connection, room.id).playing, _log(connection, room))


def story(connection: Connection, room: Room, reader: int | None, since: int = 0) -> list[tuple[int, Event]]:
    """What has happened as a reader may know it, with its numbers, from event number `since` on."""
    where = (tables.events.c.room == room.id) & (tables.events.c.number >= since)
    query = select(tables.events.c.number, tables.events.c.event).where(where).order_by(tables.events.c.number)
    kinds = (*room.game.events, TookBack)
    with rooms.readable(room.id):
        return [
            (number, as_known_to(event_from_json(json.loads(text), kinds), room.game.visible, reader))
            for number, text in connection.execute(query)
        ]


# -- adding to it ------------------------------------------------------------------------------------------------------


def begin_if_full(connection: Connection, room: Room) -> OpenRoom:
    """Deal, once nobody is waited for any more: every seat is taken, and every nonce is open."""
    if room.phase != rooms.GATHERING:
        return open_room(connection, room.id)
    if any(seat.is_open for seat in room.seats):
        return OpenRoom(room, None)
    if room.stage:  # not everybody has opened what he is bound to
        return OpenRoom(opening.begin(connection, room), None)
    match = Match(room.game, len(room.seats), room.options, secret=room.secret, nonces=room.nonces)
    connection.execute(update(tables.seats).where(tables.seats.c.room == room.id).values(seen=match.told))
    return _append(connection, rooms.read(connection, room.id), match, None)


def begin_lesson(connection: Connection, room: Room, match: Match) -> OpenRoom:
    """Put a match that stands where a lesson begins on the table of a room that was made for it."""
    _deal_by_script(connection, room, match, ())
    connection.execute(update(tables.seats).where(tables.seats.c.room == room.id).values(seen=match.told))
    return _append(connection, room, match, None)


def going(connection: Connection, room: Room) -> Going:
    """How a table at which a lesson is taught stands to its script. Where that is another one by now, nothing is
    written any more."""
    part = room.lesson.partition(".")[2]
    try:
        first = lesson.begun(room.game, part).length
        entries = _log(connection, room, first)[: room.entries - first]  # the database may know of more already
        return Going(lesson.taught(room.game).part(part), entries)
    except BadLesson:
        return Going(None)


def _deal_by_script(connection: Connection, room: Room, match: Match, new: Sequence[Entry]) -> None:
    """Where a lesson is taught the dealer answers as it is written, or else by a seed that is no secret: its name.

    `new` are entries of the part that are not kept yet.
    """
    if DEALER not in match.asked:
        return
    script = going(connection, room)
    script.add(new)
    while DEALER in match.asked:
        match.choose(DEALER, *(script.answer(match, DEALER) or (match.drawn_by(room.lesson),)))
        script.add(match.entries[-1:])


def answer(
    connection: Connection,
    room: str | OpenRoom,
    seat: int,
    ask: str,
    choices: Sequence[str],
    language: str = LANGUAGES[0],
) -> OpenRoom:
    """A seat's answer to the ask it names: one choice, or several small ones together, all or none.

    Problem, in a language, if it cannot be taken; then nothing has changed. The room is named, or has been opened to
    be changed by this very transaction.
    """
    if isinstance(choices, str):
        raise TypeError("choices are given as a list, even if there is but one")
    if not choices:
        raise Problem("bad_choice", why="")
    if len(choices) > MOST_CHOICES:
        raise Problem("too_many_choices", most=MOST_CHOICES)
    opened = room if isinstance(room, OpenRoom) else open_room(connection, room, to_change=True)
    match = opened.playing
    wanted = as_compared(choices)

    def choose() -> None:
        try:
            match.choose(seat, *choices)
        except ChoiceError as error:
            raise _refused(opened, seat, choices, language, error) from None

    def same(given: list[str]) -> bool:
        return given == wanted

    if (laid := opened.room.laid) and (laid.seat, laid.ask) == (seat, ask):
        if not same(as_compared(laid.choices)):
            raise Problem("answered_otherwise")
        return opened
    before, stood = match.clone() if match.is_held else None, (match.step, match.told)
    if not _done(connection, opened, seat, ask, choose, same):
        return opened
    if before is None or (match.step, match.told) == stood:
        return _append(connection, opened.room, match, ask)
    before.lay(seat, *choices)
    return OpenRoom(rooms.lay(connection, opened.room, Laid(seat, ask, tuple(choices))), before)


def open_laid(connection: Connection, room_id: str) -> OpenRoom:
    """The time of an answer that was laid beside the log has come: with it all is opened. Problem if there is none."""
    room = rooms.read(connection, room_id, to_change=True)
    laid = room.laid
    if laid is None:
        raise Problem("too_late")
    match, room = _as_logged(connection, room), rooms.lay(connection, room, None)
    match.choose(laid.seat, *laid.choices)
    return _append(connection, room, match, laid.ask)


def _refused(opened: OpenRoom, seat: int, choices: Sequence[str], language: str, error: ChoiceError) -> Problem:
    """Why an answer was not taken. Of several small ones, the reason is looked for where the others led."""
    if len(choices) == 1:
        return refused(error, _why(opened, seat, choices[0], language, error))
    before = (error.number or 1) - 1
    if isinstance(error, AnswerComplete):
        return Problem("answer_complete", given=before, all=len(choices), detail=str(error))
    led_to = opened
    if isinstance(error, NotOffered) and before:
        trial = opened.playing.clone()
        trial.choose(seat, *choices[:before])
        led_to = OpenRoom(opened.room, trial)
    problem = refused(error, _why(led_to, seat, choices[before], language, error))
    problem.fields.setdefault("detail", str(error))
    return problem


def _why(opened: OpenRoom, seat: int, choice: str, language: str, error: ChoiceError) -> str | None:
    """The game's own reason against a choice, in a language."""
    if isinstance(error, UnknownChoice):
        return telling(opened.room.game, language, seat, opened.room.names).why_unknown(choice)
    return why_not(opened, seat, choice, language) if isinstance(error, NotOffered) else None


def take_back(connection: Connection, room: str | OpenRoom, seat: int, ask: str, *, whole: bool = False) -> OpenRoom:
    """A seat takes its last answer back, or the whole of what it has sealed in small answers.

    `ask` is what it is asked now, or would be. Sent again it is harmless.
    """
    opened = room if isinstance(room, OpenRoom) else open_room(connection, room, to_change=True)
    if opened.room.laid:
        return _take_back_laid(connection, opened, opened.room.laid, seat, ask, whole)
    match = opened.playing

    def same(given: list[str]) -> bool:
        return set(given) == {BACK} and (whole or len(given) == 1)

    if not _done(connection, opened, seat, ask, lambda: match.take_back(seat, whole=whole), same):
        return opened
    return _append(connection, opened.room, match, ask)


def _take_back_laid(connection: Connection, opened: OpenRoom, laid: Laid, seat: int, ask: str, whole: bool) -> OpenRoom:
    """Somebody takes something back while the last answer waits for its time: that one, of which nothing is in the log
    yet; or another, and then it is not the last one any more, and is answered as any."""
    room = opened.room
    logged = OpenRoom(rooms.lay(connection, room, None), _as_logged(connection, room))
    if seat != laid.seat:
        back = take_back(connection, logged, seat, ask, whole=whole)
        if back.room.entries == room.entries:  # the same wish once more: it was granted the first time
            rooms.lay(connection, room, laid)
            return opened
        return answer(connection, open_room(connection, room.id, to_change=True), laid.seat, laid.ask, laid.choices)
    if ask != ask_id(opened.playing, seat):
        raise Problem("too_late")
    if whole or len(laid.choices) == 1:
        whole_again = whole and bool(logged.playing.view(seat)["sealed"][seat])
        return take_back(connection, logged, seat, laid.ask, whole=True) if whole_again else logged
    return answer(connection, logged, seat, laid.ask, laid.choices[:-1])


_GIVEN: Final = select(tables.entries.c.number).where(
    tables.entries.c.room == bindparam("room"),
    tables.entries.c.seat == bindparam("seat"),
    tables.entries.c.ask == bindparam("ask"),
)
_FROM: Final = (
    select(tables.entries.c.seat, tables.entries.c.ask, tables.entries.c.choice)
    .where(tables.entries.c.room == bindparam("room"), tables.entries.c.number >= bindparam("first"))
    .order_by(tables.entries.c.number)
    .limit(MOST_CHOICES + 1)
)
_NEW_ENTRIES: Final = insert(tables.entries)
_NEW_EVENTS: Final = insert(tables.events)
_NEXT_SNAPSHOT: Final = update(tables.snapshots).where(tables.snapshots.c.room == bindparam("of"))
_MOVED: Final = update(tables.rooms).where(tables.rooms.c.id == bindparam("of"))


def given(connection: Connection, room: Room, seat: int, ask: str) -> list[str]:
    """What a seat has answered to an ask; nothing if it has not."""
    number = connection.scalar(_GIVEN, {"room": room.id, "seat": seat, "ask": ask})
    return [] if number is None else _given(connection, room, seat, ask, number)


def _done(
    connection: Connection,
    opened: OpenRoom,
    seat: int,
    ask: str,
    act: Callable[[], None],
    same: Callable[[list[str]], bool],
) -> bool:
    """Do something to a match, if it is the time for that. Not if it is the same once more: it was taken the first
    time."""
    match = opened.playing
    number = connection.scalar(_GIVEN, {"room": opened.room.id, "seat": seat, "ask": ask})
    if number is not None:
        if same(_given(connection, opened.room, seat, ask, number)):
            return False
        raise Problem("answered_otherwise")
    if ask != ask_id(match, seat):
        raise Problem("match_over" if match.over else "too_late")
    try:
        act()
    except ChoiceError as error:
        raise refused(error) from None
    return True


def _given(connection: Connection, room: Room, seat: int, ask: str, first: int) -> list[str]:
    """All that a seat gave to an ask together: the entry that names it, and those right behind that name none."""
    rows = connection.execute(_FROM, {"room": room.id, "first": first})
    together = takewhile(lambda row: row.seat == seat and row.ask in (ask, None), rows)
    return [row.choice.casefold() for row in together]


def _append(connection: Connection, room: Room, match: Match, ask: str | None) -> OpenRoom:
    if room.lesson:
        _deal_by_script(connection, room, match, match.entries)
    now = time.time()
    new = match.entries
    if not new and room.phase != rooms.GATHERING:  # some games begin with a question, before anything is drawn
        return OpenRoom(room, match)
    told = match.told - len(match.new_events)
    if new:
        connection.execute(_NEW_ENTRIES, _entry_rows(room, new, ask, now))
    if match.new_events:
        connection.execute(_NEW_EVENTS, _event_rows(room, told, match.new_events))
    snapshot = json.dumps(match.snapshot(), separators=(",", ":"))
    kept = {"data": snapshot, "digest": digest_of(snapshot)}
    if not connection.execute(_NEXT_SNAPSHOT, {"of": room.id, **kept}).rowcount:
        connection.execute(insert(tables.snapshots), {"room": room.id, **kept})
    phase = rooms.OVER if match.over else rooms.PLAYING
    asked = tuple(match.seen_asked(None))
    # Pages say when a table last moved: a small answer that is sealed moves nothing that others may see.
    in_secret = not match.new_events and (phase, asked) == (room.phase, room.asked)
    moved: dict[str, Any] = {"phase": phase, "moved": room.moved if in_secret else now}
    moved |= {"entries": match.length, "told": match.told}
    connection.execute(_MOVED, {"of": room.id, "asked": json.dumps(asked), **moved})
    return OpenRoom(replace(room, asked=asked, **moved), match)


def _entry_rows(room: Room, new: Sequence[Entry], ask: str | None, now: float) -> list[dict[str, Any]]:
    return [
        {
            "room": room.id,
            "number": room.entries + i,
            "seat": entry.seat,
            "choice": entry.choice,
            "hash": entry.hash,
            "ask": ask if i == 0 else None,
            "at": now,
        }
        for i, entry in enumerate(new)
    ]


def _event_rows(room: Room, first: int, told: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {"room": room.id, "number": first + i, "event": json.dumps(event.to_json(), separators=(",", ":"))}
        for i, event in enumerate(told)
    ]


def why_not(opened: OpenRoom, seat: int, choice: str, language: str) -> str | None:
    """Why a choice is not offered to a seat now, in its language."""
    match = opened.playing
    teller = telling(opened.room.game, language, seat, opened.room.names)
    return teller.why_not(match.view(seat), opened.room.game.code(choice))
