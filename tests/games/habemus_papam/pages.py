"""The pages of 1655 – Habemus Papam as tests read them: drawn for a reader."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from eminence.core.match import Match
from eminence.core.texts.telling import telling
from eminence.games.habemus_papam import page
from eminence.server import drawing
from tests.games.habemus_papam.tables import GAME

MACROS = drawing.game_look(GAME)


def scene_of(match: Match, seat: int | None, language: str = "en", names: dict[int, str] | None = None) -> page.Scene:
    ask = match.asks().get(seat) if seat is not None else None
    told = telling(GAME, language, seat, names)
    return page.scene(match.view(seat), ask, told, match.story(seat)[-page.LATELY :])


def seen(match: Match, seat: int | None, language: str = "en", names: dict[int, str] | None = None) -> dict[str, str]:
    """The three pieces of the page."""
    scene = scene_of(match, seat, language, names)
    return {name: str(getattr(MACROS, name)(scene)) for name in ("others", "board", "own")}


def whole(match: Match, seat: int | None, language: str = "en", names: dict[int, str] | None = None) -> str:
    return "".join(seen(match, seat, language, names).values())


def positions(seed: int, seats: int = 4, **options: Any) -> Iterator[Match]:
    """A random game, stopped at every question and once it is over.

    Gems are saved and the Camerlengo card is left, more often than not: so there is something to see until the end.
    """
    chance = random.Random(seed)
    match = GAME.new(seats, options, secret=b"a page %d" % seed)
    while not match.over:
        yield match
        ask = chance.choice(list(match.asks().values()))
        choices = sorted(ask, key=lambda choice: len(choice.text)) if ask.step.startswith("bid") else [*ask]
        if chance.random() < 0.8:
            eager = [choice for choice in choices if choice.text not in ("refuse", "take camerlengo", "no swap")]
            choices = eager[:6] or choices
        match.choose(ask.seat, chance.choice(choices))
    yield match
