"""A clock that a test moves on: what the house does by the beat is looked at to the last digit, on any machine."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from sqlalchemy import Connection

from eminence.core.ask import Ask
from eminence.core.view import View
from eminence.server.answering.bots import Bots
from eminence.server.answering.thinking import think
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
    """Bots that need so many seconds where there is something to choose, and then choose the last; seconds by level.

    Of an answer in several parts, each takes its share. What comes to mind first takes no time, if no other is told.
    """

    seconds: dict[str, float]
    in_line: float = 0.0
    """How long they wait for a worker."""

    @asynccontextmanager
    async def turn(self, person: str, matter: str) -> AsyncIterator[Thinking]:
        await asyncio.sleep(self.in_line)
        yield self

    async def do(
        self, work: object, level: str, seed: str, view: View, ask: Ask, parts: int, seconds: float
    ) -> tuple[str, float]:
        assert work is think
        if len(ask) == 1:
            return ask.choices[0].text, 0.0
        needed = self.seconds.get(level, 0.0) / parts
        await asyncio.sleep(needed)
        return ask.choices[-1].text, needed


def bots_of(still: Still, pace: float = 1.0, in_line: float = 0.0, **seconds: float) -> Bots:
    """The bots of a house, who think for so long once it is their turn, and whom somebody watches."""
    thinking = cast(Any, Thinking(seconds, in_line))
    return Bots(cast(Any, still), thinking, Metrics(), pace, still.change, lambda room: True)
