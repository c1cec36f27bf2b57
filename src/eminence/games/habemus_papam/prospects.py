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
from eminence.games.habemus_papam.components import (
    ACTIONS,
    ALL_CARDINALS,
    ALL_LEADERS,
    AMBER,
    BAG_OF_GOLD,
    BARBERINI,
    BIDS,
    BRIBE_CARD,
    DIAMOND,
    FACTIONS,
    FELIPE,
    FELIPE_GOLD,
    FIRST_LATE,
    FIRST_LATE_CARD,
    FIRST_LEADER,
    FOUR_ARMS,
    FRANCE,
    INNOCENT,
    INNOCENT_URBAN,
    LAST,
    LATE,
    LOUIS,
    LOUIS_VOTES,
    MAZARIN,
    MOST_LEADERS,
    NO_SMOKE_YET,
    NONE,
    ORDER_VOTES,
    PAIRS,
    RATE,
    RUBIES,
    RUBY,
    SACCHETTI,
    SAPPHIRE,
    SPAIN,
    SPAIN_INNOCENT,
    SPAIN_URBAN,
    SQUADRONE,
    SQUADRONE_VOTES,
    TEN,
    TEN_GOLD,
    THEFT,
    THREE_OF_FRANCE,
    TWICE,
    URBAN,
    WHITE,
)
from eminence.games.habemus_papam.scoring import arms, leaders

if TYPE_CHECKING:
    from eminence.games.habemus_papam.state import PapamState

# -- the weights, in votes where nothing else is said ------------------------------------------------------------------

A_ROUND: Final = 0.6
"""What choosing first, instead of last, brings in a round."""
A_BID: Final = 1.5
"""How many gems a round make a good bid, whatever the others have."""
RIVALRY: Final = 0.5
"""How much of the others' gems it takes to outbid them."""
INCOME: Final = 0.4
"""Gold that everybody comes by in a round."""
NEXT_MAZARIN: Final = 0.6
"""How likely a player is to find another Mazarin while all of them are in the deck; less as they come."""
NEXT_LOUIS: Final = 0.8
NEXT_FELIPE: Final = 1.0
HALF_PAIR: Final = 0.15
"""One of two old friends, while the other is still to come."""
SECOND_ORDER: Final = 0.1
"""The part that the weaker of two orders counts for."""
CAMERLENGO: Final = 0.15
"""What being Camerlengo is worth: he wins ties, and goes first."""
HARM: Final = 0.45
"""What it is worth to take somebody from an opponent."""
LEFT_OVER: Final = 0.3
"""What gold that buys no further vote counts for in the last round, by its part of a vote: more may come."""
WORTH_LAST: Final = 0.4
WORTH_TWICE: Final = 0.3
WORTH_RUBIES: Final = 0.6
"""What these cards are worth at the bids, beside the gold they steal."""
WORTH_BRIBE: Final = 0.95
WORTH_SWAP: Final = 0.5
IN_HAND: Final = 0.95
"""What a card in hand is worth, compared with one that is being played."""
RUBY_WORTH: Final = 0.9
SAPPHIRE_WORTH: Final = 0.6
AMBER_WORTH: Final = 0.5
"""What gems are worth, compared with a diamond: number goes before quality."""
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

    __slots__ = ("bids", "felipes", "gold", "leaders", "louis", "mazarins", "people", "places", "purses", "rivals")

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
        late: i64
        for late in range(LATE):
            if how_many(politics, FIRST_LATE_CARD + late):
                people |= ONE << (FIRST_LATE + late)
        leader: i64
        for leader in range(FACTIONS):
            if how_many(actions, ACTIONS + leader):
                people |= ONE << (FIRST_LEADER + leader)
        self.people: i64 = people  # who may still be had
        self.leaders: i64 = size(people & ALL_LEADERS)
        self.mazarins: float = float(how_many(politics, MAZARIN)) / 5.0  # the part of them that is to come
        self.louis: float = float(how_many(politics, LOUIS)) / 5.0
        self.felipes: float = float(how_many(politics, FELIPE)) / 3.0
        self.purses: list[float] = []  # what everybody's gems are worth, in diamonds
        self.rivals: list[float] = []  # and those of the others, on average
        total: float = 0.0
        purse: float
        seat: i64
        for seat in range(s.seats):
            purse = strength(gems_of(s, seat))
            self.purses.append(purse)
            total += purse
        for purse in self.purses:
            self.rivals.append((total - purse) / float(s.seats - 1))


def gems_of(s: PapamState, seat: i64) -> i64:
    """A player's gems, without those of a bid that is revealed and not paid yet."""
    if s.bids[seat] != NONE and not s.ranking:
        return s.gems[seat] - BIDS[s.bids[seat]]
    return s.gems[seat]


def strength(gems: i64) -> float:
    """What gems are worth at the bids, in diamonds."""
    return (
        float(how_many(gems, DIAMOND))
        + RUBY_WORTH * float(how_many(gems, RUBY))
        + SAPPHIRE_WORTH * float(how_many(gems, SAPPHIRE))
        + AMBER_WORTH * float(how_many(gems, AMBER))
    )


# -- the votes that a player may expect -------------------------------------------------------------------------------


def standing(
    s: PapamState, to_come: Prospects, seat: i64, court: i64, favours: i64, gold: i64, gems: i64, hand: i64
) -> float:
    """The votes a player may expect who has all this: what he has, or would have after taking a card."""
    louis: i64 = how_many(favours, LOUIS)
    felipes: i64 = how_many(favours, FELIPE)
    mazarins: i64 = how_many(favours, MAZARIN)
    votes: float = float(size(court) + LOUIS_VOTES[louis] + SQUADRONE_VOTES * how_many(favours, SQUADRONE))
    if louis < 5:
        votes += NEXT_LOUIS * to_come.louis * float(LOUIS_VOTES[louis + 1] - LOUIS_VOTES[louis])
    votes += pairs(to_come, court, louis, mazarins)
    votes += orders(s, to_come, seat, court, felipes, mazarins)
    if s.camerlengo == seat and to_come.bids > 0.0:
        votes += CAMERLENGO
    # gold, at the price that a vote will have
    price: float = float(RATE[mazarins])
    if mazarins < 5:
        price -= NEXT_MAZARIN * to_come.mazarins * float(RATE[mazarins] - RATE[mazarins + 1])
    whole: i64 = gold + contents(gems) + FELIPE_GOLD[felipes]
    if s.smoke == WHITE:
        bought: i64 = whole // RATE[mazarins]
        votes += float(bought) + LEFT_OVER * (float(whole) / price - float(bought))
    else:
        if s.smoke == NO_SMOKE_YET or s.black_now:
            whole += BAG_OF_GOLD * size(court & ALL_CARDINALS)
        if felipes < 3:
            step: i64 = FELIPE_GOLD[felipes + 1] - FELIPE_GOLD[felipes]
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
    if court & (ONE << BARBERINI):
        if louis >= 2:
            found += 1.0
        elif to_come.louis > 0.0:
            found += HALF_PAIR
    if court & (ONE << SACCHETTI):
        if mazarins >= 2:
            found += 1.0
        elif to_come.mazarins > 0.0:
            found += HALF_PAIR
    return found


def cards(s: PapamState, hand: i64, price: float) -> float:
    """What action cards are worth when they are played: gold, and what they do beside."""
    found: float = 0.0
    card: i64
    for card in range(ACTIONS):
        n: i64 = how_many(hand, card)
        if n:
            gold: i64 = TEN_GOLD if card == TEN else THEFT[card] * (s.seats - 1)
            found += float(n) * (float(gold) / price + beside(card))
    return found


def beside(card: i64) -> float:
    """What an action card is worth beside its gold."""
    if card == LAST:
        return WORTH_LAST
    if card == TWICE:
        return WORTH_TWICE
    if card == RUBIES:
        return WORTH_RUBIES
    if card == BRIBE_CARD:
        return WORTH_BRIBE
    return 0.0 if card == TEN else WORTH_SWAP


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
            hope: float = float(ORDER_VOTES[order]) * likely(s, to_come, seat, order, court, felipes, mazarins)
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
    if order == FOUR_ARMS:
        chance: float = 1.0
        faction: i64
        for faction in range(FACTIONS):
            chance *= hope(to_come, court, faction, 1)
        return chance
    if order == SPAIN_INNOCENT:
        return hope(to_come, court, SPAIN, 2) * hope(to_come, court, INNOCENT, 2)
    if order == INNOCENT_URBAN:
        return hope(to_come, court, INNOCENT, 2) * hope(to_come, court, URBAN, 2)
    if order == SPAIN_URBAN:
        return hope(to_come, court, SPAIN, 2) * hope(to_come, court, URBAN, 2)
    if order == THREE_OF_FRANCE:
        return hope(to_come, court, FRANCE, 3)
    if order == MOST_LEADERS:
        return hope_for_leaders(s, to_come, seat, leaders(court))
    return some_more(2 - felipes, 3.0 * to_come.felipes) * some_more(2 - mazarins, 5.0 * to_come.mazarins)


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
    most: i64 = 0
    other: i64
    for other in range(s.seats):
        if other != seat:
            most = max(most, leaders(s.court[other]))
    if to_come.leaders == 0:
        return 1.0 if own > most else 0.0
    if own > most:
        return 1.0 if own > most + to_come.leaders else LEADERS_AHEAD
    if own == most:
        return LEADERS_LEVEL
    return LEADERS_BEHIND if own + to_come.leaders > most else 0.0
