"""The law of taking back: what was shown cannot be taken back, and events say rightly who learns from them."""

from __future__ import annotations

import random
from itertools import zip_longest

from eminence.core.event import Event, as_known_to
from eminence.core.game import Game
from eminence.core.state import DEALER, SEVERAL, State
from eminence.core.visibility import nobody
from tests.laws.gathering import Moment, gather
from tests.laws.sealing import check_final_as_said
from tests.laws.secrecy import answers_alike, imagined
from tests.laws.table import Table, answered, broken, difference, on_wire, pick, require, tables, who


def check_take_back(table: Table, moment: Moment, chance: random.Random) -> None:
    """What the ask says beforehand holds; taking back restores the state; and whoever sees an answer that is not final
    could have told beforehand all that he sees afterwards."""
    state, seat = moment.state, moment.seat
    if state.asked == SEVERAL or seat == DEALER:
        return  # see law 6 and check_last_sealed_answer_is_final
    match = table.match(state)
    choice = match.asks()[seat][table.game.text(moment.code)]
    views = [on_wire(match.view(viewer)) for viewer in table.viewers]
    final = match.is_final(seat, choice)
    match.choose(seat, choice)
    check_final_as_said(table, match, seat, choice, final)
    if final:
        return
    after = match._state.clone()
    match.take_back(seat)
    same = table.game.hash(match._state) == table.game.hash(state)
    same &= [on_wire(match.view(viewer)) for viewer in table.viewers] == views
    require("take back", table, same, f"{choice.text!r} taken back leaves another state or other views than before")
    for observer in table.viewers * 2:
        world = imagined(table, state, observer, chance)
        offered = choice.code in world.choices(seat)
        alike = [choice.code] if offered else answers_alike(state, world, seat, choice.code, observer)
        told = f"{choice.text!r} by {who(seat)} is not final, but shows {who(observer)}"
        require("take back", table, alike, f"{told} that it could be chosen")
        world.answer(seat, chance.choice(alike))
        one, two = table.view(after, observer), table.view(world, observer)
        if on_wire(one) != on_wire(two):
            broken("take back", f"{table}: {told} something new: {difference(one, two)}")


def check_reveals(game: Game, examples: int) -> None:
    """An event that is said to reveal something has once done so: to its seat; where it is for everyone, to another.
    (That it tells nobody else anything new is law 1.)"""
    claimed = {kind.__name__ for kind in game.events if kind.REVEALS is not nobody}
    chance = random.Random(1)
    for table in tables(game):
        for name in sorted(claimed):
            for moment in gather(table, examples).kept.get(("event", name), ()):
                for observer in table.viewers * 6:
                    if name in claimed:
                        claimed -= _learned(table, moment, observer, chance)
    if claimed:
        broken("take back", f"{game}: nobody who should has ever learned anything from {', '.join(sorted(claimed))}")


def _learned(table: Table, moment: Moment, observer: int | None, chance: random.Random) -> set[str]:
    """From which events an observer learned something: without them, what he sees could be otherwise."""
    if moment.state.asked == SEVERAL:
        own = chance.random()
        here, there = (_settled(table, moment.state, observer, random.Random(own), chance) for _ in range(2))
    else:
        here, world = answered(moment.state, moment.seat, moment.code), imagined(table, moment.state, observer, chance)
        code = pick(table, world, DEALER, chance, curious=False) if moment.seat == DEALER else moment.code
        if code not in world.choices(moment.seat):
            return set(_new_to(observer, here.story or [])[:1])  # that it could be chosen
        there = answered(world, moment.seat, code)
    one, two = here.story or [], there.story or []
    known = [[as_known_to(event, table.game.visible, observer) for event in story] for story in (one, two)]
    for number, (a, b) in enumerate(zip_longest(*known)):
        if a != b:
            return set(_new_to(observer, one[: number + 1])[-1:])
    same = on_wire(table.view(here, observer)) == on_wire(table.view(there, observer))
    return set() if same else set(_new_to(observer, one))


def _settled(table: Table, state: State, observer: int | None, own: random.Random, others: random.Random) -> State:
    """All who are awaited seal any answers; the observer what he drew."""
    world = state.clone()
    for seat in range(table.seats):
        while world.waiting >> seat & 1:
            world.seal(seat, pick(table, world, seat, own if seat == observer else others, curious=True))
    world.story = []
    world.open_sealed()
    return world


def _new_to(observer: int | None, story: list[Event]) -> list[str]:
    """The events that say that the observer learned something; for everyone, he must be another than its seat."""
    new = (event for event in story if event.is_new_to(observer))
    return [event.name for event in new if event.REVEALS.by_item or getattr(event, "seat", DEALER) != observer]
