"""What several answer in secret, at every such step of every game: that somebody has answered is seen, and that he
takes it back; what it was is not, nor how far he has come with composing it."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from eminence.core.game import Game
from eminence.core.match import BACK, Match
from eminence.core.state import SEVERAL, SealedStep
from eminence.core.texts import LANGUAGES
from eminence.games import all_games
from tests.laws.table import has_sealed_steps
from tests.laws.table import tables as agreed_on
from tests.server.driving import Person, Server, Table, parsed
from tests.server.finding import COMPOSES, Position, give, walk, walks, worth_looking
from tests.server.refusing import asked, page, piece, told
from tests.server.wire import Reader, Seen, assert_same, everybody, watched
from tests.server.worlds import DAY, Rows, again, kept, later, to_the_last

GALLERY = -1
GUESSES = 30
TIMES = 6  # a question is looked at for answers that do not look alike
SEALING = [game for game in all_games() if has_sealed_steps(agreed_on(game)[0])]
COMPOSING = [game for game in SEALING if any(COMPOSES in name for name in worth_looking(game))]


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
    sealed = {str(step.name) for step in agreed_on(game)[0].start().book if isinstance(step, SealedStep)}
    met, found = Counter[str](), dict[str, Sealing]()
    for agreed, secret in walks(game, 16):
        for match, answers in walk(agreed, secret, take_backs=0):
            name = str(match._state.step().name)
            if match._state.asked != SEVERAL or any(match._state.sealed):
                continue
            met[name] += 1
            if len(match._asked()) < 2 or (name in found and (found[name].unlike or met[name] > TIMES)):
                continue
            for seat, alike, unlike in two_answers(match):
                if name not in found or unlike:
                    found[name] = Sealing(Position(agreed, secret, tuple(answers)), seat, alike, unlike)
                    break
    assert set(met) == sealed, f"{game.title}: nobody is ever asked {sealed - set(met)}"
    return found


def two_answers(match: Match) -> Iterator[tuple[int, list[list[str]], list[str]]]:
    """Who may give two answers that look alike, and perhaps one that does not."""
    chance = random.Random(match.length)
    for seat in match._asked():
        by_face: dict[int, list[list[str]]] = {}
        for _ in range(GUESSES):
            texts = to_the_last(match, seat, chance)
            trial = again(match)
            for text in texts:
                give(trial, seat, text)
            faces = by_face.setdefault(int(trial.view(None)["faces"][seat]), [])
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
    """All that somebody else gets while these answers are given, and after them."""
    seen = watched(reader, rows, answers, players, [LANGUAGES[(reader.seat or 0) % 3]])
    with reader.table.server.store.writing() as connection:  # pages say how long ago it was: now, however slow we are
        moved = rows["rooms"][0]["moved"] + DAY
        connection.exec_driver_sql("UPDATE rooms SET moved = ? WHERE id = ?", (moved, reader.table.id))
    reader.look_around(seen)
    return seen


@pytest.mark.parametrize("game", SEALING, ids=lambda game: game.id)
def test_what_is_sealed_shows_nowhere_nor_what_is_taken_back(quiet: Server, game: Game) -> None:
    """On no page, nor in the story, the lists of matches, the API, nor in a byte of the streams. What may be seen of
    it, its face, is seen at once."""
    for name, (position, seat, alike, unlike) in sealings(game).items():
        print(f"{name}: {position}")
        table = quiet.table_at(position)
        with everybody(table) as (readers, players):
            rows = later(kept(quiet.path, table.id))
            other = next(reader for reader in readers if reader.seat != seat)
            for reader, more in ((other, []), (readers[GALLERY], [(seat, [BACK])])):
                reader.wrong = ("nonsense",)
                one, two = (follow(reader, players, rows, [(seat, texts), *more]) for texts in alike)
                assert_same(one, two)
            shown = [event.name for event in parsed(dict(one.wire)["stream of the page"])]
            assert shown.count("table") == 3, "that he has answered is shown, and that he has taken it back"
            if unlike:
                with pytest.raises(AssertionError, match="told apart by"):
                    assert_same(one, follow(readers[GALLERY], players, rows, [(seat, unlike), (seat, [BACK])]))


@pytest.mark.parametrize("game", SEALING, ids=lambda game: game.id)
def test_after_the_last_answer_none_is_taken_back(server: Server, game: Game) -> None:
    for name, (position, seat, (texts, _), _) in sealings(game).items():
        print(f"{name}: {position}")
        table = server.table_at(position)
        back = f'action="{table.path}/back"'
        with table.person(seat) as person, table.program(seat) as program:
            send(table, person, seat, *texts)
            before = table.rows()
            for other in table.opened().room.asked:  # others cannot take back what a seat has sealed
                with table.person(other) as another, table.program(other) as theirs:
                    for ask in (asked(table, who) for who in (other, seat)):
                        assert another.post(f"{table.path}/back", ask=ask).status_code in (409, 422)
                        assert theirs.post("back", ask=ask).status_code in (409, 422)
            assert table.rows() == before
            assert back in person.get(table.path).text
            assert program.table()["can_take_back"]
            for other in table.opened().room.asked:
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


@pytest.mark.parametrize("game", COMPOSING, ids=lambda game: game.id)
def test_how_far_somebody_has_come_with_composing_shows_nowhere(quiet: Server, game: Game) -> None:
    """Not even in how long ago the table moved."""
    tried = 0
    for name, position in worth_looking(game).items():
        match = position.match()
        composing = {seat: more_to_come(match, seat) for seat in match._asked() if match._state.sealed[seat]}
        for seat, texts in [(seat, texts) for seat, texts in composing.items() if texts and COMPOSES in name][:1]:
            print(f"{name}: {position}")
            tried += 1
            compose_before_others(quiet, position, seat, texts)
    assert tried


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
                for watching in (reader, readers[GALLERY]):
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
