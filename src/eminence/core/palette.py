"""The inks of a game: read from `look/palette.toml` in its folder, where there is one."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from eminence.core.errors import EminenceError


class BadPalette(EminenceError, ValueError):
    """A palette lacks an ink, or has one that nothing is printed with."""


@dataclass(frozen=True, slots=True)
class Palette:
    """What a plate is printed with, and a plot of the game."""

    paper: str
    ink: str
    accent: str
    accent_2: str = ""
    """A second accent, where a plate has one."""


USUAL: Final = {
    "day": Palette("#f3ead7", "#33281f", "#7a2e1d"),
    "candle": Palette("#20171a", "#e3cdb8", "#c0764a"),
}
"""The inks of a game that brings none."""


@cache
def palettes(package: str) -> dict[str, Palette]:
    """The inks of the game in a package: by day, and by candlelight, when all is printed in negative.

    >>> palettes("eminence.core")["day"].accent
    '#7a2e1d'
    """
    file = files(package) / "look" / "palette.toml"
    if not file.is_file():
        return USUAL
    told: dict[str, dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))
    try:
        return {light: Palette(**told[light]) for light in USUAL}
    except (KeyError, TypeError) as error:
        raise BadPalette(f"{file} needs paper, ink and accent under [day] and [candle]: {error}") from None
