"""The action cards: CC-15 to CC-17 and CC-23."""

import pytest

from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.games.caesar_cleopatra import events
from eminence.games.caesar_cleopatra.components import NONE
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, Position, discards, down, hand, up
from tests.games.playing import asked, offered, play, told


def with_card(card: str) -> Position:
    """Cleopatra holds an action card, Caesar has cards of both sorts on the table."""
    position = Position().hand(CLEOPATRA, f"1 2 3 4 {card}").hand(CAESAR, "1 2 P spy veto")
    return (
        position.up(CAESAR, "SEN", "4 4 P").down(CAESAR, "SEN", "5").down(CAESAR, "PRA", "3").up(CLEOPATRA, "QUA", "2")
    )


# == CC-15: the veto ==================================================================================================
@pytest.mark.parametrize("card", ["coup", "spy", "castling", "scout", "wrath"])
def test_cc_15_a_veto_annuls_any_action_card(card: str) -> None:
    match = with_card(card).match()
    before = [match.view(None)[field] for field in ("up", "lying", "patricians")]
    play(match, f"play {card}")
    assert asked(match) == (CAESAR, "veto")
    play(match, "veto")
    assert (discards(match, CLEOPATRA), discards(match, CAESAR)) == (card, "veto")  # both cards are discarded
    assert asked(match) == (CAESAR, "refill")  # the vetoer redraws one card at once, out of turn
    play(match, "influence", "draw 5")
    assert (hand(match, CAESAR), asked(match)) == ("1 2 5 P spy", (CLEOPATRA, "act"))
    assert not offered(match, "play")  # it was the turn's action
    assert [match.view(None)[field] for field in ("up", "lying", "patricians")] == before


def test_cc_15_the_other_is_asked_whether_or_not_he_holds_one() -> None:
    asks = []
    for held in ("1 2 3 4 veto", "1 2 3 4 coup"):
        match = play(with_card("scout").hand(CAESAR, held).match(), "play scout")
        assert asked(match) == (CAESAR, "veto")
        asks.append(offered(match))
        for seat in (CLEOPATRA, None):  # nothing that the others see tells which
            assert match.view(seat).asked == [CAESAR]
            assert match.view(seat)["hand"][CAESAR] is None
    assert asks == [["let", "veto"], ["let"]]


def test_cc_15_letting_it_happen_looks_the_same_with_and_without_one() -> None:
    seen = []
    for held in ("1 2 3 4 veto", "1 2 3 4 coup"):
        match = play(with_card("scout").hand(CAESAR, held).match(), "play scout", "let")
        seen.append((match.view(CLEOPATRA).to_json(), match.story(CLEOPATRA), match.asks()))
    assert seen[0] == seen[1]


def test_cc_15_a_veto_comes_in_its_moment_only() -> None:
    # A late action is vetoed as well and the turn goes on.
    match = play(with_card("coup").match(), "down 1 QUA", "play coup", "veto", "influence", "draw 5")
    assert asked(match) == (CLEOPATRA, "refill")
    # A veto cannot be played otherwise.
    match = Position().hand(CLEOPATRA, "1 2 3 4 veto").match()
    assert not offered(match, "play", "veto")
    play(match, "down 1 SEN")
    assert offered(match) == ["no action"]
    # Without a pile the vetoer draws nothing.
    match = play(with_card("coup").piles(CAESAR).match(), "play coup", "veto")
    assert (asked(match), hand(match, CAESAR)) == ((CLEOPATRA, "act"), "1 2 P spy")


# == Coup =============================================================================================================
def test_coup_takes_an_open_card_of_the_other_away() -> None:
    match = play(with_card("coup").match(), "play coup", "let")
    assert offered(match) == ["strike 4 SEN", "strike P SEN"]  # open ones only, and none of her own
    play(match, "strike P SEN")
    assert (up(match, CAESAR, "SEN"), discards(match, CAESAR), asked(match)) == ("4 4", "P", (CLEOPATRA, "act"))


# == CC-16: the spy ===================================================================================================
def spying() -> Match:
    return play(with_card("spy").match(), "play spy", "let", "look")


def test_cc_16_the_spy_sees_and_chooses_and_the_victim_redraws() -> None:
    # The spy sees the hand and chooses what is discarded.
    match = spying()
    assert offered(match) == ["snatch 1", "snatch 2", "snatch P", "snatch spy", "snatch veto"]
    play(match, "snatch veto")
    assert discards(match, CAESAR) == "veto"
    # The victim redraws at once from the pile of his choice.
    match = play(spying(), "snatch P")
    assert (asked(match), offered(match)) == ((CAESAR, "refill"), ["influence", "action"])
    play(match, "action", "draw wrath")
    assert (hand(match, CAESAR), asked(match)) == ("1 2 spy wrath veto", (CLEOPATRA, "act"))
    # Only the spy is told what he sees.
    match = spying()
    assert told(match, events.Looked) == [events.Looked(CLEOPATRA, None)]
    told_her = [event for event in match.story(CLEOPATRA) if isinstance(event, events.Looked)]
    assert told_her == [events.Looked(CLEOPATRA, match._state.hand[CAESAR])]  # type: ignore[attr-defined]


# == CC-17: castling ==================================================================================================
def castling(**more: str) -> Match:
    position = Position().hand(CLEOPATRA, "1 2 3 4 castling").up(CLEOPATRA, "SEN", "5 5").down(CLEOPATRA, "SEN", "1 P")
    for seat_group, cards in more.items():
        seat, group = seat_group.split("_")
        position.up(CLEOPATRA if seat == "own" else CAESAR, group, cards)
    return play(position.match(), "play castling", "let")


def test_cc_17_all_own_cards_of_two_groups_are_redistributed_face_down() -> None:
    match = castling(own_PRA="3")
    assert "castle SEN PRA" in offered(match)
    play(match, "castle SEN PRA")
    play(match, "first 0", "first 1", "first 1", "first 0")  # of 1, 3, 5 5, P
    assert (down(match, CLEOPATRA, "SEN"), down(match, CLEOPATRA, "PRA")) == ("3 5", "1 5 P")
    assert (up(match, CLEOPATRA, "SEN"), up(match, CLEOPATRA, "PRA")) == ("", "")
    assert told(match, events.Castled) == [events.Castled(CLEOPATRA, 0, 1, 2, 3)]
    assert asked(match) == (CLEOPATRA, "act")


def test_cc_17_castling_keeps_to_the_limits_and_leaves_the_others_cards() -> None:
    # One group may stay empty.
    match = play(castling(), "castle SEN CEN", "first 0", "first 0", "first 0")
    assert (down(match, CLEOPATRA, "SEN"), down(match, CLEOPATRA, "CEN")) == ("", "1 5 5 P")
    # At most five beside one group.
    match = castling(own_PRA="3 3 4")
    play(match, "castle SEN PRA", "first 0", "first 0", "first 0")  # 1, 3 3 and 4 go to the second group
    assert offered(match) == ["first 1", "first 2"]  # one place is left there for 5 5
    play(match, "first 1")
    assert offered(match) == ["first 1"]  # the philosopher
    play(match, "first 1")
    assert (down(match, CLEOPATRA, "SEN"), down(match, CLEOPATRA, "PRA")) == ("5 P", "1 3 3 4 5")
    # And eight in all.
    match = play(castling(other_PRA="1 1 2 2 3"), "castle SEN PRA", "first 0")
    assert offered(match) == ["first 0", "first 1", "first 2"]
    play(match, "first 0")  # 1 5 5 there: with Caesar's five it is full
    assert offered(match) == ["first 1"]
    # Cards of the other stay.
    match = play(castling(other_SEN="4", other_PRA="3"), "castle SEN PRA", "first 1", "first 1", "first 1")
    assert (up(match, CAESAR, "SEN"), up(match, CAESAR, "PRA")) == ("4", "3")


def test_cc_17_nobody_else_sees_which_card_went_where() -> None:
    seen = []
    for answers in (("first 1", "first 0", "first 0"), ("first 0", "first 0", "first 1")):
        match = play(castling(), "castle SEN PRA", *answers)
        seen.append((match.view(CAESAR).to_json(), match.story(CAESAR)))
    assert seen[0] == seen[1]


def test_cc_17_it_can_be_taken_back_until_the_last_card_has_its_place() -> None:
    match = play(castling(), "castle SEN PRA", "first 1")
    match.take_back(CLEOPATRA)
    assert offered(match) == ["first 0", "first 1"]


# == Scout and Wrath of the Gods ======================================================================================
def test_scout_turns_up_all_cards_of_the_other_beside_a_group() -> None:
    match = with_card("scout").down(CAESAR, "PRA", "3 1 1").down(CLEOPATRA, "PRA", "5").match()
    play(match, "play scout", "let")
    assert offered(match) == ["scout SEN", "scout PRA"]
    play(match, "scout PRA", "turn up")
    assert (up(match, CAESAR, "PRA"), down(match, CAESAR, "PRA")) == ("1 1 3", "")
    assert down(match, CLEOPATRA, "PRA") == "5"  # her own stay covered
    assert asked(match) == (CLEOPATRA, "act")
    assert (match.view(None)["group"], match.view(None)["sides"]) == (NONE, 0)  # nothing is left over for a later Wrath


def test_wrath_takes_all_influence_beside_a_group_away() -> None:
    match = play(with_card("wrath").up(CLEOPATRA, "SEN", "1").down(CLEOPATRA, "SEN", "3").match(), "play wrath", "let")
    assert offered(match) == ["wrath SEN", "wrath PRA", "wrath QUA"]
    play(match, "wrath SEN", "turn up")
    assert (discards(match, CLEOPATRA), discards(match, CAESAR)) == ("1 3 wrath", "4 4 5 P")
    assert (match.view(None)["patricians"], asked(match)) == ([5, 5, 5, 3, 3], (CLEOPATRA, "act"))
    # Wrath of open cards needs no turning up.
    match = play(with_card("wrath").match(), "play wrath", "let", "wrath QUA")
    assert (discards(match, CLEOPATRA), asked(match)) == ("2 wrath", (CLEOPATRA, "act"))


# == CC-23: an action card is played only if it can do something ======================================================
@pytest.mark.parametrize(
    ("card", "position"),
    [
        ("coup", Position().down(CAESAR, "SEN", "4").up(CLEOPATRA, "SEN", "4")),
        ("spy", Position().hand(CAESAR, "").down(CAESAR, "SEN", "4")),
        ("castling", Position().down(CAESAR, "SEN", "4")),
        ("scout", Position().up(CAESAR, "SEN", "4").down(CLEOPATRA, "SEN", "4")),
        ("wrath", Position()),
    ],
)
def test_cc_23_a_card_without_effect_is_not_offered(card: str, position: Position) -> None:
    assert not offered(position.hand(CLEOPATRA, f"1 2 3 4 {card}").match(), "play")


def test_cc_23_he_is_asked_all_the_same() -> None:
    """Everybody sees that he holds an action card: whether it could be played, nobody sees."""
    match = play(Position().hand(CLEOPATRA, "1 2 3 4 coup").match(), "up 1 AED", "up 2 AED")
    assert (asked(match), offered(match)) == ((CLEOPATRA, "late_action"), ["no action"])


@pytest.mark.parametrize("card", ["coup", "spy", "castling", "scout", "wrath"])
def test_cc_23_a_card_with_effect_is(card: str) -> None:
    assert f"play {card}" in offered(with_card(card).match())


def test_cc_23_castling_needs_a_second_group() -> None:
    position = Position().exhausted("PRA", "QUA", "CEN", "AED").up(CLEOPATRA, "SEN", "4").hand(CLEOPATRA, "1 castling")
    assert not offered(position.match(), "play")


def test_the_dealer_shows_what_is_turned_up() -> None:
    """Where somebody sees something new it is the dealer who answers: nothing can be taken back from there on."""
    match = play(with_card("scout").match(), "play scout", "let", "scout PRA")
    assert asked(match) == (DEALER, "turn_up")
    assert not match.can_take_back(CLEOPATRA)
