"""The table of every game in the browser: what may be chosen is a button, what may not says why."""

from pathlib import Path

from eminence.core.game import Game
from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES
from eminence.server import drawing
from tests.games.elements import Elements, check_drawings
from tests.games.pages import looked_through, whole
from tests.games.playing import curious, every_game

HOSTILE = '<b>"Bold" & co</b>', "</h2><script>alert(1)</script>"


@every_game
def test_every_question_is_drawn_for_everybody_in_every_language(game: Game) -> None:
    looked = looked_through(game)
    met = {ask.step for match in curious(game, "words") for ask in match.asks().values() if ask.seat != DEALER}
    assert looked.steps >= met
    assert looked.pages > 100
    assert looked.asked_why


@every_game
def test_every_drawing_that_is_used_exists_once_and_none_is_there_in_vain(game: Game) -> None:
    check_drawings(Path(str(drawing.look_of(game))), looked_through(game).drawings)


@every_game
def test_html_in_names_is_only_text(game: Game) -> None:
    names = {seat: HOSTILE[seat % 2] for seat in range(max(game.seats))}
    texts = set()
    for number, match in enumerate(curious(game, "hostile")):
        if number % 90 == 0 or match.over:
            for seat in (None, *range(match.seats)):
                html = whole(match, seat, LANGUAGES[number % len(LANGUAGES)], names)
                assert "<script" not in html
                elements = Elements(html)
                assert elements.of("script") == []
                texts |= {name for name in HOSTILE if name in elements.text}
    assert texts == set(HOSTILE)
