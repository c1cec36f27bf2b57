"""A telling from texts alone, for games whose sentences need no art: each thing is said by the text of its name.

| what | key | fields |
|---|---|---|
| the question of a step | `prompt.<step>` | |
| a choice, as `draw 3` | `label.<first word>` | `what`: the rest |
| an event | `event.<Event>`, or `.you` and `.they` if it has a `seat` | its fields, and `who` |
| why points are got | `count.reason.<reason>` | the tally's facts |

What a reader may not know of an event is the text `unseen`. `thing` puts a field into words; games refine it.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from eminence.core.ask import Ask, Choice
from eminence.core.event import Event
from eminence.core.game import Tally
from eminence.core.texts import MissingText
from eminence.core.texts.telling import Telling
from eminence.core.view import View


class SimpleTelling(Telling):
    """Every event is a sentence about its seat, if it has one, with all its fields."""

    def prompt(self, view: View, ask: Ask) -> str:
        return self.texts(f"prompt.{ask.step}")

    def label(self, view: View, choice: Choice) -> str:
        kind, _, what = choice.text.partition(" ")
        return self.texts(f"label.{kind}", what=what)

    def event(self, event: Event) -> str:
        key = f"event.{event.name}"
        if not is_dataclass(event) or not any(known in self.texts for known in (key, f"{key}.you")):
            raise MissingText(f"there is no sentence for {event}")
        told = {field.name: self.thing(field.name, getattr(event, field.name)) for field in fields(event)}
        seat = told.pop("seat", None)
        return self.said(key, seat, **told) if isinstance(seat, int) else self.texts(key, **told)

    def thing(self, name: str, value: object) -> object:
        """A field of an event in words."""
        if value is None:
            return self.texts("unseen")
        return self.texts.listed([str(item) for item in value]) if isinstance(value, tuple) else value

    def tally(self, tally: Tally) -> str:
        return self.texts(f"count.reason.{tally.reason}", **tally.facts)
