"""The number of every choice, and of every step, of Deal with the Devil."""

from typing import Final

MOST_AT_ONCE: Final = 15  # so many of one good are sold, bought, put or given in one answer
MOST_COINS: Final = 30  # so many coins are put into a chest

# -- the dealer --------------------------------------------------------------------------------------------------------
TURN: Final = 0  # + quarters: the board is turned (4)
ROLES: Final = 4  # + assignment: the roles are dealt (24)
SCHEDULE: Final = 28  # + schedule: the chests travel so (48)
RED: Final = 76  # + red inquisitor: lies on the next of 1, 2, 3 (4)
DEAL: Final = 80  # + building (80)
DRAW: Final = 160  # + event (20)
CARRY: Final = 180  # the chests are carried, or come home
OPEN: Final = 181  # the chests of the black mass are opened
RECKON: Final = 182  # what is owed is paid, or cannot be

# -- before the roles are dealt ----------------------------------------------------------------------------------------
WANT: Final = 183  # + role: mortal, cultist, devil (3)
ANY: Final = 186  # (3)
AVOID: Final = 189  # (3)

# -- the market, loans: in this order within one answer ----------------------------------------------------------------
SELL: Final = 192  # + resource * 15 + number - 1 (75)
BORROW: Final = 267  # + number - 1 (10)
BUY: Final = 277  # + resource * 15 + number - 1 (75)
REPAY: Final = 352  # + number - 1 (10)
DONE: Final = 362

# -- cards -------------------------------------------------------------------------------------------------------------
KEEP: Final = 363  # + building (80)
PASS: Final = 443  # + building (80)

# -- deals -------------------------------------------------------------------------------------------------------------
PRICE: Final = 523  # + coins - 2 (6)
PRICE_SOULS: Final = 529  # + fragments - 1 (2)
PUT: Final = 531  # + kind * 15 + number - 1, all kinds but coins (105)
PUT_COINS: Final = 636  # + number - 1 (30)
SEAL: Final = 666
ADD_JESTER: Final = 667
LEAVE: Final = 668
ACCEPT: Final = 669  # + tainted fragments among those paid (3)

# -- the plan ----------------------------------------------------------------------------------------------------------
DISCARD: Final = 672  # + event (20)
NO_EVENT: Final = 692
LEFT: Final = 693
RIGHT: Final = 694
FREE_USE: Final = 695  # of the building under the Stables
NO_FREE_USE: Final = 696
USE: Final = 697  # + building (80)
NO_USE: Final = 777
BUILD: Final = 778  # + building (80)
NO_BUILD: Final = 858
USE_IT: Final = 859
NOT_IT: Final = 860
RECRUIT: Final = 861  # + courtier (4)
NO_RECRUIT: Final = 865
FUND_LOAN: Final = 866  # what is missing is borrowed first, or raised by sales first, or asked
FUND_SALE: Final = 867
FUND_ASK: Final = 868
LATER: Final = 869  # an effect's choice is made when it comes

# -- effects -----------------------------------------------------------------------------------------------------------
GAIN: Final = 870  # + resource (5)
GIVE: Final = 875  # + resource: what is paid where any will do (5)
ENOUGH: Final = 880
TAKE: Final = 881  # + courtier (4)
MINOR: Final = 885  # + minor achievement (4)
SLOT: Final = 889  # + production slot (4)
REMOVE: Final = 893  # + minor achievement (4)
TUCK: Final = 897  # + building (80)

# -- achievements ------------------------------------------------------------------------------------------------------
CLAIM: Final = 977  # + achievement: four minor, four major (8)
WITH: Final = 985  # + courtier (4)
NO_CLAIM: Final = 989

# -- witch hunt --------------------------------------------------------------------------------------------------------
VOTE: Final = 990  # + seat (4)
NO_VOTE: Final = 994
PROVE: Final = 995
CONFESS: Final = 996

# -- inquisition -------------------------------------------------------------------------------------------------------
WINGS: Final = 997  # + number - 1 (12)
BRIBE: Final = 1009  # + coins, from none on (31)
BRIBE_GOODS: Final = 1040  # + resource * 15 + number - 1 (75)
SHOW_PURE: Final = 1115  # + fragments, from none on (7)
SHOW_TAINTED: Final = 1122  # (3)
DEVIL_IS: Final = 1125  # + seat (4)
NO_DEVIL: Final = 1129
CULTIST_IS: Final = 1130  # + seat (4)
NO_CULTIST: Final = 1134
SHOW: Final = 1135  # + fragments, from none on (9)
SPEND: Final = 1144  # + indulgences, from none on (9)
SUFFER: Final = 1153  # + inquisitor (8)
TRIBUTE: Final = 1161  # + resource (5)
NO_TRIBUTE: Final = 1166
HAND_OVER: Final = 1167
REFUSE: Final = 1168
LOSE: Final = 1169  # + building (80)
SHIP: Final = 1249  # + basic good (3)
CODES: Final = 1252

# -- steps -------------------------------------------------------------------------------------------------------------
TURN_BOARD: Final = 0
WISHES: Final = 1
DEAL_ROLES: Final = 2
DRAW_SCHEDULE: Final = 3
PLACE_INQUISITORS: Final = 4
ROUND: Final = 5
PRODUCTION: Final = 6
CHOOSE_GOODS: Final = 7
KEEP_ONE: Final = 8
DEAL_BUILDINGS: Final = 9
DEAL_EVENTS: Final = 10
PASS_TWO: Final = 11
LAST_REPAYMENT: Final = 12
OFFER: Final = 13
CARRY_FIRST: Final = 14
ANSWER_FIRST: Final = 15
CARRY_SECOND: Final = 16
ANSWER_SECOND: Final = 17
CARRY_HOME: Final = 18
PLAN: Final = 19
ACTION_PHASE: Final = 20
RECKONING: Final = 21
FUND: Final = 22
CHOOSE_GAIN: Final = 23
CHOOSE_GIFT: Final = 24
CHOOSE_COURTIER: Final = 25
CHOOSE_MINOR: Final = 26
CHOOSE_SLOT: Final = 27
REMOVE_MINOR: Final = 28
TUCK_ONE: Final = 29
USE_TUCKED: Final = 30
RECRUIT_OTHER: Final = 31
CLAIM_ONE: Final = 32
CLAIM_WITH: Final = 33
INTEREST: Final = 34
REPUTATION: Final = 35
FORGETTING: Final = 36
VOTING: Final = 37
INTERROGATION: Final = 38
PREPARE: Final = 39
LOAD: Final = 40
OPEN_CHESTS: Final = 41
APPEASE: Final = 42
PENALTIES: Final = 43
PENALTY: Final = 44
APPEASE_GUEST: Final = 45
LAST_TRADES: Final = 46
END_OF_INQUISITION: Final = 47
TRADE_ROUTE: Final = 48
COUNT: Final = 49
