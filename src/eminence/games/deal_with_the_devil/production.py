"""Phase 1, production, and phase 2, cards."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bits import ONE, members
from eminence.core.state import DEALER, GO_ON, HIDDEN, NOT_NOW, SealedStep, Step, Why
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, events, ledger, market
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.codes import DEAL, DONE, DRAW, GAIN, KEEP, PASS
from eminence.games.deal_with_the_devil.components import ALL_SEATS, NONE, SEATS, SLOTS
from eminence.games.deal_with_the_devil.effects import amount, holds
from eminence.games.deal_with_the_devil.goods import BASICS, COIN, EACH, RESOURCES, told
from eminence.games.deal_with_the_devil.hands import cards_in, with_card, without_card
from eminence.games.deal_with_the_devil.hands import holds as in_hand
from eminence.games.deal_with_the_devil.ledger import put, put_list
from eminence.games.deal_with_the_devil.state import DevilState

PRECIOUS_PICK: Final = 64  # a precious good of one's choice, among `picks`: below it stand the basic ones
A_HAND: Final = 4  # so many new buildings a round


# == 1. Production =================================================================================================


def upgraded(minors: i64, slot: i64) -> bool:
    """Whether a minor achievement lies on a production slot."""
    while minors:
        if minors & 7 == slot + 1:
            return True
        minors >>= 3
    return False


def wheel_gives(row: list[i64], minors: i64) -> i64:
    """What four slots produce: a precious good covers two of them and yields the lower level; the two in the middle
    also bring a coin a level."""
    heap: i64 = 0
    slot: i64 = 0
    while slot < SLOTS:
        kind = row[slot]
        level: i64 = 2 if upgraded(minors, slot) else 1
        if kind < BASICS:
            heap += level * EACH[kind]
        elif slot and row[slot - 1] == kind:
            heap += min(level, 2 if upgraded(minors, slot - 1) else 1) * EACH[kind]
        if box.COIN_SLOTS >> slot & 1:
            heap += level * COIN
        slot += 1
    return heap


@final
class Production(Step[DevilState]):
    """Every realm gets what the wheel shows on its side, and what its buildings bring."""

    def begin(self, s: DevilState) -> i64:
        s.done()
        s.phase = box.PRODUCTION
        if s.story is not None:
            s.tell(events.PhaseBegan(box.PRODUCTION))
        picks: list[i64] = []
        seat: i64
        for seat in range(SEATS):
            heap = wheel_gives(box.WHEEL[(seat + s.turned) % SEATS][s.round - 1], s.minors[seat])
            pick: i64 = 0
            number: i64
            for number in s.built[seat]:
                building = s.cards.buildings[number]
                if building.kind != deck.PERMANENT or building.phase != deck.PRODUCTION:
                    continue
                for effect in building.effects:
                    if effect.op == deck.GAIN and holds(s, seat, effect.cond, s.reputation):
                        times = amount(s, seat, effect, s.reputation)
                        heap += times * effect.heap
                        pick += times * (effect.basics + PRECIOUS_PICK * effect.precious)
            picks.append(pick)
            ledger.gain(s, seat, heap)
            if s.story is not None:
                s.tell(events.Produced(int(seat), told(heap)))
        s.picks = picks
        s.then(codes.CHOOSE_GOODS)
        return GO_ON


@final
class ChooseGoods(SealedStep[DevilState]):
    """Goods of one's choice, by buildings: all who have such a building choose together."""

    def who(self, s: DevilState) -> i64:
        found: i64 = 0
        seat: i64
        for seat in range(SEATS):
            if s.picks[seat]:
                found |= ONE << seat
        return found

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        if len(s.sealed[seat]) < s.picks[seat] % PRECIOUS_PICK:
            return [GAIN + kind for kind in range(BASICS)]
        return [GAIN + kind for kind in range(BASICS, RESOURCES)]

    def complete(self, s: DevilState, seat: i64) -> bool:
        return len(s.sealed[seat]) == s.picks[seat] % PRECIOUS_PICK + s.picks[seat] // PRECIOUS_PICK

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        return Why("not_this_kind") if GAIN <= code < GAIN + RESOURCES else Why(NOT_NOW)

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        seat: i64
        for seat in range(SEATS):
            heap: i64 = 0
            for code in answers[seat]:
                heap += EACH[code - GAIN]
            ledger.gain(s, seat, heap)
            if s.story is not None and heap:
                s.tell(events.Chose(int(seat), told(heap)))
        s.picks = [0, 0, 0, 0]


# == 2. Cards ======================================================================================================


@final
class KeepOne(SealedStep[DevilState]):
    """From round 2 on: all buildings in hand are laid aside but one. Debts may be repaid here, as in production."""

    def who(self, s: DevilState) -> i64:
        return ALL_SEATS

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        found = market.purse(s, seat, s.goods[seat], s.sealed[seat]).trades(True, 0)
        if not s.hand[seat]:
            found.append(DONE)
        for card in cards_in(s.hand[seat]):
            found.append(KEEP + card)
        return found

    def complete(self, s: DevilState, seat: i64) -> bool:
        return not market.is_trade(s.sealed[seat][-1])

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        if market.is_trade(code):
            return market.why_no_trade(s, seat, code, market.purse(s, seat, s.goods[seat], s.sealed[seat]), True)
        return Why("not_in_hand", building=int(code - KEEP)) if KEEP <= code < PASS else Why(NOT_NOW)

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        s.phase = box.CARDS
        if s.story is not None:
            s.tell(events.PhaseBegan(box.CARDS))
        seat: i64
        for seat in range(SEATS):
            at = market.carry_out(s, seat, answers[seat])
            code: i64 = answers[seat][at]
            kept: i64 = NONE
            if code != DONE:
                kept = code - KEEP
                aside = [card for card in cards_in(s.hand[seat]) if card != kept]
                s.dropped = put_list(s.dropped, seat, [*s.dropped[seat], *aside])
                s.hand = put(s.hand, seat, with_card(0, kept))
                s.hand_count = put(s.hand_count, seat, 1)
                s.old_count = put(s.old_count, seat, 1)
            else:
                ledger.trace(s, seat, ledger.NO_CARDS, 0)
            s.known_hand = put_list(s.known_hand, seat, [])
            if s.story is not None:
                s.tell(events.Kept(int(seat), int(kept)))

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == seat or market.is_trade(code) or code == DONE else HIDDEN


@final
class DealBuildings(Step[DevilState]):
    """Each gets four buildings of this round: in round 1 one of each of four piles."""

    def to(self, s: DevilState) -> i64:
        """Who gets the next one."""
        return s.dealt // A_HAND

    def begin(self, s: DevilState) -> i64:
        if s.dealt == A_HAND * SEATS:
            s.dealt = 0
            s.done()
            return GO_ON
        if not s.dealt:
            s.deck = 0xFFFF
            if s.phase != box.CARDS:  # in round 1
                s.phase = box.CARDS
                if s.story is not None:
                    s.tell(events.PhaseBegan(box.CARDS))
        return DEALER

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        first = deck.A_ROUND * (s.round - 1)
        if s.round > 1:
            return [DEAL + first + card for card in members(s.deck)]
        pile = s.dealt % A_HAND
        return [DEAL + card for card in members(s.deck) if s.cards.buildings[card].pile == pile]

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        to = self.to(s)
        card: i64 = code - DEAL
        s.deck &= ~(ONE << (card % deck.A_ROUND))
        s.dealt += 1
        s.hand = put(s.hand, to, with_card(s.hand[to], card))
        s.hand_count = put(s.hand_count, to, s.hand_count[to] + 1)
        if s.story is not None:
            s.tell(events.DealtBuilding(int(to), int(card)))

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == self.to(s) else HIDDEN


@final
class DealEvents(Step[DevilState]):
    """Each gets an event: of deck A in rounds 1 and 2, of deck B from then on."""

    def begin(self, s: DevilState) -> i64:
        if s.dealt == SEATS:
            s.dealt = 0
            s.done()
            return GO_ON
        return DEALER

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        a_deck: i64 = (ONE << deck.A_EVENTS) - 1
        return [DRAW + event for event in members(s.event_deck & (a_deck if s.round <= 2 else ~a_deck))]

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        to = s.dealt
        card: i64 = ONE << (code - DRAW)
        s.event_deck &= ~card
        s.dealt += 1
        s.events = put(s.events, to, s.events[to] | card)
        s.event_count = put(s.event_count, to, s.event_count[to] + 1)
        if s.story is not None:
            s.tell(events.DealtEvent(int(to), int(code - DRAW)))

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == s.dealt else HIDDEN


def neighbour(s: DevilState, seat: i64) -> i64:
    """To whom buildings are passed: to the left in even rounds, to the right in odd ones."""
    return (seat + (1 if s.round % 2 == 0 else 3)) % SEATS


@final
class PassTwo(SealedStep[DevilState]):
    """From round 2 on: two of the four new buildings go to the neighbour."""

    def who(self, s: DevilState) -> i64:
        return ALL_SEATS

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        sealed = s.sealed[seat]
        new = [card for card in cards_in(s.hand[seat]) if card // deck.A_ROUND == s.round - 1]
        if sealed:  # the second one is a later one: two cards can be passed in one way
            return [PASS + card for card in new if PASS + card > sealed[0]]
        return [PASS + card for card in new[:-1]]

    def complete(self, s: DevilState, seat: i64) -> bool:
        return len(s.sealed[seat]) == 2

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        if not PASS <= code < codes.PRICE:
            return Why(NOT_NOW)
        card: i64 = code - PASS
        if not in_hand(s.hand[seat], card):
            return Why("not_in_hand", building=int(card))
        return Why("not_new", building=int(card)) if card // deck.A_ROUND != s.round - 1 else Why("order_of_cards")

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        seat: i64
        for seat in range(SEATS):
            to = neighbour(s, seat)
            for code in answers[seat]:
                card: i64 = code - PASS
                s.hand = put(s.hand, seat, without_card(s.hand[seat], card))
                s.hand = put(s.hand, to, with_card(s.hand[to], card))
                s.passed = put_list(s.passed, seat, [*s.passed[seat], card])
                if s.story is not None:
                    s.tell(events.Passed(int(to), int(card)))

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == seat or observer == neighbour(s, seat) else HIDDEN


@final
class OpenMarket(SealedStep[DevilState]):
    """The end of a phase in which debts may be repaid: of this one for whoever has any, of the inquisition, where trade
    is open to its end, for everybody (DP-21)."""

    def __init__(self, name: str, rule: str, everybody: bool) -> None:
        super().__init__(name, rule)
        self.everybody: bool = everybody

    def who(self, s: DevilState) -> i64:
        if self.everybody:
            return ALL_SEATS
        found: i64 = 0
        seat: i64
        for seat in range(SEATS):
            if s.debt[seat]:
                found |= ONE << seat
        return found

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        found = market.purse(s, seat, s.goods[seat], s.sealed[seat]).trades(True, 0)
        found.append(DONE)
        return found

    def complete(self, s: DevilState, seat: i64) -> bool:
        return s.sealed[seat][-1] == DONE

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        if market.is_trade(code):
            return market.why_no_trade(s, seat, code, market.purse(s, seat, s.goods[seat], s.sealed[seat]), True)
        return Why(NOT_NOW)

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        seat: i64
        for seat in range(SEATS):
            market.carry_out(s, seat, answers[seat])
