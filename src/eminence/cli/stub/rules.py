"""The rules: what is true at a moment and who sees it, the steps that change it, and what could be true."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from eminence.core.event import Event
from eminence.core.plain import PlainState, PlainWorlds
from eminence.core.rng import Rng
from eminence.core.state import DEALER, GO_ON, HIDDEN, SPECTATOR, Step
from eminence.core.visibility import Sees, everyone, nobody, owner

NONE, CARDS, ROUNDS = 0, 18, 3
"""A card is a number from 1 to 18; 0 is none."""

# Choices are numbers inside and texts outside. A text is for ever: it is saved with every match.
KEEP, SWAP = 0, CARDS + 1
TEXTS = {KEEP: "keep", **{card: f"draw {card}" for card in range(1, CARDS + 1)}, SWAP: "swap"}

VISIBLE: dict[str, Sees] = {
    "deck": nobody,  # the cards not yet drawn, sorted: the dealer draws any of them
    "hand": owner,  # the card of each seat
    "holding": everyone,  # whether each seat holds a card: 0 or 1
    "aside": everyone,  # cards that were exchanged, open
    "turn": everyone,  # how many turns have been taken
    "shown": everyone,  # the cards turned up at the end
}


class Drew(Event):
    """A seat draws a card. Where the card now lies says who may know it; REVEALS says who learns something."""

    LIES_IN: ClassVar[Mapping[str, str]] = {"card": "hand"}
    REVEALS: ClassVar[Sees] = owner
    seat: int
    card: int | None


class Kept(Event):
    """A seat keeps its card. Nobody learns anything: it can be taken back."""

    seat: int


class Swapped(Event):
    """A seat lays its card aside, open, to draw another."""

    REVEALS: ClassVar[Sees] = everyone
    seat: int
    card: int


class Counted(Event):
    """All cards are turned up."""

    REVEALS: ClassVar[Sees] = everyone
    cards: tuple[int, ...]


EVENTS = (Drew, Kept, Swapped, Counted)


class GameState(PlainState):
    """All that is true at one moment: the fields of VISIBLE."""

    __slots__ = tuple(VISIBLE)

    def prepare(self) -> None:
        n = int(self.seats)
        self.deck, self.aside, self.turn = list(range(1, CARDS + 1)), list[int](), 0
        self.hand, self.shown, self.holding = [NONE] * n, [NONE] * n, [0] * n

    def scores(self) -> list[int]:
        return [max(cards) for cards in zip(self.hand, self.shown, strict=True)]

    def evaluate(self, seat: int) -> float:
        """How good this looks for a seat, from 0 to 1: what bots go by."""
        return self.scores()[seat] / (CARDS + 1)


class Deal(Step[GameState]):
    """Whoever holds no card draws one. (A step: who is asked, what may be answered, what follows, who sees it.)"""

    def begin(self, s: GameState) -> int:
        if 0 in s.holding:
            return DEALER
        s.done()
        return GO_ON

    def choices(self, s: GameState, seat: int) -> list[int]:
        return s.deck[:]

    def answer(self, s: GameState, seat: int, code: int) -> None:
        to = s.holding.index(0)
        s.deck.remove(code)
        s.hand[to], s.holding[to] = code, 1
        s.tell(Drew(to, code))

    def shown(self, s: GameState, seat: int, code: int, observer: int) -> int:
        return code if observer == s.holding.index(0) else HIDDEN


class Turn(Step[GameState]):
    """In turn, each seat keeps its card, or lays it aside for all to see and draws another."""

    def begin(self, s: GameState) -> int:
        if s.turn < ROUNDS * s.seats:
            return s.turn % int(s.seats)
        s.instead(COUNT)
        return GO_ON

    def choices(self, s: GameState, seat: int) -> list[int]:
        return [KEEP, SWAP]

    def answer(self, s: GameState, seat: int, code: int) -> None:
        s.turn += 1
        if code == KEEP:
            s.tell(Kept(seat))
            return
        s.tell(Swapped(seat, s.hand[seat]))
        s.aside = sorted([*s.aside, s.hand[seat]])
        s.hand[seat], s.holding[seat] = NONE, 0
        s.then(DEAL)

    def shown(self, s: GameState, seat: int, code: int, observer: int) -> int:
        return code if code == KEEP else code + s.hand[seat]


class Count(Step[GameState]):
    """All cards are turned up. Nobody is asked, and no step follows: the game is over."""

    def begin(self, s: GameState) -> int:
        s.done()
        s.shown, s.hand, s.holding = s.hand, s.shown, [0] * len(s.hand)
        s.tell(Counted(tuple(s.shown)))
        return GO_ON


DEAL, TURN, COUNT = range(3)
BOOK: list[Step[Any]] = [Deal("deal", "setup"), Turn("turn", "turn"), Count("count", "count")]
"""Each step with its name, which is saved in matches, and the paragraph of the rules page that it stands for."""


def start(seats: int) -> GameState:
    """A fresh game: everybody is dealt a card, then the turns begin."""
    s = GameState(seats, BOOK)
    s.prepare()
    s.start_flow(TURN)
    s.then(DEAL)
    s.go_on()
    return s


class GameWorlds(PlainWorlds):
    """From a View, states that could be the true one: unseen cards lie anywhere. Bots know nothing else."""

    def __init__(self, known: GameState, seat: int) -> None:
        super().__init__(seat)
        self.known = known

    def sample(self, rng: Rng) -> GameState:
        s = self.known.clone()
        own = NONE if self.seat == SPECTATOR else s.hand[self.seat]
        unseen = [card for card in range(1, CARDS + 1) if card not in (own, *s.aside, *s.shown)]
        rng.shuffle(unseen)
        for seat in range(s.seats):
            if s.holding[seat] and seat != self.seat:
                s.hand[seat] = unseen.pop()
        s.deck = sorted(unseen)
        return s
