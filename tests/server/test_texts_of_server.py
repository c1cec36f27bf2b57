"""What the server says when something goes wrong: a sentence for everything, in every language."""

import time

import pytest

from eminence.bots import LEVELS
from eminence.core.texts import LANGUAGES
from eminence.games import all_games
from eminence.server.pages import phrases, rendering
from eminence.server.problems import STATUS, Problem
from tests.server.refusing import FIELDS


def test_every_problem_has_a_sentence_of_its_own_and_every_status_a_title_and_something_to_do() -> None:
    problems = {key: Problem(key, **dict.fromkeys(FIELDS, "x")).fields for key in STATUS}
    for key, fields in problems.items():
        told = [rendering.texts(language)(f"problem.{key}", **fields).strip() for language in LANGUAGES]
        assert len(set(told)) == len(LANGUAGES), key
        assert all(sentence[0].isupper() and sentence[-1] in ".!?x" for sentence in told), told
        assert "_" not in "".join(told), "keys are for programs"
    for language in LANGUAGES:
        texts = rendering.texts(language)
        said = {texts(f"problem.{key}", **fields).strip() for key, fields in problems.items()}
        assert len(said) == len(problems), "no two problems say the same"
        for status in set(STATUS.values()):
            assert texts(f"error.{status}.title")
            assert texts(f"error.{status}.todo").endswith(".")
        assert len({texts(f"level.{level}") for level in LEVELS}) == len(LEVELS)
        for known in all_games():
            own = phrases.game_texts(known, language)
            assert len({phrases.role(own, seat) for seat in range(max(known.seats))}) == max(known.seats)


def test_how_long_ago_is_told_in_the_right_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_000_000_000.0)
    for language in LANGUAGES:
        texts = rendering.texts(language)
        told = [
            phrases.ago(texts, 1_000_000_000 - minutes * 60) for minutes in (0, 1, 5, 60, 300, 60 * 49, 60 * 24 * 9)
        ]
        assert len(set(told)) == len(told)
        assert all(str(number) in sentence for number, sentence in zip((1, 5, 1, 5, 2, 9), told[1:], strict=True))
