"""Setting up: the board, the roles, how the chests will travel, and the inquisitors."""

from __future__ import annotations

from itertools import permutations
from typing import Final, final

from mypy_extensions import i64

from eminence.core.state import ALL_ALIKE, DEALER, GO_ON, HIDDEN, SealedStep, Step
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import events, ledger
from eminence.games.deal_with_the_devil.cards import DEBT_COLLECTOR, REDS
from eminence.games.deal_with_the_devil.codes import ANY, AVOID, RED, ROLES, SCHEDULE, TURN, WANT
from eminence.games.deal_with_the_devil.components import ALL_SEATS, DOVE, EYE, HORNS, LAMB, NONE, SEATS
from eminence.games.deal_with_the_devil.goods import EACH, JESTER
from eminence.games.deal_with_the_devil.state import DevilState

ASSIGNMENTS: Final[list[list[i64]]] = [list(marks) for marks in permutations(range(SEATS))]
"""The 24 ways to deal the four chests: the mark of each seat (DP-25)."""

PLAIN: Final = 0
SPECIAL_A: Final = 1
SPECIAL_B: Final = 2
THIRD: Final = 3


def _receivers(kind: i64, x: i64, y: i64) -> list[list[i64]]:
    """Who gets whose chest, first and second, in a round of a kind: by the owner's mark, the receiver's. `x` is the
    mortal who is the first of the two mortals to see the devil's offer, `y` the other."""
    first: list[i64] = [0, 0, 0, 0]
    second: list[i64] = [0, 0, 0, 0]
    first[HORNS], first[EYE], first[x], first[y] = x, y, HORNS, EYE
    second[HORNS], second[EYE], second[x], second[y] = EYE, x, y, HORNS
    if kind in (SPECIAL_A, SPECIAL_B):
        second[EYE], second[x], second[y] = HORNS, y, x
    if kind == SPECIAL_B:
        first[x], first[y] = EYE, HORNS
    if kind == THIRD:
        return [second, first]
    return [first, second]


def _schedules() -> list[list[list[list[i64]]]]:
    """All 48 ways in which the chests may travel: by round and distribution, the receiver's mark by the owner's.

    Each mortal is the first to see the devil's offer in two of the rounds 1, 2, 4 and 5; in one of the rounds 2 and 4,
    the special one, the cultist's chest reaches the devil.
    """
    found: list[list[list[list[i64]]]] = []
    for seen in range(16):  # the rounds (of those four) in which the dove is first
        if bin(seen).count("1") != 2:
            continue
        for special in (1, 2):  # round 2 or 4
            for kind in (SPECIAL_A, SPECIAL_B):
                for third in (DOVE, LAMB):
                    rounds: list[list[list[i64]]] = []
                    for at in range(4):
                        x = DOVE if seen >> at & 1 else LAMB
                        rounds.append(_receivers(kind if at == special else PLAIN, x, DOVE + LAMB - x))
                    rounds.insert(2, _receivers(THIRD, third, DOVE + LAMB - third))
                    found.append(rounds)
    return found


SCHEDULES: Final[list[list[list[list[i64]]]]] = _schedules()
"""By schedule, round (from 0) and distribution (0 or 1): the receiver's mark, by the owner's."""

WANTED: Final = 1  # a wish for one of the three roles, two bits each
UNWANTED: Final = 2
WEIGHTS: Final[list[i64]] = [3, 9, 1]  # DP-20: wanted 3, unwanted a third


@final
class TurnBoard(Step[DevilState]):
    """The players sit down at random: the board is turned."""

    def begin(self, s: DevilState) -> i64:
        return DEALER

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [TURN + quarters for quarters in range(SEATS)]

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        s.turned = code - TURN
        if s.story is not None:
            s.tell(events.BoardTurned(int(s.turned)))
        at: i64
        for at in range(SEATS):
            ledger.gain(s, at, box.START_OF_SIDE[(at + s.turned) % SEATS])


@final
class Wishes(SealedStep[DevilState]):
    """By the advanced option everybody says in secret which roles he would like, or would rather not play."""

    def who(self, s: DevilState) -> i64:
        return ALL_SEATS

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        role = len(s.sealed[seat])
        return [WANT + role, ANY + role, AVOID + role]

    def complete(self, s: DevilState, seat: i64) -> bool:
        return len(s.sealed[seat]) == len(box.ROLE_NAMES)

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        found: list[i64] = []
        for given in answers:
            wish: i64 = 0
            for code in given:
                if WANT <= code < ANY:
                    wish |= WANTED << (2 * (code - WANT))
                elif code >= AVOID:
                    wish |= UNWANTED << (2 * (code - AVOID))
            found.append(wish)
        s.wishes = found

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == seat else HIDDEN


@final
class DealRoles(Step[DevilState]):
    """The chests are dealt. Each opens his own behind his wall."""

    def begin(self, s: DevilState) -> i64:
        return DEALER

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [ROLES + number for number in range(len(ASSIGNMENTS))]

    def weights(self, s: DevilState) -> list[i64]:
        if s.wishes == [0, 0, 0, 0]:
            return ALL_ALIKE
        found: list[i64] = []
        for marks in ASSIGNMENTS:
            weight: i64 = 1
            seat: i64
            for seat in range(SEATS):
                weight *= WEIGHTS[(s.wishes[seat] >> (2 * box.ROLE_OF[marks[seat]])) & 3]
            found.append(weight)
        return found

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        s.role = ASSIGNMENTS[code - ROLES][:]
        s.wishes = [0, 0, 0, 0]  # they have done their work
        souls: list[i64] = []
        at: i64
        for at in range(SEATS):
            mark = s.role[at]
            souls.append(box.SOULS_OF_ROLE[mark])
            ledger.gain_in_secret(s, at, box.START_OF_ROLE[mark])
            if s.jesters:
                ledger.gain_in_secret(s, at, box.JESTERS_OF_ROLE[mark] * EACH[JESTER])
            if s.story is not None:
                s.tell(events.GotRole(int(at), int(mark)))
        s.souls = souls

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        return ASSIGNMENTS[code - ROLES][observer] if observer >= 0 else HIDDEN


@final
class DrawSchedule(Step[DevilState]):
    """How the chests will travel in the whole match: nobody ever sees it."""

    def begin(self, s: DevilState) -> i64:
        return DEALER

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [SCHEDULE + number for number in range(len(SCHEDULES))]

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        s.schedule = code - SCHEDULE

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        return HIDDEN


@final
class PlaceInquisitors(Step[DevilState]):
    """Three of the four red inquisitors lie face down on 1, 2 and 3; anyone may read them (DP-26)."""

    def begin(self, s: DevilState) -> i64:
        if len(s.reds) == 3:
            s.done()
            return GO_ON
        return DEALER

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [RED + red for red in range(REDS) if DEBT_COLLECTOR + red not in s.reds]

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        inquisitor: i64 = DEBT_COLLECTOR + code - RED
        s.reds = [*s.reds, inquisitor]
        if s.story is not None:
            s.tell(events.InquisitorLies(len(s.reds), int(inquisitor)))


def seat_of(s: DevilState, mark: i64) -> i64:
    """The seat that has a role, by its mark."""
    seat: i64
    for seat in range(SEATS):
        if s.role[seat] == mark:
            return seat
    return NONE


def owner_of_chest(s: DevilState, seat: i64, which: i64) -> i64:
    """Whose chest a seat gets at the first (1) or second (2) distribution of this round."""
    receivers = SCHEDULES[s.schedule][s.round - 1][which - 1]
    mark: i64
    for mark in range(SEATS):
        if receivers[mark] == s.role[seat]:
            return seat_of(s, mark)
    return NONE
