"""Taking cards in the order of the bids, and what happens at once when politics are taken."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from eminence.core.bags import EACH, how_many, kinds, less, without
from eminence.core.bits import ONE, members
from eminence.core.state import GO_ON, NOT_NOW, Step, Why
from eminence.games.habemus_papam import codes, events
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.actions import forbids_touching, owner_of
from eminence.games.habemus_papam.codes import EXCLUDE, STRIKE, TAKE_ACTION, TAKE_CARDINAL, TAKE_POLITICS
from eminence.games.habemus_papam.components import FELIPE, MORTAL, MOVABLE, NONE, ON_ACTIONS, ON_POLITICS, SQUADRONE
from eminence.games.habemus_papam.state import PapamState


def taker(s: PapamState) -> i64:
    """Who has just taken a card."""
    return s.ranking[s.taken - 1]


@final
class Take(Step[PapamState]):
    """In the order of the bids everyone takes a card; whoever finds nothing left takes nothing (HP-12)."""

    def begin(self, s: PapamState) -> i64:
        while s.taken < s.seats:
            if s.offered_cardinals or s.offered_politics or s.offered_actions or s.camerlengo_free:
                return s.ranking[s.taken]
            if s.story is not None:
                s.tell(events.FoundNothing(int(s.ranking[s.taken])))
            s.taken += 1
        s.done()
        return GO_ON

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        found: list[i64] = [TAKE_CARDINAL + person for person in members(s.offered_cardinals)]
        found += [TAKE_POLITICS + card for card in kinds(s.offered_politics)]
        found += [TAKE_ACTION + card for card in kinds(s.offered_actions)]
        if s.camerlengo_free:
            found.append(codes.TAKE_CAMERLENGO)
        return found

    def forbids(self, s: PapamState, seat: i64, code: i64) -> Why:
        if not TAKE_CARDINAL <= code < EXCLUDE:
            return Why(NOT_NOW)
        if code == codes.TAKE_CAMERLENGO:
            return Why("camerlengo_taken")
        if code >= TAKE_ACTION:
            return Why("not_on_offer", action=code - TAKE_ACTION)
        if code >= TAKE_POLITICS:
            return Why("not_on_offer", politics=code - TAKE_POLITICS)
        return Why("not_on_offer", person=code - TAKE_CARDINAL)

    def answer(self, s: PapamState, seat: i64, code: i64) -> None:
        s.taken += 1
        if code == codes.TAKE_CAMERLENGO:
            self.become_camerlengo(s, seat)
        elif code >= TAKE_ACTION:
            self.take_action(s, seat, code - TAKE_ACTION)
        elif code >= TAKE_POLITICS:
            self.take_politics(s, seat, code - TAKE_POLITICS)
        else:
            person: i64 = code - TAKE_CARDINAL
            s.offered_cardinals &= ~(ONE << person)
            s.court[seat] = s.court[seat] | (ONE << person)
            if s.story is not None:
                s.tell(events.TookCardinal(int(seat), int(person)))

    def become_camerlengo(self, s: PapamState, seat: i64) -> None:
        """A ruby, a sapphire and an amber, as far as the bank has them (HP-13), and a piece of gold."""
        s.camerlengo_free = False
        s.camerlengo = seat
        s.gold[seat] = s.gold[seat] + 1
        got = box.camerlengo_gems(s.bank)
        s.bank = less(s.bank, got)
        s.gems[seat] = s.gems[seat] + got
        if s.story is not None:
            s.tell(events.TookCamerlengo(int(seat), int(got)))

    def take_action(self, s: PapamState, seat: i64, card: i64) -> None:
        """An action card goes behind the screen; a leader joins the court."""
        s.offered_actions = without(s.offered_actions, card)
        if s.story is not None:
            s.tell(events.TookAction(int(seat), int(card)))
        if ON_ACTIONS[card]:
            s.court[seat] = s.court[seat] | ON_ACTIONS[card]
        else:
            s.hand[seat] = s.hand[seat] + EACH[card]

    def take_politics(self, s: PapamState, seat: i64, card: i64) -> None:
        """Politics have their effect at once, before the next player takes a card."""
        s.offered_politics = without(s.offered_politics, card)
        if s.story is not None:
            s.tell(events.TookPolitics(int(seat), int(card)))
        s.gold[seat] = s.gold[seat] + box.GOLD_AT_ONCE[card]
        if ON_POLITICS[card]:
            s.court[seat] = s.court[seat] | ON_POLITICS[card]
        elif card == box.DEATH:
            s.out_politics += EACH[box.DEATH]
            s.then(codes.DEATH_STEP)
        elif card == SQUADRONE:
            s.then(codes.SQUADRONE_STEP)
        else:
            s.favours[seat] = s.favours[seat] + EACH[card]
            if card == FELIPE and how_many(s.favours[seat], FELIPE) == 2:
                s.then(codes.EXCLUDE_STEP)


# -- the second Felipe -----------------------------------------------------------------------------------------------


def to_exclude(s: PapamState) -> i64:
    """The cardinals whom Felipe can exclude: of players without his favour; neither leaders nor Chigi."""
    found: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if not how_many(s.favours[seat], FELIPE):
            found |= s.court[seat]
    return found & MOVABLE


@final
class Exclude(Step[PapamState]):
    """Whoever has a second Felipe excludes a cardinal: he must in the French rulebook, he may in the Italian (HP-3)."""

    def begin(self, s: PapamState) -> i64:
        if not to_exclude(s):
            s.done()
            return GO_ON
        return taker(s)

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        found: list[i64] = [EXCLUDE + person for person in members(to_exclude(s))]
        if s.italian:
            found.append(codes.SPARE)
        return found

    def forbids(self, s: PapamState, seat: i64, code: i64) -> Why:
        if code == codes.SPARE:
            return Why("must_exclude")
        if not EXCLUDE <= code < codes.SPARE:
            return Why(NOT_NOW)
        person: i64 = code - EXCLUDE
        owner = owner_of(s, person)
        if owner == seat:
            return Why("own_excluded")
        if owner != NONE and MOVABLE & (ONE << person):
            return Why("favour", person=person)
        return forbids_touching(s, person)

    def answer(self, s: PapamState, seat: i64, code: i64) -> None:
        s.done()
        if code == codes.SPARE:
            if s.story is not None:
                s.tell(events.Spared(int(seat)))
            return
        victim = leave(s, code - EXCLUDE)
        if s.story is not None:
            s.tell(events.Excluded(int(seat), int(victim), int(code - EXCLUDE)))


def leave(s: PapamState, person: i64) -> i64:
    """Somebody leaves the game: whose court he leaves."""
    owner = owner_of(s, person)
    s.court[owner] = s.court[owner] & ~(ONE << person)
    s.out |= ONE << person
    return owner


# -- Squadrone Volante -----------------------------------------------------------------------------------------------


@final
class Squadrone(Step[PapamState]):
    """Twenty gold for the Squadrone's three votes. Whoever can pay must in the French rulebook, may in the Italian;
    unpaid, the card leaves the game (HP-2)."""

    def begin(self, s: PapamState) -> i64:
        seat = taker(s)
        able = s.gold[seat] >= box.SQUADRONE_PRICE
        if able and s.italian:
            return seat
        self.settle(s, seat, able)
        return GO_ON

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        return [codes.PAY, codes.DECLINE]

    def answer(self, s: PapamState, seat: i64, code: i64) -> None:
        self.settle(s, seat, code == codes.PAY)

    def settle(self, s: PapamState, seat: i64, pays: bool) -> None:
        """The card is paid for and stays, or is gone."""
        s.done()
        if pays:
            s.gold[seat] = s.gold[seat] - box.SQUADRONE_PRICE
            s.favours[seat] = s.favours[seat] + EACH[SQUADRONE]
        else:
            s.out_politics += EACH[SQUADRONE]
        if s.story is not None:
            s.tell(events.PaidSquadrone(int(seat)) if pays else events.SquadroneGone(int(seat)))


# -- Case of Death ---------------------------------------------------------------------------------------------------


def oldest(people: i64) -> i64:
    """The oldest of a set who can die, or NONE."""
    person: i64
    for person in box.BY_AGE:
        if people & MORTAL & (ONE << person):
            return person
    return NONE


def victims(s: PapamState, seat: i64) -> list[i64]:
    """The opponents in whose court somebody can die."""
    return [other for other in range(s.seats) if other != seat and s.court[other] & MORTAL]


@final
class Death(Step[PapamState]):
    """The oldest cardinal or leader dies: of an opponent the taker names (French rulebook), or of all opponents
    (Italian; HP-1). Without a victim nobody does (HP-15)."""

    def begin(self, s: PapamState) -> i64:
        seat = taker(s)
        possible = victims(s, seat)
        if not possible:
            s.done()
            if s.story is not None:
                s.tell(events.NobodyDied(int(seat)))
            return GO_ON
        if not s.italian and len(possible) > 1:
            return seat
        everybody: i64 = 0
        other: i64
        for other in possible:
            everybody |= s.court[other]
        self.strike(s, seat, oldest(everybody))
        return GO_ON

    def choices(self, s: PapamState, seat: i64) -> list[i64]:
        return [STRIKE + other for other in victims(s, seat)]

    def forbids(self, s: PapamState, seat: i64, code: i64) -> Why:
        if code < STRIKE:
            return Why(NOT_NOW)
        if code - STRIKE >= s.seats:
            return Why("no_seat")
        return Why("own_death" if code - STRIKE == seat else "nobody_mortal")

    def answer(self, s: PapamState, seat: i64, code: i64) -> None:
        self.strike(s, seat, oldest(s.court[code - STRIKE]))

    def strike(self, s: PapamState, seat: i64, person: i64) -> None:
        """Somebody dies."""
        s.done()
        victim = leave(s, person)
        if s.story is not None:
            s.tell(events.Died(int(seat), int(victim), int(person)))


# -- the end of a round ----------------------------------------------------------------------------------------------


@final
class Clear(Step[PapamState]):
    """Cards that nobody took leave the game; the Camerlengo card stays (HP-14)."""

    def begin(self, s: PapamState) -> i64:
        s.done()
        if s.offered_cardinals or s.offered_politics or s.offered_actions:
            if s.story is not None:
                s.tell(events.Cleared(int(s.offered_cardinals), int(s.offered_politics), int(s.offered_actions)))
            s.out |= s.offered_cardinals
            if s.rules >= 2:  # by the first rules, late cardinals and leaders lie among the cards that are out
                s.out |= box.people_among(s.offered_politics, s.offered_actions)
                s.offered_politics &= ~box.LATE_CARDS
                s.offered_actions &= ~box.LEADER_CARDS
            s.out_politics += s.offered_politics
            s.out_actions += s.offered_actions
            s.offered_cardinals = 0
            s.offered_politics = 0
            s.offered_actions = 0
        return GO_ON
