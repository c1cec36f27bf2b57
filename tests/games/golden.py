"""Golden matches: kept in `tests/games/NAME/golden`, and the same for ever under the same rules.

Those of the first version of a game's rules lie there, those of a later one in a folder of their own, `rules_2`. They
were found by play at random. A file has the table, the secret behind the dealer's draws, how the match ended, and
the answers of the players, always of the first who is asked.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from eminence.core.game import Game
from eminence.core.match import Match


def folder(game: Game) -> Path:
    """Where the golden matches of a game lie, under its version of the rules."""
    golden = Path(__file__).parent / game.id / "golden"
    return golden if game.rules == 1 else golden / f"rules_{game.rules}"


def names(game: Game) -> list[str]:
    """The golden matches of a game; a game may have none."""
    return sorted(path.stem for path in folder(game).glob("*.txt"))


def read(game: Game, name: str) -> tuple[dict[str, str], list[str]]:
    """What a file says of the match, and the answers."""
    text = (folder(game) / f"{name}.txt").read_text(encoding="utf-8")
    head, _, answers = text.partition("\n\n")
    return dict(line.split(": ", 1) for line in head.splitlines()), " ".join(answers.split()).split(", ")


def moments(game: Game, name: str) -> Iterator[tuple[Match, str]]:
    """The match of a file, played again: as it stands before each answer, and the answer; and once over."""
    said, answers = read(game, name)
    options = {}
    for option in game.options:
        options[option.name] = next(value for value in option.values if str(value).lower() == said[option.name])
    match = game.new(int(said.get("seats", game.seats[0])), options, secret=said["secret"].encode())
    for answer in answers:
        yield match, answer
        match.choose(min(match.asks()), answer)
    yield match, ""


@cache
def replayed(game: Game, name: str) -> Match:
    """The match of a file at its end. It is only looked at."""
    *_, (match, _) = moments(game, name)
    return match
