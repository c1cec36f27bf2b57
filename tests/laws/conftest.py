"""What the laws are tested on: every table of every registered game, and of the honest toy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from eminence.games import REGISTRY, register
from tests.laws import auction
from tests.laws.table import tables

HONEST = auction.Auction()
GAMES = [*(game for versions in REGISTRY.values() for game in versions.values()), HONEST]
TABLES = [table for game in GAMES for table in tables(game)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `any_game` or `any_table` runs for each: those of one together, so that it is gathered once."""
    if "any_game" in metafunc.fixturenames:
        metafunc.parametrize("any_game", GAMES, ids=lambda game: f"{game.id}-{game.rules}", scope="session")
    if "any_table" in metafunc.fixturenames:
        metafunc.parametrize("any_table", TABLES, ids=str, scope="session")


@pytest.fixture(scope="module", autouse=True)
def _registered() -> Iterator[None]:
    """The honest toy is registered while these tests run: bots find a game by its name."""
    register(HONEST)
    yield
    del REGISTRY[HONEST.id]
