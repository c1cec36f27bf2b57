"""The final count, in the order of the rulebook, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bits import ONE, size
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil.components import AT_COURT, HORNS, MINORS, REMOVED, SEATS, TAINTED
from eminence.games.deal_with_the_devil.goods import BASICS, GLASS, INDULGENCE, MARBLE, coins, how_many

if TYPE_CHECKING:
    from eminence.games.deal_with_the_devil.state import DevilState

PARTS: Final = (
    "during", "buildings", "building_effects", "debt", "majors", "angels", "demons", "indulgences", "courtiers",
    "tainted", "precious", "rest",
)  # fmt: skip
"""What is counted: points during the game first, then the rulebook's list."""
DURING: Final = 0
BUILDINGS: Final = 1
BUILDING_EFFECTS: Final = 2
DEBT: Final = 3
MAJORS: Final = 4
ANGELS: Final = 5
DEMONS: Final = 6
INDULGENCES: Final = 7
COURTIERS: Final = 8
TAINTED_SOULS: Final = 9
PRECIOUS: Final = 10
REST: Final = 11
A_MAJOR: Final = 2
AN_INDULGENCE: Final = 2
A_POINT: Final = 5  # coins and basic goods


def part(s: DevilState, seat: i64, which: i64) -> i64:
    """What a seat gets for one part of the count."""
    if which == DURING:
        return s.points[seat]
    if which == BUILDINGS:
        found: i64 = 0
        number: i64
        for number in s.built[seat]:
            found += s.cards.buildings[number].points
        return found
    if which == BUILDING_EFFECTS:
        return building_effects(s, seat)
    if which == DEBT:
        return -((s.debt[seat] + 1) // 2)
    if which == MAJORS:  # the devil has other ends
        return 0 if s.role[seat] == HORNS else A_MAJOR * size(s.majors[seat])
    if which == ANGELS:
        return s.angels[seat]
    if which == DEMONS:
        return -s.demons[seat]
    if which == INDULGENCES:
        return AN_INDULGENCE * (s.indulgences[seat] + how_many(s.goods[seat], INDULGENCE))
    if which == COURTIERS:
        return unused_courtiers(s, seat)
    if which == TAINTED_SOULS:
        return -(s.souls[seat] // TAINTED)
    if which == PRECIOUS:
        return how_many(s.goods[seat], GLASS) + how_many(s.goods[seat], MARBLE)
    return loose(s, seat) // A_POINT


def building_effects(s: DevilState, seat: i64) -> i64:
    """Points by buildings that count something. (Goods sent along a trade route have been counted when they went.)"""
    found: i64 = 0
    number: i64
    for number in s.built[seat]:
        building = s.cards.buildings[number]
        if building.kind != deck.SCORING:
            continue
        for effect in building.effects:
            if effect.op == deck.POINTS:
                found += effect.n * (counted(s, seat, effect.per) // effect.div)
    return found


def counted(s: DevilState, seat: i64, per: i64) -> i64:
    """How many there are of what an effect is counted by."""
    found: i64 = 0
    if per == deck.ONCE:
        return 1
    if per <= deck.OWN_ANY:
        number: i64
        for number in s.built[seat]:
            if per == deck.OWN_ANY or s.cards.buildings[number].types & (ONE << (per - deck.OWN)):
                found += 1
        return found
    if per == deck.ACHIEVEMENTS or per == deck.MAJORS:
        found = size(s.majors[seat])
        minor: i64
        for minor in range(MINORS if per == deck.ACHIEVEMENTS else 0):
            at = (s.minors[seat] >> (3 * minor)) & 7
            if at and at != REMOVED:
                found += 1
        return found
    return s.debt[seat] if per == deck.BY_DEBT else 0


def unused_courtiers(s: DevilState, seat: i64) -> i64:
    """Courtiers behind the wall."""
    found: i64 = 0
    courtier: i64
    for courtier in range(deck.COURTIERS):
        if (s.courtiers[seat] >> (2 * courtier)) & 3 == AT_COURT:
            found += 1
    return found


def loose(s: DevilState, seat: i64) -> i64:
    """Coins and basic goods that are left."""
    found = coins(s.goods[seat])
    kind: i64
    for kind in range(BASICS):
        found += how_many(s.goods[seat], kind)
    return found


def score(s: DevilState, seat: i64) -> i64:
    """All points of a seat."""
    found: i64 = 0
    which: i64
    for which in range(len(PARTS)):
        found += part(s, seat, which)
    return found


def scores(s: DevilState) -> list[i64]:
    """The points of each seat, as they would be counted now."""
    return [score(s, seat) for seat in range(SEATS)]


def winners(s: DevilState) -> list[i64]:
    """Whoever has the most points; of several, who has the most left over; of these, all (DP-32)."""
    ranked = [A_POINT * score(s, seat) + loose(s, seat) % A_POINT for seat in range(SEATS)]
    best = max(ranked)
    return [seat for seat in range(SEATS) if ranked[seat] == best]
