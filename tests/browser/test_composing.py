"""Answers of several small ones, put together before they are sent: each kind of composer, in each way of using it."""

from __future__ import annotations

import pytest

from tests.browser.composing import Composer, choices_of
from tests.browser.conftest import Come, Lay
from tests.browser.laying import answer
from tests.browser.people import DESK, PHONE, Person, all_here, until
from tests.games.caesar_cleopatra.situations import ORDER, at, opening, ordering
from tests.games.caesar_cleopatra.tables import GROUP

FACES = """(group) => {
  const cards = [...document.querySelectorAll(".cc-columns > li")[group].querySelectorAll(".cc-near .cc-card")];
  const face = (number) => (number ? "12345P"[Number(number.getAttribute("href").slice(5))] : "?");
  return cards.map((card) => face(card.querySelector("[href^='#cc-t']"))).join("");
}"""
mouse_and_finger = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["mouse", "finger"])


def faces(person: Person, group: str) -> str:
    """Somebody's own cards beside a group as he sees them: `35P`, with `?` for a back."""
    return str(person.page.evaluate(FACES, GROUP[group]))


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
    return without_tail(lie[:-1]) if lie[-2:-1] == lie[-1:] else lie[:-1]


def focused(person: Person) -> str:
    """The id of whatever has the focus."""
    return str(person.page.evaluate("document.activeElement.id"))


# -- a list in order ---------------------------------------------------------------------------------------------------


@mouse_and_finger
def test_a_pile_is_put_in_order(sit_down: Come, lay: Lay, screen: dict[str, object]) -> None:
    """By dragging, by taps, and with the arrows beside a card."""
    table = lay(ordering())
    person = sit_down(**screen).sit(table)
    pile = Composer(person, "order")
    lie = pile.lie()
    assert (len(lie), len(set(lie))) == (13, 6)
    third = lie.index(list(dict.fromkeys(lie))[2])  # where a sort begins: moving it can be seen
    for start, end in ((third, 0), (0, 2)):
        pile.drag(pile.nth(start), pile.nth(end))
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
    for held in (1, 0):  # a second tap puts it down
        person.press(pile.nth(3))
        assert len(pile.held()) == held

    assert pile.send() == without_tail(lie)
    assert not person.state()["turn"]
    answer(table, 1, *ORDER)
    person.wait_for(lambda state: state["composing"] == "place")
    person.assert_undisturbed()


def test_a_pile_is_put_in_order_by_keyboard(sit_down: Come, lay: Lay) -> None:
    """Every step is told, too."""
    person = sit_down(**DESK).sit(lay(ordering()))
    pile = Composer(person, "order")
    lie = pile.lie()
    pile.nth(0).focus()
    person.keys("ArrowRight", "ArrowRight")
    card = focused(person)
    assert card == pile.nth(2).get_attribute("id"), "arrows go from card to card"
    for keys, lies, held, says in (
        (("Space",), lie, [card], "picked up"),
        (("ArrowRight", "ArrowRight", "ArrowLeft"), moved(lie, 2, 3), [card], "number 4 of 13"),
        (("Escape",), lie, [], "back where it was"),
        (("Enter", "ArrowLeft", "ArrowLeft", "Enter"), moved(lie, 2, 0), [], ""),
        (("Alt+ArrowRight",), moved(lie, 2, 1), [], ""),
    ):
        person.keys(*keys)
        pile.becomes(lies)
        assert (pile.held(), focused(person)) == (held, card), "the focus stays on the card"
        assert says in person.heard()
    lie = moved(lie, 2, 1)
    assert "number 2 of 13" in (pile.nth(1).get_attribute("aria-label") or "")
    person.keys("Enter", "ArrowDown")  # in rows, that leads to the next row
    until(lambda: pile.lie() != lie, "it does not go down")
    person.keys("ArrowUp", "Enter")
    pile.becomes(lie)
    pile.sender.focus()
    with person.page.expect_request("**/answer") as sent:
        person.keys("Enter")
    assert choices_of(sent.value) == without_tail(lie)
    person.wait_for(lambda state: not state["composing"])
    person.assert_undisturbed()


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
    desk.keys("Enter")
    assert len(row.held()) == 1
    desk.keys("Escape")
    assert row.held() == []
    desk.keys("Space", "ArrowRight", "ArrowRight", "Space")
    lie = exchanged(lie, 1, 3)
    row.becomes(lie)
    with phone.seeing():
        assert row.send() == lie[:4], "the last follows"

    other = Composer(phone, "place")
    theirs = exchanged(other.lie(), 1, 2)
    other.drag(other.nth(1), other.nth(2))
    other.becomes(theirs)
    assert other.send() == theirs[:4]
    desk.wait_for(lambda state: state["turn"])
    assert [f"lay {faces(desk, group)}" for group in GROUP] == lie, "they lie as they were laid"
    for person in (desk, phone):
        person.assert_undisturbed()


# -- cards on two sides ------------------------------------------------------------------------------------------------


@mouse_and_finger
def test_cards_are_divided_within_the_limits(sit_down: Come, lay: Lay, screen: dict[str, object]) -> None:
    """Cleopatra redistributes 2, 3 and 5 beside the senators, and a philosopher and a 3 beside the quaestors. There is
    room for four cards beside the senators, and for five beside the quaestors."""
    person = sit_down(**screen).sit(lay(at("play castling", "let", "castle SEN QUA")))
    sides = Composer(person, "split")

    def lie(first: int, second: int) -> None:
        until(lambda: [len(side) for side in sides.sides()] == [first, second], f"not {first} and {second}")
        assert sides.box.locator(".composer-count").all_inner_texts() == [f"{first} of 4", f"{second} of 5"]
        assert sides.sender.is_disabled() == (first > 4)
        assert ("room for 4 cards at most" in sides.reason.inner_text()) == (first > 4)

    lie(3, 2)
    first, second = (sides.box.locator("[data-side]").nth(n).locator("[data-face]") for n in range(2))
    person.press(second.first)
    lie(4, 1)
    sides.drag(second.first, first.first)
    lie(5, 0)
    assert sides.reason.inner_text() in person.page.locator("#told p").all_inner_texts()
    sides.nth(0).focus()
    for key, there in (("ArrowRight", (4, 1)), ("Space", (5, 0)), ("ArrowRight", (4, 1))):
        person.keys(key)
        lie(*there)
    here, _ = sides.sides()
    asked = (sides.box.get_attribute("data-faces") or "").split()
    assert sides.send() == [f"first {here.count(face)}" for face in asked]
    person.wait_for(lambda state: not state["composing"])
    assert [len(faces(person, group)) for group in ("SEN", "QUA")] == [4, 1]
    person.assert_undisturbed()


# -- what was composed is kept -----------------------------------------------------------------------------------------


def test_picked_cards_are_counted_and_stay_picked_when_somebody_comes(sit_down: Come, lay: Lay) -> None:
    table = lay(at("passive"))
    person = sit_down(**PHONE).sit(table)
    picked = Composer(person, "pick")
    boxes, count = picked.box.locator("input"), picked.box.locator(".composer-count")
    sender = picked.box.locator(".composer-foot button")
    assert count.inner_text() == "Cards chosen: 0"
    assert (sender.inner_text(), sender.get_attribute("class")) == ("Discard nothing", ""), "a quiet button"
    for number in (4, 0, 2):
        picked.box.locator(".pick-card").nth(number).tap()
    assert count.inner_text() == "Cards chosen: 3"
    assert (sender.inner_text(), sender.get_attribute("class")) == ("Discard the chosen cards", "first")
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
    lie = moved(moved(pile.lie(), 12, 10), 3, 2)
    pile.nth(12).focus()
    person.keys("Alt+ArrowLeft", "Alt+ArrowLeft")
    pile.nth(3).focus()
    person.keys("Enter", "ArrowLeft")
    pile.becomes(lie)
    card = focused(person)

    scene = person.page.locator(".scene").element_handle()
    sit_down(**PHONE).sit(table, 1)
    all_here(person)
    assert scene.evaluate("scene => !scene.isConnected"), "the scene was drawn anew"
    assert (pile.lie(), pile.held(), focused(person)) == (lie, [card], card)
    for key, to in (("ArrowLeft", 1), ("Escape", 3)):
        person.keys(key)
        pile.becomes(moved(lie, 2, to))
    person.assert_undisturbed()


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
    answer(table, 1, *ORDER)
    person.wait_for(lambda state: state["composing"] == "place")


def test_a_picked_card_stays_picked_when_somebody_comes(sit_down: Come, lay: Lay) -> None:
    """Cards are laid by picking one of the hand; what may be done with it stands beside the groups."""
    table = lay(at())
    person = sit_down(**PHONE).sit(table)
    person.page.locator(".cc-hand .cc-pick4").tap()
    now = person.wait_for(lambda state: "up 5 SEN" in state["choices"])
    assert "down 5 SEN" in now["choices"]
    assert not any(choice.endswith("2 SEN") for choice in now["choices"])
    sit_down().sit(table, 1)
    all_here(person)
    assert "up 5 SEN" in person.state()["choices"]


def test_the_focus_waits_at_the_question_where_the_same_answer_is_hidden(sit_down: Come, lay: Lay) -> None:
    """Of two cards that are alike one is laid. The other could be laid there, too, but now another card is picked, so
    that button is hidden, and cannot have the focus."""
    person = sit_down(**PHONE).sit(lay(at(hers="1 2 2 P coup")))
    same = person.page.locator('button[value="up 2 QUA"]')
    person.press(person.page.locator(".cc-hand .cc-pick1").last)
    with person.answering():
        person.press(same)
    assert "up 1 QUA" in person.state()["choices"], "another card is picked"
    assert same.count() == 1
    assert not same.is_visible()
    assert focused(person) == "prompt"
    person.assert_undisturbed()
