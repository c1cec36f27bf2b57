"""The bot that plays matches out: greedy's look ahead, and whole matches by habit to choose among what looks good."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from mypy_extensions import i64

from eminence.bots.bot import Bot
from eminence.bots.comparing import Comparison
from eminence.bots.greedy import WORLDS
from eminence.core.ask import Ask, Choice
from eminence.core.view import View
from eminence.games import game

TRIES: Final = 16
"""The budget where none is given."""


class RolloutBot(Bot):
    """Plays out a number of imagined worlds, which is reproducible, or for a time. Made for games that know habits:
    where `State.habit` says nothing, matches are played out at random.

    It has the View and the Ask, and nothing else.
    """

    def __init__(
        self, name: str = "rollout", seed: int | str = 0, *, tries: int | None = None, milliseconds: int | None = None
    ) -> None:
        super().__init__(name, seed)
        self.milliseconds = milliseconds
        self.tries = tries if tries is not None or milliseconds is not None else TRIES

    def choose(self, view: View, ask: Ask) -> Choice:
        if len(ask) == 1:
            return ask.choices[0]
        codes: list[i64] = [choice.code for choice in ask]
        began = perf_counter()
        comparison = Comparison(game(view.game, view.rules).worlds(view), ask.seat, codes, WORLDS, self.rng)
        if self.tries is not None:
            comparison.run(self.tries)
        else:
            assert self.milliseconds is not None
            while len(comparison.codes) > 1 and perf_counter() < began + self.milliseconds / 1000:
                comparison.run(1)
        return ask.choices[codes.index(comparison.best())]
