"""How 1655 – Habemus Papam looks in a terminal: what is on offer, then every player's court, favours and screen.

Each thing is named by the word one types for it; what can be chosen now is lit. `Lugo S71` is a cardinal of Spain, 71
years old; two letters are a leader's two arms; a late arrival has none. Gems are the letters of a bid. Nothing is shown
behind the screens of others, unless the table plays with open screens or the game is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from eminence.core.ask import Ask
from eminence.core.bags import contents, each
from eminence.core.bits import members, size
from eminence.core.texts import sentence
from eminence.core.texts.telling import Telling as AnyTelling
from eminence.core.view import View
from eminence.games.habemus_papam.components import (
    ACTION_NAMES,
    ACTIONS,
    AGES,
    FACTION_NAMES,
    FACTION_OF,
    FIRST_LATE,
    FIRST_LATE_CARD,
    FIRST_LEADER,
    GEM_LETTERS,
    LATE,
    NAMES,
    NONE,
    PLACED,
    POLITICS_NAMES,
    REFUSED,
    camerlengo_gems,
)
from eminence.games.habemus_papam.notation import BID_TEXTS
from eminence.games.habemus_papam.telling import Telling

READABLE: Final = 110
"""What is told is no wider than this."""
HANGING: Final = 5
"""How far in a line goes on that was too long."""
QUIET: Final = "dim"
LIT: Final = "bold #ffffff on #7a1f2b"
SEAT_STYLES: Final = (
    "bold #ffffff on #7a1f2b",
    "bold #ffffff on #1f4f7a",
    "bold #ffffff on #2f6b3a",
    "bold #ffffff on #6b4a1f",
)
FACTION_STYLES: Final = ("#c79a2b", "#4f86c6", "#5fa36a", "#b0524f")
GEM_STYLES: Final = ("bold", "#d0404f", "#4f86e6", "#d99a2b")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs: drawn ones, or letters where the terminal cannot draw."""

    camerlengo: str
    between: str
    asked: str
    times: str


DRAWN: Final = Glyphs("✠", " · ", "▸", "×")
LETTERS: Final = Glyphs("+", "; ", ">", "x")


class Picture:
    """The table as one seat, or a spectator, sees it. Rich prints it."""

    def __init__(self, view: View, ask: Ask | None, telling: Telling, low: bool) -> None:
        """On a low screen, what can be spared is: empty lines, names beside words, the legend."""
        self.view = view
        self.low = low
        self.telling = telling
        self.texts = telling.texts
        self.lit = {choice.text.partition(" ")[2] for choice in ask or ()}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(options.max_width, READABLE)
        self.glyphs = LETTERS if options.ascii_only else DRAWN
        for text in self.lines():
            for number, line in enumerate(text.wrap(console, width - HANGING)):
                line.no_wrap, line.overflow = True, "crop"
                yield Text.assemble(" " * HANGING if number else "", line)

    def lines(self) -> Iterator[Text]:
        """The round, what is on offer, the players, and what the signs mean."""
        yield self.head()
        yield from self.offer()
        if not self.low:
            yield Text()
        for seat in self.seats():
            yield from self.player(seat)
        if not self.low:
            yield Text()
            yield Text(self.legend(), QUIET)

    def seats(self) -> list[int]:
        """The others clockwise, and the reader last, who is nearest to what he types."""
        first = 0 if self.view.seat is None else self.view.seat + 1
        return [(first + distance) % self.view.seats for distance in range(self.view.seats)]

    # -- the middle -------------------------------------------------------------------------------------------------

    def head(self) -> Text:
        """The round, the smoke, how many cards lie in the decks, and the gems that can be had from the bank."""
        view, texts = self.view, self.texts
        smoke = texts(f"look.smoke.{('none', 'black', 'white')[view['smoke']]}")
        counts = {
            "cardinals": int(size(view["cardinals"])),
            "politics": int(contents(view["politics"])),
            "actions": int(contents(view["actions"])),
        }
        told = [Text(texts("look.round", n=view["round"]), "bold"), Text(smoke), Text(texts("look.decks", **counts))]
        told.append(Text.assemble(*self.filled("look.bank", gems=self.gems(view["bank"]))))
        return Text(self.glyphs.between).join(told)

    def offer(self) -> Iterator[Text]:
        """The cards that can be taken, each by its word and its name."""
        view, told = self.view, self.telling
        cards = [(NAMES[person], told.described(int(person))) for person in members(view["offered_cardinals"])]
        cards += [self.politics_on_offer(int(card)) for card in each(view["offered_politics"])]
        cards += [self.action_on_offer(int(card)) for card in each(view["offered_actions"])]
        if view["camerlengo_free"] and not view.over:
            brings = told.camerlengo_brings(int(camerlengo_gems(view["bank"])))
            cards.append(("camerlengo", self.texts("look.camerlengo", things=brings)))
        if not cards:
            return
        if self.low:
            words = Text(", ").join([self.word(word) for word, _ in cards])
            yield Text.assemble((self.texts("look.offer"), QUIET), ": ", words)
            return
        yield Text(self.texts("look.offer"), QUIET)
        wide = max(len(word) for word, _ in cards)
        for word, name in cards:
            yield Text.assemble("  ", self.word(word), " " * (wide - len(word) + 2), name)

    def politics_on_offer(self, card: int) -> tuple[str, str]:
        if card >= FIRST_LATE_CARD:
            return NAMES[FIRST_LATE + card - FIRST_LATE_CARD], self.telling.politics(card)
        return POLITICS_NAMES[card], self.texts(f"politics.name.{POLITICS_NAMES[card]}")

    def action_on_offer(self, card: int) -> tuple[str, str]:
        if card >= ACTIONS:
            return NAMES[FIRST_LEADER + card - ACTIONS], self.telling.action(card)
        name = ACTION_NAMES[card]
        return name, f"{self.texts(f'action.name.{name}')} ({self.texts(f'action.does.{name}')})"

    # -- the players ------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> Iterator[Text]:
        """A player's name and court; then favours, what is behind the screen, orders, and what he does now."""
        view = self.view
        sign = self.glyphs.camerlengo if view["camerlengo"] == seat else " "
        asked = self.glyphs.asked if seat in view.asked and not view.over else " "
        name = Text(f" {sentence(self.telling.who(seat))} ", SEAT_STYLES[seat])
        people = [self.member(int(person)) for person in members(view["court"][seat])]
        court = Text(", ").join(people) if people else Text(self.texts("nothing"), QUIET)
        yield Text.assemble(f"{asked}{sign} ", name, " ", *self.filled("look.court", people=court))
        yield Text.assemble("   ", Text(self.glyphs.between).join([*self.holdings(seat), *self.doings(seat)]))

    def member(self, person: int) -> Text:
        """Somebody in a court: the word one types for him, his arms and his age."""
        faction = FACTION_OF[person]
        arms, style = "", QUIET
        if faction != NONE:
            style = FACTION_STYLES[faction]
            arms = self.texts(f"look.faction.{FACTION_NAMES[faction]}") * (2 if person >= FIRST_LEADER else 1)
        return Text.assemble(self.word(NAMES[person]), " ", (f"{arms}{AGES[person]}", style))

    def holdings(self, seat: int) -> Iterator[Text]:
        """Favours, gold, gems, action cards and orders, as far as they are seen."""
        view, texts = self.view, self.texts
        yield Text(texts("look.favours", cards=self.counted(view["favours"][seat], "politics", POLITICS_NAMES)))
        if self.is_open(seat):
            yield Text(self.telling.gold(view["gold"][seat]))
            yield self.gems(view["gems"][seat])
            yield Text(texts("look.hand", cards=self.counted(view["hand"][seat], "action", ACTION_NAMES)))
        orders = view["orders_shown"][seat] if view["orders"][seat] is None else view["orders"][seat]
        if orders:
            names = ", ".join(self.telling.order(int(order)) for order in each(orders))
            yield Text(texts("look.orders", orders=names))
        elif view["order_count"][seat]:
            yield Text(texts("look.orders_hidden", n=view["order_count"][seat]))

    def is_open(self, seat: int) -> bool:
        """Whether what is behind a screen may be shown (HP-17): to whoever sees the orders there, too."""
        view = self.view
        return bool(view["orders"][seat] is not None or view.options["open_screens"] or view.over)

    def doings(self, seat: int) -> Iterator[Text]:
        """What a player does in this round: a card placed or refused, a card turned up, a bid."""
        view, texts = self.view, self.texts
        if view.over:
            return
        face = view["faces"][seat] if view["faces"] else 0
        if face in (REFUSED, PLACED):
            yield Text(texts("look.refused" if face == REFUSED else "look.placed"), "italic")
        if view["played"][seat] != NONE:
            card = texts(f"action.name.{ACTION_NAMES[view['played'][seat]]}")
            yield Text(texts("look.played", card=card), "italic")
        if view["bids"][seat] != NONE:
            yield Text.assemble(*self.filled("look.bid", bid=self.letters(BID_TEXTS[view["bids"][seat]])))

    # -- things -----------------------------------------------------------------------------------------------------

    def word(self, word: str) -> Text:
        """What one types for a thing, lit where it can be chosen now."""
        return Text(word, LIT if word in self.lit else "")

    def filled(self, key: str, **thing: Text) -> list[str | Text]:
        """A text whose one field is filled with something drawn."""
        ((name, drawn),) = thing.items()
        before, _, after = self.texts(key, **{name: "\0"}).partition("\0")
        return [before, drawn, after]

    def gems(self, bag: int) -> Text:
        """Gems as the letters of a bid, many of a kind by their number."""
        told = [Text(self.several(letter, n), GEM_STYLES[gem]) for gem, letter, n in _gems_of(bag)]
        return Text(" ").join(told) if told else Text("-", QUIET)

    def several(self, letter: str, n: int) -> str:
        return f"{n}{self.glyphs.times}{letter}" if n > 4 else letter * n

    def letters(self, bid: str) -> Text:
        """A bid by its letters, each in its colour."""
        if set(bid) - set(GEM_LETTERS):
            return Text(self.texts("nothing"))
        return Text.assemble(*((letter, GEM_STYLES[GEM_LETTERS.index(letter)]) for letter in bid))

    def counted(self, bag: int, sort: str, names: tuple[str, ...]) -> str:
        """Cards of a sort in few words: `2×Mazarin, Louis XIV`."""
        cards = [int(card) for card in each(bag)]
        told = []
        for card in sorted(set(cards)):
            n, name = cards.count(card), self.texts(f"{sort}.name.{names[card]}")
            told.append(f"{n}{self.glyphs.times}{name}" if n > 1 else name)
        return ", ".join(told) or self.texts("nothing")

    def legend(self) -> str:
        """What the signs mean."""
        spain, leader = self.texts("look.faction.spain"), 2 * self.texts("look.faction.spain")
        letters = " ".join(self.texts(f"look.faction.{name}") for name in FACTION_NAMES)
        late = FIRST_LATE + LATE - 1
        signs = [
            (self.glyphs.camerlengo, "camerlengo"),
            (f"{NAMES[0]} {spain}{AGES[0]}", "person"),
            (f"{NAMES[FIRST_LEADER]} {leader}{AGES[FIRST_LEADER]}", "leader"),
            (f"{NAMES[late]} {AGES[late]}", "late"),
            (letters, "factions"),
            (" ".join(GEM_LETTERS), "gems"),
            ("", "decks"),
        ]
        return "  ".join(f"{sign} {self.texts(f'look.legend.{name}')}".strip() for sign, name in signs)


def _gems_of(bag: int) -> list[tuple[int, str, int]]:
    """The gems of a bag: number of the kind, letter, how many."""
    gems = [int(gem) for gem in each(bag)]
    return [(gem, GEM_LETTERS[gem], gems.count(gem)) for gem in sorted(set(gems))]


def draw(view: View, ask: Ask | None, telling: AnyTelling, low: bool) -> Picture:
    """The table as a seat sees it, with what it may do lit; in few lines where the screen is low."""
    assert isinstance(telling, Telling)
    return Picture(view, ask, telling, low)
