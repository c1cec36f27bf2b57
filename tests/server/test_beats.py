"""The number of beats until a bot answers follows from what everybody knows: twin hands, on a real server.

What a bot redistributes when it castles it answers in as many parts as it has different faces there, which nobody else
may know. Two worlds that the opponent cannot tell apart, with few faces and with many, must take the same beats.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from eminence.bots import LEVELS, SearchBot, bot
from eminence.bots.tree import Search
from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.core.state import State
from eminence.games import game
from eminence.server.answering.bots import Bots, _parts
from eminence.server.answering.thinking import think
from eminence.server.monitoring.metrics import Metrics
from tests.server.driving import RoomsOnly, Server, Table, running, until
from tests.server.finding import Position, first_where
from tests.server.worlds import Rows, kept, put, twins

CASTLE = "castle"
MANY, FEW = 4, 2
A_WHILE = 0.4
"""Seconds that a thought takes, so that the beats of a real server are about thoughts and not about the machine."""
BEAT = 3.0
"""So many thoughts fit into a beat: more than one, and fewer than there are faces."""
ROUNDS = 5
"""So often the two are compared, should the machine be busy with something else."""


def castles(match: Match) -> bool:
    """somebody castles cards of many faces, which as far as the other knows might well be few."""
    state = match._state
    if state.step().name != CASTLE or any(state.sealed) or faces(state) < MANY:
        return False
    worlds = match.game.worlds(match.view(1 - match.asked[0]))
    return sum(faces(worlds.imagine(Rng(seed))) <= FEW for seed in range(50)) > 5


def faces(state: State) -> int:
    """How many different faces whoever castles has at the two groups."""
    match = Match(game("caesar_cleopatra"), 2, by_hand=True, deal=False)
    match._state = state
    return _parts(match, match.asked[0])


@dataclass(frozen=True)
class Castling:
    """A table at which a bot castles; what the database holds if it has many faces there, and if it has few."""

    table: Table
    bot: int
    worlds: tuple[Rows, Rows]


def castling(server: Server | RoomsOnly, position: Position, level: str) -> Castling:
    (bot,) = position.match().asked
    table = server.table_at(position, bots={bot: level})
    pair = twins(table, 1 - bot, random.Random(1), lambda here, there: faces(there) <= FEW)
    assert faces(pair.match._state) >= MANY
    return Castling(table, bot, (pair.here, pair.there))


@pytest.fixture(scope="module")
def position() -> Position:
    return first_where(game("caesar_cleopatra"), castles)


class AtWork:
    """A worker in this process, in which thoughts take their time."""

    @asynccontextmanager
    async def turn(self, person: str, matter: str) -> AsyncIterator[AtWork]:
        yield self

    async def do(self, work: Any, *arguments: Any, seconds: float) -> Any:
        assert work is think
        return work(*arguments)


@pytest.mark.parametrize("level", [level for level, name in LEVELS.items() if name.startswith("search")])
def test_however_many_parts_it_has_an_answer_is_one_thought(
    tmp_path: Path, position: Position, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in iterations of the search, which is what takes time."""
    ran: list[int] = []

    def run(self: SearchBot, search: Search) -> None:
        assert self.iterations is not None
        ran.append(self.iterations)
        search.run(8)

    monkeypatch.setattr(SearchBot, "think", run)
    thinker = bot(level)
    assert isinstance(thinker, SearchBot)
    assert (whole := thinker.iterations) is not None
    here = RoomsOnly(tmp_path / "eminence.db")
    at = castling(here, position, level)
    for rows, least in zip(at.worlds, (2, 1), strict=True):
        put(here.path, at.table.id, rows)
        ran.clear()
        answer(here, at)
        assert least <= len(ran), "parts in which there is something to choose"
        assert sum(ran) <= whole


def answer(here: RoomsOnly, at: Castling) -> None:
    async def change(work: Any) -> Any:
        return await here.store.write(work)

    async def play() -> None:
        bots = Bots(here.store, cast(Any, AtWork()), Metrics(), 0.0, change, lambda room: True)
        await bots._answer(at.table.id)

    asyncio.run(play())
    assert at.table.opened().playing._state.step().name != CASTLE


def test_twin_hands_take_the_same_beats_on_a_real_server(tmp_path: Path, position: Position) -> None:
    """A thought takes a third of a beat; if every face were one, they would take more than a beat.

    Each time by a bot that thinks as long, and of whose level nothing was learned yet: one that was late once takes
    more beats from then on, whatever it holds.
    """
    iterations, seconds = thinking_for(A_WHILE, position)
    pace = BEAT * seconds
    with running(tmp_path, "--pace", f"{pace:.3f}", "--workers", "1", "--no-limits") as server:
        at = castling(server, position, search(iterations))
        rounds: list[list[int]] = []
        while len(rounds) < 2 or len(set(rounds[-1])) > 1:  # in the first round the worker begins to live
            rounds.append([])
            for rows in at.worlds:
                iterations += 1
                put(server.path, at.table.id, with_level(rows, at.bot, search(iterations)))
                rounds[-1].append(beats_until_answered(server, at, pace))
            assert len(rounds) < ROUNDS, rounds


def search(iterations: int) -> str:
    return f"search:iterations={iterations}"


def with_level(rows: Rows, bot: int, level: str) -> Rows:
    """The same, with a bot of that level."""
    seats = [{**seat, "level": level} if seat["seat"] == bot else seat for seat in rows["seats"]]
    return {**rows, "seats": seats}


def thinking_for(wanted: float, position: Position) -> tuple[int, float]:
    """In how many iterations a bot thinks for about so long on this machine, and how long exactly."""
    match = position.match()
    (seat,) = match.asked
    iterations, seconds = 30, 0.0
    while seconds < wanted:
        iterations *= 2
        began = time.perf_counter()
        think(search(iterations), "a seed", match.view(seat), match.asks()[seat])
        seconds = time.perf_counter() - began
    return iterations, seconds


def beats_until_answered(server: Server, at: Castling, pace: float) -> int:
    """Something is said, which wakes the bot; so many beats later it has answered."""
    entries = len(kept(server.path, at.table.id)["entries"])
    with at.table.person(1 - at.bot) as person:
        assert person.post(f"{at.table.path}/say", text="Your turn").status_code == 303

    def answered() -> list[dict[str, Any]]:
        return kept(server.path, at.table.id)["entries"][entries:]

    until(answered)
    said = max(line["at"] for line in kept(server.path, at.table.id)["chat"])
    return int((answered()[0]["at"] - said) / pace)
