"""The Antechamber in sentences: a voice that is one's own, or was heard, is named on the buttons."""

from __future__ import annotations

from eminence.core.ask import Choice
from eminence.core.texts.simple import SimpleTelling
from eminence.core.view import View


class Telling(SimpleTelling):
    """Doors are numbered from one; of seats their names are said."""

    def label(self, view: View, choice: Choice) -> str:
        kind, _, what = choice.text.partition(" ")
        if kind == "speak" and view.seat is not None:
            return self.texts("label.speak", voice=view["voices"][view.seat][int(what) - 1], door=what)
        if kind == "listen":
            of, _, door = what.partition(".")
            return self.texts("label.listen", name=self.name(int(of)), door=door)
        return super().label(view, choice)

    def thing(self, name: str, value: object) -> object:
        if name == "at" and isinstance(value, int):
            return self.name(value)
        if name == "loud":
            return self.texts("loud") if value else ""
        return super().thing(name, value)
