"""Whether a page fits its screen, whatever its font: nothing beyond the edges, no text cut, no word broken, nothing
over something else, everything large enough for a finger.

The screen is as wide as the test asked for: on a phone, the page's own `innerWidth` grows with what reaches beyond it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.browser.people import Person

NARROWEST = 320
WIDTHS = (NARROWEST, 360, 390, 683, 768, 1024, 1366, 1920, 2560)
"""In pixels of a style sheet: a laptop of 1366 that shows everything at 200 % has 683 of them, and so on."""
LARGE = 200
"""Per cent: the size of the letters for people who have nothing but these made larger."""
FINGER = 44
"""Pixels that a target has in one direction at least; what is chosen or moved on the table has them in both."""
LEAST = 24
"""Pixels that every target has in both directions."""
TYPED = 25
"""Letters from which on a word is not ours: somebody typed it, as a name or in the chat, and it may be broken."""
CODES = "code, pre, .digest, input, textarea, .sprite"
"""What is not read word by word, and may be broken or cut anywhere."""

DRAWING = """
  window.drawn = {};
  const measure = () => {
    if (document.body) {
      const reaches = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
      drawn[screen.width] = Math.max(drawn[screen.width] ?? 0, reaches);
    }
    requestAnimationFrame(measure);
  };
  measure();
"""
"""How far the page has ever reached, in every frame from the first on, by the width of the screen at the time."""

UNFIT = """([finger, least, fingers, asked, typed, codes]) => {
  const found = [];
  const root = document.documentElement;
  const width = Math.min(asked, root.clientWidth);
  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    const shown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return shown && box.width > 1 && box.height > 1 && box.bottom + scrollY > 0;
  };
  const short = (text) => text.trim().replace(/\\s+/g, " ").slice(0, 60);
  const told = (element) => {
    const text = short(element.getAttribute("aria-label") || element.textContent);
    const named = element.id || (element.getAttribute("class") ?? "");
    return `<${element.tagName.toLowerCase()} ${named} ${element.value ?? ""}> "${text}"`;
  };

  // Nothing is wider than the screen, now or while it was drawn.
  const beyond = Math.max(root.scrollWidth, document.body.scrollWidth) - width;
  if (beyond > 0) {
    const reaches = (one) => seen(one) && one.getBoundingClientRect().right > width + 1;
    const wide = [...document.body.querySelectorAll("*")].filter(reaches);
    found.push(`${beyond} px wider than the screen: ${wide.slice(-4).map(told).join(", ")}`);
  } else if ((window.drawn?.[asked] ?? 0) > width) {
    found.push(`${drawn[asked] - width} px wider than the screen while it was drawn`);
  }

  // All texts that are to be seen, line by line, each with what holds it.
  const clips = (value) => value === "hidden" || value === "clip";
  const scrolls = (value) => value === "auto" || value === "scroll";
  const opaque = (it) => it.backgroundImage !== "none" || !/^(transparent|rgba\\(.*, 0\\))$/.test(it.backgroundColor);
  const holders = new Map(); // of an element: whether it is unseen, its layer, its box, what clips or scrolls it
  const holder = (element) => {
    if (!element || element === root) return { layer: null, box: null, windows: [], hidden: false, free: false };
    if (holders.has(element)) return holders.get(element);
    const [outer, it] = [holder(element.parentElement), style(element)];
    const area = element.getBoundingClientRect();
    const taken = it.position === "sticky" || it.position === "fixed";
    const covers = taken || (it.position === "absolute" && opaque(it));
    const framed = opaque(it) || (parseFloat(it.borderLeftWidth) && parseFloat(it.borderRightWidth));
    const inline = it.display === "inline";
    const open = scrolls(it.overflowX) || scrolls(it.overflowY);
    const none = it.clipPath === "inset(50%)" || it.opacity === "0" || (area.width * area.height < 2 && !inline);
    const own = {
      layer: covers ? element : outer.layer,
      box: framed && !inline && element !== document.body ? element : outer.box,
      windows: open ? [...outer.windows, area] : outer.windows,
      free: open || outer.free,
      hidden: outer.hidden || (none && it.display !== "contents"),
    };
    holders.set(element, own);
    return own;
  };
  const range = document.createRange();
  const rects = (node, start, end) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter((part) => part.width > 0.5);
  };
  const whole = (node, start, end) => new Set(rects(node, start, end).map((part) => Math.round(part.top))).size < 2;
  const line = (node, at) => rects(node, at, at + 1).at(-1)?.bottom; // a soft hyphen before it may come first
  const core = (box) => ({ // without the room above and below its small letters
    left: box.left + 0.75, right: box.right - 0.75,
    top: box.top + box.height * 0.28, bottom: box.bottom - box.height * 0.28,
  });
  const within = (area, panes) => { // what of it is seen where it scrolls
    for (const pane of panes) {
      [area.left, area.right] = [Math.max(area.left, pane.left), Math.min(area.right, pane.right)];
      [area.top, area.bottom] = [Math.max(area.top, pane.top), Math.min(area.bottom, pane.bottom)];
    }
    return area.left < area.right && area.top < area.bottom;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.matches("option, script, style") || element.closest(codes)) continue;
    const held = holder(element);
    if (held.hidden) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((line) => line.width > 0.5);
    if (!lines.length || lines.every((line) => line.bottom + scrollY <= 0)) continue;
    const several = lines.some((line) => Math.abs(line.top - lines[0].top) > line.height / 3);
    if (several) {
      for (const word of node.data.matchAll(/[\\p{L}\\p{N}’']{2,}/gu)) {
        if (word[0].length >= typed || whole(node, word.index, word.index + word[0].length)) continue;
        const letters = [...word[0]].map((_, i) => line(node, word.index + i)).filter((place) => place);
        if (letters.some((place) => Math.abs(place - letters[0]) > 3)) {
          found.push(`broken inside: "${word[0]}" in ${told(element)}`);
        }
      }
    }
    for (const line of lines) {
      if (!held.free && (line.right > width + 1 || line.left < -1)) {
        found.push(`beyond the screen's edge: "${short(node.data)}" in ${told(element)}`);
        break;
      }
      const box = held.box?.getBoundingClientRect();
      if (box && !held.free && (line.left < box.left - 1 || line.right > box.right + 1)) {
        found.push(`leaves its box: "${short(node.data)}" in ${told(held.box)} ${line.width.toFixed(0)} px`);
        break;
      }
      const middle = core(line);
      if (box && !held.free && (middle.top < box.top - 1 || middle.bottom > box.bottom + 1)) {
        found.push(`leaves its box at the top or bottom: "${short(node.data)}" in ${told(held.box)}`);
        break;
      }
    }
    for (const line of lines) {
      const area = core(line);
      if (within(area, held.windows)) texts.push({ ...area, node, element, layer: held.layer });
    }
  }
  for (const icon of document.body.querySelectorAll("svg")) {
    const held = holder(icon);
    const box = icon.getBoundingClientRect();
    const [small, large] = [Math.min(box.width, box.height), Math.max(box.width, box.height)];
    if (held.hidden || large > 40 || small < 4 || !seen(icon)) continue;
    const area = { left: box.left + 1.5, right: box.right - 1.5, top: box.top + 1.5, bottom: box.bottom - 1.5 };
    if (within(area, held.windows)) texts.push({ ...area, node: null, element: icon, layer: held.layer });
  }

  // No text lies over another, or over a small drawing.
  texts.sort((one, other) => one.top - other.top);
  const over = new Set();
  for (let i = 0; i < texts.length; i += 1) {
    const one = texts[i];
    for (let j = i + 1; j < texts.length && texts[j].top < one.bottom; j += 1) {
      const other = texts[j];
      if (one.node === other.node || one.layer !== other.layer) continue;
      if (one.left >= other.right || other.left >= one.right) continue;
      const key = `${told(one.element)} over ${told(other.element)}`;
      if (!over.has(key)) found.push(`one over the other: ${key}`);
      over.add(key);
    }
  }

  // Nothing that is to be read is cut off.
  for (const element of document.body.querySelectorAll("*")) {
    const it = style(element);
    const [wants, has] = [element.scrollWidth, element.clientWidth];
    if (scrolls(it.overflowX) && wants > has + 1 && !element.matches("pre, textarea") && seen(element)) {
      found.push(`has to be scrolled sideways: ${told(element)} ${wants} > ${has}`);
    }
    const button = element.matches("button, .button, summary") && it.display !== "inline" && !element.dataset.card;
    if (!button && !clips(it.overflowX) && !clips(it.overflowY) && it.textOverflow !== "ellipsis") continue;
    if (!element.textContent.trim() || element.closest(codes) || !seen(element) || holder(element).hidden) continue;
    if (wants > has + 1) found.push(`cut off: ${told(element)} ${wants} > ${has}`);
    const [tall, high] = [element.scrollHeight, element.clientHeight];
    if (clips(it.overflowY) && tall > high + 2) found.push(`cut off below: ${told(element)} ${tall} > ${high}`);
  }
  const rule = document.createElement("span");
  rule.style.cssText = "position: absolute; visibility: hidden; white-space: nowrap; width: max-content";
  for (const field of document.querySelectorAll("select, input[placeholder]")) {
    if (!seen(field) || (field.value && field.matches("input"))) continue;
    rule.textContent = field.matches("select") ? field.selectedOptions[0]?.textContent.trim() : field.placeholder;
    rule.style.fontFamily = style(field).fontFamily;
    for (const how of ["fontSize", "fontWeight", "letterSpacing"]) rule.style[how] = style(field)[how];
    document.body.append(rule);
    const padding = parseFloat(style(field).paddingLeft) + parseFloat(style(field).paddingRight);
    const wants = rule.offsetWidth + padding + (field.matches("select") ? 16 : 0);
    rule.remove();
    const has = field.clientWidth;
    if (wants > has + 1) found.push(`cut off: "${rule.textContent}" in ${told(field)} ${wants} > ${has}`);
  }

  if (!fingers) return found;
  for (const target of document.querySelectorAll("a[href], button, summary, select, input:not([type=hidden])")) {
    const whole = target.closest("label") ?? target;
    if (!target.checkVisibility({ visibilityProperty: true })) continue;
    const box = whole.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1 || box.bottom + scrollY <= 0) continue;
    const [small, large] = [Math.min(box.width, box.height), Math.max(box.width, box.height)].map((size) => size + 0.5);
    const lit = target.closest("[data-part], .in-bar")
      && target.matches("[name='choice'], [name='compose'], [data-index], .earlier, .later");
    if (small < (lit ? finger : least) || large < finger) {
      found.push(`too small for a finger: ${told(target)} ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`);
    }
  }
  return found;
}"""


@dataclass(frozen=True)
class Fonts:
    """What a device has for titles and for the rest."""

    name: str
    serif: str
    sans: str

    def sheet(self, size: int = 100) -> str:
        """Rules that put these in the place of the page's own."""
        fonts = f"--serif: {self.serif}, serif !important; --sans: {self.sans}, sans-serif !important"
        return f":root {{ {fonts}; {f'font-size: {size}% !important' if size != 100 else ''} }}"


WIDE = Fonts("wide", '"DejaVu Serif"', '"DejaVu Sans"')
NARROW = Fonts("narrow", '"Liberation Serif"', '"Liberation Sans Narrow", "Liberation Sans"')
BEGIN = "window.fonts = new CSSStyleSheet(); document.adoptedStyleSheets = [fonts]; fonts.replaceSync(`{sheet}`);"
"""A sheet of the script's own, there before the page is drawn: no rule of the page forbids it, so they all stay."""
MISSING = """(fonts) => {
  const pen = document.createElement("canvas").getContext("2d");
  const width = (font) => {
    pen.font = `72px ${font}`;
    return pen.measureText("Éminence, Wall & fifty").width;
  };
  const same = (font, other) => width(`${font}, ${other}`) === width(other);
  return fonts.filter((font) => same(font, "monospace") && same(font, "serif"));
}"""
"""Which fonts this machine does not have: what is tested in them is then tested in others."""


HEIGHTS = {683: 384, 2560: 1440}


def size_of(width: int) -> Any:
    """A screen of this width, as high as they come."""
    return {"width": width, "height": HEIGHTS.get(width, 740 if width < 700 else 768 if width < 1400 else 1080)}


PHONE: dict[str, Any] = {"viewport": size_of(NARROWEST), "is_mobile": True, "has_touch": True}


def begin_in_wide_fonts(person: Person) -> None:
    """Every page from now on is drawn in them from the beginning, and remembers how far it has reached meanwhile."""
    person.context.add_init_script(BEGIN.replace("{sheet}", WIDE.sheet()))
    person.context.add_init_script(DRAWING)


def put_on(page: Page, sheet: str) -> None:
    """Other fonts, or rules, on a page that began in fonts of ours."""
    page.evaluate("(sheet) => fonts.replaceSync(sheet)", sheet)


def dress(page: Page, fonts: Fonts, width: int, size: int = 100) -> None:
    """Show the page in these fonts on a screen of this width."""
    page.set_viewport_size(size_of(width))
    put_on(page, fonts.sheet(size))


def unfit(page: Page, where: str, *, fingers: bool = False) -> list[str]:
    """What does not fit, each with where it was seen. With `fingers`, targets are measured too."""
    screen = page.viewport_size
    assert screen
    found = page.evaluate(UNFIT, [FINGER, LEAST, fingers, screen["width"], TYPED, CODES])
    return [f"{where}: {what}" for what in found]
