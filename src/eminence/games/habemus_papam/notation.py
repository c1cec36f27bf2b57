"""The stable text of every choice in 1655 – Habemus Papam, and a position as plain text.

People are called by their names, gems D R S A (diamond, ruby, sapphire, amber), seats by their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from eminence.core.bags import each
from eminence.core.bits import members
from eminence.core.view import View
from eminence.games.habemus_papam import codes
from eminence.games.habemus_papam.components import (
    ACTION_NAMES,
    ACTIONS,
    BID_GEMS,
    CARDINALS,
    FIRST_LATE,
    FIRST_LATE_CARD,
    FIRST_LEADER,
    GEM_LETTERS,
    MOST_GEMS,
    NAMES,
    NONE,
    ORDER_NAMES,
    POLITICS_NAMES,
)

POLITICS_TEXTS: Final = (*POLITICS_NAMES, *NAMES[FIRST_LATE:])
ACTION_TEXTS: Final = (*ACTION_NAMES, *NAMES[FIRST_LEADER:FIRST_LATE])
BID_TEXTS: Final = tuple("".join(GEM_LETTERS[gem] for gem in gems) or "nothing" for gems in BID_GEMS)


def _each(first: int, word: str, names: tuple[str, ...]) -> dict[int, str]:
    return {first + i: f"{word} {name}" for i, name in enumerate(names)}


TEXTS: Final[Mapping[int, str]] = {
    **_each(codes.CAMERLENGO_IS, "camerlengo", ("0", "1", "2", "3")),
    **_each(codes.ORDER, "order", ORDER_NAMES),
    codes.SMOKE: "smoke",
    codes.NO_SMOKE: "no smoke",
    **_each(codes.TURN_CARDINAL, "turn", NAMES[:CARDINALS]),
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
    **_each(codes.TAKE_CARDINAL, "take", NAMES[:CARDINALS]),
    **_each(codes.TAKE_POLITICS, "take", POLITICS_TEXTS),
    **_each(codes.TAKE_ACTION, "take", ACTION_TEXTS),
    codes.TAKE_CAMERLENGO: "take camerlengo",
    **_each(codes.EXCLUDE, "exclude", NAMES),
    codes.SPARE: "spare",
    codes.PAY: "pay",
    codes.DECLINE: "decline",
    **_each(codes.STRIKE, "death", ("0", "1", "2", "3")),
}
"""The text of each choice, by its code."""

assert len(set(TEXTS.values())) == len(TEXTS) == codes.CODES
assert len(POLITICS_TEXTS) - FIRST_LATE_CARD == len(NAMES) - FIRST_LATE
assert len(ACTION_TEXTS) - ACTIONS == FIRST_LATE - FIRST_LEADER


def gems_text(bag: int) -> str:
    """A bag of gems as text."""
    return "".join(GEM_LETTERS[gem] for gem in each(bag)) or "-"


def describe(view: View) -> str:
    """A position as text: what this seat, or a spectator, may know of it."""
    offered = [NAMES[person] for person in members(view["offered_cardinals"])]
    offered += [POLITICS_TEXTS[card] for card in each(view["offered_politics"])]
    offered += [ACTION_TEXTS[card] for card in each(view["offered_actions"])]
    offered += ["camerlengo"] if view["camerlengo_free"] else []
    lines = [f"round {view['round']}, on offer: {', '.join(offered) or '-'}"]
    for seat in range(view.seats):
        orders = view["orders_shown"][seat] if view["orders"][seat] is None else view["orders"][seat]
        told = ", ".join(ORDER_NAMES[order] for order in each(orders)) or f"{view['order_count'][seat]} unseen"
        court = ", ".join(NAMES[person] for person in members(view["court"][seat])) or "-"
        favours = ", ".join(POLITICS_TEXTS[card] for card in each(view["favours"][seat])) or "-"
        hand = ", ".join(ACTION_TEXTS[card] for card in each(view["hand"][seat])) or "-"
        who = f"{seat}{'*' if view['camerlengo'] == seat else ' '}"
        bid = "" if view["bids"][seat] == NONE else f"; bid: {BID_TEXTS[view['bids'][seat]]}"
        lines.append(
            f"{who} court: {court}; favours: {favours}; gold {view['gold'][seat]}, "
            f"gems {gems_text(view['gems'][seat])}, actions: {hand}; orders: {told}{bid}"
        )
    return "\n".join(lines)


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
