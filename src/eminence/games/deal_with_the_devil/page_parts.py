"""What all parts of the table in the browser are made of: goods, cards and realms, and the words for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from eminence.core import page_kit
from eminence.core.page_kit import Button
from eminence.games.deal_with_the_devil import cards, effects, goods, ledger
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.notation import BUILDING_TEXTS, EVENT_TEXTS, INQUISITOR_TEXTS
from eminence.games.deal_with_the_devil.state import DevilState
from eminence.games.deal_with_the_devil.telling import Telling

GOOD_DRAWINGS: Final = ("wood", "stone", "wheat", "glass", "marble", "scroll", "jester", "coin")
COURTIER_DRAWINGS: Final = ("t0", "t1", "t2", "t3")
GOOD_SHEETS: Final = (*["resources"] * goods.RESOURCES, "indulgence", "jester", "coins")
REPAYING: Final = (box.PRODUCTION, box.CARDS, box.INQUISITION)
"""The phases in which debts may be repaid."""


@dataclass(frozen=True, slots=True)
class Good:
    """So many things of a kind."""

    kind: int
    n: int
    told: str
    name: str

    @property
    def drawing(self) -> str:
        return GOOD_DRAWINGS[self.kind]

    @property
    def what(self) -> str:
        return GOOD_SHEETS[self.kind]


@dataclass(frozen=True, slots=True)
class Card:
    """A building card: what it costs and is worth, and what it does in as many words as it takes."""

    number: int
    name: str
    types: tuple[int, ...]
    points: int
    cost: tuple[Good, ...]
    reputation: int
    """What it costs of that."""
    kind: str
    does: str
    told: str
    what: str
    just: bool = False


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event with its two halves."""

    number: int
    name: str
    left: str
    right: str
    what: str


@dataclass(frozen=True, slots=True)
class Inquisitor:
    """One of the six on their board, or a Guest."""

    number: int
    place: str
    name: str
    state: str
    does: str
    told: str
    what: str
    just: bool = False


class Part(page_kit.Part):
    """A piece of this game's table."""

    telling: Telling
    s: DevilState

    # -- goods -----------------------------------------------------------------------------------------------------

    def good(self, kind: int, n: int) -> Good:
        return Good(kind, int(n), self.telling.good(kind, int(n)), self.telling.kind(kind))

    def goods(self, heap: int) -> tuple[Good, ...]:
        """What is in a heap, kind by kind."""
        return tuple(self.good(kind, int(n)) for kind, n in enumerate(goods.numbers_of(heap)) if n)

    def shop_price(self, heap: int) -> int:
        """What the supply asks the reader for all of it."""
        found = int(goods.coins(heap))
        for kind in range(goods.RESOURCES):
            found += int(goods.how_many(heap, kind)) * int(ledger.price_of(self.s, self.near, kind))
        return found

    # -- cards -----------------------------------------------------------------------------------------------------

    def building(self, number: int, just: bool = False) -> Card:
        number = int(number)
        card, words = self.telling.cards.cards.buildings[number], self.telling.words
        name = self.telling.cards.buildings[number].name(self.t.language)
        does = words.building(card)
        fields = {"types": words.types(card), "cost": words.cost(card), "points": self.t("points", n=int(card.points))}
        return Card(
            number=number,
            name=name,
            types=tuple(kind for kind in range(len(cards.TYPES)) if card.is_of(kind)),
            points=int(card.points),
            cost=self.goods(int(card.cost)),
            reputation=int(card.rep_cost),
            kind=words.kind(card),
            does=does,
            told=self.t("look.card", name=name, text=does, **fields),
            what=f"building-{BUILDING_TEXTS[number]}",
            just=just,
        )

    def buildings(self, numbers: Iterable[int]) -> tuple[Card, ...]:
        return tuple(self.building(int(number)) for number in numbers)

    def event(self, number: int) -> EventCard:
        number = int(number)
        card, words = self.telling.cards.cards.events[number], self.telling.words
        name = self.telling.cards.events[number].name(self.t.language)
        return EventCard(number, name, words.left(card), words.right(card), f"event-{EVENT_TEXTS[number]}")

    def inquisitor(self, number: int, place: str = "", state: int = box.IN_FORCE, just: bool = False) -> Inquisitor:
        number = int(number)
        name = self.telling.cards.inquisitors[number].name(self.t.language)
        does = self.telling.words.inquisitor(self.telling.cards.cards.inquisitors[number])
        word = ("face_down", "in_force", "gone")[state]
        told = self.t("page.inquisitor.told", name=name, state=self.t(f"look.legend.{word}"))
        what = f"inquisitor-{INQUISITOR_TEXTS[number]}"
        return Inquisitor(number, place, name, word, does, told, what, just)

    def penalty_points(self, number: int) -> int | None:
        """What an inquisitor's penalty is to the reader in points, as things stand; None where it is something else, or
        leaves a choice."""
        s, seat, points = self.s.clone(), self.near, 0
        for effect in s.cards.inquisitors[number]:
            if effect.op == cards.DEBT:
                s.debt = ledger.put(s.debt, seat, min(int(s.debt[seat]) + int(effect.n), box.MOST_DEBT))
            elif effect.op != cards.POINTS:
                return None
            elif effects.holds(s, seat, effect.cond, s.reputation):
                points += int(effect.n) * int(effects.amount(s, seat, effect, s.reputation))
        return points

    # -- buttons ---------------------------------------------------------------------------------------------------

    def small(self) -> list[Button]:
        """The buttons of the question as it is put, one by one."""
        return [self.button(code) for code in self.offered]
