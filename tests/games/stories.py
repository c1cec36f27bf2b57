"""What games tell people: whether a text is one for them, and a whole match told from its first event to its count."""

from __future__ import annotations

import re

from eminence.core.match import Match
from eminence.core.texts.telling import Telling


def sensible(text: str | None) -> bool:
    """Whether a text is one for people: a sentence or a label, no key, no field left open."""
    if not text or text != text.strip():
        return False
    return not re.search(r"[{}]|None|  |\.\.|\b[a-z]+\.[a-z_]+\.[a-z_]+", text)


def check_told(told: Telling, match: Match) -> None:
    """All that happened in a match, its end and its count, as its reader is told."""
    story = told.story(match.story(told.reader))
    assert all(map(sensible, story)), [line for line in story if not sensible(line)]
    assert all(line[0].isupper() and line[-1] == "." for line in story)
    assert sensible(told.end(match.reason))
    for line in match.count():
        assert sensible(told.subject(line))
        assert sensible(told.part(line))
        assert all(sensible(told.tally(tally)) for tally in line.tallies)
