"""The end and the count: CC-1, CC-18 to CC-20, and how long games last."""

import random

from eminence.core.match import Match
from eminence.core.state import DEALER, NOBODY
from eminence.games.caesar_cleopatra.components import GROUPS, IDLE_TURNS, NUMBER_OF
from eminence.games.caesar_cleopatra.state import CaesarState
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, GAME, Position, go_on, hand, left, won
from tests.games.playing import asked, play
from tests.laws.table import tables, walk


def counted(cleopatra: str, caesar: str, first: str = "SEN", second: str = "PRA") -> Match:
    """A match whose end has come, with these patricians won and these bonuses."""
    position = Position().won(CLEOPATRA, cleopatra).won(CAESAR, caesar).bonus(first, second)
    position.hand(CLEOPATRA, "").hand(CAESAR, "").piles(CLEOPATRA).piles(CAESAR)
    match = play(position.voting(), "vote orgy")
    assert match.over
    return match


# == CC-1 =============================================================================================================
def test_rulebook_example_of_the_quaestors() -> None:
    """All quaestors, and the influence bonus for them: 5 + 1 + 1 + 2 = 9."""
    match = counted("QUA QUA QUA QUA QUA", "", first="QUA")
    assert match.scores == [9, 0]
    line = match.count()[2]
    assert (line.subject, line.tallies[0].points, line.tallies[0].reason) == ("quaestors", 7, "whole_group")
    assert match.count()[-1].tallies[0].points == 2


def test_cc_1_patricians_majority_whole_group_and_the_bonus_from_three_on() -> None:
    for patricians, points in (
        *[("", 0), ("CEN", 1), ("QUA QUA", 2)],
        *[("QUA QUA QUA", 4), ("QUA QUA QUA QUA", 5), ("CEN CEN", 3), ("AED AED", 3)],  # the majority
        *[("QUA QUA QUA QUA QUA", 7), ("CEN CEN CEN", 5), ("AED AED AED CEN QUA QUA QUA", 10)],  # and all of them
        *[("SEN SEN", 2), ("SEN SEN SEN", 6), ("SEN SEN SEN SEN SEN", 9)],  # the bonus
    ):
        assert counted(patricians, "", first="SEN").scores == [points, 0], patricians
        assert counted("", patricians, second="SEN").scores == [0, points], patricians
    # Nobody has the majority of a group that is not won far enough.
    assert counted("SEN SEN", "SEN SEN", first="QUA").scores == [2, 2]


def test_cc_1_bonuses_may_be_the_same_and_are_secret_until_the_count() -> None:
    match = counted("SEN SEN SEN", "SEN SEN", first="SEN", second="SEN")
    assert (match.scores, match.view(None)["bonus_shown"]) == ([6, 2], [0, 0])
    match = Position().bonus("QUA", "SEN").match()
    assert (match.view(CLEOPATRA)["bonus"], match.view(None)["bonus_shown"]) == ([2, None], [-1, -1])


# == CC-18 ============================================================================================================
def test_cc_18_when_the_game_ends() -> None:
    # When all patricians are won.
    position = Position().exhausted("SEN", "PRA", "QUA", "CEN").won(CAESAR, "AED AED").up(CLEOPATRA, "AED", "5 5 5")
    match = play(position.voting(), "vote AED")
    assert (match.over, match.reason, won(match, CLEOPATRA)) == (True, "all_patricians_won", "AED")
    # Without another vote card once an extraordinary vote has won the last.
    match = position.up(CAESAR, "AED", "1 1 1 1 1").refilling()
    assert (match.over, match.reason) == (True, "all_patricians_won")
    # When neither has influence in hand or pile.
    position = Position().hand(CLEOPATRA, "1").hand(CAESAR, "coup veto")
    match = go_on(play(position.piles(CLEOPATRA, actions="spy").piles(CAESAR, actions="scout").match(), "down 1 SEN"))
    assert (match.over, match.reason) == (True, "no_influence_left")
    # Patricians that nobody won do not count.
    match = counted("", "")
    assert (match.scores, left(match, "SEN")) == ([0, 0], 5)


def test_cc_18_who_alone_has_influence_plays_on_alone_without_drawing() -> None:
    position = Position(turn=CAESAR).hand(CLEOPATRA, "1 2 3 P coup").hand(CAESAR, "4")
    match = play(position.piles(CLEOPATRA, influence="5 5 5").piles(CAESAR, actions="veto").match(), "down 4 SEN")
    go_on(match)
    assert (asked(match), match.view(None)["alone"]) == ((CLEOPATRA, "act"), CLEOPATRA)
    go_on(play(match, "up 1 SEN", "up 2 SEN"))
    assert (hand(match, CLEOPATRA), asked(match)) == ("3 P coup", (CLEOPATRA, "act"))  # nothing was drawn
    go_on(play(match, "down 3 SEN"))
    go_on(play(match, "down P SEN"))
    assert (match.over, match.reason, match.view(None)["pile_count"]) == (True, "no_influence_left", [3, 0])


def test_cc_18_what_goes_on_while_one_plays_alone() -> None:
    # The votes.
    position = Position().hand(CLEOPATRA, "1 2 3").hand(CAESAR, "veto").set(alone=CLEOPATRA)
    match = play(position.piles(CAESAR).up(CLEOPATRA, "SEN", "5").match(), "down 1 PRA")
    assert asked(match) == (DEALER, "vote_card")
    assert won(play(match, "vote SEN"), CLEOPATRA) == "SEN"
    # The other may still veto and redraw.
    match = position.hand(CLEOPATRA, "1 2 3 coup").piles(CAESAR, actions="scout").up(CAESAR, "SEN", "4").match()
    play(match, "play coup", "veto", "draw scout")
    assert (hand(match, CAESAR), asked(match)) == ("scout", (CLEOPATRA, "act"))
    # Whoever plays alone draws nothing after discarding.
    match = play(position.match(), "passive", "drop 1", "enough")
    assert (hand(match, CLEOPATRA), asked(match)) == ("2 3 coup", (CLEOPATRA, "act"))


# == CC-19 ============================================================================================================
def idle(match: Match, turns: int, then: bool = False) -> Match:
    """So many turns in which nothing happens: only `then` the match is over."""
    for _ in range(turns):
        assert not match.over
        play(match, "passive", "enough")
    assert match.over == then
    return match


def test_cc_19_four_turns_in_which_nothing_happens_end_the_game() -> None:
    assert idle(Position().match(), 4, then=True).reason == "nothing_happens"
    # Any deed begins the count anew.
    for deed in (("passive", "drop 1", "enough"), ("down 1 SEN",), ("up 1 SEN", "up 2 SEN")):
        match = go_on(play(idle(Position().match(), 3), *deed))
        assert match.view(None)["idle"] == 0, deed
        idle(match, 3)
    # It holds for one who plays alone.
    match = Position().hand(CAESAR, "").piles(CAESAR).set(alone=CLEOPATRA).match()
    for _ in range(3):
        assert asked(idle(match, 1)) == (CLEOPATRA, "act")
    assert idle(match, 1, then=True).reason == "nothing_happens"


# == CC-20 ============================================================================================================
def test_cc_20_most_points_then_most_patricians_win_or_both() -> None:
    for cleopatra, caesar, scores, winners in (
        ("SEN SEN SEN", "QUA QUA CEN AED", [6, 4], [CLEOPATRA]),
        ("AED AED", "QUA SEN CEN", [3, 3], [CAESAR]),  # on a tie, more patricians
        ("AED AED", "CEN CEN", [3, 3], [CLEOPATRA, CAESAR]),
    ):
        match = counted(cleopatra, caesar)
        assert (match.scores, match.winners) == (scores, winners), caesar


# == CC-21, and the length of games ===================================================================================
def test_cc_21_own_covered_cards_may_be_looked_at_any_time() -> None:
    match = Position().down(CLEOPATRA, "SEN", "5 P").down(CAESAR, "SEN", "4").match()
    for _ in range(2):
        assert match.view(CLEOPATRA)["down"][CLEOPATRA][0] == 4 | 5 << 3
        assert (match.view(CLEOPATRA)["down"][CAESAR], match.view(None)["down"]) == (None, [None, None])
        play(match, "passive", "enough")


def test_no_game_is_longer_than_400_turns() -> None:
    """In a turn that is not idle at least one card leaves a hand for good, and after the opening there are 90 to go;
    before each of these turns, and at the end, at most three and four turns are idle."""
    cards = 2 * (sum(NUMBER_OF) - GROUPS)
    assert (cards, cards * IDLE_TURNS + IDLE_TURNS) == (90, 364)
    for table in tables(GAME):
        for number in range(4):
            turns = 0
            for state in walk(table, random.Random(f"{table} {number // 2}"), curious=number % 2 == 1):
                assert isinstance(state, CaesarState)
                turns += state.asked != NOBODY and state.step().name == "act" and not state.acted  # asked once a turn
            assert turns <= 400, table
