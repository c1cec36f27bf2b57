"""Every question of every game can be answered: by keyboard alone, without a script, and with a finger."""

from __future__ import annotations

import pytest

import eminence
from eminence.core.game import Game
from tests.browser.answering import Answering, Pointing, Typing, WithoutScript, follow
from tests.browser.conftest import Come
from tests.browser.laying import Company
from tests.browser.people import DESK, PHONE, SMALL_PHONE, Person
from tests.games.positions import deal_on, first_asked, questions

every_game = pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)


def answer_all(company: Company, game: Game, people: list[Person], way: type[Answering]) -> None:
    """Whoever is asked at a position comes to the table and answers; those with browsers take turns."""
    for number, (name, situation) in enumerate(questions(game)):
        person = people[number % len(people)]
        match = situation.match()
        table = company.lay_out(match)
        person.sit(table, first_asked(match))
        try:
            way(person).answer(*situation.answers)
            assert person.watched()["lost"] == [], "the focus was lost"
            person.assert_fits()
        except Exception as error:
            raise AssertionError(f"{game.id}, {name}: {error}") from error
        person.leave()


@every_game
def test_every_question_is_answered_by_keyboard_alone(sit_down: Come, company: Company, game: Game) -> None:
    """Tab leads to each choice, and Enter or the space bar gives it; cards are put together by the same keys."""
    answer_all(company, game, [sit_down(**DESK)], Typing)


@every_game
def test_every_question_is_answered_with_a_finger(sit_down: Come, company: Company, game: Game) -> None:
    """On a phone as narrow as there are, and on a usual one: whatever can be chosen lies open there."""
    answer_all(company, game, [sit_down(**SMALL_PHONE), sit_down(**PHONE)], Pointing)


@every_game
def test_every_question_is_answered_without_script(sit_down: Come, company: Company, game: Game) -> None:
    """By plain forms, every small answer by itself; what is not final is taken back the same way, and given again."""
    person = sit_down(**PHONE, java_script_enabled=False)
    forms = WithoutScript(person)
    back = person.page.locator("#back button")
    taken_back = 0
    for name, situation in questions(game):
        match = situation.match()
        seat = first_asked(match)
        person.be(company.guest(seat))
        person.leave()
        person.page.goto(company.lay_out(match).path)
        before = back.count() > 0
        try:
            for choice in situation.answers:
                final = match.asks()[seat][choice].final
                sent = forms.answer(choice)
                if sent and not before:
                    before = True
                    assert (back.count() == 0) == final, f"{choice} is {'' if final else 'not '}final"
                    if not final:
                        follow(person, back)
                        forms.answer(choice)
                        taken_back += 1
                match.choose(seat, choice)
                deal_on(match)
        except Exception as error:
            raise AssertionError(f"{game.id}, {name}: {error}") from error
        assert person.page.locator('[data-over="yes"]').count() == match.over, f"{game.id}, {name}"
    assert taken_back
