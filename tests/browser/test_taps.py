"""What `docs/deal_with_the_devil_taps.py` counts of Deal with the Devil is what a finger does."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.answering import Pointing
from tests.browser.composing import Composer
from tests.browser.conftest import Come, Lay
from tests.browser.people import PHONE
from tests.games.deal_with_the_devil.tables import GAME
from tests.games.positions import first_asked, questions
from tests.thorough import THOROUGH

DOCS = Path(__file__).resolve().parents[2] / "docs"
CLAIMING = "claim one"
"""What is claimed is one form, of whose answers a position has the first alone."""


class Counting(Pointing):
    """Somebody on a phone who counts what they touch."""

    taps = 0

    def press(self, button: str) -> None:
        self.taps += 1
        super().press(button)

    def mark(self, box: str) -> None:
        self.taps += 1
        super().mark(box)

    def select(self, field: str, value: str) -> None:
        self.taps += 2
        super().select(field, value)

    def compose(self, composer: Composer, answers: list[str]) -> str:
        self.taps += self.page.locator(".first-look :checked").count()
        return super().compose(composer, answers)


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    monkeypatch.syspath_prepend(DOCS)
    hand: Any = importlib.import_module("deal_with_the_devil_taps").Hand
    return lambda match, seat, answers: int(hand(match, seat, answers).count())


def test_taps_are_counted_as_a_finger_makes_them(sit_down: Come, lay: Lay, count: Callable[..., int]) -> None:
    """By default at every sixth question."""
    person = sit_down(**PHONE)
    asked = [(name, one) for name, one in questions(GAME) if one.answers and not name.startswith(CLAIMING)]
    unlike = {}
    for name, situation in asked if THOROUGH else asked[::6]:
        match = situation.match()
        seat = first_asked(match)
        person.sit(lay(match), seat)
        hands = Counting(person)
        hands.answer(*situation.answers)
        if hands.taps != (counted := count(match, seat, situation.answers)):
            unlike[name] = f"{hands.taps} taps, counted {counted}"
    assert not unlike
