"""Every page of Caesar & Cleopatra in every state worth looking at: what `places` is for the house and Richelieu."""

from __future__ import annotations

from playwright.sync_api import Page

from eminence.core.match import Match
from tests.browser import guests
from tests.browser.caesar import ORDER, at, before_a_vote, crowded
from tests.browser.guests import Guest, dealt
from tests.browser.laying import laid_out
from tests.browser.places import Place, look_around
from tests.browser.serving import Server


def _open_discards(page: Page) -> None:
    page.evaluate("for (const folded of document.querySelectorAll('#scene details:not(.rule)')) folded.open = true")


def _ordered(page: Page) -> None:
    """The script has taken the composer over."""
    page.locator(".composer:not([hidden]) .later").first.wait_for()


def _overfilled(page: Page) -> None:
    """All cards beside one group: more than there is room for."""
    page.locator(".composer:not([hidden]) .composer-count").first.wait_for()
    other = page.locator("[data-side]").last.locator("[data-face]")
    while other.count():
        other.first.click()


def places(server: Server, anne: Guest, gaston: Guest) -> list[Place]:
    """All of them, with Anne as Cleopatra, at first, and Gaston as Caesar."""

    def table(match: Match, *, listed: bool = False) -> str:
        table = laid_out(server, match, anne, gaston, listed=listed)
        look_around(anne, gaston, table=table)
        return table.path

    ordering = dealt(anne, gaston, playing=guests.CAESAR)
    gaston.choose(ordering.path, "next coup", "next wrath", "next veto")
    opening = dealt(anne, gaston, playing=guests.CAESAR)
    anne.choose(opening.path, *ORDER)
    gaston.choose(opening.path, *ORDER)
    anne.choose(opening.path, "lay 3")
    acting = table(crowded().match(), listed=True)
    veto, no_veto = table(at("play coup")), table(at("play coup", his="1 2 3 4 5"))
    castling = table(at("play castling", "let", "castle SEN QUA"))
    spying = table(at("play spy", "let", "look", hers="2 5 P spy veto"))
    scouting = table(at("play scout", "let", hers="2 5 P scout veto"))
    smiting = table(at("play wrath", "let", hers="2 5 P wrath veto"))
    to_castle = table(at("play castling", "let"))
    voted = table(before_a_vote())
    anne.choose(voted, "up 1 SEN")
    anne.choose(voted, "up 1 AED")
    over = table(before_a_vote(ends=True))
    anne.choose(over, "up 1 SEN")
    anne.choose(over, "up 1 AED")

    return [
        Place("Caesar, new", "/new/caesar_cleopatra", anne, shows='[name="option.action_pile"]'),
        Place("Caesar, rules", "/rules/caesar_cleopatra"),
        Place("table, ordering", ordering.path, anne, then=_ordered, shows='[data-compose="order"]'),
        Place("table, ordering, half of it given", ordering.path, gaston, then=_ordered, shows="[data-given]"),
        Place("table, opening, half of it given", opening.path, anne, shows="[data-given]"),
        Place("table, acting", acting, anne, then=_open_discards, shows='button[value="up 2 SEN"]'),
        Place("table, the second card", table(at("up 2 SEN")), anne, shows='button[value="up 5 QUA"]'),
        Place("table, asked for a veto", veto, gaston, shows='button[value="veto"]'),
        Place("table, asked for a veto without one", no_veto, gaston, shows='button[value="let"]'),
        Place("table, waiting for a veto", veto, anne, shows='[data-turn="no"]'),
        Place("table, coup", table(at("play coup", "let")), anne, shows='button[value="strike 4 SEN"]'),
        Place("table, spy", spying, anne, shows='[value="snatch 3"]'),
        Place("table, scout", scouting, anne, shows='[value="scout SEN"]'),
        Place("table, wrath", smiting, anne, shows='[value="wrath CEN"]'),
        Place("table, castling, which groups", to_castle, anne, shows='[value="castle SEN QUA"]'),
        Place("table, castling, too many on one side", castling, anne, then=_overfilled, shows=".composer-reason"),
        Place("table, refilling", table(crowded(hers="2 5 P").refilling()), anne, shows='button[value="action"]'),
        Place("table, discarding", table(at("passive")), anne, shows='[data-compose="pick"] input[value="drop 2"]'),
        Place("table, after a vote", voted, gaston, then=_open_discards, shows=".cc-vote"),
        Place("table, watching Caesar", acting, shows=".watching"),
        Place("table, over, Caesar", over, anne, shows=".ledger"),
    ]
