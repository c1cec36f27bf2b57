"""The answer is in reach: whatever is asked can be answered without scrolling, by somebody who knows no rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import eminence
from eminence.core.game import Game
from tests.browser.answering import SENDER
from tests.browser.composing import ASKS_BACK
from tests.browser.conftest import Come, Lay
from tests.browser.laying import against_bots, answer
from tests.browser.people import Person, counted, until
from tests.games.positions import first_asked, positions, seen_in_browsers
from tests.server.driving import Server
from tests.thorough import THOROUGH

ENOUGH = 0.95
"""Of all questions, so many show all their answers at once."""
LOW = 512
"""Pixels: on screens that are not higher, the bar takes a third at most."""


def screen(width: int, height: int) -> dict[str, Any]:
    touches = {"is_mobile": True, "has_touch": True} if width < 1000 else {}
    return {"viewport": {"width": width, "height": height}, **touches}


UPRIGHT = screen(390, 844)
SIZES = ((360, 740), (768, 1024), (844, 390), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440))
SCREENS = [UPRIGHT, *(screen(*size) for size in SIZES)]

LOOK = """async (low) => {
  const moves = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 60000);
  await Promise.allSettled(moves.map((one) => one.finished)); // answers come into sight once that was seen
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const bar = document.querySelector(".ask");
  const edge = bar.getBoundingClientRect().top;
  const lit = "[name=choice], [name=compose], .composer:not([hidden]) button[data-index], #scene input[type=radio]";
  const shown = [...document.querySelectorAll(lit)].map((one) => one.closest("label") ?? one)
    .filter((one) => one.getClientRects().length);
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    if (bar.contains(one)) return edge >= 0; // a list in the bar scrolls within itself, under the thumb
    const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.top >= 0 && box.bottom <= edge + 1 && (one.contains(middle) || middle?.contains(one));
  };
  const found = shown.filter((one) => !seen(one)).map((one) => one.value ?? one.textContent.trim());
  if (innerHeight <= low && bar.offsetHeight > innerHeight * 0.345) found.push(`the bar has ${bar.offsetHeight} px`);
  return { lit: shown.length, beyond: found };
}"""
"""What is lit, and what of it is not to be seen."""
UNMARKED = ".composer:not([hidden]) label:has(input[type=checkbox]:enabled:not(:checked)):visible"


def beyond_reach(person: Person) -> list[str]:
    person.look_first()
    looked = person.page.evaluate(LOOK, LOW)
    assert looked["lit"], f"nothing is lit: {person.page.url}"
    return list(looked["beyond"])


def assert_most_in_reach(asked: int, beyond: dict[str, list[str]]) -> None:
    assert len(beyond) <= asked * (1 - ENOUGH), f"{len(beyond)} of {asked}: {beyond}"


@pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)
def test_what_is_asked_can_be_answered_without_scrolling(sit_down: Come, lay: Lay, game: Game) -> None:
    """By default every sixth position, on screens that take turns; with EMINENCE_THOROUGH=1 all of them on each."""
    asking = [(name, match) for name, one in seen_in_browsers(game).items() if not (match := one.match()).over]
    asking = asking if THOROUGH else asking[::6]
    looked = [
        (number, name, match)
        for number, (name, match) in enumerate(asking)
        for number in (range(len(SCREENS)) if THOROUGH else [number % len(SCREENS)])
    ]
    people: dict[int, Person] = {}
    beyond = {}
    for number, name, match in looked:
        person = people.setdefault(number, sit_down(**SCREENS[number]) if number not in people else people[number])
        person.sit(lay(match), first_asked(match))
        if missing := beyond_reach(person):
            beyond[f"{name}, {SCREENS[number]['viewport']}"] = missing
    assert_most_in_reach(len(looked), beyond)


@pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)
def test_who_knows_no_rules_finishes_a_match_by_touching_what_is_lit(
    sit_down: Come, server: Server, game: Game
) -> None:
    """On a phone, against bots; by default only the end of the match, with EMINENCE_THOROUGH=1 all of it."""
    person = sit_down(**UPRIGHT).sit(against_bots(server, game, min(game.seats)))
    chance = random.Random(1)
    asked, beyond = 0, {}
    for asked, state in enumerate(questions(person), 1):
        if missing := beyond_reach(person):
            beyond[f"{asked}: {person.page.locator('#prompt').inner_text()}"] = missing
        with person.answering():
            touch(person, chance, bool(state["composing"]))
    assert_most_in_reach(asked, beyond)
    counted(person)
    person.assert_undisturbed()
    person.assert_fits()


def test_what_is_about_to_be_touched_stays_where_it_is_when_another_answers(sit_down: Come, lay: Lay) -> None:
    """On a phone. Somebody's card lies down, face down, and his court above one's own is higher by its line."""
    table = lay(positions(eminence.game("habemus_papam"))["placing a card"].match())
    person = sit_down(**UPRIGHT).sit(table)
    cards = person.page.locator("#scene button[name=choice]:visible")
    look = "(card) => ({ lies: card.getBoundingClientRect().top, high: document.documentElement.scrollHeight })"
    assert beyond_reach(person) == []
    before = cards.last.evaluate(look)
    answer(table, 1, "place ten")
    until(lambda: cards.last.evaluate(look)["high"] > before["high"], "the court did not grow")
    assert cards.last.evaluate(look)["lies"] == pytest.approx(before["lies"], abs=1)
    assert beyond_reach(person) == []


def questions(person: Person) -> Iterator[dict[str, Any]]:
    """The page each time that it asks, until the match is over."""
    settled = lambda state: state["over"] or (state["turn"] and not state["busy"])  # noqa: E731
    while not (state := person.wait_for(settled))["over"]:
        yield state


def touch(person: Person, chance: random.Random, composing: bool) -> None:
    """Something that is lit: a card that brings answers to light, and one of these; or what is composed, as it is."""
    cards = person.page.locator("#scene label:has(input[type=radio]):visible")
    if many := cards.count():
        person.press(cards.nth(chance.randrange(many)))
    person.wait_for(lambda now: not now["busy"])
    lit = person.page.locator(f"{SENDER}:enabled" if composing else "button[name=choice]:visible")
    while composing and not lit.count():  # as many boxes as are wanted come first
        boxes = person.page.locator(UNMARKED)
        person.press(boxes.nth(chance.randrange(boxes.count())))
        person.wait_for(lambda now: not now["busy"])
    chosen = lit.nth(chance.randrange(lit.count()))
    asks_back = composing and chosen.evaluate(ASKS_BACK)
    person.press(chosen)
    if asks_back:
        person.press(chosen)
