"""The rulings DP-1 to DP-38, one test each: what the rulebook leaves open, and how it is played here."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.games.deal_with_the_devil import card_file, events
from tests.games.deal_with_the_devil.tables import (
    BLUE,
    BUILDING,
    EVENT,
    GAME,
    GREEN,
    INQUISITOR,
    RED,
    YELLOW,
    Position,
    act,
    all_goods,
    alone,
    asked,
    built,
    courtiers,
    deal,
    everyone,
    goods,
    hand,
    heap,
    majors,
    minors,
    offered,
    plan,
    played_to,
    seal,
    souls,
    standing_of,
    state,
    told_heap,
    why_not,
)
from tests.games.playing import play, told

DOWN, UP, GONE = range(3)
NO_GUESSES = "bribe 0; devil nobody; cultist nobody"
QUIET = (NO_GUESSES, NO_GUESSES, "bribe 0; devil nobody", "bribe 0; lay 0 pure; lay 0 tainted")
CLOSED = ("price 2; seal", "price 2; seal", "price 2; seal", "price 1 soul; seal")
LEAVE = ["leave"] * 4


def could_not(match: Match) -> list[int]:
    return [event.what for event in told(match, events.CouldNotPay)]


def test_dp_01_tokens_count_in_the_order_of_the_steps_and_wheat_decides_whether_an_action_counts() -> None:
    """A skipped action's token is not used: no wheat for it, not counted for Prosperity nor for the free tokens. A cost
    is payable only if all wheat owed so far can still be raised afterwards."""
    position = Position().built(RED, "forge mint").events(RED, "prosperity").one(RED, debt=10)
    match = act(position, "event right; use forge; use mint; recruit rural")
    assert could_not(match) == [2, 9]  # the Forge, and so Prosperity: two tokens were used
    assert (goods(match), standing_of(match)) == ("3c", {"rep": -2, "debt": 10})  # and no wheat for either
    for wheat, paid in (("", False), ("1H", True)):
        position = Position().built(RED, "apothecary almshouse").goods(RED, f"2S {wheat}").hand(RED, "hermitage")
        match = act(position.one(RED, debt=10), "use apothecary; use almshouse; build hermitage")
        assert (built(match).endswith("hermitage"), could_not(match)) == (paid, [] if paid else [4])


def test_dp_02_forced_funding_is_by_loan_or_by_sale_as_the_player_likes() -> None:
    """By default a loan first, then the cheapest goods."""
    for mode, left, debt in (("loan", "1H 1M", 2), ("sale", "1c", 0)):
        match = act(Position().hand(RED, "farm").goods(RED, "2W 1S 1H 1M"), f"build farm; fund {mode}")
        assert (goods(match), standing_of(match).get("debt", 0)) == (left, debt)
    match = act(Position().hand(RED, "farm").goods(RED, "2W 1S 1H 1M"), "build farm; fund ask")
    assert offered(match) == ["sell wheat 1", "sell marble 1", "borrow 1", "borrow 2"]


def test_dp_03_one_player_completes_all_steps_then_the_next_and_the_first_seat_moves_on() -> None:
    position = Position().set(first=1)
    for seat in range(4):
        position.goods(seat, "4c").events(seat, ("tithe", "forest", "masons", "fever")[seat])
    match = plan(position.planning(), *["event left; recruit rural"] * 4)
    order = [event.seat for event in match.story(None) if isinstance(event, (events.PlayedEvent, events.TookCourtier))]
    assert order == [1, 1, 2, 2, 3, 3, 0, 0]
    for number in (1, 2, 3):
        assert int(state(played_to("plan", number)).first) == number - 1


def test_dp_04_the_alchemist_gained_by_a_major_is_usable_at_once() -> None:
    position = Position().built(RED, "farm sawmill bank inn rectory chapel").minors(RED, mixed=1)
    match = act(position, "", "claim major mixed", "claim minor urban", "with alchemist", "slot 2")
    assert (majors(match), minors(match), courtiers(match)) == (
        ["mixed"], {"mixed": 1, "urban": 2}, {"alchemist": "three"},
    )  # fmt: skip


def test_dp_05_several_achievements_are_claimed_in_the_order_their_owner_likes() -> None:
    position = Position().built(RED, "farm sawmill quarry bank").courtiers(RED, religious="court")
    for first, second in (("rural", "mixed"), ("mixed", "rural")):
        match = act(Position().built(RED, "farm sawmill quarry bank").courtiers(RED, religious="court"), "")
        play(match, f"claim minor {first}", *(["with religious"] if first == "mixed" else []), "slot 1")
        play(match, f"claim minor {second}", *(["with religious"] if second == "mixed" else []), "slot 2")
        assert minors(match) == {first: 1, second: 2}
    assert offered(act(position, ""), "claim") == ["minor rural", "minor mixed", "none"]


def test_dp_06_guests_and_indulgences_never_run_out() -> None:
    """There are four Guests and eight indulgences in the box."""
    position = Position().set(reputation=[3, 1, 1, 0], indulgences=[8, 0, 0, 0], angels=[2, 0, 0, 0])
    match = position.set(guests=[0, 0, 0, 4], demons=[0, 0, 0, 2]).reputation_phase()
    assert (int(state(match).indulgences[RED]), int(state(match).guests[YELLOW])) == (9, 5)


def test_dp_07_a_guest_by_the_debt_collector_is_faced_in_the_same_inquisition() -> None:
    position = Position().set(inquisitors=[GONE, GONE, GONE, UP, DOWN, DOWN]).one(RED, debt=10, demons=2)
    match = position.inquisition("appease")
    seal(match, "show 0; spend 0; suffer debt_collector", *["show 1; spend 0"] * 2,
         "show 0; spend 0; suffer debt_collector")  # fmt: skip
    play(match, "done")
    assert asked(match) == (RED, "appease_guest")
    play(match, "suffer guest", "done")
    assert standing_of(match) == {"debt": 9, "demons": 1, "guests": 1, "points": -2 - 5 - 4}


def test_dp_08_whoever_has_three_fragments_may_still_confess() -> None:
    match = seal(Position(2).at("voting", "interrogation"), "vote nobody", "vote red", "vote red", "vote nobody")
    match.choose(RED, "confess")
    assert standing_of(match) == {"rep": -1, "demons": 1}


def test_dp_09_the_vandal_removes_effect_points_and_symbols_but_no_achievement() -> None:
    """A building under the Stables can be destroyed; then the Stables stop working."""
    position = Position().set(reds=[6, 3, 4], inquisitors=[GONE, GONE, GONE, UP, DOWN, DOWN])
    position.built(RED, "palace stable mint farm", tucked="mint").minors(RED, rural=1)
    match = position.inquisition("appease")
    seal(match, "show 0; spend 0; suffer vandal", *["show 1; spend 0"] * 2, "show 0; spend 0; suffer vandal")
    assert offered(match, "lose") == ["mint"]
    match.choose(RED, "lose mint")
    assert (built(match), minors(match), int(state(match).tucked[RED])) == ("palace stable farm", {"rural": 1}, -1)
    later = Position().built(RED, built(match)).planning()
    assert not any(text.startswith(("stables", "use")) for text in offered(later, seat=RED))


def test_dp_10_locked_guesses_score_in_round_5_and_the_other_guess_stays_open_on_another_colour() -> None:
    position = Position(5).set(locked=[8 * BLUE + 7, 63, 8 * BLUE + 7, 63], inquisitors=[GONE] * 6)
    match = position.inquisition("load")
    match.choose(RED, "bribe 0", "devil nobody")
    assert offered(match, seat=RED) == ["cultist green", "cultist yellow", "cultist nobody"]
    match.choose(RED, "cultist green")
    match.choose(BLUE, "bribe 0", "devil nobody", "cultist nobody")
    match.choose(GREEN, "bribe 0", "devil nobody")
    match.choose(YELLOW, "bribe 0", "lay 0 pure", "lay 0 tainted")
    assert everyone(state(match).points) == [2, 0, 0, 2]  # two locked guesses at the devil were wrong


def test_dp_11_a_bribed_inquisitor_is_gone_for_the_whole_game_even_face_down() -> None:
    match = seal(
        Position(3).goods(RED, "10c").inquisition("load"), "bribe 10; devil nobody; cultist nobody", *QUIET[1:]
    )
    assert everyone(state(match).inquisitors)[:3] == [GONE, GONE, DOWN]
    assert {ask.step for ask in match.asks().values()} == {"last_trades"}  # nobody is left to face
    seal(match, *["done"] * 4)
    assert everyone(state(match).inquisitors)[:3] == [GONE, GONE, UP]


def test_dp_12_in_round_5_the_devil_may_hold_fragments_back_only_shown_ones_score_all_appease() -> None:
    position = Position(5).souls("1", "0", "0+2", "5").set(inquisitors=[UP, UP, UP, DOWN, DOWN, DOWN])
    match = seal(position.inquisition("load"), *QUIET[:3], "bribe 0; lay 1 pure; lay 0 tainted")
    assert (int(state(match).points[YELLOW]), everyone(state(match).inquisitors)[3:]) == (0, [DOWN] * 3)
    assert offered(match, seat=YELLOW)[-1] == "show 3"


def test_dp_13_several_penalties_come_in_the_order_of_who_suffers_them() -> None:
    """The Squanderer's goods can be given first, and the Ascetic then finds nothing; or the other way round."""
    for order, left in ((("squanderer", "ascetic"), -4), (("ascetic", "squanderer"), -4)):
        position = Position().set(reds=[5, 3, 4], inquisitors=[UP, GONE, GONE, UP, DOWN, DOWN]).goods(RED, "1G 1M")
        match = position.inquisition("appease")
        seal(match, f"show 0; spend 0; suffer {order[0]}; suffer {order[1]}", "show 2; spend 0", "show 2; spend 0",
             "show 0; spend 0; suffer ascetic; suffer squanderer")  # fmt: skip
        match.choose(RED, *(["hand over"] if order[0] == "squanderer" else ["tribute glass", "tribute marble"]))
        match.choose(RED, "tribute none" if order[1] == "ascetic" else "refuse")
        assert int(state(match).points[RED]) == left


def test_dp_14_reaching_the_top_again_brings_wings_again_staying_there_does_not() -> None:
    position = Position().goods(RED, "2S 1G 3S 1G").hand(RED, "chapel pilgrimage_church").one(RED, reputation=5)
    match = act(position, "build chapel; build pilgrimage_church")
    assert (int(state(match).reputation[RED]), int(state(match).angels[RED])) == (7, 1)  # cut off, then staying there
    match = act(Position().goods(RED, "2S 1G").hand(RED, "chapel").one(RED, reputation=4, angels=1), "build chapel")
    assert int(state(match).angels[RED]) == 2
    position = Position().built(RED, "convent").one(RED, reputation=7)
    match = position.reputation_phase()
    assert int(state(match).angels[RED]) == 1  # for being the highest; the Convent moves nobody who is at the top


@pytest.mark.parametrize(
    "name", ["cult_lair", "rectory", "monastery", "gambling_house", "abbey_church", "university", "stable"]
)
def test_dp_15_guessed_effects_are_marked_as_such_and_a_file_corrects_them(name: str) -> None:
    """They are the first to correct when a printed card is at hand."""
    card = card_file.house().buildings[BUILDING[name]]
    assert card.origin in ("inferred", "reconstructed")
    mine = card_file.parse(f'[[buildings]]\nid = "{name}"\ncost = {{ wood = 7 }}\n')
    corrected = mine.cards.buildings[BUILDING[name]]
    assert told_heap(corrected.cost) == "7W"
    assert mine.buildings[BUILDING[name]].origin == "printed"


def test_dp_16_nobody_learns_who_accepted_his_offer_whose_chest_he_has_or_when_it_was_accepted() -> None:
    match = Position(1).goods(RED, "1W").goods(YELLOW, "5c").dealing()
    seal(match, "price 2; put wood 1; seal", *CLOSED[1:])
    holder = next(seat for seat in range(4) if state(match).held[seat][0] == 0)
    assert match.view(holder)["held"][holder] == [0, 2, 0, heap("1W")]  # a dove's: nothing says whose
    assert match.view(holder)["role"] == [int(role) if seat == holder else None
                                          for seat, role in enumerate(state(match).role)]  # fmt: skip
    alone(match, holder, "borrow 2; accept", "leave")
    seal(match, *LEAVE)
    home = [event for event in match.story(RED) if isinstance(event, events.ChestCameHome) and event.seat == RED]
    assert [(event.accepted, event.goods) for event in home] == [(True, (0, 0, 0, 0, 0, 0, 0, 2))]
    view = match.view(RED)
    assert (view["taken"], view["schedule"], view["chests"][BLUE], view["offers"][BLUE]) == (None, None, None, None)


def test_dp_17_trades_are_public_what_lies_behind_a_wall_is_not() -> None:
    match = Position(3).goods(RED, "2W 9c").one(RED, debt=4).inquisition("last_trades")
    seal(match, "sell wood 1; buy glass 1; repay 3; done", "borrow 2; done", "done", "done")
    traded = [event for event in match.story(YELLOW) if isinstance(event, events.Traded)]
    assert traded == [
        events.Traded(RED, (1, 0, 0, 0, 0, 0, 0, 0), 0, (0, 0, 0, 1, 0, 0, 0, 0), 3),
        events.Traded(BLUE, (0,) * 8, 2, (0,) * 8, 0),
    ]
    before = Position(3).goods(RED, "2W 9c").inquisition("last_trades")
    assert before.view(YELLOW)["goods"][RED] is None
    assert before.view(None)["goods"] == [None] * 4


def test_dp_18_request_cards_bind_nobody_and_are_no_part_of_the_rules() -> None:
    """They are signals that anyone may set at any time: a Room's affair. No answer of a match is about them."""
    words = {GAME.text(code).split()[0] for code in range(GAME.codes)}
    assert not words & {"request", "wish", "ready", "signal"}
    assert not any("request" in name for name in GAME.visible)


def test_dp_19_expert_options_each_have_their_own_switch_and_so_has_leniency() -> None:
    offers = {"jesters": "put jester 1", "indulgences": "put indulgence 1"}
    for option, text in offers.items():
        for chosen in offers:
            position = Position(1, **{chosen: True}).goods(RED, "1I" if chosen == "indulgences" else "")
            match = position.dealing()
            match.choose(RED, "price 2")
            assert (text in offered(match, seat=RED)) == (chosen == option)
    for bribes in (False, True):
        match = Position(3, bribes=bribes).goods(RED, "1W").inquisition("load")
        match.choose(RED, "bribe 0")
        assert ("bribe wood 1" in offered(match, seat=RED)) == bribes
    for lenient, rep in ((False, {"rep": -1}), (True, {})):
        match = act(Position(lenient=lenient).hand(RED, "palace").one(RED, debt=10), "build palace")
        assert standing_of(match) == {"debt": 10, **rep}


def test_dp_20_wished_roles_are_drawn_with_weights_and_every_assignment_stays_possible() -> None:
    """Wanted 3, neutral 1, unwanted 1/3, multiplied over the four seats."""
    match = GAME.new(4, {"preferences": True}, by_hand=True)
    deal(match, "turn 0")
    want, avoid = Fraction(3), Fraction(1, 3)
    wishes: list[dict[str, Fraction]] = [{"devil": want, "mortal": avoid}, {"devil": want}, {"cultist": avoid}, {}]
    words: dict[Fraction | None, str] = {want: "want", avoid: "avoid"}
    for seat, wish in enumerate(wishes):
        match.choose(seat, *(f"{words.get(wish.get(role), 'any')} {role}" for role in ("mortal", "cultist", "devil")))
    assert match.view(BLUE)["wishes"][RED] is None
    ask = match.asks()[DEALER]
    assert ask.weights is not None
    role_of = {"dove": "mortal", "lamb": "mortal", "eye": "cultist", "horns": "devil"}
    expected = {}
    for marks in permutations(role_of):
        weight = Fraction(1)
        for wish, mark in zip(wishes, marks, strict=True):
            weight *= wish.get(role_of[mark], 1)
        expected[f"roles {' '.join(marks)}"] = weight
    found = dict(zip(ask.texts, ask.weights, strict=True))
    assert set(found) == set(expected)
    assert min(found.values()) > 0
    unit = expected["roles dove lamb eye horns"] / found["roles dove lamb eye horns"]
    assert {text: unit * weight for text, weight in found.items()} == expected


def test_dp_21_market_loans_and_repayment_are_open_throughout_the_inquisition() -> None:
    """Also after the inquisitors are turned up, before each penalty, and in a last step for all."""
    position = Position(3).set(inquisitors=[UP, DOWN, DOWN, UP, DOWN, UP], debt=[5, 5, 5, 5])
    position.set(reds=[3, 4, 6]).built(RED, "town_hall mine")
    for seat in range(4):
        position.goods(seat, "9c")
    match = position.inquisition()
    seal(match, *["repay 1; done"] * 4)
    seal(match, "repay 1; bribe 0; devil nobody; cultist nobody", *QUIET[1:])
    three = "show 0; spend 0; suffer debt_collector; suffer ascetic; suffer vandal"
    seal(match, three, "show 3; spend 0", "show 2; spend 0; suffer ascetic", three)
    assert int(state(match).debt[RED]) == 3
    for answer in ("repay 2; done", "repay 1; done", "repay 1; tribute none", "repay 1; lose mine"):
        assert asked(match) == (RED, "penalty")
        match.choose(RED, *answer.split("; "))
    assert int(state(match).debt[RED]) == 3 - 2 + 3 - 3  # of the nine coins two are left
    while {ask.step for ask in match.asks().values()} != {"last_trades"}:
        seat, ask = next(iter(match.asks().items()))
        match.choose(seat, "done" if "done" in ask.texts else "tribute none")
    seal(match, "repay 1; done", *["done"] * 3)
    assert int(state(match).debt[RED]) == 0


def test_dp_22_every_answer_to_a_chest_may_carry_trades_needed_or_not() -> None:
    match = seal(Position(1).goods(GREEN, "1W").dealing(), *CLOSED[:2], "price 2; put wood 1; seal", CLOSED[3])
    holder = next(seat for seat in range(4) if state(match).held[seat][0] == 2)
    alone(match, holder, "borrow 5; buy stone 1; accept", "borrow 1; leave")
    paid = next(seat for seat in range(4) if state(match).held[seat][2])
    alone(match, paid, "borrow 2; leave", "leave")  # a chest that is paid already
    assert int(state(match).debt[paid]) == 3
    assert goods(match, holder) == "1W 1S"


def test_dp_23_the_two_guesses_of_a_mortal_name_different_players() -> None:
    match = Position(3).inquisition("load")
    match.choose(RED, "bribe 0", "devil green")
    assert offered(match, seat=RED) == ["cultist blue", "cultist yellow", "cultist nobody"]
    assert why_not(match, RED, "cultist green") == "one_ring"


def test_dp_24_a_planned_payment_is_compulsory_if_it_can_be_funded_repeats_are_free() -> None:
    """Missing goods are bought. Up to n times: the first is compulsory."""
    match = act(Position().built(RED, "forge"), "use forge")
    assert (goods(match), standing_of(match)) == ("1G 1M", {"debt": 6})
    match = act(Position().built(RED, "market"), "use market; later")
    assert offered(match) == ["give wood", "give stone", "give wheat"]  # none of which he has: no way out
    play(match, "give stone")
    assert offered(match) == ["give wood", "give stone", "give wheat", "enough"]
    play(match, "give wheat")  # bought with the four coins of the first
    assert (goods(match), standing_of(match)) == ("5c", {"debt": 3})


def test_dp_25_the_two_mortals_chests_are_distinguishable() -> None:
    """24 assignments; a viewer recognises the same mortal again."""
    match = GAME.new(4, by_hand=True)
    deal(match, "turn 0")
    assert len(match.asks()[DEALER].texts) == 24
    match = seal(Position(3).dealing(), *CLOSED)
    assert sorted(int(chest[0]) for chest in state(match).held) == [0, 1, 2, 3]


def test_dp_26_three_of_the_four_reds_lie_at_random_and_anyone_may_read_them() -> None:
    match = GAME.new(4, by_hand=True)
    deal(match, "turn 0", "roles dove lamb eye horns", "schedule 0")
    names = ["debt_collector", "orator", "squanderer", "vandal"]
    assert offered(match, "inquisitor") == names
    deal(match, "inquisitor vandal")
    assert offered(match, "inquisitor") == names[:3]
    deal(match, "inquisitor orator", "inquisitor debt_collector")
    assert match.view(None)["reds"] == [INQUISITOR[name] for name in ("vandal", "orator", "debt_collector")]
    assert match.view(None)["inquisitors"] == [UP, DOWN, DOWN, DOWN, DOWN, DOWN]  # face down: not in force


def test_dp_27_fragments_shown_at_a_black_mass_go_back_to_the_devil() -> None:
    for number in (3, 5):
        position = Position(number).souls("2", "2", "0+1", "2+1").goods(YELLOW, "2c")
        match = seal(position.inquisition("load"), *QUIET[:3], "bribe 2; lay 2 pure; lay 1 tainted")
        assert souls(match) == ["2+0", "2+0", "0+1", "2+1"]
        assert int(state(match).pot) == 2  # only bribes leave the chests


def test_dp_28_on_accepting_the_contents_are_taken_first() -> None:
    """They may be sold or spent to pay the price."""
    match = Position(1).goods(GREEN, "4c").set(debt=[10, 10, 0, 10]).dealing()
    seal(match, *CLOSED[:2], "price 4; put coins 4; seal", CLOSED[3])
    holder = next(seat for seat in range(4) if state(match).held[seat][0] == 2)
    alone(match, holder, "accept", "leave")  # with the very coins in it
    seal(match, *LEAVE)
    assert all_goods(match) == ["", "", "4c", ""]


def test_dp_29_only_the_accusation_of_round_3_compels_the_truth_and_a_confessor_shows_nothing() -> None:
    """The accused is not asked: the match answers for him. No answer lets anybody prove more than a rule makes him."""
    position = Position(3)
    match = seal(position.inquisition("load"), *["bribe 0; devil green; cultist nobody"] * 2, *QUIET[2:])
    assert [event.true for event in told(match, events.AccusationAnswered)] == [False]
    assert {ask.step for ask in match.asks().values()} == {"appease"}
    match = seal(Position(2).at("voting", "interrogation"), "vote nobody", "vote red", "vote red", "vote nobody")
    match.choose(RED, "confess")
    assert everyone(state(match).proofs[RED]) == []


def test_dp_30_an_effect_gives_only_a_courtier_who_stands_on_a_space_for_coins() -> None:
    position = Position().goods(RED, "2W 1S 1G 1c").hand(RED, "school").courtiers(RED, rural="court", alchemist="away")
    match = act(position, "build school")
    assert offered(match) == ["take urban", "take religious"]
    position = Position().goods(RED, "2W 1S 1G 1c").hand(RED, "school").courtiers(RED, alchemist="three")
    assert "take alchemist" in offered(act(position, "build school"))
    position = Position().goods(RED, "1W 1S 2c").hand(RED, "guildhall").courtiers(RED, urban="court")
    match = act(position, "build guildhall")
    assert (courtiers(match), goods(match)) == ({"urban": "court"}, "2c")
    nobody = Position().goods(RED, "2W 1S 1G 1c").hand(RED, "school")
    match = act(nobody.courtiers(RED, rural="court", urban="court", religious="court"), "build school")
    assert asked(match) == (RED, "claim_one")  # nothing is asked about the School


def test_dp_31_jesters_at_the_start_and_in_chests() -> None:
    """The devil has none, the others 5, 5 and 4: every such chest then holds ten pieces."""
    match = played_to("offer", 1, jesters=True)
    jesters = [[part for part in own.split() if part.endswith("J")] for own in all_goods(match)]
    assert jesters == [["5J"], ["5J"], ["4J"], []]
    deal(seal(match, *CLOSED), "carry")
    match.choose(RED, "add jester", "leave")
    assert match.view(BLUE)["sealed"][RED] is None
    assert why_not(match, YELLOW, "add jester") == "not_yours"


def test_dp_32_seats_at_random_scores_below_zero_wings_one_at_a_time_supplies_without_end() -> None:
    match = GAME.new(4, by_hand=True)
    assert offered(match, "turn") == ["0", "1", "2", "3"]
    starts = ["2W 2c", "2S 2c", "1W 1H 3c", "1S 1H 4c"]
    deal(match, "turn 3")
    assert all_goods(match) == [starts[3], *starts[:3]]
    # Wings one at a time: two and three are five, an indulgence and two left.
    match = Position(3).goods(RED, "15c").one(RED, angels=2).inquisition()
    assert standing_of(seal(match, "wings 3", "done", "done", "done")) == {"angels": 2, "indulgences": 1}
    # Goods never run out: there are 15 marble in the box.
    position = Position(5).goods(BLUE, "15M").built(RED, "mine")
    assert goods(act(position, "use mine; gain marble")) == "1M"
    assert everyone(Position().set(points=[-3, 0, 0, 0]).at("interest")._state.scores())[RED] == -3


def test_dp_33_an_empty_chest_may_be_accepted_and_the_second_viewer_sees_the_payment_but_not_its_dark_side() -> None:
    match = seal(Position(3).souls("2", "3", "1+2", "0").dealing(), *CLOSED)
    assert state(match).held[GREEN] == [3, 17, 0, 0]  # in round 3 the cultist is first; there is nothing in it
    alone(match, GREEN, "accept 1 tainted", "leave")
    second = next(seat for seat in range(4) if state(match).held[seat][0] == 3)
    assert state(match).held[second] == [3, 17, 1, 0]
    assert why_not(match, second, "accept") == "chest_paid"
    seal(match, *LEAVE)
    assert souls(match) == ["2+0", "3+0", "1+1", "0+1"]


def test_dp_34_the_order_of_the_reputation_phase() -> None:
    """Snapshot; permanent effects, Monastery first, gains, Gambling House last; highest and lowest; drift."""
    for own in ("gambling_house monastery", "gambling_house rectory", "gambling_house convent"):
        match = Position().built(RED, own).set(reputation=[-4, 0, 0, 0]).reputation_phase()
        assert int(state(match).demons[RED]) == 1  # for being the lowest, and none on the way
        assert goods(match) == "3c"
    match = Position().built(RED, "gambling_house").set(reputation=[-4, 0, 0, 0]).reputation_phase()
    assert int(state(match).demons[RED]) == 2  # -5, and the lowest
    # The Monastery looks at the beginning of the phase, whatever else happens.
    match = Position().built(RED, "rectory monastery").set(reputation=[0, 1, 1, 1]).reputation_phase()
    assert (goods(match), int(state(match).reputation[RED])) == ("", 1)  # 0 + 1 + 1, the highest: then one down
    assert int(state(match).angels[RED]) == 1


def test_dp_35_the_stables_later_use_is_free_and_optional_and_without_them_the_card_is_ordinary_again() -> None:
    match = Position().built(RED, "mint stable", tucked="mint").planning()
    assert offered(match, seat=RED) == ["stables use", "stables rest"]
    position = Position().set(reds=[6, 3, 4], inquisitors=[GONE, GONE, GONE, UP, DOWN, DOWN])
    position.built(RED, "almshouse stable palace", tucked="almshouse")
    match = position.inquisition("appease")
    seal(match, "show 0; spend 0; suffer vandal", *["show 1; spend 0"] * 2, "show 0; spend 0; suffer vandal")
    match.choose(RED, "lose stable")
    assert (built(match), int(state(match).tucked[RED])) == ("almshouse palace", -1)
    assert offered(Position().built(RED, built(match)).planning(), "use", seat=RED) == ["almshouse", "none"]


def test_dp_36_what_cannot_be_paid_may_be_planned_and_comes_back_to_hand_known_to_all() -> None:
    """The token on its action lapses without a second loss; a failed right half is discarded as played."""
    position = Position().hand(RED, "mint").events(RED, "tithe").one(RED, debt=10)
    match = act(position, "event right; build mint; action yes")
    assert (hand(match), could_not(match), standing_of(match)) == ("mint", [4, 9], {"rep": -2, "debt": 10})
    assert match.view(YELLOW)["known_hand"][RED] == [BUILDING["mint"]]
    assert (int(state(match).event_count[RED]), int(state(match).played_events)) == (0, 1 << EVENT["tithe"])
    position = Position().goods(RED, "1W 1S 2c").hand(RED, "guildhall").courtiers(RED, rural="court", religious="court")
    assert standing_of(act(position, "build guildhall; recruit urban")) == {"rep": -1}  # nobody is left


def test_dp_37_debt_collector_vandal_fort_and_dam() -> None:
    position = Position().set(inquisitors=[GONE, GONE, GONE, UP, DOWN, DOWN]).goods(RED, "5c").one(RED, debt=4)
    match = position.inquisition("appease")
    seal(match, "show 0; spend 0; suffer debt_collector", *["show 1; spend 0"] * 2,
         "show 0; spend 0; suffer debt_collector")  # fmt: skip
    play(match, "done")
    match.choose(RED, "repay 5", "done")  # between the three more and the penalty
    assert standing_of(match) == {"debt": 2, "points": -1}
    # With a single building there is no second value.
    position = Position().set(reds=[6, 3, 4], inquisitors=[GONE, GONE, GONE, UP, DOWN, DOWN]).built(RED, "palace")
    match = position.inquisition("appease")
    seal(match, "show 0; spend 0; suffer vandal", *["show 1; spend 0"] * 2, "show 0; spend 0; suffer vandal")
    assert (built(match), {ask.step for ask in match.asks().values()}) == ("palace", {"last_trades"})
    # A Town Hall without an unclaimed minor achievement.
    position = (
        Position().goods(RED, "2S 1M 2c").hand(RED, "town_hall").minors(RED, rural=1, urban=2, religious=3, mixed=4)
    )
    match = act(position, "build town_hall")
    assert (match.over, int(state(match).fewer_tokens[RED])) == (True, 1)
    # What a dam removed is nothing to the Fundamentalist.
    position = Position().minors(RED, rural=7, urban=1).set(inquisitors=[GONE, UP, GONE, DOWN, DOWN, DOWN])
    match = position.inquisition("appease")
    seal(
        match,
        "show 0; spend 0; suffer fundamentalist",
        *["show 1; spend 0"] * 2,
        "show 0; spend 0; suffer fundamentalist",
    )
    assert int(state(match).points[RED]) == -1


def test_dp_38_indulgences_are_public_discards_are_not_and_two_accused_answer_sealed() -> None:
    match = Position(1).one(RED, indulgences=2).dealing()
    assert match.view(None)["indulgences"] == [2, 0, 0, 0]
    match = Position(1, indulgences=True).goods(RED, "2I").dealing()
    assert match.view(None)["indulgences"] == [0, 0, 0, 0]
    assert match.view(BLUE)["goods"][RED] is None
    match = played_to("offer", 2)
    assert [cards is None for cards in match.view(RED)["dropped"]] == [False, True, True, True]
    match = seal(Position(2).at("voting", "interrogation", "plan"), "vote blue", "vote red", "vote blue", "vote red")
    assert sorted(match.asks()) == [RED, BLUE]
    match.choose(RED, "confess")
    assert match.view(BLUE)["sealed"][RED] is None
    assert standing_of(match, RED) == {}
    match.choose(BLUE, "prove")
    assert (standing_of(match, RED), standing_of(match, BLUE)) == ({"rep": -1, "demons": 1}, {"angels": 1})
