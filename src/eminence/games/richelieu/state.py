"""All that is true at one moment of a game of Richelieu, and who sees which part of it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.state import State
from eminence.core.visibility import Sees, everyone, nobody, owner
from eminence.games.richelieu import evaluation, scoring
from eminence.games.richelieu.components import ALL_CARDS, ALL_ENDS, CARDS, DISC_BOX, MARKERS, NONE, SPOTS

VISIBLE: Final[dict[str, Sees]] = {
    # the table
    "deck": everyone,  # cards not laid out yet: all 48 faces are known, their order is the dealer's answers to come
    "layout": everyone,  # the card at each place, row by row
    "ends": everyone,  # of each row the places at its left and right end; a row is empty when they have crossed
    "left": everyone,  # how many cards are still on the table
    "disc_box": nobody,  # discs not laid out: drawn from at the start, six stay unseen
    "disc_at": nobody,  # the disc lying face down at each of the eight spots
    "disc_spots": everyone,  # the set of places that still have a disc
    # each player's own
    "cards": everyone,  # a set of cards: they lie open, in columns by region
    "discs": owner,  # a set of discs: looked at by their owner, face down until the count (RI-8)
    "disc_count": everyone,  # how many discs lie face down before each player
    "in_hand": everyone,  # markers ready to be placed
    "marks": everyone,  # the set of places under a player's markers
    "marked": everyone,  # all of those together
    "lost": everyone,  # markers in the box
    "spent_discs": everyone,  # "marker back" discs given up
    "shown_discs": everyone,  # the discs each player turned up for the count
    # whose turn, and what of it is done
    "short": everyone,  # the variant: three empty rows end the game
    "turn": everyone,  # the seat whose turn it is
    "pair": everyone,  # the region of which a second card may be taken, or NONE
    "paying": everyone,  # the end being taken while its price is chosen, or NONE
    "lifted": everyone,  # the place a marker is being moved from, or NONE
}


@final
class RichelieuState(State):
    """The table, what lies before each player, and whose turn it is.

    `ends`, `cards`, `in_hand` and `marks` change with every turn, and `clone` copies them; what the dealer lays out
    changes only while he does. The other lists change seldom: they are replaced, never changed in place, and clones
    share them.
    """

    __slots__ = tuple(VISIBLE)

    deck: list[i64]
    layout: list[i64]
    ends: list[i64]
    left: i64
    disc_box: list[i64]
    disc_at: list[i64]
    disc_spots: i64
    cards: list[i64]
    discs: list[i64]
    disc_count: list[i64]
    in_hand: list[i64]
    marks: list[i64]
    marked: i64
    lost: list[i64]
    spent_discs: i64
    shown_discs: list[i64]
    short: bool
    turn: i64
    pair: i64
    paying: i64
    lifted: i64

    def prepare(self, short: bool) -> None:
        """What lies on the table before the first card is laid out."""
        none = [0] * self.seats
        self.deck = ALL_CARDS[:]
        self.layout = []
        self.ends = ALL_ENDS[:]
        self.left = CARDS
        self.disc_box = DISC_BOX[:]
        self.disc_at = []
        self.disc_spots = 0
        self.cards = none[:]
        self.discs = none
        self.disc_count = none
        self.in_hand = [MARKERS] * self.seats
        self.marks = none[:]
        self.marked = 0
        self.lost = none
        self.spent_discs = 0
        self.shown_discs = none
        self.short = short
        self.turn = NONE
        self.pair = NONE
        self.paying = NONE
        self.lifted = NONE

    def clone(self) -> RichelieuState:
        copy = RichelieuState(self.seats, self.book)
        copy.copy_flow(self)
        dealing = len(self.disc_at) < len(SPOTS)
        copy.deck = self.deck[:] if dealing else self.deck
        copy.layout = self.layout[:] if dealing else self.layout
        copy.ends = self.ends[:]
        copy.left = self.left
        copy.disc_box = self.disc_box[:] if dealing else self.disc_box
        copy.disc_at = self.disc_at[:] if dealing else self.disc_at
        copy.disc_spots = self.disc_spots
        copy.cards = self.cards[:]
        copy.discs = self.discs
        copy.disc_count = self.disc_count
        copy.in_hand = self.in_hand[:]
        copy.marks = self.marks[:]
        copy.marked = self.marked
        copy.lost = self.lost
        copy.spent_discs = self.spent_discs
        copy.shown_discs = self.shown_discs
        copy.short = self.short
        copy.turn = self.turn
        copy.pair = self.pair
        copy.paying = self.paying
        copy.lifted = self.lifted
        return copy

    def scores(self) -> list[i64]:
        return scoring.scores(self)

    def winners(self) -> list[i64]:
        return scoring.winners(self)

    def evaluate(self, seat: i64) -> float:
        return evaluation.evaluate(self, seat)
