"""How good a position looks: the points that each realm can expect at the end, and what these make of its chances.

Everything is reckoned in points. Goods are worth what they bring in buildings as long as something can be built, and
what the count gives for them afterwards. A fragment has no price of its own: it is worth the penalties of inquisitors
that it averts, and to the devil his points at the black masses. So who should sell to whom, and for how much, follows.

It may look at all of an imagined state. It knows cards by their effects only: a file may bring others.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bits import size
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import learned, scoring
from eminence.games.deal_with_the_devil.components import SEATS
from eminence.games.deal_with_the_devil.goods import INDULGENCE, how_many
from eminence.games.deal_with_the_devil.worth_of_buildings import progress, standing_worth
from eminence.games.deal_with_the_devil.worth_of_goods import A_COURTIER, ANGEL, DEMON, Look, production, wealth
from eminence.games.deal_with_the_devil.worth_of_hands import Hand
from eminence.games.deal_with_the_devil.worth_of_souls import fragments_of_devil, souls_worth

if TYPE_CHECKING:
    from eminence.games.deal_with_the_devil.state import DevilState

A_STEP: Final = 0.07  # of reputation, besides the wings of the highest and the lowest
HIGHER: Final[list[float]] = [0.04, 0.1, 0.2, 0.36, 0.62, 0.78, 0.88, 0.94]
"""How likely one is to be the highest: from 4 spaces below the best on."""
LOWER: Final[list[float]] = [0.94, 0.88, 0.78, 0.58, 0.33, 0.18, 0.1, 0.04]
"""How likely one is to be the lowest: from 3 spaces below the worst on."""
SPREAD: Final = 3.0  # points that make chances e to 1, at the end,
SPREAD_A_ROUND: Final = 1.2  # and with each round before it
BEST_OTHER: Final = 0.7  # how much of what one is compared with is the best of the others, and not all of them


# -- reputation --------------------------------------------------------------------------------------------------------


def standing_of(s: DevilState, seat: i64, at: i64, reputations: i64) -> float:
    """What a place on the reputation track promises: wings for the highest, and for the lowest."""
    if reputations <= 0:
        return 0.0
    above: i64 = -100
    below: i64 = 100
    other: i64
    for other in range(SEATS):
        if other != seat:
            above = max(above, s.reputation[other])
            below = min(below, s.reputation[other])
    high = HIGHER[max(min(at - above + 4, 7), 0)]
    low = LOWER[max(min(at - below + 3, 7), 0)]
    lasting = 1.0 + 0.35 * float(reputations - 1)
    found = lasting * (ANGEL * high - demon_worth(s, seat) * low) + A_STEP * float(at)
    if at < box.FIRST_DEMON + 2:  # on the edge
        found -= 0.3
    return found


def promised(s: DevilState, seat: i64) -> float:
    """What its place on the reputation track promises a seat, by what is still to come of it."""
    reputations = box.ROUNDS - s.round + (1 if s.phase < box.REPUTATION else 0)
    return standing_of(s, seat, s.reputation[seat], reputations)


def demon_worth(s: DevilState, seat: i64) -> float:
    """What the next demon wings cost: the third ones bring a Guest."""
    return 3.0 if s.demons[seat] == box.A_SET_OF_WINGS - 1 else DEMON


# -- all together ------------------------------------------------------------------------------------------------------


def expected(s: DevilState, seat: i64) -> float:
    """The points that a realm can expect at the end: by experience at moments at which there is some, else reckoned."""
    if s.learned:
        moment = learned.moment_of(s)
        if moment != box.NONE:
            return learned.points(s, seat, moment, promised(s, seat))
    look = Look(s, seat)
    found = float(s.points[seat])
    number: i64
    for number in s.built[seat]:
        building = s.cards.buildings[number]
        found += float(building.points)
        if look.actions > 0 or building.kind == deck.PERMANENT:
            found += standing_worth(s, look, building, 0)
    found += float(scoring.building_effects(s, seat))
    if not look.devil:
        found += float(scoring.A_MAJOR * size(s.majors[seat]))
    found += float(s.angels[seat]) - float(s.demons[seat])
    if look.reputations > 0:
        found += 0.1 * float(s.angels[seat]) - 0.2 * float(s.demons[seat])
    found += float(scoring.AN_INDULGENCE * (s.indulgences[seat] + how_many(s.goods[seat], INDULGENCE)))
    found += A_COURTIER * float(scoring.unused_courtiers(s, seat))
    found += production(s, seat, s.minors[seat])
    if look.actions > 0:
        found += progress(s, look, 0)
    if s.event_count[seat] and look.actions > 0:
        found += 0.6
    heap = s.goods[seat] + s.in_chest[seat]
    if s.phase <= box.ACTIONS and s.round and s.phase >= box.CARDS:
        found += Hand(s, look).best(heap, s.debt[seat], box.NONE).worth
    else:
        found += wealth(heap, s.debt[seat], look.actions, look.productions)
    found += standing_of(s, seat, s.reputation[seat], look.reputations)
    found += souls_worth(s, look, s.souls[seat] + s.soul_payment[seat], fragments_of_devil(s))
    return found


def chances(s: DevilState, points: list[float], seat: i64) -> float:
    """What expected points make of a seat's chances: compared with the best of the others, and with all of them."""
    best = -1000.0
    total = 0.0
    other: i64
    for other in range(SEATS):
        if other != seat:
            best = max(best, points[other])
            total += points[other]
    against = BEST_OTHER * best + (1.0 - BEST_OTHER) * total / float(SEATS - 1)
    spread = SPREAD + SPREAD_A_ROUND * float(box.ROUNDS - s.round)
    return 1.0 / (1.0 + exp((against - points[seat]) / spread))


def points_of_all(s: DevilState) -> list[float]:
    """The points that each realm can expect; once all is counted, those that it has."""
    if s.phase == box.COUNTING:
        return [float(scoring.score(s, seat)) for seat in range(SEATS)]
    return [expected(s, seat) for seat in range(SEATS)]


def evaluate(s: DevilState, seat: i64) -> float:
    """How good this looks for a seat, from 0 to 1."""
    return chances(s, points_of_all(s), seat)


def evaluate_all(s: DevilState) -> list[float]:
    """The same for every seat."""
    points = points_of_all(s)
    return [chances(s, points, seat) for seat in range(SEATS)]
