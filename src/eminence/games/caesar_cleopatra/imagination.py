"""Imagining what is hidden in Caesar & Cleopatra: the other's covered cards, hand and piles, and the bonuses."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bags import EACH, bag_of, contents, each, how_many
from eminence.core.bits import ONE, lowest
from eminence.core.rng import Rng
from eminence.core.state import Worlds
from eminence.games.caesar_cleopatra import components as box
from eminence.games.caesar_cleopatra.cards import with_item
from eminence.games.caesar_cleopatra.codes import ORDER_PILE
from eminence.games.caesar_cleopatra.components import GROUPS, INFLUENCE, INFLUENCE_MASK, NONE, OWN_LIMIT, side
from eminence.games.caesar_cleopatra.knowledge import HAND_PLACE, in_hand
from eminence.games.caesar_cleopatra.state import CaesarState

NOTHING: Final = -1
TRIES: Final = 20_000
"""The truth fits all that is known, so cards can be laid out to fit it. Almost always the first random try does."""
EXCHANGES: Final = 4
"""So often each slot of which something is known is tried for an exchange, where one layout need not be as likely as
another."""
MOST_PIECES: Final = 58  # more would not fit a set; there are hardly ever more than seven


@final
class CaesarWorlds(Worlds):
    """The ways the unseen cards may lie, in accordance with all that the reader of the View has seen."""

    def __init__(self, known: CaesarState, seat: i64) -> None:
        """`known` has what the View tells; `seat` is whose View it is."""
        super().__init__(seat)
        self.known = known
        self.hidden: list[HiddenCards] = []
        for owner in range(2):
            if owner != seat:
                seen = known.seen[seat] if seat >= 0 else known.known[owner]
                self.hidden.append(HiddenCards(known, owner, seen))

    def __reduce__(self) -> tuple[type[CaesarWorlds], tuple[CaesarState, int]]:
        return CaesarWorlds, (self.known, self.seat)

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
        left = box.BONUS_BOX
        if 0 <= self.seat < s.bonus_count:
            left -= EACH[s.bonus[self.seat]]
        for seat in range(s.bonus_count):
            if seat != self.seat:
                lots = each(left)
                shown = s.bonus_shown[seat]
                s.bonus = with_item(s.bonus, seat, lots[rng.below(len(lots))] if shown == NONE else shown)
                left -= EACH[s.bonus[seat]]
        s.bonus_box = left


@final
class HiddenCards:
    """The cards of one player that somebody else cannot see, and all that he knows of where they are."""

    def __init__(self, s: CaesarState, owner: i64, seen: list[i64]) -> None:
        self.owner = owner
        shown: i64 = s.discards[owner]
        for group in range(GROUPS):
            shown += s.up[side(owner, group)]
        self.influence: i64 = INFLUENCE - (shown & INFLUENCE_MASK)
        self.actions: i64 = box.ACTIONS - (shown & ~INFLUENCE_MASK)
        self.opened: bool = s.hand_influence[owner] != 10 or s.turn != NONE
        self.slots: list[i64] = []  # a place for each covered influence card: beside the groups, then in hand
        for group in range(GROUPS):
            self.slots += [OWN_LIMIT * group + n for n in range(s.lying[side(owner, group)])]
        self.slots += [HAND_PLACE] * s.hand_influence[owner]
        self.held: i64 = in_hand(seen) & ~INFLUENCE_MASK  # action cards known to be in hand
        self.bags: list[i64] = []  # influence known to be somewhere: all of a bag
        self.missing: list[i64] = []  # but so many
        self.within: list[list[i64]] = []  # at these slots
        for i in range(0, len(seen), 3):
            self.take_note(seen[i], seen[i + 1], seen[i + 2])
        self.pieces_at: list[i64] = [0] * len(self.slots)  # for each slot, which pieces of knowledge tell of it
        self.told_of: list[i64] = []  # slots of which something is known
        self.uneven: bool = False  # whether some layouts are tried more often than others
        self.look_for_overlaps()

    def take_note(self, missing: i64, bag: i64, places: i64) -> None:
        """Keep a piece of knowledge, what leaves the fewest slots to choose from first: so few tries go wrong."""
        within: list[i64] = [slot for slot in range(len(self.slots)) if places & (ONE << self.slots[slot])]
        at: i64 = 0
        while at < len(self.within) and len(self.within[at]) <= len(within):
            at += 1
        self.bags.insert(at, bag & INFLUENCE_MASK)
        self.missing.insert(at, missing)
        self.within.insert(at, within)

    def look_for_overlaps(self) -> None:
        """Which pieces tell of each slot, and whether laying out piece by piece favours some layouts."""
        i: i64
        if len(self.within) > MOST_PIECES:
            return  # then layouts stay as they are tried: possible, but not all as likely
        for i in range(len(self.within)):
            if self.missing[i] or contents(self.bags[i]) != len(self.within[i]):
                self.uneven = True  # others of these kinds may lie there too
            for slot in self.within[i]:
                if self.pieces_at[slot]:
                    self.uneven = True
                else:
                    self.told_of.append(slot)
                self.pieces_at[slot] = self.pieces_at[slot] | (ONE << i)

    def lay_out(self, s: CaesarState, rng: Rng) -> None:
        """Give the player any cards that he may have, each layout as likely as any other."""
        if self.opened:
            tries: i64 = TRIES
            cards = self.try_influence(rng)
            while cards is None:
                tries -= 1
                assert tries, "what is known of the covered cards cannot be"
                cards = self.try_influence(rng)
            if self.uneven:
                self.exchange(cards, rng)
            self.put(s, cards)
        else:
            s.hand[self.owner] = 2 * box.STARTERS
            s.pile[self.owner] = INFLUENCE - 2 * box.STARTERS
        self.lay_out_actions(s, rng)

    def try_influence(self, rng: Rng) -> list[i64] | None:
        """Lay out the unseen influence at random, piece of knowledge by piece: what lies in each slot, then the pile.

        None if that does not fit.
        """
        cards: list[i64] = [NOTHING] * len(self.slots)
        left = self.influence
        i: i64
        for i in range(len(self.bags)):
            bag: i64 = self.bags[i]
            free: list[i64] = []
            slot: i64
            for slot in self.within[i]:
                if cards[slot] == NOTHING:
                    free.append(slot)
                elif how_many(bag, cards[slot]):
                    bag -= EACH[cards[slot]]
            more = each(bag)
            wanted: i64 = len(more) - self.missing[i]
            if wanted > len(free):
                return None
            rng.shuffle(free)
            if self.missing[i]:
                rng.shuffle(more)
            n: i64 = 0
            while n < wanted:
                face: i64 = more[n]
                if not how_many(left, face):
                    return None
                cards[free[n]] = face
                left -= EACH[face]
                n += 1
        rest = each(left)
        rng.shuffle(rest)
        for slot in range(len(cards)):
            if cards[slot] == NOTHING:
                cards[slot] = rest.pop()
        return cards + rest

    def exchange(self, cards: list[i64], rng: Rng) -> None:
        """Exchange two cards again and again wherever all that is known still holds.

        Layouts that were tried piece by piece are all possible, but where pieces overlap, or do not say all about their
        slots, some come up more often than others. Which two places are tried for an exchange has nothing to do with
        the cards there, so in the long run every layout is as likely as any other (a Metropolis chain).
        """
        slots: i64 = len(self.slots)
        there: list[i64] = []  # for each piece of knowledge, what lies at its slots
        spare: list[i64] = []  # and how many more of its cards do than it asks for
        i: i64
        for i in range(len(self.bags)):
            held: i64 = 0
            found: i64 = self.missing[i] - contents(self.bags[i])
            for slot in self.within[i]:
                face: i64 = cards[slot]
                held += EACH[face]
                if how_many(held, face) <= how_many(self.bags[i], face):
                    found += 1
            there.append(held)
            spare.append(found)
        n: i64 = EXCHANGES * len(self.told_of)
        while n > 0:
            n -= 1
            one: i64 = self.told_of[rng.below(len(self.told_of))]
            other: i64 = rng.below(len(cards))
            first: i64 = cards[one]
            second: i64 = cards[other]
            if first == second:
                continue
            at_one: i64 = self.pieces_at[one]
            at_other: i64 = self.pieces_at[other] if other < slots else 0
            here: i64 = at_one & ~at_other  # what is known of one of the two places only
            yonder: i64 = at_other & ~at_one
            if not self.may_lose(here, first, second, there, spare):
                continue
            if self.may_lose(yonder, second, first, there, spare):
                cards[one] = second
                cards[other] = first
                self.lose(here, first, second, there, spare)
                self.lose(yonder, second, first, there, spare)

    def may_lose(self, pieces: i64, lost: i64, won: i64, there: list[i64], spare: list[i64]) -> bool:
        """Whether these pieces of knowledge still hold once a card has left their slots and another has come."""
        while pieces:
            i = lowest(pieces)
            pieces &= pieces - 1
            if spare[i] + self.change(i, lost, won, there[i]) < 0:
                return False
        return True

    def lose(self, pieces: i64, lost: i64, won: i64, there: list[i64], spare: list[i64]) -> None:
        """Keep account of it."""
        while pieces:
            i = lowest(pieces)
            pieces &= pieces - 1
            spare[i] = spare[i] + self.change(i, lost, won, there[i])
            there[i] = there[i] - EACH[lost] + EACH[won]

    def change(self, i: i64, lost: i64, won: i64, held: i64) -> i64:
        """By how much more or less a piece of knowledge is met once a card has left its slots and another has come."""
        bag: i64 = self.bags[i]
        found: i64 = 0
        if how_many(held, lost) <= how_many(bag, lost):
            found -= 1
        if how_many(held, won) < how_many(bag, won):
            found += 1
        return found

    def put(self, s: CaesarState, cards: list[i64]) -> None:
        """Write into a state what lies in the slots, and the pile."""
        row: list[i64] = [0] * GROUPS
        hand: i64 = 0
        slot: i64
        for slot in range(len(self.slots)):
            place: i64 = self.slots[slot]
            if place == HAND_PLACE:
                hand += EACH[cards[slot]]
            else:
                group: i64 = place // OWN_LIMIT
                row[group] = row[group] | (cards[slot] << (3 * (place % OWN_LIMIT)))
        s.down[self.owner] = row
        s.hand[self.owner] = hand
        s.pile[self.owner] = bag_of(cards[len(self.slots) :])

    def lay_out_actions(self, s: CaesarState, rng: Rng) -> None:
        """The unseen action cards: those known to be in hand there, the others in hand or pile by chance."""
        rest = each(self.actions - self.held)
        rng.shuffle(rest)
        drawn: i64 = s.hand_actions[self.owner] - contents(self.held)
        pile = rest[: len(rest) - drawn]
        s.hand[self.owner] = s.hand[self.owner] + self.held + bag_of(rest[len(pile) :])
        s.actions[self.owner] = bag_of(pile)
        s.order[self.owner] = pile if s.ordered and ORDER_PILE not in s.steps else []
