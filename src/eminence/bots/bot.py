"""What a bot is: from a View and an Ask, a Choice. It sees nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from eminence.core.ask import Ask, Choice
from eminence.core.rng import Rng
from eminence.core.state import Worlds
from eminence.core.view import View
from eminence.games import game

ALL: Final = -1
"""Of so many rounds a bot remembers what passed: of all of them."""


class Bot(ABC):
    """A player that is a program. Same seed, same views: same choices."""

    def __init__(self, name: str, seed: int | str = 0) -> None:
        self.name = name
        self.rng = Rng(seed)

    @abstractmethod
    def choose(self, view: View, ask: Ask) -> Choice:
        """One of the choices of the ask."""

    def __repr__(self) -> str:
        return f"<bot {self.name}>"


class ThinkingBot(Bot):
    """One that imagines what is hidden.

    `by_hand` leaves aside what was learned from self-play. `memory` is of how many rounds it remembers what passed
    openly: of all, where nothing else is said; of none, if it knows what lies on the table and no more.
    """

    def __init__(self, name: str, seed: int | str, *, by_hand: bool, memory: int) -> None:
        super().__init__(name, seed)
        self.by_hand = by_hand
        self.memory = memory

    def worlds(self, view: View) -> Worlds:
        """What could be the truth, as far as this bot remembers."""
        found = game(view.game, view.rules).worlds(view)
        if self.by_hand:
            found.judge_by_hand()
        if self.memory != ALL:
            found.recall(self.memory)
        return found


class RandomBot(Bot):
    """Any choice, all alike."""

    def choose(self, view: View, ask: Ask) -> Choice:
        return ask.choices[self.rng.below(len(ask))]
