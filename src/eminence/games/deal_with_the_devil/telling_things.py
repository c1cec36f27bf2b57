"""Deal with the Devil in words: what its cards, goods, chests and realms are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from eminence.core.bits import members
from eminence.core.talk import Saying
from eminence.core.texts import telling
from eminence.core.texts.learning import Thing
from eminence.core.view import View
from eminence.games.deal_with_the_devil import card_file, cards, goods
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.card_sheets import card_sheets
from eminence.games.deal_with_the_devil.card_words import CardWords
from eminence.games.deal_with_the_devil.notation import (
    ACHIEVEMENT_TEXTS,
    COURTIER_TEXTS,
    INQUISITOR_TEXTS,
)
from eminence.games.deal_with_the_devil.state import DevilState

Words = dict[str, Any]
"""What a sentence speaks of, by the names of its fields."""


class Things(telling.Telling):
    """What there is in Deal with the Devil, in words."""

    cards: card_file.CardFile = card_file.house()
    """The cards of the match, as the last view that was told has them."""

    def known(self, view: View) -> DevilState:
        self.cards = card_file.by_hash(view.options[card_file.OPTION])
        s = super().known(view)
        assert isinstance(s, DevilState)
        return s

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

    def kind(self, kind: int) -> str:
        """A kind of thing, as such."""
        return self.texts(f"kind.{goods.NAMES[kind]}")

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

    def things(self, told: Iterable[tuple[int, object]]) -> str:
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
