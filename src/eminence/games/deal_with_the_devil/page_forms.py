"""What is asked, as one form for each answer of several parts: an offer, a chest, a plan, the black mass.

A form is plain fields that the house's script (`form.js`) puts together, in the order of the small answers that the
rules ask for; without a script these are asked one by one. Whoever has begun to answer in that way goes on so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from eminence.core.ask import Choice
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, deals, goods, ledger, market, standing
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.hands import cards_in
from eminence.games.deal_with_the_devil.notation import TEXTS
from eminence.games.deal_with_the_devil.page_fields import Form, Group, Option, Question, Sender
from eminence.games.deal_with_the_devil.page_parts import GOOD_DRAWINGS, Part
from eminence.games.deal_with_the_devil.production import PRECIOUS_PICK

TRADES, BEFORE, WHAT, BEHIND, LAST = 0, 20, 30, 40, 50
"""The places of parts in the order in which they are sent."""


class Forms(Part):
    """Forms for some of the questions that have several parts."""

    def form(self) -> Form | None:
        """Nothing where the answer is a single choice, or where some of it was given already."""
        if self.s.sealed[self.near]:
            return None
        made = self.makers().get(self.step)
        return None if made is None else made()

    def makers(self) -> Mapping[str, Callable[[], Form]]:
        """By step."""
        raise NotImplementedError

    def made(
        self,
        groups: Iterable[Group | None],
        senders: Iterable[Sender] = (),
        preset: Iterable[int] = (),
        key: str = "",
        budget: int = 0,
        words: str = "",
        tokens: int = 0,
        again: tuple[str, str] | None = None,
    ) -> Form:
        """A form for the step that is asked: with one button, whose label the forecast has, unless it says others."""
        shown = f"page.form.{words or self.step}"
        return Form(
            step=self.step,
            key=" ".join(filter(None, (self.step, str(self.s.round), str(self.s.phase), key))),
            prompt=self.t(shown) if shown in self.t else "",
            groups=tuple(group for group in groups if group is not None),
            senders=tuple(senders) or (Sender("", first=True),),
            small=tuple(self.small()),
            preset=tuple(preset),
            budget=budget,
            tokens=tokens,
            again=again,
        )

    def label(self, code: int) -> str:
        """What a choice is called, also where it is not offered yet."""
        choice = self.offered.get(code) or Choice(TEXTS[code], code)
        return self.telling.label(self.view, choice)

    def option(self, code: int, name: str = "", checked: bool = False, drawing: str = "", note: str = "") -> Option:
        return Option(TEXTS[code], name or self.label(code), note, drawing, checked=checked)

    # -- the shop --------------------------------------------------------------------------------------------------

    def shop(self, heap: int | None = None) -> Group | None:
        """Buying, selling, loans and repaying, before what is asked; nothing where nothing of that is offered."""
        offered = [code for code in self.offered if market.is_trade(code)]
        if not offered:
            return None
        s, seat = self.s, self.near
        heap = int(s.goods[seat]) if heap is None else heap
        may_repay = s.debt[seat] > 0 and s.phase in market.REPAYING  # with what is sold or borrowed here, too
        reach = self.reach(heap)
        questions = []
        for kind in range(goods.RESOURCES):
            name, price = self.telling.kind(kind), int(ledger.price_of(s, seat, kind))
            word = goods.NAMES[kind]
            have = min(int(goods.how_many(heap, kind)), codes.MOST_AT_ONCE)
            label = self.t("page.shop.sell_one", name=name, n=int(goods.SELL[kind]))
            questions.append(
                self.number(f"sell-{word}", f"sell {word} {{n}}", label, have, GOOD_DRAWINGS[kind], TRADES)
            )
            most = min(reach // price, codes.MOST_AT_ONCE)
            label = self.t("page.shop.buy_one", name=name, n=price)
            questions.append(
                self.number(f"buy-{word}", f"buy {word} {{n}}", label, most, GOOD_DRAWINGS[kind], TRADES + 2)
            )
        loan = self.t("page.shop.borrow")
        questions.append(
            self.number("borrow", "borrow {n}", loan, box.MOST_DEBT - int(s.debt[seat]), "tally", TRADES + 1)
        )
        if may_repay:
            repay = self.t("page.shop.repay")
            questions.append(self.number("repay", "repay {n}", repay, int(s.debt[seat]), "tally", TRADES + 3, "borrow"))
        title = self.t("page.shop.title_repay" if may_repay else "page.shop.title")
        return Group("shop", title, tuple(questions), hint=self.t("page.shop.hint"))

    def reach(self, heap: int | None = None) -> int:
        """How many coins there can be, with all that may be sold and borrowed."""
        heap = int(self.s.goods[self.near]) if heap is None else heap
        return int(market.Purse(self.s, self.near, heap).reach())

    def number(
        self, q: str, sends: str, label: str, most: int, drawing: str, at: int, more: str = "", less: str = ""
    ) -> Question:
        return Question(q, "number", label, sends=sends, most=most, drawing=drawing, at=at, more=more, less=less)

    def trading(self) -> Form:
        """Nothing but trade: repaying comes first, which ends here for a while."""
        debt, shop = int(self.s.debt[self.near]), self.shop()
        if not debt or shop is None:
            return self.made([shop], [Sender("", (TEXTS[codes.DONE],), first=True)])
        repay = self.number("repay", "repay {n}", self.t("page.shop.repay"), debt, "tally", TRADES + 3, "borrow")
        rest = tuple(question for question in shop.questions if question.q != "repay")
        shop = replace(shop, questions=rest, title=self.t("page.shop.title"))
        can = min(debt, int(goods.coins(self.s.goods[self.near])))
        all_of_it = (self.t("page.shop.repay_all", n=can), can) if can else None
        repay = replace(repay, to=all_of_it)
        return self.made([Group("repay", repay.title, (repay,)), shop], [Sender("", (TEXTS[codes.DONE],), first=True)])

    def sender(self, *last: int, label: str = "", first: bool = False, sure: str = "", drawing: str = "") -> Sender:
        """A button that sends what was put together, and then this."""
        texts = tuple(TEXTS[code] for code in last)
        return Sender(label or self.label(last[-1]), texts, first, sure, drawing)


class Dealings(Forms):
    """What is composed before the chests and with them."""

    def makers(self) -> Mapping[str, Callable[[], Form]]:
        return {
            "wishes": self.wishes,
            "choose_goods": self.choose_goods,
            "keep_one": self.keep_one,
            "pass_two": self.pass_two,
            "last_repayment": self.trading,
            "last_trades": self.trading,
            "offer": self.offer,
            "answer_first": self.answer_chest,
            "answer_second": self.answer_chest,
        }

    # -- setting up, production, cards -----------------------------------------------------------------------------

    def wishes(self) -> Form:
        questions = []
        for number, role in enumerate(box.ROLE_NAMES):
            firsts = (codes.WANT, codes.ANY, codes.AVOID)
            options = tuple(self.option(first + number, checked=first == codes.ANY) for first in firsts)
            questions.append(Question(role, "radio", self.t(f"page.role.{role}"), options))
        preset = [codes.ANY + number for number in range(len(box.ROLE_NAMES))]
        return self.made([Group("wishes", "", tuple(questions))], preset=preset)

    def choose_goods(self) -> Form:
        picks, heap = int(self.s.picks[self.near]), int(self.s.goods[self.near])
        questions, preset = [], []
        sorts = [range(goods.BASICS)] * (picks % PRECIOUS_PICK)
        sorts += [range(goods.BASICS, goods.RESOURCES)] * (picks // PRECIOUS_PICK)
        for number, kinds in enumerate(sorts):
            least = min(kinds, key=lambda kind: int(goods.how_many(heap, kind)))
            options = tuple(
                self.option(codes.GAIN + kind, self.telling.good(kind), kind == least, GOOD_DRAWINGS[kind])
                for kind in kinds
            )
            title = self.t("page.form.pick", n=number + 1) if len(sorts) > 1 else ""
            questions.append(Question(f"pick-{number}", "radio", title, options))
            preset.append(codes.GAIN + least)
        return self.made([Group("picks", "", tuple(questions))], preset=preset)

    def keep_one(self) -> Form:
        hand = [int(card) for card in cards_in(self.s.hand[self.near])]
        if not hand:
            return self.trading()
        senders = [
            Sender(self.label(codes.KEEP + card), (TEXTS[codes.KEEP + card],), card=self.building(card))
            for card in hand
        ]
        return self.made([self.shop()], senders)

    def pass_two(self) -> Form:
        new = [
            int(card) for card in cards_in(self.s.hand[self.near]) if card // deck.A_ROUND == self.s.round - 1
        ]  # the kept one stays
        options = tuple(Option(TEXTS[codes.PASS + card], "", card=self.building(card)) for card in new)
        whom = (self.near + (1 if self.s.round % 2 == 0 else 3)) % box.SEATS
        title = self.t("page.form.pass", who=self.telling.who(whom))
        return self.made([Group("cards", "", (Question("pass", "boxes", title, options, need=2),))])

    # -- deals -----------------------------------------------------------------------------------------------------

    def offer(self) -> Form:
        heap = int(self.s.goods[self.near])
        put = []
        for kind in [*range(goods.RESOURCES), goods.INDULGENCE, goods.JESTER]:
            word, have = goods.NAMES[kind], min(int(goods.how_many(heap, kind)), codes.MOST_AT_ONCE)
            if not deals.may_put(self.s, kind):
                continue
            traded = kind < goods.RESOURCES
            more, less = (f"buy-{word}", f"sell-{word}") if traded else ("", "")
            name = self.t("page.offer.put", name=self.telling.kind(kind))
            put.append(
                self.number(f"put-{word}", f"put {word} {{n}}", name, have, GOOD_DRAWINGS[kind], WHAT, more, less)
            )
        coins = min(self.reach() - (box.MOST_DEBT - int(self.s.debt[self.near])), codes.MOST_COINS)  # a loan adds to it
        name = self.t("page.offer.put", name=self.telling.kind(goods.COINS))
        put.append(self.number("put-coins", "put coins {n}", name, coins, "coin", WHAT, "borrow"))
        prices = [self.price(price) for price in range(box.CHEAPEST, max(map(int, box.DEAREST)) + 1)]
        prices += [self.price(box.SOUL_PRICE + n) for n in range(1, max(map(int, box.MOST_SOULS)) + 1)]
        first = next(number for number, price in enumerate(prices) if price.why is None)
        prices[first] = replace(prices[first], checked=True)
        groups = [
            Group("chest", self.t("page.offer.chest"), tuple(put)),
            Group("price", self.t("page.offer.price"), (Question("price", "radio", "", tuple(prices), at=BEFORE),)),
            self.shop(),
            Group("seal", "", (Question("seal", "hidden", "", sends=TEXTS[codes.SEAL], at=LAST),)),
        ]
        code = next(code for code in self.offered if codes.PRICE <= code < codes.PUT)
        return self.made(groups, preset=[code, codes.SEAL], again=self.again())

    def again(self) -> tuple[str, str] | None:
        """What was offered in the round before, if it is there to be offered again."""
        heap, price = (int(one) for one in self.s.offers[self.near][-deals.OFFERED :][1:3] or (0, 0))
        there = all(goods.how_many(self.s.goods[self.near], kind) >= n for kind, n in enumerate(goods.numbers_of(heap)))
        code = self.price_code(price)
        if not heap or not there or code not in self.offered:
            return None
        puts = {int(deals.put_heap(code)): TEXTS[code] for code in range(codes.PUT, codes.SEAL)}
        put = [puts[n * int(goods.EACH[kind])] for kind, n in enumerate(goods.numbers_of(heap)) if n]
        told = self.t("page.offer.again", goods=self.telling.goods(heap), price=self.telling.price(price))
        return told, json.dumps([TEXTS[code], *put, TEXTS[codes.SEAL]])

    def price_code(self, price: int) -> int:
        if price > box.SOUL_PRICE:
            return codes.PRICE_SOULS + price - box.SOUL_PRICE - 1
        return codes.PRICE + price - box.CHEAPEST

    def price(self, price: int) -> Option:
        """One dial for all roles: what is not the reader's says why."""
        souls, code = price > box.SOUL_PRICE, self.price_code(price)
        n = price - box.SOUL_PRICE if souls else price
        name = self.telling.price(price)
        why = None if code in self.offered else self.button(code, self.t("page.offer.not_yours", price=name))
        return Option(TEXTS[code], name, drawing="soul" if souls else "coin", short=str(n), why=why)

    def answer_chest(self) -> Form:
        s, seat = self.s, self.near
        _, price, paid, heap = (int(number) for number in s.held[seat])
        if paid:
            return self.made([self.shop()], [self.sender(codes.LEAVE)], words="answer_paid")
        taking = heap - int(goods.how_many(heap, goods.JESTER)) * int(goods.EACH[goods.JESTER])
        have, debt = int(goods.coins(s.goods[seat] + taking)), int(s.debt[seat])  # what is in it is taken first (DP-28)
        senders = [self.sender(codes.LEAVE)]
        if price < box.SOUL_PRICE:
            senders.append(self.sender(codes.ACCEPT))
            short = price - have
            if 0 < short <= box.MOST_DEBT - debt:
                label = self.t("page.chest.borrow", n=short, debt=debt + short)
                senders.append(self.sender(codes.BORROW + short - 1, codes.ACCEPT, label=label))
        else:
            senders += [
                self.sender(code, sure=self.soul_left(price - box.SOUL_PRICE, code - codes.ACCEPT))
                for code in range(codes.ACCEPT, codes.ACCEPT + 3)
                if code in self.offered
            ]
        jester = None
        if s.jesters and codes.ADD_JESTER in self.offered:
            option = self.option(codes.ADD_JESTER, drawing="jester")
            jester = Group("jester", "", (Question("jester", "boxes", "", (option,), at=BEFORE),))
        return self.made([self.shop(int(s.goods[seat]) + taking), jester], senders)

    def soul_left(self, price: int, tainted: int) -> str:
        """What a payment in fragments leaves, asked back before it is given."""
        left = int(standing.fragments(self.s.souls[self.near])) - price
        return self.t("page.chest.sure", souls=self.telling.fragments(price), left=left)
