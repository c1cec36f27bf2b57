"""A small, fast source of chance for search and simulation.

Never used to deal a real match: that is `eminence.core.dealing`, which can be verified. This one only has to be quick,
reproducible from a seed, and the same number for number in plain and in compiled form.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

# A linear congruential generator modulo 2**62 (multiplier from Steele and Vigna, 2021) of which only the upper half is
# used. Masking makes 64-bit arithmetic that wraps and unbounded integers agree; a mask of 62 bits is as wide as mypyc
# keeps as a plain number.
MULTIPLIER: Final[i64] = 0x369DEA0F31A53F85
MASK: Final[i64] = 0x3FFFFFFFFFFFFFFF


@final
class Rng:
    """Chance from a seed.

    >>> rng = Rng(1655)
    >>> [rng.below(6) for _ in range(8)]
    [5, 4, 1, 1, 3, 2, 4, 3]
    """

    __slots__ = ("x",)

    def __init__(self, seed: int | str) -> None:
        digest = hashlib.sha256(f"eminence rng {seed}".encode()).digest()
        self.x: i64 = int.from_bytes(digest[:7], "big")

    def __reduce__(self) -> tuple[Callable[[int], Rng], tuple[int]]:
        """So that it is pickled and copied in either form, and goes on where it was."""
        return _going_on_from, (self.x,)

    def below(self, bound: i64) -> i64:
        """A whole number from 0 to bound - 1; bound is at most 2**31."""
        x: i64 = (self.x * MULTIPLIER + 1) & MASK
        self.x = x
        return ((x >> 30) * bound) >> 32

    def unit(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return float(self.below(1073741824)) / 1073741824.0

    def shuffle(self, items: list[i64]) -> None:
        """Put the items into a random order, in place."""
        i: i64 = len(items) - 1
        while i > 0:
            j = self.below(i + 1)
            item = items[i]
            items[i] = items[j]
            items[j] = item
            i -= 1


def _going_on_from(x: int) -> Rng:
    rng = Rng(0)
    rng.x = x
    return rng
