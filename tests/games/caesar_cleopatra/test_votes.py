"""Votes of confidence: CC-8 to CC-14, CC-22, and the rulebook's examples and philosopher cases."""

from collections import Counter

import pytest

from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.games.caesar_cleopatra import events
from eminence.games.caesar_cleopatra.components import AEDILES
from tests.games.caesar_cleopatra import tables
from tests.games.caesar_cleopatra.tables import CAESAR, CLEOPATRA, Position, bag, down, go_on, left, up, votes, won
from tests.games.playing import asked, offered, play, told


def vote(cleopatra: str, caesar: str, group: str = "SEN") -> Match:
    """A vote of confidence on a group beside which these cards lie, the first of each open, the others covered."""
    position = Position()
    for seat, cards in ((CLEOPATRA, cleopatra.split()), (CAESAR, caesar.split())):
        position.up(seat, group, " ".join(cards[:1])).down(seat, group, " ".join(cards[1:]))
    match = play(position.voting(), f"vote {group}")
    if asked(match)[1] == "turn_up":
        play(match, "turn up")
    return match


def lost(match: Match) -> tuple[str, str]:
    """What both have discarded."""
    return tables.discards(match, CLEOPATRA), tables.discards(match, CAESAR)


def stays(match: Match, cleopatra: str, caesar: str, group: str = "SEN") -> bool:
    """Whether the vote was postponed: nothing moved, and everything lies open."""
    assert told(match, events.Postponed)
    assert not told(match, events.Voted)
    nothing_won = (won(match, CLEOPATRA), won(match, CAESAR)) == ("", "")
    return nothing_won and (up(match, CLEOPATRA, group), up(match, CAESAR, group)) == (cleopatra, caesar)


# == The rulebook's examples ==========================================================================================
def test_rulebook_example_of_the_aediles() -> None:
    """Caesar 3 and 4 against Cleopatra's 2, 3 and 3: she wins an aedile and loses a 3, he loses his 3."""
    match = vote("2 3 3", "3 4", "AED")
    assert (won(match, CLEOPATRA), won(match, CAESAR), lost(match)) == ("AED", "", ("3", "3"))
    assert (up(match, CLEOPATRA, "AED"), up(match, CAESAR, "AED")) == ("2 3", "4")
    assert told(match, events.Voted) == [events.Voted(CLEOPATRA, AEDILES, 8, 7, (bag("2 3 3"), bag("3 4")))]
    assert left(match, "AED") == 2


def test_rulebook_example_of_the_censors() -> None:
    """Cleopatra 4 and 5, Caesar 3 and a philosopher: he wins, and loses the 3 and the philosopher; she the 5."""
    match = vote("4 5", "3 P", "CEN")
    assert (won(match, CLEOPATRA), won(match, CAESAR), lost(match)) == ("", "CEN", ("5", "3 P"))
    assert (up(match, CLEOPATRA, "CEN"), up(match, CAESAR, "CEN")) == ("4", "")


# == CC-9 =============================================================================================================
def test_cc_9_the_higher_sum_wins_and_all_cards_are_turned_up() -> None:
    # The higher sum wins and loses its highest, the lower its lowest.
    match = vote("1 2 5", "4 1 2")
    assert (won(match, CLEOPATRA), lost(match)) == ("SEN", ("5", "1"))
    assert (up(match, CLEOPATRA, "SEN"), up(match, CAESAR, "SEN")) == ("1 2", "2 4")
    # It is the same for Caesar.
    match = vote("4 1 2", "1 2 5")
    assert (won(match, CAESAR), lost(match)) == ("SEN", ("1", "5"))
    # All cards are turned up one after the other and stay open.
    match = vote("1 2 5", "4 1")
    assert [(event.seat, event.face) for event in told(match, events.TurnedUp)] == [(0, 1), (0, 4), (1, 0)]
    assert (down(match, CLEOPATRA, "SEN"), down(match, CAESAR, "SEN")) == ("", "")


def test_cc_9_ties_and_single_cards() -> None:
    # A tie moves nothing and the cards stay open.
    match = vote("3 2", "4 1")
    assert stays(match, "2 3", "1 4")
    assert (lost(match), left(match, "SEN")) == (("", ""), 5)
    # Without any card nothing is decided.
    assert stays(vote("", ""), "", "")
    # A single card against nothing wins and is lost.
    match = vote("1", "")
    assert (won(match, CLEOPATRA), lost(match)) == ("SEN", ("1", ""))


# == CC-10, CC-11, CC-22: philosophers ================================================================================
@pytest.mark.parametrize(
    ("cleopatra", "caesar", "winner", "losses"),
    [
        ("4 P", "5 5", CLEOPATRA, ("4 P", "5")),  # one philosopher: the lower sum wins
        ("5 5 P", "4", CAESAR, ("5 P", "4")),  # whosever it is
        ("P", "2 3", CLEOPATRA, ("P", "3")),  # a philosopher alone against numbers wins
        ("2 3", "P", CAESAR, ("3", "P")),
        ("P P", "2 3", CLEOPATRA, ("P P", "3")),
        ("5 P", "4 P", CLEOPATRA, ("5 P", "4 P")),  # one each: they cancel out
        ("5 P P", "4 P P", CLEOPATRA, ("5 P P", "4 P P")),
        ("5 P", "P", CLEOPATRA, ("5 P", "P")),
        ("2 P", "5 P P", CLEOPATRA, ("2 P", "5 P P")),  # one against two: the lower sum wins
        ("5 P P", "2 P", CAESAR, ("5 P P", "2 P")),
        ("2 3 P P", "1 5", CLEOPATRA, ("2 P P", "5")),  # two of a side do not cancel each other out
        ("1 5 5 P P", "4", CAESAR, ("5 P P", "4")),
    ],
)
def test_cc_10_philosophers(cleopatra: str, caesar: str, winner: int, losses: tuple[str, str]) -> None:
    """Losses follow the sums: the higher one loses its highest card, the lower its lowest number."""
    match = vote(cleopatra, caesar)
    assert (won(match, winner), won(match, 1 - winner), lost(match)) == ("SEN", "", losses)


@pytest.mark.parametrize(
    ("cleopatra", "caesar"),
    [
        ("3 P", "3"),  # equal sums, with a philosopher
        ("3 P", "1 2 P"),
        ("3 P P", "1 2 P"),
        ("P", "P"),
        ("P", "P P"),
        ("P", ""),  # the only card beside the group
        ("", "P"),
        ("P P", ""),
    ],
)
def test_cc_11_a_tie_with_philosophers_is_postponed(cleopatra: str, caesar: str) -> None:
    match = vote(cleopatra, caesar)
    assert stays(match, cleopatra, caesar)
    assert lost(match) == ("", "")


@pytest.mark.parametrize(("cleopatra", "caesar"), [("5 P", ""), ("", "2 P"), ("1 3 P P", "")])
def test_cc_22_a_philosopher_with_numbers_that_faces_no_influence_decides_nothing(cleopatra: str, caesar: str) -> None:
    match = vote(cleopatra, caesar)
    assert stays(match, cleopatra, caesar)
    assert lost(match) == ("", "")


def test_cc_22_one_philosopher_is_influence_to_face() -> None:
    match = vote("5 P P", "P")
    assert (won(match, CAESAR), lost(match)) == ("SEN", ("5 P P", "P"))


# == CC-8: extraordinary votes ========================================================================================
def eight(group: str = "SEN", cleopatra: str = "1 1 1", caesar: str = "2 2 2 2 2") -> Position:
    return Position().up(CLEOPATRA, group, cleopatra).up(CAESAR, group, caesar)


def test_cc_8_eight_cards_call_for_a_vote_before_the_vote_card() -> None:
    match = eight().refilling()
    assert (won(match, CAESAR), lost(match), asked(match)) == ("SEN", ("1", "2"), (DEALER, "vote_card"))
    # It comes after refilling.
    match = Position().hand(CLEOPATRA, "1 2 3 4 5").up(CLEOPATRA, "SEN", "1 1").up(CAESAR, "SEN", "2 2 2 2 2").match()
    play(match, "down 1 SEN")
    assert (asked(match), left(match, "SEN")) == ((CLEOPATRA, "refill"), 5)
    play(match, "influence", "draw 3")
    assert asked(match) == (DEALER, "turn_up")
    play(match, "turn up")
    assert (left(match, "SEN"), asked(match)) == (4, (DEALER, "vote_card"))
    # Seven cards do not.
    match = eight(cleopatra="1 1").refilling()
    assert (left(match, "SEN"), asked(match)) == (5, (DEALER, "vote_card"))


def test_cc_8_several_come_in_the_order_of_the_groups() -> None:
    position = eight("CEN").up(CLEOPATRA, "PRA", "3 3 3").up(CAESAR, "PRA", "4 4 4 4 4")
    position.up(CLEOPATRA, "AED", "4 4 4 2").up(CAESAR, "AED", "1 1 1").hand(CLEOPATRA, "5")
    match = play(position.set(acted=True).piles(CLEOPATRA).match(), "down 5 AED", "turn up")
    assert [event.group for event in told(match, events.ExtraordinaryVote)] == [1, 3, 4]
    assert (won(match, CLEOPATRA), won(match, CAESAR), asked(match)) == ("AED", "PRA CEN", (DEALER, "vote_card"))


def test_cc_8_a_tie_at_eight_is_voted_again_only_when_a_card_changes() -> None:
    # A tie at eight is not voted again.
    match = go_on(play(eight(cleopatra="5 5", caesar="3 3 3 3 3").match(), "down 5 SEN"))
    assert match.view(None)["tied"] == 1
    for _ in range(2):
        play(match, "down 1 PRA")
        go_on(match)
    assert (len(told(match, events.ExtraordinaryVote)), left(match, "SEN")) == (1, 5)
    # A Coup, and a card laid in its place: eight again, and another vote.
    position = eight(cleopatra="5 5 5", caesar="3 3 3 3 3").hand(CLEOPATRA, "1 2 3 4 coup").set(tied=1)
    match = play(position.match(), "play coup", "let", "strike 3 SEN")
    assert match.view(None)["tied"] == 0
    play(match, "down 1 SEN")
    go_on(match, "vote_card")
    assert won(match, CLEOPATRA) == "SEN"
    # Nor until castling changes it.
    position = eight(cleopatra="5 5 5", caesar="3 3 3 3 3").up(CLEOPATRA, "PRA", "4").set(tied=1)
    match = position.hand(CLEOPATRA, "1 2 3 4 castling").match()
    play(match, "play castling", "let", "castle SEN PRA", "first 1", "first 2")  # 4 5 5 there, 5 beside the praetors
    play(match, "down 1 QUA")
    go_on(match, "vote_card")
    assert won(match, CAESAR) == "SEN"
    # A vote card may still put a tied group to the vote.
    match = play(eight(cleopatra="5 5 5", caesar="3 3 3 3 3").set(tied=1).voting(), "vote SEN")
    assert told(match, events.Postponed)
    assert match.view(None)["tied"] == 1


# == CC-12: the last patrician ========================================================================================
def test_cc_12_what_goes_with_the_last_patrician() -> None:
    # With the last patrician all influence there is discarded.
    match = Position().won(CAESAR, "AED AED").up(CLEOPATRA, "AED", "5 4 3").down(CAESAR, "AED", "1 2").voting()
    play(match, "vote AED", "turn up")
    assert (won(match, CLEOPATRA), lost(match)) == ("AED", ("3 4 5", "1 2"))
    assert (up(match, CLEOPATRA, "AED"), up(match, CAESAR, "AED")) == ("", "")
    # Nothing is laid beside an exhausted group.
    match = Position().exhausted("AED").match()
    assert not [text for text in offered(match) if text.endswith("AED")]
    # The vote card of an exhausted group leaves the game.
    match = play(Position().exhausted("AED").up(CLEOPATRA, "SEN", "5").voting(), "vote AED")
    assert asked(match) == (DEALER, "vote_card")  # and the next one is turned up
    assert told(match, events.VoteCardGone) == [events.VoteCardGone(AEDILES)]
    assert not told(match, events.VoteCard)
    play(match, "vote SEN")
    assert (won(match, CLEOPATRA), match.view(None)["vote_discards"]) == ("SEN", votes("SEN"))
    assert match.view(None)["vote_pile"] == votes("PRA QUA CEN orgy orgy shuffle")


# == CC-13, CC-14: orgies =============================================================================================
def test_cc_13_orgies_and_the_pile_of_vote_cards() -> None:
    # An orgy calls for no vote.
    match = play(Position().up(CLEOPATRA, "SEN", "5").voting(), "vote orgy")
    assert (asked(match), match.view(None)["vote_discards"]) == ((CAESAR, "act"), votes("orgy"))
    # The reshuffling orgy brings all cards back itself included.
    match = play(Position().vote_pile("PRA shuffle", out="AED").exhausted("AED").voting(), "vote shuffle")
    assert match.view(None)["vote_pile"] == votes("SEN PRA QUA CEN orgy orgy shuffle")
    assert (match.view(None)["vote_discards"], asked(match)) == (0, (CAESAR, "act"))
    # The pile cannot run dry.
    match = Position().vote_pile("shuffle").voting()
    assert offered(match) == ["vote shuffle"]
    play(match, "vote shuffle")
    assert match.view(None)["vote_pile"] == votes("SEN PRA QUA CEN AED orgy orgy shuffle")
    # Each card of the pile is as likely as another.
    match = Position().voting()
    ask = match.asks()[DEALER]
    weights = Counter(dict(zip(ask.texts, ask.weights or (), strict=True)))
    assert weights == Counter(dict.fromkeys(ask.texts, 1)) + Counter(["vote orgy"])


def test_cc_14_which_orgies_stay() -> None:
    # All orgies stay by default.
    assert play(Position().exhausted("AED", "CEN").voting(), "vote orgy").view(None)["vote_discards"] == votes("orgy")
    # `retire`: the first orgy leaves the game after two groups are exhausted.
    match = play(Position(orgies="retire").exhausted("AED", "CEN").voting(), "vote orgy")
    assert match.view(None)["vote_discards"] == 0
    assert match.view(None)["vote_pile"] == votes("SEN PRA QUA CEN AED orgy shuffle")
    # `retire`: the second one stays.
    position = Position(orgies="retire").exhausted("AED", "CEN").vote_pile("orgy shuffle", out="orgy")
    match = play(position.set(retired=True).voting(), "vote orgy")
    assert match.view(None)["vote_discards"] == votes("SEN PRA QUA CEN AED orgy")
    # `retire`: not before two groups are exhausted.
    match = play(Position(orgies="retire").exhausted("AED").voting(), "vote orgy")
    assert match.view(None)["vote_discards"] == votes("orgy")
    # `retire`: never the orgy that reshuffles.
    match = play(Position(orgies="retire").exhausted("AED", "CEN").voting(), "vote shuffle")
    assert match.view(None)["vote_pile"] == votes("SEN PRA QUA CEN AED orgy orgy shuffle")
    assert not match.view(None)["retired"]
    # Two one orgy is removed at the start.
    assert Position(orgies="two").match().view(None)["vote_pile"] == votes("SEN PRA QUA CEN AED orgy shuffle")
