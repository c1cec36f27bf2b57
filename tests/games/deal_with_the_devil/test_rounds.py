"""The five rounds: which phases they have, production, and the phase of cards."""

from __future__ import annotations

import pytest

from eminence.core.match import Match
from eminence.games.deal_with_the_devil.hands import cards_in
from tests.games.deal_with_the_devil.tables import (
    BLUE,
    BUILDING,
    EVENT,
    GREEN,
    RED,
    YELLOW,
    Position,
    all_goods,
    deal,
    everyone,
    goods,
    hand,
    offered,
    seal,
    state,
    stations,
    why_not,
)


@pytest.fixture(scope="module")
def quiet() -> dict[tuple[int, str], Match]:
    """A match in which nobody does anything, at each of its steps."""
    return {here: match.clone() for here, match in stations()}


def test_the_phases_of_each_round(quiet: dict[tuple[int, str], Match]) -> None:
    """Rounds 2 and 3 have a witch hunt, rounds 3 and 5 an inquisition; in round 1 nothing is kept or passed."""
    draft, deals = ["keep_one", "deal_buildings", "deal_events", "pass_two"], ["offer", "carry_first", "answer_first"]
    deals += ["carry_second", "answer_second", "carry_home", "plan"]
    inquisition = ["prepare", "load", "open_chests", "appease", "penalty", "last_trades"]
    steps = {number: [step for at, step in quiet if at == number] for number in range(6)}
    assert steps[0] == ["turn_board", "deal_roles", "draw_schedule", "place_inquisitors"]
    assert steps[1] == ["deal_buildings", "deal_events", *deals]
    assert steps[2] == [*draft, *deals, "voting"]
    assert steps[3] == [*draft, *deals, "voting", *inquisition]
    assert steps[4] == [*draft, *deals]
    assert steps[5] == [*draft, *deals, *inquisition, "over"]


def test_production_over_five_rounds(quiet: dict[tuple[int, str], Match]) -> None:
    """What each starts with, what the wheel brings, what the roles brought; and the devil's reward of round 3."""
    assert all_goods(quiet[5, "offer"]) == [
        "6W 4S 4H 2G 2M 12c", "4W 6S 4H 2G 2M 12c", "5W 4S 5H 3G 3M 14c", "5W 6S 6H 4G 4M 22c",
    ]  # fmt: skip
    assert all_goods(quiet[1, "deal_buildings"]) == [
        "2W 1S 1H 1G 4c", "1W 2S 1H 1M 4c", "2W 1S 1H 2G 1M 6c", "2W 3S 2H 1G 2M 14c",
    ]  # fmt: skip


def test_what_roles_begin_with(quiet: dict[tuple[int, str], Match]) -> None:
    match = quiet[0, "deal_roles"].clone()
    assert all_goods(match) == ["2W 2c", "2S 2c", "1W 1H 3c", "1S 1H 4c"]
    deal(match, "roles horns eye dove lamb")
    assert all_goods(match) == ["3W 1S 1H 1G 1M 10c", "2S 1G 1M 3c", "1W 1H 3c", "1S 1H 4c"]
    assert everyone(state(match).souls) == [0, 32, 3, 3]
    assert match.view(RED)["role"] == [3, None, None, None]
    assert everyone(state(match).reputation) == [1, 1, 1, 1]


# == Cards ============================================================================================================
def test_in_round_1_one_building_of_each_pile_and_an_event_of_deck_a(quiet: dict[tuple[int, str], Match]) -> None:
    match = quiet[1, "deal_buildings"].clone()
    piles = ["farm sawmill quarry sheepfold", "market bank inn warehouse", "rectory chapel hermitage almshouse",
             "alchemist_workshop astrologer_tower manor pilgrim_hostel"]  # fmt: skip
    for seat in range(4):
        for pile in piles:
            there = offered(match, "deal")
            assert set(there) <= set(pile.split())
            assert len(there) == 4 - seat
            deal(match, f"deal {there[-1]}")
    assert len(offered(match, "draw")) == 8
    assert "heresy" not in offered(match, "draw")
    assert [len(hand(quiet[1, "offer"], seat).split()) for seat in range(4)] == [4, 4, 4, 4]


def test_events_a_in_rounds_1_and_2_b_from_then_on_and_all_twenty_are_used(quiet: dict[tuple[int, str], Match]) -> None:
    a_deck = list(EVENT)[:8]
    assert offered(quiet[2, "deal_events"], "draw") == a_deck[4:]
    assert offered(quiet[3, "deal_events"], "draw") == list(EVENT)[8:]
    assert len(offered(quiet[5, "deal_events"], "draw")) == 4
    assert int(state(quiet[5, "offer"]).event_deck) == 0


def test_whoever_has_not_played_an_event_has_two_and_never_more(quiet: dict[tuple[int, str], Match]) -> None:
    assert [everyone(state(quiet[number, "plan"]).event_count) for number in range(1, 6)] == [[1] * 4] + [[2] * 4] * 4


def test_from_round_2_on_one_old_building_is_kept_and_four_are_new(quiet: dict[tuple[int, str], Match]) -> None:
    match = quiet[2, "keep_one"].clone()
    assert offered(match, "keep", seat=RED) == ["farm", "market", "rectory", "alchemist_workshop"]
    for number in (2, 3, 4, 5):
        for seat in range(4):
            cards = [int(card) // 16 + 1 for card in cards_in(state(quiet[number, "plan"]).hand[seat])]
            assert sorted(cards)[1:] == [number] * 4
            assert min(cards) < number
    dealt = [BUILDING[name] // 16 + 1 for name in offered(quiet[4, "deal_buildings"], "deal")]
    assert dealt == [4] * 16


@pytest.mark.parametrize(("number", "to"), [(2, 1), (3, 3), (4, 1), (5, 3)])
def test_two_new_buildings_are_passed_to_the_left_in_even_rounds_to_the_right_in_odd_ones(
    quiet: dict[tuple[int, str], Match], number: int, to: int
) -> None:
    match = quiet[number, "pass_two"].clone()
    before = [hand(match, seat).split() for seat in range(4)]
    new = [[card for card in cards if BUILDING[card] // 16 == number - 1] for cards in before]
    old = [[card for card in cards if card not in new[seat]] for seat, cards in enumerate(before)]
    assert why_not(match, RED, f"pass {old[RED][0]}") == "not_new"
    passed = [sorted((cards[1], cards[3]), key=lambda name: BUILDING[name]) for cards in new]
    seal(match, *(f"pass {first}; pass {second}" for first, second in passed))
    for seat in range(4):
        kept = [card for card in before[seat] if card not in passed[seat]]
        assert set(hand(match, seat).split()) == {*kept, *passed[(seat - to) % 4]}
    assert match.view(BLUE)["hand"][RED] is None


def test_the_last_chance_to_repay_is_for_those_who_have_debts() -> None:
    match = Position(2).set(debt=[0, 3, 0, 1]).goods(BLUE, "5c").at("last_repayment", "offer")
    assert sorted(match.asks()) == [BLUE, YELLOW]
    seal(match, "-", "repay 3; done", "-", "done")
    assert (everyone(state(match).debt), goods(match, BLUE)) == ([0, 0, 0, 1], "2c")
    assert {ask.step for ask in Position(2).at("last_repayment", "offer").asks().values()} == {"offer"}


# == The market =======================================================================================================
def test_the_rates_of_the_market() -> None:
    match = Position(2).goods(GREEN, "1W 1S 1H 1G 1M").one(GREEN, debt=3).at("last_repayment")
    seal(match, "-", "-", "sell wood 1; sell stone 1; sell wheat 1; sell glass 1; sell marble 1; done", "-")
    assert goods(match, GREEN) == "7c"
    match = Position(2).goods(GREEN, "19c").one(GREEN, debt=3).at("last_repayment")
    seal(match, "-", "-", "buy wood 1; buy stone 1; buy wheat 1; buy glass 1; buy marble 1; done", "-")
    assert goods(match, GREEN) == "1W 1S 1H 1G 1M"


def test_loans_up_to_a_debt_of_ten() -> None:
    match = Position(1).one(GREEN, debt=7).dealing()
    assert offered(match, "borrow", seat=GREEN) == ["1", "2", "3"]
    assert why_not(match, GREEN, "borrow 4") == "too_much_debt"
    full = Position(1).one(GREEN, debt=10).dealing()
    assert offered(full, "borrow", seat=GREEN) == []
