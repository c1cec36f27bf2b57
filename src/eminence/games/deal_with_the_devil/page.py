"""How Deal with the Devil looks in the browser: what the templates in `look` draw, from View, Ask and events only.

Four realms lie around a board: on it the round as a wheel, the reputation track, the inquisitors, and what the phase is
about. What is asked stands in the ask bar: a form for every answer of several parts (`page_forms`), with a forecast of
what would come of it (`page_forecast`). Behind the reader's own wall are his goods, his hand, his role face down, and a
notebook (`page_notebook`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from eminence.core.ask import Ask
from eminence.core.page_kit import TablePage
from eminence.core.showing import Lately
from eminence.core.view import View
from eminence.games.deal_with_the_devil import cards, codes, goods
from eminence.games.deal_with_the_devil.notation import TEXTS
from eminence.games.deal_with_the_devil.page_church import Church
from eminence.games.deal_with_the_devil.page_claims import Claiming
from eminence.games.deal_with_the_devil.page_fields import Form
from eminence.games.deal_with_the_devil.page_forecast import Forecast, forecast
from eminence.games.deal_with_the_devil.page_forms import Dealings, Forms
from eminence.games.deal_with_the_devil.page_notebook import Notebook
from eminence.games.deal_with_the_devil.page_parts import COURTIER_DRAWINGS, GOOD_DRAWINGS, Part
from eminence.games.deal_with_the_devil.page_plan import Planning
from eminence.games.deal_with_the_devil.page_reasoning import Reasoning
from eminence.games.deal_with_the_devil.page_reveal import Reveal
from eminence.games.deal_with_the_devil.page_round import Table
from eminence.games.deal_with_the_devil.telling import Telling

DRAWINGS: Final = (
    (codes.GAIN, codes.ENOUGH, (*GOOD_DRAWINGS[: goods.RESOURCES],) * 2),
    (codes.TAKE, codes.MINOR, COURTIER_DRAWINGS),
    (codes.RECRUIT, codes.NO_RECRUIT, COURTIER_DRAWINGS),
    (codes.WITH, codes.NO_CLAIM, COURTIER_DRAWINGS),
    (codes.VOTE, codes.NO_VOTE, ("r0", "r1", "r2", "r3")),
    (codes.PROVE, codes.WINGS, ("soul", "mob")),
    (codes.SHOW + 1, codes.SPEND, ("soul",) * 8),
    (codes.SPEND + 1, codes.SUFFER, ("scroll",) * 8),
    (codes.SUFFER, codes.TRIBUTE, tuple(f"q{number}" for number in range(cards.INQUISITORS))),
    (codes.SHIP, codes.CODES, GOOD_DRAWINGS[: goods.BASICS]),
)
"""From which code to which choices have drawings."""


GOODS_IN_SIGHT: Final = frozenset({"fund", "choose_gain", "choose_gift", "trade_route"})
"""Steps at which single buttons are about goods: how many the reader has stands above them, as it does in forms."""


def drawing_of(code: int) -> str:
    """What is drawn on the button of a choice; nothing on most."""
    return next((drawn[code - first] for first, end, drawn in DRAWINGS if first <= code < end), "")


FORMS: Final[tuple[type[Forms], ...]] = (Dealings, Planning, Claiming, Church)


def form_for(view: View, ask: Ask | None, telling: Telling) -> Form | None:
    """The form for what is asked, if its answer has several parts."""
    if ask is None:
        return None
    return next((made for one in FORMS if (made := one(view, ask, telling).form()) is not None), None)


class Scene(Table):
    """The whole table for one reader."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling, lately: Lately) -> None:
        super().__init__(view, ask, telling, lately)
        self.form = form_for(view, ask, telling)
        self.forecast = forecast(view, ask, telling, self.form.preset) if ask is not None and self.form else None
        self.choices = self.small() if ask is not None and self.form is None else []
        self.counts_goods = self.step in GOODS_IN_SIGHT
        self.drawings = {TEXTS[code]: drawn for code in self.offered if (drawn := drawing_of(code))}
        playing = self.reader is not None and not view.over and self.own.own_role >= 0
        self.notebook = Notebook(view, ask, telling) if playing else None
        self.reasoning = Reasoning(view, ask, telling) if playing else None
        self.reveal = Reveal(view, ask, telling) if view.uncovered else None


class DevilPage(TablePage):
    """The table in the browser."""

    PART = Part
    REVEALS: ClassVar[bool] = True

    def scene(self, view: View, ask: Ask | None, telling: Any, lately: Lately) -> Scene:
        return Scene(view, ask, telling, lately)

    def forecast(self, view: View, ask: Ask, telling: Any, choices: Sequence[int]) -> Forecast | None:
        return forecast(view, ask, telling, choices)


PAGE = DevilPage()
