"""Goods that come and go, and what everybody can work out from watching.

Whatever passes between a wall and the supply is public (DP-17): production, purchases, sales, loans, costs. So everyone
can keep a book: `open_goods[seat]` is what a seat has got openly less what it has spent openly. What it really has
differs from that by what is secret: what its role brought, and what passed in chests. That difference only changes when
chests do, so the match is divided into periods, and what each period proves about it is kept:

lows[seat]    for each period that is over, the least that the book stood at: the secret part made up for it
lowest[seat]  the same for the period that runs
bounds[seat]  fours of period, kind, least, most: the secret part of a kind was between these, for somebody was seen to
              be short of it, or to have sold all that he could spare
poor[seat]    what could not be paid: period, debt, what basics cost him, wheat owed, cost (a heap), how many basic and
              precious goods of his choice besides, then the book as it stood: fifteen numbers each
rich[seat]    the same for what could be paid, where the payment itself does not prove that: it came later, or wheat
              that is owed must still be to be had after it
proofs[seat]  twos of period, n: at least n fragments were shown
traces[seat]  threes of round, what, card: what all have seen of a seat's cards, at any time
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from eminence.games.deal_with_the_devil.cards import PRICE
from eminence.games.deal_with_the_devil.components import MOST_DEBT, SEATS
from eminence.games.deal_with_the_devil.goods import BASICS as BASIC_KINDS
from eminence.games.deal_with_the_devil.goods import BUY, COIN, COINS, KINDS, RESOURCES, SELL, WHEAT, how_many
from eminence.games.deal_with_the_devil.state import DevilState

POOR: Final = 15  # so many numbers has a line of `poor`, or of `rich`

# what all have seen of a seat's cards, in `traces`
PLANNED: Final = 0  # a building was in its plan
PLAYED: Final = 1  # an event was played
RUINED: Final = 2  # a building was destroyed
NO_CARDS: Final = 3  # there was no building in hand when one was to be kept


def put(values: list[i64], at: i64, value: i64) -> list[i64]:
    """The list with another value at one place: states share their lists, so none is changed."""
    found = values[:]
    found[at] = value
    return found


def put_list(values: list[list[i64]], at: i64, value: list[i64]) -> list[list[i64]]:
    """The same for a list of lists."""
    found = values[:]
    found[at] = value
    return found


def gain(s: DevilState, seat: i64, heap: i64) -> None:
    """A seat takes things openly."""
    if not heap:
        return
    s.goods = put(s.goods, seat, s.goods[seat] + heap)
    book = s.open_goods[seat][:]
    kind: i64 = 0
    while kind < KINDS:
        book[kind] = book[kind] + how_many(heap, kind)
        kind += 1
    s.open_goods = put_list(s.open_goods, seat, book)


def spend(s: DevilState, seat: i64, heap: i64) -> None:
    """A seat gives things back openly. It has them."""
    if not heap:
        return
    s.goods = put(s.goods, seat, less(s.goods[seat], heap))
    book = s.open_goods[seat][:]
    lowest = s.lowest[seat]
    lower = False
    kind: i64 = 0
    while kind < KINDS:
        book[kind] = book[kind] - how_many(heap, kind)
        if book[kind] < lowest[kind]:
            lower = True
        kind += 1
    s.open_goods = put_list(s.open_goods, seat, book)
    if lower:
        s.lowest = put_list(s.lowest, seat, [min(book[i], lowest[i]) for i in range(KINDS)])


def less(heap: i64, other: i64) -> i64:
    """A heap without all that is in another. Refuses to take out what is not there."""
    kind: i64 = 0
    while kind < KINDS:
        if how_many(other, kind) > how_many(heap, kind):
            raise ValueError(f"there are {how_many(heap, kind)} of kind {kind} in a heap, not {how_many(other, kind)}")
        kind += 1
    return heap - other


def gain_in_secret(s: DevilState, seat: i64, heap: i64) -> None:
    """Things come behind a wall out of a chest."""
    if heap:
        s.goods = put(s.goods, seat, s.goods[seat] + heap)


def spend_in_secret(s: DevilState, seat: i64, heap: i64) -> None:
    """Things go from behind a wall into a chest."""
    if heap:
        s.goods = put(s.goods, seat, less(s.goods[seat], heap))


def begin_period(s: DevilState) -> None:
    """What is secret is about to change: what the book has proved so far is about what was."""
    s.lows = [[*s.lows[seat], s.lowest[seat]] for seat in range(SEATS)]
    s.lowest = s.open_goods


def period(s: DevilState) -> i64:
    """The number of the period that runs."""
    return len(s.lows[0])


def known_between(s: DevilState, seat: i64, kind: i64, least: i64, most: i64) -> None:
    """Everybody has seen that a seat has so many of a kind: it is short of it, or has sold all it could spare."""
    book = s.open_goods[seat][kind]
    s.bounds = put_list(s.bounds, seat, [*s.bounds[seat], period(s), kind, least - book, most - book])


def known_to_be_poor(s: DevilState, seat: i64, cost: i64, basics: i64, precious: i64, wheat: i64) -> None:
    """Everybody has seen that a seat cannot pay a cost, some goods of its choice and the wheat it owes, however it
    raises money."""
    s.poor = put_list(s.poor, seat, [*s.poor[seat], *means(s, seat, cost, basics, precious, wheat)])


def known_to_be_rich(s: DevilState, seat: i64, cost: i64, basics: i64, precious: i64, wheat: i64) -> None:
    """Everybody has seen that a seat can pay all that, if it raises money."""
    s.rich = put_list(s.rich, seat, [*s.rich[seat], *means(s, seat, cost, basics, precious, wheat)])


def means(s: DevilState, seat: i64, cost: i64, basics: i64, precious: i64, wheat: i64) -> list[i64]:
    """All on which it depends whether a seat can pay a cost, but for what is secret."""
    line: list[i64] = [period(s), s.debt[seat], price_of(s, seat, 0), wheat, cost, basics, precious]
    return [*line, *s.open_goods[seat]]


def coins_to_pay(line: list[i64], at: i64, goods: list[i64]) -> i64:
    """How many coins somebody needs at least who can pay what a line of `poor` or `rich` tells of, if he has so many of
    each resource: `payment.fund` and `payment.with_any`, the other way round."""
    debt = line[at + 1]
    basic = line[at + 2]
    wheat = line[at + 3]
    cost: list[i64] = [how_many(line[at + 4], kind) for kind in range(RESOURCES)]
    need = how_many(line[at + 4], COINS)
    basics = line[at + 5]
    precious = line[at + 6]
    kind: i64
    while basics + precious:
        first: i64 = 0 if basics else BASIC_KINDS
        best = first
        most: i64 = -1
        for kind in range(first, BASIC_KINDS if basics else RESOURCES):
            there = goods[kind] - cost[kind]
            if kind == WHEAT:
                there -= wheat
            if there < 0:
                there = 0
            if there > most:
                best = kind
                most = there
        cost[best] = cost[best] + 1
        if basics:
            basics -= 1
        else:
            precious -= 1
    capacity: i64 = MOST_DEBT - debt
    for kind in range(RESOURCES):
        price = basic if kind < BASIC_KINDS else BUY[kind]
        rest = goods[kind] - cost[kind]
        if rest < 0:
            need -= rest * price
        if kind == WHEAT:
            rest -= wheat
        if rest > 0:
            capacity += rest * SELL[kind]
        elif kind == WHEAT and wheat and rest < 0:
            capacity -= min(-rest, wheat) * price
    return need - capacity


def trace(s: DevilState, seat: i64, what: i64, card: i64) -> None:
    """Everybody has seen something of a seat's cards."""
    s.traces = put_list(s.traces, seat, [*s.traces[seat], s.round, what, card])


def prove(s: DevilState, seat: i64, fragments: i64) -> None:
    """Everybody has seen so many fragments of a seat."""
    if fragments:
        s.proofs = put_list(s.proofs, seat, [*s.proofs[seat], period(s), fragments])


def price_of(s: DevilState, seat: i64, kind: i64) -> i64:
    """What a seat pays for a resource: a building may make basic ones cheaper."""
    price = BUY[kind]
    if kind >= BASIC_KINDS:
        return price
    number: i64
    for number in s.built[seat]:
        for effect in s.cards.buildings[number].effects:
            if effect.op == PRICE and effect.n < price:
                price = effect.n
    return price


def borrow(s: DevilState, seat: i64, coins: i64) -> None:
    """A loan: coins from the supply, and as much debt."""
    if coins:
        s.debt = put(s.debt, seat, s.debt[seat] + coins)
        gain(s, seat, coins * COIN)


def repay(s: DevilState, seat: i64, coins: i64) -> None:
    """Coins go back to the supply, and as much debt."""
    if coins:
        spend(s, seat, coins * COIN)
        s.debt = put(s.debt, seat, s.debt[seat] - coins)
