"""What may have passed in secret: histories of the chests that fit all that somebody knows.

What a seat has behind its wall is what everybody could count (`open_goods`) and its secret part: what its role brought,
and what went through chests. The secret part only changes where a period of the `ledger` begins. A history says whose
role is whose, how the chests travel, and of every round so far what each offered, at which price, and who took it.
It is drawn round by round, for many worlds at once, and what does not fit is weeded out after each (a particle filter):

- The roles, and the schedule, that fit what was seen, are all alike. Prices are, too. Of each kind of good n are
  offered with a weight of q to the power of n. Of those who see a chest that is not paid, two in five accept.
  Fragments, where some are pure and some tainted, are paid in any possible way. One in four who could adds a jester.
- Who takes what is drawn first. Then one kind of good after the other: how much of it lay in chests that nobody of us
  looked into is drawn with these weights, but only so that no seat ever has less than it is known to have had, or more.
  The sum of the weights of all that was possible is the weight of what was drawn: so every kind fits by itself.
- Coins come last. That somebody could, or could not, pay something then says how many he had at least, or at most.

As nothing but these weights counts, and each of them comes with a sealed answer, what the dealer does (carry chests,
reckon what is owed, open chests) only tells what was: what is imagined before it and looks the same after it is
imagined as often, as far as so many histories can say.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.rng import Rng
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import deals, ledger
from eminence.games.deal_with_the_devil.codes import MOST_AT_ONCE, MOST_COINS
from eminence.games.deal_with_the_devil.components import (
    EYE,
    HORNS,
    MOST_DEBT,
    NOBODY_GUESSED,
    NONE,
    SEATS,
    SOUL_PRICE,
    TAINTED,
)  # fmt: skip
from eminence.games.deal_with_the_devil.goods import (
    BASICS,
    BUY,
    COINS,
    INDULGENCE,
    JESTER,
    KINDS,
    RESOURCES,
    SELL,
    WHEAT,
    how_many,
)  # fmt: skip
from eminence.games.deal_with_the_devil.preparation import ASSIGNMENTS, SCHEDULES
from eminence.games.deal_with_the_devil.standing import pure, tainted
from eminence.games.deal_with_the_devil.state import DevilState

NO_BOUND: Final = 999
FIRST_TRIES: Final = 40
MOST_TRIES: Final = 320
"""So often every history is continued, until as many as before fit what is known."""
STAGES: Final = 7
"""Before the offers (0), offers made (1), taken and paid at the first distribution (2, 3) and at the second (4, 5),
chests at home (6): the first is the end of what was before, and each of the others begins a period."""
OFFERED: Final = 1
TAKEN_FIRST: Final = 2
PAID_FIRST: Final = 3
TAKEN_SECOND: Final = 4
PAID_SECOND: Final = 5
HOME: Final = 6
MOST_LOOKED_THROUGH: Final = 300
SEAT_DRAWS: Final = 12
SPECTATOR_DRAWS: Final = 64
MASS_PERIODS: Final = 2  # in rounds 3 and 5: chests loaded, chests opened

ACCEPTS: Final = 0.4
ADDS_JESTER: Final = 4  # one in so many
MORE: Final[list[float]] = [0.45, 0.45, 0.45, 0.4, 0.4, 0.3, 0.5, 0.75]
"""Of each kind: one more in a chest is so many times as likely."""


def _powers() -> list[list[float]]:
    return [[more**n for n in range(64)] for more in MORE]


POWERS: Final[list[list[float]]] = _powers()
SUMS: Final[list[list[float]]] = [[sum(row[:n]) for n in range(65)] for row in POWERS]
"""The weight of n of a kind, and of fewer than n."""
HOPE: Final[list[list[float]]] = [[(0.8 if kind == COINS else 0.35) ** n for n in range(16)] for kind in range(KINDS)]
MOST_OF: Final[list[i64]] = [MOST_AT_ONCE] * COINS + [MOST_COINS]


def first_period(number: i64) -> i64:
    """The period that ends with the offers of a round."""
    return (STAGES - 1) * (number - 1) + (MASS_PERIODS if number > 3 else 0)


def coins_to_pay(line: list[i64], at: i64, goods: list[i64]) -> i64:
    """How many coins somebody needs at least who can pay what a line of `poor` or `rich` tells of, if he has so many of
    each resource: `payment.fund` and `payment.with_any`, the other way round."""
    debt = line[at + 1]
    basic = line[at + 2]
    wheat = line[at + 3]
    cost: list[i64] = [how_many(line[at + 4], kind) for kind in range(RESOURCES)]
    need = how_many(line[at + 4], COINS)
    basics = line[at + 5]
    precious = line[at + 6]
    kind: i64
    while basics + precious:
        first: i64 = 0 if basics else BASICS
        best = first
        most: i64 = -1
        for kind in range(first, BASICS if basics else RESOURCES):
            there = goods[kind] - cost[kind]
            if kind == WHEAT:
                there -= wheat
            if there < 0:
                there = 0
            if there > most:
                best = kind
                most = there
        cost[best] = cost[best] + 1
        if basics:
            basics -= 1
        else:
            precious -= 1
    capacity: i64 = MOST_DEBT - debt
    for kind in range(RESOURCES):
        price = basic if kind < BASICS else BUY[kind]
        rest = goods[kind] - cost[kind]
        if rest < 0:
            need -= rest * price
        if kind == WHEAT:
            rest -= wheat
        if rest > 0:
            capacity += rest * SELL[kind]
        elif kind == WHEAT and wheat and rest < 0:
            capacity -= min(-rest, wheat) * price
    return need - capacity


@final
class Chest:
    """What is known, and what has been drawn, of one chest in one round."""

    __slots__ = (
        "add_first", "add_second", "first", "goods", "jesters", "known", "owner", "price", "priced", "second", "souls",
        "taken",
    )  # fmt: skip

    def __init__(self, owner: i64) -> None:
        self.owner: i64 = owner
        self.first: i64 = NONE  # to whom it comes first
        self.second: i64 = NONE
        self.price: i64 = 0
        self.known: bool = False  # whether it is known what was offered
        self.goods: list[i64] = [0, 0, 0, 0, 0, 0, 0, 0]  # what was offered
        self.taken: i64 = 0
        self.souls: i64 = 0  # what was paid
        self.add_first: i64 = 0  # jesters that were added
        self.add_second: i64 = 0
        self.jesters: i64 = NONE  # with those of the first, as it was seen by the second
        self.priced: bool = False  # whether its price is known

    def start_anew(self, marks: list[i64], rng: Rng) -> None:
        """Nobody has answered yet. If its price is not known, it is any."""
        self.taken = 0
        self.souls = 0
        self.add_first = 0
        self.add_second = 0
        if not self.priced:
            mark = marks[self.owner]
            coins: i64 = max(box.DEAREST[mark] - box.CHEAPEST + 1, 0)
            n = rng.below(coins + box.MOST_SOULS[mark])
            self.price = box.CHEAPEST + n if n < coins else SOUL_PRICE + 1 + n - coins

    def keep(self, kept: list[i64]) -> None:
        """Keep what was drawn."""
        kept.append(self.price)
        kept.append(self.taken)
        kept.append(self.souls)
        kept.append(self.add_first)
        kept.append(self.add_second)
        kept.append(self.goods[JESTER])

    def restore(self, kept: list[i64]) -> None:
        """Take up what was kept."""
        at: i64 = SEATS + 6 * self.owner
        self.price = kept[at]
        self.taken = kept[at + 1]
        self.souls = kept[at + 2]
        self.add_first = kept[at + 3]
        self.add_second = kept[at + 4]
        self.goods[JESTER] = kept[at + 5]


@final
class History:
    """One way in which all may have come to be as it is."""

    __slots__ = ("chests", "extra", "guesses", "hope", "laid", "laid_souls", "marks", "schedule", "secret", "souls")

    def __init__(self, marks: list[i64], schedule: i64) -> None:
        self.marks = marks
        self.schedule: i64 = schedule
        self.secret: list[i64] = []  # by seat and kind
        self.souls: list[i64] = []
        self.chests: list[Chest] = []  # of the last round, by owner
        self.laid: list[i64] = []  # bribes by seat and kind, before the chests of a black mass are opened
        self.laid_souls: list[i64] = [0, 0, 0, 0]
        self.guesses: list[i64] = [63, 63, 63, 63]
        self.extra: float = 1.0  # its weight, compared with what it continues
        self.hope: float = 1.0  # in how far it seems to fit what is still to come


@final
class Histories:
    """All that one observer knows of what passed in secret; and histories that fit it."""

    def __init__(self, s: DevilState, seat: i64) -> None:
        self.s = s
        self.me: i64 = seat
        self.forgotten: i64 = 0  # how much of what is known is left out of account
        self.now: i64 = ledger.period(s)
        self.least: list[list[i64]] = []  # by period: by seat and kind, the least that the secret part may be
        self.most: list[list[i64]] = []
        self.note_bounds()
        self.laid: list[list[i64]] = [[], []]  # by mark and kind, bribes of rounds 3 and 5, once they are known
        self.won: list[list[i64]] = [[], []]  # and what was put into the chests
        self.note_masses()
        self.roles: list[list[i64]] = [marks for marks in ASSIGNMENTS if self.may_be(marks)]
        self.alike: list[list[i64]] = []  # by schedule: those by which the chests have come the same way so far
        self.schedules: list[i64] = [n for n in range(len(SCHEDULES)) if self.travels(n)]
        # while a kind is drawn
        self.base: list[i64] = [0] * (SEATS * STAGES)
        self.low: list[i64] = [0] * (SEATS * STAGES)
        self.high: list[i64] = [0] * (SEATS * STAGES)
        self.from_n: i64 = 0
        self.to_n: i64 = 0

    # -- what is known -------------------------------------------------------------------------------------------------

    def note_bounds(self) -> None:
        """Between which numbers every secret part was in every period."""
        s = self.s
        at: i64
        kind: i64
        for at in range(self.now + 1):
            least: list[i64] = []
            for seat in range(SEATS):
                book = s.lows[seat][at] if at < self.now else s.lowest[seat]
                least += [-book[kind] for kind in range(KINDS)]
            self.least.append(least)
            self.most.append([NO_BOUND] * (SEATS * KINDS))
        for seat in range(SEATS):
            bounds = s.bounds[seat]
            i: i64 = 0
            while i < len(bounds):
                self.bound(bounds[i], seat * KINDS + bounds[i + 1], bounds[i + 2], bounds[i + 3])
                i += 4
            if s.phase == box.COUNTING:
                for kind in range(KINDS):
                    n = how_many(s.shown_goods[seat], kind) - s.open_goods[seat][kind]
                    self.bound(self.now, seat * KINDS + kind, n, n)

    def bound(self, period: i64, place: i64, least: i64, most: i64) -> None:
        self.least[period][place] = max(self.least[period][place], least)
        self.most[period][place] = min(self.most[period][place], most)

    def note_masses(self) -> None:
        """What was laid into chests at black masses, and put into them, by mark."""
        s = self.s
        fifth = first_period(5) + HOME + MASS_PERIODS
        mark: i64
        kind: i64
        if self.now >= fifth:
            self.laid[1] = [0] * (SEATS * KINDS)
            self.won[1] = [0] * (SEATS * KINDS)
            for seat in range(SEATS):
                self.note_bribe(1, s.shown_role[seat], s.mass[seat])
        if self.now >= first_period(3) + HOME + MASS_PERIODS:
            self.laid[0] = [0] * (SEATS * KINDS)
            self.won[0] = [0] * (SEATS * KINDS)
            for mark in range(SEATS):
                self.note_bribe(0, mark, s.third[mark])
                for kind in range(KINDS):
                    at = mark * KINDS + kind
                    won = s.mass_goods[mark][kind] + self.laid[0][at]
                    if self.laid[1]:
                        won += self.laid[1][at]
                    self.won[0][at] = won

    def note_bribe(self, which: i64, mark: i64, line: list[i64]) -> None:
        worth = line[0]
        kind: i64
        for kind in range(RESOURCES):
            n = how_many(line[1], kind)
            self.laid[which][mark * KINDS + kind] = n
            worth -= n * SELL[kind]
        self.laid[which][mark * KINDS + COINS] = worth

    def may_be(self, marks: list[i64]) -> bool:
        """Whether the roles may be so."""
        s = self.s
        if self.me >= 0 and marks[self.me] != s.role[self.me]:
            return False
        seat: i64
        for seat in range(SEATS):
            if s.shown_role[seat] != NONE and s.shown_role[seat] != marks[seat]:
                return False
            mark = marks[seat]
            if s.third[mark] and (s.third[mark][4] == seat or s.third[mark][5] == seat):  # nobody names himself
                return False
            for kind in range(KINDS):
                start = self.start_of(mark, kind)
                if start < self.least[0][seat * KINDS + kind] or start > self.most[0][seat * KINDS + kind]:
                    return False
        for said in s.accusations:
            wanted: i64 = EYE if said >= 8 else HORNS
            if (marks[said % 8 // 2] == wanted) != (said % 2 == 1):
                return False
        return True

    def start_of(self, mark: i64, kind: i64) -> i64:
        if kind == JESTER:
            return box.JESTERS_OF_ROLE[mark] if self.s.jesters else 0
        return how_many(box.START_OF_ROLE[mark], kind)

    def travels(self, schedule: i64) -> bool:
        """Whether the chests that came to the observer came by this schedule."""
        if self.me < 0:
            return True
        s = self.s
        notes = s.chests[self.me]
        i: i64 = 0
        while i < len(notes):
            if SCHEDULES[schedule][notes[i] - 1][notes[i + 1] - 1][notes[i + 2]] != s.role[self.me]:
                return False
            i += deals.NOTE
        held = s.held[self.me]
        if held:
            which: i64 = 0 if self.now - first_period(s.round) == OFFERED else 1
            return SCHEDULES[schedule][s.round - 1][which][held[0]] == s.role[self.me]
        return True

    # -- many histories ------------------------------------------------------------------------------------------------

    def draw(self, n: i64, rng: Rng) -> list[History]:
        """So many histories that fit all that is known."""
        size = n
        while True:
            tries: i64 = FIRST_TRIES
            while tries < MOST_TRIES:
                found = self.try_to_draw(size, tries, rng)
                if found:
                    return found
                size = min(2 * size + 64, 2000)
                tries = 2 * tries
            self.forget()
            size = n

    def forget(self) -> None:
        """Nothing was found that fits all that is known (there is something, but it is very unlikely, or the table was
        set up by hand): forget what is long past; if need be all but what must be there now; at last that, too."""
        self.forgotten += 1
        if self.forgotten > 3:
            raise ValueError("what is known of the chests cannot be")
        here = first_period(max(self.s.round, 1)) + 1
        period: i64
        for period in range(self.now + 1):
            if period == self.now and self.forgotten < 3:
                if self.forgotten == 2:
                    self.most[period] = [NO_BOUND] * (SEATS * KINDS)
            elif period < here or self.forgotten > 1:
                self.least[period] = [-NO_BOUND] * (SEATS * KINDS)
                self.most[period] = [NO_BOUND] * (SEATS * KINDS)
        self.roles = [marks for marks in ASSIGNMENTS if self.may_be(marks)]

    def try_to_draw(self, n: i64, tries: i64, rng: Rng) -> list[History]:
        found: list[History] = []
        turn: list[i64] = []
        for _ in range(n):
            if not turn:
                turn = list(range(len(self.roles)))
                rng.shuffle(turn)
            marks = self.roles[turn.pop()]
            history = History(marks, self.schedules[rng.below(len(self.schedules))])
            seat: i64
            kind: i64
            for seat in range(SEATS):
                for kind in range(KINDS):
                    history.secret.append(self.start_of(marks[seat], kind))
                history.souls.append(box.SOULS_OF_ROLE[marks[seat]])
            found.append(history)
        number: i64 = 1
        while number <= box.ROUNDS and self.now > first_period(number):
            found = self.next_round(found, number, tries, rng)
            if not found:
                return found
            number += 1
        for i in range(len(found)):
            found[i] = self.with_any_schedule(found[i], number - 1, rng)
        return found

    def with_any_schedule(self, history: History, rounds: i64, rng: Rng) -> History:
        """A history with any of the schedules by which the chests have come the same way so far."""
        if not self.alike:
            self.alike = [[] for _ in SCHEDULES]
            for one in self.schedules:
                self.alike[one] = [n for n in self.schedules if SCHEDULES[n][:rounds] == SCHEDULES[one][:rounds]]
        may = self.alike[history.schedule]
        found = History(history.marks, may[rng.below(len(may))])
        found.secret = history.secret
        found.souls = history.souls
        found.chests = history.chests
        found.laid = history.laid
        found.laid_souls = history.laid_souls
        found.guesses = history.guesses
        return found

    def next_round(self, before: list[History], number: i64, tries: i64, rng: Rng) -> list[History]:
        """What may have come of histories in a round: as many as there were."""
        wanted: i64 = len(before)
        last = min(self.now - first_period(number), HOME)
        found: list[History] = []
        weights: list[float] = []
        sum_of_weights: float = 0.0
        tried: i64 = 0
        at: i64 = 0
        while tried < tries * wanted and (len(found) < wanted or at):
            if not at and tried:
                self.shuffle(before, rng)
            history = self.deal(before[at], number, last, rng)
            at += 1
            if at == wanted:
                at = 0
            tried += 1
            if history is not None:
                found.append(history)
                sum_of_weights += history.extra
                weights.append(sum_of_weights)
        if not found:
            return found
        # as many of each as its weight is worth (systematic resampling)
        drawn: list[History] = []
        start = rng.unit()
        i: i64 = 0
        n: i64
        for n in range(wanted):
            mark = (float(n) + start) * sum_of_weights / float(wanted)
            while i < len(found) - 1 and weights[i] < mark:
                i += 1
            drawn.append(found[i])
        self.shuffle(drawn, rng)
        return drawn

    def shuffle(self, found: list[History], rng: Rng) -> None:
        i: i64 = len(found) - 1
        while i > 0:
            j = rng.below(i + 1)
            one = found[i]
            found[i] = found[j]
            found[j] = one
            i -= 1

    # -- a round of a history ------------------------------------------------------------------------------------------

    def deal(self, before: History, number: i64, last: i64, rng: Rng) -> History | None:
        """Draw what may have passed in a round, as far as it has come; None if it does not fit.

        Who took what, at which price, is drawn several times; of what could have come of it one is taken further.
        """
        history = History(before.marks, before.schedule)
        chests: list[Chest] = []
        seat: i64
        first = SCHEDULES[before.schedule][number - 1][0]
        second = SCHEDULES[before.schedule][number - 1][1]
        marks = before.marks
        seat_of: list[i64] = [0, 0, 0, 0]
        for seat in range(SEATS):
            seat_of[marks[seat]] = seat
        for seat in range(SEATS):
            chest = Chest(seat)
            chest.first = seat_of[first[marks[seat]]]
            chest.second = seat_of[second[marks[seat]]]
            chests.append(chest)
            self.look_into(chest, number, last)
        history.chests = chests
        draws: i64 = 1
        if last == HOME:
            draws = SEAT_DRAWS if self.me >= 0 else SPECTATOR_DRAWS
        total: float = 0.0
        kept: list[i64] = []
        for _ in range(draws):
            history.extra = 1.0
            history.souls = before.souls[:]
            for chest in chests:
                chest.start_anew(marks, rng)
            if last >= PAID_FIRST and not self.answers(chests, history, before, number, 1, last, rng):
                continue
            if last >= PAID_SECOND and not self.answers(chests, history, before, number, 2, last, rng):
                continue
            if last >= HOME:
                for chest in chests:
                    history.souls[chest.owner] = history.souls[chest.owner] + chest.souls
                if not self.souls_fit(history, number) or not self.plausible(before, chests, number):
                    continue
            total += history.extra
            if draws > 1 and rng.unit() * total < history.extra:
                kept = history.souls[:]
                for chest in chests:
                    chest.keep(kept)
        if total <= 0.0:
            return None
        if draws > 1:
            history.souls = kept[:SEATS]
            for chest in chests:
                chest.restore(kept)
            history.extra = total / float(draws)
        kind: i64
        history.secret = before.secret[:]
        for kind in range(KINDS):
            if kind == INDULGENCE and not self.s.indulgences_offered:
                continue
            if kind == JESTER and not self.s.jesters:
                continue
            if not self.draw_kind(history, number, last, kind, rng):
                return None
        if number == 3 or number == 5:
            self.black_mass(history, number, rng)
        history.hope = self.hope(history, number + 1, 1) * self.hope(history, number + 2, 2)
        history.extra = history.extra * history.hope / before.hope
        return history

    def hope(self, history: History, number: i64, far: i64) -> float:
        """How much of what is to be known after a later round must still come about: what is promising is kept, and its
        weight corrected in the next round."""
        period = first_period(number) + HOME
        if number > box.ROUNDS or self.now < period:
            return 1.0
        found: float = 1.0
        least = self.least[period]
        most = self.most[period]
        seat: i64
        kind: i64
        for seat in range(SEATS):
            if seat == self.me:
                continue
            for kind in range(KINDS):
                at = seat * KINDS + kind
                off = max(least[at] - history.secret[at], history.secret[at] - most[at])
                if off > 0:
                    found *= HOPE[kind][min(off, 15) // far]
        return found

    def plausible(self, before: History, chests: list[Chest], number: i64) -> bool:
        """A quick look: whether everybody can have as much, and as little, of everything as is known afterwards."""
        start = first_period(number)
        least = self.least[start + HOME]
        most = self.most[start + HOME]
        floor = self.least[start + OFFERED]
        secret = before.secret
        seat: i64
        kind: i64
        for seat in range(SEATS):
            if seat == self.me:
                continue
            for kind in range(KINDS):
                if kind == JESTER:
                    continue
                at = seat * KINDS + kind
                lowest = secret[at]
                highest = lowest
                for chest in chests:
                    if not chest.taken:
                        continue
                    taker = chest.first if chest.taken == 1 else chest.second
                    if chest.owner == seat:
                        if chest.known:
                            lowest -= chest.goods[kind]
                            highest -= chest.goods[kind]
                        else:
                            lowest -= min(secret[at] - floor[at], MOST_OF[kind])
                        if kind == COINS and chest.price < SOUL_PRICE:
                            lowest += chest.price
                            highest += chest.price
                    elif taker == seat:
                        if chest.known:
                            lowest += chest.goods[kind]
                            highest += chest.goods[kind]
                        else:
                            other = chest.owner * KINDS + kind
                            highest += min(secret[other] - floor[other], MOST_OF[kind])
                        if kind == COINS and chest.price < SOUL_PRICE:
                            lowest -= chest.price
                            highest -= chest.price
                if highest < least[at] or lowest > most[at]:
                    return False
        return True

    def look_into(self, chest: Chest, number: i64, last: i64) -> None:
        """What the observer knows of a chest."""
        s = self.s
        me = self.me
        if me >= 0:
            i: i64 = 0
            if chest.owner == me:
                offers = s.offers[me]
                while i < len(offers):
                    if offers[i] == number:
                        self.offered(chest, offers[i + 1], offers[i + 2])
                    i += deals.OFFERED
                if not chest.known:
                    self.offered(chest, s.offer[me], s.price[me])
            elif chest.first == me or chest.second == me:
                which: i64 = 1 if chest.first == me else 2
                notes = s.chests[me]
                while i < len(notes):
                    if notes[i] == number and notes[i + 1] == which:
                        self.seen(chest, which, notes[i + 3], notes[i + 4], notes[i + 5])
                    i += deals.NOTE
                now: i64 = 1 if last == OFFERED else 2
                if not chest.priced and s.held[me] and number == s.round and which == now:
                    self.seen(chest, which, s.held[me][1], s.held[me][2], s.held[me][3])

    def offered(self, chest: Chest, heap: i64, price: i64) -> None:
        chest.known = True
        chest.priced = True
        chest.price = price
        kind: i64
        for kind in range(KINDS):
            chest.goods[kind] = how_many(heap, kind)

    def seen(self, chest: Chest, which: i64, price: i64, paid: i64, heap: i64) -> None:
        """A chest as the observer saw it."""
        if not paid:
            self.offered(chest, heap, price)
        chest.priced = True
        chest.price = price
        if which == 2:
            chest.jesters = how_many(heap, JESTER)

    def answer_of(self, number: i64, which: i64) -> i64:
        """What the observer answered to a chest."""
        notes = self.s.chests[self.me]
        i: i64 = 0
        while i < len(notes):
            if notes[i] == number and notes[i + 1] == which:
                return notes[i + 6]
            i += deals.NOTE
        return 0

    def saw(self, number: i64, what: i64) -> i64:
        """What the observer saw of the chest that came to him second: whether it was paid; NONE if none has come."""
        s = self.s
        notes = s.chests[self.me]
        i: i64 = 0
        while i < len(notes):
            if notes[i] == number and notes[i + 1] == 2:
                return notes[i + 4]
            i += deals.NOTE
        if number == s.round and s.held[self.me] and self.now - first_period(number) == PAID_FIRST:
            return s.held[self.me][2]
        return NONE

    def came_home(self, number: i64, what: i64) -> i64:
        """What the observer found in his own chest: an item of its line, or NONE while it is away."""
        offers = self.s.offers[self.me]
        i: i64 = 0
        while i < len(offers):
            if offers[i] == number:
                return offers[i + what]
            i += deals.OFFERED
        return NONE

    def answers(
        self, chests: list[Chest], history: History, before: History, number: i64, which: i64, last: i64, rng: Rng
    ) -> bool:
        """Who takes which chest at a distribution, how he pays in fragments, and who adds a jester."""
        me = self.me
        for chest in chests:
            viewer = chest.first if which == 1 else chest.second
            if which == 2 and chest.taken:
                continue
            takes: i64 = NONE  # whether he does: or it is not known
            way: i64 = NONE
            adds: i64 = NONE
            if me >= 0:
                if viewer == me:
                    answer = self.answer_of(number, which)
                    takes = 1 if answer % deals.ADDED else 0
                    way = answer % deals.ADDED - 1
                    adds = answer // deals.ADDED
                elif chest.owner == me:
                    accepted = self.came_home(number, 5)
                    if accepted == 0:
                        takes = 0
                    elif accepted == 1:
                        if which == 2:
                            takes = 1
                        souls = self.came_home(number, 4)
                        way = tainted(souls)
                elif which == 1 and chest.second == me:
                    takes = self.saw(number, 4)
            if chest.price >= SOUL_PRICE:
                if not self.souls_paid(chest, history, viewer, takes, way, number, which, rng):
                    return False
            elif takes == 1 or (takes == NONE and self.accepts(chest, number, which, rng)):
                chest.taken = which
            if self.s.jesters and not self.add_jester(chest, history, before, viewer, adds, number, which, rng):
                return False
        return True

    def accepts(self, chest: Chest, number: i64, which: i64, rng: Rng) -> bool:
        """Whether a chest of which nothing is known is taken; of one's own that was, whether at the first chance."""
        if self.me >= 0 and chest.owner == self.me and which == 1 and self.came_home(number, 5) == 1:
            return rng.unit() * (2.0 - ACCEPTS) < 1.0
        return rng.unit() < ACCEPTS

    def souls_paid(
        self, chest: Chest, history: History, viewer: i64, takes: i64, way: i64, number: i64, which: i64, rng: Rng
    ) -> bool:
        """Whether a price in fragments is paid, and how. Who cannot pay it leaves the chest."""
        souls = history.souls[viewer]
        price = chest.price - SOUL_PRICE
        ways: list[i64] = list(range(max(price - pure(souls), 0), min(price, tainted(souls)) + 1))
        mine = self.me >= 0 and chest.owner == self.me and self.came_home(number, 5) == 1  # and it was taken
        if not ways or takes == 0:
            if ways and viewer != self.me:
                history.extra = history.extra * (1.0 - ACCEPTS)
            return takes != 1
        if takes == NONE and history.marks[viewer] < EYE and self.shown_later(viewer, number) > pure(souls) - price:
            # a mortal who showed his fragments later has not paid any
            history.extra = history.extra * (1.0 - ACCEPTS)
            return True
        if takes == NONE and mine:  # at the first chance, or at the second
            history.extra = history.extra * (2.0 - ACCEPTS)
            if rng.unit() * (2.0 - ACCEPTS) >= 1.0:
                return True
            history.extra = history.extra * ACCEPTS
        elif takes == NONE:
            if rng.unit() >= ACCEPTS:
                return True
        elif viewer != self.me:
            history.extra = history.extra * ACCEPTS
        if way == NONE:
            way = ways[rng.below(len(ways))]
        elif way not in ways:
            return False
        elif viewer != self.me:
            history.extra = history.extra / float(len(ways))
        chest.taken = which
        chest.souls = price - way + TAINTED * way
        history.souls[viewer] = souls - chest.souls
        return True

    def shown_later(self, seat: i64, number: i64) -> i64:
        """How many fragments a seat showed at once, at most, since this round's deals: a mortal never gets any back."""
        proofs = self.s.proofs[seat]
        most: i64 = 0
        i: i64 = 0
        while i < len(proofs):
            if proofs[i] > first_period(number):
                most = max(most, proofs[i + 1])
            i += 2
        return most

    def souls_fit(self, history: History, number: i64) -> bool:
        """Whether everybody could show the fragments that he showed between this round's deals and the next ones."""
        s = self.s
        first = first_period(number) + HOME
        end = first_period(number + 1)
        seat: i64
        for seat in range(SEATS):
            souls = history.souls[seat]
            proofs = s.proofs[seat]
            i: i64 = 0
            while i < len(proofs):
                if not self.forgotten and first <= proofs[i] <= end and proofs[i + 1] > pure(souls) + tainted(souls):
                    return False
                i += 2
            if s.phase == box.COUNTING and number == box.ROUNDS and souls != s.shown_souls[seat]:
                return False
            if history.marks[seat] != HORNS or self.forgotten:
                continue
            if number == 3 and self.laid[0]:
                line = s.third[HORNS]
                if pure(souls) < line[2] or tainted(souls) != line[3]:
                    return False
            if number == 5 and self.laid[1]:
                line = s.mass[seat]
                if pure(souls) < line[2] or tainted(souls) < line[3]:
                    return False
        return True

    def add_jester(
        self, chest: Chest, history: History, before: History, viewer: i64, adds: i64, number: i64, which: i64, rng: Rng
    ) -> bool:
        """Whether a jester is added by whoever looks at a chest that is not paid."""
        me = self.me
        there = before.secret[viewer * KINDS + JESTER]
        if which == 2:
            for other in history.chests:
                if other.first == viewer:
                    there -= other.add_first
        if adds == NONE and me >= 0 and chest.owner == me:
            home = self.came_home(number, 3)
            if home != NONE:
                more = how_many(home, JESTER) - chest.goods[JESTER] - chest.add_first
                if which == 2 or chest.taken or more == 0:
                    adds = more
                elif more == 2:
                    adds = 1
        if which == 1 and chest.jesters == 0:
            adds = 0
        if adds == NONE:
            adds = 1 if there > 0 and rng.below(ADDS_JESTER) == 0 else 0
        elif adds < 0 or adds > 1 or adds > there:
            return False
        elif viewer != me and there > 0:
            history.extra = history.extra * (1.0 if adds else float(ADDS_JESTER - 1)) / float(ADDS_JESTER)
        if which == 2:
            chest.add_second = adds
            return True
        chest.add_first = adds
        if chest.jesters >= 0:  # seen together: those that were offered are the others
            chest.goods[JESTER] = chest.jesters - adds
            history.extra = history.extra * POWERS[JESTER][chest.goods[JESTER]]
        return True

    # -- a kind of good ------------------------------------------------------------------------------------------------

    def draw_kind(self, history: History, number: i64, last: i64, kind: i64, rng: Rng) -> bool:
        """Draw how much of a kind was in chests nobody looked into, so that it fits; the weight grows by the sum of
        what would have fitted."""
        base = self.base
        low = self.low
        high = self.high
        start = first_period(number)
        seat: i64
        stage: i64
        for seat in range(SEATS):
            at = seat * KINDS + kind
            have = history.secret[at]
            for stage in range(1, last + 1):
                i = seat * STAGES + stage
                base[i] = have
                low[i] = self.least[start + stage][at]
                high[i] = self.most[start + stage][at]
        if last == HOME:
            self.look_ahead(history, number, kind)
            if kind == COINS:
                self.means_known(history, start + HOME)
        open_ones: list[Chest] = []
        for chest in history.chests:
            if kind == JESTER:
                self.carry_jesters(chest, last)
            elif kind == COINS and chest.taken and chest.price < SOUL_PRICE:
                self.shift(chest.first if chest.taken == 1 else chest.second, 1 + 2 * chest.taken, last, -chest.price)
                self.shift(chest.owner, HOME, last, chest.price)
            if chest.known or (kind == JESTER and chest.jesters >= 0):
                n = chest.goods[kind]
                if n:
                    self.move(chest, kind, last, n)
            else:
                open_ones.append(chest)
        weight: float = 1.0
        if open_ones:
            if len(open_ones) > 1:
                self.sort(open_ones)
            # where there are very many possibilities, some are drawn as if nothing were known of what comes of them
            while self.possibilities(open_ones, kind) > MOST_LOOKED_THROUGH:
                chest = open_ones.pop(0)
                room = self.room(chest, kind)
                weight *= SUMS[kind][room + 1]
                self.put_in(chest, kind, last, self.any_of(kind, 0, room, rng))
            weight *= self.fill(open_ones, 0, kind, last, rng)
            if weight <= 0.0:
                return False
        else:
            for seat in range(SEATS):
                for stage in range(1, last + 1):
                    i = seat * STAGES + stage
                    if base[i] < low[i] or base[i] > high[i]:
                        return False
        for seat in range(SEATS):
            history.secret[seat * KINDS + kind] = base[seat * STAGES + last]
        history.extra = history.extra * weight
        return True

    def sort(self, chests: list[Chest]) -> None:
        """Those that nobody took come first: little depends on them."""
        i: i64
        at: i64 = 0
        for i in range(len(chests)):
            if not chests[i].taken:
                chest = chests[i]
                chests[i] = chests[at]
                chests[at] = chest
                at += 1

    def possibilities(self, chests: list[Chest], kind: i64) -> i64:
        """In how many ways a kind can lie in chests, but for the last of them."""
        found: i64 = 1
        i: i64 = 0
        while i < len(chests) - 1:
            found *= max(self.room(chests[i], kind) + 1, 0)
            i += 1
        return found

    def fill(self, chests: list[Chest], at: i64, kind: i64, last: i64, rng: Rng) -> float:
        """Draw how much of a kind lies in chests, from one on; returns the weight of all that would have fitted."""
        chest = chests[at]
        if at == len(chests) - 1:
            total = self.fitting(chest, kind, last)
            if total > 0.0:
                self.put_in(chest, kind, last, self.any_of(kind, self.from_n, self.to_n, rng))
            return total
        room = self.room(chest, kind)
        sums: list[float] = []
        total = 0.0
        n: i64 = 0
        while n <= room:
            if n:
                self.move(chest, kind, last, 1)
            total += POWERS[kind][n] * self.weigh(chests, at + 1, kind, last)
            sums.append(total)
            n += 1
        if room > 0:
            self.move(chest, kind, last, -room)
        if total <= 0.0:
            return 0.0
        drawn = rng.unit() * total
        n = 0
        while n < room and sums[n] <= drawn:
            n += 1
        while n > 0 and sums[n] == sums[n - 1]:
            n -= 1  # never one that does not fit
        self.put_in(chest, kind, last, n)
        self.fill(chests, at + 1, kind, last, rng)
        return total

    def weigh(self, chests: list[Chest], at: i64, kind: i64, last: i64) -> float:
        """The weight of all the ways in which a kind can lie in chests, from one on, so that it fits."""
        chest = chests[at]
        if at == len(chests) - 1:
            return self.fitting(chest, kind, last)
        room = self.room(chest, kind)
        total: float = 0.0
        n: i64 = 0
        while n <= room:
            if n:
                self.move(chest, kind, last, 1)
            total += POWERS[kind][n] * self.weigh(chests, at + 1, kind, last)
            n += 1
        if room > 0:
            self.move(chest, kind, last, -room)
        return total

    def move(self, chest: Chest, kind: i64, last: i64, n: i64) -> None:
        """So much more lies in a chest."""
        self.shift(chest.owner, OFFERED, last, -n)
        self.arrive(chest, kind, last, n)

    def look_ahead(self, history: History, number: i64, kind: i64) -> None:
        """What black masses have taken and given since shows what there must have been before."""
        start = first_period(number) + HOME
        which: i64 = 0 if number == 3 else 1
        if (number != 3 and number != 5) or self.now <= start:
            return
        seat: i64
        for seat in range(SEATS):
            i = seat * STAGES + HOME
            at = seat * KINDS + kind
            if self.now == start + 1:
                laid: i64 = how_many(self.s.laid[seat], kind) if seat == self.me else 0
                self.low[i] = max(self.low[i], self.least[start + 1][at] + laid)
                continue
            place = history.marks[seat] * KINDS + kind
            laid = self.laid[which][place]
            change = laid - self.won[which][place]
            self.low[i] = max(self.low[i], self.least[start + 1][at] + laid, self.least[start + 2][at] + change)
            self.high[i] = min(self.high[i], self.most[start + 2][at] + change)

    def means_known(self, history: History, period: i64) -> None:
        """That somebody could pay, or could not, with his goods, says how many coins he had at least, or at most."""
        s = self.s
        seat: i64
        for seat in range(SEATS):
            if seat == self.me:
                continue
            i = seat * STAGES + HOME
            at: i64
            for at in range(2):
                lines = s.rich[seat] if at else s.poor[seat]
                n: i64 = 0
                while n < len(lines):
                    if lines[n] == period and not self.forgotten:
                        secret = history.secret[seat * KINDS : seat * KINDS + RESOURCES]
                        goods = [lines[n + 7 + kind] + secret[kind] for kind in range(RESOURCES)]
                        need = coins_to_pay(lines, n, goods) - lines[n + 7 + COINS]
                        if at:
                            self.low[i] = max(self.low[i], need)
                        else:
                            self.high[i] = min(self.high[i], need - 1)
                    n += ledger.POOR

    def shift(self, seat: i64, stage: i64, last: i64, n: i64) -> None:
        """A seat has n more from a stage on."""
        base = self.base
        i = seat * STAGES + stage
        end = seat * STAGES + last
        while i <= end:
            base[i] = base[i] + n
            i += 1

    def arrive(self, chest: Chest, kind: i64, last: i64, n: i64) -> None:
        """What was put into a chest comes to whoever took it, or home."""
        if chest.taken and kind != JESTER:
            self.shift(chest.first if chest.taken == 1 else chest.second, 2 * chest.taken, last, n)
        else:
            self.shift(chest.owner, HOME, last, n)

    def carry_jesters(self, chest: Chest, last: i64) -> None:
        """Jesters that were added come home with the chest."""
        self.shift(chest.first, TAKEN_FIRST, last, -chest.add_first)
        self.shift(chest.second, TAKEN_SECOND, last, -chest.add_second)
        self.shift(chest.owner, HOME, last, chest.add_first + chest.add_second)

    def put_in(self, chest: Chest, kind: i64, last: i64, n: i64) -> None:
        """So much was in a chest."""
        chest.goods[kind] = n
        self.move(chest, kind, last, n)

    def room(self, chest: Chest, kind: i64) -> i64:
        """How much of a kind its owner can have put into a chest."""
        i = chest.owner * STAGES + OFFERED
        return min(self.base[i] - self.low[i], MOST_OF[kind])

    def fitting(self, chest: Chest, kind: i64, last: i64) -> float:
        """The weight of all that may be in a chest if everything else is as it is. Between which numbers it lies is
        left in `from_n` and `to_n`."""
        least: i64 = 0
        most: i64 = MOST_OF[kind]
        base = self.base
        low = self.low
        high = self.high
        owner = chest.owner
        taker: i64 = NONE
        since: i64 = STAGES
        if chest.taken and kind != JESTER:
            taker = chest.first if chest.taken == 1 else chest.second
            since = 2 * chest.taken
        away: i64 = last if taker != NONE or last < HOME else HOME - 1
        i: i64 = STAGES + 1
        seat: i64 = 0
        while seat < SEATS:
            i = seat * STAGES + 1
            stage: i64 = 1
            while stage <= last:
                if seat == owner and stage <= away:
                    if base[i] - low[i] < most:
                        most = base[i] - low[i]
                    if base[i] - high[i] > least:
                        least = base[i] - high[i]
                elif seat == taker and stage >= since:
                    if low[i] - base[i] > least:
                        least = low[i] - base[i]
                    if high[i] - base[i] < most:
                        most = high[i] - base[i]
                elif base[i] < low[i] or base[i] > high[i]:
                    return 0.0
                i += 1
                stage += 1
            seat += 1
        if least > most:
            return 0.0
        self.from_n = least
        self.to_n = most
        return SUMS[kind][most + 1] - SUMS[kind][least]

    def any_of(self, kind: i64, least: i64, most: i64, rng: Rng) -> i64:
        """A number from least to most, by the weights of a kind."""
        drawn = rng.unit() * SUMS[kind][most - least + 1]
        n: i64 = 0
        while n < most - least and SUMS[kind][n + 1] <= drawn:
            n += 1
        return least + n

    # -- black masses --------------------------------------------------------------------------------------------------

    def black_mass(self, history: History, number: i64, rng: Rng) -> None:
        """Bribes leave the chests, gifts come into them. Before they are opened, what others laid there is drawn."""
        start = first_period(number) + HOME
        if self.now <= start:
            return
        which: i64 = 0 if number == 3 else 1
        seat: i64
        kind: i64
        if self.now >= start + MASS_PERIODS:
            for seat in range(SEATS):
                for kind in range(KINDS):
                    at = seat * KINDS + kind
                    place = history.marks[seat] * KINDS + kind
                    history.secret[at] = history.secret[at] - self.laid[which][place] + self.won[which][place]
            return
        s = self.s
        history.laid = [0] * (SEATS * KINDS)
        for seat in range(SEATS):
            for kind in range(KINDS):
                at = seat * KINDS + kind
                n: i64 = 0
                if seat == self.me:
                    n = how_many(s.laid[seat], kind)
                elif kind == COINS or (kind < RESOURCES and s.goods_as_bribes):
                    room = min(history.secret[at] - self.least[start + 1][at], MOST_OF[kind])
                    history.extra = history.extra * SUMS[kind][room + 1]
                    n = self.any_of(kind, 0, room, rng)
                history.laid[at] = n
                history.secret[at] = history.secret[at] - n
            if seat == self.me:
                history.laid_souls[seat] = s.laid_souls[seat]
                history.guesses[seat] = s.guesses[seat]
            else:
                self.guess(history, seat, number, rng)

    def guess(self, history: History, seat: i64, number: i64, rng: Rng) -> None:
        """Which fragments the devil has laid into his chest, or whom another takes for whom: any of it."""
        s = self.s
        mark = history.marks[seat]
        if mark == HORNS:
            souls = history.souls[seat]
            clean = rng.below(pure(souls) + 1)
            worse = tainted(souls)
            history.extra = history.extra * float(pure(souls) + 1)
            if number == 5:
                history.extra = history.extra * float(worse + 1)
                worse = rng.below(worse + 1)
            history.laid_souls[seat] = clean + TAINTED * worse
            return
        locked = s.locked[mark]
        devil: i64 = NOBODY_GUESSED
        if locked // 8 == NOBODY_GUESSED and HORNS not in s.shown_role:
            devil = self.suspect(history, seat, NONE, locked, rng)
        cultist: i64 = NOBODY_GUESSED
        if mark != EYE and locked % 8 == NOBODY_GUESSED:
            cultist = self.suspect(history, seat, devil, locked, rng)
        history.guesses[seat] = 8 * devil + cultist

    def suspect(self, history: History, seat: i64, named: i64, locked: i64, rng: Rng) -> i64:
        """Anybody whom a seat may name, or nobody."""
        rings = (seat, named, locked // 8, locked % 8)
        found: list[i64] = [NOBODY_GUESSED] + [other for other in range(SEATS) if other not in rings]
        history.extra = history.extra * float(len(found))
        return found[rng.below(len(found))]
