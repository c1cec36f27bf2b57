"""Positions worth looking at: together they ask every question of a game, and each can be answered as it says."""

from __future__ import annotations

from eminence.core.game import Game
from tests.games.playing import every_game, steps_that_ask
from tests.games.positions import answered, positions


@every_game
def test_positions_ask_every_question_and_show_the_end_and_the_largest_table(game: Game) -> None:
    met: set[str] = set()
    for name, situation in positions(game).items():
        try:
            met.update(answered(situation)[1] if situation.answers else ())
        except Exception as error:
            raise AssertionError(f"{game.id}, {name}: the answers cannot be given") from error
    missing = sorted(steps_that_ask(game) - met)
    assert not missing, f"no position of {game.id} answers at {', '.join(missing)}"
    matches = [situation.match() for situation in positions(game).values()]
    assert any(match.over for match in matches), f"no position of {game.id} is over"
    assert any(match.seats == max(game.seats) for match in matches), f"no position of {game.id} has all seats"
