"""What lies in the box: people, decks, orders, gems; and that the tables of these tests have all of it."""

from collections import Counter

import pytest

from eminence.core.bags import each
from eminence.core.bits import members
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.notation import ACTION_TEXTS, BID_TEXTS, POLITICS_TEXTS
from tests.games.habemus_papam.tables import GAME, Position, bank, gems_of, gold, names, people, state

# The table of the rules' data: people of a group with age, rank and symbol; cardinals, then leaders, then late ones.
CAST = """
spain: Lugo 71 1, Trivulzio 57 9, Sforza 51 15, Colonna 50 16 D, Hessen 38 22 A
france: Bichi 58 8 B, Barberini 47 17, Orsini 39 21 D
innocent: Chigi 55 14, GSpada 57 11 E, Ottoboni 44 18, Odescalchi 43 19, Azzolini 31 25 C
urban: Ginetti 69 2, Sacchetti 67 3, Brancaccio 62 4, BSpada 60 5 E, Carpegna 59 7
spain: Medici 59 6
france: Este 36 24
innocent: Astalli 38 23
urban: FBarberini 57 12
-: Harrach 56 13 A, Grimaldi 57 10 B, Retz 41 20 C
"""


def test_the_cast() -> None:
    pairs: dict[str, list[str]] = {}
    groups = [line.split(": ") for line in CAST.strip().splitlines()]
    cast = [[faction, *line.split()] for faction, there in groups for line in there.split(", ")]
    for person, (faction, name, age, rank, *symbols) in enumerate(cast):
        assert (box.NAMES[person], box.AGES[person], box.SENIORITY[person]) == (name, int(age), int(rank))
        assert (box.FACTION_NAMES[box.FACTION_OF[person]] if box.FACTION_OF[person] != box.NONE else "-") == faction
        for symbol in symbols:
            pairs.setdefault(symbol, []).append(name)
    assert len(cast) == box.PEOPLE == 25
    assert {names(pair) for pair in box.PAIRS} == {names(people(" ".join(pair))) for pair in pairs.values()}
    assert len(box.PAIRS) == 5
    # Who is older than whom is always decided and follows the ages.
    assert [box.AGES[person] for person in box.BY_AGE] == sorted(box.AGES, reverse=True)
    assert [box.SENIORITY[person] for person in box.BY_AGE] == list(range(1, 26))
    # The factions: five, three, five and five cardinals, and a leader.
    assert [len(members(arms)) for arms in box.ARMS] == [5, 3, 5, 5]
    for group, arms in enumerate(box.ARMS):
        assert all(box.FACTION_OF[person] == group for person in members(arms))
        assert box.FACTION_OF[box.FIRST_LEADER + group] == group
    # HP-5 to HP-7: who is safe from what.
    everybody = people(" ".join(box.NAMES))
    assert names(everybody & ~box.MOVABLE) == "Chigi Medici Este Astalli FBarberini"
    assert names(everybody & ~box.MORTAL) == "Chigi"


def test_the_decks_the_orders_and_the_start() -> None:
    politics = Counter(POLITICS_TEXTS[card] for card in each(box.POLITICS_DECK))
    late, leaders = dict.fromkeys(box.NAMES[22:], 1), dict.fromkeys(box.NAMES[18:22], 1)
    assert politics == {"mazarin": 5, "louis": 5, "felipe": 3, "squadrone": 1, "death": 1} | late
    actions = Counter(ACTION_TEXTS[card] for card in each(box.ACTION_DECK))
    assert actions == {"ten": 2, "last": 2, "twice": 2, "rubies": 2, "bribe": 3, "swap": 3} | leaders
    assert politics.total() == actions.total() == 18
    orders = Counter(box.ORDER_NAMES[order] for order in each(box.ORDER_DECK))
    assert (orders.total(), len(orders), orders["four-arms"]) == (8, 7, 2)
    assert [box.ORDER_VOTES[order] for order in range(7)] == [2, 2, 2, 2, 3, 2, 2]
    # At the start everybody has 4 diamonds, a ruby, 2 sapphires, 3 ambers and 20 gold; the bank has the other gems.
    assert sum(box.IN_THE_BOX) == 52
    for seats, in_bank, diamonds in ((3, "R" * 7 + "S" * 5 + "A" * 6, 4), (4, "RRRRRRSSSAAA", 0)):
        match = GAME.new(seats, by_hand=True)
        assert ([gems_of(match, seat) for seat in range(seats)], gold(match)) == (["DDDDRSSAAA"] * seats, [20] * seats)
        assert (bank(match), state(match).diamonds) == (in_bank, diamonds)


def test_all_bids_and_what_they_are_worth() -> None:
    # All bids from the lowest to the highest.
    assert (len(box.BID_GEMS), " ".join(BID_TEXTS[:15])) == (35, "nothing A S R D AA SA SS RA RS RR DA DS DR DD")
    assert " ".join(BID_TEXTS[15:25]) == "AAA SAA SSA SSS RAA RSA RSS RRA RRS RRR"
    assert " ".join(BID_TEXTS[25:]) == "DAA DSA DSS DRA DRS DRR DDA DDS DDR DDD"
    assert BID_TEXTS[box.THREE_RUBIES] == "RRR"
    # What each bid is worth if its best gem counts twice; three gems may not be bid then.
    worth = " ".join(BID_TEXTS[box.DOUBLED[bid]] for bid in range(15))
    assert worth == "nothing AA SS RR DD AAA SSA SSS RRA RRS RRR DDA DDS DDR DDD"
    assert {box.DOUBLED[bid] for bid in range(15, 35)} == {box.NONE}


def test_the_tables_of_these_tests_have_all_components() -> None:
    """`Position` looks for itself: a card that is named twice is found out."""
    Position().court(0, "Chigi Medici Harrach").offer("Lugo death bribe").hand(1, "ten").turned_up(8).revealing()
    with pytest.raises(AssertionError, match="two places"):
        Position().court(0, "Lugo").court(1, "Lugo")
