"""How much of one kind of good lay in the chests of a round that nobody of us looked into.

Of each kind n are offered with a weight of q to the power of n; but no seat ever has less than it is known to have had,
or more. One chest after the other is filled: what is known says between which numbers what is in it must be, as far as
that can be said while the others are still open. The weight of what is drawn is that of all that each time was
possible.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.rng import Rng
from eminence.games.deal_with_the_devil.codes import MOST_AT_ONCE, MOST_COINS
from eminence.games.deal_with_the_devil.components import CHEAPEST, NONE, SEATS
from eminence.games.deal_with_the_devil.evidence import (
    HOME,
    OFFERED,
    STAGES,
    TAKEN_FIRST,
    TAKEN_SECOND,
    Evidence,
    first_period,
)
from eminence.games.deal_with_the_devil.goods import COINS, JESTER, KINDS
from eminence.games.deal_with_the_devil.history import ANY_COINS, Chest, History, coin_prices

SWEEPS: Final = 3
"""So often it is looked whether what was found about one chest says something about another."""
MORE: Final[list[float]] = [0.45, 0.45, 0.45, 0.4, 0.4, 0.3, 0.5, 0.75]
"""Of each kind: one more in a chest is so many times as likely."""


def _powers() -> list[list[float]]:
    return [[more**n for n in range(64)] for more in MORE]


POWERS: Final[list[list[float]]] = _powers()
SUMS: Final[list[list[float]]] = [[sum(row[:n]) for n in range(65)] for row in POWERS]
"""The weight of n of a kind, and of fewer than n."""
MOST_OF: Final[list[i64]] = [MOST_AT_ONCE] * COINS + [MOST_COINS]


def any_of(kind: i64, least: i64, most: i64, rng: Rng) -> i64:
    """A number from least to most, by the weights of a kind."""
    drawn = rng.unit() * SUMS[kind][most - least + 1]
    n: i64 = 0
    while n < most - least and SUMS[kind][n + 1] <= drawn:
        n += 1
    return least + n


@final
class Filling:
    """What a kind of good does to the secret parts of all seats, stage by stage of a round."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.base: list[i64] = [0] * (SEATS * STAGES)  # what each seat has, without what is still to be drawn
        self.low: list[i64] = [0] * (SEATS * STAGES)
        self.high: list[i64] = [0] * (SEATS * STAGES)
        self.kind: i64 = 0
        self.last: i64 = 0
        self.open: list[Chest] = []  # the chests whose contents are to be drawn
        self.from_n: list[i64] = [0] * SEATS  # by owner: between which numbers these are
        self.to_n: list[i64] = [0] * SEATS
        self.until: list[i64] = [0] * SEATS  # by owner: up to which stage what is in his open chest is away from him
        self.taken: list[i64] = [NONE] * (2 * SEATS)  # by seat: whose open chests it took, at either distribution

    def prepare(self, history: History, number: i64, last: i64, kind: i64) -> None:
        """Look at a kind in a round, as far as it has come, if chests are taken as a history says."""
        evidence = self.evidence
        self.kind = kind
        self.last = last
        base = self.base
        start = first_period(number)
        seat: i64
        stage: i64
        for seat in range(SEATS):
            at = seat * KINDS + kind
            have = history.secret[at]
            i: i64 = 0
            for stage in range(1, last + 1):
                i = seat * STAGES + stage
                base[i] = have
                self.low[i] = evidence.least[start + stage][at]
                self.high[i] = evidence.most[start + stage][at]
            if last == HOME:
                self.low[i] = evidence.least_at_home(number, history.marks[seat])[at]
                self.high[i] = evidence.most_at_home(number, history.marks[seat])[at]
        self.open = []
        for chest in history.chests:
            if kind == JESTER:
                self.carry_jesters(chest)
            elif kind == COINS and chest.taken:
                self.pay(chest, history.marks[chest.owner])
            if chest.known or (kind == JESTER and chest.jesters >= 0):
                if chest.goods[kind]:
                    self.move(chest, chest.goods[kind])
            else:
                self.open.append(chest)
        self.note_open()

    def heed_means(self, history: History, number: i64) -> None:
        """That somebody could pay, or could not, with his goods, says how many coins he had at least, or at most."""
        evidence = self.evidence
        period = first_period(number) + HOME
        seat: i64
        for seat in range(SEATS):
            if seat != evidence.me and evidence.tells_of_means(seat, period):
                i = seat * STAGES + HOME
                self.low[i] = max(self.low[i], evidence.least_coins(history.secret, seat, period))
                self.high[i] = min(self.high[i], evidence.most_coins(history.secret, seat, period))

    def note_open(self) -> None:
        """Whose chests are open, and who took them."""
        seat: i64
        for seat in range(SEATS):
            self.until[seat] = 0
            self.taken[2 * seat] = NONE
            self.taken[2 * seat + 1] = NONE
        for chest in self.open:
            self.from_n[chest.owner] = 0
            self.to_n[chest.owner] = MOST_OF[self.kind]
            self.until[chest.owner] = min(self.last, HOME - 1)
            if chest.taken and self.kind != JESTER:
                self.until[chest.owner] = self.last
                self.taken[2 * chest.taker() + chest.taken - 1] = chest.owner

    def narrow(self) -> bool:
        """Between which numbers the contents of each open chest must be, whatever is in the others; False if nothing
        can be in one of them, or somebody has too much or too little already."""
        seat: i64
        stage: i64
        for _ in range(SWEEPS):
            changed = False
            for seat in range(SEATS):
                for stage in range(1, self.last + 1):
                    i = seat * STAGES + stage
                    own: i64 = seat if stage <= self.until[seat] else NONE
                    first: i64 = self.taken[2 * seat] if stage >= TAKEN_FIRST else NONE
                    second: i64 = self.taken[2 * seat + 1] if stage >= TAKEN_SECOND else NONE
                    # what may be added at least, and at most, for all that is known
                    least = self.low[i] - self.base[i]
                    most = self.high[i] - self.base[i]
                    lowest: i64 = 0  # what would be added at least, and at most, by the open chests
                    highest: i64 = 0
                    if own != NONE:
                        lowest -= self.to_n[own]
                        highest -= self.from_n[own]
                    if first != NONE:
                        lowest += self.from_n[first]
                        highest += self.to_n[first]
                    if second != NONE:
                        lowest += self.from_n[second]
                        highest += self.to_n[second]
                    if lowest > most or highest < least:
                        return False
                    if lowest >= least and highest <= most:
                        continue
                    for one in (first, second):
                        if one != NONE:
                            from_n = least - highest + self.to_n[one]
                            to_n = most - lowest + self.from_n[one]
                            changed = self.cut(one, from_n, to_n) or changed
                    if own != NONE:
                        from_n = lowest - most + self.to_n[own]
                        to_n = highest - least + self.from_n[own]
                        changed = self.cut(own, from_n, to_n) or changed
            if not changed:
                break
        return True

    def cut(self, owner: i64, least: i64, most: i64) -> bool:
        """What is in an open chest is between two numbers. Whether that is news."""
        news = False
        if least > self.from_n[owner]:
            self.from_n[owner] = least
            news = True
        if most < self.to_n[owner]:
            self.to_n[owner] = most
            news = True
        return news

    def possible(self, owner: i64) -> float:
        """The weight of all that may be in an open chest."""
        if self.from_n[owner] > self.to_n[owner]:
            return 0.0
        return SUMS[self.kind][self.to_n[owner] + 1] - SUMS[self.kind][self.from_n[owner]]

    def weight(self) -> float:
        """About the weight of all that would fit; 0 only if nothing does."""
        if not self.narrow():
            return 0.0
        weight: float = 1.0
        for chest in self.open:
            weight *= self.possible(chest.owner)
        return weight

    def draw(self, history: History, rng: Rng) -> float:
        """Draw what was in the chests; returns the weight of all that was possible, 0 if nothing was."""
        weight: float = 1.0
        while self.open:
            if not self.narrow():
                return 0.0
            chest = self.open.pop()
            owner = chest.owner
            weight *= self.possible(owner)
            if weight <= 0.0:
                return 0.0
            n = any_of(self.kind, self.from_n[owner], self.to_n[owner], rng)
            chest.goods[self.kind] = n
            self.move(chest, n)
            self.note_open()
        if not self.narrow():
            return 0.0
        seat: i64
        for seat in range(SEATS):
            history.secret[seat * KINDS + self.kind] = self.base[seat * STAGES + self.last]
        return weight

    def shift(self, seat: i64, stage: i64, n: i64) -> None:
        """A seat has n more from a stage on."""
        base = self.base
        i = seat * STAGES + stage
        end = seat * STAGES + self.last
        while i <= end:
            base[i] = base[i] + n
            i += 1

    def move(self, chest: Chest, n: i64) -> None:
        """So much more lies in a chest: it comes to whoever took it, or home."""
        self.shift(chest.owner, OFFERED, -n)
        if chest.taken and self.kind != JESTER:
            self.shift(chest.taker(), 2 * chest.taken, n)
        else:
            self.shift(chest.owner, HOME, n)

    def pay(self, chest: Chest, mark: i64) -> None:
        """Coins go from whoever took a chest into it, and home with it. As long as it is not known how many, it is
        allowed for all prices."""
        coins = chest.coins_paid()
        more: i64 = 0
        if chest.price == ANY_COINS:
            coins = CHEAPEST
            more = coin_prices(mark) - 1
        since: i64 = 1 + 2 * chest.taken
        self.shift(chest.taker(), since, -coins)
        self.shift(chest.owner, HOME, coins)
        i: i64
        for i in range(chest.taker() * STAGES + since, chest.taker() * STAGES + self.last + 1):
            self.high[i] = self.high[i] + more
        if self.last == HOME:
            i = chest.owner * STAGES + HOME
            self.low[i] = self.low[i] - more

    def carry_jesters(self, chest: Chest) -> None:
        """Jesters that were added come home with the chest."""
        self.shift(chest.first, TAKEN_FIRST, -chest.add_first)
        self.shift(chest.second, TAKEN_SECOND, -chest.add_second)
        self.shift(chest.owner, HOME, chest.add_first + chest.add_second)
