"""A sheet for every card of the house: what it is, what it does, and how much of it is known."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.core.texts import Texts, sentence
from eminence.core.texts.learning import Thing
from eminence.games.deal_with_the_devil import card_file, cards
from eminence.games.deal_with_the_devil.card_words import CardWords


def card_sheets(texts: Texts) -> Iterator[Thing]:
    """Buildings, events, inquisitors: the same in every match, since a table in the browser has the house's cards."""
    file, words = card_file.house(), CardWords(texts)
    for card, known in zip(file.cards.buildings, file.buildings, strict=True):
        points = texts("points", n=int(card.points))
        about = texts("sheet.building", types=words.types(card), cost=words.cost(card), points=points)
        does = texts("sheet.kind", kind=words.kind(card), text=words.building(card))
        text = f"{sentence(does)} {words.origin(known)}"
        yield Thing(f"building-{known.id}", known.name(texts.language), sentence(about), text)
    for event, known in zip(file.cards.events, file.events, strict=True):
        text = texts("sheet.event", left=words.left(event), right=words.right(event))
        about = texts("sheet.an_event")
        yield Thing(f"event-{known.id}", known.name(texts.language), about, f"{text} {words.origin(known)}")
    for number, (effects, known) in enumerate(zip(file.cards.inquisitors, file.inquisitors, strict=True)):
        word = "guest" if number == cards.GUEST else "red" if number >= cards.DEBT_COLLECTOR else "first"
        text = f"{words.inquisitor(effects)} {words.origin(known)}"
        yield Thing(f"inquisitor-{known.id}", known.name(texts.language), texts(f"sheet.{word}"), text)
