"""Phase 8, in rounds 3 and 5, its first part: wings for sale, and the black mass."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from eminence.core.bits import ONE, fold
from eminence.core.state import DEALER, HIDDEN, NOT_NOW, SEVERAL, SealedStep, Step, Why
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import events, ledger, market, standing
from eminence.games.deal_with_the_devil.codes import (
    BRIBE,
    BRIBE_GOODS,
    CULTIST_IS,
    DEVIL_IS,
    DONE,
    MOST_AT_ONCE,
    MOST_COINS,
    NO_CULTIST,
    NO_DEVIL,
    OPEN,
    SHOW,
    SHOW_PURE,
    SHOW_TAINTED,
    WINGS,
)
from eminence.games.deal_with_the_devil.components import (
    ALL_SEATS,
    EYE,
    FACE_DOWN,
    GONE,
    HORNS,
    IN_FORCE,
    NOBODY_GUESSED,
    NONE,
    SEATS,
    TAINTED,
)
from eminence.games.deal_with_the_devil.goods import COIN, EACH, KINDS, RESOURCES, WHEAT, coins, how_many, told
from eminence.games.deal_with_the_devil.goods import SELL as SELLS_FOR
from eminence.games.deal_with_the_devil.ledger import put, put_list
from eminence.games.deal_with_the_devil.preparation import seat_of
from eminence.games.deal_with_the_devil.standing import pure, tainted
from eminence.games.deal_with_the_devil.state import DevilState

LINE: Final = 6  # what a chest held: the worth of its bribe, goods of that (a heap), pure, tainted, two guesses
MOST_WINGS: Final = 12


@final
class Prepare(SealedStep[DevilState]):
    """Angel wings may be bought, and debts repaid."""

    def begin(self, s: DevilState) -> i64:
        if s.phase != box.INQUISITION:
            s.phase = box.INQUISITION
            if s.story is not None:
                s.tell(events.PhaseBegan(box.INQUISITION))
        s.waiting = self.who(s)
        return SEVERAL

    def who(self, s: DevilState) -> i64:
        return ALL_SEATS

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        purse = market.purse(s, seat, s.goods[seat], s.sealed[seat])
        found = purse.trades(True, 0)
        found.append(DONE)
        n: i64
        for n in range(min(coins(purse.heap) // box.WINGS_PRICE, MOST_WINGS)):
            found.append(WINGS + n)
        return found

    def complete(self, s: DevilState, seat: i64) -> bool:
        return not market.is_trade(s.sealed[seat][-1])

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        purse = market.purse(s, seat, s.goods[seat], s.sealed[seat])
        if market.is_trade(code):
            return market.why_no_trade(s, seat, code, purse, True)
        return Why("not_enough_coins", coins=int(coins(purse.heap))) if WINGS <= code < BRIBE else Why(NOT_NOW)

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        seat: i64
        for seat in range(SEATS):
            market.carry_out(s, seat, answers[seat])
            if answers[seat][-1] == DONE:
                continue
            n: i64 = answers[seat][-1] - WINGS + 1
            ledger.spend(s, seat, n * box.WINGS_PRICE * COIN)
            if s.story is not None:
                s.tell(events.BoughtWings(int(seat), int(n)))
            standing.angels(s, seat, n)


# -- what is laid into the chests --------------------------------------------------------------------------------------


def devil_of(guesses: i64) -> i64:
    """Who is taken for the devil: a seat, or 7."""
    return guesses // 8


def cultist_of(guesses: i64) -> i64:
    """Who is taken for the cultist: a seat, or 7."""
    return guesses % 8


@final
class Load(SealedStep[DevilState]):
    """Everybody loads his chest in secret: with a bribe; the devil with fragments, the others with guesses.

    The trades come first, then the bribe (coins; by the expert option goods behind them), then what the role allows.
    """

    def who(self, s: DevilState) -> i64:
        return ALL_SEATS

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        sealed = s.sealed[seat]
        purse = market.purse(s, seat, s.goods[seat], sealed)
        found: list[i64] = []
        n: i64
        if not sealed or market.is_trade(sealed[-1]):
            found = purse.trades(True, 0)
            for n in range(min(coins(purse.heap), MOST_COINS) + 1):
                found.append(BRIBE + n)
            return found
        last: i64 = sealed[-1]
        if last < SHOW_PURE and s.goods_as_bribes:
            kind: i64 = (last - BRIBE_GOODS) // MOST_AT_ONCE + 1 if last >= BRIBE_GOODS else 0
            while kind < RESOURCES:
                for n in range(min(how_many(purse.heap, kind), MOST_AT_ONCE)):
                    found.append(BRIBE_GOODS + kind * MOST_AT_ONCE + n)
                kind += 1
        if s.role[seat] == HORNS:
            if last < SHOW_PURE:
                for n in range(pure(s.souls[seat]) + 1):
                    found.append(SHOW_PURE + n)
            else:  # in round 3 all tainted fragments must be there
                for n in range(tainted(s.souls[seat]) if s.round == 3 else 0, tainted(s.souls[seat]) + 1):
                    found.append(SHOW_TAINTED + n)
        elif last < DEVIL_IS:
            found += [DEVIL_IS + other for other in self.suspects(s, seat, True, NONE)]
            found.append(NO_DEVIL)
        else:
            found += [CULTIST_IS + other for other in self.suspects(s, seat, False, last - DEVIL_IS)]
            found.append(NO_CULTIST)
        return found

    def suspects(self, s: DevilState, seat: i64, devil: bool, named: i64) -> list[i64]:
        """Whom a seat may name: it has one ring of each other colour, and some may be locked (DP-23, DP-10)."""
        locked = s.locked[s.role[seat]]
        if devil and (devil_of(locked) != NOBODY_GUESSED or HORNS in s.shown_role):
            return []
        if not devil and cultist_of(locked) != NOBODY_GUESSED:
            return []
        rings = (seat, named, devil_of(locked), cultist_of(locked))
        return [other for other in range(SEATS) if other not in rings]

    def complete(self, s: DevilState, seat: i64) -> bool:
        last = s.sealed[seat][-1]
        if s.role[seat] == HORNS:
            return SHOW_TAINTED <= last < DEVIL_IS
        if s.role[seat] == EYE:
            return DEVIL_IS <= last < CULTIST_IS
        return CULTIST_IS <= last < SHOW

    def forbids(self, s: DevilState, seat: i64, code: i64) -> Why:
        sealed = s.sealed[seat]
        purse = market.purse(s, seat, s.goods[seat], sealed)
        loading = bool(sealed) and not market.is_trade(sealed[-1])
        if market.is_trade(code):
            return Why("order_of_trades") if loading else market.why_no_trade(s, seat, code, purse, True)
        if BRIBE <= code < BRIBE_GOODS:
            return Why("order_of_loading") if loading else Why("not_enough_coins", coins=int(coins(purse.heap)))
        if BRIBE_GOODS <= code < SHOW_PURE:
            kind = (code - BRIBE_GOODS) // MOST_AT_ONCE
            n = (code - BRIBE_GOODS) % MOST_AT_ONCE + 1
            if not s.goods_as_bribes:
                return Why("not_by_these_rules", kind=int(kind))
            return (
                Why("order_of_loading")
                if how_many(purse.heap, kind) >= n
                else Why("not_yours", kind=int(kind), n=int(n))
            )
        if SHOW_PURE <= code < DEVIL_IS:
            if s.role[seat] != HORNS:
                return Why("no_such_souls")
            if s.round == 3 and SHOW_TAINTED <= code < SHOW_TAINTED + tainted(s.souls[seat]):
                return Why("must_show_tainted")
            there = code <= SHOW_PURE + pure(s.souls[seat]) or SHOW_TAINTED <= code <= SHOW_TAINTED + tainted(
                s.souls[seat]
            )
            return Why("order_of_loading") if there else Why("no_such_souls")
        if DEVIL_IS <= code < SHOW:
            return self.no_guess(s, seat, code, loading)
        return Why(NOT_NOW)

    def no_guess(self, s: DevilState, seat: i64, code: i64, loading: bool) -> Why:
        """Why a guess cannot be made."""
        devil = code < CULTIST_IS
        other: i64 = code - DEVIL_IS if devil else code - CULTIST_IS
        mark = s.role[seat]
        if mark == HORNS or (mark == EYE and not devil):
            return Why("not_your_guess")
        if not loading or other >= SEATS:
            return Why("order_of_loading")
        if other == seat:
            return Why("oneself")
        locked = s.locked[mark]
        if devil and HORNS in s.shown_role:
            return Why("devil_known")
        if (devil_of(locked) if devil else cultist_of(locked)) != NOBODY_GUESSED:
            return Why("locked_guess")
        if other == devil_of(locked) or other == cultist_of(locked):
            return Why("locked", seat=int(other))
        return Why("one_ring", seat=int(other)) if s.sealed[seat][-1] == DEVIL_IS + other else Why("order_of_loading")

    def resolve(self, s: DevilState, answers: tuple[tuple[int, ...], ...]) -> None:
        s.done()
        laid: list[i64] = []
        souls: list[i64] = []
        guesses: list[i64] = []
        seat: i64
        for seat in range(SEATS):
            at = market.carry_out(s, seat, answers[seat])
            heap: i64 = 0
            soul: i64 = 0
            devil: i64 = NOBODY_GUESSED
            cultist: i64 = NOBODY_GUESSED
            for code in answers[seat][at:]:
                if code < BRIBE_GOODS:
                    heap += (code - BRIBE) * COIN
                elif code < SHOW_PURE:
                    heap += ((code - BRIBE_GOODS) % MOST_AT_ONCE + 1) * EACH[(code - BRIBE_GOODS) // MOST_AT_ONCE]
                elif code < SHOW_TAINTED:
                    soul += code - SHOW_PURE
                elif code < DEVIL_IS:
                    soul += TAINTED * (code - SHOW_TAINTED)
                elif code < NO_DEVIL:
                    devil = code - DEVIL_IS
                elif CULTIST_IS <= code < NO_CULTIST:
                    cultist = code - CULTIST_IS
            laid.append(heap)
            souls.append(soul)
            guesses.append(8 * devil + cultist)
        ledger.begin_period(s)
        for seat in range(SEATS):
            ledger.spend_in_secret(s, seat, laid[seat])
        s.laid = laid
        s.laid_souls = souls
        s.guesses = guesses

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        return code if observer == seat or market.is_trade(code) else HIDDEN


# -- what is found in them ---------------------------------------------------------------------------------------------


def put_in(s: DevilState, mark: i64, heap: i64) -> None:
    """Goods are put into the chest with a mark, for all to see; whose it is, they do not."""
    ledger.gain_in_secret(s, seat_of(s, mark), heap)
    book(s, mark, heap, 1)


def book(s: DevilState, mark: i64, heap: i64, sign: i64) -> None:
    """Keep what a chest was given, or what was taken from it."""
    line = s.mass_goods[mark]
    s.mass_goods = put_list(s.mass_goods, mark, [line[kind] + sign * how_many(heap, kind) for kind in range(KINDS)])


def worth_of(heap: i64) -> i64:
    """How many coins a bribe is worth: goods at what the supply gives for them."""
    found = coins(heap)
    kind: i64
    for kind in range(RESOURCES):
        found += how_many(heap, kind) * SELLS_FOR[kind]
    return found


def turn_up(s: DevilState, place: i64) -> None:
    """An inquisitor (A, B, C, then 1, 2, 3) is in force from now on."""
    if s.inquisitors[place] == FACE_DOWN:
        s.inquisitors = put(s.inquisitors, place, IN_FORCE)
        if s.story is not None:
            s.tell(events.InquisitorTurnedUp(int(place if place < 3 else s.reds[place - 3])))


@final
class OpenChests(Step[DevilState]):
    """All chests are opened: in round 3 mixed, so that only marks tell whose they are; in round 5 by everybody."""

    def begin(self, s: DevilState) -> i64:
        return DEALER

    def choices(self, s: DevilState, seat: i64) -> list[i64]:
        return [OPEN]

    def line(self, s: DevilState, seat: i64) -> list[i64]:
        """What lies in a seat's chest."""
        souls = s.laid_souls[seat]
        guesses = s.guesses[seat]
        heap = s.laid[seat]
        goods = heap - coins(heap) * COIN
        return [worth_of(heap), goods, pure(souls), tainted(souls), devil_of(guesses), cultist_of(guesses)]

    def lines(self, s: DevilState) -> list[list[i64]]:
        """What lies in all of them, as it is seen."""
        if s.round == 3:
            return [self.line(s, seat_of(s, mark)) for mark in range(SEATS)]
        return [self.line(s, seat) for seat in range(SEATS)]

    def accused(self, lines: list[list[i64]], at: i64) -> i64:
        """Who is named twice, as the devil (4) or the cultist (5): a seat, or NONE."""
        seat: i64
        for seat in range(SEATS):
            named: i64 = 0
            for line in lines:
                if line[at] == seat:
                    named += 1
            if named >= 2:
                return seat
        return NONE

    def answer(self, s: DevilState, seat: i64, code: i64) -> None:
        s.done()
        lines = self.lines(s)
        third = s.round == 3
        s.mass = lines
        if third:
            s.third = lines
        if s.story is not None:
            told_lines = tuple([tuple([int(n) for n in line]) for line in lines])
            s.tell(events.ChestsOpened(bool(third), told_lines))
        ledger.begin_period(s)
        for seat in range(SEATS):
            book(s, s.role[seat], s.laid[seat], -1)
        self.bribes(s, lines)
        if third:
            self.rewards(s)
            self.accuse(s, lines)
        else:
            self.reveal(s)
            self.points(s)
            self.count_guesses(s)
        s.laid = [0, 0, 0, 0]
        s.laid_souls = [0, 0, 0, 0]
        s.guesses = [63, 63, 63, 63]

    def bribes(self, s: DevilState, lines: list[list[i64]]) -> None:
        """Every five coins send the next of A, B and C away; the rest stays on the board."""
        for line in lines:
            s.pot += line[0]
        place: i64
        for place in range(3):
            if s.inquisitors[place] != GONE and s.pot >= box.BRIBE_COINS:
                s.pot -= box.BRIBE_COINS
                s.inquisitors = put(s.inquisitors, place, GONE)
                if s.story is not None:
                    s.tell(events.InquisitorBribed(int(place)))
        if s.story is not None and s.pot:
            s.tell(events.PotHolds(int(s.pot)))

    def rewards(self, s: DevilState) -> None:
        """Round 3: the devil's reward for fragments, and the cultist's for tainted ones among them."""
        devil = seat_of(s, HORNS)
        souls = s.laid_souls[devil]
        n = pure(souls) + tainted(souls)
        heap: i64 = 0
        row: i64 = 0
        while row <= n and row < len(box.MASS_DEVIL_GAINS):
            heap += box.MASS_DEVIL_GAINS[row]
            row += 1
        put_in(s, HORNS, heap)
        if s.story is not None:
            s.tell(events.DevilRewarded(int(n), told(heap)))
        worse = tainted(souls)
        if worse:
            heap = EACH[WHEAT] + (COIN if worse == 1 else 4 * COIN)
            put_in(s, EYE, heap)
            if s.story is not None:
                s.tell(events.CultistRewarded(int(worse), told(heap)))
        if n >= 2:
            turn_up(s, 3)
        if n >= 3:
            turn_up(s, 4)

    def accuse(self, s: DevilState, lines: list[list[i64]]) -> None:
        """Round 3: if two guesses agree, all are locked, and whoever is accused says whether it is true."""
        devil = self.accused(lines, 4)
        cultist = self.accused(lines, 5)
        if devil == NONE and cultist == NONE:
            return
        s.locked = [8 * line[4] + line[5] for line in lines]
        if s.story is not None:
            s.tell(events.GuessesLocked())
        if devil != NONE:
            true = s.role[devil] == HORNS
            self.answered(s, devil, 0, true)
            if true:
                standing.move(s, devil, box.DEVIL_FOUND)
                turn_up(s, 5)
                self.reward_guessers(s, lines, 4, devil)
        if cultist != NONE:
            true = s.role[cultist] == EYE
            self.answered(s, cultist, 1, true)
            if true:
                standing.move(s, cultist, box.CULTIST_FOUND)
                self.reward_guessers(s, lines, 5, cultist)

    def answered(self, s: DevilState, seat: i64, cultist: i64, true: bool) -> None:
        """An accusation is answered truthfully."""
        s.accusations = [*s.accusations, 8 * cultist + 2 * seat + (1 if true else 0)]
        if s.story is not None:
            s.tell(events.AccusationAnswered(int(seat), bool(cultist), bool(true)))
        if true:
            s.shown_role = put(s.shown_role, seat, EYE if cultist else HORNS)

    def reward_guessers(self, s: DevilState, lines: list[list[i64]], at: i64, seat: i64) -> None:
        """Two coins go into each chest in which the right guess lies."""
        marks: i64 = 0
        mark: i64
        for mark in range(SEATS):
            if lines[mark][at] == seat:
                marks |= ONE << mark
                put_in(s, mark, box.FOUND_COINS * COIN)
        if s.story is not None:
            s.tell(events.GuessersRewarded(int(marks), box.FOUND_COINS))

    def reveal(self, s: DevilState) -> None:
        """Round 5: everybody opens his own chest, and all see who is who."""
        s.shown_role = s.role
        if s.story is not None:
            for seat in range(SEATS):
                s.tell(events.RoleShown(seat, int(s.role[seat])))

    def points(self, s: DevilState) -> None:
        """Round 5: the devil's points for fragments."""
        devil = seat_of(s, HORNS)
        n = pure(s.laid_souls[devil]) + tainted(s.laid_souls[devil])
        last: i64 = len(box.MASS_POINTS) - 1
        points = box.MASS_POINTS[min(n, last)] + box.MASS_BEYOND * max(n - last, 0)
        if s.story is not None:
            s.tell(events.SoulsScored(int(devil), int(n), int(points)))
        standing.score(s, devil, points)
        if n >= 2:
            turn_up(s, 3)
        if n >= 3:
            turn_up(s, 4 if s.inquisitors[4] == FACE_DOWN else 5)

    def count_guesses(self, s: DevilState) -> None:
        """Round 5: guesses, those locked in round 3 among them."""
        seat: i64
        for seat in range(SEATS):
            locked = s.locked[s.role[seat]]
            now = s.guesses[seat]
            devil = devil_of(locked) if devil_of(locked) != NOBODY_GUESSED else devil_of(now)
            cultist = cultist_of(locked) if cultist_of(locked) != NOBODY_GUESSED else cultist_of(now)
            self.count_guess(s, seat, devil, HORNS)
            self.count_guess(s, seat, cultist, EYE)

    def count_guess(self, s: DevilState, guesser: i64, named: i64, mark: i64) -> None:
        """A right guess is worth two points to the guesser, a wrong one a point to whom it missed."""
        if named == NOBODY_GUESSED:
            return
        right = s.role[named] == mark
        to = guesser if right else seat_of(s, mark)
        points: i64 = box.GUESS_POINTS if right else 1
        if s.story is not None:
            told_of = (int(guesser), int(named), bool(mark == EYE), bool(right), int(points), int(to))
            s.tell(events.GuessScored(*told_of))
        standing.score(s, to, points)

    def shown(self, s: DevilState, seat: i64, code: i64, observer: i64) -> i64:
        found: i64 = 0
        lines = self.lines(s)
        for line in lines:
            for number in line:
                found = fold(found, number)
        if s.round == 3:
            devil = self.accused(lines, 4)
            cultist = self.accused(lines, 5)
            found = fold(found, 1 if devil != NONE and s.role[devil] == HORNS else 0)
            return fold(found, 1 if cultist != NONE and s.role[cultist] == EYE else 0)
        at: i64
        for at in range(SEATS):
            found = fold(found, s.role[at])
        return found
