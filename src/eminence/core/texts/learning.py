"""What a game tells those who are new to it, all of it by texts alone; a game may leave any of it out.

| what | key | where it is told |
|---|---|---|
| the aim, in a line | `goal` | on the table, always |
| notes for a first game | `note.aim`, `.score`, `.others`, `.at.<step>` | in the ask bar, one by one, until read |
| what a question decides, what is often good | `hint.<step>.decides`, `.good` | above the rule behind "Why?" |
| what a thing on the table is | `thing.<key>.name`, `.count`, `.text` | on a sheet, when it is pressed |

Nothing of this depends on a match: what is shown on a sheet can betray nothing. A game with many things that are alike
makes them in `Telling.sheets`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from eminence.core.texts import Texts

AIM, SCORE, OTHERS, AT = "aim", "score", "others", "at."
PARTS: Final = {AIM: "", SCORE: "own", OTHERS: "others"}
"""The notes that any game may have besides `at.<step>`, each with the part of the table it speaks of; none: of all."""
LINES: Final = ("decides", "good")


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table, as its sheet explains it."""

    key: str
    name: str
    count: str
    """How many there are in the game, in words; may be empty."""
    text: str


def things(texts: Texts) -> Iterator[Thing]:
    """The things that the texts of a game explain, in their order."""
    for name in texts:
        if name.startswith("thing.") and name.endswith(".name"):
            before = name.removesuffix("name")
            count = texts(f"{before}count") if f"{before}count" in texts else ""
            yield Thing(before[6:-1], texts(name), count, texts(f"{before}text"))


def notes(texts: Texts) -> list[str]:
    """The names of a game's notes."""
    return [key.removeprefix("note.") for key in texts if key.startswith("note.")]


def note_now(texts: Texts, step: str, read: Collection[str], *, answered: bool, waited: bool) -> str:
    """The note for whoever has read these and is asked at a step (or at none); or none.

    First the aim, then what belongs to the question; the score once he has answered, and what others did when he is
    asked again and something has happened meanwhile.
    """
    fits = {AIM: True, AT + step: bool(step), SCORE: answered, OTHERS: answered and bool(step) and waited}
    return next((name for name, now in fits.items() if now and name not in read and f"note.{name}" in texts), "")


def hint(texts: Texts, step: str) -> list[str]:
    """What a question decides, and what is often good there; nothing where the game does not say."""
    return [texts(f"hint.{step}.{line}") for line in LINES if f"hint.{step}.{line}" in texts]


def faults(texts: Texts, steps: Collection[str]) -> Iterator[str]:
    """What is wrong with a game's texts for learners, if it has some: its steps have these names."""
    for name in notes(texts):
        if name not in PARTS and name.removeprefix(AT) not in steps:
            allowed = ", ".join([*PARTS, f"{AT}<step>"])
            yield f"has a note `{name}` that would never be shown; notes are {allowed}"
    explained = {key.split(".")[1]: None for key in texts if key.startswith("hint.")}
    for step in explained:
        if step not in steps:
            yield f"has `hint.{step}`, and there is no such step"
        else:
            yield from unexplained(texts, [step])


def unexplained(texts: Texts, steps: Collection[str]) -> Iterator[str]:
    """The lines that are missing where a question should be explained."""
    keys = (f"hint.{step}.{line}" for step in steps for line in LINES)
    yield from (f"has no text `{key}`" for key in keys if key not in texts)
