"""Law 1 of Deal with the Devil, word by word: roles, offers, plans, notebooks, help and the beats of bots.

What the wire tests do for every game at positions that they find by themselves is done here where just that thing
differs which the game is about; and whoever it belongs to sees it, or nothing would have been looked at.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

import pytest

from eminence.core.match import Match
from eminence.core.state import State
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.state import DevilState
from tests.games.deal_with_the_devil.tables import GAME
from tests.server.clock import Ahead, Still, bots_of
from tests.server.driving import Server, Table
from tests.server.finding import Position, first_where, walk, walks
from tests.server.wire import assert_same, compare, everybody, watched
from tests.server.worlds import NoOtherWorld, Rows, put, twins
from tests.thorough import THOROUGH

READER = 1
OTHERS = (0, 2, 3)
GO_ON = 3
"""Answers that are given while all look on."""
PACE = 1.0


@dataclass(frozen=True)
class Private:
    """Something that its owner alone may know: where it is looked for, and how two worlds differ in it for a seat."""

    step: str
    round: int
    holds: Callable[[DevilState], bool]
    differs: Callable[[DevilState, DevilState, int], bool]

    def is_there(self, match: Match) -> bool:
        """somebody has it"""
        state = match._state
        assert isinstance(state, DevilState)
        here = match.step == self.step and state.round >= self.round and READER in match.asked
        return here and self.holds(state)

    def wanted(self, here: State, there: State) -> bool:
        assert isinstance(here, DevilState)
        assert isinstance(there, DevilState)
        return any(self.differs(here, there, seat) for seat in OTHERS)


def other_role(here: DevilState, there: DevilState, seat: int) -> bool:
    return bool(here.role[seat] != there.role[seat])


def one_has_sealed(s: DevilState) -> bool:
    return any(s.sealed[seat] and not s.is_asked(seat) for seat in OTHERS)


PRIVATE = {
    "roles": Private("answer_second", 1, lambda s: True, other_role),
    "offers, while they are made": Private(
        "offer", 1, one_has_sealed, lambda here, there, seat: bool(here.sealed[seat] != there.sealed[seat])
    ),
    "offers, while chests travel": Private(
        "answer_first", 1, lambda s: True,
        lambda here, there, seat: bool((here.offer[seat], here.price[seat]) != (there.offer[seat], there.price[seat])),
    ),
    "plans": Private(
        "plan", 1, one_has_sealed, lambda here, there, seat: bool(here.sealed[seat] != there.sealed[seat])
    ),
    "notebook": Private(
        "plan", 1, lambda s: True, lambda here, there, seat: bool(here.chests[seat] != there.chests[seat])
    ),
    "help": Private(
        "plan", 1, lambda s: True,
        lambda here, there, seat: box.HORNS in (here.role[seat], there.role[seat]) and other_role(here, there, seat),
    ),
}  # fmt: skip
"""By the words of the law. What the devil's help says, whoever is the devil, is for the devil alone."""


@pytest.mark.parametrize("word", PRIVATE)
def test_what_is_ones_own_shows_to_nobody_else(quiet: Server, word: str) -> None:
    """Not to the next seat nor to the gallery, in a byte of a page, a stream or a list, while the match goes on; but to
    its owner, on his page or to his programs."""
    private, chance = PRIVATE[word], random.Random(word)
    table = quiet.table_at(first_where(GAME, private.is_there))
    with everybody(table) as (readers, players):
        for reader in (readers[READER], readers[-1]) if THOROUGH else (readers[READER],):
            compare(reader, players, chance, GO_ON, ["en"], private.wanted)
        pair = twins(table, READER, chance, private.wanted)
        here, there = pair.match._state, pair.other._state
        assert isinstance(here, DevilState)
        assert isinstance(there, DevilState)
        owner = readers[next(seat for seat in OTHERS if private.differs(here, there, seat))]
        owner.wrong = ("nonsense",)
        seen = [watched(owner, rows, [], players, ["en"]) for rows in (pair.here, pair.there)]
        with pytest.raises(AssertionError, match="told apart"):
            assert_same(*seen)


# -- bots: nor by the clock --------------------------------------------------------------------------------------------


def asked_of_bots() -> Iterator[tuple[str, Position]]:
    """A position of each step at which somebody else than the reader is asked, and nobody has begun to answer."""
    met: set[str] = set()
    for agreed, secret in walks(GAME, 3):
        for match, answers in walk(agreed, secret, take_backs=0):
            there = any(seat != READER for seat in match.asked) and not any(match._state.sealed)
            if there and match.step not in met and answers:
                met.add(match.step)
                yield match.step, Position(agreed, secret, tuple(answers))


def answered_after(table: Table, rows: Rows, ahead: Ahead, seconds: float) -> list[float]:
    """After how long the bots have answered who are asked in a world, each of whom thinks for so long."""
    bot = {"person": "", "level": "courtier"}
    put(table.server.path, table.id, rows | {"seats": [r if r["seat"] == READER else r | bot for r in rows["seats"]]})
    still, began = Still(table.server.store, ahead), ahead.now
    players = bots_of(still, PACE, courtier=seconds)

    async def wait() -> None:
        players.look_after(table.id)
        await asyncio.gather(*players._tasks.values())

    ahead.run_until_complete(wait())
    return [round(moment - began, 6) for moment in still.changed]


def test_bots_answer_on_the_same_beat_whatever_they_are_and_hold(quiet: Server, ahead: Ahead) -> None:
    """To the last digit, at every question of the game, however many small answers theirs has in either world."""
    compared = set()
    for step, position in asked_of_bots():
        table = quiet.table_at(position)
        with suppress(NoOtherWorld):  # everything is known to everybody
            pair = twins(table, READER, random.Random(step))
            for seconds in (0.0, 0.05):
                moments = [answered_after(table, rows, ahead, seconds) for rows in (pair.here, pair.there)]
                assert moments[0] == moments[1], step
                assert set(moments[0]) == {PACE}, step
            compared.add(step)
    assert {"offer", "answer_first", "answer_second", "plan", "voting", "load", "appease"} <= compared


@pytest.mark.parametrize("step", GAME.held)
def test_where_nobody_is_seen_to_have_answered_not_even_a_slow_thought_shows(
    quiet: Server, ahead: Ahead, step: str
) -> None:
    position = next(position for name, position in asked_of_bots() if name == step)
    table = quiet.table_at(position)
    pair = twins(table, READER, random.Random(step))
    for rows, seconds in product((pair.here, pair.there), (0.0, 0.4, 1.7, 60.0)):
        assert set(answered_after(table, rows, ahead, seconds)) == {PACE}, seconds
