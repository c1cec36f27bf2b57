"""Caesar & Cleopatra as the rest of the house meets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from eminence.core.bags import each, how_many
from eminence.core.event import Event
from eminence.core.game import CountLine, Game, Option, Tally
from eminence.core.reading import Reading
from eminence.core.state import State, Worlds
from eminence.core.view import View
from eminence.core.visibility import Sees
from eminence.games.caesar_cleopatra import cards, events, notation, rules, scoring
from eminence.games.caesar_cleopatra.codes import CODES
from eminence.games.caesar_cleopatra.components import GROUP_NAMES, GROUPS, IDLE_TURNS, side
from eminence.games.caesar_cleopatra.imagination import CaesarWorlds
from eminence.games.caesar_cleopatra.state import VISIBLE, CaesarState

if TYPE_CHECKING:
    from eminence.core.showing import Page, Picture
    from eminence.games.caesar_cleopatra.telling import Telling


class CaesarCleopatra(Game):
    """Rome against Egypt: two players lay influence beside five groups of patricians, openly or covered.

    >>> match = CaesarCleopatra().new(options={"action_pile": "shuffled"}, secret=b"for this example")
    >>> match.choose(0, "lay 4", "lay 5", "lay 3", "lay 1")
    >>> match.choose(1, "lay 5", "lay 4", "lay 3", "lay 2")
    >>> match.choose(0, "up 5 SEN")
    >>> seen = match.game.read(match.view(0))
    >>> seen["hand"], seen["up"][0], seen["down"][0][:2], seen["bonus"]
    ([['1', '2', '3', '4'], None], ['5'], [['4'], ['5']], ['PRA', None])
    >>> seen["seen"][0][1]
    {'all_but': 0, 'cards': ['1', '2', '3', '4', '5'], 'at': ['hand']}
    """

    id: ClassVar[str] = "caesar_cleopatra"
    title: ClassVar[str] = "Caesar & Cleopatra"
    rules: ClassVar[int] = 2
    seats: ClassVar[tuple[int, ...]] = (2,)
    options: ClassVar[tuple[Option, ...]] = (
        Option("action_pile", ("ordered", "shuffled")),
        Option("orgies", notation.ORGIES),
    )
    for_beginners: ClassVar[Mapping[str, Any]] = {"action_pile": "shuffled"}
    visible: ClassVar[Mapping[str, Sees]] = VISIBLE
    events: ClassVar[tuple[type[Event], ...]] = events.ALL
    codes: ClassVar[int] = CODES
    readings: ClassVar[Mapping[str, Reading]] = notation.READINGS
    discreet: ClassVar[Mapping[str, str]] = {"veto": "let"}

    def start(self, seats: int, options: Mapping[str, Any]) -> CaesarState:
        orgies = notation.ORGIES.index(options["orgies"])
        return rules.start(seats, self.rules, options["action_pile"] == "ordered", orgies)

    def text(self, code: int) -> str:
        return notation.TEXTS[code]

    def worlds(self, view: View) -> Worlds:
        return CaesarWorlds(self.from_view(view), view.observer)

    def from_view(self, view: View) -> CaesarState:
        state = super().from_view(view)
        assert isinstance(state, CaesarState)
        return state

    def read(self, view: View) -> dict[str, Any]:
        found = super().read(view)
        found["down"] = [
            rows and [notation.row_texts(row, view["lying"][side(seat, group)]) for group, row in enumerate(rows)]
            for seat, rows in enumerate(view["down"])
        ]
        return found

    def reason(self, state: State) -> str:
        assert isinstance(state, CaesarState)
        if not cards.any_patrician(state):
            return "all_patricians_won"
        return "nothing_happens" if state.idle >= IDLE_TURNS else "no_influence_left"

    def count(self, state: State) -> list[CountLine]:
        assert isinstance(state, CaesarState)
        lines = []
        for group in range(GROUPS):
            tallies = []
            for seat in range(2):
                won = int(how_many(state.won[seat], group))
                points = int(scoring.group_points(group, won))
                reason = ("patricians", "majority", "whole_group")[points - won] if won else "none"
                tallies.append(Tally(points, reason, {"won": won}))
            lines.append(CountLine("groups", GROUP_NAMES[group], tuple(tallies)))
        tallies = []
        for seat in range(2):
            bonus = int(state.bonus[seat])
            points = int(scoring.bonus_points(bonus, state.won[seat]))
            facts = {"group": bonus, "won": int(how_many(state.won[seat], bonus))}
            tallies.append(Tally(points, "bonus" if points else "bonus_missed", facts))
        return [*lines, CountLine("bonus", "bonus", tuple(tallies))]

    def components(self, state: State) -> Mapping[str, Sequence[int]]:
        assert isinstance(state, CaesarState)
        found: dict[str, list[int]] = {}
        places = (state.hand, state.pile, state.actions, state.discards)
        for seat in range(2):
            own = [kind for place in places for kind in each(place[seat])]
            for group in range(GROUPS):
                own += each(state.up[side(seat, group)]) + cards.covered(state, seat, group)
            found[f"cards of {seat}"] = own
        left = [group for group in range(GROUPS) for _ in range(state.patricians[group])]
        found["patricians"] = left + each(state.won[0]) + each(state.won[1])
        found["bonuses"] = each(state.bonus_box) + state.bonus[: state.bonus_count]
        return {name: sorted(int(thing) for thing in things) for name, things in found.items()}

    @property
    def telling(self) -> type[Telling]:
        from eminence.games.caesar_cleopatra.telling import Telling

        return Telling

    @property
    def page(self) -> Page:
        from eminence.games.caesar_cleopatra.page import PAGE

        return PAGE

    @property
    def terminal(self) -> Picture:
        from eminence.games.caesar_cleopatra import terminal

        return terminal

    def describe(self, view: View) -> str:
        return notation.describe(view, self.from_view(view))


class CaesarCleopatra1(CaesarCleopatra):
    """The first rules: without a place for influence no action card, and what faces nothing decides nothing."""

    rules: ClassVar[int] = 1
