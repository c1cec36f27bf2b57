"""Every page with whatever font a device brings: a wide pair and a narrow one, from the narrowest phone to a wall."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle

import pytest
from playwright.sync_api import Page

from eminence.core.texts import LANGUAGES
from tests.browser.fitting import unfit, watch_drawing
from tests.browser.people import Person
from tests.browser.places import Place

THOROUGH = bool(os.environ.get("EMINENCE_THOROUGH"))
PARTS = 3
"""So that several workers can share the places."""
NARROWEST = 320
WIDTHS = (NARROWEST, 360, 390, 683, 768, 1024, 1366, 1920, 2560)
"""In pixels of a style sheet: a laptop of 1366 that shows everything at 200 % has 683 of them, and so on."""
LARGE = 200
"""Per cent: the size of the letters for people who have nothing but these made larger."""


@dataclass(frozen=True)
class Fonts:
    """What a device has for titles and for the rest: the first of each that is there."""

    name: str
    serif: tuple[str, ...]
    sans: tuple[str, ...]

    def sheet(self, size: int = 100) -> str:
        """Rules that put these in the place of the page's own."""
        serif, sans = (", ".join(f'"{font}"' for font in fonts) for fonts in (self.serif, self.sans))
        fonts = f"--serif: {serif}, serif !important; --sans: {sans}, sans-serif !important"
        return f":root {{ {fonts}; font-size: {size}% !important; }}"


WIDE = Fonts("wide", ("DejaVu Serif",), ("DejaVu Sans",))
NARROW = Fonts("narrow", ("Liberation Serif",), ("Liberation Sans Narrow", "Liberation Sans"))

BEGIN = "window.fonts = new CSSStyleSheet(); document.adoptedStyleSheets = [fonts]; fonts.replaceSync(`{sheet}`);"
"""A sheet of the script's own, there before the page is drawn: no rule of the page forbids it, so they all stay."""
MISSING = """(fonts) => {
  const pen = document.createElement("canvas").getContext("2d");
  const width = (font) => {
    pen.font = `72px ${font}`;
    return pen.measureText("Éminence, Wall & fifty").width;
  };
  const same = (font, other) => width(`"${font}", ${other}`) === width(other);
  return fonts.filter((font) => same(font, "monospace") && same(font, "serif"));
}"""


def dress(page: Page, fonts: Fonts, width: int, size: int = 100) -> None:
    """Show the page in these fonts on a screen of this width."""
    page.set_viewport_size({"width": width, "height": 740 if width < 700 else 768 if width < 1400 else 1080})
    page.evaluate("(sheet) => fonts.replaceSync(sheet)", fonts.sheet(size))


def longest(place: Place) -> str:
    """The language in which a page has most to say."""
    if place.who is None:
        return LANGUAGES[len(place.name) % len(LANGUAGES)]
    sizes = {}
    for language in LANGUAGES:
        place.who.client.cookies.set("language", language)
        sizes[language] = len(place.who.client.get(place.path).text)
    place.who.client.cookies.delete("language")
    return max(LANGUAGES, key=lambda language: sizes[language])


@pytest.fixture(scope="module")
def turns() -> Iterator[tuple[int, Fonts]]:
    """Widths and fonts, one after the other, for what not every page is looked at in."""
    return cycle([(width, fonts) for width in WIDTHS for fonts in (NARROW, WIDE)])


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_holds_with_any_font(
    sit_down: Callable[..., Person],
    every_place: dict[str, list[Place]],
    turns: Iterator[tuple[int, Fonts]],
    capsys: pytest.CaptureFixture[str],
    part: int,
) -> None:
    """Nothing wider than the screen, cut, broken inside a word, or over something else.

    By default every page is seen on the narrowest phone in the wide fonts, in the language that needs most room, and
    once more in a width and a font that take turns. With EMINENCE_THOROUGH=1 nobody takes turns, and the letters alone
    are made twice as large on a desk too.
    """
    person = sit_down(viewport={"width": NARROWEST, "height": 740}, is_mobile=True, has_touch=True)
    person.context.add_init_script(BEGIN.replace("{sheet}", WIDE.sheet()))
    watch_drawing(person.context)
    person.page.goto("/")
    missing = person.page.evaluate(MISSING, [*WIDE.serif, *WIDE.sans, *NARROW.serif, *NARROW.sans[-1:]])
    if missing and part == 0:
        with capsys.disabled():
            print(f"not on this machine, so tested without: {', '.join(missing)}", file=sys.stderr)
    everywhere = [place for places in every_place.values() for place in places]
    found = []
    for place in everywhere[part::PARTS]:
        for language in LANGUAGES if THOROUGH else [longest(place)]:
            person.page.set_viewport_size({"width": NARROWEST, "height": 740})
            page = place.visit(person, language, "day")
            looks = [(NARROWEST, WIDE), next(turns)]
            if THOROUGH:
                looks = [(width, fonts) for width in WIDTHS for fonts in (WIDE, NARROW)]
            for width, fonts in looks:
                dress(page, fonts, width)
                where = f"{place.name}, {width} px, {fonts.name}, {language}"
                found += unfit(page, where, fingers=width == NARROWEST and place.is_table)
            if THOROUGH:
                dress(page, WIDE, 1366, LARGE)
                found += unfit(page, f"{place.name}, letters of {LARGE} %, {language}")
            page.evaluate("(sheet) => fonts.replaceSync(sheet)", WIDE.sheet())
    assert not found, "\n".join(found)
    person.assert_calm_but_for(403, 404, 409)


FAULTS = {
    "wider than the screen": "#main { min-width: 110vw; }",
    "beyond the screen's edge": "body { overflow-x: clip; } h1 { position: relative; left: -3rem; }",
    "cut off:": "h1 { width: 2em; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }",
    "cut off below:": ".summary { height: 1lh; overflow: hidden; }",
    "has to be scrolled sideways:": ".summary { width: 2em; overflow-y: auto; overflow-wrap: normal; }",
    "broken inside:": "h1 { width: 2em; word-break: break-all; }",
    "leaves its box:": ".plate-play .actions button { flex: none; width: 1rem; padding: 0; }",
    "leaves its box at the top or bottom:": ".plate .players { height: 2px; background: red; }",
    "one over the other:": ".plate .players { margin-top: -1.5rem; }",
    'cut off: "': ".plate-play select { width: 3rem; }",
}
"""What must be found, and rules that bring it about on the front page."""


def test_what_does_not_fit_is_found(sit_down: Callable[..., Person]) -> None:
    person = sit_down(viewport={"width": NARROWEST, "height": 740}, is_mobile=True, has_touch=True)
    person.context.add_init_script(BEGIN.replace("{sheet}", WIDE.sheet()))
    watch_drawing(person.context)
    page = person.page
    page.goto("/")
    assert unfit(page, "as it is") == []
    for fault, rules in FAULTS.items():
        page.evaluate("(sheet) => fonts.replaceSync(sheet)", WIDE.sheet() + rules)
        found = unfit(page, "")
        assert any(what.startswith(f": {fault}") or f"px {fault}" in what for what in found), f"{fault} {found}"
    page.evaluate("(sheet) => fonts.replaceSync(sheet)", WIDE.sheet())
    (while_drawn,) = unfit(page, "")
    assert while_drawn.endswith("wider than the screen while it was drawn"), "it was too wide for a while"
