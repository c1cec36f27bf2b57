"""The final count as a ledger: line by line, what each seat gets and why, then the totals."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from eminence.core.match import Match
from eminence.core.texts import Texts, sentence
from eminence.core.texts.telling import Telling


def ledger(match: Match, telling: Telling, texts: Texts, console: Console) -> Table:
    """The count of a finished match."""
    simple = box.ASCII2 if console.options.ascii_only else box.SIMPLE_HEAD
    table = Table(box=simple, pad_edge=False, show_footer=True, expand=False)
    table.add_column("", texts("ledger.total"), footer_style="bold", no_wrap=True)
    for seat in range(match.seats):
        table.add_column(
            sentence(telling.who(seat)), points(match.scores[seat], total=True), max_width=40, header_style="bold"
        )
    part = ""
    for line in match.count():
        if telling.part(line) != part:
            part = telling.part(line)
            table.add_row(Text(part, "italic"))
        cells = [cell(tally.points, telling.tally(tally)) for tally in line.tallies]
        table.add_row(f" {telling.subject(line)}", *cells)
    return table


def points(number: int, total: bool = False) -> Text:
    """A number of points, with a real minus, plus where it counts."""
    text = f"{number:+d}".replace("-", "−") if number and not total else str(number).replace("-", "−")
    return Text(f"{text:>3}", style="bold" if number > 0 or total else "red" if number < 0 else "dim")


def cell(number: int, reason: str) -> Table:
    """Points and their reason, which wraps beside them and not beneath."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True, width=3)
    grid.add_column()
    grid.add_row(points(number), Text(reason, "" if number else "dim"))
    return grid


def winner(match: Match, telling: Telling, texts: Texts) -> str:
    """Who has won, and what decided a tie."""
    if len(match.winners) > 1:
        won = sentence(texts("winner.shared", who=texts.listed([telling.who(seat) for seat in match.winners])))
    else:
        won = telling.said("winner", match.winners[0])
    tie = telling.tie(match.view(None), match.scores)
    return f"{tie} {won}" if tie else won
