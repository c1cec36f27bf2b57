"""The action phase: what a plan may hold, the order of its steps, tokens and wheat, forced funding, the Stables."""

from __future__ import annotations

import random
from itertools import product

import pytest

from eminence.core.match import Match
from eminence.games.deal_with_the_devil import events
from eminence.games.deal_with_the_devil.codes import FUND_ASK, FUND_LOAN, FUND_SALE
from eminence.games.deal_with_the_devil.goods import numbers_of
from eminence.games.deal_with_the_devil.payment import can_pay, fund, with_any
from tests.games.deal_with_the_devil.tables import (
    BLUE,
    BUILDING,
    RED,
    YELLOW,
    Position,
    act,
    asked,
    built,
    courtiers,
    goods,
    hand,
    heap,
    offered,
    plan,
    standing_of,
    state,
    told_heap,
    why_not,
)
from tests.games.playing import play, told


def could_not(match: Match) -> list[int]:
    """The steps of the board that were passed over."""
    return [event.what for event in told(match, events.CouldNotPay)]


# == The plan =========================================================================================================
def test_four_tokens_and_two_builds_at_most() -> None:
    position = (
        Position().goods(RED, "9W 9S 9H 9G 9M 20c").hand(RED, "farm market mint palace").built(RED, "mine theatre")
    )
    match = position.planning()
    match.choose(RED, "use mine", "later", "use theatre", "build market", "action yes", "later")
    assert why_not(match, RED, "build farm") == "no_token"
    assert offered(match, seat=RED) == ["fund loan", "fund sale", "fund ask"]  # four are gone
    match = Position().hand(RED, "farm market mint palace").planning()
    match.choose(RED, "build farm", "build mint", "action no")
    assert why_not(match, RED, "build palace") == "two_builds"
    assert offered(match, "recruit", seat=RED) == ["rural", "urban", "religious", "none"]


def test_only_two_action_buildings_of_earlier_rounds() -> None:
    match = Position().built(RED, "mine theatre mint farm").planning()
    assert offered(match, "use", seat=RED) == ["mine", "theatre", "mint", "none"]
    assert why_not(match, RED, "use farm") == "not_an_action"
    match.choose(RED, "use mint", "use mine", "later")
    assert why_not(match, RED, "use theatre") == "order_of_plan"
    assert offered(match, seat=RED)[0].startswith("recruit")
    play(plan(match), "gain glass")
    assert [event.building for event in told(match, events.UsedBuilding)] == [BUILDING["mint"], BUILDING["mine"]]


def test_the_same_building_is_not_used_twice_with_tokens() -> None:
    match = Position().built(RED, "mint").planning()
    match.choose(RED, "use mint")
    assert "use mint" not in offered(match, seat=RED)


def test_plans_are_secret_until_all_are_done_and_then_binding() -> None:
    match = Position().goods(RED, "2W 1S 2c").hand(RED, "farm").planning()
    match.choose(RED, "build farm", "recruit none", "fund loan")
    assert match.view(BLUE)["sealed"][RED] is None
    assert match.view(BLUE)["plan"] == [[], [], [], []]
    plan(match)
    assert built(match) == "farm"


# == The order of the board ===========================================================================================
def test_the_eleven_steps_in_their_order() -> None:
    """Left half, free use, uses, first building and its action, second, recruiting; wheat; achievements."""
    position = Position().events(RED, "tithe").built(RED, "mint stable farm", tucked="mint")
    position.goods(RED, "1W 1S 2c 1H 2W 1G 2c 2c").hand(RED, "market mill")
    match = plan(
        position.planning(), "event left; stables use; build market; action yes; give wheat; enough; recruit rural"
    )
    play(match, "claim none")
    story = [type(event).__name__ for event in match.story(None)]
    kinds = ("PlayedEvent", "UsedBuilding", "Built", "TookCourtier", "Claimed")
    assert [name for name in story if name in kinds] == [
        "PlayedEvent", "UsedBuilding", "Built", "UsedBuilding", "TookCourtier",
    ]  # fmt: skip
    # Three tokens: build, its action, recruiting. The wheat for the third is paid after the recruiting.
    paid = [event.goods for event in told(match, events.Paid)]
    assert paid == [
        (1, 1, 0, 0, 0, 0, 0, 2),
        (0, 0, 1, 0, 0, 0, 0, 0),
        (0, 0, 0, 0, 0, 0, 0, 2),
        (0, 0, 1, 0, 0, 0, 0, 0),
    ]


def test_the_right_half_comes_after_recruiting_and_before_the_wheat() -> None:
    position = Position().events(RED, "tithe").built(RED, "mint cloth_hall").goods(RED, "1H")
    match = act(position, "event right; use mint; use cloth_hall; recruit rural")
    names = [type(event).__name__ for event in match.story(None)]
    assert names.index("TookCourtier") < names.index("PlayedEvent")
    assert [event.goods[-1] for event in told(match, events.Paid)] == [2, 5, 0]
    assert told(match, events.Paid)[-1].goods == (0, 0, 1, 0, 0, 0, 0, 0)
    assert (goods(match), standing_of(match)) == ("3c", {"rep": 3})


def test_dp_3_one_realm_after_the_other_from_the_first_seat_on() -> None:
    position = Position().set(first=2)
    for seat, name in enumerate(("farm", "sawmill", "quarry", "mill")):
        position.goods(seat, "9W 9S 9H 9c").hand(seat, name)
    match = plan(position.planning(), "build farm", "build sawmill", "build quarry", "build mill")
    assert [event.seat for event in told(match, events.Built)] == [2, 3, 0, 1]


# == Tokens and wheat (DP-1) ==========================================================================================
@pytest.mark.parametrize(("fewer", "wishes", "wheat"), [
    (0, "use mint; use theatre", 0), (0, "use mint; use theatre; recruit rural", 1),
    (0, "use mint; use theatre; build farm; recruit rural", 2),
    (1, "use mint", 0), (1, "use mint; use theatre", 1), (1, "use mint; use theatre; recruit rural", 2),
])  # fmt: skip
def test_wheat_for_tokens_beyond_the_free_ones(fewer: int, wishes: str, wheat: int) -> None:
    position = (
        Position().goods(RED, "2W 1S 9H 9c").hand(RED, "farm").built(RED, "mint theatre").one(RED, fewer_tokens=fewer)
    )
    match = act(position, wishes)
    assert f"{9 - wheat}H" in goods(match)


def test_wheat_that_is_missing_is_bought() -> None:
    match = act(Position().built(RED, "mint theatre").goods(RED, "2c"), "use mint; use theatre; recruit rural")
    assert (goods(match), standing_of(match)) == ("5c", {"rep": 1})
    match = act(Position().built(RED, "almshouse apothecary").goods(RED, "2c"),
                "use almshouse; use apothecary; recruit rural")  # fmt: skip
    assert (goods(match), standing_of(match)) == ("", {"rep": 2, "angels": 1, "debt": 2})  # one coin, and two borrowed


def test_an_action_whose_wheat_could_not_be_paid_is_passed_over() -> None:
    """The rulebook: "… parce que vous ne pourrez pas payer 1 blé pour son jeton Action", though its cost could be."""
    position = Position().built(RED, "almshouse apothecary").goods(RED, "1c").one(RED, debt=10)
    match = act(position, "use almshouse; use apothecary; recruit rural")
    assert (goods(match), courtiers(match), could_not(match)) == ("2c", {}, [8])
    assert standing_of(match) == {"rep": 1, "angels": 1, "debt": 10}
    position = Position().built(RED, "almshouse apothecary").goods(RED, "1c 1H").one(RED, debt=10)
    match = act(position, "use almshouse; use apothecary; recruit rural")
    assert (goods(match), courtiers(match), could_not(match)) == ("", {"rural": "court"}, [])


def test_an_action_without_a_cost_is_passed_over_too_if_its_wheat_cannot_be_paid() -> None:
    """After a Town Hall one token is free. What the action itself would bring does not help."""
    position = Position().built(RED, "apothecary mint").one(RED, debt=10, fewer_tokens=1)
    match = act(position, "use apothecary; use mint")
    assert (could_not(match), goods(match)) == ([3], "")
    assert standing_of(match) == {"rep": -1, "angels": 1, "debt": 10}
    position = Position().goods(RED, "1W 2S 1c 1M 3c").hand(RED, "almshouse apothecary").one(RED, debt=10)
    match = act(position, "build almshouse; action yes; build apothecary; action yes")
    # 1W 2S 1c for the Almshouse; its action brings a coin. Four coins and the marble are left: after paying
    # 1M 3c for the Apothecary there would be one coin, and the wheat for the third token costs three.
    assert (could_not(match), goods(match), built(match)) == ([6], "1M 4c", "almshouse")


def test_wheat_needed_for_a_token_is_not_spent_on_a_cost() -> None:
    """Wheat is reserved: the third action costs wheat itself, and there is but one."""
    position = Position().built(RED, "almshouse apothecary").goods(RED, "1W 1H 1c").hand(RED, "pilgrim_hostel")
    match = act(position.one(RED, debt=10), "use almshouse; use apothecary; build pilgrim_hostel")
    assert (could_not(match), goods(match), hand(match)) == ([4], "1W 1H 2c", "pilgrim_hostel")
    position = Position().built(RED, "almshouse apothecary").goods(RED, "1W 2H 1c").hand(RED, "pilgrim_hostel")
    match = act(position.one(RED, debt=10), "use almshouse; use apothecary; build pilgrim_hostel")
    assert (could_not(match), goods(match), built(match)) == ([], "", "almshouse apothecary pilgrim_hostel")


def test_a_right_half_is_not_paid_with_wheat_that_is_owed() -> None:
    position = Position().built(RED, "almshouse apothecary").events(RED, "harvest_home").goods(RED, "1H 1c")
    match = act(position.one(RED, debt=10), "event right; use almshouse; use apothecary; recruit rural")
    assert (could_not(match), goods(match), courtiers(match)) == ([9], "", {"rural": "court"})


def test_a_token_of_what_was_passed_over_is_not_used() -> None:
    """The first use fails, so two tokens are used, and both are free."""
    position = Position().built(RED, "forge mint").one(RED, debt=10)
    match = act(position, "use forge; use mint; recruit rural")
    assert (could_not(match), goods(match), standing_of(match)) == ([2], "3c", {"rep": -1, "debt": 10})


def test_dp_36_a_skipped_build_goes_back_to_hand_known_to_all_and_the_token_on_its_action_lapses() -> None:
    position = Position().hand(RED, "mint").goods(RED, "1W").one(RED, debt=10)
    match = act(position, "build mint; action yes; recruit rural")
    assert (hand(match), built(match), could_not(match)) == ("mint", "", [4, 8])  # one for the building, one for rural
    assert standing_of(match) == {"rep": -2, "debt": 10}
    assert match.view(BLUE)["known_hand"][RED] == [BUILDING["mint"]]
    match = act(Position(lenient=True).hand(RED, "mint").one(RED, debt=10), "build mint; action yes; recruit rural")
    assert (standing_of(match), could_not(match)) == ({"debt": 10}, [4, 8])  # beginners lose no reputation (DP-19)


# == Forced funding (DP-2) ============================================================================================
def test_default_loan_first_then_the_cheapest_goods() -> None:
    position = Position().hand(RED, "farm").goods(RED, "2W 1S 1H 1G").one(RED, debt=9)
    match = act(position, "build farm; fund loan")  # two coins are missing: one borrowed, one for the wheat
    assert (goods(match), int(state(match).debt[RED])) == ("1G", 10)


def test_by_sale_the_cheapest_goods_first_then_a_loan() -> None:
    position = Position().hand(RED, "farm").goods(RED, "2W 1S 1H 1G")
    match = act(position, "build farm; fund sale")
    assert (goods(match), standing_of(match)) == ("1c", {})  # wheat for one, glass for two
    match = act(Position().hand(RED, "farm").goods(RED, "2W 1S 1H"), "build farm; fund sale")
    assert (goods(match), standing_of(match)) == ("", {"debt": 1})


def test_whoever_wants_to_be_asked_chooses_each_time() -> None:
    match = act(Position().hand(RED, "farm").goods(RED, "2W 1S 2H 1G"), "build farm; fund ask")
    assert asked(match) == (RED, "fund")
    assert offered(match) == ["sell wheat 1", "sell wheat 2", "sell glass 1", "borrow 1", "borrow 2"]
    assert why_not(match, RED, "sell wood 1") == "cannot_spare"  # it is part of the cost
    assert why_not(match, RED, "borrow 3") == "raise_money"
    play(match, "borrow 1")
    assert offered(match) == ["sell wheat 1", "sell glass 1", "borrow 1"]
    play(match, "sell glass 1")
    assert (built(match), goods(match), standing_of(match)) == ("farm", "2H 1c", {"debt": 1})


def test_owed_wheat_cannot_be_sold_for_coins() -> None:
    """The third token costs the only wheat: two coins for the courtier are raised in another way."""
    position = Position().built(RED, "apothecary orchard").goods(RED, "1G")
    match = act(position, "use apothecary; use orchard; recruit rural; fund ask")
    assert asked(match) == (RED, "fund")
    assert offered(match) == ["sell wheat 1", "sell glass 1", "borrow 1", "borrow 2"]  # one wheat of two
    assert why_not(match, RED, "sell wheat 2") == "cannot_spare"
    play(match, "sell glass 1")
    assert (goods(match), courtiers(match), could_not(match)) == ("1H", {"rural": "court"}, [])


def payable(own: list[int], debt: int, cost: list[int], wheat: int) -> bool:
    """Whether a cost, and then some wheat, can be paid: by trying out all sales. Goods: W S H G M and coins."""
    buys, sells = (3, 3, 3, 5, 5), (1, 1, 1, 2, 2)
    for sold in product(*(range(n + 1) for n in own[:5])):
        left = [n - s for n, s in zip(own[:5], sold, strict=True)]
        coins = own[5] + sum(n * price for n, price in zip(sold, sells, strict=True)) + 10 - debt - cost[5]
        needs = [*cost[:5]]
        needs[2] += wheat
        coins -= sum(max(need - n, 0) * price for need, n, price in zip(needs, left, buys, strict=True))
        if coins >= 0:
            return True
    return False


def random_case(chance: random.Random) -> tuple[Position, list[int], int, list[int], int]:
    own = [chance.randrange(3) for _ in range(5)] + [chance.randrange(6)]
    cost = [chance.choice((0, 0, 1, 2)) for _ in range(5)] + [chance.randrange(5)]
    debt, wheat = chance.randrange(3, 11), chance.randrange(3)
    position = Position().one(RED, debt=debt)
    return position.goods(RED, written(own)), own, debt, cost, wheat


def written(numbers: list[int]) -> str:
    return " ".join(f"{n}{letter}" for n, letter in zip(numbers, "WSHGMc", strict=True))


def test_what_can_be_paid_is_what_an_exhaustive_search_finds_payable() -> None:
    chance, answers = random.Random("funding"), set()
    for _ in range(600):
        position, own, debt, cost, wheat = random_case(chance)
        found = can_pay(position.state, RED, heap(written(cost)), wheat)
        assert found == payable(own, debt, cost, wheat), (own, debt, cost, wheat)
        answers.add(found)
    assert answers == {True, False}


def test_goods_of_ones_choice_are_payable_if_any_choice_of_them_is() -> None:
    chance, answers = random.Random("gifts"), set()
    for _ in range(300):
        position, own, debt, cost, wheat = random_case(chance)
        basics, precious = chance.randrange(3), chance.randrange(2)
        whole = with_any(position.state, RED, heap(written(cost)), wheat, basics, precious)
        ways = product(*[range(3)] * basics, *[range(3, 5)] * precious)
        any_way = any(
            payable(own, debt, [n + way.count(kind) for kind, n in enumerate(cost)], wheat) for way in ways
        )  # fmt: skip
        assert can_pay(position.state, RED, whole, wheat) == any_way
        answers.add(any_way)
    assert answers == {True, False}


def test_funding_raises_what_is_missing_and_never_sells_what_is_needed() -> None:
    chance = random.Random("modes")
    for _ in range(300):
        position, own, debt, cost, wheat = random_case(chance)
        s = position.state
        for mode in (FUND_LOAN, FUND_SALE):
            how = fund(s, RED, heap(written(cost)), wheat, mode)
            if not how.ok:
                continue
            sold, bought = (numbers_of(part) for part in (how.sold, how.bought))
            for kind in range(5):
                assert bought[kind] == max(cost[kind] - own[kind], 0)
                kept = cost[kind] + (wheat if kind == 2 else 0)
                assert sold[kind] <= max(own[kind] - kept, 0)
            income = sum(n * (1, 1, 1, 2, 2)[kind] for kind, n in enumerate(sold[:5]))
            price = sum(n * (3, 3, 3, 5, 5)[kind] for kind, n in enumerate(bought[:5])) + cost[5]
            left = own[5] + how.loan + income - price
            assert left >= 0
            assert how.loan + debt <= 10
            assert left <= 1 or not (how.loan or how.sold)  # no more than is needed
            if mode == FUND_LOAN and how.sold:
                assert how.loan + debt == 10
        assert fund(s, RED, heap(written(cost)), wheat, FUND_ASK).sold == 0


# == The Stables ======================================================================================================
STABLE = "1W 2S 1H 1c"


def test_the_stables_take_an_action_building_and_its_action_may_be_used_at_once() -> None:
    position = Position().goods(RED, STABLE).hand(RED, "stable").built(RED, "mint theatre farm")
    match = act(position, "use mint; build stable")
    assert asked(match) == (RED, "tuck_one")
    assert offered(match) == ["tuck mint", "tuck theatre"]
    assert why_not(match, RED, "tuck farm") == "not_an_action"
    play(match, "tuck mint")  # though it has been used in this phase already
    assert (asked(match), offered(match)) == ((RED, "use_tucked"), ["action yes", "action no"])
    play(match, "action yes")
    assert (goods(match), int(state(match).tucked[RED])) == ("10c", BUILDING["mint"])
    assert built(match) == "mint theatre farm stable"  # it still counts as built


def test_the_immediate_use_may_be_declined_and_needs_no_token() -> None:
    position = Position().goods(RED, STABLE).hand(RED, "stable").built(RED, "mint")
    match = act(position, "build stable", "tuck mint", "action no")
    assert (goods(match), int(state(match).tucked[RED])) == ("", BUILDING["mint"])
    position = Position().goods(RED, f"{STABLE} 1W 2S 1M 1c 2c").hand(RED, "mint stable")
    match = act(position, "build mint; build stable; recruit rural", "tuck mint", "action yes")
    assert goods(match) == "2c"  # 2 and 5, less 2 for the courtier, and 3 for the wheat of a third token


def test_one_built_just_before_the_stables_can_go_under_them() -> None:
    position = Position().goods(RED, f"1W 2S 1M 1c {STABLE}").hand(RED, "mint stable")
    match = act(position, "build mint; action yes; build stable")
    assert offered(match) == ["tuck mint"]
    play(match, "tuck mint", "action yes")
    assert goods(match) == "7c"  # five twice; the third token cost three for wheat


def test_one_built_after_them_cannot() -> None:
    position = Position().goods(RED, f"1W 2S 1M 1c {STABLE}").hand(RED, "mint stable")
    match = act(position, "build stable; build mint")
    assert int(state(match).tucked[RED]) == -1


def test_an_immediate_use_that_cannot_be_paid_costs_no_reputation() -> None:
    position = Position().goods(RED, STABLE).hand(RED, "stable").built(RED, "forge").one(RED, debt=10)
    match = act(position, "build stable", "tuck forge", "action yes")
    assert standing_of(match) == {"debt": 10}


def test_later_the_tucked_building_is_used_without_a_token_or_rests() -> None:
    for wish, coins in (("stables use", 5), ("stables rest", 0)):
        match = act(Position().built(RED, "mint stable", tucked="mint"), wish)
        assert goods(match) == (f"{coins}c" if coins else "")
    position = Position().built(RED, "mint stable theatre cloth_hall", tucked="mint")
    match = position.planning()
    match.choose(RED, "stables use")
    assert offered(match, "use", seat=RED) == ["theatre", "cloth_hall", "none"]  # it has left the two slots
    assert why_not(match, RED, "use mint") == "under_the_stables"
    match.choose(RED, "use theatre", "use cloth_hall", "recruit none")
    plan(match, "fund loan")
    assert goods(match) == "13c"  # two tokens, both free: no wheat


def test_the_free_use_comes_before_step_2_and_does_not_count_for_prosperity() -> None:
    position = Position().built(RED, "mint stable theatre cloth_hall", tucked="mint").events(RED, "prosperity")
    match = act(position, "event right; stables use; use theatre; use cloth_hall")
    order = [event.building for event in told(match, events.UsedBuilding)]
    assert order == [BUILDING["mint"], BUILDING["theatre"], BUILDING["cloth_hall"]]
    assert [event.free for event in told(match, events.UsedBuilding)] == [True, False, False]
    assert (standing_of(match), could_not(match)) == ({}, [9])  # +1 by the Playhouse, -1 for the event


def test_after_the_vandal_the_tucked_building_needs_a_token_again() -> None:
    match = Position().built(RED, "mint").planning()  # the Stables are gone, and nothing is tucked (see the Vandal)
    assert offered(match, "use", seat=RED) == ["mint", "none"]


# == Town Hall ========================================================================================================
def test_the_town_hall_takes_a_token_from_the_next_round_on() -> None:
    position = Position(3).goods(RED, "2S 1M 2c 1H 2c").hand(RED, "town_hall").built(RED, "mint theatre")
    match = position.at("plan", "action_phase", "plan")
    play(plan(match, "use mint; use theatre; build town_hall; minor rural; slot 1; recruit rural"), "claim none")
    # Four tokens in this round, two of them free: two wheat, one of them bought.
    assert (goods(match), int(state(match).fewer_tokens[RED])) == ("5c", 1)
    match.choose(RED, "use mint", "use theatre", "recruit urban", "fund loan")
    position = Position().hand(RED, "farm mill").built(RED, "mint theatre town_hall").one(RED, fewer_tokens=1)
    later = position.planning()
    later.choose(RED, "use mint", "use theatre", "build farm")
    assert why_not(later, RED, "build mill") == "no_token"
    assert offered(later, seat=RED) == ["fund loan", "fund sale", "fund ask"]


# == Recruiting =======================================================================================================
def test_another_is_recruited_where_the_planned_one_has_come_already() -> None:
    position = Position().goods(RED, "1W 1S 2c").hand(RED, "guildhall")
    match = act(position, "build guildhall; recruit urban")
    assert asked(match) == (RED, "recruit_other")
    assert offered(match) == ["recruit rural", "recruit religious"]
    play(match, "recruit rural")
    assert (courtiers(match), goods(match)) == ({"rural": "court", "urban": "court"}, "")


def test_dp_36_recruiting_with_nobody_left_costs_a_reputation() -> None:
    position = Position().goods(RED, "1W 1S 2c").hand(RED, "guildhall")
    position.courtiers(RED, rural="court", religious="court")
    match = act(position, "build guildhall; recruit urban")
    assert (standing_of(match), could_not(match), goods(match)) == ({"rep": -1}, [8], "2c")
    full = Position().courtiers(RED, rural="court", urban="court", religious="court").planning()
    assert offered(full, "recruit", seat=RED) == []


def test_one_recruit_action_a_round() -> None:
    match = Position().goods(RED, "9c").planning()
    match.choose(RED, "recruit rural")
    assert "recruit" not in " ".join(offered(match, seat=RED))


# == What was shown ===================================================================================================
def test_whoever_builds_is_seen_to_pay_and_hands_stay_hidden() -> None:
    match = act(Position().goods(RED, "2W 1S 2c").hand(RED, "farm palace"), "build farm")
    assert match.over
    match = Position().goods(RED, "2W 1S 2c").hand(RED, "farm palace").at("plan", "action_phase", "plan")
    plan(match, "build farm")
    assert match.view(YELLOW)["hand"][RED] is None
    assert match.view(YELLOW)["hand_count"][RED] == 1
    assert told_heap(state(match).goods[RED]) == ""


# == Choices made ahead ===============================================================================================
def test_what_was_planned_to_be_given_and_cannot_be_is_asked_for_again() -> None:
    position = Position().built(RED, "market").goods(RED, "1W").one(RED, debt=10)
    match = act(position, "use market; give wheat; enough")
    assert asked(match) == (RED, "choose_gift")
    assert offered(match) == ["give wood"]  # there is no money for wheat
    assert why_not(match, RED, "give wheat") == "cannot_give"
    play(match, "give wood", "enough")
    assert goods(match) == "4c"


def test_wheat_for_tokens_is_raised_as_the_player_likes_too() -> None:
    position = Position().built(RED, "almshouse apothecary").goods(RED, "1M 1G")
    match = act(position, "use almshouse; use apothecary; recruit rural; fund ask")
    assert offered(match) == ["sell glass 1", "sell marble 1", "borrow 1"]  # a coin for the courtier
    play(match, "borrow 1")
    assert offered(match) == ["sell glass 1", "sell marble 1", "borrow 1", "borrow 2", "borrow 3"]
    play(match, "sell glass 1", "sell marble 1")
    assert (goods(match), int(state(match).debt[RED])) == ("1c", 1)


def test_an_achievement_planned_for_a_fort_that_was_taken_meanwhile_is_chosen_anew() -> None:
    position = Position().goods(RED, "2W 2S 2S 1M 2c").hand(RED, "fort town_hall")
    match = act(position, "build fort; minor rural; slot 1; build town_hall; minor rural; slot 1")
    assert asked(match) == (RED, "choose_minor")
    assert offered(match) == ["minor urban", "minor religious", "minor mixed"]
    play(match, "minor mixed")
    assert offered(match) == ["slot 2", "slot 3", "slot 4"]
