"""The stable text of every choice in 1655 – Habemus Papam, a view as names and lists, and a position as plain text.

People are called by their names, gems D R S A (diamond, ruby, sapphire, amber), seats by their numbers.

>>> import eminence
>>> match = eminence.game("habemus_papam").new(3, secret=b"for this example")
>>> seen = match.game.read(match.view(0))
>>> seen["offered_cardinals"], seen["offered_politics"], seen["orders"]
(['Ginetti'], ['squadrone'], [['innocent-urban', 'leaders'], None, None])
>>> "".join(seen["gems"][0]), seen["smoke"], seen["camerlengo"], seen["played"]
('DDDDRSSAAA', 'none', 0, [None, None, None])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from eminence.core.bags import each
from eminence.core.bits import members
from eminence.core.reading import Reading, bag_of, one_of, set_of
from eminence.core.view import View
from eminence.games.habemus_papam import codes
from eminence.games.habemus_papam import components as box
from eminence.games.habemus_papam.components import ACTION_NAMES, GEM_LETTERS, NAMES, NONE, ORDER_NAMES, POLITICS_NAMES
from eminence.games.habemus_papam.state import PapamState

POLITICS_TEXTS: Final = (*POLITICS_NAMES, *NAMES[box.FIRST_LATE :])
ACTION_TEXTS: Final = (*ACTION_NAMES, *NAMES[box.FIRST_LEADER : box.FIRST_LATE])
NO_GEMS: Final = "nothing"
BID_TEXTS: Final = tuple("".join(GEM_LETTERS[gem] for gem in gems) or NO_GEMS for gems in box.BID_GEMS)


def _each(first: int, word: str, names: tuple[str, ...]) -> dict[int, str]:
    return {first + i: f"{word} {name}" for i, name in enumerate(names)}


TEXTS: Final[Mapping[int, str]] = {
    **_each(codes.CAMERLENGO_IS, "camerlengo", ("0", "1", "2", "3")),
    **_each(codes.ORDER, "order", ORDER_NAMES),
    codes.SMOKE: "smoke",
    codes.NO_SMOKE: "no smoke",
    **_each(codes.TURN_CARDINAL, "turn", NAMES[: box.CARDINALS]),
    **_each(codes.TURN_POLITICS, "turn", POLITICS_TEXTS),
    **_each(codes.TURN_ACTION, "turn", ACTION_TEXTS),
    **_each(codes.DROP, "drop", ORDER_NAMES),
    codes.REFUSE: "refuse",
    **_each(codes.PLACE, "place", ACTION_NAMES),
    **_each(codes.BRIBE, "bribe", NAMES),
    **_each(codes.SWAP, "swap", NAMES),
    **_each(codes.WITH, "with", NAMES),
    codes.NO_SWAP: "no swap",
    **_each(codes.BID, "bid", BID_TEXTS),
    **_each(codes.TAKE_CARDINAL, "take", NAMES[: box.CARDINALS]),
    **_each(codes.TAKE_POLITICS, "take", POLITICS_TEXTS),
    **_each(codes.TAKE_ACTION, "take", ACTION_TEXTS),
    codes.TAKE_CAMERLENGO: "take camerlengo",
    **_each(codes.EXCLUDE, "exclude", NAMES),
    codes.SPARE: "spare",
    codes.PAY: "pay",
    codes.DECLINE: "decline",
    **_each(codes.STRIKE, "death", ("0", "1", "2", "3")),
    codes.KEEP_BRIBE: "keep bribe",
}
"""The text of each choice, by its code."""

assert len(set(TEXTS.values())) == len(TEXTS) == codes.CODES

READINGS: Final[Mapping[str, Reading]] = {
    **dict.fromkeys(("cardinals", "offered_cardinals", "out", "court"), set_of(NAMES)),
    **dict.fromkeys(("politics", "offered_politics", "out_politics", "favours"), bag_of(POLITICS_TEXTS)),
    **dict.fromkeys(("actions", "offered_actions", "out_actions", "hand"), bag_of(ACTION_TEXTS)),
    **dict.fromkeys(("gems", "bank"), bag_of(GEM_LETTERS)),
    **dict.fromkeys(("orders", "order_box", "orders_shown"), bag_of(ORDER_NAMES)),
    "dropped": one_of(ORDER_NAMES),
    "smoke": one_of(box.SMOKES),
    "deck": one_of(("smoke", "cardinal", "politics", "action"), 4),
    "played": one_of(ACTION_NAMES),
    "swapping": one_of(NAMES),
    "bids": one_of(BID_TEXTS),
    "sealed": TEXTS.__getitem__,
    "faces": one_of(("", "refused", "placed"), 0),
    **dict.fromkeys(("camerlengo", "acting"), lambda seat: None if seat == NONE else seat),
}
"""How `Game.read` names what a view has."""


def gems_text(bag: int) -> str:
    """A bag of gems as text."""
    return "".join(GEM_LETTERS[gem] for gem in each(bag)) or "-"


def on_offer(s: PapamState) -> list[str]:
    """The names of the cards on offer, deck by deck; the Camerlengo card last."""
    offered = [NAMES[person] for person in members(s.offered_cardinals)]
    offered += [POLITICS_TEXTS[card] for card in each(s.offered_politics)]
    offered += [ACTION_TEXTS[card] for card in each(s.offered_actions)]
    return [*offered, "camerlengo"] if s.camerlengo_free else offered


def orders_seen(s: PapamState, seat: int) -> int:
    """The orders of a player that a view shows, as a bag: one's own, and at the end all of them."""
    return int(s.orders[seat] or s.orders_shown[seat])


def describe(view: View, s: PapamState) -> str:
    """A position as text: what this seat, or a spectator, may know of it."""
    lines = [f"round {s.round}, on offer: {', '.join(on_offer(s)) or '-'}"]
    for seat in range(view.seats):
        court = ", ".join(NAMES[person] for person in members(s.court[seat])) or "-"
        favours = ", ".join(POLITICS_TEXTS[card] for card in each(s.favours[seat])) or "-"
        orders = ", ".join(ORDER_NAMES[order] for order in each(orders_seen(s, seat)))
        told = [f"court: {court}", f"favours: {favours}"]
        if view.shows("gold", seat):
            hand = ", ".join(ACTION_TEXTS[card] for card in each(s.hand[seat])) or "-"
            told.append(f"gold {s.gold[seat]}, gems {gems_text(s.gems[seat])}, actions: {hand}")
        told.append(f"orders: {orders or f'{s.order_count[seat]} unseen'}")
        if s.bids[seat] != NONE:
            told.append(f"bid: {BID_TEXTS[s.bids[seat]]}")
        lines.append(f"{seat}{'*' if s.camerlengo == seat else ' '} {'; '.join(told)}")
    return "\n".join(lines)


def why_unknown(text: str) -> tuple[str, str] | None:
    """Why a text is no choice of the game at all, where a rule says so: a key, and what one could say instead."""
    words = " ".join(text.upper().split())
    gems = words.removeprefix("BID ").replace(" ", "")
    if not gems or set(gems) - set(GEM_LETTERS):
        return None
    if len(gems) > box.MOST_GEMS:
        return "too_many_gems", ""
    in_order = "".join(sorted(gems, key=GEM_LETTERS.index))
    if f"BID {in_order}" == words or not words.startswith("BID "):
        return None
    return "gem_order", f"bid {in_order}"
