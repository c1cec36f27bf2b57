"""A lesson: a first game along a script, by a game that brings a `lesson.toml`; of the others nothing is taught yet.

The file says what everybody answers, the dealer included, from the first card on. It is divided into parts: those with
a name are taught, what lies between them is played before a learner sits down. One script serves every role that can
be learned, each at its own seat. What a learner really answers is free. As long as all has gone as it is written, the
other seats go on as it is written; from then on bots think, and the dealer draws, by seeds that are no secret.

    level = "courtier"                  the bots that think, once somebody goes another way
    seed = "the first lesson"           what they go by then
    roles = { mortal = 0, devil = 3 }   who may be learned, in this order, and at which seat
    [[part]]                            played before
    script = '''
    dealer: turn 0; roles dove eye lamb horns
    '''
    [[part]]                            taught
    name = "deals"
    until = ["keep_one"]                the learner's first question behind it, by its step
    script = '''
    0 offer: price 4; put glass 1; seal
    '''

A line is an answer: the seat and the step, then its small answers, which may go on into steps that follow. The coach's
words are texts of the game, and follow from the step, the role and the script, thus from nothing that a learner could
not know:

| key | what it says |
|---|---|
| `lesson.<role>.name`, `.text` | whom one would play, and what that is like |
| `lesson.<role>.<part>.title`, `.before`, `.after` | of a part: its name, what has happened so far, what was learned |
| `lesson.<role>.<part>.<step>` | what is good at a question as it is written |
| `lesson.<role>.good.<step>` | what is often good there, for this role; else `hint.<step>.good` says it for all |

What a question decides is `hint.<step>.decides` (`texts/learning.py`) in any case. Cards that are dealt by a script are
no fair shuffle: such a match is dealt `by_hand`, and its file says so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from eminence.core.errors import ChoiceError, EminenceError
from eminence.core.game import Game
from eminence.core.match import BACK, Entry, Match
from eminence.core.state import DEALER
from eminence.core.texts import Texts
from eminence.core.texts.telling import package_of

FILE: Final = "lesson.toml"
DEALERS: Final = "dealer"
ABOUT_ROLE: Final = ("name", "text")
ABOUT_PART: Final = ("title", "before", "after")
GOOD: Final = "good"


class BadLesson(EminenceError, ValueError):
    """A lesson that cannot be read, or taught: a fault of whoever wrote it."""


@dataclass(frozen=True, slots=True)
class Line:
    """An answer as it is written: all small answers that a seat gives to a step."""

    seat: int
    step: str
    """Where it begins: a line may go on from step to step. Empty for the dealer."""
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the script."""

    name: str
    """Empty where it is not taught, but played before."""
    until: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a game's `lesson.toml` says."""

    level: str
    seed: str
    options: Mapping[str, Any]
    roles: Mapping[str, int]
    parts: tuple[Part, ...]

    @property
    def taught(self) -> list[Part]:
        """The parts that are taught, in their order."""
        return [part for part in self.parts if part.name]

    def part(self, name: str) -> Part:
        """The part of that name. Raises BadLesson if there is none."""
        found = next((part for part in self.taught if part.name == name), None)
        if found is None:
            raise BadLesson(f"the lesson has no part {name!r}; there are {', '.join(one.name for one in self.taught)}")
        return found

    def after(self, name: str) -> Part | None:
        """The part that is taught behind another one."""
        following = self.taught[self.taught.index(self.part(name)) + 1 :]
        return following[0] if following else None

    def before(self, name: str) -> list[Line]:
        """All that is played before a part."""
        return [line for part in self.parts[: self.parts.index(self.part(name))] for line in part.lines]


@cache
def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game; None where it brings none."""
    file = files(package_of(game)) / FILE
    return _read(file.read_text(encoding="utf-8"), str(file)) if file.is_file() else None


def taught(game: Game) -> Lesson:
    """The lesson of a game that has one. Raises BadLesson for others."""
    found = lesson_of(game)
    if found is None:
        raise BadLesson(f"{game.title} has no lesson")
    return found


def _read(text: str, name: str) -> Lesson:
    try:
        told = tomllib.loads(text)
        parts = tuple(
            Part(part.get("name", ""), tuple(part.get("until", ())), tuple(_lines(part["script"])))
            for part in told["part"]
        )
        return Lesson(told["level"], told["seed"], told.get("options", {}), told["roles"], parts)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadLesson(f"{name} cannot be read: {error}") from None


def _lines(script: str) -> Iterator[Line]:
    for written in script.splitlines():
        told = written.partition("#")[0].strip()
        if not told:
            continue
        who, _, answer = told.partition(":")
        seat, _, step = who.partition(" ")
        choices = tuple(choice.strip() for choice in answer.split(";"))
        if not all(choices) or (seat != DEALERS and not (seat.isdecimal() and step)):
            raise BadLesson(f"a line should be `seat step: answer; answer` or `dealer: …`, not {told!r}")
        yield Line(DEALER if seat == DEALERS else int(seat), step, choices)


@cache
def _begun(game: Game, name: str) -> Match:
    lesson = taught(game)
    match = Match(game, None, lesson.options, by_hand=True)
    for line in lesson.before(name):
        play(match, line)
    assert match.entries, "hashed here, once for all who learn"
    return match


def begun(game: Game, name: str) -> Match:
    """A match that stands where a part begins."""
    return _begun(game, name).clone()


def play(match: Match, line: Line) -> None:
    """Go on by a line of the script. Raises BadLesson if it does not fit."""
    for number, choice in enumerate(line.choices):
        try:
            if line.step and not number and (step := match.asks()[line.seat].step) != line.step:
                raise BadLesson(f"seat {line.seat} should be asked {line.step}, not {step}")
            match.choose(line.seat, choice)
        except (ChoiceError, KeyError) as error:
            raise BadLesson(f"{line} does not fit where the script has come to: {error}") from None


# -- how far somebody has come -----------------------------------------------------------------------------------------


class Going:
    """How a table stands to the part that is taught there, by the entries of its log since the part began."""

    def __init__(self, part: Part | None, entries: Iterable[Entry] = ()) -> None:
        """Without a part, nothing is written: the script is another one by now."""
        self._lines: dict[int, list[Line]] = {}
        for line in () if part is None else part.lines:
            self._lines.setdefault(line.seat, []).append(line)
        self._given: dict[int, list[str]] = {}
        self._knows = part is not None
        self.add(entries)

    def add(self, entries: Iterable[Entry]) -> None:
        """It has gone on."""
        for entry in entries:
            answers = self._given.setdefault(entry.seat, [])
            if entry.choice != BACK:
                answers.append(entry.choice)
            elif answers:
                answers.pop()

    @property
    def as_written(self) -> bool:
        """Whether all has gone as it is written."""
        return self._knows and all(
            given == [choice for line in self._lines.get(seat, ()) for choice in line.choices][: len(given)]
            for seat, given in self._given.items()
        )

    def answered(self, seat: int) -> int:
        """How many answers, small ones each, a seat has given."""
        return len(self._given.get(seat, ()))

    def next(self, seat: int) -> Line | None:
        """What is written for a seat that is asked now, without what it has given of it; None if that is nothing."""
        if not self.as_written:
            return None
        at = self.answered(seat)
        for line in self._lines.get(seat, ()):
            if at < len(line.choices):
                return Line(seat, line.step, line.choices[at:])
            at -= len(line.choices)
        return None

    def begun(self, seat: int) -> bool:
        """Whether a seat has given some of the line that is written for it, and not all."""
        at = self.answered(seat)
        for line in self._lines.get(seat, ()):
            if at < len(line.choices):
                return at > 0
            at -= len(line.choices)
        return False

    def answer(self, match: Match, seat: int) -> tuple[str, ...]:
        """What a seat that is asked answers, as it is written; nothing if it is not, or cannot be given."""
        line = self.next(seat)
        if line is None:
            return ()
        choices = line.choices[:1] if seat == DEALER else line.choices
        try:
            match.clone().choose(seat, *choices)
        except ChoiceError:  # the rules have changed since it was written
            return ()
        return choices


# -- what the coach says -----------------------------------------------------------------------------------------------


def advice(texts: Texts, role: str, part: str, step: str, *, as_written: bool) -> list[str]:
    """What a question decides, and what is good there: as it is written, or in general."""
    keys = [f"lesson.{role}.{part}.{step}"] if as_written else []
    keys += [f"lesson.{role}.{GOOD}.{step}", f"hint.{step}.good"]
    told = [f"hint.{step}.decides", *[key for key in keys if key in texts][:1]]
    return [texts(key) for key in told if key in texts]


def faults(game: Game, texts: Texts) -> Iterator[str]:
    """What is wrong with the words of a game's lesson, if it has one: those that are missing or never said."""
    lesson = lesson_of(game)
    if lesson is None:
        yield from (f"has `{key}`, and the game has no {FILE}" for key in texts if key.startswith("lesson."))
        return
    wanted = {f"lesson.{role}.{word}" for role in lesson.roles for word in ABOUT_ROLE}
    for role, seat in lesson.roles.items():
        for part in lesson.taught:
            words = {*ABOUT_PART, *(line.step for line in part.lines if line.seat == seat)}
            wanted |= {f"lesson.{role}.{part.name}.{word}" for word in words}
    yield from (f"has no text `{key}`" for key in sorted(wanted) if key not in texts)
    for key in texts:
        if key.startswith("lesson.") and key not in wanted and not _is_general(key, lesson, texts):
            yield f"has `{key}`, which is never said"


def _is_general(key: str, lesson: Lesson, texts: Texts) -> bool:
    match key.split("."):
        case [_, role, word, step]:
            return role in lesson.roles and word == GOOD and f"hint.{step}.decides" in texts
    return False
