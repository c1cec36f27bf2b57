"""Answers of several small ones, put together before they are sent: each kind of composer, in each way of using it."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser import guests
from tests.browser.caesar import ORDER, at, faces
from tests.browser.composing import Composer, choices_of
from tests.browser.guests import Guest, Table, dealt
from tests.browser.laying import laid_out
from tests.browser.people import DESK, PHONE, Person, all_here, until
from tests.browser.serving import Server
from tests.browser.wire import Wire
from tests.games.caesar_cleopatra.tables import GROUP

Come = Callable[..., Person]
Guests = Callable[..., Guest]
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


def ordering(guest: Guests) -> tuple[Guest, Guest, Table]:
    """A table at which both are to put their action piles in order."""
    anne, gaston = guest("Anne"), guest("Gaston")
    return anne, gaston, dealt(anne, gaston, playing=guests.CAESAR)


def opening(guest: Guests) -> tuple[Guest, Guest, Table]:
    """A table at which both are to lay their first cards."""
    anne, gaston, table = ordering(guest)
    for one in (anne, gaston):
        one.choose(table.path, *ORDER)
    return anne, gaston, table


# -- a list in order ---------------------------------------------------------------------------------------------------


def test_a_pile_is_put_in_order_with_the_mouse(sit_down: Come, guest: Guests) -> None:
    anne, gaston, table = ordering(guest)
    person = sit_down(**DESK).sit(anne, table)
    pile = Composer(person, "order")
    lie = pile.lie()
    assert len(lie) == 13
    assert len(set(lie)) == 6
    kinds = [lie.index(kind) for kind in dict.fromkeys(lie)]  # where each sort begins: moving one of them can be seen

    pile.drag(pile.nth(kinds[2]), pile.nth(0))
    lie = moved(lie, kinds[2], 0)
    pile.becomes(lie)
    assert pile.box.locator(".dragged, [style*=translate]").count() == 0, "it lies still"
    pile.drag(pile.nth(0), pile.nth(2))
    lie = moved(lie, 0, 2)
    pile.becomes(lie)
    pile.tap_to(pile.nth(12), pile.nth(1))
    lie = moved(lie, 12, 1)
    pile.becomes(lie)
    pile.box.locator(".later").nth(1).click()
    lie = moved(lie, 1, 2)
    pile.becomes(lie)
    assert pile.held() == []

    assert pile.send() == without_tail(lie)
    assert not person.state()["turn"]
    gaston.choose(table.path, *ORDER)
    person.wait_for(lambda state: state["composing"] == "place")
    assert person.page.evaluate("mark") == "never reloaded"
    person.assert_calm()


def test_a_pile_is_put_in_order_with_a_finger(sit_down: Come, guest: Guests) -> None:
    anne, _, table = ordering(guest)
    person = sit_down(**PHONE).sit(anne, table)
    pile = Composer(person, "order")
    lie = pile.lie()
    pile.drag_by_finger(pile.nth(4), pile.nth(1))
    lie = moved(lie, 4, 1)
    pile.becomes(lie)
    pile.tap_to(pile.nth(9), pile.nth(0))
    lie = moved(lie, 9, 0)
    pile.becomes(lie)
    pile.box.locator(".earlier").nth(6).tap()
    lie = moved(lie, 6, 5)
    pile.becomes(lie)
    for way, place in ((".earlier", 0), (".later", 12)):
        assert pile.box.locator(way).nth(place).is_disabled(), "there is nothing beyond the ends"
    pile.nth(3).tap()
    assert len(pile.held()) == 1
    pile.nth(3).tap()
    assert pile.held() == [], "a second tap puts it down"
    pile.becomes(lie)
    assert pile.send() == without_tail(lie)
    assert person.watched()["widest"] <= 0
    assert person.watched()["scrolled"] == 0
    person.assert_calm()


def test_a_pile_is_put_in_order_by_keyboard(sit_down: Come, guest: Guests) -> None:
    """Every step is told, too."""
    anne, _, table = ordering(guest)
    person = sit_down(**DESK).sit(anne, table)
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
    assert pile.held() == []
    assert focused(person) == card, "the focus stays on the card"
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
    person.assert_calm()


# -- a card for each place ---------------------------------------------------------------------------------------------


def test_cards_change_places(sit_down: Come, guest: Guests) -> None:
    anne, gaston, table = opening(guest)
    desk, phone = sit_down(**DESK).sit(anne, table), sit_down(**PHONE).sit(gaston, table)
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
    theirs = other.lie()
    other.tap_to(other.nth(0), other.nth(4))
    theirs = exchanged(theirs, 0, 4)
    other.becomes(theirs)
    other.drag_by_finger(other.nth(1), other.nth(2))
    theirs = exchanged(theirs, 1, 2)
    other.becomes(theirs)
    assert other.send() == theirs[:4]
    desk.wait_for(lambda state: state["turn"])
    assert [faces(desk, group) for group in GROUP] == [choice.removeprefix("lay ") for choice in lie], (
        "they lie as they were laid"
    )
    for person in (desk, phone):
        assert person.watched()["lost"] == []
        person.assert_calm()


# -- cards on two sides ------------------------------------------------------------------------------------------------


def castling(server: Server, guest: Guests) -> tuple[Guest, Guest, Table]:
    """Cleopatra redistributes 2, 3 and 5 beside the senators, and a philosopher and a 3 beside the quaestors. There is
    room for four cards beside the senators, and for five beside the quaestors."""
    anne, gaston = guest("Anne"), guest("Gaston")
    return anne, gaston, laid_out(server, at("play castling", "let", "castle SEN QUA"), anne, gaston)


def test_cards_are_divided_within_the_limits(sit_down: Come, guest: Guests, server: Server) -> None:
    anne, _, table = castling(server, guest)
    person = sit_down(**DESK).sit(anne, table)
    sides = Composer(person, "split")
    reason, counts = sides.box.locator(".composer-reason"), sides.box.locator(".composer-count")
    assert [len(side) for side in sides.sides()] == [3, 2]
    assert counts.all_inner_texts() == ["3 of 4", "2 of 5"]
    assert reason.inner_text() == ""

    second = sides.box.locator("[data-side]").nth(1).locator("[data-face]")
    second.first.click()
    sides.drag(second.first, sides.box.locator("[data-side]").first.locator("[data-face]").first)
    until(lambda: [len(side) for side in sides.sides()] == [5, 0], "the cards do not go over")
    assert counts.all_inner_texts() == ["5 of 4", "0 of 5"]
    assert sides.sender.is_disabled()
    assert "room for 4 cards at most" in reason.inner_text()
    assert reason.inner_text() in person.page.locator("#told p").all_inner_texts()

    sides.cards.first.focus()
    sides.press("ArrowRight")
    until(lambda: [len(side) for side in sides.sides()] == [4, 1], "the arrow key moves nothing")
    assert sides.sender.is_enabled()
    assert reason.inner_text() == ""
    sides.press("Space")
    until(lambda: [len(side) for side in sides.sides()] == [5, 0], "the space bar moves nothing")
    sides.press("ArrowRight")
    assert person.watched()["lost"] == []
    first, _ = sides.sides()
    asked = (sides.box.get_attribute("data-faces") or "").split()
    assert sides.send() == [f"first {first.count(face)}" for face in asked]
    person.wait_for(lambda state: any(choice.startswith("up") for choice in state["choices"]))
    assert [len(faces(person, group)) for group in ("SEN", "QUA")] == [4, 1]
    person.assert_calm()


def test_cards_are_divided_with_a_finger(sit_down: Come, guest: Guests, server: Server) -> None:
    anne, _, table = castling(server, guest)
    person = sit_down(**PHONE).sit(anne, table)
    sides = Composer(person, "split")
    first, second = (sides.box.locator("[data-side]").nth(n).locator("[data-face]") for n in range(2))
    second.first.tap()
    until(lambda: [len(side) for side in sides.sides()] == [4, 1], "a tap moves nothing")
    sides.drag_by_finger(first.first, second.first)
    until(lambda: [len(side) for side in sides.sides()] == [3, 2], "a finger moves nothing")
    here, _ = sides.sides()
    sent = sides.send()
    assert sum(int(choice.removeprefix("first ")) for choice in sent) == len(here)
    assert person.watched()["widest"] <= 0
    person.assert_calm()


# -- any number of cards -----------------------------------------------------------------------------------------------


def test_cards_are_picked_and_counted(sit_down: Come, guest: Guests, server: Server) -> None:
    anne, gaston = guest("Anne"), guest("Gaston")
    table = laid_out(server, at("passive"), anne, gaston)
    person = sit_down(**PHONE).sit(anne, table)
    picked = Composer(person, "pick")
    boxes, count = picked.box.locator("input"), picked.box.locator(".composer-count")
    assert count.inner_text() == "Cards chosen: 0"
    for number in (4, 0, 2):
        picked.box.locator(".pick-card").nth(number).tap()
    assert count.inner_text() == "Cards chosen: 3"

    other = sit_down(**DESK).sit(gaston, table)  # somebody comes: the seats are drawn anew
    all_here(person)
    assert [boxes.nth(n).is_checked() for n in range(5)] == [True, False, True, False, True]
    assert count.inner_text() == "Cards chosen: 3"
    chosen = [boxes.nth(n).get_attribute("value") for n in (0, 2, 4)]
    assert picked.send() == [*chosen, "enough"]
    other.wait_for(lambda state: state["told"] == person.state()["told"])
    for reader in (person, other):
        reader.assert_calm()


# -- what was composed is kept -----------------------------------------------------------------------------------------


def test_somebody_coming_disturbs_no_composition(sit_down: Come, guest: Guests) -> None:
    """Half of it done, and a card in hand: all that stays, and so does the focus."""
    anne, gaston, table = ordering(guest)
    person = sit_down(**DESK).sit(anne, table)
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

    number = person.page.locator(".scene").element_handle()
    sit_down(**PHONE).sit(gaston, table)
    all_here(person)
    assert number.evaluate("scene => !scene.isConnected"), "the scene was drawn anew"
    assert (pile.lie(), pile.held(), focused(person)) == (lie, [card], card)
    pile.press("ArrowLeft")
    pile.becomes(moved(lie, 2, 1))
    pile.press("Escape")
    pile.becomes(moved(lie, 2, 3))
    assert person.page.evaluate("mark") == "never reloaded"
    assert person.watched()["lost"] == []
    person.assert_calm()


def test_a_composition_is_taken_back_as_a_whole_and_found_again(sit_down: Come, guest: Guests) -> None:
    anne, gaston, table = ordering(guest)
    person, other = sit_down(**PHONE).sit(anne, table), sit_down().sit(gaston, table)
    all_here(person, other)
    pile = Composer(person, "order")
    lie = pile.lie()
    pile.tap_to(pile.nth(12), pile.nth(0))
    lie = moved(lie, 12, 0)
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
    theirs = Composer(other, "order")
    theirs.send()
    person.wait_for(lambda state: state["composing"] == "place")
    for reader in (person, other):
        reader.assert_calm()


def test_a_composition_that_comes_too_late_changes_nothing_and_says_why(
    sit_down: Come, guest: Guests, wire: Wire
) -> None:
    """The same person has answered on another device meanwhile."""
    anne, gaston, table = ordering(guest)
    person = sit_down(wire).sit(anne, table)
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


def test_a_picked_card_stays_picked_when_somebody_comes(sit_down: Come, guest: Guests, server: Server) -> None:
    """Cards are laid by picking one of the hand; what may be done with it stands beside the groups."""
    anne, gaston = guest("Anne"), guest("Gaston")
    table = laid_out(server, at(), anne, gaston)
    person = sit_down(**PHONE).sit(anne, table)
    person.page.locator(".cc-hand .cc-pick4").tap()
    assert "down 5 SEN" in person.wait_for(lambda state: "up 5 SEN" in state["choices"])["choices"]
    assert not any(choice.endswith("2 SEN") for choice in person.state()["choices"])
    sit_down().sit(gaston, table)
    all_here(person)
    assert "up 5 SEN" in person.state()["choices"]
    person.assert_calm()
