"""Histories by the batch: the same ones wherever the same is known.

A batch of the round that runs goes on from a larger one of the rounds that are over, of which the same stays known, so
that it need not be drawn again. Only if nothing comes of that are all rounds drawn anew.

What is known changes in two ways. When sealed answers are opened, histories are drawn anew. When a turn of the dealer
shows something (what was reckoned, what came home), those that were there before stay, as far as they fit it: so what
is imagined after it is just what was imagined before it and looks the same, however few histories there are. Only if
hardly any of them fit, they are drawn anew as well. (When a chest comes to somebody who sees what is in it, they always
are.)
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bits import fold
from eminence.core.rng import Rng
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import deals
from eminence.games.deal_with_the_devil.evidence import MOST_FORGOTTEN, Evidence, something_was_shown
from eminence.games.deal_with_the_devil.goods import JESTER, how_many
from eminence.games.deal_with_the_devil.histories import Histories, alike_in
from eminence.games.deal_with_the_devil.history import History, any_order
from eminence.games.deal_with_the_devil.preparation import SCHEDULES
from eminence.games.deal_with_the_devil.state import DevilState

SIZES: Final[list[i64]] = [24, 96, 200]
"""So many histories are drawn together: few at first, more as more are asked for."""
OF_THE_PAST: Final[list[i64]] = [128, 400]
"""So many are drawn of the rounds that are over: on these the first two batches of this round go on, and the others."""
BATCHES: Final = 10
"""After so many batches the first comes again."""
BY_ROLES: Final = 96
"""Where nothing was found, each way in which the roles may be is tried by itself, with so many at first."""
MOST: Final = 384
"""And with so many at last: many times more find something now and then, and a bot would think for seconds over it."""
ENOUGH: Final = 2
"""Of the first three batches so many must fit what has been shown since, or they are drawn anew."""
KEPT: Final = 20_000
"""So many histories are kept, some 60 MB."""

_batches: Final[dict[tuple[i64, i64], list[History]]] = {}
"""The last ones: who composes an answer is asked many times, and knows the same each time; and what is known of the
rounds that are over nearly always stays the same."""


def drawn(evidence: Evidence, key: i64, at: i64, size: i64) -> list[History]:
    """A batch of histories that fit what is known; none if none were found."""
    name = (key, BATCHES * size + at)
    if name in _batches:
        found = _batches.pop(name)
    else:
        found = drawn_anew(evidence, size, at, Rng(fold(key, BATCHES * size + at)))
        there: i64 = len(found)
        for batch in _batches.values():
            there += len(batch)
        while there > KEPT:
            there -= len(_batches.pop(next(iter(_batches))))
    _batches[name] = found  # the last one again
    return found


def drawn_anew(evidence: Evidence, size: i64, at: i64, rng: Rng) -> list[History]:
    """Those that go on from what may have passed in the rounds that are over; if need be, from the beginning."""
    histories = Histories(evidence)
    rounds = evidence.rounds_begun() - 1
    found: list[History] = []
    if rounds > 0 and evidence.rounds == box.ROUNDS and not evidence.forgotten:
        before = evidence.of_the_first(rounds)
        which: i64 = min(at // 2, len(OF_THE_PAST) - 1)
        key = before.digest()
        past = drawn(before, key, 0, OF_THE_PAST[0])
        if past and which:
            past = drawn(before, key, which, OF_THE_PAST[which]) or past
        found = histories.draw_after(past, rounds, before, size, rng)
        # What is not found of the past is not found of all. And who forgets supposes enough that others do not know: he
        # need not try for long.
        if not past or evidence.since > 1:
            return found
    if not found:
        found = histories.draw(size, rng)
    if not found and evidence.since == 1:
        found = histories.draw_by_roles(BY_ROLES, rng)
        if not found and not evidence.forgotten:  # once something is left out of account, more of it may be
            found = histories.draw_by_roles(MOST, rng)
    return found


@final
class Population:
    """Histories that fit what an observer knows."""

    def __init__(self, s: DevilState, me: i64, since: i64 = 1) -> None:
        """`since`: from which round on he remembers what passed openly."""
        self.s = s
        self.me: i64 = me
        self.since: i64 = since
        self.now = Evidence(s, me, True, 0, box.ROUNDS, since)
        self.now_key: i64 = self.now.digest()
        self.then: Evidence | None = None
        self.then_key: i64 = 0
        if something_was_shown(s, me):
            then = Evidence(s, me, False, 0)
            self.then = then
            self.then_key = then.digest()
        self.alike: list[list[i64]] = alike_in(self.now.schedules, self.now.rounds_begun())
        self.batches: i64 = 0  # so many have been asked for
        self.fitting: i64 = 0
        self.failures: i64 = 0  # so many times in a row nothing was found

    def schedule_of(self, history: History, rng: Rng) -> i64:
        """A schedule by which the chests have come as in a history: for what is still to come, all of them are alike,
        however few histories there are."""
        may = self.alike[history.schedule]
        return may[rng.below(len(may))]

    def next_batch(self, rng: Rng) -> list[History]:
        """The next batch, in any order."""
        found: list[History] = []
        while not found:
            at = self.batches % BATCHES
            self.batches += 1
            found = self.drawn_now(at) if self.then is None else self.going_on(self.then, at)
        return [found[n] for n in any_order(len(found), rng)]

    def going_on(self, then: Evidence, at: i64) -> list[History]:
        """Those of a batch from before the last turns of the dealer that fit what these have shown."""
        found: list[History] = []
        home = then.now < self.now.now
        for history in drawn(then, self.then_key, at, SIZES[min(at, len(SIZES) - 1)]):
            one = history.with_chests_at_home() if home else history
            if one.marks in self.now.roles and self.now.fits_now(one.secret, one.souls) and self.fits_chest(one):
                found.append(one)
        self.fitting += len(found)
        if at + 1 >= len(SIZES) and self.fitting < ENOUGH:
            self.then = None
            return self.drawn_now(at)
        if at == 1 and not self.fitting:
            return self.drawn_now(0)
        return found

    def fits_chest(self, history: History) -> bool:
        """Whether the chest before the observer, which is paid already, came to him."""
        held = self.now.held()
        if not held:
            return True
        s = self.s
        if SCHEDULES[history.schedule][s.round - 1][1][held[deals.MARK]] != s.role[self.me]:
            return False
        chest = history.chests[history.seats()[held[deals.MARK]]]
        jesters = chest.goods[JESTER] + chest.add_first
        return (
            chest.taken == 1 and chest.price == held[deals.ASKED] and jesters == how_many(held[deals.CONTENTS], JESTER)
        )

    def drawn_now(self, at: i64) -> list[History]:
        """A batch that fits all that is known. If there is none (to who forgets, if there is none time and again),
        something is left out of account."""
        found = drawn(self.now, self.now_key, at, SIZES[min(at, len(SIZES) - 1)])
        if found:
            self.failures = 0
            return found
        self.failures += 1
        if self.since > 1 and self.failures < len(SIZES):
            return found
        self.failures = 0
        if self.now.forgotten == MOST_FORGOTTEN:
            raise ValueError("what is known of the chests cannot be")
        self.now = Evidence(self.s, self.me, True, self.now.forgotten + 1, box.ROUNDS, self.since)
        self.now_key = self.now.digest()
        return found
