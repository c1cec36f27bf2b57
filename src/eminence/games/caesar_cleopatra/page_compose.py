"""Questions of several parts as one form each: the pile's order, the opening, a Castling, a passive player's discards.

The markup that the house's script brings to life; without it the small questions are asked one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from eminence.core.bags import each, how_many, kinds
from eminence.core.texts import sentence
from eminence.games.caesar_cleopatra import codes
from eminence.games.caesar_cleopatra.actions import all_at
from eminence.games.caesar_cleopatra.cards import cards_at
from eminence.games.caesar_cleopatra.components import (
    ACTIONS,
    CASTLING,
    COUP,
    FACES,
    FULL,
    GROUPS,
    OWN_LIMIT,
    PAIRS,
    SCOUT,
    SPY,
    VETO,
    WRATH,
)
from eminence.games.caesar_cleopatra.notation import GROUP_CODES, KIND_TEXTS, TEXTS
from eminence.games.caesar_cleopatra.page_parts import Button, Card, Part
from eminence.games.caesar_cleopatra.telling import known

PILE: Final = (VETO, COUP, SCOUT, CASTLING, SPY, COUP, COUP, WRATH, SCOUT, VETO, SPY, CASTLING, COUP)
"""An action pile that is good for any game: something of everything early on."""
ROW: Final = (2, 3, 4, 0, 1)
"""An opening: the high cards beside the groups with most patricians."""
assert sorted(PILE) == [int(kind) for kind in each(ACTIONS)], "it is a whole pile"


@dataclass(frozen=True, slots=True)
class Item:
    """A card that can be moved or chosen; without a choice it was given already, or can no longer be chosen."""

    card: Card
    choice: str
    name: str
    given: bool = False
    group: int = 0
    """Beside which group it lies."""
    group_name: str = ""
    group_the: str = ""


@dataclass(frozen=True, slots=True)
class Heap:
    """One of the two groups of a Castling, with what lies there."""

    group: int
    title: str
    name: str
    limit: int
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Composer:
    """A form for a sequence of small answers."""

    kind: str
    key: str
    legend: str
    how: str
    done: str
    """What its button says."""
    prompt: str
    """What is asked, where all parts are asked at once."""
    items: tuple[Item, ...] = ()
    heaps: tuple[Heap, ...] = ()
    faces: str = ""
    small: tuple[Button, ...] = ()
    """The buttons of the small question, where no script runs."""


class Composing(Part):
    """The form for what is asked, if it has several parts."""

    def composer(self) -> Composer | None:
        match self.step:
            case "order_pile":
                return self._order()
            case "opening":
                return self._opening()
            case "castle":
                return self._castle()
            case "discard":
                return self._discard()
        return None

    def _given(self) -> list[int]:
        return [int(code) for code in self.view["sealed"][self.near]]

    def _made(
        self, kind: str, key: str, given: int, items: list[Item], heaps: tuple[Heap, ...] = (), faces: str = ""
    ) -> Composer:
        """A form for the step that is asked. What was given in part is part of its key."""
        legend, how, done, prompt = (
            self.texts(f"page.compose.{self.step}.{name}") for name in ("legend", "how", "done", "prompt")
        )
        small = () if kind == "pick" else tuple(self.button(code, "") for code in self.offered)
        whole = f"{key} {given}" if given else key
        return Composer(kind, whole, legend, how, done, prompt, tuple(items), heaps, faces, small)

    def _order(self) -> Composer:
        given = [code - codes.NEXT + FACES for code in self._given()]
        rest = list(PILE)
        for kind in given:
            rest.remove(kind)
        items = []
        for number, kind in enumerate([*given, *rest]):
            choice = TEXTS[codes.NEXT + kind - FACES]
            items.append(Item(self.card(self.near, kind), choice, self.telling.card(kind, "the"), number < len(given)))
        return self._made("order", "order_pile", len(given), items)

    def _opening(self) -> Composer:
        given = [code - codes.LAY for code in self._given()]
        rest = [face for face in ROW if face not in given]
        items = [
            Item(
                self.card(self.near, face, covered=True),
                TEXTS[codes.LAY + face],
                self.telling.card(face, "name"),
                group < len(given),
                group,
                self.group_name(group),
                self.telling.group(group),
            )
            for group, face in enumerate([*given, *rest])
        ]
        return self._made("place", "opening", len(given), items)

    def _castle(self) -> Composer:
        """Cards lie where they lie now; those already asked about, where they were sent."""
        s = known(self.view)
        pair = PAIRS[s.pair]
        bags = [int(all_at(s, self.near, group)) for group in pair]
        faces = [int(face) for face in kinds(sum(bags))]
        given = {face: code - codes.FIRST for face, code in zip(faces, self._given(), strict=False)}
        heaps = []
        for side, group in enumerate(pair):
            items = []
            for face in faces:
                n = int(how_many(bags[side], face))
                if face in given:
                    n = given[face] if side == 0 else int(how_many(sum(bags), face)) - given[face]
                name = self.telling.card(face, "name")
                items += [Item(self.card(self.near, face, covered=True), KIND_TEXTS[face], name, face in given)] * n
            limit = min(OWN_LIMIT, FULL - int(cards_at(s, self.far, group)))
            title = sentence(self.telling.group(group))
            heaps.append(Heap(group, title, self.telling.group(group), limit, tuple(items)))
        asked = " ".join(KIND_TEXTS[face] for face in faces if face not in given)
        cards = " ".join(KIND_TEXTS[face] for face in each(sum(bags)))
        key = f"castle {GROUP_CODES[pair[0]]} {GROUP_CODES[pair[1]]} {cards} given"
        return self._made("split", key, len(given), [], tuple(heaps), asked)

    def _discard(self) -> Composer:
        given = [code - codes.DROP for code in self._given()]
        hand = [int(kind) for kind in each(self.view["hand"][self.near])]
        items = []
        left = list(given)
        for number, kind in enumerate(hand):
            name = self.telling.card(kind, "name")
            card = self.card(self.near, kind, f"h{kind}-{hand[:number].count(kind)}")
            if kind in left:
                left.remove(kind)
                items.append(Item(card, "", name, True))
            else:
                code = codes.DROP + kind
                items.append(Item(card, TEXTS[code] if code in self.offered else "", name))
        key = "discard " + " ".join(KIND_TEXTS[kind] for kind in hand)
        return self._made("pick", key, len(given), items)


assert len(ROW) == GROUPS, "a card beside each group"
