"""Law 1 on the wire: all that a reader gets over HTTP in two worlds that he cannot tell apart, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx

from eminence import games
from eminence.core.match import BACK
from eminence.core.state import State
from eminence.core.view import View
from eminence.server import log
from tests.games.situations import situations
from tests.server.driving import Person, Program, Stream, Table, until
from tests.server.finding import by_first_word
from tests.server.worlds import Given, Rows, Twins, onward, put, twins

PAIRS = 12
"""So many pairs of worlds are thought of before one is compared in which the match does not go on for long."""


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
    wrong: Sequence[str] = ()
    """Choices to ask about, and to try where they are not offered."""

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
        for choice in self.wrong[:2]:
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
        ask = "0.0" if self.seat is None else log.ask_id(match, self.seat)
        asks = {} if self.seat is None else match.asks()
        offered = asks[self.seat].texts if self.seat in asks else []
        before = self.table.rows()
        for choice in [choice for choice in self.wrong if choice not in offered]:
            fields = {"ask": ask, "choice": choice}
            seen.response(self.person.post(f"{self.table.path}/answer", fragment="scene", **fields))
            seen.response(self.program.post("answers", **fields))
        seen.response(self.person.post(f"{self.table.path}/answer", ask=ask, choice="nonsense"))
        self.try_several(seen, ask, offered)
        if self.seat is None or not match.can_take_back(self.seat):
            seen.response(self.person.post(f"{self.table.path}/back", ask=ask))
            seen.response(self.program.post("back", ask=ask))
        seen.response(self.person.post(f"{self.table.path}/rematch"))
        assert self.table.rows() == before

    def try_several(self, seen: Seen, ask: str, offered: Sequence[str]) -> None:
        """Several small answers together, of which the first or the second cannot be taken, whatever the game."""
        wrong = next((choice for choice in self.wrong if choice not in offered), "nonsense")
        for several in ([wrong, *offered[:1]], [*offered[:1], "nonsense"]):
            data = {"csrf": self.person.csrf, "ask": ask, "choice": several}
            headers = {"x-fragment": "scene"}
            seen.response(self.person.http.post(f"{self.table.path}/answer", data=data, headers=headers))
            seen.response(self.program.post("answers", ask=ask, choices=several))

    def until_shown(self, pages: Stream, events: Stream) -> None:
        """Wait until both streams have shown the table as it stands."""
        scene = self.person.get(self.table.path, headers={"x-fragment": "scene"}).text
        table = self.program.table()
        pages.until(lambda got: any(event.name == "table" and event.data == scene for event in got[-1:]))
        events.until(lambda got: any(event.name == "table" and event.json == table for event in got[-1:]))

    def streams(self, seen: Seen, answers: Iterable[tuple[int, list[str]]], players: Sequence[Person]) -> None:
        """What comes over both streams from the beginning, and while the answers are given."""
        with (
            self.person.stream(f"{self.table.path}/stream", query={"last": "0.0"}) as pages,
            self.program.stream() as events,
        ):
            self.until_shown(pages, events)
            for seat, texts in answers:
                for choice in texts:
                    response = self.answer(players[seat], seat, choice)
                    if seat == self.seat:
                        seen.response(response)
                self.until_shown(pages, events)
            seen.stream("stream of the page", pages.raw)
            seen.stream("stream of the API", events.raw)

    def answer(self, player: Person, seat: int, choice: str) -> httpx.Response:
        ask = log.ask_id(self.table.opened().playing, seat)
        act = "back" if choice == BACK else "answer"
        given = {"ask": ask} if choice == BACK else {"ask": ask, "choice": choice}
        fragment = "scene" if seat == self.seat else ""
        response = player.post(f"{self.table.path}/{act}", fragment=fragment, **given)
        assert response.status_code == (200 if fragment else 303), (response.text, choice)
        return response


@contextmanager
def everybody(table: Table) -> Iterator[tuple[list[Reader], list[Person]]]:
    """All who look at a table: its seats and the gallery; and the players' browsers."""
    seats = range(len(table.people))
    players = [table.person(seat) for seat in seats]
    programs = [table.program(seat) for seat in seats]
    gallery, watching = table.spectator(), table.watching_program()
    found = [Reader(table, seat, players[seat], programs[seat]) for seat in seats]
    try:
        yield [*found, Reader(table, None, gallery, watching)], players
    finally:
        for http in [one.http for one in (*players, gallery)] + [one.http for one in (*programs, watching)]:
            http.close()


def talk(table: Table) -> None:
    """Let all have talked at a table."""
    with table.person(0) as person, table.spectator() as gallery:
        person.post(f"{table.path}/say", text="Good evening to all players")
        gallery.post(f"{table.path}/say", text="Whispered in the gallery")


def watched(
    reader: Reader,
    rows: Rows,
    answers: Iterable[tuple[int, list[str]]],
    players: Sequence[Person],
    languages: Sequence[str],
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
    reader: Reader,
    players: Sequence[Person],
    chance: random.Random,
    answers: int,
    languages: Sequence[str],
    wanted: Callable[[State, State], bool] | None = None,
) -> int:
    """Both worlds, looked at by a reader; the number of answers given on the way."""
    table = reader.table
    pair, given = _pair(reader, chance, answers, wanted)
    reader.wrong = worth_trying(pair.match.view(reader.seat), chance)
    try:
        one, two = (
            watched(reader, rows, [(seat, both[world]) for seat, both in given], players, languages)
            for world, rows in enumerate(pair.both)
        )
    finally:
        until(table.server.nobody_listens)
        put(table.server.path, table.id, pair.here)
    assert_same(one, two)
    return len(given)


def worth_trying(view: View, chance: random.Random) -> list[str]:
    """What is tried wherever it is not offered: what the game forbids there, choices of any kind, and no choices."""
    known, game = situations(games.game(view.game)), games.game(view.game)
    step, seat = view["steps"][-1], view.seat
    forbidden = [
        text
        for case in known.FORBIDDEN.values()
        if case.step == step and seat is not None and seat in view.asked
        for text in case.find(view, seat)[:3]
    ]
    some = chance.choice(chance.choice(list(by_first_word(game._codes_by_text()).values())))
    return [*chance.sample(forbidden, min(2, len(forbidden))), some, chance.choice(known.UNKNOWN)]


def _pair(
    reader: Reader, chance: random.Random, answers: int, wanted: Callable[[State, State], bool] | None
) -> tuple[Twins, list[Given]]:
    """Two worlds in which as many answers can be given as are asked for, or about as many."""
    best: tuple[Twins, list[Given]] | None = None
    for _ in range(PAIRS):
        pair = twins(reader.table, reader.seat, chance, wanted)
        given = list(onward(pair, reader.seat, chance, answers))
        if best is None or len(given) > len(best[1]):
            best = pair, given
        if len(given) == answers:
            break
    assert best is not None
    return best
