"""The pages of Caesar & Cleopatra as tests read them: drawn for a reader."""

from __future__ import annotations

import random
from collections.abc import Iterator

from eminence.core.match import Match
from eminence.core.texts.telling import telling
from eminence.games.caesar_cleopatra import page
from eminence.server import drawing
from tests.games.caesar_cleopatra.tables import GAME

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


def positions(seed: int, **options: str) -> Iterator[Match]:
    """A random game, stopped at every question and once it is over. Cards are laid and played more often than not."""
    chance = random.Random(seed)
    match = GAME.new(2, options, secret=b"a page %d" % seed)
    while not match.over:
        yield match
        ask = chance.choice(list(match.asks().values()))
        eager = [choice for choice in ask if choice.text not in ("passive", "enough", "no action")]
        match.choose(ask.seat, chance.choice(eager if eager and chance.random() < 0.8 else ask.choices))
    yield match
