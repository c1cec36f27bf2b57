"""What happened since the reader last decided anything, line by line, so that thefts and effects can be followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from eminence.core.event import Event
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam import events
from eminence.games.habemus_papam.components import NONE
from eminence.games.habemus_papam.page_parts import Part

MOST: Final = 12
DRAWINGS: Final[dict[type[Event], str]] = {
    events.SmokeRose: "puff",
    events.Income: "coin",
    events.ActionsRevealed: "back",
    events.TenGold: f"a{box.TEN}",
    events.Stole: "coin",
    events.CardWentBack: "back",
    events.Bribed: f"a{box.BRIBE_CARD}",
    events.DidNotBribe: f"a{box.BRIBE_CARD}",
    events.Swapped: f"a{box.SWAP_CARD}",
    events.DidNotSwap: f"a{box.SWAP_CARD}",
    events.TookCardinal: "cap",
    events.TookCamerlengo: "keys",
    events.FoundNothing: "fist",
    events.Excluded: f"q{box.FELIPE}",
    events.Spared: f"q{box.FELIPE}",
    events.PaidSquadrone: f"q{box.SQUADRONE}",
    events.SquadroneGone: f"q{box.SQUADRONE}",
    events.Died: f"q{box.DEATH}",
    events.NobodyDied: f"q{box.DEATH}",
}
"""The events that are told here, each with its drawing; of those that are missing the table shows enough."""


def drawing_of(event: Event) -> str | None:
    """The drawing of an event that is told here."""
    match event:
        case events.TookPolitics(_, card):
            return "cap" if card >= box.FIRST_LATE_CARD else f"q{card}"
        case events.TookAction(_, card):
            return "cap" if card >= box.ACTIONS else f"a{card}"
    return DRAWINGS.get(type(event))


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
    lines: tuple[Line, ...]


class Happenings(Part):
    """What the reader should see of the last events."""

    def lately(self, happened: Sequence[Event]) -> Lately | None:
        lines: list[Line] = []
        first = 0
        for number, event in enumerate(happened):
            if self.decided(event):
                lines, first = [], number
            drawing = drawing_of(event)
            if drawing is not None and not self.is_own_move(event):
                hurts = self.reader is not None and getattr(event, "victim", NONE) == self.reader
                lines.append(Line(drawing, self.telling.event(event), hurts))
        if not lines or self.view.over:
            return None
        return Lately(f"{self.s.round}-{len(happened) - first}-{len(lines)}", tuple(lines[-MOST:]))

    def is_own_move(self, event: Event) -> bool:
        return isinstance(event, events.Move) and event.seat == self.reader

    def decided(self, event: Event) -> bool:
        """Whether the reader has decided something with this event; for a spectator, whether a round began."""
        if self.reader is None:
            return isinstance(event, events.RoundBegan)
        match event:
            case events.ActionsRevealed(cards):
                return cards[self.reader] != NONE
            case events.BidsRevealed(bids):
                return bids[self.reader] != NONE
        return self.is_own_move(event)
