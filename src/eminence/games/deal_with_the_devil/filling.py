"""How much of one kind of good lay in the chests of a round that nobody of us looked into.

Of each kind n are offered with a weight of q to the power of n; but no seat ever has less than it is known to have had,
or more. One chest after the other is filled: what is known says between which numbers what is in it must be, as far as
that can be said while the others are still open. The weight of what is drawn is that of all that each time was
possible.

Where more is known of the rounds after this one (`outlook`), what is promising is drawn more often, and weighs less.

Most kinds are free most of the time: whatever is offered of them, nobody has too little or too much of them afterwards.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.rng import Rng
from eminence.games.deal_with_the_devil.codes import MOST_AT_ONCE, MOST_COINS
from eminence.games.deal_with_the_devil.components import CHEAPEST, NONE, SEATS
from eminence.games.deal_with_the_devil.evidence import (
    HOME,
    NO_BOUND,
    OFFERED,
    PAID_FIRST,
    PAID_SECOND,
    STAGES,
    TAKEN_FIRST,
    TAKEN_SECOND,
    Evidence,
    first_period,
)
from eminence.games.deal_with_the_devil.goods import COINS, JESTER, KINDS
from eminence.games.deal_with_the_devil.history import ANY_COINS, Chest, History, coin_prices
from eminence.games.deal_with_the_devil.outlook import Outlook

SWEEPS: Final = 3
"""So often it is looked whether what was found about one chest says something about another."""
MORE: Final[list[float]] = [0.5, 0.5, 0.5, 0.45, 0.45, 0.35, 0.5, 0.8]
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
    """What the chests of a round can do to the secret parts of all seats, stage by stage."""

    def __init__(
        self, evidence: Evidence, outlook: Outlook, before: History, chests: list[Chest], number: i64, last: i64
    ) -> None:
        """`before`: what the round follows upon; `last`: how far it has come."""
        self.evidence = evidence
        self.outlook = outlook
        self.before = before
        self.number: i64 = number
        self.last: i64 = last
        self.lows: list[list[i64]] = [[] for _ in range(KINDS)]  # by kind: by seat and stage, the least that the secret
        self.highs: list[list[i64]] = [[] for _ in range(KINDS)]  # part may be, and the most; see `note_bounds`
        self.bases: list[list[i64]] = [[] for _ in range(KINDS)]  # and what it is, if nothing lies in any chest
        self.stages: list[list[i64]] = [[] for _ in range(KINDS)]  # by kind, see `stages_of`
        self.free: list[bool] = []  # by kind
        kind: i64
        for kind in range(KINDS):
            self.free.append(kind != COINS and kind != JESTER and self.is_free(chests, kind))
        self.kind: i64 = 0
        self.here: list[i64] = []  # the stages that are looked at
        self.base: list[i64] = []  # what each seat has, without what is still to be drawn
        self.low: list[i64] = []
        self.high: list[i64] = []
        self.open: list[Chest] = []  # the chests whose contents are to be drawn
        self.from_n: list[i64] = [0] * SEATS  # by owner: between which numbers these are
        self.to_n: list[i64] = [0] * SEATS
        self.until: list[i64] = [0] * SEATS  # by owner: up to which stage what is in his open chest is away from him
        self.taken: list[i64] = [NONE] * (2 * SEATS)  # by seat: whose open chests it took, at either distribution

    def note_bounds(self, kind: i64) -> None:
        """Look at what is known of a kind, and of what anybody has of it."""
        evidence = self.evidence
        start = first_period(self.number)
        base: list[i64] = []
        low: list[i64] = []
        high: list[i64] = []
        seat: i64
        stage: i64
        for seat in range(SEATS):
            at = seat * KINDS + kind
            have = self.before.secret[at]
            for stage in range(STAGES):
                base.append(have)
                if stage == HOME and self.last == HOME:
                    mark = self.before.marks[seat]
                    low.append(evidence.least_at_home(self.number, mark)[at])
                    high.append(evidence.most_at_home(self.number, mark)[at])
                elif OFFERED <= stage <= self.last:
                    low.append(evidence.least[start + stage][at])
                    high.append(evidence.most[start + stage][at])
                else:
                    low.append(-NO_BOUND)
                    high.append(NO_BOUND)
        self.bases[kind] = base
        self.lows[kind] = low
        self.highs[kind] = high
        self.stages[kind] = self.stages_of(kind)

    def is_free(self, chests: list[Chest], kind: i64) -> bool:
        """Whether every seat has enough of a kind at every stage, and never too much, even if it gives away all that it
        can put into its chest, and gets nothing."""
        evidence = self.evidence
        start = first_period(self.number)
        stage: i64
        for chest in chests:
            at = chest.owner * KINDS + kind
            mark = self.before.marks[chest.owner]
            room = self.room(chest.owner, kind)
            gives = chest.goods[kind] if chest.known else room
            if room < 0 or gives > room:
                return False
            left = self.before.secret[at] - gives
            if self.outlook.says(chest.owner, kind, left):
                return False
            for stage in range(OFFERED, min(self.last, HOME - 1) + 1):
                if evidence.most[start + stage][at] < NO_BOUND or evidence.least[start + stage][at] > left:
                    return False
            if self.last == HOME:
                if evidence.most_at_home(self.number, mark)[at] < NO_BOUND:
                    return False
                if evidence.least_at_home(self.number, mark)[at] > left:
                    return False
        return True

    def room(self, seat: i64, kind: i64) -> i64:
        """How much of a kind a seat can put into its chest."""
        at = seat * KINDS + kind
        least = self.evidence.least[first_period(self.number) + OFFERED][at]
        return min(self.before.secret[at] - least, MOST_OF[kind])

    def stages_of(self, kind: i64) -> list[i64]:
        """The stages at which somebody may have too little or too much of a kind: none at which one only gets it, if
        no more is known of it then than before."""
        low = self.lows[kind]
        high = self.highs[kind]
        found: list[i64] = [OFFERED]
        stage: i64
        seat: i64
        for stage in range(OFFERED + 1, self.last + 1):
            may: bool = stage == self.last
            if kind == COINS:
                may = may or stage in (PAID_FIRST, PAID_SECOND)
            elif kind == JESTER:
                may = may or stage in (TAKEN_FIRST, TAKEN_SECOND)
            if not may:
                for seat in range(SEATS):
                    at = seat * STAGES + stage
                    if high[at] < NO_BOUND or low[at] > low[seat * STAGES + OFFERED]:
                        may = True
            if may:
                found.append(stage)
        return found

    def prepare(self, history: History, kind: i64) -> None:
        """Look at a kind, if chests are taken as a history says."""
        if not self.stages[kind]:
            self.note_bounds(kind)
        self.kind = kind
        self.here = self.stages[kind]
        self.base = self.bases[kind][:]
        self.low = self.lows[kind]
        self.high = self.highs[kind]
        if kind == COINS:  # what is paid changes them
            self.low = self.low[:]
            self.high = self.high[:]
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

    def heed_means(self, history: History) -> None:
        """That somebody could pay, or could not, with his goods, says how many coins he had at least, or at most."""
        evidence = self.evidence
        period = first_period(self.number) + HOME
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
                for stage in self.here:
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

    def promise(self, chest: Chest, n: i64) -> float:
        """How promising it is for who gives and who gets it that n of this kind are in a chest."""
        owner = chest.owner
        taker = chest.taker()
        found = self.outlook.promise(owner, self.kind, self.base[owner * STAGES + self.last] - n)
        return found * self.outlook.promise(taker, self.kind, self.base[taker * STAGES + self.last] + n)

    def possible(self, chest: Chest) -> float:
        """The weight of all that may be in an open chest, each as far as it is promising."""
        least = self.from_n[chest.owner]
        most = self.to_n[chest.owner]
        if least > most:
            return 0.0
        if self.outlook.blank or not chest.taken or self.kind == JESTER:
            return SUMS[self.kind][most + 1] - SUMS[self.kind][least]
        weight: float = 0.0
        n: i64
        for n in range(least, most + 1):
            weight += POWERS[self.kind][n] * self.promise(chest, n)
        return weight

    def weight(self) -> float:
        """About the weight of all that would fit, as far as it is promising; 0 only if nothing fits."""
        if not self.narrow():
            return 0.0
        weight: float = 1.0
        for chest in self.open:
            weight *= self.possible(chest)
            if not self.outlook.blank and chest.taken:
                weight /= self.promise(chest, 0)
        if not self.outlook.blank:
            seat: i64
            for seat in range(SEATS):
                weight *= self.outlook.promise(seat, self.kind, self.base[seat * STAGES + self.last])
        return weight

    def draw_freely(self, history: History, kind: i64, rng: Rng) -> float:
        """Draw what was in the chests of a kind that is free; returns the weight of all that was possible."""
        weight: float = 1.0
        secret = history.secret
        for chest in history.chests:
            if not chest.known:
                room = self.room(chest.owner, kind)
                weight *= SUMS[kind][room + 1]
                chest.goods[kind] = any_of(kind, 0, room, rng) if room else 0
            n = chest.goods[kind]
            if n and (chest.taken or self.last < HOME):
                at = chest.owner * KINDS + kind
                secret[at] = secret[at] - n
            if n and chest.taken:
                at = chest.taker() * KINDS + kind
                secret[at] = secret[at] + n
        return weight

    def draw(self, history: History, rng: Rng) -> float:
        """Draw what was in the chests; returns the weight of all that was possible, 0 if nothing was."""
        weight: float = 1.0
        while self.open:
            if not self.narrow():
                return 0.0
            chest = self.open.pop()
            owner = chest.owner
            total = self.possible(chest)
            if total <= 0.0:
                return 0.0
            if self.outlook.blank or not chest.taken or self.kind == JESTER:
                n = any_of(self.kind, self.from_n[owner], self.to_n[owner], rng)
                weight *= total
            else:
                n = self.any_promising(chest, total, rng)
                weight *= total / self.promise(chest, n)
            chest.goods[self.kind] = n
            self.move(chest, n)
            self.note_open()
        if not self.narrow():
            return 0.0
        seat: i64
        for seat in range(SEATS):
            history.secret[seat * KINDS + self.kind] = self.base[seat * STAGES + self.last]
        return weight

    def any_promising(self, chest: Chest, total: float, rng: Rng) -> i64:
        """A number that may be in an open chest, by how promising it is besides its weight."""
        drawn = rng.unit() * total
        n = self.from_n[chest.owner]
        most = self.to_n[chest.owner]
        while n < most:
            drawn -= POWERS[self.kind][n] * self.promise(chest, n)
            if drawn < 0.0:
                break
            n += 1
        return n

    def shift(self, seat: i64, stage: i64, n: i64) -> None:
        """A seat has n more from a stage on."""
        base = self.base
        one: i64
        for one in self.here:
            if one >= stage:
                i = seat * STAGES + one
                base[i] = base[i] + n

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
        stage: i64
        for stage in self.here:
            if stage >= since:
                i = chest.taker() * STAGES + stage
                self.high[i] = self.high[i] + more
        if self.last == HOME:
            i = chest.owner * STAGES + HOME
            self.low[i] = self.low[i] - more

    def carry_jesters(self, chest: Chest) -> None:
        """Jesters that were added come home with the chest."""
        self.shift(chest.first, TAKEN_FIRST, -chest.add_first)
        self.shift(chest.second, TAKEN_SECOND, -chest.add_second)
        self.shift(chest.owner, HOME, chest.add_first + chest.add_second)
