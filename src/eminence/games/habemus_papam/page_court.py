"""The courts on the page: who is in them, whose favour they have, the votes that all can count, and the screens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from eminence.core.ask import Ask
from eminence.core.bags import EACH, each, how_many, kinds
from eminence.core.bits import ONE, members, size
from eminence.core.event import Event
from eminence.core.page_kit import ANSWER, Button
from eminence.core.showing import Lately
from eminence.core.view import View
from eminence.games.habemus_papam import codes, events, notation, scoring
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.components import NONE
from eminence.games.habemus_papam.page_parts import Card, Gem, Order, Part, Person
from eminence.games.habemus_papam.ranking import gems_of
from eminence.games.habemus_papam.taking import oldest
from eminence.games.habemus_papam.telling import FRIENDS, Telling


def just_moved(happened: Sequence[Event]) -> set[int]:
    """Those who have come into a court by what happened."""
    moved: set[int] = set()
    for event in happened:
        match event:
            case events.TookCardinal(_, person) | events.Bribed(_, _, person):
                moved.add(person)
            case events.Swapped(_, first, second, _, _):
                moved |= {first, second}
            case events.TookPolitics(_, card):
                moved |= {int(person) for person in members(box.people_among(EACH[card], 0))}
            case events.TookAction(_, card):
                moved |= {int(person) for person in members(box.people_among(0, EACH[card]))}
    return moved


class Court(Part):
    """All that a player has."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling, seat: int, lately: Lately) -> None:
        super().__init__(view, ask, telling)
        self.just = lately.by_others(self.reader)
        self.seat = seat
        self.mine = seat == self.reader
        self.title = self.who(seat)
        self.is_camerlengo = self.s.camerlengo == seat
        self.members = int(self.s.court[seat])
        self.bag = int(self.s.favours[seat])

    # -- people -----------------------------------------------------------------------------------------------------

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """Faction by faction, the leader first; those without one last."""
        in_order = sorted(
            map(int, members(self.members)),
            key=lambda person: (box.FACTION_OF[person] % (box.FACTIONS + 1), person < box.FIRST_LEADER, person),
        )
        moved = just_moved(self.just)
        return tuple(
            replace(self.person(person, self.person_button(person), self.mark(person)), just=person in moved)
            for person in in_order
        )

    def mark(self, person: int) -> str:
        """How somebody is marked: as the first of a swap, or because what he goes with is here and counts a vote."""
        if person == self.s.swapping:
            return "first"
        if person == box.BARBERINI:
            together = how_many(self.bag, box.LOUIS) >= 2
        elif person == box.SACCHETTI:
            together = how_many(self.bag, box.MAZARIN) >= 2
        else:
            together = person in FRIENDS and self.members & (ONE << FRIENDS[person]) != 0
        return "friend" if together else ""

    def person_button(self, person: int) -> Button | None:
        """What can be done to somebody now, or why it cannot."""
        code = NONE
        match self.step:
            case "bribe" if not self.mine:
                code = codes.BRIBE + person
            case "swap":
                code = codes.SWAP + person
            case "swap_with" if person != self.s.swapping:
                code = codes.WITH + person
            case "exclude" if not self.mine:
                code = codes.EXCLUDE + person
            case "death" if not self.mine and person == oldest(self.members):
                code = codes.STRIKE + self.seat
        return None if code == NONE else self.button(code, self.person_told(person))

    @property
    def needed(self) -> bool:
        """Whether an answer is to be found here, so that it is not folded away."""
        return any(one.mark == "first" or (one.button and one.button.form == ANSWER) for one in self.people)

    @property
    def arms(self) -> list[tuple[int, str, int]]:
        """By faction: its number, its word, and how many arms."""
        counts = [int(scoring.arms(self.members, faction)) for faction in range(box.FACTIONS)]
        return [(faction, box.FACTION_NAMES[faction], n) for faction, n in enumerate(counts) if n]

    # -- politics and votes -----------------------------------------------------------------------------------------

    @property
    def favours(self) -> tuple[Card | Person, ...]:
        just = {event.card for event in self.just if isinstance(event, events.TookPolitics) and event.seat == self.seat}
        just |= {box.SQUADRONE for event in self.just if event == events.PaidSquadrone(self.seat)}
        cards = self.cards(self.bag, notation.POLITICS_TEXTS)
        return tuple(replace(card, just=kind in just) for kind, card in zip(kinds(self.bag), cards, strict=True))

    @property
    def just_in_office(self) -> bool:
        """Whether he has just become the Camerlengo."""
        return any(isinstance(event, events.TookCamerlengo) and event.seat == self.seat for event in self.just)

    @cached_property
    def counts(self) -> list[tuple[str, str, int]]:
        """The votes that all can count, part by part: without the order and the gold. A drawing, a word, how many."""
        return [
            ("cap", "people", int(size(self.members))),
            ("q1", "louis", int(box.LOUIS_VOTES[how_many(self.bag, box.LOUIS)])),
            ("ring", "pairs", int(size(scoring.friends(self.members, self.bag)))),
            ("q3", "squadrone", box.SQUADRONE_VOTES * int(how_many(self.bag, box.SQUADRONE))),
        ]

    @property
    def votes(self) -> int:
        return sum(n for _, _, n in self.counts)

    @property
    def rate(self) -> int:
        """What a vote will cost in gold."""
        return int(box.RATE[how_many(self.bag, box.MAZARIN)])

    # -- behind the screen ------------------------------------------------------------------------------------------

    @property
    def open(self) -> bool:
        """Whether the reader may look behind the screen."""
        return self.view.shows("gold", self.seat)

    @property
    def gold(self) -> int:
        """Behind the screen, where it is open; so are these."""
        return int(self.s.gold[self.seat])

    @cached_property
    def purse(self) -> tuple[Gem, ...]:
        """The gems, without those of a bid that lies open."""
        return self.gems(each(gems_of(self.s, self.seat)))

    @cached_property
    def hand(self) -> tuple[Card | Person, ...]:
        return self.cards(self.s.hand[self.seat], box.ACTION_NAMES, codes.PLACE if self.mine else NONE)

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """The orders that the reader may see: his own, and all of them at the end."""
        bag = notation.orders_seen(self.s, self.seat)
        asked = self.mine and self.step == "drop_order"
        return tuple(
            self.order(int(kind), int(how_many(bag, kind)), self.button(codes.DROP + kind) if asked else None)
            for kind in kinds(bag)
        )

    @property
    def covered(self) -> int:
        """How many orders lie covered."""
        return 0 if self.orders else int(self.s.order_count[self.seat])

    @property
    def dropped(self) -> Order | None:
        """The order that was given up, for whoever did."""
        order = int(self.s.dropped[self.seat])
        return None if order == NONE else self.order(order)
