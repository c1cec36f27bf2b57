"""What sensible people do without thinking: how bots complete answers that are composed of many small ones, and what
they expect of others.

A habit looks at what its seat knows: its own things, and what lies open. (What others hold is looked at where people
would have an opinion: at votes. In an imagined world that is one opinion among many.)
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from eminence.core.rng import Rng
from eminence.games.deal_with_the_devil import codes, deals, market
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.codes import (
    BORROW,
    BRIBE,
    BRIBE_GOODS,
    BUY,
    DONE,
    MINOR,
    MOST_AT_ONCE,
    NOT_IT,
    PROVE,
    PUT,
    PUT_COINS,
    REMOVE,
    REPAY,
    SEAL,
    SHIP,
    SHOW_PURE,
    SLOT,
    USE_IT,
)  # fmt: skip
from eminence.games.deal_with_the_devil.components import NONE, SOUL_PRICE
from eminence.games.deal_with_the_devil.goods import BASICS, coins
from eminence.games.deal_with_the_devil.habits_at_church import appease, load, suffer, vote
from eminence.games.deal_with_the_devil.habits_at_deals import (
    answer_chest,
    gain,
    gift,
    most_of,
    offer,
    raise_money,
    repay,
)
from eminence.games.deal_with_the_devil.habits_at_plans import (
    best_slot,
    claim,
    courtier_for,
    farthest_minor,
    first_courtier,
    keep,
    pass_on,
    plan,
    tuck,
    useless_minor,
)
from eminence.games.deal_with_the_devil.state import DevilState
from eminence.games.deal_with_the_devil.worth_of_buildings import action_worth
from eminence.games.deal_with_the_devil.worth_of_goods import Look


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
        found = USE_IT if action_worth(s, look, s.cards.buildings[s.tucked[seat]]) > 0.0 else NOT_IT
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
