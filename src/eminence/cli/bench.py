"""`eminence bench`: plain and compiled side by side, and beside OpenSpiel and RLCard, alternating in one run.

Every contender lives in a process of its own that is started and warmed up beforehand, and is told to run short slices
in turn, in another order every round. Speeds are per second of processor time, so that other work on the machine takes
little from them. Machines still speed up and slow down, so ratios are taken within a round, and their median is shown
with the lowest and the highest.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from eminence.cli.bench_bars import RLCARD, Bar, bars
from eminence.cli.bench_build import NotCompiled, compiled_form, plain_copy
from eminence.cli.bench_rounds import Contender, Spread, Worker, play_rounds, ratio, spread
from eminence.cli.parser import Parser
from eminence.core.errors import EminenceError
from eminence.games import all_games, game

FORMS: Final = ("plain", "compiled")
PEERS: Final = {
    "open_spiel": ("pyspiel", ("hearts", "gin_rummy", "leduc_poker")),
    "rlcard": ("rlcard", RLCARD),
}
"""The peers by family: the module that each needs, and its games."""
LABELS: Final = {
    "plain": "Éminence, plain",
    "compiled": "Éminence, compiled",
    "open_spiel": "OpenSpiel",
    "rlcard": "RLCard",
}
SPEEDS: Final = {
    "playouts": "playouts",
    "decisions": "decisions",
    "loop": "in a loop",
    "match": "Match",
    "views": "with views",
    "clones": "clones",
    "iterations": "search",
}


WIDE: Final = 132
"""How wide the table is where no terminal says."""


class BenchError(EminenceError, ValueError):
    """The benchmark cannot be run as asked."""


# == The command ===================================================================================================


def add_arguments(parser: Parser) -> None:
    """The words that `eminence bench` understands."""
    texts = parser.texts
    parser.add_argument("--game", metavar=texts("main.game"), help=texts("bench.game"))
    parser.add_argument("--seconds", type=float, default=1.0, metavar="N", help=texts("bench.seconds"))
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help=texts("bench.rounds"))
    parser.add_argument("--only", metavar="A,B", help=texts("bench.only"))
    parser.add_argument("--peers-python", metavar=texts("main.file"), help=texts("bench.peers_python"))
    parser.add_argument("--json", action="store_true", help=texts("simulate.json"))


def run(arguments: argparse.Namespace) -> int:
    """Measure, and print what was found. Missing a bar is a finding, not a failure of the command."""
    notes = Console(stderr=True, highlight=False)
    left_out: list[str] = []

    def leave_out(line: str) -> None:
        left_out.append(line)
        notes.print(f"left out: {line}", markup=False, style="dim")

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="eminence-bench-")))
        contenders = choose(arguments, folder, leave_out, notes)
        workers = {}
        for contender in contenders:
            worker = Worker(contender, contender.family if contender.family in PEERS else "eminence", folder)
            stack.callback(worker.end)
            workers[contender] = worker
        try:
            with notes.status("") as status:
                play_rounds(workers, arguments.seconds, arguments.rounds, leave_out, status.update)
        except KeyboardInterrupt:
            notes.print("interrupted: what follows is of the full rounds until then")
    measured = [contender for contender in contenders if contender.rounds]
    if not measured:
        notes.print("nothing was measured", style="red")
        return 1
    if arguments.json:
        print(json.dumps(as_json(measured, left_out, arguments.seconds), indent=1))
    else:
        show(measured, arguments.seconds, Console(highlight=False, width=None if sys.stdout.isatty() else WIDE))
    return 0


def choose(
    arguments: argparse.Namespace, folder: Path, leave_out: Callable[[str], None], notes: Console
) -> list[Contender]:
    """The contenders asked for; those that cannot be had are left out."""
    if not arguments.seconds > 0 or arguments.rounds < 1:
        raise BenchError("--seconds and --rounds must be more than 0")
    names = [game(arguments.game).id] if arguments.game else [found.id for found in all_games()]
    python = str(Path(arguments.peers_python).absolute()) if arguments.peers_python else sys.executable
    every = [Contender(f"{form}/{name}", sys.executable) for form in FORMS for name in names]
    every += [Contender(f"{family}/{name}", python) for family, (_, theirs) in PEERS.items() for name in theirs]
    chosen = every
    if arguments.only is not None:
        words = [word.strip() for word in arguments.only.split(",")]
        for word in words:
            if not any(means(word, contender) for contender in every):
                raise BenchError(f"--only: there is no {word!r}; there are {', '.join(c.id for c in every)}")
        chosen = [contender for contender in every if any(means(word, contender) for word in words)]
    return [*own(chosen, folder, leave_out, notes), *peers(chosen, python, leave_out)]


def means(word: str, contender: Contender) -> bool:
    """Whether a word after --only means this contender: its id, its family or its game."""
    return word in (contender.id, contender.family, contender.game)


def own(
    chosen: Sequence[Contender], folder: Path, leave_out: Callable[[str], None], notes: Console
) -> Iterator[Contender]:
    """Our own games among those chosen, each form with the place where it is found."""
    families = {contender.family for contender in chosen}
    paths = {}
    if "plain" in families:
        paths["plain"] = plain_copy(folder / "plain")
    if "compiled" in families:
        try:
            paths["compiled"] = compiled_form(lambda line: notes.print(line, style="dim"))
        except NotCompiled as why:
            leave_out(f"compiled: {why}")
    for contender in chosen:
        contender.path = paths.get(contender.family)
        if contender.path is not None:
            yield contender


def peers(chosen: Sequence[Contender], python: str, leave_out: Callable[[str], None]) -> Iterator[Contender]:
    """The peers among those chosen whose library is there."""
    there: dict[str, bool] = {}
    for contender in chosen:
        if contender.family not in PEERS:
            continue
        module = PEERS[contender.family][0]
        if module not in there:
            look = f"import importlib.util as u, sys; sys.exit(u.find_spec({module!r}) is None)"
            try:
                there[module] = not subprocess.run([python, "-c", look], capture_output=True, check=False).returncode
            except OSError as error:
                raise BenchError(f"--peers-python {python}: {error.strerror}") from None
            if not there[module]:
                name = LABELS[contender.family].partition(",")[0]
                leave_out(f"{name}: not installed (pip install 'eminence[peers]', or use --peers-python)")
        if there[module]:
            yield contender


# == Telling =======================================================================================================


def judged(measured: Sequence[Contender]) -> Iterator[tuple[str, Bar, Spread | None]]:
    """Every bar of the games measured, with what came of it, or None where a contender of it was not there."""
    by_id = {contender.id: contender for contender in measured}
    games = {contender.game for contender in measured if contender.family in FORMS}
    for name in sorted(games):
        for bar in bars(game(name)):
            who = by_id.get(bar.who)
            found = None
            if who is not None and bar.over:
                found = ratio(who, [by_id[other] for other in bar.over if other in by_id], bar.speed, bar.their_speed)
            elif who is not None:
                found = spread(who.speeds(bar.speed))
            yield name, bar, found


def first_plain(measured: Sequence[Contender]) -> list[Contender]:
    """The contender that all are compared with: our first game in its plain form, if it was measured."""
    return [contender for contender in measured if contender.family == "plain"][:1]


def as_json(measured: Sequence[Contender], left_out: Sequence[str], seconds: float) -> dict[str, Any]:
    """Everything measured, as one JSON object."""
    contenders = {}
    for contender in measured:
        over_plain = ratio(contender, first_plain(measured), "decisions")
        contenders[contender.id] = {
            "version": contender.version,
            "per_second": {
                speed: asdict(found) for speed in SPEEDS if (found := spread(contender.speeds(speed))) is not None
            },
            "decisions_over_plain": None if over_plain is None else asdict(over_plain),
            "rounds": contender.rounds,
        }
    promised = [
        {
            "game": name,
            "what": bar.what,
            "bar": bar.bar,
            "measured": None if found is None else asdict(found),
            "met": None if found is None else found.median >= bar.bar,
        }
        for name, bar, found in judged(measured)
    ]
    machine = {"python": platform.python_version(), "platform": platform.platform(), "processors": os.cpu_count()}
    return {
        "seconds": seconds,
        "machine": machine,
        "contenders": contenders,
        "bars": promised,
        "left_out": list(left_out),
    }


def figure(number: float) -> str:
    """A number in three figures or so.

    >>> [figure(n) for n in (0.0461, 6.789, 87.3, 2150, 243_034, 1_724_824)]
    ['0.05', '6.79', '87.3', '2,150', '243k', '1.72M']
    """
    if number >= 1_000_000:
        return f"{number / 1_000_000:.2f}M"
    if number >= 10_000:
        return f"{number / 1000:.0f}k"
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}" if number >= 1 else f"{number:.2f}"


def shown(found: Spread | None) -> str:
    """A spread in a cell of a table."""
    return f"{figure(found.median)} ({figure(found.lowest)}–{figure(found.highest)})" if found else "–"


def show(measured: Sequence[Contender], seconds: float, console: Console) -> None:
    """The tables: the contenders with their speeds, then the bars."""
    plain = first_plain(measured)
    table = Table(title="Random play", title_justify="left", box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("per second", no_wrap=True)
    for heading in SPEEDS.values():
        table.add_column(heading, justify="right", no_wrap=True)
    if plain:
        table.add_column("× plain", justify="right", no_wrap=True)
    for family, contenders in groupby(measured, lambda contender: contender.family):
        table.add_row(LABELS[family], style="bold")
        for contender in contenders:
            speeds = [spread(contender.speeds(speed)) for speed in SPEEDS]
            row = [f"  {contender.game}", *(figure(found.median) if found else "–" for found in speeds)]
            table.add_row(*row, *([shown(ratio(contender, plain, "decisions"))] if plain else []))
    console.print(table)
    busy = median(found["busy"] for contender in measured for found in contender.rounds)
    rounds = max(len(contender.rounds) for contender in measured)
    versions = "; ".join(dict.fromkeys(contender.version for contender in measured))
    console.print(
        f"\nMedians of {rounds} rounds of {seconds:g} s in turn, by processor time ({busy:.0%} of a processor was to "
        "be had). Decisions: answers of players, in each one's own way of playing at random, compiled where it is "
        "compiled; in a loop: decisions in a loop in Python over bare states; Match: the same, asked, checked and "
        "logged; with views: and seen by whoever answers; search: iterations from the opening; × plain: decisions, "
        f"lowest–highest round. {versions}; Python {platform.python_version()}, {platform.machine()}.\n",
        style="dim",
    )
    judgements = list(judged(measured))
    if not judgements:
        return
    kept = Table(title="The bars", title_justify="left", box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("what", "at least", "measured", ""):
        kept.add_column(heading, justify="left" if heading in ("what", "") else "right")
    for name, group in groupby(judgements, lambda judgement: judgement[0]):
        kept.add_row(name, style="bold")
        for _, bar, found in group:
            verdict = "[green]met[/green]" if found and found.median >= bar.bar else "[red]missed[/red]"
            least = f"{bar.bar:g} ×" if bar.over else f"{bar.bar:,.0f}/s"
            kept.add_row(f"  {bar.what}", least, shown(found), verdict if found else "[dim]not measured[/dim]")
    console.print(kept)
