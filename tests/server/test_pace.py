"""Bots keep a steady pace: what can be read from the clock says nothing about how hard they had to think."""

import asyncio
import math

import pytest

from eminence.core.game import Game
from eminence.server.storage import match_log, people
from tests.server.clock import Ahead, Still, bots_of
from tests.server.driving import RoomsOnly

PACE = 0.5


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> RoomsOnly:
    return RoomsOnly(tmp_path_factory.mktemp("pace") / "eminence.db")


@pytest.mark.parametrize("seconds", [{"page": 0.0, "courtier": 0.0}, {"page": 0.1, "courtier": 0.49}])
def test_bots_answer_on_the_beat_and_all_who_are_asked_on_the_same(
    here: RoomsOnly, ahead: Ahead, any_game: Game, seconds: dict[str, float]
) -> None:
    """Where several are asked, whatever they seal; and in a turn, whatever there is to choose."""
    seats = max(any_game.seats)
    table = here.room(seats, of=any_game.id, bots={seat: ("page", "courtier")[seat % 2] for seat in range(seats)})
    asked_first, began, still = len(table.opened().room.asked), ahead.now, Still(here.store, ahead)
    bots = bots_of(still, PACE, **seconds)

    async def play() -> None:
        while len(still.changed) < 12 and not table.opened().playing.over:
            bots.look_after(table.id)
            await asyncio.gather(*bots._tasks.values())
            if table.opened().room.laid:  # bots alone see no clock: the house opens it at once
                with here.store.writing() as connection:
                    match_log.open_laid(connection, room_id=table.id)

    ahead.run_until_complete(play())
    beats = [round((moment - began) / PACE, 6) for moment in still.changed]
    assert all(beat == int(beat) for beat in beats), beats
    assert len(set(beats[:asked_first])) == 1, "they answer together"
    if not any(seconds.values()):
        assert set(beats) == set(range(1, int(beats[-1]) + 1)), "one beat after the other"


@pytest.mark.parametrize("thought", [0.0, 0.2, 0.49])
def test_beats_are_counted_from_when_a_worker_takes_the_question_up(
    here: RoomsOnly, ahead: Ahead, thought: float
) -> None:
    """Else who keeps the workers busy for so long, and so long, could measure thoughts by the beats that they take."""
    table = here.room(2, bots={0: "courtier", 1: "courtier"})
    for in_line in (0.0, 0.1, 0.3, 0.45, 7.77):
        began, still = ahead.now, Still(here.store, ahead)
        bots = bots_of(still, PACE, in_line, courtier=thought)
        ahead.run_until_complete(bots._answer(table.id))
        assert [round(moment - began, 6) for moment in still.changed] == [in_line + PACE]
        assert bots._beats == {("courtier", PACE): 1}, "nothing is learned from how busy the house is"


def test_a_level_that_once_needed_longer_takes_as_long_from_then_on(here: RoomsOnly, ahead: Ahead) -> None:
    """So that how long a bot thought about this answer, or that one, cannot be read from the clock."""
    bots = bots_of(Still(here.store, ahead), 0.1)
    thoughts = [("page", 0.0, 1), ("page", 0.09, 1), ("courtier", 0.11, 2), ("courtier", 0.0, 2), ("page", 0.02, 1)]
    for level, thought, beats in thoughts:
        before = ahead.now
        ahead.run_until_complete(bots._wait({level}, before - thought, 0.1))
        assert round((ahead.now - before + thought) / 0.1, 6) == beats, (level, thought)


@pytest.mark.parametrize(("speed", "length"), people.SPEEDS.items())
def test_who_is_alone_with_bots_says_how_long_their_beats_are_and_each_length_is_learned_by_itself(
    here: RoomsOnly, ahead: Ahead, speed: str, length: float
) -> None:
    beat = PACE * length
    bots = bots_of(still := Still(here.store, ahead), PACE, courtier=beat * 1.5)
    for sitting, expected in ((1, 2 * beat), (1, 2 * beat), (2, PACE * math.ceil(length * 1.5))):
        table, began = here.room(1 + sitting, bots={0: "courtier"}), ahead.now
        with here.store.writing() as connection:
            for person in table.people[1:]:
                people.set_speed(connection, person, speed)
        ahead.run_until_complete(bots._answer(table.id))
        assert round(still.changed[-1] - began, 6) == round(expected, 6), "among people, the house's own"
    assert bots._beats["courtier", beat] == 2
