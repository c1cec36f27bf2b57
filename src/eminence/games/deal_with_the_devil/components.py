"""The box of Deal with the Devil, but for its cards: numbers of the rulebook, and those we had to reconstruct."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from eminence.games.deal_with_the_devil.goods import COIN, EACH, GLASS, MARBLE, STONE, WHEAT, WOOD, heap_of

NONE: Final = -1
SEATS: Final = 4
ALL_SEATS: Final = 15
ROUNDS: Final = 5

# -- phases ------------------------------------------------------------------------------------------------------------
SETTING_UP: Final = 0
PRODUCTION: Final = 1
CARDS: Final = 2
DEALS: Final = 3
ACTIONS: Final = 4
INTEREST: Final = 5
REPUTATION: Final = 6
WITCH_HUNT: Final = 7
INQUISITION: Final = 8
COUNTING: Final = 9
PHASES: Final = (
    "setting_up", "production", "cards", "deals", "actions", "interest", "reputation", "witch_hunt", "inquisition",
    "counting",
)  # fmt: skip

# -- roles, by the mark inside their chest: the two mortals' differ (DP-25) --------------------------------------------
DOVE: Final = 0
LAMB: Final = 1
EYE: Final = 2  # the cultist
HORNS: Final = 3  # the devil
MARKS: Final = ("dove", "lamb", "eye", "horns")
ROLE_NAMES: Final = ("mortal", "cultist", "devil")
ROLE_OF: Final[list[i64]] = [0, 0, 1, 2]  # of a mark

START_OF_ROLE: Final[list[i64]] = [
    0, 0, EACH[GLASS] + EACH[MARBLE] + COIN,
    EACH[WOOD] + EACH[STONE] + EACH[WHEAT] + EACH[GLASS] + EACH[MARBLE] + 8 * COIN,
]  # fmt: skip
SOULS_OF_ROLE: Final[list[i64]] = [3, 3, 2 << 4, 0]  # pure, and tainted ones in the bits above
JESTERS_OF_ROLE: Final[list[i64]] = [5, 5, 4, 0]  # DP-31
TAINTED: Final = 16  # a tainted fragment, among souls
ALL_PURE: Final = 6
ALL_TAINTED: Final = 2

CHEAPEST: Final = 2  # the least coins that may be asked
DEAREST: Final[list[i64]] = [7, 7, 6, 0]  # the most, by mark
MOST_SOULS: Final[list[i64]] = [0, 0, 1, 2]  # the most fragments that may be asked, by mark
SOUL_PRICE: Final = 16  # a price of n fragments is 16 + n

# -- seats and the wheel (reconstructed; sides 0 and 1 have the rulebook's two examples) -------------------------------
START_OF_SIDE: Final[list[i64]] = [
    heap_of([2, 0, 0, 0, 0, 0, 0, 2]), heap_of([0, 2, 0, 0, 0, 0, 0, 2]), heap_of([1, 0, 1, 0, 0, 0, 0, 3]),
    heap_of([0, 1, 1, 0, 0, 0, 0, 4]),
]  # fmt: skip
W: Final = WOOD
S: Final = STONE
H: Final = WHEAT
G: Final = GLASS
M: Final = MARBLE
WHEEL: Final[list[list[list[i64]]]] = [  # by side and round, what stands at the four slots
    [[G, G, H, S], [W, S, H, W], [S, M, M, W], [H, W, G, G], [M, M, S, H]],
    [[M, M, H, W], [S, W, G, G], [S, H, W, S], [H, M, M, S], [G, G, W, H]],
    [[W, S, G, G], [M, M, H, S], [H, G, G, W], [W, H, S, W], [S, H, M, M]],
    [[S, W, M, M], [H, G, G, W], [M, M, S, H], [W, S, G, G], [H, S, W, H]],
]
SLOTS: Final = 4
COIN_SLOTS: Final = 0b0110  # the two in the middle produce a coin a level

# -- debts -------------------------------------------------------------------------------------------------------------
MOST_DEBT: Final = 10
QUARTERS: Final = 4

# -- reputation (the track is reconstructed) ---------------------------------------------------------------------------
LOWEST: Final = -7
HIGHEST: Final = 7
START_REPUTATION: Final = 1
FIRST_DEMON: Final = -5  # this space and those below it bring demon wings
DRIFT: Final[list[i64]] = [0, 1, 1, 1, 2, 2, 3, 3]  # by the distance from the knot
A_SET_OF_WINGS: Final = 3
GUEST_POINTS: Final = -2
WINGS_PRICE: Final = 5

# -- actions -----------------------------------------------------------------------------------------------------------
TOKENS: Final = 4
FREE_TOKENS: Final = 2
RECRUIT_FIRST: Final = 2
RECRUIT_AGAIN: Final = 3
ON_TWO: Final = 0  # where a courtier is: on the space for 2 coins,
AT_COURT: Final = 1  # behind the wall,
ON_THREE: Final = 2  # on the space for 3 coins,
AWAY: Final = 3  # or, the alchemist at first, nowhere

# -- achievements: rural, urban, religious, mixed; minor ones first ----------------------------------------------------
ACHIEVEMENTS: Final = 8
MINORS: Final = 4
MINOR_NEEDS: Final = 3
MAJOR_NEEDS: Final = 5
MIXED: Final = 3  # the minor one needs one of each, the major one two of each
MAJOR_COINS: Final = 7
MAJOR_ANGELS: Final = 2
REMOVED: Final = 7  # a minor achievement that a dam took away

# -- the inquisition ---------------------------------------------------------------------------------------------------
FACE_DOWN: Final = 0
IN_FORCE: Final = 1
GONE: Final = 2
BRIBE_COINS: Final = 5
NOBODY_GUESSED: Final = 7
MASS_DEVIL_GAINS: Final[list[i64]] = [EACH[GLASS] + EACH[MARBLE], EACH[WOOD] + EACH[STONE], 2 * COIN]
MASS_POINTS: Final[list[i64]] = [0, 0, 2, 4, 6]
MASS_BEYOND: Final = 6
GUESS_POINTS: Final = 2
FOUND_COINS: Final = 2
DEVIL_FOUND: Final = -4
CULTIST_FOUND: Final = -3
