"""The eight inquisitors: who is faced, how they are appeased, and what each does to whom he finds wanting."""

from __future__ import annotations

from typing import Final

import pytest

from eminence.core.match import Match
from eminence.games.deal_with_the_devil import events
from tests.games.deal_with_the_devil.tables import (
    BLUE,
    INQUISITOR,
    RED,
    Position,
    asked,
    built,
    everyone,
    goods,
    minors,
    offered,
    seal,
    standing_of,
    state,
    why_not,
)
from tests.games.playing import play, told

DOWN, UP, GONE = range(3)
REDS: Final = ("debt_collector", "orator", "squanderer", "vandal")


def facing(names: str, number: int = 5) -> Position:
    """All four face just these: A, B, C or red ones."""
    reds = [name for name in names.split() if name in REDS]
    reds += [name for name in REDS if name not in reds]
    position = Position(number).set(reds=[INQUISITOR[name] for name in reds[:3]])
    placed = ["ascetic", "fundamentalist", "plebeian", *reds[:3]]
    return position.set(inquisitors=[UP if name in names.split() else DOWN for name in placed])


def suffers(position: Position, *names: str) -> Match:
    """Red suffers all these, in this order; the others show fragments, or suffer too and refuse what they can."""
    match = position.inquisition("appease")
    for seat in sorted(match.asks()):
        if seat == RED:
            match.choose(seat, "show 0", "spend 0", *(f"suffer {name}" for name in names))
        else:
            while seat in match.asks() and match.asks()[seat].step == "appease":
                texts = match.asks()[seat].texts
                match.choose(seat, texts[-1] if texts[-1].split()[0] == "show" else texts[0])
    return match


def others_refuse(match: Match) -> Match:
    """Whoever else is asked about a penalty gives nothing; then everybody is done."""
    while not match.over:
        seat, ask = next(iter(match.asks().items()))
        refusal = next((text for text in ask.texts if text in ("done", "refuse", "tribute none")), "")
        match.choose(seat, refusal or next(text for text in ask.texts if text.startswith(("lose", "suffer"))))
    return match


# == A: the Ascetic ===================================================================================================
ASCETIC: Final = [
    ("1W 1S", "tribute wood; tribute stone", "", 0),
    ("3W 1M", "tribute wood; tribute marble", "2W", 0),
    ("3W 1M", "tribute wood; tribute none", "2W 1M", -2),
    ("2W", "tribute none", "2W", -4),
    ("9c", "tribute none", "9c", -4),  # coins are no resources
    ("3c", "buy wheat 1; tribute wheat; tribute none", "", -2),  # the market is open (DP-21)
]


@pytest.mark.parametrize(("own", "answer", "left", "points"), ASCETIC)
def test_the_ascetic_wants_two_resources_of_different_kinds_or_two_points_for_each(
    own: str, answer: str, left: str, points: int
) -> None:
    match = suffers(facing("ascetic").goods(RED, own), "ascetic")
    assert asked(match) == (RED, "penalty")
    match.choose(RED, *answer.split("; "))
    assert (goods(match), int(state(match).points[RED])) == (left, points)


def test_the_ascetic_does_not_take_two_of_a_kind() -> None:
    match = suffers(facing("ascetic").goods(RED, "3W 1S"), "ascetic")
    assert offered(match, "tribute") == ["wood", "stone", "none"]
    match.choose(RED, "tribute wood")
    assert offered(match, "tribute") == ["stone", "none"]
    assert why_not(match, RED, "tribute wood") == "different_kinds"


# == B and C: the Fundamentalist and the Plebeian =====================================================================
def test_the_fundamentalist_takes_a_point_for_each_achievement() -> None:
    position = facing("fundamentalist").minors(RED, rural=1, urban=3, religious=7).majors(RED, "rural mixed")
    match = others_refuse(suffers(position, "fundamentalist"))
    assert int(state(match).points[RED]) == -4  # two minor, two major; what a dam removed does not count (DP-37)


@pytest.mark.parametrize(("own", "points"), [("", 0), ("farm", 0), ("farm mill", -1), ("farm mill port", -1)])
def test_the_plebeian_takes_a_point_for_each_pair_of_buildings(own: str, points: int) -> None:
    match = others_refuse(suffers(facing("plebeian").built(RED, own), "plebeian"))
    assert int(state(match).points[RED]) == points


def test_the_plebeian_counts_a_building_under_the_stables() -> None:
    position = facing("plebeian").built(RED, "mint stable", tucked="mint")
    assert int(state(others_refuse(suffers(position, "plebeian"))).points[RED]) == -1


# == The Debt Collector ===============================================================================================
@pytest.mark.parametrize(("debt", "after", "demons", "points"), [
    (0, 3, 0, -2), (1, 4, 0, -2), (7, 10, 0, -5), (8, 9, 1, -5), (9, 10, 1, -5), (10, 9, 2, -5),
])  # fmt: skip
def test_the_debt_collector_adds_three_and_then_takes_a_point_for_two_debts(
    debt: int, after: int, demons: int, points: int
) -> None:
    """Above ten it falls to nine, with demon wings each time; then half of the debt, rounded up."""
    match = suffers(facing("debt_collector").one(RED, debt=debt), "debt_collector")
    play(match, "done", "done")
    assert standing_of(match) == {"debt": after, "points": points, **({"demons": demons} if demons else {})}


def test_dp_21_debts_may_be_repaid_before_the_debt_collector_adds_to_them() -> None:
    """The market and repaying are open at any time of the phase: before each penalty too."""
    match = suffers(facing("debt_collector").one(RED, debt=9).goods(RED, "1M 4c"), "debt_collector")
    assert asked(match) == (RED, "penalty")
    assert int(state(match).debt[RED]) == 9
    match.choose(RED, "sell marble 1", "repay 5", "done")
    assert (goods(match), int(state(match).debt[RED]), int(state(match).demons[RED])) == ("1c", 7, 0)
    match.choose(RED, "repay 1", "done")  # and between the two parts (DP-37)
    assert standing_of(match) == {"debt": 6, "points": -3}


def test_a_guest_whom_the_debt_collector_brings_is_faced_at_once() -> None:
    """DP-7. The third demon wings cost two points at once; he is appeased by a fragment that was not yet shown, an
    indulgence, or takes his four points."""
    for answer, points, indulgences in (("show 1", -7, 1), ("spend 1", -7, 0), ("suffer guest", -11, 1)):
        position = facing("debt_collector").one(RED, debt=10, demons=2, indulgences=1)
        match = suffers(position, "debt_collector")
        play(match, "done")  # debt 9, third wings; 10; 9, wings again
        assert asked(match) == (RED, "appease_guest")
        assert standing_of(match) == {"debt": 9, "demons": 1, "guests": 1, "points": -2, "indulgences": 1}
        assert offered(match) == ["show 1", "spend 1", "suffer guest"]
        play(match, answer, "done")
        others_refuse(match)
        assert standing_of(match)["points"] == points  # -2 for the wings, -5 for the debt, perhaps -4 for the Guest
        assert standing_of(match).get("indulgences", 0) == indulgences
    # A fragment that was shown already appeases nobody else.
    position = facing("debt_collector ascetic").one(RED, debt=10, demons=2).souls("1", "3", "1+2", "1")
    match = position.inquisition("appease")
    match.choose(RED, "show 1", "spend 0", "suffer debt_collector")
    match.choose(BLUE, "show 2", "spend 0")
    match.choose(2, "show 2", "spend 0")
    match.choose(3, "show 1", "spend 0", "suffer ascetic")
    play(match, "done")
    assert offered(match) == ["suffer guest"]
    assert why_not(match, RED, "show 1") == "no_such_souls"


# == The Orator, the Squanderer, the Vandal, the Guest ================================================================
@pytest.mark.parametrize(("track", "points"), [
    ([3, 2, 2, 2], -2), ([3, 3, 2, 2], -4), ([-1, 0, 0, 0], -4), ([7, 6, 6, 6], -2), ([1, 1, 1, 1], -4),
])  # fmt: skip
def test_the_orator_takes_two_points_and_two_more_unless_red_is_above_all(track: list[int], points: int) -> None:
    match = others_refuse(suffers(facing("orator").set(reputation=track), "orator"))
    assert int(state(match).points[RED]) == points


@pytest.mark.parametrize(("own", "answer", "left", "points"), [
    ("1G 1M 1W", "hand over", "1W", 0),
    ("1G 1M", "refuse", "1G 1M", -4),
    ("2G", "refuse", "2G", -4),
    ("1G 5c", "buy marble 1; hand over", "", 0),
])  # fmt: skip
def test_the_squanderer_wants_glass_and_marble_or_four_points(own: str, answer: str, left: str, points: int) -> None:
    match = suffers(facing("squanderer").goods(RED, own), "squanderer")
    assert ("hand over" in offered(match)) == (own in ("1G 1M 1W", "1G 1M"))
    match.choose(RED, *answer.split("; "))
    assert (goods(match), int(state(match).points[RED])) == (left, points)


@pytest.mark.parametrize(("own", "doomed"), [
    ("palace dam farm", "dam"),  # 6, 5, 1
    ("palace cathedral farm", "palace cathedral"),  # 6, 6: both are the highest and the second
    ("palace dam aqueduct farm", "dam aqueduct"),  # 6, 5, 5
    ("farm palace", "farm"),
    ("farm", ""),  # there is no second one (DP-37)
    ("", ""),
])  # fmt: skip
def test_the_vandal_destroys_the_building_of_the_second_highest_value(own: str, doomed: str) -> None:
    for name in doomed.split():
        match = suffers(facing("vandal").built(RED, own), "vandal")
        assert sorted(offered(match, "lose")) == sorted(doomed.split())
        match.choose(RED, f"lose {name}")
        assert built(match).split() == [other for other in own.split() if other != name]
    if not doomed:
        match = suffers(facing("vandal").built(RED, own), "vandal")
        assert (asked(match) if len(match.asks()) == 1 else None) is None
        assert (built(match), int(state(match).points[RED])) == (own, 0)


def test_the_vandal_takes_effect_points_and_symbols_but_no_achievement() -> None:
    """DP-9: what was claimed with its symbol stays."""
    position = facing("vandal", 3).built(RED, "fishpond mine brewery farm").minors(RED, rural=2)
    match = suffers(position, "vandal")
    match.choose(RED, "lose fishpond")
    assert (built(match), minors(match)) == ("mine brewery farm", {"rural": 2})
    assert [int(card) for card in state(match).ruins] == [34]


def test_the_vandal_and_the_stables() -> None:
    """DP-35: without the Stables the tucked building is an ordinary action building again; without that, the Stables
    have nothing any more."""
    own = "mint stable palace"  # 2, 1, 6
    match = suffers(facing("vandal").built(RED, own, tucked="mint"), "vandal")
    match.choose(RED, "lose mint")
    assert (built(match), int(state(match).tucked[RED])) == ("stable palace", -1)
    own = "almshouse stable palace"  # 1, 1, 6
    match = suffers(facing("vandal").built(RED, own, tucked="almshouse"), "vandal")
    assert sorted(offered(match, "lose")) == ["almshouse", "stable"]
    match.choose(RED, "lose stable")
    assert (built(match), int(state(match).tucked[RED])) == ("almshouse palace", -1)


def test_a_guest_takes_four_points_each_and_from_his_host_only() -> None:
    position = facing("").set(guests=[2, 0, 0, 0])
    match = position.inquisition("appease")
    assert list(match.asks()) == [RED]
    match.choose(RED, "show 1", "spend 0", "suffer guest")
    assert everyone(state(match).points) == [-4, 0, 0, 0]
    match = facing("").set(guests=[2, 0, 0, 0]).inquisition("appease")
    match.choose(RED, "show 0", "spend 0", "suffer guest", "suffer guest")
    assert everyone(state(match).points) == [-8, 0, 0, 0]


# == Who is faced, and how they are appeased ==========================================================================
def test_in_round_3_b_and_c_are_passed_over_and_all_face_up_reds_are_faced() -> None:
    position = Position(3).set(inquisitors=[UP, DOWN, DOWN, UP, DOWN, UP], reds=[4, 5, 6], guests=[1, 0, 0, 0])
    match = position.inquisition("appease")
    match.choose(RED, "show 0", "spend 0")
    assert offered(match, seat=RED) == ["suffer ascetic", "suffer orator", "suffer vandal", "suffer guest"]
    assert offered(match, seat=BLUE) == ["show 0", "show 1", "show 2", "show 3"]
    assert why_not(match, RED, "suffer plebeian") == "not_faced"


def test_never_more_fragments_than_needed_but_as_few_as_one_likes() -> None:
    match = facing("ascetic").inquisition("appease")
    assert offered(match, seat=RED) == ["show 0", "show 1"]  # he has three
    assert why_not(match, RED, "show 2") == "too_many_shown"
    assert offered(match, seat=3) == ["show 0"]  # the devil has none
    assert why_not(match, 3, "show 1") == "no_such_souls"
    match.choose(RED, "show 1")
    assert offered(match, seat=RED) == ["spend 0"]


def test_fragments_are_kept_indulgences_are_spent() -> None:
    match = facing("ascetic orator").set(indulgences=[2, 0, 0, 0]).inquisition("appease")
    seal(match, "show 1; spend 1", *["show 0; spend 0; suffer ascetic; suffer orator"] * 3)
    assert int(state(match).souls[RED]) == 3
    assert int(state(match).indulgences[RED]) == 1
    assert told(match, events.Appeased)[0] == events.Appeased(RED, 1, 1, ())


def test_more_indulgences_than_the_box_holds_can_be_spent_but_eight_at_most_at_once() -> None:
    """DP-6: nothing runs out."""
    position = facing("ascetic").set(guests=[9, 0, 0, 0], indulgences=[10, 0, 0, 0])
    match = position.inquisition("appease")
    match.choose(RED, "show 0")
    assert offered(match, seat=RED) == [f"spend {n}" for n in range(9)]


def test_dp_13_penalties_come_in_the_order_that_their_victim_likes() -> None:
    for order in (("squanderer", "ascetic"), ("ascetic", "squanderer")):
        match = suffers(facing("ascetic squanderer").goods(RED, "1G 1M"), *order)
        first = ["hand over"] if order[0] == "squanderer" else ["tribute glass", "tribute marble"]
        match.choose(RED, *first)
        assert goods(match) == ""
        assert [event.inquisitor for event in told(match, events.Suffered)][:2] == [INQUISITOR[name] for name in order]


# == The end of the phase =============================================================================================
def test_after_round_3_b_and_c_are_turned_up_and_all_guests_go_even_those_who_were_not_appeased() -> None:
    position = Position(3).set(inquisitors=[GONE, DOWN, GONE, DOWN, DOWN, DOWN], guests=[1, 0, 2, 0])
    match = others_refuse(suffers(position, "guest"))
    assert everyone(state(match).inquisitors) == [GONE, UP, GONE, DOWN, DOWN, DOWN]  # who was bribed stays away
    assert everyone(state(match).guests) == [0, 0, 0, 0]


def test_dp_21_the_last_trades_are_open_to_all_in_both_rounds() -> None:
    for number in (3, 5):
        match = (
            Position(number).set(inquisitors=[GONE] * 6, debt=[0, 5, 0, 0]).goods(BLUE, "2M 1c").inquisition("appease")
        )
        assert {ask.step for ask in match.asks().values()} == {"last_trades"}
        assert sorted(match.asks()) == [0, 1, 2, 3]
        seal(match, "borrow 3; buy wheat 1; done", "sell marble 2; repay 5; done", "done", "done")
        assert (goods(match, RED), goods(match, BLUE), everyone(state(match).debt)) == ("1H", "", [3, 0, 0, 0])
