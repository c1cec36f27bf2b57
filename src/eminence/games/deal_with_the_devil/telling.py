"""Deal with the Devil told to a reader: after its questions and answers, what happened and how it is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from eminence.core.bits import members
from eminence.core.event import Event
from eminence.core.game import CountLine, Tally
from eminence.core.match import TookBack
from eminence.core.texts import MissingText, sentence
from eminence.core.view import View
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import events, goods, scoring
from eminence.games.deal_with_the_devil.black_mass import worth_of
from eminence.games.deal_with_the_devil.components import NONE
from eminence.games.deal_with_the_devil.telling_answers import Answers
from eminence.games.deal_with_the_devil.telling_things import Words

UNTOLD: Final = (events.RoundBegan, events.PhaseBegan, events.Discarded, events.ChestsClosed)
DEALT: Final = (
    events.ChestCame,
    events.DealtBuilding,
    events.DealtEvent,
    events.Kept,
    events.Passed,
    events.PlanRevealed,
)


class Telling(Answers):
    """Deal with the Devil in sentences."""

    # -- what happened ----------------------------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        if not isinstance(event, (*events.ALL, TookBack)):
            raise MissingText(f"Deal with the Devil has no sentence for {event!r}")
        variant, words = self._variant(event), self._words(event)
        key = f"event.{event.name}{f'.{variant}' if variant else ''}"
        seat = event.guesser if isinstance(event, events.GuessScored) else getattr(event, "seat", None)
        if seat is None:
            return sentence(self.texts(key, **words))
        return self.said(key, seat, **words)

    def news(self, events: Sequence[Event]) -> list[str]:
        """Without what is told of everybody in the same words; what the reader has got or lost comes last."""
        told = [event for event in events if not self.is_heading(event) and self._variant(event) != "covered"]
        return super().news(sorted(told or events, key=self._weight))

    def _weight(self, event: Event) -> int:
        """How much an event matters to the reader."""
        return 0 if getattr(event, "seat", None) != self.reader else 1 if isinstance(event, DEALT) else 2

    def tells_with(self, event: Event, following: Event) -> bool:
        """Cards that others get face down are told once: all that are dealt in a round, and the two that are passed."""
        match event, following:
            case (
                events.DealtBuilding(_, None) | events.DealtEvent(_, None),
                events.DealtBuilding() | events.DealtEvent(),
            ):
                return True
            case (events.Passed(seat, None), events.Passed(same, _)):
                return seat == same
        return False

    def is_heading(self, event: Event) -> bool:
        """Phases, which the wheel shows, and what goes without saying."""
        return isinstance(event, UNTOLD)

    def _variant(self, event: Event) -> str:
        """Which of the sentences of an event fits: by what is known of it, and by what came of it."""
        match event:
            case events.GotRole(seat, _) if seat == self.reader:
                return "covered"  # his card lies face down, and the story beside it does not say it aloud
            case events.GotRole(_, hidden) | events.DealtBuilding(_, hidden) | events.DealtEvent(_, hidden):
                return "covered" if hidden is None else "seen"
            case events.Passed(_, hidden) | events.Discarded(_, hidden):
                return "covered" if hidden is None else "seen"
            case events.Kept(_, building):
                return "covered" if building is None else "none" if building == NONE else "seen"
            case events.ChestCame(_, _, _, _, paid):
                return "covered" if paid is None else "paid" if paid else "open"
            case events.AnsweredChest(_, accepted, tainted):
                return (
                    "covered" if accepted is None else "left" if not accepted else "tainted" if tainted else "accepted"
                )
            case events.ChestCameHome(_, accepted):
                return "covered" if accepted is None else "accepted" if accepted else "left"
            case events.PlayedEvent(_, _, half):
                return "left" if half == 1 else "right"
            case events.UsedBuilding(_, _, free):
                return "free" if free else "token"
            case events.TookCourtier(_, _, recruited):
                return "recruited" if recruited else "given"
            case events.Claimed(_, _, courtiers, by_effect):
                return "given" if by_effect else "with" if courtiers else "plain"
            case events.MinorRemoved(_, _, slot):
                return "unclaimed" if slot == NONE else "claimed"
            case events.InterestGrew(_, _, by):
                return "grew" if by else "still"
            case events.Moved(_, by):
                return "up" if by > 0 else "down" if by < 0 else "still"
            case events.LostDemons(_, wings):
                return "some" if wings else "none"
            case events.Scored(_, points):
                return "up" if points > 0 else "down"
            case events.Ranked(highest):
                return "apart" if highest else "level"
            case events.ChestsOpened(by_mark):
                return "by_mark" if by_mark else "by_seat"
            case events.AccusationAnswered(_, cultist, true):
                return f"{'cultist' if cultist else 'devil'}.{'true' if true else 'false'}"
            case events.GuessScored(_, _, cultist, right):
                return f"{'right' if right else 'wrong'}.{'cultist' if cultist else 'devil'}"
            case events.Appeased(_, _, _, suffers):
                return "some" if suffers else "all"
        return ""

    def _words(self, event: Event) -> Words:
        """What the sentence of an event speaks of, in words."""
        simple = self._simple
        found = {name: getattr(event, name) for name in event.__dataclass_fields__ if name in simple}
        words: Words = {
            name: simple[name](value)
            for name, value in found.items()
            if value is not None and value != NONE and not isinstance(event, events.Counted)
        }
        match event:
            case events.RoundBegan(number):
                words = {"n": number}
            case events.InquisitorLies(place, _):
                words["n"] = place
            case events.GotRole(_, int(mark)) | events.RoleShown(_, mark):
                words = {"role": self.role(mark), "mark": self.mark(mark)}
            case events.ChestCame(_, _, int(mark)):
                words["chest"] = self.chest(mark)
            case events.AnsweredChest(_, _, int(tainted)):
                words = {"souls": self.texts("soul.tainted", n=tainted)}
            case events.ChestCameHome(_, True, tuple(heap), int(souls)):
                things = [*self.good_list(heap), *self.souls(souls % box.TAINTED, souls // box.TAINTED)]
                words = {"things": self.texts.listed(things) or self.texts("nothing")}
            case events.Traded(seat, sold, borrowed, bought, repaid):
                words = {"deeds": self._deeds(seat, sold, borrowed, bought, repaid)}
            case events.PlanRevealed():
                words = {"plan": self._plan(event)}
            case events.CouldNotPay(_, what):
                words = {"step": self.texts(f"step.{what}")}
            case events.Claimed(_, _, courtiers):
                words["courtiers"] = self.texts.listed([self.courtier(int(one)) for one in members(courtiers)])
            case events.Upgraded(_, _, slot) | events.MinorRemoved(_, _, slot):
                words["n"] = slot + 1
            case events.InterestGrew(_, _, by, debt) | events.DebtAdded(_, by, debt):
                words = {"n": by, "debt": debt}
            case events.DebtFell(_, by):
                words = {"n": by}
            case events.Moved(_, by, to):
                words = {"n": abs(by), "to": self.signed(to)}
            case events.Drifted(_, to):
                words = {"to": self.signed(to)}
            case events.GotAngels(_, wings):
                words = {"wings": self.texts("angel_wings", n=wings)}
            case events.BoughtWings(_, wings):
                words = {"coins": self.coins(box.WINGS_PRICE * wings)}
            case events.GotDemons(_, wings) | events.LostDemons(_, wings):
                words = {"wings": self.texts("demon_wings", n=wings)}
            case events.Scored(_, points):
                words = {"points": self.texts("points", n=abs(points))}
            case events.Ranked(highest, lowest):
                words = {"highest": self.seats(highest), "lowest": self.seats(lowest)}
            case events.Voted(votes):
                told = [self.texts("nobody") if vote == NONE else self.who(vote) for vote in votes]
                words = {"votes": sentence(self.things(enumerate(told)))}
            case events.Accused(_, votes):
                words = {"n": votes}
            case events.ChestsOpened(by_mark, chests):
                words = {"chests": self._mass(by_mark, chests)}
            case events.PotHolds(coins):
                words = {"n": coins}
            case events.DevilRewarded(fragments, heap):
                words = {"souls": self.fragments(fragments), "goods": self.goods(heap)}
            case events.CultistRewarded(fragments, heap):
                words = {"souls": self.texts("soul.tainted", n=fragments), "goods": self.goods(heap)}
            case events.GuessersRewarded(marks, coins):
                told = [self.mark(int(mark)) for mark in members(marks)]
                words = {"marks": self.texts.listed(told), "coins": self.coins(coins)}
            case events.SoulsScored(_, fragments):
                words = {"souls": self.fragments(fragments)}
            case events.Appeased(seat, shown, spent, suffers):
                words = {"deeds": self._appeasing(seat, shown, spent)}
                words |= {"inquisitors": self.inquisitors(suffers)}
            case events.Suffered(_, inquisitor):
                words = {"penalty": self.penalty(inquisitor)}
            case events.Shipped(_, kind, n):
                words = {"goods": self.good(kind, n)}
            case events.Counted(heaps, souls, points):
                held = [
                    self.texts.listed([*self.good_list(heap), *self.souls(soul % box.TAINTED, soul // box.TAINTED)])
                    or self.texts("nothing")
                    for heap, soul in zip(heaps, souls, strict=True)
                ]
                scores = self.things(enumerate(points))
                words = {"holdings": sentence(self.things(enumerate(held))), "scores": sentence(scores)}
        return words

    @property
    def _simple(self) -> Mapping[str, Callable[[Any], str]]:
        """Fields of events that are told in the same way wherever they stand."""
        return {
            "phase": lambda phase: self.texts(f"phase.{box.PHASES[phase]}"),
            "building": self.building,
            "card": self.event_card,
            "goods": self.goods,
            "courtier": self.courtier,
            "achievement": self.achievement,
            "inquisitor": self.inquisitor,
            "price": self.price,
        }

    def _deeds(self, seat: int, sold: Sequence[int], borrowed: int, bought: Sequence[int], repaid: int) -> str:
        """What a seat does at the market, as predicates."""
        person = "you" if seat == self.reader else "they"
        told = []
        if any(sold):
            told.append(self.texts(f"trade.{person}.sold", goods=self.goods(sold)))
        if borrowed:
            told.append(self.texts(f"trade.{person}.borrowed", coins=self.coins(borrowed)))
        if any(bought):
            told.append(self.texts(f"trade.{person}.bought", goods=self.goods(bought)))
        if repaid:
            told.append(self.texts(f"trade.{person}.repaid", coins=self.coins(repaid)))
        return self.texts.listed(told)

    def _appeasing(self, seat: int, shown: int, spent: int) -> str:
        """What a seat does before the inquisitors, as predicates."""
        person = "you" if seat == self.reader else "they"
        told = []
        if shown:
            told.append(self.texts(f"appease.{person}.shown", souls=self.fragments(shown)))
        if spent:
            told.append(self.texts(f"appease.{person}.spent", indulgences=self.good(goods.INDULGENCE, spent)))
        return self.texts.listed(told) or self.texts(f"appease.{person}.nothing")

    def _plan(self, plan: events.PlanRevealed) -> str:
        """What is planned, in the order of the action board but for the event, which comes first."""
        told = []
        if plan.card != NONE:
            told.append(self.texts(f"plan.{'left' if plan.half == 1 else 'right'}", event=self.event_card(plan.card)))
        told += [self.texts("plan.use", building=self.building(number)) for number in plan.uses]
        for number in dict.fromkeys(plan.builds):  # a building that is used at once is named twice
            key = "build_and_use" if plan.builds.count(number) > 1 else "build"
            told.append(self.texts(f"plan.{key}", building=self.building(number)))
        if plan.recruit != NONE:
            told.append(self.texts("plan.recruit", courtier=self.courtier(plan.recruit)))
        return self.texts.listed(told) or self.texts("plan.nothing")

    def _mass(self, by_mark: bool, chests: Sequence[Sequence[int]]) -> str:
        """What was found in the chests of a black mass."""
        told = []
        for number, (worth, heap, pure, tainted, devil, cultist) in enumerate(chests):
            held = [*self.good_list(heap + int(goods.COIN) * (worth - int(worth_of(heap)))), *self.souls(pure, tainted)]
            held += [
                self.texts(f"mass.{role}", who=self.who(seat))
                for role, seat in (("devil", devil), ("cultist", cultist))
                if seat != box.NOBODY_GUESSED
            ]
            thing = ", ".join(held) or self.texts("nothing")
            if by_mark:
                told.append(self.texts("mass.of_mark", name=self.mark(number), thing=thing))
            else:
                told.append(self.texts("mass.of_seat", who=self.who(number), thing=thing))
        return sentence(self.texts("between").join(told))

    # -- the count --------------------------------------------------------------------------------------------------

    def subject(self, line: CountLine) -> str:
        """Each part of the count is one line."""
        return self.texts(f"count.part.{line.part}")

    def part(self, line: CountLine) -> str:
        return self.texts("count.all")

    def tally(self, tally: Tally) -> str:
        return self.texts(f"count.reason.{tally.reason}", **tally.facts)

    def tie(self, view: View, scores: Sequence[int]) -> str | None:
        best = [seat for seat, points in enumerate(scores) if points == max(scores)]
        if len(best) == 1:
            return None
        s = self.known(view)
        left = [(seat, sum(goods.numbers_of(s.shown_goods[seat])[kind] for kind in LOOSE)) for seat in best]
        told = [self.texts("seat_points", who=self.who(seat), n=int(n) % scoring.A_POINT) for seat, n in left]
        return self.texts("count.tie", fifths=self.texts.listed(told))


LOOSE: Final = (*range(goods.BASICS), goods.COINS)
"""Kinds of things of which five make a point."""
