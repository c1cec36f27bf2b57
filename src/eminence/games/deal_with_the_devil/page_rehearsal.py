"""A plan is rehearsed: the rules carry it out in a state of the reader's own, in which nobody else does anything."""

from __future__ import annotations

from dataclasses import dataclass, replace

from eminence.core.state import DEALER
from eminence.games.deal_with_the_devil import codes, events, goods, tasks, upkeep
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.page_parts import Part
from eminence.games.deal_with_the_devil.planning import Draft, Plan
from eminence.games.deal_with_the_devil.state import DevilState

MOST_ANSWERS = 200
"""More answers than a plan ever takes."""
LEFT_HALF, RIGHT_HALF = 1, 9
"""The steps of the action board at which events are carried out."""
LOSSES = (events.CouldNotPay, events.GotDemons, events.GuestCame)


@dataclass(frozen=True, slots=True)
class Line:
    """Something that would happen: a note, a cost or a loss; with coins, debt and reputation after it."""

    told: str
    kind: str = ""
    coins: int = -1
    debt: int = 0
    reputation: str = ""
    place: int = -1
    """Which step of the action board it belongs to."""


class Rehearsal(Part):
    """What a plan comes to."""

    def of(self, sealed: DevilState) -> tuple[DevilState, list[Line], int, bool] | None:
        """The state after it, what happens line by line, how much of it fails, and whether it does anything; None where
        the plan is not finished."""
        seat = self.near
        answers = sealed.sealed[seat]
        draft = Draft(self.s, seat, answers)
        if not draft.is_done:
            return None
        s = self.s.clone()
        s.sealed = ((),) * box.SEATS
        s.story = []
        s.first = seat
        s.steps = [codes.VOTING, codes.ACTION_PHASE, codes.PLAN]  # where all are asked together, the rehearsal ends
        step = s.step()
        assert isinstance(step, Plan)
        step.resolve(s, tuple(answers if other == seat else () for other in range(box.SEATS)))
        lines, failures = self.carried_out(s)
        does = bool(lines) or draft.tokens < box.TOKENS - self.s.fewer_tokens[seat]
        lines += self.interest(s)
        return s, lines, failures, does

    def carried_out(self, s: DevilState) -> tuple[list[Line], int]:
        """Step by step of the action board, until it is another realm's turn."""
        seat, lines, failures, told = self.near, list[Line](), 0, len(s.story or [])
        s.go_on()
        for _ in range(MOST_ANSWERS):
            step, asked = s.step(), int(s.asked)
            if s.actor != seat or asked not in (seat, DEALER) or step.name == "claim_one":
                break
            will_be_asked = Line(self.t("page.plan.asked"))
            if asked == seat and (not lines or lines[-1] != will_be_asked):
                lines.append(will_be_asked)
            at = int(s.at)
            s.answer(asked, int(step.choices(s, asked)[-1 if step.name == "fund" else 0]))
            if int(s.at) != at:
                told, failures = self.tell(s, lines, told, failures, int(tasks.ORDER[at]))
        told, failures = self.tell(s, lines, told, failures, int(tasks.ORDER[min(int(s.at), tasks.LAST)]))
        return lines, failures

    def tell(self, s: DevilState, lines: list[Line], told: int, failures: int, place: int) -> tuple[int, int]:
        """What has happened since at a step of the board, in the reader's words, with what he has then."""
        seat, story = self.near, s.story or []
        for event in story[told:]:
            if getattr(event, "seat", None) != seat or isinstance(event, (events.PlanRevealed, events.Discarded)):
                continue
            kind = "loss" if isinstance(event, LOSSES) else ""
            if isinstance(event, events.Traded):
                kind = "cost"
            failures += isinstance(event, events.CouldNotPay)
            here = place
            if isinstance(event, events.PlayedEvent):  # told as the next step begins
                here = LEFT_HALF if event.half == 1 else RIGHT_HALF
            lines.append(Line(self.telling.event(event), kind, place=here))
        last = next((n for n in reversed(range(len(lines))) if lines[n].place == place), len(lines) - 1)
        if lines and lines[last].coins < 0:
            coins, debt = int(goods.coins(s.goods[seat])), int(s.debt[seat])
            reputation = self.telling.signed(int(s.reputation[seat]))
            lines[last] = replace(lines[last], coins=coins, debt=debt, reputation=reputation)
        return len(story), failures

    def interest(self, s: DevilState) -> list[Line]:
        """What the debt grows by at the end of the round."""
        seat = self.near
        if not s.debt[seat] or upkeep.is_held(s, seat):
            return []
        laps = int(s.interest[seat] + s.debt[seat]) // box.QUARTERS
        if not laps:
            return []
        return [Line(self.t("page.plan.interest", n=laps, debt=int(s.debt[seat])), "cost")]

    def summed(self, lines: list[Line]) -> str:
        """All of it in one breath, for whoever does not see it."""
        return " ".join(line.told for line in lines)
