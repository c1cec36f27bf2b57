"""What is the reader's alone: what his role wants and may do now, and a notebook of every chest that he has seen."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil import deals
from eminence.games.deal_with_the_devil.page_parts import Good, Part


@dataclass(frozen=True, slots=True)
class Entry:
    """A chest that the reader has held, or his own."""

    round: int
    mark: int
    """-1: his own."""
    title: str
    told: str
    """What was in it, and what was asked for that."""
    outcome: str


class Notebook(Part):
    """Behind the reader's wall."""

    @property
    def mark(self) -> int:
        return int(self.s.role[self.near])

    @property
    def role_name(self) -> str:
        return self.telling.role(self.mark)

    @property
    def word(self) -> str:
        return box.ROLE_NAMES[int(box.ROLE_OF[self.mark])]

    @property
    def wants(self) -> list[str]:
        """What the role wants, in a few sentences."""
        return [self.t(f"page.help.{self.word}.{number}") for number in range(1, 5)]

    @property
    def may_now(self) -> str:
        """What the role may do in this phase."""
        key = f"page.help.{self.word}.{box.PHASES[self.s.phase]}"
        return self.t(key) if key in self.t else ""

    @property
    def chests(self) -> list[Entry]:
        """Every chest that the reader has held, the last first."""
        lines, found = self.s.chests[self.near], []
        for at in range(0, len(lines), deals.NOTE):
            number, which, mark, price, paid, heap, answer = (int(one) for one in lines[at : at + deals.NOTE])
            taken = answer % deals.ADDED
            word = "paid" if paid else "taken" if taken else "left"
            title = self.t("page.notes.held", n=number, which=which, chest=self.telling.chest(mark))
            found.append(Entry(number, mark, title, self.deal(heap, price), self.t(f"page.notes.{word}")))
        return found[::-1]

    @property
    def offers(self) -> list[Entry]:
        """What the reader has offered, and what came home, the last first."""
        lines, found = self.s.offers[self.near], []
        for at in range(0, len(lines), deals.OFFERED):
            number, heap, price, _, _, accepted = (int(one) for one in lines[at : at + deals.OFFERED])
            title = self.t("page.notes.mine", n=number)
            word = "sold" if accepted else "unsold" if heap else "empty"
            found.append(Entry(number, box.NONE, title, self.deal(heap, price), self.t(f"page.notes.{word}")))
        return found[::-1]

    def deal(self, heap: int, price: int) -> str:
        return self.t("page.notes.deal", goods=self.telling.goods(heap), price=self.telling.price(price))

    @property
    def book(self) -> tuple[Good, ...]:
        """What everybody can reckon the reader has, by what was seen: the rest of his goods nobody can account for."""
        numbers = [max(int(n), 0) for n in self.s.open_goods[self.near]]
        return tuple(self.good(kind, n) for kind, n in enumerate(numbers) if n)
