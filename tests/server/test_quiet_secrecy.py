"""The veto leaks nothing: whether one is held shows neither in what others get over the wire nor in when they get it.

Two worlds that differ in this alone, with the switch on and off, looked at by the opponent and by a spectator; and
bots, whose answers come on the same beat however long they had to think.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import pytest
from sqlalchemy import Connection

from eminence.core.ask import Ask
from eminence.core.view import View
from eminence.games.caesar_cleopatra.game import CaesarCleopatra
from eminence.server import api, bots, log, quiet, scene
from eminence.server.bots import Bots
from eminence.server.log import Opened
from eminence.server.metrics import Metrics
from eminence.server.quiet import Quiet
from eminence.server.store import Store
from tests.server.driving import Person, Program, ServerHere, Stream, until
from tests.server.vetoes import Moment, moment
from tests.server.wire import Seen, assert_same
from tests.server.worlds import put

PAUSE = 2.0
"""Long enough to look at everything meanwhile, also on a busy machine."""
SAME = 0.5
"""Seconds by which two answers may differ there. Without the pause they would differ by all of it."""
GALLERY = "ab" * 12
T = TypeVar("T")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    server = ServerHere(tmp_path_factory.mktemp("discreet"), quiet_pause=PAUSE)
    yield server
    server.close()


# -- on the wire -------------------------------------------------------------------------------------------------------


@dataclass
class Onlooker:
    """The opponent or a spectator, with a browser and a program: all that came to them, and when the table went on."""

    person: Person
    program: Program
    pages: Stream
    events: Stream
    seen: Seen = field(default_factory=Seen)
    after: float = 0.0

    def look(self, path: str) -> None:
        self.seen.response(self.person.get(path))
        self.seen.response(self.person.get(path, headers={"x-fragment": "scene"}))
        self.seen.response(self.person.get(f"{path}/fair"))
        self.seen.response(self.person.get("/mine"))
        for name in ("table", "story", "", "chat"):
            self.seen.response(self.program.get(name))

    def until_shown(self, path: str) -> None:
        """Wait until both streams have shown the table as it stands."""
        drawn = self.person.get(path, headers={"x-fragment": "scene"}).text
        table = self.program.table()
        self.pages.until(lambda got: any(event.name == "table" and event.data == drawn for event in got[-1:]))
        self.events.until(lambda got: any(event.name == "table" and event.json == table for event in got[-1:]))


@dataclass(frozen=True)
class Told:
    """What the opponent and a spectator learned of one play of a card, and how long they waited."""

    opponent: Onlooker
    spectator: Onlooker


def played(at: Moment, holds: bool, on: bool) -> Told:
    """The card is played in that world. With the switch off, the other lets it happen himself, after as long."""
    table, path = at.table, at.table.path
    server = cast(ServerHere, table.server)
    until(server.nobody_listens)
    until(lambda: not server.app.state.house.quiet._waiting)
    put(server.path, table.id, at.rows(holds, on))
    with ExitStack() as stack:
        enter = stack.enter_context

        def onlooker(person: Person, program: Program) -> Onlooker:
            person, program = enter(person), enter(program)
            pages = enter(person.stream(f"{path}/stream", query={"last": "0.0"}))
            found = Onlooker(person, program, pages, enter(program.stream()))
            found.until_shown(path)
            return found

        gallery = server.person(known_as=GALLERY)  # the same one in every world
        gallery.get(table.watch_path)
        told = Told(
            onlooker(table.person(at.player), table.program(at.player)),
            onlooker(gallery, table.watching_program()),
        )
        both = (told.opponent, told.spectator)
        for one in both:
            one.until_shown(path)
            one.look(path)
        ask = told.opponent.program.table()["ask"]["id"]
        response = told.opponent.program.post("answers", ask=ask, choice=at.play)
        told.opponent.seen.response(response)
        began = time.monotonic()
        for one in both:
            one.until_shown(path)
            one.look(path)
        assert time.monotonic() - began < PAUSE, "this machine is too busy for this test"
        if not on:
            time.sleep(max(0.0, began + PAUSE - time.monotonic()))
            table_of_his = enter(table.program(at.other))
            his = log.ask_id(table.opened().playing, at.other)
            assert table_of_his.post("answers", ask=his, choice="let").status_code == 200
        for one in both:
            one.events.until(lambda got: got[-1].name == "table" and got[-1].json["asked"] == [at.player])
            one.after = time.monotonic() - began
        for one in both:
            one.until_shown(path)
            one.look(path)
            one.seen.stream("stream of the page", one.pages.raw)
            one.seen.stream("stream of the API", one.events.raw)
    return told


def compare(at: Moment) -> None:
    """All worlds, with the switch on and off, are the same to others; and on, their time is the same too."""
    held = played(at, True, True)
    for holds, on in ((False, True), (True, False), (False, False)):
        other = played(at, holds, on)
        for one, two in ((held.opponent, other.opponent), (held.spectator, other.spectator)):
            times = [one.after, two.after]
            assert not on or max(times) - min(times) < SAME, f"told apart by the time: {times}"
            assert min(times) > PAUSE - 0.1, f"told apart by the time: {times}"
            assert_same(one.seen, two.seen)


@pytest.mark.parametrize("seed", [3, 1])
def test_others_cannot_tell_whether_a_veto_is_held_nor_whether_answers_are_given(here: ServerHere, seed: int) -> None:
    compare(moment(here, seed))


@pytest.fixture(scope="module")
def known(here: ServerHere) -> Moment:
    return moment(here, 3)


def leak_by_haste(patch: pytest.MonkeyPatch) -> None:
    """Who holds nothing is not waited for."""
    honest = Quiet.look_after

    def hasty(self: Quiet, opened: Opened) -> None:
        pause = self.pause
        if any(len(ask) == 1 for ask in opened.playing.asks().values()):
            self.pause = PAUSE / 2
        honest(self, opened)
        self.pause = pause

    patch.setattr(Quiet, "look_after", hasty)


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


LEAKS = {leak_by_haste: "the time", leak_the_switch: "GET /table", leak_into_the_api: "POST /api"}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(known: Moment, monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=f"told apart by {LEAKS[leak]}"):
        compare(known)


# -- by the clock, exactly ---------------------------------------------------------------------------------------------


class Hurried(selectors.DefaultSelector):
    """Waits for nothing: the clock of its loop is moved on instead."""

    loop: Ahead

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready and timeout:
            self.loop.now += timeout
        return ready


class Ahead(asyncio.SelectorEventLoop):
    """A loop in whose time nothing takes any time but waiting."""

    def __init__(self) -> None:
        self.now = 1_000_000.0
        selector = Hurried()
        super().__init__(selector)
        selector.loop = self

    def time(self) -> float:
        return self.now


class Still:
    """A store that does everything at once, and remembers when it was changed."""

    def __init__(self, store: Store, loop: Ahead) -> None:
        self.store = store
        self.loop = loop
        self.changed: list[float] = []

    async def read(self, work: Callable[[Connection], T]) -> T:
        with self.store.reading() as connection:
            return work(connection)

    async def change(self, work: Callable[[Connection], Opened]) -> Opened:
        with self.store.writing() as connection:
            opened = work(connection)
        self.changed.append(self.loop.time())
        return opened


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ahead]:
    loop = Ahead()
    for module in (bots, quiet):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=loop.time, time=loop.time))
    yield loop
    loop.close()


def asked(at: Moment, holds: bool, *, on: bool = False, level: str = "") -> Opened:
    """The card is played, and the other is asked; a bot, where a level is given."""
    rows = at.rows(holds, on)
    for seat in rows["seats"]:
        if seat["seat"] == at.other:
            seat["level"] = level
    put(at.table.server.path, at.table.id, rows)
    return at.table.answer(at.player, at.play)


@pytest.mark.parametrize("gone", [0.0, 0.25, 5.0])
@pytest.mark.parametrize("holds", [True, False])
def test_an_answer_is_due_at_a_moment_that_does_not_know_the_hand(
    known: Moment, ahead: Ahead, monkeypatch: pytest.MonkeyPatch, holds: bool, gone: float
) -> None:
    """To the last digit: a pause after the question, or, where that has gone by, a pause from now."""
    monkeypatch.setattr(log, "time", SimpleNamespace(time=lambda: ahead.now - gone))
    opened = asked(known, holds, on=True)
    still = Still(known.table.server.store, ahead)
    quietly = Quiet(8.0, still.change)
    began = ahead.now

    async def wait() -> None:
        quietly.look_after(opened)
        quietly.look_after(opened)  # however often
        await asyncio.gather(*quietly._waiting.values())

    ahead.run_until_complete(wait())
    assert still.changed == [pytest.approx(began + 8.0 - gone, abs=1e-6)]
    assert known.table.opened().room.asked == (known.player,)


@dataclass
class Thinking:
    """Bots that need so many seconds where there is something to choose, and then forbid."""

    seconds: float

    async def choose(self, level: str, seed: str, view: View, ask: Ask) -> tuple[str, float]:
        if len(ask) == 1:
            return ask.choices[0].text, 0.0
        await asyncio.sleep(self.seconds)
        return ("veto" if "veto" in ask.texts else ask.choices[0].text), self.seconds


def bots_of(at: Moment, ahead: Ahead, seconds: float) -> tuple[Bots, Still]:
    still = Still(at.table.server.store, ahead)
    store, thinkers = cast(Any, still), cast(Any, Thinking(seconds))
    return Bots(store, thinkers, Metrics(), 1.0, still.change), still


def answered(
    at: Moment, ahead: Ahead, holds: bool, seconds: float, usual: int = 1
) -> tuple[float, str, dict[str, int]]:
    """After how long a bot answers, what, and what the house then takes to be its pace."""
    opened = asked(at, holds, level="courtier")
    ask = log.ask_id(opened.playing, at.other)
    players, still = bots_of(at, ahead, seconds)
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


@pytest.mark.parametrize("usual", [1, 3])
@pytest.mark.parametrize("seconds", [0.0, 0.4, 0.999, 1.7, 2.5, 60.0])
def test_a_bot_answers_on_the_same_beat_whether_or_not_it_holds_a_veto(
    known: Moment, ahead: Ahead, seconds: float, usual: int
) -> None:
    held = answered(known, ahead, True, seconds, usual)
    none = answered(known, ahead, False, seconds, usual)
    assert held[0] == none[0] == usual
    assert held[2] == none[2], "nor is anything learned from it that later answers would tell"
    assert none[1] == "let"
    assert held[1] == ("veto" if seconds < usual else "let"), "a thought that is not finished is no thought"


def test_without_being_declared_discreet_a_slow_thought_would_tell(
    known: Moment, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CaesarCleopatra, "discreet", {})
    assert answered(known, ahead, True, 1.7)[0] != answered(known, ahead, False, 1.7)[0]
    assert answered(known, ahead, True, 1.7)[2] != answered(known, ahead, False, 1.7)[2]
