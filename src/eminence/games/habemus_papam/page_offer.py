"""What is on offer, what is left in the decks, and the smoke above the roof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from eminence.core.bags import how_many, kinds
from eminence.core.bits import members, size
from eminence.games.habemus_papam import codes
from eminence.games.habemus_papam.components import (
    AMBER,
    BLACK,
    CARDINALS,
    EARLIEST_BLACK,
    EARLIEST_WHITE,
    FACTION_OF,
    LATEST_BLACK,
    LATEST_WHITE,
    RUBY,
    SAPPHIRE,
    camerlengo_gems,
)
from eminence.games.habemus_papam.page_parts import Card, Gem, Part, Person

SMOKES: Final = ("none", "black", "white")


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: who and what may still come is known, in which order is not."""

    name: str
    title: str
    count: int
    things: tuple[tuple[Card | Person, int], ...]
    told: str


@dataclass(frozen=True, slots=True)
class Smoke:
    """What rises above the roof, and what it means."""

    kind: str
    title: str
    told: str


@dataclass(frozen=True, slots=True)
class Offer:
    """The display: people and cards, each its own button when it may be taken."""

    title: str
    people: tuple[Person, ...]
    """Those of the deck of cardinals; others who are on offer are among the cards."""
    cards: tuple[Card | Person, ...]
    camerlengo: Card | None
    gems: tuple[Gem, ...]
    """What the Camerlengo gets."""
    empty: str
    explained: tuple[str, ...]
    """All of it in words, for whoever wonders what a card does."""
    explained_title: str


class Offers(Part):
    """The middle of the table."""

    def offer(self) -> Offer:
        view = self.view
        people = tuple(
            self.person(int(person), self.button(codes.TAKE_CARDINAL + person, self.person_told(int(person))))
            for person in members(view["offered_cardinals"])
        )
        cards: list[Card | Person] = []
        for kind in kinds(view["offered_politics"]):
            count = int(how_many(view["offered_politics"], kind))
            cards.append(self.politics(int(kind), count, codes.TAKE_POLITICS + kind))
        for kind in kinds(view["offered_actions"]):
            count = int(how_many(view["offered_actions"], kind))
            cards.append(self.action(int(kind), count, codes.TAKE_ACTION + kind))
        playing = not view.over and view["round"]
        keys = self.keys() if playing and view["camerlengo_free"] else None
        gems = tuple(self.gem(int(kind)) for kind in kinds(camerlengo_gems(view["bank"])))
        bare = playing and not people and not cards and keys is None
        return Offer(
            title=self.texts("page.offer.title"),
            people=people,
            cards=tuple(cards),
            camerlengo=keys,
            gems=gems,
            empty=self.texts("page.offer.empty") if bare else "",
            explained=tuple(thing.told for thing in (*people, *cards, *([keys] if keys else []))),
            explained_title=self.texts("page.offer.explained"),
        )

    def keys(self) -> Card:
        """The Camerlengo card."""
        name, does = self.texts("look.legend.camerlengo"), self.texts("page.offer.camerlengo")
        return Card("keys", name, does, 1, self.button(codes.TAKE_CAMERLENGO, f"{name}: {does}"))

    def decks(self) -> tuple[Deck, ...]:
        view = self.view
        people = sorted((int(person) for person in members(view["cardinals"])), key=lambda person: FACTION_OF[person])
        found = [self.deck("cardinals", [(self.person(person), 1) for person in people])]
        for name, make in (("politics", self.politics), ("actions", self.action)):
            bag = int(view[name])
            found.append(self.deck(name, [(make(int(kind)), int(how_many(bag, kind))) for kind in kinds(bag)]))
        return tuple(found)

    def deck(self, name: str, things: list[tuple[Card | Person, int]]) -> Deck:
        count = sum(n for _, n in things)
        told = ", ".join(f"{thing.name} ×{n}" if n > 1 else thing.name for thing, n in things)
        return Deck(name, self.texts(f"page.deck.{name}"), count, tuple(things), told or self.texts("page.deck.empty"))

    def smoke(self) -> Smoke:
        """The smoke, and what is still to come of it."""
        view = self.view
        smoke, out = int(view["smoke"]), CARDINALS - int(size(view["cardinals"]))
        fields = {"out": out, "first": EARLIEST_BLACK, "last": LATEST_BLACK}
        if smoke == BLACK:
            fields = {"out": out, "first": EARLIEST_WHITE, "last": LATEST_WHITE}
        key = "over" if view.over else SMOKES[smoke]
        told = self.texts(f"page.smoke.{key}.told", **fields)
        return Smoke(SMOKES[smoke], self.texts(f"page.smoke.{key}.title"), told)

    def bank(self) -> tuple[tuple[Gem, int], ...]:
        """The gems in the bank; diamonds never come back from there (HP-24)."""
        return tuple((self.gem(kind), int(how_many(self.view["bank"], kind))) for kind in (RUBY, SAPPHIRE, AMBER))
