"""Law 1 on the wire: all that a reader gets over HTTP in two worlds that he cannot tell apart, byte for byte."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from random import Random

import httpx

from eminence import games
from eminence.core.match import BACK
from eminence.core.view import View
from eminence.server.storage import match_log
from tests.games.situations import situations
from tests.server.driving import Person, Program, Stream, Table, until
from tests.server.finding import by_first_word
from tests.server.worlds import Given, Rows, Twins, Wanted, onward, put, twins

SCENE = {"x-fragment": "scene"}
Answers = Iterable[tuple[int, list[str]]]
PAIRS = 12  # are thought of before one is compared in which the match does not go on for long


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
        seen.response(self.person.get(self.table.path))
        seen.response(self.person.get(self.table.path, headers=SCENE))
        for name in ("table", "story"):
            seen.response(self.program.get(name))

    def look_around(self, seen: Seen) -> None:
        page, path = self.person, self.table.path
        for choice in self.wrong[:2]:
            seen.response(page.get(path, params={"why": choice}, headers=SCENE))
        for address in (f"{path}/fair", f"{path}/match.json", f"/room/{self.table.id}", "/mine", "/"):
            seen.response(page.get(address))
        for name in ("", "chat", "match"):
            seen.response(self.program.get(name))
        seen.response(self.program.http.get("/api/rooms"))
        self.try_wrong_answers(seen)

    def try_wrong_answers(self, seen: Seen) -> None:
        """What is not offered, in the words of the page and of the API; also several small answers together, of which
        the first or the second cannot be taken, whatever the game. None of it changes anything."""
        match, path = self.table.opened().playing, self.table.path
        ask = "0.0" if self.seat is None else match_log.ask_id(match, self.seat)
        asks = {} if self.seat is None else match.asks()
        offered = asks[self.seat].texts if self.seat in asks else []
        wrong = [choice for choice in self.wrong if choice not in offered]
        before = self.table.rows()
        for choice in wrong:
            seen.response(self.person.post(f"{path}/answer", fragment="scene", ask=ask, choice=choice))
            seen.response(self.program.post("answers", ask=ask, choice=choice))
        seen.response(self.person.post(f"{path}/answer", ask=ask, choice="nonsense"))
        for several in ([*(wrong or ["nonsense"])[:1], *offered[:1]], [*offered[:1], "nonsense"]):
            data = {"csrf": self.person.csrf, "ask": ask, "choice": several}
            seen.response(self.person.http.post(f"{path}/answer", data=data, headers=SCENE))
            seen.response(self.program.post("answers", ask=ask, choices=several))
        if self.seat is None or not match.can_take_back(self.seat):
            seen.response(self.person.post(f"{path}/back", ask=ask))
            seen.response(self.program.post("back", ask=ask))
        seen.response(self.person.post(f"{path}/rematch"))
        assert self.table.rows() == before

    def until_shown(self, pages: Stream, events: Stream) -> None:
        """Wait until both streams have shown the table as it stands."""
        scene = self.person.get(self.table.path, headers=SCENE).text
        table = self.program.table()
        pages.until(lambda got: any(event.name == "table" and event.data == scene for event in got[-1:]))
        events.until(lambda got: any(event.name == "table" and event.json == table for event in got[-1:]))

    def streams(self, seen: Seen, answers: Answers, players: Sequence[Person]) -> None:
        """What comes over both streams from the beginning, and while the answers are given."""
        path, whole = f"{self.table.path}/stream", {"last": "0.0"}
        with self.person.stream(path, query=whole) as pages, self.program.stream() as events:
            self.until_shown(pages, events)
            for seat, texts in answers:
                for choice in texts:
                    response = self.answer(players[seat], seat, choice)
                    if seat == self.seat:
                        seen.response(response)
                self.until_shown(pages, events)
            seen.wire += [("stream of the page", pages.raw), ("stream of the API", events.raw)]

    def answer(self, player: Person, seat: int, choice: str) -> httpx.Response:
        act, given = ("back", {}) if choice == BACK else ("answer", {"choice": choice})
        fragment = "scene" if seat == self.seat else ""
        ask = match_log.ask_id(self.table.opened().playing, seat)
        response = player.post(f"{self.table.path}/{act}", fragment, ask=ask, **given)
        assert response.status_code == (200 if fragment else 303), (response.text, choice)
        return response


@contextmanager
def everybody(table: Table) -> Iterator[tuple[list[Reader], list[Person]]]:
    """All who look at a table: its seats and the gallery; and the players' browsers."""
    with ExitStack() as stack:
        readers = [Reader(table, seat, table.person(seat), table.program(seat)) for seat in range(len(table.people))]
        readers.append(Reader(table, None, table.spectator(), table.watching_program()))
        for reader in readers:
            stack.enter_context(reader.person)
            stack.enter_context(reader.program)
        yield readers, [reader.person for reader in readers[:-1]]


def lay(table: Table, rows: Rows) -> None:
    """Make a room hold these rows. The house remembers it only while somebody listens."""
    until(table.server.nobody_listens)
    put(table.server.path, table.id, rows)


def watched(reader: Reader, rows: Rows, answers: Answers, players: Sequence[Person], languages: Sequence[str]) -> Seen:
    """All that a reader gets of a room that holds these rows, now and while these answers are given."""
    lay(reader.table, rows)
    seen = Seen()
    for language in languages:
        reader.look(seen, language)
    reader.look_around(seen)
    reader.streams(seen, answers, players)
    if answers:  # or some may yet be thought of
        reader.look(seen, languages[-1])
    return seen


def compare(
    reader: Reader, players: list[Person], chance: Random, answers: int, languages: list[str], wanted: Wanted = None
) -> int:
    """Both worlds, looked at by a reader; the number of answers given on the way."""
    table = reader.table
    pair, given = _pair(reader, chance, answers, wanted)
    reader.wrong = worth_trying(pair.match.view(reader.seat), chance)
    here, there = ([(seat, both[world]) for seat, both in given] for world in (0, 1))
    try:
        one = watched(reader, pair.here, here, players, languages)
        two = watched(reader, pair.there, there, players, languages)
    finally:
        lay(table, pair.here)
    assert_same(one, two)
    return len(given)


def worth_trying(view: View, chance: Random) -> list[str]:
    """What is tried wherever it is not offered: what the game forbids there, choices of any kind, and no choices."""
    game, forbidden = games.game(view.game), list[str]()
    known = situations(game)
    if view.seat is not None and view.seat in view.asked:
        cases = [case for case in known.FORBIDDEN.values() if case.step == view["steps"][-1]]
        forbidden = [text for case in cases for text in case.find(view, view.seat)[:3]]
    some = chance.choice(chance.choice(list(by_first_word(game.codes_by_text).values())))
    return [*chance.sample(forbidden, min(2, len(forbidden))), some, chance.choice(known.UNKNOWN)]


def _pair(reader: Reader, chance: Random, answers: int, wanted: Wanted) -> tuple[Twins, list[Given]]:
    """Two worlds in which as many answers can be given as are asked for, or about as many."""
    found: list[tuple[Twins, list[Given]]] = []
    while len(found) < PAIRS and not (found and len(found[-1][1]) == answers):
        pair = twins(reader.table, reader.seat, chance, wanted)
        found.append((pair, list(onward(pair, reader.seat, chance, answers))))
    return max(found, key=lambda one: len(one[1]))
