"""Answering for people, in every game that has something to be discreet about: on time, once, whatever they hold.

It leaks nothing: whether anything is held shows neither in what others get over the wire nor in when they get it. Two
worlds that differ in this alone, with the switch on and off, looked at by the opponent and by a spectator; and by a
clock that does not wait, the moments at which answers come, those of bots as well, however long they had to think.
"""

import asyncio
import html
import itertools
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import DEFAULT, Mock

import httpx
import pytest

from eminence.bots import LEVELS
from eminence.core.game import Game
from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.telling import package_of, telling
from eminence.games import all_games
from eminence.server.answering.discreet import DiscreetAnswers, shown
from eminence.server.api import operations as api
from eminence.server.live import event_stream
from eminence.server.pages import rendering, scene
from eminence.server.storage import match_log, rooms
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.people import SPEEDS
from tests.server.clock import Ahead, Still, bots_of
from tests.server.discreet import DISCREET, NEVER, Moment, fire, forget_what_waits, his_ask, moment
from tests.server.driving import Person, Program, ServerHere, Table, until
from tests.server.finding import walk, walks
from tests.server.wire import Reader, Seen, assert_same, everybody, watched
from tests.server.worlds import kept, put

SHORT, PAUSE = 0.3, 8.0
SWITCH = re.compile(r'<form class="keep-quiet".*?</form>', re.DOTALL)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    with closing(ServerHere(tmp_path_factory.mktemp("quiet"), discreet_pause=NEVER)) as server:
        yield server
        forget_what_waits(server)


@pytest.fixture(scope="module", params=DISCREET, ids=lambda game: game.id)
def known(here: ServerHere, request: pytest.FixtureRequest) -> Moment:
    return moment(here, request.param)


class Asking:
    """Both players of a moment, as programs and as people. The one plays what the other is asked about."""

    def __init__(self, at: Moment, stack: ExitStack) -> None:
        self.at, self.table, self.opened = at, at.table, at.table.opened
        self.player: Program = stack.enter_context(at.table.program(at.player))
        self.other: Program = stack.enter_context(at.table.program(at.other))
        self.person: Person = stack.enter_context(at.table.person(at.other))
        response = self.player.post("answers", ask=self.player.table()["ask"]["id"], choice=at.play)
        assert response.status_code == 200, response.text
        self.ask, self.asked = his_ask(at), self.opened().room.moved

    def answer(self, choice: str) -> httpx.Response:
        return self.other.post("answers", ask=self.ask, choice=choice)

    def given(self) -> list[str]:
        """What the other has answered since he was asked."""
        with self.table.server.store.reading() as connection:
            return match_log.given(connection, self.opened().room, self.at.other, self.ask)

    def until_given(self) -> float:
        """Wait for an answer; how long after the question it came."""
        until(self.given)
        return self.opened().room.moved - self.asked

    def offered(self) -> list[str]:
        return [choice["text"] for choice in self.other.table()["ask"]["choices"]]

    def switch(self, on: bool) -> None:
        assert self.other.post("quiet", on=on).json()["on"] is on


Begin = Callable[..., Asking]


@pytest.fixture
def begin(here: ServerHere, known: Moment) -> Iterator[Begin]:
    """Somebody is asked, in one of the worlds, with the switch on or off and so long a pause."""
    with ExitStack() as stack:

        def asking(*, holds: bool, quiet: bool, pause: float = NEVER) -> Asking:
            forget_what_waits(here)
            here.app.state.services.discreet.pause = pause
            known.put(holds, quiet)
            return Asking(known, stack)

        yield asking
        forget_what_waits(here)
        here.app.state.services.discreet.pause = NEVER


@pytest.mark.parametrize("game", DISCREET, ids=lambda game: game.id)
def test_what_does_nothing_is_always_offered_and_the_switch_has_an_honest_sentence(game: Game) -> None:
    met = set()
    for agreed, secret in walks(game, 6):
        for match, _ in walk(agreed, secret):
            for ask in match.asks().values() if match._state.step().name in game.discreet else ():
                assert game.discreet[ask.step] in ask.texts
                met.add((ask.step, len(ask) > 1))
    assert met == {(step, more) for step in game.discreet for more in (True, False)}
    for language in LANGUAGES:
        texts = Texts(language, "eminence.core", package_of(game))
        assert texts("discreet.name")
        assert "8" in texts("discreet.text", n=8)


@pytest.mark.parametrize("holds", [True, False])
def test_nothing_is_answered_once_the_pause_is_over_and_then_it_is_too_late(begin: Begin, holds: bool) -> None:
    match = begin(holds=holds, quiet=True, pause=SHORT)
    assert match.until_given() >= SHORT
    assert match.given() == [match.at.nothing]
    assert match.opened().room.asked == (match.at.player,)
    before = match.table.rows()
    late = match.answer(match.at.something)
    assert (late.status_code, late.json()["error"]) == (409, "answered_for_you")
    page = match.person.post(f"{match.table.path}/answer", "scene", ask=match.ask, choice=match.at.something)
    assert (page.status_code, page.text) == (409, late.json()["message"])
    assert "it has happened" in page.text
    assert match.table.rows() == before


def test_without_the_switch_one_is_asked_as_ever_and_nobody_answers_for_anybody(here: ServerHere, begin: Begin) -> None:
    for holds in (True, False):
        match = begin(holds=holds, quiet=False, pause=SHORT)
        assert not here.app.state.services.discreet._waiting
        offered = [match.at.nothing, *([match.at.something] if holds else [])]
        assert sorted(match.offered()) == sorted(buttons(page_of(match.person, match.at))) == sorted(offered)
        assert match.answer(match.at.nothing).status_code == 200


def test_something_in_time_comes_at_once_and_is_the_only_answer(here: ServerHere, begin: Begin) -> None:
    match = begin(holds=True, quiet=True)
    assert match.offered() == [match.at.something]
    assert match.answer(match.at.something).status_code == 200
    before = match.table.rows()
    fire(here, match.at, match.ask)
    assert match.given() == [match.at.something]
    assert match.table.rows() == before


@pytest.mark.parametrize("holds", [True, False])
def test_who_is_answered_for_is_asked_for_the_rest_alone(here: ServerHere, begin: Begin, holds: bool) -> None:
    """What is given for him he cannot give sooner."""
    match = begin(holds=holds, quiet=True)
    before = match.table.rows()
    opened, seat = match.opened(), match.at.other
    view, ask = opened.playing.view(seat), opened.playing.asks()[seat]
    for language in LANGUAGES:
        page = page_of(match.person, match.at, language)
        told = telling(opened.room.game, language, seat, opened.room.names)
        assert told.prompt(view, ask) in page
        assert buttons(page) == ([match.at.something] if holds else [])
        assert ('id="answer"' in page) is holds
        assert f'data-turn="{"yes" if holds else "no"}"' in page
        if holds:
            label = told.label(view, ask[match.at.nothing])
            assert rendering.texts(language)("ask.by_itself", n=int(NEVER), label=label) in page
            assert "http-equiv" in page, "without a script it is looked at again, since it goes on by itself"
        else:
            assert rendering.texts(language)("ask.goes_on") in page
    if not holds:
        table, refused = match.other.table(), match.answer(match.at.something)
        assert (table["ask"], table["asked"]) == (None, [match.at.other]), "not asked, but as everybody sees it"
        assert (refused.status_code, refused.json()["error"]) == (422, "not_offered")
    for choice in (match.at.nothing, f" {match.at.nothing.upper()} "):
        soon = match.answer(choice)
        assert (soon.status_code, soon.json()["error"]) == (409, "by_itself")
        assert match.person.post(f"{match.table.path}/answer", ask=match.ask, choice=choice).status_code == 409
    assert match.table.rows() == before
    fire(here, match.at, match.ask)
    assert match.given() == [match.at.nothing]
    assert match.answer(match.at.nothing).status_code == 200, "then it is the same answer once more"


def test_switched_on_while_asked_it_is_answered_and_switched_off_it_waits(here: ServerHere, begin: Begin) -> None:
    match = begin(holds=True, quiet=False, pause=SHORT)
    match.switch(True)
    assert match.until_given() >= SHORT
    match = begin(holds=True, quiet=True)
    match.switch(False)
    fire(here, match.at, match.ask)
    assert match.given() == []
    assert sorted(match.offered()) == sorted([match.at.nothing, match.at.something])
    assert match.answer(match.at.nothing).status_code == 200
    assert match.given() == [match.at.nothing]

    match = begin(holds=False, quiet=True)  # switched to and fro it is answered once
    for on in (False, True, True, False, True):
        match.switch(on)
    assert len(here.app.state.services.discreet._waiting) == 1
    fire(here, match.at, match.ask)
    assert match.given() == [match.at.nothing]
    here.app.state.services.discreet.look_after(match.opened())
    assert match.opened().room.asked == (match.at.player,)


def test_the_switch_tells_others_nothing(known: Moment, begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a byte nor the rhythm of their streams nor the time at which the table last moved."""
    monkeypatch.setattr(event_stream, "HEARTBEAT", 0.2)
    match = begin(holds=True, quiet=False)
    moved = match.opened().room.moved
    path = f"{known.table.path}/stream"
    with known.table.person(known.player) as player, player.stream(path) as pages, match.player.stream() as events:
        before = (len(pages.until_told()), len(events.until_told()))

        def switched_and_alive() -> bool:
            """Being woken for nothing must not put off signs of life."""
            match.switch(True)
            match.switch(False)
            return min(heard.raw.count(b": still here") for heard in (pages, events)) >= 3

        until(switched_and_alive)
        assert (len(pages.events), len(events.events)) == before
    assert match.opened().room.moved == moved


def test_only_who_sits_there_may_switch_and_only_where_there_is_something(here: ServerHere, known: Moment) -> None:
    known.put(True, False)
    open_game = next(game for game in all_games() if not game.discreet)
    elsewhere = here.room(open_game.seats[0], of=open_game.id)
    path = f"{known.table.path}/quiet"
    with everybody(known.table) as (readers, (own, *_)), elsewhere.program(0) as program, elsewhere.person(0) as person:
        gallery, watcher = readers[-1].person, readers[-1].program
        assert gallery.post(path, on="yes").status_code == 403
        assert watcher.post("quiet", on=True).status_code == 403
        assert watcher.get("quiet").status_code == 403
        assert program.get("quiet").json()["on"] is False
        assert program.post("quiet", on=True).json()["error"] == "nothing_discreet"
        assert person.post(f"{elsewhere.path}/quiet", on="yes").status_code == 422
        for reader, table in ((person, elsewhere), (gallery, known.table)):
            assert not SWITCH.search(reader.get(table.path).text)
        assert own.post(path, on="perhaps").status_code == own.post(path).status_code == 400
        assert own.http.post(path, data={"on": "yes"}).status_code == 403, "unsigned"
    assert not any(seat.discreet for seat in (*known.table.opened().room.seats, *elsewhere.opened().room.seats))


@pytest.mark.parametrize("game", DISCREET, ids=lambda game: game.id)
def test_a_rematch_keeps_it_for_the_same_person(here: ServerHere, game: Game) -> None:
    for by_page in (True, False):
        table = here.room(game.seats[0], of=game.id)
        table.play(random.Random(1), 100_000)
        with table.program(1) as program:
            program.post("quiet", on=True)
            if not by_page:
                again = program.post("rematch").json()
                with here.program(again["id"], again["invitation"]) as joining:
                    assert joining.post("join").status_code == 200
        others = [seat for seat in range(game.seats[0]) if seat != 1]
        for seat in (1, *others) if by_page else others:
            with table.person(seat) as other:
                assert other.post(f"{table.path}/rematch").status_code == 303
        with here.store.reading() as connection:
            room = rooms.read(connection, table.opened().room.next)
        assert [seat.seat for seat in room.seats if seat.discreet] == [0], "whoever was second begins now"
        assert room.phase == rooms.PLAYING


@pytest.mark.parametrize("game", DISCREET, ids=lambda game: game.id)
def test_who_gets_up_before_the_deal_leaves_no_switch_behind(here: ServerHere, game: Game) -> None:
    with here.store.writing() as connection:
        room = rooms.make(connection, "", game, {}, [""] * game.seats[0])
        room = rooms.sit(connection, room, 0, rooms.Newcomer("somebody"))
        assert rooms.set_discreet(connection, room, 0, True).seats[0].discreet
        assert not rooms.leave(connection, room, 0).seats[0].discreet
        rooms.set_discreet(connection, room, 1, True)
        assert not rooms.give(connection, room, 1, "page").seats[1].discreet, "nor does a bot that takes the seat"


def test_a_restart_in_the_pause(tmp_path: Path) -> None:
    """The answer comes all the same, once; when exactly is looked at by the clock."""
    with closing(ServerHere(tmp_path, discreet_pause=NEVER)) as first, ExitStack() as stack:
        at = moment(first, DISCREET[0])
        at.put(True, True)
        match = Asking(at, stack)
        assert match.given() == []
    with closing(ServerHere(tmp_path, discreet_pause=SHORT)) as second:
        at.table.server = second
        assert match.until_given() >= SHORT
        assert match.given() == [at.nothing]
        assert match.opened().room.asked == (at.player,)
        until(lambda: not second.app.state.services.discreet._waiting)


def test_a_room_that_cannot_be_opened_does_not_keep_the_others_waiting(
    here: ServerHere, known: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    known.put(True, True)
    game = known.table.opened().room.game
    other = here.room(game.seats[0], of=game.id)
    with here.store.writing() as connection:
        rooms.set_discreet(connection, rooms.read(connection, other.id), 0, True)
    once = itertools.chain([RuntimeError("not this one")], itertools.repeat(DEFAULT))
    opening = Mock(wraps=match_log.open_room, side_effect=once)
    monkeypatch.setattr(match_log, "open_room", opening)
    asyncio.run(DiscreetAnswers(NEVER, NEVER, here.app.state.services.change, nobody).begin(here.store))
    assert opening.call_count >= 2


def asked_among_bots(at: Moment, holds: bool, listed: bool = False) -> OpenRoom:
    """The other is asked, has only bots around him, and nobody has looked on."""
    cast(ServerHere, at.table.server).app.state.services.live_rooms._galleries.clear()
    rows = at.rows(holds, quiet=False)
    rows["rooms"][0]["listed"] = int(listed)
    rows["seats"][at.player]["level"] = next(iter(LEVELS))
    put(at.table.server.path, at.table.id, rows)
    return at.table.answer(at.player, at.play)


@pytest.mark.parametrize(("holds", "listed"), [(False, False), (True, False), (False, True)])
def test_among_bots_what_goes_without_saying_is_not_asked(
    here: ServerHere, known: Moment, holds: bool, listed: bool
) -> None:
    """Whoever can do something is asked for it, and where strangers may look on, everybody is."""
    quiet = here.app.state.services.discreet
    opened = asked_among_bots(known, holds, listed)
    ask = opened.playing.asks()[known.other]
    given = not (holds or listed)
    assert shown(opened.room, known.other, ask, watched=False) == (None if given else ask)
    assert shown(opened.room, known.other, ask, watched=True) == ask
    with here.store.reading() as connection:
        assert (known.table.id in rooms.with_discreet_seats(connection)) != listed
    quiet.beat = SHORT
    here.app.state.services._loop.call_soon_threadsafe(quiet.look_after, opened)
    if given:
        until(lambda: known.table.opened().playing.given(known.other) > opened.playing.given(known.other))
    forget_what_waits(here)


def look_at_the_page(table: Table, stack: ExitStack) -> None:
    assert stack.enter_context(table.spectator()).get(table.path).status_code == 200


def listen_to_the_page(table: Table, stack: ExitStack) -> None:
    stack.enter_context(stack.enter_context(table.spectator()).stream(f"{table.path}/stream")).until_told()


def read_the_story(table: Table, stack: ExitStack) -> None:
    assert stack.enter_context(table.watching_program()).get("story").status_code == 200


@pytest.mark.parametrize("looks", [look_at_the_page, listen_to_the_page, read_the_story])
def test_who_looks_on_at_a_game_against_bots_learns_nothing_from_the_clock(
    here: ServerHere, known: Moment, looks: Callable[[Table, ExitStack], None]
) -> None:
    """Whatever is held, the question waits for its person; also if the spectator came when it was nearly answered."""
    services, table = here.app.state.services, known.table
    services.discreet.beat = NEVER
    for holds, late in ((True, False), (False, False), (False, True)):
        opened = asked_among_bots(known, holds)
        ask, given = his_ask(known), opened.playing.given(known.other)
        with ExitStack() as stack:
            person = stack.enter_context(table.person(known.other))
            pages = stack.enter_context(person.stream(f"{table.path}/stream"))
            pages.until_told()
            if not late:
                looks(table, stack)
            services._loop.call_soon_threadsafe(services.discreet.look_after, opened)
            if late:
                until(lambda: services.discreet._waiting)
                assert buttons(pages.events[-1].data) == []
                looks(table, stack)
                pages.until(lambda got: buttons(got[-1].data) == [known.nothing])
                fire(here, known, ask)
                forget_what_waits(here)
            assert not services.discreet._waiting, (holds, late)
            assert table.opened().playing.given(known.other) == given, (holds, late)
            assert known.nothing in buttons(page_of(person, known))


def nobody(room: str) -> bool:
    """Who looks on."""
    return False


def page_of(person: Person, at: Moment, language: str = "en") -> str:
    return html.unescape(person.get(at.table.path, headers={"accept-language": language}).text)


def buttons(page: str) -> list[str]:
    return re.findall(r'<button name="choice" value="([^"]+)"', page)


def test_the_switch_shows_on_ones_own_other_devices_and_is_a_form_that_says_what_it_does(begin: Begin) -> None:
    match = begin(holds=True, quiet=False)
    left = [match.at.something]
    with match.person.stream(f"{match.table.path}/stream") as pages, match.table.person(match.at.other) as phone:
        pages.until_told()
        piece = phone.post(f"{match.table.path}/quiet", fragment="scene", on="yes")
        assert buttons(piece.text) == left
        pages.until(lambda got: buttons(got[-1].data) == left)
    texts = Texts("en", "eminence.core", package_of(match.opened().room.game))
    for pressed, then in (("true", "no"), ("false", "yes"), ("true", "no"), ("false", "yes")):
        (switch,) = SWITCH.findall(page_of(match.person, match.at))
        said = texts("discreet.name"), texts("discreet.text", n=int(NEVER))
        for part in (f'aria-pressed="{pressed}"', f'name="on" value="{then}"', *said):
            assert part in switch
        sent = match.person.post(f"{match.table.path}/quiet", on=then)
        assert (sent.status_code, sent.headers["location"]) == (303, match.table.path)
    with match.table.person(match.at.player) as player:
        assert 'aria-pressed="false"' in page_of(player, match.at), "his own, and not the other's"


def answers(at: Moment, on: bool, reader: Reader, meanwhile: Seen) -> Iterator[tuple[int, list[str]]]:
    """What is played, and that it is let be: by the server once the pause is over, or by the other himself.

    In between, while he is asked, the reader looks at the table."""
    yield at.player, [at.play]
    reader.look(meanwhile, "en")
    if on:
        fire(cast(ServerHere, at.table.server), at, his_ask(at))
    yield (at.player, []) if on else (at.other, [at.nothing])


def played(at: Moment, readers: Sequence[Reader], players: Sequence[Person], holds: bool, on: bool) -> list[Seen]:
    """All that each reader gets in that world, before and after."""
    rows = at.rows(holds, on)
    rows["watchers"] = kept(at.table.server.path, at.table.id)["watchers"]
    seen = []
    for reader in readers:
        forget_what_waits(cast(ServerHere, at.table.server))
        meanwhile = Seen()
        after = watched(reader, rows, answers(at, on, reader, meanwhile), players, ["en"])
        seen.append(Seen(meanwhile.wire + after.wire))
        assert at.table.opened().room.asked == (at.player,)
    return seen


def test_others_cannot_tell_whether_something_is_held_nor_whether_answers_are_given(known: Moment) -> None:
    """All worlds, with the switch on and off, are the same to the opponent and to a spectator."""
    with everybody(known.table) as (readers, players):
        both = [readers[known.player], readers[-1]]
        held = played(known, both, players, True, True)
        for holds, on in ((False, True), (True, False), (False, False)):
            for one, two in zip(held, played(known, both, players, holds, on), strict=True):
                assert_same(one, two)


def leak_the_switch(honest: Any, room: Any, *rest: Any) -> Any:
    title = "quiet" if any(seat.discreet for seat in room.seats) else room.game.title
    return honest(room, *rest) | {"url": f"/table/{room.id}", "title": title}


def leak_into_the_api(honest: Any, opened: OpenRoom, *rest: Any) -> Any:
    told = honest(opened, *rest)
    told.view["choices"] = [len(ask) for ask in opened.playing.asks().values()]
    return told


@pytest.mark.parametrize(
    ("module", "name", "leaking", "where"),
    [(scene, "_room", leak_the_switch, "GET /table"), (api, "table_of", leak_into_the_api, "GET /api")],
)
def test_a_leak_is_found(
    known: Moment, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, leaking: Any, where: str
) -> None:
    monkeypatch.setattr(module, name, partial(leaking, getattr(module, name)))
    with pytest.raises(AssertionError, match=f"told apart by {where}"):
        test_others_cannot_tell_whether_something_is_held_nor_whether_answers_are_given(known)


def due(at: Moment, ahead: Ahead, holds: bool) -> list[float]:
    """After how long somebody is answered for, who was asked before."""
    opened = at.asked(holds, True)
    still = Still(at.table.server.store, ahead)
    quietly = DiscreetAnswers(PAUSE, PAUSE, still.change, nobody)
    began = ahead.now

    async def wait() -> None:
        quietly.look_after(opened)
        quietly.look_after(opened)  # however often
        await asyncio.gather(*quietly._waiting.values())

    ahead.run_until_complete(wait())
    assert at.table.opened().room.asked == (at.player,)
    return [round(moment - began, 6) for moment in still.changed]


def asked_before(ahead: Ahead, seconds: float) -> SimpleNamespace:
    """A clock by which questions were put so long ago."""
    return SimpleNamespace(time=lambda: ahead.now - seconds)


def test_an_answer_is_due_at_a_moment_that_does_not_know_what_is_held(
    known: Moment, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the last digit: a pause after the question, or, where that has gone by, a pause from now. If whoever holds
    nothing were not waited for, that would be found."""
    for gone, holds in itertools.product((0.0, 0.25, 5.0, PAUSE + 1), (True, False)):
        monkeypatch.setattr(match_log, "time", asked_before(ahead, gone))
        assert due(known, ahead, holds) == [PAUSE - gone if gone < PAUSE else PAUSE], (gone, holds)
    monkeypatch.setattr(match_log, "time", asked_before(ahead, 0))
    honest = DiscreetAnswers.look_after

    def hasty(self: DiscreetAnswers, opened: OpenRoom) -> None:
        self.pause = PAUSE / 2 if any(len(ask) == 1 for ask in opened.playing.asks().values()) else PAUSE
        honest(self, opened)

    monkeypatch.setattr(DiscreetAnswers, "look_after", hasty)
    assert due(known, ahead, True) != due(known, ahead, False)


def answered(
    at: Moment, ahead: Ahead, holds: bool, seconds: float, usual: int = 1, in_line: float = 0.0, beat: float = 1.0
) -> tuple[float, str, object]:
    """After how long a bot answers, what, and what the house then takes to be its pace."""
    at.asked(holds, False, level="courtier")
    ask = his_ask(at)
    still = Still(at.table.server.store, ahead)
    players = bots_of(still, beat, in_line, courtier=seconds)
    players._beats = {("courtier", players.pace): usual} if usual > 1 else {}
    began = ahead.now

    async def wait() -> None:
        players.look_after(at.table.id)
        await asyncio.gather(*players._tasks.values())

    ahead.run_until_complete(wait())
    (when,) = still.changed
    with at.table.server.store.reading() as connection:
        (choice,) = match_log.given(connection, at.table.opened().room, at.other, ask)
    return round(when - began, 6), choice, dict(players._beats)


def test_a_bot_answers_on_the_same_beat_whether_or_not_it_holds_something(known: Moment, ahead: Ahead) -> None:
    waits = tuple(zip(SPEEDS.values(), (0.0, 0.7, 45.3), strict=True))
    for usual, seconds, (beat, in_line) in itertools.product((1, 3), (0.0, 0.4, 0.999, 1.7, 2.5, 60.0), waits):
        held, none = (answered(known, ahead, holds, seconds, usual, in_line, beat) for holds in (True, False))
        assert held[0] == none[0] == round(usual * beat + in_line, 6), "however long all wait for a worker"
        assert held[2] == none[2], "nor is anything learned from it that later answers would tell"
        assert none[1] == known.nothing
        assert held[1] == known.something, "where a thought is not finished, what came to mind first is answered"


def test_without_being_declared_discreet_a_slow_thought_would_tell(
    known: Moment, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(known.table.opened().room.game), "discreet", {})
    held, none = (answered(known, ahead, holds, 1.7) for holds in (True, False))
    assert held[0] != none[0]
    assert held[2] != none[2]
