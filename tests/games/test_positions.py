"""Positions worth looking at: together they ask every question of a game, and each can be answered as it says."""

from __future__ import annotations

import itertools

import pytest

import eminence
from eminence.core.game import Game
from tests.games.positions import answered, positions

GAMES = eminence.all_games()
MATCHES = 2
"""Random matches for each number of seats and all options, from which we know which steps ask a player."""


def asking(game: Game) -> set[str]:
    """The steps that put a question to a player now and then."""
    found: set[str] = set()
    every = itertools.product(*(option.values for option in game.options))
    for seats, values, number in itertools.product(game.seats, list(every), range(MATCHES)):
        options = dict(zip((option.name for option in game.options), values, strict=True))
        match = game.new(seats, options, secret=b"%d" % number)
        while not match.over:
            ask = list(match.asks().values())[-1]
            found.add(ask.step)
            match.choose(ask.seat, ask.texts[(number + len(match.entries) * 7) % len(ask)])
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_positions_ask_every_question_and_each_can_be_answered(game: Game) -> None:
    met: set[str] = set()
    for name, situation in positions(game).items():
        if situation.answers:
            try:
                met.update(answered(situation)[1])
            except Exception as error:
                raise AssertionError(f"{game.id}, {name}: the answers cannot be given") from error
    missing = sorted(asking(game) - met)
    assert not missing, f"no position of {game.id} answers at {', '.join(missing)}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_positions_show_the_end_and_the_largest_table(game: Game) -> None:
    matches = [situation.match() for situation in positions(game).values()]
    assert any(match.over for match in matches), f"no position of {game.id} is over"
    assert any(match.seats == max(game.seats) for match in matches), f"no position of {game.id} has all seats"
