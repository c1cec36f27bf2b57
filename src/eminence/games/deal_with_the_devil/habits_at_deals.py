"""Habits with goods, debts and chests: what is taken, spared, offered and accepted."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import deals, market
from eminence.games.deal_with_the_devil.codes import (
    ACCEPT,
    BORROW,
    BUY,
    DONE,
    ENOUGH,
    GAIN,
    GIVE,
    LEAVE,
    MOST_AT_ONCE,
    PRICE,
    PRICE_SOULS,
    REPAY,
    SEAL,
    SELL,
)  # fmt: skip
from eminence.games.deal_with_the_devil.components import NONE, SOUL_PRICE, TAINTED
from eminence.games.deal_with_the_devil.goods import (
    BASICS,
    COIN,
    EACH,
    JESTER,
    RESOURCES,
    WHEAT,
    coins,
    how_many,
    price_of,
)
from eminence.games.deal_with_the_devil.goods import BUY as BUYS_FOR
from eminence.games.deal_with_the_devil.standing import fragments
from eminence.games.deal_with_the_devil.state import DevilState
from eminence.games.deal_with_the_devil.worth_of_goods import Look
from eminence.games.deal_with_the_devil.worth_of_hands import Hand
from eminence.games.deal_with_the_devil.worth_of_souls import fragments_of_devil, souls_worth

ACCEPTS: Final = 0.05  # points that a deal has to bring
SELLS_A_SOUL: Final = 0.3  # and one for a fragment,
TO_BE_SURE: Final = 0.6  # so that this is offered beyond what it is worth to the seller, at least,
OF_THE_GAIN: Final = 0.12  # and this share of what is won by it
NOT_FOR_SALE: Final = 100.0
RICH: Final = 20  # coins, as the supply reckons: who has so much may ask for two fragments
GOODS_FOR_COINS: Final = 0.85  # what goods are worth, of what the supply asks for them


# -- goods -------------------------------------------------------------------------------------------------------------


def most_of(heap: i64, first: i64, end: i64) -> i64:
    """The kind of which there is most."""
    best = first
    kind = first
    while kind < end:
        if how_many(heap, kind) > how_many(heap, best):
            best = kind
        kind += 1
    return best


def wanted(s: DevilState, seat: i64) -> i64:
    """What is needed for the building that one would like to build next: a heap."""
    hand = Hand(s, Look(s, seat))
    best = 0.0
    cost: i64 = 0
    i: i64
    for i in range(len(hand.cards)):
        value = hand.values[i] / (3.0 + float(price_of(hand.costs[i])))
        if value > best:
            best = value
            cost = hand.costs[i]
    return cost


def gain(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """Of the goods on offer the one that is lacking most."""
    want = wanted(s, seat)
    heap = s.goods[seat]
    for code in s.sealed[seat]:
        heap += EACH[code - GAIN]
    best = choices[0]
    most: i64 = -100
    code_: i64
    for code_ in choices:
        kind = code_ - GAIN
        if not 0 <= kind < RESOURCES:
            continue
        lack = 4 * (how_many(want, kind) - how_many(heap, kind))
        lack += -how_many(heap, kind) - (1 if kind == WHEAT else 0)
        if lack > most:
            most = lack
            best = code_
    return best


def gift(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """What can be spared best; and whether a payment is made once more."""
    want = wanted(s, seat)
    heap = s.goods[seat]
    best: i64 = NONE
    most: i64 = -100
    code: i64
    for code in choices:
        if code == ENOUGH:
            continue
        kind = code - GIVE
        spare = how_many(heap, kind) - how_many(want, kind) - (1 if kind == WHEAT else 0)
        if spare > most:
            most = spare
            best = code
    if ENOUGH not in choices:
        return best
    if best == NONE or not how_many(heap, best - GIVE) or most < 0:
        return ENOUGH
    return best


def raise_money(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """What is lacking is borrowed; in the end goods that are left over are sold instead."""
    loan: i64 = NONE
    sale: i64 = NONE
    code: i64
    for code in choices:
        if BORROW <= code < BUY:
            loan = code
        elif SELL <= code < BORROW and sale == NONE:
            sale = code
    if s.round == box.ROUNDS and sale != NONE:
        return sale
    return loan if loan != NONE else sale


def repay(s: DevilState, seat: i64) -> i64:
    """Debts are repaid as far as coins go: in the actions they can be made again. In the end goods are sold for it."""
    purse = market.purse(s, seat, s.goods[seat], s.sealed[seat])
    if not purse.debt or purse.place == market.REPAYMENT:
        return DONE
    have = coins(purse.heap)
    if s.round == box.ROUNDS and s.phase == box.INQUISITION and have < purse.debt:
        kind: i64 = max(purse.place + 1, 0)
        while kind < BASICS:
            n = min(how_many(purse.heap, kind), purse.debt - have)
            if n > 0:
                return SELL + kind * MOST_AT_ONCE + n - 1
            kind += 1
    n = min(purse.debt, have)
    return REPAY + n - 1 if n else DONE


# -- deals -------------------------------------------------------------------------------------------------------------


def bundle(hand: Hand, heap: i64, debt: i64, price: i64) -> i64:
    """What a seat would rather give away for a price in coins, and others would like to have: worth more than the price
    in the supply, and spare. Nothing, if there is no such thing."""
    before = hand.best(heap, debt, NONE).worth
    best: i64 = 0
    most = ACCEPTS
    first: i64
    second: i64
    for first in range(RESOURCES):
        if not how_many(heap, first):
            continue
        for second in range(first, RESOURCES + 1):  # one good, or two
            goods = EACH[first]
            if second < RESOURCES:
                goods += EACH[second]
                if how_many(heap, second) < (2 if first == second else 1):
                    continue
            worth = price_of(goods)
            if not price < worth <= price + 3:
                continue
            after = hand.best(heap - goods + price * COIN, debt, NONE).worth
            if after - before > most:
                most = after - before
                best = goods
    return best


def soul_worth(s: DevilState, seat: i64, number: i64, to_devil: bool) -> float:
    """What it is worth to a seat to have so many fragments more, or fewer: its tainted ones go first. If the devil has
    more of them, that hurts everybody, and counts half."""
    souls = s.souls[seat]
    after = souls + number
    if number < 0:
        worse = min(souls // TAINTED, -number)
        after = souls - worse * TAINTED - (-number - worse)
    look = Look(s, seat)
    devils = fragments_of_devil(s)
    before = souls_worth(s, look, souls, devils)
    found = souls_worth(s, look, after, devils) - before
    if number < 0 and to_devil:
        found = 0.5 * (found + souls_worth(s, look, after, devils - number) - before)
    return found


def price_of_souls(s: DevilState, seat: i64, number: i64, value: float) -> float:
    """What to offer for fragments that are worth so much, in points: what the cultist would want, who sees the devil's
    chest in every round, or either mortal, one of whom does; and part of what is won by it, for nobody is sure."""
    mortals = 0.0
    cheapest = NOT_FOR_SALE
    cultist = NOT_FOR_SALE
    other: i64
    for other in range(box.SEATS):
        if other == seat:
            continue
        wants = NOT_FOR_SALE
        if fragments(s.souls[other]) >= number:
            wants = -soul_worth(s, other, -number, s.role[seat] == box.HORNS)
        if s.role[other] == box.EYE:
            cultist = wants
        else:
            mortals = max(mortals, wants)
            cheapest = min(cheapest, wants)
    least = min(cultist, mortals)
    if least == NOT_FOR_SALE:
        least = cheapest
    return least + max(OF_THE_GAIN * (value - least), TO_BE_SURE)


def soul_bundle(s: DevilState, seat: i64, heap: i64, number: i64) -> i64:
    """What is offered for fragments: what is spare, precious goods first, filled up with coins."""
    value = soul_worth(s, seat, number, False)
    price = min(price_of_souls(s, seat, number, value), value)
    target: i64 = i64(price / (GOODS_FOR_COINS * Look(s, seat).coin) + 0.5)
    want = wanted(s, seat)
    found: i64 = 0
    worth: i64 = 0
    tries: i64 = 0
    while worth < target and tries < 12:
        tries += 1
        best: i64 = NONE
        most: i64 = -100
        kind: i64
        for kind in range(RESOURCES):
            left = how_many(heap, kind) - how_many(found, kind)
            if not left or worth + BUYS_FOR[kind] > target + 1:
                continue
            spare = 3 * (left - how_many(want, kind)) + (2 if kind >= BASICS else 0)
            if spare > most:
                most = spare
                best = kind
        if best == NONE:
            break
        found += EACH[best]
        worth += BUYS_FOR[best]
    money = min(coins(heap), max(target - worth, 0))
    return found + money * COIN


def offer(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """A price, and then what goes with it. Nobody trades for it."""
    sealed = s.sealed[seat]
    heap = market.purse(s, seat, s.goods[seat], sealed).heap
    if not sealed or market.is_trade(sealed[-1]):
        return price_for(s, seat, heap)
    at = market.how_many_trades(sealed)
    asked = deals.price_of(sealed[at])
    wants: i64 = 0
    if asked > SOUL_PRICE:
        wants = soul_bundle(s, seat, heap, asked - SOUL_PRICE)
    else:
        wants = bundle(Hand(s, Look(s, seat)), heap, s.debt[seat], asked)
    code: i64
    for code in choices:  # in the order of kinds: what is next, and not more of it
        if code == SEAL:
            break
        kind = deals.put_kind(code)
        n = how_many(deals.put_heap(code), kind)
        if n == how_many(wants, kind):
            return code
    return SEAL


def price_for(s: DevilState, seat: i64, heap: i64) -> i64:
    """What one asks: for some coins the best bundle; the devil asks for a fragment, or for two if he is rich."""
    mark = s.role[seat]
    if mark == box.HORNS:
        one = soul_worth(s, seat, 1, False)
        two = soul_worth(s, seat, 2, False)
        more = two - price_of_souls(s, seat, 2, two) - max(one - price_of_souls(s, seat, 1, one), 0.0)
        return PRICE_SOULS + 1 if more > 0.0 and price_of(heap) >= RICH else PRICE_SOULS
    hand = Hand(s, Look(s, seat))
    debt = s.debt[seat]
    before = hand.best(heap, debt, NONE).worth
    best: i64 = PRICE
    most = 0.0
    price: i64
    for price in (2, 4, 5):
        goods = bundle(hand, heap, debt, price)
        if not goods:
            continue
        gained = hand.best(heap - goods + price * COIN, debt, NONE).worth - before
        if gained > most:
            most = gained
            best = PRICE + price - box.CHEAPEST
    return best


def answer_chest(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """A chest is accepted if that brings something, on credit if need be."""
    chest = s.held[seat]
    if chest[deals.IS_PAID]:
        return LEAVE
    sealed = s.sealed[seat]
    purse = market.purse(s, seat, s.goods[seat], sealed)
    look = Look(s, seat)
    goods = chest[deals.CONTENTS]
    goods -= how_many(goods, JESTER) * EACH[JESTER]
    hand = Hand(s, look)
    before = hand.best(purse.heap, purse.debt, NONE).worth
    price = chest[deals.ASKED]
    if price < SOUL_PRICE:
        after = purse.heap + goods - price * COIN
        lack: i64 = price - coins(purse.heap + goods)
        if lack > 0:
            if purse.place >= market.LOAN or purse.debt + lack > box.MOST_DEBT:
                return LEAVE
            after = purse.heap + goods - (price - lack) * COIN
            if hand.best(after, purse.debt + lack, NONE).worth > before + ACCEPTS:
                return BORROW + lack - 1
            return LEAVE
        return ACCEPT if hand.best(after, purse.debt, NONE).worth > before + ACCEPTS else LEAVE
    n = price - SOUL_PRICE
    souls = s.souls[seat]
    worse = min(souls // TAINTED, n)  # tainted ones first
    if n - worse > souls % TAINTED:
        return LEAVE
    change = hand.best(purse.heap + goods, purse.debt, NONE).worth - before
    change += soul_worth(s, seat, -n, chest[deals.MARK] == box.HORNS)
    return ACCEPT + worse if change > SELLS_A_SOUL else LEAVE
