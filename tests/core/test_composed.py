"""Several small answers given together: all or none, and the same as one after the other."""

import random
from typing import Any

import pytest

import eminence
from eminence.core import errors
from eminence.core.ask import Ask
from eminence.core.errors import AnswerComplete, ChoiceError, NotOffered, UnknownChoice
from eminence.core.game import Game
from eminence.core.match import BACK, Match
from eminence.core.state import DEALER
from tests.games.richelieu.tables import finish_at_random
from tests.laws.auction import Auction

RICHELIEU = eminence.game("richelieu")
CAESAR = eminence.game("caesar_cleopatra")
AUCTION = Auction()
NAMES = ["coup", "spy", "veto", "coup", "scout", "wrath", "castling", "veto", "spy", "scout", "coup", "coup"]
ORDER = [f"next {name}" for name in NAMES]
"""An order of the action pile; its last card, a Castling, is not asked for: it is all that is left."""


def standing(match: Match) -> Any:
    """All that there is to know of a match, its past and its story included."""
    return match.snapshot(), match.entries, match.new_events, None if match.over else match.asks()


def refused(match: Match, kind: type[ChoiceError], seat: int, *choices: Any) -> ChoiceError:
    """That an answer is refused, and the match is as before."""
    before = standing(match)
    with pytest.raises(ChoiceError) as caught:
        match.choose(seat, *choices)
    assert type(caught.value) is kind, caught.value
    assert standing(match) == before
    return caught.value


def caesar(*answers: Any, **options: str) -> Match:
    """A match just begun, and these answers of seat 0, together."""
    match = CAESAR.new(secret=b"for the tests", options=options)
    if answers:
        match.choose(0, *answers)
    return match


def richelieu() -> Match:
    return RICHELIEU.new(secret=b"for the tests")


def auction() -> Match:
    return AUCTION.new(2, secret=b"for these tests")  # both hold the lowest card


# == All ... ==========================================================================================================
def test_an_order_is_given_together_and_has_an_entry_for_each_card() -> None:
    """Also where it was begun alone, and by texts, by codes and by choices themselves."""
    match = caesar(*ORDER)
    assert [(entry.seat, entry.choice) for entry in match.entries] == [(0, text) for text in ORDER]
    assert match.given(0) == len(ORDER)
    assert match.view(None).asked == [1]
    other = caesar("next coup")
    other.choose(0, other.asks()[0][ORDER[1]], CAESAR.code(ORDER[2]), *[text.upper() for text in ORDER[3:]])
    assert other.entries == match.entries


def test_it_goes_on_into_the_next_question_of_the_same_seat() -> None:
    match = richelieu()
    match.choose(0, "take 3R", "mark 1.1")
    assert match.view(None).asked == [1]
    match.take_back(0, whole=True)
    assert match.asks()[0].step == "place_marker", "of ordinary answers only the last is taken back"
    match.take_back(0)
    assert match.asks()[0].step == "take_card"


def test_the_last_of_several_may_settle_it_and_the_dealer_goes_on() -> None:
    match = auction()
    match.choose(0, "bid 1", "keep")
    match.choose(1, "bid 0", "pledge")
    assert match.entries[-1].seat != 1, "the dealer has gone on"
    assert [event.name for event in match.story(None)].count("BidsOpened") == 1


# == ... or none ======================================================================================================
@pytest.mark.parametrize("at", range(len(ORDER)))
def test_none_is_taken_wherever_one_cannot_be(at: int) -> None:
    match = caesar()
    not_offered = "'lay 3' is not offered to seat 0 now"
    for kind, wrong, why in ((UnknownChoice, "next Brutus", ""), (NotOffered, "lay 3", not_offered)):
        error = refused(match, kind, 0, *ORDER[:at], wrong, *ORDER[at + 1 :])
        assert error.number == at + 1
        assert str(error).startswith(f"choice {at + 1} of 12, {wrong!r}: {why}")
    match.choose(0, *ORDER)


REFUSED: list[tuple[type[ChoiceError], list[Any], int | None, str]] = [
    (NotOffered, ["next veto", "next veto", CAESAR.code("next veto"), "next coup"], 3, "choice 3 of 4, 'next veto': "),
    # What has no text is named as it came.
    (UnknownChoice, ["next veto", 99999], 2, "choice 2 of 2, 99999: "),
    (UnknownChoice, [None, "next veto"], 1, "choice 1 of 2, None: "),
    (UnknownChoice, ["next veto", True], 2, "choice 2 of 2, True: "),
    (NotOffered, ["lay 3"], None, "'lay 3' is not offered"),
    (AnswerComplete, [*ORDER, "next spy"], 13, "choice 13 of 13, 'next spy': the answer is complete after 12 of 13 "),
    (ChoiceError, [], None, "no choice was given for seat 0: an answer is one choice, or several in order"),
]


@pytest.mark.parametrize(("kind", "choices", "number", "said"), REFUSED)
def test_it_is_said_which_is_refused(kind: type[ChoiceError], choices: Any, number: int | None, said: str) -> None:
    error = refused(caesar(), kind, 0, *choices)
    assert error.number == number
    assert str(error).startswith(said)


def test_the_wrong_seat() -> None:
    match = caesar()
    refused(match, errors.UnknownSeat, 2, *ORDER)
    refused(match, errors.UnknownSeat, 2)
    assert refused(caesar(*ORDER), errors.AlreadyAnswered, 0, *ORDER).number == 1
    refused(richelieu(), errors.NotAsked, 1, "take 3R", "mark 1.1")
    over = richelieu()
    finish_at_random(over, random.Random(1))
    refused(over, errors.MatchOver, 0, "take 3R", "mark 1.1")


# == When the answer is complete ======================================================================================
def test_once_another_is_asked_it_is_complete_and_what_can_be_taken_back_still_can() -> None:
    match = richelieu()
    error = refused(match, AnswerComplete, 0, "take 3R", "mark 1.1", "take 4R", "mark 1.2")
    assert "complete after 2 of 4 choices" in str(error)
    match.choose(0, "take 3R")
    refused(match, AnswerComplete, 0, "mark 1.1", "take 1L")
    match.take_back(0)
    assert match.asks()[0].step == "take_card"


def test_not_across_a_draw_of_the_dealer() -> None:
    """Whatever comes second: nobody learns by trying what the dealer would draw."""
    match = caesar("lay 1", "lay 2", "lay 3", "lay 4", action_pile="shuffled")
    match.choose(1, "lay 4", "lay 3", "lay 2", "lay 1")
    seat = match.view(None).asked[0]
    drawing = [choice for choice in match.asks()[seat] if match.is_final(seat, choice)]
    assert drawing
    for first in drawing:
        for second in ("influence", "action", "let", "down 3 SEN", "nonsense"):
            error = refused(match, AnswerComplete, seat, first, second)
            assert str(error).partition(": ")[2] == "the answer is complete after 1 of 2 choices"


def test_not_across_what_is_opened_or_seen_nor_where_others_still_seal() -> None:
    """With the last bid all bids are opened: what it led to is not to be had by an answer that is then refused."""
    match = auction()
    match.choose(0, "bid 0", "keep")
    for third in ("left", "peek 0", "bid 0", "nonsense"):
        for others in (auction(), match):
            error = refused(others, AnswerComplete, 1, "bid 2", "keep", third)
            assert str(error) == f"choice 3 of 3, {third!r}: the answer is complete after 2 of 3 choices"


def test_the_dealer_by_hand_answers_one_by_one() -> None:
    match = RICHELIEU.new(by_hand=True)
    refused(match, AnswerComplete, DEALER, "deal BOUs", "deal NORs")
    match.choose(DEALER, "deal BOUs")


def test_a_fault_in_the_rules_leaves_the_match_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = auction()
    before = standing(match)
    seal, calls = type(match._state).seal, []

    def breaks(state: Any, seat: int, code: int) -> bool:
        calls.append(code)
        if len(calls) == 4:
            raise ZeroDivisionError
        return bool(seal(state, seat, code))

    with monkeypatch.context() as patched:
        patched.setattr(type(match._state), "seal", breaks)
        with pytest.raises(ZeroDivisionError):
            match.choose(0, "bid 1", "keep")
    assert standing(match) == before
    match.choose(0, "bid 1", "keep")


# == Taking back the whole ============================================================================================
def test_the_whole_is_taken_back_at_once() -> None:
    match = caesar()
    empty = CAESAR.hash(match._state)
    match.choose(0, *ORDER)
    match.take_back(0, whole=True)
    assert CAESAR.hash(match._state) == empty
    assert [entry.choice for entry in match.entries] == [*ORDER, *[BACK] * 12]
    assert match.given(0) == 24
    assert [event.name for event in match.story(1)] == ["TookBack"], "told once, as if it had been one answer"
    # It is the same as one by one.
    match, other = caesar(*ORDER[:5]), caesar(*ORDER[:5])
    match.take_back(0, whole=True)
    for _ in range(5):
        other.take_back(0)
    assert standing(match) == standing(other)
    assert match.story(1) == [], "how far somebody has come is his own affair"


def test_the_other_s_answers_stay() -> None:
    match = caesar()
    match.choose(1, *ORDER)
    match.choose(0, *ORDER[:3])
    match.take_back(0, whole=True)
    assert match.view(1)["sealed"][1] is not None
    assert match.view(None).asked == [0]
    assert (match.can_take_back(0), match.can_take_back(1)) == (False, True)


def test_a_log_with_it_is_repeated() -> None:
    match = auction()
    match.choose(0, "bid 1", "keep")
    match.take_back(0, whole=True)
    match.choose(0, "bid 0", "keep")
    again = match.again()
    for entry in match.entries:
        again.repeat(entry)
    assert again.snapshot() == match.snapshot()


# == The same as one after the other ==================================================================================
def composed(match: Match, ask: Ask, chance: random.Random) -> list[str]:
    """A random answer of as many small ones as may be given together, or of the first few of them."""
    trial = match.clone()
    choices: list[str] = []
    most = chance.choice((1, 2, 3, 50))
    while len(choices) < most:
        choice = chance.choice(trial.asks()[ask.seat].choices)
        choices.append(choice.text)
        final = trial.is_final(ask.seat, choice)
        trial.choose(ask.seat, choice)
        if final or ask.seat not in trial.asked:
            break
    return choices


PLAYED: list[tuple[Game, int, dict[str, Any]]] = [
    (RICHELIEU, 2, {}),
    (CAESAR, 2, {}),
    (CAESAR, 2, {"action_pile": "shuffled"}),
    (AUCTION, 3, {"rounds": 3}),
]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "seats", "options"), PLAYED, ids=lambda part: getattr(part, "id", None))
def test_together_is_the_same_as_one_after_the_other(game: Game, seats: int, options: Any, seed: int) -> None:
    chance = random.Random(seed)
    together, alone = (game.new(seats, options=options, secret=b"for the tests") for _ in range(2))
    several = 0
    while not together.over and together.length <= 400:
        ask = chance.choice(list(together.asks().values()))
        choices = composed(together, ask, chance)
        if len(choices) > 1:
            several += 1
            at = chance.randrange(1, len(choices))
            refused(together, UnknownChoice, ask.seat, *choices[:at], "nonsense", *choices[at:])
        together.choose(ask.seat, *choices)
        for choice in choices:
            alone.choose(ask.seat, choice)
        assert together.snapshot() == alone.snapshot()
    assert several >= 3
    assert together.entries == alone.entries, "hash by hash"
    assert together.new_events == alone.new_events
