"""Habits: what bots take for granted where a game knows it, and that nothing has changed for games that do not."""

from __future__ import annotations

from collections import Counter

import pytest

from eminence.bots.lookahead import FIRST_HALVING, Weighing, has_begun, settle, values_after, worth
from eminence.bots.playout import draw, first_waiting, play_out, random_answer
from eminence.core.game import Game
from eminence.core.plain import PlainState, PlainWorlds
from eminence.core.rng import Rng
from eminence.core.state import ANY_GUESS, DEALER, GO_ON, NOBODY, SEVERAL, SealedStep, State, Step
from tests.games.playing import every_game

# == Games without habits ==========================================================================================


def settled_at_random(s: State, rng: Rng) -> None:
    """What `settle` was before there were habits."""
    while s.asked == DEALER or (s.asked == SEVERAL and has_begun(s)):
        if s.asked == DEALER:
            s.answer(DEALER, draw(s, rng))
        else:
            seat = first_waiting(s)
            s.answer(seat, random_answer(s, seat, rng))


@every_game
def test_without_habits_all_is_judged_as_ever(game: Game) -> None:
    """Number for number, and with the same chance used."""
    options = game.checked_options(None)
    seats = max(game.seats)
    if game.start(seats, options).has_habits():
        return
    for number in range(3):
        s = game.start(seats, options)
        rng = Rng(number)
        answers = 0
        while s.asked != NOBODY and answers < 40:
            if s.asked == DEALER:
                s.answer(DEALER, draw(s, rng))
                continue
            seat = first_waiting(s) if s.asked == SEVERAL else s.asked
            choices = s.choices(seat)
            if answers % 7 == 0:
                worlds = game.worlds(game.view(s, options, int(seat)))
                now, before = Rng(answers), Rng(answers)
                sums = [0.0] * len(choices)
                for _ in range(2):
                    world = worlds.imagine(before)
                    for at, code in enumerate(choices):
                        after = world.clone()
                        after.answer(seat, code)
                        settled_at_random(after, before)
                        sums[at] += worth(after, seat)
                assert values_after(worlds, seat, choices, 2, now) == [total / 2.0 for total in sums]
                assert now.x == before.x
                assert s.sensible(seat, choices) == choices
                assert not s.under_way()
            s.answer(seat, random_answer(s, seat, rng))
            answers += 1


# == A small game of habit =========================================================================================
# Two players compose three letters each, sealed; then the first says whether he is content, and it is over. By habit
# everybody answers 2. Who has the higher sum wins.

COMPOSE, CONTENT = 0, 1


class Compose(SealedStep["Letters"]):
    def who(self, s: Letters) -> int:
        return 0b11

    def choices(self, s: Letters, seat: int) -> list[int]:
        return [0, 1, 2, 3]

    def complete(self, s: Letters, seat: int) -> bool:
        return len(s.sealed[seat]) == 3

    def resolve(self, s: Letters, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        s.sums = [sum(given) for given in answers]


class Content(Step["Letters"]):
    def begin(self, s: Letters) -> int:
        if s.content:
            s.done()
            return GO_ON
        return 0

    def choices(self, s: Letters, seat: int) -> list[int]:
        return [1, 2]

    def answer(self, s: Letters, seat: int, code: int) -> None:
        s.content = code


BOOK: list[Step[Letters]] = [Compose("compose", "compose"), Content("content", "content")]


class Letters(PlainState):
    def __init__(self) -> None:
        super().__init__(2, BOOK)
        self.sums = [0, 0]
        self.content = 0

    @classmethod
    def begun(cls) -> Letters:
        s = cls()
        s.start_flow(CONTENT)
        s.then(COMPOSE)
        s.go_on()
        return s

    def clone(self) -> Letters:
        copy = type(self)()
        copy.copy_flow(self)
        copy.sums = self.sums
        copy.content = self.content
        return copy

    def winners(self) -> list[int]:
        return [seat for seat in range(2) if self.sums[seat] == max(self.sums)]

    def evaluate(self, seat: int) -> float:
        return 0.5 + 0.05 * (self.sums[seat] - self.sums[1 - seat])

    def has_habits(self) -> bool:
        return True

    def habit(self, seat: int, choices: list[int], rng: Rng) -> int:
        return 2

    def sensible(self, seat: int, choices: list[int]) -> list[int]:
        return [code for code in choices if code]

    def under_way(self) -> bool:
        return bool(self.steps) and self.steps[-1] == CONTENT


class LetterWorlds(PlainWorlds):
    def __init__(self, s: Letters, seat: int) -> None:
        super().__init__(seat)
        self.s = s

    def sample(self, rng: Rng) -> Letters:
        return self.s.clone()


def test_what_has_begun_is_completed_by_habit_and_what_is_under_way_played_on() -> None:
    s = Letters.begun()
    settle(s, Rng(1))
    assert s.asked == SEVERAL, "nobody has begun: it is judged as it is"
    s.answer(0, 3)
    settle(s, Rng(1))
    assert s.sums == [3 + 2 + 2, 6]
    assert s.content == 2
    assert s.asked == NOBODY


def test_sensible_choices_are_judged_against_the_habits_of_others() -> None:
    s = Letters.begun()
    values = values_after(LetterWorlds(s, 0), 0, s.choices(0), 4, Rng(1))
    assert values[0] == 0.0, "what no sensible player thinks about is not looked at"
    assert values.index(max(values)) == 3
    assert values[3] > values[2] > values[1]


def test_a_weighing_looks_ever_closer_at_what_looks_best() -> None:
    s = Letters.begun()
    weighing = Weighing(LetterWorlds(s, 0), 0, s.choices(0), Rng(1))
    weighing.run(FIRST_HALVING - 1)
    assert list(weighing.left) == [0, 1, 2, 3]
    weighing.run(1)
    assert list(weighing.left) == [2, 3], "the worse half is laid aside"
    weighing.run(FIRST_HALVING)
    assert list(weighing.left) == [2, 3], "but never the second best"
    assert weighing.best() == 3
    assert weighing.sums[0] == 0.0
    once = values_after(LetterWorlds(s, 0), 0, s.choices(0), 1, Rng(1))[2]
    assert weighing.sums[2] == pytest.approx(once * 2 * FIRST_HALVING)


def test_a_guess_at_a_sealed_answer_follows_a_habit_most_often_but_may_be_anything() -> None:
    s = Letters.begun()
    for _ in range(3):
        s.answer(1, 0)
    rng = Rng(1)
    worlds = LetterWorlds(s, 0)
    guesses = Counter(worlds.imagine(rng).sealed[1] for _ in range(6400))
    assert len(guesses) == 4**3
    share = (1 - 1 / ANY_GUESS) + 1 / ANY_GUESS / 64
    assert abs(guesses[2, 2, 2] / 6400 - share) < 0.02


def test_playing_out_at_random_knows_no_habits() -> None:
    sums = Counter[int]()
    rng = Rng(1)
    for _ in range(200):
        s = Letters.begun()
        play_out(s, rng)
        sums.update(s.sums)
    assert len(sums) >= 8
