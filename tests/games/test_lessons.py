"""The lessons of the games: their scripts are matches by the rules, and the coach has words whatever happens."""

from __future__ import annotations

import random

import pytest

from eminence.core import lesson, matchfile
from eminence.core.game import Game
from eminence.core.lesson import Going
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES, Texts
from eminence.core.texts.telling import package_of, telling
from eminence.games import all_games, game

TAUGHT = [game for game in all_games() if lesson.lesson_of(game) is not None]
ROLES = [(game, role) for game in TAUGHT for role in lesson.taught(game).roles]
every_lesson = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
every_role = pytest.mark.parametrize(("game", "role"), ROLES, ids=[f"{game.id}, {role}" for game, role in ROLES])
LONGEST = 210
"""Letters that the coach has for what is good at a question: two short sentences."""


def texts_of(game: Game, language: str) -> Texts:
    return telling(game, language, None).texts


@every_lesson
def test_a_script_is_one_match_by_the_rules_dealt_by_hand_and_anybody_can_check_it(game: Game) -> None:
    script = lesson.taught(game)
    match = Match(game, None, script.options, by_hand=True)
    for part in script.parts:
        if part.name:
            assert match.entries == lesson.begun(game, part.name).entries, "a part begins where the one before it ends"
        for line in part.lines:
            lesson.play(match, line)
    again = matchfile.loads(matchfile.dumps(match), _game)
    assert again.by_hand
    assert again.entries == match.entries
    assert '"by_hand": true' in matchfile.dumps(match)


def _game(name: str, rules: int | None) -> Game:
    return game(name, rules)


@every_lesson
def test_whoever_does_what_is_written_comes_to_the_end_of_every_part(game: Game) -> None:
    """Whatever the order in which sealed answers come in."""
    script = lesson.taught(game)
    for part, first in ((part, first) for part in script.taught for first in (True, False)):
        match, going = lesson.begun(game, part.name), Going(part)
        while written := {at: answer for at in match.asked if (answer := going.answer(match, at))}:
            at = min(written) if first else max(written)
            before = match.length
            match.choose(at, *written[at])
            going.add(match.entries[before:])
            assert going.as_written
        assert all(going.next(at) is None for at in (DEALER, *range(match.seats))), "nothing is left"


@every_role
def test_a_learner_is_asked_behind_the_end_of_a_part_and_never_at_its_beginning(game: Game, role: str) -> None:
    """By the steps that a part names as those behind it."""
    script = lesson.taught(game)
    seat = script.roles[role]
    for part in script.taught:
        assert lesson.begun(game, part.name).asks()[seat].step not in part.until
        assert {line.step for line in part.lines if line.seat == seat}.isdisjoint(part.until)
        match = lesson.begun(game, part.name)
        for line in part.lines:
            lesson.play(match, line)
        while seat not in match.asked:  # others go on
            at = match.asked[0]
            match.choose(at, match.drawn_by("") if at == DEALER else match.asks()[at].choices[0])
        assert match.asks()[seat].step in part.until


@every_role
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_has_two_lines_for_every_question_whatever_was_answered(game: Game, role: str, language: str) -> None:
    """In general and as it is written, through whole matches that go another way."""
    script, texts = lesson.taught(game), texts_of(game, language)
    seat, chance = script.roles[role], random.Random(f"{role} {language}")
    for part in script.taught:
        for line in part.lines:
            if line.seat == seat:
                lines = lesson.advice(texts, role, part.name, line.step, as_written=True)
                assert lines[1] == texts(f"lesson.{role}.{part.name}.{line.step}")
                assert all(len(line) <= LONGEST for line in lines)
        match = lesson.begun(game, part.name)
        met = set()
        while not match.over:
            at = chance.choice(match.asked)
            if at == seat and (step := match.asks()[at].step) not in met:
                met.add(step)
                assert len(lesson.advice(texts, role, part.name, step, as_written=False)) == 2, step
            match.choose(at, match.drawn_by("") if at == DEALER else chance.choice(match.asks()[at].texts))
        assert len(met) > 5


def test_a_lesson_without_words_or_words_without_a_lesson_are_named() -> None:
    devil, richelieu = game("deal_with_the_devil"), game("richelieu")
    for language in LANGUAGES:
        assert list(lesson.faults(devil, texts_of(devil, language))) == []
        assert list(lesson.faults(richelieu, texts_of(richelieu, language))) == []
    assert "has no text `lesson.mortal.deals.offer`" in lesson.faults(devil, texts_of(richelieu, "en"))
    named = list(lesson.faults(richelieu, texts_of(devil, "en")))
    assert "has `lesson.mortal.name`, and the game has no lesson.toml" in named


def test_words_that_are_never_said_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    devil = game("deal_with_the_devil")
    texts = Texts("en", "eminence.core", package_of(devil))
    for key in ("lesson.mortal.deals.load", "lesson.angel.name", "lesson.mortal.good.nowhere", "lesson.mortal.deals"):
        monkeypatch.setitem(texts._templates, key, "…")
        assert f"has `{key}`, which is never said" in list(lesson.faults(devil, texts))
