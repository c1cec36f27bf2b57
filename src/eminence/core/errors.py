"""Everything that can go wrong at the front door, each with a sentence that says what was wrong and what is allowed.

Whenever one of these is raised, the match is as it was before.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class EminenceError(Exception):
    """The base of all errors of this library."""


class UnknownName(EminenceError, KeyError):
    """There is nothing of that name in a View or an Ask: the message says what there is."""

    def __init__(self, where: str, name: object, known: Iterable[str]) -> None:
        names = list(known)
        near = get_close_matches(str(name), names, 1)
        meant = f" (did you mean {near[0]!r}?)" if near else ""
        super().__init__(f"{where} has no {name!r:.80}{meant}; it has: {', '.join(names)}")

    def __str__(self) -> str:
        return str(self.args[0])  # a KeyError would put quotes around it


class UnknownGame(EminenceError, LookupError):
    """There is no game of that name."""


class BadOptions(EminenceError, ValueError):
    """The number of seats, an option or its value is not one the game has."""


class BadFile(EminenceError, ValueError):
    """A file that an option of a game names cannot be played with: `faults` are all that is wrong with it."""

    def __init__(self, file: str, faults: Iterable[str]) -> None:
        self.file = file
        self.faults = tuple(faults)
        told = f" {self.faults[0]}" if len(self.faults) == 1 else "".join(f"\n  {fault}" for fault in self.faults)
        super().__init__(f"{file} cannot be played with:{told}")


class BadNonce(EminenceError, ValueError):
    """The secret of the shuffle, or a nonce a seat adds to it, is not what it can be."""


class ChoiceError(EminenceError, ValueError):
    """An answer that cannot be taken. Nothing has changed.

    `number` is which one of several choices given together cannot be taken, from 1 on; None where there was but one.
    """

    number: int | None = None


class UnknownSeat(ChoiceError):
    """There is no such seat at this table."""


class UnknownChoice(ChoiceError):
    """The text is not a choice of this game at all."""


class NotOffered(ChoiceError):
    """The choice exists, but is not among those offered now."""


class NotAsked(ChoiceError):
    """The seat is not asked anything now."""


class AlreadyAnswered(NotAsked):
    """The seat has already given its sealed answer to this step."""


class MatchOver(NotAsked):
    """The game is over: nobody is asked anything any more."""


class AnswerComplete(ChoiceError):
    """Of several choices given together, one before the last was all that the seat could answer now."""


class CannotTakeBack(ChoiceError):
    """There is nothing this seat may take back."""


class NotOver(EminenceError):
    """What was asked for is only told once the match is over."""


class MatchFileError(EminenceError, ValueError):
    """A match file cannot be read: corrupt, truncated, or not a match file."""


class UnknownRules(MatchFileError):
    """The match was played under a version of the rules that this program does not have."""


class MatchDoesNotHold(MatchFileError):
    """A match file was altered: an entry, a hash, a shuffle or the result is not what the rules give.

    `entry` is the number of the first entry that does not hold, or None where the fault is outside the entries.
    """

    def __init__(self, message: str, entry: int | None = None) -> None:
        super().__init__(message)
        self.entry = entry
