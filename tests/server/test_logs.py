"""Logs: a JSON object a line, or a line for people; and nothing in them that anybody typed, holds or hides."""

from __future__ import annotations

import io
import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from eminence.server.monitoring import logs
from eminence.server.monitoring.measuring import Measured
from eminence.server.monitoring.metrics import Metrics
from tests.server.refusing import answers_of


class Log(io.StringIO):
    """A stream that remembers, as a terminal or not."""

    terminal = False

    def isatty(self) -> bool:
        return self.terminal

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.getvalue().splitlines()]


@pytest.fixture
def log() -> Iterator[Log]:
    """All that is logged. After the test, logs go where they went before."""
    root, own = logging.getLogger(), logging.getLogger(logs.OWN)
    handlers, levels = list(root.handlers), (root.level, own.level)
    log = Log()
    logs.set_up(stream=log)
    yield log
    root.handlers = handlers
    root.setLevel(levels[0])
    own.setLevel(levels[1])


def test_an_event_is_one_json_object_on_one_line(log: Log) -> None:
    fields: dict[str, Any] = {"seats": 3, "game": "richelieu", "note": "a\nb \N{SNOWMAN}"}
    logs.log("match.begun", **fields)
    logs.log("not.told", logging.DEBUG)
    (line,) = log.lines
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "info", "event": "match.begun", **fields}


def test_on_a_terminal_a_line_for_people_and_only_what_needs_them(log: Log) -> None:
    log.terminal = True
    logs.set_up(stream=log)
    logs.log("match.begun", seats=3)
    logs.log("disk.full", logging.WARNING, free=0)
    assert log.getvalue().endswith(" warning disk.full free=0\n")
    assert log.getvalue().count("\n") == 1, "though it was set up twice"
    logs.set_up("debug", stream=log)
    logs.log("match.begun", logging.DEBUG, seats=3)
    assert log.getvalue().endswith(" debug   match.begun seats=3\n")


async def page(request: Request) -> Response:
    await request.body()
    response = PlainTextResponse("SECRET")
    response.set_cookie("person", "SECRET")
    return response


async def failing(request: Request) -> Response:
    words = (await request.body()).decode()
    try:
        with closing(sqlite3.connect(":memory:")) as database:
            database.execute("select * from nowhere")
    except sqlite3.Error as error:
        raise ValueError(f"cannot take {words}") from error
    raise AssertionError


def handled(request: Request, error: Exception) -> Response:
    return PlainTextResponse("Something went wrong.", 500)


ROUTES = [Route("/me/{token}", page, methods=["POST"]), Route("/failing/{token}", failing, methods=["POST"])]
APP = Starlette(
    routes=[*ROUTES, Route("/health", page)],
    middleware=[Middleware(Measured, metrics=Metrics())],
    exception_handlers={Exception: handled},
)


def asked(*words: str) -> list[httpx.Response]:
    headers = {"Cookie": "person=SECRET", "Referer": "/me/SECRET", "User-Agent": "SECRET"}
    split = (request.split() for request in words)
    requests = [httpx.Request(how, f"http://here{path}", headers=headers, content=b"SECRET") for how, path in split]
    return answers_of(APP, *requests)


def test_a_request_is_told_by_its_template_and_by_nothing_it_carries(log: Log) -> None:
    logs.set_up("debug", stream=log)
    asked("POST /me/SECRET?name=SECRET", "GET /SECRET", "GET /health")
    assert [(line["level"], line["method"], line["route"], line["status"]) for line in log.lines] == [
        ("info", "POST", "/me/{token}", 200),
        ("info", "GET", "none", 404),
        ("debug", "GET", "/health", 200),
    ]
    for line in log.lines:
        assert set(line) == {"time", "level", "event", "method", "route", "status", "ms"}
        assert 0 <= line["ms"] < 5000
    assert "SECRET" not in log.getvalue()


@pytest.mark.parametrize("terminal", [False, True])
def test_an_exception_is_told_with_its_place_and_kind_but_not_in_its_words(log: Log, terminal: bool) -> None:
    log.terminal = terminal
    logs.set_up(stream=log)
    (answer,) = asked("POST /failing/SECRET")
    assert (answer.status_code, answer.text) == (500, "Something went wrong.")
    text = log.getvalue() if terminal else str(log.lines[0]["traceback"])
    assert "in failing" in text
    assert "sqlite3.OperationalError: no such table: nowhere" in text, "what the machine itself says is told"
    assert text.rstrip().endswith("ValueError")
    assert "SECRET" not in log.getvalue()


def test_what_was_told_is_not_told_again_by_the_server(log: Log) -> None:
    words = "SECRET".lower()
    try:
        raise RuntimeError(words)
    except RuntimeError as caught:
        error = caught
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n", exc_info=error)
    assert len(log.lines) == 1, "by whom it is told first does not matter"
    logs.log("request", logging.ERROR, error)
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n", exc_info=error)
    assert [line["event"] for line in log.lines] == ["uvicorn.error", "request"]
    assert words not in log.getvalue()


def test_of_what_libraries_say_the_first_line_is_told(log: Log) -> None:
    logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: ValueError('SECRET')")
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    logging.getLogger("uvicorn.error").error("Traceback (most recent call last):\n SECRET")
    logging.getLogger("sqlalchemy").info("not told")
    told = ["Task exception was never retrieved", "Invalid HTTP request received."]
    assert [line["message"] for line in log.lines] == told


def test_a_traceback_ends_even_where_its_causes_go_in_a_circle() -> None:
    words = "SECRET".lower()
    try:
        raise ExceptionGroup(words, [OSError(28, "No space left on device", words), KeyError(words)])
    except ExceptionGroup as group:
        first = group
    first.__cause__ = ValueError(words)
    first.__cause__.__cause__ = first
    text = logs.traceback_of(first)
    assert "OSError: No space left on device" in text
    assert "KeyError" in text
    assert words not in text


def test_what_strangers_cause_is_told_so_often_and_then_how_often_it_was_not(log: Log) -> None:
    now = 0.0
    filters = (one for handler in logging.getLogger().handlers for one in handler.filters)
    (seldom,) = (one for one in filters if isinstance(one, logs.NotTooOften))
    seldom.most, seldom.clock = 3, lambda: now
    refused: dict[str, Any] = {"status": 429, "route": "/play"}
    for _ in range(10):
        logs.log("request", **refused)
        logs.log("request", status=200)
        logs.log("match.begun")
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    told = [(line["event"], line.get("status")) for line in log.lines]
    counts = {line: told.count(line) for line in told}
    often = {("request", 429): 3, ("uvicorn.error", None): 3}
    assert counts == often | {("request", 200): 10, ("match.begun", None): 10}
    now = 60.0
    logs.log("request", **refused)
    assert log.lines[-1]["left_out"] == 7
    logs.log("request", **refused)
    assert "left_out" not in log.lines[-1]
