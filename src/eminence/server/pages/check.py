"""Checking a match file, whoever played it and wherever."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eminence.server import fairness
from eminence.server.http.visit import Visit
from eminence.server.problems import Problem


async def verify(request: Request) -> Response:
    """Was this match dealt and played by the rules?"""
    visit = Visit(request)
    if request.method != "POST":
        return visit.page("verify", {"result": None})
    form = await visit.form()
    if not form.get("file", "").strip():
        raise Problem("bad_form")
    result = await visit.services.store.think(lambda: fairness.of_file(form["file"], visit.language))
    return visit.page("verify", {"result": result})


ROUTES = [Route("/verify", verify, methods=["GET", "POST"])]
