"""Every page of the house in every state worth looking at: its own pages, and for each game all its positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import httpx
from playwright.sync_api import Page

import eminence
from eminence.core.game import Game
from eminence.core.match import Match
from tests.browser.guests import PERSONAL_LINK, SEAT_LINK, Guest, dealt
from tests.browser.laying import Company, play_out
from tests.browser.people import Person
from tests.games.positions import answered, first_asked, positions
from tests.thorough import THOROUGH

UNFOLD = """() => {
  for (const folded of document.querySelectorAll("main details:not(.rule)")) folded.open = true;
  for (const box of document.querySelectorAll("#scene input[type=checkbox][data-keep]")) box.checked = true;
  const side = [...document.querySelectorAll(".composer:not([hidden]) [data-side]")].at(-1);
  for (let cards = 8; side && cards; cards -= 1) side.querySelector("button[data-index]")?.click();
}"""
"""Opens what is folded; of what is composed so much that there is no room for it."""
OPEN_ALL = "for (const folded of document.querySelectorAll('details')) folded.open = true"


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
    lay: Callable[[], object] | None = None
    """Lays the table out, which stands otherwise at other places."""

    @property
    def is_table(self) -> bool:
        return self.name.startswith("table")

    def prepare(self) -> None:
        """See to it that the page is as it is meant: for whoever looks at it in another way than by a visit."""
        if self.lay:
            self.lay()

    def visit(self, person: Person, language: str, light: str) -> Page:
        """Go there in a language and a light, as whoever may."""
        person.leave()
        self.prepare()
        person.context.clear_cookies()
        person.cookie("language", language)
        person.cookie("light", light)
        if self.who is not None:
            person.be(self.who)
        if self.status != 200:
            person.expect(f"a status of {self.status}")
        response = person.page.goto(self.path)
        assert response
        assert response.status == self.status, f"{self.name}: {response.status}"
        if self.then:
            self.then(person.page)
        if self.shows:
            assert person.page.locator(self.shows).count(), f"{self.name} does not show {self.shows}"
        return person.page

    def unfold(self, page: Page) -> bool:
        """Once there, open what can be opened at a table, and fill what can be filled; whether there is any of that."""
        if self.is_table:
            page.evaluate(UNFOLD)
        return self.is_table


def every_place(company: Company) -> dict[str, list[Place]]:
    """All of them: those of the house, and those of each game by its name."""
    return {"house": house(company)} | {game.id: list(of_game(company, game)) for game in eminence.all_games()}


# -- a game ------------------------------------------------------------------------------------------------------------


def of_game(company: Company, game: Game) -> Iterator[Place]:
    """Every position as whoever is asked there sees it; after his answers as another sees it, or who only watches.

    After the answers there are many that look alike: by default only where something happened that had not before.
    """
    yield Place(f"{game.id}, new", f"/new/{game.id}", company.guest(0), shows=f'[action="/new/{game.id}"]')
    yield Place(f"{game.id}, rules", f"/rules/{game.id}")
    seen: set[tuple[str, int]] = set()
    told: set[type] = set()
    for number, (name, situation) in enumerate(positions(game).items()):
        match = situation.match()
        seat = first_asked(match)
        if (known := (game.hash(match._state), seat)) not in seen:
            seen.add(known)
            yield _at(company, match, f"table, {game.id}, {name}", seat)
        after = answered(situation)[0]
        news = {type(event) for event in after.new_events} - told
        if situation.answers and (news or THOROUGH):
            told |= news
            readers = [*(other for other in range(match.seats) if other != seat), None]
            yield _at(company, after, f"table, {game.id}, after {name}", readers[number % len(readers)])


def _at(company: Company, match: Match, name: str, reader: int | None) -> Place:
    """A table as a seat sees it, or as somebody who watches."""
    table = company.table(match.game, match.seats)
    asked = "yes" if reader in match.asks() else "no"
    shows = ".ledger" if match.over else ".watching" if reader is None else f'[data-turn="{asked}"]'
    who = None if reader is None else company.guest(reader)
    return Place(name, table.path, who, shows=shows, lay=lambda: company.lay_out(match))


# -- the house ---------------------------------------------------------------------------------------------------------


def _path(link: str) -> str:
    return httpx.URL(link).path


def open_all(page: Page) -> None:
    page.evaluate(OPEN_ALL)


def _ask_why(page: Page) -> None:
    page.locator('button[name="why"]').first.click()
    page.locator(".ask > .because").wait_for()
    open_all(page)


def _check(text: str) -> Callable[[Page], None]:
    def check(page: Page) -> None:
        page.locator("#file").fill(text)
        page.locator("button.first").click()
        page.locator(".verdict").wait_for()

    return check


def house(company: Company) -> list[Place]:
    """What is not a game's own, as four people brought it about."""
    anne, gaston, marie = (company.guest(number) for number in range(3))

    # A room that gathers, with one seat free.
    gathering = marie.make_room(seats=3, listed=True)
    taken, free = SEAT_LINK.findall(marie.get(gathering))
    gaston.sit(taken)

    # Tables: just begun, with news, over.
    begun = dealt(anne, gaston, listed=True)
    gaston.post(f"{begun.path}/say", text="A word that cannot be broken: " + "anticonstitutionnellement" * 4)
    news = dealt(anne, gaston)
    for choice in ("take 1L", "no marker"):
        anne.choose(news.path, choice)
    over = dealt(anne, gaston)
    play_out(company.server, over)
    file = anne.get(f"{over.path}/match.json")
    broken = file.replace('"take 1L"', '"take 1R"', 1)
    assert broken != file

    personal = PERSONAL_LINK.findall(anne.get("/mine"))[0]
    return [
        Place("front, new here", "/"),
        Place("front, at home", "/", anne, shows="#my-games"),
        Place("room, as host", gathering, marie, then=open_all, shows=".qr-sheet"),
        Place("room, as guest", gathering, gaston, shows=f'form[action="{gathering}/leave"]'),
        Place("room, as a stranger", gathering, anne),
        Place("join", _path(free), then=open_all, shows="#nonce"),
        Place("join, taken", _path(taken)),
        Place("table, why", begun.path, anne, then=_ask_why, shows=".ask > .because"),
        Place("table, news", news.path, gaston, shows="#news"),
        Place("mine", "/mine", anne, then=open_all, shows="#finished"),
        Place("mine, new here", "/mine"),
        Place("me", _path(personal)),
        Place("fair, running", f"{begun.path}/fair", anne),
        Place("fair, over", f"{over.path}/fair", anne, shows=".draws"),
        Place("verify", "/verify"),
        Place("verify, in order", "/verify", then=_check(file), shows=".verdict:not(.bad)"),
        Place("verify, not in order", "/verify", then=_check(broken), shows=".verdict.bad"),
        Place("error 404", "/nowhere", status=404),
        Place("error 403", news.path, status=403),
        Place("error 409", f"{begun.path}/match.json", anne, status=409),
    ]
