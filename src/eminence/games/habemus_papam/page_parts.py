"""What all parts of the table in the browser are made of: people, cards, orders and gems, and the words for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from eminence.core import page_kit
from eminence.core.bags import each, how_many, kinds
from eminence.core.bits import members
from eminence.core.page_kit import Button
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.components import BARBERINI, CHIGI, NAMES, NONE, PAIRS, SACCHETTI
from eminence.games.habemus_papam.state import PapamState
from eminence.games.habemus_papam.telling import Telling

NO_ARMS: Final = box.FACTIONS  # the drawing of a shield without arms


@dataclass(frozen=True, slots=True)
class Person:
    """A cardinal or leader as a medallion."""

    number: int
    name: str
    age: int
    faction: int
    letter: str
    arms: int
    """How many arms he shows: two for a leader, none for those who come late."""
    signs: tuple[str, ...]
    """The drawings of what he goes with, as old friends do."""
    told: str
    what: str
    """Its sheet."""
    brief: str
    """What he is worth, in as few words as stand on his card."""
    button: Button | None = None
    mark: str = ""
    """`first` of a swap, or `friend` where what he goes with is there."""
    just: bool = False
    """Whether somebody else has just taken him, or moved him here."""


@dataclass(frozen=True, slots=True)
class Card:
    """Any other card: its drawing, its name, and what it does, in words and in as few as stand on it."""

    drawing: str
    name: str
    does: str
    brief: str
    what: str
    count: int = 1
    button: Button | None = None
    just: bool = False
    """Whether somebody else has just taken it."""

    @property
    def told(self) -> str:
        """The card in words."""
        return f"{self.name}: {self.does}"


@dataclass(frozen=True, slots=True)
class Gem:
    """A gem to be drawn."""

    kind: int
    letter: str
    name: str
    what: str


@dataclass(frozen=True, slots=True)
class Order:
    """An order: what it asks for as drawings, and in words."""

    drawings: tuple[str, ...]
    name: str
    told: str
    what: str
    count: int = 1
    button: Button | None = None


SIGNS: Final[Mapping[int, tuple[str, ...]]] = {
    CHIGI: ("s7",),
    BARBERINI: ("q1", "q1"),
    SACCHETTI: ("q0", "q0"),
    **{int(person): (f"s{number}",) for number, pair in enumerate(PAIRS) for person in members(pair)},
}
"""The drawings of what somebody goes with."""
ORDER_DRAWINGS: Final = (
    *(tuple(f"f{faction}" for faction in each(arms)) for arms in box.ORDER_ARMS),
    ("lead",),
    ("q2", "q2", "q0", "q0"),
)


class Part(page_kit.Part):
    """A piece of this game's table."""

    telling: Telling
    s: PapamState

    # -- people -----------------------------------------------------------------------------------------------------

    def person(self, person: int, button: Button | None = None, mark: str = "") -> Person:
        """A medallion; a button's label says all that it tells."""
        faction = int(box.FACTION_OF[person])
        late = faction == NONE
        return Person(
            number=person,
            name=self.telling.person(person, "short"),
            age=int(box.AGES[person]),
            faction=NO_ARMS if late else faction,
            letter="" if late else self.t(f"look.faction.{box.FACTION_NAMES[faction]}"),
            arms=0 if late else 2 if person >= box.FIRST_LEADER else 1,
            signs=SIGNS.get(person, ()),
            told=self.person_told(person),
            what=NAMES[person],
            brief=self.person_brief(person),
            button=button,
            mark=mark,
        )

    def person_told(self, person: int) -> str:
        """Somebody in words: name, faction, age, and what he goes with."""
        return self.t.apart(filter(None, (self.telling.described(person), self.telling.goes_with(person))))

    def person_brief(self, person: int) -> str:
        return self.telling.goes_with(person, "page.brief.sign") or self.t("page.brief.sign.none")

    # -- things -----------------------------------------------------------------------------------------------------

    def card(self, name: str, count: int = 1, code: int = NONE) -> Card | Person:
        """A card of any deck by its name in the notation, with the button of a choice: some cards are people."""
        if name in NAMES:
            person = NAMES.index(name)
            return self.person(person, None if code == NONE else self.button(code, self.person_told(person)))
        if name in box.ACTION_NAMES:
            drawing, key, does = f"a{box.ACTION_NAMES.index(name)}", f"action.name.{name}", f"action.does.{name}"
        else:
            drawing, key, does = f"q{box.POLITICS_NAMES.index(name)}", f"politics.name.{name}", f"page.politics.{name}"
        return self.thing(name, drawing, self.t(key), self.t(does), count, code)

    def thing(self, what: str, drawing: str, name: str, does: str, count: int = 1, code: int = NONE) -> Card:
        """A card that is nobody, with the button of a choice."""
        card = Card(drawing, name, does, self.t(f"page.brief.{what}"), what, count)
        return card if code == NONE else replace(card, button=self.button(code, card.told))

    def cards(self, bag: int, names: tuple[str, ...], first: int = NONE) -> tuple[Card | Person, ...]:
        """The cards of a bag, each once; with the buttons of the choices from the code `first` on."""
        return tuple(
            self.card(names[kind], int(how_many(bag, kind)), NONE if first == NONE else int(first + kind))
            for kind in kinds(bag)
        )

    def order(self, order: int, count: int = 1, button: Button | None = None) -> Order:
        told = self.telling
        what = f"order-{box.ORDER_NAMES[order]}"
        return Order(ORDER_DRAWINGS[order], told.order(order), told.order(order, "asks"), what, count, button)

    def gem(self, kind: int) -> Gem:
        word = box.GEM_NAMES[kind]
        return Gem(int(kind), self.t(f"page.gem.letter.{word}"), self.t(f"page.gem.name.{word}"), word)

    def gems(self, found: list[int]) -> tuple[Gem, ...]:
        return tuple(self.gem(kind) for kind in found)
