"""Richelieu told to a reader: its questions, answers and events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from eminence.core import texts as core_texts
from eminence.core.ask import Ask, Choice
from eminence.core.bits import members
from eminence.core.event import Event
from eminence.core.game import Tally
from eminence.core.match import TookBack
from eminence.core.state import Why
from eminence.core.texts import Texts, telling
from eminence.core.view import View
from eminence.games.richelieu import codes, events
from eminence.games.richelieu.components import (
    CARDS,
    COLUMNS,
    MARKER_BACK,
    NONE,
    REGION_OF,
    REGIONS,
    ROWS,
    SHIELDS_OF,
    SYMBOL_DISC,
    SYMBOL_OF,
    SYMBOLS,
)

TAKES = range(codes.TAKE, codes.TAKE + 2 * ROWS)
PLAIN = {
    codes.ENOUGH: "label.enough",
    codes.REGAIN: "label.regain",
    codes.NO_MARKER: "label.no_marker",
    codes.SIT_OUT: "label.sit_out",
    codes.PAY_FROM_HAND: "label.pay_hand",
}
"""The choices that say all by themselves."""


def owner_of(view: View, place: int) -> int | None:
    """The seat whose marker lies at a place."""
    return next((seat for seat in range(view.seats) if view["marks"][seat] >> place & 1), None)


@cache
def _card(texts: Texts, card: int) -> str:
    """A card in words: kept, since a page says it of every card on the table."""
    region = texts(f"count.regions.{REGIONS[REGION_OF[card]]}")
    if SHIELDS_OF[card] == 2:
        return texts("card.double", region=region)
    if SYMBOL_OF[card] == NONE:
        return texts("card.single", region=region)
    return texts(f"card.{SYMBOLS[SYMBOL_OF[card]]}", region=region)


class Telling(telling.Telling):
    """Richelieu in sentences."""

    # -- things -----------------------------------------------------------------------------------------------------

    def region(self, region: int) -> str:
        """A region's name: French in every language."""
        return self.texts(f"count.regions.{REGIONS[region]}")

    def card(self, card: int) -> str:
        """A card by its region and what it shows: `Bourgogne, two shields`."""
        return _card(self.texts, card)

    def disc(self, disc: int) -> str:
        """A disc by what it shows."""
        if disc >= MARKER_BACK:
            return self.texts("disc.back")
        if disc >= SYMBOL_DISC:
            return self.texts(f"disc.{SYMBOLS[disc - SYMBOL_DISC]}")
        return self.texts("disc.region", region=self.region(disc))

    def disc_word(self, disc: int) -> str:
        """A disc in a word."""
        if disc >= SYMBOL_DISC:
            return self.texts(f"disc.word.{'back' if disc >= MARKER_BACK else SYMBOLS[disc - SYMBOL_DISC]}")
        return self.region(disc)

    def place(self, place: int) -> str:
        """A place on the table."""
        return self.texts("place", row=place // COLUMNS + 1, column=place % COLUMNS + 1)

    def end_of_row(self, view: View, end: int) -> str:
        """An end of a row, or its last card."""
        last = view["ends"][end & ~1] == view["ends"][end | 1]
        return self.texts("where.last" if last else f"where.{('left', 'right')[end & 1]}", row=end // 2 + 1)

    # -- what is asked ----------------------------------------------------------------------------------------------

    def prompt(self, view: View, ask: Ask) -> str:
        seat = ask.seat
        taking = any(choice.code in TAKES for choice in ask)
        fields: dict[str, Any] = {}
        variant = ""
        if ask.step == "take_card":
            if not taking:
                variant = "_barred"
            elif seat == 0 and view["cards"][0] == 0:
                variant = "_first"
        elif ask.step == "second_card":
            fields["region"] = self.region(view["pair"])
            variant = "" if taking else "_barred"
        elif ask.step == "pay_marker":
            owner = owner_of(view, view["ends"][view["paying"]])
            assert owner is not None
            fields["who"] = self.name(owner)
        elif ask.step == "place_marker" and not view["in_hand"][seat]:
            variant = "_move" if view["marks"][seat] else "_none"
        return self.texts(f"prompt.{ask.step}{variant}", **fields)

    def label(self, view: View, choice: Choice) -> str:
        code = choice.code
        if code in PLAIN:
            return self.texts(PLAIN[code])
        if code in TAKES:
            return self._take(view, code - codes.TAKE)
        if code < codes.TAKE:
            return choice.text  # the dealer's: nobody is offered these
        kind = "mark" if code < codes.LIFT else "lift" if code < codes.PAY else "pay"
        place = (code - codes.MARK) % CARDS
        label = self.texts(f"label.{kind}", card=self.card(view["layout"][place]), place=self.place(place))
        return label + (self.texts("label.with_disc") if view["disc_spots"] >> place & 1 else "")

    def _take(self, view: View, end: int) -> str:
        place = view["ends"][end]
        label = self.texts("label.take", card=self.card(view["layout"][place]), where=self.end_of_row(view, end))
        if view["disc_spots"] >> place & 1:
            label += self.texts("label.with_disc")
        owner = owner_of(view, place)
        if owner is None:
            return label
        if owner == view.seat:
            return label + self.texts("label.own_marker")
        return label + self.texts("label.costs_marker", who=self.name(owner))

    def facts(self, why: Why) -> dict[str, object]:
        words: dict[str, Callable[[int], str]] = {"place": self.place, "region": self.region, "row": str}
        return {name: words[name](fact) for name, fact in why.facts.items()}

    # -- what happened ----------------------------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        match event:
            case events.Dealt():
                return self.texts("event.Dealt")
            case events.Took(seat, card, place):
                return self.said("event.Took", seat, card=self.card(card), row=place // COLUMNS + 1)
            case events.TookDisc(seat, None):
                return self.said("event.TookDisc.covered", seat)
            case events.TookDisc(seat, int(disc)):
                return self.said("event.TookDisc.seen", seat, disc=self.disc(disc))
            case events.Paid(seat, place) if place == NONE:
                return self.said("event.Paid.hand", seat)
            case events.Paid(seat, place):
                return self.said("event.Paid.table", seat, place=self.place(place))
            case events.MarkerReturned(seat, place):
                return self.said("event.MarkerReturned", seat, place=self.place(place))
            case events.Marked(seat, card, place):
                return self.said("event.Marked", seat, card=self.card(card), place=self.place(place))
            case events.Regained(seat) | events.SatOut(seat) | TookBack(seat):
                return self.said(f"event.{event.name}", seat)
            case events.Counted(_, scores):
                told = [self.texts("seat_points", who=self.who(seat), n=n) for seat, n in enumerate(scores)]
                return self.texts("event.Counted", scores=self.texts.listed(told))
        raise core_texts.MissingText(f"Richelieu has no sentence for {event!r}")

    def tells_with(self, event: Event, following: Event) -> bool:
        """A marker that comes off the table only to be paid with is told as paid, and not twice."""
        match event, following:
            case events.MarkerReturned(seat, place), events.Paid(payer, paid):
                return (seat, place) == (payer, paid)
        return False

    # -- the count --------------------------------------------------------------------------------------------------

    def tally(self, tally: Tally) -> str:
        disc = tally.facts["disc"]
        if not tally.facts["on_cards"]:
            return self.texts("count.reason.disc_alone" if disc else "count.reason.without_a_card")
        held = self.texts("count.held.with_disc" if disc else "count.held.cards_only", n=tally.facts["on_cards"])
        return self.texts(f"count.reason.{tally.reason}", held=held)

    def tie(self, view: View, scores: Sequence[int]) -> str | None:
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(best) == 1:
            return None
        taken = [self.texts("seat_points", who=self.who(seat), n=len(members(view["cards"][seat]))) for seat in best]
        return self.texts("count.tie", cards=self.texts.listed(taken))
