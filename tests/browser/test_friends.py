"""Friends: from a link to a seat by keyboard, by touch and without script; sharing, the code to scan, the count."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import eminence
from eminence.core.game import Game
from eminence.server.pages import phrases
from tests.browser.conftest import Come
from tests.browser.laying import watch_path
from tests.browser.people import DESK, PHONE, until
from tests.server.driving import Server, Table

SHARES = """
  window.shared = [];
  Object.defineProperty(navigator, "share", { value: async (what) => { shared.push(what); }, configurable: true });
"""
CANNOT_SHARE = "Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });"


@pytest.fixture
def invitation(server: Server) -> Iterator[tuple[str, str, str]]:
    """Somebody's room with two free seats: who made it, where it is, and the link of the first seat."""
    with server.person(known_as=server.identities.new()) as anne:
        room = anne.post("/new/richelieu", seats="3", name="Anne", nonce="").headers["location"]
        link = re.search(r"/s/\w+/[\w-]+", anne.get(room).text)
        assert link
        yield anne.id, room, link[0]


def test_a_friend_sits_down_by_keyboard_alone(sit_down: Come, invitation: tuple[str, str, str]) -> None:
    page = sit_down().page
    page.goto(invitation[2])
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "name":
            break
    page.keyboard.type("Gaston")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('button.first')")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{invitation[1]}")
    assert page.locator(".seat.you").inner_text().count("Gaston") == 1


def test_without_a_script_a_friend_sits_down_and_a_spectator_is_led_on(
    sit_down: Come, invitation: tuple[str, str, str], table: Table
) -> None:
    friend = sit_down(java_script_enabled=False, **PHONE)
    friend.page.goto(invitation[2])
    friend.page.locator("#name").fill("Gaston")
    friend.page.locator("button.first").tap()
    friend.page.wait_for_url(f"**{invitation[1]}")
    assert friend.page.locator("[data-copy]:visible, [data-share]:visible").count() == 0, "they need a script"
    spectator = sit_down(java_script_enabled=False)
    spectator.page.goto(watch_path(table))
    spectator.page.wait_for_url(f"**{table.path}")


def test_links_are_shared_by_the_device_where_it_can_and_copied_where_not(
    sit_down: Come, invitation: tuple[str, str, str]
) -> None:
    host, room, link = invitation
    for can, script in ((True, SHARES), (False, CANNOT_SHARE)):
        person = sit_down(**PHONE)
        person.context.add_init_script(script)
        person.be(host)
        person.page.goto(room)
        assert person.page.locator("[data-copy]:visible").count() == 3
        assert person.page.locator("[data-share]:visible").count() == (3 if can else 0)
        if can:
            person.page.locator("[data-share]").first.tap()
            (shared,) = person.page.evaluate("shared")
            assert shared["url"] == f"{person.url}{link}"
            assert "Richelieu" in shared["text"]


def test_the_code_to_scan_lies_open_until_it_is_closed(
    sit_down: Come, server: Server, invitation: tuple[str, str, str]
) -> None:
    host, room, link = invitation
    person = sit_down()
    person.be(host)
    person.page.goto(room)
    person.page.wait_for_selector("[data-live][data-connection=open]")
    codes = person.page.locator("details.qr")
    shown = [codes.nth(number).locator(".qr-sheet").is_visible() for number in range(codes.count())]
    assert shown == [True, False, False], "the first free seat's"
    with server.person() as friend:
        assert friend.post(link, name="Gaston", nonce="").status_code == 303
    person.page.get_by_text("Gaston").wait_for()
    assert person.page.locator("#qr-2 .qr-sheet").is_visible(), "now that of the next"
    person.page.locator("#qr-2 summary").click()
    with server.person(known_as=host) as same:
        same.post(f"{room}/seat", seat="1", kind="page")  # refused: somebody sits there
        same.post("/me/name", name="Anne-Marie", back="/mine")
    person.page.get_by_text("Anne-Marie").first.wait_for()
    assert not person.page.locator("#qr-2 .qr-sheet").is_visible(), "what was closed stays closed"


@pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)
def test_on_a_laptop_score_and_total_are_in_sight_of_the_final_count(
    sit_down: Come, server: Server, game: Game
) -> None:
    table = server.room(max(game.seats), of=game.id)
    table.play(random.Random(2))
    match = table.opened().playing
    person = sit_down(**{**DESK, "viewport": {"width": 1366, "height": 768}})
    person.be(table.people[0])
    person.page.goto(table.path)
    if person.page.locator("#news button").count():
        person.page.locator("#news button").click()
        until(lambda: person.page.locator("#news").count() == 0, "the news stay")
    ranked = sorted(match.scores, reverse=True) if len(match.winners) == 1 else list(match.scores)
    told = person.page.locator(".final-score .unseen").inner_text()
    assert sorted(told.removeprefix("Score: ").split(" : ")) == sorted(phrases.as_score(ranked).split(" : "))
    boxes = {name: person.page.locator(name).bounding_box() for name in (".final-score", ".ledger tfoot", ".ask")}
    score, total, bar = boxes.values()
    assert score and total and bar  # noqa: PT018 (one of them names no other)
    assert score["y"] > 0
    assert score["y"] + score["height"] < bar["y"]
    assert total["y"] + total["height"] <= bar["y"] + 1, boxes
