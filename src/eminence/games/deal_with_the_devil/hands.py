"""Building cards in a hand: up to eight, smallest first, seven bits each, in one integer."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from eminence.core.bits import ONE

WIDTH: Final = 7
CARD: Final[i64] = (ONE << WIDTH) - 1


def cards_in(hand: i64) -> list[i64]:
    """The cards of a hand, smallest first.

    >>> cards_in(hand_of([30, 4]))
    [4, 30]
    """
    found: list[i64] = []
    while hand:
        found.append((hand & CARD) - 1)
        hand >>= WIDTH
    return found


def without_one(hand: i64) -> i64:
    """A hand with one card less, whichever: nothing, if there is no other."""
    return hand >> WIDTH


def hand_of(cards: list[i64]) -> i64:
    """A hand of these cards."""
    hand: i64 = 0
    card: i64
    for card in sorted(cards, reverse=True):
        hand = (hand << WIDTH) | (card + 1)
    return hand


def holds(hand: i64, card: i64) -> bool:
    """Whether a card is in a hand."""
    while hand:
        if (hand & CARD) - 1 == card:
            return True
        hand >>= WIDTH
    return False


def with_card(hand: i64, card: i64) -> i64:
    """A hand with one card more."""
    cards = cards_in(hand)
    cards.append(card)
    return hand_of(cards)


def without_card(hand: i64, card: i64) -> i64:
    """A hand without a card. Refuses to take out what is not there.

    >>> cards_in(without_card(hand_of([30, 4]), 4))
    [30]
    """
    cards = cards_in(hand)
    if card not in cards:
        raise ValueError(f"card {card} is not in a hand of {cards}")
    cards.remove(card)
    return hand_of(cards)
