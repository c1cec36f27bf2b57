"""Phase 4, actions, its first part: everybody plans in secret, below the roof.

A plan is composed in small answers: which event to lay aside, which half of the other to play, which action buildings
to use, what to build (and use at once), whom to recruit, how to raise money that is missing. What effects leave to
one's choice is asked right behind what brings it, and may be put off (`later`) until it comes.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bits import ONE, fold, members
from eminence.core.state import HIDDEN, NOT_NOW, SEVERAL, SealedStep, Why
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, events
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.cards import COURTIERS, Effect
from eminence.games.deal_with_the_devil.codes import (
    BUILD,
    DISCARD,
    ENOUGH,
    FREE_USE,
    FUND_ASK,
    FUND_LOAN,
    FUND_SALE,
    GAIN,
    GIVE,
    LATER,
    LEFT,
    MINOR,
    NO_BUILD,
    NO_EVENT,
    NO_FREE_USE,
    NO_RECRUIT,
    NO_USE,
    NOT_IT,
    RECRUIT,
    RIGHT,
    SLOT,
    TAKE,
    USE,
    USE_IT,
)
from eminence.games.deal_with_the_devil.components import ALL_SEATS, MINORS, NONE, SEATS, SLOTS
from eminence.games.deal_with_the_devil.effects import recruitable
from eminence.games.deal_with_the_devil.goods import BASICS, RESOURCES, how_many
from eminence.games.deal_with_the_devil.hands import cards_in, without_one
from eminence.games.deal_with_the_devil.ledger import PLANNED, PLAYED, put, put_list, trace
from eminence.games.deal_with_the_devil.state import DevilState

# the numbers of a plan, once it is revealed
EVENT: Final = 0  # the event that is played, or NONE
HALF: Final = 1  # 1 left, 2 right, 0 none
FREE: Final = 2  # whether the building under the Stables is used
FIRST_USE: Final = 3  # a building, or NONE
SECOND_USE: Final = 4
FIRST_BUILD: Final = 5
FIRST_ACT: Final = 6  # whether it is used at once
SECOND_BUILD: Final = 7
SECOND_ACT: Final = 8
RECRUITS: Final = 9  # a courtier, or NONE
FUNDING: Final = 10
NO_PLAN: Final[list[i64]] = [NONE, 0, 0, NONE, NONE, NONE, 0, NONE, 0, NONE, FUND_LOAN]

# places in the order of the action board, for choices made ahead
STABLES_PLACE: Final = 12
AHEAD: Final = 2048  # a choice made ahead is its code + 2048 * its place

# the stages of composing
STAGE_DISCARD: Final = 0
STAGE_EVENT: Final = 1
STAGE_FREE: Final = 2
STAGE_USE: Final = 3
STAGE_USE_AGAIN: Final = 4
STAGE_BUILD: Final = 5
STAGE_ACT: Final = 6
STAGE_BUILD_AGAIN: Final = 7
STAGE_ACT_AGAIN: Final = 8
STAGE_RECRUIT: Final = 9
STAGE_FUND: Final = 10
STAGE_DONE: Final = 11

# what may be asked ahead
ASK_BASIC: Final = 0
ASK_PRECIOUS: Final = 1
ASK_GIVE_BASIC: Final = 2
ASK_GIVE_PRECIOUS: Final = 3
ASK_COURTIER: Final = 4
ASK_MINOR: Final = 5
ASK_SLOT: Final = 6
ASK_AGAIN: Final = 7  # + what is given for it: a basic (7), a precious (8) or a certain (9 + kind) good


def questions_of(effects: list[Effect]) -> list[i64]:
    """What effects leave to their owner's choice, in the order in which it will come up."""
    found: list[i64] = []
    for effect in effects:
        if effect.on != deck.AT_ONCE:
            continue
        if effect.op == deck.GAIN and effect.times == 1:
            found += [ASK_BASIC] * effect.basics + [ASK_PRECIOUS] * effect.precious
        elif effect.op == deck.PAY:
            found += [ASK_GIVE_BASIC] * effect.basics + [ASK_GIVE_PRECIOUS] * effect.precious
            found += [again(effect)] * (effect.times - 1)
        elif effect.op == deck.COURTIER and effect.which == deck.ANY:
            found.append(ASK_COURTIER)
        elif effect.op == deck.MINOR and effect.n > 0:
            found += [ASK_MINOR, ASK_SLOT]
    return found


def again(effect: Effect) -> i64:
    """The question whether a payment is made once more."""
    if effect.basics:
        return ASK_AGAIN
    if effect.precious:
        return ASK_AGAIN + 1
    kind: i64
    for kind in range(RESOURCES):
        if how_many(effect.heap, kind):
            return ASK_AGAIN + 2 + kind
    return ASK_AGAIN + 2


def answers_to(question: i64) -> list[i64]:
    """What may be answered ahead."""
    if question == ASK_BASIC:
        return [GAIN + kind for kind in range(BASICS)] + [LATER]
    if question == ASK_PRECIOUS:
        return [GAIN + kind for kind in range(BASICS, RESOURCES)] + [LATER]
    if question == ASK_GIVE_BASIC:
        return [GIVE + kind for kind in range(BASICS)] + [LATER]
    if question == ASK_GIVE_PRECIOUS:
        return [GIVE + kind for kind in range(BASICS, RESOURCES)] + [LATER]
    if question == ASK_COURTIER:
        return [LATER] + [TAKE + courtier for courtier in range(COURTIERS)]
    if question == ASK_MINOR:
        return [LATER] + [MINOR + minor for minor in range(MINORS)]
    if question == ASK_SLOT:
        return [LATER] + [SLOT + slot for slot in range(SLOTS)]
    if question == ASK_AGAIN:
        return [GIVE + kind for kind in range(BASICS)] + [ENOUGH, LATER]
    if question == ASK_AGAIN + 1:
        return [GIVE + kind for kind in range(BASICS, RESOURCES)] + [ENOUGH, LATER]
    return [GIVE + question - ASK_AGAIN - 2, ENOUGH, LATER]


@final
class Draft:
    """A plan as far as it has been composed: what is asked next follows from it."""

    __slots__ = ("ahead", "aside", "events", "place", "plan", "questions", "seat", "stage", "tokens")

    def __init__(self, s: DevilState, seat: i64, answers: tuple[int, ...]) -> None:
        self.seat: i64 = seat
        self.plan: list[i64] = NO_PLAN[:]
        self.ahead: list[i64] = []
        self.questions: list[i64] = []  # still to be asked about what was planned last
        self.place: i64 = 0  # where that stands in the order of the action board
        self.aside: i64 = NONE  # the event that is laid aside
        self.events: i64 = s.events[seat]
        self.tokens: i64 = box.TOKENS - s.fewer_tokens[seat]  # that are left
        self.stage: i64 = STAGE_DISCARD
        self.skip(s)
        for code in answers:
            self.take(s, code)

    def take(self, s: DevilState, code: i64) -> None:
        """Add an answer."""
        if self.questions:
            if code == LATER:
                self.questions = []
            else:
                self.ahead.append(code + AHEAD * self.place)
                # whoever has enough is not asked for more
                self.questions = [] if code == ENOUGH else self.questions[1:]
            return
        plan = self.plan
        stage = self.stage
        self.stage += 1
        if stage == STAGE_DISCARD:
            self.aside = code - DISCARD
            self.events &= ~(ONE << self.aside)
        elif stage == STAGE_EVENT:
            plan[HALF] = code - NO_EVENT
            if code != NO_EVENT:
                plan[EVENT] = members(self.events)[0]
                card = s.cards.events[plan[EVENT]]
                if code == LEFT:
                    self.ask(1, card.left)
                else:
                    self.ask(9, card.right)
        elif stage == STAGE_FREE:
            if code == FREE_USE:
                plan[FREE] = 1
                self.ask(STABLES_PLACE, s.cards.buildings[s.tucked[self.seat]].effects)
        elif stage <= STAGE_USE_AGAIN:
            if code == NO_USE:
                self.stage = STAGE_BUILD
            else:
                plan[FIRST_USE + stage - STAGE_USE] = code - USE
                self.tokens -= 1
                self.ask(2 + stage - STAGE_USE, s.cards.buildings[code - USE].effects)
        elif stage in (STAGE_BUILD, STAGE_BUILD_AGAIN):
            if code == NO_BUILD:
                self.stage = STAGE_RECRUIT
            else:
                plan[stage] = code - BUILD  # stages of building have the numbers of their places in a plan
                self.tokens -= 1
                building = s.cards.buildings[code - BUILD]
                if building.kind == deck.IMMEDIATE:
                    self.ask(stage - 1, building.effects)
        elif stage in (STAGE_ACT, STAGE_ACT_AGAIN):
            if code == USE_IT:
                plan[stage] = 1
                self.tokens -= 1
                self.ask(stage - 1, s.cards.buildings[plan[stage - 1]].effects)
        elif stage == STAGE_RECRUIT:
            if code != NO_RECRUIT:
                plan[RECRUITS] = code - RECRUIT
                self.tokens -= 1
        else:
            plan[FUNDING] = code
        self.skip(s)

    def ask(self, place: i64, effects: list[Effect]) -> None:
        """What effects leave open is asked next."""
        self.place = place
        self.questions = questions_of(effects)

    def skip(self, s: DevilState) -> None:
        """Go on to the next stage at which there is something to decide."""
        seat = self.seat
        if self.stage == STAGE_DISCARD and s.event_count[seat] < 2:
            self.stage = STAGE_EVENT
        if self.stage == STAGE_EVENT and not s.event_count[seat]:
            self.stage = STAGE_FREE
        if self.stage == STAGE_FREE and s.tucked[seat] == NONE:
            self.stage = STAGE_USE
        if (self.stage == STAGE_USE or self.stage == STAGE_USE_AGAIN) and not self.can_use(s):
            self.stage = STAGE_BUILD
        if self.stage == STAGE_BUILD and not self.can_build(s):
            self.stage = STAGE_RECRUIT
        if self.stage == STAGE_ACT and not self.is_action(s, self.plan[FIRST_BUILD]):
            self.stage = STAGE_BUILD_AGAIN
        if self.stage == STAGE_BUILD_AGAIN and not self.can_build(s):
            self.stage = STAGE_RECRUIT
        if self.stage == STAGE_ACT_AGAIN and not self.is_action(s, self.plan[SECOND_BUILD]):
            self.stage = STAGE_RECRUIT
        if self.stage == STAGE_RECRUIT and (not self.tokens or not recruitable(s, seat)):
            self.stage = STAGE_FUND

    def usable(self, s: DevilState) -> list[i64]:
        """The action buildings that may be used: two at most, those under the Stables not among them."""
        if not self.tokens:
            return []
        return [number for number in s.built[self.seat] if self.may_use(s, number)]

    def may_use(self, s: DevilState, number: i64) -> bool:
        """Whether a building is one of them, while there are tokens."""
        if s.cards.buildings[number].kind != deck.ACTION:
            return False
        return s.tucked[self.seat] != number and self.plan[FIRST_USE] != number

    def can_use(self, s: DevilState) -> bool:
        """Whether there is one."""
        if self.tokens:
            number: i64
            for number in s.built[self.seat]:
                if self.may_use(s, number):
                    return True
        return False

    def buildable(self, s: DevilState) -> list[i64]:
        """The buildings in hand that may be planned: two at most."""
        if not self.tokens:
            return []
        return [card for card in cards_in(s.hand[self.seat]) if card != self.plan[FIRST_BUILD]]

    def can_build(self, s: DevilState) -> bool:
        """Whether there is one."""
        hand = s.hand[self.seat]
        return bool(self.tokens) and (hand if self.plan[FIRST_BUILD] == NONE else without_one(hand)) != 0

    def is_action(self, s: DevilState, number: i64) -> bool:
        """Whether a planned building can be used at once."""
        return bool(self.tokens) and number != NONE and s.cards.buildings[number].kind == deck.ACTION

    def choices(self, s: DevilState) -> list[i64]:
        """What may be answered next."""
        if self.questions:
            return answers_to(self.questions[0])
        stage = self.stage
        if stage == STAGE_DISCARD:
            return [DISCARD + event for event in members(self.events)]
        if stage == STAGE_EVENT:
            return [NO_EVENT, LEFT, RIGHT]
        if stage == STAGE_FREE:
            return [FREE_USE, NO_FREE_USE]
        if stage in (STAGE_USE, STAGE_USE_AGAIN):
            return [USE + number for number in self.usable(s)] + [NO_USE]
        if stage in (STAGE_BUILD, STAGE_BUILD_AGAIN):
            return [BUILD + card for card in self.buildable(s)] + [NO_BUILD]
        if stage in (STAGE_ACT, STAGE_ACT_AGAIN):
            return [USE_IT, NOT_IT]
        if stage == STAGE_RECRUIT:
            return [RECRUIT + courtier for courtier in recruitable(s, self.seat)] + [NO_RECRUIT]
        return [FUND_LOAN, FUND_SALE, FUND_ASK]

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to decide."""
        return self.stage == STAGE_DONE and not self.questions


@final
class Plan(SealedStep[DevilState]):
    """Everybody plans; then all roofs are lifted. What was planned is binding."""

    def begin(self, s: DevilState) -> i64:
        if s.phase != box.ACTIONS:
            s.phase = box.ACTIONS
            if s.story is not None:
                s.tell(events.PhaseBegan(box.ACTIONS))
        s.waiting = self.who(s)
        return SEVERAL

    def who(self, s: DevilState) -> i64:
        return ALL_SEATS

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return Draft(s, seat, s.sealed[seat]).choices(s)

    def complete(self, s: DevilState, seat: i64) -> bool:
        return FUND_LOAN <= s.sealed[seat][-1] <= FUND_ASK  # what is asked last, of everybody, and never before

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        draft = Draft(s, seat, s.sealed[seat])
        if BUILD <= code < NO_BUILD:
            card: i64 = code - BUILD
            if card not in cards_in(s.hand[seat]):
                return Why("not_in_hand", building=int(card))
            if draft.plan[SECOND_BUILD] != NONE:
                return Why("two_builds")
            return self.no_token(draft)
        if USE <= code < NO_USE:
            number: i64 = code - USE
            if number not in s.built[seat] or s.cards.buildings[number].kind != deck.ACTION:
                return Why("not_an_action", building=int(number))
            return Why("under_the_stables") if s.tucked[seat] == number else self.no_token(draft)
        if RECRUIT <= code < NO_RECRUIT:
            if code - RECRUIT not in recruitable(s, seat):
                return Why("courtier_away", courtier=int(code - RECRUIT))
            return self.no_token(draft)
        if code == USE_IT:
            return self.no_token(draft)
        return Why("order_of_plan") if DISCARD <= code < codes.CLAIM else Why(NOT_NOW)

    def no_token(self, draft: Draft) -> Why:
        """Why something that needs a token cannot be planned."""
        return Why("order_of_plan") if draft.tokens else Why("no_token")

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        seat: i64
        for seat in range(SEATS):
            draft = Draft(s, seat, answers[seat])
            plan = draft.plan
            s.plan = put_list(s.plan, seat, plan)
            s.ahead = put_list(s.ahead, seat, draft.ahead)
            if draft.aside != NONE:
                s.events = put(s.events, seat, draft.events)
                s.event_count = put(s.event_count, seat, 1)
                s.dropped_events = put(s.dropped_events, seat, s.dropped_events[seat] | (ONE << draft.aside))
                if s.story is not None:
                    s.tell(events.Discarded(int(seat), int(draft.aside)))
            if plan[EVENT] != NONE:  # it lies in the middle of the board, for all to see
                s.events = put(s.events, seat, 0)
                s.event_count = put(s.event_count, seat, 0)
                s.played_events |= ONE << plan[EVENT]
                trace(s, seat, PLAYED, plan[EVENT])
            known = [plan[at] for at in (FIRST_BUILD, SECOND_BUILD) if plan[at] != NONE]
            for card in known:
                trace(s, seat, PLANNED, card)
            s.known_hand = put_list(s.known_hand, seat, known)
            if s.story is not None:
                s.tell(revealed(s, seat, plan))
        s.actor = NONE

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        if observer == seat:
            return code
        if DISCARD <= code < NO_EVENT:
            return HIDDEN
        if code in (LEFT, RIGHT):  # which event it is comes to light
            return fold(code, Draft(s, seat, s.sealed[seat]).plan[EVENT])
        return code


def revealed(s: DevilState, seat: i64, plan: list[i64]) -> events.PlanRevealed:
    """A plan as it is told: what is used, free uses first; what is built, and whether it is used at once."""
    uses = [int(s.tucked[seat])] if plan[FREE] else []
    uses += [int(plan[at]) for at in (FIRST_USE, SECOND_USE) if plan[at] != NONE]
    builds = [
        int(number)
        for at in (FIRST_BUILD, SECOND_BUILD)
        if plan[at] != NONE
        for number in (plan[at], *((plan[at],) if plan[at + 1] else ()))
    ]
    return events.PlanRevealed(
        int(seat), int(plan[EVENT]), int(plan[HALF]), tuple(uses), tuple(builds), int(plan[RECRUITS])
    )
