"""Sealed bids of a real game whose equilibrium is known: the search comes close to it, as it does not see other bids.

The last round of 1655 – Habemus Papam, with a single cardinal to be had. Player 0 has Lugo, the oldest of all, and 14
gold; player 1 has two cardinals and 13 gold; both have a sapphire and an amber. 15 gold buy a vote, and a gem that was
not bid is a piece of gold: so the first gem that player 1 bids costs him a vote, and the second gem of player 0. On
equal votes Lugo wins. Player 2 has nothing, and no part in it.

Who wins follows from the bids alone, and is worked out here by playing every pair of them. In equilibrium player 0 bids
both gems half of the time, and player 1 both or none, each half of the time; either wins half of the games.
"""

from functools import cache

import pytest

from eminence.bots.tree import Search
from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.core.state import NOBODY
from eminence.games.habemus_papam.components import WHITE
from tests.games.habemus_papam.tables import GAME, Position, bid, state

BIDS = ("nothing", "A", "S", "SA")
EQUILIBRIUM = ((1 / 6, 1 / 6, 1 / 6, 1 / 2), (1 / 2, 0.0, 0.0, 1 / 2))


def last_round() -> Match:
    position = Position(seats=3, camerlengo=0).gold(14, 13, 0).gems(0, "SA").gems(1, "SA").gems(2, "")
    position.court(0, "Lugo").court(1, "Trivulzio Sforza").orders(0, "leaders").orders(1, "felipe-mazarin")
    return position.orders(2, "france").offer("Chigi", camerlengo=False).turned_up(18, 18).set(smoke=WHITE).bidding()


@cache
def wins() -> tuple[tuple[float, ...], ...]:
    """Whether player 0 wins, by both bids."""

    def won(*bids: str) -> float:
        match = last_round()
        bid(match, *("" if gems == "nothing" else gems for gems in bids), "")
        game = state(match).clone()
        while game.asked != NOBODY:
            (code,) = game.choices(game.asked)  # there is only Chigi to take
            game.answer(game.asked, code)
        assert game.winners() in ([0], [1])
        return float(game.winners() == [0])

    return tuple(tuple(won(mine, theirs) for theirs in BIDS) for mine in BIDS)


def at_worst(seat: int, mixture: tuple[float, ...]) -> float:
    """What a mixture of bids wins against an opponent who knows it, but not the bid."""
    if seat == 0:
        return min(sum(mixture[i] * wins()[i][j] for i in range(4)) for j in range(4))
    return min(sum(mixture[j] * (1 - wins()[i][j]) for j in range(4)) for i in range(4))


def test_the_equilibrium_is_one() -> None:
    assert [at_worst(seat, EQUILIBRIUM[seat]) for seat in range(2)] == pytest.approx([1 / 2, 1 / 2])
    for seat in range(2):
        for pure in range(4):  # no bid alone is worth anything once it is known
            assert at_worst(seat, tuple(float(place == pure) for place in range(4))) == 0


@pytest.mark.parametrize("others_have_bid", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
def test_bids_are_mixed_as_in_the_equilibrium(seat: int, others_have_bid: bool) -> None:
    """However the search is seeded, and whether or not the others have sealed their bids already."""
    match = last_round()
    if others_have_bid:
        match.choose(1 - seat, "bid SA")
        match.choose(2, "bid nothing")
    codes = [GAME.code(f"bid {gems}") for gems in BIDS]
    mixtures = []
    for seed in range(3):
        search = Search(GAME.worlds(match.view(seat)), 3, seat, Rng(f"bids {seed}"))
        search.run(1000)
        assert search.mixes()
        mixtures.append(search.shares(codes))
    mean = tuple(sum(shares) / len(shares) for shares in zip(*mixtures, strict=True))
    assert at_worst(seat, mean) > 0.4, mean
    assert mean[3] == pytest.approx(1 / 2, abs=0.1), mean
