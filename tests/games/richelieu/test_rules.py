"""The rules of Richelieu: every rule of the rulebook and every ruling RI-1 to RI-12, named after them.

Seat 0 begins. In the layouts, ends that are not named are doubles, which never make a pair.
"""

from __future__ import annotations

import random

import pytest

from eminence.core.errors import NotOffered
from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.games.richelieu import events, rules
from eminence.games.richelieu.state import RichelieuState
from tests.games.richelieu.tables import (
    CARD,
    DISC,
    GAME,
    PLACE,
    asked,
    cards,
    deal,
    discs,
    finish,
    finish_at_random,
    offered,
    play,
    position,
)


def in_hand(match: Match, seat: int) -> int:
    return int(match.view(None)["in_hand"][seat])


def marks(match: Match, seat: int) -> list[str]:
    return [text for text, place in PLACE.items() if match.view(None)["marks"][seat] >> place & 1]


def lost(match: Match, seat: int) -> int:
    return int(match.view(None)["lost"][seat])


def has(match: Match, seat: int, card: str) -> bool:
    return bool(match.view(None)["cards"][seat] >> CARD[card] & 1)


# == The game: taking cards ==========================================================================================


def test_rulebook_cards_are_taken_from_either_end_of_a_row() -> None:
    match = deal("BOUs ... AUVt", "BREs ... BREt")
    assert offered(match) == ["take 1L", "take 1R", "take 2L", "take 2R", "take 3L", "take 3R", "take 4L", "take 4R"]
    play(match, "take 1R", "no marker", "take 2L")
    assert has(match, 0, "AUVt")
    assert has(match, 1, "BREs")


def test_rulebook_a_card_must_be_taken() -> None:
    assert not {"enough", "sit out", "no marker"} & set(offered(deal()))


def test_rulebook_the_last_card_of_a_row_is_offered_once() -> None:
    match = position({"1.4": "BOU2a", "2.1": "BRE2a CHA2a"})
    assert offered(match, "take") == ["take 1L", "take 2L", "take 2R"]
    with pytest.raises(NotOffered, match=r"(?i)the last card of row 1 .*1L"):
        match.choose(0, "take 1R")
    with pytest.raises(NotOffered, match=r"(?i)row 3 is empty"):
        match.choose(0, "take 3L")


def test_rulebook_players_take_turns() -> None:
    match = deal()
    order = []
    for _ in range(6):
        order.append(asked(match)[0])
        play(match, offered(match, "take")[0])
        while asked(match)[1] in ("second_card", "place_marker") and asked(match)[0] == order[-1]:
            play(match, "enough" if asked(match)[1] == "second_card" else "no marker")
    assert order == [0, 1, 0, 1, 0, 1]


def test_rulebook_the_game_stops_when_all_cards_have_been_taken() -> None:
    match = deal()
    finish(match)
    view = match.view(None)
    assert view["cards"][0] | view["cards"][1] == 2**48 - 1
    assert view["cards"][0] & view["cards"][1] == 0
    assert match.reason == "all_cards_taken"
    assert match.story(None)[-1].name == "Counted"


# == RI-1 ============================================================================================================


def second_turn(*rows: str, seats: int = 2) -> Match:
    """Seat 1 is about to take its first cards: seat 0 has taken from the right end of row 4, which is of no matter."""
    match = deal(*rows, seats=seats)
    play(match, "take 4R", "no marker")
    assert asked(match) == (1, "take_card")
    return match


def test_ri_1_two_singles_of_one_region_may_be_taken() -> None:
    match = second_turn("BOUs ...", "... BOUt", "BRE2a ...")
    play(match, "take 1L")
    assert asked(match) == (1, "second_card")
    assert offered(match) == ["take 2R", "enough"]
    play(match, "take 2R")
    assert has(match, 1, "BOUs")
    assert has(match, 1, "BOUt")
    assert asked(match) == (1, "place_marker")


def test_ri_1_the_second_may_be_the_card_just_uncovered() -> None:
    match = second_turn("BOUs BOUc ...")
    play(match, "take 1L")
    assert offered(match) == ["take 1L", "enough"]
    play(match, "take 1L")
    assert has(match, 1, "BOUs")
    assert has(match, 1, "BOUc")


def test_ri_1_the_second_may_be_at_the_other_end_of_the_same_row() -> None:
    match = second_turn("BOUs ... BOU1")
    play(match, "take 1L")
    assert offered(match) == ["take 1R", "enough"]


def test_ri_1_symbols_do_not_matter() -> None:
    match = second_turn("NORs ...", "NORc ...", "NOR1 ...")
    play(match, "take 1L")
    assert offered(match) == ["take 2L", "take 3L", "enough"]


def test_ri_1_a_double_is_never_the_second_card() -> None:
    match = second_turn("BOUs BRE2a ...", "BOU2a ...", "BOUc ...")
    play(match, "take 1L")
    assert offered(match) == ["take 3L", "enough"]
    with pytest.raises(NotOffered, match=r"(?i)a second card must be of Bourgogne .*single shield"):
        match.choose(1, "take 2L")


def test_ri_1_a_double_is_never_the_first_of_two() -> None:
    match = second_turn("BOU2a BRE2a ...", "BOUs ...", "BOUc ...")
    play(match, "take 1L")
    assert asked(match) == (1, "place_marker")


def test_ri_1_both_are_of_one_region() -> None:
    match = second_turn("BOUs BRE2a ...", "BREs ...", "BREc ...")
    play(match, "take 1L")
    assert asked(match) == (1, "place_marker")


def test_ri_1_no_third_card() -> None:
    match = second_turn("BOUs BOUc BOUt BOU1 ...")
    play(match, "take 1L", "take 1L")
    assert asked(match) == (1, "place_marker")


def test_ri_1_one_card_is_enough() -> None:
    match = second_turn("BOUs BOUc ...")
    play(match, "take 1L", "enough")
    assert not has(match, 1, "BOUc")
    assert asked(match) == (1, "place_marker")


def test_ri_1_a_card_hidden_behind_others_cannot_be_the_second() -> None:
    match = second_turn("BOUs BRE2a BOUc ...")
    play(match, "take 1L")
    assert asked(match) == (1, "place_marker")


# == RI-2 ============================================================================================================


def test_ri_2_the_first_turn_takes_one_card_only() -> None:
    match = deal("BOUs BOUc ...")
    play(match, "take 1L")
    assert asked(match) == (0, "place_marker")


def test_ri_2_of_any_kind() -> None:
    match = deal("BOU2a ...")
    play(match, "take 1L")
    assert has(match, 0, "BOU2a")


def test_ri_2_the_other_player_may_take_two_on_his_first_turn() -> None:
    match = second_turn("BOUs BOUc ...")
    play(match, "take 1L")
    assert asked(match) == (1, "second_card")


def test_ri_2_the_starting_player_may_take_two_on_his_second_turn() -> None:
    match = second_turn("BOUs BOUc ...")
    play(match, "take 4R", "no marker", "take 1L")
    assert asked(match) == (0, "second_card")


@pytest.mark.parametrize("seats", [3, 4])
def test_ri_2_among_more_players_only_the_first_turn_of_all(seats: int) -> None:
    for seat in range(seats):
        match = deal("BOUs BOUc ...", seats=seats)
        play(match, *["take 4R", "no marker"] * seat)
        play(match, "take 1L")
        assert asked(match) == (seat, "place_marker" if seat == 0 else "second_card")


# == RI-3 ============================================================================================================


def test_ri_3_after_taking_a_marker_may_be_placed_on_any_card_left() -> None:
    match = deal()
    play(match, "take 1L")
    assert asked(match) == (0, "place_marker")
    places = [place for place in PLACE if place != "1.1"]
    assert offered(match) == [*(f"mark {place}" for place in places), "no marker"]
    play(match, "mark 2.4")  # a card with a disc is as good
    assert marks(match, 0) == ["2.4"]
    assert in_hand(match, 0) == 2
    assert asked(match) == (1, "take_card")


def test_ri_3_a_marker_is_placed_after_taking_never_before() -> None:
    match = deal()
    with pytest.raises(NotOffered):
        match.choose(0, "mark 2.4")


def test_ri_3_not_on_a_card_that_is_gone_or_has_a_marker() -> None:
    match = deal()
    play(match, "take 1L", "mark 2.1", "take 1R")
    assert not {"mark 1.1", "mark 1.12", "mark 2.1"} & set(offered(match))
    with pytest.raises(NotOffered, match=r"(?i)the card at (2\.1|row 2, column 1) already has a marker"):
        match.choose(1, "mark 2.1")
    with pytest.raises(NotOffered, match=r"(?i)there is no card at (1\.1|row 1, column 1) any more"):
        match.choose(1, "mark 1.1")


def test_ri_3_no_marker_need_be_placed() -> None:
    match = deal()
    play(match, "take 1L", "no marker")
    assert in_hand(match, 0) == 3
    assert asked(match) == (1, "take_card")


def test_ri_3_one_marker_a_turn() -> None:
    match = deal()
    play(match, "take 1L", "mark 2.5")
    assert asked(match) == (1, "take_card")


def three_placed() -> Match:
    """Seat 0 has placed its three markers, and has just taken a card."""
    match = deal("BOU2a BRE2a CHA2a NOR2a ...", "...", "...", "... LAN2a PRO2a ANJ2a")
    play(match, "take 1L", "mark 2.5", "take 4R", "no marker")
    play(match, "take 1L", "mark 2.6", "take 4R", "no marker")
    play(match, "take 1L", "mark 2.7", "take 4R", "no marker", "take 1L")
    assert asked(match) == (0, "place_marker")
    return match


def test_ri_3_with_none_in_hand_a_placed_one_may_be_moved() -> None:
    match = three_placed()
    assert offered(match) == ["lift 2.5", "lift 2.6", "lift 2.7", "no marker"]
    play(match, "lift 2.6")
    assert asked(match) == (0, "set_down")
    play(match, "mark 3.1")
    assert marks(match, 0) == ["2.5", "2.7", "3.1"]
    assert in_hand(match, 0) == 0
    assert asked(match) == (1, "take_card")


def test_ri_3_a_marker_being_moved_goes_to_another_card() -> None:
    match = three_placed()
    play(match, "lift 2.6")
    assert not {"mark 2.5", "mark 2.6", "mark 2.7", "mark 1.1"} & set(offered(match))
    assert "mark 2.8" in offered(match)
    assert "no marker" not in offered(match)


def test_ri_3_with_one_in_hand_none_may_be_moved() -> None:
    match = deal()
    play(match, "take 1L", "mark 2.5", "take 4R", "no marker", "take 1L")
    assert offered(match, "lift") == []


def test_ri_3_with_none_in_hand_none_need_be_moved() -> None:
    match = three_placed()
    play(match, "no marker")
    assert marks(match, 0) == ["2.5", "2.6", "2.7"]


def test_ri_3_nothing_is_asked_when_every_card_left_has_a_marker() -> None:
    match = position({"1.1": "BOU2a BRE2a CHA2a"}, marks={0: "1.2", 1: "1.3"})
    play(match, "take 1L")
    assert asked(match) == (1, "take_card")


def test_ri_3_nothing_is_asked_of_who_has_no_marker_at_all() -> None:
    match = position({"1.1": "BOU2a BRE2a CHA2a"}, lost={0: 3})
    play(match, "take 1L")
    assert asked(match) == (1, "take_card")


# == RI-4 ============================================================================================================


def under_marker() -> Match:
    """Seat 0's marker lies on 2.1; seat 1 has one marker on 3.5 and two in hand, and is to take."""
    match = deal("BRE2a ...", "BOU2a CHA2a ...")
    play(match, "take 1L", "mark 3.12", "take 4R", "mark 3.5", "take 1L", "mark 2.1")
    assert asked(match) == (1, "take_card")
    return match


def test_ri_4_taking_under_an_opponents_marker_costs_one_own() -> None:
    match = under_marker()
    play(match, "take 2L")
    assert asked(match) == (1, "pay_marker")
    play(match, "pay hand")
    assert has(match, 1, "BOU2a")
    assert (in_hand(match, 1), marks(match, 1), lost(match, 1)) == (1, ["3.5"], 1)


def test_ri_4_which_one_is_the_payers_choice() -> None:
    match = under_marker()
    play(match, "take 2L")
    assert offered(match) == ["pay 3.5", "pay hand"]
    play(match, "pay 3.5")
    assert (in_hand(match, 1), marks(match, 1), lost(match, 1)) == (2, [], 1)
    assert "mark 3.5" in offered(match)  # the card is free again


def test_ri_4_the_marker_returns_to_its_owner() -> None:
    match = under_marker()
    before = in_hand(match, 0)
    play(match, "take 2L", "pay hand")
    assert in_hand(match, 0) == before + 1
    assert marks(match, 0) == ["3.12"]
    assert lost(match, 0) == 0


def test_ri_4_the_one_paid_is_gone_for_good() -> None:
    match = under_marker()
    play(match, "take 2L", "pay hand", "no marker")
    finish(match)
    assert lost(match, 1) == 1


def test_ri_4_where_there_is_one_way_to_pay_nothing_is_asked() -> None:
    rows = {"1.1": "BOU2a BRE2a CHA2a NOR2a"}
    from_hand = position(rows, turn=1, marks={0: "1.1"})
    play(from_hand, "take 1L")
    assert (in_hand(from_hand, 1), lost(from_hand, 1)) == (2, 1)
    assert asked(from_hand) == (1, "place_marker")
    from_table = position(rows, turn=1, marks={0: "1.1", 1: "1.3"}, lost={1: 2})
    play(from_table, "take 1L")
    assert (in_hand(from_table, 1), marks(from_table, 1), lost(from_table, 1)) == (0, [], 3)


def test_ri_4_with_none_in_hand_one_of_those_on_the_table() -> None:
    match = position({"1.1": "BOU2a BRE2a CHA2a NOR2a"}, turn=1, marks={0: "1.1", 1: "1.3 1.4"}, lost={1: 1})
    play(match, "take 1L")
    assert offered(match) == ["pay 1.3", "pay 1.4"]


def test_ri_4_without_a_marker_left_it_cannot_be_taken() -> None:
    match = position({"1.1": "BOU2a BRE2a", "2.1": "CHA2a"}, turn=1, marks={0: "1.1"}, lost={1: 3})
    assert offered(match) == ["take 1R", "take 2L"]
    with pytest.raises(NotOffered, match=r"under another player's marker, .* no marker left to pay with"):
        match.choose(1, "take 1L")


def test_ri_4_the_second_card_costs_too() -> None:
    match = position({"1.1": "BOUs BOUc NOR2a"}, turn=1, marks={0: "1.2"})
    play(match, "take 1L")
    assert offered(match) == ["take 1L", "enough"]
    play(match, "take 1L")
    assert has(match, 1, "BOUc")
    assert lost(match, 1) == 1


def test_ri_4_both_cards_may_cost() -> None:
    match = position({"1.1": "BOUs BOUc NOR2a"}, turn=1, marks={0: "1.1 1.2"})
    play(match, "take 1L", "take 1L")
    assert (in_hand(match, 1), lost(match, 1), in_hand(match, 0)) == (1, 2, 3)


def test_ri_4_the_second_card_cannot_be_taken_without_a_marker_left() -> None:
    match = position({"1.1": "BOUs BOUc NOR2a"}, turn=1, marks={0: "1.2"}, lost={1: 3})
    play(match, "take 1L")
    assert asked(match) == (0, "take_card")


def test_ri_4_the_last_marker_may_go_for_the_first_card_and_bars_the_second() -> None:
    match = position({"1.1": "BOUs BOUc NOR2a"}, turn=1, marks={0: "1.1 1.2"}, lost={1: 2})
    play(match, "take 1L")
    assert asked(match) == (0, "take_card")
    assert lost(match, 1) == 3


def test_ri_4_the_story_tells_of_it() -> None:
    match = under_marker()
    since = len(match.story(None))
    play(match, "take 2L", "pay 3.5")
    told = match.story(None, since)
    assert events.Paid(1, PLACE["3.5"]) in told
    assert events.MarkerReturned(0, PLACE["2.1"]) in told
    assert events.Took(1, CARD["BOU2a"], PLACE["2.1"]) in told


# == RI-5 ============================================================================================================


def test_ri_5_taking_a_card_under_ones_own_marker_returns_it_to_hand() -> None:
    match = deal("BRE2a CHA2a ...")
    play(match, "take 1L", "mark 1.2", "take 4R", "no marker")
    assert in_hand(match, 0) == 2
    play(match, "take 1L")
    assert (in_hand(match, 0), marks(match, 0), lost(match, 0)) == (3, [], 0)
    assert asked(match) == (0, "place_marker")


def test_ri_5_it_may_be_placed_again_in_the_same_turn() -> None:
    match = position({"1.1": "BOU2a BRE2a"}, marks={0: "1.1"}, lost={0: 2})
    play(match, "take 1L", "mark 1.2")
    assert marks(match, 0) == ["1.2"]


# == RI-6 ============================================================================================================


def barred(**more: object) -> Match:
    """Seat 0 is to take: after 1.1, both ends are under its markers, and seat 1 has none left to pay with."""
    rows = {"1.1": "BOU2a BRE2a CHA2a NOR2a"}
    return position(rows, marks={0: "1.2 1.4"}, lost={1: 3}, **more)  # type: ignore[arg-type]


def test_ri_6_who_can_take_no_card_sits_out() -> None:
    match = barred()
    play(match, "take 1L", "no marker")
    assert asked(match) == (0, "take_card")
    assert events.SatOut(1) in match.story(None)


def test_ri_6_until_he_can() -> None:
    match = barred()
    play(match, "take 1L", "no marker")  # seat 1 sits out
    play(match, "take 1L", "no marker")  # 1.2 is gone: 1.3 lies open
    assert asked(match) == (1, "take_card")
    assert offered(match) == ["take 1L"]


def test_ri_6_the_game_goes_on_and_ends() -> None:
    match = barred()
    finish(match)
    assert match.reason == "all_cards_taken"


def test_ri_6_nobody_sits_out_who_can_take_a_card() -> None:
    match = position({"1.1": "BOU2a BRE2a"})
    assert "sit out" not in offered(match)
    match = position({"1.1": "BOU2a BRE2a"}, turn=1, marks={0: "1.1 1.2"}, lost={1: 2})
    assert offered(match) == ["take 1L", "take 1R"]  # he can pay


def test_ri_6_own_markers_bar_nobody_from_his_own_cards() -> None:
    match = position({"1.1": "BOU2a BRE2a"}, marks={0: "1.1 1.2"}, lost={0: 1, 1: 3})
    assert offered(match) == ["take 1L", "take 1R"]


@pytest.mark.parametrize("disc", ["back", "BOU", "sword"])
def test_ri_6_being_asked_does_not_betray_a_disc(disc: str) -> None:
    """With a marker lost and a disc face down he is asked, whatever the disc is: others cannot tell by it."""
    match = barred(held={1: disc})
    play(match, "take 1L", "no marker")
    assert asked(match) == (1, "take_card")
    assert offered(match) == (["sit out", "regain"] if disc == "back" else ["sit out"])
    play(match, "sit out")
    assert asked(match) == (0, "take_card")
    assert events.SatOut(1) in match.story(None)


def test_ri_6_without_a_disc_nothing_is_asked() -> None:
    match = barred(held={0: "back"})
    play(match, "take 1L", "no marker")
    assert asked(match) == (0, "take_card")


def test_ri_6_once_both_discs_are_given_up_nothing_is_asked() -> None:
    """Everybody can see then that no disc brings a marker back any more."""
    rows = {"1.1": "BOU2a BRE2a CHA2a NOR2a LAN2a PRO2a"}
    match = position(rows, marks={0: "1.2 1.3 1.6"}, lost={1: 3}, held={1: "back back BOU"})
    play(match, "take 1L", "no marker")
    play(match, "regain", "regain", "take 1L", "no marker")  # 1.2, for one of the two markers
    play(match, "take 1R", "mark 1.5")
    play(match, "take 1L")  # 1.3, for the other one
    assert lost(match, 1) == 3
    assert asked(match) == (0, "take_card")  # no marker to place, and no disc for one
    play(match, "take 1L")
    assert events.SatOut(1) in match.story(None)  # only 1.5 is left, under a marker of seat 0
    assert asked(match) == (0, "take_card")


@pytest.mark.parametrize(("disc", "asks"), [("back", True), ("BOU", True), (None, False)])
def test_ri_6_the_same_for_the_second_card(disc: str | None, asks: bool) -> None:
    held = {1: disc} if disc else {}
    match = position({"1.1": "BOUs BOUc NOR2a"}, turn=1, marks={0: "1.2"}, lost={1: 3}, held=held)
    play(match, "take 1L")
    assert (asked(match) == (1, "second_card")) == asks


@pytest.mark.parametrize(("disc", "asks"), [("back", True), ("BOU", True), (None, False)])
def test_ri_6_the_same_for_placing_a_marker(disc: str | None, asks: bool) -> None:
    held = {1: disc} if disc else {}
    match = position({"1.1": "BOU2a BRE2a NOR2a"}, turn=1, lost={1: 3}, held=held)
    play(match, "take 1L")
    assert (asked(match) == (1, "place_marker")) == asks


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ri_6_somebody_can_always_take_a_card(seats: int) -> None:
    """That nobody can take a card never comes about: whoever owns a marker may take the card under it."""
    for seed in range(15):
        chance = random.Random(seed)
        state = GAME.start(seats, {"short": False})
        assert isinstance(state, RichelieuState)
        for _ in range(1000):
            if not state.steps:
                break
            state.answer(state.asked, chance.choice(list(state.choices(state.asked))))
            if not state.deck and rules.rows_in_play(state):
                assert any(rules.open_ends(state, seat) for seat in range(seats))


# == RI-7 ============================================================================================================


def with_disc(rows: dict[str, str], **more: object) -> Match:
    return position(rows, held={0: "back BOU"}, **{"lost": {0: 1}} | more)  # type: ignore[arg-type]


def test_ri_7_before_taking() -> None:
    match = with_disc({"1.1": "BOU2a BRE2a"})
    assert offered(match) == ["take 1L", "take 1R", "regain"]
    play(match, "regain")
    assert (in_hand(match, 0), lost(match, 0)) == (3, 0)
    assert asked(match) == (0, "take_card")


def test_ri_7_between_the_first_card_and_the_second() -> None:
    match = with_disc({"1.1": "BOUs BOUc NOR2a"})
    play(match, "take 1L")
    assert offered(match) == ["take 1L", "enough", "regain"]
    play(match, "regain")
    assert asked(match) == (0, "second_card")
    assert lost(match, 0) == 0


def test_ri_7_after_taking_before_a_marker_is_placed() -> None:
    match = with_disc({"1.1": "BOU2a BRE2a"}, lost={0: 3})
    play(match, "take 1L")
    assert offered(match) == ["no marker", "regain"]
    play(match, "regain")
    assert offered(match) == ["mark 1.2", "no marker"]
    play(match, "mark 1.2")
    assert (in_hand(match, 0), marks(match, 0), lost(match, 0)) == (0, ["1.2"], 2)


def test_ri_7_a_marker_regained_pays_for_the_first_card() -> None:
    match = with_disc({"1.1": "BOU2a BRE2a"}, lost={0: 3}, marks={1: "1.1 1.2"})
    assert offered(match) == ["sit out", "regain"]
    play(match, "regain", "take 1L")
    assert lost(match, 0) == 3
    assert has(match, 0, "BOU2a")


def test_ri_7_a_marker_regained_pays_for_the_second_card() -> None:
    match = with_disc({"1.1": "BOUs BOUc NOR2a"}, lost={0: 3}, marks={1: "1.2"})
    play(match, "take 1L")
    assert offered(match) == ["enough", "regain"]
    play(match, "regain")
    assert offered(match) == ["take 1L", "enough"]


def test_ri_7_a_disc_just_taken_may_be_given_up_at_once() -> None:
    match = position({"1.5": "BOU2a BRE2a"}, lost={0: 3}, face_down={"1.5": "back"})
    play(match, "take 1L")
    assert offered(match) == ["no marker", "regain"]


def test_ri_7_both_discs_may_be_given_up() -> None:
    match = position({"1.1": "BOU2a BRE2a"}, lost={0: 3}, held={0: "back back"})
    play(match, "regain", "regain")
    assert (in_hand(match, 0), lost(match, 0)) == (2, 1)
    assert "regain" not in offered(match)


def test_ri_7_one_disc_brings_one_marker_and_is_gone() -> None:
    match = with_disc({"1.1": "BOU2a BRE2a"}, lost={0: 2})
    play(match, "regain")
    assert lost(match, 0) == 1
    assert "regain" not in offered(match)
    assert match.view(0)["discs"][0] == discs("BOU")
    assert match.view(1)["disc_count"] == [1, 0]


def test_ri_7_only_for_a_marker_in_the_box() -> None:
    match = with_disc({"1.1": "BOU2a BRE2a"}, lost={0: 0})
    assert "regain" not in offered(match)


def test_ri_7_only_with_such_a_disc() -> None:
    match = position({"1.1": "BOU2a BRE2a"}, lost={0: 1}, held={0: "BOU sword"})
    assert "regain" not in offered(match)


def test_ri_7_only_in_ones_own_turn() -> None:
    match = with_disc({"1.1": "BOU2a BRE2a"}, turn=1)
    assert "regain" not in offered(match)
    assert list(match.asks()) == [1]


def test_ri_7_everyone_sees_it() -> None:
    match = with_disc({"1.1": "BOU2a BRE2a"})
    play(match, "regain")
    for seat in (0, 1, None):
        assert match.story(seat) == [events.Regained(0)]


def test_ri_7_the_two_discs_look_alike() -> None:
    """Giving one up does not tell whether the other one is left behind it."""
    views = []
    for held in ("back BOU", "back back"):
        match = position({"1.1": "BOU2a BRE2a"}, lost={0: 1}, held={0: held})
        play(match, "regain")
        views.append(match.view(1).to_json())
        assert match.view(0)["discs"][0] == discs("BOU" if held == "back BOU" else "back")
    assert views[0] == views[1]


# == RI-8 ============================================================================================================


def took_disc() -> Match:
    match = position({"1.5": "BOU2a BRE2a CHA2a"}, face_down={"1.5": "tower"})
    play(match, "take 1L")
    return match


def test_ri_8_whoever_takes_the_card_looks_at_the_disc() -> None:
    match = took_disc()
    assert match.view(0)["discs"] == [discs("tower"), None]
    assert events.TookDisc(0, DISC["tower"]) in match.story(0)


def test_ri_8_the_others_see_only_that_he_has_one() -> None:
    match = took_disc()
    for seat in (1, None):
        assert match.view(seat)["discs"][0] is None
        assert match.view(seat)["disc_count"] == [1, 0]
        assert events.TookDisc(0, None) in match.story(seat)
        assert str(DISC["tower"]) not in [str(event) for event in match.story(seat)]
    assert not match.view(None)["disc_spots"]


def test_ri_8_nobody_sees_discs_on_the_table_nor_in_the_box() -> None:
    match = deal()
    for seat in (0, 1, None):
        assert match.view(seat)["disc_at"] is None
        assert match.view(seat)["disc_box"] is None


def test_ri_8_all_are_turned_up_for_the_count() -> None:
    match = took_disc()
    finish(match)
    for seat in (0, 1, None):
        assert match.view(seat)["shown_discs"] == [discs("tower"), 0]
        assert match.view(seat)["disc_count"] == [0, 0]


def test_ri_8_a_disc_comes_with_its_card_also_under_a_marker() -> None:
    match = position({"1.5": "BOU2a BRE2a"}, face_down={"1.5": "NOR"}, marks={1: "1.5"})
    play(match, "take 1L")
    assert match.view(0)["discs"][0] == discs("NOR")


def test_ri_8_a_card_that_reveals_a_disc_cannot_be_taken_back() -> None:
    match = position({"1.5": "BOU2a BRE2a"}, face_down={"1.5": "NOR"})
    ask = match.asks()[0]
    assert ask["take 1L"].final
    assert not ask["take 1R"].final
    play(match, "take 1L")
    assert not match.can_take_back(0)


def test_ri_8_while_the_price_is_open_the_disc_is_not_seen_yet() -> None:
    """The disc is looked at when the card is taken: choosing how to pay, nobody knows it, nor may a bot plan so."""
    rows = {"1.5": "BOU2a BRE2a NOR2a"}
    shown = []
    for disc in ("NOR", "sword"):
        match = position(rows, face_down={"1.5": disc}, marks={1: "1.5", 0: "1.6"})
        state = match._state
        shown.append(state.step().shown(state, 0, GAME.code("take 1L"), 0))
        assert not match.asks()[0]["take 1L"].final
        play(match, "take 1L")
        assert asked(match) == (0, "pay_marker")
        assert match.view(0)["discs"][0] == 0
        assert match.asks()[0]["pay hand"].final
        play(match, "pay hand")
        assert match.view(0)["discs"][0] == discs(disc)
    assert shown[0] == shown[1]


# == RI-11 ===========================================================================================================


def test_ri_11_short_the_game_stops_when_three_rows_are_empty() -> None:
    match = position({"1.1": "BOU2a", "2.1": "BRE2a CHA2a"}, short=True)
    play(match, "take 1L")
    assert not match.over  # after that turn: a marker may still be placed
    assert asked(match) == (0, "place_marker")
    play(match, "no marker")
    assert match.over
    assert match.reason == "three_rows_empty"


def test_ri_11_short_the_turn_is_played_to_its_end() -> None:
    """A second card may be taken, even from the last row."""
    match = position({"1.1": "BOUs", "2.1": "BOUc CHA2a"}, short=True)
    play(match, "take 1L")
    assert asked(match) == (0, "second_card")
    play(match, "take 2L", "no marker")
    assert match.over
    assert has(match, 0, "BOUc")


def test_ri_11_short_the_last_two_rows_may_go_in_one_turn() -> None:
    match = position({"1.1": "BOUs", "2.1": "BOUc"}, short=True)
    play(match, "take 1L", "take 2L")
    assert match.over
    assert match.reason == "all_cards_taken"


def test_ri_11_cards_left_count_for_nobody() -> None:
    match = position({"1.1": "BOU2a", "2.1": "AUVs AUVc AUVt AUV2a"}, short=True)
    play(match, "take 1L", "no marker")
    assert match.over
    assert [tally.reason for tally in match.count()[8].tallies] == ["without_a_card", "without_a_card"]


def test_ri_11_not_in_the_game_as_printed() -> None:
    match = position({"1.1": "BOU2a", "2.1": "BRE2a CHA2a"}, short=False)
    play(match, "take 1L", "no marker")
    assert asked(match) == (1, "take_card")


# == RI-12 ===========================================================================================================


@pytest.mark.parametrize("seats", [3, 4])
def test_ri_12_three_and_four_players_take_turns_with_three_markers_each(seats: int) -> None:
    match = deal(seats=seats)
    assert match.view(None)["in_hand"] == [3] * seats
    for turn in range(2 * seats):
        assert asked(match) == (turn % seats, "take_card")
        play(match, f"take {turn // 2 + 1}{'LR'[turn % 2]}", "no marker")


@pytest.mark.parametrize("owner", [0, 2])
def test_ri_12_marker_rules_hold_against_every_opponent(owner: int) -> None:
    match = position({"1.1": "BOU2a BRE2a CHA2a"}, seats=3, turn=1, marks={owner: "1.1"})
    play(match, "take 1L")
    assert (lost(match, 1), in_hand(match, owner), in_hand(match, 2 - owner)) == (1, 3, 3)


def test_ri_12_one_who_is_barred_sits_out_and_the_next_plays() -> None:
    match = position({"1.1": "BOU2a BRE2a CHA2a"}, seats=3, marks={0: "1.2 1.3"}, lost={1: 3})
    play(match, "take 1L")
    assert asked(match) == (2, "take_card")


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("short", [False, True])
def test_ri_12_whole_games_end(seats: int, short: bool) -> None:
    for seed in range(5):
        chance = random.Random(seed)
        match = GAME.new(seats, {"short": short}, secret=bytes([seed]))
        finish_at_random(match, chance)
        assert len(match.scores) == seats
        assert match.reason == ("three_rows_empty" if short and rows_left(match) else "all_cards_taken")


def rows_left(match: Match) -> int:
    ends = match.view(None)["ends"]
    return sum(1 for row in range(4) if ends[2 * row] <= ends[2 * row + 1])


# == Imagining =======================================================================================================


def middle_of_a_game() -> Match:
    """Seat 0 has seen two discs it holds, seat 1 holds two, three lie face down, one was given up, the rest boxed."""
    match = position(
        {"1.5": "BOU2a BRE2a CHA2a NOR2a", "3.3": "BOUs BREs", "4.11": "LAN2a"},
        turn=0,
        held={0: "back NOR AUV", 1: "sword BRE"},
        face_down={"1.5": "CHA", "3.3": "tower", "4.11": "back"},
        lost={0: 1},
    )
    play(match, "regain")
    return match


def test_law_7_each_unseen_disc_turns_up_wherever_one_is_hidden() -> None:
    """All orders of the unseen discs are equally likely: a chi-square test over where each of them lies."""
    match = middle_of_a_game()
    unseen = [disc for text, disc in DISC.items() if text not in ("back", "NOR", "AUV")]
    samples = 3000
    worlds = GAME.worlds(match.view(0))
    rng = Rng(7)
    found = {disc: dict.fromkeys(("1.5", "3.3", "4.11", "seat 1", "box"), 0) for disc in unseen}
    for _ in range(samples):
        world = worlds.imagine(rng)
        assert isinstance(world, RichelieuState)
        for spot, place in ((0, "1.5"), (4, "3.3"), (7, "4.11")):
            if world.disc_at[spot] in found:
                found[world.disc_at[spot]][place] += 1
        for disc in unseen:
            found[disc]["seat 1"] += world.discs[1] >> disc & 1
            found[disc]["box"] += disc in world.disc_box
        assert world.discs[0] == match.view(0)["discs"][0]
    hidden = len(unseen) + 1  # and one of the two discs that bring a marker back: the other one was given up
    sizes = {"1.5": 1, "3.3": 1, "4.11": 1, "seat 1": 2, "box": hidden - 5}
    for disc in unseen:
        expected = {place: samples * size / hidden for place, size in sizes.items()}
        assert sum(found[disc].values()) == samples
        square = sum((found[disc][place] - expected[place]) ** 2 / expected[place] for place in sizes)
        assert square < 30  # with 4 degrees of freedom, by chance once in 200,000


def test_law_7_at_every_moment_of_the_deal() -> None:
    """Also while the table lays out its cards and discs, what a seat imagines can be played to the end."""
    match = GAME.new(by_hand=True)
    chance = random.Random(1)
    while -1 in match.asks():
        for seat in (0, None):
            world = GAME.worlds(match.view(seat)).imagine(Rng(1))
            assert GAME.view(world, match.options, seat).to_json() == match.view(seat).to_json()
            for _ in range(2000):
                if not world.steps:
                    break
                world.answer(world.asked, chance.choice(list(world.choices(world.asked))))
            assert not world.steps
        match.choose(-1, chance.choice(match.asks()[-1].choices))


def test_the_helpers_tell_the_truth() -> None:
    """The positions above have all components, and the layout that was asked for."""
    match = middle_of_a_game()
    box = GAME.components(GAME.start(2, {"short": False}))
    assert GAME.components(match._state) == box
    assert cards("BOUs BOUc") == 0b11
    dealt = deal("BOUs ... BOUc", face_down={"1.5": "back"})
    assert dealt.view(None)["layout"][0] == CARD["BOUs"]
    assert dealt.view(None)["layout"][11] == CARD["BOUc"]
    assert GAME.to_json(dealt._state)["disc_at"][0] == DISC["back"]
