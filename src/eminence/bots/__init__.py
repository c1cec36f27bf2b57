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
BY_HAND: Final = ":by=hand"
SETTINGS: Final = ("greedy:slips=N", "search:iterations=N", "search:ms=N", "…:by=hand")
LEVELS: Final = {
    "page": "greedy:slips=30:by=hand",
    "courtier": "search:iterations=60:by=hand",
    "eminence": "search:iterations=3000",
}
"""The three levels for people, from easy to hard, by what stands behind them. Where a game has learned from self-play,
only the highest makes use of it: whoever plays `by=hand` judges as the game was first written."""


class UnknownBot(EminenceError, LookupError):
    """There is no bot of that name, or it has no such setting."""


def bot(name: str, seed: int | str = 0) -> Bot:
    """A bot by its name: `random`, `greedy`, `search`, one of these with a setting, or a level for people."""
    whole = LEVELS.get(name.replace("é", "e"), name)
    by_hand = whole.endswith(BY_HAND)
    kind, colon, setting = whole.removesuffix(BY_HAND).partition(":")
    if kind not in NAMES:
        raise UnknownBot(f"there is no bot {name!r}; bots: {', '.join(NAMES)}; levels: {', '.join(LEVELS)}")
    key, _, text = setting.partition("=")
    value = int(text) if text.isascii() and text.isdecimal() else 0
    match kind, key:
        case "random", "" if not colon and not by_hand:
            return RandomBot(name, seed)
        case "greedy", "" if not colon:
            return GreedyBot(name, seed, by_hand=by_hand)
        case "greedy", "slips" if 0 < value <= 100:
            return GreedyBot(name, seed, slips=value, by_hand=by_hand)
        case "search", "" if not colon:
            return SearchBot(name, seed, by_hand=by_hand)
        case "search", "iterations" if value:
            return SearchBot(name, seed, iterations=value, by_hand=by_hand)
        case "search", "ms" if value:
            return SearchBot(name, seed, milliseconds=value, by_hand=by_hand)
    raise UnknownBot(f"the bot {kind!r} has no setting {setting!r}; there are {', '.join(SETTINGS)}")


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
