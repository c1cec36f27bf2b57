"""What one observer knows of all that passed in secret: between which numbers everybody's secret goods were, in every
period of the `ledger`; which roles may be whose; how the chests can have travelled; what he saw in them himself.

It is what is known now; or what was known when sealed answers were last opened (`DevilState.opened`): whatever has come
to be known since then the dealer's turns have shown. Or it is what is known of the first rounds alone: that stays the
same for the rest of the match, unless a role comes to light.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bits import fold
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import deals, ledger
from eminence.games.deal_with_the_devil.components import EYE, HORNS, NONE, SEATS
from eminence.games.deal_with_the_devil.goods import (
    COINS,
    JESTER,
    KINDS,
    RESOURCES,
    SELL,
    how_many,
)  # fmt: skip
from eminence.games.deal_with_the_devil.preparation import ASSIGNMENTS, SCHEDULES
from eminence.games.deal_with_the_devil.standing import fragments, pure, tainted
from eminence.games.deal_with_the_devil.state import DevilState

NO_BOUND: Final = 999
OFFERED: Final = 1
TAKEN_FIRST: Final = 2
PAID_FIRST: Final = 3
TAKEN_SECOND: Final = 4
PAID_SECOND: Final = 5
HOME: Final = 6
STAGES: Final = 7
"""Before the offers (0), offers made (1), taken and paid at the first distribution (2, 3) and at the second (4, 5),
chests at home (6): the first is the end of what was before, and each of the others begins a period."""
BOUND: Final = 4  # so many numbers has a line of `bounds`
PROOF: Final = 2  # and of `proofs`
MASS_PERIODS: Final = 2  # in rounds 3 and 5: chests loaded, chests opened
MOST_FORGOTTEN: Final = 3

# the lines of `DevilState.opened`
PERIOD: Final = 0
BOUNDS_THEN: Final = 1
POOR_THEN: Final = 2
RICH_THEN: Final = 3
PROOFS_THEN: Final = 4
LOWEST_THEN: Final = 5


def first_period(number: i64) -> i64:
    """The period that ends with the offers of a round."""
    return (STAGES - 1) * (number - 1) + (MASS_PERIODS if number > 3 else 0)


def something_was_shown(s: DevilState, me: i64) -> bool:
    """Whether dealer's turns have shown something since sealed answers were last opened: but not so much, as a chest
    that is opened does, that what was imagined before is hardly ever what is imagined now."""
    if not s.opened[0] or s.phase == box.COUNTING:
        return False
    then = s.opened[0][PERIOD]
    since = ledger.period(s) - then
    if since:  # chests came home
        return since == 1 and then == first_period(s.round) + PAID_SECOND
    if me >= 0 and s.held[me]:
        return then == first_period(s.round) + PAID_FIRST and s.held[me][deals.IS_PAID] == 1
    seat: i64
    kind: i64
    for seat in range(SEATS):
        line = s.opened[seat]
        if len(s.bounds[seat]) > line[BOUNDS_THEN] or len(s.proofs[seat]) > line[PROOFS_THEN]:
            return True
        if len(s.poor[seat]) > line[POOR_THEN] or len(s.rich[seat]) > line[RICH_THEN]:
            return True
        for kind in range(KINDS):
            if s.lowest[seat][kind] < line[LOWEST_THEN + kind]:
                return True
    return False


@final
class Evidence:
    """All that one observer knows of what passed in secret."""

    def __init__(
        self, s: DevilState, seat: i64, whole: bool, forgotten: i64, rounds: i64 = box.ROUNDS, since: i64 = 1
    ) -> None:
        """`whole`: all that is known now, or what was known when sealed answers were last opened. `forgotten`: how much
        of it is left out of account, from nothing to nearly all. `rounds`: up to the offers after so many rounds.
        `since`: from which round on the observer remembers what passed openly (see `memory`)."""
        self.s = s
        self.me: i64 = seat
        self.whole: bool = whole
        self.forgotten: i64 = forgotten
        self.rounds: i64 = rounds
        self.since: i64 = since
        self.reads: bool = 1 < since <= s.round  # whether he judges by what lies on the table (see `signs`)
        self.now: i64 = ledger.period(s) if whole else s.opened[0][PERIOD]
        if rounds < box.ROUNDS:
            self.now = first_period(rounds + 1)
        self.least: list[list[i64]] = []  # by period: by seat and kind, the least that the secret part may be
        self.most: list[list[i64]] = []
        self.note_bounds()
        if forgotten:
            self.forget()
        self.laid: list[list[i64]] = [[], []]  # by mark and kind, bribes of rounds 3 and 5, once they are known
        self.won: list[list[i64]] = [[], []]  # and what was put into the chests
        self.note_masses()
        self.at_home: list[list[i64]] = [[] for _ in range(2 * SEATS * (box.ROUNDS + 1))]  # see `least_at_home`
        self.roles: list[list[i64]] = [marks for marks in ASSIGNMENTS if self.may_be(marks)]
        self.schedules: list[i64] = [n for n in range(len(SCHEDULES)) if self.travels(n)]

    def size(self, seat: i64, at: i64, lines: list[i64], line: i64) -> i64:
        """How many numbers of a list of the ledger are known: it has so many a line, the first of which is a period."""
        if self.rounds == box.ROUNDS:
            return len(lines) if self.whole else self.s.opened[seat][at]
        n: i64 = 0
        while n < len(lines) and lines[n] <= self.now:
            n += line
        return n

    def rounds_begun(self) -> i64:
        """In how many rounds chests have been filled."""
        found: i64 = 0
        while found < box.ROUNDS and first_period(found + 1) < self.now:
            found += 1
        return found

    def of_the_first(self, rounds: i64) -> Evidence:
        """What is known of so many rounds."""
        return Evidence(self.s, self.me, True, self.forgotten, rounds, self.since)

    def note_bounds(self) -> None:
        """Between which numbers every secret part was in every period."""
        s = self.s
        at: i64
        kind: i64
        seat: i64
        for at in range(self.now + 1):
            least: list[i64] = []
            for seat in range(SEATS):
                if at < len(s.lows[seat]) and (at < self.now or self.rounds < box.ROUNDS):
                    book = s.lows[seat][at]
                elif self.whole:
                    book = s.lowest[seat]
                else:
                    book = s.opened[seat][LOWEST_THEN:]
                least += [-book[kind] for kind in range(KINDS)]
            self.least.append(least)
            self.most.append([NO_BOUND] * (SEATS * KINDS))
        for seat in range(SEATS):
            bounds = s.bounds[seat]
            i: i64 = 0
            while i < self.size(seat, BOUNDS_THEN, bounds, BOUND):
                self.bound(bounds[i], seat * KINDS + bounds[i + 1], bounds[i + 2], bounds[i + 3])
                i += BOUND
            if s.phase == box.COUNTING and self.rounds == box.ROUNDS:
                for kind in range(KINDS):
                    n = how_many(s.shown_goods[seat], kind) - s.open_goods[seat][kind]
                    self.bound(self.now, seat * KINDS + kind, n, n)

    def bound(self, period: i64, place: i64, least: i64, most: i64) -> None:
        """A secret part is known to have been between two numbers."""
        self.least[period][place] = max(self.least[period][place], least)
        self.most[period][place] = min(self.most[period][place], most)

    def forget(self) -> None:
        """Nothing was found that fits all that is known (there is something, but it is very unlikely, or the table was
        set up by hand): forget what is long past; if need be all but what must be there now; at last that, too."""
        here = first_period(max(self.s.round, 1)) + 1
        period: i64
        for period in range(self.now + 1):
            if period == self.now and self.forgotten < MOST_FORGOTTEN:
                if self.forgotten == 2:
                    self.most[period] = [NO_BOUND] * (SEATS * KINDS)
            elif period < here or self.forgotten > 1:
                self.least[period] = [-NO_BOUND] * (SEATS * KINDS)
                self.most[period] = [NO_BOUND] * (SEATS * KINDS)

    def note_masses(self) -> None:
        """What was laid into chests at black masses, and put into them, by mark."""
        s = self.s
        mark: i64
        kind: i64
        seat: i64
        fifth: list[i64] = [0] * (SEATS * KINDS)
        if ledger.period(s) >= first_period(5) + HOME + MASS_PERIODS:
            for seat in range(SEATS):
                self.note_bribe(fifth, s.shown_role[seat], s.mass[seat])
        if self.now >= first_period(5) + HOME + MASS_PERIODS:
            self.laid[1] = fifth
            self.won[1] = [0] * (SEATS * KINDS)
        if self.now >= first_period(3) + HOME + MASS_PERIODS:
            third: list[i64] = [0] * (SEATS * KINDS)
            won: list[i64] = []
            for mark in range(SEATS):
                self.note_bribe(third, mark, s.third[mark])
                for kind in range(KINDS):
                    at = mark * KINDS + kind
                    won.append(s.mass_goods[mark][kind] + third[at] + fifth[at])
            self.laid[0] = third
            self.won[0] = won

    def note_bribe(self, laid: list[i64], mark: i64, line: list[i64]) -> None:
        """What lay in a chest at a black mass."""
        worth = line[0]
        kind: i64
        for kind in range(RESOURCES):
            n = how_many(line[1], kind)
            laid[mark * KINDS + kind] = n
            worth -= n * SELL[kind]
        laid[mark * KINDS + COINS] = worth

    def mass_of(self, number: i64) -> i64:
        """What is known of the black mass after a round's deals: 0 nothing (or there was none), 1 that chests are
        loaded, 2 what was in them."""
        if number != 3 and number != 5:
            return 0
        return min(max(self.now - first_period(number) - HOME, 0), 2)

    def least_at_home(self, number: i64, mark: i64) -> list[i64]:
        """By seat and kind, what somebody with a mark must have had when the chests of a round came home: with what a
        black mass has taken from him, or given, since."""
        place = 2 * (SEATS * number + mark)
        if not self.at_home[place]:
            self.look_home(number, mark, place)
        return self.at_home[place]

    def most_at_home(self, number: i64, mark: i64) -> list[i64]:
        """What he can have had at most."""
        place = 2 * (SEATS * number + mark)
        if not self.at_home[place]:
            self.look_home(number, mark, place)
        return self.at_home[place + 1]

    def look_home(self, number: i64, mark: i64, place: i64) -> None:
        start = first_period(number) + HOME
        least = self.least[start][:]
        most = self.most[start][:]
        known = self.mass_of(number)
        which: i64 = 0 if number == 3 else 1
        seat: i64
        kind: i64
        for seat in range(SEATS):
            for kind in range(KINDS):
                at = seat * KINDS + kind
                if known == 1:
                    laid: i64 = how_many(self.s.laid[seat], kind) if seat == self.me else 0
                    least[at] = max(least[at], self.least[start + 1][at] + laid)
                elif known == 2:
                    laid = self.laid[which][mark * KINDS + kind]
                    change = laid - self.won[which][mark * KINDS + kind]
                    least[at] = max(least[at], self.least[start + 1][at] + laid, self.least[start + 2][at] + change)
                    most[at] = min(most[at], self.most[start + 2][at] + change)
        self.at_home[place] = least
        self.at_home[place + 1] = most

    def may_be(self, marks: list[i64]) -> bool:
        """Whether the roles may be so."""
        s = self.s
        if self.me >= 0 and marks[self.me] != s.role[self.me]:
            return False
        seat: i64
        kind: i64
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
        """What a role brings."""
        if kind == JESTER:
            return box.JESTERS_OF_ROLE[mark] if self.s.jesters else 0
        return how_many(box.START_OF_ROLE[mark], kind)

    # -- the chests that the observer saw ------------------------------------------------------------------------------

    def held(self) -> list[i64]:
        """The chest before the observer, or nothing."""
        return self.s.held[self.me] if self.me >= 0 and self.whole and self.rounds == box.ROUNDS else []

    def travels(self, schedule: i64) -> bool:
        """Whether the chests that came to the observer came by this schedule."""
        if self.me < 0:
            return True
        s = self.s
        notes = s.chests[self.me]
        i: i64 = 0
        while i < len(notes) and notes[i] <= self.rounds:
            if SCHEDULES[schedule][notes[i] - 1][notes[i + 1] - 1][notes[i + 2]] != s.role[self.me]:
                return False
            i += deals.NOTE
        held = self.held()
        if held:
            which: i64 = 0 if self.now - first_period(s.round) == OFFERED else 1
            return SCHEDULES[schedule][s.round - 1][which][held[deals.MARK]] == s.role[self.me]
        return True

    def note_of(self, number: i64, which: i64) -> i64:
        """Where the observer's note of a chest begins, or NONE."""
        notes = self.s.chests[self.me]
        i: i64 = 0
        while i < len(notes):
            if notes[i] == number and notes[i + 1] == which:
                return i
            i += deals.NOTE
        return NONE

    def answer_of(self, number: i64, which: i64) -> i64:
        """What the observer answered to a chest."""
        at = self.note_of(number, which)
        return self.s.chests[self.me][at + 6] if at != NONE else 0

    def saw_paid(self, number: i64) -> i64:
        """Whether the chest that came to the observer second was paid; NONE if none has come."""
        at = self.note_of(number, 2)
        if at != NONE:
            return self.s.chests[self.me][at + 4]
        held = self.held()
        if held and number == self.s.round and self.now - first_period(number) == PAID_FIRST:
            return held[deals.IS_PAID]
        return NONE

    def came_home(self, number: i64, what: i64) -> i64:
        """What the observer found in his own chest: an item of its line, or NONE while it is away."""
        if self.now < first_period(number) + HOME:
            return NONE
        offers = self.s.offers[self.me]
        i: i64 = 0
        while i < len(offers):
            if offers[i] == number:
                return offers[i + what]
            i += deals.OFFERED
        return NONE

    # -- fragments, and money that could be raised ---------------------------------------------------------------------

    def shown_later(self, seat: i64, number: i64) -> i64:
        """How many fragments a seat showed at once, at most, since this round's deals: a mortal never gets any back."""
        proofs = self.s.proofs[seat]
        most: i64 = 0
        i: i64 = 0
        while i < self.size(seat, PROOFS_THEN, proofs, PROOF):
            if proofs[i] > first_period(number):
                most = max(most, proofs[i + 1])
            i += 2
        return most

    def souls_fit(self, marks: list[i64], all_souls: list[i64], number: i64) -> bool:
        """Whether everybody could show the fragments that he showed between this round's deals and the next ones."""
        if self.forgotten:
            return True
        s = self.s
        first = first_period(number) + HOME
        end = first_period(number + 1)
        seat: i64
        for seat in range(SEATS):
            souls = all_souls[seat]
            proofs = s.proofs[seat]
            i: i64 = 0
            while i < self.size(seat, PROOFS_THEN, proofs, PROOF):
                if first <= proofs[i] <= end and proofs[i + 1] > fragments(souls):
                    return False
                i += 2
            if s.phase == box.COUNTING and number == box.ROUNDS and souls != s.shown_souls[seat]:
                return False
            if marks[seat] != HORNS:
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

    def tells_of_means(self, seat: i64, period: i64) -> bool:
        """Whether it is known of a seat that it could, or could not, pay something in a period."""
        if self.forgotten:
            return False
        lines = self.s.poor[seat]
        n: i64 = 0
        while n < self.size(seat, POOR_THEN, lines, ledger.POOR):
            if lines[n] == period:
                return True
            n += ledger.POOR
        lines = self.s.rich[seat]
        n = 0
        while n < self.size(seat, RICH_THEN, lines, ledger.POOR):
            if lines[n] == period:
                return True
            n += ledger.POOR
        return False

    def least_coins(self, secret: list[i64], seat: i64, period: i64) -> i64:
        """How many secret coins a seat must have had, with the other goods that it had, since it could pay."""
        lines = self.s.rich[seat]
        found: i64 = -NO_BOUND
        n: i64 = 0
        while n < self.size(seat, RICH_THEN, lines, ledger.POOR):
            if lines[n] == period:
                found = max(found, self.coins_needed(lines, n, secret, seat))
            n += ledger.POOR
        return found

    def most_coins(self, secret: list[i64], seat: i64, period: i64) -> i64:
        """How many it can have had at most, since it could not pay."""
        lines = self.s.poor[seat]
        found: i64 = NO_BOUND
        n: i64 = 0
        while n < self.size(seat, POOR_THEN, lines, ledger.POOR):
            if lines[n] == period:
                found = min(found, self.coins_needed(lines, n, secret, seat) - 1)
            n += ledger.POOR
        return found

    def coins_needed(self, lines: list[i64], n: i64, secret: list[i64], seat: i64) -> i64:
        """How many secret coins pay for what a line of the ledger tells of."""
        goods: list[i64] = [lines[n + 7 + kind] + secret[seat * KINDS + kind] for kind in range(RESOURCES)]
        return ledger.coins_to_pay(lines, n, goods) - lines[n + 7 + COINS]

    # -- all of it -----------------------------------------------------------------------------------------------------

    def fits_now(self, secret: list[i64], souls: list[i64]) -> bool:
        """Whether goods and fragments are as they are known to be at present. One's own are known."""
        s = self.s
        least = self.least[self.now]
        most = self.most[self.now]
        seat: i64
        kind: i64
        for seat in range(SEATS):
            if seat == self.me:
                for kind in range(KINDS):
                    if secret[seat * KINDS + kind] != how_many(s.goods[seat], kind) - s.open_goods[seat][kind]:
                        return False
                if souls[seat] != s.souls[seat]:
                    return False
                continue
            for kind in range(KINDS):
                at = seat * KINDS + kind
                if secret[at] < least[at] or secret[at] > most[at]:
                    return False
            proofs = s.proofs[seat]
            i: i64 = 0
            while i < len(proofs):
                if proofs[i] == self.now and proofs[i + 1] > fragments(souls[seat]):
                    return False
                i += 2
            if self.tells_of_means(seat, self.now):
                there = secret[seat * KINDS + COINS]
                if there < self.least_coins(secret, seat, self.now) or there > self.most_coins(secret, seat, self.now):
                    return False
        return True

    def digest(self) -> i64:
        """A number that stands for all of it: the same, whether it is known now, or was known then."""
        s = self.s
        me = self.me
        options: i64 = (4 if s.jesters else 0) + (2 if s.indulgences_offered else 0) + (1 if s.goods_as_bribes else 0)
        found = fold(fold(me + 1, self.now), 4 * options + self.forgotten)
        if self.since > 1:  # what is supposed besides depends on the phase, too
            found = fold(fold(found, self.since), s.phase)
            for n in s.majors if self.reads else []:
                found = fold(found, n)
        for marks in self.roles:
            for mark in marks:
                found = fold(found, mark)
        for number in self.schedules:
            found = fold(found, number)
        at: i64
        for at in range(self.now + 1):
            for n in self.least[at]:
                found = fold(found, n)
            for n in self.most[at]:
                found = fold(found, n)
        seat: i64
        for seat in range(SEATS):
            for n in s.poor[seat][: self.size(seat, POOR_THEN, s.poor[seat], ledger.POOR)]:
                found = fold(found, n)
            for n in s.rich[seat][: self.size(seat, RICH_THEN, s.rich[seat], ledger.POOR)]:
                found = fold(found, n)
            for n in s.proofs[seat][: self.size(seat, PROOFS_THEN, s.proofs[seat], PROOF)]:
                found = fold(found, n)
        for numbers in (*self.laid, *self.won):
            for n in numbers:
                found = fold(found, n)
        for mark in range(SEATS):
            for n in s.third[mark] if self.laid[0] else []:
                found = fold(found, n)
        if self.rounds == box.ROUNDS:
            for seat in range(SEATS):
                found = fold(found, s.locked[seat])
                for n in s.mass[seat]:
                    found = fold(found, n)
        if me >= 0:
            notes = s.chests[me]
            i: i64 = 0
            while i < len(notes) and notes[i] <= self.rounds:
                for n in notes[i : i + deals.NOTE]:
                    found = fold(found, n)
                i += deals.NOTE
            offers = s.offers[me]
            known: i64 = 0
            i = 0
            while i < len(offers) and offers[i] <= self.rounds:
                known = offers[i]
                home = self.now >= first_period(known) + HOME
                for n in offers[i : i + (deals.OFFERED if home else 3)]:
                    found = fold(found, n)
                i += deals.OFFERED
            if self.rounds < box.ROUNDS:
                return found
            if known < s.round:  # its chest is still away: the same numbers as those that will be in its line
                found = fold(fold(fold(found, s.round), s.offer[me]), s.price[me])
            for n in self.held():
                found = fold(found, n)
            found = fold(fold(fold(found, s.laid[me]), s.laid_souls[me]), s.guesses[me])
        return found
