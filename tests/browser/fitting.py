"""Whether a page fits its screen: nothing beyond its edges, no text cut off, everything large enough for a finger."""

from __future__ import annotations

from playwright.sync_api import Page

FINGER = 44
"""Pixels that a target has in one direction at least; what is chosen or moved on the table has them in both."""
LEAST = 24
"""Pixels that every target has in both directions."""

UNFIT = """([finger, least, fingers]) => {
  const found = [];
  const root = document.documentElement;
  const beyond = Math.max(root.scrollWidth, document.body.scrollWidth) - root.clientWidth;
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    const shown = element.checkVisibility({ visibilityProperty: true });
    return shown && box.width > 1 && box.height > 1 && box.bottom + scrollY > 0;
  };
  const told = (element) => {
    const text = (element.getAttribute("aria-label") || element.textContent).trim().replace(/\\s+/g, " ").slice(0, 60);
    return `<${element.tagName.toLowerCase()} ${element.id || element.className} ${element.value ?? ""}> "${text}"`;
  };
  if (beyond > 0) {
    const reaches = (one) => seen(one) && one.getBoundingClientRect().right > root.clientWidth + 1;
    const wide = [...document.body.querySelectorAll("*")].filter(reaches);
    found.push(`${beyond} px wider than the screen: ${wide.slice(0, 4).map(told).join(", ")}`);
  }
  for (const button of document.querySelectorAll("button, .button, summary, select")) {
    if (!seen(button) || getComputedStyle(button).display === "inline") continue;
    if (button.dataset.card) continue; // cards hold no text
    const [wants, has] = [button.scrollWidth, button.clientWidth];
    if (wants > has + 1) found.push(`cut off: ${told(button)} ${wants} > ${has}`);
  }
  if (!fingers) return found;
  for (const target of document.querySelectorAll("a[href], button, summary, select, input:not([type=hidden])")) {
    if (!seen(target)) continue;
    const label = target.closest("label");
    const box = (label ?? target).getBoundingClientRect();
    const [small, large] = [Math.min(box.width, box.height), Math.max(box.width, box.height)].map((size) => size + 0.5);
    const lit = target.matches("[data-part] :is([name='choice'], [name='compose'], [data-index], .earlier, .later)");
    if (small < (lit ? finger : least) || large < finger) {
      found.push(`too small for a finger: ${told(target)} ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`);
    }
  }
  return found;
}"""


def unfit(page: Page, where: str, *, fingers: bool = False) -> list[str]:
    """What does not fit, each with where it was seen. With `fingers`, targets are measured too."""
    return [f"{where}: {what}" for what in page.evaluate(UNFIT, [FINGER, LEAST, fingers])]
