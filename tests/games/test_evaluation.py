"""What bots think of positions, of every game: chances that add up, from nothing but the state, and worth having."""

from itertools import product

import pytest

from eminence.bots import arena, bot
from eminence.core.game import Game
from tests.games.playing import curious, every_game
from tests.laws.table import is_large
from tests.thorough import SLOW, THOROUGH

SOME = 3
"""Every so many positions are judged, unless one is thorough."""


@every_game
def test_what_it_says_of_two_seats_adds_up_to_1_and_follows_from_the_state_alone(game: Game) -> None:
    for number, match in enumerate(curious(game, "evaluation")):
        if match.over or (number % SOME and not THOROUGH):
            continue
        state = match._state
        chances = [state.evaluate(seat) for seat in range(match.seats)]
        assert all(0 <= chance <= 1 for chance in chances)
        assert match.seats > 2 or sum(chances) == pytest.approx(1)
        if number % (3 * SOME) == 0:
            form = game.to_json(state)
            again = game.from_json(match.seats, match.options, form)  # without a past, a story or a match around it
            assert [again.evaluate(seat) for seat in range(match.seats)] == chances
            assert game.to_json(state) == form, "judging a state changes nothing in it"


@every_game
def test_looking_ahead_beats_chance(game: Game) -> None:
    """One among random bots, from every seat (of a large game in the plain form, from one); the ladder measures it, and
    the searching bot among such as this one."""
    won, games = 0.0, 0
    for seats in {min(game.seats), max(game.seats)}:
        for deal, place in product(range(3 if seats == 2 or THOROUGH else 1), range(seats)):
            if place and SLOW and is_large(game):
                continue
            bots = [bot("greedy" if seat == place else "random", f"{deal} {seat}") for seat in range(seats)]
            won += arena.play(game, bots, deal).share(place)
            games += 1
    assert won >= games * 2 / 3, f"won {won} of {games}"
