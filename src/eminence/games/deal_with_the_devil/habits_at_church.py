"""Habits before the Church: witch hunts, black masses, inquisitions."""

from __future__ import annotations

from mypy_extensions import i64

from eminence.core.rng import Rng
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import inquisition, market
from eminence.games.deal_with_the_devil.codes import (
    BRIBE,
    BUY,
    DEVIL_IS,
    DONE,
    HAND_OVER,
    LOSE,
    MOST_AT_ONCE,
    NO_CULTIST,
    NO_DEVIL,
    NO_TRIBUTE,
    NO_VOTE,
    REFUSE,
    REPAY,
    SHIP,
    SHOW,
    SHOW_PURE,
    SPEND,
    SUFFER,
    TRIBUTE,
    VOTE,
)  # fmt: skip
from eminence.games.deal_with_the_devil.components import NONE
from eminence.games.deal_with_the_devil.goods import BASICS, RESOURCES, coins, how_many
from eminence.games.deal_with_the_devil.standing import fragments
from eminence.games.deal_with_the_devil.state import DevilState
from eminence.games.deal_with_the_devil.worth_of_buildings import standing_worth
from eminence.games.deal_with_the_devil.worth_of_goods import Look
from eminence.games.deal_with_the_devil.worth_of_hands import best_bribes
from eminence.games.deal_with_the_devil.worth_of_souls import penalty

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
            wants = best_bribes(s, seat, wants) if s.round == box.ROUNDS else 0
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
        values: list[float] = [penalty(s, look, one, False) for one in inquisition.faced_by(s, seat)]
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
        value = penalty(s, look, code - SUFFER, False)
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
                value = standing_worth(s, look, s.cards.buildings[code - LOSE], 0)
                if value < low:
                    low = value
                    best = code
        return best
    n = min(purse.debt, have)
    return REPAY + n - 1 if n and purse.place < market.REPAYMENT else DONE
