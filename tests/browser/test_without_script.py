"""Whole matches without JavaScript, by plain forms. Where the page would reload itself after a while, we do."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator

from tests.browser import caesar, habits
from tests.browser.caesar import ORDER
from tests.browser.guests import CAESAR, RICHELIEU, Guest, Table, dealt
from tests.browser.people import PATIENCE, PHONE, Person, numbers

SHOWN = """[...document.querySelectorAll("button[name=choice]")]
  .filter((button) => button.getClientRects().length).map((button) => button.value)"""
CHOICE = re.compile(r'<button[^>]*name="choice" value="([^"]+)"')


def test_a_match_against_a_bot_without_script_to_the_final_count(sit_down: Callable[..., Person]) -> None:
    person = sit_down(**PHONE, java_script_enabled=False)
    page = person.page
    person.make_a_game(RICHELIEU, "Anne", "page")
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
            follow(person, page.locator("#back button"))
            taken_back += 1
            continue
        follow(person, page.locator(f'button[name="choice"][value="{habits.richelieu(choices, answers)}"]'))
        answers += 1

    assert_counted(person)
    assert answers > 10
    assert taken_back == 1
    assert person.errors == []


def follow(person: Person, button: Locator) -> None:
    """Press a button, and wait until the page is there to which it leads: else the old one might be answered twice."""
    with person.page.expect_navigation():
        button.click()


def assert_counted(person: Person) -> None:
    page = person.page
    assert page.locator("#count-title").is_visible()
    totals = [numbers(points)[0] for points in page.locator(".ledger tfoot .points").all_inner_texts()]
    lines = [numbers(points)[0] for points in page.locator(".ledger tbody .points").all_inner_texts()]
    assert [sum(lines[0::2]), sum(lines[1::2])] == totals


def test_a_match_of_caesar_and_cleopatra_without_script(
    sit_down: Callable[..., Person], guest: Callable[..., Guest]
) -> None:
    """Every question is met, those that are composed with a script one small answer after the other. Then neither does
    anything any more, and after four such turns the match is over."""
    anne, gaston = guest("Anne"), guest("Gaston")
    table = dealt(anne, gaston, playing=CAESAR)
    person = sit_down(**PHONE, java_script_enabled=False)
    person.be(anne)
    page = person.page
    page.goto(table.path)
    met: set[str] = set()
    hers = habits.Caesar("strike", "snatch", "castle", "scout", "wrath", "veto", "let", met=met)
    his = habits.Caesar("never", met={"veto"})  # he is never done, and forbids nothing
    pile = iter(ORDER)
    while 'data-over="yes"' not in (shown := person.source()):
        choices = page.evaluate(SHOWN)
        if not choices:
            assert 'http-equiv="refresh"' in shown
            play_on(gaston, table, his, idle=hers.done)
            page.reload()
            continue
        word = choices[0].split()[0]
        if word == "enough" and "drop" not in met:
            page.locator('input[name="choice"]').first.check()
            met.add("drop")
        if word in ("next", "lay", "first", "enough"):
            choice = next(pile) if word == "next" else choices[0]
        else:
            choice = hers(choices)
        met.add(choice.split()[0])
        caesar.pick(person, choice)
        follow(person, page.locator(f'button[name="choice"][value="{choice}"]:visible').first)

    assert met >= {"next", "lay", "first", "drop", "enough", "up", "passive", "influence", "action", *hers.wanted}
    assert_counted(person)
    assert person.errors == []


def play_on(gaston: Guest, table: Table, habit: habits.Caesar, *, idle: bool) -> None:
    """The other's answers, until he is not asked any more."""
    while (asked := gaston.choices(table.path))[1]:
        ask, choices = asked
        if choices[0].startswith("next"):
            answers = ORDER
        elif choices[0].startswith("lay"):
            answers = tuple(choices[:4])
        elif "enough" in choices:
            answers = ("enough",)
        elif idle and "passive" in choices:
            answers = ("passive",)
        elif choices[0].startswith("first"):
            answers = (choices[0],)
        else:
            answers = (habit(choices),)
        gaston.answer(table.path, ask, *answers)


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
