"""The greedy bot: one look ahead, on the game's own evaluation."""

from __future__ import annotations

from mypy_extensions import i64

from eminence.bots.bot import ALL, ThinkingBot
from eminence.bots.lookahead import values_after
from eminence.core.ask import Ask, Choice
from eminence.core.view import View

WORLDS = 8
"""How many imagined worlds each choice is tried in."""


class GreedyBot(ThinkingBot):
    """Takes the choice after which things look best on average, in a few worlds that could be the true one.

    What others are measured by must not grow with them: so it judges as the game was first written, `by_hand`, unless
    it is told to use what was learned from self-play. `slips` is the percentage of answers given without thinking: an
    opponent for a first game.
    """

    def __init__(
        self,
        name: str = "greedy",
        seed: int | str = 0,
        *,
        slips: int = 0,
        by_hand: bool = True,
        memory: int = ALL,
    ) -> None:
        super().__init__(name, seed, by_hand=by_hand, memory=memory)
        self.slips = slips

    def choose(self, view: View, ask: Ask) -> Choice:
        if len(ask) == 1:
            return ask.choices[0]
        if self.slips and self.rng.below(100) < self.slips:
            return ask.choices[self.rng.below(len(ask))]
        worlds = self.worlds(view)
        codes: list[i64] = [choice.code for choice in ask]
        values = values_after(worlds, ask.seat, codes, WORLDS, self.rng)
        best = max(values)
        candidates = [choice for choice, value in zip(ask, values, strict=True) if value == best]
        return candidates[self.rng.below(len(candidates))]
