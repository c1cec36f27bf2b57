"""What a device must know to be a companion by itself: the tables of a Box, as small as they can be written."""

from __future__ import annotations

from typing import Any

from eminence.core.companion import Box


def tables(box: Box) -> dict[str, Any]:
    """The tables for `companion_model.js`: a schedule is a row of digits, the receiver's mark by round, distribution
    and owner's mark. Which one is played, no page has: the device draws it."""
    return {
        "assignments": ["".join(map(str, marks)) for marks in box.assignments],
        "schedules": [
            "".join(str(mark) for distributions in schedule for receivers in distributions for mark in receivers)
            for schedule in box.schedules
        ],
        "distributions": len(box.schedules[0][0]),
        "roles": list(box.roles),
        "weights": list(box.weights),
        "course": [[stop.round, stop.scan] for stop in box.course],
    }
