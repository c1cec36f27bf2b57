"""Phase 3, deals: sealed offers in closed chests, which travel twice and come home.

Nobody learns whose chest he holds, who accepted his own, or when (DP-16): the mark in a chest tells the role of its
owner, and no more.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bits import fold
from eminence.core.state import DEALER, HIDDEN, NOT_NOW, SEVERAL, SealedStep, Step, Why
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import events, ledger, market
from eminence.games.deal_with_the_devil.codes import (
    ACCEPT,
    ADD_JESTER,
    CARRY,
    LEAVE,
    MOST_AT_ONCE,
    MOST_COINS,
    PRICE,
    PRICE_SOULS,
    PUT,
    PUT_COINS,
    SEAL,
)
from eminence.games.deal_with_the_devil.components import ALL_SEATS, SEATS, SOUL_PRICE, TAINTED
from eminence.games.deal_with_the_devil.goods import COIN, COINS, EACH, INDULGENCE, JESTER, coins, how_many, told
from eminence.games.deal_with_the_devil.ledger import put, put_list
from eminence.games.deal_with_the_devil.preparation import owner_of_chest
from eminence.games.deal_with_the_devil.standing import pure, tainted
from eminence.games.deal_with_the_devil.state import DevilState

NOTE: Final = 7  # what one remembers of a chest: round, which (1, 2), mark, price, paid, goods, what one answered
OFFERED: Final = 6  # of one's own: round, goods, price, goods that came home, fragments, whether it was accepted
ADDED: Final = 4  # what one answered: 0, or 1 + tainted fragments paid if one accepted; and this if one added a jester

# what one sees of the chest before him
MARK: Final = 0
ASKED: Final = 1
IS_PAID: Final = 2
CONTENTS: Final = 3


def may_put(s: DevilState, kind: i64) -> bool:
    """Whether things of a kind may be offered: fragments never, the others by the expert options."""
    if kind == INDULGENCE:
        return s.indulgences_offered
    return kind != JESTER or s.jesters


def put_kind(code: i64) -> i64:
    """The kind of thing that is put into a chest."""
    return COINS if code >= PUT_COINS else (code - PUT) // MOST_AT_ONCE


def put_heap(code: i64) -> i64:
    """What is put into a chest."""
    if code >= PUT_COINS:
        return (code - PUT_COINS + 1) * COIN
    return ((code - PUT) % MOST_AT_ONCE + 1) * EACH[(code - PUT) // MOST_AT_ONCE]


def price_of(code: i64) -> i64:
    """The price that an answer names: coins, or 16 and the fragments."""
    return code - PRICE + box.CHEAPEST if code < PRICE_SOULS else code - PRICE_SOULS + SOUL_PRICE + 1


@final
class Offer(SealedStep[DevilState]):
    """Everybody names a price and fills his chest, or leaves it empty."""

    def begin(self, s: DevilState) -> i64:
        if s.phase != box.DEALS:
            s.phase = box.DEALS
            if s.story is not None:
                s.tell(events.PhaseBegan(box.DEALS))
        s.waiting = self.who(s)
        return SEVERAL

    def who(self, s: DevilState) -> i64:
        return ALL_SEATS

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        sealed = s.sealed[seat]
        purse = market.purse(s, seat, s.goods[seat], sealed)
        if not sealed or market.is_trade(sealed[-1]):
            found = purse.trades(False, 0)
            mark = s.role[seat]
            price: i64
            for price in range(box.CHEAPEST, box.DEAREST[mark] + 1):
                found.append(PRICE + price - box.CHEAPEST)
            for price in range(1, box.MOST_SOULS[mark] + 1):
                found.append(PRICE_SOULS + price - 1)
            return found
        found = []
        kind: i64 = put_kind(sealed[-1]) + 1 if sealed[-1] >= PUT else 0
        n: i64
        while kind < COINS:
            if may_put(s, kind):
                for n in range(min(how_many(purse.heap, kind), MOST_AT_ONCE)):
                    found.append(PUT + kind * MOST_AT_ONCE + n)
            kind += 1
        if kind == COINS:
            for n in range(min(coins(purse.heap), MOST_COINS)):
                found.append(PUT_COINS + n)
        found.append(SEAL)
        return found

    def complete(self, s: DevilState, seat: i64) -> bool:
        return s.sealed[seat][-1] == SEAL

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        sealed = s.sealed[seat]
        purse = market.purse(s, seat, s.goods[seat], sealed)
        priced = bool(sealed) and not market.is_trade(sealed[-1])
        if market.is_trade(code):
            return Why("order_of_trades") if priced else market.why_no_trade(s, seat, code, purse, False)
        if PRICE <= code < PUT:
            return Why("priced_already") if priced else Why("not_your_price")
        if PUT <= code < SEAL:
            kind = put_kind(code)
            if not priced:
                return Why("price_first")
            if not may_put(s, kind):
                return Why("not_by_these_rules", kind=int(kind))
            n = how_many(put_heap(code), kind)
            return (
                Why("order_of_goods") if how_many(purse.heap, kind) >= n else Why("not_yours", kind=int(kind), n=int(n))
            )
        return Why("price_first") if code == SEAL else Why(NOT_NOW)

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        offer: list[i64] = []
        price: list[i64] = []
        seat: i64
        for seat in range(SEATS):
            at = market.carry_out(s, seat, answers[seat])
            price.append(price_of(answers[seat][at]))
            heap: i64 = 0
            for code in answers[seat][at + 1 : -1]:
                heap += put_heap(code)
            offer.append(heap)
        ledger.begin_period(s)
        for seat in range(SEATS):
            ledger.spend_in_secret(s, seat, offer[seat])
        s.offer = offer
        s.price = price
        s.in_chest = offer
        if s.story is not None:
            s.tell(events.ChestsClosed())

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == seat or market.is_trade(code) else HIDDEN


@final
class Carry(Step[DevilState]):
    """The chests are mixed and carried: everybody gets another's, and opens it behind his wall."""

    def __init__(self, name: str, rule: str, which: i64) -> None:
        super().__init__(name, rule)
        self.which: i64 = which  # the first distribution, or the second

    def begin(self, s: DevilState) -> i64:
        return DEALER

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [CARRY]

    def before(self, s: DevilState, seat: i64) -> list[i64]:
        """What a seat sees of the chest that comes to it."""
        owner = owner_of_chest(s, seat, self.which)
        goods = s.in_chest[owner]
        paid: i64 = 1 if s.taken[owner] else 0
        if paid and s.price[owner] < SOUL_PRICE:
            goods -= s.price[owner] * COIN  # told by the price
        return [s.role[owner], s.price[owner], paid, goods]

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        s.held = [self.before(s, at) for at in range(SEATS)]
        if s.story is not None:
            for at in range(SEATS):
                mark, price, paid, goods = s.held[at]
                s.tell(events.ChestCame(at, int(self.which), int(mark), int(price), int(paid), told(goods)))

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        if observer < 0:
            return HIDDEN
        found: i64 = 0
        for number in self.before(s, observer):
            found = fold(found, number)
        return found


@final
class AnswerChest(SealedStep[DevilState]):
    """Take all that is in a chest for its price, or leave it. Whatever is answered, trades may go with it (DP-22)."""

    def __init__(self, name: str, rule: str, which: i64) -> None:
        super().__init__(name, rule)
        self.which: i64 = which

    def who(self, s: DevilState) -> i64:
        return ALL_SEATS

    def taking(self, s: DevilState, seat: i64) -> i64:
        """What whoever accepts the chest before him gets: jesters stay in it."""
        goods = s.held[seat][CONTENTS]
        return goods - how_many(goods, JESTER) * EACH[JESTER]

    def tainted_to_pay(self, s: DevilState, seat: i64) -> list[i64]:
        """With how many tainted fragments among them the price can be paid; empty if it cannot. (Coins: with none.)"""
        price = s.held[seat][ASKED]
        if price < SOUL_PRICE:
            return [0]
        price -= SOUL_PRICE
        least = max(price - pure(s.souls[seat]), 0)
        return list(range(least, min(price, tainted(s.souls[seat])) + 1))

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        sealed = s.sealed[seat]
        chest = s.held[seat]
        need: i64 = chest[ASKED] if chest[ASKED] < SOUL_PRICE else 0
        ways = self.tainted_to_pay(s, seat)
        leaving = market.purse(s, seat, s.goods[seat], sealed)
        accepting = market.purse(s, seat, s.goods[seat] + self.taking(s, seat), sealed)
        may_accept = not chest[IS_PAID] and bool(ways) and accepting.holds and accepting.reach() >= need
        added = bool(sealed) and sealed[-1] == ADD_JESTER
        found: list[i64] = []
        if not added:
            found = leaving.trades(False, 0)
            if may_accept:
                found = market.merged(found, accepting.trades(False, need))
            may_add = s.jesters and not chest[IS_PAID] and how_many(s.goods[seat], JESTER) > 0
            if may_add and (leaving.holds or coins(accepting.heap) >= need):
                found.append(ADD_JESTER)
        if leaving.holds:
            found.append(LEAVE)
        if may_accept and coins(accepting.heap) >= need:
            for way in ways:
                found.append(ACCEPT + way)
        return found

    def complete(self, s: DevilState, seat: i64) -> bool:
        return LEAVE <= s.sealed[seat][-1] < ACCEPT + 3

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        chest = s.held[seat]
        if market.is_trade(code):
            purse = market.purse(s, seat, s.goods[seat], s.sealed[seat])
            return market.why_no_trade(s, seat, code, purse, False)
        if code == ADD_JESTER:
            if not s.jesters:
                return Why("not_by_these_rules", kind=JESTER)
            return Why("chest_paid") if chest[IS_PAID] else Why("not_yours", kind=JESTER, n=1)
        if ACCEPT <= code < ACCEPT + 3:
            if chest[IS_PAID]:
                return Why("chest_paid")
            if code - ACCEPT not in self.tainted_to_pay(s, seat):
                return Why("no_souls_to_pay")
            return Why("cannot_pay_price", price=int(chest[ASKED]))
        return Why("contents_sold") if code == LEAVE else Why(NOT_NOW)

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        ledger.begin_period(s)
        seat: i64
        for seat in range(SEATS):
            owner = owner_of_chest(s, seat, self.which)
            if answers[seat][-1] >= ACCEPT:  # what is in it is taken first, and may be sold for its price (DP-28)
                goods = self.taking(s, seat)
                s.in_chest = put(s.in_chest, owner, s.in_chest[owner] - goods)
                ledger.gain_in_secret(s, seat, goods)
            market.carry_out(s, seat, answers[seat])
            if ADD_JESTER in answers[seat]:
                ledger.spend_in_secret(s, seat, EACH[JESTER])
                s.in_chest = put(s.in_chest, owner, s.in_chest[owner] + EACH[JESTER])
        ledger.begin_period(s)  # what was traded was traded before the prices were paid
        for seat in range(SEATS):
            answer: i64 = 0
            worse: i64 = 0
            if answers[seat][-1] >= ACCEPT:
                worse = answers[seat][-1] - ACCEPT
                answer = 1 + worse
                self.pay(s, seat, owner_of_chest(s, seat, self.which), worse)
            if s.story is not None:
                s.tell(events.AnsweredChest(int(seat), bool(answer), int(worse)))
            if ADD_JESTER in answers[seat]:
                answer += ADDED
            note: list[i64] = [s.round, self.which, *s.held[seat], answer]
            s.chests = put_list(s.chests, seat, [*s.chests[seat], *note])
        s.held = [[], [], [], []]

    def pay(self, s: DevilState, seat: i64, owner: i64, worse: i64) -> None:
        """The price goes into the chest: coins, or fragments, so many of them tainted."""
        price = s.price[owner]
        s.taken = put(s.taken, owner, self.which)
        if price < SOUL_PRICE:
            ledger.spend_in_secret(s, seat, price * COIN)
            s.in_chest = put(s.in_chest, owner, s.in_chest[owner] + price * COIN)
            return
        souls: i64 = price - SOUL_PRICE - worse + TAINTED * worse
        s.souls = put(s.souls, seat, s.souls[seat] - souls)
        s.soul_payment = put(s.soul_payment, owner, souls)

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == seat or market.is_trade(code) else HIDDEN


@final
class CarryHome(Step[DevilState]):
    """The chests go back to their owners, who find what was paid, or what they had offered: never by whom, nor when."""

    def begin(self, s: DevilState) -> i64:
        return DEALER

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [CARRY]

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        ledger.begin_period(s)
        at: i64
        for at in range(SEATS):
            goods = s.in_chest[at]
            souls = s.soul_payment[at]
            ledger.gain_in_secret(s, at, goods)
            s.souls = put(s.souls, at, s.souls[at] + souls)
            line: list[i64] = [s.round, s.offer[at], s.price[at], goods, souls, 1 if s.taken[at] else 0]
            s.offers = put_list(s.offers, at, [*s.offers[at], *line])
            if s.story is not None:
                s.tell(events.ChestCameHome(int(at), bool(s.taken[at]), told(goods), int(souls)))
        zero: list[i64] = [0, 0, 0, 0]
        s.offer = zero
        s.price = zero
        s.in_chest = zero
        s.soul_payment = zero
        s.taken = zero

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        if observer < 0:
            return HIDDEN
        return fold(fold(fold(0, s.in_chest[observer]), s.soul_payment[observer]), 1 if s.taken[observer] else 0)
