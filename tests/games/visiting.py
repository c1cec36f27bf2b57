"""Games that are not registered in the house: known while a test runs, in this process and in those that it starts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from eminence.core.game import Game
from eminence.games import ELSEWHERE, REGISTRY, register


@contextmanager
def known_meanwhile(game: Game) -> Iterator[None]:
    """Make a game known by its name for a while."""
    before = os.environ.get(ELSEWHERE)
    register(game)
    os.environ[ELSEWHERE] = f"{type(game).__module__}:{type(game).__name__}"
    try:
        yield
    finally:
        del REGISTRY[game.id]
        if before is None:
            del os.environ[ELSEWHERE]
        else:
            os.environ[ELSEWHERE] = before
