"""What a hand of buildings makes of goods: which of them it is best to build next, on credit if need be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.components import TAINTED
from eminence.games.deal_with_the_devil.goods import BASICS, BUY, COIN, COINS, EACH, INDULGENCE, WIDTH, coins, how_many
from eminence.games.deal_with_the_devil.hands import cards_in
from eminence.games.deal_with_the_devil.worth_of_buildings import card_worth, progress
from eminence.games.deal_with_the_devil.worth_of_goods import A_COIN, Look, wealth
from eminence.games.deal_with_the_devil.worth_of_souls import bribed, faced, fragments_of_devil

if TYPE_CHECKING:
    from eminence.games.deal_with_the_devil.state import DevilState


def basic_price(s: DevilState, seat: i64) -> i64:
    """What a basic good costs a realm."""
    price = BUY[0]
    number: i64
    for number in s.built[seat]:
        for effect in s.cards.buildings[number].effects:
            if effect.op == deck.PRICE and effect.n < price:
                price = effect.n
    return price


def after_cost(heap: i64, cost: i64, basic: i64) -> i64:
    """What is left when a cost is paid, what is missing being bought; coins that are lacking make it negative: a heap
    of -n coins."""
    kind: i64 = 0
    price: i64 = 0
    while kind < COINS:
        have = how_many(heap, kind)
        need = how_many(cost, kind)
        if need > have:
            price += (need - have) * (basic if kind < BASICS else BUY[kind])
            need = have
        heap -= need * EACH[kind]
        kind += 1
    return heap - (price + coins(cost)) * COIN


@final
class Builds:
    """Which buildings of a hand it is best to build next, and what that makes of a realm."""

    __slots__ = ("first", "second", "worth")

    def __init__(self) -> None:
        self.first: i64 = box.NONE
        self.second: i64 = box.NONE
        self.worth: float = 0.0  # of all goods, debts and what is built, afterwards


def rest_worth(heap: i64, debt: i64, look: Look) -> float:
    """What a heap that may lack coins is worth once the next actions are over; -100 if it cannot be borrowed."""
    have = heap >> (WIDTH * COINS)
    if have < 0:
        loan = -have
        kind: i64 = 0
        while kind < BASICS and debt + loan > box.MOST_DEBT:  # sell, cheapest goods first
            n = how_many(heap & (COIN - 1), kind)
            while n and debt + loan > box.MOST_DEBT:
                n -= 1
                loan -= 1
                heap -= EACH[kind]
            kind += 1
        if debt + loan > box.MOST_DEBT:
            return -100.0
        return wealth(heap & (COIN - 1), debt + loan, look.actions - 1, look.productions)
    return wealth(heap, debt, look.actions - 1, look.productions)


NOTHING_SAVED: Final[list[float]] = [0.0, 0.0, 0.0, 0.0]


def saved_by_bribes(s: DevilState, look: Look) -> list[float]:
    """In the last round, what is saved by keeping coins for so many bribes, besides what the coins are worth."""
    seat = look.seat
    souls = s.souls[seat] + s.soul_payment[seat]
    number = souls % TAINTED + souls // TAINTED
    indulgences = s.indulgences[seat] + how_many(s.goods[seat], INDULGENCE)
    threats = faced(s, look, fragments_of_devil(s), 0.0, True)
    later = Look(s, seat)
    later.actions = 0
    later.coin = A_COIN[0]
    all_sent = bribed(s, look, threats[:], number, indulgences, 3)  # what is taken for granted
    return [all_sent - bribed(s, later, threats[:], number, indulgences, most) for most in range(4)]


def best_bribes(s: DevilState, seat: i64, most: i64) -> i64:
    """How many inquisitors it is best to send away at the last black mass, alone."""
    look = Look(s, seat)
    saved = saved_by_bribes(s, look)
    best: i64 = 0
    n: i64
    for n in range(1, min(most, 3) + 1):
        if saved[n] > saved[best]:
            best = n
    return best


@final
class Hand:
    """The buildings in a hand, and what each of them would be worth."""

    __slots__ = ("basic", "cards", "costs", "look", "saved", "tokens", "values")

    def __init__(self, s: DevilState, look: Look) -> None:
        self.look = look
        self.cards: list[i64] = cards_in(s.hand[look.seat])
        promised = progress(s, look, 0)
        self.values: list[float] = [card_worth(s, look, number, promised) for number in self.cards]
        self.costs: list[i64] = [s.cards.buildings[number].cost for number in self.cards]
        self.basic: i64 = basic_price(s, look.seat)
        self.tokens: i64 = box.TOKENS - s.fewer_tokens[look.seat]
        self.saved: list[float] = saved_by_bribes(s, look) if s.round == box.ROUNDS else NOTHING_SAVED

    def rest(self, heap: i64, debt: i64) -> float:
        """What a heap is worth once the next actions are over, with what bribes can be paid of it."""
        have: i64 = heap >> (WIDTH * COINS)
        return rest_worth(heap, debt, self.look) + self.saved[max(min(have // box.BRIBE_COINS, 3), 0)]

    def best(self, heap: i64, debt: i64, taken: i64) -> Builds:
        """What to build next with these goods. `taken` is a building that is planned already (its cost is not in the
        heap any more), or NONE: then there are two to choose, else one."""
        found = Builds()
        found.worth = self.rest(heap, debt)
        two = taken == box.NONE and self.tokens > 1
        n = len(self.cards)
        i: i64 = 0
        while i < n:
            if self.cards[i] != taken:
                rest = after_cost(heap, self.costs[i], self.basic)
                value = self.values[i] + self.rest(rest, debt)
                if value > found.worth:
                    found.worth = value
                    found.first = self.cards[i]
                    found.second = box.NONE
                j: i64 = i + 1 if two else n
                while j < n:
                    both = after_cost(rest, self.costs[j], self.basic)
                    value = self.values[i] + self.values[j] + self.rest(both, debt)
                    if value > found.worth:
                        found.worth = value
                        found.first = self.cards[i]
                        found.second = self.cards[j]
                    j += 1
            i += 1
        return found
