"""How Richelieu looks in a terminal: aligned at every width, and nothing shown that the view does not know."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

import eminence
from eminence.bots import bot
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import telling
from eminence.games.richelieu import terminal


def drawn(match: eminence.Match, seat: int | None, width: int, language: str = "en", low: bool = False) -> list[str]:
    told = telling(match.game, language, seat)
    ask = match.asks().get(seat) if seat is not None else None
    paper = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    console = Console(file=paper, width=width, color_system=None, legacy_windows=False)
    with console.capture() as capture:
        console.print(terminal.draw(match.view(seat), ask, told, low))
    return capture.get().splitlines()


def position(answers: int, seats: int = 2) -> eminence.Match:
    """A match some answers on, until seat 0 is asked."""
    match = eminence.game("richelieu").new(seats, secret=b"for the look")
    players = [bot("random", seat) for seat in range(seats)]
    while not match.over:
        seat, ask = next(iter(match.asks().items()))
        if answers <= 0 and seat == 0:
            break
        match.choose(seat, players[seat].choose(match.view(seat), ask))
        answers -= 1
    return match


@pytest.mark.parametrize("width", [77, 80, 100, 120, 160])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wider_than_the_terminal(width: int, language: str) -> None:
    for answers, seats in ((0, 2), (25, 3), (60, 4), (999, 2)):
        for low in (False, True):
            lines = drawn(position(answers, seats), 0, width, language, low)
            assert max(map(cell_len, lines)) <= width


def test_the_opening_shows_all_cards_with_the_ends_lit() -> None:
    lines = drawn(position(0), 0, 80)
    middles = lines[2:13:3]
    for row, line in enumerate(middles, start=1):
        assert line.startswith(f"{row}L ┃")
        assert line.rstrip().endswith(f"┃ {row}R")
        assert line.count("│") == 20
    assert "\n".join(lines[:13]).count("●") == 8


def test_wider_terminals_say_more_of_each_card() -> None:
    assert "BOU 10" in "\n".join(drawn(position(0), 0, 120))
    assert "│Bourgogne│" not in "\n".join(drawn(position(0), 0, 120))
    assert "╭Bourgogne╮" in "\n".join(drawn(position(0), 0, 160))


def test_what_others_have_taken_covered_stays_covered() -> None:
    match = position(0)
    players = [bot("random", 7), bot("random", 8)]
    while not match.view(None)["disc_count"][1]:
        seat, ask = next(iter(match.asks().items()))
        match.choose(seat, players[seat].choose(match.view(seat), ask))
    own, other = "\n".join(drawn(match, 1, 80)), "\n".join(drawn(match, 0, 80))
    assert "discs: " in own
    queen = other.split("The Queen")[1].splitlines()[1]
    assert "discs ●" in queen
    assert "discs: " not in queen
