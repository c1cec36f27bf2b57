"""The cards that a match is played with: those of the house, or those of a file with the printed values of a box.

The house's own are in `cards.toml`. A file of the same shape changes some of them: of each card that it names, what it
says; all else stays. A match records among its options which cards it is played with: "house", or the hash of a file,
over all that matters to play, however the file is written. So whoever has the file can play the match again.

>>> cards = house()
>>> cards.buildings[5].id, cards.buildings[5].name("fr"), int(cards.cards.buildings[5].points)
('bank', 'Banque', 1)
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

from eminence.core.errors import BadFile, BadOptions, EminenceError
from eminence.core.game import Loaded, Option
from eminence.core.texts import LANGUAGES
from eminence.core.texts.typography import set_in_type
from eminence.games.deal_with_the_devil import card_facts, cards, goods
from eminence.games.deal_with_the_devil.card_reading import (
    A_CARD,
    DECKS,
    FIELDS,
    ORIGINS,
    PILES,
    Table,
    meant,
    read_building,
    read_event,
    read_inquisitor,
    read_name,
)
from eminence.games.deal_with_the_devil.cards import (
    CONDITIONS,
    FLAGS,
    KINDS,
    ON,
    OPERATIONS,
    PER,
    PHASES,
    TYPES,
    Building,
    Cards,
    Effect,
    EventCard,
)

OPTION: Final = "cards"
HOUSE: Final = "house"
"""The value of the option for the house's own cards."""
ENVIRONMENT: Final = "EMINENCE_CARDS"
"""Names the card files that are known from the start, with the system's separator between them."""
PLACES: Final = ("round", "pile", "deck")
"""The fields that say where a card lies, which no file changes."""
ROUNDS: Final = 5
A_PILE: Final = 4


class BadCards(BadFile):
    """A card file cannot be played with: each of its `faults` names a card, a field and what is allowed there."""


class UnknownCards(BadOptions):
    """There is no card file with that hash here."""


@dataclass(frozen=True, slots=True)
class Card:
    """What people are told of a card besides its effects."""

    id: str
    names: Mapping[str, str]
    origin: str
    """How much of it is known: see `cards.toml`."""
    note: str

    def name(self, language: str) -> str:
        """Its name in a language."""
        return self.names[language]


@dataclass(frozen=True)
class CardFile:
    """All cards of a match, and what people are told of each; in the order of their numbers."""

    title: str
    """Where they come from."""
    cards: Cards
    buildings: tuple[Card, ...]
    events: tuple[Card, ...]
    inquisitors: tuple[Card, ...]
    named: tuple[str, ...] = ()
    """The ids of the cards that the file names."""

    @cached_property
    def content(self) -> dict[str, list[dict[str, Any]]]:
        """All that matters to play, in words: what the hash is made from."""
        return {
            "buildings": [
                {"id": card.id, **_building_in_words(self.cards.buildings[i])} for i, card in enumerate(self.buildings)
            ],
            "events": [
                {"id": card.id, **_event_in_words(i, self.cards.events[i])} for i, card in enumerate(self.events)
            ],
            "inquisitors": [
                {"id": card.id, "effects": [_effect_in_words(effect) for effect in self.cards.inquisitors[i]]}
                for i, card in enumerate(self.inquisitors)
            ],
        }

    @cached_property
    def hash(self) -> str:
        """What these cards are known by: the same for every file that says the same."""
        written = json.dumps(self.content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return sha256(written.encode()).hexdigest()

    @property
    def value(self) -> str:
        """The value of the option `cards` for a match that is played with them."""
        return HOUSE if self.hash == house().hash else self.hash

    @property
    def all(self) -> tuple[Card, ...]:
        """Every card."""
        return (*self.buildings, *self.events, *self.inquisitors)

    def differing(self) -> list[str]:
        """The ids of the cards that play otherwise than the house's."""
        own, others = (
            {card["id"]: card for cards in one.content.values() for card in cards} for one in (self, house())
        )
        return [name for name in own if own[name] != others[name]]


# -- which there are ---------------------------------------------------------------------------------------------------

_KNOWN: Final[dict[str, CardFile]] = {}
_FROM_ENVIRONMENT: Final[set[str]] = set()


@cache
def house() -> CardFile:
    """The house's own cards."""
    return _cards_of(_house_tables(), "the house's card file")


def load(path: Path) -> CardFile:
    """Read a card file and make it known by its hash. Raises BadCards with all that is wrong with it."""
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError:
        raise BadCards(str(path), ["it is not text: a card file is TOML, in UTF-8"]) from None
    except OSError as error:
        raise BadCards(str(path), [f"it cannot be read: {error.strerror or error}"]) from None
    found = parse(text, str(path))
    return _KNOWN.setdefault(found.hash, found)


def by_hash(value: str) -> CardFile:
    """The cards of a match, by the value of its option: "house", or the hash of a file that is known here.

    >>> by_hash("house") is house()
    True
    >>> by_hash("1a2b3c4d" * 8)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    eminence.games.deal_with_the_devil.card_file.UnknownCards: ... not known here (its hash begins with 1a2b3c4d…); ...
    """
    if value == HOUSE or value == house().hash:
        return house()
    if value not in _KNOWN:
        _load_from_environment()
    if value not in _KNOWN:
        raise UnknownCards(
            "this match was played with a card file that is not known here"
            f" (its hash begins with {value[:8]}…); name the file with --cards FILE or {ENVIRONMENT}"
        )
    return _KNOWN[value]


def _load_from_environment() -> None:
    """Load the files that the environment names, each once: so that processes of ours know what we know."""
    for name in filter(None, os.environ.get(ENVIRONMENT, "").split(os.pathsep)):
        if name not in _FROM_ENVIRONMENT:
            load(Path(name))
            _FROM_ENVIRONMENT.add(name)


def option() -> Option:
    """The game's option for the cards: the house's, or those of a file that is known here."""
    return Option(OPTION, (HOUSE,), more=_why_not, load=_load)


def _load(path: Path) -> Loaded:
    """Read a file for this process and those that it starts from now on."""
    found = load(path)
    names = [name for name in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if name]
    if str(path.absolute()) not in names:
        os.environ[ENVIRONMENT] = os.pathsep.join([*names, str(path.absolute())])
    return Loaded(found.value, len(found.named), tuple(found.differing()))


def _why_not(value: Any) -> str | None:
    """Why a value cannot be that of the option; None if it can."""
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{64}", value):
        return f"option {OPTION!r} cannot be {value!r:.80}; it can be {HOUSE!r}, or the hash of a card file"
    try:
        by_hash(value)
    except EminenceError as error:
        return str(error)
    return None


# -- reading -----------------------------------------------------------------------------------------------------------

Tables = dict[str, list[dict[str, Any]]]


@cache
def _house_tables() -> Tables:
    text = (files(__package__) / "cards.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def parse(text: str, name: str = "this file") -> CardFile:
    """The cards of a card file's text: the house's, but for what it says. Raises BadCards."""
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise BadCards(name, ["it is nested far too deep"]) from None
    except ValueError as error:
        raise BadCards(name, [f"it is not TOML: {error}"]) from None
    faults = [
        f"{key}: there is no such list{meant(key, tuple(FIELDS))}; there are {', '.join(FIELDS)}"
        for key in data
        if key not in FIELDS
    ]
    named: list[str] = []
    tables = {group: _merged(group, data.get(group, []), named, faults) for group in FIELDS}
    return _cards_of(tables, name, tuple(named), faults)


def _merged(group: str, said: Any, named: list[str], faults: list[str]) -> list[dict[str, Any]]:
    """The house's cards of a list, with what a file says of some of them; those are noted."""
    found = {card["id"]: card for card in _house_tables()[group]}
    if not isinstance(said, list) or not all(isinstance(card, dict) for card in said):
        faults.append(f"{group}: should be a list of tables, each begun by [[{group}]]")
        return list(found.values())
    for number, card in enumerate(said, 1):
        name = card.get("id")
        if not isinstance(name, str) or name not in found:
            what = "is missing" if name is None else f"there is no {name!r:.60}{_near(group, name)}"
            faults.append(f"{A_CARD[group]} {number}, id: {what}")
        elif name in named:
            faults.append(f"{name}, id: stands twice in this file")
        else:
            named.append(name)
            moved = [field for field in PLACES if field in card and card[field] != found[name].get(field)]
            faults += [f"{name}, {field}: {_stays(found[name], field)}" for field in moved]
            found[name] = _changed(found[name], card)
    return list(found.values())


def _near(group: str, name: Any) -> str:
    """Which cards of the house a name may stand for: found by their ids and by their names in all languages."""
    for other in FIELDS:
        if name in [card["id"] for card in _house_tables()[other]]:
            return f" among the {group}; it is one of the {other}"
    known: dict[str, str] = {}
    for card in _house_tables()[group]:
        known |= {title.casefold(): card["id"] for title in (card["id"], *card["name"].values())}
    near = get_close_matches(str(name).casefold(), known, 3)
    ids = " or ".join(dict.fromkeys(repr(known[title]) for title in near))
    return f" (did you mean {ids}?)" if ids else "; a file changes cards of the house, by their ids, and adds none"


def _stays(card: Mapping[str, Any], field: str) -> str:
    """Why a card cannot go elsewhere: its number, by which the rules and the logs of matches know it, is its place."""
    if field not in card:
        return "only the buildings of round 1 lie in piles"
    return f"stays {card[field]!r}; to bring a card elsewhere, let two cards exchange all that they say, names included"


def _changed(card: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """A card of the house with what a file says of it. What goes with something that was changed is not kept."""
    found: dict[str, Any] = {**card, "origin": "printed", "note": "", **said}
    for field in PLACES:
        found.pop(field, None)
    found |= {field: card[field] for field in PLACES if field in card}
    if isinstance(said.get("name"), str):
        found["name"] = dict.fromkeys(LANGUAGES, said["name"])
    elif isinstance(said.get("name"), dict):
        found["name"] = {**card["name"], **said["name"]}
    if "phase" not in said and said.get("kind", "permanent") != "permanent":
        found.pop("phase", None)
    if "effects" not in said and said.get("kind") == "none":
        found.pop("effects", None)
    return found


def _cards_of(tables: Tables, title: str, named: tuple[str, ...] = (), faults: Sequence[str] = ()) -> CardFile:
    """The cards of whole tables. Raises BadCards with all faults."""
    found = list(faults)
    told: dict[str, list[Card]] = {group: [] for group in FIELDS}
    buildings: list[Building] = []
    events: list[EventCard] = []
    inquisitors: list[list[Effect]] = []
    decks: list[str] = []
    fine: set[str] = set()
    for group, listed in tables.items():
        for card in listed:
            before = len(found)
            table = Table(card, card["id"], found)
            told[group].append(Card(card["id"], read_name(table), table.word("origin", ORIGINS), table.text("note")))
            if group == "buildings":
                buildings.append(read_building(table, len(buildings)))
            elif group == "events":
                decks.append(table.word("deck", DECKS))
                events.append(read_event(table))
            else:
                inquisitors.append(read_inquisitor(table))
            if len(found) == before:
                fine.add(card["id"])
    published = {
        set_in_type(card["name"]["fr"], "fr"): card["id"] for group in FIELDS for card in _house_tables()[group]
    }
    named_so = {
        card.id: published[name] for cards in told.values() for card in cards if (name := card.name("fr")) in published
    }
    found += card_facts.check_buildings(_fine(told["buildings"], buildings, fine), named_so)
    found += card_facts.check_events(_fine(told["events"], events, fine), named_so)
    found += card_facts.check_inquisitors(_fine(told["inquisitors"], inquisitors, fine))
    found += _count(buildings, decks, [card.id for card in told["inquisitors"]])
    if found:
        raise BadCards(title, found)
    of_buildings, of_events, of_inquisitors = (tuple(told[group]) for group in FIELDS)
    return CardFile(title, Cards(buildings, events, inquisitors), of_buildings, of_events, of_inquisitors, named)


T = TypeVar("T")


def _fine(told: Sequence[Card], read: Sequence[T], fine: set[str]) -> dict[str, T]:
    """The cards in which no fault was found, by their ids: of the others it would only be repeated."""
    return {card.id: one for card, one in zip(told, read, strict=True) if card.id in fine}


def _count(buildings: Sequence[Building], decks: Sequence[str], inquisitors: Sequence[str]) -> list[str]:
    """Whether there are as many cards as there should be, in their order."""
    found = []
    rounds = [number for number in range(1, ROUNDS + 1) for _ in range(cards.A_ROUND)]
    if [int(building.round) for building in buildings] != rounds:
        found.append(f"buildings, round: there are {cards.A_ROUND} buildings of each round, in the order of the rounds")
    piles = [pile for pile in range(len(PILES)) for _ in range(A_PILE)]
    if [int(building.pile) for building in buildings[: cards.A_ROUND]] != piles:
        found.append(f"buildings, pile: round 1 has {A_PILE} buildings in each pile, in the order of the piles")
    if decks != [*"A" * cards.A_EVENTS, *"B" * (cards.EVENTS - cards.A_EVENTS)]:
        found.append(
            f"events, deck: there are {cards.EVENTS} events; the first {cards.A_EVENTS} are of deck A, the others of B"
        )
    if inquisitors != list(card_facts.INQUISITORS):
        found.append(f"inquisitors, id: they are {', '.join(card_facts.INQUISITORS)}, in this order")
    return found


# -- the same in words -------------------------------------------------------------------------------------------------


def _heap_in_words(heap: int) -> dict[str, int]:
    return {goods.NAMES[kind]: int(n) for kind, n in enumerate(goods.numbers_of(heap)) if n}


def _building_in_words(building: Building) -> dict[str, Any]:
    return {
        "round": int(building.round),
        "pile": int(building.pile),
        "types": [name for kind, name in enumerate(TYPES) if building.is_of(kind)],
        "cost": _heap_in_words(building.cost),
        "rep_cost": int(building.rep_cost),
        "points": int(building.points),
        "kind": KINDS[building.kind],
        "phase": PHASES[building.phase],
        "effects": [_effect_in_words(effect) for effect in building.effects],
    }


def _event_in_words(number: int, event: EventCard) -> dict[str, Any]:
    return {
        "deck": DECKS[number >= cards.A_EVENTS],
        "left": [_effect_in_words(effect) for effect in event.left],
        "right": [_effect_in_words(effect) for effect in event.right],
    }


def _effect_in_words(effect: Effect) -> dict[str, Any]:
    """What an effect says, but for what goes without saying; in words, so that no number of ours matters."""
    plain = Effect(effect.op)
    found: dict[str, Any] = {"op": OPERATIONS[effect.op]}
    if effect.heap:
        found["heap"] = _heap_in_words(effect.heap)
    for name in ("basics", "precious", "n", "m", "div", "up", "times"):
        if getattr(effect, name) != getattr(plain, name):
            found[name] = getattr(effect, name)
    words = {"per": PER, "cond": CONDITIONS, "on": ON}
    found |= {name: known[getattr(effect, name)] for name, known in words.items() if getattr(effect, name)}
    if effect.op in (cards.COURTIER, cards.PAY_COURTIER, cards.FLAG):
        known = FLAGS if effect.op == cards.FLAG else (*TYPES, "any")
        found["which"] = known[effect.which]
    return found
