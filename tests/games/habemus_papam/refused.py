"""What is refused in 1655 – Habemus Papam: what somebody might try, and the rule by which he may not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from eminence.core.bags import how_many
from eminence.core.bits import ONE, members
from eminence.core.view import View
from eminence.games.habemus_papam.components import (
    ACTIONS,
    ALL_LEADERS,
    BIDS,
    CHIGI,
    GEMS,
    LAST,
    MORTAL,
    MOVABLE,
    NAMES,
    ORDER_NAMES,
    ORDERS,
    RUBIES,
    TWICE,
    WHITE,
)
from eminence.games.habemus_papam.notation import ACTION_TEXTS, BID_TEXTS, POLITICS_TEXTS
from eminence.games.habemus_papam.refusals import owner_of
from tests.games.situations import Forbidden
from tests.games.trying import Find, refused_by, says


def gems_not_owned(view: View, seat: int) -> list[str]:
    """Bids of three gems at most, or of two where that is the limit, for which a gem is missing."""
    own, most = view["gems"][seat], 2 if view["played"][seat] == TWICE else 3
    return [
        f"bid {text}"
        for text, bid in zip(BID_TEXTS, BIDS, strict=True)
        if len(text) <= most and any(how_many(bid, gem) > how_many(own, gem) for gem in range(GEMS))
    ]


def a_third_gem(view: View, seat: int) -> list[str]:
    return ["bid AAA", "bid RRR"] if view["played"][seat] == TWICE else []


def in_courts(view: View, seat: int, people: int, *, own: bool) -> list[int]:
    """Those of these people who are in the own court, or in the others'."""
    courts = [court for other, court in enumerate(view["court"]) if (other == seat) is own]
    return [int(person) for court in courts for person in members(court & people)]


def of_another(word: str, people: int) -> Find:
    return lambda view, seat: [f"{word} {NAMES[person]}" for person in in_courts(view, seat, people, own=False)]


def of_ones_own(word: str, people: int) -> Find:
    return lambda view, seat: [f"{word} {NAMES[person]}" for person in in_courts(view, seat, people, own=True)]


def in_no_court(word: str) -> Find:
    def find(view: View, seat: int) -> list[str]:
        return [f"{word} {name}" for person, name in enumerate(NAMES) if owner_of(view, person) is None]

    return find


def within_one_court(view: View, seat: int) -> list[str]:
    """Others of the same court as the first of a swap, who could be swapped otherwise."""
    first = view["swapping"]
    court = view["court"][owner_of(view, first)] & MOVABLE & ~(ONE << first)
    return [f"with {NAMES[person]}" for person in members(court)]


def of_a_third(people: int) -> Find:
    """Those of these people who are neither in one's own court nor in that of the first of a swap."""

    def find(view: View, seat: int) -> list[str]:
        court = view["court"][owner_of(view, view["swapping"])]
        others = in_courts(view, seat, people & ~court, own=False)
        return [f"with {NAMES[person]}" for person in others]

    return find


def himself(view: View, seat: int) -> list[str]:
    return [f"with {NAMES[view['swapping']]}"]


def order_not_held(view: View, seat: int) -> list[str]:
    own = view["orders"][seat]
    return [f"drop {ORDER_NAMES[order]}" for order in range(ORDERS) if not how_many(own, order)]


def action_not_held(view: View, seat: int) -> list[str]:
    own = view["hand"][seat]
    return [f"place {ACTION_TEXTS[card]}" for card in range(ACTIONS) if not how_many(own, card)]


def action_in_the_first_round(view: View, seat: int) -> list[str]:
    return ["place ten", "refuse"] if view["round"] == 1 else []


def action_too_late(view: View, seat: int) -> list[str]:
    return ["place ten", "refuse"] if view["round"] > 1 else []


def not_on_offer(view: View, seat: int) -> list[str]:
    """A cardinal, politics and an action that are not there."""
    found = [
        f"take {name}" for person, name in enumerate(NAMES[:18]) if not view["offered_cardinals"] & (ONE << person)
    ]
    found += [f"take {t}" for card, t in enumerate(POLITICS_TEXTS) if not how_many(view["offered_politics"], card)]
    return found + [f"take {t}" for card, t in enumerate(ACTION_TEXTS) if not how_many(view["offered_actions"], card)]


def the_keys_again(view: View, seat: int) -> list[str]:
    return [] if view["camerlengo_free"] else ["take camerlengo"]


def nobody_to_die(view: View, seat: int) -> list[str]:
    others = [other for other in range(view.seats) if other != seat]
    return [f"death {other}" for other in others if not view["court"][other] & MORTAL]


def has_played(card: int) -> Find:
    """A bid of whoever has this card before him, and does not bid with the others."""
    return lambda view, seat: ["bid nothing"] if view["played"][seat] == card else []


def taking_of_another(view: View, seat: int) -> list[str]:
    return [] if seat in view.asked else ["take camerlengo"]


ITALIAN: Final = {"rulebook": "italian"}
CHIGI_ALONE: Final = int(ONE << CHIGI)
FORBIDDEN: Final[Mapping[str, Forbidden]] = {
    "gems that one does not have": Forbidden("bidding", gems_not_owned, "gems_missing"),
    "gems that one does not have, bidding last": Forbidden("bid_last", gems_not_owned, "gems_missing"),
    "a third gem with the doubling card": Forbidden("bidding", a_third_gem, "two_at_most"),
    "a bribe on Chigi": Forbidden("bribe", of_another("bribe", CHIGI_ALONE), "chigi"),
    "a bribe on a leader": Forbidden("bribe", of_another("bribe", ALL_LEADERS), "leader"),
    "a bribe on one's own": Forbidden("bribe", of_ones_own("bribe", MOVABLE), "own"),
    "a bribe on somebody in no court": Forbidden("bribe", in_no_court("bribe"), "nowhere"),
    "a swap within one court": Forbidden("swap_with", within_one_court, "same_court"),
    "a swap with himself": Forbidden("swap_with", himself, "himself"),
    "a swap of Chigi from another court": Forbidden("swap", of_another("swap", CHIGI_ALONE), "chigi_swap"),
    "a swap that ends with Chigi of another": Forbidden("swap_with", of_a_third(CHIGI_ALONE), "chigi_swap"),
    "a swap of a leader": Forbidden("swap", of_another("swap", ALL_LEADERS), "leader"),
    "a swap with a leader": Forbidden("swap_with", of_a_third(ALL_LEADERS), "leader"),
    "the second of a swap first": Forbidden("swap", of_another("with", MOVABLE), "first_of_two"),
    "no swap after the first": Forbidden("swap_with", says("no swap"), "second_of_two"),
    "an order that one does not hold": Forbidden("drop_order", order_not_held, "not_your_order"),
    "an action that one does not hold": Forbidden("place_action", action_not_held, "not_in_hand"),
    "an action in the first round": Forbidden("bidding", action_in_the_first_round, "first_round"),
    "an action after the bids": Forbidden("take", action_too_late, "no_placing"),
    "a bid before its phase": Forbidden("place_action", says("bid D"), "no_bidding"),
    "a card that is not on offer": Forbidden("take", not_on_offer, "not_on_offer"),
    "the Camerlengo card twice": Forbidden("take", the_keys_again, "camerlengo_taken"),
    "a card before the bids": Forbidden("bidding", says("take camerlengo"), "no_taking"),
    "excluding whom Felipe loves": Forbidden("exclude", refused_by("exclude", "favour"), "favour"),
    "excluding Chigi": Forbidden("exclude", of_another("exclude", CHIGI_ALONE), "chigi"),
    "excluding a leader": Forbidden("exclude", of_another("exclude", ALL_LEADERS), "leader"),
    "excluding one's own": Forbidden("exclude", of_ones_own("exclude", MOVABLE), "own_excluded"),
    "sparing by the French rulebook": Forbidden("exclude", says("spare"), "must_exclude"),
    "paying before there is anything to pay": Forbidden("bidding", says("pay"), "no_squadrone"),
    "death to one's own court": Forbidden("death", lambda view, seat: [f"death {seat}"], "own_death"),
    "death where nobody can die": Forbidden("death", nobody_to_die, "nobody_mortal"),
    "death to nobody at all": Forbidden("death", says("death 3"), "no_seat", seats=3),
    "a bribe that nobody placed": Forbidden("squadrone", says("bribe Lugo"), "no_bribe", options=ITALIAN),
    "a swap that nobody placed": Forbidden("bribe", says("swap Lugo"), "no_swap"),
    "an order given up too soon": Forbidden("bidding", says("drop leaders"), "no_dropping"),
    "excluding without Felipe": Forbidden("take", says("exclude Lugo", "spare"), "no_excluding"),
    "a death that nobody has taken": Forbidden("take", says("death 1"), "no_death"),
    "a bid of whoever bids last": Forbidden("bidding", has_played(LAST), "bids_last"),
    "a bid beside the Three Rubies": Forbidden("bidding", has_played(RUBIES), "card_bids"),
    "whatever another is asked": Forbidden("take", taking_of_another, "not_asked"),
    "a fourth gem": Forbidden("bidding", says("bid DDDD", "bid ADRSA"), "too_many_gems"),
    "gems out of their order": Forbidden("bidding", says("bid AD", "bid SRD"), "gem_order"),
    "what the dealer does": Forbidden("bidding", says("turn Lugo", "smoke", "order leaders", "camerlengo 0"), "dealer"),
}
UNKNOWN: Final[Sequence[str]] = (
    "bid",
    "bid X",
    "bid D D",
    "bid nothing nothing",
    "bid 3",
    "place Medici",
    "bribe",
)


def near_the_end(view: View) -> bool:
    """The white smoke has risen."""
    return bool(view["smoke"] == WHITE)
