"""A whole match by keyboard alone, from the front page to the final count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.guests import Guest, dealt
from tests.browser.people import DESK, Person, choose_among, until

FOCUSED = """() => {
  const element = document.activeElement;
  const style = getComputedStyle(element);
  const [box, view] = [element.getBoundingClientRect(), document.documentElement];
  const bar = document.querySelector(".ask")?.getBoundingClientRect();
  const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return {
    tag: element.tagName, id: element.id, name: element.name ?? "", value: element.value ?? "",
    href: element.getAttribute("href") ?? "", label: element.getAttribute("aria-label") || element.innerText || "",
    visible: element.matches(":focus-visible"),
    outline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    inView: box.width > 0 && box.bottom > 0 && box.top < view.clientHeight,
    uncovered: !!middle && (element.contains(middle) || middle.contains(element)),
  };
}"""


class Hands:
    """Somebody who has a keyboard and nothing else."""

    def __init__(self, person: Person) -> None:
        self.page = person.page

    def focused(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(FOCUSED)
        return found

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, wanted: Callable[[dict[str, Any]], bool], key: str = "Tab") -> dict[str, Any]:
        """Press Tab until the focus is where we want it; it can be seen at every stop."""
        for _ in range(120):
            self.press(key)
            now = self.focused()
            if now["tag"] != "BODY":
                assert now["visible"], now
                assert now["outline"], f"nobody sees the focus on {now}"
                if not now["inView"]:  # it may take a frame to come into view
                    until(lambda: self.focused()["inView"], f"the focus is out of view: {now}")
            if wanted(now):
                return now
        raise AssertionError("the Tab key does not lead there")


def test_a_match_by_keyboard_alone_to_the_final_count(sit_down: Callable[..., Person]) -> None:
    person = sit_down(**DESK)
    hands, page = Hands(person), person.page
    page.goto("/")
    hands.tab_to(lambda now: now["href"] == "/new/richelieu")
    hands.press("Enter")
    page.wait_for_url("**/new/richelieu")
    hands.tab_to(lambda now: now["name"] == "name")
    page.keyboard.type("Anne")
    hands.tab_to(lambda now: now["name"] == "seat.1")
    while hands.focused()["value"] != "page":
        hands.press("ArrowDown")
    hands.tab_to(lambda now: now["name"] == "option.short")
    while hands.focused()["value"] != "1":
        hands.press("ArrowRight")
    hands.tab_to(lambda now: now["tag"] == "BUTTON" and not now["name"])
    hands.press("Enter")
    person.arrive("/table/.*")

    answers = 0
    backwards = False
    while True:
        now = person.wait_for(lambda state: state["over"] or (state["turn"] and not state["busy"]))
        if now["over"]:
            break
        wish = choose_among(now["choices"], answers)
        kind = wish.split()[0]
        at = hands.focused()
        if at["name"] != "choice" or at["value"].split()[0] != kind:
            # From the prompt the cards lie before, from the top of the page behind.
            backwards = at["id"] == "prompt" and kind != "no"
            at = hands.tab_to(
                lambda found: found["name"] == "choice" and found["value"].split()[0] == kind,  # noqa: B023
                "Shift+Tab" if backwards else "Tab",
            )
        assert at["uncovered"], f"something lies over {at}"
        hands.press(("Enter", "Space")[answers % 2])
        answers += 1
        person.wait_for(lambda state: state["ask"] != now["ask"] and not state["busy"])  # noqa: B023
        assert hands.focused()["tag"] != "BODY", "the focus was lost after an answer"

    assert person.watched()["lost"] == []
    assert page.locator("#count-title").is_visible()
    assert hands.focused()["tag"] != "BODY"
    hands.tab_to(lambda now: now["href"].endswith("/match.json"), "Shift+Tab")
    assert answers > 10
    person.assert_calm()


def test_arrows_go_from_card_to_card_and_ask_why(sit_down: Callable[..., Person], guest: Callable[..., Guest]) -> None:
    """Cards that may not be taken are not in the way of the Tab key, but the arrows reach them, and they say why."""
    anne = guest("Anne")
    table = dealt(anne, guest("Gaston"))
    person = sit_down(**DESK)
    person.be(anne)
    person.page.goto(table.path)
    hands = Hands(person)

    hands.tab_to(lambda now: now["value"] == "take 1L")
    hands.press("ArrowRight")
    inner = hands.focused()
    assert (inner["name"], inner["value"]) == ("why", "mark 1.2")
    hands.press("ArrowDown")
    assert hands.focused()["value"] == "mark 2.2"
    hands.press("ArrowLeft")
    assert hands.focused()["value"] == "take 2L"
    hands.press("ArrowUp", "ArrowRight", "Enter")
    because = person.page.locator(".ask .because")
    because.wait_for()
    assert because.inner_text() == "Only a card at the left or right end of a row may be taken."
    assert hands.focused()["value"] == "mark 1.2", "the focus stays on the card"
    assert hands.focused()["visible"]

    hands.tab_to(lambda now: now["tag"] == "SUMMARY")
    hands.press("Enter")
    rule = person.page.locator("#rule .rule-text")
    assert rule.is_visible()
    hands.press("Tab", "Escape")
    assert not rule.is_visible()
    assert hands.focused()["tag"] == "SUMMARY"
    assert person.watched()["lost"] == []
    person.assert_calm()


def test_the_skip_link_leads_past_the_header(sit_down: Callable[..., Person]) -> None:
    person = sit_down()
    person.page.goto("/rules/richelieu")
    hands = Hands(person)
    hands.press("Tab")
    assert hands.focused()["href"] == "#main"
    hands.press("Enter")
    assert hands.focused()["id"] == "main"
