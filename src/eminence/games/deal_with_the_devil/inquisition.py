"""Phase 8, in rounds 3 and 5, its second part: the inquisition itself."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bits import ONE
from eminence.core.state import GO_ON, NOT_NOW, SealedStep, Step, Why
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, effects, events, ledger, market, standing
from eminence.games.deal_with_the_devil.black_mass import turn_up
from eminence.games.deal_with_the_devil.cards import GUEST, Effect
from eminence.games.deal_with_the_devil.codes import (
    DONE,
    HAND_OVER,
    LOSE,
    NO_TRIBUTE,
    REFUSE,
    SHIP,
    SHOW,
    SPEND,
    SUFFER,
    TRIBUTE,
)
from eminence.games.deal_with_the_devil.components import IN_FORCE, NONE, SEATS
from eminence.games.deal_with_the_devil.goods import BASICS, EACH, RESOURCES, has, how_many, told
from eminence.games.deal_with_the_devil.ledger import put, put_list
from eminence.games.deal_with_the_devil.standing import fragments
from eminence.games.deal_with_the_devil.state import DevilState

MOST_SPENT: Final = SUFFER - SPEND - 1  # so many indulgences can be spent at once


def faced_by(s: DevilState, seat: i64) -> list[i64]:
    """The inquisitors whom a seat has to answer to: those in force, and its Guests."""
    places = [place for place in range(len(s.inquisitors)) if s.inquisitors[place] == IN_FORCE]
    return [place if place < 3 else s.reds[place - 3] for place in places] + [GUEST] * s.guests[seat]


@final
class Appease(SealedStep[DevilState]):
    """For each inquisitor a fragment is shown, or an indulgence spent; whose wrath one suffers, and in which order
    (DP-13), one chooses oneself."""

    def who(self, s: DevilState) -> i64:
        found: i64 = 0
        seat: i64
        for seat in range(SEATS):
            if faced_by(s, seat):
                found |= ONE << seat
        return found

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        sealed = s.sealed[seat]
        faced = faced_by(s, seat)
        if not sealed:
            return [SHOW + n for n in range(min(fragments(s.souls[seat]), len(faced)) + 1)]
        if len(sealed) == 1:
            left: i64 = len(faced) - (sealed[0] - SHOW)
            return [SPEND + n for n in range(min(standing.indulgences(s, seat), left, MOST_SPENT) + 1)]
        for code in sealed[2:]:
            faced.remove(code - SUFFER)
        found: list[i64] = []
        inquisitor: i64
        for inquisitor in faced:
            if SUFFER + inquisitor not in found:
                found.append(SUFFER + inquisitor)
        return found

    def complete(self, s: DevilState, seat: i64) -> bool:
        sealed = s.sealed[seat]
        if len(sealed) < 2:
            return False
        return len(sealed) - 2 == len(faced_by(s, seat)) - (sealed[0] - SHOW) - (sealed[1] - SPEND)

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        at = len(s.sealed[seat])
        if SHOW <= code < SPEND:
            if at:
                return Why("order_of_appeasing")
            many = code - SHOW > len(faced_by(s, seat))
            return Why("too_many_shown") if many else Why("no_such_souls")
        if SPEND <= code < SUFFER:
            if at != 1:
                return Why("order_of_appeasing")
            return Why("no_indulgence") if code - SPEND > standing.indulgences(s, seat) else Why("too_many_shown")
        if SUFFER <= code < TRIBUTE:
            return Why("order_of_appeasing") if at < 2 else Why("not_faced", inquisitor=int(code - SUFFER))
        return Why(NOT_NOW)

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        s.shown_now = [0, 0, 0, 0]
        seat: i64
        for seat in range(SEATS):
            given = answers[seat]
            if not given:
                continue
            n: i64 = given[0] - SHOW
            spent: i64 = given[1] - SPEND
            suffers: list[i64] = [code - SUFFER for code in given[2:]]
            s.shown_now = put(s.shown_now, seat, n)
            ledger.prove(s, seat, n)
            standing.spend_indulgences(s, seat, spent)
            s.facing = put_list(s.facing, seat, suffers)
            if s.story is not None:
                s.tell(events.Appeased(int(seat), int(n), int(spent), tuple([int(one) for one in suffers])))


# == Penalties =====================================================================================================

TRADED: Final = 8  # + an effect of a penalty: trade and repaying have been open before it


def second_highest(s: DevilState, seat: i64, rank: i64) -> list[i64]:
    """The buildings of the rank-th highest printed points: if several share a value, they share the ranks too."""
    values = sorted([s.cards.buildings[number].points for number in s.built[seat]], reverse=True)
    if len(values) < rank:
        return []
    return [number for number in s.built[seat] if s.cards.buildings[number].points == values[rank - 1]]


def destroy(s: DevilState, seat: i64, number: i64) -> None:
    """A building is lost: with its effects, points and symbols. Without the Stables nothing is tucked (DP-9, DP-35)."""
    s.built = put_list(s.built, seat, [other for other in s.built[seat] if other != number])
    s.ruins = [*s.ruins, number]
    ledger.trace(s, seat, ledger.RUINED, number)
    is_stable = has_flag(s.cards.buildings[number].effects, deck.STABLE)
    if s.tucked[seat] == number or is_stable:
        s.tucked = put(s.tucked, seat, NONE)
    if s.story is not None:
        s.tell(events.BuildingDestroyed(int(seat), int(number)))


@final
class Penalties(Step[DevilState]):
    """One realm after the other suffers what it has not averted, in the order it chose."""

    def begin(self, s: DevilState) -> i64:
        while True:
            if s.todo:
                at = s.todo[0]
                s.todo = s.todo[1:]
                if self.suffer(s, s.suffering, at):
                    return GO_ON
            elif s.suffering != NONE and s.facing[s.suffering]:
                seat = s.suffering
                inquisitor = s.facing[seat][0]
                s.at = inquisitor
                s.facing = put_list(s.facing, seat, s.facing[seat][1:])
                s.todo = list(range(len(s.cards.inquisitors[inquisitor])))
                if s.story is not None:
                    s.tell(events.Suffered(int(seat), int(inquisitor)))
            else:
                s.suffering += 1
                if s.suffering == SEATS:
                    s.suffering = NONE
                    s.at = 0
                    s.done()
                    return GO_ON

    def suffer(self, s: DevilState, seat: i64, at: i64) -> bool:
        """One effect of a penalty. True if something is asked."""
        effect = s.cards.inquisitors[s.at][at % TRADED]
        op = effect.op
        if op == deck.POINTS:
            if effects.holds(s, seat, effect.cond, s.reputation):
                standing.score(s, seat, effect.n * effects.amount(s, seat, effect, s.reputation))
        elif op == deck.REP:
            standing.move(s, seat, effect.n)
        elif op == deck.WINGS:
            standing.angels(s, seat, effect.n)
            standing.demons(s, seat, effect.m)
        elif op == deck.DEBT:
            if at < TRADED:  # debts may be repaid before they grow (DP-21)
                s.todo = [at + TRADED, *s.todo]
                s.bill_for = op
                s.then(codes.PENALTY)
            else:
                self.add_debt(s, seat, effect.n)
            return True
        elif op == deck.TRIBUTE or op == deck.CHOICE:
            s.bill = effect.heap
            s.bill_any = effect.n
            s.bill_for = op
            s.owing = effect.m
            s.then(codes.PENALTY)
            return True
        elif op == deck.DESTROY and second_highest(s, seat, effect.n):
            s.bill_for = op
            s.bill_any = effect.n
            s.then(codes.PENALTY)
            return True
        return False

    def add_debt(self, s: DevilState, seat: i64, n: i64) -> None:
        """Debt grows; a Guest who comes of it is faced at once (DP-7), and repaying is open before the rest (DP-37)."""
        guests = s.guests[seat]
        standing.add_debt(s, seat, n)
        if s.story is not None:
            s.tell(events.DebtAdded(int(seat), int(n), int(s.debt[seat])))
        s.bill_for = deck.DEBT
        s.then(codes.PENALTY)
        while guests < s.guests[seat]:
            guests += 1
            s.then(codes.APPEASE_GUEST)


@final
class Penalty(SealedStep[DevilState]):
    """What a penalty leaves to whoever suffers it: a tribute, goods instead of points, which building is lost. Trade
    and repaying are open before it (DP-21)."""

    def who(self, s: DevilState) -> i64:
        return ONE << s.suffering

    def given(self, s: DevilState, seat: i64) -> list[i64]:
        """The answers behind the trades."""
        sealed = s.sealed[seat]
        return list(sealed[market.how_many_trades(sealed) :])

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        given = self.given(s, seat)
        purse = market.purse(s, seat, s.goods[seat], s.sealed[seat])
        found: list[i64] = [] if given else purse.trades(True, 0)
        if s.bill_for == deck.TRIBUTE:
            kind: i64 = given[-1] - TRIBUTE + 1 if given else 0
            while kind < RESOURCES:
                if how_many(purse.heap, kind):
                    found.append(TRIBUTE + kind)
                kind += 1
            found.append(NO_TRIBUTE)
        elif s.bill_for == deck.CHOICE:
            if has(purse.heap, s.bill):
                found.append(HAND_OVER)
            found.append(REFUSE)
        elif s.bill_for == deck.DESTROY:
            found += [LOSE + number for number in second_highest(s, seat, s.bill_any)]
        else:
            found.append(DONE)
        return found

    def complete(self, s: DevilState, seat: i64) -> bool:
        given = self.given(s, seat)
        if not given:
            return False
        return s.bill_for != deck.TRIBUTE or given[-1] == NO_TRIBUTE or len(given) == s.bill_any

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        purse = market.purse(s, seat, s.goods[seat], s.sealed[seat])
        if market.is_trade(code):
            given = bool(self.given(s, seat))
            return Why("order_of_trades") if given else market.why_no_trade(s, seat, code, purse, True)
        if s.bill_for == deck.TRIBUTE and TRIBUTE <= code < NO_TRIBUTE:
            there = how_many(purse.heap, code - TRIBUTE)
            return Why("different_kinds") if there else Why("not_yours", kind=int(code - TRIBUTE), n=1)
        if s.bill_for == deck.CHOICE and code == HAND_OVER:
            return Why("cannot_hand_over")
        if s.bill_for == deck.DESTROY and LOSE <= code < SHIP:
            return Why("not_that_building", building=int(code - LOSE))
        return Why(NOT_NOW)

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        seat = s.suffering
        at = market.carry_out(s, seat, answers[seat])
        given = answers[seat][at:]
        if s.bill_for == deck.TRIBUTE:
            heap: i64 = 0
            n: i64 = 0
            for code in given:
                if code != NO_TRIBUTE:
                    heap += EACH[code - TRIBUTE]
                    n += 1
            self.give(s, seat, heap)
            standing.score(s, seat, s.owing * (s.bill_any - n))
        elif s.bill_for == deck.CHOICE:
            if given[0] == HAND_OVER:
                self.give(s, seat, s.bill)
            else:
                standing.score(s, seat, s.bill_any)
        elif s.bill_for == deck.DESTROY:
            destroy(s, seat, given[0] - LOSE)

    def give(self, s: DevilState, seat: i64, heap: i64) -> None:
        """Goods are given up, before everybody's eyes."""
        ledger.spend(s, seat, heap)
        if s.story is not None and heap:
            s.tell(events.GaveTribute(int(seat), told(heap)))


@final
class AppeaseGuest(Step[DevilState]):
    """A Guest who has come in the middle of the inquisition: one more fragment, an indulgence, or his penalty."""

    def begin(self, s: DevilState) -> i64:
        return s.suffering

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        found: list[i64] = []
        if fragments(s.souls[seat]) > s.shown_now[seat]:
            found.append(SHOW + 1)
        if standing.indulgences(s, seat):
            found.append(SPEND + 1)
        found.append(SUFFER + GUEST)
        return found

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        if SHOW <= code < SPEND:
            return Why("no_such_souls")
        if SPEND <= code < SUFFER:
            return Why("no_indulgence")
        return Why("not_faced", inquisitor=int(code - SUFFER)) if SUFFER <= code < TRIBUTE else Why(NOT_NOW)

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        shown: i64 = 1 if code == SHOW + 1 else 0
        spent: i64 = 1 if code == SPEND + 1 else 0
        if shown:
            s.shown_now = put(s.shown_now, seat, s.shown_now[seat] + 1)
            ledger.prove(s, seat, s.shown_now[seat])
        elif spent:
            standing.spend_indulgences(s, seat, 1)
        else:
            s.facing = put_list(s.facing, seat, [*s.facing[seat], GUEST])
        if s.story is not None:
            s.tell(events.Appeased(int(seat), int(shown), int(spent), () if shown or spent else (GUEST,)))


# == The end of the phase ==========================================================================================


@final
class EndOfInquisition(Step[DevilState]):
    """After round 3 B and C are turned up, and all Guests go."""

    def begin(self, s: DevilState) -> i64:
        s.done()
        s.shown_now = [0, 0, 0, 0]
        if s.round == 3:
            turn_up(s, 1)
            turn_up(s, 2)
            if s.story is not None and max(s.guests):
                s.tell(events.GuestsLeft())
            s.guests = [0, 0, 0, 0]
        return GO_ON


@final
class TradeRoute(SealedStep[DevilState]):
    """At the count: all of a basic good goes along a trade route, for a point each."""

    def who(self, s: DevilState) -> i64:
        found: i64 = 0
        seat: i64
        for seat in range(SEATS):
            for number in s.built[seat]:
                if has_flag(s.cards.buildings[number].effects, deck.TRADE_ROUTE):
                    found |= ONE << seat
        return found

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [SHIP + kind for kind in range(BASICS)]

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        seat: i64
        for seat in range(SEATS):
            if answers[seat]:
                kind: i64 = answers[seat][0] - SHIP
                n = how_many(s.goods[seat], kind)
                ledger.spend(s, seat, n * EACH[kind])
                s.shipped = put(s.shipped, seat, kind)
                if s.story is not None:
                    s.tell(events.Shipped(int(seat), int(kind), int(n)))
                standing.score(s, seat, n)

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        return 8 * how_many(s.goods[seat], code - SHIP) + code - SHIP  # all see how many go


def has_flag(card: list[Effect], flag: i64) -> bool:
    """Whether a building has one of the effects that are a rule of their own."""
    found = False
    for effect in card:
        if effect.op == deck.FLAG and effect.which == flag:
            found = True
    return found
