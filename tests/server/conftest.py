"""What the tests of the server share: servers that run as long as the tests do, each with its own database."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from eminence.core.game import Game
from eminence.games import all_games
from eminence.server.answering import bots, holding, talking, timers
from tests.server.clock import Ahead
from tests.server.driving import Person, Program, Server, ServerHere, Table, running
from tests.server.refusing import NAME


@pytest.fixture(params=all_games(), ids=lambda game: game.id)
def any_game(request: pytest.FixtureRequest) -> Game:
    """Every game of the house, one after the other."""
    game: Game = request.param
    return game


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not wait and that takes whatever comes."""
    with running(tmp_path_factory.mktemp("server"), "--pace", "0", "--no-limits") as server:
        yield server


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server to which nobody else comes meanwhile."""
    with running(tmp_path_factory.mktemp("quiet"), "--pace", "0", "--no-limits") as server:
        yield server


@pytest.fixture(scope="module")
def breakable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    """A server in this process, for tests to break."""
    server = ServerHere(tmp_path_factory.mktemp("breakable"))
    yield server
    server.close()


@pytest.fixture(scope="module")
def table(server: Server) -> Table:
    """A match to throw bad input at: seat 0 has just answered, and may take that back."""
    table = server.room(2, names=(NAME, "Bob"))
    table.play(random.Random(3), stop=lambda opened: opened.playing.length > 60 and opened.playing.can_take_back(0))
    return table


@pytest.fixture
def untouched(table: Table) -> Iterator[None]:
    """Whatever a test does, that match stays as it is."""
    before = table.rows()
    yield
    assert table.rows() == before


@pytest.fixture
def one(table: Table) -> Iterator[Person]:
    with table.person(0) as person:
        yield person


@pytest.fixture
def program(table: Table) -> Iterator[Program]:
    with table.program(0) as program:
        yield program


@pytest.fixture
def stranger(server: Server) -> Iterator[Person]:
    with server.person() as person:
        assert person.csrf
        yield person


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ahead]:
    """A clock that does not wait."""
    loop = Ahead()
    for module in (bots, holding, talking, timers):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=loop.time, time=loop.time))
    yield loop
    loop.close()
