"""What the games promise of their speed: read from `speed.toml` in each game's folder, where there is one."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, Final

from eminence.core.errors import EminenceError
from eminence.core.game import Game
from eminence.core.texts.telling import package_of

RLCARD: Final = ("leduc-holdem", "gin-rummy", "uno")
"""The games of RLCard that we are compared with."""


@dataclass(frozen=True, slots=True)
class Bar:
    """What is promised: a speed of one contender, alone or over the fastest of others in the same round."""

    what: str
    bar: float
    who: str
    speed: str
    over: tuple[str, ...] = ()
    their_speed: str = ""
    """The speed of the others, if it is another one."""


def known_bars(name: str) -> dict[str, Bar]:
    """All that a game can promise, by the names that `speed.toml` uses, with nothing promised yet."""
    plain, compiled = f"plain/{name}", f"compiled/{name}"
    hearts, rlcard = ("open_spiel/hearts",), tuple(f"rlcard/{game}" for game in RLCARD)
    return {
        "compiled_over_plain": Bar("compiled over plain, playouts", 0, compiled, "playouts", (plain,)),
        "own_over_hearts": Bar("own playout over OpenSpiel's hearts in C++", 0, compiled, "decisions", hearts),
        "own_over_loop_of_hearts": Bar(
            "own playout over OpenSpiel's hearts in a loop in Python", 0, compiled, "decisions", hearts, "loop"
        ),
        "loop_over_hearts": Bar("loop in Python over OpenSpiel's hearts so", 0, compiled, "loop", hearts),
        "plain_over_rlcard": Bar("plain over RLCard's best, as documented", 0, plain, "decisions", rlcard),
        "plain_loop_over_rlcard": Bar("plain loop over RLCard's best so", 0, plain, "loop", rlcard),
        "match": Bar("decisions through a Match, compiled", 0, compiled, "match"),
        "views": Bar("decisions with a View each, compiled", 0, compiled, "views"),
        "clones": Bar("clones, compiled", 0, compiled, "clones"),
        "iterations": Bar("search iterations from the opening, compiled", 0, compiled, "iterations"),
    }


def bars(game: Game) -> list[Bar]:
    """What a game promises.

    >>> from eminence.games import game
    >>> [(bar.what, bar.bar) for bar in bars(game("habemus_papam"))]
    [("own playout over OpenSpiel's hearts in C++", 0.5)]
    """
    known = known_bars(game.id)
    found = []
    for name, least in _speed(game).get("bars", {}).items():
        if name not in known:
            raise BadBar(f"speed.toml of {game.id}: there is no bar {name!r}; there are {', '.join(known)}")
        bar = known[name]
        found.append(replace(bar, bar=least))
    return found


def workload(game: Game) -> dict[str, Any]:
    """The options with which a game's instructions are counted; those not named are the defaults."""
    return game.checked_options(_speed(game).get("options"))


def _speed(game: Game) -> dict[str, Any]:
    path = files(package_of(game)) / "speed.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


class BadBar(EminenceError, ValueError):
    """A game promises something that nobody measures."""
