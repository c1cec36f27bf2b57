"""Bots against bots: whole games without a match around them, many of them, reproducible from a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eminence.bots.bot import Bot
from eminence.bots.playout import draw, first_waiting
from eminence.core.game import Game
from eminence.core.rng import Rng
from eminence.core.state import DEALER, NOBODY, SEVERAL


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game between bots ended."""

    scores: list[int]
    winners: list[int]
    reason: str
    decisions: int

    def share(self, seat: int) -> float:
        """The seat's share of the win: 1, 0, or a part of it when it was shared."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def play(game: Game, bots: Sequence[Bot], deal: int | str, options: Mapping[str, Any] | None = None) -> Outcome:
    """One game; `bots[seat]` plays that seat. The same deal and the same bots' seeds give the same game."""
    options = game.checked_options(options)
    state = game.start(game.checked_seats(len(bots)), options)
    dealer = Rng(f"deal {deal}")
    decisions = 0
    while state.asked != NOBODY:
        if state.asked == DEALER:
            state.answer(DEALER, draw(state, dealer))
            continue
        seat = int(first_waiting(state) if state.asked == SEVERAL else state.asked)
        choice = bots[seat].choose(game.view(state, options, seat), game.ask(state, seat))
        state.answer(seat, choice.code)
        decisions += 1
    return Outcome([int(n) for n in state.scores()], [int(n) for n in state.winners()], game.reason(state), decisions)
