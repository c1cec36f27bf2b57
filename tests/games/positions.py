"""The positions of a game: those of its situations that are worth looking at."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from typing import cast

from eminence.core.game import Game
from tests.games.situations import Situation, situations


def positions(game: Game) -> Mapping[str, Situation]:
    """By name; says what to write where there are none. (Looking at pages needs nothing of what is refused.)"""
    name = f"tests.games.{game.id}.situations"
    if importlib.util.find_spec(f"tests.games.{game.id}") is None or importlib.util.find_spec(name) is None:
        return situations(game).POSITIONS
    return cast(Mapping[str, Situation], importlib.import_module(name).POSITIONS)
