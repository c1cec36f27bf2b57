"""What is in the box of Richelieu: 48 cards of nine regions, 14 discs, three markers a player.

The numbers, and where each comes from, are in the rules page. Cards, discs and places are small integers, sets of them
are bit sets.
"""

from typing import Final

from mypy_extensions import i64

from eminence.core.bits import ONE

NONE: Final = -1

# -- what is counted: the nine regions in the order of the rulebook, then the three symbols --------------------------

REGIONS: Final[tuple[str, ...]] = (
    "Bourgogne",
    "Bretagne",
    "Champagne",
    "Normandie",
    "Languedoc",
    "Provence",
    "Anjou",
    "Bourbon",
    "Auvergne",
)
SYMBOLS: Final[tuple[str, ...]] = ("sword", "cross", "tower")
SUBJECTS: Final[tuple[str, ...]] = REGIONS + SYMBOLS
FIRST_SYMBOL: Final = 9  # regions are 0 to 8 among the subjects, symbols 9 to 11

# -- the 48 cards: of each region a sword, a cross and a tower, its plain cards, its double cards -------------------

DOUBLE_CARDS: Final[tuple[int, ...]] = (3, 3, 3, 2, 2, 2, 1, 1, 1)  # with two shields, by region
PLAIN_CARDS: Final[tuple[int, ...]] = (1, 0, 0, 1, 0, 0, 1, 0, 0)  # with one shield and no symbol, by region

REGION_OF: Final[list[i64]] = []
KIND_OF: Final[list[str]] = []  # s, c, t for a symbol, 1 for a plain card, 2a 2b 2c for double ones
for _region in range(len(REGIONS)):
    for _kind in ["s", "c", "t", *["1"] * PLAIN_CARDS[_region], *["2a", "2b", "2c"][: DOUBLE_CARDS[_region]]]:
        REGION_OF.append(_region)
        KIND_OF.append(_kind)
SHIELDS_OF: Final[list[i64]] = [2 if kind[0] == "2" else 1 for kind in KIND_OF]
SYMBOL_OF: Final[list[i64]] = [FIRST_SYMBOL + "sct".index(kind) if kind in "sct" else NONE for kind in KIND_OF]
CARDS: Final = len(REGION_OF)

SINGLE_OF: Final[list[i64]] = [REGION_OF[card] if SHIELDS_OF[card] == 1 else NONE for card in range(CARDS)]
"""The region of a card with a single shield; NONE for a double card, which is never one of a pair (RI-1)."""

SUBJECT_CARDS: Final[list[i64]] = [
    sum(2**card for card in range(CARDS) if subject in (REGION_OF[card], SYMBOL_OF[card]))
    for subject in range(len(SUBJECTS))
]
SUBJECT_TOTAL: Final[list[i64]] = [
    *(sum(SHIELDS_OF[card] for card in range(CARDS) if REGION_OF[card] == region) for region in range(len(REGIONS))),
    *[len(REGIONS)] * len(SYMBOLS),
]
"""How many there are on all the cards together, discs not counted: of a region, the number printed on its cards."""

# -- the 14 discs: a shield of each region, one of each symbol, two that bring a marker back ------------------------

MARKER_BACK: Final = 12
DISC_BOX: Final[list[i64]] = [*range(MARKER_BACK), MARKER_BACK, MARKER_BACK]
"""All discs. Those of a subject have its number; the last two are alike."""
MARKER_BACKS: Final = 4096 + 8192  # in a set of discs, "marker back" is member 12, and a second one member 13


def with_disc(discs: i64, disc: i64) -> i64:
    """A set of discs and one more."""
    if disc == MARKER_BACK and discs & (ONE << MARKER_BACK):
        return discs | (ONE << (MARKER_BACK + 1))
    return discs | (ONE << disc)


def without_marker_back(discs: i64) -> i64:
    """A set of discs and one "marker back" less."""
    second: i64 = ONE << (MARKER_BACK + 1)
    return discs & ~second if discs & second else discs & ~(ONE << MARKER_BACK)


# -- the table: four rows of twelve places --------------------------------------------------------------------------

ROWS: Final = 4
COLUMNS: Final = 12
ALL_CARDS: Final[list[i64]] = list(range(CARDS))
ALL_ENDS: Final[list[i64]] = [row * COLUMNS + side for row in range(ROWS) for side in (0, COLUMNS - 1)]
"""The places at the left and right end of each row, before any card is taken."""
SPOTS: Final[list[i64]] = [
    (row - 1) * COLUMNS + (column - 1)
    for row, column in ((1, 5), (1, 8), (2, 4), (2, 9), (3, 3), (3, 10), (4, 2), (4, 11))
]
"""The places where the eight discs lie at the start."""
SPOT_AT: Final[list[i64]] = [SPOTS.index(place) if place in SPOTS else NONE for place in range(CARDS)]

MARKERS: Final = 3  # each player starts with so many
