"""Composers, as people use them: with a mouse, with a finger, by keyboard."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Locator, Request

from tests.browser.people import Person, until

ASKS_BACK = """(button) => {
  if (button.matches(".first")) return false;
  const form = button.closest("[data-compose='form']");
  if (!form) return Boolean(button.closest(".composer").querySelector("[data-sure]"));
  return Boolean(button.dataset.sure ?? form.querySelector("[data-forecast] > *")?.dataset.sure);
}"""
"""Whether a button asks first whether that is meant."""
FIELDS = """(form) => [...form.querySelectorAll("[data-q] :is(input, select)")].map((field) => ({
  id: field.id, q: field.closest("[data-q]").dataset.q, when: field.closest("[data-q]").dataset.when ?? "",
  kind: field.matches("select") ? "select" : field.type,
  value: field.value, checked: field.checked ?? false, sends: field.dataset.sends ?? "",
  options: field.matches("select") ? [...field.options].map((option) => option.value) : [],
  row: field.closest("[data-row]")?.dataset.row ?? "",
  asked: !field.closest("[data-q]").hidden, folded: field.closest("details:not([open])")?.id ?? "",
}))"""
"""The fields of a form, as the script reads them."""
STEPS = 8
"""A pointer does not jump: in so many moves it goes from one place to another."""
SLOWLY = 0.25
"""Seconds that each of these moves of a finger is said to have taken."""


class Composer:
    """An answer of several small ones, which somebody puts together."""

    def __init__(self, person: Person, kind: str) -> None:
        self.person = person
        self.page = person.page
        self.kind = kind
        person.look_first()
        self.box = person.page.locator(f'.composer[data-compose="{kind}"]:not([hidden])')
        self.box.wait_for()
        self.cards = self.box.locator("button[data-index]")
        self.nth = self.cards.nth
        """The card that lies at a place now, counted from 0."""
        self.sender = self.box.locator(".composer-foot button")
        self.reason = self.box.locator(".composer-reason")

    def lie(self) -> list[str]:
        """The cards in the order in which they lie now, each by what it is to the rules."""
        return list(self.cards.evaluate_all("cards => cards.map((card) => card.dataset.choice ?? card.dataset.face)"))

    def sides(self) -> list[list[str]]:
        """The cards of each of the two sides."""
        faces = "[...side.querySelectorAll('[data-face]')].map((card) => card.dataset.face)"
        return list(self.box.locator("[data-side]").evaluate_all(f"sides => sides.map((side) => {faces})"))

    def wanted(self, answers: list[str]) -> dict[str, int]:
        """How many cards of each face lie on the first side, so that these answers are sent."""
        faces = (self.box.get_attribute("data-faces") or "").split()
        sends = self.box.get_attribute("data-sends") or ""
        said = [answer.removeprefix(sends.partition("{")[0]) for answer in answers]
        if "{n}" in sends:
            return {face: int(many) for face, many in zip(faces, said, strict=False)}
        nothing = self.box.get_attribute("data-none")
        return {face: 0 if said[0] == nothing else said[0].count(face) for face in faces}

    def fields(self) -> list[dict[str, Any]]:
        """Of a form."""
        return list(self.box.evaluate(FIELDS))

    def asks_back(self, sender: str) -> bool:
        """Whether a button asks first whether that is meant."""
        return bool(self.page.locator(sender).evaluate(ASKS_BACK))

    def held(self) -> list[str]:
        """What is picked up."""
        return list(self.box.locator('[aria-pressed="true"]').evaluate_all("cards => cards.map((card) => card.id)"))

    def tap_to(self, card: Locator, place: Locator) -> None:
        """Tap a card, then where it should go."""
        for one in (card, place):
            self.person.press(one)

    def drag(self, card: Locator, to: Locator) -> None:
        """Press on a card, carry it, let go over another place: with the mouse, or on a touch screen with a finger."""
        card.evaluate("card => card.scrollIntoView({ block: 'center', behavior: 'instant' })")
        (x, y), (to_x, to_y) = _middle(card), _middle(to)
        if not self.person.touches:
            mouse = self.page.mouse
            mouse.move(x, y)
            mouse.down()
            mouse.move(to_x, to_y, steps=STEPS)
            mouse.up()
            return
        wire = self.person.context.new_cdp_session(self.page)
        kinds = ["touchStart", *["touchMove"] * STEPS, "touchEnd"]
        for step, kind in enumerate(kinds):
            at = {"x": x + (to_x - x) * step / STEPS, "y": y + (to_y - y) * step / STEPS}
            when = time.time() - (len(kinds) - step) * SLOWLY  # or the next tap would be there to stop a fling
            points = [] if kind == "touchEnd" else [at]
            wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": when})
        wire.detach()

    def becomes(self, lie: list[str]) -> None:
        """Wait until the cards lie like this."""
        until(lambda: self.lie() == lie, f"the cards do not lie like {lie}:", self.lie)

    def send(self) -> list[str]:
        """Send what was composed, and wait until the page took it; the choices as they went over the wire."""
        with self.page.expect_request("**/answer") as sent, self.person.answering():
            self.person.press(self.sender)
        return choices_of(sent.value)


def _middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box, f"{target} is not there"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def choices_of(answer: Request) -> list[str]:
    """What was chosen, in order."""
    return parse_qs(answer.post_data or "").get("choice", [])
