"""People who have a keyboard and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.people import Person, until

FOCUSED = """(wanted) => {
  const element = document.activeElement;
  const outlined = (one) => {
    const style = getComputedStyle(one);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  const [box, view] = [element.getBoundingClientRect(), document.documentElement];
  const bar = document.querySelector(".ask")?.getBoundingClientRect();
  const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return {
    here: !!wanted && element.matches(wanted),
    tag: element.tagName, id: element.id, name: element.name ?? "", value: element.value ?? "",
    checked: !!element.checked,
    href: element.getAttribute("href") ?? "", label: element.getAttribute("aria-label") || element.innerText || "",
    visible: element.matches(":focus-visible"),
    outline: [element, element.closest("label")].filter(Boolean).some(outlined),
    inView: box.width > 0 && box.bottom > 0 && box.top < view.clientHeight,
    uncovered: !!middle && (element.contains(middle) || middle.contains(element)),
  };
}"""


WHERE = """(wanted) => {
  const active = document.activeElement;
  if (active.matches(wanted)) return "here";
  const found = [...document.querySelectorAll(wanted)].find((one) => one.getClientRects().length);
  return found && active.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_PRECEDING ? "before" : "after";
}"""


class Hands:
    """Somebody who has a keyboard and nothing else."""

    def __init__(self, person: Person) -> None:
        self.page = person.page

    def focused(self, wanted: str = "") -> dict[str, Any]:
        """What has the focus; `here` says whether a selector names it."""
        found: dict[str, Any] = self.page.evaluate(FOCUSED, wanted)
        return found

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, wanted: Callable[[dict[str, Any]], bool], key: str = "Tab", name: str = "") -> dict[str, Any]:
        """Press Tab until the focus is where we want it; it can be seen at every stop."""
        for _ in range(120):
            self.press(key)
            now = self.focused(name)
            if now["tag"] != "BODY":
                assert now["visible"], now
                assert now["outline"], f"nobody sees the focus on {now}"
                if not now["inView"]:  # it may take a frame to come into view
                    until(lambda: self.focused()["inView"], f"the focus is out of view: {now}")
            if wanted(now):
                return now
        raise AssertionError(f"the Tab key does not lead there {name}")

    def go_to(self, wanted: str) -> dict[str, Any]:
        """Press Tab, forwards or backwards, until the focus is on what a selector names."""
        where = self.page.evaluate(WHERE, wanted)
        if where == "here":
            return self.focused()
        return self.tab_to(lambda now: bool(now["here"]), "Shift+Tab" if where == "before" else "Tab", wanted)
