"""Richelieu told to a reader: its questions, answers and events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from eminence.core.ask import Ask, Choice
from eminence.core.bits import members, size
from eminence.core.event import Event
from eminence.core.game import Tally
from eminence.core.match import TookBack
from eminence.core.state import Why
from eminence.core.texts import MissingText, Texts, sentence, telling
from eminence.core.texts.learning import Thing
from eminence.core.view import View
from eminence.games.richelieu import codes, events
from eminence.games.richelieu import components as box
from eminence.games.richelieu.components import NONE
from eminence.games.richelieu.state import RichelieuState

TAKES = range(codes.TAKE, codes.TAKE + 2 * box.ROWS)


@cache
def _card(texts: Texts, card: int) -> str:
    """A card in words: kept, since a page says it of every card on the table."""
    region = texts(f"count.regions.{box.REGIONS[box.REGION_OF[card]]}")
    if box.SHIELDS_OF[card] == 2:
        return texts("card.double", region=region)
    symbol = box.SYMBOL_OF[card]
    return texts("card.single" if symbol == NONE else f"card.{box.SUBJECTS[symbol]}", region=region)


class Telling(telling.Telling):
    """Richelieu in sentences."""

    def known(self, view: View) -> RichelieuState:
        state = super().known(view)
        assert isinstance(state, RichelieuState)
        return state

    # -- things -----------------------------------------------------------------------------------------------------

    def region(self, region: int) -> str:
        """A region's name: French in every language."""
        return self.texts(f"count.regions.{box.REGIONS[region]}")

    def sheets(self) -> list[Thing]:
        return [*map(self._region_card, range(len(box.REGIONS))), *super().sheets()]

    def _region_card(self, region: int) -> Thing:
        cards, shields = int(size(box.SUBJECT_CARDS[region])), int(box.SUBJECT_TOTAL[region])
        count = self.texts("region.count", cards=cards, shields=shields)
        return Thing(box.REGIONS[region], self.region(region), count, self.texts("region.text"))

    def card(self, card: int) -> str:
        """A card by its region and what it shows: `Bourgogne (two shields)`."""
        return _card(self.texts, card)

    def disc(self, disc: int) -> str:
        """A disc by what it shows."""
        if disc < box.FIRST_SYMBOL:
            return self.texts("disc.region", region=self.region(disc))
        return self.texts(f"disc.{self._sign(disc)}")

    def disc_word(self, disc: int) -> str:
        """A disc in a word."""
        return self.region(disc) if disc < box.FIRST_SYMBOL else self.texts(f"disc.word.{self._sign(disc)}")

    def _sign(self, disc: int) -> str:
        return "back" if disc >= box.MARKER_BACK else box.SUBJECTS[disc]

    def place(self, place: int) -> str:
        """A place on the table."""
        return self.texts("place", row=place // box.COLUMNS + 1, column=place % box.COLUMNS + 1)

    # -- what is asked ----------------------------------------------------------------------------------------------

    def prompt(self, view: View, ask: Ask) -> str:
        s, seat, key, fields = self.known(view), ask.seat, f"prompt.{ask.step}", {}
        taking = any(choice.code in TAKES for choice in ask)
        if ask.step == "take_card":
            key += "_barred" if not taking else "_first" if s.left == box.CARDS else ""
        elif ask.step == "second_card":
            fields["region"] = self.region(s.pair)
            key += "" if taking else "_barred"
        elif ask.step == "pay_marker":
            fields["who"] = self.name(s.owner_at(s.ends[s.paying]))
        elif ask.step == "place_marker" and not s.in_hand[seat]:
            key += "_move" if s.marks[seat] else "_none"
        return sentence(self.texts(key, **fields))

    def label(self, view: View, choice: Choice) -> str:
        s, code = self.known(view), choice.code
        if code in TAKES:
            place = s.ends[code - codes.TAKE]
            row = place // box.COLUMNS
            side = "last" if len(s.row(row)) == 1 else ("left", "right")[code & 1]
            where = self.texts(f"where.{side}", row=row + 1)
        elif code >= codes.MARK:
            place = (code - codes.MARK) % box.CARDS
            where = self.place(place)
        else:  # it says all by itself, or is the dealer's: nobody is offered those
            return choice.text if code < codes.TAKE else self.texts(f"label.{choice.text.replace(' ', '_')}")
        label = self.texts(f"label.{choice.text.split()[0]}", card=self.card(s.layout[place]), where=where)
        if s.disc_spots >> place & 1:
            label += self.texts("label.with_disc")
        owner = s.owner_at(place)
        if code not in TAKES or owner == NONE:
            return label
        if owner == view.seat:
            return label + self.texts("label.own_marker")
        return label + self.texts("label.costs_marker", who=self.name(owner))

    def facts(self, why: Why) -> dict[str, object]:
        words: dict[str, Callable[[int], str]] = {"place": self.place, "region": self.region, "row": str}
        return {name: words[name](fact) for name, fact in why.facts.items()}

    # -- what happened ----------------------------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        key = f"event.{event.name}"
        match event:
            case events.Dealt():
                return self.texts(key)
            case events.Took(seat, card, place) | events.Marked(seat, card, place):
                row = place // box.COLUMNS + 1
                return self.said(key, seat, card=self.card(card), place=self.place(place), row=row)
            case events.TookDisc(seat, None):
                return self.said(f"{key}.covered", seat)
            case events.TookDisc(seat, int(disc)):
                return self.said(f"{key}.seen", seat, disc=self.disc(disc))
            case events.Paid(seat, place) if place == NONE:
                return self.said(f"{key}.hand", seat)
            case events.Paid(seat, place):
                return self.said(f"{key}.table", seat, place=self.place(place))
            case events.MarkerReturned(seat, place):
                return self.said(key, seat, place=self.place(place))
            case events.Regained(seat) | events.SatOut(seat) | TookBack(seat):
                return self.said(key, seat)
            case events.Counted(_, scores):
                told = [self.texts("seat_points", who=self.who(seat), n=n) for seat, n in enumerate(scores)]
                return self.texts(key, scores=sentence(self.texts.apart(told)))
        raise MissingText(f"Richelieu has no sentence for {event!r}")

    def tells_with(self, event: Event, following: Event) -> bool:
        """A marker that comes off the table only to be paid with is told as paid, and not twice."""
        return isinstance(event, events.MarkerReturned) and following == events.Paid(event.seat, event.place)

    # -- the count --------------------------------------------------------------------------------------------------

    def tally(self, tally: Tally) -> str:
        reason, n, disc = tally.reason, tally.facts["on_cards"], tally.facts["disc"]
        if disc and reason == "without_a_card":
            reason = "disc_alone"
        held = self.texts("count.held.with_disc" if disc else "count.held.cards_only", n=n)
        return self.texts(f"count.reason.{reason}", held=held)

    def tie(self, view: View, scores: Sequence[int]) -> str | None:
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(best) == 1:
            return None
        cards = self.known(view).cards
        taken = [self.texts("seat_points", who=self.who(seat), n=len(members(cards[seat]))) for seat in best]
        return self.texts("count.tie", cards=sentence(self.texts.apart(taken)))
