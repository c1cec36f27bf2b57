"""Which bid counts for how much, and who goes before whom: for the rules, for the bots' evaluation and for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from eminence.games.habemus_papam.components import BIDS, DOUBLED, NONE, RUBIES, THREE_RUBIES, TWICE

if TYPE_CHECKING:
    from eminence.games.habemus_papam.state import PapamState


def height(bid: i64, card: i64) -> i64:
    """How high a bid counts beside the action card that was played: the number of the bid that would be as high."""
    if card == RUBIES:
        return THREE_RUBIES
    return DOUBLED[bid] if card == TWICE else bid


def ranked(heights: list[i64], camerlengo: i64) -> list[i64]:
    """The seats by the heights of their bids, the highest first; among equals whoever sits nearest to the Camerlengo,
    clockwise and beginning with him."""
    order: list[i64] = []
    seats: i64 = len(heights)
    distance: i64
    for distance in range(seats):
        seat: i64 = (camerlengo + distance) % seats
        at: i64 = len(order)
        while at > 0 and heights[order[at - 1]] < heights[seat]:
            at -= 1
        order.insert(at, seat)
    return order


def gems_of(s: PapamState, seat: i64) -> i64:
    """A player's gems, without those of a bid that is revealed and not paid yet."""
    if s.bids[seat] != NONE and not s.ranking:
        return s.gems[seat] - BIDS[s.bids[seat]]
    return s.gems[seat]
