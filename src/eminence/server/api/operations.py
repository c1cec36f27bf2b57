"""The API: what a page can do, as JSON, so that a program in any language can make a room, take a seat and play.

Whoever joins with an invitation is given a token, and shows it as `Authorization: Bearer …` from then on. Cookies mean
nothing here, so no page of another site can act for anybody.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import msgspec
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eminence.bots import LEVELS
from eminence.games import all_games
from eminence.server import actions, fairness
from eminence.server.api import types
from eminence.server.api.call import JSON, Call, answered, token_of_a_link
from eminence.server.api.openapi import Operation, document
from eminence.server.api.shapes import phrases_of, room_of, said_of, story_of, table_of
from eminence.server.live.event_stream import EventStream, as_event
from eminence.server.problems import Problem
from eminence.server.storage import chat, match_log, people, rooms
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.rooms import Newcomer, Room

A_WHILE: Final = 1.0
"""Seconds between two looks whether somebody still waits for a check."""


# -- rooms -------------------------------------------------------------------------------------------------------------


async def games(call: Call) -> Response:
    """The games that can be played here, and the levels of bots."""
    known = [
        types.GameOf(
            game.id,
            game.title,
            game.rules,
            list(game.seats),
            [types.OptionOf(option.name, list(option.values)) for option in game.options],
            phrases_of(game),
        )
        for game in all_games()
    ]
    return answered(types.Games(known, list(LEVELS)))


async def listed(call: Call) -> Response:
    """The rooms that anyone may see."""
    found = await call.services.store.read(call.services.listed)
    return answered(types.RoomList([room_of(room) for room in found]))


async def make(call: Call) -> Response:
    """Make a room. Open places are given away by their invitations; when all are taken, the match begins.

    Where bots have all places, they play while somebody watches: by a stream, or by looking at the table.
    """
    wish = await call.body(types.NewRoom)

    def work(connection: Connection) -> OpenRoom:
        levels = [place.level for place in wish.places]
        if wish.listed:
            call.services.check_listings(connection, call.address)
        game, origin = rooms.known_game(wish.game), call.services.identities.origin(call.address)
        return actions.make_room(connection, "", game, wish.options, levels, listed=wish.listed, origin=origin)

    room = (await call.services.change(work)).room
    invitations = [types.Invitation(seat.seat, seat.token) for seat in room.seats if seat.is_open]
    return answered(types.MadeRoom(room.id, room.commitment, invitations, room.watch_token, room.phase), 201)


async def show(call: Call) -> Response:
    """A room."""

    def work(connection: Connection) -> Room:
        room = rooms.read(connection, call.room)
        if not (call.request.headers.get("authorization") and room.seat_for(call.token())):  # an invitation will do
            call.reader(room)
        return room

    return answered(room_of(await call.services.store.read(work)))


async def join(call: Call) -> Response:
    """Sit down with an invitation. The token that comes back is the seat's.

    Sent again with the same key, invitation and nonce, it gives the same token: an answer that was lost can be had once
    more. An invitation and a nonce alone would not do, since others at the table know them.
    """
    wish = await call.body(types.Join)
    invitation = call.token()
    words = (call.room, invitation, wish.nonce, wish.nonce_commitment, wish.key)
    key = call.services.identities.token(*words) if wish.key else rooms.new_token()
    newcomer = Newcomer(f"program {key}", wish.name, wish.nonce, wish.nonce_commitment, key)

    def work(connection: Connection) -> OpenRoom:
        with token_of_a_link():
            return actions.join(connection, call.room, invitation, newcomer)

    room = (await call.services.change(work)).room
    seat = room.seat_with(key)
    assert seat is not None
    call.services.identities.remember_token(key)
    return answered(types.Joined(seat.seat, key, room_of(room)))


async def bind(call: Call) -> Response:
    """Bind one's seat to a new nonce while the room's `stage` is `binding`: it had to begin again."""
    wish = await call.body(types.Bind)
    opened = await call.services.change(
        lambda connection: actions.bind(connection, call.room, call.guest, wish.nonce_commitment)
    )
    return answered(room_of(opened.room))


async def open_nonce(call: Call) -> Response:
    """Open one's nonce while the room's `stage` is `opening`: every seat is bound, and nothing can change any more."""
    wish = await call.body(types.Open)
    opened = await call.services.change(
        lambda connection: actions.open_nonce(connection, call.room, call.guest, wish.nonce)
    )
    return answered(room_of(opened.room))


async def mine(call: Call) -> Response:
    """The rooms of the person whose personal link's token came along."""

    def work(connection: Connection) -> list[Room]:
        with token_of_a_link():
            person = people.by_link(connection, call.token())
        return rooms.of_person(connection, person.id)

    return answered(types.RoomList([room_of(room) for room in await call.services.store.read(work)]))


# -- the match ---------------------------------------------------------------------------------------------------------


async def table(call: Call) -> Response:
    """The match as the reader may know it, and what it is asked."""

    def work(connection: Connection) -> types.Table:
        opened = match_log.open_room(connection, call.room)
        seat = call.seat_in(opened.room)
        call.services.looked_at(opened.room)
        return _table_for(call, opened, seat)

    return answered(await call.services.store.read(work))


async def story(call: Call) -> Response:
    """What has happened, from event number `since` on."""
    since = call.since()

    def work(connection: Connection) -> list[types.Happened]:
        room = rooms.read(connection, call.room)
        return story_of(connection, room, call.seat_in(room), call.language, since)

    return answered(types.Story(await call.services.store.read(work)))


async def answer(call: Call) -> Response:
    """Answer what is asked: with one choice, or with several small ones together, all or none."""
    wish = await call.body(types.Answer)
    opened = await call.services.change(
        lambda connection: actions.answer(connection, call.room, call.guest, wish.ask, wish.given, call.language)
    )
    return as_seen_from_seat(call, opened)


async def back(call: Call) -> Response:
    """Take the last answer back, where nothing new was seen."""
    wish = await call.body(types.Back)
    opened = await call.services.change(
        lambda connection: actions.take_back(connection, call.room, call.guest, wish.ask, whole=wish.whole)
    )
    return as_seen_from_seat(call, opened)


def as_seen_from_seat(call: Call, opened: OpenRoom) -> Response:
    """The table after something was done there, for whoever did it."""
    return answered(_table_for(call, opened, call.seat_in(opened.room)))


def _table_for(call: Call, opened: OpenRoom, seat: int | None) -> types.Table:
    return table_of(opened, seat, call.language, call.services.live_rooms.has_gallery(opened.room.id))


async def quietness(call: Call) -> Response:
    """Whether questions that may tell something by how long they take are answered for this seat."""

    def work(connection: Connection) -> bool:
        room = rooms.read(connection, call.room)
        return room.seats[call.guest(connection, room).own_seat].discreet

    on = await call.services.store.read(work)
    return answered(types.Quietness(on, call.services.discreet.pause))


async def keep_quiet(call: Call) -> Response:
    """Have such questions answered for this seat from now on, or not any more. Nobody else is told."""
    wish = await call.body(types.KeepQuiet)

    await call.services.change(lambda connection: actions.set_discreet(connection, call.room, call.guest, wish.on))
    return answered(types.Quietness(wish.on, call.services.discreet.pause))


async def stream(call: Call) -> Response:
    """Events as they happen (`happened`, numbered: a stream is resumed by Last-Event-ID) and the table (`table`).

    Before the first card it is the room (`room`), which says when nonces are to be opened.
    """

    reader = await call.services.store.read(lambda connection: call.seat_in(rooms.read(connection, call.room)))
    given = call.request.headers.get("last-event-id", "")
    told = int(given) + 1 if given.isascii() and given.isdecimal() and len(given) < 10 else call.since()
    live_rooms = call.services.live_rooms

    def news(connection: Connection, since: int) -> tuple[list[types.Happened], str, bytes]:
        opened = match_log.open_room(connection, call.room)
        if call.seat_in(opened.room) != reader:
            raise Problem("wrong_token")  # the seat was given up: what follows is not for this program
        if opened.match is None:
            return [], "room", msgspec.json.encode(room_of(opened.room))
        shown = msgspec.json.encode(_table_for(call, opened, reader))
        return story_of(connection, opened.room, reader, call.language, since), "table", shown

    async def messages(stream: EventStream) -> None:
        nonlocal told
        before = b""
        with live_rooms.listening(call.room, reader) as (_, listener):
            while not live_rooms.closing:
                listener.woken.clear()
                happened, name, shown = await call.services.store.read(partial(news, since=told))
                for event in happened:
                    await stream.send(as_event("happened", msgspec.json.encode(event).decode(), str(event.number)))
                    told = event.number + 1
                if shown != before:
                    await stream.send(as_event(name, shown.decode()))
                    before = shown
                await stream.wait(listener)

    return EventStream(messages)


# -- around it ---------------------------------------------------------------------------------------------------------


async def hear(call: Call) -> Response:
    """What was said: players hear players, spectators hear spectators."""
    since = call.since()

    def work(connection: Connection) -> list[types.Said]:
        room = rooms.read(connection, call.room)
        heard = chat.heard(connection, room, call.reader(room) is None, since)
        return [said_of(room, line, call.language) for line in heard]

    return answered(types.Chat(await call.services.store.read(work)))


async def say(call: Call) -> Response:
    """Say something, to those who hear the same: a text, or from a seat a phrase of the game."""
    wish = await call.body(types.Say)

    said = 0

    def work(connection: Connection) -> OpenRoom:
        nonlocal said
        if isinstance(wish.text, str):
            opened = actions.say(connection, call.room, call.guest, "", wish.text, call.language)
        else:
            opened = actions.say_phrase(connection, call.room, call.guest, wish.phrase or "")
        said = chat.lines(connection, opened.room, call.reader(opened.room) is None)
        return opened

    await call.services.change(work)
    return answered({"said": said}, 201)


async def again(call: Call) -> Response:
    """A rematch: its room, and the invitation to one's seat in it."""

    following: Room
    seat: int

    def work(connection: Connection) -> OpenRoom:
        nonlocal following, seat
        over, following, seat = actions.rematch(connection, call.room, call.guest)
        return over

    await call.services.change(work)
    return answered(types.Again(following.id, seat, following.seats[seat].token, following.commitment))


async def export(call: Call) -> Response:
    """The match file, once the match is over."""

    def work(connection: Connection) -> str:
        room = rooms.read(connection, call.room)
        call.reader(room)
        return match_log.export(connection, room)

    return Response(await call.services.store.read(work), media_type=JSON, headers={"cache-control": "no-store"})


async def verify(call: Call) -> Response:
    """Check a match file: every shuffle and every answer is computed again. It may take its turn among others."""
    await call.body(dict[str, msgspec.Raw])
    checks = call.services.checks
    check = checks.begin(call.address, await call.request.body())
    while (verdict := await checks.wait(check, A_WHILE)) is None:
        if await call.request.is_disconnected():
            return answered(None)  # nobody reads it; and what nobody waits for is not begun
    found = fairness.of_file(verdict, call.language)
    return answered(
        types.Verdict(
            found["holds"],
            " ".join(filter(None, (found["title"], found["message"], found["command"], found["detail"]))),
            found["entries"],
        )
    )


# -- the list of it all ------------------------------------------------------------------------------------------------


async def openapi(call: Call) -> Response:
    """This document."""
    return answered(document(OPERATIONS))


ROOM: Final = ("no_room", "no_token", "wrong_token")
BODY: Final = ("bad_json", "bad_body", "wrong_type", "too_large")
SAYING: Final = ("bad_text", "no_phrase", "not_seated", "not_begun")
LATE: Final = ("too_late", "by_itself", "answered_for_you")
OPERATIONS: Final = (
    Operation("GET", "/api/games", games, types.Games, token=False),
    Operation("GET", "/api/rooms", listed, types.RoomList, token=False),
    Operation(
        "POST",
        "/api/rooms",
        make,
        types.MadeRoom,
        types.NewRoom,
        201,
        token=False,
        problems=(*BODY, "no_game", "bad_options", "bad_level", "too_many_listed"),
    ),
    Operation("GET", "/api/me/rooms", mine, types.RoomList, problems=("no_token", "wrong_token")),
    Operation("GET", "/api/rooms/{room}", show, types.RoomOf, problems=ROOM),
    Operation(
        "POST",
        "/api/rooms/{room}/join",
        join,
        types.Joined,
        types.Join,
        problems=(*ROOM, *BODY, "seat_taken", "already_begun", "bad_name", "bad_nonce", "bad_commitment"),
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/bind",
        bind,
        types.RoomOf,
        types.Bind,
        problems=(*ROOM, *BODY, "not_seated", "already_bound", "bad_commitment"),
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/open",
        open_nonce,
        types.RoomOf,
        types.Open,
        problems=(*ROOM, *BODY, "not_seated", "not_opening", "already_bound", "wrong_nonce", "bad_nonce"),
    ),
    Operation("GET", "/api/rooms/{room}/table", table, types.Table, problems=(*ROOM, "not_begun")),
    Operation("GET", "/api/rooms/{room}/story", story, types.Story, since=True, problems=ROOM),
    Operation("GET", "/api/rooms/{room}/stream", stream, str, since=True, problems=(*ROOM, "too_many_streams")),
    Operation(
        "POST",
        "/api/rooms/{room}/answers",
        answer,
        types.Table,
        types.Answer,
        problems=(*ROOM, *BODY, "not_seated", "not_begun", "not_offered", "bad_choice", "answer_complete", *LATE),
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/back",
        back,
        types.Table,
        types.Back,
        problems=(*ROOM, *BODY, "not_seated", "not_begun", "too_late", "cannot_take_back"),
    ),
    Operation("GET", "/api/rooms/{room}/quiet", quietness, types.Quietness, problems=(*ROOM, "not_seated")),
    Operation(
        "POST",
        "/api/rooms/{room}/quiet",
        keep_quiet,
        types.Quietness,
        types.KeepQuiet,
        problems=(*ROOM, *BODY, "not_seated", "nothing_discreet"),
    ),
    Operation("GET", "/api/rooms/{room}/chat", hear, types.Chat, since=True, problems=ROOM),
    Operation("POST", "/api/rooms/{room}/chat", say, dict, types.Say, 201, problems=(*ROOM, *BODY, *SAYING)),
    Operation("POST", "/api/rooms/{room}/rematch", again, types.Again, problems=(*ROOM, "not_seated", "not_over")),
    Operation("GET", "/api/rooms/{room}/match", export, dict, problems=(*ROOM, "not_over")),
    Operation("POST", "/api/verify", verify, types.Verdict, dict, token=False, problems=(*BODY, "busy")),
    Operation("GET", "/api/openapi.json", openapi, dict, token=False),
)


def _endpoint(operations: dict[str, Operation]) -> Callable[[Request], Awaitable[Response]]:
    """All methods of a path in one route, so that a method it does not have is told as such."""

    async def endpoint(request: Request) -> Response:
        return await operations["GET" if request.method == "HEAD" else request.method].act(Call(request))

    return endpoint


def _routes() -> list[Route]:
    paths: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = operation
    return [Route(path, _endpoint(found), methods=list(found)) for path, found in paths.items()]


ROUTES = _routes()
