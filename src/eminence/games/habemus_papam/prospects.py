"""The votes that a player of 1655 – Habemus Papam may expect, for the evaluation: those he has, and a part of those
that gems, gold, action cards, orders and half pairs may still bring him.

The weights were fitted to the votes at the end of some 1,500 games between bots, then rounded, and set by hand where
the fit said what cannot be the reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from eminence.core.bags import contents, how_many
from eminence.core.bits import ONE, size
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.components import FELIPE, LOUIS, MAZARIN, ORDER_ARMS, PAIRS, RATE, WHITE
from eminence.games.habemus_papam.ranking import gems_of
from eminence.games.habemus_papam.scoring import arms, leaders, most_leaders_of_others

if TYPE_CHECKING:
    from eminence.games.habemus_papam.state import PapamState

# -- the weights, in votes where nothing else is said ------------------------------------------------------------------

A_ROUND: Final = 0.6  # what choosing first, instead of last, brings in a round
A_BID: Final = 1.5  # how many gems a round make a good bid, whatever the others have
RIVALRY: Final = 0.5  # how much of the others' gems it takes to outbid them
INCOME: Final = 0.4  # gold that everybody comes by in a round
NEXT_MAZARIN: Final = 0.6
"""How likely a player is to find another Mazarin while all of them are in the deck; less as they come."""
NEXT_LOUIS: Final = 0.8
NEXT_FELIPE: Final = 1.0
HALF_PAIR: Final = 0.15  # one of two old friends, while the other is still to come
SECOND_ORDER: Final = 0.1  # the part that the weaker of two orders counts for
CAMERLENGO: Final = 0.15  # what being Camerlengo is worth: he wins ties, and goes first
HARM: Final = 0.45  # what it is worth to take somebody from an opponent
LEFT_OVER: Final = 0.3
"""What gold that buys no further vote counts for in the last round, by its part of a vote: more may come."""
BESIDE: Final[list[float]] = [0.0, 0.4, 0.3, 0.6, 0.95, 0.5]
"""What each action card is worth beside its gold: at the bids, or for whom it brings over."""
IN_HAND: Final = 0.95  # what a card in hand is worth, compared with one that is being played
RUBY_WORTH: Final = 0.9  # what gems are worth, compared with a diamond: number goes before quality
SAPPHIRE_WORTH: Final = 0.6
AMBER_WORTH: Final = 0.5
LEADERS_AHEAD: Final = 0.6
LEADERS_LEVEL: Final = 0.45
LEADERS_BEHIND: Final = 0.3
"""How likely the order of the leaders is to be fulfilled, by whether one has more, as many, or one less than others."""

ORDER_DOUBT: Final = 1.3
MOST_ARMS: Final = 8
HOPE: Final[list[float]] = [
    (1.0 - needed / (there + 1)) ** ORDER_DOUBT if needed <= there else 0.0
    for needed in range(4)
    for there in range(MOST_ARMS)
]
"""How likely one is to get so many arms more of a faction of which so many are still to come."""


def rounds_after(s: PapamState) -> float:
    """How many rounds come after this one, on average: the last is the one in which white smoke rises (HP-10)."""
    if s.smoke == WHITE:
        return 0.0
    left: i64 = size(s.cardinals)
    return float(left) - 0.5 if left > 2 else 1.0 + 0.5 * float(left)


# -- what is still to come ---------------------------------------------------------------------------------------------


@final
class Prospects:
    """What is still to come, the same for all players."""

    __slots__ = ("bids", "felipes", "gold", "leaders", "louis", "mazarins", "people", "places", "rivals")

    def __init__(self, s: PapamState) -> None:
        after: float = rounds_after(s)
        before_bids = not s.ranking
        self.bids: float = after + 1.0 if before_bids else after  # rounds in which there are bids to come
        self.places: float = after + 1.0 if before_bids and s.resolved == 0 else after  # in which cards can be played
        self.gold: float = INCOME * after  # that everybody may expect
        people: i64 = 0
        politics: i64 = 0
        actions: i64 = 0
        if s.smoke != WHITE:
            people, politics, actions = s.cardinals, s.politics, s.actions
        if before_bids:
            people |= s.offered_cardinals
            politics += s.offered_politics
            actions += s.offered_actions
        people |= box.people_among(politics, actions)
        self.people: i64 = people  # who may still be had
        self.leaders: i64 = size(people & box.ALL_LEADERS)
        self.mazarins: float = float(how_many(politics, MAZARIN)) / 5.0  # the part of them that is to come
        self.louis: float = float(how_many(politics, LOUIS)) / 5.0
        self.felipes: float = float(how_many(politics, FELIPE)) / 3.0
        purses: list[float] = []  # what everybody's gems are worth, in diamonds
        total: float = 0.0
        seat: i64
        for seat in range(s.seats):
            purses.append(strength(gems_of(s, seat)))
            total += purses[seat]
        self.rivals: list[float] = [(total - purse) / float(s.seats - 1) for purse in purses]  # of the others


def strength(gems: i64) -> float:
    """What gems are worth at the bids, in diamonds."""
    return (
        float(how_many(gems, box.DIAMOND))
        + RUBY_WORTH * float(how_many(gems, box.RUBY))
        + SAPPHIRE_WORTH * float(how_many(gems, box.SAPPHIRE))
        + AMBER_WORTH * float(how_many(gems, box.AMBER))
    )


# -- the votes that a player may expect -------------------------------------------------------------------------------


def standing(
    s: PapamState, to_come: Prospects, seat: i64, court: i64, favours: i64, gold: i64, gems: i64, hand: i64
) -> float:
    """The votes a player may expect who has all this: what he has, or would have after taking a card."""
    louis: i64 = how_many(favours, LOUIS)
    felipes: i64 = how_many(favours, FELIPE)
    mazarins: i64 = how_many(favours, MAZARIN)
    votes: float = float(size(court) + box.LOUIS_VOTES[louis] + box.SQUADRONE_VOTES * how_many(favours, box.SQUADRONE))
    if louis < 5:
        votes += NEXT_LOUIS * to_come.louis * float(box.LOUIS_VOTES[louis + 1] - box.LOUIS_VOTES[louis])
    votes += pairs(to_come, court, louis, mazarins)
    votes += orders(s, to_come, seat, court, felipes, mazarins)
    if s.camerlengo == seat and to_come.bids > 0.0:
        votes += CAMERLENGO
    # gold, at the price that a vote will have
    price: float = float(RATE[mazarins])
    if mazarins < 5:
        price -= NEXT_MAZARIN * to_come.mazarins * float(RATE[mazarins] - RATE[mazarins + 1])
    whole: i64 = gold + contents(gems) + box.FELIPE_GOLD[felipes]
    if s.smoke == WHITE:
        bought: i64 = whole // RATE[mazarins]
        votes += float(bought) + LEFT_OVER * (float(whole) / price - float(bought))
    else:
        if s.smoke == box.NO_SMOKE_YET or s.black_now:
            whole += box.BAG_OF_GOLD * size(court & box.ALL_CARDINALS)
        if felipes < 3:
            step: i64 = box.FELIPE_GOLD[felipes + 1] - box.FELIPE_GOLD[felipes]
            votes += NEXT_FELIPE * to_come.felipes * float(step) / price
        votes += (float(whole) + to_come.gold) / price
    # gems, as far as they buy a better place than the others' gems do
    if to_come.bids > 0.0:
        purse: float = strength(gems)
        votes += A_ROUND * to_come.bids * purse / (purse + RIVALRY * to_come.rivals[seat] + A_BID * to_come.bids)
    if hand and to_come.places > 0.0:
        votes += IN_HAND * cards(s, hand, price) * min(1.0, to_come.places / float(contents(hand)))
    return votes


def pairs(to_come: Prospects, court: i64, louis: i64, mazarins: i64) -> float:
    """Votes of pairs, those that are half there included."""
    found: float = 0.0
    pair: i64
    for pair in PAIRS:
        there: i64 = court & pair
        if there == pair:
            found += 1.0
        elif there and to_come.people & pair:
            found += HALF_PAIR
    if court & (ONE << box.BARBERINI):
        if louis >= 2:
            found += 1.0
        elif to_come.louis > 0.0:
            found += HALF_PAIR
    if court & (ONE << box.SACCHETTI):
        if mazarins >= 2:
            found += 1.0
        elif to_come.mazarins > 0.0:
            found += HALF_PAIR
    return found


def cards(s: PapamState, hand: i64, price: float) -> float:
    """What action cards are worth when they are played: gold, and what they do beside."""
    found: float = 0.0
    card: i64
    for card in range(box.ACTIONS):
        n: i64 = how_many(hand, card)
        if n:
            gold: i64 = box.TEN_GOLD if card == box.TEN else box.THEFT[card] * (s.seats - 1)
            found += float(n) * (float(gold) / price + BESIDE[card])
    return found


# -- orders ------------------------------------------------------------------------------------------------------------


def orders(s: PapamState, to_come: Prospects, seat: i64, court: i64, felipes: i64, mazarins: i64) -> float:
    """Votes of orders, by how likely they are to be fulfilled: the better one, and a part of the other."""
    best: float = 0.0
    second: float = 0.0
    bag: i64 = s.orders[seat]
    order: i64 = 0
    while bag:
        n: i64 = bag & 15
        if n:
            hope: float = float(box.ORDER_VOTES[order]) * likely(s, to_come, seat, order, court, felipes, mazarins)
            if hope > best:
                second = best
                best = hope
            elif hope > second:
                second = hope
        bag >>= 4
        order += 1
    return best + SECOND_ORDER * second


def likely(s: PapamState, to_come: Prospects, seat: i64, order: i64, court: i64, felipes: i64, mazarins: i64) -> float:
    """How likely an order is to be fulfilled."""
    if order == box.MOST_LEADERS:
        return hope_for_leaders(s, to_come, seat, leaders(court))
    if order == box.FELIPE_MAZARIN:
        return some_more(2 - felipes, 3.0 * to_come.felipes) * some_more(2 - mazarins, 5.0 * to_come.mazarins)
    chance: float = 1.0
    faction: i64 = 0
    arms_asked: i64 = ORDER_ARMS[order]
    while arms_asked:
        if arms_asked & 15:
            chance *= hope(to_come, court, faction, arms_asked & 15)
        arms_asked >>= 4
        faction += 1
    return chance


def hope(to_come: Prospects, court: i64, faction: i64, needed: i64) -> float:
    """How likely one is to have so many arms of a faction in the end."""
    needed -= arms(court, faction)
    if needed <= 0:
        return 1.0
    return HOPE[needed * MOST_ARMS + arms(to_come.people, faction)]


def some_more(needed: i64, there: float) -> float:
    """The same for politics."""
    if needed <= 0:
        return 1.0
    return HOPE[needed * MOST_ARMS + i64(there + 0.5)]


def hope_for_leaders(s: PapamState, to_come: Prospects, seat: i64, own: i64) -> float:
    """How likely one is to have more leaders than anybody else."""
    most: i64 = most_leaders_of_others(s, seat)
    if to_come.leaders == 0:
        return 1.0 if own > most else 0.0
    if own > most:
        return 1.0 if own > most + to_come.leaders else LEADERS_AHEAD
    if own == most:
        return LEADERS_LEVEL
    return LEADERS_BEHIND if own + to_come.leaders > most else 0.0
