"""What buildings, their effects and achievements are worth. Cards are known by their effects only: a file may bring
others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from eminence.core.bits import ONE, size
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import scoring
from eminence.games.deal_with_the_devil.cards import Building, Effect
from eminence.games.deal_with_the_devil.components import AT_COURT, MINORS, MIXED
from eminence.games.deal_with_the_devil.worth_of_goods import (
    A_BASIC,
    A_COURTIER,
    A_DEBT_TO_REPAY,
    A_PRECIOUS,
    ANGEL,
    COMING_BASIC,
    COMING_PRECIOUS,
    DEMON,
    Look,
    coming,
)

if TYPE_CHECKING:
    from eminence.games.deal_with_the_devil.state import DevilState

# -- achievements ------------------------------------------------------------------------------------------------------


def lacking(rural: i64, urban: i64, religious: i64, jokers: i64, achievement: i64) -> i64:
    """How many symbols are missing for an achievement."""
    major = achievement >= MINORS
    sort = achievement % MINORS
    need: i64 = box.MAJOR_NEEDS if major else box.MINOR_NEEDS
    short: i64 = 0
    if sort == MIXED:
        need = 2 if major else 1
        short = max(need - rural, 0) + max(need - urban, 0) + max(need - religious, 0)
    elif sort == deck.RURAL:
        short = max(need - rural, 0)
    elif sort == deck.URBAN:
        short = max(need - urban, 0)
    else:
        short = max(need - religious, 0)
    return max(short - jokers, 0)


def achievement_worth(achievement: i64, look: Look, reaction: float) -> float:
    """What gaining an achievement is worth; `reaction` is what buildings give for it. Who has nothing to show to the
    Fundamentalist pays for it."""
    if achievement < MINORS:  # a slot more, and sometimes a coin with it
        return 0.72 * float(look.productions) - look.exposed + reaction
    found = (0.0 if look.devil else float(scoring.A_MAJOR)) - look.exposed + reaction
    major = achievement - MINORS
    if major == deck.RURAL:
        return found + 2.1
    if major == deck.URBAN:
        return found + 1.5
    return found + (2.2 if major == deck.RELIGIOUS else 1.0)


def progress(s: DevilState, look: Look, types: i64) -> float:
    """What the achievements still to be claimed promise, if buildings of these types come to those that stand. `types`
    has four bits for each type."""
    seat = look.seat
    rural = look.rural + (types & 15)
    urban = look.urban + ((types >> 4) & 15)
    religious = look.religious + ((types >> 8) & 15)
    jokers = look.science + ((types >> 12) & 15)
    court = s.courtiers[seat]
    # a courtier helps once, with one of them: half a symbol to each
    helpers: i64 = 0
    courtier: i64
    for courtier in range(deck.COURTIERS):
        if (court >> (2 * courtier)) & 3 == AT_COURT:
            helpers += 1
    reach = 1.6 * float(look.actions) + 0.5 * float(helpers) + 1.0
    minors = s.minors[seat]
    majors = s.majors[seat]
    reaction = reactions(s, seat)
    found = 0.0
    achievement: i64
    for achievement in range(box.ACHIEVEMENTS):
        if achievement < MINORS:
            if (minors >> (3 * achievement)) & 7:
                continue
        elif majors & (ONE << (achievement - MINORS)):
            continue
        value = achievement_worth(achievement, look, reaction)
        if value <= 0.0:
            continue
        short = float(lacking(rural, urban, religious, jokers, achievement))
        if short >= reach:
            continue
        if short > 0.0 and not look.actions:
            continue
        share = 1.0 - short / reach
        found += value * share * share
    return found


def reactions(s: DevilState, seat: i64) -> float:
    """Points that buildings give for each achievement."""
    found = 0.0
    number: i64
    for number in s.built[seat]:
        building = s.cards.buildings[number]
        if building.kind == deck.PERMANENT and building.phase == deck.ACTIONS:
            for effect in building.effects:
                if effect.on == deck.ON_ACHIEVEMENT and effect.op == deck.POINTS:
                    found += float(effect.n)
    return found


def packed(types: i64) -> i64:
    """A building's types with four bits each, so that they can be added."""
    return (types & 1) | ((types & 2) << 3) | ((types & 4) << 6) | ((types & 8) << 9)


# -- buildings ---------------------------------------------------------------------------------------------------------


def times(s: DevilState, look: Look, effect: Effect, itself: i64) -> float:
    """How many times an effect counts, as far as one can see; `itself` are the types of the building it is on, if that
    does not stand yet."""
    per = effect.per
    if per == deck.ONCE:
        return 1.0
    n: i64 = 0
    if per < deck.OWN_ANY:
        if per == deck.OWN + deck.RURAL:
            n = look.rural
        elif per == deck.OWN + deck.URBAN:
            n = look.urban
        elif per == deck.OWN + deck.RELIGIOUS:
            n = look.religious
        else:
            n = look.science
        n += (itself >> (per - deck.OWN)) & 1
    elif per == deck.OWN_ANY:
        n = len(s.built[look.seat]) + (1 if itself else 0)
    elif per == deck.PLAYERS_BELOW:
        return 1.5
    elif per == deck.ACHIEVEMENTS:
        n = look.minors + size(s.majors[look.seat])
    elif per == deck.MAJORS:
        n = size(s.majors[look.seat])
    else:
        n = s.debt[look.seat]
    return float(n) / float(effect.div)


def likely(cond: i64) -> float:
    """How often a condition holds that reputation decides."""
    if cond == deck.ALWAYS:
        return 1.0
    if cond == deck.ALL_OTHERS_ABOVE or cond == deck.ALL_OTHERS_BELOW:
        return 0.3
    return 0.6


def effect_worth(s: DevilState, look: Look, effect: Effect, itself: i64) -> float:
    """What an effect is worth each time that it comes."""
    op = effect.op
    count = times(s, look, effect, itself) * likely(effect.cond)
    if op == deck.GAIN:
        found = coming(effect.heap, look.coin)
        found += look.coin * (COMING_BASIC * float(effect.basics) + COMING_PRECIOUS * float(effect.precious))
        return found * count
    if op == deck.PAY:
        found = coming(effect.heap, look.coin)
        return -found - look.coin * (A_BASIC * float(effect.basics) + A_PRECIOUS * float(effect.precious))
    if op == deck.REP:
        return 0.2 * float(effect.n) * count if look.reputations > 0 else 0.0
    if op == deck.WINGS:
        return (ANGEL * float(effect.n) - DEMON * float(effect.m)) * count
    if op == deck.DEBT:
        less = float(min(-effect.n, s.debt[look.seat])) if effect.n < 0 else -float(effect.n)
        return A_DEBT_TO_REPAY * less
    if op == deck.POINTS:
        return float(effect.n) * count
    if op == deck.COURTIER:
        return A_COURTIER + 0.2
    if op == deck.MINOR:
        if effect.n < 0:
            return -0.2
        return achievement_worth(0, look, 0.0) if look.minors < MINORS else 0.0
    if op == deck.GAIN_INDULGENCE:
        return 2.6 * float(effect.n)
    if op == deck.TOKENS:
        return 0.3 * float(effect.n) * float(look.actions - 1)
    return 0.0


def action_worth(s: DevilState, look: Look, building: Building) -> float:
    """What using an action building once is worth, without the token."""
    found = 0.0
    again: i64 = 1
    for effect in building.effects:
        found += effect_worth(s, look, effect, 0)
        if effect.op == deck.PAY:
            again = effect.times
    return found * (1.0 + 0.6 * float(again - 1))


def standing_worth(s: DevilState, look: Look, building: Building, itself: i64) -> float:
    """What a building that stands still brings, besides its printed points. One that is about to be built, in the next
    actions, has its types in `itself`."""
    kind = building.kind
    found = 0.0
    if kind == deck.PERMANENT:
        phase = building.phase
        if phase == deck.PRODUCTION:
            for effect in building.effects:
                found += effect_worth(s, look, effect, itself)
                if effect.per != deck.ONCE and itself:
                    found += 0.5 * look.coin
            return found * float(look.productions)
        if phase == deck.REPUTATION:
            for effect in building.effects:
                found += effect_worth(s, look, effect, itself)
            return found * float(look.reputations)
        for effect in building.effects:
            if effect.on == deck.ON_RECRUIT:
                found += 0.5 * effect_worth(s, look, effect, itself) * float(look.actions)
            elif effect.op == deck.PRICE:
                found += 2.0 * look.coin * float(look.actions - (1 if itself else 0))
            elif effect.op == deck.FLAG:
                found += 0.15 * float(look.actions)
            elif effect.on == deck.ON_ACHIEVEMENT and itself:
                found += 0.7 * effect_worth(s, look, effect, itself) * float(look.actions)
        return found
    if kind == deck.ACTION:
        each = action_worth(s, look, building)
        if itself:  # it needs a token beyond the free ones: wheat
            now = max(each - 0.5, 0.0)
            return now + 0.8 * max(each - 0.3, 0.0) * float(look.actions - 1)
        return 0.8 * max(each - 0.3, 0.0) * float(look.actions)
    if kind == deck.SCORING and itself:
        for effect in building.effects:
            if effect.op == deck.POINTS:
                more = 0.5 * float(look.actions - 1) / float(effect.div) if effect.per != deck.ONCE else 0.0
                found += float(effect.n) * (times(s, look, effect, itself) + more)
            else:
                found += 2.0
        return found
    if kind == deck.IMMEDIATE and itself:
        for effect in building.effects:
            if effect.op == deck.FLAG:
                found += 0.5 * float(look.actions - 1) if has_action(s, look.seat) else 0.0
            else:
                found += effect_worth(s, look, effect, itself)
    return found


def has_action(s: DevilState, seat: i64) -> bool:
    """Whether a realm has an action building."""
    return any(s.cards.buildings[number].kind == deck.ACTION for number in s.built[seat])


def card_worth(s: DevilState, look: Look, number: i64, promised: float) -> float:
    """What a building in hand is worth if it is built in the next actions, without what it costs; `promised` is what
    achievements promise without it."""
    building = s.cards.buildings[number]
    found = float(building.points) + standing_worth(s, look, building, building.types) - 0.2
    found += progress(s, look, packed(building.types)) - promised
    if building.rep_cost:
        found -= 0.2 * float(building.rep_cost)
        low = s.reputation[look.seat] - building.rep_cost
        if low <= box.FIRST_DEMON:
            found -= DEMON * float(box.FIRST_DEMON + 1 - max(low, box.LOWEST))
    return found
