"""What happened since the reader last decided anything, line by line, so that thefts and effects can be followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from eminence.core.event import Event
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.components import (
    ACTIONS,
    DEATH,
    FELIPE,
    FIRST_LATE_CARD,
    NONE,
    SQUADRONE,
    TEN,
)
from eminence.games.habemus_papam.page_parts import Part

MOST: Final = 12
OWN_MOVES: Final = (
    events.TookCardinal,
    events.TookPolitics,
    events.TookAction,
    events.TookCamerlengo,
    events.Bribed,
    events.Swapped,
    events.DidNotSwap,
    events.Excluded,
    events.Spared,
    events.DroppedOrder,
)
"""What a player does of his own accord, by himself."""
DRAWINGS: Final[dict[type[Event], str]] = {
    events.Income: "coin",
    events.TenGold: f"a{TEN}",
    events.Stole: "coin",
    events.CardWentBack: "back",
    events.Bribed: "a4",
    events.Swapped: "a5",
    events.DidNotSwap: "a5",
    events.TookCamerlengo: "keys",
    events.FoundNothing: "fist",
    events.Excluded: f"q{FELIPE}",
    events.Spared: f"q{FELIPE}",
    events.PaidSquadrone: f"q{SQUADRONE}",
    events.SquadroneGone: f"q{SQUADRONE}",
    events.Died: f"q{DEATH}",
    events.NobodyDied: f"q{DEATH}",
}
"""The events that are told here, each with its drawing; of those that are missing the table shows enough."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something that happened: a drawing, a sentence, and whether it was done to the reader."""

    drawing: str
    text: str
    hurts: bool


@dataclass(frozen=True, slots=True)
class Lately:
    """All of it. The key changes with what is told, so that the lines come one by one only once."""

    key: str
    title: str
    lines: tuple[Line, ...]


class Happenings(Part):
    """What the reader should see of the last events."""

    def lately(self, happened: Sequence[Event]) -> Lately | None:
        lines: list[Line] = []
        first = 0
        for number, event in enumerate(happened):
            if self.decided(event):
                lines, first = [], number
            line = self.line(event)
            if line is not None and not (isinstance(event, OWN_MOVES) and self.mine(event)):
                lines.append(line)
        if not lines or self.view.over:
            return None
        key = f"{self.view['round']}-{len(happened) - first}-{len(lines)}"
        return Lately(key, self.texts("page.lately"), tuple(lines[-MOST:]))

    def mine(self, event: Event) -> bool:
        return getattr(event, "seat", NONE) == self.reader

    def decided(self, event: Event) -> bool:
        """Whether the reader has decided something with this event; for a spectator, whether a round began."""
        if self.reader is None:
            return isinstance(event, events.RoundBegan)
        match event:
            case events.ActionsRevealed(cards):
                return cards[self.reader] != NONE
            case events.BidsRevealed(bids):
                return bids[self.reader] != NONE
        return isinstance(event, OWN_MOVES) and self.mine(event)

    def line(self, event: Event) -> Line | None:
        drawing = self.drawing(event)
        if drawing is None:
            return None
        hurts = self.reader is not None and getattr(event, "victim", NONE) == self.reader
        return Line(drawing, self.telling.event(event), hurts)

    def drawing(self, event: Event) -> str | None:
        match event:
            case events.SmokeRose():
                return "puff"
            case events.TookCardinal():
                return "cap"
            case events.TookPolitics(_, card):
                return "cap" if card >= FIRST_LATE_CARD else f"q{card}"
            case events.TookAction(_, card):
                return "cap" if card >= ACTIONS else f"a{card}"
            case events.ActionsRevealed() if not any(card != NONE for card in event.cards):
                return None
            case events.ActionsRevealed():
                return "back"
        return DRAWINGS.get(type(event))
