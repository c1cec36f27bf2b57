"""The six action cards, and the veto against them."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bags import how_many, kinds
from eminence.core.bits import ONE, fold
from eminence.core.state import DEALER, GO_ON, NOT_NOW, SealedStep, Step, Why
from eminence.games.caesar_cleopatra import cards, codes, events, knowledge
from eminence.games.caesar_cleopatra import components as box
from eminence.games.caesar_cleopatra.codes import CASTLE, FIRST, FORBID, LET, LOOK, PLAY, REVEAL, SMITE, SNATCH, STRIKE
from eminence.games.caesar_cleopatra.components import FACES, GROUPS, KIND_NAMES, NONE, PAIRS, VETO, side
from eminence.games.caesar_cleopatra.state import CaesarState, TurnStep
from eminence.games.caesar_cleopatra.votes import BOTH, turn_up_at, turned_up

STEP_OF: Final[list[i64]] = [codes.COUP_STEP, codes.SPY_LOOK, codes.CASTLE_PAIR, codes.SCOUT_STEP, codes.WRATH_STEP]
"""What follows an action card that is not vetoed, from the Coup on."""
ONLY_LET: Final[list[i64]] = [LET]
LET_OR_FORBID: Final[list[i64]] = [LET, FORBID]
SHOW: Final[list[i64]] = [LOOK]


def playable(s: CaesarState, seat: i64) -> list[i64]:
    """The action cards that a player may play: those that can do something. A veto answers another card only."""
    hand: i64 = s.hand[seat]
    return [PLAY + kind - FACES for kind in range(FACES, VETO) if how_many(hand, kind) and has_target(s, seat, kind)]


def has_target(s: CaesarState, seat: i64, kind: i64) -> bool:
    """Whether an action card can do something now; everybody can see that."""
    other = 1 - seat
    if kind == box.SPY:
        return s.hand_influence[other] + s.hand_actions[other] > 0
    group: i64
    for group in range(GROUPS):
        theirs = side(other, group)
        if kind == box.COUP and s.up[theirs]:
            return True
        if kind == box.SCOUT and s.lying[theirs]:
            return True
        if kind == box.WRATH and cards.all_cards_at(s, group):
            return True
        if kind == box.CASTLING and s.patricians[group] and cards.cards_at(s, seat, group):
            return cards.exhausted(s) < GROUPS - 1  # there is a second group
    return False


def forbids_playing(s: CaesarState, seat: i64, kind: i64) -> Why:
    """Why an action card may not be played: one a turn, that one holds and that can do something."""
    if s.acted:
        return Why("second_action")
    if not how_many(s.hand[seat], kind):
        return Why("not_in_hand", a_card=kind)
    return Why(f"no_target.{KIND_NAMES[kind]}") if not has_target(s, seat, kind) else Why("must_lay")


def play(s: CaesarState, seat: i64, kind: i64) -> None:
    """Play an action card. The other is asked for his veto, whether or not he holds one (CC-15)."""
    cards.discard_from_hand(s, seat, kind)
    s.acted = True
    s.busy = True
    s.playing = kind
    if s.story is not None:
        s.tell(events.Played(int(seat), int(kind)))
    s.then(codes.ASK_VETO)


@final
class AskVeto(Step[CaesarState]):
    """The other may forbid an action with a veto; then both cards are discarded, and he draws one (CC-15)."""

    def begin(self, s: CaesarState) -> i64:
        return 1 - s.turn

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return LET_OR_FORBID if how_many(s.hand[seat], VETO) else ONLY_LET

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        kind = s.playing
        s.playing = NONE
        if code == FORBID:
            cards.discard_from_hand(s, seat, VETO)
            s.owed[seat] = s.owed[seat] + 1
            s.instead(codes.REFILL)
            if s.story is not None:
                s.tell(events.Vetoed(int(seat), int(kind)))
        else:
            s.instead(STEP_OF[kind - box.COUP])

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        return Why("not_in_hand", a_card=VETO) if code == FORBID else Why(NOT_NOW)


@final
class Coup(TurnStep):
    """An open influence card of the other is taken away."""

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        found: list[i64] = []
        for group in range(GROUPS):
            found += [STRIKE + group * FACES + face for face in kinds(s.up[side(1 - seat, group)])]
        return found

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        s.done()
        cards.lose(s, 1 - seat, (code - STRIKE) // FACES, (code - STRIKE) % FACES)

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        if not STRIKE <= code < LOOK:
            return Why(NOT_NOW)
        group: i64 = (code - STRIKE) // FACES
        if s.lying[side(1 - seat, group)]:
            return Why("covered", group=group)
        return Why("not_open", card=(code - STRIKE) % FACES, group=group)


@final
class SpyLook(Step[CaesarState]):
    """The spy looks at the other's hand. The dealer shows it, because something new is seen."""

    def begin(self, s: CaesarState) -> i64:
        return DEALER

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return SHOW

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        spy = s.turn
        s.instead(codes.SPY_PICK)
        knowledge.spied(s, spy)
        if s.story is not None:
            s.tell(events.Looked(int(spy), int(s.hand[1 - spy])))

    def shown(self, s: CaesarState, seat: i64, code: i64, observer: i64) -> i64:
        return fold(code, s.hand[1 - s.turn]) if observer == s.turn else code


@final
class SpyPick(TurnStep):
    """The spy chooses a card of that hand, which is discarded; its owner draws another at once (CC-16)."""

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return [SNATCH + kind for kind in kinds(s.hand[1 - seat])]

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        other = 1 - seat
        cards.discard_from_hand(s, other, code - SNATCH)
        s.owed[other] = s.owed[other] + 1
        s.instead(codes.REFILL)
        if s.story is not None:
            s.tell(events.Snatched(int(seat), int(code - SNATCH)))

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        return Why("not_in_that_hand", card=code - SNATCH) if SNATCH <= code < CASTLE else Why(NOT_NOW)


# -- Castling --------------------------------------------------------------------------------------------------------


@final
class CastlePair(TurnStep):
    """Two groups are chosen: all own cards there will be redistributed, face down (CC-17)."""

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return [
            CASTLE + pair
            for pair, (first, second) in enumerate(PAIRS)
            if s.patricians[first] and s.patricians[second]
            if cards.cards_at(s, seat, first) + cards.cards_at(s, seat, second)
        ]

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        s.pair = code - CASTLE
        s.instead(codes.REDISTRIBUTE)

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        if not CASTLE <= code < FIRST:
            return Why(NOT_NOW)
        for group in PAIRS[code - CASTLE]:
            if not s.patricians[group]:
                return Why("no_patrician", group=group)
        return Why("nothing_to_castle")


def castled(s: CaesarState, seat: i64) -> i64:
    """The cards that a player redistributes between the two groups of a Castling, as a bag."""
    first, second = PAIRS[s.pair]
    return cards.all_at(s, seat, first) + cards.all_at(s, seat, second)


@final
class Redistribute(SealedStep[CaesarState]):
    """For each face, how many of it go to the first of the two groups; the others go to the second.

    At most five of one's own cards and eight in all beside a group. Nobody else learns anything but the numbers: all
    cards lie face down, and in an order that says nothing.
    """

    def who(self, s: CaesarState) -> i64:
        return ONE << s.turn

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        bag = castled(s, seat)
        faces = kinds(bag)
        sealed = s.sealed[seat]
        first, second = PAIRS[s.pair]
        room_first, room_second = cards.room_at(s, seat, first), cards.room_at(s, seat, second)
        i: i64
        for i in range(len(sealed)):
            room_first -= sealed[i] - FIRST
            room_second -= how_many(bag, faces[i]) - (sealed[i] - FIRST)
        here: i64 = how_many(bag, faces[len(sealed)])
        return [FIRST + n for n in range(max(0, here - room_second), min(here, room_first) + 1)]

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        if not FIRST <= code < REVEAL:
            return Why(NOT_NOW)
        bag = castled(s, seat)
        face: i64 = kinds(bag)[len(s.sealed[seat])]
        return Why("too_many", card=face) if code - FIRST > how_many(bag, face) else Why("castle_limits")

    def complete(self, s: CaesarState, seat: i64) -> bool:
        return len(s.sealed[seat]) == len(kinds(castled(s, seat)))

    def resolve(self, s: CaesarState, answers: tuple[tuple[int, ...], ...]) -> None:
        seat = s.turn
        pair = s.pair
        first, second = PAIRS[pair]
        bag = castled(s, seat)
        faces = kinds(bag)
        before = knowledge.places_of_pair(s, seat, pair)
        open_cards = s.up[side(seat, first)] + s.up[side(seat, second)]
        for group in (first, second):
            s.down[seat] = cards.with_item(s.down[seat], group, 0)
            s.lying[side(seat, group)] = 0
            s.up[side(seat, group)] = 0
        for face, given in zip(faces, answers[seat], strict=True):
            for n in range(how_many(bag, face)):
                cards.put_down(s, seat, first if n < given - FIRST else second, face)
        s.tied &= ~((ONE << first) | (ONE << second))
        s.pair = NONE
        s.done()
        knowledge.castled(s, seat, pair, before, open_cards)
        if s.story is not None:
            there, here = s.lying[side(seat, first)], s.lying[side(seat, second)]
            s.tell(events.Castled(int(seat), int(first), int(second), int(there), int(here)))

    def shown(self, s: CaesarState, seat: i64, code: i64, observer: i64) -> i64:
        if observer == seat:
            return code
        return fold(FIRST, sum([given - FIRST for given in s.sealed[seat]]))  # how many lie where, but not which


# -- Scout and Wrath -------------------------------------------------------------------------------------------------


@final
class Scout(Step[CaesarState]):
    """All cards of the other beside a group are turned up, and stay so."""

    def begin(self, s: CaesarState) -> i64:
        if s.group == NONE:
            return s.turn
        turned_up(s)
        return GO_ON

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return [REVEAL + group for group in range(GROUPS) if s.lying[side(1 - seat, group)]]

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        turn_up_at(s, code - REVEAL, ONE << (1 - seat))

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        return Why("nothing_covered", group=code - REVEAL) if REVEAL <= code < SMITE else Why(NOT_NOW)


@final
class Wrath(Step[CaesarState]):
    """All influence beside a group, of both players, is discarded: face up, as discards lie."""

    def begin(self, s: CaesarState) -> i64:
        if s.group == NONE:
            return s.turn
        cards.sweep(s, turned_up(s))
        return GO_ON

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return [SMITE + group for group in range(GROUPS) if cards.all_cards_at(s, group)]

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        turn_up_at(s, code - SMITE, BOTH)

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        return Why("nothing_there", group=code - SMITE) if SMITE <= code < codes.TURN_THEM else Why(NOT_NOW)
