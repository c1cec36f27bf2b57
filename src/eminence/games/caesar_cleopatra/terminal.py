"""How Caesar & Cleopatra looks in a terminal: the five groups between the two sides, then what both sides hold.

A row for each group: on the left what Cleopatra has beside it, on the right what Caesar has, in the middle the letters
one types for it and the patricians still to be won. Every colour stands beside a sign that says the same: `[3]` lies
face down and is known to the reader, `[?]` is not. Where a group can be chosen now, its letters are lit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from rich.text import Text

from eminence.core import picture_kit
from eminence.core.ask import Ask
from eminence.core.bags import bag_of, contents, each, how_many, kinds
from eminence.core.picture_kit import LIT_NAME, QUIET, padded
from eminence.core.texts.telling import Telling as AnyTelling
from eminence.core.view import View
from eminence.games.caesar_cleopatra import codes
from eminence.games.caesar_cleopatra import components as box
from eminence.games.caesar_cleopatra.notation import FIRST_CODES, GROUP_CODES, KIND_TEXTS, TEXTS
from eminence.games.caesar_cleopatra.state import CaesarState, bonus_seen
from eminence.games.caesar_cleopatra.telling import Beside, Telling, sum_of

SIDE: Final = box.OWN_LIMIT * 3  # the width of all the cards of one side beside a group
WON: Final = 3
SUM: Final = 3
NAME: Final = 9
MIDDLE: Final = 3 + 1 + NAME + 1 + 5  # the letters of a group, its name, its patricians
SEAT_STYLES: Final = ("bold #ffffff on #0d6f80", "bold #ffffff on #8a1c3a")
COVERED_STYLES: Final = ("#2f9fb0", "#c2506f")


class Glyphs(NamedTuple):
    """The signs: drawn ones, or letters where the terminal cannot draw."""

    left: str
    gone: str
    won: str
    between: str
    turn: str
    times: str


class Picture(picture_kit.Picture):
    """The table as one seat, or a spectator, sees it. On a low screen discards and the legend are left out."""

    DRAWN: ClassVar[Glyphs] = Glyphs("●", "·", "★", " · ", "▸", "×")
    LETTERS: ClassVar[Glyphs] = Glyphs("o", ".", "*", "; ", ">", "x")
    glyphs: Glyphs
    telling: Telling
    s: CaesarState

    def lines(self) -> Iterator[Text]:
        yield self.heads()
        lit = self.lit_groups()
        for group in range(box.GROUPS):
            if not self.low:
                yield Text()
            yield self.row(group, group in lit)
        if not self.low:
            yield Text()
        for seat in (1, 0) if self.view.seat == 0 else (0, 1):
            yield from self.wrapped(self.holding(seat))
        so_far = [self.name(action + box.FACES) for action in self.sealed("order_pile", codes.NEXT)]
        if so_far:
            yield from self.wrapped(Text(self.t("look.pile_so_far", cards=", ".join(so_far))))
        yield from self.wrapped(Text(self.votes(), style=QUIET))
        if not self.low:
            signs = [("3", "open"), ("[3]", "covered"), ("[?]", "unknown"), ("7+", "sum"), ("P", "philosopher")]
            signs += [(self.glyphs.left, "left"), (self.glyphs.won, "won"), ("", "piles")]
            yield from self.wrapped(Text(self.legend(signs), style=QUIET))

    def sealed(self, step: str, first: int) -> list[int]:
        """What the reader has answered so far at a step, counted from the first of its codes."""
        if self.view.seat is None or self.view.step != step:
            return []
        return [code - first for code in self.s.sealed[self.view.seat]]

    def laid_so_far(self) -> list[int]:
        """The faces that the reader has chosen so far for the opening, group by group."""
        chosen = self.sealed("opening", codes.LAY)
        if len(chosen) == box.GROUPS - 1:  # the fifth follows, while the other side still chooses
            chosen.append(sum(range(box.GROUPS)) - sum(chosen))
        return chosen

    def lit_groups(self) -> set[int]:
        """The groups that an ask offers something about."""
        found: set[int] = set()
        for code in self.offered:
            word = TEXTS[code].partition(" ")[0]
            n = code - FIRST_CODES[word]
            match word:
                case "lay":
                    found.add(len(self.laid_so_far()))
                case "down" | "up" | "strike":
                    found.add(n // box.FACES)
                case "castle":
                    found.update(box.PAIRS[n])
                case "first":
                    found.update(box.PAIRS[self.s.pair])
                case "scout" | "wrath":
                    found.add(n)
        return found

    def heads(self) -> Text:
        """Both sides' names above their cards, and whose turn it is."""
        room = WON + 1 + SIDE + 1 + SUM
        names = []
        for seat in range(2):
            turn = self.s.turn == seat and not self.view.over
            name = f" {self.glyphs.turn + ' ' if turn else ''}{self.who(seat)[: room - 4]} "
            names.append(Text(name, style=SEAT_STYLES[seat]))
        middle = f"{self.t('look.left'):>{MIDDLE}}"
        return Text.assemble(padded(names[0], room, True), " ", (middle, QUIET), " ", padded(names[1], room))

    def row(self, group: int, lit: bool) -> Text:
        """A group between what both sides have beside it."""
        left, right = (self.beside(seat, group) for seat in range(2))
        hers, his = padded(self.cards(0, left), SIDE, True), padded(self.cards(1, right), SIDE)
        row = Text.assemble(self.won(0, group), " ", hers, f" {shown_sum(left):>{SUM}} ", self.middle(group, lit))
        return Text.assemble(row, f" {shown_sum(right):<{SUM}} ", his, " ", self.won(1, group))

    def middle(self, group: int, lit: bool) -> Text:
        """A group: its letters, its name, and a sign for each of its patricians, to be won or gone."""
        left = int(self.s.patricians[group])
        name = self.t(f"count.groups.{box.GROUP_NAMES[group]}")[:NAME]
        gone = int(box.PATRICIANS[group]) - left
        style = LIT_NAME if lit else "bold" if left else QUIET
        signs = Text.assemble(self.glyphs.left * left, (self.glyphs.gone * gone, QUIET))
        named = (f"{name:<{NAME}}", "" if left else QUIET)
        return Text.assemble((GROUP_CODES[group], style), " ", named, " ", padded(signs, 5, True))

    def won(self, seat: int, group: int) -> Text:
        """How many patricians of a group a side has won."""
        n = how_many(self.s.won[seat], group)
        return Text(f"{f'{n}{self.glyphs.won}' if n else '':^{WON}}", style="bold")

    def beside(self, seat: int, group: int) -> Beside:
        """What a seat has beside a group; when the game opens, also what its owner has chosen to lay there."""
        there = self.telling.beside(self.view, seat, group)
        chosen = self.laid_so_far() if seat == self.view.seat else []
        return Beside(there.open, [chosen[group]], 0) if group < len(chosen) else there

    def cards(self, seat: int, side: Beside) -> Text:
        """A side's cards beside a group."""
        text = Text()
        for face in side.open:
            text.append(f" {KIND_TEXTS[face]} ", SEAT_STYLES[seat])
        for face in side.covered:
            text.append(f"[{KIND_TEXTS[face]}]", COVERED_STYLES[seat])
        text.append("[?]" * side.hidden, COVERED_STYLES[seat])
        return text

    def holding(self, seat: int) -> Text:
        """A side's hand as far as it is seen, its piles, its bonus, what it has won and discarded."""
        s, t = self.s, self.t
        told = [self.hand(seat)]
        known = self.telling.known_in_hand(self.view, seat)
        if known:
            told.append(t("look.known", cards=self.short(known)))
        told.append(t("look.piles", influence=int(s.pile_count[seat]), actions=int(s.action_count[seat])))
        bonus = bonus_seen(s, seat)
        if bonus != box.NONE:
            told.append(t("look.bonus", group=self.telling.group(bonus, "name")))
        if not self.low:
            told.append(t("look.patricians", n=int(contents(s.won[seat]))))
        if not self.low and s.discards[seat]:
            discards = self.counted(s.discards[seat], KIND_TEXTS[: box.FACES], self.name)
            told.append(t("look.discards", cards=discards))
        name = (self.who(seat), f"bold {COVERED_STYLES[seat]}")
        return Text.assemble(name, "  ", self.glyphs.between.join(told))

    def name(self, kind: int) -> str:
        """The name of a card."""
        return self.telling.card(kind, "name")

    def hand(self, seat: int) -> str:
        """A hand: its cards for their owner, their backs for everyone else."""
        s = self.s
        if not self.view.shows("hand", seat):
            return self.t("look.hand_counts", influence=int(s.hand_influence[seat]), actions=int(s.hand_actions[seat]))
        bag = s.hand[seat]
        if seat == self.view.seat:
            bag -= bag_of([*self.laid_so_far(), *self.sealed("discard", codes.DROP)])
        return self.t("look.hand", cards=self.short(each(bag)))

    def short(self, cards: Sequence[int]) -> str:
        """Cards in few signs: numbers and P as one types them, action cards by their names."""
        faces = " ".join(KIND_TEXTS[kind] for kind in cards if kind < box.FACES)
        actions = [self.name(kind) for kind in cards if kind >= box.FACES]
        return ", ".join([*([faces] if faces else []), *actions]) or self.t("look.nothing")

    def counted(self, bag: int, signs: Sequence[str], name: Callable[[int], str]) -> str:
        """Many cards in few signs, `3×1 2×4, 2×Coup`: the first kinds by their signs, the others by their names."""
        told = []
        for kind in kinds(bag):
            n, sign = how_many(bag, kind), signs[kind] if kind < len(signs) else name(kind)
            told.append(f"{n}{self.glyphs.times}{sign}" if n > 1 else sign)
        few = sum(kind < len(signs) for kind in kinds(bag))
        return ", ".join([*([" ".join(told[:few])] if few else []), *told[few:]]) or self.t("look.nothing")

    def votes(self) -> str:
        """The vote cards to come, whose order nobody knows, and those turned up since the last shuffle."""
        told = [
            self.t(f"look.{key}", cards=self.counted(bag, GROUP_CODES, self.telling.vote))
            for key, bag in (("votes", self.s.vote_pile), ("votes_seen", self.s.vote_discards))
            if bag or key == "votes"
        ]
        return self.glyphs.between.join(told)


def shown_sum(side: Beside) -> str:
    """What the cards that are seen count, and a plus where there are others."""
    seen = [*side.open, *side.covered]
    if not seen:
        return "?" if side.hidden else ""
    return f"{sum_of(seen)}{'+' if side.hidden else ''}"


def draw(view: View, ask: Ask | None, telling: AnyTelling, low: bool) -> Picture:
    """The table as a seat sees it, with what it may do lit; in few lines where the screen is low."""
    return Picture(view, ask, telling, low)
