"""A long run over varied options: no dead end, no exception, every law holds.

By default eight thousand decisions, and twice as many in the compiled form. A million of them, with all laws looked at
in one state of two hundred and the cheap ones in every state (some minutes on two cores, in plain Python):

    EMINENCE_LAW_DECISIONS=1000000 ./test tests/laws/test_long_run.py

EMINENCE_LAW_DECISIONS is how many decisions the players take in all, shared out among all tables (games, numbers of
seats, options); EMINENCE_LAW_RATE is in what part of the states all laws are looked at; EMINENCE_LAW_SEED deals other
games.
"""

from __future__ import annotations

import os
import random

import pytest

from tests.laws import laws
from tests.laws.conftest import COMPILED, REGISTERED_TABLES
from tests.laws.laws import Table

DECISIONS = int(os.environ.get("EMINENCE_LAW_DECISIONS", "16000" if COMPILED else "8000"))
RATE = float(os.environ.get("EMINENCE_LAW_RATE", "0.02" if DECISIONS <= 100_000 else "0.005"))
SEED = os.environ.get("EMINENCE_LAW_SEED", "1655")
PARTS = 4
"""Each table's share is dealt out to so many tests, for several processors to work on."""


@pytest.mark.parametrize("part", range(PARTS))
def test_a_long_run_keeps_every_law(any_registered_table: Table, part: int) -> None:
    share = DECISIONS / len(REGISTERED_TABLES) / PARTS
    decisions = games = 0
    while decisions < share:
        seed = f"{SEED} {any_registered_table} {part} {games}"
        chance = random.Random(seed)
        try:
            decisions += laws.check_game(
                any_registered_table, chance, rate=RATE, bots=("random", "greedy"), curious=games % 2 == 1
            )
            if games % 10 == 0:
                laws.check_replay(
                    laws.random_match(any_registered_table, chance, take_backs=0.1, by_hand=games % 20 == 0)
                )
        except Exception as error:
            error.add_note(f"in the game dealt from {seed!r}")
            raise
        games += 1
    assert decisions >= share
