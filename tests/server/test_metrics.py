"""What is counted, and under which names: templates of routes, never paths."""

import asyncio
import gc
from collections.abc import AsyncIterator
from unittest.mock import AsyncMock, Mock

import httpx
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import Scope

from eminence.server.http.addresses import Networks
from eminence.server.monitoring.measuring import Measured
from eminence.server.monitoring.metrics import Metrics, may_read, render


async def table(request: Request) -> Response:
    return PlainTextResponse(request.path_params["room"])


async def failing(request: Request) -> Response:
    raise RuntimeError(request.path_params["token"])


async def stream(request: Request) -> Response:
    async def events() -> AsyncIterator[str]:
        yield f"data: {value(request.app.state.metrics, 'eminence_open_streams')}\n\n"

    return StreamingResponse(events(), media_type="text/event-stream")


def app_with(metrics: Metrics) -> Starlette:
    routes = [
        Route("/table/{room:str}", table),
        Route("/stream/{room}", stream),
        Route("/s/{room}/{token}", failing),
        Mount("/api", routes=[Mount("/{version}", routes=[Route("/rooms/{room}", table)])]),
        Mount("/static", PlainTextResponse("file")),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(Measured, metrics=metrics)])
    app.state.metrics = metrics
    return app


def asked(app: Starlette, *words: str) -> list[httpx.Response]:
    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return [await client.request(*request.split()) for request in words]

    return asyncio.run(ask())


def told(metrics: Metrics) -> dict[str, list[tuple[dict[str, str], float]]]:
    """What the text says, by the name of a sample."""
    text, _ = render(metrics.registry)
    found: dict[str, list[tuple[dict[str, str], float]]] = {}
    for family in text_string_to_metric_families(text.decode()):
        for sample in family.samples:
            found.setdefault(sample.name, []).append((sample.labels, sample.value))
    return found


def value(metrics: Metrics, name: str) -> float:
    ((_, found),) = told(metrics)[name]
    return found


def test_requests_are_counted_by_template_method_and_status() -> None:
    metrics = Metrics()
    requests = {
        "GET /table/SECRET?token=SECRET": "GET /table/{room} 200",
        "POST /table/SECRET": "POST /table/{room} 405",
        "SECRET /table/SECRET": "other /table/{room} 405",
        "GET /s/SECRET/SECRET": "GET /s/{room}/{token} 500",
        "GET /api/SECRET/rooms/SECRET": "GET /api/{version}/rooms/{room} 200",
        "GET /static/SECRET.css": "GET /static/{path} 200",
        "GET /SECRET": "GET none 404",
        "GET /table/SECRET/": "GET none 307",
    }
    asked(app_with(metrics), *requests, "GET /table/SECRET2")
    total = told(metrics)["eminence_requests_total"]
    counted = {"{method} {route} {status}".format(**labels): number for labels, number in total}
    assert counted == dict.fromkeys(requests.values(), 1) | {"GET /table/{room} 200": 2}
    assert b"SECRET" not in render(metrics.registry)[0]
    timed = {labels["route"]: number for labels, number in told(metrics)["eminence_request_seconds_count"]}
    assert timed["/table/{room}"] == 4


def test_a_stream_is_counted_while_it_is_open_and_a_request_whose_sender_left_too() -> None:
    metrics = Metrics()
    (answer,) = asked(app_with(metrics), "GET /stream/x")
    assert answer.text == "data: 1.0\n\n"
    assert value(metrics, "eminence_open_streams") == 0
    assert value(metrics, "eminence_requests_total") == 1
    metrics = Metrics()
    scope: Scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
    asyncio.run(Measured(AsyncMock(), metrics)(scope, Mock(), Mock()))  # an app that says nothing
    assert told(metrics)["eminence_requests_total"] == [({"route": "none", "method": "GET", "status": "499"}, 1)]


def test_every_measure_is_there_from_the_start_and_every_app_has_its_own() -> None:
    first, second = Metrics(), Metrics()
    first.answers.inc()
    first.bot_answers.inc()
    first.thinking_seconds.observe(0.3)
    first.commit_seconds.observe(0.003)
    first.matches.set(1)
    counted = ("answers_total", "bot_answers_total", "bot_thinking_seconds_count", "answer_commit_seconds_count")
    for name in (*counted, "live_matches"):
        assert [value(metrics, f"eminence_{name}") for metrics in (first, second)] == [1, 0], name
    assert "process_resident_memory_bytes" in told(first)
    assert render(first.registry)[1].startswith("text/plain")


def test_an_app_that_is_gone_leaves_nothing_behind() -> None:
    gc.collect()  # what other tests left
    before = sum(isinstance(thing, Metrics) for thing in gc.get_objects())
    asked(app_with(Metrics()), "GET /table/x")
    gc.collect()
    assert sum(isinstance(thing, Metrics) for thing in gc.get_objects()) == before


def test_who_may_read_them() -> None:
    here, named = ("127.0.0.1", 1), Networks(["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"])
    others = {
        ("10.7.0.1", 1): True,
        ("2001:db8::7", 1): True,
        ("::1", 1): False,
        ("192.168.1.20", 1): False,
        None: False,
    }
    for client, may in {here: True, **others}.items():
        assert may_read({"type": "http", "client": client, "headers": []}, named) is may, client
    assert not may_read({"type": "http", "client": here, "headers": []}, Networks([])), "nobody is named"
    assert not may_read({"type": "http", "client": here, "headers": [(b"x-forwarded-for", b"127.0.0.1")]}, named)
