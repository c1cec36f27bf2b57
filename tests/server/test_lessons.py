"""Learning by playing: a table whose deal is scripted and says so, with a coach whose words fit what is asked."""

from __future__ import annotations

import html
import itertools
import json
import random
import re
from collections.abc import Iterator
from contextlib import closing

import pytest

from eminence.core import lesson, matchfile
from eminence.core.lesson import Lesson, Line, Part
from eminence.core.rng import Rng
from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.telling import telling
from eminence.games import all_games, game
from eminence.server import actions
from eminence.server.pages import rendering
from eminence.server.problems import Problem
from eminence.server.storage import checking, match_log, rooms
from eminence.server.storage.match_log import OpenRoom
from tests.server.discreet import NEVER
from tests.server.driving import Person, Reached, Server, ServerHere, Table, until
from tests.server.worlds import kept, later, put, with_state
from tests.thorough import THOROUGH

DEVIL = game("deal_with_the_devil")
SCRIPT = lesson.taught(DEVIL)
COACH = re.compile(r'<section class="coach"[^>]*?(?:data-advice="([^"]*)")?>(.*?)</section>', re.DOTALL)
every_role = pytest.mark.parametrize("role", SCRIPT.roles)


def roles_and_languages() -> list[tuple[str, str]]:
    """Each role in each language; by default in one, in turn."""
    every = list(itertools.product(SCRIPT.roles, LANGUAGES))
    return every if THOROUGH else every[:: len(LANGUAGES) + 1]


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHere]:
    """A server whose bots never come to answer."""
    with closing(ServerHere(tmp_path_factory.mktemp("still"), pace=NEVER)) as server:
        yield server


class Learner:
    """Somebody who learns a role, and does what the coach says."""

    def __init__(self, person: Person, role: str) -> None:
        self.person, self.role = person, role
        self.begin({"role": role})

    def begin(self, fields: dict[str, str]) -> None:
        begun = self.person.post(f"/learn/{DEVIL.id}", **fields)
        assert begun.status_code == 303, begun.text
        self.table = begun.headers["location"]

    def asked(self) -> str:
        """The page, once it asks."""
        asks = f'{self.table}/answer"'
        until(lambda: asks in self.person.get(self.table).text)
        return self.person.get(self.table).text

    def answer(self, page: str, *choices: str) -> None:
        asked = re.search(r'name="ask" value="([^"]+)"', page)
        assert asked
        sent = self.person.http.post(
            f"{self.table}/answer", data={"csrf": self.person.csrf, "ask": asked[1], "choice": list(choices)}
        )
        assert sent.status_code == 303, sent.text


def said(page: str) -> tuple[list[str], str]:
    """What the coach advises, and all that he says."""
    found = COACH.search(page)
    assert found, "there is a coach"
    return json.loads(html.unescape(found[1] or "[]")), html.unescape(re.sub(r"<[^>]+>", "", found[2]))


def opened(server: Reached, path: str) -> OpenRoom:
    with server.store.reading() as connection:
        return match_log.open_room(connection, path.rpartition("/")[2])


def words(language: str) -> Texts:
    return telling(DEVIL, language, None).texts


def test_a_lesson_is_found_from_the_front_page_the_rules_and_where_tables_are_made(server: Server) -> None:
    with server.person() as person:
        for page in ("/", f"/rules/{DEVIL.id}", f"/new/{DEVIL.id}"):
            assert f'href="/learn/{DEVIL.id}"' in person.get(page).text, page
        others = [other for other in all_games() if lesson.lesson_of(other) is None]
        for other in others:
            assert "/learn/" not in person.get(f"/rules/{other.id}").text
            assert person.get(f"/learn/{other.id}").status_code == 404
            assert person.post(f"/learn/{other.id}").status_code == 404
        assert person.get("/").text.count("/learn/") == len(all_games()) - len(others)
        assert person.get("/learn/nothing").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_page_says_whom_one_may_play_and_that_the_deal_is_scripted(server: Server, language: str) -> None:
    with server.person(language=language) as person:
        page = html.unescape(person.get(f"/learn/{DEVIL.id}").text)
    texts = words(language)
    for role in SCRIPT.roles:
        assert texts(f"lesson.{role}.name") in page
        assert texts(f"lesson.{role}.text") in page
    assert re.findall(r'value="(\w+)" checked', page) == ["mortal"]
    assert rendering.texts(language)("learn.scripted") in page


def test_a_role_or_a_part_that_is_not_taught_is_refused(server: Server) -> None:
    with server.person() as person:
        for odd in ({"role": "angel"}, {"part": "middle"}, {"role": "mortal", "part": ""}, {"role": "mortal.deals"}):
            assert person.post(f"/learn/{DEVIL.id}", **odd).status_code == 404, odd
        assert person.http.post(f"/learn/{DEVIL.id}", data={"role": "mortal"}).status_code == 403, "not signed"
    with server.store.writing() as connection, pytest.raises(Problem, match="no_lesson"):
        actions.learn(connection, "somebody", "", game("richelieu"), "mortal", "deals")


@pytest.mark.parametrize(("role", "language"), roles_and_languages())
def test_whoever_does_what_the_coach_says_plays_both_parts_to_their_end(
    server: Server, role: str, language: str
) -> None:
    """Nothing but what the page says is needed; the others answer as it is written."""
    texts, t = words(language), rendering.texts(language)
    seat = SCRIPT.roles[role]
    with server.person(language=language) as person:
        learner = Learner(person, role)
        for number, part in enumerate(SCRIPT.taught):
            for line in (line for line in part.lines if line.seat == seat):
                page = learner.asked()
                advice, told = said(page)
                assert tuple(advice) == line.choices
                assert texts(f"hint.{line.step}.decides") in told
                assert texts(f"lesson.{role}.{part.name}.{line.step}") in told
                assert t("learn.sign") in html.unescape(page), "the page says that the deal is scripted"
                learner.answer(page, *advice)
            page = learner.asked()
            advice, told = said(page)
            assert advice == []
            assert texts(f"lesson.{role}.{part.name}.after") in told
            assert opened(server, learner.table).playing.given(seat) > 0
            if number + 1 < len(SCRIPT.taught):
                following = re.search(r'name="part" value="(\w+)"', page)
                assert following
                learner.begin({"role": role, "part": following[1]})
        assert 'action="/play"' in page, "a whole match, with a fair shuffle"
        assert f'{learner.table}/answer"' in page, "or on from here"


def test_without_a_script_each_small_answer_is_lit(server: Server) -> None:
    with server.person() as person:
        learner = Learner(person, "mortal")
        lit: list[str] = []
        while len(lit) < 3:
            page = learner.asked()
            (choice,) = re.findall(r'<button data-advised [^>]*name="choice" value="([^"]+)"', page)
            lit.append(html.unescape(choice))
            assert said(page)[0][0] == lit[-1]
            learner.answer(page, lit[-1])
        assert tuple(lit) == SCRIPT.part("deals").lines[0].choices
        until(lambda: "carry_first" not in opened(server, learner.table).playing.view(0).step)
        assert said(learner.asked())[0] == ["leave"], "and all goes on as it is written"


@every_role
def test_whoever_goes_another_way_still_hears_what_is_true_in_general(server: Server, role: str) -> None:
    texts, seat = words("en"), SCRIPT.roles[role]
    with server.person() as person:
        learner = Learner(person, role)
        page = learner.asked()
        learner.answer(page, "price 1 soul" if role == "devil" else "price 2", "seal")
        page = learner.asked()
        advice, told = said(page)
        assert opened(server, learner.table).playing.asks()[seat].step == "answer_first"
        assert advice == []
        assert "data-advised" not in page
        assert lesson.advice(texts, role, "deals", "answer_first", as_written=False)[1] in told
        assert texts(f"lesson.{role}.deals.answer_first") not in told
    going = opened(server, learner.table)
    with server.store.reading() as connection:
        assert not match_log.going(connection, going.room).as_written
    assert all(seat.seed.startswith(SCRIPT.seed) for seat in going.room.seats), "bots think by a seed that is no secret"


def test_what_is_taken_back_is_as_it_was(server: Server) -> None:
    with server.person() as person:
        learner = Learner(person, "mortal")
        page = learner.asked()
        learner.answer(page, "price 7")
        assert said(learner.asked())[0] == []
        back = re.search(r'/back">.*?name="ask" value="([^"]+)"', learner.asked(), re.DOTALL)
        assert back
        person.post(f"{learner.table}/back", ask=back[1])
        assert said(learner.asked())[0] == list(SCRIPT.part("deals").lines[0].choices)


def test_the_coach_speaks_to_the_learner_alone_and_takes_the_place_of_notes(server: Server) -> None:
    with server.person() as person, server.person() as other:
        learner = Learner(person, "mortal")
        page = learner.asked()
        assert 'class="note"' not in page
        room = opened(server, learner.table).room
        assert other.get(learner.table).status_code == 403
        watched = other.get(f"/watch/{room.id}/{room.watch_token}").text
        assert "data-advice" not in watched
        shown = other.get(learner.table).text
        assert 'class="coach"' not in shown
        assert rendering.texts("en")("learn.sign") in html.unescape(shown), "they are told what they look at"
        assert f"{rendering.texts('en')('learn.line', game=DEVIL.title)}" in html.unescape(person.get("/mine").text)


def finished(server: Server, learner: Learner) -> Table:
    """The same table, played to its end at random."""
    room = opened(server, learner.table).room
    table = Table(server, room.id, [seat.person for seat in room.seats], [])
    assert table.play(random.Random(3), 5000).playing.over
    return table


def test_a_scripted_match_is_checked_as_what_it_is_and_never_called_a_fair_shuffle(server: Server) -> None:
    t = rendering.texts("en")
    with server.person() as person:
        learner = Learner(person, "cultist")
        page = html.unescape(person.get(f"{learner.table}/fair").text)
        assert t("scripted.explain") in page
        assert t("fair.explain") not in page
        assert t("fair.commitment") not in page
        table = finished(server, learner)
        with server.store.reading() as connection:
            assert checking.check_room(connection, table.id) is None
        file = person.get(f"{learner.table}/match.json").text
        told = json.loads(file)
        assert (told["by_hand"], told["secret"], told["commitment"]) == (True, None, None)
        assert matchfile.loads(file, game).over
        page = html.unescape(person.checked(f"{learner.table}/fair").text)
        assert t("scripted.holds") in page
        assert t("fair.holds") not in page
        assert t("verdict.by_hand_text") in html.unescape(person.check(file).text)
        told["entries"][30][1] = "seal"
        assert t("verdict.fails") in html.unescape(person.check(json.dumps(told)).text)
        again = person.post(f"{learner.table}/rematch").headers["location"]
        following = opened(server, again).room
        assert (following.lesson, bool(following.secret)) == ("", True), "once more means a fair shuffle"


def test_any_game_that_brings_a_script_and_words_is_taught_and_its_cards_are_lit(
    breakable: ServerHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Richelieu, whose answers lie on the board: nothing in the house knows which game it is."""
    richelieu = game("richelieu")
    match, drawn = richelieu.new(by_hand=True), list[str]()
    while DEALER in match.asked:
        drawn.append(match.drawn_by("any"))
        match.choose(DEALER, drawn[-1])
    ask = match.asks()[0]
    before = Part("", (), (Line(DEALER, "", tuple(drawn[:4])),))
    dealt = Line(DEALER, "", tuple(drawn[4:]))
    taught = Part("first", ("nothing",), (dealt, Line(0, ask.step, (ask.texts[2],))))
    known = Lesson("page", "any", {}, {"cardinal": 0}, (before, taught))
    monkeypatch.setattr(lesson, "lesson_of", {richelieu: known}.get)
    for key in ("title", "before", "after", ask.step):
        monkeypatch.setitem(telling(richelieu, "en", 0).texts._templates, f"lesson.cardinal.first.{key}", f"<{key}>")
    lesson._begun.cache_clear()
    with breakable.person() as person:
        begun = person.post("/learn/richelieu", role="cardinal")
        page = person.get(begun.headers["location"]).text
    with breakable.store.reading() as connection:
        room = rooms.read(connection, begun.headers["location"].rpartition("/")[2])
        assert [entry.choice for entry in match_log.repeat(connection, room).entries] == drawn, "dealt as it is written"
    lesson._begun.cache_clear()
    assert re.findall(r'<button data-advised [^>]*value="([^"]+)"', page) == [ask.texts[2]]
    advice, told = said(page)
    assert advice == [ask.texts[2]]
    assert f"<{ask.step}>" in told


def test_a_lesson_that_has_changed_meanwhile_is_gone_on_without_its_script(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server.person() as person:
        learner = Learner(person, "devil")
        room = opened(server, learner.table).room
    with server.store.reading() as connection:
        assert match_log.going(connection, room).as_written

    def changed(_: object) -> Lesson:
        return Lesson("page", "", {}, {"devil": 3}, (Part("other", (), (Line(0, "offer", ("seal",)),)),))

    monkeypatch.setattr(lesson, "lesson_of", changed)
    lesson._begun.cache_clear()
    with server.store.reading() as connection:
        assert not match_log.going(connection, room).as_written
    monkeypatch.undo()
    lesson._begun.cache_clear()


@every_role
@pytest.mark.parametrize("part", [part.name for part in SCRIPT.taught])
def test_the_coach_tells_nothing_that_a_learner_could_not_know(still: ServerHere, role: str, part: str) -> None:
    """Law 1: in worlds that a learner cannot tell apart, what the coach says and what his page and its forecast show
    are the same bytes. (Nobody else has answered yet: as long as the coach says what is written, they do so, too.)"""
    with still.person(f"pupil {role} {part}") as person:
        learner = Learner(person, role)
        learner.begin({"role": role, "part": part})
        room, seat = learner.table.rpartition("/")[2], SCRIPT.roles[role]
        match = opened(still, learner.table).playing
        worlds = [DEVIL.worlds(match.view(seat)).imagine(Rng(number)) for number in range(6)]
        differing = {DEVIL.hash(world): world for world in (match._state, *worlds)}
        assert len(differing) > 2
        rows = later(kept(still.path, room))
        seen, advised = set(), set()
        for world in differing.values():
            put(still.path, room, with_state(rows, DEVIL, DEVIL.to_json(world)))
            page = learner.asked()
            advice, _ = said(page)
            ask = re.search(r'name="ask" value="([^"]+)"', page)
            assert ask
            fields = {"csrf": person.csrf, "ask": ask[1], "choice": advice}
            told = person.http.post(f"{learner.table}/forecast", data=fields)
            seen.add((page, told.status_code, told.content))
            advised.add(tuple(advice))
        assert len(seen) == 1
        assert all(advised), "he does advise something"
