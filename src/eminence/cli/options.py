"""The options of games as options of commands: what a table may agree on, each explained by the game's own texts."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from eminence import Game, all_games
from eminence.cli.parser import Parser, WrongWords, game_name, kind, positive
from eminence.core.game import Option
from eminence.core.texts import Texts
from eminence.core.texts.telling import package_of, title_in


def game_texts(game: Game, language: str) -> Texts:
    """The texts of a game, with those that all games share."""
    return Texts(language, "eminence.core", package_of(game))


def add_game(parser: Parser, optional: bool = False) -> None:
    """The word that names the game."""
    known = ", ".join(game.id for game in all_games())
    parser.add_argument(
        "game",
        type=kind(parser.texts, game_name),
        nargs="?" if optional else None,
        metavar=parser.texts("main.game"),
        help=parser.texts("main.game_help", known=known),
    )


def add_options(parser: Parser) -> None:
    """The options of all games: of one that says yes or no its name alone, of others a name and a value."""
    seen: set[str] = set()
    for game in all_games():
        texts = game_texts(game, parser.texts.language)
        for option in game.options:
            if option.name in seen:
                continue
            seen.add(option.name)
            about = parser.texts(
                "main.of_game", game=title_in(game, parser.texts.language), about=texts(f"option.{option.name}.text")
            )
            if option.load is not None:
                parser.add_argument(f"--{option.name}", help=about, metavar=parser.texts("main.file"))
            elif option.values == (False, True):
                parser.add_argument(f"--{option.name}", action="store_true", default=None, help=about)
            else:
                parser.add_argument(f"--{option.name}", help=about, metavar="|".join(map(str, option.values)))


def chosen(arguments: argparse.Namespace, game: Game) -> dict[str, Any]:
    """The options chosen for a game. Raises WrongWords for one it does not have, or a value the option has not; and
    BadFile for a file that cannot be played with."""
    texts: Texts = arguments.texts
    own = {option.name: option for option in game.options}
    found: dict[str, Any] = {}
    for name in sorted({option.name for other in all_games() for option in other.options}):
        said = getattr(arguments, name)
        if said is None:
            continue
        if name not in own:
            raise WrongWords(
                texts(
                    "wrong.option", game=title_in(game, texts.language), option=f"--{name}", known=", ".join(own) or "–"
                )
            )
        found[name] = said if isinstance(said, bool) else _value(texts, own[name], said)
    return found


def _value(texts: Texts, option: Option, said: str) -> Any:
    for value in option.values:
        if str(value) == said:
            return value
    if option.load is not None:
        return option.load(Path(said)).value
    raise WrongWords(texts("wrong.choice", word=said, known=", ".join(map(str, option.values))))


def file_options(game: Game | None = None) -> list[tuple[Game, Option]]:
    """The options whose further values are read from files, of a game or of all."""
    games = all_games() if game is None else [game]
    return [(one, option) for one in games for option in one.options if option.load is not None]


def add_files(parser: Parser) -> None:
    """Files that matches may have been played with: for commands that read matches rather than make them."""
    about: dict[str, list[str]] = {}
    for game, option in file_options():
        about.setdefault(option.name, []).append(title_in(game, parser.texts.language))
    for name, titles in about.items():
        told = parser.texts("main.files_help", games=", ".join(titles))
        parser.add_argument(f"--{name}", action="append", default=[], metavar=parser.texts("main.file"), help=told)


def read_files(arguments: argparse.Namespace, game: Game | None = None) -> None:
    """Read those files: from then on matches that were played with them are understood. Raises BadFile."""
    for option in {option.name: option for _, option in file_options(game)}.values():
        said = getattr(arguments, option.name, None)
        for file in [said] if isinstance(said, str) else said or []:
            if option.load is not None and file not in map(str, option.values):
                option.load(Path(file))


def add_seats(parser: Parser) -> None:
    """How many sit at the table."""
    known = sorted({number for game in all_games() for number in game.seats})
    parser.add_argument(
        "--seats",
        type=kind(parser.texts, positive),
        metavar="|".join(map(str, known)),
        help=parser.texts("play.seats"),
    )


def checked_seats(texts: Texts, game: Game, seats: int | None) -> int:
    """The number of seats, or the game's own. Raises WrongWords if the game is not for that many."""
    if seats is None:
        return game.seats[0]
    if seats not in game.seats:
        raise WrongWords(
            texts("wrong.seats", game=title_in(game, texts.language), known=texts.either(sorted(game.seats)), n=seats)
        )
    return seats
