"""Votes of confidence before people's eyes: cards turn up one after the other, and what is covered stays covered."""

from __future__ import annotations

from tests.browser.answering import Pointing
from tests.browser.caesar import faces
from tests.browser.conftest import Come, Lay
from tests.browser.people import DESK, PHONE, all_here, numbers, until
from tests.games.caesar_cleopatra.situations import at, before_a_vote, crowded
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, discards

PANEL = """() => {
  const delay = (element) => Math.max(...getComputedStyle(element).animationDelay.split(",").map(parseFloat));
  const moves = (element) => getComputedStyle(element).animationName !== "none";
  const shown = (element) => getComputedStyle(element).visibility === "visible";
  return [...document.querySelectorAll(".cc-vote .cc-vs")].map((side) => ({
    cards: [...side.querySelectorAll(".cc-turn")].map((turn) => ({
      face: "12345P"[turn.lastElementChild.querySelector("[href^='#cc-t']").getAttribute("href").slice(5)],
      at: moves(turn.lastElementChild) ? delay(turn.lastElementChild) : null,
    })),
    sums: [...side.querySelectorAll(".cc-run > span")].map((sum) => ({ points: sum.textContent, shown: shown(sum) })),
  }));
}"""
TURNING = "document.getAnimations().filter((one) => one.effect.target?.closest('.cc-vote'))"
CLOCK = f"Math.max(0, ...{TURNING}.map((one) => one.currentTime))"
"""How far the turning has come, in milliseconds."""


def test_cards_turn_up_one_after_the_other_with_running_sums(sit_down: Come, lay: Lay) -> None:
    """For whoever wants no motion, all of them lie open at once, with the sums as they are at the end."""
    table = lay(before_a_vote())
    moving, still = sit_down(motion=True, **DESK).sit(table), sit_down(**PHONE).sit(table, 1)
    all_here(moving, still)
    Pointing(moving).answer("up 1 SEN", "up 1 AED")
    for person in (moving, still):
        person.page.locator(".cc-vote").wait_for()

    his, hers = moving.page.evaluate(PANEL)
    assert [card["face"] for card in hers["cards"]] == ["1", "2", "3", "5"]
    assert [card["face"] for card in his["cards"]] == ["4", "1", "4"]
    assert [card["at"] for card in (*hers["cards"][:2], his["cards"][0])] == [None] * 3, "they lay open before"
    turns = [card["at"] for card in (*hers["cards"][2:], *his["cards"][1:])]
    assert all(turns), "covered cards are turned up"
    assert turns == sorted(turns), "one after the other"
    assert len(set(turns)) == 4
    assert [int(one["points"]) for one in hers["sums"]] == [3, 6, 11]
    assert [int(one["points"]) for one in his["sums"]] == [4, 5, 9]

    for side in still.page.evaluate(PANEL):
        assert all(card["at"] is None for card in side["cards"])
        assert [one["shown"] for one in side["sums"]] == [False, False, True]
    assert still.page.evaluate(f"{TURNING}.length") == 0
    assert numbers(still.page.locator(".cc-verdict b").inner_text()) == [11, 9]
    assert still.page.locator(".cc-verdict b").is_visible()

    # When the table is drawn anew it goes on where it was, to its end.
    clock = until(lambda: moving.page.evaluate(CLOCK), "nothing turns")
    scene = moving.page.locator(".scene").element_handle()
    still.page.goto("/")
    until(lambda: scene.evaluate("scene => !scene.isConnected"), "nobody sees him go")
    assert moving.page.evaluate(CLOCK) >= clock, "it begins again"
    moving.page.evaluate(f"{TURNING}.forEach((one) => {{ one.currentTime = 60_000 }})")
    for side in moving.page.evaluate(PANEL):
        assert [one["shown"] for one in side["sums"]] == [False, False, True]


def test_covered_cards_are_seen_by_their_owner_only(sit_down: Come, lay: Lay) -> None:
    """Two tables that differ in nothing but which of her cards Cleopatra has covered, and which in hand: the same page
    for Caesar."""
    person, other, watching = sit_down(**DESK), sit_down(**PHONE), sit_down(**PHONE)
    seen = []
    for covered, hand in (("3 5", "4 P 1"), ("P 1", "4 3 5")):
        match = crowded(hers=hand).down(CLEOPATRA, "QUA", covered).match()
        table = lay(match, listed=True)
        person.sit(table)
        other.sit(table, 1)
        watching.page.goto(table.path)
        assert faces(person, "QUA") == covered.replace(" ", "")
        assert faces(person, "QUA", "far") == "55"
        assert faces(other, "QUA", "far") == "??"
        assert sorted(faces(watching, "QUA", side) for side in ("far", "near")) == ["55", "??"]
        seen.append(other.page.locator("#scene").inner_html().replace(table.path, "here"))
    assert seen[0] == seen[1]


def test_discards_and_vote_cards_lie_open(sit_down: Come, lay: Lay) -> None:
    """Each player's discards can be looked through, and the vote cards are shown as far as they are known."""
    match = at()
    table = lay(match)
    person = sit_down(**PHONE).sit(table)
    for seat in (CLEOPATRA, CAESAR):
        heap = person.page.locator(f"#cc-discards{seat}")
        inside = heap.locator(".cc-thrown > span")
        assert not inside.first.is_visible()
        heap.locator("summary").tap()
        until(inside.first.is_visible, "the discards do not open")
        found = discards(match, seat).split()
        assert numbers(heap.locator("summary").inner_text()) == [len(found)]
        assert [numbers(count)[-1] for count in inside.locator("b").all_inner_texts()] == [
            found.count(card) for card in dict.fromkeys(found)
        ]
    to_come, turned_up = (heap.locator(".cc-chip") for heap in person.page.locator(".cc-heap").all())
    assert to_come.count() == 5
    assert turned_up.count() == 2, "the praetors' card and an orgy; that of the aediles left the game"
