"""Table talk: phrases that players say to one another, each read in its reader's language.

A game declares its phrases (`Game.talk`). What is said is kept as the key of a phrase and what fills its blanks, as
`need wood 2`; its words are a game's text `say.<key>`, told by its telling. Talk binds nobody and may be untrue. The
rules know nothing of it, and no match has it in its log.

**Bots talk, too.** Each has a character, by its seed, which nobody is told: it is honest, evasive, or a liar. Whether a
bot speaks, and when, follows from what everybody knows: the phrase it heard, the step in force, the number of lines and
its seed. `wants_to_answer` is given nothing else. What it then says is its own affair, as it is any player's: it looks
at its own view, and may tell the truth about its hand, keep it to itself, or lie. So two worlds that differ in what a
bot holds have the same lines at the same moments, and differ in words only where the bot means to say something. And
from what is said nothing follows for certain, since nobody knows who lies.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from eminence.core.errors import EminenceError
from eminence.core.rng import Rng
from eminence.core.view import View

HONEST: Final = "honest"
EVASIVE: Final = "evasive"
LIAR: Final = "liar"
CHARACTERS: Final = (HONEST, EVASIVE, LIAR)


class UnknownPhrase(EminenceError, ValueError):
    """Something that is no phrase of a game, or that cannot be said now."""


@dataclass(frozen=True, slots=True)
class Blank:
    """What is filled in in a phrase: one of some values, or another seat."""

    name: str
    values: tuple[str, ...] = ()
    """None: it is a seat, other than the speaker's."""
    drawings: tuple[str, ...] = ()
    """The symbols of a game's drawings that stand for the values, where there are some."""

    def values_for(self, speaker: int, seats: int) -> tuple[str, ...]:
        """What a seat may fill in."""
        return self.values or tuple(str(seat) for seat in range(seats) if seat != speaker)

    @property
    def is_number(self) -> bool:
        """Whether it is a count: each value is one more than the one before it."""
        return bool(self.values) and all(value.isdecimal() for value in self.values)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Something that can be said."""

    key: str
    blanks: tuple[Blank, ...] = ()
    steps: tuple[str, ...] = ()
    """When: at these steps; at any if there are none."""

    def is_for(self, step: str) -> bool:
        """Whether it can be said at a step."""
        return bool(step) and (not self.steps or step in self.steps)


@dataclass(frozen=True, slots=True)
class Saying:
    """A phrase with its blanks filled in."""

    phrase: Phrase
    values: tuple[str, ...]

    @property
    def key(self) -> str:
        return self.phrase.key

    @property
    def text(self) -> str:
        """As it is kept, and as programs say it."""
        return " ".join((self.key, *self.values))

    @property
    def filled(self) -> Mapping[str, str]:
        """What fills the blanks, by their names."""
        return {blank.name: value for blank, value in zip(self.phrase.blanks, self.values, strict=True)}


def character(seed: str) -> str:
    """What kind of talker a bot is."""
    return CHARACTERS[Rng(f"{seed}/character").below(len(CHARACTERS))]


class Talk(ABC):
    """What can be said at the table of a game, and what its bots say."""

    phrases: ClassVar[Sequence[Phrase]]
    occasions: ClassVar[Sequence[str]] = ()
    """The steps at whose beginning a bot may speak of its own accord."""

    def read(self, text: str, speaker: int, seats: int) -> Saying:
        """A phrase as it was kept, or as somebody wants to say it. UnknownPhrase if a seat cannot say that.

        >>> from eminence.games import game
        >>> game("deal_with_the_devil").talk.read("need wood 2", 0, 4).filled
        {'good': 'wood', 'n': '2'}
        >>> game("deal_with_the_devil").talk.read("accuse 0", 0, 4)
        Traceback (most recent call last):
        eminence.core.talk.UnknownPhrase: 'accuse 0': who is one of 1, 2, 3
        """
        key, *values = text.split()[:10] or [""]
        phrase = next((one for one in self.phrases if one.key == key), None)
        if phrase is None:
            raise UnknownPhrase(f"{text!r:.60} is no phrase; they are {', '.join(one.key for one in self.phrases)}")
        if len(values) != len(phrase.blanks):
            wanted = " ".join(f"<{blank.name}>" for blank in phrase.blanks)
            raise UnknownPhrase(f"{text!r:.60} is not complete, or too long: {key} {wanted}".rstrip())
        for blank, value in zip(phrase.blanks, values, strict=True):
            known = blank.values_for(speaker, seats)
            if value not in known:
                raise UnknownPhrase(f"{text!r:.60}: {blank.name} is one of {', '.join(known)}")
        return Saying(phrase, tuple(values))

    @abstractmethod
    def wants_to_answer(self, heard: Saying, speaker: int, seat: int) -> bool:
        """Whether a bot at a seat has something to say to what was said, as far as everybody can tell."""

    @abstractmethod
    def answer(self, view: View, heard: Saying, speaker: int, character: str, chance: Rng) -> str:
        """What a bot of a character says to what was said: a phrase."""

    @abstractmethod
    def remark(self, view: View, character: str, chance: Rng) -> str:
        """What a bot of a character says of its own accord: a phrase."""
