"""New game as the rest of the house meets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from eminence.core.event import Event
from eminence.core.game import CountLine, Game, Tally
from eminence.core.state import State, Worlds
from eminence.core.texts.simple import SimpleTelling
from eminence.core.view import View
from eminence.core.visibility import Sees

from .rules import EVENTS, NONE, TEXTS, VISIBLE, GameState, GameWorlds, start


class NewGame(Game):
    """Everyone holds a card that nobody else sees, and may exchange it three times. The highest card wins."""

    id: ClassVar[str] = "new_game"
    title: ClassVar[str] = "New game"
    rules: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    visible: ClassVar[Mapping[str, Sees]] = VISIBLE
    events: ClassVar[tuple[type[Event], ...]] = EVENTS
    codes: ClassVar[int] = len(TEXTS)

    def start(self, seats: int, options: Mapping[str, Any]) -> State:
        return start(seats)

    def text(self, code: int) -> str:
        return TEXTS[code]

    def worlds(self, view: View) -> Worlds:
        known = self.from_view(view)
        assert isinstance(known, GameState)
        return GameWorlds(known, view.observer)

    def count(self, state: State) -> list[CountLine]:
        return [CountLine("all", "card", tuple(Tally(int(points), "worth") for points in state.scores()))]

    def reason(self, state: State) -> str:
        return "all_had_their_turn"

    def components(self, state: State) -> Mapping[str, Sequence[int]]:
        assert isinstance(state, GameState)
        cards = [*state.deck, *state.aside, *state.hand, *state.shown]
        return {"cards": sorted(card for card in cards if card != NONE)}

    @property
    def telling(self) -> type[SimpleTelling]:
        return SimpleTelling

    def describe(self, view: View) -> str:
        lines = []
        for seat, (hand, shown) in enumerate(zip(view["hand"], view["shown"], strict=True)):
            card = shown or hand  # of what only its owner sees, everybody else has None
            lines.append(f"seat {seat}: {'covered' if card is None else card or 'no card'}")
        return "\n".join([*lines, f"laid aside: {', '.join(map(str, view['aside'])) or 'nothing'}"])
