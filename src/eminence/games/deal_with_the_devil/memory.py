"""Forgetting: what somebody knows who remembers only some rounds of what passed before everybody's eyes.

A cleverer head than most keeps the `ledger` of a whole match, and from that it follows soon who is what. Who forgets
keeps what lies on the table, the cards that were shown, his own role, goods and notes of chests. Of what others got and
spent he keeps the books since the offers of the first round that he remembers; and not how they stood then, but how
they have changed since. What lay behind the walls then he supposes, as anybody would who has played before.

Those books are moved so that they begin at nothing: what is called the secret part of a realm (`histories`) is then all
that it had when they began.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from eminence.core.rng import Rng
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import deals, ledger
from eminence.games.deal_with_the_devil.components import NONE, SEATS
from eminence.games.deal_with_the_devil.evidence import (
    BOUND,
    HOME,
    MASS_PERIODS,
    NO_BOUND,
    OFFERED,
    PROOF,
    Evidence,
    first_period,
)  # fmt: skip
from eminence.games.deal_with_the_devil.goods import JESTER, KINDS, how_many
from eminence.games.deal_with_the_devil.history import History
from eminence.games.deal_with_the_devil.ledger import POOR, put_list
from eminence.games.deal_with_the_devil.state import DevilState

FULL: Final[list[list[float]]] = [
    [1.7, 1.5, 2.0, 1.5, 1.7, 0.0, 0.0, 5.5],
    [0.2, 0.2, 0.9, 1.2, 1.2, 0.0, 0.0, 3.5],
]
"""What a realm has behind its wall, on average and by kind: before the actions of a round, and after them. Anything up
to twice as much is supposed alike."""
NOTED: Final = 2  # in a note of a chest, what one saw of it begins here
OPEN_MINDED: Final = 4  # by realm, one in so many supposes what was seen since to be chests' doing, and not its wealth


def beginning(since: i64) -> i64:
    """The period with which the books begin that are remembered from a round on: after its offers."""
    return first_period(since) + OFFERED + (MASS_PERIODS if since > box.ROUNDS else 0)


def first_remembered(s: DevilState, rounds: i64) -> i64:
    """The first round of which somebody remembers what passed; 1: there is nothing that he forgets."""
    return 1 if s.phase == box.COUNTING else max(s.round + 1 - rounds, 1)


def remembered(s: DevilState, seat: i64, since: i64) -> DevilState:
    """What a seat still knows that remembers the rounds from one on."""
    start = beginning(since)
    found = s.clone()
    found.opened = [[], [], [], []]
    other: i64
    for other in range(SEATS):
        if other != seat:
            forget(found, other, start)
    return found


def forget(s: DevilState, seat: i64, start: i64) -> None:
    """Forget the books of a seat before a period, and how high they stood when it began."""
    now = ledger.period(s)
    base = s.lows[seat][start] if now > start else s.lowest[seat] if now == start else s.open_goods[seat]
    unread: list[i64] = [NO_BOUND] * KINDS
    lows = s.lows[seat]
    s.lows = [
        [unread if at < start else less(lows[at], base) for at in range(now)] if one == seat else s.lows[one]
        for one in range(SEATS)
    ]
    s.lowest = put_list(s.lowest, seat, less(s.lowest[seat], base) if now >= start else unread)
    s.open_goods = put_list(s.open_goods, seat, less(s.open_goods[seat], base))
    bounds: list[i64] = []
    lines = s.bounds[seat]
    i: i64
    for i in range(0, len(lines), BOUND):
        if lines[i] >= start:
            more = base[lines[i + 1]]
            bounds += [lines[i], lines[i + 1], lines[i + 2] + more, lines[i + 3] + more]
    s.bounds = put_list(s.bounds, seat, bounds)
    s.poor = put_list(s.poor, seat, means(s.poor[seat], base, start))
    s.rich = put_list(s.rich, seat, means(s.rich[seat], base, start))
    proofs: list[i64] = []
    lines = s.proofs[seat]
    for i in range(0, len(lines), PROOF):
        if lines[i] >= start:
            proofs += lines[i : i + PROOF]
    s.proofs = put_list(s.proofs, seat, proofs)


def less(book: list[i64], base: list[i64]) -> list[i64]:
    """A book that begins where another stood."""
    return [book[kind] - base[kind] for kind in range(KINDS)]


def means(lines: list[i64], base: list[i64], start: i64) -> list[i64]:
    """What was known of somebody's means from a period on, with books that begin where they stood."""
    found: list[i64] = []
    i: i64
    for i in range(0, len(lines), POOR):
        if lines[i] >= start:
            found += lines[i : i + POOR - KINDS]
            found += less(lines[i + POOR - KINDS : i + POOR], base)
    return found


def seen_in_chests(evidence: Evidence, seats: list[i64]) -> list[i64]:
    """By seat and kind, what the observer saw in chests of the first round that he remembers: it lay behind a wall when
    the books began."""
    found: list[i64] = [0] * (SEATS * KINDS)
    if evidence.me < 0:
        return found
    which: i64
    kind: i64
    for which in range(1, 3):
        at = evidence.note_of(evidence.since, which)
        line = evidence.s.chests[evidence.me][at + NOTED : at + deals.NOTE] if at != NONE else evidence.held()
        if not line or evidence.s.round < evidence.since or line[deals.IS_PAID]:
            continue
        for kind in range(KINDS):
            found[seats[line[deals.MARK]] * KINDS + kind] = how_many(line[deals.CONTENTS], kind)
    return found


def supposed(evidence: Evidence, history: History, rng: Rng) -> list[i64]:
    """By seat and kind, what lay behind the walls when the books that are remembered began, as somebody may suppose who
    has seen since that it was too little, or too much. His own things he knows."""
    secret = history.secret
    found = secret[:]
    here = beginning(evidence.since)
    home = first_period(evidence.since) + HOME
    seen = seen_in_chests(evidence, history.seats())
    moment: i64 = 1 if here > evidence.now and evidence.s.phase > box.ACTIONS else 0
    seat: i64
    kind: i64
    period: i64
    for seat in range(SEATS):
        if seat == evidence.me:
            continue
        heeds = here <= evidence.now and rng.below(OPEN_MINDED) != 0
        for kind in range(KINDS):
            at = seat * KINDS + kind
            if kind == JESTER:  # nobody gets any openly
                found[at] = min(max(secret[at], seen[at]), box.JESTERS_OF_ROLE[0])
                continue
            n: i64 = i64(2.0 * FULL[moment][kind] * rng.unit() + 0.5)
            if here <= evidence.now:
                n = max(n, seen[at])
            if heeds:
                least: i64 = 0
                most: i64 = NO_BOUND
                for period in range(here, evidence.now + 1):
                    away = seen[at] if period < home else 0
                    least = max(least, evidence.least[period][at] + away)
                    most = min(most, evidence.most[period][at] + away)
                n = max(min(n, most), least)
            found[at] = n
    return found
