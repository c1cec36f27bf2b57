"""Looking one answer ahead. Compiled together with the rules."""

from typing import Final, final

from mypy_extensions import i64

from eminence.bots.playout import draw, first_waiting, habitual_answer
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL, State, Worlds

BY_HABIT: Final = 0.003
"""How much better a choice must look than the one that is made by habit."""
FIRST_HALVING: Final = 8
"""In so many worlds all choices are judged."""
MARGIN: Final = 0.1
"""How much of what a finished game is worth is by how much it was won or lost, in games that know habits."""


def worth(s: State, seat: i64) -> float:
    """What a state is worth to a seat, from 0 to 1: its share of the win once the game is over, else how it looks.

    Who plays by habits has, where nothing decides the game any more, the habit of losing by as little as can be.
    """
    if s.asked == NOBODY:
        winners = s.winners()
        share = 1.0 / float(len(winners)) if seat in winners else 0.0
        return (1.0 - MARGIN) * share + MARGIN * s.evaluate(seat) if s.has_habits() else share
    return s.evaluate(seat)


def worths(s: State) -> list[float]:
    """The same for every seat."""
    if s.asked == NOBODY:
        return [worth(s, seat) for seat in range(s.seats)]
    return s.evaluate_all()


def settle(s: State, rng: Rng) -> None:
    """Let the dealer draw, and the others give their sealed answers, so that the state can be judged.

    Where several are about to answer and nobody has, it is judged as it is: any answers would tell less than none;
    unless the game knows what people do by habit, and has something under way.
    """
    while True:
        if s.asked == DEALER:
            s.answer(DEALER, draw(s, rng))
        elif s.asked == SEVERAL:
            if not has_begun(s) and not s.under_way():
                return
            seat = first_waiting(s)
            s.answer(seat, habitual_answer(s, seat, rng))
        elif s.asked == NOBODY or not s.under_way():
            return
        else:
            s.answer(s.asked, habitual_answer(s, s.asked, rng))


def others_seal(s: State, seat: i64, rng: Rng) -> None:
    """Let all others who are asked with a seat seal their answers, by habit."""
    other: i64
    for other in range(s.seats):
        while other != seat and s.asked == SEVERAL and s.is_asked(other):
            s.seal(other, habitual_answer(s, other, rng))


def has_begun(s: State) -> bool:
    """Whether somebody has given a sealed answer."""
    return any(given for given in s.sealed)


@final
class Weighing:
    """Looks one answer ahead in more and more worlds, and ever closer at what looks best.

    Whenever there have been twice as many, the worse half of the choices is laid aside (sequential halving: Karnin,
    Koren and Somekh 2013). For games whose answers are composed of many small ones: each choice is judged as it would
    be completed by habit.
    """

    __slots__ = ("choices", "judged", "left", "rng", "seat", "sums", "worlds")

    def __init__(self, worlds: Worlds, seat: i64, choices: list[i64], rng: Rng) -> None:
        self.worlds = worlds
        self.seat = seat
        self.choices = choices
        self.rng = rng
        self.sums: list[float] = [0.0] * len(choices)
        self.left: list[i64] = [i64(at) for at in range(len(choices))]
        """Places of the choices still looked at."""
        self.judged: i64 = 0
        """In how many worlds."""

    def run(self, worlds: i64) -> None:
        """Judge what is left in so many worlds more."""
        for _ in range(worlds):
            judge(self.worlds.imagine(self.rng), self.seat, self.choices, self.left, self.sums, self.rng)
            self.judged += 1
            if self.judged >= FIRST_HALVING and self.judged & (self.judged - 1) == 0:
                self.halve()

    def halve(self) -> None:
        """Lay the worse half aside, but never the second best."""
        stay = max((len(self.left) + 1) // 2, 2)
        while len(self.left) > stay:
            worst: i64 = 0
            for i in range(len(self.left)):
                if self.sums[self.left[i]] <= self.sums[self.left[worst]]:
                    worst = i
            del self.left[worst]

    def best(self) -> i64:
        """The place of the choice that looks best."""
        found = self.left[0]
        for at in self.left:
            if self.sums[at] > self.sums[found]:
                found = at
        return found


def values_after(worlds: Worlds, seat: i64, choices: list[i64], tries: i64, rng: Rng) -> list[float]:
    """What each choice is worth to the seat that makes it, on average over some imagined worlds.

    Where people have habits, all choices are judged against the same sealed answers of the others, and the same luck;
    what they would do by habit is a little better than what looks just as good; and what no sensible player thinks
    about is not looked at, and worth nothing.
    """
    sums = [0.0] * len(choices)
    places = [i64(at) for at in range(len(choices))]
    for _ in range(tries):
        judge(worlds.imagine(rng), seat, choices, places, sums, rng)
    return [total / float(tries) for total in sums]


def judge(world: State, seat: i64, choices: list[i64], places: list[i64], sums: list[float], rng: Rng) -> None:
    """Add to each sum, at these places, what the choice is worth in one imagined world."""
    alike = world.has_habits()
    usual: i64 = -1
    judged = choices
    if alike:
        others_seal(world, seat, rng)
        usual = world.habit(seat, choices, rng)
        judged = world.sensible(seat, choices)
    luck = rng.x
    for i in places:
        if alike:
            if choices[i] not in judged and choices[i] != usual:
                continue
            rng.x = luck
        s = world.clone()
        s.answer(seat, choices[i])
        settle(s, rng)
        sums[i] = sums[i] + worth(s, seat)
        if choices[i] == usual:
            sums[i] = sums[i] + BY_HABIT
