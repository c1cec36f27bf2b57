"""The action cards: CC-15 to CC-17 and CC-22."""

from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.games.caesar_cleopatra import events
from eminence.games.caesar_cleopatra.components import NONE
from tests.games.caesar_cleopatra import tables
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, Position, both, discards, down, hand, up
from tests.games.playing import asked, offered, play, told

CARDS = ("coup", "spy", "castling", "scout", "wrath")


def with_card(card: str, his: str = "1 2 P spy veto") -> Position:
    """Cleopatra holds an action card, Caesar has cards of both sorts on the table."""
    position = Position().hand(CLEOPATRA, f"1 2 3 4 {card}").hand(CAESAR, his).up(CLEOPATRA, "QUA", "2")
    return position.up(CAESAR, "SEN", "4 4 P").down(CAESAR, "SEN", "5").down(CAESAR, "PRA", "3")


# == CC-15: the veto ==================================================================================================
def test_cc_15_a_veto_annuls_any_action_card() -> None:
    for card in CARDS:
        match = with_card(card).match()
        before = [match.view(None)[field] for field in ("up", "lying", "patricians")]
        assert f"play {card}" in offered(match), "CC-22: it can do something"
        play(match, f"play {card}")
        assert asked(match) == (CAESAR, "veto")
        play(match, "veto")
        assert both(discards, match) == (card, "veto")  # both cards are discarded
        assert asked(match) == (CAESAR, "refill")  # the vetoer redraws one card at once, out of turn
        play(match, "influence", "draw 5")
        assert (hand(match, CAESAR), asked(match)) == ("1 2 5 P spy", (CLEOPATRA, "act"))
        assert not offered(match, "play", "passive", "veto", "let")  # it was the turn's action
        assert [match.view(None)[field] for field in ("up", "lying", "patricians")] == before


def test_cc_15_the_other_is_asked_whether_or_not_he_holds_one_and_letting_it_happen_looks_the_same() -> None:
    seen = []
    for held, asks in (("1 2 3 4 veto", ["let", "veto"]), ("1 2 3 4 coup", ["let"])):
        match = play(with_card("scout", held).match(), "play scout")
        assert (asked(match), offered(match)) == ((CAESAR, "veto"), asks)
        told_before = [match.view(seat).to_json() for seat in (CLEOPATRA, None)]
        assert match.view(CLEOPATRA).asked == match.view(None).asked == [CAESAR]
        play(match, "let")
        seen.append((told_before, match.view(CLEOPATRA).to_json(), match.story(CLEOPATRA), match.asks()))
    assert seen[0] == seen[1]


def test_cc_15_a_veto_comes_in_its_moment_only() -> None:
    # A late action is vetoed as well and the turn goes on.
    match = play(with_card("coup").match(), "down 1 QUA", "play coup", "veto", "influence", "draw 5")
    assert asked(match) == (CLEOPATRA, "refill")
    # A veto cannot be played otherwise.
    match = Position().hand(CLEOPATRA, "1 2 3 4 veto").match()
    assert not offered(match, "play", "veto")
    assert offered(play(match, "down 1 SEN")) == ["no action"]
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
def test_cc_16_the_spy_alone_sees_and_chooses_and_the_victim_redraws_at_once_from_a_pile_of_his_choice() -> None:
    match = play(with_card("spy").match(), "play spy", "let", "look")
    assert told(match, events.Looked) == [events.Looked(CLEOPATRA, None)]
    assert events.Looked(CLEOPATRA, tables.state(match).hand[CAESAR]) in match.story(CLEOPATRA)
    assert offered(match) == ["snatch 1", "snatch 2", "snatch P", "snatch spy", "snatch veto"]
    play(match, "snatch P")
    assert (discards(match, CAESAR), asked(match), offered(match)) == ("P", (CAESAR, "refill"), ["influence", "action"])
    play(match, "action", "draw wrath")
    assert (hand(match, CAESAR), asked(match)) == ("1 2 spy wrath veto", (CLEOPATRA, "act"))
    # An action card too.
    match = play(with_card("spy").match(), "play spy", "let", "look", "snatch veto")
    assert (discards(match, CAESAR), hand(match, CAESAR)) == ("veto", "1 2 P spy")


# == CC-17: castling ==================================================================================================
def castling(*answers: str, hers: str = "", his: str = "") -> Match:
    """Cleopatra castles 1, 5, 5 and P that lie beside the senators, 5 5 open; and what lies beside the praetors."""
    position = Position().hand(CLEOPATRA, "1 2 3 4 castling").up(CLEOPATRA, "SEN", "5 5").down(CLEOPATRA, "SEN", "1 P")
    match = position.up(CLEOPATRA, "PRA", hers).up(CAESAR, "PRA", his).up(CAESAR, "SEN", "4").match()
    return play(match, "play castling", "let", *answers)


def test_cc_17_all_own_cards_of_two_groups_are_redistributed_face_down() -> None:
    for hers, his, second, answers, one, other in (
        ("3", "", "PRA", "0 1 1 0", "3 5", "1 5 P"),  # of 1, 3, 5 5, P
        ("", "", "CEN", "0 0 0", "", "1 5 5 P"),  # one group may stay empty
        ("3 3 4", "", "PRA", "0 0 0 1 1", "5 P", "1 3 3 4 5"),
        ("", "3", "PRA", "1 1 1", "1 5 P", "5"),  # cards of the other stay
    ):
        match = castling(f"castle SEN {second}", *(f"first {n}" for n in answers.split()), hers=hers, his=his)
        assert (down(match, CLEOPATRA, "SEN"), down(match, CLEOPATRA, second)) == (one, other)
        assert (both(up, match, "SEN"), both(up, match, second)) == (("", "4"), ("", his)), other
        sizes = len(one.split()), len(other.split())
        assert told(match, events.Castled) == [events.Castled(CLEOPATRA, 0, tables.GROUP[second], *sizes)], other
        assert asked(match) == (CLEOPATRA, "act"), other


def test_cc_17_castling_keeps_to_the_limits() -> None:
    match = castling("castle SEN PRA", "first 0", "first 0", "first 0", hers="3 3 4")  # 1, 3 3 and 4 go to the second
    assert offered(match) == ["first 1", "first 2"]  # one place of five is left there for 5 5
    assert offered(play(match, "first 1")) == ["first 1"]  # the philosopher
    # And eight in all.
    match = castling("castle SEN PRA", "first 0", his="1 1 2 2 3")
    assert offered(match) == ["first 0", "first 1", "first 2"]
    assert offered(play(match, "first 0")) == ["first 1"]  # 1 5 5 there: with Caesar's five it is full


def test_cc_17_nobody_else_sees_which_card_went_where() -> None:
    seen = []
    for answers in (("first 1", "first 0", "first 0"), ("first 0", "first 0", "first 1")):
        match = castling("castle SEN PRA", *answers)
        seen.append((match.view(CAESAR).to_json(), match.story(CAESAR)))
    assert seen[0] == seen[1]


def test_cc_17_it_can_be_taken_back_until_the_last_card_has_its_place() -> None:
    match = castling("castle SEN PRA", "first 1")
    match.take_back(CLEOPATRA)
    assert offered(match) == ["first 0", "first 1"]


# == Scout and Wrath of the Gods ======================================================================================
def test_scout_turns_up_all_cards_of_the_other_beside_a_group() -> None:
    match = with_card("scout").down(CAESAR, "PRA", "3 1 1").down(CLEOPATRA, "PRA", "5").match()
    play(match, "play scout", "let")
    assert offered(match) == ["scout SEN", "scout PRA"]
    play(match, "scout PRA")
    assert (asked(match), match.can_take_back(CLEOPATRA)) == ((DEALER, "turn_up"), False)  # somebody sees something new
    play(match, "turn up")
    assert (both(up, match, "PRA"), both(down, match, "PRA")) == (("", "1 1 3"), ("5", ""))  # her own stay covered
    assert asked(match) == (CLEOPATRA, "act")
    assert (match.view(None)["group"], match.view(None)["sides"]) == (NONE, 0)  # nothing is left over for a later Wrath


def test_wrath_takes_all_influence_beside_a_group_away() -> None:
    match = play(with_card("wrath").up(CLEOPATRA, "SEN", "1").down(CLEOPATRA, "SEN", "3").match(), "play wrath", "let")
    assert offered(match) == ["wrath SEN", "wrath PRA", "wrath QUA"]
    play(match, "wrath SEN", "turn up")
    assert both(discards, match) == ("1 3 wrath", "4 4 5 P")
    assert (match.view(None)["patricians"], asked(match)) == ([5, 5, 5, 3, 3], (CLEOPATRA, "act"))
    # Wrath of open cards needs no turning up.
    match = play(with_card("wrath").match(), "play wrath", "let", "wrath QUA")
    assert (discards(match, CLEOPATRA), asked(match)) == ("2 wrath", (CLEOPATRA, "act"))


# == CC-22: an action card is played only if it can do something ======================================================
def test_cc_23_a_card_without_effect_is_not_offered() -> None:
    one_group = Position().exhausted("PRA", "QUA", "CEN", "AED").up(CLEOPATRA, "SEN", "4")
    for card, position in (
        ("coup", Position().down(CAESAR, "SEN", "4").up(CLEOPATRA, "SEN", "4")),
        ("spy", Position().hand(CAESAR, "").down(CAESAR, "SEN", "4")),
        ("castling", Position().down(CAESAR, "SEN", "4")),
        ("castling", one_group),  # it needs a second group
        ("scout", Position().up(CAESAR, "SEN", "4").down(CLEOPATRA, "SEN", "4")),
        ("wrath", Position()),
    ):
        assert not offered(position.hand(CLEOPATRA, f"1 2 3 4 {card}").match(), "play"), card


def test_cc_23_he_is_asked_all_the_same() -> None:
    """Everybody sees that he holds an action card: whether it could be played, nobody sees."""
    match = play(Position().hand(CLEOPATRA, "1 2 3 4 coup").match(), "up 1 AED", "up 2 AED")
    assert (asked(match), offered(match)) == ((CLEOPATRA, "late_action"), ["no action"])
