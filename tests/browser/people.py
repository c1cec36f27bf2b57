"""People with a browser: what they see, what they tap, and all that goes wrong before their eyes."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page

from tests.browser.guests import Guest, Playing, Table
from tests.browser.serving import Server

PATIENCE = 60.0
"""Seconds after which whatever a page should show is given up."""
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
SMALL_PHONE: Final[dict[str, Any]] = {**PHONE, "viewport": {"width": 320, "height": 640}}
TABLET: Final[dict[str, Any]] = {"viewport": {"width": 768, "height": 1024}}
LAPTOP: Final[dict[str, Any]] = {"viewport": {"width": 1024, "height": 700}}
DESK: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}

WATCHING = """
  window.watched = { violations: [], widest: 0, wide: [], scrolled: 0, lost: [] };
  document.addEventListener("securitypolicyviolation", (event) => {
    watched.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
  });
  let focused = false;
  window.look = () => {
    const [body, active] = [document.body, document.activeElement];
    if (active && active !== body) focused = true;
    else if (body && focused && document.hasFocus()) {
      watched.lost.push(document.getElementById("prompt")?.textContent ?? "");
    }
  };
  const measure = () => { // when a frame is drawn: before, the style sheets may still be on their way
    const [root, body] = [document.documentElement, document.body];
    const wide = Math.min(root.clientWidth, screen.width); // a phone makes room for what is too wide
    const beyond = Math.max(root.scrollWidth, body?.scrollWidth ?? 0) - wide;
    if (beyond > watched.widest) {
      const far = [...root.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > wide + 1);
      Object.assign(watched, { widest: beyond, wide: far.map((one) => one.outerHTML.slice(0, 80)).slice(-3) });
    }
    watched.scrolled = Math.max(watched.scrolled, Math.abs(scrollX));
  };
  const notice = () => {
    look();
    requestAnimationFrame(measure);
  };
  new MutationObserver(notice).observe(document, { childList: true, subtree: true });
  addEventListener("scroll", notice, { capture: true, passive: true });
"""
"""Looks whenever something changes: whether something reaches beyond the page, and whether the focus was lost."""

STATE = """() => {
  look();
  const scene = document.querySelector("#scene > .scene");
  if (!scene) return null;
  const shown = (button) => button.getClientRects().length > 0;
  return {
    number: Number(scene.dataset.number), happened: Math.floor(Number(scene.dataset.number) / 10000),
    turn: scene.dataset.turn === "yes", over: scene.dataset.over === "yes",
    ask: document.querySelector("#answer input[name=ask]")?.value ?? "",
    choices: [...document.querySelectorAll("button[name=choice]")].filter(shown).map((button) => button.value),
    composing: document.querySelector(".composer:not([hidden])")?.dataset.compose ?? "",
    told: Number(document.getElementById("story").lastElementChild?.dataset.number ?? -1),
    lines: document.getElementById("story").childElementCount,
    prompt: document.getElementById("prompt").textContent,
    busy: document.querySelectorAll("[aria-busy]").length > 0,
  };
}"""


def until(holds: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
    """Look again and again until something holds; what it then is."""
    deadline = time.monotonic() + patience
    while not (found := holds()):
        assert time.monotonic() < deadline, what
        time.sleep(0.02)
    return found


class Person:
    """Somebody in front of a page."""

    def __init__(self, server: Server, context: BrowserContext, *, scripted: bool = True) -> None:
        self.server = server
        self.context = context
        self.scripted = scripted
        self.errors: list[str] = []
        self.expected: tuple[str, ...] = ()
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(WATCHING)
        context.on("page", self._watch)
        self.page: Page = context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("console", lambda told: self.errors.append(told.text) if told.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    @classmethod
    def at(cls, server: Server, browser: Browser, *, motion: bool = False, **how: Any) -> Person:
        """Somebody with a fresh browser; motion is reduced unless it is the subject."""
        settings = {"locale": "en", "reduced_motion": "no-preference" if motion else "reduce", **DESK, **how}
        context = browser.new_context(base_url=server.url, **settings)
        return cls(server, context, scripted=settings.get("java_script_enabled", True))

    def be(self, guest: Guest) -> None:
        """Take over the seats of somebody without a browser."""
        self.cookie("eminence", guest.cookie)

    def sit(self, table: Table, seat: int = 0) -> Person:
        """Take a seat over and come to the table, connected: what others do from now on is seen here."""
        self.be(table.people[seat])
        self.page.goto(table.path)
        self.page.wait_for_selector("[data-live][data-connection=open]")
        self.page.evaluate("window.mark = 'never reloaded'")
        return self

    def leave(self) -> None:
        """Look at nothing any more."""
        self.page.goto("about:blank")

    def make_a_game(self, playing: Playing, name: str, *others: str) -> None:
        """From the front page to the room, or with bots alone to the table. The others are one friend if not told."""
        others = others or ("friend",)
        page = self.page
        page.goto("/")
        page.locator(f'a[href="/new/{playing.game}"]').click()
        page.locator("#name").fill(name)
        page.locator(f'input[name="seats"][value="{len(others) + 1}"]').check()
        for seat, other in enumerate(others, 1):
            page.locator(f"#seat-{seat}").select_option(other)
        for option, value in playing.options.items():
            page.locator(f'input[name="option.{option}"][value="{value}"]').check()
        page.locator("button.first").click()

    def cookie(self, name: str, value: str) -> None:
        self.context.add_cookies([{"name": name, "value": value, "url": self.server.url}])

    def arrive(self, pattern: str) -> str:
        """Wait until the page is at a path like this; the path.

        Not by `wait_for_url`: an answer and the stream may both lead to a table, and then one of them is cut short.
        """

        def path() -> str:
            try:
                there = self.page.evaluate("document.readyState === 'complete' && location.pathname")
            except Error:  # just between two pages
                return ""
            return there if there and re.fullmatch(pattern, there) else ""

        found: str = until(path, f"did not arrive at {pattern}")
        return found

    def source(self) -> str:
        """The page's markup, once it is there to its end: between two pages a browser shows an empty one."""

        def whole() -> str:
            try:
                shown = self.page.content()
            except Error:  # just between two pages
                return ""
            return shown if "</main>" in shown and shown.endswith("</html>") else ""

        found: str = until(whole, "there is no whole page")
        return found

    @property
    def touches(self) -> bool:
        """Whether the screen is touched, and there is no mouse."""
        return bool(self.page.evaluate("navigator.maxTouchPoints"))

    # -- the table ---------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """What the table shows now."""
        state: dict[str, Any] | None = self.page.evaluate(STATE)
        assert state is not None, f"no table at {self.page.url}"
        return state

    def wait_for(
        self, holds: Callable[[dict[str, Any]], bool], what: str = "the table did not change"
    ) -> dict[str, Any]:
        """Wait until the table shows something."""
        last: dict[str, Any] = {}

        def look() -> bool:
            last.update(self.state())
            return holds(last)

        deadline = time.monotonic() + PATIENCE
        while not look():
            assert time.monotonic() < deadline, f"{what}: {last}"
            time.sleep(0.02)
        return last

    def choose(self, choice: str) -> None:
        """Tap or click a button, wherever it is, and wait until the page took the answer."""
        self.send(
            self.page.locator(f'button[name="choice"][value="{choice}"]:visible').first
        )  # of cards that are alike, any

    def send(self, button: Locator) -> None:
        """Press a button that answers, and wait until the page took the answer."""
        before = self.state()["ask"]
        self.press(button)
        self.wait_for(lambda now: now["ask"] != before and not now["busy"], f"{button} was not taken")

    def press(self, target: Locator) -> None:
        """Tap with a finger, or click where there is no touch screen."""
        if self.touches:
            target.tap()
        else:
            self.page.mouse.move(0, 0)  # a card under a mouse at rest grows, and covers its neighbours
            target.click()

    def watched(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("(look(), watched)")
        return found

    def expect(self, *trouble: str) -> None:
        """That the browser complains of such things is part of the test."""
        self.expected += trouble

    def trouble(self) -> list[str]:
        """What went wrong before these eyes, and what the page's own rules forbade."""
        found = [error for error in self.errors if not any(one in error for one in self.expected)]
        return found + (self.page.evaluate("window.watched?.violations ?? []") if self.scripted else [])

    def assert_fits(self) -> None:
        """Nothing ever reached beyond the screen."""
        watched = self.watched()
        assert watched["widest"] <= 0, f"{watched['widest']} px wider than the screen: {watched['wide']}"
        assert watched["scrolled"] == 0, "the page was scrolled sideways"

    def close(self) -> None:
        self.context.close()


def all_here(*people: Person) -> None:
    """Wait until everybody at a table sees everybody else there: then nothing more is drawn anew on that account."""
    for person in people:
        until(lambda: person.page.locator(".seats .away").count() == 0, "somebody is not seen to be there")  # noqa: B023


def counted(person: Person) -> list[int]:
    """What everybody has in the final count that a page shows: the sums are right."""
    assert person.page.locator("#count-title").is_visible()
    ledger = person.page.locator(".ledger")
    totals = [numbers(points)[0] for points in ledger.locator("tfoot .points").all_inner_texts()]
    lines = [numbers(points)[0] for points in ledger.locator("tbody .points").all_inner_texts()]
    assert totals == [sum(lines[seat :: len(totals)]) for seat in range(len(totals))]
    return totals


def numbers(text: str) -> list[int]:
    """All numbers in a text, in any language."""
    return [int(number.replace("−", "-")) for number in re.findall(r"[+−-]?\d+", text)]
