"""The plan as one form: the action board from top to bottom, with what effects leave to choose below each line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from eminence.core.bits import members
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.cards import Effect
from eminence.games.deal_with_the_devil.components import NONE
from eminence.games.deal_with_the_devil.effects import courtier_at, recruitable
from eminence.games.deal_with_the_devil.hands import cards_in
from eminence.games.deal_with_the_devil.notation import TEXTS
from eminence.games.deal_with_the_devil.page_fields import Form, Group, Option, Question
from eminence.games.deal_with_the_devil.page_forms import Forms
from eminence.games.deal_with_the_devil.page_parts import EventCard
from eminence.games.deal_with_the_devil.planning import STABLES_PLACE, Draft, answers_to, questions_of

OPEN_ENDS = f"{TEXTS[codes.LATER]}|{TEXTS[codes.ENOUGH]}"
"""After these, nothing more is asked about an effect."""
PLACES_OF: Final[Mapping[str, tuple[int, ...]]] = {
    "event": (1, 9), "stables": (STABLES_PLACE,), "use": (2,), "use_again": (3,), "build": (4, 5),
    "build_again": (6, 7), "recruiting": (8,),
}  # fmt: skip
"""Which steps of the action board a line of the form stands for."""


class Planning(Forms):
    """The action board."""

    def makers(self) -> Mapping[str, Callable[[], Form]]:
        return {"plan": self.plan}

    def plan(self) -> Form:
        groups = [self.event_group(), self.stables(), *self.uses(), *self.builds(), self.recruiting(), self.funding()]
        fewer = int(self.s.fewer_tokens[self.near])
        budget, free = box.TOKENS - fewer, max(box.FREE_TOKENS - fewer, 0)
        return self.made(groups, preset=self.nothing(), budget=budget, tokens=free)

    def nothing(self) -> list[int]:
        """The plan in which nothing is done."""
        given: list[int] = []
        idle = (codes.NO_EVENT, codes.NO_FREE_USE, codes.NO_USE, codes.NO_BUILD, codes.NO_RECRUIT, codes.FUND_LOAN)
        while not (draft := Draft(self.s, self.near, tuple(given))).is_done:
            there = [int(code) for code in draft.choices(self.s)]
            given.append(next((code for code in idle if code in there), there[0]))
        return given

    def group(self, name: str, questions: Iterable[Question]) -> Group | None:
        found = tuple(questions)
        if not found:
            return None
        return Group("plan", self.t(f"page.plan.{name}"), found, line=name, places=PLACES_OF.get(name, ()))

    # -- what effects leave open -----------------------------------------------------------------------------------

    def ahead(self, q: str, when: str, effects: list[Effect]) -> list[Question]:
        """Answers that may be given ahead, one after the other; whoever decides later is asked when it comes."""
        found: list[Question] = []
        for number, question in enumerate(questions_of(effects)):
            name = f"{q}-{number}"
            answers = [int(code) for code in answers_to(question)]
            options = [self.option(codes.LATER, checked=True)]
            options += [self.option(code) for code in answers if code != codes.LATER]
            before = f"{q}-{number - 1}" if number else when
            title = self.t("page.plan.ahead", n=number + 1) if number else self.t("page.plan.choose")
            found.append(Question(name, "select", title, tuple(options), when=before, idle=OPEN_ENDS))
        return found

    # -- the lines of the board ------------------------------------------------------------------------------------

    def event_group(self) -> Group | None:
        """An event, and which half of it; of two, one is discarded first."""
        there = [int(one) for one in members(self.s.events[self.near])]
        if not there:
            return None
        questions = []
        if len(there) > 1:
            options = tuple(
                Option(TEXTS[codes.DISCARD + one], self.event(one).name, checked=number == 0, said="-")
                for number, one in enumerate(there)
            )
            questions.append(Question("discard", "radio", self.t("page.plan.discard"), options))
        for event in reversed(there):  # the first is discarded unless the reader says otherwise
            card, kept = self.event(event), self.t("page.plan.event_none")
            when = f"discard={TEXTS[codes.DISCARD + there[1 - there.index(event)]]}" if len(there) > 1 else ""
            options = (
                Option(TEXTS[codes.NO_EVENT], kept, checked=True, said=self.half(card, kept)),
                Option(TEXTS[codes.LEFT], self.t("page.plan.left"), card.left, said=self.half(card, card.left)),
                Option(TEXTS[codes.RIGHT], self.t("page.plan.right"), card.right, said=self.half(card, card.right)),
            )
            q = f"event-{event}"
            questions.append(Question(q, "radio", card.name, options, when=when, idle=TEXTS[codes.NO_EVENT]))
            halves = self.s.cards.events[event]
            questions += self.ahead(f"{q}-left", f"{q}={TEXTS[codes.LEFT]}", halves.left)
            questions += self.ahead(f"{q}-right", f"{q}={TEXTS[codes.RIGHT]}", halves.right)
        return self.group("event", questions)

    def half(self, card: EventCard, does: str) -> str:
        """What a line says of an event of which a half was chosen."""
        return self.t("page.plan.of_event", event=card.name, text=does)

    def stables(self) -> Group | None:
        tucked = int(self.s.tucked[self.near])
        if tucked == NONE:
            return None
        options = (
            Option(TEXTS[codes.NO_FREE_USE], self.t("label.stables.rest"), checked=True),
            Option(TEXTS[codes.FREE_USE], self.t("label.stables.use")),
        )
        card = self.building(tucked)
        question = Question("stables", "radio", card.name, options, idle=TEXTS[codes.NO_FREE_USE])
        use = f"stables={TEXTS[codes.FREE_USE]}"
        return self.group("stables", [question, *self.ahead("tucked", use, self.s.cards.buildings[tucked].effects)])

    def uses(self) -> list[Group | None]:
        """Action buildings that stand already: two at most."""
        usable = [int(number) for number in Draft(self.s, self.near, tuple(self.before_uses())).usable(self.s)]
        found = []
        for place in range(min(len(usable), 2)):
            q = f"use-{place}"
            options = [Option(TEXTS[codes.NO_USE], self.t("page.plan.no_use"), checked=True)]
            options += [Option(TEXTS[codes.USE + number], "", card=self.building(number)) for number in usable]
            when = "" if place == 0 else "use-0"
            questions = [
                Question(q, "radio", "", tuple(options), when=when, differs=when, idle=TEXTS[codes.NO_USE], costs=True)
            ]
            for number in usable:
                chosen = f"{q}={TEXTS[codes.USE + number]}"
                questions += self.ahead(f"{q}-{number}", chosen, self.s.cards.buildings[number].effects)
            found.append(self.group("use" if place == 0 else "use_again", questions))
        return found

    def before_uses(self) -> list[int]:
        """The answers that do nothing, up to where buildings are used."""
        given = []
        for code in self.nothing():
            if code >= codes.USE or code in (codes.NO_USE, codes.NO_BUILD):
                break
            given.append(code)
        return given

    def builds(self) -> list[Group | None]:
        """Buildings from the hand: two at most; what can be used at once may be."""
        hand = [int(card) for card in cards_in(self.s.hand[self.near])]
        found = []
        for place in range(min(len(hand), 2)):
            q = f"build-{place}"
            options = [Option(TEXTS[codes.NO_BUILD], self.t("page.plan.no_build"), checked=True)]
            options += [Option(TEXTS[codes.BUILD + card], "", card=self.building(card)) for card in hand]
            when = "" if place == 0 else "build-0"
            questions = [
                Question(
                    q, "radio", "", tuple(options), when=when, differs=when, idle=TEXTS[codes.NO_BUILD], costs=True
                )
            ]
            for card in hand:
                building = self.s.cards.buildings[card]
                chosen = f"{q}={TEXTS[codes.BUILD + card]}"
                if building.kind == deck.IMMEDIATE:
                    questions += self.ahead(f"{q}-{card}", chosen, building.effects)
                elif building.kind == deck.ACTION:
                    act = f"act-{place}-{card}"
                    ways = (
                        Option(TEXTS[codes.NOT_IT], self.t("page.plan.not_it"), checked=True, said="-"),
                        Option(TEXTS[codes.USE_IT], self.t("page.plan.use_it"), said=self.t("page.plan.and_use")),
                    )
                    title = self.t("page.plan.at_once")
                    questions.append(
                        Question(act, "radio", title, ways, when=chosen, idle=TEXTS[codes.NOT_IT], costs=True)
                    )
                    questions += self.ahead(act + "-a", f"{act}={TEXTS[codes.USE_IT]}", building.effects)
            found.append(self.group("build" if place == 0 else "build_again", questions))
        return found

    def recruiting(self) -> Group | None:
        there = [int(courtier) for courtier in recruitable(self.s, self.near)]
        if not there:
            return None
        options = [Option(TEXTS[codes.NO_RECRUIT], self.t("page.plan.no_recruit"), checked=True)]
        for courtier in there:
            again = courtier_at(self.s, self.near, courtier) == box.ON_THREE
            coins = self.telling.coins(box.RECRUIT_AGAIN if again else box.RECRUIT_FIRST)
            name = self.t("page.plan.recruit", courtier=self.telling.courtier(courtier), coins=coins)
            options.append(Option(TEXTS[codes.RECRUIT + courtier], name, drawing=f"t{courtier}"))
        question = Question("recruit", "radio", "", tuple(options), idle=TEXTS[codes.NO_RECRUIT], costs=True)
        return self.group("recruiting", [question])

    def funding(self) -> Group | None:
        ways = (codes.FUND_LOAN, codes.FUND_SALE, codes.FUND_ASK)
        options = tuple(self.option(code, checked=code == codes.FUND_LOAN) for code in ways)
        return self.group("funding", [Question("fund", "select", self.t("page.plan.fund"), options)])
