"""The round at a glance: what each player does in it, in the order in which that counts.

Sealed answers show that they were given, and nothing more; opened bids lie in the order of their height.
"""

from __future__ import annotations

from dataclasses import dataclass

from eminence.games.habemus_papam import codes
from eminence.games.habemus_papam.components import BID_GEMS, DOUBLED, LAST, NONE, PLACED, REFUSED, RUBIES, RUBY, TWICE
from eminence.games.habemus_papam.page_parts import Card, Gem, Part

TAKING = ("take", "exclude", "squadrone", "death")


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player does in this round."""

    seat: int
    mine: bool
    name: str
    camerlengo: bool
    place: int
    """Which card he takes as: first, second, …; 0 while nobody knows."""
    card: Card | None
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


@dataclass(frozen=True, slots=True)
class Round:
    """All players, in the order that counts."""

    title: str
    turns: tuple[Turn, ...]
    key: str
    """Changes when bids or cards are opened, which then turn up together."""


class Rounds(Part):
    """What happens in this round."""

    def round(self) -> Round | None:
        view = self.view
        if view.over or view["camerlengo"] == NONE or not view["round"]:
            return None
        order = [int(seat) for seat in view["ranking"]] or self.clockwise(int(view["camerlengo"]))
        turns = tuple(self.turn(seat, place) for place, seat in enumerate(order, 1))
        title = self.texts(f"page.round.{self.phase()}", n=int(view["round"]))
        return Round(title, turns, f"round{view['round']}-{self.opened()}")

    def opened(self) -> str:
        """What lies open of this round."""
        if self.stage in ("drop_order", "place_action"):
            return "nothing"
        if self.view["ranking"]:
            return "all-bids"
        return "bids" if any(bid != NONE for bid in self.view["bids"]) else "cards"

    def phase(self) -> str:
        if self.stage in TAKING:
            return "take"
        if self.stage in ("bidding", "bid_last"):
            return "bid"
        return "orders" if self.stage == "drop_order" else "actions"

    def turn(self, seat: int, place: int) -> Turn:
        view = self.view
        now = seat in view.asked
        played = int(view["played"][seat])
        card, covered = self.card(seat, played)
        gems, ghosts, sealed = self.bid(seat, played, now)
        word = self.word(seat, place, now)
        ranked = bool(view["ranking"])
        done = ranked and place <= int(view["taken"]) and not now
        told = self.told(seat, place if ranked else 0, card, (*gems, *ghosts), word)
        return Turn(
            seat=seat,
            mine=seat == self.reader,
            name=self.who(seat),
            camerlengo=seat == view["camerlengo"],
            place=place if ranked else 0,
            card=card,
            covered=covered,
            gems=gems,
            ghosts=ghosts,
            sealed=sealed,
            word=word,
            now=now,
            done=done,
            told=told,
        )

    def own_sealed(self, seat: int) -> int:
        """The answer that the reader has sealed, or NONE."""
        given = self.view["sealed"][seat]
        return int(given[0]) if seat == self.reader and given else NONE

    def card(self, seat: int, played: int) -> tuple[Card | None, bool]:
        """The action card of a seat in this round, and whether it lies face down."""
        if played != NONE:
            card = self.action(played)
            assert isinstance(card, Card)
            return card, False
        if self.stage != "place_action" or self.view["faces"][seat] != PLACED:
            return None, False
        own = self.own_sealed(seat)
        if own == NONE:
            return None, True
        card = self.action(own - codes.PLACE)
        assert isinstance(card, Card)
        return card, True

    def bid(self, seat: int, played: int, now: bool) -> tuple[tuple[Gem, ...], tuple[Gem, ...], bool]:
        """The gems that are seen of a bid, those that only count, and whether it is a closed hand."""
        bid = int(self.view["bids"][seat])
        if played == RUBIES:
            return (), tuple([self.gem(RUBY)] * 3), False
        if bid == NONE:
            bidding = self.stage in ("bidding", "bid_last") and (played == LAST) == (self.stage == "bid_last")
            own = self.own_sealed(seat)
            if bidding and own != NONE:
                return tuple(self.gem(kind) for kind in BID_GEMS[own - codes.BID]), (), True
            return (), (), bidding and not now
        gems = tuple(self.gem(kind) for kind in BID_GEMS[bid])
        double = played == TWICE and DOUBLED[bid] != bid
        return gems, gems[:1] if double else (), False

    def word(self, seat: int, place: int, now: bool) -> str:
        """What a player is about."""
        view = self.view
        if self.stage == "drop_order":
            return self.texts("page.turn.thinks" if now else "page.turn.dropped")
        if self.stage == "place_action":
            face = int(view["faces"][seat])
            key = "refused" if face == REFUSED else "placed" if face == PLACED else "thinks" if now else "no_cards"
            return self.texts(f"page.turn.{key}")
        if self.stage in TAKING:
            if now:
                return self.texts("page.turn.takes" if self.stage == "take" else "page.turn.thinks")
            return self.texts("page.turn.taken") if place <= int(view["taken"]) else ""
        if now:
            return self.texts("page.turn.thinks")
        if view["played"][seat] == LAST and self.stage == "bidding":
            return self.texts("page.turn.last")
        if self.stage not in ("bidding", "bid_last"):
            return ""
        if view["bids"][seat] == NONE and view["played"][seat] != RUBIES:
            return self.texts("page.turn.sealed")
        return self.texts("nothing") if view["bids"][seat] == 0 else ""

    def told(self, seat: int, place: int, card: Card | None, gems: tuple[Gem, ...], word: str) -> str:
        """The same for whoever does not see it."""
        parts = []
        if place:
            parts.append(self.texts("page.turn.place", n=place))
        if card is not None:
            parts.append(card.name)
        if gems:
            parts.append(self.texts.listed([gem.name for gem in gems]))
        elif self.view["bids"][seat] == 0:
            parts.append(self.texts("page.turn.nothing"))
        if word:
            parts.append(word)
        return f"{self.who(seat)}: {', '.join(parts)}" if parts else self.who(seat)
