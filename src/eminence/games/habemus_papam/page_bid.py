"""A bid as one form: gems are taken out of the purse by tapping, and a line says how high they are.

Every bid is a single choice: the house's script only finds the one that fits. Without it all bids are buttons.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from eminence.core.bags import each
from eminence.core.page_kit import Button
from eminence.core.texts import sentence
from eminence.games.habemus_papam import codes, notation
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.components import BID_GEMS, BID_SIZE, GEM_LETTERS, LAST, MOST_GEMS
from eminence.games.habemus_papam.page_parts import Gem, Part
from eminence.games.habemus_papam.ranking import height

NAMED: Final = 4  # so many higher bids are named one by one; of more, only the number is told


@dataclass(frozen=True, slots=True)
class Answer:
    """A bid that can be made: its choice, what its button says, and how high it is."""

    choice: str
    label: str
    told: str


class Bid(Part):
    """The form for a bid."""

    faces: Final = " ".join(GEM_LETTERS)
    sends: Final = "bid {all}"
    nothing: Final = notation.NO_GEMS

    @property
    def key(self) -> str:
        return f"bid {self.s.round} {self.step}"

    @property
    def limit(self) -> int:
        return MOST_GEMS - 1 if self.s.played[self.near] == box.TWICE else MOST_GEMS

    @property
    def purse(self) -> list[tuple[str, Gem]]:
        """Each gem with its letter in the notation."""
        return [(GEM_LETTERS[kind], self.gem(kind)) for kind in each(self.s.gems[self.near])]

    @property
    def answers(self) -> list[Answer]:
        found = []
        for code, choice in self.offered.items():
            bid = code - codes.BID
            told = [self.counts_as(bid), self.place(bid) if self.step == "bid_last" else self.height(bid)]
            label = self.telling.label(self.view, choice)
            found.append(Answer(choice.text, label, " ".join(part for part in told if part)))
        return found

    @property
    def groups(self) -> list[tuple[int, list[Button]]]:
        """The same bids as buttons, by the number of gems, where no script runs."""
        by_size = groupby(self.offered, key=lambda code: int(BID_SIZE[code - codes.BID]))
        return [(size, [self.button(code) for code in group]) for size, group in by_size]

    # -- how high a bid is ------------------------------------------------------------------------------------------

    def letters(self, bid: int) -> str:
        """The gems of a bid as the letters that stand on them."""
        return "".join(gem.letter for gem in self.gems(BID_GEMS[bid])) or self.t("nothing")

    def worth(self, bid: int) -> int:
        """The bid that the reader's would be as high as."""
        return int(height(bid, self.s.played[self.near]))

    def counts_as(self, bid: int) -> str:
        worth = self.worth(bid)
        return "" if worth == bid else self.t("page.bid.counts_as", gems=self.letters(worth))

    def height(self, bid: int) -> str:
        """How high a bid is among all that there are: what it beats, and what beats it."""
        worth = self.worth(bid)
        size = int(BID_SIZE[worth])
        told = self.t(f"page.bid.beats.{size}")
        if size:
            above = self.above(worth, size)
            told = self.t("page.bid.between", beats=told, below=self.t.listed(above)) if above else ""
        told = told or self.t("page.bid.highest")
        rubies = [seat for seat in range(self.view.seats) if self.s.played[seat] == box.RUBIES]
        if rubies:
            key = "above" if self.beats(worth, box.THREE_RUBIES, rubies[0]) else "below"
            told += " " + sentence(self.t(f"page.bid.rubies.{key}", who=self.names(rubies)))
        return told

    def above(self, worth: int, size: int) -> list[str]:
        """The bids that are higher, some of them together."""
        higher = [bid for bid in range(worth + 1, len(BID_GEMS)) if BID_SIZE[bid] == size]
        found = [self.letters(bid) for bid in reversed(higher)]
        if len(higher) > NAMED:
            found = [self.t(f"page.bid.of_all.{size}", n=len(higher), all=list(BID_SIZE).count(size))]
        return [*found, self.t(f"page.bid.any.{size}")] if size < MOST_GEMS else found

    def beats(self, worth: int, other: int, seat: int) -> bool:
        """Whether the reader's bid comes before that of a seat: among equals, clockwise from the Camerlengo."""
        order = self.clockwise(self.s.camerlengo)
        return worth > other or (worth == other and order.index(self.near) < order.index(seat))

    def place(self, bid: int) -> str:
        """The place that a bid gets among those that are known, for whoever bids last."""
        worth, played = self.worth(bid), self.s.played
        others = [seat for seat in self.clockwise(self.s.camerlengo) if seat != self.near]
        known = [seat for seat in others if played[seat] != LAST]
        unknown = [seat for seat in others if played[seat] == LAST]
        ahead = [seat for seat in known if not self.beats(worth, int(height(self.s.bids[seat], played[seat])), seat)]
        told = self.t("page.bid.place", place=len(ahead) + 1, all=len(known) + 1)
        if ahead:
            told += " " + self.t("page.bid.ahead", who=self.names(ahead))
        if unknown:
            told += " " + self.t("page.bid.unknown", who=self.names(unknown))
        return told

    def names(self, seats: list[int]) -> str:
        return self.t.listed([self.telling.who(seat) for seat in seats])

    @property
    def ties(self) -> str:
        """Who comes before the reader among equal bids."""
        order = self.clockwise(self.s.camerlengo)
        ahead = order[: order.index(self.near)]
        return self.t("page.bid.ties", n=len(ahead), who=self.names(ahead)) if ahead else self.t("page.bid.ties_first")
