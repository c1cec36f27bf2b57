"""The rules of Caesar & Cleopatra, in the order of the rulebook. CC-… are the rulings of the rules page.

Preparation        OrderPile, DealBonus, Opening
A turn             Turn, Act, SecondUp, LateAction, Refill, DrawCard, Discard
Votes              in `votes`
Action cards       in `actions`
The end            Count, then `scoring`

What players know of each other's covered cards is kept in `knowledge`.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from eminence.core.bags import each, how_many, kinds, without
from eminence.core.bits import ONE, members
from eminence.core.state import DEALER, GO_ON, HIDDEN, NOT_NOW, DrawStep, SealedStep, Step, Why
from eminence.games.caesar_cleopatra import actions, cards, codes, events, knowledge, votes
from eminence.games.caesar_cleopatra.codes import BONUS, DOWN, DRAW, DROP, ENOUGH, LAY, NEXT, PASSIVE, PLAY, UP
from eminence.games.caesar_cleopatra.components import ACTIONS, FACES, GROUPS, HAND, IDLE_TURNS, NONE, STARTERS, side
from eminence.games.caesar_cleopatra.state import CaesarState, TurnStep

ACTIVE_TURN: Final[list[i64]] = [codes.LATE_ACTION, codes.REFILL, codes.EXTRA_VOTES, codes.VOTE_CARD]
PASSIVE_TURN: Final[list[i64]] = [codes.DISCARD, codes.REFILL]
ONLY_PASSIVE: Final[list[i64]] = [PASSIVE]
EITHER_PILE: Final[list[i64]] = [codes.FROM_INFLUENCE, codes.FROM_ACTIONS]
DRAW_INFLUENCE: Final[list[list[i64]]] = [[DRAW + kind for kind in members(there)] for there in range(2**FACES)]
DRAW_ACTIONS: Final[list[list[i64]]] = [[code + FACES for code in drawn] for drawn in DRAW_INFLUENCE]
"""The choices of drawing from a pile, by the set of kinds that are in it, the first as 0."""

# == Preparation ===================================================================================================


@final
class OrderPile(SealedStep[CaesarState]):
    """Both players put their 13 action cards in any order they like; then nobody looks into the pile (CC-4)."""

    def who(self, s: CaesarState) -> i64:
        return votes.BOTH

    def left(self, placed: tuple[int, ...]) -> i64:
        """The bag of cards that have no place yet."""
        bag = ACTIONS
        for code in placed:
            bag = without(bag, code - NEXT + FACES)
        return bag

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return [NEXT + kind - FACES for kind in kinds(self.left(s.sealed[seat]))]

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        return Why("all_placed", card=code - NEXT + FACES) if NEXT <= code < LAY else Why(NOT_NOW)

    def complete(self, s: CaesarState, seat: i64) -> bool:
        return len(kinds(self.left(s.sealed[seat]))) == 1  # the rest are alike

    def resolve(self, s: CaesarState, answers: tuple[tuple[int, ...], ...]) -> None:
        for seat in range(2):
            s.order[seat] = [code - NEXT + FACES for code in answers[seat]] + each(self.left(answers[seat]))
        s.done()

    def shown(self, s: CaesarState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == seat else HIDDEN


@final
class DealBonus(DrawStep[CaesarState]):
    """The six influence bonuses are shuffled; each player gets one, in secret, and four go to the box."""

    def begin(self, s: CaesarState) -> i64:
        if s.bonus_count == 2:
            s.done()
            return GO_ON
        return DEALER

    def bag(self, s: CaesarState) -> i64:
        return s.bonus_box

    def to(self, s: CaesarState) -> i64:
        return s.bonus_count

    def drawn(self, s: CaesarState, kind: i64) -> None:
        to = s.bonus_count
        s.bonus = cards.with_item(s.bonus, to, kind)
        s.bonus_count += 1
        s.bonus_box = without(s.bonus_box, kind)
        if s.story is not None:
            s.tell(events.GotBonus(int(to), int(kind)))


# == The opening ===================================================================================================


@final
class Opening(SealedStep[CaesarState]):
    """Each player lays one series of 1 to 5 face down, one card beside each group, and takes the other in hand."""

    def who(self, s: CaesarState) -> i64:
        return votes.BOTH

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        laid = s.sealed[seat]
        return [LAY + face for face in range(GROUPS) if LAY + face not in laid]

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        if not LAY <= code < PLAY:
            return Why(NOT_NOW)
        return Why("already_laid", card=code - LAY, group=s.sealed[seat].index(code))

    def complete(self, s: CaesarState, seat: i64) -> bool:
        return len(s.sealed[seat]) == GROUPS - 1  # the fifth card follows

    def resolve(self, s: CaesarState, answers: tuple[tuple[int, ...], ...]) -> None:
        for seat in range(2):
            row: list[i64] = [code - LAY for code in answers[seat]]
            row.append(0 + 1 + 2 + 3 + 4 - sum(row))
            s.down[seat] = row
            for group in range(GROUPS):
                s.lying[side(seat, group)] = 1
                if s.story is not None:
                    s.tell(events.LaidDown(seat, group, int(row[group])))
            s.hand[seat] = STARTERS
            s.hand_influence[seat] = 5
            knowledge.opened(s, seat)
        s.done()

    def shown(self, s: CaesarState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == seat else HIDDEN


# == A turn ========================================================================================================


@final
class Turn(Step[CaesarState]):
    """Cleopatra begins, then the players take turns.

    The game ends when all patricians are won, or when neither player has influence left in hand or pile. Whoever alone
    has some plays on alone, without drawing, until his hand holds none (CC-18). Four turns in a row in which nothing is
    placed, played or discarded end it too (CC-19).
    """

    def begin(self, s: CaesarState) -> i64:
        s.idle = 0 if s.busy else s.idle + 1
        following: i64 = 0 if s.turn == NONE else 1 - s.turn
        if s.alone == NONE:
            if not has_influence(s, following):
                s.alone = 1 - following
            elif not has_influence(s, 1 - following):
                s.alone = following
        if s.alone != NONE:
            following = s.alone
        out: bool = s.alone != NONE and s.hand_influence[following] == 0
        if out or not cards.any_patrician(s) or s.idle >= IDLE_TURNS:
            s.instead(codes.COUNT)
            return GO_ON
        s.turn = following
        s.acted = False
        s.busy = False
        s.then(codes.ACT)
        return GO_ON


def has_influence(s: CaesarState, seat: i64) -> bool:
    """Whether a player has influence in hand or pile: the backs tell everybody."""
    return s.hand_influence[seat] + s.pile_count[seat] > 0


@final
class Act(TurnStep):
    """A player is active: he may play an action card, and lays one card face down or two face up. Or he is passive.

    The action card comes before or after laying, and before refilling (CC-2). Without influence in hand a player can
    only be passive. Without a place for it he may still play an action card first, and must lay if there is a place
    then; else he is passive (CC-6; by rules 1 he was at once).
    """

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        room = cards.open_groups(s, seat)
        if not s.hand_influence[seat] or (not room and (s.acted or s.rules == 1)):
            return ONLY_PASSIVE
        if s.acted:
            return cards.laying(s, seat, room, cards.EITHER_WAY)
        found = cards.laying(s, seat, room, cards.OR_PASSIVE)
        return actions.playable(s, seat) + found if s.hand_actions[seat] else found

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        if code == PASSIVE:
            s.done()
            s.then_all(PASSIVE_TURN)
        elif code < DOWN:
            actions.play(s, seat, code - PLAY + FACES)
        else:
            s.done()
            s.then_all(ACTIVE_TURN)
            if code < UP:
                cards.lay_down(s, seat, (code - DOWN) // FACES, (code - DOWN) % FACES)
            else:
                s.then(codes.SECOND_UP)
                cards.lay_up(s, seat, (code - UP) // FACES, (code - UP) % FACES)

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        if PLAY <= code < DOWN:
            return actions.forbids_playing(s, seat, code - PLAY + FACES)
        if DOWN <= code < PASSIVE:
            return cards.forbids_laying(s, seat, (code - DOWN) // FACES % GROUPS, (code - DOWN) % FACES)
        return Why("active") if code == PASSIVE else Why(NOT_NOW)

    def shown(self, s: CaesarState, seat: i64, code: i64, observer: i64) -> i64:
        if observer != seat and DOWN <= code < UP:
            return DOWN + (code - DOWN) // FACES * FACES  # where, but not what
        return code


@final
class SecondUp(Step[CaesarState]):
    """The second card face up, beside the same group or another; none if there is no card or no place for it (CC-7)."""

    def begin(self, s: CaesarState) -> i64:
        if s.hand_influence[s.turn] and cards.any_open(s, s.turn):
            return s.turn
        s.done()
        return GO_ON

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return cards.laying(s, seat, cards.open_groups(s, seat), cards.OPENLY)

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        s.done()
        cards.lay_up(s, seat, (code - UP) // FACES, (code - UP) % FACES)

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        if DOWN <= code < UP:
            return Why("second_up")
        if UP <= code < PASSIVE:
            return cards.forbids_laying(s, seat, (code - UP) // FACES, (code - UP) % FACES)
        return Why(NOT_NOW)


@final
class LateAction(Step[CaesarState]):
    """Whoever has laid influence and played no action card yet may play one now.

    He is asked whenever he holds any action card, playable or not: how many he holds is seen by everybody.
    """

    def begin(self, s: CaesarState) -> i64:
        if s.acted or not s.hand_actions[s.turn]:
            s.done()
            s.owed[s.turn] = HAND - s.hand_influence[s.turn] - s.hand_actions[s.turn]
            return GO_ON
        return s.turn

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        found = actions.playable(s, seat)
        found.append(codes.NO_ACTION)
        return found

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        if code == codes.NO_ACTION:
            s.acted = True
        else:
            actions.play(s, seat, code - PLAY + FACES)

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        return actions.forbids_playing(s, seat, code - PLAY + FACES) if PLAY <= code < DOWN else Why(NOT_NOW)


@final
class Refill(Step[CaesarState]):
    """Hands are filled up from the two piles, card by card, seeing each before choosing the next (CC-3).

    From an empty pile nothing is drawn, and whoever plays on alone draws nothing.
    """

    def begin(self, s: CaesarState) -> i64:
        seat: i64
        for seat in range(2):
            if not s.owed[seat]:
                continue
            if seat == s.alone or s.pile_count[seat] + s.action_count[seat] == 0:
                s.owed[seat] = 0
            elif s.pile_count[seat] and s.action_count[seat]:
                return seat
            else:
                self.draw(s, seat, not s.pile_count[seat])
                return GO_ON
        s.done()
        return GO_ON

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return EITHER_PILE

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        self.draw(s, seat, code == codes.FROM_ACTIONS)

    def draw(self, s: CaesarState, seat: i64, from_actions: bool) -> None:
        s.owed[seat] = s.owed[seat] - 1
        if from_actions and s.ordered:
            order = s.order[seat]
            s.order[seat] = order[1:]
            cards.take_up(s, seat, order[0], False)  # its owner put it there: he sees nothing new
        else:
            s.drawing = seat
            s.from_actions = from_actions
            s.then(codes.DRAW_CARD)


@final
class DrawCard(Step[CaesarState]):
    """A card comes off a shuffled pile into a hand."""

    def begin(self, s: CaesarState) -> i64:
        return DEALER

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        if s.from_actions:
            return DRAW_ACTIONS[cards.kinds_in(s.actions[s.drawing] >> (4 * FACES))]
        return DRAW_INFLUENCE[cards.kinds_in(s.pile[s.drawing])]

    def weights(self, s: CaesarState) -> list[i64]:
        bag = s.actions[s.drawing] if s.from_actions else s.pile[s.drawing]
        return [how_many(bag, code - DRAW) for code in self.choices(s, DEALER)]

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        s.done()
        cards.take_up(s, s.drawing, code - DRAW, True)
        s.drawing = NONE

    def shown(self, s: CaesarState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == s.drawing else HIDDEN


@final
class Discard(SealedStep[CaesarState]):
    """A passive player discards any cards of his hand, or none, and draws as many (CC-5).

    If he has played an action card in vain, he draws one for it too (CC-6). He names the cards in order, and they are
    seen when he has done.
    """

    def who(self, s: CaesarState) -> i64:
        return ONE << s.turn

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        dropped = s.sealed[seat]
        least: i64 = dropped[-1] - DROP if dropped else 0
        bag: i64 = s.hand[seat]
        code: i64
        for code in dropped:
            bag = without(bag, code - DROP)
        found: list[i64] = [DROP + kind for kind in kinds(bag) if kind >= least]
        found.append(ENOUGH)
        return found

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        if not DROP <= code < ENOUGH:
            return Why(NOT_NOW)
        kind: i64 = code - DROP
        if how_many(s.hand[seat], kind) <= s.sealed[seat].count(code):
            return Why("not_in_hand", a_card=kind)
        return Why("ascending", card=kind)

    def complete(self, s: CaesarState, seat: i64) -> bool:
        return s.sealed[seat][-1] == ENOUGH

    def resolve(self, s: CaesarState, answers: tuple[tuple[int, ...], ...]) -> None:
        seat = s.turn
        s.done()
        dropped: list[i64] = [code - DROP for code in answers[seat] if code != ENOUGH]
        for kind in dropped:
            cards.discard_from_hand(s, seat, kind)
        s.owed[seat] = len(dropped) + cards.action_to_refill(s)
        s.busy = s.busy or len(dropped) > 0
        if s.story is not None:
            s.tell(events.Discarded(seat, tuple([int(kind) for kind in dropped])))


# == The end =======================================================================================================


@final
class Count(Step[CaesarState]):
    """The bonuses are turned up and the points counted."""

    def begin(self, s: CaesarState) -> i64:
        s.bonus_shown = s.bonus[:]
        s.done()
        if s.story is not None:
            bonuses = tuple([int(group) for group in s.bonus])
            s.tell(events.Counted(bonuses, tuple([int(score) for score in s.scores()])))
        return GO_ON


BOOK: Final[list[Step[Any]]] = [
    OrderPile("order_pile", "preparation"),
    DealBonus("deal_bonus", "preparation", BONUS),
    Opening("opening", "opening"),
    Turn("turn", "turn"),
    Act("act", "active"),
    SecondUp("second_up", "active"),
    LateAction("late_action", "active"),
    actions.AskVeto("veto", "veto"),
    actions.Coup("coup", "coup"),
    actions.SpyLook("spy_look", "spy"),
    actions.SpyPick("spy_pick", "spy"),
    actions.CastlePair("castle_pair", "castling"),
    actions.Redistribute("castle", "castling"),
    actions.Scout("scout", "scout"),
    actions.Wrath("wrath", "wrath"),
    votes.TurnUp("turn_up", "vote"),
    Refill("refill", "refill"),
    DrawCard("draw", "refill"),
    Discard("discard", "passive"),
    votes.ExtraVotes("extra_votes", "extraordinary"),
    votes.VoteCard("vote_card", "vote"),
    votes.SettleVote("settle_vote", "vote"),
    Count("count", "count"),
]


def start(seats: i64, rules: i64, ordered: bool, orgies: i64) -> CaesarState:
    """A game about to be prepared: both order their action piles, or (shuffled) the dealer deals the bonuses."""
    s = CaesarState(seats, BOOK)
    s.rules = rules
    s.prepare(ordered, orgies)
    s.start_flow(codes.TURN)
    s.then_all([codes.DEAL_BONUS, codes.OPENING])
    if ordered:
        s.then(codes.ORDER_PILE)
    s.go_on()
    return s
