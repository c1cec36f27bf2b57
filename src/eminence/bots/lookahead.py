"""Looking one answer ahead. Compiled together with the rules."""

from mypy_extensions import i64

from eminence.bots.playout import draw, first_waiting, random_answer
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL, State, Worlds


def worth(s: State, seat: i64) -> float:
    """What a state is worth to a seat, from 0 to 1: its share of the win once the game is over, else how it looks."""
    if s.asked == NOBODY:
        winners = s.winners()
        return 1.0 / float(len(winners)) if seat in winners else 0.0
    return s.evaluate(seat)


def worths(s: State) -> list[float]:
    """The same for every seat."""
    if s.asked == NOBODY:
        return [worth(s, seat) for seat in range(s.seats)]
    return s.evaluate_all()


def settle(s: State, rng: Rng) -> None:
    """Let the dealer draw, and the others give their sealed answers, so that the state can be judged.

    Where several are about to answer and nobody has, it is judged as it is: any answers would tell less than none.
    """
    while s.asked == DEALER or (s.asked == SEVERAL and has_begun(s)):
        if s.asked == DEALER:
            s.answer(DEALER, draw(s, rng))
        else:
            seat = first_waiting(s)
            s.answer(seat, random_answer(s, seat, rng))


def has_begun(s: State) -> bool:
    """Whether somebody has given a sealed answer."""
    return any(given for given in s.sealed)


def values_after(worlds: Worlds, seat: i64, choices: list[i64], tries: i64, rng: Rng) -> list[float]:
    """What each choice is worth to the seat that makes it, on average over some imagined worlds."""
    sums = [0.0] * len(choices)
    for _ in range(tries):
        world = worlds.imagine(rng)
        for i in range(len(choices)):
            s = world.clone()
            s.answer(seat, choices[i])
            settle(s, rng)
            sums[i] += worth(s, seat)
    return [total / float(tries) for total in sums]
