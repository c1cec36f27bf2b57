"""What all parts of the table in the browser are made of: cards, and the words for them."""

from __future__ import annotations

from typing import NamedTuple

from eminence.core import page_kit
from eminence.games.caesar_cleopatra.components import FACES, GROUP_NAMES
from eminence.games.caesar_cleopatra.state import CaesarState
from eminence.games.caesar_cleopatra.telling import Telling, sheet_of


class Card(NamedTuple):
    """A card to be drawn."""

    seat: int  # whose colours it has
    kind: int | None  # None where the reader sees its back only
    action: bool
    covered: bool = False  # whether it lies face down, though the reader knows its face
    name: str = ""
    key: str = ""  # its name in the page, for travelling
    just: bool = False  # whether the other side has just laid it

    @property
    def what(self) -> str:
        """The things it shows, for their sheets: of one that lies face down, what the reader knows of it."""
        if self.kind is None:
            return "action_back" if self.action else "covered"
        return sheet_of(self.kind) + (" covered" if self.covered else "")


class Part(page_kit.Part):
    """A piece of this table, between the reader's side and the far one."""

    telling: Telling
    s: CaesarState

    @property
    def far(self) -> int:
        """The other side."""
        return 1 - self.near

    def card(self, seat: int, kind: int | None, key: str = "", covered: bool = False, action: bool = False) -> Card:
        """A card as it is drawn; of one whose face is not seen only the sort is known."""
        if kind is None:
            return Card(seat, None, action, True, self.t(f"page.back.{'action' if action else 'influence'}"), key)
        return Card(seat, kind, kind >= FACES, covered, self.telling.card(kind, "name"), key)

    def numbered(self, seat: int, kinds: list[int], before: str, covered: bool = False) -> list[Card]:
        """Several cards, those that are alike told apart by number."""
        return [
            self.card(seat, kind, f"{before}{kind}-{kinds[:number].count(kind)}", covered)
            for number, kind in enumerate(kinds)
        ]

    def group_name(self, group: int) -> str:
        """A group as a heading."""
        return self.t(f"count.groups.{GROUP_NAMES[group]}")
