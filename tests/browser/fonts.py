"""Whatever font a device brings: a wide pair and a narrow one, from the narrowest phone to a wall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, Page

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


def screen(width: int) -> dict[str, Any]:
    """The settings of a context for a screen of that width."""
    return {"viewport": _size(width), "is_mobile": width < 700, "has_touch": width < 700}


def begin_in(context: BrowserContext, fonts: Fonts) -> None:
    """Every page that is opened from now on is drawn in these fonts from the beginning."""
    context.add_init_script(BEGIN.replace("{sheet}", fonts.sheet()))


def put_on(page: Page, sheet: str) -> None:
    """Other fonts, or rules, on a page that began in fonts of ours."""
    page.evaluate("(sheet) => fonts.replaceSync(sheet)", sheet)


def dress(page: Page, fonts: Fonts, width: int, size: int = 100) -> None:
    """Show the page in these fonts on a screen of this width."""
    page.set_viewport_size(_size(width))
    put_on(page, fonts.sheet(size))


def missing(page: Page) -> list[str]:
    """The fonts that this machine does not have: what is tested in them is then tested in others."""
    wanted = [*WIDE.serif, *WIDE.sans, *NARROW.serif, *NARROW.sans[-1:]]
    found: list[str] = page.evaluate(MISSING, wanted)
    return found


def _size(width: int) -> Any:
    return {"width": width, "height": 740 if width < 700 else 768 if width < 1400 else 1080}
