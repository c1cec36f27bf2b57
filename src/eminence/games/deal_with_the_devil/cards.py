"""The cards as the rules meet them: plain data, with every word and name turned into a number.

Where they come from (a file of the house, or one with the printed values of a box) `card_file` knows. An effect is one
operation with its modifiers; a card is a short list of them. No effect reads what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from eminence.core.bits import ONE

# -- types of buildings, and symbols -----------------------------------------------------------------------------------
RURAL: Final = 0
URBAN: Final = 1
RELIGIOUS: Final = 2
SCIENCE: Final = 3
TYPES: Final = ("rural", "urban", "religious", "science")
COURTIERS: Final = 4  # one of each type; the one of science is the alchemist
ALCHEMIST: Final = SCIENCE

# -- kinds of buildings, and the phases of permanent ones --------------------------------------------------------------
NO_EFFECT: Final = 0
IMMEDIATE: Final = 1
PERMANENT: Final = 2
ACTION: Final = 3
SCORING: Final = 4
KINDS: Final = ("none", "immediate", "permanent", "action", "scoring")

ANY_PHASE: Final = 0
PRODUCTION: Final = 1
ACTIONS: Final = 2
INTEREST: Final = 3
REPUTATION: Final = 4
PHASES: Final = ("any", "production", "actions", "interest", "reputation")

# -- operations --------------------------------------------------------------------------------------------------------
GAIN: Final = 0  # `heap`, `basics` and `precious` of the owner's choice
PAY: Final = 1  # the same, as the cost of what follows; compulsory if it can be funded (DP-24)
PAY_COURTIER: Final = 2  # `which`
REQUIRE: Final = 3  # `cond`: an event's condition
REP: Final = 4  # `n` spaces up or down
WINGS: Final = 5  # `n` angel wings, `m` demon wings (fewer, if negative)
DEBT: Final = 6  # `n` more or fewer
POINTS: Final = 7  # `n`
COURTIER: Final = 8  # `which`, or any
MINOR: Final = 9  # `n`: 1 gains one, -1 removes one
GAIN_INDULGENCE: Final = 10  # `n`
TOKENS: Final = 11  # `n` action tokens fewer (as many of them free ones): n is negative
PRICE: Final = 12  # basics are bought for `n` coins
FLAG: Final = 13  # `which`: one of the FLAGS; `n` its number
TRIBUTE: Final = 14  # inquisitors: `n` resources of different kinds, `m` points for each not given
CHOICE: Final = 15  # inquisitors: `heap`, or `n` points
DESTROY: Final = 16  # inquisitors: the building of the `n`-th highest printed points
OPERATIONS: Final = (
    "gain", "pay", "pay_courtier", "require", "rep", "wings", "debt", "points", "courtier", "minor", "indulgence",
    "tokens", "price", "flag", "tribute", "choice", "destroy",
)  # fmt: skip

ANY: Final = 4
"""`which` of a courtier, where it is the owner's choice."""

INTEREST_HOLD: Final = 0  # with a debt of at most `n` the interest marker does not move
STABLE: Final = 1  # an action building is tucked under it
TRADE_ROUTE: Final = 2  # at the count, all of one basic good for a point each
FLAGS: Final = ("interest_hold", "stable", "trade_route")

# -- what an effect is counted by, and on what it depends --------------------------------------------------------------
ONCE: Final = 0
OWN: Final = 1  # + type: by own buildings of that type; science never counts as another (1 to 4)
OWN_ANY: Final = 5
PLAYERS_BELOW: Final = 6
ACHIEVEMENTS: Final = 7
MAJORS: Final = 8
BY_DEBT: Final = 9
PER: Final = (
    "once", "own:rural", "own:urban", "own:religious", "own:science", "own:any", "players_below", "achievements",
    "majors", "debt",
)  # fmt: skip

ALWAYS: Final = 0
ALL_OTHERS_ABOVE: Final = 1
ALL_OTHERS_BELOW: Final = 2
NOT_ALL_OTHERS_BELOW: Final = 3
BELOW_START: Final = 4
NOT_BELOW_START: Final = 5
RECRUITED: Final = 6
THREE_TOKENS: Final = 7
NO_DEBT: Final = 8
BUILT: Final = 9  # + type: a building of that type in this phase (9 to 12)
CONDITIONS: Final = (
    "always", "all_others_above", "all_others_below", "not all_others_below", "rep<start", "rep>=start", "recruited",
    "tokens_used>=3", "debt==0", "built:rural", "built:urban", "built:religious", "built:science",
)  # fmt: skip

AT_ONCE: Final = 0
ON_RECRUIT: Final = 1
ON_ACHIEVEMENT: Final = 2
ON: Final = ("at_once", "recruit", "achievement")

# -- inquisitors, in the order of the file: the first three are A, B and C ---------------------------------------------
ASCETIC: Final = 0
FUNDAMENTALIST: Final = 1
PLEBEIAN: Final = 2
DEBT_COLLECTOR: Final = 3
ORATOR: Final = 4
SQUANDERER: Final = 5
VANDAL: Final = 6
GUEST: Final = 7
INQUISITORS: Final = 8
REDS: Final = 4  # from DEBT_COLLECTOR on

BUILDINGS: Final = 80
A_ROUND: Final = 16  # so many buildings has each round; building b is of round b // 16 + 1
EVENTS: Final = 20
A_EVENTS: Final = 8  # events below this one are of deck A


@final
class Effect:
    """One operation with its modifiers."""

    __slots__ = ("basics", "cond", "div", "heap", "m", "n", "on", "op", "per", "precious", "times", "up", "which")

    def __init__(self, op: i64) -> None:
        self.op: i64 = op
        self.heap: i64 = 0
        self.basics: i64 = 0
        self.precious: i64 = 0
        self.n: i64 = 0
        self.m: i64 = 0
        self.which: i64 = ANY
        self.per: i64 = ONCE
        self.div: i64 = 1
        self.up: bool = False  # a division is rounded up
        self.cond: i64 = ALWAYS
        self.times: i64 = 1  # up to so many times: the first is compulsory, repeats are free (DP-24)
        self.on: i64 = AT_ONCE

    def __reduce__(self) -> tuple[Callable[..., Effect], tuple[object, ...]]:
        """So that cards are copied and pickled in either form, here and below."""
        goods = (self.heap, self.basics, self.precious, self.n, self.m)
        return _effect, (self.op, goods, self.which, self.per, self.div, self.up, self.cond, self.times, self.on)


def _effect(
    op: i64, goods: tuple[int, ...], which: i64, per: i64, div: i64, up: bool, cond: i64, times: i64, on: i64
) -> Effect:
    found = Effect(op)
    found.heap, found.basics, found.precious, found.n, found.m = goods
    found.which = which
    found.per = per
    found.div = div
    found.up = up
    found.cond = cond
    found.times = times
    found.on = on
    return found


@final
class Building:
    """A building card."""

    __slots__ = ("cost", "effects", "kind", "number", "phase", "pile", "points", "rep_cost", "round", "types")

    def __init__(self, number: i64) -> None:
        self.number: i64 = number
        self.round: i64 = number // A_ROUND + 1
        self.pile: i64 = 0  # A to D: matters in round 1
        self.types: i64 = 0  # a set
        self.cost: i64 = 0  # a heap
        self.rep_cost: i64 = 0
        self.points: i64 = 0
        self.kind: i64 = NO_EFFECT
        self.phase: i64 = ANY_PHASE
        self.effects: list[Effect] = []

    def __reduce__(self) -> tuple[Callable[..., Building], tuple[object, ...]]:
        worth = (self.cost, self.rep_cost, self.points)
        return _building, (self.number, self.pile, self.types, worth, self.kind, self.phase, self.effects)

    def is_of(self, kind: i64) -> bool:
        """Whether it is of a type."""
        return self.types & (ONE << kind) != 0


def _building(
    number: i64, pile: i64, types: i64, worth: tuple[int, ...], kind: i64, phase: i64, effects: list[Effect]
) -> Building:
    found = Building(number)
    found.pile = pile
    found.types = types
    found.cost, found.rep_cost, found.points = worth
    found.kind = kind
    found.phase = phase
    found.effects = effects
    return found


@final
class EventCard:
    """An event: on the left one gains and loses reputation; on the right one pays, or meets a condition, to gain it."""

    __slots__ = ("left", "right")

    def __init__(self, left: list[Effect], right: list[Effect]) -> None:
        self.left = left
        self.right = right

    def __reduce__(self) -> tuple[type[EventCard], tuple[object, ...]]:
        return EventCard, (self.left, self.right)


@final
class Cards:
    """All cards of a match: 80 buildings, 20 events, 8 kinds of inquisitors."""

    __slots__ = ("buildings", "events", "inquisitors")

    def __init__(self, buildings: list[Building], events: list[EventCard], inquisitors: list[list[Effect]]) -> None:
        self.buildings = buildings
        self.events = events
        self.inquisitors = inquisitors

    def __reduce__(self) -> tuple[type[Cards], tuple[object, ...]]:
        return Cards, (self.buildings, self.events, self.inquisitors)
