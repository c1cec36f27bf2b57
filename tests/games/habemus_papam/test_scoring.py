"""The count in its six parts, the orders, and the tie-break."""

from itertools import product

from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.components import WHITE
from tests.games.habemus_papam.tables import ORDER, RULEBOOKS, Position, gems_of, gold, state, votes
from tests.games.playing import play, told

ORDERS_LEFT = ("four-arms", "spain-urban", "france", "leaders")


def position(seats: int = 4, rulebook: str = "french") -> Position:
    """Near the end: everybody has one order, no gems and no gold."""
    found = Position(seats, rulebook=rulebook).gold(*[0] * seats)
    for seat in range(seats):
        found.gems(seat, "").orders(seat, ORDERS_LEFT[seat])
    return found


def counted(court: str = "", favours: str = "", pieces: int = 0, seat: int = 0) -> list[int]:
    """The votes of a player who has this, in the six parts."""
    found = position().court(seat, court).favours(seat, favours).gold(*(pieces * (n == seat) for n in range(4)))
    return votes(found.counted(), seat)


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
    # The count adds up, and the orders are turned up.
    match = position().court(0, "Lugo Bichi Chigi Ginetti").court(1, "Sforza").counted()
    assert [line.part for line in match.count()] == ["order", "people", "louis", "gold", "pairs", "squadrone"]
    assert [sum(votes(match, seat)) for seat in range(4)] == match.scores
    counts = events.Counted(tuple(ORDER[name] for name in ORDERS_LEFT), tuple(match.scores))
    assert told(match, events.Counted) == [counts]
    assert match.view(None)["orders_shown"] == [int(bag) for bag in state(match).orders]


def test_what_a_vote_costs() -> None:
    for mazarins, rate in enumerate((15, 10, 8, 7, 6, 5)):
        for pieces, bought in ((rate - 1, 0), (rate, 1), (3 * rate - 1, 2), (3 * rate, 3)):
            assert counted("", "mazarin " * mazarins, pieces, seat=1)[3] == bought, (mazarins, pieces)
    # The rulebook's examples: 62 gold and 3 Mazarins, 37 gold and 2 Mazarins.
    for pieces, mazarins, bought in ((62, 3, 8), (37, 2, 4)):
        assert counted("", "mazarin " * mazarins, pieces) == [0, 0, 0, bought, 0, 0], pieces


def test_final_gold_is_gold_and_a_piece_for_each_gem_and_what_felipe_pays() -> None:
    for seats, (felipes, pays) in product((3, 4), enumerate((0, 5, 15, 25))):
        match = position(seats).gold(*[7] * seats).gems(1, "DDRSA").favours(1, "felipe " * felipes).counted()
        found = match.count()[3].tallies[1].facts["all"], votes(match, 1)[3]
        assert found == (7 + 5 + pays, (12 + pays) // 15), (seats, felipes)


def test_the_votes_of_louis_of_the_squadrone_and_of_people() -> None:
    for cards, expected in enumerate((0, 1, 2, 4, 6, 8)):
        assert counted("", "louis " * cards, seat=2) == [0, 0, expected, 0, 0, 0], cards
    match = position().favours(3, "squadrone").counted()
    assert [votes(match, seat)[5] for seat in range(4)] == [0, 0, 0, 3]
    assert position().hand(0, "ten ten bribe").counted().scores == [0, 0, 0, 0], "action cards left are worth nothing"
    # Every cardinal and leader is a vote, late ones too.
    match = position().court(0, "Lugo Chigi Medici Harrach").court(1, "Astalli").counted()
    assert [votes(match, seat)[1] for seat in range(4)] == [4, 1, 0, 0]
    assert match.count()[1].tallies[0].facts == {"n": 4, "leaders": 1}


PAIRS = ["Hessen Harrach", "Bichi Grimaldi", "Azzolini Retz", "Colonna Orsini", "GSpada BSpada"]
WITH_KINGS = [("Barberini", "louis", 1), ("Sacchetti", "mazarin", 1)]
WITH_KINGS += [("Barberini", "mazarin", 0), ("Sacchetti", "louis", 0), ("FBarberini", "louis", 0)]


def test_old_friends_together_are_a_vote() -> None:
    for pair in PAIRS:
        one, other = pair.split()
        assert counted(pair) == [0, 2, 0, 0, 1, 0], pair
        match = position().court(0, one).court(1, other).counted()
        assert [votes(match, seat)[4] for seat in range(2)] == [0, 0], pair
    assert counted(" ".join(PAIRS))[4] == 5
    # Barberini with two Louis and Sacchetti with two Mazarins, but not the other way round.
    for (person, king, expected), cards in product(WITH_KINGS, (0, 1, 2, 4)):
        assert counted(person, f"{king} " * cards)[4] == (expected if cards >= 2 else 0), (person, king, cards)


SPAIN, INNOCENT, URBAN = ("Lugo Sforza", "Medici"), ("Chigi Ottoboni", "Astalli"), ("Ginetti Carpegna", "FBarberini")
OF_TWO = {"spain-innocent": (SPAIN, INNOCENT), "innocent-urban": (INNOCENT, URBAN), "spain-urban": (SPAIN, URBAN)}
"""Orders that want two arms of two factions: two cardinals or the leader."""
FULFILLED = [
    ("four-arms", 2, "Lugo Bichi Chigi Ginetti", "Medici Este Astalli FBarberini", "Lugo Este Chigi FBarberini"),
    ("four-arms", 0, "Lugo Sforza Chigi Ginetti Harrach Grimaldi", ""),  # no French; late ones have no arms
    ("france", 3, "Bichi Barberini Orsini", "Este Orsini"),  # all three, or the leader and one of them
    ("france", 0, "Este", "Bichi Barberini", "Este FBarberini"),
    # With three leaders one is safe; one is enough if nobody else has any; a tie is not most.
    ("leaders", 2, "Medici Este Astalli | FBarberini", "Medici Este | Astalli", "Medici"),
    ("leaders", 0, "Medici Este | Astalli FBarberini", "Medici | Astalli", "", "Lugo", " | Medici"),
]
"""An order, the votes that it brings, and courts with which it does; behind a stroke the court of another."""
OF_KINGS = [
    (2, "felipe felipe mazarin mazarin", "felipe felipe felipe mazarin mazarin mazarin"),
    (0, "felipe felipe mazarin", "felipe mazarin mazarin", "felipe felipe louis louis"),
]


def fulfilled(order: str, own: str, others: str = "", favour: str = "", seats: int = 4) -> int:
    """The votes that an order brings with this court; seat 1 has the court `others`."""
    found = position(seats).orders(0, order).orders(1, "spain-innocent" if order != "spain-innocent" else "spain-urban")
    for seat, name in ((2, "france"), (3, "leaders"))[: seats - 2]:
        found.orders(seat, name if name != order else "four-arms")
    return votes(found.court(0, own).court(1, others).favours(0, favour).counted(), 0)[0]


def test_when_an_order_is_fulfilled() -> None:
    for (order, expected, *courts), seats in product(FULFILLED, (3, 4)):
        for there in map(str, courts):
            own, _, others = there.partition(" | ")
            assert fulfilled(str(order), own, others, seats=seats) == expected, (order, there, seats)
    for votes_of, *favours in OF_KINGS:
        for favour in map(str, favours):
            assert fulfilled("felipe-mazarin", "", favour=favour) == votes_of, favour
    for order, (first, second) in OF_TWO.items():
        for one, other in product(first, second):
            assert fulfilled(order, f"{one} {other}") == 2, (one, other)
        too_few = f"{first[0].split()[0]} {second[1]}", f"{first[1]} {second[0].split()[0]}", " ".join(first)
        for own in (*too_few, "Bichi Barberini Este Harrach Retz"):
            assert fulfilled(order, own) == 0, (order, own)
    # The order given up counts nothing: seat 0 kept the four arms and fulfils France.
    for rulebook in RULEBOOKS:
        found = position(rulebook=rulebook).court(0, "Este Orsini").orders(2, "spain-innocent")
        assert votes(found.counted(), 0)[0] == 0, rulebook


WINNERS = [
    ("Lugo", "Azzolini Hessen", "", "", [1]),  # most votes
    ("Sforza Ottoboni", "Hessen Bichi", "", "", [1]),  # of equal votes the oldest
    ("Sforza", "Medici", "", "", [1]),  # leaders too
    ("Harrach", "Chigi", "", "", [0]),  # and late ones, 56 against 55
    ("Lugo", "Hessen Ottoboni", "Azzolini Sforza", "", [2]),  # the oldest of all has one vote only
    ("Carpegna", "Medici", "", "", [1]),  # both 59: by rank
    ("GSpada", "FBarberini", "Grimaldi", "Trivulzio", [3]),  # all 57
    ("Hessen", "Astalli", "", "", [0]),  # both 38
]


def test_hp_16_most_votes_win_then_the_oldest() -> None:
    for *courts, best in WINNERS:
        found = position()
        for seat, there in enumerate(courts):
            found.court(seat, str(there))
        match = found.counted()
        assert (match.scores, match.winners) == ([len(str(there).split()) for there in courts], best), courts
    # Whoever has anybody is ahead of who has nobody; and without any cardinal the win is shared.
    match = position().court(1, "Azzolini").favours(0, "louis").counted()
    assert (match.scores, match.winners) == ([1, 1, 0, 0], [1])
    match = position().favours(0, "louis").favours(2, "louis").counted()
    assert (match.scores, match.winners) == ([1, 0, 1, 0], [0, 2])
