"""How Deal with the Devil looks in a terminal: the inquisitors, then every realm, the reader's own last and with all
that lies behind its wall.

Cards are named by the word one types for them; what can be chosen now is lit. Nothing is shown behind the walls of
others until the count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.text import Text

from eminence.core import picture_kit
from eminence.core.ask import Ask
from eminence.core.bits import members
from eminence.core.picture_kit import QUIET
from eminence.core.texts.telling import Telling as AnyTelling
from eminence.core.view import View
from eminence.games.deal_with_the_devil import cards, effects, scoring, standing
from eminence.games.deal_with_the_devil import components as box
from eminence.games.deal_with_the_devil.components import NONE
from eminence.games.deal_with_the_devil.hands import cards_in
from eminence.games.deal_with_the_devil.notation import (
    BUILDING_TEXTS,
    EVENT_TEXTS,
    INQUISITOR_TEXTS,
    PLACES,
    SEAT_TEXTS,
    SORT_TEXTS,
)
from eminence.games.deal_with_the_devil.production import upgraded
from eminence.games.deal_with_the_devil.state import DevilState
from eminence.games.deal_with_the_devil.telling import Telling

READABLE: Final = 110  # what is told is no wider than this
HANGING: Final = 5  # how far in a line goes on that was too long
SEAT_STYLES: Final = [f"bold #ffffff on {ink}" for ink in ("#8f2430", "#1f4f7a", "#2f6b3a", "#7a5a10")]
LIT: Final = "bold #ffffff on #8f2430"


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs: drawn ones, or letters where the terminal cannot draw."""

    between: str
    asked: str
    states: tuple[str, str, str]
    quarters: tuple[str, str, str, str]
    wings: tuple[str, str]
    mob: str


class Picture(picture_kit.Picture):
    """The table as one seat, or a spectator, sees it. What is long goes on in the next line."""

    DRAWN: ClassVar[Glyphs] = Glyphs(" · ", "▸", ("○", "●", "×"), ("○", "◔", "◑", "◕"), ("▲", "▼"), "♦")
    LETTERS: ClassVar[Glyphs] = Glyphs("; ", ">", ("o", "*", "x"), ("0/4", "1/4", "2/4", "3/4"), ("^", "v"), "!")
    telling: Telling
    s: DevilState

    def lines(self) -> Iterator[Text]:
        self.lit = {choice.text.partition(" ")[2] for choice in self.ask or ()}
        if not self.typed:
            yield from self.paragraphs()
            return
        for text in self.paragraphs():
            for number, line in enumerate(text.wrap(self.console, min(self.width, READABLE) - HANGING)):
                yield Text.assemble(" " * HANGING if number else "", line)

    def paragraphs(self) -> Iterator[Text]:
        """The round and the inquisitors, the realms, and what the signs mean."""
        yield self.head()
        yield self.inquisitors()
        if not self.low:
            yield Text()
        first = 0 if self.view.seat is None else self.view.seat + self.typed
        for distance in range(self.view.seats):  # the reader last, who is nearest to what he types; on a page, on top
            yield from self.realm((first + distance) % self.view.seats)
        if not self.low:
            yield Text()
            yield Text(self.legend(self.signs()), QUIET)

    # -- the middle -------------------------------------------------------------------------------------------------

    def head(self) -> Text:
        """The round and its phase, and the bribes on the board."""
        told = [Text(self.t("look.round", n=self.s.round), "bold"), Text(self.t(f"phase.{box.PHASES[self.s.phase]}"))]
        return Text(self.glyphs.between).join([*told, Text(self.t("look.pot", n=self.s.pot))])

    def inquisitors(self) -> Text:
        """A, B, C, 1, 2 and 3: who they are, and whether they are in force."""
        who = [cards.ASCETIC, cards.FUNDAMENTALIST, cards.PLEBEIAN, *self.s.reds]
        told = []
        for place, (name, inquisitor) in enumerate(zip(PLACES, who, strict=False)):
            state = self.s.inquisitors[place]
            known = self.telling.cards.inquisitors[inquisitor].name(self.t.language)
            word = self.word(INQUISITOR_TEXTS[inquisitor], "bold" if state == box.IN_FORCE else QUIET, known)
            told.append(Text.assemble(f"{name} {self.glyphs.states[state]} ", word))
        return Text("  ").join(told)

    # -- the realms -------------------------------------------------------------------------------------------------

    def realm(self, seat: int) -> Iterator[Text]:
        """How a realm stands; what it has built; what is behind its wall, where that is seen."""
        asked = self.glyphs.asked if seat in self.view.asked and not self.view.over else " "
        who, colour = self.who(seat), self.t(f"seat.{seat}.name")
        name = Text(f" {who} ", SEAT_STYLES[seat]) if self.typed else Text(who, "bold")
        word = "" if who == colour and not self.typed else self.word(SEAT_TEXTS[seat], QUIET, colour)
        standing_told = Text(self.glyphs.between).join(map(Text, self.standing(seat)))
        yield Text.assemble(f"{asked} ", name, " " if word else "", word, self.glyphs.between, standing_told)
        yield Text.assemble("   ", Text(self.glyphs.between).join(self.owned(seat)))
        if self.view.shows("goods", seat) or self.s.phase == box.COUNTING:
            yield Text.assemble("   ", Text(self.glyphs.between).join(self.behind(seat)))
        if self.view.shows("hand", seat):
            if not self.low and self.s.round < box.ROUNDS:
                yield Text.assemble("   ", self.wheel(seat))
            yield from self.hand(seat)

    def standing(self, seat: int) -> Iterator[str]:
        """Reputation, debt with its interest, wings, indulgences, Guests, points."""
        s, t = self.s, self.t
        yield t("look.reputation", at=self.telling.signed(int(s.reputation[seat])))
        yield t("look.debt", n=s.debt[seat], quarter=self.glyphs.quarters[s.interest[seat]])
        angel, demon = self.glyphs.wings
        yield f"{angel}{s.angels[seat]} {demon}{s.demons[seat]}"
        if s.indulgences[seat]:
            yield t("card.good.indulgence", n=s.indulgences[seat])
        if s.guests[seat]:
            yield t("guests", n=s.guests[seat])
        yield t("points", n=s.points[seat])
        if s.mob >> seat & 1:
            yield self.glyphs.mob

    def owned(self, seat: int) -> Iterator[Text]:
        """Buildings, achievements, courtiers, and how many cards are in hand; on a low screen mostly as numbers."""
        s, t = self.s, self.t
        minors = [self.sort(at) for at in range(box.MINORS) if 0 < effects.minor_at(s, seat, at) <= box.SLOTS]
        majors = [self.sort(int(at)) for at in members(s.majors[seat])]
        if self.low and seat != self.view.seat:
            numbers = [str(int(effects.buildings_of(s, seat, kind))) for kind in range(len(cards.TYPES))]
            yield Text(t("look.built_by_type", n=" + ".join(numbers)))
        else:
            names = self.telling.cards.buildings
            words = [self.word(BUILDING_TEXTS[at], "", names[at].name(t.language)) for at in s.built[seat]]
            yield Text.assemble(t("look.built"), Text(", ").join(words) if words else Text(t("nothing"), QUIET))
        if self.low:
            yield Text(t("look.achievements", minors=len(minors), majors=len(majors)))
        elif minors:
            yield Text(t("look.minors", names=", ".join(minors)))
        if majors and not self.low:
            yield Text(t("look.majors", names=", ".join(majors)))
        if at_court := int(scoring.unused_courtiers(s, seat)):
            yield Text(t("look.courtiers", n=at_court))
        if not self.view.over:
            yield Text(t("look.cards", buildings=s.hand_count[seat], events=s.event_count[seat]))

    def behind(self, seat: int) -> Iterator[Text]:
        """The role, goods and fragments: one's own, and everybody's once they are counted."""
        s, seen = self.s, self.view.shows("goods", seat)
        mark = s.role[seat] if s.role[seat] != NONE else s.shown_role[seat]
        if mark != NONE:
            yield Text(self.telling.mark(mark), "italic")
        yield Text(self.telling.goods(int((s.goods if seen else s.shown_goods)[seat])))
        souls = int((s.souls if seen else s.shown_souls)[seat])
        told = self.telling.souls(int(standing.pure(souls)), int(standing.tainted(souls)))
        yield Text(self.t.listed(told) or self.telling.fragments(0))

    def hand(self, seat: int) -> Iterator[Text]:
        """The cards in hand: each with what it costs and does, or on a low screen just by its word."""
        s, telling = self.s, self.telling
        buildings = [int(number) for number in cards_in(s.hand[seat])]
        events = [int(number) for number in members(s.events[seat])]
        words = [*(BUILDING_TEXTS[number] for number in buildings), *(EVENT_TEXTS[number] for number in events)]
        if not words or self.view.over:
            return
        if self.low:
            yield Text.assemble("   ", self.t("look.hand"), Text(", ").join(map(self.word, words)))
            return
        held = [*(telling.cards.buildings[number] for number in buildings), *(telling.cards.events[n] for n in events)]
        names = [card.name(self.t.language) for card in held]
        told = [self.building(number) for number in buildings]
        for number, name in zip(events, names[len(buildings) :], strict=True):
            card = telling.cards.cards.events[number]
            halves = {"left": telling.words.left(card), "right": telling.words.right(card)}
            told.append(self.t("look.event", name=name, **halves))
        room = max(map(len, words)) + 2
        for word, name, text in zip(words, names, told, strict=True):
            rest = f"{' ' * (room - len(word))}{text}" if self.typed else text.removeprefix(name)
            yield Text.assemble("   ", self.word(word, "" if self.typed else "bold", name), rest)

    def building(self, number: int) -> str:
        """A building in hand: its name, types, cost, points and effect."""
        card, words = self.telling.cards.cards.buildings[number], self.telling.words
        name = self.telling.cards.buildings[number].name(self.t.language)
        told = {"types": words.types(card), "cost": words.cost(card), "points": self.t("points", n=int(card.points))}
        return self.t("look.card", name=name, text=words.building(card), **told)

    def wheel(self, seat: int) -> Text:
        """What the slots of a realm produce in the next round, each with its level."""
        row = box.WHEEL[(seat + self.s.turned) % box.SEATS][self.s.round]
        levels = [2 if upgraded(self.s.minors[seat], slot) else 1 for slot in range(box.SLOTS)]
        told = [self.telling.good(int(kind), level) for kind, level in zip(row, levels, strict=True)]
        return Text(self.t("look.wheel", slots=" | ".join(told)))

    # -- things -----------------------------------------------------------------------------------------------------

    def word(self, word: str, style: str = "", name: str = "") -> Text:
        """What one types for a thing, or its name, lit where it can be chosen now."""
        return Text(word if self.typed else name, LIT if word in self.lit else style)

    def sort(self, sort: int) -> str:
        """Of which symbols an achievement is."""
        word = SORT_TEXTS[sort]
        return word if self.typed else self.t("look.mixed" if sort == box.MIXED else f"card.type.{word}")

    def signs(self) -> list[tuple[str, str]]:
        """The signs, with the keys of what they mean."""
        down, force, gone = self.glyphs.states
        found = [(force, "in_force"), (down, "face_down"), (gone, "gone"), (self.glyphs.mob, "mob")]
        return [*found, *zip(self.glyphs.wings, ("angels", "demons"), strict=True), ("", "debt")]


def draw(view: View, ask: Ask | None, telling: AnyTelling, low: bool) -> Picture:
    """The table as a seat sees it, with what it may do lit; in few lines where the screen is low."""
    return Picture(view, ask, telling, low)
