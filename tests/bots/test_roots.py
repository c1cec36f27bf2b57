"""The search meets the question that it is asked: at every step of every game, whichever seat asks."""

import random

import eminence
from eminence.bots.tree import Search
from eminence.core.rng import Rng
from eminence.core.state import DEALER, SealedStep
from tests.laws.table import Table, is_large, seats_asked, tables, walk
from tests.thorough import SLOW

ITERATIONS = 12
LOOKED_AT = 3
"""So often each step is looked at for each seat; of a large game in the plain form once."""


def check_roots(table: Table, met: dict[tuple[str, int], int]) -> None:
    """One random game: wherever somebody is asked who has a choice, his search has visited that choice."""
    most = 1 if SLOW and is_large(table.game) else LOOKED_AT
    for state in walk(table, random.Random(str(table)), curious=True):
        for seat in seats_asked(state):
            key = state.step().name, seat
            if seat == DEALER or len(state.choices(seat)) == 1 or met.get(key, 0) == most:
                continue
            met[key] = met.get(key, 0) + 1
            search = Search(table.game.worlds(table.view(state, seat)), table.seats, seat, Rng(seat))
            search.run(ITERATIONS)
            root = search.trees[seat].get(0)
            assert root is not None, f"{table}: seat {seat} never meets {key[0]!r}"
            assert sum(root.tries) == ITERATIONS - 1, f"{table}: of {key[0]!r}, seat {seat} tries {root.tries}"


def test_the_root_of_the_asked_seat_is_visited_at_every_kind_of_question() -> None:
    for game in eminence.all_games():
        met: dict[tuple[str, int], int] = {}
        for table in tables(game):
            check_roots(table, met)
        for step in game.start(game.seats[0], game.checked_options(None)).book:
            seats = [seat for name, seat in met if name == step.name and isinstance(step, SealedStep)]
            assert seats == [] or max(seats) > 0, f"{game}: only the first seat was asked {step.name!r}"
