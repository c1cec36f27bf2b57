"""Why a choice of 1655 – Habemus Papam that exists is not offered now: the rule that forbids it, from a View alone.

What it says is in the texts under `why`. Nothing here depends on more than the reader of the View may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from eminence.core.bags import how_many
from eminence.core.bits import ONE
from eminence.core.view import View
from eminence.games.habemus_papam import codes
from eminence.games.habemus_papam.components import (
    ACTION_CARDS,
    ALL_LEADERS,
    BID_SIZE,
    BIDS,
    CARDINALS,
    CHIGI,
    FELIPE,
    GEM_LETTERS,
    GEMS,
    LAST,
    MORTAL,
    MOST_GEMS,
    PEOPLE,
    POLITICS,
    RUBIES,
    TWICE,
)


@dataclass(frozen=True, slots=True)
class Why:
    """A rule that forbids something: its text, and what it speaks of, by name (`person`, `order`, `gems` and such)."""

    key: str
    facts: Mapping[str, int] = field(default_factory=dict)


def owner_of(view: View, person: int) -> int | None:
    """In whose court somebody is."""
    return next((seat for seat, court in enumerate(view["court"]) if court & (ONE << person)), None)


def why_not(view: View, code: int) -> Why | None:
    """Why the reader of a view may not choose that now; None where he may."""
    step = view["steps"][-1] if view["steps"] else ""
    seat = view.seat
    if seat is not None and codes.BID <= code < codes.TAKE_CARDINAL and step in ("bidding", "bid_last"):
        if view["played"][seat] == RUBIES:
            return Why("card_bids")
        if view["played"][seat] == LAST and step == "bidding":
            return Why("bids_last")
    if seat is None or seat not in view.asked:
        return Why("not_asked")
    for first, past, check in SORTS:
        if first <= code < past:
            return check(view, seat, step, code - first)
    return Why("dealer")


def why_unknown(text: str) -> tuple[str, str] | None:
    """Why a text is no choice of the game at all, where a rule says so: a key, and what one could say instead."""
    words = " ".join(text.upper().split())
    gems = words.removeprefix("BID ").replace(" ", "")
    if not gems or set(gems) - set(GEM_LETTERS):
        return None
    if len(gems) > MOST_GEMS:
        return "too_many_gems", ""
    in_order = "".join(sorted(gems, key=GEM_LETTERS.index))
    if f"BID {in_order}" == words or not words.startswith("BID "):
        return None
    return "gem_order", f"bid {in_order}"


# -- the sorts of choices, in the order of their codes ---------------------------------------------------------------


def _drop(view: View, seat: int, step: str, order: int) -> Why | None:
    if step != "drop_order":
        return Why("no_dropping")
    return None if how_many(view["orders"][seat], order) else Why("not_your_order", {"order": order})


def _refuse(view: View, seat: int, step: str, _: int) -> Why | None:
    if step == "place_action":
        return None
    return Why("first_round" if view["round"] == 1 else "no_placing")


def _place(view: View, seat: int, step: str, card: int) -> Why | None:
    if step != "place_action":
        return _refuse(view, seat, step, card)
    return None if how_many(view["hand"][seat], card) else Why("not_in_hand", {"action": card})


def _touched(view: View, seat: int, person: int) -> Why | None:
    """Why nobody may touch somebody: he is in no court, is a leader, or is Chigi."""
    if owner_of(view, person) is None:
        return Why("nowhere", {"person": person})
    if ALL_LEADERS & (ONE << person):
        return Why("leader", {"person": person})
    return Why("chigi", {"person": person}) if person == CHIGI else None


def _bribe(view: View, seat: int, step: str, person: int) -> Why | None:
    if step != "bribe":
        return Why("no_bribe")
    if owner_of(view, person) == seat:
        return Why("own", {"person": person})
    return _touched(view, seat, person)


def _swapped(view: View, seat: int, person: int) -> Why | None:
    """Why somebody cannot be swapped: his own court may swap Chigi away, nobody else (HP-5)."""
    if person == CHIGI and (owner := owner_of(view, person)) is not None:
        return None if owner == seat else Why("chigi_swap", {"person": person})
    return _touched(view, seat, person)


def _swap(view: View, seat: int, step: str, person: int) -> Why | None:
    if step == "swap_with":
        return Why("second_of_two", {"first": view["swapping"]})
    return _swapped(view, seat, person) if step == "swap" else Why("no_swap")


def _with(view: View, seat: int, step: str, person: int) -> Why | None:
    if step == "swap":
        return Why("first_of_two")
    if step != "swap_with":
        return Why("no_swap")
    first = view["swapping"]
    if person == first:
        return Why("himself", {"person": person})
    if owner_of(view, person) == owner_of(view, first):
        return Why("same_court", {"person": person, "first": first})
    return _swapped(view, seat, person)


def _no_swap(view: View, seat: int, step: str, _: int) -> Why | None:
    if step == "swap_with":
        return Why("second_of_two", {"first": view["swapping"]})
    return None if step == "swap" else Why("no_swap")


def _bid(view: View, seat: int, step: str, bid: int) -> Why | None:
    if step not in ("bidding", "bid_last"):
        return Why("no_bidding")
    if view["played"][seat] == TWICE and BID_SIZE[bid] == MOST_GEMS:
        return Why("two_at_most")
    own = view["gems"][seat]
    if any(how_many(BIDS[bid], gem) > how_many(own, gem) for gem in range(GEMS)):
        return Why("gems_missing", {"gems": int(BIDS[bid]), "own": int(own)})
    return None


def _take_cardinal(view: View, seat: int, step: str, person: int) -> Why | None:
    if step != "take":
        return Why("no_taking")
    return None if view["offered_cardinals"] & (ONE << person) else Why("not_on_offer", {"cardinal": person})


def _take_politics(view: View, seat: int, step: str, card: int) -> Why | None:
    if step != "take":
        return Why("no_taking")
    return None if how_many(view["offered_politics"], card) else Why("not_on_offer", {"politics": card})


def _take_action(view: View, seat: int, step: str, card: int) -> Why | None:
    if step != "take":
        return Why("no_taking")
    return None if how_many(view["offered_actions"], card) else Why("not_on_offer", {"action": card})


def _take_camerlengo(view: View, seat: int, step: str, _: int) -> Why | None:
    if step != "take":
        return Why("no_taking")
    return None if view["camerlengo_free"] else Why("camerlengo_taken")


def _exclude(view: View, seat: int, step: str, person: int) -> Why | None:
    if step != "exclude":
        return Why("no_excluding")
    owner = owner_of(view, person)
    if owner == seat:
        return Why("own_excluded")
    if (why := _touched(view, seat, person)) is not None:
        return why
    assert owner is not None
    return Why("favour", {"person": person}) if how_many(view["favours"][owner], FELIPE) else None


def _spare(view: View, seat: int, step: str, _: int) -> Why | None:
    if step != "exclude":
        return Why("no_excluding")
    return None if view["italian"] else Why("must_exclude")


def _pay(view: View, seat: int, step: str, _: int) -> Why | None:
    return None if step == "squadrone" else Why("no_squadrone")


def _strike(view: View, seat: int, step: str, victim: int) -> Why | None:
    if step != "death":
        return Why("no_death")
    if victim >= view.seats:
        return Why("no_seat")
    if victim == seat:
        return Why("own_death")
    return None if view["court"][victim] & MORTAL else Why("nobody_mortal")


SORTS: Final = (
    (codes.DROP, codes.REFUSE, _drop),
    (codes.REFUSE, codes.PLACE, _refuse),
    (codes.PLACE, codes.BRIBE, _place),
    (codes.BRIBE, codes.BRIBE + PEOPLE, _bribe),
    (codes.SWAP, codes.SWAP + PEOPLE, _swap),
    (codes.WITH, codes.WITH + PEOPLE, _with),
    (codes.NO_SWAP, codes.BID, _no_swap),
    (codes.BID, codes.TAKE_CARDINAL, _bid),
    (codes.TAKE_CARDINAL, codes.TAKE_CARDINAL + CARDINALS, _take_cardinal),
    (codes.TAKE_POLITICS, codes.TAKE_POLITICS + POLITICS, _take_politics),
    (codes.TAKE_ACTION, codes.TAKE_ACTION + ACTION_CARDS, _take_action),
    (codes.TAKE_CAMERLENGO, codes.EXCLUDE, _take_camerlengo),
    (codes.EXCLUDE, codes.SPARE, _exclude),
    (codes.SPARE, codes.PAY, _spare),
    (codes.PAY, codes.STRIKE, _pay),
    (codes.STRIKE, codes.CODES, _strike),
)
"""The sorts of choices by their codes, and what says why one is not offered. All others are the dealer's."""
