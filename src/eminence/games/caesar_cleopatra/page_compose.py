"""Questions of several parts as one form each: the pile's order, the opening, a Castling, a passive player's discards.

The markup that the house's script brings to life; without it the small questions are asked one by one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from eminence.core.bags import bag_of, each, how_many, kinds
from eminence.core.page_kit import Button
from eminence.core.texts import sentence
from eminence.games.caesar_cleopatra import codes
from eminence.games.caesar_cleopatra import components as box
from eminence.games.caesar_cleopatra.cards import action_to_refill, all_at, room_at
from eminence.games.caesar_cleopatra.notation import KIND_TEXTS, PAIR_TEXTS, TEXTS, texts_of
from eminence.games.caesar_cleopatra.page_parts import Card, Part

PILE: Final = (
    *(box.VETO, box.COUP, box.SCOUT, box.CASTLING, box.SPY, box.COUP, box.COUP),
    *(box.WRATH, box.SCOUT, box.VETO, box.SPY, box.CASTLING, box.COUP),
)
"""An action pile that is good for any game: something of everything early on."""
ROW: Final = (2, 3, 4, 0, 1)  # an opening: the high cards beside the groups with most patricians
assert bag_of(list(PILE)) == box.ACTIONS, "it is a whole pile"
assert len(ROW) == box.GROUPS, "a card beside each group"


class Item(NamedTuple):
    """A card that can be moved or chosen; without a choice it was given already, or can no longer be chosen."""

    card: Card
    choice: str
    name: str
    given: bool = False
    place: str = ""  # the group beside which it lies, when the game opens


class Heap(NamedTuple):
    """One of the two groups of a Castling, with what lies there."""

    group: int
    title: str
    name: str
    limit: int
    items: list[Item]


class Composer(NamedTuple):
    """A form for a sequence of small answers."""

    words: str  # under which key its words stand
    kind: str
    key: str
    items: list[Item]
    heaps: list[Heap]
    faces: str
    small: list[Button]  # the buttons of the small question, where no script runs


class Composing(Part):
    """The form for what is asked, if it has several parts."""

    def composer(self) -> Composer | None:
        forms = {"order_pile": self._order, "opening": self._opening, "castle": self._castle, "discard": self._discard}
        return forms[self.step]() if self.step in forms else None

    def _given(self, first: int) -> list[int]:
        """What was answered so far, counted from the first of these codes."""
        return [int(code) - first for code in self.s.sealed[self.near]]

    def _made(
        self, kind: str, key: str, given: int, items: list[Item], heaps: list[Heap] | None = None, faces: str = ""
    ) -> Composer:
        """A form for the step that is asked. What was given in part is part of its key."""
        small = [] if kind == "pick" else [self.button(code) for code in self.offered]
        words = f"page.compose.{self.step}{'_acted' if self.step == 'discard' and action_to_refill(self.s) else ''}"
        return Composer(words, kind, f"{key} {given}" if given else key, items, heaps or [], faces, small)

    def _item(self, kind: int, choice: str, given: bool, form: str = "name", place: str = "") -> Item:
        card = self.card(self.near, kind, covered=self.step in ("opening", "castle"))
        return Item(card, choice, self.telling.card(kind, form), given, place)

    def _order(self) -> Composer:
        given = [action + box.FACES for action in self._given(codes.NEXT)]
        rest = list(PILE)
        for kind in given:
            rest.remove(kind)
        items = [
            self._item(kind, TEXTS[codes.NEXT + kind - box.FACES], number < len(given), "the")
            for number, kind in enumerate([*given, *rest])
        ]
        return self._made("order", "order_pile", len(given), items)

    def _opening(self) -> Composer:
        given = self._given(codes.LAY)
        items = [
            self._item(face, TEXTS[codes.LAY + face], group < len(given), place=self.telling.group(group))
            for group, face in enumerate([*given, *(face for face in ROW if face not in given)])
        ]
        return self._made("place", "opening", len(given), items)

    def _castle(self) -> Composer:
        """Cards lie where they lie now; those already asked about, where they were sent."""
        pair = box.PAIRS[self.s.pair]
        bags = [int(all_at(self.s, self.near, group)) for group in pair]
        whole = sum(bags)
        faces = [int(face) for face in kinds(whole)]
        given = dict(zip(faces, self._given(codes.FIRST), strict=False))
        heaps = []
        for number, group in enumerate(pair):
            items = []
            for face in faces:
                n = how_many(bags[number], face)
                if face in given:
                    n = given[face] if number == 0 else how_many(whole, face) - given[face]
                items += [self._item(face, KIND_TEXTS[face], face in given)] * n
            name = self.telling.group(group)
            heaps.append(Heap(group, sentence(name), name, int(room_at(self.s, self.near, group)), items))
        key = f"castle {PAIR_TEXTS[self.s.pair]} {texts_of(each(whole))} given"
        return self._made("split", key, len(given), [], heaps, texts_of([face for face in faces if face not in given]))

    def _discard(self) -> Composer:
        given = self._given(codes.DROP)
        left = list(given)
        hand = [int(kind) for kind in each(self.s.hand[self.near])]
        items = []
        for card, kind in zip(self.numbered(self.near, hand, "h"), hand, strict=True):
            if kind in left:
                left.remove(kind)
                items.append(Item(card, "", card.name, True))
            else:
                code = codes.DROP + kind
                items.append(Item(card, TEXTS[code] if code in self.offered else "", card.name))
        return self._made("pick", f"discard {texts_of(hand)}", len(given), items)
