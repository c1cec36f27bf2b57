"""What lies in the box of 1655 – Habemus Papam: people, politics, actions, orders, gems."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from eminence.core.bags import EACH, bag_of, how_many
from eminence.core.bits import ONE

NONE: Final = -1

# -- people: 18 cardinals of four factions, four leaders, three who come late ----------------------------------------

FACTIONS: Final = 4
FACTION_NAMES: Final[tuple[str, ...]] = ("spain", "france", "innocent", "urban")

CARDINALS: Final = 18  # the people of the cardinal deck are 0 to 17
FIRST_LEADER: Final = 18  # the leaders of the four factions, in their order
FIRST_LATE: Final = 22
PEOPLE: Final = 25
LATE: Final = 3
NAMES: Final[tuple[str, ...]] = (
    "Lugo", "Trivulzio", "Sforza", "Colonna", "Hessen",
    "Bichi", "Barberini", "Orsini",
    "Chigi", "GSpada", "Ottoboni", "Odescalchi", "Azzolini",
    "Ginetti", "Sacchetti", "Brancaccio", "BSpada", "Carpegna",
    "Medici", "Este", "Astalli", "FBarberini",
    "Harrach", "Grimaldi", "Retz",
)  # fmt: skip
"""How each is called in the notation."""
FACTION_OF: Final[list[i64]] = [0] * 5 + [1] * 3 + [2] * 5 + [3] * 5 + [0, 1, 2, 3] + [NONE] * 3
AGES: Final[list[i64]] = [
    71, 57, 51, 50, 38, 58, 47, 39, 55, 57, 44, 43, 31, 69, 67, 62, 60, 59, 59, 36, 38, 57, 56, 57, 41,
]  # fmt: skip
SENIORITY: Final[list[i64]] = [
    1, 9, 15, 16, 22, 8, 17, 21, 14, 11, 18, 19, 25, 2, 3, 4, 5, 7, 6, 24, 23, 12, 13, 10, 20,
]  # fmt: skip
"""Who is older than whom, 1 the oldest: no two are alike."""
BY_AGE: Final[list[i64]] = sorted(range(PEOPLE), key=lambda person: SENIORITY[person])
"""Everybody, the oldest first."""

BARBERINI: Final = 6  # pairs with two cards of Louis XIV
CHIGI: Final = 8  # is safe from nearly everything (HP-5)
SACCHETTI: Final = 14  # pairs with two cards of Mazarin

ALL_CARDINALS: Final[i64] = (ONE << CARDINALS) - 1
"""The cardinals who have a faction, and a bag of gold."""
ALL_LEADERS: Final[i64] = ((ONE << FACTIONS) - 1) << FIRST_LEADER
ALL_LATE: Final[i64] = ((ONE << LATE) - 1) << FIRST_LATE
MOVABLE: Final[i64] = (ALL_CARDINALS | ALL_LATE) & ~(ONE << CHIGI)
"""Whom a bribe, a swap or Felipe can touch: cardinals, late ones too, but for Chigi (HP-5, HP-6, HP-7)."""
MORTAL: Final[i64] = MOVABLE | ALL_LEADERS  # who can die: leaders too (HP-6)
PAIRS: Final[list[i64]] = [
    (ONE << 4) | (ONE << 22),
    (ONE << 5) | (ONE << 23),
    (ONE << 12) | (ONE << 24),
    (ONE << 3) | (ONE << 7),
    (ONE << 9) | (ONE << 16),
]
"""The five pairs of old friends: two Germans, two nuncios, Retz and Azzolini, two Roman houses, uncle and nephew."""
ARMS: Final[list[i64]] = [
    sum((int(ONE) << person for person in range(CARDINALS) if FACTION_OF[person] == faction), 0)
    for faction in range(FACTIONS)
]
"""The cardinals of each faction; its leader, who has two arms, is `FIRST_LEADER + faction`."""

# -- politics --------------------------------------------------------------------------------------------------------

MAZARIN: Final = 0
LOUIS: Final = 1
FELIPE: Final = 2
SQUADRONE: Final = 3
DEATH: Final = 4
FIRST_LATE_CARD: Final = 5  # the three late cardinals, among the politics
POLITICS: Final = 8
POLITICS_NAMES: Final[tuple[str, ...]] = ("mazarin", "louis", "felipe", "squadrone", "death")
POLITICS_DECK: Final[i64] = 5 * EACH[MAZARIN] + 5 * EACH[LOUIS] + 3 * EACH[FELIPE] + bag_of([3, 4, 5, 6, 7])
RATE: Final[list[i64]] = [15, 10, 8, 7, 6, 5]
"""What a vote costs in gold, by the number of one's Mazarins."""
LOUIS_VOTES: Final[list[i64]] = [0, 1, 2, 4, 6, 8]
FELIPE_GOLD: Final[list[i64]] = [0, 5, 15, 25]
"""What one's Felipes bring at the end."""
GOLD_AT_ONCE: Final[list[i64]] = [0, 0, 5, 0, 5, 0, 0, 0]  # what politics bring when they are taken
SQUADRONE_PRICE: Final = 20
SQUADRONE_VOTES: Final = 3

# -- actions ---------------------------------------------------------------------------------------------------------

TEN: Final = 0
LAST: Final = 1
TWICE: Final = 2
RUBIES: Final = 3
BRIBE_CARD: Final = 4
SWAP_CARD: Final = 5
ACTIONS: Final = 6  # actions to be played; then come the four leaders, who are not
ACTION_CARDS: Final = 10
ACTION_NAMES: Final[tuple[str, ...]] = ("ten", "last", "twice", "rubies", "bribe", "swap")
ACTION_DECK: Final[i64] = bag_of([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 7, 8, 9])
THEFT: Final[list[i64]] = [0, 2, 3, 2, 0, 0]
"""What each action takes from every opponent."""
TEN_GOLD: Final = 10
BRIBE_PRICE: Final = 5
REFUSED: Final = 1
PLACED: Final = 2  # what everybody sees at once of how somebody has decided on an action card (HP-20)

ON_POLITICS: Final[list[i64]] = [0] * 5 + [ONE << (FIRST_LATE + late) for late in range(LATE)]
ON_ACTIONS: Final[list[i64]] = [0] * 6 + [ONE << (FIRST_LEADER + faction) for faction in range(FACTIONS)]
"""Who is on a card, as a set: nobody on most of them."""
LATE_CARDS: Final[i64] = bag_of([5, 6, 7])
LEADER_CARDS: Final[i64] = bag_of([6, 7, 8, 9])
"""The cards with somebody on them: each is there once."""


def people_among(politics: i64, actions: i64) -> i64:
    """The late cardinals and the leaders among cards, as a set of people."""
    found: i64 = 0
    card: i64
    for card in range(FIRST_LATE_CARD, POLITICS):
        if how_many(politics, card):
            found |= ON_POLITICS[card]
    for card in range(ACTIONS, ACTION_CARDS):
        if how_many(actions, card):
            found |= ON_ACTIONS[card]
    return found


# -- orders ----------------------------------------------------------------------------------------------------------

ORDER_NAMES: Final[tuple[str, ...]] = (
    "four-arms", "spain-innocent", "innocent-urban", "spain-urban", "france", "leaders", "felipe-mazarin",
)  # fmt: skip
ORDER_DECK: Final[i64] = bag_of([0, 0, 1, 2, 3, 4, 5, 6])
ORDER_VOTES: Final[list[i64]] = [2, 2, 2, 2, 3, 2, 2]
ORDER_ARMS: Final[list[i64]] = [
    bag_of([0, 1, 2, 3]), bag_of([0, 0, 2, 2]), bag_of([2, 2, 3, 3]), bag_of([0, 0, 3, 3]), bag_of([1, 1, 1]),
]  # fmt: skip
"""The arms that the first five orders ask for: bags of factions."""
MOST_LEADERS: Final = 5
FELIPE_MAZARIN: Final = 6
ORDERS_DEALT: Final = 2

# -- gems ------------------------------------------------------------------------------------------------------------

DIAMOND: Final = 0
RUBY: Final = 1
SAPPHIRE: Final = 2
AMBER: Final = 3
GEMS: Final = 4
DIAMONDS: Final[i64] = 15 * EACH[DIAMOND]
"""The part of a bag of gems that is diamonds."""
GEM_LETTERS: Final = "DRSA"
GEM_NAMES: Final[tuple[str, ...]] = ("diamond", "ruby", "sapphire", "amber")
IN_THE_BOX: Final[list[i64]] = [16, 10, 11, 15]
AT_FIRST: Final[i64] = 4 * EACH[DIAMOND] + EACH[RUBY] + 2 * EACH[SAPPHIRE] + 3 * EACH[AMBER]
GOLD_AT_FIRST: Final = 20
BAG_OF_GOLD: Final = 5  # what each cardinal with a bag brings at the black smoke
MOST_GEMS: Final = 3


def _all_bids() -> list[list[int]]:
    """Every bid, from the lowest to the highest: number before quality, the most precious gem first."""
    found = [
        [0] * d + [1] * r + [2] * s + [3] * a
        for d in range(4)
        for r in range(4 - d)
        for s in range(4 - d - r)
        for a in range(4 - d - r - s)
    ]
    return sorted(found, key=lambda gems: (len(gems), [-gem for gem in gems]))


BID_GEMS: Final[list[list[int]]] = _all_bids()
"""The gems of every bid, the most precious first. The number of a bid is how high it is."""
BIDS: Final[list[i64]] = [bag_of([i64(gem) for gem in gems]) for gems in BID_GEMS]
"""The same as bags."""
BID_SIZE: Final[list[i64]] = [len(gems) for gems in BID_GEMS]
DOUBLED: Final[list[i64]] = [BID_GEMS.index([*gems[:1], *gems]) if len(gems) < MOST_GEMS else NONE for gems in BID_GEMS]
"""What each bid is worth if its best gem counts twice."""
THREE_RUBIES: Final[i64] = BID_GEMS.index([RUBY, RUBY, RUBY])


def camerlengo_gems(bank: i64) -> i64:
    """The gems that the Camerlengo card brings: one of each but diamonds, as far as the bank has them (HP-13)."""
    found: i64 = 0
    gem: i64
    for gem in range(RUBY, GEMS):
        if how_many(bank, gem):
            found += EACH[gem]
    return found


# -- smoke (HP-10) ---------------------------------------------------------------------------------------------------

NO_SMOKE_YET: Final = 0
BLACK: Final = 1
WHITE: Final = 2
SMOKES: Final[tuple[str, ...]] = ("none", "black", "white")
EARLIEST_BLACK: Final = 8
LATEST_BLACK: Final = 10
EARLIEST_WHITE: Final = 15
LATEST_WHITE: Final = 18
