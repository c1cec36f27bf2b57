"""A match through the front door: asking, answering, taking back, looking, and what it tells when."""

import random
from typing import Any

import pytest

import eminence
from eminence.core import errors
from eminence.core.errors import BadNonce, BadOptions, EminenceError, NotOver
from eminence.core.match import Match
from eminence.core.state import DEALER
from tests.games.richelieu.tables import finish_at_random

GAME = eminence.game("richelieu")


def new(*answers: str) -> Match:
    """A match just dealt, and these answers of seat 0."""
    match = GAME.new(secret=b"for the tests")
    for answer in answers:
        match.choose(0, answer)
    return match


def played() -> Match:
    match = new()
    finish_at_random(match, random.Random(1))
    return match


# == Beginning ========================================================================================================
def test_what_a_match_begins_with() -> None:
    match = GAME.new()
    assert (match.seats, match.options, match.by_hand, match.over) == (2, {"short": False}, False, False)
    assert match.nonces == (b"", b"")
    assert [entry.seat for entry in match.entries] == [DEALER] * 56  # 48 cards and 8 discs have been dealt
    options = {"short": True}
    other = GAME.new(options=options, nonces={1: b"x" * 1024})  # the longest nonce
    options["short"] = False
    assert (other.options, other.nonces) == ({"short": True}, (b"", b"x" * 1024)), "the options are copied"
    assert match.view(None)["layout"] != GAME.new().view(None)["layout"], "two matches are not dealt alike"


def test_by_hand_the_dealer_is_asked() -> None:
    match = GAME.new(by_hand=True)
    assert {seat: len(ask) for seat, ask in match.asks().items()} == {DEALER: 48}
    assert (match.commitment, match.secret_in_keeping, match.entries) == (None, None, ())
    with pytest.raises(errors.UnknownChoice):
        match.choose(DEALER, True)  # which is not the card number one
    match.choose(DEALER, "deal NORs")
    assert match.view(None)["layout"] == [GAME.code("deal NORs")]
    assert not match.can_take_back(DEALER)
    with pytest.raises(errors.CannotTakeBack):
        match.take_back(DEALER)


def test_what_has_happened_since_ones_last_answer_counts_from_the_one_before_if_that_is_taken_back() -> None:
    match = GAME.new(seats=2, secret=b"answered")
    match.choose(0, "take 1L", "no marker")
    match.choose(1, "take 1L", "no marker")
    before = match.answered_at(0), match.answered_at(1)
    assert match.story(0, before[0])[-1].name == "Took"
    match.choose(0, "take 1L")
    assert match.answered_at(0) > before[0]
    match.take_back(0)
    assert (match.answered_at(0), match.answered_at(1)) == before


NOT_FOR = "Richelieu is for 2 or 3 or 4 players, not"
CANNOT_BEGIN: list[tuple[dict[str, Any], type[EminenceError], str]] = [
    *(({"seats": seats}, BadOptions, NOT_FOR) for seats in (0, 1, 5, -2, True, "2", 2.5, [2], 2.0)),
    ({"options": {"long": True}}, BadOptions, "Richelieu has no option 'long'; its options: short"),
    ({"options": {"Short": True}}, BadOptions, "no option 'Short'"),
    ({"options": {"short": "yes"}}, BadOptions, "'short' of Richelieu cannot be 'yes'; it can be False, True"),
    ({"options": {"short": 1}}, BadOptions, "cannot be 1"),
    ({"options": {"short": None}}, BadOptions, "cannot be None"),
    ({"options": {3: True}}, BadOptions, "no option 3"),
    ({"options": ["short"]}, BadOptions, "by name"),
    ({"options": "short"}, BadOptions, "by name"),
    *(({"nonces": {seat: b"x"}}, BadNonce, ".") for seat in (2, -1, "0")),
    *(({"nonces": {0: nonce}}, BadNonce, ".") for nonce in ("text", b"x" * 1025, None)),
    ({"nonces": [b"one"]}, BadNonce, "by seat"),
    ({"secret": "text"}, BadNonce, "bytes"),
    ({"secret": 7}, BadNonce, "bytes"),
    ({"by_hand": "yes"}, BadOptions, "True or False"),
    ({"by_hand": True, "secret": b"one too many"}, BadOptions, "by hand"),
]


@pytest.mark.parametrize(("wrong", "error", "message"), CANNOT_BEGIN)
def test_what_a_match_cannot_begin_with(wrong: dict[str, Any], error: type[EminenceError], message: str) -> None:
    with pytest.raises(error, match=message):
        GAME.new(**wrong)


@pytest.mark.parametrize("name", ["chess", "Richelieu ", "Richelieu", "", ["richelieu"], None, 3])
def test_what_is_no_game(name: Any) -> None:
    with pytest.raises(errors.UnknownGame, match=r"there is no game .*; the games are: .*richelieu") as error:
        eminence.game(name)
    assert isinstance(error.value, LookupError)
    assert f"there is no game {name!r};" in str(error.value)


def test_rules_by_their_version() -> None:
    with pytest.raises(errors.UnknownRules, match="rules version 99 of richelieu is unknown here; known: 1, 2"):
        eminence.game("richelieu", 99)
    assert eminence.game("richelieu", 2) is GAME
    assert eminence.game("richelieu", 1) is not GAME
    assert GAME in eminence.all_games()


# == Answering ========================================================================================================
def test_a_choice_may_be_given_as_text_as_code_or_as_itself() -> None:
    matches = [new() for _ in range(4)]
    choices: list[Any] = ["take 3R", GAME.code("take 3R"), matches[2].asks()[0]["take 3R"], "  TAKE 3r"]
    for match, choice in zip(matches, choices, strict=True):
        match.choose(0, choice)
        assert match.entries == matches[0].entries
    assert (matches[0].entries[-1].seat, matches[0].entries[-1].choice) == (0, "take 3R")


def test_asking_tells_what_is_offered_and_changes_nothing() -> None:
    match = new()
    before = match.entries, GAME.hash(match._state)
    (ask,) = match.asks().values()
    assert (ask.seat, ask.step, ask.rule, len(ask), ask.weights) == (0, "take_card", "take", 8, None)
    assert ask.texts == [choice.text for choice in ask] == [str(choice) for choice in ask]
    assert ask["take 1L"].code == GAME.code("take 1L")
    with pytest.raises(KeyError):
        ask["take 9L"]
    assert match.asks() == match.asks() == {0: ask}
    assert (match.entries, GAME.hash(match._state)) == before


@pytest.mark.parametrize("choice", [True, False, 62.0, 0.5, None, b"take 1L", ["take 1L"], {"text": "take 1L"}, 10**40])
def test_what_is_no_choice_at_all_is_refused(choice: Any) -> None:
    """Also what is equal to a code without being one: 62.0 is no answer."""
    match = new()
    before = match.entries
    with pytest.raises(errors.ChoiceError):
        match.choose(0, choice)
    assert match.entries == before
    assert match.asks()[0].step == "take_card"


@pytest.mark.parametrize("seat", [2, -2, DEALER, "0", True, 0.0, None])
def test_unknown_seats(seat: Any) -> None:
    match = new()
    with pytest.raises(errors.UnknownSeat, match="seats are 0 to 1"):
        match.choose(seat, "take 1L")
    calls: list[Any] = [match.take_back, match.can_take_back]
    for call in [*calls, match.view, match.story] if seat is not None else calls:  # None is a spectator, who may look
        with pytest.raises(errors.UnknownSeat):
            call(seat)


def test_errors_name_what_is_wrong_and_what_is_allowed() -> None:
    for match, seat, choice, kind, message in (
        (new(), 1, "take 1L", errors.NotAsked, r"seat 1 is not asked anything now: seat 0 is \(take_card\)"),
        (
            new(),
            0,
            "enough",
            errors.NotOffered,
            r"'enough' is not offered to seat 0 now: .*\(rule 'take'\); offered: take 1L",
        ),
        (new(), 0, "castle", errors.UnknownChoice, "'castle' is not a choice of Richelieu"),
        (played(), 0, "take 1L", errors.MatchOver, "seat 0 is not asked anything: the match is over"),
    ):
        with pytest.raises(kind, match=message):
            match.choose(seat, choice)
    assert all(issubclass(kind, EminenceError) for kind in vars(errors).values() if isinstance(kind, type))


# == Taking back ======================================================================================================
def test_an_answer_can_be_taken_back_until_somebody_else_answers_or_it_is_over() -> None:
    match = new()
    start = GAME.hash(match._state)
    assert not match.can_take_back(0)
    match.choose(0, "take 3R")
    match.choose(0, "mark 1.1")
    assert (match.can_take_back(0), match.can_take_back(1)) == (True, False)
    match.take_back(0)
    match.take_back(0)
    assert GAME.hash(match._state) == start
    assert not match.can_take_back(0)
    assert [entry.choice for entry in match.entries[-4:]] == ["take 3R", "mark 1.1", "back", "back"]
    with pytest.raises(errors.CannotTakeBack, match="seat 0 has nothing to take back"):
        match.take_back(0)
    match = new("take 3R", "mark 1.1")
    match.choose(1, "take 4R")
    assert (match.can_take_back(0), match.can_take_back(1)) == (False, True)
    match.take_back(1)
    assert not match.can_take_back(0)
    over = played()
    assert not any(over.can_take_back(seat) for seat in range(2))


# == Looking ==========================================================================================================
def test_a_view_says_whose_it_is_and_has_no_hash_of_what_is_hidden() -> None:
    match = new()
    view = match.view(1)
    assert (view.game, view.rules, view.seats, view.seat, view.options) == ("richelieu", 2, 2, 1, {"short": False})
    assert (view.asked, view.over, view["turn"], view["discs"]) == ([0], False, 0, [None, 0])
    assert match.view(None).seat is None
    with pytest.raises(KeyError):
        view["no such field"]
    text = str(match.view(0).to_json())
    assert GAME.hash(match._state) not in text
    assert match.commitment is not None
    assert match.secret_in_keeping is not None
    assert match.secret_in_keeping.hex() not in text


def test_the_story_is_numbered() -> None:
    match = played()
    whole = match.story(0)
    assert len(whole) == len(match.story(1)) == len(match.story(None))
    for since in (0, 1, 7, len(whole) - 1, len(whole), len(whole) + 5):
        assert match.story(0, since) == whole[since:]
    assert (whole[0].name, whole[-1].name, whole[0].to_json()) == ("Dealt", "Counted", {"event": "Dealt"})


def test_the_story_only_grows_and_tells_of_taking_back() -> None:
    match = new()
    chance = random.Random(4)
    told = match.story(None)
    while not match.over and len(told) < 2000:
        (ask,) = match.asks().values()
        match.choose(ask.seat, chance.choice(ask.choices))
        if match.can_take_back(ask.seat) and chance.random() < 0.2:
            match.take_back(ask.seat)
        now = match.story(None)
        assert now[: len(told)] == told
        told = now
    match = new("take 3R")
    match.take_back(0)
    assert [event.name for event in match.story(1)][-2:] == ["Took", "TookBack"]


def test_what_is_only_told_at_the_end() -> None:
    running = new()
    for what in ("scores", "winners", "reason", "secret"):
        with pytest.raises(NotOver, match="once the match is over"):
            getattr(running, what)
    with pytest.raises(NotOver, match="the count can be told"):
        running.count()
    for look in (running.open_view, running.open_story, running.again().open_view, running.again().open_story):
        with pytest.raises(NotOver, match="what was hidden can be told once the match is over"):
            look()
    over = played()
    assert over.secret == b"for the tests"
    assert len(over.scores) == 2
    assert (over.asks(), over.view(0).over, over.view(0).asked) == ({}, True, [])
    assert over.open_view()["disc_box"] is not None
    assert any(event.to_json().get("disc") is not None for event in over.open_story())
    assert over.open_story(3) == over.open_story()[3:]


def test_a_finished_match_can_be_gone_through_again_in_the_open() -> None:
    over = played()
    again = over.again()
    assert again.entries == ()
    for entry in over.entries[:60]:
        again.repeat(entry)
    assert not again.over
    assert None not in again.open_view()["disc_at"] + again.open_view()["discs"]
    assert again.open_story() == over.open_story()[: len(again.open_story())]
    assert again.view(0)["disc_at"] is None  # a seat's own view stays what it was
    for entry in over.entries[60:]:
        again.repeat(entry)
    assert (again.entries, again.scores) == (over.entries, over.scores)


def test_representations() -> None:
    assert repr(new()) == "<match of richelieu, 2 seats, 56 entries>"
    assert repr(played()).endswith(", over>")
    assert repr(GAME) == "<game richelieu, rules 2>"
