"""The bot that plays matches out: what it compares, and how it weighs a look against what came of it."""

from __future__ import annotations

from math import exp

import pytest
from mypy_extensions import i64

from eminence.bots.comparing import A_LEAD, A_LOOK, MOST, NEAR, SPREAD, Comparison, outcome
from eminence.bots.lookahead import values_after
from eminence.bots.playout import draw, play_by_habit
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, State
from eminence.games import game

GAME = game("richelieu")


def comparison(looks: int = 2) -> tuple[Comparison, list[i64], list[float]]:
    """Of all first answers of a match; with what each looks like to whoever has the same luck."""
    options = GAME.checked_options({"short": True})
    s: State = GAME.start(2, options)
    rng = Rng(3)
    while s.asked == DEALER:
        s.answer(DEALER, draw(s, rng))
    worlds = GAME.worlds(GAME.view(s, options, int(s.asked)))
    codes: list[i64] = list(s.choices(s.asked))
    values = values_after(worlds, s.asked, codes, looks, Rng(5))
    return Comparison(worlds, s.asked, codes, looks, Rng(5)), codes, values


def test_what_looks_good_is_compared_and_nothing_else() -> None:
    found, codes, values = comparison()
    looked = {code: value for code, value in zip(codes, values, strict=True) if value >= max(values) - NEAR}
    assert 1 < len(found.codes) == min(len(looked), MOST)
    assert {*found.codes} <= looked.keys()
    assert found.looked == sorted(found.looked, reverse=True)
    assert found.looked[0] == 0
    assert found.best() == found.codes[0], "before the first match all is as it looks"


def test_all_that_is_compared_is_played_in_the_same_worlds() -> None:
    found, _, _ = comparison()
    found.codes[1] = found.codes[0]
    found.run(3)
    assert found.tries == 3
    assert (found.sums[1], found.squares[1]) == (0, 0), "the same answer comes out the same, match by match"
    if len(found.codes) > 2:
        assert any(found.squares[2:])


def test_a_look_counts_for_as_many_matches_as_know_as_much() -> None:
    found, _, _ = comparison()
    found.tries = 100
    found.sums = [0.0] * len(found.codes)
    found.squares = [0.0] * len(found.codes)
    matches = SPREAD / A_LOOK**2
    found.looked[1] = -0.03
    found.sums[1] = 0.03 * matches - 0.001
    found.squares[1] = found.sums[1] ** 2 / 100  # all came out alike
    assert found.best() == found.codes[0]
    found.sums[1] = 0.03 * matches + 0.001
    found.squares[1] = found.sums[1] ** 2 / 100
    assert found.best() == found.codes[1]


def test_a_match_is_worth_its_lead() -> None:
    s: State = GAME.start(2, GAME.checked_options({"short": True}))
    play_by_habit(s, Rng(1))
    assert s.asked == NOBODY
    one, two = map(int, s.scores())
    assert outcome(s, 0) == pytest.approx(1 / (1 + exp(-(one - two) / A_LEAD)))
    assert outcome(s, 0) + outcome(s, 1) == pytest.approx(1)
