"""The Antechamber as the rest of the house meets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from eminence.core.event import Event
from eminence.core.game import CountLine, Game, Tally
from eminence.core.reading import Reading, set_of
from eminence.core.state import State, Worlds
from eminence.core.view import View
from eminence.core.visibility import Sees

from .rules import DOORS, EVENTS, LISTENED, NONE, TEXTS, VISIBLE, CourtState, CourtWorlds, start
from .telling import Telling


class Antechamber(Game):
    """Five favours, five voices each, and doors to listen at."""

    id: ClassVar[str] = "antechamber"
    title: ClassVar[str] = "The Antechamber"
    rules: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    visible: ClassVar[Mapping[str, Sees]] = VISIBLE
    events: ClassVar[tuple[type[Event], ...]] = EVENTS
    codes: ClassVar[int] = len(TEXTS)
    readings: ClassVar[Mapping[str, Reading]] = {"heard": set_of(LISTENED)}

    def start(self, seats: int, options: Mapping[str, Any]) -> State:
        return start(seats)

    def text(self, code: int) -> str:
        return TEXTS[code]

    def worlds(self, view: View) -> Worlds:
        known = self.from_view(view)
        assert isinstance(known, CourtState)
        return CourtWorlds(known, view.observer)

    def count(self, state: State) -> list[CountLine]:
        return [CountLine("all", "favours", tuple(Tally(int(points), "granted") for points in state.scores()))]

    def reason(self, state: State) -> str:
        return "all_granted"

    def components(self, state: State) -> Mapping[str, Sequence[int]]:
        assert isinstance(state, CourtState)
        voices = [voice for row in state.voices for voice in row if voice != NONE]
        favours = sum(state.favours) + state.favour + sum(state.points)
        return {"voices": sorted([*state.deck, *state.spoken, *voices]), "favours": [favours]}

    @property
    def telling(self) -> type[Telling]:
        return Telling

    def describe(self, view: View) -> str:
        known = None if view.seat is None else view["known"][view.seat]
        lines = [f"favour: {view['favour'] or 'none'}; to come: {_listed(view['favours'])}"]
        for seat, row in enumerate(view["shut"]):
            own = view["voices"][seat]
            doors = []
            for door, shut in enumerate(row):
                voice = own[door] if own else known[seat * DOORS + door] if known else NONE
                doors.append("-" if not shut else str(voice) if voice else "?")
            lines.append(f"seat {seat}: {view['points'][seat]} points; doors: {' '.join(doors)}")
        return "\n".join([*lines, f"voices that have spoken: {_listed(view['spoken'])}"])


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers)) or "none"
