"""A clock that a test moves on: what the house does by the beat is looked at to the last digit, on any machine."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from sqlalchemy import Connection

from eminence.core.ask import Ask
from eminence.core.view import View
from eminence.server.answering.bots import Bots
from eminence.server.monitoring.metrics import Metrics
from eminence.server.storage.match_log import OpenRoom
from eminence.server.storage.store import Store

T = TypeVar("T")


class Hurried(selectors.DefaultSelector):
    """Waits for nothing: the clock of its loop is moved on instead."""

    loop: Ahead

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready and timeout:
            self.loop.now += timeout
        return ready


class Ahead(asyncio.SelectorEventLoop):
    """A loop in whose time nothing takes any time but waiting."""

    def __init__(self) -> None:
        self.now = 1_000_000.0
        selector = Hurried()
        super().__init__(selector)
        selector.loop = self

    def time(self) -> float:
        return self.now


@dataclass
class Still:
    """A store that does everything at once, and remembers when it was changed."""

    store: Store
    loop: Ahead
    changed: list[float] = field(default_factory=list)

    async def read(self, work: Callable[[Connection], T]) -> T:
        with self.store.reading() as connection:
            return work(connection)

    async def change(self, work: Callable[[Connection], OpenRoom]) -> OpenRoom:
        with self.store.writing() as connection:
            opened = work(connection)
        self.changed.append(self.loop.time())
        return opened


@dataclass
class Thinking:
    """Bots that need so many seconds where there is something to choose, and then choose the last; seconds by level."""

    seconds: dict[str, float]

    async def choose(self, level: str, seed: str, view: View, ask: Ask) -> tuple[str, float]:
        if len(ask) == 1:
            return ask.choices[0].text, 0.0
        await asyncio.sleep(self.seconds[level])
        return ask.choices[-1].text, self.seconds[level]


def bots_of(still: Still, pace: float = 1.0, **seconds: float) -> Bots:
    """The bots of a house, who think for so long."""
    return Bots(cast(Any, still), cast(Any, Thinking(seconds)), Metrics(), pace, still.change)
