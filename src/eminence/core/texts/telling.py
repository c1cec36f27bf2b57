"""Telling a game to one reader in one language: what is asked, what may be answered, what happened, how it is counted.

Each game has a subclass, its attribute `telling`. Terminal and browser say the same sentences, because
both ask it. It knows Views, asks and events, and nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import zip_longest

from eminence.core.ask import Ask, Choice
from eminence.core.event import Event
from eminence.core.game import CountLine, Game, Tally
from eminence.core.state import NOT_NOW, State, Why
from eminence.core.talk import Saying
from eminence.core.texts import Texts, learning, sentence
from eminence.core.texts.learning import Thing
from eminence.core.view import View


def package_of(game: Game) -> str:
    """The package in which everything of a game is: its texts, its telling, its look, its rules page."""
    return type(game).__module__.rpartition(".")[0]


@cache
def title_in(game: Game, language: str) -> str:
    """What a game is called in a language: under the name of its box there, its text `title`, if it has one."""
    texts = Texts(language, package_of(game))
    return texts("title") if "title" in texts else game.title


class Telling(ABC):
    """A game told to a reader: a seat, who is addressed as "you", or a spectator (None).

    Names stand where no language has to bend them: as the subject of a sentence, alone, or behind a word that leaves
    them as they are, as "from", "chez" or "con" do.
    """

    def __init__(self, game: Game, texts: Texts, reader: int | None, names: Mapping[int, str] | None = None) -> None:
        """`names` are those of the people at the table; seats without one go by their role in the game."""
        self.game = game
        self.texts = texts
        self.reader = reader
        self.names = names or {}
        self._known: tuple[View, State] | None = None

    # -- what a game writes -----------------------------------------------------------------------------------------

    @abstractmethod
    def prompt(self, view: View, ask: Ask) -> str:
        """What is asked, in one sentence."""

    @abstractmethod
    def label(self, view: View, choice: Choice) -> str:
        """A choice as a button or a screen reader says it: what it does, and what it costs."""

    @abstractmethod
    def event(self, event: Event) -> str:
        """What happened, in one sentence."""

    @abstractmethod
    def tally(self, tally: Tally) -> str:
        """Why a seat gets its points on a line of the count, in a few words."""

    def facts(self, why: Why) -> Mapping[str, object]:
        """What the sentence of a reason speaks of, in words, by the names of its fields."""
        return why.facts

    def why_unknown(self, text: str) -> str | None:
        """Why a text cannot be a choice at all, where a rule says so: more gems than a bid may have."""
        return None

    def tie(self, view: View, scores: Sequence[int]) -> str | None:
        """How a tie at the top is decided, with what decides it; None where there is none."""
        return None

    def tells_with(self, event: Event, following: Event) -> bool:
        """Whether an event needs no sentence of its own because the following one tells it too."""
        return False

    def is_heading(self, event: Event) -> bool:
        """Whether an event says no more than what begins, or lies open: of what happened just now it is no part."""
        return False

    def phrase(self, saying: Saying) -> str:
        """What somebody says by a phrase: its text, with what fills its blanks by their names."""
        return self.texts(
            f"say.{saying.key}", **{name: self.blank(name, value) for name, value in saying.filled.items()}
        )

    def blank(self, name: str, value: str) -> object:
        """What fills a blank of a phrase, in words: a seat, a number, or the text `said.<name>.<value>`."""
        if name == "who":
            return self.name(int(value))
        return int(value) if value.isdecimal() else self.texts(f"said.{name}.{value}")

    def sheets(self) -> list[Thing]:
        """All that lies on the table and can be asked what it is, whatever this match is like: see `learning`."""
        return list(learning.things(self.texts))

    # -- what every game has ----------------------------------------------------------------------------------------

    def known(self, view: View) -> State:
        """What a view shows as a state, which is typed where a view is not: each game gives it its own kind.

        Whether a blank in it is hidden or empty, `View.shows` says. (Kept, since a page asks for it again and again.)
        """
        if self._known is None or self._known[0] is not view:
            self._known = view, self.game.from_view(view)
        return self._known[1]

    def why_not(self, view: View, code: int) -> str | None:
        """Why whoever has this view may not answer that now, in a sentence; None if and only if he may."""
        return self.because(self.game.why_not(view, code))

    def because(self, why: Why | None) -> str | None:
        """Why something may not be answered, in a sentence; None where it may."""
        if why is None:
            return None
        key = f"why.{why.key}"
        if why.key.startswith(NOT_NOW) and key not in self.texts:
            key = f"why.{NOT_NOW}"  # most of what is the dealer's has no sentence of its own
        return sentence(self.texts(key, **self.facts(why)))

    def name(self, seat: int) -> str:
        """The name of whoever has a seat."""
        return self.names.get(seat) or self.texts(f"seat.{seat}.name")

    def who(self, seat: int) -> str:
        """The same, but "you" for the reader: where it stands alone."""
        return self.texts("you") if seat == self.reader else self.name(seat)

    def said(self, key: str, seat: int, **fields: object) -> str:
        """A sentence about what a seat does: of its two texts, `you` and `they`, the one that fits the reader."""
        if seat == self.reader:
            return sentence(self.texts(f"{key}.you", **fields))
        return sentence(self.texts(f"{key}.they", who=self.name(seat), **fields))

    def story(self, events: Sequence[Event]) -> list[str]:
        """What happened, one sentence after the other."""
        return [text for _, text in self.numbered(list(enumerate(events)))]

    def news(self, events: Sequence[Event]) -> list[str]:
        """What happened since the reader last answered, with what matters most to him last: that is read first. A game
        that tells much leaves out here what its pictures show. What begins is told where nothing else has happened."""
        return self.story([event for event in events if not self.is_heading(event)] or events)

    def numbered(self, events: Sequence[tuple[int, Event]]) -> list[tuple[int, str]]:
        """The same of events that have numbers: each sentence with the number of the event it tells."""
        following = [event for _, event in events[1:]]
        return [
            (number, self.event(event))
            for (number, event), after in zip_longest(events, following)
            if after is None or not self.tells_with(event, after)
        ]

    def end(self, reason: str) -> str:
        """Why the game ended."""
        return self.texts(f"end.{reason}")

    def subject(self, line: CountLine) -> str:
        """What is counted on a line of the count."""
        return self.texts(f"count.{line.part}.{line.subject}")

    def part(self, line: CountLine) -> str:
        """The part of the count that a line belongs to."""
        return self.texts(f"count.part.{line.part}")


def telling(game: Game, language: str, reader: int | None, names: Mapping[int, str] | None = None) -> Telling:
    """The telling of a game for a reader."""
    return game.telling(game, _texts(language, package_of(game)), reader, names)


@cache
def _texts(language: str, package: str) -> Texts:
    return Texts(language, "eminence.core", package)
