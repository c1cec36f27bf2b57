"""Making a room, inviting, sitting down: all that comes before the first card."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from eminence.bots import LEVELS
from eminence.core.game import Game
from eminence.core.lesson import lesson_of
from eminence.core.texts import sentence
from eminence.core.texts.telling import package_of, title_in
from eminence.server import actions, fairness
from eminence.server.http.cookies import GALLERY_COOKIE
from eminence.server.http.visit import Form, Visit
from eminence.server.letters import isolated
from eminence.server.live.event_stream import EventStream, as_event
from eminence.server.pages import phrases, preview, rendering, scene
from eminence.server.problems import Problem
from eminence.server.storage import match_log, people, rooms
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.rooms import Newcomer, Room, Seat

ME = "me"
FRIEND = "friend"
LEVEL = "courtier"
"""That of bots, unless another one is chosen."""
COMMIT = "commit"
"""What the script writes into its header to see the commitment before it adds its nonce."""


def levels(visit: Visit) -> list[dict[str, Any]]:
    """The three levels of bots."""
    return [
        {"id": level, "label": sentence(visit.texts(f"level.{level}")), "usual": level == LEVEL} for level in LEVELS
    ]


# -- one click ---------------------------------------------------------------------------------------------------------


async def play(request: Request) -> Response:
    """A table against bots, dealt at once, as the game advises beginners."""
    visit = Visit(request)
    form = await visit.form()
    game = rooms.known_game(form.get("game", ""))
    level = rooms.checked_level(form.get("level", LEVEL))
    bots = [level] * (_count(game, form.get("seats", str(game.seats[0]))) - 1)

    def make(connection: Connection) -> OpenRoom:
        person = people.meet(connection, visit.person)
        room = actions.make_room(connection, person.id, game, game.for_beginners, ["", *bots]).room
        return seated(connection, visit, room, 0, person.name, form)

    return begun(visit, await visit.services.change(make), 0)


def _count(game: Game, typed: str) -> int:
    """How many seats a form wants; Problem if the game is not for as many."""
    fits = [count for count in game.seats if str(count) == typed]
    if not fits:
        raise Problem("bad_options", detail="")
    return fits[0]


def seated(connection: Connection, visit: Visit, room: Room, seat: int, name: str, form: Mapping[str, str]) -> OpenRoom:
    """Sit down at once; or, if the script wants to see the commitment first, leave the seat for it to take."""
    sits_there = room.seats[seat].person == visit.person  # the same wish once more: it was granted the first time
    if sits_there or visit.request.headers.get("x-fragment") == COMMIT:
        return match_log.open_room(connection, room.id)
    return actions.sit_down(connection, room, seat, _newcomer(visit.person, name, form))


def _newcomer(person: str, name: str, form: Mapping[str, str]) -> Newcomer:
    return Newcomer(person, name, form.get("nonce", ""), form.get("nonce_commitment", ""))


def begun(visit: Visit, opened: OpenRoom, seat: int | None) -> Response:
    """Go to the table or to the gathering; or tell the script what the secret is bound to, and where its seat is."""
    room, path = opened.room, phrases.path_of(opened.room)
    if visit.request.headers.get("x-fragment") == COMMIT:
        go = path if seat is None else f"/s/{room.id}/{room.seats[seat].token}"
        told: dict[str, Any] = {"room": room.id, "commitment": room.commitment, "sit" if seat is not None else "go": go}
        # Where all others are bots, nobody else adds anything: to be bound first would bring nothing.
        told["alone"] = room.alone_with_bots(seat)
        return visit.signed(JSONResponse(told))
    return visit.go(path)


# -- with friends ------------------------------------------------------------------------------------------------------


async def new(request: Request) -> Response:
    """A room for friends: how many, who sits where, what is agreed on."""
    visit = Visit(request)
    game = rooms.known_game(request.path_params["game"])
    if request.method != "POST":
        return await _new_page(visit, game, {}, "")
    form = await visit.form()
    try:
        return await _make(visit, game, form)
    except Problem as problem:
        if problem.status != 422:
            raise
        return await _new_page(visit, game, form, visit.texts(f"problem.{problem.key}", **problem.fields))


async def _new_page(visit: Visit, game: Game, form: Mapping[str, str], error: str) -> Response:
    texts = phrases.game_texts(game, visit.language)
    options = [
        {
            "name": option.name,
            "title": texts(f"option.{option.name}.name"),
            "text": texts(f"option.{option.name}.text"),
            "values": [
                {
                    "value": str(i),
                    "label": visit.texts(f"option.{'yes' if value else 'no'}")
                    if isinstance(value, bool)
                    else texts(f"option.{option.name}.value.{value}"),
                    "default": i == 0,
                }
                for i, value in enumerate(option.values)
            ],
        }
        for option in game.options
    ]
    context = {
        "game": {
            "id": game.id,
            "title": title_in(game, visit.language),
            "summary": texts("summary"),
            "taught": lesson_of(game) is not None,
        },
        "seat_counts": game.seats,
        "options": options,
        "levels": levels(visit),
        "seat_roles": [{"seat": seat, "role": phrases.role(texts, seat)} for seat in range(max(game.seats))],
        "error": error,
        "form": form,
    }
    name = await visit.services.store.read(visit.name)
    shows = preview.game(game, visit.texts("new.title", game=title_in(game, visit.language)), visit.texts)
    return visit.page("new", context, person_name=name, status=422 if error else 200, shows=shows)


async def _make(visit: Visit, game: Game, form: Mapping[str, str]) -> Response:
    count = _count(game, form.get("seats", ""))
    kinds = [form.get(f"seat.{seat}", ME if seat == 0 else FRIEND) for seat in range(count)]
    own = kinds.index(ME) if ME in kinds else None
    bots = ["" if kind in (ME, FRIEND) else kind for kind in kinds]
    options = {}
    for option in game.options:
        chosen = form.get(f"option.{option.name}", "0")
        if chosen not in map(str, range(len(option.values))):
            raise Problem("bad_options", detail="")
        options[option.name] = option.values[int(chosen)]

    def make(connection: Connection) -> OpenRoom:
        person = people.meet(connection, visit.person, form.get("name"))
        listed, origin = form.get("listed") == "yes", visit.services.identities.origin(visit.address)
        if listed:
            visit.services.check_listings(connection, visit.address)
        opened = actions.make_room(connection, person.id, game, options, bots, listed=listed, origin=origin)
        if own is None:
            return opened
        return seated(connection, visit, opened.room, own, person.name, form)

    return begun(visit, await visit.services.change(make), own)


# -- the gathering -----------------------------------------------------------------------------------------------------


def _room(visit: Visit, room: Room) -> dict[str, Any]:
    watch = f"{visit.link_base}/watch/{room.id}/{room.watch_token}"
    return {
        "id": room.id,
        "title": title_in(room.game, visit.language),
        "game": room.game.id,
        "facts": phrases.facts(room.game, visit.texts),
        "options_text": phrases.options_told(room, visit.language),
        "listed": room.listed,
        "commitment": room.commitment,
        "watch_link": watch,
        "watch_qr": rendering.qr(watch),
        "url": f"/room/{room.id}",
        "you_are_host": room.host == visit.person,
    }


def _seat(visit: Visit, room: Room, seat: Seat) -> dict[str, Any]:
    shown = seat.is_open and (room.host == visit.person or room.listed)
    link = f"{visit.link_base}/s/{room.id}/{seat.token}" if shown else ""
    role = phrases.role(phrases.game_texts(room.game, visit.language), seat.seat)
    return {
        "seat": seat.seat,
        "role": role,
        "name": seat.name or role,
        "kind": "person" if seat.person else "bot" if seat.level else "open",
        "level": sentence(visit.texts(f"level.{seat.level}")) if seat.level else "",
        "is_you": bool(seat.person) and seat.person == visit.person,
        "link": link,
        "qr": rendering.qr(link) if link else "",
    }


def _inner(visit: Visit, room: Room) -> dict[str, Any]:
    return {
        "room": _room(visit, room),
        "seats": [_seat(visit, room, seat) for seat in room.seats],
        "can_leave": room.seat_of(visit.person) is not None,
        "levels": levels(visit),
        "shuffle": _shuffle(visit, room),
    }


def _shuffle(visit: Visit, room: Room) -> dict[str, Any]:
    """How far the opening of nonces is; for people, and for the script that opens what this browser keeps."""
    teller = scene.teller_for(room, visit.language, None)
    own = room.seat_of(visit.person)
    return {
        "stage": room.stage,
        "own": "" if own is None else own.seat,
        "bound": json.dumps([seat.nonce_commitment for seat in room.seats]),
        "yours_is_missing": own is not None and own.seat in room.waited_for,
        "waited_for": visit.texts.listed([sentence(teller.name(seat)) for seat in room.waited_for]),
        "began_again": fairness.began_again(room, visit.language),
        "times": len(room.began_again),
    }


def _piece(visit: Visit, room: Room) -> str:
    """The gathering as it stands, for the script."""
    return rendering.draw("room_inner.html", {**visit.context("room", ""), **_inner(visit, room)})


def _invited(connection: Connection, visit: Visit) -> Room:
    """The room, for whoever has a seat or a link."""
    room = rooms.read(connection, visit.room)
    visit.guest(connection, room)
    return room


async def gathering(request: Request) -> Response:
    """Who is there already, and the links for the others."""
    visit = Visit(request)

    def look(connection: Connection) -> Response:
        room = _invited(connection, visit)
        if room.phase != rooms.GATHERING:
            return visit.go(f"/table/{room.id}")
        shows = preview.table(room, visit.texts)
        return visit.page("room", _inner(visit, room), person_name=visit.name(connection), shows=shows)

    return await visit.services.store.read(look)


async def gathering_stream(request: Request) -> Response:
    """The gathering as it changes, and the way to the table once it begins."""
    visit = Visit(request)
    await visit.services.store.read(lambda connection: _invited(connection, visit))

    def look(connection: Connection) -> str:
        """The room as it stands; nothing once it has begun. Drawn in a thread: codes to scan take their time."""
        room = rooms.read(connection, visit.room)
        return _piece(visit, room) if room.phase == rooms.GATHERING else ""

    async def messages(stream: EventStream) -> None:
        live_rooms = visit.services.live_rooms
        shown = ""
        with live_rooms.listening(visit.room, None) as (_, listener):
            while not live_rooms.closing:
                listener.woken.clear()
                drawn = await visit.services.store.read(look)
                if not drawn:
                    await stream.send(as_event("go", f"/table/{visit.room}"))
                    await stream.wait(listener)
                    continue
                if drawn != shown:  # what somebody switched for himself shows nowhere, and must not show here
                    await stream.send(as_event("room", drawn))
                    shown = drawn
                await stream.wait(listener)

    return EventStream(messages)


async def _change(request: Request, act: Callable[[Connection, Visit, Form], OpenRoom]) -> Response:
    """Change a room that gathers: then the room as it stands, or the table if that filled it."""
    visit = Visit(request)
    form = await visit.form()
    opened = await visit.services.change(lambda connection: act(connection, visit, form))
    if visit.fragment and opened.room.phase == rooms.GATHERING:
        return visit.piece(await visit.services.store.think(lambda: _piece(visit, opened.room)))
    return visit.go(phrases.path_of(opened.room))


async def give(request: Request) -> Response:
    """The host gives a seat to a bot, or back to a friend."""

    def act(connection: Connection, visit: Visit, form: Form) -> OpenRoom:
        seat, kind = form.get("seat", ""), form.get("kind", "")
        if not (seat.isascii() and seat.isdecimal() and len(seat) < 10):
            raise Problem("bad_number")
        level = "" if kind == FRIEND else rooms.checked_level(kind)
        return actions.give_seat(connection, visit.room, visit.person, int(seat), level)

    return await _change(request, act)


async def leave(request: Request) -> Response:
    """Get up again."""
    return await _change(request, lambda connection, visit, form: actions.leave(connection, visit.room, visit.guest))


async def bind(request: Request) -> Response:
    """The script binds its seat to a new nonce, since the table had to begin again."""

    def act(connection: Connection, visit: Visit, form: Form) -> OpenRoom:
        return actions.bind(connection, visit.room, visit.guest, form.get("nonce_commitment", ""))

    return await _change(request, act)


async def open_nonce(request: Request) -> Response:
    """The script opens the nonce to which its seat is bound, since everybody is."""

    def act(connection: Connection, visit: Visit, form: Form) -> OpenRoom:
        return actions.open_nonce(connection, visit.room, visit.guest, form.get("nonce", ""))

    return await _change(request, act)


# -- the links ---------------------------------------------------------------------------------------------------------


def _linked(connection: Connection, request: Request) -> tuple[Room, Seat]:
    room = rooms.read(connection, request.path_params["room"])
    seat = room.seat_for(request.path_params["token"])
    if seat is None:
        raise Problem("no_link")
    return room, seat


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat's link, as whoever opens it finds it."""

    room: Room
    seat: Seat
    inviter: str
    """The name of whoever made the table, where there is one."""
    name: str
    """That of whoever opens it."""


def _invitation(connection: Connection, visit: Visit) -> Invitation:
    room, seat = _linked(connection, visit.request)
    host, sits = people.find(connection, room.host), room.seat_of(room.host)
    inviter = (sits.name if sits else "") or (host.name if host else "")
    return Invitation(room, seat, isolated(inviter), visit.name(connection))


async def join(request: Request) -> Response:
    """The link of a seat: sit down under a name."""
    visit = Visit(request)
    found = await visit.services.store.read(lambda connection: _invitation(connection, visit))
    if found.seat.person == visit.person:
        return visit.go(phrases.path_of(found.room))
    if request.method != "POST":
        return await visit.services.store.think(lambda: _join_page(visit, found, ""))
    form = await visit.form()

    def sit(connection: Connection) -> OpenRoom:
        person = people.meet(connection, visit.person, form.get("name"))
        newcomer = _newcomer(person.id, person.name, form)
        return actions.join(connection, visit.room, str(request.path_params["token"]), newcomer)

    try:
        opened = await visit.services.change(sit)
    except Problem as problem:
        if problem.status != 422:
            raise
        error = visit.texts(f"problem.{problem.key}", **problem.fields)
        return await visit.services.store.think(lambda: _join_page(visit, found, error))
    return visit.go(phrases.path_of(opened.room))


def _join_page(visit: Visit, found: Invitation, error: str) -> Response:
    room, seat, game = found.room, found.seat, found.room.game
    own = phrases.game_texts(game, visit.language)
    role = phrases.role(own, seat.seat)
    link = f"{visit.link_base}/s/{room.id}/{seat.token}"
    context = {
        # Whoever was sent a link may look on, also where the seat is taken.
        "room": {**_room(visit, room), "url": f"/watch/{room.id}/{room.watch_token}"},
        "game": {"summary": own("summary"), "plate": rendering.plate(package_of(game), game.title)},
        "seat": {"seat": seat.seat, "role": role},
        "seats": [_seat(visit, room, other) for other in room.seats],
        "inviter": found.inviter if room.host != visit.person else "",
        "taken_by": "" if seat.is_open else isolated(seat.name) or role,
        "yours": phrases.path_of(room) if room.seat_of(visit.person) else "",
        "link": link,
        "link_qr": rendering.qr(link),
        "error": error,
    }
    shows = preview.invitation(room, found.inviter if seat.is_open else "", visit.texts)
    return visit.page("join", context, person_name=found.name, status=422 if error else 200, shows=shows)


async def watch(request: Request) -> Response:
    """The link for spectators: from now on their browser opens this table.

    Whoever has never been here might be a chat program that wants to show the link, and would not be let in behind it:
    such a one gets a page that says what it is, and leads on at once.
    """
    visit = Visit(request)

    def look(connection: Connection) -> Room:
        room = rooms.read(connection, request.path_params["room"])
        if not room.opens_gallery(request.path_params["token"]):
            raise Problem("no_link")
        return room

    room = await visit.services.store.read(look)
    path = phrases.path_of(room)
    if visit.needs_cookie:
        told = {"room": {"title": title_in(room.game, visit.language), "game": room.game.id, "url": path}}
        response = visit.page("watch", told, shows=preview.table(room, visit.texts))
    else:
        response = visit.go(path)
    known = visit.galleries
    if room.id not in known[:1]:
        galleries = [room.id, *(other for other in known if other != room.id)]
        visit.give_cookie(response, GALLERY_COOKIE, visit.services.identities.write_galleries(galleries))
    return response


ROUTES = [
    Route("/play", play, methods=["POST"]),
    Route("/new/{game}", new, methods=["GET", "POST"]),
    Route("/room/{room}", gathering),
    Route("/room/{room}/stream", gathering_stream),
    Route("/room/{room}/seat", give, methods=["POST"]),
    Route("/room/{room}/leave", leave, methods=["POST"]),
    Route("/room/{room}/bind", bind, methods=["POST"]),
    Route("/room/{room}/open", open_nonce, methods=["POST"]),
    Route("/s/{room}/{token}", join, methods=["GET", "POST"]),
    Route("/watch/{room}/{token}", watch),
]
