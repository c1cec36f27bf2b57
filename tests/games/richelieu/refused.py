"""What is refused in Richelieu: what somebody might try, and the rule by which he may not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from eminence.core.view import View
from eminence.games.richelieu.components import COLUMNS, SINGLE_OF
from eminence.games.richelieu.notation import END_TEXTS, PLACE_TEXTS
from tests.games.situations import Forbidden
from tests.games.trying import Find, at_anothers_turn, refused_by, says

Suits = Callable[[View, int, int], bool]
"""Whether, in the view of a seat, a place or an end of a row is one that is meant."""


def places(word: str, suits: Suits) -> Find:
    """A choice of every place that is as wanted."""
    return lambda view, seat: [f"{word} {text}" for place, text in enumerate(PLACE_TEXTS) if suits(view, seat, place)]


def ends(suits: Suits) -> Find:
    """Taking the card at every end that is as wanted."""
    return lambda view, seat: [f"take {text}" for end, text in enumerate(END_TEXTS) if suits(view, seat, end)]


def lies(view: View, seat: int, place: int) -> bool:
    """Whether there is still a card at a place."""
    row = place // COLUMNS
    return bool(view["ends"][2 * row] <= place <= view["ends"][2 * row + 1])


def at_an_end(view: View, seat: int, place: int) -> bool:
    return place in view["ends"] and lies(view, seat, place)


def within(view: View, seat: int, place: int) -> bool:
    return place not in view["ends"] and lies(view, seat, place)


def own(view: View, seat: int, place: int) -> bool:
    return bool(view["marks"][seat] >> place & 1)


def marked(view: View, seat: int, place: int) -> bool:
    return bool(view["marked"] >> place & 1)


def free_but_none_in_hand(view: View, seat: int, place: int) -> bool:
    return lies(view, seat, place) and not marked(view, seat, place) and not view["in_hand"][seat]


def cards_in(view: View, end: int) -> int:
    """How many cards are left in the row of an end."""
    return int(view["ends"][end | 1] - view["ends"][end & ~1]) + 1


def last_from_the_right(view: View, seat: int, end: int) -> bool:
    return end & 1 == 1 and cards_in(view, end) == 1


def under_another(view: View, seat: int, end: int) -> bool:
    """A card under a marker, taken by somebody who has none to pay with."""
    poor = not view["in_hand"][seat] and not view["marks"][seat]
    return cards_in(view, end) > 1 and marked(view, seat, view["ends"][end]) and poor


def of_another_region(view: View, seat: int, end: int) -> bool:
    return bool(cards_in(view, end) > 1 and SINGLE_OF[view["layout"][view["ends"][end]]] != view["pair"])


GONE: Final = places("mark", lambda view, seat, place: not lies(view, seat, place))
LIFTED: Final = places("mark", lambda view, _, place: place == view["lifted"])
EMPTY_ROW: Final = ends(lambda view, _, end: cards_in(view, end) < 1)
NOT_OWN: Final = places("lift", lambda view, seat, place: lies(view, seat, place) and not own(view, seat, place))
OTHERS: Final = places("pay", lambda view, seat, place: marked(view, seat, place) and not own(view, seat, place))
FORBIDDEN: Final[Mapping[str, Forbidden]] = {
    "a card while a marker is to be placed": Forbidden("place_marker", says("take 1L", "take 4R"), "not_now"),
    "a card of an empty row": Forbidden("take_card", EMPTY_ROW, "row_empty"),
    "the last card of a row by its right end": Forbidden("take_card", ends(last_from_the_right), "last_card"),
    "a second card of another region": Forbidden("second_card", ends(of_another_region), "no_pair"),
    "a card under a marker that one cannot pay for": Forbidden("take_card", ends(under_another), "barred"),
    "a marker while a card is to be taken": Forbidden("take_card", places("mark", at_an_end), "not_now"),
    "a card within a row": Forbidden("take_card", places("mark", within), "within"),
    "a marker where the card is gone": Forbidden("place_marker", GONE, "card_gone"),
    "a second marker on a card": Forbidden("place_marker", places("mark", marked), "has_marker"),
    "moving a marker of another": Forbidden("place_marker", NOT_OWN, "not_your_marker"),
    "paying with a marker of another": Forbidden("pay_marker", OTHERS, "not_your_marker"),
    "a marker set down where it was": Forbidden("set_down", LIFTED, "same_place"),
    "sitting out where a card can be taken": Forbidden("take_card", refused_by("sit", "can_take"), "can_take"),
    "a marker back without the disc for it": Forbidden("take_card", refused_by("regain", "no_regain"), "no_regain"),
    "moving a marker with another in hand": Forbidden("place_marker", refused_by("lift", "in_hand"), "in_hand"),
    "paying from an empty hand": Forbidden("pay_marker", refused_by("pay", "hand_empty"), "hand_empty"),
    "a card at another's turn": Forbidden("take_card", at_anothers_turn("take 1L"), "not_asked"),
    "a marker with none in hand": Forbidden("place_marker", places("mark", free_but_none_in_hand), "none_in_hand"),
}
UNKNOWN: Final[Sequence[str]] = ("take", "take 5L", "take 1", "take 1L 1R", "mark 3.13", "mark 0.1", "pay", "bid DDDD")


def near_the_end(view: View) -> bool:
    """One card is left."""
    return bool(view["left"] <= 1)
