"""The heart of the engine: a State, and the Steps of a rulebook that change it.

A State is plain data. What happens next is a short stack of step numbers inside it, so that it can be cloned, saved and
resumed. A Step is a paragraph of the rulebook: it says who must answer, lists what they may answer, and applies the
answer, which may put further steps on the stack. Choices are small integers here; their text lives in the game's
notation.

This module is compiled when a C compiler is at hand. Games and bots may subclass its classes in plain Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from eminence.core.bags import how_many, kinds
from eminence.core.bits import ONE
from eminence.core.rng import Rng

if TYPE_CHECKING:
    from eminence.core.event import Event

DEALER: Final = -1
"""The seat that answers for chance."""
SEVERAL: Final = -2
"""Several seats answer at once, sealed; `State.waiting` says who has not answered yet."""
NOBODY: Final = -3
"""Nobody is asked any more: the game is over."""
GO_ON: Final = -4
"""What a step's `begin` returns when it has done its work and asks nobody."""

SPECTATOR: Final = -5
"""Whoever looks on without a seat."""
ALL_SEE: Final = -6
"""What is drawn lies open."""

ALL_ALIKE: Final[list[i64]] = []
"""The weights of choices that are all equally likely."""
MOST_GUESSES: Final = 100_000
"""How often to guess at a sealed answer with a face: by then it is the face that is wrong."""
ANY_GUESS: Final = 4
"""Of so many guesses at a sealed answer one is any answer at all, where the others follow a habit."""
HIDDEN: Final = -1
"""What an observer sees of an answer that is hidden from him."""


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class State:
    """All that is true at one moment of a match, hidden things included.

    A game's own state adds its fields, says in its `VISIBLE` table who sees each of them, and writes `clone`.
    """

    __slots__ = ("asked", "book", "rules", "sealed", "seats", "steps", "story", "waiting")

    seats: i64
    book: list[Step[Any]]
    rules: i64
    """The version of the rules that it is played by: where a ruling has changed, a step asks for it."""
    steps: list[i64]
    asked: i64
    waiting: i64
    sealed: tuple[tuple[int, ...], ...]
    story: list[Event] | None

    def __init__(self, seats: i64, book: list[Step[Any]]) -> None:
        """An empty shell: `start` or `clone` fills it. (Native classes cannot be made without `__init__`.)"""
        self.seats = seats
        self.book = book
        self.rules = 1
        self.story = None

    # -- what a game writes -----------------------------------------------------------------------------------------

    def clone(self) -> State:
        """A copy that shares nothing that either may change. Its story is not written."""
        raise NotImplementedError

    def scores(self) -> list[i64]:
        """The points of each seat, as they would be counted now."""
        raise NotImplementedError

    def winners(self) -> list[i64]:
        """The seats that have won, once the game is over: one, or several that share the win."""
        raise NotImplementedError

    def evaluate(self, seat: i64) -> float:
        """How good this looks for a seat, from 0 (lost) to 1 (won). Games override it; the default knows nothing."""
        return 0.5

    def evaluate_all(self) -> list[float]:
        """How good this looks for each seat. Games override it where one look serves all of them."""
        return [self.evaluate(seat) for seat in range(self.seats)]

    def has_habits(self) -> bool:
        """Whether a game says what sensible players do without thinking. The default says nothing."""
        return False

    def habit(self, seat: i64, choices: list[i64], rng: Rng) -> i64:
        """What a sensible player answers without thinking, of the choices he has now: by default any of them.

        So bots complete what is composed of many small answers, their own and others', before they judge it. A game
        that overrides it says so in `has_habits`.
        """
        return choices[rng.below(len(choices))]

    def sensible(self, seat: i64, choices: list[i64]) -> list[i64]:
        """Those of a seat's choices that are worth a thought: by default all. It follows from what the seat knows."""
        return choices

    def under_way(self) -> bool:
        """Whether something has begun that is played on by habit before it is judged: a plan that is being carried out,
        a chest that is still travelling. Games that have habits override it."""
        return False

    # -- the flow ---------------------------------------------------------------------------------------------------

    def start_flow(self, step: i64) -> None:
        """Begin with a step: the last thing that setting up a fresh state does, before `go_on`."""
        self.steps = [step]
        self.asked = NOBODY
        self.waiting = 0
        self.sealed = ((),) * self.seats

    def copy_flow(self, other: State) -> None:
        """Copy what every state has from `other`: the first thing a game's `clone` does."""
        self.rules = other.rules
        self.steps = other.steps[:]
        self.asked = other.asked
        self.waiting = other.waiting
        self.sealed = other.sealed

    def step(self) -> Step[Any]:
        """The paragraph of the rulebook now in force."""
        return self.book[self.steps[-1]]

    def then(self, step: i64) -> None:
        """Put a step in front of those still to come."""
        self.steps.append(step)

    def then_all(self, steps: list[i64]) -> None:
        """Put several steps in front of those still to come, in the order in which they are played."""
        at: i64 = len(steps)
        while at:
            at -= 1
            self.steps.append(steps[at])

    def done(self) -> None:
        """The step in front has been dealt with."""
        self.steps.pop()

    def instead(self, step: i64) -> None:
        """The step in front has been dealt with, and another takes its place."""
        self.steps[-1] = step

    def go_on(self) -> None:
        """Work through the steps until somebody must answer, or the game is over."""
        steps = self.steps
        while steps:
            asked = self.book[steps[-1]].begin(self)
            if asked != GO_ON:
                self.asked = asked
                return
        self.asked = NOBODY

    def choices(self, seat: i64) -> list[i64]:
        """The codes of what `seat`, which must be asked, may answer now. Read the list before the next answer."""
        return self.book[self.steps[-1]].choices(self, seat)

    def answer(self, seat: i64, code: i64) -> None:
        """Apply an answer. Unchecked and quick: `Match.choose` is the door for answers from outside."""
        if self.asked == SEVERAL:
            if self.seal(seat, code):
                self.open_sealed()
        else:
            self.book[self.steps[-1]].answer(self, seat, code)
            self.go_on()

    def seal(self, seat: i64, code: i64) -> bool:
        """Keep a sealed answer. True when it was the last one awaited: then `open_sealed` comes next."""
        sealed = list(self.sealed)
        sealed[seat] = (*sealed[seat], code)
        self.sealed = tuple(sealed)
        if self.book[self.steps[-1]].complete(self, seat):
            self.waiting &= ~(ONE << seat)
        return self.waiting == 0

    def open_sealed(self) -> None:
        """All sealed answers are in: what follows from them together."""
        answers = self.sealed
        self.sealed = ((),) * self.seats
        self.book[self.steps[-1]].resolve(self, answers)
        self.go_on()

    def unseal(self, seat: i64) -> None:
        """Take back the last sealed answer of a seat, while others are still awaited or it is still composing."""
        sealed = list(self.sealed)
        sealed[seat] = sealed[seat][:-1]
        self.sealed = tuple(sealed)
        self.waiting |= ONE << seat

    def is_asked(self, seat: i64) -> bool:
        """Whether `seat` has an answer to give now."""
        return self.asked == seat or (self.asked == SEVERAL and seat >= 0 and self.waiting & (ONE << seat) != 0)

    def tell(self, event: Event) -> None:
        """Add an event to the story. Callers look first whether a story is kept: building events takes time."""
        if self.story is not None:
            self.story.append(event)


class Why:
    """A rule that forbids an answer: the key of its sentence in the texts, under `why`, and what that speaks of, by
    name."""

    __slots__ = ("facts", "key")

    def __init__(self, key: str, **facts: int) -> None:
        self.key = key
        self.facts = facts

    def __repr__(self) -> str:
        return f"Why({', '.join([repr(self.key), *(f'{name}={fact}' for name, fact in self.facts.items())])})"


NOT_ASKED: Final = "not_asked"
"""Why nobody else may answer."""
NOT_NOW: Final = "not_now"
"""Why an answer that belongs to another step is not taken. Its sentence is that of the answer's first word."""

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Step(Generic[S]):
    """A paragraph of the rulebook: who must answer, what they may answer, and what follows.

    `name` is stable for ever (it is saved in matches), `rule` names the paragraph of the game's rules page.
    """

    __slots__ = ("name", "rule")

    def __init__(self, name: str, rule: str) -> None:
        self.name = name
        self.rule = rule

    def begin(self, s: S) -> i64:
        """Called whenever this step is in front: the seat to ask, DEALER, or GO_ON once nobody need be asked."""
        raise NotImplementedError

    def choices(self, s: S, seat: i64) -> list[i64]:
        """The codes of all that `seat` may answer: never empty.

        Callers do not change the list. It may be one of the step's own; the dealer's may even change with his answer.
        """
        raise NotImplementedError

    def answer(self, s: S, seat: i64, code: i64) -> None:
        """Apply one of the choices."""
        raise NotImplementedError

    def why_not(self, s: S, seat: i64, code: i64) -> Why | None:
        """Why `seat` may not answer this now; None if and only if it may. A game says why in `forbids`."""
        if not s.is_asked(seat):
            return self.passes_over(s, seat)
        return None if code in self.choices(s, seat) else self.forbids(s, seat, code)

    def forbids(self, s: S, seat: i64, code: i64) -> Why:
        """The rule that forbids `seat`, which is asked, an answer that is not among its choices.

        It asks the same things as `choices` does. It may depend only on what the seat knows.
        """
        return Why(NOT_NOW)

    def passes_over(self, s: S, seat: i64) -> Why:
        """Why a seat is not asked: most often because others are."""
        return Why(NOT_ASKED)

    def weights(self, s: S) -> list[i64]:
        """How likely each of the dealer's choices is, as whole numbers; empty when all are alike."""
        return ALL_ALIKE

    def shown(self, s: S, seat: i64, code: i64, observer: i64) -> i64:
        """What `observer` learns when `seat` gives this answer: equal numbers mean that he cannot tell them apart.

        Asked before the answer is applied; of a sealed step, once for each small answer, when the last one is in and
        before the step is resolved. By default an answer is open. A step that lets somebody see something hidden adds
        it here, so that bots plan for knowing it.
        """
        return code

    def who(self, s: S) -> i64:
        """The set of seats that must answer a sealed step; empty for any other."""
        return 0

    # -- sealed steps only ------------------------------------------------------------------------------------------

    def complete(self, s: S, seat: i64) -> bool:
        """Whether a seat that answered a sealed step has answered all of it."""
        return True

    def face(self, s: S, seat: i64) -> i64:
        """What everybody sees at once of what a seat has sealed: nothing, unless a game says otherwise.

        At some tables one sees that a card was put down, but not which. It follows from the seat's answer and from
        what everybody knows; answers with equal faces look alike.
        """
        return 0

    def resolve(self, s: S, answers: tuple[tuple[int, ...], ...]) -> None:
        """What follows once the last sealed answer is in; `answers[seat]` is empty for seats that were not asked."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class SealedStep(Step[S]):
    """A step that waits for the seats in `who`. Answers stay sealed until the last is in; their order changes nothing.

    A seat may answer with a sequence (a plan, an offer): `choices` looks at what it has sealed so far, in
    `s.sealed[seat]`, and `complete` says when the sequence is finished.
    """

    __slots__ = ()

    def begin(self, s: S) -> i64:
        s.waiting = self.who(s)
        if not s.waiting:
            self.resolve(s, s.sealed)
            return GO_ON
        return SEVERAL


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class DrawStep(Step[S]):
    """The dealer draws from a bag: every thing in it is as likely as any other.

    A game says in `bag` from which, in `to` who alone sees what was drawn (ALL_SEE where it lies open), in `begin`
    whether to go on, and in `drawn` where it goes. The code of kind k is `first + k`.
    """

    __slots__ = ("first",)

    def __init__(self, name: str, rule: str, first: i64) -> None:
        super().__init__(name, rule)
        self.first: i64 = first

    def bag(self, s: S) -> i64:
        """What is drawn from."""
        raise NotImplementedError

    def to(self, s: S) -> i64:
        """The seat that alone sees what is drawn, SPECTATOR if nobody does, or ALL_SEE."""
        return ALL_SEE

    def drawn(self, s: S, kind: i64) -> None:
        """One thing of a kind was drawn: take it out of the bag, and put it where it goes."""
        raise NotImplementedError

    def begin(self, s: S) -> i64:
        return DEALER

    def choices(self, s: S, seat: i64) -> list[i64]:
        return [self.first + kind for kind in kinds(self.bag(s))]

    def weights(self, s: S) -> list[i64]:
        bag = self.bag(s)
        return [how_many(bag, kind) for kind in kinds(bag)]

    def answer(self, s: S, seat: i64, code: i64) -> None:
        self.drawn(s, code - self.first)

    def shown(self, s: S, seat: i64, code: i64, observer: i64) -> i64:
        to = self.to(s)
        return code if to in (ALL_SEE, observer) else HIDDEN


@mypyc_attr(allow_interpreted_subclasses=True)
class Worlds:
    """The states that could be the true one, given all that one seat knows: made from a View, sampled by bots.

    Those of a compiled game say in `__reduce__` what they are made of: so they are copied and pickled.
    """

    __slots__ = ("faces", "seat")

    def __init__(self, seat: i64, faces: list[i64] | None = None) -> None:
        """`seat` is whose View it is; SPECTATOR where it is nobody's. `faces` is what is seen of sealed answers."""
        self.seat = seat
        self.faces: list[i64] = faces or []

    def sample(self, rng: Rng) -> State:
        """What a game writes: one of the states, each as likely as it is for someone who knows only the View.

        Answers that others have sealed are seen to by `imagine`.
        """
        raise NotImplementedError

    def judge_by_hand(self) -> None:
        """Let what is imagined be judged as its game was first written, and not by what was learned from self-play.
        Games that have learned something override it."""

    def recall(self, rounds: i64) -> None:
        """Imagine as somebody would who remembers of what passed openly so many rounds and no more: with 1 the round
        that runs, with 0 only what still lies on the table. What he knows for himself he keeps. Games in which much is
        open for a moment, and remembered by those who watched, override it."""

    def imagine(self, rng: Rng) -> State:
        """One of the states that could be the true one."""
        s = self.sample(rng)
        if s.asked == SEVERAL:
            self.guess_sealed(s, rng)
        return s

    def guess_sealed(self, s: State, rng: Rng) -> None:
        """Give those who have sealed their answer, unseen, any answer that they could have sealed and looks like it."""
        step = s.step()
        answered: i64 = step.who(s) & ~s.waiting
        seat: i64
        for seat in range(s.seats):
            if seat == self.seat or not answered & (ONE << seat):
                continue
            self.guess_answer(s, seat, rng)
            tries: i64 = 0
            while self.faces and step.face(s, seat) != self.faces[seat]:
                tries += 1
                if tries > MOST_GUESSES:
                    raise ValueError(f"no answer of seat {seat} to {step.name!r} looks like the one it sealed")
                self.guess_answer(s, seat, rng)

    def guess_answer(self, s: State, seat: i64, rng: Rng) -> None:
        """Seal any answer for a seat, instead of the one it has sealed: most often what it does by habit, if the game
        knows of such, but nothing is impossible."""
        step = s.step()
        by_habit = s.has_habits() and rng.below(ANY_GUESS) != 0
        sealed = list(s.sealed)
        sealed[seat] = ()
        s.sealed = tuple(sealed)
        s.waiting |= ONE << seat
        while s.waiting & (ONE << seat):
            choices = step.choices(s, seat)
            s.seal(seat, s.habit(seat, choices, rng) if by_habit else choices[rng.below(len(choices))])
