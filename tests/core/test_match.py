"""A match through the front door: asking, answering, taking back, looking, and what it tells when."""

from __future__ import annotations

import random
from typing import Any

import pytest

import eminence
from eminence.core import errors
from eminence.core.errors import (
    BadNonce,
    BadOptions,
    CannotTakeBack,
    ChoiceError,
    EminenceError,
    MatchOver,
    NotAsked,
    NotOffered,
    NotOver,
    UnknownChoice,
    UnknownGame,
    UnknownRules,
    UnknownSeat,
)
from eminence.core.match import Match
from eminence.core.state import DEALER
from tests.games.richelieu.tables import finish_at_random

GAME = eminence.game("richelieu")


def new(**more: Any) -> Match:
    return GAME.new(secret=b"for the tests", **more)


def played(seed: int = 1, **more: Any) -> Match:
    match = new(**more)
    finish_at_random(match, random.Random(seed))
    return match


# == Beginning =======================================================================================================


def test_defaults() -> None:
    match = GAME.new()
    assert (match.seats, match.options, match.by_hand) == (2, {"short": False}, False)
    assert match.nonces == (b"", b"")
    assert len(match.entries) == 56  # 48 cards and 8 discs have been dealt
    assert all(entry.seat == DEALER for entry in match.entries)
    assert not match.over


def test_two_matches_are_not_dealt_alike() -> None:
    assert GAME.new().view(None)["layout"] != GAME.new().view(None)["layout"]


def test_by_hand_the_dealer_is_asked() -> None:
    match = GAME.new(by_hand=True)
    assert list(match.asks()) == [DEALER]
    assert len(match.asks()[DEALER]) == 48
    assert match.commitment is None
    assert match.secret_in_keeping is None
    assert match.entries == ()
    match.choose(DEALER, "deal NORs")
    assert match.view(None)["layout"] == [GAME.code("deal NORs")]


@pytest.mark.parametrize("seats", [0, 1, 5, -2, True, "2", 2.5, [2], 2.0])
def test_a_number_of_seats_the_game_is_not_for(seats: Any) -> None:
    with pytest.raises(BadOptions, match="Richelieu is for 2 or 3 or 4 players, not"):
        GAME.new(seats)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"long": True}, "Richelieu has no option 'long'; its options: short"),
        ({"Short": True}, "no option 'Short'"),
        ({"short": "yes"}, "option 'short' of Richelieu cannot be 'yes'; it can be False, True"),
        ({"short": 1}, "cannot be 1"),
        ({"short": None}, "cannot be None"),
        ({3: True}, "no option 3"),
    ],
)
def test_options_the_game_does_not_have(options: Any, message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        GAME.new(options=options)


@pytest.mark.parametrize("nonces", [{2: b"x"}, {-1: b"x"}, {"0": b"x"}, {0: "text"}, {0: b"x" * 1025}, {0: None}])
def test_nonces_that_cannot_be_added(nonces: Any) -> None:
    with pytest.raises(BadNonce):
        GAME.new(nonces=nonces)


def test_the_longest_nonce() -> None:
    assert GAME.new(nonces={1: b"x" * 1024}).nonces == (b"", b"x" * 1024)


def test_the_options_given_are_not_kept_but_copied() -> None:
    options = {"short": True}
    match = GAME.new(options=options)
    options["short"] = False
    assert match.options == {"short": True}


def test_unknown_games_and_rules() -> None:
    with pytest.raises(UnknownGame, match=r"there is no game 'chess'; the games are: .*richelieu") as error:
        eminence.game("chess")
    assert isinstance(error.value, LookupError)
    with pytest.raises(UnknownGame):
        eminence.game("Richelieu ")
    with pytest.raises(UnknownRules, match="rules version 99 of richelieu is unknown here; known: 1"):
        eminence.game("richelieu", 99)
    assert eminence.game("richelieu", 1) is GAME
    assert GAME in eminence.all_games()


# == Answering =======================================================================================================


def test_a_choice_may_be_given_as_text_as_code_or_as_itself() -> None:
    matches = [new(), new(), new(), new()]
    matches[0].choose(0, "take 3R")
    matches[1].choose(0, GAME.code("take 3R"))
    matches[2].choose(0, matches[2].asks()[0]["take 3R"])
    matches[3].choose(0, "  TAKE 3r")
    assert {match.entries for match in matches} == {matches[0].entries}
    assert matches[0].entries[-1].choice == "take 3R"
    assert matches[0].entries[-1].seat == 0


def test_asks() -> None:
    (ask,) = new().asks().values()
    assert (ask.seat, ask.step, ask.rule, len(ask), ask.weights) == (0, "take_card", "take", 8, None)
    assert ask.texts == [choice.text for choice in ask] == [str(choice) for choice in ask]
    assert ask["take 1L"].code == GAME.code("take 1L")
    with pytest.raises(KeyError):
        ask["take 9L"]


def test_asking_changes_nothing() -> None:
    match = new()
    before = match.entries, GAME.hash(match._state)
    assert match.asks() == match.asks()
    assert (match.entries, GAME.hash(match._state)) == before


@pytest.mark.parametrize("choice", [True, False, 62.0, 0.5, None, b"take 1L", ["take 1L"], {"text": "take 1L"}, 10**40])
def test_what_is_no_choice_at_all_is_refused(choice: Any) -> None:
    """Also what is equal to a code without being one: 62.0 is no answer."""
    match = new()
    before = match.entries
    with pytest.raises(ChoiceError):
        match.choose(0, choice)
    assert match.entries == before
    assert match.asks()[0].step == "take_card"


def test_true_is_not_the_card_number_one() -> None:
    match = GAME.new(by_hand=True)
    with pytest.raises(UnknownChoice):
        match.choose(DEALER, True)


@pytest.mark.parametrize("seat", [2, -2, DEALER, None, "0", True, 0.0])
def test_unknown_seats(seat: Any) -> None:
    match = new()
    with pytest.raises(UnknownSeat, match="seats are 0 to 1"):
        match.choose(seat, "take 1L")
    with pytest.raises(UnknownSeat):
        match.take_back(seat)
    with pytest.raises(UnknownSeat):
        match.can_take_back(seat)
    if seat is not None:
        with pytest.raises(UnknownSeat):
            match.view(seat)


@pytest.mark.parametrize("seat", [2, -2, DEALER, "0", True, 0.0])
def test_unknown_seats_are_told_no_story(seat: Any) -> None:
    with pytest.raises(UnknownSeat):
        new().story(seat)


def test_errors_name_what_is_wrong_and_what_is_allowed() -> None:
    match = new()
    with pytest.raises(NotAsked, match=r"seat 1 is not asked anything now: seat 0 is \(take_card\)"):
        match.choose(1, "take 1L")
    with pytest.raises(NotOffered, match=r"'enough' is not offered to seat 0 now \(rule 'take'\); offered: take 1L"):
        match.choose(0, "enough")
    with pytest.raises(UnknownChoice, match="'castle' is not a choice of Richelieu"):
        match.choose(0, "castle")
    over = played()
    with pytest.raises(MatchOver, match="seat 0 is not asked anything: the match is over"):
        over.choose(0, "take 1L")


def test_every_error_is_an_error_of_the_house() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    assert all(issubclass(kind, EminenceError) for kind in kinds)


# == Taking back =====================================================================================================


def test_an_answer_can_be_taken_back_until_somebody_else_answers() -> None:
    match = new()
    start = GAME.hash(match._state)
    assert not match.can_take_back(0)
    match.choose(0, "take 3R")
    match.choose(0, "mark 1.1")
    assert match.can_take_back(0)
    assert not match.can_take_back(1)
    match.take_back(0)
    match.take_back(0)
    assert GAME.hash(match._state) == start
    assert not match.can_take_back(0)
    assert [entry.choice for entry in match.entries[-4:]] == ["take 3R", "mark 1.1", "back", "back"]
    with pytest.raises(CannotTakeBack, match="seat 0 has nothing to take back"):
        match.take_back(0)


def test_not_once_another_has_answered() -> None:
    match = new()
    match.choose(0, "take 3R")
    match.choose(0, "mark 1.1")
    match.choose(1, "take 4R")
    assert not match.can_take_back(0)
    assert match.can_take_back(1)
    match.take_back(1)
    assert not match.can_take_back(0)


def test_taking_back_is_told() -> None:
    match = new()
    match.choose(0, "take 3R")
    match.take_back(0)
    assert [event.name for event in match.story(1)][-2:] == ["Took", "TookBack"]


def test_the_dealer_takes_nothing_back() -> None:
    match = GAME.new(by_hand=True)
    match.choose(DEALER, "deal BOUs")
    assert not match.can_take_back(DEALER)
    with pytest.raises(CannotTakeBack):
        match.take_back(DEALER)


def test_nothing_can_be_taken_back_after_the_end() -> None:
    match = played()
    assert not any(match.can_take_back(seat) for seat in range(2))


# == Looking =========================================================================================================


def test_views() -> None:
    match = new()
    view = match.view(1)
    assert (view.game, view.rules, view.seats, view.seat, view.options) == ("richelieu", 1, 2, 1, {"short": False})
    assert view.asked == [0]
    assert not view.over
    assert view["turn"] == 0
    assert view["discs"] == [None, 0]
    assert match.view(None).seat is None
    with pytest.raises(KeyError):
        view["no such field"]


def test_a_view_has_no_hash_of_what_is_hidden() -> None:
    match = new()
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
    assert whole[0].name == "Dealt"
    assert whole[-1].name == "Counted"
    assert whole[0].to_json() == {"event": "Dealt"}


def test_the_story_only_grows() -> None:
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


def test_what_is_only_told_at_the_end() -> None:
    match = new()
    for what in ("scores", "winners", "reason", "secret"):
        with pytest.raises(NotOver, match="once the match is over"):
            getattr(match, what)
    with pytest.raises(NotOver, match="the count can be told"):
        match.count()
    over = played()
    assert over.secret == b"for the tests"
    assert len(over.scores) == 2
    assert over.asks() == {}
    assert over.view(0).over
    assert over.view(0).asked == []


def test_what_was_hidden_is_open_after_the_end() -> None:
    running = new()
    for look in (running.open_view, running.open_story, running.again().open_view, running.again().open_story):
        with pytest.raises(NotOver, match="what was hidden can be told once the match is over"):
            look()
    over = played()
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
    assert None not in again.open_view()["disc_at"]
    assert again.view(0)["disc_at"] is None  # a seat's own view stays what it was
    for entry in over.entries[60:]:
        again.repeat(entry)
    assert again.entries == over.entries
    assert again.scores == over.scores


def test_representations() -> None:
    assert repr(new()) == "<match of richelieu, 2 seats, 56 entries>"
    assert repr(played()).endswith(", over>")
    assert repr(GAME) == "<game richelieu, rules 1>"


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"secret": "text"}, BadNonce),
        ({"secret": 7}, BadNonce),
        ({"options": ["short"]}, BadOptions),
        ({"options": "short"}, BadOptions),
        ({"nonces": [b"one"]}, BadNonce),
        ({"by_hand": "yes"}, BadOptions),
        ({"by_hand": True, "secret": b"one too many"}, BadOptions),
    ],
)
def test_what_a_match_cannot_begin_with(wrong: dict[str, Any], error: type[EminenceError]) -> None:
    with pytest.raises(error, match=r"bytes|by name|by seat|True or False|by hand"):
        GAME.new(**wrong)


@pytest.mark.parametrize("name", [["richelieu"], None, 3, "", "Richelieu"])
def test_what_is_no_game(name: Any) -> None:
    with pytest.raises(UnknownGame, match="the games are: "):
        eminence.game(name)


def test_a_finished_match_can_be_repeated_with_everything_open() -> None:
    over = played()
    again = over.again()
    for entry in over.entries[:60]:
        again.repeat(entry)
    assert None not in again.open_view()["discs"]
    assert again.open_story() == over.open_story()[: len(again.open_story())]
    running = new()
    with pytest.raises(NotOver):
        running.open_view()
    with pytest.raises(NotOver):
        running.again().open_story()
