"""A Game: a set of rules, as the rest of the house meets it. Each game's folder has one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from eminence.core import form
from eminence.core.ask import Ask, Choice
from eminence.core.errors import BadOptions, UnknownChoice
from eminence.core.event import Event
from eminence.core.reading import Reading, read
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOT_ASKED, NOT_NOW, SEVERAL, State, Why, Worlds
from eminence.core.view import View
from eminence.core.visibility import Sees, masked

if TYPE_CHECKING:
    from eminence.core.companion import Box
    from eminence.core.match import Match
    from eminence.core.showing import Page, Picture
    from eminence.core.talk import Talk
    from eminence.core.texts.telling import Telling


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was read from a file for an option: the value that stands for it, and what it changes."""

    value: Any
    named: int
    """How many cards, or other things of the box, the file names."""
    changed: tuple[str, ...]
    """Which of them are otherwise than the house's."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something the table agrees on before a match: its values, the first of which is the default.

    An option can have further values that are not listed, each of which stands for a file: those are known once `load`
    has read it, here and in the processes that are started afterwards.
    """

    name: str
    values: tuple[Any, ...]
    more: Callable[[Any], str | None] | None = None
    """Why a value that is not listed is none of the further ones, in a sentence; None if it is one."""
    load: Callable[[Path], Loaded] | None = None
    """Reads a file. Raises BadFile with all that is wrong with it."""

    @property
    def default(self) -> Any:
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Tally:
    """What one seat gets on one line of the final count, and why."""

    points: int
    reason: str
    """A key of the game's texts."""
    facts: Mapping[str, int] = field(default_factory=dict)
    """The numbers behind it, by name."""


@dataclass(frozen=True, slots=True)
class CountLine:
    """A line of the final count: what is counted, and what each seat gets for it."""

    part: str
    subject: str
    tallies: tuple[Tally, ...]


_MADE: dict[type[Game], Game] = {}


def _the_one(kind: type[Game]) -> Game:
    return _MADE.get(kind) or kind()


class Game(ABC):
    """A set of rules. Games are made once and hold no state: `new` begins a match. Pickles and copies mean that one."""

    def __new__(cls, *_args: Any, **_options: Any) -> Self:
        game = super().__new__(cls)
        _MADE.setdefault(cls, game)
        return game

    def __reduce__(self) -> tuple[Callable[[type[Game]], Game], tuple[type[Game]]]:
        return _the_one, (type(self),)

    id: ClassVar[str]
    """The game's name in code, files and addresses."""
    title: ClassVar[str]
    rules: ClassVar[int]
    """The version of the rules: matches are replayed under the version they were played with."""
    seats: ClassVar[tuple[int, ...]]
    """The numbers of players; the first is the default."""
    options: ClassVar[tuple[Option, ...]] = ()
    for_beginners: ClassVar[Mapping[str, Any]] = {}
    """The values of options that its rulebook advises for a first game: a table that is dealt at one click has them."""
    visible: ClassVar[Mapping[str, Sees]]
    """Who sees which field of the state."""
    given: ClassVar[tuple[str, ...]] = ()
    """What a state has besides, as it has its `book`: it follows from the options, is the same all through a match, and
    is neither saved nor shown (the cards of a box; by what bots judge it)."""
    events: ClassVar[tuple[type[Event], ...]]
    """Every kind of event that is told of this game."""
    codes: ClassVar[int]
    """All codes of choices are below this: the size of a learner's action space."""
    readings: ClassVar[Mapping[str, Reading]] = {}
    """How the numbers of a field are read, for those that hold several things: see `read`."""
    discreet: ClassVar[Mapping[str, str]] = {}
    """Steps that are asked whether or not a seat can do anything, so that being asked betrays nothing: by the name of
    the step, the choice that does nothing. It is always offered there. What would still betray something is how long
    the answer takes; so whoever plays may have this choice given for him after a pause that is always the same."""
    patience: ClassVar[int] = 3000
    """For how many iterations of a search a person waits, at most (`bots.for_person`): fewer where each takes long."""
    composes: ClassVar[bool] = False
    """Whether answers are composed of many small ones. Then a search weighs them as they would be completed by habit
    (`State.habit`), in many worlds, instead of growing a tree."""
    held: ClassVar[tuple[str, ...]] = ()
    """Sealed steps, by name, at which whoever is quick or slow would tell something: what he composes there in private
    depends on what he is. Nobody is seen to have answered them, by nobody, before the last answer is in; and a server
    opens the answers after a time that is always the same (`Match.lay`). Such a step shows no `face`."""
    _asked_in: tuple[View, State] | None = None

    # -- what a game writes -----------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, seats: int, options: Mapping[str, Any]) -> State:
        """The state before the dealer's first answer."""

    @abstractmethod
    def text(self, code: int) -> str:
        """The stable text of a choice. Raises LookupError for a number that is no choice."""

    @abstractmethod
    def worlds(self, view: View) -> Worlds:
        """All states that could be the true one, for whoever has this view."""

    @abstractmethod
    def count(self, state: State) -> list[CountLine]:
        """The final count, line by line."""

    @abstractmethod
    def reason(self, state: State) -> str:
        """Why the game ended: a key of the game's texts."""

    @abstractmethod
    def components(self, state: State) -> Mapping[str, Sequence[int]]:
        """Every component of the box by kind, wherever it lies: sorted, always the same lists (law 4)."""

    @abstractmethod
    def describe(self, view: View) -> str:
        """A view as plain text, for the terminal and for playthrough files."""

    @property
    @abstractmethod
    def telling(self) -> type[Telling]:
        """The game in sentences: imported when it is asked for, as are page and terminal."""

    @property
    def page(self) -> Page | None:
        """Its table in the browser; without one, the page shows `describe`, and every choice as a button."""
        return None

    @property
    def terminal(self) -> Picture | None:
        """Its table in the terminal; without one, the terminal shows `describe`."""
        return None

    @property
    def talk(self) -> Talk | None:
        """What players may say to one another in phrases, each read in its reader's language; and what bots say."""
        return None

    @property
    def companion(self) -> Box | None:
        """What a device must know that lies on a table with the game's real box and says whom each chest goes to."""
        return None

    # -- what every game has ----------------------------------------------------------------------------------------

    def new(
        self,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        secret: bytes | None = None,
        nonces: Mapping[int, bytes] | None = None,
        by_hand: bool = False,
    ) -> Match:
        """Begin a match and deal it.

        `secret` fixes the shuffle (a new one is drawn if none is given); `nonces` are what seats add to it. With
        `by_hand`, the dealer is asked like any other seat: for a table with real cards.
        """
        from eminence.core.match import Match

        return Match(self, seats, options, secret=secret, nonces=nonces, by_hand=by_hand)

    def checked_seats(self, seats: int | None) -> int:
        """The number of seats, or the default; BadOptions if the game is not for that many."""
        if seats is None:
            return self.seats[0]
        if type(seats) is not int or seats not in self.seats:
            allowed = " or ".join(str(number) for number in sorted(self.seats))
            raise BadOptions(f"{self.title} is for {allowed} players, not {seats!r}")
        return seats

    def checked_options(self, options: Mapping[str, Any] | None) -> dict[str, Any]:
        """All options with their values, defaults filled in; BadOptions names what the game does not have."""
        chosen = {option.name: option.default for option in self.options}
        if options is not None and not isinstance(options, Mapping):
            raise BadOptions(f"options are given by name, as a dict, not as {options!r:.80}")
        for name, value in (options or {}).items():
            option = next((option for option in self.options if option.name == name), None)
            if option is None:
                known = ", ".join(sorted(chosen)) or "none"
                raise BadOptions(f"{self.title} has no option {name!r}; its options: {known}")
            listed = any(
                value is allowed or (value == allowed and type(value) is type(allowed)) for allowed in option.values
            )
            if not listed and option.more is not None:
                if (why := option.more(value)) is not None:
                    raise BadOptions(why)
            elif not listed:
                allowed = ", ".join(repr(value) for value in option.values)
                raise BadOptions(f"option {name!r} of {self.title} cannot be {value!r}; it can be {allowed}")
            chosen[name] = value
        return chosen

    def why_not(self, view: View, code: int) -> Why | None:
        """Which rule forbids whoever has this view an answer; None if and only if it is offered.

        A telling says it in the language of its reader: `Telling.because`.

        >>> import eminence
        >>> game = eminence.game("richelieu")
        >>> view = game.new(secret=b"for this example").view(0)
        >>> game.why_not(view, game.code("take 3R")), game.why_not(view, game.code("mark 1.1"))
        (None, Why('not_now.mark'))
        """
        if view.seat is None or view.over:
            return Why(NOT_ASKED)
        kept = self._asked_in
        if kept is None or kept[0] is not view:  # whoever asks about one choice often asks about many
            kept = self._asked_in = view, self.asked_in(view)
        state = kept[1]
        why = state.step().why_not(state, view.seat, code)
        if why is None or why.key != NOT_NOW:
            return why
        return Why(f"{NOT_NOW}.{self.text(code).partition(' ')[0]}")

    def asked_in(self, view: View) -> State:
        """A state in which whoever has this view is offered what he is offered now: by default one that could be true.

        A game whose steps look at nothing but what the seat that is asked knows may return `from_view(view)`, which
        costs less. A law compares the reasons that it leads to with those of the true state.
        """
        return self.worlds(view).imagine(Rng(0))

    def why_unknown(self, text: str) -> str | None:
        """Why a text cannot be a choice of the game at all, in an English sentence; None where no rule says so.

        >>> import eminence
        >>> eminence.game("habemus_papam").why_unknown("bid DDDD")
        'A bid has at most three gems.'
        """
        from eminence.core.texts.telling import telling

        return telling(self, "en", None).why_unknown(text)

    def view(self, state: State, options: Mapping[str, Any], seat: int | None) -> View:
        """What a seat, or a spectator (None), may know of a state."""
        fields = form.known_to(state, self.visible, seat, self.seen_asked(state, seat))
        return View(self.id, self.rules, int(state.seats), dict(options), seat, fields)

    def seen_asked(self, state: State, reader: int | None) -> list[int]:
        """The seats that a reader sees to have an answer to give: where a step is `held`, all whom it asks, but for
        himself once he has answered."""
        asked = [seat for seat in range(state.seats) if state.is_asked(seat)]
        if state.asked != SEVERAL or state.step().name not in self.held:
            return asked
        who = state.step().who(state)
        return [seat for seat in range(state.seats) if (seat in asked if seat == reader else who >> seat & 1)]

    def ask(self, state: State, seat: int) -> Ask:
        """The question put to a seat that is asked."""
        step = state.step()
        choices = tuple(map(self._choices_by_code.__getitem__, step.choices(state, seat)))
        weights = tuple(step.weights(state)) if seat == DEALER else ()
        return Ask(seat, step.name, step.rule, choices, weights or None)

    def from_view(self, view: View) -> State:
        """A state with all that a view tells; what is hidden is as in a fresh state. `worlds` starts from it."""
        state = self.start(view.seats, view.options)
        form.fill(state, view.fields, self.visible)
        return state

    def in_sight(self, view: View) -> View:
        """What whoever has this view sees on the table: all that pages, pictures and tellings are given.

        What is for memory (see VISIBLE) is hidden in it, unless the match is over or the table plays with it open.
        """
        if view.over or view.uncovered or self.memory_is_open(view.options):
            return view
        covered = {name: masked(view[name], sees.on_table, view.seat) for name, sees in self.visible.items()}
        return replace(view, fields={**view.fields, **covered})

    def read(self, view: View) -> dict[str, Any]:
        """The fields of a view as names and lists: for programs that are not learners. What is hidden is None.

        >>> import eminence
        >>> match = eminence.game("richelieu").new(secret=b"for this example")
        >>> match.game.read(match.view(0))["layout"][:3]
        ['ANJt', 'BOU2b', 'PRO2b']
        """
        return read(view.fields, self.readings)

    def memory_is_open(self, options: Mapping[str, Any]) -> bool:
        """Whether a table has agreed to lay open what is for memory."""
        return False

    def to_json(self, state: State) -> dict[str, Any]:
        """All of a state as JSON."""
        return form.to_json(state, self.visible)

    def from_json(self, seats: int, options: Mapping[str, Any], data: Mapping[str, Any]) -> State:
        """The state that `to_json` described."""
        state = self.start(seats, options)
        form.fill(state, data, self.visible)
        return state

    def hash(self, state: State) -> str:
        """The hash of a state, as kept with every entry of a match."""
        return form.hash_of(state, self.visible)

    def choice(self, code: int) -> Choice:
        """The choice with that code. Raises LookupError for a number that is no choice."""
        return self._choices_by_code[code]

    @cached_property
    def _choices_by_code(self) -> dict[int, Choice]:
        choices = {}
        for code in range(self.codes):
            with suppress(LookupError):
                choices[code] = Choice(self.text(code), code)
        return choices

    @cached_property
    def codes_by_text(self) -> dict[str, int]:
        """Every choice of the game: its text, and its code."""
        return {choice.text: code for code, choice in self._choices_by_code.items()}

    def code(self, text: str) -> int:
        """The code of a choice's text; UnknownChoice if there is no such choice in the game."""
        words = " ".join(text.split())
        codes = self.codes_by_text
        if words in codes:
            return codes[words]
        same = [known for known in codes if known.casefold() == words.casefold()]
        if same:
            return codes[same[0]]
        why = self.why_unknown(words)
        raise UnknownChoice(f"{text!r} is not a choice of {self.title}{f': {why}' if why else ''}")

    def __repr__(self) -> str:
        return f"<game {self.id}, rules {self.rules}>"
