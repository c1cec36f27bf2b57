"""The rules in a real browser: on a phone without script, on a desk by keyboard, on paper."""

from __future__ import annotations

import eminence
from eminence.core.texts import LANGUAGES
from tests.browser.conftest import Come
from tests.browser.people import DESK, PHONE

A4 = {"width": 688, "height": 1017}
"""What is left of a sheet within its margins, in pixels of a style sheet."""
BOXES = """() => ["body", ".reading", ".on-one-page"].map((name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [box.width, box.bottom];
})"""


def test_contents_are_folded_on_a_phone_and_a_tap_deals_a_game_without_script(sit_down: Come) -> None:
    person = sit_down(**PHONE, java_script_enabled=False)
    page = person.page
    page.goto("/rules/richelieu")
    contents = page.locator(".contents li a")
    assert not contents.first.is_visible()
    page.locator(".contents summary").tap()
    assert contents.first.is_visible()
    page.locator("button.first").first.tap()
    page.wait_for_url("**/table/*")
    assert page.locator('[data-game="richelieu"]').count()


def test_on_a_desk_the_contents_stand_beside_the_text_and_are_reached_by_keyboard(sit_down: Come) -> None:
    person = sit_down(**DESK)
    person.page.goto("/rules/richelieu")
    contents = person.page.locator(".contents li a")
    assert all(link.is_visible() for link in contents.all())
    contents.last.focus()
    person.keys("Enter")
    person.page.wait_for_url("**/rules/richelieu/components")
    person.page.go_back()
    contents.nth(2).focus()
    person.keys("Enter")
    assert person.page.locator(":target").inner_text() == contents.nth(2).inner_text()


def test_on_paper_the_summary_is_one_page_and_the_text_fills_the_width(sit_down: Come) -> None:
    """By candlelight: paper is white all the same."""
    person = sit_down(viewport=A4)
    for number, game in enumerate(eminence.all_games()):
        person.cookie("language", LANGUAGES[number % len(LANGUAGES)])
        person.cookie("light", "candle")
        person.page.goto(f"/rules/{game.id}")
        person.page.emulate_media(media="print")
        (sheet, _), (text, _), (_, summary) = person.page.evaluate(BOXES)
        assert text > sheet * 0.95, game.id
        assert summary <= A4["height"], game.id
        assert not person.page.locator(".contents, form").first.is_visible()
        colour = person.page.evaluate("getComputedStyle(document.querySelector('.picture, h1')).color")
        assert max(map(int, colour[4:-1].split(","))) < 128, f"{game.id}: ink is dark on paper, not {colour}"
