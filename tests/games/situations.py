"""What is worth looking at in a game, and worth refusing: from here the checks that every game gets are fed.

Each registered game has a module `tests/games/NAME/situations.py`, with the constants of `Situations`. Nothing else
about a game has to be written for its pages, its wire, its refusals and its browser tests.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.view import View


@dataclass(frozen=True)
class Situation:
    """A position worth looking at: what the game asks there, or what it shows."""

    match: Callable[[], Match]
    """Makes it, dealt by hand."""
    answers: tuple[str, ...] = ()
    """How the first who is asked there may answer: every small answer, in order. Empty where one only looks."""


@dataclass(frozen=True)
class Forbidden:
    """Something that the rules forbid: at which step, how it is said, and by which rule it is refused."""

    step: str
    find: Callable[[View, int], list[str]]
    """What the seat that has this view may not say there; nothing where there is nothing of that sort to say."""
    rule: str
    """The key of the reason."""
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


class Situations(Protocol):
    """What a game's module of situations has."""

    POSITIONS: Mapping[str, Situation]
    """By name. Together they ask every question that the game ever puts to a player."""
    FORBIDDEN: Mapping[str, Forbidden]
    """By name: at least one for every reason that the game can give."""
    UNKNOWN: Sequence[str]
    """Texts that somebody might type, and that are no choice of the game at all."""

    @staticmethod
    def near_the_end(view: View) -> bool:
        """Whether a match will be over soon: bots that think long take it up there."""


def situations(game: Game) -> Situations:
    """The situations of a registered game; says what to write where there are none."""
    name = f"tests.games.{game.id}.situations"
    path, parts = f"{name.replace('.', '/')}.py", ("POSITIONS", "FORBIDDEN", "UNKNOWN", "near_the_end")
    wanted = f"{', '.join(parts)} (see tests/games/situations.py)"
    there = importlib.util.find_spec(f"tests.games.{game.id}") and importlib.util.find_spec(name)
    assert there, f"{game.title} is registered, but nothing says what to look at: write {path} with {wanted}"
    module = importlib.import_module(name)
    missing = [part for part in parts if not hasattr(module, part)]
    assert not missing, f"{path} has no {' and no '.join(missing)}; it needs {wanted}"
    return cast(Situations, module)
