"""What would come of an answer that is being composed: from the reader's view and what he has put together.

Trades and offers are reckoned; a plan is carried out by the rules themselves, in a state made from the view, as if
nobody else did anything. Nothing here is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eminence.core.ask import Ask, Choice
from eminence.core.state import Why
from eminence.core.view import View
from eminence.games.deal_with_the_devil import black_mass, cards, codes, deals, goods, market, standing
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.inquisition import faced_by
from eminence.games.deal_with_the_devil.notation import TEXTS
from eminence.games.deal_with_the_devil.page_claims import Claims
from eminence.games.deal_with_the_devil.page_parts import GOOD_DRAWINGS, Part
from eminence.games.deal_with_the_devil.page_rehearsal import Line, Rehearsal
from eminence.games.deal_with_the_devil.state import DevilState
from eminence.games.deal_with_the_devil.telling import Telling
from eminence.games.deal_with_the_devil.witch_hunt import A_SOUL


@dataclass(frozen=True, slots=True)
class Change:
    """What the reader has of something, now and then."""

    drawing: str
    now: str
    then: str
    told: str


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the form shows below itself, and what its button says."""

    label: str = ""
    sure: str = ""
    """What is asked back before it is sent."""
    bad: str = ""
    """Why it cannot be sent."""
    may: tuple[str, ...] = ()
    """Which of several buttons may be pressed."""
    purse: tuple[Change, ...] = ()
    lines: tuple[Line, ...] = ()
    told: str = ""
    """The sum of it, for whoever does not see it."""
    quiet: bool = False
    """Whether to send it is to do nothing: then the button is a quiet one."""
    sends: tuple[str, ...] = ()
    """What is sent, where more follows from the form than it says."""


def forecast(view: View, ask: Ask, telling: Telling, choices: Sequence[int]) -> Forecast | None:
    """What would come of choices; nothing where they are no beginning of an answer to what is asked."""
    return Foreseen(view, ask, telling).told(choices)


class Foreseen(Part):
    """An answer that is looked at before it is given."""

    def told(self, choices: Sequence[int]) -> Forecast | None:
        if self.step == "claim_one":
            return self.claims(choices)
        s, why = self.walked(choices)
        if why is not None:
            return Forecast(label=self.t("page.forecast.send"), bad=self.telling.because(why) or "")
        made = {
            "offer": self.offer,
            "answer_first": self.chest,
            "answer_second": self.chest,
            "plan": self.plan,
            "load": self.load,
            "appease": self.appease,
            "prepare": self.prepare,
            "penalty": self.trades,
            "keep_one": self.trades,
            "last_repayment": self.trades,
            "last_trades": self.trades,
        }.get(self.step, self.simple)
        return made(s, choices)

    def walked(self, choices: Sequence[int]) -> tuple[DevilState, Why | None]:
        """Give the small answers one after the other, in a state of the reader's own; why one of them is refused."""
        s = self.s.clone()
        step = s.step()
        for code in choices:
            why = step.why_not(s, self.near, code)
            if why is not None:
                return s, why
            sealed = list(s.sealed)
            sealed[self.near] = (*sealed[self.near], code)
            s.sealed = tuple(sealed)
        return s, None

    # -- the purse -------------------------------------------------------------------------------------------------

    def changes(self, heap: int, debt: int, all_of_it: bool = False) -> tuple[Change, ...]:
        """What would be other than now; coins and debt always."""
        s, seat, found = self.s, self.near, []
        kinds = [*range(goods.RESOURCES), goods.INDULGENCE, goods.JESTER, goods.COINS]
        for kind in kinds:
            now, then = (int(goods.how_many(one, kind)) for one in (int(s.goods[seat]), heap))
            if now != then or (kind == goods.COINS) or (all_of_it and kind < goods.RESOURCES):
                found.append(Change(GOOD_DRAWINGS[kind], str(now), str(then), self.telling.kind(kind)))
        found.append(Change("tally", str(int(s.debt[seat])), str(debt), self.t("page.purse.debt")))
        return tuple(found)

    def purse(self, choices: Sequence[int], heap: int | None = None) -> market.Purse:
        return market.purse(self.s, self.near, self.s.goods[self.near] if heap is None else heap, tuple(choices))

    def traded(self, choices: Sequence[int]) -> tuple[Line, ...]:
        """That everybody will see a trade, and what a debt brings."""
        trades = [code for code in choices if market.is_trade(code)]
        return (Line(self.t("page.shop.seen"), "cost"),) if trades else ()

    def simple(self, s: DevilState, choices: Sequence[int]) -> Forecast:
        """The button says what is taken, or given away."""
        gained = [self.telling.good(code - codes.GAIN) for code in choices if codes.GAIN <= code < codes.GIVE]
        passed = [self.telling.building(code - codes.PASS) for code in choices if codes.PASS <= code < codes.PRICE]
        if self.step == "choose_goods" and gained:
            return Forecast(label=self.t("page.forecast.take", goods=self.t.listed(gained)))
        if self.step == "pass_two":
            key = "pass" if len(passed) == 2 else "pass_first"
            return Forecast(label=self.t(f"page.forecast.{key}", buildings=self.t.listed(passed)))
        return Forecast(label=self.t("page.forecast.send"))

    def trades(self, s: DevilState, choices: Sequence[int]) -> Forecast:
        purse = self.purse(choices)
        trades = [code for code in choices if market.is_trade(code)]
        given = [int(code) for code in choices if codes.TRIBUTE <= code < codes.NO_TRIBUTE]
        label = self.t("page.forecast.send")
        if self.step in ("last_repayment", "last_trades"):
            repays = sum(code - codes.REPAY + 1 for code in choices if code >= codes.REPAY)
            word = "nothing" if not trades else "repay" if repays and len(trades) == 1 else "trade"
            label = self.t(f"page.forecast.{self.step}.{word}", n=repays)
        elif self.step == "penalty" and self.s.bill_for == cards.TRIBUTE:
            return self.tribute(s, choices, [code - codes.TRIBUTE for code in given])
        return Forecast(
            label=label,
            quiet=not trades and self.step != "penalty",
            may=tuple(TEXTS[int(code)] for code in s.step().choices(s, self.near) if not market.is_trade(code)),
            purse=self.changes(int(purse.heap), int(purse.debt), all_of_it=self.step in ("keep_one", "penalty")),
            lines=(*self.traded(choices), *self.interest(int(purse.debt))),
        )

    def tribute(self, s: DevilState, choices: Sequence[int], given: Sequence[int]) -> Forecast:
        """What is given up, and the points that are lost for what is not."""
        purse = self.purse(choices)
        heap = int(purse.heap) - sum(int(goods.EACH[kind]) for kind in given)
        missing = int(self.s.bill_any) - len(given)
        lost = self.t("points", n=int(self.s.owing) * missing)
        named = self.t.listed([self.telling.good(kind) for kind in given])
        label = self.t("page.forecast.give", goods=named) if given else self.t("page.forecast.give_none", points=lost)
        more = any(kind not in given and goods.how_many(heap, kind) for kind in range(goods.RESOURCES))
        sure = self.t("page.forecast.give_sure", points=lost) if missing and more else ""
        lines = [Line(self.t("page.forecast.give_less", points=lost), "loss")] if missing else []
        return Forecast(
            label, sure, purse=self.changes(heap, int(purse.debt)), lines=(*self.traded(choices), *lines), told=label
        )

    def interest(self, debt: int) -> list[Line]:
        """What the debt grows by at the end of the round, now and then."""
        if self.step != "last_repayment":
            return []
        quarter = int(self.s.interest[self.near])
        now, then = (int(quarter + n) // box.QUARTERS for n in (int(self.s.debt[self.near]), debt))
        key = "same" if then == now else "changes"
        return [Line(self.t(f"page.repay.{key}", now=now, then=then), "cost" if then >= now and now else "")]

    def prepare(self, s: DevilState, choices: Sequence[int]) -> Forecast:
        purse = self.purse(choices)
        wings = sum(code - codes.WINGS + 1 for code in choices if codes.WINGS <= code < codes.BRIBE)
        heap = int(purse.heap) - wings * box.WINGS_PRICE * int(goods.COIN)
        have = int(self.s.angels[self.near])
        gained, left = divmod(have + wings, box.A_SET_OF_WINGS)
        lines = self.traded(choices)
        if wings:
            lines += (Line(self.t("page.mass.wings_then", n=gained, left=left)),)
        last = codes.WINGS + wings - 1 if wings else codes.DONE
        label = self.telling.label(self.view, Choice(TEXTS[last], last)) if wings else self.t("page.mass.no_wings")
        return Forecast(label=label, quiet=not wings, purse=self.changes(heap, int(purse.debt)), lines=lines)

    # -- deals -----------------------------------------------------------------------------------------------------

    def offer(self, s: DevilState, choices: Sequence[int]) -> Forecast:
        purse = self.purse(choices)
        heap = sum(int(deals.put_heap(code)) for code in choices if codes.PUT <= code < codes.SEAL)
        price = next((int(deals.price_of(code)) for code in choices if codes.PRICE <= code < codes.PUT), 0)
        then = self.changes(int(purse.heap) - heap, int(purse.debt), all_of_it=True)
        if not heap:
            label, sure = self.t("page.offer.nothing"), self.t("page.offer.nothing_sure")
            return Forecast(label, sure, purse=then, lines=(*self.traded(choices), Line(self.t("page.offer.empty"))))
        shop = self.shop_price(heap)
        asked = self.telling.price(price)
        lines = [*self.traded(choices), Line(self.t("page.offer.shop", coins=self.telling.coins(shop), price=asked))]
        if price < box.SOUL_PRICE and price >= shop:
            lines.append(Line(self.t("page.offer.dear"), "cost"))
        label = self.t("page.offer.close", goods=self.telling.goods(heap), price=asked)
        return Forecast(label, purse=then, lines=tuple(lines), told=label)

    def chest(self, s: DevilState, choices: Sequence[int]) -> Forecast:
        _, price, paid, heap = (int(number) for number in self.s.held[self.near])
        offered = [int(code) for code in s.step().choices(s, self.near)]
        may = [TEXTS[code] for code in offered if not market.is_trade(code)]
        leaving = self.purse(choices)
        lines = list(self.traded(choices))
        jesters = int(goods.how_many(heap, goods.JESTER))
        taking = int(self.s.goods[self.near]) + heap - jesters * int(goods.EACH[goods.JESTER])
        short = price - int(goods.coins(self.purse(choices, taking).heap)) if price < box.SOUL_PRICE else 0
        if not paid and short > 0:
            lines.append(Line(self.t("page.chest.short", n=short), "cost"))
            if not choices and short <= box.MOST_DEBT - int(self.s.debt[self.near]):
                may.append("|".join((TEXTS[codes.BORROW + short - 1], TEXTS[codes.ACCEPT])))
        if not paid and price >= box.SOUL_PRICE:
            lines += self.soul_lines(price - box.SOUL_PRICE, offered)
        if jesters:
            lines.append(Line(self.t("page.chest.jesters")))
        then = self.changes(int(leaving.heap), int(leaving.debt), all_of_it=True)
        return Forecast(may=tuple(may), purse=then, lines=tuple(lines))

    def soul_lines(self, price: int, offered: Sequence[int]) -> list[Line]:
        """What fragments are good for, before they are given away."""
        left = int(standing.fragments(self.s.souls[self.near])) - price
        if not any(code >= codes.ACCEPT for code in offered):
            return [Line(self.t("page.chest.no_souls"), "cost")]
        lines = [Line(self.t("page.chest.soul_proof", n=left), "loss")] if left < A_SOUL else []
        return [*lines, Line(self.t("page.chest.soul_inquisitor"), "loss")]

    # -- the plan --------------------------------------------------------------------------------------------------

    def plan(self, s: DevilState, choices: Sequence[int]) -> Forecast:
        rehearsal = Rehearsal(self.view, self.ask, self.telling)
        rehearsed = rehearsal.of(s)
        if rehearsed is None:
            return Forecast(label=self.t("page.plan.go_on"), bad=self.t("page.plan.unfinished"))
        after, lines, failures, does = rehearsed
        seat = self.near
        then = self.changes(int(after.goods[seat]), int(after.debt[seat]), all_of_it=True)
        now, later = (self.telling.signed(int(one.reputation[seat])) for one in (self.s, after))
        rep = Change("knot", now, later, self.t("page.purse.reputation"))
        label = self.t("page.plan.seal") if does else self.t("page.plan.nothing")
        sure = "" if does else self.t("page.plan.nothing_sure")
        if failures:
            sure = self.t("page.plan.sure", n=failures)
        return Forecast(label, sure, purse=(*then, rep), lines=tuple(lines), told=rehearsal.summed(lines))

    def claims(self, wishes: Sequence[int]) -> Forecast:
        """Achievements: what is sent follows from what is wished."""
        claims = Claims(self.view, self.ask, self.telling)
        given, after, why = claims.of(wishes)
        if why is not None:
            return Forecast(label=self.t("page.forecast.send"), bad=self.telling.because(why) or "")
        n = sum(codes.CLAIM <= code < codes.WITH for code in given)
        lines = tuple(claims.lines(after))
        sends = tuple(TEXTS[code] for code in given)
        if not n:
            none, last = self.t("page.claims.none"), self.s.round == box.ROUNDS
            majors = any(box.MINORS <= code - codes.CLAIM < box.ACHIEVEMENTS for code in self.offered)
            sure = "" if last and not majors else self.t("page.claims.none_sure")
            return Forecast(none, sure, quiet=not sure, sends=sends)
        if self.s.round == box.ROUNDS and any(codes.SLOT <= code < codes.REMOVE for code in given):
            lines += (Line(self.t("page.claims.last")),)
        told = " ".join(line.told for line in lines)
        return Forecast(self.t("page.claims.send", n=n), lines=lines, told=told, sends=sends)

    # -- the inquisition -------------------------------------------------------------------------------------------

    def load(self, s: DevilState, choices: Sequence[int]) -> Forecast:
        purse, t = self.purse(choices), self.t
        heap, pure, tainted, guesses = 0, 0, 0, 0
        for code in choices:
            if codes.BRIBE <= code < codes.BRIBE_GOODS:
                heap += (code - codes.BRIBE) * int(goods.COIN)
            elif codes.BRIBE_GOODS <= code < codes.SHOW_PURE:
                n = code - codes.BRIBE_GOODS
                heap += (n % codes.MOST_AT_ONCE + 1) * int(goods.EACH[n // codes.MOST_AT_ONCE])
            elif codes.SHOW_PURE <= code < codes.SHOW_TAINTED:
                pure = code - codes.SHOW_PURE
            elif codes.SHOW_TAINTED <= code < codes.DEVIL_IS:
                tainted = code - codes.SHOW_TAINTED
            elif codes.DEVIL_IS <= code < codes.NO_DEVIL or codes.CULTIST_IS <= code < codes.NO_CULTIST:
                guesses += 1
        lines = list(self.traded(choices))
        worth = int(black_mass.worth_of(heap))
        going = (int(self.s.pot) + worth) // box.BRIBE_COINS
        if worth:
            lines.append(Line(t("page.mass.pot", n=int(self.s.pot) + worth, going=going)))
        if self.s.role[self.near] == box.HORNS:
            lines += self.soul_reward(pure + tainted)
        elif guesses:
            key = "guess_third" if self.s.round == 3 else "guess_fifth"
            lines.append(Line(t(f"page.mass.{key}")))
        then = self.changes(int(purse.heap) - heap, int(purse.debt), all_of_it=bool(self.s.goods_as_bribes))
        empty = not (worth or pure or tainted or guesses)
        label = t("page.mass.close_empty" if empty else "page.mass.close")
        return Forecast(label, t("page.mass.empty_sure") if empty else "", purse=then, lines=tuple(lines))

    def soul_reward(self, n: int) -> list[Line]:
        """What so many fragments bring the devil, and whom they wake."""
        t = self.t
        if self.s.round == 3:
            heap = sum(int(row) for row in box.MASS_DEVIL_GAINS[: n + 1])
            found = [Line(t("page.mass.reward", goods=self.telling.goods(heap)))]
        else:
            last = len(box.MASS_POINTS) - 1
            points = int(box.MASS_POINTS[min(n, last)]) + box.MASS_BEYOND * max(n - last, 0)
            found = [Line(t("page.mass.points", points=t("points", n=points)))]
        if n >= 2:
            found.append(Line(t("page.mass.wakes", n=min(n, 3) - 1), "cost"))
        return found

    def appease(self, s: DevilState, choices: Sequence[int]) -> Forecast:
        shown = sum(code - codes.SHOW for code in choices if codes.SHOW <= code < codes.SPEND)
        spent = sum(code - codes.SPEND for code in choices if codes.SPEND <= code < codes.SUFFER)
        suffers = [code - codes.SUFFER for code in choices if codes.SUFFER <= code < codes.TRIBUTE]
        lines = []
        if shown:
            lines.append(Line(self.t("page.appease.learn", n=shown)))
        known = [points for one in suffers if (points := self.penalty_points(int(one))) is not None]
        if known:
            lines.append(Line(self.t("page.appease.sum", points=self.t("points", n=sum(known))), "loss"))
        if len(suffers) + shown + spent < len(faced_by(self.s, self.near)):
            return Forecast(label=self.t("page.forecast.send"), bad=self.t("page.plan.unfinished"))
        deeds = [self.telling.fragments(shown)] if shown else []
        deeds += [self.telling.good(goods.INDULGENCE, spent)] if spent else []
        key = "some" if suffers else "all"
        told = self.t.listed(deeds) or self.t("nothing")
        label = self.t(f"page.appease.send_{key}", deeds=told, n=len(suffers))
        could = min(int(standing.fragments(self.s.souls[self.near])), len(faced_by(self.s, self.near)))
        sure = self.t("page.appease.sure", n=could - shown) if suffers and shown < could else ""
        return Forecast(label, sure, lines=tuple(lines))
