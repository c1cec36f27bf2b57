"""How bots think, in a worker process that is given a View and an Ask and gives back the text of a choice.

Nothing else crosses over, so a bot could not look at hidden things if it wanted to.
"""

from __future__ import annotations

import time
from typing import Final

from eminence import bots
from eminence.bots import SearchBot
from eminence.core.ask import Ask
from eminence.core.view import View

AT_FIRST_SIGHT: Final = "greedy"
"""The bot whose thought takes next to no time: asked for what comes to mind first."""


def think(level: str, seed: str, view: View, ask: Ask, parts: int = 1) -> tuple[str, float]:
    """The answer of a bot, and how many seconds it took.

    What is answered in several small parts is one thought all the same: each part gets its share of the search, so that
    how many there are, which may be hidden, does not show in how long the whole takes.
    """
    began = time.perf_counter()
    bot = bots.bot(level, seed)
    if isinstance(bot, SearchBot) and bot.iterations is not None:
        bot.iterations = max(1, bot.iterations // parts)
    choice = bot.choose(view, ask)
    return choice.text, time.perf_counter() - began
