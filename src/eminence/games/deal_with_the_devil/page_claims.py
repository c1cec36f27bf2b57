"""Achievements that can be claimed, as one form: a tile for each, with the slot on which it goes and who helps.

What is filled in are wishes: this to be claimed, on that slot. The small answers that the rules ask for follow from
them (`Claims`): the courtiers, as few as will do, and that nothing more is claimed. They are tried on in a state made
from the reader's view, in which what follows is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from eminence.core.state import Why
from eminence.core.texts import sentence
from eminence.games.deal_with_the_devil import cards, codes, effects, habits_at_plans
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.notation import ACHIEVEMENT_TEXTS, TEXTS
from eminence.games.deal_with_the_devil.page_fields import Form, Group, Option, Question
from eminence.games.deal_with_the_devil.page_forms import Forms
from eminence.games.deal_with_the_devil.page_parts import GOOD_DRAWINGS, Part
from eminence.games.deal_with_the_devil.page_rehearsal import Line
from eminence.games.deal_with_the_devil.state import DevilState

ALCHEMISTS = box.MINORS + box.MIXED
"""The achievement that brings the alchemist."""
CLAIMING = ("claim_one", "claim_with", "choose_slot")


class Claims(Part):
    """Wishes are carried out, one after the other."""

    def of(self, wishes: Sequence[int]) -> tuple[list[int], DevilState, Why | None]:
        """The small answers that are given, the state after them, and why one of them is refused."""
        s, left, given = self.begun(), list(wishes), list[int]()
        while s.asked == self.near and s.step().name in CLAIMING:
            code = self.answer(s, left)
            why = s.step().why_not(s, self.near, code)
            if why is not None:
                return given, s, why
            given.append(code)
            if code == codes.NO_CLAIM:
                break
            s.answer(self.near, code)
        return given, s, None

    def begun(self) -> DevilState:
        """A state of the reader's own, which goes on no further than the claims do."""
        s = self.s.clone()
        s.story = []
        s.steps = [codes.VOTING, codes.CLAIM_ONE]
        s.go_on()
        return s

    def answer(self, s: DevilState, left: list[int]) -> int:
        """What is answered next: as it is wished, or what is best where nothing is said about it."""
        name = s.step().name
        if name == "claim_one":
            while left and not codes.CLAIM <= left[0] < codes.WITH:
                left.pop(0)
            return left.pop(0) if left else codes.NO_CLAIM
        wished = codes.WITH <= left[0] < codes.NO_CLAIM if left and name == "claim_with" else False
        wished = wished or bool(left and name == "choose_slot" and codes.SLOT <= left[0] < codes.REMOVE)
        if wished:
            return left.pop(0)
        if name == "claim_with":
            return int(s.step().choices(s, self.near)[0])
        return codes.SLOT + int(habits_at_plans.best_slot(s, self.near))

    def lines(self, after: DevilState) -> list[Line]:
        """What comes of it, in the reader's words."""
        return [
            Line(self.telling.event(event))
            for event in after.story or []
            if getattr(event, "seat", None) == self.near
        ]  # fmt: skip


class Claiming(Forms):
    """Achievements at the end of a realm's actions."""

    def makers(self) -> Mapping[str, Callable[[], Form]]:
        return {"claim_one": self.claims}

    def claims(self) -> Form:
        slots, wishes, wanted = self.slots(), list[int](), set[int]()
        for achievement in self.there():
            there = achievement in slots and self.s.round < box.ROUNDS
            preset = [codes.CLAIM + achievement, *([codes.SLOT + slots[achievement]] if there else [])]
            if self.is_wanted(achievement) and self.can([*wishes, *preset]):
                wishes += preset
                wanted.add(achievement)
        helpers = self.helpers(wishes)
        questions = list[Question]()
        for achievement in self.there():
            tile = self.tile(achievement, achievement in wanted)
            questions.append(Question(f"claim-{achievement}", "boxes", "", (tile,)))
            questions += self.about(achievement, slots, helpers.get(achievement, []))
        return self.made([Group("claims", "", tuple(questions))], preset=wishes)

    def helpers(self, wishes: Sequence[int]) -> dict[int, list[int]]:
        """Who helps with what, where these are wished."""
        found, last = dict[int, list[int]](), 0
        for code in Claims(self.view, self.ask, self.telling).of(wishes)[0]:
            if codes.CLAIM <= code < codes.WITH:
                last = code - codes.CLAIM
            elif codes.WITH <= code < codes.NO_CLAIM:
                found.setdefault(last, []).append(code - codes.WITH)
        return found

    def there(self) -> list[int]:
        """What can be claimed, with whom a claim brings: the major ones first, that of all types before them."""
        s, seat = self.s, self.near
        left = [one for one in range(box.ACHIEVEMENTS) if not effects.claimed(s, seat, one)]
        now = [one for one in left if not effects.lacking(s, seat, one, self.court)]
        return sorted(now, key=lambda one: (one < box.MINORS, one != ALCHEMISTS, one))

    @property
    def court(self) -> int:
        """The set of courtiers who can help: the alchemist, too, if he can be won by a claim (DP-4)."""
        s, seat = self.s, self.near
        court = int(effects.court(s, seat))
        wins = not effects.claimed(s, seat, ALCHEMISTS) and not effects.lacking(s, seat, ALCHEMISTS, court)
        return court | 1 << cards.ALCHEMIST if wins else court

    def slots(self) -> dict[int, int]:
        """By minor achievement, a slot of its own, the best first."""
        s, found = self.s.clone(), {}
        for achievement in self.there():
            if achievement < box.MINORS and effects.free_slots(s, self.near):
                s.claiming = achievement
                slot = int(habits_at_plans.best_slot(s, self.near))
                effects.set_minor(s, self.near, achievement, slot + 1)
                found[achievement] = slot
        return found

    def is_wanted(self, achievement: int) -> bool:
        """Whether it is marked from the beginning: major ones are, minor ones as long as production follows."""
        return achievement >= box.MINORS or self.s.round < box.ROUNDS

    def can(self, wishes: Sequence[int]) -> bool:
        return Claims(self.view, self.ask, self.telling).of(wishes)[2] is None

    def tile(self, achievement: int, checked: bool) -> Option:
        reward = "minor" if achievement < box.MINORS else ACHIEVEMENT_TEXTS[achievement].split()[1]
        name = self.t(f"page.claims.{ACHIEVEMENT_TEXTS[achievement].replace(' ', '.')}")
        note = sentence(self.t(f"achievement.reward.{reward}"))
        sort = achievement % box.MINORS
        drawing = "t0 t1 t2" if sort == box.MIXED else f"t{sort}"
        return Option(TEXTS[codes.CLAIM + achievement], name, note, drawing, checked=checked)

    def about(self, achievement: int, slots: Mapping[int, int], preset: Sequence[int]) -> list[Question]:
        """Who helps, where there is a choice, and on which slot it goes."""
        s, seat, found = self.s, self.near, list[Question]()
        when = f"claim-{achievement}"
        lacks = int(effects.lacking(s, seat, achievement, 0))
        helpers = [
            courtier
            for courtier in range(cards.COURTIERS)
            if self.court >> courtier & 1 and effects.lacking(s, seat, achievement, 1 << courtier) < lacks
        ]
        if len(helpers) > lacks > 0:
            checked = preset or helpers[:lacks]
            options = tuple(
                Option(TEXTS[codes.WITH + one], self.telling.courtier(one), drawing=f"t{one}", checked=one in checked)
                for one in helpers
            )
            kind, need = ("radio", 0) if lacks == 1 else ("boxes", lacks)
            found.append(
                Question(f"with-{achievement}", kind, self.t("page.claims.helper"), options, when=when, need=need)
            )
        if achievement < box.MINORS and self.s.round < box.ROUNDS:  # else any slot will do
            there = [int(slot) for slot in effects.free_slots(s, seat)]
            options = tuple(
                Option(
                    TEXTS[codes.SLOT + slot], self.label(codes.SLOT + slot), drawing=self.drawing(slot),
                    short=str(slot + 1), checked=slot == slots.get(achievement),
                )
                for slot in there
            )  # fmt: skip
            title = self.t("page.claims.slot")
            found.append(Question(f"slot-{achievement}", "radio", title, options, when=when, swaps="slots"))
        return found

    def drawing(self, slot: int) -> str:
        """What a slot brings next."""
        row = box.WHEEL[(self.near + self.s.turned) % box.SEATS][int(self.s.round)]
        return GOOD_DRAWINGS[row[slot]]
