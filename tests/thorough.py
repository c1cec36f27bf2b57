"""How much is looked at: a few dozen of everything by default, all of it with EMINENCE_THOROUGH=1; where bots think in
the plain form, which takes them ten times as long, fewer of the largest game."""

import os
from typing import Final

THOROUGH: Final = os.environ.get("EMINENCE_THOROUGH", "") not in ("", "0")
COMPILED: Final = "EMINENCE_COMPILED_PATH" in os.environ
SLOW: Final = not THOROUGH and not COMPILED
