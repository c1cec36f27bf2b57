"""Deal with the Devil as the rest of the house meets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from eminence.core.bits import members
from eminence.core.event import Event
from eminence.core.game import CountLine, Game, Option
from eminence.core.reading import Reading
from eminence.core.state import State, Worlds
from eminence.core.view import View
from eminence.core.visibility import Sees
from eminence.games.deal_with_the_devil import card_file, codes, events, notation, rules, scoring
from eminence.games.deal_with_the_devil import cards as deck
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.components import NONE, SEATS
from eminence.games.deal_with_the_devil.counting import count_of
from eminence.games.deal_with_the_devil.goods import JESTER, KINDS, how_many
from eminence.games.deal_with_the_devil.hands import cards_in
from eminence.games.deal_with_the_devil.imagination import DevilWorlds
from eminence.games.deal_with_the_devil.standing import pure, tainted
from eminence.games.deal_with_the_devil.state import VISIBLE, DevilState

if TYPE_CHECKING:
    from eminence.core.companion import Box
    from eminence.core.showing import Page, Picture
    from eminence.core.talk import Talk
    from eminence.games.deal_with_the_devil.telling import Telling


class DealWithTheDevil(Game):
    """Four realms, two mortals, a cultist and the devil: building, secret trade in chests, and an inquisition."""

    id: ClassVar[str] = "deal_with_the_devil"
    title: ClassVar[str] = "Deal with the Devil"
    rules: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (SEATS,)
    options: ClassVar[tuple[Option, ...]] = (
        Option("lenient", (False, True)),
        Option("jesters", (False, True)),
        Option("indulgences", (False, True)),
        Option("bribes", (False, True)),
        Option("preferences", (False, True)),
        card_file.option(),
    )
    visible: ClassVar[Mapping[str, Sees]] = VISIBLE
    given = ("cards", "learned")
    events: ClassVar[tuple[type[Event], ...]] = events.ALL
    codes: ClassVar[int] = codes.CODES
    readings: ClassVar[Mapping[str, Reading]] = notation.READINGS
    patience = 200
    composes = True
    held = ("answer_first", "answer_second", "load")

    def start(self, seats: int, options: Mapping[str, Any]) -> DevilState:
        return rules.start(
            card_file.by_hash(options["cards"]).cards,
            options["jesters"],
            options["indulgences"],
            options["bribes"],
            options["lenient"],
            options["preferences"],
        )

    def text(self, code: int) -> str:
        if not 0 <= code < self.codes:
            raise LookupError(f"{self} has no choice {code}")
        return notation.TEXTS[code]

    def worlds(self, view: View) -> Worlds:
        known = self.from_view(view)
        assert isinstance(known, DevilState)
        return DevilWorlds(known, view.observer, view.options["preferences"])

    def asked_in(self, view: View) -> State:
        return self.from_view(view)

    def reason(self, state: State) -> str:
        return "five_rounds"

    def count(self, state: State) -> list[CountLine]:
        s = state
        assert isinstance(s, DevilState)
        return count_of(scoring.positions(s))

    def components(self, state: State) -> Mapping[str, Sequence[int]]:
        s = state
        assert isinstance(s, DevilState)
        buildings = [*s.ruins, *(card for cards in (*s.built, *s.dropped) for card in cards)]
        buildings += [card for hand in s.hand for card in cards_in(hand)]
        dealing = codes.DEAL_BUILDINGS in s.steps
        now = deck.A_ROUND * (s.round - 1)
        if dealing and not s.dealt and not s.deck:
            buildings += range(now, now + deck.A_ROUND)  # about to be shuffled
        buildings += [now + card for card in members(s.deck)]
        buildings += range(max(now + (deck.A_ROUND if s.round else 16), 0), deck.BUILDINGS)
        event_cards = [event for cards in (s.event_deck, s.played_events, *s.events, *s.dropped_events)
                       for event in members(cards)]  # fmt: skip
        souls = [*s.souls, *s.soul_payment]
        roles = sorted(int(role) for role in s.role)
        jesters = sum(how_many(heap, JESTER) for heap in (*s.goods, *s.in_chest))
        if NONE in roles:  # the chests are still to be dealt
            roles, souls, jesters = list(range(SEATS)), list(box.SOULS_OF_ROLE), sum(box.JESTERS_OF_ROLE) * s.jesters
        return {
            "buildings": sorted(int(card) for card in buildings),
            "events": sorted(int(card) for card in event_cards),
            "fragments": [int(sum(pure(soul) for soul in souls)), int(sum(tainted(soul) for soul in souls))],
            "roles": roles,
            "jesters": [int(jesters)],
            "secret": self._secret(s),
        }

    def _secret(self, s: DevilState) -> list[int]:
        """What lies behind walls and in chests besides what came there openly: what the roles brought, and no more."""
        found = []
        for kind in range(KINDS):
            if kind == JESTER:
                continue
            there = sum(how_many(heap, kind) for heap in (*s.goods, *s.in_chest, *s.laid))
            there -= sum(book[kind] for book in s.open_goods) + sum(line[kind] for line in s.mass_goods)
            if NONE in s.role:
                there += sum(how_many(heap, kind) for heap in box.START_OF_ROLE)
            found.append(int(there))
        return found

    @property
    def telling(self) -> type[Telling]:
        from eminence.games.deal_with_the_devil.telling import Telling

        return Telling

    @property
    def page(self) -> Page:
        from eminence.games.deal_with_the_devil.page import PAGE

        return PAGE

    @property
    def terminal(self) -> Picture:
        from eminence.games.deal_with_the_devil import terminal

        return terminal

    @property
    def talk(self) -> Talk:
        from eminence.games.deal_with_the_devil.talking import TALK

        return TALK

    @property
    def companion(self) -> Box:
        from eminence.games.deal_with_the_devil.companion import BOX

        return BOX

    def describe(self, view: View) -> str:
        state = self.from_view(view)
        assert isinstance(state, DevilState)
        return notation.describe(view, state)
