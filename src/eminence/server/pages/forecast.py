"""What would come of an answer that is being composed: told to whoever composes it, while nothing is given yet.

It follows from the reader's View and from what he has put together, and from nothing else; nothing is kept or told to
anybody, so that nobody learns that somebody ponders, or what.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eminence.core.errors import EminenceError
from eminence.server.http.visit import Visit
from eminence.server.pages import rendering, scene
from eminence.server.pages.table import look
from eminence.server.problems import Problem
from eminence.server.storage.match_log import MOST_CHOICES, ask_id

PIECE: Final = "forecast"
"""The macro with which a game draws it."""


async def forecast(request: Request) -> Response:
    """A piece for the script: what comes of these choices, if they are the answer to what is asked now; nothing, if by
    now something else is asked, since others go on while somebody composes."""
    visit = Visit(request)
    form = await visit.form()
    choices = form.every("choice")
    if "ask" not in form or len(choices) > MOST_CHOICES:
        raise Problem("bad_form")

    def read(connection: Connection) -> Response:
        looking = look(connection, visit)
        room, match, reader = looking.room, looking.opened.playing, looking.reader
        if reader is None or reader not in match.asked or form["ask"] != ask_id(match, reader):
            return visit.signed(Response(status_code=204, headers={"cache-control": "no-store"}))
        try:
            codes = [room.game.code(choice) for choice in choices]
        except EminenceError:
            raise Problem("bad_choice", why="") from None
        teller = scene.teller_for(room, visit.language, reader)
        view, ask = scene.in_sight(match, reader), match.asks()[reader]
        told = rendering.game_page(room.game).forecast(view, ask, teller, codes)
        macro = getattr(rendering.game_look(room.game), PIECE, None)
        return visit.piece("" if told is None or macro is None else str(macro(told)))

    return await visit.services.store.read(read)


ROUTES: Final = [Route("/table/{room}/forecast", forecast, methods=["POST"])]
