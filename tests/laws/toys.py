"""Toy games on the core, in plain Python: an honest one, for which all laws hold, and many that break one law each.

The honest one is a small auction with everything that Richelieu lacks: hidden hands that the dealer draws by weight and
only their owner sees, simultaneous sealed bids composed of two small answers, a look at another's card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from eminence.bots import Bot
from eminence.core.ask import Ask, Choice
from eminence.core.event import Event
from eminence.core.game import CountLine, Game, Option, Tally
from eminence.core.rng import Rng
from eminence.core.state import DEALER, GO_ON, HIDDEN, SEVERAL, SPECTATOR, SealedStep, State, Step, Worlds
from eminence.core.view import View
from eminence.core.visibility import Sees, everyone, nobody, owner

NONE = -1
COPIES = (3, 2, 2, 1, 1)
"""How many cards there are of each kind. A card of kind k is worth k + 1."""
HIGH = 2
"""Kinds from here on are what the leaky games tell of."""

DRAW, BID, KEEP, PLEDGE, LEFT, RIGHT, PEEK = 0, 5, 8, 9, 10, 11, 12
TEXTS = {
    **{DRAW + kind: f"draw {kind + 1}" for kind in range(len(COPIES))},
    **{BID + coins: f"bid {coins}" for coins in range(3)},
    KEEP: "keep",
    PLEDGE: "pledge",
    LEFT: "left",
    RIGHT: "right",
    **{PEEK + seat: f"peek {seat}" for seat in range(3)},
}
DEAL, ROUND, BIDS, PRIVILEGE, COUNT = range(5)

VISIBLE: dict[str, Sees] = {
    "deck": nobody,  # how many of each kind are left
    "hand": owner,  # the card each seat holds, or NONE
    "holding": everyone,  # whether each seat holds a card
    "seen": owner,  # for each seat, the card of every other that it has looked at, or NONE
    "peeked": everyone,  # for each seat, whose card it has looked at: the set of them
    "table": everyone,  # cards given up
    "shown": everyone,  # the cards turned up for the count
    "coins": everyone,
    "bank": everyone,
    "points": everyone,
    "leader": everyone,
    "side": everyone,
    "rounds": everyone,
}


@dataclass(frozen=True, slots=True)
class Drew(Event):
    LIES_IN: ClassVar[Mapping[str, str]] = {"card": "hand"}
    REVEALS: ClassVar[bool] = True
    seat: int
    card: int | None


@dataclass(frozen=True, slots=True)
class BidsOpened(Event):
    REVEALS: ClassVar[bool] = True
    bids: tuple[int, ...]
    pledged: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Peeked(Event):
    LIES_IN: ClassVar[Mapping[str, str]] = {"card": "seen"}
    REVEALS: ClassVar[bool] = True
    seat: int
    at: int
    card: int | None


@dataclass(frozen=True, slots=True)
class Sided(Event):
    seat: int
    side: int


@dataclass(frozen=True, slots=True)
class Counted(Event):
    REVEALS: ClassVar[bool] = True
    cards: tuple[int, ...]


# == The honest game =================================================================================================


class AuctionState(State):
    __slots__ = tuple(VISIBLE)

    deck: list[int]
    hand: list[int]
    holding: list[int]
    seen: list[list[int]]
    peeked: list[int]
    table: list[int]
    shown: list[int]
    coins: list[int]
    bank: int
    points: list[int]
    leader: int
    side: int
    rounds: int

    def prepare(self, rounds: int) -> None:
        n = self.seats
        self.deck = list(COPIES)
        self.hand = [NONE] * n
        self.holding = [0] * n
        self.seen = [[NONE] * n for _ in range(n)]
        self.peeked = [0] * n
        self.table = []
        self.shown = [NONE] * n
        self.coins = [3] * n
        self.bank = 0
        self.points = [0] * n
        self.leader = NONE
        self.side = 0
        self.rounds = rounds

    def clone(self) -> AuctionState:
        copy = type(self)(self.seats, self.book)
        copy.copy_flow(self)
        copy.deck = self.deck[:]
        copy.hand = self.hand[:]
        copy.holding = self.holding[:]
        copy.seen = [cards[:] for cards in self.seen]
        copy.peeked = self.peeked[:]
        copy.table = self.table[:]
        copy.shown = self.shown[:]
        copy.coins = self.coins[:]
        copy.bank = self.bank
        copy.points = self.points[:]
        copy.leader = self.leader
        copy.side = self.side
        copy.rounds = self.rounds
        return copy

    def scores(self) -> list[int]:
        cards = [card if card != NONE else self.hand[seat] for seat, card in enumerate(self.shown)]
        return [self.coins[seat] + self.points[seat] + cards[seat] + 1 for seat in range(self.seats)]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in range(self.seats) if scores[seat] == max(scores)]


class Deal(Step[AuctionState]):
    """Whoever holds no card is dealt one, by the dealer, as likely as there are copies left."""

    drew: ClassVar[type[Event]] = Drew

    def next_seat(self, s: AuctionState) -> int:
        return s.holding.index(0) if 0 in s.holding else NONE

    def begin(self, s: AuctionState) -> int:
        if self.next_seat(s) == NONE or not any(s.deck):
            s.done()
            return GO_ON
        return DEALER

    def choices(self, s: AuctionState, seat: int) -> list[int]:
        return [DRAW + kind for kind, copies in enumerate(s.deck) if copies]

    def weights(self, s: AuctionState) -> list[int]:
        return [copies for copies in s.deck if copies]

    def answer(self, s: AuctionState, seat: int, code: int) -> None:
        to = self.next_seat(s)
        s.deck[code - DRAW] -= 1
        s.hand[to] = code - DRAW
        s.holding[to] = 1
        s.tell(self.drew(to, code - DRAW))

    def shown(self, s: AuctionState, seat: int, code: int, observer: int) -> int:
        return code if observer == self.next_seat(s) else HIDDEN


class Round(Step[AuctionState]):
    def begin(self, s: AuctionState) -> int:
        if s.rounds == 0:
            s.done()
            s.then(COUNT)
            return GO_ON
        s.rounds -= 1
        s.then(BIDS)
        s.then(DEAL)
        return GO_ON


class Bids(SealedStep[AuctionState]):
    """All bid at once: first how many coins, then whether the card is pledged. Only a sole highest bid wins."""

    def who(self, s: AuctionState) -> int:
        return 2**s.seats - 1

    def choices(self, s: AuctionState, seat: int) -> list[int]:
        if not s.sealed[seat]:
            return [BID + coins for coins in range(min(2, s.coins[seat]) + 1)]
        return [KEEP, PLEDGE] if s.holding[seat] else [KEEP]

    def complete(self, s: AuctionState, seat: int) -> bool:
        return len(s.sealed[seat]) == 2

    def resolve(self, s: AuctionState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        bids = [answer[0] - BID for answer in answers]
        pledged = [s.hand[seat] if answers[seat][1] == PLEDGE else NONE for seat in range(s.seats)]
        s.tell(BidsOpened(tuple(bids), tuple(pledged)))
        strength = [bids[seat] + pledged[seat] + 1 for seat in range(s.seats)]
        s.leader = self.best(strength)
        for seat in range(s.seats):
            s.coins[seat] -= bids[seat]
            s.bank += bids[seat]
            if pledged[seat] != NONE:
                self.give_up(s, seat)
        if s.leader != NONE:
            s.points[s.leader] += 5
            s.then(PRIVILEGE)

    def shown(self, s: AuctionState, seat: int, code: int, observer: int) -> int:
        return code + 100 * (s.hand[seat] + 1) if code == PLEDGE else code  # a card that is pledged is turned up

    def best(self, strength: list[int]) -> int:
        return strength.index(max(strength)) if strength.count(max(strength)) == 1 else NONE

    def give_up(self, s: AuctionState, seat: int) -> None:
        s.table = sorted([*s.table, s.hand[seat]])
        s.hand[seat] = NONE
        s.holding[seat] = 0
        for other in range(s.seats):
            s.seen[other][seat] = NONE
            s.peeked[other] &= ~(1 << seat)


class Privilege(Step[AuctionState]):
    """Who won the round chooses a side, or looks at the card of another."""

    peeked: ClassVar[type[Event]] = Peeked

    def begin(self, s: AuctionState) -> int:
        return s.leader

    def choices(self, s: AuctionState, seat: int) -> list[int]:
        others = [other for other in range(s.seats) if other != seat and s.holding[other]]
        return [LEFT, RIGHT, *(PEEK + other for other in others)]

    def answer(self, s: AuctionState, seat: int, code: int) -> None:
        s.done()
        if code >= PEEK:
            other = code - PEEK
            s.seen[seat][other] = s.hand[other]
            s.peeked[seat] |= 1 << other
            s.tell(self.peeked(seat, other, s.hand[other]))
        else:
            s.side = code
            self.tell_side(s, seat, code)

    def tell_side(self, s: AuctionState, seat: int, side: int) -> None:
        s.tell(Sided(seat, side))

    def shown(self, s: AuctionState, seat: int, code: int, observer: int) -> int:
        return code + 100 * (s.hand[code - PEEK] + 1) if code >= PEEK and observer == seat else code


class Count(Step[AuctionState]):
    def begin(self, s: AuctionState) -> int:
        s.done()
        s.shown = s.hand
        s.hand = [NONE] * s.seats
        s.holding = [0] * s.seats
        s.seen = [[NONE] * s.seats for _ in range(s.seats)]
        s.peeked = [0] * s.seats
        s.tell(Counted(tuple(s.shown)))
        return GO_ON


class AuctionWorlds(Worlds):
    """Unseen cards lie anywhere. (Bids that others have sealed are seen to by the core.)"""

    def __init__(self, known: AuctionState, seat: int) -> None:
        super().__init__(seat)
        self.known = known

    def sample(self, rng: Rng) -> AuctionState:
        s = self.known.clone()
        fixed = self.known_cards(s)
        rest = list(COPIES)
        for card in (*s.table, *fixed.values(), *(card for card in s.shown if card != NONE)):
            rest[card] -= 1
        unseen = [kind for kind, copies in enumerate(rest) for _ in range(copies)]
        rng.shuffle(unseen)
        for seat in range(s.seats):
            if s.holding[seat]:
                s.hand[seat] = fixed[seat] if seat in fixed else unseen.pop()
        s.deck = [unseen.count(kind) for kind in range(len(COPIES))]
        for seat in range(s.seats):
            if seat != self.seat:
                s.seen[seat] = [s.hand[of] if s.peeked[seat] >> of & 1 else NONE for of in range(s.seats)]
        return s

    def known_cards(self, s: AuctionState) -> dict[int, int]:
        """The cards in hands that this seat knows: its own, and those it has looked at."""
        if self.seat == SPECTATOR:
            return {}
        known = {of: card for of, card in enumerate(s.seen[self.seat]) if card != NONE}
        if s.hand[self.seat] != NONE:
            known[int(self.seat)] = s.hand[self.seat]
        return known


class Auction(Game):
    """The honest toy."""

    id: ClassVar[str] = "toy_auction"
    title: ClassVar[str] = "Toy auction"
    rules: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (2, 3)
    options: ClassVar[tuple[Option, ...]] = (Option("rounds", (2, 3)),)
    visible: ClassVar[Mapping[str, Sees]] = VISIBLE
    codes: ClassVar[int] = 16

    state: ClassVar[type[AuctionState]] = AuctionState
    Deal: ClassVar[type[Deal]] = Deal
    Round: ClassVar[type[Round]] = Round
    Bids: ClassVar[type[Bids]] = Bids
    Privilege: ClassVar[type[Privilege]] = Privilege
    Imagination: ClassVar[type[AuctionWorlds]] = AuctionWorlds
    texts: ClassVar[Mapping[int, str]] = TEXTS

    def __init__(self) -> None:
        self.book: list[Step[Any]] = [
            self.Deal("deal", "setup"),
            self.Round("round", "round"),
            self.Bids("bid", "bids"),
            self.Privilege("privilege", "privilege"),
            Count("count", "count"),
        ]

    def start(self, seats: int, options: Mapping[str, Any]) -> AuctionState:
        s = self.state(seats, self.book)
        s.prepare(options["rounds"])
        s.start_flow(ROUND)
        s.go_on()
        return s

    def text(self, code: int) -> str:
        return self.texts[code]

    def worlds(self, view: View) -> Worlds:
        known = self.from_view(view)
        assert isinstance(known, AuctionState)
        return self.Imagination(known, SPECTATOR if view.seat is None else view.seat)

    def count(self, state: State) -> list[CountLine]:
        assert isinstance(state, AuctionState)
        parts = {"coins": state.coins, "points": state.points, "card": [card + 1 for card in state.shown]}
        return [CountLine("all", name, tuple(Tally(n, "worth") for n in values)) for name, values in parts.items()]

    def reason(self, state: State) -> str:
        return "rounds_played"

    def components(self, state: State) -> Mapping[str, Sequence[int]]:
        s = state
        assert isinstance(s, AuctionState)
        cards = [kind for kind, copies in enumerate(s.deck) for _ in range(copies)]
        cards += [*s.table, *(card for card in (*s.hand, *s.shown) if card != NONE)]
        return {"cards": sorted(cards), "coins": [s.bank + sum(s.coins)]}

    def describe(self, view: View) -> str:
        return f"hands {view['hand']}, table {view['table']}, coins {view['coins']}, points {view['points']}"


# == Leaks ===========================================================================================================


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
    REVEALS: ClassVar[bool] = True
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
    REVEALS: ClassVar[bool] = True
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
