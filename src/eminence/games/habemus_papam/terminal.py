"""How 1655 – Habemus Papam looks in a terminal: what is on offer, then every player's court, favours and screen.

Each thing is named by the word one types for it; what can be chosen now is lit. `Lugo S71` is a cardinal of Spain, 71
years old; two letters are a leader's two arms; a late arrival has none. Gems are the letters of a bid. Nothing is shown
behind the screens of others, unless the table plays with open screens or the game is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.text import Text

from eminence.core import picture_kit
from eminence.core.ask import Ask
from eminence.core.bags import contents, each, how_many, kinds
from eminence.core.bits import members, size
from eminence.core.picture_kit import QUIET
from eminence.core.texts.telling import Telling as AnyTelling
from eminence.core.view import View
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam import notation
from eminence.games.habemus_papam.components import ACTION_NAMES, FACTION_NAMES, GEM_LETTERS, NAMES, NONE
from eminence.games.habemus_papam.ranking import gems_of
from eminence.games.habemus_papam.state import PapamState
from eminence.games.habemus_papam.telling import Telling

READABLE: Final = 110  # what is told is no wider than this
HANGING: Final = 5  # how far in a line goes on that was too long
SEAT_STYLES: Final = [f"bold #ffffff on {ink}" for ink in ("#7a1f2b", "#1f4f7a", "#2f6b3a", "#6b4a1f")]
LIT: Final = SEAT_STYLES[0]
FACTION_STYLES: Final = ("#c79a2b", "#4f86c6", "#5fa36a", "#b0524f")
GEM_STYLES: Final = ("bold", "#d0404f", "#4f86e6", "#d99a2b")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs: drawn ones, or letters where the terminal cannot draw."""

    camerlengo: str
    between: str
    asked: str
    times: str


class Picture(picture_kit.Picture):
    """The table as one seat, or a spectator, sees it. What is long goes on in the next line."""

    DRAWN: ClassVar[Glyphs] = Glyphs("✠", " · ", "▸", "×")
    LETTERS: ClassVar[Glyphs] = Glyphs("+", "; ", ">", "x")
    telling: Telling
    s: PapamState

    def lines(self) -> Iterator[Text]:
        self.lit = {choice.text.partition(" ")[2] for choice in self.ask or ()}
        for text in self.paragraphs():
            for number, line in enumerate(text.wrap(self.console, min(self.width, READABLE) - HANGING)):
                yield Text.assemble(" " * HANGING if number else "", line)

    def paragraphs(self) -> Iterator[Text]:
        """The round, what is on offer, the players, and what the signs mean."""
        yield self.head()
        yield from self.offer()
        if not self.low:
            yield Text()
        first = 0 if self.view.seat is None else self.view.seat + 1
        for distance in range(self.view.seats):  # the reader last, who is nearest to what he types
            yield from self.player((first + distance) % self.view.seats)
        if not self.low:
            yield Text()
            yield Text(self.legend(self.signs()), QUIET)

    # -- the middle -------------------------------------------------------------------------------------------------

    def head(self) -> Text:
        """The round, the smoke, how many cards lie in the decks, and the gems that can be had from the bank."""
        s = self.s
        cards = {"politics": int(contents(s.politics)), "actions": int(contents(s.actions))}
        told = [
            Text(self.t("look.round", n=s.round), "bold"),
            Text(self.t(f"look.smoke.{box.SMOKES[s.smoke]}")),
            Text(self.t("look.decks", cardinals=int(size(s.cardinals)), **cards)),
            self.filled("look.bank", gems=self.gems(s.bank)),
        ]
        return Text(self.glyphs.between).join(told)

    def offer(self) -> Iterator[Text]:
        """The cards that can be taken, each by its word and its name."""
        words = [] if self.view.over else notation.on_offer(self.s)
        if self.low and words:
            yield self.filled("look.offered", cards=Text(", ").join(map(self.word, words)))
        elif words:
            yield Text(self.t("look.offer"), QUIET)
            for word in words:
                room = " " * (max(map(len, words)) - len(word) + 2)
                yield Text.assemble("  ", self.word(word), room, self.explained(word))

    def explained(self, word: str) -> str:
        """A card on offer in words."""
        if word == "camerlengo":
            brings = self.telling.camerlengo_brings(int(box.camerlengo_gems(self.s.bank)))
            return self.t("look.camerlengo", things=brings)
        if word in ACTION_NAMES:
            return f"{self.t(f'action.name.{word}')} ({self.t(f'action.does.{word}')})"
        return self.telling.card(word) if word in NAMES else self.t(f"politics.name.{word}")

    # -- the players ------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> Iterator[Text]:
        """A player's name and court; then favours, what is behind the screen, orders, and what he does now."""
        sign = self.glyphs.camerlengo if self.s.camerlengo == seat else " "
        asked = self.glyphs.asked if seat in self.view.asked and not self.view.over else " "
        name = Text(f" {self.who(seat)} ", SEAT_STYLES[seat])
        people = [self.member(int(person)) for person in members(self.s.court[seat])]
        court = Text(", ").join(people) if people else Text(self.t("nothing"), QUIET)
        yield Text.assemble(f"{asked}{sign} ", name, " ", self.filled("look.court", people=court))
        yield Text.assemble("   ", Text(self.glyphs.between).join([*self.holdings(seat), *self.doings(seat)]))

    def member(self, person: int) -> Text:
        """Somebody in a court: the word one types for him, his arms and his age."""
        faction = box.FACTION_OF[person]
        arms, style = "", QUIET
        if faction != NONE:
            style = FACTION_STYLES[faction]
            arms = self.t(f"look.faction.{FACTION_NAMES[faction]}") * (2 if person >= box.FIRST_LEADER else 1)
        return Text.assemble(self.word(NAMES[person]), " ", (f"{arms}{box.AGES[person]}", style))

    def holdings(self, seat: int) -> Iterator[Text]:
        """Favours, gold, gems, action cards and orders, as far as they are seen."""
        s = self.s
        yield Text(self.t("look.favours", cards=self.counted(s.favours[seat], "politics", box.POLITICS_NAMES)))
        if self.view.shows("gold", seat):
            yield Text(self.telling.gold(s.gold[seat]))
            yield self.gems(gems_of(s, seat))
            yield Text(self.t("look.hand", cards=self.counted(s.hand[seat], "action", ACTION_NAMES)))
        orders = [self.telling.order(int(order)) for order in each(notation.orders_seen(s, seat))]
        if orders:
            yield Text(self.t("look.orders", orders=", ".join(orders)))
        elif s.order_count[seat]:
            yield Text(self.t("look.orders_hidden", n=s.order_count[seat]))

    def doings(self, seat: int) -> Iterator[Text]:
        """What a player does in this round: a card placed or refused, a card turned up, a bid."""
        if self.view.over:
            return
        face, played, bid = self.view.face(seat), self.s.played[seat], self.s.bids[seat]
        if face:
            yield Text(self.t("look.refused" if face == box.REFUSED else "look.placed"), "italic")
        if played != NONE:
            yield Text(self.t("look.played", card=self.t(f"action.name.{ACTION_NAMES[played]}")), "italic")
        if bid != NONE:
            letters = [Text(GEM_LETTERS[gem], GEM_STYLES[gem]) for gem in box.BID_GEMS[bid]]
            yield self.filled("look.bid", bid=Text.assemble(*letters) if letters else Text(self.t("nothing")))

    # -- things -----------------------------------------------------------------------------------------------------

    def word(self, word: str) -> Text:
        """What one types for a thing, lit where it can be chosen now."""
        return Text(word, LIT if word in self.lit else "")

    def filled(self, key: str, **thing: Text) -> Text:
        """A text whose one field is filled with something drawn."""
        ((name, drawn),) = thing.items()
        before, _, after = self.t(key, **{name: "\0"}).partition("\0")
        return Text.assemble(before, drawn, after)

    def gems(self, bag: int) -> Text:
        """Gems as the letters of a bid, many of a kind by their number."""
        told = []
        for gem in kinds(bag):
            n, letter = int(how_many(bag, gem)), GEM_LETTERS[gem]
            told.append(Text(f"{n}{self.glyphs.times}{letter}" if n > 4 else letter * n, GEM_STYLES[gem]))
        return Text(" ").join(told) if told else Text("-", QUIET)

    def counted(self, bag: int, sort: str, names: tuple[str, ...]) -> str:
        """Cards of a sort in few words: `2×Mazarin, Louis XIV`."""
        told = []
        for card in kinds(bag):
            n, name = how_many(bag, card), self.t(f"{sort}.name.{names[card]}")
            told.append(f"{n}{self.glyphs.times}{name}" if n > 1 else name)
        return ", ".join(told) or self.t("nothing")

    def signs(self) -> list[tuple[str, str]]:
        """The signs, with the keys of what they mean."""
        letters = [self.t(f"look.faction.{name}") for name in FACTION_NAMES]
        leader, late = box.FIRST_LEADER, box.PEOPLE - 1
        return [
            (self.glyphs.camerlengo, "camerlengo"),
            (f"{NAMES[0]} {letters[0]}{box.AGES[0]}", "person"),
            (f"{NAMES[leader]} {2 * letters[0]}{box.AGES[leader]}", "leader"),
            (f"{NAMES[late]} {box.AGES[late]}", "late"),
            (" ".join(letters), "factions"),
            (" ".join(GEM_LETTERS), "gems"),
            ("", "decks"),
        ]


def draw(view: View, ask: Ask | None, telling: AnyTelling, low: bool) -> Picture:
    """The table as a seat sees it, with what it may do lit; in few lines where the screen is low."""
    return Picture(view, ask, telling, low)
