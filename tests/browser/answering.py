"""How people answer what they are asked: with a mouse or a finger, by keyboard, or by plain forms without a script.

Nothing here knows a game. What an answer takes is found in the page: its button, the radio button that brings that
button into sight, or the composer of which the answer is a part.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import cycle

from playwright.sync_api import Locator

from tests.browser.composing import Composer, choices_of
from tests.browser.hands import Hands
from tests.browser.people import Person

REVEALED_BY = """(value) => {
  const buttons = [...document.querySelectorAll("button[name=choice]")].filter((button) => button.value === value);
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
"""The id of the radio button that brings the button of a choice into sight; nothing where it is seen already."""
SENDER = ".composer:not([hidden]) .composer-foot button"


def button_of(choice: str) -> str:
    return f'button[name="choice"][value="{choice}"]'


def follow(person: Person, button: Locator) -> None:
    """Press a button, and wait until the page is there to which it leads: else the old one might be answered twice."""
    with person.page.expect_navigation():
        button.click()


class Answering(ABC):
    """Somebody who answers, in a way of his own."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    @abstractmethod
    def press(self, button: str) -> None:
        """Press the button that a selector names."""

    @abstractmethod
    def mark(self, box: str) -> None:
        """Mark a check box, or the one of several radio buttons, by its id; or take the mark away."""

    @abstractmethod
    def carry(self, composer: Composer, at: int, to: int) -> None:
        """Move a card of a sequence to another place of it."""

    def answer(self, *answers: str) -> None:
        """Give small answers: one after the other, or as many together as the page wants to have."""
        rest = list(answers)
        while rest:
            if kind := self.person.state()["composing"]:
                with self.page.expect_request("**/answer") as sent:
                    self.compose(Composer(self.person, kind), rest)
                    self.send(SENDER)
                given = choices_of(sent.value)
            else:
                self.reveal(rest[0])
                self.send(button_of(rest[0]))
                given = rest[:1]
            assert given, "nothing was sent"
            assert given == rest[: len(given)]
            del rest[: len(given)]

    def reveal(self, choice: str) -> None:
        """Bring the button of a choice into sight: before a card is laid it is picked."""
        radio = self.page.evaluate(REVEALED_BY, choice)
        assert radio is not None, f"nothing leads to {choice!r}: {self.person.state()}"
        if radio:
            self.mark(radio)

    def send(self, button: str) -> None:
        """Press a button that answers, and wait until the page took the answer."""
        before = self.person.state()["ask"]
        self.press(button)
        self.person.wait_for(lambda now: now["ask"] != before and not now["busy"], f"{button} was not taken")

    # -- composers ---------------------------------------------------------------------------------------------------

    def compose(self, composer: Composer, answers: list[str]) -> None:
        """Put the first of these answers together, as many as go into one composition."""
        if composer.kind in ("order", "place"):
            self._put_in_order(composer, answers)
        elif composer.kind == "pick":
            self._pick(composer, answers)
        else:
            self._divide(composer, composer.wanted(answers))

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


class Pointing(Answering):
    """With a mouse, or with a finger where there is a touch screen."""

    def press(self, button: str) -> None:
        self.person.press(self.page.locator(f"{button}:visible").first)  # of cards that are alike, any

    def mark(self, box: str) -> None:
        self.person.press(self.page.locator(f"label:has(#{box})"))

    def carry(self, composer: Composer, at: int, to: int) -> None:
        composer.tap_to(composer.nth(at), composer.nth(to))


class Typing(Answering):
    """By keyboard alone; the focus is never lost, and can always be seen."""

    def __init__(self, person: Person) -> None:
        super().__init__(person)
        self.hands = Hands(person)
        self.keys = cycle(("Enter", "Space"))

    def press(self, button: str) -> None:
        at = self.hands.go_to(button)
        assert at["uncovered"], f"something lies over {at}"
        self.hands.press(next(self.keys))

    def mark(self, box: str) -> None:
        name = self.page.locator(f"#{box}").get_attribute("name")
        if self.page.locator(f"#{box}").get_attribute("type") == "checkbox":
            self.hands.go_to(f"#{box}")
            self.hands.press("Space")
            return
        self.hands.go_to(f'input[name="{name}"]')  # the Tab key leads to one of them, arrows to the others
        for _ in range(self.page.locator(f'input[name="{name}"]').count()):
            if (at := self.hands.focused())["id"] == box:
                break
            self.hands.press("ArrowRight")
        if not at["checked"]:
            self.hands.press("Space")
        assert self.hands.focused()["id"] == box
        assert self.hands.focused()["checked"]

    def carry(self, composer: Composer, at: int, to: int) -> None:
        self.hands.go_to(f"#{composer.nth(at).get_attribute('id')}")
        self.hands.press("Space", *["ArrowRight" if to > at else "ArrowLeft"] * abs(to - at), "Space")

    def send(self, button: str) -> None:
        super().send(button)
        assert self.hands.focused()["tag"] != "BODY", "the focus was lost after an answer"


class WithoutScript:
    """By plain forms: every small answer by itself."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def answer(self, choice: str) -> bool:
        """Give a small answer; whether it was sent at once."""
        box = self.page.locator(f'input[type="checkbox"][name="choice"][value="{choice}"]:not(:checked)')
        if box.count():  # several are marked, and sent together
            box.first.check()
            return False
        radio = self.page.evaluate(REVEALED_BY, choice)
        assert radio is not None, f"nothing leads to {choice!r}"
        if radio:
            self.page.locator(f"label:has(#{radio})").click()
        follow(self.person, self.page.locator(f"{button_of(choice)}:visible").first)
        return True
