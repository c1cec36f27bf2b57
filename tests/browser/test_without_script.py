"""A match without JavaScript, by plain forms. Where the page would reload itself after a while, we do."""

from __future__ import annotations

import random
import re
import time

from tests.browser.answering import WithoutScript
from tests.browser.conftest import Come
from tests.browser.laying import against_bots, quick_answer
from tests.browser.people import PATIENCE, PHONE, counted
from tests.games.richelieu.tables import GAME
from tests.server.driving import Server, Table
from tests.thorough import THOROUGH

CHOICE = re.compile(r'<button[^>]*name="choice" value="([^"]+)"')

SOME = 3
"""So many answers are given, if not all."""


def test_a_match_against_a_bot_without_script_to_the_final_count(sit_down: Come, server: Server) -> None:
    """By default only its first answers, and then the end of another match."""
    person = sit_down(**PHONE, java_script_enabled=False)
    forms, page = WithoutScript(person), person.page
    person.make_a_game("richelieu", "Anne", "page", short="1")
    page.wait_for_url("**/table/*")
    table, back = page.url, page.locator("#back button")

    answers = taken_back = waits = 0
    moved = False
    while 'data-over="yes"' not in (shown := person.source()):
        assert page.url == table, "an answer leads back to the table"
        if answers == SOME and not THOROUGH and not moved:
            moved = True
            another = against_bots(server, GAME, 2)
            person.be(another.people[0])
            page.goto(another.path)
            table = page.url
            continue
        choices = CHOICE.findall(shown)
        if not choices:
            assert re.search(r'<noscript><meta http-equiv="refresh" content="\d+"></noscript>', shown)
            waits += 1
            assert waits < PATIENCE * 20, "the bot does not answer"
            time.sleep(0.05)
            page.reload()
            continue
        assert 'http-equiv="refresh"' not in shown, "the page reloads itself while somebody thinks"
        if not taken_back and back.count():
            forms.follow(back)
            taken_back += 1
        else:
            forms.answer(quick_answer(choices, answers))
            answers += 1

    counted(person)
    assert answers > (10 if THOROUGH else SOME)
    assert taken_back == 1


def test_why_chat_and_rematch_without_script(sit_down: Come, table: Table) -> None:
    """All else that a table offers, by plain forms too."""
    person = sit_down(**PHONE, java_script_enabled=False)
    person.be(table.people[0])
    page = person.page
    page.goto(table.path)
    page.locator('button[name="why"]').first.click()
    because = page.locator(".ask .because").inner_text()
    assert because == "Only the card at the left or right end of a row can be taken."
    page.locator("#say-text").fill("<b>Your Eminence</b>")
    page.locator("#say button").click()
    assert "<b>Your Eminence</b>" in page.locator("#chat").inner_text()

    table.play(random.Random(1))
    page.goto(table.path)
    page.locator("#rematch button").click()
    page.wait_for_url("**/room/*")
    with table.person(1) as gaston:
        following = gaston.post(f"{table.path}/rematch", nonce="").headers["location"]
    page.reload()
    page.wait_for_url(f"**{following}")
    assert following.startswith("/table/")
    assert following != table.path
