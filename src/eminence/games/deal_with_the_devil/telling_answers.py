"""Deal with the Devil told to whoever is asked: its questions and answers as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from eminence.core.ask import Ask, Choice
from eminence.core.bits import members
from eminence.core.state import Why
from eminence.core.texts import sentence
from eminence.core.view import View
from eminence.games.deal_with_the_devil import cards, codes, deals, goods, ledger, planning
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.components import NONE
from eminence.games.deal_with_the_devil.effects import courtier_at
from eminence.games.deal_with_the_devil.inquisition import TRADED, faced_by
from eminence.games.deal_with_the_devil.notation import (
    FIRST_CODES,
    SEAT_TEXTS,
    unknown_because,
)
from eminence.games.deal_with_the_devil.planning import Draft
from eminence.games.deal_with_the_devil.state import DevilState
from eminence.games.deal_with_the_devil.telling_things import Things, Words


class Answers(Things):
    """What is asked, and what may be answered."""

    # -- what is asked ----------------------------------------------------------------------------------------------

    def prompt(self, view: View, ask: Ask) -> str:
        s, key = self.known(view), ask.step
        first = {choice.kind for choice in ask}
        fields: Words = {}
        match ask.step:
            case "wishes":
                fields = {"role": self.texts(f"role.{box.ROLE_NAMES[len(s.sealed[ask.seat])]}")}
            case "choose_goods" | "choose_gain":
                key += f".{_sort_of(ask)}"
            case "choose_gift":
                key += ".again" if "enough" in first else ".first"
            case "keep_one":
                key += ".some" if "keep" in first else ".none"
            case "pass_two" if s.sealed[ask.seat]:
                key += ".second"
                fields = {"building": self.building(s.sealed[ask.seat][0] - codes.PASS)}
            case "pass_two":
                key += ".left" if s.round % 2 == 0 else ".right"
            case "offer" if "seal" in first:
                key += ".put"
                fields = self._offer_so_far(s.sealed[ask.seat])
            case "offer":
                key += ".price"
            case "answer_first" | "answer_second":
                mark, price, paid, heap = s.held[ask.seat]
                key += ".paid" if paid else ".open"
                fields = {"chest": sentence(self.chest(mark)), "price": self.price(price)}
                fields |= {} if paid else {"goods": self.goods(heap)}
            case "plan":
                return self._plan_prompt(s, ask, first)
            case "fund":
                fields = {"coins": self.coins(s.owing)}
            case "use_tucked":
                fields = {"building": self.building(s.tucked[ask.seat])}
            case "claim_with":
                fields = {"achievement": self.achievement(s.claiming)}
            case "prepare":
                key += ".wings" if "wings" in first else ".rest"
            case "load":
                return self._load_prompt(ask, first)
            case "appease":
                key += next(f".{word}" for word in ("show", "spend", "suffer") if word in first)
                fields = {"inquisitors": self.inquisitors(faced_by(s, ask.seat))}
            case "penalty":
                before = s.bill_for == cards.DEBT and bool(s.todo) and s.todo[0] >= TRADED
                key += f".{PENALTIES[int(s.bill_for)]}{'_before' if before else ''}"
                fields = {"inquisitor": self.inquisitor(s.at), "debt": int(s.debt[ask.seat])}
                fields |= {"n": int(s.bill_any), "goods": self.goods(int(s.bill))}
        return sentence(self.texts(f"prompt.{key}", **fields))

    def _offer_so_far(self, sealed: Sequence[int]) -> Words:
        heap, price = 0, 0
        for code in sealed:
            if codes.PRICE <= code < codes.PUT:
                price = int(deals.price_of(code))
            elif code >= codes.PUT:
                heap += int(deals.put_heap(code))
        return {"price": self.price(price), "goods": self.goods(heap)}

    def _load_prompt(self, ask: Ask, first: set[str]) -> str:
        """What goes next into a chest for the black mass; resources as bribes may come before it."""
        offered = [choice.code for choice in ask]
        if codes.BRIBE in offered:
            return self.texts("prompt.load.bribe")
        key = "devil" if "devil" in first else "cultist"
        if "lay" in first:
            key = "pure" if codes.SHOW_PURE in offered else "tainted"
        question = self.texts(f"prompt.load.{key}")
        return self.texts("prompt.load.goods", question=question) if "bribe" in first else question

    def _plan_prompt(self, s: DevilState, ask: Ask, first: set[str]) -> str:
        """What is asked next of a plan: its parts, or what an effect in it leaves to choose."""
        draft = Draft(s, ask.seat, s.sealed[ask.seat])
        plan = draft.plan
        if draft.questions:
            key = "choose_courtier" if "take" in first else "choose_minor" if "minor" in first else "choose_slot"
            if "gain" in first:
                key = f"choose_gain.{_sort_of(ask)}"
            elif "give" in first:
                key = f"choose_gift.{'again' if 'enough' in first else 'first'}"
            return sentence(
                self.texts("prompt.plan.ahead", source=self._source(s, draft), question=self.texts(f"prompt.{key}"))
            )
        word = next(word for word in PLAN_WORDS if word in first)
        used = int(box.TOKENS - s.fewer_tokens[ask.seat] - draft.tokens)
        fields: Words = {}
        match word:
            case "event":
                fields = {"event": self.event_card(int(members(draft.events)[0]))}
            case "stables":
                fields = {"building": self.building(s.tucked[ask.seat])}
            case "action":
                second = plan[planning.SECOND_BUILD] != NONE
                fields = {"building": self.building(plan[planning.SECOND_BUILD if second else planning.FIRST_BUILD])}
            case "use" | "build" | "recruit":
                fields = {"n": used}
        return sentence(self.texts(f"prompt.plan.{word}", **fields))

    def _source(self, s: DevilState, draft: Draft) -> str:
        """What brings the choice that a plan is asked about."""
        place, plan = draft.place, draft.plan
        if place in (1, 9):
            return self.event_card(plan[planning.EVENT])
        if place == planning.STABLES_PLACE:
            return self.building(s.tucked[draft.seat])
        if place <= 3:
            return self.building(plan[planning.FIRST_USE + place - 2])
        return self.building(plan[planning.FIRST_BUILD if place <= 5 else planning.SECOND_BUILD])

    # -- what may be answered ---------------------------------------------------------------------------------------

    def label(self, view: View, choice: Choice) -> str:
        s = self.known(view)
        word, _, rest = choice.text.partition(" ")
        n = choice.code - FIRST_CODES[word]
        seat = 0 if view.seat is None else view.seat
        match word:
            case "turn" | "schedule":
                return self.texts(f"label.{word}", n=n)
            case "roles":
                roles = [(at, self.mark(box.MARKS.index(mark))) for at, mark in enumerate(rest.split())]
                return self.texts("label.roles", roles=self.things(roles))
            case "inquisitor":
                return self.texts("label.inquisitor", inquisitor=self.inquisitor(cards.DEBT_COLLECTOR + n))
            case "deal" | "keep" | "pass" | "tuck" | "lose":
                return self.texts(f"label.{word}", building=self.building(n))
            case "draw" | "discard":
                return self.texts(f"label.{word}", event=self.event_card(n))
            case "sell" | "buy" | "borrow" | "repay":
                return self._trade(s, seat, word, n)
            case "price":
                return self.texts("label.price", price=self.price(int(deals.price_of(choice.code))))
            case "put":
                return self.texts("label.put", goods=self.goods(int(deals.put_heap(choice.code))))
            case "seal" if codes.PRICE <= s.sealed[seat][-1] < codes.PUT:
                return self.texts("label.seal_empty")
            case "leave" if s.held[seat][deals.IS_PAID]:
                return self.texts("label.leave_paid")
            case "accept":
                return self._accept(int(s.held[seat][deals.ASKED]), n)
            case "event" | "use" | "build" | "recruit":
                return self._planned(s, seat, word, rest, n)
            case "stables" | "action" | "fund":
                return self.texts(f"label.{word}.{rest}")
            case "gain" | "give" | "ship":
                return self.texts(f"label.{word}", good=self.good(n) if word != "ship" else self.kind(n))
            case "take" | "with":
                return self.texts(f"label.{word}", courtier=self.courtier(n))
            case "minor" | "remove":
                return self.texts(f"label.{word}", achievement=self.achievement(n))
            case "slot":
                return self._slot(s, seat, n)
            case "claim" if rest != "none":
                reward = "minor" if n < box.MINORS else rest.split()[1]
                told = {"achievement": self.achievement(n), "reward": self.texts(f"achievement.reward.{reward}")}
                return self.texts("label.claim.some", **told)
            case "claim":
                return self.texts("label.claim.none")
            case "vote" | "devil" | "cultist":
                if n == len(SEAT_TEXTS):
                    return self.texts(f"label.{word}.nobody")
                return self.texts(f"label.{word}.some", who=self.who(n))
            case "wings":
                wings = self.texts("angel_wings", n=n + 1)
                return self.texts("label.wings", wings=wings, coins=self.coins(box.WINGS_PRICE * (n + 1)))
            case "bribe":
                return self._bribe(choice.code)
            case "lay":
                sort, number = rest.split()[1], int(rest.split()[0])
                if not number:
                    return self.texts("label.lay_none")
                return self.texts("label.lay", souls=self.texts(f"soul.{sort}", n=number))
            case "show" | "spend" if not n:
                return self.texts(f"label.{word}_none")
            case "show":
                return self.texts("label.show", souls=self.fragments(n))
            case "spend":
                return self.texts("label.spend", indulgences=self.good(goods.INDULGENCE, n))
            case "suffer":
                told = {"penalty": self.penalty(n), "text": self.words.inquisitor(self.cards.cards.inquisitors[n])}
                return self.texts("label.suffer", **told)
            case "hand":
                return self.texts("label.hand", goods=self.goods(int(s.bill)))
            case "refuse":
                return self.texts("label.refuse", points=self.texts("points", n=abs(int(s.bill_any))))
            case "tribute":
                if n == goods.RESOURCES:
                    return self.texts("label.tribute.none")
                return self.texts("label.tribute.some", good=self.good(n))
        return self.texts(f"label.{word}")  # it says all by itself

    def _trade(self, s: DevilState, seat: int, word: str, n: int) -> str:
        """A trade: what is had for what, or what the debt is then."""
        if word in ("borrow", "repay"):
            done = self._debt_so_far(s, seat)
            return self.texts(
                f"label.{word}", coins=self.coins(n + 1), debt=done + n + 1 if word == "borrow" else done - n - 1
            )
        kind, number = n // codes.MOST_AT_ONCE, n % codes.MOST_AT_ONCE + 1
        each = int(goods.SELL[kind] if word == "sell" else ledger.price_of(s, seat, kind))
        return self.texts(f"label.{word}", goods=self.good(kind, number), coins=self.coins(number * each))

    def _debt_so_far(self, s: DevilState, seat: int) -> int:
        """The debt of a seat after the trades it has composed."""
        debt = int(s.debt[seat])
        for code in s.sealed[seat]:
            if codes.BORROW <= code < codes.BUY:
                debt += code - codes.BORROW + 1
        return debt

    def _accept(self, price: int, tainted: int) -> str:
        if price < box.SOUL_PRICE:
            return self.texts("label.accept", price=self.coins(price))
        souls = self.souls(price - box.SOUL_PRICE - tainted, tainted)
        return self.texts("label.accept", price=self.texts.listed(souls))

    def _planned(self, s: DevilState, seat: int, word: str, rest: str, n: int) -> str:
        """A part of a plan, with what it costs or brings."""
        if rest == "none":
            return self.texts(f"label.{word}.none")
        if word == "event":
            event = self.cards.cards.events[int(members(Draft(s, seat, s.sealed[seat]).events)[0])]
            text = self.words.left(event) if rest == "left" else self.words.right(event)
            return self.texts(f"label.event.{rest}", text=text)
        if word == "recruit":
            again = courtier_at(s, seat, n) == box.ON_THREE
            coins = self.coins(box.RECRUIT_AGAIN if again else box.RECRUIT_FIRST)
            return self.texts("label.recruit.some", courtier=self.courtier(n), coins=coins)
        card = self.cards.cards.buildings[n]
        fields = {"text": self.words.building(card)} if word == "use" else {"cost": self.words.cost(card)}
        return self.texts(f"label.{word}.some", building=self.building(n), **fields)

    def _slot(self, s: DevilState, seat: int, slot: int) -> str:
        """A production slot, and what it is good for: what stands there in the next round."""
        if s.round >= box.ROUNDS:
            return self.texts("label.slot.last", n=slot + 1)
        kind = int(box.WHEEL[(seat + s.turned) % box.SEATS][s.round][slot])
        key = "coin" if box.COIN_SLOTS >> slot & 1 else "plain"
        return self.texts(f"label.slot.{key}", n=slot + 1, good=self.kind(kind))

    def _bribe(self, code: int) -> str:
        if code == codes.BRIBE:
            return self.texts("label.bribe.none")
        if code < codes.BRIBE_GOODS:
            return self.texts("label.bribe.some", goods=self.coins(code - codes.BRIBE))
        n = code - codes.BRIBE_GOODS
        told = self.good(n // codes.MOST_AT_ONCE, n % codes.MOST_AT_ONCE + 1)
        return self.texts("label.bribe.some", goods=told)

    def facts(self, why: Why) -> Mapping[str, object]:
        words: dict[str, Callable[[int], str]] = {
            "building": self.building,
            "courtier": self.courtier,
            "achievement": self.achievement,
            "inquisitor": self.inquisitor,
            "price": self.price,
            "coins": self.coins,
        }
        found: dict[str, object] = {}
        for name, fact in why.facts.items():
            if name == "kind":
                n = why.facts.get("n")
                found["things"] = self.kind(fact) if n is None else self.good(fact, n)
            elif name == "seat":
                found["who"] = self.who(fact)
            elif name != "n" or "kind" not in why.facts:
                found[name] = words[name](fact) if name in words else fact
        return found

    def why_unknown(self, text: str) -> str | None:
        why = unknown_because(text)
        return None if why is None else sentence(self.texts(f"why.{why[0]}", **why[1]))


PENALTIES: Final[Mapping[int, str]] = {
    cards.TRIBUTE: "tribute",
    cards.CHOICE: "choice",
    cards.DESTROY: "lose",
    cards.DEBT: "debt",
}
"""What a penalty leaves to whoever suffers it, by the operation that asks."""
PLAN_WORDS: Final = ("discard", "event", "stables", "use", "build", "action", "recruit", "fund")
"""First words by which the parts of a plan are known."""


def _sort_of(ask: Ask) -> str:
    """Whether basic or precious resources are to be chosen: which of the two the first choice is."""
    first = min(choice.code for choice in ask if codes.GAIN <= choice.code < codes.GAIN + goods.RESOURCES)
    return "basic" if first < codes.GAIN + goods.BASICS else "precious"
