"""Every page of the house and of every game: axe-core finds nothing, and all of it fits, whatever the screen and font.

All of this is looked for in the same visit, since opening the pages is what takes the time.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import eminence
from eminence.core.texts import LANGUAGES
from tests.browser.conftest import Come
from tests.browser.fitting import (
    LARGE,
    NARROW,
    NARROWEST,
    PHONE,
    WIDE,
    WIDTHS,
    begin_in_wide_fonts,
    dress,
    size_of,
    unfit,
)
from tests.browser.people import PATIENCE
from tests.browser.places import Place
from tests.laws.table import is_large
from tests.server.driving import Table
from tests.thorough import THOROUGH

RUN = """async ([light, rules, patience]) => {
  document.documentElement.dataset.light = light;
  const deadline = performance.now() + patience * 1000;
  const frame = () => new Promise(requestAnimationFrame);
  const moving = () => document.getAnimations().filter((animation) => animation.playState !== "finished");
  let moved;
  for (const begins of ["animationstart", "transitionrun"]) {
    document.addEventListener(begins, () => { moved = true; }, true);
  }
  while (performance.now() < deadline) {
    while (moving().length && performance.now() < deadline) await frame();
    moved = false;
    const found = await axe.run(document, { ...rules, resultTypes: ["violations"] });
    await frame(); // what began meanwhile is told with the next frame
    if (!moved && !moving().length) return found.violations;
  }
  throw new Error(`never at rest: ${moving().map((one) => one.animationName ?? one.transitionProperty)}`);
}"""
"""What axe finds in a page at rest. A scene that comes fades in, and its colours are others meanwhile; if one comes
while another fades, that one's animation has ended, and nothing is at rest. So what axe saw counts only if nothing
has begun to move since."""
LIGHTS = ("day", "candle")
COLOURS_ONLY = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules about colours, which alone can break in a second light."""
SCREENS = [(width, fonts) for width in WIDTHS for fonts in (NARROW, WIDE)]
GROUPS = ["house", *(game.id for game in eminence.all_games())]
PARTS = 6
"""So that several workers can share the places, and none takes longer than a test may."""


def violations(page: Page, where: str, *lights: str) -> list[str]:
    """What axe finds in these lights: by all its rules in the first, by those about colours in another."""
    found = []
    for light in lights:
        for violation in page.evaluate(RUN, [light, {} if light == lights[0] else COLOURS_ONLY, PATIENCE]):
            for node in violation["nodes"][:3]:
                summary = f"{violation['id']}: {node['failureSummary']} {node['html'][:200]}"
                found.append(f"{where}, {light}: {summary}")
    return found


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("of", GROUPS)
def test_axe_finds_nothing_and_everything_fits_with_any_font(
    sit_down: Come, every_place: dict[str, list[Place]], axe: str, of: str, part: int
) -> None:
    """Nothing wider than the screen, also while it is drawn; nothing cut, broken inside a word, or over something else.

    By default every page is seen on the narrowest phone in the wide fonts, also with all of it unfolded, and once more
    in a width and a font that take turns, as languages do; there axe looks at it, of tables at every third, by day
    or by candlelight; on a desk, the letters alone are made twice as large, too, on every fifth. Of the tables of a
    game every eighth is looked at, of the many of a large one every sixteenth. With EMINENCE_THOROUGH=1 all are, in
    every way.
    """
    person = sit_down(**PHONE)
    begin_in_wide_fonts(person)
    found = []
    places = every_place[of]
    if of != "house" and not THOROUGH:
        every = 16 if is_large(eminence.game(of)) else 8
        places = [place for number, place in enumerate(places) if number % every == 1 or not place.is_table]
    for number, place in list(enumerate(places))[part::PARTS]:
        for language in LANGUAGES if THOROUGH else [LANGUAGES[number // PARTS % len(LANGUAGES)]]:
            page = place.visit(person, language, "day")
            assert page.locator("html").get_attribute("lang") == language
            narrow = f"{place.name}, {NARROWEST} px, {language}"
            found += unfit(page, narrow, fingers=place.is_table)
            if place.unfold(page):
                found += unfit(page, f"{narrow}, unfolded", fingers=True)
            for width, fonts in SCREENS if THOROUGH else [SCREENS[number % len(SCREENS)]]:
                dress(page, fonts, width)
                found += unfit(page, f"{place.name}, {width} px, {fonts.name}, {language}")
            if THOROUGH or not place.is_table or number // PARTS % 3 == 0:
                page.evaluate(axe)
                lights = LIGHTS if THOROUGH else [LIGHTS[number // PARTS // 3 % len(LIGHTS)]]
                found += violations(page, f"{place.name}, {page.viewport_size}, {language}", *lights)
            if THOROUGH or number % 5 == 0:
                dress(page, WIDE, 1366, LARGE)
                found += unfit(page, f"{place.name}, letters of {LARGE} %, {language}")
            person.leave()
            page.set_viewport_size(size_of(NARROWEST))
    assert not found, "\n".join(found)


SCENES = """(times) => {
  const again = () => {
    const scene = document.querySelector(".scene");
    const next = scene.cloneNode(true);
    next.classList.add("faded");
    scene.replaceWith(next);
    if (--times > 0) setTimeout(again, 50);
  };
  again();
}"""
"""One scene after another, each before the last has faded in."""


def test_axe_looks_at_a_page_at_rest_and_finds_what_stays_faint(sit_down: Come, table: Table, axe: str) -> None:
    page = sit_down().sit(table).page
    page.evaluate(axe)
    page.evaluate(SCENES, 10)
    assert violations(page, "scene after scene", "day") == []
    page.evaluate("document.querySelector('.scene').style.opacity = .5")
    page.evaluate(SCENES, 10)
    assert any("color-contrast" in one for one in violations(page, "faint", "day"))


COLOURS = """() => {
  const style = getComputedStyle(document.body);
  const names = ["--paper", "--paper-2", "--ink", "--ink-2", "--line", "--accent", "--accent-ink", "--lit", "--focus"];
  return [style.backgroundColor, style.color, ...names.map((name) => style.getPropertyValue(name).trim())];
}"""


def test_a_dark_device_has_the_same_candlelight_as_whoever_chose_it(
    sit_down: Come, every_place: dict[str, list[Place]]
) -> None:
    """So what axe saw by a choice holds for devices too: on the front page, and at a table of each game."""
    person = sit_down()
    for places in every_place.values():
        place = places[0] if places[0].name.startswith("front") else next(one for one in places if one.is_table)
        page = place.visit(person, "en", "auto")
        seen = {}
        for light in ("auto", *LIGHTS):
            page.evaluate("(light) => { document.documentElement.dataset.light = light }", light)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                seen[scheme, light] = page.evaluate(COLOURS)
        assert seen["light", "auto"] == seen["light", "day"] == seen["dark", "day"], place.name
        assert seen["dark", "auto"] == seen["light", "candle"] == seen["dark", "candle"], place.name
        assert seen["light", "day"] != seen["light", "candle"], place.name
        assert all(seen["light", "day"]), place.name


MOVING = """() => document.getAnimations().filter((one) => one.effect.getTiming().duration > 200)
  .map((one) => one.animationName ?? one.transitionProperty)"""
"""What is more than a short fade."""
FAINT = """() => [...document.querySelectorAll("h1, h2, p, a, button, span, label, th, td")]
  .filter((one) => one.getClientRects().length && one.textContent.trim() && !one.closest("svg, [aria-hidden]"))
  .filter((one) => {
    const style = getComputedStyle(one);
    return style.color === style.backgroundColor || style.color === "rgba(0, 0, 0, 0)";
  }).map((one) => one.outerHTML.slice(0, 90))"""
"""Words in the colour of what they stand on."""


@pytest.mark.parametrize("of", GROUPS)
def test_every_page_holds_in_forced_colours_in_print_and_at_rest(
    sit_down: Come, every_place: dict[str, list[Place]], of: str
) -> None:
    """By default every third place of the house and every twentieth of a game, in languages that take turns."""
    person = sit_down(**PHONE)
    places = every_place[of] if THOROUGH else every_place[of][:: 3 if of == "house" else 20]
    found = []
    for number, place in enumerate(places):
        page = place.visit(person, LANGUAGES[number % len(LANGUAGES)], LIGHTS[number % len(LIGHTS)])
        found += [f"{place.name} moves: {what}" for what in page.evaluate(MOVING)]
        page.emulate_media(forced_colors="active")
        found += [f"{place.name}, in forced colours: {what}" for what in page.evaluate(FAINT)]
        page.emulate_media(forced_colors="none", media="print")
        found += [f"{place.name}, in print: {what}" for what in unfit(page, "")]
        if not place.is_table:
            found += [f"{place.name} prints nothing"] if not page.locator("main").is_visible() else []
            only_on_screen = page.locator("form, .house-footer, .house-header nav").all()
            found += [f"{place.name} prints {one}" for one in only_on_screen if one.is_visible()]
        page.emulate_media(media="screen")
    assert not found, "\n".join(found)
