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
from eminence.core.state import ALL_ALIKE, DEALER, GO_ON, HIDDEN, NOT_NOW, Step, Why
from eminence.games.richelieu import codes, events
from eminence.games.richelieu import components as box
from eminence.games.richelieu.codes import DISC, ENOUGH, LIFT, MARK, NO_MARKER, PAY, PAY_HAND, REGAIN, SIT_OUT, TAKE
from eminence.games.richelieu.components import CARDS, COLUMNS, MARKERS, NONE, ROWS, SINGLE_OF, SPOT_AT, SPOTS
from eminence.games.richelieu.state import RichelieuState

EVERY_END: Final = 255
TAKES: Final[list[list[i64]]] = [[TAKE + end for end in members(ends)] for ends in range(256)]  # by the ends' set


# == Preparation ===================================================================================================


@final
class DealCards(Step[RichelieuState]):
    """The 48 cards are shuffled and laid out face up in four rows of twelve."""

    def begin(self, s: RichelieuState) -> i64:
        if not s.deck:
            s.done()
            return GO_ON
        return DEALER

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        return s.deck  # the code of a card is its number: codes.DEAL is 0

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        take_out(s.deck, code)
        s.layout.append(code)


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
        box = s.disc_box[:-1] if self.two_alike(s) else s.disc_box
        return [DISC + disc for disc in box]

    def weights(self, s: RichelieuState) -> list[i64]:
        return [1] * (len(s.disc_box) - 2) + [2] if self.two_alike(s) else ALL_ALIKE

    def two_alike(self, s: RichelieuState) -> bool:
        """Whether both discs that bring a marker back are still in the box."""
        return len(s.disc_box) > 1 and s.disc_box[-1] == s.disc_box[-2]

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        s.disc_spots |= ONE << SPOTS[len(s.disc_at)]
        s.disc_at.append(code - DISC)
        take_out(s.disc_box, code - DISC)

    def shown(self, s: RichelieuState, seat: i64, code: i64, observer: i64) -> i64:
        return HIDDEN


def take_out(items: list[i64], item: i64) -> None:
    """Take one thing out of a box or deck. (Compiled, this is quicker than `remove`.)"""
    at: i64 = 0
    while items[at] != item:
        at += 1
    items.pop(int(at))


# == The game ======================================================================================================


@final
class Turn(Step[RichelieuState]):
    """The players take turns, beginning with the youngest, who has seat 0 (RI-13).

    The game stops when all the cards have been taken; in the short variant as soon as three of the four rows are
    empty, after that turn (RI-11). A turn: take one or two cards, then perhaps place a marker.
    """

    def begin(self, s: RichelieuState) -> i64:
        if s.left == 0 or (s.short and rows_in_play(s) == 1):
            s.instead(codes.COUNT)
        else:
            s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0
            s.pair = NONE
            s.then(codes.TAKE_CARD)
        return GO_ON


class Taking(Step[RichelieuState]):
    """What the steps have in common by which a card, and perhaps a disc, comes to a player."""

    def shown(self, s: RichelieuState, seat: i64, code: i64, observer: i64) -> i64:
        """The choice itself is open; a disc that comes with the card is seen by whoever takes it, once it is paid."""
        end = s.paying
        if end == NONE and TAKE <= code < ENOUGH and ways_to_pay(s, seat, code - TAKE) < 2:
            end = code - TAKE
        if observer != seat or end == NONE or not s.disc_spots & (ONE << s.ends[end]):
            return code
        return code + 256 * (s.disc_at[SPOT_AT[s.ends[end]]] + 1)

    def forbids(self, s: RichelieuState, seat: i64, code: i64) -> Why:
        if MARK <= code < LIFT and lies(s, code - MARK) and code - MARK not in s.ends:
            # A card within a row has no choice of being taken: on the page, its button names that of marking it.
            return Why("within")
        if not TAKE <= code < ENOUGH:
            return forbids_regaining(code)
        end: i64 = code - TAKE
        cards = s.ends[end | 1] - s.ends[end & ~1] + 1
        if cards < 1:
            return Why("row_empty", row=end // 2 + 1)
        if cards == 1 and end & 1:
            return Why("last_card", row=end // 2 + 1)
        if s.pair not in (NONE, SINGLE_OF[s.layout[s.ends[end]]]):
            return Why("no_pair", region=s.pair)
        return Why("barred")


@final
class TakeCard(Taking):
    """The player whose turn it is must take a card, from the left or right end of a row.

    Whoever can take none, because markers bar every end and he has none left to pay with, sits out (RI-6). While he has
    a disc face down that might bring a marker back, he is asked all the same, so that being asked betrays nothing. If
    nobody can take a card, the game ends; but whoever owns a marker can take the card under it (RI-17).
    """

    def begin(self, s: RichelieuState) -> i64:
        seat = s.turn
        if can_pay(s, seat) or open_ends(s, barred(s, seat)) or might_regain(s, seat):
            return seat
        self.sit_out(s, seat)
        return GO_ON

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        return or_regain(s, seat, TAKES[open_ends(s, barred(s, seat))] or [SIT_OUT])

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        if code == REGAIN:
            regain(s, seat)
        elif code == SIT_OUT:
            self.sit_out(s, seat)
        else:
            s.instead(codes.PLACE_MARKER)
            # The starting player takes a single card on his first turn (RI-2).
            if s.left < CARDS and SINGLE_OF[s.layout[s.ends[code - TAKE]]] != NONE:
                s.then(codes.SECOND_CARD)
            take(s, seat, code - TAKE)

    def forbids(self, s: RichelieuState, seat: i64, code: i64) -> Why:
        return Why("can_take") if code == SIT_OUT else super().forbids(s, seat, code)

    def sit_out(self, s: RichelieuState, seat: i64) -> None:
        s.done()
        if s.story is not None:
            s.tell(events.SatOut(seat))
        if not any(open_ends(s, barred(s, other)) for other in range(s.seats)):
            s.instead(codes.COUNT)


@final
class SecondCard(Taking):
    """He may take a second card if both are of one region and neither shows two shields (RI-1).

    The second may be any card that is then at an end of a row, the one just uncovered included.
    """

    def begin(self, s: RichelieuState) -> i64:
        seat = s.turn
        if open_ends(s, barred(s, seat)) or (might_regain(s, seat) and open_ends(s, 0)):
            return seat
        s.done()
        return GO_ON

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        return or_regain(s, seat, [*TAKES[open_ends(s, barred(s, seat))], ENOUGH])

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        if code == REGAIN:
            regain(s, seat)
        else:
            s.done()
            if code != ENOUGH:
                take(s, seat, code - TAKE)


def rows_in_play(s: RichelieuState) -> i64:
    """How many rows still have cards."""
    return len([row for row in range(ROWS) if s.ends[2 * row] <= s.ends[2 * row + 1]])


def open_ends(s: RichelieuState, bar: i64) -> i64:
    """The set of ends from which a card may be taken, those under a bar left out: any first card, then one that makes a
    pair with it. The last card of a row is its left end only (RI-14)."""
    ends, layout, pair = s.ends, s.layout, s.pair
    if pair == NONE and not bar and ends[0] < ends[1] and ends[2] < ends[3] and ends[4] < ends[5] and ends[6] < ends[7]:
        return EVERY_END  # as it mostly is
    found: i64 = 0
    row: i64
    for row in range(ROWS):
        left: i64 = ends[2 * row]
        right: i64 = ends[2 * row + 1]
        if left <= right:
            if (pair == NONE or SINGLE_OF[layout[left]] == pair) and not bar & (ONE << left):
                found |= ONE << (2 * row)
            if left != right and (pair == NONE or SINGLE_OF[layout[right]] == pair) and not bar & (ONE << right):
                found |= ONE << (2 * row + 1)
    return found


def take(s: RichelieuState, seat: i64, end: i64) -> None:
    """Take the card at an end of a row; first pay for it if it is under another player's marker (RI-4)."""
    ways = ways_to_pay(s, seat, end)
    if ways > 1:
        s.paying = end
        s.then(codes.PAY_MARKER)
        return
    if ways == 1:  # there is nothing to choose (RI-15)
        pay(s, seat, NONE if s.in_hand[seat] else lowest(s.marks[seat]))
    take_card(s, seat, end)


def ways_to_pay(s: RichelieuState, seat: i64, end: i64) -> i64:
    """In how many ways a seat can pay for the card at an end; 0 if it costs nothing."""
    bit: i64 = ONE << s.ends[end]
    if not s.marked & bit or s.marks[seat] & bit:
        return 0
    return size(s.marks[seat]) + (1 if s.in_hand[seat] else 0)


def take_card(s: RichelieuState, seat: i64, end: i64) -> None:
    """The card is his; a marker on it goes back to its owner (RI-4, RI-5), a disc on it comes to him."""
    place: i64 = s.ends[end]
    bit: i64 = ONE << place
    card: i64 = s.layout[place]
    s.ends[end] = place - 1 if end & 1 else place + 1
    s.left -= 1
    s.cards[seat] = s.cards[seat] | (ONE << card)
    s.pair = SINGLE_OF[card]
    if s.story is not None:
        s.tell(events.Took(seat, card, place))
    if s.marked & bit:
        return_marker(s, place)
    if s.disc_spots & bit:
        take_disc(s, seat, place)


# == Markers =======================================================================================================


def can_pay(s: RichelieuState, seat: i64) -> bool:
    """Whether a seat has a marker left, in hand or on the table."""
    return s.lost[seat] != MARKERS


def barred(s: RichelieuState, seat: i64) -> i64:
    """The places a seat may not take from: those under markers, once he has none left to pay with (RI-4).

    They are all others' then, since he has none on the table either.
    """
    return 0 if can_pay(s, seat) else s.marked


@final
class PayMarker(Taking):
    """To take a card under another's marker he gives up one of his own, placed or not: it goes to the box (RI-4)."""

    def begin(self, s: RichelieuState) -> i64:
        return s.turn

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        choices = [PAY + place for place in members(s.marks[seat])]
        return [*choices, PAY_HAND] if s.in_hand[seat] else choices

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        end = s.paying
        s.paying = NONE
        s.done()
        pay(s, seat, NONE if code == PAY_HAND else code - PAY)
        take_card(s, seat, end)

    def forbids(self, s: RichelieuState, seat: i64, code: i64) -> Why:
        if code == PAY_HAND:
            return Why("hand_empty")
        return Why("not_your_marker", place=code - PAY) if code >= PAY else Why(NOT_NOW)


@final
class PlaceMarker(Step[RichelieuState]):
    """After taking, he may place one marker on any card still there that has none (RI-3).

    With no marker in hand he may move one already placed.
    """

    def begin(self, s: RichelieuState) -> i64:
        seat = s.turn
        unmarked_left = s.left > MARKERS * s.seats or s.left > size(s.marked)
        if unmarked_left and (can_pay(s, seat) or might_regain(s, seat)):
            return seat
        s.done()
        return GO_ON

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        choices = unmarked(s) if s.in_hand[seat] else [LIFT + place for place in members(s.marks[seat])]
        choices.append(NO_MARKER)
        return or_regain(s, seat, choices)

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        if code == REGAIN:
            regain(s, seat)
        elif code >= LIFT:
            s.instead(codes.SET_DOWN)
            s.lifted = code - LIFT
            return_marker(s, code - LIFT)
        else:
            s.done()
            if code != NO_MARKER:
                place_marker(s, seat, code - MARK)

    def forbids(self, s: RichelieuState, seat: i64, code: i64) -> Why:
        if code < MARK or code >= PAY:
            return forbids_regaining(code)
        if code < LIFT:
            return forbids_marking(s, code - MARK)
        place: i64 = code - LIFT
        if not lies(s, place):
            return Why("card_gone", place=place)
        return Why("in_hand") if s.marks[seat] & (ONE << place) else Why("not_your_marker", place=place)


@final
class SetDown(Step[RichelieuState]):
    """The marker being moved goes to another card that has none (RI-3)."""

    def begin(self, s: RichelieuState) -> i64:
        return s.turn

    def choices(self, s: RichelieuState, seat: i64) -> list[i64]:
        return unmarked(s)

    def answer(self, s: RichelieuState, seat: i64, code: i64) -> None:
        s.done()
        s.lifted = NONE
        place_marker(s, seat, code - MARK)

    def forbids(self, s: RichelieuState, seat: i64, code: i64) -> Why:
        return forbids_marking(s, code - MARK) if MARK <= code < LIFT else Why(NOT_NOW)


def lies(s: RichelieuState, place: i64) -> bool:
    """Whether the card at a place is still on the table."""
    row: i64 = place // COLUMNS
    return s.ends[2 * row] <= place <= s.ends[2 * row + 1]


def forbids_marking(s: RichelieuState, place: i64) -> Why:
    """Why a marker may not be put on a card (RI-3)."""
    if not lies(s, place):
        return Why("card_gone", place=place)
    if s.marked & (ONE << place):
        return Why("has_marker", place=place)
    return Why("same_place", place=place) if place == s.lifted else Why("none_in_hand")


def unmarked(s: RichelieuState) -> list[i64]:
    """A choice for each card still on the table without a marker; not the one that a marker was lifted from."""
    marked = s.marked if s.lifted == NONE else s.marked | (ONE << s.lifted)
    choices: list[i64] = [0] * (s.left - size(marked))
    found: i64 = 0
    row: i64
    place: i64
    for row in range(ROWS):
        for place in range(s.ends[2 * row], s.ends[2 * row + 1] + 1):
            if not (marked >> place) & 1:
                choices[found] = MARK + place
                found += 1
    return choices


def place_marker(s: RichelieuState, seat: i64, place: i64) -> None:
    """A marker goes from hand onto a card."""
    s.in_hand[seat] = s.in_hand[seat] - 1
    s.marks[seat] = s.marks[seat] | (ONE << place)
    s.marked |= ONE << place
    if s.story is not None:
        s.tell(events.Marked(seat, s.layout[place], place))


def return_marker(s: RichelieuState, place: i64) -> None:
    """A marker comes off the table, back to its owner's hand."""
    seat = s.owner_at(place)
    s.marks[seat] = s.marks[seat] & ~(ONE << place)
    s.marked &= ~(ONE << place)
    s.in_hand[seat] = s.in_hand[seat] + 1
    if s.story is not None:
        s.tell(events.MarkerReturned(seat, place))


def pay(s: RichelieuState, seat: i64, place: i64) -> None:
    """A marker goes to the box, from a place on the table or (NONE) from the hand."""
    if place != NONE:
        return_marker(s, place)
    s.in_hand[seat] = s.in_hand[seat] - 1
    s.lost = changed(s.lost, seat, s.lost[seat] + 1)
    if s.story is not None:
        s.tell(events.Paid(seat, place))


# == The discs =====================================================================================================


def take_disc(s: RichelieuState, seat: i64, place: i64) -> None:
    """Whoever takes a card with a disc looks at the disc and lays it before him, face down (RI-8)."""
    disc: i64 = s.disc_at[SPOT_AT[place]]
    s.disc_at = changed(s.disc_at, SPOT_AT[place], NONE)
    s.disc_spots &= ~(ONE << place)
    s.discs = changed(s.discs, seat, box.with_disc(s.discs[seat], disc))
    s.disc_count = changed(s.disc_count, seat, s.disc_count[seat] + 1)
    if s.story is not None:
        s.tell(events.TookDisc(seat, disc))


def can_regain(s: RichelieuState, seat: i64) -> bool:
    """Whether a seat has a lost marker and a disc to bring it back. Only its owner may know (RI-7, RI-8)."""
    return s.lost[seat] != 0 and s.discs[seat] & box.MARKER_BACKS != 0


def might_regain(s: RichelieuState, seat: i64) -> bool:
    """Whether, for all that the others know, a seat could bring a marker back."""
    return s.lost[seat] != 0 and s.disc_count[seat] != 0 and s.spent_discs != box.MARKER_BACKS


def regain(s: RichelieuState, seat: i64) -> None:
    """At any moment of his turn he may give up a "marker back" disc for one of his markers in the box (RI-7)."""
    s.discs = changed(s.discs, seat, box.without_marker_back(s.discs[seat]))
    s.disc_count = changed(s.disc_count, seat, s.disc_count[seat] - 1)
    s.spent_discs = box.with_disc(s.spent_discs, box.MARKER_BACK)
    s.lost = changed(s.lost, seat, s.lost[seat] - 1)
    s.in_hand[seat] = s.in_hand[seat] + 1
    if s.story is not None:
        s.tell(events.Regained(seat))


def or_regain(s: RichelieuState, seat: i64, choices: list[i64]) -> list[i64]:
    """What he may answer, and besides, if he has the disc for it, that he brings a marker back (RI-7, RI-18)."""
    return [*choices, REGAIN] if can_regain(s, seat) else choices


def forbids_regaining(code: i64) -> Why:
    """Why a marker is not brought back, if that is what somebody wants: only he may know (RI-7)."""
    return Why("no_regain") if code == REGAIN else Why(NOT_NOW)


def changed(items: list[i64], at: i64, value: i64) -> list[i64]:
    """A list that clones share, with another value at one place: it is replaced, never changed."""
    copy = items[:]
    copy[at] = value
    return copy


# == The count =====================================================================================================


@final
class Count(Step[RichelieuState]):
    """All discs are turned up, and the points of power are counted (see `scoring`)."""

    def begin(self, s: RichelieuState) -> i64:
        s.shown_discs = s.discs
        s.discs = [0] * s.seats
        s.disc_count = [0] * s.seats
        s.done()
        if s.story is not None:
            s.tell(events.Counted(tuple(tuple(members(discs)) for discs in s.shown_discs), tuple(s.scores())))
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


def start(seats: i64, short: bool, rules: i64) -> RichelieuState:
    """A game about to be dealt, by a version of the rules: the dealer is asked first."""
    s = RichelieuState(seats, BOOK)
    s.rules = rules
    s.prepare(short)
    s.start_flow(codes.TURN)
    s.then_all([codes.DEAL_CARDS, codes.DEAL_DISCS])
    s.go_on()
    return s
