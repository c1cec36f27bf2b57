"""Playing any game in a test: answers given and refused, what is asked and told; and curious matches."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

import pytest

import eminence
from eminence.core.ask import Ask, Choice
from eminence.core.errors import ChoiceError
from eminence.core.event import Event
from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.games import REGISTRY
from tests.laws import table as laws
from tests.thorough import THOROUGH

every_game = pytest.mark.parametrize("game", eminence.all_games(), ids=lambda game: game.id)
"""A test with this mark, and an argument `game`, runs for every registered game."""
VERSIONS = [game for name in eminence.all_games() for game in REGISTRY[name.id].values()]
every_version = pytest.mark.parametrize("game", VERSIONS, ids=lambda game: f"{game.id}-{game.rules}")
"""The same for every registered version of its rules."""
FEW_TABLES = 6
E = TypeVar("E", bound=Event)


# == By hand ==========================================================================================================
def play(match: Match, *moves: str) -> Match:
    """Give answers of whoever is asked, one at a time, the dealer included."""
    for move in moves:
        (seat,) = match.asks()
        match.choose(seat, move)
    return match


def asked(match: Match) -> tuple[int, str]:
    """Who alone is asked, and at which step."""
    (ask,) = match.asks().values()
    return ask.seat, ask.step


def offered(match: Match, *words: str, seat: int | None = None) -> list[str]:
    """What is offered to who is asked (or to a seat); only what begins with these words, and without them."""
    asks = match.asks()
    ask = asks[next(iter(asks)) if seat is None else seat]
    return [text.partition(" ")[2] if words else text for text in ask.texts if not words or text.split()[0] in words]


def refused(match: Match, seat: int, move: str, kind: type[ChoiceError]) -> str:
    """That an answer is refused, and nothing changes; returns why."""
    game = match.game
    before = game.to_json(match._state), match.entries, match.new_events
    with pytest.raises(kind) as refusal:
        match.choose(seat, move)
    assert (game.to_json(match._state), match.entries, match.new_events) == before
    return str(refusal.value)


def told(match: Match, kind: type[E]) -> list[E]:
    """The events of a kind, as they were told to everybody."""
    return [event for event in match.story(None) if isinstance(event, kind)]


# == Curious matches ==================================================================================================
def tables(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """All numbers of seats with all options; of a game with many options, those at which the laws are looked at."""
    return [(table.seats, dict(table.options)) for table in laws.tables(game)]


@cache
def steps_that_ask(game: Game, seed: str = "words") -> set[str]:
    """The steps that put a question to a player now and then."""
    return {ask.step for match in curious(game, seed) for ask in match.asks().values() if ask.seat != DEALER}


def looks_like(match: Match, ask: Ask) -> tuple[object, ...]:
    """What a question has in common with others that look like it: its step, the kinds of answers, and the table;
    of many tables any will do."""
    agreed = match.options.values() if THOROUGH or len(tables(match.game)) <= FEW_TABLES else ()
    return (match.seats, *agreed, ask.step, *sorted({choice.kind for choice in ask}))


class Curiosity:
    """Somebody who wants to see everything: of the kinds of answers that are offered, he likes those seldom given."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.given: Counter[tuple[str, str]] = Counter()

    def answer(self, ask: Ask) -> Choice:
        """Mostly the kind given least often so far at this step; of its choices, as often the first as any other."""
        kinds: dict[str, list[Choice]] = {}
        for choice in ask:
            kinds.setdefault(choice.kind, []).append(choice)
        seldom = min(kinds, key=lambda word: (self.given[ask.step, word], self.chance.random()))
        word = seldom if self.chance.random() < 0.8 else self.chance.choice(list(kinds))
        self.given[ask.step, word] += 1
        return kinds[word][0] if self.chance.random() < 0.5 else self.chance.choice(kinds[word])


def curious(game: Game, seed: str, rounds: int = 1) -> Iterator[Match]:
    """A match for every table, dealt by hand and played by the curious: stopped at every question, and once over."""
    somebody = Curiosity(f"{game.id} {seed}")
    for seats, options in tables(game) * rounds:
        match = game.new(seats, options, by_hand=True)
        while not match.over:
            yield match
            seat, ask = somebody.chance.choice(list(match.asks().items()))
            match.choose(seat, somebody.answer(ask))
        yield match
