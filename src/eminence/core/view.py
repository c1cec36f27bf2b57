"""The View: what one seat, or a spectator, may know. The only thing that leaves the engine towards people and bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eminence.core.errors import UnknownName
from eminence.core.state import SPECTATOR


@dataclass(frozen=True, slots=True)
class View:
    """What `seat` may know of a match at one moment; `seat` is None for a spectator.

    It is plain data, made of copies: nothing in it leads to the state behind it.
    """

    game: str
    rules: int
    seats: int
    options: Mapping[str, Any]
    seat: int | None
    fields: Mapping[str, Any]
    """The fields of the state by name; what is hidden from this seat is None."""
    uncovered: bool = False
    """Whether nothing is hidden in it: a match that is over is shown again."""

    def __getitem__(self, field: str) -> Any:
        try:
            return self.fields[field]
        except KeyError:
            raise UnknownName(f"a view of {self.game}", field, self.fields) from None

    @property
    def asked(self) -> list[int]:
        """The seats that have an answer to give: who still ponders is public, as at a table. (So says the field.)"""
        return list(self.fields["asked"])

    @property
    def observer(self) -> int:
        """Whose view it is as a number, as Worlds take it: the seat, or SPECTATOR."""
        return SPECTATOR if self.seat is None else self.seat

    @property
    def step(self) -> str:
        """The step in force, whoever is asked; nothing once the game is over."""
        return str(self.fields["steps"][-1]) if self.fields["steps"] else ""

    def shows(self, field: str, seat: int | None = None) -> bool:
        """Whether a field, or a seat's item of it, is shown rather than hidden."""
        value = self[field]
        return value is not None and (seat is None or value[seat] is not None)

    def face(self, seat: int) -> int:
        """What everybody sees of the answer that a seat has sealed, as `Step.face` says; 0 where there is nothing."""
        return int(self.fields["faces"][seat]) if self.fields["faces"] else 0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.fields["steps"]

    def to_json(self) -> dict[str, Any]:
        """The view as JSON, as it goes over the wire."""
        return {
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "options": dict(self.options),
            "seat": self.seat,
            "fields": dict(self.fields),
        }
