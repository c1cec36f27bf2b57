"""How every game looks in a terminal: within its width, in plain letters where need be, in few lines if it is low."""

import io
from itertools import cycle

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

import eminence.cli.terminal  # noqa: F401 (how letters are written that a terminal lacks)
from eminence.core.game import Game
from eminence.core.state import DEALER
from eminence.core.texts import LANGUAGES
from tests.games.playing import curious, every_game
from tests.games.terminals import picture

WIDTHS = (77, 80, 100, 120, 160)


@every_game
def test_a_picture_fits_its_terminal_whoever_looks_in_whatever_language(game: Game) -> None:
    ways = cycle((width, language, low) for width in WIDTHS for language in LANGUAGES for low in (False, True))
    for number, match in enumerate(curious(game, "terminal")):
        if (number % 97 and not match.over) or DEALER in match.asks():
            continue
        for seat in (None, *range(match.seats)):
            for width, language, low in (next(ways), next(ways)):
                lines = picture(match, seat, width, language, low)
                assert max(map(cell_len, lines)) <= width, (width, language, low, lines)
            assert len(picture(match, seat, 100, low=True)) <= min(20, len(picture(match, seat, 100)))
            drawn = {letter for line in picture(match, seat, 80, encoding="ascii") for letter in line}
            assert {letter for letter in drawn if letter.encode("ascii", "eminence.plain_letters") == b"?"} <= {"?"}


def test_no_line_is_broken_at_a_no_break_space() -> None:
    """Rich would do so: should a new version of it read words from another place, this finds it."""
    console = Console(width=12, file=io.StringIO())
    for text in ("Les cartes\u00a0: deux", "Une autre\u202f? Oui", "Ceci est «\u202fune\u202f»"):
        lines = [line.plain for line in Text(text).wrap(console, 12)]
        assert len(lines) > 1
        assert not any(line[0] in ":?»" or line[-1] == "«" for line in lines), lines
