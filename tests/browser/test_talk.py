"""Table talk by tapping, by keyboard and without a script: cards open above the ask bar, and all read what is said."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Come, Lay
from tests.browser.people import DESK, PHONE, Person, until
from tests.games.deal_with_the_devil.situations import POSITIONS
from tests.games.positions import first_asked
from tests.server.driving import Table

LAPTOP = {"viewport": {"width": 1366, "height": 768}}


def at_the_offers(lay: Lay) -> tuple[Table, int]:
    match = next(one for name, one in POSITIONS.items() if name.startswith("offer")).match()
    return lay(match), first_asked(match)


def way(person: Person) -> str:
    """How one comes to the cards: from the ask bar, or on a desk from the chat."""
    return ".ask .to-aside" if person.touches else ".talk-way button"


@pytest.mark.parametrize("screen", [PHONE, LAPTOP, DESK], ids=["phone", "laptop", "desk"])
def test_a_request_is_put_together_and_everybody_reads_it(sit_down: Come, lay: Lay, screen: dict[str, object]) -> None:
    table, seat = at_the_offers(lay)
    person, friend = sit_down(**screen), sit_down(locale="fr", **PHONE)
    friend.sit(table, (seat + 1) % 4)
    person.sit(table, seat)
    person.read_notes()
    page = person.page
    person.press(page.locator(way(person)))
    sheet, bar = page.locator("#talk").bounding_box(), page.locator(".ask").bounding_box()
    assert sheet
    assert bar
    beside = sheet["x"] >= bar["x"] + bar["width"]
    assert beside or sheet["y"] + sheet["height"] <= bar["y"] + 1, "nothing covers the ask bar"
    assert sheet["y"] >= 0
    person.press(page.locator('#talk label:has([value="stone"])'))
    person.press(page.locator('#talk [data-by="1"]'))
    assert not page.locator('#talk [value="done"]').is_visible(), "nobody plans yet"
    person.press(page.locator('#talk [value="need"]'))
    page.wait_for_selector('#chat li.you:has-text("I need 2 stone.") .card-sign')
    until(lambda: not page.locator("#talk").is_visible(), "the cards stay in the way")
    friend.page.wait_for_selector('#chat li:has-text("Il me faut 2 pierres.")')
    until(lambda: "Il me faut 2 pierres." in friend.page.locator("#talk-strip").inner_text(), "it is not on the strip")
    person.assert_undisturbed()


def test_by_keyboard(sit_down: Come, lay: Lay) -> None:
    table, seat = at_the_offers(lay)
    person = sit_down(**LAPTOP).sit(table, seat)
    page, keys = person.page, person.page.keyboard
    page.locator(way(person)).focus()
    keys.press("Enter")
    keys.press("Tab")  # into the sheet: wood
    keys.press("ArrowRight")
    keys.press("Tab")
    keys.press("ArrowUp")
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Enter")
    page.wait_for_selector('#chat li.you:has-text("I could offer 2 stone.")')
    page.locator(way(person)).focus()
    keys.press("Enter")
    keys.press("Escape")
    assert not page.locator("#talk").is_visible()


def test_without_a_script(sit_down: Come, lay: Lay) -> None:
    table, seat = at_the_offers(lay)
    person = sit_down(**PHONE, java_script_enabled=False)
    person.be(table.people[seat])
    page = person.page
    page.goto(table.path)
    page.locator(".ask .to-aside").tap()
    page.locator('#talk label:has([value="glass"])').tap()
    page.locator('#talk [value="offer"]').tap()
    page.wait_for_selector('#chat li.you:has-text("I could offer 1 glass.")')
