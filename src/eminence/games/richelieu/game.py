"""Richelieu as the rest of the house meets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from eminence.core.bits import members
from eminence.core.event import Event
from eminence.core.game import CountLine, Game, Option, Tally
from eminence.core.reading import Reading
from eminence.core.state import State, Worlds
from eminence.core.view import View
from eminence.core.visibility import Sees
from eminence.games.richelieu import events, notation, rules, scoring
from eminence.games.richelieu.codes import CODES
from eminence.games.richelieu.components import MARKER_BACK, NONE, REGIONS, ROWS, SUBJECTS
from eminence.games.richelieu.imagination import RichelieuWorlds
from eminence.games.richelieu.state import VISIBLE, RichelieuState

if TYPE_CHECKING:
    from eminence.core.showing import Page, Picture
    from eminence.games.richelieu.telling import Telling


class Richelieu(Game):
    """Two players (or three or four, RI-12) draft the regions of France from the ends of four rows."""

    id: ClassVar[str] = "richelieu"
    title: ClassVar[str] = "Richelieu"
    rules: ClassVar[int] = 2
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    options: ClassVar[tuple[Option, ...]] = (Option("short", (False, True)),)
    visible: ClassVar[Mapping[str, Sees]] = VISIBLE
    events: ClassVar[tuple[type[Event], ...]] = events.ALL
    codes: ClassVar[int] = CODES
    readings: ClassVar[Mapping[str, Reading]] = notation.READINGS

    def start(self, seats: int, options: Mapping[str, Any]) -> RichelieuState:
        return rules.start(seats, options["short"], self.rules)

    def text(self, code: int) -> str:
        return notation.TEXTS[code]

    def worlds(self, view: View) -> Worlds:
        return RichelieuWorlds(self.from_view(view), view.observer)

    def reason(self, state: State) -> str:
        assert isinstance(state, RichelieuState)
        if state.left == 0:
            return "all_cards_taken"
        return "three_rows_empty" if rules.rows_in_play(state) == 1 and state.short else "nobody_can_take"

    def count(self, state: State) -> list[CountLine]:
        assert isinstance(state, RichelieuState)
        lines = []
        for subject, name in enumerate(SUBJECTS):
            counts, points = scoring.counts(state, subject), scoring.points(state, subject)
            tallies = []
            for seat in range(state.seats):
                on_cards = scoring.on_cards(state.cards[seat], subject)
                if on_cards == 0:
                    reason = "without_a_card" if points[seat] == scoring.WITHOUT_A_CARD else "disc_leads"
                elif points[seat]:
                    reason = "most"
                else:
                    reason = "tied" if counts[seat] == max(counts) else "fewer"
                facts = {"on_cards": on_cards, "disc": counts[seat] - on_cards}
                tallies.append(Tally(points[seat], reason, facts))
            lines.append(CountLine("regions" if name in REGIONS else "symbols", name, tuple(tallies)))
        return lines

    def components(self, state: State) -> Mapping[str, Sequence[int]]:
        s = state
        assert isinstance(s, RichelieuState)
        on_table = [s.layout[place] for row in range(ROWS) for place in s.row(row)]
        cards = [*s.deck, *on_table, *(card for seat in range(s.seats) for card in members(s.cards[seat]))]
        discs = [*s.disc_box, *(disc for disc in s.disc_at if disc != NONE), *members(s.spent_discs)]
        for seat in range(s.seats):
            discs += s.seen_discs(seat)
        markers = [s.in_hand[seat] + len(members(s.marks[seat])) + s.lost[seat] for seat in range(s.seats)]
        discs = [min(disc, MARKER_BACK) for disc in discs]  # the two that bring a marker back are alike
        return {"cards": sorted(cards), "discs": sorted(discs), "markers": markers}

    @property
    def telling(self) -> type[Telling]:
        from eminence.games.richelieu.telling import Telling

        return Telling

    @property
    def page(self) -> Page:
        from eminence.games.richelieu.page import PAGE

        return PAGE

    @property
    def terminal(self) -> Picture:
        from eminence.games.richelieu import terminal

        return terminal

    def describe(self, view: View) -> str:
        return notation.describe(view, self.from_view(view))

    def from_view(self, view: View) -> RichelieuState:
        state = super().from_view(view)
        assert isinstance(state, RichelieuState)
        return state


class Richelieu1(Richelieu):
    """As it was counted first: without a card of it, a disc that alone is the most scores nothing (RI-9)."""

    rules: ClassVar[int] = 1
