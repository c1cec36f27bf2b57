"""What the server says when something goes wrong: a sentence for everything, in every language."""

from __future__ import annotations

import time

import pytest

from eminence.bots import LEVELS
from eminence.core.texts import LANGUAGES
from eminence.games import all_games
from eminence.server import drawing, lines
from eminence.server.problems import STATUS, Problem
from tests.server.refusing import FIELDS


def said(key: str, language: str) -> str:
    problem = Problem(key, **dict.fromkeys(FIELDS, "x"))
    return drawing.texts(language)(f"problem.{key}", **problem.fields).strip()


@pytest.mark.parametrize("key", STATUS)
def test_every_problem_has_a_sentence_of_its_own_in_each_language(key: str) -> None:
    told = [said(key, language) for language in LANGUAGES]
    assert len(set(told)) == len(LANGUAGES)
    assert all(sentence[0].isupper() and sentence[-1] in ".!?x" for sentence in told), told
    assert "_" not in "".join(told), "keys are for programs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_problems_say_the_same(language: str) -> None:
    told = [said(key, language) for key in STATUS]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("status", sorted(set(STATUS.values())))
def test_every_status_has_a_title_and_something_to_do(status: int, language: str) -> None:
    texts = drawing.texts(language)
    assert texts(f"error.{status}.title")
    assert texts(f"error.{status}.todo").endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_options_and_roles_are_named(language: str) -> None:
    texts = drawing.texts(language)
    assert len({texts(f"level.{level}") for level in LEVELS}) == len(LEVELS)
    for known in all_games():
        own = lines.game_texts(known, language)
        assert own("summary")
        assert len({lines.role(own, seat) for seat in range(max(known.seats))}) == max(known.seats)
        assert all(own(f"option.{option.name}.{part}") for option in known.options for part in ("name", "text"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_long_ago_is_told_in_the_right_number(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_000_000_000.0)
    texts = drawing.texts(language)
    told = [lines.ago(texts, 1_000_000_000 - minutes * 60) for minutes in (0, 1, 5, 60, 300, 60 * 49, 60 * 24 * 9)]
    assert len(set(told)) == len(told)
    assert all(str(number) in sentence for number, sentence in zip((1, 5, 1, 5, 2, 9), told[1:], strict=True))
