"""How Richelieu looks in the browser: what the templates in `look` draw, derived from a View and an Ask only.

The board itself asks: a card that may be chosen is the button of that choice, and a card that may not says why. So
each card on the table has at most one choice, whatever is asked: to take it, to mark it, to lift or to pay its marker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from eminence.core.ask import Ask
from eminence.core.bits import members
from eminence.core.page_kit import NO_BUTTON, Button, Part, TablePage
from eminence.core.showing import Lately
from eminence.core.texts import Texts, sentence
from eminence.core.texts.telling import Telling as AnyTelling
from eminence.core.view import View
from eminence.games.richelieu import codes, events
from eminence.games.richelieu import components as box
from eminence.games.richelieu.components import NONE
from eminence.games.richelieu.scoring import WITHOUT_A_CARD, on_cards
from eminence.games.richelieu.state import RichelieuState
from eminence.games.richelieu.telling import Telling


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows, wherever it lies. Without a symbol it has NONE."""

    card: int
    region: int
    double: bool
    symbol: int
    name: str
    what: str  # the things it shows, for their sheets
    just: bool = False  # whether somebody else has just taken it


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table."""

    face: Face
    column: int
    covered: bool  # whether a disc lies on it, face down
    disc: int  # the disc on it, where the view shows it: in a match that is over; else NONE
    owner: int  # whose marker stands on it, or NONE
    side: str  # of which end of its row it is: left, right, both, or nothing
    sought: bool  # whether it is what a marker is being paid for
    button: Button
    just: bool  # whether somebody else has just placed the marker on it


@dataclass(frozen=True, slots=True)
class Holding:
    """What a seat has of a region or a symbol, against the others."""

    subject: int
    what: str
    held: int
    disc: bool  # whether a disc that the view shows counts one more
    leads: bool  # whether it has the most, alone, by what is open to all: cards, and discs once they are turned up
    against: int  # the most that another seat has, by what is open to all
    told: str  # all this in words: a drawing stands for its name, and a frame for who leads
    cards: tuple[Face, ...]  # the cards of a region; those of a symbol lie with their regions
    just: bool  # whether it has just grown


@dataclass(frozen=True, slots=True)
class Court:
    """All that lies before a seat."""

    seat: int
    name: str
    role: str  # the seat's role in the game, where the name does not tell it; else nothing
    turn: bool
    holdings: tuple[Holding, ...]
    points: tuple[int, int]  # by what is open to all: for what it leads, and for all that it has no card of
    points_told: str
    cards: int
    markers: Mapping[str, int]  # how many are in hand, on the table and in the box
    discs: tuple[int, ...]  # NONE for one that is covered
    discs_told: str
    just_disc: bool  # whether the last disc was just taken


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table for one reader."""

    t: Texts
    asks: str  # what the board asks for: take, mark, lift, pay, or nothing
    rows: tuple[tuple[Lying, ...], ...]  # what is left of each row, from left to right
    others: tuple[Court, ...]
    own: Court | None  # the reader's own court; a spectator has none


class Table(Part):
    """The rows, and the courts around them."""

    telling: Telling
    s: RichelieuState

    def __init__(self, view: View, ask: Ask | None, telling: AnyTelling, lately: Lately) -> None:
        super().__init__(view, ask, telling)
        just = lately.by_others(self.reader)
        self.just_taken = {event.card for event in just if isinstance(event, events.Took)}
        self.just_marked = {event.place for event in just if isinstance(event, events.Marked)}
        self.just_discs = {event.seat for event in just if isinstance(event, events.TookDisc)}

    def scene(self) -> Scene:
        asks = (choice.text.split()[0] for code, choice in self.offered.items() if PAGE.on_table(code))
        return Scene(
            t=self.t,
            asks=next(asks, ""),
            rows=tuple(tuple(self.lying(place) for place in self.s.row(row)) for row in range(box.ROWS)),
            others=tuple(self.court(seat) for seat in range(self.s.seats) if seat != self.reader),
            own=None if self.reader is None else self.court(self.reader),
        )

    # -- the four rows ----------------------------------------------------------------------------------------------

    def lying(self, place: int) -> Lying:
        s, row = self.s, place // box.COLUMNS
        left, right = place == s.ends[2 * row], place == s.ends[2 * row + 1]
        covered = bool(s.disc_spots >> place & 1)
        if self.view.step in ("take_card", "second_card") and (left or right):
            code = codes.TAKE + 2 * row + (0 if left else 1)
        elif codes.LIFT + place in self.offered:
            code = codes.LIFT + place
        else:
            code = (codes.PAY if self.view.step == "pay_marker" else codes.MARK) + place
        disc = s.disc_at[box.SPOT_AT[place]] if covered and self.view.shows("disc_at") else NONE
        return Lying(
            face=self.face(s.layout[place]),
            column=place % box.COLUMNS + 1,
            covered=covered,
            disc=disc,
            owner=s.owner_at(place),
            side="both" if left and right else "left" if left else "right" if right else "",
            sought=s.paying != NONE and place == s.ends[s.paying],
            button=self.button(code, self.described(place, covered, disc)),
            just=place in self.just_marked and s.owner_at(place) != NONE,
        )

    def described(self, place: int, covered: bool, disc: int) -> str:
        """A card with its place and what lies on it: for whoever does not see it."""
        owner = self.s.owner_at(place)
        told = self.t("page.card", card=self.telling.card(self.s.layout[place]), place=self.telling.place(place))
        if disc != NONE:
            told += self.t("page.with_open_disc", disc=self.telling.disc(disc))
        elif covered:
            told += self.t("label.with_disc")
        return told if owner == NONE else told + self.t("page.with_marker", who=self.telling.name(owner))

    def face(self, card: int) -> Face:
        double, symbol = box.SHIELDS_OF[card] == 2, box.SYMBOL_OF[card]
        what = " ".join(box.SUBJECTS[one] for one in (box.REGION_OF[card], symbol) if one != NONE)
        just = card in self.just_taken
        return Face(card, box.REGION_OF[card], double, symbol, self.telling.card(card), what, just)

    # -- what lies before each seat ---------------------------------------------------------------------------------

    def court(self, seat: int) -> Court:
        s, known = self.s, self.s.seen_discs(seat)
        covered = 0 if self.view.shows("discs", seat) else s.disc_count[seat]
        names = ", ".join(map(self.telling.disc_word, known))
        holdings = tuple(self.holding(seat, subject) for subject in range(len(box.SUBJECTS)))
        leads = sum(one.held + (s.shown_discs[seat] >> one.subject & 1) for one in holdings if one.leads)
        lacks = WITHOUT_A_CARD * sum(not one.held for one in holdings)
        return Court(
            seat=seat,
            name=self.name(seat),
            role=self.role(seat),
            turn=s.turn == seat and not self.view.over,
            holdings=holdings,
            points=(leads, -lacks),
            points_told=self.t("page.points", leads=leads, lacks=-lacks),
            cards=len(members(s.cards[seat])),
            markers={"hand": s.in_hand[seat], "table": len(members(s.marks[seat])), "box": s.lost[seat]},
            discs=(*(min(disc, box.MARKER_BACK) for disc in known), *[NONE] * covered),
            discs_told=self.t("look.discs", discs=names) if known else self.t("page.covered", n=covered),
            just_disc=seat in self.just_discs,
        )

    def holding(self, seat: int, subject: int) -> Holding:
        s, kind = self.s, "regions" if subject < box.FIRST_SYMBOL else "symbols"
        held = on_cards(s.cards[seat], subject)
        open_to_all = [
            on_cards(s.cards[other], subject) + (s.shown_discs[other] >> subject & 1) for other in range(s.seats)
        ]
        own = open_to_all.pop(seat)
        against = max(open_to_all)
        disc = subject in s.seen_discs(seat)
        standing = "leads" if own > against else "tied" if own == against > 0 else "behind"
        name = self.t(f"count.{kind}.{box.SUBJECTS[subject]}")
        number = self.t("count.held.with_disc" if disc else "count.held.cards_only", n=held)
        cards = members(s.cards[seat] & box.SUBJECT_CARDS[subject]) if kind == "regions" else []
        return Holding(
            subject=subject,
            what=box.SUBJECTS[subject],
            held=held,
            disc=disc,
            leads=own > against,
            against=against,
            told=sentence(self.t(f"page.held.{standing}", subject=name, held=number, against=against)),
            cards=tuple(map(self.face, cards)),
            just=not self.just_taken.isdisjoint(members(s.cards[seat] & box.SUBJECT_CARDS[subject])),
        )


class Pictures(Table):
    """For the pictures of the rules: any card, wherever it lies and whatever lies on it."""

    def __init__(self, view: View, ask: Ask | None, telling: AnyTelling) -> None:
        super().__init__(view, ask, telling, Lately())

    def lies(self, card: int, side: str = "", owner: int = NONE, covered: bool = False) -> Lying:
        nothing = Button(NO_BUTTON, "", "")
        there = replace(self.lying(0), face=self.face(card), side=side, owner=owner, covered=covered)
        return replace(there, disc=NONE, sought=False, button=nothing)


class RichelieuPage(TablePage):
    """The table in the browser."""

    PART = Pictures
    IN_THE_BAR: ClassVar[Sequence[int]] = range(codes.ENOUGH, codes.MARK)

    def scene(self, view: View, ask: Ask | None, telling: AnyTelling, lately: Lately) -> Scene:
        return Table(view, ask, telling, lately).scene()


PAGE: Final = RichelieuPage()
