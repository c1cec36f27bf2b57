"""Every question of every game can be answered: by keyboard alone, without a script, and with a finger.

By default the three take turns, question by question, of a large game at every other one; with EMINENCE_THOROUGH=1
each answers all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import eminence
from eminence.core.game import Game
from tests.browser.answering import Pointing, Typing, WithoutScript
from tests.browser.conftest import Come, Lay
from tests.browser.people import DESK, PHONE, SMALL_PHONE
from tests.games.positions import deal_on, first_asked, questions
from tests.games.situations import Situation
from tests.laws.table import some
from tests.thorough import THOROUGH

every_game = pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)


def in_turn(game: Game, turn: int) -> Sequence[tuple[str, Situation]]:
    asked = list(questions(game))
    taken = asked if THOROUGH else some(game, asked[turn:], 6, 3)
    assert taken, f"{game.title} has too few questions"
    return taken


@every_game
@pytest.mark.parametrize(
    ("turn", "way", "screens"),
    [(2, Typing, [DESK]), (1, Pointing, [SMALL_PHONE, PHONE])],
    ids=["keys", "finger"],
)
def test_every_question_is_answered(
    sit_down: Come, lay: Lay, game: Game, turn: int, way: type[Pointing], screens: list[dict[str, Any]]
) -> None:
    """By keyboard alone: Tab leads to each choice, and Enter or the space bar gives it; cards are put together by the
    same keys. And on a phone as narrow as there are, and on a usual one: whatever can be chosen lies open there."""
    people = [sit_down(**screen) for screen in screens]
    for number, (name, situation) in enumerate(in_turn(game, turn)):
        match = situation.match()
        person = people[number % len(people)].sit(lay(match), first_asked(match))
        try:
            way(person).answer(*situation.answers)
            person.assert_undisturbed()
            person.assert_fits()
        except Exception as error:
            raise AssertionError(f"{game.id}, {name}: {error}") from error


@every_game
def test_every_question_is_answered_without_script(sit_down: Come, lay: Lay, game: Game) -> None:
    """By plain forms, every small answer by itself; what is not final is taken back the same way, and given again."""
    person = sit_down(**PHONE, java_script_enabled=False)
    forms = WithoutScript(person)
    back = person.page.locator("#back button")
    taken_back = 0
    for name, situation in in_turn(game, 0):
        match = situation.match()
        seat, table = first_asked(match), lay(match)
        person.be(table.people[seat])
        person.page.goto(table.path)
        before = back.count() > 0
        try:
            for choice in situation.answers:
                final = match.is_final(seat, choice)
                if forms.answer(choice) and not before:
                    before = True
                    # where nobody is seen to have answered, any answer may be the last, and is said to be
                    assert match.is_held or (back.count() == 0) == final, f"{choice} is {'' if final else 'not '}final"
                    if not final:
                        forms.follow(back)
                        forms.answer(choice)
                        taken_back += 1
                match.choose(seat, choice)
                deal_on(match)
        except Exception as error:
            raise AssertionError(f"{game.id}, {name}: {error}") from error
        assert person.page.locator('[data-over="yes"]').count() == match.over, f"{game.id}, {name}"
    assert taken_back
