"""Choices, and the Ask that offers them to one seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from eminence.core.errors import UnknownName


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer: a small frozen value with a stable text code, e.g. `take 3R`.

    `code` is the number that bots and learners use. Whether it can be taken back once given, `Match.is_final` says.
    """

    text: str
    code: int

    def __str__(self) -> str:
        return self.text

    @property
    def kind(self) -> str:
        """What it has in common with others: its first word."""
        return self.text.partition(" ")[0]


@dataclass(frozen=True, slots=True)
class Ask:
    """The question that a step puts to one seat."""

    seat: int
    step: str
    """The name of the step; the prompt's text is found under it."""
    rule: str
    """The paragraph of the game's rules page that says what may be answered."""
    choices: tuple[Choice, ...]
    weights: tuple[int, ...] | None = None
    """For the dealer: how likely each choice is, where they are not all alike."""

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.choices)

    def __len__(self) -> int:
        return len(self.choices)

    def __getitem__(self, text: str) -> Choice:
        for choice in self.choices:
            if choice.text == text:
                return choice
        raise UnknownName(f"what seat {self.seat} is asked ({self.step})", text, self.texts)

    @property
    def texts(self) -> list[str]:
        """The choices as text."""
        return [choice.text for choice in self.choices]
