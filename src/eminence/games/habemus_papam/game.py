"""1655 – Habemus Papam as the rest of the house meets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from eminence.core.bags import contents, each, how_many, kinds
from eminence.core.bits import members
from eminence.core.event import Event
from eminence.core.game import CountLine, Game, Option, Tally
from eminence.core.reading import Reading
from eminence.core.state import State, Worlds
from eminence.core.view import View
from eminence.core.visibility import Sees
from eminence.games.habemus_papam import codes, events, notation, rules, scoring
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.components import NONE
from eminence.games.habemus_papam.imagination import PapamWorlds
from eminence.games.habemus_papam.state import VISIBLE, PapamState

if TYPE_CHECKING:
    from eminence.core.showing import Page, Picture
    from eminence.games.habemus_papam.telling import Telling

PARTS: Final = ("order", "people", "louis", "gold", "pairs", "squadrone")
"""The six parts of the count, in the rulebook's order."""


class HabemusPapam(Game):
    """A conclave: three or four players bid gems for the votes of cardinals and the favour of kings."""

    id: ClassVar[str] = "habemus_papam"
    title: ClassVar[str] = "1655 – Habemus Papam"
    rules: ClassVar[int] = 2
    seats: ClassVar[tuple[int, ...]] = (3, 4)
    options: ClassVar[tuple[Option, ...]] = (
        Option("rulebook", ("french", "italian")),
        Option("open_screens", (False, True)),
    )
    visible: ClassVar[Mapping[str, Sees]] = VISIBLE
    events: ClassVar[tuple[type[Event], ...]] = events.ALL
    codes: ClassVar[int] = codes.CODES
    readings: ClassVar[Mapping[str, Reading]] = notation.READINGS

    def start(self, seats: int, options: Mapping[str, Any]) -> PapamState:
        return rules.start(seats, options["rulebook"] == "italian", self.rules)

    def text(self, code: int) -> str:
        if code >= self.codes:
            raise LookupError(f"{self} has no choice {code}")
        return notation.TEXTS[code]

    def worlds(self, view: View) -> Worlds:
        known = self.from_view(view)
        assert isinstance(known, PapamState)
        return PapamWorlds(known, view.observer, view["faces"])

    def memory_is_open(self, options: Mapping[str, Any]) -> bool:
        return bool(options["open_screens"])

    def reason(self, state: State) -> str:
        return "white_smoke"

    def count(self, state: State) -> list[CountLine]:
        s = state
        assert isinstance(s, PapamState)
        return [CountLine(part, part, tuple(self._tally(s, seat, part) for seat in range(s.seats))) for part in PARTS]

    def _tally(self, s: PapamState, seat: int, part: str) -> Tally:
        votes = int(scoring.part(s, seat, PARTS.index(part)))
        return Tally(votes, *self._why(s, seat, part, votes))

    def _why(self, s: PapamState, seat: int, part: str, votes: int) -> tuple[str, dict[str, int]]:
        """The reason of a line of the count, and its facts."""
        favours = s.favours[seat]
        if part == "order":
            order = int(kinds(s.orders[seat])[0])
            return ("order" if votes else "order_missed"), {"order": order}
        if part == "people":
            return "people", {"n": votes, "leaders": int(scoring.leaders(s.court[seat]))}
        if part == "louis":
            return "louis", {"n": int(how_many(favours, box.LOUIS))}
        if part == "gold":
            facts = {
                "gold": int(s.gold[seat]),
                "gems": int(contents(s.gems[seat])),
                "felipes": int(how_many(favours, box.FELIPE)),
                "all": int(scoring.final_gold(s, seat)),
                "mazarins": int(how_many(favours, box.MAZARIN)),
            }
            return "gold", facts
        if part == "pairs":
            return "pairs", {"n": votes, "friends": int(scoring.friends(s.court[seat], favours))}
        return ("squadrone" if votes else "none"), {"n": int(how_many(favours, box.SQUADRONE))}

    def components(self, state: State) -> Mapping[str, Sequence[int]]:
        s = state
        assert isinstance(s, PapamState)
        people = [*members(s.cardinals), *members(s.offered_cardinals), *members(s.out)]
        politics = [*each(s.politics), *each(s.offered_politics), *each(s.out_politics)]
        actions = [*each(s.actions), *each(s.offered_actions), *each(s.out_actions)]
        if codes.SQUADRONE_STEP in s.steps:
            politics.append(box.SQUADRONE)  # taken, and not paid for yet
        gems = [*each(s.bank), *([box.DIAMOND] * int(s.diamonds))]
        orders = [*each(s.order_box)]
        for seat in range(s.seats):
            people += members(s.court[seat])
            politics += each(s.favours[seat])
            actions += each(s.hand[seat])
            gems += each(s.gems[seat])
            orders += each(s.orders[seat])
            if s.dropped[seat] != NONE:
                orders.append(s.dropped[seat])
        if s.camerlengo != NONE:
            for distance in range(int(s.resolved), s.seats):  # turned up, and not resolved yet
                card = s.played[(s.camerlengo + distance) % s.seats]
                if card != NONE:
                    actions.append(card)
        people += [box.FIRST_LATE + card - box.FIRST_LATE_CARD for card in politics if card >= box.FIRST_LATE_CARD]
        people += [box.FIRST_LEADER + card - box.ACTIONS for card in actions if card >= box.ACTIONS]
        return {
            "people": sorted(int(person) for person in people),
            "politics": sorted(int(card) for card in politics if card < box.FIRST_LATE_CARD),
            "actions": sorted(int(card) for card in actions if card < box.ACTIONS),
            "gems": sorted(int(gem) for gem in gems),
            "orders": sorted(int(order) for order in orders),
        }

    @property
    def telling(self) -> type[Telling]:
        from eminence.games.habemus_papam.telling import Telling

        return Telling

    @property
    def page(self) -> Page:
        from eminence.games.habemus_papam.page import PAGE

        return PAGE

    @property
    def terminal(self) -> Picture:
        from eminence.games.habemus_papam import terminal

        return terminal

    def describe(self, view: View) -> str:
        state = self.from_view(view)
        assert isinstance(state, PapamState)
        return notation.describe(view, state)


class HabemusPapam1(HabemusPapam):
    """By the first rules a bribe must be carried out by either rulebook (HP-4a); people left over are out as cards."""

    rules: ClassVar[int] = 1
    codes: ClassVar[int] = codes.KEEP_BRIBE
    events: ClassVar[tuple[type[Event], ...]] = tuple(kind for kind in events.ALL if kind is not events.DidNotBribe)
