"""Counting the votes of 1655 – Habemus Papam, in the rulebook's six parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bags import contents, how_many, kinds
from eminence.core.bits import ONE, size
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.components import FACTIONS, FELIPE, LOUIS, MAZARIN, ORDER_ARMS, ORDER_VOTES, PAIRS

if TYPE_CHECKING:
    from eminence.games.habemus_papam.state import PapamState

PARTS: Final = 6


def arms(court: i64, faction: i64) -> i64:
    """How many arms of a faction a court shows: one a cardinal, two a leader."""
    found: i64 = size(court & box.ARMS[faction])
    return found + 2 if court & (ONE << (box.FIRST_LEADER + faction)) else found


def leaders(court: i64) -> i64:
    """How many leaders of factions are in a court."""
    return size(court & box.ALL_LEADERS)


def most_leaders_of_others(s: PapamState, seat: i64) -> i64:
    """How many leaders are in that other court which has most of them."""
    most: i64 = 0
    other: i64
    for other in range(s.seats):
        if other != seat:
            most = max(most, leaders(s.court[other]))
    return most


def fulfilled(s: PapamState, seat: i64, order: i64) -> bool:
    """Whether a player's court fulfils an order."""
    court: i64 = s.court[seat]
    if order == box.MOST_LEADERS:
        return leaders(court) > most_leaders_of_others(s, seat)
    if order == box.FELIPE_MAZARIN:
        return how_many(s.favours[seat], FELIPE) >= 2 and how_many(s.favours[seat], MAZARIN) >= 2
    return all(arms(court, faction) >= how_many(ORDER_ARMS[order], faction) for faction in range(FACTIONS))


def order_votes(s: PapamState, seat: i64) -> i64:
    """The votes of the order, if it is fulfilled; of the better one while there are two."""
    best: i64 = 0
    order: i64
    for order in kinds(s.orders[seat]):
        if ORDER_VOTES[order] > best and fulfilled(s, seat, order):
            best = ORDER_VOTES[order]
    return best


def final_gold(s: PapamState, seat: i64) -> i64:
    """The gold to buy votes with: one more for each gem, and what Felipe pays."""
    return s.gold[seat] + contents(s.gems[seat]) + box.FELIPE_GOLD[how_many(s.favours[seat], FELIPE)]


def friends(court: i64, favours: i64) -> i64:
    """Which friends have met, each of them a vote, as a set: the five pairs, Barberini with two Louis, and Sacchetti
    with two Mazarins."""
    found: i64 = 0
    bit: i64 = ONE
    pair: i64
    for pair in PAIRS:
        if court & pair == pair:
            found |= bit
        bit <<= 1
    if court & (ONE << box.BARBERINI) and how_many(favours, LOUIS) >= 2:
        found |= bit
    bit <<= 1
    if court & (ONE << box.SACCHETTI) and how_many(favours, MAZARIN) >= 2:
        found |= bit
    return found


def part(s: PapamState, seat: i64, number: i64) -> i64:
    """A player's votes of one part of the count, in the rulebook's order."""
    if number == 0:
        return order_votes(s, seat)
    if number == 1:
        return size(s.court[seat])
    if number == 2:
        return box.LOUIS_VOTES[how_many(s.favours[seat], LOUIS)]
    if number == 3:
        return final_gold(s, seat) // box.RATE[how_many(s.favours[seat], MAZARIN)]  # what is left over is lost
    if number == 4:
        return size(friends(s.court[seat], s.favours[seat]))
    return box.SQUADRONE_VOTES * how_many(s.favours[seat], box.SQUADRONE)


def votes(s: PapamState, seat: i64) -> i64:
    """All votes of a player."""
    found: i64 = 0
    number: i64
    for number in range(PARTS):
        found += part(s, seat, number)
    return found


def scores(s: PapamState) -> list[i64]:
    """The votes of each player, as they would be counted now."""
    return [votes(s, seat) for seat in range(s.seats)]


def winners(s: PapamState) -> list[i64]:
    """Most votes; on a tie whoever has the oldest cardinal or leader, then the next oldest, and so on (HP-16)."""
    points = scores(s)
    best = max(points)
    tied: list[i64] = [seat for seat in range(s.seats) if points[seat] == best]
    person: i64
    for person in box.BY_AGE:
        if len(tied) == 1:
            break
        seat: i64
        for seat in tied:
            if s.court[seat] & (ONE << person):
                return [seat]
    return tied
