"""Every page of the house in every state worth looking at, brought about once and then visited again and again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import httpx
from playwright.sync_api import Page

from tests.browser.guests import PERSONAL_LINK, SEAT_LINK, Guest, Table, dealt
from tests.browser.people import Person

LONG_NAME = "Anne-Marie d’Orléans-Montpens."
UNBROKEN_NAME = "Wolframwilhelmmaximilianwoland"
"""Names as long as they may be: one that can be broken and one that cannot."""


@dataclass(frozen=True)
class Place:
    """A page, as somebody sees it."""

    name: str
    path: str
    who: Guest | None = None
    status: int = 200
    then: Callable[[Page], None] | None = None
    """What is done there before anybody looks."""
    shows: str = ""
    """What must be there, or it is not the place we mean."""

    @property
    def is_table(self) -> bool:
        return self.name.startswith("table")

    def visit(self, person: Person, language: str, light: str) -> Page:
        """Go there in a language and a light, as whoever may."""
        person.context.clear_cookies()
        person.cookie("language", language)
        person.cookie("light", light)
        if self.who is not None:
            person.be(self.who)
        response = person.page.goto(self.path)
        assert response
        assert response.status == self.status, f"{self.name}: {response.status}"
        if self.then:
            self.then(person.page)
        if self.shows:
            assert person.page.locator(self.shows).count(), f"{self.name} does not show {self.shows}"
        return person.page


def _path(link: str) -> str:
    return httpx.URL(link).path


def open_all(page: Page) -> None:
    page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true")


def _ask_why(page: Page) -> None:
    page.locator('button[name="why"]').first.click()
    page.locator(".ask > .because").wait_for()


def _check(text: str) -> Callable[[Page], None]:
    def check(page: Page) -> None:
        page.locator("#file").fill(text)
        page.locator("button.first").click()
        page.locator(".verdict").wait_for()

    return check


def look_around(*guests: Guest, table: Table) -> None:
    """So that nothing is news any more."""
    for guest in guests:
        guest.post(f"{table.path}/seen")


def places(anne: Guest, gaston: Guest, marie: Guest, joseph: Guest) -> list[Place]:
    """All of them, as these four brought them about."""

    # A room that gathers, with one seat free.
    gathering = marie.make_room(seats=3, listed=True)
    taken, free = SEAT_LINK.findall(marie.get(gathering))
    gaston.sit(taken)

    # Tables: where a card is to be taken, where a marker is to be placed, with news, half played, over.
    begun = dealt(anne, gaston, listed=True)
    look_around(anne, gaston, table=begun)
    gaston.post(f"{begun.path}/say", text="A word that cannot be broken: " + "anticonstitutionnellement" * 4)
    marker = dealt(anne, gaston)
    marker.play("mark")
    look_around(anne, table=marker)
    news = dealt(anne, gaston)
    news.play("mark")
    anne.answer(news.path, anne.choices(news.path)[0], "no marker")
    middle = dealt(anne, gaston)
    middle.play(answers=25)
    asked = middle.asked()
    assert asked
    mover = asked[0]
    look_around(mover, table=middle)
    many = dealt(marie, anne, gaston, joseph)
    many.play(answers=40)
    many_over = dealt(marie, anne, gaston, joseph)
    many_over.play()
    over = dealt(anne, gaston)
    over.play()
    file = anne.get(f"{over.path}/match.json")
    broken = file.replace('"take 1L"', '"take 1R"', 1)
    assert broken != file

    personal = PERSONAL_LINK.findall(anne.get("/mine"))[0]
    return [
        Place("front, new here", "/"),
        Place("front, at home", "/", anne, shows="#my-games"),
        Place("new", "/new/richelieu", anne),
        Place("room, as host", gathering, marie, then=open_all, shows=".qr-sheet"),
        Place("room, as guest", gathering, gaston, shows=f'form[action="{gathering}/leave"]'),
        Place("room, as a stranger", gathering, anne),
        Place("join", _path(free), then=open_all, shows="#nonce"),
        Place("join, taken", _path(taken)),
        Place("table, own turn", begun.path, anne, then=open_all, shows='button[value="take 1L"]'),
        Place("table, waiting", begun.path, gaston, shows='[data-turn="no"]'),
        Place("table, watching", begun.path, shows=".watching"),
        Place("table, why", begun.path, anne, then=_ask_why, shows=".ask > .because"),
        Place("table, marker", marker.path, anne, shows='button[value="no marker"]'),
        Place("table, news", news.path, gaston, shows="#news"),
        Place("table, half played", middle.path, mover, shows='button[name="choice"]'),
        Place("table, over", over.path, anne, shows=".ledger"),
        Place("table, four at it", many.path, anne, shows=".seats li:nth-child(4)"),
        Place("table, four at it, over", many_over.path, gaston, shows='.ledger[data-seats="4"]'),
        Place("mine", "/mine", anne, then=open_all, shows="#finished"),
        Place("mine, new here", "/mine"),
        Place("me", _path(personal)),
        Place("rules", "/rules/richelieu"),
        Place("fair, running", f"{begun.path}/fair", anne),
        Place("fair, over", f"{over.path}/fair", anne, shows=".draws"),
        Place("verify", "/verify"),
        Place("verify, in order", "/verify", then=_check(file), shows=".verdict:not(.bad)"),
        Place("verify, not in order", "/verify", then=_check(broken), shows=".verdict.bad"),
        Place("error 404", "/nowhere", status=404),
        Place("error 403", marker.path, status=403),
        Place("error 409", f"{begun.path}/match.json", anne, status=409),
    ]
