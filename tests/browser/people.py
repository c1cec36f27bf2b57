"""People with a browser: what they see, what they tap, and all that goes wrong before their eyes."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page

from eminence.server.http.cookies import COOKIE
from tests.browser.wire import Wire
from tests.server.driving import Reached, Table

PATIENCE = 60.0
"""Seconds after which whatever a page should show is given up."""
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
SMALL_PHONE: Final[dict[str, Any]] = {**PHONE, "viewport": {"width": 320, "height": 640}}
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
    busy: document.querySelectorAll("[aria-busy]").length > 0,
  };
}"""


def until(holds: Callable[[], Any], what: str, shows: Callable[[], object] = str) -> Any:
    """Look again and again until something holds; what it then is."""
    deadline = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < deadline, f"{what} {shows()}"
        time.sleep(0.02)
    return found


class Person:
    """Somebody in front of a page, with a fresh browser; motion is reduced unless it is the subject."""

    def __init__(
        self, server: Reached, browser: Browser, *, by: Wire | None = None, motion: bool = False, **how: Any
    ) -> None:
        settings = {"locale": "en", "reduced_motion": "no-preference" if motion else "reduce", **DESK, **how}
        settings.setdefault("service_workers", "block")  # nothing stands between a page and the wire
        self.server = server
        self.url = by.url if by else server.url
        self.context = browser.new_context(base_url=self.url, **settings)
        self.scripted = settings.get("java_script_enabled", True)
        self.touches = bool(settings.get("has_touch"))
        self.errors: list[str] = []
        self.expected: tuple[str, ...] = ("Service Worker registration blocked",)  # by us: see above
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.add_init_script(WATCHING)
        self.context.on("page", self._watch)
        self.page: Page = self.context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("console", self._complained)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _complained(self, told: ConsoleMessage) -> None:
        if told.type in ("error", "warning"):
            self.errors.append(f"{told.text} {told.location.get('url', '')}")

    def cookie(self, name: str, value: str) -> None:
        self.context.add_cookies([{"name": name, "value": value, "url": self.url}])

    def be(self, person: str) -> None:
        """Take over the seats of somebody whom the house knows."""
        self.cookie(COOKIE, self.server.identities.write(person))

    def sit(self, table: Table, seat: int = 0) -> Person:
        """Take a seat over and come to the table, connected: what others do from now on is seen here."""
        self.leave()
        self.be(table.people[seat])
        self.page.goto(table.path)
        self.page.wait_for_selector("[data-live][data-connection=open]")
        self.mark()
        return self

    def leave(self) -> None:
        """Look at nothing any more: a page that is open asks as whoever one is now."""
        self.page.goto("about:blank")

    def mark(self) -> None:
        self.page.evaluate("window.mark = 'never reloaded'")

    def assert_undisturbed(self) -> None:
        """Since the mark the page was not loaded anew, and the focus was never lost."""
        assert self.page.evaluate("window.mark") == "never reloaded"
        assert self.watched()["lost"] == []

    def make_a_game(self, game: str, name: str, *others: str, **options: str) -> None:
        """From the front page to the room, or with bots alone to the table."""
        page = self.page
        page.goto("/")
        page.locator(f'a[href="/new/{game}"]').click()
        page.locator("#name").fill(name)
        page.locator(f'input[name="seats"][value="{len(others) + 1}"]').check()
        for seat, other in enumerate(others, 1):
            page.locator(f"#seat-{seat}").select_option(other)
        for option, value in options.items():
            page.locator(f'input[name="option.{option}"][value="{value}"]').check()
        page.locator("button.first").click()

    def come_by(self, link: str, name: str) -> None:
        """Take the seat of a link."""
        self.page.goto(link)
        self.page.locator("#name").fill(name)
        self.press(self.page.locator("button.first"))

    def arrive(self, pattern: str) -> str:
        """Wait until the page is at a path like this; the path.

        Not by `wait_for_url`: an answer and the stream may both lead to a table, and then one of them is cut short.
        """
        there = "document.readyState === 'complete' ? location.pathname : ''"
        return self._between_pages(lambda: str(self.page.evaluate(there)), pattern)

    def source(self) -> str:
        """The page's markup, once it is there to its end: between two pages a browser shows an empty one."""
        return self._between_pages(self.page.content, "(?s).*</main>.*</html>")

    def _between_pages(self, look: Callable[[], str], pattern: str) -> str:
        def found() -> str:
            with suppress(Error):
                return shown if re.fullmatch(pattern, shown := look()) else ""
            return ""

        return str(until(found, f"there is no {pattern}"))

    # -- the table ---------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """What the table shows now."""
        state: dict[str, Any] | None = self.page.evaluate(STATE)
        assert state is not None, f"no table at {self.page.url}"
        return state

    def wait_for(
        self, holds: Callable[[dict[str, Any]], Any], what: str = "the table did not change"
    ) -> dict[str, Any]:
        """Wait until the table shows something."""

        def look() -> dict[str, Any] | None:
            return now if holds(now := self.state()) else None

        return dict(until(look, what, self.state))

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Wait until the page took the answer that is given meanwhile."""
        before = self.state()["ask"]
        yield
        self.wait_for(lambda now: now["ask"] != before and not now["busy"], "the answer was not taken")

    @contextmanager
    def seeing(self) -> Iterator[None]:
        """Wait until the scene is drawn anew, since somebody else does something meanwhile: what is about to be touched
        would be replaced."""
        scene = "document.querySelector('#scene > .scene')"
        self.page.evaluate(f"{scene}.dataset.seen = 'yes'")
        yield
        until(lambda: not self.page.evaluate(f"{scene}.dataset.seen"), "what others have done is not seen")

    def choose(self, *choices: str) -> None:
        """Tap or click buttons, wherever they are, and wait each time until the page took the answer."""
        for choice in choices:
            with self.answering():  # of cards that are alike, any
                self.press(self.page.locator(f'button[name="choice"][value="{choice}"]:visible').first)

    def press(self, target: Locator) -> None:
        """Tap with a finger, or click where there is no touch screen."""
        if self.touches:
            target.tap()
        else:
            self.page.mouse.move(0, 0)  # a card under a mouse at rest grows, and covers its neighbours
            target.click()

    def read_notes(self) -> None:
        read_notes(self.page)

    def look_first(self) -> None:
        """Where something is to be looked at before the question comes, do."""
        if (looked := self.page.locator(".first-look label:visible")).count():
            self.press(looked)

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def lines(self, where: str) -> list[str]:
        return self.page.locator(f"{where} li").all_inner_texts()

    def heard(self) -> str:
        """What whoever cannot see was told last."""
        return self.page.locator("#told p").last.inner_text()

    def watched(self) -> dict[str, Any]:
        return dict(self.page.evaluate("(look(), watched)"))

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


def read_notes(page: Page) -> None:
    """As whoever has played the game before: the bar has no note for a first game left."""
    while told := page.locator("#note p").all_text_contents():
        page.locator("#note button").click()
        page.wait_for_function("(told) => document.querySelector('#note p')?.textContent !== told", arg=told[0])
