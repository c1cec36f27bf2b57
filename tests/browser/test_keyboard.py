"""A whole match by keyboard alone, from the front page to the final count."""

from __future__ import annotations

from tests.browser.answering import Typing
from tests.browser.conftest import Come
from tests.browser.guests import RICHELIEU, Playing, Table, quick_answer
from tests.browser.hands import Hands
from tests.browser.people import DESK, Person, counted


def make_a_game(hands: Hands, person: Person, playing: Playing) -> None:
    """From the front page to the table, with the weakest bot."""
    page = person.page
    page.goto("/")
    hands.tab_to(lambda now: now["href"] == f"/new/{playing.game}")
    hands.press("Enter")
    page.wait_for_url(f"**/new/{playing.game}")
    hands.tab_to(lambda now: now["name"] == "name")
    page.keyboard.type("Anne")
    hands.tab_to(lambda now: now["name"] == "seat.1")
    while hands.focused()["value"] != "page":
        hands.press("ArrowDown")
    for option, value in playing.options.items():
        hands.tab_to(lambda now: now["name"] == f"option.{option}")  # noqa: B023
        while hands.focused()["value"] != value:
            hands.press("ArrowRight")
    hands.tab_to(lambda now: now["tag"] == "BUTTON" and not now["name"])
    hands.press("Enter")
    person.arrive("/table/.*")


def test_a_match_by_keyboard_alone_to_the_final_count(sit_down: Come) -> None:
    person = sit_down(**DESK)
    hands = Hands(person)
    make_a_game(hands, person, RICHELIEU)

    answers = 0
    typing = Typing(person)
    while not (now := person.wait_for(lambda state: state["over"] or (state["turn"] and not state["busy"])))["over"]:
        typing.answer(quick_answer(now["choices"], answers))
        answers += 1

    assert person.watched()["lost"] == []
    counted(person)
    assert hands.focused()["tag"] != "BODY"
    hands.tab_to(lambda now: now["href"].endswith("/match.json"), "Shift+Tab")
    assert answers > 10


def test_arrows_go_from_card_to_card_and_ask_why(sit_down: Come, table: Table) -> None:
    """Cards that may not be taken are not in the way of the Tab key, but the arrows reach them, and they say why."""
    person = sit_down(**DESK).sit(table)
    hands = Hands(person)

    hands.tab_to(lambda now: now["value"] == "take 1L")
    hands.press("ArrowRight")
    inner = hands.focused()
    assert (inner["name"], inner["value"]) == ("why", "mark 1.2")
    hands.press("ArrowDown")
    assert hands.focused()["value"] == "mark 2.2"
    hands.press("ArrowLeft")
    assert hands.focused()["value"] == "take 2L"
    hands.press("ArrowUp", "ArrowRight", "Enter")
    because = person.page.locator(".ask .because")
    because.wait_for()
    assert because.inner_text() == "Only a card at the left or right end of a row may be taken."
    assert hands.focused()["value"] == "mark 1.2", "the focus stays on the card"
    assert hands.focused()["visible"]

    hands.tab_to(lambda now: now["tag"] == "SUMMARY")
    hands.press("Enter")
    rule = person.page.locator("#rule .rule-text")
    assert rule.is_visible()
    hands.press("Tab", "Escape")
    assert not rule.is_visible()
    assert hands.focused()["tag"] == "SUMMARY"
    assert person.watched()["lost"] == []


def test_the_skip_link_leads_past_the_header(sit_down: Come) -> None:
    person = sit_down()
    person.page.goto("/rules/richelieu")
    hands = Hands(person)
    hands.press("Tab")
    assert hands.focused()["href"] == "#main"
    hands.press("Enter")
    assert hands.focused()["id"] == "main"
