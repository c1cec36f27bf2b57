"""What does not fit a page is found by what looks for it."""

from __future__ import annotations

import sys

import pytest

from tests.browser.conftest import Come
from tests.browser.fitting import MISSING, NARROW, PHONE, WIDE, begin_in_wide_fonts, put_on, unfit

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
    'cut off: "': ".plate-play select { max-width: 3rem; }",
}
"""What must be found, and rules that bring it about on the front page."""
TWO_FRAMES = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def test_what_does_not_fit_is_found(sit_down: Come, capsys: pytest.CaptureFixture[str]) -> None:
    person = sit_down(**PHONE)
    begin_in_wide_fonts(person)
    page = person.page
    page.goto("/")
    if lacking := page.evaluate(MISSING, [WIDE.serif, WIDE.sans, NARROW.serif, NARROW.sans]):
        with capsys.disabled():
            print(f"not on this machine, so pages are tested without: {', '.join(lacking)}", file=sys.stderr)
    assert unfit(page, "as it is") == []
    for fault, rules in FAULTS.items():
        put_on(page, WIDE.sheet() + rules)
        page.evaluate(TWO_FRAMES)  # so that it has been drawn, however busy the machine is
        found = unfit(page, "")
        assert any(what.startswith(f": {fault}") or f"px {fault}" in what for what in found), f"{fault} {found}"
    put_on(page, WIDE.sheet())
    (while_drawn,) = unfit(page, "")
    assert while_drawn.endswith("wider than the screen while it was drawn"), "it was too wide for a while"
