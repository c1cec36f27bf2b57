"""`eminence games`: the games of the house, for how many each is, and what a table may agree on."""

from __future__ import annotations

import argparse

from rich.text import Text

import eminence
from eminence.cli.options import game_texts
from eminence.cli.parser import Parser
from eminence.cli.terminal import Terminal
from eminence.core.texts import Texts
from eminence.core.texts.telling import title_in


def add_arguments(parser: Parser) -> None:
    """The command has no words of its own."""


def run(arguments: argparse.Namespace) -> int:
    """List the games."""
    texts: Texts = arguments.texts
    terminal = Terminal()
    for game in eminence.all_games():
        own = game_texts(game, texts.language)
        terminal.say(Text.assemble((title_in(game, texts.language), "bold"), f"  eminence play {game.id}"))
        terminal.say(f"  {own('summary')}")
        terminal.say(f"  {texts('games.seats', known=texts.either(sorted(game.seats)))}")
        for option in game.options:
            about = own(f"option.{option.name}.text")
            terminal.say("  " + texts("games.option", option=f"--{option.name}", about=about))
    return 0
