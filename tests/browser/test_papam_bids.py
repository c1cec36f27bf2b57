"""A bid of 1655 – Habemus Papam, as it is put together: by taps, by dragging, and what is said of it meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eminence.core.match import Match
from tests.browser.answering import Pointing
from tests.browser.composing import Composer
from tests.browser.conftest import Come, Lay
from tests.browser.guests import Guest, Table
from tests.browser.people import DESK, PHONE, Person, until
from tests.games.habemus_papam.situations import bidding, bidding_last

Sit = Callable[[Match], tuple[Table, list[Guest]]]


NAMES = ("Anne", "Gaston", "Marie", "Joseph")
OPENED = """() => [...document.querySelectorAll(".hp-turn .hp-does")].map(
  (turn) => [...turn.querySelectorAll(".hp-bidden .hp-gem:not(.hp-ghost) small")].map((gem) => gem.textContent).join("")
)"""


def compose(person: Person, choice: str) -> Composer:
    """Tap gems into the hand until it holds this bid, and those out of it that do not belong there."""
    composer = Composer(person, "bag")
    Pointing(person).compose(composer, [choice])
    return composer


def opened_bids(person: Person) -> list[str]:
    """The gems that somebody sees beside each player of a round, in the order of the list."""
    found: list[str] = person.page.evaluate(OPENED)
    return found


def ranking(person: Person) -> list[str]:
    """The players of a round, in the order of the list."""
    return person.page.locator(".hp-tname > span").all_inner_texts()


def explained(composer: Composer) -> str:
    """What the form says of the bid that is in the hand."""
    found = composer.box.locator("[data-answer]:not([hidden])")
    assert found.count() == 1
    return str(found.inner_text())


def told(person: Person) -> str:
    """What whoever cannot see was told last."""
    return person.page.locator("#told p").last.inner_text()


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
def test_gems_are_tapped_and_dragged_and_the_bid_is_explained(
    sit_down: Come, lay: Lay, screen: dict[str, object]
) -> None:
    """At most three; what the bid beats and what beats it changes with every gem."""
    person = sit_down(**screen).sit(lay(bidding()))
    composer = Composer(person, "bag")
    hand, purse = composer.box.locator("[data-side]").first, composer.box.locator("[data-side]").last
    assert composer.sides() == [[], list("DDDRSSAA")]
    assert explained(composer) == "No gem: below every gem there is."
    for gem, lie, says in (
        ("D", "D", "Above whoever bids nothing; below any two or three gems."),
        ("D", "DD", "Above every single gem; below any three gems."),
        ("A", "DDA", "Above every bid of two gems; below DDD, DDR and DDS."),
    ):
        person.press(purse.locator(f'[data-face="{gem}"]').first)
        assert composer.sides()[0] == list(lie)
        assert explained(composer) == says
        until(lambda: says in told(person), f"it is not told: {told(person)}")  # noqa: B023

    person.press(purse.locator('[data-face="R"]').first)
    assert composer.sides()[0] == list("DDA"), "a fourth gem is not taken"
    assert composer.box.locator(".composer-reason").inner_text() == "At most 3 gems in a bid."
    assert told(person) == "At most 3 gems in a bid."
    assert composer.sender.is_enabled()

    person.press(hand.locator('[data-face="A"]').first)
    assert composer.sides() == [list("DD"), list("DRSSAA")]
    drag = composer.drag_by_finger if person.touches else composer.drag
    for gem, start, end, lie in (("D", hand, purse, "D"), ("R", purse, hand, "DR"), ("D", purse, hand, "DDR")):
        drag(start.locator(f'[data-face="{gem}"]').first, end)
        until(lambda: composer.sides()[0] == list(lie), f"{gem} is not there: {composer.sides()}")  # noqa: B023
    assert composer.box.locator(".composer-reason").inner_text() == ""
    assert composer.send() == ["bid DDR"]


def test_a_bid_is_sealed_taken_back_and_bid_otherwise(sit_down: Come, lay: Lay) -> None:
    """What was put together is still there, also after the page was loaded anew."""
    person = sit_down(**PHONE).sit(lay(bidding()))
    Pointing(person).answer("bid DSA")
    assert "DSA" in opened_bids(person), "one's own bid is seen in the closed hand"
    assert person.page.locator(".composer").count() == 0
    person.press(person.page.locator("#back button"))
    composer = Composer(person, "bag")
    assert composer.sides()[0] == list("DSA")
    person.page.reload()
    assert Composer(person, "bag").sides()[0] == list("DSA")
    assert opened_bids(person) == [""] * 4
    composer = compose(person, "bid RA")
    assert composer.send() == ["bid RA"]


def test_bids_are_seen_together_when_the_last_is_in(sit_down: Come, lay: Lay) -> None:
    table = lay(bidding("- - rubies twice"))
    _, gaston, marie, joseph = table.people
    person = sit_down(**DESK).sit(table)
    before = person.state()["happened"]
    gaston.choose(table.path, "bid DD")
    until(lambda: person.page.locator(".hp-shut").count() == 1, "that Gaston has bid is not seen")
    Pointing(person).answer("bid DSA")
    assert sorted(opened_bids(person)) == ["", "", "", "DSA"]
    assert person.page.locator(".hp-shut").count() == 2
    assert person.state()["happened"] == before
    joseph.choose(table.path, "bid DR")
    person.wait_for(lambda state: state["happened"] > before)
    assert sorted(opened_bids(person)) == ["", "DD", "DR", "DSA"]
    assert person.page.locator(".hp-shut").count() == 0
    assert person.page.locator("#back button").count() == 0, "nothing is taken back any more"
    assert ranking(person) == ["Joseph", "You", "Marie", "Gaston"], "DDR, DSA, RRR, DD"
    assert marie.choices(table.path) == ("", [])


def test_with_a_double_gem_two_are_bid_and_count_as_three(sit_down: Come, lay: Lay) -> None:
    person = sit_down(**PHONE).sit(lay(bidding("twice - - -")))
    composer = compose(person, "bid DD")
    assert explained(composer) == "Counts as DDD. Nothing is higher."
    person.press(composer.box.locator('[data-side]:last-child [data-face="A"]').first)
    assert composer.sides()[0] == list("DD")
    assert composer.box.locator(".composer-reason").inner_text() == "At most 2 gems in a bid."
    composer = compose(person, "bid A")
    assert explained(composer).startswith("Counts as AA. Above every single gem")
    assert composer.send() == ["bid A"]


def test_whoever_bids_last_is_told_his_place(sit_down: Come, lay: Lay) -> None:
    """The others' bids lie open: two diamonds, three rubies that only count, a sapphire and an amber."""
    person = sit_down(**PHONE).sit(lay(bidding_last()))
    assert sorted(opened_bids(person)) == ["", "", "DD", "SA"]
    for choice, place in (("nothing", 4), ("R", 4), ("SA", 4), ("RS", 3), ("DD", 3), ("DSS", 1)):
        composer = compose(person, f"bid {choice}")
        assert explained(composer).startswith(f"Place {place} of 4."), (choice, explained(composer))
    assert explained(composer) == "Place 1 of 4."
    composer = compose(person, "bid SSA")
    assert explained(composer) == "Place 2 of 4. Before you: Marie."
    assert composer.send() == ["bid SSA"]
    person.wait_for(lambda state: not state["turn"])
    assert ranking(person) == ["Marie", "You", "Gaston", "Joseph"]
