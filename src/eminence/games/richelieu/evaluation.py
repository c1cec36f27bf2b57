"""How good a position of Richelieu looks, for bots.

Each region and each symbol is taken on its own, as if the shields still on the table fell to either of two players by
the toss of a coin; what that gives on average is worked out once, exactly, in a table. Markers not yet lost, the cards
under them, and being the next to take a card are worth something on top.
"""

from __future__ import annotations

from math import comb, exp
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bits import lowest
from eminence.games.richelieu.codes import TAKE_CARD
from eminence.games.richelieu.components import MARKERS, NONE, REGION_OF, SHIELDS_OF, SUBJECT_TOTAL, SUBJECTS, SYMBOL_OF
from eminence.games.richelieu.scoring import WITHOUT_A_CARD, on_cards

if TYPE_CHECKING:
    from eminence.games.richelieu.state import RichelieuState

MOST: Final = 11  # counts of shields and symbols on cards are below this
MARKER: Final = 0.9  # what a marker still owned is worth, in points
HELD_BY_MARKER: Final = 0.12  # how much likelier than by the toss of a coin one gets a card under one's own marker
HELD_FOR_SURE: Final = 0.45  # the same, while the other has no marker left to pay with
MOVE: Final = 2.4  # what being the next to take a card is worth, in points, until the last few cards


def _points(mine: int, theirs: int, my_disc: int, their_disc: int) -> int:
    """The points of one line of the count, of two players, seen from the first (RI-9).

    Here the versions of the rules do not differ: every card falls to one of the two, so no disc alone is the most.
    """
    most = mine + my_disc if mine + my_disc > theirs + their_disc else 0
    return most if mine else WITHOUT_A_CARD + most


def _expected_lead(discs: int, mine: int, theirs: int, rest: int) -> float:
    """By how many points one is ahead on one line of the count, on average; `discs` is who has the disc: -1, 0, 1."""
    my_disc, their_disc = int(discs == 1), int(discs == -1)
    lead = 0.0
    for k in range(rest + 1):
        a, b = mine + k, theirs + rest - k
        lead += comb(rest, k) * (_points(a, b, my_disc, their_disc) - _points(b, a, their_disc, my_disc))
    return lead / 2.0**rest


_LEAD: Final[list[float]] = [
    _expected_lead(discs, mine, theirs, rest)
    for discs in (-1, 0, 1)
    for mine in range(MOST)
    for theirs in range(MOST)
    for rest in range(MOST)
]


def line(subject: i64, discs: i64, mine: i64, theirs: i64) -> float:
    """By how many points one looks to be ahead on one line of the count."""
    rest = SUBJECT_TOTAL[subject] - mine - theirs
    return _LEAD[(((discs + 1) * MOST + mine) * MOST + theirs) * MOST + rest]


def lead(s: RichelieuState, seat: i64, other: i64) -> float:
    """By how many points one seat looks to be ahead of another."""
    my_cards, their_cards = s.cards[seat], s.cards[other]
    my_discs, their_discs = s.discs[seat], s.discs[other]
    ahead = 0.0
    subject: i64
    for subject in range(len(SUBJECTS)):
        discs = ((my_discs >> subject) & 1) - ((their_discs >> subject) & 1)
        ahead += line(subject, discs, on_cards(my_cards, subject), on_cards(their_cards, subject))
    ahead += float(s.lost[other] - s.lost[seat]) * MARKER
    if s.marks[seat]:
        ahead += worth_of_markers(s, seat, other)
    if s.marks[other]:
        ahead -= worth_of_markers(s, other, seat)
    return ahead


def worth_of_markers(s: RichelieuState, seat: i64, other: i64) -> float:
    """What the cards under a seat's markers are worth against another seat: how far the lead moves between getting and
    losing each, times how firmly a marker holds it."""
    my_cards, their_cards, marks = s.cards[seat], s.cards[other], s.marks[seat]
    swing = 0.0
    while marks:
        card: i64 = s.layout[lowest(marks)]
        marks &= marks - 1
        swing += line_swing(my_cards, their_cards, REGION_OF[card], SHIELDS_OF[card])
        if SYMBOL_OF[card] != NONE:
            swing += line_swing(my_cards, their_cards, SYMBOL_OF[card], 1)
    return swing * (HELD_FOR_SURE if s.lost[other] == MARKERS else HELD_BY_MARKER)


def line_swing(my_cards: i64, their_cards: i64, subject: i64, worth: i64) -> float:
    """How far the lead on one line moves between getting and losing a card worth that much there. Discs aside."""
    mine = on_cards(my_cards, subject)
    theirs = on_cards(their_cards, subject)
    return line(subject, 0, mine + worth, theirs) - line(subject, 0, mine, theirs + worth)


def evaluate(s: RichelieuState, seat: i64) -> float:
    """The chance of winning, as it looks: from the lead over whoever is closest, surer the fewer cards are left.

    Being the next to take a card is worth points too. Both were fitted to games of the searching bot.
    """
    left = float(s.left)
    next_to_take = s.turn
    if s.steps[-1] != TAKE_CARD:
        next_to_take = s.turn + 1 if s.turn + 1 < s.seats else 0
    tempo = min(MOVE, left * MOVE / 8.0)
    closest = 1000.0
    other: i64
    for other in range(s.seats):
        if other != seat:
            ahead = lead(s, seat, other)
            if next_to_take == seat:
                ahead += tempo
            elif next_to_take == other:
                ahead -= tempo
            closest = min(closest, ahead)
    return 1.0 / (1.0 + exp(-closest / min(1.5 + 0.35 * left, 6.0)))
