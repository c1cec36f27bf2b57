"""The table of every game in the browser: what may be chosen is a button, what may not says why."""

import re
from xml.etree import ElementTree as ET

import pytest

import eminence
from eminence.core.game import Game
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import telling
from eminence.server.pages import rendering, rules
from tests.games.elements import Elements
from tests.games.pages import looked_through, whole
from tests.games.playing import curious, every_game, steps_that_ask

DRAWN = [game for game in eminence.all_games() if game.page is not None]
"""Those that draw their tables."""
HOSTILE = '<b>"Bold" & co</b>', "</h2><script>alert(1)</script>"


@every_game
def test_every_question_is_drawn_for_everybody_in_every_language(game: Game) -> None:
    looked = looked_through(game)
    assert looked.steps >= steps_that_ask(game, "pages")
    assert looked.pages > 100
    assert looked.asked_why or game.page is None, "where everything on the table is text, nothing is tapped"


@every_game
def test_what_others_have_just_done_is_marked_until_ones_next_answer(game: Game) -> None:
    marked = looked_through(game).marked
    assert marked[False] > 20
    assert marked[True] > 20 or game.page is None, "text has nothing that could be marked"


@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.id)
def test_every_drawing_that_is_used_exists_once_and_none_is_there_in_vain(game: Game) -> None:
    """Used on a page of its table or its rules, by the styles, or by another drawing."""
    sheet = rendering.look_of(game) / "table.css"
    drawings, styles = str(rendering.drawings(game)), sheet.read_text(encoding="utf-8") if sheet.is_file() else ""
    pictures = "".join(part.body for part in rules.paragraphs(game, "en"))
    elements = list(ET.fromstring(drawings or "<svg/>").iter())
    ids = [element.attrib["id"] for element in elements if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert len({name.partition("-")[0] for name in ids}) <= 1, "all begin alike"
    used = {element.attrib["href"][1:] for element in elements if "href" in element.attrib}
    used |= {str(one["href"])[1:] for one in Elements(pictures).of("use")}
    used |= looked_through(game).drawings | set(re.findall(r"url\(#([\w-]+)\)", styles + drawings))
    assert used <= set(ids)
    assert set(ids) <= used, f"drawn for nobody: {set(ids) - used}"
    assert not any("style" in element.attrib for element in elements)
    assert len(drawings.encode()) < 25_000, "so large all drawings of a game may be"


@every_game
def test_everything_on_the_table_has_a_sheet_and_no_sheet_is_there_in_vain(game: Game) -> None:
    for language in LANGUAGES:
        sheets = telling(game, language, None).sheets()
        keys = [sheet.key for sheet in sheets]
        assert len(set(keys)) == len(keys)
        assert set(keys) == (looked_through(game).things if game.page else set(keys))
        assert all(sheet.name and sheet.text.endswith(".") for sheet in sheets)


@every_game
def test_html_in_names_is_only_text(game: Game) -> None:
    names = {seat: HOSTILE[seat % 2] for seat in range(max(game.seats))}
    texts = set[str]()
    for number, match in enumerate(curious(game, "hostile")):
        if number % 90 == 0 or match.over:
            for seat in (None, *range(match.seats)):
                html = whole(match, seat, LANGUAGES[number % len(LANGUAGES)], names)
                assert "<script" not in html
                if missing := set(HOSTILE) - texts:
                    text = Elements(html).text
                    texts |= {name for name in missing if name in text}
    assert texts == set(HOSTILE)
