"""The courts on the page: who is in them, whose favour they have, the votes that all can count, and the screens."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.core.bags import contents, each, how_many, kinds
from eminence.core.bits import members, size
from eminence.games.habemus_papam import codes
from eminence.games.habemus_papam.components import (
    FACTION_NAMES,
    FACTION_OF,
    FACTIONS,
    FIRST_LEADER,
    LOUIS,
    LOUIS_VOTES,
    MAZARIN,
    NONE,
    RATE,
    SQUADRONE,
    SQUADRONE_VOTES,
)
from eminence.games.habemus_papam.page_parts import ANSWER, Button, Card, Gem, Order, Part, Person
from eminence.games.habemus_papam.scoring import arms, friends
from eminence.games.habemus_papam.taking import oldest


@dataclass(frozen=True, slots=True)
class Count:
    """A part of the votes that all can count: its drawing, how many, and in words."""

    drawing: str
    number: str
    told: str


@dataclass(frozen=True, slots=True)
class Screen:
    """What is behind a screen, where the reader may look."""

    title: str
    gold: int
    gold_told: str
    gems: tuple[Gem, ...]
    gems_told: str
    hand: tuple[Card, ...]
    hand_title: str


@dataclass(frozen=True, slots=True)
class Court:
    """All that a player has."""

    seat: int
    mine: bool
    name: str
    camerlengo: str
    people: tuple[Person, ...]
    none: str
    favours: tuple[Card, ...]
    arms: tuple[tuple[int, str, int, str], ...]
    """By faction: drawing, letter, how many arms, and in words."""
    votes: str
    votes_told: str
    counts: tuple[Count, ...]
    screen: Screen | None
    orders: tuple[Order, ...]
    orders_title: str
    covered: int
    """How many orders lie covered."""
    covered_told: str
    dropped: Order | None
    dropped_word: str
    needed: bool
    """Whether an answer is to be found here, so that it is not folded away."""
    more: str


class Courts(Part):
    """What lies before and behind the screens."""

    def court(self, seat: int) -> Court:
        view, texts = self.view, self.texts
        court = int(view["court"][seat])
        people = tuple(self.member(person, seat) for person in self.in_order(court))
        votes, counts = self.votes(seat)
        orders = self.orders(seat)
        covered = 0 if orders else int(view["order_count"][seat])
        dropped = view["dropped"][seat]
        return Court(
            seat=seat,
            mine=seat == self.reader,
            name=self.who(seat),
            camerlengo=texts("look.legend.camerlengo") if view["camerlengo"] == seat else "",
            people=people,
            none=texts("page.court.none"),
            favours=self.favours(seat),
            arms=self.arms(court),
            votes=texts("votes", n=votes),
            votes_told=texts("page.court.votes", votes=texts("votes", n=votes)),
            counts=counts,
            screen=self.screen(seat) if self.open or seat == self.reader else None,
            orders=orders,
            orders_title=texts("page.court.orders"),
            covered=covered,
            covered_told=texts("look.orders_hidden", n=covered),
            dropped=self.order(int(dropped)) if dropped is not None and dropped != NONE else None,
            dropped_word=texts("page.court.dropped"),
            needed=any(self.matters(person) for person in people),
            more=texts("page.court.more", who=self.who(seat)),
        )

    # -- people -----------------------------------------------------------------------------------------------------

    def in_order(self, court: int) -> list[int]:
        """The people of a court, faction by faction, the leader first; those without one last."""
        return sorted(
            (int(person) for person in members(court)),
            key=lambda person: (FACTION_OF[person] % (FACTIONS + 1), person < FIRST_LEADER, person),
        )

    def member(self, person: int, seat: int) -> Person:
        mark = "friend" if self.goes_well(person, seat) else ""
        if person == self.view["swapping"]:
            mark = "first"
        return self.person(person, self.person_button(person, seat), mark)

    def matters(self, person: Person) -> bool:
        """Whether the reader's question is about somebody."""
        return person.mark == "first" or (person.button is not None and person.button.form == ANSWER)

    def person_button(self, person: int, seat: int) -> Button | None:
        """What can be done to somebody now, or why it cannot."""
        told = self.person_told(person)
        others = seat != self.reader
        if self.step == "bribe" and others:
            return self.button(codes.BRIBE + person, told)
        if self.step == "swap":
            return self.button(codes.SWAP + person, told)
        if self.step == "swap_with" and person != self.view["swapping"]:
            return self.button(codes.WITH + person, told)
        if self.step == "exclude" and others:
            return self.button(codes.EXCLUDE + person, told)
        if self.step == "death" and others and person == oldest(self.view["court"][seat]):
            return self.button(codes.STRIKE + seat, told)
        return None

    def arms(self, court: int) -> tuple[tuple[int, str, int, str], ...]:
        found = []
        for faction, word in enumerate(FACTION_NAMES):
            n = int(arms(court, faction))
            if n:
                told = self.texts("page.court.arms", n=n, faction=self.texts(f"faction.name.{word}"))
                found.append((faction, self.texts(f"look.faction.{word}"), n, told))
        return tuple(found)

    # -- politics and votes -----------------------------------------------------------------------------------------

    def favours(self, seat: int) -> tuple[Card, ...]:
        bag = int(self.view["favours"][seat])
        found = []
        for kind in kinds(bag):
            card = self.politics(int(kind), int(how_many(bag, kind)))
            assert isinstance(card, Card)
            found.append(card)
        return tuple(found)

    def votes(self, seat: int) -> tuple[int, tuple[Count, ...]]:
        """The votes that all can count: without the order and the gold, of which only the rate is known."""
        view, texts = self.view, self.texts
        court, favours = int(view["court"][seat]), int(view["favours"][seat])
        people, louis = int(size(court)), int(LOUIS_VOTES[how_many(favours, LOUIS)])
        pairs = int(size(friends(court, favours)))
        squadrone = SQUADRONE_VOTES * int(how_many(favours, SQUADRONE))
        counts = [Count("cap", str(people), texts("page.votes.people", n=people))]
        if louis:
            counts.append(Count("q1", str(louis), texts("page.votes.louis", n=louis)))
        if pairs:
            counts.append(Count("ring", str(pairs), texts("page.votes.pairs", n=pairs)))
        if squadrone:
            counts.append(Count("q3", str(squadrone), texts("page.votes.squadrone", n=squadrone)))
        rate = int(RATE[how_many(favours, MAZARIN)])
        counts.append(Count("coin", f"{rate}:1", texts("page.votes.rate", n=rate)))
        return people + louis + pairs + squadrone, tuple(counts)

    # -- behind the screen ------------------------------------------------------------------------------------------

    def screen(self, seat: int) -> Screen:
        view, texts = self.view, self.texts
        gold, bag, hand = int(view["gold"][seat]), int(view["gems"][seat]), int(view["hand"][seat])
        cards = []
        for kind in kinds(hand):
            code = codes.PLACE + kind if seat == self.reader else NONE
            card = self.action(int(kind), int(how_many(hand, kind)), code)
            assert isinstance(card, Card)
            cards.append(card)
        key = "page.screen.own" if seat == self.reader else "page.screen.open"
        return Screen(
            title=texts(key),
            gold=gold,
            gold_told=texts("gold", n=gold),
            gems=tuple(self.gem(int(kind)) for kind in each(bag)),
            gems_told=texts("gems", n=int(contents(bag))),
            hand=tuple(cards),
            hand_title=texts("page.screen.hand"),
        )

    def orders(self, seat: int) -> tuple[Order, ...]:
        """The orders that the reader may see: his own, and all of them at the end."""
        bag = self.view["orders"][seat]
        if bag is None:
            bag = self.view["orders_shown"][seat]
        found = []
        for kind in kinds(bag):
            button = None
            if seat == self.reader and self.step == "drop_order":
                button = self.button(codes.DROP + kind, "")
            found.append(self.order(int(kind), int(how_many(bag, kind)), button))
        return tuple(found)
