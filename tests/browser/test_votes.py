"""Votes of confidence before people's eyes: cards turn up one after the other, and discards can be looked through."""

from __future__ import annotations

from tests.browser.answering import Pointing
from tests.browser.conftest import Come, Lay
from tests.browser.people import DESK, PHONE, all_here, numbers, until
from tests.games.caesar_cleopatra.situations import at, before_a_vote
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, discards

PANEL = """() => {
  const delay = (element) => Math.max(...getComputedStyle(element).animationDelay.split(",").map(parseFloat));
  const moves = (element) => getComputedStyle(element).animationName !== "none";
  const shown = (element) => getComputedStyle(element).visibility === "visible";
  return [...document.querySelectorAll(".cc-vote .cc-vs")].map((side) => ({
    cards: [...side.querySelectorAll(".cc-turn")].map((turn) => ({
      face: "12345P"[turn.lastElementChild.querySelector("[href^='#cc-t']").getAttribute("href").slice(5)],
      at: moves(turn.lastElementChild) ? delay(turn.lastElementChild) : null, up: shown(turn.lastElementChild),
    })),
    sums: [...side.querySelectorAll(".cc-run > span")].map((sum) => ({ points: sum.textContent, shown: shown(sum) })),
  }));
}"""
BY_HAND = """
  const held = new CSSStyleSheet();
  document.adoptedStyleSheets = [held];
  held.replaceSync(".cc-vote * { animation-play-state: paused !important; }");
  let clock = 0;
  performance.now = () => clock;
  window.turning = () => document.getAnimations().filter((one) => one.effect.target?.closest(".cc-vote"));
  window.passTo = (now) => { clock = now; for (const one of turning()) one.currentTime = now; };
"""
"""The cards of a vote turn as far as a test lets time pass, in milliseconds, and not with the machine's clock."""


def test_cards_turn_up_one_after_the_other_with_running_sums(sit_down: Come, lay: Lay) -> None:
    """For whoever wants no motion, all of them lie open at once, with the sums as they are at the end."""
    table = lay(before_a_vote())
    moving, still = sit_down(motion=True, **DESK), sit_down(**PHONE)
    for seat, person in enumerate((moving, still)):
        person.context.add_init_script(BY_HAND)
        person.sit(table, seat)
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
    assert turns == sorted(set(turns)), "one after the other"
    assert [int(one["points"]) for one in hers["sums"]] == [3, 6, 11]
    assert [int(one["points"]) for one in his["sums"]] == [4, 5, 9]

    for side in still.page.evaluate(PANEL):
        assert all(card["at"] is None for card in side["cards"])
        assert [one["shown"] for one in side["sums"]] == [False, False, True]
    assert still.page.evaluate("turning().length") == 0
    assert numbers(still.page.locator(".cc-verdict b").inner_text()) == [11, 9]
    assert still.page.locator(".cc-verdict b").is_visible()

    def looks(now: int) -> None:
        """Whatever turns does so till now; the cards whose turn has come lie open, and their sum is shown."""
        assert set(moving.page.evaluate("turning().map((one) => one.currentTime)")) == {now}
        for side in moving.page.evaluate(PANEL):
            turned = [bool(card["at"]) and card["at"] * 1000 < now for card in side["cards"]]
            covered = [bool(card["at"]) and not done for card, done in zip(side["cards"], turned, strict=True)]
            assert [not card["up"] for card in side["cards"]] == covered, now
            assert [one["shown"] for one in side["sums"]] == [number == sum(turned) for number in range(3)], now

    for now in (500, 900, 1500, 2100):
        moving.page.evaluate(f"passTo({now})")
        looks(now)
    # When the table is drawn anew it goes on where it was, to its end.
    scene = moving.page.locator(".scene").element_handle()
    still.page.goto("/")
    until(lambda: scene.evaluate("scene => !scene.isConnected"), "nobody sees him go")
    looks(2100)
    moving.page.evaluate("passTo(60_000)")
    looks(60_000)


def test_discards_and_vote_cards_lie_open(sit_down: Come, lay: Lay) -> None:
    """Each player's discards can be looked through, and the vote cards are shown as far as they are known."""
    match = at()
    person = sit_down(**PHONE).sit(lay(match))
    for seat in (CLEOPATRA, CAESAR):
        heap = person.page.locator(f"#cc-discards{seat}")
        inside = heap.locator(".cc-thrown > span")
        assert not inside.first.is_visible()
        heap.locator("summary").tap()
        until(inside.first.is_visible, "the discards do not open")
        found = discards(match, seat).split()
        assert numbers(heap.locator("summary").inner_text()) == [len(found)]
        counts = [numbers(count)[-1] for count in inside.locator("b").all_inner_texts()]
        assert counts == [found.count(card) for card in dict.fromkeys(found)]
    to_come, turned_up = (heap.locator(".cc-chip") for heap in person.page.locator(".cc-heap").all())
    assert to_come.count() == 5
    assert turned_up.count() == 2, "the praetors' card and an orgy; that of the aediles left the game"
