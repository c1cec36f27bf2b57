"""Playing on at random: the inner loop of search, and what the benchmark measures. Compiled."""

from mypy_extensions import i64

from eminence.core.bits import ONE
from eminence.core.rng import Rng
from eminence.core.state import DEALER, SEVERAL, State


def draw(s: State, rng: Rng) -> i64:
    """An answer for the dealer, each as likely as its weight says."""
    step = s.book[s.steps[-1]]
    choices = step.choices(s, DEALER)
    weights = step.weights(s)
    if not weights:
        return choices[rng.below(len(choices))]
    total: i64 = 0
    for weight in weights:
        total += weight
    rest = rng.below(total)
    i: i64 = 0
    while rest >= weights[i]:
        rest -= weights[i]
        i += 1
    return choices[i]


def random_answer(s: State, seat: i64, rng: Rng) -> i64:
    """Any of the choices of a seat, all alike."""
    choices = s.choices(seat)
    return choices[rng.below(len(choices))]


def habitual_answer(s: State, seat: i64, rng: Rng) -> i64:
    """What somebody in this seat answers without thinking: any choice, unless the game says more."""
    return s.habit(seat, s.choices(seat), rng)


def first_waiting(s: State) -> i64:
    """Of the seats that have not given their sealed answer yet, the first."""
    seat: i64 = 0
    while not s.waiting & (ONE << seat):
        seat += 1
    return seat


def play_out(s: State, rng: Rng) -> i64:
    """Answer at random for everybody until the game is over. Returns how many answers the players gave."""
    decisions: i64 = 0
    book = s.book
    steps = s.steps
    while True:
        seat = s.asked
        if seat >= 0:
            # The same as `s.answer(seat, random_answer(...))`, without the detour: this is the inner loop.
            step = book[steps[-1]]
            choices = step.choices(s, seat)
            step.answer(s, seat, choices[rng.below(len(choices))])
            s.go_on()
            decisions += 1
        elif seat == DEALER:
            book[steps[-1]].answer(s, DEALER, draw(s, rng))
            s.go_on()
        elif seat == SEVERAL:
            seat = first_waiting(s)
            s.answer(seat, random_answer(s, seat, rng))
            decisions += 1
        else:
            return decisions
