"""What is imagined of chests, goods and cards, compared with what can be counted by hand: the laws see to the rest."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL
from eminence.games.deal_with_the_devil import codes, filling, ledger, payment, population
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.evidence import Evidence
from eminence.games.deal_with_the_devil.game import DealWithTheDevil
from eminence.games.deal_with_the_devil.goods import COIN, COINS, JESTER, KINDS, RESOURCES, how_many
from eminence.games.deal_with_the_devil.hands import cards_in
from eminence.games.deal_with_the_devil.histories import Histories
from eminence.games.deal_with_the_devil.imagination import DevilWorlds
from eminence.games.deal_with_the_devil.preparation import ASSIGNMENTS, SCHEDULES
from eminence.games.deal_with_the_devil.state import DevilState

GAME = DealWithTheDevil()
CROWDED_OUT = Path(__file__).with_name("crowded_out.txt")
"""A match up to a question, a line a seat (`d` is the dealer), with its answers."""


def walk(seed: int, **options: bool) -> Iterator[DevilState]:
    """A match at random: the state before each answer."""
    chance = random.Random(seed)
    state = GAME.start(4, GAME.checked_options(options))
    while state.asked != NOBODY:
        yield state
        seat = DEALER if state.asked == DEALER else state.asked
        if state.asked == SEVERAL:
            seat = chance.choice([seat for seat in range(4) if state.is_asked(seat)])
        state.answer(seat, chance.choice(state.choices(seat)))


def at_step(seed: int, step: int, number: int, **options: bool) -> DevilState:
    return next(state for state in walk(seed, **options) if state.steps[-1] == step and state.round == number).clone()


def imagined(state: DevilState, seat: int | None, n: int, **options: bool) -> list[DevilState]:
    worlds, rng = GAME.worlds(GAME.view(state, GAME.checked_options(options), seat)), Rng(n)
    found = [worlds.imagine(rng) for _ in range(n)]
    assert all(isinstance(world, DevilState) for world in found)
    return [world for world in found if isinstance(world, DevilState)]


def histories_of(state: DevilState, seat: int) -> Histories:
    """The histories that a seat draws, by all that it knows."""
    known = GAME.from_view(GAME.view(state, GAME.checked_options({}), seat))
    assert isinstance(known, DevilState)
    return Histories(Evidence(known, seat, True, 0))


def chi_square(counts: Counter[tuple[int, ...]], likely: dict[tuple[int, ...], float]) -> float:
    """By how many standard deviations counts differ from what is expected more than they should."""
    n, total = counts.total(), sum(likely.values())
    assert set(counts) <= {key for key, weight in likely.items() if weight > 0}
    terms = [(counts[key] - n * w / total) ** 2 / (n * w / total) for key, w in likely.items() if n * w / total >= 5]
    spread = 2 / (9 * (len(terms) - 1))
    return float(((sum(terms) / (len(terms) - 1)) ** (1 / 3) - (1 - spread)) / spread**0.5)


@pytest.mark.parametrize("seed", range(4))
def test_whether_somebody_can_pay_turns_on_his_coins(seed: int) -> None:
    chance = random.Random(seed)
    state = at_step(seed, codes.PLAN, 1)
    for _ in range(200):
        goods = [chance.randrange(5) for _ in range(RESOURCES)]
        cost = sum(chance.randrange(3) << 6 * kind for kind in range(RESOURCES)) + chance.randrange(4) * COIN
        basics, precious, wheat = chance.randrange(3), chance.randrange(2), chance.randrange(3)
        state.debt = [chance.randrange(11)] * 4
        state.open_goods = [[0] * KINDS] * 4
        line = ledger.means(state, 0, cost, basics, precious, wheat)
        need = ledger.coins_to_pay(line, 0, goods)
        for coins in {max(need + more, 0) for more in (-2, -1, 0, 1)}:
            state.goods = [sum(n << 6 * kind for kind, n in enumerate(goods)) + coins * COIN] * 4
            whole = payment.with_any(state, 0, cost, wheat, basics, precious)
            assert payment.can_pay(state, 0, whole, wheat) == (coins >= need)


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_roles_when_the_first_chest_has_come(seed: int) -> None:
    """Counted by hand: of every way to deal roles and schedules, the weight of all offers that could be made."""
    state, seat = at_step(seed, codes.ANSWER_FIRST, 1), 0
    mark, price, _, heap = state.held[seat]
    likely: dict[tuple[int, ...], float] = {}
    for marks, number in product(ASSIGNMENTS, range(len(SCHEDULES))):
        if marks[seat] != state.role[seat] or SCHEDULES[number][0][0][mark] != marks[seat]:
            continue
        weight = 1.0
        for other in range(4):
            for kind in range(KINDS):
                least = max(-state.lows[other][0][kind], 0)
                start = how_many(box.START_OF_ROLE[marks[other]], kind)
                there = start + state.open_goods[other][kind]
                if kind == JESTER or other == seat:
                    continue
                if start < -state.lows[other][0][kind]:
                    weight = 0.0
                if marks[other] == mark:
                    weight *= there >= how_many(heap, kind)
                else:
                    weight *= sum(filling.MORE[kind] ** n for n in range(there + 1))
                assert least >= 0
        likely[tuple(marks)] = likely.get(tuple(marks), 0.0) + weight
    found = Counter(tuple(int(mark) for mark in world.role) for world in imagined(state, seat, 3000))
    assert chi_square(found, {key: weight for key, weight in likely.items() if weight}) < 4
    by_roles = Counter(
        tuple(map(int, history.marks)) for history in histories_of(state, seat).draw_by_roles(3000, Rng(1))
    )
    assert chi_square(by_roles, {key: weight for key, weight in likely.items() if weight}) < 4
    assert price


def test_roles_that_seemed_unlikely_are_found_where_no_others_fit() -> None:
    """After two rounds of this match of greedy bots all that is drawn has roles that cannot be after the third."""
    state = GAME.start(4, GAME.checked_options({}))
    for line in CROWDED_OUT.read_text(encoding="utf-8").splitlines():
        seat, _, answers = line.partition(": ")
        for answer in answers.split(", "):
            state.answer(DEALER if seat == "d" else int(seat), GAME.code(answer))
    assert not histories_of(state, 2).draw(96, Rng(2))
    assert {tuple(history.marks) for history in histories_of(state, 2).draw_by_roles(96, Rng(2))} == {(3, 2, 1, 0)}
    assert {tuple(world.role) for world in imagined(state, 2, 12)} == {(3, 2, 1, 0)} == {tuple(state.role)}


@pytest.mark.parametrize("seed", range(6))
def test_goods_are_those_of_the_book_and_what_is_secret(seed: int) -> None:
    """At all moments, for all who look on: nothing known is contradicted, nothing is lost."""
    options = {name: bool(seed >> at & 1) for at, name in enumerate(("jesters", "indulgences", "bribes"))}
    given = GAME.checked_options(options)
    box_of_all = GAME.components(GAME.start(4, given))
    chance = random.Random(seed)
    for state in walk(100 + seed, **options):
        if state.round > 3:
            break
        if chance.random() > 0.02:
            continue
        for seat in range(4):
            view = GAME.view(state, given, seat)
            world = GAME.worlds(view).imagine(Rng(7))
            assert GAME.view(world, given, seat).fields == view.fields
            assert GAME.components(world) == box_of_all


def test_what_was_passed_lies_with_the_neighbour() -> None:
    state = at_step(3, codes.PLAN, 2)
    passed = set(state.passed[1][-2:])
    for world in imagined(state, 1, 20):
        assert passed <= set(cards_in(world.hand[2]))
        assert sorted(len(cards_in(hand)) for hand in world.hand) == sorted(state.hand_count)


def test_in_round_one_everybody_has_a_building_of_each_pile() -> None:
    state = at_step(4, codes.PLAN, 1)
    for world in imagined(state, None, 20):
        for hand in world.hand:
            assert {state.cards.buildings[card].pile for card in cards_in(hand)} == {0, 1, 2, 3}


def test_a_secret_price_is_paid_by_whoever_could() -> None:
    """What is taken from chests comes to somebody: with the coins that paid for it, nothing is lost."""
    state = at_step(8, codes.CARRY_HOME, 1)
    for world in imagined(state, 2, 50):
        for owner, taken in enumerate(world.taken):
            if taken and world.price[owner] < box.SOUL_PRICE:
                assert how_many(world.in_chest[owner], COINS) == world.price[owner]


@pytest.mark.parametrize("seat", [0, 2, None])
def test_what_was_imagined_goes_on_when_chests_come_home(seat: int | None) -> None:
    """The histories that were there before stay if they fit what came home: no others, and each as often."""
    state = at_step(8, codes.CARRY_HOME, 1)
    home = state.clone()
    home.answer(DEALER, codes.CARRY)
    given = GAME.checked_options({})
    told = GAME.view(home, given, seat).fields
    before = imagined(state, seat, sum(population.SIZES[:2]))
    for world in before:
        world.answer(DEALER, codes.CARRY)
    fitting = [world for world in before if GAME.view(world, given, seat).fields == told]
    assert len(fitting) >= population.ENOUGH

    def secrets(worlds: list[DevilState]) -> Counter[tuple[tuple[int, ...], ...]]:
        return Counter((tuple(world.role), tuple(world.goods), tuple(world.souls)) for world in worlds)

    assert secrets(imagined(home, seat, len(fitting))) == secrets(fitting)


def test_the_same_is_imagined_wherever_the_same_is_known() -> None:
    """What is dealt to others tells nothing of chests: the same histories, before it and after it."""
    state = at_step(5, codes.DEAL_EVENTS, 2)
    later = state.clone()
    later.answer(DEALER, later.choices(DEALER)[0])
    both = [{(tuple(world.role), tuple(world.souls)) for world in imagined(at, 3, 24)} for at in (state, later)]
    assert both[0] == both[1]


@pytest.mark.parametrize("impossible", [False, True])
def test_where_nothing_fits_what_is_long_past_is_left_out_of_account(impossible: bool) -> None:
    """A realm that is said to have had fifty wood behind its wall in round 1: whoever imagines goes on, without that;
    what lies open, and what is one's own, is as it was."""
    state = at_step(5, codes.PLAN, 3)
    if impossible:
        state.bounds = [[1, 0, 50, 60, *bounds] if seat == 1 else bounds for seat, bounds in enumerate(state.bounds)]
    given = GAME.checked_options({})
    view = GAME.view(state, given, 0)
    worlds = GAME.worlds(view)
    assert isinstance(worlds, DevilWorlds)
    for _ in range(30):
        world = worlds.imagine(Rng(3))
        assert isinstance(world, DevilState)
        assert (world.role[0], world.goods[0], world.open_goods) == (state.role[0], state.goods[0], state.open_goods)
    assert worlds.population
    assert (worlds.population.now.forgotten > 0) == impossible
