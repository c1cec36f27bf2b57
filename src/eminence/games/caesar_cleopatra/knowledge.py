"""What is known of a player's covered cards beyond their number, and how that changes.

A piece of knowledge is three numbers: how many are missing at most, a bag of kinds, and a set of places. "All but so
many of these cards lie somewhere at these places." A place is the first, second, … card that lies face down beside a
group (5 * group + 0, 1, …), or the hand. An eye can follow a covered card on the table, so each has a place of its own
as long as it lies there.

`known` is what everybody knows of each player's cards: the opening cards, and open cards that were castled. `seen` is
all that the other player knows, what his spies saw included; before they see anything, both are the same list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bags import EACH, contents, each, how_many, kinds
from eminence.core.bits import ONE, size
from eminence.games.caesar_cleopatra.components import GROUPS, INFLUENCE_MASK, OWN_LIMIT, PAIRS, STARTERS, side

if TYPE_CHECKING:
    from eminence.games.caesar_cleopatra.state import CaesarState

IN: Final = 0  # none is missing: all of these cards lie there
HAND_PLACE: Final = GROUPS * OWN_LIMIT
HAND_BIT: Final[i64] = ONE << HAND_PLACE
OPENING_PLACES: Final[i64] = sum(2 ** (OWN_LIMIT * group) for group in range(GROUPS))  # the first of each group
MOST: Final = 15  # what says more than this of one kind of card would not fit a bag


def places_at(group: i64, cards: i64) -> i64:
    """The set of the places of so many cards that lie face down beside a group."""
    return ((ONE << cards) - 1) << (OWN_LIMIT * group)


def places_of_pair(s: CaesarState, seat: i64, pair: i64) -> i64:
    """The places of a player's covered cards beside two groups."""
    first, second = PAIRS[pair]
    return places_at(first, s.lying[side(seat, first)]) | places_at(second, s.lying[side(seat, second)])


def opened(s: CaesarState, seat: i64) -> None:
    """The game has opened: everybody knows which five cards a player has laid, and which five he holds."""
    s.known[seat] = [IN, STARTERS, OPENING_PLACES, IN, STARTERS, HAND_BIT]
    s.seen[1 - seat] = s.known[seat]


def spied(s: CaesarState, spy: i64) -> None:
    """A spy has looked at the other's hand. What was known to be there or elsewhere, and is not there, is elsewhere."""
    hand: i64 = s.hand[1 - spy]
    known = s.seen[spy]
    for kind in each(hand):
        known = without(known, kind, HAND_PLACE)
    found: list[i64] = []
    i: i64
    for i in range(0, len(known), 3):
        note(found, known[i], known[i + 1], known[i + 2] & ~HAND_BIT)
    s.seen[spy] = [*found, IN, hand, HAND_BIT]


def in_hand(seen: list[i64]) -> i64:
    """What somebody knows for certain to be in the other's hand: the bag of what was seen there and has not gone."""
    found: i64 = 0
    i: i64
    for i in range(0, len(seen), 3):
        if seen[i] == IN and seen[i + 2] == HAND_BIT:
            for kind in kinds(seen[i + 1]):
                found += max(0, how_many(seen[i + 1], kind) - how_many(found, kind)) * EACH[kind]
    return found


def laid_down(s: CaesarState, seat: i64, place: i64) -> None:
    """A player laid a card from his hand face down at a place."""
    known, seen = s.known[seat], s.seen[1 - seat]
    s.known[seat] = with_place(known, place)
    s.seen[1 - seat] = s.known[seat] if seen is known else with_place(seen, place)


def with_place(known: list[i64], place: i64) -> list[i64]:
    """What was in hand may lie at a place now, except for action cards."""
    found: list[i64] = []
    i: i64
    for i in range(0, len(known), 3):
        bag: i64 = known[i + 1]
        places: i64 = known[i + 2]
        if not places & HAND_BIT:
            add(found, known[i], bag, places)
            continue
        note(found, known[i], bag & INFLUENCE_MASK, places | (ONE << place))
        note(found, known[i], bag & ~INFLUENCE_MASK, places)
    return found


def draws(s: CaesarState, seat: i64) -> None:
    """A player is about to draw influence: whatever it is, it is not what he has laid already."""
    known, seen = s.known[seat], s.seen[1 - seat]
    s.known[seat] = apart_from_hand(known, s.hand_influence[seat])
    s.seen[1 - seat] = s.known[seat] if seen is known else apart_from_hand(seen, s.hand_influence[seat])


def apart_from_hand(known: list[i64], in_hand: i64) -> list[i64]:
    """What is known of the places of cards that were in hand once, apart from those still there."""
    found = known
    i: i64
    for i in range(0, len(known), 3):
        if known[i + 2] & HAND_BIT:
            missing: i64 = known[i] + in_hand
            places: i64 = known[i + 2] & ~HAND_BIT
            if says_more(found, missing, known[i + 1], places):
                if found is known:
                    found = known[:]
                add(found, missing, known[i + 1], places)
    return found


def came_to_light(s: CaesarState, seat: i64, kind: i64, place: i64) -> None:
    """A card of a player has come to light from a place."""
    known, seen = s.known[seat], s.seen[1 - seat]
    s.known[seat] = without(known, kind, place)
    s.seen[1 - seat] = s.known[seat] if seen is known else without(seen, kind, place)


def without(known: list[i64], kind: i64, place: i64) -> list[i64]:
    """What is known once a card has left a place, and with it the place, unless it is the hand.

    Whether it was the very card that had been seen makes no difference to what can be left.
    """
    bit: i64 = ONE << place
    if not tells_of(known, kind, place):
        return known
    found: list[i64] = []
    i: i64
    for i in range(0, len(known), 3):
        bag: i64 = known[i + 1]
        places: i64 = known[i + 2]
        if places & bit:
            if how_many(bag, kind):
                bag -= EACH[kind]
            if place != HAND_PLACE:
                places &= ~bit
        note(found, known[i], bag, places)
    return found


def tells_of(known: list[i64], kind: i64, place: i64) -> bool:
    """Whether anything that is known changes when a card leaves a place."""
    bit: i64 = ONE << place
    i: i64
    for i in range(0, len(known), 3):
        if known[i + 2] & bit and (place != HAND_PLACE or how_many(known[i + 1], kind)):
            return True
    return False


def castled(s: CaesarState, seat: i64, pair: i64, before: i64, open_cards: i64) -> None:
    """A player has redistributed his cards of two groups, face down: those covered before, and those that lay open.

    `before` are the places of the covered ones; where all of them lie now is told by `lying`.
    """
    after: i64 = places_of_pair(s, seat, pair)
    known, seen = s.known[seat], s.seen[1 - seat]
    s.known[seat] = mixed(known, before, after, open_cards)
    s.seen[1 - seat] = s.known[seat] if seen is known else mixed(seen, before, after, open_cards)


def mixed(known: list[i64], before: i64, after: i64, open_cards: i64) -> list[i64]:
    """What is known once the cards at some places, and some that lay open, lie at other places in an unknown order.

    Those that stayed where they were are of the same bag still, but for as many as have gone. Those that have gone are
    among the others now; and because no card can be two, what was known of two separate sets of places, and the open
    cards, add up.
    """
    found: list[i64] = []
    touched: list[i64] = []
    i: i64
    for i in range(0, len(known), 3):
        places: i64 = known[i + 2]
        if places & before:
            touched.append(i)
        note(found, known[i] + size(places & before), known[i + 1], places & ~before)
    for i in touched:
        places = known[i + 2]
        add_up(found, known[i], known[i + 1], 0, open_cards, (places & ~before) | after)
        for j in touched:
            if j < i and not places & known[j + 2]:
                both = ((places | known[j + 2]) & ~before) | after
                add_up(found, known[i] + known[j], known[i + 1], known[j + 1], open_cards, both)
    note(found, IN, open_cards, after)
    return found


def add_up(known: list[i64], missing: i64, first: i64, second: i64, third: i64, places: i64) -> None:
    """Add what is known of three bags together, as far as it fits one."""
    if contents(first) + contents(second) + contents(third) <= MOST:
        note(known, missing, first + second + third, places)


def note(known: list[i64], missing: i64, bag: i64, places: i64) -> None:
    """Add a piece of knowledge, unless it says nothing, or no more than another does."""
    if says_more(known, missing, bag, places):
        add(known, missing, bag, places)


def says_more(known: list[i64], missing: i64, bag: i64, places: i64) -> bool:
    """Whether a piece of knowledge says something, and more than any other does."""
    if not places or contents(bag) <= missing:
        return False
    i: i64
    for i in range(0, len(known), 3):
        if known[i + 1] == bag and known[i] <= missing and not known[i + 2] & ~places:
            return False
    return True


def add(known: list[i64], missing: i64, bag: i64, places: i64) -> None:
    """Add a piece of knowledge: number by number, which is quicker than a list of three."""
    known.append(missing)
    known.append(bag)
    known.append(places)
