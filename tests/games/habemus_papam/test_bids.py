"""Phase 3: bids, what they are worth, and who takes a card first."""

import pytest

from eminence.core.errors import NotAsked, NotOffered
from eminence.core.match import Match
from eminence.games.habemus_papam import events
from tests.games.habemus_papam.tables import BID, Position, bank, bid, gems_of, place, ranking, state
from tests.games.playing import asked, offered, play, refused, told


def ranked(*bids: str, camerlengo: int = 0, played: str = "", seats: int = 4) -> list[int]:
    """In which order the players take cards after these bids, all at once."""
    match = bid(Position(seats, camerlengo).offer("Lugo louis ten").bidding(played), *bids)
    return ranking(match)


# == The rulebook's examples ==========================================================================================
def test_rulebook_phase_3_examples() -> None:
    # Three gems, two, one, none: they choose in this order.
    assert (ranked("AAA", "DD", "D", ""), ranked("", "D", "DD", "AAA")) == ([0, 1, 2, 3], [3, 2, 1, 0])
    # 2 diamonds and an amber are second, 2 diamonds and a ruby first, a ruby third, a sapphire fourth.
    assert ranked("DDA", "DDR", "R", "S") == [1, 0, 2, 3]
    # Ralf bids 2 ambers, the others a sapphire each: Ralf is first, then Amélie who is the Camerlengo, then clockwise
    # from her Brigitte and Christophe.
    ralf, amelie, brigitte, christophe = 0, 1, 2, 3
    assert ranked("AA", "S", "S", "S", camerlengo=amelie) == [ralf, amelie, brigitte, christophe]
    assert ranked("S", "AA", "S", "S", camerlengo=3) == [1, 3, 0, 2]  # past the last seat


def test_rulebook_card_overview_example_of_the_best_gem_twice() -> None:
    """Two diamonds with this card are three diamonds: as high as three of them."""
    match = bid(Position(camerlengo=3).offer("Lugo louis ten").bidding("- twice - -"), "DDD", "DD", "DDR", "")
    assert ranking(match) == [0, 1, 2, 3]  # a tie, by seat from the Camerlengo
    assert told(match, events.Ranked) == [
        events.Ranked((0, 1, 2, 3), (BID["DDD"], BID["DDD"], BID["DDR"], BID["nothing"]))
    ]


# == Ranking ==========================================================================================================
@pytest.mark.parametrize("camerlengo", range(4))
def test_equal_bids_are_ranked_clockwise_from_the_camerlengo(camerlengo: int) -> None:
    assert ranked("A", "A", "A", "A", camerlengo=camerlengo) == [(camerlengo + n) % 4 for n in range(4)]
    assert ranked("", "", "", "", camerlengo=camerlengo) == [(camerlengo + n) % 4 for n in range(4)]


def test_three_players_and_the_best_gem_twice() -> None:
    # With three players too.
    assert ranked("S", "S", "D", camerlengo=1, seats=3) == [2, 1, 0]
    # The best gem twice and no gem at all is nothing.
    assert ranked("A", "", "", "", camerlengo=2, played="- twice - -") == [0, 2, 3, 1]
    # The best gem twice doubles the best and not another.
    assert ranked("DDS", "DA", "DAA", "", played="- twice - -") == [0, 1, 2, 3]  # worth DDA


def test_virtual_rubies_are_three_rubies_and_cost_nothing() -> None:
    # Virtual rubies are ranked as three rubies.
    position = Position().gems(0, "RRR").gems(2, "D")
    match = bid(position.bidding("- rubies - -"), "RRR", "-", "D", "SSA")
    assert (ranking(match), ranked("DAA", "-", "RSA", "", played="- rubies - -")) == ([0, 1, 3, 2], [0, 1, 2, 3])
    # Virtual rubies are no bid and cost nothing.
    match = Position().bidding("- rubies - -")
    assert sorted(match.asks()) == [0, 2, 3]
    assert "seat 1 is not asked" in refused(match, 1, "bid nothing", NotAsked)
    before = gems_of(match, 1)
    bid(match, "", "-", "", "")
    assert (gems_of(match, 1), ranking(match)[0]) == (before, 1)
    # Two who bid virtual rubies are ranked by seat.
    assert ranked("-", "", "", "-", camerlengo=1, played="rubies - - rubies") == [3, 0, 1, 2]


# == What may be bid ==================================================================================================
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
    bid(match, "AAA", "", "")
    assert gems_of(match, 0) == "DDDD" + "A" * 12


# == HP-19: who bids last =============================================================================================
def test_hp_19_who_bids_last_sees_the_others_bids_first() -> None:
    match = Position().offer("Lugo louis ten").bidding("- last - -")
    assert sorted(match.asks()) == [0, 2, 3]
    bid(match, "A", "-", "S", "")
    assert (sorted(match.asks()), match.view(1)["bids"]) == ([1], [BID["A"], -1, BID["S"], BID["nothing"]])
    assert asked(match) == (1, "bid_last")
    bid(match, "-", "R", "-", "-")
    assert ranking(match) == [1, 2, 0, 3]
    assert told(match, events.BidsRevealed) == [
        events.BidsRevealed((BID["A"], -1, BID["S"], 0)),
        events.BidsRevealed((-1, BID["R"], -1, -1)),
    ]


def test_hp_19_two_who_bid_last_bid_at_the_same_time_after_the_others() -> None:
    match = Position().offer("Lugo louis ten").bidding("- last - last")
    assert sorted(match.asks()) == [0, 2]
    bid(match, "A", "-", "S", "-")
    assert sorted(match.asks()) == [1, 3]
    match.choose(3, "bid D")
    assert match.view(1)["bids"] == [BID["A"], -1, BID["S"], -1]  # still in a closed hand
    assert match.view(1)["sealed"][3] is None
    match.choose(1, "bid R")
    assert ranking(match) == [3, 1, 2, 0]


def test_hp_19_what_who_bids_last_may_bid() -> None:
    # Who bids last may bid three gems or none.
    match = bid(Position().bidding("last - rubies -"), "-", "DDD", "-", "A")
    assert len(offered(match, "bid", seat=0)) == 29
    bid(match, "", "-", "-", "-")
    assert ranking(match) == [1, 2, 3, 0]
    # When all others play rubies or bid last nobody bids first.
    match = Position(3).bidding("last rubies rubies")
    assert sorted(match.asks()) == [0]
    bid(match, "DDD", "-", "-")
    assert ranking(match) == [0, 1, 2]
    # Ties with those who bid last are broken by seat as ever.
    match = bid(bid(Position(camerlengo=2).bidding("last - - -"), "-", "S", "A", "S"), "S", "-", "-", "-")
    assert ranking(match) == [3, 0, 1, 2]


# == Gems go to the bank ==============================================================================================
def test_gems_bid_go_to_the_bank_and_hp_24_diamonds_for_good() -> None:
    # All gems bid go to the bank.
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


# == A new Camerlengo =================================================================================================
def test_a_new_camerlengo_counts_from_the_next_round_on() -> None:
    """The ranking of this round stays; the next one's ties are broken from the new Camerlengo."""
    match: Match = Position(camerlengo=0).offer("Lugo louis ten").bidding()
    bid(match, "", "", "D", "")
    assert ranking(match) == [2, 0, 1, 3]
    play(match, "take camerlengo")
    assert (ranking(match), asked(match)[0]) == ([2, 0, 1, 3], 0)
    play(match, "take Lugo", "take ten", "take louis")
    play(match, "turn Chigi", "turn louis", "turn ten")
    place(match, "-", "", "-", "-")
    bid(match, "", "", "", "")
    assert ranking(match) == [2, 3, 0, 1]
