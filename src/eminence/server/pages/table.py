"""The table: the page, its answers, its stream; the chat beside it; after the end the file and the verification."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eminence.core.errors import EminenceError
from eminence.core.event import Event, as_known_to
from eminence.core.showing import Lately
from eminence.core.texts import sentence
from eminence.server import actions, fairness
from eminence.server.http.visit import Form, Visit
from eminence.server.live.event_stream import EventStream, as_event
from eminence.server.live.live_rooms import LiveRoom
from eminence.server.pages import phrases, preview, rendering, scene, talk
from eminence.server.pages.check import SOON
from eminence.server.pages.gathering import begun, seated
from eminence.server.problems import Problem
from eminence.server.storage import chat, match_log, people, rooms
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.rooms import Room

SHOWN: Final = 500
"""How many of the last events a page tells, more than a match has: there is no end to taking back."""
AT_ONCE: Final = 60
"""So many events at most are new at once."""


@dataclass(frozen=True, slots=True)
class Looking:
    """A room, and from where somebody looks at it: a seat, or the gallery (None)."""

    opened: OpenRoom
    reader: int | None

    @property
    def room(self) -> Room:
        return self.opened.room


def look(connection: Connection, visit: Visit) -> Looking:
    """Open a room for whoever visits. Problem if it is private and no link led here."""
    opened = match_log.open_room(connection, visit.room)
    return Looking(opened, visit.guest(connection, opened.room).seat)


# -- the page ----------------------------------------------------------------------------------------------------------


async def table(request: Request) -> Response:
    """The whole page, or its middle for the script."""
    visit = Visit(request)

    def read(connection: Connection) -> Response:
        looking = look(connection, visit)
        visit.services.looked_at(looking.room)
        if looking.opened.match is None:
            return visit.go(f"/room/{visit.room}")
        why = _why(visit, looking, request.query_params.get("why", ""))
        if visit.fragment:
            return visit.piece(_scene(connection, visit, looking, why))
        name = visit.name(connection)
        shows = preview.table(looking.room, visit.texts)
        return visit.page("table", _page(connection, visit, looking, why), person_name=name, shows=shows)

    return await visit.services.store.read(read)


def _why(visit: Visit, looking: Looking, choice: str) -> str:
    """Why something may not be chosen now: the game's own reason, else that it is not one's turn."""
    if not choice or looking.reader is None:
        return ""
    try:
        because = match_log.why_not(looking.opened, looking.reader, choice, visit.language)
    except EminenceError:
        raise Problem("bad_choice", why="") from None
    match = looking.opened.playing
    if looking.reader not in match.asked:
        return visit.texts("problem.match_over" if match.over else "problem.not_asked")
    return because or visit.texts("problem.not_offered", why="").strip()


def _context(connection: Connection, visit: Visit, looking: Looking, why: str = "") -> dict[str, Any]:
    room = looking.room
    here = visit.services.live_rooms.here(room.id)
    made = scene.context(
        looking.opened,
        looking.reader,
        visit.language,
        lately=_lately(connection, visit, looking),
        here=here,
        csrf=visit.csrf,
        pause=visit.services.discreet.pause,
        watched=visit.services.live_rooms.has_gallery(room.id),
        read=_notes_read(connection, visit, looking),
        going=match_log.going(connection, room) if room.lesson else None,
        why=why,
    )
    if room.phase == rooms.OVER:
        made["rematch"] = _rematch(connection, visit, looking)
    return made


def _notes_read(connection: Connection, visit: Visit, looking: Looking) -> list[str]:
    """The notes for a first game that whoever sits there has read; spectators are shown none."""
    return [] if looking.reader is None else people.notes_read(connection, visit.person, looking.room.game.id)


def _lately(connection: Connection, visit: Visit, looking: Looking) -> Lately:
    """What has happened since the reader last answered, and as much more as the game's page wants to show."""
    told = looking.room.told
    fresh = max(scene.since(looking.opened.playing, looking.reader), told - AT_ONCE)
    first = max(0, min(fresh, told - max(1, rendering.game_page(looking.room.game).LATELY)))
    live = visit.services.live_rooms.rooms.get(looking.room.id) or LiveRoom()
    events = _events(connection, live, looking.opened, looking.reader, first)
    return Lately([event for _, event in events], [event for number, event in events if number >= fresh])


def _rematch(connection: Connection, visit: Visit, looking: Looking) -> dict[str, Any]:
    nobody: dict[str, Any] = {"offered_by": [], "you_offered": False, "url": ""}
    if not looking.room.next:
        return nobody
    try:
        following = rooms.read(connection, looking.room.next)
    except Problem:  # damaged: that is told there
        return nobody
    teller = scene.teller_for(following, visit.language, None)
    sitting = [seat for seat in following.seats if seat.person]
    yours = following.seat_of(visit.person) is not None
    goes = yours or (looking.reader is None and (following.listed or following.phase != rooms.GATHERING))
    return {
        "offered_by": [sentence(teller.name(seat.seat)) for seat in sitting if seat.person != visit.person],
        "you_offered": yours,
        "url": phrases.path_of(following) if goes else "",
    }


def _scene(connection: Connection, visit: Visit, looking: Looking, why: str = "") -> str:
    return rendering.draw("scene.html", _context(connection, visit, looking, why))


def _page(connection: Connection, visit: Visit, looking: Looking, why: str) -> dict[str, Any]:
    room, reader = looking.room, looking.reader
    teller = scene.teller_for(room, visit.language, reader)
    seen = room.seats[reader].seen if reader is not None else None
    story = scene.story_lines(teller, match_log.story(connection, room, reader, max(0, room.told - SHOWN)), seen)
    said = chat.heard(connection, room, reader is None)
    made = _context(connection, visit, looking, why)
    made["room"]["began_again"] = fairness.began_again(room, visit.language)
    made["room"]["watch_link"] = f"{visit.link_base}/watch/{room.id}/{room.watch_token}"
    return {
        **made,
        **visit.settings(connection),
        "csrf": visit.csrf,
        "news": scene.news(story, reader) if reader is not None else [],
        "story": story,
        "chat": _chat(visit, room, said),
        "talk": talk.cards(room, visit.language, reader) if room.phase == rooms.PLAYING else [],
        "can_chat": True,
        "chat_for": "gallery" if reader is None else "table",
        "last": f"{room.told}.{said[-1].number + 1 if said else 0}",
        "drawn": "" if why else _digest(rendering.draw("scene.html", made)),
        "drawings": rendering.drawings(room.game),
    }


def _chat(visit: Visit, room: Room, said: list[chat.Line]) -> list[dict[str, Any]]:
    told = [(line, *phrases.said(room, line, visit.language)) for line in said]
    return [
        {
            "number": line.number,
            "name": name or visit.texts("chat.nameless"),
            "text": text,
            "card": bool(line.phrase),
            "is_you": line.person == visit.person,
            "when": phrases.ago(visit.texts, line.at),
        }
        for line, name, text in told
    ]


# -- answers -----------------------------------------------------------------------------------------------------------


async def _do(request: Request, act: Callable[[Connection, Visit, Form], OpenRoom]) -> Response:
    """Something done at the table: then the table as it stands, as a piece for the script or as a page."""
    visit = Visit(request)
    form = await visit.form()
    opened = await visit.services.change(lambda connection: act(connection, visit, form))
    if not visit.fragment or opened.match is None:
        return visit.go(phrases.path_of(opened.room))
    seat = opened.room.seat_of(visit.person)
    looking = Looking(opened, None if seat is None else seat.seat)
    live = visit.services.live_rooms.rooms.get(visit.room) or LiveRoom()
    at_hand = live.drawn
    return visit.piece(
        await visit.services.store.read(lambda connection: _shared_scene(connection, visit, looking, live, at_hand))
    )


def _field(form: Form, name: str) -> str:
    if name not in form:
        raise Problem("bad_form")
    return form[name]


async def answer(request: Request) -> Response:
    """An answer to what is asked: a choice, or several small ones that were composed and come together."""

    def act(connection: Connection, visit: Visit, form: Form) -> OpenRoom:
        ask, choices = _field(form, "ask"), form.every("choice")
        if not choices:
            raise Problem("bad_form")
        opened = actions.answer(connection, visit.room, visit.guest, ask, choices, visit.language)
        if note := form.get("note"):  # the one that stood beside the question
            actions.read_note(connection, visit.room, visit.guest, note)
        return opened

    return await _do(request, act)


async def back(request: Request) -> Response:
    """Take the last answer back, or (whole=yes) all that was sealed together."""

    def act(connection: Connection, visit: Visit, form: Form) -> OpenRoom:
        whole = form.get("whole") == "yes"
        return actions.take_back(connection, visit.room, visit.guest, _field(form, "ask"), whole=whole)

    return await _do(request, act)


async def seen(request: Request) -> Response:
    """The news were read."""
    return await _do(request, lambda connection, visit, form: actions.mark_seen(connection, visit.room, visit.guest))


async def note(request: Request) -> Response:
    """A note was read; or all are wanted once more."""
    return await _do(
        request, lambda c, visit, form: actions.read_note(c, visit.room, visit.guest, _field(form, "note"))
    )


async def set_discreet(request: Request) -> Response:
    """Whether questions that may tell something by how long they take are answered for this seat from now on."""

    def act(connection: Connection, visit: Visit, form: Form) -> OpenRoom:
        on = _field(form, "on")
        if on not in ("yes", "no"):
            raise Problem("bad_form")
        return actions.set_discreet(connection, visit.room, visit.guest, on == "yes")

    return await _do(request, act)


async def say(request: Request) -> Response:
    """Say something: to the players, or among spectators."""

    def act(connection: Connection, visit: Visit, form: Form) -> OpenRoom:
        if phrase := form.get("phrase"):  # what fills its blanks comes behind it
            return actions.say_phrase(connection, visit.room, visit.guest, " ".join([phrase, *form.every("with")]))
        name = people.meet(connection, visit.person).name
        return actions.say(connection, visit.room, visit.guest, name, _field(form, "text"), visit.language)

    return await _do(request, act)


async def rematch(request: Request) -> Response:
    """Once more: the room of the rematch, and one's own seat in it."""
    visit = Visit(request)
    form = await visit.form()
    seat = -1

    def change(connection: Connection) -> tuple[OpenRoom, OpenRoom]:
        nonlocal seat
        over, following, seat = actions.rematch(connection, visit.room, visit.guest)
        name = people.meet(connection, visit.person).name
        return over, seated(connection, visit, following, seat, name, form)

    _, following = await visit.services.change_several(change)
    return begun(visit, following, seat)


# -- the stream --------------------------------------------------------------------------------------------------------


def _numbers(last: str) -> tuple[int, int]:
    """Where a stream goes on: after so many events and so many lines of chat."""
    told, _, said = last.partition(".")
    if not (told.isdecimal() and said.isdecimal() and len(last) < 20):
        return 0, 0
    return int(told), int(said)


def _digest(drawn: str) -> str:
    """By which a page that has just come says which scene it shows, so that the same one is not sent once more."""
    return hashlib.sha256(drawn.encode()).hexdigest()[:16]


async def stream(request: Request) -> Response:
    """The table as it changes: story, chat and scene, only what this reader may know."""
    visit = Visit(request)

    def enter(connection: Connection) -> tuple[Looking, int]:
        looking = look(connection, visit)
        return looking, chat.lines(connection, looking.room, looking.reader is None)

    looking, lines = await visit.services.store.read(enter)
    told, said = _numbers(request.headers.get("last-event-id") or request.query_params.get("last", ""))
    told, said = min(told, looking.room.told), min(said, lines)
    # Whoever was told something since then shows another scene by now.
    known = "" if "last-event-id" in request.headers else request.query_params.get("drawn", "")
    reader = looking.reader
    live_rooms = visit.services.live_rooms

    async def messages(stream: EventStream) -> None:
        nonlocal told, said, known
        shown = hash("")
        with live_rooms.listening(visit.room, reader) as (live, listener):
            while not live_rooms.closing:
                listener.woken.clear()
                look_on = partial(_news, visit, live, reader, told, said)
                before = told
                story, spoken, drawn, told, said = await visit.services.store.read(look_on)
                number = f"{told}.{said}"
                if spoken:  # whoever is cut off after this has not heard the story yet
                    await stream.send(as_event("chat", spoken, f"{before}.{said}"))
                if story:
                    await stream.send(as_event("story", story, number))
                if known and known == _digest(drawn):
                    shown = hash(drawn)
                if hash(drawn) != shown:
                    await stream.send(as_event("table", drawn, number))
                    shown = hash(drawn)  # the scene itself would be most of what an open stream costs
                known = ""
                del drawn
                await stream.wait(listener)

    return EventStream(messages)


def _news(
    visit: Visit, live: LiveRoom, reader: int | None, told: int, said: int, connection: Connection
) -> tuple[str, str, str, int, int]:
    """What a stream tells next: lines of the story, lines of the chat, the scene; and where it then stands."""
    at_hand = live.drawn
    opened = live.opened or match_log.open_room(connection, visit.room)
    room = opened.room
    if reader is not None and room.seats[reader].person != visit.person:
        raise Problem("not_seated")  # he got up, or is somebody else by now: what follows is not for him
    if reader is None:
        visit.services.looked_on(room)  # it may have begun since his stream did
    story = spoken = drawn = ""
    if opened.match is None:
        return story, spoken, drawn, told, said
    if room.told > told:
        events = _events(connection, live, opened, reader, told)
        found = scene.story_lines(scene.teller_for(room, visit.language, reader), events)
        story = rendering.draw("story_lines.html", {"story": found})
        told = room.told
    if room.said > said:  # by players and spectators together: perhaps it is nothing for this reader
        heard = chat.heard(connection, room, reader is None, said)
        if heard:
            spoken = rendering.draw("chat_lines.html", {"t": visit.texts, "chat": _chat(visit, room, heard)})
            said = heard[-1].number + 1
    drawn = _shared_scene(connection, visit, Looking(opened, reader), live, at_hand)
    return story, spoken, drawn, told, said


def _shared_scene(
    connection: Connection, visit: Visit, looking: Looking, live: LiveRoom, at_hand: dict[object, str]
) -> str:
    """The scene, drawn once for all who see the same. `at_hand` are the live's from before it was looked at."""
    read = _notes_read(connection, visit, looking)  # perhaps at another table
    key = (looking.reader, visit.language, looking.reader is not None and visit.csrf, *read)
    with live.drawing:
        drawn = at_hand.get(key, "")
        if not drawn:
            drawn = _scene(connection, visit, looking)
            if live.opened is looking.opened:
                at_hand[key] = drawn
    return drawn


def _events(
    connection: Connection, live: LiveRoom, opened: OpenRoom, reader: int | None, since: int
) -> list[tuple[int, Event]]:
    """What has happened since, from memory where it is at hand."""
    at_hand = live.events
    if at_hand and at_hand[0][0] <= since and at_hand[-1][0] == opened.room.told - 1:
        visible = opened.room.game.visible
        return [(number, as_known_to(event, visible, reader)) for number, event in at_hand if number >= since]
    told = opened.room.told  # the database may know of more already: that is told next time
    kept = match_log.story(connection, opened.room, reader, since)
    return [(number, event) for number, event in kept if number < told]


# -- after the end -----------------------------------------------------------------------------------------------------


async def export(request: Request) -> Response:
    """The match as a file. Only once it is over: before, it would tell what is hidden."""
    visit = Visit(request)

    def read(connection: Connection) -> str:
        return match_log.export(connection, look(connection, visit).room)

    text = await visit.services.store.read(read)
    headers = {"content-disposition": f'attachment; filename="eminence-{visit.room}.json"', "cache-control": "no-store"}
    return visit.signed(Response(text, media_type="application/json", headers=headers))


async def fair(request: Request) -> Response:
    """How this match was shuffled: what was promised, and after the end every draw computed again."""
    visit = Visit(request)

    def read(connection: Connection) -> tuple[str, Room, str]:
        room = look(connection, visit).room
        file = match_log.export(connection, room) if room.phase == rooms.OVER else ""
        return visit.name(connection), room, file

    name, room, file = await visit.services.store.read(read)
    verdict = None
    if file:
        checks = visit.services.checks
        with suppress(Problem):  # too many are checked just now: the page asks again by itself
            verdict = await checks.wait(checks.begin(visit.address, file.encode(), with_draws=True), SOON)
    return visit.page("fair", fairness.of_room(room, verdict, visit.language, visit.person), person_name=name)


ROUTES = [
    Route("/table/{room}", table),
    Route("/table/{room}/stream", stream),
    Route("/table/{room}/answer", answer, methods=["POST"]),
    Route("/table/{room}/back", back, methods=["POST"]),
    Route("/table/{room}/seen", seen, methods=["POST"]),
    Route("/table/{room}/note", note, methods=["POST"]),
    Route("/table/{room}/quiet", set_discreet, methods=["POST"]),
    Route("/table/{room}/say", say, methods=["POST"]),
    Route("/table/{room}/rematch", rematch, methods=["POST"]),
    Route("/table/{room}/match.json", export),
    Route("/table/{room}/fair", fair),
]
