"""What the laws are tested on: every table of every registered game, of the honest toys, of what `eminence new-game`
writes, and of the game in examples/ that was made from it."""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from examples.antechamber.game import Antechamber

from eminence.cli import new_game
from eminence.core.game import Game
from eminence.games import REGISTRY, all_games, register
from tests.laws import auction
from tests.laws.laws import LAWS
from tests.laws.table import has_its_turn, tables
from tests.laws.whispering import Whispering
from tests.thorough import THOROUGH

_FOLDER = tempfile.TemporaryDirectory(prefix="eminence-new-game-")


def written() -> Game:
    """The game that `eminence new-game` writes, from where it was written."""
    new_game.write("just_written", "Just written", Path(_FOLDER.name))
    sys.path.append(_FOLDER.name)
    game = importlib.import_module("just_written.game").JustWritten()
    assert isinstance(game, Game)
    return game


OTHERS = [auction.Auction(), Whispering(), written(), Antechamber()]
OLD = [game for versions in REGISTRY.values() for rules, game in versions.items() if rules < max(versions)]
"""Rules by which old matches were played: what they share with the new ones is looked at there."""
HOUSE = [*all_games(), *(OLD if THOROUGH else [])]
GAMES = {"all": [*HOUSE, *OTHERS], "house": [*HOUSE, OTHERS[0]], "others": OTHERS}[
    os.environ.get("EMINENCE_LAWS", "all")
]
"""Where both forms are tested one after the other, games of the house are looked at in the compiled one, which is
quick enough for more moments of each, and those that are never compiled in the plain one."""
TABLES = [table for game in GAMES for table in tables(game)]


def pytest_unconfigure() -> None:
    _FOLDER.cleanup()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `any_game` or `any_table` runs for each: those of one together, so that it is gathered once.
    Of laws, by default one half is looked at from a table and the other half from the next; with EMINENCE_THOROUGH=1
    all from each."""
    if "any_game" in metafunc.fixturenames:
        metafunc.parametrize("any_game", GAMES, ids=lambda game: f"{game.id}-{game.rules}", scope="session")
    if {"any_table", "any_law"} <= {*metafunc.fixturenames}:
        turns = [
            (table, law)
            for table in TABLES
            for number, law in enumerate(LAWS)
            if THOROUGH or has_its_turn(table, number)
        ]
        metafunc.parametrize(("any_table", "any_law"), turns, ids=str, scope="session")
    elif "any_table" in metafunc.fixturenames:
        metafunc.parametrize("any_table", TABLES, ids=str, scope="session")


@pytest.fixture(scope="module", autouse=True)
def _registered() -> Iterator[None]:
    """Games that are not of the house are registered while these tests run: bots find a game by its name."""
    for game in OTHERS:
        register(game)
    yield
    for game in OTHERS:
        del REGISTRY[game.id]
