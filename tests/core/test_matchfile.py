"""Match files: written, read back, and every way in which one may be corrupt, cut off, or altered."""

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import eminence
from eminence.core import dealing, matchfile
from eminence.core.errors import MatchDoesNotHold, MatchFileError, NotOver, UnknownGame, UnknownRules
from eminence.core.match import Entry, Match
from tests.games.richelieu.tables import finish_at_random

GAME = eminence.game("richelieu")
DEALT = 56
"""Entries of the dealer before the first of a player."""


def played(*, over: bool = True, by_hand: bool = False) -> Match:
    chance = random.Random(5)
    secret = None if by_hand else b"kept for the file"
    match = GAME.new(2, {"short": True}, secret=secret, nonces={1: b"mine"}, by_hand=by_hand)
    for _ in range(10_000 if over else 20):
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
LAST = len(MATCH.entries) - 1


def changed(**fields: Any) -> dict[str, Any]:
    return copy.deepcopy(DATA) | fields


def fails(data: Any, message: str, entry: int | None = None, kind: Any = MatchDoesNotHold, what: str = "") -> None:
    """That a file is not taken: with this kind of error, which says this and names this entry."""
    with pytest.raises(kind, match=message) as error:
        eminence.load(data)
    assert type(error.value) is kind, what
    if isinstance(error.value, MatchDoesNotHold):
        assert error.value.entry == entry, what
        if entry is not None and "entry" in str(error.value):
            assert f"entry {entry}" in str(error.value), what


# == Round trips ======================================================================================================
def test_a_running_match_goes_on_after_it_was_read_and_one_by_hand_is_read_to_its_end() -> None:
    """(What is dealt and over, and what is by hand and running, is read back by law 3.)"""
    for match in (played(over=False), played(by_hand=True)):
        text = matchfile.dumps(match)
        again = eminence.load(json.loads(text))
        assert matchfile.dumps(again) == text
        assert (again.over, again.asks(), again.story(None)) == (match.over, match.asks(), match.story(None))
        for seat in (0, 1):
            assert (again.view(seat), again.can_take_back(seat)) == (match.view(seat), match.can_take_back(seat))
        for one in (match, again):
            finish_at_random(one, random.Random(1))
        assert again.entries == match.entries


def test_a_file_has_one_entry_a_line_is_saved_and_read_and_given_away_only_at_the_end(tmp_path: Path) -> None:
    assert DATA["format"] == "eminence match 1"
    assert sum(line.lstrip().startswith("[") for line in TEXT.splitlines()) == len(MATCH.entries)
    assert TEXT.endswith("}\n")
    path = tmp_path / "match.json"
    matchfile.save(MATCH, path)
    assert eminence.load(path).entries == MATCH.entries
    assert eminence.load(str(path)).scores == MATCH.scores
    assert list(tmp_path.iterdir()) == [path]  # nothing is left beside it
    with pytest.raises(NotOver, match="its file would tell what is hidden"):
        played(over=False).export()
    assert MATCH.export() == TEXT


# == Not a match file =================================================================================================
def test_cut_off_anywhere() -> None:
    for length in range(0, len(TEXT) - 2, 97):
        with pytest.raises(MatchFileError, match="not a whole match file") as error:
            matchfile.loads(TEXT[:length], eminence.game)
        assert type(error.value) is MatchFileError


def test_something_else_nested_too_deep_or_a_number_too_long_to_read() -> None:
    texts = ["", "match", "[]", "null", "3", '"x"', "{}", '{"format": "eminence match 2"}', "NaN"]
    for depth in (500, 900, 980, 1000, 100_000):
        deep = "[" * depth + "]" * depth
        nested = (deep, TEXT.replace('"entries": [', f'"entries": [{deep},'), TEXT.replace('"mine"', deep))
        texts += [text.replace('"seats": 2', f'"seats": {deep}') for text in nested]
    texts.append(TEXT.replace('"seats": 2', '"seats": ' + "2" * 5000))  # Python refuses to read it, with its own error
    for text in texts:
        with pytest.raises(MatchFileError):
            matchfile.loads(text, eminence.game)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00 not text")
    for path, message in {
        tmp_path / "nowhere.json": r"cannot read .*nowhere.json: No such file",
        tmp_path: "cannot read",
        tmp_path / "bytes": "it is not text",
        Path("match\0.json"): "cannot be the name of a file",
    }.items():
        with pytest.raises(MatchFileError, match=message):
            eminence.load(path)


def test_any_one_letter_changed_is_noticed() -> None:
    """Whatever letter is changed: it is no match file any more, it does not hold, or it is the same match."""
    for flip in range(0, len(TEXT), 211):
        letter = "0" if TEXT[flip] != "0" else "1"
        try:
            again = matchfile.loads(TEXT[:flip] + letter + TEXT[flip + 1 :], eminence.game)
        except (MatchFileError, UnknownGame):
            continue
        assert again.entries == MATCH.entries, flip  # in the space between two words
        assert TEXT[flip].isspace(), flip


# == Wrong types =====================================================================================================

OF_THE_WRONG_TYPE: dict[str, list[Any]] = {
    "game": [3, None],
    "rules": ["1", True, 1.0],
    "seats": ["2", True, None, 0, 1, 3, 5, -1, 10**9],
    "options": [[], None],
    "by_hand": [0, None],
    "commitment": [5],
    "secret": [5, ["00"], "xyz"],
    "nonces": ["00", {"0": ""}, ["", 7], ["", "zz"], [None, DATA["nonces"][1]]],
    "entries": [{}, "none", [[0, "take 1L"]], [["0", "take 1L", ""]], [[True, "take 1L", ""]], [[0, 62, ""]]],
    "result": [[], "won"],
}
OF_THE_WRONG_TYPE["entries"] += [[[0, "take 1L", None]], ["take 1L"]]


def test_a_field_is_missing_or_of_the_wrong_type() -> None:
    for name in sorted(set(DATA) - {"format"}):
        data = changed()
        del data[name]
        fails(data, f"the match file has no '{name}'", kind=MatchFileError)
        for value in OF_THE_WRONG_TYPE[name]:
            fails(changed(**{name: value}), ".", kind=MatchFileError, what=f"{name}: {value!r}")


def test_games_rules_and_options_that_there_are_not() -> None:
    fails(changed(game="chess"), "there is no game 'chess'", kind=UnknownGame)
    for rules in (0, 99, -1, 10**20):
        message = f"rules version {rules} of richelieu is unknown here; known: 1, 2"
        fails(changed(rules=rules), message, kind=UnknownRules)
    for options in ({"short": 1}, {"short": "yes"}, {"long": True}):
        fails(changed(options=options), "the match file cannot be played", kind=MatchFileError)
    for fields in ({"by_hand": True}, {"commitment": None}, {"secret": None}, {"secret": None, "commitment": None}):
        fails(changed(**fields), "either by hand or from a secret", kind=MatchFileError)


# == Altered =========================================================================================================

OTHER = b"another secret"
OTHER_DRAWS = r"entry 0: the dealer drew 'deal .*', but .*secret and .*nonces give 'deal "
RESULTS: list[dict[str, Any]] = [
    {"scores": [99, 0]},
    {"winners": [0, 1]},
    {"winners": []},
    {"reason": "all_cards_taken" if MATCH.reason != "all_cards_taken" else "three_rows_empty"},
    {"extra": 1},
]
EDITS: list[tuple[dict[str, Any], str, int | None]] = [
    ({"options": {"short": False}}, "another hash", 0),
    # For three seats the cards are dealt otherwise from the first draw on: the nonces are part of it.
    ({"seats": 3, "nonces": [*DATA["nonces"], ""]}, ".", 0),
    ({"secret": OTHER.hex()}, "the secret does not fit the commitment", None),
    ({"commitment": "00" * 32}, "the secret does not fit the commitment", None),
    ({"secret": OTHER.hex(), "commitment": dealing.commitment(OTHER)}, OTHER_DRAWS, 0),
    ({"nonces": ["", b"yours".hex()]}, r"secret and .*nonces give", 0),
    ({"nonces": DATA["nonces"][::-1]}, r"secret and .*nonces give", 0),
    ({"entries": DATA["entries"][:LAST]}, "its entries do not reach the end", LAST),
    ({"result": None}, "the result should be", None),
    *(({"result": DATA["result"] | fields}, "the result should be", None) for fields in RESULTS),
    *(
        ({"entries": DATA["entries"][:length], "result": None}, "the log ends where the dealer should draw", length)
        for length in (0, 10, 48, 55)
    ),
]
"""What was altered, what is said of it, and of which entry."""


def test_an_altered_file_does_not_hold() -> None:
    for fields, message, entry in EDITS:
        fails(changed(**fields), message, entry, what=str(fields)[:80])


def other_draw(number: int) -> str:
    """A draw that was still possible there."""
    kept = {entry[1] for entry in DATA["entries"][: number + 1]}
    word = "deal" if number < 48 else "disc"
    return next(GAME.text(c) for c in range(62) if GAME.text(c).startswith(word) and GAME.text(c) not in kept)


Edit = Callable[[list[Any], int], None]


def put(place: int, value: Any) -> Edit:
    """Write something else into an entry: its seat, its choice, or its hash."""

    def edit(entries: list[Any], number: int) -> None:
        entries[number][place] = value(number) if callable(value) else value

    return edit


def swap(entries: list[Any], number: int) -> None:
    entries[number], entries[number + 1] = entries[number + 1], entries[number]


def take_back(entries: list[Any], number: int) -> None:
    entries.insert(number, [0, "back", entries[number - 1][2]])


LOG_EDITS: list[tuple[str, Edit, tuple[int, ...], str, int]] = [
    ("another draw", put(1, other_draw), (0, 7, 46, 50, 55), "the dealer drew '.*', but", 0),
    ("another hash", put(2, "0" * 64), (DEALT, DEALT + 1, LAST // 2 + 30, LAST), "the state has another hash", 0),
    ("the hash of the next", put(2, DATA["entries"][4][2]), (3,), "another hash", 0),
    *(
        (f"the choice {choice!r}", put(1, choice), (DEALT,), "cannot have happened", 0)
        for choice in ("take 9L", "", "BACK", "deal BOUs", "back ")
    ),
    # A file is written by the program: other letters mean that somebody has been at it.
    ("capital letters", put(1, DATA["entries"][DEALT][1].upper()), (DEALT,), ".", 0),
    *((f"seat {seat}", put(0, seat), (DEALT,), "cannot have happened", 0) for seat in (1, 2, -1, -2, 10**30)),
    ("a player as dealer", put(0, 0), (5,), "cannot have happened", 0),
    ("swapped with the next", swap, (3, DEALT, DEALT + 9, LAST - 2), ".", 0),
    ("left out", lambda entries, number: entries.pop(number), (0, 20, 48, DEALT, DEALT + 12), ".", 0),
    ("twice", lambda entries, number: entries.insert(number, entries[number]), (0, 20, DEALT, LAST), ".", 1),
    ("after the end", lambda entries, _: entries.append([0, "take 1L", "0" * 64]), (LAST,), "the match is over", 1),
    ("taken back out of the blue", take_back, (DEALT,), "nothing to take back", 0),
]
"""What was done to an entry of the log, at which entries, what is said of it, and how far behind it is noticed."""


def test_an_altered_log_is_noticed_where_it_was_altered() -> None:
    for what, edit, numbers, message, behind in LOG_EDITS:
        for number in numbers:
            data = changed()
            edit(data["entries"], number)
            fails(data, message, number + behind, what=f"{what}, {number}")


def test_every_choice_replaced_by_another_that_was_offered_is_noticed() -> None:
    for number, entry in enumerate(MATCH.entries):
        if entry.seat >= 0 and entry.choice != "back":
            data = changed()
            data["entries"][number][1] = "take 1L" if entry.choice != "take 1L" else "take 4R"
            fails(data, ".", number)


def test_what_holds_though_something_was_taken_away_and_what_does_not_by_hand() -> None:
    assert not eminence.load(changed(entries=DATA["entries"][:-1], result=None)).over
    # Nobody can prove a shuffle by hand: a dealt match passed off as such claims no commitment.
    assert eminence.load(changed(by_hand=True, commitment=None, secret=None)).commitment is None
    data = json.loads(matchfile.dumps(played(by_hand=True)))
    data["entries"][2][1] = data["entries"][1][1]
    fails(data, "entry 2 cannot have happened", entry=2)


def test_repeating_an_entry_that_does_not_hold_changes_nothing() -> None:
    """As with every error: the match is as it was before."""
    for seat, choice in ((0, "take 1L"), (0, "take 9L"), (1, "back")):
        match = GAME.new(secret=b"s")
        before = match.entries, GAME.hash(match._state), match.story(None)
        with pytest.raises(MatchDoesNotHold):
            match.repeat(Entry(seat, choice, "0" * 64))
        assert (match.entries, GAME.hash(match._state), match.story(None)) == before
