"""The two courts on the page: hands, piles, discards, bonuses, and the points so far."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.core.bags import contents, each, how_many, kinds
from eminence.core.texts import sentence
from eminence.games.caesar_cleopatra import codes, scoring
from eminence.games.caesar_cleopatra.components import FACES, GROUPS, KIND_NAMES, NONE, VETO
from eminence.games.caesar_cleopatra.page_parts import Button, Card, Part
from eminence.games.caesar_cleopatra.telling import known_in_hand


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of a hand: `pick` it to lay it, or its button."""

    card: Card
    pick: bool
    checked: bool
    button: Button | None
    title: str


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile that cards are drawn from."""

    card: Card
    count: int
    button: Button | None
    told: str


@dataclass(frozen=True, slots=True)
class Court:
    """All that a side has away from the groups."""

    seat: int
    mine: bool
    name: str
    role: str
    """Its role in the game, where the name does not tell it; else nothing."""
    turn: str
    points: str
    points_told: str
    bonus: int | None
    bonus_told: str
    hand: tuple[HandCard, ...]
    hand_title: str
    hand_told: str
    known: str
    piles: tuple[Pile, ...]
    discards: tuple[tuple[Card, int], ...]
    discards_title: str


class Courts(Part):
    """What both sides have away from the groups."""

    def court(self, seat: int) -> Court:
        view, texts = self.view, self.texts
        role, name = texts(f"seat.{seat}.name"), self.telling.name(seat)
        bonus = view["bonus_shown"][seat] if view["bonus"][seat] is None else view["bonus"][seat]
        has_bonus = bonus is not None and bonus != NONE
        points = sum(int(scoring.group_points(group, how_many(view["won"][seat], group))) for group in range(GROUPS))
        if has_bonus and view.over:
            points += int(scoring.bonus_points(bonus, view["won"][seat]))
        hand = self.own_hand() if view["hand"][seat] is not None else self.other_hand(seat)
        known = known_in_hand(view) if seat == self.far and view["hand"][seat] is None else 0
        discards = int(view["discards"][seat])
        counts = {"influence": view["hand_influence"][seat], "actions": view["hand_actions"][seat]}
        bonus_told = (
            texts("page.bonus", group=self.telling.group(int(bonus))) if has_bonus else texts("page.bonus_hidden")
        )
        return Court(
            seat=seat,
            mine=seat == self.reader,
            name=sentence(name),
            role="" if name == role else sentence(role),
            turn=texts("page.turn") if view["turn"] == seat and not view.over else "",
            points=texts("points", n=points),
            points_told=texts("page.points", n=int(contents(view["won"][seat]))),
            bonus=int(bonus) if has_bonus else None,
            bonus_told=bonus_told,
            hand=hand,
            hand_title=texts("page.pick"),
            hand_told=texts("look.hand_counts", **counts),
            known=texts("page.known", cards=self.telling.cards(each(known))) if known else "",
            piles=tuple(self.pile(seat, actions) for actions in (False, True)),
            discards=tuple((self.card(seat, int(kind)), int(how_many(discards, kind))) for kind in kinds(discards)),
            discards_title=sentence(texts("page.discards", who=self.telling.who(seat), n=int(contents(discards)))),
        )

    def pile(self, seat: int, actions: bool) -> Pile:
        count = int(self.view["action_count" if actions else "pile_count"][seat])
        told = self.texts("page.pile.actions" if actions else "page.pile.influence", n=count)
        button = None
        if seat == self.reader and self.step == "refill":
            button = self.button(codes.FROM_ACTIONS if actions else codes.FROM_INFLUENCE, told)
        key = f"{seat}p{'a' if actions else 'i'}"
        return Pile(self.card(seat, None, key, action=actions), count, button, told)

    def own_hand(self) -> tuple[HandCard, ...]:
        """The reader's hand: while he lays, influence is picked; action cards are played, or say why not."""
        seat = self.near
        if self.view["turn"] == NONE:
            return ()  # the cards of both series are laid out, or are still to be
        hand = [int(kind) for kind in each(self.view["hand"][seat])]
        laying = any(code in self.offered for code in range(codes.DOWN, codes.PASSIVE))
        found = []
        for number, kind in enumerate(hand):
            card = self.card(seat, kind, f"h{kind}-{hand[:number].count(kind)}")
            title = card.name if kind < FACES else self.texts(f"page.effect.{KIND_NAMES[kind]}")
            if kind < FACES and laying:
                found.append(HandCard(card, True, number == 0, None, title))
                continue
            code = codes.UP + kind if kind < FACES else codes.FORBID if kind == VETO else codes.PLAY + kind - FACES
            if code == codes.FORBID and code in self.offered:
                found.append(HandCard(card, False, False, None, title))  # the ask bar has its button
            else:
                found.append(HandCard(card, False, False, self.button(code, sentence(card.name)), title))
        return tuple(found)

    def other_hand(self, seat: int) -> tuple[HandCard, ...]:
        """A hand of which the reader sees the backs, and what he knows to be in it; a Spy chooses from it."""
        if self.view["turn"] == NONE:
            return ()
        known = [int(kind) for kind in each(known_in_hand(self.view))] if seat == self.far else []
        found = []
        for number, kind in enumerate(known):
            card = self.card(seat, kind, f"o{kind}-{known[:number].count(kind)}", covered=True)
            button = self.button(codes.SNATCH + kind, "") if self.step == "spy_pick" else None
            found.append(HandCard(card, False, False, button, card.name))
        for action, count in ((False, "hand_influence"), (True, "hand_actions")):
            of_sort = sum((kind >= FACES) == action for kind in known)
            for n in range(int(self.view[count][seat]) - of_sort):
                card = self.card(seat, None, f"o{seat}{'a' if action else 'i'}{n}", action=action)
                found.append(HandCard(card, False, False, None, card.name))
        return tuple(found)
