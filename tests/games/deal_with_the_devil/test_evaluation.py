"""How good positions look to bots: what is better for a realm looks better, and by about as much as it is."""

from __future__ import annotations

import itertools

import pytest

from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.evaluation import expected, points_of_all
from eminence.games.deal_with_the_devil.state import DevilState
from eminence.games.deal_with_the_devil.worth_of_goods import Look, wealth
from eminence.games.deal_with_the_devil.worth_of_hands import Hand, best_bribes
from eminence.games.deal_with_the_devil.worth_of_souls import mass_points, souls_worth
from tests.games.deal_with_the_devil.tables import BLUE, RED, YELLOW, Position, heap, soul, state


def realm(number: int = 3) -> Position:
    """A table where something has been built, and everybody has a few goods."""
    position = Position(number)
    for seat, built in enumerate(("farm market", "sawmill inn", "quarry chapel", "sheepfold bank")):
        position.built(seat, built).goods(seat, "2W 2S 1H 1G 4c")
    return position


def planning(position: Position) -> DevilState:
    return state(position.planning())


def test_chances_lie_between_0_and_1_and_those_of_equals_are_alike() -> None:
    s = planning(realm())
    chances = s.evaluate_all()
    assert chances == [s.evaluate(seat) for seat in range(4)]
    assert all(0.05 < chance < 0.95 for chance in chances)


@pytest.mark.parametrize(
    ("better", "least"),
    [
        ({"goods": heap("2W 2S 1H 2G 4c")}, 0.7),
        ({"goods": heap("2W 2S 1H 1G 9c")}, 0.8),
        ({"points": 3}, 2.9),
        ({"angels": 1}, 0.9),
        ({"indulgences": 1}, 1.9),
        ({"majors": 1}, 1.2),
        ({"reputation": 4}, 0.5),
        ({"minors": 1}, 0.01),
    ],
)
def test_more_is_better_for_oneself_and_worse_for_the_others(better: dict[str, int], least: float) -> None:
    plain, improved = planning(realm()), planning(realm().one(RED, **better))
    assert expected(improved, RED) - expected(plain, RED) >= least
    assert improved.evaluate(RED) > plain.evaluate(RED)
    assert improved.evaluate(BLUE) < plain.evaluate(BLUE)


def test_debts_and_demons_are_worse() -> None:
    plain = planning(realm())
    for worse in ({"debt": 4}, {"demons": 1}, {"reputation": -4}):
        assert planning(realm().one(RED, **worse)).evaluate(RED) < plain.evaluate(RED)


def test_debts_cost_the_more_the_longer_interest_grows() -> None:
    def cost(number: int) -> float:
        poor = realm(number).goods(RED, "")
        before = expected(planning(poor), RED)
        return before - expected(planning(realm(number).goods(RED, "").one(RED, debt=8)), RED)

    assert cost(4) > cost(5) > 2.5


def test_coins_beside_debts_are_worth_half_a_point_each_at_the_end() -> None:
    assert wealth(heap("4c"), 4, 0, 0) == pytest.approx(0)
    assert wealth(0, 4, 0, 0) == pytest.approx(-2)
    assert wealth(heap("2W 2S 1G 6c"), 0, 0, 0) == pytest.approx(3)


def test_the_devil_has_no_points_for_majors() -> None:
    def gain(seat: int) -> float:
        return expected(planning(realm().one(seat, majors=4)), seat) - expected(planning(realm()), seat)

    assert gain(RED) - gain(YELLOW) >= 1.8


def test_a_building_that_produces_is_worth_more_the_earlier_it_stands() -> None:
    def worth(number: int) -> float:
        bare = planning(Position(number).hand(RED, ""))
        return expected(planning(Position(number).built(RED, "mill")), RED) - expected(bare, RED)

    assert worth(2) > worth(4) > worth(5) > 0


def test_what_can_be_built_now_counts() -> None:
    rich = planning(Position(5).goods(RED, "2W 3S 1M 1c").hand(RED, "aqueduct"))
    other = planning(Position(5).goods(RED, "2W 3S 1M 1c").hand(RED, "exchange"))
    assert expected(rich, RED) - expected(other, RED) > 2


def test_the_first_fragment_is_the_last_one_wants_to_sell() -> None:
    s = planning(realm(4).minors(RED, rural=1, urban=2).majors(RED, "rural"))
    look = Look(s, RED)
    values = [souls_worth(s, look, soul(str(n)), 0) for n in range(4)]
    gains = [after - before for before, after in itertools.pairwise(values)]
    assert gains[0] > gains[2] > 0.2
    assert gains[1] > gains[2]


def test_the_devil_wants_more_than_four_most() -> None:
    s = planning(realm(5).souls("1", "0", "0+2", "5"))
    look = Look(s, YELLOW)
    values = [souls_worth(s, look, n, n) for n in range(7)]
    assert all(after > before for before, after in itertools.pairwise(values))
    assert values[5] - values[4] >= 6
    assert mass_points(4.0) == 6
    assert mass_points(6.0) == 18


def test_a_tainted_fragment_is_worth_a_point_less() -> None:
    s = planning(realm(5).souls("3", "1", "0+2", "2"))
    look = Look(s, BLUE)
    assert souls_worth(s, look, soul("1+0"), 2) - souls_worth(s, look, soul("0+1"), 2) == pytest.approx(1)


def test_more_reds_turned_up_are_worse_for_whoever_cannot_appease_them() -> None:
    s = planning(realm(4).souls("0", "3", "2+2", "1"))
    look = Look(s, RED)
    before = souls_worth(s, look, 0, 1)
    assert souls_worth(s, look, 0, 3) < before - 3


def threatened(souls: str) -> Position:
    """The last round: the Fundamentalist would cost seven points."""
    position = realm(5).minors(RED, rural=1, urban=2, religious=3, mixed=4)
    position.majors(RED, "rural urban religious").souls(souls, "3", "0+2", str(3 - int(souls)))
    return position.set(inquisitors=[1, 1, 1, 0, 0, 0])


def test_coins_are_kept_for_bribes_by_whoever_has_nothing_to_show() -> None:
    def kept(souls: str, goods: str) -> float:
        s = planning(threatened(souls).goods(RED, goods).hand(RED, ""))
        hand = Hand(s, Look(s, RED))
        return hand.rest(heap(goods), 0) - hand.rest(0, 0)

    assert kept("0", "10c") > kept("0", "9c") + 3, "ten send the Ascetic and the Fundamentalist away"
    assert kept("3", "10c") == pytest.approx(kept("3", "9c") + 0.2)


def test_a_bribe_is_worth_what_it_averts() -> None:
    def bribes(souls: str) -> int:
        return int(best_bribes(state(threatened(souls).goods(RED, "15c").inquisition("load")), RED, 3))

    assert bribes("0") >= 2
    assert bribes("3") == 0


def test_once_all_is_counted_only_points_do() -> None:
    match = Position(5).one(RED, points=9).one(BLUE, points=4).inquisition("last_trades")
    for seat in range(4):
        match.choose(seat, "done")
    s = state(match)
    assert s.phase == box.COUNTING
    assert points_of_all(s) == [float(points) for points in s.scores()]
    assert s.evaluate(RED) > s.evaluate(BLUE) > s.evaluate(YELLOW)
