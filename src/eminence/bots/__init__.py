"""Bots: random, greedy, search, and the named levels for people.

>>> bot("greedy", seed=7)
<bot greedy>
>>> bot("search:iterations=200")
<bot search:iterations=200>
>>> bot("deep blue")
Traceback (most recent call last):
eminence.bots.UnknownBot: there is no bot 'deep blue'; bots: random, greedy, search; levels: page, courtier, eminence
"""

from __future__ import annotations

from typing import Final

from eminence.bots.bot import Bot, RandomBot
from eminence.bots.greedy import GreedyBot
from eminence.bots.search import SearchBot
from eminence.core.errors import EminenceError

__all__ = ["LEVELS", "NAMES", "Bot", "GreedyBot", "RandomBot", "SearchBot", "UnknownBot", "bot"]

NAMES: Final = ("random", "greedy", "search")
LEVELS: Final = {"page": "search:iterations=40", "courtier": "search:iterations=300", "eminence": "search:iterations=2500"}
"""The three levels for people, from easy to hard, by what stands behind them."""


class UnknownBot(EminenceError, LookupError):
    """There is no bot of that name, or it has no such setting."""


def bot(name: str, seed: int | str = 0) -> Bot:
    """A bot by its name: `random`, `greedy`, `search`, `search:iterations=N`, `search:ms=N`, or a level for people."""
    kind, _, settings = LEVELS.get(name, name).partition(":")
    if kind not in NAMES:
        raise UnknownBot(
            f"there is no bot {name!r}; bots: {', '.join(NAMES)}; levels: {', '.join(LEVELS)}"
        )
    if kind == "random" and not settings:
        return RandomBot(name, seed)
    if kind == "greedy" and not settings:
        return GreedyBot(name, seed)
    if kind == "search":
        setting, _, value = settings.partition("=")
        if not settings:
            return SearchBot(name, seed)
        if setting in ("iterations", "ms") and value.isdecimal() and int(value) > 0:
            iterations, ms = (int(value), None) if setting == "iterations" else (None, int(value))
            return SearchBot(name, seed, iterations=iterations, milliseconds=ms)
    raise UnknownBot(f"the bot {kind!r} has no setting {settings!r}; there are search:iterations=N and search:ms=N")
