"""How Caesar & Cleopatra looks in a terminal: aligned at every width, and nothing shown that the view does not know."""

import io
from functools import cache

import pytest
from rich.cells import cell_len
from rich.console import Console

import eminence
from eminence.bots import bot
from eminence.core.texts import LANGUAGES
from eminence.core.texts.telling import telling
from eminence.games.caesar_cleopatra import terminal


def drawn(
    match: eminence.Match,
    seat: int | None,
    width: int,
    language: str = "en",
    low: bool = False,
    encoding: str = "utf-8",
) -> list[str]:
    told = telling(match.game, language, seat)
    ask = match.asks().get(seat) if seat is not None else None
    paper = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=paper, width=width, color_system=None, legacy_windows=False)
    with console.capture() as capture:
        console.print(terminal.draw(match.view(seat), ask, told, low))
    return capture.get().splitlines()


@cache
def position(answers: int, seed: str = "look") -> eminence.Match:
    """A match some answers on, until seat 0 is asked. It is only looked at."""
    match = eminence.game("caesar_cleopatra").new(2, secret=seed.encode())
    players = [bot("random", f"{seed}{seat}") for seat in range(2)]
    while not match.over:
        seat, ask = next(iter(match.asks().items()))
        if answers <= 0 and seat == 0:
            break
        match.choose(seat, players[seat].choose(match.view(seat), ask))
        answers -= 1
    return match


@pytest.mark.parametrize("width", [70, 77, 80, 120])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wider_than_the_terminal(width: int, language: str) -> None:
    for answers in (0, 14, 30, 90, 9999):
        for low in (False, True):
            for seat in (0, 1, None):
                assert max(map(cell_len, drawn(position(answers), seat, width, language, low))) <= width


def test_both_sides_are_aligned_around_the_groups() -> None:
    for answers in (0, 30, 60, 90):
        lines = drawn(position(answers), 0, 80, low=True)
        rows = lines[1:6]
        assert [row[24:27] for row in rows] == ["SEN", "PRA", "QUA", "CEN", "AED"]


def test_covered_cards_are_shown_to_their_owner_only() -> None:
    for answers in (40, 60, 90, 120):
        match = position(answers)
        for seat in (0, 1):
            hidden = sum(match.view(None)["lying"][5 * (1 - seat) : 5 * (2 - seat)])
            assert "\n".join(drawn(match, seat, 80, low=True)).count("[?]") == hidden
        assert "\n".join(drawn(match, None, 80, low=True)).count("[?]") == sum(match.view(None)["lying"])


def test_the_other_hand_is_shown_by_its_backs() -> None:
    text = "\n".join(drawn(position(60), 0, 80))
    assert text.count("hand: ") == 2
    assert text.split("Caesar  hand: ")[1].split()[1] == "influence,"


def test_what_is_chosen_for_the_opening_already_lies_there() -> None:
    match = eminence.game("caesar_cleopatra").new(2, {"action_pile": "shuffled"}, secret=b"opening")
    for text in ("lay 4", "lay 2"):
        match.choose(0, text)
    own, other = ("\n".join(drawn(match, seat, 80)) for seat in (0, 1))
    assert "[4]   4 SEN" in own
    assert "hand: 1 1 2 3 3 4 5 5" in own
    assert "[4]   4 SEN" not in other
    assert "[?]" not in other.split("covered")[0]


def test_the_pile_put_in_order_so_far_is_shown_to_its_owner() -> None:
    match = eminence.game("caesar_cleopatra").new(2, secret=b"order")
    for text in ("next veto", "next coup"):
        match.choose(0, text)
    assert "pile so far, from the top: Veto, Coup" in "\n".join(drawn(match, 0, 80))
    assert "from the top" not in "\n".join(drawn(match, 1, 80))
    assert "from the top" not in "\n".join(drawn(match, None, 80))


def test_letters_stand_in_where_the_terminal_cannot_draw() -> None:
    for answers in (0, 60, 9999):
        lines = drawn(position(answers), 0, 80, encoding="ascii")
        assert "\n".join(lines).isascii()


def test_a_low_screen_gets_few_lines() -> None:
    for answers in (0, 30, 90):
        assert len(drawn(position(answers), 0, 80, low=True)) <= 12
