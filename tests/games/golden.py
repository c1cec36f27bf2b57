"""Golden matches: kept in `tests/games/NAME/golden`, and the same for ever under the same rules.

They were found by play at random. A file has the version of the rules (the first, where it says none), the table, the
secret behind the dealer's draws, how the match ended, and the answers of the players, always of the first who is asked.
"""

from functools import cache
from pathlib import Path

import eminence
from eminence.core.game import Game
from eminence.core.match import Match


def names(game: Game) -> list[str]:
    """The golden matches of a game, by whichever version of its rules; a game may have none."""
    return sorted(path.stem for path in (Path(__file__).parent / game.id / "golden").glob("*.txt"))


def read(game: Game, name: str) -> tuple[dict[str, str], list[str]]:
    """What a file says of the match, and the answers."""
    text = (Path(__file__).parent / game.id / "golden" / f"{name}.txt").read_text(encoding="utf-8")
    head, _, answers = text.partition("\n\n")
    return dict(line.split(": ", 1) for line in head.splitlines()), " ".join(answers.split()).split(", ")


@cache
def replayed(game: Game, name: str) -> Match:
    """The match of a file, played again by the rules of its time. It is only looked at."""
    said, answers = read(game, name)
    game = eminence.game(game.id, int(said.get("rules", 1)))
    options = {}
    for option in game.options:
        options[option.name] = next(value for value in option.values if str(value).lower() == said[option.name])
    match = game.new(int(said.get("seats", game.seats[0])), options, secret=said["secret"].encode())
    for answer in answers:
        match.choose(min(match.asks()), answer)
    return match
