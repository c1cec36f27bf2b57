"""The pictures of games in a terminal, as tests read them."""

import io

from rich.console import Console

from eminence.cli import sitting
from eminence.core.match import Match
from eminence.core.texts.telling import telling


def picture(
    match: Match, seat: int | None, width: int = 110, language: str = "en", low: bool = False, encoding: str = "utf-8"
) -> list[str]:
    """The lines of a picture, as somebody sees it."""
    told = telling(match.game, language, seat)
    ask = match.asks().get(seat) if seat is not None else None
    paper = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=paper, width=width, color_system=None, legacy_windows=False)
    with console.capture() as capture:
        console.print(sitting.picture(match, match.view(seat), ask, told, low))
    return capture.get().splitlines()


def text(match: Match, seat: int | None, width: int = 110, language: str = "en", low: bool = False) -> str:
    """The same as one line, however it was broken."""
    return " ".join(" ".join(picture(match, seat, width, language, low)).split())
