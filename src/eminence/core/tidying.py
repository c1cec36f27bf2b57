"""How often Python looks for what nobody uses any more.

What is no longer used is given back at once, by counting references; only things that refer to each other in a circle
have to be looked for. States, worlds and nodes of a search have no circles, but thousands of them are kept, and by
default Python would look through all of them again and again.
"""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = 20_000
"""After how many new things Python looks through those."""
MIDDLE: Final = 20
SELDOM: Final = 1_000
"""How often it does so before it looks through what has lived for a while, and how often that, before all the rest."""


def look_seldom() -> None:
    """Pass over all that is loaded by now, and look seldom at what lives long. For a process that thinks, or serves.

    A greedy bot of Deal with the Devil takes a fifth less time for it. With a thousand streams open, a look at
    everything stops every table for a quarter of a second, and Python would take one every ten seconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, SELDOM)
