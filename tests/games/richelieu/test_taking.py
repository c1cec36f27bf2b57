"""Taking cards: the rulebook's "Le jeu", RI-1 and RI-2."""

import pytest

from eminence.core.errors import NotOffered
from eminence.core.match import Match
from tests.games.playing import asked, offered, play
from tests.games.richelieu.tables import deal, finish, has, position


# == The game: taking cards ==========================================================================================
def test_rulebook_a_card_is_taken_from_either_end_of_a_row() -> None:
    # Cards are taken from either end of a row.
    match = deal("BOUs ... AUVt", "BREs ... BREt")
    assert offered(match) == ["take 1L", "take 1R", "take 2L", "take 2R", "take 3L", "take 3R", "take 4L", "take 4R"]
    play(match, "take 1R", "no marker", "take 2L")
    assert has(match, 0, "AUVt")
    assert has(match, 1, "BREs")
    # A card must be taken.
    assert not {"enough", "sit out", "no marker"} & set(offered(deal()))
    # The last card of a row is offered once.
    match = position({"1.4": "BOU2a", "2.1": "BRE2a CHA2a"})
    assert offered(match, "take") == ["1L", "2L", "2R"]
    with pytest.raises(NotOffered, match=r"(?i)the last card of row 1 .*1L"):
        match.choose(0, "take 1R")
    with pytest.raises(NotOffered, match=r"(?i)row 3 is empty"):
        match.choose(0, "take 3L")


def test_rulebook_players_take_turns() -> None:
    match = deal()
    order = []
    for _ in range(6):
        order.append(asked(match)[0])
        play(match, offered(match)[0])
        while asked(match)[1] in ("second_card", "place_marker") and asked(match)[0] == order[-1]:
            play(match, "enough" if asked(match)[1] == "second_card" else "no marker")
    assert order == [0, 1, 0, 1, 0, 1]


def test_rulebook_the_game_stops_when_all_cards_have_been_taken() -> None:
    match = finish(deal())
    view = match.view(None)
    assert (view["cards"][0] | view["cards"][1], view["cards"][0] & view["cards"][1]) == (2**48 - 1, 0)
    assert (match.reason, match.story(None)[-1].name) == ("all_cards_taken", "Counted")


# == RI-1 ============================================================================================================
def second_turn(*rows: str, seats: int = 2) -> Match:
    """Seat 1 is about to take its first cards: seat 0 has taken from the right end of row 4, which is of no matter."""
    match = play(deal(*rows, seats=seats), "take 4R", "no marker")
    assert asked(match) == (1, "take_card")
    return match


def test_ri_1_two_singles_of_one_region_may_be_taken() -> None:
    match = play(second_turn("BOUs ...", "... BOUt", "BRE2a ..."), "take 1L")
    assert (asked(match), offered(match)) == ((1, "second_card"), ["take 2R", "enough"])
    play(match, "take 2R")
    assert has(match, 1, "BOUs")
    assert has(match, 1, "BOUt")
    assert asked(match) == (1, "place_marker")
    # The second may be the card just uncovered.
    match = play(second_turn("BOUs BOUc ..."), "take 1L")
    assert offered(match) == ["take 1L", "enough"]
    play(match, "take 1L")
    assert has(match, 1, "BOUs")
    assert has(match, 1, "BOUc")
    # The second may be at the other end of the same row.
    assert offered(play(second_turn("BOUs ... BOU1"), "take 1L")) == ["take 1R", "enough"]
    # Symbols do not matter.
    match = play(second_turn("NORs ...", "NORc ...", "NOR1 ..."), "take 1L")
    assert offered(match) == ["take 2L", "take 3L", "enough"]


def test_ri_1_never_doubles_nor_two_regions_nor_a_third() -> None:
    # A double is never the second card.
    match = play(second_turn("BOUs BRE2a ...", "BOU2a ...", "BOUc ..."), "take 1L")
    assert offered(match) == ["take 3L", "enough"]
    with pytest.raises(NotOffered, match=r"(?i)a second card must be of Bourgogne .*single shield"):
        match.choose(1, "take 2L")
    # A double is never the first of two.
    assert asked(play(second_turn("BOU2a BRE2a ...", "BOUs ...", "BOUc ..."), "take 1L")) == (1, "place_marker")
    # Both are of one region.
    assert asked(play(second_turn("BOUs BRE2a ...", "BREs ...", "BREc ..."), "take 1L")) == (1, "place_marker")
    # No third card.
    assert asked(play(second_turn("BOUs BOUc BOUt BOU1 ..."), "take 1L", "take 1L")) == (1, "place_marker")


def test_ri_1_one_card_is_enough_and_hidden_ones_do_not_count() -> None:
    match = play(second_turn("BOUs BOUc ..."), "take 1L", "enough")
    assert not has(match, 1, "BOUc")
    assert asked(match) == (1, "place_marker")
    # A card hidden behind others cannot be the second.
    assert asked(play(second_turn("BOUs BRE2a BOUc ..."), "take 1L")) == (1, "place_marker")


# == RI-2 ============================================================================================================
def test_ri_2_the_first_turn_of_all_takes_one_card_only() -> None:
    assert asked(play(deal("BOUs BOUc ..."), "take 1L")) == (0, "place_marker")
    # Of any kind.
    assert has(play(deal("BOU2a ..."), "take 1L"), 0, "BOU2a")
    # The other player may take two on his first turn.
    assert asked(play(second_turn("BOUs BOUc ..."), "take 1L")) == (1, "second_card")
    # The starting player may take two on his second turn.
    assert asked(play(second_turn("BOUs BOUc ..."), "take 4R", "no marker", "take 1L")) == (0, "second_card")


@pytest.mark.parametrize("seats", [3, 4])
def test_ri_2_among_more_players_only_the_first_turn_of_all(seats: int) -> None:
    for seat in range(seats):
        match = play(play(deal("BOUs BOUc ...", seats=seats), *["take 4R", "no marker"] * seat), "take 1L")
        assert asked(match) == (seat, "place_marker" if seat == 0 else "second_card")
