"""What a bot is: from a View and an Ask, a Choice. It sees nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod

from eminence.core.ask import Ask, Choice
from eminence.core.rng import Rng
from eminence.core.view import View


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


class RandomBot(Bot):
    """Any choice, all alike."""

    def choose(self, view: View, ask: Ask) -> Choice:
        return ask.choices[self.rng.below(len(ask))]
