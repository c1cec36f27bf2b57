"""What a realm's doings tell of its role to somebody who keeps no books: little, and never for certain.

Of all that lies on the table one thing differs most. A major achievement is worth nothing to the devil, so that devils
who think of nothing else have few of them for long. Who forgets what passed judges by that (`memory`); and who plays
with guile takes care not to be told by it (`evaluation`).
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bits import size
from eminence.games.deal_with_the_devil import codes
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.components import HORNS, NONE, SEATS

if TYPE_CHECKING:
    from eminence.games.deal_with_the_devil.state import DevilState

A_MAJOR_LESS: Final = 0.8  # how much more it looks like the devil, as a power of e
FOUND_OUT: Final = 5.0  # points that it costs the devil, compared with the others, if he is named in round 3,
NAMED: Final = 4.0  # or in the last one


def weight(s: DevilState, seat: i64) -> float:
    """How much a realm looks like the devil's."""
    return exp(-A_MAJOR_LESS * float(size(s.majors[seat])))


def suspicion(s: DevilState, seat: i64) -> float:
    """How likely somebody who keeps no books takes a realm for the devil's."""
    total = 0.0
    other: i64
    for other in range(SEATS):
        total += weight(s, other)
    return weight(s, seat) / total


def betrayal(s: DevilState, seat: i64) -> float:
    """What it may cost a seat that its role shows, as far as it still hides it. Only the devil has much to hide."""
    if s.role[seat] != HORNS or s.shown_role[seat] != NONE or s.phase == box.COUNTING:
        return 0.0
    opened = s.phase == box.INQUISITION and codes.OPEN_CHESTS not in s.steps
    if s.round == box.ROUNDS and opened:
        return 0.0
    stake = FOUND_OUT if s.round < 3 or (s.round == 3 and not opened) else NAMED
    return stake * suspicion(s, seat)
