"""Whole matches by two browsers at once: a phone and a desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser import caesar, habits
from tests.browser.composing import Composer
from tests.browser.guests import CAESAR, RICHELIEU, Playing
from tests.browser.people import DESK, PHONE, Person, all_here, numbers, until

COUNT = """() => ({
  total: [...document.querySelectorAll(".ledger tfoot .points")].map((points) => points.textContent),
  lines: [...document.querySelectorAll(".ledger tbody .points")].map((points) => points.textContent),
})"""


def told_all(state: dict[str, Any], happened: int) -> bool:
    """Whether a page shows the table after so many events, with a story up to the last of them."""
    return bool(state["happened"] == happened and state["told"] == happened - 1)


def sit_down_together(desk: Person, phone: Person, playing: Playing) -> None:
    """From the front page to the table: the one makes a game, the other comes by the link."""
    desk.make_a_game(playing, "Anne")
    desk.page.wait_for_url("**/room/*")
    link = desk.page.locator('input[value*="/s/"]').input_value()
    phone.page.goto(link)
    phone.page.locator("#name").fill("Gaston")
    phone.page.locator("button.first").tap()
    for person in (phone, desk):
        person.arrive("/table/.*")
        person.page.evaluate("window.mark = 'never reloaded'")
    all_here(phone, desk)


def who_is_asked(one: Person, other: Person) -> tuple[Person, Person, dict[str, Any]] | None:
    """Wait until one of them is: who, the other, and what his table shows; None when the match is over.

    Not everything is told: when somebody lets an action happen, the other is asked again, and that is all.
    """

    def look() -> list[tuple[Person, Person, dict[str, Any]]]:
        found = [(one, other, one.state()), (other, one, other.state())]
        return [who for who in found if who[2]["over"] or (who[2]["turn"] and not who[2]["busy"])]

    first: tuple[Person, Person, dict[str, Any]] = until(look, "nobody is asked")[0]
    return None if first[2]["over"] else first


def follow(asked: Person, other: Person) -> None:
    """Both pages show what has just happened."""
    happened = asked.state()["happened"]
    for reader in (other, asked):
        reader.wait_for(lambda state: told_all(state, happened), "the page did not follow")


def assert_counted(desk: Person, phone: Person) -> None:
    """Both show the same final count, each in its language; the sums are right, and nothing went wrong on the way."""
    phone.wait_for(lambda state: state["over"])
    counts = [person.page.evaluate(COUNT) for person in (desk, phone)]
    assert counts[0] == counts[1]
    assert len(counts[0]["total"]) == 2
    lines = [numbers(points)[0] for points in counts[0]["lines"]]
    assert [sum(lines[0::2]), sum(lines[1::2])] == [numbers(points)[0] for points in counts[0]["total"]]
    assert desk.page.locator("#count-title").inner_text() != phone.page.locator("#count-title").inner_text()
    for person in (desk, phone):
        assert person.page.locator("#count-title").is_visible()
        assert person.page.evaluate("window.mark") == "never reloaded"
        assert person.watched()["widest"] <= 0, "the page is wider than the screen"
        assert person.watched()["scrolled"] == 0
        person.assert_calm()


def test_a_match_on_a_phone_and_at_a_desk_to_the_final_count(sit_down: Callable[..., Person]) -> None:
    desk, phone = sit_down(**DESK), sit_down(**PHONE, locale="fr")
    sit_down_together(desk, phone, RICHELIEU)
    answers = 0
    while who := who_is_asked(desk, phone):
        asked, other, now = who
        asked.choose(habits.richelieu(now["choices"], answers))
        answers += 1
        follow(asked, other)

    assert_counted(desk, phone)
    for person in (desk, phone):
        assert len(person.page.locator("#story li").all_inner_texts()) > answers / 2
    assert answers > 20


def test_a_match_of_caesar_and_cleopatra_on_a_phone_and_at_a_desk(sit_down: Callable[..., Person]) -> None:
    """Every question is met: both order their piles and lay their first cards, every action card is played and one of
    them forbidden. Then one of them throws all that he has away, and the other plays on alone: the end comes sooner."""
    desk, phone = sit_down(**DESK), sit_down(**PHONE, locale="fr")
    sit_down_together(desk, phone, CAESAR)
    met: set[str] = set()
    wanted = ("strike", "snatch", "castle", "scout", "wrath", "veto", "let")
    players = {
        desk: habits.Caesar(*wanted, met=met),
        phone: habits.Caesar(*wanted, met=met, late=True, then="down"),
    }
    piles = {desk: ("coup", "coup", "spy", "castling"), phone: ("veto", "scout", "wrath", "castling")}
    answers = 0
    while who := who_is_asked(desk, phone):
        asked, other, now = who
        if now["composing"]:
            met.add(compose(asked, now["composing"], piles[asked]))
        else:
            caesar.choose(asked, players[asked](now["choices"]))
        answers += 1
        follow(asked, other)

    assert met >= {*wanted, "order", "place", "split", "pick", "up", "down", "passive", "influence", "action", "no"}
    assert_counted(desk, phone)
    for person in (desk, phone):
        assert person.watched()["lost"] == []


def compose(person: Person, kind: str, pile: tuple[str, ...]) -> str:
    """Put an answer together: the pile with these cards on top, everything else with one change, and send it."""
    composer = Composer(person, kind)
    if kind == "order":
        for place, card in enumerate(pile):
            at = composer.lie().index(f"next {card}", place)
            if at != place and place == 0 and not person.touches:
                composer.drag(composer.nth(at), composer.nth(0))
            elif at != place:
                composer.tap_to(composer.nth(at), composer.nth(place))
        assert composer.lie()[: len(pile)] == [f"next {card}" for card in pile]
    elif kind == "place":
        composer.tap_to(composer.nth(0), composer.nth(4))
    elif kind == "split":
        first = composer.box.locator(f"#{composer.nth(0).get_attribute('id')}")
        person.press(first)
        if composer.sender.is_disabled():  # there is no room for it on the other side
            person.press(first)
    else:
        for label in composer.box.locator(".pick-card").all():
            person.press(label)
    composer.send()
    return kind
