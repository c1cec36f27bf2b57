"""1655 – Habemus Papam in the browser: whole matches of three and four, and each of its questions."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser import habits, papam
from tests.browser.composing import Composer
from tests.browser.guests import PAPAM, Guest
from tests.browser.hands import Hands
from tests.browser.laying import laid_out
from tests.browser.papam import QUESTIONS
from tests.browser.people import DESK, PHONE, TABLET, Person, all_here, numbers, until
from tests.browser.serving import Server
from tests.browser.test_two_browsers import COUNT, told_all
from tests.browser.test_without_script import follow as press_and_follow

Come = Callable[..., Person]
WHOLE = os.environ.get("EMINENCE_WHOLE_MATCH") == "1"
FIRST_ANSWERS = 8
"""So many answers of the first round are given in the browsers in any case: four bids, and four cards are taken."""
ROUND = re.compile(r"Round (\d+): ")
LATE = 15
"""No match has fewer than fifteen rounds."""
LAPTOP = {"viewport": {"width": 1024, "height": 700}}


# -- whole matches -----------------------------------------------------------------------------------------------------


def sit_down_together(host: Person, *friends: Person) -> None:
    """From the front page to the table: the one makes a game, the others come by their links."""
    host.make_a_game(PAPAM, papam.NAMES[0], *["friend"] * len(friends))
    host.page.wait_for_url("**/room/*")
    links = [link.input_value() for link in host.page.locator('input[value*="/s/"]').all()]
    assert len(links) == len(friends)
    for name, friend, link in zip(papam.NAMES[1:], friends, links, strict=False):
        friend.page.goto(link)
        friend.page.locator("#name").fill(name)
        friend.press(friend.page.locator("button.first"))
    for person in (*friends, host):
        person.arrive("/table/.*")
        person.page.evaluate("window.mark = 'never reloaded'")
    all_here(host, *friends)


def give(person: Person, habit: habits.Papam, now: dict[str, Any]) -> None:
    """Answer what is asked: gems are tapped into the hand, everything else is a button."""
    if now["composing"]:
        composer = Composer(person, "bag")
        limit = int(composer.box.locator("[data-limit]").get_attribute("data-limit") or 0)
        in_hand, in_purse = composer.sides()
        assert in_hand == []
        papam.bid(person, habit.bid(in_purse, limit))
    else:
        person.choose(habit(now["choices"]))


def assert_counted(*people: Person) -> None:
    """All show the same final count, in six parts for each; the sums are right, and nothing went wrong on the way."""
    counts = [person.page.evaluate(COUNT) for person in people]
    assert all(count == counts[0] for count in counts)
    seats = len(counts[0]["total"])
    lines = [numbers(points)[0] for points in counts[0]["lines"]]
    assert len(lines) == 6 * seats
    totals = [sum(lines[seat::seats]) for seat in range(seats)]
    assert totals == [numbers(points)[0] for points in counts[0]["total"]]
    for person in people:
        assert person.page.locator("#count-title").is_visible()
        watched = person.watched()
        assert watched["widest"] <= 0, "the page is wider than the screen"
        assert watched["scrolled"] == 0
        assert watched["lost"] == []
        person.assert_calm()


def test_a_match_of_four_browsers_to_the_final_count(sit_down: Come, guest: Callable[..., Guest]) -> None:
    """A phone, a tablet, a laptop and a desk, in three languages. All bid, and see the bids when the last is in.

    Drawing four pages anew after each answer is what takes the time. So the rounds in the middle are answered in a
    hurry, past the pages, which have to keep up; with EMINENCE_WHOLE_MATCH=1 every answer is given in its browser.
    """
    people = [sit_down(**DESK), sit_down(**PHONE, locale="fr"), sit_down(**TABLET, locale="it"), sit_down(**LAPTOP)]
    sit_down_together(*people)
    met: set[str] = set()
    players = {person: habits.Papam(met, turn) for turn, person in enumerate(people)}
    answers = 0
    while True:
        asked = until(lambda: who_is_asked(people), "nobody is asked")
        if not asked[0][1]["turn"]:
            break
        for person, now in asked:
            give(person, players[person], now)
            answers += 1
        happened = max(person.state()["happened"] for person, _ in asked)
        for person in people if len(asked) > 1 else ():  # after each phase in which several answer
            person.wait_for(lambda state: told_all(state, happened), "the page did not follow")  # noqa: B023
        if answers == FIRST_ANSWERS and not WHOLE:
            hurry(people, [guest(name) for name in papam.NAMES])
    for person in people:
        person.wait_for(lambda state: state["over"])
        assert person.page.evaluate("window.mark") == "never reloaded"
    assert_counted(*people)
    assert [person.page.locator("html").get_attribute("lang") for person in people] == ["en", "fr", "it", "en"]
    assert met >= ({"bid", "take", "place", "drop"} if WHOLE else {"bid", "take"})
    assert answers > (100 if WHOLE else 20)


def hurry(people: list[Person], guests: list[Guest]) -> None:
    """Those who sit there answer past their pages until a late round has begun; then all pages show it."""
    table = people[0].page.url.removeprefix(people[0].server.url)
    for person, guest in zip(people, guests, strict=True):
        (cookie,) = [one["value"] for one in person.context.cookies() if one["name"] == "eminence"]
        guest.come_as(cookie)
    habit = habits.Papam(set(), 1)
    while int(ROUND.findall(guests[0].get(table))[0]) < LATE:
        for guest in guests:
            ask, choices = guest.choices(table)
            if choices:
                guest.answer(table, ask, habit(choices))
    until(lambda: len({person.state()["happened"] for person in people}) == 1, "some pages lag behind")


def who_is_asked(people: list[Person]) -> list[tuple[Person, dict[str, Any]]]:
    """Who must answer now, and what their tables show; when the match is over, anybody."""
    found = [(person, person.state()) for person in people]
    return [(who, now) for who, now in found if not now["busy"] and (now["turn"] or now["over"])]


def test_one_person_and_three_bots_on_a_phone(sit_down: Come) -> None:
    """By tapping alone, in the narrowest width there is: gems are tapped into the hand."""
    person = sit_down(**{**PHONE, "viewport": {"width": 320, "height": 640}})
    person.make_a_game(PAPAM, "Anne", "page", "page", "page")
    person.arrive("/table/.*")
    habit = habits.Papam(set())
    rounds = 0
    while True:
        now = person.wait_for(lambda state: state["over"] or (state["turn"] and not state["busy"]))
        if now["over"]:
            break
        rounds += now["composing"] == "bag"
        give(person, habit, now)
    assert_counted(person)
    assert rounds >= 13, "in a round of fifteen or more, but for those in which rubies are bid"
    assert habit.met >= {"bid", "take", "drop"}


# -- every question ----------------------------------------------------------------------------------------------------


@pytest.fixture
def four(guest: Callable[..., Guest]) -> list[Guest]:
    return [guest(name) for name in papam.NAMES]


def test_every_question_by_keyboard_alone(sit_down: Come, four: list[Guest], server: Server) -> None:
    """Tab leads to each choice, and Enter or the space bar gives it; gems are put into the hand by the same keys."""
    person = sit_down(**DESK)
    hands = Hands(person)
    for number, (name, question) in enumerate(QUESTIONS.items()):
        person.sit(four[0], laid_out(server, question.match(), *four))
        for choice in question.answers:
            now = person.state()
            if choice.startswith("bid"):
                for gem in choice.removeprefix("bid "):
                    hands.go_to(f'.composer [data-side]:last-child button[data-face="{gem}"]')
                    hands.press(("Enter", "Space", "ArrowLeft")[number % 3])
                    assert hands.focused()["tag"] == "BUTTON", "the focus stays on the gem"
                at = hands.go_to(".composer-foot button")
            else:
                at = hands.go_to(f'button[name="choice"][value="{choice}"]')
            assert at["uncovered"], f"{name}: something lies over {at}"
            hands.press(("Enter", "Space")[number % 2])
            person.wait_for(lambda state: state["ask"] != now["ask"] and not state["busy"], f"{name} was not taken")  # noqa: B023
            assert hands.focused()["tag"] != "BODY", f"{name}: the focus was lost after an answer"
        assert person.watched()["lost"] == []
    person.assert_calm()


def test_every_question_without_script(sit_down: Come, four: list[Guest], server: Server) -> None:
    """And whatever is sealed, or shows nothing new, is taken back the same way."""
    person = sit_down(**PHONE, java_script_enabled=False)
    person.be(four[0])
    taken_back = set()
    for name, question in QUESTIONS.items():
        person.page.goto(laid_out(server, question.match(), *four).path)
        for choice in question.answers:
            button = person.page.locator(f'button[name="choice"][value="{choice}"]:visible').first
            press_and_follow(person, button)
            if (back := person.page.locator("#back button")).count():
                press_and_follow(person, back)
                press_and_follow(person, button)
                taken_back.add(name)
            assert person.page.locator(f'button[name="choice"][value="{choice}"]').count() == 0
    assert taken_back >= {"bidding", "drop_order", "place_action", "refuse", "swap"}
    assert person.errors == []


def test_questions_on_a_phone(sit_down: Come, four: list[Guest], server: Server) -> None:
    """Whatever can be chosen lies open, though the others' courts are folded there."""
    person = sit_down(**PHONE)
    for name in ("drop_order", "place_action", "bribe", "swap", "take", "exclude", "squadrone", "death"):
        question = QUESTIONS[name]
        person.sit(four[0], laid_out(server, question.match(), *four))
        for choice in question.answers:
            papam.answer(person, choice)
        assert person.watched()["widest"] <= 0
    person.assert_calm()
