"""What goods, coins and debts are worth, in points: what they bring in buildings as long as something can be built, and
what the count gives for them afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from eminence.core.bits import ONE
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.components import GONE, HORNS, MINORS, REMOVED, SEATS
from eminence.games.deal_with_the_devil.goods import BASICS, GLASS, MARBLE, STONE, WHEAT, WOOD, coins, how_many

if TYPE_CHECKING:
    from eminence.games.deal_with_the_devil.state import DevilState

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
A_COURTIER: Final = 1.0


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


def slots(minors: i64) -> i64:
    """The production slots on which these minor achievements lie: a set."""
    found: i64 = 0
    minor: i64
    for minor in range(MINORS):
        found |= ONE << ((minors >> (3 * minor)) & 7)
    return (found >> 1) & 15


def still_produced(s: DevilState, seat: i64, minors: i64) -> list[i64]:
    """How many basic goods, precious goods and coins the wheel still brings, with minor achievements on these slots."""
    upgraded = slots(minors)
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
    return [basics, precious, money]


def production(s: DevilState, seat: i64, minors: i64) -> float:
    """What the wheel still brings, with minor achievements on these slots."""
    basics, precious, money = still_produced(s, seat, minors)
    coin = A_COIN[min(box.ROUNDS - s.round, 5)]
    return coin * (float(money) + COMING_BASIC * float(basics) + COMING_PRECIOUS * float(precious))
