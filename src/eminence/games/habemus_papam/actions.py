"""Action cards, resolved clockwise from the Camerlengo: gold, thefts, the bribe and the swap."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from eminence.core.bags import EACH, without
from eminence.core.bits import ONE, members
from eminence.core.state import GO_ON, NOT_NOW, Step, Why
from eminence.games.habemus_papam import codes, events
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.codes import BRIBE, KEEP_BRIBE, NO_SWAP, SWAP, WITH
from eminence.games.habemus_papam.components import BRIBE_CARD, BRIBE_PRICE, CHIGI, MOVABLE, NONE
from eminence.games.habemus_papam.state import PapamState


def owner_of(s: PapamState, person: i64) -> i64:
    """In whose court somebody is, or NONE."""
    seat: i64
    for seat in range(s.seats):
        if s.court[seat] & (ONE << person):
            return seat
    return NONE


def move(s: PapamState, person: i64, giver: i64, taker: i64) -> None:
    """Somebody changes courts."""
    s.court[giver] = s.court[giver] & ~(ONE << person)
    s.court[taker] = s.court[taker] | (ONE << person)


def forbids_touching(s: PapamState, person: i64) -> Why:
    """Why nobody may touch somebody: he is in no court, is Chigi (HP-5), or is a leader (HP-6)."""
    if owner_of(s, person) == NONE:
        return Why("nowhere", person=person)
    return Why("chigi" if person == CHIGI else "leader", person=person)


@final
class ResolveActions(Step[PapamState]):
    """The cards are resolved clockwise, beginning with the Camerlengo. A card leaves the game after use (HP-8)."""

    def begin(self, s: PapamState) -> i64:
        while s.resolved < s.seats:
            seat: i64 = (s.camerlengo + s.resolved) % s.seats
            s.resolved += 1
            card: i64 = s.played[seat]
            if card == NONE:
                continue
            if card >= BRIBE_CARD:  # a bribe or a swap
                if can_use(s, seat, card):
                    s.out_actions += EACH[card]
                    s.acting = seat
                    s.then(codes.BRIBE_STEP if card == BRIBE_CARD else codes.SWAP_STEP)
                    return GO_ON
                give_back(s, seat, card)  # HP-9
                if s.story is not None:
                    s.tell(events.CardWentBack(int(seat), int(card)))
                continue
            s.out_actions += EACH[card]
            if card == box.TEN:
                s.gold[seat] = s.gold[seat] + box.TEN_GOLD
                if s.story is not None:
                    s.tell(events.TenGold(int(seat)))
            else:
                self.steal(s, seat, box.THEFT[card])
        s.done()
        return GO_ON

    def steal(self, s: PapamState, thief: i64, most: i64) -> None:
        """Every opponent pays, or gives what he has."""
        distance: i64
        for distance in range(1, s.seats):
            victim: i64 = (thief + distance) % s.seats
            gold: i64 = min(most, s.gold[victim])
            s.gold[victim] = s.gold[victim] - gold
            s.gold[thief] = s.gold[thief] + gold
            if s.story is not None:
                s.tell(events.Stole(int(thief), int(victim), int(gold)))


def give_back(s: PapamState, seat: i64, card: i64) -> None:
    """A card that is not used goes back behind the screen, and does not count as played."""
    s.played[seat] = NONE
    s.hand[seat] = s.hand[seat] + EACH[card]


def can_use(s: PapamState, seat: i64, card: i64) -> bool:
    """Whether a bribe or a swap can be carried out."""
    if card == BRIBE_CARD:
        return s.gold[seat] >= BRIBE_PRICE and to_bribe(s, seat) != 0
    return to_swap(s, seat) != 0


# -- the bribe -------------------------------------------------------------------------------------------------------


def to_bribe(s: PapamState, seat: i64) -> i64:
    """The cardinals of others who can be bribed: neither leaders nor Chigi (HP-5, HP-6)."""
    found: i64 = 0
    other: i64
    for other in range(s.seats):
        if other != seat:
            found |= s.court[other]
    return found & MOVABLE


@final
class Bribe(Step[PapamState]):
    """Five gold to another player for one of his cardinals: one must in the French rulebook, may in the Italian; then
    the card goes back behind the screen (HP-4a; by the first rules one always must)."""

    def begin(self, s: PapamState) -> i64:
        return s.acting

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        found: list[i64] = [BRIBE + person for person in members(to_bribe(s, seat))]
        if s.italian and s.rules >= 2:
            found.append(KEEP_BRIBE)
        return found

    def forbids(self, s: PapamState, seat: i64, code: i64) -> Why:
        if code == KEEP_BRIBE:
            return Why("must_bribe")
        if not BRIBE <= code < SWAP:
            return Why(NOT_NOW)
        if s.court[seat] & (ONE << (code - BRIBE)):
            return Why("own", person=code - BRIBE)
        return forbids_touching(s, code - BRIBE)

    def answer(self, s: PapamState, seat: i64, code: i64) -> None:
        s.done()
        s.acting = NONE
        if code == KEEP_BRIBE:
            s.out_actions = without(s.out_actions, BRIBE_CARD)
            give_back(s, seat, BRIBE_CARD)
            if s.story is not None:
                s.tell(events.DidNotBribe(int(seat)))
            return
        person = code - BRIBE
        victim = owner_of(s, person)
        s.gold[seat] = s.gold[seat] - BRIBE_PRICE
        s.gold[victim] = s.gold[victim] + BRIBE_PRICE
        move(s, person, victim, seat)
        if s.story is not None:
            s.tell(events.Bribed(int(seat), int(victim), int(person)))


# -- the swap --------------------------------------------------------------------------------------------------------


def swappable(s: PapamState, seat: i64, owner: i64) -> i64:
    """Whom of a court a player's swap can move: cardinals, and of his own court Chigi too (HP-5)."""
    if owner == seat:
        return s.court[owner] & (MOVABLE | (ONE << CHIGI))
    return s.court[owner] & MOVABLE


def to_swap(s: PapamState, seat: i64) -> i64:
    """Who can be the first of a swap: as there must be a second in another court, two courts must have somebody."""
    found: i64 = 0
    courts: i64 = 0
    owner: i64
    for owner in range(s.seats):
        there = swappable(s, seat, owner)
        if there:
            courts += 1
            found |= there
    return found if courts > 1 else 0


def forbids_swapping(s: PapamState, person: i64) -> Why:
    """Why somebody cannot be swapped: Chigi can only by his own court (HP-5)."""
    if person == CHIGI and owner_of(s, person) != NONE:
        return Why("chigi_swap", person=person)
    return forbids_touching(s, person)


@final
class Swap(Step[PapamState]):
    """Two cardinals of different courts change places: the first of them, or none at all."""

    def begin(self, s: PapamState) -> i64:
        return s.acting

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        found: list[i64] = [SWAP + person for person in members(to_swap(s, seat))]
        found.append(NO_SWAP)
        return found

    def forbids(self, s: PapamState, seat: i64, code: i64) -> Why:
        if WITH <= code < NO_SWAP:
            return Why("first_of_two")
        return forbids_swapping(s, code - SWAP) if SWAP <= code < WITH else Why(NOT_NOW)

    def answer(self, s: PapamState, seat: i64, code: i64) -> None:
        if code == NO_SWAP:
            s.done()
            s.acting = NONE
            if s.story is not None:
                s.tell(events.DidNotSwap(int(seat)))
        else:
            s.swapping = code - SWAP
            s.instead(codes.SWAP_WITH)


@final
class SwapWith(Step[PapamState]):
    """The second one, in another court."""

    def begin(self, s: PapamState) -> i64:
        return s.acting

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        first = owner_of(s, s.swapping)
        found: i64 = 0
        owner: i64
        for owner in range(s.seats):
            if owner != first:
                found |= swappable(s, seat, owner)
        return [WITH + person for person in members(found)]

    def forbids(self, s: PapamState, seat: i64, code: i64) -> Why:
        if SWAP <= code < WITH or code == NO_SWAP:
            return Why("second_of_two", first=s.swapping)
        if not WITH <= code < NO_SWAP:
            return Why(NOT_NOW)
        person: i64 = code - WITH
        if person == s.swapping:
            return Why("himself", person=person)
        if owner_of(s, person) == owner_of(s, s.swapping):
            return Why("same_court", person=person, first=s.swapping)
        return forbids_swapping(s, person)

    def answer(self, s: PapamState, seat: i64, code: i64) -> None:
        s.done()
        first, second = s.swapping, code - WITH
        one, other = owner_of(s, first), owner_of(s, second)
        move(s, first, one, other)
        move(s, second, other, one)
        s.acting = NONE
        s.swapping = NONE
        if s.story is not None:
            s.tell(events.Swapped(int(seat), int(first), int(second), int(one), int(other)))
