"""What is worth looking at in 1655 – Habemus Papam."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.games.habemus_papam.refused import FORBIDDEN, UNKNOWN, near_the_end
from tests.games.situations import Situation

__all__ = ["FORBIDDEN", "POSITIONS", "UNKNOWN", "near_the_end"]

POSITIONS: Final[Mapping[str, Situation]] = {}
