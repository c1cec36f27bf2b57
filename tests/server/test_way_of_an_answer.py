"""The way of an answer as `docs/architecture.md` draws it is the way it goes: hop by hop, in that order."""

import functools
import inspect
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import request_response

from eminence.server.http import app
from eminence.server.pages import table as pages
from tests.server import driving

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "architecture.md"
HOP = re.compile(r"^\| (\d+) \| `([\w/.]+)` \| `([\w.]+)` \|", re.MULTILINE)
MOST = 15

Hop = tuple[str, str]


def watched(function: Callable[..., Any], hop: Hop, came: list[Hop]) -> Callable[..., Any]:
    """A function that notes that it was come by. (A profiler that follows threads crashes Python 3.11.2.)"""

    @functools.wraps(function)
    def plain(*arguments: Any, **named: Any) -> Any:
        came.append(hop)
        return function(*arguments, **named)

    @functools.wraps(function)
    async def waiting(*arguments: Any, **named: Any) -> Any:
        came.append(hop)
        return await function(*arguments, **named)

    return waiting if inspect.iscoroutinefunction(function) else plain


def test_an_answer_goes_the_way_that_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = HOP.findall(DOCUMENT.read_text(encoding="utf-8"))
    assert [int(number) for number, *_ in drawn] == list(range(1, len(drawn) + 1))
    assert 0 < len(drawn) <= MOST
    hops = [(file, name) for _, file, name in drawn]
    came: list[Hop] = []
    for file, name in hops:
        package = "eminence" if file.startswith("core/") else "eminence.server"
        place: Any = import_module(f"{package}.{file.removesuffix('.py').replace('/', '.')}")
        *kinds, function = name.split(".")
        for kind in kinds:
            place = getattr(place, kind)
        original = getattr(place, function)
        noted = watched(original, (file, name), came)
        monkeypatch.setattr(place, function, noted)
        for route in pages.ROUTES:  # made when the module was: they know the function itself
            if route.endpoint is original:
                monkeypatch.setattr(route, "app", request_response(noted))
    monkeypatch.setattr(driving, "create_app", app.create_app)
    server = driving.ServerHere(tmp_path)
    table = server.room(2)
    with table.person(0) as one, table.person(1) as two, two.stream(f"{table.path}/stream") as stream:
        told = len(stream.until_told())
        came[:] = [hop for hop in came if hop == hops[0]]
        assert one.answer(table.path).status_code == 303
        stream.until(lambda events: len(events) > told)
    server.close()
    at = 0
    for before, hop in zip([None, *hops], hops, strict=False):
        assert hop in came[at:], f"after {before} it does not come by {hop}"
        at = came.index(hop, at) + 1
