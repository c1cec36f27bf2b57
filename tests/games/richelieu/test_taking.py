"""Taking cards: the rulebook's "Le jeu", RI-1 and RI-2."""

from eminence.core.match import Match
from tests.games.playing import asked, offered, play
from tests.games.richelieu.tables import deal, finish, has, position


# == The game: taking cards ==========================================================================================
def test_rulebook_a_card_is_taken_from_either_end_of_a_row() -> None:
    match = deal("BOUs ... AUVt", "BREs ... BREt")
    assert offered(match) == ["take 1L", "take 1R", "take 2L", "take 2R", "take 3L", "take 3R", "take 4L", "take 4R"]
    play(match, "take 1R", "no marker", "take 2L")
    assert has(match, 0, "AUVt")
    assert has(match, 1, "BREs")
    # The last card of a row is offered once.
    assert offered(position({"1.4": "BOU2a", "2.1": "BRE2a CHA2a"})) == ["take 1L", "take 2L", "take 2R"]


def test_rulebook_the_game_stops_when_all_cards_have_been_taken() -> None:
    match = finish(deal())
    view = match.view(None)
    assert (view["cards"][0] | view["cards"][1], view["cards"][0] & view["cards"][1]) == (2**48 - 1, 0)
    assert (match.reason, match.story(None)[-1].name) == ("all_cards_taken", "Counted")


# == RI-1 ============================================================================================================
def second_turn(*rows: str) -> Match:
    """Seat 1 is about to take its first cards: seat 0 has taken from the right end of row 4, which is of no matter."""
    match = play(deal(*rows), "take 4R", "no marker")
    assert asked(match) == (1, "take_card")
    return match


def test_ri_1_a_second_single_of_the_same_region_may_be_taken() -> None:
    for case, rows, ends in (
        ("from another row", ["BOUs ...", "... BOUt", "BRE2a ..."], ["2R"]),
        ("the card just uncovered", ["BOUs BOUc ..."], ["1L"]),
        ("from the other end of the same row", ["BOUs ... BOU1"], ["1R"]),
        ("whatever their symbols", ["NORs ...", "NORc ...", "NOR1 ..."], ["2L", "3L"]),
        ("but no double", ["BOUs BRE2a ...", "BOU2a ...", "BOUc ..."], ["3L"]),
        ("not after a double", ["BOU2a BRE2a ...", "BOUs ...", "BOUc ..."], []),
        ("not of two regions", ["BOUs BRE2a ...", "BREs ...", "BREc ..."], []),
        ("not hidden behind others", ["BOUs BRE2a BOUc ..."], []),
    ):
        match = play(second_turn(*rows), "take 1L")
        assert asked(match) == (1, "second_card" if ends else "place_marker"), case
        assert offered(match, "take") == ends, case
        for end in ends:
            assert offered(match)[-1] == "enough", case
            assert asked(play(second_turn(*rows), "take 1L", f"take {end}")) == (1, "place_marker"), case


def test_ri_1_one_card_is_enough_and_there_is_no_third() -> None:
    match = play(second_turn("BOUs BOUc BOUt BOU1 ..."), "take 1L", "enough")
    assert (asked(match), has(match, 1, "BOUs"), has(match, 1, "BOUc")) == ((1, "place_marker"), True, False)
    match = play(second_turn("BOUs BOUc BOUt BOU1 ..."), "take 1L", "take 1L")
    assert (asked(match), has(match, 1, "BOUs BOUc")) == ((1, "place_marker"), True)


# == RI-2 ============================================================================================================
def test_ri_2_the_first_turn_of_all_takes_one_card_only() -> None:
    for seats, seat in [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2), (4, 3)]:
        match = play(deal("BOUs BOUc ...", seats=seats), *["take 4R", "no marker"] * seat, "take 1L")
        assert asked(match) == (seat, "place_marker" if seat == 0 else "second_card"), (seats, seat)
    # Of any kind.
    assert has(play(deal("BOU2a ..."), "take 1L"), 0, "BOU2a")
    # The starting player may take two on his second turn.
    assert asked(play(second_turn("BOUs BOUc ..."), "take 4R", "no marker", "take 1L")) == (0, "second_card")
