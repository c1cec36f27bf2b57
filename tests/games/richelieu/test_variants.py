"""The short game and more players: RI-11 and RI-12."""

import random

import pytest

from eminence.core.match import Match
from tests.games.playing import asked, play
from tests.games.richelieu.tables import GAME, deal, finish_at_random, has, in_hand, lost, position


# == RI-11 ===========================================================================================================
def test_ri_11_the_short_game() -> None:
    # In the short game the game stops when three rows are empty.
    match = play(position({"1.1": "BOU2a", "2.1": "BRE2a CHA2a"}, short=True), "take 1L")
    assert not match.over  # after that turn: a marker may still be placed
    assert asked(match) == (0, "place_marker")
    play(match, "no marker")
    assert match.over
    assert match.reason == "three_rows_empty"
    # A second card may be taken, even from the last row.
    match = play(position({"1.1": "BOUs", "2.1": "BOUc CHA2a"}, short=True), "take 1L")
    assert asked(match) == (0, "second_card")
    play(match, "take 2L", "no marker")
    assert match.over
    assert has(match, 0, "BOUc")
    # In the short game the last two rows may go in one turn.
    match = play(position({"1.1": "BOUs", "2.1": "BOUc"}, short=True), "take 1L", "take 2L")
    assert match.over
    assert match.reason == "all_cards_taken"
    # Cards left count for nobody.
    match = play(position({"1.1": "BOU2a", "2.1": "AUVs AUVc AUVt AUV2a"}, short=True), "take 1L", "no marker")
    assert match.over
    assert [tally.reason for tally in match.count()[8].tallies] == ["without_a_card", "without_a_card"]
    # Not in the game as printed.
    match = play(position({"1.1": "BOU2a", "2.1": "BRE2a CHA2a"}, short=False), "take 1L", "no marker")
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
    match = play(position({"1.1": "BOU2a BRE2a CHA2a"}, seats=3, turn=1, marks={owner: "1.1"}), "take 1L")
    assert (lost(match, 1), in_hand(match, owner), in_hand(match, 2 - owner)) == (1, 3, 3)


def test_ri_12_one_who_is_barred_sits_out_and_the_next_plays() -> None:
    match = play(position({"1.1": "BOU2a BRE2a CHA2a"}, seats=3, marks={0: "1.2 1.3"}, lost={1: 3}), "take 1L")
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
