"""What all parts of the table in the browser are made of: people, cards, gems, buttons, and the words for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from eminence.core.ask import Ask, Choice
from eminence.core.bags import how_many
from eminence.core.bits import ONE
from eminence.core.texts import sentence
from eminence.core.view import View
from eminence.games.habemus_papam.components import (
    ACTION_NAMES,
    ACTIONS,
    AGES,
    BARBERINI,
    CHIGI,
    FACTION_NAMES,
    FACTION_OF,
    FACTIONS,
    FIRST_LATE,
    FIRST_LATE_CARD,
    FIRST_LEADER,
    GEM_NAMES,
    LOUIS,
    MAZARIN,
    NONE,
    ORDER_NAMES,
    PAIRS,
    PEOPLE,
    POLITICS_NAMES,
    SACCHETTI,
)
from eminence.games.habemus_papam.notation import TEXTS
from eminence.games.habemus_papam.telling import Telling

ANSWER: Final = "answer"
WHY: Final = "why"
NO_BUTTON: Final = ""
NO_ARMS: Final = FACTIONS
"""The drawing of a shield without arms."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the board: `answer` gives an answer, `why` asks why something may not be chosen."""

    form: str
    value: str
    label: str


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
    key: str
    """His name in the page, for travelling."""
    button: Button | None = None
    mark: str = ""
    """`first` of a swap, or `friend` where what he goes with is there."""


@dataclass(frozen=True, slots=True)
class Card:
    """Any other card: its drawing, its name, and what it does."""

    drawing: str
    name: str
    does: str
    count: int = 1
    button: Button | None = None

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


@dataclass(frozen=True, slots=True)
class Order:
    """An order: what it asks for as drawings, and in words."""

    drawings: tuple[str, ...]
    name: str
    told: str
    count: int = 1
    button: Button | None = None


def friend_of(person: int) -> int:
    """The old friend with whom somebody makes a pair, or NONE."""
    for pair in PAIRS:
        if pair & (ONE << person):
            return next(other for other in range(PEOPLE) if other != person and pair & (ONE << other))
    return NONE


def signs_of(person: int) -> tuple[str, ...]:
    """The drawings of what somebody goes with."""
    if person == CHIGI:
        return ("s7",)
    if person == BARBERINI:
        return ("q1", "q1")
    if person == SACCHETTI:
        return ("q0", "q0")
    return next(((f"s{number}",) for number, pair in enumerate(PAIRS) if pair & (ONE << person)), ())


ORDER_DRAWINGS: Final = (
    ("f0", "f1", "f2", "f3"),
    ("f0", "f0", "f2", "f2"),
    ("f2", "f2", "f3", "f3"),
    ("f0", "f0", "f3", "f3"),
    ("f1", "f1", "f1"),
    ("lead",),
    ("q2", "q2", "q0", "q0"),
)
assert len(ORDER_DRAWINGS) == len(ORDER_NAMES)


class Part:
    """The view, what is asked, and the words for both."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling) -> None:
        self.view = view
        self.telling = telling
        self.texts = telling.texts
        self.reader = telling.reader
        self.near = 0 if telling.reader is None else telling.reader
        self.step = "" if ask is None else ask.step
        self.stage = str(view["steps"][-1]) if view["steps"] else ""
        """The step that the table is at, whoever is asked."""
        self.offered: dict[int, Choice] = {} if ask is None else {choice.code: choice for choice in ask}
        self.open = bool(view.options["open_screens"]) or view.over

    def clockwise(self, first: int) -> list[int]:
        """All seats, clockwise from one."""
        return [(first + distance) % self.view.seats for distance in range(self.view.seats)]

    def who(self, seat: int) -> str:
        """A player as a heading."""
        return sentence(self.telling.who(seat))

    def button(self, code: int, otherwise: str) -> Button:
        """The button of a choice: to give it, or to ask why it may not be given; that has another label."""
        choice = self.offered.get(code)
        if choice is not None:
            return Button(ANSWER, choice.text, self.telling.label(self.view, choice))
        watching = self.reader is None or self.view.over
        return Button(NO_BUTTON if watching else WHY, TEXTS[code], otherwise)

    # -- people -----------------------------------------------------------------------------------------------------

    def person(self, person: int, button: Button | None = None, mark: str = "") -> Person:
        """A medallion; a button's label says all that it tells."""
        faction = int(FACTION_OF[person])
        leader = FIRST_LEADER <= person < FIRST_LATE
        letter = "" if faction == NONE else self.texts(f"look.faction.{FACTION_NAMES[faction]}")
        return Person(
            number=person,
            name=self.telling.person(person, "short"),
            age=int(AGES[person]),
            faction=NO_ARMS if faction == NONE else faction,
            letter=letter,
            arms=0 if faction == NONE else 2 if leader else 1,
            signs=signs_of(person),
            told=self.person_told(person),
            key=f"p{person}",
            button=button,
            mark=mark,
        )

    def person_told(self, person: int) -> str:
        """Somebody in words: name, faction, age, and what he goes with."""
        told = self.telling.described(person)
        sign = self.sign_told(person)
        return f"{told}; {sign}" if sign else told

    def sign_told(self, person: int) -> str:
        if person == CHIGI:
            return self.texts("page.sign.dove")
        if person in (BARBERINI, SACCHETTI):
            return self.texts("page.sign.louis" if person == BARBERINI else "page.sign.mazarin")
        friend = friend_of(person)
        return "" if friend == NONE else self.texts("page.sign.friend", name=self.telling.person(friend, "short"))

    def goes_well(self, person: int, seat: int) -> bool:
        """Whether what somebody goes with is in the same court, so that it counts a vote."""
        favours = self.view["favours"][seat]
        if person == BARBERINI:
            return bool(how_many(favours, LOUIS) >= 2)
        if person == SACCHETTI:
            return bool(how_many(favours, MAZARIN) >= 2)
        friend = friend_of(person)
        return friend != NONE and bool(self.view["court"][seat] & (ONE << friend))

    # -- cards ------------------------------------------------------------------------------------------------------

    def politics(self, card: int, count: int = 1, code: int = NONE) -> Card | Person:
        """A card of the politics deck: some of them are people."""
        if card >= FIRST_LATE_CARD:
            person = FIRST_LATE + card - FIRST_LATE_CARD
            return self.person(person, None if code == NONE else self.button(code, self.person_told(person)))
        word = POLITICS_NAMES[card]
        name, does = self.texts(f"politics.name.{word}"), self.texts(f"page.politics.{word}")
        button = None if code == NONE else self.button(code, f"{name}: {does}")
        return Card(f"q{card}", name, does, count, button)

    def action(self, card: int, count: int = 1, code: int = NONE) -> Card | Person:
        """A card of the action deck: the leaders are people."""
        if card >= ACTIONS:
            person = FIRST_LEADER + card - ACTIONS
            return self.person(person, None if code == NONE else self.button(code, self.person_told(person)))
        word = ACTION_NAMES[card]
        name, does = self.texts(f"action.name.{word}"), self.texts(f"action.does.{word}")
        button = None if code == NONE else self.button(code, f"{name}: {does}")
        return Card(f"a{card}", name, does, count, button)

    def order(self, order: int, count: int = 1, button: Button | None = None) -> Order:
        word = ORDER_NAMES[order]
        name, asks = self.texts(f"order.name.{word}"), self.texts(f"order.asks.{word}")
        return Order(ORDER_DRAWINGS[order], name, asks, count, button)

    # -- gems -------------------------------------------------------------------------------------------------------

    def gem(self, kind: int) -> Gem:
        word = GEM_NAMES[kind]
        return Gem(kind, self.texts(f"page.gem.letter.{word}"), self.texts(f"page.gem.name.{word}"))

    def letters(self, gems: list[int]) -> str:
        """Gems as their letters, as they stand on them."""
        return "".join(self.gem(kind).letter for kind in gems) or self.texts("nothing")
