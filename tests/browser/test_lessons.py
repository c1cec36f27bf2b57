"""A lesson on a phone: whoever touches nothing but what the coach lights learns a role to the end of it."""

from __future__ import annotations

from contextlib import suppress

from playwright.sync_api import Error

import eminence
from eminence.core import lesson
from eminence.server.storage import match_log, rooms
from tests.browser.conftest import Come
from tests.browser.people import Person, until
from tests.browser.test_reach import UPRIGHT

DEVIL = eminence.game("deal_with_the_devil")
LIT = "[data-advised]:visible"
NOW = """() => {
  const lit = [...document.querySelectorAll("[data-advised]")].filter((one) => one.getClientRects().length);
  if (lit.length !== 1 || document.querySelector("[aria-busy]")) return null;
  const box = lit[0].getBoundingClientRect();
  const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return {
    name: lit[0].textContent.trim() || lit[0].ariaLabel, ask: document.querySelector("#answer [name=ask]")?.value ?? "",
    seen: box.top >= 0 && box.bottom <= innerHeight && (lit[0].contains(middle) || middle?.contains(lit[0])),
    over: Boolean(document.getElementById("coach-stay")), path: location.pathname,
    words: document.querySelector(".coach").innerText, bar: document.querySelector(".ask").offsetHeight,
  };
}"""
"""The one thing that is lit, once the page is at rest, and whether it is to be seen."""


def touch_what_is_lit(person: Person, before: dict[str, object] | None) -> dict[str, object]:
    """What was lit, once it is something else than before."""

    def found() -> dict[str, object] | None:
        with suppress(Error):  # between two pages
            now: dict[str, object] | None = person.page.evaluate(NOW)
            return None if now is None or now == before else now
        return None

    now: dict[str, object] = until(found, "nothing else is lit")
    assert now["seen"], now
    assert int(str(now["bar"])) <= UPRIGHT["viewport"]["height"] - 40, now
    person.press(person.page.locator(LIT))
    return now


def forecast(person: Person) -> None:
    """Wait until the page says what would come of what was filled in."""
    person.wait_for(lambda state: not state["busy"])


def test_a_role_is_learned_on_a_phone_by_touching_what_the_coach_lights(sit_down: Come) -> None:
    person = sit_down(**UPRIGHT)
    person.page.goto("/")
    person.press(person.page.locator(f'a[href="/learn/{DEVIL.id}"]'))
    person.press(person.page.locator('label:has([value="devil"])'))
    person.press(person.page.locator("form.stack button.first"))
    first = person.arrive("/table/.*")
    touched: list[dict[str, object]] = []
    while sum(bool(one["over"]) for one in touched) < len(lesson.taught(DEVIL).taught):
        touched.append(touch_what_is_lit(person, touched[-1] if touched else None))
    assert len({one["path"] for one in touched}) == 2, "a table for each part"
    assert len({one["ask"] for one in touched}) > 10
    assert len(touched) < 30, "taps, for all of it"
    last = person.arrive(f"/table/(?!{first.rpartition('/')[2]}|{str(touched[-1]['path']).rpartition('/')[2]}).*")
    until(lambda: person.page.locator("#answer").count(), f"a whole game began at {last}")
    assert person.page.locator(".coach, .scripted").count() == 0, "a whole game, and a fair one"
    person.assert_fits()


def test_whoever_fills_in_something_else_may_still_be_shown_and_the_words_fold(sit_down: Come) -> None:
    person = sit_down(**UPRIGHT)
    person.page.goto(f"/learn/{DEVIL.id}")
    person.press(person.page.locator("form.stack button.first"))
    person.arrive("/table/.*")
    person.press(person.page.locator(LIT))
    show, send = person.page.locator("#coach-show"), person.page.locator('[name="compose"]')
    person.press(show)
    show.wait_for(state="hidden")
    assert send.get_attribute("data-advised") is not None
    assert person.page.locator(":focus").get_attribute("name") == "compose", "the next key sends it"
    person.press(person.page.locator('[data-q="put-wheat"] [data-step="1"]'))
    show.wait_for()
    assert send.get_attribute("data-advised") is None
    person.press(show)
    assert person.page.locator('[data-q="put-wheat"] input').input_value() == "0"
    assert person.page.locator('[data-q="put-glass"] input').input_value() == "1"
    words = person.page.locator(".coach-words")
    assert words.is_visible()
    person.press(person.page.locator("#coach summary"))
    words.wait_for(state="hidden")
    forecast(person)
    with person.answering():
        person.press(send)
    person.wait_for(lambda state: state["turn"])
    assert person.page.locator("#coach:not([open])").count(), "folded it stays"
    person.assert_fits()


def test_a_lesson_is_learned_by_keyboard_alone(sit_down: Come) -> None:
    """Its first question: what is lit is reached and pressed by keys."""
    person = sit_down()
    person.page.goto(f"/learn/{DEVIL.id}")
    person.page.locator('[value="mortal"]').focus()
    person.keys("ArrowDown", "Enter")
    person.arrive("/table/.*")
    person.page.locator("#coach-on").focus()
    person.keys("Space")
    assert person.page.locator(":focus").get_attribute("id") == "prompt"
    person.page.locator("#coach-show").focus()
    person.keys("Enter")
    assert person.page.locator(":focus").get_attribute("data-advised") is not None, "the next key sends it"
    with person.answering():
        person.page.locator("[name=compose][data-advised]").focus()  # wherever the table was drawn anew meanwhile
        person.keys("Enter")
    with person.server.store.reading() as connection:
        going = match_log.going(connection, rooms.read(connection, person.page.url.rpartition("/")[2]))
    assert (going.answered(1), going.as_written) == (3, True), "what the coach advised was put into the chest"
