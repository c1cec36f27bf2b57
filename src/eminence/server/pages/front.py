"""The front page, one's own games, the settings: what is not about one room."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eminence.core.lesson import lesson_of
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import package_of, telling, title_in
from eminence.games import all_games
from eminence.server import actions
from eminence.server.http.cookies import COOKIE, GALLERY_COOKIE
from eminence.server.http.visit import LANGUAGE_COOKIE, ON_THE_DEVICE, Visit, local
from eminence.server.letters import isolated
from eminence.server.pages import phrases, preview, rendering
from eminence.server.pages.gathering import levels
from eminence.server.problems import Problem
from eminence.server.storage import match_log, people, rooms

SHOWN: Final = 5
MOST: Final = 60
LATEST: Final = 10
"""How many finished games are not folded away."""


async def front(request: Request) -> Response:
    """All games, the tables that are open, one's own."""
    visit = Visit(request)

    def look(connection: Connection) -> tuple[str, list[dict[str, Any]], list[rooms.Room]]:
        own = _lines(connection, visit, rooms.names_of_person(connection, visit.person, SHOWN))
        return visit.name(connection), own, visit.services.listed(connection)

    name, mine, listed = await visit.services.store.read(look)
    context = {"games": _plates(visit), "levels": levels(visit), "mine": mine, "open_rooms": _open(visit, listed)}
    context["companions"] = [
        {"title": title_in(game, visit.language), "url": f"/companion/{game.id}/{visit.language}"}
        for game in all_games()
        if game.companion
    ]
    return visit.page("front", context, person_name=name, shows=preview.house(visit.texts, kept=True))


def _lines(connection: Connection, visit: Visit, own: list[str]) -> list[dict[str, Any]]:
    told = [_line(connection, visit, name) for name in own]
    return sorted(told, key=lambda line: (not line["my_turn"], line["over"]))


def _line(connection: Connection, visit: Visit, name: str) -> dict[str, Any]:
    """A room in the list of somebody's games. One that cannot be read says so, and keeps nobody from the others."""
    try:
        opened = match_log.open_room(connection, name)
    except Problem:
        return phrases.unreadable_line(visit.texts, name)
    following = None
    if opened.room.next:
        with suppress(Problem):  # damaged: that is told there
            following = rooms.read(connection, opened.room.next)
    return phrases.game_line(opened, visit.person, visit.texts, following)


def _plates(visit: Visit) -> list[dict[str, Any]]:
    return [
        {
            "id": game.id,
            "title": title_in(game, visit.language),
            "summary": phrases.game_texts(game, visit.language)("summary"),
            "counts": game.seats,
            "players": phrases.players(visit.texts, game.seats),
            "taught": lesson_of(game) is not None,
            "plate": rendering.plate(package_of(game), game.title),
        }
        for game in all_games()
    ]


def _open(visit: Visit, listed: list[rooms.Room]) -> list[dict[str, Any]]:
    found = []
    for room in listed:
        texts = phrases.game_texts(room.game, visit.language)
        names = [
            seat.name or phrases.role(texts, seat.seat) for seat in room.seats if not seat.is_open and not seat.level
        ]
        free = [seat for seat in room.seats if seat.is_open]
        found.append(
            {
                "url": phrases.path_of(room),
                "title": title_in(room.game, visit.language),
                "names": names,
                "free": len(free),
                "seats": len(room.seats),
                "phase": room.phase,
            }
        )
    return found


async def mine(request: Request) -> Response:
    """Every match this browser sits in, and the link that carries it to another one, for whoever has done something."""
    visit = Visit(request)

    def look(connection: Connection) -> Response:
        own = rooms.names_of_person(connection, visit.person, MOST)
        lines = _lines(connection, visit, own)
        person = people.find(connection, visit.person)
        link = f"{visit.link_base}/me/{person.link}" if person else ""
        finished = [line for line in lines if line["over"]]
        context = {
            "running": [line for line in lines if not line["over"]],
            "finished": finished[:LATEST],
            "older": finished[LATEST:],
            "won": sum(line["won"] for line in finished),
            "personal_link": link,
            "personal_qr": rendering.qr(link) if link else "",
            "periods": phrases.kept(visit.texts, visit.services.settings.keeping),
        }
        return visit.page("mine", context, person_name=person.name if person else "")

    return await visit.services.store.read(look)


async def me(request: Request) -> Response:
    """The personal link: continue as that person on this device."""
    visit = Visit(request)
    link: str = request.path_params["link"]

    def look(connection: Connection) -> tuple[people.Person, int]:
        person = people.by_link(connection, link)
        return person, len(rooms.names_of_person(connection, person.id, MOST))

    person, games = await visit.services.store.read(look)
    if request.method == "POST":
        await visit.form()
        response = visit.go("/mine")
        visit.give_cookie(response, COOKIE, visit.services.identities.write(person.id))
        return response
    return visit.page("me", {"name": isolated(person.name), "games": games}, person_name=person.name)


async def rename(request: Request) -> Response:
    """Another name, at every table that is not over."""
    visit = Visit(request)
    form = await visit.form()

    name = form.get("name", "")
    await visit.services.change_several(lambda connection: actions.rename(connection, visit.person, name))
    return visit.go(local(form.get("back", "/mine")))


async def new_link(request: Request) -> Response:
    """Another personal link. The form brings the name under which this browser goes on, so that it can be sent again:
    were it drawn when it comes, and our answer lost, nobody would know it. Nor may it follow from the old one, which
    others know."""
    visit = Visit(request)
    if request.method != "POST":
        name = await visit.services.store.read(visit.name)
        drawn = visit.services.identities.new()
        return visit.page("new_link", {"fresh": visit.services.identities.write(drawn)}, person_name=name)
    form = await visit.form()
    fresh = visit.services.identities.read(form.get("fresh"))
    if fresh is None:
        raise Problem("bad_form")
    await visit.services.renew(visit.person, fresh)
    response = visit.go("/mine")
    visit.give_cookie(response, COOKIE, visit.services.identities.write(fresh))
    return response


async def forget_me(request: Request) -> Response:
    """Delete all that is kept of whoever asks for it, and means it."""
    visit = Visit(request)
    form = await visit.form()
    if form.get("sure") != "yes":
        raise Problem("bad_form")
    await visit.services.forget(visit.person)
    response = visit.go("/")
    visit.take_cookies(response, COOKIE, GALLERY_COOKIE)
    return response


async def settings(request: Request) -> Response:
    """The page of all settings; or a choice, by which one comes back to where it was made."""
    visit = Visit(request)
    if request.method != "POST":
        chosen, name = await visit.services.store.read(lambda found: (visit.settings(found), visit.name(found)))
        return visit.page("settings", chosen, person_name=name)
    form = await visit.form()
    response = visit.piece("") if visit.fragment else visit.go(local(form.get("back", "/")))
    if "speed" in form:
        await visit.services.store.write(lambda connection: people.set_speed(connection, visit.person, form["speed"]))
    if "language" in form:
        if form["language"] not in LANGUAGES:
            raise Problem("no_language")
        visit.give_cookie(response, LANGUAGE_COOKIE, form["language"])
    for name in form.keys() & ON_THE_DEVICE.keys():
        if form[name] not in ON_THE_DEVICE[name]:
            raise Problem("bad_form")
        visit.give_cookie(response, name, form[name])
    return response


async def things(request: Request) -> Response:
    """What lies on the table of a game, and what each thing is: a page; for the script, the list alone."""
    visit = Visit(request)
    found = rooms.known_game(request.path_params["game"])
    name = title_in(found, visit.language)
    context = {"game": {"id": found.id, "title": name}, "things": telling(found, visit.language, None).sheets()}
    if visit.fragment:
        return visit.piece(rendering.draw("thing_list.html", {"t": visit.texts, **context}))
    title = visit.texts("things.title", game=name)
    return visit.page("things", context, shows=preview.game(found, title, visit.texts, kept=True))


ROUTES = [
    Route("/", front),
    Route("/mine", mine),
    Route("/me/name", rename, methods=["POST"]),
    Route("/me/link", new_link, methods=["GET", "POST"]),
    Route("/me/forget", forget_me, methods=["POST"]),
    Route("/me/{link}", me, methods=["GET", "POST"]),
    Route("/settings", settings, methods=["GET", "POST"]),
    Route("/things/{game}", things),
]
