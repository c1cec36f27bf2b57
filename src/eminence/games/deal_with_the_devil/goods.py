"""What lies behind a wall or in a chest: how many there are of each kind of thing, in one integer.

A heap is a number with six bits a kind, so that heaps are added and taken from each other as numbers are; coins, the
last kind, have all the bits above. No heap ever holds 64 of anything but coins.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from eminence.core.bits import ONE

WOOD: Final = 0
STONE: Final = 1
WHEAT: Final = 2
GLASS: Final = 3
MARBLE: Final = 4
INDULGENCE: Final = 5  # behind a wall only by the expert option that lets them be offered; else they lie open
JESTER: Final = 6
COINS: Final = 7
KINDS: Final = 8
BASICS: Final = 3  # the kinds below this one are basic,
RESOURCES: Final = 5  # those below this one are resources: the others of them are precious
NAMES: Final = ("wood", "stone", "wheat", "glass", "marble", "indulgence", "jester", "coin")

WIDTH: Final = 6
MOST: Final = 63
EACH: Final[list[i64]] = [ONE << (WIDTH * kind) for kind in range(KINDS)]
"""A heap with a single thing of each kind."""
COIN: Final[i64] = EACH[COINS]

BUY: Final[list[i64]] = [3, 3, 3, 5, 5]
SELL: Final[list[i64]] = [1, 1, 1, 2, 2]
"""What the supply asks for a resource, and what it gives."""


def how_many(heap: i64, kind: i64) -> i64:
    """How many of a kind are in a heap.

    >>> how_many(2 * EACH[WOOD] + 70 * COIN, COINS)
    70
    """
    if kind == COINS:
        return heap >> (WIDTH * COINS)
    return (heap >> (WIDTH * kind)) & MOST


def coins(heap: i64) -> i64:
    """How many coins are in a heap."""
    return heap >> (WIDTH * COINS)


def price_of(heap: i64) -> i64:
    """What the supply would ask for a heap.

    >>> price_of(EACH[WOOD] + EACH[GLASS] + 2 * COIN)
    10
    """
    found = coins(heap)
    kind: i64
    for kind in range(RESOURCES):
        found += how_many(heap, kind) * BUY[kind]
    return found


def has(heap: i64, cost: i64) -> bool:
    """Whether all of a cost is in a heap.

    >>> has(2 * EACH[WOOD] + COIN, EACH[WOOD]), has(2 * EACH[WOOD] + COIN, EACH[STONE])
    (True, False)
    """
    kind: i64 = 0
    while cost:
        if kind == COINS:
            return heap >> (WIDTH * COINS) >= cost
        if cost & MOST > (heap >> (WIDTH * kind)) & MOST:
            return False
        cost >>= WIDTH
        kind += 1
    return True


def missing(heap: i64, cost: i64) -> i64:
    """What of a cost is not in a heap: resources only, for coins are never bought.

    >>> missing(EACH[WOOD], 3 * EACH[WOOD] + COIN) == 2 * EACH[WOOD]
    True
    """
    found: i64 = 0
    kind: i64 = 0
    while kind < RESOURCES:
        short = how_many(cost, kind) - how_many(heap, kind)
        if short > 0:
            found += short * EACH[kind]
        kind += 1
    return found


def heap_of(numbers: list[i64]) -> i64:
    """A heap with so many of each kind, in their order."""
    heap: i64 = 0
    kind: i64 = 0
    while kind < len(numbers):
        heap += numbers[kind] * EACH[kind]
        kind += 1
    return heap


def numbers_of(heap: i64) -> list[i64]:
    """How many of each kind are in a heap.

    >>> numbers_of(2 * EACH[STONE] + 9 * COIN)
    [0, 2, 0, 0, 0, 0, 0, 9]
    """
    return [how_many(heap, kind) for kind in range(KINDS)]


def contents(heap: i64) -> i64:
    """How many things are in a heap."""
    found: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        found += how_many(heap, kind)
        kind += 1
    return found


def told(heap: i64) -> tuple[int, ...]:
    """A heap as events tell it: how many of each kind."""
    return tuple([int(n) for n in numbers_of(heap)])
