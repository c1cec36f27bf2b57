"""Phase 2: action cards placed face down, resolved clockwise from the Camerlengo; thefts, bribes and swaps."""

from eminence.core.errors import AlreadyAnswered, NotAsked, NotOffered, UnknownChoice
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.components import BRIBE_CARD, SWAP_CARD, TEN
from tests.games.habemus_papam.tables import (
    FIRST_RULES,
    GAME,
    PERSON,
    RULEBOOKS,
    Position,
    bid,
    court,
    gold,
    hand,
    out,
    place,
    steps,
)
from tests.games.playing import asked, offered, play, refused, told


# == HP-8: cards leave the game after use =============================================================================
def test_hp_8_an_action_card_leaves_the_game_after_use() -> None:
    for card in ("ten", "last", "twice", "rubies"):
        match = Position().hand(1, "swap").playing(f"- {card} - -")
        assert (out(match), hand(match, 1)) == (card, "swap")
    # A bribe and a swap too, even if nobody is swapped.
    match = Position().court(1, "Lugo").court(2, "Bichi").playing("bribe - swap -")
    play(match, "bribe Lugo", "no swap")
    assert (out(match), hand(match, 0), hand(match, 2)) == ("bribe swap", "", "")
    assert [court(match, seat) for seat in range(3)] == ["Lugo", "", "Bichi"]
    assert told(match, events.DidNotSwap) == [events.DidNotSwap(2)]
    # Ten gold is paid when the card is played and not when it is taken.
    match = play(Position().offer("ten Lugo louis").taking(), "take ten")
    assert gold(match) == [20, 20, 20, 20]
    play(match, "take Lugo", "take louis", "take camerlengo", "turn Chigi", "turn louis", "turn swap")
    place(match, "ten", "-", "-", "-")
    assert (gold(match), told(match, events.TenGold)) == ([30, 20, 20, 21], [events.TenGold(0)])


# == HP-18, HP-20: placing cards ======================================================================================
def test_one_card_a_round_of_those_one_has_but_hp_18_none_in_the_first() -> None:
    for number, step in ((1, "bidding"), (2, "place_action")):
        match = Position().hand(0, "ten").set(round=number).revealing()
        assert steps(play(match, "turn Lugo", "turn louis", "turn swap")) == {step}
    assert steps(Position().placing()) == {"bidding"}
    # One card a round of those one has.
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
    for view in (match.view(seat) for seat in (2, 3, None)):
        assert (view["faces"], view["sealed"][0], view["played"]) == ([2, 1, 0, 0], None, [-1, -1, -1, -1])
        assert view["hand"][0] == match.view(0)["hand"][0]  # it lies there, and belongs to the hand until all are in
    match.take_back(0)
    match.choose(0, "place ten")
    assert match.view(2)["faces"] == [2, 1, 0, 0]  # another card looks the same
    match.choose(2, "refuse")
    assert match.view(2)["faces"] == [0, 0, 0, 0]  # bids are in closed hands
    assert match.view(2)["played"] == [TEN, -1, -1, -1]
    assert told(match, events.ActionsRevealed) == [events.ActionsRevealed((TEN, -1, -1, -1))]


# == Thefts ===========================================================================================================
THEFTS = [
    # Whoever comes first finds more, and then pays the other.
    (0, [2, 2, 3, 2], "last twice - -", [5, 4, 0, 0]),
    (1, [2, 2, 3, 2], "last twice - -", [2, 7, 0, 0]),
    (2, [2, 2, 3, 2], "last twice - -", [5, 4, 0, 0]),
    # Ten gold that comes later does not help against an earlier theft.
    (0, [20, 1, 20, 20], "twice ten - -", [27, 10, 17, 17]),
]
"""The Camerlengo, gold, the cards that are played, and gold after them."""


def test_thieves_take_from_each_opponent_clockwise_from_the_camerlengo() -> None:
    for card, most in (("last", 2), ("twice", 3), ("rubies", 2)):
        assert gold(Position(3).playing(f"- {card} -")) == [20 - most, 20 + 2 * most, 20 - most], card
        assert gold(Position().playing(f"- {card} - -")) == [20 - most, 20 + 3 * most, 20 - most, 20 - most], card
        # Whoever has run dry gives what he has.
        match = Position().gold(0, 10, 1, 3).playing(f"- {card} - -")
        stolen = [event.gold for event in told(match, events.Stole)]
        assert (gold(match), stolen) == ([0, 11 + most, 0, 3 - most], [1, most, 0]), card
    for camerlengo, before, cards, after in THEFTS:
        assert gold(Position(4, camerlengo).gold(*before).playing(cards)) == after, (camerlengo, cards)


def test_what_happens_in_one_round_is_resolved_in_turn() -> None:
    # The Italian rulebook: of two who bid last, the first from the Camerlengo on takes two of three gold, and then one
    # is left.
    match = Position(camerlengo=2, rulebook="italian").gold(20, 20, 20, 3).playing("- last last -")
    assert [(event.seat, event.gold) for event in told(match, events.Stole) if event.victim == 3] == [(2, 2), (1, 1)]
    assert gold(match) == [16, 20 - 2 + 2 + 2 + 1, 20 + 6 - 2, 0]
    # From the Camerlengo, seat 3: ten gold, a theft of three from each, a bribe for five.
    match = Position(camerlengo=3).gold(5, 8, 20, 0).court(2, "Lugo").playing("twice bribe - ten")
    assert (asked(match), gold(match)) == ((1, "bribe"), [14, 5, 17, 7])
    play(match, "bribe Lugo")
    assert (gold(match), out(match)) == ([14, 0, 22, 7], "ten twice bribe")


# == The bribe (HP-4a, HP-5, HP-6, HP-7) ==============================================================================
def test_a_bribe_is_paid_to_the_player_who_loses_his_cardinal() -> None:
    match = Position().court(1, "Lugo Bichi").court(2, "Ginetti").court(0, "Sforza").playing("bribe - - -")
    assert offered(match) == ["bribe Lugo", "bribe Bichi", "bribe Ginetti"]  # of others only
    play(match, "bribe Bichi")
    assert (gold(match), court(match, 0), court(match, 1)) == ([15, 25, 20, 20], "Sforza Bichi", "Lugo")
    assert told(match, events.Bribed) == [events.Bribed(0, 1, PERSON["Bichi"])]


def test_hp_5_chigi_and_hp_6_leaders_cannot_be_bribed_but_hp_7_late_cardinals_can() -> None:
    match = Position().court(1, "Chigi Medici Harrach").playing("bribe - - -")
    assert offered(match) == ["bribe Harrach"]
    for text in ("bribe Chigi", "bribe Medici", "no swap", "refuse"):
        refused(match, 0, text, NotOffered)
    play(match, "bribe Harrach")
    assert (court(match, 0), court(match, 1)) == ("Harrach", "Chigi Medici")


def test_hp_4a_a_bribe_must_be_carried_out_but_may_be_declined_by_the_italian_rulebook() -> None:
    """By the first version of the rules it must be, by either rulebook."""
    for rulebook, game in (("french", GAME), ("french", FIRST_RULES), ("italian", FIRST_RULES)):
        match = Position(rulebook=rulebook, game=game).court(1, "Lugo").playing("bribe - - -")
        assert (match.game, offered(match)) == (game, ["bribe Lugo"])
        refused(match, 0, "keep bribe", UnknownChoice if game is FIRST_RULES else NotOffered)
    match = Position(rulebook="italian").court(1, "Lugo").offer("Sforza louis ten").playing("bribe - twice -")
    assert offered(match) == ["bribe Lugo", "keep bribe"]
    play(match, "keep bribe")
    assert (court(match, 0), court(match, 1), gold(match)) == ("", "Lugo", [17, 17, 29, 17])  # the next is carried out
    assert (hand(match, 0), out(match), match.view(None)["played"][0]) == ("bribe", "twice", -1)
    assert told(match, events.DidNotBribe) == [events.DidNotBribe(0)]
    assert (told(match, events.CardWentBack), steps(match)) == ([], {"bidding"})
    # It is played in a later round, and may be carried out then.
    bid(match, "A", "", "", "")
    play(match, "take camerlengo", "take Sforza", "take louis", "take ten", "turn Bichi", "turn louis", "turn swap")
    place(match, "bribe", "-", "-", "")
    assert offered(match, "bribe") == ["Lugo", "Sforza"]
    play(match, "bribe Sforza")
    assert (court(match, 0), hand(match, 0), out(match)) == ("Sforza", "", "twice bribe")


# == HP-9, HP-21: cards that cannot be carried out ====================================================================
WENT_BACK = [
    (Position().gold(4, 20, 20, 20).court(1, "Lugo"), "bribe - - -", 0),  # five gold are needed
    (Position(camerlengo=3).gold(6, 20, 20, 20).court(1, "Lugo"), "bribe - - last", 0),  # two are stolen before
    (Position().court(0, "Lugo").court(1, "Chigi Este"), "bribe - - -", 0),
    (Position().court(0, "Lugo Bichi"), "swap - - -", 0),
    (Position().court(0, "Lugo").court(1, "Chigi Este"), "swap - - -", 0),
    (Position().court(0, "Medici").court(1, "Este"), "swap - - -", 0),
    (Position(), "swap - - -", 0),
    (Position().court(0, "Chigi").court(1, "Lugo"), "- swap - -", 1),  # Chigi is safe from all but his owner
    (Position().court(0, "Chigi").court(1, "Lugo"), "- - swap -", 2),
]
CARRIED_OUT = [
    (Position().gold(5, 20, 20, 20).court(1, "Lugo"), "bribe - - -"),
    (Position(camerlengo=0).gold(6, 20, 20, 20).court(1, "Lugo"), "bribe - - last"),
    (Position().court(0, "Chigi").court(1, "Lugo"), "swap - - -"),
]


def test_hp_9_hp_21_a_card_that_cannot_be_carried_out_goes_back_behind_the_screen() -> None:
    for position, cards, seat in WENT_BACK:
        match, card = position.playing(cards), cards.split()[seat]
        assert (hand(match, seat), out(match)) == (card, "last" if "last" in cards else ""), cards
        back = events.CardWentBack(seat, {"bribe": BRIBE_CARD, "swap": SWAP_CARD}[card])
        assert (told(match, events.CardWentBack), match.view(None)["played"][seat]) == ([back], -1), cards
        assert (steps(match), seat in match.asks()) == ({"bidding"}, True), "it does not count as played"
    for position, cards in CARRIED_OUT:
        assert asked(position.playing(cards)) == (0, cards.split()[0])
    # It can be played again.
    match = Position().court(0, "Lugo").court(1, "Chigi Este").offer("Sforza louis ten").playing("bribe - - -")
    for seat in range(4):
        match.choose(seat, "bid nothing")
    play(match, "take camerlengo", "take Sforza", "take louis", "take ten", "turn Bichi", "turn louis", "turn swap")
    place(match, "bribe", "-", "-", "")
    assert offered(match) == ["bribe Sforza"]


# == The swap (HP-5, HP-6, HP-7, HP-22) ===============================================================================
def test_a_swap_is_of_any_two_courts_and_hp_22_may_be_declined() -> None:
    match = Position().court(0, "Sforza").court(1, "Lugo Bichi").court(2, "Ginetti Retz").playing("swap - - -")
    assert offered(match) == ["swap Lugo", "swap Sforza", "swap Bichi", "swap Ginetti", "swap Retz", "no swap"]
    play(match, "swap Lugo")
    assert offered(match) == ["with Sforza", "with Ginetti", "with Retz"]  # never within one display, nor none
    refused(match, 0, "with Bichi", NotOffered)
    play(match, "with Retz")
    assert [court(match, seat) for seat in range(3)] == ["Sforza", "Bichi Retz", "Lugo Ginetti"]
    swapped = events.Swapped(0, PERSON["Lugo"], PERSON["Retz"], 1, 2)
    assert (told(match, events.Swapped), gold(match)) == ([swapped], [20, 20, 20, 20])


def test_hp_5_chigi_is_safe_but_from_his_owner_and_hp_6_leaders_from_all() -> None:
    for cards, found in {
        "swap - - -": ["Lugo", "Sforza", "Chigi", "|", "Sforza", "Chigi"],
        "- swap - -": ["Lugo", "Sforza", "|", "Sforza"],
        "- - swap -": ["Lugo", "Sforza", "|", "Sforza"],
    }.items():
        match = Position().court(0, "Chigi Sforza Medici").court(1, "Lugo Este").playing(cards)
        first = offered(match, "swap")
        assert [*first, "|", *offered(play(match, "swap Lugo"), "with")] == found, cards
    # Then he is another's, and safe from the swap of who had him.
    match = Position().court(0, "Chigi").court(1, "Lugo").court(2, "Bichi").playing("swap - - swap")
    play(match, "swap Chigi", "with Lugo")
    assert (court(match, 0), court(match, 1), offered(match, "swap")) == ("Lugo", "Chigi", ["Lugo", "Bichi"])


# == Chains ===========================================================================================================
def test_each_sees_what_those_before_him_did() -> None:
    # A cardinal bribed is swapped away, and bribed again.
    for rulebook in RULEBOOKS:
        position = Position(camerlengo=1, rulebook=rulebook).gold(20, 5, 20, 20).court(0, "Lugo").court(3, "Bichi")
        match = position.playing("- bribe swap bribe")
        assert asked(match) == (1, "bribe")
        play(match, "bribe Lugo")
        assert asked(match) == (2, "swap")
        play(match, "swap Lugo", "with Bichi")
        assert (court(match, 1), court(match, 3), asked(match)) == ("Bichi", "Lugo", (3, "bribe"))
        assert offered(match, "bribe") == ["Bichi"]
        play(match, "bribe Bichi")
        assert (court(match, 3), gold(match)) == ("Lugo Bichi", [25, 5, 20, 15])
        assert steps(match) == {"bidding"}
    # A bribe can leave the next swap without a pair.
    match = play(Position().court(0, "Sforza").court(1, "Lugo").playing("bribe - swap -"), "bribe Lugo")
    assert (hand(match, 2), out(match)) == ("swap", "bribe")
    # Gold from a bribe can be stolen in the same round.
    match = play(Position().gold(5, 0, 0, 0).court(1, "Lugo").playing("bribe - twice -"), "bribe Lugo")
    assert gold(match) == [0, 2, 3, 0]
    # A swap of one's own cardinal; it changes nothing about bids.
    match = Position().court(0, "Sforza").court(1, "Lugo").playing("swap last rubies -")
    play(match, "swap Sforza", "with Lugo")
    assert (court(match, 0), court(match, 1), sorted(match.asks())) == ("Lugo", "Sforza", [0, 3])
    match.choose(0, "bid DDD")
    match.choose(3, "bid A")
    assert asked(match) == (1, "bid_last")
