"""How every game looks in a terminal: within its width, in letters where it cannot draw, in few lines where it is low."""

from __future__ import annotations

from itertools import cycle

from rich.cells import cell_len

from eminence.cli.terminal import OWN_LETTERS
from eminence.core.game import Game
from eminence.core.match import Match
from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES
from tests.games.playing import curious, every_game
from tests.games.terminals import picture

WIDTHS = (77, 80, 100, 120, 160)
LOW = 16
"""Lines of a picture for a low screen."""


def worth_a_look(game: Game) -> list[tuple[Match, int | None]]:
    """Nothing yet: every position is looked at while it stands."""
    return []


@every_game
def test_a_picture_fits_its_terminal_whoever_looks_in_whatever_language(game: Game) -> None:
    ways = cycle((width, language, low) for width in WIDTHS for language in LANGUAGES for low in (False, True))
    for number, match in enumerate(curious(game, "terminal")):
        if (number % 12 and not match.over) or DEALER in match.asks():
            continue
        for seat in (None, *range(match.seats)):
            for width, language, low in (next(ways), next(ways)):
                lines = picture(match, seat, width, language, low)
                assert max(map(cell_len, lines)) <= width, (width, language, low, lines)
            assert len(picture(match, seat, 100, low=True)) <= min(LOW, len(picture(match, seat, 100)))
            assert "".join(picture(match, seat, 80, encoding="ascii")).translate(OWN).isascii()
