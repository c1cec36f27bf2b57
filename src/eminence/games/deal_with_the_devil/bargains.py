"""Who may have taken whose chest in a round, and paid what for it: all ways that look possible.

Prices are all alike. Of those who see a chest that is not paid, two in five accept if they can pay; fragments, where
some are pure and some tainted, are paid in any possible way.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.rng import Rng
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import deals
from eminence.games.deal_with_the_devil.components import EYE, NONE, SEATS, SOUL_PRICE, TAINTED
from eminence.games.deal_with_the_devil.evidence import (
    HOME,
    NO_BOUND,
    OFFERED,
    PAID_FIRST,
    PAID_SECOND,
    Evidence,
    first_period,
)
from eminence.games.deal_with_the_devil.filling import MOST_OF
from eminence.games.deal_with_the_devil.goods import COINS, JESTER, KINDS
from eminence.games.deal_with_the_devil.history import ANY_COINS, Chest, History, coin_prices
from eminence.games.deal_with_the_devil.standing import pure, tainted

ACCEPTS: Final = 0.4
LINE: Final = 3  # of each chest: taken, price, fragments
BITS: Final = 13
WAYS: Final = 8
OWN_TAKEN: Final = 4  # a seat's bargains as bits: its own chest was taken, it took the first it saw, or the second
TOOK_FIRST: Final = 2
TOOK_SECOND: Final = 1


def packed(line: list[i64]) -> i64:
    """A line of all four chests as one number."""
    found: i64 = 0
    owner: i64
    for owner in range(SEATS):
        at = LINE * owner
        found |= (line[at] + (line[at + 1] << 2) + (line[at + 2] << 7)) << (owner * BITS)
    return found


@final
class Bargains:
    """All that may have been agreed upon in a round."""

    def __init__(self, evidence: Evidence, before: History, chests: list[Chest], number: i64, last: i64) -> None:
        """`last`: how far the round has come."""
        self.evidence = evidence
        self.marks: list[i64] = before.marks
        self.chests = chests
        self.number: i64 = number
        self.last: i64 = last
        self.answers: i64 = 2 * SEATS if last >= PAID_SECOND else SEATS if last >= PAID_FIRST else 0
        self.found: list[i64] = []  # see `packed`
        self.sums: list[float] = []  # of their weights
        self.goods: list[float] = []  # of each: how much could be in the chests
        self.total: float = 0.0
        self.takes: list[i64] = []  # by distribution and chest: whether it was taken then, or NONE
        self.way: list[i64] = []  # by distribution and chest: how many tainted fragments were paid, or NONE
        self.note_answers()
        self.plausible: list[bool] = []
        self.look(before)
        self.souls: list[i64] = before.souls[:]
        self.line: list[i64] = [0] * (LINE * SEATS)
        self.search(0, 1.0)

    def note_answers(self) -> None:
        """What the observer knows of who took what."""
        evidence = self.evidence
        me = evidence.me
        which: i64
        for which in range(1, 3):
            for chest in self.chests:
                takes: i64 = NONE
                way: i64 = NONE
                if me >= 0:
                    if (chest.first if which == 1 else chest.second) == me:
                        answer = evidence.answer_of(self.number, which) % deals.ADDED
                        takes = 1 if answer else 0
                        way = answer - 1
                    elif chest.owner == me:
                        accepted = evidence.came_home(self.number, 5)
                        if accepted == 0:
                            takes = 0
                        elif accepted == 1:
                            takes = 1 if which == 2 else NONE
                            way = tainted(evidence.came_home(self.number, 4))
                    elif which == 1 and chest.second == me:
                        takes = evidence.saw_paid(self.number)
                self.takes.append(takes)
                self.way.append(way)

    # -- what looks possible -------------------------------------------------------------------------------------------

    def look(self, before: History) -> None:
        """By seat and what it may have agreed upon, whether it can then have as much, and as little, of everything as
        is known of it afterwards."""
        evidence = self.evidence
        floor = evidence.least[first_period(self.number) + OFFERED]
        seat: i64
        kind: i64
        bits: i64
        self.plausible = [True] * (WAYS * SEATS)
        lowest: list[i64] = [0, 0, 0]  # how much less, and more, a seat may have for each of the three
        highest: list[i64] = [0, 0, 0]
        for seat in range(SEATS):
            if seat == evidence.me:
                continue
            least = evidence.least[first_period(self.number) + self.last]
            most = evidence.most[first_period(self.number) + self.last]
            if self.last == HOME:
                least = evidence.least_at_home(self.number, self.marks[seat])
                most = evidence.most_at_home(self.number, self.marks[seat])
            for kind in range(KINDS):
                at = seat * KINDS + kind
                have = before.secret[at]
                spread: i64 = 0
                if kind == JESTER or (least[at] <= -NO_BOUND and most[at] >= NO_BOUND):
                    continue
                for chest in self.chests:
                    other = chest.owner * KINDS + kind
                    low: i64 = chest.goods[kind]
                    high: i64 = low
                    if not chest.known:
                        low = 0
                        high = min(before.secret[other] - floor[other], MOST_OF[kind])
                    if chest.owner == seat and self.last < HOME:  # it is away, whoever took it
                        have -= high
                        spread = high - low
                    elif chest.owner == seat:
                        lowest[0] = -high + (self.least_price(chest) if kind == COINS else 0)
                        highest[0] = -low + (self.most_price(chest) if kind == COINS else 0)
                    elif chest.first == seat or chest.second == seat:
                        place: i64 = 1 if chest.first == seat else 2
                        lowest[place] = low - (self.most_price(chest) if kind == COINS else 0)
                        highest[place] = high - (self.least_price(chest) if kind == COINS else 0)
                for bits in range(WAYS):
                    low = have
                    high = have + spread
                    if bits & OWN_TAKEN and self.last == HOME:
                        low += lowest[0]
                        high += highest[0]
                    if bits & TOOK_FIRST:
                        low += lowest[1]
                        high += highest[1]
                    if bits & TOOK_SECOND:
                        low += lowest[2]
                        high += highest[2]
                    if high < least[at] or low > most[at]:
                        self.plausible[WAYS * seat + bits] = False

    def least_price(self, chest: Chest) -> i64:
        if chest.priced:
            return chest.price if chest.price < SOUL_PRICE else 0
        return 0 if box.MOST_SOULS[self.marks[chest.owner]] else box.CHEAPEST

    def most_price(self, chest: Chest) -> i64:
        if chest.priced:
            return chest.price if chest.price < SOUL_PRICE else 0
        return box.DEAREST[self.marks[chest.owner]]

    # -- all ways ------------------------------------------------------------------------------------------------------

    def search(self, at: i64, weight: float) -> None:
        """All that may have been answered from a place on: first chest by chest at the first distribution, and then at
        the second."""
        if at == max(self.answers, SEATS):
            self.keep(weight)
            return
        if at == SEATS and not self.may_go_on():
            return
        owner = at % SEATS
        if at >= SEATS:
            if self.line[LINE * owner]:
                self.search(at + 1, weight)
            else:
                self.answer(at, weight)
            return
        chest = self.chests[owner]
        if chest.priced:
            self.line[LINE * owner + 1] = chest.price
            self.answer(at, weight)
            return
        mark = self.marks[owner]
        coins = coin_prices(mark)
        part = weight / float(coins + box.MOST_SOULS[mark])
        if coins:
            self.line[LINE * owner + 1] = ANY_COINS
            self.answer(at, part * float(coins))
        souls: i64
        for souls in range(1, box.MOST_SOULS[mark] + 1):
            self.line[LINE * owner + 1] = SOUL_PRICE + souls
            self.answer(at, part)

    def answer(self, at: i64, weight: float) -> None:
        """Whoever looks at a chest takes it, or leaves it; or nobody has answered yet."""
        if at >= self.answers:
            self.search(at + 1, weight)
            return
        owner = at % SEATS
        which: i64 = 1 + at // SEATS
        chest = self.chests[owner]
        viewer = chest.first if which == 1 else chest.second
        mine = viewer == self.evidence.me
        price = self.line[LINE * owner + 1]
        takes = self.takes[at]
        line = LINE * owner
        if price < SOUL_PRICE:
            if takes != 1:
                self.search(at + 1, weight if mine else weight * (1.0 - ACCEPTS))
            if takes != 0:
                self.line[line] = which
                self.search(at + 1, weight if mine else weight * ACCEPTS)
                self.line[line] = 0
            return
        price -= SOUL_PRICE
        souls = self.souls[viewer]
        first: i64 = max(price - pure(souls), 0)
        end: i64 = min(price, tainted(souls)) + 1
        if takes != 1:
            self.search(at + 1, weight if mine or first >= end else weight * (1.0 - ACCEPTS))
        if takes == 0 or first >= end:
            return
        shown = self.evidence.shown_later(viewer, self.number)
        if self.marks[viewer] < EYE and not mine and shown > pure(souls) - price:
            return  # a mortal who showed his fragments later has not paid any
        way: i64
        for way in range(first, end):
            if self.way[at] == NONE or self.way[at] == way:
                paid: i64 = price - way + TAINTED * way
                self.line[line] = which
                self.line[line + 2] = paid
                self.souls[viewer] = souls - paid
                self.search(at + 1, weight if mine else weight * ACCEPTS / float(end - first))
        self.souls[viewer] = souls
        self.line[line] = 0
        self.line[line + 2] = 0

    def agreed(self) -> list[i64]:
        """What each has agreed upon, as bits."""
        bits: list[i64] = [0, 0, 0, 0]
        owner: i64
        for owner in range(SEATS):
            taken = self.line[LINE * owner]
            if taken:
                bits[owner] = bits[owner] | OWN_TAKEN
                chest = self.chests[owner]
                taker = chest.first if taken == 1 else chest.second
                bits[taker] = bits[taker] | (TOOK_FIRST if taken == 1 else TOOK_SECOND)
        return bits

    def may_go_on(self) -> bool:
        """Whether something that looks possible can still come of the first distribution."""
        bits = self.agreed()
        seat: i64
        for seat in range(SEATS):
            at = WAYS * seat + bits[seat]
            may = self.plausible[at] or self.plausible[at + TOOK_SECOND]
            if not bits[seat] & OWN_TAKEN:
                may = may or self.plausible[at + OWN_TAKEN] or self.plausible[at + OWN_TAKEN + TOOK_SECOND]
            if not may:
                return False
        return True

    def keep(self, weight: float) -> None:
        """All have answered: keep it, if it looks possible."""
        bits = self.agreed()
        seat: i64
        for seat in range(SEATS):
            if not self.plausible[WAYS * seat + bits[seat]]:
                return
        if self.last == HOME and not self.evidence.souls_fit(self.marks, self.souls_at_home(), self.number):
            return
        self.total += weight
        self.found.append(packed(self.line))
        self.sums.append(self.total)

    def souls_at_home(self) -> list[i64]:
        """Everybody's fragments once those that were paid have come to the owners of the chests."""
        found = self.souls[:]
        owner: i64
        for owner in range(SEATS):
            found[owner] = found[owner] + self.line[LINE * owner + 2]
        return found

    # -- one of them ---------------------------------------------------------------------------------------------------

    def thin_out(self, most: i64, rng: Rng) -> None:
        """Keep so many of the ways, drawn by their weights, which share the weight of all."""
        ways: list[i64] = [self.found[self.any_one(rng)] for _ in range(most)]
        self.found = ways
        self.sums = [self.total * float(n + 1) / float(most) for n in range(most)]

    def weigh(self) -> None:
        """Each of the ways is as many times as likely as there could be goods in the chests."""
        sums: list[float] = []
        total: float = 0.0
        n: i64
        for n in range(len(self.found)):
            total += self.weight_of(n) * self.goods[n]
            sums.append(total)
        self.sums = sums
        self.total = total

    def any_one(self, rng: Rng) -> i64:
        """Any of the ways, by their weights."""
        drawn = rng.unit() * self.total
        low: i64 = 0
        high: i64 = len(self.sums) - 1
        while low < high:
            middle = (low + high) // 2
            if self.sums[middle] <= drawn:
                low = middle + 1
            else:
                high = middle
        return low

    def weight_of(self, at: i64) -> float:
        """The weight of one of the ways."""
        return self.sums[at] - (self.sums[at - 1] if at else 0.0)

    def agree(self, at: i64, chests: list[Chest]) -> None:
        """The chests are taken so."""
        for chest in chests:
            of_it = self.found[at] >> (chest.owner * BITS)
            chest.taken = of_it & 3
            chest.price = (of_it >> 2) & 31
            chest.souls = (of_it >> 7) & 63

    def souls_after(self, before: History, chests: list[Chest]) -> list[i64]:
        """Everybody's fragments after what was agreed upon."""
        found = before.souls[:]
        for chest in chests:
            if chest.souls:
                found[chest.taker()] = found[chest.taker()] - chest.souls
                if self.last == HOME:
                    found[chest.owner] = found[chest.owner] + chest.souls
        return found
