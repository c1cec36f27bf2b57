"""Every page of 1655 – Habemus Papam in every state worth looking at: what `places` is for the house and Richelieu."""

from __future__ import annotations

from playwright.sync_api import Page

from eminence.core.match import Match
from tests.browser import papam
from tests.browser.guests import PAPAM, Guest, dealt
from tests.browser.laying import laid_out
from tests.browser.places import Place, look_around, open_all
from tests.browser.serving import Server


def _open_courts(page: Page) -> None:
    """Unfold everything that can be unfolded."""
    open_all(page)
    for box in page.locator("input.hp-more:visible").all():
        box.check(force=True)


def _bid_three(page: Page) -> None:
    """The most that can be bid is in the hand, and a fourth gem was refused."""
    purse = page.locator("[data-side]").last.locator("[data-face]")
    purse.first.wait_for()
    for _ in range(4):
        purse.first.click()
    page.locator(".composer-reason:not(:empty)").wait_for()


def places(server: Server, *guests: Guest) -> list[Place]:
    """All of them, with these four at each table. The first of them is asked, if anybody is."""
    anne, gaston = guests[:2]

    def table(match: Match, *, listed: bool = False) -> str:
        table = laid_out(server, match, *guests[: match.seats], listed=listed)
        look_around(*guests[: match.seats], table=table)
        return table.path

    first = dealt(*guests[:3], playing=PAPAM)
    look_around(*guests[:3], table=first)
    sealed = table(papam.bidding(open_screens=True), listed=True)
    anne.choose(sealed, "bid DDA")
    over = table(papam.last_card())
    anne.choose(over, "take Sforza")
    asked = ("bid_last", "place_action", "drop_order", "bribe", "swap", "take", "squadrone", "death")
    questions = {name: table(papam.QUESTIONS[name].match()) for name in asked}
    taken = table(papam.taking(rulebook="italian"))
    anne.choose(taken, "take felipe")
    anne.choose(taken, "exclude Lugo")

    return [
        Place("Papam, new", "/new/habemus_papam", anne, shows='[name="option.rulebook"]'),
        Place("Papam, rules", "/rules/habemus_papam"),
        Place("table, three at it", first.path, gaston, then=_bid_three, shows='[data-compose="bag"]'),
        Place("table, bidding with a double gem", table(papam.bidding("twice - - -")), anne, shows=".hp-bid"),
        Place("table, bidding last", questions["bid_last"], anne, then=_open_courts, shows=".hp-bid"),
        Place("table, bidding, open screens", sealed, gaston, then=_open_courts, shows=".hp-open"),
        Place("table, placing a card", questions["place_action"], anne, shows='[value="place bribe"]'),
        Place("table, giving up an order", questions["drop_order"], anne, shows='[value="drop four-arms"]'),
        Place("table, bribing", questions["bribe"], anne, shows='[value="bribe Lugo"]'),
        Place("table, swapping", questions["swap"], anne, then=_open_courts, shows='[value="swap Ginetti"]'),
        Place("table, taking", questions["take"], anne, then=_open_courts, shows='[value="take camerlengo"]'),
        Place("table, Squadrone", questions["squadrone"], anne, shows='[value="pay"]'),
        Place("table, death", questions["death"], anne, shows='[value="death 2"]'),
        Place("table, waiting while somebody takes", taken, gaston, then=_open_courts, shows=".hp-lately"),
        Place("table, watching the conclave", sealed, shows=".watching"),
        Place("table, over, Papam", over, anne, then=open_all, shows='.ledger[data-seats="4"]'),
    ]
