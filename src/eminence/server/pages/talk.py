"""Table talk on the page: phrases on cards, with fields for their blanks. What was said is in the chat.

Phrases that have the same blanks share a card: one fills them in, and presses what one wants to say. A card is a form
of its own and needs no script.
"""

from __future__ import annotations

from typing import Any

from eminence.core.talk import Blank, Phrase
from eminence.core.texts import sentence
from eminence.core.texts.telling import Telling
from eminence.server.pages import scene
from eminence.server.storage.rooms import Room


def cards(room: Room, language: str, speaker: int | None) -> list[dict[str, Any]]:
    """What whoever has a seat may say, card by card; nothing for spectators, and where a game has no phrases."""
    talk = room.game.talk
    if talk is None or speaker is None:
        return []
    alike: dict[tuple[Blank, ...], list[Phrase]] = {}
    for phrase in talk.phrases:
        alike.setdefault(phrase.blanks, []).append(phrase)
    teller = scene.teller_for(room, language, None)
    return [
        {
            "blanks": [_blank(blank, teller, speaker, len(room.seats)) for blank in blanks],
            "phrases": [
                {"key": phrase.key, "text": _label(phrase, teller), "steps": " ".join(phrase.steps)}
                for phrase in phrases
            ],
        }
        for blanks, phrases in alike.items()
    ]


def _label(phrase: Phrase, teller: Telling) -> str:
    """What stands on the button: all that is said, or how it begins."""
    return sentence(teller.texts(f"say.card.{phrase.key}" if phrase.blanks else f"say.{phrase.key}"))


def _blank(blank: Blank, teller: Telling, speaker: int, seats: int) -> dict[str, Any]:
    values = blank.values_for(speaker, seats)
    drawings = blank.drawings or ("",) * len(values)
    words = [sentence(str(teller.blank(blank.name, value))) for value in values]
    return {
        "name": teller.texts(f"say.blank.{blank.name}"),
        "is_number": blank.is_number,
        "options": list(zip(values, words, drawings, strict=True)),
    }
