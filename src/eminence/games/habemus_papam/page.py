"""How 1655 – Habemus Papam looks in the browser: what the templates in `look` draw, from View, Ask and events only.

The courts lie around the display, the reader's nearest. What is on offer, and the people in the courts, are themselves
the buttons when they may be chosen. Gems are put together to a bid by tapping. Of what is behind the screens the page
shows the reader's own, and the others' only where the match has open screens: the rest is for memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from eminence.core.ask import Ask
from eminence.core.event import Event
from eminence.core.texts.telling import Telling as AnyTelling
from eminence.core.view import View
from eminence.games.habemus_papam import codes
from eminence.games.habemus_papam.page_bid import Bid, Bidding
from eminence.games.habemus_papam.page_court import Court, Courts
from eminence.games.habemus_papam.page_lately import Happenings, Lately
from eminence.games.habemus_papam.page_offer import Deck, Offer, Offers, Smoke
from eminence.games.habemus_papam.page_parts import Gem
from eminence.games.habemus_papam.page_round import Round, Rounds
from eminence.games.habemus_papam.telling import Telling

LATELY: Final = 60
"""How many of the last events the page is told: more than a whole round."""
IN_THE_BAR: Final = (codes.REFUSE, codes.NO_SWAP, codes.SPARE, codes.PAY, codes.DECLINE)
"""The choices that have no place on the table: the ask bar draws their buttons."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table for one reader."""

    others: tuple[Court, ...]
    """Clockwise from the reader's left."""
    own: Court
    offer: Offer
    decks: tuple[Deck, ...]
    left: str
    smoke: Smoke
    bank: tuple[tuple[Gem, int], ...]
    bank_title: str
    round: Round | None
    lately: Lately | None
    bid: Bid | None
    playing: bool
    asked: str
    """The step that the reader is asked, or nothing."""


def on_table(code: int) -> bool:
    """Whether the board itself draws the button of this choice."""
    return code not in IN_THE_BAR


def why_not(view: View, code: int, telling: AnyTelling) -> str | None:
    """Why what was tapped on the board may not be chosen."""
    return telling.why_not(view, code)


def scene(view: View, ask: Ask | None, telling: AnyTelling, lately: Sequence[Event]) -> Scene:
    """The table as the reader of the telling sees it, with what he is asked and what happened lately."""
    assert isinstance(telling, Telling)
    courts, offers = Courts(view, ask, telling), Offers(view, ask, telling)
    near, *others = courts.clockwise(courts.near)
    return Scene(
        others=tuple(courts.court(seat) for seat in others),
        own=courts.court(near),
        offer=offers.offer(),
        decks=offers.decks(),
        left=telling.texts("page.deck.left"),
        smoke=offers.smoke(),
        bank=offers.bank(),
        bank_title=telling.texts("page.bank"),
        round=Rounds(view, ask, telling).round(),
        lately=Happenings(view, ask, telling).lately(lately),
        bid=Bidding(view, ask, telling).bid(),
        playing=not view.over,
        asked=courts.step,
    )
