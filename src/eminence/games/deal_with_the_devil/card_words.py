"""The words of a card, made from its effects: a few short sentences, in each language.

Effects that depend on the same thing are one sentence, "If …: gain 1 coin, move up 1."; each of them is a clause, which
the texts under `card` have. So a card of somebody's own file is told as well as one of ours.

>>> from eminence.core.texts import Texts
>>> from eminence.games.deal_with_the_devil.card_file import house
>>> words = CardWords(Texts("en", "eminence.core", "eminence.games.deal_with_the_devil"))
>>> market = house().cards.buildings[4]
>>> words.building(market), words.cost(market)
('Up to twice: give 1 basic resource, gain 4 coins.', '1 wood, 1 stone, 2 coins')
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from eminence.core.texts import Texts, sentence
from eminence.games.deal_with_the_devil import cards, goods
from eminence.games.deal_with_the_devil.card_file import Card
from eminence.games.deal_with_the_devil.cards import FLAGS, KINDS, PHASES, TYPES, Building, Effect, EventCard

SENTENCES: Final = (cards.TOKENS, cards.PRICE, cards.FLAG, cards.TRIBUTE, cards.CHOICE, cards.DESTROY)
"""Operations that are told in a whole sentence; so is a debt that grows."""
CONDITION_TEXTS: Final = (
    "always", "all_above", "all_below", "not_all_below", "below_start", "not_below_start", "recruited", "three_tokens",
    "no_debt", *(f"built.{kind}" for kind in TYPES),
)  # fmt: skip
PER_TEXTS: Final = ("once", *TYPES, "any", "players_below", "achievements", "majors", "debt")
RELATIVE: Final = (cards.ALL_OTHERS_ABOVE, cards.ALL_OTHERS_BELOW, cards.NOT_ALL_OTHERS_BELOW)
"""Conditions about the others, which permanent buildings look at when a phase begins."""
SNAPSHOT: Final = (cards.PRODUCTION, cards.INTEREST, cards.REPUTATION)


def _is_sentence(effect: Effect) -> bool:
    return effect.op in SENTENCES or (effect.op == cards.DEBT and effect.n > 0)


class CardWords:
    """Cards in the words of one language: `texts` are those of the game."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    # -- cards ---------------------------------------------------------------------------------------------------------

    def building(self, building: Building) -> str:
        """What a building does."""
        if not building.effects:
            return self.texts("card.nothing")
        return self.effects(building.effects, building.kind == cards.PERMANENT and building.phase in SNAPSHOT)

    def left(self, event: EventCard) -> str:
        """The left half of an event."""
        return self.effects(event.left)

    def right(self, event: EventCard) -> str:
        """The right half of an event."""
        return self.effects(event.right)

    def inquisitor(self, effects: Sequence[Effect]) -> str:
        """What an inquisitor does to those who do not appease him."""
        return self.effects(effects)

    def cost(self, building: Building) -> str:
        """What a building costs: goods, and reputation."""
        listed = ", ".join(self._goods(building.cost))
        if not building.rep_cost:
            return listed
        return self.texts("card.cost", goods=listed, n=int(building.rep_cost))

    def kind(self, building: Building) -> str:
        """When a building acts: its kind, and the phase of a permanent one."""
        if building.kind == cards.PERMANENT:
            return self.texts(f"card.phase.{PHASES[building.phase]}")
        return self.texts(f"card.kind.{KINDS[building.kind]}")

    def types(self, building: Building) -> str:
        """The types of a building."""
        return self.texts.listed([self.texts(f"card.type.{name}") for i, name in enumerate(TYPES) if building.is_of(i)])

    def origin(self, card: Card) -> str:
        """How much is known of the printed card, in a sentence."""
        return self.texts(f"card.origin.{card.origin}")

    def heap(self, heap: int) -> str:
        """Goods, as people say them: "2 wood and 1 coin"."""
        return self.texts.listed(self._goods(heap))

    # -- effects -------------------------------------------------------------------------------------------------------

    def effects(self, effects: Sequence[Effect], snapshot: bool = False) -> str:
        """Several effects. With `snapshot`, how realms stand to each other is looked at when a phase begins."""
        required = [effect for effect in effects if effect.op == cards.REQUIRE]
        cond = required[0].cond if required else cards.ALWAYS

        def depends(effect: Effect) -> tuple[int, int, int, bool]:
            return int(effect.cond or cond), int(effect.on), int(effect.times), _is_sentence(effect)

        rest = [effect for effect in effects if effect.op != cards.REQUIRE]
        told: list[str] = []
        lost = False
        for key, group in groupby(rest, depends):
            these = list(group)
            told.append(self._told(these, *key[:3], snapshot, lost))
            lost = lost or any(effect.op == cards.POINTS and effect.n < 0 for effect in these)
        return " ".join(told)

    def _told(self, effects: Sequence[Effect], cond: int, on: int, times: int, snapshot: bool, lost: bool) -> str:
        """Effects that depend on the same things, in a sentence; those that need one each, in several.

        `lost` says that the sentence before took points already.
        """
        clauses = [self._clause(effect, snapshot, lost) for effect in effects]
        if not _is_sentence(effects[0]):
            clauses = [self.texts("card.sentence", told=", ".join(clauses))]
        before: list[str] = []
        if cond:
            before.append(self._condition(cond, snapshot))
        if times > 1:
            before.append(self.texts("card.twice") if times == 2 else self.texts("card.times", times=times))
        if on:
            before.append(self.texts(f"card.on.{cards.ON[on]}"))
        if before:
            clauses = [self.texts("card.when", when=", ".join(before), what=clause) for clause in clauses]
        return " ".join(map(sentence, clauses))

    def _condition(self, cond: int, snapshot: bool) -> str:
        told = self.texts(f"card.if.{CONDITION_TEXTS[cond]}")
        return self.texts("card.at_start", told=told) if snapshot and cond in RELATIVE else told

    def _clause(self, effect: Effect, snapshot: bool, lost: bool) -> str:
        """One effect: what it does, and what it is counted by."""
        told = self._deed(effect, lost)
        if not effect.per:
            return told
        name, n = PER_TEXTS[effect.per], int(effect.div)
        per = self.texts(f"card.per.{name}.each") if n == 1 else self.texts(f"card.per.{name}.every", div=n)
        if snapshot and effect.per == cards.PLAYERS_BELOW:
            per = self.texts("card.at_start", told=per)
        told = self.texts("card.counted", told=told, per=per)
        return self.texts("card.rounded_up", told=told) if effect.up else told

    def _deed(self, effect: Effect, lost: bool) -> str:
        """What an effect does, once."""
        texts, op, n = self.texts, effect.op, int(effect.n)
        if op == cards.GAIN:
            return texts("card.gain", goods=self._chosen(effect, "of_choice"))
        if op == cards.PAY:
            return texts("card.pay", goods=self._chosen(effect, "any"))
        if op in (cards.COURTIER, cards.PAY_COURTIER):
            which = "any" if effect.which == cards.ANY else TYPES[effect.which]
            return texts(f"card.{'courtier' if op == cards.COURTIER else 'pay_courtier'}.{which}")
        if op == cards.REP:
            return texts("card.up", n=n) if n > 0 else texts("card.down", n=-n)
        if op == cards.WINGS:
            return self._wings(n, int(effect.m))
        if op == cards.DEBT:
            return texts("card.debt.more", n=n) if n > 0 else texts("card.debt.less", n=-n)
        if op == cards.POINTS:
            how = "win" if n > 0 else "lose_more" if lost else "lose"
            return texts(f"card.{how}", points=texts("points", n=abs(n)))
        if op == cards.MINOR:
            return texts("card.minor.gain" if n > 0 else "card.minor.remove")
        if op == cards.GAIN_INDULGENCE:
            return texts("card.indulgence", n=n)
        if op == cards.PRICE:
            return texts("card.price", n=n)
        if op == cards.FLAG:
            return texts(f"card.flag.{FLAGS[effect.which]}", debt=n)
        if op == cards.TRIBUTE:
            return texts("card.tribute", n=n, points=texts("points", n=-int(effect.m)))
        if op == cards.CHOICE:
            return texts("card.choice", goods=self.heap(effect.heap), points=texts("points", n=-n))
        return texts("card.tokens" if op == cards.TOKENS else "card.destroy")

    def _wings(self, angels: int, demons: int) -> str:
        told = [self.texts("card.angels", n=angels)] if angels else []
        if demons:
            told.append(self.texts("card.demons.more" if demons > 0 else "card.demons.less", n=abs(demons)))
        return ", ".join(told)

    def _chosen(self, effect: Effect, how: str) -> str:
        """Goods, with those of the owner's choice; where they are paid, that goes without saying."""
        told = self._goods(effect.heap)
        for name, n in (("basic", int(effect.basics)), ("precious", int(effect.precious))):
            if n:
                told.append(self.texts(f"card.good.{name}.{how}", n=n))
        return self.texts.listed(told)

    def _goods(self, heap: int) -> list[str]:
        numbers = goods.numbers_of(heap)
        return [self.texts(f"card.good.{name}", n=int(n)) for name, n in zip(goods.NAMES, numbers, strict=True) if n]
