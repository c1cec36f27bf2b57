"""The laws of DESIGN.md, for every registered game without writing them again.

Each is looked at in reachable states: some way through random games, of which half are played by the curious, who try
what is rarely offered. `tests/laws/test_toys.py` proves that every law here catches what it is for.
"""

from __future__ import annotations

import json
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import eminence
from eminence.bots import bot
from eminence.core import matchfile
from eminence.core.game import Game
from eminence.core.state import NOBODY
from eminence.core.visibility import Sees
from tests.laws import laws
from tests.laws.laws import LawBroken, Table

SEEDS = st.integers(0, 2**32 - 1)
PARTS = st.floats(0, 1)
"""How far through a game a state is."""


@cache
def bots() -> tuple[str, ...]:
    """The bots that play in these tests: those that are written."""
    table = laws.tables(eminence.game("richelieu"))[0]
    state = laws.reach(table, 1, 0.6)
    found = []
    for name in ("random", "greedy", "search:iterations=20"):
        try:
            bot(name).choose(table.view(state, state.asked), table.game.ask(state, state.asked))
        except NotImplementedError:
            continue
        found.append(name)
    return tuple(found)


# == Law 1 ===========================================================================================================


@given(seed=SEEDS, part=PARTS, curious=st.booleans())
def test_law_1_nobody_can_tell_worlds_apart(any_table: Table, seed: int, part: float, curious: bool) -> None:
    state = laws.reach(any_table, seed, part, curious)
    for viewer in any_table.viewers:
        laws.check_non_interference(any_table, state, viewer, random.Random(seed), bots())


def test_law_1_is_looked_at_in_worlds_that_differ(any_table: Table) -> None:
    """If imagined worlds were always the true one, the law would hold for any game."""
    chance = random.Random(1)
    differ = [
        laws.check_non_interference(any_table, laws.reach(any_table, seed, 0.6), viewer, chance, samples=1)
        for seed in range(6)
        for viewer in any_table.viewers
    ]
    assert sum(differ) > len(differ) // 2


@settings(max_examples=4)
@given(seed=SEEDS)
def test_law_1_over_whole_matches(any_table: Table, seed: int) -> None:
    chance = random.Random(seed)
    log = laws.log_of(laws.random_match(any_table, chance, take_backs=0.05))
    differed = [laws.check_parallel_history(any_table, log, viewer, chance) for viewer in any_table.viewers]
    assert any(differed)  # or the two histories were one and the same


@pytest.mark.parametrize("seed", range(3))
def test_law_1_no_way_leads_from_a_view_or_an_ask_to_the_state(any_table: Table, seed: int) -> None:
    for state in laws.walk(any_table, random.Random(seed)):
        for viewer in any_table.viewers:
            laws.check_no_way_to_the_state(any_table.view(state, viewer))
        for ask in any_table.match(state).asks().values():
            laws.check_no_way_to_the_state(ask)


def test_law_1_views_and_stories_are_copies(any_table: Table) -> None:
    chance = random.Random(1)
    laws.check_views_are_copies(any_table, laws.random_match(any_table, chance, answers=20))
    laws.check_views_are_copies(any_table, laws.random_match(any_table, chance))


def test_law_1_guards_every_hidden_field(any_game: Game) -> None:
    """Were a hidden field declared open by mistake, the law would notice: for each of them."""
    hidden = [name for name, sees in any_game.visible.items() if sees in (Sees.NOBODY, Sees.OWNER)]
    assert hidden
    for name in hidden:
        visible = {**any_game.visible, name: Sees.EVERYONE}
        leaky = type("Leaky", (type(any_game),), {"visible": visible})()
        with pytest.raises(LawBroken, match=f"by the view.*field '{name}'"):
            _look_for_leaks(leaky)


def _look_for_leaks(game: Game) -> None:
    for table in laws.tables(game):
        for seed in range(20):
            state = laws.reach(table, seed, 0.3 + 0.03 * seed, curious=True)
            for viewer in table.viewers:
                laws.check_non_interference(table, state, viewer, random.Random(seed), samples=1)


# == Law 2 ===========================================================================================================


@given(seed=SEEDS, curious=st.booleans())
def test_law_2_serialising_at_every_state(any_table: Table, seed: int, curious: bool) -> None:
    chance = random.Random(seed)
    for state in laws.walk(any_table, chance, curious):
        if chance.random() < 0.3:
            laws.check_serialising(any_table, state)
    laws.check_serialising(any_table, state)


def test_law_2_visible_covers_exactly_the_fields(any_table: Table) -> None:
    for state in laws.walk(any_table, random.Random(1)):
        laws.check_fields(any_table.game, state)


@given(seed=SEEDS, curious=st.booleans())
def test_law_2_clone_never_changes_with_its_origin(any_table: Table, seed: int, curious: bool) -> None:
    chance = random.Random(seed)
    steps: dict[str, int] = {}
    for state in laws.walk(any_table, chance, curious):
        name = state.step().name if state.steps else "over"
        steps[name] = steps.get(name, 0) + 1
        if steps[name] <= 4:  # at every kind of step
            laws.check_clone(any_table, state, chance)


# == Law 3 ===========================================================================================================


@given(seed=SEEDS, by_hand=st.booleans(), answers=st.sampled_from([0, 7, 60, laws.LONGEST]))
def test_law_3_replaying_hash_by_hash(any_table: Table, seed: int, by_hand: bool, answers: int) -> None:
    match = laws.random_match(any_table, random.Random(seed), by_hand=by_hand, take_backs=0.15, answers=answers)
    laws.check_replay(match)
    laws.check_resuming(match)
    again = eminence.load(json.loads(matchfile.dumps(match)))
    assert again.entries == match.entries


def test_law_3_is_looked_at_in_matches_with_take_backs(any_table: Table) -> None:
    match = laws.random_match(any_table, random.Random(3), take_backs=0.15)
    assert any(entry.choice == "back" for entry in match.entries)


# == Law 4 ===========================================================================================================


@given(seed=SEEDS, curious=st.booleans())
def test_law_4_choices_components_and_an_end(any_table: Table, seed: int, curious: bool) -> None:
    laws.check_game(any_table, random.Random(seed), rate=0, curious=curious)


def test_law_4_notation(any_game: Game) -> None:
    laws.check_notation(any_game)


# == Law 5 ===========================================================================================================


@pytest.mark.parametrize("by_hand", [False, True], ids=["dealt", "by hand"])
@pytest.mark.parametrize("answers", [0, 3, 70, laws.LONGEST])
def test_law_5_what_may_not_be_answered_is_refused(any_table: Table, answers: int, by_hand: bool) -> None:
    chance = random.Random(answers)
    match = laws.random_match(any_table, chance, answers=answers, by_hand=by_hand)
    laws.check_refusals(any_table, match, chance)


@given(seed=SEEDS, answers=st.integers(0, 120))
def test_law_5_an_answer_given_twice_is_refused(any_table: Table, seed: int, answers: int) -> None:
    chance = random.Random(seed)
    match = laws.random_match(any_table, chance, answers=answers)
    for _ in range(4):
        if not match.over:
            laws.check_answer_given_twice(any_table, match, chance)


# == Law 6 ===========================================================================================================


@given(seed=SEEDS)
def test_law_6_sealed_answers_commute(any_sealed_table: Table, seed: int) -> None:
    chance = random.Random(seed)
    for state in laws.walk(any_sealed_table, chance):
        if not any(state.sealed) or chance.random() < 0.2:  # long compositions are looked at here and there
            laws.check_sealed_answers(any_sealed_table, state, chance)


# == Law 7 ===========================================================================================================


@given(seed=SEEDS, part=PARTS, curious=st.booleans())
def test_law_7_what_is_imagined_is_consistent(any_table: Table, seed: int, part: float, curious: bool) -> None:
    state = laws.reach(any_table, seed, part, curious)
    for viewer in any_table.viewers:
        laws.check_imagination(any_table, state, viewer, random.Random(seed))


def test_law_7_what_is_imagined_varies(any_table: Table) -> None:
    for viewer in any_table.viewers:
        found = [
            laws.check_imagination(any_table, laws.reach(any_table, seed, 0.6), viewer, random.Random(seed), 8, 0)
            for seed in range(4)
        ]
        assert max(found) > 3


# == Taking back =====================================================================================================


@given(seed=SEEDS, part=PARTS, curious=st.booleans())
def test_take_back_law(any_table: Table, seed: int, part: float, curious: bool) -> None:
    laws.check_take_back(any_table, laws.reach(any_table, seed, part, curious), random.Random(seed))


@given(seed=SEEDS)
def test_take_back_law_for_sealed_answers(any_sealed_table: Table, seed: int) -> None:
    chance = random.Random(seed)
    for state in laws.walk(any_sealed_table, chance):
        laws.check_last_sealed_answer_is_final(any_sealed_table, state, chance)


def test_take_back_law_is_looked_at_in_both_ways(any_table: Table) -> None:
    """There are choices that are final, and choices that are not."""
    flags = set()
    for state in laws.walk(any_table, random.Random(1)):
        if state.asked != NOBODY:
            flags |= {choice.final for ask in any_table.match(state).asks().values() for choice in ask}
    assert flags == {False, True}
