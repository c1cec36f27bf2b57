"""Reputation, wings, indulgences, Guests and points: how a realm stands with Church and people."""

from __future__ import annotations

from mypy_extensions import i64

from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import events
from eminence.games.deal_with_the_devil.components import TAINTED
from eminence.games.deal_with_the_devil.goods import EACH, INDULGENCE, how_many
from eminence.games.deal_with_the_devil.ledger import gain, put, spend
from eminence.games.deal_with_the_devil.state import DevilState


def move(s: DevilState, seat: i64, spaces: i64) -> None:
    """A marker moves on the reputation track, space by space as far as it goes, with the wings that lie there."""
    if not spaces:
        return
    at = s.reputation[seat]
    to = min(max(at + spaces, box.LOWEST), box.HIGHEST)
    s.reputation = put(s.reputation, seat, to)
    if s.story is not None:
        s.tell(events.Moved(int(seat), int(to - at), int(to)))
    if to == box.HIGHEST and at < to:  # staying there brings nothing (DP-14)
        angels(s, seat, 1)
    if to < at:
        demons(s, seat, max(0, min(at, box.FIRST_DEMON + 1) - to))


def angels(s: DevilState, seat: i64, wings: i64) -> None:
    """Angel wings, one after the other: three are an indulgence."""
    while wings > 0:
        wings -= 1
        have = s.angels[seat] + 1
        if s.story is not None:
            s.tell(events.GotAngels(int(seat), 1))
        if have == box.A_SET_OF_WINGS:
            have = 0
            indulgence(s, seat)
        s.angels = put(s.angels, seat, have)


def demons(s: DevilState, seat: i64, wings: i64) -> None:
    """Demon wings, one after the other: three bring a Guest and cost two points. Fewer than none take some away."""
    if wings < 0:
        have = max(s.demons[seat] + wings, 0)
        if s.story is not None:
            s.tell(events.LostDemons(int(seat), int(s.demons[seat] - have)))
        s.demons = put(s.demons, seat, have)
    while wings > 0:
        wings -= 1
        have = s.demons[seat] + 1
        if s.story is not None:
            s.tell(events.GotDemons(int(seat), 1))
        if have == box.A_SET_OF_WINGS:
            have = 0
            s.guests = put(s.guests, seat, s.guests[seat] + 1)
            if s.story is not None:
                s.tell(events.GuestCame(int(seat)))
            score(s, seat, box.GUEST_POINTS)
        s.demons = put(s.demons, seat, have)


def indulgence(s: DevilState, seat: i64) -> None:
    """An indulgence is gained: openly, and where it may be offered it then lies behind the wall (DP-38)."""
    if s.indulgences_offered:
        gain(s, seat, EACH[INDULGENCE])
    else:
        s.indulgences = put(s.indulgences, seat, s.indulgences[seat] + 1)
    if s.story is not None:
        s.tell(events.GotIndulgence(int(seat)))


def indulgences(s: DevilState, seat: i64) -> i64:
    """How many indulgences a seat has."""
    return how_many(s.goods[seat], INDULGENCE) if s.indulgences_offered else s.indulgences[seat]


def spend_indulgences(s: DevilState, seat: i64, number: i64) -> None:
    """Indulgences go back to the supply, before everybody's eyes."""
    if s.indulgences_offered:
        spend(s, seat, number * EACH[INDULGENCE])
    else:
        s.indulgences = put(s.indulgences, seat, s.indulgences[seat] - number)


def score(s: DevilState, seat: i64, points: i64) -> None:
    """Points during the game; a score may fall below zero."""
    if not points:
        return
    s.points = put(s.points, seat, s.points[seat] + points)
    if s.story is not None:
        s.tell(events.Scored(int(seat), int(points)))


def add_debt(s: DevilState, seat: i64, steps: i64) -> None:
    """Debt grows by itself, one by one: above ten it falls to nine, with demon wings."""
    while steps > 0:
        steps -= 1
        debt = s.debt[seat] + 1
        if debt > box.MOST_DEBT:
            s.debt = put(s.debt, seat, box.MOST_DEBT - 1)
            demons(s, seat, 1)
        else:
            s.debt = put(s.debt, seat, debt)


def pure(souls: i64) -> i64:
    """How many pure fragments."""
    return souls % TAINTED


def tainted(souls: i64) -> i64:
    """How many tainted fragments."""
    return souls // TAINTED


def fragments(souls: i64) -> i64:
    """How many fragments in all."""
    return souls % TAINTED + souls // TAINTED


def players_above(seat: i64, track: list[i64]) -> i64:
    """How many realms stand higher."""
    return len([place for place in track if place > track[seat]])


def players_below(seat: i64, track: list[i64]) -> i64:
    """How many realms stand lower."""
    return len([place for place in track if place < track[seat]])
