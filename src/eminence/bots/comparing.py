"""Choosing among what looks good at once by playing whole matches from there. Compiled together with the rules.

One look ahead tells good choices from bad ones cheaply; which of the good ones is best it hardly knows, where what
they lead to comes rounds later. So the best few are compared by what comes of them in the end: all of them in the same
imagined worlds, against the same sealed answers of the others and with the same luck to begin with, and from there on
everybody plays by habit. The difference between two choices then has much less chance in it than either has.
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from mypy_extensions import i64

from eminence.bots.lookahead import others_seal, values_after
from eminence.bots.playout import play_by_habit
from eminence.core.rng import Rng
from eminence.core.state import State, Worlds

NEAR: Final = 0.04
"""What looks worse than the best by more than this is not compared."""
MOST: Final = 5
"""Nor are more choices than these."""
A_LEAD: Final = 6.0
"""Points by which one is ahead in the end when that is worth 73 %."""
BEST_OTHER: Final = 0.7
"""How much of what one must be ahead of is the best of the others; the rest is what they have on average, which has
less chance in it."""
A_LOOK: Final = 0.015
"""By how much the difference between two choices is usually misjudged at a look."""
SPREAD: Final = 0.01
"""Variance that is added to what was seen: a few matches that came out alike prove little."""


@final
class Comparison:
    """What each of a seat's choices leads to: `run` it for some worlds, then ask for the `best`."""

    def __init__(self, worlds: Worlds, seat: i64, choices: list[i64], looks: i64, rng: Rng) -> None:
        self.worlds = worlds
        self.seat = seat
        self.rng = rng
        self.tries: i64 = 0
        values = values_after(worlds, seat, choices, looks, rng)
        order = sorted(range(len(choices)), key=lambda place: -values[place])
        highest = values[order[0]]
        near = [place for place in order if values[place] >= highest - NEAR][:MOST]
        self.codes: list[i64] = [choices[place] for place in near]
        """What is compared, by how good it looks."""
        self.looked: list[float] = [values[place] - highest for place in near]
        self.sums: list[float] = [0.0] * len(near)
        """By how much each came out better than the first, added up; and the squares of it."""
        self.squares: list[float] = [0.0] * len(near)

    def run(self, tries: i64) -> None:
        """Play all that is compared to the end in that many worlds more."""
        if len(self.codes) == 1:
            return
        rng = self.rng
        for _ in range(tries):
            self.tries += 1
            world = self.worlds.imagine(rng)
            others_seal(world, self.seat, rng)
            luck = rng.x
            first = 0.0
            for i in range(len(self.codes)):
                rng.x = luck
                s = world.clone()
                s.answer(self.seat, self.codes[i])
                play_by_habit(s, rng)
                value = outcome(s, self.seat)
                if i == 0:
                    first = value
                gain = value - first
                self.sums[i] = self.sums[i] + gain
                self.squares[i] = self.squares[i] + gain * gain

    def best(self) -> i64:
        """The choice that does best, by what was played and by how it looked: the look counts for as many matches as
        it takes to know as much."""
        found = self.codes[0]
        highest = 0.0
        tries = float(self.tries)
        for i in range(1, len(self.codes)):
            mean = self.sums[i] / max(tries, 1.0)
            variance = max(self.squares[i] / max(tries, 1.0) - mean * mean, 0.0) + SPREAD
            weight = variance / (A_LOOK * A_LOOK)
            value = (self.looked[i] * weight + self.sums[i]) / (weight + tries)
            if value > highest:
                highest = value
                found = self.codes[i]
        return found


def outcome(s: State, seat: i64) -> float:
    """What a finished match is worth to a seat, from 0 to 1, by its lead: more than who has won tells of one match."""
    scores = s.scores()
    best: float = -1e9
    total = 0.0
    other: i64
    for other in range(s.seats):
        if other != seat:
            points = float(scores[other])
            best = max(best, points)
            total += points
    lead = float(scores[seat]) - BEST_OTHER * best - (1.0 - BEST_OTHER) * total / float(s.seats - 1)
    return 1.0 / (1.0 + exp(-lead / A_LEAD))
