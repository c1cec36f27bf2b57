"""The application: its routes, what stands before them, and what people read when something goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eminence import __version__
from eminence.companion.reading import MOST_BYTES
from eminence.server.api import operations as api
from eminence.server.api.call import problem_for_programs
from eminence.server.http.addresses import Networks
from eminence.server.http.hosts import KnownHost, known_hosts
from eminence.server.http.limits import FILE_BYTES, TOO_FAST, BodyLimit, RateLimit, StreamLimit
from eminence.server.http.visit import language_of, problem_page
from eminence.server.monitoring import metrics
from eminence.server.monitoring.measuring import Measured
from eminence.server.pages import app as app_pages
from eminence.server.pages import check, companion, forecast, front, gathering, lessons, rendering, rules, table
from eminence.server.problems import Problem
from eminence.server.services import Services
from eminence.server.settings import Settings

FOR_GOOD: Final = "public, max-age=31536000, immutable"
CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""What every response says: nothing from elsewhere, no script in the page, nobody frames us. (One page of ours may ask
for a camera, and says so itself.)"""


class Guarded:
    """Puts the headers for safety on every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, guarded if scope["type"] == "http" else send)


async def static(request: Request) -> Response:
    """A file that goes with the pages. Its address names its content, so it may be kept for good."""
    known = rendering.statics().get(request.path_params["name"])
    if known is None or known.url != request.url.path:
        raise Problem("no_page")
    headers = {"cache-control": FOR_GOOD, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(known.packed, headers={**headers, "content-encoding": "gzip"}, media_type=known.kind)
    return Response(known.body, headers=headers, media_type=known.kind)


async def icon(request: Request) -> Response:
    """The icon, for those who do not read the page first."""
    known = rendering.statics()["icon.svg"]
    return Response(known.body, headers={"cache-control": "public, max-age=86400"}, media_type=known.kind)


ROBOTS: Final = """User-agent: *
Disallow: /table/
Disallow: /room/
Disallow: /s/
Disallow: /watch/
Disallow: /me/

User-agent: Twitterbot
User-agent: facebookexternalhit
User-agent: LinkedInBot
User-agent: Slackbot-LinkExpanding
User-agent: Discordbot
User-agent: TelegramBot
User-agent: WhatsApp
Disallow: /me/
"""
"""What search engines may read: the rules and the front, and nobody's table. Programs that show what a link leads to
may read those that were sent to somebody: see `pages.preview`."""


async def robots(request: Request) -> Response:
    """What programs that read pages by themselves may read."""
    return PlainTextResponse(ROBOTS)


async def health(request: Request) -> Response:
    """Whether the database answers; for those who watch over the server, what it does just now."""
    services: Services = request.app.state.services
    await services.store.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
    told: dict[str, Any] = {"status": "ok"}
    if metrics.may_read(request.scope, request.app.state.monitors):
        told |= {"version": __version__, **services.metrics.now()}
    return JSONResponse(told, headers={"cache-control": "no-store"})


async def measures(request: Request) -> Response:
    """The measures, for Prometheus."""
    if not metrics.may_read(request.scope, request.app.state.monitors):
        raise Problem("no_page")
    services: Services = request.app.state.services
    body, kind = metrics.render(services.metrics.registry)
    return Response(body, headers={"content-type": kind, "cache-control": "no-store"})


def problem_response(request: Request, problem: Problem) -> Response:
    """What went wrong: JSON for programs, a sentence or a page for people."""
    texts = rendering.texts(language_of(request))
    if request.url.path.startswith("/api/") or request.url.path == "/api":
        return problem_for_programs(texts, problem)
    return problem_page(request, texts, problem)


def _on_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return problem_response(request, error)


def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    keys = {404: "no_page", 405: "wrong_method", 400: "bad_form"}
    response = problem_response(request, Problem(keys.get(error.status_code, "bad_form")))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def _on_fault(request: Request, error: Exception) -> Response:
    response = problem_response(request, Problem("fault"))
    response.headers.update(HEADERS)  # a fault is told outside of all that stands before the routes
    response.headers["connection"] = "close"  # as it will be: nobody should send the next request over it
    return response


def _on_limit(scope: Scope, status: int, key: str) -> Response:
    return problem_response(Request(scope), Problem("too_many" if key == TOO_FAST else key))


def _on_host(scope: Scope) -> Response:
    return problem_response(Request(scope), Problem("wrong_host"))


def create_app(settings: Settings) -> Starlette:
    """The application over a database. Raises CannotOpen."""
    services = Services(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await services.begin()
        try:
            yield
        finally:
            await services.close()

    before = [
        Middleware(Measured, metrics=services.metrics),
        Middleware(Guarded),
        Middleware(KnownHost, problem=_on_host, names=known_hosts(settings)),
        Middleware(
            BodyLimit,
            problem=_on_limit,
            wider={"/verify": FILE_BYTES, "/api/verify": FILE_BYTES, companion.READS: MOST_BYTES},
        ),
    ]
    if settings.limits:
        person_of = services.identities.of_scope
        before.append(Middleware(RateLimit, problem=_on_limit, person_of=person_of))
        before.append(Middleware(StreamLimit, problem=_on_limit, person_of=person_of))
    before.append(Middleware(GZipMiddleware, minimum_size=500, compresslevel=6))
    app = Starlette(
        routes=[
            *front.ROUTES,
            *rules.ROUTES,
            *lessons.ROUTES,
            *gathering.ROUTES,
            *table.ROUTES,
            *forecast.ROUTES,
            *check.ROUTES,
            *companion.ROUTES,
            *app_pages.ROUTES,
            *api.ROUTES,
            Route("/static/{digest}/{name:path}", static),
            Route("/favicon.ico", icon),
            Route("/robots.txt", robots),
            Route("/health", health),
            Route("/metrics", measures),
        ],
        middleware=before,
        exception_handlers={Problem: _on_problem, HTTPException: _on_http, Exception: _on_fault},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # it would lead to the host that the request names
    app.state.services = services
    app.state.monitors = Networks(settings.monitors)
    return app
