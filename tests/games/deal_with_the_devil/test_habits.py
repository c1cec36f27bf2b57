"""What people do without thinking: positions in which the sensible answer is clear."""

from __future__ import annotations

from itertools import product

import pytest

from eminence.bots.playout import draw, first_waiting, habitual_answer
from eminence.core.match import Match
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.state import DevilState
from tests.games.deal_with_the_devil.tables import EYE, GAME, HORNS, RED, YELLOW, Position, heap, state


def by_habit(match: Match, seat: int = RED) -> list[str]:
    """All that a seat answers by habit to the question it is asked, in small answers if it must."""
    s = state(match).clone()
    rng = Rng(1)
    found: list[str] = []
    step = s.steps[-1]
    while s.is_asked(seat) and s.steps[-1] == step and (not found or s.asked == SEVERAL):
        code = habitual_answer(s, seat, rng)
        found.append(GAME.text(int(code)))
        if s.asked != SEVERAL:
            break
        s.seal(seat, code)
    return found


def play_by_habit(seed: int, **options: bool) -> DevilState:
    """A whole match; every habit must be one of the choices, and looking at it changes nothing."""
    s = GAME.start(4, GAME.checked_options(options))
    rng, dealer = Rng(seed), Rng(f"deal {seed}")
    while s.asked != NOBODY:
        if s.asked == DEALER:
            s.answer(DEALER, draw(s, dealer))
            continue
        seat = first_waiting(s) if s.asked == SEVERAL else s.asked
        choices = s.choices(seat)
        sensible = s.sensible(seat, choices)
        assert sensible
        assert set(sensible) <= set(choices)
        before = GAME.to_json(s) if rng.below(20) == 0 else None
        code = s.habit(seat, choices, rng)
        assert code in choices
        assert before is None or GAME.to_json(s) == before
        s.answer(seat, code)
    return s


@pytest.mark.parametrize(("jesters", "indulgences", "bribes"), list(product((False, True), repeat=3)))
def test_a_habit_is_one_of_the_choices_by_all_options(jesters: bool, indulgences: bool, bribes: bool) -> None:
    play_by_habit(3, jesters=jesters, indulgences=indulgences, bribes=bribes, preferences=jesters, lenient=bribes)


def test_whoever_plays_by_habit_ends_like_people() -> None:
    ends = [play_by_habit(seed) for seed in range(6)]
    scores = [points for s in ends for points in s.scores()]
    assert 18 <= sum(scores) / len(scores) <= 36
    assert sum(len(built) for s in ends for built in s.built) >= 6 * 4 * 6, "buildings are built"
    assert sum(sum(s.debt) for s in ends) <= 6 * 4 * 2, "and debts repaid"


# == Cards and plans ===============================================================================================


def test_the_best_building_is_kept_and_the_worst_are_passed_on() -> None:
    assert by_habit(Position(5).hand(RED, "palace hermitage").at("keep_one")) == ["keep palace"]
    match = Position(5).hand(RED, "castle_gardens aqueduct royal_forest papal_legation").at("pass_two")
    assert by_habit(match) == ["pass royal_forest", "pass papal_legation"]


def test_what_is_affordable_and_best_is_planned() -> None:
    position = Position(5).hand(RED, "aqueduct granary").goods(RED, "2W 3S 1M 1c")
    assert "build aqueduct" in by_habit(position.planning())
    assert "build granary" not in by_habit(position.planning())


def test_nothing_is_planned_that_would_ruin() -> None:
    assert "build none" in by_habit(Position(5).hand(RED, "castle_gardens").goods(RED, "1c").planning())


def test_missing_coins_are_borrowed_while_there_are_rounds_to_repay_and_raised_by_sales_in_the_end() -> None:
    assert by_habit(Position(2).hand(RED, "farm").goods(RED, "2W 1S 1c").planning())[-1] == "fund loan"
    assert by_habit(Position(5).hand(RED, "granary").goods(RED, "4W 1S 1H 1c").planning())[-1] == "fund sale"


def test_an_action_that_pays_is_used_if_a_token_is_free() -> None:
    answers = by_habit(Position(4).built(RED, "mint").goods(RED, "3c").planning())
    assert "use mint" in answers


def test_a_courtier_is_recruited_who_completes_an_achievement() -> None:
    position = Position(2).built(RED, "market warehouse").goods(RED, "2c").courtiers(RED)
    answers = by_habit(position.planning())
    assert "recruit urban" in answers


def test_reputation_is_not_thrown_away_at_the_edge_of_the_track() -> None:
    low = Position(5).events(RED, "grave_goods").one(RED, reputation=-4, demons=2)
    assert "event left" not in by_habit(low.planning())


# == Achievements ==================================================================================================


def claiming(number: int, built: str, seat: int = RED) -> list[str]:
    match = Position(number).built(seat, built).planning()
    s = state(match)
    s.actor = seat
    s.phase = box.ACTIONS
    s.then(GAME_STEPS["claim_one"])
    s.go_on()
    return by_habit(match, seat)


GAME_STEPS = {step.name: number for number, step in enumerate(GAME.start(4, GAME.checked_options(None)).book)}


def test_majors_are_claimed_always_and_minors_as_long_as_they_produce() -> None:
    assert claiming(2, "farm sawmill quarry") == ["claim minor rural"]
    assert claiming(5, "farm sawmill quarry") == ["claim none"]
    assert claiming(5, "farm sawmill quarry mill fishpond")[0] == "claim major rural"


# == Debts =========================================================================================================


def test_debts_are_repaid_at_the_last_chance_of_a_round_and_with_goods_at_the_very_end() -> None:
    assert by_habit(Position(3).goods(RED, "5c").one(RED, debt=3).at("last_repayment")) == ["repay 3", "done"]
    match = Position(5).goods(RED, "3W 2c").one(RED, debt=4).inquisition("last_trades")
    assert by_habit(match) == ["sell wood 2", "repay 4", "done"]
    assert by_habit(Position(5).goods(RED, "3W 2c").inquisition("last_trades")) == ["done"]


# == Deals =========================================================================================================


def test_nobody_trades_to_make_an_offer_and_the_devil_asks_for_a_fragment() -> None:
    match = Position(2).goods(YELLOW, "2W 1S 1G 5c").goods(RED, "3W 1S 2c").dealing()
    devils = by_habit(match, YELLOW)
    assert devils[0] == "price 1 soul"
    assert len(devils) > 2, "and puts something in"
    assert by_habit(match, RED)[0].startswith("price ")
    assert by_habit(match, RED)[-1] == "seal"


def test_the_devil_offers_what_a_fragment_is_worth_and_asks_for_two_if_he_is_rich() -> None:
    def devils(goods: str) -> list[str]:
        return by_habit(Position(5).goods(YELLOW, goods).souls("2", "2", "0", "2+2").dealing(), YELLOW)

    assert devils("2G 2M 12c")[0] == "price 2 souls", "with four, two more are worth twelve points"
    assert devils("1G 5c")[0] == "price 1 soul"
    assert devils("1G 5c")[1] == "put glass 1"


def with_chest(position: Position, mark: int, price: int, contents: str) -> list[str]:
    match = position.dealing()
    s = state(match)
    s.steps[-1:] = [GAME_STEPS["answer_first"]]
    s.phase = box.DEALS
    s.price = [2, 2, 2, 2]
    s.held = [[mark, price, 0, heap(contents)]] * 4
    s.go_on()
    return by_habit(match)


def test_a_bargain_is_taken_and_a_bad_one_left() -> None:
    def position() -> Position:
        return Position(4).hand(RED, "village bridge").goods(RED, "1W 2S 6c")

    assert with_chest(position(), EYE, 2, "2W 1S") == ["accept"]
    assert with_chest(position(), EYE, 6, "1H") == ["leave"]
    assert with_chest(position(), HORNS, box.SOUL_PRICE + 2, "1W") == ["leave"]
    assert with_chest(position(), HORNS, box.SOUL_PRICE + 1, "2G 2M 9c") == ["accept"]


def test_tainted_fragments_are_paid_first() -> None:
    position = Position(4, "eye lamb dove horns").goods(RED, "1c")
    assert with_chest(position, HORNS, box.SOUL_PRICE + 1, "3G 3M 9c") == ["accept 1 tainted"]


# == The Church ====================================================================================================


def test_whoever_can_prove_his_innocence_does() -> None:
    match = Position(2).set(votes=[1, 0, 0, box.NONE]).at("interrogation")
    assert by_habit(match) == ["prove"]


def test_whoever_has_nothing_to_show_bribes_alone() -> None:
    position = Position(5).built(RED, "farm sawmill quarry manor").majors(RED, "rural urban").goods(RED, "12c")
    position.minors(RED, rural=1, urban=2, religious=3).set(inquisitors=[1, 1, 1, 0, 0, 0])
    assert by_habit(position.souls("0", "3", "0+2", "3").inquisition("load"))[0] == "bribe 10"
    assert by_habit(position.souls("3", "3", "0+2", "0").inquisition("load"))[0] == "bribe 0"


def test_only_bribes_that_send_somebody_away_are_thought_about_on_credit_if_need_be() -> None:
    s = state(Position(5).goods(RED, "7c").set(pot=1).inquisition("load"))
    texts = [GAME.text(int(code)) for code in s.sensible(RED, s.choices(RED))]
    assert [text for text in texts if text.startswith("bribe")] == ["bribe 0", "bribe 4"]
    assert [text for text in texts if not text.startswith("bribe")] == ["borrow 2", "borrow 7"]


def test_the_devil_shows_all_he_has_and_nobody_bribes_or_guesses() -> None:
    match = Position(5).souls("2", "2", "0+1", "2+1").inquisition("load")
    assert by_habit(match, YELLOW) == ["bribe 0", "lay 2 pure", "lay 1 tainted"]
    assert by_habit(match) == ["bribe 0", "devil nobody", "cultist nobody"]


def test_the_mildest_inquisitor_is_suffered() -> None:
    position = Position(5).built(RED, "farm sawmill quarry manor").majors(RED, "rural urban").goods(RED, "1W 1S")
    position.minors(RED, rural=1, urban=2, religious=3).souls("2", "3", "1+1", "0+1")
    position.set(inquisitors=[1, 1, 1, 0, 0, 0])
    assert by_habit(position.inquisition("appease")) == ["show 2", "spend 0", "suffer ascetic"]


def test_a_tribute_is_paid_with_what_is_cheap_and_bought_if_it_must_be() -> None:
    def suffering(goods: str) -> Match:
        position = Position(5).goods(RED, goods).souls("0", "3", "2+2", "1").set(inquisitors=[1, 0, 0, 0, 0, 0])
        match = position.inquisition("appease")
        for seat in range(4):
            match.choose(seat, *by_habit(match, seat))
        return match

    assert by_habit(suffering("1W 1S 1G")) == ["tribute wood", "tribute stone"]
    assert by_habit(suffering("1G 4c")) == ["buy wood 1", "tribute wood", "tribute glass"]


def test_the_most_is_shipped() -> None:
    match = Position(5).built(RED, "trade_route").goods(RED, "1W 3S 2H").at("trade_route")
    assert by_habit(match) == ["ship stone"]
