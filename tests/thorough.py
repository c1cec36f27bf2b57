"""How much is looked at: a few dozen of everything by default, all of it with EMINENCE_THOROUGH=1."""

import os
from typing import Final

THOROUGH: Final = os.environ.get("EMINENCE_THOROUGH", "") not in ("", "0")
