"""Every request counted, timed and logged, by the template of its route: paths carry tokens, templates do not."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Final

from starlette.routing import BaseRoute, Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eminence.server.monitoring.logs import log
from eminence.server.monitoring.metrics import Metrics

QUIET: Final = ("/health", "/metrics", "/static")
"""Routes that nobody wants to read about, asked for all the time."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
NO_ROUTE: Final = "none"
BUSY: Final = 503
"""The status of what is refused because too much of it is wanted just now: no fault, and it comes in floods."""
LEFT: Final = 499
"""The status of a request whose sender left before the answer began."""


class Measured:
    """Goes around everything else, so that what the limits refuse is counted too."""

    def __init__(self, app: ASGIApp, metrics: Metrics, quiet: tuple[str, ...] = QUIET) -> None:
        self.app = app
        self.metrics = metrics
        self.quiet = quiet
        self._templates: dict[int, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = LEFT
        streams = False

        async def send_measured(message: Message) -> None:
            nonlocal status, streams
            if message["type"] == "http.response.start":
                status = message["status"]
                if _is_stream(message):
                    streams = True
                    self.metrics.streams.inc()
                    self.tell(scope, status, began)
            await send(message)

        try:
            await self.app(scope, receive, send_measured)
        except Exception as error:
            self.tell(scope, 500, began, error)
            raise
        else:
            if not streams:
                self.tell(scope, status, began)
        finally:
            if streams:
                self.metrics.streams.dec()

    def tell(self, scope: Scope, status: int, began: float, error: Exception | None = None) -> None:
        """Count a request and log it."""
        seconds = time.perf_counter() - began
        route = self.template(scope)
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.metrics.requests.labels(route, method, status).inc()
        self.metrics.request_seconds.labels(route).observe(seconds)
        fault = status >= 500 and status != BUSY
        level = logging.ERROR if fault else logging.DEBUG if route.startswith(self.quiet) else logging.INFO
        log("request", level, error, method=method, route=route, status=status, ms=round(seconds * 1000, 1))

    def template(self, scope: Scope) -> str:
        """The template of the route a request took, that of its mount in front."""
        route = scope.get("route")
        if route is None:
            return NO_ROUTE
        if id(route) not in self._templates:
            self._templates.update(_templates(scope["app"].routes, ""))
        return self._templates.get(id(route), NO_ROUTE)


def _is_stream(start: Message) -> bool:
    return any(
        name.lower() == b"content-type" and value.startswith(b"text/event-stream")
        for name, value in start.get("headers", ())
    )


def _templates(routes: Sequence[BaseRoute], before: str) -> dict[int, str]:
    """The templates of all routes, by the identity of the route: routes live as long as their app."""
    found: dict[int, str] = {}
    for route in routes:
        found[id(route)] = before + getattr(route, "path_format", "")
        if isinstance(route, Mount):
            found |= _templates(route.routes, before + route.path)
    return found
