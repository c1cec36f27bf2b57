"""How Caesar & Cleopatra looks in a terminal: the five groups between the two sides, then what both sides hold.

A row for each group: on the left what Cleopatra has beside it, on the right what Caesar has, in the middle the letters
one types for it and the patricians still to be won. Every colour stands beside a sign that says the same: `[3]` lies
face down and is known to the reader, `[?]` is not. Where a group can be chosen now, its letters are lit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from eminence.core.ask import Ask
from eminence.core.bags import EACH, contents, each, how_many, kinds
from eminence.core.texts import sentence
from eminence.core.texts.telling import Telling as AnyTelling
from eminence.core.view import View
from eminence.games.caesar_cleopatra import codes
from eminence.games.caesar_cleopatra.components import (
    FACES,
    GROUP_NAMES,
    GROUPS,
    NONE,
    OWN_LIMIT,
    PAIRS,
    PATRICIANS,
    VALUE,
)
from eminence.games.caesar_cleopatra.notation import GROUP_CODES, KIND_TEXTS
from eminence.games.caesar_cleopatra.telling import Telling, known_in_hand

CARD: Final = 3
SIDE: Final = OWN_LIMIT * CARD
"""The width of a card, and of all the cards of one side beside a group."""
WON: Final = 3
SUM: Final = 3
NAME: Final = 9
MIDDLE: Final = 3 + 1 + NAME + 1 + 5
"""The letters of a group, its name, its patricians."""
READABLE: Final = 90
"""What is told beneath the table is no wider than this."""
QUIET: Final = "dim"
LIT_NAME: Final = "bold #ffffff on #a31621"
SEAT_STYLES: Final = ("bold #ffffff on #0d6f80", "bold #ffffff on #8a1c3a")
COVERED_STYLES: Final = ("#2f9fb0", "#c2506f")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs: drawn ones, or letters where the terminal cannot draw."""

    left: str
    gone: str
    won: str
    between: str
    turn: str
    times: str


DRAWN: Final = Glyphs("●", "·", "★", " · ", "▸", "×")
LETTERS: Final = Glyphs("o", ".", "*", "; ", ">", "x")


@dataclass(frozen=True, slots=True)
class Beside:
    """What a side has beside a group, as a view shows it: open faces, covered ones it knows, how many it does not."""

    open: list[int]
    covered: list[int]
    unknown: int

    @property
    def sum(self) -> str:
        """What the cards that are seen count, and a plus where there are others."""
        seen = [*self.open, *self.covered]
        if not seen:
            return "?" if self.unknown else ""
        return f"{sum(VALUE[face] for face in seen)}{'+' if self.unknown else ''}"


def beside(view: View, seat: int, group: int) -> Beside:
    """What a seat has beside a group; when the game opens, also what its owner has chosen to lay there."""
    at = seat * GROUPS + group
    face_up = [int(face) for face in each(view["up"][at])]
    lying, down = view["lying"][at], view["down"][seat]
    chosen = laid_so_far(view) if seat == view.seat else []
    if group < len(chosen):
        return Beside(face_up, [chosen[group]], 0)
    if down is None:
        return Beside(face_up, [], lying)
    return Beside(face_up, [down[group] >> 3 * n & 7 for n in range(lying)], 0)


def laid_so_far(view: View) -> list[int]:
    """The faces that the reader has chosen so far for the opening, group by group."""
    if view.seat is None or not view["steps"] or view["steps"][-1] != "opening":
        return []
    chosen = [code - codes.LAY for code in view["sealed"][view.seat]]
    if len(chosen) == GROUPS - 1:  # the fifth follows, while the other side still chooses
        chosen.append(sum(range(GROUPS)) - sum(chosen))
    return chosen


def lit_groups(view: View, ask: Ask | None) -> set[int]:
    """The groups that an ask offers something about."""
    found: set[int] = set()
    for code in (choice.code for choice in ask or ()):
        if codes.LAY <= code < codes.PLAY:
            found.add(len(laid_so_far(view)))
        elif codes.DOWN <= code < codes.PASSIVE:
            found.add((code - codes.DOWN) % (GROUPS * FACES) // FACES)
        elif codes.STRIKE <= code < codes.LOOK:
            found.add((code - codes.STRIKE) // FACES)
        elif codes.CASTLE <= code < codes.FIRST:
            found.update(PAIRS[code - codes.CASTLE])
        elif codes.FIRST <= code < codes.REVEAL:
            found.update(PAIRS[view["pair"]])
        elif codes.REVEAL <= code < codes.TURN_THEM:
            found.add((code - codes.REVEAL) % GROUPS)
    return found


class Picture:
    """The table as one seat, or a spectator, sees it. Rich prints it."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling, low: bool) -> None:
        """On a low screen, what can be spared is: empty lines, discards, the legend."""
        self.view = view
        self.low = low
        self.telling = telling
        self.texts = telling.texts
        self.lit = lit_groups(view, ask)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        self.glyphs = LETTERS if options.ascii_only else DRAWN
        for line in (*self.table(), *self.holdings(console, width)):
            line.no_wrap, line.overflow = True, "crop"
            yield line

    # -- the five groups --------------------------------------------------------------------------------------------

    def table(self) -> Iterator[Text]:
        """The names of the sides, and a row for each group."""
        yield self.heads()
        for group in range(GROUPS):
            if not self.low:
                yield Text()
            yield self.row(group)
        if not self.low:
            yield Text()

    def heads(self) -> Text:
        """Both sides' names above their cards, and whose turn it is."""
        room = WON + 1 + SIDE + 1 + SUM
        names = []
        for seat in range(2):
            turn = self.view["turn"] == seat and not self.view.over
            name = f" {self.glyphs.turn + ' ' if turn else ''}{sentence(self.telling.who(seat))[: room - 4]} "
            names.append(Text(name, style=SEAT_STYLES[seat]))
        middle = f"{self.texts('look.left'):>{MIDDLE}}"
        return Text.assemble(padded(names[0], room, True), " ", (middle, QUIET), " ", padded(names[1], room))

    def row(self, group: int) -> Text:
        """A group between what both sides have beside it."""
        left, right = (beside(self.view, seat, group) for seat in range(2))
        return Text.assemble(
            self.won(0, group),
            " ",
            padded(self.cards(0, left), SIDE, True),
            " ",
            f"{left.sum:>{SUM}} ",
            self.middle(group),
            f" {right.sum:<{SUM}}",
            " ",
            padded(self.cards(1, right), SIDE),
            " ",
            self.won(1, group),
        )

    def middle(self, group: int) -> Text:
        """A group: its letters, its name, and a sign for each of its patricians, to be won or gone."""
        left = self.view["patricians"][group]
        name = self.texts(f"count.groups.{GROUP_NAMES[group]}")[:NAME]
        gone = int(PATRICIANS[group]) - left
        style = LIT_NAME if group in self.lit else "bold" if left else QUIET
        signs = Text.assemble(self.glyphs.left * left, (self.glyphs.gone * gone, QUIET))
        return Text.assemble(
            (GROUP_CODES[group], style), " ", (f"{name:<{NAME}}", "" if left else QUIET), " ", padded(signs, 5, True)
        )

    def won(self, seat: int, group: int) -> Text:
        """How many patricians of a group a side has won."""
        n = int(how_many(self.view["won"][seat], group))
        return Text(f"{f'{n}{self.glyphs.won}' if n else '':^{WON}}", style="bold")

    def cards(self, seat: int, side: Beside) -> Text:
        """A side's cards beside a group."""
        text = Text()
        for face in side.open:
            text.append(f" {KIND_TEXTS[face]} ", SEAT_STYLES[seat])
        for face in side.covered:
            text.append(f"[{KIND_TEXTS[face]}]", COVERED_STYLES[seat])
        text.append("[?]" * side.unknown, COVERED_STYLES[seat])
        return text

    # -- what both sides hold ---------------------------------------------------------------------------------------

    def holdings(self, console: Console, width: int) -> Iterator[Text]:
        """The other's things, then the reader's, then the vote cards and what the signs mean."""
        reader = self.view.seat
        for seat in (1, 0) if reader == 0 else (0, 1):
            yield from wrapped(self.holding(seat), console, width)
        so_far = self.pile_so_far()
        if so_far:
            yield from wrapped(Text(self.texts("look.pile_so_far", cards=", ".join(so_far))), console, width)
        yield from wrapped(Text(self.votes(), style=QUIET), console, width)
        if not self.low:
            yield from wrapped(Text(self.legend(), style=QUIET), console, width)

    def holding(self, seat: int) -> Text:
        """A side's hand as far as it is seen, its piles, its bonus, what it has won and discarded."""
        view, texts = self.view, self.texts
        told = [self.hand(seat)]
        known = each(known_in_hand(view)) if view["hand"][seat] is None and view.seat is not None else []
        if known:
            told.append(texts("look.known", cards=self.short(known)))
        piles = {"influence": view["pile_count"][seat], "actions": view["action_count"][seat]}
        told.append(texts("look.piles", **piles))
        bonus = view["bonus_shown"][seat] if view["bonus"][seat] is None else view["bonus"][seat]
        if bonus != NONE:
            told.append(texts("look.bonus", group=self.telling.group(bonus, "name")))
        if not self.low:
            told.append(texts("look.patricians", n=int(contents(view["won"][seat]))))
        if not self.low and view["discards"][seat]:
            told.append(texts("look.discards", cards=self.counted(view["discards"][seat])))
        name = sentence(self.telling.who(seat))
        return Text.assemble((name, f"bold {COVERED_STYLES[seat]}"), "  ", self.glyphs.between.join(told))

    def hand(self, seat: int) -> str:
        """A hand: its cards for their owner, their backs for everyone else."""
        view = self.view
        if view["hand"][seat] is None:
            counts = {"influence": view["hand_influence"][seat], "actions": view["hand_actions"][seat]}
            return self.texts("look.hand_counts", **counts)
        bag = int(view["hand"][seat])
        chosen = laid_so_far(view) if seat == view.seat else []
        if view["steps"] and view["steps"][-1] == "opening":
            bag -= sum(int(EACH[face]) for face in chosen)
        elif view["steps"] and view["steps"][-1] == "discard" and seat == view.seat:
            bag -= sum(int(EACH[code - codes.DROP]) for code in view["sealed"][seat])
        return self.texts("look.hand", cards=self.short(each(bag)))

    def short(self, cards: list[int]) -> str:
        """Cards in few signs: numbers and P as one types them, action cards by their names."""
        faces = " ".join(KIND_TEXTS[kind] for kind in cards if kind < FACES)
        actions = [self.telling.card(int(kind), "name") for kind in cards if kind >= FACES]
        return ", ".join([*([faces] if faces else []), *actions]) or self.texts("look.nothing")

    def counted(self, bag: int) -> str:
        """Many cards in few signs: `3×1 2×4, 2×Coup`."""
        told = []
        for kind in kinds(bag):
            n = int(how_many(bag, kind))
            sign = KIND_TEXTS[kind] if kind < FACES else self.telling.card(int(kind), "name")
            told.append(f"{n}{self.glyphs.times}{sign}" if n > 1 else sign)
        faces = sum(kind < FACES for kind in kinds(bag))
        return ", ".join([*([" ".join(told[:faces])] if faces else []), *told[faces:]])

    def pile_so_far(self) -> list[str]:
        """The action cards that the reader has put in order so far."""
        view = self.view
        if view.seat is None or not view["steps"] or view["steps"][-1] != "order_pile":
            return []
        return [self.telling.card(code - codes.NEXT + FACES, "name") for code in view["sealed"][view.seat]]

    def votes(self) -> str:
        """The vote cards to come, whose order nobody knows, and those turned up since the last shuffle."""
        told = [self.texts("look.votes", cards=self.vote_cards(self.view["vote_pile"]))]
        if self.view["vote_discards"]:
            told.append(self.texts("look.votes_seen", cards=self.vote_cards(self.view["vote_discards"])))
        return self.glyphs.between.join(told)

    def vote_cards(self, bag: int) -> str:
        """Vote cards in few signs: groups by their letters, then orgies."""
        groups = " ".join(GROUP_CODES[card] for card in kinds(bag) if card < GROUPS)
        told = [groups] if groups else []
        for card in (card for card in kinds(bag) if card >= GROUPS):
            n = int(how_many(bag, card))
            told.append((f"{n}{self.glyphs.times}" if n > 1 else "") + self.telling.vote(int(card)))
        return ", ".join(told) or self.texts("look.nothing")

    def legend(self) -> str:
        """What the signs mean."""
        signs = [("3", "open"), ("[3]", "covered"), ("[?]", "unknown"), ("7+", "sum"), ("P", "philosopher")]
        signs += [(self.glyphs.left, "left"), (self.glyphs.won, "won"), ("", "piles")]
        return "  ".join(f"{sign} {self.texts(f'look.legend.{name}')}".strip() for sign, name in signs)


def wrapped(text: Text, console: Console, width: int) -> Iterator[Text]:
    """A text in lines, all but the first a little in from the edge."""
    for number, line in enumerate(text.wrap(console, min(width, READABLE) - 2)):
        yield Text.assemble("  " if number else "", line)


def padded(text: Text, width: int, right: bool = False) -> Text:
    """A text filled up with spaces, after it or (to stand on the right) before it."""
    room = max(0, width - text.cell_len)
    return Text.assemble(" " * room, text) if right else Text.assemble(text, " " * room)


def draw(view: View, ask: Ask | None, telling: AnyTelling, low: bool) -> Picture:
    """The table as a seat sees it, with what it may do lit; in few lines where the screen is low."""
    assert isinstance(telling, Telling)
    return Picture(view, ask, telling, low)
