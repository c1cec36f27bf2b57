"""The rules of 1655 – Habemus Papam, in the order of the rulebook. HP-… are the rulings of the rules page.

Preparation        FirstCamerlengo, DealOrders
A round            Round
  1 Reveal         Reveal, SmokeRises; BlackSmoke, DropOrder
  2 Action cards   PlaceAction, and in `actions`: ResolveActions, Bribe, Swap, SwapWith
  3 Bids           in `bidding`: Bidding, BidLast, Rank
  4 Take           in `taking`: Take, Exclude, Squadrone, Death, Clear
The end            Count, then `scoring`
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from eminence.core.bags import EACH, each, how_many, kinds, without
from eminence.core.bits import ONE, members, size
from eminence.core.state import ALL_ALIKE, DEALER, GO_ON, HIDDEN, NOT_NOW, DrawStep, SealedStep, Step, Why
from eminence.games.habemus_papam import actions, bidding, codes, events, taking
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.codes import DROP, ORDER, PLACE, REFUSE, TURN_ACTION, TURN_CARDINAL, TURN_POLITICS
from eminence.games.habemus_papam.components import BLACK, CARDINALS, NO_SMOKE_YET, NONE, WHITE
from eminence.games.habemus_papam.state import PapamState

# == Preparation ===================================================================================================


@final
class FirstCamerlengo(Step[PapamState]):
    """Somebody is the first Camerlengo: the rulebook has the nimblest player, we draw lots."""

    def begin(self, s: PapamState) -> i64:
        return DEALER

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        return [codes.CAMERLENGO_IS + player for player in range(s.seats)]

    def answer(self, s: PapamState, seat: i64, code: i64) -> None:
        s.done()
        s.camerlengo = code - codes.CAMERLENGO_IS
        if s.story is not None:
            s.tell(events.BecameCamerlengo(int(s.camerlengo)))


@final
class DealOrders(DrawStep[PapamState]):
    """Each player gets two of the eight orders, in secret."""

    def to(self, s: PapamState) -> i64:
        """Who gets the next one."""
        seat: i64
        for seat in range(s.seats):
            if s.order_count[seat] < box.ORDERS_DEALT:
                return seat
        return NONE

    def begin(self, s: PapamState) -> i64:
        if self.to(s) == NONE:
            s.done()
            return GO_ON
        return DEALER

    def bag(self, s: PapamState) -> i64:
        return s.order_box

    def drawn(self, s: PapamState, kind: i64) -> None:
        to = self.to(s)
        s.orders[to] = s.orders[to] + EACH[kind]
        s.order_count[to] = s.order_count[to] + 1
        s.order_box = without(s.order_box, kind)
        if s.story is not None:
            s.tell(events.GotOrder(int(to), int(kind)))


# == A round =======================================================================================================

TURN_UP: Final[list[i64]] = [codes.REVEAL, codes.BLACK_SMOKE]
BID_AND_TAKE: Final[list[i64]] = [codes.BIDDING, codes.BID_LAST, codes.RANK, codes.TAKE, codes.CLEAR]
PHASES: Final[list[i64]] = [*TURN_UP, codes.PLACE_ACTION, codes.RESOLVE_ACTIONS, *BID_AND_TAKE]
WITHOUT_ACTIONS: Final[list[i64]] = [*TURN_UP, *BID_AND_TAKE]  # as in the first round (HP-18)


@final
class Round(Step[PapamState]):
    """A round has four phases. After the round of the white smoke the votes are counted."""

    def begin(self, s: PapamState) -> i64:
        if s.smoke == WHITE:
            s.instead(codes.COUNT)
            return GO_ON
        s.round += 1
        s.deck = 0
        s.camerlengo_free = True
        s.resolved = 0
        s.ranking = []
        s.taken = 0
        seat: i64
        for seat in range(s.seats):
            s.played[seat] = NONE
            s.bids[seat] = NONE
        if s.story is not None:
            s.tell(events.RoundBegan(int(s.round)))
        s.then_all(PHASES if s.round > 1 else WITHOUT_ACTIONS)
        return GO_ON


# -- 1. Reveal -------------------------------------------------------------------------------------------------------


def turned_up(s: PapamState) -> i64:
    """How many cardinals have been turned up so far."""
    return CARDINALS - size(s.cardinals)


def smoke_may_rise(s: PapamState) -> bool:
    """Whether the next card of the cardinal deck may be smoke (HP-10)."""
    if s.smoke == NO_SMOKE_YET:
        return turned_up(s) >= box.EARLIEST_BLACK
    return s.smoke == BLACK and turned_up(s) >= box.EARLIEST_WHITE


@final
class Reveal(Step[PapamState]):
    """The top cards of the three decks are turned up: a cardinal, politics, an action."""

    def begin(self, s: PapamState) -> i64:
        if s.deck == 0:
            s.deck = 1
            if smoke_may_rise(s):
                s.then(codes.SMOKE_RISES)
                return GO_ON
        if s.deck == 1 and not s.cardinals:
            s.deck = 2
        if s.deck == 2 and not s.politics:
            s.deck = 3
        if s.deck == 3 and not s.actions:
            s.deck = 4
        if s.deck == 4:
            s.done()
            return GO_ON
        return DEALER

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        if s.deck == 1:
            return [TURN_CARDINAL + person for person in members(s.cardinals)]
        if s.deck == 2:
            return [TURN_POLITICS + card for card in kinds(s.politics)]
        return [TURN_ACTION + card for card in kinds(s.actions)]

    def weights(self, s: PapamState) -> list[i64]:
        if s.deck == 1:
            return ALL_ALIKE
        bag = s.politics if s.deck == 2 else s.actions
        return [how_many(bag, card) for card in kinds(bag)]

    def answer(self, s: PapamState, seat: i64, code: i64) -> None:
        s.deck += 1
        if code < TURN_POLITICS:
            turn_up(s, ONE << (code - TURN_CARDINAL), 0, 0)
        elif code < TURN_ACTION:
            turn_up(s, 0, EACH[code - TURN_POLITICS], 0)
        else:
            turn_up(s, 0, 0, EACH[code - TURN_ACTION])


def turn_up(s: PapamState, cardinals: i64, politics: i64, actions: i64) -> None:
    """Cards of the three decks are on offer."""
    s.cardinals &= ~cardinals
    s.politics -= politics
    s.actions -= actions
    s.offered_cardinals |= cardinals
    s.offered_politics += politics
    s.offered_actions += actions
    if s.story is not None:
        for person in members(cardinals):
            s.tell(events.TurnedUpCardinal(int(person)))
        for card in each(politics):
            s.tell(events.TurnedUpPolitics(int(card)))
        for card in each(actions):
            s.tell(events.TurnedUpAction(int(card)))


@final
class SmokeRises(Step[PapamState]):
    """Whether the next card of the cardinal deck is smoke.

    The black one lies under 8, 9 or 10 cardinals, each as likely; the white one among the last three (HP-10). As
    nobody knows the order of a deck, it is enough to draw it card by card.
    """

    def begin(self, s: PapamState) -> i64:
        return DEALER

    def latest(self, s: PapamState) -> i64:
        return box.LATEST_BLACK if s.smoke == NO_SMOKE_YET else box.LATEST_WHITE

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        return [codes.SMOKE] if turned_up(s) == self.latest(s) else [codes.SMOKE, codes.NO_SMOKE]

    def weights(self, s: PapamState) -> list[i64]:
        left = self.latest(s) - turned_up(s)
        return [1, left] if left else [1]

    def answer(self, s: PapamState, seat: i64, code: i64) -> None:
        s.done()
        if code == codes.NO_SMOKE:
            return
        if s.smoke == NO_SMOKE_YET:
            s.smoke = BLACK
            s.black_now = True  # another cardinal is turned up in its place
        else:
            s.smoke = WHITE
        if s.story is not None:
            s.tell(events.SmokeRose(s.smoke == WHITE))
        if s.smoke == WHITE and not s.italian:  # all cards that are left are on offer in the last round (HP-4)
            turn_up(s, s.cardinals, s.politics, s.actions)


@final
class BlackSmoke(Step[PapamState]):
    """When black smoke has risen: five gold for each cardinal with a bag, and one of the two orders is given up."""

    def begin(self, s: PapamState) -> i64:
        if not s.black_now:
            s.done()
            return GO_ON
        s.black_now = False
        seat: i64
        for seat in range(s.seats):
            gold = box.BAG_OF_GOLD * size(s.court[seat] & box.ALL_CARDINALS)
            s.gold[seat] = s.gold[seat] + gold
            if s.story is not None:
                s.tell(events.Income(seat, int(gold)))
        s.instead(codes.DROP_ORDER)
        return GO_ON


@final
class DropOrder(SealedStep[PapamState]):
    """Everybody keeps one order and gives the other up, unseen."""

    def who(self, s: PapamState) -> i64:
        return (ONE << s.seats) - 1

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        return [DROP + order for order in kinds(s.orders[seat])]

    def forbids(self, s: PapamState, seat: i64, code: i64) -> Why:
        return Why("not_your_order", order=code - DROP) if DROP <= code < REFUSE else Why(NOT_NOW)

    def resolve(self, s: PapamState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        seat: i64
        for seat in range(s.seats):
            order: i64 = answers[seat][0] - DROP
            s.orders[seat] = without(s.orders[seat], order)
            s.order_count[seat] = 1
            s.dropped[seat] = order
            if s.story is not None:
                s.tell(events.DroppedOrder(seat, int(order)))

    def shown(self, s: PapamState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == seat else HIDDEN


# -- 2. Action cards -------------------------------------------------------------------------------------------------


@final
class PlaceAction(SealedStep[PapamState]):
    """Whoever has action cards places one face down, or refuses; then those placed are turned up together.

    That somebody refused, or has placed a card, is seen at once; which card is not (HP-20).
    """

    def who(self, s: PapamState) -> i64:
        found: i64 = 0
        seat: i64
        for seat in range(s.seats):
            if s.hand[seat]:
                found |= ONE << seat
        return found

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        found: list[i64] = [PLACE + card for card in kinds(s.hand[seat])]
        found.append(REFUSE)
        return found

    def forbids(self, s: PapamState, seat: i64, code: i64) -> Why:
        return Why("not_in_hand", action=code - PLACE) if PLACE <= code < codes.BRIBE else Why(NOT_NOW)

    def face(self, s: PapamState, seat: i64) -> i64:
        if not s.sealed[seat]:
            return 0
        return box.REFUSED if s.sealed[seat][0] == REFUSE else box.PLACED

    def resolve(self, s: PapamState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        seat: i64
        for seat in range(s.seats):
            if answers[seat] and answers[seat][0] != REFUSE:
                card: i64 = answers[seat][0] - PLACE
                s.played[seat] = card
                s.hand[seat] = without(s.hand[seat], card)
        if s.story is not None and any(card != NONE for card in s.played):
            s.tell(events.ActionsRevealed(tuple([int(card) for card in s.played])))


# == The end =======================================================================================================


@final
class Count(Step[PapamState]):
    """The orders are turned up and the votes counted."""

    def begin(self, s: PapamState) -> i64:
        s.done()
        s.orders_shown = s.orders[:]
        if s.story is not None:
            orders = tuple([int(kinds(bag)[0]) for bag in s.orders])
            s.tell(events.Counted(orders, tuple([int(votes) for votes in s.scores()])))
        return GO_ON


BOOK: Final[list[Step[Any]]] = [
    FirstCamerlengo("first_camerlengo", "preparation"),
    DealOrders("deal_orders", "preparation", ORDER),
    Round("round", "round"),
    Reveal("reveal", "reveal"),
    SmokeRises("smoke", "smoke"),
    BlackSmoke("black_smoke", "smoke"),
    DropOrder("drop_order", "smoke"),
    PlaceAction("place_action", "actions"),
    actions.ResolveActions("resolve_actions", "actions"),
    actions.Bribe("bribe", "bribe"),
    actions.Swap("swap", "swap"),
    actions.SwapWith("swap_with", "swap"),
    bidding.Bidding("bidding", "bids"),
    bidding.BidLast("bid_last", "bids"),
    bidding.Rank("rank", "bids"),
    taking.Take("take", "take"),
    taking.Exclude("exclude", "felipe"),
    taking.Squadrone("squadrone", "squadrone"),
    taking.Death("death", "death"),
    taking.Clear("clear", "take"),
    Count("count", "count"),
]


def start(seats: i64, italian: bool, version: i64) -> PapamState:
    """A game about to be prepared, by this version of the rules."""
    s = PapamState(seats, BOOK)
    s.rules = version
    s.prepare(italian)
    s.start_flow(codes.ROUND)
    s.then_all([codes.FIRST_CAMERLENGO, codes.DEAL_ORDERS])
    s.go_on()
    return s
