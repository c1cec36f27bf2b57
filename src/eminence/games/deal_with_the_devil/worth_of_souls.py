"""What fragments are worth: they have no price of their own, but avert penalties of inquisitors, and bring points and
goods to the devil at the black masses. So who should sell to whom, and for how much, follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from eminence.core.bits import ONE
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import codes
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.components import EYE, GONE, HORNS, IN_FORCE, SEATS, TAINTED
from eminence.games.deal_with_the_devil.goods import INDULGENCE, coins, how_many
from eminence.games.deal_with_the_devil.worth_of_buildings import times
from eminence.games.deal_with_the_devil.worth_of_goods import ANGEL, COMING_BASIC, DEMON, Look, coming

if TYPE_CHECKING:
    from eminence.games.deal_with_the_devil.state import DevilState

A_HUNT: Final = 0.15  # how often one is accused at a witch hunt
A_BRIBE: Final = 1.5  # what it costs to keep coins for a bribe
A_DEAL_BRINGS: Final = 0.5  # fragments for the devil in each round, as others see it,
A_DEAL_MAY_BRING: Final = 0.8  # and as he hopes


# -- the inquisition ---------------------------------------------------------------------------------------------------


def penalty(s: DevilState, look: Look, inquisitor: i64, growing: bool) -> float:
    """What an inquisitor costs who is not appeased; `growing` where he comes in later rounds only."""
    found = 0.0
    seat = look.seat
    for effect in s.cards.inquisitors[inquisitor]:
        op = effect.op
        if op == deck.POINTS:
            n = times(s, look, effect, 0)
            if growing:
                if effect.per == deck.OWN_ANY:
                    n += 1.3 * float(look.actions) / float(effect.div)
                elif effect.per == deck.ACHIEVEMENTS:
                    n += 0.8 * float(look.actions) / float(effect.div)
            if effect.per == deck.BY_DEBT:
                n = max(n + 1.0 - float(coins(s.goods[seat])) / float(effect.div), 0.5)
            if effect.cond == deck.NOT_ALL_OTHERS_BELOW:
                n *= 0.75 if growing or not highest(s, seat) else 0.0
            found -= float(effect.n) * n
        elif op == deck.TRIBUTE:
            found += min(0.45, -float(effect.m)) * float(effect.n)
        elif op == deck.CHOICE:
            found += min(2.3 * look.coin / 0.22, -float(effect.n))
        elif op == deck.DESTROY:
            found += float(second_value(s, seat)) + (0.8 if growing else 0.4)
        elif op == deck.DEBT:
            found += 0.3 * float(effect.n)
    return found


def highest(s: DevilState, seat: i64) -> bool:
    """Whether a realm stands above all others."""
    return all(s.reputation[other] < s.reputation[seat] for other in range(SEATS) if other != seat)


def second_value(s: DevilState, seat: i64) -> i64:
    """The printed points of the second best building."""
    first: i64 = 0
    second: i64 = 0
    number: i64
    for number in s.built[seat]:
        points = s.cards.buildings[number].points
        if points > first:
            second = first
            first = points
        elif points > second:
            second = points
    return second


def uncovered(found: list[float], fragments: i64, indulgences: i64, kept: float) -> float:
    """What penalties cost in all, if the heaviest are averted: by fragments, and by indulgences, each of which would
    otherwise be kept for what it is worth."""
    total = 0.0
    n = len(found)
    at: i64 = 0
    while at < n:  # the heaviest of those that are left
        most: i64 = at
        i: i64 = at + 1
        while i < n:
            if found[i] > found[most]:
                most = i
            i += 1
        value = found[most]
        found[most] = found[at]
        if at >= fragments:
            if indulgences > 0 and value > kept:
                indulgences -= 1
                value = kept
            total += value
        at += 1
    return total


def before_inquisition(s: DevilState) -> bool:
    """Whether the inquisition of this round, if there is one, is still to come."""
    if s.phase != box.INQUISITION:
        return s.phase < box.INQUISITION
    return codes.PENALTIES in s.steps


def turned_up(devils: i64, more: float, needed: i64) -> float:
    """How likely the devil will show so many fragments that a red inquisitor is turned up: he has some, and may get
    more."""
    gap = needed - devils
    if gap <= 0:
        return 1.0
    if gap == 1:
        return min(0.8 * more, 0.8)
    return min(0.25 * more, 0.4) if gap == 2 else 0.0


def faced(s: DevilState, look: Look, devils: i64, more: float, last: bool) -> list[float]:
    """The penalties that threaten at the first inquisition, or at the last: those of A, B and C first. The devil has so
    many fragments, and may expect more."""
    number: i64 = box.ROUNDS if last else 3
    now = s.round == number and s.phase == box.INQUISITION
    opened = now and codes.OPEN_CHESTS not in s.steps
    growing = not now if last else s.round < number
    found: list[float] = []
    place: i64
    for place in range(3):
        away = s.inquisitors[place] == GONE or (place and not last)
        found.append(0.0 if away else penalty(s, look, place, last and growing))
    for place in range(len(s.reds)):
        chance = 1.0 if s.inquisitors[3 + place] == IN_FORCE else 0.0
        if not opened and not chance:
            chance = turned_up(devils, more, 2 + place) if place < 2 else 0.1
        if chance > 0.05:
            found.append(chance * penalty(s, look, s.reds[place], growing))
    if last == (s.round > 3):
        found += [penalty(s, look, deck.GUEST, False)] * s.guests[look.seat]
    return found


def inquisitions(s: DevilState, look: Look, fragments: i64, devils: i64, more: float) -> float:
    """What the inquisitions to come will cost, with so many fragments to show; the devil has some, and may expect
    more."""
    seat = look.seat
    indulgences = s.indulgences[seat] + how_many(s.goods[seat], INDULGENCE)
    total = 0.0
    if s.round < 3 or (s.round == 3 and before_inquisition(s)):
        total += uncovered(faced(s, look, devils, 0.5 * more, False), fragments, indulgences, 3.0)
    if s.round < box.ROUNDS or before_inquisition(s):
        threats = faced(s, look, devils, more, True)
        total += bribed(s, look, threats, fragments, indulgences, bribes_left(s, seat))
    return total


def bribes_left(s: DevilState, seat: i64) -> i64:
    """How many inquisitors somebody could still send away before the last inquisition: all, if he thinks of it in time;
    then as many as he has coins for; none, once the chests are open."""
    if s.round < box.ROUNDS or s.phase <= box.ACTIONS:
        return 3
    if s.phase == box.INQUISITION and codes.LOAD not in s.steps:
        return 0
    return min((coins(s.goods[seat]) + s.pot) // box.BRIBE_COINS, 3)


def bribed(s: DevilState, look: Look, threats: list[float], fragments: i64, indulgences: i64, most: i64) -> float:
    """What penalties cost in all, if the heaviest are averted and, where that is cheaper, the first inquisitors sent
    away by bribes."""
    best = uncovered(threats[:], fragments, indulgences, 2.0)
    sent: i64 = 0
    place: i64 = 0
    price = -look.coin * float(s.pot)
    while place < 3 and sent < most:
        if s.inquisitors[place] != GONE:
            sent += 1
            price += A_BRIBE if look.actions > 0 else look.coin * float(box.BRIBE_COINS)
            threats[place] = 0.0
            value = uncovered(threats[:], fragments, indulgences, 2.0) + max(price, 0.0)
            if value < best:
                best = value
        place += 1
    return best


def fragments_of_devil(s: DevilState) -> i64:
    """How many fragments the devil has."""
    seat: i64
    for seat in range(SEATS):
        if s.role[seat] == HORNS:
            return s.souls[seat] % TAINTED + s.souls[seat] // TAINTED
    return 0


def deals_left(s: DevilState) -> i64:
    """In how many rounds chests will still travel."""
    return box.ROUNDS - s.round + (1 if s.phase < box.DEALS or (s.phase == box.DEALS and not s.price[0]) else 0)


def mass_points(fragments: float) -> float:
    """The devil's points for fragments at the last black mass, between whole numbers too."""
    n: i64 = i64(fragments)
    last: i64 = len(box.MASS_POINTS) - 1
    here = float(box.MASS_POINTS[min(n, last)] + box.MASS_BEYOND * max(n - last, 0))
    after = float(box.MASS_POINTS[min(n + 1, last)] + box.MASS_BEYOND * max(n + 1 - last, 0))
    return here + (fragments - float(n)) * (after - here)


def souls_worth(s: DevilState, look: Look, souls: i64, devils: i64) -> float:
    """What it is worth to hold these fragments, while the devil holds so many: penalties averted (as costs), what is
    earned at the masses, what three of them prove at witch hunts."""
    pure = souls % TAINTED
    worse = souls // TAINTED
    more = A_DEAL_BRINGS * float(deals_left(s))
    found = -inquisitions(s, look, pure + worse, devils, more) - float(worse)
    hunts: i64 = 0
    if s.phase < box.WITCH_HUNT or s.round < 2:
        hunts = 3 - s.round if s.round >= 2 else 2
        if s.round == 2 or s.round == 3:
            hunts = 4 - s.round
    elif s.round == 2:
        hunts = 1
    hunts = max(hunts, 0)
    if hunts:
        if pure + worse >= 3:
            found += A_HUNT * ANGEL * float(hunts)
        elif not s.mob & (ONE << look.seat):
            found -= A_HUNT * (DEMON + 0.2) * float(hunts)
    third = s.round < 3 or (s.round == 3 and (s.phase < box.INQUISITION or codes.OPEN_CHESTS in s.steps))
    if look.devil:
        if s.round < 5 or s.phase < box.INQUISITION or codes.OPEN_CHESTS in s.steps:
            hopes = float(pure + worse) + A_DEAL_MAY_BRING * float(deals_left(s))
            if s.phase > box.DEALS and s.round == box.ROUNDS:
                found += mass_points(hopes)
            else:  # it may be more, or fewer
                found += (mass_points(max(hopes - 1.0, 0.0)) + mass_points(hopes) + mass_points(hopes + 1.0)) / 3.0
        if third:
            row: i64 = 0
            while row < len(box.MASS_DEVIL_GAINS):
                chance = min(max(float(pure + worse) + more * 0.5 - float(row) + 1.0, 0.0), 1.0)
                found += chance * coming(box.MASS_DEVIL_GAINS[row], look.coin)
                row += 1
    elif third and s.role[look.seat] == EYE:
        owned: i64 = tainted_of_devil(s)
        if owned:
            found += look.coin * (COMING_BASIC + (1.0 if owned == 1 else 4.0))
    return found


def tainted_of_devil(s: DevilState) -> i64:
    """How many tainted fragments the devil has."""
    seat: i64
    for seat in range(SEATS):
        if s.role[seat] == HORNS:
            return s.souls[seat] // TAINTED
    return 0
