"""Imagining what is hidden in Caesar & Cleopatra: the other's covered cards, hand and piles, and the bonuses."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bags import EACH, bag_of, contents, each, how_many, kinds
from eminence.core.bits import ONE
from eminence.core.rng import Rng
from eminence.core.state import Worlds
from eminence.games.caesar_cleopatra.codes import ORDER_PILE
from eminence.games.caesar_cleopatra.components import (
    ACTIONS,
    BONUS_BOX,
    GROUPS,
    INFLUENCE,
    INFLUENCE_MASK,
    NONE,
    OWN_LIMIT,
    STARTERS,
)
from eminence.games.caesar_cleopatra.knowledge import HAND_PLACE
from eminence.games.caesar_cleopatra.state import CaesarState, side, with_item

NOTHING: Final = -1
TRIES: Final = 20_000
"""The truth fits all that is known, so cards can be laid out to fit it. Almost always the first random try does."""


@final
class CaesarWorlds(Worlds):
    """The ways the unseen cards may lie, in accordance with all that the reader of the View has seen."""

    def __init__(self, known: CaesarState, seat: i64) -> None:
        """`known` has what the View tells; `seat` is whose View it is."""
        super().__init__(seat)
        self.known = known
        self.hidden: list[HiddenCards] = []
        owner: i64
        for owner in range(2):
            if owner != seat:
                seen = known.seen[seat] if seat >= 0 else known.known[owner]
                self.hidden.append(HiddenCards(known, owner, seen))

    def sample(self, rng: Rng) -> CaesarState:
        s = self.known.clone()
        for cards in self.hidden:
            cards.lay_out(s, rng)
            # What his spies saw of the other hand is his own affair: no rule reads it.
            s.seen[cards.owner] = s.known[1 - cards.owner]
        self.deal_bonuses(s, rng)
        return s

    def deal_bonuses(self, s: CaesarState, rng: Rng) -> None:
        """The bonuses that were dealt, and those in the box."""
        left = BONUS_BOX
        seat: i64
        for seat in range(2):
            if seat == self.seat and seat < s.bonus_count:
                left -= EACH[s.bonus[seat]]
        for seat in range(2):
            if seat == self.seat or seat >= s.bonus_count:
                continue
            if s.bonus_shown[seat] != NONE:
                s.bonus = with_item(s.bonus, seat, s.bonus_shown[seat])
            else:
                lots = each(left)
                s.bonus = with_item(s.bonus, seat, lots[rng.below(len(lots))])
            left -= EACH[s.bonus[seat]]
        s.bonus_box = left


@final
class HiddenCards:
    """The cards of one player that somebody else cannot see, and all that he knows of where they are."""

    def __init__(self, s: CaesarState, owner: i64, seen: list[i64]) -> None:
        self.owner = owner
        shown: i64 = s.discards[owner]
        group: i64
        for group in range(GROUPS):
            shown += s.up[side(owner, group)]
        self.influence: i64 = INFLUENCE - (shown & INFLUENCE_MASK)
        self.actions: i64 = ACTIONS - (shown & ~INFLUENCE_MASK)
        self.opened: bool = s.hand_influence[owner] != 10 or s.turn != NONE
        self.slots: list[i64] = []  # a place for each covered influence card: beside the groups, then in hand
        for group in range(GROUPS):
            self.slots += [OWN_LIMIT * group + n for n in range(s.lying[side(owner, group)])]
        self.slots += [HAND_PLACE] * s.hand_influence[owner]
        self.held: i64 = 0  # action cards known to be in hand
        self.bags: list[i64] = []  # influence known to be somewhere: all of a bag
        self.missing: list[i64] = []  # but so many
        self.within: list[list[i64]] = []  # at these slots
        i: i64
        for i in range(0, len(seen), 3):
            self.take_note(seen[i], seen[i + 1], seen[i + 2])

    def take_note(self, missing: i64, bag: i64, places: i64) -> None:
        """Keep a piece of knowledge, what leaves the fewest slots to choose from first: so few tries go wrong."""
        kind: i64
        for kind in kinds(bag & ~INFLUENCE_MASK):
            more: i64 = how_many(bag, kind) - how_many(self.held, kind)
            if more > 0:
                self.held += more * EACH[kind]
        within: list[i64] = [slot for slot in range(len(self.slots)) if places & (ONE << self.slots[slot])]
        at: i64 = 0
        while at < len(self.within) and len(self.within[at]) <= len(within):
            at += 1
        self.bags.insert(at, bag & INFLUENCE_MASK)
        self.missing.insert(at, missing)
        self.within.insert(at, within)

    def lay_out(self, s: CaesarState, rng: Rng) -> None:
        """Give the player any cards that he may have."""
        if self.opened:
            for _ in range(TRIES):
                if self.try_influence(s, rng):
                    break
            else:
                raise AssertionError("what is known of the covered cards cannot be")
        else:
            s.hand[self.owner] = 2 * STARTERS
            s.pile[self.owner] = INFLUENCE - 2 * STARTERS
        self.lay_out_actions(s, rng)

    def try_influence(self, s: CaesarState, rng: Rng) -> bool:
        """Lay out the unseen influence at random; False if that does not fit what was seen."""
        filled: list[i64] = [NOTHING] * len(self.slots)
        left = self.influence
        i: i64
        for i in range(len(self.bags)):
            bag: i64 = self.bags[i]
            free: list[i64] = []
            slot: i64
            for slot in self.within[i]:
                if filled[slot] == NOTHING:
                    free.append(slot)
                elif how_many(bag, filled[slot]):
                    bag -= EACH[filled[slot]]
            more = each(bag)
            wanted: i64 = len(more) - self.missing[i]
            if wanted > len(free):
                return False
            rng.shuffle(free)
            if self.missing[i]:
                rng.shuffle(more)
            n: i64 = 0
            while n < wanted:
                face: i64 = more[n]
                if not how_many(left, face):
                    return False
                filled[free[n]] = face
                left -= EACH[face]
                n += 1
        rest = each(left)
        rng.shuffle(rest)
        for slot in range(len(filled)):
            if filled[slot] == NOTHING:
                filled[slot] = rest.pop()
        self.put(s, filled, bag_of(rest))
        return True

    def put(self, s: CaesarState, filled: list[i64], pile: i64) -> None:
        """Write into a state what lies in the slots, and the pile."""
        row: list[i64] = [0] * GROUPS
        hand: i64 = 0
        slot: i64
        for slot in range(len(filled)):
            place: i64 = self.slots[slot]
            if place == HAND_PLACE:
                hand += EACH[filled[slot]]
            else:
                group: i64 = place // OWN_LIMIT
                row[group] = row[group] | (filled[slot] << (3 * (place % OWN_LIMIT)))
        s.down[self.owner] = row
        s.hand[self.owner] = hand
        s.pile[self.owner] = pile

    def lay_out_actions(self, s: CaesarState, rng: Rng) -> None:
        """The unseen action cards: those known to be in hand there, the others in hand or pile by chance."""
        held = self.held
        rest = each(self.actions - held)
        rng.shuffle(rest)
        n: i64 = s.hand_actions[self.owner] - contents(held)
        while n > 0:
            held += EACH[rest.pop()]
            n -= 1
        s.hand[self.owner] = s.hand[self.owner] + held
        s.actions[self.owner] = bag_of(rest)
        s.order[self.owner] = rest if s.ordered and ORDER_PILE not in s.steps else []
