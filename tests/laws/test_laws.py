"""The laws of DESIGN.md, for every registered game without writing them again.

Each is looked at in reachable states: at every step that ever asks, for every kind of answer (see `gathering`), at
tables that have every number of seats and every option; with EMINENCE_THOROUGH=1 at every table.
`tests/laws/test_toys.py` proves that every law here catches what it is for, in the same way.

By default a long run is not long: one game a table, of a large game with the cheap laws alone. A
million decisions, with all laws looked at in one state of two hundred and the cheap ones in every state (some minutes
on two cores, in plain Python):

    EMINENCE_LAW_DECISIONS=1000000 ./test tests/laws -k long_run

EMINENCE_LAW_DECISIONS is how many decisions the players take in all, shared out among all tables; EMINENCE_LAW_RATE is
in what part of the states all laws are looked at; EMINENCE_LAW_SEED deals other games.
"""

from __future__ import annotations

import os
import random

import pytest

from eminence.core.game import Game
from eminence.core.visibility import everyone, nobody, owner
from tests.laws import laws
from tests.laws.conftest import TABLES
from tests.laws.keeping import check_replay
from tests.laws.table import LawBroken, Table, has_its_turn, is_large, random_match, tables
from tests.thorough import THOROUGH

DECISIONS = int(os.environ.get("EMINENCE_LAW_DECISIONS", len(TABLES)))
RATE = float(os.environ.get("EMINENCE_LAW_RATE", "0.005"))
SEED = os.environ.get("EMINENCE_LAW_SEED", "1655")


def test_a_law_holds_at_every_step(any_table: Table, any_law: str) -> None:
    laws.hold(any_table, any_law)


def test_every_law_is_looked_at_with_every_number_of_seats_and_every_option(any_game: Game) -> None:
    for number in range(len(laws.LAWS)):
        taken = [table for table in tables(any_game) if has_its_turn(table, number)]
        assert {table.seats for table in taken} == set(any_game.seats)
        for option in any_game.options:
            assert {table.options[option.name] for table in taken} == set(option.values), option.name


@pytest.mark.parametrize("law", laws.GAME_LAWS)
def test_a_law_holds_for_the_whole_game(any_game: Game, law: str) -> None:
    laws.GAME_LAWS[law](any_game)


def test_law_1_guards_every_hidden_field(any_game: Game) -> None:
    """Were a hidden field declared open by mistake, the law would notice: for each of them."""
    hidden = [name for name, sees in any_game.visible.items() if sees in (nobody, owner)]
    assert hidden
    for name in hidden:
        leaky = type("Leaky", (type(any_game),), {"visible": {**any_game.visible, name: everyone}})()
        # Whoever knows more than he should also sees apart what should look the same, or has nothing to imagine with.
        says = f"by the view.*field '{name}'|by the story|but it looks different|they do not|pop from empty list"
        with pytest.raises((LawBroken, IndexError), match=says):
            laws.look_for_leaks(leaky, of=name)


def test_a_long_run_keeps_every_law(any_table: Table) -> None:
    decisions = games = 0
    rate = 0.0 if not THOROUGH and is_large(any_table.game) and len(TABLES) == DECISIONS else RATE
    while decisions < DECISIONS / len(TABLES):
        seed = f"{SEED} {any_table} {games}"
        chance = random.Random(seed)
        try:
            decisions += laws.check_game(any_table, chance, rate, curious=games % 2 == 1)
            if games % 10 == 1:
                check_replay(random_match(any_table, chance, take_backs=0.1, by_hand=games % 20 == 1))
        except Exception as error:
            error.add_note(f"in the game dealt from {seed!r}")
            raise
        games += 1
    assert decisions >= DECISIONS / len(TABLES)
