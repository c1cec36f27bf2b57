"""A whole match by keyboard alone, from the front page to the final count."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser import habits
from tests.browser.caesar import at
from tests.browser.guests import CAESAR, RICHELIEU, Guest, Playing, dealt
from tests.browser.hands import Hands
from tests.browser.laying import laid_out
from tests.browser.people import DESK, Person
from tests.browser.serving import Server


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


def test_a_match_by_keyboard_alone_to_the_final_count(sit_down: Callable[..., Person]) -> None:
    person = sit_down(**DESK)
    hands, page = Hands(person), person.page
    make_a_game(hands, person, RICHELIEU)

    answers = 0
    backwards = False
    while True:
        now = person.wait_for(lambda state: state["over"] or (state["turn"] and not state["busy"]))
        if now["over"]:
            break
        wish = habits.richelieu(now["choices"], answers)
        kind = wish.split()[0]
        at = hands.focused()
        if at["name"] != "choice" or at["value"].split()[0] != kind:
            # From the prompt the cards lie before, from the top of the page behind.
            backwards = at["id"] == "prompt" and kind != "no"
            at = hands.tab_to(
                lambda found: found["name"] == "choice" and found["value"].split()[0] == kind,  # noqa: B023
                "Shift+Tab" if backwards else "Tab",
            )
        assert at["uncovered"], f"something lies over {at}"
        hands.press(("Enter", "Space")[answers % 2])
        answers += 1
        person.wait_for(lambda state: state["ask"] != now["ask"] and not state["busy"])  # noqa: B023
        assert hands.focused()["tag"] != "BODY", "the focus was lost after an answer"

    assert person.watched()["lost"] == []
    assert page.locator("#count-title").is_visible()
    assert hands.focused()["tag"] != "BODY"
    hands.tab_to(lambda now: now["href"].endswith("/match.json"), "Shift+Tab")
    assert answers > 10
    person.assert_calm()


def test_a_match_of_caesar_and_cleopatra_by_keyboard_alone(sit_down: Callable[..., Person]) -> None:
    """Anne lays cards open and covered, and then throws away what she has: when she has nothing left the bot goes on
    alone, and soon the match is over."""
    person = sit_down(**DESK)
    hands = Hands(person)
    make_a_game(hands, person, CAESAR)
    met: set[str] = set()
    anne = habits.Caesar("up", "down", "played", met=met)
    while True:
        now = person.wait_for(lambda state: state["over"] or (state["turn"] and not state["busy"]))
        if now["over"]:
            break
        if now["composing"]:
            met.add(now["composing"])
            compose(hands, now["composing"])
        else:
            choices = now["choices"]
            covered = [choice for choice in choices if choice.startswith("down")]
            if covered and "up" in met and "down" not in met:
                met.update(("down", "played"))
                pick_another_card(hands)
                covered = [choice for choice in person.state()["choices"] if choice.startswith("down")]
                choice = covered[0]
            else:
                choice = anne(choices)
            at = hands.go_to(f'button[name="choice"][value="{choice}"]')
            assert at["uncovered"], f"something lies over {at}"
            hands.press("Enter" if len(met) % 2 else "Space")
        person.wait_for(lambda state: state["ask"] != now["ask"] and not state["busy"], f"was not taken: {now}")  # noqa: B023
        assert hands.focused()["tag"] != "BODY", "the focus was lost after an answer"

    assert met >= {"order", "place", "pick", "up", "down", "passive", "influence"}
    assert person.watched()["lost"] == []
    assert person.page.locator("#count-title").is_visible()
    hands.go_to('a[href$="/match.json"]')
    person.assert_calm()


def pick_another_card(hands: Hands) -> None:
    """Cards of a hand are picked like any radio buttons: Tab leads to them, the arrows from one to another."""
    before = hands.go_to('input[name="cc-card"]')
    assert before["checked"]
    hands.press("ArrowRight")
    after = hands.focused()
    assert (after["name"], after["checked"]) == ("cc-card", True)
    assert after["id"] != before["id"]


def compose(hands: Hands, kind: str) -> None:
    """Pick up, move, drop; then send."""
    if kind == "pick":
        boxes = hands.page.locator(".composer input:not(:disabled)")
        for number in range(boxes.count()):
            hands.go_to(f"#{boxes.nth(number).get_attribute('id')}")
            hands.press("Space")
    elif kind == "split":
        hands.go_to(".composer [data-side]:first-child button[data-index]")
        hands.press("ArrowRight")
    else:
        hands.go_to(".composer li:first-child button[data-index]")
        hands.press("Space", "ArrowDown", "Space")
    at = hands.go_to(".composer-foot button")
    assert at["uncovered"], f"something lies over {at}"
    hands.press("Enter")


def test_castling_by_keyboard_alone(
    sit_down: Callable[..., Person], guest: Callable[..., Guest], server: Server
) -> None:
    """First which two groups, then which cards go where."""
    anne, gaston = guest("Anne"), guest("Gaston")
    person = sit_down(**DESK).sit(anne, laid_out(server, at("play castling", "let"), anne, gaston))
    hands = Hands(person)
    hands.tab_to(lambda now: now["name"] == "cc-first")
    for _ in range(5):
        if hands.focused()["value"] == "0":
            break
        hands.press("ArrowRight")
    hands.go_to('button[value="castle SEN QUA"]')
    hands.press("Enter")
    person.wait_for(lambda state: state["composing"] == "split")
    assert hands.focused()["tag"] != "BODY"
    compose(hands, "split")
    person.wait_for(lambda state: any(choice.startswith("up") for choice in state["choices"]))
    assert person.page.locator(".cc-columns > li:nth-child(1) .cc-near .cc-card").count() == 2
    assert person.page.locator(".cc-columns > li:nth-child(3) .cc-near .cc-card").count() == 3
    assert person.watched()["lost"] == []
    person.assert_calm()


def test_arrows_go_from_card_to_card_and_ask_why(sit_down: Callable[..., Person], guest: Callable[..., Guest]) -> None:
    """Cards that may not be taken are not in the way of the Tab key, but the arrows reach them, and they say why."""
    anne = guest("Anne")
    table = dealt(anne, guest("Gaston"))
    person = sit_down(**DESK)
    person.be(anne)
    person.page.goto(table.path)
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
    person.assert_calm()


def test_the_skip_link_leads_past_the_header(sit_down: Callable[..., Person]) -> None:
    person = sit_down()
    person.page.goto("/rules/richelieu")
    hands = Hands(person)
    hands.press("Tab")
    assert hands.focused()["href"] == "#main"
    hands.press("Enter")
    assert hands.focused()["id"] == "main"
