"""How people answer what they are asked: with a mouse or a finger, by keyboard, or by plain forms without a script.

Nothing here knows a game. What an answer takes is found in the page: its button, the radio button that brings that
button into sight, or the composer of which the answer is a part.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle
from typing import Any

from playwright.sync_api import Locator

from tests.browser.composing import Composer, choices_of
from tests.browser.people import Person, until

REVEALED_BY = """(value) => {
  const buttons = [...document.querySelectorAll("button[name=choice]")].filter((button) => button.value === value);
  const folded = buttons.map((button) => button.closest("details:not([open])"));
  if (folded.length && folded.every(Boolean)) return folded[0].id; // what lies there has a place, and is not seen
  const shown = () => buttons.some((button) => button.getClientRects().length);
  if (shown()) return "";
  for (const radio of document.querySelectorAll("#scene input[type=radio]")) {
    const was = [...document.getElementsByName(radio.name)].find((one) => one.checked);
    radio.checked = true;
    const found = shown();
    radio.checked = false;
    if (was) was.checked = true;
    if (found) return radio.id;
  }
  return null;
}"""
"""The id of the radio button that brings the button of a choice into sight, or of what has to be unfolded for it;
nothing where it is seen already."""
UNFOLDS = "> summary"
SENDER = ".composer:not([hidden]) .composer-foot button"

FOCUSED = """(wanted) => {
  const element = document.activeElement;
  const outlined = (one) => {
    const style = getComputedStyle(one);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  const [box, view] = [element.getBoundingClientRect(), document.documentElement];
  const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return {
    here: !!wanted && element.matches(wanted), checked: !!element.checked, href: element.getAttribute("href") ?? "",
    tag: element.tagName, id: element.id, name: element.name ?? "", value: element.value ?? "",
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


def button_of(choice: str) -> str:
    return f'button[name="choice"][value="{choice}"]'


def revealing(person: Person, choice: str) -> str:
    """The radio button, by its id, that brings a choice into sight: before a card is laid it is picked. Or what has to
    be unfolded."""
    found = person.page.evaluate(REVEALED_BY, choice)
    assert found is not None, f"nothing leads to {choice!r}: {person.page.url}"
    return str(found)


class Pointing:
    """Somebody who answers with a mouse, or with a finger where there is a touch screen."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def press(self, button: str) -> None:
        """Press the button that a selector names: of cards that are alike, any."""
        self.person.press(self.page.locator(f"{button}:visible").first)

    def mark(self, box: str) -> None:
        """Mark a check box, or the one of several radio buttons, by its id; or take the mark away."""
        self.person.press(self.page.locator(f"label:has(#{box})"))

    def reveal(self, hiding: str) -> None:
        """Pick, or unfold, what has a choice in it."""
        summary = f"#{hiding} {UNFOLDS}"
        self.press(summary) if self.page.locator(summary).count() else self.mark(hiding)

    def carry(self, composer: Composer, at: int, to: int) -> None:
        """Move a card of a sequence to another place of it."""
        composer.tap_to(composer.nth(at), composer.nth(to))

    def answer(self, *answers: str) -> None:
        """Give small answers: one after the other, or as many together as the page wants to have."""
        rest = list(answers)
        while rest:
            with self.page.expect_request("**/answer") as sent, self.person.answering():
                if kind := self.person.state()["composing"]:
                    composer = Composer(self.person, kind)
                    sender = self.compose(composer, rest)
                    if composer.asks_back(sender):
                        self.press(sender)  # it asks whether that is meant
                    self.press(sender)
                else:
                    if hiding := revealing(self.person, rest[0]):
                        self.reveal(hiding)
                    self.press(button_of(rest[0]))
            given = choices_of(sent.value)
            assert given, "nothing was sent"
            # what belongs together goes on to its end, and may stand in another order in the form
            assert sorted(given[: len(rest)]) == sorted(rest[: len(given)]), (given, rest)
            del rest[: len(given)]

    # -- composers ---------------------------------------------------------------------------------------------------

    def compose(self, composer: Composer, answers: list[str]) -> str:
        """Put the first of these answers together, as many as go into one composition; the button that sends it."""
        if composer.kind == "form":
            return Filling(self, composer, answers).sender()
        if composer.kind in ("order", "place"):
            self._put_in_order(composer, answers)
        elif composer.kind == "pick":
            self._pick(composer, answers)
        else:
            self._divide(composer, composer.wanted(answers))
        return SENDER

    def count_up(self, field: str, by: int) -> None:
        """Make a number larger."""
        for _ in range(by):
            self.press(f'.stepper:has(#{field}) [data-step="1"]')

    def select(self, field: str, value: str) -> None:
        """Choose one of a list."""
        self.page.locator(f"#{field}").select_option(value)

    def _put_in_order(self, composer: Composer, answers: list[str]) -> None:
        for to, choice in enumerate(answers):
            lie = composer.lie()
            if choice not in lie[to:]:
                break
            if (at := lie.index(choice, to)) != to:
                self.carry(composer, at, to)
            assert composer.lie()[to] == choice

    def _pick(self, composer: Composer, answers: list[str]) -> None:
        last = composer.sender.get_attribute("value") or ""
        wanted = answers[: answers.index(last)]
        for box in composer.box.locator("input:not(:disabled)").all():
            value = box.get_attribute("value") or ""
            if wants := value in wanted:
                wanted.remove(value)
            if wants != box.is_checked():
                self.mark(box.get_attribute("id") or "")
        assert not wanted, f"cannot be picked: {wanted}"

    def _divide(self, composer: Composer, wanted: dict[str, int]) -> None:
        """So many of each face on the first side, all others on the second. A full side takes no more, so out first."""
        for side, way in (("first", -1), ("last", 1)):
            for face, many in wanted.items():
                for _ in range((many - composer.sides()[0].count(face)) * way):
                    card = composer.box.locator(f'[data-side]:{side}-child button[data-face="{face}"]').first
                    self.press(f"#{card.get_attribute('id')}")
        lie = composer.sides()[0]
        assert {face: lie.count(face) for face in wanted} == wanted, lie


class Filling:
    """A form that is filled in so that these answers are sent."""

    def __init__(self, hands: Pointing, composer: Composer, answers: list[str]) -> None:
        self.hands = hands
        self.composer = composer
        self.answers = answers
        self.done: set[str] = set()
        """The parts that have their answer."""
        self.last = ""
        """The part that was answered last."""

    def sender(self) -> str:
        """Fill it in; the button that sends it, once it may be pressed."""
        rest = self.in_rows() if any(field["row"] for field in self.composer.fields()) else list(self.answers)
        found = SENDER
        for field in self.composer.fields():
            if field["kind"] == "checkbox" and field["checked"] and field["asked"] and field["value"] not in rest:
                self.reveal(field)
                self.hands.mark(field["id"])
        while rest:
            if last := self.with_last(rest):
                found = last
                break
            self.give(rest.pop(0))
        until(lambda: not self.hands.person.state()["busy"], "what would come of it is never told")
        until(lambda: self.composer.page.locator(found).is_enabled(), f"cannot be sent: {self.answers}")
        return found

    def with_last(self, rest: list[str]) -> str:
        """The button that adds what is to be answered next, as much of it as may be: what then follows is the answer to
        another question."""
        there = set(self.composer.page.locator(SENDER).evaluate_all("all => all.map((one) => one.dataset.last)"))
        every = ("|".join(rest[:many]) for many in range(len(rest), 0, -1))
        return next((f'{SENDER}[data-last="{last}"]' for last in every if last in there), "")

    def in_rows(self) -> list[str]:
        """Rows that are counted, but for those that have an answer of their own: these are sent in the order of the
        rows, whatever the order in which they were thought of."""
        suffers = [answer for answer in self.answers if answer.startswith("suffer")]
        counted = [
            *["+show"] * int(self.answers[0].split()[1]),
            *["+spend"] * int(self.answers[1].split()[1]),
        ]
        rows: dict[str, list[dict[str, Any]]] = {}
        for field in self.composer.fields():
            if field["row"]:
                rows.setdefault(field["row"], []).append(field)
        sent = []
        for fields in rows.values():
            own = next(field["value"] for field in fields if field["value"].startswith("suffer"))
            wanted = suffers.pop(suffers.index(own)) if own in suffers else counted.pop(0)
            sent += [own] if wanted == own else []
            (field,) = (field for field in fields if field["value"] == wanted)
            if not field["checked"]:
                self.hands.mark(field["id"])
        assert not suffers
        self.answers[2 : 2 + len(sent)] = sent
        return []

    def give(self, answer: str) -> None:
        """Fill in the next part that can be answered like this."""
        fields = sorted(self.composer.fields(), key=lambda field: not self.last or field["when"] != self.last)
        boxes = {field["q"] for field in fields if field["kind"] == "checkbox"}
        for field in fields:  # first of all what hangs on the part before
            if field["q"] in self.done or not field["asked"]:
                continue
            if field["when"] in boxes and field["when"] != self.last:
                continue  # what hangs on another box is said of that; where there is no choice, nothing is asked
            if field["kind"] in ("radio", "checkbox") and field["value"] == answer:
                self.last = field["when"] or field["q"]
                if not field["checked"]:
                    self.reveal(field)
                    self.hands.mark(field["id"])
                self.done |= {field["q"]} if field["kind"] == "radio" else set()
                return
            if field["kind"] == "select" and answer in field["options"]:
                if field["value"] != answer:
                    self.reveal(field)
                    self.hands.select(field["id"], answer)
                self.done.add(field["q"])
                return
            wanted = re.fullmatch(re.escape(field["sends"]).replace(r"\{n\}", r"(\d+)"), answer)
            if field["kind"] == "number" and wanted and field["sends"]:
                self.reveal(field)
                self.hands.count_up(field["id"], int(wanted[1]) - int(field["value"]))
                self.done.add(field["q"])
                return

    def reveal(self, field: dict[str, Any]) -> None:
        if field["folded"]:
            self.hands.reveal(field["folded"])


class Typing(Pointing):
    """Somebody who has a keyboard and nothing else; the focus can always be seen."""

    def __init__(self, person: Person) -> None:
        super().__init__(person)
        self.keys = cycle(("Enter", "Space"))

    def focused(self, wanted: str = "") -> dict[str, Any]:
        """What has the focus; `here` says whether a selector names it."""
        return dict(self.page.evaluate(FOCUSED, wanted))

    def tab_to(self, wanted: Callable[[dict[str, Any]], bool], key: str = "Tab", name: str = "") -> dict[str, Any]:
        """Press Tab until the focus is where we want it; it can be seen at every stop."""
        for _ in range(120):
            self.person.keys(key)
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

    def press(self, button: str) -> None:
        at = self.go_to(button)
        assert at["uncovered"], f"something lies over {at}"
        self.person.keys(next(self.keys))

    def count_up(self, field: str, by: int) -> None:
        self.go_to(f"#{field}")
        self.person.keys(*["ArrowUp"] * by)

    def select(self, field: str, value: str) -> None:
        self.go_to(f"#{field}")
        values = self.page.locator(f"#{field} option").evaluate_all("all => all.map((one) => one.value)")
        at, to = values.index(self.focused()["value"]), values.index(value)
        self.person.keys(*["ArrowDown" if to > at else "ArrowUp"] * abs(to - at))

    def mark(self, box: str) -> None:
        there = self.page.locator(f"#{box}")
        if there.get_attribute("type") == "checkbox":
            self.go_to(f"#{box}")
            self.person.keys("Space")
            return
        alike = f'input[name="{there.get_attribute("name")}"]'
        self.go_to(alike)  # the Tab key leads to one of them, arrows to the others
        for _ in range(self.page.locator(alike).count()):
            if (at := self.focused())["id"] == box:
                break
            self.person.keys("ArrowRight")
        if not at["checked"]:
            self.person.keys("Space")
        assert (self.focused()["id"], self.focused()["checked"]) == (box, True)

    def carry(self, composer: Composer, at: int, to: int) -> None:
        self.go_to(f"#{composer.nth(at).get_attribute('id')}")
        self.person.keys("Space", *["ArrowRight" if to > at else "ArrowLeft"] * abs(to - at), "Space")


class WithoutScript:
    """By plain forms: every small answer by itself."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def follow(self, button: Locator) -> None:
        """Press a button, and wait for the page to which it leads: else the old one might be answered twice."""
        with self.page.expect_navigation():
            button.click()

    def answer(self, choice: str) -> bool:
        """Give a small answer; whether it was sent at once."""
        self.person.look_first()
        box = self.page.locator(f'input[type="checkbox"][name="choice"][value="{choice}"]:not(:checked)')
        if box.count():  # several are marked, and sent together
            box.first.check()
            return False
        if hiding := revealing(self.person, choice):
            self.page.locator(f"label:has(#{hiding}), #{hiding} {UNFOLDS}").click()
        self.follow(self.page.locator(f"{button_of(choice)}:visible").first)
        return True
