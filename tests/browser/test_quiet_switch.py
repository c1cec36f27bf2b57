"""The switch for answers that tell nothing: switched with a finger, it answers for whoever wants that."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page

from tests.browser.answering import Pointing
from tests.browser.conftest import Come, Lay
from tests.browser.people import DESK, PHONE, all_here, until
from tests.games.caesar_cleopatra.situations import crowded
from tests.games.caesar_cleopatra.tables import CAESAR

LATEST = re.compile(r'(?<=<span id="latest">).*?(?=</span>)')
"""The last line of the story, which comes by itself: soon, but not always at once."""
WATCH = """(number) => {
  window.next = null;
  new MutationObserver(() => {
    const scene = document.querySelector("#scene > .scene");
    if (window.next || !(Number(scene?.dataset.number) > number)) return;
    const shown = [...document.querySelectorAll("button[name=choice]")].filter((one) => one.getClientRects().length);
    const choices = shown.map((button) => button.value);
    window.next = { scene: scene.outerHTML, turn: scene.dataset.turn === "yes", choices };
  }).observe(document.getElementById("scene"), { childList: true, subtree: true });
}"""


def quiet(page: Page) -> bool:
    return page.locator("#quiet-switch").get_attribute("aria-pressed") == "true"


def next_scene(page: Page) -> dict[str, Any]:
    """The table as it was first seen after that, however long ago this was: soon enough it is seen otherwise."""
    found: dict[str, Any] = until(lambda: page.evaluate("window.next"), "nothing is seen of what was played")
    return found


def test_whoever_holds_no_veto_is_not_asked_and_the_other_cannot_tell(sit_down: Come, lay: Lay) -> None:
    """Two tables that differ in nothing but where his veto is, in his hand or in his pile: she sees the same page while
    she waits for his answer, which comes by itself. Only he is asked, and only where he has something to choose."""
    her, him = sit_down(**DESK), sit_down(**PHONE)
    seen = []
    for held, to_come, asked in (("coup", "veto", []), ("veto", "coup", ["veto"])):
        position = crowded(his=f"1 3 4 {held} spy").piles(CAESAR, "1 2 3 4 5 5 4", f"{to_come} wrath")
        table = lay(position.match())
        her.sit(table)
        him.sit(table, 1)
        all_here(her, him)
        assert not quiet(him.page)
        him.press(him.page.locator("#quiet-switch"))
        until(lambda: quiet(him.page), "it does not switch")
        assert not quiet(her.page), "it is his own affair"

        for person in (her, him):
            person.page.evaluate(WATCH, person.state()["number"])
        Pointing(her).answer("play coup")
        waiting = next_scene(her.page)
        assert not waiting["turn"]
        assert next_scene(him.page)["choices"] == asked
        seen.append(LATEST.sub("", waiting["scene"].replace(table.path, "here")))
    assert seen[0] == seen[1]
    until(lambda: her.state()["turn"], "nobody answers for him")
