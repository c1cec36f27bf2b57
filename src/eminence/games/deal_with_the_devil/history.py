"""One way in which all may have come to be as it is behind the walls: roles, the chests of a round, what passed."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.rng import Rng
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.components import NONE, SEATS, SOUL_PRICE
from eminence.games.deal_with_the_devil.goods import COINS, JESTER, KINDS, how_many

NO_SOULS: Final[list[i64]] = [0, 0, 0, 0]  # by seat: none laid, nobody named; shared, so never changed
NO_GUESSES: Final[list[i64]] = [63, 63, 63, 63]
ANY_COINS: Final = 0  # a price in coins that is still to be drawn


@final
class Chest:
    """What is known, and what has been drawn, of one chest in one round."""

    __slots__ = (
        "add_first", "add_second", "first", "goods", "jesters", "known", "owner", "price", "priced", "second", "souls",
        "taken",
    )  # fmt: skip

    def __init__(self, owner: i64) -> None:
        self.owner: i64 = owner
        self.first: i64 = NONE  # to whom it comes first
        self.second: i64 = NONE
        self.price: i64 = 0
        self.known: bool = False  # whether it is known what was offered
        self.goods: list[i64] = [0, 0, 0, 0, 0, 0, 0, 0]  # what was offered
        self.taken: i64 = 0
        self.souls: i64 = 0  # what was paid
        self.add_first: i64 = 0  # jesters that were added
        self.add_second: i64 = 0
        self.jesters: i64 = NONE  # with those of the first, as it was seen by the second
        self.priced: bool = False  # whether its price is known

    def taker(self) -> i64:
        """Who took it, if somebody did."""
        return self.first if self.taken == 1 else self.second

    def coins_paid(self) -> i64:
        """What was paid for it in coins."""
        return self.price if self.taken and self.price < SOUL_PRICE else 0

    def offered(self, heap: i64, price: i64) -> None:
        """It is known what was offered in it, and for what."""
        self.known = True
        self.priced = True
        self.price = price
        kind: i64
        for kind in range(KINDS):
            self.goods[kind] = how_many(heap, kind)

    def seen(self, which: i64, price: i64, paid: i64, heap: i64) -> None:
        """The observer saw it, at the first or second distribution."""
        if not paid:
            self.offered(heap, price)
        self.priced = True
        self.price = price
        if which == 2:
            self.jesters = how_many(heap, JESTER)

    def copy(self) -> Chest:
        """The same chest, for another history."""
        found = Chest(self.owner)
        found.first = self.first
        found.second = self.second
        found.price = self.price
        found.known = self.known
        found.goods = self.goods[:]
        found.jesters = self.jesters
        found.priced = self.priced
        return found


def any_order(n: i64, rng: Rng) -> list[i64]:
    """The numbers below n in any order."""
    found: list[i64] = list(range(n))
    rng.shuffle(found)
    return found


def coin_prices(mark: i64) -> i64:
    """How many prices in coins the owner of a mark may ask."""
    return max(box.DEAREST[mark] - box.CHEAPEST + 1, 0)


@final
class History:
    """One way in which all may have come to be as it is."""

    __slots__ = ("chests", "guesses", "hope", "laid", "laid_souls", "marks", "schedule", "secret", "souls", "weight")

    def __init__(self, marks: list[i64], schedule: i64) -> None:
        self.marks = marks
        self.schedule: i64 = schedule
        self.secret: list[i64] = []  # by seat and kind
        self.souls: list[i64] = []
        self.chests: list[Chest] = []  # of the last round, by owner
        self.laid: list[i64] = []  # bribes by seat and kind, before the chests of a black mass are opened
        self.laid_souls: list[i64] = NO_SOULS
        self.guesses: list[i64] = NO_GUESSES
        self.weight: float = 1.0  # compared with what it continues
        self.hope: float = 1.0  # in how far it seems to fit what is still to come

    def with_schedule(self, schedule: i64) -> History:
        """The same with another schedule, by which the chests have come the same way so far."""
        found = History(self.marks, schedule)
        found.secret = self.secret
        found.souls = self.souls
        found.chests = self.chests
        found.laid = self.laid
        found.laid_souls = self.laid_souls
        found.guesses = self.guesses
        return found

    def with_chests_at_home(self) -> History:
        """The same once the chests have come home with what is in them."""
        found = self.with_schedule(self.schedule)
        secret = self.secret[:]
        souls = self.souls[:]
        kind: i64
        for chest in self.chests:
            at = chest.owner * KINDS
            for kind in range(KINDS):
                if not chest.taken or kind == JESTER:
                    secret[at + kind] = secret[at + kind] + chest.goods[kind]
            secret[at + JESTER] = secret[at + JESTER] + chest.add_first + chest.add_second
            secret[at + COINS] = secret[at + COINS] + chest.coins_paid()
            souls[chest.owner] = souls[chest.owner] + chest.souls
        found.secret = secret
        found.souls = souls
        return found

    def seats(self) -> list[i64]:
        """The seat of each mark."""
        found: list[i64] = [0, 0, 0, 0]
        seat: i64
        for seat in range(SEATS):
            found[self.marks[seat]] = seat
        return found
