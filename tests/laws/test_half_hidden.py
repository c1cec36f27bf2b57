"""An open answer of which the others see a half: laws 1 and 7 vary the half that is hidden."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import ClassVar

import pytest

from eminence.core.rng import Rng
from eminence.core.visibility import Sees, nobody
from tests.laws import auction, laws
from tests.laws.auction import LEFT, RIGHT, VISIBLE, Auction, AuctionState, AuctionWorlds, Sided
from tests.laws.laws import LawBroken


class SecretSide(Auction):
    """Everybody sees that the winner of a round has chosen a side, and nobody which."""

    visible: ClassVar[Mapping[str, Sees]] = {**VISIBLE, "side": nobody}

    class Privilege(auction.Privilege):
        def tell_side(self, s: AuctionState, seat: int, side: int) -> None: ...

        def shown(self, s: AuctionState, seat: int, code: int, observer: int) -> int:
            if code in (LEFT, RIGHT) and observer != seat:
                return LEFT
            return super().shown(s, seat, code, observer)

    class Imagination(AuctionWorlds):
        def sample(self, rng: Rng) -> AuctionState:
            s = super().sample(rng)
            s.side = LEFT + rng.below(2)
            return s


class TellsTheSide(SecretSide):
    """The story tells which, though `shown` says that nobody sees it."""

    class Privilege(SecretSide.Privilege):
        def tell_side(self, s: AuctionState, seat: int, side: int) -> None:
            s.tell(Sided(seat, side))


class ImaginesNoSide(SecretSide):
    """Whoever imagines has forgotten that a side was chosen."""

    class Imagination(AuctionWorlds):
        def sample(self, rng: Rng) -> AuctionState:
            s = super().sample(rng)
            s.side = 0
            return s


LOG = "draw 2, draw 2, draw 3, bid 2, pledge, bid 0, keep, bid 0, keep, left, draw 1"
SEATS = [-1, -1, -1, 0, 0, 1, 1, 2, 2, 0, -1]


def plausible(game: Auction) -> int:
    log = [(seat, game.code(text)) for seat, text in zip(SEATS, LOG.split(", "), strict=True)]
    return laws.check_imagined_worlds_are_plausible(laws.tables(game)[2], log, 1, random.Random(1), histories=600)


def histories(game: Auction) -> int:
    differed = 0
    for table in laws.tables(game):
        for seed in range(10):
            chance = random.Random(seed)
            log = laws.log_of(laws.random_match(table, chance))
            for viewer in table.viewers:
                differed += laws.check_parallel_history(table, log, viewer, chance)
    return differed


def test_law_7_another_side_could_have_been_chosen() -> None:
    assert plausible(SecretSide()) > 20
    with pytest.raises(LawBroken, match=r"law 7: .*seat 1 imagines what contradicts what it has seen on the way"):
        plausible(ImaginesNoSide())


def test_law_1_over_histories_in_which_another_side_is_chosen() -> None:
    assert histories(SecretSide()) > 100
    with pytest.raises(LawBroken, match=r"law 1: .*by the story after the same history up to '(left|right)'"):
        histories(TellsTheSide())
