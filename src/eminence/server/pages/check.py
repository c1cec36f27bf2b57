"""Checking a match file, whoever played it and wherever."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eminence.server import fairness
from eminence.server.checking import Check
from eminence.server.http.visit import Visit
from eminence.server.problems import Problem

SOON: Final = 2.0
"""Seconds that a person waits for the page itself. What takes longer is shown on a page that shows how far it is."""
FILE: Final = "file"


async def verify(request: Request) -> Response:
    """Was this match dealt and played by the rules?"""
    visit = Visit(request)
    if request.method != "POST":
        return visit.page("verify", {"result": None, "progress": None})
    form = await visit.form(unread=FILE)
    if not form.get(FILE, ""):
        raise Problem("bad_form")
    check = visit.services.checks.begin(visit.address, form[FILE])
    if await visit.services.checks.wait(check, SOON) is None:
        return visit.go(f"/verify/{check.id}")
    return _page(visit, check)


async def progress(request: Request) -> Response:
    """How far a check has come, or what it has found. The page asks again by itself, without a script."""
    visit = Visit(request)
    return _page(visit, visit.services.checks.find(request.path_params["check"]))


def _page(visit: Visit, check: Check) -> Response:
    if check.verdict is not None:
        result = fairness.of_file(check.verdict, visit.language)
        return visit.page("verify", {"result": result, "progress": None})
    done, of = check.progress or (0, 0)
    waiting = visit.services.checks.workers.waiting if check.progress is None else 0
    return visit.page("verify", {"result": None, "progress": {"done": done, "of": of, "waiting": waiting}})


ROUTES = [Route("/verify", verify, methods=["GET", "POST"]), Route("/verify/{check}", progress)]
