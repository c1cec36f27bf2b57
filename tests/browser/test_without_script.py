"""A whole match without JavaScript, by plain forms. Where the page would reload itself after a while, we do."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from tests.browser.guests import Guest, dealt
from tests.browser.people import PATIENCE, PHONE, Person, choose_among, numbers
from tests.browser.test_two_browsers import make_a_short_game

CHOICE = re.compile(r'<button[^>]*name="choice" value="([^"]+)"')


def test_a_match_against_a_bot_without_script_to_the_final_count(sit_down: Callable[..., Person]) -> None:
    person = sit_down(**PHONE, java_script_enabled=False)
    page = person.page
    make_a_short_game(person, "Anne", "page")
    page.wait_for_url("**/table/*")
    table = page.url

    answers = taken_back = 0
    deadline = time.monotonic() + 4 * PATIENCE
    while 'data-over="yes"' not in (shown := person.source()):
        assert time.monotonic() < deadline
        assert page.url == table, "an answer leads back to the table"
        choices = CHOICE.findall(shown)
        if not choices:
            assert re.search(r'<noscript><meta http-equiv="refresh" content="\d+"></noscript>', shown)
            time.sleep(0.03)
            page.reload()
            continue
        assert 'http-equiv="refresh"' not in shown, "the page reloads itself while somebody thinks"
        if not taken_back and page.locator("#back button").count():
            page.locator("#back button").click()
            taken_back += 1
            continue
        page.locator(f'button[name="choice"][value="{choose_among(choices, answers)}"]').click()
        answers += 1

    assert page.locator("#count-title").is_visible()
    totals = [numbers(points)[0] for points in page.locator(".ledger tfoot .points").all_inner_texts()]
    lines = [numbers(points)[0] for points in page.locator(".ledger tbody .points").all_inner_texts()]
    assert [sum(lines[0::2]), sum(lines[1::2])] == totals
    assert answers > 10
    assert taken_back == 1
    assert person.errors == []


def test_why_chat_and_rematch_without_script(sit_down: Callable[..., Person], guest: Callable[..., Guest]) -> None:
    """All else that a table offers, by plain forms too."""
    anne, gaston = guest("Anne"), guest("Gaston")
    table = dealt(anne, gaston)
    person = sit_down(**PHONE, java_script_enabled=False)
    person.be(anne)
    page = person.page
    page.goto(table.path)
    page.locator('button[name="why"]').first.click()
    assert page.locator(".ask .because").inner_text() == "Only a card at the left or right end of a row may be taken."
    page.locator("#say-text").fill("<b>Your Eminence</b>")
    page.locator("#say button").click()
    assert "<b>Your Eminence</b>" in page.locator("#chat").inner_text()

    table.play()
    page.goto(table.path)
    page.locator("#rematch button").click()
    page.wait_for_url("**/room/*")
    following = gaston.post(f"{table.path}/rematch", nonce="").url.path
    page.reload()
    page.wait_for_url(f"**{following}")
    assert following.startswith("/table/")
    assert following != table.path
    assert person.errors == []
