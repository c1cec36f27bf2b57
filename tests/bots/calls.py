"""A tiny game of sealed answers whose mixed equilibrium is known: for testing that the search learns to mix.

Both players call heads or tails, sealed. Seat 0 wins when the calls agree, seat 1 when it is heads against tails, and
on tails against heads a fair coin decides. Seat 0's chances to win are [[1, 0], [1/2, 1]]; making the other indifferent
gives heads 1/3 of the time for seat 0, heads 2/3 for seat 1, and seat 0 wins 2/3 of all games.
"""

from __future__ import annotations

from eminence.core.bits import ONE
from eminence.core.rng import Rng
from eminence.core.state import DEALER, GO_ON, SealedStep, State, Step, Worlds

HEADS, TAILS, WIN, LOSE = 0, 1, 2, 3


class CallsState(State):
    __slots__ = ("calls", "winner")

    def __init__(self, seats, book):
        super().__init__(seats, book)
        self.calls = [-1, -1]
        self.winner = -1

    def clone(self):
        copy = CallsState(self.seats, self.book)
        copy.copy_flow(self)
        copy.calls = self.calls[:]
        copy.winner = self.winner
        return copy

    def scores(self):
        return [int(self.winner == seat) for seat in range(2)]

    def winners(self):
        return [self.winner]


class Call(SealedStep):
    def who(self, s):
        return (ONE << 0) | (ONE << 1)

    def choices(self, s, seat):
        return [HEADS, TAILS]

    def resolve(self, s, answers):
        s.done()
        s.calls = [answers[0][0], answers[1][0]]
        if s.calls == [TAILS, HEADS]:
            s.then(1)
        else:
            s.winner = 0 if s.calls[0] == s.calls[1] else 1


class Toss(Step):
    def begin(self, s):
        if s.winner >= 0:
            s.done()
            return GO_ON
        return DEALER

    def choices(self, s, seat):
        return [WIN, LOSE]

    def answer(self, s, seat, code):
        s.winner = 0 if code == WIN else 1


class OneWorld(Worlds):
    def __init__(self, seat, state):
        super().__init__(seat)
        self.state = state

    def sample(self, rng: Rng):
        return self.state.clone()


def start() -> CallsState:
    s = CallsState(2, [Call("call", "call"), Toss("toss", "toss")])
    s.start_flow(0)
    s.go_on()
    return s
