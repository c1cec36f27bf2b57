"""Before the first turn: the action piles are put in order, the bonuses dealt, and the opening cards laid."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from eminence.core.bags import EACH, each, how_many, kinds
from eminence.core.state import DEALER, GO_ON, HIDDEN, NOT_NOW, SealedStep, Step, Why
from eminence.games.caesar_cleopatra import events, knowledge
from eminence.games.caesar_cleopatra.cards import with_item
from eminence.games.caesar_cleopatra.codes import BONUS, LAY, NEXT, PLAY
from eminence.games.caesar_cleopatra.components import ACTIONS, FACES, GROUPS, STARTERS, side
from eminence.games.caesar_cleopatra.state import CaesarState
from eminence.games.caesar_cleopatra.votes import BOTH

# == Preparation ===================================================================================================


@final
class OrderPile(SealedStep[CaesarState]):
    """Both players put their 13 action cards in any order they like; then nobody looks into the pile (CC-4)."""

    def who(self, s: CaesarState) -> i64:
        return BOTH

    def left(self, placed: tuple[int, ...]) -> i64:
        """The bag of cards that have no place yet."""
        bag = ACTIONS
        code: i64
        for code in placed:
            bag -= EACH[code - NEXT + FACES]
        return bag

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return [NEXT + kind - FACES for kind in kinds(self.left(s.sealed[seat]))]

    def forbids(self, s: CaesarState, seat: i64, code: i64) -> Why:
        return Why("all_placed", card=code - NEXT + FACES) if NEXT <= code < LAY else Why(NOT_NOW)

    def complete(self, s: CaesarState, seat: i64) -> bool:
        return len(kinds(self.left(s.sealed[seat]))) == 1  # the rest are alike

    def resolve(self, s: CaesarState, answers: tuple[tuple[int, ...], ...]) -> None:
        seat: i64
        for seat in range(2):
            s.order[seat] = [code - NEXT + FACES for code in answers[seat]] + each(self.left(answers[seat]))
        s.done()

    def shown(self, s: CaesarState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == seat else HIDDEN


@final
class DealBonus(Step[CaesarState]):
    """The six influence bonuses are shuffled; each player gets one, in secret, and four go to the box."""

    def begin(self, s: CaesarState) -> i64:
        if s.bonus_count == 2:
            s.done()
            return GO_ON
        return DEALER

    def choices(self, s: CaesarState, seat: i64) -> list[i64]:
        return [BONUS + group for group in kinds(s.bonus_box)]

    def weights(self, s: CaesarState) -> list[i64]:
        return [how_many(s.bonus_box, group) for group in kinds(s.bonus_box)]

    def answer(self, s: CaesarState, seat: i64, code: i64) -> None:
        to = s.bonus_count
        s.bonus = with_item(s.bonus, to, code - BONUS)
        s.bonus_count += 1
        s.bonus_box -= EACH[code - BONUS]
        if s.story is not None:
            s.tell(events.GotBonus(int(to), int(code - BONUS)))

    def shown(self, s: CaesarState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == s.bonus_count else HIDDEN


# == The opening ===================================================================================================


@final
class Opening(SealedStep[CaesarState]):
    """Each player lays one series of 1 to 5 face down, one card beside each group, and takes the other in hand."""

    def who(self, s: CaesarState) -> i64:
        return BOTH

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
        seat: i64
        for seat in range(2):
            row: list[i64] = [code - LAY for code in answers[seat]]
            row.append(0 + 1 + 2 + 3 + 4 - sum(row))
            s.down[seat] = row
            group: i64
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
