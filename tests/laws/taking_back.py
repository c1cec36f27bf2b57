"""The law of taking back: what is said beforehand holds, and nothing that was shown can be taken back."""

from __future__ import annotations

import random

from eminence.core.ask import Choice
from eminence.core.state import SEVERAL, State
from tests.laws.secrecy import answers_alike, imagined
from tests.laws.table import Table, broken, difference, on_wire, who


def check_take_back(table: Table, state: State, chance: random.Random, samples: int = 4, worlds: int = 2) -> None:
    """The take-back law: what the ask says beforehand holds afterwards; taking back restores the state; and an answer
    that is not final has shown nobody anything he could not have known."""
    if state.asked == SEVERAL:
        return  # see laws 6 and check_last_sealed_answer_is_final
    before = table.game.hash(state)
    for seat, ask in table.match(state).asks().items():
        for choice in chance.sample(ask.choices, min(samples, len(ask))):
            match = table.match(state)
            views = [on_wire(match.view(viewer)) for viewer in table.viewers]
            match.choose(seat, choice)
            able = match.can_take_back(seat)
            if able == choice.final:
                told = "final" if choice.final else "not final"
                broken(
                    "take back",
                    f"{table}: {choice.text!r} was said to be {told}, and {'can' if able else 'cannot'} be taken back",
                )
            if choice.final:
                continue
            after = match._state.clone()
            match.take_back(seat)
            if table.game.hash(match._state) != before:
                broken("take back", f"{table}: {choice.text!r} taken back leaves another state than before")
            if [on_wire(match.view(viewer)) for viewer in table.viewers] != views:
                broken("take back", f"{table}: {choice.text!r} taken back leaves other views than before")
            for observer in table.viewers:
                for _ in range(worlds):
                    _check_nothing_shown(table, state, after, seat, choice, observer, chance)


def _check_nothing_shown(
    table: Table, state: State, after: State, seat: int, choice: Choice, observer: int | None, chance: random.Random
) -> None:
    """Whoever sees the answer given could have told beforehand all that he sees afterwards."""
    world = imagined(table, state, observer, chance)
    offered = choice.code in world.choices(seat)
    alike = [choice.code] if offered else answers_alike(state, world, seat, choice.code, observer)
    if not alike:
        broken(
            "take back",
            f"{table}: {choice.text!r} by {who(seat)} is not final, but shows {who(observer)} that it could be chosen",
        )
    world.answer(seat, chance.choice(alike))
    one, two = table.view(after, observer), table.view(world, observer)
    if on_wire(one) != on_wire(two):
        broken(
            "take back",
            f"{table}: {choice.text!r} by {who(seat)} is not final, but shows {who(observer)} something new: "
            f"{difference(one, two)}",
        )
