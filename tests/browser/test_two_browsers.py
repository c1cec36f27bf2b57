"""A whole match by two browsers at once: a phone and a desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.browser.people import DESK, PHONE, Person, choose_among, numbers

COUNT = """() => ({
  total: [...document.querySelectorAll(".ledger tfoot .points")].map((points) => points.textContent),
  lines: [...document.querySelectorAll(".ledger tbody .points")].map((points) => points.textContent),
})"""


def make_a_short_game(person: Person, name: str, other: str = "friend") -> None:
    """From the front page to the room, or with a bot to the table."""
    page = person.page
    page.goto("/")
    page.locator('a[href="/new/richelieu"]').click()
    page.locator("#name").fill(name)
    page.locator('input[name="seats"][value="2"]').check()
    page.locator("#seat-1").select_option(other)
    page.locator('input[name="option.short"][value="1"]').check()
    page.locator("button.first").click()


def told_all(state: dict[str, Any], happened: int) -> bool:
    """Whether a page shows the table after so many events, with a story up to the last of them."""
    return bool(state["happened"] == happened and state["told"] == happened - 1)


def test_a_match_on_a_phone_and_at_a_desk_to_the_final_count(sit_down: Callable[..., Person]) -> None:
    desk, phone = sit_down(**DESK), sit_down(**PHONE, locale="fr")
    make_a_short_game(desk, "Anne")
    desk.page.wait_for_url("**/room/*")
    link = desk.page.locator('input[value*="/s/"]').input_value()
    phone.page.goto(link)
    phone.page.locator("#name").fill("Gaston")
    phone.page.locator("button.first").tap()
    for person in (phone, desk):
        person.arrive("/table/.*")
        person.page.evaluate("window.mark = 'never reloaded'")

    answers = 0
    while not desk.state()["over"]:
        asked, other = (desk, phone) if desk.state()["turn"] else (phone, desk)
        now = asked.wait_for(lambda state: state["turn"] and not state["busy"], "nobody is asked")
        asked.choose(choose_among(now["choices"], answers))
        answers += 1
        happened = asked.state()["happened"]
        for reader in (other, asked):
            reader.wait_for(lambda state: told_all(state, happened), "the page did not follow")  # noqa: B023

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
        assert len(person.page.locator("#story li").all_inner_texts()) > answers / 2
    assert answers > 20
