"""How Richelieu looks in a terminal: the four rows as cards, and who has how much of what.

Every colour stands beside a letter or a shape that says the same. What may be taken is framed heavily and has its name
beside it (`3R`), so that what one sees is what one types. Cards grow with the width of the terminal; where it is low,
they lose their frames.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from eminence.core.ask import Ask
from eminence.core.bits import members
from eminence.core.texts import sentence
from eminence.core.texts.telling import Telling as AnyTelling
from eminence.core.view import View
from eminence.games.richelieu import codes
from eminence.games.richelieu.components import (
    CARDS,
    COLUMNS,
    NONE,
    REGION_OF,
    REGIONS,
    ROWS,
    SHIELD_TOTAL,
    SHIELDS_OF,
    SPOTS,
    SYMBOL_OF,
    SYMBOLS,
)
from eminence.games.richelieu.notation import END_TEXTS, PLACE_TEXTS, REGION_CODES
from eminence.games.richelieu.scoring import SUBJECT_CARDS, SUBJECTS, on_cards
from eminence.games.richelieu.telling import Telling, owner_of

MARGIN: Final = 3
"""Room at both sides of a row for the name of its end."""
TABLE_WIDTH: Final = 2 * MARGIN + COLUMNS * 6
"""The width of the table where cards are smallest."""
NAME: Final = 16
QUIET: Final = "dim"
LIT: Final = "bold red"
DISC: Final = "bold #b8860b"
LIT_NAME: Final = "bold #ffffff on #a31621"
REGION_STYLES: Final = (
    "bold #fdf6e3 on #7a1f3d",
    "bold #fdf6e3 on #565b66",
    "bold #fdf6e3 on #1d5fae",
    "bold #fdf6e3 on #bf2a1e",
    "bold #221a00 on #d8a51d",
    "bold #fdf6e3 on #6c3fa4",
    "bold #fdf6e3 on #1f7a48",
    "bold #fdf6e3 on #0d6f80",
    "bold #221a00 on #dd7d2a",
)
SEAT_STYLES: Final = (
    "bold #ffffff on #a31621",
    "bold #ffffff on #23408e",
    "bold #ffffff on #2f6b2f",
    "bold #ffffff on #5b5148",
)


@dataclass(frozen=True, slots=True)
class Glyphs:
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
    frame: str
    """Corners and edges of a card: top left, top right, bottom left, bottom right, level, upright."""
    lit: str


DRAWN: Final = Glyphs("◆", "⚔✝♜", "●", "⚑", "⚐", "×", "▴", "–", "·", "╭╮╰╯─│", "┏┓┗┛━┃")
LETTERS: Final = Glyphs("#", "sct", "o", "!", "'", "x", "^", "-", ".", "++++-|", "****=*")


class Picture:
    """The table as one seat, or a spectator, sees it; what an ask offers is lit. Rich prints it."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling, low: bool) -> None:
        """On a low screen, what can be spared is: frames, columns of cards, the legend."""
        self.view = view
        self.low = low
        self.telling = telling
        self.texts = telling.texts
        offered = {choice.code for choice in ask} if ask else set()
        self.ends = [end for end in range(2 * ROWS) if codes.TAKE + end in offered]
        self.placing = any(codes.MARK <= code < codes.LIFT for code in offered)
        self.lit = {view["ends"][end] for end in self.ends}
        self.lit |= {(code - codes.MARK) % CARDS for code in offered if code >= codes.LIFT}
        if view["paying"] != NONE:
            self.lit.add(view["ends"][view["paying"]])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        self.glyphs = LETTERS if options.ascii_only else DRAWN
        self.wide = next((wide for wide in (11, 8) if 2 * MARGIN + COLUMNS * (wide + 1) <= width), 5)
        self.gap = 1 if width >= 2 * MARGIN + COLUMNS * 6 - 1 else 0
        for line in (*self.rows(), *self.standings(console, width)):
            line.no_wrap, line.overflow = True, "crop"
            yield line

    # -- the four rows ----------------------------------------------------------------------------------------------

    def rows(self) -> Iterator[Text]:
        """The table, beneath the numbers of its columns. Nothing once it is empty."""
        if all(self.view["ends"][2 * row] > self.view["ends"][2 * row + 1] for row in range(ROWS)):
            return
        numbers = (f"{column:^{self.wide}}" for column in range(1, COLUMNS + 1))
        yield Text(" " * MARGIN + (" " * self.gap).join(numbers), style="bold" if self.placing else QUIET)
        for row in range(ROWS):
            yield from self.row(row)
        if not self.low:
            yield Text()

    def row(self, row: int) -> Iterator[Text]:
        """A row of cards, each of its ends with its name if it may be taken."""
        left, right = self.view["ends"][2 * row], self.view["ends"][2 * row + 1]
        named = (left if 2 * row in self.ends else NONE, right if 2 * row + 1 in self.ends else NONE)
        if left > right:
            yield self.margin(row, False).append(self.glyphs.gone, QUIET)
            return
        first = row * COLUMNS
        cards = {place: self.card(place) for place in range(left, right + 1)}
        height = 2 if self.low else 3
        middle = height - 2
        for line in range(height):
            text = self.margin(row, named[0] == first) if line == middle else Text(" " * MARGIN)
            for place in range(first, first + COLUMNS):
                if place in cards:
                    text.append_text(cards[place][line])
                elif line == middle:
                    text.append_text(self.beside(row, place, named))
                else:
                    text.append(" " * self.wide)
                text.append(" " * self.gap)
            if line == middle and named[1] == first + COLUMNS - 1:
                text.append(END_TEXTS[2 * row + 1], LIT_NAME)
            yield text

    def margin(self, row: int, end: bool) -> Text:
        """What stands before a row: its number, or the name of its left end."""
        if end:
            return Text.assemble((END_TEXTS[2 * row], LIT_NAME), " ")
        return Text.assemble((f"{row + 1:<{MARGIN}}", "bold" if self.placing else QUIET))

    def beside(self, row: int, place: int, named: tuple[int, int]) -> Text:
        """A place without a card: the name of the end next to it, or nothing much."""
        if named[0] == place + 1:
            return Text.assemble(" " * (self.wide - 2), (END_TEXTS[2 * row], LIT_NAME))
        if named[1] == place - 1 and named[1] != NONE:
            return Text.assemble((END_TEXTS[2 * row + 1], LIT_NAME), " " * (self.wide - 2))
        return Text.assemble((f"{self.glyphs.gone:^{self.wide}}", QUIET))

    def card(self, place: int) -> list[Text]:
        """A card, line by line: its region, what it shows, its marker."""
        card = self.view["layout"][place]
        region = REGION_OF[card]
        inner = self.wide - 2
        title = f"{self.title(region, inner):^{inner}}"
        shows = self.shows(card, bool(self.view["disc_spots"] >> place & 1), inner)
        owner = owner_of(self.view, place)
        flag = Text() if owner is None else Text(self.flag(owner), style=SEAT_STYLES[owner])
        if self.low:
            # Without a frame the flag stands beside the name of the region.
            head = Text.assemble((self.title(region, 3)[:3], REGION_STYLES[region]), flag)
            return [padded(line, self.wide) for line in (head, shows)]
        lit = place in self.lit
        frame = self.glyphs.lit if lit else self.glyphs.frame
        style = LIT if lit else QUIET
        side = (frame[5], style)
        bottom = Text.assemble(flag, (frame[4] * (inner - len(flag)), style))
        return [
            Text.assemble((frame[0], style), (title, REGION_STYLES[region]), (frame[1], style)),
            Text.assemble(side, shows, side),
            Text.assemble((frame[2], style), bottom, (frame[3], style)),
        ]

    def title(self, region: int, room: int) -> str:
        """As much of a region's name and number as there is room for."""
        if room >= 9:
            return REGIONS[region]
        return f"{REGION_CODES[region]} {SHIELD_TOTAL[region]:>2}" if room >= 6 else REGION_CODES[region]

    def shows(self, card: int, disc: bool, room: int) -> Text:
        """What a card shows: one shield or two, a symbol, a disc on it. Each always at the same place."""
        signs = self.signs(card)
        apart, aside = " " * (room > 3), " " * (room > 6)
        signs = f"{aside}{signs[0]}{apart}{signs[1]}"
        return Text.assemble(f"{signs:<{room - 1 - len(aside)}}", (self.glyphs.disc if disc else " ", DISC), aside)

    def signs(self, card: int) -> str:
        """The two signs of a card: a shield, and another shield, a symbol or nothing."""
        if SHIELDS_OF[card] == 2:
            return self.glyphs.shield * 2
        symbol = SYMBOL_OF[card]
        return self.glyphs.shield + (" " if symbol == NONE else self.glyphs.symbols[symbol])

    def flag(self, seat: int) -> str:
        """A marker on the table, with its owner's initial."""
        return self.glyphs.marker + self.texts(f"seat.{seat}.initial")

    # -- who has how much -------------------------------------------------------------------------------------------

    def standings(self, console: Console, width: int) -> Iterator[Text]:
        """The counts of all seats side by side, the reader's last, with his columns of cards beneath."""
        head = Text(" " * NAME)
        for subject in range(SUBJECTS):
            if subject < len(REGIONS):
                head.append(" ").append(REGION_CODES[subject], REGION_STYLES[subject]).append(" ")
            else:
                head.append(f"{self.glyphs.symbols[subject - len(REGIONS)]:>4} ", "bold")
        yield head
        if not self.low:
            totals = "".join(f"{size:>4} " for size in self.totals())
            yield Text(f" {self.texts('look.in_game'):<{NAME - 1}}{totals}", style=QUIET)
        reader = self.view.seat
        for seat in [
            *(seat for seat in range(self.view.seats) if seat != reader),
            *([] if reader is None else [reader]),
        ]:
            yield self.counts(seat)
            yield from wrapped(self.belongings(seat), console, width)
        if reader is not None and not self.low:
            yield from self.columns(reader)
        if not self.low:
            yield Text()
            if self.view["disc_at"]:
                yield from wrapped(self.open_discs(), console, width)
            yield from self.legend(width)

    def totals(self) -> list[int]:
        return [*(int(total) for total in SHIELD_TOTAL), *[len(REGIONS)] * len(SYMBOLS)]

    def counts(self, seat: int) -> Text:
        """What a seat has of each region and symbol on its cards; whoever has the most, alone, is marked."""
        name = sentence(self.telling.who(seat))[: NAME - 2]
        turn = self.view["turn"] == seat and not self.view.over
        line = Text.assemble(
            (self.texts(f"seat.{seat}.initial"), SEAT_STYLES[seat]), (f" {name:<{NAME - 2}}", "bold" if turn else "")
        )
        for subject in range(SUBJECTS):
            held = [int(on_cards(self.view["cards"][other], subject)) for other in range(self.view.seats)]
            if not held[seat]:
                line.append(f"{self.glyphs.none:>4} ", "red")
                continue
            leads = held[seat] == max(held) and held.count(held[seat]) == 1
            line.append(f"{held[seat]:>4}{self.glyphs.leads if leads else ' '}", "bold" if leads else "")
        return line

    def belongings(self, seat: int) -> Text:
        """The rest of what lies before a seat: cards, markers, discs."""
        view, glyphs = self.view, self.glyphs
        markers = glyphs.marker * view["in_hand"][seat] + glyphs.placed * len(members(view["marks"][seat]))
        markers += glyphs.lost * view["lost"][seat]
        discs = self.discs(seat)
        covered = view["disc_count"][seat] if view["discs"][seat] is None else 0
        told = [
            self.texts("look.cards", n=len(members(view["cards"][seat]))),
            self.texts("look.markers", markers=markers),
        ]
        if covered:
            told.append(self.texts("look.covered", discs=glyphs.disc * covered))
        if discs:
            told.append(self.texts("look.discs", discs=", ".join(discs)))
        if view["spent_discs"] and seat == view.seat:
            told.append(self.texts("look.given_up", n=len(members(view["spent_discs"]))))
        return Text((" · " if glyphs is DRAWN else "; ").join(told), style=QUIET)

    def discs(self, seat: int) -> list[str]:
        """The discs before a seat that the view shows, in a word each."""
        shown = members((self.view["discs"][seat] or 0) | self.view["shown_discs"][seat])
        return [self.telling.disc_word(disc) for disc in shown]

    def columns(self, seat: int) -> Iterator[Text]:
        """The reader's cards in columns by region, as they lie before him, his discs beneath."""
        columns: list[list[str]] = []
        discs = (self.view["discs"][seat] or 0) | self.view["shown_discs"][seat]
        for subject in range(SUBJECTS):
            cards = members(self.view["cards"][seat] & SUBJECT_CARDS[subject]) if subject < len(REGIONS) else []
            column = [self.signs(card) for card in cards]
            if discs >> subject & 1:
                column.append(self.glyphs.disc)
            columns.append(column)
        for height in range(max(map(len, columns))):
            cells = ((f"{column[height]:>3} " if len(column) > height else "").rjust(5) for column in columns)
            yield Text(" " * NAME + "".join(cells))

    def open_discs(self) -> Text:
        """The discs on the table, where a view has nothing covered: after the end."""
        lie = [
            f"{PLACE_TEXTS[place]} {self.telling.disc_word(disc)}"
            for place, disc in zip(SPOTS, self.view["disc_at"], strict=False)
            if disc != NONE
        ]
        return Text(self.texts("look.on_table", discs=", ".join(lie)), style=QUIET)

    def legend(self, width: int) -> Iterator[Text]:
        """What the signs mean."""
        glyphs = self.glyphs
        signs = [
            (glyphs.shield, "shield"),
            *zip(glyphs.symbols, SYMBOLS, strict=True),
            (glyphs.disc, "disc"),
            (glyphs.marker, "marker"),
            (glyphs.leads, "leads"),
            (glyphs.none, "none"),
        ]
        line = ""
        for sign, name in signs:
            told = f"  {sign} {self.texts(f'look.legend.{name}')}"
            if len(line + told) > min(width, TABLE_WIDTH):
                yield Text(line, style=QUIET)
                line = ""
            line += told
        yield Text(line, style=QUIET)


def wrapped(text: Text, console: Console, width: int) -> Iterator[Text]:
    """A text in lines that stand a little in from the edge."""
    for line in text.wrap(console, min(width, TABLE_WIDTH) - 2):
        yield Text.assemble("  ", line)


def padded(text: Text, width: int) -> Text:
    """A text filled up with spaces."""
    text.pad_right(max(0, width - text.cell_len))
    return text


def draw(view: View, ask: Ask | None, telling: AnyTelling, low: bool) -> Picture:
    """The table as a seat sees it, with what it may do lit; in few lines where the screen is low."""
    assert isinstance(telling, Telling)
    return Picture(view, ask, telling, low)
