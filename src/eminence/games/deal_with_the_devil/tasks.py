"""What is still to be done of a step of the action board: a queue of numbers in the state."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

ORDER: Final[list[i64]] = [0, 1, 12, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
"""The steps of the action board in their order; the free use of the building under the Stables (12) comes before 2."""
LAST: Final = 12
"""The place of the last of them in that order: the achievements."""

# what is to be done: an effect of a card, + 8 * its source + its number
EFFECT: Final = 0
SOURCES_LEFT: Final = 80  # sources: buildings, left halves of events, right halves
SOURCES_RIGHT: Final = 100
# a choice
CHOOSE_BASIC: Final = 1024
CHOOSE_PRECIOUS: Final = 1025
GIVE_BASIC: Final = 1026
GIVE_PRECIOUS: Final = 1027
PAY_BILL: Final = 1028
CHOOSE_COURTIER: Final = 1029
CHOOSE_MINOR: Final = 1030
CHOOSE_SLOT: Final = 1031
REMOVE_MINOR: Final = 1032
TUCK: Final = 1033
USE_TUCKED: Final = 1034
PLACE: Final = 2048  # + building: it is built
RECRUITED: Final = 2304  # + courtier: he comes to court, paid for
ACT: Final = 2560  # + building: its action is carried out
AGAIN: Final = 2816  # + building: its action may be carried out once more
