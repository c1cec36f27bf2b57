"""How Richelieu looks in a terminal: the four rows as cards, and who has how much of what.

Every colour stands beside a letter or a shape that says the same. What may be taken is framed heavily and has its name
beside it (`3R`), so that what one sees is what one types. Cards grow with the width of the terminal; where it is low,
they lose their frames.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, NamedTuple

from rich.text import Text

from eminence.core import picture_kit
from eminence.core.bits import members
from eminence.core.picture_kit import LIT, LIT_NAME, QUIET, padded
from eminence.games.richelieu import codes
from eminence.games.richelieu import components as box
from eminence.games.richelieu.components import COLUMNS, NONE, ROWS
from eminence.games.richelieu.notation import END_TEXTS, PLACE_TEXTS, REGION_CODES
from eminence.games.richelieu.scoring import on_cards
from eminence.games.richelieu.state import RichelieuState
from eminence.games.richelieu.telling import Telling

MARGIN: Final = 3  # room at both sides of a row for the name of its end
TABLE_WIDTH: Final = 2 * MARGIN + COLUMNS * 6  # where cards are smallest
NAME: Final = 16
DISC: Final = "bold #b8860b"
COLOURS: Final = ("7a1f3d", "565b66", "1d5fae", "bf2a1e", "d8a51d", "6c3fa4", "1f7a48", "0d6f80", "dd7d2a")
BRIGHT: Final = ("d8a51d", "dd7d2a")  # on these, letters are dark
REGION_STYLES: Final = [f"bold #{'221a00' if colour in BRIGHT else 'fdf6e3'} on #{colour}" for colour in COLOURS]
SEAT_STYLES: Final = [f"bold #ffffff on #{colour}" for colour in ("a31621", "23408e", "2f6b2f", "5b5148")]


class Glyphs(NamedTuple):
    """The signs: drawn ones, or letters where the terminal cannot draw."""

    shield: str
    symbols: str
    disc: str
    marker: str
    placed: str
    lost: str
    leads: str
    none: str
    gone: str
    frame: str  # corners and edges of a card: top left, top right, bottom left, bottom right, level, upright
    lit: str


class Picture(picture_kit.Picture):
    """The four rows, and who has how much of what."""

    DRAWN: ClassVar[Glyphs] = Glyphs("◆", "⚔✝♜", "●", "⚑", "⚐", "×", "▴", "–", "·", "╭╮╰╯─│", "┏┓┗┛━┃")
    LETTERS: ClassVar[Glyphs] = Glyphs("#", "sct", "o", "!", "'", "x", "^", "-", ".", "++++-|", "****=*")
    glyphs: Glyphs
    telling: Telling
    s: RichelieuState

    def lines(self) -> Iterator[Text]:
        s = self.s
        self.wide = next((wide for wide in (11, 8) if 2 * MARGIN + COLUMNS * (wide + 1) <= self.width), 5)
        self.gap = 1 if self.width >= TABLE_WIDTH - 1 else 0
        self.ends = [end for end in range(2 * ROWS) if codes.TAKE + end in self.offered]
        self.placing = any(codes.MARK <= code < codes.LIFT for code in self.offered)
        self.lit = {s.ends[end] for end in [*self.ends, *([] if s.paying == NONE else [s.paying])]}
        self.lit |= {(code - codes.MARK) % box.CARDS for code in self.offered if code >= codes.LIFT}
        yield from self.rows()
        yield from self.standings()

    # -- the four rows ----------------------------------------------------------------------------------------------

    def rows(self) -> Iterator[Text]:
        """The table, beneath the numbers of its columns. Nothing once it is empty."""
        if self.s.left == 0:
            return
        numbers = (f"{column:^{self.wide}}" for column in range(1, COLUMNS + 1))
        yield Text(" " * MARGIN + (" " * self.gap).join(numbers), style="bold" if self.placing else QUIET)
        for row in range(ROWS):
            yield from self.row(row)
        if not self.low:
            yield Text()

    def row(self, row: int) -> Iterator[Text]:
        """A row of cards, beside each of its ends the name of that end if it may be taken."""
        s, places = self.s, range(row * COLUMNS, (row + 1) * COLUMNS)
        named = {
            s.ends[end] + (1 if end & 1 else -1): Text(END_TEXTS[end], LIT_NAME) for end in self.ends if end // 2 == row
        }
        number = Text(f"{row + 1:<{MARGIN}}", "bold" if self.placing else QUIET)
        margin = padded(named.get(places[0] - 1, number), MARGIN)
        if s.ends[2 * row] > s.ends[2 * row + 1]:
            yield margin.append(self.glyphs.gone, QUIET)
            return
        columns = [self.alone(margin)]
        for place in places:
            if place in s.row(row):
                columns.append(self.card(place))
            else:
                gone = Text(f"{self.glyphs.gone:^{self.wide}}", QUIET)
                columns.append(self.alone(padded(named.get(place, gone), self.wide, right=place < s.ends[2 * row])))
        columns.append(self.alone(named.get(places[-1] + 1, Text())))
        for first, *cells, last in zip(*columns, strict=True):
            yield Text.assemble(first, *(part for cell in cells for part in (cell, " " * self.gap)), last)

    def alone(self, text: Text) -> list[Text]:
        """What stands where there is no card, line by line: a text in its middle."""
        blank = Text(" " * text.cell_len)
        return [text, blank] if self.low else [blank, text, blank]

    def card(self, place: int) -> list[Text]:
        """A card, line by line: its region, what it shows, its marker."""
        card, owner, inner = self.s.layout[place], self.s.owner_at(place), self.wide - 2
        region = box.REGION_OF[card]
        shows = self.shows(card, bool(self.s.disc_spots >> place & 1), inner)
        flag = (
            Text()
            if owner == NONE
            else Text(self.glyphs.marker + self.t(f"seat.{owner}.initial"), style=SEAT_STYLES[owner])
        )
        if self.low:
            # Without a frame the flag stands beside the name of the region.
            head = Text.assemble((REGION_CODES[region], REGION_STYLES[region]), flag)
            return [padded(line, self.wide) for line in (head, shows)]
        frame, style = (self.glyphs.lit, LIT) if place in self.lit else (self.glyphs.frame, QUIET)
        side = (frame[5], style)
        bottom = Text.assemble(flag, (frame[4] * (inner - len(flag)), style))
        return [
            Text.assemble((frame[0], style), (self.title(region, inner), REGION_STYLES[region]), (frame[1], style)),
            Text.assemble(side, shows, side),
            Text.assemble((frame[2], style), bottom, (frame[3], style)),
        ]

    def title(self, region: int, room: int) -> str:
        """As much of a region's name and number as there is room for."""
        short = f"{REGION_CODES[region]} {box.SUBJECT_TOTAL[region]:>2}" if room >= 6 else REGION_CODES[region]
        return f"{box.REGIONS[region] if room >= 9 else short:^{room}}"

    def shows(self, card: int, disc: bool, room: int) -> Text:
        """What a card shows: one shield or two, a symbol, a disc on it. Each always at the same place."""
        signs = self.signs(card)
        apart, aside = " " * (room > 3), " " * (room > 6)
        signs = f"{aside}{signs[0]}{apart}{signs[1]}"
        return Text.assemble(f"{signs:<{room - 1 - len(aside)}}", (self.glyphs.disc if disc else " ", DISC), aside)

    def signs(self, card: int) -> str:
        """The two signs of a card: a shield, and another shield, a symbol or nothing."""
        shield, symbol = self.glyphs.shield, box.SYMBOL_OF[card]
        if box.SHIELDS_OF[card] == 2:
            return shield * 2
        return shield + (" " if symbol == NONE else self.glyphs.symbols[symbol - box.FIRST_SYMBOL])

    # -- who has how much -------------------------------------------------------------------------------------------

    def standings(self) -> Iterator[Text]:
        """The counts of all seats side by side, the reader's last, with his columns of cards beneath."""
        reader = self.view.seat
        head = Text(" " * NAME)
        for region, style in enumerate(REGION_STYLES):
            head.append(" ").append(REGION_CODES[region], style).append(" ")
        for symbol in self.glyphs.symbols:
            head.append(f"{symbol:>4} ", "bold")
        yield head
        if not self.low:
            totals = "".join(f"{total:>4} " for total in box.SUBJECT_TOTAL)
            yield Text(f" {self.t('look.in_game'):<{NAME - 1}}{totals}", style=QUIET)
        for seat in sorted(range(self.s.seats), key=lambda seat: seat == reader):
            yield self.counts(seat)
            yield from self.wrapped(self.belongings(seat), TABLE_WIDTH, 2)
        if self.low:
            return
        if reader is not None:
            yield from self.columns(reader)
        yield Text()
        if self.view.shows("disc_at"):
            # A view that has nothing covered, after the end: what lies there still.
            at = zip(box.SPOTS, self.s.disc_at, strict=False)
            lie = [f"{PLACE_TEXTS[place]} {self.telling.disc_word(disc)}" for place, disc in at if disc != NONE]
            told = self.t("look.on_table", discs=", ".join(lie))
            yield from self.wrapped(Text(told, QUIET), TABLE_WIDTH, 2)
        yield from self.signs_told()

    def counts(self, seat: int) -> Text:
        """What a seat has of each region and symbol on its cards; whoever has the most, alone, is marked."""
        turn = self.s.turn == seat and not self.view.over
        line = Text(self.t(f"seat.{seat}.initial"), SEAT_STYLES[seat])
        line = Text.assemble(line, (f" {self.who(seat)[: NAME - 2]:<{NAME - 2}}", "bold" if turn else ""))
        for subject in range(len(box.SUBJECTS)):
            held = [on_cards(cards, subject) for cards in self.s.cards]
            own = held.pop(seat)
            leads = own > max(held)
            if own:
                line.append(f"{own:>4}{self.glyphs.leads if leads else ' '}", "bold" if leads else "")
            else:
                line.append(f"{self.glyphs.none:>4} ", "red")
        return line

    def belongings(self, seat: int) -> Text:
        """The rest of what lies before a seat: cards, markers, discs."""
        s, glyphs = self.s, self.glyphs
        markers = glyphs.marker * s.in_hand[seat] + glyphs.placed * len(members(s.marks[seat]))
        markers += glyphs.lost * s.lost[seat]
        told = [self.t("look.cards", n=len(members(s.cards[seat]))), self.t("look.markers", markers=markers)]
        if s.disc_count[seat] and not self.view.shows("discs", seat):
            told.append(self.t("look.covered", discs=glyphs.disc * s.disc_count[seat]))
        if discs := s.seen_discs(seat):
            told.append(self.t("look.discs", discs=", ".join(map(self.telling.disc_word, discs))))
        if s.spent_discs and seat == self.view.seat:
            told.append(self.t("look.given_up", n=len(members(s.spent_discs))))
        return Text((" · " if glyphs is self.DRAWN else "; ").join(told), style=QUIET)

    def columns(self, seat: int) -> Iterator[Text]:
        """The reader's cards in columns by region, as they lie before him, his discs beneath."""
        columns: list[list[str]] = [[] for _ in range(len(box.SUBJECTS))]
        for card in members(self.s.cards[seat]):
            columns[box.REGION_OF[card]].append(self.signs(card))
        for disc in self.s.seen_discs(seat):
            if disc < box.MARKER_BACK:
                columns[disc].append(self.glyphs.disc)
        for height in range(max(map(len, columns))):
            cells = ((f"{column[height]:>3} " if len(column) > height else "").rjust(5) for column in columns)
            yield Text(" " * NAME + "".join(cells))

    def signs_told(self) -> Iterator[Text]:
        """What the signs mean."""
        signs = dict(zip(box.SYMBOLS, self.glyphs.symbols, strict=True))
        line = ""
        for key in ("shield", *box.SYMBOLS, "disc", "marker", "leads", "none"):
            told = f"  {signs.get(key) or getattr(self.glyphs, key)} {self.t(f'look.legend.{key}')}"
            if len(line + told) > min(self.width, TABLE_WIDTH):
                yield Text(line, style=QUIET)
                line = ""
            line += told
        yield Text(line, style=QUIET)


draw: Final = Picture
