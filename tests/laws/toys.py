"""Toy games that break one law each: the auction with a fault in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from eminence.bots import Bot
from eminence.core.ask import Ask, Choice
from eminence.core.event import Event
from eminence.core.game import CountLine
from eminence.core.rng import Rng
from eminence.core.state import GO_ON, SEVERAL, State
from eminence.core.view import View
from eminence.core.visibility import Sees, everyone, nobody
from tests.laws.auction import (
    BID,
    COPIES,
    HIGH,
    LEFT,
    NONE,
    RIGHT,
    TEXTS,
    VISIBLE,
    Auction,
    AuctionState,
    AuctionWorlds,
    Bids,
    Deal,
    Privilege,
    Round,
    Sided,
)


def card_of_next(s: AuctionState, seat: int) -> int:
    """What every leak is about: the hidden card of the next seat."""
    return s.hand[(seat + 1) % s.seats]


class LeakInView(Auction):
    """The VISIBLE table says that everyone sees the hands."""

    visible: ClassVar[Mapping[str, Sees]] = {**VISIBLE, "hand": everyone}


@dataclass(frozen=True, slots=True)
class Gossip(Event):
    seat: int
    side: int
    card: int


class LeakInLog(Auction):
    """A log line tells of another's card."""

    class Privilege(Privilege):
        def tell_side(self, s: AuctionState, seat: int, side: int) -> None:
            s.tell(Gossip(seat, side, card_of_next(s, seat)))


@dataclass(frozen=True, slots=True)
class DrewOpenly(Event):
    REVEALS: ClassVar[Sees] = everyone
    seat: int
    card: int | None


class LeakInDrawLog(Auction):
    """The log line of a draw does not declare where the card lies."""

    class Deal(Deal):
        drew = DrewOpenly


class LeakInAsk(Auction):
    """What a seat is offered depends on another's card."""

    class Privilege(Privilege):
        def choices(self, s: AuctionState, seat: int) -> list[int]:
            return [code for code in super().choices(s, seat) if code != RIGHT or card_of_next(s, seat) < HIGH]


class LeakInOrderOfAsk(Auction):
    """The order in which choices are offered depends on another's card."""

    class Privilege(Privilege):
        def choices(self, s: AuctionState, seat: int) -> list[int]:
            codes = super().choices(s, seat)
            return codes if card_of_next(s, seat) < HIGH else codes[::-1]


@dataclass(frozen=True, slots=True)
class Gasp(Event):
    REVEALS: ClassVar[Sees] = everyone
    seat: int


class LeakInFinalFlag(Auction):
    """Whether a choice is said to be final depends on another's card."""

    class Privilege(Privilege):
        def tell_side(self, s: AuctionState, seat: int, side: int) -> None:
            s.tell(Sided(seat, side) if card_of_next(s, seat) < HIGH else Gasp(seat))


class LeakInFlow(Auction):
    """Whether the winner of a round is asked at all depends on another's card."""

    class Privilege(Privilege):
        def begin(self, s: AuctionState) -> int:
            if card_of_next(s, s.leader) >= HIGH:
                s.done()
                return GO_ON
            return s.leader


class LeakInShown(Auction):
    """Bots are told to plan as if everyone saw what the dealer draws."""

    class Deal(Deal):
        def shown(self, s: AuctionState, seat: int, code: int, observer: int) -> int:
            return code


class ShownTellsTooLittle(Auction):
    """Bots are told to plan as if a look at a card showed nothing."""

    class Privilege(Privilege):
        def shown(self, s: AuctionState, seat: int, code: int, observer: int) -> int:
            return code


class SealedShownTellsTooLittle(Auction):
    """Bots are told to plan as if a pledged card stayed covered."""

    class Bids(Bids):
        def shown(self, s: AuctionState, seat: int, code: int, observer: int) -> int:
            return code


class SealedShownTellsTooMuch(Auction):
    """Bots are told to plan as if a card that is kept were turned up."""

    class Bids(Bids):
        def shown(self, s: AuctionState, seat: int, code: int, observer: int) -> int:
            return code + 100 * (s.hand[seat] + 1)


class SpyView(View):
    """A view with a way to the state behind it, which its JSON does not show."""

    __slots__ = ("state",)
    state: State


class LeakBehindView(Auction):
    """The view carries the state along, unseen on the wire."""

    def view(self, state: State, options: Mapping[str, Any], seat: int | None) -> View:
        honest = super().view(state, options, seat)
        spy = SpyView(honest.game, honest.rules, honest.seats, honest.options, honest.seat, honest.fields)
        object.__setattr__(spy, "state", state)
        return spy


class PeekingBot(Bot):
    """A bot that looks at the state behind the view, and plays by another's card."""

    def choose(self, view: View, ask: Ask) -> Choice:
        assert isinstance(view, SpyView)
        assert isinstance(view.state, AuctionState)
        return ask.choices[card_of_next(view.state, ask.seat) % len(ask)]


# == Other faults ====================================================================================================


class VanishingCard(Auction):
    """A pledged card is nowhere any more."""

    class Bids(Bids):
        def give_up(self, s: AuctionState, seat: int) -> None:
            super().give_up(s, seat)
            s.table = s.table[1:]


class OrderMatters(Auction):
    """Of equal bids, the one that arrived last wins."""

    class Bids(Bids):
        last = NONE

        def complete(self, s: AuctionState, seat: int) -> bool:
            type(self).last = seat
            return super().complete(s, seat)

        def best(self, strength: list[int]) -> int:
            return self.last if strength[self.last] == max(strength) else super().best(strength)


class ArrivalState(AuctionState):
    __slots__ = ("first",)
    first: int

    def prepare(self, rounds: int) -> None:
        super().prepare(rounds)
        self.first = NONE

    def clone(self) -> ArrivalState:
        copy = super().clone()
        assert isinstance(copy, ArrivalState)
        copy.first = self.first
        return copy


class SealBroken(Auction):
    """What a seat bids can be seen while others still ponder."""

    state = ArrivalState
    visible: ClassVar[Mapping[str, Sees]] = {**VISIBLE, "first": everyone}

    class Bids(Bids):
        def complete(self, s: AuctionState, seat: int) -> bool:
            assert isinstance(s, ArrivalState)
            s.first = s.sealed[seat][0]
            return super().complete(s, seat)


class SealKeepsTrace(SealBroken):
    """Nobody sees it, but a sealed answer that is taken back leaves a trace."""

    visible: ClassVar[Mapping[str, Sees]] = {**VISIBLE, "first": nobody}


class FaceOfAnother(Auction):
    """Whether a seat laid down coins is heard from the next seat too."""

    class Bids(Bids):
        def face(self, s: AuctionState, seat: int) -> int:
            return sum(1 for answer in s.sealed if len(answer) == 2 and answer[0] != BID)


class DeafImagination(Auction):
    """Whoever imagines has not heard whether coins were laid down."""

    class Imagination(AuctionWorlds):
        def heard(self, faces: list[int]) -> list[int]:
            return []


class ForgetsOwnCard(Auction):
    """Whoever imagines, imagines another card in his own hand."""

    class Imagination(AuctionWorlds):
        def known_cards(self, s: AuctionState) -> dict[int, int]:
            return {of: card for of, card in super().known_cards(s).items() if of != self.seat}


class ForgetsWhatItSaw(Auction):
    """Whoever imagines has forgotten the card he looked at. The view is the same: only the history gives it away."""

    class Imagination(AuctionWorlds):
        def known_cards(self, s: AuctionState) -> dict[int, int]:
            return {of: card for of, card in super().known_cards(s).items() if of == self.seat}


class ImaginesTooManyCards(Auction):
    """An imagined deck is as full as at the start."""

    class Imagination(AuctionWorlds):
        def sample(self, rng: Rng) -> AuctionState:
            s = super().sample(rng)
            s.deck = list(COPIES)
            return s


class SharingWorlds(Auction):
    """All imagined worlds share a list."""

    class Imagination(AuctionWorlds):
        def sample(self, rng: Rng) -> AuctionState:
            s = super().sample(rng)
            s.coins = self.known.coins
            return s


class SharingState(AuctionState):
    __slots__ = ()

    def clone(self) -> SharingState:
        copy = super().clone()
        assert isinstance(copy, SharingState)
        copy.coins = self.coins
        return copy


class SharingClone(Auction):
    """A clone shares a list with its origin."""

    state = SharingState


class ForgetfulState(AuctionState):
    __slots__ = ()

    def clone(self) -> ForgetfulState:
        copy = super().clone()
        assert isinstance(copy, ForgetfulState)
        copy.bank = 0
        return copy


class ForgetfulClone(Auction):
    """A clone misses something."""

    state = ForgetfulState


class FieldNotDeclared(Auction):
    """The state has a field of which VISIBLE says nothing."""

    state = ArrivalState


class LossyField(Auction):
    """A field takes a value that its JSON cannot tell from a hidden one."""

    class Privilege(Privilege):
        def tell_side(self, s: AuctionState, seat: int, side: int) -> None:
            s.leader = None  # type: ignore[assignment]
            super().tell_side(s, seat, side)


@dataclass(frozen=True, slots=True)
class PeekedQuietly(Event):
    LIES_IN: ClassVar[Mapping[str, str]] = {"card": "seen"}
    seat: int
    at: int
    card: int | None


class FinalFlagLies(Auction):
    """A look at another's card is said to reveal nothing: it could be taken back."""

    class Privilege(Privilege):
        peeked = PeekedQuietly


class FinalFlagGuesses(Auction):
    """What is said beforehand to reveal something then does not: the step keeps something outside the state."""

    class Privilege(Privilege):
        times = 0

        def tell_side(self, s: AuctionState, seat: int, side: int) -> None:
            if s.story is not None:
                type(self).times += 1
                # Each of the two sides is tried once for the ask; then one is chosen.
                s.tell(Gasp(seat) if self.times % 3 else Sided(seat, side))


class UnsaidAvailability(Auction):
    """A choice that is offered only to who holds a high card, is open and not final: making it shows the card."""

    class Privilege(Privilege):
        def choices(self, s: AuctionState, seat: int) -> list[int]:
            return [code for code in super().choices(s, seat) if code != RIGHT or s.hand[seat] >= HIGH]


class DeadEnd(Auction):
    """Whoever has no coin left has no bid to make."""

    class Bids(Bids):
        def choices(self, s: AuctionState, seat: int) -> list[int]:
            return [code for code in super().choices(s, seat) if s.coins[seat]]


class OfferedTwice(Auction):
    """The same choice is offered twice."""

    class Privilege(Privilege):
        def choices(self, s: AuctionState, seat: int) -> list[int]:
            return [*super().choices(s, seat), LEFT]


class NobodyAwaited(Auction):
    """A sealed step that awaits nobody, and does not go on either."""

    class Bids(Bids):
        def begin(self, s: AuctionState) -> int:
            s.waiting = 0
            return SEVERAL


class NeverEnds(Auction):
    """There is always another round."""

    class Round(Round):
        def begin(self, s: AuctionState) -> int:
            s.rounds = 5
            s.coins, s.bank = [3] * s.seats, 0
            return super().begin(s)


class WrongWeights(Auction):
    """The dealer's weights do not fit the choices."""

    class Deal(Deal):
        def weights(self, s: AuctionState) -> list[int]:
            return s.deck


class SameText(Auction):
    """Two choices have the same text."""

    texts: ClassVar[Mapping[int, str]] = {**TEXTS, RIGHT: "Left"}


class CountDoesNotAddUp(Auction):
    """The lines of the count leave something out."""

    def count(self, state: State) -> list[CountLine]:
        return super().count(state)[1:]
