"""Law 1 on the wire: nothing that a reader gets over HTTP differs between worlds that he cannot tell apart.

Not a page, a fragment, a refusal, a header, a byte of a stream; for each seat and for spectators, in all languages, and
on and on while the match is played. Here at tables of Richelieu.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.responses import HTMLResponse

from eminence.core import dealing
from eminence.core.match import Match
from eminence.core.texts import LANGUAGES
from eminence.server import api, fairness, log, scene
from eminence.server.log import Opened
from eminence.server.pages import table as pages_table
from eminence.server.rooms import Room
from eminence.server.web import Visit
from tests.server.driving import Person, Server, ServerHere
from tests.server.wire import Reader, compare, everybody, talk

TABLES = [(2, 1, 12, {}), (2, 2, 40, {"short": True}), (3, 3, 45, {}), (4, 4, 20, {})]


@pytest.mark.parametrize(("seats", "seed", "answers", "options"), TABLES)
def test_worlds_alike_are_the_same_bytes(
    quiet: Server, seats: int, seed: int, answers: int, options: dict[str, Any]
) -> None:
    chance = random.Random(seed)
    table = quiet.room(seats, options=options)
    table.play(chance, answers)  # covered discs are taken meanwhile
    talk(table)
    with everybody(table) as (readers, players):
        went_on = [
            compare(reader, players, chance, 3, LANGUAGES if reader.seat is None else [LANGUAGES[reader.seat % 3]])
            for reader in readers
        ]
    assert sum(went_on) >= 2 * len(readers), went_on


# -- a test that can fail ----------------------------------------------------------------------------------------------


def hidden(match: Match) -> str:
    """Something that follows from what nobody may know."""
    return match.game.hash(match._state)[:8]


def leak_into_page(patch: pytest.MonkeyPatch) -> None:
    honest = scene._status
    patch.setattr(scene, "_status", lambda match, *rest: f"{honest(match, *rest)} {hidden(match)}")


def leak_into_table_of_the_api(patch: pytest.MonkeyPatch) -> None:
    honest = api.table_of

    def leaking(opened: Opened, *rest: Any) -> Any:
        told = honest(opened, *rest)
        told.view["fields"]["disc_at"] = opened.playing._state.disc_at
        return told

    patch.setattr(api, "table_of", leaking)


def leak_into_story(patch: pytest.MonkeyPatch) -> None:
    for module in (log, pages_table):
        patch.setattr(module, "as_known_to", lambda event, visible, reader: event)


def leak_into_refusals(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(log, "why_not", lambda opened, *rest: hidden(opened.playing))


def leak_the_secret(patch: pytest.MonkeyPatch) -> None:
    honest = fairness.of_room

    def leaking(connection: Any, room: Room, language: str) -> dict[str, Any]:
        return {**honest(connection, room, language), "commitment": dealing.commitment(room.secret)}

    patch.setattr(fairness, "of_room", leaking)


def leak_by_what_can_be_taken_back(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "can_take_back", lambda match, seat: int(hidden(match), 16) % 2)


def leak_into_streams_only(patch: pytest.MonkeyPatch) -> None:
    honest = pages_table._news

    def leaking(visit: Any, slot: Any, room: str, *rest: Any) -> Any:
        story, chat, drawn, told, said = honest(visit, slot, room, *rest)
        return story, chat, drawn + hidden(log.open_room(rest[-1], room).playing), told, said

    patch.setattr(pages_table, "_news", leaking)
    patch.setattr(Reader, "until_shown", lambda reader, *streams: [stream.until(bool) for stream in streams])


def leak_into_a_header(patch: pytest.MonkeyPatch) -> None:
    honest = pages_table._scene

    def leaking(connection: Any, visit: Visit, looking: Any, *rest: Any) -> str:
        visit.request.state.leak = hidden(looking.opened.playing)
        return honest(connection, visit, looking, *rest)

    def piece(visit: Visit, html: str) -> HTMLResponse:
        return HTMLResponse(html, headers={"etag": visit.request.state.leak})

    patch.setattr(pages_table, "_scene", leaking)
    patch.setattr(Visit, "piece", piece)


@pytest.fixture(scope="module")
def breakable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Reader, list[Person], random.Random]]:
    """Seat 0 at a table where seat 1 has taken a covered disc, on a server that can be broken."""
    server = ServerHere(tmp_path_factory.mktemp("breakable"))
    table = server.room(2)
    chance = random.Random(7)
    table.play(chance, stop=lambda opened: opened.playing.view(None)["disc_count"][1] > 0 and opened.room.asked == (0,))
    with table.person(0) as player, table.person(1) as other, table.program(0) as program:
        yield Reader(table, 0, player, program), [player, other], chance
    server.close()


def test_nothing_leaks_from_a_server_that_nobody_has_broken(breakable: Any) -> None:
    reader, players, chance = breakable
    compare(reader, players, chance, 2, ["en"])


@pytest.mark.parametrize(
    "leak",
    [
        leak_into_page,
        leak_into_table_of_the_api,
        leak_into_story,
        leak_into_refusals,
        leak_the_secret,
        leak_by_what_can_be_taken_back,
        leak_into_streams_only,
        leak_into_a_header,
    ],
)
def test_a_leak_is_found(breakable: Any, monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    reader, players, chance = breakable
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="told apart by"):
        compare_several(reader, players, chance)


def compare_several(reader: Reader, players: list[Person], chance: random.Random) -> None:
    """A leak of one bit shows in every other pair of worlds."""
    for _ in range(10):
        compare(reader, players, chance, 0, ["en"])
