"""How good a position looks: the points that each realm can expect at the end, and what these make of its chances.

Everything is reckoned in points. Goods are worth what they bring in buildings as long as something can be built, and
what the count gives for them afterwards. A fragment has no price of its own: it is worth the penalties of inquisitors
that it averts, and to the devil his points at the black masses. So who should sell to whom, and for how much, follows.

It may look at all of an imagined state. It knows cards by their effects only: a file may bring others.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from eminence.core.bits import ONE, size
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, scoring
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.cards import Building, Effect
from eminence.games.deal_with_the_devil.components import (
    AT_COURT,
    EYE,
    GONE,
    HORNS,
    IN_FORCE,
    MINORS,
    MIXED,
    REMOVED,
    SEATS,
    TAINTED,
)  # fmt: skip
from eminence.games.deal_with_the_devil.goods import (
    BASICS,
    BUY,
    COIN,
    COINS,
    EACH,
    GLASS,
    INDULGENCE,
    MARBLE,
    STONE,
    WHEAT,
    WIDTH,
    WOOD,
    coins,
    how_many,
)  # fmt: skip
from eminence.games.deal_with_the_devil.hands import cards_in

if TYPE_CHECKING:
    from eminence.games.deal_with_the_devil.state import DevilState

# -- what things are worth, in points ----------------------------------------------------------------------------------
A_COIN: Final[list[float]] = [0.2, 0.25, 0.26, 0.27, 0.28, 0.28]  # by how many times one may still build
A_BASIC: Final = 1.8  # in coins: between what the supply gives and what it asks,
ONE_MORE_BASIC: Final = 1.1  # and where there are enough
A_PRECIOUS: Final = 4.1
ONE_MORE_PRECIOUS: Final = 3.8
COMING_BASIC: Final = 2.3  # what is still to be produced is more often just what is needed
COMING_PRECIOUS: Final = 4.4
A_DEBT: Final = 0.5  # of debts that are not repaid
A_DEBT_TO_REPAY: Final = 0.31  # of debts that can be repaid with coins still to come
ANGEL: Final = 1.1
DEMON: Final = 1.3
A_STEP: Final = 0.07  # of reputation, besides the wings of the highest and the lowest
HIGHER: Final[list[float]] = [0.04, 0.1, 0.2, 0.36, 0.62, 0.78, 0.88, 0.94]
"""How likely one is to be the highest: from 4 spaces below the best on."""
LOWER: Final[list[float]] = [0.94, 0.88, 0.78, 0.58, 0.33, 0.18, 0.1, 0.04]
"""How likely one is to be the lowest: from 3 spaces below the worst on."""
A_HUNT: Final = 0.15  # how often one is accused at a witch hunt
A_COURTIER: Final = 1.0
A_BRIBE: Final = 1.5  # what it costs to keep coins for a bribe
A_DEAL_BRINGS: Final = 0.5  # fragments for the devil in each round, as others see it,
A_DEAL_MAY_BRING: Final = 0.8  # and as he hopes
SPREAD: Final = 3.0  # points that make chances e to 1, at the end,
SPREAD_A_ROUND: Final = 1.2  # and with each round before it
BEST_OTHER: Final = 0.7  # how much of what one is compared with is the best of the others, and not all of them


@final
class Look:
    """What there is to know about a realm before anything in it is judged."""

    __slots__ = (
        "actions", "coin", "devil", "exposed", "minors", "productions", "religious", "reputations", "rural", "science",
        "seat", "urban",
    )  # fmt: skip

    def __init__(self, s: DevilState, seat: i64) -> None:
        self.seat: i64 = seat
        left: i64 = box.ROUNDS - s.round
        before = s.phase <= box.ACTIONS
        self.actions: i64 = left + 1 if before else left  # how often it may still build
        self.productions: i64 = left if s.round else box.ROUNDS
        if not s.round:
            self.actions = box.ROUNDS
        self.reputations: i64 = left + 1 if s.phase < box.REPUTATION else left
        self.coin: float = A_COIN[self.actions]
        self.devil: bool = s.role[seat] == HORNS
        # what an achievement more costs at the last inquisition: unless something averts that penalty, the highest
        shown = s.souls[seat] + s.soul_payment[seat] + s.indulgences[seat]
        self.exposed: float = 0.0 if s.inquisitors[deck.FUNDAMENTALIST] == GONE else 0.1 if shown else 0.8
        rural: i64 = 0
        urban: i64 = 0
        religious: i64 = 0
        science: i64 = 0
        number: i64
        for number in s.built[seat]:
            types = s.cards.buildings[number].types
            rural += types & 1
            urban += (types >> 1) & 1
            religious += (types >> 2) & 1
            science += (types >> 3) & 1
        self.rural: i64 = rural
        self.urban: i64 = urban
        self.religious: i64 = religious
        self.science: i64 = science
        found: i64 = 0
        minor: i64
        for minor in range(MINORS):
            at = (s.minors[seat] >> (3 * minor)) & 7
            if at and at != REMOVED:
                found += 1
        self.minors: i64 = found


# -- goods and debts ---------------------------------------------------------------------------------------------------


def wealth(heap: i64, debt: i64, actions: i64, productions: i64) -> float:
    """What goods and coins are worth, less debts, if one may build so many times more."""
    coin = A_COIN[actions]
    have = float(coins(heap))
    wood = how_many(heap, WOOD)
    stone = how_many(heap, STONE)
    wheat = how_many(heap, WHEAT)
    precious = how_many(heap, GLASS) + how_many(heap, MARBLE)
    found = 0.0
    if actions > 0:
        most: i64 = 2 + actions
        basics = tier(wood, most) + tier(stone, most) + tier(wheat, 1 + (actions + 1) // 2)
        glass = how_many(heap, GLASS)
        marble = precious - glass
        most = 1 + actions // 2
        fine = A_PRECIOUS * float(min(glass, most) + min(marble, most))
        fine += ONE_MORE_PRECIOUS * float(max(glass - most, 0) + max(marble - most, 0))
        found = coin * (basics + fine)
    else:
        found = float(precious) + coin * float(wood + stone + wheat)
    if not debt:
        return found + coin * have
    growth = 1.0 + 0.22 * min(float(productions), 2.0)
    rest = have - growth * float(debt)
    if rest >= 0.0:
        return found + coin * rest
    short = -rest
    if productions > 0:  # coins still to come
        later = min(short, 2.5 * float(productions))
        return found - A_DEBT_TO_REPAY * later - A_DEBT * (short - later)
    sold = min(short, float(wood + stone + wheat))  # basics go for a coin each, in the end
    return found - coin * sold - A_DEBT * (short - sold)


def tier(n: i64, most: i64) -> float:
    """What basic goods of a kind are worth, in coins: the more there are, the less each of them."""
    return A_BASIC * float(min(n, most)) + ONE_MORE_BASIC * float(max(n - most, 0))


def coming(heap: i64, coin: float) -> float:
    """What goods are worth that are still to come."""
    basics = how_many(heap, WOOD) + how_many(heap, STONE) + how_many(heap, WHEAT)
    precious = how_many(heap, GLASS) + how_many(heap, MARBLE)
    return coin * (float(coins(heap)) + COMING_BASIC * float(basics) + COMING_PRECIOUS * float(precious))


def production(s: DevilState, seat: i64, minors: i64) -> float:
    """What the wheel still brings, with minor achievements on these slots."""
    upgraded: i64 = 0
    minor: i64
    for minor in range(MINORS):
        upgraded |= ONE << ((minors >> (3 * minor)) & 7)
    upgraded >>= 1
    side = box.WHEEL[(seat + s.turned) % SEATS]
    basics: i64 = 0
    precious: i64 = 0
    money: i64 = 0
    number: i64 = s.round
    while number < box.ROUNDS:
        row = side[number]
        money += 2 + ((upgraded >> 1) & 1) + ((upgraded >> 2) & 1)
        slot: i64 = 0
        while slot < box.SLOTS:
            level: i64 = 1 + ((upgraded >> slot) & 1)
            if row[slot] < BASICS:
                basics += level
                slot += 1
            else:
                precious += min(level, 1 + ((upgraded >> (slot + 1)) & 1))
                slot += 2
        number += 1
    coin = A_COIN[min(box.ROUNDS - s.round, 5)]
    return coin * (float(money) + COMING_BASIC * float(basics) + COMING_PRECIOUS * float(precious))


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


def basic_price(s: DevilState, seat: i64) -> i64:
    """What a basic good costs a realm."""
    price = BUY[0]
    number: i64
    for number in s.built[seat]:
        for effect in s.cards.buildings[number].effects:
            if effect.op == deck.PRICE and effect.n < price:
                price = effect.n
    return price


def after_cost(heap: i64, cost: i64, basic: i64) -> i64:
    """What is left when a cost is paid, what is missing being bought; coins that are lacking make it negative: a heap
    of -n coins."""
    kind: i64 = 0
    price: i64 = 0
    while kind < COINS:
        have = how_many(heap, kind)
        need = how_many(cost, kind)
        if need > have:
            price += (need - have) * (basic if kind < BASICS else BUY[kind])
            need = have
        heap -= need * EACH[kind]
        kind += 1
    return heap - (price + coins(cost)) * COIN


@final
class Builds:
    """Which buildings of a hand it is best to build next, and what that makes of a realm."""

    __slots__ = ("first", "second", "worth")

    def __init__(self) -> None:
        self.first: i64 = box.NONE
        self.second: i64 = box.NONE
        self.worth: float = 0.0  # of all goods, debts and what is built, afterwards


def rest_worth(heap: i64, debt: i64, look: Look) -> float:
    """What a heap that may lack coins is worth once the next actions are over; -100 if it cannot be borrowed."""
    have = heap >> (WIDTH * COINS)
    if have < 0:
        loan = -have
        kind: i64 = 0
        while kind < BASICS and debt + loan > box.MOST_DEBT:  # sell, cheapest goods first
            n = how_many(heap & (COIN - 1), kind)
            while n and debt + loan > box.MOST_DEBT:
                n -= 1
                loan -= 1
                heap -= EACH[kind]
            kind += 1
        if debt + loan > box.MOST_DEBT:
            return -100.0
        return wealth(heap & (COIN - 1), debt + loan, look.actions - 1, look.productions)
    return wealth(heap, debt, look.actions - 1, look.productions)


NOTHING_SAVED: Final[list[float]] = [0.0, 0.0, 0.0, 0.0]


def saved_by_bribes(s: DevilState, look: Look) -> list[float]:
    """In the last round, what is saved by keeping coins for so many bribes, besides what the coins are worth."""
    seat = look.seat
    souls = s.souls[seat] + s.soul_payment[seat]
    number = souls % TAINTED + souls // TAINTED
    indulgences = s.indulgences[seat] + how_many(s.goods[seat], INDULGENCE)
    threats = faced(s, look, fragments_of_devil(s), 0.0, True)
    later = Look(s, seat)
    later.actions = 0
    later.coin = A_COIN[0]
    all_sent = bribed(s, look, threats[:], number, indulgences, 3)  # what is taken for granted
    return [all_sent - bribed(s, later, threats[:], number, indulgences, most) for most in range(4)]


def best_bribes(s: DevilState, seat: i64, most: i64) -> i64:
    """How many inquisitors it is best to send away at the last black mass, alone."""
    look = Look(s, seat)
    saved = saved_by_bribes(s, look)
    best: i64 = 0
    n: i64
    for n in range(1, min(most, 3) + 1):
        if saved[n] > saved[best]:
            best = n
    return best


@final
class Hand:
    """The buildings in a hand, and what each of them would be worth."""

    __slots__ = ("basic", "cards", "costs", "look", "saved", "tokens", "values")

    def __init__(self, s: DevilState, look: Look) -> None:
        self.look = look
        self.cards: list[i64] = cards_in(s.hand[look.seat])
        promised = progress(s, look, 0)
        self.values: list[float] = [card_worth(s, look, number, promised) for number in self.cards]
        self.costs: list[i64] = [s.cards.buildings[number].cost for number in self.cards]
        self.basic: i64 = basic_price(s, look.seat)
        self.tokens: i64 = box.TOKENS - s.fewer_tokens[look.seat]
        self.saved: list[float] = saved_by_bribes(s, look) if s.round == box.ROUNDS else NOTHING_SAVED

    def rest(self, heap: i64, debt: i64) -> float:
        """What a heap is worth once the next actions are over, with what bribes can be paid of it."""
        have: i64 = heap >> (WIDTH * COINS)
        return rest_worth(heap, debt, self.look) + self.saved[max(min(have // box.BRIBE_COINS, 3), 0)]

    def best(self, heap: i64, debt: i64, taken: i64) -> Builds:
        """What to build next with these goods. `taken` is a building that is planned already (its cost is not in the
        heap any more), or NONE: then there are two to choose, else one."""
        found = Builds()
        found.worth = self.rest(heap, debt)
        two = taken == box.NONE and self.tokens > 1
        n = len(self.cards)
        i: i64 = 0
        while i < n:
            if self.cards[i] != taken:
                rest = after_cost(heap, self.costs[i], self.basic)
                value = self.values[i] + self.rest(rest, debt)
                if value > found.worth:
                    found.worth = value
                    found.first = self.cards[i]
                    found.second = box.NONE
                j: i64 = i + 1 if two else n
                while j < n:
                    both = after_cost(rest, self.costs[j], self.basic)
                    value = self.values[i] + self.values[j] + self.rest(both, debt)
                    if value > found.worth:
                        found.worth = value
                        found.first = self.cards[i]
                        found.second = self.cards[j]
                    j += 1
            i += 1
        return found


# -- the inquisition ---------------------------------------------------------------------------------------------------


def penalty(s: DevilState, look: Look, inquisitor: i64, growing: bool) -> float:
    """What an inquisitor costs who is not appeased; `growing` where he comes in later rounds only."""
    found = 0.0
    seat = look.seat
    for effect in s.cards.inquisitors[inquisitor]:
        op = effect.op
        if op == deck.POINTS:
            n = times(s, look, effect, 0)
            if growing:
                if effect.per == deck.OWN_ANY:
                    n += 1.3 * float(look.actions) / float(effect.div)
                elif effect.per == deck.ACHIEVEMENTS:
                    n += 0.8 * float(look.actions) / float(effect.div)
            if effect.per == deck.BY_DEBT:
                n = max(n + 1.0 - float(coins(s.goods[seat])) / float(effect.div), 0.5)
            if effect.cond == deck.NOT_ALL_OTHERS_BELOW:
                n *= 0.75 if growing or not highest(s, seat) else 0.0
            found -= float(effect.n) * n
        elif op == deck.TRIBUTE:
            found += min(0.45, -float(effect.m)) * float(effect.n)
        elif op == deck.CHOICE:
            found += min(2.3 * look.coin / 0.22, -float(effect.n))
        elif op == deck.DESTROY:
            found += float(second_value(s, seat)) + (0.8 if growing else 0.4)
        elif op == deck.DEBT:
            found += 0.3 * float(effect.n)
    return found


def highest(s: DevilState, seat: i64) -> bool:
    """Whether a realm stands above all others."""
    return all(s.reputation[other] < s.reputation[seat] for other in range(SEATS) if other != seat)


def second_value(s: DevilState, seat: i64) -> i64:
    """The printed points of the second best building."""
    first: i64 = 0
    second: i64 = 0
    number: i64
    for number in s.built[seat]:
        points = s.cards.buildings[number].points
        if points > first:
            second = first
            first = points
        elif points > second:
            second = points
    return second


def uncovered(found: list[float], fragments: i64, indulgences: i64, kept: float) -> float:
    """What penalties cost in all, if the heaviest are averted: by fragments, and by indulgences, each of which would
    otherwise be kept for what it is worth."""
    total = 0.0
    n = len(found)
    at: i64 = 0
    while at < n:  # the heaviest of those that are left
        most: i64 = at
        i: i64 = at + 1
        while i < n:
            if found[i] > found[most]:
                most = i
            i += 1
        value = found[most]
        found[most] = found[at]
        if at >= fragments:
            if indulgences > 0 and value > kept:
                indulgences -= 1
                value = kept
            total += value
        at += 1
    return total


def before_inquisition(s: DevilState) -> bool:
    """Whether the inquisition of this round, if there is one, is still to come."""
    if s.phase != box.INQUISITION:
        return s.phase < box.INQUISITION
    return codes.PENALTIES in s.steps


def turned_up(devils: i64, more: float, needed: i64) -> float:
    """How likely the devil will show so many fragments that a red inquisitor is turned up: he has some, and may get
    more."""
    gap = needed - devils
    if gap <= 0:
        return 1.0
    if gap == 1:
        return min(0.8 * more, 0.8)
    return min(0.25 * more, 0.4) if gap == 2 else 0.0


def faced(s: DevilState, look: Look, devils: i64, more: float, last: bool) -> list[float]:
    """The penalties that threaten at the first inquisition, or at the last: those of A, B and C first. The devil has so
    many fragments, and may expect more."""
    number: i64 = box.ROUNDS if last else 3
    now = s.round == number and s.phase == box.INQUISITION
    opened = now and codes.OPEN_CHESTS not in s.steps
    growing = not now if last else s.round < number
    found: list[float] = []
    place: i64
    for place in range(3):
        away = s.inquisitors[place] == GONE or (place and not last)
        found.append(0.0 if away else penalty(s, look, place, last and growing))
    for place in range(len(s.reds)):
        chance = 1.0 if s.inquisitors[3 + place] == IN_FORCE else 0.0
        if not opened and not chance:
            chance = turned_up(devils, more, 2 + place) if place < 2 else 0.1
        if chance > 0.05:
            found.append(chance * penalty(s, look, s.reds[place], growing))
    if last == (s.round > 3):
        found += [penalty(s, look, deck.GUEST, False)] * s.guests[look.seat]
    return found


def inquisitions(s: DevilState, look: Look, fragments: i64, devils: i64, more: float) -> float:
    """What the inquisitions to come will cost, with so many fragments to show; the devil has some, and may expect
    more."""
    seat = look.seat
    indulgences = s.indulgences[seat] + how_many(s.goods[seat], INDULGENCE)
    total = 0.0
    if s.round < 3 or (s.round == 3 and before_inquisition(s)):
        total += uncovered(faced(s, look, devils, 0.5 * more, False), fragments, indulgences, 3.0)
    if s.round < box.ROUNDS or before_inquisition(s):
        threats = faced(s, look, devils, more, True)
        total += bribed(s, look, threats, fragments, indulgences, bribes_left(s, seat))
    return total


def bribes_left(s: DevilState, seat: i64) -> i64:
    """How many inquisitors somebody could still send away before the last inquisition: all, if he thinks of it in time;
    then as many as he has coins for; none, once the chests are open."""
    if s.round < box.ROUNDS or s.phase <= box.ACTIONS:
        return 3
    if s.phase == box.INQUISITION and codes.LOAD not in s.steps:
        return 0
    return min((coins(s.goods[seat]) + s.pot) // box.BRIBE_COINS, 3)


def bribed(s: DevilState, look: Look, threats: list[float], fragments: i64, indulgences: i64, most: i64) -> float:
    """What penalties cost in all, if the heaviest are averted and, where that is cheaper, the first inquisitors sent
    away by bribes."""
    best = uncovered(threats[:], fragments, indulgences, 2.0)
    sent: i64 = 0
    place: i64 = 0
    price = -look.coin * float(s.pot)
    while place < 3 and sent < most:
        if s.inquisitors[place] != GONE:
            sent += 1
            price += A_BRIBE if look.actions > 0 else look.coin * float(box.BRIBE_COINS)
            threats[place] = 0.0
            value = uncovered(threats[:], fragments, indulgences, 2.0) + max(price, 0.0)
            if value < best:
                best = value
        place += 1
    return best


def fragments_of_devil(s: DevilState) -> i64:
    """How many fragments the devil has."""
    seat: i64
    for seat in range(SEATS):
        if s.role[seat] == HORNS:
            return s.souls[seat] % TAINTED + s.souls[seat] // TAINTED
    return 0


def deals_left(s: DevilState) -> i64:
    """In how many rounds chests will still travel."""
    return box.ROUNDS - s.round + (1 if s.phase < box.DEALS or (s.phase == box.DEALS and not s.price[0]) else 0)


def mass_points(fragments: float) -> float:
    """The devil's points for fragments at the last black mass, between whole numbers too."""
    n: i64 = i64(fragments)
    last: i64 = len(box.MASS_POINTS) - 1
    here = float(box.MASS_POINTS[min(n, last)] + box.MASS_BEYOND * max(n - last, 0))
    after = float(box.MASS_POINTS[min(n + 1, last)] + box.MASS_BEYOND * max(n + 1 - last, 0))
    return here + (fragments - float(n)) * (after - here)


def souls_worth(s: DevilState, look: Look, souls: i64, devils: i64) -> float:
    """What it is worth to hold these fragments, while the devil holds so many: penalties averted (as costs), what is
    earned at the masses, what three of them prove at witch hunts."""
    pure = souls % TAINTED
    worse = souls // TAINTED
    more = A_DEAL_BRINGS * float(deals_left(s))
    found = -inquisitions(s, look, pure + worse, devils, more) - float(worse)
    hunts: i64 = 0
    if s.phase < box.WITCH_HUNT or s.round < 2:
        hunts = 3 - s.round if s.round >= 2 else 2
        if s.round == 2 or s.round == 3:
            hunts = 4 - s.round
    elif s.round == 2:
        hunts = 1
    hunts = max(hunts, 0)
    if hunts:
        if pure + worse >= 3:
            found += A_HUNT * ANGEL * float(hunts)
        elif not s.mob & (ONE << look.seat):
            found -= A_HUNT * (DEMON + 0.2) * float(hunts)
    third = s.round < 3 or (s.round == 3 and (s.phase < box.INQUISITION or codes.OPEN_CHESTS in s.steps))
    if look.devil:
        if s.round < 5 or s.phase < box.INQUISITION or codes.OPEN_CHESTS in s.steps:
            hopes = float(pure + worse) + A_DEAL_MAY_BRING * float(deals_left(s))
            if s.phase > box.DEALS and s.round == box.ROUNDS:
                found += mass_points(hopes)
            else:  # it may be more, or fewer
                found += (mass_points(max(hopes - 1.0, 0.0)) + mass_points(hopes) + mass_points(hopes + 1.0)) / 3.0
        if third:
            row: i64 = 0
            while row < len(box.MASS_DEVIL_GAINS):
                chance = min(max(float(pure + worse) + more * 0.5 - float(row) + 1.0, 0.0), 1.0)
                found += chance * coming(box.MASS_DEVIL_GAINS[row], look.coin)
                row += 1
    elif third and s.role[look.seat] == EYE:
        owned: i64 = tainted_of_devil(s)
        if owned:
            found += look.coin * (COMING_BASIC + (1.0 if owned == 1 else 4.0))
    return found


def tainted_of_devil(s: DevilState) -> i64:
    """How many tainted fragments the devil has."""
    seat: i64
    for seat in range(SEATS):
        if s.role[seat] == HORNS:
            return s.souls[seat] // TAINTED
    return 0


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


def demon_worth(s: DevilState, seat: i64) -> float:
    """What the next demon wings cost: the third ones bring a Guest."""
    return 3.0 if s.demons[seat] == box.A_SET_OF_WINGS - 1 else DEMON


# -- all together ------------------------------------------------------------------------------------------------------


def expected(s: DevilState, seat: i64) -> float:
    """The points that a realm can expect at the end."""
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
