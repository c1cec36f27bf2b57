"""What effects count and depend on, achievements and courtiers: everything about a realm that lies open."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from eminence.core.bits import ONE
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import events, ledger, scoring, standing
from eminence.games.deal_with_the_devil.cards import COURTIERS, RELIGIOUS, RURAL, SCIENCE, URBAN, Effect
from eminence.games.deal_with_the_devil.components import (
    AT_COURT,
    AWAY,
    MINORS,
    MIXED,
    ON_THREE,
    ON_TWO,
    SLOTS,
)
from eminence.games.deal_with_the_devil.goods import COIN, EACH, GLASS, MARBLE, told
from eminence.games.deal_with_the_devil.ledger import put
from eminence.games.deal_with_the_devil.state import DevilState

TYPES_TO_COLLECT: Final = 3


# -- what a realm has --------------------------------------------------------------------------------------------------


def buildings_of(s: DevilState, seat: i64, kind: i64) -> i64:
    """How many buildings of a type a realm has: science never counts as another."""
    return scoring.counted(s, seat, deck.OWN + kind)


def minor_at(s: DevilState, seat: i64, minor: i64) -> i64:
    """Where a minor achievement is: 0 unclaimed, 1 to 4 on that slot, 7 removed."""
    return (s.minors[seat] >> (3 * minor)) & 7


def set_minor(s: DevilState, seat: i64, minor: i64, at: i64) -> None:
    """Put a minor achievement somewhere."""
    s.minors = put(s.minors, seat, s.minors[seat] & ~(box.REMOVED << (3 * minor)) | (at << (3 * minor)))


def free_slots(s: DevilState, seat: i64) -> list[i64]:
    """The production slots on which nothing lies yet."""
    taken: i64 = 0
    minor: i64
    for minor in range(MINORS):
        taken |= ONE << minor_at(s, seat, minor)
    return [slot for slot in range(SLOTS) if not taken & (ONE << (slot + 1))]


def courtier_at(s: DevilState, seat: i64, courtier: i64) -> i64:
    """Where a courtier is."""
    return (s.courtiers[seat] >> (2 * courtier)) & 3


def set_courtier(s: DevilState, seat: i64, courtier: i64, at: i64) -> None:
    """Send a courtier somewhere."""
    three: i64 = AWAY
    s.courtiers = put(s.courtiers, seat, s.courtiers[seat] & ~(three << (2 * courtier)) | (at << (2 * courtier)))


def recruitable(s: DevilState, seat: i64) -> list[i64]:
    """The courtiers who stand on the spaces for two or three coins."""
    found: list[i64] = []
    courtier: i64
    for courtier in range(COURTIERS):
        at = courtier_at(s, seat, courtier)
        if at in (ON_TWO, ON_THREE):
            found.append(courtier)
    return found


# -- modifiers of effects ----------------------------------------------------------------------------------------------


def holds(s: DevilState, seat: i64, cond: i64, track: list[i64]) -> bool:
    """Whether a condition is met. `track` is the reputation it reads: where a phase begins, that of its beginning."""
    if cond == deck.ALWAYS:
        return True
    if cond == deck.ALL_OTHERS_ABOVE:
        return standing.players_above(seat, track) == box.SEATS - 1
    if cond == deck.ALL_OTHERS_BELOW:
        return standing.players_below(seat, track) == box.SEATS - 1
    if cond == deck.NOT_ALL_OTHERS_BELOW:
        return standing.players_below(seat, track) < box.SEATS - 1
    if cond == deck.BELOW_START:
        return track[seat] < box.START_REPUTATION
    if cond == deck.NOT_BELOW_START:
        return track[seat] >= box.START_REPUTATION
    if cond == deck.RECRUITED:
        return s.recruited
    if cond == deck.THREE_TOKENS:
        return s.used >= 3
    if cond == deck.NO_DEBT:
        return s.debt[seat] == 0
    return s.built_types & (ONE << (cond - deck.BUILT)) != 0


def amount(s: DevilState, seat: i64, effect: Effect, track: list[i64]) -> i64:
    """How many times an effect counts: by what it is counted, divided."""
    if effect.per == deck.PLAYERS_BELOW:
        n = standing.players_below(seat, track)
    else:
        n = scoring.counted(s, seat, effect.per)
    return (n + effect.div - 1) // effect.div if effect.up else n // effect.div


def reduce_debt(s: DevilState, seat: i64, by: i64) -> None:
    """A debt falls by an effect, as far as there is any."""
    by = min(by, s.debt[seat])
    if by:
        s.debt = put(s.debt, seat, s.debt[seat] - by)
        if s.story is not None:
            s.tell(events.DebtFell(int(seat), int(by)))


def take_courtier(s: DevilState, seat: i64, courtier: i64, recruited: bool) -> None:
    """A courtier comes behind the wall."""
    set_courtier(s, seat, courtier, AT_COURT)
    if s.story is not None:
        s.tell(events.TookCourtier(int(seat), int(courtier), bool(recruited)))


# -- achievements ------------------------------------------------------------------------------------------------------


def lacking(s: DevilState, seat: i64, achievement: i64, courtiers: i64) -> i64:
    """How many symbols are missing for an achievement, with a set of courtiers: science stands for any of them."""
    jokers = buildings_of(s, seat, SCIENCE)
    if courtiers & (ONE << SCIENCE):
        jokers += 1
    major = achievement >= MINORS
    sort = achievement % MINORS
    found: i64 = 0
    kind: i64
    for kind in range(TYPES_TO_COLLECT):
        need: i64 = 0
        if sort == MIXED:
            need = 2 if major else 1
        elif sort == kind:
            need = box.MAJOR_NEEDS if major else box.MINOR_NEEDS
        if not need:
            continue
        have = buildings_of(s, seat, kind)
        if courtiers & (ONE << kind):
            have += 1
        if have < need:
            found += need - have
    return max(found - jokers, 0)


def claimed(s: DevilState, seat: i64, achievement: i64) -> bool:
    """Whether an achievement cannot be claimed any more: it is there, or a dam took it away."""
    if achievement >= MINORS:
        return s.majors[seat] & (ONE << (achievement - MINORS)) != 0
    return minor_at(s, seat, achievement) != 0


def court(s: DevilState, seat: i64) -> i64:
    """The set of courtiers behind the wall."""
    found: i64 = 0
    courtier: i64
    for courtier in range(COURTIERS):
        if courtier_at(s, seat, courtier) == AT_COURT:
            found |= ONE << courtier
    return found


def claimable(s: DevilState, seat: i64) -> list[i64]:
    """The achievements that a realm can claim now, with its courtiers."""
    all_courtiers = court(s, seat)
    left = [achievement for achievement in range(box.ACHIEVEMENTS) if not claimed(s, seat, achievement)]
    return [achievement for achievement in left if not lacking(s, seat, achievement, all_courtiers)]


def gained_achievement(s: DevilState, seat: i64, achievement: i64, courtiers: i64, by_effect: bool) -> None:
    """An achievement is gained, however: what its reward and buildings bring. (A minor one then goes on a slot.)"""
    if s.story is not None:
        s.tell(events.Claimed(int(seat), int(achievement), int(courtiers), bool(by_effect)))
    if achievement >= MINORS:
        major = achievement - MINORS
        s.majors = put(s.majors, seat, s.majors[seat] | (ONE << major))
        heap: i64 = 0
        if major == RURAL:
            heap = EACH[GLASS] + EACH[MARBLE]
        elif major == URBAN:
            heap = box.MAJOR_COINS * COIN
        elif major == RELIGIOUS:
            standing.angels(s, seat, box.MAJOR_ANGELS)
        else:
            take_courtier(s, seat, deck.ALCHEMIST, False)
        gained(s, seat, heap)
    react(s, seat, deck.ON_ACHIEVEMENT)


def react(s: DevilState, seat: i64, on: i64) -> None:
    """What a realm's buildings bring each time something happens."""
    number: i64
    for number in s.built[seat]:
        for effect in s.cards.buildings[number].effects:
            if effect.on != on:
                continue
            if effect.op == deck.GAIN:
                gained(s, seat, effect.heap)
            elif effect.op == deck.POINTS:
                standing.score(s, seat, effect.n)
            elif effect.op == deck.REP:
                standing.move(s, seat, effect.n)
            elif effect.op == deck.WINGS:
                standing.angels(s, seat, effect.n)
                standing.demons(s, seat, effect.m)


def gained(s: DevilState, seat: i64, heap: i64) -> None:
    """Goods from the supply by an effect."""
    if heap:
        ledger.gain(s, seat, heap)
        if s.story is not None:
            s.tell(events.Gained(int(seat), told(heap)))
