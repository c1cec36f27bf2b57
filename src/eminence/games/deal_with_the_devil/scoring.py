"""The final count, in the order of the rulebook, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

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


@final
class Position:
    """What a realm has when all is over, in numbers: all that the count asks for, and no card by name. So a table with
    the real box, whose cards we do not know, is counted by the same rules."""

    __slots__ = (
        "angels", "building_effects", "building_points", "buildings", "courtiers", "debt", "demons", "devil",
        "indulgences", "loose", "majors", "points", "precious", "tainted",
    )  # fmt: skip

    def __init__(self) -> None:
        self.devil: bool = False
        self.points: i64 = 0
        """On the track, before the count."""
        self.buildings: i64 = 0
        self.building_points: i64 = 0
        """Printed on them."""
        self.building_effects: i64 = 0
        """By those that count something."""
        self.debt: i64 = 0
        self.majors: i64 = 0
        self.angels: i64 = 0
        self.demons: i64 = 0
        self.indulgences: i64 = 0
        self.courtiers: i64 = 0
        """Behind the wall."""
        self.tainted: i64 = 0
        self.precious: i64 = 0
        self.loose: i64 = 0
        """Coins and basic goods."""


def position(s: DevilState, seat: i64) -> Position:
    """What a seat would be counted for now."""
    found = Position()
    found.devil = s.role[seat] == HORNS
    found.points = s.points[seat]
    number: i64
    for number in s.built[seat]:
        found.buildings += 1
        found.building_points += s.cards.buildings[number].points
    found.building_effects = building_effects(s, seat)
    found.debt = s.debt[seat]
    found.majors = size(s.majors[seat])
    found.angels = s.angels[seat]
    found.demons = s.demons[seat]
    heap = s.goods[seat]
    found.indulgences = s.indulgences[seat] + how_many(heap, INDULGENCE)
    found.courtiers = unused_courtiers(s, seat)
    found.tainted = s.souls[seat] // TAINTED
    found.precious = how_many(heap, GLASS) + how_many(heap, MARBLE)
    found.loose = coins(heap)
    kind: i64
    for kind in range(BASICS):
        found.loose += how_many(heap, kind)
    return found


def part(has: Position, which: i64) -> i64:
    """What a realm gets for one part of the count."""
    if which == DURING:
        return has.points
    if which == BUILDINGS:
        return has.building_points
    if which == BUILDING_EFFECTS:
        return has.building_effects
    if which == DEBT:
        return -((has.debt + 1) // 2)
    if which == MAJORS:  # the devil has other ends
        return 0 if has.devil else A_MAJOR * has.majors
    if which == ANGELS:
        return has.angels
    if which == DEMONS:
        return -has.demons
    if which == INDULGENCES:
        return AN_INDULGENCE * has.indulgences
    if which == COURTIERS:
        return has.courtiers
    if which == TAINTED_SOULS:
        return -has.tainted
    if which == PRECIOUS:
        return has.precious
    return has.loose // A_POINT


def total(has: Position) -> i64:
    """All points of a realm."""
    found: i64 = 0
    which: i64
    for which in range(len(PARTS)):
        found += part(has, which)
    return found


def left_over(has: Position) -> i64:
    """The fifths of a point that decide a tie."""
    return has.loose % A_POINT


def best(realms: list[Position]) -> list[i64]:
    """Whoever has the most points; of several, who has the most left over; of these, all (DP-32)."""
    ranked = [A_POINT * total(has) + left_over(has) for has in realms]
    most = max(ranked)
    return [seat for seat in range(len(ranked)) if ranked[seat] == most]


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


def positions(s: DevilState) -> list[Position]:
    """What each seat would be counted for now."""
    return [position(s, seat) for seat in range(SEATS)]


def score(s: DevilState, seat: i64) -> i64:
    """All points of a seat."""
    return total(position(s, seat))


def scores(s: DevilState) -> list[i64]:
    """The points of each seat, as they would be counted now."""
    return [score(s, seat) for seat in range(SEATS)]


def winners(s: DevilState) -> list[i64]:
    """Who has won, if it is counted now."""
    return best(positions(s))
