"""Phase 4: taking cards in the order of the bids, and what happens at once."""

import pytest

from eminence.core.errors import NotAsked, NotOffered
from eminence.core.match import Match
from eminence.games.habemus_papam import events
from tests.games.habemus_papam import tables
from tests.games.habemus_papam.tables import RULEBOOKS, Position, bank, court, favours, gems_of, gold, hand, names, out
from tests.games.playing import asked, offered, play, refused, told


# == Taking ===========================================================================================================
def test_everyone_takes_a_card_in_the_order_of_the_bids() -> None:
    match = Position().offer("Lugo louis swap").taking(2, 0, 3, 1)
    assert offered(match, "take") == ["Lugo", "louis", "swap", "camerlengo"]
    refused(match, 0, "take Lugo", NotAsked)
    for seat, card in ((2, "louis"), (0, "Lugo"), (3, "camerlengo"), (1, "swap")):
        assert asked(match)[0] == seat
        play(match, f"take {card}")
    assert (court(match, 0), favours(match, 2), hand(match, 1)) == ("Lugo", "louis", "swap")
    assert (match.view(None)["camerlengo"], asked(match), match.view(None)["round"]) == (3, (-1, "reveal"), 3)


def test_late_cardinals_join_the_court_from_the_politics_and_leaders_from_the_actions() -> None:
    match = play(Position().offer("Lugo Harrach Medici").taking(0, 1, 2, 3), "take Harrach", "take Medici", "take Lugo")
    assert (court(match, 0), favours(match, 0)) == ("Harrach", "")
    assert (court(match, 1), hand(match, 1), gold(match)) == ("Medici", "", [20, 20, 20, 20])


def test_the_camerlengo_card_gives_a_ruby_a_sapphire_an_amber_and_a_piece_of_gold() -> None:
    match = Position(camerlengo=0).offer("Lugo louis swap").taking(3, 0, 1, 2)
    before = bank(match)
    play(match, "take camerlengo")
    assert (gems_of(match, 3), gold(match)) == ("DDDDRRSSSAAAA", [20, 20, 20, 21])
    assert (before, bank(match)) == ("RRRRRRSSSAAA", "RRRRRSSAA")
    assert told(match, events.TookCamerlengo) == [events.TookCamerlengo(3, tables.gems("RSA"))]


def test_hp_12_a_card_is_taken_once_and_where_nothing_is_left_nothing() -> None:
    # The Camerlengo card is taken by one player a round.
    match = play(Position().offer("Lugo louis swap").taking(0, 1, 2, 3), "take camerlengo")
    assert offered(match, "take") == ["Lugo", "louis", "swap"]
    refused(match, 1, "take camerlengo", NotOffered)
    # Whoever finds nothing left takes nothing.
    match = play(Position().offer("Lugo").taking(0, 1, 2, 3), "take camerlengo", "take Lugo")
    assert told(match, events.FoundNothing) == [events.FoundNothing(2), events.FoundNothing(3)]
    assert asked(match) == (-1, "reveal")


@pytest.mark.parametrize(("missing", "got"), [("R", "SA"), ("S", "RA"), ("A", "RS"), ("RSA", "")])
def test_hp_13_a_colour_the_bank_has_run_out_of_is_not_received(missing: str, got: str) -> None:
    """Seat 1 has all gems of some colours."""
    whole = {"R": "R" * 10, "S": "S" * 11, "A": "A" * 15}
    position = Position().gems(0, "").gems(2, "").gems(3, "").gems(1, "".join(whole[colour] for colour in missing))
    match = play(position.offer("Lugo").taking(0, 1, 2, 3), "take camerlengo")
    assert gems_of(match, 0) == (got or "-")
    assert (gold(match), match.view(None)["camerlengo"]) == ([21, 20, 20, 20], 0)


def test_hp_13_gems_bid_in_this_round_are_in_the_bank_already() -> None:
    position = Position().gems(0, "").gems(2, "").gems(3, "").gems(1, "R" * 10).offer("Lugo louis swap")
    assert gems_of(play(tables.bid(position.bidding(), "", "R", "", ""), "take Lugo", "take camerlengo"), 0) == "RSA"


@pytest.mark.parametrize(("card", "gone"), [("Lugo", "Lugo"), ("louis", "louis"), ("swap", "swap")])
def test_hp_14_with_three_players_the_untaken_card_leaves_the_game(card: str, gone: str) -> None:
    match = Position(3).offer("Lugo louis swap").taking(0, 1, 2)
    others = [other for other in ("Lugo", "louis", "swap", "camerlengo") if other != card]
    play(match, *(f"take {other}" for other in others))
    assert out(match) == gone
    assert tables.on_offer(match) == "camerlengo"  # of the next round
    assert len(told(match, events.Cleared)) == 1


def test_hp_14_an_untaken_camerlengo_card_stays() -> None:
    match = Position(3, camerlengo=1).offer("Lugo louis swap").taking(0, 1, 2)
    play(match, "take Lugo", "take louis", "take swap", "turn Bichi", "turn louis", "turn ten")
    assert (match.view(None)["camerlengo"], tables.on_offer(match)) == (1, "Bichi louis ten camerlengo")
    assert (out(match), told(match, events.Cleared)) == ("", [])


# == Felipe IV (HP-3, HP-5, HP-6, HP-7) ===============================================================================
def felipe(had: str, rulebook: str = "french", seats: int = 4) -> Match:
    """Seat 0 takes a Felipe; seats 1 and 2 have cardinals, seat 2 with Felipe's favour."""
    position = (
        Position(seats, rulebook=rulebook).court(0, "Sforza").court(1, "Lugo Chigi Medici Retz").court(2, "Bichi")
    )
    if had != "felipe felipe":
        position.favours(2, "felipe")
    return play(position.favours(0, had).offer("Ginetti felipe swap").taking(*range(seats)), "take felipe")


@pytest.mark.parametrize("had", ["", "felipe", "felipe felipe"])
def test_each_felipe_brings_five_gold_at_once(had: str) -> None:
    assert gold(felipe(had)) == [25, 20, 20, 20]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("had", ["", "felipe felipe"])
def test_only_the_second_felipe_excludes(had: str, rulebook: str) -> None:
    assert asked(felipe(had, rulebook)) == (1, "take")


def test_hp_3_french_the_second_felipe_must_exclude_a_cardinal() -> None:
    match = felipe("felipe")
    assert (asked(match), offered(match)) == ((0, "exclude"), ["exclude Lugo", "exclude Retz"])
    refused(match, 0, "spare", NotOffered)
    play(match, "exclude Lugo")
    assert (names(match.view(None)["out"]), court(match, 1)) == ("Lugo", "Chigi Medici Retz")
    assert told(match, events.Excluded) == [events.Excluded(0, 1, tables.PERSON["Lugo"])]
    assert asked(match) == (1, "take")  # only now the next one takes a card


def test_hp_3_italian_the_second_felipe_may_exclude_a_cardinal() -> None:
    match = felipe("felipe", "italian")
    assert offered(match) == ["exclude Lugo", "exclude Retz", "spare"]
    play(match, "spare")
    assert (court(match, 1), out(match)) == ("Lugo Chigi Medici Retz", "")
    assert told(match, events.Spared) == [events.Spared(0)]
    assert court(play(felipe("felipe", "italian"), "exclude Retz"), 1) == "Lugo Chigi Medici"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_hp_5_hp_6_hp_7_felipe_excludes_late_cardinals_but_neither_chigi_nor_leaders(rulebook: str) -> None:
    match = felipe("felipe", rulebook)
    refused(match, 0, "exclude Chigi", NotOffered)
    refused(match, 0, "exclude Medici", NotOffered)
    play(match, "exclude Retz")
    assert names(match.view(None)["out"]) == "Retz"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_felipes_favour_protects_and_nobody_is_excluded_where_all_have_it(rulebook: str) -> None:
    """Not one's own either: one has his favour oneself."""
    match = felipe("felipe", rulebook)
    refused(match, 0, "exclude Bichi", NotOffered)
    refused(match, 0, "exclude Sforza", NotOffered)
    position = Position(rulebook=rulebook).court(0, "Sforza").court(1, "Chigi Medici").court(2, "Bichi")
    match = position.favours(0, "felipe").favours(2, "felipe").offer("Lugo felipe swap").taking(0, 1, 2, 3)
    play(match, "take felipe")
    assert (asked(match), out(match), gold(match)[0]) == ((1, "take"), "", 25)


# == Squadrone Volante (HP-2) =========================================================================================
def squadrone(pieces: int, rulebook: str) -> Match:
    match = Position(rulebook=rulebook).gold(pieces, 20, 20, 20).offer("Lugo squadrone swap").taking(0, 1, 2, 3)
    play(match, "take squadrone")
    return match


@pytest.mark.parametrize("pieces", [20, 21])
def test_hp_2_french_the_taker_pays_twenty_if_able(pieces: int) -> None:
    match = squadrone(pieces, "french")
    assert (asked(match), favours(match, 0), gold(match)) == ((1, "take"), "squadrone", [pieces - 20, 20, 20, 20])
    assert told(match, events.PaidSquadrone) == [events.PaidSquadrone(0)]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_hp_2_if_unable_the_card_leaves_the_game(rulebook: str) -> None:
    match = squadrone(19, rulebook)
    assert (asked(match), favours(match, 0), out(match)) == ((1, "take"), "", "squadrone")
    assert (gold(match), told(match, events.SquadroneGone)) == ([19, 20, 20, 20], [events.SquadroneGone(0)])


def test_hp_2_italian_the_taker_may_pay() -> None:
    match = squadrone(20, "italian")
    assert (asked(match), offered(match)) == ((0, "squadrone"), ["pay", "decline"])
    play(match, "pay")
    assert (favours(match, 0), gold(match)[0]) == ("squadrone", 0)
    # If unwilling, the card leaves the game.
    match = play(squadrone(30, "italian"), "decline")
    assert (favours(match, 0), out(match), gold(match)[0]) == ("", "squadrone", 30)
    assert told(match, events.SquadroneGone) == [events.SquadroneGone(0)]


# == Case of Death (HP-1, HP-5, HP-6, HP-7, HP-15) ====================================================================
def death(rulebook: str = "french", seats: int = 4, **courts: str) -> Match:
    """Seat 0 takes the Case of Death; the courts are given as `_1="Lugo"`."""
    position = Position(seats, rulebook=rulebook).offer("Ottoboni death swap")
    for seat, there in courts.items():
        position.court(int(seat[1:]), there)
    return play(position.taking(*range(seats)), "take death")


def test_hp_1_french_the_taker_names_an_opponent_whose_oldest_dies() -> None:
    match = death(_0="Lugo", _1="Ginetti Hessen", _2="Sacchetti Bichi", _3="Orsini Este")
    assert (asked(match), offered(match)) == ((0, "death"), ["death 1", "death 2", "death 3"])
    assert gold(match) == [25, 20, 20, 20]
    play(match, "death 2")
    assert (court(match, 2), names(match.view(None)["out"])) == ("Bichi", "Sacchetti")
    assert told(match, events.Died) == [events.Died(0, 2, tables.PERSON["Sacchetti"])]
    assert (out(match).split(), asked(match)) == (["Sacchetti", "death"], (1, "take"))


def test_hp_1_french_where_only_one_opponent_has_somebody_he_is_named() -> None:
    match = death(_0="Lugo", _2="Sacchetti Bichi")
    assert (court(match, 2), court(match, 0)) == ("Bichi", "Lugo")


def test_hp_1_italian_the_oldest_among_all_opponents_dies() -> None:
    match = death("italian", _0="Lugo", _1="Ginetti Hessen", _2="Sacchetti", _3="Orsini")
    assert asked(match) == (1, "take")
    assert [court(match, seat) for seat in range(4)] == ["Lugo", "Hessen", "Sacchetti", "Orsini"]
    assert gold(match) == [25, 20, 20, 20]
    # Medici and Carpegna are both 59, and Medici is the older one; of those who are 57, Trivulzio is the oldest.
    assert court(death("italian", _1="Carpegna", _2="Medici"), 2) == ""
    assert court(death("italian", _1="GSpada", _2="FBarberini", _3="Grimaldi Trivulzio"), 3) == "Grimaldi"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_hp_5_chigi_does_not_die_the_next_oldest_does(rulebook: str) -> None:
    assert court(death(rulebook, _1="Chigi Hessen Azzolini"), 1) == "Chigi Azzolini"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_hp_6_leaders_and_hp_7_late_cardinals_can_die(rulebook: str) -> None:
    assert court(death(rulebook, _1="Medici Hessen"), 1) == "Hessen"
    assert court(death(rulebook, _1="Harrach Hessen"), 1) == "Hessen"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("there", ["", "Chigi"])
def test_hp_15_without_a_victim_it_still_pays_five_gold_and_leaves_the_game(rulebook: str, there: str) -> None:
    match = death(rulebook, _0="Lugo", _1=there)
    assert (gold(match), out(match)) == ([25, 20, 20, 20], "death")
    assert [court(match, seat) for seat in range(4)] == ["Lugo", there, "", ""]
    assert (told(match, events.NobodyDied), asked(match)) == ([events.NobodyDied(0)], (1, "take"))


def test_felipes_favour_does_not_protect_from_death() -> None:
    position = Position(rulebook="italian").court(1, "Lugo").favours(1, "felipe").offer("Bichi death swap")
    assert court(play(position.taking(0, 1, 2, 3), "take death"), 1) == ""


# == The count of things ==============================================================================================
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_mazarin_and_louis_do_nothing_at_once(rulebook: str) -> None:
    match = play(Position(rulebook=rulebook).offer("Lugo mazarin swap").taking(0, 1, 2, 3), "take mazarin")
    assert (favours(match, 0), gold(match), asked(match)) == ("mazarin", [20] * 4, (1, "take"))
    assert tables.state(match).taken == 1
