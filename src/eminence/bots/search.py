"""The searching bot: information-set Monte-Carlo tree search within a budget of iterations or of time."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from mypy_extensions import i64

from eminence.bots.bot import ALL, ThinkingBot
from eminence.bots.lookahead import Weighing
from eminence.bots.tree import Search
from eminence.core.ask import Ask, Choice
from eminence.core.view import View
from eminence.games import game

ITERATIONS: Final = 1000
"""The budget where none is given."""
BATCH: Final = 16
"""Iterations between two looks at the clock."""


class SearchBot(ThinkingBot):
    """Thinks for a number of iterations, which is reproducible, or for a time.

    It has the View and the Ask, and nothing else: the worlds it searches are imagined from the View.
    """

    def __init__(
        self,
        name: str = "search",
        seed: int | str = 0,
        *,
        iterations: int | None = None,
        milliseconds: int | None = None,
        by_hand: bool = False,
        memory: int = ALL,
    ) -> None:
        super().__init__(name, seed, by_hand=by_hand, memory=memory)
        self.milliseconds = milliseconds
        self.iterations = iterations if iterations is not None or milliseconds is not None else ITERATIONS

    def choose(self, view: View, ask: Ask) -> Choice:
        if len(ask) == 1:
            return ask.choices[0]
        worlds = self.worlds(view)
        codes: list[i64] = [choice.code for choice in ask]
        if game(view.game, view.rules).composes:
            weighing = Weighing(worlds, ask.seat, codes, self.rng)
            self.think(weighing)
            return ask.choices[weighing.best()]
        search = Search(worlds, view.seats, ask.seat, self.rng)
        self.think(search)
        shares = search.shares(codes)
        if search.mixes():
            return self.drawn(ask, shares)
        return ask.choices[shares.index(max(shares))]

    def think(self, search: Search | Weighing) -> None:
        """Search until the budget is used up."""
        if self.iterations is not None:
            search.run(self.iterations)
            return
        assert self.milliseconds is not None
        end = perf_counter() + self.milliseconds / 1000
        while perf_counter() < end:
            search.run(BATCH if isinstance(search, Search) else 1)

    def drawn(self, ask: Ask, mixture: list[float]) -> Choice:
        """A sealed answer is drawn, so that nobody can read it from our habits."""
        rest = self.rng.unit()
        for choice, share in zip(ask, mixture, strict=True):
            rest -= share
            if rest < 0:
                return choice
        return ask.choices[-1]
