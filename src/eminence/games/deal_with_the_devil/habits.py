"""What sensible people do without thinking: how bots complete answers that are composed of many small ones, and what
they expect of others.

A habit looks at what its seat knows: its own things, and what lies open. (What others hold is looked at where people
would have an opinion: at votes. In an imagined world that is one opinion among many.)
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from eminence.core.bits import ONE, members
from eminence.core.rng import Rng
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, deals, effects, evaluation, inquisition, market, payment, planning
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.cards import Effect
from eminence.games.deal_with_the_devil.codes import (
    ACCEPT,
    BORROW,
    BRIBE,
    BRIBE_GOODS,
    BUILD,
    BUY,
    CLAIM,
    DEVIL_IS,
    DISCARD,
    DONE,
    ENOUGH,
    FREE_USE,
    FUND_LOAN,
    FUND_SALE,
    GAIN,
    GIVE,
    HAND_OVER,
    KEEP,
    LATER,
    LEAVE,
    LEFT,
    LOSE,
    MINOR,
    MOST_AT_ONCE,
    NO_BUILD,
    NO_CLAIM,
    NO_CULTIST,
    NO_DEVIL,
    NO_EVENT,
    NO_FREE_USE,
    NO_RECRUIT,
    NO_TRIBUTE,
    NO_USE,
    NO_VOTE,
    NOT_IT,
    PASS,
    PRICE,
    PRICE_SOULS,
    PROVE,
    PUT,
    PUT_COINS,
    RECRUIT,
    REFUSE,
    REMOVE,
    REPAY,
    RIGHT,
    SEAL,
    SELL,
    SHIP,
    SHOW,
    SHOW_PURE,
    SLOT,
    SPEND,
    SUFFER,
    TAKE,
    TRIBUTE,
    TUCK,
    USE,
    USE_IT,
    VOTE,
)  # fmt: skip
from eminence.games.deal_with_the_devil.components import MINORS, NONE, SOUL_PRICE, TAINTED
from eminence.games.deal_with_the_devil.evaluation import Hand, Look
from eminence.games.deal_with_the_devil.goods import (
    BASICS,
    COIN,
    EACH,
    JESTER,
    RESOURCES,
    WHEAT,
    coins,
    how_many,
)
from eminence.games.deal_with_the_devil.goods import BUY as BUYS_FOR
from eminence.games.deal_with_the_devil.standing import fragments
from eminence.games.deal_with_the_devil.state import DevilState

ACCEPTS: Final = 0.05  # points that a deal has to bring
SELLS_A_SOUL: Final = 0.3  # and one for a fragment,
TO_BE_SURE: Final = 0.6  # so that this is offered beyond what it is worth
NOT_FOR_SALE: Final = 100.0
RICH: Final = 20  # coins, as the supply reckons: who has so much may ask for two fragments
GOODS_FOR_COINS: Final = 0.85  # what goods are worth, of what the supply asks for them
A_TOKEN: Final = 0.45  # what a token beyond the free ones costs: wheat


def habit(s: DevilState, seat: i64, choices: list[i64], rng: Rng) -> i64:
    """What a sensible player in this seat answers, of the choices he has."""
    if len(choices) == 1:
        return choices[0]
    step = s.steps[-1]
    found: i64 = NONE
    if step == codes.PLAN:
        found = plan(s, seat, choices)
    elif step == codes.OFFER:
        found = offer(s, seat, choices)
    elif step == codes.ANSWER_FIRST or step == codes.ANSWER_SECOND:
        found = answer_chest(s, seat, choices)
    elif step == codes.KEEP_ONE:
        found = keep(s, seat, choices)
    elif step == codes.PASS_TWO:
        found = pass_on(s, seat, choices)
    elif step == codes.LAST_REPAYMENT:
        found = repay(s, seat)
    elif step == codes.CHOOSE_GOODS or step == codes.CHOOSE_GAIN:
        found = gain(s, seat, choices)
    elif step == codes.CHOOSE_GIFT:
        found = gift(s, seat, choices)
    elif step == codes.FUND:
        found = raise_money(s, seat, choices)
    elif step == codes.CHOOSE_COURTIER or step == codes.RECRUIT_OTHER:
        found = choices[0] + courtier_for(s, seat, choices) - (choices[0] - first_courtier(choices[0]))
    elif step == codes.CHOOSE_MINOR:
        found = MINOR + farthest_minor(s, seat, choices, MINOR)
    elif step == codes.CHOOSE_SLOT:
        found = SLOT + best_slot(s, seat)
    elif step == codes.REMOVE_MINOR:
        found = REMOVE + useless_minor(s, seat, choices)
    elif step == codes.TUCK_ONE:
        found = tuck(s, seat, choices)
    elif step == codes.USE_TUCKED:
        look = Look(s, seat)
        found = USE_IT if evaluation.action_worth(s, look, s.cards.buildings[s.tucked[seat]]) > 0.0 else NOT_IT
    elif step == codes.CLAIM_ONE:
        found = claim(s, seat, choices)
    elif step == codes.VOTING:
        found = vote(s, seat, choices, rng)
    elif step == codes.INTERROGATION:
        found = PROVE
    elif step == codes.LOAD:
        found = load(s, seat, choices)
    elif step == codes.APPEASE:
        found = appease(s, seat, choices)
    elif step == codes.PENALTY:
        found = suffer(s, seat, choices)
    elif step == codes.PREPARE:
        found = DONE
    elif step == codes.LAST_TRADES:
        found = repay(s, seat) if s.round == box.ROUNDS else DONE
    elif step == codes.TRADE_ROUTE:
        found = SHIP + most_of(s.goods[seat], 0, BASICS)
    elif step == codes.WISHES:
        found = choices[1]
    return found if found in choices else choices[rng.below(len(choices))]


MOST_PUT: Final = 3  # so many of a good, at most, are thought about for an offer,
MOST_COINS_PUT: Final = 9  # and so many coins
MOST_BRIBE: Final = 15


def sensible(s: DevilState, seat: i64, choices: list[i64]) -> list[i64]:
    """The choices that are worth a thought. Nothing is gained by trading sooner than a thing is needed: so trades are
    looked at where they pay for something, and loans for a chest alone."""
    step = s.steps[-1]
    if len(choices) < 4 or step == codes.PLAN:
        return choices
    if step == codes.OFFER:
        return [code for code in choices if thinks_of_offer(s, seat, code)]
    if step == codes.ANSWER_FIRST or step == codes.ANSWER_SECOND:
        chest = s.held[seat]
        purse = market.purse(s, seat, s.goods[seat] + chest[deals.CONTENTS], s.sealed[seat])
        lack: i64 = chest[deals.ASKED] - coins(purse.heap) if chest[deals.ASKED] < SOUL_PRICE else 0
        return [code for code in choices if not market.is_trade(code) or (lack > 0 and code == BORROW + lack - 1)]
    if step == codes.LOAD:
        return [code for code in choices if thinks_of_load(s, seat, code)]
    if step == codes.KEEP_ONE or step == codes.PREPARE:
        return [code for code in choices if not market.is_trade(code)]
    if step == codes.PENALTY or step == codes.LAST_REPAYMENT or step == codes.LAST_TRADES:
        selling = s.round == box.ROUNDS and s.debt[seat] > 0
        return [code for code in choices if thinks_of_trade(code, step, selling)]
    return choices


def thinks_of_offer(s: DevilState, seat: i64, code: i64) -> bool:
    """Whether an answer to the question for an offer is worth a thought."""
    if market.is_trade(code):  # who asks for souls may buy what he offers
        return s.role[seat] == box.HORNS and BUY <= code < REPAY and (code - BUY) % MOST_AT_ONCE == 0
    if PUT <= code < PUT_COINS:
        return (code - PUT) % MOST_AT_ONCE < MOST_PUT
    return not PUT_COINS + MOST_COINS_PUT <= code < SEAL


def thinks_of_load(s: DevilState, seat: i64, code: i64) -> bool:
    """The same for a black mass: bribes that remove an inquisitor, on credit if need be."""
    have = coins(s.goods[seat])
    if BORROW <= code < BUY:
        return have < MOST_BRIBE and (have + code - BORROW + 1 + s.pot) % box.BRIBE_COINS == 0
    if BRIBE < code < BRIBE_GOODS:
        return code <= BRIBE + MOST_BRIBE and (code - BRIBE + s.pot) % box.BRIBE_COINS == 0
    return not market.is_trade(code) and not BRIBE_GOODS <= code < SHOW_PURE


def thinks_of_trade(code: i64, step: i64, selling: bool) -> bool:
    """The same at a last opportunity to trade: repaying, buying what an inquisitor wants, selling to repay."""
    if not market.is_trade(code) or code >= REPAY:
        return True
    if code >= BUY:
        return step == codes.PENALTY and (code - BUY) % MOST_AT_ONCE == 0
    return code < BORROW and selling


# -- goods -------------------------------------------------------------------------------------------------------------


def most_of(heap: i64, first: i64, end: i64) -> i64:
    """The kind of which there is most."""
    best = first
    kind = first
    while kind < end:
        if how_many(heap, kind) > how_many(heap, best):
            best = kind
        kind += 1
    return best


def wanted(s: DevilState, seat: i64) -> i64:
    """What is needed for the building that one would like to build next: a heap."""
    hand = Hand(s, Look(s, seat))
    best = 0.0
    cost: i64 = 0
    i: i64
    for i in range(len(hand.cards)):
        value = hand.values[i] / (3.0 + float(price_of(hand.costs[i])))
        if value > best:
            best = value
            cost = hand.costs[i]
    return cost


def price_of(heap: i64) -> i64:
    """What the supply would ask for a heap."""
    found = coins(heap)
    kind: i64
    for kind in range(RESOURCES):
        found += how_many(heap, kind) * BUYS_FOR[kind]
    return found


def gain(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """Of the goods on offer the one that is lacking most."""
    want = wanted(s, seat)
    heap = s.goods[seat]
    for code in s.sealed[seat]:
        heap += EACH[code - GAIN]
    best = choices[0]
    most: i64 = -100
    code_: i64
    for code_ in choices:
        kind = code_ - GAIN
        if not 0 <= kind < RESOURCES:
            continue
        lack = 4 * (how_many(want, kind) - how_many(heap, kind))
        lack += -how_many(heap, kind) - (1 if kind == WHEAT else 0)
        if lack > most:
            most = lack
            best = code_
    return best


def gift(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """What can be spared best; and whether a payment is made once more."""
    want = wanted(s, seat)
    heap = s.goods[seat] - 0
    best: i64 = NONE
    most: i64 = -100
    code: i64
    for code in choices:
        if code == ENOUGH:
            continue
        kind = code - GIVE
        spare = how_many(heap, kind) - how_many(want, kind) - (1 if kind == WHEAT else 0)
        if spare > most:
            most = spare
            best = code
    if ENOUGH not in choices:
        return best
    if best == NONE or not how_many(heap, best - GIVE) or most < 0:
        return ENOUGH
    return best


def raise_money(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """What is lacking is borrowed; in the end goods that are left over are sold instead."""
    loan: i64 = NONE
    sale: i64 = NONE
    code: i64
    for code in choices:
        if BORROW <= code < BUY:
            loan = code
        elif SELL <= code < BORROW and sale == NONE:
            sale = code
    if s.round == box.ROUNDS and sale != NONE:
        return sale
    return loan if loan != NONE else sale


def repay(s: DevilState, seat: i64) -> i64:
    """Debts are repaid as far as coins go: in the actions they can be made again. In the end goods are sold for it."""
    purse = market.purse(s, seat, s.goods[seat], s.sealed[seat])
    if not purse.debt or purse.place == market.REPAYMENT:
        return DONE
    have = coins(purse.heap)
    if s.round == box.ROUNDS and s.phase == box.INQUISITION and have < purse.debt:
        kind: i64 = max(purse.place + 1, 0)
        while kind < BASICS:
            n = min(how_many(purse.heap, kind), purse.debt - have)
            if n > 0:
                return SELL + kind * MOST_AT_ONCE + n - 1
            kind += 1
    n = min(purse.debt, have)
    return REPAY + n - 1 if n else DONE


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


# -- deals -------------------------------------------------------------------------------------------------------------


def bundle(hand: Hand, heap: i64, debt: i64, price: i64) -> i64:
    """What a seat would rather give away for a price in coins, and others would like to have: worth more than the price
    in the supply, and spare. Nothing, if there is no such thing."""
    before = hand.best(heap, debt, NONE).worth
    best: i64 = 0
    most = ACCEPTS
    first: i64
    second: i64
    for first in range(RESOURCES):
        if not how_many(heap, first):
            continue
        for second in range(first, RESOURCES + 1):  # one good, or two
            goods = EACH[first]
            if second < RESOURCES:
                goods += EACH[second]
                if how_many(heap, second) < (2 if first == second else 1):
                    continue
            worth = price_of(goods)
            if not price < worth <= price + 3:
                continue
            after = hand.best(heap - goods + price * COIN, debt, NONE).worth
            if after - before > most:
                most = after - before
                best = goods
    return best


def soul_worth(s: DevilState, seat: i64, number: i64, to_devil: bool) -> float:
    """What it is worth to a seat to have so many fragments more, or fewer: its tainted ones go first. If the devil has
    more of them, that hurts everybody, and counts half."""
    souls = s.souls[seat]
    after = souls + number
    if number < 0:
        worse = min(souls // TAINTED, -number)
        after = souls - worse * TAINTED - (-number - worse)
    look = Look(s, seat)
    devils = evaluation.fragments_of_devil(s)
    before = evaluation.souls_worth(s, look, souls, devils)
    found = evaluation.souls_worth(s, look, after, devils) - before
    if number < 0 and to_devil:
        found = 0.5 * (found + evaluation.souls_worth(s, look, after, devils - number) - before)
    return found


def price_of_souls(s: DevilState, seat: i64, number: i64) -> float:
    """What fragments cost, in points: as much as the one to whom they are worth least would want."""
    least = NOT_FOR_SALE
    other: i64
    for other in range(box.SEATS):
        if other != seat and fragments(s.souls[other]) >= number:
            least = min(least, -soul_worth(s, other, -number, s.role[seat] == box.HORNS))
    return max(least, 0.0) + TO_BE_SURE


def soul_bundle(s: DevilState, seat: i64, heap: i64, number: i64) -> i64:
    """What is offered for fragments: what is spare, precious goods first, filled up with coins."""
    price = min(price_of_souls(s, seat, number), soul_worth(s, seat, number, False))
    target: i64 = i64(price / (GOODS_FOR_COINS * Look(s, seat).coin) + 0.5)
    want = wanted(s, seat)
    found: i64 = 0
    worth: i64 = 0
    tries: i64 = 0
    while worth < target and tries < 12:
        tries += 1
        best: i64 = NONE
        most: i64 = -100
        kind: i64
        for kind in range(RESOURCES):
            left = how_many(heap, kind) - how_many(found, kind)
            if not left or worth + BUYS_FOR[kind] > target + 1:
                continue
            spare = 3 * (left - how_many(want, kind)) + (2 if kind >= BASICS else 0)
            if spare > most:
                most = spare
                best = kind
        if best == NONE:
            break
        found += EACH[best]
        worth += BUYS_FOR[best]
    money = min(coins(heap), max(target - worth, 0))
    return found + money * COIN


def offer(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """A price, and then what goes with it. Nobody trades for it."""
    sealed = s.sealed[seat]
    heap = market.purse(s, seat, s.goods[seat], sealed).heap
    if not sealed or market.is_trade(sealed[-1]):
        return price_for(s, seat, heap)
    at = market.how_many_trades(sealed)
    asked = deals.price_of(sealed[at])
    wants: i64 = 0
    if asked > SOUL_PRICE:
        wants = soul_bundle(s, seat, heap, asked - SOUL_PRICE)
    else:
        wants = bundle(Hand(s, Look(s, seat)), heap, s.debt[seat], asked)
    code: i64
    for code in choices:  # in the order of kinds: what is next, and not more of it
        if code == SEAL:
            break
        kind = deals.put_kind(code)
        n = how_many(deals.put_heap(code), kind)
        if n == how_many(wants, kind):
            return code
    return SEAL


def price_for(s: DevilState, seat: i64, heap: i64) -> i64:
    """What one asks: for some coins the best bundle; the devil asks for a fragment, or for two if he is rich."""
    mark = s.role[seat]
    if mark == box.HORNS:
        one = soul_worth(s, seat, 1, False) - price_of_souls(s, seat, 1)
        two = soul_worth(s, seat, 2, False) - price_of_souls(s, seat, 2)
        return PRICE_SOULS + 1 if two > max(one, 0.0) and price_of(heap) >= RICH else PRICE_SOULS
    hand = Hand(s, Look(s, seat))
    debt = s.debt[seat]
    before = hand.best(heap, debt, NONE).worth
    best: i64 = PRICE
    most = 0.0
    price: i64
    for price in (2, 4, 5):
        goods = bundle(hand, heap, debt, price)
        if not goods:
            continue
        gained = hand.best(heap - goods + price * COIN, debt, NONE).worth - before
        if gained > most:
            most = gained
            best = PRICE + price - box.CHEAPEST
    return best


def answer_chest(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """A chest is accepted if that brings something, on credit if need be."""
    chest = s.held[seat]
    if chest[deals.IS_PAID]:
        return LEAVE
    sealed = s.sealed[seat]
    purse = market.purse(s, seat, s.goods[seat], sealed)
    look = Look(s, seat)
    goods = chest[deals.CONTENTS]
    goods -= how_many(goods, JESTER) * EACH[JESTER]
    hand = Hand(s, look)
    before = hand.best(purse.heap, purse.debt, NONE).worth
    price = chest[deals.ASKED]
    if price < SOUL_PRICE:
        after = purse.heap + goods - price * COIN
        lack: i64 = price - coins(purse.heap + goods)
        if lack > 0:
            if purse.place >= market.LOAN or purse.debt + lack > box.MOST_DEBT:
                return LEAVE
            after = purse.heap + goods - (price - lack) * COIN
            if hand.best(after, purse.debt + lack, NONE).worth > before + ACCEPTS:
                return BORROW + lack - 1
            return LEAVE
        return ACCEPT if hand.best(after, purse.debt, NONE).worth > before + ACCEPTS else LEAVE
    n = price - SOUL_PRICE
    souls = s.souls[seat]
    worse = min(souls // TAINTED, n)  # tainted ones first
    if n - worse > souls % TAINTED:
        return LEAVE
    change = hand.best(purse.heap + goods, purse.debt, NONE).worth - before
    change += soul_worth(s, seat, -n, chest[deals.MARK] == box.HORNS)
    return ACCEPT + worse if change > SELLS_A_SOUL else LEAVE


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
        return FREE_USE if evaluation.action_worth(s, look, building) > 0.0 else NO_FREE_USE
    if stage == planning.STAGE_USE or stage == planning.STAGE_USE_AGAIN:
        return use_of(s, look, draft)
    if stage == planning.STAGE_BUILD or stage == planning.STAGE_BUILD_AGAIN:
        return build_of(s, look, draft)
    if stage == planning.STAGE_ACT or stage == planning.STAGE_ACT_AGAIN:
        number = draft.plan[stage - 1]
        value = evaluation.action_worth(s, look, s.cards.buildings[number])
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
            found += evaluation.effect_worth(s, look, effect, 0)
    return found + move_worth(s, look, moves)


def move_worth(s: DevilState, look: Look, moves: i64) -> float:
    """What moving on the reputation track is worth."""
    at = s.reputation[look.seat]
    to = min(max(at + moves, box.LOWEST), box.HIGHEST)
    found = evaluation.standing_of(s, look.seat, to, look.reputations)
    found -= evaluation.standing_of(s, look.seat, at, look.reputations)
    if to < at and to <= box.FIRST_DEMON:
        found -= evaluation.demon_worth(s, look.seat) * float(min(at, box.FIRST_DEMON + 1) - to)
    if to == box.HIGHEST and at < to:
        found += evaluation.ANGEL
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
            found -= evaluation.A_COURTIER
        else:
            found += evaluation.effect_worth(s, look, effect, 0)
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
                for kind in range(KINDS_TO_LAY_BY):
                    heap -= min(how_many(heap, kind), how_many(cost, kind)) * EACH[kind]
                heap -= min(coins(heap), coins(cost)) * COIN
    return heap


KINDS_TO_LAY_BY: Final = RESOURCES


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
        value = evaluation.action_worth(s, look, s.cards.buildings[number])
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
        heap = evaluation.after_cost(heap, s.cards.buildings[first].cost, evaluation.basic_price(s, look.seat))
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


COIN_SHIFT: Final = 42  # where the coins of a heap begin


def recruit_of(s: DevilState, look: Look, draft: planning.Draft) -> i64:
    """Whom to recruit, if he completes an achievement or is worth his coins in the end."""
    seat = look.seat
    types: i64 = 0
    at: i64
    for at in (planning.FIRST_BUILD, planning.SECOND_BUILD):
        if draft.plan[at] != NONE:
            types += evaluation.packed(s.cards.buildings[draft.plan[at]].types)
    used = box.TOKENS - s.fewer_tokens[seat] - draft.tokens
    cost = 0.0 if used < box.FREE_TOKENS - s.fewer_tokens[seat] else A_TOKEN
    best: i64 = NO_RECRUIT
    most = 0.0
    heap = after_event(s, draft)
    for at in (planning.FIRST_BUILD, planning.SECOND_BUILD):
        if draft.plan[at] != NONE:
            building = s.cards.buildings[draft.plan[at]]
            heap = evaluation.after_cost(heap, building.cost, evaluation.basic_price(s, seat))
    have = heap >> COIN_SHIFT
    courtier: i64
    for courtier in effects.recruitable(s, seat):
        price: i64 = box.RECRUIT_AGAIN if effects.courtier_at(s, seat, courtier) == box.ON_THREE else box.RECRUIT_FIRST
        pays = look.coin * float(min(price, max(have, 0)))
        lack = price - max(have, 0)
        if lack > 0:
            pays += 0.45 * float(lack)
        value = max(evaluation.A_COURTIER, help_of(s, look, types, courtier)) - pays - cost
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
            value = evaluation.achievement_worth(achievement, look, 0.0)
            best = max(best, value)
    return best


def lack_with(look: Look, types: i64, court: i64, achievement: i64) -> i64:
    """How many symbols are missing with buildings to come, and courtiers."""
    return evaluation.lacking(
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
    reaction = evaluation.reactions(s, seat)
    code: i64
    for code in choices:
        if code == NO_CLAIM:
            continue
        achievement = code - CLAIM
        value = evaluation.achievement_worth(achievement, look, reaction)
        value -= evaluation.A_COURTIER * float(effects.lacking(s, seat, achievement, 0))
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
        value = evaluation.production(s, seat, minors)
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
        value = evaluation.action_worth(s, look, s.cards.buildings[code - TUCK])
        if value > most:
            most = value
            best = code
    return best


# -- the Church --------------------------------------------------------------------------------------------------------


def vote(s: DevilState, seat: i64, choices: list[i64], rng: Rng) -> i64:
    """Half of the time somebody who lacks fragments is suspected; else nobody is named."""
    if rng.below(2):
        return NO_VOTE
    code = choices[rng.below(len(choices))]
    if code == NO_VOTE:
        return NO_VOTE
    return code if fragments(s.souls[code - VOTE]) < 3 else NO_VOTE


def load(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """A bribe, if it saves more than it costs even if nobody else pays one; the devil shows all he has; nobody
    guesses."""
    most: i64 = NONE
    sealed = s.sealed[seat]
    if not sealed or market.is_trade(sealed[-1]):
        have = coins(market.purse(s, seat, s.goods[seat], sealed).heap)
        wants: i64 = max((have + s.pot) // box.BRIBE_COINS, 0)
        if not sealed:  # else it was borrowed for
            wants = evaluation.best_bribes(s, seat, wants) if s.round == box.ROUNDS else 0
        return BRIBE + max(min(wants, 3) * box.BRIBE_COINS - s.pot, 0)
    code: i64
    for code in choices:
        if code in (NO_DEVIL, NO_CULTIST):
            return code
        if SHOW_PURE <= code < DEVIL_IS:
            most = code
    return most


def appease(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """All fragments that are needed are shown, indulgences spent where it pays; the mildest penalties are suffered."""
    first = choices[0]
    if first == SHOW:
        return choices[-1]
    look = Look(s, seat)
    if first == SPEND:
        values: list[float] = [evaluation.penalty(s, look, one, False) for one in inquisition.faced_by(s, seat)]
        values.sort(reverse=True)
        at: i64 = s.sealed[seat][0] - SHOW
        n: i64 = 0
        kept = 2.0 if s.round == box.ROUNDS else 3.0
        while at < len(values) and values[at] > kept:
            n += 1
            at += 1
        return min(SPEND + n, choices[-1])
    best = choices[0]
    low = 1000.0
    code: i64
    for code in choices:
        value = evaluation.penalty(s, look, code - SUFFER, False)
        if value < low:
            low = value
            best = code
    return best


def suffer(s: DevilState, seat: i64, choices: list[i64]) -> i64:
    """A tribute is paid with what is cheapest, bought if it must be; debts are repaid before they are punished."""
    purse = market.purse(s, seat, s.goods[seat], s.sealed[seat])
    have = coins(purse.heap)
    kind: i64
    if s.bill_for == deck.TRIBUTE:
        at = market.how_many_trades(s.sealed[seat])
        given = len(s.sealed[seat]) - at
        kinds: i64 = 0
        for kind in range(RESOURCES):
            if how_many(purse.heap, kind):
                kinds += 1
        if not given and kinds < s.bill_any and have >= purse.basic:
            for kind in range(BASICS):
                if not how_many(purse.heap, kind) and BUY + kind * MOST_AT_ONCE in choices:
                    return BUY + kind * MOST_AT_ONCE
        code: i64
        for code in choices:  # basic goods first: they have the smallest codes
            if TRIBUTE <= code < NO_TRIBUTE:
                return code
        return NO_TRIBUTE
    if s.bill_for == deck.CHOICE:
        if HAND_OVER in choices:
            return HAND_OVER
        short: i64 = 0
        lacks: i64 = NONE
        for kind in range(RESOURCES):
            missing = how_many(s.bill, kind) - how_many(purse.heap, kind)
            if missing > 0:
                short += missing
                lacks = kind
        if short == 1 and BUY + lacks * MOST_AT_ONCE in choices:
            return BUY + lacks * MOST_AT_ONCE
        return REFUSE
    if s.bill_for == deck.DESTROY:
        look = Look(s, seat)
        best = choices[0]
        low = 1000.0
        for code in choices:
            if LOSE <= code < SHIP:
                value = evaluation.standing_worth(s, look, s.cards.buildings[code - LOSE], 0)
                if value < low:
                    low = value
                    best = code
        return best
    n = min(purse.debt, have)
    return REPAY + n - 1 if n and purse.place < market.REPAYMENT else DONE
