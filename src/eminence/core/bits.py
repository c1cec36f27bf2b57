"""Sets of cards, places or seats as the bits of one integer, behind names that read."""

from typing import Final

from mypy_extensions import i64

ONE: Final[i64] = i64(int("1"))
"""The set with member 0 only; `ONE << n` is the set with member n.

Made so that the compiler cannot see its value: mypyc 2.4 miscompiles a known number shifted by a native integer.
"""

FOLD: Final[i64] = 0x369DEA0F31A53F85
MASK: Final[i64] = 0x3FFFFFFFFFFFFFFF

_COUNT: Final[list[i64]] = [bin(n).count("1") for n in range(4096)]
# 2 is a primitive root of 59, so the powers 2**0 to 2**57 leave different remainders.
_LOWEST: Final[list[i64]] = [next((n for n in range(58) if 2**n % 59 == rest), -1) for rest in range(59)]


def size(bits: i64) -> i64:
    """How many members a set of up to 48 has.

    >>> size(0b1011)
    3
    """
    return _COUNT[bits & 4095] + _COUNT[(bits >> 12) & 4095] + _COUNT[(bits >> 24) & 4095] + _COUNT[(bits >> 36) & 4095]


def lowest(bits: i64) -> i64:
    """The smallest member of a set that is not empty. What remains of the set is `bits & (bits - 1)`.

    >>> lowest(0b1100)
    2
    """
    return _LOWEST[(bits & -bits) % 59]


def members(bits: i64) -> list[i64]:
    """The members of a set, smallest first.

    >>> members(0b1011)
    [0, 1, 3]
    """
    found: list[i64] = []
    while bits:
        found.append(_LOWEST[(bits & -bits) % 59])
        bits &= bits - 1
    return found


def fold(so_far: i64, next_one: i64) -> i64:
    """One number for a sequence of numbers: different sequences give, as good as surely, different numbers.

    >>> fold(fold(0, 1), 2) != fold(fold(0, 2), 1)
    True
    """
    return (so_far * FOLD + next_one + 7) & MASK
