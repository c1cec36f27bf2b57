"""A match by keyboard alone, from the front page to the final count."""

from __future__ import annotations

from tests.browser.answering import Typing
from tests.browser.conftest import Come
from tests.browser.laying import against_bots, quick_answer
from tests.browser.people import DESK, counted
from tests.games.richelieu.tables import GAME
from tests.server.driving import Server, Table
from tests.thorough import THOROUGH

SOME = 3
"""So many answers are given, if not all."""


def test_a_match_by_keyboard_alone_to_the_final_count(sit_down: Come, server: Server) -> None:
    """From the front page on. By default only its first answers, and then the end of another match."""
    person = sit_down(**DESK)
    hands = Typing(person)
    person.page.goto("/")
    hands.tab_to(lambda now: now["href"] == "/new/richelieu")
    person.keys("Enter")
    person.page.wait_for_url("**/new/richelieu")
    hands.tab_to(lambda now: now["name"] == "name")
    person.page.keyboard.type("Anne")
    for field, value, key in (("seat.1", "page", "ArrowDown"), ("option.short", "1", "ArrowRight")):
        hands.tab_to(lambda now: now["name"] == field)  # noqa: B023
        while hands.focused()["value"] != value:
            person.keys(key)
    hands.tab_to(lambda now: now["tag"] == "BUTTON" and not now["name"])
    person.keys("Enter")
    person.arrive("/table/.*")
    person.mark()

    answers, moved = 0, False
    while not (now := person.wait_for(lambda state: state["over"] or (state["turn"] and not state["busy"])))["over"]:
        if answers == SOME and not THOROUGH and not moved:
            moved = bool(person.sit(against_bots(server, GAME, 2)))
            continue
        hands.answer(quick_answer(now["choices"], answers))
        answers += 1

    person.assert_undisturbed()
    counted(person)
    assert hands.focused()["tag"] != "BODY"
    hands.tab_to(lambda now: now["href"].endswith("/match.json"), "Shift+Tab")
    assert answers > (10 if THOROUGH else SOME)


def test_arrows_go_from_card_to_card_and_ask_why(sit_down: Come, table: Table) -> None:
    """Cards that may not be taken are not in the way of the Tab key, but the arrows reach them, and they say why."""
    person = sit_down(**DESK).sit(table)
    person.read_notes()
    hands = Typing(person)
    hands.tab_to(lambda now: now["value"] == "take 1L")
    for key, name, value in (
        ("ArrowRight", "why", "mark 1.2"),
        ("ArrowDown", "why", "mark 2.2"),
        ("ArrowLeft", "choice", "take 2L"),
    ):
        person.keys(key)
        assert (hands.focused()["name"], hands.focused()["value"]) == (name, value)
    person.keys("ArrowUp", "ArrowRight", "Enter")
    because = person.page.locator("#sheet .because")
    because.wait_for()
    assert because.inner_text() == "Only the card at the left or right end of a row can be taken."
    person.keys("Escape")
    assert hands.focused()["value"] == "mark 1.2", "the focus stays on the card"
    assert hands.focused()["visible"]

    for folded in ("#just-now", "#rule"):
        hands.tab_to(lambda now: now["tag"] == "SUMMARY")
        person.keys("Enter")
        above = person.page.locator(f"{folded} .rule-text")
        assert above.is_visible()
        person.keys("Tab", "Escape")
        assert not above.is_visible()
        assert hands.focused()["tag"] == "SUMMARY"
    person.assert_undisturbed()


def test_the_skip_link_leads_past_the_header(sit_down: Come) -> None:
    person = sit_down()
    person.page.goto("/rules/richelieu")
    hands = Typing(person)
    person.keys("Tab")
    assert hands.focused()["href"] == "#main"
    person.keys("Enter")
    assert hands.focused()["id"] == "main"


def test_going_to_the_ask_bar_moves_nothing(sit_down: Come, table: Table) -> None:
    """The bar is always in sight, wherever the page is scrolled; what lies on the table comes out from under it."""
    person = sit_down(viewport={"width": 1366, "height": 520}).sit(table)
    person.page.evaluate("scrollTo({ top: 60, behavior: 'instant' })")
    person.page.evaluate("document.getElementById('prompt').focus({ preventScroll: true })")
    hands = Typing(person)
    assert hands.tab_to(lambda now: now["tag"] == "SUMMARY")["uncovered"]
    assert person.page.evaluate("scrollY") == 60
    assert hands.go_to('button[value="take 4R"]')["uncovered"]
