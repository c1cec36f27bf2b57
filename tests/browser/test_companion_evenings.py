"""Whole evenings on the real page, whatever happens meanwhile: Back at any moment, no server, one that is killed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from eminence.companion.chests import Evening
from eminence.server.pages import companion
from tests.browser.conftest import Come
from tests.browser.device import COLOURS, GAME, PATH, Device
from tests.browser.people import PHONE, Person, until
from tests.browser.test_companion import BOX, SCANS, expected
from tests.browser.wire import Wire
from tests.companion.test_chests import holds
from tests.server.driving import Server
from tests.thorough import THOROUGH

SCHEDULES = range(0, 48, 1 if THOROUGH else 32)
ENGLISH = companion.told(companion.boxed()[0][0], "en")["stops"]
PLACES = {
    (stop.round, told["title"]): (stop.round, stop.scan, stop.key)
    for stop, told in zip(BOX.course, ENGLISH, strict=True)
    if stop.scan
}
"""Which scan a screen stands for, by its round and its title."""


def colours_of(assignment: int, schedule: int) -> dict[tuple[int, str, str], dict[int, int]]:
    """The colour that each chest should go to, by scan."""
    return dict(zip(PLACES.values(), expected(assignment, schedule), strict=True))


def kept(person: Person) -> Device:
    """A device on which the page keeps itself, with the worker that gives it out."""
    device = Device(person)
    page = device.page
    page.locator("body[data-kept]").wait_for()
    until(
        lambda: page.evaluate("navigator.serviceWorker.ready.then((one) => one.active.state)") == "activated",
        "no worker",
    )
    person.expect("ERR_", "Failed to", "NetworkError", "net::")
    return device


def wishes(chance: random.Random) -> list[list[int]]:
    return [[chance.randrange(3) for _ in range(3)] for _ in range(4)]


def orders(device: Device, chance: random.Random) -> list[dict[str, Any]]:
    """Chests in any order; now and then a distribution is left, half done or not, and so many times Back is pressed."""
    found = []
    for _ in range(60):
        back = chance.choice([0, 0, 0, 0, 1, 2, 3])
        found.append(device.order(chance.sample(range(4), 4), back, chance.choice([1, 2, 3, 0]) if back else 0))
    return found + [device.order(range(4)) for _ in range(60)]


def rules_hold(assignment: int, schedule: int, went: Sequence[Any]) -> None:
    """Every time it is the colour that the engine says; and what the colours tell keeps the app's own rules."""
    carried: dict[tuple[int, str, str], dict[int, int]] = {place: {} for place in PLACES.values()}
    should = colours_of(assignment, schedule)
    for number, title, came in went:
        place = PLACES[number, title]
        for mark, colour, name, _ in came:
            assert name == COLOURS[colour]
            assert colour == should[place][mark], place
            assert carried[place].setdefault(mark, colour) == colour, "repeated exactly as it was"
    holds(Evening(assignment, schedule), carried)


@pytest.mark.parametrize("reached", [True, False], ids=["online", "offline"])
def test_every_schedule_however_roles_are_dealt_keeps_the_rules_with_back_at_any_moment(
    sit_down: Come, wire: Wire, reached: bool
) -> None:
    """With roles dealt evenly and by wishes; in --thorough all 48, each both ways. Nobody ever gets their own chest."""
    device = kept(sit_down(by=wire, service_workers="allow", **PHONE))
    if not reached:
        wire.cut()
        device.page.goto(PATH)
        device.page.locator("#new").wait_for()
    held = backs = 0
    evenings = list(product(SCHEDULES, (False, True)))
    evenings = evenings if THOROUGH else evenings[::3] if reached else evenings[1:3]  # wishes at one schedule each
    for schedule, wished in evenings:
        chance = random.Random(2 * schedule + wished)
        assignment = chance.randrange(24)
        device.begin(assignment, schedule, wishes(chance) if wished else ())
        given = orders(device, chance)
        went = device.evening(given)
        rules_hold(assignment, schedule, went)
        held += sum(len(came) for _, _, came in went)
        backs += sum(order["back"] for order in given[: len(went)])
        device.end()
    print(f"{len(evenings)} evenings, {held} chests, Back pressed {backs} times")
    assert held > len(evenings) * BOX.scans
    if not reached:
        wire.mend()


@pytest.mark.parametrize("part", range(min(3, len(SCHEDULES))))
def test_the_server_is_killed_between_any_two_scans_of_any_schedule(
    sit_down: Come, own_server: Server, part: int
) -> None:
    """In --thorough in all 48 schedules, before each of the 68 scans once. The next chest comes while there is no
    server, to the page as it stands or loaded anew without it; then the page is loaded from the server again."""
    device = kept(sit_down(at=own_server, service_workers="allow", **PHONE))
    page = device.page
    kills = 0
    for schedule in SCHEDULES[part::3]:
        chance = random.Random(schedule)
        assignment = chance.randrange(24)
        device.begin(assignment, schedule)
        left = [device.order(chance.sample(range(4), 4)) for _ in SCANS]
        went: list[Any] = []

        def carry(most: int, left: list[dict[str, Any]] = left, went: list[Any] = went) -> None:
            """So many chests more; what is left of a distribution is for the next time."""
            came = device.evening(left, most)
            went.extend(came)
            for _, _, these in came:
                left[0]["chests"] = left[0]["chests"][len(these) :]
                if not left[0]["chests"]:
                    left.pop(0)

        held = 0
        for scan in range(schedule, BOX.scans, 48):
            carry(scan - held)
            own_server.kill()
            kills += 1
            if chance.random() < 0.5:
                page.reload()
                page.locator("#stop-title").wait_for()
            carry(1)
            held = scan + 1
            own_server.again()
            page.reload()
            page.locator("#stop-title:visible, #resume:visible").wait_for()
            if page.locator("#resume").is_visible():  # that was the last chest of all
                page.locator("#resume").click()
        carry(-1)
        assert sum(len(came) for _, _, came in went) == BOX.scans
        rules_hold(assignment, schedule, went)
        device.end()
    print(f"{kills} kills")


def test_without_a_server_the_page_opens_by_every_address_and_says_what_it_cannot(sit_down: Come, wire: Wire) -> None:
    """Cut and mended in the middle of distributions; the help is there, the count is not, and nothing else is kept."""
    device = kept(sit_down(by=wire, service_workers="allow", **PHONE))
    page = device.page
    device.begin(11, 30)
    colours = expected(11, 30)
    chance = random.Random(2)
    for at, stop in enumerate(SCANS[: len(SCANS) if THOROUGH else 4]):
        while not device.seen["scans"]:
            device.on()
        for number, mark in enumerate(chance.sample(range(4), 4)):
            if number == at % 3:
                wire.cut()
                page.goto(chance.choice([PATH, "/companion", f"/companion/{GAME}"]))
                page.locator("#stop-title").wait_for()
            if number == at % 3 + 1:
                wire.mend()
                page.reload()
                page.locator("#stop-title").wait_for()
            seen = device.scan(mark)
            assert seen["colour"] == colours[at][mark], stop
        assert device.seen["open"]
        device.on()
    wire.cut()
    page.goto(f"{PATH}/help")
    assert page.locator("h1").inner_text().startswith("The companion")
    page.goto("/mine")
    assert page.locator("body").get_attribute("data-page") == "offline", "nothing else is kept"
    page.goto(PATH)
    device.evening(device.order(range(4)) for _ in SCANS)
    device.on()
    page.locator("#aside:not([hidden])", has_text="counted by the computer that serves this page").wait_for()
    wire.mend()
    device.on()
    page.wait_for_url("**/count")


def test_progress_outlives_the_browser_and_the_server(sit_down: Come, own_server: Server) -> None:
    """A browser that is closed and opened again with what it keeps, at a server that was killed and started again."""
    person = sit_down(at=own_server, **PHONE)
    device = Device(person)
    device.begin(5, 9)
    device.on()
    colours = expected(5, 9)
    assert [device.scan(mark)["colour"] for mark in (2, 0)] == [colours[0][2], colours[0][0]]
    stored = person.context.storage_state()
    own_server.kill()
    own_server.again()
    again = sit_down(at=own_server, storage_state=stored, **PHONE)
    other = Device(again, running=True)
    assert other.page.locator("#pips [data-full]").count() == 2
    assert [other.scan(mark)["colour"] for mark in (3, 1)] == [colours[0][3], colours[0][1]]
    assert other.seen["open"]


def test_a_distribution_that_is_repeated_says_so(sit_down: Come) -> None:
    device = Device(sit_down(**PHONE))
    device.begin(5, 9)
    device.on()
    repeated = device.page.locator("#repeated")
    assert not repeated.is_visible()
    for mark in range(4):
        device.scan(mark)
    device.on()
    device.back()
    assert "every chest goes where it went" in repeated.inner_text()
    assert device.seen["open"], "what needs no second time is passed"
    device.on()
    assert not repeated.is_visible()
