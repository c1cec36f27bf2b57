"""What is worth looking at in Deal with the Devil: moments of its golden matches, few that ask every question together.

A table of this game has a past: chests that were held, a ledger of what everybody has seen. So its positions are not
set up but played, and follow by themselves when the golden matches are found anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Final, NamedTuple

from eminence.core.match import Match
from eminence.core.state import DEALER
from tests.games.deal_with_the_devil.refused import FORBIDDEN, SELDOM, UNKNOWN, near_the_end
from tests.games.deal_with_the_devil.tables import GAME
from tests.games.golden import moments, names, replayed
from tests.games.situations import Situation

__all__ = ["FORBIDDEN", "POSITIONS", "SELDOM", "UNKNOWN", "near_the_end"]

TRADES: Final = {"sell", "borrow", "buy", "repay"}
"""What may stand before many answers is looked at once, wherever it is."""
LONGEST: Final = 12
"""Of so many small answers an answer may be made, to be worth looking at."""


class Question(NamedTuple):
    """A question of a golden match, and the small answers that were given to it."""

    name: str
    number: int
    step: str
    answers: tuple[str, ...]

    @property
    def kinds(self) -> set[tuple[str, str]]:
        """What is new about it where it has not been met: its step with each kind of answer."""
        words = {text.split()[0] for text in self.answers}
        return {("" if word in TRADES else self.step, word) for word in words} | {(self.step, "")}

    @property
    def situation(self) -> Situation:
        return Situation(partial(at, self.name, self.number), self.answers)


def at(name: str, number: int) -> Match:
    """A golden match before one of its entries, dealt by hand."""
    known = stages(name)
    stage = max(there for there in known if there <= number)
    match = known[stage].clone()
    for entry in replayed(GAME, name).entries[stage:number]:
        match.choose(entry.seat, entry.choice)
    return match


@cache
def stages(name: str) -> Mapping[int, Match]:
    """A golden match before the entries that many look at, played again once for all of them."""
    entries = replayed(GAME, name).entries
    wanted = {question.number for question in questions() if question.name == name} | {0, len(entries)}
    match = GAME.new(replayed(GAME, name).seats, replayed(GAME, name).options, by_hand=True)
    found = dict[int, Match]()
    for number, entry in enumerate(entries):
        if number in wanted:
            found[number] = match.clone()
        match.choose(entry.seat, entry.choice)
    return {**found, len(entries): match}


def asked_in(name: str) -> Iterator[Question]:
    """Every question of a golden match, put to the first who is asked."""
    started, seat, step, answers = 0, DEALER, "", list[str]()
    for match, answer in moments(GAME, name):
        now = min(match.asked, default=DEALER)
        composing = now == seat and bool(match._state.sealed[seat])
        if not composing:
            if answers:
                yield Question(name, started, step, tuple(answers))
            started, seat, answers = match.length, now, []
            step = "" if match.over else str(match._state.step().name)
        answers.append(answer)


@cache
def questions() -> list[Question]:
    """Few questions that together have every step, with every kind of answer to it; short ones, if there are such."""
    there = [found for name in names(GAME) for found in asked_in(name) if len(found.answers) <= LONGEST]
    missing = set[tuple[str, str]]().union(*(question.kinds for question in there))
    found = []
    while missing:
        best = max(there, key=lambda question: (len(question.kinds & missing), -len(question.answers)))
        found.append(best)
        missing -= best.kinds
    steps = [step.name for step in replayed(GAME, names(GAME)[0])._state.book]
    return sorted(found, key=lambda question: (steps.index(question.step), question.name, question.number))


def _name(question: Question) -> str:
    words = dict.fromkeys(text.split()[0] for text in question.answers)
    return f"{question.step.replace('_', ' ')}: {', '.join(words)} ({question.name} {question.number})"


POSITIONS: Final[Mapping[str, Situation]] = {
    **{_name(question): question.situation for question in questions()},
    "over": Situation(partial(at, "plain_1", len(replayed(GAME, "plain_1").entries))),
}
