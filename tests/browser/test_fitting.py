"""What does not fit a page is found by what looks for it."""

from __future__ import annotations

import sys

import pytest

from tests.browser.conftest import Come
from tests.browser.fitting import unfit, watch_drawing
from tests.browser.fonts import NARROWEST, WIDE, begin_in, missing, put_on, screen

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


def test_what_does_not_fit_is_found(sit_down: Come, capsys: pytest.CaptureFixture[str]) -> None:
    person = sit_down(**screen(NARROWEST))
    begin_in(person.context, WIDE)
    watch_drawing(person.context)
    page = person.page
    page.goto("/")
    if lacking := missing(page):
        with capsys.disabled():
            print(f"not on this machine, so pages are tested without: {', '.join(lacking)}", file=sys.stderr)
    assert unfit(page, "as it is") == []
    for fault, rules in FAULTS.items():
        put_on(page, WIDE.sheet() + rules)
        found = unfit(page, "")
        assert any(what.startswith(f": {fault}") or f"px {fault}" in what for what in found), f"{fault} {found}"
    put_on(page, WIDE.sheet())
    (while_drawn,) = unfit(page, "")
    assert while_drawn.endswith("wider than the screen while it was drawn"), "it was too wide for a while"
