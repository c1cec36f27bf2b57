"""From the tables of a card file to the cards that the rules meet: every fault is noted with its card and its field.

What a card file may say is here, once: the fields of a card, the operations and what each needs, and which of them
belong on which kind of card. What the rulebook says of single cards is in `card_facts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from eminence.core.bits import ONE
from eminence.core.texts import LANGUAGES
from eminence.core.texts.typography import set_in_type
from eminence.games.deal_with_the_devil import cards, goods
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
    Effect,
    EventCard,
)

PILES: Final = ("A", "B", "C", "D")
DECKS: Final = ("A", "B")
ORIGINS: Final = ("rulebook", "inferred", "reconstructed", "printed")
ROUNDED: Final = ("down", "up")
COURTIERS: Final = ("rural", "urban", "religious")
"""Those a card can name: never the alchemist."""
GOODS: Final = ("wood", "stone", "wheat", "glass", "marble")
COINS: Final = "coins"
OF_CHOICE: Final = ("basic", "precious")

MOST_GOODS: Final = 9  # of a resource, on a card
MOST_COINS: Final = 30
MOST_OF_CHOICE: Final = 3
MOST_TIMES: Final = 3
MOST_POINTS: Final = 20
MOST_REPUTATION: Final = 14  # from one end of the track to the other
MOST_DEBT: Final = 10
MOST_EFFECTS: Final = 4

ALWAYS_FIELDS: Final = ("id", "name", "origin", "note")
FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "buildings": (
        *ALWAYS_FIELDS, "round", "pile", "types", "cost", "rep_cost", "points", "kind", "phase", "effects",
    ),
    "events": (*ALWAYS_FIELDS, "deck", "left", "right"),
    "inquisitors": (*ALWAYS_FIELDS, "effects"),
}  # fmt: skip
"""The fields of a card, by the name of its list."""
A_CARD: Final = {"buildings": "building", "events": "event", "inquisitors": "inquisitor"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where effects stand, and what may stand there."""

    words: str
    operations: tuple[str, ...]
    conditions: tuple[str, ...] = ()
    """What an effect there may depend on: `require` may name what happened in the phase as well."""
    snapshot: bool = False
    """Whether the places on the reputation track when a phase began are known there."""
    on: bool = False
    """Whether its effects come when something happens, and so must say when; nobody is asked or counts then."""


_OF_ONES_OWN: Final = ("rep<start", "rep>=start", "debt==0")
_RELATIVE: Final = ("all_others_above", "all_others_below", "not all_others_below")
_HAPPENED: Final = ("recruited", "tokens_used>=3", "built:rural", "built:urban", "built:religious", "built:science")
_GAINS: Final = ("gain", "rep", "wings", "debt", "points", "indulgence")
_PERMANENT: Final[Mapping[str, Place]] = {
    "any": Place("a permanent building of any phase", ("price",)),
    "production": Place(
        "a permanent building of the production phase", ("gain",), (*_OF_ONES_OWN, *_RELATIVE), snapshot=True
    ),
    "actions": Place("a permanent building of the action phase", ("gain", "rep", "wings", "points"), on=True),
    "interest": Place("a permanent building of the interest phase", ("flag",)),
    "reputation": Place(
        "a permanent building of the reputation phase",
        ("gain", "rep", "wings", "points"),
        (*_OF_ONES_OWN, *_RELATIVE),
        snapshot=True,
    ),
}
_BUILDING: Final[Mapping[str, Place]] = {
    "immediate": Place("an immediate building", (*_GAINS, "courtier", "minor", "tokens", "flag"), _OF_ONES_OWN),
    "action": Place("an action building", ("pay", *_GAINS, "courtier"), _OF_ONES_OWN),
    "scoring": Place("a scoring building", ("points", "flag")),
}
_LEFT: Final = Place("the left half of an event", (*_GAINS, "courtier"))
_RIGHT: Final = Place(
    "the right half of an event", ("pay", "pay_courtier", "require", "rep"), (*_OF_ONES_OWN, *_HAPPENED)
)
_INQUISITOR: Final = Place(
    "an inquisitor", ("points", "debt", "tribute", "choice", "destroy"), (*_OF_ONES_OWN, *_RELATIVE)
)
_FLAG_KIND: Final = {"interest_hold": "interest", "stable": "immediate", "trade_route": "scoring"}

_COUNTED: Final = ("gain", "rep", "points")
"""What can be counted by something."""
_N: Final[Mapping[str, tuple[int, int]]] = {
    "rep": (-MOST_REPUTATION, MOST_REPUTATION),
    "debt": (-MOST_DEBT, MOST_DEBT),
    "points": (-MOST_POINTS, MOST_POINTS),
    "minor": (-1, 1),
    "indulgence": (1, 3),
    "tokens": (-1, -1),
    "price": (1, 2),
    "tribute": (1, 5),
}
"""Between which numbers the `n` of an operation lies. It is never 0."""


class Table:
    """A table of the file while it is read: what is wrong with a field is noted, and something fine stands in."""

    def __init__(self, data: Mapping[str, Any], where: str, faults: list[str]) -> None:
        self.data = data
        self.where = where
        self.faults = faults

    def fault(self, field: str, what: str) -> None:
        """Note what is wrong with a field."""
        self.faults.append(f"{self.where}, {field}: {what}" if field else f"{self.where}: {what}")

    def unknown(self, known: Sequence[str]) -> None:
        """Note the fields that there are not."""
        for name in self.data:
            if name not in known:
                self.fault(name, f"there is no such field{meant(name, known)}; there are {', '.join(known)}")

    def has(self, field: str) -> bool:
        """Whether a field is there; if not, it is noted."""
        if field not in self.data:
            self.fault(field, "is missing")
        return field in self.data

    def number(self, field: str, least: int, most: int, otherwise: int | None = None, *, zero: bool = True) -> int:
        """A whole number between two others."""
        if field not in self.data and otherwise is not None:
            return otherwise
        if self.has(field):
            value = self.data[field]
            if type(value) is int and least <= value <= most and (zero or value):
                return value
            allowed = f"{least}" if least == most else f"a whole number from {least} to {most}"
            besides = "" if zero or least > 0 or most < 0 else ", but not 0"
            self.fault(field, f"should be {allowed}{besides}, not {value!r:.60}")
        return least if zero or least else most

    def word(self, field: str, allowed: Sequence[str], otherwise: str | None = None) -> str:
        """One of some words."""
        if field not in self.data and otherwise is not None:
            return otherwise
        if self.has(field):
            value = self.data[field]
            if isinstance(value, str) and value in allowed:
                return value
            near = meant(value, allowed) if isinstance(value, str) else ""
            known = ", ".join(map(repr, allowed))
            self.fault(field, f"cannot be {value!r:.60}{near}; it can be {known}")
        return allowed[0]

    def text(self, field: str, otherwise: str = "") -> str:
        """Some words that people read."""
        value = self.data.get(field, otherwise)
        if not isinstance(value, str) or value != " ".join(value.split()):
            self.fault(field, f"should be a line of text, not {value!r:.60}")
            return otherwise
        return value

    def heap(self, fields: Sequence[str]) -> int:
        """The goods that some fields name, as a heap."""
        numbers = [self.number(field, 1, MOST_GOODS, 0) if field in fields else 0 for field in GOODS]
        found = goods.heap_of([*numbers, 0, 0, self.number(COINS, 1, MOST_COINS, 0) if COINS in fields else 0])
        return int(found)

    def tables(self, field: str, most: int) -> list[Table]:
        """A list of tables."""
        value = self.data.get(field, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fault(field, "should be a list of tables, as [{ op = ... }, { op = ... }]")
            return []
        if len(value) > most:
            self.fault(field, f"has {len(value)} effects; a card has at most {most}")
        return [Table(item, f"{self.where}, {field} {i}", self.faults) for i, item in enumerate(value[:most], 1)]


def meant(word: str, known: Sequence[str]) -> str:
    """What was probably meant by a word that is not known."""
    near = get_close_matches(word, known, 1)
    return f" (did you mean {near[0]!r}?)" if near else ""


# -- effects -----------------------------------------------------------------------------------------------------------


def fields_of(operation: str) -> tuple[str, ...]:
    """What an effect of an operation may say."""
    fields: tuple[str, ...] = {
        "gain": (*GOODS, COINS, *OF_CHOICE),
        "pay": (*GOODS, COINS, *OF_CHOICE, "times"),
        "pay_courtier": ("which",),
        "require": ("cond",),
        "wings": ("angel", "demon"),
        "courtier": ("which",),
        "flag": ("which", "n"),
        "tribute": ("n", "miss"),
        "choice": (*GOODS, COINS, "points"),
        "destroy": ("rank",),
    }.get(operation, ("n",))
    counted = ("per", "div", "round") if operation in _COUNTED else ()
    happens = ("cond", "on") if operation in _GAINS else ()
    return ("op", *fields, *counted, *happens)


def read_effects(table: Table, field: str, place: Place) -> list[Effect]:
    """The effects in a field of a card."""
    found = [read_effect(one, place) for one in table.tables(field, MOST_EFFECTS)]
    times = [effect.times for effect in found if effect.op == cards.PAY]
    for effect in found:
        effect.times = times[0] if times else 1  # what is paid for is done as often as it is paid
    return found


def read_effect(table: Table, place: Place) -> Effect:
    """One effect."""
    operation = table.word("op", OPERATIONS)
    effect = Effect(OPERATIONS.index(operation))
    if table.data.get("op") != operation:
        return effect
    if operation not in place.operations:
        table.fault("op", f"{operation!r} does not belong on {place.words}; what does: {', '.join(place.operations)}")
        return effect
    before = len(table.faults)
    table.unknown(fields_of(operation))
    if operation in ("gain", "pay", "choice"):
        effect.heap = table.heap((*GOODS, COINS))
        if operation != "choice":
            effect.basics = table.number("basic", 1, MOST_OF_CHOICE, 0)
            effect.precious = table.number("precious", 1, MOST_OF_CHOICE, 0)
            if place.on and (effect.basics or effect.precious):
                table.fault("", f"an effect on {place.words} leaves no choice of goods; name them")
        if not effect.heap and not effect.basics and not effect.precious and len(table.faults) == before:
            table.fault("", f"names no goods to {operation}; there are {', '.join((*GOODS, COINS, *OF_CHOICE))}")
    if operation == "pay":
        effect.times = table.number("times", 1, MOST_TIMES, 1)
    elif operation == "pay_courtier":
        effect.which = COURTIERS.index(table.word("which", COURTIERS))
    elif operation == "courtier":
        effect.which = (*COURTIERS, "", "any").index(table.word("which", (*COURTIERS, "any")))
    elif operation == "wings":
        effect.n = table.number("angel", 1, 9, 0)
        effect.m = table.number("demon", -9, 9, 0)
        if not effect.n and not effect.m:
            table.fault("", "gives no wings; say how many, as angel = 1, or demon = -2")
    elif operation == "flag":
        _read_flag(table, effect, place)
    elif operation == "choice":
        effect.n = table.number("points", -MOST_POINTS, -1)
    elif operation == "destroy":
        effect.n = table.number("rank", 1, 9)
    elif operation in _N:
        effect.n = table.number("n", *_N[operation], zero=False)
        if operation == "tribute":
            effect.m = table.number("miss", -MOST_POINTS, -1)
    _read_modifiers(table, effect, operation, place)
    return effect


def _read_flag(table: Table, effect: Effect, place: Place) -> None:
    which = table.word("which", FLAGS)
    effect.which = FLAGS.index(which)
    if table.data.get("which") != which:
        return
    if which == "interest_hold":
        effect.n = table.number("n", 0, MOST_DEBT)
    elif "n" in table.data:
        table.fault("n", f"{which!r} has no number")
    kind = _FLAG_KIND[which]
    if place is not {**_PERMANENT, **_BUILDING}[kind]:
        table.fault("which", f"{which!r} does not belong on {place.words}, but on a building of kind or phase {kind!r}")


def _read_modifiers(table: Table, effect: Effect, operation: str, place: Place) -> None:
    """What an effect is counted by, depends on, and waits for."""
    counted = [per for per in PER[1:] if place.snapshot or per != "players_below"]
    if operation in _COUNTED:
        effect.per = PER.index(table.word("per", counted, PER[0]))
        effect.div = table.number("div", 1, 9, 1)
        effect.up = table.word("round", ROUNDED, ROUNDED[0]) == "up"
        if effect.up and place is _BUILDING["scoring"]:
            table.fault("round", "what a scoring building counts is rounded down")
        if "per" not in table.data and ("div" in table.data or "round" in table.data):
            table.fault("div", "divides what an effect is counted by: it needs `per`")
        if effect.per and (effect.basics or effect.precious):
            table.fault("per", "goods of the owner's choice are not counted by anything")
        if effect.per and place.on:
            table.fault("per", f"an effect on {place.words} is not counted by anything")
    if operation == "require":
        effect.cond = CONDITIONS.index(table.word("cond", place.conditions))
    elif "cond" in table.data and operation in _GAINS:
        if place.conditions and place is not _RIGHT:
            effect.cond = CONDITIONS.index(table.word("cond", place.conditions))
        else:
            table.fault("cond", f"an effect on {place.words} depends on nothing")
    if place.on:
        effect.on = ON.index(table.word("on", ON[1:]))
    elif "on" in table.data and operation in _GAINS:
        table.fault("on", f"an effect on {place.words} waits for nothing; only those of the action phase do")


# -- cards -------------------------------------------------------------------------------------------------------------


def read_name(table: Table) -> dict[str, str]:
    """The names of a card by language, with its apostrophes."""
    value = table.data.get("name")
    named = value if isinstance(value, dict) else {}
    for language in named:
        if language not in LANGUAGES:
            table.fault("name", f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    for language in LANGUAGES:
        name = named.get(language)
        if not isinstance(name, str) or not name or name != " ".join(name.split()) or len(name) > 40:
            table.fault("name", f"should have a line of at most 40 letters for {language!r}, not {name!r:.60}")
            return dict.fromkeys(LANGUAGES, table.where)
    return {language: set_in_type(named[language], language) for language in LANGUAGES}


def read_building(table: Table, number: int) -> Building:
    """A building."""
    table.unknown(FIELDS["buildings"])
    building = Building(number)
    building.round = table.number("round", 1, 5)
    if building.round == 1:
        building.pile = PILES.index(table.word("pile", PILES))
    elif "pile" in table.data:
        table.fault("pile", "only the buildings of round 1 lie in piles")
    building.types = _read_types(table)
    cost = table.data.get("cost", {})
    if isinstance(cost, dict):
        inner = Table(cost, f"{table.where}, cost", table.faults)
        before = len(table.faults)
        inner.unknown((*GOODS, COINS))
        building.cost = inner.heap((*GOODS, COINS))
        if not building.cost and len(table.faults) == before:
            table.fault("cost", f"names no goods; there are {', '.join((*GOODS, COINS))}")
    else:
        table.fault("cost", f"should be a table, as {{ wood = 2, coins = 1 }}, not {cost!r:.60}")
    building.rep_cost = table.number("rep_cost", 0, MOST_REPUTATION, 0)
    building.points = table.number("points", 0, MOST_POINTS)
    _read_deeds(table, building)
    return building


def _read_deeds(table: Table, building: Building) -> None:
    """What a building does, and when. Where its kind or phase is wrong, what follows from it is not looked at."""
    kind = table.word("kind", KINDS)
    building.kind = KINDS.index(kind)
    place = _BUILDING.get(kind)
    if kind == "permanent":
        phase = table.word("phase", PHASES)
        building.phase = PHASES.index(phase)
        place = _PERMANENT[phase]
        if table.data.get("phase") != phase:
            return
    elif table.data.get("kind") != kind:
        return
    elif "phase" in table.data:
        table.fault("phase", f"only permanent buildings have one, and this one is of kind {kind!r}")
    if place is None:
        if table.data.get("effects"):
            table.fault("effects", f"a building of kind {kind!r} has none")
        return
    before = len(table.faults)
    building.effects = read_effects(table, "effects", place)
    if not building.effects and len(table.faults) == before:
        table.fault("effects", f"a building of kind {kind!r} needs some")
    _check_pay(table, building.effects)


def _read_types(table: Table) -> int:
    types = table.data.get("types")
    known = ", ".join(map(repr, TYPES))
    if not isinstance(types, list) or not 1 <= len(types) <= 2 or any(types.count(one) > 1 for one in types):
        table.fault("types", f"should be a list of one or two different types ({known}), not {types!r:.60}")
        return 1
    found = 0
    for one in types:
        if one not in TYPES:
            near = meant(one, TYPES) if isinstance(one, str) else ""
            table.fault("types", f"there is no {one!r:.60}{near}; there are {known}")
        else:
            found |= int(ONE << TYPES.index(one))
    return found or 1


def _check_pay(table: Table, effects: Sequence[Effect]) -> None:
    """What is paid comes first, once, and for something. What can be done again is paid with one good, and leaves no
    choice: so whether it is done again is a single question."""
    pays = [i for i, effect in enumerate(effects) if effect.op == cards.PAY]
    if pays and (pays != [0] or len(effects) == 1):
        table.fault("effects", "`pay` stands once, before all that it pays for, and pays for something")
    elif pays and effects[0].times > 1:
        paid, gained = effects[0], effects[1:]
        one = goods.contents(paid.heap) + paid.basics + paid.precious == 1 and not goods.coins(paid.heap)
        if not one or any(effect.basics or effect.precious or effect.op == cards.COURTIER for effect in gained):
            table.fault("effects", "what can be done several `times` costs one good, no coins, and leaves no choice")


def read_event(table: Table) -> EventCard:
    """An event: on the left a gain for reputation, on the right reputation for a price or a condition."""
    table.unknown(FIELDS["events"])
    left = read_effects(table, "left", _LEFT)
    right = read_effects(table, "right", _RIGHT)
    lost = [effect for effect in left if effect.op == cards.REP]
    if len(lost) != 1 or lost[0].n >= 0 or lost[0].per or len(left) < 2:
        table.fault(
            "left", 'gains something and loses reputation: one effect { op = "rep", n = -2 } or so, besides others'
        )
    gained = [effect for effect in right if effect.op == cards.REP]
    if len(gained) != 1 or gained[0].n <= 0 or gained[0].per or gained[0] is not right[-1]:
        table.fault("right", 'gains reputation: its last effect, and no other, is { op = "rep", n = 2 } or so')
    elif len(right) < 2:
        table.fault(
            "right", "costs something or has a condition: `pay`, `pay_courtier` or `require` stands before `rep`"
        )
    if sum(effect.op == cards.PAY for effect in right) > 1 or any(effect.times > 1 for effect in right):
        table.fault("right", "is paid once, in one `pay`")
    return EventCard(left, right)


def read_inquisitor(table: Table) -> list[Effect]:
    """The penalty of an inquisitor."""
    table.unknown(FIELDS["inquisitors"])
    effects = read_effects(table, "effects", _INQUISITOR)
    if not effects:
        table.fault("effects", "an inquisitor needs some")
    return effects
