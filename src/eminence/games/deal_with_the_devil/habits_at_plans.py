"""Habits with cards, plans and achievements."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from eminence.core.bits import ONE, members
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import effects, payment, planning
from eminence.games.deal_with_the_devil.cards import Effect
from eminence.games.deal_with_the_devil.codes import (
    BUILD,
    CLAIM,
    DISCARD,
    DONE,
    FREE_USE,
    FUND_LOAN,
    FUND_SALE,
    KEEP,
    LATER,
    LEFT,
    MINOR,
    NO_BUILD,
    NO_CLAIM,
    NO_EVENT,
    NO_FREE_USE,
    NO_RECRUIT,
    NO_USE,
    NOT_IT,
    PASS,
    RECRUIT,
    REMOVE,
    RIGHT,
    TAKE,
    TUCK,
    USE,
    USE_IT,
)  # fmt: skip
from eminence.games.deal_with_the_devil.components import MINORS, NONE
from eminence.games.deal_with_the_devil.evaluation import demon_worth, standing_of
from eminence.games.deal_with_the_devil.goods import COIN, EACH, RESOURCES, coins, how_many, price_of
from eminence.games.deal_with_the_devil.state import DevilState
from eminence.games.deal_with_the_devil.worth_of_buildings import (
    achievement_worth,
    action_worth,
    effect_worth,
    lacking,
    packed,
    reactions,
)
from eminence.games.deal_with_the_devil.worth_of_goods import A_COURTIER, ANGEL, Look, production
from eminence.games.deal_with_the_devil.worth_of_hands import Hand, after_cost, basic_price

A_TOKEN: Final = 0.45  # what a token beyond the free ones costs: wheat
COIN_SHIFT: Final = 42  # where the coins of a heap begin


# -- cards -------------------------------------------------------------------------------------------------------------


def liking(hand: Hand, i: i64) -> float:
    """How much one would like to have a building in hand: what it is worth, less what it costs."""
    return hand.values[i] - 0.8 * hand.look.coin * float(price_of(hand.costs[i]))


def keep(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """The best building is kept."""
    hand = Hand(s, Look(s, seat))
    best: i64 = DONE
    most = -1000.0
    i: i64
    for i in range(len(hand.cards)):
        value = liking(hand, i)
        if value > most:
            most = value
            best = KEEP + hand.cards[i]
    return best


def pass_on(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """The two worst buildings are passed on."""
    hand = Hand(s, Look(s, seat))
    first: i64 = NONE  # the worst one, and the next
    second: i64 = NONE
    low = 1000.0
    lower = 1000.0
    i: i64
    for i in range(len(hand.cards)):
        number = hand.cards[i]
        if number // deck.A_ROUND != s.round - 1:
            continue
        value = liking(hand, i)
        if value < low:
            second = first
            lower = low
            first = number
            low = value
        elif value < lower:
            second = number
            lower = value
    sealed = s.sealed[seat]
    if not sealed:
        return PASS + min(first, second)
    if sealed[0] - PASS == first:
        return PASS + second
    if sealed[0] - PASS == second or PASS + first in choices:
        return PASS + first
    return PASS + second


# -- the plan ----------------------------------------------------------------------------------------------------------


def plan(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """The next small answer of a sensible plan."""
    if LATER in choices:
        return LATER
    draft = planning.Draft(s, seat, s.sealed[seat])
    stage = draft.stage
    if stage == planning.STAGE_FUND:
        return FUND_SALE if s.round == box.ROUNDS else FUND_LOAN
    look = Look(s, seat)
    if stage == planning.STAGE_DISCARD:
        return DISCARD + worse_event(s, look, choices)
    if stage == planning.STAGE_EVENT:
        return half_of(s, look, members(draft.events)[0])
    if stage == planning.STAGE_FREE:
        building = s.cards.buildings[s.tucked[seat]]
        return FREE_USE if action_worth(s, look, building) > 0.0 else NO_FREE_USE
    if stage == planning.STAGE_USE or stage == planning.STAGE_USE_AGAIN:
        return use_of(s, look, draft)
    if stage == planning.STAGE_BUILD or stage == planning.STAGE_BUILD_AGAIN:
        return build_of(s, look, draft)
    if stage == planning.STAGE_ACT or stage == planning.STAGE_ACT_AGAIN:
        number = draft.plan[stage - 1]
        value = action_worth(s, look, s.cards.buildings[number])
        free = draft.tokens > box.TOKENS - box.FREE_TOKENS
        return USE_IT if value > (0.0 if free else A_TOKEN) else NOT_IT
    return recruit_of(s, look, draft)


def left_worth(s: DevilState, look: Look, card: list[Effect]) -> float:
    """What half of an event is worth that gives things for reputation."""
    found = 0.0
    moves: i64 = 0
    for effect in card:
        if effect.op == deck.REP:
            moves += effect.n
        elif effect.op == deck.DEBT:
            found += 0.35 * float(min(-effect.n, s.debt[look.seat]))
        else:
            found += effect_worth(s, look, effect, 0)
    return found + move_worth(s, look, moves)


def move_worth(s: DevilState, look: Look, moves: i64) -> float:
    """What moving on the reputation track is worth."""
    at = s.reputation[look.seat]
    to = min(max(at + moves, box.LOWEST), box.HIGHEST)
    found = standing_of(s, look.seat, to, look.reputations)
    found -= standing_of(s, look.seat, at, look.reputations)
    if to < at and to <= box.FIRST_DEMON:
        found -= demon_worth(s, look.seat) * float(min(at, box.FIRST_DEMON + 1) - to)
    if to == box.HIGHEST and at < to:
        found += ANGEL
    return found


def right_worth(s: DevilState, look: Look, card: list[Effect]) -> float:
    """What half of an event is worth that wants something for reputation."""
    found = 0.0
    moves: i64 = 0
    seat = look.seat
    for effect in card:
        if effect.op == deck.REP:
            moves += effect.n
        elif effect.op == deck.REQUIRE:
            if effect.cond == deck.NO_DEBT:
                if s.debt[seat] or coins(s.goods[seat]) < 4:
                    return -1.0
            elif effect.cond == deck.THREE_TOKENS:
                found -= A_TOKEN + 0.3
            elif effect.cond == deck.RECRUITED:
                found -= 0.3
            else:
                found -= 1.0
        elif effect.op == deck.PAY_COURTIER:
            if effects.courtier_at(s, seat, effect.which) != box.AT_COURT:
                return -1.0
            found -= A_COURTIER
        else:
            found += effect_worth(s, look, effect, 0)
    return found + move_worth(s, look, moves)


def half_of(s: DevilState, look: Look, event: i64) -> i64:
    """Which half of an event to play, if any."""
    card = s.cards.events[event]
    left = left_worth(s, look, card.left)
    right = right_worth(s, look, card.right)
    if max(left, right) <= (0.0 if look.actions == 1 else 0.2):
        return NO_EVENT
    return LEFT if left >= right else RIGHT


def worse_event(s: DevilState, look: Look, choices: list[i64]) -> i64:
    """Which of two events to lay aside."""
    worst: i64 = choices[0] - DISCARD
    low = 1000.0
    code: i64
    for code in choices:
        card = s.cards.events[code - DISCARD]
        value = max(left_worth(s, look, card.left), right_worth(s, look, card.right))
        if value < low:
            low = value
            worst = code - DISCARD
    return worst


def after_event(s: DevilState, draft: planning.Draft) -> i64:
    """The goods with which an actor will build: with what an event's left half brings, and uses that are planned."""
    heap = s.goods[draft.seat]
    if draft.plan[planning.HALF] == 1:
        heap += gains_of(s.cards.events[draft.plan[planning.EVENT]].left)
    at: i64
    for at in (planning.FIRST_USE, planning.SECOND_USE):
        if draft.plan[at] != NONE:
            card = s.cards.buildings[draft.plan[at]].effects
            if payment.payment_of(card) is None:
                heap += gains_of(card)
    if draft.plan[planning.HALF] == 2:  # what the right half costs is laid by
        for effect in s.cards.events[draft.plan[planning.EVENT]].right:
            if effect.op == deck.PAY:
                cost = effect.heap
                kind: i64
                for kind in range(RESOURCES):
                    heap -= min(how_many(heap, kind), how_many(cost, kind)) * EACH[kind]
                heap -= min(coins(heap), coins(cost)) * COIN
    return heap


def gains_of(card: list[Effect]) -> i64:
    """The goods that effects bring."""
    found: i64 = 0
    for effect in card:
        if effect.op == deck.GAIN and effect.per == deck.ONCE and effect.on == deck.AT_ONCE:
            found += effect.heap
    return found


def use_of(s: DevilState, look: Look, draft: planning.Draft) -> i64:
    """The best action building to use, if it is worth its token: what is built has the free ones."""
    seat = look.seat
    builds = Hand(s, look).best(after_event(s, draft), s.debt[seat], NONE)
    free: i64 = max(box.FREE_TOKENS - s.fewer_tokens[seat], 0)
    if builds.first != NONE:
        free -= 1
    if builds.second != NONE:
        free -= 1
    if draft.plan[planning.FIRST_USE] != NONE:
        free -= 1
    best: i64 = NO_USE
    most = 0.0 if free > 0 else A_TOKEN
    number: i64
    for number in draft.usable(s):
        value = action_worth(s, look, s.cards.buildings[number])
        if value > most:
            most = value
            best = USE + number
    return best


def build_of(s: DevilState, look: Look, draft: planning.Draft) -> i64:
    """What to build first, or second: the most expensive of two comes first, so that it is not the one that fails."""
    heap = after_event(s, draft)
    first = draft.plan[planning.FIRST_BUILD]
    debt = s.debt[look.seat]
    if first != NONE:
        heap = after_cost(heap, s.cards.buildings[first].cost, basic_price(s, look.seat))
        lack = -(heap >> COIN_SHIFT)
        if lack > 0:
            heap += lack * COIN
            debt = min(debt + lack, box.MOST_DEBT)
    builds = Hand(s, look).best(heap, debt, first)
    if builds.first == NONE:
        return NO_BUILD
    if builds.second != NONE and price_of(s.cards.buildings[builds.second].cost) > price_of(
        s.cards.buildings[builds.first].cost
    ):
        return BUILD + builds.second
    return BUILD + builds.first


def recruit_of(s: DevilState, look: Look, draft: planning.Draft) -> i64:
    """Whom to recruit, if he completes an achievement or is worth his coins in the end."""
    seat = look.seat
    types: i64 = 0
    at: i64
    for at in (planning.FIRST_BUILD, planning.SECOND_BUILD):
        if draft.plan[at] != NONE:
            types += packed(s.cards.buildings[draft.plan[at]].types)
    used = box.TOKENS - s.fewer_tokens[seat] - draft.tokens
    cost = 0.0 if used < box.FREE_TOKENS - s.fewer_tokens[seat] else A_TOKEN
    best: i64 = NO_RECRUIT
    most = 0.0
    heap = after_event(s, draft)
    for at in (planning.FIRST_BUILD, planning.SECOND_BUILD):
        if draft.plan[at] != NONE:
            building = s.cards.buildings[draft.plan[at]]
            heap = after_cost(heap, building.cost, basic_price(s, seat))
    have = heap >> COIN_SHIFT
    courtier: i64
    for courtier in effects.recruitable(s, seat):
        price: i64 = box.RECRUIT_AGAIN if effects.courtier_at(s, seat, courtier) == box.ON_THREE else box.RECRUIT_FIRST
        pays = look.coin * float(min(price, max(have, 0)))
        lack = price - max(have, 0)
        if lack > 0:
            pays += 0.45 * float(lack)
        value = max(A_COURTIER, help_of(s, look, types, courtier)) - pays - cost
        if value > most:
            most = value
            best = RECRUIT + courtier
    return best


def help_of(s: DevilState, look: Look, types: i64, courtier: i64) -> float:
    """What a courtier is worth who completes an achievement at once."""
    seat = look.seat
    court = effects.court(s, seat)
    best = 0.0
    achievement: i64
    for achievement in range(box.ACHIEVEMENTS):
        if effects.claimed(s, seat, achievement):
            continue
        short = lack_with(look, types, court, achievement)
        if short == 1 and lack_with(look, types, court | (ONE << courtier), achievement) == 0:
            value = achievement_worth(achievement, look, 0.0)
            best = max(best, value)
    return best


def lack_with(look: Look, types: i64, court: i64, achievement: i64) -> i64:
    """How many symbols are missing with buildings to come, and courtiers."""
    return lacking(
        look.rural + (types & 15) + (court & 1),
        look.urban + ((types >> 4) & 15) + ((court >> 1) & 1),
        look.religious + ((types >> 8) & 15) + ((court >> 2) & 1),
        look.science + ((types >> 12) & 15) + ((court >> 3) & 1),
        achievement,
    )


def first_courtier(code: i64) -> i64:
    """The code that stands for the first courtier, where a courtier is chosen."""
    return TAKE if TAKE <= code < MINOR else RECRUIT


def courtier_for(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """Which courtier helps most."""
    look = Look(s, seat)
    first = first_courtier(choices[0])
    best = choices[0] - first
    most = -1.0
    code: i64
    for code in choices:
        value = help_of(s, look, 0, code - first)
        if value > most:
            most = value
            best = code - first
    return best


# -- achievements ------------------------------------------------------------------------------------------------------


def claim(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """The best achievement, if it is worth the courtiers that it takes."""
    look = Look(s, seat)
    best: i64 = NO_CLAIM
    most = 0.0
    reaction = reactions(s, seat)
    code: i64
    for code in choices:
        if code == NO_CLAIM:
            continue
        achievement = code - CLAIM
        value = achievement_worth(achievement, look, reaction)
        value -= A_COURTIER * float(effects.lacking(s, seat, achievement, 0))
        if achievement < MINORS and not effects.free_slots(s, seat):
            value = -1.0
        if value > most:
            most = value
            best = code
    return best


def best_slot(s: DevilState, seat: i64) -> i64:
    """The production slot on which an achievement brings most."""
    best: i64 = 0
    most = -1.0
    slot: i64
    free = effects.free_slots(s, seat)
    minor = s.claiming if 0 <= s.claiming < MINORS else 0
    for slot in free:
        seven: i64 = 7
        minors = s.minors[seat] & ~(seven << (3 * minor)) | ((slot + 1) << (3 * minor))
        value = production(s, seat, minors)
        if len(free) > 1:  # two slots together double what is precious
            for other in free:
                if other == slot - 1 or other == slot + 1:
                    value += 0.01
        if value > most:
            most = value
            best = slot
    return best


def farthest_minor(s: DevilState, seat: i64, choices: list[i64], first: i64) -> i64:
    """The minor achievement that it would take longest to claim."""
    best = choices[0] - first
    most: i64 = -1
    code: i64
    for code in choices:
        short = effects.lacking(s, seat, code - first, 0)
        if short > most:
            most = short
            best = code - first
    return best


def useless_minor(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """The minor achievement that one can do without: unclaimed, and far away."""
    best = choices[0] - REMOVE
    most: i64 = -10
    code: i64
    for code in choices:
        minor = code - REMOVE
        short: i64 = effects.lacking(s, seat, minor, 0)
        if effects.minor_at(s, seat, minor):
            short = -5 if s.round < box.ROUNDS else 5
        if short > most:
            most = short
            best = minor
    return best


def tuck(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """The best action building goes under the Stables."""
    look = Look(s, seat)
    best = choices[0]
    most = -100.0
    code: i64
    for code in choices:
        value = action_worth(s, look, s.cards.buildings[code - TUCK])
        if value > most:
            most = value
            best = code
    return best
