"""After the match, the story people retell: who offered what in which chest, who opened it, and who took it."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import deals, standing
from eminence.games.deal_with_the_devil.page_parts import Good, Part


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a chest went, and what became of it there."""

    seat: int
    who: str
    word: str
    """`taken`, `left`, or `paid`."""
    told: str


@dataclass(frozen=True, slots=True)
class Voyage:
    """A chest in a round."""

    seat: int
    mark: int
    who: str
    goods: tuple[Good, ...]
    price: str
    stops: tuple[Stop, ...]


class Reveal(Part):
    """All chests of all rounds, and what everybody was."""

    @property
    def roles(self) -> list[tuple[int, int, str]]:
        """By seat: the mark, and what he was, with the fragments that he kept."""
        found = []
        for seat in self.clockwise(self.near):
            mark = int(self.s.role[seat])
            souls = int(self.s.souls[seat])
            held = self.telling.souls(int(standing.pure(souls)), int(standing.tainted(souls)))
            kept = self.t.listed(held) or self.telling.fragments(0)
            told = self.telling.said("page.reveal.role", seat, role=self.telling.role(mark), souls=kept)
            found.append((seat, mark, told))
        return found

    @property
    def souls(self) -> list[str]:
        """Who gave fragments to whom, when and for what, in the order in which it happened."""
        found = []
        for number in range(1, box.ROUNDS + 1):
            for seat in range(box.SEATS):
                line = self.s.offers[seat][deals.OFFERED * (number - 1) : deals.OFFERED * number]
                if not line or int(line[2]) <= box.SOUL_PRICE:
                    continue
                given, asked = self.telling.goods(int(line[1])), int(line[2]) - box.SOUL_PRICE
                buyers = [stop.seat for stop in self.stops(number, int(self.s.role[seat])) if stop.word == "taken"]
                souls, whom = self.telling.fragments(asked), self.telling.who(seat)
                told = {"n": number, "souls": souls, "whom": whom, "goods": given}
                found += [self.telling.said("page.reveal.sold", by, **told) for by in buyers]
        return found

    @property
    def rounds(self) -> list[tuple[int, list[Voyage]]]:
        return [(number, self.voyages(number)) for number in range(1, box.ROUNDS + 1)]

    def voyages(self, number: int) -> list[Voyage]:
        """The four chests of a round, in the order of the seats."""
        found = []
        for seat in self.clockwise(self.near):
            lines = self.s.offers[seat]
            line = lines[deals.OFFERED * (number - 1) : deals.OFFERED * number]
            if not line:
                continue
            heap, price, mark = int(line[1]), int(line[2]), int(self.s.role[seat])
            stops = self.stops(number, mark)
            asked = self.telling.price(price)
            found.append(Voyage(seat, mark, self.who(seat), self.goods(heap), asked, stops))
        return found

    def stops(self, number: int, mark: int) -> tuple[Stop, ...]:
        """Who held the chest with a mark in a round, first and second."""
        found = []
        for which in (1, 2):
            for seat in range(box.SEATS):
                lines = self.s.chests[seat]
                for at in range(0, len(lines), deals.NOTE):
                    note = [int(one) for one in lines[at : at + deals.NOTE]]
                    if note[:3] == [number, which, mark]:
                        taken, tainted = note[6] % deals.ADDED, max(note[6] % deals.ADDED - 1, 0)
                        word = "paid" if note[4] else "taken" if taken else "left"
                        told = self.t(f"page.reveal.{word}", who=self.who(seat))
                        if tainted:
                            told = self.t("page.reveal.tainted", told=told, souls=self.t("soul.tainted", n=tainted))
                        found.append(Stop(seat, self.who(seat), word, told))
        return tuple(found)
