"""Law 1 on the wire: nothing that a reader gets over HTTP differs between worlds that he cannot tell apart.

Not a page, a fragment, a refusal, a header, a byte of a stream; for whoever is asked, whoever waits, and the gallery,
and on and on while the match is played. At every step of every game that ever asks a player: with answers sealed by
some and awaited from others, with such as may be taken back, after whatever has been hidden. What is covered on the
table though anyone who watched could work it out, programs get, since they may remember; pages do not show it to
others. Of what several answer in secret it is seen that somebody has answered, and that he takes it back.
"""

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import pytest

from eminence.core.game import Game
from eminence.core.match import BACK, Match
from eminence.core.state import DEALER, SEVERAL, SealedStep
from eminence.core.texts import LANGUAGES
from eminence.core.visibility import memory
from eminence.games import all_games
from eminence.server.pages import scene
from eminence.server.storage import match_log
from tests.laws.table import has_sealed_steps, is_large, some, tables
from tests.server.driving import Person, Reached, Server, ServerHere, Table, parsed, until
from tests.server.finding import ANSWERED, COMPOSES, COVERED, DISCREET, Position, walk, walks, worth_looking
from tests.server.refusing import asked, page, piece, told
from tests.server.wire import Reader, Seen, assert_same, compare, everybody, lay, watched
from tests.server.worlds import DAY, NoOtherWorld, Rows, again, kept, later, onward, put, to_the_last, twins, with_state
from tests.thorough import THOROUGH

ROLES = ("asked", "waiting", "gallery")
GUESSES = 30
TIMES = 6  # a question is looked at for answers that do not look alike
SEALING = [game for game in all_games() if has_sealed_steps(tables(game)[0])]
REMEMBERING = [game for game in all_games() if memory in game.visible.values()]
SEEDS = range(4 if THOROUGH else 1)
GO_ON = 3  # answers that are given while all look on


def looked_at(game: Game, role: str) -> Iterator[tuple[str, Position, list[str]]]:
    """The positions that somebody looks at, and in which languages. All take turns, but whoever waits looks wherever
    there is more to hide than usual. By default every second one is looked at; of a large game, which has many such,
    every eighth, by whoever waits every other of these."""
    worth = list(worth_looking(game).items())
    for number, (name, position) in enumerate(some(game, worth, 8, 2)):
        hiding = any(word in name for word in (ANSWERED, COMPOSES, COVERED, DISCREET))
        turns = (("asked", "gallery")[number % 2], "waiting") if hiding else (ROLES[number % len(ROLES)],)
        if hiding and is_large(game):
            turns = ("waiting",) if number % 2 else (("asked", "gallery")[number // 2 % 2],)
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
        asked = position.match().asked
        others = [seat for seat in range(len(table.people)) if seat not in asked]  # best having sealed something
        seat = {"asked": asked[0], "waiting": others[-1] if others else asked[-1], "gallery": -1}[role]
        with everybody(table) as (readers, players):
            readers[0].person.post(f"{table.path}/say", text="Good evening to all players")
            readers[-1].person.post(f"{table.path}/say", text="Whispered in the gallery")
            with suppress(NoOtherWorld):  # he knows all that there is to know
                went_on += compare(readers[seat], players, random.Random(f"{name} {role} {seed}"), GO_ON, languages)
                compared += 1
    assert compared, f"{any_game.title}: there is nothing that could be hidden from anybody"
    assert went_on > compared, "play goes on while all look"


def handing_over(game: Game, sealed: bool) -> tuple[Position, int, int] | None:
    """Where one is asked, alone or as the last but one of several, and then another is; who hands over to whom."""
    for agreed, secret in walks(game, 12):
        for match, answers in walk(agreed, secret, take_backs=0):
            asked = match.asked
            if len(answers) < 20 or (match._state.asked == SEVERAL) is not sealed or len(asked) != 1 + sealed:
                continue
            if match.is_held:  # nobody knows there that he is the last
                continue
            first = match.asks()[asked[0]].texts[:1]
            trial = again(match, asked[0], to_the_last(match, asked[0], random.Random(1)) if sealed else first)
            if not trial.over and len(then := trial.asked) == 1 and then != asked[:1]:
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
                ask = match_log.ask_id(table.opened().playing, person)
                assert player.post(f"{table.path}/answer", ask=ask, choice=choice).status_code == 303
            until(lambda: bot not in table.opened().room.asked)
            entries = kept(server.path, table.id)["entries"][len(rows["entries"]) :]
            began = itertools.dropwhile(lambda entry: entry["seat"] != bot, entries)
            undealt = itertools.takewhile(
                lambda entry: entry["seat"] != DEALER, began
            )  # then it is shown something new
            did.append([entry["choice"] for entry in undealt if entry["seat"] == bot])
    assert did[0] == did[1]
    assert did[0]


def asking_the_bot(table: Table, person: int, bot: int) -> list[tuple[Rows, list[str]]]:
    """Two worlds that a bot cannot tell apart, and what somebody does in each; after which it is asked the same."""
    chance = random.Random(1)
    for _ in range(200):
        pair = twins(table, bot, chance, same_secret=True)
        for seat, (here, there) in onward(pair, bot, chance, 1):
            usable = here and there and BACK not in (*here, *there)
            if seat == person and usable and pair.match.asked == pair.other.asked == [bot]:
                return [(pair.here, here), (pair.there, there)]
    raise AssertionError("there is nothing that could be done in both worlds")


class Exchange(NamedTuple):
    """A position where two seats have different things to remember, of one sort or several."""

    position: Position
    fields: list[str]
    seats: tuple[int, int]


@cache
def exchanges(game: Game) -> list[Exchange]:
    """Positions at tables as they are unless something else is agreed on; together they have every such field."""
    missing = {name for name, sees in game.visible.items() if sees is memory}
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
        lay(table, here)
    return seen


@pytest.mark.parametrize("game", REMEMBERING, ids=lambda game: game.id)
def test_what_others_have_to_remember_is_on_no_page(quiet: Server, game: Game) -> None:
    """Not in a byte of pages, pieces, streams, story; for others and for the gallery. Its owner has it in his View, and
    some of it before his eyes, where a game draws its table. By default, of a large game, others and the
    gallery take turns."""
    drawn = 0
    for number, exchange in enumerate(exchanges(game)):
        print(f"{exchange.fields}: {exchange.position}")
        for reader in (0, -1) if THOROUGH or not is_large(game) else (-(number % 2),):
            seen = look(quiet, exchange, reader)
            assert_same(*shared(seen, pages=True))
            with pytest.raises(AssertionError, match="told apart by GET /api/"):
                assert_same(*shared(seen, pages=False))
        with pytest.raises(AssertionError, match=r"told apart by GET /(table|api)/") as told:
            assert_same(*look(quiet, exchange, exchange.seats[0]))
        drawn += "told apart by GET /table/" in str(told.value)
    assert drawn or game.page is None, "what is told as text is what lies on the table"


@pytest.mark.parametrize("game", REMEMBERING[:1], ids=lambda game: game.id)
def test_a_page_that_remembers_for_its_reader_is_found(
    breakable: ServerHere, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    exchange = exchanges(game)[0]
    honest = scene._status

    def leaking(match: Match, told: Any, view: Any, *rest: Any) -> str:
        known = match.view(view.seat)  # of which the page is given what is in sight only
        return f"{honest(match, told, view, *rest)} {known[exchange.fields[0]]}"

    monkeypatch.setattr(scene, "_status", leaking)
    with pytest.raises(AssertionError, match="told apart by GET /table/"):
        assert_same(*shared(look(breakable, exchange, 0), pages=True))


class Sealing(NamedTuple):
    """A question that several answer in secret: who may answer it, with two answers that look alike to others, and one
    that is seen to be another sort, if there is one."""

    position: Position
    seat: int
    alike: list[list[str]]
    unlike: list[str]


@cache
def sealings(game: Game) -> dict[str, Sealing]:
    """Every step that several are asked together, at a position where nobody has answered it yet."""
    sealed = {str(step.name) for step in tables(game)[0].start().book if isinstance(step, SealedStep)}
    met, found = Counter[str](), dict[str, Sealing]()
    for agreed, secret in walks(game, 16):
        for match, answers in walk(agreed, secret, take_backs=0):
            name = str(match._state.step().name)
            if match._state.asked != SEVERAL or any(match._state.sealed):
                continue
            met[name] += 1
            if len(match.asked) < 2 or (name in found and (found[name].unlike or met[name] > TIMES)):
                continue
            for seat, alike, unlike in two_answers(match):
                if name not in found or unlike:
                    found[name] = Sealing(Position(agreed, secret, tuple(answers)), seat, alike, unlike)
                    break
    assert set(met) == sealed, f"{game.title}: nobody is ever asked {sealed - set(met)}"
    return found


def sealings_in_turn(game: Game, turn: int) -> Iterator[tuple[str, Sealing]]:
    """All of them; of a large game, by default, every fourth is looked at in one way, and every fourth in another."""
    for number, named in enumerate(sealings(game).items()):
        if THOROUGH or not is_large(game) or number % 4 == turn:
            yield named


def two_answers(match: Match) -> Iterator[tuple[int, list[list[str]], list[str]]]:
    """Who may give two answers that look alike, and perhaps one that does not."""
    chance = random.Random(match.length)
    for seat in match.asked:
        by_face: dict[int, list[list[str]]] = {}
        for _ in range(GUESSES):
            texts = to_the_last(match, seat, chance)
            face = int(again(match, seat, texts).view(None)["faces"][seat])
            faces = by_face.setdefault(face, [])
            if texts not in faces:
                faces.append(texts)
        alike = max(by_face.values(), key=len)
        others = [texts for faces in by_face.values() if faces is not alike for texts in faces]
        if len(alike) > 1:
            yield seat, alike[:2], others[0] if others else []


def send(table: Table, player: Person, seat: int, *choices: str) -> None:
    """Answer by forms, or without a choice take the answer back."""
    for choice in choices or ("",):
        act, fields = ("answer", {"choice": choice}) if choice else ("back", {})
        assert player.post(f"{table.path}/{act}", ask=asked(table, seat), **fields).status_code == 303


def follow(reader: Reader, players: list[Person], rows: Rows, answers: list[tuple[int, list[str]]]) -> Seen:
    """All that somebody else gets while these answers are given, and after them. (Before, the room is the same.)"""
    seen, language = Seen(), LANGUAGES[(reader.seat or 0) % 3]
    lay(reader.table, rows)
    reader.speak(language)
    reader.streams(seen, answers, players)
    reader.look(seen, language)
    with reader.table.server.store.writing() as connection:  # pages say how long ago it was: now, however slow we are
        moved = rows["rooms"][0]["moved"] + DAY
        connection.exec_driver_sql("UPDATE rooms SET moved = ? WHERE id = ?", (moved, reader.table.id))
    reader.look_around(seen)
    return seen


@pytest.mark.parametrize("game", SEALING, ids=lambda game: game.id)
def test_what_is_sealed_shows_nowhere_nor_what_is_taken_back(quiet: Server, game: Game) -> None:
    """On no page, nor in the story, the lists of matches, the API, nor in a byte of the streams. What may be seen of
    it, its face, is seen at once."""
    for name, (position, seat, alike, unlike) in sealings_in_turn(game, 0):
        print(f"{name}: {position}")
        table = quiet.table_at(position)
        with everybody(table) as (readers, players):
            rows = later(kept(quiet.path, table.id))
            other = next(reader for reader in readers if reader.seat != seat)
            for reader, more in ((other, []), (readers[-1], [(seat, [BACK])])):
                reader.wrong = ("nonsense",)
                one, two = (follow(reader, players, rows, [(seat, texts), *more]) for texts in alike)
                assert_same(one, two)
            shown = [event.name for event in parsed(dict(one.wire)["stream of the page"])]
            scenes = 1 if name in game.held else 3  # there, nothing at all
            assert shown.count("table") == scenes, "that he has answered is shown, and that he has taken it back"
            if unlike:
                with pytest.raises(AssertionError, match="told apart by"):
                    assert_same(one, follow(readers[-1], players, rows, [(seat, unlike), (seat, [BACK])]))


@pytest.mark.parametrize("game", SEALING, ids=lambda game: game.id)
def test_after_the_last_answer_none_is_taken_back(server: Server, game: Game) -> None:
    for name, (position, seat, (texts, _), _) in sealings_in_turn(game, 1):
        print(f"{name}: {position}")
        table = server.table_at(position)
        back = f'action="{table.path}/back"'
        with table.person(seat) as person, table.program(seat) as program:
            send(table, person, seat, *texts)
            before = table.rows()
            for other in table.opened().playing.asked:  # others cannot take back what a seat has sealed
                with table.person(other) as another, table.program(other) as theirs:
                    for ask in (asked(table, who) for who in (other, seat)):
                        assert another.post(f"{table.path}/back", ask=ask).status_code in (409, 422)
                        assert theirs.post("back", ask=ask).status_code in (409, 422)
            assert table.rows() == before
            assert back in person.get(table.path).text
            assert program.table()["can_take_back"]
            for other in table.opened().playing.asked:
                table.follow((other, text) for text in to_the_last(table.opened().playing, other, random.Random(1)))
            assert not any(table.opened().playing._state.sealed)
            assert back not in person.get(table.path).text
            assert not program.table()["can_take_back"]
            before, ask = table.rows(), asked(table, seat)
            page(person.post(f"{table.path}/back", ask=ask), "cannot_take_back")
            piece(person.post(f"{table.path}/back", "scene", ask=ask), "cannot_take_back")
            told(program.post("back", ask=ask), "cannot_take_back")
            assert table.rows() == before


def more_to_come(match: Match, seat: int) -> list[str]:
    """Two small answers more that a seat may give without being done; nothing where there are none."""
    chance = random.Random(1)
    whole = max((to_the_last(match, seat, chance) for _ in range(GUESSES)), key=len)
    return whole[:2] if len(whole) > 2 else []


@pytest.mark.parametrize("game", SEALING, ids=lambda game: game.id)
def test_how_far_somebody_has_come_with_composing_shows_nowhere(quiet: Server, game: Game) -> None:
    """Not even in how long ago the table moved. By default at every third such position of a large game."""
    composed = [(name, position) for name, position in worth_looking(game).items() if COMPOSES in name]
    tried = 0
    for name, position in some(game, composed, 3):
        match = position.match()
        composing = {seat: more_to_come(match, seat) for seat in match.asked if match._state.sealed[seat]}
        for seat, texts in [(seat, texts) for seat, texts in composing.items() if texts][:1]:
            print(f"{name}: {position}")
            tried += 1
            compose_before_others(quiet, position, seat, texts)
    assert tried or not composed


def compose_before_others(server: Server, position: Position, seat: int, texts: list[str]) -> None:
    table = server.table_at(position)
    with server.store.writing() as connection:
        connection.exec_driver_sql("UPDATE rooms SET moved = moved - ? WHERE id = ?", (DAY, table.id))
    with everybody(table) as (readers, players):
        reader, composer = next(reader for reader in readers if reader.seat != seat), players[seat]
        pictures = []
        with reader.person.stream(f"{table.path}/stream") as pages, reader.program.stream() as events:
            reader.until_shown(pages, events)
            before = pages.raw, events.raw
            for choice in (*texts, ""):
                seen = Seen()
                for watching in (reader, readers[-1]):
                    watching.look(seen, "en")
                    watching.look_around(seen)
                pictures.append(seen)
                sealed = len(table.opened().playing._state.sealed[seat])
                send(table, composer, seat, *filter(None, [choice]))
            assert len(table.opened().playing._state.sealed[seat]) == sealed - 1
            reader.person.post(f"{table.path}/say", text="Are you coming?")
            pages.until(lambda got: got[-1].name == "chat")
            names = [event.name for event in pages.events]
            assert (names.count("table"), names.count("chat")) == (1, 1)
            assert pages.raw.startswith(before[0])
            assert events.raw == before[1]
    for picture in pictures[1:]:
        assert_same(pictures[0], picture)
