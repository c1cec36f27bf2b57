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

from eminence.bots.bot import ALL, Bot, RandomBot
from eminence.bots.greedy import GreedyBot
from eminence.bots.search import SearchBot
from eminence.core.errors import EminenceError
from eminence.core.game import Game

__all__ = [
    "LEVELS",
    "NAMES",
    "SETTINGS",
    "Bot",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "UnknownBot",
    "bot",
    "for_person",
]

NAMES: Final = ("random", "greedy", "search")
SETTINGS: Final = ("greedy:slips=N", "search:iterations=N", "search:ms=N", "…:by=hand", "…:by=learned", "…:memory=N")
BY: Final = {"greedy": "hand", "search": "learned"}
"""How they judge, where a game has learned from self-play and nothing else is said. Greedy is what others are measured
by, and does not grow with them: it judges as the game was first written."""
LEVELS: Final = {
    "page": "greedy:slips=30:memory=0",
    "courtier": "search:iterations=60:by=hand:memory=1",
    "eminence": "search:iterations=3000",
}
"""The three levels for people, from easy to hard, by what stands behind them. Where a game has learned from self-play,
only the highest makes use of it: whoever plays `by=hand` judges as the game was first written. And where people would
have to keep books of what passed, only the highest keeps them all: `memory=1` is the round that runs, `memory=0` what
lies on the table."""


class UnknownBot(EminenceError, LookupError):
    """There is no bot of that name, or it has no such setting."""


def bot(name: str, seed: int | str = 0) -> Bot:
    """A bot by its name: `random`, `greedy`, `search`, one of these with settings, or a level for people.

    >>> bot("greedy:slips=30:memory=0").memory
    0
    """
    kind, *settings = LEVELS.get(name.replace("é", "e"), name).split(":")
    if kind not in NAMES:
        raise UnknownBot(f"there is no bot {name!r}; bots: {', '.join(NAMES)}; levels: {', '.join(LEVELS)}")
    if kind == "random" and not settings:
        return RandomBot(name, seed)
    by = ""
    numbers: dict[str, int] = {}
    for setting in settings:
        key, _, text = setting.partition("=")
        value = int(text) if text.isascii() and text.isdecimal() else -1
        match kind, key:
            case "greedy" | "search", "by" if text in ("hand", "learned") and not by:
                by = text
                continue
            case "greedy" | "search", "memory" if value >= 0:
                pass
            case "greedy", "slips" if 0 < value <= 100:
                pass
            case "search", "iterations" | "ms" if value > 0 and not numbers.keys() & {"iterations", "ms"}:
                pass
            case _:
                value = -1
        if value < 0 or key in numbers:
            raise UnknownBot(f"the bot {kind!r} has no setting {setting!r}; there are {', '.join(SETTINGS)}")
        numbers[key] = value
    memory, by_hand = numbers.get("memory", ALL), (by or BY[kind]) == "hand"
    if kind == "greedy":
        slips = numbers.get("slips", 0)
        return GreedyBot(name, seed, slips=slips, by_hand=by_hand, memory=memory)
    return SearchBot(
        name,
        seed,
        iterations=numbers.get("iterations"),
        milliseconds=numbers.get("ms"),
        by_hand=by_hand,
        memory=memory,
    )


def for_person(level: str, seed: int | str, game: Game, parts: int = 1) -> Bot:
    """A bot that a person waits for: it searches no longer than the game asks of anybody's patience.

    What is answered in several small parts is one thought all the same: each part gets its share of the search, so that
    how many there are, which may be hidden, does not show in how long the whole takes.

    >>> from eminence.games import game
    >>> for_person("eminence", 7, game("deal_with_the_devil"), parts=4).iterations
    50
    """
    found = bot(level, seed)
    if isinstance(found, SearchBot) and found.iterations is not None:
        found.iterations = max(1, min(found.iterations, game.patience) // parts)
    return found
