"""All that is true at one moment of a game of Richelieu, and who sees which part of it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bits import ONE, members
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

    def prepare(self, short: bool) -> None:
        """What lies on the table before the first card is laid out."""
        none: list[i64] = [0] * self.seats
        self.deck = ALL_CARDS[:]
        self.layout: list[i64] = []
        self.ends = ALL_ENDS[:]
        self.left: i64 = CARDS
        self.disc_box = DISC_BOX[:]
        self.disc_at: list[i64] = []
        self.disc_spots: i64 = 0
        self.cards = none[:]
        self.discs = none
        self.disc_count = none
        self.in_hand: list[i64] = [MARKERS] * self.seats
        self.marks = none[:]
        self.marked: i64 = 0
        self.lost = none
        self.spent_discs: i64 = 0
        self.shown_discs = none
        self.short = short
        self.turn: i64 = NONE
        self.pair: i64 = NONE
        self.paying: i64 = NONE
        self.lifted: i64 = NONE

    def clone(self) -> RichelieuState:
        copy = RichelieuState(self.seats, self.book)
        copy.copy_flow(self)
        dealing = len(self.disc_at) < len(SPOTS)
        copy.deck = self.deck[:] if dealing else self.deck
        copy.layout = self.layout[:] if dealing else self.layout
        copy.disc_box = self.disc_box[:] if dealing else self.disc_box
        copy.disc_at = self.disc_at[:] if dealing else self.disc_at
        copy.ends, copy.left, copy.disc_spots = self.ends[:], self.left, self.disc_spots
        copy.cards, copy.in_hand, copy.marks = self.cards[:], self.in_hand[:], self.marks[:]
        copy.discs, copy.disc_count, copy.lost = self.discs, self.disc_count, self.lost
        copy.marked, copy.spent_discs, copy.shown_discs = self.marked, self.spent_discs, self.shown_discs
        copy.short, copy.turn, copy.pair = self.short, self.turn, self.pair
        copy.paying, copy.lifted = self.paying, self.lifted
        return copy

    def row(self, row: i64) -> list[i64]:
        """The places of a row where there is a card, from left to right: while the dealer lays them out, not all."""
        return [place for place in range(self.ends[2 * row], self.ends[2 * row + 1] + 1) if place < len(self.layout)]

    def owner_at(self, place: i64) -> i64:
        """The seat whose marker lies at a place; NONE where there is none."""
        for seat in range(self.seats):
            if self.marks[seat] & (ONE << place):
                return seat
        return NONE

    def seen_discs(self, seat: i64) -> list[i64]:
        """The discs before a seat that are known: in what a view shows, its owner's own, and all after the count."""
        return members(self.discs[seat] | self.shown_discs[seat])

    def scores(self) -> list[i64]:
        return scoring.scores(self)

    def winners(self) -> list[i64]:
        return scoring.winners(self)

    def evaluate(self, seat: i64) -> float:
        return evaluation.evaluate(self, seat)
