"""Rooms: people and bots around one match, before, during and after it.

Everything here works within a transaction that somebody else begins and commits.
"""

from __future__ import annotations

import hmac
import json
import logging
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, astuple, dataclass, fields, replace
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, case, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from eminence import games
from eminence.bots import LEVELS
from eminence.core import dealing
from eminence.core.errors import BadOptions, UnknownGame
from eminence.core.game import Game
from eminence.server.letters import isolated, tidy
from eminence.server.monitoring.logs import log
from eminence.server.problems import Problem
from eminence.server.storage import nonces, tables

GATHERING: Final = "gathering"
PLAYING: Final = "playing"
OVER: Final = "over"
BINDING: Final = "binding"
OPENING: Final = "opening"
LONGEST_NAME: Final = 30
MOST_LOGGED: Final = 1000
MOST_LISTED: Final = 10
"""So many tables that wait for players may be open to everybody from one place: a club, a house, a program."""
ID_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody takes for one another."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat in a room: a person's, a bot's, or still open."""

    seat: int
    token: str
    key: str
    person: str
    level: str
    seed: str
    name: str
    nonce: str
    seen: int
    discreet: bool
    nonce_commitment: str
    nonce_origin: str

    @property
    def is_open(self) -> bool:
        return not self.person and not self.level


@dataclass(frozen=True, slots=True)
class Laid:
    """The answer that would be the last one to a step which is held (`Game.held`), and waits for its time: once it is
    in the log, all is opened."""

    seat: int
    ask: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """A room as it stands in the database."""

    id: str
    game: Game
    options: Mapping[str, Any]
    listed: bool
    host: str
    watch_token: str
    secret: bytes
    commitment: str
    phase: str
    made: float
    moved: float
    asked: tuple[int, ...]
    """The seats that everybody sees to have an answer to give; `Match.asked` says which have."""
    entries: int
    told: int
    said: int
    next: str
    origin: str
    opening_since: float
    began_again: tuple[tuple[int, ...], ...]
    laid: Laid | None
    lesson: str
    """What is taught here, a role and a part of the lesson: then the cards follow a script, and there is no secret."""
    seats: tuple[Seat, ...]

    @property
    def names(self) -> dict[int, str]:
        """The names people gave themselves, by seat, as they stand in sentences; seats without one go by their role."""
        return {seat.seat: isolated(seat.name) for seat in self.seats if seat.name}

    @property
    def nonces(self) -> dict[int, bytes]:
        return {seat.seat: bytes.fromhex(seat.nonce) for seat in self.seats}

    @property
    def stage(self) -> str:
        """How far a room is that is full and not yet dealt: seats bind themselves to nonces, or open them; else ""."""
        if self.phase != GATHERING or any(seat.is_open for seat in self.seats):
            return ""
        people = [seat for seat in self.seats if seat.person]
        if all(seat.nonce for seat in people):
            return ""
        return OPENING if all(seat.nonce_commitment for seat in people) else BINDING

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The seats whose nonce, or whose commitment to one, is still to come."""
        if not (stage := self.stage):
            return ()
        people = (seat for seat in self.seats if seat.person)
        return tuple(s.seat for s in people if not (s.nonce if stage == OPENING else s.nonce_commitment))

    @property
    def is_for_bots(self) -> bool:
        """Whether bots are alone here: they play while somebody watches."""
        return all(seat.level and not seat.person for seat in self.seats)

    @property
    def only_person(self) -> str:
        """Whoever is alone with bots here: the only one who sits, or where nobody does, whoever made the room."""
        people = [seat.person for seat in self.seats if seat.person]
        return self.host if not people else people[0] if len(people) == 1 else ""

    def alone_with_bots(self, seat: int | None) -> bool:
        """Whether bots have all other seats than this one."""
        return all(other.level for other in self.seats if other.seat != seat)

    def is_unseen(self, seat: int, watched: bool) -> bool:
        """Whether there is nobody who could learn from the clock what a seat's person does: bots see none. Spectators
        do, if some have looked on (`watched`) or could come by the list."""
        return not (self.listed or watched) and self.alone_with_bots(seat)

    def seat_of(self, person: str) -> Seat | None:
        """The seat a person has here."""
        return next((seat for seat in self.seats if person and seat.person == person), None)

    def seat_for(self, token: str) -> Seat | None:
        """The seat that a token opens. All are compared, in constant time."""
        fits = [seat for seat in self.seats if same(seat.token, token)]
        return fits[0] if fits else None

    def seat_with(self, key: str) -> Seat | None:
        """The seat of the program that has this key."""
        fits = [seat for seat in self.seats if seat.key and same(seat.key, key)]
        return fits[0] if fits else None

    def opens_gallery(self, token: str) -> bool:
        """Whether a token is the spectators'."""
        return same(self.watch_token, token)


def same(known: str, given: str) -> bool:
    """Whether two tokens are the same, in constant time."""
    return hmac.compare_digest(known.encode(), given.encode("utf-8", "surrogatepass"))


# -- reading ---------------------------------------------------------------------------------------------------------


@contextmanager
def readable(room_id: str) -> Iterator[None]:
    """What is read here belongs to one room. Where it is damaged, that is a Problem of this room and of no other."""
    try:
        yield
    except (Problem, SQLAlchemyError):  # what cannot be done, and a database that does not answer: not the room's
        raise
    except Exception as error:
        log_once(room_id, "room.unreadable", logging.ERROR, error)
        raise Problem("unreadable") from error


_logged: Final[set[tuple[str, str]]] = set()


def log_once(room_id: str, event: str, level: int, error: Exception | None = None) -> None:
    """Log what is wrong with a room, once and not whenever somebody looks. `eminence admin check` names the room."""
    if (room_id, event) not in _logged and len(_logged) < MOST_LOGGED:
        _logged.add((room_id, event))
        log(event, level, error)


# What every request asks for is put together once: that takes SQLAlchemy longer than the database needs to answer.
_ROOM: Final = select(tables.rooms).where(tables.rooms.c.id == bindparam("room"))
_ROOM_TO_CHANGE: Final = _ROOM.with_for_update()
_SEAT_COLUMNS: Final = tuple(tables.seats.c[field.name] for field in fields(Seat))
_SEATS: Final = select(*_SEAT_COLUMNS).where(tables.seats.c.room == bindparam("room")).order_by(tables.seats.c.seat)


def read(connection: Connection, room_id: str, *, to_change: bool = False) -> Room:
    """The room of that name. With `to_change`, nobody else may change it before the transaction ends."""
    row = connection.execute(_ROOM_TO_CHANGE if to_change else _ROOM, {"room": room_id}).one_or_none()
    if row is None:
        raise Problem("no_room")
    return _room(row, [Seat(*seat) for seat in connection.execute(_SEATS, {"room": room_id})])


def _room(row: Row[Any], seats: Sequence[Seat]) -> Room:
    with readable(row.id):
        return _checked_room(row, seats)


def _checked_room(row: Row[Any], seats: Sequence[Seat]) -> Room:
    if [seat.seat for seat in seats] != list(range(row.seats)):
        raise ValueError("seats are missing")
    return Room(
        id=row.id,
        game=games.game(row.game, row.rules),
        options=json.loads(row.options),
        listed=row.listed,
        host=row.host,
        watch_token=row.watch_token,
        secret=bytes.fromhex(row.secret),
        commitment=row.commitment,
        phase=row.phase,
        made=row.made,
        moved=row.moved,
        asked=tuple(json.loads(row.asked)),
        entries=row.entries,
        told=row.told,
        said=row.said,
        next=row.next,
        origin=row.origin,
        opening_since=row.opening_since,
        began_again=tuple(map(tuple, json.loads(row.began_again))),
        laid=_laid(row.laid),
        lesson=row.lesson,
        seats=tuple(seats),
    )


def _laid(text: str) -> Laid | None:
    if not text:
        return None
    seat, ask, choices = json.loads(text)
    return Laid(seat, ask, tuple(choices))


def lay(connection: Connection, room: Room, laid: Laid | None) -> Room:
    """An answer waits for its time from now on; or (None) no more."""
    text = json.dumps(astuple(laid)) if laid else ""
    connection.execute(update(tables.rooms).where(tables.rooms.c.id == room.id).values(laid=text))
    return replace(room, laid=laid)


def _several(connection: Connection, ids: Sequence[str]) -> list[Room]:
    seats: dict[str, list[Seat]] = {room: [] for room in ids}
    query = select(tables.seats.c.room, *_SEAT_COLUMNS).where(tables.seats.c.room.in_(ids))
    for room, *values in connection.execute(query.order_by(tables.seats.c.room, tables.seats.c.seat)):
        seats[room].append(Seat(*values))
    found: list[Room] = []
    for row in connection.execute(select(tables.rooms).where(tables.rooms.c.id.in_(ids))):
        with suppress(Problem):  # a damaged room keeps nobody from seeing the others
            found.append(_room(row, seats[row.id]))
    return found


def of_person(connection: Connection, person: str, limit: int = 100) -> list[Room]:
    """The rooms in which a person sits or that he made, the latest first; without those that cannot be read."""
    return sorted(_several(connection, names_of_person(connection, person, limit)), key=lambda room: -room.moved)


def names_of_person(connection: Connection, person: str, limit: int = 100) -> list[str]:
    """How the rooms are called in which a person sits or that he made, the latest first."""
    sits = select(tables.seats.c.room).where(tables.seats.c.person == person)
    hosts = select(tables.rooms.c.id).where(tables.rooms.c.host == person, tables.rooms.c.phase == GATHERING)
    query = select(tables.rooms.c.id).where(tables.rooms.c.id.in_(sits.union(hosts)))
    return list(connection.scalars(query.order_by(tables.rooms.c.moved.desc()).limit(limit)))


def listed(connection: Connection, since: float, limit: int = 20) -> list[Room]:
    """The rooms that anyone may see and that have changed since: those with a free seat first, the latest first.

    Where there are more than find a place, whoever opened one table comes before everybody's second: one program
    cannot push the others off the page.
    """
    c = tables.rooms.c
    found: list[Room] = []
    for phase in (GATHERING, PLAYING):
        opener = case((c.origin == "", c.id), else_=c.origin)
        turn = func.row_number().over(partition_by=opener, order_by=c.moved.desc())
        query = select(c.id).where(c.phase == phase, c.listed, c.moved >= since)
        ids = connection.scalars(query.order_by(turn, c.moved.desc()).limit(limit - len(found))).all()
        found += sorted(_several(connection, ids), key=lambda room: -room.moved)
    return found


def check_listings(connection: Connection, origin: str, since: float) -> None:
    """Problem if so many tables were opened to everybody from one place that there should not be another one."""
    c = tables.rooms.c
    where = (c.phase == GATHERING) & c.listed & (c.moved >= since) & (c.origin == origin)
    if (connection.scalar(select(func.count()).select_from(tables.rooms).where(where)) or 0) >= MOST_LISTED:
        raise Problem("too_many_listed", most=MOST_LISTED)


def waiting_for_bots(connection: Connection) -> list[str]:
    """The rooms in play in which a bot sits: what to look after when the server starts."""
    bots = select(tables.seats.c.room).where(tables.seats.c.level != "")
    query = select(tables.rooms.c.id).where(tables.rooms.c.phase == PLAYING, tables.rooms.c.id.in_(bots))
    return list(connection.scalars(query))


def being_opened(connection: Connection) -> list[str]:
    """The rooms that are full and wait for nonces: what to look after as well."""
    query = select(tables.rooms.c.id).where(tables.rooms.c.phase == GATHERING, tables.rooms.c.opening_since > 0)
    return list(connection.scalars(query))


def with_answers_laid(connection: Connection) -> list[str]:
    """The rooms in which an answer waits for its time: what to look after as well."""
    return list(connection.scalars(select(tables.rooms.c.id).where(tables.rooms.c.laid != "")))


def with_discreet_seats(connection: Connection) -> list[str]:
    """The rooms in play in which something may be answered for somebody, who wants that or sits among bots: what else
    to look after then."""
    c = tables.rooms.c
    wanting = select(tables.seats.c.room).where(tables.seats.c.discreet)
    bots = select(tables.seats.c.room).where(tables.seats.c.level != "")
    among_bots = c.game.in_([game.id for game in games.all_games() if game.discreet]) & ~c.listed & c.id.in_(bots)
    query = select(c.id).where(c.phase == PLAYING, c.id.in_(wanting) | among_bots)
    return list(connection.scalars(query))


# -- what people write -------------------------------------------------------------------------------------------------


def checked_name(name: str) -> str:
    """A name as it will be shown; none is a name too: that of the role."""
    name = tidy(name)
    if len(name) > LONGEST_NAME:
        raise Problem("bad_name", longest=LONGEST_NAME)
    return name


def known_game(name: str) -> Game:
    """The game of that name; Problem if there is none."""
    try:
        return games.game(name)
    except UnknownGame:
        raise Problem("no_game") from None


def checked_level(level: str) -> str:
    """The level of a bot; Problem if there is none of that name."""
    if level not in LEVELS:
        raise Problem("bad_level", levels=", ".join(LEVELS))
    return level


# -- making and joining ------------------------------------------------------------------------------------------------


def make(
    connection: Connection,
    host: str,
    game: Game,
    options: Mapping[str, Any],
    levels: Sequence[str],
    *,
    listed: bool = False,
    origin: str = "",
    lesson: str = "",
    seed: str = "",
) -> Room:
    """A new room with a seat for each of `levels`: a bot of that level, or open where it is empty.

    Its secret is drawn now, so that the commitment can be shown before anybody sits down. Where a `lesson` is taught
    there is none, and bots go by the seed.
    """
    try:
        count = game.checked_seats(len(levels))
        chosen = game.checked_options(options)
    except BadOptions as error:
        raise Problem("bad_options", detail=str(error)) from None
    room = "".join(secrets.choice(ID_LETTERS) for _ in range(10))
    secret = b"" if lesson else secrets.token_bytes(dealing.SECRET_BYTES)
    now = time.time()
    connection.execute(
        insert(tables.rooms).values(
            id=room,
            game=game.id,
            rules=game.rules,
            seats=count,
            options=json.dumps(chosen),
            listed=listed,
            host=host,
            watch_token=new_token(),
            secret=secret.hex(),
            commitment=dealing.commitment(secret) if secret else "",
            phase=GATHERING,
            made=now,
            moved=now,
            asked="[]",
            entries=0,
            told=0,
            said=0,
            next="",
            origin=origin if listed or not host else "",
            opening_since=0.0,
            began_again="[]",
            lesson=lesson,
        )
    )
    seats = [_new_seat(room, seat, level, f"{seed}/{seat}" if seed else "") for seat, level in enumerate(levels)]
    connection.execute(insert(tables.seats), seats)
    return read(connection, room)


def _new_seat(room: str, seat: int, level: str, seed: str = "") -> dict[str, Any]:
    return {
        "room": room,
        "seat": seat,
        "token": new_token(),
        "key": "",
        "person": "",
        "level": checked_level(level) if level else "",
        "seed": seed or secrets.token_hex(8),
        "name": "",
        "nonce": "",
        "seen": 0,
        "discreet": False,
        "nonce_commitment": "",
        "nonce_origin": "",
    }


def new_token() -> str:
    """Something that nobody can guess, for a link."""
    return secrets.token_urlsafe(18)


def change_seat(connection: Connection, room: Room, seat: int, **values: Any) -> Room:
    """Other values in the row of a seat."""
    where = (tables.seats.c.room == room.id) & (tables.seats.c.seat == seat)
    connection.execute(update(tables.seats).where(where).values(values))
    connection.execute(update(tables.rooms).where(tables.rooms.c.id == room.id).values(moved=time.time()))
    return read(connection, room.id)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Whoever wants to sit down, a person or a program, and what he brings."""

    person: str
    name: str = ""
    nonce: str = ""
    """Said openly; drawn for him if he brings neither this nor a commitment."""
    commitment: str = ""
    """To a nonce that he opens when the table is full: see `opening`."""
    key: str = ""
    """By which a program will be known again."""


def sit(connection: Connection, room: Room, seat: int, newcomer: Newcomer) -> Room:
    """Somebody sits down."""
    person = newcomer.person
    if room.seats[seat].level or room.seats[seat].person not in ("", person):
        raise Problem("seat_taken")
    _check_changeable(room)
    other = room.seat_of(person)
    if other and other.seat != seat:
        raise Problem("already_seated")
    name, added = checked_name(newcomer.name), nonces.added(newcomer.nonce, newcomer.commitment)
    return change_seat(connection, room, seat, person=person, key=newcomer.key, level="", name=name, **asdict(added))


def give(connection: Connection, room: Room, seat: int, level: str) -> Room:
    """The host gives a seat to a bot, or opens it again ("")."""
    _check_changeable(room)
    if seat not in range(len(room.seats)):
        raise Problem("no_link")
    if room.seats[seat].person:
        raise Problem("seat_taken")
    return change_seat(connection, room, seat, level=checked_level(level) if level else "", discreet=False)


def leave(connection: Connection, room: Room, seat: int) -> Room:
    """A person gets up again, as long as the table is not full."""
    _check_changeable(room)
    nothing = asdict(nonces.Nonce("", "", ""))
    return change_seat(connection, room, seat, person="", key="", name="", discreet=False, **nothing)


def _check_changeable(room: Room) -> None:
    """Once a table is full, whoever got up could do so because he knows what the others have opened."""
    if room.phase != GATHERING:
        raise Problem("already_begun")
    if room.stage:
        raise Problem("being_dealt")


def rename(connection: Connection, person: str, name: str) -> list[str]:
    """A person takes another name, at every table that is not over. The rooms that show it."""
    running = select(tables.rooms.c.id).where(tables.rooms.c.phase != OVER)
    where = (tables.seats.c.person == person) & tables.seats.c.room.in_(running)
    rooms = list(connection.scalars(select(tables.seats.c.room).where(where)))
    connection.execute(update(tables.seats).where(where).values(name=checked_name(name)))
    return rooms


def mark_seen(connection: Connection, room: Room, seat: int) -> None:
    """The person at a seat has seen all that happened so far."""
    where = (tables.seats.c.room == room.id) & (tables.seats.c.seat == seat)
    connection.execute(update(tables.seats).where(where).values(seen=room.told))


def set_discreet(connection: Connection, room: Room, seat: int, on: bool) -> Room:
    """Whether discreet steps are answered for a seat from now on. When the room last moved stays as it was: that is
    shown to others, who must not learn of this."""
    if not room.game.discreet:
        raise Problem("nothing_discreet")
    where = (tables.seats.c.room == room.id) & (tables.seats.c.seat == seat)
    connection.execute(update(tables.seats).where(where).values(discreet=on))
    return read(connection, room.id)


def rematch(connection: Connection, room: Room) -> Room:
    """The room of the rematch: made when the first asks for it, and begun like any other once all have sat down.

    Everybody moves on by one seat, so that whoever was second begins: see `seat_in_rematch`.
    """
    if room.phase != OVER:
        raise Problem("not_over")
    if room.next:
        return read(connection, room.next, to_change=True)
    levels = [seat.level for seat in (*room.seats[1:], room.seats[0])]
    following = make(connection, room.host, room.game, room.options, levels, listed=room.listed, origin=room.origin)
    connection.execute(update(tables.rooms).where(tables.rooms.c.id == room.id).values(next=following.id))
    return following


def seat_in_rematch(room: Room, seat: int) -> int:
    """The seat that whoever had `seat` has in the rematch."""
    return (seat - 1) % len(room.seats)


# -- spectators --------------------------------------------------------------------------------------------------------


def may_watch(connection: Connection, room: Room, person: str) -> bool:
    """Whether a person may look on without a seat, whatever links his browser remembers (`Visit.galleries`)."""
    if room.listed or room.host == person:
        return True
    where = (tables.watchers.c.room == room.id) & (tables.watchers.c.person == person)
    return connection.scalar(select(tables.watchers.c.room).where(where)) is not None
