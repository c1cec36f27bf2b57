"""What may have passed in secret: histories of the chests that fit all that somebody knows.

What a seat has behind its wall is what everybody could count (`open_goods`) and its secret part: what its role brought,
and what went through chests. The secret part only changes where a period of the `ledger` begins. A history says whose
role is whose, how the chests travel, and of every round so far what each offered, at which price, and who took it.
It is drawn round by round, for many worlds at once, and what does not fit is weeded out after each (a particle filter):

- The roles, and the schedule, that fit what was seen, are all alike.
- Who takes what is drawn of all ways that look possible (`bargains`), by how likely they are and by how much of every
  good could then have been in chests (`filling`). One in four who could adds a jester.
- Then one kind of good after the other. Coins come last: that somebody could, or could not, pay something then says how
  many he had at least, or at most.

As nothing but these weights counts, and each of them comes with a sealed answer, what the dealer does (carry chests,
reckon what is owed, open chests) only tells what was. That is why what is imagined after a turn of the dealer is what
was imagined before it, as far as it looks the same (`Population`).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.rng import Rng
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import deals
from eminence.games.deal_with_the_devil.bargains import Bargains
from eminence.games.deal_with_the_devil.components import (
    EYE,
    HORNS,
    NOBODY_GUESSED,
    NONE,
    SEATS,
    TAINTED,
)  # fmt: skip
from eminence.games.deal_with_the_devil.evidence import (
    HOME,
    MASS_PERIODS,
    OFFERED,
    PAID_FIRST,
    PAID_SECOND,
    Evidence,
    first_period,
)
from eminence.games.deal_with_the_devil.filling import MOST_OF, POWERS, SUMS, Filling, any_of
from eminence.games.deal_with_the_devil.goods import COINS, JESTER, KINDS, RESOURCES, how_many
from eminence.games.deal_with_the_devil.history import ANY_COINS, NO_GUESSES, Chest, History, any_order, coin_prices
from eminence.games.deal_with_the_devil.memory import supposed
from eminence.games.deal_with_the_devil.outlook import Outlook
from eminence.games.deal_with_the_devil.preparation import SCHEDULES
from eminence.games.deal_with_the_devil.signs import weight
from eminence.games.deal_with_the_devil.standing import pure, tainted
from eminence.games.deal_with_the_devil.state import DevilState

TRIES: Final = 20
"""So often every history is continued at most, until as many as before fit what is known."""
MORE: Final = 2
MORE_OF_SPECTATORS: Final = 6
"""So many times as many are drawn as are kept, so that fewer stand for several worlds."""
MOST_WAYS: Final = 64
"""So many ways in which chests may have been taken are looked at."""
ADDS_JESTER: Final = 4  # one in so many
A_SOUL_OFF: Final = 0.3


def _ways(rounds: i64) -> list[i64]:
    """By schedule: the first one by which the chests come the same way in so many rounds."""
    so_far = [schedule[:rounds] for schedule in SCHEDULES]
    return [so_far.index(one) for one in so_far]


def _routes(number: i64) -> list[i64]:
    """By schedule: the first one by which the chests come the same way in one round."""
    here = [schedule[number - 1] for schedule in SCHEDULES]
    return [here.index(one) for one in here]


WAYS: Final[list[list[i64]]] = [_ways(rounds) for rounds in range(box.ROUNDS + 1)]
ROUTES: Final[list[list[i64]]] = [_routes(number) for number in range(1, box.ROUNDS + 1)]


def alike_in(schedules: list[i64], rounds: i64) -> list[list[i64]]:
    """By schedule: those of some by which the chests come the same way in so many rounds."""
    by_way: list[list[i64]] = [[] for _ in SCHEDULES]
    ways = WAYS[rounds]
    for one in schedules:
        by_way[ways[one]].append(one)
    return [by_way[way] for way in ways]


def resampled(found: list[History], weights: list[float], wanted: i64, rng: Rng) -> list[History]:
    """As many of each as its weight is worth (systematic resampling); none of none. `weights`: added up."""
    drawn: list[History] = []
    if not found or weights[-1] <= 0.0:
        return drawn
    offset = rng.unit()
    i: i64 = 0
    n: i64
    for n in range(wanted):
        mark = (float(n) + offset) * weights[-1] / float(wanted)
        while i < len(found) - 1 and weights[i] < mark:
            i += 1
        drawn.append(found[i])
    return drawn


@final
class Start:
    """A history that is to be continued, and who may have taken what in its next round."""

    __slots__ = ("bargains", "before", "filling", "schedule")

    def __init__(self, before: History, schedule: i64) -> None:
        self.before = before
        self.schedule: i64 = schedule  # by which the chests travel: as before until now
        self.bargains: Bargains | None = None
        self.filling: Filling | None = None

    def is_hopeless(self) -> bool:
        """Whether nothing can come of it."""
        return self.bargains is not None and self.bargains.total <= 0.0


@final
class Histories:
    """Histories that fit what is known."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.s: DevilState = evidence.s
        self.me: i64 = evidence.me
        self.now: i64 = evidence.now
        self.since: i64 = evidence.since
        self.outlooks: dict[i64, Outlook] = {}
        self.likelihood: float = 1.0  # of what is known, in the histories that are being drawn
        self.dealt_in: list[i64] = [kind for kind in range(KINDS) if deals.may_put(evidence.s, kind)]  # may be offered

    def draw(self, n: i64, rng: Rng) -> list[History]:
        """So many histories from the beginning that fit all that is known; none if none were found."""
        found: list[History] = []
        turn: list[i64] = []
        if not self.evidence.roles or not self.evidence.schedules:
            return found
        at_first: list[History] = [self.at_first(marks) for marks in self.evidence.roles]
        if self.evidence.reads:
            total: float = 0.0
            weights: list[float] = []
            for history in at_first:
                total += weight(self.s, history.seats()[HORNS])
                weights.append(total)
            return self.go_on(resampled(at_first, weights, n, rng), 1, n, rng)
        for _ in range(n):
            if not turn:
                turn = list(range(len(at_first)))
                rng.shuffle(turn)
            found.append(at_first[turn.pop()])
        return self.go_on(found, 1, n, rng)

    def at_first(self, marks: list[i64]) -> History:
        """A history in which nothing has passed yet."""
        history = History(marks, self.evidence.schedules[0])
        seat: i64
        kind: i64
        for seat in range(SEATS):
            for kind in range(KINDS):
                history.secret.append(self.evidence.start_of(marks[seat], kind))
            history.souls.append(box.SOULS_OF_ROLE[marks[seat]])
        return history

    def draw_by_roles(self, n: i64, rng: Rng) -> list[History]:
        """The same where that finds none: by each way in which the roles may be, for itself. So those that seem likely
        at first, and cannot be in the end, crowd out no others. As many of each as what is known makes it likely."""
        found: list[History] = []
        weights: list[float] = []
        total: float = 0.0
        for marks in self.evidence.roles if self.evidence.schedules else []:
            history = self.at_first(marks)
            likely = weight(self.s, history.seats()[HORNS]) if self.evidence.reads else 1.0
            self.likelihood = 1.0
            own = self.go_on([history] * n, 1, n, rng)
            for one in own:
                found.append(one)
                total += likely * self.likelihood
                weights.append(total)
        return resampled(found, weights, n, rng)

    def draw_after(self, past: list[History], rounds: i64, before: Evidence, n: i64, rng: Rng) -> list[History]:
        """The same from histories of some rounds on, which fit what is known of these: as many of each as what is known
        besides (how the chests cannot travel, what is still to come) makes it likely."""
        found: list[History] = []
        weights: list[float] = []
        total: float = 0.0
        then = alike_in(before.schedules, rounds)
        now = alike_in(self.evidence.schedules, rounds)
        for one in past:
            ways: i64 = len(now[one.schedule])
            if not ways or self.is_hopeless(one, rounds):
                continue
            history = one.with_schedule(one.schedule)
            history.hope = self.hope_for(history, rounds)
            found.append(history)
            total += history.hope * float(ways) / float(len(then[one.schedule]))
            weights.append(total)
        if not found:
            return found
        return self.go_on(resampled(found, weights, n, rng), rounds + 1, n, rng)

    def go_on(self, before: list[History], number: i64, n: i64, rng: Rng) -> list[History]:
        """What may have come of histories, from a round on, until now."""
        found = before
        i: i64
        while number <= box.ROUNDS and self.now > first_period(number):
            if number == self.since and number > 1:
                found = self.supposed(found, rng)
            found = self.next_round(found, number, n, rng)
            if not found:
                return found
            number += 1
        if 1 < number <= self.since:
            found = self.supposed(found, rng)
        alike = alike_in(self.evidence.schedules, number - 1)
        for i in range(len(found)):
            may = alike[found[i].schedule]
            found[i] = found[i].with_schedule(may[rng.below(len(may))])
        return found

    def supposed(self, found: list[History], rng: Rng) -> list[History]:
        """The same, with what may have lain behind the walls as far as the observer remembers."""
        anew: list[History] = []
        for history in found:
            one = history.with_schedule(history.schedule)
            one.secret = supposed(self.evidence, history, rng)
            one.hope = history.hope
            anew.append(one)
        return anew

    def next_round(self, before: list[History], number: i64, wanted: i64, rng: Rng) -> list[History]:
        """So many of those that may have come of histories in a round."""
        last = min(self.now - first_period(number), HOME)
        alike = alike_in(self.evidence.schedules, number - 1)
        starts: list[Start] = []
        seen: dict[tuple[int, i64], Start] = {}  # those that were drawn several times are looked at once
        for history in before:
            may = alike[history.schedule]
            schedule = may[rng.below(len(may))]
            name = (id(history), ROUTES[number - 1][schedule])
            if name not in seen:
                seen[name] = Start(history, schedule)
            starts.append(seen[name])
        found: list[History] = []
        weights: list[float] = []
        sum_of_weights: float = 0.0
        tried: i64 = 0
        at: i64 = 0
        enough: i64 = (MORE if self.me >= 0 else MORE_OF_SPECTATORS) * wanted
        while starts and tried < TRIES * wanted and (len(found) < enough or at):
            if not at and tried:
                starts = [starts[n] for n in any_order(len(starts), rng)]
            start = starts[at]
            one = self.deal(start, number, last, rng)
            if start.is_hopeless():
                starts[at] = starts[len(starts) - 1]
                starts.pop()
            else:
                at += 1
            if at >= len(starts):
                at = 0
            tried += 1
            if one is not None:
                found.append(one)
                sum_of_weights += one.weight
                weights.append(sum_of_weights)
        self.likelihood *= sum_of_weights / float(max(tried, 1))
        return resampled(found, weights, wanted, rng)

    # -- a round of a history ------------------------------------------------------------------------------------------

    def deal(self, start: Start, number: i64, last: i64, rng: Rng) -> History | None:
        """Draw what may have passed in a round, as far as it has come; None if it does not fit."""
        before = start.before
        if start.bargains is None:
            start.bargains = self.bargains_after(start, number, last, rng)
        bargains = start.bargains
        filling = start.filling
        if filling is None or bargains.total <= 0.0:
            return None
        history = History(before.marks, start.schedule)
        history.chests = [chest.copy() for chest in bargains.chests]
        history.weight = self.agree(bargains, filling, history, before, rng)
        if history.weight <= 0.0:
            return None
        if self.s.jesters and last >= PAID_FIRST and not self.add_jesters(history, before, number, last, rng):
            return None
        if not self.fill(filling, history, before, rng):
            return None
        if self.evidence.mass_of(number):
            self.black_mass(history, number, rng)
        if last == HOME:
            history.chests = []  # what was in them is in the secret parts now
        history.hope = self.hope_for(history, number)
        history.weight = history.weight * history.hope / before.hope
        return history

    def carry(self, before: History, schedule: i64, number: i64, last: i64) -> list[Chest]:
        """The chests of a round: to whom they come, and what the observer knows of them."""
        first = SCHEDULES[schedule][number - 1][0]
        second = SCHEDULES[schedule][number - 1][1]
        seats = before.seats()
        chests: list[Chest] = []
        seat: i64
        for seat in range(SEATS):
            chest = Chest(seat)
            chest.first = seats[first[before.marks[seat]]]
            chest.second = seats[second[before.marks[seat]]]
            chests.append(chest)
            if self.me >= 0:
                self.look_into(chest, number, last)
        return chests

    def look_into(self, chest: Chest, number: i64, last: i64) -> None:
        """What the observer knows of a chest."""
        s = self.s
        me = self.me
        if chest.owner == me:
            i: i64 = 0
            while i < len(s.offers[me]):
                if s.offers[me][i] == number:
                    chest.offered(s.offers[me][i + 1], s.offers[me][i + 2])
                i += deals.OFFERED
            if not chest.known:
                chest.offered(s.offer[me], s.price[me])
        elif chest.first == me or chest.second == me:
            which: i64 = 1 if chest.first == me else 2
            at = self.evidence.note_of(number, which)
            held = self.evidence.held()
            if at != NONE:
                notes = s.chests[me]
                chest.seen(which, notes[at + 3], notes[at + 4], notes[at + 5])
            elif held and number == s.round and which == (1 if last == OFFERED else 2):
                chest.seen(which, held[deals.ASKED], held[deals.IS_PAID], held[deals.CONTENTS])

    def bargains_after(self, start: Start, number: i64, last: i64, rng: Rng) -> Bargains:
        """Who may have taken what in a round so far, by how likely it is and how much could then be in the chests."""
        before = start.before
        chests = self.carry(before, start.schedule, number, last)
        bargains = Bargains(self.evidence, before, chests, number, last)
        if len(bargains.found) > MOST_WAYS:
            bargains.thin_out(MOST_WAYS, rng)
        history = History(before.marks, start.schedule)
        history.chests = chests
        history.secret = before.secret
        n: i64
        kind: i64
        filling = Filling(self.evidence, self.outlook(before.marks, number), before, chests, number, last)
        start.filling = filling
        bound: list[i64] = [kind for kind in self.dealt_in if kind != JESTER and not filling.free[kind]]
        for n in range(len(bargains.found)):
            bargains.agree(n, chests)
            weight: float = 1.0
            for kind in bound:
                if weight > 0.0:
                    filling.prepare(history, kind)
                    weight *= filling.weight()
            bargains.goods.append(weight)
        bargains.weigh()
        return bargains

    def agree(self, bargains: Bargains, filling: Filling, history: History, before: History, rng: Rng) -> float:
        """Draw who has taken what, and for how many coins. Returns its weight, without that of the goods: these are
        weighed once more when they are drawn."""
        history.secret = before.secret
        way = bargains.any_one(rng)
        bargains.agree(way, history.chests)
        weight = bargains.total / bargains.goods[way]
        for chest in history.chests:
            if chest.price == ANY_COINS:
                prices = coin_prices(history.marks[chest.owner])
                if chest.taken:
                    weight *= self.name_price(chest, prices, filling, history, rng)
                else:
                    chest.price = box.CHEAPEST + rng.below(prices)
        history.souls = bargains.souls_after(before, history.chests)
        return weight

    def name_price(self, chest: Chest, prices: i64, filling: Filling, history: History, rng: Rng) -> float:
        """Draw how many coins were paid for a chest, by how many there could then be in all chests. Returns the weight
        of all prices, compared with this one's; 0 if none was possible."""
        total: float = 0.0
        drawn: i64 = 0
        of_it: float = 1.0
        price: i64
        for price in range(box.CHEAPEST, box.CHEAPEST + prices):
            chest.price = price
            filling.prepare(history, COINS)
            weight = filling.weight()
            total += weight
            if weight > 0.0 and rng.unit() * total < weight:
                drawn = price
                of_it = weight
        chest.price = drawn
        return total / (float(prices) * of_it)

    def fill(self, filling: Filling, history: History, before: History, rng: Rng) -> bool:
        """Draw what was in the chests, kind by kind. False if nothing fits."""
        history.secret = before.secret[:]
        kind: i64
        for kind in self.dealt_in:
            if filling.free[kind]:
                history.weight = history.weight * filling.draw_freely(history, kind, rng)
                continue
            filling.prepare(history, kind)
            if kind == COINS and filling.last == HOME:
                filling.heed_means(history)
            weight = filling.draw(history, rng)
            if weight <= 0.0:
                return False
            history.weight = history.weight * weight
        return True

    def hope_for(self, history: History, number: i64) -> float:
        """In how far a history seems to fit what is known of what came after a round."""
        found = self.hope_for_souls(history, number)
        outlook = self.outlook(history.marks, number)
        seat: i64
        kind: i64
        if not outlook.blank:
            for seat in range(SEATS):
                for kind in range(KINDS):
                    found *= outlook.promise(seat, kind, history.secret[seat * KINDS + kind])
        return found

    def outlook(self, marks: list[i64], number: i64) -> Outlook:
        """What is known of the rounds after one, if the roles are so."""
        name = number
        for mark in marks:
            name = SEATS * name + mark
        if name not in self.outlooks:
            self.outlooks[name] = Outlook(self.evidence, marks, number)
        return self.outlooks[name]

    def is_hopeless(self, history: History, number: i64) -> bool:
        """Whether a mortal has fewer fragments after a round than he showed later: he never gets any back."""
        seat: i64
        for seat in range(SEATS):
            is_mortal = history.marks[seat] < EYE and seat != self.me
            if is_mortal and self.evidence.shown_later(seat, number) > pure(history.souls[seat]):
                return True
        return False

    def hope_for_souls(self, history: History, number: i64) -> float:
        """The same for the fragments that the devil had at a black mass still to come."""
        third = number < 3 and len(self.evidence.laid[0]) > 0
        if not third and (number >= 5 or not self.evidence.laid[1]):
            return 1.0
        devil = history.seats()[HORNS]
        line = self.s.third[HORNS] if third else self.s.mass[devil]
        souls = history.souls[devil]
        off = max(line[2] - pure(souls), 0) + max(line[3] - tainted(souls), 0)
        if third:
            off += max(tainted(souls) - line[3], 0)
        return float(A_SOUL_OFF**off)

    def add_jesters(self, history: History, before: History, number: i64, last: i64, rng: Rng) -> bool:
        """Whoever looks at a chest that is not paid may add a jester. False if what was drawn does not fit."""
        which: i64
        for which in range(1, 3):
            if last < (PAID_FIRST if which == 1 else PAID_SECOND):
                break
            for chest in history.chests:
                if (which == 1 or chest.taken != 1) and not self.add_jester(chest, history, before, number, which, rng):
                    return False
        return True

    def add_jester(self, chest: Chest, history: History, before: History, number: i64, which: i64, rng: Rng) -> bool:
        """Whether a jester is added by whoever looks at a chest that is not paid."""
        me = self.me
        viewer = chest.first if which == 1 else chest.second
        adds: i64 = NONE
        if me >= 0 and viewer == me:
            adds = self.evidence.answer_of(number, which) // deals.ADDED
        there = before.secret[viewer * KINDS + JESTER]
        if which == 2:
            for other in history.chests:
                if other.first == viewer:
                    there -= other.add_first
        if adds == NONE and me >= 0 and chest.owner == me:
            home = self.evidence.came_home(number, 3)
            if home != NONE:
                more = how_many(home, JESTER) - chest.goods[JESTER] - chest.add_first
                if which == 2 or chest.taken == 1 or more == 0:
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
            history.weight = history.weight * (1.0 if adds else float(ADDS_JESTER - 1)) / float(ADDS_JESTER)
        if which == 2:
            chest.add_second = adds
            return True
        chest.add_first = adds
        if chest.jesters >= 0:  # seen together: those that were offered are the others
            chest.goods[JESTER] = chest.jesters - adds
            history.weight = history.weight * POWERS[JESTER][chest.goods[JESTER]]
        return True

    # -- black masses --------------------------------------------------------------------------------------------------

    def black_mass(self, history: History, number: i64, rng: Rng) -> None:
        """Bribes leave the chests, gifts come into them. Before they are opened, what others laid there is drawn."""
        evidence = self.evidence
        start = first_period(number) + HOME
        which: i64 = 0 if number == 3 else 1
        seat: i64
        kind: i64
        if self.now >= start + MASS_PERIODS:
            for seat in range(SEATS):
                for kind in range(KINDS):
                    at = seat * KINDS + kind
                    place = history.marks[seat] * KINDS + kind
                    history.secret[at] = history.secret[at] - evidence.laid[which][place] + evidence.won[which][place]
            return
        s = self.s
        history.laid = [0] * (SEATS * KINDS)
        history.laid_souls = [0] * SEATS
        history.guesses = NO_GUESSES[:]
        for seat in range(SEATS):
            for kind in range(KINDS):
                at = seat * KINDS + kind
                n: i64 = 0
                if seat == self.me:
                    n = how_many(s.laid[seat], kind)
                elif kind == COINS or (kind < RESOURCES and s.goods_as_bribes):
                    room = min(history.secret[at] - evidence.least[start + 1][at], MOST_OF[kind])
                    history.weight = history.weight * SUMS[kind][room + 1]
                    n = any_of(kind, 0, room, rng)
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
            history.weight = history.weight * float(pure(souls) + 1)
            if number == 5:
                history.weight = history.weight * float(worse + 1)
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
        history.weight = history.weight * float(len(found))
        return found[rng.below(len(found))]
