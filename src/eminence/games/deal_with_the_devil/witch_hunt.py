"""Phase 7, in rounds 2 and 3: the witch hunt."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bits import ONE
from eminence.core.state import NOT_NOW, SEVERAL, SealedStep, Why
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import events, ledger, standing
from eminence.games.deal_with_the_devil.codes import CONFESS, NO_VOTE, PROVE, VOTE
from eminence.games.deal_with_the_devil.components import ALL_SEATS, NONE, SEATS
from eminence.games.deal_with_the_devil.standing import fragments
from eminence.games.deal_with_the_devil.state import DevilState

VOTES_NEEDED: Final = 2
A_SOUL: Final = 3  # fragments


@final
class Voting(SealedStep[DevilState]):
    """Everybody names somebody who, he thinks, lacks three fragments; or nobody."""

    def begin(self, s: DevilState) -> i64:
        if s.phase != box.WITCH_HUNT:
            s.phase = box.WITCH_HUNT
            if s.story is not None:
                s.tell(events.PhaseBegan(box.WITCH_HUNT))
        s.waiting = self.who(s)
        return SEVERAL

    def who(self, s: DevilState) -> i64:
        return ALL_SEATS

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        others = [other for other in range(SEATS) if other != seat and not s.mob & (ONE << other)]
        return [VOTE + other for other in others] + [NO_VOTE]

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        if not VOTE <= code < NO_VOTE:
            return Why(NOT_NOW)
        return Why("oneself") if code - VOTE == seat else Why("confessed", seat=int(code - VOTE))

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        s.votes = [NONE if given[0] == NO_VOTE else given[0] - VOTE for given in answers]
        if s.story is not None:
            s.tell(events.Voted(tuple([int(vote) for vote in s.votes])))
            for seat in range(SEATS):
                if s.votes.count(seat) >= VOTES_NEEDED:
                    s.tell(events.Accused(seat, s.votes.count(seat)))


@final
class Interrogation(SealedStep[DevilState]):
    """Whoever has two votes shows three fragments, or confesses. Two accused answer together (DP-38)."""

    def who(self, s: DevilState) -> i64:
        found: i64 = 0
        seat: i64
        for seat in range(SEATS):
            if s.votes.count(seat) >= VOTES_NEEDED:
                found |= ONE << seat
        return found

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [PROVE, CONFESS] if fragments(s.souls[seat]) >= A_SOUL else [CONFESS]

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        return Why("not_three_souls") if code == PROVE else Why(NOT_NOW)

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        s.votes = [NONE, NONE, NONE, NONE]
        seat: i64
        for seat in range(SEATS):
            if not answers[seat]:
                continue
            if answers[seat][0] == PROVE:
                ledger.prove(s, seat, A_SOUL)
                if s.story is not None:
                    s.tell(events.ProvedInnocence(int(seat)))
                standing.angels(s, seat, 1)
            else:
                s.mob |= ONE << seat
                if s.story is not None:
                    s.tell(events.Confessed(int(seat)))
                standing.move(s, seat, -1)
                standing.demons(s, seat, 1)
