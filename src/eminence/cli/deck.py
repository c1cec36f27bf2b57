"""`eminence deck`: what is in the box of a game, and where each number comes from. It is a part of the rules page.

`eminence deck check FILE` looks at a file with other cards: every fault, and exit code 1; or what it changes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

import eminence
from eminence import Game
from eminence.cli.options import file_options
from eminence.cli.parser import Parser, WrongWords, game_name, kind
from eminence.cli.terminal import Terminal
from eminence.core.errors import BadFile
from eminence.core.texts import Texts
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import package_of, title_in

CHECK: Final = "check"


def add_arguments(parser: Parser) -> None:
    """The words of the command."""
    texts = parser.texts
    known = ", ".join(game.id for game in eminence.all_games())
    parser.add_argument(
        "game", type=kind(texts, game_or_check), metavar=texts("main.game"), help=texts("deck.game", known=known)
    )
    parser.add_argument("file", type=Path, nargs="?", metavar=texts("main.file"), help=texts("deck.file"))
    parser.add_argument(
        "--game", type=kind(texts, game_name), dest="of", metavar=texts("main.game"), help=texts("deck.of")
    )


def game_or_check(texts: Texts, word: str) -> str:
    """The name of a game, or the word that has a file checked."""
    return word if word == CHECK else game_name(texts, word)


def run(arguments: argparse.Namespace) -> int:
    """Show the components of a game, or check a file."""
    texts: Texts = arguments.texts
    if arguments.game == CHECK:
        return check(texts, arguments.file, None if arguments.of is None else eminence.game(arguments.of))
    if arguments.file is not None:
        raise WrongWords(texts("wrong.unknown", word=arguments.file))
    page = RulesPage(package_of(eminence.game(arguments.game)), texts.language)
    Terminal().markdown(page.paragraph("components"))
    return 0


def check(texts: Texts, file: Path | None, game: Game | None) -> int:
    """Read a file as a game would, and say what is wrong with it, or what it changes."""
    if file is None:
        raise WrongWords(texts("wrong.words_missing", words=texts("main.file")))
    found = file_options(game)
    if not found:
        raise WrongWords(
            texts(
                "deck.no_files" if game is None else "deck.none_of", game=title_in(game, texts.language) if game else ""
            )
        )
    if len(found) > 1:
        raise WrongWords(texts("deck.which", known=", ".join(one.id for one, _ in found)))
    ((owner, option),) = found
    assert option.load
    try:
        loaded = option.load(file)
    except BadFile as error:
        print(
            texts("deck.faults", n=len(error.faults), file=file, game=title_in(owner, texts.language)), file=sys.stderr
        )
        for fault in error.faults:
            print(f"  {fault}", file=sys.stderr)
        return 1
    terminal = Terminal()
    terminal.say(texts("deck.fine", file=file, game=title_in(owner, texts.language)), "bold")
    terminal.say("  " + texts("deck.named", n=loaded.named))
    if loaded.changed:
        terminal.say("  " + texts("deck.changed", n=len(loaded.changed), cards=", ".join(loaded.changed)))
    else:
        terminal.say("  " + texts("deck.unchanged"))
    terminal.whole("  " + texts("deck.value", value=loaded.value))
    return 0
