"""The witch hunt, and the black mass: bribes, rewards, guesses, accusations, points."""

from __future__ import annotations

from typing import Final

import pytest

from eminence.core.match import Match
from eminence.games.deal_with_the_devil import events
from tests.games.deal_with_the_devil.tables import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Position,
    all_goods,
    everyone,
    goods,
    offered,
    seal,
    standing_of,
    state,
    told_heap,
    why_not,
)
from tests.games.playing import told

DOWN, UP, GONE = range(3)
NOBODY: Final = 7


# == The witch hunt ===================================================================================================
def hunt(position: Position, *votes: str) -> Match:
    return seal(position.at("voting", "interrogation"), *(f"vote {vote}" for vote in votes))


@pytest.mark.parametrize(("votes", "accused"), [
    ("nobody nobody nobody nobody", []), ("blue red red red", [RED]), ("blue green yellow red", []),
    ("blue red blue red", [RED, BLUE]), ("yellow yellow yellow nobody", [YELLOW]),
    ("green nobody nobody green", [GREEN]),
])  # fmt: skip
def test_whoever_gets_two_votes_is_interrogated(votes: str, accused: list[int]) -> None:
    match = hunt(Position(2), *votes.split())
    assert sorted(match.asks()) == accused


def test_nobody_votes_for_himself_and_all_votes_are_opened_together() -> None:
    match = Position(2).at("voting", "interrogation")
    assert offered(match, seat=BLUE) == ["vote red", "vote green", "vote yellow", "vote nobody"]
    assert why_not(match, BLUE, "vote blue") == "oneself"
    match.choose(BLUE, "vote red")
    assert match.view(RED)["votes"] == [-1] * 4
    assert match.view(RED)["sealed"][BLUE] is None


def test_three_fragments_prove_innocence_tainted_ones_too() -> None:
    for own, others in (("3", "3"), ("1+2", "5"), ("4", "2")):
        tainted = "0+2" if "+" not in own else "0"
        match = hunt(Position(2).souls(own, others, tainted, "0"), "nobody", "red", "red", "nobody")
        assert offered(match) == ["prove", "confess"]
        match.choose(RED, "prove")
        assert standing_of(match) == {"angels": 1}
        assert everyone(state(match).proofs[RED]) == [0, 3]  # exactly three are shown
        assert int(state(match).mob) == 0


def test_with_fewer_one_confesses_and_shows_nothing() -> None:
    match = hunt(Position(2).souls("2", "3", "0+2", "1"), "nobody", "red", "red", "nobody")
    assert offered(match) == ["confess"]
    assert why_not(match, RED, "prove") == "not_three_souls"
    match.choose(RED, "confess")
    assert standing_of(match) == {"rep": -1, "demons": 1}
    assert state(match).proofs[RED] == []
    assert int(state(match).mob) == 1 << RED


def test_whoever_confessed_in_round_2_cannot_be_accused_in_round_3_but_votes() -> None:
    match = Position(3).set(mob=1 << RED).at("voting", "interrogation")
    assert offered(match, seat=BLUE) == ["vote green", "vote yellow", "vote nobody"]
    assert why_not(match, BLUE, "vote red") == "confessed"
    assert offered(match, seat=RED) == ["vote blue", "vote green", "vote yellow", "vote nobody"]
    seal(match, "vote blue", "vote nobody", "vote blue", "vote nobody")
    assert list(match.asks()) == [BLUE]


def test_who_proved_his_innocence_can_be_accused_again() -> None:
    match = hunt(Position(2), "nobody", "red", "red", "nobody")
    match.choose(RED, "prove")
    match = hunt(Position(3).set(mob=int(state(match).mob)), "nobody", "red", "red", "nobody")
    assert list(match.asks()) == [RED]


def test_confessing_on_the_edge_of_the_three_lowest_spaces_costs_two_demon_wings() -> None:
    match = hunt(Position(2).souls("2", "3", "0+2", "1").one(RED, reputation=-4), "nobody", "red", "red", "nobody")
    match.choose(RED, "confess")
    assert (int(state(match).reputation[RED]), int(state(match).demons[RED])) == (-5, 2)


# == Preparation ======================================================================================================
def test_angel_wings_are_for_sale_at_five_coins_and_three_are_an_indulgence() -> None:
    match = Position(3).goods(RED, "17c 1M").goods(YELLOW, "5c").inquisition()
    assert offered(match, "wings", seat=RED) == ["1", "2", "3"]
    assert offered(match, "wings", seat=BLUE) == []
    assert why_not(match, BLUE, "wings 1") == "not_enough_coins"
    seal(match, "sell marble 1; wings 3", "borrow 5; wings 1", "done", "wings 1")  # even the devil may buy them
    assert (standing_of(match, RED), goods(match, RED)) == ({"indulgences": 1}, "4c")
    assert standing_of(match, BLUE) == {"angels": 1, "debt": 5}
    assert standing_of(match, YELLOW) == {"angels": 1}


# == Loading the chests ===============================================================================================
NOTHING: Final = {
    RED: "bribe 0; devil nobody; cultist nobody", BLUE: "bribe 0; devil nobody; cultist nobody",
    GREEN: "bribe 0; devil nobody", YELLOW: "bribe 0; lay 0 pure; lay 0 tainted",
}  # fmt: skip


def mass(position: Position, **loads: str) -> Match:
    """The chests are loaded, by colour, and opened; whoever is not named puts nothing in."""
    colours = ("red", "blue", "green", "yellow")
    match = position.inquisition("load")
    return seal(match, *(loads.get(colour, NOTHING[seat]) for seat, colour in enumerate(colours)))


def test_what_each_role_may_put_into_its_chest() -> None:
    match = Position(5).goods(RED, "2c").goods(YELLOW, "1c").souls("2", "3", "0+1", "1+1").inquisition("load")
    assert offered(match, "bribe", seat=RED) == ["0", "1", "2"]
    for seat in range(4):
        match.choose(seat, "bribe 0")
    assert offered(match, seat=RED) == ["devil blue", "devil green", "devil yellow", "devil nobody"]
    assert offered(match, seat=GREEN) == ["devil red", "devil blue", "devil yellow", "devil nobody"]
    assert offered(match, seat=YELLOW) == ["lay 0 pure", "lay 1 pure"]
    assert why_not(match, YELLOW, "devil red") == "not_your_guess"
    assert why_not(match, GREEN, "cultist red") == "not_your_guess"
    assert why_not(match, RED, "lay 1 pure") == "no_such_souls"
    match.choose(GREEN, "devil red")
    assert GREEN not in match.asks()  # the cultist has no other token
    match.choose(RED, "devil nobody")
    assert offered(match, seat=RED) == ["cultist blue", "cultist green", "cultist yellow", "cultist nobody"]


def test_in_round_3_the_devil_must_show_all_tainted_fragments_in_round_5_none() -> None:
    for number, tainted in ((3, ["2 tainted"]), (5, ["0 tainted", "1 tainted", "2 tainted"])):
        match = Position(number).souls("3", "2", "0", "1+2").inquisition("load")
        match.choose(YELLOW, "bribe 0", "lay 0 pure")
        assert offered(match, "lay", seat=YELLOW) == tainted
    match = Position(3).souls("3", "2", "0", "1+2").inquisition("load")
    match.choose(YELLOW, "bribe 0", "lay 0 pure")
    assert why_not(match, YELLOW, "lay 0 tainted") == "must_show_tainted"


# == Bribes ===========================================================================================================
BRIBES: Final = [
    # coins by seat, the pot before, who is gone, the pot after
    ((4, 0, 0, 0), 0, 0, 4), ((2, 3, 0, 0), 0, 1, 0), ((5, 4, 0, 0), 0, 1, 4), ((1, 2, 3, 4), 0, 2, 0),
    ((5, 5, 5, 1), 0, 3, 1), ((1, 0, 0, 0), 4, 1, 0), ((9, 9, 0, 0), 3, 3, 6),
]  # fmt: skip


@pytest.mark.parametrize(("coins", "pot", "gone", "left"), BRIBES)
def test_every_five_coins_send_the_next_of_a_b_and_c_away(
    coins: tuple[int, ...], pot: int, gone: int, left: int
) -> None:
    for number in (3, 5):
        position = Position(number).set(pot=pot, inquisitors=[UP, *[UP if number == 5 else DOWN] * 2, DOWN, DOWN, DOWN])
        for seat, n in enumerate(coins):
            position.goods(seat, f"{n}c")
        match = mass(position, **{
            colour: NOTHING[seat].replace("bribe 0", f"bribe {coins[seat]}")
            for seat, colour in enumerate(("red", "blue", "green", "yellow"))
        })  # fmt: skip
        assert [int(place) == GONE for place in state(match).inquisitors] == [at < gone for at in range(6)]
        assert int(state(match).pot) == left


def test_in_round_5_bribes_go_on_where_round_3_stopped() -> None:
    position = Position(5).set(inquisitors=[GONE, UP, UP, DOWN, DOWN, DOWN], pot=2).goods(RED, "3c")
    match = mass(position, red="bribe 3; devil nobody; cultist nobody")
    assert everyone(state(match).inquisitors) == [GONE, GONE, UP, DOWN, DOWN, DOWN]


def test_goods_as_bribes_are_worth_what_the_market_gives() -> None:
    match = Position(3, bribes=True).goods(RED, "1W 2M 3c").inquisition("load")
    match.choose(RED, "bribe 0")
    assert offered(match, "bribe", seat=RED) == ["wood 1", "marble 1", "marble 2"]
    match = mass(Position(3, bribes=True).goods(RED, "1W 2M 3c"),
                 red="bribe 0; bribe wood 1; bribe marble 2; devil nobody; cultist nobody")  # fmt: skip
    assert (goods(match, RED), int(state(match).inquisitors[0]), int(state(match).pot)) == ("3c", GONE, 0)
    without = Position(3).goods(RED, "1W").inquisition("load")
    without.choose(RED, "bribe 0")
    assert why_not(without, RED, "bribe wood 1") == "not_by_these_rules"


# == Round 3: rewards =================================================================================================
@pytest.mark.parametrize(("pure", "tainted", "devil", "cultist", "turned"), [
    (0, 0, "1G 1M", "", []),
    (1, 0, "1W 1S 1G 1M", "", []),
    (2, 0, "1W 1S 1G 1M 2c", "", [3]),
    (3, 0, "1W 1S 1G 1M 2c", "", [3, 4]),
    (4, 0, "1W 1S 1G 1M 2c", "", [3, 4]),
    (0, 1, "1W 1S 1G 1M", "1H 1c", []),
    (0, 2, "1W 1S 1G 1M 2c", "1H 4c", [3]),
    (1, 2, "1W 1S 1G 1M 2c", "1H 4c", [3, 4]),
])  # fmt: skip
def test_rewards_in_round_3(pure: int, tainted: int, devil: str, cultist: str, turned: list[int]) -> None:
    position = Position(3).souls(f"{6 - pure}", "0", f"0+{2 - tainted}", f"{pure}+{tainted}")
    match = mass(position, yellow=f"bribe 0; lay {pure} pure; lay {tainted} tainted")
    assert all_goods(match) == ["", "", cultist, devil]
    assert [at for at in range(3, 6) if state(match).inquisitors[at] == UP] == turned
    assert everyone(state(match).points) == [0, 0, 0, 0]  # points are for round 5
    assert int(state(match).souls[YELLOW]) == pure + 16 * tainted  # they go back to him (DP-27)


def test_only_what_is_shown_counts() -> None:
    match = mass(Position(3).souls("3", "0", "0+2", "3"), yellow="bribe 0; lay 1 pure; lay 0 tainted")
    assert goods(match, YELLOW) == "1W 1S 1G 1M"
    assert everyone(state(match).inquisitors) == [UP, DOWN, DOWN, DOWN, DOWN, DOWN]


def test_in_round_3_only_marks_tell_whose_a_chest_is() -> None:
    match = mass(Position(3, "horns eye lamb dove").goods(RED, "2c"),
                 red="bribe 2; lay 0 pure; lay 0 tainted", blue="bribe 0; devil green",
                 green="bribe 0; devil red; cultist nobody", yellow="bribe 0; devil nobody; cultist blue")  # fmt: skip
    (opened,) = told(match, events.ChestsOpened)
    assert opened.by_mark
    assert opened.chests == (
        (0, 0, 0, 0, NOBODY, BLUE), (0, 0, 0, 0, RED, NOBODY), (0, 0, 0, 0, GREEN, NOBODY),
        (2, 0, 0, 0, NOBODY, NOBODY),
    )  # fmt: skip
    assert match.view(GREEN)["shown_role"] == [-1] * 4
    assert match.view(GREEN)["guesses"] == [None, None, 63, None]


# == Round 3: guesses =================================================================================================
def test_guesses_that_do_not_agree_stay_in_their_chests() -> None:
    match = mass(Position(3), red="bribe 0; devil yellow; cultist green", blue="bribe 0; devil green; cultist yellow",
                 green="bribe 0; devil blue")  # fmt: skip
    assert everyone(state(match).locked) == [63, 63, 63, 63]
    assert (everyone(state(match).accusations), all_goods(match)) == ([], ["", "", "", "1G 1M"])


def test_a_devil_who_is_found() -> None:
    """Two coins in each chest with the right guess, four spaces down, inquisitor 3 turned up; all guesses locked."""
    match = mass(Position(3), red="bribe 0; devil yellow; cultist blue", blue="bribe 0; devil red; cultist green",
                 green="bribe 0; devil yellow")  # fmt: skip
    assert all_goods(match) == ["2c", "", "2c", "1G 1M"]
    assert everyone(state(match).reputation) == [1, 1, 1, -3]
    assert everyone(state(match).inquisitors) == [UP, DOWN, DOWN, DOWN, DOWN, UP]
    assert everyone(state(match).locked) == [8 * YELLOW + BLUE, 8 * RED + GREEN, 8 * YELLOW + NOBODY, 63]
    assert match.view(None)["shown_role"] == [-1, -1, -1, 3]
    answered = [(event.seat, event.cultist, event.true) for event in told(match, events.AccusationAnswered)]
    assert answered == [(YELLOW, False, True)]


def test_all_three_may_find_the_devil() -> None:
    match = mass(Position(3).one(YELLOW, reputation=-3), red="bribe 0; devil yellow; cultist nobody",
                 blue="bribe 0; devil yellow; cultist nobody", green="bribe 0; devil yellow")  # fmt: skip
    assert all_goods(match) == ["2c", "2c", "2c", "1G 1M"]
    assert standing_of(match, YELLOW) == {"rep": -8, "guests": 1, "points": -2}  # -5, -6, -7 on the way


def test_a_false_accusation_reveals_nothing_and_costs_nothing() -> None:
    match = mass(Position(3), red="bribe 0; devil green; cultist nobody", blue="bribe 0; devil green; cultist yellow")
    assert all_goods(match) == ["", "", "", "1G 1M"]
    assert everyone(state(match).reputation) == [1, 1, 1, 1]
    assert match.view(None)["shown_role"] == [-1] * 4  # who the accused really is stays hidden
    assert everyone(state(match).locked) == [8 * GREEN + NOBODY, 8 * GREEN + YELLOW, 63, 63]
    assert int(state(match).inquisitors[5]) == DOWN


def test_a_cultist_who_is_found_by_both_mortals() -> None:
    match = mass(Position(3), red="bribe 0; devil nobody; cultist green", blue="bribe 0; devil red; cultist green")
    assert all_goods(match) == ["2c", "2c", "", "1G 1M"]
    assert everyone(state(match).reputation) == [1, 1, -2, 1]
    assert everyone(state(match).locked) == [8 * NOBODY + GREEN, 8 * RED + GREEN, 63, 63]
    assert int(state(match).inquisitors[5]) == DOWN  # which is for the devil alone


def test_two_accusations_at_once() -> None:
    """The devil by red and green, the cultist by both mortals: each is answered for itself."""
    match = mass(Position(3), red="bribe 0; devil yellow; cultist green", blue="bribe 0; devil red; cultist green",
                 green="bribe 0; devil yellow")  # fmt: skip
    answered = [(event.seat, event.cultist, event.true) for event in told(match, events.AccusationAnswered)]
    assert answered == [(YELLOW, False, True), (GREEN, True, True)]
    assert all_goods(match) == ["4c", "2c", "2c", "1G 1M"]
    assert everyone(state(match).reputation) == [1, 1, -2, -3]
    # One of them true, the other false.
    match = mass(Position(3), red="bribe 0; devil green; cultist yellow", blue="bribe 0; devil green; cultist yellow")
    answered = [(event.seat, event.cultist, event.true) for event in told(match, events.AccusationAnswered)]
    assert answered == [(GREEN, False, False), (YELLOW, True, False)]
    assert (all_goods(match)[:3], everyone(state(match).reputation)) == (["", "", ""], [1, 1, 1, 1])


def test_a_mortal_may_be_accused_and_denies_it() -> None:
    match = mass(Position(3), red="bribe 0; devil blue; cultist nobody", green="bribe 0; devil blue")
    answered = [(event.seat, event.cultist, event.true) for event in told(match, events.AccusationAnswered)]
    assert answered == [(BLUE, False, False)]


# == Round 5 ==========================================================================================================
@pytest.mark.parametrize(("fragments", "before", "after"), [
    (1, [DOWN, DOWN, DOWN], [DOWN, DOWN, DOWN]),
    (2, [DOWN, DOWN, DOWN], [UP, DOWN, DOWN]),
    (3, [DOWN, DOWN, DOWN], [UP, UP, DOWN]),
    (3, [UP, UP, DOWN], [UP, UP, UP]),
    (2, [UP, DOWN, DOWN], [UP, DOWN, DOWN]),
    (4, [UP, DOWN, UP], [UP, UP, UP]),
    (5, [DOWN, DOWN, UP], [UP, UP, UP]),
    (5, [UP, UP, UP], [UP, UP, UP]),
])  # fmt: skip
def test_inquisitors_turned_up_in_round_5(fragments: int, before: list[int], after: list[int]) -> None:
    """Inquisitor 1 if it is still down; then inquisitor 2, or 3 if 2 is up already."""
    position = Position(5).souls(f"{6 - fragments}", "0", "0+2", f"{fragments}").set(inquisitors=[UP, UP, UP, *before])
    match = mass(position, yellow=f"bribe 0; lay {fragments} pure; lay 0 tainted")
    assert everyone(state(match).inquisitors)[3:] == after


def test_in_round_5_the_cultist_gets_nothing_and_roles_are_shown() -> None:
    match = mass(Position(5).souls("3", "3", "0", "0+2"), yellow="bribe 0; lay 0 pure; lay 2 tainted")
    assert (goods(match, GREEN), goods(match, YELLOW)) == ("", "")
    assert everyone(state(match).points) == [0, 0, 0, 2]
    assert match.view(None)["shown_role"] == [0, 1, 2, 3]


def test_guesses_in_round_5() -> None:
    """Right: two points to the guesser. Wrong about the devil: one to him; about the cultist: one to him."""
    match = mass(Position(5), red="bribe 0; devil yellow; cultist blue", blue="bribe 0; devil red; cultist green",
                 green="bribe 0; devil red")  # fmt: skip
    assert everyone(state(match).points) == [2, 2, 1, 2]


def test_locked_guesses_count_in_round_5_and_cannot_be_made_again() -> None:
    """Red has locked devil = blue (wrong) and may still guess the cultist, but not on blue; blue has locked both."""
    locked = [8 * BLUE + NOBODY, 8 * YELLOW + RED, 8 * BLUE + NOBODY, 63]
    position = Position(5).set(locked=locked)
    match = position.inquisition("load")
    match.choose(RED, "bribe 0")
    assert offered(match, seat=RED) == ["devil nobody"]
    assert why_not(match, RED, "devil yellow") == "locked_guess"
    match.choose(RED, "devil nobody")
    assert offered(match, seat=RED) == ["cultist green", "cultist yellow", "cultist nobody"]
    assert why_not(match, RED, "cultist blue") == "locked"
    match.choose(RED, "cultist green")
    match.choose(BLUE, "bribe 0", "devil nobody")
    assert offered(match, seat=BLUE) == ["cultist nobody"]
    match.choose(BLUE, "cultist nobody")
    match.choose(GREEN, "bribe 0", "devil nobody")
    match.choose(YELLOW, "bribe 0", "lay 0 pure", "lay 0 tainted")
    # Red: devil wrong (1 to yellow), cultist right (2). Blue: devil right (2), cultist wrong (1 to green).
    assert everyone(state(match).points) == [2, 2, 1, 2]


def test_once_the_devil_was_found_nobody_guesses_him_any_more() -> None:
    position = Position(5).set(locked=[8 * YELLOW + NOBODY, 63, 8 * YELLOW + NOBODY, 63], shown_role=[-1, -1, -1, 3])
    match = position.inquisition("load")
    match.choose(BLUE, "bribe 0")
    assert offered(match, seat=BLUE) == ["devil nobody"]
    assert why_not(match, BLUE, "devil yellow") == "devil_known"
    match.choose(BLUE, "devil nobody", "cultist red")
    match.choose(RED, "bribe 0", "devil nobody", "cultist green")
    match.choose(GREEN, "bribe 0", "devil nobody")
    match.choose(YELLOW, "bribe 0", "lay 0 pure", "lay 0 tainted")
    assert everyone(state(match).points) == [4, 0, 3, 0]


def test_from_round_3_to_round_5_what_was_locked_is_kept_by_mark() -> None:
    roles = "horns eye lamb dove"  # the dove is yellow, the lamb green, the cultist blue, the devil red
    match = mass(Position(3, roles), red="bribe 0; lay 0 pure; lay 0 tainted", blue="bribe 0; devil green",
                 green="bribe 0; devil yellow; cultist nobody", yellow="bribe 0; devil green; cultist red")  # fmt: skip
    assert everyone(state(match).locked) == [8 * GREEN + RED, 8 * YELLOW + NOBODY, 8 * GREEN + NOBODY, 63]
    five = Position(5, roles).set(locked=everyone(state(match).locked)).inquisition("load")
    five.choose(GREEN, "bribe 0", "devil nobody")
    assert offered(five, seat=GREEN) == ["cultist red", "cultist blue", "cultist nobody"]
    five.choose(YELLOW, "bribe 0", "devil nobody")
    assert offered(five, seat=YELLOW) == ["cultist nobody"]


def test_a_bribe_leaves_the_chest_and_nothing_else_does() -> None:
    position = Position(3).goods(RED, "4c 1W").goods(YELLOW, "3c").souls("3", "2", "0+2", "1")
    match = mass(position, red="bribe 2; devil nobody; cultist nobody", yellow="bribe 3; lay 1 pure; lay 0 tainted")
    assert told_heap(state(match).goods[RED]) == "1W 2c"
    assert all_goods(match)[YELLOW] == "1W 1S 1G 1M"
    assert everyone(state(match).souls) == [3, 2, 32, 1]
