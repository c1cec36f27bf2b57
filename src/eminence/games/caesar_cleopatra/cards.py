"""Cards from place to place: from hand to table, to the discards, from the piles; and counting what lies somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bags import EACH, how_many, without
from eminence.core.bits import ONE, members
from eminence.core.state import Why
from eminence.games.caesar_cleopatra import components as box
from eminence.games.caesar_cleopatra import events, knowledge
from eminence.games.caesar_cleopatra.codes import DOWN, PASSIVE, UP
from eminence.games.caesar_cleopatra.components import FACES, GROUPS, INFLUENCE_MASK, NONE, OWN_LIMIT, PHILOSOPHER, side

if TYPE_CHECKING:
    from eminence.games.caesar_cleopatra.state import CaesarState

OPENLY: Final = 0  # the ways of laying: face up
EITHER_WAY: Final = 1  # face down or up
OR_PASSIVE: Final = 2  # or not at all
_LAYING: Final[list[list[i64]]] = [[] for _ in range(3 * 2 ** (GROUPS + FACES))]
"""The choices of laying that have been listed: by ways, set of groups and set of faces."""


def with_item(items: list[i64], at: i64, item: i64) -> list[i64]:
    """A list like another but for one item: what replaces a list that clones share."""
    found = items[:]
    found[at] = item
    return found


def exhausted(s: CaesarState) -> i64:
    """How many groups have been won to the last patrician."""
    found: i64 = 0
    group: i64
    for group in range(GROUPS):
        if not s.patricians[group]:
            found += 1
    return found


def any_patrician(s: CaesarState) -> bool:
    """Whether a patrician is still to be won."""
    return any(s.patricians[group] for group in range(GROUPS))


def cards_at(s: CaesarState, seat: i64, group: i64) -> i64:
    """How many cards a player has beside a group."""
    at = side(seat, group)
    return s.up[at] % 15 + s.lying[at]  # 16 % 15 is 1: a bag of less than 15 cards leaves their number


def all_cards_at(s: CaesarState, group: i64) -> i64:
    """How many cards of both players lie beside a group."""
    return cards_at(s, 0, group) + cards_at(s, 1, group)


def room_at(s: CaesarState, seat: i64, group: i64) -> i64:
    """How many cards a player may have beside a group: five, and eight together with the other's (CC-7)."""
    return min(OWN_LIMIT, box.FULL - cards_at(s, 1 - seat, group))


def is_open(s: CaesarState, seat: i64, group: i64) -> bool:
    """Whether a player may lay a card beside a group: with room for it, and a patrician still to win."""
    return s.patricians[group] > 0 and cards_at(s, seat, group) < room_at(s, seat, group)


def open_groups(s: CaesarState, seat: i64) -> i64:
    """The set of groups where a player may lay a card."""
    found: i64 = 0
    group: i64
    for group in range(GROUPS):
        if is_open(s, seat, group):
            found |= ONE << group
    return found


def any_open(s: CaesarState, seat: i64) -> bool:
    """Whether there is a group where a player may lay a card."""
    return any(is_open(s, seat, group) for group in range(GROUPS))


def forbids_laying(s: CaesarState, seat: i64, group: i64, face: i64) -> Why:
    """Why a card may not be laid beside a group (CC-6, CC-7)."""
    if not s.hand_influence[seat]:
        return Why("no_influence")
    if not s.patricians[group]:
        return Why("no_patrician", group=group)
    if cards_at(s, seat, group) >= OWN_LIMIT:
        return Why("own_limit", group=group)
    return Why("not_in_hand", a_card=face) if is_open(s, seat, group) else Why("full", group=group)


def kinds_in(bag: i64) -> i64:
    """The set of the kinds of which there is at least one in a bag."""
    found: i64 = 0
    bit: i64 = ONE
    while bag:
        if bag & 15:
            found |= bit
        bag >>= 4
        bit <<= 1
    return found


def laying(s: CaesarState, seat: i64, room: i64, ways: i64) -> list[i64]:
    """The choices of laying each influence card of the hand beside each of these groups. Not to be changed.

    They depend on so little that they are listed once and kept.
    """
    faces = kinds_in(s.hand[seat] & INFLUENCE_MASK)
    at: i64 = (((ways << GROUPS) | room) << FACES) | faces
    if not _LAYING[at]:
        places: list[i64] = [group * FACES + face for group in members(room) for face in members(faces)]
        down: list[i64] = [] if ways == OPENLY else [DOWN + place for place in places]
        _LAYING[at] = down + [UP + place for place in places] + ([PASSIVE] if ways == OR_PASSIVE else [])
    return _LAYING[at]


def action_to_refill(s: CaesarState) -> i64:
    """How many cards a passive player draws for an action card that made him no place (CC-6); none by rules 1."""
    return 1 if s.acted and s.rules >= 2 else 0


def leave_hand(s: CaesarState, seat: i64, kind: i64) -> None:
    """A card leaves a hand."""
    s.hand[seat] = without(s.hand[seat], kind)
    if kind < FACES:
        s.hand_influence[seat] = s.hand_influence[seat] - 1
    else:
        s.hand_actions[seat] = s.hand_actions[seat] - 1


def discard_from_hand(s: CaesarState, seat: i64, kind: i64) -> None:
    """A card goes from a hand to the open discards."""
    leave_hand(s, seat, kind)
    s.discards[seat] = s.discards[seat] + EACH[kind]
    knowledge.came_to_light(s, seat, kind, knowledge.HAND_PLACE)


def take_up(s: CaesarState, seat: i64, kind: i64, is_new: bool) -> None:
    """A card comes from a pile into a hand."""
    s.hand[seat] = s.hand[seat] + EACH[kind]
    if kind < FACES:
        knowledge.draws(s, seat)
        s.pile[seat] = without(s.pile[seat], kind)
        s.pile_count[seat] = s.pile_count[seat] - 1
        s.hand_influence[seat] = s.hand_influence[seat] + 1
    else:
        s.actions[seat] = without(s.actions[seat], kind)
        s.action_count[seat] = s.action_count[seat] - 1
        s.hand_actions[seat] = s.hand_actions[seat] + 1
    if s.story is not None:
        s.tell((events.Drew if is_new else events.TookUp)(seat, kind >= FACES, int(kind)))


def lay_down(s: CaesarState, seat: i64, group: i64, face: i64) -> None:
    """Lay influence face down."""
    leave_hand(s, seat, face)
    knowledge.laid_down(s, seat, OWN_LIMIT * group + s.lying[side(seat, group)])
    put_down(s, seat, group, face)
    s.busy = True
    if s.story is not None:
        s.tell(events.LaidDown(seat, group, int(face)))


def put_down(s: CaesarState, seat: i64, group: i64, face: i64) -> None:
    """An own card lies face down beside a group, behind those already there."""
    at = side(seat, group)
    row = s.down[seat][group] | (face << (3 * s.lying[at]))
    s.down[seat] = with_item(s.down[seat], group, row)
    s.lying[at] = s.lying[at] + 1


def lay_up(s: CaesarState, seat: i64, group: i64, face: i64) -> None:
    """Lay influence face up."""
    at = side(seat, group)
    s.up[at] = s.up[at] + EACH[face]
    leave_hand(s, seat, face)
    knowledge.came_to_light(s, seat, face, knowledge.HAND_PLACE)
    s.busy = True
    if s.story is not None:
        s.tell(events.LaidUp(seat, group, int(face)))


def covered(s: CaesarState, seat: i64, group: i64) -> list[i64]:
    """The faces of a player's covered cards beside a group, in the order in which they were laid."""
    row: i64 = s.down[seat][group]
    found: list[i64] = []
    n: i64 = s.lying[side(seat, group)]
    while n:
        found.append(row & 7)
        row >>= 3
        n -= 1
    return found


def all_at(s: CaesarState, seat: i64, group: i64) -> i64:
    """A player's cards beside a group, open and covered, as a bag."""
    at = side(seat, group)
    bag: i64 = s.up[at]
    row: i64 = s.down[seat][group]
    n: i64 = s.lying[at]
    while n:
        bag += EACH[row & 7]
        row >>= 3
        n -= 1
    return bag


def total(bag: i64) -> i64:
    """The sum of influence cards."""
    low: i64 = (bag & 15) + 2 * (bag >> 4 & 15) + 3 * (bag >> 8 & 15)  # a face is four bits of a bag
    return low + 4 * (bag >> 12 & 15) + 5 * (bag >> 16 & 15)


def highest(bag: i64) -> i64:
    """The highest number in a bag of influence, or NONE."""
    face: i64 = PHILOSOPHER - 1
    while face >= 0 and not how_many(bag, face):
        face -= 1
    return face


def lowest_number(bag: i64) -> i64:
    """The lowest number in a bag of influence, or NONE."""
    face: i64
    for face in range(PHILOSOPHER):
        if how_many(bag, face):
            return face
    return NONE


def lose(s: CaesarState, seat: i64, group: i64, face: i64) -> None:
    """An open card beside a group goes to its owner's discards."""
    if face == NONE:
        return
    at = side(seat, group)
    s.up[at] = without(s.up[at], face)
    s.discards[seat] = s.discards[seat] + EACH[face]
    s.tied &= ~(ONE << group)
    if s.story is not None:
        s.tell(events.Lost(int(seat), int(group), int(face)))


def sweep(s: CaesarState, group: i64) -> None:
    """All influence beside a group, open by now, is discarded."""
    for seat in range(2):
        at = side(seat, group)
        s.discards[seat] = s.discards[seat] + s.up[at]
        s.up[at] = 0
    s.tied &= ~(ONE << group)
    if s.story is not None:
        s.tell(events.Swept(int(group)))
