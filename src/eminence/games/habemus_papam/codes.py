"""The number of every choice, and of every step, of 1655 – Habemus Papam."""

from typing import Final

CAMERLENGO_IS: Final = 0  # + seat: the dealer names the first Camerlengo (4)
ORDER: Final = 4  # + order: the dealer deals it (7)
SMOKE: Final = 11
NO_SMOKE: Final = 12
TURN_CARDINAL: Final = 13  # + person: the dealer turns up this cardinal (18)
TURN_POLITICS: Final = 31  # + card: the dealer turns up these politics (8)
TURN_ACTION: Final = 39  # + card: the dealer turns up this action (10)
DROP: Final = 49  # + order: give up this order (7)
REFUSE: Final = 56
PLACE: Final = 57  # + action: place this card face down (6)
BRIBE: Final = 63  # + person: bribe this cardinal (25)
SWAP: Final = 88  # + person: swap this cardinal … (25)
WITH: Final = 113  # + person: … with this one (25)
NO_SWAP: Final = 138
BID: Final = 139  # + bid: these gems (35)
TAKE_CARDINAL: Final = 174  # + person: take this cardinal (18)
TAKE_POLITICS: Final = 192  # + card: take these politics (8)
TAKE_ACTION: Final = 200  # + card: take this action (10)
TAKE_CAMERLENGO: Final = 210
EXCLUDE: Final = 211  # + person: exclude this cardinal (25)
SPARE: Final = 236
PAY: Final = 237
DECLINE: Final = 238
STRIKE: Final = 239  # + seat: death comes to this player's oldest (4)
KEEP_BRIBE: Final = 243
CODES: Final = 244

FIRST_CAMERLENGO: Final = 0
DEAL_ORDERS: Final = 1
ROUND: Final = 2
REVEAL: Final = 3
SMOKE_RISES: Final = 4
BLACK_SMOKE: Final = 5
DROP_ORDER: Final = 6
PLACE_ACTION: Final = 7
RESOLVE_ACTIONS: Final = 8
BRIBE_STEP: Final = 9
SWAP_STEP: Final = 10
SWAP_WITH: Final = 11
BIDDING: Final = 12
BID_LAST: Final = 13
RANK: Final = 14
TAKE: Final = 15
EXCLUDE_STEP: Final = 16
SQUADRONE_STEP: Final = 17
DEATH_STEP: Final = 18
CLEAR: Final = 19
COUNT: Final = 20
