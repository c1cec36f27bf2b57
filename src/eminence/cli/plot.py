"""Figures as an engraving: ratings, or other values, with their intervals, ink on paper, hatched. Plain SVG, written by
hand.

Hatchings are those by which engravers of the time printed heraldic colours (Petra Sancta), so the rows can be told
apart without any colour at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final
from xml.sax.saxutils import escape

from eminence.core.palette import Palette

SERIF: Final = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif"
HATCHINGS: Final = {
    "gules": '<path d="M2 0V6M5 0V6"/>',  # red: upright lines
    "azure": '<path d="M0 2H6M0 5H6"/>',  # blue: level lines
    "vert": '<path d="M-1 -1L7 7M-1 5L1 7M5 -1L7 1"/>',  # green: one diagonal
    "purpure": '<path d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5"/>',  # purple: the other diagonal
    "or": '<path d="M1.5 1.5h.01M4.5 4.5h.01" stroke-width="1.5" stroke-linecap="round"/>',  # gold: dots
    "sable": '<path d="M1.5 0V6M4.5 0V6M0 1.5H6M0 4.5H6"/>',  # black: crossed lines
}
WIDTH: Final = 760
LEFT, RIGHT = 216, 692
TOP, ROW, FOOT = 108, 60, 92


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the plot: a name, a remark below it, a value and the interval around it."""

    name: str
    remark: str
    value: float
    low: float
    high: float


def ticks(low: float, high: float, most: int = 8) -> list[float]:
    """Round numbers that span a range, at most about so many.

    >>> ticks(1180, 1920)
    [1100.0, 1200.0, 1300.0, 1400.0, 1500.0, 1600.0, 1700.0, 1800.0, 1900.0, 2000.0]
    """
    rough = max(high - low, 1e-9) / most
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [step * number for number in range(floor(low / step), ceil(high / step) + 1)]


def text(x: float, y: float, words: str, size: int, more: str = "") -> str:
    """A line of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}"{more}>{escape(words)}</text>'


def lozenge(x: float, y: float, size: float) -> str:
    """A lozenge, as heralds draw it."""
    return f"M{x:.1f} {y - size * 1.3:.1f}l{size} {size * 1.3}l{-size} {size * 1.3}l{-size} {-size * 1.3}z"


def plot(
    title: str,
    subtitle: str,
    caption: Sequence[str],
    rows: Sequence[Row],
    palette: Palette,
    *,
    word: str = "rating",
    digits: int = 0,
) -> str:
    """An SVG of rows with their intervals over one common scale: of ratings, or of what `word` says."""
    height = TOP + ROW * len(rows) + FOOT + 18 * len(caption)
    bottom = TOP + ROW * len(rows) + 8
    marks = ticks(min(row.low for row in rows), max(row.high for row in rows))

    def x(value: float) -> float:
        return LEFT + (RIGHT - LEFT) * (value - marks[0]) / (marks[-1] - marks[0])

    told = "; ".join(
        f"{row.name} {row.value:.{digits}f} ({row.low:.{digits}f} to {row.high:.{digits}f})" for row in rows
    )
    patterns = [
        f'<pattern id="{name}" width="6" height="6" patternUnits="userSpaceOnUse" fill="none" stroke="{palette.ink}" '
        f'stroke-width=".8">{lines}</pattern>'
        for name, lines in HATCHINGS.items()
    ]
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title told"',
        f'font-family="{SERIF}" fill="{palette.ink}">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="told">{escape(f"{subtitle}. {told}.")}</desc>',
        "<defs>",
        *patterns,
        "</defs>",
        f'<rect width="{WIDTH}" height="{height}" fill="{palette.paper}"/>',
        f'<g fill="none" stroke="{palette.ink}">',
        f'<rect x="12" y="12" width="{WIDTH - 24}" height="{height - 24}" rx="10" stroke-width="1.8"/>',
        f'<rect x="18" y="18" width="{WIDTH - 36}" height="{height - 36}" rx="6" stroke-width=".6"/>',
        "</g>",
        text(WIDTH / 2, 56, title, 24, ' text-anchor="middle" letter-spacing="3"'),
        text(WIDTH / 2, 80, subtitle, 14, ' text-anchor="middle" font-style="italic"'),
        f'<g stroke="{palette.ink}" stroke-width=".7">',
        *(f'<path d="M{x(mark):.1f} {TOP}V{bottom}" stroke-dasharray="1 4" opacity=".7"/>' for mark in marks),
        f'<path d="M{x(marks[0]):.1f} {bottom}H{x(marks[-1]):.1f}" stroke-width="1.4"/>',
        *(f'<path d="M{x(mark):.1f} {bottom}v6"/>' for mark in marks),
        "</g>",
        '<g text-anchor="middle" font-variant-numeric="lining-nums tabular-nums">',
        *(text(x(mark), bottom + 21, f"{mark:g}".replace("-", "−"), 12) for mark in marks),
        text((LEFT + RIGHT) / 2, bottom + 42, word, 13, ' font-style="italic"'),
        "</g>",
    ]
    for number, (row, hatching) in enumerate(zip(rows, (list(HATCHINGS) * len(rows))[: len(rows)], strict=True)):
        y = TOP + ROW * number + ROW / 2
        start, end = x(row.low), x(row.high)
        bar = f'x="{start:.1f}" y="{y - 10:.1f}" width="{max(end - start, 1.5):.1f}" height="20"'
        parts += [
            text(LEFT - 20, y + 1, row.name, min(17, 272 // len(row.name)), ' text-anchor="end"'),
            text(LEFT - 20, y + 17, row.remark, 12, ' text-anchor="end" font-style="italic" opacity=".8"'),
            f'<rect {bar} fill="{palette.paper}"/>',
            f'<rect {bar} fill="url(#{hatching})" stroke="{palette.ink}" stroke-width="1.2"/>',
            f'<path d="{lozenge(x(row.value), y, 8)}" fill="{palette.accent}" stroke="{palette.paper}"/>',
            text(x(row.value), y - 17, f"{row.value:.{digits}f}", 13, ' text-anchor="middle"'),
        ]
    caption_top = bottom + 70
    parts += [
        text(WIDTH / 2, caption_top + 18 * number, line, 12, ' text-anchor="middle" font-style="italic" opacity=".85"')
        for number, line in enumerate(caption)
    ]
    return "\n".join([*parts, "</svg>", ""])
