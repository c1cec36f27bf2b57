"""A bid as one form: gems are taken out of the purse by tapping, and a line says how high they are.

Every bid is a single choice: the house's script only finds the one that fits. Without it all bids are buttons.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from eminence.core.bags import each
from eminence.core.texts import sentence
from eminence.games.habemus_papam import codes
from eminence.games.habemus_papam.components import (
    BID_GEMS,
    BID_SIZE,
    BIDS,
    GEM_LETTERS,
    LAST,
    MOST_GEMS,
    RUBIES,
    THREE_RUBIES,
    TWICE,
)
from eminence.games.habemus_papam.notation import TEXTS
from eminence.games.habemus_papam.page_parts import Button, Gem, Part
from eminence.games.habemus_papam.ranking import height

NAMED: Final = 4
"""So many higher bids are named one by one; of more, only the number is told."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A bid that can be made: its choice, what its button says, and how high it is."""

    choice: str
    label: str
    told: str


@dataclass(frozen=True, slots=True)
class Bid:
    """The form for a bid."""

    key: str
    legend: str
    how: str
    bid_title: str
    purse_title: str
    limit: int
    faces: str
    sends: str
    nothing: str
    full: str
    gems: tuple[tuple[str, Gem], ...]
    """The purse: each gem with its letter in the notation."""
    answers: tuple[Answer, ...]
    done: str
    ties: str
    groups: tuple[tuple[str, tuple[Button, ...]], ...]
    """The same bids as buttons, by the number of gems, where no script runs."""


class Bidding(Part):
    """The form for a bid, when one is asked for."""

    def bid(self) -> Bid | None:
        if self.step not in ("bidding", "bid_last"):
            return None
        bids = [code - codes.BID for code in self.offered]
        limit = self.limit()
        return Bid(
            key=f"bid {self.view['round']} {self.step}",
            legend=self.texts("page.bid.legend"),
            how=self.texts("page.bid.how", n=limit),
            bid_title=self.texts("page.bid.hand"),
            purse_title=self.texts("page.bid.purse"),
            limit=limit,
            faces=" ".join(GEM_LETTERS),
            sends="bid {all}",
            nothing=TEXTS[codes.BID].removeprefix("bid "),
            full=self.texts("page.bid.full", n=limit),
            gems=tuple((GEM_LETTERS[kind], self.gem(int(kind))) for kind in each(self.view["gems"][self.near])),
            answers=tuple(self.answer(bid) for bid in bids),
            done=self.texts("page.bid.done"),
            ties=self.ties(),
            groups=tuple(
                (self.texts("gems", n=size), tuple(self.button(codes.BID + bid, "") for bid in of_size))
                for size, of_size in groupby(bids, key=lambda bid: int(BID_SIZE[bid]))
            ),
        )

    def limit(self) -> int:
        return MOST_GEMS - 1 if self.view["played"][self.near] == TWICE else MOST_GEMS

    def answer(self, bid: int) -> Answer:
        choice = self.offered[codes.BID + bid]
        told = [self.counts_as(bid), self.place(bid) if self.step == "bid_last" else self.height(bid)]
        return Answer(choice.text, self.telling.label(self.view, choice), " ".join(part for part in told if part))

    # -- how high a bid is ------------------------------------------------------------------------------------------

    def worth(self, bid: int) -> int:
        """The bid that the reader's would be as high as."""
        return int(height(bid, self.view["played"][self.near]))

    def counts_as(self, bid: int) -> str:
        worth = self.worth(bid)
        return "" if worth == bid else self.texts("page.bid.counts_as", gems=self.letters(BID_GEMS[worth]))

    def height(self, bid: int) -> str:
        """How high a bid is among all that there are: what it beats, and what beats it."""
        worth = self.worth(bid)
        size = int(BID_SIZE[worth])
        beaten = self.texts(f"page.bid.beats.{size}")
        higher = [other for other in range(worth + 1, len(BIDS)) if BID_SIZE[other] == size]
        above = []
        if len(higher) > NAMED:
            above.append(self.texts("page.bid.of_all", n=len(higher), all=list(BID_SIZE).count(size)))
        else:
            above += [self.letters(BID_GEMS[other]) for other in reversed(higher)]
        if 0 < size < MOST_GEMS:
            above.append(self.texts(f"page.bid.any.{size}"))
        if not size:
            told = beaten
        elif above:
            told = self.texts("page.bid.between", beats=beaten, below=self.texts.listed(above))
        else:
            told = self.texts("page.bid.highest")
        rubies = [seat for seat in self.clockwise(0) if self.view["played"][seat] == RUBIES]
        if rubies:
            against = self.against(worth, THREE_RUBIES, rubies[0])
            who = self.telling.texts.listed([self.telling.who(seat) for seat in rubies])
            told += " " + sentence(self.texts(f"page.bid.rubies.{'above' if against else 'below'}", who=who))
        return told

    def before(self, one: int, other: int) -> bool:
        """Whether one seat comes before another among equal bids: clockwise from the Camerlengo."""
        order = self.clockwise(self.view["camerlengo"])
        return order.index(one) < order.index(other)

    def against(self, worth: int, other: int, seat: int) -> bool:
        """Whether the reader's bid comes before that of a seat."""
        return worth > other or (worth == other and self.before(self.near, seat))

    def place(self, bid: int) -> str:
        """The place that a bid gets among those that are known, for whoever bids last."""
        view, worth = self.view, self.worth(bid)
        ahead: list[int] = []
        behind: list[int] = []
        unknown: list[int] = []
        for seat in self.clockwise(view["camerlengo"]):
            if seat == self.near:
                continue
            if view["played"][seat] == LAST:
                unknown.append(seat)
                continue
            other = self.known(seat)
            (behind if self.against(worth, other, seat) else ahead).append(seat)
        all_of_them = len(ahead) + len(behind) + 1
        told = self.texts("page.bid.place", place=len(ahead) + 1, all=all_of_them)
        if ahead:
            told += " " + self.texts("page.bid.ahead", who=self.names(ahead))
        if unknown:
            told += " " + self.texts("page.bid.unknown", who=self.names(unknown))
        return told

    def known(self, seat: int) -> int:
        """What the opened bid of a seat counts."""
        return int(height(self.view["bids"][seat], self.view["played"][seat]))

    def names(self, seats: list[int]) -> str:
        return self.texts.listed([self.telling.who(seat) for seat in seats])

    def ties(self) -> str:
        """Who comes before the reader among equal bids."""
        order = self.clockwise(self.view["camerlengo"])
        ahead = order[: order.index(self.near)]
        return self.texts("page.bid.ties", who=self.names(ahead)) if ahead else self.texts("page.bid.ties_first")
