"""Forms of the inquisition phase: wings for sale, the black mass, appeasing the inquisitors, and their penalties."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes, goods, standing
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.black_mass import MOST_WINGS, Load, cultist_of, devil_of
from eminence.games.deal_with_the_devil.components import EYE, HORNS, NONE
from eminence.games.deal_with_the_devil.inquisition import faced_by
from eminence.games.deal_with_the_devil.notation import TEXTS
from eminence.games.deal_with_the_devil.page_fields import Form, Group, Option, Question
from eminence.games.deal_with_the_devil.page_forms import BEFORE, BEHIND, LAST, WHAT, Forms
from eminence.games.deal_with_the_devil.page_parts import GOOD_DRAWINGS
from eminence.games.deal_with_the_devil.rules import BOOK


class Church(Forms):
    """What is composed before and under the inquisitors' eyes."""

    def makers(self) -> Mapping[str, Callable[[], Form]]:
        return {"prepare": self.prepare, "load": self.load, "appease": self.appease, "penalty": self.penalty}

    def prepare(self) -> Form:
        most = min(self.reach() // box.WINGS_PRICE, MOST_WINGS)
        wings = Question(
            "wings", "number", self.t("page.mass.wings"), sends="wings {n}", most=most, drawing="angel", at=WHAT,
            zero=TEXTS[codes.DONE],
        )  # fmt: skip
        return self.made([Group("wings", "", (wings,)), self.shop()], preset=[codes.DONE])

    # -- the black mass --------------------------------------------------------------------------------------------

    def load(self) -> Form:
        """Four trays for everybody; those that are not the reader's are shut."""
        s, seat = self.s, self.near
        heap, role = int(s.goods[seat]), int(s.role[seat])
        most = min(self.reach(), codes.MOST_COINS)
        bribes = [
            Question(
                "bribe", "number", self.t("page.mass.bribe"), sends="bribe {n}", most=most, drawing="coin", at=BEFORE,
                zero=TEXTS[codes.BRIBE],
            )
        ]  # fmt: skip
        if s.goods_as_bribes:
            for kind in range(goods.RESOURCES):
                have = min(int(goods.how_many(heap, kind)), codes.MOST_AT_ONCE)
                word = goods.NAMES[kind]
                name = self.t("page.mass.bribe_goods", name=self.telling.kind(kind))
                bribes.append(
                    self.number(
                        f"bribe-{word}", f"bribe {word} {{n}}", name, have, GOOD_DRAWINGS[kind], BEFORE + 1,
                        f"buy-{word}", f"sell-{word}",
                    )
                )  # fmt: skip
        preset = [codes.BRIBE]
        souls, guess = self.souls_tray(role), self.guess_trays(role)
        if role == HORNS:
            all_of_them = int(standing.tainted(s.souls[seat])) if s.round == 3 else 0
            preset += [codes.SHOW_PURE, codes.SHOW_TAINTED + all_of_them]
        else:
            preset += [codes.NO_DEVIL] + ([] if role == EYE else [codes.NO_CULTIST])
        tray = Group("tray", self.t("page.mass.tray_bribe"), tuple(bribes))
        return self.made([tray, souls, *guess, self.shop()], preset=preset)

    def souls_tray(self, role: int) -> Group:
        title = self.t("page.mass.tray_souls")
        if role != HORNS:
            return Group("tray", title, (), shut=self.t("page.mass.not_the_devil"))
        souls = self.s.souls[self.near]
        pure, tainted = int(standing.pure(souls)), int(standing.tainted(souls))
        least = tainted if self.s.round == 3 else 0
        questions = (
            Question(
                "pure", "number", self.t("page.mass.pure"), sends="lay {n} pure", most=pure, drawing="soul", at=WHAT,
                zero=TEXTS[codes.SHOW_PURE],
            ),
            Question(
                "tainted", "number", self.t("page.mass.tainted"), sends="lay {n} tainted", least=least, most=tainted,
                drawing="tainted", at=BEHIND, zero=TEXTS[codes.SHOW_TAINTED],
            ),
        )  # fmt: skip
        return Group("tray", title, questions)

    def guess_trays(self, role: int) -> list[Group]:
        """Rings for the devil and for the cultist."""
        devil, cultist = self.t("page.mass.tray_devil"), self.t("page.mass.tray_cultist")
        if role == HORNS:
            shut = self.t("page.mass.devil_guesses_not")
            return [Group("tray", devil, (), shut=shut), Group("tray", cultist, (), shut=shut)]
        locked = int(self.s.locked[role])
        known = self.t("page.mass.devil_known") if HORNS in self.s.shown_role else ""
        hint = self.locked(int(devil_of(locked))) or known
        first = Group("tray", devil, (self.guess("devil", codes.DEVIL_IS, codes.NO_DEVIL, WHAT),), hint=hint)
        if role == EYE:
            return [first, Group("tray", cultist, (), shut=self.t("page.mass.cultist_guesses_not"))]
        second = self.guess("cultist", codes.CULTIST_IS, codes.NO_CULTIST, BEHIND)
        return [first, Group("tray", cultist, (second,), hint=self.locked(int(cultist_of(locked))))]

    def locked(self, seat: int) -> str:
        """Whom a ring names that was locked in round 3; nothing where there is none."""
        return "" if seat == box.NOBODY_GUESSED else self.t("page.mass.locked", who=self.telling.who(seat))

    def guess(self, word: str, first: int, nobody: int, at: int) -> Question:
        """Who is named: a ring of each other colour, some of them locked."""
        step = BOOK[codes.LOAD]
        assert isinstance(step, Load)
        there = step.suspects(self.s, self.near, first == codes.DEVIL_IS, NONE)
        options = [Option(TEXTS[nobody], self.t("page.mass.nobody"), checked=True)]
        options += [Option(TEXTS[first + seat], self.who(int(seat)), seat=int(seat)) for seat in there]
        return Question(word, "radio", "", tuple(options), at=at)

    # -- the inquisition -------------------------------------------------------------------------------------------

    def appease(self) -> Form:
        """A row for each inquisitor: a fragment shown, an indulgence spent, or his penalty in the order of rows."""
        s, seat = self.s, self.near
        faced = sorted((int(one) for one in faced_by(s, seat)), key=APPEASE_FIRST.index)
        souls = int(standing.fragments(s.souls[seat]))
        spends = int(standing.indulgences(s, seat))
        rows, shown, suffers = [], 0, []
        for number, inquisitor in enumerate(faced):
            by_soul = shown < souls
            shown += by_soul
            if not by_soul:
                suffers.append(codes.SUFFER + inquisitor)
            options = []
            if souls:
                options.append(Option("+show", self.t("page.appease.show"), drawing="soul", checked=by_soul))
            if spends:
                options.append(Option("+spend", self.t("page.appease.spend"), drawing="scroll"))
            suffer = self.t("page.appease.suffer")
            options.append(Option(TEXTS[codes.SUFFER + inquisitor], suffer, drawing="chain", checked=not by_soul))
            name = self.inquisitor(inquisitor)
            points = self.penalty_points(inquisitor)
            costs = "" if points is None else self.t("points", n=points)
            rows.append(
                Question(
                    f"row-{number}",
                    "rows",
                    name.name,
                    tuple(options),
                    at=WHAT,
                    inquisitor=name,
                    note=costs or name.does,
                )
            )
        counted = (
            Question("show", "hidden", "", sends="show {n}", counts="+show", at=BEFORE),
            Question("spend", "hidden", "", sends="spend {n}", counts="+spend", at=BEFORE + 1),
        )
        preset = [codes.SHOW + shown, codes.SPEND, *suffers]
        order = self.t("page.appease.change_order") if len(faced) > 1 else ""
        return self.made([Group("rows", "", (*counted, *rows), hint=order)], preset=preset)

    def penalty(self) -> Form:
        s = self.s
        key = f"{int(s.at)} {int(s.bill_for)} {len(s.todo)}"
        shop = self.shop()
        if s.bill_for == deck.TRIBUTE:
            options = tuple(
                self.option(codes.TRIBUTE + kind, self.telling.good(kind), drawing=GOOD_DRAWINGS[kind])
                for kind in range(goods.RESOURCES)
                if int(goods.how_many(s.goods[self.near], kind))
            )
            fewer = Question(
                "none", "hidden", "", sends=TEXTS[codes.NO_TRIBUTE], below=int(s.bill_any), of="tribute", at=LAST
            )
            question = Question("tribute", "boxes", self.t("page.penalty.tribute", n=int(s.bill_any)), options, at=WHAT)
            preset = [codes.NO_TRIBUTE]
            return self.made([Group("tribute", "", (question, fewer)), shop], preset=preset, key=key)
        last = [code for code in self.offered if code == codes.DONE or codes.LOSE <= code < codes.SHIP]
        if s.bill_for == deck.CHOICE:
            last = [codes.HAND_OVER, codes.REFUSE]  # what is wanted can still be bought
        return self.made([shop], [self.sender(code, first=len(last) == 1) for code in last], key=key)


APPEASE_FIRST = (
    deck.VANDAL, deck.GUEST, deck.ORATOR, deck.DEBT_COLLECTOR, deck.SQUANDERER, deck.PLEBEIAN, deck.FUNDAMENTALIST,
    deck.ASCETIC,
)  # fmt: skip
"""In which order fragments are laid before the inquisitors, unless the reader says otherwise: the dearest first."""
assert sorted(APPEASE_FIRST) == list(range(deck.INQUISITORS)), "all of them"
