"""Where a law is looked at: at every step that ever asks, every kind of answer given there, every event that follows.
At each table some games are played by the curious, who like best what they have tried least: the same each time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, zip_longest

from eminence.core.game import Game
from eminence.core.state import DEALER, NOBODY, State, Step
from tests.laws.table import LONGEST, Table, broken, by_kind, offered, one_asked, pick, tables

ANSWERS = 2_000
"""So many answers are given at a table, in whole games; more as long as a game brings something new."""
Key = tuple[str, ...]
"""A step and a kind of answer to it, as ("bid", "keep"), perhaps with what the seats had; or "event" and its name."""
KEPT = 4
"""So many moments are kept for each key at least,"""
MOST = 90
"""and so many of a table are looked at, one for each key first."""


@dataclass(frozen=True, eq=False)
class Moment:
    """A state, and an answer that was given to it."""

    state: State
    seat: int
    code: int


@dataclass
class Gathered:
    """What was met at a table."""

    examples: int
    kept: dict[Key, list[Moment]] = field(default_factory=dict)
    met: Counter[Key] = field(default_factory=Counter)
    logs: list[list[tuple[int, int]]] = field(default_factory=list)
    """The answers of each game."""
    last: list[State] = field(default_factory=list)
    """How each game ended."""

    def __iter__(self) -> Iterator[Moment]:
        """Each moment once, though it may stand for several things: every step, kind of answer and event; and then some
        of the many ways in which seats have, or know, something or nothing."""
        plain = zip_longest(*(moments for key, moments in self.kept.items() if len(key) == 2))
        finer = zip_longest(*(moments for key, moments in self.kept.items() if len(key) > 2))
        first = next(plain)
        found = dict.fromkeys(moment for turn in (first, *finer, *plain) for moment in turn if moment is not None)
        return islice(found, max(len(first), MOST * self.examples))

    @property
    def must(self) -> int:
        """How many steps, kinds of answers and events were met."""
        return sum(len(key) == 2 for key in self.kept)

    def add(self, key: Key, moment: Moment, chance: random.Random) -> None:
        """Keep some of all that were met, each as likely as any other."""
        self.met[key] += 1
        kept = self.kept.setdefault(key, [])
        if len(kept) < KEPT * self.examples:
            kept.append(moment)
        elif (at := chance.randrange(self.met[key])) < len(kept):
            kept[at] = moment

    def play(self, table: Table, seed: int) -> None:
        """A whole game. Every other one is played by those who are not curious at all: they come to other places."""
        chance = random.Random(f"{table} {seed}")
        state, start = table.start(), table.start()
        log: list[tuple[int, int]] = []
        while state.asked != NOBODY:
            if len(log) == LONGEST:
                broken(4, f"{table}: the game has not ended after {LONGEST} answers")
            seat = one_asked(table, state, chance)
            code = self.least_tried(table, state, seat, chance) if seed % 2 else pick(table, state, seat, chance, True)
            moment = Moment(state.clone(), seat, code)
            step, kind = state.step().name, table.game.text(code).split()[0]
            state.story = []
            state.answer(seat, code)
            log.append((seat, code))
            self.add((step, kind), moment, chance)
            self.add((step, kind, what_seats_have(table.game, moment.state, start)), moment, chance)
            for name in dict.fromkeys(event.name for event in state.story):
                self.add(("event", name), moment, chance)
        self.logs.append(log)
        self.last.append(state)

    def least_tried(self, table: Table, state: State, seat: int, chance: random.Random) -> int:
        if seat == DEALER:
            return pick(table, state, seat, chance, curious=False)
        kinds = by_kind(table, offered(table, state, seat))
        step = state.step().name
        return chance.choice(kinds[min(kinds, key=lambda kind: (self.met[step, kind], chance.random()))])


def what_seats_have(game: Game, state: State, start: State, seat: int | None = None) -> str:
    """Of all that only its owner sees: how many seats have something that they had not at first; or whether one has."""
    told = []
    for name in _owned(game):
        have = [a != b for a, b in zip(getattr(state, name), getattr(start, name), strict=True)]
        told.append(f"{name} {sum(have) if seat is None else have[seat]:d}")
    return " ".join(told)


@cache
def _owned(game: Game) -> list[str]:
    """The fields of which everyone sees his own part only."""
    return [name for name, sees in game.visible.items() if sees.by_seat]


@cache
def gather(table: Table, examples: int) -> Gathered:
    """The moments of a table: `examples` times as many as there must be."""
    found = Gathered(examples)
    news = given = 0
    while given < ANSWERS or news:
        before = found.must
        found.play(table, len(found.logs))
        news = found.must - before
        given += len(found.logs[-1])
    return found


def wanted(game: Game) -> set[Key]:
    """What must be met at some table: every step that can ask, every kind of answer, every event."""
    book = game.start(game.seats[0], game.checked_options(None)).book
    steps = {("step", step.name) for step in book if type(step).choices is not Step.choices}
    kinds = {("kind", text.split()[0]) for text in game.codes_by_text}
    return steps | kinds | {("event", event.__name__) for event in game.events}


def met(gathered: Gathered) -> set[Key]:
    """What was met, in the same words."""
    met = {key[:2] for key in gathered.met}
    events = {key for key in met if key[0] == "event"}
    return events | {found for step, kind in met - events for found in (("step", step), ("kind", kind))}


def check_everything_is_met(game: Game, examples: int, bound: int = 200) -> None:
    """Every step that can ask, every kind of answer and every event is met at some table: or the laws say nothing of
    it. What is rare is searched for longer, at all tables, and kept where it is found."""
    found = [gather(table, examples) for table in tables(game)]
    missing = wanted(game).difference(*map(met, found))
    for _ in range(bound):
        for table, gathered in zip(tables(game), found, strict=True):
            if missing:
                gathered.play(table, len(gathered.logs))
                missing -= met(gathered)
    if missing:
        told = ", ".join(f"the {what} {name}" for what, name in sorted(missing))
        broken(4, f"{game}: never met at any table: {told}")
