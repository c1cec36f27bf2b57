"""What is refused in 1655 – Habemus Papam: what somebody might try, and the rule by which he may not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from eminence.core.bags import how_many
from eminence.core.bits import ONE, members
from eminence.core.view import View
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.components import ALL_LEADERS, CHIGI, LAST, MOVABLE, NAMES, RUBIES, TWICE, WHITE
from eminence.games.habemus_papam.notation import ACTION_TEXTS, BID_TEXTS, POLITICS_TEXTS
from tests.games.situations import Forbidden
from tests.games.trying import Find, at_anothers_turn, refused_by, says


def owner_of(view: View, person: int) -> int | None:
    """In whose court somebody is."""
    return next((seat for seat, court in enumerate(view["court"]) if court >> person & 1), None)


def not_among(word: str, names: Iterable[str], cards: int) -> list[str]:
    """Those that a bag of cards does not have."""
    return [f"{word} {name}" for card, name in enumerate(names) if not how_many(cards, card)]


def not_held(word: str, names: Iterable[str], where: str) -> Find:
    return lambda view, seat: not_among(word, names, view[where][seat])


def gems_not_owned(view: View, seat: int) -> list[str]:
    """Bids of three gems at most, or of two where that is the limit, for which a gem is missing."""
    own, most = view["gems"][seat], 2 if view["played"][seat] == TWICE else 3
    missing = [any(how_many(bid, gem) > how_many(own, gem) for gem in range(box.GEMS)) for bid in box.BIDS]
    return [
        f"bid {text}" for text, not_there in zip(BID_TEXTS, missing, strict=True) if not_there and len(text) <= most
    ]


def in_court(word: str, people: int, *, own: bool = False) -> Find:
    """Those of these people who are in the others' courts, or in one's own."""

    def find(view: View, seat: int) -> list[str]:
        courts = [court for other, court in enumerate(view["court"]) if (other == seat) is own]
        return [f"{word} {NAMES[person]}" for court in courts for person in members(court & people)]

    return find


def in_no_court(view: View, seat: int) -> list[str]:
    return [f"bribe {name}" for person, name in enumerate(NAMES) if owner_of(view, person) is None]


def within_one_court(view: View, seat: int) -> list[str]:
    """Others of the same court as the first of a swap, who could be swapped otherwise."""
    first = view["swapping"]
    court = view["court"][owner_of(view, first)] & MOVABLE & ~(ONE << first)
    return [f"with {NAMES[person]}" for person in members(court)]


def of_a_third(people: int) -> Find:
    """Those of these people who are neither in one's own court nor in that of the first of a swap."""

    def find(view: View, seat: int) -> list[str]:
        return in_court("with", people & ~view["court"][owner_of(view, view["swapping"])])(view, seat)

    return find


def himself(view: View, seat: int) -> list[str]:
    return [f"with {NAMES[view['swapping']]}"]


def not_on_offer(view: View, seat: int) -> list[str]:
    """A cardinal, politics and an action that are not there."""
    there = view["offered_cardinals"]
    found = [f"take {name}" for person, name in enumerate(NAMES[:18]) if not there & (ONE << person)]
    found += not_among("take", POLITICS_TEXTS, view["offered_politics"])
    return found + not_among("take", ACTION_TEXTS, view["offered_actions"])


def the_keys_again(view: View, seat: int) -> list[str]:
    return [] if view["camerlengo_free"] else ["take camerlengo"]


def nobody_to_die(view: View, seat: int) -> list[str]:
    others = [other for other in range(view.seats) if other != seat]
    return [f"death {other}" for other in others if not view["court"][other] & box.MORTAL]


def has_played(card: int, *bids: str) -> Find:
    """A bid of whoever has this card before him."""
    return lambda view, seat: [*bids] if view["played"][seat] == card else []


ITALIAN: Final = {"rulebook": "italian"}
CHIGI_ALONE: Final = int(ONE << CHIGI)
FORBIDDEN: Final[Mapping[str, Forbidden]] = {
    "gems that one does not have": Forbidden("bidding", gems_not_owned, "gems_missing"),
    "gems that one does not have, bidding last": Forbidden("bid_last", gems_not_owned, "gems_missing"),
    "a third gem with the doubling card": Forbidden("bidding", has_played(TWICE, "bid AAA", "bid RRR"), "two_at_most"),
    "a bribe on Chigi": Forbidden("bribe", in_court("bribe", CHIGI_ALONE), "chigi"),
    "a bribe on a leader": Forbidden("bribe", in_court("bribe", ALL_LEADERS), "leader"),
    "a bribe on one's own": Forbidden("bribe", in_court("bribe", MOVABLE, own=True), "own"),
    "a bribe on somebody in no court": Forbidden("bribe", in_no_court, "nowhere"),
    "no bribe by the French rulebook": Forbidden("bribe", says("keep bribe"), "must_bribe"),
    "no bribe where there is none": Forbidden("bidding", says("keep bribe"), "not_now"),
    "a swap within one court": Forbidden("swap_with", within_one_court, "same_court"),
    "a swap with himself": Forbidden("swap_with", himself, "himself"),
    "a swap of Chigi from another court": Forbidden("swap", in_court("swap", CHIGI_ALONE), "chigi_swap"),
    "a swap that ends with Chigi of another": Forbidden("swap_with", of_a_third(CHIGI_ALONE), "chigi_swap"),
    "a swap of a leader": Forbidden("swap", in_court("swap", ALL_LEADERS), "leader"),
    "a swap with a leader": Forbidden("swap_with", of_a_third(ALL_LEADERS), "leader"),
    "the second of a swap first": Forbidden("swap", in_court("with", MOVABLE), "first_of_two"),
    "no swap after the first": Forbidden("swap_with", says("no swap"), "second_of_two"),
    "an order that one does not hold": Forbidden(
        "drop_order", not_held("drop", box.ORDER_NAMES, "orders"), "not_your_order"
    ),
    "an action that one does not hold": Forbidden(
        "place_action", not_held("place", ACTION_TEXTS[: box.ACTIONS], "hand"), "not_in_hand"
    ),
    "an action after its phase": Forbidden("bribe", says("place ten", "refuse"), "not_now"),
    "a bid before its phase": Forbidden("place_action", says("bid D"), "not_now"),
    "a card that is not on offer": Forbidden("take", not_on_offer, "not_on_offer"),
    "the Camerlengo card twice": Forbidden("take", the_keys_again, "camerlengo_taken"),
    "a card before the bids": Forbidden("bidding", says("take camerlengo"), "not_now"),
    "excluding whom Felipe loves": Forbidden("exclude", refused_by("exclude", "favour"), "favour"),
    "excluding Chigi": Forbidden("exclude", in_court("exclude", CHIGI_ALONE), "chigi"),
    "excluding a leader": Forbidden("exclude", in_court("exclude", ALL_LEADERS), "leader"),
    "excluding one's own": Forbidden("exclude", in_court("exclude", MOVABLE, own=True), "own_excluded"),
    "sparing by the French rulebook": Forbidden("exclude", says("spare"), "must_exclude"),
    "paying before there is anything to pay": Forbidden("bidding", says("pay"), "not_now"),
    "death to one's own court": Forbidden("death", lambda view, seat: [f"death {seat}"], "own_death"),
    "death where nobody can die": Forbidden("death", nobody_to_die, "nobody_mortal"),
    "death to nobody at all": Forbidden("death", says("death 3"), "no_seat", seats=3),
    "a bribe that nobody placed": Forbidden("squadrone", says("bribe Lugo"), "not_now", options=ITALIAN),
    "a swap that nobody placed": Forbidden("bribe", says("swap Lugo"), "not_now"),
    "an order given up too soon": Forbidden("bidding", says("drop leaders"), "not_now"),
    "excluding without Felipe": Forbidden("take", says("exclude Lugo", "spare"), "not_now"),
    "a death that nobody has taken": Forbidden("take", says("death 1"), "not_now"),
    "a bid of whoever bids last": Forbidden("bidding", has_played(LAST, "bid nothing"), "bids_last"),
    "a bid beside the Three Rubies": Forbidden("bidding", has_played(RUBIES, "bid nothing"), "card_bids"),
    "whatever another is asked": Forbidden("take", at_anothers_turn("take camerlengo"), "not_asked"),
    "a fourth gem": Forbidden("bidding", says("bid DDDD", "bid ADRSA"), "too_many_gems"),
    "gems out of their order": Forbidden("bidding", says("bid AD", "bid SRD"), "gem_order"),
    "what the dealer does": Forbidden(
        "bidding", says("turn Lugo", "smoke", "order leaders", "camerlengo 0"), "not_now"
    ),
}
UNKNOWN: Final[Sequence[str]] = ("bid", "bid X", "bid D D", "bid nothing nothing", "bid 3", "place Medici", "bribe")


def near_the_end(view: View) -> bool:
    """The white smoke has risen."""
    return bool(view["smoke"] == WHITE)
