"""Codes of our own for chests: five digits that say by themselves which chest they belong to, so that nothing has to be
learned, and no two printed sheets are alike. What they say cannot be seen: it is mixed into the digits.

The last digit guards the others (H. Michael Damm's way): any one of them mistyped, or two neighbours exchanged, and it
is no code at all. `look/companion_model.js` reads the same; a test compares all 100,000.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

PREFIX: Final = "E:"
"""What a printed code begins with, before its digits: nobody else's five digits are taken for ours."""
DIGITS: Final = 4
"""Before the one that guards them."""
GUARD: Final = (
    "0317598642", "7092154863", "4206871359", "1750983426", "6123045978",
    "3674209581", "5869720134", "8945362017", "9438617205", "2581436790",
)  # fmt: skip
"""Damm's table: by what was found so far and the next digit; a good code ends at 0."""
TURNS: Final = 7919
SHIFT: Final = 5


def guard(digits: str) -> int:
    """Where the table leads; 0 behind the last digit of a good code.

    >>> guard("572"), guard("5724")
    (4, 0)
    """
    found = 0
    for digit in digits:
        found = int(GUARD[found][int(digit)])
    return found


def chest_of(code: str, chests: int) -> int | None:
    """Which chest a code belongs to, by its number; None if it is no code of ours.

    >>> chest_of("57316", 4), chest_of("57361", 4), chest_of("E:57316", 4)
    (2, None, None)
    """
    if len(code) != DIGITS + 1 or not (code.isascii() and code.isdecimal()) or guard(code):
        return None
    mixed = int(code[:DIGITS]) * TURNS
    return ((mixed >> SHIFT) ^ mixed ^ (mixed >> 2 * SHIFT)) % chests


def fresh(chest: int, chests: int, below: Callable[[int], int]) -> str:
    """A code for a chest, drawn among all that belong to it."""
    while True:
        digits = f"{below(10**DIGITS):0{DIGITS}}"
        code = f"{digits}{guard(digits)}"
        if chest_of(code, chests) == chest:
            return code
