"""What several of these tests use."""

from __future__ import annotations

from eminence.core.match import Match
from tests.games.richelieu.tables import (
    CARD,
    PLACE,
)


def in_hand(match: Match, seat: int) -> int:
    return int(match.view(None)["in_hand"][seat])


def marks(match: Match, seat: int) -> list[str]:
    return [text for text, place in PLACE.items() if match.view(None)["marks"][seat] >> place & 1]


def lost(match: Match, seat: int) -> int:
    return int(match.view(None)["lost"][seat])


def has(match: Match, seat: int, card: str) -> bool:
    return bool(match.view(None)["cards"][seat] >> CARD[card] & 1)
