"""Learning by playing: the page on which a lesson begins. What is said at its table: `coaching`."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eminence.core import lesson
from eminence.core.texts.telling import package_of, title_in
from eminence.server import actions
from eminence.server.http.visit import Visit
from eminence.server.pages import phrases, preview, rendering
from eminence.server.problems import Problem
from eminence.server.storage import people, rooms
from eminence.server.storage.match_log import OpenRoom


async def learn(request: Request) -> Response:
    """Whom one would like to play, and the table at which that is taught."""
    visit = Visit(request)
    game = rooms.known_game(request.path_params["game"])
    script = lesson.lesson_of(game)
    if script is None:
        raise Problem("no_lesson")
    if request.method == "POST":
        form = await visit.form()
        role, part = form.get("role", next(iter(script.roles))), form.get("part", script.taught[0].name)

        def begin(connection: Connection) -> OpenRoom:
            person = people.meet(connection, visit.person)
            return actions.learn(connection, person.id, person.name, game, role, part)

        return visit.go(phrases.path_of((await visit.services.change(begin)).room))
    texts, title = phrases.game_texts(game, visit.language), title_in(game, visit.language)
    context = {
        "game": {
            "id": game.id,
            "title": title,
            "plate": rendering.plate(package_of(game), game.title),
        },
        "roles": [
            {"id": role, "name": texts(f"lesson.{role}.name"), "text": texts(f"lesson.{role}.text")}
            for role in script.roles
        ],
    }
    name = await visit.services.store.read(visit.name)
    shows = preview.game(game, visit.texts("learn.title", game=title), visit.texts, kept=True)
    return visit.page("learn", context, person_name=name, shows=shows)


ROUTES: Final = [Route("/learn/{game}", learn, methods=["GET", "POST"])]
