"""`eminence deck`: what is in the box of a game, and where each number comes from. It is a part of the rules page."""

from __future__ import annotations

import argparse

import eminence
from eminence.cli.options import add_game
from eminence.cli.parser import Parser
from eminence.cli.terminal import Terminal
from eminence.core.texts.page import RulesPage
from eminence.core.texts.telling import package_of


def add_arguments(parser: Parser) -> None:
    """The words of the command."""
    add_game(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show the components of a game."""
    page = RulesPage(package_of(eminence.game(arguments.game)), arguments.texts.language)
    Terminal().markdown(page.paragraph("components"))
    return 0
