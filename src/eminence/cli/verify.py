"""`eminence verify`: was this match dealt and played by the rules? Exit code 0 if so, 1 if not."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import eminence
from eminence import DEALER
from eminence.cli.options import add_files, read_files
from eminence.cli.parser import Parser
from eminence.cli.terminal import Terminal
from eminence.core.errors import MatchDoesNotHold
from eminence.core.texts import Texts, sentence
from eminence.core.texts.telling import telling


def add_arguments(parser: Parser) -> None:
    """The words of the command."""
    texts = parser.texts
    parser.add_argument("file", type=Path, metavar=texts("main.file"), help=texts("main.file_help"))
    add_files(parser)


def run(arguments: argparse.Namespace) -> int:
    """Recompute everything and say whether it holds."""
    texts: Texts = arguments.texts
    read_files(arguments)
    try:
        match = eminence.load(Path(arguments.file))
    except MatchDoesNotHold as error:
        where = texts("verify.outside") if error.entry is None else texts("verify.entry", n=error.entry)
        print(texts("verify.fails", file=arguments.file, where=where, message=error), file=sys.stderr)
        return 1
    terminal = Terminal()
    terminal.say(texts("verify.holds", file=arguments.file), "bold")
    if match.by_hand:
        terminal.say("  " + texts("verify.by_hand"))
    else:
        draws = sum(entry.seat == DEALER for entry in match.entries)
        terminal.whole("  " + texts("verify.commitment", commitment=match.commitment))
        terminal.say("  " + texts("verify.draws", n=draws))
    terminal.say("  " + texts("verify.entries", n=len(match.entries)))
    if match.over:
        told = telling(match.game, texts.language, None)
        scores = [told.texts("seat_points", who=told.name(seat), n=score) for seat, score in enumerate(match.scores)]
        terminal.say("  " + texts("verify.result", scores=sentence(texts.apart(scores))))
    else:
        terminal.say("  " + texts("verify.running"))
    return 0
