"""An honest toy game on the core, in plain Python, for which all laws hold: a small auction with all that makes
knowledge hard to keep. Hidden hands that the dealer draws by weight and only their owner sees, simultaneous sealed bids
composed of two small answers, a look at another's card, two cards that are swapped and take with them what is known of
them, a guess that teaches something when it is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from eminence.core.event import Event
from eminence.core.game import CountLine, Game, Option, Tally
from eminence.core.plain import PlainState, PlainWorlds
from eminence.core.rng import Rng
from eminence.core.state import DEALER, GO_ON, HIDDEN, SPECTATOR, SealedStep, State, Step, Worlds
from eminence.core.view import View
from eminence.core.visibility import Sees, everyone, nobody, owner

if TYPE_CHECKING:
    from tests.laws.telling import Telling

NONE = -1
COPIES = (6, 4, 4, 2, 2)
"""How many cards there are of each kind. A card of kind k is worth k + 1."""
HIGH = 2
"""Kinds from here on are what the leaky games tell of."""

DRAW, BID, KEEP, PLEDGE, LEFT, RIGHT, PEEK, SWAP, GUESS = 0, 5, 8, 9, 10, 11, 12, 15, 18
TEXTS = {
    **{DRAW + kind: f"draw {kind + 1}" for kind in range(len(COPIES))},
    **{BID + coins: f"bid {coins}" for coins in range(3)},
    **dict(enumerate(("keep", "pledge", "left", "right"), KEEP)),
    **{PEEK + seat: f"peek {seat}" for seat in range(3)},
    **{SWAP + seat: f"swap {seat}" for seat in range(3)},
    **{GUESS + kind: f"guess {kind + 1}" for kind in range(len(COPIES))},
}
DEAL, ROUND, BIDS, PRIVILEGE, COUNT = range(5)

VISIBLE: dict[str, Sees] = {
    "deck": nobody,  # how many of each kind are left
    "hand": owner,  # the card each seat holds, or NONE
    "holding": everyone,  # whether each seat holds a card
    "seen": owner,  # for each seat, the card of every other that it knows, or NONE
    "peeked": everyone,  # for each seat, whose card it knows: the set of them
    "ruled": everyone,  # for each seat, the set of kinds that its card was wrongly guessed to be
    "table": everyone,  # cards given up
    "shown": everyone,  # the cards turned up for the count
    **dict.fromkeys(("coins", "bank", "points", "leader", "side", "rounds"), everyone),
}


class Drew(Event):
    LIES_IN: ClassVar[Mapping[str, str]] = {"card": "hand"}
    REVEALS: ClassVar[Sees] = owner
    seat: int
    card: int | None


class Received(Drew):
    __slots__ = ()


class BidsOpened(Event):
    REVEALS: ClassVar[Sees] = everyone
    bids: tuple[int, ...]
    pledged: tuple[int, ...]


class Peeked(Event):
    LIES_IN: ClassVar[Mapping[str, str]] = {"card": "seen"}
    REVEALS: ClassVar[Sees] = owner
    seat: int
    at: int
    card: int | None


class Swapped(Event):
    seat: int
    other: int


class Guessed(Event):
    REVEALS: ClassVar[Sees] = everyone
    seat: int
    card: int
    right: bool


class Sided(Event):
    seat: int
    side: int


class Counted(Event):
    REVEALS: ClassVar[Sees] = everyone
    cards: tuple[int, ...]


class AuctionState(PlainState):
    __slots__ = tuple(VISIBLE)

    def prepare(self, rounds: int) -> None:
        self.deck, self.table, self.bank = list(COPIES), list[int](), 0
        self.clear()
        self.shown, self.coins, self.points = self.hand[:], [6] * int(self.seats), [0] * int(self.seats)
        self.leader, self.side, self.rounds = NONE, 0, rounds

    def clear(self) -> None:
        """No seat holds a card, and nobody knows of any."""
        n = int(self.seats)
        self.hand, self.holding, self.peeked, self.ruled = [NONE] * n, [0] * n, [0] * n, [0] * n
        self.seen = [[NONE] * n for _ in range(n)]

    def scores(self) -> list[int]:
        cards = [card if card != NONE else self.hand[seat] for seat, card in enumerate(self.shown)]
        return [self.coins[seat] + self.points[seat] + cards[seat] + 1 for seat in range(self.seats)]


class Deal(Step[AuctionState]):
    """Whoever holds no card is dealt one, by the dealer, as likely as there are copies left."""

    drew = Drew

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
            s.instead(COUNT)
            return GO_ON
        s.rounds -= 1
        s.then(BIDS)
        s.then(DEAL)
        return GO_ON


class Bids(SealedStep[AuctionState]):
    """All bid at once: first how many coins, then whether the card is pledged. Only a sole highest bid wins."""

    def who(self, s: AuctionState) -> int:
        return (1 << int(s.seats)) - 1

    def choices(self, s: AuctionState, seat: int) -> list[int]:
        if not s.sealed[seat]:
            return [BID + coins for coins in range(min(2, s.coins[seat]) + 1)]
        return [KEEP, PLEDGE] if s.holding[seat] else [KEEP]

    def complete(self, s: AuctionState, seat: int) -> bool:
        return len(s.sealed[seat]) == 2

    def face(self, s: AuctionState, seat: int) -> int:
        return 0 if s.sealed[seat][0] == BID else 1  # whether any coin was laid down can be heard

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
                give_up(s, seat)
        if s.leader != NONE:
            s.points[s.leader] += 5
            s.then(PRIVILEGE)

    def shown(self, s: AuctionState, seat: int, code: int, observer: int) -> int:
        return code + 100 * (s.hand[seat] + 1) if code == PLEDGE else code  # a card that is pledged is turned up

    def best(self, strength: list[int]) -> int:
        return strength.index(max(strength)) if strength.count(max(strength)) == 1 else NONE


def give_up(s: AuctionState, seat: int) -> None:
    """A card goes to the table, open; nothing is known of the next one."""
    s.table = sorted([*s.table, s.hand[seat]])
    s.hand[seat] = NONE
    s.holding[seat] = 0
    s.ruled[seat] = 0
    for other in range(s.seats):
        s.seen[other][seat] = NONE
        s.peeked[other] &= ~(1 << seat)


class Privilege(Step[AuctionState]):
    """Who won the round chooses a side, looks at the card of another, swaps cards, or guesses that of the next seat."""

    peeked = Peeked

    def begin(self, s: AuctionState) -> int:
        return s.leader

    def choices(self, s: AuctionState, seat: int) -> list[int]:
        others = [other for other in range(s.seats) if other != seat and s.holding[other]]
        found = [LEFT, RIGHT, *(PEEK + other for other in others)]
        if s.holding[seat]:
            found += [SWAP + other for other in others]
        at = (seat + 1) % s.seats
        if s.holding[at]:
            found += [GUESS + kind for kind in range(len(COPIES)) if not s.ruled[at] >> kind & 1]
        return found

    def answer(self, s: AuctionState, seat: int, code: int) -> None:
        s.done()
        if code >= GUESS:
            self.guess(s, seat, (seat + 1) % s.seats, code - GUESS)
        elif code >= SWAP:
            self.swap(s, seat, code - SWAP)
        elif code >= PEEK:
            other = code - PEEK
            s.seen[seat][other] = s.hand[other]
            s.peeked[seat] |= 1 << other
            s.tell(self.peeked(seat, other, s.hand[other]))
        else:
            s.side = code
            self.tell_side(s, seat, code)

    def swap(self, s: AuctionState, one: int, two: int) -> None:
        """Two cards change places, and with each goes what is known of it. Both remember what they gave away."""
        for cards in (s.hand, s.ruled):
            cards[one], cards[two] = cards[two], cards[one]
        for observer in range(s.seats):
            self.move_knowledge(s, observer, one, two)
        s.tell(Swapped(one, two))
        for seat, other in ((one, two), (two, one)):
            s.seen[seat][other] = s.hand[other]
            s.peeked[seat] |= 1 << other
            s.tell(Received(seat, s.hand[seat]))

    def move_knowledge(self, s: AuctionState, observer: int, one: int, two: int) -> None:
        seen, bits = s.seen[observer], s.peeked[observer]
        if observer not in (one, two):
            seen[one], seen[two] = seen[two], seen[one]
            both = 1 << one | 1 << two
            s.peeked[observer] = bits & ~both | (bits >> one & 1) << two | (bits >> two & 1) << one

    def guess(self, s: AuctionState, seat: int, at: int, kind: int) -> None:
        right = s.hand[at] == kind
        if right:
            give_up(s, at)
            s.points[seat] += 2
        else:
            s.ruled[at] |= 1 << kind
        s.tell(Guessed(seat, kind, right))

    def tell_side(self, s: AuctionState, seat: int, side: int) -> None:
        s.tell(Sided(seat, side))

    def shown(self, s: AuctionState, seat: int, code: int, observer: int) -> int:
        if code >= GUESS:
            return code + 100 * (s.hand[(seat + 1) % s.seats] == code - GUESS)
        if code >= SWAP:
            gets = {seat: s.hand[code - SWAP], code - SWAP: s.hand[seat]}
            return code + 100 * (gets[observer] + 1) if observer in gets else code
        return code + 100 * (s.hand[code - PEEK] + 1) if code >= PEEK and observer == seat else code


class Count(Step[AuctionState]):
    def begin(self, s: AuctionState) -> int:
        s.done()
        s.shown = s.hand
        s.clear()
        s.tell(Counted(tuple(s.shown)))
        return GO_ON


class AuctionWorlds(PlainWorlds):
    """Unseen cards lie anywhere but where they were ruled out. (Bids that others sealed are seen to by the core.)"""

    def __init__(self, known: AuctionState, seat: int, faces: list[int]) -> None:
        super().__init__(seat, self.heard(faces))
        self.known = known

    def heard(self, faces: list[int]) -> list[int]:
        return faces

    def sample(self, rng: Rng) -> AuctionState:
        s = self.known.clone()
        fixed = self.known_cards(s)
        rest = list(COPIES)
        for card in (*s.table, *fixed.values(), *(card for card in s.shown if card != NONE)):
            rest[card] -= 1
        unseen = [kind for kind, copies in enumerate(rest) for _ in range(copies)]
        covered = [seat for seat in range(s.seats) if s.holding[seat] and seat not in fixed]
        rng.shuffle(unseen)
        while not self.fits(s, dict(zip(covered, unseen, strict=False))):
            rng.shuffle(unseen)
        for seat, card in (*fixed.items(), *zip(covered, unseen, strict=False)):
            s.hand[seat] = card
        del unseen[: len(covered)]
        s.deck = [unseen.count(kind) for kind in range(len(COPIES))]
        for seat in range(s.seats):
            if seat != self.seat:
                s.seen[seat] = [s.hand[of] if s.peeked[seat] >> of & 1 else NONE for of in range(s.seats)]
        return s

    def fits(self, s: AuctionState, cards: Mapping[int, int]) -> bool:
        """Whether no card is of a kind that was wrongly guessed."""
        return not any(s.ruled[seat] >> card & 1 for seat, card in cards.items())

    def known_cards(self, s: AuctionState) -> dict[int, int]:
        """The cards in hands that this seat knows: its own, and those it has looked at or given away."""
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
    options: ClassVar[tuple[Option, ...]] = (Option("rounds", (3, 6)),)
    visible: ClassVar[Mapping[str, Sees]] = VISIBLE
    events: ClassVar[tuple[type[Event], ...]] = (Drew, BidsOpened, Peeked, Swapped, Received, Guessed, Sided, Counted)
    codes: ClassVar[int] = 23

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
        ]
        self.book += [self.Privilege("privilege", "privilege"), Count("count", "count")]

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
        return self.Imagination(known, view.observer, view["faces"])

    def count(self, state: State) -> list[CountLine]:
        assert isinstance(state, AuctionState)
        parts = {"coins": state.coins, "points": state.points, "card": [card + 1 for card in state.shown]}
        return [CountLine("all", name, tuple(Tally(n, "worth") for n in values)) for name, values in parts.items()]

    def reason(self, state: State) -> str:
        return "rounds_played"

    def components(self, state: State) -> Mapping[str, Sequence[int]]:
        assert isinstance(state, AuctionState)
        cards = [kind for kind, copies in enumerate(state.deck) for _ in range(copies)]
        cards += [card for card in (*state.table, *state.hand, *state.shown) if card != NONE]
        return {"cards": sorted(cards), "coins": [state.bank + sum(state.coins)]}

    @property
    def telling(self) -> type[Telling]:
        from tests.laws.telling import Telling

        return Telling

    def describe(self, view: View) -> str:
        return f"hands {view['hand']}, table {view['table']}, coins {view['coins']}, points {view['points']}"
