"""What is known of the rounds after one: in how far what somebody has after it seems to fit that."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.games.deal_with_the_devil.components import ROUNDS, SEATS
from eminence.games.deal_with_the_devil.evidence import HOME, NO_BOUND, Evidence, first_period
from eminence.games.deal_with_the_devil.goods import COINS, KINDS

FAR: Final = 15
HOPE: Final[list[list[float]]] = [
    [(0.8 if kind == COINS else 0.35) ** n for n in range(FAR + 1)] for kind in range(KINDS)
]
"""By kind: what it is worth to have n too few, or too many."""


@final
class Outlook:
    """Between which numbers every secret part is known to have been after the next round, and after the one after that.

    What is promising is kept, and its weight corrected in the next round.
    """

    def __init__(self, evidence: Evidence, marks: list[i64], number: i64) -> None:
        self.blank: bool = True  # nothing is known of them
        self.low: list[i64] = []
        self.high: list[i64] = []
        self.low_later: list[i64] = []
        self.high_later: list[i64] = []
        seat: i64
        kind: i64
        heeded = number >= evidence.since  # what was before that is forgotten
        soon = heeded and number + 1 <= ROUNDS and evidence.now >= first_period(number + 1) + HOME
        later = number + 2 <= ROUNDS and evidence.now >= first_period(number + 2) + HOME
        for seat in range(SEATS):
            for kind in range(KINDS):
                at = seat * KINDS + kind
                known = seat != evidence.me
                self.low.append(evidence.least_at_home(number + 1, marks[seat])[at] if soon and known else -NO_BOUND)
                self.high.append(evidence.most_at_home(number + 1, marks[seat])[at] if soon and known else NO_BOUND)
                self.low_later.append(
                    evidence.least_at_home(number + 2, marks[seat])[at] if later and known else -NO_BOUND
                )
                self.high_later.append(
                    evidence.most_at_home(number + 2, marks[seat])[at] if later and known else NO_BOUND
                )
        if soon:
            self.blank = False

    def promise(self, seat: i64, kind: i64, n: i64) -> float:
        """How promising it is that a seat has n of a kind: the less, the more there are too few or too many."""
        if self.blank:
            return 1.0
        at = seat * KINDS + kind
        found: float = 1.0
        off: i64 = 0
        if n < self.low[at]:
            off = self.low[at] - n
        elif n > self.high[at]:
            off = n - self.high[at]
        if off:
            found = HOPE[kind][min(off, FAR)]
        off = 0
        if n < self.low_later[at]:
            off = self.low_later[at] - n
        elif n > self.high_later[at]:
            off = n - self.high_later[at]
        if off:
            found *= HOPE[kind][min(off, FAR) // 2]
        return found

    def says(self, seat: i64, kind: i64, least: i64) -> bool:
        """Whether it makes a difference how many of a kind a seat has, if it has so many at least."""
        if self.blank:
            return False
        at = seat * KINDS + kind
        return (
            self.low[at] > least
            or self.low_later[at] > least
            or self.high[at] < NO_BOUND
            or self.high_later[at] < NO_BOUND
        )
