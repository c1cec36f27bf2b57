"""The rules of Richelieu, in the order of the rulebook. RI-… are the rulings of the rules page.

    Preparation    DealCards, DealDiscs
    The game       Turn, TakeCard, SecondCard
    Markers        PayMarker, PlaceMarker, SetDown
    The discs      take_disc, regain
    The count      Count, then `scoring`
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from eminence.core.bits import ONE, lowest, members, size
from eminence.core.state import DEALER, GO_ON, HIDDEN, Step
from eminence.games.richelieu import events
from eminence.games.richelieu.codes import (
    DEAL,
    DISC,
    ENOUGH,
    LIFT,
    MARK,
    NO_MARKER,
    PAY,
    PAY_FROM_HAND,
    REGAIN,
    SIT_OUT,
    TAKE,
)
from eminence.games.richelieu.components import (
    MARKER_BACKS,
    MARKERS,
    NONE,
    ROWS,
    SINGLE_OF,
    SPOT_AT,
    SPOTS,
)
from eminence.games.richelieu.state import RichelieuState

# The steps, as numbers for the stack.
DEAL_CARDS: Final = 0
DEAL_DISCS: Final = 1
TURN: Final = 2
TAKE_CARD: Final = 3
SECOND_CARD: Final = 4
PAY_MARKER: Final = 5
PLACE_MARKER: Final = 6
SET_DOWN: Final = 7
COUNT: Final = 8


ALL_ENDS: Final[list[i64]] = [TAKE + end for end in range(2 * ROWS)]


# == Preparation ==========================================================================================================


@final
class DealCards(Step[RichelieuState]):
    """The 48 cards are shuffled and laid out face up in four rows of twelve."""

    def begin(self, s: RichelieuState) -> i64:
        if not s.deck:
            s.done()
            return GO_ON
        return DEALER

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        return s.deck  # the code of a card is its number: DEAL is 0

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        take_out(s.deck, code - DEAL)
        s.layout.append(code - DEAL)


@final
class DealDiscs(Step[RichelieuState]):
    """The 14 discs are shuffled; eight are laid face down on their spots, six go unseen to the box."""

    def begin(self, s: RichelieuState) -> i64:
        if len(s.disc_at) == len(SPOTS):
            s.done()
            if s.story is not None:
                s.tell(events.Dealt())
            return GO_ON
        return DEALER

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        return [DISC + disc for disc in s.disc_box]

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        place: i64 = SPOTS[len(s.disc_at)]
        s.disc_spots |= ONE << place
        s.disc_at = [*s.disc_at, code - DISC]
        s.disc_box = [disc for disc in s.disc_box if disc != code - DISC]

    def shown(self, s: RichelieuState, seat: i64, code: i64, observer: i64) -> i64:
        return HIDDEN


def take_out(items: list[i64], item: i64) -> None:
    """Take one thing out of a box or deck."""
    at: i64 = 0
    while items[at] != item:
        at += 1
    items.pop(int(at))


# == The game =============================================================================================================


@final
class Turn(Step[RichelieuState]):
    """The players take turns, beginning with the youngest, who has seat 0 (RI-13).

    The game stops when all the cards have been taken; in the short variant as soon as three of the four rows are
    empty, after that turn (RI-11). A turn: take one or two cards, then perhaps place a marker.
    """

    def begin(self, s: RichelieuState) -> i64:
        rows = rows_in_play(s)
        if rows == 0 or (s.short and rows == 1):
            s.instead(COUNT)
            return GO_ON
        s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0
        s.pair = NONE
        s.then(TAKE_CARD)
        return GO_ON


@final
class TakeCard(Step[RichelieuState]):
    """The player whose turn it is must take a card, from the left or right end of a row.

    Whoever can take none, because markers bar every end and he has none left to pay with, sits out (RI-6). While he has
    a disc face down that might bring a marker back, he is asked all the same, so that being asked betrays nothing.
    """

    def begin(self, s: RichelieuState) -> i64:
        seat = s.turn
        if can_pay(s, seat) or open_ends(s, seat) or might_regain(s, seat):
            return seat
        self.sit_out(s, seat)
        return GO_ON

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        choices = open_ends(s, seat)
        if not choices:
            choices = [SIT_OUT]
        return [*choices, REGAIN] if can_regain(s, seat) else choices

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        if code == REGAIN:
            regain(s, seat)
        elif code == SIT_OUT:
            self.sit_out(s, seat)
        else:
            # The starting player takes a single card on his first turn (RI-2).
            opening = seat == 0 and s.cards[0] == 0
            s.instead(PLACE_MARKER)
            if not opening:
                s.then(SECOND_CARD)
            take(s, seat, code - TAKE)

    def sit_out(self, s: RichelieuState, seat: i64) -> None:
        s.done()
        if s.story is not None:
            s.tell(events.SatOut(seat))

    def shown(self, s: RichelieuState, seat: i64, code: i64, observer: i64) -> i64:
        return shown_taking(s, seat, code, observer)


@final
class SecondCard(Step[RichelieuState]):
    """He may take a second card if both are of one region and neither shows two shields (RI-1).

    The second may be any card that is then at an end of a row, the one just uncovered included.
    """

    def begin(self, s: RichelieuState) -> i64:
        seat = s.turn
        if s.pair != NONE and has_match(s):
            if can_pay(s, seat) or matching_ends(s, barred(s, seat)) or might_regain(s, seat):
                return seat
        s.done()
        return GO_ON

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        choices = matching_ends(s, barred(s, seat))
        choices.append(ENOUGH)
        if can_regain(s, seat):
            choices.append(REGAIN)
        return choices

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        if code == REGAIN:
            regain(s, seat)
        else:
            s.done()
            if code != ENOUGH:
                take(s, seat, code - TAKE)

    def shown(self, s: RichelieuState, seat: i64, code: i64, observer: i64) -> i64:
        return shown_taking(s, seat, code, observer)


def rows_in_play(s: RichelieuState) -> i64:
    """How many rows still have cards."""
    ends = s.ends
    rows: i64 = 0
    if ends[0] <= ends[1]:
        rows += 1
    if ends[2] <= ends[3]:
        rows += 1
    if ends[4] <= ends[5]:
        rows += 1
    if ends[6] <= ends[7]:
        rows += 1
    return rows


def cards_left(s: RichelieuState) -> i64:
    """How many cards are still on the table."""
    ends = s.ends
    return ROWS + ends[1] - ends[0] + ends[3] - ends[2] + ends[5] - ends[4] + ends[7] - ends[6]


def has_unmarked(s: RichelieuState) -> bool:
    """Whether a card without a marker is still on the table."""
    left = cards_left(s)
    return left > MARKERS * s.seats or left > size(s.marked)


def open_ends(s: RichelieuState, seat: i64) -> list[i64]:
    """The ends from which this seat may take a card. The last card of a row is its left end only."""
    ends = s.ends
    bar = barred(s, seat)
    if not bar and ends[0] < ends[1] and ends[2] < ends[3] and ends[4] < ends[5] and ends[6] < ends[7]:
        return ALL_ENDS  # as it mostly is
    choices: list[i64] = []
    row: i64
    for row in range(ROWS):
        left: i64 = ends[2 * row]
        right: i64 = ends[2 * row + 1]
        if left <= right:
            if not bar & (ONE << left):
                choices.append(TAKE + 2 * row)
            if left != right and not bar & (ONE << right):
                choices.append(TAKE + 2 * row + 1)
    return choices


def has_match(s: RichelieuState) -> bool:
    """Whether some end, barred or not, makes a pair with the card just taken."""
    ends = s.ends
    layout = s.layout
    pair = s.pair
    row: i64
    for row in range(ROWS):
        left: i64 = ends[2 * row]
        right: i64 = ends[2 * row + 1]
        if left <= right and (SINGLE_OF[layout[left]] == pair or SINGLE_OF[layout[right]] == pair):
            return True
    return False


def matching_ends(s: RichelieuState, bar: i64) -> list[i64]:
    """The ends that make a pair with the card just taken, those under a bar left out."""
    ends = s.ends
    layout = s.layout
    pair = s.pair
    choices: list[i64] = []
    row: i64
    for row in range(ROWS):
        left: i64 = ends[2 * row]
        right: i64 = ends[2 * row + 1]
        if left <= right:
            if SINGLE_OF[layout[left]] == pair and not bar & (ONE << left):
                choices.append(TAKE + 2 * row)
            if left != right and SINGLE_OF[layout[right]] == pair and not bar & (ONE << right):
                choices.append(TAKE + 2 * row + 1)
    return choices


def take(s: RichelieuState, seat: i64, end: i64) -> None:
    """Take the card at an end of a row; first pay for it if it is under another player's marker (RI-4)."""
    bit: i64 = ONE << s.ends[end]
    if s.marked & bit:
        marks: i64 = s.marks[seat]
        if marks & bit:
            pass  # his own
        elif marks == 0:
            pay(s, seat, NONE)  # from hand: there is nothing to choose (RI-15)
        elif s.in_hand[seat] == 0 and marks & (marks - 1) == 0:
            pay(s, seat, lowest(marks))  # the only marker he has left
        else:
            s.paying = end
            s.then(PAY_MARKER)
            return
    take_card(s, seat, end)


def take_card(s: RichelieuState, seat: i64, end: i64) -> None:
    """The card comes to lie before the player; its marker goes back to its owner (RI-4, RI-5), its disc to the player."""
    place: i64 = s.ends[end]
    bit: i64 = ONE << place
    card: i64 = s.layout[place]
    s.ends[end] = place - 1 if end & 1 else place + 1
    s.cards[seat] = s.cards[seat] | (ONE << card)
    s.pair = SINGLE_OF[card]
    if s.story is not None:
        s.tell(events.Took(seat, card, place))
    if s.marked & bit:
        return_marker(s, place)
    if s.disc_spots & bit:
        take_disc(s, seat, place)


# == Markers ==============================================================================================================


def can_pay(s: RichelieuState, seat: i64) -> bool:
    """Whether a seat has a marker left, in hand or on the table."""
    return s.lost[seat] != MARKERS


def barred(s: RichelieuState, seat: i64) -> i64:
    """The places a seat may not take from: those under markers, once he has none left to pay with (RI-4).

    They are all others' then, since he has none on the table either.
    """
    return 0 if can_pay(s, seat) else s.marked


@final
class PayMarker(Step[RichelieuState]):
    """To take a card under another's marker he gives up one of his own, placed or not: it goes to the box (RI-4)."""

    def begin(self, s: RichelieuState) -> i64:
        return s.turn

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        choices = [PAY + place for place in members(s.marks[seat])]
        if s.in_hand[seat]:
            choices.append(PAY_FROM_HAND)
        return choices

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        end = s.paying
        s.paying = NONE
        s.done()
        pay(s, seat, NONE if code == PAY_FROM_HAND else code - PAY)
        take_card(s, seat, end)

    def shown(self, s: RichelieuState, seat: i64, code: i64, observer: i64) -> i64:
        return code + 256 * seen_disc(s, seat, s.paying, observer)


@final
class PlaceMarker(Step[RichelieuState]):
    """After taking, he may place one marker on any card still there that has none (RI-3).

    With no marker in hand he may move one already placed.
    """

    def begin(self, s: RichelieuState) -> i64:
        seat = s.turn
        if has_unmarked(s) and (can_pay(s, seat) or might_regain(s, seat)):
            return seat
        s.done()
        return GO_ON

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        if s.in_hand[seat]:
            choices = unmarked(s, NONE)
        else:
            choices = [LIFT + place for place in members(s.marks[seat])]
        choices.append(NO_MARKER)
        if can_regain(s, seat):
            choices.append(REGAIN)
        return choices

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        if code == REGAIN:
            regain(s, seat)
        elif code >= LIFT:
            s.instead(SET_DOWN)
            s.lifted = code - LIFT
            return_marker(s, code - LIFT)
        else:
            s.done()
            if code != NO_MARKER:
                place_marker(s, seat, code - MARK)


@final
class SetDown(Step[RichelieuState]):
    """The marker being moved goes to another card that has none (RI-3)."""

    def begin(self, s: RichelieuState) -> i64:
        return s.turn

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        return unmarked(s, s.lifted)

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        s.done()
        s.lifted = NONE
        place_marker(s, seat, code - MARK)


def unmarked(s: RichelieuState, but: i64) -> list[i64]:
    """A choice for each card still on the table without a marker, except at the place `but`."""
    ends = s.ends
    marked = s.marked
    if but != NONE:
        marked |= ONE << but
    choices: list[i64] = [0] * (cards_left(s) - size(marked))
    found: i64 = 0
    row: i64
    for row in range(ROWS):
        place: i64 = ends[2 * row]
        right: i64 = ends[2 * row + 1]
        while place <= right:
            if not marked & (ONE << place):
                choices[found] = MARK + place
                found += 1
            place += 1
    return choices


def place_marker(s: RichelieuState, seat: i64, place: i64) -> None:
    s.in_hand[seat] = s.in_hand[seat] - 1
    s.marks[seat] |= ONE << place
    s.marked |= ONE << place
    if s.story is not None:
        s.tell(events.Marked(seat, s.layout[place], place))


def return_marker(s: RichelieuState, place: i64) -> None:
    """A marker comes off the table, back to its owner's hand."""
    bit: i64 = ONE << place
    seat: i64 = 0
    while not s.marks[seat] & bit:
        seat += 1
    s.marks[seat] = s.marks[seat] & ~bit
    s.marked &= ~bit
    s.in_hand[seat] = s.in_hand[seat] + 1
    if s.story is not None:
        s.tell(events.MarkerReturned(seat, place))


def pay(s: RichelieuState, seat: i64, place: i64) -> None:
    """A marker goes to the box, from a place on the table or (NONE) from the hand."""
    if place != NONE:
        return_marker(s, place)
    s.in_hand[seat] = s.in_hand[seat] - 1
    lost = s.lost[:]
    lost[seat] += 1
    s.lost = lost
    if s.story is not None:
        s.tell(events.Paid(seat, place))


# == The discs ============================================================================================================


def take_disc(s: RichelieuState, seat: i64, place: i64) -> None:
    """Whoever takes a card with a disc looks at the disc and lays it before him, face down (RI-8)."""
    spot: i64 = SPOT_AT[place]
    disc: i64 = s.disc_at[spot]
    disc_at = s.disc_at[:]
    disc_at[spot] = NONE
    s.disc_at = disc_at
    s.disc_spots &= ~(ONE << place)
    discs = s.discs[:]
    discs[seat] |= (ONE << disc)
    s.discs = discs
    disc_count = s.disc_count[:]
    disc_count[seat] += 1
    s.disc_count = disc_count
    if s.story is not None:
        s.tell(events.TookDisc(seat, disc))


def can_regain(s: RichelieuState, seat: i64) -> bool:
    """Whether a seat has a lost marker and a disc to bring it back. Only its owner may know (RI-7, RI-8)."""
    return s.lost[seat] != 0 and s.discs[seat] & MARKER_BACKS != 0


def might_regain(s: RichelieuState, seat: i64) -> bool:
    """Whether, for all that the others know, a seat could bring a marker back."""
    return s.lost[seat] != 0 and s.disc_count[seat] != 0 and s.spent_discs != MARKER_BACKS


def regain(s: RichelieuState, seat: i64) -> None:
    """At any moment of his turn he may give up a "marker back" disc for one of his markers in the box (RI-7)."""
    held: i64 = s.discs[seat] & MARKER_BACKS
    bit: i64 = held & -held
    discs = s.discs[:]
    discs[seat] &= ~bit
    s.discs = discs
    disc_count = s.disc_count[:]
    disc_count[seat] -= 1
    s.disc_count = disc_count
    s.spent_discs |= bit
    lost = s.lost[:]
    lost[seat] -= 1
    s.lost = lost
    s.in_hand[seat] = s.in_hand[seat] + 1
    if s.story is not None:
        s.tell(events.Regained(seat))


def seen_disc(s: RichelieuState, seat: i64, end: i64, observer: i64) -> i64:
    """What taking from an end shows the observer: the disc lying there, plus one, if it becomes his; else 0."""
    place: i64 = s.ends[end]
    if observer != seat or not s.disc_spots & (ONE << place):
        return 0
    return s.disc_at[SPOT_AT[place]] + 1


def shown_taking(s: RichelieuState, seat: i64, code: i64, observer: i64) -> i64:
    """The choice itself is open; a disc that comes with the card is seen by whoever takes it."""
    if code < TAKE or code >= ENOUGH:
        return code
    return code + 256 * seen_disc(s, seat, code - TAKE, observer)


# == The count ============================================================================================================


@final
class Count(Step[RichelieuState]):
    """All discs are turned up, and the points of power are counted (see `scoring`)."""

    def begin(self, s: RichelieuState) -> i64:
        s.shown_discs = s.discs
        s.discs = [0] * s.seats
        s.disc_count = [0] * s.seats
        s.done()
        if s.story is not None:
            s.tell(events.Counted([members(discs) for discs in s.shown_discs], s.scores()))
        return GO_ON


BOOK: Final[list[Step[Any]]] = [
    DealCards("deal_cards", "preparation"),
    DealDiscs("deal_discs", "preparation"),
    Turn("turn", "turn"),
    TakeCard("take_card", "take"),
    SecondCard("second_card", "second"),
    PayMarker("pay_marker", "pay"),
    PlaceMarker("place_marker", "mark"),
    SetDown("set_down", "mark"),
    Count("count", "count"),
]


def start(seats: i64, short: bool) -> RichelieuState:
    """A game about to be dealt: the dealer is asked first."""
    s = RichelieuState(seats, BOOK)
    s.prepare(short)
    s.start_flow(TURN)
    s.then(DEAL_DISCS)
    s.then(DEAL_CARDS)
    s.go_on()
    return s
