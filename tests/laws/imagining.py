"""Law 7: what is imagined from a View could be true, and is as likely as it should be."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from eminence.core.game import Game
from eminence.core.rng import Rng
from eminence.core.state import DEALER, SEVERAL, State
from eminence.core.visibility import nobody
from tests.laws.choosing import check_asks, check_components, check_end, components
from tests.laws.gathering import Moment, gather
from tests.laws.secrecy import answers_alike
from tests.laws.table import Table, answered, broken, difference, on_wire, tables, walk, weights_of, what_is_seen, who


def check_imagination(table: Table, state: State, observer: int | None, chance: random.Random) -> int:
    """Law 7: imagined worlds look the same to whoever imagines them, have all components, can be played to the end, and
    share nothing with each other. Returns how many different ones there were."""
    view = table.view(state, observer)
    told, hash_before, box = on_wire(view), table.game.hash(state), components(table, state)
    worlds, rng = table.game.worlds(view), Rng(chance.getrandbits(60))
    found: dict[str, State] = {}
    for number in range(3):
        world = worlds.imagine(rng)
        if on_wire(table.view(world, observer)) != told:
            what = difference(view, table.view(world, observer))
            broken(7, f"{table}: what {who(observer)} imagines contradicts what it has seen: {what}")
        check_components(table, world, box, f" in a world imagined by {who(observer)}")
        check_asks(table, world)
        found.setdefault(table.game.hash(world), world.clone())
        if number == 0:
            *_, world = walk(table, chance, since=world)
            check_components(table, world, box, f" at the end of a world imagined by {who(observer)}")
            check_end(table, world)
    for told_hash, world in found.items():
        if table.game.hash(world) != told_hash:
            broken(7, f"{table}: imagined worlds share something: one changed when another was played")
    if on_wire(view) != told or table.game.hash(state) != hash_before:
        broken(7, f"{table}: imagining changed the view it started from, or the true state")
    return len(found)


# == Plausible histories =============================================================================================

FEW, MANY = 40, 800
"""So many worlds are imagined at first (after a draw more, to see how likely each was); to be sure, so many."""

Place = tuple[str | int, ...]
"""Where something hidden lies: a field of the state, positions in its lists, and a digit (sets and bags have many)."""


@dataclass
class Beliefs:
    """What lies where, in many worlds, and how often."""

    weights: list[float] = field(default_factory=list)
    shares: dict[tuple[Place, int], float] = field(default_factory=lambda: defaultdict(float))
    times: dict[Place, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, state: State, names: list[str], weight: float = 1.0) -> None:
        self.weights.append(weight)
        for name in names:
            for place, value in _digits((name,), getattr(state, name)):
                self.shares[place, value] += weight
                self.times[place][value] += 1

    @property
    def size(self) -> float:
        """How many worlds of the same weight say as much as these."""
        return sum(self.weights) ** 2 / sum(weight**2 for weight in self.weights)

    def share(self, place: Place, value: int) -> float:
        return self.shares[place, value] / sum(self.weights)


def _digits(place: Place, value: Any) -> Iterator[tuple[Place, int]]:
    """A field's value part by part: lists by position, numbers by sixteens, so that sets and bags are looked into."""
    if isinstance(value, list | tuple):
        for at, item in enumerate(value):
            yield from _digits((*place, at), item)
        return
    rest, digit = int(value), 0
    while rest > 15:
        yield (*place, f"digit {digit}"), rest & 15
        rest, digit = rest >> 4, digit + 1
    yield (*place, f"digit {digit}"), rest


def check_imagining_goes_on(table: Table, moment: Moment, observer: int | None, chance: random.Random) -> bool:
    """Law 7: what the observer imagined before an answer, as far as it then looks to him as the truth does, is what he
    imagines after it. So nothing that he saw is forgotten, and nothing is imagined that could not have come about: one
    step after the other, since at the start there is nothing to imagine. It is as likely, too, unless that depends
    on how somebody plays. False if so few worlds look the same that nothing can be said."""
    after = answered(moment.state, moment.seat, moment.code)
    if moment.state.asked == SEVERAL and any(after.sealed):
        return True  # nothing has happened yet
    names = _things(table.game)
    for worlds in (FEW if moment.seat != DEALER else 8 * FEW, MANY):
        follow = _Following(table, moment, after, observer, chance)
        one, two = follow.beliefs(names, worlds), Beliefs()
        if one.weights == [] or one.size < worlds / 3:
            return False
        imagining, rng = table.game.worlds(table.view(after, observer)), Rng(chance.getrandbits(60))
        for _ in range(worlds):
            two.add(imagining.imagine(rng), names)
        found = _disagreements(one, two, follow, sure=worlds == MANY)
        if not found:
            return True
    place = min(found, key=str)
    told = f"{table}: after {table.game.text(moment.code)!r} by {who(moment.seat)}, {who(observer)} imagines of"
    return broken(7, f"{told} {'.'.join(map(str, place))} what does not follow from what it has seen: {found[place]}")


def _disagreements(one: Beliefs, two: Beliefs, follow: _Following, sure: bool) -> dict[Place, str]:
    """Where two beliefs differ by more than chance: by what never happens in one of them, or by how often it does."""
    often, most = (20, 5.0) if sure else (7, 3.6)
    found: dict[Place, str] = {}
    for place in {*one.times, *two.times}:
        before, now = one.times[place], two.times[place]
        values = sorted({*before, *now})
        never = [v for v in values if before[v] >= often and not now[v]]
        never += [v for v in values if now[v] >= often and not before[v] and not follow.covered]
        shares = [(one.share(place, value), two.share(place, value)) for value in values]
        shares.append((1 - sum(a for a, _ in shares), 1 - sum(b for _, b in shares)))
        if never or (follow.as_likely and _surprise(shares, one.size, two.size) > most):
            told = {value: f"{a:.0%} or {b:.0%}" for value, (a, b) in zip([*values, "none"], shares, strict=True)}
            found[place] = f"{told} (before and after)"
    return found


def _surprise(shares: list[tuple[float, float]], n: float, m: float) -> float:
    """By how many standard deviations two samples differ more than they should: chi-square, after Wilson and Hilferty.
    What is rare is taken together, for chi-square knows nothing of it."""
    both = [((a * n + b * m) / (n + m), a, b) for a, b in shares]
    common = [part for part in both if part[0] * min(n, m) >= 5]
    rare = [part for part in both if part[0] * min(n, m) < 5]
    common.append((sum(p for p, _, _ in rare), sum(a for _, a, _ in rare), sum(b for _, _, b in rare)))
    terms = [(a - b) ** 2 / (p * (1 / n + 1 / m)) for p, a, b in common if p * min(n, m) >= 1]
    free = len(terms) - 1
    if free < 1:
        return 0.0
    spread = 2 / (9 * free)
    return float(((sum(terms) / free) ** (1 / 3) - (1 - spread)) / spread**0.5)


class _Following:
    """Worlds imagined before an answer, in which the same is answered as far as the observer can see."""

    def __init__(self, table: Table, moment: Moment, after: State, observer: int | None, chance: random.Random) -> None:
        self.table, self.moment, self.observer, self.chance = table, moment, observer, chance
        self.look = what_is_seen(table, after, observer)
        self.as_likely = moment.state.asked != SEVERAL
        """Whether what is imagined must be as likely before and after: not where that depends on how somebody plays."""
        self.covered = False
        """Whether something was sealed that stays covered: in which order it then lies may say nothing."""
        self.sealed = moment.state.clone()
        if moment.state.asked == SEVERAL:
            self.sealed.seal(moment.seat, moment.code)

    def beliefs(self, names: list[str], worlds: int) -> Beliefs:
        found, state, rng = Beliefs(), self.moment.state, Rng(self.chance.getrandbits(60))
        imagining = self.table.game.worlds(self.table.view(state, self.observer))
        for tries in range(6 * worlds):
            if len(found.weights) == worlds or (tries > 2 * worlds and len(found.weights) < worlds / 20):
                break
            world = imagining.imagine(rng)
            world.story = []
            weight = self.settle(world) if state.asked == SEVERAL else self.answer(world)
            if weight and what_is_seen(self.table, world, self.observer) == self.look:
                found.add(world, names, weight)
        return found

    def answer(self, world: State) -> float:
        """Give an answer that looks the same; returns how likely that is, where the dealer gives it."""
        seat, code = self.moment.seat, self.moment.code
        offered = [int(choice) for choice in world.choices(seat)]
        alike = [code] if seat == self.observer else answers_alike(self.moment.state, world, seat, code, self.observer)
        if not alike and code in offered:
            return 0.0  # it shows something else there
        if seat != DEALER:
            self.as_likely &= alike == [code]  # that it could be chosen, or others could, tells something
            if alike:
                world.answer(seat, self.chance.choice(alike))
            return float(bool(alike))
        weights = dict(zip(offered, weights_of(world, offered), strict=True))
        likely = sum(weights[choice] for choice in alike)
        if likely:
            world.answer(seat, self.chance.choices(alike, [weights[choice] for choice in alike])[0])
        return likely / sum(weights.values())

    def settle(self, world: State) -> float:
        """Seal answers that look like those that were sealed, and open them."""
        here = self.moment.state.clone()
        for state in (here, world):
            state.sealed = ((),) * self.table.seats
            state.waiting = state.step().who(state)
        for seat, codes in enumerate(self.sealed.sealed):
            for code in codes:
                alike = [code] if seat == self.observer else answers_alike(here, world, seat, code, self.observer)
                if not alike:
                    return 0.0
                self.covered |= alike != [code]
                here.seal(seat, code)
                world.seal(seat, self.chance.choice(alike))
        if world.waiting:
            return 0.0
        world.open_sealed()
        return 1.0


@cache
def _things(game: Game) -> list[str]:
    """What nobody sees, and what only its owner sees and components lie in. (What else he has is what he knows.)"""
    found = {name for name, sees in game.visible.items() if sees is nobody}
    for table in tables(game):
        start = table.start()
        for moment in gather(table, 1):
            for name in (name for name, sees in game.visible.items() if sees.by_seat and name not in found):
                without = moment.state.clone()
                setattr(without, name, getattr(start, name))
                if _has_other_components(table, without, components(table, moment.state)):
                    found.add(name)
    return sorted(found)


def _has_other_components(table: Table, state: State, box: dict[str, list[int]]) -> bool:
    try:
        return components(table, state) != box
    except (LookupError, ValueError):
        return True
