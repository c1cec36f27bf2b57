"""Deal with the Devil told to a reader: its questions, answers and events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from eminence.core.ask import Ask, Choice
from eminence.core.bits import members
from eminence.core.event import Event
from eminence.core.game import CountLine, Tally
from eminence.core.match import TookBack
from eminence.core.state import Why
from eminence.core.talk import Saying
from eminence.core.texts import MissingText, sentence, telling
from eminence.core.texts.learning import Thing
from eminence.core.view import View
from eminence.games.deal_with_the_devil import card_file, cards, codes, deals, events, goods, ledger, planning, scoring
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.black_mass import worth_of
from eminence.games.deal_with_the_devil.card_sheets import card_sheets
from eminence.games.deal_with_the_devil.card_words import CardWords
from eminence.games.deal_with_the_devil.components import NONE
from eminence.games.deal_with_the_devil.effects import courtier_at
from eminence.games.deal_with_the_devil.inquisition import TRADED, faced_by
from eminence.games.deal_with_the_devil.notation import (
    ACHIEVEMENT_TEXTS,
    COURTIER_TEXTS,
    FIRST_CODES,
    INQUISITOR_TEXTS,
    SEAT_TEXTS,
    unknown_because,
)
from eminence.games.deal_with_the_devil.planning import Draft
from eminence.games.deal_with_the_devil.state import DevilState

Words = dict[str, Any]


class Telling(telling.Telling):
    """Deal with the Devil in sentences."""

    cards: card_file.CardFile = card_file.house()
    """The cards of the match, as the last view that was told has them."""

    def known(self, view: View) -> DevilState:
        self.cards = card_file.by_hash(view.options[card_file.OPTION])
        s = super().known(view)
        assert isinstance(s, DevilState)
        return s

    # -- things -----------------------------------------------------------------------------------------------------

    @property
    def words(self) -> CardWords:
        """What is written on cards."""
        return CardWords(self.texts)

    def building(self, number: int) -> str:
        """A building by its name."""
        return self.texts("building", name=self.cards.buildings[number].name(self.texts.language))

    def event_card(self, number: int) -> str:
        """An event by its name."""
        return self.texts("event_card", name=self.cards.events[number].name(self.texts.language))

    def inquisitor(self, number: int) -> str:
        """An inquisitor, with his article; by his bare name where a card file calls him otherwise than we do."""
        name = self._other_name(number)
        return self.texts(f"inquisitor.the.{INQUISITOR_TEXTS[number]}") if name is None else name

    def inquisitors(self, numbers: Iterable[int]) -> str:
        """Several inquisitors; Guests may be many."""
        faced = [int(number) for number in numbers]
        guests = faced.count(cards.GUEST)
        told = [self.inquisitor(number) for number in faced if number != cards.GUEST or guests == 1]
        return self.texts.listed([*told, self.texts("guests", n=guests)] if guests > 1 else told)

    def penalty(self, number: int) -> str:
        """The penalty of an inquisitor."""
        name = self._other_name(number)
        if name is not None:
            return self.texts("penalty.by_name", name=name)
        return self.texts(f"penalty.{INQUISITOR_TEXTS[number]}")

    def _other_name(self, number: int) -> str | None:
        name, ours = (one.inquisitors[number].name(self.texts.language) for one in (self.cards, card_file.house()))
        return None if name == ours else name

    def courtier(self, courtier: int) -> str:
        return self.texts(f"courtier.the.{COURTIER_TEXTS[courtier]}")

    def achievement(self, achievement: int) -> str:
        return self.texts(f"achievement.{ACHIEVEMENT_TEXTS[achievement].replace(' ', '.')}")

    def mark(self, mark: int) -> str:
        """The mark in a chest."""
        return self.texts(f"mark.{box.MARKS[mark]}")

    def chest(self, mark: int) -> str:
        """A chest by the mark in it."""
        return self.texts(f"chest.{box.MARKS[mark]}")

    def role(self, mark: int) -> str:
        return self.texts(f"role.{box.ROLE_NAMES[box.ROLE_OF[mark]]}")

    def good(self, kind: int, n: int = 1) -> str:
        """So many of a kind of thing."""
        return self.texts(f"card.good.{goods.NAMES[kind]}", n=n)

    def coins(self, n: int) -> str:
        return self.good(goods.COINS, n)

    def good_list(self, heap: int | Sequence[int]) -> list[str]:
        """Goods, kind by kind: of a heap, or as an event tells them."""
        numbers = goods.numbers_of(heap) if isinstance(heap, int) else heap
        return [self.good(kind, int(n)) for kind, n in enumerate(numbers) if n]

    def goods(self, heap: int | Sequence[int]) -> str:
        """Goods in words."""
        return self.texts.listed(self.good_list(heap)) or self.texts("nothing")

    def souls(self, pure: int, tainted: int) -> list[str]:
        """Fragments by their sort."""
        told = [("pure", pure), ("tainted", tainted)]
        return [self.texts(f"soul.{sort}", n=n) for sort, n in told if n]

    def fragments(self, n: int) -> str:
        """Fragments, whichever they are."""
        return self.texts("soul.any", n=n)

    def price(self, price: int) -> str:
        """What is asked for an offer."""
        return self.coins(price) if price < box.SOUL_PRICE else self.fragments(price - box.SOUL_PRICE)

    def things(self, told: Iterable[tuple[int, str]]) -> str:
        """What several seats have, one after the other."""
        return self.texts("between").join(
            self.texts("seat_thing", who=self.who(seat), thing=thing) for seat, thing in told
        )

    def signed(self, number: int) -> str:
        """A place on the reputation track."""
        return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}" if number else "0"

    def seats(self, seats: int) -> str:
        """A set of seats."""
        return self.texts.listed([self.who(int(seat)) for seat in members(seats)]) or self.texts("nobody")

    def phrase(self, saying: Saying) -> str:
        filled = saying.filled
        if "good" not in filled:
            return super().phrase(saying)
        return self.texts(f"say.{saying.key}", goods=self.good(goods.NAMES.index(filled["good"]), int(filled["n"])))

    def blank(self, name: str, value: str) -> object:
        return self.texts(f"kind.{value}") if name == "good" else super().blank(name, value)

    def sheets(self) -> list[Thing]:
        """Sheets of the things that the texts explain, and of each card of the house."""
        return [*super().sheets(), *card_sheets(self.texts)]

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

    def kind(self, kind: int) -> str:
        """A kind of thing, as such."""
        return self.texts(f"kind.{goods.NAMES[kind]}")

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

    def _variant(self, event: Event) -> str:
        """Which of the sentences of an event fits: by what is known of it, and by what came of it."""
        match event:
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
                scores = self.things((seat, str(n)) for seat, n in enumerate(points))
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


PENALTIES: Final[Mapping[int, str]] = {
    cards.TRIBUTE: "tribute",
    cards.CHOICE: "choice",
    cards.DESTROY: "lose",
    cards.DEBT: "debt",
}
"""What a penalty leaves to whoever suffers it, by the operation that asks."""
LOOSE: Final = (*range(goods.BASICS), goods.COINS)
"""Kinds of things of which five make a point."""
PLAN_WORDS: Final = ("discard", "event", "stables", "use", "build", "action", "recruit", "fund")
"""First words by which the parts of a plan are known."""


def _sort_of(ask: Ask) -> str:
    """Whether basic or precious resources are to be chosen: which of the two the first choice is."""
    first = min(choice.code for choice in ask if codes.GAIN <= choice.code < codes.GAIN + goods.RESOURCES)
    return "basic" if first < codes.GAIN + goods.BASICS else "precious"
