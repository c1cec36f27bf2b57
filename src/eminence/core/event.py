"""Events: what happened, as typed records. What each seat may know of one follows from the VISIBLE table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from inspect import get_annotations
from typing import Any, ClassVar, TypeVar, dataclass_transform

from eminence.core.visibility import Sees, knows, nobody


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True, slots=True)
class Event:
    """What happened, once. Each kind is a class with its fields: it becomes a frozen dataclass by itself.

    `LIES_IN` names, for each field that tells of a covered thing, the field of the state where that thing now lies:
    who sees it there may know it here, `seat` being the owner; of what a set of seats knows, the event has the set.
    `REVEALS` says who learns something hidden from it: nobody, its owner alone (`seat`), the seats in a set of its
    own, or everyone. What led to something that anybody learned cannot be taken back.
    """

    LIES_IN: ClassVar[Mapping[str, str]] = {}
    REVEALS: ClassVar[Sees] = nobody

    def __init_subclass__(cls) -> None:
        if "event" in get_annotations(cls):
            raise TypeError(f"{cls.__name__} cannot have a field 'event': in JSON that is the kind of event")
        dataclass(frozen=True)(cls)

    @property
    def name(self) -> str:
        """The kind of event, as the texts know it."""
        return type(self).__name__

    @property
    def is_new(self) -> bool:
        """Whether anybody learns something hidden from it."""
        return self.REVEALS is not nobody

    def is_new_to(self, seat: int | None) -> bool:
        """Whether a seat, or a spectator (None), learns something hidden from it."""
        return _may_know(self, self.REVEALS, seat)

    def to_json(self) -> dict[str, Any]:
        """The event as JSON, as it goes over the wire."""
        return {"event": self.name} | {field.name: getattr(self, field.name) for field in fields(self)}


E = TypeVar("E", bound=Event)


def as_known_to(event: E, visible: Mapping[str, Sees], seat: int | None) -> E:
    """The event as a seat, or a spectator (None), may know it: what it may not know is None."""
    hidden: dict[str, None] = {}
    for field, place in event.LIES_IN.items():
        if not _may_know(event, visible[place], seat):
            hidden[field] = None
    return replace(event, **hidden) if hidden else event


def _may_know(event: Event, sees: Sees, seat: int | None) -> bool:
    """Whether a seat, or a spectator (None), is among those who see something that an event tells of."""
    if sees.seats:
        return knows(getattr(event, sees.seats), seat)
    return sees is not nobody and (not sees.by_seat or getattr(event, "seat") == seat)  # noqa: B009


def from_json(data: Mapping[str, Any], kinds: Iterable[type[Event]]) -> Event:
    """The event that `to_json` described, of one of these kinds."""
    given = {name: as_tuples(value) for name, value in data.items() if name != "event"}
    for kind in kinds:
        if kind.__name__ == data["event"]:
            return kind(**given)
    raise LookupError(f"there is no event {data['event']!r}")


def as_tuples(value: Any) -> Any:
    """Lists as tuples, as events have them."""
    return tuple(as_tuples(item) for item in value) if isinstance(value, list) else value
