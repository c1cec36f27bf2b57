"""Every page, by day and by candlelight: axe-core finds nothing, and in three languages all of it fits the screen.

Both are looked for in the same visit, since opening the pages is what takes the time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Page

from eminence.core.texts import LANGUAGES
from tests.browser.fitting import unfit
from tests.browser.people import DESK, PHONE, TABLET, Person
from tests.browser.places import Place

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
RUN = """async ([light, rules]) => {
  document.documentElement.dataset.light = light;
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  return (await axe.run(document, { ...rules, resultTypes: ["violations"] })).violations;
}"""
LIGHTS = {"day": {}, "candle": {"runOnly": ["color-contrast", "link-in-text-block"]}}
"""The rules for each light: all that axe has by default, then those about colours, which alone can have changed."""
SCREENS = {"phone": PHONE, "tablet": TABLET, "desk": DESK}
ALL = os.environ.get("EMINENCE_EVERY_PAGE") == "all"


@pytest.fixture(scope="session")
def axe() -> str:
    return AXE.read_text(encoding="utf-8")


def violations(page: Page, where: str, *lights: str) -> list[str]:
    """What axe finds in these lights."""
    found = []
    for light in lights:
        for violation in page.evaluate(RUN, [light, LIGHTS[light]]):
            for node in violation["nodes"][:3]:
                summary = f"{violation['id']}: {node['failureSummary']} {node['html'][:200]}"
                found.append(f"{where}, {light}: {summary}")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("of", ["house", "caesar_cleopatra", "habemus_papam"])
def test_axe_finds_nothing_and_everything_fits(
    sit_down: Callable[..., Person], every_place: dict[str, list[Place]], axe: str, of: str, language: str
) -> None:
    """On a phone, on a tablet and at a desk.

    Whether all of it fits depends on the words, so that is looked for in every language on a phone, where room is
    scarce; for the other screens the languages take turns. What axe finds hardly depends on words: it looks at every
    page as a phone shows it, at tables also as a desk does, by day and by candlelight, and here too languages take
    turns. With EMINENCE_EVERY_PAGE=all nobody takes turns.
    """
    person = sit_down(**PHONE)
    found = []
    for number, place in enumerate(every_place[of]):
        page = place.visit(person, language, "day")
        assert page.locator("html").get_attribute("lang") == language
        turn = ALL or LANGUAGES[number % len(LANGUAGES)] == language
        if turn:
            page.evaluate(axe)
        for name, screen in SCREENS.items() if turn else [("phone", PHONE)]:
            page.set_viewport_size(screen["viewport"])
            where = f"{place.name}, {name}, {language}"
            if turn and (screen is PHONE or (screen is DESK and place.is_table)):
                found += violations(page, where, *LIGHTS)
            found += unfit(page, where, fingers=screen is PHONE and place.is_table)
        page.set_viewport_size(PHONE["viewport"])
    assert not found, "\n".join(found)
    person.assert_calm_but_for(403, 404, 409)


COLOURS = """() => {
  const style = getComputedStyle(document.body);
  const names = ["--paper", "--paper-2", "--ink", "--ink-2", "--line", "--accent", "--accent-ink", "--lit", "--focus"];
  return [style.backgroundColor, style.color, ...names.map((name) => style.getPropertyValue(name).trim())];
}"""


def test_a_dark_device_has_the_same_candlelight_as_whoever_chose_it(
    sit_down: Callable[..., Person], every_place: dict[str, list[Place]]
) -> None:
    """So what axe saw by a choice holds for devices too."""
    devices = {scheme: sit_down(color_scheme=scheme) for scheme in ("light", "dark")}
    everywhere = [place for places in every_place.values() for place in places]
    for name in ("front, new here", "table, own turn", "rules", "table, acting", "table, taking"):
        place = next(place for place in everywhere if place.name == name)
        seen = {
            (scheme, light): place.visit(person, "en", light).evaluate(COLOURS)
            for scheme, person in devices.items()
            for light in ("auto", *LIGHTS)
        }
        assert seen["light", "auto"] == seen["light", "day"] == seen["dark", "day"]
        assert seen["dark", "auto"] == seen["light", "candle"] == seen["dark", "candle"]
        assert seen["light", "day"] != seen["light", "candle"]
        assert all(seen["light", "day"])
