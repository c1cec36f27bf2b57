"""Pictures that are no SVG, since those who want them read none: chat programs that show a link, screens with icons.

They are drawn ahead of time by `.ci/pictures` and lie beside what they are drawn from.
"""

from __future__ import annotations

import hashlib
import struct
from importlib.resources import files
from typing import Final

from eminence.core.texts.telling import package_of
from eminence.games import all_games

PREVIEW: Final = "preview.png"
"""A game's, in its `look`; the house's in the house's."""
WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size that chat programs show whole."""
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
DRAWN_FROM: Final = "drawn from"
"""Under this word a picture keeps the digest of what it was drawn from."""
PAPER: Final = "#f5eedd"
ICONS: Final = (
    ("icon-180.png", 180, PAPER, 0.86),
    ("icon-192.png", 192, "transparent", 1.0),
    ("icon-512.png", 512, "transparent", 1.0),
    ("icon-mask.png", 512, PAPER, 0.7),
)
"""Name, width, paper, and how much of it the seal fills: of an icon that a phone cuts to a shape of its own, less."""


def digest_of(*sources: str) -> str:
    """What stands for the sources of a picture."""
    return hashlib.sha256("\0".join(sources).encode()).hexdigest()


def source(package: str) -> tuple[str, str] | None:
    """The plate of the game in a package, and the digest of what its picture is drawn from; None without a plate."""
    look = files(package) / "look"
    plate, palette = look / "plate.svg", look / "palette.toml"
    if not plate.is_file():
        return None
    drawn = plate.read_text(encoding="utf-8")
    return drawn, digest_of(drawn, palette.read_text(encoding="utf-8") if palette.is_file() else "")


def engraved() -> list[str]:
    """The packages of all games that bring a plate."""
    return [package for game in all_games() if source(package := package_of(game)) is not None]


def house_digest() -> str:
    """What the picture of the house is drawn from: the plates of the games, in whatever order."""
    found = [source(package) for package in engraved() if package.startswith("eminence.")]
    return digest_of(*sorted(digest for _, digest in filter(None, found)))


def size(png: bytes) -> tuple[int, int]:
    """How wide and high a PNG is.

    >>> size(SIGNATURE + struct.pack(">I4sII", 13, b"IHDR", 1200, 630))
    (1200, 630)
    """
    width, height = struct.unpack(">II", png[16:24])
    return int(width), int(height)
