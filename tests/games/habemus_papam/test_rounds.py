"""The preparation, phase 1 with both smokes, and the last round."""

from fractions import Fraction
from itertools import product

import pytest

from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.components import BLACK, NO_SMOKE_YET, WHITE
from tests.games.habemus_papam import tables
from tests.games.habemus_papam.tables import GAME, ORDER, RULEBOOKS, Position, bag, bid, gold, on_offer, seal, steps
from tests.games.playing import asked, offered, play, told


@pytest.mark.parametrize("seats", [3, 4])
def test_the_preparation_and_the_first_cards(seats: int) -> None:
    # HP-23: the first Camerlengo is drawn by lot.
    match = GAME.new(seats, by_hand=True)
    ask = match.asks()[DEALER]
    assert (ask.texts, ask.weights) == ([f"camerlengo {seat}" for seat in range(seats)], None)  # all alike
    play(match, "camerlengo 2")
    assert match.view(None)["camerlengo"] == 2
    assert told(match, events.BecameCamerlengo) == [events.BecameCamerlengo(2)]
    # Everybody gets two orders in secret, and the rest is out of the game unseen.
    assert match.asks()[DEALER].weights == (2, 1, 1, 1, 1, 1, 1)
    dealt = ["four-arms", "four-arms", "france", "leaders", "spain-urban", "felipe-mazarin", "innocent-urban"]
    play(match, *(f"order {name}" for name in [*dealt, "spain-innocent"][: 2 * seats]))
    assert match.view(0)["orders"] == [bag("four-arms four-arms", ORDER), *[None] * (seats - 1)]
    assert match.view(1)["orders"][1] == bag("france leaders", ORDER)
    assert (match.view(None)["order_count"], match.view(0)["order_box"]) == ([2] * seats, None)
    assert tables.state(match).order_box == (bag("innocent-urban spain-innocent", ORDER) if seats == 3 else 0)
    own = [event.order for event in match.story(1) if isinstance(event, events.GotOrder)]
    assert own == [None, None, ORDER["france"], ORDER["leaders"], *[None] * (2 * seats - 4)]
    # The first round turns up a card of each deck.
    assert (len(offered(match)), match.asks()[DEALER].weights) == (18, None)
    play(match, "turn Lugo")
    assert match.asks()[DEALER].weights == (5, 5, 3, 1, 1, 1, 1, 1)
    play(match, "turn louis")
    assert match.asks()[DEALER].weights == (2, 2, 2, 2, 3, 3, 1, 1, 1, 1)
    play(match, "turn Medici")
    assert (on_offer(match), steps(match)) == ("Lugo louis Medici camerlengo", {"bidding"})  # HP-18: no action cards


def test_hp_10_where_the_smoke_lies() -> None:
    """Black under 8, 9 or 10 cardinals, white among the last three cards, each as likely; and black comes once."""
    for smoke, places in ((NO_SMOKE_YET, (8, 9, 10)), (BLACK, (15, 16, 17, 18))):
        still = Fraction(1)
        for turned_up in range(places[-1] + 1):
            ask = Position().set(smoke=smoke).turned_up(turned_up).revealing().asks()[DEALER]
            weights = dict(zip(ask.texts, ask.weights or [1] * len(ask), strict=True))
            here = still * Fraction(weights.get("smoke", 0), sum(weights.values()))
            assert here == (Fraction(1, len(places)) if turned_up in places else 0), (smoke, turned_up)
            still -= here


def black(position: Position, answer: str = "smoke", after: int = 8) -> Match:
    """Black smoke rises after eight cardinals, or it does not."""
    return play(position.turned_up(after).revealing(), answer)


def turn(match: Match) -> Match:
    return play(match, "turn Trivulzio", "turn louis", "turn ten")


def test_black_smoke_is_replaced_by_the_next_cardinal_then_gold_is_paid() -> None:
    match = black(Position().court(0, "Lugo Sforza").court(1, "Hessen"))
    assert asked(match) == (DEALER, "reveal")
    assert offered(match)[0].startswith("turn ")
    assert gold(match) == [20, 20, 20, 20]
    turn(match)
    assert (on_offer(match), gold(match)) == ("Trivulzio louis ten camerlengo", [30, 25, 20, 20])
    assert (steps(match), match.view(None)["smoke"]) == ({"drop_order"}, BLACK)
    assert told(match, events.SmokeRose) == [events.SmokeRose(False)]
    # The rulebook's example: Brigitte has four cardinals with a bag of gold before her: 20 gold. Leaders, late
    # cardinals and politics have none.
    position = Position().court(1, "Lugo Chigi Bichi Ginetti Medici Harrach").favours(1, "mazarin")
    match = turn(black(position, after=9))
    assert gold(match) == [20, 40, 20, 20]
    assert told(match, events.Income) == [events.Income(seat, 20 * (seat == 1)) for seat in range(4)]


def test_gold_is_paid_at_the_black_smoke_only() -> None:
    # The cardinal turned up in the place of the smoke is not paid for yet.
    match = turn(black(Position()))
    assert gold(match) == [20] * 4
    seal(match, "drop four-arms", "drop spain-urban", "drop france", "drop four-arms")
    play(bid(match, "D", "", "", ""), "take Trivulzio")
    assert (tables.court(match, 0), gold(match)[0]) == ("Trivulzio", 20)
    # Bags of gold mean nothing after the black smoke, nor without smoke.
    match = Position().court(0, "Lugo").set(smoke=BLACK).turned_up(12).revealing()
    play(match, offered(match)[0], "turn louis", "turn ten")
    assert (steps(match), gold(match)) == ({"bidding"}, [20] * 4)
    match = turn(black(Position().court(0, "Lugo"), "no smoke"))
    assert (steps(match), gold(match), match.view(None)["smoke"]) == ({"bidding"}, [20] * 4, NO_SMOKE_YET)
    match = black(Position().set(smoke=BLACK), "no smoke", after=17)
    assert (asked(match), match.view(None)["smoke"]) == ((DEALER, "reveal"), BLACK)


def test_everybody_gives_up_one_of_his_orders_unseen() -> None:
    match = turn(black(Position()))
    assert offered(match, seat=2) == ["drop france", "drop leaders"]
    match.choose(2, "drop leaders")
    assert (match.view(0)["sealed"][2], match.view(0)["faces"]) == (None, [0, 0, 0, 0])
    seal(match, "drop four-arms", "drop spain-urban", "-", "drop four-arms")
    assert match.view(2)["orders"][2] == bag("france", ORDER)
    assert match.view(2)["dropped"] == [None, None, ORDER["leaders"], None]
    assert (match.view(None)["order_count"], match.view(None)["dropped"]) == ([1, 1, 1, 1], [None] * 4)
    dropped = [event.order for event in match.story(2) if isinstance(event, events.DroppedOrder)]
    assert dropped == [None, None, ORDER["leaders"], None]
    assert steps(match) == {"bidding"}  # and the game goes on with phase 2
    # Of two equal orders one is left.
    position = Position(3).orders(0, "four-arms four-arms").orders(1, "france leaders")
    match = turn(black(position.orders(2, "spain-urban felipe-mazarin")))
    assert offered(match, seat=0) == ["drop four-arms"]
    seal(match, "drop four-arms", "drop leaders", "drop spain-urban")
    assert match.view(0)["orders"][0] == bag("four-arms", ORDER)


def white(after: int, rulebook: str, seats: int = 4) -> Match:
    """White smoke rises after so many cardinals; the others were turned up in the order of their numbers."""
    position = Position(seats, rulebook=rulebook).set(smoke=BLACK)
    for seat in range(seats):
        position.orders(seat, ("four-arms", "spain-urban", "france", "leaders")[seat])
    match = play(position.turned_up(after).revealing(), "smoke")
    assert (match.view(None)["smoke"], told(match, events.SmokeRose)) == (WHITE, [events.SmokeRose(True)])
    return match


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_hp_4_the_last_round(rulebook: str) -> None:
    """By the French rulebook all remaining cards of the three decks are turned up, by the Italian one the next."""
    for after, seats in product((15, 16, 17, 18), (3, 4)):
        match, left = white(after, rulebook, seats), 18 - after
        assert match.view(None)["round"] == after + 1
        for deck in ("cardinals", "politics", "actions") if rulebook == "italian" and left else ():
            assert asked(match) == (DEALER, "reveal")
            before = match.view(None)[deck]
            assert play(match, offered(match)[0]).view(None)[deck] != before
        each = left if rulebook == "french" else min(left, 1)
        assert (steps(match), len(on_offer(match).split())) == ({"bidding"}, 3 * each + 1)
        for kind in (events.TurnedUpCardinal, events.TurnedUpPolitics, events.TurnedUpAction):
            assert len(told(match, kind)) == each
        rest = [match.view(None)[deck] for deck in ("cardinals", "politics", "actions")]
        assert rest == [0, 0, 0] or each < left, "nothing else is to be turned up"
        bid(match, *[""] * seats)
        while not match.over:
            play(match, offered(match)[0])
        assert (match.reason, match.view(None)["round"]) == ("white_smoke", after + 1)
        assert on_offer(match) in ("", "camerlengo")  # what nobody took is out of the game
        assert len(told(match, events.Counted)) == 1


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_hp_11_white_smoke_as_the_very_last_card_makes_a_nineteenth_round(rulebook: str) -> None:
    """Only the Camerlengo card is on offer; one takes it, and the others nothing. Action cards may still be played."""
    match = white(18, rulebook)
    assert (match.view(None)["round"], on_offer(match)) == (19, "camerlengo")
    bid(match, "", "A", "", "")
    assert (tables.ranking(match), offered(match)) == ([1, 0, 2, 3], ["take camerlengo"])
    play(match, "take camerlengo")
    assert told(match, events.FoundNothing) == [events.FoundNothing(seat) for seat in (0, 2, 3)]
    assert (tables.gems_of(match, 1), gold(match), match.over) == ("DDDDRRSSSAAA", [20, 21, 20, 20], True)
    match = black(Position(rulebook=rulebook).set(smoke=BLACK).hand(0, "ten"), after=18)
    assert gold(seal(match, "place ten", "-", "-", "-"))[0] == 30


def test_hp_4_french_in_the_last_round_one_may_choose_among_more_than_four_cards() -> None:
    """A player takes one of them; the others are out of the game at the end."""
    match = bid(white(16, "french", 3), "D", "", "")
    assert on_offer(match) == "Lugo Trivulzio mazarin mazarin ten ten camerlengo"
    before = len(tables.out(match).split())
    play(match, "take Trivulzio", "take Lugo")
    assert offered(match) == ["take mazarin", "take ten", "take camerlengo"]
    play(match, "take mazarin")
    assert (match.over, len(tables.out(match).split())) == (True, before + 3)
