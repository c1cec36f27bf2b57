"""The games of the house. A new one is a new folder and one line here."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from typing import Final

from eminence.core.checking import BadGame, check
from eminence.core.errors import UnknownGame, UnknownRules
from eminence.core.game import Game
from eminence.games.caesar_cleopatra.game import CaesarCleopatra, CaesarCleopatra1
from eminence.games.deal_with_the_devil.game import DealWithTheDevil
from eminence.games.habemus_papam.game import HabemusPapam, HabemusPapam1
from eminence.games.richelieu.game import Richelieu, Richelieu1

REGISTRY: Final[dict[str, dict[int, Game]]] = {}
"""Every game by its id and the version of its rules: old versions stay while matches need them."""


def register(game: Game) -> None:
    """Make a game known by its id, under the version of its rules. Raises BadGame with all that it lacks."""
    check(game)
    _keep(game)


def _keep(game: Game) -> None:
    REGISTRY.setdefault(game.id, {})[game.rules] = game


# In the order in which pages show them. The first is for a first evening: the main button of the house deals it. That
# each is complete is tested: whatever starts would else read all texts in all languages first.
for kind in (
    Richelieu,
    Richelieu1,
    CaesarCleopatra,
    CaesarCleopatra1,
    HabemusPapam,
    HabemusPapam1,
    DealWithTheDevil,
):
    _keep(kind())


ELSEWHERE: Final = "EMINENCE_GAMES"
"""Names games that are not of the house, as `package.module:Class`, with commas between them."""


@cache
def _register_from_elsewhere() -> None:
    """Register the games that the environment names: once, when somebody first asks for a game."""
    for name in filter(None, os.environ.get(ELSEWHERE, "").replace(" ", "").split(",")):
        module, _, kind = name.partition(":")
        try:
            found = getattr(import_module(module), kind)()
            if not isinstance(found, Game):
                raise ValueError(f"{found} is no Game")
        except (ImportError, AttributeError, TypeError, ValueError) as error:
            raise BadGame(f"{ELSEWHERE} names {name!r}, which should be package.module:Class: {error}") from error
        register(found)


def game(name: str, rules: int | None = None) -> Game:
    """The game of that name: under its newest rules, or under the version asked for.

    >>> game("richelieu")
    <game richelieu, rules 2>
    >>> game("go")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    eminence.core.errors.UnknownGame: there is no game 'go'; the games are: caesar_cleopatra, deal_with_the_devil, ...
    """
    _register_from_elsewhere()
    versions = REGISTRY.get(name) if isinstance(name, str) else None
    if versions is None:
        raise UnknownGame(f"there is no game {name!r}; the games are: {', '.join(sorted(REGISTRY))}")
    if rules is None:
        return versions[max(versions)]
    if rules not in versions:
        known = ", ".join(str(version) for version in sorted(versions))
        raise UnknownRules(
            f"rules version {rules!r} of {name} is unknown here; known: {known} (a newer program may know it)"
        )
    return versions[rules]


def all_games() -> list[Game]:
    """All games, each under its newest rules: first those of the house."""
    _register_from_elsewhere()
    return [game(name) for name in REGISTRY]
