"""How good a position of Caesar & Cleopatra looks, for bots.

Each group is taken on its own and played out in thought: vote after vote, with the cards that lie there now, of which
each vote takes some away. Who wins a vote is a matter of chance, the more so the later it comes; so is whether it comes
at all before the influence runs out. That gives how many points either side will make there on average, majority, whole
group and bonus included. What is still in hand and pile counts as influence that will be laid beside any group: action
cards, too, are given a worth in influence.

The weights below were fitted to the results of some 400 games between bots, then set by hand where the fit said what
cannot be the reason (a Scout that does harm, a card that is worth more in the pile than in hand). Chances to win came
out as they were foretold, to within a few in a hundred.

It reads nothing but the state it is given: in a world that a bot imagines, the covered cards of that world. What it
says of both seats adds up to 1.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bags import EACH, contents, how_many
from eminence.games.caesar_cleopatra import components as box
from eminence.games.caesar_cleopatra.cards import all_at, exhausted, highest, lowest_number, total
from eminence.games.caesar_cleopatra.codes import ACT, COUP_STEP, SECOND_UP, VOTE_CARD, WRATH_STEP
from eminence.games.caesar_cleopatra.components import FACES, GROUPS, HAND, KINDS, NONE, NUMBERS_MASK, PHILOSOPHER
from eminence.games.caesar_cleopatra.scoring import bonus_points, group_points

if TYPE_CHECKING:
    from eminence.games.caesar_cleopatra.state import CaesarState

# -- the weights -----------------------------------------------------------------------------------------------------

DOUBT: Final = 0.76  # how far apart the sums must be for a vote held at once to be sure, more or less
DOUBT_BY_WAITING: Final = 0.64  # and how much more for one to be held later: by the root of the turns until then
RESERVE: Final = 0.92  # how much of the influence in hand and pile tells, once it is spread over the groups
TURN: Final = 0.7  # what being the next to lay is worth, in influence beside every group
HALF_TURN: Final = 0.15  # the same for whoever has laid the first of two open cards
TURN_OVER: Final = -0.35  # the same for whoever has laid, before the vote card
TURN_LATER: Final = 0.4  # the part of this that still tells at later votes
SURE: Final = 0.54  # by how many points one must be ahead to be nearly sure of the win once all is over
SURE_BY_VOTES: Final = 0.62  # and how many more while votes are to come: by the root of their number
CARDS_A_TURN: Final = 1.12  # influence used up in a turn, orgies and vetoes of fate considered
A_CARD: Final = -0.3
"""What an influence card in reserve is worth beside its number: a high one is better than two low ones."""
IN_PILE: Final = 0.9  # what influence in the pile counts for, compared with the hand
NEXT_ACTION: Final = 0.9  # what the top card of the action pile counts for, compared with the hand
DOWN_THE_PILE: Final = 0.85  # what each further card of that pile counts for, compared with the one on top of it
SHUFFLED: Final = 0.5  # what a card of a shuffled action pile counts for on average
PLAYED: Final = 1.5  # what an action that is about to take effect is worth, compared with its card in hand
WORTH: Final[list[float]] = [0.7, 1.7, 2.7, 3.7, 4.7, 9.7, 3.8, 0.8, 1.5, 0.5, 4.1, 1.5]
"""What each kind of card in hand is worth, in influence."""
HAND_SHAPE: Final[list[float]] = [-8.0, -2.5, 0.0, 1.1, 1.1, 1.1]
"""What it is worth, in influence, to have so many influence cards in hand: without one there is no active turn."""

# -- tables ----------------------------------------------------------------------------------------------------------

MANY: Final = 6  # patricians of a group are fewer than this


def _lead(group: int, bonuses: int, mine: int, theirs: int) -> float:
    """By how many points one is ahead with so many patricians of a group; bonuses: 2 for mine, 1 for the other's."""
    lead = float(group_points(group, mine) - group_points(group, theirs))
    if bonuses & 2:
        lead += float(bonus_points(group, mine * EACH[group]))
    if bonuses & 1:
        lead -= float(bonus_points(group, theirs * EACH[group]))
    return lead


_LEAD: Final[list[float]] = [
    _lead(group, bonuses, mine, theirs)
    for group in range(GROUPS)
    for bonuses in range(4)
    for mine in range(2 * MANY)
    for theirs in range(MANY)
]

GRAIN: Final = 4
MOST_VOTES: Final = 12  # expected votes are looked up by quarters, up to this number


def _at_least(votes: int, mean: float) -> float:
    """How likely so many votes or more are if so many are expected: Poisson's distribution."""
    each = exp(-mean)
    fewer = 0.0
    for n in range(votes):
        fewer += each
        each *= mean / (n + 1)
    return max(1.0 - fewer, 1e-9)


_ANOTHER: Final[list[float]] = [
    min(1.0, _at_least(votes + 1, quarters / GRAIN) / _at_least(votes, quarters / GRAIN))
    for quarters in range(GRAIN * MOST_VOTES + 1)
    for votes in range(MANY)
]
"""How likely there is another vote after so many, by how many were expected."""
_UNDER_WAY: Final[list[i64]] = [box.COUP, NONE, box.SPY, box.CASTLING, box.CASTLING, box.SCOUT, box.WRATH]
"""The action card that is taking effect, by the steps from that of the Coup to that of the Wrath."""
_ROOT: Final[list[float]] = [sqrt(float(n)) for n in range(128)]


def evaluate(s: CaesarState, seat: i64) -> float:
    """The chance to win, as it looks: from the points by which one will be ahead, surer the fewer votes are to come."""
    live: i64 = GROUPS - exhausted(s)
    waiting: i64 = contents(s.vote_pile)  # vote cards before the pile is shuffled, at most
    round_of_votes: i64 = waiting + contents(s.vote_discards) + 1  # turns between two votes of a group, on average
    until_shuffle: float = 0.5 * float(waiting + 1)
    cards: i64 = s.hand_influence[0] + s.hand_influence[1] + s.pile_count[0] + s.pile_count[1]
    if s.alone != NONE:
        cards = s.hand_influence[s.alone]
    turns: float = float(cards) / CARDS_A_TURN  # before the influence runs out
    tempo: float = tempo_of(s, seat)
    reserve: float = 0.0
    if live:
        reserve = RESERVE * (strength_left(s, seat) - strength_left(s, 1 - seat)) / float(live)
    lead: float = 0.0
    votes: float = 0.0
    group: i64
    for group in range(GROUPS):
        expected: float = max(0.0, turns - until_shuffle) / float(round_of_votes)
        wait: i64 = waiting >> 1
        if how_many(s.vote_pile, group):
            expected += 0.5 * min(1.0, turns / until_shuffle)
        else:
            wait += round_of_votes >> 1
        votes += min(expected, float(s.patricians[group]))
        lead += play_out(s, seat, group, expected, wait, round_of_votes, tempo, reserve, turns)
    return 1.0 / (1.0 + exp(-lead / (SURE + SURE_BY_VOTES * sqrt(votes))))


def play_out(
    s: CaesarState, seat: i64, group: i64, votes: float, wait: i64, gap: i64, tempo: float, reserve: float, turns: float
) -> float:
    """By how many points one will be ahead in a group: its votes one after the other, with the cards that lie there.

    So many `votes` are expected; the first comes after `wait` turns and the next after `gap` more each.
    """
    other: i64 = 1 - seat
    # The row of the table that says what one is ahead by now; a patrician more for oneself is MANY on, for the other 1.
    now: i64 = 4 * group
    if s.bonus[seat] == group:
        now += 2
    if s.bonus[other] == group:
        now += 1
    now = (2 * MANY * now + how_many(s.won[seat], group)) * MANY + how_many(s.won[other], group)
    left: i64 = s.patricians[group]
    if not left:
        return _LEAD[now]
    quarters: i64 = min(i64(votes * float(GRAIN) + 0.5), GRAIN * MOST_VOTES)
    mine: i64 = all_at(s, seat, group)
    theirs: i64 = all_at(s, other, group)
    ahead: float = 0.0
    # How likely it is that one has won 0, 1, … of the votes so far. No list: this is the inner loop of every bot.
    p0: float = 1.0
    p1: float = 0.0
    p2: float = 0.0
    p3: float = 0.0
    p4: float = 0.0
    p5: float = 0.0
    held: i64 = 0
    while held <= left:
        another: float = _ANOTHER[quarters * MANY + held] if held < left else 0.0
        at: i64 = now + held
        sum_now: float = p0 * _LEAD[at] + p1 * _LEAD[at + MANY - 1]
        if held > 1:  # before that, nobody can have won so many
            sum_now = sum_now + p2 * _LEAD[at + 2 * (MANY - 1)] + p3 * _LEAD[at + 3 * (MANY - 1)]
        if held > 3:
            sum_now = sum_now + p4 * _LEAD[at + 4 * (MANY - 1)] + p5 * _LEAD[at + 5 * (MANY - 1)]
        ahead += (1.0 - another) * sum_now
        if held == left:
            break
        higher: i64 = total(mine) - total(theirs)
        margin: i64 = higher
        if how_many(mine, PHILOSOPHER) != how_many(
            theirs, PHILOSOPHER
        ):  # by rules 1, one facing nothing decides nothing
            margin = -higher if s.rules >= 2 or (mine and theirs) else 0
        edge: float = float(margin) + tempo + reserve * min(1.0, float(wait) / (turns + 1.0))
        win: float = 1.0 / (1.0 + exp(-edge / (DOUBT + DOUBT_BY_WAITING * _ROOT[wait])))
        lose: float = another * (1.0 - win)
        win = another * win
        p5 = p5 * lose + p4 * win
        p4 = p4 * lose + p3 * win
        p3 = p3 * lose + p2 * win
        p2 = p2 * lose + p1 * win
        p1 = p1 * lose + p0 * win
        p0 = p0 * lose
        if higher > 0:
            mine = after_vote(mine, highest(mine))
            theirs = after_vote(theirs, lowest_number(theirs))
        elif higher < 0:
            mine = after_vote(mine, lowest_number(mine))
            theirs = after_vote(theirs, highest(theirs))
        if held == 0:
            tempo *= TURN_LATER
        wait += gap
        held += 1
    return ahead


def tempo_of(s: CaesarState, seat: i64) -> float:
    """What it is worth who lays next, in influence."""
    if s.alone != NONE or s.turn == NONE or len(s.steps) < 2:
        return 0.0
    tempo: float = -TURN  # passive: the other is next
    if s.steps[1] == ACT:
        tempo = TURN
    elif s.steps[1] == VOTE_CARD:
        tempo = HALF_TURN if s.steps[-1] == SECOND_UP else TURN_OVER
    return tempo if s.turn == seat else -tempo


def strength_left(s: CaesarState, seat: i64) -> float:
    """What a player has in hand and piles, in influence."""
    found: float = 0.0
    hand: i64 = s.hand[seat]
    kind: i64 = 0
    while hand:
        found += WORTH[kind] * float(hand & 15)
        hand >>= 4
        kind += 1
    if seat == s.turn:
        # The action card that was played and has not taken effect yet, if there is one.
        step: i64 = s.steps[-1]
        action: i64 = _UNDER_WAY[step - COUP_STEP] if COUP_STEP <= step <= WRATH_STEP else s.playing
        if action != NONE:
            found += PLAYED * WORTH[action]
    if s.alone != NONE:
        return found  # nothing is drawn any more (CC-18)
    pile: i64 = s.pile[seat]
    found += IN_PILE * (float(total(pile)) + A_CARD * float(s.pile_count[seat]))
    found += IN_PILE * (WORTH[PHILOSOPHER] - A_CARD) * float(how_many(pile, PHILOSOPHER))
    influence: i64 = s.hand_influence[seat]
    free: i64 = HAND - influence - s.hand_actions[seat]
    if free > 0:
        influence += min(free, s.pile_count[seat])  # the hand will be filled up
    found += HAND_SHAPE[min(influence, HAND)]
    if s.ordered:
        near: float = NEXT_ACTION
        for kind in s.order[seat]:
            found += near * WORTH[kind]
            near *= DOWN_THE_PILE
    else:
        for kind in range(FACES, KINDS):
            found += SHUFFLED * WORTH[kind] * float(how_many(s.actions[seat], kind))
    return found


def after_vote(bag: i64, lost: i64) -> i64:
    """What a side keeps after a vote: all but the number it loses, if it has any, and its philosophers."""
    kept: i64 = bag & NUMBERS_MASK
    return kept if lost == NONE else kept - EACH[lost]
