"""Votes of confidence: CC-8 to CC-14, and the rulebook's examples and philosopher cases."""

from collections import Counter

from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.games.caesar_cleopatra import events
from tests.games.caesar_cleopatra import tables
from tests.games.caesar_cleopatra.tables import (
    CAESAR,
    CLEOPATRA,
    FIRST_RULES,
    GAME,
    GROUP,
    Position,
    both,
    discards,
    down,
    left,
    up,
    votes,
    won,
)
from tests.games.playing import asked, offered, play, told


def vote(cleopatra: str, caesar: str, group: str = "SEN", game: Game = GAME) -> Match:
    """A vote of confidence on a group beside which these cards lie, the first of each open, the others covered."""
    position = Position(game=game)
    for seat, cards in ((CLEOPATRA, cleopatra.split()), (CAESAR, caesar.split())):
        position.up(seat, group, " ".join(cards[:1])).down(seat, group, " ".join(cards[1:]))
    match = play(position.voting(), f"vote {group}")
    return play(match, "turn up") if asked(match)[1] == "turn_up" else match


def cards_of(match: Match) -> tuple[int, int]:
    """The vote cards to come, and those turned up."""
    return match.view(None)["vote_pile"], match.view(None)["vote_discards"]


# == CC-9, CC-10, CC-11 ===============================================================================================
# Losses follow the sums: the higher one loses its highest card, the lower its lowest number.
DECIDED = [
    ("1 2 5", "4 1 2", CLEOPATRA, ("5", "1")),  # CC-9: the higher sum wins
    ("4 1 2", "1 2 5", CAESAR, ("1", "5")),
    ("1", "", CLEOPATRA, ("1", "")),  # a single card against nothing wins and is lost
    ("4 5", "3 P", CAESAR, ("5", "3 P")),  # CC-10, the rulebook's example of the censors
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
    ("5 P P", "P", CAESAR, ("5 P P", "P")),
]
POSTPONED = [
    *[("2 3", "1 4"), ("", "")],  # CC-9: a tie, without any card too
    *[("3 P", "3"), ("3 P", "1 2 P"), ("3 P P", "1 2 P"), ("P", "P"), ("P", "P P")],  # CC-11: with philosophers
    *[("P", ""), ("", "P"), ("P P", "")],  # CC-11: the only card beside the group
]
FACING_NOTHING = [  # CC-11: a philosopher with numbers: the lower sum is the empty side's 0
    ("5 P", "", CAESAR, ("5 P", "")),
    ("", "2 P", CLEOPATRA, ("", "2 P")),
    ("1 3 P P", "", CAESAR, ("3 P P", "")),
]


def test_cc_9_cc_10_cc_11_who_wins_a_vote_and_what_is_lost() -> None:
    by_both = [(*case, game) for case in DECIDED for game in (GAME, FIRST_RULES)]
    for cleopatra, caesar, winner, losses, game in (*by_both, *((*case, GAME) for case in FACING_NOTHING)):
        match = vote(cleopatra, caesar, game=game)
        assert (won(match, winner), won(match, 1 - winner), left(match, "SEN")) == ("SEN", "", 4), (cleopatra, caesar)
        assert both(discards, match) == losses, (cleopatra, caesar)
        for laid, lost, stays in zip((cleopatra, caesar), losses, both(up, match, "SEN"), strict=True):
            assert tables.bag(f"{lost} {stays}") == tables.bag(laid), (cleopatra, caesar)
        assert (len(told(match, events.Voted)), told(match, events.Postponed)) == (1, []), (cleopatra, caesar)


def test_cc_9_cc_11_a_vote_that_is_postponed_moves_nothing_and_all_lies_open() -> None:
    by_both = [(cards, game) for cards in POSTPONED for game in (GAME, FIRST_RULES)]
    by_the_first = [((cleopatra, caesar), FIRST_RULES) for cleopatra, caesar, _, _ in FACING_NOTHING]
    for cards, game in (*by_both, *by_the_first):
        match = vote(*cards, game=game)
        assert (both(up, match, "SEN"), both(down, match, "SEN")) == (cards, ("", "")), cards
        assert (both(won, match), both(discards, match), left(match, "SEN")) == (("", ""), ("", ""), 5), cards
        assert (len(told(match, events.Postponed)), told(match, events.Voted)) == (1, []), cards


def test_rulebook_example_of_the_aediles_and_all_that_is_told() -> None:
    """Caesar 3 and 4 against Cleopatra's 2, 3 and 3: she wins an aedile and loses a 3, he loses his 3."""
    match = vote("3 2 3", "3 4", "AED")
    assert (both(won, match), both(discards, match), left(match, "AED")) == (("AED", ""), ("3", "3"), 2)
    assert (both(up, match, "AED"), both(down, match, "AED")) == (("2 3", "4"), ("", ""))
    cards = tables.bag("2 3 3"), tables.bag("3 4")
    assert told(match, events.Voted) == [events.Voted(CLEOPATRA, GROUP["AED"], 8, 7, cards)]
    # All cards are turned up one after the other.
    assert [(event.seat, event.face) for event in told(match, events.TurnedUp)] == [(0, 1), (0, 2), (1, 3)]


# == CC-8: extraordinary votes ========================================================================================
def eight(cleopatra: str = "5 5 5", caesar: str = "3 3 3 3 3", group: str = "SEN") -> Position:
    return Position().up(CLEOPATRA, group, cleopatra).up(CAESAR, group, caesar)


def test_cc_8_eight_cards_call_for_a_vote_after_refilling_and_before_the_vote_card() -> None:
    match = play(eight("1 1", "2 2 2 2 2").match(), "down 1 SEN")
    assert (asked(match), left(match, "SEN")) == ((CLEOPATRA, "refill"), 5)
    play(match, "influence", "draw 3")
    assert asked(match) == (DEALER, "turn_up")
    play(match, "turn up")
    assert (both(won, match), both(discards, match), asked(match)) == (("", "SEN"), ("1", "2"), (DEALER, "vote_card"))
    # Seven cards do not.
    match = eight("1 1", "2 2 2 2 2").refilling()
    assert (left(match, "SEN"), asked(match)) == (5, (DEALER, "vote_card"))


def test_cc_8_several_come_in_the_order_of_the_groups() -> None:
    position = eight("1 1 1", "2 2 2 2 2", "CEN").up(CLEOPATRA, "PRA", "3 3 3").up(CAESAR, "PRA", "4 4 4 4 4")
    position.up(CLEOPATRA, "AED", "4 4 4 2").up(CAESAR, "AED", "1 1 1").hand(CLEOPATRA, "5")
    match = play(position.set(acted=True).piles(CLEOPATRA).match(), "down 5 AED", "turn up")
    assert [event.group for event in told(match, events.ExtraordinaryVote)] == [1, 3, 4]
    assert (both(won, match), asked(match)) == (("AED", "PRA CEN"), (DEALER, "vote_card"))


def test_cc_8_a_tie_at_eight_is_voted_again_only_when_a_card_changes() -> None:
    match = tables.go_on(play(eight("5 5").match(), "down 5 SEN"))
    assert match.view(None)["tied"] == 1
    for _ in range(2):
        tables.go_on(play(match, "down 1 PRA"))
    assert (len(told(match, events.ExtraordinaryVote)), left(match, "SEN")) == (1, 5)
    # A Coup, and a card laid in its place: eight again, and another vote.
    match = eight().hand(CLEOPATRA, "1 2 3 4 coup").set(tied=1).match()
    assert play(match, "play coup", "let", "strike 3 SEN").view(None)["tied"] == 0
    assert won(tables.go_on(play(match, "down 1 SEN"), "vote_card"), CLEOPATRA) == "SEN"
    # Castling, by which 4 5 5 lie there, and a 5 beside the praetors.
    match = eight().up(CLEOPATRA, "PRA", "4").set(tied=1).hand(CLEOPATRA, "1 2 3 4 castling").match()
    play(match, "play castling", "let", "castle SEN PRA", "first 1", "first 2", "down 1 QUA")
    assert won(tables.go_on(match, "vote_card"), CAESAR) == "SEN"
    # A vote card may still put a tied group to the vote.
    match = play(eight().set(tied=1).voting(), "vote SEN")
    assert (len(told(match, events.Postponed)), match.view(None)["tied"]) == (1, 1)


# == CC-12: the last patrician ========================================================================================
def test_cc_12_with_the_last_patrician_all_influence_there_and_later_its_vote_card_go() -> None:
    match = Position().won(CAESAR, "AED AED").up(CLEOPATRA, "AED", "5 4 3").down(CAESAR, "AED", "1 2").voting()
    play(match, "vote AED", "turn up")
    assert (won(match, CLEOPATRA), both(discards, match), both(up, match, "AED")) == ("AED", ("3 4 5", "1 2"), ("", ""))
    # Nothing is laid beside an exhausted group.
    assert not [text for text in offered(Position().exhausted("AED").match()) if text.endswith("AED")]
    # Its vote card leaves the game, and the next one is turned up.
    match = play(Position().exhausted("AED").up(CLEOPATRA, "SEN", "5").voting(), "vote AED")
    assert (asked(match), told(match, events.VoteCard)) == ((DEALER, "vote_card"), [])
    assert told(match, events.VoteCardGone) == [events.VoteCardGone(GROUP["AED"])]
    assert won(play(match, "vote SEN"), CLEOPATRA) == "SEN"
    assert cards_of(match) == (votes("PRA QUA CEN orgy orgy shuffle"), votes("SEN"))


# == CC-13, CC-14: orgies =============================================================================================
def test_cc_13_an_orgy_calls_for_no_vote_and_the_pile_cannot_run_dry() -> None:
    match = play(Position().up(CLEOPATRA, "SEN", "5").voting(), "vote orgy")
    assert (asked(match), cards_of(match)[1]) == ((CAESAR, "act"), votes("orgy"))
    # The reshuffling orgy brings all cards back, itself included.
    match = play(Position().vote_pile("PRA shuffle", out="AED").exhausted("AED").voting(), "vote shuffle")
    assert (cards_of(match), asked(match)) == ((votes("SEN PRA QUA CEN orgy orgy shuffle"), 0), (CAESAR, "act"))
    match = Position().vote_pile("shuffle").voting()
    assert offered(match) == ["vote shuffle"]
    assert cards_of(play(match, "vote shuffle")) == (votes("SEN PRA QUA CEN AED orgy orgy shuffle"), 0)
    # Each card of the pile is as likely as another.
    ask = Position().voting().asks()[DEALER]
    weights = Counter(dict(zip(ask.texts, ask.weights or (), strict=True)))
    assert weights == Counter(dict.fromkeys(ask.texts, 1)) + Counter(["vote orgy"])


def test_cc_14_which_orgies_stay() -> None:
    rest = "SEN PRA QUA CEN AED orgy"
    for orgies, exhausted, card, pile, turned_up in (
        ("all", "AED CEN", "orgy", f"{rest} shuffle", "orgy"),
        ("retire", "AED CEN", "orgy", f"{rest} shuffle", ""),  # the first leaves the game after two groups
        ("retire", "AED", "orgy", f"{rest} shuffle", "orgy"),  # and not before
        ("retire", "AED CEN", "shuffle", f"{rest} orgy shuffle", ""),  # and it is never the one that reshuffles
    ):
        match = play(Position(orgies=orgies).exhausted(*exhausted.split()).voting(), f"vote {card}")
        assert cards_of(match) == (votes(pile), votes(turned_up)), (orgies, exhausted, card)
        assert match.view(None)["retired"] == (orgies == "retire" and (exhausted, card) == ("AED CEN", "orgy"))
    # The second one stays.
    position = Position(orgies="retire").exhausted("AED", "CEN").vote_pile("orgy shuffle", out="orgy")
    match = play(position.set(retired=True).voting(), "vote orgy")
    assert cards_of(match) == (votes("shuffle"), votes(rest))
    # Two: one orgy is removed at the start.
    assert cards_of(Position(orgies="two").match()) == (votes(f"{rest} shuffle"), 0)
