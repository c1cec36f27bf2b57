"""A companion in a browser: what is tapped, typed and seen on it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from typing import Any, Final

import eminence
from eminence.companion import chests, codes
from eminence.core.companion import Box
from tests.browser.people import Person

GAME: Final = "deal_with_the_devil"
PATH: Final = f"/companion/{GAME}/en"
COLOURS: Final = ("Red", "Blue", "Green", "Yellow")

DRAWS = """(numbers) => {
  const drawn = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (into) => {
    if (into instanceof Uint32Array && numbers.length) { into[0] = numbers.shift(); return into; }
    return drawn(into);
  };
}"""
"""What the page draws from now on: nothing else of it is touched."""

TYPE = """const type = (code) => {
  document.getElementById("type").click();
  document.getElementById("digits").value = code;
  document.querySelector("#typing .first").click();
};
const seen = () => ({
  colour: document.body.dataset.colour === undefined ? null : Number(document.body.dataset.colour),
  name: document.getElementById("colour").textContent,
  note: document.getElementById("note").textContent,
  title: document.getElementById("stop-title").textContent,
  phase: document.getElementById("phase").textContent,
  round: [...document.getElementById("rounds").children].findIndex((one) => one.hasAttribute("aria-current")),
  open: document.getElementById("next").getAttribute("aria-disabled") === "false",
  scans: !document.getElementById("scan").hidden,
});
"""
EVENING = (
    """async ([orders, most]) => {"""
    + TYPE
    + """
  const went = [];
  let held = 0;
  const last = document.getElementById("rounds").childElementCount - 1;
  for (let stop = 0; stop < 200; stop += 1) {
    let now = seen();
    if (now.scans) {
      const order = orders.shift();
      const came = [];
      went.push([now.round, now.title, came]);
      for (const [mark, code] of order.chests) {
        if (held === most) return went;
        held += 1;
        type(code);
        now = seen();
        came.push([mark, now.colour, now.name, now.open]);
        if (order.leave && came.length === order.leave) break;
      }
      for (let back = 0; back < order.back; back += 1) document.getElementById("back").click();
      if (order.back) continue;
    }
    if (now.round === last && !now.scans && document.getElementById("next").textContent === end) return went;
    document.getElementById("next").click();
  }
  throw new Error("it never ends");
}"""
)
"""A whole game on the real page, by its buttons: each scan by the orders, which may leave one and go back; or so many
chests of it."""

WISH = """(wishes) => {
  for (const wish of wishes) {
    document.getElementById("ready").click();
    wish.forEach((value, role) => {
      document.querySelector(`#wish input[name=wish-${role}][value="${value}"]`).checked = true;
    });
    document.querySelector("#wish .first").click();
  }
}"""
"""What each wishes, entered one after another."""


class Device:
    """A companion, opened by somebody."""

    def __init__(self, person: Person, path: str = PATH, running: bool = False) -> None:
        """`running`: a game is kept there already."""
        self.person, self.page = person, person.page
        self.box = the_box()
        self.chance = random.Random(16)
        self.page.goto(path)
        self.page.locator("#stop-title" if running else "#new").wait_for()

    def code(self, mark: int) -> str:
        """A code of a chest, as printed on it."""
        return codes.fresh(mark, len(self.box.marks), self.chance.randrange)

    def draws(self, *numbers: int) -> None:
        self.page.evaluate(DRAWS, list(numbers))

    def begin(self, assignment: int, schedule: int, wishes: Sequence[Sequence[int]] = ()) -> None:
        """A new game in which that is drawn; with wishes, by colour and role, each enters theirs before."""
        if not wishes:
            self.draws(assignment, schedule)
            self.page.locator("#new").click()
            return
        self.draws(sum(chests.weights(self.box, wishes)[:assignment]), schedule)
        self.page.locator("#new-wishes").click()
        self.page.evaluate(WISH, [list(wish) for wish in wishes])

    def type(self, code: str) -> dict[str, Any]:
        self.page.evaluate(f"(code) => {{ {TYPE} type(code); }}", code)
        return self.seen

    def scan(self, mark: int) -> dict[str, Any]:
        return self.type(self.code(mark))

    @property
    def seen(self) -> dict[str, Any]:
        return dict(self.page.evaluate(f"() => {{ {TYPE} return seen(); }}"))

    def on(self) -> None:
        """Next, whether it is open or not."""
        self.page.locator("#next").click(force=True)

    def settle(self) -> None:
        """Wait until it knows that there is no camera: it is asked for at every scan, and the answer takes a moment."""
        if self.seen["scans"]:
            self.page.locator("#camera").wait_for()

    def on_to_scan(self) -> None:
        """From a scan that is done, or from before it, to the next one."""
        self.on()
        while not self.seen["scans"]:
            self.on()

    def back(self) -> None:
        self.page.locator("#back").click()

    def evening(self, orders: Iterable[dict[str, Any]], most: int = -1) -> list[Any]:
        """The rest of a game, or so many chests of it: per scan the round, the title, and for each chest its mark, the
        colour, its name, and whether one may go on."""
        script = EVENING.replace("=== end", f"=== {json.dumps(self.page.locator('#main').evaluate(COUNT))}")
        return list(self.page.evaluate(script, [list(orders), most]))

    def order(self, marks: Iterable[int], back: int = 0, leave: int = 0) -> dict[str, Any]:
        return {"chests": [[mark, self.code(mark)] for mark in marks], "back": back, "leave": leave}

    def end(self) -> None:
        """End the game, by the menu."""
        self.page.get_by_role("button", name="Menu").click()
        for _ in range(2):
            self.page.locator("#end").click()

    @property
    def kept(self) -> dict[str, str]:
        """All that the browser keeps for the page where a player could glance."""
        return dict(self.page.evaluate("({ ...localStorage })"))


COUNT = "(main) => JSON.parse(main.dataset.told).words.count"


def the_box() -> Box:
    box = eminence.game(GAME).companion
    assert box
    return box
