"""`eminence ladder`: every bot against every other on mirrored deals, and a table, a plot or JSON of how they did."""

from __future__ import annotations

import argparse
import importlib.util
import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from eminence.bots.ladder import Interval, Plan, Played, Score, Standings, play_all, standings
from eminence.cli.options import add_game, add_options, add_seats, chosen
from eminence.cli.parser import Parser, WrongWords, bot_names, kind, positive
from eminence.cli.plot import Row, plot
from eminence.core.palette import palettes
from eminence.core.texts import Texts
from eminence.core.texts.telling import package_of
from eminence.games import game

INTERRUPTED = 130


def add_arguments(parser: Parser) -> None:
    """The words that `eminence ladder` understands."""
    texts = parser.texts
    number = kind(texts, positive)
    add_game(parser)
    parser.add_argument(
        "--bots",
        type=kind(texts, bot_names),
        default=["random", "greedy", "search"],
        metavar="A,B,…",
        help=texts("ladder.bots"),
    )
    parser.add_argument("--field", action="store_true", help=texts("ladder.field"))
    parser.add_argument("--games", type=number, default=100, metavar="N", help=texts("ladder.games"))
    parser.add_argument("--seed", default="1", metavar=texts("main.text"), help=texts("ladder.seed"))
    parser.add_argument("--jobs", type=number, default=1, metavar="N", help=texts("ladder.jobs"))
    add_seats(parser)
    add_options(parser)
    parser.add_argument("--plot", type=Path, metavar=texts("main.file"), help=texts("ladder.plot"))
    parser.add_argument("--json", action="store_true", help=texts("simulate.json"))


def run(arguments: argparse.Namespace) -> int:
    """Play the ladder; broken off, tell what was played until then."""
    if arguments.plot is not None:
        check_plot(arguments.texts, arguments.plot)
    options = chosen(arguments, game(arguments.game))
    plan = Plan(
        arguments.game,
        tuple(arguments.bots),
        arguments.games,
        arguments.seed,
        arguments.seats,
        options,
        among_last=arguments.field,
    )
    began = time.perf_counter()
    played, interrupted = play_through(plan, arguments.jobs)
    seconds = time.perf_counter() - began
    found = standings(plan, played)
    if arguments.json:
        print(json.dumps(as_json(found, seconds, not interrupted), indent=1, ensure_ascii=False))
    else:
        show(found, seconds, Console(highlight=False, markup=False))
    if arguments.plot is not None and found.ratings:
        draw(found, arguments.plot)
    return INTERRUPTED if interrupted else 0


def play_through(plan: Plan, jobs: int) -> tuple[list[Played], bool]:
    """All deals of the plan, or those that were played before somebody broke off; and whether somebody did."""
    played: list[Played] = []
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress,
        closing(play_all(plan, jobs)) as deals,
    ):
        task = progress.add_task("games", total=plan.deals * plan.table * len(plan.pairings))
        try:
            for deal in deals:
                played.append(deal)
                progress.advance(task, plan.table)
        except KeyboardInterrupt:
            return played, True
    return played, False


# == Telling =======================================================================================================


def percent(share: float) -> str:
    """A share of the wins, in per cent."""
    return f"{100 * share:.1f}"


def span(interval: Interval) -> str:
    """An interval of shares, in per cent."""
    return f"{percent(interval.low)}–{percent(interval.high)}"


def times_even(plan: Plan, score: Score) -> str:
    """A share of the wins and its interval, in even shares."""
    share, low, high = (plan.table * part for part in (score.share, score.interval.low, score.interval.high))
    return f"{share:.2f} ({low:.2f}–{high:.2f})"


def even(found: Standings) -> str:
    """What an even share is at this table, in words."""
    table = found.plan.table
    return "" if table == 2 else f" One against {table - 1} of the other: {percent(1 / table)} % is even."


def show(found: Standings, seconds: float, console: Console) -> None:
    """The tables: ratings with who won how much against whom, then every pairing with its intervals."""
    plan = found.plan
    if not found.ratings:
        console.print("No deal was finished.")
        return
    order = [rating.bot for rating in found.ratings]
    table = Table(title=f"{game(plan.game).title}: the ladder", title_justify="left", box=None, pad_edge=False)
    for heading in ("", "bot", "rating", "95 %", "games", "won %"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", no_wrap=True)
    for number in range(len(order)):
        table.add_column(f"v. {number + 1}", justify="right", no_wrap=True)
    for number, rating in enumerate(found.ratings):
        within = f"{rating.interval.low:.0f}–{rating.interval.high:.0f}"
        shares = [found.share(rating.bot, other) for other in order]
        table.add_row(
            str(number + 1),
            plan.labels[rating.bot],
            f"{rating.rating:.0f}",
            within,
            str(rating.games),
            percent(rating.share),
            *("·" if share is None else percent(share) for share in shares),
        )
    console.print(table)
    pairings = Table(title="\nThe pairings", title_justify="left", box=None, pad_edge=False)
    headings = ["bot", "against", "games", "won %", "95 %, by deals", "95 %, Wilson"]
    if plan.table > 2:
        headings.append("even shares")
    for heading in headings:
        pairings.add_column(heading, justify="left" if heading in ("bot", "against") else "right", no_wrap=True)
    for score in found.scores:
        if plan.table == 2 and score.share < 0.5:
            score = score.turned()
        names = plan.labels[score.first], plan.labels[score.second]
        shares_of = percent(score.share), span(score.interval), span(score.plain)
        in_even_shares = [times_even(plan, score)] if plan.table > 2 else []
        pairings.add_row(*names, str(score.games), *shares_of, *in_even_shares)
    console.print(pairings)
    console.print(
        f"\nMirrored deals: each is played from all {plan.table} seats. The interval by deals takes the deals as what "
        "was observed; Wilson's takes the games, as if they were independent. Won % counts a shared win in part; v. 1, "
        f"v. 2, … is what was won against the bot in that place.{even(found)} Seed {plan.seed}, "
        f"{found.decisions:,} decisions in {seconds:.1f} s"
        + ("." if plan.reproducible else "; bots that think for a time play differently every time."),
        style="dim",
    )


def as_json(found: Standings, seconds: float, complete: bool) -> dict[str, Any]:
    """Everything, as one JSON object."""
    plan = found.plan
    return {
        "game": plan.game,
        "seats": plan.table,
        "options": dict(plan.options),
        "seed": plan.seed,
        "bots": list(plan.labels),
        "games_per_pairing": plan.deals * plan.table,
        "even_share": 1 / plan.table,
        "complete": complete,
        "reproducible": plan.reproducible,
        "decisions": found.decisions,
        "seconds": round(seconds, 3),
        "pairings": [
            {
                "first": plan.labels[score.first],
                "second": plan.labels[score.second],
                "games": score.games,
                "deals": score.deals,
                "share": score.share,
                "interval": [score.interval.low, score.interval.high],
                "wilson": [score.plain.low, score.plain.high],
                "effective_games": score.effective_games,
            }
            for score in found.scores
        ],
        "ratings": [
            {
                "bot": plan.labels[rating.bot],
                "rating": rating.rating,
                "interval": [rating.interval.low, rating.interval.high],
                "games": rating.games,
                "share": rating.share,
            }
            for rating in found.ratings
        ],
    }


# == Drawing =======================================================================================================


def check_plot(texts: Texts, path: Path) -> None:
    """Refuse, before anything is played, a file that could not be drawn. Raises WrongWords."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise WrongWords(texts("ladder.not_svg", file=path.name))
    if path.suffix.lower() == ".png" and importlib.util.find_spec("cairosvg") is None:
        raise WrongWords(texts("ladder.no_png", file=path.with_suffix(".svg").name))
    if not path.absolute().parent.is_dir():
        raise WrongWords(texts("ladder.no_folder", folder=path.parent))


def draw(found: Standings, path: Path) -> None:
    """The ratings as an engraving."""
    plan = found.plan
    rows = [
        Row(
            plan.labels[rating.bot],
            f"won {percent(rating.share)} % of {rating.games}",
            rating.rating,
            rating.interval.low,
            rating.interval.high,
        )
        for rating in found.ratings
    ]
    played = game(plan.game)
    caption = [f"Mirrored deals, each played from all {plan.table} seats; seed {plan.seed}. Bars are 95 % intervals."]
    palette = palettes(package_of(played))["day"]
    svg = plot(played.title.upper(), "The ladder of bots", caption, rows, palette)
    if path.suffix.lower() == ".png":
        importlib.import_module("cairosvg").svg2png(bytestring=svg.encode(), write_to=str(path), scale=2)
    else:
        path.write_text(svg, encoding="utf-8")
