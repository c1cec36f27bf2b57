"""Answers of several small ones, put together before they are sent: each kind of composer, in each way of using it."""

from __future__ import annotations

import pytest

from tests.browser.caesar import faces
from tests.browser.composing import Composer, choices_of
from tests.browser.conftest import Come, Lay
from tests.browser.people import DESK, PHONE, Person, all_here, until
from tests.browser.wire import Wire
from tests.games.caesar_cleopatra.situations import ORDER, at, opening, ordering
from tests.games.caesar_cleopatra.tables import GROUP

OTHERWISE = "This was already answered otherwise, perhaps in another window."


def moved(lie: list[str], at: int, to: int) -> list[str]:
    """A list after one of its items went elsewhere, and the others made room."""
    rest = [*lie[:at], *lie[at + 1 :]]
    return [*rest[:to], lie[at], *rest[to:]]


def exchanged(lie: list[str], one: int, other: int) -> list[str]:
    """A list after two of its items changed places."""
    after = lie[:]
    after[one], after[other] = lie[other], lie[one]
    return after


def without_tail(lie: list[str]) -> list[str]:
    """What is asked of a pile: not the cards at its end that are all alike."""
    end = len(lie)
    while end and lie[end - 1] == lie[-1]:
        end -= 1
    return lie[:end]


def focused(person: Person) -> str:
    """The id of whatever has the focus."""
    found: str = person.page.evaluate("document.activeElement.id")
    return found


def told(person: Person) -> str:
    """What whoever cannot see was told last."""
    return person.page.locator("#told p").last.inner_text()


# -- a list in order ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["mouse", "finger"])
def test_a_pile_is_put_in_order(sit_down: Come, lay: Lay, screen: dict[str, object]) -> None:
    """By dragging, by taps, and with the arrows beside a card."""
    table = lay(ordering())
    person = sit_down(**screen).sit(table)
    pile = Composer(person, "order")
    lie = pile.lie()
    assert len(lie) == 13
    assert len(set(lie)) == 6
    kinds = [lie.index(kind) for kind in dict.fromkeys(lie)]  # where each sort begins: moving one of them can be seen
    drag = pile.drag_by_finger if person.touches else pile.drag

    for start, end in ((kinds[2], 0), (0, 2)):
        drag(pile.nth(start), pile.nth(end))
        lie = moved(lie, start, end)
        pile.becomes(lie)
    assert pile.box.locator(".dragged, [style*=translate]").count() == 0, "it lies still"
    pile.tap_to(pile.nth(12), pile.nth(1))
    lie = moved(lie, 12, 1)
    pile.becomes(lie)
    for way, start, end in ((".later", 1, 2), (".earlier", 6, 5)):
        person.press(pile.box.locator(way).nth(start))
        lie = moved(lie, start, end)
        pile.becomes(lie)
    for way, place in ((".earlier", 0), (".later", 12)):
        assert pile.box.locator(way).nth(place).is_disabled(), "there is nothing beyond the ends"
    assert pile.held() == []
    person.press(pile.nth(3))
    assert len(pile.held()) == 1
    person.press(pile.nth(3))
    assert pile.held() == [], "a second tap puts it down"

    assert pile.send() == without_tail(lie)
    assert not person.state()["turn"]
    table.people[1].choose(table.path, *ORDER)
    person.wait_for(lambda state: state["composing"] == "place")
    assert person.page.evaluate("mark") == "never reloaded"


def test_a_pile_is_put_in_order_by_keyboard(sit_down: Come, lay: Lay) -> None:
    """Every step is told, too."""
    person = sit_down(**DESK).sit(lay(ordering()))
    pile = Composer(person, "order")
    lie = pile.lie()
    pile.nth(0).focus()
    pile.press("ArrowRight", "ArrowRight")
    card = focused(person)
    assert card == pile.nth(2).get_attribute("id"), "arrows go from card to card"
    pile.press("Space")
    assert pile.held() == [card]
    assert "picked up" in told(person)
    pile.press("ArrowRight", "ArrowRight", "ArrowLeft")
    pile.becomes(moved(lie, 2, 3))
    assert "number 4 of 13" in told(person)
    pile.press("Escape")
    pile.becomes(lie)
    assert (pile.held(), focused(person)) == ([], card), "the focus stays on the card"
    assert "back where it was" in told(person)

    pile.press("Enter", "ArrowLeft", "ArrowLeft", "Enter")
    lie = moved(lie, 2, 0)
    pile.becomes(lie)
    assert (pile.held(), focused(person)) == ([], card)
    pile.press("Alt+ArrowRight")
    lie = moved(lie, 0, 1)
    pile.becomes(lie)
    assert "number 2 of 13" in (pile.nth(1).get_attribute("aria-label") or "")
    pile.press("Enter", "ArrowDown")  # in rows, that leads to the next row
    until(lambda: pile.lie() != lie, "it does not go down")
    pile.press("ArrowUp", "Enter")
    pile.becomes(lie)
    pile.sender.focus()
    with person.page.expect_request("**/answer") as sent:
        pile.press("Enter")
    assert choices_of(sent.value) == without_tail(lie)
    person.wait_for(lambda state: not state["composing"])
    assert person.watched()["lost"] == []


# -- a card for each place ---------------------------------------------------------------------------------------------


def test_cards_change_places(sit_down: Come, lay: Lay) -> None:
    table = lay(opening())
    desk, phone = sit_down(**DESK).sit(table), sit_down(**PHONE).sit(table, 1)
    all_here(desk, phone)
    row = Composer(desk, "place")
    lie = row.lie()
    assert sorted(lie) == [f"lay {face}" for face in range(1, 6)]
    row.drag(row.nth(0), row.nth(3))
    lie = exchanged(lie, 0, 3)
    row.becomes(lie)
    row.tap_to(row.nth(4), row.nth(2))
    lie = exchanged(lie, 4, 2)
    row.becomes(lie)
    row.nth(1).focus()
    row.press("Enter")
    assert len(row.held()) == 1
    row.press("Escape")
    assert row.held() == []
    row.press("Space", "ArrowRight", "ArrowRight", "Space")
    lie = exchanged(lie, 1, 3)
    row.becomes(lie)
    assert row.send() == lie[:4], "the last follows"

    other = Composer(phone, "place")
    theirs = exchanged(other.lie(), 1, 2)
    other.drag_by_finger(other.nth(1), other.nth(2))
    other.becomes(theirs)
    assert other.send() == theirs[:4]
    desk.wait_for(lambda state: state["turn"])
    lies = [faces(desk, group) for group in GROUP]
    assert lies == [choice.removeprefix("lay ") for choice in lie], "they lie as they were laid"
    for person in (desk, phone):
        assert person.watched()["lost"] == []


# -- cards on two sides ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["mouse", "finger"])
def test_cards_are_divided_within_the_limits(sit_down: Come, lay: Lay, screen: dict[str, object]) -> None:
    """Cleopatra redistributes 2, 3 and 5 beside the senators, and a philosopher and a 3 beside the quaestors. There is
    room for four cards beside the senators, and for five beside the quaestors."""
    person = sit_down(**screen).sit(lay(at("play castling", "let", "castle SEN QUA")))
    sides = Composer(person, "split")
    reason, counts = sides.box.locator(".composer-reason"), sides.box.locator(".composer-count")
    drag = sides.drag_by_finger if person.touches else sides.drag

    def lie(first: int, second: int) -> None:
        until(lambda: [len(side) for side in sides.sides()] == [first, second], f"not {first} and {second}")
        assert counts.all_inner_texts() == [f"{first} of 4", f"{second} of 5"]
        assert sides.sender.is_disabled() == (first > 4)
        assert ("room for 4 cards at most" in reason.inner_text()) == (first > 4)

    lie(3, 2)
    first, second = (sides.box.locator("[data-side]").nth(n).locator("[data-face]") for n in range(2))
    person.press(second.first)
    lie(4, 1)
    drag(second.first, first.first)
    lie(5, 0)
    assert reason.inner_text() in person.page.locator("#told p").all_inner_texts()
    sides.cards.first.focus()
    sides.press("ArrowRight")
    lie(4, 1)
    sides.press("Space")
    lie(5, 0)
    sides.press("ArrowRight")
    lie(4, 1)
    assert person.watched()["lost"] == []
    here, _ = sides.sides()
    asked = (sides.box.get_attribute("data-faces") or "").split()
    assert sides.send() == [f"first {here.count(face)}" for face in asked]
    person.wait_for(lambda state: not state["composing"])
    assert [len(faces(person, group)) for group in ("SEN", "QUA")] == [4, 1]


# -- what was composed is kept -----------------------------------------------------------------------------------------


def test_picked_cards_are_counted_and_stay_picked_when_somebody_comes(sit_down: Come, lay: Lay) -> None:
    table = lay(at("passive"))
    person = sit_down(**PHONE).sit(table)
    picked = Composer(person, "pick")
    boxes, count = picked.box.locator("input"), picked.box.locator(".composer-count")
    assert count.inner_text() == "Cards chosen: 0"
    for number in (4, 0, 2):
        picked.box.locator(".pick-card").nth(number).tap()
    assert count.inner_text() == "Cards chosen: 3"
    other = sit_down(**DESK).sit(table, 1)  # the seats are drawn anew
    all_here(person)
    assert [boxes.nth(n).is_checked() for n in range(5)] == [True, False, True, False, True]
    assert count.inner_text() == "Cards chosen: 3"
    chosen = [boxes.nth(n).get_attribute("value") for n in (0, 2, 4)]
    assert picked.send() == [*chosen, "enough"]
    other.wait_for(lambda state: state["told"] == person.state()["told"])


def test_somebody_coming_disturbs_no_composition(sit_down: Come, lay: Lay) -> None:
    """Half of it done, and a card in hand: all that stays, and so does the focus."""
    table = lay(ordering())
    person = sit_down(**DESK).sit(table)
    pile = Composer(person, "order")
    lie = pile.lie()
    pile.nth(12).focus()
    pile.press("Alt+ArrowLeft", "Alt+ArrowLeft")
    lie = moved(lie, 12, 10)
    pile.nth(3).focus()
    pile.press("Enter", "ArrowLeft")
    lie = moved(lie, 3, 2)
    pile.becomes(lie)
    card = focused(person)

    scene = person.page.locator(".scene").element_handle()
    sit_down(**PHONE).sit(table, 1)
    all_here(person)
    assert scene.evaluate("scene => !scene.isConnected"), "the scene was drawn anew"
    assert (pile.lie(), pile.held(), focused(person)) == (lie, [card], card)
    pile.press("ArrowLeft")
    pile.becomes(moved(lie, 2, 1))
    pile.press("Escape")
    pile.becomes(moved(lie, 2, 3))
    assert person.page.evaluate("mark") == "never reloaded"
    assert person.watched()["lost"] == []


def test_a_composition_is_taken_back_as_a_whole_and_found_again(sit_down: Come, lay: Lay) -> None:
    table = lay(ordering())
    person = sit_down(**PHONE).sit(table)
    pile = Composer(person, "order")
    lie = moved(pile.lie(), 12, 0)
    pile.tap_to(pile.nth(12), pile.nth(0))
    pile.becomes(lie)
    sent = pile.send()
    person.wait_for(lambda state: not state["turn"])
    person.page.locator("#back button").tap()
    person.wait_for(lambda state: state["composing"] == "order")
    assert person.page.locator("#back").count() == 0, "all of it was taken back"
    assert pile.lie() == lie
    pile.box.locator(".later").first.tap()
    lie = moved(lie, 0, 1)
    pile.becomes(lie)
    again = pile.send()
    assert again == without_tail(lie)
    assert again != sent
    table.people[1].choose(table.path, *ORDER)
    person.wait_for(lambda state: state["composing"] == "place")


def test_a_composition_that_comes_too_late_changes_nothing_and_says_why(sit_down: Come, lay: Lay, wire: Wire) -> None:
    """The same person has answered on another device meanwhile."""
    table = lay(ordering())
    anne, gaston = table.people
    person = sit_down(wire).sit(table)
    person.expect("net::ERR_", "a status of 409")
    pile = Composer(person, "order")
    pile.tap_to(pile.nth(12), pile.nth(0))
    wire.cut()
    anne.choose(table.path, *ORDER)
    pile.sender.click()
    notice = person.page.locator("#notice")
    until(lambda: notice.inner_text() != "", "nobody says that it did not get through")
    wire.mend()
    until(lambda: notice.inner_text() == OTHERWISE, "nobody says why it was not taken")
    assert not person.state()["turn"]
    assert not person.state()["composing"]
    assert person.page.evaluate("mark") == "never reloaded"
    gaston.choose(table.path, *ORDER)
    person.wait_for(lambda state: state["composing"] == "place", "the table does not go on")


def test_a_picked_card_stays_picked_when_somebody_comes(sit_down: Come, lay: Lay) -> None:
    """Cards are laid by picking one of the hand; what may be done with it stands beside the groups."""
    table = lay(at())
    person = sit_down(**PHONE).sit(table)
    person.page.locator(".cc-hand .cc-pick4").tap()
    assert "down 5 SEN" in person.wait_for(lambda state: "up 5 SEN" in state["choices"])["choices"]
    assert not any(choice.endswith("2 SEN") for choice in person.state()["choices"])
    sit_down().sit(table, 1)
    all_here(person)
    assert "up 5 SEN" in person.state()["choices"]
