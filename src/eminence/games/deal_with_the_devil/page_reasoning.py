"""What follows from what the reader knows: who can still be what, and whose chests can come to him next.

Derived, never guessed: from his role, the marks that he saw, what was shown to all, and how chests travel. What realms
were seen to get and to spend is for memory; it is left out of account, as if it proved nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import deals
from eminence.games.deal_with_the_devil.evidence import NO_BOUND, Evidence
from eminence.games.deal_with_the_devil.goods import KINDS
from eminence.games.deal_with_the_devil.page_parts import Part
from eminence.games.deal_with_the_devil.preparation import SCHEDULES
from eminence.games.deal_with_the_devil.state import DevilState

AHEAD: Final = 2
"""So many chests that are still to come are told."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """Another realm: which of the three roles it can have."""

    seat: int
    who: str
    may: tuple[bool, ...]
    told: str


def without_books(known: DevilState, seat: int) -> Evidence:
    """All that a seat knows but for the ledger: books that stand so high prove nothing."""
    s = known.clone()
    unread = [NO_BOUND] * KINDS
    s.lows = [[unread] * len(s.lows[seat]) for _ in range(box.SEATS)]
    s.lowest = [unread] * box.SEATS
    empty: list[list[int]] = [[], [], [], []]
    s.bounds, s.poor, s.rich, s.proofs = empty, empty, empty, empty
    return Evidence(s, seat, True, 0)


class Reasoning(Part):
    """The helper in the notebook."""

    @cached_property
    def evidence(self) -> Evidence:
        """What the reader knows, but for what is for memory."""
        return without_books(self.s, self.near)

    @property
    def suspects(self) -> list[Suspect]:
        found = []
        for seat in self.clockwise(self.near)[1:]:
            roles = {int(box.ROLE_OF[marks[seat]]) for marks in self.evidence.roles}
            may = tuple(number in roles for number in range(len(box.ROLE_NAMES)))
            words = [self.t(f"role.{name}") for name, can in zip(box.ROLE_NAMES, may, strict=True) if can]
            key = "is" if len(words) == 1 else "may"
            told = self.t(f"page.reason.{key}", who=self.who(seat), role=self.t.either(words))
            found.append(Suspect(seat, self.who(seat), may, told))
        return found

    @property
    def coming(self) -> list[str]:
        """Whose chests can come next, as far as the ways of chests tell."""
        seen = len(self.s.chests[self.near]) // deals.NOTE + bool(self.s.held[self.near])
        found = []
        for number in range(seen, min(seen + AHEAD, 2 * box.ROUNDS)):
            at, which = number // 2, number % 2
            marks = {
                mark
                for schedule in self.evidence.schedules
                for mark in range(box.SEATS)
                if SCHEDULES[schedule][at][which][mark] == self.s.role[self.near]
            }
            chests = self.t.either([self.telling.chest(mark) for mark in sorted(marks)])
            found.append(self.t("page.reason.next", n=at + 1, which=which + 1, chests=chests))
        return found
