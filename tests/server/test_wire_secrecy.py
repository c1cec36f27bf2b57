"""Law 1 on the wire: nothing that a reader gets over HTTP differs between worlds that he cannot tell apart.

Not a page, a fragment, a refusal, a header, a byte of a stream; for each seat and for spectators, in all languages, and
on and on while the match is played.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from starlette.responses import HTMLResponse

from eminence.core import dealing
from eminence.core.match import BACK, Match
from eminence.core.texts import LANGUAGES
from eminence.server import api, fairness, log, scene
from eminence.server.log import Opened
from eminence.server.pages import table as pages_table
from eminence.server.rooms import Room
from eminence.server.web import Visit
from tests.server.driving import Person, Program, Reached, Server, ServerHere, Stream, Table, running, until
from tests.server.worlds import Rows, onward, put, twins

WRONG = ("take 1L", "mark 3.2", "nonsense")


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server to which nobody else comes meanwhile."""
    with running(tmp_path_factory.mktemp("quiet"), "--pace", "0", "--no-limits") as server:
        yield server


@dataclass
class Seen:
    """All that came over the wire to one reader, in the order it was asked for."""

    wire: list[tuple[str, bytes]] = field(default_factory=list)

    def response(self, response: httpx.Response) -> httpx.Response:
        request = response.request
        asked = f"{request.method} {request.url.raw_path.decode()} {request.headers.get('accept-language')}"
        fragment = request.headers.get("x-fragment", "")
        headers = [(name, value) for name, value in response.headers.multi_items() if name != "date"]
        head = f"{response.status_code} {headers}\n".encode()
        self.wire.append((f"{asked} {fragment} {request.content[:200]!r}", head + response.content))
        return response

    def stream(self, name: str, raw: bytes) -> None:
        self.wire.append((name, raw))


def assert_same(here: Seen, there: Seen) -> None:
    names = [[name for name, _ in seen.wire] for seen in (here, there)]
    assert names[0] == names[1], "told apart by what could be asked for"
    for (name, one), (_, two) in zip(here.wire, there.wire, strict=True):
        if one != two:
            at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
            around = slice(max(0, at - 120), at + 120)
            raise AssertionError(f"told apart by {name}, at byte {at}:\n{one[around]!r}\n{two[around]!r}")


@dataclass
class Reader:
    """Somebody at a table or in its gallery, with a browser and with a program."""

    table: Table
    seat: int | None
    person: Person
    program: Program

    def speak(self, language: str) -> None:
        for http in (self.person.http, self.program.http):
            http.headers["accept-language"] = language

    def look(self, seen: Seen, language: str) -> None:
        """Everything that there is to be looked at, and what refuses to be."""
        self.speak(language)
        page, path = self.person, self.table.path
        seen.response(page.get(path))
        seen.response(page.get(path, headers={"x-fragment": "scene"}))
        seen.response(self.program.get("table"))
        seen.response(self.program.get("story"))

    def look_around(self, seen: Seen) -> None:
        page, path = self.person, self.table.path
        for choice in WRONG:
            seen.response(page.get(path, params={"why": choice}, headers={"x-fragment": "scene"}))
        seen.response(page.get(f"{path}/fair"))
        seen.response(page.get(f"{path}/match.json"))
        seen.response(page.get(f"/room/{self.table.id}"))
        seen.response(page.get("/mine"))
        seen.response(page.get("/"))
        seen.response(self.program.get())
        seen.response(self.program.get("chat"))
        seen.response(self.program.get("match"))
        seen.response(self.program.http.get("/api/rooms"))
        self.try_wrong_answers(seen)

    def try_wrong_answers(self, seen: Seen) -> None:
        """What is not offered, in the words of the page and of the API. None of it changes anything."""
        match = self.table.opened().playing
        seat = 0 if self.seat is None else self.seat
        ask = log.ask_id(match, seat)
        offered = match.asks()[seat].texts if seat in match.asks() else []
        before = self.table.rows()
        for choice in [choice for choice in WRONG if choice not in offered]:
            fields = {"ask": ask, "choice": choice}
            seen.response(self.person.post(f"{self.table.path}/answer", fragment="scene", **fields))
            seen.response(self.program.post("answers", **fields))
        seen.response(self.person.post(f"{self.table.path}/answer", ask=ask, choice="nonsense"))
        if self.seat is None or not match.can_take_back(self.seat):
            seen.response(self.person.post(f"{self.table.path}/back", ask=ask))
            seen.response(self.program.post("back", ask=ask))
        seen.response(self.person.post(f"{self.table.path}/rematch"))
        assert self.table.rows() == before

    def until_shown(self, pages: Stream, events: Stream) -> None:
        """Wait until both streams have shown the table as it stands."""
        scene = self.person.get(self.table.path, headers={"x-fragment": "scene"}).text
        table = self.program.table()
        pages.until(lambda got: any(event.name == "table" and event.data == scene for event in got[-1:]))
        events.until(lambda got: any(event.name == "table" and event.json == table for event in got[-1:]))

    def streams(self, seen: Seen, answers: list[tuple[int, str]], players: list[Person]) -> None:
        """What comes over both streams from the beginning, and while the answers are given."""
        with (
            self.person.stream(f"{self.table.path}/stream", query={"last": "0.0"}) as pages,
            self.program.stream() as events,
        ):
            self.until_shown(pages, events)
            for seat, choice in answers:
                opened = self.table.opened()
                ask = log.ask_id(opened.playing, seat)
                act = "back" if choice == BACK else "answer"
                given = {"ask": ask} if choice == BACK else {"ask": ask, "choice": choice}
                response = players[seat].post(f"{self.table.path}/{act}", fragment="scene", **given)
                assert response.status_code == 200, (response.text, choice)
                if seat == self.seat:
                    seen.response(response)
                self.until_shown(pages, events)
            seen.stream("stream of the page", pages.raw)
            seen.stream("stream of the API", events.raw)


@pytest.fixture(scope="module")
def readers(quiet: Server) -> Iterator[Any]:
    """Makes everybody at a table; closes their browsers in the end."""
    made: list[Person | Program] = []

    def make(table: Table) -> tuple[list[Reader], list[Person]]:
        seats = range(len(table.people))
        players = [table.person(seat) for seat in seats]
        programs = [table.program(seat) for seat in seats]
        gallery, watching = table.spectator(), table.watching_program()
        made.extend((*players, *programs, gallery, watching))
        found = [Reader(table, seat, players[seat], programs[seat]) for seat in seats]
        return [*found, Reader(table, None, gallery, watching)], players

    yield make
    for one in made:
        one.http.close()


def set_table(server: Reached, seats: int, seed: int, answers: int, **options: Any) -> tuple[Table, random.Random]:
    """A table some way into a match at which covered discs were taken, and at which all have talked."""
    chance = random.Random(seed)
    table = server.room(seats, options=options)
    table.play(chance, answers)
    with table.person(0) as person, table.spectator() as gallery:
        person.post(f"{table.path}/say", text="Good evening to all players")
        gallery.post(f"{table.path}/say", text="Whispered in the gallery")
    return table, chance


def watched(
    reader: Reader, rows: Rows, answers: list[tuple[int, str]], players: list[Person], languages: Sequence[str]
) -> Seen:
    """All that a reader gets of a room that holds these rows, now and while these answers are given."""
    table = reader.table
    until(table.server.nobody_listens)  # the house remembers a room only while somebody listens
    put(table.server.path, table.id, rows)
    seen = Seen()
    for language in languages:
        reader.look(seen, language)
    reader.look_around(seen)
    reader.streams(seen, answers, players)
    reader.look(seen, languages[-1])
    return seen


def compare(
    reader: Reader, players: list[Person], chance: random.Random, answers: int, languages: Sequence[str]
) -> int:
    """Both worlds, looked at by a reader; the number of answers given on the way."""
    table = reader.table
    pair = twins(table, reader.seat, chance)
    given = list(onward(pair, reader.seat, chance, answers))
    try:
        one, two = (watched(reader, rows, given, players, languages) for rows in pair.both)
    finally:
        until(table.server.nobody_listens)
        put(table.server.path, table.id, pair.here)
    assert_same(one, two)
    return len(given)


TABLES = [(2, 1, 12, {}), (2, 2, 40, {"short": True}), (3, 3, 45, {}), (4, 4, 20, {})]


@pytest.mark.parametrize(("seats", "seed", "answers", "options"), TABLES)
def test_worlds_alike_are_the_same_bytes(
    quiet: Server, readers: Any, seats: int, seed: int, answers: int, options: dict[str, Any]
) -> None:
    table, chance = set_table(quiet, seats, seed, answers, **options)
    everybody, players = readers(table)
    went_on = [
        compare(reader, players, chance, 3, LANGUAGES if reader.seat is None else [LANGUAGES[reader.seat % 3]])
        for reader in everybody
    ]
    assert sum(went_on) >= 2 * len(everybody), went_on


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
