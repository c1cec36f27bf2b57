"""Match files: a match as JSON, read back entry by entry, every shuffle and every hash recomputed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from eminence.core import dealing
from eminence.core.errors import EminenceError, MatchDoesNotHold, MatchFileError
from eminence.core.game import Game
from eminence.core.match import Entry, Match

FORMAT: Final = "eminence match 1"


def to_json(match: Match, entries: Sequence[Entry] | None = None) -> dict[str, Any]:
    """All of a match, for safekeeping. It contains the secret and hidden draws: not for players while it runs.

    Of one that was resumed, whoever keeps its log gives all entries.
    """
    log = match.entries if entries is None else entries
    return {
        "format": FORMAT,
        "game": match.game.id,
        "rules": match.game.rules,
        "seats": match.seats,
        "options": match.options,
        "by_hand": match.by_hand,
        "commitment": match.commitment,
        "nonces": [nonce.hex() for nonce in match.nonces],
        "secret": None if match.secret_in_keeping is None else match.secret_in_keeping.hex(),
        "entries": [[entry.seat, entry.choice, entry.hash] for entry in log],
        "result": {"scores": match.scores, "winners": match.winners, "reason": match.reason} if match.over else None,
    }


def dumps(match: Match, entries: Sequence[Entry] | None = None) -> str:
    """The text of a match file: one entry a line, so that a change shows in a diff."""
    data = to_json(match, entries)
    listed = data.pop("entries")
    head = json.dumps(data, indent=1, ensure_ascii=False)[:-2]
    lines = ",\n  ".join(map(json.JSONEncoder(ensure_ascii=False).encode, listed))
    return f'{head},\n "entries": [\n  {lines}\n ]\n}}\n'


def save(match: Match, path: Path) -> None:
    """Write a match file, whole or not at all, even if the machine stops this very moment."""
    beside = path.with_name(path.name + ".part")
    with beside.open("w", encoding="utf-8") as file:
        file.write(dumps(match))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def read(path: Path, find_game: Callable[[str, int | None], Game]) -> Match:
    """Read a match file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MatchFileError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError:
        raise MatchFileError(f"{str(path)!r} cannot be the name of a file") from None
    return loads(data, find_game, str(path))


BeforeEach = Callable[[Match, Entry, int], None]
"""Called before each entry is repeated: the match so far, the entry, how many there are. What it raises ends it all."""


def loads(
    text: str | bytes,
    find_game: Callable[[str, int | None], Game],
    name: str = "this",
    *,
    before_each: BeforeEach | None = None,
) -> Match:
    """Read the text of a match file. `find_game` gives the game of a name and a rules version."""
    try:
        data = json.loads(text if isinstance(text, str) else text.decode())
    except UnicodeDecodeError:
        raise MatchFileError(f"{name} is not a match file: it is not text") from None
    except json.JSONDecodeError as error:
        raise MatchFileError(
            f"this is not a whole match file: {error.msg} at line {error.lineno}, column {error.colno}"
            " (is it cut off, or not JSON?)"
        ) from None
    except ValueError as error:  # such as a number of thousands of digits
        raise MatchFileError(f"this is not a match file: {error}") from None
    except RecursionError:
        raise MatchFileError("this is not a match file: it is nested far too deep") from None
    return from_json(data, find_game, before_each=before_each)


def from_json(
    data: Any, find_game: Callable[[str, int | None], Game], *, before_each: BeforeEach | None = None
) -> Match:
    """Rebuild a match by replaying its log; MatchDoesNotHold at the first thing that is not as the rules give."""
    head = _Head(data, find_game)
    match = head.begin()
    for entry in head.entries:
        if before_each is not None:
            before_each(match, entry, len(head.entries))
        match.repeat(entry)
    _check_end(match, head)
    return match


class _Head:
    """What stands before the entries of a match file, checked field by field."""

    def __init__(self, data: Any, find_game: Callable[[str, int | None], Game]) -> None:
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            said = data.get("format") if isinstance(data, dict) else None
            raise MatchFileError(f"this is not a match file: its format should be {FORMAT!r}, not {said!r}")
        self.data: Mapping[str, Any] = data
        self.game = find_game(self.field("game", str), self.field("rules", int))
        self.seats = self.field("seats", int)
        self.options = self.field("options", dict)
        self.by_hand = self.field("by_hand", bool)
        self.commitment = self.field("commitment", str | None)
        secret = self.field("secret", str | None)
        self.secret = None if secret is None else self.hex("secret", secret)
        self.nonces = [self.hex("nonces", nonce) for nonce in self.field("nonces", list)]
        self.entries = [self.entry(number, entry) for number, entry in enumerate(self.field("entries", list))]
        self.result = self.field("result", dict | None)

    def field(self, name: str, kind: Any) -> Any:
        if name not in self.data:
            raise MatchFileError(f"the match file has no {name!r}")
        value = self.data[name]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise MatchFileError(f"{name!r} of the match file cannot be {value!r:.80}")
        return value

    def hex(self, name: str, text: Any) -> bytes:
        try:
            return bytes.fromhex(text)
        except (ValueError, TypeError):
            raise MatchFileError(f"{name!r} of the match file should be hexadecimal, not {text!r:.80}") from None

    def entry(self, number: int, entry: Any) -> Entry:
        match entry:
            case [int() as seat, str() as choice, str() as digest] if not isinstance(seat, bool):
                return Entry(seat, choice, digest)
        raise MatchFileError(f"entry {number} should be [seat, choice, hash], not {entry!r:.80}")

    def begin(self) -> Match:
        """The match before its first entry."""
        if self.by_hand != (self.commitment is None) or self.by_hand != (self.secret is None):
            raise MatchFileError("a match is dealt either by hand or from a secret, with its commitment")
        if self.secret is not None and dealing.commitment(self.secret) != self.commitment:
            raise MatchDoesNotHold("the secret does not fit the commitment shown before the first card")
        if len(self.nonces) != self.seats:
            raise MatchFileError(f"there should be a nonce for each of the {self.seats} seats, not {len(self.nonces)}")
        try:
            nonces = dict(enumerate(self.nonces))
            return Match(
                self.game, self.seats, self.options, secret=self.secret, nonces=nonces, by_hand=self.by_hand, deal=False
            )
        except EminenceError as error:
            raise MatchFileError(f"the match file cannot be played: {error}") from None


def _check_end(match: Match, head: _Head) -> None:
    """After the last entry: nothing is missing, and the result is what the rules give."""
    if match.owes_a_draw:
        raise MatchDoesNotHold("the log ends where the dealer should draw: entries are missing", len(head.entries))
    result = to_json(match)["result"]
    if head.result != result:
        if not match.over:
            raise MatchDoesNotHold("the file states a result, but its entries do not reach the end", len(head.entries))
        raise MatchDoesNotHold(f"the result should be {result}, not {head.result}")
