"""What is on offer, what is left in the decks, and the smoke above the roof."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from eminence.core.bags import how_many, kinds
from eminence.core.bits import members, size
from eminence.games.habemus_papam import codes, notation
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.page_parts import Card, Gem, Part, Person


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: who and what may still come is known, in which order is not."""

    name: str
    things: tuple[Card | Person, ...]

    @property
    def count(self) -> int:
        return sum(1 if isinstance(thing, Person) else thing.count for thing in self.things)


class Offer(Part):
    """The display: people and cards, each its own button when it may be taken; and what belongs to it."""

    @cached_property
    def people(self) -> tuple[Card | Person, ...]:
        """Those of the deck of cardinals; others who are on offer are among the cards."""
        there = members(self.s.offered_cardinals)
        return tuple(self.card(box.NAMES[person], 1, int(codes.TAKE_CARDINAL + person)) for person in there)

    @cached_property
    def others(self) -> tuple[Card | Person, ...]:
        politics = self.cards(self.s.offered_politics, notation.POLITICS_TEXTS, codes.TAKE_POLITICS)
        return politics + self.cards(self.s.offered_actions, notation.ACTION_TEXTS, codes.TAKE_ACTION)

    @property
    def playing(self) -> bool:
        """Whether there is a round."""
        return not self.view.over and self.s.round > 0

    @cached_property
    def camerlengo(self) -> Card | None:
        """The Camerlengo card, if it can be taken."""
        if not (self.playing and self.s.camerlengo_free):
            return None
        name, does = self.t("look.legend.camerlengo"), self.t("page.offer.camerlengo")
        return self.thing("camerlengo", "keys", name, does, code=codes.TAKE_CAMERLENGO)

    @property
    def brings(self) -> list[int]:
        """The gems that the Camerlengo gets."""
        return [int(kind) for kind in kinds(box.camerlengo_gems(self.s.bank))]

    @property
    def things(self) -> tuple[Card | Person, ...]:
        return (*self.people, *self.others, *([self.camerlengo] if self.camerlengo else []))

    @property
    def decks(self) -> tuple[Deck, ...]:
        people = sorted(map(int, members(self.s.cardinals)), key=lambda person: box.FACTION_OF[person])
        return (
            Deck("cardinals", tuple(self.person(person) for person in people)),
            Deck("politics", self.cards(self.s.politics, notation.POLITICS_TEXTS)),
            Deck("actions", self.cards(self.s.actions, notation.ACTION_TEXTS)),
        )

    @property
    def smoke(self) -> str:
        """What rises above the roof."""
        return box.SMOKES[self.s.smoke]

    @property
    def smoke_told(self) -> tuple[str, str]:
        """What it means, and what is still to come of it."""
        key = "over" if self.view.over else self.smoke
        first, last = box.EARLIEST_BLACK, box.LATEST_BLACK
        if self.s.smoke == box.BLACK:
            first, last = box.EARLIEST_WHITE, box.LATEST_WHITE
        out = box.CARDINALS - int(size(self.s.cardinals))
        title = self.t(f"page.smoke.{key}.title")
        return title, self.t(f"page.smoke.{key}.told", out=out, first=first, last=last)

    @property
    def bank(self) -> list[tuple[Gem, int]]:
        """The gems in the bank; diamonds never come back from there (HP-24)."""
        return [(self.gem(kind), int(how_many(self.s.bank, kind))) for kind in range(box.RUBY, box.GEMS)]
