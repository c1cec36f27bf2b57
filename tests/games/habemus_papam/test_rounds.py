"""The preparation, phase 1 with both smokes, and the last round."""

from fractions import Fraction

import pytest

from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.components import BLACK, NO_SMOKE_YET, WHITE
from tests.games.habemus_papam import tables
from tests.games.habemus_papam.tables import GAME, ORDER, RULEBOOKS, Position, bag, bid, gold, on_offer, out, seal
from tests.games.playing import asked, offered, play, told


# == Preparation ======================================================================================================
@pytest.mark.parametrize("seats", [3, 4])
def test_hp_23_the_first_camerlengo_is_drawn_by_lot(seats: int) -> None:
    match = GAME.new(seats, by_hand=True)
    ask = match.asks()[DEALER]
    assert ask.texts == [f"camerlengo {seat}" for seat in range(seats)]
    assert ask.weights is None  # all alike
    play(match, "camerlengo 2")
    assert match.view(None)["camerlengo"] == 2
    assert told(match, events.BecameCamerlengo) == [events.BecameCamerlengo(2)]


@pytest.mark.parametrize("seats", [3, 4])
def test_everybody_gets_two_orders_in_secret_and_the_rest_is_out_of_the_game_unseen(seats: int) -> None:
    match = play(GAME.new(seats, by_hand=True), "camerlengo 0")
    assert match.asks()[DEALER].weights == (2, 1, 1, 1, 1, 1, 1)
    dealt = ["four-arms", "four-arms", "france", "leaders", "spain-urban", "felipe-mazarin", "innocent-urban"]
    play(match, *(f"order {name}" for name in [*dealt, "spain-innocent"][: 2 * seats]))
    assert match.view(0)["orders"] == [bag("four-arms four-arms", ORDER), *[None] * (seats - 1)]
    assert match.view(1)["orders"][1] == bag("france leaders", ORDER)
    assert match.view(None)["order_count"] == [2] * seats
    assert match.view(0)["order_box"] is None
    assert tables.state(match).order_box == (bag("innocent-urban spain-innocent", ORDER) if seats == 3 else 0)
    own = [event.order for event in match.story(1) if isinstance(event, events.GotOrder)]
    assert own == [None, None, ORDER["france"], ORDER["leaders"], *[None] * (2 * seats - 4)]


def test_the_first_round_turns_up_a_card_of_each_deck() -> None:
    match = GAME.new(4, by_hand=True)
    play(match, "camerlengo 0", *(["order four-arms"] * 2), "order france", "order leaders", "order spain-urban")
    play(match, "order felipe-mazarin", "order innocent-urban", "order spain-innocent")
    assert len(offered(match)) == 18
    assert match.asks()[DEALER].weights is None
    play(match, "turn Lugo")
    assert match.asks()[DEALER].weights == (5, 5, 3, 1, 1, 1, 1, 1)
    play(match, "turn louis")
    assert match.asks()[DEALER].weights == (2, 2, 2, 2, 3, 3, 1, 1, 1, 1)
    play(match, "turn Medici")
    assert on_offer(match) == "Lugo louis Medici camerlengo"
    assert {ask.step for ask in match.asks().values()} == {"bidding"}  # HP-18: no action cards


# == HP-10: where the smoke is ========================================================================================
def chance_of_smoke(smoke: int, turned_up: int) -> Fraction:
    """How likely the next card of the cardinal deck is smoke."""
    match = Position().set(smoke=smoke).turned_up(turned_up).revealing()
    ask = match.asks()[DEALER]
    if ask.step != "smoke":
        return Fraction(0)
    assert ask.weights is not None
    weights = dict(zip(ask.texts, ask.weights, strict=True))
    return Fraction(weights["smoke"], sum(weights.values()))


def places(smoke: int, last: int) -> dict[int, Fraction]:
    """How likely the smoke lies under so many cardinals."""
    still = Fraction(1)
    found = {}
    for turned_up in range(last + 1):
        here = still * chance_of_smoke(smoke, turned_up)
        still -= here
        if here:
            found[turned_up] = here
    assert still == 0
    return found


def test_hp_10_where_the_smoke_lies() -> None:
    # Black smoke lies under 8, 9 or 10 cardinals each as likely.
    assert places(NO_SMOKE_YET, 10) == {8: Fraction(1, 3), 9: Fraction(1, 3), 10: Fraction(1, 3)}
    # White smoke is mixed among the last three cards.
    assert places(BLACK, 18) == dict.fromkeys((15, 16, 17, 18), Fraction(1, 4))
    # The black smoke comes once.
    for turned_up in range(8, 15):
        assert chance_of_smoke(BLACK, turned_up) == 0


# == Black smoke ======================================================================================================
def black(**courts: str) -> Match:
    """Black smoke rises after eight cardinals."""
    position = Position()
    for seat, there in courts.items():
        position.court(int(seat[1:]), there)
    return position.turned_up(8).revealing()


def test_black_smoke_is_replaced_by_the_next_cardinal_then_gold_is_paid() -> None:
    match = play(black(_0="Lugo Sforza", _1="Hessen"), "smoke")
    assert asked(match) == (DEALER, "reveal")
    assert offered(match)[0].startswith("turn ")
    assert gold(match) == [20, 20, 20, 20]
    play(match, "turn Trivulzio", "turn louis", "turn ten")
    assert (on_offer(match), gold(match)) == ("Trivulzio louis ten camerlengo", [30, 25, 20, 20])
    assert {ask.step for ask in match.asks().values()} == {"drop_order"}
    assert (match.view(None)["smoke"], told(match, events.SmokeRose)) == (BLACK, [events.SmokeRose(False)])


def test_rulebook_black_smoke_example() -> None:
    """Brigitte has four cardinals with a bag of gold before her: 20 gold. Leaders, late cardinals and politics have
    none."""
    position = Position().court(1, "Lugo Chigi Bichi Ginetti Medici Harrach").favours(1, "mazarin")
    match = play(position.turned_up(9).revealing(), "smoke", "turn Trivulzio", "turn louis", "turn ten")
    assert gold(match) == [20, 40, 20, 20]
    assert told(match, events.Income) == [events.Income(seat, 20 * (seat == 1)) for seat in range(4)]


def test_gold_is_paid_at_the_black_smoke_only() -> None:
    # The cardinal turned up in the place of the smoke is not paid for yet.
    match = play(black(), "smoke", "turn Trivulzio", "turn louis", "turn ten")
    assert gold(match) == [20] * 4
    seal(match, "drop four-arms", "drop spain-urban", "drop france", "drop four-arms")
    bid(match, "D", "", "", "")
    play(match, "take Trivulzio")
    assert (tables.court(match, 0), gold(match)[0]) == ("Trivulzio", 20)
    # Bags of gold mean nothing after the black smoke.
    position = Position().court(0, "Lugo").set(smoke=BLACK)
    match = position.turned_up(12).revealing()
    play(match, offered(match)[0], "turn louis", "turn ten")
    assert {ask.step for ask in match.asks().values()} == {"bidding"}
    assert gold(match) == [20] * 4
    # Without smoke the round goes on.
    match = play(black(_0="Lugo"), "no smoke", "turn Trivulzio", "turn louis", "turn ten")
    assert (gold(match), match.view(None)["smoke"]) == ([20] * 4, NO_SMOKE_YET)
    assert {ask.step for ask in match.asks().values()} == {"bidding"}


def test_everybody_gives_up_one_of_his_orders_unseen() -> None:
    match = play(black(), "smoke", "turn Trivulzio", "turn louis", "turn ten")
    assert offered(match, seat=2) == ["drop france", "drop leaders"]
    match.choose(2, "drop leaders")
    assert match.view(0)["sealed"][2] is None
    assert match.view(0)["faces"] == [0, 0, 0, 0]
    match.choose(0, "drop four-arms")
    match.choose(1, "drop spain-urban")
    match.choose(3, "drop four-arms")
    assert match.view(2)["orders"][2] == bag("france", ORDER)
    assert match.view(2)["dropped"] == [None, None, ORDER["leaders"], None]
    assert (match.view(None)["order_count"], match.view(None)["dropped"]) == ([1, 1, 1, 1], [None] * 4)
    dropped = [event.order for event in match.story(2) if isinstance(event, events.DroppedOrder)]
    assert dropped == [None, None, ORDER["leaders"], None]
    assert {ask.step for ask in match.asks().values()} == {"bidding"}  # and the game goes on with phase 2


def test_two_equal_orders_leave_one_of_them() -> None:
    position = Position(3).orders(0, "four-arms four-arms").orders(1, "france leaders")
    match = position.orders(2, "spain-urban felipe-mazarin").turned_up(8).revealing()
    play(match, "smoke", "turn Trivulzio", "turn louis", "turn ten")
    assert offered(match, seat=0) == ["drop four-arms"]
    seal(match, "drop four-arms", "drop leaders", "drop spain-urban")
    assert match.view(0)["orders"][0] == bag("four-arms", ORDER)


# == White smoke (HP-4, HP-11) ========================================================================================
def white(after: int, rulebook: str, seats: int = 4) -> Match:
    """White smoke rises after so many cardinals; the others were turned up in the order of their numbers."""
    position = Position(seats, rulebook=rulebook).set(smoke=BLACK)
    for seat in range(seats):
        position.orders(seat, ("four-arms", "spain-urban", "france", "leaders")[seat])
    match = play(position.turned_up(after).revealing(), "smoke")
    assert (match.view(None)["smoke"], told(match, events.SmokeRose)) == (WHITE, [events.SmokeRose(True)])
    return match


@pytest.mark.parametrize("after", [15, 16, 17])
@pytest.mark.parametrize("seats", [3, 4])
def test_hp_4_french_all_remaining_cards_of_the_three_decks_are_turned_up(after: int, seats: int) -> None:
    match = white(after, "french", seats)
    left = 18 - after
    assert {ask.step for ask in match.asks().values()} == {"bidding"}  # nothing else to be turned up
    assert len(on_offer(match).split()) == 3 * left + 1
    view = match.view(None)
    assert (view["cardinals"], view["politics"], view["actions"]) == (0, 0, 0)
    assert len(told(match, events.TurnedUpCardinal)) == left
    assert (len(told(match, events.TurnedUpPolitics)), len(told(match, events.TurnedUpAction))) == (left, left)


@pytest.mark.parametrize("after", [15, 16, 17])
@pytest.mark.parametrize("seats", [3, 4])
def test_hp_4_italian_it_is_replaced_by_the_next_cardinal(after: int, seats: int) -> None:
    match = white(after, "italian", seats)
    for deck in ("cardinals", "politics", "actions"):
        assert asked(match) == (DEALER, "reveal")
        before = match.view(None)[deck]
        play(match, offered(match)[0])
        assert match.view(None)[deck] != before
    assert len(on_offer(match).split()) == 4
    assert {ask.step for ask in match.asks().values()} == {"bidding"}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("after", [15, 16, 17, 18])
@pytest.mark.parametrize("seats", [3, 4])
def test_hp_4_it_is_the_last_round(after: int, rulebook: str, seats: int) -> None:
    match = white(after, rulebook, seats)
    assert match.view(None)["round"] == after + 1
    while asked_step(match) == "reveal":
        play(match, offered(match)[0])
    bid(match, *[""] * seats)
    while not match.over:
        play(match, offered(match)[0])
    assert (match.reason, match.view(None)["round"]) == ("white_smoke", after + 1)
    assert on_offer(match) in ("", "camerlengo")  # what nobody took is out of the game
    assert len(told(match, events.Counted)) == 1


def asked_step(match: Match) -> str:
    return next(iter(match.asks().values())).step


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_hp_11_white_smoke_as_the_very_last_card_makes_a_nineteenth_round(rulebook: str) -> None:
    """Only the Camerlengo card is on offer; one takes it, and the others nothing."""
    match = white(18, rulebook)
    assert (match.view(None)["round"], on_offer(match)) == (19, "camerlengo")
    bid(match, "", "A", "", "")
    assert (tables.ranking(match), offered(match)) == ([1, 0, 2, 3], ["take camerlengo"])
    play(match, "take camerlengo")
    assert told(match, events.FoundNothing) == [events.FoundNothing(seat) for seat in (0, 2, 3)]
    assert (tables.gems_of(match, 1), gold(match)) == ("DDDDRRSSSAAA", [20, 21, 20, 20])
    assert match.over


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_hp_11_action_cards_may_still_be_played_in_it(rulebook: str) -> None:
    position = Position(rulebook=rulebook).set(smoke=BLACK).hand(0, "ten")
    assert gold(seal(play(position.turned_up(18).revealing(), "smoke"), "place ten", "-", "-", "-"))[0] == 30


def test_hp_4_french_in_the_last_round_one_may_choose_among_more_than_four_cards() -> None:
    """A player takes one of them; the others are out of the game at the end."""
    match = bid(white(16, "french", 3), "D", "", "")
    assert on_offer(match) == "Lugo Trivulzio mazarin mazarin ten ten camerlengo"
    before = len(out(match).split())
    play(match, "take Trivulzio", "take Lugo")
    assert offered(match) == ["take mazarin", "take ten", "take camerlengo"]
    play(match, "take mazarin")
    assert match.over
    assert len(out(match).split()) == before + 3


def test_after_the_black_smoke_only_the_white_one_ends_the_game() -> None:
    match = play(Position().set(smoke=BLACK).turned_up(17).revealing(), "no smoke")
    assert (asked(match), match.view(None)["smoke"]) == ((DEALER, "reveal"), BLACK)
