"""A bid of 1655 – Habemus Papam, as it is put together: by taps, by dragging, and what is said of it meanwhile."""

from __future__ import annotations

import pytest

import eminence
from eminence.core.texts import LANGUAGES
from tests.browser.answering import Pointing
from tests.browser.composing import Composer
from tests.browser.conftest import Come, Lay
from tests.browser.fitting import begin_in_wide_fonts
from tests.browser.laying import answer
from tests.browser.people import DESK, PHONE, Person, until
from tests.games.habemus_papam.situations import bidding, bidding_last, crowded

OPENED = """() => [...document.querySelectorAll(".hp-turn .hp-does")].map(
  (turn) => [...turn.querySelectorAll(".hp-bidden .hp-gem:not(.hp-ghost) small")].map((gem) => gem.textContent).join("")
)"""


COVERED = """() => {
  const edge = document.querySelector(".ask").getBoundingClientRect().top;
  const cards = [...document.querySelectorAll(".hp-offer > .hp-one")];
  return cards.filter((card) => card.getBoundingClientRect().bottom > edge).length;
}"""
"""How many of the cards on offer are not to be seen."""


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_low_screen_shows_what_one_bids_for_beside_the_note_of_a_first_game(
    sit_down: Come, lay: Lay, width: int, height: int, language: str
) -> None:
    """The note is one line as long as one composes, and unfolds."""
    person = sit_down(viewport={"width": width, "height": height}, is_mobile=True, has_touch=True)
    begin_in_wide_fonts(person)
    person.cookie("language", language)
    person.sit(lay(eminence.game("habemus_papam").new(3, secret=b"some cards")))
    bar, note = person.page.locator(".ask"), person.page.locator("#note p")
    assert person.page.evaluate(COVERED) == 0
    assert not note.is_visible()
    person.page.locator("#note label").tap()
    assert note.is_visible()
    assert bar.evaluate("(bar) => bar.getBoundingClientRect().top") >= 0


def compose(person: Person, choice: str) -> Composer:
    """Tap gems into the hand until it holds this bid, and those out of it that do not belong there."""
    composer = Composer(person, "bag")
    Pointing(person).compose(composer, [choice])
    return composer


def opened_bids(person: Person) -> list[str]:
    """The gems that somebody sees beside each player of a round, in the order of the list."""
    return list(person.page.evaluate(OPENED))


def ranking(person: Person) -> list[str]:
    """The players of a round, in the order of the list."""
    return person.page.locator(".hp-tname > span").all_inner_texts()


def explained(composer: Composer) -> str:
    """What the form says of the bid that is in the hand."""
    (found,) = composer.box.locator("[data-answer]:not([hidden])").all_inner_texts()
    return found


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
def test_gems_are_tapped_and_dragged_and_the_bid_is_explained(
    sit_down: Come, lay: Lay, screen: dict[str, object]
) -> None:
    """At most three; what the bid beats and what beats it changes with every gem."""
    person = sit_down(**screen).sit(lay(bidding()))
    composer = Composer(person, "bag")
    hand, purse = composer.box.locator("[data-side]").first, composer.box.locator("[data-side]").last
    assert composer.sides() == [[], list("DDDRSSAA")]
    assert explained(composer) == "No gems: beaten by any gem."
    for gem, lie, says, reason in (
        ("D", "D", "Beats a bid of nothing. Beaten by any two or three gems.", ""),
        ("D", "DD", "Beats any single gem. Beaten by any three gems.", ""),
        ("A", "DDA", "Beats any two gems. Beaten by DDD, DDR and DDS.", ""),
        ("R", "DDA", "Beats any two gems. Beaten by DDD, DDR and DDS.", "At most 3 gems in a bid."),
    ):
        person.press(purse.locator(f'[data-face="{gem}"]').first)
        assert (composer.sides()[0], explained(composer), composer.reason.inner_text()) == (list(lie), says, reason)
        until(lambda: (reason or says) in person.heard(), f"it is not told: {says} {reason}")  # noqa: B023
    assert person.heard() == reason
    assert composer.sender.is_enabled()

    person.press(hand.locator('[data-face="A"]').first)
    assert composer.sides() == [list("DD"), list("DRSSAA")]
    for gem, start, end, lie in (("D", hand, purse, "D"), ("R", purse, hand, "DR"), ("D", purse, hand, "DDR")):
        composer.drag(start.locator(f'[data-face="{gem}"]').first, end)
        until(lambda: composer.sides()[0] == list(lie), f"{gem} is not there:", composer.sides)  # noqa: B023
    assert composer.reason.inner_text() == ""
    assert composer.send() == ["bid DDR"]


def test_a_bid_is_sealed_taken_back_and_bid_otherwise(sit_down: Come, lay: Lay) -> None:
    """What was put together is still there, also after the page was loaded anew."""
    person = sit_down(**PHONE).sit(lay(bidding()))
    Pointing(person).answer("bid DSA")
    assert "DSA" in opened_bids(person), "one's own bid is seen in the closed hand"
    assert person.page.locator(".composer").count() == 0
    person.press(person.page.locator("#back button"))
    assert Composer(person, "bag").sides()[0] == list("DSA")
    person.page.reload()
    assert Composer(person, "bag").sides()[0] == list("DSA")
    assert opened_bids(person) == [""] * 4
    assert compose(person, "bid RA").send() == ["bid RA"]


def test_nothing_is_bid_only_by_whoever_means_it(sit_down: Come, lay: Lay) -> None:
    """One tap asks back, and a gem that is taken up answers no; where there is no gem, nothing is asked back."""
    person = sit_down(**PHONE).sit(lay(bidding()))
    composer = Composer(person, "bag")
    before = person.state()["ask"]
    for again in (False, True):
        assert (composer.sender.inner_text(), composer.sender.get_attribute("class")) == ("Bid nothing", "")
        person.press(composer.sender)
        until(lambda: person.heard().startswith("Really bid nothing?"), "it does not ask back")
        assert person.state()["ask"] == before
        if not again:
            for side in ("last", "first"):
                person.press(composer.box.locator(f'[data-side]:{side}-child [data-face="R"]').first)
    assert composer.send() == ["bid nothing"]

    poor = sit_down(**PHONE).sit(lay(crowded().gems(0, "").offer("Sforza louis swap").bidding("")))
    assert Composer(poor, "bag").send() == ["bid nothing"]


def test_bids_are_seen_together_when_the_last_is_in(sit_down: Come, lay: Lay) -> None:
    table = lay(bidding("- - rubies twice"))
    person = sit_down(**DESK).sit(table)
    before = person.state()["happened"]
    answer(table, 1, "bid DD")
    shut, back = person.page.locator(".hp-shut"), person.page.locator("#back button")
    until(lambda: shut.count() == 1, "that Gaston has bid is not seen")
    Pointing(person).answer("bid DSA")
    assert (sorted(opened_bids(person)), shut.count(), back.count()) == (["", "", "", "DSA"], 2, 1)
    assert person.state()["happened"] == before
    answer(table, 3, "bid DR")
    person.wait_for(lambda state: state["happened"] > before)
    assert sorted(opened_bids(person)) == ["", "DD", "DR", "DSA"]
    assert (shut.count(), back.count()) == (0, 0), "nothing is taken back any more"
    assert ranking(person) == ["Joseph", "You", "Marie", "Gaston"], "DDR, DSA, RRR, DD"
    with table.person(2) as marie:
        assert 'name="choice"' not in marie.get(table.path).text


def test_with_a_double_gem_two_are_bid_and_count_as_three(sit_down: Come, lay: Lay) -> None:
    person = sit_down(**PHONE).sit(lay(bidding("twice - - -")))
    composer = compose(person, "bid DD")
    assert explained(composer) == "Counts as DDD. No bid is higher."
    person.press(composer.box.locator('[data-side]:last-child [data-face="A"]').first)
    assert (composer.sides()[0], composer.reason.inner_text()) == (list("DD"), "At most 2 gems in a bid.")
    composer = compose(person, "bid A")
    assert explained(composer).startswith("Counts as AA. Beats any single gem")
    assert composer.send() == ["bid A"]


def test_whoever_bids_last_is_told_his_place(sit_down: Come, lay: Lay) -> None:
    """The others' bids lie open: two diamonds, three rubies that only count, a sapphire and an amber."""
    person = sit_down(**PHONE).sit(lay(bidding_last()))
    assert sorted(opened_bids(person)) == ["", "", "DD", "SA"]
    for choice, place in (("nothing", 4), ("R", 4), ("SA", 4), ("RS", 3), ("DD", 3), ("DSS", 1)):
        told = explained(compose(person, f"bid {choice}"))
        assert told.startswith(f"Position {place} of 4."), (choice, told)
    assert told == "Position 1 of 4."
    composer = compose(person, "bid SSA")
    assert explained(composer) == "Position 2 of 4. Ahead of you: Marie."
    assert composer.send() == ["bid SSA"]
    person.wait_for(lambda state: not state["turn"])
    assert ranking(person) == ["Marie", "You", "Gaston", "Joseph"]
