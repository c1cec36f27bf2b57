"""What is asked discreetly leaks nothing: whether anything is held shows neither in what others get over the wire nor
in when they get it.

Two worlds that differ in this alone, with the switch on and off, looked at by the opponent and by a spectator; and by a
clock that does not wait, the moments at which answers come, those of bots as well, however long they had to think.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator, Sequence
from contextlib import closing
from types import SimpleNamespace
from typing import Any, cast

import pytest

from eminence.server import api, log, scene
from eminence.server.log import Opened
from eminence.server.quiet import Quiet
from tests.server.clock import Ahead, Still, bots_of
from tests.server.discreet import DISCREET, NEVER, Moment, fire, forget_what_waits, his_ask, moment
from tests.server.driving import Person, ServerHere
from tests.server.wire import Reader, Seen, assert_same, everybody, watched
from tests.server.worlds import kept

PAUSE = 8.0


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    with closing(ServerHere(tmp_path_factory.mktemp("discreet"), quiet_pause=NEVER)) as server:
        yield server
        forget_what_waits(server)


@pytest.fixture(scope="module", params=DISCREET, ids=lambda game: game.id)
def known(here: ServerHere, request: pytest.FixtureRequest) -> Moment:
    return moment(here, request.param)


def answers(at: Moment, on: bool, reader: Reader, meanwhile: Seen) -> Iterator[tuple[int, list[str]]]:
    """What is played, and that it is let be: by the server once the pause is over, or by the other himself.

    In between, while he is asked, the reader looks at the table."""
    yield at.player, [at.play]
    reader.look(meanwhile, "en")
    if on:
        fire(cast(ServerHere, at.table.server), at, his_ask(at))
    yield (at.player, []) if on else (at.other, [at.nothing])


def played(at: Moment, readers: Sequence[Reader], players: Sequence[Person], holds: bool, on: bool) -> list[Seen]:
    """All that each reader gets in that world, before and after."""
    rows = at.rows(holds, on)
    rows["watchers"] = kept(at.table.server.path, at.table.id)["watchers"]
    seen = []
    for reader in readers:
        forget_what_waits(cast(ServerHere, at.table.server))
        meanwhile = Seen()
        after = watched(reader, rows, answers(at, on, reader, meanwhile), players, ["en"])
        seen.append(Seen(meanwhile.wire + after.wire))
        assert at.table.opened().room.asked == (at.player,)
    return seen


def test_others_cannot_tell_whether_something_is_held_nor_whether_answers_are_given(known: Moment) -> None:
    """All worlds, with the switch on and off, are the same to the opponent and to a spectator."""
    with everybody(known.table) as (readers, players):
        both = [readers[known.player], readers[-1]]
        held = played(known, both, players, True, True)
        for holds, on in ((False, True), (True, False), (False, False)):
            for one, two in zip(held, played(known, both, players, holds, on), strict=True):
                assert_same(one, two)


def leak_the_switch(patch: pytest.MonkeyPatch) -> None:
    honest = scene._room

    def leaking(room: Any, reader: int | None) -> dict[str, Any]:
        on = any(seat.quiet for seat in room.seats)
        return honest(room, reader) | {"url": f"/table/{room.id}", "title": "quiet" if on else room.game.title}

    patch.setattr(scene, "_room", leaking)


def leak_into_the_api(patch: pytest.MonkeyPatch) -> None:
    honest = api.table_of

    def leaking(opened: Opened, *rest: Any) -> Any:
        told = honest(opened, *rest)
        told.view["choices"] = [len(ask) for ask in opened.playing.asks().values()]
        return told

    patch.setattr(api, "table_of", leaking)


@pytest.mark.parametrize(("leak", "where"), [(leak_the_switch, "GET /table"), (leak_into_the_api, "GET /api")])
def test_a_leak_is_found(known: Moment, monkeypatch: pytest.MonkeyPatch, leak: Any, where: str) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=f"told apart by {where}"):
        test_others_cannot_tell_whether_something_is_held_nor_whether_answers_are_given(known)


def due(at: Moment, ahead: Ahead, holds: bool) -> list[float]:
    """After how long somebody is answered for, who was asked before."""
    opened = at.asked(holds, True)
    still = Still(at.table.server.store, ahead)
    quietly = Quiet(PAUSE, still.change)
    began = ahead.now

    async def wait() -> None:
        quietly.look_after(opened)
        quietly.look_after(opened)  # however often
        await asyncio.gather(*quietly._waiting.values())

    ahead.run_until_complete(wait())
    assert at.table.opened().room.asked == (at.player,)
    return [round(moment - began, 6) for moment in still.changed]


def asked_before(ahead: Ahead, seconds: float) -> SimpleNamespace:
    """A clock by which questions were put so long ago."""
    return SimpleNamespace(time=lambda: ahead.now - seconds)


def test_an_answer_is_due_at_a_moment_that_does_not_know_what_is_held(
    known: Moment, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the last digit: a pause after the question, or, where that has gone by, a pause from now. If whoever holds
    nothing were not waited for, that would be found."""
    for gone, holds in itertools.product((0.0, 0.25, 5.0, PAUSE + 1), (True, False)):
        monkeypatch.setattr(log, "time", asked_before(ahead, gone))
        assert due(known, ahead, holds) == [PAUSE - gone if gone < PAUSE else PAUSE], (gone, holds)
    monkeypatch.setattr(log, "time", asked_before(ahead, 0))
    honest = Quiet.look_after

    def hasty(self: Quiet, opened: Opened) -> None:
        self.pause = PAUSE / 2 if any(len(ask) == 1 for ask in opened.playing.asks().values()) else PAUSE
        honest(self, opened)

    monkeypatch.setattr(Quiet, "look_after", hasty)
    assert due(known, ahead, True) != due(known, ahead, False)


def answered(at: Moment, ahead: Ahead, holds: bool, seconds: float, usual: int = 1) -> tuple[float, str, object]:
    """After how long a bot answers, what, and what the house then takes to be its pace."""
    at.asked(holds, False, level="courtier")
    ask = his_ask(at)
    still = Still(at.table.server.store, ahead)
    players = bots_of(still, courtier=seconds)
    players._beats = {"courtier": usual} if usual > 1 else {}
    began = ahead.now

    async def wait() -> None:
        players.look_after(at.table.id)
        await asyncio.gather(*players._tasks.values())

    ahead.run_until_complete(wait())
    (when,) = still.changed
    with at.table.server.store.reading() as connection:
        (choice,) = log.given(connection, at.table.opened().room, at.other, ask)
    return round(when - began, 6), choice, dict(players._beats)


def test_a_bot_answers_on_the_same_beat_whether_or_not_it_holds_something(known: Moment, ahead: Ahead) -> None:
    for usual, seconds in itertools.product((1, 3), (0.0, 0.4, 0.999, 1.7, 2.5, 60.0)):
        held, none = (answered(known, ahead, holds, seconds, usual) for holds in (True, False))
        assert held[0] == none[0] == usual
        assert held[2] == none[2], "nor is anything learned from it that later answers would tell"
        assert none[1] == known.nothing
        expected = known.something if seconds < usual else known.nothing
        assert held[1] == expected, "a thought that is not finished is no thought"


def test_without_being_declared_discreet_a_slow_thought_would_tell(
    known: Moment, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(known.table.opened().room.game), "discreet", {})
    held, none = (answered(known, ahead, holds, 1.7) for holds in (True, False))
    assert held[0] != none[0]
    assert held[2] != none[2]
