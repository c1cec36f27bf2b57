"""What games tell people: whether a text is one for them; questions, reasons, and a whole match told to its count."""

import re

from eminence.core.ask import Ask
from eminence.core.match import Match
from eminence.core.texts.telling import Telling
from eminence.core.view import View
from tests.laws.printed import misprints


def sensible(text: str | None) -> bool:
    """Whether a text is one for people: a sentence or a label, no key, no field left open."""
    if not text or text != text.strip():
        return False
    return not re.search(r"[{}]|None|  |\.\.|\b[a-z]+\.[a-z_]+\.[a-z_]+", text)


def well_printed(told: Telling, texts: list[str]) -> bool:
    """Whether what was put together of texts has the spaces and apostrophes of its language."""
    return not [fault for text in texts for fault in misprints(text, told.texts.language)]


def check_asked(told: Telling, view: View, ask: Ask) -> None:
    """A question and its answers: each a text for people, and no two answers the same."""
    prompt, labels = told.prompt(view, ask), [told.label(view, choice) for choice in ask]
    assert sensible(prompt), (ask.step, prompt)
    assert all(map(sensible, labels)), (ask.step, labels)
    assert well_printed(told, [prompt, *labels]), (prompt, labels)
    assert all(label[0].isupper() or label in ask.texts for label in labels), (ask.step, labels)
    assert len(set(labels)) == len(labels), (ask.step, labels)


def check_told(told: Telling, match: Match) -> None:
    """All that happened in a match, its end and its count, as its reader is told."""
    story = told.story(match.story(told.reader))
    assert all(map(sensible, story)), [line for line in story if not sensible(line)]
    assert all(line[0].isupper() and line[-1] == "." for line in story)
    assert well_printed(told, story), [line for line in story if not well_printed(told, [line])]
    tie = told.tie(match.view(None), match.scores)
    said = [told.end(match.reason)] + ([tie] if tie is not None else [])
    for line in match.count():
        said += [told.subject(line), told.part(line), *map(told.tally, line.tallies)]
    assert all(map(sensible, said)), said
    assert well_printed(told, said), said
