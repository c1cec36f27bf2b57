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
from starlette.responses import HTMLResponse

from eminence.core import dealing
from eminence.core.match import Match
from eminence.core.state import State
from eminence.core.visibility import Sees
from eminence.games import all_games
from eminence.server import api, fairness, log, scene
from eminence.server.log import Opened
from eminence.server.pages import table as pages_table
from eminence.server.rooms import Room
from eminence.server.web import Visit
from tests.server.driving import ServerHere, Table
from tests.server.finding import ANSWERED, COMPOSES, COVERED, DISCREET, Position, worth_looking
from tests.server.wire import Reader, compare, everybody
from tests.server.worlds import NoOtherWorld


def hidden(match: Match) -> str:
    """Something that follows from what nobody may know."""
    return match.game.hash(match._state)[:8]


def odd(state: State) -> bool:
    """A bit that follows from what is hidden."""
    lists = [value for name in type(state).__slots__ if isinstance(value := getattr(state, name), list)]
    return sum(number for value in lists for number in value if isinstance(number, int)) % 2 == 1


def sealed(state: State) -> int:
    """How many small answers are sealed."""
    return sum(map(len, state.sealed))


def to_choose(state: State) -> list[int]:
    """How much there is to choose for those who are asked."""
    return [len(state.choices(seat)) for seat in range(int(state.seats)) if state.is_asked(seat)]


# -- what leaks: something hidden, a single bit, or what somebody else may know ----------------------------------------


def into_status(patch: pytest.MonkeyPatch, tell: Callable[[Match], object]) -> None:
    honest = scene._status
    patch.setattr(scene, "_status", lambda match, *rest: f"{honest(match, *rest)} {tell(match)}")


def into_a_page(patch: pytest.MonkeyPatch) -> None:
    into_status(patch, hidden)


def what_is_sealed(patch: pytest.MonkeyPatch) -> None:
    into_status(patch, lambda match: match._state.sealed)


def by_what_is_offered(patch: pytest.MonkeyPatch) -> None:
    """Whoever waits is told how much there is to choose."""
    into_status(patch, lambda match: [len(ask) for ask in match.asks().values()])


def into_the_table_of_the_api(patch: pytest.MonkeyPatch) -> None:
    """The View of a program has the fields that their owners see as they are."""
    honest = api.table_of

    def leaking(opened: Opened, *rest: Any) -> Any:
        told, game = honest(opened, *rest), opened.playing.game
        whole = game.to_json(opened.playing._state)
        told.view["fields"] |= {name: whole[name] for name, sees in game.visible.items() if sees is Sees.OWNER}
        return told

    patch.setattr(api, "table_of", leaking)


def into_refusals(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(log, "why_not", lambda opened, *rest: hidden(opened.playing))


def into_why(patch: pytest.MonkeyPatch) -> None:
    """Why something cannot be chosen is told by what is the case, to whoever taps it."""
    patch.setattr(scene, "why_not", lambda opened, *rest: hidden(opened.playing))


def into_what_proves_fairness(patch: pytest.MonkeyPatch) -> None:
    honest = fairness.of_room

    def leaking(connection: Any, room: Room, language: str) -> dict[str, Any]:
        return {**honest(connection, room, language), "commitment": dealing.commitment(room.secret)}

    patch.setattr(fairness, "of_room", leaking)


def into_streams_only(patch: pytest.MonkeyPatch) -> None:
    honest = pages_table._news

    def leaking(visit: Any, slot: Any, room: str, *rest: Any) -> Any:
        story, chat, drawn, told, said = honest(visit, slot, room, *rest)
        return story, chat, drawn + hidden(log.open_room(rest[-1], room).playing), told, said

    patch.setattr(pages_table, "_news", leaking)
    patch.setattr(Reader, "until_shown", lambda reader, *streams: [stream.until(bool) for stream in streams])


def into_a_header(patch: pytest.MonkeyPatch) -> None:
    honest = pages_table._scene

    def leaking(connection: Any, visit: Visit, looking: Any, *rest: Any) -> str:
        visit.request.state.leak = hidden(looking.opened.playing)
        return honest(connection, visit, looking, *rest)

    def piece(visit: Visit, html: str) -> HTMLResponse:
        return HTMLResponse(html, headers={"etag": visit.request.state.leak})

    patch.setattr(pages_table, "_scene", leaking)
    patch.setattr(Visit, "piece", piece)


def by_what_can_be_taken_back(patch: pytest.MonkeyPatch) -> None:
    honest = Match.can_take_back

    def leaking(match: Match, seat: int) -> bool:
        return honest(match, seat) if match.by_hand else odd(match._state)  # by hand: what a test repeats

    patch.setattr(Match, "can_take_back", leaking)


def into_the_story(patch: pytest.MonkeyPatch) -> None:
    for module in (log, pages_table):
        patch.setattr(module, "as_known_to", lambda event, visible, reader: event)


def what_another_was_told(patch: pytest.MonkeyPatch) -> None:
    honest = log.story

    def leaking(connection: Any, room: Room, reader: int | None, since: int = 0) -> Any:
        return honest(connection, room, None if reader is None else (reader + 1) % len(room.seats), since)

    patch.setattr(log, "story", leaking)


def how_often_others_answered(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(log, "ask_id", lambda match, seat: f"{match.length}.{match.given(seat)}")


# -- where each of them can show ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shows:
    """At which positions a leak can show, in which worlds, and whether to somebody who waits."""

    where: str = ""
    wanted: Callable[[State, State], bool] | None = None
    waiting: bool = True


LEAKS: dict[Callable[[pytest.MonkeyPatch], None], Shows] = {
    into_a_page: Shows(),
    into_the_table_of_the_api: Shows(COVERED),
    into_refusals: Shows(waiting=False),
    into_why: Shows(waiting=False),
    into_what_proves_fairness: Shows(),
    into_streams_only: Shows(),
    into_a_header: Shows(),
    by_what_can_be_taken_back: Shows(wanted=lambda here, there: odd(here) != odd(there)),
    by_what_is_offered: Shows(DISCREET, lambda here, there: to_choose(here) != to_choose(there)),
    into_the_story: Shows(COVERED),
    what_another_was_told: Shows(COVERED),
    what_is_sealed: Shows(ANSWERED, lambda here, there: here.sealed != there.sealed, waiting=False),
    how_often_others_answered: Shows(COMPOSES, lambda here, there: sealed(here) != sealed(there)),
}


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


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(tables: Callable[[Position], Table], monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    shows = LEAKS[leak]
    positions = where(shows.where)
    assert positions, f"no game has a position with {shows.where!r}: this leak cannot be looked for"
    first = list(LEAKS).index(leak) * 7 % len(positions)  # games take turns
    for position in positions[first:] + positions[:first]:
        table = tables(position)
        with monkeypatch.context() as patch:
            leak(patch)
            with everybody(table) as (readers, players):
                reader = reader_at(table, readers, waiting=shows.waiting)
                with pytest.raises(AssertionError) as found:
                    compare(reader, players, random.Random(1), 0, ["en"], shows.wanted)
        if not isinstance(found.value, NoOtherWorld):
            assert str(found.value).startswith("told apart by"), f"not found at {position}"
            return
    raise AssertionError(f"nowhere is there a world that this could give away: {positions}")
