"""How a game of Richelieu is counted: nine regions, then three symbols, each on its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bits import ONE, members, size
from eminence.games.richelieu.components import FIRST_SYMBOL, REGION_OF, SHIELDS_OF, SUBJECT_CARDS, SUBJECTS

if TYPE_CHECKING:
    from eminence.games.richelieu.state import RichelieuState

WITHOUT_A_CARD: Final = -5

# The cards of a region have neighbouring numbers, seven at the most: a table tells the shields on any set of them.
_WIDTH: Final = 128
_FIRST_CARD: Final[list[i64]] = [REGION_OF.index(region) for region in range(FIRST_SYMBOL)]
_SHIELDS: Final[list[i64]] = [
    sum(SHIELDS_OF[card] for card in members(SUBJECT_CARDS[region] & (cards * (ONE << _FIRST_CARD[region]))))
    for region in range(FIRST_SYMBOL)
    for cards in range(_WIDTH)
]


def on_cards(cards: i64, subject: i64) -> i64:
    """The shields of a region, or the symbols of a kind, on a set of cards. A double card counts twice."""
    if subject < FIRST_SYMBOL:
        return _SHIELDS[subject * _WIDTH + ((cards >> _FIRST_CARD[subject]) & (_WIDTH - 1))]
    return size(cards & SUBJECT_CARDS[subject])


def counts(s: RichelieuState, subject: i64) -> list[i64]:
    """What each seat has of a subject: one for each shield or symbol on its cards, and one for the matching disc."""
    return [
        on_cards(s.cards[seat], subject) + (((s.discs[seat] | s.shown_discs[seat]) >> subject) & 1)
        for seat in range(s.seats)
    ]


def points(s: RichelieuState, subject: i64) -> list[i64]:
    """The points of power each seat gets for a subject (RI-9).

    Whoever has the most scores that number; on a tie nobody scores. A player without a card of it loses 5, and a
    disc alone does not save him; but it can be the most, and since version 2 of the rules it then scores its 1.
    """
    found = counts(s, subject)
    best = max(found)
    alone = found.count(best) == 1
    awarded: list[i64] = []
    for seat in range(s.seats):
        most = best if alone and found[seat] == best else 0
        if s.cards[seat] & SUBJECT_CARDS[subject]:
            awarded.append(most)
        else:
            awarded.append(WITHOUT_A_CARD + most if s.rules >= 2 else WITHOUT_A_CARD)
    return awarded


def scores(s: RichelieuState) -> list[i64]:
    """The points of power of each seat, as the cards lie now."""
    awarded = [points(s, subject) for subject in range(len(SUBJECTS))]
    return [sum([line[seat] for line in awarded]) for seat in range(s.seats)]


def winners(s: RichelieuState) -> list[i64]:
    """Most points; on a tie, fewest cards; still equal, a shared win (RI-10)."""
    ranks = [(total, -size(s.cards[seat])) for seat, total in enumerate(scores(s))]
    best = max(ranks)
    return [seat for seat in range(s.seats) if ranks[seat] == best]
