"""Looking one answer ahead. Compiled together with the rules."""

from typing import Final

from mypy_extensions import i64

from eminence.bots.playout import draw, first_waiting, habitual_answer
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL, State, Worlds

BY_HABIT: Final = 0.003
"""How much better a choice must look than the one that is made by habit."""
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


def values_after(worlds: Worlds, seat: i64, choices: list[i64], tries: i64, rng: Rng) -> list[float]:
    """What each choice is worth to the seat that makes it, on average over some imagined worlds.

    Where people have habits, all choices are judged against the same sealed answers of the others, and the same luck;
    what they would do by habit is a little better than what looks just as good; and what no sensible player thinks
    about is not looked at, and worth nothing.
    """
    sums = [0.0] * len(choices)
    judged = choices
    for _ in range(tries):
        world = worlds.imagine(rng)
        alike = world.has_habits()
        usual: i64 = -1
        if alike:
            others_seal(world, seat, rng)
            usual = world.habit(seat, choices, rng)
            judged = world.sensible(seat, choices)
        luck = rng.x
        for i in range(len(choices)):
            if alike:
                if choices[i] not in judged and choices[i] != usual:
                    continue
                rng.x = luck
            s = world.clone()
            s.answer(seat, choices[i])
            settle(s, rng)
            sums[i] += worth(s, seat)
            if choices[i] == usual:
                sums[i] += BY_HABIT
    return [total / float(tries) for total in sums]
