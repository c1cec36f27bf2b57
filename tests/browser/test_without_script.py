"""A whole match without JavaScript, by plain forms. Where the page would reload itself after a while, we do."""

from __future__ import annotations

import re
import time

from tests.browser.answering import WithoutScript, follow
from tests.browser.conftest import Come
from tests.browser.guests import RICHELIEU, Table, quick_answer
from tests.browser.laying import play_out
from tests.browser.people import PATIENCE, PHONE, counted
from tests.browser.serving import Server

CHOICE = re.compile(r'<button[^>]*name="choice" value="([^"]+)"')


def test_a_match_against_a_bot_without_script_to_the_final_count(sit_down: Come) -> None:
    person = sit_down(**PHONE, java_script_enabled=False)
    page = person.page
    person.make_a_game(RICHELIEU, "Anne", "page")
    page.wait_for_url("**/table/*")
    table = page.url

    answers = taken_back = waits = 0
    while 'data-over="yes"' not in (shown := person.source()):
        assert page.url == table, "an answer leads back to the table"
        choices = CHOICE.findall(shown)
        if not choices:
            assert re.search(r'<noscript><meta http-equiv="refresh" content="\d+"></noscript>', shown)
            waits += 1
            assert waits < PATIENCE * 20, "the bot does not answer"
            time.sleep(0.05)
            page.reload()
            continue
        assert 'http-equiv="refresh"' not in shown, "the page reloads itself while somebody thinks"
        if not taken_back and page.locator("#back button").count():
            follow(person, page.locator("#back button"))
            taken_back += 1
            continue
        WithoutScript(person).answer(quick_answer(choices, answers))
        answers += 1

    counted(person)
    assert answers > 10
    assert taken_back == 1


def test_why_chat_and_rematch_without_script(sit_down: Come, table: Table, server: Server) -> None:
    """All else that a table offers, by plain forms too."""
    anne, gaston = table.people
    person = sit_down(**PHONE, java_script_enabled=False)
    person.be(anne)
    page = person.page
    page.goto(table.path)
    page.locator('button[name="why"]').first.click()
    assert page.locator(".ask .because").inner_text() == "Only a card at the left or right end of a row may be taken."
    page.locator("#say-text").fill("<b>Your Eminence</b>")
    page.locator("#say button").click()
    assert "<b>Your Eminence</b>" in page.locator("#chat").inner_text()

    play_out(server, table)
    page.goto(table.path)
    page.locator("#rematch button").click()
    page.wait_for_url("**/room/*")
    following = gaston.post(f"{table.path}/rematch", nonce="").url.path
    page.reload()
    page.wait_for_url(f"**{following}")
    assert following.startswith("/table/")
    assert following != table.path
