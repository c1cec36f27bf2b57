"""Forms of Deal with the Devil, as they are filled in: what would come of it is told, half-made ones stay, and what is
turned face down stays so on this device."""

from __future__ import annotations

import json
from functools import cache
from itertools import chain
from typing import Any

import pytest

from eminence.core.match import Match
from eminence.core.texts.telling import telling
from eminence.games.deal_with_the_devil.page import form_for
from eminence.games.deal_with_the_devil.telling import Telling
from tests.browser.composing import Composer, choices_of
from tests.browser.conftest import Come, Lay
from tests.browser.fitting import NARROWEST, begin_in_wide_fonts, size_of
from tests.browser.laying import NAMES, answer
from tests.browser.people import DESK, PHONE, Person, until
from tests.games.deal_with_the_devil.situations import POSITIONS
from tests.games.deal_with_the_devil.situations import at as golden_at
from tests.games.deal_with_the_devil.tables import GAME
from tests.games.golden import moments, names
from tests.games.positions import first_asked
from tests.games.situations import Situation


@cache
def offering_again() -> tuple[Match, int, list[str]]:
    """Somebody who has still what he offered in the round before, and what he sent then."""
    for match, _ in chain.from_iterable(moments(GAME, name) for name in names(GAME)):
        for seat in match.asked if not match.over and match.step == "offer" else ():
            teller = telling(GAME, "en", seat, dict(enumerate(NAMES)))
            assert isinstance(teller, Telling)
            form = form_for(match.view(seat), match.asks()[seat], teller)
            if form is not None and form.again is not None:
                return match.clone(), seat, json.loads(form.again[1])
    raise AssertionError("nobody has still what he offered")


def told(person: Person) -> str:
    """All that is told of the form, also what a line says in its place."""
    cast(person)
    return person.page.locator(".dp-cast").text_content() or ""


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


def open_line(person: Person, name: str) -> None:
    """Unfold a line of the plan, where it is folded."""
    line = person.page.locator(f"#dp-line-{name}:not([open]) > summary")
    if line.count():
        person.press(line)


def line(person: Person, name: str) -> str:
    """What a line of the plan says of what was chosen in it."""
    return person.page.locator(f"#dp-line-{name} [data-shows]").text_content() or ""


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
    assert page.locator("#dp-line-build_again").is_hidden(), "a second building comes after the first"
    assert Composer(person, "form").sender.inner_text() == "Do nothing this round"
    open_line(person, "build")
    person.press(page.locator("label:has(#dp-build-0-1)"))
    assert "You build" in told(person)
    first = page.locator("label:has(#dp-build-0-1) .dp-card-name").text_content() or ""
    assert line(person, "build") == first.replace("\u00ad", "")
    assert page.locator("#dp-line-build_again").is_visible()
    for _ in range(2):
        open_line(person, "build_again")
        person.press(page.locator("label:has(#dp-build-1-2)"))
    assert told(person).count("You build") == 2
    assert page.locator("#dp-line-build[open]").count() == 0, "a line folds when something was picked in it"
    assert page.locator("#dp-line-build .dp-after").inner_text(), "what is left after it stands in the line"
    open_line(person, "build")
    person.press(page.locator("label:has(#dp-build-0-0)"))
    assert "You build" not in told(person), "without the first there is no second"
    assert line(person, "build") == "Nothing"
    person.assert_fits()


def test_all_achievements_are_claimed_in_one_form(sit_down: Come, lay: Lay) -> None:
    """What is marked is sent with all small answers that follow from it: who helps, and on which slot it goes."""
    person = sit_down(**PHONE)
    match = golden_at("plain_1", 442)
    person.sit(lay(match), 3)
    person.read_notes()
    composer, page = Composer(person, "form"), person.page
    assert composer.sender.inner_text() == "Claim 2 achievements"
    assert cast(person).count("helped by") == 2
    slots = page.locator('[data-q^="slot-"]')
    first, second = (slots.nth(at).locator("input:checked") for at in (0, 1))
    before = first.input_value(), second.input_value()
    assert before[0] != before[1]
    for now in (before[::-1], before):  # where one goes to the slot of the other, they change places
        person.press(slots.nth(1).locator(f'label:has([value="{now[1]}"])'))
        assert (first.input_value(), second.input_value()) == now
        cast(person)
    person.press(page.locator('label:has([value="claim minor urban"])'))
    assert cast(person).count("helped by") == 1
    assert composer.sender.inner_text() == "Claim 1 achievement"
    assert slots.nth(1).is_hidden()
    page.reload()
    page.wait_for_selector("[data-live][data-connection=open]")
    person.mark()
    until(lambda: composer.sender.inner_text() == "Claim 1 achievement", "what was half made is gone")
    with page.expect_request("**/answer") as sent, person.answering():
        person.press(composer.sender)
    assert choices_of(sent.value) == ["claim minor rural", "with rural", "slot 3", "claim none"]
    person.assert_fits()


def test_who_claims_nothing_is_asked_back(sit_down: Come, lay: Lay) -> None:
    person = sit_down(**DESK)
    person.sit(lay(golden_at("plain_1", 442)), 3)
    person.read_notes()
    composer = Composer(person, "form")
    for box in ("urban", "rural"):
        person.press(person.page.locator(f'label:has([value="claim minor {box}"])'))
        cast(person)  # nothing moves any more under the next
    assert composer.sender.inner_text() == "Claim nothing"
    person.press(composer.sender)
    assert composer.sender.inner_text() == "Sure? Claim nothing"
    with person.page.expect_request("**/answer") as sent, person.answering():
        person.press(composer.sender)
    assert choices_of(sent.value) == ["claim none"]


def test_what_was_offered_last_is_offered_again_by_a_tap(sit_down: Come, lay: Lay) -> None:
    person = sit_down(**PHONE)
    match, seat, offered = offering_again()
    person.sit(lay(match), seat)
    person.read_notes()
    person.press(person.page.locator("[data-fill]"))
    cast(person)
    with person.page.expect_request("**/answer") as sent, person.answering():
        person.press(Composer(person, "form").sender)
    assert choices_of(sent.value) == offered


def test_the_mass_is_looked_at_before_the_inquisitors_are_faced(sit_down: Come, lay: Lay) -> None:
    person = sit_down(**PHONE)
    person.sit(lay(golden_at("plain_1", 334)), 1)
    person.read_notes()
    page = person.page
    assert page.locator(".composer").is_hidden()
    verdicts = page.locator(".first-look .dp-guesses li").all_inner_texts()
    assert len(verdicts) == 4
    assert all("the ring goes home" in one for one in verdicts)
    person.look_first()
    assert page.locator(".composer").is_visible()
    page.reload()
    page.wait_for_selector("[data-live][data-connection=open]")
    person.mark()
    person.assert_undisturbed()


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
    pencil = person.page.locator('[id^="dp-guess"]').first
    pencil.select_option("no_devil")
    person.page.reload()
    person.page.wait_for_selector("[data-live][data-connection=open]")
    assert person.page.locator("#dp-free").input_value() == "Blue had two glass too many"
    assert pencil.input_value() == "no_devil"
    assert not any("glass" in body or "no_devil" in body for body in sent)
    sit(person, lay, "offer")
    assert pencil.input_value() == "", "at another table nothing is guessed"


@pytest.mark.parametrize("width", [NARROWEST, 768])
def test_what_a_bargain_costs_the_soul_is_said_in_full(sit_down: Come, lay: Lay, width: int) -> None:
    """Above the button that does it, in sight at once: nothing of it has to be scrolled to."""
    person = sit_down(viewport=size_of(width), locale="fr")
    begin_in_wide_fonts(person)
    found = 0
    for name, known in POSITIONS.items():
        if name.startswith("answer"):
            match = known.match()
            person.sit(lay(match), first_asked(match))
            for lines in person.page.locator(".dp-lines:has(.dp-loss)").all():
                assert lines.evaluate("(lines) => lines.scrollHeight <= lines.clientHeight + 1"), name
                found += 1
    assert found
