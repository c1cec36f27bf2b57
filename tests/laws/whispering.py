"""The honest toy in which two seats come to know what no other does: who wins a round and takes the left side shows his
card to the next seat. Everybody sees that he does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from eminence.core.event import Event
from eminence.core.rng import Rng
from eminence.core.visibility import Sees, everyone, knows, seats_in
from tests.laws.auction import LEFT, NONE, Auction, AuctionState, AuctionWorlds, Bids, Privilege


class Whispered(Event):
    LIES_IN: ClassVar[Mapping[str, str]] = {"card": "whispered"}
    REVEALS: ClassVar[Sees] = seats_in("insiders")
    seat: int
    insiders: int
    card: int | None


class WhisperedState(AuctionState):
    """`whispered` is the card that was shown, until cards may change; `insiders` are the two who know it."""

    __slots__ = ("insiders", "whispered")

    def clear(self) -> None:
        super().clear()
        self.forget()

    def forget(self) -> None:
        self.insiders, self.whispered = 0, NONE


def insiders(s: AuctionState, seat: int) -> int:
    """Who knows the card that a seat shows: it, and the next."""
    return 1 << seat | 1 << (seat + 1) % int(s.seats)


class WhisperedBids(Bids):
    def resolve(self, s: AuctionState, answers: tuple[tuple[int, ...], ...]) -> None:
        assert isinstance(s, WhisperedState)
        s.forget()
        super().resolve(s, answers)


class WhisperedPrivilege(Privilege):
    whispered = Whispered

    def tell_side(self, s: AuctionState, seat: int, side: int) -> None:
        assert isinstance(s, WhisperedState)
        super().tell_side(s, seat, side)
        if side == LEFT and s.holding[seat]:
            after = (seat + 1) % int(s.seats)
            s.seen[after][seat] = s.hand[seat]
            s.peeked[after] |= 1 << seat
            s.insiders, s.whispered = insiders(s, seat), s.hand[seat]
            s.tell(self.whispered(seat, s.insiders, s.whispered))

    def shown(self, s: AuctionState, seat: int, code: int, observer: int) -> int:
        if code == LEFT and s.holding[seat] and observer == (seat + 1) % s.seats:
            return code + 100 * (s.hand[seat] + 1)
        return super().shown(s, seat, code, observer)


class WhisperedWorlds(AuctionWorlds):
    def sample(self, rng: Rng) -> AuctionState:
        s = super().sample(rng)
        assert isinstance(s, WhisperedState)
        if s.insiders and not knows(s.insiders, None if self.seat < 0 else int(self.seat)):
            s.whispered = s.hand[s.leader]
        return s


class Whispering(Auction):
    """Two seats know a card; everybody knows that they do."""

    id: ClassVar[str] = "toy_whispers"
    title: ClassVar[str] = "Toy auction with whispers"
    visible: ClassVar[Mapping[str, Sees]] = {
        **Auction.visible,
        "whispered": seats_in("insiders"),
        "insiders": everyone,
    }
    events: ClassVar[tuple[type[Event], ...]] = (*Auction.events, Whispered)
    state: ClassVar[type[AuctionState]] = WhisperedState
    Bids: ClassVar[type[Bids]] = WhisperedBids
    Privilege: ClassVar[type[Privilege]] = WhisperedPrivilege
    Imagination: ClassVar[type[AuctionWorlds]] = WhisperedWorlds
