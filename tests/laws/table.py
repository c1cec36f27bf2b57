"""From where a law is looked at: a Table (a game, a number of seats, a set of options); and playing at random.
`random.Random` draws what a test does; `Rng` is only handed to what takes one (imagining, bots)."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NoReturn, TypeVar

from eminence.core.ask import Ask
from eminence.core.event import Event, as_known_to
from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.state import DEALER, NOBODY, SEVERAL, SealedStep, State
from eminence.core.view import View
from tests.thorough import THOROUGH

T = TypeVar("T")

LONGEST = 5_000
"""No game of the house needs as many answers: one that does, does not end."""


class LawBroken(AssertionError):
    """A law does not hold."""


def broken(law: int | str, message: str) -> NoReturn:
    """A law, by its number in DESIGN.md or in a word, does not hold."""
    raise LawBroken(f"law {law}: {message}")


def require(law: int | str, at: object, holds: object, otherwise: str) -> None:
    if not holds:
        broken(law, f"{at}: {otherwise}")


@dataclass(frozen=True, eq=False)
class Table:
    """A game, for a number of seats, under some options: what a law is looked at from."""

    game: Game
    seats: int
    options: Mapping[str, Any]

    def start(self) -> State:
        return self.game.start(self.seats, self.options)

    def view(self, state: State, seat: int | None) -> View:
        return self.game.view(state, self.options, seat)

    def match(self, state: State) -> Match:
        """A match that stands at this state. By hand, so that the dealer does not run on."""
        match = Match(self.game, self.seats, self.options, by_hand=True, deal=False)
        match._state = state
        return match

    @property
    def viewers(self) -> list[int | None]:
        """Everyone who sees something: the spectator and the seats."""
        return [None, *range(self.seats)]

    def __str__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.game.id} {self.seats}{options}"


A_HANDFUL = 8
"""Of so many ways to set the table, all are looked at. Of more, a few in which every two choices meet."""


@cache
def tables(game: Game) -> list[Table]:
    """Every number of seats with every combination of options; where these are many, every value of each option beside
    every value of each other one, unless one is thorough. The first has all defaults, the last has none."""
    names = [option.name for option in game.options]
    every = list(itertools.product(game.seats, *(option.values for option in game.options)))
    chosen = every if THOROUGH or len(every) <= A_HANDFUL else covering(every)
    return [Table(game, seats, dict(zip(names, values, strict=True))) for seats, *values in chosen]


def covering(every: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """A few of all rows, in which every pair of values stands somewhere side by side: the first and the last, and then
    again and again the one with the most pairs that are missing."""
    found = [every[0], every[-1]]
    missing = set[tuple[int, Any, int, Any]]().union(*map(_pairs, every)).difference(*map(_pairs, found))
    while missing:
        found.append(max(every, key=lambda row: len(_pairs(row) & missing)))
        missing -= _pairs(found[-1])
    return sorted(found, key=every.index)


def _pairs(row: tuple[Any, ...]) -> set[tuple[int, Any, int, Any]]:
    return {(a, row[a], b, row[b]) for a, b in itertools.combinations(range(len(row)), 2)}


def is_large(game: Game) -> bool:
    """Whether there are so many ways to set the table that only some of them are looked at."""
    return len(game.seats) * math.prod(len(option.values) for option in game.options) > A_HANDFUL


def some(game: Game, of: Sequence[T], every: int, of_others: int = 1) -> Sequence[T]:
    """By default so many of a large game, every second or third one; unless one is thorough. `of_others`: of others."""
    return of if THOROUGH else of[:: every if is_large(game) else of_others]


def has_its_turn(table: Table, number: int) -> bool:
    """Whether something with a number, which takes turns with others, is looked at from a table: like the squares of a
    board, so that each has every number of seats and every value of an option; where only one of these varies, from
    every table. Of a large game it is looked at from the first and the last table, which have no option in common, and
    every third such thing from one of the others."""
    if is_large(table.game):
        every = tables(table.game)
        between = every[1:-1]
        return table not in between or 3 * between.index(table) == number % (3 * len(between))
    wheels = [list(table.game.seats), *(list(option.values) for option in table.game.options)]
    at = [table.seats, *(table.options[option.name] for option in table.game.options)]
    squares = sum(wheel.index(value) for wheel, value in zip(wheels, at, strict=True))
    return sum(len(wheel) > 1 for wheel in wheels) < 2 or (squares + number) % 2 == 0


def has_sealed_steps(table: Table) -> bool:
    return any(isinstance(step, SealedStep) for step in table.start().book)


def who(seat: int | None) -> str:
    return "a spectator" if seat is None else "the dealer" if seat == DEALER else f"seat {seat}"


def on_wire(thing: View | Ask | Sequence[Event]) -> bytes:
    """What would go over the wire, byte by byte."""
    if isinstance(thing, View):
        data: Any = thing.to_json()
    elif isinstance(thing, Ask):
        choices = [[choice.text, choice.code] for choice in thing]
        data = [thing.seat, thing.step, thing.rule, choices, thing.weights]
    else:
        data = [event.to_json() for event in thing]
    return json.dumps(data).encode()


def difference(one: View, two: View) -> str:
    """The fields in which two views differ."""
    differ = [name for name in one.fields if json.dumps(one.fields[name]) != json.dumps(two.fields[name])]
    told = (f"field {name!r} is {one.fields[name]!r} or {two.fields[name]!r}" for name in differ)
    return "; ".join(told) or "outside the fields"


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [name for name in before if before[name] != after[name]]


def seats_asked(state: State) -> list[int]:
    """Who has an answer to give, the dealer included."""
    asked = int(state.asked)
    if asked == SEVERAL:
        return [seat for seat in range(int(state.seats)) if state.is_asked(seat)]
    return [] if asked == NOBODY else [asked]


def one_asked(table: Table, state: State, chance: random.Random) -> int:
    asked = seats_asked(state)
    require(4, table, asked, f"several seats should answer {state.step().name!r}, but nobody is awaited")
    return chance.choice(asked)


def offered(table: Table, state: State, seat: int) -> list[int]:
    codes = [int(code) for code in state.choices(seat)]
    require(4, table, codes, f"{who(seat)} is asked {state.step().name!r} and has no choice")
    return codes


def by_kind(table: Table, codes: Iterable[int]) -> dict[str, list[int]]:
    """Codes by the kind of answer: the first word of its text."""
    kinds: dict[str, list[int]] = {}
    for code in codes:
        kinds.setdefault(table.game.text(code).split()[0], []).append(int(code))
    return kinds


def pick(table: Table, state: State, seat: int, chance: random.Random, curious: bool) -> int:
    """A code at random. The curious choose among the kinds of answers first, so that rare ones are seen more often."""
    codes = offered(table, state, seat)
    if seat == DEALER:
        return chance.choices(codes, weights_of(state, codes))[0]
    if curious:
        kinds = by_kind(table, codes)
        codes = kinds[chance.choice(sorted(kinds))]
    return chance.choice(codes)


def weights_of(state: State, codes: Sequence[int]) -> list[int]:
    """How likely each of the dealer's choices is."""
    weights = [int(weight) for weight in state.step().weights(state)] or [1] * len(codes)
    if len(weights) != len(codes) or min(weights) < 0 or sum(weights) == 0:
        broken(4, f"{len(codes)} choices of the dealer at {state.step().name!r}, but weights {weights}")
    return weights


def answer_at_random(table: Table, state: State, chance: random.Random, curious: bool = False) -> tuple[int, int]:
    """Give one answer, of any seat that is asked; returns (seat, code)."""
    seat = one_asked(table, state, chance)
    code = pick(table, state, seat, chance, curious)
    state.answer(seat, code)
    return seat, code


def answered(state: State, seat: int, code: int) -> State:
    """What a state becomes with an answer, and the story of that."""
    after = state.clone()
    after.story = []
    after.answer(seat, code)
    return after


def walk(table: Table, chance: random.Random, curious: bool = False, since: State | None = None) -> Iterator[State]:
    """One whole game at random, or the rest of one: the same state, before each answer, and at last when it is over."""
    state = since or table.start()
    for _ in range(LONGEST):
        yield state
        if state.asked == NOBODY:
            return
        answer_at_random(table, state, chance, curious)
    broken(4, f"{table}: the game has not ended after {LONGEST} answers")


def random_match(
    table: Table, chance: random.Random, *, by_hand: bool = False, take_backs: float = 0.0, answers: int = LONGEST
) -> Match:
    """A match played at random through the front door, perhaps with answers taken back."""
    nonces = {seat: chance.randbytes(chance.randrange(5)) for seat in range(table.seats)}
    secret = None if by_hand else chance.randbytes(32)
    match = table.game.new(table.seats, table.options, secret=secret, nonces=nonces, by_hand=by_hand)
    for _ in range(answers):
        if match.over:
            break
        able = [seat for seat in range(table.seats) if match.can_take_back(seat)]
        if able and chance.random() < take_backs:
            match.take_back(chance.choice(able))
            continue
        seat = chance.choice(seats_asked(match._state))
        match.choose(seat, pick(table, match._state, seat, chance, curious=True))
    return match


def what_is_seen(table: Table, state: State, observer: int | None) -> bytes:
    """All that an observer sees and has been told."""
    told = [as_known_to(event, table.game.visible, observer) for event in state.story or ()]
    return on_wire(table.view(state, observer)) + on_wire(told)
