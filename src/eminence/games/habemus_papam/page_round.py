"""The round at a glance: what each player does in it, in the order in which that counts.

Sealed answers show that they were given, and nothing more; opened bids lie in the order of their height.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from eminence.games.habemus_papam import codes
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.components import BID_GEMS, LAST, NONE, PLACED, RUBIES, TWICE
from eminence.games.habemus_papam.page_parts import Card, Gem, Part, Person

PHASES: Final = {
    "drop_order": "orders",
    "bidding": "bid",
    "bid_last": "bid",
    **dict.fromkeys(("take", "exclude", "squadrone", "death"), "take"),
}
"""What a round is about at a step; else it is about action cards."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player does in this round."""

    seat: int
    mine: bool
    name: str
    camerlengo: bool
    place: int
    """Which card he takes as: first, second, …; 0 while nobody knows."""
    card: Card | Person | None
    """The action card that he has turned up, or his own that lies face down."""
    covered: bool
    gems: tuple[Gem, ...]
    ghosts: tuple[Gem, ...]
    """Gems that count though nobody pays them."""
    sealed: bool
    """Whether a closed hand is all that is seen of his answer."""
    word: str
    """What he is about, in a word or two."""
    now: bool
    """Whether the table waits for him."""
    done: bool
    told: str


class Round(Part):
    """All players, in the order that counts."""

    @property
    def phase(self) -> str:
        return PHASES.get(self.view.step, "actions")

    @property
    def key(self) -> str:
        """Changes when bids or cards are opened, which then turn up together."""
        opened = "bids" if any(bid != NONE for bid in self.s.bids) else "cards"
        if self.view.step in ("drop_order", "place_action"):
            opened = "nothing"
        elif self.s.ranking:
            opened = "all-bids"
        return f"round{self.s.round}-{opened}"

    @property
    def turns(self) -> list[Turn]:
        order = [int(seat) for seat in self.s.ranking] or self.clockwise(int(self.s.camerlengo))
        return [self.turn(seat, place) for place, seat in enumerate(order, 1)]

    def turn(self, seat: int, place: int) -> Turn:
        """What a player does, who is at this place of the list."""
        ranked, taken = bool(self.s.ranking), place <= self.s.taken
        now = seat in self.view.asked
        card, covered = self.action(seat)
        gems, ghosts, sealed = self.bid(seat, now)
        word = self.word(seat, taken, now)
        return Turn(
            seat=seat,
            mine=seat == self.reader,
            name=self.who(seat),
            camerlengo=seat == self.s.camerlengo,
            place=place if ranked else 0,
            card=card,
            covered=covered,
            gems=gems,
            ghosts=ghosts,
            sealed=sealed,
            word=word,
            now=now,
            done=ranked and taken and not now,
            told=self.told(seat, place if ranked else 0, card, (*gems, *ghosts), word),
        )

    def own_sealed(self, seat: int) -> int:
        """The answer that the reader has sealed, or NONE."""
        return self.s.sealed[seat][0] if seat == self.reader and self.s.sealed[seat] else NONE

    def action(self, seat: int) -> tuple[Card | Person | None, bool]:
        """The action card of a seat in this round, and whether it lies face down."""
        card, covered = int(self.s.played[seat]), self.view.face(seat) == PLACED
        if covered and self.own_sealed(seat) != NONE:
            card = self.own_sealed(seat) - codes.PLACE
        return None if card == NONE else self.card(box.ACTION_NAMES[card]), covered

    def bid(self, seat: int, now: bool) -> tuple[tuple[Gem, ...], tuple[Gem, ...], bool]:
        """The gems that are seen of a bid, those that only count, and whether it is a closed hand."""
        bid, played = int(self.s.bids[seat]), self.s.played[seat]
        if played == RUBIES:
            return (), self.gems([box.RUBY] * 3), False
        if bid != NONE:
            gems = self.gems(BID_GEMS[bid])
            return gems, gems[:1] if played == TWICE and box.DOUBLED[bid] != bid else (), False
        if self.view.step != ("bid_last" if played == LAST else "bidding"):
            return (), (), False
        own = self.own_sealed(seat)
        return ((), (), not now) if own == NONE else (self.gems(BID_GEMS[own - codes.BID]), (), True)

    def word(self, seat: int, taken: bool, now: bool) -> str:
        """What a player is about."""
        step, key = self.view.step, "thinks" if now else ""
        if step == "drop_order":
            key = key or "dropped"
        elif step == "place_action":
            key = {box.REFUSED: "refused", PLACED: "placed"}.get(self.view.face(seat), key or "no_cards")
        elif self.phase == "take":
            key = "takes" if now and step == "take" else key or ("taken" if taken else "")
        elif self.phase == "bid" and not now:
            if self.s.bids[seat] == 0:
                return self.t("nothing")
            if self.s.bids[seat] == NONE and self.s.played[seat] != RUBIES:
                key = "last" if self.s.played[seat] == LAST and step == "bidding" else "sealed"
        return self.t(f"page.turn.{key}") if key else ""

    def told(self, seat: int, place: int, card: Card | Person | None, gems: tuple[Gem, ...], word: str) -> str:
        """The same for whoever does not see it."""
        parts = [self.t("page.turn.place", nth=self.telling.nth(place))] if place else []
        if card is not None:
            parts.append(card.name)
        if gems:
            parts.append(self.t.listed([gem.name for gem in gems]))
        elif self.s.bids[seat] == 0:
            parts.append(self.t("page.turn.nothing"))
        if word:
            parts.append(word)
        return f"{self.who(seat)}: {', '.join(parts)}" if parts else self.who(seat)
