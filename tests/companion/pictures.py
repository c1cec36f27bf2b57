"""Pictures of chests as a camera sees them: a code turned, small, noisy, badly lit, half covered by a hand, askew.

Made of nothing but numbers, so that they are the same everywhere; as brightness for the server, and as a film for a
browser's camera.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, radians, sin
from pathlib import Path
from typing import Final

import segno

from eminence.companion.codes import PREFIX
from eminence.companion.sheet import modules

WIDTH: Final = 480
HEIGHT: Final = 360
TABLE: Final = 96
"""The brightness of what is behind a chest."""
QUIET: Final = 4


@dataclass(frozen=True)
class Sight:
    """How a code is seen."""

    name: str
    turned: float = 0.0
    """Degrees."""
    side: float = 200.0
    """Pixels of the whole square."""
    at: tuple[float, float] = (WIDTH / 2, HEIGHT / 2)
    noise: int = 0
    dark: int = 20
    bright: int = 235
    covered: float = 0.0
    """How much of it a hand covers, from the right."""
    askew: float = 0.0
    """How much it leans away: nothing at 0, out of sight at 1."""
    mirrored: bool = False


SIGHTS: Final = (
    Sight("straight"),
    Sight("turned", turned=37),
    Sight("small", side=150, at=(330, 240)),
    Sight("noisy", turned=-12, noise=60, side=240),
    Sight("badly lit", turned=171, dark=18, bright=62, noise=8),
    Sight("half covered", turned=8, covered=0.5, side=220),
    Sight("askew", turned=-55, askew=0.2, side=240),
    Sight("mirrored", turned=20, mirrored=True),
)


def seen(code: str, sight: Sight, chance: random.Random, text: str = "") -> bytearray:
    """The brightness of every pixel of a picture of one code of ours; or of a text that somebody else has printed."""
    if text:
        square = [list(row) for row in segno.make(text, micro=False).matrix_iter(border=QUIET)]
    else:
        square = modules(PREFIX + code)
    size, half = len(square), sight.side / 2
    picture = bytearray([TABLE]) * (WIDTH * HEIGHT)
    c, s = cos(radians(sight.turned)), sin(radians(sight.turned))
    reach = int(half * 1.5)
    for y in range(max(0, int(sight.at[1]) - reach), min(HEIGHT, int(sight.at[1]) + reach)):
        for x in range(max(0, int(sight.at[0]) - reach), min(WIDTH, int(sight.at[0]) + reach)):
            dx, dy = x - sight.at[0], y - sight.at[1]
            u, v = (c * dx + s * dy) / half, (c * dy - s * dx) / half
            if sight.askew:
                u, v = u / (1 + sight.askew * v), (v + sight.askew) / (1 + sight.askew * v)
            if sight.mirrored:
                u = -u
            if not (-1 <= u < 1 and -1 <= v < 1):
                continue
            column, row = (min(int((one + 1) / 2 * size), size - 1) for one in (u, v))
            ink = sight.dark if square[row][column] else sight.bright
            if sight.covered and u > 1 - 2 * sight.covered:
                ink = (sight.dark + 2 * sight.bright) // 3  # a hand
            picture[y * WIDTH + x] = ink
    if sight.noise:
        grain = chance.randbytes(WIDTH * HEIGHT)
        for at, one in enumerate(grain):
            picture[at] = min(255, max(0, picture[at] + one * sight.noise // 128 - sight.noise))
    return picture


def sent(picture: bytearray) -> bytes:
    """A picture as a device sends it."""
    return WIDTH.to_bytes(2) + HEIGHT.to_bytes(2) + bytes(picture)


MARK: Final = 36
"""The side of the patch in the corner of a film that tells a test whether there is a chest: white, or else black."""


def film(path: Path, pictures: Iterable[bytearray], shown: int, between: int, rate: int = 10) -> None:
    """A film for the camera of a browser: each picture for so many frames, then the bare table.

    A patch in the upper left corner tells a test, and nobody else, since when a picture is shown.
    """
    table = bytearray([TABLE]) * (WIDTH * HEIGHT)
    _patch(table, 0)
    colourless = bytes([128]) * (WIDTH * HEIGHT // 2)
    with path.open("wb") as out:
        out.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{rate}:1 Ip A1:1 C420jpeg\n".encode())
        for picture in pictures:
            _patch(picture, 255)
            for frame, times in ((picture, shown), (table, between)):
                for _ in range(times):
                    out.write(b"FRAME\n" + bytes(frame) + colourless)


def _patch(picture: bytearray, brightness: int) -> None:
    for y in range(MARK):
        picture[y * WIDTH : y * WIDTH + MARK] = bytes([brightness]) * MARK


def png(picture: bytearray) -> bytes:
    """A picture as a file, as a phone's own camera makes one."""
    rows = b"".join(b"\0" + bytes(picture[y * WIDTH : (y + 1) * WIDTH]) for y in range(HEIGHT))
    head = WIDTH.to_bytes(4) + HEIGHT.to_bytes(4) + b"\x08\0\0\0\0"
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    told = (len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4) for kind, body in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(told)


def beside(left: bytearray, right: bytearray) -> bytearray:
    """The left half of one picture and the right half of another."""
    half = WIDTH // 2
    rows = (left[y * WIDTH : y * WIDTH + half] + right[y * WIDTH + half : (y + 1) * WIDTH] for y in range(HEIGHT))
    return bytearray(b"".join(rows))
