"""What can be known of a player's covered influence, worked out the long way round: all ways his cards may lie.

Every happening that the onlooker sees is applied to each way that was possible before. The engine keeps a few numbers
instead (`knowledge`); the tests compare the two.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass

from eminence.core.bags import each
from eminence.core.state import State
from eminence.games.caesar_cleopatra import codes
from eminence.games.caesar_cleopatra.cards import covered
from eminence.games.caesar_cleopatra.components import FACES, GROUPS, INFLUENCE, INFLUENCE_MASK, PAIRS, side
from eminence.games.caesar_cleopatra.state import CaesarState

Cards = tuple[int, ...]
Way = tuple[Cards, tuple[Cards, ...]]
"""A hand, sorted, and what lies covered beside each group, in the order of its places."""

SERIES = (0, 1, 2, 3, 4)


def way(state: State, owner: int) -> Way:
    """How a player's influence lies in a state."""
    assert isinstance(state, CaesarState)
    hand = tuple(int(face) for face in each(state.hand[owner] & INFLUENCE_MASK))
    return hand, tuple(tuple(int(face) for face in covered(state, owner, group)) for group in range(GROUPS))


@dataclass
class Oracle:
    """All ways in which the influence of `owner` may lie, for an onlooker: from the opening on."""

    owner: int
    spied: bool
    """Whether the onlooker is the other player, who sees what his spies see."""
    ways: set[Way]

    @classmethod
    def at_the_opening(cls, owner: int, spied: bool) -> Oracle:
        laid = itertools.permutations(SERIES)
        return cls(owner, spied, {(SERIES, tuple((face,) for face in row)) for row in laid})

    def watch(self, before: CaesarState, seat: int, code: int, after: CaesarState) -> None:
        """Somebody gave an answer: look at what followed, as everybody sees it."""
        step = before.step().name
        mine = seat == self.owner
        if codes.DOWN <= code < codes.UP and mine:
            group = (code - codes.DOWN) // FACES
            self.ways = {
                (_without(hand, face), _with_row(rows, group, (*rows[group], face)))
                for hand, rows in self.ways
                for face in set(hand)
            }
        elif codes.UP <= code < codes.PASSIVE and mine:
            self.leaves_hand((code - codes.UP) % FACES)
        elif step == "spy_pick" and not mine and code - codes.SNATCH < FACES:
            self.leaves_hand(code - codes.SNATCH)
        elif step == "spy_look" and before.turn != self.owner and self.spied:
            true = way(before, self.owner)[0]
            self.ways = {(hand, rows) for hand, rows in self.ways if hand == true}
        elif step == "turn_up" and before.sides >> self.owner & 1:
            group, lay = int(before.group), way(before, self.owner)[1]
            self.ways = {(hand, _with_row(rows, group, ())) for hand, rows in self.ways if rows[group] == lay[group]}
        elif step == "draw" and before.drawing == self.owner and code - codes.DRAW < FACES:
            self.drew(after)
        elif step == "castle" and mine and after.pair < 0:
            self.castled(before, after)
        elif step == "discard" and mine and code == codes.ENOUGH:
            for dropped in before.sealed[seat]:
                if dropped - codes.DROP < FACES:
                    self.leaves_hand(dropped - codes.DROP)

    def leaves_hand(self, face: int) -> None:
        self.ways = {(_without(hand, face), rows) for hand, rows in self.ways if face in hand}

    def drew(self, after: CaesarState) -> None:
        """Any card that is not seen elsewhere. (A card comes from the pile, so one was left.)"""
        shown = after.discards[self.owner] & INFLUENCE_MASK
        for group in range(GROUPS):
            shown += after.up[side(self.owner, group)]
        unseen = Counter(int(face) for face in each(INFLUENCE - shown))
        found = set()
        for hand, rows in self.ways:
            left = unseen - Counter(hand) - Counter(itertools.chain(*rows))
            found |= {(tuple(sorted((*hand, face))), rows) for face in left}
        self.ways = found

    def castled(self, before: CaesarState, after: CaesarState) -> None:
        """All cards of two groups lie at new places, in any order."""
        first, second = PAIRS[before.pair]
        there = int(after.lying[side(self.owner, first)])
        lay_open = [int(face) for group in (first, second) for face in each(before.up[side(self.owner, group)])]
        found = set()
        for hand, rows in self.ways:
            cards = (*rows[first], *rows[second], *lay_open)
            for order in set(itertools.permutations(cards)):
                found.add((hand, _with_row(_with_row(rows, first, order[:there]), second, order[there:])))
        self.ways = found


def _without(hand: Cards, face: int) -> Cards:
    at = hand.index(face)
    return hand[:at] + hand[at + 1 :]


def _with_row(rows: tuple[Cards, ...], group: int, row: Cards) -> tuple[Cards, ...]:
    return (*rows[:group], row, *rows[group + 1 :])
