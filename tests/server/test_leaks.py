"""Tests that can fail: leaks of every kind, planted in a server, are found by comparing worlds that are alike.

Each is looked for where it can show, at a position of whichever game has such: where answers are sealed or composed,
where something was covered, where who is asked must not tell what he holds.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from starlette.responses import Response

from eminence.core import dealing
from eminence.core.event import Event
from eminence.core.match import Match
from eminence.core.state import State
from eminence.core.visibility import owner
from eminence.games import all_games
from eminence.server import fairness
from eminence.server.api import operations as api
from eminence.server.http.visit import Visit
from eminence.server.pages import scene
from eminence.server.pages import table as pages_table
from eminence.server.storage import match_log
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.rooms import Room
from tests.server.driving import ServerHere, Table
from tests.server.finding import ANSWERED, COMPOSES, COVERED, DISCREET, Position, told_in_events, worth_looking
from tests.server.wire import Reader, compare, everybody
from tests.server.worlds import NoOtherWorld


def hidden(match: Match) -> str:
    """Something that follows from what nobody may know."""
    return match.game.hash(match._state)[:8]


def odd(state: State) -> bool:
    """A bit that follows from what is hidden."""
    lists = [value for name in type(state).__slots__ if isinstance(value := getattr(state, name), list)]
    return sum(number for value in lists for number in value if isinstance(number, int)) % 2 == 1


def to_choose(state: State) -> list[int]:
    """How much there is to choose for those who are asked."""
    return [len(state.choices(seat)) for seat in range(int(state.seats)) if state.is_asked(seat)]


@dataclass(frozen=True)
class Leak:
    """What is told in place of what a function of the server tells honestly; and at which positions this can show, by
    what the worlds must differ, and whether it shows to somebody who waits."""

    tell: Callable[..., Any]
    name: str
    of: tuple[Any, ...]
    where: str
    differs: Callable[[State], object]
    waiting: bool

    def tells_apart(self, here: State, there: State) -> bool:
        return self.differs(here) != self.differs(there)

    def plant(self, patch: pytest.MonkeyPatch) -> None:
        honest = getattr(self.of[0], self.name)
        for each in self.of:
            patch.setattr(each, self.name, lambda *given, **more: self.tell(honest, *given, **more))


LEAKS: dict[str, Leak] = {}


def leak(name: str, *of: Any, where: str = "", differs: Any = id, waiting: bool = True) -> Callable[[Any], Any]:
    def keep(tell: Callable[..., Any]) -> Callable[..., Any]:
        LEAKS[tell.__name__] = Leak(tell, name, of, where, differs, waiting)
        return tell

    return keep


@leak("_status", scene)
def into_a_page(honest: Any, match: Match, *rest: Any) -> str:
    return f"{honest(match, *rest)} {hidden(match)}"


@leak("table_of", api, where=COVERED)
def into_the_table_of_the_api(honest: Any, opened: OpenRoom, *rest: Any) -> Any:
    """The View of a program has the fields that their owners see as they are."""
    told, game = honest(opened, *rest), opened.playing.game
    whole = game.to_json(opened.playing._state)
    told.view["fields"] |= {name: whole[name] for name, sees in game.visible.items() if sees is owner}
    return told


@leak("why_not", match_log, waiting=False)
def into_refusals(honest: Any, opened: OpenRoom, *rest: Any) -> str:
    return hidden(opened.playing)


@leak("_why", pages_table, waiting=False)
def into_why(honest: Any, visit: Visit, looking: Any, choice: str) -> str:
    """Why something cannot be chosen is told by what is the case, to whoever taps it."""
    return hidden(looking.opened.playing) if choice else ""


@leak("of_room", fairness)
def into_what_proves_fairness(honest: Any, room: Room, *rest: Any) -> dict[str, Any]:
    return {**honest(room, *rest), "commitment": dealing.commitment(room.secret)}


@leak("_news", pages_table)
def into_streams_only(honest: Any, visit: Visit, *rest: Any) -> Any:
    story, chat, drawn, told, said = honest(visit, *rest)
    return story, chat, drawn + hidden(match_log.open_room(rest[-1], visit.room).playing), told, said


@leak("piece", Visit)
def into_a_header(honest: Any, visit: Visit, html: str) -> Response:
    response: Response = honest(visit, html)
    with visit.services.store.reading() as connection:
        response.headers["etag"] = hidden(match_log.open_room(connection, visit.room).playing)
    return response


@leak("can_take_back", Match, differs=odd)
def by_what_can_be_taken_back(honest: Any, match: Match, seat: int) -> Any:
    return honest(match, seat) if match.by_hand else odd(match._state)  # by hand: what a test repeats


@leak("_status", scene, where=DISCREET, differs=to_choose)
def by_what_is_offered(honest: Any, match: Match, *rest: Any) -> str:
    """Whoever waits is told how much there is to choose."""
    return f"{honest(match, *rest)} {[len(ask) for ask in match.asks().values()]}"


@leak("as_known_to", match_log, pages_table, where=COVERED)
def into_the_story(honest: Any, event: Event, *rest: Any) -> Event:
    return event


@leak("story", match_log, where=COVERED)
def what_another_was_told(honest: Any, connection: Any, room: Room, reader: int | None, since: int = 0) -> Any:
    return honest(connection, room, None if reader is None else (reader + 1) % len(room.seats), since)


@leak("_status", scene, where=ANSWERED, differs=lambda state: state.sealed, waiting=False)
def what_is_sealed(honest: Any, match: Match, *rest: Any) -> str:
    return f"{honest(match, *rest)} {match._state.sealed}"


@leak("ask_id", match_log, where=COMPOSES, differs=lambda state: sum(map(len, state.sealed)))
def how_often_others_answered(honest: Any, match: Match, seat: int) -> str:
    return f"{match.length}.{match.given(seat)}"


@cache
def where(feature: str) -> list[Position]:
    """All positions, of whatever game, that have a feature."""
    return [position for game in all_games() for name, position in worth_looking(game).items() if feature in name]


@pytest.fixture(scope="module")
def tables(breakable: ServerHere) -> Callable[[Position], Table]:
    """A table of a position on a server that can be broken: the same one each time."""
    return cache(breakable.table_at)


def reader_at(table: Table, readers: list[Reader], *, waiting: bool) -> Reader:
    asked = table.opened().room.asked
    others = [seat for seat in range(len(table.people)) if seat not in asked]
    return readers[(others[0] if others else asked[-1]) if waiting else asked[0]]


def test_nothing_leaks_from_a_server_that_nobody_has_broken(tables: Callable[[Position], Table]) -> None:
    table = tables(where(COVERED)[0])
    with everybody(table) as (readers, players):
        compare(reader_at(table, readers, waiting=True), players, random.Random(1), 2, ["en"])


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_is_found(tables: Callable[[Position], Table], monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    leak = LEAKS[name]
    positions = where(leak.where)
    assert positions, f"no game has a position with {leak.where!r}: this leak cannot be looked for"
    first = list(LEAKS).index(name) * 7 % len(positions)  # games take turns
    for position in positions[first:] + positions[:first]:
        table = tables(position)
        told_in_events(table.opened().room.game)  # found by playing matches: before anything is broken
        with monkeypatch.context() as patch:
            leak.plant(patch)
            if leak.tell is into_streams_only:  # streams never show what the page shows
                patch.setattr(
                    Reader, "until_shown", lambda reader, *streams: [stream.until(bool) for stream in streams]
                )
            with everybody(table) as (readers, players):
                reader = reader_at(table, readers, waiting=leak.waiting)
                with pytest.raises(AssertionError) as found:
                    compare(reader, players, random.Random(1), 0, ["en"], leak.tells_apart)
        if not isinstance(found.value, NoOtherWorld):
            assert str(found.value).startswith("told apart by"), f"not found at {position}"
            return
    raise AssertionError(f"nowhere is there a world that this could give away: {positions}")
