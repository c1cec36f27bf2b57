"""The end and the count: CC-1, CC-18 to CC-20, and how long games last."""

import random

import pytest

from eminence.core.match import Match
from eminence.core.state import DEALER, NOBODY
from eminence.games.caesar_cleopatra.components import GROUPS, IDLE_TURNS, NUMBER_OF
from eminence.games.caesar_cleopatra.state import CaesarState
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, GAME, Position, go_on, hand, left, won
from tests.games.playing import asked, play
from tests.laws.table import Table, tables, walk


def counted(cleopatra: str, caesar: str, first: str = "SEN", second: str = "PRA") -> Match:
    """A match whose end has come, with these patricians won and these bonuses."""
    position = Position().won(CLEOPATRA, cleopatra).won(CAESAR, caesar).bonus(first, second)
    position.hand(CLEOPATRA, "").hand(CAESAR, "").piles(CLEOPATRA).piles(CAESAR)
    match = play(position.about_to("vote_card", DEALER), "vote orgy")
    assert match.over
    return match


# == CC-1 =============================================================================================================
def test_rulebook_example_of_the_quaestors() -> None:
    """All quaestors, and the influence bonus for them: 5 + 1 + 1 + 2 = 9."""
    match = counted("QUA QUA QUA QUA QUA", "", first="QUA")
    assert match.scores == [9, 0]
    quaestors = match.count()[2]
    assert (quaestors.subject, quaestors.tallies[0].points, quaestors.tallies[0].reason) == (
        "quaestors",
        7,
        "whole_group",
    )
    assert match.count()[-1].tallies[0].points == 2


@pytest.mark.parametrize(
    ("patricians", "points"),
    [
        ("", 0),
        ("CEN", 1),
        ("QUA QUA", 2),
        ("QUA QUA QUA", 4),  # the majority
        ("QUA QUA QUA QUA", 5),
        ("QUA QUA QUA QUA QUA", 7),  # and all of them
        ("CEN CEN", 3),
        ("CEN CEN CEN", 5),
        ("AED AED", 3),
        ("AED AED AED CEN QUA QUA QUA", 10),
    ],
)
def test_cc_1_patricians_majority_and_whole_group(patricians: str, points: int) -> None:
    assert counted(patricians, "", first="SEN").scores == [points, 0]
    assert counted("", patricians, second="SEN").scores == [0, points]


def test_cc_1_nobody_has_the_majority_of_a_group_that_is_not_won_far_enough() -> None:
    assert counted("SEN SEN", "SEN SEN", first="QUA").scores == [2, 2]


@pytest.mark.parametrize(("patricians", "points"), [("SEN SEN", 2), ("SEN SEN SEN", 6), ("SEN SEN SEN SEN SEN", 9)])
def test_cc_1_the_bonus_counts_from_three_patricians_on(patricians: str, points: int) -> None:
    assert counted(patricians, "", first="SEN").scores == [points, 0]


def test_cc_1_bonuses_may_be_the_same_and_are_secret_until_the_count() -> None:
    # Both may have the same bonus.
    match = counted("SEN SEN SEN", "SEN SEN", first="SEN", second="SEN")
    assert (match.scores, match.view(None)["bonus_shown"]) == ([6, 2], [0, 0])
    # The bonuses are secret until the count.
    match = Position().bonus("QUA", "SEN").match()
    assert (match.view(CLEOPATRA)["bonus"], match.view(None)["bonus_shown"]) == ([2, None], [-1, -1])


# == CC-18 ============================================================================================================
def test_cc_18_when_the_game_ends() -> None:
    # The game ends when all patricians are won.
    position = Position().exhausted("SEN", "PRA", "QUA", "CEN").won(CAESAR, "AED AED").up(CLEOPATRA, "AED", "5")
    match = play(position.voting(), "vote AED")
    assert match.over
    assert (match.reason, won(match, CLEOPATRA)) == ("all_patricians_won", "AED")
    # Without another vote card once an extraordinary vote has won the last.
    position = Position().exhausted("SEN", "PRA", "QUA", "CEN").won(CAESAR, "AED AED")
    match = position.up(CLEOPATRA, "AED", "5 5 5").up(CAESAR, "AED", "1 1 1 1 1").refilling()
    assert match.over
    assert match.reason == "all_patricians_won"
    # The game ends when neither has influence in hand or pile.
    position = Position().hand(CLEOPATRA, "1").hand(CAESAR, "coup veto")
    match = go_on(play(position.piles(CLEOPATRA, actions="spy").piles(CAESAR, actions="scout").match(), "down 1 SEN"))
    assert match.over
    assert match.reason == "no_influence_left"
    # Patricians that nobody won do not count.
    match = counted("", "")
    assert (match.scores, left(match, "SEN")) == ([0, 0], 5)


def test_cc_18_who_alone_has_influence_plays_on_alone_without_drawing() -> None:
    position = Position(turn=CAESAR).hand(CLEOPATRA, "1 2 3 P coup").hand(CAESAR, "4")
    match = play(position.piles(CLEOPATRA, influence="5 5 5").piles(CAESAR, actions="veto").match(), "down 4 SEN")
    go_on(match)
    assert (asked(match), match.view(None)["alone"]) == ((CLEOPATRA, "act"), CLEOPATRA)
    play(match, "up 1 SEN", "up 2 SEN")
    go_on(match)
    assert hand(match, CLEOPATRA) == "3 P coup"  # nothing was drawn
    assert asked(match) == (CLEOPATRA, "act")
    play(match, "down 3 SEN")
    go_on(match)
    play(match, "down P SEN")
    go_on(match)
    assert match.over
    assert (match.reason, match.view(None)["pile_count"]) == ("no_influence_left", [3, 0])


def test_cc_18_what_goes_on_while_one_plays_alone() -> None:
    # The votes go on while one plays alone.
    position = Position().hand(CLEOPATRA, "1 2 3").hand(CAESAR, "veto").set(alone=CLEOPATRA)
    match = play(position.piles(CAESAR).up(CLEOPATRA, "SEN", "5").match(), "down 1 PRA")
    assert asked(match) == (DEALER, "vote_card")
    play(match, "vote SEN")
    assert won(match, CLEOPATRA) == "SEN"
    # The other may still veto and redraw.
    position = Position().hand(CLEOPATRA, "1 2 3 coup").hand(CAESAR, "veto").set(alone=CLEOPATRA)
    match = position.piles(CAESAR, actions="scout").up(CAESAR, "SEN", "4").match()
    play(match, "play coup", "veto", "draw scout")
    assert (hand(match, CAESAR), asked(match)) == ("scout", (CLEOPATRA, "act"))
    # Whoever plays alone draws nothing after discarding.
    position = Position().hand(CLEOPATRA, "1 2 3 coup").hand(CAESAR, "").set(alone=CLEOPATRA)
    match = play(position.piles(CAESAR).match(), "passive", "drop 1", "enough")
    assert (hand(match, CLEOPATRA), asked(match)) == ("2 3 coup", (CLEOPATRA, "act"))


# == CC-19 ============================================================================================================
def idle(match: Match) -> None:
    play(match, "passive", "enough")


def test_cc_19_four_turns_in_which_nothing_happens_end_the_game() -> None:
    match = Position().match()
    for _ in range(3):
        idle(match)
        assert not match.over
    idle(match)
    assert match.over
    assert match.reason == "nothing_happens"


@pytest.mark.parametrize("deed", [["passive", "drop 1", "enough"], ["down 1 SEN"], ["up 1 SEN", "up 2 SEN"]])
def test_cc_19_any_deed_begins_the_count_anew(deed: list[str]) -> None:
    match = Position().match()
    for _ in range(3):
        idle(match)
    play(match, *deed)
    go_on(match)
    assert match.view(None)["idle"] == 0
    for _ in range(3):
        idle(match)
    assert not match.over


def test_cc_19_it_holds_for_one_who_plays_alone() -> None:
    match = Position().hand(CAESAR, "").piles(CAESAR).set(alone=CLEOPATRA).match()
    for _ in range(4):
        assert asked(match) == (CLEOPATRA, "act")
        idle(match)
    assert match.reason == "nothing_happens"


# == CC-20 ============================================================================================================
def test_cc_20_most_points_then_most_patricians_win_or_both() -> None:
    match = counted("SEN SEN SEN", "QUA QUA CEN AED", second="PRA")
    assert (match.scores, match.winners) == ([6, 4], [CLEOPATRA])
    # On a tie, more patricians.
    match = counted("AED AED", "QUA SEN CEN")
    assert (match.scores, match.winners) == ([3, 3], [CAESAR])
    # Still equal: both win.
    assert counted("AED AED", "CEN CEN").winners == [CLEOPATRA, CAESAR]


# == CC-21, and the length of games ===================================================================================
def test_cc_21_own_covered_cards_may_be_looked_at_any_time() -> None:
    match = Position().down(CLEOPATRA, "SEN", "5 P").down(CAESAR, "SEN", "4").match()
    for _ in range(2):
        assert match.view(CLEOPATRA)["down"][CLEOPATRA][0] == 4 | 5 << 3
        assert match.view(CLEOPATRA)["down"][CAESAR] is None
        assert match.view(None)["down"] == [None, None]
        play(match, "passive", "enough")


def test_no_game_at_all_is_longer_than_400_turns() -> None:
    """In a turn that is not idle at least one card leaves a hand for good, and after the opening there are 90 to go;
    before each of these turns, and at the end, at most three and four turns are idle."""
    cards = 2 * (sum(NUMBER_OF) - GROUPS)
    assert (cards, cards * IDLE_TURNS + IDLE_TURNS) == (90, 364)


@pytest.mark.parametrize("seed", range(2))
def test_no_game_at_random_is_longer_than_400_turns(seed: int) -> None:
    for table in tables(GAME):
        for curious in (False, True):
            assert turns_of(table, random.Random(f"{table} {seed}"), curious) <= 400


def turns_of(table: Table, chance: random.Random, curious: bool) -> int:
    """How many turns a game at random takes: a turn begins by asking what to do, once."""
    turns = 0
    for state in walk(table, chance, curious):
        assert isinstance(state, CaesarState)
        turns += state.asked != NOBODY and state.step().name == "act" and not state.acted
    return turns
