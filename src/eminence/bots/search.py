"""The searching bot (being written)."""

from __future__ import annotations

from eminence.bots.bot import Bot
from eminence.core.ask import Ask, Choice
from eminence.core.view import View


class SearchBot(Bot):
    """Information-set Monte-Carlo tree search within a budget of iterations or of time."""

    def __init__(
        self, name: str = "search", seed: int | str = 0, *, iterations: int | None = None, milliseconds: int | None = None
    ) -> None:
        super().__init__(name, seed)
        self.iterations = iterations
        self.milliseconds = milliseconds

    def choose(self, view: View, ask: Ask) -> Choice:
        raise NotImplementedError
