"""A turn: CC-2 to CC-7."""

from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.core.texts.telling import telling
from eminence.games.caesar_cleopatra import events
from tests.games.caesar_cleopatra import tables
from tests.games.caesar_cleopatra.tables import (
    CAESAR,
    CLEOPATRA,
    FIRST_RULES,
    GAME,
    Position,
    both,
    discards,
    down,
    go_on,
    hand,
    up,
)
from tests.games.pages import seen
from tests.games.playing import asked, offered, play, told


def beside(match: Match, group: str) -> list[str]:
    """What is offered beside a group."""
    return [text for text in offered(match) if text.endswith(group)]


# == Preparation and opening ==========================================================================================
def test_the_opening_lays_one_series_in_secret_and_cleopatra_begins() -> None:
    match = tables.opened("5 4 3 2 1", "1 3 5 2 4")
    rows = [both(down, match, group) for group in ("SEN", "PRA", "QUA", "CEN", "AED")]
    assert rows == [("5", "1"), ("4", "3"), ("3", "5"), ("2", "2"), ("1", "4")]
    assert (both(hand, match), asked(match)) == (("1 2 3 4 5", "1 2 3 4 5"), (CLEOPATRA, "act"))
    assert (match.view(None)["pile_count"], match.view(None)["action_count"]) == ([27, 27], [13, 13])
    told_caesar = [event.face for event in match.story(CAESAR) if isinstance(event, events.LaidDown)]
    assert told_caesar == [None, None, None, None, None, 0, 2, 4, 1, 3]


# == CC-4: the action pile ============================================================================================
def test_cc_4_each_player_puts_his_action_pile_in_order_and_nobody_else_sees_it() -> None:
    match = GAME.new(2, {"action_pile": "ordered"}, by_hand=True)
    assert sorted(match.asks()) == [CLEOPATRA, CAESAR]
    hers = "veto spy veto wrath scout castling spy scout castling"  # the rest are coups
    his = "coup coup coup coup spy spy castling castling scout scout wrath"  # the rest are vetoes
    match.choose(CLEOPATRA, *(f"next {kind}" for kind in hers.split()))
    assert list(match.asks()) == [CAESAR]
    match.choose(CAESAR, *(f"next {kind}" for kind in his.split()))
    assert [len(order or ()) for order in match.view(CLEOPATRA)["order"]] == [13, 0]
    assert (match.view(CLEOPATRA)["order"][CAESAR], match.view(None)["order"]) == (None, [None, None])
    play(match, "bonus SEN", "bonus SEN")
    for seat in range(2):
        match.choose(seat, "lay 1", "lay 2", "lay 3", "lay 4")
    play(match, "down 1 SEN", "action")
    assert hand(match, CLEOPATRA) == "2 3 4 5 veto"
    play(tables.go_on(match), "up 1 SEN", "up 2 SEN", "action", "action")
    assert hand(match, CAESAR) == "3 4 5 coup coup"


def test_cc_4_a_shuffled_pile_is_drawn_from_by_chance_and_nobody_orders_it() -> None:
    assert asked(GAME.new(2, {"action_pile": "shuffled"}, by_hand=True)) == (DEALER, "deal_bonus")
    ask = play(Position(action_pile="shuffled").match(), "down 1 SEN", "action").asks()[DEALER]
    assert ask.texts == [f"draw {kind}" for kind in ("coup", "spy", "castling", "scout", "wrath", "veto")]
    assert ask.weights == (4, 2, 2, 2, 1, 2)


# == CC-2, CC-7: an active turn =======================================================================================
def test_cc_2_one_card_face_down_or_two_face_up() -> None:
    match = Position().hand(CLEOPATRA, "3 3 4").match()
    assert beside(match, "PRA") == ["down 3 PRA", "down 4 PRA", "up 3 PRA", "up 4 PRA"]  # what she holds
    assert not offered(match, "play", "veto", "let")
    play(match, "down 3 PRA")
    assert (down(match, CLEOPATRA, "PRA"), asked(match)) == ("3", (CLEOPATRA, "refill"))  # and no second one
    # Or two face up beside one group or two.
    match = play(Position().match(), "up 3 PRA")
    assert asked(match) == (CLEOPATRA, "second_up")
    assert {"up 4 PRA", "up 4 SEN"} <= set(offered(match))
    assert not offered(match, "down", "passive", "play")
    play(match, "up 4 SEN")
    assert (up(match, CLEOPATRA, "PRA"), up(match, CLEOPATRA, "SEN")) == ("3", "4")


def test_cc_2_one_action_card_a_turn_before_or_after_placing() -> None:
    position = Position().hand(CLEOPATRA, "1 2 3 scout scout").down(CAESAR, "SEN", "5").down(CAESAR, "PRA", "4")
    match = play(position.match(), "play scout", "let", "scout SEN", "turn up")
    assert not offered(match, "play", "passive", "veto", "let")
    play(match, "down 1 SEN")
    assert asked(match) == (CLEOPATRA, "refill")
    play(match, "influence", "draw 2", "influence", "draw P")
    assert (hand(match, CLEOPATRA), asked(match)) == ("2 2 3 P scout", (DEALER, "vote_card"))
    assert asked(play(match, "vote orgy")) == (CAESAR, "act")
    # After placing.
    match = play(position.match(), "down 1 SEN")
    assert offered(match) == ["play scout", "no action"]
    assert asked(play(match, "play scout", "let", "scout SEN", "turn up")) == (CLEOPATRA, "refill")


def test_cc_7_at_most_five_own_cards_and_eight_in_all() -> None:
    assert not beside(Position().up(CLEOPATRA, "SEN", "1 1 2").down(CLEOPATRA, "SEN", "3 3").match(), "SEN")
    assert not beside(Position().up(CLEOPATRA, "SEN", "1 1 2").down(CAESAR, "SEN", "1 2 3 3 4").match(), "SEN")
    # The second card too.
    match = play(Position().up(CLEOPATRA, "SEN", "1 1 2 3").match(), "up 1 SEN")
    assert (len(beside(match, "PRA")), beside(match, "SEN")) == (4, [])


def test_cc_7_one_card_is_enough_where_there_is_no_second_or_no_place_for_it() -> None:
    position = Position().exhausted("PRA", "QUA", "CEN", "AED").up(CLEOPATRA, "SEN", "1 1 2 3").hand(CLEOPATRA, "1 2")
    match = play(position.match(), "up 1 SEN")
    assert (asked(match)[1], up(match, CLEOPATRA, "SEN")) == ("refill", "1 1 1 2 3")
    assert asked(play(Position().hand(CLEOPATRA, "3 veto").match(), "up 3 SEN")) == (CLEOPATRA, "late_action")


# == CC-3: refilling ==================================================================================================
def test_cc_3_card_by_card_from_either_pile_up_to_five_seen_by_its_owner_only() -> None:
    match = play(Position().match(), "up 1 SEN", "up 2 SEN")
    assert offered(match) == ["influence", "action"]
    play(match, "action", "draw veto")
    assert (hand(match, CLEOPATRA), asked(match)) == ("3 4 5 veto", (CLEOPATRA, "refill"))  # seen before the next
    assert match.story(CLEOPATRA)[-1] == events.Drew(CLEOPATRA, True, 11)
    assert match.story(CAESAR)[-1] == events.Drew(CLEOPATRA, True, None)
    assert match.view(CAESAR)["hand_actions"] == [1, 0]
    play(match, "influence", "draw P")
    assert (hand(match, CLEOPATRA), asked(match)[1]) == ("3 4 5 P veto", "vote_card")


def test_cc_3_from_an_empty_pile_nothing_is_drawn() -> None:
    match = play(Position().piles(CLEOPATRA, influence="", actions="veto").match(), "up 1 SEN", "up 2 SEN")
    assert asked(match) == (DEALER, "draw")  # no choice of pile is left
    play(match, "draw veto")
    assert (hand(match, CLEOPATRA), asked(match)[1]) == ("3 4 5 veto", "vote_card")
    # Discards are not shuffled into a pile.
    match = Position().piles(CLEOPATRA).match()
    before = discards(match, CLEOPATRA)
    play(match, "up 1 SEN", "up 2 SEN")
    assert (asked(match)[1], discards(match, CLEOPATRA), hand(match, CLEOPATRA)) == ("vote_card", before, "3 4 5")


# == CC-5: a passive turn =============================================================================================
def test_cc_5_any_cards_or_none_are_discarded_and_as_many_drawn() -> None:
    match = Position().hand(CLEOPATRA, "1 2 2 5 veto").match()
    play(match, "passive", "drop 1", "drop 2", "drop veto", "enough")
    assert discards(match, CLEOPATRA) == "1 2 veto"
    play(match, "action", "draw coup", "influence", "draw 4", "influence", "draw P")
    assert hand(match, CLEOPATRA) == "2 4 5 P coup"
    match = play(Position().match(), "passive", "enough")
    assert (asked(match), told(match, events.Discarded)) == ((CAESAR, "act"), [events.Discarded(CLEOPATRA, ())])


def test_cc_5_no_action_card_no_placing_no_vote_card_and_all_is_seen_at_once() -> None:
    match = play(Position().hand(CLEOPATRA, "1 2 3 4 scout").down(CAESAR, "SEN", "5").match(), "passive")
    assert offered(match) == ["drop 1", "drop 2", "drop 3", "drop 4", "drop scout", "enough"]
    play(match, "drop 3")
    assert (match.view(CAESAR)["discards"], told(match, events.Discarded)) == ([0, 0], [])
    play(match, "enough")
    assert told(match, events.Discarded) == [events.Discarded(CLEOPATRA, (2,))]
    play(match, "influence", "draw 5")
    assert (asked(match), told(match, events.VoteCard)) == ((CAESAR, "act"), [])


# == CC-6: no influence, or no place for it ===========================================================================
def without_a_place(hers: str, game: Game = GAME) -> Position:
    """Cleopatra has five cards beside the only group that is left, and Caesar three: eight, and a tie at that."""
    position = Position(game=game).exhausted("PRA", "QUA", "CEN", "AED").hand(CLEOPATRA, hers)
    return position.up(CLEOPATRA, "SEN", "1 1 2 3 3").up(CAESAR, "SEN", "4 5").down(CAESAR, "SEN", "1").set(tied=1)


def test_cc_6_without_influence_a_player_can_only_be_passive() -> None:
    for game in (GAME, FIRST_RULES):
        position = Position(game=game).hand(CLEOPATRA, "scout coup").down(CAESAR, "SEN", "5").up(CAESAR, "SEN", "4")
        assert offered(position.match()) == ["passive"]


def test_cc_6_without_a_place_an_action_card_may_be_played_first_and_who_then_has_a_place_lays() -> None:
    match = without_a_place("1 2 scout castling wrath").match()
    assert offered(match) == ["play scout", "play wrath", "passive"]  # a Castling needs two groups
    play(match, "play wrath", "let", "wrath SEN", "turn up")
    assert offered(match, "down", "up") == ["1 SEN", "2 SEN"] * 2
    assert not offered(match, "passive", "play")
    go_on(play(match, "up 1 SEN", "up 2 SEN"), "vote_card")  # an active turn: filled up, and a vote card
    assert (len(hand(match, CLEOPATRA).split()), up(match, CLEOPATRA, "SEN")) == (5, "1 2")
    # A Coup breaks the tie: her own limit is still reached, but not his.
    match = without_a_place("1 2 3 4 5").hand(CAESAR, "1 2 3 coup coup").set(turn=CAESAR, asked=CAESAR).match()
    assert offered(match) == ["play coup", "passive"]
    play(match, "play coup", "let", "strike 3 SEN")
    assert offered(match, "down") == ["1 SEN", "2 SEN", "3 SEN"]


def test_cc_6_if_the_action_makes_no_place_the_turn_goes_on_as_a_passive_one() -> None:
    for moves in (("play scout", "let", "scout SEN", "turn up"), ("play scout", "veto", "influence", "draw 5")):
        match = play(without_a_place("1 2 3 scout scout").hand(CAESAR, "1 2 3 4 veto").match(), *moves)
        assert offered(match) == ["passive"]
        play(match, "passive", "drop 1", "enough")
        assert match.view(None)["owed"] == [2, 0], "for what he discarded, and for the action card"
        play(match, "influence", "draw 5", "action", "draw coup")
        assert (hand(match, CLEOPATRA), asked(match)) == ("2 3 5 coup scout", (CAESAR, "act"))
        assert (told(match, events.VoteCard), told(match, events.ExtraordinaryVote)) == ([], [])


def test_cc_6_by_the_first_rules_who_has_no_place_plays_no_action_card() -> None:
    assert offered(without_a_place("1 2 scout wrath", FIRST_RULES).match()) == ["passive"]


def test_cc_6_is_told() -> None:
    match = without_a_place("1 2 3 scout scout").match()
    told_to_her = telling(GAME, "en", CLEOPATRA)
    said = [told_to_her.prompt(match.view(0), match.asks()[0])]
    play(match, "play scout", "let", "scout SEN", "turn up")
    said += [told_to_her.prompt(match.view(0), match.asks()[0])]
    said += [told_to_her.label(match.view(0), match.asks()[0]["passive"])]
    said += [told_to_her.prompt(play(match, "passive").view(0), match.asks()[0])]
    no_place, still_none = "No group has room for your influence", "There is still no room for your influence"
    assert said == [
        f"{no_place}: you may play an action card, and lay if that makes room; or be passive.",
        f"{no_place}: you can only be passive.",
        "Be passive: discard as many cards as you like and fill up your hand",
        f"{still_none}, so you are passive: discard any cards from your hand, then fill it up.",
    ]
    assert "then your hand is filled up" in seen(match, CLEOPATRA)["board"]
