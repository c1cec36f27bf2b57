"""The realms on the page: how each stands with Church and people, what it has built, and what is behind its wall."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from eminence.core.ask import Ask
from eminence.core.bits import members
from eminence.core.showing import Lately
from eminence.core.view import View
from eminence.games.deal_with_the_devil import cards, effects, events, goods, standing
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.components import NONE
from eminence.games.deal_with_the_devil.hands import cards_in
from eminence.games.deal_with_the_devil.page_parts import Card, EventCard, Good, Part
from eminence.games.deal_with_the_devil.production import upgraded, wheel_gives
from eminence.games.deal_with_the_devil.telling import Telling

DEBTS = (events.Traded, events.InterestGrew, events.DebtAdded, events.DebtFell)
WINGED = (events.GotAngels, events.GotDemons, events.LostDemons, events.GotIndulgence, events.GuestCame)


@dataclass(frozen=True, slots=True)
class Achievement:
    """A minor or a major achievement: whether it is claimed, and how far off it is."""

    major: bool
    sort: int
    state: str
    """`claimed`, `gone`, or `open`."""
    lacks: int
    """How many symbols are missing, with the courtiers at court."""
    told: str
    just: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """A production slot: what it brings next, and whether it was raised."""

    kind: int
    drawing: str
    raised: bool
    coin: bool


@dataclass(frozen=True, slots=True)
class Courtier:
    """A courtier, and where he is."""

    number: int
    state: str
    told: str


class Realm(Part):
    """A realm: its plate for everybody, and what is behind the wall where the reader may look."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling, seat: int, lately: Lately) -> None:
        super().__init__(view, ask, telling)
        self.just = [event for event in lately.by_others(self.reader) if getattr(event, "seat", None) == seat]
        self.seat = seat
        self.mine = seat == self.reader
        self.title = self.who(seat)
        self.open = view.shows("goods", seat)
        """Whether the reader may look behind the wall."""

    @property
    def asked(self) -> bool:
        """Whether the table waits for this realm; where the time of an answer could betray something, nobody says."""
        return self.seat in self.view.asked and not self.view.over and self.view.step not in self.telling.game.held

    def happened(self, *kinds: type) -> bool:
        """Whether something of a kind has just happened to this realm."""
        return any(isinstance(event, kinds) for event in self.just)

    # -- how it stands ---------------------------------------------------------------------------------------------

    @property
    def reputation(self) -> str:
        return self.telling.signed(int(self.s.reputation[self.seat]))

    @property
    def moved(self) -> bool:
        return self.happened(events.Moved, events.Drifted)

    @property
    def debt(self) -> int:
        return int(self.s.debt[self.seat])

    @property
    def quarter(self) -> int:
        return int(self.s.interest[self.seat])

    @property
    def owes(self) -> bool:
        return self.happened(*DEBTS)

    @property
    def angels(self) -> int:
        return int(self.s.angels[self.seat])

    @property
    def demons(self) -> int:
        return int(self.s.demons[self.seat])

    @property
    def winged(self) -> bool:
        return self.happened(*WINGED)

    @property
    def indulgences(self) -> int:
        """Those that lie open; where they may be offered they are behind the wall."""
        return int(self.s.indulgences[self.seat])

    @property
    def guests(self) -> int:
        return int(self.s.guests[self.seat])

    @property
    def points(self) -> str:
        return self.telling.signed(int(self.s.points[self.seat]))

    @property
    def confessed(self) -> bool:
        return bool(self.s.mob >> self.seat & 1)

    @property
    def tokens(self) -> int:
        return int(box.TOKENS - self.s.fewer_tokens[self.seat])

    @property
    def hands(self) -> tuple[int, int]:
        """How many buildings and events are in hand."""
        return int(self.s.hand_count[self.seat]), int(self.s.event_count[self.seat])

    @property
    def known_role(self) -> int:
        """A role that everybody knows, by its mark; or -1."""
        return int(self.s.shown_role[self.seat])

    @property
    def role_told(self) -> str:
        return self.telling.role(self.known_role)

    # -- what it has built -----------------------------------------------------------------------------------------

    @cached_property
    def built(self) -> tuple[Card, ...]:
        fresh = {event.building for event in self.just if isinstance(event, events.Built)}
        return tuple(self.building(int(number), int(number) in fresh) for number in self.s.built[self.seat])

    @property
    def ruined(self) -> bool:
        return self.happened(events.BuildingDestroyed)

    @property
    def tucked(self) -> int:
        return int(self.s.tucked[self.seat])

    @property
    def symbols(self) -> list[tuple[int, int, str]]:
        """By type: how many buildings, and their word."""
        numbers = [int(effects.buildings_of(self.s, self.seat, kind)) for kind in range(len(cards.TYPES))]
        return [(kind, n, self.t(f"card.type.{cards.TYPES[kind]}")) for kind, n in enumerate(numbers)]

    @cached_property
    def achievements(self) -> tuple[Achievement, ...]:
        found = []
        court = effects.court(self.s, self.seat)
        fresh = {event.achievement for event in self.just if isinstance(event, events.Claimed)}
        for number in range(box.ACHIEVEMENTS):
            major = number >= box.MINORS
            at = 0 if major else int(effects.minor_at(self.s, self.seat, number))
            state = "open" if not effects.claimed(self.s, self.seat, number) else "claimed"
            if at == box.REMOVED:
                state = "gone"
            lacks = int(effects.lacking(self.s, self.seat, number, court))
            told = self.telling.achievement(number)
            if state == "open":
                told = self.t("page.achievement.open", name=told, n=lacks)
            elif state == "gone":
                told = self.t("page.achievement.gone", name=told)
            else:
                told = self.t("page.achievement.claimed", name=told)
            found.append(Achievement(major, number % box.MINORS, state, lacks, told, number in fresh))
        return tuple(found)

    @property
    def claimed(self) -> tuple[Achievement, ...]:
        return tuple(one for one in self.achievements if one.state == "claimed")

    @cached_property
    def courtiers(self) -> tuple[Courtier, ...]:
        words = ("for_two", "at_court", "for_three", "away")
        found = []
        for number in range(cards.COURTIERS):
            state = words[int(effects.courtier_at(self.s, self.seat, number))]
            if state != "away":
                told = self.t(f"page.courtier.{state}", name=self.telling.courtier(number))
                found.append(Courtier(number, state, told))
        return tuple(found)

    @property
    def at_court(self) -> tuple[Courtier, ...]:
        return tuple(one for one in self.courtiers if one.state == "at_court")

    # -- production ------------------------------------------------------------------------------------------------

    @property
    def coming(self) -> int:
        """The round whose production is the next: 0 where there is none any more."""
        number = int(self.s.round) + 1
        return number if number <= box.ROUNDS and not self.view.over else 0

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """What stands at the four slots in the next round."""
        row = box.WHEEL[(self.seat + self.s.turned) % box.SEATS][self.coming - 1]
        return tuple(
            Slot(
                int(kind),
                goods.NAMES[kind],
                upgraded(self.s.minors[self.seat], slot),
                bool(box.COIN_SLOTS >> slot & 1),
            )
            for slot, kind in enumerate(row)
        )

    @property
    def slots_told(self) -> str:
        """What the wheel brings in the next round."""
        row = box.WHEEL[(self.seat + self.s.turned) % box.SEATS][self.coming - 1]
        heap = wheel_gives(row, self.s.minors[self.seat])
        return self.t("page.slots", n=self.coming, goods=self.telling.goods(int(heap)))

    # -- behind the wall -------------------------------------------------------------------------------------------

    @cached_property
    def heap(self) -> int:
        return int(self.s.goods[self.seat])

    @property
    def stock(self) -> tuple[Good, ...]:
        """All five resources and coins, also where there are none; other things if there are any."""
        kinds = [*range(goods.RESOURCES), goods.COINS]
        found = [self.good(kind, int(goods.how_many(self.heap, kind))) for kind in kinds]
        rest = [self.good(kind, int(goods.how_many(self.heap, kind))) for kind in (goods.INDULGENCE, goods.JESTER)]
        return (*found, *(one for one in rest if one.n))

    @property
    def souls(self) -> tuple[int, int]:
        """Pure and tainted fragments."""
        souls = int(self.s.souls[self.seat])
        return int(standing.pure(souls)), int(standing.tainted(souls))

    @property
    def souls_told(self) -> str:
        pure, tainted = self.souls
        return self.t.listed(self.telling.souls(pure, tainted)) or self.telling.fragments(0)

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        return self.buildings(cards_in(self.s.hand[self.seat])) if not self.view.over else ()

    @cached_property
    def events(self) -> tuple[EventCard, ...]:
        return tuple(self.event(int(one)) for one in members(self.s.events[self.seat])) if not self.view.over else ()

    @property
    def own_role(self) -> int:
        """The reader's own role, by its mark; or -1 before the chests are dealt."""
        return int(self.s.role[self.seat])


assert NONE == -1, "templates know it as that"
