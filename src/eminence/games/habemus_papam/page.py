"""How 1655 – Habemus Papam looks in the browser: what the templates in `look` draw, from View, Ask and events only.

The courts lie around the display, the reader's nearest. What is on offer, and the people in the courts, are themselves
the buttons when they may be chosen. Gems are put together to a bid by tapping. Of what is behind the screens the page
shows the reader's own, and the others' only where the match has open screens: the rest is for memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from eminence.core.ask import Ask
from eminence.core.page_kit import TablePage
from eminence.core.showing import Lately
from eminence.core.view import View
from eminence.games.habemus_papam.codes import DECLINE, KEEP_BRIBE, NO_SWAP, PAY, REFUSE, SPARE
from eminence.games.habemus_papam.components import NONE
from eminence.games.habemus_papam.page_bid import Bid
from eminence.games.habemus_papam.page_court import Court
from eminence.games.habemus_papam.page_offer import Offer
from eminence.games.habemus_papam.page_parts import Part
from eminence.games.habemus_papam.page_round import Round
from eminence.games.habemus_papam.telling import Telling


class Scene(Part):
    """The whole table for one reader."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling, lately: Lately) -> None:
        super().__init__(view, ask, telling)
        own, *others = (Court(view, ask, telling, seat, lately) for seat in self.clockwise(self.near))
        self.own = own
        self.others = others
        """Clockwise from the reader's left."""
        self.offer = Offer(view, ask, telling)
        self.playing = not view.over
        in_a_round = self.playing and self.s.camerlengo != NONE and self.s.round
        self.round = Round(view, ask, telling) if in_a_round else None
        self.bid = Bid(view, ask, telling) if self.step in ("bidding", "bid_last") else None


class PapamPage(TablePage):
    """The table in the browser."""

    PART = Offer
    IN_THE_BAR: ClassVar[Sequence[int]] = (REFUSE, KEEP_BRIBE, NO_SWAP, SPARE, PAY, DECLINE)

    def scene(self, view: View, ask: Ask | None, telling: Any, lately: Lately) -> Scene:
        return Scene(view, ask, telling, lately)


PAGE = PapamPage()
