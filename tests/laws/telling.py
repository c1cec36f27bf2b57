"""The honest toy told in sentences."""

from __future__ import annotations

from eminence.core.texts.simple import SimpleTelling


class Telling(SimpleTelling):
    """What its reader may not know is a card unseen."""

    def thing(self, name: str, value: object) -> object:
        if isinstance(value, bool):
            return self.texts(f"right.{value}")
        return self.texts("card", worth=value) if name == "card" and value is not None else super().thing(name, value)
