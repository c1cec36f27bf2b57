"""The answers and the steps of Caesar & Cleopatra as numbers. Answers stay below 256 and are stable."""

from typing import Final

BONUS: Final = 0  # + group: the dealer deals this influence bonus (3)
NEXT: Final = 3  # + action, from 0: it lies next in the action pile, from the top (6)
LAY: Final = 9  # + face: it lies face down beside the next group, when the game opens (5)
PLAY: Final = 14  # + action, from 0: play this action card (6, the veto left out)
DOWN: Final = 20  # + 6 * group + face: lay influence face down (30)
UP: Final = 50  # + 6 * group + face: lay influence face up (30)
PASSIVE: Final = 80
NO_ACTION: Final = 81  # play no action card after laying influence
LET: Final = 82  # let an action happen
FORBID: Final = 83  # veto it
STRIKE: Final = 84  # + 6 * group + face: the open card of the other side that a Coup takes away (30)
LOOK: Final = 114  # the dealer shows a hand to the spy
SNATCH: Final = 115  # + kind: what the spy takes out of that hand (12)
CASTLE: Final = 127  # + pair of groups (10)
FIRST: Final = 137  # + number: so many of the face in question go to the first group of the pair (6)
REVEAL: Final = 143  # + group: where the Scout turns up the other side's cards (5)
SMITE: Final = 148  # + group: where the Wrath of the Gods takes all influence away (5)
TURN_THEM: Final = 153  # the dealer turns cards up
FROM_INFLUENCE: Final = 154
FROM_ACTIONS: Final = 155
DRAW: Final = 156  # + kind: the dealer draws this card for somebody (12)
DROP: Final = 168  # + kind: discard it (12)
ENOUGH: Final = 180  # discard no more
VOTE: Final = 181  # + card: the dealer turns up this vote card (7)
CODES: Final = 188  # all codes are below this

# The steps, by their places in the BOOK of `rules`.
ORDER_PILE: Final = 0
DEAL_BONUS: Final = 1
OPENING: Final = 2
TURN: Final = 3
ACT: Final = 4
SECOND_UP: Final = 5
LATE_ACTION: Final = 6
ASK_VETO: Final = 7
COUP_STEP: Final = 8
SPY_LOOK: Final = 9
SPY_PICK: Final = 10
CASTLE_PAIR: Final = 11
REDISTRIBUTE: Final = 12
SCOUT_STEP: Final = 13
WRATH_STEP: Final = 14
TURN_UP: Final = 15
REFILL: Final = 16
DRAW_CARD: Final = 17
DISCARD: Final = 18
EXTRA_VOTES: Final = 19
VOTE_CARD: Final = 20
SETTLE_VOTE: Final = 21
COUNT: Final = 22
