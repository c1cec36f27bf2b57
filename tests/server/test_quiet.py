"""Answering for people: on the second, once, whatever they hold; refused, resumed and switched as they would expect."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from eminence import games
from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.telling import package_of
from eminence.server import log, rooms, stream
from eminence.server.log import Opened
from eminence.server.quiet import Quiet
from tests.server.driving import Person, Program, ServerHere, Table, until
from tests.server.vetoes import Moment, moment
from tests.server.worlds import put

PAUSE = 1.0
LATE = 0.6
"""How much later than due an answer may be on a busy machine."""
DISCREET = [game for game in games.all_games() if game.discreet]


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    server = ServerHere(tmp_path_factory.mktemp("quiet"), quiet_pause=PAUSE)
    yield server
    server.close()


@pytest.fixture(scope="module")
def known(here: ServerHere) -> Moment:
    return moment(here, 3)


class Match:
    """Both players of a moment, as programs and as people, and what has become of it."""

    def __init__(self, at: Moment, holds: bool, quiet: bool, stack: ExitStack) -> None:
        self.at = at
        self.table: Table = at.table
        put(at.table.server.path, at.table.id, at.rows(holds, quiet))
        self.player: Program = stack.enter_context(at.table.program(at.player))
        self.other: Program = stack.enter_context(at.table.program(at.other))
        self.person: Person = stack.enter_context(at.table.person(at.other))
        self.ask = ""
        self.asked = 0.0

    def play(self) -> None:
        """The player plays an action card."""
        ask = self.player.table()["ask"]["id"]
        response = self.player.post("answers", ask=ask, choice=self.at.play)
        assert response.status_code == 200, response.text
        opened = self.opened()
        assert opened.room.asked == (self.at.other,)
        self.ask = log.ask_id(opened.playing, self.at.other)
        self.asked = opened.room.moved

    def opened(self) -> Opened:
        return self.table.opened()

    def answer(self, choice: str) -> httpx.Response:
        return self.other.post("answers", ask=self.ask, choice=choice)

    def given(self) -> list[str]:
        """What the other has answered since he was asked."""
        with self.table.server.store.reading() as connection:
            return log.given(connection, self.opened().room, self.at.other, self.ask)

    def until_given(self) -> float:
        """Wait for an answer; how long after the question it came."""
        until(self.given)
        return self.opened().room.moved - self.asked

    def switch(self, on: bool) -> None:
        response = self.other.post("quiet", on=on)
        assert response.json() == {"on": on, "seconds": PAUSE}


@pytest.fixture
def begin(here: ServerHere, known: Moment) -> Iterator[Any]:
    until(lambda: not here.app.state.house.quiet._waiting)  # for an ask of another test, which had the same name
    with ExitStack() as stack:
        yield lambda holds, quiet: Match(known, holds, quiet, stack)


# -- what a game declares ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", DISCREET, ids=lambda game: game.id)
def test_what_does_nothing_is_always_offered(game: Any) -> None:
    met = set()
    for seed in range(6):
        match = game.new(secret=bytes([seed]))
        chance = random.Random(seed)
        while not match.over:
            seat, ask = next(iter(match.asks().items()))
            if ask.step in game.discreet:
                assert game.discreet[ask.step] in ask.texts
                met.add((ask.step, len(ask) > 1))
            match.choose(seat, chance.choice(ask.texts))
    assert met == {(step, more) for step in game.discreet for more in (True, False)}


@pytest.mark.parametrize("game", DISCREET, ids=lambda game: game.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_switch_has_a_name_and_an_honest_sentence(game: Any, language: str) -> None:
    texts = Texts(language, "eminence.core", package_of(game))
    assert texts("discreet.name")
    assert "8" in texts("discreet.text", n=8)


# -- answering ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("holds", [True, False])
def test_nothing_is_answered_once_the_pause_is_over(begin: Any, holds: bool) -> None:
    match = begin(holds, True)
    match.play()
    assert match.given() == []
    assert PAUSE <= match.until_given() < PAUSE + LATE
    assert match.given() == ["let"]
    assert match.opened().room.asked == (match.at.player,)


def test_without_the_switch_nobody_answers_for_anybody(begin: Any) -> None:
    match = begin(False, False)
    match.play()
    time.sleep(PAUSE + LATE)
    assert match.given() == []
    assert match.other.table()["ask"]["choices"][0]["text"] == "let"
    assert match.answer("let").status_code == 200


def test_a_veto_in_time_comes_at_once_and_is_the_only_answer(begin: Any) -> None:
    match = begin(True, True)
    match.play()
    assert [choice["text"] for choice in match.other.table()["ask"]["choices"]] == ["veto"]
    assert match.answer("veto").status_code == 200
    assert match.until_given() < PAUSE
    before = match.table.rows()
    time.sleep(PAUSE + LATE / 2)
    assert match.given() == ["veto"]
    assert match.table.rows() == before


def test_a_veto_too_late_is_refused_because_it_has_happened(begin: Any) -> None:
    match = begin(True, True)
    match.play()
    match.until_given()
    before = match.table.rows()
    late = match.answer("veto")
    assert late.status_code == 409
    assert late.json()["error"] == "answered_for_you"
    assert "it has happened" in late.json()["message"]
    page = match.person.post(f"{match.table.path}/answer", fragment="scene", ask=match.ask, choice="veto")
    assert page.status_code == 409
    assert "it has happened" in page.text
    assert match.table.rows() == before


@pytest.mark.parametrize("holds", [True, False])
@pytest.mark.parametrize("choice", ["let", " LET "])
def test_what_is_given_for_somebody_he_cannot_give_sooner(begin: Any, holds: bool, choice: str) -> None:
    match = begin(holds, True)
    match.play()
    before = match.table.rows()
    soon = match.answer(choice)
    assert (soon.status_code, soon.json()["error"]) == (409, "by_itself")
    page = match.person.post(f"{match.table.path}/answer", ask=match.ask, choice=choice)
    assert page.status_code == 409
    assert match.table.rows() == before
    assert PAUSE <= match.until_given() < PAUSE + LATE
    again = match.answer(choice)
    assert again.status_code == 200, "then it is the same answer once more"


def test_who_holds_none_is_not_asked(begin: Any) -> None:
    match = begin(False, True)
    match.play()
    table = match.other.table()
    assert table["ask"] is None
    assert table["asked"] == [match.at.other], "as everybody sees it"
    refused = match.answer("veto")
    assert (refused.status_code, refused.json()["error"]) == (422, "not_offered")


# -- switching ---------------------------------------------------------------------------------------------------------


def test_switched_on_while_asked_the_pause_counts_from_the_question(begin: Any) -> None:
    match = begin(True, False)
    match.play()
    time.sleep(PAUSE / 2)
    match.switch(True)
    assert PAUSE <= match.until_given() < PAUSE + LATE


def test_switched_on_later_a_whole_pause_is_left_to_forbid(begin: Any) -> None:
    match = begin(True, False)
    match.play()
    time.sleep(PAUSE * 1.5)
    match.switch(True)
    assert 2.5 * PAUSE <= match.until_given() < 2.5 * PAUSE + LATE


def test_switched_off_the_question_waits_for_its_person(begin: Any) -> None:
    match = begin(True, True)
    match.play()
    match.switch(False)
    time.sleep(PAUSE + LATE)
    assert match.given() == []
    assert [choice["text"] for choice in match.other.table()["ask"]["choices"]] == ["let", "veto"]
    assert match.answer("let").status_code == 200
    assert match.given() == ["let"]


def test_switched_to_and_fro_it_is_answered_once_and_on_time(begin: Any) -> None:
    match = begin(False, True)
    match.play()
    for on in (False, True, True, False, True):
        match.switch(on)
    assert PAUSE <= match.until_given() < PAUSE + LATE
    entries = match.opened().room.entries
    time.sleep(PAUSE)
    assert match.opened().room.entries == entries


def test_the_switch_tells_others_nothing(begin: Any, known: Moment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a byte nor the rhythm of their streams nor the time at which the table last moved."""
    monkeypatch.setattr(stream, "HEARTBEAT", 0.4)
    match = begin(True, False)
    moved = match.opened().room.moved
    with (
        known.table.person(known.player) as player,
        player.stream(f"{known.table.path}/stream") as pages,
        match.player.stream() as events,
    ):
        for heard in (pages, events):
            heard.until(lambda got: any(event.name == "table" for event in got))
        known_before = (len(pages.events), len(events.events))
        end = time.monotonic() + 2.0
        on = True
        while time.monotonic() < end:
            match.switch(on)
            on = not on
            time.sleep(0.1)
        assert (len(pages.events), len(events.events)) == known_before
        for heard in (pages, events):
            assert heard.raw.count(b": still here") >= 3, "being woken for nothing must not put off signs of life"
    assert match.opened().room.moved == moved


def test_only_who_sits_there_may_switch_and_only_where_there_is_something(here: ServerHere, known: Moment) -> None:
    put(here.path, known.table.id, known.rows(True, False))
    richelieu = here.room()
    with (
        known.table.spectator() as gallery,
        known.table.watching_program() as watcher,
        richelieu.program(0) as elsewhere,
        richelieu.person(0) as person,
        known.table.person(0) as own,
    ):
        assert gallery.post(f"{known.table.path}/quiet", on="yes").status_code == 403
        assert watcher.post("quiet", on=True).status_code == 403
        assert watcher.get("quiet").status_code == 403
        assert elsewhere.get("quiet").json() == {"on": False, "seconds": PAUSE}
        assert elsewhere.post("quiet", on=True).json()["error"] == "nothing_discreet"
        assert person.post(f"{richelieu.path}/quiet", on="yes").status_code == 422
        assert own.post(f"{known.table.path}/quiet", on="perhaps").status_code == 400
        assert own.post(f"{known.table.path}/quiet").status_code == 400
        assert own.http.post(f"{known.table.path}/quiet", data={"on": "yes"}).status_code == 403, "unsigned"
    assert not any(seat.quiet for seat in (*known.table.opened().room.seats, *richelieu.opened().room.seats))


# -- rematches, restarts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_page", [True, False])
def test_a_rematch_keeps_it_for_the_same_person(here: ServerHere, by_page: bool) -> None:
    table = here.room(of="caesar_cleopatra")
    table.play(random.Random(1), 100_000)
    with table.program(1) as program, table.person(1) as person, table.person(0) as first:
        program.post("quiet", on=True)
        if by_page:
            assert person.post(f"{table.path}/rematch").status_code == 303
        else:
            again = program.post("rematch").json()
            with here.program(again["id"], again["invitation"]) as joining:
                assert joining.post("join").status_code == 200
        assert first.post(f"{table.path}/rematch").status_code == 303
    room = _room(here, table.opened().room.next)
    assert [seat.quiet for seat in room.seats] == [True, False], "whoever was second begins now"
    assert room.phase == rooms.PLAYING


def test_who_gets_up_before_the_deal_leaves_no_switch_behind(here: ServerHere) -> None:
    with here.store.writing() as connection:
        room = rooms.make(connection, "", games.game("caesar_cleopatra"), {}, ["", ""])
        room = rooms.sit(connection, room, 0, "somebody", "", "")
        assert rooms.keep_quiet(connection, room, 0, True).seats[0].quiet
        assert not rooms.leave(connection, room, 0).seats[0].quiet
        rooms.keep_quiet(connection, room, 1, True)
        assert not rooms.give(connection, room, 1, "page").seats[1].quiet, "nor does a bot that takes the seat"


def _room(server: ServerHere, room: str) -> rooms.Room:
    with server.store.reading() as connection:
        return rooms.read(connection, room)


@pytest.mark.parametrize("away", [False, True])
def test_a_restart_in_the_pause(tmp_path: Path, away: bool) -> None:
    """The answer comes when it is due; or, if the server was away so long, a pause after it is back. Once, anyway."""
    first = ServerHere(tmp_path, quiet_pause=PAUSE)
    at = moment(first, 3)
    with ExitStack() as stack:
        match = Match(at, True, True, stack)
        match.play()
        ask = match.ask
        assert match.given() == []
    first.close()
    if away:
        time.sleep(PAUSE + 0.2)
    back = time.time()
    second = ServerHere(tmp_path, quiet_pause=PAUSE)
    at.table.server = second
    try:
        moved = at.table.opened().room.moved
        until(lambda: at.table.opened().room.asked == (at.player,))
        with second.store.reading() as connection:
            assert log.given(connection, at.table.opened().room, at.other, ask) == ["let"]
        due = back + PAUSE if away else moved + PAUSE
        assert due <= at.table.opened().room.moved + 0.01 < due + 3 * LATE  # the start itself takes a moment
        entries = at.table.opened().room.entries
        time.sleep(PAUSE)
        assert at.table.opened().room.entries == entries
    finally:
        second.close()


def test_a_room_that_cannot_be_opened_does_not_keep_the_others_waiting(
    here: ServerHere, known: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(here.path, known.table.id, known.rows(True, True))
    quiet = Quiet(PAUSE, here.app.state.house.change)
    seen: list[str] = []
    honest = log.open_room

    def broken(connection: Any, room_id: str, **more: Any) -> Opened:
        seen.append(room_id)
        if len(seen) == 1:
            raise RuntimeError("not this one")
        return honest(connection, room_id, **more)

    other = here.room(of="caesar_cleopatra")
    with here.store.writing() as connection:
        rooms.keep_quiet(connection, rooms.read(connection, other.id), 0, True)
    monkeypatch.setattr(log, "open_room", broken)
    asyncio.run(quiet.begin(here.store))
    assert len(seen) >= 2
