"""What a realm's doings tell of its role to somebody who keeps no books: little, and never for certain.

Of all that lies on the table one thing differs most. A major achievement is worth nothing to the devil, so that devils
who think of nothing else have few of them for long. Who forgets what passed judges by that (`memory`).
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bits import size

if TYPE_CHECKING:
    from eminence.games.deal_with_the_devil.state import DevilState

A_MAJOR_LESS: Final = 0.8  # how much more it looks like the devil, as a power of e


def weight(s: DevilState, seat: i64) -> float:
    """How much a realm looks like the devil's."""
    return exp(-A_MAJOR_LESS * float(size(s.majors[seat])))
