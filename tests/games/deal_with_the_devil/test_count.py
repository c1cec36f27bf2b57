"""The final count: every line of the rulebook's list, fifths, ties, the devil's majors."""

from __future__ import annotations

import pytest

from eminence.games.deal_with_the_devil import scoring
from eminence.games.deal_with_the_devil.counting import count_of
from tests.games.deal_with_the_devil.tables import BLUE, GAME, GREEN, RED, YELLOW, Position, everyone, seal, state

LINES = (
    "during", "buildings", "building_effects", "debt", "majors", "angels", "demons", "indulgences", "courtiers",
    "tainted", "precious", "rest",
)  # fmt: skip


def counted(position: Position, seat: int = RED) -> dict[str, int]:
    """The lines of the count of a seat that are not zero."""
    match = position.set(phase=9).at("count")
    lines = GAME.count(state(match))
    assert tuple(line.part for line in lines) == LINES
    points = {line.part: line.tallies[seat].points for line in lines}
    assert sum(points.values()) == state(match).scores()[seat]
    return {part: n for part, n in points.items() if n}


def test_buildings_bring_the_points_in_their_corner() -> None:
    assert counted(Position().built(RED, "palace farm cathedral")) == {"buildings": 13}


@pytest.mark.parametrize(("debt", "points"), [(0, 0), (1, -1), (2, -1), (3, -2), (7, -4), (9, -5), (10, -5)])
def test_half_of_the_debt_rounded_up_is_lost(debt: int, points: int) -> None:
    assert counted(Position().one(RED, debt=debt)) == ({"debt": points} if points else {})


def test_majors_bring_two_points_each_but_not_to_the_devil() -> None:
    assert counted(Position().majors(RED, "rural urban mixed")) == {"majors": 6}
    assert counted(Position().majors(YELLOW, "rural urban mixed"), YELLOW) == {}
    assert counted(Position().majors(BLUE, "religious"), BLUE) == {"majors": 2}
    assert counted(Position().majors(GREEN, "religious"), GREEN) == {"majors": 2, "tainted": -2}  # the cultist


def test_minors_bring_nothing() -> None:
    assert counted(Position().minors(RED, rural=1, urban=2)) == {}


def test_wings_and_indulgences() -> None:
    assert counted(Position().one(RED, angels=2, demons=1, indulgences=3)) == {
        "angels": 2, "demons": -1, "indulgences": 6,
    }  # fmt: skip
    assert counted(Position(indulgences=True).goods(RED, "3I")) == {"indulgences": 6}


def test_unused_courtiers_at_court_bring_a_point_each() -> None:
    position = Position().courtiers(RED, rural="court", urban="three", religious="two", alchemist="court")
    assert counted(position) == {"courtiers": 2}


def test_tainted_fragments_cost_a_point_whoever_has_them_and_pure_ones_bring_nothing() -> None:
    position = Position().souls("2", "0+1", "1", "3+1")
    assert [counted(position, seat).get("tainted", 0) for seat in range(4)] == [0, -1, 0, -1]
    assert counted(position, RED) == {}


def test_precious_goods_a_point_each_coins_and_basics_five_for_one() -> None:
    assert counted(Position().goods(RED, "2G 1M")) == {"precious": 3}
    assert counted(Position().goods(RED, "1W 1S 1H 1c")) == {}
    assert counted(Position().goods(RED, "1W 1S 1H 2c")) == {"rest": 1}
    assert counted(Position().goods(RED, "4W 4S 1H 5c 1G")) == {"precious": 1, "rest": 2}


def test_jesters_are_worth_nothing() -> None:
    assert counted(Position(jesters=True).goods(RED, "")) == {}


def test_points_during_the_game_and_all_of_it_together() -> None:
    position = Position().built(RED, "palace royal_forest farm manor").goods(RED, "2G 1M 3W 4c").one(RED, points=-5)
    position.one(RED, debt=3, angels=1, demons=2, indulgences=1).majors(RED, "urban").courtiers(RED, rural="court")
    assert counted(position) == {
        "during": -5, "buildings": 10, "building_effects": 3, "debt": -2, "majors": 2, "angels": 1, "demons": -2,
        "indulgences": 2, "courtiers": 1, "precious": 3, "rest": 1,
    }  # fmt: skip


def test_scores_may_be_below_zero() -> None:
    match = Position().set(points=[-9, 0, 0, 0]).at("interest")
    assert everyone(match._state.scores()) == [-9, 0, -2, 0]


# == Who has won ======================================================================================================
@pytest.mark.parametrize(("own", "winners"), [
    (("1G", "", "", ""), [RED]),
    (("4c", "3c", "", ""), [RED]),  # nothing but fifths
    (("1G", "5c", "", ""), [RED, BLUE]),  # a point each, and nothing left over
    (("1G", "6c", "", ""), [BLUE]),  # a point each, and a fifth
    (("1G 2c", "3W 4c", "", ""), [RED, BLUE]),  # two fifths each
    (("1G 4c", "2G", "", ""), [BLUE]),  # fifths are no points
    (("1G 1W", "1G", "", "1G 1c"), [RED, YELLOW]),
])  # fmt: skip
def test_ties_are_broken_by_fifths_and_shared_after_that(own: tuple[str, ...], winners: list[int]) -> None:
    position = Position().set(points=[0, 0, -9, 0])
    for seat, text in enumerate(own):
        position.goods(seat, text)
    match = position.at("interest")
    assert match.over
    assert everyone(match._state.winners()) == winners


def test_the_trade_route_comes_before_coins_and_basics_are_counted() -> None:
    position = Position().built(RED, "trade_route").goods(RED, "4W 3S 2c")
    match = seal(position.at("trade_route"), "ship wood", "-", "-", "-")
    points = {line.part: line.tallies[RED].points for line in GAME.count(state(match))}
    assert (points["during"], points["building_effects"], points["rest"]) == (4, 0, 1)
    assert everyone(state(match).scores())[RED] == 2 + 4 + 1
    assert match.view(BLUE)["shipped"][RED] == 0


def test_numbers_without_a_match_are_counted_by_the_same_rules() -> None:
    """A table with the real box has no state of ours: points of its buildings are what somebody read from them."""
    devil, mortal = scoring.Position(), scoring.Position()
    for realm in (devil, mortal):
        realm.points, realm.buildings, realm.building_points, realm.debt, realm.majors = -3, 4, 11, 5, 2
        realm.loose = 13
    devil.devil, devil.loose, devil.precious = True, 14, 4
    lines = {line.part: line.tallies for line in count_of([devil, mortal])}
    assert [tally.points for tally in lines["majors"]] == [0, 4]
    assert [tally.reason for tally in lines["majors"]] == ["majors_of_the_devil", "majors"]
    assert lines["buildings"][0].facts == {"n": 4}
    assert lines["rest"][0].facts == {"n": 14, "left": 4}
    totals = [sum(line[seat].points for line in lines.values()) for seat in (0, 1)]
    assert totals == [scoring.total(devil), scoring.total(mortal)] == [11, 11]
    assert scoring.best([devil, mortal]) == [0], "a fifth more is left over"
    mortal.loose = 14
    assert scoring.best([devil, mortal]) == [0, 1]
