"""`eminence replay`: a match again, position by position, as a seat saw it or with everything open."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import eminence
from eminence import DEALER, Match, View
from eminence.cli import ledger
from eminence.cli.options import add_files, read_files
from eminence.cli.parser import Parser, WrongWords, kind, number
from eminence.cli.sitting import picture
from eminence.cli.terminal import Terminal
from eminence.core.event import Event
from eminence.core.texts import Texts
from eminence.core.texts.telling import Telling, telling, title_in


def add_arguments(parser: Parser) -> None:
    """The words of the command."""
    texts = parser.texts
    parser.add_argument("file", type=Path, metavar=texts("main.file"), help=texts("main.file_help"))
    whose = parser.add_mutually_exclusive_group()
    whose.add_argument("--seat", type=kind(texts, number), metavar="N", help=texts("replay.seat"))
    whose.add_argument("--open", action="store_true", help=texts("replay.open"))
    parser.add_argument("--step", action="store_true", help=texts("replay.step"))
    add_files(parser)


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a match: the number of the entry that led to it, what happened, and what is seen."""

    number: int
    events: list[Event]
    view: View


def run(arguments: argparse.Namespace) -> int:
    """Show a match again."""
    texts: Texts = arguments.texts
    read_files(arguments)
    match = eminence.load(Path(arguments.file))
    seat: int | None = arguments.seat
    if seat is not None and seat >= match.seats:
        raise WrongWords(texts("wrong.seat", word=seat, last=match.seats - 1))
    if arguments.open and not match.over:
        raise WrongWords(texts("replay.not_over"))
    everything = seat is None and match.over
    told = telling(match.game, texts.language, seat)
    terminal = Terminal()
    whose = "replay.everything" if everything else "replay.spectator" if seat is None else "replay.as_seat"
    terminal.heading(f"{title_in(match.game, texts.language)} · {texts(whose, who=told.name(seat or 0))}")
    positions = list(moments(match, seat, everything))
    if arguments.step and terminal.live:
        return step_through(terminal, texts, match, positions, told)
    for position in positions:
        show(terminal, texts, match, position, told)
    if match.over:
        end(terminal, texts, match, told)
    return 0


def moments(match: Match, seat: int | None, everything: bool) -> Iterator[Position]:
    """The positions of a match: after the deal, and after each answer of a player."""
    again = match.again()
    told = 0
    for entry_number, entry in enumerate(match.entries):
        again.repeat(entry)
        following = match.entries[entry_number + 1].seat if entry_number + 1 < len(match.entries) else None
        if following == DEALER:
            continue  # the dealer is still at it
        view = again.open_view() if everything else again.view(seat)
        events = again.open_story(told) if everything else again.story(seat, told)
        told += len(events)
        yield Position(entry_number, events, view)


def show(terminal: Terminal, texts: Texts, match: Match, position: Position, told: Telling) -> None:
    """One position."""
    entry = match.entries[position.number]
    who = texts("replay.dealer") if entry.seat == DEALER else told.who(entry.seat)
    terminal.say()
    terminal.say(
        texts("replay.entry", n=position.number, last=len(match.entries) - 1, who=who, choice=entry.choice), "quiet"
    )
    for line in told.story(position.events):
        terminal.say(line, "bold")
    terminal.say()
    terminal.say(picture(match, position.view, None, told))


def end(terminal: Terminal, texts: Texts, match: Match, told: Telling) -> None:
    """The count and the winner."""
    terminal.say()
    terminal.say(told.end(match.reason), "bold")
    terminal.say(ledger.ledger(match, told, texts, terminal.console))
    terminal.say(ledger.winner(match, told, texts), "accent")


def step_through(terminal: Terminal, texts: Texts, match: Match, positions: list[Position], told: Telling) -> int:
    """One position at a time: Enter goes on, `b` back, a number to that entry, `q` leaves."""
    at = 0
    while True:
        terminal.clear()
        show(terminal, texts, match, positions[at], told)
        last = at == len(positions) - 1
        if last and match.over:
            end(terminal, texts, match, told)
        line = terminal.read(texts("replay.prompt_last" if last else "replay.prompt"))
        if not line and last:
            return 0
        if not line:
            at += 1
        elif line.casefold() in ("b", "back", texts("command.back")):
            at = max(0, at - 1)
        elif line.casefold() in ("q", "quit", texts("command.quit")):
            return 0
        elif line.isascii() and line.isdecimal():
            at = next((i for i, position in enumerate(positions) if position.number >= int(line)), len(positions) - 1)
        else:
            terminal.say(texts("replay.help"), "accent")
            terminal.read(texts("play.press_enter"))
