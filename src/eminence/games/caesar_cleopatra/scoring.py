"""How a game of Caesar & Cleopatra is counted: group by group, then the influence bonus (CC-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from eminence.core.bags import contents, how_many
from eminence.games.caesar_cleopatra.components import BONUS_NEEDS, BONUS_POINTS, GROUPS, MAJORITY, NONE, PATRICIANS

if TYPE_CHECKING:
    from eminence.games.caesar_cleopatra.state import CaesarState


def group_points(group: i64, won: i64) -> i64:
    """What so many patricians of a group are worth: one each, one for the majority, one more for all of them."""
    points = won
    if won >= MAJORITY[group]:
        points += 1
    if won == PATRICIANS[group]:
        points += 1
    return points


def patrician_points(won: i64) -> i64:
    """What patricians are worth, group by group."""
    points: i64 = 0
    for group in range(GROUPS):
        points += group_points(group, how_many(won, group))
    return points


def bonus_points(bonus: i64, won: i64) -> i64:
    """What an influence bonus is worth to whoever has won these patricians."""
    return BONUS_POINTS if bonus != NONE and how_many(won, bonus) >= BONUS_NEEDS else 0


def scores(s: CaesarState) -> list[i64]:
    """The points of both players, as they would be counted now."""
    return [patrician_points(s.won[seat]) + bonus_points(s.bonus[seat], s.won[seat]) for seat in range(2)]


def winners(s: CaesarState) -> list[i64]:
    """Most points win; on a tie, more patricians; still equal, both (CC-20)."""
    points = scores(s)
    ahead: i64 = 100 * (points[0] - points[1]) + contents(s.won[0]) - contents(s.won[1])
    return [0, 1] if ahead == 0 else [0] if ahead > 0 else [1]
