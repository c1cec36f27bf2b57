"""Imagining what is hidden in 1655 – Habemus Papam: the orders of the others, and those that nobody got."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from eminence.core.bags import EACH, bag_of, each
from eminence.core.rng import Rng
from eminence.core.state import Worlds
from eminence.games.habemus_papam.components import NONE, ORDER_DECK
from eminence.games.habemus_papam.state import PapamState


@final
class PapamWorlds(Worlds):
    """The ways the unseen orders may be dealt. All else can be worked out by whoever watched."""

    def __init__(self, known: PapamState, seat: i64, faces: list[i64]) -> None:
        """`known` is what the View of `seat` tells; `faces` is what everybody sees of sealed answers (HP-20)."""
        super().__init__(seat, faces)
        self.known = known
        unseen: i64 = ORDER_DECK
        if seat >= 0:
            unseen -= known.orders[seat]
            if known.dropped[seat] != NONE:
                unseen -= EACH[known.dropped[seat]]
        other: i64
        for other in range(known.seats):
            if other != seat:
                unseen -= known.orders_shown[other]
        self.unseen: list[i64] = each(unseen)

    def __reduce__(self) -> tuple[type[PapamWorlds], tuple[PapamState, int, list[i64]]]:
        return PapamWorlds, (self.known, self.seat, self.faces)

    def sample(self, rng: Rng) -> PapamState:
        s = self.known.clone()
        lots = self.unseen[:]
        rng.shuffle(lots)
        other: i64
        for other in range(s.seats):
            if other == self.seat:
                continue
            if s.orders_shown[other]:
                s.orders[other] = s.orders_shown[other]
            else:
                dealt: list[i64] = []
                n: i64 = s.order_count[other]
                while n:
                    dealt.append(lots.pop())
                    n -= 1
                s.orders[other] = bag_of(dealt)
            given_up = s.order_count[other] == 1 and s.round > 0  # and none is still being dealt
            s.dropped[other] = lots.pop() if given_up else NONE
        s.order_box = bag_of(lots)
        return s
