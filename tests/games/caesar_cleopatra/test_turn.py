"""A turn: CC-2 to CC-7, and answers that are refused."""

import pytest

from eminence.core.errors import ChoiceError, NotAsked, NotOffered, UnknownChoice
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.games.caesar_cleopatra import events
from tests.games.caesar_cleopatra import tables
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, GAME, Position, discards, down, hand, opened, up
from tests.games.playing import asked, offered, play, refused, told


# == Preparation and opening ==========================================================================================
def test_the_opening_lays_one_series_in_secret_and_cleopatra_begins() -> None:
    # The opening lays one series and keeps the other.
    match = opened("5 4 3 2 1", "1 3 5 2 4")
    assert [down(match, CLEOPATRA, group) for group in ("SEN", "PRA", "QUA", "CEN", "AED")] == ["5", "4", "3", "2", "1"]
    assert [down(match, CAESAR, group) for group in ("SEN", "PRA", "QUA", "CEN", "AED")] == ["1", "3", "5", "2", "4"]
    assert (hand(match, CLEOPATRA), hand(match, CAESAR)) == ("1 2 3 4 5", "1 2 3 4 5")
    assert (match.view(None)["pile_count"], match.view(None)["action_count"]) == ([27, 27], [13, 13])
    # Cleopatra begins.
    assert asked(opened()) == (CLEOPATRA, "act")
    # The opening is secret.
    told_caesar = [event.face for event in opened().story(CAESAR) if isinstance(event, events.LaidDown)]
    assert told_caesar == [None, None, None, None, None, 0, 1, 2, 3, 4]


# == CC-4: the action pile ============================================================================================
def ordering() -> Match:
    return GAME.new(2, {"action_pile": "ordered"}, by_hand=True)


def order(match: Match, seat: int, kinds: str) -> None:
    for kind in kinds.split():
        match.choose(seat, f"next {kind}")


def test_cc_4_each_player_puts_his_action_pile_in_order() -> None:
    match = ordering()
    assert sorted(match.asks()) == [CLEOPATRA, CAESAR]
    order(match, CLEOPATRA, "veto spy veto wrath scout castling spy scout castling")  # the rest are coups
    assert list(match.asks()) == [CAESAR]
    order(match, CAESAR, "coup coup coup coup spy spy castling castling scout scout wrath")  # the rest are vetoes
    play(match, "bonus SEN", "bonus SEN")
    for seat in range(2):
        for face in "1234":
            match.choose(seat, f"lay {face}")
    play(match, "down 1 SEN", "action")
    assert hand(match, CLEOPATRA) == "2 3 4 5 veto"
    tables.go_on(match)
    play(match, "up 1 SEN", "up 2 SEN", "action", "action")
    assert hand(match, CAESAR) == "3 4 5 coup coup"


def test_cc_4_the_owner_remembers_the_order_and_nobody_else_sees_it() -> None:
    match = ordering()
    order(match, CLEOPATRA, "veto spy veto wrath scout castling spy scout castling")
    order(match, CAESAR, "coup coup coup coup spy spy castling castling scout scout wrath")
    assert match.view(CLEOPATRA)["order"][CAESAR] is None
    assert (match.view(None)["order"], len(match.view(CLEOPATRA)["order"][CLEOPATRA])) == ([None, None], 13)


def test_cc_4_a_shuffled_pile_is_drawn_from_by_chance() -> None:
    match = play(Position(action_pile="shuffled").match(), "down 1 SEN", "action")
    ask = match.asks()[DEALER]
    assert dict(zip(ask.texts, ask.weights or (), strict=True)) == {
        "draw coup": 4,
        "draw spy": 2,
        "draw castling": 2,
        "draw scout": 2,
        "draw wrath": 1,
        "draw veto": 2,
    }


def test_cc_4_a_shuffled_pile_asks_nobody_to_order_it() -> None:
    assert asked(GAME.new(2, {"action_pile": "shuffled"}, by_hand=True)) == (DEALER, "deal_bonus")


# == CC-2, CC-7: an active turn =======================================================================================
def test_cc_2_one_card_face_down_or_two_face_up() -> None:
    match = play(Position().match(), "down 3 PRA")
    assert down(match, CLEOPATRA, "PRA") == "3"
    assert asked(match) == (CLEOPATRA, "refill")  # and no second one
    # Or two face up beside one group or two.
    match = play(Position().match(), "up 3 PRA")
    assert asked(match) == (CLEOPATRA, "second_up")
    assert {"up 4 PRA", "up 4 SEN"} <= set(offered(match))
    assert not offered(match, "down", "passive", "play")
    play(match, "up 4 SEN")
    assert (up(match, CLEOPATRA, "PRA"), up(match, CLEOPATRA, "SEN")) == ("3", "4")


def test_cc_2_one_action_card_a_turn_before_or_after_placing() -> None:
    # The whole turn.
    match = Position().hand(CLEOPATRA, "1 2 3 4 scout").down(CAESAR, "SEN", "5").match()
    play(match, "play scout", "let", "scout SEN", "turn up", "down 1 SEN")
    assert asked(match) == (CLEOPATRA, "refill")
    play(match, "influence", "draw 2", "influence", "draw P")
    assert (hand(match, CLEOPATRA), asked(match)) == ("2 2 3 4 P", (DEALER, "vote_card"))
    play(match, "vote orgy")
    assert asked(match) == (CAESAR, "act")
    # An action card after placing.
    match = play(Position().hand(CLEOPATRA, "1 2 3 4 scout").down(CAESAR, "SEN", "5").match(), "down 1 SEN")
    assert offered(match) == ["play scout", "no action"]
    play(match, "play scout", "let", "scout SEN", "turn up")
    assert asked(match) == (CLEOPATRA, "refill")
    # One action card a turn.
    match = Position().hand(CLEOPATRA, "1 2 3 scout scout").down(CAESAR, "SEN", "5").down(CAESAR, "PRA", "4").match()
    play(match, "play scout", "let", "scout SEN", "turn up")
    assert not offered(match, "play")
    play(match, "down 1 SEN")
    assert asked(match) == (CLEOPATRA, "refill")


def test_cc_7_at_most_five_own_cards_and_eight_in_all() -> None:
    # At most five own cards beside a group.
    match = Position().up(CLEOPATRA, "SEN", "1 1 2").down(CLEOPATRA, "SEN", "3 3").match()
    assert not [text for text in offered(match) if text.endswith("SEN")]
    # At most eight in all.
    match = Position().up(CLEOPATRA, "SEN", "1 1 2").down(CAESAR, "SEN", "1 2 3 3 4").match()
    assert not [text for text in offered(match) if text.endswith("SEN")]
    # The second card too.
    match = play(Position().up(CLEOPATRA, "SEN", "1 1 2 3").match(), "up 1 SEN")
    assert offered(match)
    assert not [text for text in offered(match) if text.endswith("SEN")]


def test_cc_7_one_card_is_enough_where_there_is_no_second() -> None:
    # One card is enough when the second has no place.
    position = Position().exhausted("PRA", "QUA", "CEN", "AED").up(CLEOPATRA, "SEN", "1 1 2 3").hand(CLEOPATRA, "1 2")
    match = play(position.match(), "up 1 SEN")
    assert (asked(match)[1], up(match, CLEOPATRA, "SEN")) == ("refill", "1 1 1 2 3")
    # One card is enough when there is no second.
    assert asked(play(Position().hand(CLEOPATRA, "3 veto").match(), "up 3 SEN")) == (CLEOPATRA, "late_action")


# == CC-3: refilling ==================================================================================================
def test_cc_3_card_by_card_from_either_pile_up_to_five() -> None:
    match = play(Position().match(), "up 1 SEN", "up 2 SEN")
    assert offered(match) == ["influence", "action"]
    play(match, "action", "draw veto")
    assert hand(match, CLEOPATRA) == "3 4 5 veto"  # seen before the next is chosen
    assert asked(match) == (CLEOPATRA, "refill")
    play(match, "influence", "draw P")
    assert (hand(match, CLEOPATRA), asked(match)[1]) == ("3 4 5 P veto", "vote_card")


def test_cc_3_what_is_drawn_is_seen_by_its_owner_only() -> None:
    match = play(Position().match(), "down 1 SEN", "action", "draw veto")
    assert match.story(CLEOPATRA)[-1] == events.Drew(CLEOPATRA, True, 11)
    assert match.story(CAESAR)[-1] == events.Drew(CLEOPATRA, True, None)
    assert match.view(CAESAR)["hand_actions"] == [1, 0]


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


# == CC-5, CC-6: a passive turn =======================================================================================
def test_cc_5_any_cards_or_none_are_discarded_and_as_many_drawn() -> None:
    match = Position().hand(CLEOPATRA, "1 2 2 5 veto").match()
    play(match, "passive", "drop 1", "drop 2", "drop veto", "enough")
    assert discards(match, CLEOPATRA) == "1 2 veto"
    play(match, "action", "draw coup", "influence", "draw 4", "influence", "draw P")
    assert hand(match, CLEOPATRA) == "2 4 5 P coup"
    # None is allowed.
    match = play(Position().match(), "passive", "enough")
    assert (asked(match), told(match, events.Discarded)) == ((CAESAR, "act"), [events.Discarded(CLEOPATRA, ())])


def test_cc_5_nothing_else_is_done_and_all_is_seen_at_once() -> None:
    # No action card, no placing, no vote card.
    match = play(Position().hand(CLEOPATRA, "1 2 3 4 scout").down(CAESAR, "SEN", "5").match(), "passive")
    assert offered(match) == ["drop 1", "drop 2", "drop 3", "drop 4", "drop scout", "enough"]
    play(match, "drop 1", "enough", "influence", "draw 5")
    assert asked(match) == (CAESAR, "act")
    assert not told(match, events.VoteCard)
    # What is discarded is seen when all of it is.
    match = play(Position().match(), "passive", "drop 3")
    assert match.view(CAESAR)["discards"] == [0, 0]
    assert not told(match, events.Discarded)
    play(match, "enough")
    assert told(match, events.Discarded) == [events.Discarded(CLEOPATRA, (2,))]


def test_cc_6_without_influence_or_a_place_a_player_can_only_be_passive() -> None:
    match = Position().hand(CLEOPATRA, "scout coup").down(CAESAR, "SEN", "5").up(CAESAR, "SEN", "4").match()
    assert offered(match) == ["passive"]
    # Without a place too.
    position = Position().exhausted("PRA", "QUA", "CEN", "AED").up(CLEOPATRA, "SEN", "1 1 2 3 3")
    assert offered(position.hand(CLEOPATRA, "1 2 scout").down(CAESAR, "SEN", "5").match()) == ["passive"]


# == What is refused ==================================================================================================
def after_an_action() -> Match:
    match = Position().hand(CLEOPATRA, "1 2 3 scout scout").down(CAESAR, "SEN", "5").down(CAESAR, "PRA", "4").match()
    play(match, "play scout", "let", "scout SEN", "turn up")
    return match


def full() -> Match:
    return Position().up(CLEOPATRA, "SEN", "1 1 2 3 3").match()


def at(step: str) -> Match:
    position = Position().hand(CLEOPATRA, "1 2 3 coup spy").hand(CAESAR, "1 2 3 4 veto")
    match = play(position.up(CAESAR, "SEN", "4").down(CAESAR, "PRA", "5").down(CAESAR, "SEN", "2").match(), "play coup")
    if step == "coup":
        play(match, "let")
    return match


def vetoed() -> Match:
    """A veto was played; its owner draws, then Cleopatra goes on, who holds a veto herself."""
    match = Position().hand(CLEOPATRA, "1 2 3 coup veto").hand(CAESAR, "1 2 3 4 veto").up(CAESAR, "SEN", "4").match()
    play(match, "play coup", "veto", "influence", "draw 1")
    return match


@pytest.mark.parametrize(
    ("match", "move", "error"),
    [
        pytest.param(full(), "down 1 SEN", NotOffered, id="a sixth card"),
        pytest.param(full(), "up 1 SEN", NotOffered, id="a sixth card, open"),
        pytest.param(full(), "down P PRA", NotOffered, id="a card that is not in hand"),
        pytest.param(full(), "play coup", NotOffered, id="an action card that is not in hand"),
        pytest.param(at("coup"), "strike 5 PRA", NotOffered, id="a Coup against a covered card"),
        pytest.param(at("coup"), "strike 2 SEN", NotOffered, id="a Coup against a covered card beside an open one"),
        pytest.param(vetoed(), "veto", NotOffered, id="a veto against a veto"),
        pytest.param(vetoed(), "let", NotOffered, id="letting a veto happen"),
        pytest.param(after_an_action(), "passive", NotOffered, id="passive after an action"),
        pytest.param(after_an_action(), "play scout", NotOffered, id="a second action"),
        pytest.param(at("veto"), "down 1 SEN", NotOffered, id="a choice of another step"),
        pytest.param(at("veto"), "enough", NotOffered, id="a choice of another step too"),
        pytest.param(full(), "play veto", UnknownChoice, id="a veto of one's own accord"),
        pytest.param(full(), "down 6 SEN", UnknownChoice, id="a card that does not exist"),
        pytest.param(full(), "", UnknownChoice, id="nothing"),
    ],
)
def test_what_may_not_be_done_is_refused_and_changes_nothing(match: Match, move: str, error: type[ChoiceError]) -> None:
    assert refused(match, next(iter(match.asks())), move, error)


def test_nobody_answers_out_of_turn() -> None:
    # A veto is not asked for when a veto was played.
    match = vetoed()
    assert asked(match) == (CLEOPATRA, "act")
    with pytest.raises(NotAsked):
        match.choose(CAESAR, "veto")
    # Nobody answers out of turn.
    match = Position().match()
    with pytest.raises(NotAsked):
        match.choose(CAESAR, "down 1 SEN")
