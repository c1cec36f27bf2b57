"""The answers and the steps of Richelieu as numbers.

Answers are what the rules, the bots and the action space of learners use. Their numbers stay below 256, where Python
keeps its integers ready-made, and are stable: matches are saved as text, but people train on numbers.
"""

from typing import Final

DEAL: Final = 0  # + card: the dealer lays it at the next place (48 of them)
DISC: Final = 48  # + disc: the dealer lays it face down at the next spot (13)
TAKE: Final = 62  # + 2 * row, + 1 for the right end (8)
ENOUGH: Final = 70  # take no second card
REGAIN: Final = 71  # give up a "marker back" disc
NO_MARKER: Final = 72  # place no marker
SIT_OUT: Final = 73  # take no card, because none may be taken
PAY_HAND: Final = 74  # pay with a marker from hand
MARK: Final = 80  # + place: put a marker there (48)
LIFT: Final = 128  # + place: move the marker that is there (48)
PAY: Final = 176  # + place: pay with the own marker that lies there (48)
CODES: Final = 224  # all codes are below this

# The steps, by their places in the BOOK of `rules`: the stack of what is to come holds these.
DEAL_CARDS: Final = 0
DEAL_DISCS: Final = 1
TURN: Final = 2
TAKE_CARD: Final = 3
SECOND_CARD: Final = 4
PAY_MARKER: Final = 5
PLACE_MARKER: Final = 6
SET_DOWN: Final = 7
COUNT: Final = 8
