"""The two courts on the page: hands, piles, discards, bonuses, and the points so far."""

from __future__ import annotations

from typing import NamedTuple

from eminence.core.bags import contents, each, how_many, kinds
from eminence.core.page_kit import Button
from eminence.core.texts import Texts, sentence
from eminence.games.caesar_cleopatra import codes, scoring
from eminence.games.caesar_cleopatra.components import FACES, KIND_NAMES, NONE, VETO
from eminence.games.caesar_cleopatra.page_parts import Card, Part
from eminence.games.caesar_cleopatra.state import bonus_seen


class HandCard(NamedTuple):
    """A card of a hand: `pick` it to lay it, or its button."""

    card: Card
    title: str
    button: Button | None = None
    pick: bool = False
    checked: bool = False


class Pile(NamedTuple):
    """A pile that cards are drawn from."""

    card: Card
    left: int
    button: Button | None
    told: str


class Court(NamedTuple):
    """All that a side has away from the groups."""

    t: Texts
    seat: int
    mine: bool
    name: str
    role: str
    turn: bool
    points: int
    patricians: int
    bonus: int | None
    bonus_told: str
    hand: list[HandCard]
    hand_told: str
    known: str
    piles: list[Pile]
    discards: list[tuple[Card, int]]
    discards_title: str


class Courts(Part):
    """What both sides have away from the groups."""

    def court(self, seat: int) -> Court:
        s, t = self.s, self.t
        won, discards, bonus = s.won[seat], s.discards[seat], int(bonus_seen(s, seat))
        known = self.telling.known_in_hand(self.view, seat)
        return Court(
            t=t,
            seat=seat,
            mine=seat == self.reader,
            name=self.name(seat),
            role=self.role(seat),
            turn=s.turn == seat and not self.view.over,
            points=int(scoring.patrician_points(won) + (scoring.bonus_points(bonus, won) if self.view.over else 0)),
            patricians=int(contents(won)),
            bonus=None if bonus == NONE else bonus,
            bonus_told=t("page.bonus_hidden") if bonus == NONE else t("page.bonus", group=self.telling.group(bonus)),
            hand=self.hand(seat, known),
            hand_told=t("look.hand_counts", influence=int(s.hand_influence[seat]), actions=int(s.hand_actions[seat])),
            known=t("page.known", cards=self.telling.cards(known)) if known else "",
            piles=[
                self.pile(seat, False, int(s.pile_count[seat]), codes.FROM_INFLUENCE),
                self.pile(seat, True, int(s.action_count[seat]), codes.FROM_ACTIONS),
            ],
            discards=[(self.card(seat, int(kind)), int(how_many(discards, kind))) for kind in kinds(discards)],
            discards_title=sentence(t("page.discards", who=self.telling.who(seat), n=int(contents(discards)))),
        )

    def pile(self, seat: int, action: bool, count: int, code: int) -> Pile:
        told = self.t("page.pile.actions" if action else "page.pile.influence", n=count)
        button = self.button(code, told) if seat == self.reader and self.step == "refill" else None
        return Pile(self.card(seat, None, f"{seat}p{'a' if action else 'i'}", action=action), count, button, told)

    def hand(self, seat: int, known: list[int]) -> list[HandCard]:
        """A hand once the first turn has begun: before that, both series are laid out, or still to be."""
        if self.s.turn == NONE:
            return []
        return self.open_hand(seat) if self.view.shows("hand", seat) else self.covered_hand(seat, known)

    def open_hand(self, seat: int) -> list[HandCard]:
        """The reader's hand: while he lays, influence is picked; action cards are played, or say why not."""
        hand = [int(kind) for kind in each(self.s.hand[seat])]
        laying = any(code in self.offered for code in range(codes.DOWN, codes.PASSIVE))
        found = []
        for number, card in enumerate(self.numbered(seat, hand, "h")):
            kind = hand[number]
            title = card.name if kind < FACES else self.t(f"page.effect.{KIND_NAMES[kind]}")
            code = codes.UP + kind if kind < FACES else codes.FORBID if kind == VETO else codes.PLAY + kind - FACES
            if kind < FACES and laying:
                found.append(HandCard(card, title, pick=True, checked=number == 0))
            elif code == codes.FORBID and code in self.offered:
                found.append(HandCard(card, title))  # the ask bar has its button
            else:
                found.append(HandCard(card, title, self.button(code, sentence(card.name))))
        return found

    def covered_hand(self, seat: int, known: list[int]) -> list[HandCard]:
        """A hand of which the reader sees the backs, and what he knows to be in it; a Spy chooses from it."""
        found = []
        for kind, card in zip(known, self.numbered(seat, known, "o", covered=True), strict=True):
            button = self.button(codes.SNATCH + kind) if self.step == "spy_pick" else None
            found.append(HandCard(card, card.name, button))
        for action, held in ((False, self.s.hand_influence), (True, self.s.hand_actions)):
            for n in range(held[seat] - sum((kind >= FACES) == action for kind in known)):
                card = self.card(seat, None, f"o{seat}{'a' if action else 'i'}{n}", action=action)
                found.append(HandCard(card, card.name))
        return found
