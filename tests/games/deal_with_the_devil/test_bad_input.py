"""Answers that a rule forbids: each is refused, with the rule, through the front door, and the match is as it was.

These matches are played from their beginning: the rule is said in a world that is imagined from what the seat knows.
"""

from __future__ import annotations

import pytest

from eminence.core.errors import NotAsked, UnknownChoice
from eminence.core.match import Match
from tests.games.deal_with_the_devil.tables import (
    BLUE,
    GAME,
    GREEN,
    RED,
    YELLOW,
    Script,
    offered,
    played_to,
    refused,
    state,
    stations,
)
from tests.games.playing import refused as refused_as

LOCKED: Script = {
    (3, "load"): {RED: "bribe 0; devil blue; cultist green", GREEN: "bribe 0; devil blue", BLUE: "bribe 0; devil red"}
}
"""In round 3 red and the cultist agree on blue, who is innocent: red has locked both guesses, the lamb one."""
FOUR_TOKENS = "event none; build market; action yes; later; build alchemist_workshop; action yes; later"
REFUSED = [
    # what one does not have: red has 2W 2c of his side, and 1S 1H 1G 2c produced
    ("offer", 1, RED, "price 2; put wood 3", "not_yours"),
    ("offer", 1, RED, "price 2; put marble 1", "not_yours"),
    ("offer", 1, RED, "price 2; put coins 5", "not_yours"),
    ("offer", 1, RED, "sell wood 1; price 2; put wood 2", "not_yours"),
    ("offer", 1, RED, "price 2; put wood 1; put wood 1", "order_of_goods"),
    ("offer", 1, RED, "put wood 1", "price_first"),
    ("offer", 1, RED, "seal", "price_first"),
    ("offer", 1, RED, "price 2; price 3", "priced_already"),
    # a price outside the role's range
    ("offer", 1, GREEN, "price 7", "not_your_price"),
    ("offer", 1, GREEN, "price 2 souls", "not_your_price"),
    ("offer", 1, YELLOW, "price 5", "not_your_price"),
    ("offer", 1, RED, "price 1 soul", "not_your_price"),
    ("offer", 1, BLUE, "price 2 souls", "not_your_price"),
    # what only experts may offer
    ("offer", 1, RED, "price 2; put indulgence 1", "not_by_these_rules"),
    ("offer", 1, RED, "price 2; put jester 1", "not_by_these_rules"),
    # repayment in the wrong phase, the market
    ("offer", 1, RED, "repay 1", "repay_when"),
    ("answer_first", 1, RED, "repay 1", "repay_when"),
    ("offer", 1, RED, "buy glass 1", "not_enough_coins"),
    ("offer", 1, RED, "borrow 10; borrow 1", "order_of_trades"),
    ("offer", 1, RED, "sell glass 2", "not_yours"),
    ("offer", 1, RED, "price 2; buy wood 1", "order_of_trades"),
    ("answer_first", 1, RED, "accept 1 tainted", "no_souls_to_pay"),
    ("answer_first", 1, RED, "add jester", "not_by_these_rules"),
    ("keep_one", 2, RED, "repay 1", "not_enough_coins"),
    ("keep_one", 2, RED, "keep palace", "not_in_hand"),
    ("pass_two", 2, RED, "pass farm", "not_new"),
    # the plan: red holds the Farm, the Market, the Rectory and the Alchemist's Workshop
    ("plan", 1, RED, "event none; build market; action no; build farm; build rectory", "two_builds"),
    ("plan", 1, RED, f"{FOUR_TOKENS}; recruit rural", "no_token"),
    ("plan", 1, RED, "event none; build palace", "not_in_hand"),
    ("plan", 1, RED, "event none; use market", "not_an_action"),
    ("plan", 1, RED, "build farm", "order_of_plan"),
    ("plan", 1, RED, "event none; recruit alchemist", "courtier_away"),
    ("plan", 1, RED, "repay 1", "not_now"),
    # the witch hunt and the inquisition
    ("voting", 2, RED, "vote red", "oneself"),
    ("prepare", 3, RED, "wings 12", "not_enough_coins"),
    ("load", 3, RED, "bribe 0; devil red", "oneself"),
    ("load", 3, RED, "bribe 0; devil blue; cultist blue", "one_ring"),
    ("load", 3, RED, "devil blue", "order_of_loading"),
    ("load", 3, GREEN, "bribe 0; cultist red", "not_your_guess"),
    ("load", 3, YELLOW, "bribe 0; devil red", "not_your_guess"),
    ("load", 3, YELLOW, "bribe 0; lay 1 pure", "no_such_souls"),
    ("load", 3, RED, "bribe 0; lay 1 pure", "no_such_souls"),
    ("load", 3, RED, "bribe 0; bribe wood 1", "not_by_these_rules"),
    ("appease", 3, RED, "show 2", "too_many_shown"),
    ("appease", 3, YELLOW, "show 1", "no_such_souls"),
    ("appease", 3, RED, "show 0; spend 1", "no_indulgence"),
    ("appease", 3, RED, "show 0; spend 0; suffer plebeian", "not_faced"),
    # what was locked in round 3
    ("load", 5, RED, "bribe 0; devil yellow", "locked_guess"),
    ("load", 5, BLUE, "bribe 0; devil yellow", "locked_guess"),
    ("load", 5, BLUE, "bribe 0; devil nobody; cultist red", "locked"),
]  # fmt: skip


@pytest.mark.parametrize(("step", "number", "seat", "answer", "why"), REFUSED)
def test_refused_with_its_rule_and_nothing_has_changed(
    positions: dict[tuple[str, int], Match], step: str, number: int, seat: int, answer: str, why: str
) -> None:
    refused(positions[step, number].clone(), seat, answer, why)


@pytest.fixture(scope="module")
def positions() -> dict[tuple[str, int], Match]:
    """One match for each step and round that is asked for."""
    return {(step, number): match.clone() for (number, step), match in stations(LOCKED)}


def test_a_soul_is_never_offered(positions: dict[tuple[str, int], Match]) -> None:
    """There is no such choice at all, and the refusal says why."""
    match = positions["offer", 1].clone()
    match.choose(RED, "price 2")
    for text in ("put soul 1", "put souls 2"):
        told = refused_as(match, RED, text, UnknownChoice)
        assert "never offered" in told or "wait until they are asked for" in told


def test_four_tokens_are_all_there_are(positions: dict[tuple[str, int], Match]) -> None:
    """After four there is nothing left to choose but how to raise money."""
    match = positions["plan", 1].clone()
    match.choose(RED, *FOUR_TOKENS.split("; "))
    assert offered(match, seat=RED) == ["fund loan", "fund sale", "fund ask"]


def test_debts_are_repaid_in_three_phases_only() -> None:
    """Whoever borrowed in round 1 can repay when the next round's cards are dealt, and not before."""
    may = {
        (1, "answer_first"): False, (1, "answer_second"): False, (1, "plan"): False, (2, "keep_one"): True,
        (2, "last_repayment"): True, (2, "offer"): False, (2, "voting"): False, (3, "prepare"): True, (3, "load"): True,
        (3, "last_trades"): True,
    }  # fmt: skip
    for here, match in stations({(1, "offer"): {RED: "borrow 5; price 2; seal"}}):
        if here in may:
            assert int(state(match).debt[RED]) >= 5
            assert ("repay 1" in offered(match, seat=RED)) == may.pop(here), here
            if here in ((1, "answer_first"), (1, "plan")):
                refused(match.clone(), RED, "repay 1", "not_now" if here[1] == "plan" else "repay_when")
    assert not may


def test_whoever_is_not_asked_cannot_answer() -> None:
    match = played_to("interrogation", 2, {(2, "voting"): {RED: "vote blue", GREEN: "vote blue"}})
    assert list(match.asks()) == [BLUE]
    refused_as(match, RED, "confess", NotAsked)
    assert GAME.text(int(state(match).step().choices(state(match), BLUE)[0])) == "prove"
