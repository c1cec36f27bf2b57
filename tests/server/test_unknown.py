"""A text that is no choice of the game at all: its rule is told, where there is one, in the reader's language."""

from __future__ import annotations

import html

from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import telling
from eminence.games import game
from tests.server.driving import Server
from tests.server.refusing import asked, page, piece, told


def test_a_bid_of_four_gems_says_how_many_there_may_be(server: Server) -> None:
    table = server.room(3, of="habemus_papam", secret=b"four gems")
    before = table.rows()
    answer = {"ask": asked(table), "choice": "bid DDDD"}
    for language in LANGUAGES:
        rule = telling(game("habemus_papam"), language, 0).why_unknown("bid DDDD")
        assert rule
        with table.person(0, language) as person, table.program(0, language) as program:
            shown = person.post(f"{table.path}/answer", **answer)
            page(shown, "bad_choice", language)
            assert rule in html.unescape(shown.text)
            line = person.post(f"{table.path}/answer", "scene", **answer)
            piece(line, "bad_choice", language)
            assert line.text.endswith(rule)
            assert told(program.post("answers", **answer), "bad_choice", language)["message"].endswith(rule)
    assert table.rows() == before


def test_without_a_rule_nothing_is_added(server: Server) -> None:
    table = server.room(2, of="richelieu", secret=b"no rule")
    with table.program(0) as program:
        problem = told(program.post("answers", ask=asked(table), choice="bid DDDD"), "bad_choice")
    assert problem["message"] == "There is no such choice in this game."
