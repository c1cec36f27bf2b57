"""What each player knows (HP-17, HP-20), and what is imagined of the rest: law 7, case by case.

Only orders, those given up, those left in the box and answers still sealed are unknown. Whatever else is covered came
and went before everybody's eyes.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from eminence.core.bags import bag_of, each
from eminence.core.event import Event
from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.core.state import DEALER, HIDDEN, SPECTATOR
from eminence.core.visibility import Sees
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.codes import BID, DROP, PLACE, REFUSE
from eminence.games.habemus_papam.components import ACTIONS, BID_GEMS, DEATH, FELIPE, ORDER_DECK, SWAP_CARD, TEN
from eminence.games.habemus_papam.state import VISIBLE, PapamState
from tests.games.habemus_papam.tables import GAME, ORDER, Position, bag, seal, state
from tests.games.playing import play

UNKNOWN = ("orders", "dropped", "order_box", "sealed")
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


# == HP-17: what can be worked out ====================================================================================
def test_hp_17_what_lies_behind_the_screens_can_be_worked_out_by_memory() -> None:
    """It is in every View, and marked as memory: pages leave it out unless the screens are open."""
    remembered = {name for name, sees in VISIBLE.items() if sees is Sees.MEMORY}
    assert remembered == {"gold", "gems", "hand"}
    unknown = {name for name, sees in VISIBLE.items() if sees not in (Sees.MEMORY, Sees.EVERYONE)}
    assert unknown == {"orders", "dropped", "order_box"}


class Accounts:
    """What an onlooker can work out who keeps accounts of all that is told to everybody."""

    def __init__(self, seats: int) -> None:
        self.gold = [20] * seats
        self.gems = [Counter({0: 4, 1: 1, 2: 2, 3: 3}) for _ in range(seats)]
        self.hand: list[Counter[int]] = [Counter() for _ in range(seats)]

    def book(self, event: Event) -> None:
        match event:
            case events.Income(seat, gold):
                self.gold[seat] += gold
            case events.TenGold(seat):
                self.gold[seat] += 10
            case events.Stole(seat, victim, gold):
                self.gold[seat] += gold
                self.gold[victim] -= gold
            case events.Bribed(seat, victim, _):
                self.gold[seat] -= 5
                self.gold[victim] += 5
            case events.PaidSquadrone(seat):
                self.gold[seat] -= 20
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
            case events.ActionsRevealed(cards):
                for seat, card in enumerate(cards):
                    self.hand[seat] -= Counter([card] if card >= 0 else [])

    def bags(self, counted: list[Counter[int]]) -> list[int]:
        return [int(bag_of([*there.elements()])) for there in counted]


@pytest.mark.parametrize("open_screens", [False, True])
@pytest.mark.parametrize("rulebook", ["french", "italian"])
@pytest.mark.parametrize("seats", [3, 4])
def test_hp_17_gold_gems_and_hands_follow_from_what_is_told(seats: int, rulebook: str, open_screens: bool) -> None:
    """The Views of all agree with the accounts of a spectator, after every card that is taken."""
    chance = random.Random(17)
    for n in range(3):
        options = {"open_screens": open_screens, "rulebook": rulebook}
        match = GAME.new(seats, options, secret=f"accounts {n}".encode())
        accounts = Accounts(seats)
        heard = 0
        while not match.over:
            for event in match.story(None, heard):
                accounts.book(event)
            heard = match.told
            if "rank" not in match.view(None)["steps"]:  # the gems bid are in the bank
                for seat in (*range(seats), None):
                    view = match.view(seat)
                    assert (view["gold"], view["gems"]) == (accounts.gold, accounts.bags(accounts.gems))
                    assert view["hand"] == accounts.bags(accounts.hand)
            asked = chance.choice(sorted(match.asks()))
            match.choose(asked, chance.choice(match.asks()[asked].texts))


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_law_7_nothing_but_orders_and_sealed_answers_is_imagined(seats: int, seed: int) -> None:
    """All other fields of an imagined world are those of the true one, at every moment of a match."""
    match = GAME.new(seats, {"rulebook": ("french", "italian")[seed % 2]}, by_hand=True)
    chance = random.Random(seed)
    rng = Rng(seed)
    while not match.over:
        for seat in (chance.randrange(seats), None):
            world = GAME.worlds(match.view(seat)).imagine(rng)
            true, other = GAME.to_json(match._state), GAME.to_json(world)
            assert {name for name in true if true[name] != other[name]} <= set(UNKNOWN)
            assert GAME.view(world, match.options, seat) == match.view(seat)
        asked = chance.choice(sorted(match.asks()))
        match.choose(asked, chance.choice(match.asks()[asked].texts))


# == Orders, beside all ways in which they may lie ====================================================================
def all_worlds(s: PapamState, seat: int | None) -> Counter[World]:
    """Every way in which the eight cards may lie for this viewer, by the long way round: all orders of dealing."""
    fixed: dict[tuple[int, str], list[int]] = {}
    unseen = Counter(int(order) for order in each(ORDER_DECK))
    places: list[tuple[int, str]] = []
    for player in range(s.seats):
        kept = [int(order) for order in each(s.orders[player])]
        gone = [int(s.dropped[player])] if s.dropped[player] >= 0 else []
        for where, cards, known in (
            ("kept", kept, player == seat or bool(s.orders_shown[player])),
            ("gone", gone, player == seat),
        ):
            if known:
                fixed[player, where] = cards
                unseen -= Counter(cards)
            else:
                places += [(player, where)] * len(cards)
    found: Counter[World] = Counter()
    for dealt in itertools.permutations(unseen.elements()):
        there = {key: list(cards) for key, cards in fixed.items()}
        for place, card in zip(places, dealt, strict=False):
            there.setdefault(place, []).append(card)
        found[_world(s, there, dealt[len(places) :])] += 1
    return found


def _world(s: PapamState, there: dict[tuple[int, str], list[int]], box: Iterable[int]) -> World:
    kept = tuple(int(bag_of([*there.get((player, "kept"), [])])) for player in range(s.seats))
    gone = tuple([*there.get((player, "gone"), []), -1][0] for player in range(s.seats))
    return kept, gone, int(bag_of([*box]))


def fits(found: Counter[World], expected: Counter[World]) -> bool:
    """Whether worlds turn up as often as they should: by chance, a true one fails once in a million."""
    assert set(found) <= set(expected)
    samples, ways = found.total(), expected.total()
    square = sum((found[world] - samples * n / ways) ** 2 / (samples * n / ways) for world, n in expected.items())
    free = len(expected) - 1
    return bool(abs(square - free) < 5 * (2 * free) ** 0.5 + 5)


@pytest.mark.parametrize("seat", [0, 3])
def test_law_7_before_the_black_smoke_every_deal_of_the_orders_is_as_likely(seat: int) -> None:
    match = Position().bidding()
    expected = all_worlds(state(match), seat)
    assert fits(imagined(match, seat, 6000, world_of), expected)


def test_law_7_equal_orders_are_two_cards() -> None:
    """Six cards are unseen: another player has both orders of the four arms in one of fifteen deals."""
    match = Position(3).orders(0, "france leaders").orders(2, "spain-innocent felipe-mazarin").bidding()
    expected = all_worlds(state(match), 0)
    both = sum(n for world, n in expected.items() if world[0][1] == bag("four-arms four-arms", ORDER))
    assert both * 15 == expected.total()
    assert fits(imagined(match, 0, 8000, world_of), expected)


@pytest.mark.parametrize("seat", [1, None])
def test_law_7_after_the_black_smoke_those_given_up_may_be_any(seat: int | None) -> None:
    position = Position(3).orders(0, "france").orders(1, "four-arms").orders(2, "leaders")
    match = position.bidding()
    expected = all_worlds(state(match), seat)
    assert fits(imagined(match, seat, 40_000 if seat is None else 12_000, world_of), expected)


def test_law_7_ones_own_order_given_up_is_remembered() -> None:
    match = play(Position().turned_up(8).revealing(), "smoke", "turn Trivulzio", "turn louis", "turn ten")
    seal(match, "drop four-arms", "drop spain-urban", "drop france", "drop four-arms")
    assert set(imagined(match, 1, 300, lambda s: int(s.dropped[1]))) == {ORDER["spain-urban"]}
    assert set(imagined(match, 1, 300, lambda s: int(s.orders[1]))) == {bag("innocent-urban", ORDER)}
    assert len(imagined(match, 0, 300, lambda s: int(s.dropped[1]))) == 6  # all but the two that seat 0 had
    assert len(imagined(match, None, 300, lambda s: int(s.dropped[1]))) == 7
    assert fits(imagined(match, 1, 12_000, world_of), all_worlds(state(match), 1))


@pytest.mark.parametrize("seat", [0, None])
def test_law_7_at_the_end_the_orders_kept_are_known_and_those_given_up_are_not(seat: int | None) -> None:
    position = Position(3).orders(0, "france").orders(1, "four-arms").orders(2, "leaders")
    match = position.counted()
    assert set(imagined(match, seat, 200, lambda s: tuple(s.orders))) == {tuple(state(match).orders)}
    assert fits(imagined(match, seat, 6000, world_of), all_worlds(state(match), seat))


@pytest.mark.parametrize("seats", [3, 4])
def test_law_7_at_every_moment_of_the_deal(seats: int) -> None:
    """Also while orders are dealt, what a seat imagines can be played to the end."""
    match = GAME.new(seats, by_hand=True)
    chance = random.Random(1)
    while -1 in match.asks():
        for seat in (0, seats - 1, None):
            world = GAME.worlds(match.view(seat)).imagine(Rng(1))
            assert GAME.view(world, match.options, seat) == match.view(seat)
            assert GAME.components(world) == GAME.components(match._state)
            while world.steps:
                asked = next((other for other in range(seats) if world.is_asked(other)), -1)
                world.answer(asked, chance.choice(list(world.choices(asked))))
        match.choose(-1, chance.choice(match.asks()[-1].choices))


# == Sealed answers ===================================================================================================
def test_law_7_an_order_being_given_up_is_one_of_those_imagined() -> None:
    match = play(Position().turned_up(8).revealing(), "smoke", "turn Trivulzio", "turn louis", "turn ten")
    match.choose(0, "drop four-arms")
    match.choose(2, "drop france")

    def look(s: PapamState) -> tuple[tuple[int, ...], bool]:
        return s.sealed[0], s.sealed[2][0] - DROP in each(s.orders[2])

    assert set(imagined(match, 0, 400, look)) == {((DROP + ORDER["four-arms"],), True)}  # one's own is known
    assert len(imagined(match, 1, 400, lambda s: s.sealed[2])) == 5  # all but the two that seat 1 has


def test_hp_20_an_imagined_world_has_the_same_faces() -> None:
    """Who refused has refused, who placed a card has placed one of his; which, nobody else knows."""
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


def test_law_7_a_sealed_bid_may_be_any_that_its_gems_allow() -> None:
    match = Position().gems(1, "RA").bidding()
    match.choose(1, "bid RA")
    assert match.view(0)["faces"] == [0, 0, 0, 0]
    found = imagined(match, 0, 800, lambda s: s.sealed[1][0] - BID)
    assert len(found) == 4
    assert min(found.values()) > 140
    assert set(imagined(match, 1, 50, lambda s: s.sealed[1])) == {state(match).sealed[1]}


# == What is learnt from an answer ====================================================================================
@pytest.mark.parametrize("observer", [0, 1, 2, SPECTATOR])
def test_law_7_an_order_dealt_is_shown_to_who_gets_it_and_to_nobody_else(observer: int) -> None:
    match = play(GAME.new(3, by_hand=True), "camerlengo 0", "order france", "order leaders")
    s = state(match)
    learnt = {s.step().shown(s, DEALER, code, observer) for code in s.choices(DEALER)}
    assert learnt == (set(s.choices(DEALER)) if observer == 1 else {HIDDEN})


@pytest.mark.parametrize("observer", [0, 1, SPECTATOR])
def test_law_7_an_order_given_up_is_shown_to_nobody_else(observer: int) -> None:
    match = play(Position().turned_up(8).revealing(), "smoke", "turn Trivulzio", "turn louis", "turn ten")
    s = state(match)
    learnt = {s.step().shown(s, 1, code, observer) for code in s.choices(1)}
    assert learnt == (set(s.choices(1)) if observer == 1 else {HIDDEN})
