"""Bots keep a steady pace: what can be read from the clock says nothing about how hard they had to think."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from eminence.core.game import Game
from eminence.server.store import Store
from tests.server.clock import Ahead, Still, bots_of
from tests.server.driving import Reached, Table

PACE = 0.5


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Reached:
    """A house without a server: a database, and rooms in it."""
    reached = Reached()
    reached.path = tmp_path_factory.mktemp("pace") / "eminence.db"
    reached.store = Store(f"sqlite:///{reached.path}")
    return reached


def played(table: Table, ahead: Ahead, seconds: dict[str, float], answers: int) -> list[float]:
    """After how many beats each of the first answers came."""
    still = Still(table.server.store, ahead)
    bots = bots_of(still, PACE, **seconds)
    began = ahead.now

    async def play() -> None:
        while len(still.changed) < answers and not table.opened().playing.over:
            bots.look_after(table.id)
            await asyncio.gather(*bots._tasks.values())

    ahead.run_until_complete(play())
    return [round((moment - began) / PACE, 6) for moment in still.changed]


@pytest.mark.parametrize("seconds", [{"page": 0.0, "courtier": 0.0}, {"page": 0.1, "courtier": 0.49}])
def test_bots_answer_on_the_beat_and_all_who_are_asked_on_the_same(
    here: Reached, ahead: Ahead, any_game: Game, seconds: dict[str, float]
) -> None:
    """Where several are asked, whatever they seal; and in a turn, whatever there is to choose."""
    seats = max(any_game.seats)
    table = here.room(seats, of=any_game.id, bots={seat: ("page", "courtier")[seat % 2] for seat in range(seats)})
    asked_first = len(table.opened().room.asked)
    beats = played(table, ahead, seconds, 12)
    assert all(beat == int(beat) for beat in beats), beats
    assert len(set(beats[:asked_first])) == 1, "they answer together"
    if not any(seconds.values()):
        assert set(beats) == set(range(1, int(beats[-1]) + 1)), "one beat after the other"


def test_a_level_that_once_needed_longer_takes_as_long_from_then_on(tmp_path: Path, ahead: Ahead) -> None:
    """So that how long a bot thought about this answer, or that one, cannot be read from the clock."""
    bots = bots_of(Still(Store(f"sqlite:///{tmp_path}/x.db"), ahead), 0.1)

    async def beats(level: str, thought: float) -> float:
        before = ahead.now
        await bots._beat({level}, before - thought, 1)
        return round((ahead.now - before + thought) / 0.1, 6)

    async def waited() -> list[float]:
        thoughts = [("page", 0.0), ("page", 0.09), ("courtier", 0.11), ("courtier", 0.0), ("page", 0.02)]
        return [await beats(*thought) for thought in thoughts]

    assert ahead.run_until_complete(waited()) == [1, 1, 2, 2, 1]
