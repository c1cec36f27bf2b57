"""How bots think, in a worker process that is given a View and an Ask and gives back the text of a choice.

Nothing else crosses over, so a bot could not look at hidden things if it wanted to.
"""

from __future__ import annotations

import time
from typing import Final

from eminence import bots
from eminence.core.ask import Ask
from eminence.core.view import View
from eminence.games import game

AT_FIRST_SIGHT: Final = "greedy"
"""The bot whose thought takes next to no time: asked for what comes to mind first."""


def think(level: str, seed: str, view: View, ask: Ask, parts: int = 1) -> tuple[str, float]:
    """The answer of a bot, and how many seconds it took. It is one part of so many."""
    began = time.perf_counter()
    choice = bots.for_person(level, seed, game(view.game, view.rules), parts).choose(view, ask)
    return choice.text, time.perf_counter() - began
