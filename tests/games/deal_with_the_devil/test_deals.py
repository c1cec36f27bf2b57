"""Deals: how the chests travel, and what can be done with one."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Final

import pytest

from eminence.core.errors import UnknownChoice
from eminence.core.match import Match
from eminence.games.deal_with_the_devil import events
from eminence.games.deal_with_the_devil.preparation import SCHEDULES
from tests.games.deal_with_the_devil.tables import (
    BLUE,
    DOVE,
    EYE,
    GREEN,
    HORNS,
    LAMB,
    RED,
    YELLOW,
    Position,
    all_goods,
    alone,
    everyone,
    goods,
    heap,
    offered,
    seal,
    souls,
    state,
    told_heap,
    why_not,
)
from tests.games.playing import told

Round = tuple[tuple[int, ...], tuple[int, ...]]
"""Who gets whose chest, first and second: the receiver's mark by the owner's."""
MORTALS: Final = (DOVE, LAMB)


# == The app: "Fonctionnement de l'application" =======================================================================
def brute_force() -> set[tuple[Round, ...]]:
    """All ways in which the chests may travel in five rounds, from nothing but the rulebook's sentences."""
    derangements = [way for way in permutations(range(4)) if all(way[mark] != mark for mark in range(4))]
    pairs = [
        (first, second)
        for first, second in product(derangements, repeat=2)
        if all(first[mark] != second[mark] for mark in range(4))  # the second chest is another player's
    ]

    def allowed(number: int, special: int) -> list[Round]:
        found = []
        for first, second in pairs:
            cultist_sees = first[HORNS] == EYE if number == 3 else first[HORNS] in MORTALS and second[HORNS] == EYE
            to_the_devil = (first[EYE] == HORNS, second[EYE] == HORNS) == (False, number == special)
            if cultist_sees and to_the_devil:
                found.append((first, second))
        return found

    found = set()
    for special in (2, 4):
        for rounds in product(*(allowed(number, special) for number in (1, 2, 3, 4, 5))):
            if Counter(first[HORNS] for first, _ in rounds) == {DOVE: 2, LAMB: 2, EYE: 1}:
                found.add(rounds)
    return found


def test_the_schedules_are_exactly_the_48_that_the_four_rules_leave() -> None:
    own = [tuple((tuple(map(int, a)), tuple(map(int, b))) for a, b in rounds) for rounds in SCHEDULES]
    assert len(own) == len({*own}) == 48
    assert {*own} == brute_force()


def test_the_four_rules_of_the_app_hold_in_every_schedule() -> None:
    for rounds in SCHEDULES:
        assert len(rounds) == 5
        for number, (first, second) in enumerate(rounds, 1):
            for mark in range(4):  # nobody gets his own chest, nor the same one twice
                assert mark not in (first[mark], second[mark])
                assert first[mark] != second[mark]
            assert (first if number == 3 else second)[HORNS] == EYE  # the cultist gets the devil's chest every round
        firsts = [first[HORNS] for first, _ in rounds]
        assert (firsts.count(DOVE), firsts.count(LAMB), firsts[2]) == (2, 2, EYE)
        reached = [(number, which) for number, both in enumerate(rounds, 1) for which in (1, 2)
                   if both[which - 1][EYE] == HORNS]  # fmt: skip
        assert reached in ([(2, 2)], [(4, 2)])


@pytest.mark.parametrize("roles", ["dove lamb eye horns", "horns eye lamb dove", "eye dove horns lamb"])
def test_the_chests_go_where_the_schedule_says_whoever_sits_where(roles: str) -> None:
    marks = [("dove", "lamb", "eye", "horns").index(role) for role in roles.split()]
    for schedule, number in product(range(0, 48, 5), (1, 2, 3, 4, 5)):
        match = Position(number, roles).set(schedule=schedule).dealing()
        seal(match, *("price 1 soul; seal" if mark == HORNS else "price 2; seal" for mark in marks))
        for which in (0, 1):
            came = [int(chest[0]) for chest in state(match).held]
            receivers = [int(mark) for mark in SCHEDULES[schedule][number - 1][which]]
            assert {marks[seat]: came[seat] for seat in range(4)} == {receivers[mark]: mark for mark in range(4)}
            seal(match, *["leave"] * 4)


# == In play ==========================================================================================================
PLAIN: Final = next(k for k, rounds in enumerate(SCHEDULES) if rounds[0][0][HORNS] == DOVE)
"""In round 1 the devil's chest goes to the dove, then to the cultist; the cultist's to the lamb, then to the dove; the
dove's to the devil, then to the lamb; the lamb's to the cultist, then to the devil."""
NO_OFFERS: Final = ("price 2; seal", "price 2; seal", "price 2; seal", "price 1 soul; seal")


def dealing(*own: str, **options: bool) -> Position:
    """Round 1, with these goods by seat."""
    position = Position(1, **options).set(schedule=PLAIN)
    for seat, text in enumerate(own):
        position.goods(seat, text)
    return position


def offers(match: Match, **answers: str) -> Match:
    """Offers by colour; the others offer nothing."""
    colours = ("red", "blue", "green", "yellow")
    return seal(match, *(answers.get(colour, NO_OFFERS[seat]) for seat, colour in enumerate(colours)))


def test_the_rulebooks_example_the_cultist_offers_two_stones_for_four_coins() -> None:
    match = offers(dealing("", "5c", "2S", "").dealing(), green="price 4; put stone 2; seal")
    assert state(match).held[BLUE] == [EYE, 4, 0, heap("2S")]
    assert goods(match, GREEN) == ""  # it lies in the chest
    assert offered(match, "accept", "leave", seat=BLUE) == ["", ""]
    seal(match, "leave", "accept", "leave", "leave")
    assert (goods(match, BLUE), goods(match, GREEN)) == ("2S 1c", "")
    assert state(match).held[RED] == [EYE, 4, 1, 0]  # the second viewer finds four coins, and can do nothing
    assert "accept" not in offered(match, seat=RED)
    assert why_not(match, RED, "accept") == "chest_paid"
    seal(match, *["leave"] * 4)
    assert all_goods(match) == ["", "2S 1c", "4c", ""]


def test_what_was_left_can_be_accepted_by_the_second_viewer_and_else_comes_home() -> None:
    for answer, after in (("accept", ["2S", "5c", "4c", ""]), ("leave", ["4c", "5c", "2S", ""])):
        match = offers(dealing("4c", "5c", "2S", "").dealing(), green="price 4; put stone 2; seal")
        seal(match, *["leave"] * 4)
        assert state(match).held[RED] == [EYE, 4, 0, heap("2S")]
        seal(match, answer, "leave", "leave", "leave")
        assert all_goods(match) == after
        home = [event for event in match.story(GREEN) if isinstance(event, events.ChestCameHome)]
        assert home[GREEN].accepted == (answer == "accept")
        assert home[RED].accepted is None


def test_all_or_nothing_everything_in_the_chest_goes_for_the_whole_price() -> None:
    match = offers(
        dealing("1W 1M 3c", "", "", "").dealing(), red="price 7; put wood 1; put marble 1; put coins 3; seal"
    )
    assert goods(match, RED) == ""
    seal(match, "leave", "leave", "leave", "borrow 4; accept")  # the three coins in it help to pay (DP-28)
    seal(match, *["leave"] * 4)
    assert (goods(match, RED), goods(match, YELLOW)) == ("7c", "1W 1M")
    assert everyone(state(match).debt) == [0, 0, 0, 4]


def test_prices_by_role() -> None:
    match = dealing("", "", "", "").dealing()
    coins = [str(n) for n in range(2, 8)]
    assert offered(match, "price", seat=RED) == offered(match, "price", seat=BLUE) == coins
    assert offered(match, "price", seat=GREEN) == [*coins[:-1], "1 soul"]
    assert offered(match, "price", seat=YELLOW) == ["1 soul", "2 souls"]
    assert why_not(match, GREEN, "price 7") == "not_your_price"
    assert why_not(match, GREEN, "price 2 souls") == "not_your_price"
    assert why_not(match, YELLOW, "price 2") == "not_your_price"
    assert why_not(match, RED, "price 1 soul") == "not_your_price"


def test_offers_hold_resources_and_coins_never_fragments() -> None:
    match = dealing("1W 1S 1H 1G 1M 2c", "", "", "").dealing()
    match.choose(RED, "price 2")
    assert offered(match, "put", seat=RED) == [
        "wood 1",
        "stone 1",
        "wheat 1",
        "glass 1",
        "marble 1",
        "coins 1",
        "coins 2",
    ]
    for text in ("put soul 1", "put pure 1", "put tainted 1", "put fragment 1"):
        with pytest.raises(UnknownChoice):
            match.choose(RED, text)
    assert why_not(match, RED, "put indulgence 1") == "not_by_these_rules"
    assert why_not(match, RED, "put jester 1") == "not_by_these_rules"


# == Paid with fragments ==============================================================================================
def test_a_fragment_for_the_devil() -> None:
    match = offers(dealing("", "", "", "1M 1W").dealing(), yellow="price 1 soul; put wood 1; put marble 1; seal")
    seal(match, "accept", "leave", "leave", "leave")
    assert (goods(match, RED), souls(match)) == ("1W 1M", ["2+0", "3+0", "0+2", "0+0"])
    assert state(match).held[GREEN] == [HORNS, 17, 1, 0]
    seal(match, *["leave"] * 4)
    assert souls(match) == ["2+0", "3+0", "0+2", "1+0"]


@pytest.mark.parametrize(("own", "price", "ways"), [
    ("0+2", "1 soul", ["1 tainted"]), ("0+2", "2 souls", ["2 tainted"]), ("1+2", "1 soul", ["", "1 tainted"]),
    ("2+1", "2 souls", ["", "1 tainted"]), ("1+1", "2 souls", ["1 tainted"]),
    ("2+2", "2 souls", ["", "1 tainted", "2 tainted"]), ("1+0", "2 souls", []), ("0+0", "1 soul", []),
])  # fmt: skip
def test_a_payer_of_fragments_chooses_pure_or_tainted_ones(own: str, price: str, ways: list[str]) -> None:
    pure, worse = (int(n) for n in own.split("+"))
    position = dealing("", "", "", "1W")
    position.souls(f"{3 - min(pure, 3)}", "3", own, f"{pure - min(pure, 3)}+{2 - worse}")
    match = offers(position.dealing(), yellow=f"price {price}; put wood 1; seal")
    seal(match, *["leave"] * 4)  # the cultist sees it second
    assert offered(match, "accept", seat=GREEN) == ways
    if not ways:
        assert why_not(match, GREEN, "accept") == "no_souls_to_pay"
        return
    before = souls(match)
    alone(match, GREEN, f"accept {ways[-1]}".strip(), "leave")
    n = int(price[0])
    dirty = int(ways[-1][:1] or 0)
    assert souls(match)[GREEN] == f"{pure - n + dirty}+{worse - dirty}"
    assert souls(match)[:2] == before[:2]
    assert souls(match)[YELLOW] == f"{pure - min(pure, 3) + n - dirty}+{2 - worse + dirty}"


def test_a_bought_fragment_may_be_sold_again_even_to_the_cultist() -> None:
    """The rulebook: "Oui, le diable peut vendre un fragment d'âme à l'adepte": in the special round, once a game."""
    special = next(k for k, rounds in enumerate(SCHEDULES) if rounds[1][1][EYE] == HORNS)
    position = Position(2).set(schedule=special).souls("2", "3", "0+1", "1+1").goods(GREEN, "1M")
    match = seal(
        position.dealing(), "price 2; seal", "price 2; seal", "price 1 soul; put marble 1; seal", "price 1 soul; seal"
    )
    seal(match, *["leave"] * 4)
    assert offered(match, "accept", seat=YELLOW) == ["", "1 tainted"]
    alone(match, YELLOW, "accept 1 tainted", "leave")
    assert (souls(match), goods(match, YELLOW)) == (["2+0", "3+0", "0+2", "1+0"], "1M")


def test_dp_33_the_second_viewer_sees_how_many_fragments_were_paid_not_which() -> None:
    faces = []  # in round 3 the cultist sees the devil's chest first
    for answer in ("accept", "accept 1 tainted"):
        position = Position(3).set(schedule=0).goods(YELLOW, "1W").souls("2", "3", "1+2", "0")
        match = offers(position.dealing(), yellow="price 1 soul; put wood 1; seal")
        alone(match, GREEN, answer, "leave")
        viewer = next(seat for seat in range(4) if state(match).held[seat][0] == HORNS)
        faces.append((match.view(viewer)["held"][viewer], match.view(viewer)["soul_payment"]))
        seal(match, *["leave"] * 4)
        assert souls(match)[YELLOW] == ("1+0" if answer == "accept" else "0+1")  # its owner sees it
    assert faces[0] == faces[1]


# == Money for it =====================================================================================================
def test_dp_28_what_is_in_a_chest_may_be_sold_to_pay_its_price() -> None:
    match = offers(dealing("", "", "2M", "").one(BLUE, debt=10).dealing(), green="price 4; put marble 2; seal")
    assert "accept" not in offered(match, seat=BLUE)
    assert why_not(match, BLUE, "accept") == "cannot_pay_price"
    match.choose(BLUE, "sell marble 2")
    assert offered(match, seat=BLUE) == ["accept"]  # they are his only if he accepts
    assert why_not(match, BLUE, "leave") == "contents_sold"
    alone(match, BLUE, "accept", "leave")
    seal(match, *["leave"] * 4)
    assert (goods(match, BLUE), goods(match, GREEN)) == ("", "4c")


def test_a_price_that_cannot_be_paid() -> None:
    match = offers(dealing("", "1c", "1W", "").one(BLUE, debt=8).dealing(), green="price 5; put wood 1; seal")
    assert why_not(match, BLUE, "accept") == "cannot_pay_price"  # 1 coin, 2 by a loan, 1 for the wood
    assert "accept" not in " ".join(offered(match, seat=BLUE))
    match = offers(dealing("", "1c", "1W", "").one(BLUE, debt=8).dealing(), green="price 4; put wood 1; seal")
    match.choose(BLUE, "sell wood 1", "borrow 2", "accept")


def test_dp_22_every_answer_to_a_chest_may_carry_trades() -> None:
    match = offers(dealing("3c", "4c 2W", "2S", "").dealing(), green="price 4; put stone 2; seal")
    seal(match, "buy wood 1; leave", "sell wood 2; borrow 1; accept", "borrow 2; leave", "leave")
    assert all_goods(match) == ["1W", "2S 3c", "2c", ""]
    seal(match, "borrow 1; leave", "leave", "leave", "leave")  # red holds the paid chest
    assert goods(match, RED) == "1W 1c"
    traded = [(event.seat, event.borrowed) for event in told(match, events.Traded)]
    assert traded == [(0, 0), (1, 1), (2, 2), (0, 1)]


def test_repaying_is_not_for_this_phase() -> None:
    match = dealing("5c", "", "", "").one(RED, debt=3).dealing()
    assert offered(match, "repay", seat=RED) == []
    assert why_not(match, RED, "repay 1") == "repay_when"
    offers(match)
    assert why_not(match, RED, "repay 1") == "repay_when"


def test_dp_33_an_empty_chest_may_be_accepted() -> None:
    match = offers(dealing("", "3c", "", "").dealing(), green="price 3; seal")
    seal(match, "leave", "accept", "leave", "leave")
    seal(match, *["leave"] * 4)
    assert all_goods(match) == ["", "", "3c", ""]


def test_what_was_taken_first_can_be_spent_in_the_second_distribution() -> None:
    match = offers(dealing("", "5c", "1W", "1W 3c").dealing(), green="price 3; put wood 1; seal",
                   yellow="price 1 soul; put wood 1; put coins 3; seal")  # fmt: skip
    seal(match, "accept", "leave", "leave", "leave")  # the dove has three coins of the devil now
    assert goods(match, RED) == "1W 3c"
    seal(match, "accept", "leave", "leave", "leave")  # and buys the cultist's wood with them
    assert (all_goods(match), souls(match)[YELLOW]) == (["2W", "5c", "3c", ""], "1+0")


# == Who sees what ====================================================================================================
def test_dp_16_an_owner_learns_neither_who_accepted_nor_when() -> None:
    views = []
    for first in (True, False):
        match = offers(dealing("4c", "4c", "2S", "").dealing(), green="price 4; put stone 2; seal")
        alone(match, BLUE, "accept" if first else "leave", "leave")
        alone(match, RED, "leave" if first else "accept", "leave")
        assert [goods(match, seat) for seat in (RED, BLUE)] == (["4c", "2S"] if first else ["2S", "4c"])
        views.append({name: value for name, value in match.view(GREEN).fields.items() if name != "sealed"})
    assert views[0] == views[1]


def test_nobody_else_sees_an_offer_a_chest_or_an_answer() -> None:
    match = offers(dealing("", "5c", "2S", "").dealing(), green="price 4; put stone 2; seal")
    for seat in (RED, BLUE, YELLOW, None):
        view = match.view(seat)
        assert (view["in_chest"], view["taken"], view["schedule"], view["soul_payment"]) == (None,) * 4
        assert view["price"][GREEN] is None
        assert view["offer"][GREEN] is None
        assert [chest is None for chest in view["held"]] == [at != seat for at in range(4)]
    seal(match, "leave", "accept", "leave", "leave")
    seen = [event for event in match.story(RED) if isinstance(event, events.AnsweredChest)]
    assert [event.accepted for event in seen] == [False, None, None, None]


# == For experts ======================================================================================================
def test_jesters_may_be_offered_and_are_ignored_by_who_accepts() -> None:
    match = offers(
        dealing("", "4c", "2S", "", jesters=True).dealing(), green="price 4; put stone 2; put jester 3; seal"
    )
    assert told_heap(state(match).held[BLUE][3]) == "2S 3J"
    seal(match, "leave", "add jester; accept", "leave", "leave")
    assert told_heap(state(match).held[RED][3]) == "4J"
    assert why_not(match, RED, "add jester") == "chest_paid"
    seal(match, *["leave"] * 4)
    assert all_goods(match) == ["5J", "2S 4J", "5J 4c", ""]  # they come home to the owner of the chest


def test_dp_31_a_jester_may_be_added_to_a_chest_that_one_leaves_but_once() -> None:
    match = offers(dealing("", "", "1W", "", jesters=True).dealing(), green="price 4; put wood 1; seal")
    assert why_not(match, YELLOW, "add jester") == "not_yours"  # the devil starts with none
    match.choose(BLUE, "add jester")
    assert offered(match, seat=BLUE) == ["leave"]
    seal(match, *["leave"] * 4)
    assert told_heap(state(match).held[RED][3]) == "1W 1J"
    seal(match, *["leave"] * 4)
    assert all_goods(match) == ["5J", "4J", "1W 5J", ""]


def test_without_the_option_there_are_no_jesters_and_no_indulgences_in_offers() -> None:
    match = offers(dealing("", "", "1W", "").one(RED, indulgences=2).dealing())
    assert why_not(match, BLUE, "add jester") == "not_by_these_rules"


def test_indulgences_may_be_offered_but_never_stand_for_a_fragment() -> None:
    position = dealing("2I", "5c", "", "1W", indulgences=True).souls("0", "3", "0+2", "3")
    match = position.dealing()
    assert match.view(None)["indulgences"] == [0, 0, 0, 0]  # they lie behind the walls (DP-38)
    offers(match, red="price 7; put indulgence 1; seal", yellow="price 1 soul; put wood 1; seal")
    assert why_not(match, RED, "accept") == "no_souls_to_pay"  # he has an indulgence left, but no fragment
    alone(match, YELLOW, "borrow 7; accept", "leave")
    seal(match, *["leave"] * 4)
    assert (goods(match, RED), goods(match, YELLOW)) == ("1I 7c", "1W 1I")
