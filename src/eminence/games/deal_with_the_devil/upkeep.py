"""Phase 5, interest, and phase 6, reputation."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from eminence.core.state import GO_ON, Step
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, effects, events, standing
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.cards import Building
from eminence.games.deal_with_the_devil.components import QUARTERS, SEATS
from eminence.games.deal_with_the_devil.ledger import put
from eminence.games.deal_with_the_devil.production import PRECIOUS_PICK
from eminence.games.deal_with_the_devil.state import DevilState


def is_held(s: DevilState, seat: i64) -> bool:
    """Whether a building keeps the interest marker where it is."""
    number: i64
    for number in s.built[seat]:
        for effect in s.cards.buildings[number].effects:
            if effect.op == deck.FLAG and effect.which == deck.INTEREST_HOLD and s.debt[seat] <= effect.n:
                return True
    return False


@final
class Interest(Step[DevilState]):
    """The marker goes as many quarters as there is debt; each time it comes to the start, the debt grows by one."""

    def begin(self, s: DevilState) -> i64:
        s.done()
        s.phase = box.INTEREST
        if s.story is not None:
            s.tell(events.PhaseBegan(box.INTEREST))
        seat: i64
        for seat in range(SEATS):
            if not s.debt[seat] or is_held(s, seat):
                continue
            steps = s.interest[seat] + s.debt[seat]
            s.interest = put(s.interest, seat, steps % QUARTERS)
            standing.add_debt(s, seat, steps // QUARTERS)
            if s.story is not None:
                marker = int(steps % QUARTERS)
                s.tell(events.InterestGrew(int(seat), marker, int(steps // QUARTERS), int(s.debt[seat])))
        return GO_ON


def turn_of(building: Building) -> i64:
    """In which order the buildings of a realm take effect (DP-34): those that look at its own place first, those that
    cost reputation last."""
    for effect in building.effects:
        if effect.cond == deck.BELOW_START or effect.cond == deck.NOT_BELOW_START:
            return 0
    for effect in building.effects:
        if effect.op == deck.REP and effect.n < 0:
            return 2
    return 1


@final
class Reputation(Step[DevilState]):
    """Buildings take effect, all by the places at the beginning of the phase."""

    def begin(self, s: DevilState) -> i64:
        s.done()
        s.phase = box.REPUTATION
        if s.story is not None:
            s.tell(events.PhaseBegan(box.REPUTATION))
        s.before = s.reputation
        picks: list[i64] = []
        seat: i64
        turn: i64
        for seat in range(SEATS):
            pick: i64 = 0
            for turn in range(3):
                number: i64
                for number in s.built[seat]:
                    building = s.cards.buildings[number]
                    if building.kind != deck.PERMANENT or building.phase != deck.REPUTATION:
                        continue
                    if turn_of(building) == turn:
                        pick += self.take_effect(s, seat, building)
            picks.append(pick)
        s.picks = picks
        s.then_all([codes.CHOOSE_GOODS, codes.FORGETTING])
        return GO_ON

    def take_effect(self, s: DevilState, seat: i64, building: Building) -> i64:
        """A building's effects. Returns what they leave to choose."""
        pick: i64 = 0
        for effect in building.effects:
            if not effects.holds(s, seat, effect.cond, s.before):
                continue
            times = effects.amount(s, seat, effect, s.before)
            if effect.op == deck.GAIN:
                effects.gained(s, seat, times * effect.heap)
                pick += times * (effect.basics + PRECIOUS_PICK * effect.precious)
            elif effect.op == deck.REP:
                standing.move(s, seat, times * effect.n)
            elif effect.op == deck.POINTS:
                standing.score(s, seat, times * effect.n)
            elif effect.op == deck.WINGS:
                standing.angels(s, seat, times * effect.n)
                standing.demons(s, seat, times * effect.m)
        return pick


@final
class Forgetting(Step[DevilState]):
    """Wings for the highest and the lowest; then all markers drift towards the knot."""

    def begin(self, s: DevilState) -> i64:
        s.done()
        highest = max(s.reputation)
        lowest = min(s.reputation)
        if highest != lowest:
            self.reward(s, highest, lowest)
        seat: i64
        for seat in range(SEATS):
            at = s.reputation[seat]
            drift = box.DRIFT[at if at > 0 else -at]
            if drift:
                s.reputation = put(s.reputation, seat, at - drift if at > 0 else at + drift)
                if s.story is not None:
                    s.tell(events.Drifted(int(seat), int(s.reputation[seat])))
        return GO_ON

    def reward(self, s: DevilState, highest: i64, lowest: i64) -> None:
        if s.story is not None:
            sets = [sum([1 << at for at in range(SEATS) if s.reputation[at] == place]) for place in (highest, lowest)]
            s.tell(events.Ranked(sets[0], sets[1]))
        seat: i64
        for seat in range(SEATS):
            if s.reputation[seat] == highest:
                standing.angels(s, seat, 1)
            elif s.reputation[seat] == lowest:
                standing.demons(s, seat, 1)
