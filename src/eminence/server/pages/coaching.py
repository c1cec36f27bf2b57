"""What the coach of a lesson says at its table.

The coach knows what stands in the lesson and what the learner is asked, and nothing else: see `core.lesson`.
"""

from __future__ import annotations

import json
from typing import Any

from eminence.core import lesson
from eminence.core.ask import Ask
from eminence.core.lesson import Going, Lesson, Part
from eminence.core.texts import Texts
from eminence.server.storage.rooms import Room


def taught_to(room: Room, reader: int | None) -> tuple[Lesson, str, Part] | None:
    """The lesson, the role and the part that are taught to a reader; nothing to all others, and where the lesson is
    another one by now."""
    script = lesson.lesson_of(room.game) if room.lesson else None
    role, _, name = room.lesson.partition(".")
    if script is None or reader is None or script.roles.get(role) != reader:
        return None
    part = next((part for part in script.taught if part.name == name), None)
    return None if part is None else (script, role, part)


def coach(room: Room, ask: Ask | None, going: Going, texts: Texts, t: Texts) -> dict[str, Any] | None:
    """What the coach says to whoever is asked that, by the texts of the game and of the pages."""
    found = taught_to(room, None if ask is None else ask.seat)
    if found is None or ask is None:
        return None
    script, role, part = found
    key = f"lesson.{role}.{part.name}"
    begun = going.answered(ask.seat) > 0
    line = going.next(ask.seat)
    there = line is not None and (line.step == ask.step or going.begun(ask.seat))
    written = line is not None and there and line.choices[0] in ask.texts
    choices = line.choices if line is not None and written else ()
    over = begun and ask.step in part.until
    following = script.after(part.name)
    number = script.taught.index(part) + 1
    return {
        "part": t("coach.part", title=texts(f"{key}.title"), number=number, of=len(script.taught)),
        "first": texts(f"{key}.after") if over else "" if begun else texts(f"{key}.before"),
        "over": over,
        "lines": lesson.advice(texts, role, part.name, ask.step, as_written=written),
        "choices": json.dumps(choices) if choices else "",
        "advised": choices[0] if choices else "",
        "role": role,
        "next": None
        if following is None
        else {
            "part": following.name,
            "label": t("coach.next", title=texts(f"lesson.{role}.{following.name}.title")),
        },
    }
