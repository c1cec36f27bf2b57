"""Paying what a plan costs: what is missing must be bought, and money that is missing borrowed or raised by sales.

Whether somebody can pay depends on what lies behind his wall, and everybody sees what comes of it. So each payment is
an answer of the dealer, with a single choice, which shows just that.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bits import fold
from eminence.core.state import DEALER, NOT_NOW, Step, Why
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, events, ledger, market, standing, tasks
from eminence.games.deal_with_the_devil.cards import Effect
from eminence.games.deal_with_the_devil.codes import (
    BORROW,
    BUY,
    FUND_ASK,
    FUND_SALE,
    GIVE,
    MOST_AT_ONCE,
    RECKON,
    SELL,
)
from eminence.games.deal_with_the_devil.components import FREE_TOKENS, MOST_DEBT, NONE
from eminence.games.deal_with_the_devil.goods import (
    BASICS,
    COINS,
    EACH,
    RESOURCES,
    WHEAT,
    coins,
    how_many,
    missing,
    told,
)
from eminence.games.deal_with_the_devil.goods import SELL as SELLS_FOR
from eminence.games.deal_with_the_devil.planning import AHEAD, FUNDING
from eminence.games.deal_with_the_devil.state import DevilState

# what is reckoned
FOR_BUILDING: Final = 0  # with a token: paid at once
FOR_RECRUITING: Final = 1  # the same
FOR_USE: Final = 2  # with a token: whether its action can be paid; it is paid when it comes to that
FOR_FREE_USE: Final = 3  # the same, without a token
FOR_USE_AT_ONCE: Final = 4  # the same, by new Stables: no loss if it cannot be paid
FOR_EFFECT: Final = 5  # a payment that an action asks for: it can be paid
FOR_EVENT: Final = 6  # the right half of an event
FOR_WHEAT: Final = 7  # tokens beyond the free ones: they can be paid
FOR_GIFT: Final = 8  # whether what was to be given, by the plan, can be given

UNKNOWN: Final = 99
"""No bound, for what is known between two numbers."""


@final
class Funding:
    """How a cost is paid."""

    __slots__ = ("bought", "lack", "loan", "ok", "sold", "through")

    def __init__(self) -> None:
        self.ok: bool = False  # whether it can be paid at all
        self.bought: i64 = 0  # a heap
        self.sold: i64 = 0  # a heap
        self.loan: i64 = 0
        self.lack: i64 = 0  # coins to be raised
        self.through: i64 = 0  # so many kinds, from wood on, were looked through for something to sell, and sold out

    def look(self) -> i64:
        """One number for all that others see of it."""
        found = fold(1 if self.ok else 0, self.bought)
        return fold(fold(found, self.sold), self.loan)


def wheat_owed(s: DevilState, seat: i64, tokens: i64) -> i64:
    """How much wheat so many tokens cost: all beyond the free ones."""
    return max(tokens - max(FREE_TOKENS - s.fewer_tokens[seat], 0), 0)


def fund(s: DevilState, seat: i64, cost: i64, wheat: i64, mode: i64) -> Funding:
    """How a seat pays a cost, if wheat is owed besides, which must still be possible afterwards (DP-1)."""
    found = Funding()
    heap = s.goods[seat]
    bought = missing(heap, cost)
    need = coins(cost)
    capacity: i64 = MOST_DEBT - s.debt[seat]
    kind: i64 = 0
    while kind < RESOURCES:
        n = how_many(bought, kind)
        if n:
            need += n * ledger.price_of(s, seat, kind)
        rest = how_many(heap, kind) - how_many(cost, kind)
        if kind == WHEAT:
            rest -= wheat
        if rest > 0:
            capacity += rest * SELLS_FOR[kind]
        elif kind == WHEAT and wheat and rest < 0:
            capacity -= min(-rest, wheat) * ledger.price_of(s, seat, kind)
        kind += 1
    found.lack = need - coins(heap)
    found.ok = found.lack <= capacity
    if not found.ok:
        return found
    found.bought = bought
    if found.lack <= 0 or mode == FUND_ASK:
        return found
    raised: i64 = 0
    if mode != FUND_SALE:
        found.loan = min(found.lack, MOST_DEBT - s.debt[seat])
        raised = found.loan
    kind = 0
    while kind < RESOURCES and raised < found.lack:  # the cheapest goods first
        rest = spare(heap, cost, wheat, kind)
        while rest and raised < found.lack:
            found.sold += EACH[kind]
            raised += SELLS_FOR[kind]
            rest -= 1
        kind += 1
        found.through = kind if raised < found.lack else kind - 1
    if raised < found.lack:
        found.loan += found.lack - raised
    return found


def spare(heap: i64, cost: i64, wheat: i64, kind: i64) -> i64:
    """How many of a kind can be sold: those that are neither part of the cost nor wheat that is owed."""
    rest = how_many(heap, kind) - how_many(cost, kind)
    if kind == WHEAT:
        rest -= wheat
    return max(rest, 0)


def can_pay(s: DevilState, seat: i64, cost: i64, wheat: i64) -> bool:
    """Whether a cost can be paid, and wheat besides."""
    return fund(s, seat, cost, wheat, FUND_ASK).ok


def with_any(s: DevilState, seat: i64, cost: i64, wheat: i64, basics: i64, precious: i64) -> i64:
    """A cost with so many goods of the payer's choice: those of which he has most, for these are the cheapest."""
    heap = s.goods[seat]
    while basics + precious:
        first: i64 = 0 if basics else BASICS
        best = first
        most: i64 = -1
        kind: i64
        for kind in range(first, BASICS if basics else RESOURCES):
            there = spare(heap, cost, wheat, kind)
            if there > most:
                best, most = kind, there
        cost += EACH[best]
        if basics:
            basics -= 1
        else:
            precious -= 1
    return cost


def pay(s: DevilState, seat: i64, cost: i64, wheat: i64, how: Funding) -> None:
    """Buy, borrow, sell, and pay; and keep what everybody has learned from it."""
    heap = s.goods[seat]
    kind: i64 = 0
    while kind < RESOURCES:
        there = how_many(heap, kind)
        sold = how_many(how.sold, kind)
        if how_many(how.bought, kind):
            ledger.known_between(s, seat, kind, there, there)
        elif kind < how.through:  # all that could be spared was sold
            kept = how_many(cost, kind) + (wheat if kind == WHEAT else 0)
            ledger.known_between(s, seat, kind, there if sold else -UNKNOWN, kept + sold)
        elif sold and kind == WHEAT and wheat:  # some are left, at least those that are owed
            ledger.known_between(s, seat, kind, how_many(cost, kind) + wheat + sold, UNKNOWN)
        kind += 1
    if how.loan or how.sold:
        ledger.known_between(s, seat, COINS, coins(heap), coins(heap))
    market.trade(s, seat, how.sold, how.loan, how.bought, 0)
    ledger.spend(s, seat, cost)
    if s.story is not None and cost:
        s.tell(events.Paid(int(seat), told(cost)))


def ahead_of(s: DevilState, seat: i64, place: i64) -> i64:
    """The next choice that a plan has made ahead for a place, or NONE."""
    code: i64
    for code in s.ahead[seat]:
        if code // AHEAD == place:
            return code % AHEAD
    return NONE


def drop_ahead(s: DevilState, seat: i64, place: i64, everything: bool) -> None:
    """The next choice made ahead for a place has been used, or all for that place are worth nothing any more."""
    found: list[i64] = []
    dropped = False
    code: i64
    for code in s.ahead[seat]:
        if code // AHEAD == place and (everything or not dropped):
            dropped = True
        else:
            found.append(code)
    s.ahead = ledger.put_list(s.ahead, seat, found)


@final
class Reckoning(Step[DevilState]):
    """What is owed is paid; or it cannot be, and is passed over at the cost of reputation."""

    def begin(self, s: DevilState) -> i64:
        return DEALER

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [RECKON]

    def funding(self, s: DevilState) -> Funding:
        """How the bill is paid. What is only looked at is neither bought nor sold."""
        actor = s.actor
        what = s.bill_for
        wheat = wheat_kept(s)
        cost = s.bill
        if what == FOR_GIFT:
            cost = with_gift(s, ahead_of(s, actor, place(s)) - GIVE)
        elif s.bill_any:
            cost = with_any(s, actor, cost, wheat, s.bill_any % 8, s.bill_any // 8)
        if FOR_USE <= what <= FOR_USE_AT_ONCE or what == FOR_GIFT:
            found = fund(s, actor, cost, wheat, FUND_ASK)
            found.bought = 0
            found.lack = 0
            return found
        return fund(s, actor, cost, wheat, s.plan[actor][FUNDING])

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        actor = s.actor
        what = s.bill_for
        how = self.funding(s)
        if what == FOR_GIFT:
            self.give_as_planned(s, how.ok)
            return
        if not how.ok:
            s.done()
            ledger.known_to_be_poor(s, actor, s.bill, s.bill_any % 8, s.bill_any // 8, wheat_kept(s))
            cannot_pay(s, what != FOR_USE_AT_ONCE)
            return
        wheat = wheat_kept(s)
        asks = how.lack > 0 and s.plan[actor][FUNDING] == FUND_ASK
        if wheat or asks or FOR_USE <= what <= FOR_USE_AT_ONCE:
            ledger.known_to_be_rich(s, actor, s.bill, s.bill_any % 8, s.bill_any // 8, wheat)
        if asks:
            self.ask_how(s, how)
            return
        s.done()
        if what <= FOR_USE:
            s.used += 1
        if not FOR_USE <= what <= FOR_USE_AT_ONCE:
            pay(s, actor, s.bill, wheat, how)

    def give_as_planned(self, s: DevilState, ok: bool) -> None:
        """A good that the plan has named is given, if it can be; else the actor chooses another."""
        actor = s.actor
        s.done()
        kind = ahead_of(s, actor, place(s)) - GIVE
        if ok:
            drop_ahead(s, actor, place(s), False)
            give(s, kind)
            return
        rest = gifts_after(s)
        ledger.known_to_be_poor(s, actor, bill_with(s, kind), rest % 8, rest // 8, wheat_kept(s))
        drop_ahead(s, actor, place(s), True)
        s.then(codes.CHOOSE_GIFT)

    def ask_how(self, s: DevilState, how: Funding) -> None:
        """What is missing is bought as soon as there is money for it; how to raise that is asked."""
        actor = s.actor
        kind: i64
        for kind in range(RESOURCES):
            if how_many(how.bought, kind):
                there = how_many(s.goods[actor], kind)
                ledger.known_between(s, actor, kind, there, there)
            elif how_many(s.bill, kind):
                ledger.known_between(s, actor, kind, how_many(s.bill, kind), UNKNOWN)
        there = coins(s.goods[actor])
        ledger.known_between(s, actor, COINS, there, there)
        s.owing = how.lack
        s.then(codes.FUND)

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        how = self.funding(s)
        if how.ok and how.lack > 0 and s.plan[s.actor][FUNDING] == FUND_ASK:
            return fold(how.look(), how.lack)
        return how.look()


def wheat_kept(s: DevilState) -> i64:
    """The wheat that must still be there, or to be had, once the bill is paid."""
    what = s.bill_for
    if what == FOR_WHEAT:
        return 0
    token: i64 = 1 if what <= FOR_USE else 0
    return wheat_owed(s, s.actor, s.used + token)


def source(s: DevilState, number: i64) -> list[Effect]:
    """The effects of a card: of a building, or of a half of an event."""
    if number < tasks.SOURCES_LEFT:
        return s.cards.buildings[number].effects
    if number < tasks.SOURCES_RIGHT:
        return s.cards.events[number - tasks.SOURCES_LEFT].left
    return s.cards.events[number - tasks.SOURCES_RIGHT].right


def payment_of(card: list[Effect]) -> Effect | None:
    """What an action costs, if it costs anything."""
    for effect in card:
        if effect.op == deck.PAY:
            return effect
    return None


def gifts_after(s: DevilState) -> i64:
    """How many goods of his choice the actor gives after the next one: basic ones + 8 * precious ones."""
    found: i64 = 0
    task: i64
    for task in s.todo[1:]:
        if task == tasks.GIVE_BASIC:
            found += 1
        elif task == tasks.GIVE_PRECIOUS:
            found += 8
    if s.todo[0] >= tasks.AGAIN and found:  # the next one is the first of these
        found -= 1 if found % 8 else 8
    return found


def bill_with(s: DevilState, kind: i64) -> i64:
    """The bill with a good of the actor's choice. (Where a certain good is paid once more, that stands on it.)"""
    if s.todo[0] >= tasks.AGAIN:
        cost = payment_of(source(s, s.todo[0] - tasks.AGAIN))
        assert cost is not None
        if not cost.basics and not cost.precious:
            return s.bill
    return s.bill + EACH[kind]


def with_gift(s: DevilState, kind: i64) -> i64:
    """The same, and the cheapest way to give what is to be chosen after it."""
    rest = gifts_after(s)
    return with_any(s, s.actor, bill_with(s, kind), wheat_kept(s), rest % 8, rest // 8)


def can_give(s: DevilState, kind: i64) -> bool:
    """Whether the actor can give a good of this kind next, and pay the whole bill."""
    return can_pay(s, s.actor, with_gift(s, kind), wheat_kept(s))


def give(s: DevilState, kind: i64) -> None:
    """A good of the actor's choice is put on the bill. If it is for an action once more, the rest of that follows."""
    after = gifts_after(s)
    ledger.known_to_be_rich(s, s.actor, bill_with(s, kind), after % 8, after // 8, wheat_kept(s))
    task = s.todo[0]
    if task < tasks.AGAIN:
        s.bill += EACH[kind]
        s.todo = s.todo[1:]
        return
    number = task - tasks.AGAIN
    cost = payment_of(s.cards.buildings[number].effects)
    assert cost is not None
    gifts = cost.basics + cost.precious
    todo = s.todo[1:]
    if gifts:
        s.bill += EACH[kind]
        todo = todo[1:]
        gifts -= 1
    rest = [8 * number + at for at in range(len(source(s, number))) if source(s, number)[at].op != deck.PAY]
    s.todo = [*todo[:gifts], tasks.PAY_BILL, *rest, *todo[gifts:]]


def enough(s: DevilState) -> None:
    """An action is not repeated any more."""
    s.todo = [
        task for task in s.todo if task < tasks.AGAIN and task != tasks.GIVE_BASIC and task != tasks.GIVE_PRECIOUS
    ]


def place(s: DevilState) -> i64:
    """Which place of the action board is being carried out."""
    return tasks.ORDER[s.at]


def cannot_pay(s: DevilState, loses: bool) -> None:
    """What was planned is passed over, and nothing more comes of it: a reputation lost, unless all are lenient."""
    actor = s.actor
    s.todo = []
    if s.story is not None:
        s.tell(events.CouldNotPay(int(actor), int(place(s))))
    if loses and not s.lenient:
        standing.move(s, actor, -1)


@final
class Fund(Step[DevilState]):
    """Whoever is short of coins borrows, or sells what he can spare (DP-2)."""

    def begin(self, s: DevilState) -> i64:
        return s.actor

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        found: list[i64] = []
        kind: i64
        for kind in range(RESOURCES):
            most = min(
                spare(s.goods[seat], s.bill, wheat_kept(s), kind),
                MOST_AT_ONCE,
                (s.owing + SELLS_FOR[kind] - 1) // SELLS_FOR[kind],
            )
            found += [SELL + kind * MOST_AT_ONCE + n for n in range(most)]
        return found + [BORROW + n for n in range(min(s.owing, MOST_DEBT - s.debt[seat]))]

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        if not market.is_trade(code):
            return Why(NOT_NOW)
        if code >= BUY:
            return Why("raise_money", coins=int(s.owing))
        if code >= BORROW:
            return (
                Why("too_much_debt", debt=int(s.debt[seat]))
                if s.debt[seat] + code - BORROW >= MOST_DEBT
                else Why("raise_money", coins=int(s.owing))
            )
        return Why("cannot_spare", kind=int((code - SELL) // MOST_AT_ONCE), coins=int(s.owing))

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        if code >= BORROW:
            n: i64 = code - BORROW + 1
            s.owing -= n
            market.trade(s, seat, 0, n, 0, 0)
        else:
            kind: i64 = (code - SELL) // MOST_AT_ONCE
            n = (code - SELL) % MOST_AT_ONCE + 1
            kept = how_many(s.bill, kind) + (wheat_kept(s) if kind == WHEAT else 0)
            if kept:
                ledger.known_between(s, seat, kind, kept + n, UNKNOWN)
            s.owing -= n * SELLS_FOR[kind]
            market.trade(s, seat, n * EACH[kind], 0, 0, 0)
        if s.owing <= 0:
            s.owing = 0
            s.done()
