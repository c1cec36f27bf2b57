"""All 20 events, both halves: on the left gain and lose reputation, on the right pay, or meet a condition, and gain it.

What is expected stands here as the rulings have it (section 6.5), not as the card file does.
"""

from __future__ import annotations

from typing import Final

import pytest

from eminence.games.deal_with_the_devil import events
from tests.games.deal_with_the_devil.tables import (
    EVENT,
    RED,
    Position,
    act,
    asked,
    built,
    courtiers,
    goods,
    offered,
    plan,
    standing_of,
    state,
)
from tests.games.playing import play, told

LEFT: Final[dict[str, tuple[str, str, int, dict[str, str]]]] = {
    # what is chosen, what comes, by how much the reputation falls, who comes to court
    "forest": ("", "2W", -2, {}),
    "education": ("take religious", "", -2, {"religious": "court"}),
    "prosperity": ("", "5c", -2, {}),
    "harvest_home": ("", "2H", -2, {}),
    "tithe": ("", "3c", -1, {}),
    "masons": ("", "2S", -2, {}),
    "pedlars": ("gain glass", "1G", -2, {}),
    "fever": ("", "1W 1S 1H", -3, {}),
    "new_world": ("", "1G 1M", -4, {}),
    "popular_theatre": ("", "7c", -3, {}),
    "slow_economy": ("", "5c", -2, {}),
    "crusade": ("gain wood; gain wheat; gain wheat", "1W 2H", -3, {}),
    "heresy": ("", "", -3, {}),
    "stained_glass": ("", "1G 2c", -3, {}),
    "drought": ("", "3H", -2, {}),
    "border_war": ("", "2W 2S", -4, {}),
    "royal_wedding": ("take urban", "3c", -3, {"urban": "court"}),
    "poor_relief": ("", "6c", -3, {}),
    "consecration": ("", "1M 2c", -3, {}),
    "grave_goods": ("gain glass; gain marble", "1G 1M", -5, {}),
}
RIGHT_COST: Final[dict[str, tuple[str, str, int]]] = {
    # what is paid, what is chosen for it, by how much the reputation rises
    "harvest_home": ("1H", "", 2),
    "tithe": ("5c", "", 3),
    "masons": ("2S", "", 4),
    "pedlars": ("1W", "", 2),
    "fever": ("1H 2c", "", 3),
    "crusade": ("6c", "", 4),
    "heresy": ("1M", "", 4),
    "stained_glass": ("1G", "", 4),
    "drought": ("2H", "", 4),
    "border_war": ("1W 1S", "", 4),
    "royal_wedding": ("1H 3c", "", 3),
    "poor_relief": ("1W 1H", "give wood; give wheat", 4),
    "grave_goods": ("4c", "", 3),
}
RIGHT_COURTIER: Final = {"forest": ("rural", 4), "new_world": ("religious", 5), "popular_theatre": ("urban", 5)}
RIGHT_CONDITION: Final = {"education": 3, "prosperity": 3, "slow_economy": 3, "consecration": 3}


def test_no_event_is_left_out() -> None:
    assert list(LEFT) == list(EVENT)
    assert sorted([*RIGHT_COST, *RIGHT_COURTIER, *RIGHT_CONDITION]) == sorted(EVENT)


def played(name: str, half: str, choices: str = "") -> tuple[Position, str]:
    """Red with this event, and the plan to play it."""
    return Position().events(RED, name), "; ".join(filter(None, (f"event {half}", choices)))


@pytest.mark.parametrize("name", LEFT)
def test_left_half(name: str) -> None:
    """It is resolved first of all, and cannot fail: one gains, and loses reputation."""
    choices, gains, rep, court = LEFT[name]
    position, wish = played(name, "left", choices)
    debt = {"debt": 2} if name == "heresy" else {}
    match = act(position.one(RED, debt=6 if debt else 0), wish)
    assert (goods(match), courtiers(match)) == (gains, court)
    assert standing_of(match) == {"rep": rep, **debt}
    assert int(state(match).event_count[RED]) == 0
    assert int(state(match).played_events) == 1 << EVENT[name]
    kept = act(Position().events(RED, name), "")  # whoever does not play it keeps it
    assert (goods(kept), standing_of(kept), int(state(kept).events[RED])) == ("", {}, 1 << EVENT[name])


def test_what_a_left_half_brings_can_be_built_with_in_the_same_phase() -> None:
    position = Position().events(RED, "forest").hand(RED, "farm").goods(RED, "1S 2c")
    match = act(position, "event left; build farm")
    assert (goods(match), built(match), standing_of(match)) == ("", "farm", {"rep": -2})


def test_choices_of_a_left_half_may_wait_until_it_comes() -> None:
    match = act(Position().events(RED, "grave_goods"), "event left; gain glass; later")
    assert asked(match) == (RED, "choose_gain")
    assert offered(match) == ["gain glass", "gain marble"]
    assert goods(play(match, "gain marble")) == "1G 1M"


def test_a_courtier_by_an_event_is_one_who_stands_on_a_space_for_coins() -> None:
    position = Position().events(RED, "education").courtiers(RED, rural="court", urban="three")
    match = act(position, "event left")
    assert offered(match) == ["take urban", "take religious"]
    assert goods(play(match, "take urban")) == ""  # without paying
    everybody = Position().events(RED, "education")
    everybody.courtiers(RED, rural="court", urban="court", religious="court")
    assert standing_of(act(everybody, "event left")) == {"rep": -2}  # nobody is left: nothing happens but the loss


# == Right halves that cost something =================================================================================
@pytest.mark.parametrize("name", RIGHT_COST)
def test_right_half_that_is_paid(name: str) -> None:
    cost, choices, rep = RIGHT_COST[name]
    position, wish = played(name, "right", choices)
    match = act(position.goods(RED, cost), wish)
    assert (goods(match), standing_of(match)) == ("", {"rep": rep})
    position, wish = played(name, "right", choices)
    match = act(position.one(RED, debt=10), wish)  # nothing, and no way to raise money
    assert (goods(match), standing_of(match)) == ("", {"rep": -1, "debt": 10})
    assert [event.what for event in told(match, events.CouldNotPay)] == [9]
    assert int(state(match).played_events) == 1 << EVENT[name]  # discarded as played (DP-36)
    assert int(state(match).event_count[RED]) == 0


@pytest.mark.parametrize("name", RIGHT_COST)
def test_right_half_that_must_be_bought(name: str) -> None:
    """Missing goods are bought, missing coins are borrowed: whoever planned it must, if he can (DP-24)."""
    cost, choices, rep = RIGHT_COST[name]
    price = sum({"c": 1, "G": 5, "M": 5}.get(part[-1], 3) * int(part[:-1]) for part in cost.split())
    position, wish = played(name, "right", choices)
    match = act(position, wish)
    assert (goods(match), standing_of(match)) == ("", {"rep": rep, "debt": price})


def test_poor_relief_takes_any_two_basics() -> None:
    for own, given in (("2W 1S", "give wood; give wood"), ("1S 1H 1W", "give stone; give wheat")):
        match = act(Position().events(RED, "poor_relief").goods(RED, own), f"event right; {given}")
        assert (len(goods(match).split()), standing_of(match)) == (1, {"rep": 4})
    match = act(Position().events(RED, "poor_relief").goods(RED, "1W 1S 1G"), "event right; later")
    assert offered(match) == ["give wood", "give stone", "give wheat"]  # wheat would be bought
    play(match, "give stone")
    assert goods(play(match, "give wood")) == "1G"


# == Right halves that cost a courtier ================================================================================
@pytest.mark.parametrize("name", RIGHT_COURTIER)
def test_right_half_for_a_courtier(name: str) -> None:
    """He must be behind the wall, and goes to the space for three coins; the alchemist never stands for him."""
    courtier, rep = RIGHT_COURTIER[name]
    position, wish = played(name, "right")
    everybody = {"rural": "court", "urban": "court", "religious": "court", "alchemist": "court"}
    match = act(position.courtiers(RED, **everybody), wish)
    assert (courtiers(match), standing_of(match)) == ({**everybody, courtier: "three"}, {"rep": rep})
    for place in ("two", "three"):
        position, wish = played(name, "right")
        match = act(position.courtiers(RED, **{**everybody, courtier: place}), wish)
        assert standing_of(match) == {"rep": -1}
        assert courtiers(match).get("alchemist") == "court"
    position, wish = played(name, "right")  # recruited just before, in step 8
    match = act(position.goods(RED, "2c"), f"{wish}; recruit {courtier}")
    assert (courtiers(match), standing_of(match)) == ({courtier: "three"}, {"rep": rep})


# == Right halves with a condition ====================================================================================
def test_education_counts_only_the_recruit_action() -> None:
    match = act(Position().events(RED, "education").goods(RED, "2c"), "event right; recruit urban")
    assert standing_of(match) == {"rep": 3}
    position = Position().events(RED, "education").goods(RED, "1W 1S 2c").hand(RED, "guildhall")
    match = act(position, "event right; build guildhall")  # gives a courtier, but not by that action
    assert (courtiers(match), standing_of(match)) == ({"urban": "court"}, {"rep": -1})
    position = Position().events(RED, "education").one(RED, debt=10)
    match = act(position, "event right; recruit urban")  # planned, but not paid
    assert (courtiers(match), standing_of(match)) == ({}, {"rep": -2, "debt": 10})


def test_prosperity_counts_tokens_planned_and_used() -> None:
    position = Position().events(RED, "prosperity").built(RED, "mint cloth_hall").goods(RED, "1H")
    match = act(position, "event right; use mint; use cloth_hall; recruit urban")
    assert (goods(match), standing_of(match)) == ("8c", {"rep": 3})
    position = Position().events(RED, "prosperity").built(RED, "mint cloth_hall")
    match = act(position, "event right; use mint; use cloth_hall")
    assert standing_of(match) == {"rep": -1}  # two are not enough
    position = Position().events(RED, "prosperity").hand(RED, "palace").built(RED, "mint").one(RED, debt=10)
    match = act(position, "event right; use mint; build palace; recruit urban")
    assert standing_of(match) == {"rep": -2, "debt": 10}  # what cannot be paid does not count: two used


def test_slow_economy_asks_for_no_debt() -> None:
    assert standing_of(act(Position().events(RED, "slow_economy"), "event right")) == {"rep": 3}
    match = act(Position().events(RED, "slow_economy").one(RED, debt=1), "event right")
    assert standing_of(match) == {"rep": -1, "debt": 1}
    position = Position().events(RED, "slow_economy").goods(RED, "2W 1S 1c").hand(RED, "farm")
    match = act(position, "event right; build farm")  # a loan for the building is a debt
    assert standing_of(match) == {"rep": -1, "debt": 1}
    position = Position().events(RED, "slow_economy").goods(RED, "2W 1S 1M").hand(RED, "diocese").one(RED, debt=4)
    match = act(position, "event right; build diocese")  # and what reduces it in time counts
    assert standing_of(match) == {"rep": 3}


def test_consecration_asks_for_a_religious_building_built_in_this_phase() -> None:
    for name, cost, rep in (
        ("hermitage", "2S 1c", 3), ("pilgrim_road", "3W 2S 1H 2c", 5), ("farm", "2W 1S 2c", -1),
        ("observatory", "1S 1G", -5),  # science is no religion
    ):  # fmt: skip
        position = Position().events(RED, "consecration").goods(RED, cost).hand(RED, name).built(RED, "rectory")
        match = act(position, f"event right; build {name}")
        assert standing_of(match).get("rep") == rep, name


def test_a_condition_that_is_not_met_costs_one_and_the_event_is_gone() -> None:
    for name in RIGHT_CONDITION:
        match = act(Position().events(RED, name).one(RED, debt=1), "event right")
        assert standing_of(match) == {"rep": -1, "debt": 1}
        assert int(state(match).played_events) == 1 << EVENT[name]
        assert standing_of(act(Position(lenient=True).events(RED, name).one(RED, debt=1), "event right")) == {"debt": 1}


# == Two events =======================================================================================================
def test_of_two_events_one_is_discarded_when_planning_begins() -> None:
    match = Position().events(RED, "tithe heresy").planning()
    assert offered(match, seat=RED) == ["discard tithe", "discard heresy"]
    plan(match, "discard heresy; event left")
    assert (goods(match), int(state(match).event_count[RED])) == ("3c", 0)
    assert int(state(match).dropped_events[RED]) == 1 << EVENT["heresy"]
    match = plan(Position().events(RED, "tithe heresy").planning(), "discard heresy")
    assert (int(state(match).events[RED]), int(state(match).event_count[RED])) == (1 << EVENT["tithe"], 1)
