"""Streams: each event once and none missed, whenever one comes, leaves and comes back; and nothing for other ears."""

import asyncio
import itertools
import random
import re
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from eminence.core.game import Game
from eminence.server.live import event_stream
from eminence.server.live.live_rooms import LiveRooms
from eminence.server.pages import rendering
from eminence.server.storage import match_log
from tests.server.driving import PATIENCE, Event, Person, Program, Server, ServerHere, Stream, Table, running, until
from tests.server.finding import COVERED, worth_looking
from tests.server.wire import SCENE, everybody

START = "0.0"
PRESENCE = re.compile(r'(?s)<ul class="seats.*?</ul>')  # who is connected changes as others come and go


def numbers(events: list[Event], name: str = "story") -> list[int]:
    return [number for event in events if event.name == name for number in event.numbers]


def on_page(person: Person, table: Table, name: str = "story") -> list[int]:
    """The numbers of the lines that a page has now: not every event has a sentence."""
    page = person.get(table.path).text
    return Event(name, None, page.partition(f'<ol id="{name}">')[2].partition("</ol>")[0]).numbers


class Restless:
    """A reader who comes and goes while a match is played, and resumes each time where he was cut off: the number of
    the last event in a header, as a browser does it, or in the address, as the script does it for the first time."""

    def __init__(self, who: Person | Program, path: str, in_address: bool = False) -> None:
        self.who, self.path, self.in_address = who, path, in_address
        self.got: list[Event] = []
        self.times = 0

    def listen(self, ended: threading.Event, seed: int) -> None:
        """Until it is over and everything was heard in peace."""
        chance, over, last = random.Random(seed), False, None
        while not over:
            over = ended.is_set()
            since: Any = {"query": {"last": last or START}} if self.in_address else {"last": last}
            with Stream(self.who.http, self.path, **since) as stream:
                self.times += 1
                if over:
                    stream.until_told()
                else:
                    stream.wait(chance.uniform(0.0, 0.06))
                self.got += stream.events
            last = next((event.id for event in reversed(self.got) if event.id), None)


@pytest.fixture
def players(server: Server) -> Iterator[tuple[Table, list[Person], list[Program], Person, Program]]:
    table = server.room(2, options={"short": True})
    with everybody(table) as (readers, people):
        *programs, watching = [reader.program for reader in readers]
        yield table, people, programs, readers[-1].person, watching


def play(table: Table, programs: list[Program], gallery: Person, chance: random.Random, answers: int) -> int:
    """Play on over HTTP, while all talk; how many events have happened then."""
    for number in range(answers):
        opened = table.opened()
        if opened.playing.over:
            break
        (seat,) = opened.room.asked
        choice = chance.choice(opened.playing.asks()[seat].texts)
        answer = programs[seat].post("answers", ask=match_log.ask_id(opened.playing, seat), choice=choice)
        assert answer.status_code == 200, answer.text
        if number % 7 == 0:
            assert programs[seat].post("chat", text=f"at the table {number}").status_code == 201
            assert gallery.post(f"{table.path}/say", text=f"in the gallery {number}").status_code == 303
    return table.opened().room.told


def test_whoever_comes_and_goes_misses_nothing_and_hears_nothing_twice(players: Any) -> None:
    table, people, programs, gallery, watching = players
    path = f"{table.path}/stream"
    with table.person(1) as other, table.spectator() as another, table.program(0) as program:
        for_people = [Restless(people[0], path), Restless(other, path, in_address=True), Restless(another, path)]
        for_programs = [Restless(one, one.path("stream")) for one in (program, watching)]
        restless, over = [*for_people, *for_programs], threading.Event()
        with ThreadPoolExecutor(len(restless)) as pool:
            listening = [pool.submit(one.listen, over, seed) for seed, one in enumerate(restless)]
            try:
                play(table, programs, gallery, random.Random(5), 40)
                until(lambda: all(one.times > 5 for one in restless))
            finally:
                over.set()
        for listened in listening:
            listened.result()
        for name, person, reader in zip(("first", "second", "gallery"), (*people, gallery), for_people, strict=True):
            assert numbers(reader.got) == on_page(person, table), name
            assert numbers(reader.got, "chat") == on_page(person, table, "chat"), name
            assert reader.got[-1].name == "table"
            shown = person.get(table.path, headers=SCENE).text
            assert PRESENCE.sub("", reader.got[-1].data) == PRESENCE.sub("", shown)
        for name, one, reader in zip(("seat", "gallery"), (program, watching), for_programs, strict=True):
            happened = [event.json for event in reader.got if event.name == "happened"]
            assert happened == one.get("story").json()["events"], name
            assert [event.json for event in reader.got if event.name == "table"][-1] == one.table()


def test_a_stream_may_be_cut_after_any_event(players: Any) -> None:
    """Also between the talk and the story of the same moment."""
    table, people, programs, gallery, _ = players
    told = play(table, programs, gallery, random.Random(2), 9)
    with people[0].stream(f"{table.path}/stream", query={"last": START}) as whole:
        assert {event.name for event in whole.until_told(told)} == {"chat", "story", "table"}
        everything = whole.until_told(play(table, programs, gallery, random.Random(3), 9))
    for cut in range(1, len(everything) + 1):
        heard = everything[:cut]
        with people[0].stream(f"{table.path}/stream", last=heard[-1].id) as rest:
            heard = heard + rest.until_told()
        for name in ("story", "chat"):
            assert numbers(heard, name) == numbers(everything, name), (cut, name)


def test_a_stream_goes_on_where_the_page_ended_and_who_claims_to_be_ahead_misses_nothing(players: Any) -> None:
    table, people, programs, gallery, _ = players
    play(table, programs, gallery, random.Random(2), 5)
    ended = people[0].get(table.path).text.partition('data-last="')[2].partition('"')[0]
    for seed, last in enumerate((ended, "999999.999999")):
        with people[0].stream(f"{table.path}/stream", query={"last": last}) as stream:
            assert [event.name for event in stream.until(bool)] == ["table"], last
            known = on_page(people[0], table)
            stream.until_told(play(table, programs, gallery, random.Random(seed), 3))
            assert known + numbers(stream.events) == on_page(people[0], table), last


def test_a_number_that_is_none_means_from_the_beginning(players: Any) -> None:
    table, people, programs, gallery, _ = players
    told = play(table, programs, gallery, random.Random(2), 2)
    whole = on_page(people[0], table)
    for last in ("", "x", "-1.0", "1", "1.", "1e3.0", "9" * 30 + ".0", "٣.٣", "\xff", "0.0\x00"):
        with people[0].stream(f"{table.path}/stream", query={"last": last}) as stream:
            story = numbers(stream.until_told(told))
        assert story == whole[len(whole) - len(story) :], last
        assert story or last == "٣.٣", last


def has_heard(before: list[Event], said: list[int], heard: list[Event]) -> bool:
    return numbers([*before, *heard], "chat")[-1:] == said[-1:]


def test_a_stream_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "0", "--no-limits") as server, ExitStack() as stack:
        table, chance = server.room(2), random.Random(1)
        readers, _ = stack.enter_context(everybody(table))
        *programs, _ = [reader.program for reader in readers]
        person, program, gallery = readers[0].person, programs[1], readers[-1].person
        got, happened = list[Event](), list[Any]()
        for restart in range(2):
            last = next((event.id for event in reversed(got) if event.id), START)
            since = {"last": str(happened[-1]["number"])} if happened else {}
            with person.stream(f"{table.path}/stream", last=last) as stream, program.stream(**since) as events:
                told = play(table, programs, gallery, chance, 8)
                stream.until_told(told)
                events.until_told(told)
                said = on_page(person, table, "chat")  # the last of it comes on its own
                stream.until(partial(has_heard, [*got], said))
                if not restart:
                    server.kill()
                    assert stream.wait(PATIENCE), "it ends"
                got += stream.events
                happened += [event.json for event in events.events if event.name == "happened"]
            if not restart:
                table.play(chance, 3)  # as if somebody had answered while we were away
                server.again()
        assert numbers(got) == on_page(person, table)
        assert numbers(got, "chat") == on_page(person, table, "chat")
        assert happened == program.get("story").json()["events"]


def test_players_and_spectators_do_not_hear_one_another(players: Any) -> None:
    table, people, programs, gallery, watching = players
    path = f"{table.path}/stream"
    with people[0].stream(path) as table_stream, gallery.stream(path) as gallery_stream:
        for stream in (table_stream, gallery_stream):
            stream.until_told()
        for number in range(3):
            assert people[1].post(f"{table.path}/say", "scene", text=f"among players {number}").status_code == 200
            assert programs[1].post("chat", text=f"by a program {number}").status_code == 201
            assert gallery.post(f"{table.path}/say", "scene", text=f"among spectators {number}").status_code == 200
            assert watching.post("chat", text=f"watched {number}").status_code == 201
        table_stream.until(lambda events: "by a program 2" in "".join(event.data for event in events))
        gallery_stream.until(lambda events: "watched 2" in "".join(event.data for event in events))
        heard = table_stream.raw.decode(), gallery_stream.raw.decode()
    pages = people[0].get(table.path).text, gallery.get(table.path).text
    api = programs[0].get("chat").text, watching.get("chat").text
    for at_table, in_gallery in (heard, pages, api):
        assert at_table.count("among players") == at_table.count("by a program") == 3
        assert in_gallery.count("among spectators") == in_gallery.count("watched") == 3
        assert "spectators " not in at_table.replace("spectators.", "")
        assert at_table.count("watched") == in_gallery.count("among players") == in_gallery.count("by a program") == 0


def test_what_is_covered_is_told_to_its_owner_alone(server: Server, any_game: Game) -> None:
    table = server.table_at(next(at for name, at in worth_looking(any_game).items() if COVERED in name))
    kinds = {kind.__name__: kind.LIES_IN for kind in any_game.events if kind.LIES_IN}
    met = 0
    with everybody(table) as (readers, _):
        for reader in readers:
            with reader.program.stream() as stream:
                stream.until_told(table.opened().room.told)
                happened = [event.json["event"] for event in stream.events if event.name == "happened"]
            for event in happened:
                for field in kinds.get(event["event"], ()):
                    assert (event[field] is None) is (event["seat"] != reader.seat), event
                    met += event[field] is None
    assert met


def test_who_is_there_is_seen_as_it_changes(players: Any) -> None:
    table, people, *_ = players
    away = rendering.texts("en")("seats.away")
    with people[0].stream(f"{table.path}/stream") as stream:
        stream.until(lambda events: away in events[-1].data if events else False)
        with people[1].stream(f"{table.path}/stream"):
            stream.until(lambda events: away not in events[-1].data)
        stream.until(lambda events: away in events[-1].data)
        assert people[1].post("/me/name", name="Somebody else").status_code == 303
        came = stream.until(lambda events: "Somebody else" in events[-1].data)
    scenes = [event.data for event in came if event.name == "table"]
    assert all(one != two for one, two in itertools.pairwise(scenes)), "nothing is shown twice"


def test_a_quiet_stream_says_that_it_is_still_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 5 <= event_stream.HEARTBEAT <= 30, "less than what proxies allow, and seldom enough"
    monkeypatch.setattr(event_stream, "HEARTBEAT", 0.05)
    with closing(ServerHere(tmp_path)) as server:
        table = server.room(2)
        with table.person(0) as person, table.program(0) as program:
            with person.stream(f"{table.path}/stream") as pages, program.stream() as events:
                until(lambda: min(heard.raw.count(b": still here\n\n") for heard in (pages, events)) >= 3)
            for heard in (pages, events):
                assert heard.raw.startswith(b"retry: ")
                assert [event.name for event in heard.events if event.name == "table"] == ["table"]


def test_a_stream_is_not_kept_or_packed_on_the_way_and_leaves_nothing_behind(players: Any) -> None:
    table, people, programs, *_ = players
    people[0].http.headers["accept-encoding"] = "gzip"
    for http, path in ((people[0].http, f"{table.path}/stream"), (programs[0].http, programs[0].path("stream"))):
        with Stream(http, path) as opened:
            headers = opened.response.headers
            assert headers["content-type"].startswith("text/event-stream")
            assert headers["cache-control"] == "no-store"
            assert headers["x-accel-buffering"] == "no"
            assert "content-encoding" not in headers
        for _ in range(2):  # whoever asks for the head alone is not kept waiting; the connection is free for the next
            answer = http.head(path, timeout=PATIENCE)
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
    until(table.server.nobody_listens)
    for _ in range(5):
        with people[0].stream(f"{table.path}/stream"), programs[0].stream():
            until(lambda: "eminence_open_streams 2.0" in table.server.measures)
    until(lambda: "eminence_open_streams 0.0" in table.server.measures)
    until(table.server.nobody_listens)


def test_who_is_there_may_be_asked_while_others_come_and_go() -> None:
    """Pages are drawn by threads, and streams come and go on the event loop: neither may trip over the other."""
    live_rooms, gone, switching = LiveRooms(), threading.Event(), sys.getswitchinterval()

    async def come_and_go() -> None:
        for number in range(3000):
            with (
                live_rooms.listening("room", number % 4),
                live_rooms.listening("room", 1),
                live_rooms.listening("room", None),
            ):
                pass

    def look() -> None:
        while not gone.is_set():
            assert live_rooms.here("room") <= {0, 1, 2, 3}

    sys.setswitchinterval(1e-6)
    with ThreadPoolExecutor(2) as pool:
        looking = [pool.submit(look) for _ in range(2)]
        try:
            asyncio.run(come_and_go())
        finally:
            sys.setswitchinterval(switching)
            gone.set()
    for looked in looking:
        looked.result()
    assert live_rooms.rooms == {}


def test_the_scene_that_a_page_came_with_is_not_sent_again_unless_another_may_have_come_since(server: Server) -> None:
    table = server.room(2)
    with table.person(table.opened().room.asked[0]) as person:
        page = person.get(table.path).text
        (drawn,), (last,) = (re.findall(rf'data-{name}="([^"]*)"', page) for name in ("drawn", "last"))
        path, query = f"{table.path}/stream", {"last": last, "drawn": drawn}
        with person.stream(path, query=query) as same, person.stream(path, query={**query, "drawn": "x"}) as other:
            other.until_told()
            person.answer(table.path)
            told = table.opened().room.told
            shown = [event.told for event in same.until_told(told) if event.name == "table"]
            assert shown == [told], "only what the page did not show"
        with person.stream(path, last=last, query=query) as resumed:
            resumed.until_told()
