"""`eminence simulate`: many games between bots, and what came of them, by seat and by bot.

The bots move one seat on with every game, so that what a seat is worth and what a bot is worth come apart. Every game
has its own deal and its own chance for each bot, fixed by the seed and the number of the game: however the games are
spread over processes, the result is the same.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

import eminence
from eminence.bots import arena, bot
from eminence.cli.options import add_game, add_options, chosen, game_texts
from eminence.cli.parser import Parser, WrongWords, bot_names, kind, positive
from eminence.cli.terminal import Terminal
from eminence.core import tidying
from eminence.core.build import is_compiled
from eminence.core.texts import Texts, sentence
from eminence.core.texts.telling import title_in


def add_arguments(parser: Parser) -> None:
    """The words of the command."""
    texts = parser.texts
    add_game(parser)
    parser.add_argument("--games", type=kind(texts, positive), default=100, metavar="N", help=texts("simulate.games"))
    parser.add_argument(
        "--bots", type=kind(texts, bot_names), default=["greedy", "random"], metavar="A,B", help=texts("simulate.bots")
    )
    add_options(parser)
    parser.add_argument("--seed", default="0", metavar=texts("main.text"), help=texts("simulate.seed"))
    parser.add_argument("--jobs", type=kind(texts, positive), default=1, metavar="N", help=texts("simulate.jobs"))
    parser.add_argument("--json", action="store_true", help=texts("simulate.json"))


@dataclass(frozen=True, slots=True)
class Job:
    """One game of a simulation: small and plain, so that it travels to another process."""

    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: str
    number: int

    def bot_at(self, seat: int) -> int:
        """Which of the bots has a seat in this game."""
        return (seat + self.number) % len(self.bots)


def play(job: Job) -> arena.Outcome:
    """Play one game."""
    chance = f"{job.seed}/{job.number}"
    players = [bot(job.bots[job.bot_at(seat)], f"{chance}/{job.bot_at(seat)}") for seat in range(len(job.bots))]
    return arena.play(eminence.game(job.game), players, chance, job.options)


def played(jobs: Sequence[Job], processes: int) -> Iterator[arena.Outcome]:
    """The outcomes of all games, in order."""
    if processes == 1:
        yield from map(play, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes, tidying.look_seldom) as pool:
        yield from pool.imap(play, jobs, chunksize=max(1, min(50, len(jobs) // (4 * processes))))


def run(arguments: argparse.Namespace) -> int:
    """Play the games and say what came of them."""
    texts: Texts = arguments.texts
    game = eminence.game(arguments.game)
    if len(arguments.bots) not in game.seats:
        raise WrongWords(
            texts(
                "simulate.how_many",
                game=title_in(game, texts.language),
                known=texts.either(sorted(game.seats)),
                n=len(arguments.bots),
            )
        )
    options = game.checked_options(chosen(arguments, game))
    jobs = [Job(game.id, options, tuple(arguments.bots), arguments.seed, number) for number in range(arguments.games)]
    began = time.perf_counter()
    outcomes: Iterable[arena.Outcome] = played(jobs, arguments.jobs)
    progress = Console(stderr=True)
    if progress.is_terminal:
        from rich.progress import track

        outcomes = track(outcomes, texts("simulate.progress"), total=len(jobs), console=progress, transient=True)
    found = list(outcomes)
    summary = summed_up(jobs, found, time.perf_counter() - began)
    if arguments.json:
        json.dump(summary, sys.stdout, ensure_ascii=False, indent=1)
        print()
    else:
        show(summary, texts, game_texts(game, texts.language))
    return 0


def summed_up(jobs: Sequence[Job], outcomes: Sequence[arena.Outcome], seconds: float) -> dict[str, Any]:
    """What came of the games, as JSON. A shared win is a fraction of one to each who shares it."""
    names = distinct(jobs[0].bots)
    seats = range(len(names))
    by_seat: list[list[tuple[float, int]]] = [[] for _ in seats]
    by_bot: list[list[tuple[float, int]]] = [[] for _ in seats]
    for job, outcome in zip(jobs, outcomes, strict=True):
        for seat in seats:
            result = (outcome.share(seat), outcome.scores[seat])
            by_seat[seat].append(result)
            by_bot[job.bot_at(seat)].append(result)
    decisions = sum(outcome.decisions for outcome in outcomes)
    ends = Counter(outcome.reason for outcome in outcomes)
    return {
        "game": jobs[0].game,
        "options": dict(jobs[0].options),
        "bots": list(jobs[0].bots),
        "seed": jobs[0].seed,
        "games": len(jobs),
        "decisions": decisions,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(decisions / seconds, 1) if seconds else None,
        "wins": {
            "per_seat": [wins(results) for results in by_seat],
            "per_bot": {name: wins(results) for name, results in zip(names, by_bot, strict=True)},
        },
        "scores": {
            "per_seat": [spread(results) for results in by_seat],
            "per_bot": {name: spread(results) for name, results in zip(names, by_bot, strict=True)},
        },
        "ends": dict(sorted(ends.items())),
        "compiled": is_compiled(),
    }


def distinct(names: Sequence[str]) -> list[str]:
    """Names of bots that tell several of the same kind apart.

    >>> distinct(["random", "greedy", "random"])
    ['random', 'greedy', 'random 2']
    """
    found: list[str] = []
    for position, name in enumerate(names):
        before = names[:position].count(name)
        found.append(f"{name} {before + 1}" if before else name)
    return found


def wins(results: Sequence[tuple[float, int]]) -> float:
    """The games won, shared ones as fractions."""
    return round(sum(share for share, _ in results), 6)


def spread(results: Sequence[tuple[float, int]]) -> dict[str, float]:
    """The mean of the scores and their standard deviation."""
    scores = [score for _, score in results]
    return {"mean": round(statistics.fmean(scores), 4), "spread": round(statistics.pstdev(scores), 4)}


def show(summary: Mapping[str, Any], texts: Texts, own: Texts) -> None:
    """The same as a table."""
    terminal = Terminal()
    ascii_only = terminal.console.options.ascii_only
    table = Table(box=box.ASCII2 if ascii_only else box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(texts("simulate.who"))
    for key in ("wins", "share", "mean", "spread"):
        table.add_column(texts(f"simulate.{key}"), justify="right")
    rows = [
        *((sentence(own(f"seat.{seat}.name")), "per_seat", seat) for seat in range(len(summary["bots"]))),
        *((name, "per_bot", name) for name in summary["wins"]["per_bot"]),
    ]
    for title, by, key in rows:
        won, scores = summary["wins"][by][key], summary["scores"][by][key]
        if (by, key) == rows[len(summary["bots"])][1:]:
            table.add_section()
        share = f"{100 * won / summary['games']:.1f} %"
        table.add_row(title, f"{won:g}", share, f"{scores['mean']:.1f}", f"{scores['spread']:.1f}")
    terminal.say(table)
    for reason, times in summary["ends"].items():
        terminal.say(f"{times} × {own(f'end.{reason}')}")
    terminal.say(
        texts(
            "simulate.speed",
            games=summary["games"],
            decisions=summary["decisions"],
            seconds=summary["seconds"],
            speed=summary["decisions_per_second"],
            form=texts("main.compiled" if summary["compiled"] else "main.plain"),
        ),
        "quiet",
    )
