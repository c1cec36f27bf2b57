"""Éminence: four games of secret influence, as rules, bots and matches that can be verified.

>>> import eminence
>>> game = eminence.game("richelieu")
>>> match = game.new(seats=2, options={"short": False}, secret=b"thirty-two bytes of real secrecy")
>>> match.commitment[:16]                   # shown before the first card
'0d5b4c2078fdb163'
>>> ask = match.asks()[0]                   # what seat 0 is asked: the choices, the step, the rule
>>> ask.step, ask.rule, ask.texts[:3]
('take_card', 'take', ['take 1L', 'take 1R', 'take 2L'])
>>> match.choose(0, "take 3R")
>>> match.view(0)["discs"], match.view(None)["discs"]       # a player's view; a spectator's
([0, None], [None, None])
>>> eminence.read(match.view(1))["cards"]    # names and lists instead of packed numbers
[['AUV2a'], []]
>>> match.over
False
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eminence.core import matchfile
from eminence.core.ask import Ask, Choice
from eminence.core.errors import EminenceError
from eminence.core.event import Event
from eminence.core.game import CountLine, Game, Option, Tally
from eminence.core.match import Entry, Match
from eminence.core.rng import Rng
from eminence.core.state import DEALER, State, Step, Worlds
from eminence.core.view import View

if TYPE_CHECKING:
    from eminence.games import all_games, game

__all__ = [
    "DEALER",
    "Ask",
    "Choice",
    "CountLine",
    "EminenceError",
    "Entry",
    "Event",
    "Game",
    "Match",
    "Option",
    "Rng",
    "State",
    "Step",
    "Tally",
    "View",
    "Worlds",
    "all_games",
    "game",
    "load",
    "read",
]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`game` and `all_games`, when somebody asks for them: whoever imports the core alone loads no game."""
    if name not in ("game", "all_games"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from eminence import games

    return getattr(games, name)


def read(view: View) -> dict[str, Any]:
    """The fields of a view as names and lists, with the names that choices have; what is hidden is None.

    How each number is read, the game's `readings` say: `eminence.game("richelieu").readings["cards"](5)`.
    """
    from eminence.games import game

    return game(view.game, view.rules).read(view)


def load(source: str | bytes | os.PathLike[str] | Mapping[str, Any]) -> Match:
    """A match from a match file, replayed and checked entry by entry. Raises MatchFileError if it does not hold.

    `source` is the file's path, its text or bytes, or the JSON in it, parsed. Text that begins with `{` is the file's
    own, any other a path.

    >>> import eminence
    >>> match = eminence.game("richelieu").new(seats=2, secret=b"for this example")
    >>> from eminence.core.matchfile import dumps
    >>> load(dumps(match)).length == match.length
    True
    """
    from eminence.games import game

    if isinstance(source, os.PathLike) or (isinstance(source, str) and not source.lstrip().startswith("{")):
        return matchfile.read(Path(source), game)
    if isinstance(source, str | bytes):
        return matchfile.loads(source, game)
    return matchfile.from_json(source, game)
