"""Bids: sealed, revealed together, ranked by number, quality and seat."""

from __future__ import annotations

from itertools import product
from typing import Final, final

from mypy_extensions import i64

from eminence.core.bags import how_many, less
from eminence.core.bits import ONE
from eminence.core.state import GO_ON, NOT_ASKED, NOT_NOW, SealedStep, Step, Why
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.codes import BID, TAKE_CARDINAL
from eminence.games.habemus_papam.components import BID_SIZE, BIDS, GEMS, LAST, MOST_GEMS, NONE, RUBIES, TWICE
from eminence.games.habemus_papam.ranking import height, ranked
from eminence.games.habemus_papam.state import PapamState


def purse(gems: i64) -> i64:
    """What of a player's gems can matter for a bid, as a number: how many of each, up to three."""
    found: i64 = 0
    gem: i64
    for gem in range(GEMS):
        found = 4 * found + min(how_many(gems, gem), MOST_GEMS)
    return found


def _codes_of_bids(most: int) -> list[list[i64]]:
    """By purse, the codes of all bids of at most so many gems that it can pay."""
    return [
        [
            BID + bid
            for bid, gems in enumerate(box.BID_GEMS)
            if BID_SIZE[bid] <= most and all(gems.count(gem) <= has[gem] for gem in range(GEMS))
        ]
        for has in product(range(MOST_GEMS + 1), repeat=GEMS)
    ]


UP_TO_THREE: Final[list[list[i64]]] = _codes_of_bids(MOST_GEMS)
UP_TO_TWO: Final[list[list[i64]]] = _codes_of_bids(MOST_GEMS - 1)


class Bidding(SealedStep[PapamState]):
    """Everybody bids none to three gems, in a closed hand; but for those whose card says otherwise."""

    def who(self, s: PapamState) -> i64:
        found: i64 = 0
        seat: i64
        for seat in range(s.seats):
            if s.played[seat] != LAST and s.played[seat] != RUBIES:
                found |= ONE << seat
        return found

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        return (UP_TO_TWO if s.played[seat] == TWICE else UP_TO_THREE)[purse(s.gems[seat])]

    def forbids(self, s: PapamState, seat: i64, code: i64) -> Why:
        if not BID <= code < TAKE_CARDINAL:
            return Why(NOT_NOW)
        if s.played[seat] == TWICE and BID_SIZE[code - BID] == MOST_GEMS:
            return Why("two_at_most")
        return Why("gems_missing", gems=BIDS[code - BID], own=s.gems[seat])

    def passes_over(self, s: PapamState, seat: i64) -> Why:
        if s.played[seat] == RUBIES:
            return Why("card_bids")
        return Why("bids_last" if s.played[seat] == LAST else NOT_ASKED)

    def resolve(self, s: PapamState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        bids: list[i64] = [NONE] * s.seats
        seat: i64
        for seat in range(s.seats):
            if answers[seat]:
                bids[seat] = answers[seat][0] - BID
                s.bids[seat] = bids[seat]
        if s.story is not None and any(bid != NONE for bid in bids):
            s.tell(events.BidsRevealed(tuple([int(bid) for bid in bids])))


@final
class BidLast(Bidding):
    """Those who bid last have seen the others' bids. Two of them bid at the same time (HP-19)."""

    def who(self, s: PapamState) -> i64:
        found: i64 = 0
        seat: i64
        for seat in range(s.seats):
            if s.played[seat] == LAST:
                found |= ONE << seat
        return found

    def passes_over(self, s: PapamState, seat: i64) -> Why:
        return Why("card_bids" if s.played[seat] == RUBIES else NOT_ASKED)


@final
class Rank(Step[PapamState]):
    """The highest bid chooses first: number before quality; among equals whoever sits nearest to the Camerlengo,
    clockwise and beginning with him. All gems go to the bank."""

    def begin(self, s: PapamState) -> i64:
        s.done()
        heights: list[i64] = [height(s.bids[seat], s.played[seat]) for seat in range(s.seats)]
        s.ranking = ranked(heights, s.camerlengo)
        seat: i64
        for seat in range(s.seats):
            if s.bids[seat] != NONE:
                gems = BIDS[s.bids[seat]]
                s.gems[seat] = less(s.gems[seat], gems)
                s.diamonds += how_many(gems, box.DIAMOND)  # nobody gets them back
                s.bank += gems & ~box.DIAMONDS
        if s.story is not None:
            worth = tuple([int(high) for high in heights])
            s.tell(events.Ranked(tuple([int(seat) for seat in s.ranking]), worth))
        return GO_ON
