"""Buying, selling, loans and repaying, which are open in every phase: as the beginning of a composed answer.

Nothing is gained by trading earlier than a thing is needed, so trades are offered wherever they can matter: each verb
and good once, in the order of their codes. A `Purse` is what a seat would have after those it has composed so far.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.state import NOT_NOW, Why
from eminence.games.deal_with_the_devil import events, ledger
from eminence.games.deal_with_the_devil.codes import BORROW, BUY, DONE, MOST_AT_ONCE, REPAY, SELL
from eminence.games.deal_with_the_devil.components import CARDS, INQUISITION, MOST_DEBT, PRODUCTION
from eminence.games.deal_with_the_devil.goods import COIN, EACH, RESOURCES, coins, how_many, told
from eminence.games.deal_with_the_devil.goods import SELL as SELLS_FOR
from eminence.games.deal_with_the_devil.state import DevilState

BEFORE_ALL: Final = -1
LOAN: Final = 5  # the place of loans in the order: sales of each resource, loans, purchases of each, repayment
REPAYMENT: Final = 11
REPAYING: Final = (PRODUCTION, CARDS, INQUISITION)
"""The phases in whose trades debts may be repaid, too."""


def is_trade(code: i64) -> bool:
    """Whether an answer is a trade."""
    return SELL <= code < DONE


def place_of(code: i64) -> i64:
    """Where a trade stands in the order of trades."""
    if code < BORROW:
        return (code - SELL) // MOST_AT_ONCE
    if code < BUY:
        return LOAN
    if code < REPAY:
        return LOAN + 1 + (code - BUY) // MOST_AT_ONCE
    return REPAYMENT


@final
class Purse:
    """What a seat has, and owes, after the trades it has composed so far."""

    __slots__ = ("basic", "debt", "heap", "holds", "place", "precious")

    def __init__(self, s: DevilState, seat: i64, heap: i64) -> None:
        self.heap: i64 = heap
        self.debt: i64 = s.debt[seat]
        self.place: i64 = BEFORE_ALL
        self.holds: bool = True  # whether all trades so far were possible with this heap
        self.basic: i64 = ledger.price_of(s, seat, 0)
        self.precious: i64 = ledger.price_of(s, seat, RESOURCES - 1)

    def price(self, kind: i64) -> i64:
        """What a resource costs."""
        return self.basic if kind < 3 else self.precious

    def reach(self) -> i64:
        """How many coins there can be in the end, with all that may still be sold and borrowed."""
        found = coins(self.heap)
        if self.place < LOAN:
            found += MOST_DEBT - self.debt
            kind = self.place + 1
            while kind < RESOURCES:
                found += how_many(self.heap, kind) * SELLS_FOR[kind]
                kind += 1
        return found

    def trade(self, code: i64) -> None:
        """Apply a trade; from one that is not possible on, nothing `holds`."""
        self.place = place_of(code)
        if code < BORROW:
            kind = (code - SELL) // MOST_AT_ONCE
            n = (code - SELL) % MOST_AT_ONCE + 1
            if how_many(self.heap, kind) < n:
                self.holds = False
                return
            self.heap += n * SELLS_FOR[kind] * COIN - n * EACH[kind]
        elif code < BUY:
            n = code - BORROW + 1
            if self.debt + n > MOST_DEBT:
                self.holds = False
                return
            self.debt += n
            self.heap += n * COIN
        elif code < REPAY:
            kind = (code - BUY) // MOST_AT_ONCE
            n = (code - BUY) % MOST_AT_ONCE + 1
            if coins(self.heap) < n * self.price(kind):
                self.holds = False
                return
            self.heap += n * EACH[kind] - n * self.price(kind) * COIN
        else:
            n = code - REPAY + 1
            if n > self.debt or coins(self.heap) < n:
                self.holds = False
                return
            self.debt -= n
            self.heap -= n * COIN

    def trades(self, repay: bool, need: i64) -> list[i64]:
        """All trades that may come next, after which there can still be so many coins in the end."""
        found: list[i64] = []
        if not self.holds:
            return found
        reach = self.reach()
        have = coins(self.heap)
        n: i64
        if self.place < LOAN:
            kind: i64 = self.place + 1
            skipped: i64 = 0  # coins that can no longer be had once later goods are sold
            while kind < RESOURCES:
                there = how_many(self.heap, kind)
                least = there - max(reach - skipped - need, -1) // SELLS_FOR[kind]
                n = max(least, 1)
                while n <= there and n <= MOST_AT_ONCE:
                    found.append(SELL + kind * MOST_AT_ONCE + n - 1)
                    n += 1
                skipped += there * SELLS_FOR[kind]
                kind += 1
            n = max(need - have, 1)
            while n <= MOST_DEBT - self.debt:
                found.append(BORROW + n - 1)
                n += 1
        kind = max(self.place - LOAN, 0)
        while kind < RESOURCES:
            price = self.price(kind)
            n = 1
            while n <= MOST_AT_ONCE and have - n * price >= need:
                found.append(BUY + kind * MOST_AT_ONCE + n - 1)
                n += 1
            kind += 1
        if repay and self.place < REPAYMENT:
            n = 1
            while n <= self.debt and have - n >= need:
                found.append(REPAY + n - 1)
                n += 1
        return found


def merged(one: list[i64], other: list[i64]) -> list[i64]:
    """All trades of two lists, each in order, once."""
    found: list[i64] = []
    i: i64 = 0
    j: i64 = 0
    while i < len(one) and j < len(other):
        code = one[i]
        if code >= other[j]:
            i += 1 if code == other[j] else 0
            code = other[j]
            j += 1
        else:
            i += 1
        found.append(code)
    return found + one[i:] + other[j:]


def purse(s: DevilState, seat: i64, heap: i64, answers: tuple[int, ...]) -> Purse:
    """What a seat would have after the trades at the beginning of an answer."""
    found = Purse(s, seat, heap)
    for code in answers:
        if not is_trade(code):
            break
        found.trade(code)
    return found


def how_many_trades(answers: tuple[int, ...]) -> i64:
    """How many trades stand at the beginning of an answer."""
    at: i64 = 0
    while at < len(answers) and is_trade(answers[at]):
        at += 1
    return at


def carry_out(s: DevilState, seat: i64, answers: tuple[int, ...]) -> i64:
    """Carry out the trades at the beginning of an answer, before everybody's eyes. Returns how many there were."""
    sold: i64 = 0
    bought: i64 = 0
    borrowed: i64 = 0
    repaid: i64 = 0
    at: i64 = 0
    while at < len(answers) and is_trade(answers[at]):
        code: i64 = answers[at]
        at += 1
        if code < BORROW:
            sold += ((code - SELL) % MOST_AT_ONCE + 1) * EACH[(code - SELL) // MOST_AT_ONCE]
        elif code < BUY:
            borrowed += code - BORROW + 1
        elif code < REPAY:
            bought += ((code - BUY) % MOST_AT_ONCE + 1) * EACH[(code - BUY) // MOST_AT_ONCE]
        else:
            repaid += code - REPAY + 1
    trade(s, seat, sold, borrowed, bought, repaid)
    return at


def trade(s: DevilState, seat: i64, sold: i64, borrowed: i64, bought: i64, repaid: i64) -> None:
    """Sell, borrow, buy and repay, before everybody's eyes."""
    if not sold and not borrowed and not bought and not repaid:
        return
    income: i64 = 0
    price: i64 = 0
    kind: i64 = 0
    while kind < RESOURCES:
        income += how_many(sold, kind) * SELLS_FOR[kind]
        n = how_many(bought, kind)
        if n:
            price += n * ledger.price_of(s, seat, kind)
        kind += 1
    ledger.spend(s, seat, sold)
    ledger.gain(s, seat, income * COIN)
    ledger.borrow(s, seat, borrowed)
    ledger.spend(s, seat, price * COIN)
    ledger.gain(s, seat, bought)
    ledger.repay(s, seat, repaid)
    if s.story is not None:
        s.tell(events.Traded(int(seat), told(sold), int(borrowed), told(bought), int(repaid)))


def why_no_trade(s: DevilState, seat: i64, code: i64, found: Purse, repay: bool) -> Why:
    """Why a trade is not offered to a seat that may trade now."""
    if place_of(code) <= found.place:
        return Why("order_of_trades")
    if code >= REPAY and not repay:
        return Why("repay_when")
    if BORROW <= code < BUY:
        return Why("too_much_debt", debt=int(found.debt)) if found.debt + code - BORROW >= MOST_DEBT else Why(NOT_NOW)
    if code < BORROW:
        kind = (code - SELL) // MOST_AT_ONCE
        n = (code - SELL) % MOST_AT_ONCE + 1
        if how_many(found.heap, kind) < n:
            return Why("not_yours", kind=int(kind), n=int(n))
    return Why("not_enough_coins", coins=int(coins(found.heap)))
