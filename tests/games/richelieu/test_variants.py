"""The short game and more players: RI-11 and RI-12."""

from eminence.core.match import Match
from tests.games.playing import asked, play
from tests.games.richelieu.tables import deal, has, markers, position


# == RI-11 ===========================================================================================================
def two_rows(one: str, other: str, *moves: str) -> Match:
    """Two rows are left in the short game; seat 0 takes."""
    return play(position({"1.1": one, "2.1": other}, short=True), *moves)


def test_ri_11_the_short_game_stops_when_three_rows_are_empty() -> None:
    # After that turn: a marker may still be placed.
    match = two_rows("BOU2a", "BRE2a CHA2a", "take 1L")
    assert (match.over, asked(match)) == (False, (0, "place_marker"))
    assert play(match, "no marker").reason == "three_rows_empty"
    # A second card may be taken, even from the last row.
    match = two_rows("BOUs", "BOUc CHA2a", "take 1L")
    assert asked(match) == (0, "second_card")
    play(match, "take 2L", "no marker")
    assert (match.over, has(match, 0, "BOUc")) == (True, True)
    # The last two rows may go in one turn.
    assert two_rows("BOUs", "BOUc", "take 1L", "take 2L").reason == "all_cards_taken"
    # Cards left count for nobody.
    match = two_rows("BOU2a", "AUVs AUVc AUVt AUV2a", "take 1L", "no marker")
    assert [tally.reason for tally in match.count()[8].tallies] == ["without_a_card", "without_a_card"]
    # Not in the game as printed.
    match = play(position({"1.1": "BOU2a", "2.1": "BRE2a CHA2a"}), "take 1L", "no marker")
    assert asked(match) == (1, "take_card")


# == RI-12 ===========================================================================================================
def test_ri_12_two_three_or_four_players_take_turns() -> None:
    for seats in (2, 3, 4):
        match = deal(seats=seats)
        for turn in range(8):
            assert asked(match) == (turn % seats, "take_card"), (seats, turn)
            play(match, f"take {turn // 2 + 1}{'LR'[turn % 2]}", "no marker")


def test_ri_12_marker_rules_hold_against_every_opponent() -> None:
    for owner in (0, 2):
        match = play(position({"1.1": "BOU2a BRE2a CHA2a"}, seats=3, turn=1, marks={owner: "1.1"}), "take 1L")
        assert [markers(match, seat) for seat in range(3)] == [(3, "", 0), (2, "", 1), (3, "", 0)], owner
    # One who is barred sits out, and the next plays.
    match = play(position({"1.1": "BOU2a BRE2a CHA2a"}, seats=3, marks={0: "1.2 1.3"}, lost={1: 3}), "take 1L")
    assert asked(match) == (2, "take_card")
