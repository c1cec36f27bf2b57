"""Caesar & Cleopatra as the rest of the house meets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from eminence.core.bags import each, how_many
from eminence.core.event import Event
from eminence.core.game import CountLine, Game, Option, Tally
from eminence.core.state import SPECTATOR, State, Worlds
from eminence.core.view import View
from eminence.core.visibility import Sees
from eminence.games.caesar_cleopatra import cards, events, notation, rules, scoring
from eminence.games.caesar_cleopatra.codes import CODES
from eminence.games.caesar_cleopatra.components import GROUP_NAMES, GROUPS, IDLE_TURNS, MAJORITY, PATRICIANS
from eminence.games.caesar_cleopatra.imagination import CaesarWorlds
from eminence.games.caesar_cleopatra.state import VISIBLE, CaesarState, side

if TYPE_CHECKING:
    from eminence.core.showing import Page, Picture
    from eminence.games.caesar_cleopatra.telling import Telling

ORGIES = ("all", "retire", "two")


class CaesarCleopatra(Game):
    """Rome against Egypt: two players lay influence beside five groups of patricians, openly or covered."""

    id: ClassVar[str] = "caesar_cleopatra"
    title: ClassVar[str] = "Caesar & Cleopatra"
    rules: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (2,)
    options: ClassVar[tuple[Option, ...]] = (
        Option("action_pile", ("ordered", "shuffled")),
        Option("orgies", ORGIES),
    )
    visible: ClassVar[Mapping[str, Sees]] = VISIBLE
    events: ClassVar[tuple[type[Event], ...]] = events.ALL
    codes: ClassVar[int] = CODES
    discreet: ClassVar[Mapping[str, str]] = {"veto": "let"}

    def start(self, seats: int, options: Mapping[str, Any]) -> CaesarState:
        return rules.start(seats, options["action_pile"] == "ordered", ORGIES.index(options["orgies"]))

    def text(self, code: int) -> str:
        return notation.TEXTS[code]

    def worlds(self, view: View) -> Worlds:
        known = self.from_view(view)
        assert isinstance(known, CaesarState)
        return CaesarWorlds(known, SPECTATOR if view.seat is None else view.seat)

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
                reason = "none"
                if won == PATRICIANS[group]:
                    reason = "whole_group"
                elif won >= MAJORITY[group]:
                    reason = "majority"
                elif won:
                    reason = "patricians"
                tallies.append(Tally(int(scoring.group_points(group, won)), reason, {"won": won}))
            lines.append(CountLine("groups", GROUP_NAMES[group], tuple(tallies)))
        tallies = []
        for seat in range(2):
            bonus = int(state.bonus[seat])
            points = int(scoring.bonus_points(bonus, state.won[seat]))
            facts = {"group": bonus, "won": int(how_many(state.won[seat], bonus))}
            tallies.append(Tally(points, "bonus" if points else "bonus_missed", facts))
        return [*lines, CountLine("bonus", "bonus", tuple(tallies))]

    def components(self, state: State) -> Mapping[str, Sequence[int]]:
        s = state
        assert isinstance(s, CaesarState)
        found: dict[str, Sequence[int]] = {}
        for seat in range(2):
            own = [*each(s.hand[seat]), *each(s.pile[seat]), *each(s.actions[seat]), *each(s.discards[seat])]
            for group in range(GROUPS):
                own += [*each(s.up[side(seat, group)]), *cards.covered(s, seat, group)]
            found[f"cards of {seat}"] = sorted(int(kind) for kind in own)
        found["patricians"] = sorted(
            [group for group in range(GROUPS) for _ in range(s.patricians[group])]
            + [int(group) for seat in range(2) for group in each(s.won[seat])]
        )
        dealt = [int(s.bonus[seat]) for seat in range(s.bonus_count)]
        found["bonuses"] = sorted([int(group) for group in each(s.bonus_box)] + dealt)
        return found

    @property
    def telling(self) -> type[Telling]:
        from eminence.games.caesar_cleopatra.telling import Telling

        return Telling

    @property
    def page(self) -> Page:
        from eminence.games.caesar_cleopatra import page

        return page

    @property
    def terminal(self) -> Picture:
        from eminence.games.caesar_cleopatra import terminal

        return terminal

    def describe(self, view: View) -> str:
        return notation.describe(view)
