"""The lossless JSON form of a state, its hash, and the part of it that one seat may know: all from VISIBLE."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from eminence.core.state import DEALER, NOBODY, SEVERAL, SealedStep
from eminence.core.visibility import FLOW, Sees, masked

if TYPE_CHECKING:
    from eminence.core.state import State

Json = Any
"""What `json` reads and writes: None, bool, int, float, str, lists and dicts of these."""


ROWS = (list, tuple)  # a union of them would take twice as long to look at


def fresh(value: Any) -> Json:
    """A copy of a value that shares no list with it, with tuples as lists."""
    if isinstance(value, ROWS):
        return [item if type(item) is int else fresh(item) for item in value]
    return value


def to_json(state: State, visible: Mapping[str, Sees]) -> dict[str, Json]:
    """All of a state as JSON."""
    return {name: fresh(value) for name, value in _fields(state, visible).items()}


def _fields(state: State, visible: Mapping[str, Sees]) -> dict[str, Any]:
    """All of a state, by name: the values themselves, with steps by their names."""
    names = [name for name in (*FLOW, *visible) if name != "steps"]
    return {"steps": [state.book[step].name for step in state.steps], **{name: getattr(state, name) for name in names}}


def known_to(state: State, visible: Mapping[str, Sees], seat: int | None, asked: list[int]) -> dict[str, Json]:
    """The part of a state that a seat, or a spectator (None), may know. Hidden values are None.

    `asked` are the seats that he sees to have an answer to give. "faces" is derived and never saved: by seat, what
    everybody sees of the answers sealed so far.
    """
    form: dict[str, Json] = {
        "steps": [state.book[step].name for step in state.steps],
        "asked": asked,
        "sealed": fresh(masked(state.sealed, FLOW["sealed"], seat)),
    }
    for name, sees in visible.items():
        knowing = getattr(state, sees.seats) if sees.seats else None
        form[name] = fresh(masked(getattr(state, name), sees, seat, knowing))
    form["faces"] = faces(state)
    return form


def faces(state: State) -> list[int]:
    """What everybody sees of sealed answers, by seat: 0 for whoever is still at it. Empty when none are awaited."""
    if state.asked != SEVERAL:
        return []
    step = state.step()
    return [0 if state.is_asked(seat) else int(step.face(state, seat)) for seat in range(state.seats)]


def fill(state: State, form: Mapping[str, Json], visible: Mapping[str, Sees]) -> None:
    """Set the fields of a state from JSON, of the whole or of what somebody knows: what is None there (hidden) stays as
    it is in the given state."""
    numbers = {step.name: number for number, step in enumerate(state.book)}
    state.steps = [numbers[name] for name in form["steps"]]
    if isinstance(form["asked"], list):
        state.asked, state.waiting = _flow(state, form["asked"])
    else:
        state.asked, state.waiting = form["asked"], form["waiting"]
    state.sealed = tuple(tuple(answers or ()) for answers in form["sealed"])
    for name in visible:
        value = form[name]
        if value is None:
            continue
        if isinstance(value, list) and None in value:
            blank = getattr(state, name)
            value = [blank[i] if item is None else item for i, item in enumerate(value)]
        setattr(state, name, fresh(value))


def _flow(state: State, asked: list[int]) -> tuple[int, int]:
    """What a state has for the seats that are asked: `asked` and `waiting`."""
    if not state.steps:
        return NOBODY, 0
    if isinstance(state.step(), SealedStep):
        return SEVERAL, sum(1 << seat for seat in asked)
    return (asked[0] if asked else DEALER), 0


def hash_of(state: State, visible: Mapping[str, Sees]) -> str:
    """The SHA-256 of a state's JSON form, as hex. It covers hidden things: it is never shown while a match runs."""
    return hash_of_json(_fields(state, visible))  # which is written, not kept: nothing has to be copied


def hash_of_json(form: Mapping[str, Json]) -> str:
    """The hash of the state that has this JSON form."""
    text = json.dumps(form, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
