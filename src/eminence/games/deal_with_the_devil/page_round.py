"""The middle of the table: the round as a wheel, the reputation track, the inquisitors, and what a phase is about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from eminence.core.ask import Ask
from eminence.core.showing import Lately
from eminence.core.texts import sentence
from eminence.core.view import View
from eminence.games.deal_with_the_devil import black_mass, cards, deals, events, goods, planning, tasks
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.components import NONE
from eminence.games.deal_with_the_devil.notation import PLACES
from eminence.games.deal_with_the_devil.page_parts import REPAYING, Good, Inquisitor, Part
from eminence.games.deal_with_the_devil.page_realm import Realm
from eminence.games.deal_with_the_devil.telling import Telling

ON_THE_WHEEL: Final = range(box.PRODUCTION, box.INQUISITION + 1)
HUNTS: Final = (2, 3)
INQUISITIONS: Final = (3, 5)

PHASE_DRAWINGS: Final = ("wheat", "cards", "chest", "token", "tally", "knot", "mob", "q1")
"""What stands for each phase on the wheel."""
assert len(PHASE_DRAWINGS) == len(ON_THE_WHEEL), "one for each"


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase on the wheel."""

    number: int
    name: str
    drawing: str
    state: str
    """`done`, `now`, `next`, `later`, or `absent` in this round."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the reputation track, and who stands there."""

    number: int
    told: str
    wings: str
    seats: tuple[tuple[int, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """A line of a plan: what is done, and whether it is done already."""

    told: str
    state: str


@dataclass(frozen=True, slots=True)
class Chest:
    """A chest that lies open: in the deals the one before the reader, at a black mass any."""

    mark: int
    title: str
    seat: int
    goods: tuple[Good, ...]
    pure: int
    tainted: int
    devil: int
    cultist: int


@dataclass(frozen=True, slots=True)
class Guess:
    """Whom somebody named at a black mass as the devil or the cultist, and what came of it."""

    seat: int
    cultist: bool
    told: str
    verdict: str
    holds: bool


class Middle(Part):
    """What lies between the realms."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling, lately: Lately) -> None:
        super().__init__(view, ask, telling)
        self.lately = lately
        self.just = lately.by_others(self.reader)

    # -- the round -------------------------------------------------------------------------------------------------

    @property
    def round(self) -> int:
        return int(self.s.round)

    @property
    def phase(self) -> int:
        return int(self.s.phase)

    def held_in(self, number: int, phase: int) -> bool:
        """Whether a round has a phase."""
        if phase == box.WITCH_HUNT:
            return number in HUNTS
        return phase != box.INQUISITION or number in INQUISITIONS

    @cached_property
    def phases(self) -> list[Phase]:
        there = [phase for phase in ON_THE_WHEEL if self.held_in(self.round, phase)]
        later = [phase for phase in there if phase > self.phase]
        found = []
        for phase in ON_THE_WHEEL:
            state = "absent" if phase not in there else "done" if phase < self.phase else "later"
            if phase == self.phase:
                state = "now"
            elif later and phase == later[0]:
                state = "next"
            drawing = PHASE_DRAWINGS[phase - ON_THE_WHEEL.start]
            found.append(Phase(phase, self.t(f"phase.{box.PHASES[phase]}"), drawing, state))
        return found

    @property
    def now(self) -> str:
        return self.t(f"phase.{box.PHASES[self.phase]}")

    @property
    def coming(self) -> str:
        """What comes after this phase."""
        following = next((one for one in self.phases if one.state == "next"), None)
        if following is not None:
            return self.t("page.round.then", phase=following.name)
        return self.t("page.round.last") if self.round == box.ROUNDS else self.t("page.round.next", n=self.round + 1)

    @property
    def inquisition(self) -> str:
        """In how many rounds the inquisition comes."""
        away = min((at - self.round for at in INQUISITIONS if at >= self.round), default=0)
        return self.t("page.round.inquisition", n=away) if away else self.t("page.round.inquisition_now")

    @property
    def open_now(self) -> list[tuple[str, str, bool]]:
        """What one may do besides: trade and borrow always, repay in some phases only, and from when on again."""
        t, found = self.t, [("coin", self.t("page.round.trade"), True), ("tally", self.t("page.round.borrow"), True)]
        if self.phase in REPAYING:
            return [*found, ("tally", t("page.round.repay"), True)]
        if self.round in INQUISITIONS:
            return [*found, ("tally", t("page.round.repay_in"), False)]
        return [*found, ("tally", t("page.round.repay_next", n=self.round + 1), False)]

    # -- the track -------------------------------------------------------------------------------------------------

    @property
    def track(self) -> list[Place]:
        moved = {event.seat for event in self.just if isinstance(event, (events.Moved, events.Drifted))}
        found = []
        for at in range(box.LOWEST, box.HIGHEST + 1):
            there = [seat for seat in self.clockwise(self.near) if self.s.reputation[seat] == at]
            wings = "angel" if at == box.HIGHEST else "demon" if at <= box.FIRST_DEMON else ""
            seats = tuple((seat, self.who(seat), seat in moved) for seat in there)
            found.append(Place(at, self.telling.signed(at), wings, seats))
        return found

    # -- the inquisitors -------------------------------------------------------------------------------------------

    @property
    def inquisitors(self) -> list[Inquisitor]:
        turned = {event.inquisitor for event in self.just if isinstance(event, events.InquisitorTurnedUp)}
        numbers = [cards.ASCETIC, cards.FUNDAMENTALIST, cards.PLEBEIAN, *self.s.reds]
        return [
            self.inquisitor(int(number), PLACES[at], int(self.s.inquisitors[at]), int(number) in turned)
            for at, number in enumerate(numbers)
        ]

    @property
    def pot(self) -> int:
        return int(self.s.pot)

    # -- a chest ---------------------------------------------------------------------------------------------------

    @cached_property
    def chest(self) -> Chest | None:
        """The chest before the reader."""
        held = self.s.held[self.near] if self.reader is not None else []
        if not held:
            return None
        mark, _, paid, heap = (int(number) for number in held)
        return Chest(mark, self.telling.chest(mark), NONE, () if paid else self.goods(heap), 0, 0, NONE, NONE)

    @property
    def which(self) -> int:
        return 2 if self.view.step == "answer_second" else 1

    @property
    def paid(self) -> bool:
        return bool(self.s.held[self.near][deals.IS_PAID])

    @property
    def price(self) -> tuple[int, int]:
        """What is asked for the chest: coins, fragments."""
        asked = int(self.s.held[self.near][deals.ASKED])
        return (asked, 0) if asked < box.SOUL_PRICE else (0, asked - box.SOUL_PRICE)

    @property
    def price_told(self) -> str:
        return self.telling.price(int(self.s.held[self.near][deals.ASKED]))

    @property
    def shop_told(self) -> str:
        """What the same would cost in the shop."""
        price = self.shop_price(int(self.s.held[self.near][deals.CONTENTS]))
        return self.t("page.chest.shop", coins=self.telling.coins(price))

    @property
    def journey(self) -> str:
        """Where the chests are while one waits; nothing in other phases."""
        words = {"answer_first": "first", "answer_second": "second", "offer": "filling"}
        word = words.get(self.view.step)
        return "" if word is None or self.view.over else self.t(f"page.chest.{word}")

    @property
    def home(self) -> str:
        """What came home last, as long as it is news to the reader."""
        for event in reversed(self.lately.fresh):
            if isinstance(event, events.ChestCameHome) and event.seat == self.reader:
                return self.telling.event(event)
        return ""

    # -- plans -----------------------------------------------------------------------------------------------------

    @property
    def plans(self) -> list[tuple[int, str, bool, list[Deed]]]:
        """Once the roofs are lifted: by realm, in the order in which they act, what is planned and what is done."""
        if not any(self.s.plan):
            return []
        order = self.clockwise(int(self.s.first))
        actor = order.index(self.s.actor) if self.s.actor != NONE else 0
        found = []
        for number, seat in enumerate(order):
            state = "done" if number < actor else "later"
            deeds = self.deeds(seat, state if number != actor else "")
            found.append((seat, self.who(seat), number == actor, deeds))
        return found

    def deeds(self, seat: int, all_of_them: str) -> list[Deed]:
        """The lines of a plan, in the order of the action board."""
        plan, telling, t = self.s.plan[seat], self.telling, self.t
        lines: list[tuple[int, str]] = []
        if plan[planning.HALF]:
            word = "left" if plan[planning.HALF] == 1 else "right"
            lines.append(
                (1 if word == "left" else 9, t(f"plan.{word}", event=telling.event_card(plan[planning.EVENT])))
            )
        if plan[planning.FREE]:
            lines.append((planning.STABLES_PLACE, t("plan.use", building=telling.building(self.s.tucked[seat]))))
        lines += [
            (at - 1, t("plan.use", building=telling.building(plan[at])))
            for at in (planning.FIRST_USE, planning.SECOND_USE)
            if plan[at] != NONE
        ]
        for at in (planning.FIRST_BUILD, planning.SECOND_BUILD):
            if plan[at] != NONE:
                key = "plan.build_and_use" if plan[at + 1] else "plan.build"
                lines.append((at - 1, t(key, building=telling.building(plan[at]))))
        if plan[planning.RECRUITS] != NONE:
            lines.append((8, t("plan.recruit", courtier=telling.courtier(plan[planning.RECRUITS]))))
        order = [int(place) for place in tasks.ORDER]
        lines.sort(key=lambda line: order.index(line[0]))
        now = int(self.s.at)

        def state(place: int) -> str:
            at = order.index(place)
            return all_of_them or ("done" if at < now else "now" if at == now else "later")

        return [Deed(told, state(place)) for place, told in lines] or [Deed(t("plan.nothing"), "none")]

    # -- the witch hunt --------------------------------------------------------------------------------------------

    @property
    def votes(self) -> list[tuple[int, str, int, str]]:
        """Who accuses whom, once the rings are shown."""
        if all(vote == NONE for vote in self.s.votes):
            return []
        found = []
        for seat in self.clockwise(self.near):
            vote = int(self.s.votes[seat])
            whom = self.t("nobody") if vote == NONE else self.telling.who(vote)
            found.append((seat, self.who(seat), vote, whom))
        return found

    # -- the black mass --------------------------------------------------------------------------------------------

    @property
    def by_mark(self) -> bool:
        """Whether the chests of the mass were mixed, as in round 3."""
        return self.round < box.ROUNDS

    @property
    def mass(self) -> list[Chest]:
        """What was found in the chests of this round's black mass, once they are open."""
        opened = self.round in INQUISITIONS and self.phase == box.INQUISITION and any(self.s.mass)
        if not opened or (not self.by_mark and NONE in self.s.shown_role):
            return []
        if self.view.step in ("prepare", "load", "open_chests"):
            return []
        found = []
        for number, line in enumerate(self.s.mass):
            worth, heap, pure, tainted, devil, cultist = (int(part) for part in line)
            seat = NONE if self.by_mark else number
            mark = number if self.by_mark else int(self.s.shown_role[number])
            held = heap + int(goods.COIN) * (worth - int(black_mass.worth_of(heap)))
            title = self.telling.mark(mark) if self.by_mark else self.who(number)
            nobody = box.NOBODY_GUESSED
            devil, cultist = (NONE if one == nobody else one for one in (devil, cultist))
            found.append(Chest(mark, title, seat, self.goods(held), pure, tainted, devil, cultist))
        return found

    @property
    def guesses(self) -> list[Guess]:
        """Guess by guess: by whom somebody was named, and whether it holds."""
        found = []
        answered = {(int(one) % 8 // 2, bool(one // 8)): bool(one % 2) for one in self.s.accusations}
        for cultist in (False, True):
            for seat, by in sorted(self.named(cultist).items(), key=lambda one: (-len(one[1]), one[0])):
                told = self.t(f"mass.{'cultist' if cultist else 'devil'}", who=self.who(seat))
                told = sentence(self.t("mass.of_mark", name=self.t.listed(by), thing=told))
                if self.by_mark:
                    holds = answered.get((seat, cultist), False)
                    word = "alone" if (seat, cultist) not in answered else "true" if holds else "false"
                else:
                    holds = bool(self.s.shown_role[seat] == (box.EYE if cultist else box.HORNS))
                    word = "right" if holds else "wrong"
                found.append(Guess(seat, cultist, told, self.t(f"page.mass.verdict.{word}"), holds))
        return found

    def named(self, cultist: bool) -> dict[int, list[str]]:
        """By whom each seat was named: in the chests of this mass, and in round 5 by rings locked in round 3."""
        found: dict[int, list[str]] = {}
        for chest in self.mass:
            seat = chest.cultist if cultist else chest.devil
            if seat != NONE:
                found.setdefault(seat, []).append(chest.title)
        if self.by_mark:
            return found
        for owner in range(box.SEATS):
            locked = int(self.s.locked[int(self.s.shown_role[owner])])
            seat = int(black_mass.cultist_of(locked) if cultist else black_mass.devil_of(locked))
            if seat != box.NOBODY_GUESSED:
                found.setdefault(seat, []).append(self.t("page.mass.since_third", who=self.who(owner)))
        return found

    # -- facing the inquisitors ------------------------------------------------------------------------------------

    @property
    def facing(self) -> list[tuple[int, str, bool, list[Inquisitor]]]:
        """Whose penalties are still to come, realm by realm."""
        if self.view.step not in ("penalty", "penalties", "appease_guest", "fund"):
            return []
        return [
            (seat, self.who(seat), seat == self.s.suffering, [self.inquisitor(int(one)) for one in self.s.facing[seat]])
            for seat in self.clockwise(0)
            if self.s.facing[seat] or seat == self.s.suffering
        ]


class Table(Part):
    """The four realms, the reader's own nearest, and what lies between them."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling, lately: Lately) -> None:
        super().__init__(view, ask, telling)
        own, *others = (Realm(view, ask, telling, seat, lately) for seat in self.clockwise(self.near))
        self.own = own
        self.others = others
        """Clockwise from the reader's left."""
        self.middle = Middle(view, ask, telling, lately)
