"""How Richelieu looks in the browser: what the templates in `look` draw, derived from a View and an Ask only.

The board itself asks: a card that may be chosen is the button of that choice, and a card that may not says why. So
each card on the table has at most one choice, whatever is asked: to take it, to mark it, to lift or to pay its marker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from eminence.core.ask import Ask, Choice
from eminence.core.bits import members
from eminence.core.event import Event
from eminence.core.texts import sentence
from eminence.core.texts.telling import Telling as AnyTelling
from eminence.core.view import View
from eminence.games.richelieu import codes
from eminence.games.richelieu.components import (
    CARDS,
    COLUMNS,
    MARKER_BACK,
    NONE,
    REGION_OF,
    REGIONS,
    ROWS,
    SHIELDS_OF,
    SPOT_AT,
    SYMBOL_DISC,
    SYMBOL_OF,
    SYMBOLS,
)
from eminence.games.richelieu.notation import END_TEXTS, PLACE_TEXTS
from eminence.games.richelieu.scoring import SUBJECT_CARDS, SUBJECTS, on_cards
from eminence.games.richelieu.telling import TAKES, Telling, owner_of

LATELY: Final = 0
"""How many of the last events `scene` is given."""
IN_ONE_LINE: Final = 6
"""As many cards of a row as stand side by side on a phone."""
ANSWER: Final = "answer"
WHY: Final = "why"
TAKING: Final = ("take_card", "second_card")
"""The steps at which a card is taken."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows, wherever it lies."""

    card: int
    region: int
    double: bool
    symbol: int | None
    name: str


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table."""

    face: Face
    place: str
    column: int
    covered: bool
    """Whether a disc lies on it, face down."""
    disc: int | None
    """The disc on it, where the view shows it: in a match that is over."""
    owner: int | None
    """Whose marker stands on it."""
    side: str
    """Of which end of its row it is: left, right, both, or nothing."""
    sought: bool
    """Whether it is what a marker is being paid for."""
    form: str
    """The form its button belongs to: `answer`, `why`, or nothing for spectators and after the end."""
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Row:
    """What is left of a row, from left to right."""

    number: int
    name: str
    cards: tuple[Lying, ...]
    short: bool
    """Whether it stands in one line even on a phone."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a seat has of a region or a symbol, against the others."""

    subject: int
    held: int
    disc: bool
    """Whether a disc that the view shows counts one more."""
    leads: bool
    """Whether it has the most, alone, by what is open to all: cards, and discs once they are turned up."""
    against: int
    """The most that another seat has, by what is open to all."""
    told: str
    cards: tuple[Face, ...]
    """The cards of a region; those of a symbol lie with their regions."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc before a seat: number None while it is covered."""

    number: int | None
    name: str


@dataclass(frozen=True, slots=True)
class Court:
    """All that lies before a seat."""

    seat: int
    name: str
    role: str
    """The seat's role in the game, where the name does not tell it; else nothing."""
    turn: str
    """That it is this seat's turn, in words; else nothing."""
    holdings: tuple[Holding, ...]
    cards: str
    markers: tuple[str, ...]
    """Each of its markers: `hand`, `table` or `box`."""
    markers_told: str
    discs: tuple[Disc, ...]
    discs_told: str


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table for one reader."""

    asks: str
    """What the board asks for: take, mark, lift, pay, or nothing."""
    rows: tuple[Row, ...]
    empty: str
    """That no card is left, in words; else nothing."""
    others: tuple[Court, ...]
    own: Court | None
    """The reader's own court; a spectator has none."""


def on_table(code: int) -> bool:
    """Whether the board itself draws the button of this choice."""
    return code in TAKES or code >= codes.MARK


def why_not(view: View, code: int, telling: AnyTelling) -> str | None:
    """Why what was tapped on the board may not be chosen.

    A card within a row has no choice of being taken. Its button names the choice of marking it, so while a card is to
    be taken the answer must be about taking.
    """
    if (
        view["steps"]
        and view["steps"][-1] in TAKING
        and code >= codes.MARK
        and (code - codes.MARK) % CARDS not in view["ends"]
    ):
        return telling.texts("page.within")
    return telling.why_not(view, code)


def scene(view: View, ask: Ask | None, telling: AnyTelling, lately: Sequence[Event]) -> Scene:
    """The table as the reader of the telling sees it, with what he is asked. What happened lately can be seen there."""
    assert isinstance(telling, Telling)
    return _Table(view, ask, telling).scene()


def place_of(view: View, code: int) -> int:
    """The place of the card that a choice on the table is about."""
    return int(view["ends"][code - codes.TAKE]) if code in TAKES else (code - codes.MARK) % CARDS


class _Table:
    """The view, what is asked, and the words for both."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling) -> None:
        self.view = view
        self.telling = telling
        self.texts = telling.texts
        self.offered: dict[int, Choice] = {}
        if ask is not None:
            self.offered = {place_of(view, choice.code): choice for choice in ask if on_table(choice.code)}

    def scene(self) -> Scene:
        reader = self.view.seat
        rows = tuple(self.row(row) for row in range(ROWS))
        seats = [seat for seat in range(self.view.seats) if seat != reader]
        return Scene(
            asks=next((choice.text.split()[0] for choice in self.offered.values()), ""),
            rows=rows,
            empty="" if any(row.cards for row in rows) else self.texts("page.empty"),
            others=tuple(self.court(seat) for seat in seats),
            own=None if reader is None else self.court(reader),
        )

    # -- the four rows ----------------------------------------------------------------------------------------------

    def row(self, row: int) -> Row:
        left, right = self.view["ends"][2 * row], self.view["ends"][2 * row + 1]
        last = min(right + 1, len(self.view["layout"]))  # while the dealer lays them out, some are not there yet
        cards = tuple(self.lying(place) for place in range(left, last))
        return Row(row + 1, self.texts("page.row", row=row + 1), cards, len(cards) <= IN_ONE_LINE)

    def lying(self, place: int) -> Lying:
        view = self.view
        card = view["layout"][place]
        owner = owner_of(view, place)
        row = place // COLUMNS
        left, right = place == view["ends"][2 * row], place == view["ends"][2 * row + 1]
        covered = bool(view["disc_spots"] >> place & 1)
        disc = view["disc_at"][SPOT_AT[place]] if covered and view["disc_at"] else None
        form, value, label = self.button(place, 2 * row + (0 if left else 1) if left or right else NONE)
        return Lying(
            face=self.face(card),
            place=PLACE_TEXTS[place],
            column=place % COLUMNS + 1,
            covered=covered,
            disc=disc,
            owner=owner,
            side="both" if left and right else "left" if left else "right" if right else "",
            sought=view["paying"] != NONE and place == view["ends"][view["paying"]],
            form=form,
            value=value,
            label=label or self.described(card, place, owner, covered, disc),
        )

    def button(self, place: int, end: int) -> tuple[str, str, str]:
        """The form, the value and the label of a card's button."""
        if self.view.seat is None or self.view.over:
            return "", "", ""
        choice = self.offered.get(place)
        if choice is not None:
            return ANSWER, choice.text, self.telling.label(self.view, choice)
        step = self.view["steps"][-1]
        if step in TAKING and end != NONE:
            return WHY, f"take {END_TEXTS[end]}", ""
        return WHY, f"{'pay' if step == 'pay_marker' else 'mark'} {PLACE_TEXTS[place]}", ""

    def described(self, card: int, place: int, owner: int | None, covered: bool, disc: int | None) -> str:
        """A card with its place and what lies on it: for whoever does not see it."""
        told = self.texts("page.card", card=self.telling.card(card), place=self.telling.place(place))
        if disc is not None:
            told += self.texts("page.with_open_disc", disc=self.telling.disc(disc))
        elif covered:
            told += self.texts("label.with_disc")
        return told if owner is None else told + self.texts("page.with_marker", who=self.telling.name(owner))

    def face(self, card: int) -> Face:
        symbol = int(SYMBOL_OF[card])
        return Face(
            int(card),
            int(REGION_OF[card]),
            SHIELDS_OF[card] == 2,
            None if symbol == NONE else symbol,
            self.telling.card(card),
        )

    # -- what lies before each seat ---------------------------------------------------------------------------------

    def court(self, seat: int) -> Court:
        view = self.view
        hand, table, box = view["in_hand"][seat], len(members(view["marks"][seat])), view["lost"][seat]
        role = self.texts(f"seat.{seat}.name")
        name = self.telling.name(seat)
        discs = tuple(self.discs(seat))
        return Court(
            seat=seat,
            name=sentence(name),
            role="" if name == role else sentence(role),
            turn=self.texts("page.turn") if view["turn"] == seat and not view.over else "",
            holdings=tuple(self.holding(seat, subject) for subject in range(SUBJECTS)),
            cards=self.texts("look.cards", n=len(members(view["cards"][seat]))),
            markers=("hand",) * hand + ("table",) * table + ("box",) * box,
            markers_told=self.texts("page.markers", hand=hand, table=table, box=box),
            discs=discs,
            discs_told=self.discs_told(discs),
        )

    def known_discs(self, seat: int) -> int:
        """The set of a seat's discs that the view shows."""
        return int((self.view["discs"][seat] or 0) | self.view["shown_discs"][seat])

    def discs(self, seat: int) -> Iterator[Disc]:
        """The discs before a seat. Of those that the view does not show there is only their number to tell."""
        for disc in members(self.known_discs(seat)):
            yield Disc(int(min(disc, MARKER_BACK)), self.telling.disc_word(disc))
        if self.view["discs"][seat] is None:
            for _ in range(self.view["disc_count"][seat]):
                yield Disc(None, self.texts("page.covered", n=1))

    def discs_told(self, discs: tuple[Disc, ...]) -> str:
        if not discs:
            return ""
        if discs[0].number is None:
            return self.texts("page.covered", n=len(discs))
        return self.texts("look.discs", discs=", ".join(disc.name for disc in discs))

    def holding(self, seat: int, subject: int) -> Holding:
        view = self.view
        held = int(on_cards(view["cards"][seat], subject))
        open_to_all = [
            int(on_cards(view["cards"][other], subject)) + (view["shown_discs"][other] >> subject & 1)
            for other in range(view.seats)
        ]
        against = max(count for other, count in enumerate(open_to_all) if other != seat)
        disc = bool(self.known_discs(seat) >> subject & 1)
        leads = open_to_all[seat] > against
        tied = open_to_all[seat] == against > 0
        region = subject < SYMBOL_DISC
        of = view["cards"][seat] & SUBJECT_CARDS[subject] if region else 0
        return Holding(
            subject=subject,
            held=held,
            disc=disc,
            leads=leads,
            against=against,
            told=self.held_told(subject, held, disc, against, "leads" if leads else "tied" if tied else "behind"),
            cards=tuple(self.face(card) for card in members(of)),
        )

    def held_told(self, subject: int, held: int, disc: bool, against: int, standing: str) -> str:
        """What a seat has of a subject, in words: a drawing stands for its name, and a frame for who leads."""
        name = (
            self.telling.region(subject)
            if subject < SYMBOL_DISC
            else self.texts(f"count.symbols.{SYMBOLS[subject - SYMBOL_DISC]}")
        )
        number = self.texts("count.held.with_disc" if disc else "count.held.cards_only", n=held)
        return sentence(self.texts(f"page.held.{standing}", subject=name, held=number, against=against))


assert len(REGIONS) == SYMBOL_DISC, "the drawings number the regions from 0 and the symbols after them"
