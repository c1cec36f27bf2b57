"""All that is true at one moment of a game of 1655 – Habemus Papam, and who sees which part of it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bags import EACH, how_many
from eminence.core.state import State
from eminence.core.visibility import Sees, everyone, memory, nobody, owner
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam import evaluation, scoring
from eminence.games.habemus_papam.components import NONE

VISIBLE: Final[dict[str, Sees]] = {
    # the three decks: who is still in them is known, their order is the dealer's answers to come
    "cardinals": everyone,  # a set of people
    "politics": everyone,  # a bag
    "actions": everyone,  # a bag
    "smoke": everyone,  # none yet, black, or white
    "black_now": everyone,  # whether the black smoke has just risen and its gold is still to be paid
    # what is on offer
    "offered_cardinals": everyone,  # a set
    "offered_politics": everyone,  # a bag
    "offered_actions": everyone,  # a bag
    "camerlengo_free": everyone,  # whether the Camerlengo card has not been taken in this round
    "out": everyone,  # the people who are out of the game: a set
    "out_politics": everyone,  # and the cards
    "out_actions": everyone,
    # what lies before each player
    "court": everyone,  # a set of people
    "favours": everyone,  # politics: a bag of Mazarin, Louis, Felipe, Squadrone
    # behind the screens: all of it came and went before everybody's eyes (HP-17)
    "gold": memory,
    "gems": memory,  # bags
    "hand": memory,  # action cards not played yet: bags
    "bank": everyone,  # a bag of gems that can be had: rubies, sapphires, ambers
    "diamonds": everyone,  # how many lie in the bank, for good
    # orders
    "orders": owner,  # bags
    "order_count": everyone,
    "dropped": owner,  # the order each player gave up at the black smoke, or NONE
    "order_box": nobody,  # orders that nobody got: a bag
    "orders_shown": everyone,  # once they are turned up for the count, by player
    # the round
    "italian": everyone,  # option: which rulebook
    "round": everyone,
    "camerlengo": everyone,  # a seat
    "deck": everyone,  # what is turned up next: smoke, cardinal, politics, action
    "played": everyone,  # by player, the action card revealed in this round, or NONE
    "resolved": everyone,  # how many players, from the Camerlengo on, are done with their action cards
    "acting": everyone,  # who bribes or swaps, or NONE
    "swapping": everyone,  # the first cardinal of a swap, or NONE
    "bids": everyone,  # by player, the bid revealed in this round, or NONE
    "ranking": everyone,  # the seats, the highest bid first
    "taken": everyone,  # how many of them have taken a card
}


@final
class PapamState(State):
    """The conclave, and what each player has of it.

    Lists in `ranking` are replaced and never changed in place, so that clones share them.
    """

    __slots__ = tuple(VISIBLE)

    def prepare(self, italian: bool) -> None:
        """What lies on the table before anything is dealt."""
        seats = self.seats
        self.cardinals: i64 = box.ALL_CARDINALS
        self.politics: i64 = box.POLITICS_DECK
        self.actions: i64 = box.ACTION_DECK
        self.smoke: i64 = box.NO_SMOKE_YET
        self.black_now: bool = False
        self.offered_cardinals: i64 = 0
        self.offered_politics: i64 = 0
        self.offered_actions: i64 = 0
        self.camerlengo_free: bool = True
        self.out: i64 = 0
        self.out_politics: i64 = 0
        self.out_actions: i64 = 0
        self.court: list[i64] = [0] * seats
        self.favours: list[i64] = [0] * seats
        self.gold: list[i64] = [box.GOLD_AT_FIRST] * seats
        self.gems: list[i64] = [box.AT_FIRST] * seats
        self.hand: list[i64] = [0] * seats
        self.bank: i64 = 0
        gem: i64
        for gem in range(box.RUBY, box.GEMS):
            self.bank += (box.IN_THE_BOX[gem] - seats * how_many(box.AT_FIRST, gem)) * EACH[gem]
        self.diamonds: i64 = box.IN_THE_BOX[box.DIAMOND] - seats * how_many(box.AT_FIRST, box.DIAMOND)
        self.orders: list[i64] = [0] * seats
        self.order_count: list[i64] = [0] * seats
        self.dropped: list[i64] = [NONE] * seats
        self.order_box: i64 = box.ORDER_DECK
        self.orders_shown: list[i64] = [0] * seats
        self.italian: bool = italian
        self.round: i64 = 0
        self.camerlengo: i64 = NONE
        self.deck: i64 = 0
        self.played: list[i64] = [NONE] * seats
        self.resolved: i64 = 0
        self.acting: i64 = NONE
        self.swapping: i64 = NONE
        self.bids: list[i64] = [NONE] * seats
        self.ranking: list[i64] = []
        self.taken: i64 = 0

    def clone(self) -> PapamState:
        copy = PapamState(self.seats, self.book)
        copy.copy_flow(self)
        copy.cardinals = self.cardinals
        copy.politics = self.politics
        copy.actions = self.actions
        copy.smoke = self.smoke
        copy.black_now = self.black_now
        copy.offered_cardinals = self.offered_cardinals
        copy.offered_politics = self.offered_politics
        copy.offered_actions = self.offered_actions
        copy.camerlengo_free = self.camerlengo_free
        copy.out = self.out
        copy.out_politics = self.out_politics
        copy.out_actions = self.out_actions
        copy.court = self.court[:]
        copy.favours = self.favours[:]
        copy.gold = self.gold[:]
        copy.gems = self.gems[:]
        copy.hand = self.hand[:]
        copy.bank = self.bank
        copy.diamonds = self.diamonds
        copy.orders = self.orders[:]
        copy.order_count = self.order_count[:]
        copy.dropped = self.dropped[:]
        copy.order_box = self.order_box
        copy.orders_shown = self.orders_shown[:]
        copy.italian = self.italian
        copy.round = self.round
        copy.camerlengo = self.camerlengo
        copy.deck = self.deck
        copy.played = self.played[:]
        copy.resolved = self.resolved
        copy.acting = self.acting
        copy.swapping = self.swapping
        copy.bids = self.bids[:]
        copy.ranking = self.ranking
        copy.taken = self.taken
        return copy

    def scores(self) -> list[i64]:
        return scoring.scores(self)

    def winners(self) -> list[i64]:
        return scoring.winners(self)

    def evaluate(self, seat: i64) -> float:
        return evaluation.evaluate_all(self)[seat]

    def evaluate_all(self) -> list[float]:
        return evaluation.evaluate_all(self)
