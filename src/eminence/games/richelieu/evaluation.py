"""How good a position of Richelieu looks, for bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from eminence.games.richelieu.state import RichelieuState


def evaluate(s: RichelieuState, seat: i64) -> float:
    return 0.5
