"""Match files: written, read back, and every way in which one may be corrupt, cut off, or altered."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

import eminence
from eminence.core import dealing, matchfile
from eminence.core.errors import (
    MatchDoesNotHold,
    MatchFileError,
    NotOver,
    UnknownGame,
    UnknownRules,
)
from eminence.core.match import Entry, Match
from tests.games.richelieu.tables import finish_at_random

GAME = eminence.game("richelieu")
DEALT = 56
"""Entries of the dealer before the first of a player."""


def played(*, over: bool = True, by_hand: bool = False) -> Match:
    chance = random.Random(5)
    secret = None if by_hand else b"kept for the file"
    match = GAME.new(2, {"short": True}, secret=secret, nonces={1: b"mine"}, by_hand=by_hand)
    for _ in range(10_000 if over else 20 + (DEALT if by_hand else 0)):
        if match.over:
            break
        (ask,) = match.asks().values()
        match.choose(ask.seat, chance.choice(ask.choices))
        if ask.seat >= 0 and match.can_take_back(ask.seat) and chance.random() < 0.1:
            match.take_back(ask.seat)
    return match


MATCH = played()
TEXT = matchfile.dumps(MATCH)
DATA: dict[str, Any] = json.loads(TEXT)
FIRST_MOVE = DEALT


def fresh() -> dict[str, Any]:
    return copy.deepcopy(DATA)


def changed(**fields: Any) -> dict[str, Any]:
    return fresh() | fields


def fails(data: Any, message: str, entry: int | None = None, kind: type[MatchFileError] = MatchDoesNotHold) -> None:
    with pytest.raises(kind, match=message) as error:
        eminence.load(data)
    assert type(error.value) is kind
    if isinstance(error.value, MatchDoesNotHold):
        assert error.value.entry == entry
        if entry is not None and "entry" in str(error.value):
            assert f"entry {entry}" in str(error.value)


# == Round trips =====================================================================================================


@pytest.mark.parametrize("over", [True, False], ids=["over", "running"])
@pytest.mark.parametrize("by_hand", [True, False], ids=["by hand", "dealt"])
def test_round_trip(over: bool, by_hand: bool) -> None:
    match = played(over=over, by_hand=by_hand)
    text = matchfile.dumps(match)
    again = eminence.load(json.loads(text))
    assert again.over == over
    assert again.entries == match.entries
    assert matchfile.dumps(again) == text
    assert any(entry.choice == "back" for entry in match.entries) or not over
    assert again.story(None) == match.story(None)
    assert [again.view(seat) for seat in (0, 1, None)] == [match.view(seat) for seat in (0, 1, None)]


def test_a_running_match_goes_on_after_it_was_read() -> None:
    match = played(over=False)
    again = eminence.load(json.loads(matchfile.dumps(match)))
    assert again.asks() == match.asks()
    assert [again.can_take_back(seat) for seat in (0, 1)] == [match.can_take_back(seat) for seat in (0, 1)]
    for one in (match, again):
        finish_at_random(one, random.Random(1))
    assert again.entries == match.entries


def test_the_text_has_one_entry_a_line() -> None:
    lines = TEXT.splitlines()
    assert json.loads(TEXT)["format"] == "eminence match 1"
    assert sum(1 for line in lines if line.lstrip().startswith("[")) == len(MATCH.entries)
    assert TEXT.endswith("}\n")


def test_saving_and_reading(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    matchfile.save(MATCH, path)
    assert eminence.read_match(path).entries == MATCH.entries
    assert eminence.read_match(str(path)).scores == MATCH.scores
    assert list(tmp_path.iterdir()) == [path]  # nothing is left beside it


def test_only_a_finished_match_is_given_away() -> None:
    with pytest.raises(NotOver, match="its file would tell what is hidden"):
        played(over=False).export()
    assert MATCH.export() == TEXT


# == Not a match file ================================================================================================


@pytest.mark.parametrize("length", range(0, len(TEXT) - 2, 97))
def test_cut_off(length: int) -> None:
    with pytest.raises(MatchFileError, match="not a whole match file") as error:
        matchfile.loads(TEXT[:length], eminence.game)
    assert type(error.value) is MatchFileError


@pytest.mark.parametrize("text", ["", "match", "[]", "null", "3", '"x"', "{}", '{"format": "eminence match 2"}', "NaN"])
def test_something_else(text: str) -> None:
    with pytest.raises(MatchFileError):
        matchfile.loads(text, eminence.game)


@pytest.mark.parametrize("depth", [500, 900, 980, 1000, 100_000])
def test_nested_too_deep(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    for text in (deep, TEXT.replace('"entries": [', f'"entries": [{deep},'), TEXT.replace('"mine"', deep)):
        with pytest.raises(MatchFileError):
            matchfile.loads(text.replace('"seats": 2', f'"seats": {deep}'), eminence.game)


def test_a_number_too_long_to_read() -> None:
    """Python refuses to read numbers of more than 4300 digits, with an error of its own."""
    with pytest.raises(MatchFileError):
        matchfile.loads(TEXT.replace('"seats": 2', '"seats": ' + "2" * 5000), eminence.game)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(MatchFileError, match=r"cannot read .*nowhere.json: No such file"):
        eminence.read_match(tmp_path / "nowhere.json")
    with pytest.raises(MatchFileError, match="cannot read"):
        eminence.read_match(tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00 not text")
    with pytest.raises(MatchFileError, match="it is not text"):
        eminence.read_match(tmp_path / "bytes")


@pytest.mark.parametrize("flip", range(0, len(TEXT), 211))
def test_any_one_letter_changed_is_noticed(flip: int) -> None:
    """Whatever letter is changed: it is no match file any more, it does not hold, or it is the same match."""
    letter = "0" if TEXT[flip] != "0" else "1"
    try:
        again = matchfile.loads(TEXT[:flip] + letter + TEXT[flip + 1 :], eminence.game)
    except (MatchFileError, UnknownGame):
        return
    assert again.entries == MATCH.entries  # in the space between two words
    assert TEXT[flip].isspace()


# == Wrong types =====================================================================================================


@pytest.mark.parametrize("name", sorted(set(DATA) - {"format"}))
def test_a_field_is_missing(name: str) -> None:
    data = fresh()
    del data[name]
    fails(data, f"the match file has no '{name}'", kind=MatchFileError)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("game", 3),
        ("game", None),
        ("rules", "1"),
        ("rules", True),
        ("rules", 1.0),
        ("seats", "2"),
        ("seats", True),
        ("seats", None),
        ("options", []),
        ("options", None),
        ("by_hand", 0),
        ("by_hand", None),
        ("commitment", 5),
        ("secret", 5),
        ("secret", ["00"]),
        ("secret", "xyz"),
        ("nonces", "00"),
        ("nonces", {"0": ""}),
        ("nonces", ["", 7]),
        ("nonces", ["", "zz"]),
        ("entries", {}),
        ("entries", "none"),
        ("entries", [[0, "take 1L"]]),
        ("entries", [["0", "take 1L", ""]]),
        ("entries", [[True, "take 1L", ""]]),
        ("entries", [[0, 62, ""]]),
        ("entries", [[0, "take 1L", None]]),
        ("entries", ["take 1L"]),
        ("result", []),
        ("result", "won"),
    ],
)
def test_a_field_of_the_wrong_type(name: str, value: Any) -> None:
    fails(changed(**{name: value}), ".", kind=MatchFileError)


def test_a_missing_nonce_is_not_an_empty_one() -> None:
    fails(changed(nonces=[None, DATA["nonces"][1]]), "nonces", kind=MatchFileError)


@pytest.mark.parametrize("seats", [0, 1, 3, 5, -1, 10**9])
def test_another_number_of_seats(seats: int) -> None:
    with pytest.raises(MatchFileError):
        eminence.load(changed(seats=seats))


def test_more_seats_with_their_nonces() -> None:
    """For three seats the cards are dealt otherwise from the first draw on: the nonces are part of it."""
    fails(changed(seats=3, nonces=[*DATA["nonces"], ""]), ".", entry=0)


@pytest.mark.parametrize("options", [{"short": 1}, {"short": "yes"}, {"long": True}])
def test_options_the_game_does_not_have(options: Any) -> None:
    fails(changed(options=options), "the match file cannot be played", kind=MatchFileError)


def test_other_options() -> None:
    fails(changed(options={"short": False}), "another hash", entry=0)


def test_unknown_game() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'chess'"):
        eminence.load(changed(game="chess"))


@pytest.mark.parametrize("rules", [0, 2, -1, 10**20])
def test_unknown_rules(rules: int) -> None:
    with pytest.raises(UnknownRules, match=f"rules version {rules} of richelieu is unknown here; known: 1"):
        eminence.load(changed(rules=rules))


# == Altered =========================================================================================================


def test_an_edited_secret() -> None:
    fails(changed(secret=b"another secret".hex()), "the secret does not fit the commitment")


def test_an_edited_commitment() -> None:
    fails(changed(commitment="00" * 32), "the secret does not fit the commitment")


def test_a_secret_edited_with_its_commitment() -> None:
    secret = b"another secret"
    data = changed(secret=secret.hex(), commitment=dealing.commitment(secret))
    fails(data, r"entry 0: the dealer drew 'deal .*', but .*secret and .*nonces give 'deal ", entry=0)


def test_an_edited_nonce() -> None:
    fails(changed(nonces=["", b"yours".hex()]), r"secret and .*nonces give", entry=0)


def test_nonces_swapped() -> None:
    fails(changed(nonces=DATA["nonces"][::-1]), r"secret and .*nonces give", entry=0)


@pytest.mark.parametrize("number", [0, 7, 46, 50, 55])
def test_an_edited_draw(number: int) -> None:
    data = fresh()
    kept = {entry[1] for entry in data["entries"][: number + 1]}
    word = "deal" if number < 48 else "disc"
    other = next(GAME.text(c) for c in range(62) if GAME.text(c).startswith(word) and GAME.text(c) not in kept)
    data["entries"][number][1] = other
    fails(data, f"entry {number}: the dealer drew '{other}', but", entry=number)


@pytest.mark.parametrize("number", [FIRST_MOVE, FIRST_MOVE + 1, len(MATCH.entries) // 2 + 30, len(MATCH.entries) - 1])
def test_an_edited_hash(number: int) -> None:
    data = fresh()
    data["entries"][number][2] = "0" * 64
    fails(data, f"entry {number}: after .* the state has another hash", entry=number)


def test_an_edited_hash_of_a_draw() -> None:
    data = fresh()
    data["entries"][3][2] = data["entries"][4][2]
    fails(data, "another hash", entry=3)


def test_an_edited_choice() -> None:
    """Every choice of a player, replaced by another one that was offered: noticed at that entry."""
    for number, entry in enumerate(MATCH.entries):
        if entry.seat < 0 or entry.choice == "back":
            continue
        data = fresh()
        data["entries"][number][1] = "take 1L" if entry.choice != "take 1L" else "take 4R"
        with pytest.raises(MatchDoesNotHold) as error:
            eminence.load(data)
        assert error.value.entry == number


@pytest.mark.parametrize("choice", ["take 9L", "", "BACK", "deal BOUs", "back "])
def test_a_choice_that_cannot_be(choice: str) -> None:
    data = fresh()
    data["entries"][FIRST_MOVE][1] = choice
    fails(data, f"entry {FIRST_MOVE} cannot have happened", entry=FIRST_MOVE)


def test_a_choice_spelt_carelessly_is_an_edit_too() -> None:
    """A file is written by the program: other letters mean that somebody has been at it."""
    data = fresh()
    data["entries"][FIRST_MOVE][1] = data["entries"][FIRST_MOVE][1].upper()
    with pytest.raises(MatchDoesNotHold):
        eminence.load(data)


@pytest.mark.parametrize("seat", [1, 2, -1, -2, 10**30])
def test_an_edited_seat(seat: int) -> None:
    data = fresh()
    data["entries"][FIRST_MOVE][0] = seat
    fails(data, f"entry {FIRST_MOVE} cannot have happened", entry=FIRST_MOVE)


def test_a_player_in_place_of_the_dealer() -> None:
    data = fresh()
    data["entries"][5][0] = 0
    fails(data, "entry 5 cannot have happened", entry=5)


@pytest.mark.parametrize("number", [3, FIRST_MOVE, FIRST_MOVE + 9, len(MATCH.entries) - 3])
def test_entries_swapped(number: int) -> None:
    data = fresh()
    entries = data["entries"]
    entries[number], entries[number + 1] = entries[number + 1], entries[number]
    fails(data, ".", entry=number)


@pytest.mark.parametrize("number", [0, 20, 48, FIRST_MOVE, FIRST_MOVE + 12])
def test_an_entry_left_out(number: int) -> None:
    data = fresh()
    del data["entries"][number]
    fails(data, ".", entry=number)


@pytest.mark.parametrize("number", [0, 20, FIRST_MOVE, len(MATCH.entries) - 1])
def test_an_entry_twice(number: int) -> None:
    data = fresh()
    data["entries"].insert(number, data["entries"][number])
    fails(data, ".", entry=number + 1)


def test_an_entry_after_the_end() -> None:
    data = fresh()
    data["entries"].append([0, "take 1L", "0" * 64])
    fails(data, "the match is over", entry=len(MATCH.entries))


def test_a_take_back_out_of_the_blue() -> None:
    data = fresh()
    data["entries"].insert(FIRST_MOVE, [0, "back", data["entries"][FIRST_MOVE - 1][2]])
    fails(data, "nothing to take back", entry=FIRST_MOVE)


@pytest.mark.parametrize("length", [0, 10, 48, 55])
def test_the_log_ends_while_the_dealer_draws(length: int) -> None:
    data = changed(entries=DATA["entries"][:length], result=None)
    fails(data, "the log ends where the dealer should draw", entry=length)


def test_the_log_ends_before_the_result() -> None:
    length = len(MATCH.entries) - 1
    fails(changed(entries=DATA["entries"][:length]), "its entries do not reach the end", entry=length)


def test_a_log_cut_off_with_its_result_is_a_running_match() -> None:
    match = eminence.load(changed(entries=DATA["entries"][:-1], result=None))
    assert not match.over


@pytest.mark.parametrize(
    "edit",
    [
        {"scores": [99, 0]},
        {"winners": [0, 1]},
        {"winners": []},
        {"reason": "all_cards_taken" if MATCH.reason != "all_cards_taken" else "three_rows_empty"},
        {"extra": 1},
    ],
)
def test_an_edited_result(edit: dict[str, Any]) -> None:
    fails(changed(result=DATA["result"] | edit), "the result should be")


def test_a_result_taken_away() -> None:
    fails(changed(result=None), "the result should be")


@pytest.mark.parametrize(
    "edit", [{"by_hand": True}, {"commitment": None}, {"secret": None}, {"secret": None, "commitment": None}]
)
def test_dealt_by_hand_or_from_a_secret_not_both(edit: dict[str, Any]) -> None:
    fails(changed(**edit), "either by hand or from a secret", kind=MatchFileError)


def test_a_dealt_match_passed_off_as_one_dealt_by_hand_holds_but_says_so() -> None:
    """Nobody can prove a shuffle by hand: such a file claims no commitment."""
    match = eminence.load(changed(by_hand=True, commitment=None, secret=None))
    assert match.commitment is None


def test_an_edited_match_by_hand() -> None:
    data = json.loads(matchfile.dumps(played(by_hand=True)))
    data["entries"][2][1] = data["entries"][1][1]
    fails(data, "entry 2 cannot have happened", entry=2)


def test_repeating_an_entry_that_does_not_hold_changes_nothing() -> None:
    """As with every error: the match is as it was before."""
    for entry in (
        Entry(0, "take 1L", "0" * 64),
        Entry(0, "take 9L", "0" * 64),
        Entry(1, "back", "0" * 64),
    ):
        match = GAME.new(secret=b"s")
        before = match.entries, GAME.hash(match._state), match.story(None)
        with pytest.raises(MatchDoesNotHold):
            match.repeat(entry)
        assert (match.entries, GAME.hash(match._state), match.story(None)) == before


def test_a_name_no_file_can_have() -> None:
    with pytest.raises(MatchFileError, match="cannot be the name of a file"):
        eminence.read_match("match\0.json")
