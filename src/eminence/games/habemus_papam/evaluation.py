"""How good a position of 1655 – Habemus Papam looks, for bots.

Each player is given the votes he may expect: those he has, and a part of those that gems, gold, action cards, orders
and half pairs may still bring him. The chance to win follows from how far he is ahead of each of the others.

Gems pay for being first, so between the bids and the taking they are gone and nothing has come of them yet. There the
evaluation takes the cards on offer in thought: in the order of the bids, everybody the one that brings him most votes.
So a bid is judged by what is left when it is its turn. Where some bid last, they are supposed to outbid the others.

It reads nothing but the state it is given: in a world that a bot imagines, the orders of that world. What it says of
all seats adds up to 1.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bags import EACH, how_many
from eminence.core.bits import ONE, lowest
from eminence.games.habemus_papam import codes
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.codes import TAKE_ACTION, TAKE_CAMERLENGO, TAKE_CARDINAL, TAKE_POLITICS
from eminence.games.habemus_papam.components import FELIPE, NONE, ON_ACTIONS, ON_POLITICS, SQUADRONE, camerlengo_gems
from eminence.games.habemus_papam.prospects import BESIDE, CAMERLENGO, HARM, Prospects, rounds_after, standing
from eminence.games.habemus_papam.ranking import gems_of, height, ranked

if TYPE_CHECKING:
    from eminence.games.habemus_papam.state import PapamState

# -- the weights -----------------------------------------------------------------------------------------------------

SURE: Final = 0.65  # by how many votes one must be ahead to be nearly sure of the win once all is over
SURE_BY_ROUNDS: Final = 0.35  # and how many more while rounds are to come: by the root of their number


def evaluate_all(s: PapamState) -> list[float]:
    """Every player's chance of winning as it looks: his share among all, weighed by the votes each may expect."""
    votes: list[float] = outlook(s)
    steep: float = 1.0 / (SURE + SURE_BY_ROUNDS * sqrt(rounds_after(s)))
    best: float = max(votes)
    chances: list[float] = [exp(steep * (vote - best)) for vote in votes]
    total: float = sum(chances)
    return [chance / total for chance in chances]


# -- the votes that each may expect ------------------------------------------------------------------------------------


def outlook(s: PapamState) -> list[float]:
    """The votes that each player may expect."""
    to_come = Prospects(s)
    votes: list[float] = []
    seat: i64
    for seat in range(s.seats):
        gems = gems_of(s, seat)
        votes.append(standing(s, to_come, seat, s.court[seat], s.favours[seat], s.gold[seat], gems, s.hand[seat]))
    step: i64 = s.steps[-1] if s.steps else NONE
    if s.ranking:
        take_in_thought(s, to_come, votes, s.ranking, s.taken)
        if step in (codes.DEATH_STEP, codes.EXCLUDE_STEP):
            harm_the_best(votes, s.ranking[s.taken - 1])
    elif step == codes.BID_LAST:
        take_in_thought(s, to_come, votes, supposed_ranking(s), 0)
    else:
        for seat in range(s.seats):
            votes[seat] += being_played(s, seat)
    return votes


def being_played(s: PapamState, seat: i64) -> float:
    """What a player's card of this round will do for him that it has not done yet."""
    card: i64 = s.played[seat]
    if card == NONE:
        return 0.0
    if card >= box.BRIBE_CARD and s.acting != seat and (seat - s.camerlengo) % s.seats < s.resolved:
        return 0.0  # it has been carried out, or could not be
    return BESIDE[card]


# -- taking in thought -------------------------------------------------------------------------------------------------


def supposed_ranking(s: PapamState) -> list[i64]:
    """The order in which cards will be taken if those who bid last outbid the others."""
    heights: list[i64] = []
    seat: i64
    for seat in range(s.seats):
        last = s.played[seat] == box.LAST
        heights.append(len(box.BIDS) if last else height(s.bids[seat], s.played[seat]))
    return ranked(heights, s.camerlengo)


def harm_the_best(votes: list[float], seat: i64) -> None:
    """Somebody is about to be taken from an opponent: from the best one, most likely."""
    best: i64 = NONE
    other: i64
    for other in range(len(votes)):
        if other != seat and (best == NONE or votes[other] > votes[best]):
            best = other
    votes[best] -= 1.0


def take_in_thought(s: PapamState, to_come: Prospects, votes: list[float], ranking: list[i64], first: i64) -> None:
    """Give everybody who is still to take a card the votes he may expect after it: each takes, of what is left when it
    is his turn, what brings him most."""
    people: i64 = s.offered_cardinals
    politics: i64 = s.offered_politics
    actions: i64 = s.offered_actions
    camerlengo_free = s.camerlengo_free
    place: i64
    for place in range(first, s.seats):
        if not (people or politics or actions or camerlengo_free):
            return  # nothing is left (HP-12)
        seat: i64 = ranking[place]
        court, favours, gold = s.court[seat], s.favours[seat], s.gold[seat]
        gems, hand = gems_of(s, seat), s.hand[seat]
        most: float = -100.0
        best: i64 = NONE
        value: float
        left: i64 = people
        while left:
            one: i64 = left & -left
            left -= one
            value = standing(s, to_come, seat, court | one, favours, gold, gems, hand)
            if value > most:
                most, best = value, TAKE_CARDINAL + lowest(one)
        card: i64
        for card in range(box.POLITICS):
            if how_many(politics, card):
                value = with_politics(s, to_come, seat, card)
                if value > most:
                    most, best = value, TAKE_POLITICS + card
        for card in range(box.ACTION_CARDS):
            if how_many(actions, card):
                in_hand: i64 = hand if ON_ACTIONS[card] else hand + EACH[card]
                value = standing(s, to_come, seat, court | ON_ACTIONS[card], favours, gold, gems, in_hand)
                if value > most:
                    most, best = value, TAKE_ACTION + card
        if camerlengo_free:
            value = standing(s, to_come, seat, court, favours, gold + 1, gems + camerlengo_gems(s.bank), hand)
            if s.camerlengo != seat and to_come.bids > 0.0:
                value += CAMERLENGO
            if value > most:
                most, best = value, TAKE_CAMERLENGO
        votes[seat] = most
        if best == TAKE_CAMERLENGO:
            camerlengo_free = False
        elif best >= TAKE_ACTION:
            actions -= EACH[best - TAKE_ACTION]
        elif best >= TAKE_POLITICS:
            politics -= EACH[best - TAKE_POLITICS]
        else:
            people &= ~(ONE << (best - TAKE_CARDINAL))


def with_politics(s: PapamState, to_come: Prospects, seat: i64, card: i64) -> float:
    """The votes a player may expect once he has taken these politics."""
    favours, gold = s.favours[seat], s.gold[seat] + box.GOLD_AT_ONCE[card]
    harm: float = HARM if card == box.DEATH else 0.0
    if card < SQUADRONE:
        favours += EACH[card]
        if card == FELIPE and how_many(favours, FELIPE) == 2:
            harm = HARM
    elif card == SQUADRONE and gold >= box.SQUADRONE_PRICE:
        gold -= box.SQUADRONE_PRICE
        favours += EACH[card]
    court: i64 = s.court[seat] | ON_POLITICS[card]
    return standing(s, to_come, seat, court, favours, gold, gems_of(s, seat), s.hand[seat]) + harm
