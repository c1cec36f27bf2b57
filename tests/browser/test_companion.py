"""The companion on real pages: whole games by its buttons, Back, a server that is gone, and nothing that betrays."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from eminence.companion import chests, codes
from eminence.companion.chests import Evening
from eminence.server.pages import companion
from tests.browser.conftest import Come
from tests.browser.device import COLOURS, GAME, PATH, Device, the_box
from tests.browser.people import PHONE
from tests.server.driving import Server
from tests.thorough import THOROUGH

BOX = the_box()
SCANS = [stop for stop in BOX.course if stop.scan]


def expected(assignment: int, schedule: int) -> list[dict[int, int]]:
    """For each scan of a game, in their order, the colour that each chest goes to."""
    stops = [number for number, stop in enumerate(BOX.course) if stop.scan]
    return [{mark: chests.receiver(BOX, Evening(assignment, schedule, at), mark) for mark in range(4)} for at in stops]


@pytest.fixture
def device(sit_down: Come) -> Device:
    return Device(sit_down(**PHONE))


def games() -> Iterator[tuple[int, int]]:
    """Assignments and schedules: by default a few, in --thorough every schedule; assignments take turns."""
    for schedule in range(0, 48, 1 if THOROUGH else 24):
        yield (schedule * 7) % 24, schedule


def test_whole_games_go_as_the_engine_says_by_the_real_buttons(device: Device) -> None:
    """Chests come in any order; 68 of them; everybody gets the right one, and is named."""
    chance = random.Random(1)
    for assignment, schedule in games():
        device.begin(assignment, schedule)
        orders = [device.order(chance.sample(range(4), 4)) for _ in SCANS]
        went = device.evening(orders)
        assert sum(len(came) for _, _, came in went) == BOX.scans == 68
        for (number, _, came), stop, colours in zip(went, SCANS, expected(assignment, schedule), strict=True):
            assert number == stop.round
            assert {mark: colour for mark, colour, _, _ in came} == colours
            assert [name for _, _, name, _ in came] == [COLOURS[colour] for _, colour, _, _ in came]
            assert [opened for *_, opened in came] == [False, False, False, True], "four, then it goes on"
        device.page.reload()
        device.page.locator("#resume").click()
        device.end()


def test_the_script_and_the_engine_play_the_same_game(device: Device) -> None:
    """The two models side by side: what is drawn, scanned, repeated, and which codes are whose."""
    told = companion.told(companion.boxed()[0][0], "en")
    chance = random.Random(4)
    cases: list[Any] = []
    for _ in range(400 if THOROUGH else 40):
        wishes = [[chance.randrange(3) for _ in range(3)] for _ in range(4)] if chance.random() < 0.5 else None
        odds = chests.weights(BOX, wishes or ())
        draws = [chance.randrange(sum(odds)), chance.randrange(48)]
        moves: list[Any] = [chance.choice([0, 1, 2, 3, 0, 1, 2, 3, "on", "on", "back"]) for _ in range(150)]
        given = iter(draws)
        evening = chests.begin(BOX, lambda _, given=given: next(given), wishes or ())  # type: ignore[misc]
        answers: list[Any] = []
        for move in moves:
            colour = -1
            if move == "on":
                evening = chests.go_on(BOX, evening)
            elif move == "back":
                evening = chests.go_back(BOX, evening)
            elif chests.stop(BOX, evening).scan:
                evening, colour = chests.scan(BOX, evening, move)
            answers.append([evening.at, evening.done, list(evening.scanned), colour, chests.may_go_on(BOX, evening)])
        cases.append({"wishes": wishes, "odds": odds, "draws": draws, "moves": moves, "answers": answers})
    found = device.page.evaluate(
        """async ([address, tables, cases]) => {
          const { Chests } = await import(address);
          const chests = new Chests(tables);
          return cases.map(({ wishes, draws, moves }) => {
            let evening = chests.begin(() => draws.shift(), wishes);
            const answers = moves.map((move) => {
              let colour = -1;
              if (move === "on") evening = chests.goOn(evening);
              else if (move === "back") evening = chests.goBack(evening);
              else if (tables.course[evening.at][1]) [evening, colour] = chests.scan(evening, move);
              return [evening.at, evening.done, evening.scanned, colour, chests.mayGoOn(evening)];
            });
            return [chests.odds(wishes), answers];
          });
        }""",
        [told["scripts"]["model"], told["tables"], cases],
    )
    assert found == [[case["odds"], case["answers"]] for case in cases]
    assert any(colour >= 0 for case in cases for _, _, _, colour, _ in case["answers"])
    ours = "".join("." if (one := codes.chest_of(f"{n:05}", 4)) is None else str(one) for n in range(100_000))
    theirs = device.page.evaluate(
        """async (address) => {
          const { chestOf } = await import(address);
          let said = "";
          for (let n = 0; n < 100000; n += 1) said += chestOf(String(n).padStart(5, "0"), 4) ?? ".";
          return said;
        }""",
        told["scripts"]["model"],
    )
    assert theirs == ours


def test_wishes_are_entered_in_private_and_weigh(device: Device) -> None:
    """One after another; nothing that one has said is seen by the next; the deal that is drawn has its weight."""
    page = device.page
    wishes = [[2, 0, 1], [0, 1, 0], [1, 2, 2], [0, 0, 0]]
    odds = chests.weights(BOX, wishes)
    want = next(at for at, weight in enumerate(odds) if weight == max(odds))
    device.draws(sum(odds[:want]), 17)
    page.locator("#new-wishes").click()
    for colour, wish in enumerate(wishes):
        assert page.locator("#hand-to").inner_text() == COLOURS[colour]
        assert not page.locator("#wish").is_visible()
        page.locator("#ready").click()
        assert page.locator("#wish input:checked").evaluate_all("(all) => all.map((one) => one.value)") == ["0"] * 3
        for role, value in enumerate(wish):
            page.locator(f"#wish input[name=wish-{role}][value='{value}']").check()
        page.locator("#wish .first").click()
    went = device.evening([device.order(range(4)) for _ in SCANS])
    for (_, _, came), colours in zip(went, expected(want, 17), strict=True):
        assert {mark: colour for mark, colour, _, _ in came} == colours


# -- nothing betrays anything ------------------------------------------------------------------------------------------

PUBLIC = """() => {
  const page = document.documentElement.outerHTML.replace(/ data-kept="yes"/, "");
  return [page, location.href, document.title, document.cookie, Object.keys(localStorage).sort().join(),
    Object.entries(localStorage).filter(([name]) => name.endsWith("devil")).map(([, value]) => value.length),
    Object.keys(window).length,
    [...document.querySelectorAll("input")].map((one) => (one.type === "radio" ? one.checked : one.value))];
}"""
"""All that can be seen of a page, shown or not."""


def twins(count: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    chance = random.Random(48)
    for _ in range(count):
        yield (chance.randrange(24), chance.randrange(48)), (chance.randrange(24), chance.randrange(48))


def test_two_games_with_the_same_answers_are_the_same_to_the_last_byte(sit_down: Come, server: Server) -> None:
    """Chests come in such an order that the same colours fill the screen: roles and schedules differ, and nothing
    else does, neither page nor pixels, addresses, storage (but what is sealed) or log. By default to the
    middle of the game."""
    device, other = Device(sit_down(**PHONE)), Device(sit_down(**PHONE))
    for one in (device, other):  # all that comes with the page has come
        one.page.locator("body[data-kept]").wait_for()
    asked: tuple[list[str], list[str]] = [], []
    device.page.on("request", lambda request: asked[0].append(request.url))
    other.page.on("request", lambda request: asked[1].append(request.url))
    for mine, yours in twins(6 if THOROUGH else 1):
        chance = random.Random(str((mine, yours)))
        for one, drawn in ((device, mine), (other, yours)):
            one.begin(*drawn)
        scan = 0
        for stop in BOX.course if THOROUGH else BOX.course[: len(BOX.course) // 2]:
            if stop.scan:
                for number, colour in enumerate(chance.sample(range(4), 4)):
                    for one, drawn in ((device, mine), (other, yours)):
                        mark = next(m for m, c in expected(*drawn)[scan].items() if c == colour)
                        one.scan(mark)
                        assert one.seen["colour"] == colour
                    assert device.page.evaluate(PUBLIC) == other.page.evaluate(PUBLIC)
                    if number == 1 and (THOROUGH or scan % 6 == 0):
                        assert device.page.screenshot() == other.page.screenshot()
                scan += 1
            assert device.page.evaluate(PUBLIC) == other.page.evaluate(PUBLIC)
            if stop is not BOX.course[-1]:
                for one in (device, other):
                    one.on()
                    one.settle()
        for one in (device, other):
            one.end()
    assert asked == ([], []), "nothing is sent"


def test_what_is_kept_is_sealed_and_always_as_long(device: Device) -> None:
    seen: set[str] = set()
    lengths: set[int] = set()
    device.begin(0, 0)
    for assignment, schedule in product((0, 23), (0, 47)):
        device.end()
        device.begin(assignment, schedule)
        for _ in range(2):
            kept = device.kept
            assert kept.keys() - {"eminence.light"} == {"companion key", f"companion {GAME}"}
            sealed = kept[f"companion {GAME}"]
            for word in ("schedule", "assignment", "{", '"'):
                assert word not in sealed
            seen.add(sealed)
            lengths.add(len(sealed))
            device.on()
    assert len(seen) == 8, "never twice alike"
    assert len(lengths) == 1
    told = json.loads(device.page.locator("#main").get_attribute("data-told") or "")
    assert not {"assignment", "schedule"} & set(told), "the page is told the tables, not which of them is played"


def test_the_page_is_the_same_whoever_asks_and_carries_no_cookie(server: Server) -> None:
    with server.client() as stranger, server.person("Anne") as anne:
        page = stranger.get(PATH)
        assert page.text == anne.get(PATH, headers={"accept-language": "fr"}).text
        assert "set-cookie" not in page.headers
        assert page.headers["permissions-policy"].startswith("camera=(self)")
        assert stranger.get("/").headers["permissions-policy"].startswith("camera=()")
        assert stranger.get("/companion", headers={"accept-language": "it"}).headers["location"].endswith("/it")


# -- what goes wrong ---------------------------------------------------------------------------------------------------


def test_whatever_goes_wrong_says_what_to_do(device: Device) -> None:
    page = device.page
    device.begin(3, 3)
    device.on()
    first = device.scan(1)
    note = device.scan(1)["note"]
    assert COLOURS[first["colour"]] in note
    assert "Take another" in note
    wrong = next(f"{n:05}" for n in range(99999) if codes.chest_of(f"{n:05}", 4) is None)
    page.locator("#type").click()
    page.locator("#digits").fill(wrong)
    page.keyboard.press("Enter")
    assert "look again" in page.locator("#mistyped").inner_text()
    assert page.locator("#digits").evaluate("(one) => one === document.activeElement")
    page.keyboard.press("Escape")
    assert device.seen["colour"] == first["colour"], "nothing has changed"
    device.on()
    assert device.seen["title"] == first["title"], "it does not go on before all four"
    assert "1 of 4" in device.seen["note"]


def test_one_may_turn_back_everywhere_and_comes_to_a_game_that_is_over_to_play_another(device: Device) -> None:
    page = device.page
    for button in ("#learn", "#new-wishes"):
        page.locator(button).click()
        page.locator("[data-leave]:visible").click()
        assert page.locator("#begin").is_visible()
    device.begin(1, 1)
    page.locator("[popovertarget=menu]").click()
    page.locator("#teach-again").click()
    page.locator("[data-leave]:visible").click()
    assert page.locator("#stop").is_visible()
    device.evening(device.order(range(4)) for _ in SCANS)
    page.reload()
    page.locator("#resume").click()
    assert device.seen["title"] == "The walls fall"
    page.reload()
    page.locator("#new").click()
    assert device.seen["title"] == "Fill the chests"


def test_the_whole_way_by_keyboard_and_heard(device: Device) -> None:
    """Everything has a name, the focus is where one goes on, and each answer is said in a live region."""
    page = device.page
    device.draws(0, 0)
    page.locator("#new").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "stop-title"
    page.locator("#next").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "stop-title"
    for number, mark in enumerate((3, 2, 1, 0), 1):
        page.locator("#type").focus()
        page.keyboard.press("Enter")
        page.keyboard.type(device.code(mark))
        page.keyboard.press("Enter")
        seen = device.seen
        live = page.locator("#live").inner_text()
        assert live.startswith(f"{COLOURS[seen['colour']]}. {number} of 4")
        assert page.evaluate("document.activeElement.id") == "type", "the next chest at once"
    assert page.locator("[role=status]").count() == 1
