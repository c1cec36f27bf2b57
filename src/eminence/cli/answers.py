"""What a person's words mean: the number of a choice, its notation or the part of it that says enough, or a command.

>>> import eminence
>>> from eminence.core.texts.telling import telling
>>> match = eminence.game("richelieu").new(secret=b"for this example")
>>> question = Question(match.view(0), match.asks()[0], telling(match.game, "en", 0), Texts("en", "eminence.cli"))
>>> str(question.understand("3r")), str(question.understand("6")), question.understand("save my.json")
('take 3R', 'take 3R', Command(name='save', words='my.json'))
>>> question.understand("mark 2.1")
'You cannot place a marker now.'
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import eminence
from eminence.core.ask import Ask, Choice
from eminence.core.texts import Texts
from eminence.core.texts.telling import Telling
from eminence.core.view import View

COMMANDS: Final = ("rule", "rules", "list", "table", "log", "back", "save", "help", "quit")
MANY: Final = 10
"""More choices of one kind than this are not listed one by one, unless asked for."""
FEW: Final = 3
"""More than so many choices of one kind that cannot be taken back are told by their kind."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something else than an answer."""

    name: str
    words: str = ""


def command_in(texts: Texts, line: str) -> Command | None:
    """The command that a line is, in English or in the language spoken."""
    first, _, words = line.partition(" ")
    if first == "?":
        return Command("rule")
    for name in COMMANDS:
        if first.casefold() in (name, texts(f"command.{name}").casefold()):
            return Command(name, words.strip())
    return None


class Question:
    """An ask put to a person: its choices in the order in which they are numbered, and what his words mean."""

    def __init__(self, view: View, ask: Ask, telling: Telling, texts: Texts, few: int = MANY) -> None:
        self.view = view
        self.telling = telling
        self.texts = texts
        self.kinds: dict[str, list[Choice]] = {}
        for choice in ask:
            self.kinds.setdefault(choice.kind, []).append(choice)
        self.many = {
            kind: choices
            for kind, choices in self.kinds.items()
            if len(choices) > few and f"many.{kind}" in telling.texts
        }
        """The kinds of which there are too many to list them, and of which the game says in a line what to type."""
        self.few = [choice for kind, choices in self.kinds.items() if kind not in self.many for choice in choices]
        self.choices = [*self.few, *(choice for choices in self.many.values() for choice in choices)]

    def brief(self, choice: Choice) -> str:
        """As little of a choice's notation as says enough: `3R` for `take 3R`, but all of `lay 3`, which 3 does not."""
        rest = choice.text.partition(" ")[2]
        if not any(letter.isdigit() for letter in rest) or rest.isdecimal():
            return choice.text
        return rest if sum(_means(rest, other.text) for other in self.choices) == 1 else choice.text

    def final(self, is_final: Callable[[Choice], bool]) -> list[str]:
        """What cannot be taken back: choice by choice, or kind by kind where it is many of a kind."""
        told: list[str] = []
        for kind, alike in self.kinds.items():
            final = [self.brief(choice) for choice in alike if is_final(choice)]
            told += [f"{kind} …"] if len(final) == len(alike) > FEW else final
        return told

    def understand(self, line: str) -> Choice | Command | str:
        """The choice or the command that a line means, or a sentence that helps."""
        words = " ".join(line.split())
        if not words:
            if len(self.choices) == 1:
                return self.choices[0]
            return self.texts("ask.empty", example=self.brief(self.choices[0]))
        if command := command_in(self.texts, words):
            return command
        if words.isdecimal() and words.isascii():
            if 1 <= int(words) <= len(self.choices):
                return self.choices[int(words) - 1]
            return self.texts("ask.no_such_number", word=words, n=len(self.choices))
        meant = [choice for choice in self.choices if _means(words, choice.text)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            offered = ", ".join(choice.text for choice in meant[:8]) + (", …" if len(meant) > 8 else "")
            return self.texts("ask.ambiguous", word=words, choices=offered)
        return self._refusal(words)

    def _refusal(self, words: str) -> str:
        """Why these words are no answer: the rules forbid it now, or nobody can tell what they mean."""
        game = eminence.game(self.view.game, self.view.rules)
        kinds = {choice.kind for choice in self.choices}
        meant = [(text, code) for text, code in game.codes_by_text.items() if _means(words, text)]
        for _, code in sorted(meant, key=lambda one: one[0].partition(" ")[0] not in kinds):
            if why := self.telling.why_not(self.view, code):
                return why
        if why := self.telling.why_unknown(words):
            return why
        spoken = [self.texts(f"command.{name}") for name in COMMANDS]
        close = difflib.get_close_matches(
            words.casefold(), [*spoken, *(choice.text for choice in self.choices)], n=1, cutoff=0.75
        )
        hint = " " + self.texts("wrong.meant", word=close[0]) if close else ""
        return self.texts("ask.unknown", word=words, example=self.brief(self.choices[0])) + hint


def _means(words: str, text: str) -> bool:
    """Whether words are a choice's notation, the end of it, or the beginning of it."""
    said, text = words.casefold().replace(",", "."), text.casefold()
    return said in (text, text.partition(" ")[2], text.partition(" ")[0])
