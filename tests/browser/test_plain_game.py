"""Games without a look of their own in a real browser: what `eminence new-game` writes, and the one in examples/."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from eminence.cli import new_game
from eminence.core.texts import LANGUAGES
from tests.browser.conftest import Come, serving
from tests.browser.fitting import unfit
from tests.browser.people import PHONE, counted
from tests.browser.test_every_page import LIGHTS, violations
from tests.cli.driving import SOURCES
from tests.cli.test_new_game import EXAMPLES
from tests.server.driving import Server

GAMES = ("just_written", "antechamber")
A_HUNDRED = """() => {
  const choices = document.querySelector("#answer .choices");
  while (choices.childElementCount < 100) choices.prepend(choices.lastElementChild.cloneNode(true));
  if (document.querySelector(".ask").offsetHeight > innerHeight * 0.6) throw new Error("no room for the board");
  return scrollY;
}"""
"""Puts as many choices into the bar as the largest games have."""


@pytest.fixture(scope="module")
def server_with_both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("house")
    new_game.write("just_written", "Just written", home)
    path = ":".join(map(str, (SOURCES, home, EXAMPLES)))
    names = "just_written.game:JustWritten,antechamber.game:Antechamber"
    yield from serving(home, PYTHONPATH=path, EMINENCE_GAMES=names)


def test_the_front_page_has_a_plate_for_each_and_all_rules_can_be_read(
    sit_down: Come, server_with_both: Server, axe: str
) -> None:
    person = sit_down(server_with_both, **PHONE)
    page, found = person.page, []
    for path in ("/", *(f"/rules/{game}" for game in GAMES), *(f"/new/{game}" for game in GAMES)):
        page.goto(path)
        found += unfit(page, path)
        page.evaluate(axe)
        found += violations(page, path, *LIGHTS)
    page.goto(f"/rules/{GAMES[0]}/components")
    assert page.url.endswith(f"/rules/{GAMES[0]}#components"), "a box of a few words is a part of the rules"
    assert page.locator("#components").is_visible()
    page.goto("/")
    for game in GAMES:
        plate = page.locator(f'[data-game="{game}"] .print svg')
        assert plate.bounding_box()
        inks = plate.evaluate(
            "(svg) => [svg.querySelector('rect'), svg].map((one) => getComputedStyle(one))"
            ".map((style, n) => n ? style.color : style.fill)"
        )
        assert len({*inks, "none"}) == 3, "ink on paper"
    assert not found, "\n".join(found)


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_to_its_count(
    sit_down: Come, server_with_both: Server, axe: str, game: str, script: bool
) -> None:
    person = sit_down(server_with_both, **PHONE, java_script_enabled=script)
    page = person.page
    person.make_a_game(game, "Anne", "page", "page")
    page.wait_for_url("**/table/*")
    table, answers, found = page.url, 0, []
    while True:
        page.wait_for_selector('.scene[data-turn="yes"], .scene[data-over="yes"]') if script else page.goto(table)
        if page.locator('.scene[data-over="yes"]').count():
            break
        buttons = page.locator('#answer button[name="choice"]')
        if not buttons.count():
            continue
        if script and answers < len(LANGUAGES):
            found += unfit(page, f"{game}, answer {answers}", fingers=True)
            page.evaluate(axe)
            found += violations(page, f"{game}, answer {answers}", LIGHTS[answers % 2])
        told = page.locator(".plain-table pre").inner_text()
        assert all(told.count(f"seat {seat}: ") == 2 for seat in range(3)), "how it stands, and who sits there"
        number = page.locator(".scene").get_attribute("data-number")
        if script and not answers:
            before = page.evaluate(A_HUNDRED)
            buttons.last.tap()
            assert page.evaluate("scrollY") == before, "the list scrolls within the bar"
        else:
            buttons.first.click()
        if script:
            page.wait_for_selector(f'.scene:not([data-number="{number}"])')
        answers += 1
    assert answers >= 3
    assert len(counted(person)) == 3
    assert not found, "\n".join(found)
