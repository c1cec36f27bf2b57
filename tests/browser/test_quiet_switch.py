"""The switch for answers that tell nothing: switched with a finger, it answers for whoever wants that."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.caesar import choose, crowded
from tests.browser.guests import Guest
from tests.browser.laying import laid_out
from tests.browser.people import DESK, PHONE, Person, all_here, until
from tests.browser.serving import Server
from tests.games.caesar_cleopatra.tables import CAESAR

Come = Callable[..., Person]
Guests = Callable[..., Guest]


def quiet(page: Page) -> bool:
    return page.locator("#quiet-switch").get_attribute("aria-pressed") == "true"


def moved_on(person: Person, number: int) -> None:
    until(lambda: person.state()["number"] > number, "nothing is seen of what was played")


def test_whoever_holds_no_veto_is_not_asked_and_the_other_cannot_tell(
    sit_down: Come, guest: Guests, server: Server
) -> None:
    """Two tables that differ in nothing but where his veto is, in his hand or in his pile: she sees the same page while
    she waits for his answer, which comes by itself. Only he is asked, and only where he has something to choose."""
    anne, gaston = guest("Anne"), guest("Gaston")
    her, him = sit_down(**DESK), sit_down(**PHONE)
    seen = []
    for held, to_come, asked in (("coup", "veto", []), ("veto", "coup", ["veto"])):
        position = crowded(his=f"1 3 4 {held} spy").piles(CAESAR, "1 2 3 4 5 5 4", f"{to_come} wrath")
        table = laid_out(server, position.match(), anne, gaston)
        her.sit(anne, table)
        him.sit(gaston, table)
        all_here(her, him)
        assert not quiet(him.page)
        him.press(him.page.locator("#quiet-switch"))
        until(lambda: quiet(him.page), "it does not switch")
        assert not quiet(her.page), "it is his own affair"

        number = her.state()["number"]
        choose(her, "play coup")
        moved_on(her, number)
        moved_on(him, number)
        assert not her.state()["turn"]
        assert him.state()["choices"] == asked
        seen.append(her.page.locator("#scene").inner_html().replace(table.path, "here"))
    assert seen[0] == seen[1]
    until(lambda: her.state()["turn"], "nobody answers for him")
    for person in (her, him):
        person.assert_calm()
