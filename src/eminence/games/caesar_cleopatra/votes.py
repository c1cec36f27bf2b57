"""Votes of confidence: the turn's vote card, the extraordinary votes, and how a vote is settled."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bags import EACH, how_many, without
from eminence.core.bits import ONE, fold, members
from eminence.core.state import ALL_ALIKE, DEALER, GO_ON, Step
from eminence.games.caesar_cleopatra import cards, events, knowledge
from eminence.games.caesar_cleopatra.codes import SETTLE_VOTE, TURN_THEM, TURN_UP, VOTE
from eminence.games.caesar_cleopatra.components import FULL, GROUPS, NONE, OWN_LIMIT, PHILOSOPHER, SHUFFLE, VOTES, side
from eminence.games.caesar_cleopatra.state import RETIRE, CaesarState

BOTH: Final = 3  # both players, as a set of seats
TURN_CARDS: Final[list[i64]] = [TURN_THEM]
VOTE_CARDS: Final[list[list[i64]]] = [[VOTE + card for card in members(cards)] for cards in range(2**VOTES)]
"""The choices of turning up a vote card, by the set of those in the pile."""


@final
class TurnUp(Step[CaesarState]):
    """Covered cards beside a group are turned up. The dealer does it, because somebody sees something new."""

    def begin(self, s: CaesarState) -> i64:
        return DEALER

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return TURN_CARDS

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        s.done()
        group = s.group
        owner: i64
        for owner in range(2):
            at = side(owner, group)
            if not s.sides & (ONE << owner) or not s.lying[at]:
                continue
            place: i64 = OWN_LIMIT * group
            for face in cards.covered(s, owner, group):
                s.up[at] = s.up[at] + EACH[face]
                knowledge.came_to_light(s, owner, face, place)
                place += 1
                if s.story is not None:
                    s.tell(events.TurnedUp(owner, group, int(face)))
            s.down[owner] = cards.with_item(s.down[owner], group, 0)
            s.lying[at] = 0

    def shown(self, s: CaesarState, seat: i64, code: i64, observer: i64) -> i64:
        seen: i64 = code
        owner: i64
        for owner in range(2):
            if s.sides & (ONE << owner) and owner != observer:
                for face in cards.covered(s, owner, s.group):
                    seen = fold(seen, face)
        return seen


def turn_up_at(s: CaesarState, group: i64, sides: i64) -> None:
    """Turn up what lies covered beside a group on these sides, if anything does, before what comes next."""
    s.group = group
    s.sides = sides
    if (sides & 1 and s.lying[side(0, group)]) or (sides & 2 and s.lying[side(1, group)]):
        s.then(TURN_UP)


def turned_up(s: CaesarState) -> i64:
    """The cards are turned up, and what they were turned up for is done: beside which group they are."""
    group = s.group
    s.group = NONE
    s.sides = 0
    s.done()
    return group


def call_vote(s: CaesarState, group: i64) -> None:
    """A vote of confidence: all cards there are turned up (CC-9)."""
    s.then(SETTLE_VOTE)
    turn_up_at(s, group, BOTH)


@final
class ExtraVotes(Step[CaesarState]):
    """Eight cards beside a group call for an extraordinary vote, before the turn's vote card (CC-8)."""

    def begin(self, s: CaesarState) -> i64:
        group: i64
        for group in range(GROUPS):
            if s.tied & (ONE << group) or not s.patricians[group]:
                continue
            if cards.all_cards_at(s, group) == FULL:
                s.tied |= ONE << group  # until a card there changes
                if s.story is not None:
                    s.tell(events.ExtraordinaryVote(group))
                call_vote(s, group)
                return GO_ON
        s.done()
        return GO_ON


@final
class VoteCard(Step[CaesarState]):
    """The top card of the vote pile is turned up: a group is put to the vote, or there is an orgy."""

    def begin(self, s: CaesarState) -> i64:
        if not cards.any_patrician(s):
            s.done()
            return GO_ON
        return DEALER

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return VOTE_CARDS[cards.kinds_in(s.vote_pile)]

    def weights(self, s: CaesarState) -> list[i64]:
        if s.vote_pile & ~0x1111111:
            return [how_many(s.vote_pile, code - VOTE) for code in self.choices(s, DEALER)]
        return ALL_ALIKE

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        card = code - VOTE
        s.vote_pile = without(s.vote_pile, card)
        if card < GROUPS and not s.patricians[card]:
            if s.story is not None:
                s.tell(events.VoteCardGone(int(card)))
            return  # it leaves the game, and the next one is turned up (CC-12)
        if s.story is not None:
            s.tell(events.VoteCard(int(card)))
        s.done()
        if card < GROUPS:
            s.vote_discards += EACH[card]
            call_vote(s, card)
        elif card == SHUFFLE:
            # Pile and discards, itself included, are shuffled: there is always a card to turn up (CC-13).
            s.vote_pile += s.vote_discards + EACH[SHUFFLE]
            s.vote_discards = 0
        elif s.orgies == RETIRE and not s.retired and cards.exhausted(s) >= 2:
            s.retired = True  # the variant: after two groups are won, the first orgy leaves the game (CC-14)
        else:
            s.vote_discards += EACH[card]


@final
class SettleVote(Step[CaesarState]):
    """The higher sum wins, and loses its highest card; the lower sum loses its lowest. A tie moves nothing (CC-9).

    Philosophers turn this round unless there are equally many on both sides; all of them are discarded once the vote is
    decided, and the losses follow the sums, not the winner (CC-10). That goes for one with numbers that faces nothing
    too: the other side has 0, and wins (CC-11; by rules 1 it decided nothing).
    """

    def begin(self, s: CaesarState) -> i64:
        group = turned_up(s)
        first = s.up[side(0, group)]
        second = s.up[side(1, group)]
        sums = (cards.total(first), cards.total(second))
        wise = (how_many(first, PHILOSOPHER), how_many(second, PHILOSOPHER))
        higher: i64 = 0 if sums[0] > sums[1] else 1
        facing_nothing = (wise[0] and not second) or (wise[1] and not first)
        if sums[0] == sums[1] or (s.rules == 1 and facing_nothing):
            if s.story is not None:
                s.tell(events.Postponed(group, int(sums[0]), int(sums[1]), (int(first), int(second))))
            return GO_ON
        winner = higher if wise[0] == wise[1] else 1 - higher
        if s.story is not None:
            s.tell(events.Voted(int(winner), group, int(sums[0]), int(sums[1]), (int(first), int(second))))
        s.patricians = cards.with_item(s.patricians, group, s.patricians[group] - 1)
        s.won = cards.with_item(s.won, winner, s.won[winner] + EACH[group])
        cards.lose(s, higher, group, cards.highest(s.up[side(higher, group)]))
        cards.lose(s, 1 - higher, group, cards.lowest_number(s.up[side(1 - higher, group)]))
        seat: i64
        for seat in range(2):
            while how_many(s.up[side(seat, group)], PHILOSOPHER):
                cards.lose(s, seat, group, PHILOSOPHER)
        if not s.patricians[group]:
            cards.sweep(s, group)  # the last one is won: all influence there is discarded (CC-12)
        return GO_ON
