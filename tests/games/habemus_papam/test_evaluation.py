"""What bots think of a position of 1655 – Habemus Papam, and that they do nothing silly with it."""

from typing import Any

import pytest

from eminence.bots import bot
from eminence.core.match import Match
from eminence.core.state import State
from eminence.games.habemus_papam.components import BLACK, WHITE
from eminence.games.habemus_papam.evaluation import outlook
from eminence.games.habemus_papam.prospects import rounds_after
from tests.games.habemus_papam.tables import GAME, Position, bid, state
from tests.games.playing import curious, play


def votes(match: Match) -> list[float]:
    """The votes that everybody may expect."""
    return outlook(state(match))


def turned(game: State, options: dict[str, Any]) -> State:
    """The same state with everybody one seat further on."""
    n = int(game.seats)
    form = GAME.to_json(game)
    for name in [name for name, value in form.items() if isinstance(value, list) and name not in ("ranking", "steps")]:
        form[name] = form[name][-1:] + form[name][:-1]
    for name in ("camerlengo", "acting", "asked"):
        form[name] = form[name] if form[name] < 0 else (form[name] + 1) % n
    form["ranking"] = [(seat + 1) % n for seat in form["ranking"]]
    form["waiting"] = sum(1 << (seat + 1) % n for seat in range(n) if form["waiting"] >> seat & 1)
    return GAME.from_json(n, options, form)


def test_it_favours_no_seat() -> None:
    for number, match in enumerate(curious(GAME, "turned")):
        if number % 9 == 0 and match.view(None)["round"]:
            further = turned(match._state, match.options)
            assert sum(further.evaluate(seat) for seat in range(match.seats)) == pytest.approx(1)
            for seat in range(match.seats):
                after = further.evaluate((seat + 1) % match.seats)
                assert after == pytest.approx(match._state.evaluate(seat))


def test_the_rounds_that_are_still_to_come() -> None:
    """The white smoke rises after the fifteenth to the eighteenth cardinal, each as likely (HP-10)."""
    positions = [Position().turned_up(cardinals).bidding() for cardinals in (1, 8, 15, 16, 17, 18)]
    assert [rounds_after(state(match)) for match in positions] == [16.5, 9.5, 2.5, 2.0, 1.5, 1.0]


GOOD_TO_HAVE = [
    (Position().court(0, "Lugo"), Position()),
    (Position().favours(0, "louis louis louis"), Position().favours(0, "louis louis")),
    *((Position().favours(0, king), Position()) for king in ("mazarin", "felipe", "squadrone")),
    *((Position().gems(0, gems), Position()) for gems in ("DDDDRRSSAAA", "DDDDRSSAAR")),
    *((Position().hand(0, card), Position()) for card in ("ten", "bribe")),
    *((Position().gold(*pieces), Position()) for pieces in ((30, 20, 20, 20), (20, 10, 20, 20))),
    (Position().court(0, "Colonna Orsini"), Position().court(0, "Colonna Barberini")),
    (Position().court(0, "Lugo Chigi"), Position().court(0, "Lugo Ginetti")),
    (Position(camerlengo=0), Position(camerlengo=1)),
]


def test_what_is_good_to_have() -> None:
    for number, (better, plain) in enumerate(GOOD_TO_HAVE):
        chances = [state(position.bidding()).evaluate(0) for position in (better, plain)]
        assert chances[0] > chances[1], f"line {number}"


def test_what_is_worth_less_with_time() -> None:
    # Bags of gold count before the black smoke only.
    def gain(**fields: Any) -> float:
        before, after = (Position().court(0, name).set(**fields).bidding() for name in ("Harrach", "Trivulzio"))
        return votes(after)[0] - votes(before)[0]  # a late cardinal has no bag

    assert gain() > gain(smoke=BLACK)

    # Gems are worth less and less until they are only gold.
    def gems_gain(turned_up: int, smoke: int = 0) -> float:
        few, many = (Position().gems(0, letters).turned_up(turned_up).set(smoke=smoke) for letters in ("", "DDD"))
        return votes(many.taking(0))[0] - votes(few.taking(0))[0]

    early, late, over = gems_gain(3), gems_gain(15), gems_gain(18, WHITE)
    assert early > late > over > 0

    # An order that cannot be fulfilled any more is worth nothing.
    def expected(order: str, taken: str) -> float:
        return votes(Position().orders(0, order).court(1, taken).bidding())[0]

    france = "Bichi Orsini Barberini Este"
    assert expected("four-arms", france) + 0.3 < expected("spain-innocent", france)
    both = f"{france} Lugo Trivulzio Sforza Colonna Hessen Medici"
    assert expected("four-arms", both) == expected("spain-innocent", both)


def test_a_bid_is_judged_by_what_is_left_when_it_is_its_turn() -> None:
    """Gems are paid before anything is taken: the card that the highest bid is sure of counts already."""
    offer = Position(seats=3).offer("Lugo mazarin swap")
    first, last = votes(bid(offer.bidding(), "A", "", "")), votes(bid(offer.bidding(), "", "A", "A"))
    assert first[0] > last[0]
    assert first[1] < last[1]
    # Who bids last is supposed to be first.
    match = bid(Position(seats=3).offer("Lugo").bidding("last - -"), "-", "A", "")
    other = bid(Position(seats=3).offer("Lugo").bidding("- - last"), "", "A", "-")
    assert votes(match)[0] > votes(other)[0]
    assert votes(match)[1] == pytest.approx(votes(other)[1], abs=0.2)


def test_in_thought_everybody_takes_what_is_best_for_him() -> None:
    def expected(ranking: tuple[int, ...], names: str) -> list[float]:
        position = Position(seats=3).favours(0, "louis louis").court(1, "Colonna")
        return votes(position.offer(names, camerlengo=False).taking(*ranking))

    # Player 0 wants the third Louis, player 1 the other half of a pair: whoever is first, both get it.
    for seat in (0, 1):
        assert expected((0, 1, 2), "Orsini louis")[seat] == pytest.approx(expected((1, 0, 2), "Orsini louis")[seat])
    # With one card less, the second finds nothing (HP-12).
    assert expected((0, 1, 2), "louis")[1] < expected((0, 1, 2), "Orsini louis")[1]


def chosen(match: Match, name: str) -> str:
    return bot(name, 1).choose(match.view(0), match.asks()[0]).text


@pytest.mark.parametrize("name", ["greedy", "search:iterations=150"])
def test_bots_bid_for_what_is_worth_having_and_strike_who_is_ahead(name: str) -> None:
    """In the last round gems are worth a gold piece each, and four Louis two votes more than three."""
    position = Position(seats=3).favours(0, "louis louis louis").court(1, "Lugo").court(2, "Trivulzio")
    for seat in range(3):
        position.gems(seat, "SSA")
    match = position.offer("louis", camerlengo=False).turned_up(18, 18).set(smoke=WHITE).bidding()
    assert len(chosen(match, name)) > len("bid S")
    empty = Position(seats=3).turned_up(18, 18).set(smoke=WHITE, camerlengo_free=False)
    assert chosen(empty.bidding(), name) == "bid nothing"
    # Death comes to whoever is ahead.
    position = Position().court(1, "Lugo Trivulzio Sforza Colonna Ottoboni").court(2, "Ginetti").court(3, "Bichi")
    assert chosen(play(position.offer("death").taking(), "take death"), name) == "death 1"
