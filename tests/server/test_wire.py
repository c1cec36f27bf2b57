"""Law 1 on the wire: nothing that a reader gets over HTTP differs between worlds that he cannot tell apart.

Not a page, a fragment, a refusal, a header, a byte of a stream; for whoever is asked, whoever waits, and the gallery,
and on and on while the match is played. At every step of every game that ever asks a player: with answers sealed by
some and awaited from others, with such as may be taken back, after whatever has been hidden. EMINENCE_THOROUGH=1 lets
everybody look everywhere, in all languages, in several matches.

What is covered on the table though anyone who watched could work it out, programs get, since they may remember. No page
shows it to others, in not a byte, unless the players have agreed on that.
"""

import itertools
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import pytest

from eminence.core.game import Game
from eminence.core.match import BACK, Match
from eminence.core.state import DEALER, SEVERAL
from eminence.core.texts import LANGUAGES
from eminence.core.visibility import Sees
from eminence.games import all_games
from eminence.server import log, scene
from tests.laws.table import has_sealed_steps, tables
from tests.server.driving import Reached, Server, ServerHere, Table, until
from tests.server.finding import ANSWERED, COMPOSES, COVERED, DISCREET, Position, give, walk, walks, worth_looking
from tests.server.wire import Seen, assert_same, compare, everybody, watched
from tests.server.worlds import NoOtherWorld, Rows, again, kept, later, onward, put, to_the_last, twins, with_state
from tests.thorough import THOROUGH

ROLES = ("asked", "waiting", "gallery")
REMEMBERING = [game for game in all_games() if Sees.MEMORY in game.visible.values()]
SEEDS = range(4 if THOROUGH else 1)
GO_ON = 3  # answers that are given while all look on


def seat_of(match: Match, role: str) -> int | None:
    """Whoever is asked; one who waits, best having sealed something; the gallery."""
    asked = match._asked()
    others = [seat for seat in range(match.seats) if seat not in asked]
    return {"asked": asked[0], "waiting": others[-1] if others else asked[-1], "gallery": None}[role]


def looked_at(game: Game, role: str) -> Iterator[tuple[str, Position, list[str]]]:
    """The positions that somebody looks at, and in which languages. All take turns, but whoever waits looks wherever
    there is more to hide than usual."""
    for number, (name, position) in enumerate(worth_looking(game).items()):
        hiding = any(word in name for word in (ANSWERED, COMPOSES, COVERED, DISCREET))
        turns = (("asked", "gallery")[number % 2], "waiting") if hiding else (ROLES[number % len(ROLES)],)
        if THOROUGH:
            yield name, position, list(LANGUAGES)
        elif role in turns:
            yield name, position, [LANGUAGES[(number + ROLES.index(role)) % len(LANGUAGES)]]


@pytest.mark.parametrize("role", ROLES)
def test_worlds_alike_are_the_same_bytes(quiet: Server, any_game: Game, role: str) -> None:
    compared = went_on = 0
    for (name, position, languages), seed in itertools.product(looked_at(any_game, role), SEEDS):
        print(f"{name}: {position}, seed {seed}")
        table = quiet.table_at(position)
        seat = seat_of(table.opened().playing, role)
        with everybody(table) as (readers, players):
            readers[0].person.post(f"{table.path}/say", text="Good evening to all players")
            readers[-1].person.post(f"{table.path}/say", text="Whispered in the gallery")
            reader = readers[-1 if seat is None else seat]
            with suppress(NoOtherWorld):  # he knows all that there is to know
                went_on += compare(reader, players, random.Random(f"{name} {role} {seed}"), GO_ON, languages)
                compared += 1
    assert compared, f"{any_game.title}: there is nothing that could be hidden from anybody"
    assert went_on > compared, "play goes on while all look"


def handing_over(game: Game, sealed: bool) -> tuple[Position, int, int] | None:
    """Where one is asked, alone or as the last but one of several, and then another is; who hands over to whom."""
    for agreed, secret in walks(game, 12):
        for match, answers in walk(agreed, secret, take_backs=0):
            asked = match._asked()
            if len(answers) < 20 or (match._state.asked == SEVERAL) is not sealed or len(asked) != 1 + sealed:
                continue
            trial = again(match)
            for text in to_the_last(match, asked[0], random.Random(1)) if sealed else match.asks()[asked[0]].texts[:1]:
                give(trial, asked[0], text)
            if not trial.over and len(then := trial._asked()) == 1 and then != asked[:1]:
                return Position(agreed, secret, tuple(answers)), asked[0], then[0]
    return None


@pytest.mark.parametrize(("level", "sealed"), [("page", False), ("page", True), ("courtier", False)])
def test_a_bot_does_the_same_in_worlds_that_it_cannot_tell_apart(
    server: Server, any_game: Game, level: str, sealed: bool
) -> None:
    found = handing_over(any_game, sealed)
    if found is None:
        assert sealed, f"in {any_game.title} nobody ever hands over to anybody"
        assert not has_sealed_steps(tables(any_game)[0])
        return
    position, person, bot = found
    table = server.table_at(position, bots={bot: level})
    did = []
    with table.person(person) as player:
        for rows, texts in asking_the_bot(table, person, bot):
            put(server.path, table.id, rows)
            for choice in texts:
                ask = log.ask_id(table.opened().playing, person)
                assert player.post(f"{table.path}/answer", ask=ask, choice=choice).status_code == 303
            until(lambda: bot not in table.opened().room.asked)
            did.append(answers_of(bot, kept(server.path, table.id)["entries"][len(rows["entries"]) :]))
    assert did[0] == did[1]
    assert did[0]


def asking_the_bot(table: Table, person: int, bot: int) -> list[tuple[Rows, list[str]]]:
    """Two worlds that a bot cannot tell apart, and what somebody does in each; after which it is asked the same."""
    chance = random.Random(1)
    for _ in range(200):
        pair = twins(table, bot, chance, same_secret=True)
        for seat, (here, there) in onward(pair, bot, chance, 1):
            usable = here and there and BACK not in (*here, *there)
            if seat == person and usable and pair.match._asked() == pair.other._asked() == [bot]:
                return [(pair.here, here), (pair.there, there)]
    raise AssertionError("there is nothing that could be done in both worlds")


def answers_of(bot: int, entries: list[dict[str, Any]]) -> list[str]:
    """What a bot has answered, up to where the dealer shows it something new."""
    first = next(number for number, entry in enumerate(entries) if entry["seat"] == bot)
    undealt = itertools.takewhile(lambda entry: entry["seat"] != DEALER, entries[first:])
    return [entry["choice"] for entry in undealt if entry["seat"] == bot]


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


def shared(seen: list[Seen], *, pages: bool) -> list[Seen]:
    """What came for people, or what came for programs: the View, with what one can remember."""

    def for_programs(name: str) -> bool:
        return name.endswith("stream of the API") or ("/api/rooms/" in name and "/table" in name)

    return [Seen([one for one in came.wire if for_programs(one[0]) is not pages]) for came in seen]


def look(server: Reached, exchange: Exchange, reader: int) -> list[Seen]:
    """What a reader gets of a room, and of the same with what two seats have to remember exchanged."""
    position, fields, (one, two) = exchange
    table = server.table_at(position)
    with everybody(table) as (readers, players):
        here = later(kept(server.path, table.id))
        form = json.loads(here["snapshots"][0]["data"])["state"]
        for name in fields:
            form[name][one], form[name][two] = form[name][two], form[name][one]
        readers[reader].wrong = ("nonsense",)
        both = here, with_state(here, position.game, form)
        seen = [watched(readers[reader], rows, [], players, ["fr"]) for rows in both]
        until(server.nobody_listens)
        put(server.path, table.id, here)
    return seen


@pytest.mark.parametrize("game", REMEMBERING, ids=lambda game: game.id)
def test_what_others_have_to_remember_is_on_no_page(quiet: Server, game: Game) -> None:
    """Not in a byte of pages, pieces, streams, story; for others and for the gallery. Its owner sees it."""
    for exchange in exchanges(game):
        print(f"{exchange.fields}: {exchange.position}")
        for reader in (0, -1):
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
