"""Reading codes in a picture, for devices whose browser cannot: zxing-cpp, of the extra `companion`.

Pictures come as plain brightness, a byte a pixel: nothing has to be unpacked that a stranger made.
"""

from __future__ import annotations

from typing import Final

try:
    import zxingcpp
except ModuleNotFoundError:  # without the extra, codes are typed
    CAN_READ = False
else:
    CAN_READ = True

HEAD: Final = 4
"""Bytes before the pixels: the width and the height, two each, the higher first."""
LARGEST: Final = 1600
"""Pixels on a side."""
MOST_BYTES: Final = HEAD + 1280 * 1280
"""What a picture may weigh."""
LONGEST: Final = 300
"""Characters of a code; what is longer is no code of a chest."""


class BadPicture(ValueError):
    """What came is no picture as we want it."""


def codes_in(picture: bytes) -> list[str]:
    """The texts of all codes in a picture. Raises BadPicture."""
    width, height = int.from_bytes(picture[:2]), int.from_bytes(picture[2:HEAD])
    if not (0 < width <= LARGEST and 0 < height <= LARGEST) or len(picture) != HEAD + width * height:
        raise BadPicture(f"{len(picture)} bytes are not {HEAD} and a byte for each of {width} × {height} pixels")
    if not CAN_READ:
        return []
    pixels = memoryview(picture)[HEAD:].cast("B", (height, width))
    return [found.text for found in zxingcpp.read_barcodes(pixels) if 0 < len(found.text) <= LONGEST]
