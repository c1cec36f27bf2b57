"""The laws catch what they are for: each toy breaks one of them, and the law, looked at as by default, says so. The
honest toys break none (the auctions themselves are looked at with the registered games)."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from eminence.core.match import Match
from eminence.core.state import SEVERAL
from tests.laws import laws
from tests.laws.auction import Auction, AuctionState
from tests.laws.choosing import check_refusals
from tests.laws.table import LawBroken, tables, walk
from tests.laws.toys import FAULTS, PeekingBot, secret_side, spy_view, toy


def look_at(game: Auction, law: str) -> None:
    """Look at a law as it is looked at by default, at every table of a toy."""
    if law in laws.GAME_LAWS:
        laws.GAME_LAWS[law](game)
    else:
        for table in tables(game):
            laws.hold(table, law)


@pytest.mark.parametrize(("law", "fault"), [(law, fault) for law, faults in FAULTS.items() for fault in faults])
def test_the_law_catches(law: str, fault: str) -> None:
    with pytest.raises(LawBroken, match=FAULTS[law][fault].says):
        look_at(toy(FAULTS[law][fault].parts), law)


def test_the_honest_toy_has_what_it_is_for() -> None:
    """Sealed answers of two small ones, with others still composing; a weighted draw; a look; a guess that taught."""
    met: set[object] = set()
    for table, seed in itertools.product(tables(Auction()), range(20)):
        for state in walk(table, random.Random(seed), curious=True):
            assert isinstance(state, AuctionState)
            if state.asked == SEVERAL:
                met.add(tuple(len(answer) for answer in state.sealed))
            elif state.steps and len({*state.step().weights(state)}) > 1:
                met.add("weights")
            met |= {name for name in ("peeked", "ruled") if any(getattr(state, name))}
    assert met >= {(0, 1), (1, 1), (2, 1), (1, 2, 0), "weights", "peeked", "ruled"}


@pytest.mark.parametrize("law", ["nobody can tell worlds apart", "histories that look the same"])
def test_an_answer_may_be_half_hidden(law: str) -> None:
    look_at(toy(secret_side()), law)


def test_a_bot_that_peeks_is_caught_by_its_moves() -> None:
    with pytest.raises(LawBroken, match=r"law 1: .*the bot <bot peeking> on seat \d knows which world is true"):
        laws.look_for_leaks(toy({"view": spy_view}), PeekingBot("peeking"))


def test_a_history_that_leaks_is_caught() -> None:
    leaks = ("a log line tells of another's card", "VISIBLE says that everyone sees the hands")
    for leak in (*leaks, "what is offered depends on another's card"):
        with pytest.raises(LawBroken, match=r"law 1: .*after the same history"):
            look_at(toy(FAULTS["nobody can tell worlds apart"][leak].parts), "histories that look the same")


class Deaf(Match):
    """A match that takes whatever it is given."""

    def _check_seat(self, seat: int) -> None: ...


class Hasty(Match):
    """A match that writes an answer down before it looks whether it may be given."""

    def choose(self, seat: int, *choices: Any) -> None:
        self._entries.append(self._entries[-1])
        super().choose(seat, *choices)
        del self._entries[-2]


@pytest.mark.parametrize(("kind", "says"), [(Deaf, "an answer of seat 2"), (Hasty, "was refused, but changed entries")])
def test_a_match_that_does_not_refuse_as_it_should_is_caught(kind: type[Match], says: str) -> None:
    table = tables(Auction())[0]
    match = kind(table.game, table.seats, table.options)
    with pytest.raises(LawBroken, match=f"law 5: .*{says}"):
        check_refusals(table, match, random.Random(1))
