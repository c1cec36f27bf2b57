"""Whether the draws of a finished match can be checked, by people and by programs."""

from __future__ import annotations

import html
import json
import re

from eminence.core import matchfile
from eminence.core.state import DEALER
from eminence.games import game
from eminence.server import drawing
from tests.server.driving import Table


def check_draws(over: Table, language: str, steps: set[str]) -> None:
    """File, page and API agree, all of it holds, and every draw is listed; among them those of these steps."""
    with over.person(1, language) as person, over.program(1) as program:
        text = person.get(f"{over.path}/match.json").text
        shown = person.get(f"{over.path}/fair").text
        assert text == program.get("match").text
        assert program.http.post("/api/verify", json=json.loads(text)).json()["holds"] is True
        assert drawing.texts(language)("verdict.holds") in html.unescape(person.post("/verify", file=text).text)
    match = matchfile.loads(text, game)
    drawn = [entry.choice for entry in match.entries if entry.seat == DEALER]
    listed = re.findall(rf"<code[^>]*>eminence 1/{match.game.id}/(\d+)/(\w+)</code> ([\w -]+)</p>", shown)
    assert [choice for _, _, choice in listed] == drawn
    assert [int(number) for number, _, _ in listed] == list(range(len(drawn)))
    assert {step for _, step, _ in listed} >= steps
    assert drawing.texts(language)("fair.holds") in html.unescape(shown)
