"""Imagining what is hidden in Richelieu: only discs are, everything else lies open."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from eminence.core.bits import ONE, members, size
from eminence.core.rng import Rng
from eminence.core.state import DEALER, Worlds
from eminence.games.richelieu.components import DISC_BOX, MARKER_BACK, NONE, SPOTS, with_disc
from eminence.games.richelieu.state import RichelieuState


@final
class RichelieuWorlds(Worlds):
    """The ways the unseen discs may lie: on their spots, before the other players, in the box.

    Nobody has a way to tell unseen discs apart, so all orders are equally likely.
    """

    def __init__(self, known: RichelieuState, seat: i64) -> None:
        """`known` has what the View tells; `seat` is whose View it is."""
        super().__init__(seat)
        self.known = known
        self.unseen: list[i64] = DISC_BOX[:]
        for discs in [known.spent_discs, *known.discs, *known.shown_discs]:
            for disc in members(discs):
                self.unseen.remove(min(disc, MARKER_BACK))

    def __reduce__(self) -> tuple[type[RichelieuWorlds], tuple[RichelieuState, int]]:
        return RichelieuWorlds, (self.known, self.seat)

    def sample(self, rng: Rng) -> RichelieuState:
        s = self.known.clone()
        unseen = self.unseen[:]
        rng.shuffle(unseen)
        laid_out = size(s.disc_spots) if s.asked == DEALER else len(SPOTS)
        s.disc_at = [unseen.pop() if s.disc_spots & (ONE << SPOTS[spot]) else NONE for spot in range(laid_out)]
        discs = s.discs[:]
        for seat in range(s.seats):
            if seat != self.seat:
                held: i64 = 0
                for _ in range(s.disc_count[seat]):
                    held = with_disc(held, unseen.pop())
                discs[seat] = held
        s.discs = discs
        unseen.sort()
        s.disc_box = unseen
        return s
