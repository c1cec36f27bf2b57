"""What is covered on the table though anyone who watched could work it out, in every game that has such: programs get
it, since they may remember. No page shows it to others, in not a byte, unless the players have agreed on that."""

import json
from functools import cache
from typing import Any, NamedTuple

import pytest

from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.visibility import Sees
from eminence.games import all_games
from eminence.server import scene
from tests.server.driving import Reached, Server, ServerHere, until
from tests.server.finding import Position, walk, walks
from tests.server.wire import Seen, assert_same, everybody, watched
from tests.server.worlds import Rows, kept, later, put, with_state

GALLERY = -1
REMEMBERING = [game for game in all_games() if Sees.MEMORY in game.visible.values()]


class Exchange(NamedTuple):
    """A position where two seats have different things to remember, of one sort or several."""

    position: Position
    fields: list[str]
    seats: tuple[int, int]


@cache
def exchanges(game: Game) -> list[Exchange]:
    """Positions at tables as they are unless something else is agreed on; together they have every such field."""
    missing = {name for name, sees in game.visible.items() if sees is Sees.MEMORY}
    usual = {option.name: option.default for option in game.options}
    found = []
    for agreed, secret in walks(game, 12, seats=max(game.seats), **usual):
        for match, answers in walk(agreed, secret, take_backs=0):
            seats = (agreed.seats - 2, agreed.seats - 1)
            fields = [name for name in sorted(missing) if can_change_places(match, name, seats)]
            if fields and not any(match._state.sealed):
                found.append(Exchange(Position(agreed, secret, tuple(answers)), fields, seats))
                missing -= set(fields)
    assert not missing, f"{game.title}: nobody ever has other {missing} than another"
    return found


def can_change_places(match: Match, name: str, seats: tuple[int, int]) -> bool:
    """Whether two seats have different things of a sort, and both have some, or as many."""
    one, two = (getattr(match._state, name)[seat] for seat in seats)
    as_many = len(one) == len(two) if isinstance(one, list) else bool(one) == bool(two)
    return bool(one != two and as_many)


def exchanged(rows: Rows, game: Game, fields: list[str], seats: tuple[int, int]) -> Rows:
    """The same room, with what two seats have of this exchanged."""
    form = json.loads(rows["snapshots"][0]["data"])["state"]
    one, two = seats
    for name in fields:
        form[name][one], form[name][two] = form[name][two], form[name][one]
    return with_state(rows, game, form)


def for_programs(name: str) -> bool:
    """What programs get: the View, with what one can remember."""
    return name.endswith("stream of the API") or ("/api/rooms/" in name and "/table" in name)


def shared(seen: list[Seen], *, pages: bool) -> list[Seen]:
    """What came for people, or what came for programs."""
    return [Seen([one for one in came.wire if for_programs(one[0]) is not pages]) for came in seen]


def look(server: Reached, exchange: Exchange, reader: int, language: str = "fr") -> list[Seen]:
    """What a reader gets in both worlds."""
    position, fields, seats = exchange
    table = server.table_at(position)
    with everybody(table) as (readers, players):
        here = later(kept(server.path, table.id))
        there = exchanged(here, position.game, fields, seats)
        readers[reader].wrong = ("nonsense",)
        seen = [watched(readers[reader], rows, [], players, [language]) for rows in (here, there)]
        until(server.nobody_listens)
        put(server.path, table.id, here)
    return seen


@pytest.mark.parametrize("game", REMEMBERING, ids=lambda game: game.id)
def test_what_others_have_to_remember_is_on_no_page(quiet: Server, game: Game) -> None:
    """Not in a byte of pages, pieces, streams, story; for others and for the gallery. Its owner sees it."""
    for exchange in exchanges(game):
        print(f"{exchange.fields}: {exchange.position}")
        for reader in (0, GALLERY):
            seen = look(quiet, exchange, reader)
            assert_same(*shared(seen, pages=True))
            with pytest.raises(AssertionError, match="told apart by GET /api/"):
                assert_same(*shared(seen, pages=False))
        with pytest.raises(AssertionError, match="told apart by GET /table/"):
            assert_same(*look(quiet, exchange, exchange.seats[0]))


@pytest.mark.parametrize("game", REMEMBERING[:1], ids=lambda game: game.id)
def test_a_page_that_remembers_for_its_reader_is_found(
    breakable: ServerHere, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    exchange = exchanges(game)[0]
    honest = scene._status

    def leaking(match: Match, told: Any, view: Any, *rest: Any) -> str:
        return f"{honest(match, told, view, *rest)} {view[exchange.fields[0]]}"

    monkeypatch.setattr(scene, "_status", leaking)
    with pytest.raises(AssertionError, match="told apart by GET /table/"):
        assert_same(*shared(look(breakable, exchange, 0), pages=True))
