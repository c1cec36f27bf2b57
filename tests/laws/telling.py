"""The honest toy told in sentences."""

from __future__ import annotations

from dataclasses import fields

from eminence.core.ask import Ask, Choice
from eminence.core.event import Event
from eminence.core.game import Tally
from eminence.core.texts import telling
from eminence.core.view import View


class Telling(telling.Telling):
    """Every event is a sentence about its seat; what its reader may not know is a card unseen."""

    def prompt(self, view: View, ask: Ask) -> str:
        return self.texts(f"prompt.{ask.step}")

    def label(self, view: View, choice: Choice) -> str:
        kind, _, what = choice.text.partition(" ")
        return self.texts(f"label.{kind}", what=what)

    def event(self, event: Event) -> str:
        told = {field.name: self.thing(field.name, getattr(event, field.name)) for field in fields(event)}
        seat = getattr(event, "seat", None)
        if seat is None:
            return self.texts(f"event.{event.name}", **told)
        return self.said(f"event.{event.name}", seat, **{name: what for name, what in told.items() if name != "seat"})

    def thing(self, name: str, value: object) -> object:
        if name == "card":
            return self.texts("unseen") if value is None else self.texts("card", worth=value)
        return self.texts(f"right.{value}") if isinstance(value, bool) else value

    def tally(self, tally: Tally) -> str:
        return self.texts(f"count.reason.{tally.reason}")
