"""Bags: how many there are of each of up to fifteen kinds, none more than fifteen times, in one integer.

A bag is a number with four bits a kind, so that bags are added and taken from each other as numbers are.
"""

from typing import Final

from mypy_extensions import i64

from eminence.core.bits import ONE

KINDS: Final = 15
EACH: Final[list[i64]] = [ONE << (4 * kind) for kind in range(KINDS)]
"""A bag with a single thing of each kind: `bag + EACH[kind]` has one more."""


def how_many(bag: i64, kind: i64) -> i64:
    """How many of a kind are in a bag.

    >>> how_many(EACH[2] + EACH[2] + EACH[5], 2)
    2
    """
    return (bag >> (4 * kind)) & 15


def without(bag: i64, kind: i64) -> i64:
    """A bag with one thing of a kind less. Refuses to take out what is not there: the bag would go below nothing.

    >>> without(EACH[2] + EACH[5], 5) == EACH[2]
    True
    >>> without(EACH[2], 5)
    Traceback (most recent call last):
    ValueError: there is nothing of kind 5 in a bag of [2]
    """
    if bag >> (4 * kind) & 15 == 0:
        raise ValueError(f"there is nothing of kind {kind} in a bag of {each(bag)}")
    return bag - EACH[kind]


def less(bag: i64, others: i64) -> i64:
    """A bag without all that is in another. Refuses to take out what is not there.

    >>> less(EACH[2] + EACH[2] + EACH[5], EACH[2] + EACH[5]) == EACH[2]
    True
    """
    rest: i64 = others
    kind: i64 = 0
    while rest:
        if rest & 15 > bag >> (4 * kind) & 15:
            raise ValueError(f"a bag of {each(bag)} has not all of {each(others)}")
        rest >>= 4
        kind += 1
    return bag - others


def contents(bag: i64) -> i64:
    """How many things are in a bag.

    >>> contents(EACH[2] + EACH[2] + EACH[5])
    3
    """
    found: i64 = 0
    while bag:
        found += bag & 15
        bag >>= 4
    return found


def kinds(bag: i64) -> list[i64]:
    """The kinds of which there is at least one, smallest first.

    >>> kinds(EACH[2] + EACH[2] + EACH[5])
    [2, 5]
    """
    found: list[i64] = []
    kind: i64 = 0
    while bag:
        if bag & 15:
            found.append(kind)
        bag >>= 4
        kind += 1
    return found


def each(bag: i64) -> list[i64]:
    """Everything in a bag, one by one, smallest kind first.

    >>> each(EACH[2] + EACH[2] + EACH[5])
    [2, 2, 5]
    """
    found: list[i64] = []
    kind: i64 = 0
    while bag:
        n: i64 = bag & 15
        while n:
            found.append(kind)
            n -= 1
        bag >>= 4
        kind += 1
    return found


def bag_of(things: list[i64]) -> i64:
    """A bag with all of these.

    >>> bag_of([5, 2, 2]) == EACH[2] + EACH[2] + EACH[5]
    True
    """
    bag: i64 = 0
    thing: i64
    for thing in things:
        bag += EACH[thing]
    return bag
