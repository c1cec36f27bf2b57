"""What the laws are tested on: every registered game, for every number of seats, under all its options; and with them
the honest toy, which has what the registered games may lack."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from eminence.core import state
from eminence.games import REGISTRY, register
from tests.laws import auction
from tests.laws.laws import has_sealed_steps, tables

HONEST = auction.Auction()
REGISTERED = [game for versions in REGISTRY.values() for game in versions.values()]
REGISTERED_TABLES = [table for game in REGISTERED for table in tables(game)]
GAMES = [*REGISTERED, HONEST]
TABLES = [*REGISTERED_TABLES, *tables(HONEST)]

# The same examples each time, so that a red test is red again, and so many in all, however many tables share them; more
# of them in the compiled form, which is ten times as fast.
# HYPOTHESIS_PROFILE=wild looks further afield, and `test_long_run` further still.
COMPILED = not str(state.__file__).endswith(".py")
EXAMPLES = max(4 if COMPILED else 2, 64 // len(TABLES))
settings.register_profile("fixed", deadline=None, derandomize=True, max_examples=EXAMPLES, database=None)
settings.register_profile("wild", deadline=None, max_examples=200)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `any_game`, `any_table` and so on runs for each of them."""
    if "any_game" in metafunc.fixturenames:
        metafunc.parametrize("any_game", GAMES, ids=lambda game: f"{game.id}-{game.rules}")
    if "any_table" in metafunc.fixturenames:
        metafunc.parametrize("any_table", TABLES, ids=str)
    if "any_registered_table" in metafunc.fixturenames:
        metafunc.parametrize("any_registered_table", REGISTERED_TABLES, ids=str)
    if "any_sealed_table" in metafunc.fixturenames:
        metafunc.parametrize("any_sealed_table", [table for table in TABLES if has_sealed_steps(table)], ids=str)


@pytest.fixture(scope="module", autouse=True)
def _registered() -> Iterator[None]:
    """The honest toy is registered while these tests run: bots find a game by its name."""
    register(HONEST)
    yield
    del REGISTRY[HONEST.id]
