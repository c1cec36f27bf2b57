"""The law of taking back: what is said beforehand holds, nothing that was shown can be taken back, and an event says
rightly who learns from it."""

from __future__ import annotations

import random
from itertools import zip_longest

from eminence.core.ask import Choice
from eminence.core.event import Event, as_known_to
from eminence.core.game import Game
from eminence.core.state import DEALER, SEVERAL, State
from eminence.core.visibility import nobody
from tests.laws.gathering import Moment, gather
from tests.laws.secrecy import answers_alike, imagined
from tests.laws.table import Table, broken, difference, on_wire, pick, tables, who


def check_take_back(table: Table, moment: Moment, chance: random.Random, worlds: int = 2) -> None:
    """What the ask says beforehand holds afterwards; taking back restores the state; and an answer that is not final
    has shown nobody anything he could not have known."""
    state, seat = moment.state, moment.seat
    if state.asked == SEVERAL or seat == DEALER:
        return  # see law 6 and check_last_sealed_answer_is_final
    match = table.match(state)
    choice = match.asks()[seat][table.game.text(moment.code)]
    views = [on_wire(match.view(viewer)) for viewer in table.viewers]
    match.choose(seat, choice)
    able = match.can_take_back(seat)
    if able == choice.final:
        told = "final" if choice.final else "not final"
        can = "can" if able else "cannot"
        broken("take back", f"{table}: {choice.text!r} was said to be {told}, and {can} be taken back")
    if choice.final:
        return
    after = match._state.clone()
    match.take_back(seat)
    if table.game.hash(match._state) != table.game.hash(state):
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
    told = f"{table}: {choice.text!r} by {who(seat)} is not final, but shows {who(observer)}"
    if not alike:
        broken("take back", f"{told} that it could be chosen")
    world.answer(seat, chance.choice(alike))
    one, two = table.view(after, observer), table.view(world, observer)
    if on_wire(one) != on_wire(two):
        broken("take back", f"{told} something new: {difference(one, two)}")


# == REVEALS =========================================================================================================


def check_reveals(game: Game, examples: int, tries: int = 6) -> None:
    """An event that is said to reveal something has once done so: to its seat; where it is for everyone, to another.
    (That it tells nobody else anything new is law 1.)"""
    claimed = {kind.__name__ for kind in game.events if kind.REVEALS is not nobody}
    chance = random.Random(1)
    for table in tables(game):
        gathered = gather(table, examples)
        for name in sorted(claimed):
            for moment in gathered.kept.get(("event", name), ()):
                for observer in table.viewers * tries:
                    if name in claimed:
                        claimed -= _learned(table, moment, observer, chance)
    if claimed:
        broken("take back", f"{game}: nobody who should has ever learned anything from {', '.join(sorted(claimed))}")


def _learned(table: Table, moment: Moment, observer: int | None, chance: random.Random) -> set[str]:
    """From which events an observer learned something: without them, what he sees could be otherwise."""
    here, there = moment.state.clone(), moment.state.clone()
    if moment.state.asked == SEVERAL:
        own = chance.random()
        for world in (here, there):
            _settle(table, world, observer, random.Random(own), chance)
    else:
        there = imagined(table, there, observer, chance)
        code = pick(table, there, DEALER, chance, curious=False) if moment.seat == DEALER else moment.code
        here.story, there.story = [], []
        here.answer(moment.seat, moment.code)
        if code not in there.choices(moment.seat):
            return set(_new_to(observer, here.story)[:1])  # that it could be chosen
        there.answer(moment.seat, code)
    one, two = here.story or [], there.story or []
    known = [[as_known_to(event, table.game.visible, observer) for event in story] for story in (one, two)]
    for number, (a, b) in enumerate(zip_longest(*known)):
        if a != b:
            return set(_new_to(observer, one[: number + 1])[-1:])
    if on_wire(table.view(here, observer)) != on_wire(table.view(there, observer)):
        return set(_new_to(observer, one))
    return set()


def _settle(table: Table, world: State, observer: int | None, own: random.Random, others: random.Random) -> None:
    """All who are awaited seal any answers; the observer what he drew."""
    for seat in range(table.seats):
        while world.waiting >> seat & 1:
            world.seal(seat, pick(table, world, seat, own if seat == observer else others, curious=True))
    world.story = []
    world.open_sealed()


def _new_to(observer: int | None, story: list[Event]) -> list[str]:
    """The events that say that the observer learned something; for everyone, he must be another than its seat."""
    return [
        event.name
        for event in story
        if event.is_new_to(observer) and (event.REVEALS.by_seat or getattr(event, "seat", DEALER) != observer)
    ]
