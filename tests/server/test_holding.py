"""Where whoever is quick would tell something by that, nobody is seen to have answered, and all is opened on time.

Not in a byte of what others get, by page or by program, nor in a moment: in two worlds that differ in roles, in what is
held and in what was chosen, the same comes over the wire, and a table moves on at the same time. Every game that
declares such steps is looked at; where nobody could learn anything, nobody waits.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from eminence.core.game import Game
from eminence.core.match import Match
from eminence.games import all_games, game
from eminence.server.answering.holding import Holding
from eminence.server.problems import Problem
from eminence.server.storage import match_log, rooms
from eminence.server.storage.match_log import OpenRoom
from tests.server.clock import Ahead, Still
from tests.server.discreet import NEVER
from tests.server.driving import ServerHere, Table, running, until
from tests.server.finding import Position, walk, walks
from tests.server.wire import Reader, Seen, assert_same, everybody
from tests.server.worlds import Rows, again, kept, put, to_the_last, twins

HELD = [(known, step) for known in all_games() for step in known.held]
PAUSE = 8.0
READER = 1


def at(known: Game, step: str) -> Position:
    """Where all are asked at a step, and none has answered."""
    for agreed, secret in walks(known, 12):
        for match, answers in walk(agreed, secret, take_backs=0):
            if match.step == step and len(match.asked) == match.seats and not any(match._state.sealed):
                return Position(agreed, secret, tuple(answers))
    raise AssertionError(f"{known.title}: nobody comes to {step}")


@dataclass(frozen=True)
class Question:
    """A table at which all are asked at a step that is held."""

    table: Table
    rows: Rows

    def answers(self, seed: int, *but: int) -> dict[int, list[str]]:
        """What everybody may answer, each in as many small answers as that takes."""
        match, chance = self.table.opened().playing, random.Random(seed)
        return {seat: to_the_last(match, seat, chance) for seat in match.asked if seat not in but}

    def put(self, people: int = 9) -> None:
        """As it was; people have so many of the seats, and bots the others."""
        bot = {"person": "", "level": "page"}
        seats = [row if row["seat"] < people else {**row, **bot} for row in self.rows["seats"]]
        put(self.table.server.path, self.table.id, {**self.rows, "seats": seats})

    def give(self, seat: int, choices: list[str]) -> OpenRoom:
        with self.table.server.store.writing() as connection:
            ask = match_log.ask_id(self.table.opened().playing, seat)
            return match_log.answer(connection, self.table.id, seat, ask, choices)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    """A server whose bots never come to answer, and on which no pause is over before a test says so."""
    with closing(ServerHere(tmp_path_factory.mktemp("held"), pace=NEVER, discreet_pause=NEVER)) as server:
        yield server


@pytest.fixture(params=HELD, ids=lambda held: f"{held[0].id}-{held[1]}", scope="module")
def question(here: ServerHere, request: pytest.FixtureRequest) -> Question:
    table = here.table_at(at(*request.param))
    return Question(table, kept(here.path, table.id))


# -- by no mark --------------------------------------------------------------------------------------------------------


def seen_while(table: Table, seat: int, choices: list[str]) -> list[Seen]:
    """All that somebody else gets before a seat answers, after it, and when that is taken back."""
    found = []
    with everybody(table) as (readers, _), table.program(seat) as program:
        for act in ("answers", "back", ""):
            found.append(Seen())
            readers[READER].look(found[-1], "en")
            for path in ("/mine", "/", f"/room/{table.id}"):
                found[-1].response(readers[READER].person.get(path))
            found[-1].response(readers[-1].program.get())
            ask = match_log.ask_id(table.opened().playing, seat)
            if act:
                more = {"choices": choices} if act == "answers" else {"whole": True}
                assert program.post(act, ask=ask, **more).status_code == 200
    return found


def test_nobody_is_seen_to_have_answered_nor_to_have_taken_it_back(question: Question) -> None:
    question.put()
    before, answered, taken_back = seen_while(question.table, 2, question.answers(3)[2])
    assert_same(before, answered)
    assert_same(before, taken_back)


def test_elsewhere_the_others_see_who_is_ready(here: ServerHere) -> None:
    table = here.table_at(at(game("deal_with_the_devil"), "offer"))
    question = Question(table, kept(here.path, table.id))
    before, answered, _ = seen_while(table, 2, question.answers(3)[2])
    with pytest.raises(AssertionError, match="told apart"):
        assert_same(before, answered)


def test_no_answer_is_known_to_be_the_last_one(question: Question) -> None:
    """Whoever is asked cannot learn whether others have answered from what is said to be final."""
    question.put()
    answers = question.answers(4, READER)
    with question.table.program(READER) as program:
        alone = program.table()
        for seat, choices in answers.items():
            question.give(seat, choices)
        assert program.table() == alone


# -- nor by the clock --------------------------------------------------------------------------------------------------


def opened_after(
    question: Question, rows: Rows, seed: int, late: float, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> float:
    """After how long all is opened in a world, if the last answer comes so late."""
    began, table = ahead.now, question.table
    put(table.server.path, table.id, {**rows, "rooms": [{**rows["rooms"][0], "moved": began}]})
    monkeypatch.setattr(match_log, "time", SimpleNamespace(time=ahead.time))
    still = Still(table.server.store, ahead)
    holding = Holding(PAUSE, still.change, lambda room: False)
    *others, (last, choices) = question.answers(seed).items()

    async def wait() -> None:
        for seat, given in others:
            question.give(seat, given)
        await asyncio.sleep(late)
        opened = question.give(last, choices)
        assert opened.room.laid
        if holding.holds(opened.room):
            holding.look_after(opened)
            holding.look_after(opened)  # however often
            await asyncio.gather(*holding._waiting.values())
        else:
            await still.change(lambda connection: match_log.open_laid(connection, table.id))

    ahead.run_until_complete(wait())
    assert table.opened().room.laid is None
    return round(still.changed[-1] - began, 6)


def test_all_is_opened_at_a_moment_that_does_not_know_what_was_chosen(
    question: Question, ahead: Ahead, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the last digit, in two worlds, whatever is answered: a pause after the question; or when the last answer
    comes, if that is later."""
    question.put()
    pair = twins(question.table, READER, random.Random(7))
    for rows, seed, late in itertools.product((pair.here, pair.there), range(2), (0.0, 0.25, 7.999, PAUSE + 3)):
        assert opened_after(question, rows, seed, late, ahead, monkeypatch) == max(PAUSE, late), (seed, late)


def fire(table: Table) -> None:
    """The pause is over: what waits for that happens now."""
    assert isinstance(table.server, ServerHere)
    holding = table.server.app.state.services.holding
    key = (table.id, table.opened().room.moved)
    loop = holding._waiting[key].get_loop()
    opening = holding.do(key, partial(match_log.open_laid, room_id=table.id), 0.0)
    asyncio.run_coroutine_threadsafe(opening, loop).result(60)


Answers = dict[int, list[str]]
"""What each seat answers."""


def whole_answers(world: Match, chance: random.Random) -> Answers:
    return {seat: to_the_last(world, seat, chance) for seat in world.asked}


def unlike(match: Match, reader: int) -> tuple[Answers, Answers]:
    """Two ways in which everybody may answer in the same world, in a word each, of which the reader sees the same."""
    known: dict[str, Answers] = {}
    asks = match.asks().items()
    words = [[text for text in ask.texts if seat not in again(match, seat, [text]).asked] for seat, ask in asks]
    for chosen in itertools.product(*words):
        answers = {seat: [word] for seat, word in zip(match.asked, chosen, strict=True)}
        seen = repr((answers[reader], after(match, answers, reader)))
        if known.setdefault(seen, answers) != answers:
            return known[seen], answers
    raise AssertionError("whatever is answered, it comes to light")


def after(world: Match, answers: Answers, reader: int) -> object:
    """What a reader sees once all have answered."""
    trial = again(world)
    for seat, texts in answers.items():
        trial.choose(seat, *texts)
    ask = trial.asks().get(reader)
    return trial.view(reader), [event.to_json() for event in trial.story(reader, world.told)], ask and ask.texts


def lived(reader: Reader, rows: Rows, answers: Answers) -> tuple[Seen, Seen]:
    """All that comes to a reader while everybody answers; and once all is opened."""
    table, waiting, opened = reader.table, Seen(), Seen()
    until(table.server.nobody_listens)
    put(table.server.path, table.id, {**rows, "rooms": [{**rows["rooms"][0], "moved": time.time()}]})
    path, query = f"{table.path}/stream", {"last": "0.0"}
    with reader.person.stream(path, query=query) as pages, reader.program.stream() as events:
        reader.until_shown(pages, events)
        for seat, choices in answers.items():
            with table.program(seat) as program:
                ask = match_log.ask_id(table.opened().playing, seat)
                sent = program.post("answers", ask=ask, choices=choices)
                assert sent.status_code == 200, sent.text
                if seat == reader.seat:
                    waiting.response(sent)
        reader.until_shown(pages, events)
        reader.look(waiting, "en")
        waiting.wire += [("stream of the page", pages.raw), ("stream of the API", events.raw)]
        assert table.opened().room.laid, "all is in, and nothing is opened"
        fire(table)
        reader.until_shown(pages, events)
        opened.wire += [("stream of the page", pages.raw), ("stream of the API", events.raw)]
    return waiting, opened


def test_two_worlds_are_the_same_bytes(question: Question) -> None:
    """Roles, goods and answers differ; whoever looks on from his seat is none the wiser until all is opened."""
    question.put()
    pair = twins(question.table, READER, random.Random(7))
    chance = random.Random(8)
    both = whole_answers(pair.match, chance), whole_answers(pair.other, chance)
    both[1][READER] = both[0][READER]
    assert both[0] != both[1]
    with everybody(question.table) as (readers, _):
        one = lived(readers[READER], pair.here, both[0])
        two = lived(readers[READER], pair.there, both[1])
    assert_same(one[0], two[0])


def test_what_was_chosen_does_not_show_when_all_is_opened_either(question: Question) -> None:
    """Where it does not come to light by itself, as what lies in the chests of a mass does."""
    question.put()
    match = question.table.opened().playing
    if match.step == "load":
        return
    both = unlike(match, READER)
    with everybody(question.table) as (readers, _):
        one, two = (lived(readers[READER], question.rows, answers) for answers in both)
    assert_same(one[0], two[0])
    assert_same(one[1], two[1])


# -- what waits, and who need not --------------------------------------------------------------------------------------


def all_but(question: Question, seat: int, seed: int = 5) -> list[str]:
    """All others have answered: what is left to answer for a seat."""
    answers = question.answers(seed)
    for other, choices in answers.items():
        if other != seat:
            question.give(other, choices)
    return answers[seat]


async def nothing_changes(work: object) -> OpenRoom:
    raise AssertionError("nothing is to be done yet")


def test_nobody_waits_where_nobody_could_learn_anything(question: Question) -> None:
    for people, listed, watched in itertools.product((0, 1, 2, 4), (True, False), (True, False)):
        question.put(people)
        room = replace(question.table.opened().room, listed=listed, moved=time.time())
        holding = Holding(PAUSE, nothing_changes, ({room.id} if watched else set()).__contains__)
        assert holding.holds(room) is (people > 1 or (people == 1 and (listed or watched))), (people, listed, watched)


@pytest.mark.parametrize("watched", [False, True])
def test_one_person_among_bots_goes_on_at_once_unless_somebody_has_looked_on(
    here: ServerHere, question: Question, watched: bool
) -> None:
    question.put(people=1)
    table, galleries = question.table, here.app.state.services.live_rooms._galleries
    (galleries.add if watched else galleries.discard)(table.id)
    last, step = all_but(question, 0), table.opened().playing.step
    with table.server.store.writing() as connection:  # it is asked just now
        connection.exec_driver_sql("UPDATE rooms SET moved = ? WHERE id = ?", (time.time(), table.id))
    with table.program(0) as program:
        sent = program.post("answers", ask=match_log.ask_id(table.opened().playing, 0), choices=last)
        assert sent.status_code == 200, sent.text
        assert (sent.json()["view"]["fields"]["steps"][-1] == step) is watched
    assert bool(table.opened().room.laid) is watched


def test_the_last_answer_can_be_taken_back_sent_again_and_waits_for_a_server_that_was_away(question: Question) -> None:
    question.put()
    table = question.table
    last = all_but(question, 0)
    ask = match_log.ask_id(table.opened().playing, 0)
    logged = table.opened().room.entries

    def do(act: Callable[..., OpenRoom], *words: object, **more: object) -> OpenRoom:
        with table.server.store.writing() as connection:
            return act(connection, table.id, *words, **more)

    laid = do(match_log.answer, 0, ask, last)
    assert (laid.room.laid, laid.room.entries) == (rooms.Laid(0, ask, tuple(last)), logged)
    assert do(match_log.answer, 0, ask, last).room.laid == laid.room.laid, "the same once more is harmless"
    with pytest.raises(Problem, match="answered_otherwise"):
        do(match_log.answer, 0, ask, [*last[:-1], "something else"])
    match = table.opened().playing
    assert match.asked == []
    assert match.can_take_back(0)
    with pytest.raises(Problem, match="already_answered"):
        do(match_log.answer, 2, match_log.ask_id(match, 2), question.answers(5).get(2, last))

    back = do(match_log.take_back, 0, match_log.ask_id(match, 0), whole=True)
    assert (back.room.laid, back.playing.asked) == (None, [0])
    assert back.playing.told == match.told, "nobody is told"
    assert do(match_log.answer, 0, match_log.ask_id(back.playing, 0), last).room.laid

    other = do(match_log.take_back, 2, match_log.ask_id(table.opened().playing, 2), whole=True)
    assert (other.room.laid, other.playing.asked) == (None, [2]), "now it is not the last one any more"
    assert other.room.entries > logged
    mine = to_the_last(other.playing, 2, random.Random(8))
    assert do(match_log.answer, 2, match_log.ask_id(other.playing, 2), mine).room.laid

    with table.server.store.reading() as connection:
        assert rooms.with_answers_laid(connection) == [table.id]
        assert match_log.repeat(connection, table.opened().room).asked == [2], "the log holds without it"
    done = do(match_log.open_laid)
    assert done.room.laid is None
    with pytest.raises(Problem, match="too_late"):
        do(match_log.open_laid)
    with table.server.store.reading() as connection:
        assert match_log.repeat(connection, done.room).length == done.room.entries


def test_what_waited_when_the_server_was_killed_is_opened_after_the_next_start(tmp_path: Path) -> None:
    with running(tmp_path, "--no-limits", "--pace", "1") as server, ExitStack() as stack:
        table = server.table_at(at(game("deal_with_the_devil"), "answer_first"))
        question = Question(table, kept(server.path, table.id))
        for seat, choices in question.answers(2).items():
            program = stack.enter_context(table.program(seat))
            ask = match_log.ask_id(table.opened().playing, seat)
            with table.server.store.writing() as connection:  # it is asked just now
                connection.exec_driver_sql("UPDATE rooms SET moved = ? WHERE id = ?", (time.time(), table.id))
            assert program.post("answers", ask=ask, choices=choices).status_code == 200
        assert table.opened().room.laid is not None
        server.kill()
        server.again()
        until(lambda: table.opened().room.laid is None)
        assert table.opened().playing.step == "answer_second"
