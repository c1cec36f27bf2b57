"""Toy games that break one law each: the auction with a fault in it, and which law says so in which words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, NamedTuple

from eminence.bots import Bot
from eminence.core.ask import Ask, Choice
from eminence.core.event import Event
from eminence.core.state import ALL_ALIKE, GO_ON, State, Step
from eminence.core.texts import LANGUAGES
from eminence.core.view import View
from eminence.core.visibility import Sees, everyone, memory, nobody
from tests.laws import auction
from tests.laws.auction import BID, HIGH, LEFT, NONE, PEEK, RIGHT, SWAP, Auction, AuctionState, Bids, Privilege, Sided
from tests.laws.whispering import Whispered, WhisperedPrivilege, Whispering

Parts = Mapping[str, Any]
"""What is put in the place of the auction's own."""


def patched(kind: type[Any], name: str = "", **parts: Any) -> Any:
    """A class with other methods: how every fault is planted."""
    return type(name or kind.__name__, (kind,), {"__module__": kind.__module__, **parts})


def toy(parts: Parts) -> Auction:
    game: Auction = patched(Auction, **parts)()
    return game


class Fault(NamedTuple):
    """What the law that is broken by a mistake says, and the mistake."""

    says: str
    parts: Parts


def planted(part: str, **methods: Any) -> dict[str, Any]:
    return {part: patched(getattr(Auction, part), **methods)}


in_deal = partial(planted, "Deal")
in_bids = partial(planted, "Bids")
in_privilege = partial(planted, "Privilege")
imagining = partial(planted, "Imagination")


def then(original: Any, change: Callable[..., object]) -> Any:
    """A method that does what the original does, and then something more with what came of it."""

    def method(self: Any, *arguments: Any) -> Any:
        found = original(self, *arguments)
        change(self, found, *arguments)
        return found

    return method


def next_card(s: AuctionState, seat: int) -> int:
    """What every leak is about: the hidden card of the next seat."""
    return s.hand[(seat + 1) % int(s.seats)]


def offering(may: Callable[[AuctionState, int, int], bool], part: str = "Privilege") -> Parts:
    """A step of which not everything is offered."""
    honest = getattr(Auction, part).choices
    return planted(part, choices=lambda self, s, seat: [code for code in honest(self, s, seat) if may(s, seat, code)])


def telling(event: Callable[[AuctionState, int, int], Event]) -> Parts:
    """Something else is told of the side that was chosen."""
    return in_privilege(tell_side=lambda self, s, seat, side: s.tell(event(s, seat, side)))


def in_choices(change: Callable[..., object]) -> Parts:
    """A privilege with something done to what is offered."""
    return in_privilege(choices=then(Privilege.choices, change))


def cloned(change: Callable[..., object], **parts: Any) -> Parts:
    """A state with something done to each clone."""
    return planted("state", clone=then(AuctionState.clone, change), **parts)


def sampled(change: Callable[..., object]) -> Parts:
    """Imagining with something done to each world."""
    return imagining(sample=then(Auction.Imagination.sample, change))


def remembering(which: Callable[[int, int], bool]) -> Parts:
    """Imagining in which not every card that a seat knows is remembered."""
    honest = Auction.Imagination.known_cards
    return imagining(
        known_cards=lambda self, s: {of: card for of, card in honest(self, s).items() if which(of, self.seat)}
    )


# == Events that say too much, or too little =========================================================================


class Gossip(Event):
    seat: int
    card: int


class Gasp(Event):
    REVEALS: ClassVar[Sees] = everyone
    seat: int


GASPING = telling(lambda s, seat, side: Gasp(seat))
DrewOpenly = patched(auction.Drew, "DrewOpenly", LIES_IN={}, REVEALS=everyone)
PeekedQuietly = patched(auction.Peeked, "PeekedQuietly", REVEALS=nobody)
PeekedOpenly = patched(auction.Peeked, "PeekedOpenly", LIES_IN={})
PeekedAloud = patched(PeekedOpenly, "PeekedAloud", REVEALS=everyone)
PeekedForAll = patched(auction.Peeked, "PeekedForAll", REVEALS=everyone)

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


def noting_first(**visible: Sees) -> Parts:
    """A field more in the state: what the seat that sealed something last had sealed first."""
    state = cloned(lambda s, copy: setattr(copy, "first", s.first), first=NONE)
    noted = then(Bids.complete, lambda step, found, s, seat: setattr(s, "first", s.sealed[seat][0]))
    return {**state, **in_bids(complete=noted), "visible": {**Auction.visible, **visible}}


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


def unasked(self: Privilege, s: AuctionState) -> int:
    """Whether the winner of a round is asked at all depends on another's card."""
    if next_card(s, s.leader) < HIGH:
        return s.leader
    s.done()
    return GO_ON


def only_seen_moves(self: Privilege, s: AuctionState, observer: int, one: int, two: int) -> None:
    """Of an onlooker's two cards the first alone is followed."""
    if observer not in (one, two):
        s.seen[observer][two] = s.seen[observer][one]
        s.peeked[observer] |= (s.peeked[observer] >> one & 1) << two


def shown_to(who: Callable[[int, int], bool]) -> Parts:
    """`shown` of a swap, as if so many saw the cards."""

    def shown(self: Privilege, s: AuctionState, seat: int, code: int, observer: int) -> int:
        if SWAP <= code < SWAP + 3:
            both = 100 * (s.hand[code - SWAP] + 1) + 1000 * (s.hand[seat] + 1)
            return code + both if who(seat, observer) else code
        return Privilege.shown(self, s, seat, code, observer)

    return in_privilege(shown=shown)


def look_hidden(self: Privilege, s: AuctionState, seat: int, code: int, observer: int) -> int:
    return code if PEEK <= code < SWAP else Privilege.shown(self, s, seat, code, observer)


def half_shown(self: Privilege, s: AuctionState, seat: int, code: int, observer: int) -> int:
    return LEFT if code in (LEFT, RIGHT) and observer != seat else Privilege.shown(self, s, seat, code, observer)


def secret_side(**methods: Any) -> dict[str, Any]:
    """Not a fault yet: everybody sees that the winner has chosen a side, and nobody which. Others see half of it."""
    imagined = sampled(lambda worlds, s, rng: setattr(s, "side", LEFT + rng.below(2)))
    quiet = {"shown": half_shown, "tell_side": lambda self, s, seat, side: None}
    return {"visible": {**Auction.visible, "side": nobody}, **imagined, **in_privilege(**quiet | methods)}


def whispering(**parts: Any) -> Parts:
    """The auction in which two seats know something, with other parts."""
    return {**{name: value for name, value in vars(Whispering).items() if not name.startswith("__")}, **parts}


def whispered(**parts: Any) -> Parts:
    """The same, with another event that tells of what they know."""
    event = patched(Whispered, "OtherwiseWhispered", **parts)
    events = tuple(event if kind is Whispered else kind for kind in Whispering.events)
    return whispering(Privilege=patched(WhisperedPrivilege, whispered=event), events=events)


FAULTS: dict[str, dict[str, Fault]] = {}
"""By the law that is broken: what is wrong, what the law says of it, and how it is planted in the auction."""
FAULTS["nobody can tell worlds apart"] = {
    "VISIBLE says that everyone sees the hands": Fault(
        r"(by the view: field 'hand'|but it looks different)", {"visible": {**Auction.visible, "hand": everyone}}
    ),
    "a log line tells of another's card": Fault(
        r"by the story after '(left|right)'.*Gossip", telling(lambda s, seat, _: Gossip(seat, next_card(s, seat)))
    ),
    "the log line of a draw does not say where the card lies": Fault(
        r"cannot tell 'draw \d' from 'draw \d', but it looks different", in_deal(drew=DrewOpenly)
    ),
    "an event without LIES_IN tells everybody a peeked card": Fault(
        r"by the story after 'peek \d'.*PeekedOpenly.*no event is said to reveal", in_privilege(peeked=PeekedOpenly)
    ),
    "an event says that everybody learns a peeked card": Fault(
        r"learns the same after 'peek \d' by seat \d, but the story differs", in_privilege(peeked=PeekedAloud)
    ),
    "what is offered depends on another's card": Fault(
        r"apart by the choices asked", offering(lambda s, seat, code: code != RIGHT or next_card(s, seat) < HIGH)
    ),
    "whom one may swap with depends on a hidden hand": Fault(
        r"seat \d can tell two worlds apart by the choices asked.*swap",
        offering(lambda s, seat, code: not SWAP <= code < SWAP + 3 or s.hand[code - SWAP] < HIGH),
    ),
    "the order of choices depends on another's card": Fault(
        r"by the choices asked", in_choices(lambda _, found, s, seat: found.sort(reverse=next_card(s, seat) < HIGH))
    ),
    "whether a choice is final depends on another's card": Fault(
        r"by the choices asked: \[\(\('left', (True|False)\), |learns the same after '(left|right)'",
        telling(lambda s, seat, side: Sided(seat, side) if next_card(s, seat) < HIGH else Gasp(seat)),
    ),
    "`shown` tells everyone what the dealer draws": Fault(r"tells seat \d 'draw \d' from", in_deal(shown=Step.shown)),
    "`shown` hides what a look has shown": Fault(r"learns the same after 'peek", in_privilege(shown=look_hidden)),
    "`shown` hides what a seat was given": Fault(
        r"`shown` says seat \d learns the same after 'swap", shown_to(lambda seat, observer: observer == seat)
    ),
    "`shown` gives away what a seat did not see": Fault(
        r"tells seat \d two worlds apart after 'swap \d' .* looks the same", shown_to(lambda seat, observer: True)
    ),
    "`shown` says that a pledged card stays covered": Fault(r"to 'bid' look the same", in_bids(shown=Step.shown)),
    "`shown` says that a card that is kept is turned up": Fault(
        r"`shown` tells seat \d sealed answers to 'bid' apart",
        in_bids(shown=lambda self, s, seat, code, observer: code + 100 * (s.hand[seat] + 1)),
    ),
    "the story tells which side was chosen in secret": Fault(
        r"cannot tell '(left|right)' from '(left|right)', but", secret_side(tell_side=Privilege.tell_side)
    ),
    "what two seats know is told to all": Fault(
        r"by the story after 'left'.*OtherwiseWhispered.*no event is said to reveal", whispered(LIES_IN={})
    ),
    "a third seat sees what two know": Fault(
        r"by the (view|story) after 'left' by seat \d: .*[Ww]hispered",
        whispering(visible={**Whispering.visible, "whispered": everyone}),
    ),
    "whoever imagines has not heard the coins": Fault(
        r"can tell two worlds apart by the view: field 'faces'", imagining(heard=lambda self, faces: [])
    ),
}
FAULTS["histories that look the same"] = {
    "who is asked depends on another's card": Fault(r"same history up to '(keep|pledge)'", in_privilege(begin=unasked)),
}
FAULTS["no way leads to the state"] = {
    "the view carries the state along": Fault(r"a AuctionState can be reached from \['SpyView'\]", {"view": spy_view}),
}
FAULTS["what is imagined goes on"] = {
    "whoever imagines forgets that a side was chosen": Fault(
        r"'(left|right)' .* imagines of side", {**secret_side(), **sampled(lambda _, s, rng: setattr(s, "side", 0))}
    ),
    "whoever imagines forgets the card he looked at": Fault(
        r"(peek|swap) \d' by seat \d, seat \d imagines of .* what does not follow",
        remembering(lambda of, seat: of == seat),
    ),
    "whoever imagines ignores what a wrong guess taught": Fault(
        r"after 'guess \d' by seat \d, .* imagines of (hand|deck)", imagining(fits=lambda self, s, cards: True)
    ),
    "what is known of a card does not move with it": Fault(
        r"after 'swap \d' by seat \d, seat \d imagines of (hand|deck)", in_privilege(move_knowledge=lambda *_: None)
    ),
    "what is known of two cards falls out of step": Fault(
        r"after 'swap \d' by seat \d, seat \d imagines of (hand|deck)", in_privilege(move_knowledge=only_seen_moves)
    ),
    "the dealer forgets how many copies there are, and who imagines does not": Fault(
        r"after 'draw \d' by the dealer, .* imagines of", in_deal(weights=lambda self, s: ALL_ALIKE)
    ),
}
FAULTS["choices components and an end"] = {
    "a pledged card vanishes": Fault(
        r"of the cards, \[\d\] vanished and \[\] appeared",
        in_bids(resolve=then(Bids.resolve, lambda step, found, s, answers: setattr(s, "table", s.table[1:]))),
    ),
    "the dealer forgets how many copies there are": Fault(
        r"draws 'draw \d' before 'draw \d' in \S+ of all cases, and after", in_deal(weights=lambda self, s: ALL_ALIKE)
    ),
    "the dealer's weights do not fit": Fault(r"at 'deal', but weights", in_deal(weights=lambda self, s: s.deck)),
    "whoever has no coin has no bid": Fault(
        r"seat \d is asked 'bid' and has no choice", offering(lambda s, seat, code: s.coins[seat] > 0, "Bids")
    ),
    "a choice is offered twice": Fault(
        r"same choice twice", in_choices(lambda step, found, s, seat: found.append(LEFT))
    ),
    "a sealed step awaits nobody": Fault(
        r"nobody is awaited", in_bids(begin=then(Bids.begin, lambda step, found, s: setattr(s, "waiting", 0)))
    ),
    "there is always another round": Fault(
        r"not ended", planted("Round", begin=then(auction.Round.begin, lambda step, found, s: setattr(s, "rounds", 5)))
    ),
    "the lines of the count leave something out": Fault(
        r"the lines of the count add up to", {"count": then(Auction.count, lambda game, found, state: found.pop(0))}
    ),
}
FAULTS["serialising and cloning"] = {
    "a clone shares a list with its origin": Fault(
        r"changed with its (origin|clone): \['coins'\]", cloned(lambda s, copy: setattr(copy, "coins", s.coins))
    ),
    "a clone misses something": Fault(r"is not the same state", cloned(lambda s, copy: setattr(copy, "bank", 0))),
    "VISIBLE says nothing of a field": Fault(r"VISIBLE does not say who sees \['first'\]", noting_first()),
    "a field takes a value that JSON cannot tell": Fault(
        r"read back from JSON is another one", in_privilege(tell_side=lambda _, s, *side: setattr(s, "leader", None))
    ),
}
FAULTS["sealed answers commute"] = {
    "the order of sealed answers matters": Fault(r"in which sealed answers arrive matters", {"Bids": LastComesFirst}),
    "what is sealed can be seen": Fault(r"sees .*'first'.* change while seat", noting_first(first=everyone)),
    "a sealed answer taken back leaves a trace": Fault(r"taken back leaves another state", noting_first(first=nobody)),
    "the face of an answer tells of another's": Fault(
        r"seals an answer, and the faces of .* change",
        in_bids(face=lambda self, s, seat: sum(len(answer) == 2 and answer[0] != BID for answer in s.sealed)),
    ),
}
FAULTS["what is imagined could be"] = {
    "whoever imagines forgets his own card": Fault(
        r"what seat \d imagines contradicts what it has seen: field 'hand'", remembering(lambda of, seat: of != seat)
    ),
    "an imagined deck is as full as at the start": Fault(
        r"appeared in a world imagined by", sampled(lambda worlds, s, rng: setattr(s, "deck", list(auction.COPIES)))
    ),
    "imagined worlds share a list": Fault(r".", sampled(lambda worlds, s, _: setattr(s, "coins", worlds.known.coins))),
}
FAULTS["what is shown cannot be taken back"] = {
    "a look is said to reveal nothing": Fault(
        r"'peek \d' .* shows .* something new", in_privilege(peeked=PeekedQuietly)
    ),
    "a whisper is said to reveal nothing": Fault(r"'left' .* shows .* something new", whispered(REVEALS=nobody)),
    "what is said beforehand does not hold": Fault(r"said to be (not )?final, and can(not)?", {"Privilege": Guessing}),
    "a choice that only high cards have is said to show nothing": Fault(
        r"'right' .* shows .* it could be chosen", offering(lambda s, seat, code: code != RIGHT or s.hand[seat] >= HIGH)
    ),
}
FAULTS["who learns is said rightly"] = {
    "an event is said to reveal something and never does": Fault(
        r"nobody who should has ever learned anything from Gasp", {"events": (*Auction.events, Gasp), **GASPING}
    ),
    "everyone is said to learn what only its seat does": Fault(
        r"nobody who should has ever learned anything from PeekedForAll",
        {"events": {*Auction.events, PeekedForAll} - {auction.Peeked}, **in_privilege(peeked=PeekedForAll)},
    ),
}
FAULTS["text and code stand for each other"] = {
    "two choices have the same text": Fault(r".", {"texts": {**Auction.texts, RIGHT: "Left"}}),
}
FAULTS["all has its words in each language"] = {
    "an event kind has no sentence": Fault(r"words for 'event.Gasp'", {"events": (*Auction.events, Gasp), **GASPING}),
    "a sentence is missing in French": Fault(r"both in English and in 'fr'", {"misprints": {("fr", "prompt.bid"): ""}}),
    "English is left in French": Fault(
        r"'event.Swapped.they' is the same in English and in 'fr': 'swaps'",
        {"misprints": {("fr", "event.Swapped.they"): "{who} swaps cards with seat {other}."}},
    ),
    "half a sentence of English is left in French": Fault(
        r"'prompt.bid' in 'fr' has words of .*'you'", {"misprints": {("fr", "prompt.bid"): "Combien do you bid\u202f?"}}
    ),
    "a mark has an ordinary space before it in French": Fault(
        r"'prompt.bid' in 'fr' is misprinted: no narrow", {"misprints": {("fr", "prompt.bid"): "Combien offrez-vous ?"}}
    ),
    "an apostrophe is straight": Fault(
        r"'prompt.count' in 'it' is misprinted: a straight", {"misprints": {("it", "prompt.count"): "Si conta l'oro."}}
    ),
    "French is left in Italian": Fault(
        r"'prompt.count' in 'it' has words of .*'les'", {"misprints": {("it", "prompt.count"): "Toutes les cartes."}}
    ),
}
FAULTS["all has its words in each language"]["a reason is never said"] = Fault(
    r"no answer begins with the last word of 'why.not_now.sing'",
    {"misprints": {(language, "why.not_now.sing"): "{what}?" for language in LANGUAGES}},
)
FAULTS["views can be read"] = {
    "a number that holds several things is left as it is": Fault(
        r"coins is read as \[5000, .*give it a reading", {"readings": {"coins": lambda coins: 5000}}
    ),
    "what is hidden can be read": Fault(
        r"deck is hidden from .*, but it can be read: \[1\]",
        {"read": lambda self, view: {**Auction.read(self, view), "deck": [1]}},
    ),
    "what is for memory lies in sight": Fault(
        r"of coins, .* has .* in sight",
        {"visible": {**Auction.visible, "coins": memory}, "in_sight": lambda self, view: view},
    ),
}
FAULTS["everything can be told"] = {
    "an event kind is told and not listed": Fault(r"there are no words for \[Gasp\(seat=\d\)", GASPING),
    "two answers have the same label": Fault(
        r"two answers to 'privilege' are called",
        {"misprints": {(lang, f"label.{kind}"): "{what}?" for lang in LANGUAGES for kind in ("guess", "peek")}},
    ),
}
FAULTS["everything is met"] = {
    "an event never happens": Fault(r"never met at any table: the event Gossip", {"events": (*Auction.events, Gossip)}),
}
