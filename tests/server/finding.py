"""Where to look: positions of a game that are found by playing at random in the engine, to be put on a server.

The engine is quick, so much can be looked for: every step that ever asks a player, answers sealed by some while others
are awaited, events that hide something. No game is named here.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from eminence.core.event import as_known_to
from eminence.core.game import Game
from eminence.core.match import BACK, Match
from eminence.core.rng import Rng
from eminence.core.state import SEVERAL
from tests.laws.table import Table as Agreed
from tests.laws.table import pick, tables

MATCHES = 80
"""So many matches are played before something is said not to be found."""
TAKE_BACKS = 0.05
ANSWERED, COMPOSES, BACKWARDS = "some have answered", "somebody composes", "may be taken back"
COVERED, DISCREET = "covered", "to do"
"""What a position may have besides its step."""
Answer = tuple[int, str]


@dataclass(frozen=True)
class Position:
    """Where a match stands: what was agreed on, the secret by which it was dealt, the answers that led there."""

    agreed: Agreed
    secret: bytes
    answers: tuple[Answer, ...]

    @property
    def game(self) -> Game:
        return self.agreed.game

    def match(self) -> Match:
        """The match itself, in the engine."""
        match = dealt(self.agreed, self.secret)
        for seat, text in self.answers:
            give(match, seat, text)
        return match

    def __str__(self) -> str:
        return f"{self.agreed}, after {len(self.answers)} answers"


def dealt(agreed: Agreed, secret: bytes) -> Match:
    """A match as `Reached.room` deals it."""
    nonces = {seat: f"nonce of {seat}".encode() for seat in range(agreed.seats)}
    return agreed.game.new(agreed.seats, agreed.options, secret=secret, nonces=nonces)


def give(match: Match, seat: int, text: str) -> None:
    if text == BACK:
        match.take_back(seat)
    else:
        match.choose(seat, text)


def walk(agreed: Agreed, secret: bytes, take_backs: float = TAKE_BACKS) -> Iterator[tuple[Match, list[Answer]]]:
    """A whole match at random, by players who are curious: as it stands before each answer, and the answers so far."""
    chance = random.Random(secret)
    match, answers = dealt(agreed, secret), list[Answer]()
    while not match.over:
        yield match, answers
        able = [seat for seat in range(agreed.seats) if match.can_take_back(seat)]
        if able and chance.random() < take_backs:
            seat, text = chance.choice(able), BACK
        else:
            seat = chance.choice(match.asked)
            text = agreed.game.text(pick(agreed, match._state, seat, chance, curious=True))
        give(match, seat, text)
        answers.append((seat, text))


def walks(game: Game, matches: int = MATCHES, **wanted: Any) -> Iterator[tuple[Agreed, bytes]]:
    """So many tables, each agreed on otherwise, with secrets of their own; only such as have the options wanted."""
    able = [agreed for agreed in tables(game) if wanted.items() <= dict(agreed.options, seats=agreed.seats).items()]
    for number, agreed in enumerate(itertools.islice(itertools.cycle(able), matches)):
        yield agreed, f"{game.id} {number}".encode()


def first_where(game: Game, holds: Callable[[Match], bool], *, take_backs: float = 0, **wanted: Any) -> Position:
    """The first position that is as wanted."""
    for agreed, secret in walks(game, **wanted):
        for match, answers in walk(agreed, secret, take_backs):
            if holds(match):
                return Position(agreed, secret, tuple(answers))
    raise AssertionError(f"{game.title}: in {MATCHES} matches at random there is no position where {holds.__doc__}")


def under_way(agreed: Agreed, left: int | None) -> Position:
    """A match at random in which the first seat answers next: for the first time, or where so many answers are left."""
    secret = f"{agreed} under way".encode()
    *_, (_, answers) = walk(agreed, secret, take_backs=0)
    since = 0 if left is None else len(answers) - left
    at = next(at for at, (seat, _) in enumerate(answers) if seat == 0 and at >= since)
    return Position(agreed, secret, tuple(answers[:at]))


def features(match: Match, known: Collection[str]) -> set[str]:
    """What there is to be seen at a position, or kept from being seen. What takes long is not looked for again."""
    state, game = match._state, match.game
    step = str(state.step().name)
    found = {step}
    if state.asked == SEVERAL:
        composing = {state.is_asked(seat) for seat, sealed in enumerate(state.sealed) if sealed}
        answered = f"{step}: {ANSWERED}"  # and it could be something else, as far as spectators know
        if False in composing and answered not in known:
            found |= {answered for seed in range(3) if sealed_instead(match, seed) != state.sealed}
        if True in composing:
            found.add(f"{step}: {COMPOSES}")
    elif match._past:
        found.add(f"{match._before().step().name}: {BACKWARDS}")
    if step in game.discreet:
        found |= {f"{step}: {'something' if len(ask) > 1 else 'nothing'} {DISCREET}" for ask in match.asks().values()}
    covered = (event for event in match.new_events if event.LIES_IN and as_known_to(event, game.visible, None) != event)
    return found | {f"{event.name}: {COVERED}" for event in covered}


def sealed_instead(match: Match, seed: int) -> tuple[tuple[int, ...], ...]:
    """What could be sealed instead of what is, and look like it."""
    state = match._state.clone()
    match.game.worlds(match.view(None)).guess_sealed(state, Rng(seed))
    return state.sealed


@cache
def worth_looking(game: Game, matches: int = 12) -> Mapping[str, Position]:
    """Few positions that together have every feature that was met in some matches; by what each is there for.

    Where several would do, tables take turns that were agreed on otherwise, and the more there is to hide the better.
    """
    met: list[tuple[set[str], Position]] = []
    for agreed, secret in walks(game, matches):
        known: set[str] = set()
        for match, answers in walk(agreed, secret):
            if (now := features(match, known)) - known:
                known |= now
                met.append((now, Position(agreed, secret, tuple(answers))))
    missing = set[str]().union(*(now for now, _ in met))
    found: dict[str, Position] = {}
    used: Counter[str] = Counter()
    while missing:
        now, position = max(met, key=lambda one: (len(one[0] & missing), -used[str(one[1].agreed)], len(one[0])))
        found["; ".join(sorted(now & missing))] = position
        missing -= now
        used[str(position.agreed)] += 1
    return found


@cache
def told_in_events(game: Game, matches: int = 6) -> Mapping[tuple[str, str, tuple[Any, ...]], list[Any]]:
    """What was told by the fields of events that can be covered: by event, field, and what of it is yes or no."""
    seen: dict[tuple[str, str, tuple[Any, ...]], list[Any]] = {}
    for agreed, secret in walks(game, matches):
        *_, (match, _) = walk(agreed, secret)
        for event in match.new_events:
            told = event.to_json()
            for field in event.LIES_IN:
                values = seen.setdefault(sort_of(told, field), [])
                if told[field] not in values:
                    values.append(told[field])
    return seen


def sort_of(told: Mapping[str, Any], field: str) -> tuple[str, str, tuple[Any, ...]]:
    return told["event"], field, tuple(value for value in told.values() if isinstance(value, bool))


def by_first_word(texts: Iterable[str]) -> dict[str, list[str]]:
    """Choices by their kinds."""
    kinds: dict[str, list[str]] = {}
    for text in texts:
        kinds.setdefault(text.split()[0], []).append(text)
    return kinds
