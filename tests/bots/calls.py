"""A tiny game of sealed answers whose mixed equilibrium is known: for testing that the search learns to mix.

Both players call heads or tails, sealed. Seat 0 wins when the calls agree, seat 1 when it is heads against tails, and
on tails against heads a fair coin decides. Seat 0's chances to win are [[1, 0], [1/2, 1]]; making the other indifferent
gives heads 1/3 of the time for seat 0, heads 2/3 for seat 1, and seat 0 wins 2/3 of all games.
"""

from __future__ import annotations

from typing import Any

from eminence.core.rng import Rng
from eminence.core.state import DEALER, GO_ON, SealedStep, State, Step, Worlds

HEADS, TAILS, WIN, LOSE = 0, 1, 2, 3


class CallsState(State):
    __slots__ = ("calls", "winner")

    calls: list[int]
    winner: int

    def __init__(self, seats: int, book: list[Step[Any]]) -> None:
        super().__init__(seats, book)
        self.calls = [-1, -1]
        self.winner = -1

    def clone(self) -> CallsState:
        copy = CallsState(self.seats, self.book)
        copy.copy_flow(self)
        copy.calls = self.calls[:]
        copy.winner = self.winner
        return copy

    def scores(self) -> list[int]:
        return [int(self.winner == seat) for seat in range(2)]

    def winners(self) -> list[int]:
        return [self.winner]


class Call(SealedStep[CallsState]):
    def who(self, s: CallsState) -> int:
        return 0b11

    def choices(self, s: CallsState, seat: int) -> list[int]:
        return [HEADS, TAILS]

    def resolve(self, s: CallsState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        s.calls = [answers[0][0], answers[1][0]]
        if s.calls == [TAILS, HEADS]:
            s.then(1)
        else:
            s.winner = 0 if s.calls[0] == s.calls[1] else 1


class Toss(Step[CallsState]):
    def begin(self, s: CallsState) -> int:
        if s.winner >= 0:
            s.done()
            return GO_ON
        return DEALER

    def choices(self, s: CallsState, seat: int) -> list[int]:
        return [WIN, LOSE]

    def answer(self, s: CallsState, seat: int, code: int) -> None:
        s.winner = 0 if code == WIN else 1


class OneWorld(Worlds):
    def __init__(self, seat: int, state: CallsState) -> None:
        super().__init__(seat)
        self.state = state

    def sample(self, rng: Rng) -> CallsState:
        return self.state.clone()


def start() -> CallsState:
    s = CallsState(2, [Call("call", "call"), Toss("toss", "toss")])
    s.start_flow(0)
    s.go_on()
    return s
