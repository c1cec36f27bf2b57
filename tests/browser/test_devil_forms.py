"""Forms of Deal with the Devil, as they are filled in: what would come of it is told, half-made ones stay, and what is
turned face down stays so on this device."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.composing import Composer, choices_of
from tests.browser.conftest import Come, Lay
from tests.browser.laying import answer
from tests.browser.people import DESK, PHONE, Person, until
from tests.games.deal_with_the_devil.situations import POSITIONS
from tests.games.positions import first_asked
from tests.games.situations import Situation

SCREENS = pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])


def situation(beginning: str) -> Situation:
    return next(one for name, one in POSITIONS.items() if name.startswith(beginning))


def sit(person: Person, lay: Lay, beginning: str) -> Any:
    """Sit down where such a question is asked; the table."""
    match = situation(beginning).match()
    table = lay(match)
    person.sit(table, first_asked(match))
    person.read_notes()
    return table


def cast(person: Person) -> str:
    """What is told of the form as it is filled in, once that is told."""
    until(lambda: not person.state()["busy"], "what would come of it is not told")
    return person.page.locator(".dp-cast").inner_text()


def more(person: Person, field: str) -> None:
    person.press(person.page.locator(f'.stepper:has(#{field}) [data-step="1"]'))


@SCREENS
def test_an_offer_is_filled_with_steppers_and_survives_a_reload(
    sit_down: Come, lay: Lay, screen: dict[str, object]
) -> None:
    person = sit_down(**screen)
    sit(person, lay, "offer")
    composer = Composer(person, "form")
    assert composer.sender.inner_text() == "Offer nothing"
    more(person, "dp-put-stone")
    more(person, "dp-put-stone")  # there is but one
    person.press(person.page.locator("label:has(#dp-price-2)"))
    assert "The shop asks 3 coins for this. You ask 4 coins." in cast(person)
    assert composer.sender.inner_text() == "Close the chest: 1 stone for 4 coins"
    person.page.reload()
    person.page.wait_for_selector("[data-live][data-connection=open]")
    person.mark()
    assert "You ask 4 coins." in cast(person)
    with person.page.expect_request("**/answer") as sent, person.answering():
        person.press(composer.sender)
    assert choices_of(sent.value) == ["price 4", "put stone 1", "seal"]
    person.assert_fits()


def test_what_may_not_be_meant_is_asked_back_and_what_is_not_ones_own_says_why(sit_down: Come, lay: Lay) -> None:
    person = sit_down(**PHONE)
    sit(person, lay, "offer")
    composer = Composer(person, "form")
    person.press(composer.sender)
    assert composer.sender.inner_text() == "Sure? Close the chest empty"
    person.press(person.page.locator("label:has(#dp-price-1)"))
    assert "empty" in cast(person)
    assert composer.sender.inner_text() == "Offer nothing", "whoever changes something has not meant it"
    person.press(person.page.locator(".dp-not").first)
    because = person.page.locator("#sheet[open] .because")
    because.wait_for()
    assert because.inner_text() == "Your role may not ask for that."


@SCREENS
def test_a_plan_shows_what_comes_of_it_and_parts_come_as_they_are_needed(
    sit_down: Come, lay: Lay, screen: dict[str, object]
) -> None:
    person = sit_down(**screen)
    sit(person, lay, "plan: event, take")
    page = person.page
    assert page.locator('[data-q="build-1"]').is_hidden(), "a second building comes after the first"
    person.press(page.locator("label:has(#dp-build-0-1)"))
    assert "You build" in cast(person)
    assert page.locator('[data-q="build-1"]').is_visible()
    for _ in range(2):
        person.press(page.locator("label:has(#dp-build-1-2)"))
    assert cast(person).count("You build") == 2
    person.press(page.locator("label:has(#dp-build-0-0)"))
    assert "You build" not in cast(person), "without the first there is no second"
    person.assert_fits()


def test_what_others_do_meanwhile_leaves_a_half_made_form_as_it_is(sit_down: Come, lay: Lay) -> None:
    person = sit_down(**DESK)
    table = sit(person, lay, "offer")
    more(person, "dp-put-stone")
    cast(person)
    other = next(seat for seat in table.opened().playing.asked if seat != table.opened().playing.asked[0])
    answer(table, other, table.opened().playing.asks()[other].texts[-1])
    until(lambda: person.page.locator("#dp-put-stone").input_value() == "1", "the stone is gone")


def test_the_role_lies_face_down_until_one_looks_and_stays_so_on_this_device(sit_down: Come, lay: Lay) -> None:
    person = sit_down(**PHONE)
    sit(person, lay, "offer")
    secret = person.page.locator(".dp-secret")
    assert secret.is_hidden()
    person.press(person.page.locator(".dp-shut"))
    assert "You are" in secret.inner_text()
    person.page.reload()
    assert person.page.locator(".dp-secret").is_visible()
    person.press(person.page.locator(".dp-shut"))
    person.page.reload()
    assert person.page.locator(".dp-secret").is_hidden()


def test_the_roof_covers_all_that_is_behind_the_wall(sit_down: Come, lay: Lay) -> None:
    person = sit_down(**PHONE)
    sit(person, lay, "offer")
    covered = [".dp-wall", ".dp-hand", ".dp-notebook", ".dp-locket", ".dp-purse"]
    assert all(person.page.locator(place).is_visible() for place in covered)
    person.press(person.page.locator(".dp-roofed"))
    assert not any(person.page.locator(place).is_visible() for place in covered)
    person.page.reload()
    assert not any(person.page.locator(place).is_visible() for place in covered)


def test_notes_of_ones_own_stay_on_the_device_and_are_sent_nowhere(sit_down: Come, lay: Lay) -> None:
    person = sit_down(**DESK)
    sit(person, lay, "offer")
    sent: list[str] = []
    person.page.on("request", lambda request: sent.append(request.post_data or ""))
    person.press(person.page.locator("#dp-notebook > summary"))
    person.page.locator("#dp-free").fill("Blue had two glass too many")
    person.page.reload()
    person.page.wait_for_selector("[data-live][data-connection=open]")
    assert person.page.locator("#dp-free").input_value() == "Blue had two glass too many"
    assert not any("glass" in body for body in sent)
