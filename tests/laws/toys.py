"""Toy games that break one law each: the auction with a fault in it, and which law says so in which words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from eminence.bots import Bot
from eminence.core.ask import Ask, Choice
from eminence.core.event import Event
from eminence.core.game import CountLine
from eminence.core.rng import Rng
from eminence.core.state import ALL_ALIKE, GO_ON, SEVERAL, State
from eminence.core.view import View
from eminence.core.visibility import Sees, everyone, nobody, owner
from tests.laws.auction import (
    BID,
    COPIES,
    HIGH,
    LEFT,
    NONE,
    PEEK,
    RIGHT,
    SWAP,
    TEXTS,
    VISIBLE,
    Auction,
    AuctionState,
    AuctionWorlds,
    Bids,
    Deal,
    Peeked,
    Privilege,
    Round,
    Sided,
)


def patched(kind: type[Any], **parts: Any) -> Any:
    """A class with other methods: how every fault is planted."""
    return type(kind.__name__, (kind,), {"__module__": kind.__module__, **parts})


Parts = Mapping[str, Any]
"""What is put in the place of the auction's own."""


@dataclass(frozen=True)
class Fault:
    """A mistake in the auction, the law that is broken by it, and what that says."""

    law: str
    says: str
    parts: Parts

    def toy(self) -> Auction:
        game = patched(Auction, **self.parts)()
        assert isinstance(game, Auction)
        return game


def next_card(s: AuctionState, seat: int) -> int:
    """What every leak is about: the hidden card of the next seat."""
    return s.hand[(seat + 1) % int(s.seats)]


def in_privilege(**methods: Any) -> dict[str, Any]:
    return {"Privilege": patched(Privilege, **methods)}


def offering(may: Callable[[AuctionState, int, int], bool]) -> dict[str, Any]:
    """A privilege of which not everything is offered."""
    return in_privilege(
        choices=lambda self, s, seat: [code for code in Privilege.choices(self, s, seat) if may(s, seat, code)]
    )


def in_bids(**methods: Any) -> dict[str, Any]:
    return {"Bids": patched(Bids, **methods)}


def in_deal(**methods: Any) -> dict[str, Any]:
    return {"Deal": patched(Deal, **methods)}


def imagining(**methods: Any) -> dict[str, Any]:
    return {"Imagination": patched(AuctionWorlds, **methods)}


# == Events that say too much, or too little =========================================================================


@dataclass(frozen=True, slots=True)
class Gossip(Event):
    seat: int
    side: int
    card: int


@dataclass(frozen=True, slots=True)
class Gasp(Event):
    REVEALS: ClassVar[Sees] = everyone
    seat: int


@dataclass(frozen=True, slots=True)
class DrewOpenly(Event):
    REVEALS: ClassVar[Sees] = everyone
    seat: int
    card: int | None


@dataclass(frozen=True, slots=True)
class PeekedQuietly(Event):
    LIES_IN: ClassVar[Mapping[str, str]] = {"card": "seen"}
    seat: int
    at: int
    card: int | None


@dataclass(frozen=True, slots=True)
class PeekedOpenly(Event):
    REVEALS: ClassVar[Sees] = owner
    seat: int
    at: int
    card: int


@dataclass(frozen=True, slots=True)
class PeekedAloud(PeekedOpenly):
    REVEALS: ClassVar[Sees] = everyone


@dataclass(frozen=True, slots=True)
class PeekedForAll(PeekedQuietly):
    REVEALS: ClassVar[Sees] = everyone


# == States, views and steps with a fault ============================================================================


class SpyView(View):
    """A view with a way to the state behind it, which its JSON does not show."""

    __slots__ = ("state",)
    state: State


def spy_view(self: Auction, state: State, options: Mapping[str, Any], seat: int | None) -> View:
    honest = Auction.view(self, state, options, seat)
    spy = SpyView(honest.game, honest.rules, honest.seats, honest.options, honest.seat, honest.fields)
    object.__setattr__(spy, "state", state)
    return spy


class PeekingBot(Bot):
    """A bot that looks at the state behind the view, and plays by another's card."""

    def choose(self, view: View, ask: Ask) -> Choice:
        assert isinstance(view, SpyView)
        assert isinstance(view.state, AuctionState)
        return ask.choices[next_card(view.state, ask.seat) % len(ask)]


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


class SharingState(AuctionState):
    __slots__ = ()

    def clone(self) -> AuctionState:
        copy = super().clone()
        copy.coins = self.coins
        return copy


class ForgetfulState(AuctionState):
    __slots__ = ()

    def clone(self) -> AuctionState:
        copy = super().clone()
        copy.bank = 0
        return copy


def note_first(self: Bids, s: ArrivalState, seat: int) -> bool:
    s.first = s.sealed[seat][0]
    return Bids.complete(self, s, seat)


class LastComesFirst(Bids):
    """Of equal bids, the one that arrived last wins."""

    last = NONE

    def complete(self, s: AuctionState, seat: int) -> bool:
        type(self).last = seat
        return super().complete(s, seat)

    def best(self, strength: list[int]) -> int:
        return self.last if strength[self.last] == max(strength) else super().best(strength)


class Guessing(Privilege):
    """What is said beforehand to reveal something then does not: the step keeps something outside the state."""

    times = 0

    def tell_side(self, s: AuctionState, seat: int, side: int) -> None:
        if s.story is not None:
            type(self).times += 1
            # Each of the two sides is tried once for the ask; then one is chosen.
            s.tell(Gasp(seat) if self.times % 3 else Sided(seat, side))


class Unasked(Privilege):
    """Whether the winner of a round is asked at all depends on another's card."""

    def begin(self, s: AuctionState) -> int:
        if next_card(s, s.leader) >= HIGH:
            s.done()
            return GO_ON
        return s.leader


class Lossy(Privilege):
    """A field takes a value that its JSON cannot tell from a hidden one."""

    def tell_side(self, s: AuctionState, seat: int, side: int) -> None:
        s.leader = None  # type: ignore[assignment]  # that is the fault
        super().tell_side(s, seat, side)


class Endless(Round):
    def begin(self, s: AuctionState) -> int:
        s.rounds = 5
        s.coins, s.bank = [6] * int(s.seats), 0
        return super().begin(s)


def sampled(change: Any) -> dict[str, Any]:
    """Imagining with something done to each world."""

    def sample(self: AuctionWorlds, rng: Rng) -> AuctionState:
        s = AuctionWorlds.sample(self, rng)
        change(self, s, rng)
        return s

    return imagining(sample=sample)


def await_nobody(self: Bids, s: AuctionState) -> int:
    s.waiting = 0
    return SEVERAL


def some_card_vanishes(self: Bids, s: AuctionState, answers: Any) -> None:
    Bids.resolve(self, s, answers)
    s.table = s.table[1:]


def only_seen_moves(self: Privilege, s: AuctionState, observer: int, one: int, two: int) -> None:
    """Of an onlooker's two cards the first alone is followed."""
    if observer not in (one, two):
        s.seen[observer][two] = s.seen[observer][one]
        s.peeked[observer] |= (s.peeked[observer] >> one & 1) << two


def shown_to(who: Any) -> Any:
    """`shown` of a swap, as if so many saw the cards."""

    def shown(self: Privilege, s: AuctionState, seat: int, code: int, observer: int) -> int:
        if SWAP <= code < SWAP + 3:
            both = 100 * (s.hand[code - SWAP] + 1) + 1000 * (s.hand[seat] + 1)
            return code + both if who(seat, code - SWAP, observer) else code
        return Privilege.shown(self, s, seat, code, observer)

    return shown


def half_shown(self: Privilege, s: AuctionState, seat: int, code: int, observer: int) -> int:
    return LEFT if code in (LEFT, RIGHT) and observer != seat else Privilege.shown(self, s, seat, code, observer)


def secret_side(**methods: Any) -> dict[str, Any]:
    """Everybody sees that the winner of a round has chosen a side, and nobody which: of the answer others see half.
    Not a fault yet."""
    imagined = sampled(lambda worlds, s, rng: setattr(s, "side", LEFT + rng.below(2)))
    quiet = {"shown": half_shown, "tell_side": lambda self, s, seat, side: None}
    return {"visible": {**VISIBLE, "side": nobody}, **imagined, **in_privilege(**quiet | methods)}


APART = "nobody can tell worlds apart"
KEPT = "serialising and cloning"
CHOICES = "choices components and an end"
SEALED = "sealed answers commute"
COULD_BE = "what is imagined could be"
GOES_ON = "what is imagined goes on"
BACK = "what is shown cannot be taken back"
LEARNS = "who learns is said rightly"
WORDS = "all has its words in each language"

_FAULTS: dict[str, dict[str, tuple[str, Parts]]] = {
    APART: {
        "VISIBLE says that everyone sees the hands": (
            r"(by the view: field 'hand'|but it looks different)",
            {"visible": {**VISIBLE, "hand": everyone}},
        ),
        "a log line tells of another's card": (
            r" by the story after '(left|right)'.*Gossip",
            in_privilege(tell_side=lambda self, s, seat, side: s.tell(Gossip(seat, side, next_card(s, seat)))),
        ),
        "the log line of a draw does not say where the card lies": (
            r"cannot tell 'draw \d' from 'draw \d', but it looks different",
            in_deal(drew=lambda self, seat, card: DrewOpenly(seat, card)),
        ),
        "an event without LIES_IN tells everybody a peeked card": (
            r"by the story after 'peek \d'.*PeekedOpenly.*no event is said to reveal anything to it",
            in_privilege(peeked=lambda self, seat, at, card: PeekedOpenly(seat, at, card)),
        ),
        "an event says that everybody learns a peeked card": (
            r"`shown` says seat \d learns the same after 'peek \d' by seat \d, but the story differs",
            in_privilege(peeked=lambda self, seat, at, card: PeekedAloud(seat, at, card)),
        ),
        "what is offered depends on another's card": (
            r"seat \d can tell two worlds apart by the choices asked",
            offering(lambda s, seat, code: code != RIGHT or next_card(s, seat) < HIGH),
        ),
        "whom one may swap with depends on a hidden hand": (
            r"seat \d can tell two worlds apart by the choices asked.*swap",
            offering(lambda s, seat, code: not SWAP <= code < SWAP + 3 or s.hand[code - SWAP] < HIGH),
        ),
        "the order of choices depends on another's card": (
            r"seat \d can tell two worlds apart by the choices asked",
            in_privilege(
                choices=lambda self, s, seat: Privilege.choices(self, s, seat)[:: next_card(s, seat) - HIGH or 1]
            ),
        ),
        "whether a choice is final depends on another's card": (
            r"by the choices asked: \[\(\('left', (True|False)\), |learns the same after '(left|right)'",
            in_privilege(
                tell_side=lambda self, s, seat, side: s.tell(
                    Sided(seat, side) if next_card(s, seat) < HIGH else Gasp(seat)
                )
            ),
        ),
        "`shown` tells everyone what the dealer draws": (
            r"`shown` tells seat \d 'draw \d' from 'draw \d'",
            in_deal(shown=lambda self, s, seat, code, observer: code),
        ),
        "`shown` hides what a look has shown": (
            r"`shown` says seat \d learns the same after 'peek",
            in_privilege(
                shown=lambda self, s, seat, code, observer: (
                    code if PEEK <= code < SWAP else Privilege.shown(self, s, seat, code, observer)
                )
            ),
        ),
        "`shown` hides what a seat was given": (
            r"`shown` says seat \d learns the same after 'swap",
            in_privilege(shown=shown_to(lambda seat, other, observer: observer == seat)),
        ),
        "`shown` gives away what a seat did not see": (
            r"`shown` tells seat \d two worlds apart after 'swap \d' by seat \d, though it looks the same",
            in_privilege(shown=shown_to(lambda seat, other, observer: True)),
        ),
        "`shown` says that a pledged card stays covered": (
            r"`shown` says sealed answers to 'bid' look the same",
            in_bids(shown=lambda self, s, seat, code, observer: code),
        ),
        "`shown` says that a card that is kept is turned up": (
            r"`shown` tells seat \d sealed answers to 'bid' apart",
            in_bids(shown=lambda self, s, seat, code, observer: code + 100 * (s.hand[seat] + 1)),
        ),
        "the story tells which side was chosen in secret": (
            r"cannot tell '(left|right)' from '(left|right)', but it looks different",
            secret_side(tell_side=Privilege.tell_side),
        ),
        "whoever imagines has not heard the coins": (
            r"can tell two worlds apart by the view: field 'faces'",
            imagining(heard=lambda self, faces: []),
        ),
    },
    "histories that look the same": {
        "who is asked depends on another's card": (
            r"after the same history up to '(keep|pledge)'",
            {"Privilege": Unasked},
        ),
    },
    "no way leads to the state": {
        "the view carries the state along": (r"a AuctionState can be reached from \['SpyView'\]", {"view": spy_view}),
    },
    GOES_ON: {
        "whoever imagines forgets that a side was chosen": (
            r"after '(left|right)' by seat \d, .* imagines of side",
            {**secret_side(), **sampled(lambda worlds, s, rng: setattr(s, "side", 0))},
        ),
        "whoever imagines forgets the card he looked at": (
            r"(peek|swap) \d' by seat \d, seat \d imagines of .* what does not follow from what it has seen",
            imagining(
                known_cards=lambda self, s: {
                    of: card for of, card in AuctionWorlds.known_cards(self, s).items() if of == self.seat
                }
            ),
        ),
        "whoever imagines ignores what a wrong guess taught": (
            r"after 'guess \d' by seat \d, .* imagines of (hand|deck)",
            imagining(fits=lambda self, s, cards: True),
        ),
        "what is known of a card does not move with it": (
            r"after 'swap \d' by seat \d, seat \d imagines of (hand|deck)",
            in_privilege(move_knowledge=lambda self, s, observer, one, two: None),
        ),
        "what is known of two cards falls out of step": (
            r"after 'swap \d' by seat \d, seat \d imagines of (hand|deck)",
            in_privilege(move_knowledge=only_seen_moves),
        ),
        "the dealer forgets how many copies there are, and who imagines does not": (
            r"after 'draw \d' by the dealer, .* imagines of",
            in_deal(weights=lambda self, s: ALL_ALIKE),
        ),
    },
    CHOICES: {
        "a pledged card vanishes": (
            r"of the cards, \[\d\] vanished and \[\] appeared",
            in_bids(resolve=some_card_vanishes),
        ),
        "the dealer forgets how many copies there are": (
            r"the dealer draws 'draw \d' before 'draw \d' in \S+ of all cases, and after it in",
            in_deal(weights=lambda self, s: ALL_ALIKE),
        ),
        "the dealer's weights do not fit": (
            r"choices of the dealer at 'deal', but weights",
            in_deal(weights=lambda self, s: s.deck),
        ),
        "whoever has no coin has no bid": (
            r"seat \d is asked 'bid' and has no choice",
            in_bids(choices=lambda self, s, seat: [code for code in Bids.choices(self, s, seat) if s.coins[seat]]),
        ),
        "a choice is offered twice": (
            r"offered the same choice twice",
            in_privilege(choices=lambda self, s, seat: [*Privilege.choices(self, s, seat), LEFT]),
        ),
        "a sealed step awaits nobody": (r"nobody is awaited", in_bids(begin=await_nobody)),
        "there is always another round": (r"the game has not ended", {"Round": Endless}),
        "the lines of the count leave something out": (
            r"the lines of the count add up to",
            {"count": lambda self, state: list[CountLine](Auction.count(self, state)[1:])},
        ),
    },
    KEPT: {
        "a clone shares a list with its origin": (
            r"changed with its (origin|clone): \['coins'\]",
            {"state": SharingState},
        ),
        "a clone misses something": (r"a clone is not the same state", {"state": ForgetfulState}),
        "VISIBLE says nothing of a field": (r"VISIBLE does not say who sees \['first'\]", {"state": ArrivalState}),
        "a field takes a value that JSON cannot tell": (
            r"the state read back from JSON is another one",
            {"Privilege": Lossy},
        ),
    },
    SEALED: {
        "the order of sealed answers matters": (
            r"the order in which sealed answers arrive matters",
            {"Bids": LastComesFirst},
        ),
        "what is sealed can be seen": (
            r"(seat \d|a spectator) sees .*'first'.* change while seat",
            {"state": ArrivalState, "visible": {**VISIBLE, "first": everyone}, **in_bids(complete=note_first)},
        ),
        "a sealed answer taken back leaves a trace": (
            r"taken back leaves another state than before",
            {"state": ArrivalState, "visible": {**VISIBLE, "first": nobody}, **in_bids(complete=note_first)},
        ),
        "the face of an answer tells of another's": (
            r"seals an answer, and the faces of .* change",
            in_bids(face=lambda self, s, seat: sum(len(answer) == 2 and answer[0] != BID for answer in s.sealed)),
        ),
    },
    COULD_BE: {
        "whoever imagines forgets his own card": (
            r"what seat \d imagines contradicts what it has seen: field 'hand'",
            imagining(
                known_cards=lambda self, s: {
                    of: card for of, card in AuctionWorlds.known_cards(self, s).items() if of != self.seat
                }
            ),
        ),
        "an imagined deck is as full as at the start": (
            r"appeared in a world imagined by",
            sampled(lambda worlds, s, rng: setattr(s, "deck", list(COPIES))),
        ),
        "imagined worlds share a list": (r".", sampled(lambda worlds, s, rng: setattr(s, "coins", worlds.known.coins))),
    },
    BACK: {
        "a look is said to reveal nothing": (
            r"'peek \d' .*is not final, but shows seat \d something new",
            in_privilege(peeked=lambda self, seat, at, card: PeekedQuietly(seat, at, card)),
        ),
        "what is said beforehand does not hold": (
            r"was said to be (not )?final, and can(not)? be taken",
            {"Privilege": Guessing},
        ),
        "a choice that only high cards have is said to show nothing": (
            r"'right' .* shows .* that it could be chosen",
            offering(lambda s, seat, code: code != RIGHT or s.hand[seat] >= HIGH),
        ),
    },
    LEARNS: {
        "an event is said to reveal something and never does": (
            r"nobody who should has ever learned anything from Gasp",
            {
                "events": (*Auction.events, Gasp),
                **in_privilege(tell_side=lambda self, s, seat, side: s.tell(Gasp(seat))),
            },
        ),
        "everyone is said to learn what only its seat does": (
            r"nobody who should has ever learned anything from PeekedForAll",
            {
                "events": (PeekedForAll, *(event for event in Auction.events if event is not Peeked)),
                **in_privilege(peeked=lambda self, seat, at, card: PeekedForAll(seat, at, card)),
            },
        ),
    },
    "text and code stand for each other": {
        "two choices have the same text": (r".", {"texts": {**TEXTS, RIGHT: "Left"}}),
    },
    WORDS: {
        "an event kind has no sentence": (
            r"there are no words for 'event.Gasp'",
            {
                "events": (*Auction.events, Gasp),
                **in_privilege(tell_side=lambda self, s, seat, side: s.tell(Gasp(seat))),
            },
        ),
        "a sentence is missing in French": (
            r"not told both in English and in 'fr'",
            {"misprints": {("fr", "event.Swapped.they"): ""}},
        ),
        "English is left in French": (
            r"'event.Swapped.they' is the same in English and in 'fr': 'swaps'",
            {"misprints": {("fr", "event.Swapped.they"): "{who} swaps cards with seat {other}."}},
        ),
        "half a sentence of English is left in French": (
            r"'prompt.bid' in 'fr' has words of another language: \['you'\]",
            {"misprints": {("fr", "prompt.bid"): "Combien do you bid ?"}},
        ),
        "French is left in Italian": (
            r"'prompt.count' in 'it' has words of another language: \['les'\]",
            {"misprints": {("it", "prompt.count"): "Toutes les cartes sont retournées."}},
        ),
    },
    "everything can be told": {
        "an event kind is told and not listed": (
            r"there are no words for \[Gasp\(seat=\d\)",
            in_privilege(tell_side=lambda self, s, seat, side: s.tell(Gasp(seat))),
        ),
        "two answers have the same label": (
            r"two answers to 'privilege' are called",
            {
                "misprints": {(language, "label.guess"): "{what}?" for language in ("en", "fr", "it")}
                | {(language, "label.peek"): "{what}?" for language in ("en", "fr", "it")}
            },
        ),
    },
    "everything is met": {
        "an event never happens": (r"never met at any table: the event Gossip", {"events": (*Auction.events, Gossip)}),
    },
}

FAULTS = {name: Fault(law, *fault) for law, faults in _FAULTS.items() for name, fault in faults.items()}
