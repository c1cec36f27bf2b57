"""Phase 4, actions, its second part: one realm after the other carries out its plan, step by step (DP-3)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from eminence.core.state import GO_ON, NOT_NOW, Step, Why
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, effects, events, payment, planning, standing, tasks
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.action_choices import tuckable
from eminence.games.deal_with_the_devil.cards import COURTIERS, Effect
from eminence.games.deal_with_the_devil.codes import (
    ENOUGH,
    GIVE,
    RECRUIT,
)
from eminence.games.deal_with_the_devil.components import AT_COURT, MINORS, NONE, ON_THREE, REMOVED, SEATS
from eminence.games.deal_with_the_devil.effects import (
    courtier_at,
    minor_at,
    recruitable,
    set_courtier,
)
from eminence.games.deal_with_the_devil.goods import BASICS, COIN, EACH, WHEAT
from eminence.games.deal_with_the_devil.hands import without_card
from eminence.games.deal_with_the_devil.ledger import put, put_list
from eminence.games.deal_with_the_devil.payment import (
    ahead_of,
    drop_ahead,
    enough,
    payment_of,
    place,
    source,
)
from eminence.games.deal_with_the_devil.state import DevilState


def effects_of(s: DevilState, number: i64) -> list[i64]:
    """All effects of a card, to be done in their order."""
    return [8 * number + at for at in range(len(source(s, number)))]


@final
class ActionPhase(Step[DevilState]):
    """The realms carry out their plans: the first seat moves on by one each round."""

    def begin(self, s: DevilState) -> i64:
        if s.actor == NONE:
            self.take_turn(s, s.first)
        while True:
            if s.todo:
                if self.go_on(s):
                    return GO_ON
            elif s.at < tasks.LAST:
                s.at += 1
                if self.start(s, place(s)):
                    return GO_ON
            else:
                self.end_turn(s)
                following = (s.actor + 1) % SEATS
                if following == s.first:
                    s.actor = NONE
                    s.plan = [[], [], [], []]
                    s.ahead = [[], [], [], []]
                    s.done()
                    return GO_ON
                self.take_turn(s, following)

    def take_turn(self, s: DevilState, seat: i64) -> None:
        s.actor = seat
        s.at = 0
        s.used = 0
        s.built_types = 0
        s.recruited = False
        s.todo = []

    def end_turn(self, s: DevilState) -> None:
        """Action tokens that were given up are missing from the next round on."""
        plan = s.plan[s.actor]
        at: i64
        for at in (planning.FIRST_BUILD, planning.SECOND_BUILD):
            if plan[at] != NONE and plan[at] in s.built[s.actor]:
                for effect in s.cards.buildings[plan[at]].effects:
                    if effect.op == deck.TOKENS:
                        s.fewer_tokens = put(s.fewer_tokens, s.actor, s.fewer_tokens[s.actor] - effect.n)
                        if s.story is not None:
                            s.tell(events.TokenGivenUp(int(s.actor)))

    # -- the steps of the board ----------------------------------------------------------------------------------------

    def start(self, s: DevilState, step: i64) -> bool:
        """Begin a step of the action board. True if something is to be asked."""
        actor = s.actor
        plan = s.plan[actor]
        if step == 1:
            if plan[planning.HALF] == 1:
                self.tell_event(s, plan)
                s.todo = effects_of(s, tasks.SOURCES_LEFT + plan[planning.EVENT])
        elif step == planning.STABLES_PLACE:
            if plan[planning.FREE] and s.tucked[actor] != NONE:
                return self.use(s, s.tucked[actor], payment.FOR_FREE_USE)
        elif step <= 3:
            if plan[planning.FIRST_USE + step - 2] != NONE:
                return self.use(s, plan[planning.FIRST_USE + step - 2], payment.FOR_USE)
        elif step == 4 or step == 6:
            number = plan[planning.FIRST_BUILD + step - 4]
            if number != NONE:
                s.todo = [tasks.PLACE + number]
                return self.reckon(s, s.cards.buildings[number].cost, 0, payment.FOR_BUILDING)
        elif step == 5 or step == 7:
            number = plan[planning.FIRST_BUILD + step - 5]
            if plan[planning.FIRST_ACT + step - 5] and number in s.built[actor]:
                return self.use(s, number, payment.FOR_USE)
        elif step == 8:
            if plan[planning.RECRUITS] != NONE:
                return self.recruit(s, plan[planning.RECRUITS])
        elif step == 9:
            if plan[planning.HALF] == 2:
                return self.right_half(s, plan)
        elif step == 10:
            wheat = payment.wheat_owed(s, actor, s.used)
            if wheat:
                return self.reckon(s, wheat * EACH[WHEAT], 0, payment.FOR_WHEAT)
        else:
            s.then(codes.CLAIM_ONE)
            return True
        return False

    def reckon(self, s: DevilState, bill: i64, any_goods: i64, what: i64) -> bool:
        """Something has to be paid."""
        s.bill = bill
        s.bill_any = any_goods
        s.bill_for = what
        s.then(codes.RECKONING)
        return True

    def tell_event(self, s: DevilState, plan: list[i64]) -> None:
        if s.story is not None:
            s.tell(events.PlayedEvent(int(s.actor), int(plan[planning.EVENT]), int(plan[planning.HALF])))

    def use(self, s: DevilState, number: i64, what: i64) -> bool:
        """The action of a building: where it costs something, or its token does, all see whether that can be paid."""
        s.todo = [tasks.ACT + number]
        cost = payment_of(s.cards.buildings[number].effects)
        token: i64 = 1 if what == payment.FOR_USE else 0
        if cost is None and not (token and payment.wheat_owed(s, s.actor, s.used + 1)):
            s.used += token
            return False
        if cost is None:
            return self.reckon(s, 0, 0, what)
        return self.reckon(s, cost.heap, cost.basics + 8 * cost.precious, what)

    def recruit(self, s: DevilState, courtier: i64) -> bool:
        """A courtier is paid for: two coins the first time, three once he has been used."""
        there = recruitable(s, s.actor)
        if not there:  # nobody is left (DP-36)
            payment.cannot_pay(s, True)
            return False
        if courtier not in there:
            s.then(codes.RECRUIT_OTHER)
            return True
        again = courtier_at(s, s.actor, courtier) == ON_THREE
        s.todo = [tasks.RECRUITED + courtier]
        return self.reckon(s, (box.RECRUIT_AGAIN if again else box.RECRUIT_FIRST) * COIN, 0, payment.FOR_RECRUITING)

    def right_half(self, s: DevilState, plan: list[i64]) -> bool:
        """The right half of an event: first what it asks for. If that is not to be had, it is discarded as played."""
        self.tell_event(s, plan)
        number = tasks.SOURCES_RIGHT + plan[planning.EVENT]
        actor = s.actor
        for effect in source(s, number):
            if effect.op == deck.REQUIRE and not effects.holds(s, actor, effect.cond, s.reputation):
                payment.cannot_pay(s, True)
                return False
            if effect.op == deck.PAY_COURTIER:
                if courtier_at(s, actor, effect.which) != AT_COURT:
                    payment.cannot_pay(s, True)
                    return False
                set_courtier(s, actor, effect.which, ON_THREE)
                if s.story is not None:
                    s.tell(events.GaveUpCourtier(int(actor), int(effect.which)))
        s.todo = effects_of(s, number)
        cost = payment_of(source(s, number))
        if cost is None:
            return False
        if not cost.basics and not cost.precious:
            s.todo = [task for task in s.todo if source(s, number)[task % 8].op != deck.PAY]
            return self.reckon(s, cost.heap, 0, payment.FOR_EVENT)
        return self.reckon(s, cost.heap, cost.basics + 8 * cost.precious, payment.FOR_FREE_USE)

    # -- what is still to be done of a step ----------------------------------------------------------------------------

    def go_on(self, s: DevilState) -> bool:
        """Do what comes next. True if something is asked."""
        task = s.todo[0]
        actor = s.actor
        if task < tasks.CHOOSE_BASIC:
            s.todo = s.todo[1:]
            return self.effect(s, source(s, task // 8)[task % 8], task // 8)
        if task >= tasks.PLACE:
            s.todo = s.todo[1:]
            if task >= tasks.AGAIN:
                return self.again(s, task)
            if task >= tasks.ACT:
                self.act(s, task - tasks.ACT)
            elif task >= tasks.RECRUITED:
                effects.take_courtier(s, actor, task - tasks.RECRUITED, True)
                s.recruited = True
                effects.react(s, actor, deck.ON_RECRUIT)
            else:
                self.build(s, task - tasks.PLACE)
            return False
        if task == tasks.PAY_BILL:
            s.todo = s.todo[1:]
            return self.reckon(s, s.bill, 0, payment.FOR_EFFECT)
        step = CHOICE_OF[task - tasks.CHOOSE_BASIC]
        code = ahead_of(s, actor, place(s))
        if step == codes.CHOOSE_GIFT:
            s.bill_for = payment.FOR_EFFECT
            if GIVE <= code < ENOUGH and self.is_gift(task, code - GIVE):
                return self.reckon(s, s.bill, 0, payment.FOR_GIFT)
        elif code != NONE and code in s.book[step].choices(s, actor):
            drop_ahead(s, actor, place(s), False)
            s.then(step)  # as if it were asked, and answered
            s.book[step].answer(s, actor, code)
            return False
        if code != NONE:
            drop_ahead(s, actor, place(s), True)
        s.then(step)
        return True

    def is_gift(self, task: i64, kind: i64) -> bool:
        """Whether a good is of the kind that is to be given."""
        return (kind < BASICS) == (task == tasks.GIVE_BASIC)

    def act(self, s: DevilState, number: i64) -> None:
        """A building's action."""
        if s.story is not None:
            free = place(s) == planning.STABLES_PLACE or s.tucked[s.actor] == number
            s.tell(events.UsedBuilding(int(s.actor), int(number), bool(free)))
        todo = effects_of(s, number)
        cost = payment_of(s.cards.buildings[number].effects)
        if cost is not None:
            todo += [tasks.AGAIN + number] * (cost.times - 1)
        s.todo = todo + s.todo

    def again(self, s: DevilState, task: i64) -> bool:
        """An action that may be repeated: whether it is, is always asked, unless the plan has said so."""
        cost = payment_of(s.cards.buildings[task - tasks.AGAIN].effects)
        assert cost is not None
        s.bill = cost.heap
        s.bill_for = payment.FOR_EFFECT
        s.todo = [task, *([tasks.GIVE_BASIC] * cost.basics), *([tasks.GIVE_PRECIOUS] * cost.precious), *s.todo]
        code = ahead_of(s, s.actor, place(s))
        if code == ENOUGH:
            drop_ahead(s, s.actor, place(s), True)
            enough(s)
            return False
        if GIVE <= code < ENOUGH:
            return self.reckon(s, s.bill, 0, payment.FOR_GIFT)
        s.then(codes.CHOOSE_GIFT)
        return True

    def build(self, s: DevilState, number: i64) -> None:
        """A building is paid for: it stands before the wall, and what it brings at once comes now."""
        actor = s.actor
        building = s.cards.buildings[number]
        s.hand = put(s.hand, actor, without_card(s.hand[actor], number))
        s.hand_count = put(s.hand_count, actor, s.hand_count[actor] - 1)
        if building.round < s.round:
            s.old_count = put(s.old_count, actor, s.old_count[actor] - 1)
        s.known_hand = put_list(s.known_hand, actor, [card for card in s.known_hand[actor] if card != number])
        s.built = put_list(s.built, actor, [*s.built[actor], number])
        s.built_types |= building.types
        if s.story is not None:
            s.tell(events.Built(int(actor), int(number)))
        standing.move(s, actor, -building.rep_cost)
        if building.kind == deck.IMMEDIATE:
            s.todo = effects_of(s, number) + s.todo

    def effect(self, s: DevilState, effect: Effect, number: i64) -> bool:
        """An effect is carried out, or what it leaves to choose comes next. True if something is asked."""
        actor = s.actor
        op = effect.op
        if effect.on != deck.AT_ONCE or (op != deck.REQUIRE and not effects.holds(s, actor, effect.cond, s.reputation)):
            return False
        times = effects.amount(s, actor, effect, s.reputation)
        if op == deck.GAIN:
            effects.gained(s, actor, times * effect.heap)
            picks: list[i64] = [tasks.CHOOSE_BASIC] * (times * effect.basics)
            picks += [tasks.CHOOSE_PRECIOUS] * (times * effect.precious)
            s.todo = picks + s.todo
        elif op == deck.PAY:
            if not effect.basics and not effect.precious:
                return self.reckon(s, effect.heap, 0, payment.FOR_EFFECT)
            s.bill = effect.heap
            gifts: list[i64] = [tasks.GIVE_BASIC] * effect.basics + [tasks.GIVE_PRECIOUS] * effect.precious
            s.todo = [*gifts, tasks.PAY_BILL, *s.todo]
        elif op == deck.REP:
            standing.move(s, actor, times * effect.n)
        elif op == deck.WINGS:
            standing.angels(s, actor, times * effect.n)
            standing.demons(s, actor, times * effect.m)
        elif op == deck.DEBT:
            if effect.n < 0:
                effects.reduce_debt(s, actor, -effect.n)
            else:
                standing.add_debt(s, actor, effect.n)
        elif op == deck.POINTS:
            standing.score(s, actor, times * effect.n)
        elif op == deck.COURTIER:
            self.courtier(s, effect.which)
        elif op == deck.MINOR:
            self.minor(s, effect.n)
        elif op == deck.GAIN_INDULGENCE:
            n = effect.n
            while n > 0:
                standing.indulgence(s, actor)
                n -= 1
        elif op == deck.FLAG and effect.which == deck.STABLE and tuckable(s, actor):
            s.todo = [tasks.TUCK, *s.todo]
        return False

    def courtier(self, s: DevilState, which: i64) -> None:
        """An effect gives a courtier who stands on one of the two spaces (DP-30)."""
        there = recruitable(s, s.actor)
        if which == deck.ANY:
            if there:
                s.todo = [tasks.CHOOSE_COURTIER, *s.todo]
        elif which in there:
            effects.take_courtier(s, s.actor, which, False)

    def minor(self, s: DevilState, n: i64) -> None:
        """A minor achievement is gained, or removed: if there is none, nothing happens (DP-37)."""
        minors = [minor_at(s, s.actor, at) for at in range(MINORS)]
        if n > 0 and 0 in minors:
            s.todo = [tasks.CHOOSE_MINOR, tasks.CHOOSE_SLOT, *s.todo]
        elif n < 0 and minors != [REMOVED] * MINORS:
            s.todo = [tasks.REMOVE_MINOR, *s.todo]


CHOICE_OF: list[i64] = [
    codes.CHOOSE_GAIN,
    codes.CHOOSE_GAIN,
    codes.CHOOSE_GIFT,
    codes.CHOOSE_GIFT,
    NONE,
    codes.CHOOSE_COURTIER,
    codes.CHOOSE_MINOR,
    codes.CHOOSE_SLOT,
    codes.REMOVE_MINOR,
    codes.TUCK_ONE,
    codes.USE_TUCKED,
]
"""The step at which a choice is asked."""


@final
class RecruitOther(Step[DevilState]):
    """The courtier who was to be recruited has come already: another one."""

    def begin(self, s: DevilState) -> i64:
        return s.actor

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [RECRUIT + courtier for courtier in recruitable(s, seat)]

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        away = RECRUIT <= code < RECRUIT + COURTIERS
        return Why("courtier_away", courtier=int(code - RECRUIT)) if away else Why(NOT_NOW)

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        step = s.book[codes.ACTION_PHASE]
        assert isinstance(step, ActionPhase)
        step.recruit(s, code - RECRUIT)
