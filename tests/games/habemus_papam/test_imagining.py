"""What each player knows (HP-17, HP-20), and what is imagined of the rest: law 7, case by case.

Only orders, those given up, those left in the box and answers still sealed are unknown. Whatever else is covered came
and went before everybody's eyes.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from eminence.core.bags import bag_of, each
from eminence.core.event import Event
from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.core.state import DEALER, HIDDEN, SPECTATOR
from eminence.core.visibility import everyone, memory
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.codes import BID, DROP, PLACE, REFUSE
from eminence.games.habemus_papam.components import (
    ACTIONS,
    BID_GEMS,
    BRIBE_CARD,
    DEATH,
    FELIPE,
    ORDER_DECK,
    SWAP_CARD,
    TEN,
)
from eminence.games.habemus_papam.state import VISIBLE, PapamState
from tests.games.habemus_papam.tables import GAME, ORDER, RULEBOOKS, Position, bag, seal, state
from tests.games.playing import play

World = tuple[tuple[int, ...], tuple[int, ...], int]
"""The orders of each player, those given up, and those in the box."""


def world_of(s: PapamState) -> World:
    return tuple(int(orders) for orders in s.orders), tuple(int(order) for order in s.dropped), int(s.order_box)


def imagined(match: Match, seat: int | None, samples: int, look: Callable[[PapamState], Any]) -> Counter[Any]:
    """What a viewer imagines, and how often; every world looks to him as the true one does."""
    worlds = GAME.worlds(match.view(seat))
    rng = Rng(1655)
    found: Counter[Any] = Counter()
    for n in range(samples):
        world = worlds.imagine(rng)
        assert isinstance(world, PapamState)
        if n < 200:
            assert GAME.view(world, match.options, seat) == match.view(seat)
            assert GAME.components(world) == GAME.components(match._state)
        found[look(world)] += 1
    return found


def answer_at_random(match: Match, chance: random.Random) -> None:
    asked = chance.choice(sorted(match.asks()))
    match.choose(asked, chance.choice(match.asks()[asked].texts))


# == HP-17: what can be worked out ====================================================================================
class Accounts:
    """What an onlooker can work out who keeps accounts of all that is told to everybody."""

    def __init__(self, seats: int) -> None:
        self.gold = [20] * seats
        self.gems = [Counter({0: 4, 1: 1, 2: 2, 3: 3}) for _ in range(seats)]
        self.hand: list[Counter[int]] = [Counter() for _ in range(seats)]

    def book(self, event: Event) -> None:
        match event:
            case events.TenGold(seat):
                self.gold[seat] += 10
            case events.PaidSquadrone(seat):
                self.gold[seat] -= 20
            case events.Income(seat, gold):
                self.gold[seat] += gold
            case events.Stole(seat, victim, gold):
                self.gold[seat] += gold
                self.gold[victim] -= gold
            case events.Bribed(seat, victim, _):
                self.gold[seat] -= 5
                self.gold[victim] += 5
            case events.TookPolitics(seat, card):
                self.gold[seat] += 5 * (card in (FELIPE, DEATH))
            case events.TookCamerlengo(seat, gems):
                self.gold[seat] += 1
                self.gems[seat] += Counter(each(gems))
            case events.BidsRevealed(bids):
                for seat, bid in enumerate(bids):
                    self.gems[seat] -= Counter(BID_GEMS[bid] if bid >= 0 else [])
            case events.TookAction(seat, card):
                self.hand[seat] += Counter([card] if card < ACTIONS else [])
            case events.CardWentBack(seat, card):
                self.hand[seat] += Counter([card])
            case events.DidNotBribe(seat):
                self.hand[seat] += Counter([BRIBE_CARD])
            case events.ActionsRevealed(cards):
                for seat, card in enumerate(cards):
                    self.hand[seat] -= Counter([card] if card >= 0 else [])


@pytest.mark.parametrize("seats", [3, 4])
def test_hp_17_gold_gems_and_hands_follow_from_what_is_told(seats: int) -> None:
    """The Views of all agree with the accounts of a spectator, after every card that is taken. They are marked as
    memory: pages leave them out unless the screens are open."""
    assert {name for name, sees in VISIBLE.items() if sees is memory} == {"gold", "gems", "hand"}
    unknown = {name for name, sees in VISIBLE.items() if sees not in (memory, everyone)}
    assert unknown == {"orders", "dropped", "order_box"}
    chance = random.Random(17)
    for rulebook, open_screens, n in itertools.product(RULEBOOKS, (False, True), range(3)):
        options = {"open_screens": open_screens, "rulebook": rulebook}
        match = GAME.new(seats, options, secret=f"accounts {n}".encode())
        accounts, heard = Accounts(seats), 0
        while not match.over:
            for event in match.story(None, heard):
                accounts.book(event)
            heard = match.told
            if "rank" not in match.view(None)["steps"]:  # the gems bid are in the bank
                for view in (match.view(seat) for seat in (*range(seats), None)):
                    gems, hands = ([Counter(each(there)) for there in view[name]] for name in ("gems", "hand"))
                    assert (view["gold"], gems, hands) == (accounts.gold, accounts.gems, accounts.hand)
            answer_at_random(match, chance)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_law_7_nothing_but_orders_and_sealed_answers_is_imagined(seats: int, seed: int) -> None:
    """All other fields of an imagined world are those of the true one, at every moment of a match; and while orders are
    dealt, what is imagined can be played to the end."""
    match = GAME.new(seats, {"rulebook": RULEBOOKS[seed % 2]}, by_hand=True)
    chance, rng = random.Random(seed), Rng(seed)
    while not match.over:
        for seat in (0, chance.randrange(seats), None):
            world = GAME.worlds(match.view(seat)).imagine(rng)
            true, other = GAME.to_json(match._state), GAME.to_json(world)
            assert {name for name in true if true[name] != other[name]} <= {"orders", "dropped", "order_box", "sealed"}
            assert GAME.view(world, match.options, seat) == match.view(seat)
            assert GAME.components(world) == GAME.components(match._state)
            while world.steps and match.view(None)["round"] < 2:
                asked = next((other for other in range(seats) if world.is_asked(other)), DEALER)
                world.answer(asked, chance.choice(list(world.choices(asked))))
        answer_at_random(match, chance)


# == Orders, beside all ways in which they may lie ====================================================================
def all_worlds(s: PapamState, seat: int | None) -> Counter[World]:
    """Every way in which the eight cards may lie for this viewer, by the long way round: all orders of dealing."""
    places = []  # of each card: whose, whether he kept it, which it is, and whether that is known
    for player in range(s.seats):
        shown = player == seat or bool(s.orders_shown[player])
        places += [(player, True, int(order), shown) for order in each(s.orders[player])]
        places += [(player, False, int(s.dropped[player]), player == seat)] * (s.dropped[player] >= 0)
    unseen = Counter(int(order) for order in each(ORDER_DECK))
    unseen -= Counter(card for _, _, card, known in places if known)
    found: Counter[World] = Counter()
    for dealt in itertools.permutations(unseen.elements()):
        cards = iter(dealt)
        kept, gone = ([list[int]() for _ in range(s.seats)] for _ in range(2))
        for player, his, card, known in places:
            (kept if his else gone)[player].append(card if known else next(cards))
        dropped = tuple([*there, -1][0] for there in gone)
        found[tuple(int(bag_of(there)) for there in kept), dropped, int(bag_of([*cards]))] += 1
    return found


def fits(found: Counter[World], expected: Counter[World]) -> bool:
    """Whether worlds turn up as often as they should: by chance, a true one fails once in a million."""
    assert set(found) <= set(expected)
    samples, ways = found.total(), expected.total()
    square = sum((found[world] - samples * n / ways) ** 2 / (samples * n / ways) for world, n in expected.items())
    free = len(expected) - 1
    return bool(abs(square - free) < 5 * (2 * free) ** 0.5 + 5)


def black_smoke() -> Match:
    return play(Position().turned_up(8).revealing(), "smoke", "turn Trivulzio", "turn louis", "turn ten")


GIVEN_UP = seal(black_smoke(), "drop four-arms", "drop spain-urban", "drop france", "drop four-arms")
ONE_EACH = Position(3).orders(0, "france").orders(1, "four-arms").orders(2, "leaders")
EQUAL = Position(3).orders(0, "france leaders").orders(2, "spain-innocent felipe-mazarin").bidding()
LIKELY: dict[str, tuple[Match, dict[int | None, int]]] = {
    "before the black smoke": (Position().bidding(), {0: 6000, 3: 6000}),
    "equal orders are two cards": (EQUAL, {0: 8000}),
    "after the black smoke": (ONE_EACH.bidding(), {1: 12_000, None: 40_000}),
    "one's own order given up is remembered": (GIVEN_UP, {1: 12_000}),
    "at the end": (ONE_EACH.counted(), {0: 6000, None: 6000}),
}
"""Positions, and how many worlds are imagined there by whom."""


@pytest.mark.parametrize("name", LIKELY)
def test_law_7_every_way_in_which_the_orders_may_lie_is_as_likely(name: str) -> None:
    match, viewers = LIKELY[name]
    for seat, samples in viewers.items():
        assert fits(imagined(match, seat, samples, world_of), all_worlds(state(match), seat)), seat


def test_law_7_which_orders_are_known() -> None:
    # Six cards are unseen: another player has both orders of the four arms in one of fifteen deals.
    expected = all_worlds(state(EQUAL), 0)
    both = sum(n for world, n in expected.items() if world[0][1] == bag("four-arms four-arms", ORDER))
    assert both * 15 == expected.total()
    # One's own that was given up is remembered.
    assert set(imagined(GIVEN_UP, 1, 300, lambda s: int(s.dropped[1]))) == {ORDER["spain-urban"]}
    assert set(imagined(GIVEN_UP, 1, 300, lambda s: int(s.orders[1]))) == {bag("innocent-urban", ORDER)}
    assert len(imagined(GIVEN_UP, 0, 300, lambda s: int(s.dropped[1]))) == 6  # all but the two that seat 0 had
    assert len(imagined(GIVEN_UP, None, 300, lambda s: int(s.dropped[1]))) == 7
    # Those kept are known at the end.
    match = ONE_EACH.counted()
    for seat in (0, None):
        assert set(imagined(match, seat, 200, lambda s: tuple(s.orders))) == {tuple(state(match).orders)}


# == Sealed answers ===================================================================================================
def test_law_7_what_is_imagined_of_sealed_answers() -> None:
    # An order being given up is one of those imagined.
    match = black_smoke()
    match.choose(0, "drop four-arms")
    match.choose(2, "drop france")

    def look(s: PapamState) -> tuple[tuple[int, ...], bool]:
        return s.sealed[0], s.sealed[2][0] - DROP in each(s.orders[2])

    assert set(imagined(match, 0, 400, look)) == {((DROP + ORDER["four-arms"],), True)}  # one's own is known
    assert len(imagined(match, 1, 400, lambda s: s.sealed[2])) == 5  # all but the two that seat 1 has
    # HP-20: who refused has refused, who placed a card has placed one of his; which, nobody else knows.
    match = Position().hand(0, "ten swap").hand(1, "last").hand(2, "bribe twice").placing()
    match.choose(0, "place swap")
    match.choose(1, "refuse")
    for seat in (2, 3, None):
        placed = imagined(match, seat, 400, lambda s: s.sealed[0])
        assert set(placed) == {(PLACE + TEN,), (PLACE + SWAP_CARD,)}
        assert min(placed.values()) > 140
        assert set(imagined(match, seat, 400, lambda s: s.sealed[1])) == {(REFUSE,)}
        assert set(imagined(match, seat, 400, lambda s: s.sealed[2])) == {()}
    assert set(imagined(match, 0, 100, lambda s: s.sealed[0])) == {(PLACE + SWAP_CARD,)}
    # A sealed bid may be any that its gems allow.
    match = Position().gems(1, "RA").bidding()
    match.choose(1, "bid RA")
    assert match.view(0)["faces"] == [0, 0, 0, 0]
    found = imagined(match, 0, 800, lambda s: s.sealed[1][0] - BID)
    assert len(found) == 4
    assert min(found.values()) > 140
    assert set(imagined(match, 1, 50, lambda s: s.sealed[1])) == {state(match).sealed[1]}


def test_law_7_an_order_dealt_or_given_up_is_shown_to_its_owner_and_to_nobody_else() -> None:
    dealt = play(GAME.new(3, by_hand=True), "camerlengo 0", "order france", "order leaders")
    for match, seat in ((dealt, DEALER), (black_smoke(), 1)):
        s = state(match)
        for observer in (0, 1, 2, SPECTATOR):
            learnt = {s.step().shown(s, seat, code, observer) for code in s.choices(seat)}
            assert learnt == (set(s.choices(seat)) if observer == 1 else {HIDDEN}), (seat, observer)
