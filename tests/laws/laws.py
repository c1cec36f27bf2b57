"""The laws that every game obeys (DESIGN.md), as plain functions: each raises LawBroken with a sentence that says who
learned what, or what was lost. The tests aim them at every registered game, and at toy games that break them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from eminence.bots import Bot
from eminence.core.state import DEALER, NOBODY, State
from tests.laws.choosing import (
    check_answer_given_twice,
    check_asks,
    check_components,
    check_end,
    check_notation,
    check_refusals,
    components,
    refused,
)
from tests.laws.imagining import check_imagination, check_imagined_worlds_are_plausible
from tests.laws.keeping import (
    check_clone,
    check_fields,
    check_replay,
    check_resuming,
    check_serialising,
    fields_of,
    snapshot,
)
from tests.laws.sealing import check_last_sealed_answer_is_final, check_sealed_answers
from tests.laws.secrecy import (
    check_no_way_to_the_state,
    check_non_interference,
    check_parallel_history,
    check_same_answer,
    check_same_asks,
    check_same_move,
    check_same_view,
    check_shown,
    check_shown_of_sealed,
    check_views_are_copies,
    imagined,
    log_of,
    same_story,
    spoil,
)
from tests.laws.table import (
    LONGEST,
    LawBroken,
    Table,
    answer_at_random,
    broken,
    difference,
    has_sealed_steps,
    on_wire,
    pick,
    play_on,
    random_match,
    reach,
    seats_asked,
    tables,
    walk,
    who,
)
from tests.laws.taking_back import check_take_back

__all__ = [
    "LONGEST",
    "LawBroken",
    "Table",
    "answer_at_random",
    "broken",
    "check_all_laws",
    "check_answer_given_twice",
    "check_asks",
    "check_cheap_laws",
    "check_clone",
    "check_components",
    "check_end",
    "check_fields",
    "check_game",
    "check_imagination",
    "check_imagined_worlds_are_plausible",
    "check_last_sealed_answer_is_final",
    "check_no_way_to_the_state",
    "check_non_interference",
    "check_notation",
    "check_parallel_history",
    "check_refusals",
    "check_replay",
    "check_resuming",
    "check_same_answer",
    "check_same_asks",
    "check_same_move",
    "check_same_view",
    "check_sealed_answers",
    "check_serialising",
    "check_shown",
    "check_shown_of_sealed",
    "check_take_back",
    "check_views_are_copies",
    "components",
    "difference",
    "fields_of",
    "has_sealed_steps",
    "imagined",
    "log_of",
    "on_wire",
    "pick",
    "play_on",
    "random_match",
    "reach",
    "refused",
    "same_story",
    "seats_asked",
    "snapshot",
    "spoil",
    "tables",
    "walk",
    "who",
]


def check_cheap_laws(table: Table, state: State, box: Mapping[str, list[int]]) -> None:
    """What is quick enough to be looked at before every answer."""
    check_asks(table, state)
    check_components(table, state, box)


def check_all_laws(table: Table, state: State, chance: random.Random, bots: Sequence[Bot | str] = ()) -> None:
    """Every law that is about one state."""
    observer = chance.choice(table.viewers)
    check_non_interference(table, state, observer, chance, bots, samples=3)
    check_serialising(table, state)
    check_fields(table.game, state)
    check_clone(table, state, chance, answers=4)
    check_sealed_answers(table, state, chance, orders=6)
    check_imagination(table, state, observer, chance, samples=2)
    check_take_back(table, state, chance, samples=2, worlds=1)
    for seat in seats_asked(state):
        check_no_way_to_the_state(table.game.ask(state, seat))
    check_no_way_to_the_state(table.view(state, observer))


def check_game(
    table: Table, chance: random.Random, *, rate: float = 0.1, bots: Sequence[Bot | str] = (), curious: bool = False
) -> int:
    """One whole game at random: cheap laws before every answer, all of them at some (`rate` of them). Returns how many
    answers the players gave."""
    box: dict[str, list[int]] | None = None
    decisions = 0
    for state in walk(table, chance, curious):
        if box is None:
            box = components(table, state)
        check_cheap_laws(table, state, box)
        decisions += state.asked != DEALER and state.asked != NOBODY
        if chance.random() < rate:
            check_all_laws(table, state, chance, bots)
        if state.asked == NOBODY:
            check_end(table, state)
    return decisions
