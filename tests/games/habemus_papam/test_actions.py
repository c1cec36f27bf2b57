"""Phase 2: action cards placed face down, resolved clockwise from the Camerlengo; thefts, bribes and swaps."""

import pytest

from eminence.core.errors import AlreadyAnswered, NotAsked, NotOffered
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.components import BRIBE_CARD, SWAP_CARD, TEN
from tests.games.habemus_papam.tables import PERSON, RULEBOOKS, Position, court, gold, hand, out, place
from tests.games.playing import asked, offered, play, refused, told


# == HP-8: cards leave the game after use =============================================================================
@pytest.mark.parametrize("card", ["ten", "last", "twice", "rubies"])
def test_hp_8_an_action_card_leaves_the_game_after_use(card: str) -> None:
    match = place(Position().hand(1, f"{card} swap").placing(), "-", card, "-", "-")
    assert (out(match), hand(match, 1)) == (card, "swap")


def test_hp_8_cards_leave_the_game_when_they_are_used() -> None:
    # A bribe and a swap too, even if nobody is swapped.
    match = Position().court(1, "Lugo").court(2, "Bichi").hand(0, "bribe").hand(2, "swap").placing()
    place(match, "bribe", "-", "swap", "-")
    play(match, "bribe Lugo", "no swap")
    assert (out(match), hand(match, 0), hand(match, 2)) == ("bribe swap", "", "")
    assert told(match, events.DidNotSwap) == [events.DidNotSwap(2)]
    # Ten gold is paid when the card is played and not when it is taken.
    match = play(Position().offer("ten Lugo louis").taking(0, 1, 2, 3), "take ten")
    assert gold(match) == [20, 20, 20, 20]
    play(match, "take Lugo", "take louis", "take camerlengo", "turn Chigi", "turn louis", "turn swap")
    place(match, "ten", "-", "-", "-")
    assert (gold(match), told(match, events.TenGold)) == ([30, 20, 20, 21], [events.TenGold(0)])


# == HP-18, HP-20: placing cards ======================================================================================
def test_hp_18_no_action_cards_in_the_first_round() -> None:
    """Nobody is asked for any, even if he had one."""
    match = play(Position().hand(0, "ten").set(round=1).revealing(), "turn Lugo", "turn louis", "turn swap")
    assert {ask.step for ask in match.asks().values()} == {"bidding"}
    match = play(Position().hand(0, "ten").set(round=2).revealing(), "turn Lugo", "turn louis", "turn swap")
    assert {ask.step for ask in match.asks().values()} == {"place_action"}


def test_one_card_a_round_of_those_one_has() -> None:
    match = Position().hand(0, "ten ten swap").hand(2, "last").placing()
    assert sorted(match.asks()) == [0, 2]  # whoever has no cards is not asked
    assert offered(match, seat=0) == ["place ten", "place swap", "refuse"]
    assert offered(match, seat=2) == ["place last", "refuse"]
    refused(match, 0, "place last", NotOffered)
    refused(match, 1, "refuse", NotAsked)
    match.choose(0, "place ten")
    refused(match, 0, "place ten", AlreadyAnswered)
    match.choose(2, "refuse")
    assert (hand(match, 0), gold(match)[0]) == ("ten swap", 30)


def test_hp_20_that_somebody_refused_or_placed_a_card_is_seen_but_not_which() -> None:
    match = Position().hand(0, "ten swap").hand(1, "last").hand(2, "bribe").placing()
    assert match.view(3)["faces"] == [0, 0, 0, 0]
    match.choose(0, "place swap")
    match.choose(1, "refuse")
    for seat in (2, 3, None):
        view = match.view(seat)
        assert view["faces"] == [2, 1, 0, 0]
        assert view["sealed"][0] is None
        assert view["played"] == [-1, -1, -1, -1]
        assert view["hand"][0] == match.view(0)["hand"][0]  # it lies there, and belongs to the hand until all are in
    match.take_back(0)
    match.choose(0, "place ten")
    assert match.view(2)["faces"] == [2, 1, 0, 0]  # another card looks the same
    match.choose(2, "refuse")
    assert match.view(2)["faces"] == [0, 0, 0, 0]  # bids are in closed hands
    assert match.view(2)["played"] == [TEN, -1, -1, -1]
    assert told(match, events.ActionsRevealed) == [events.ActionsRevealed((TEN, -1, -1, -1))]


def test_when_nobody_has_cards_nobody_is_asked() -> None:
    assert {ask.step for ask in Position().placing().asks().values()} == {"bidding"}


# == Thefts ===========================================================================================================
@pytest.mark.parametrize(("card", "from_each"), [("last", 2), ("twice", 3), ("rubies", 2)])
@pytest.mark.parametrize("seats", [3, 4])
def test_each_opponent_pays(card: str, from_each: int, seats: int) -> None:
    match = place(Position(seats).hand(1, card).placing(), *("-", card, "-", "-")[:seats])
    others = [20 - from_each] * (seats - 1)
    assert gold(match) == [others[0], 20 + from_each * (seats - 1), *others[1:]]


@pytest.mark.parametrize(("card", "left"), [("last", [0, 0, 1]), ("twice", [0, 0, 0]), ("rubies", [0, 0, 1])])
def test_whoever_has_run_dry_gives_what_he_has(card: str, left: list[int]) -> None:
    match = place(Position().gold(0, 10, 1, 3).hand(1, card).placing(), "-", card, "-", "-")
    assert gold(match) == [left[0], 14 - sum(left), *left[1:]]
    assert [event.gold for event in told(match, events.Stole)] == [1, 3 - left[2], 0]


@pytest.mark.parametrize(("camerlengo", "after"), [(0, [5, 4, 0, 0]), (1, [2, 7, 0, 0]), (2, [5, 4, 0, 0])])
def test_thieves_take_clockwise_from_the_camerlengo(camerlengo: int, after: list[int]) -> None:
    """Seat 0 takes two of each, seat 1 three: whoever comes first finds more, and then pays the other."""
    match = Position(camerlengo=camerlengo).gold(2, 2, 3, 2).hand(0, "last").hand(1, "twice").placing()
    place(match, "last", "twice", "-", "-")
    assert gold(match) == after


def test_italian_rulebook_two_who_bid_last_and_a_player_with_less_than_four_gold() -> None:
    """The first of them, from the Camerlengo on, takes his two; for the second one is left."""
    match = Position(camerlengo=2, rulebook="italian").gold(20, 20, 20, 3).hand(1, "last").hand(2, "last").placing()
    place(match, "-", "last", "last", "-")
    assert [(event.seat, event.gold) for event in told(match, events.Stole) if event.victim == 3] == [(2, 2), (1, 1)]
    assert gold(match) == [16, 20 - 2 + 2 + 2 + 1, 20 + 6 - 2, 0]


def test_thefts_ten_gold_and_a_bribe_in_one_round_are_resolved_in_turn() -> None:
    """From the Camerlengo, seat 3: ten gold, a theft of three from each, a bribe for five."""
    position = Position(camerlengo=3).gold(5, 8, 20, 0).court(2, "Lugo")
    match = place(position.hand(3, "ten").hand(0, "twice").hand(1, "bribe").placing(), "twice", "bribe", "-", "ten")
    assert (asked(match), gold(match)) == ((1, "bribe"), [14, 5, 17, 7])
    play(match, "bribe Lugo")
    assert (gold(match), out(match)) == ([14, 0, 22, 7], "ten twice bribe")


def test_ten_gold_that_comes_later_does_not_help_against_an_earlier_theft() -> None:
    match = Position(camerlengo=0).gold(20, 1, 20, 20).hand(0, "twice").hand(1, "ten").placing()
    place(match, "twice", "ten", "-", "-")
    assert gold(match) == [27, 10, 17, 17]


# == The bribe (HP-5, HP-6, HP-7, HP-9, HP-22) ========================================================================
def test_a_bribe_is_paid_to_the_player_who_loses_his_cardinal() -> None:
    match = Position().court(1, "Lugo Bichi").court(2, "Ginetti").court(0, "Sforza").hand(0, "bribe").placing()
    place(match, "bribe", "-", "-", "-")
    assert offered(match) == ["bribe Lugo", "bribe Bichi", "bribe Ginetti"]  # of others only
    play(match, "bribe Bichi")
    assert (gold(match), court(match, 0), court(match, 1)) == ([15, 25, 20, 20], "Sforza Bichi", "Lugo")
    assert told(match, events.Bribed) == [events.Bribed(0, 1, PERSON["Bichi"])]


def test_hp_5_chigi_and_hp_6_leaders_cannot_be_bribed_but_hp_7_late_cardinals_can() -> None:
    match = place(Position().court(1, "Chigi Medici Harrach").hand(0, "bribe").placing(), "bribe", "-", "-", "-")
    assert offered(match) == ["bribe Harrach"]
    refused(match, 0, "bribe Chigi", NotOffered)
    refused(match, 0, "bribe Medici", NotOffered)
    play(match, "bribe Harrach")
    assert (court(match, 0), court(match, 1)) == ("Harrach", "Chigi Medici")


@pytest.mark.parametrize("pieces", [4, 5])
def test_hp_9_a_bribe_without_five_gold_goes_back_behind_the_screen(pieces: int) -> None:
    match = Position().gold(pieces, 20, 20, 20).court(1, "Lugo").hand(0, "bribe").placing()
    place(match, "bribe", "-", "-", "-")
    if pieces == 5:
        assert asked(match) == (0, "bribe")
        return
    assert {ask.step for ask in match.asks().values()} == {"bidding"}
    assert (hand(match, 0), out(match)) == ("bribe", "")
    assert told(match, events.CardWentBack) == [events.CardWentBack(0, BRIBE_CARD)]


def test_hp_9_gold_stolen_before_ones_turn_is_missing() -> None:
    """Six gold are enough, were it not for the Camerlengo who takes two of them."""
    position = Position(camerlengo=3).gold(6, 20, 20, 20).court(1, "Lugo")
    assert hand(place(position.hand(0, "bribe").hand(3, "last").placing(), "bribe", "-", "-", "last"), 0) == "bribe"
    position = Position(camerlengo=0).gold(6, 20, 20, 20).court(1, "Lugo")
    match = place(position.hand(0, "bribe").hand(3, "last").placing(), "bribe", "-", "-", "last")
    assert asked(match) == (0, "bribe")


def test_hp_9_a_bribe_without_a_target_goes_back_and_can_be_played_again() -> None:
    match = Position().court(0, "Lugo").court(1, "Chigi Este").offer("Sforza louis ten").hand(0, "bribe").placing()
    place(match, "bribe", "-", "-", "-")
    assert (hand(match, 0), told(match, events.CardWentBack)) == ("bribe", [events.CardWentBack(0, BRIBE_CARD)])
    for seat in range(4):
        match.choose(seat, "bid nothing")
    play(match, "take camerlengo", "take Sforza", "take louis", "take ten", "turn Bichi", "turn louis", "turn swap")
    place(match, "bribe", "-", "-", "")
    assert offered(match) == ["bribe Sforza"]


def test_hp_22_a_bribe_that_can_be_carried_out_must_be() -> None:
    match = place(Position().court(1, "Lugo").hand(0, "bribe").placing(), "bribe", "-", "-", "-")
    assert offered(match) == ["bribe Lugo"]
    refused(match, 0, "no swap", NotOffered)
    refused(match, 0, "refuse", NotOffered)


# == The swap (HP-5, HP-6, HP-7, HP-21, HP-22) ========================================================================
def test_a_swap_is_of_any_two_courts() -> None:
    # A swap of two cardinals of any two players.
    match = Position().court(0, "Sforza").court(1, "Lugo Bichi").court(2, "Ginetti Retz").hand(0, "swap").placing()
    place(match, "swap", "-", "-", "-")
    assert offered(match, "swap") == ["Lugo", "Sforza", "Bichi", "Ginetti", "Retz"]
    play(match, "swap Lugo")
    assert offered(match) == ["with Sforza", "with Ginetti", "with Retz"]  # never within one display
    refused(match, 0, "with Bichi", NotOffered)
    play(match, "with Retz")
    assert [court(match, seat) for seat in range(3)] == ["Sforza", "Bichi Retz", "Lugo Ginetti"]
    swapped = events.Swapped(0, PERSON["Lugo"], PERSON["Retz"], 1, 2)
    assert (told(match, events.Swapped), gold(match)) == ([swapped], [20, 20, 20, 20])
    # A swap of one's own cardinal.
    match = place(Position().court(0, "Sforza").court(1, "Lugo").hand(0, "swap").placing(), "swap", "-", "-", "-")
    play(match, "swap Sforza", "with Lugo")
    assert (court(match, 0), court(match, 1)) == ("Lugo", "Sforza")


def test_hp_5_chigi_is_safe_but_from_his_owner() -> None:
    # Chigi is safe from a swap but not from his owners.
    def swapping(seat: int) -> list[str]:
        match = Position().court(0, "Chigi Sforza").court(1, "Lugo").hand(seat, "swap").placing()
        place(match, *("swap" if other == seat else "-" for other in range(4)))
        found = offered(match, "swap")
        play(match, "swap Lugo")
        return [*found, "|", *offered(match, "with")]

    assert swapping(0) == ["Lugo", "Sforza", "Chigi", "|", "Sforza", "Chigi"]
    assert (swapping(1), swapping(2)) == (["Lugo", "Sforza", "|", "Sforza"], ["Lugo", "Sforza", "|", "Sforza"])
    # Then he is another's, and safe from the swap of who had him.
    match = Position().court(0, "Chigi").court(1, "Lugo").court(2, "Bichi").hand(0, "swap").hand(3, "swap").placing()
    place(match, "swap", "-", "-", "swap")
    play(match, "swap Chigi", "with Lugo")
    assert (court(match, 0), court(match, 1), offered(match, "swap")) == ("Lugo", "Chigi", ["Lugo", "Bichi"])


def test_hp_6_leaders_are_safe_from_a_swap() -> None:
    match = Position().court(0, "Medici Sforza").court(1, "Lugo Este").hand(0, "swap").placing()
    place(match, "swap", "-", "-", "-")
    assert offered(match, "swap") == ["Lugo", "Sforza"]


@pytest.mark.parametrize("courts", [("Lugo Bichi", ""), ("Lugo", "Chigi Este"), ("Medici", "Este"), ("", "")])
def test_hp_21_a_swap_without_a_legal_pair_goes_back_behind_the_screen(courts: tuple[str, str]) -> None:
    match = place(Position().court(0, courts[0]).court(1, courts[1]).hand(0, "swap").placing(), "swap", "-", "-", "-")
    assert (hand(match, 0), out(match)) == ("swap", "")
    assert told(match, events.CardWentBack) == [events.CardWentBack(0, SWAP_CARD)]


def test_hp_21_the_owner_of_chigi_has_a_legal_pair_where_others_have_none() -> None:
    def comes_back(seat: int) -> bool:
        match = Position().court(0, "Chigi").court(1, "Lugo").hand(seat, "swap").placing()
        place(match, *("swap" if other == seat else "-" for other in range(4)))
        return hand(match, seat) == "swap"

    assert [comes_back(seat) for seat in range(3)] == [False, True, True]


def test_hp_22_only_the_swap_may_be_declined() -> None:
    match = place(Position().court(0, "Sforza").court(1, "Lugo").hand(0, "swap").placing(), "swap", "-", "-", "-")
    assert offered(match)[-1] == "no swap"
    play(match, "swap Lugo")
    assert offered(match) == ["with Sforza"]  # once the first is named, the second is too; or one takes back
    match.take_back(0)
    play(match, "no swap")
    assert (court(match, 0), court(match, 1)) == ("Sforza", "Lugo")


# == Chains ===========================================================================================================
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_chain_of_a_bribe_a_swap_and_a_bribe(rulebook: str) -> None:
    """Each sees what those before him did: a cardinal bribed is swapped away, and bribed again."""
    position = Position(camerlengo=1, rulebook=rulebook).gold(20, 5, 20, 20).court(0, "Lugo").court(3, "Bichi")
    match = place(position.hand(1, "bribe").hand(2, "swap").hand(3, "bribe").placing(), "-", "bribe", "swap", "bribe")
    assert asked(match) == (1, "bribe")
    play(match, "bribe Lugo")
    assert asked(match) == (2, "swap")
    play(match, "swap Lugo", "with Bichi")
    assert (court(match, 1), court(match, 3), asked(match)) == ("Bichi", "Lugo", (3, "bribe"))
    assert offered(match) == ["bribe Bichi"]
    play(match, "bribe Bichi")
    assert (court(match, 3), gold(match)) == ("Lugo Bichi", [25, 5, 20, 15])
    assert {ask.step for ask in match.asks().values()} == {"bidding"}


def test_what_follows_from_a_bribe_or_a_swap() -> None:
    # A bribe can leave the next swap without a pair.
    match = Position().court(0, "Sforza").court(1, "Lugo").hand(0, "bribe").hand(2, "swap").placing()
    place(match, "bribe", "-", "swap", "-")
    play(match, "bribe Lugo")
    assert (hand(match, 2), out(match)) == ("swap", "bribe")
    # Gold from a bribe can be stolen in the same round.
    match = Position().gold(5, 0, 0, 0).court(1, "Lugo").hand(0, "bribe").hand(2, "twice").placing()
    place(match, "bribe", "-", "twice", "-")
    play(match, "bribe Lugo")
    assert gold(match) == [0, 2, 3, 0]
    # A bribe or a swap changes nothing about bids.
    match = Position().court(0, "Sforza").court(1, "Lugo").hand(0, "swap").hand(1, "last").hand(2, "rubies").placing()
    place(match, "swap", "last", "rubies", "-")
    play(match, "swap Lugo", "with Sforza")
    assert sorted(match.asks()) == [0, 3]
    match.choose(0, "bid DDD")
    match.choose(3, "bid A")
    assert asked(match) == (1, "bid_last")
    # A card that went back does not count as played.
    match = place(Position().gold(0, 20, 20, 20).hand(0, "bribe").placing(), "bribe", "-", "-", "-")
    assert (match.view(None)["played"], sorted(match.asks())) == ([-1, -1, -1, -1], [0, 1, 2, 3])
