"""Law 7: what is imagined from a View could be true."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

from eminence.core.rng import Rng
from eminence.core.state import State
from tests.laws.choosing import check_asks, check_components, check_end, components
from tests.laws.secrecy import answers_alike
from tests.laws.table import Table, broken, difference, on_wire, play_on, what_is_seen, who


def check_imagination(
    table: Table, state: State, observer: int | None, chance: random.Random, samples: int = 3, to_the_end: int = 1
) -> int:
    """Law 7: imagined worlds look the same to whoever imagines them, have all components, can be played to the end, and
    share nothing with each other. Returns how many different ones there were."""
    view = table.view(state, observer)
    told = on_wire(view)
    box = components(table, state)
    hash_before = table.game.hash(state)
    worlds = table.game.worlds(view)
    rng = Rng(chance.getrandbits(60))
    found: dict[str, State] = {}
    for number in range(samples):
        world = worlds.imagine(rng)
        if on_wire(table.view(world, observer)) != told:
            what = difference(view, table.view(world, observer))
            broken(7, f"{table}: what {who(observer)} imagines contradicts what it has seen: {what}")
        check_components(table, world, box, f" in a world imagined by {who(observer)}")
        check_asks(table, world)
        found.setdefault(table.game.hash(world), world.clone())
        if number < to_the_end:
            play_on(table, world, chance)
            check_components(table, world, box, f" at the end of a world imagined by {who(observer)}")
            check_end(table, world)
    for told_hash, world in found.items():
        if table.game.hash(world) != told_hash:
            broken(7, f"{table}: imagined worlds share something: one changed when another was played")
    if on_wire(view) != told or table.game.hash(state) != hash_before:
        broken(7, f"{table}: imagining changed the view it started from, or the true state")
    return len(found)


def check_imagined_worlds_are_plausible(
    table: Table,
    log: Sequence[tuple[int, int]],
    observer: int | None,
    chance: random.Random,
    histories: int = 200,
    samples: int = 50,
) -> int:
    """Law 7, for small games: what the observer imagines could have come about by a history that looks to him like the
    true one. All that he saw on the way stays true, also what the view no longer shows. Returns how many worlds could
    be true. (Sealed answers still awaited are left aside: how far the others are with theirs is open.)"""
    here = table.start()
    here.story = []
    path = []
    for seat, code in log:
        before = here.clone()
        here.answer(seat, code)
        path.append((before, seat, code, what_is_seen(table, here, observer)))
    possible = {_but_sealed(table, here)}
    for _ in range(histories):
        state = _history_that_looks_the_same(table, path, observer, chance)
        if state is not None:
            possible.add(_but_sealed(table, state))
    worlds = table.game.worlds(table.view(here, observer))
    rng = Rng(chance.getrandbits(60))
    for _ in range(samples):
        world = _but_sealed(table, worlds.imagine(rng))
        if world not in possible:
            broken(7, f"{table}: {who(observer)} imagines what contradicts what it has seen on the way: {world}")
    return len(possible)


def _but_sealed(table: Table, state: State) -> str:
    return json.dumps({name: value for name, value in table.game.to_json(state).items() if name != "sealed"})


def _history_that_looks_the_same(
    table: Table, path: Sequence[tuple[State, int, int, bytes]], observer: int | None, chance: random.Random
) -> State | None:
    """Deal again what the observer does not see, and answer so that it looks the same; None if he would notice."""
    there = table.start()
    there.story = []
    for here, seat, code, look in path:
        alike = answers_alike(here, there, seat, code, observer)
        if not alike:
            return None
        there.answer(seat, chance.choice(alike))
        if what_is_seen(table, there, observer) != look:
            return None
    return there
