"""All that is true at one moment of a game of Caesar & Cleopatra, and who sees which part of it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bags import EACH
from eminence.core.state import State, Step
from eminence.core.visibility import Sees, everyone, nobody, own_memory, owner
from eminence.games.caesar_cleopatra import components as box
from eminence.games.caesar_cleopatra import evaluation, scoring

VISIBLE: Final[dict[str, Sees]] = {
    # the patricians and the votes of confidence
    "patricians": everyone,  # how many of each group are still to be won
    "won": everyone,  # of each player, a bag of groups
    "vote_pile": everyone,  # a bag: the cards are known, their order is the dealer's answers to come
    "vote_discards": everyone,
    "bonus": owner,  # the group of each player's influence bonus
    "bonus_box": nobody,  # the bonuses that nobody has
    "bonus_count": everyone,  # how many have been dealt
    "bonus_shown": everyone,  # both, once they are turned up for the count
    # influence beside the groups: of Cleopatra beside the five groups, then of Caesar
    "up": everyone,  # face up: bags of faces
    "lying": everyone,  # how many lie face down
    "down": owner,  # of each player, by group, what lies face down, in the order in which it was laid: a row (CC-21)
    # each player's own
    "hand": owner,  # a bag
    "hand_influence": everyone,  # the backs differ, so everyone sees how many of each sort a hand holds
    "hand_actions": everyone,
    "pile": own_memory,  # influence not drawn yet, a bag: its owner can work it out
    "pile_count": everyone,
    "actions": own_memory,  # action cards not drawn yet, a bag
    "order": own_memory,  # the order in which its owner put them, from the top; nothing where they were shuffled
    "action_count": everyone,
    "discards": everyone,  # bags: they lie open
    "known": everyone,  # what everybody knows of each player's covered cards: see `knowledge`
    "seen": owner,  # what each player knows of the other's: that, and what his spies saw
    # whose turn, and what of it is done
    "ordered": everyone,  # option: each player orders his action pile
    "orgies": everyone,  # option: all, retire or two, by number
    "retired": everyone,  # whether the first orgy has left the game (option retire)
    "turn": everyone,
    "alone": everyone,  # the player who plays on alone, or NONE
    "acted": everyone,  # whether the turn's action card was played
    "busy": everyone,  # whether anything was placed, played or discarded in this turn
    "idle": everyone,  # turns in a row in which nothing was
    "playing": everyone,  # the action card waiting for its veto or its effect, or NONE
    "owed": everyone,  # cards each player is to draw
    "drawing": everyone,  # for whom the dealer draws, or NONE
    "from_actions": everyone,  # and from which pile
    "group": everyone,  # where cards are turned up or a vote is held, or NONE
    "sides": everyone,  # whose cards are turned up there: 1 Cleopatra's, 2 Caesar's, 3 both
    "pair": everyone,  # the two groups of a Castling, or NONE
    "tied": everyone,  # the set of groups whose extraordinary vote was a tie, until a card there changes (CC-8)
}

RETIRE: Final = 1  # of the option `orgies`, of which 0 is all
TWO_ORGIES: Final = 2


@final
class CaesarState(State):
    """The patricians, the influence beside them, and what both players hold.

    `up` and `lying` have an item for each player and group: `side(seat, group)`. The lists `patricians`, `won` and
    `bonus`, and those inside `down`, `order`, `known` and `seen`, are replaced and never changed in place, so that
    clones share them.
    """

    __slots__ = tuple(VISIBLE)

    def prepare(self, ordered: bool, orgies: i64) -> None:
        """What lies on the table before anything is dealt or chosen."""
        self.patricians: list[i64] = box.PATRICIANS[:]
        self.won: list[i64] = [0, 0]
        self.vote_pile: i64 = box.VOTE_PILE - EACH[box.ORGY] if orgies == TWO_ORGIES else box.VOTE_PILE
        self.vote_discards: i64 = 0
        self.bonus: list[i64] = [box.NONE, box.NONE]
        self.bonus_box: i64 = box.BONUS_BOX
        self.bonus_count: i64 = 0
        self.bonus_shown: list[i64] = [box.NONE, box.NONE]
        self.up: list[i64] = [0] * (2 * box.GROUPS)
        self.lying: list[i64] = [0] * (2 * box.GROUPS)
        self.down: list[list[i64]] = [[0] * box.GROUPS, [0] * box.GROUPS]
        self.hand: list[i64] = [2 * box.STARTERS, 2 * box.STARTERS]
        self.hand_influence: list[i64] = [10, 10]
        self.hand_actions: list[i64] = [0, 0]
        self.pile: list[i64] = [box.INFLUENCE - 2 * box.STARTERS, box.INFLUENCE - 2 * box.STARTERS]
        self.pile_count: list[i64] = [27, 27]
        self.actions: list[i64] = [box.ACTIONS, box.ACTIONS]
        self.order: list[list[i64]] = [[], []]
        self.action_count: list[i64] = [13, 13]
        self.discards: list[i64] = [0, 0]
        self.known: list[list[i64]] = [[], []]
        self.seen: list[list[i64]] = [[], []]
        self.ordered: bool = ordered
        self.orgies: i64 = orgies
        self.retired: bool = False
        self.turn: i64 = box.NONE
        self.alone: i64 = box.NONE
        self.acted: bool = False
        self.busy: bool = True
        self.idle: i64 = 0
        self.playing: i64 = box.NONE
        self.owed: list[i64] = [0, 0]
        self.drawing: i64 = box.NONE
        self.from_actions: bool = False
        self.group: i64 = box.NONE
        self.sides: i64 = 0
        self.pair: i64 = box.NONE
        self.tied: i64 = 0

    def clone(self) -> CaesarState:
        copy = CaesarState(self.seats, self.book)
        copy.copy_flow(self)
        copy.patricians = self.patricians
        copy.won = self.won
        copy.vote_pile = self.vote_pile
        copy.vote_discards = self.vote_discards
        copy.bonus = self.bonus
        copy.bonus_box = self.bonus_box
        copy.bonus_count = self.bonus_count
        copy.bonus_shown = self.bonus_shown
        copy.up = self.up[:]
        copy.lying = self.lying[:]
        copy.down = self.down[:]
        copy.hand = self.hand[:]
        copy.hand_influence = self.hand_influence[:]
        copy.hand_actions = self.hand_actions[:]
        copy.pile = self.pile[:]
        copy.pile_count = self.pile_count[:]
        copy.actions = self.actions[:]
        copy.order = self.order[:]
        copy.action_count = self.action_count[:]
        copy.discards = self.discards[:]
        copy.known = self.known[:]
        copy.seen = self.seen[:]
        copy.ordered = self.ordered
        copy.orgies = self.orgies
        copy.retired = self.retired
        copy.turn = self.turn
        copy.alone = self.alone
        copy.acted = self.acted
        copy.busy = self.busy
        copy.idle = self.idle
        copy.playing = self.playing
        copy.owed = self.owed[:]
        copy.drawing = self.drawing
        copy.from_actions = self.from_actions
        copy.group = self.group
        copy.sides = self.sides
        copy.pair = self.pair
        copy.tied = self.tied
        return copy

    def scores(self) -> list[i64]:
        return scoring.scores(self)

    def winners(self) -> list[i64]:
        return scoring.winners(self)

    def evaluate(self, seat: i64) -> float:
        return evaluation.evaluate(self, seat)


class TurnStep(Step[CaesarState]):
    """A step that asks whoever's turn it is."""

    def begin(self, s: CaesarState) -> i64:
        return s.turn


def bonus_seen(s: CaesarState, seat: i64) -> i64:
    """The bonus of a player as somebody sees it: his own, or turned up for the count; else NONE."""
    return max(s.bonus[seat], s.bonus_shown[seat])
