"""What is in the box of Caesar & Cleopatra: patricians, votes of confidence, and for each side influence and action.

Cleopatra has seat 0, Caesar seat 1. Cards of a kind are alike, so what matters is how many there are of each: bags
(`core.bags`). The numbers, and where each comes from, are in the rules page.
"""

from typing import Final

from mypy_extensions import i64

from eminence.core.bags import EACH, bag_of

NONE: Final = -1

# -- the cards of a side ---------------------------------------------------------------------------------------------

PHILOSOPHER: Final = 5
FACES: Final = 6  # influence by face: 1 to 5 are the numbers 0 to 4, then the philosopher
COUP: Final = 6
SPY: Final = 7
CASTLING: Final = 8
SCOUT: Final = 9
WRATH: Final = 10
VETO: Final = 11
KINDS: Final = 12  # all kinds of cards of a side: influence first, then action

KIND_NAMES: Final[tuple[str, ...]] = (
    "1", "2", "3", "4", "5", "philosopher", "coup", "spy", "castling", "scout", "wrath", "veto",
)  # fmt: skip
VALUE: Final[list[i64]] = [1, 2, 3, 4, 5, 0]  # what an influence card counts in a vote
NUMBER_OF: Final[list[i64]] = [7, 7, 7, 7, 7, 2, 4, 2, 2, 2, 1, 2]  # how many of each kind a side has
STARTERS: Final[i64] = bag_of([0, 1, 2, 3, 4])  # one series of 1 to 5: each side begins with two of them
INFLUENCE: Final[i64] = bag_of([kind for kind in range(FACES) for _ in range(NUMBER_OF[kind])])
ACTIONS: Final[i64] = bag_of([kind for kind in range(FACES, KINDS) for _ in range(NUMBER_OF[kind])])
INFLUENCE_MASK: Final[i64] = EACH[FACES] - EACH[0]  # the part of a bag that is influence
NUMBERS_MASK: Final[i64] = EACH[PHILOSOPHER] - EACH[0]  # the part of a bag that is numbers
HAND: Final = 5  # cards a hand is filled up to

# -- the neutral cards -----------------------------------------------------------------------------------------------

GROUPS: Final = 5
GROUP_NAMES: Final[tuple[str, ...]] = ("senators", "praetors", "quaestors", "censors", "aediles")
PATRICIANS: Final[list[i64]] = [5, 5, 5, 3, 3]
MAJORITY: Final[list[i64]] = [3, 3, 3, 2, 2]  # how many of a group are more than half of it
ORGY: Final = 5
SHUFFLE: Final = 6  # the orgy that orders a reshuffle
VOTES: Final = 7
VOTE_PILE: Final[i64] = bag_of([0, 1, 2, 3, 4, ORGY, ORGY, SHUFFLE])
BONUSES: Final = 3  # influence bonuses are for senators, praetors or quaestors
BONUS_BOX: Final[i64] = bag_of([0, 0, 1, 1, 2, 2])
BONUS_NEEDS: Final = 3
BONUS_POINTS: Final = 2

# -- the table: beside each group a side of each player --------------------------------------------------------------

OWN_LIMIT: Final = 5  # cards of one player beside a group
FULL: Final = 8  # cards of both beside a group: as many call for an extraordinary vote


def side(seat: i64, group: i64) -> i64:
    """The place of a player's influence beside a group, in lists that have an item for each."""
    return seat * GROUPS + group


PAIRS: Final[list[tuple[int, int]]] = [(a, b) for a in range(GROUPS) for b in range(a + 1, GROUPS)]
IDLE_TURNS: Final = 4  # so many turns in a row in which nothing happens end the game (CC-19)
