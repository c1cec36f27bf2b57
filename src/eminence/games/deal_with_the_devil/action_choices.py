"""Phase 4, actions, its choices: what effects leave to their realm, and achievements. They are asked as a plan is
carried out (`action_phase`)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from eminence.core.bits import ONE
from eminence.core.state import GO_ON, NOT_NOW, Step, Why
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, effects, events, payment, planning, tasks
from eminence.games.deal_with_the_devil.cards import COURTIERS
from eminence.games.deal_with_the_devil.codes import (
    CLAIM,
    ENOUGH,
    GAIN,
    GIVE,
    MINOR,
    NO_CLAIM,
    NOT_IT,
    REMOVE,
    SLOT,
    TAKE,
    TUCK,
    USE_IT,
    WITH,
)
from eminence.games.deal_with_the_devil.components import AT_COURT, MINORS, NONE, ON_THREE, REMOVED
from eminence.games.deal_with_the_devil.effects import (
    claimable,
    courtier_at,
    free_slots,
    minor_at,
    recruitable,
    set_courtier,
    set_minor,
)
from eminence.games.deal_with_the_devil.goods import BASICS, EACH, RESOURCES
from eminence.games.deal_with_the_devil.ledger import put
from eminence.games.deal_with_the_devil.payment import (
    can_give,
    enough,
    give,
    payment_of,
)
from eminence.games.deal_with_the_devil.state import DevilState


def tuckable(s: DevilState, seat: i64) -> list[i64]:
    """The action buildings that can go under new Stables."""
    there = [number for number in s.built[seat] if s.tucked[seat] != number]
    return [number for number in there if s.cards.buildings[number].kind == deck.ACTION]


@final
class ChooseGain(Step[DevilState]):
    """A good of one's choice."""

    def begin(self, s: DevilState) -> i64:
        return s.actor

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        if s.todo[0] == tasks.CHOOSE_BASIC:
            return [GAIN + kind for kind in range(BASICS)]
        return [GAIN + kind for kind in range(BASICS, RESOURCES)]

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        return Why("not_this_kind") if GAIN <= code < GIVE else Why(NOT_NOW)

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        s.todo = s.todo[1:]
        effects.gained(s, seat, EACH[code - GAIN])


@final
class ChooseGift(Step[DevilState]):
    """A good of one's choice is paid: any that one has, or can buy."""

    def begin(self, s: DevilState) -> i64:
        return s.actor

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        found = [GIVE + kind for kind in self.kinds(s) if can_give(s, kind)]
        if s.todo[0] >= tasks.AGAIN:
            found.append(ENOUGH)
        return found

    def kinds(self, s: DevilState) -> list[i64]:
        """Of which kinds it must be. (Where a certain good is paid once more, that one stands for the payment.)"""
        task = s.todo[0]
        if task >= tasks.AGAIN:
            cost = payment_of(s.cards.buildings[task - tasks.AGAIN].effects)
            assert cost is not None
            return [code - GIVE for code in planning.answers_to(planning.again(cost)) if GIVE <= code < ENOUGH]
        return [kind for kind in range(RESOURCES) if (kind < BASICS) == (task == tasks.GIVE_BASIC)]

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        if not GIVE <= code < ENOUGH:
            return Why(NOT_NOW)
        return Why("cannot_give", kind=int(code - GIVE)) if code - GIVE in self.kinds(s) else Why("not_this_kind")

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        if code == ENOUGH:
            enough(s)
        else:
            give(s, code - GIVE)


@final
class ChooseCourtier(Step[DevilState]):
    """A courtier of one's choice."""

    def begin(self, s: DevilState) -> i64:
        return s.actor

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [TAKE + courtier for courtier in recruitable(s, seat)]

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        return Why("courtier_away", courtier=int(code - TAKE)) if TAKE <= code < MINOR else Why(NOT_NOW)

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        s.todo = s.todo[1:]
        effects.take_courtier(s, seat, code - TAKE, False)


@final
class ChooseMinor(Step[DevilState]):
    """Which minor achievement an effect brings."""

    def begin(self, s: DevilState) -> i64:
        return s.actor

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [MINOR + minor for minor in range(MINORS) if not minor_at(s, seat, minor)]

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        return Why("minor_taken", achievement=int(code - MINOR)) if MINOR <= code < SLOT else Why(NOT_NOW)

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        s.todo = s.todo[1:]
        s.claiming = code - MINOR
        effects.gained_achievement(s, seat, s.claiming, 0, True)


@final
class ChooseSlot(Step[DevilState]):
    """On which production slot a minor achievement goes: each is upgraded once."""

    def begin(self, s: DevilState) -> i64:
        return s.actor

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [SLOT + slot for slot in free_slots(s, seat)]

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        return Why("slot_taken", slot=int(code - SLOT + 1)) if SLOT <= code < REMOVE else Why(NOT_NOW)

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        if s.todo:  # by an effect; else it was claimed
            s.todo = s.todo[1:]
        set_minor(s, seat, s.claiming, code - SLOT + 1)
        if s.story is not None:
            s.tell(events.Upgraded(int(seat), int(s.claiming), int(code - SLOT)))
        s.claiming = NONE


@final
class RemoveMinor(Step[DevilState]):
    """A dam takes a minor achievement away, claimed or not: a claimed one leaves its slot as it was at first."""

    def begin(self, s: DevilState) -> i64:
        return s.actor

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [REMOVE + minor for minor in range(MINORS) if minor_at(s, seat, minor) != REMOVED]

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        return Why("minor_gone", achievement=int(code - REMOVE)) if REMOVE <= code < TUCK else Why(NOT_NOW)

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        s.todo = s.todo[1:]
        minor: i64 = code - REMOVE
        if s.story is not None:
            s.tell(events.MinorRemoved(int(seat), int(minor), int(minor_at(s, seat, minor)) - 1))
        set_minor(s, seat, minor, REMOVED)


@final
class TuckOne(Step[DevilState]):
    """New Stables: an action building goes under them."""

    def begin(self, s: DevilState) -> i64:
        return s.actor

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [TUCK + number for number in tuckable(s, seat)]

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        return Why("not_an_action", building=int(code - TUCK)) if TUCK <= code < CLAIM else Why(NOT_NOW)

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        s.todo = [tasks.USE_TUCKED, *s.todo[1:]]
        s.tucked = put(s.tucked, seat, code - TUCK)
        if s.story is not None:
            s.tell(events.Tucked(int(seat), int(code - TUCK)))


@final
class UseTucked(Step[DevilState]):
    """The action of the building that went under the Stables may be used at once (DP-35)."""

    def begin(self, s: DevilState) -> i64:
        return s.actor

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [USE_IT, NOT_IT]

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        s.todo = s.todo[1:]
        if code == NOT_IT:
            return
        number = s.tucked[seat]
        s.todo = [tasks.ACT + number, *s.todo]
        cost = payment_of(s.cards.buildings[number].effects)
        if cost is not None:
            s.bill = cost.heap
            s.bill_any = cost.basics + 8 * cost.precious
            s.bill_for = payment.FOR_USE_AT_ONCE
            s.then(codes.RECKONING)


# == Achievements ==================================================================================================


@final
class ClaimOne(Step[DevilState]):
    """The last step: achievements are claimed, in the order that their owner likes (DP-5)."""

    def begin(self, s: DevilState) -> i64:
        if not claimable(s, s.actor):
            s.done()
            return GO_ON
        return s.actor

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [CLAIM + achievement for achievement in claimable(s, seat)] + [NO_CLAIM]

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        return Why("not_claimable", achievement=int(code - CLAIM)) if CLAIM <= code < WITH else Why(NOT_NOW)

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        if code == NO_CLAIM:
            s.done()
            return
        s.claiming = code - CLAIM
        s.with_courtiers = 0
        s.then(codes.CLAIM_WITH)


@final
class ClaimWith(Step[DevilState]):
    """Courtiers lend their symbols to an achievement, while any is missing, and go to the space for three coins."""

    def begin(self, s: DevilState) -> i64:
        actor = s.actor
        if effects.lacking(s, actor, s.claiming, s.with_courtiers):
            return actor
        s.done()
        courtier: i64
        for courtier in range(COURTIERS):
            if s.with_courtiers & (ONE << courtier):
                set_courtier(s, actor, courtier, ON_THREE)
        effects.gained_achievement(s, actor, s.claiming, s.with_courtiers, False)
        s.with_courtiers = 0
        if s.claiming < MINORS:
            s.then(codes.CHOOSE_SLOT)
        else:
            s.claiming = NONE
        return GO_ON

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        missing = effects.lacking(s, seat, s.claiming, s.with_courtiers)
        found: list[i64] = []
        courtier: i64
        for courtier in range(COURTIERS):
            one: i64 = ONE << courtier
            if courtier_at(s, seat, courtier) != AT_COURT:
                continue
            if effects.lacking(s, seat, s.claiming, s.with_courtiers | one) < missing:  # nobody helps twice
                found.append(WITH + courtier)
        return found

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        if not WITH <= code < NO_CLAIM:
            return Why(NOT_NOW)
        there = courtier_at(s, seat, code - WITH) == AT_COURT
        return Why("courtier_no_help" if there else "courtier_away", courtier=int(code - WITH))

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.with_courtiers |= ONE << (code - WITH)
