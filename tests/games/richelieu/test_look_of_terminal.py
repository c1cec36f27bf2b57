"""How Richelieu looks in a terminal: the rows with their ends lit, and nothing shown that the view does not know."""

from tests.games.richelieu.tables import GAME, position
from tests.games.terminals import picture

OPENING = GAME.new(secret=b"for the look")


def test_the_opening_shows_all_cards_with_the_ends_lit_and_more_of_each_where_there_is_room() -> None:
    lines, wide, wider = (picture(OPENING, 0, width) for width in (80, 120, 160))
    for row, line in enumerate(lines[2:13:3], start=1):
        assert line.startswith(f"{row}L ┃")
        assert line.rstrip().endswith(f"┃ {row}R")
        assert line.count("│") == 20
    assert "\n".join(lines[:13]).count("●") == 8
    assert "BOU 10" in "\n".join(wide)
    assert "│Bourgogne│" not in "\n".join(wide)
    assert "╭Bourgogne╮" in "\n".join(wider)


def test_what_others_have_taken_covered_stays_covered() -> None:
    match = position({"1.3": "BOUs BREs"}, held={1: "sword"})
    assert "discs: " in "\n".join(picture(match, 1, 80))
    queen = "\n".join(picture(match, 0, 80)).split("The Queen")[1].splitlines()[1]
    assert "discs ●" in queen
    assert "discs: " not in queen
