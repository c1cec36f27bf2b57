"""Every page of the house in every state worth looking at: its own pages, and for each game all its positions."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

from playwright.sync_api import Page
from sqlalchemy import update

import eminence
from eminence.companion import codes
from eminence.core import lesson
from eminence.core.game import Game
from eminence.core.match import Match
from eminence.server import actions
from eminence.server.storage import tables
from eminence.server.storage.people import meet
from tests.browser.laying import LONG_NAMES, begun, laid_out, watch_path
from tests.browser.people import Person, read_notes, until
from tests.games.positions import answered, first_asked, seen_in_browsers
from tests.server.driving import Server, Table
from tests.thorough import THOROUGH

LINK = 'value="http://[^/]+(/{}/[^"]+)"'
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
    path: str = ""
    who: str = ""
    status: int = 200
    then: Callable[[Page], None] | None = None
    """What is done there before anybody looks."""
    shows: str = ""
    """What must be there, or it is not the place we mean."""
    lay: Callable[[], tuple[str, str]] | None = None
    """Lays the table out at which this is: only then are there a path and a person."""

    @property
    def is_table(self) -> bool:
        return self.name.startswith("table")

    def visit(self, person: Person, language: str, light: str) -> Page:
        """Go there in a language and a light, as whoever may."""
        path, who = self.lay() if self.lay else (self.path, self.who)
        person.leave()
        person.context.clear_cookies()
        person.cookie("language", language)
        person.cookie("light", light)
        if who:
            person.be(who)
        if self.status != 200:
            person.expect(f"a status of {self.status}")
        response = person.page.goto(path.replace("{language}", language))
        assert response
        if path.startswith("/watch/"):
            person.page.wait_for_url("**/table/*")  # whoever is new here is led on by a page
        assert response.status == self.status, f"{self.name}: {response.status}"
        if self.then:
            self.then(person.page)
        if self.shows:  # what takes long to check comes with a page that follows
            until(lambda: person.page.locator(self.shows).count(), f"{self.name} does not show {self.shows}")
        return person.page

    def unfold(self, page: Page) -> bool:
        """Once there, open what can be opened at a table, and fill what can be filled; whether there is any of that."""
        if self.is_table:
            page.evaluate(UNFOLD)
        return self.is_table


def every_place(server: Server) -> dict[str, list[Place]]:
    """All of them: those of the house, and those of each game by its name."""
    table = begun(server, LONG_NAMES, listed=True)
    games = {game.id: list(of_game(server, game, table.people[0])) for game in eminence.all_games()}
    return {"house": house(server, table), **games}


# -- a game ------------------------------------------------------------------------------------------------------------


def of_game(server: Server, game: Game, anne: str) -> Iterator[Place]:
    """Every position as whoever is asked there sees it; after his answers as another sees it, or who only watches.

    After the answers there are many that look alike: by default only where something happened that had not before.
    """
    yield Place(f"{game.id}, new", f"/new/{game.id}", anne, shows=f'[action="/new/{game.id}"]')
    yield Place(f"{game.id}, rules", f"/rules/{game.id}", shows="#summary")
    yield Place(f"{game.id}, components", f"/rules/{game.id}/components", shows="#rulings")
    yield Place(f"{game.id}, things", f"/things/{game.id}", shows=".thing")
    yield from _lessons(server, game)
    if game.companion:
        yield from _companion(game)
    seen: set[tuple[str, int]] = set()
    told: set[type] = set()
    for number, (name, situation) in enumerate(seen_in_browsers(game).items()):
        match = situation.match()
        seat = first_asked(match)
        if (known := (game.hash(match._state), seat)) not in seen:
            seen.add(known)
            yield _at(server, match, f"table, {game.id}, {name}", seat)
        after = answered(situation)[0]
        news = {type(event) for event in after.new_events} - told
        if situation.answers and (news or THOROUGH):
            told |= news
            readers = [*(other for other in range(match.seats) if other != seat), None]
            yield _at(server, after, f"table, {game.id}, after {name}", readers[number % len(readers)])


def _companion(game: Game) -> Iterator[Place]:
    """Its screens, each as one comes to it; and what is read, printed and counted beside it."""
    base = f"/companion/{game.id}/{{language}}"
    chests = len(game.companion.marks) if game.companion else 0

    def begin(stops: int, scanned: int) -> Callable[[Page], None]:
        def go(page: Page) -> None:
            _without_a_game(page)
            page.locator("#new").click()
            for _ in range(stops):
                page.locator("#next").click()
            for chest in range(scanned):
                page.locator("#type").click()
                page.locator("#digits").fill(codes.fresh(chest, chests, random.Random(chest).randrange))
                page.locator("#typing .first").click()

        return go

    def wish(page: Page) -> None:
        _without_a_game(page)
        page.locator("#new-wishes").click()
        page.locator("#ready").click()

    def over(button: str) -> Callable[[Page], None]:
        def open_it(page: Page) -> None:
            begin(1, 1)(page)
            page.locator(button).click()

        return open_it

    yield Place(f"{game.id}, companion", base, then=_without_a_game, shows="#begin:not([hidden])")
    yield Place(f"{game.id}, companion, a stop", base, then=begin(0, 0), shows="#todo li")
    yield Place(f"{game.id}, companion, scanning", base, then=begin(1, 0), shows="#scan:not([hidden])")
    for scanned in range(1, chests + 1):
        name = f"{game.id}, companion, {scanned} scanned"
        yield Place(name, base, then=begin(1, scanned), shows="[data-colour]")
    yield Place(f"{game.id}, companion, teaching", base, then=_press("#learn"), shows="#teach:not([hidden])")
    yield Place(f"{game.id}, companion, handing over", base, then=_press("#new-wishes"), shows="#ready")
    yield Place(f"{game.id}, companion, wishes", base, then=wish, shows="#wish:not([hidden])")
    yield Place(f"{game.id}, companion, typing", base, then=over("#type"), shows="#typing[open]")
    yield Place(f"{game.id}, companion, menu", base, then=over("[popovertarget=menu]"), shows="#menu:popover-open")
    yield Place(f"{game.id}, companion, timer", base, then=over("[popovertarget=timer]"), shows="#timer:popover-open")
    yield Place(f"{game.id}, companion, help", f"{base}/help", shows="table")
    yield Place(f"{game.id}, companion, codes", f"{base}/sheet", shows=".labels")
    yield Place(f"{game.id}, companion, count", f"{base}/count", shows=".entries")
    yield Place(f"{game.id}, companion, counted", f"{base}/count?points.0=30&debt.1=7&devil=2", shows=".ledger")


def _without_a_game(page: Page) -> None:
    """Nothing is kept any more of what another look at it has left there."""
    page.evaluate("localStorage.clear()")
    page.reload()
    page.locator("#new").wait_for()


def _press(button: str) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        _without_a_game(page)
        page.locator(button).click()

    return press


def _lessons(server: Server, game: Game) -> Iterator[Place]:
    """Where a lesson begins, and its tables: what comes first, and behind it the question with the coach's words."""
    script = lesson.lesson_of(game)
    if script is None:
        return
    yield Place(f"{game.id}, learn", f"/learn/{game.id}", shows=f'[action="/learn/{game.id}"]')

    def lay(role: str, part: str) -> tuple[str, str]:
        person = secrets.token_hex(12)
        with server.store.writing() as connection:
            room = actions.learn(connection, meet(connection, person).id, LONG_NAMES[0], game, role, part).room
        return f"/table/{room.id}", person

    for role, part in product(script.roles, script.taught):
        begins = partial(lay, role, part.name)
        name = f"table, {game.id}, lesson, {role}, {part.name}"
        yield Place(name, shows=".coach-first", lay=begins)
        yield Place(f"{name}, asked", then=lambda page: page.locator(".coach label").click(), lay=begins)


def _at(server: Server, match: Match, name: str, reader: int | None) -> Place:
    """A table as a seat sees it, or as somebody who watches."""
    asked = "yes" if reader in match.asks() else "no"
    shows = ".ledger" if match.over else ".watching" if reader is None else f'[data-turn="{asked}"]'

    def lay() -> tuple[str, str]:
        table = laid_out(server, match, LONG_NAMES)
        return (watch_path(table), "") if reader is None else (table.path, table.people[reader])

    return Place(name, shows=shows, lay=lay)


# -- the house ---------------------------------------------------------------------------------------------------------


def open_all(page: Page) -> None:
    page.evaluate(OPEN_ALL)


def _ask_why(page: Page) -> None:
    page.locator('button[name="why"]').first.click()
    page.locator("#sheet[open] .because").wait_for()
    open_all(page)


def _open_settings(page: Page) -> None:
    page.locator("#set").click()


def _open_just_now(page: Page) -> None:
    read_notes(page)  # what has happened waits until then
    page.locator("#just-now summary").click()


def _ask_what(page: Page) -> None:
    page.locator("#scene [data-what]").first.click(button="right")
    page.locator("#sheet .thing").first.wait_for()


def _check(text: str) -> Callable[[Page], None]:
    def check(page: Page) -> None:
        page.locator("#file").fill(text)
        page.locator("button.first").click()
        page.locator(".verdict").wait_for()

    return check


def house(server: Server, running: Table) -> list[Place]:
    """What is not a game's own, as some people brought it about: Anne plays at a table that has just begun, at one that
    has news for another, at one that is over, at one after which somebody wants a rematch, and at one of each game; and
    a room gathers, with one seat free."""
    anne, gaston = running.people
    news, over, again = (begun(server, LONG_NAMES) for _ in range(3))
    others = [server.room(max(game.seats), of=game.id, names=LONG_NAMES, listed=True) for game in eminence.all_games()]
    with server.store.writing() as connection:
        first = (tables.seats.c.seat == 0) & tables.seats.c.room.in_(
            [table.id for table in (news, over, again, *others)]
        )
        connection.execute(update(tables.seats).where(first).values(person=anne))
    for table, choice in ((news, "take 1L"), (news, "no marker"), (over, "take 1L")):
        table.answer(0, choice)
    over.play(random.Random(1))
    again.play(random.Random(2))
    with server.person(known_as=again.people[1]) as other:
        assert other.post(f"{again.path}/rematch").status_code == 303

    with server.person(known_as=anne) as she, server.person(known_as=gaston) as he, server.person("Marie") as marie:
        he.post(f"{running.path}/say", text="A word that cannot be broken: " + "anticonstitutionnellement" * 4)
        file = she.get(f"{over.path}/match.json").text
        broken = file.replace('"take 1L"', '"take 1R"', 1)
        assert broken != file
        (personal,) = re.findall(LINK.format("me"), she.get("/mine").text)
        seats = {"seats": "3", "seat.0": "me", "seat.1": "friend", "seat.2": "friend"}
        gathering = marie.post("/new/richelieu", name="Marie", nonce="", listed="yes", **seats).headers["location"]
        taken, free = re.findall(LINK.format("s"), marie.get(gathering).text)
        assert he.post(taken, name=LONG_NAMES[1], nonce="").status_code == 303
        host = marie.id
    return [
        Place("front, new here", "/"),
        Place("front, at home", "/", anne, shows="#my-games"),
        Place("room, as host", gathering, host, then=open_all, shows=".qr-sheet"),
        Place("room, as guest", gathering, gaston, shows=f'form[action="{gathering}/leave"]'),
        Place("room, as a stranger", gathering, anne),
        Place("join", free, then=open_all, shows="#nonce"),
        Place("join, taken", taken),
        Place("join, own table", free, host, then=open_all, shows="#qr-link"),
        Place("about", "/about"),
        Place("rules", "/rules", shows=".plates"),
        Place("settings", "/settings", anne, shows=".settings.all"),
        Place("table, settings", running.path, anne, then=_open_settings, shows="#settings:popover-open"),
        Place("table, just now", news.path, news.people[1], then=_open_just_now, shows="#just-now[open] li"),
        Place("offline", "/offline/{language}"),
        Place("table, rematch wanted", again.path, anne, shows=".wanted"),
        Place("table, why", running.path, anne, then=_ask_why, shows="#sheet[open] .because"),
        Place("table, what", running.path, anne, then=_ask_what, shows="#sheet[open] .thing"),
        Place("table, news", news.path, news.people[1], shows="#news"),
        Place("mine", "/mine", anne, then=open_all, shows="#finished"),
        Place("mine, new here", "/mine"),
        Place("me", personal),
        Place("fair, running", f"{running.path}/fair", anne),
        Place("fair, over", f"{over.path}/fair", anne, shows=".draws"),
        Place("verify", "/verify"),
        Place("verify, in order", "/verify", then=_check(file), shows=".verdict:not(.bad)"),
        Place("verify, not in order", "/verify", then=_check(broken), shows=".verdict.bad"),
        Place("error 404", "/nowhere", status=404),
        Place("error 403", news.path, status=403),
        Place("error 409", f"{running.path}/match.json", anne, status=409),
    ]
