"""What lies in the box: people, decks, orders, gems; and that the tables of these tests have all of it."""

from collections import Counter

import pytest

from eminence.core.bags import each
from eminence.core.bits import members
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.notation import ACTION_TEXTS, BID_TEXTS, POLITICS_TEXTS
from tests.games.habemus_papam.tables import GAME, Position, bank, gems_of, gold, names, people, state

# The table of the rules' data: name, group, age, rank, symbol.
CAST = """
Lugo spain 71 1 -
Trivulzio spain 57 9 -
Sforza spain 51 15 -
Colonna spain 50 16 D
Hessen spain 38 22 A
Bichi france 58 8 B
Barberini france 47 17 -
Orsini france 39 21 D
Chigi innocent 55 14 -
GSpada innocent 57 11 E
Ottoboni innocent 44 18 -
Odescalchi innocent 43 19 -
Azzolini innocent 31 25 C
Ginetti urban 69 2 -
Sacchetti urban 67 3 -
Brancaccio urban 62 4 -
BSpada urban 60 5 E
Carpegna urban 59 7 -
Medici spain 59 6 -
Este france 36 24 -
Astalli innocent 38 23 -
FBarberini urban 57 12 -
Harrach - 56 13 A
Grimaldi - 57 10 B
Retz - 41 20 C
"""


def test_the_cast() -> None:
    pairs: dict[str, list[str]] = {}
    for person, line in enumerate(CAST.split("\n")[1:-1]):
        name, faction, age, rank, symbol = line.split()
        assert box.NAMES[person] == name
        assert (box.FACTION_NAMES[box.FACTION_OF[person]] if box.FACTION_OF[person] != box.NONE else "-") == faction
        assert (box.AGES[person], box.SENIORITY[person]) == (int(age), int(rank))
        if symbol != "-":
            pairs.setdefault(symbol, []).append(name)
    assert {names(pair) for pair in box.PAIRS} == {names(people(" ".join(pair))) for pair in pairs.values()}
    assert len(box.PAIRS) == 5


def test_ages_factions_and_hp_5_to_7_who_is_safe() -> None:
    # Who is older than whom is always decided and follows the ages.
    assert sorted(box.SENIORITY) == list(range(1, 26))
    assert [box.AGES[person] for person in box.BY_AGE] == sorted(box.AGES, reverse=True)
    assert [box.SENIORITY[person] for person in box.BY_AGE] == list(range(1, 26))
    # The factions.
    assert [len(members(arms)) for arms in box.ARMS] == [5, 3, 5, 5]
    for faction, arms in enumerate(box.ARMS):
        assert all(box.FACTION_OF[person] == faction for person in members(arms))
        assert box.FACTION_OF[box.FIRST_LEADER + faction] == faction
    # To 7 who is safe from what.
    everybody = people(" ".join(box.NAMES))
    assert names(everybody & ~box.MOVABLE) == "Chigi Medici Este Astalli FBarberini"
    assert names(everybody & ~box.MORTAL) == "Chigi"


def test_the_decks_and_the_orders() -> None:
    politics = Counter(POLITICS_TEXTS[card] for card in each(box.POLITICS_DECK))
    late = {"Harrach": 1, "Grimaldi": 1, "Retz": 1}
    assert politics == {"mazarin": 5, "louis": 5, "felipe": 3, "squadrone": 1, "death": 1} | late
    actions = Counter(ACTION_TEXTS[card] for card in each(box.ACTION_DECK))
    leaders = {"Medici": 1, "Este": 1, "Astalli": 1, "FBarberini": 1}
    assert actions == {"ten": 2, "last": 2, "twice": 2, "rubies": 2, "bribe": 3, "swap": 3} | leaders
    assert politics.total() == actions.total() == 18
    # The orders.
    orders = Counter(box.ORDER_NAMES[order] for order in each(box.ORDER_DECK))
    assert (orders.total(), orders["four-arms"]) == (8, 2)
    assert (len(orders), [box.ORDER_VOTES[order] for order in range(7)]) == (7, [2, 2, 2, 2, 3, 2, 2])


@pytest.mark.parametrize(
    ("seats", "in_bank", "diamonds"), [(3, "R" * 7 + "S" * 5 + "A" * 6, 4), (4, "RRRRRRSSSAAA", 0)]
)
def test_the_start(seats: int, in_bank: str, diamonds: int) -> None:
    """Everybody has 4 diamonds, a ruby, 2 sapphires, 3 ambers and 20 gold; the other gems are in the bank."""
    match = GAME.new(seats, by_hand=True)
    assert (sum(box.IN_THE_BOX), [gems_of(match, seat) for seat in range(seats)]) == (52, ["DDDDRSSAAA"] * seats)
    assert (gold(match), bank(match)) == ([20] * seats, in_bank)
    assert state(match).diamonds == diamonds


# == Bids =============================================================================================================
def test_all_bids_and_what_they_are_worth() -> None:
    # All bids from the lowest to the highest.
    assert (len(box.BID_GEMS), " ".join(BID_TEXTS[:15])) == (35, "nothing A S R D AA SA SS RA RS RR DA DS DR DD")
    assert " ".join(BID_TEXTS[15:25]) == "AAA SAA SSA SSS RAA RSA RSS RRA RRS RRR"
    assert " ".join(BID_TEXTS[25:]) == "DAA DSA DSS DRA DRS DRR DDA DDS DDR DDD"
    assert BID_TEXTS[box.THREE_RUBIES] == "RRR"
    # What each bid is worth if its best gem counts twice.
    worth = {BID_TEXTS[bid]: BID_TEXTS[box.DOUBLED[bid]] for bid in range(15)}
    assert " ".join(f"{text}:{twice}" for text, twice in worth.items()) == (
        "nothing:nothing A:AA S:SS R:RR D:DD AA:AAA SA:SSA SS:SSS RA:RRA RS:RRS RR:RRR DA:DDA DS:DDS DR:DDR DD:DDD"
    )
    assert {box.DOUBLED[bid] for bid in range(15, 35)} == {box.NONE}  # three gems may not be bid then


def test_the_tables_of_these_tests_have_all_components() -> None:
    """`Position` looks for itself: a card that is named twice is found out."""
    Position().court(0, "Chigi Medici Harrach").offer("Lugo death bribe").hand(1, "ten").turned_up(8).revealing()
    with pytest.raises(AssertionError, match="two places"):
        Position().court(0, "Lugo").court(1, "Lugo")
