"""Codes of our own for chests, to print and to glue on: as SVG, and as PDF without any help but the codes' squares.

Each label has its square four times: whatever half of it a hand covers, a whole one is left. Beside them stand a few
other codes that say the same, for those who type: whoever types another one each time learns nothing by heart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Final

import segno

from eminence.companion import codes

TO_TYPE: Final = 4
"""How many codes stand beside a chest's square; the first of them is the one in it."""
SIDE: Final = 62.0
"""Of the four squares together, in millimetres: read well a hand's length above a phone."""
QUIET: Final = 4
PAGE: Final = (210.0, 297.0)
MM: Final = 72 / 25.4
"""Points in a millimetre."""


@dataclass(frozen=True, slots=True)
class Label:
    """What is glued on one chest."""

    codes: tuple[str, ...]

    @property
    def text(self) -> str:
        """What the square says."""
        return codes.PREFIX + self.codes[0]


def draw(chests: int, below: Callable[[int], int]) -> list[Label]:
    """New codes for every chest."""
    found = []
    for chest in range(chests):
        own: dict[str, None] = {}
        while len(own) < TO_TYPE:
            own[codes.fresh(chest, chests, below)] = None
        found.append(Label(tuple(own)))
    return found


def named(chests: int, words: str, below: Callable[[int], int]) -> list[Label]:
    """The labels whose codes are given, with commas between them; new ones if none are. Raises ValueError."""
    if not words:
        return draw(chests, below)
    given = words.split(",")
    if [codes.chest_of(code, chests) for code in given] != [at // TO_TYPE for at in range(chests * TO_TYPE)]:
        raise ValueError("these are not the codes of a sheet")
    return [Label(tuple(given[at : at + TO_TYPE])) for at in range(0, len(given), TO_TYPE)]


def modules(text: str) -> list[list[int]]:
    """What is printed for a text, row by row: 1 where it is dark. Each square has as much to spare as can be."""
    rows = [list(row) for row in segno.make(text, error="h", micro=False).matrix_iter(border=QUIET)]
    return [row + row for row in rows] * 2


def drawing(label: Label) -> str:
    """The squares of a label as a drawing to stand in a page."""
    size = len(modules(label.text))
    runs = "".join(f"M{x} {y}h{w}v1h-{w}z" for x, y, w in _runs(label))
    return (
        f'<svg viewBox="0 0 {size} {size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{size}v{size}H0z"/>'
        f'<path d="{runs}"/></svg>'
    )


def _runs(label: Label) -> list[tuple[int, int, int]]:
    """The dark runs of each row: where one begins, in which row, and how long it is."""
    found = []
    for y, row in enumerate(modules(label.text)):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                found.append((x, y, length))
            x += length
    return found


def _places(labels: Sequence[Label]) -> list[tuple[float, float]]:
    """The upper left corner of each label on the page, in millimetres: two in a row."""
    return [(20.0 + 90.0 * (at % 2), 34.0 + 125.0 * (at // 2)) for at in range(len(labels))]


def _rows(label: Label) -> list[tuple[float, float, float, float]]:
    """The dark rectangles of a label, in millimetres from its corner."""
    size = SIDE / len(modules(label.text))
    return [(x * size, y * size, w * size, size) for x, y, w in _runs(label)]


def _wrapped(text: str, most: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _lines(label: Label, words: tuple[str, str]) -> list[tuple[float, float, float, str]]:
    """What stands below a square: how far from its corner, how large, and the words."""
    glue, kind = words
    found = [(0.0, SIDE + 8.0, 11.0, " · ".join(label.codes)), (0.0, SIDE + 4.0, 7.0, kind)]
    found += [(0.0, SIDE + 16.0 + 4.5 * at, 9.0, line) for at, line in enumerate(_wrapped(glue, 44))]
    return found


CUT: Final = SIDE + 11.0
"""Where the label ends that is cut out: what is below says which chest it is for."""


def svg(title: str, labels: Sequence[Label], words: Sequence[tuple[str, str]]) -> str:
    """The sheet as one drawing, a page in size."""
    width, height = PAGE
    drawn = [f'<text x="20" y="24" font-size="7">{escape(title)}</text>']
    for label, told, (left, top) in zip(labels, words, _places(labels), strict=True):
        drawn.append(
            f'<rect x="{left - 2:g}" y="{top - 2:g}" width="{SIDE + 4:g}" height="{CUT + 2:g}" fill="none" '
            'stroke="#000" stroke-width=".3" stroke-dasharray="2 1.5"/>'
        )
        runs = "".join(f"M{left + x:.3f} {top + y:.3f}h{w:.3f}v{h:.3f}h{-w:.3f}z" for x, y, w, h in _rows(label))
        drawn.append(f'<path d="{runs}"/>')
        drawn += [
            f'<text x="{left + x:g}" y="{top + y:g}" font-size="{size * 0.36:.2f}">{escape(text)}</text>'
            for x, y, size, text in _lines(label, told)
        ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="Helvetica, Arial, sans-serif">'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(drawn)}</svg>'
    )


def pdf(title: str, labels: Sequence[Label], words: Sequence[tuple[str, str]]) -> bytes:
    """The same as a PDF of one page: rectangles, and words in a font that every reader has."""
    width, height = (side * MM for side in PAGE)

    def text(x: float, y: float, size: float, said: str) -> bytes:
        escaped = said.encode("cp1252", "replace").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        return b"BT /F1 %.1f Tf %.2f %.2f Td (%s) Tj ET\n" % (size, x * MM, height - y * MM, escaped)

    drawn = text(20, 24, 20, title)
    for label, told, (left, top) in zip(labels, words, _places(labels), strict=True):
        box = (left - 2) * MM, height - (top + CUT) * MM, (SIDE + 4) * MM, (CUT + 2) * MM
        drawn += b"[5 4] 0 d .7 w %.2f %.2f %.2f %.2f re S [] 0 d\n" % box
        for x, y, w, h in _rows(label):
            drawn += b"%.3f %.3f %.3f %.3f re\n" % ((left + x) * MM, height - (top + y + h) * MM, w * MM, h * MM)
        drawn += b"f\n" + b"".join(text(left + x, top + y, size, said) for x, y, size, said in _lines(label, told))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.2f %.2f] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>" % (width, height),
        b"<< /Length %d >>\nstream\n%sendstream" % (len(drawn), drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    whole, starts = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        starts.append(len(whole))
        whole += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    end = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(whole))
    return whole + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + end
