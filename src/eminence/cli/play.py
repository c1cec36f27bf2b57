"""`eminence play`: a match in the terminal, against bots or with others at the same keyboard, new or resumed."""

from __future__ import annotations

import argparse
import hashlib
import secrets
from pathlib import Path

import eminence
from eminence import Game, Match
from eminence.bots import LEVELS
from eminence.cli.files import Keeper, Seating, in_words, resume_command
from eminence.cli.options import add_game, add_options, add_seats, checked_seats, chosen, read_files
from eminence.cli.parser import Parser, WrongWords, bot_name, kind, number, positive
from eminence.cli.sitting import Sitting
from eminence.cli.terminal import Terminal
from eminence.core import dealing
from eminence.core.errors import MatchFileError
from eminence.core.texts import Texts, sentence
from eminence.core.texts.telling import telling, title_in

LATEST = Path()
"""What `--resume` without a file stands for: the match played last."""


def add_arguments(parser: Parser) -> None:
    """The words of the command."""
    texts = parser.texts
    add_game(parser, optional=True)
    levels = texts.apart(texts(f"level.{level}") for level in LEVELS)
    parser.add_argument(
        "--level", type=kind(texts, bot_name), metavar="|".join(LEVELS), help=texts("play.level", levels=levels)
    )
    add_seats(parser)
    add_options(parser)
    parser.add_argument("--people", type=kind(texts, positive), metavar="N", help=texts("play.people"))
    parser.add_argument("--seat", type=kind(texts, number), metavar="N", help=texts("play.seat"))
    parser.add_argument("--seed", metavar=texts("main.text"), help=texts("play.seed"))
    parser.add_argument("--nonces", action="store_true", help=texts("play.nonces"))
    parser.add_argument("--quick", action="store_true", help=texts("play.quick"))
    parser.add_argument(
        "--resume", nargs="?", type=Path, const=LATEST, metavar=texts("main.file"), help=texts("play.resume")
    )


def run(arguments: argparse.Namespace) -> int:
    """Sit down and play."""
    terminal = Terminal()
    sitting = resumed(arguments, terminal) if arguments.resume is not None else begun(arguments, terminal)
    return sitting.play()


def begun(arguments: argparse.Namespace, terminal: Terminal) -> Sitting:
    """A new match, with the commitment to its shuffle shown before the first card."""
    texts: Texts = arguments.texts
    if arguments.game is None:
        raise WrongWords(texts("wrong.no_game", known=", ".join(game.id for game in eminence.all_games())))
    game = eminence.game(arguments.game)
    seats = checked_seats(texts, game, arguments.seats)
    options = chosen(arguments, game)
    seating = seated(arguments, game, seats)
    waiting = Keeper.latest()
    secret = secrets.token_bytes(dealing.SECRET_BYTES)
    if arguments.seed is not None:
        secret = hashlib.sha256(f"eminence seed {arguments.seed}".encode()).digest()
    terminal.clear()
    terminal.heading(title_in(game, texts.language))
    terminal.say(telling(game, texts.language, None).texts("summary"))
    terminal.say(texts("ask.help"))
    terminal.say()
    terminal.say(texts("play.commitment"))
    terminal.whole(f"  {dealing.commitment(secret)}")
    if arguments.seed is not None:
        terminal.say(texts("play.seed_note"), "quiet")
    if waiting is not None:
        terminal.say(texts("play.waiting", command=resume_command()), "quiet")
    if arguments.quick:
        terminal.say(texts("play.quick_note"), "quiet")
    nonces = asked_nonces(terminal, texts, game, seating) if arguments.nonces else {}
    if terminal.live and not arguments.nonces:
        terminal.read(texts("play.begin"))
    match = game.new(seats, options, secret=secret, nonces=nonces)
    keeper = Keeper.begin(game.id)
    keeper.seat(seating)
    keeper.keep(match)
    return Sitting(terminal, texts, match, seating, keeper, arguments.quick)


def seated(arguments: argparse.Namespace, game: Game, seats: int) -> Seating:
    """Who sits where: the people side by side, from the seat asked for on; bots on the others."""
    texts: Texts = arguments.texts
    people = arguments.people or 1
    if people > seats:
        raise WrongWords(texts("wrong.people", n=people, seats=seats))
    first = arguments.seat or 0
    if first >= seats:
        raise WrongWords(texts("wrong.seat", word=first, last=seats - 1))
    return Seating(tuple(sorted((first + i) % seats for i in range(people))), arguments.level or "courtier")


def asked_nonces(terminal: Terminal, texts: Texts, game: Game, seating: Seating) -> dict[int, bytes]:
    """The words that people add to the shuffle, once they have seen the commitment."""
    told = telling(game, texts.language, None)
    return {
        seat: terminal.read(sentence(texts("play.nonce", who=told.name(seat)))).encode()[:1024]
        for seat in seating.people
    }


def resumed(arguments: argparse.Namespace, terminal: Terminal) -> Sitting:
    """A match that was broken off: the one played last, or that of a file. It is checked entry by entry."""
    texts: Texts = arguments.texts
    if not arguments.resume.exists() and str(arguments.resume) in [game.id for game in eminence.all_games()]:
        arguments.game, arguments.resume = str(arguments.resume), LATEST  # "--resume GAME": its latest match
    keeper = Keeper.latest(arguments.game) if arguments.resume == LATEST else Keeper(arguments.resume)
    if keeper is None:
        raise WrongWords(texts("wrong.nothing_to_resume"))
    read_files(arguments)
    try:
        match: Match = eminence.load(keeper.path)
    except MatchFileError as error:
        raise WrongWords(texts("wrong.cannot_resume", file=keeper.path, message=in_words(texts, error))) from None
    if match.over:
        raise WrongWords(texts("wrong.already_over", file=keeper.path))
    if match.by_hand:
        raise WrongWords(texts("wrong.by_hand", file=keeper.path))
    seating = keeper.seating(match.seats)
    if seating is None or arguments.people is not None or arguments.seat is not None:
        seating = seated(arguments, match.game, match.seats)
    elif arguments.level is not None:
        seating = Seating(seating.people, arguments.level)
    if arguments.resume != LATEST:  # the file given stays as it is; play goes on in one of our own
        keeper = Keeper.begin(match.game.id)
    keeper.seat(seating)
    keeper.keep(match)
    sitting = Sitting(terminal, texts, match, seating, keeper, arguments.quick)
    happened = len(match.story(None))
    sitting.told = dict.fromkeys(seating.people, max(0, happened - 6))
    return sitting
