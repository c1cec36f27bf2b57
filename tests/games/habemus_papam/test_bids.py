"""Phase 3: bids, what they are worth, and who takes a card first."""

from eminence.core.errors import NotAsked, NotOffered
from eminence.games.habemus_papam import events
from tests.games.habemus_papam.tables import BID, Position, bank, bid, gems_of, place, ranking, state
from tests.games.playing import asked, offered, play, refused, told

RANKINGS = [
    # The rulebook: three gems, two, one, none; they choose in this order.
    (0, "", ("AAA", "DD", "D", ""), [0, 1, 2, 3]),
    (0, "", ("", "D", "DD", "AAA"), [3, 2, 1, 0]),
    # 2 diamonds and an amber are second, 2 diamonds and a ruby first, a ruby third, a sapphire fourth.
    (0, "", ("DDA", "DDR", "R", "S"), [1, 0, 2, 3]),
    # Ralf bids 2 ambers, the others a sapphire each: Ralf is first, then Amélie who is the Camerlengo, then clockwise
    # from her Brigitte and Christophe; also past the last seat.
    (1, "", ("AA", "S", "S", "S"), [0, 1, 2, 3]),
    (3, "", ("S", "AA", "S", "S"), [1, 3, 0, 2]),
    # Equal bids are ranked clockwise from the Camerlengo.
    *((n, "", ("A",) * 4, [n, (n + 1) % 4, (n + 2) % 4, (n + 3) % 4]) for n in range(4)),
    *((n, "", ("",) * 4, [n, (n + 1) % 4, (n + 2) % 4, (n + 3) % 4]) for n in range(4)),
    (1, "", ("S", "S", "D"), [2, 1, 0]),
    # The best gem twice and no gem at all is nothing; it doubles the best and not another: DDA.
    (2, "- twice - -", ("A", "", "", ""), [0, 2, 3, 1]),
    (0, "- twice - -", ("DDS", "DA", "DAA", ""), [0, 1, 2, 3]),
    # Virtual rubies are three rubies; two who bid them are ranked by seat.
    (0, "- rubies - -", ("DAA", "-", "RSA", ""), [0, 1, 2, 3]),
    (1, "rubies - - rubies", ("-", "", "", "-"), [3, 0, 1, 2]),
]
"""The Camerlengo, the cards played, the bids, and in which order the players take cards."""


def test_in_which_order_cards_are_taken() -> None:
    for camerlengo, played, bids, expected in RANKINGS:
        match = bid(Position(len(bids), camerlengo).offer("Lugo louis ten").bidding(played), *bids)
        assert ranking(match) == expected, (camerlengo, played, bids)
    # The rulebook: two diamonds are with the best gem twice as high as three. A tie, by seat from the Camerlengo.
    match = bid(Position(camerlengo=3).offer("Lugo louis ten").bidding("- twice - -"), "DDD", "DD", "DDR", "")
    worth = BID["DDD"], BID["DDD"], BID["DDR"], BID["nothing"]
    assert told(match, events.Ranked) == [events.Ranked((0, 1, 2, 3), worth)]
    # Virtual rubies are no bid and cost nothing.
    match = Position().gems(0, "RRR").gems(2, "D").bidding("- rubies - -")
    assert sorted(match.asks()) == [0, 2, 3]
    assert "seat 1 is not asked" in refused(match, 1, "bid nothing", NotAsked)
    before = gems_of(match, 1)
    bid(match, "RRR", "-", "D", "SSA")
    assert (gems_of(match, 1), ranking(match)) == (before, [0, 1, 3, 2])


def test_what_may_be_bid() -> None:
    # None to three gems that one has.
    match = Position().gems(0, "DDA").gems(1, "R").gems(2, "").bidding()
    assert offered(match, "bid", seat=0) == ["nothing", "A", "D", "DA", "DD", "DDA"]
    assert (offered(match, "bid", seat=1), offered(match, "bid", seat=2)) == (["nothing", "R"], ["nothing"])
    assert len(offered(match, "bid", seat=3)) == 35 - 6  # all but those with two rubies, and three sapphires
    refused(match, 0, "bid DDD", NotOffered)
    refused(match, 0, "bid S", NotOffered)
    # At most two where the best counts twice.
    match = Position().gems(1, "DDDRA").bidding("- twice - -")
    assert offered(match, "bid", seat=1) == ["nothing", "A", "R", "D", "RA", "DA", "DR", "DD"]
    refused(match, 1, "bid DDD", NotOffered)
    assert "DDD" in offered(match, "bid", seat=0)
    # Fifteen ambers and four diamonds: as three of each, and a bag of them does not run over.
    match = Position(3).gems(0, "DDDD" + "A" * 15).gems(1, "").gems(2, "").bidding()
    assert offered(match, "bid", seat=0) == ["nothing", "A", "D", "AA", "DA", "DD", "AAA", "DAA", "DDA", "DDD"]
    assert gems_of(bid(match, "AAA", "", ""), 0) == "DDDD" + "A" * 12


def test_hp_19_who_bids_last_sees_the_others_bids_first() -> None:
    match = Position().offer("Lugo louis ten").bidding("- last - -")
    assert sorted(match.asks()) == [0, 2, 3]
    bid(match, "A", "-", "S", "")
    assert (asked(match), match.view(1)["bids"]) == ((1, "bid_last"), [BID["A"], -1, BID["S"], BID["nothing"]])
    bid(match, "-", "R", "-", "-")
    assert ranking(match) == [1, 2, 0, 3]
    first, last = (BID["A"], -1, BID["S"], 0), (-1, BID["R"], -1, -1)
    assert told(match, events.BidsRevealed) == [events.BidsRevealed(first), events.BidsRevealed(last)]
    # Two who bid last bid at the same time after the others.
    match = Position().offer("Lugo louis ten").bidding("- last - last")
    assert sorted(match.asks()) == [0, 2]
    bid(match, "A", "-", "S", "-")
    assert sorted(match.asks()) == [1, 3]
    match.choose(3, "bid D")
    assert match.view(1)["bids"] == [BID["A"], -1, BID["S"], -1]  # still in a closed hand
    assert match.view(1)["sealed"][3] is None
    match.choose(1, "bid R")
    assert ranking(match) == [3, 1, 2, 0]
    # Who bids last may bid three gems or none.
    match = bid(Position().bidding("last - rubies -"), "-", "DDD", "-", "A")
    assert len(offered(match, "bid", seat=0)) == 29
    assert ranking(bid(match, "", "-", "-", "-")) == [1, 2, 3, 0]
    # When all others play rubies or bid last nobody bids first.
    match = Position(3).bidding("last rubies rubies")
    assert sorted(match.asks()) == [0]
    assert ranking(bid(match, "DDD", "-", "-")) == [0, 1, 2]
    # Ties with those who bid last are broken by seat as ever.
    match = bid(Position(camerlengo=2).bidding("last - - -"), "-", "S", "A", "S")
    assert ranking(bid(match, "S", "-", "-", "-")) == [3, 0, 1, 2]


def test_gems_bid_go_to_the_bank_and_hp_24_diamonds_for_good() -> None:
    match = Position(3).offer("Lugo louis ten").bidding()
    assert (bank(match), state(match).diamonds) == ("R" * 7 + "S" * 5 + "A" * 6, 4)
    bid(match, "DDR", "SS", "A")
    assert [gems_of(match, seat) for seat in range(3)] == ["DDSSAAA", "DDDDRAAA", "DDDDRSSAA"]
    assert (bank(match), state(match).diamonds) == ("R" * 8 + "S" * 7 + "A" * 7, 6)
    # Only the real gems of a doubled bid are paid.
    assert gems_of(bid(Position().bidding("twice - - -"), "DR", "", "", ""), 0) == "DDDSSAAA"
    # The Camerlengo card gives a ruby, a sapphire and an amber, however many diamonds the bank has.
    match = bid(Position().offer("Lugo louis ten").bidding(), "DDD", "D", "", "")
    assert state(match).diamonds == 4
    play(match, "take camerlengo")
    assert (gems_of(match, 0), state(match).diamonds) == ("DRRSSSAAAA", 4)
    assert "D" not in bank(match)


def test_a_new_camerlengo_counts_from_the_next_round_on() -> None:
    """The ranking of this round stays; the next one's ties are broken from the new Camerlengo."""
    match = bid(Position(camerlengo=0).offer("Lugo louis ten").bidding(), "", "", "D", "")
    assert ranking(match) == [2, 0, 1, 3]
    play(match, "take camerlengo")
    assert (ranking(match), asked(match)[0]) == ([2, 0, 1, 3], 0)
    play(match, "take Lugo", "take ten", "take louis", "turn Chigi", "turn louis", "turn ten")
    bid(place(match, "-", "", "-", "-"), "", "", "", "")
    assert ranking(match) == [2, 3, 0, 1]
