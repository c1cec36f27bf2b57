"""What is worth looking at in Caesar & Cleopatra."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.games.caesar_cleopatra.refused import FORBIDDEN, SELDOM, UNKNOWN, near_the_end
from tests.games.situations import Situation

__all__ = ["FORBIDDEN", "POSITIONS", "SELDOM", "UNKNOWN", "near_the_end"]

POSITIONS: Final[Mapping[str, Situation]] = {}
