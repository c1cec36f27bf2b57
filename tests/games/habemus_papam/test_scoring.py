"""The count in its six parts, the orders, and the tie-break."""

import pytest

from eminence.core.match import Match
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.components import WHITE
from tests.games.habemus_papam.tables import ORDER, RULEBOOKS, Position, favours, gems_of, gold, state, votes
from tests.games.playing import play, told

ORDERS_LEFT = ("four-arms", "spain-urban", "france", "leaders")


def position(seats: int = 4, rulebook: str = "french") -> Position:
    """Near the end: everybody has one order, no gems and no gold."""
    found = Position(seats, rulebook=rulebook).gold(*[0] * seats)
    for seat in range(seats):
        found.gems(seat, "").orders(seat, ORDERS_LEFT[seat])
    return found


# == The rulebook's examples ==========================================================================================
def test_rulebook_example_of_the_count() -> None:
    """Brigitte finds but the Camerlengo card left in the last round. Then 3+7+2+4+2+0 votes: the order of France with
    its leader and Barberini; six cardinals and a leader; two Louis; 27 gold, five gems and a Felipe's 5 are 37 gold,
    at 8 a vote with two Mazarins; two pairs; no Squadrone. The action card she kept is worth nothing."""
    found = position().orders(0, "france").orders(2, "four-arms").gold(26, 0, 0, 0).gems(0, "DA").hand(0, "bribe")
    found.court(0, "Este Barberini Hessen Harrach Lugo Ginetti Ottoboni")
    match = play(found.favours(0, "louis louis mazarin mazarin felipe").set(smoke=WHITE).taking(0), "take camerlengo")
    assert match.over
    assert (gold(match)[0], gems_of(match, 0), votes(match, 0)) == (27, "DRSAA", [3, 7, 2, 4, 2, 0])
    assert (match.scores[0], match.winners) == (18, [0])
    facts = match.count()[3].tallies[0].facts
    assert facts == {"gold": 27, "gems": 5, "felipes": 1, "all": 37, "mazarins": 2}


@pytest.mark.parametrize(("pieces", "mazarins", "bought"), [(62, 3, 8), (37, 2, 4)])
def test_rulebook_examples_of_mazarin(pieces: int, mazarins: int, bought: int) -> None:
    """62 gold and 3 Mazarins: 8 votes. 37 gold and 2 Mazarins: 4 votes."""
    match = position().gold(pieces, 0, 0, 0).favours(0, " ".join(["mazarin"] * mazarins)).counted()
    assert votes(match, 0) == [0, 0, 0, bought, 0, 0]


# == The parts ========================================================================================================
@pytest.mark.parametrize(("mazarins", "rate"), [(0, 15), (1, 10), (2, 8), (3, 7), (4, 6), (5, 5)])
def test_what_a_vote_costs(mazarins: int, rate: int) -> None:
    for pieces, bought in ((rate - 1, 0), (rate, 1), (3 * rate - 1, 2), (3 * rate, 3)):
        match = position().gold(0, pieces, 0, 0).favours(1, " ".join(["mazarin"] * mazarins)).counted()
        assert votes(match, 1)[3] == bought


@pytest.mark.parametrize(("cards", "expected"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6), (5, 8)])
def test_the_votes_of_louis(cards: int, expected: int) -> None:
    assert votes(position().favours(2, " ".join(["louis"] * cards)).counted(), 2) == [0, 0, expected, 0, 0, 0]


@pytest.mark.parametrize(("felipes", "pays"), [(0, 0), (1, 5), (2, 15), (3, 25)])
@pytest.mark.parametrize("seats", [3, 4])
def test_final_gold_is_gold_and_a_piece_for_each_gem_and_what_felipe_pays(felipes: int, pays: int, seats: int) -> None:
    match = position(seats).gold(*[7] * seats).gems(1, "DDRSA").favours(1, " ".join(["felipe"] * felipes)).counted()
    assert (match.count()[3].tallies[1].facts["all"], votes(match, 1)[3]) == (7 + 5 + pays, (12 + pays) // 15)


def test_every_cardinal_and_leader_is_a_vote_late_ones_too() -> None:
    match = position().court(0, "Lugo Chigi Medici Harrach").court(1, "Astalli").counted()
    assert [votes(match, seat)[1] for seat in range(4)] == [4, 1, 0, 0]
    tally = match.count()[1].tallies[0]
    assert tally.facts == {"n": 4, "leaders": 1}


PAIRS = ["Hessen Harrach", "Bichi Grimaldi", "Azzolini Retz", "Colonna Orsini", "GSpada BSpada"]


@pytest.mark.parametrize("pair", PAIRS)
def test_old_friends_together_are_a_vote(pair: str) -> None:
    one, other = pair.split()
    assert votes(position().court(0, pair).counted(), 0) == [0, 2, 0, 0, 1, 0]
    match = position().court(0, one).court(1, other).counted()
    assert [votes(match, seat)[4] for seat in range(2)] == [0, 0]


def test_all_pairs_at_once() -> None:
    assert votes(position().court(0, " ".join(PAIRS)).counted(), 0)[4] == 5


@pytest.mark.parametrize(("person", "king"), [("Barberini", "louis"), ("Sacchetti", "mazarin")])
@pytest.mark.parametrize(("cards", "expected"), [(0, 0), (1, 0), (2, 1), (4, 1)])
def test_barberini_with_two_louis_and_sacchetti_with_two_mazarins(
    person: str, king: str, cards: int, expected: int
) -> None:
    assert votes(position().court(0, person).favours(0, " ".join([king] * cards)).counted(), 0)[4] == expected


@pytest.mark.parametrize(
    ("person", "king"), [("Barberini", "mazarin"), ("Sacchetti", "louis"), ("FBarberini", "louis")]
)
def test_but_not_the_other_way_round(person: str, king: str) -> None:
    assert votes(position().court(0, person).favours(0, f"{king} {king}").counted(), 0)[4] == 0


def test_the_squadrone_is_three_votes_and_action_cards_are_none() -> None:
    match = position().favours(3, "squadrone").counted()
    assert (favours(match, 3), [votes(match, seat)[5] for seat in range(4)]) == ("squadrone", [0, 0, 0, 3])
    # Action cards left are worth nothing.
    assert position().hand(0, "ten ten bribe").counted().scores == [0, 0, 0, 0]


def test_the_count_adds_up_and_the_orders_are_turned_up() -> None:
    match = position().court(0, "Lugo Bichi Chigi Ginetti").court(1, "Sforza").counted()
    assert [line.part for line in match.count()] == ["order", "people", "louis", "gold", "pairs", "squadrone"]
    for seat in range(4):
        assert sum(votes(match, seat)) == match.scores[seat]
    (counted,) = told(match, events.Counted)
    assert counted == events.Counted(tuple(ORDER[name] for name in ORDERS_LEFT), tuple(match.scores))
    assert match.view(None)["orders_shown"] == [int(bag) for bag in state(match).orders]


# == The orders =======================================================================================================
def fulfilled(order: str, own: str, favour: str = "", others: str = "", seats: int = 4) -> int:
    """The votes that an order brings with this court; seat 1 has the court `others`."""
    found = position(seats).orders(0, order).orders(1, "spain-innocent" if order != "spain-innocent" else "spain-urban")
    for seat, name in ((2, "france"), (3, "leaders"))[: seats - 2]:
        found.orders(seat, name if name != order else "four-arms")
    match = found.court(0, own).court(1, others).favours(0, favour).counted()
    return votes(match, 0)[0]


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("Lugo Bichi Chigi Ginetti", 2),
        ("Medici Este Astalli FBarberini", 2),
        ("Lugo Este Chigi FBarberini", 2),
        ("Lugo Sforza Chigi Ginetti Harrach Grimaldi", 0),  # no French; late ones have no arms
        ("", 0),
    ],
)
def test_order_of_four_arms(own: str, expected: int) -> None:
    assert fulfilled("four-arms", own) == expected


@pytest.mark.parametrize(
    ("order", "first", "second"),
    [
        ("spain-innocent", ("Lugo Sforza", "Medici"), ("Chigi Ottoboni", "Astalli")),
        ("innocent-urban", ("Chigi Ottoboni", "Astalli"), ("Ginetti Carpegna", "FBarberini")),
        ("spain-urban", ("Lugo Sforza", "Medici"), ("Ginetti Carpegna", "FBarberini")),
    ],
)
def test_orders_of_two_factions(order: str, first: tuple[str, str], second: tuple[str, str]) -> None:
    """Two arms of both: two cardinals or the leader."""
    for one in first:
        for other in second:
            assert fulfilled(order, f"{one} {other}") == 2
    assert fulfilled(order, f"{first[0].split()[0]} {second[1]}") == 0
    assert fulfilled(order, f"{first[1]} {second[0].split()[0]}") == 0
    assert fulfilled(order, f"{first[0]} {first[1]}") == 0
    assert fulfilled(order, "Bichi Barberini Este Harrach Retz") == 0


@pytest.mark.parametrize(
    ("own", "expected"),
    [("Bichi Barberini Orsini", 3), ("Este Orsini", 3), ("Este", 0), ("Bichi Barberini", 0), ("Este FBarberini", 0)],
)
def test_order_of_france(own: str, expected: int) -> None:
    """All three cardinals, or the leader and one of them: three votes."""
    assert fulfilled("france", own) == expected


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(
    ("own", "others", "expected"),
    [
        ("Medici Este Astalli", "FBarberini", 2),  # with three one is safe
        ("Medici Este", "Astalli", 2),
        ("Medici Este", "Astalli FBarberini", 0),  # a tie is not most
        ("Medici", "", 2),  # one is enough if nobody else has any
        ("Medici", "Astalli", 0),
        ("", "", 0),
        ("Lugo", "", 0),
        ("", "Medici", 0),
    ],
)
def test_order_of_most_leaders(own: str, others: str, expected: int, seats: int) -> None:
    assert fulfilled("leaders", own, others=others, seats=seats) == expected


@pytest.mark.parametrize(
    ("favour", "expected"),
    [
        ("felipe felipe mazarin mazarin", 2),
        ("felipe felipe felipe mazarin mazarin mazarin", 2),
        ("felipe felipe mazarin", 0),
        ("felipe mazarin mazarin", 0),
        ("felipe felipe louis louis", 0),
    ],
)
def test_order_of_felipe_and_mazarin(favour: str, expected: int) -> None:
    assert fulfilled("felipe-mazarin", "", favour) == expected


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_order_given_up_counts_nothing(rulebook: str) -> None:
    """Seat 0 kept the four arms and fulfils France."""
    assert votes(position(rulebook=rulebook).court(0, "Este Orsini").orders(2, "spain-innocent").counted(), 0)[0] == 0


# == Who wins =========================================================================================================
def winners(*courts: str, **kings: str) -> tuple[list[int], list[int]]:
    found = position()
    for seat, there in enumerate(courts):
        found.court(seat, there)
    for player, cards in kings.items():
        found.favours(int(player[1:]), cards)
    match: Match = found.counted()
    return match.scores, match.winners


def test_hp_16_most_votes_win_then_the_oldest() -> None:
    assert winners("Lugo", "Azzolini Hessen") == ([1, 2, 0, 0], [1])
    # A tie is won by the oldest cardinal or leader.
    assert winners("Sforza Ottoboni", "Hessen Bichi") == ([2, 2, 0, 0], [1])
    assert winners("Sforza", "Medici") == ([1, 1, 0, 0], [1])  # leaders too
    assert winners("Harrach", "Chigi") == ([1, 1, 0, 0], [0])  # and late ones, 56 against 55
    # The oldest of all has one vote only.
    assert winners("Lugo", "Hessen Ottoboni", "Azzolini Sforza")[1] == [2]
    # Equal ages by rank.
    assert winners("Carpegna", "Medici") == ([1, 1, 0, 0], [1])  # both 59
    assert winners("GSpada", "FBarberini", "Grimaldi", "Trivulzio") == ([1, 1, 1, 1], [3])  # all 57
    assert winners("Hessen", "Astalli") == ([1, 1, 0, 0], [0])  # both 38
    # Whoever has anybody is ahead of who has nobody.
    assert winners("", "Azzolini", _0="louis") == ([1, 1, 0, 0], [1])
    # Without any cardinal the win is shared.
    assert winners("", "", _0="louis", _2="louis") == ([1, 0, 1, 0], [0, 2])
