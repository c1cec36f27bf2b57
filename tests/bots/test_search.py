"""The searching bot: that it is reproducible, that it mixes sealed answers, that it plays well."""

from typing import Any

import pytest

import eminence
from eminence.bots import LEVELS, UnknownBot, arena, bot
from eminence.bots.playout import play_out
from eminence.bots.tree import Search
from eminence.core.rng import Rng
from eminence.core.state import DEALER, GO_ON, SealedStep, State, Step, Worlds

GAME = eminence.game("richelieu")


# == A tiny game of sealed answers whose mixed equilibrium is known ===================================================
# Both players call heads or tails, sealed. Seat 0 wins when the calls agree, seat 1 when it is heads against tails, and
# on tails against heads a fair coin decides. Seat 0's chances to win are [[1, 0], [1/2, 1]]; making the other
# indifferent gives heads 1/3 of the time for seat 0, heads 2/3 for seat 1, and seat 0 wins 2/3 of all games.
HEADS, TAILS = 0, 1


class Calls(State):
    __slots__ = ("winner",)

    def __init__(self, seats: int, book: list[Step[Any]]) -> None:
        super().__init__(seats, book)
        self.winner = -1

    def clone(self) -> "Calls":
        copy = Calls(self.seats, self.book)
        copy.copy_flow(self)
        copy.winner = self.winner
        return copy

    def scores(self) -> list[int]:
        return [int(self.winner == seat) for seat in range(2)]

    def winners(self) -> list[int]:
        return [self.winner]


class Call(SealedStep[Calls]):
    def who(self, s: Calls) -> int:
        return 0b11

    def choices(self, s: Calls, seat: int) -> list[int]:
        return [HEADS, TAILS]

    def resolve(self, s: Calls, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        if answers == ((TAILS,), (HEADS,)):
            s.then(1)
        else:
            s.winner = int(answers[0] != answers[1])


class Toss(Step[Calls]):
    def begin(self, s: Calls) -> int:
        if s.winner < 0:
            return DEALER
        s.done()
        return GO_ON

    def choices(self, s: Calls, seat: int) -> list[int]:
        return [HEADS, TAILS]

    def answer(self, s: Calls, seat: int, code: int) -> None:
        s.winner = code


class OneWorld(Worlds):
    state: Calls

    def sample(self, rng: Rng) -> Calls:
        return self.state.clone()


def calling(seat: int) -> OneWorld:
    """The true state, before anybody has called, as the one world that a seat imagines."""
    worlds = OneWorld(seat)
    worlds.state = Calls(2, [Call("call", "call"), Toss("toss", "toss")])
    worlds.state.start_flow(0)
    worlds.state.go_on()
    return worlds


@pytest.mark.parametrize("seat", [0, 1])
def test_sealed_answers_are_mixed_as_in_the_known_equilibrium(seat: int) -> None:
    heads = []
    for seed in range(12):
        search = Search(calling(seat), 2, seat, Rng(f"mix {seed}"))
        search.run(1500)
        assert search.mixes()
        heads.append(search.shares([HEADS, TAILS])[0])
    assert sum(heads) / len(heads) == pytest.approx((1 / 3, 2 / 3)[seat], abs=0.06), heads


def test_a_search_that_moved_second_would_have_been_caught() -> None:
    """The sealed pick must not answer the other's call: with that call seen, seat 0 would always agree with it."""
    worlds = calling(0)
    worlds.state.seal(1, TAILS)
    # `sample` of this toy returns the true sealed answer; `imagine` must draw afresh for whoever looks from seat 0.
    assert {worlds.imagine(Rng(seed)).sealed[1] for seed in range(40)} == {(HEADS,), (TAILS,)}


# == Real games =======================================================================================================
def test_a_search_with_a_seed_and_iterations_is_reproducible() -> None:
    match = GAME.new(secret=b"again")
    choices = [bot("search:iterations=120", seed=5).choose(match.view(0), match.asks()[0]) for _ in range(2)]
    assert choices[0] == choices[1]
    for names in (["search:iterations=15", "greedy"], ["search:iterations=5"] * 3, ["search:iterations=5"] * 4):
        bots = [[bot(name, seat) for seat, name in enumerate(names)] for _ in range(2)]
        first, second = (arena.play(GAME, players, deal=3, options={"short": True}) for players in bots)
        assert first == second
        assert (first.reason, len(first.scores)) == ("three_rows_empty", len(names))


def test_the_share_of_every_choice_is_told() -> None:
    match = GAME.new(secret=b"shares")
    while len(match.entries) < 120:  # into the middle game, where choices differ
        for seat, ask in match.asks().items():
            match.choose(seat, bot("greedy", 3).choose(match.view(seat), ask))
    while match.asks().keys() != {0} or len(match.asks()[0]) < 4:
        for seat, ask in match.asks().items():
            match.choose(seat, ask.choices[0])
    search = Search(GAME.worlds(match.view(0)), 2, 0, Rng(1))
    codes = [choice.code for choice in match.asks()[0]]
    assert sum(search.shares(codes)) == pytest.approx(1)  # before the first iteration: all alike
    search.run(200)
    shares = search.shares(codes)
    assert sum(shares) == pytest.approx(1)
    assert max(shares) > 1.5 / len(codes), shares
    assert search.iterations == 200


def test_searching_beats_looking_one_answer_ahead() -> None:
    won = 0.0
    for deal in range(4):
        pair = [bot("search:iterations=60", deal), bot("greedy", deal)]
        won += arena.play(GAME, pair, deal).share(0) + arena.play(GAME, pair[::-1], deal).share(1)
    assert won >= 6, f"won {won} of 8"


@pytest.mark.parametrize("name", ["random", "greedy", "search:iterations=20", "search:ms=5", *LEVELS, "éminence"])
def test_every_bot_answers_what_is_offered(name: str) -> None:
    match = GAME.new(secret=b"offered", options={"short": True})
    players = {0: bot(name, 1), 1: bot("random", 2)}
    for _ in range(4):
        for seat, ask in match.asks().items():
            match.choose(seat, players[seat].choose(match.view(seat), ask))


@pytest.mark.parametrize("name", ["greedy:memory=0", "search:memory=1:iterations=9:by=hand"])
def test_a_game_without_books_is_played_alike_by_whoever_forgets(name: str) -> None:
    match = GAME.new(secret=b"forgotten", options={"short": True})
    plain = bot("search:iterations=9:by=hand" if name.startswith("search") else "greedy", 5)
    forgetful = bot(name, 5)
    for _ in range(12):
        for seat, ask in match.asks().items():
            choice = plain.choose(match.view(seat), ask)
            assert forgetful.choose(match.view(seat), ask) == choice
            match.choose(seat, choice)


BAD = ["", "Search", "search:iterations=0", "search:", "search:ms=x", "search:depth=3", "greedy:2", "greedy:slips=101"]
BAD += [
    "greedy:memory=x",
    "greedy:memory=",
    "random:by=hand",
    "greedy:by=hand:by=hand",
    "search:by=hand:by=learned",
    "greedy:by=heart",
    "search:ms=5:iterations=4",
    "greedy:with=care",
]


@pytest.mark.parametrize("name", BAD)
def test_an_unknown_bot_is_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(UnknownBot, match=r"search:iterations=N, search:ms=N|bots: random, greedy, search"):
        bot(name)


def test_playing_out_ends_every_game() -> None:
    for seed in range(30):
        state = GAME.start(2 + seed % 3, {"short": bool(seed % 2)})
        assert play_out(state, Rng(seed)) > 20
        assert state.winners()
