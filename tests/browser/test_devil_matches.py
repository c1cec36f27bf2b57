"""Deal with the Devil against three bots, to the final count: by keyboard alone, and by plain forms without a script.

By default only the end of the match, which has plans, deals, a mass and an inquisition in it; with
EMINENCE_THOROUGH=1 all five rounds.
"""

from __future__ import annotations

import random

from eminence.core.match import Match
from tests.browser.answering import Typing, WithoutScript
from tests.browser.conftest import Come
from tests.browser.laying import against_bots
from tests.browser.people import DESK, PHONE, counted, until
from tests.games.deal_with_the_devil.tables import GAME
from tests.server.driving import Server, Table
from tests.server.worlds import again
from tests.thorough import THOROUGH

ME = 0


def whole_answer(match: Match, chance: random.Random) -> list[str]:
    """What a sensible person answers: all small answers of a sealed step, else one."""
    trial, texts = again(match), list[str]()
    while ME in trial.asked and (not texts or (match.is_sealed and trial.step == match.step)):
        ask = trial.asks()[ME]
        sensible = trial._state.sensible(ME, [choice.code for choice in ask])
        texts.append(chance.choice([choice.text for choice in ask if choice.code in sensible]))
        given = trial.given(ME)
        trial.choose(ME, texts[-1])
        if match.is_sealed and trial._state.step() is match._state.step() and not trial._state.is_asked(ME):
            break
        assert trial.given(ME) > given
    return texts


def next_question(table: Table) -> Match | None:
    """The match, once it is one's turn; None when it is over."""

    def looks() -> Match | None:
        match = table.opened().playing
        return match if match.over or ME in match.asked else None

    match = until(looks, "the bots do not answer")
    return None if match.over else match


def test_by_keyboard_alone(sit_down: Come, server: Server) -> None:
    table, chance = against_bots(server, GAME, 4), random.Random(2)
    person = sit_down(**DESK).sit(table)
    hands, answers = Typing(person), 0
    while match := next_question(table):
        person.wait_for(lambda now: now["turn"] and not now["busy"], "he is not asked")
        hands.answer(*whole_answer(match, chance))
        answers += 1
    person.wait_for(lambda now: now["over"])
    counted(person)
    person.assert_undisturbed()
    person.assert_fits()
    assert answers > (30 if THOROUGH else 3)


def test_without_a_script(sit_down: Come, server: Server) -> None:
    table, chance = against_bots(server, GAME, 4), random.Random(3)
    person = sit_down(**PHONE, java_script_enabled=False)
    person.be(table.people[ME])
    forms, answers = WithoutScript(person), 0
    while match := next_question(table):
        for choice in whole_answer(match, chance):
            person.page.goto(table.path)
            forms.answer(choice)
        answers += 1
    person.page.goto(table.path)
    counted(person)
    assert answers > (30 if THOROUGH else 3)
