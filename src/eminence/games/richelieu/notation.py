"""The stable text of everything in Richelieu: cards, discs, places and choices; and a position as plain text.

BOUs BOUc BOUt    Bourgogne with a sword, a cross, a tower       BOU1   Bourgogne with one shield and no symbol
BOU2a BOU2b ...   Bourgogne with two shields                     3.11   row 3, column 11
3L 3R             the left and right end of row 3
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from eminence.core.bits import members
from eminence.core.reading import Reading, one_of, set_of, whole
from eminence.core.view import View
from eminence.games.richelieu import codes
from eminence.games.richelieu.components import (
    CARDS,
    COLUMNS,
    MARKER_BACK,
    NONE,
    REGION_OF,
    ROWS,
    SHIELDS_OF,
    SYMBOL_OF,
    SYMBOLS,
)

REGION_CODES: Final = ("BOU", "BRE", "CHA", "NOR", "LAN", "PRO", "ANJ", "BBN", "AUV")


def _card_texts() -> list[str]:
    texts: list[str] = []
    for card in range(CARDS):
        region = REGION_CODES[REGION_OF[card]]
        if SYMBOL_OF[card] != NONE:
            texts.append(region + SYMBOLS[SYMBOL_OF[card]][0])
        elif SHIELDS_OF[card] == 1:
            texts.append(region + "1")
        else:
            before = sum(1 for text in texts if text.startswith(region + "2"))
            texts.append(f"{region}2{'abc'[before]}")
    return texts


CARD_TEXTS: Final = _card_texts()
DISC_TEXTS: Final = [*REGION_CODES, *SYMBOLS, "back", "back"]
PLACE_TEXTS: Final = [f"{place // COLUMNS + 1}.{place % COLUMNS + 1}" for place in range(CARDS)]
END_TEXTS: Final = [f"{end // 2 + 1}{'LR'[end % 2]}" for end in range(2 * ROWS)]

TEXTS: Final[Mapping[int, str]] = {
    **{codes.DEAL + card: f"deal {text}" for card, text in enumerate(CARD_TEXTS)},
    **{codes.DISC + disc: f"disc {text}" for disc, text in enumerate(DISC_TEXTS[: MARKER_BACK + 1])},
    **{codes.TAKE + end: f"take {text}" for end, text in enumerate(END_TEXTS)},
    codes.ENOUGH: "enough",
    codes.REGAIN: "regain",
    codes.NO_MARKER: "no marker",
    codes.SIT_OUT: "sit out",
    codes.PAY_FROM_HAND: "pay hand",
    **{codes.MARK + place: f"mark {text}" for place, text in enumerate(PLACE_TEXTS)},
    **{codes.LIFT + place: f"lift {text}" for place, text in enumerate(PLACE_TEXTS)},
    **{codes.PAY + place: f"pay {text}" for place, text in enumerate(PLACE_TEXTS)},
}
"""The text of each choice, by its code."""


READINGS: Final[Mapping[str, Reading]] = {
    **dict.fromkeys(("deck", "layout"), one_of(CARD_TEXTS)),
    **dict.fromkeys(("disc_box", "disc_at"), one_of(DISC_TEXTS)),
    **dict.fromkeys(("disc_spots", "marks", "marked"), set_of(PLACE_TEXTS)),
    **dict.fromkeys(("discs", "spent_discs", "shown_discs"), set_of(DISC_TEXTS)),
    "cards": set_of(CARD_TEXTS),
    "ends": whole(lambda ends: [[PLACE_TEXTS[place] for place in range(*row)] for row in rows_of(ends)]),
    "pair": one_of(REGION_CODES),
    "paying": one_of(END_TEXTS),
    "lifted": one_of(PLACE_TEXTS),
}
"""How `Game.read` names what a view has. `ends` is read as the places of each row that are not empty."""


def rows_of(ends: Sequence[int]) -> list[tuple[int, int]]:
    """Of each row, the first place and the one behind the last."""
    return [(ends[2 * row], ends[2 * row + 1] + 1) for row in range(ROWS)]


def describe(view: View) -> str:
    """A position as text: what this seat, or a spectator, may know of it. `*` is a disc, `:0` a marker of seat 0."""
    lines = []
    owner_of = {place: seat for seat in range(view.seats) for place in members(view["marks"][seat])}
    layout = view["layout"]
    for row in range(ROWS):
        left, right = view["ends"][2 * row], view["ends"][2 * row + 1]
        cells = []
        for place in range(row * COLUMNS, (row + 1) * COLUMNS):
            if place >= len(layout) or not left <= place <= right:
                cells.append("")
                continue
            disc = "*" if view["disc_spots"] >> place & 1 else ""
            marker = f":{owner_of[place]}" if place in owner_of else ""
            cells.append(CARD_TEXTS[layout[place]] + disc + marker)
        lines.append(f"row {row + 1}  " + " ".join(f"{cell:8}" for cell in cells).rstrip())
    for seat in range(view.seats):
        cards = " ".join(CARD_TEXTS[card] for card in members(view["cards"][seat])) or "-"
        markers = f"hand {view['in_hand'][seat]}, table {len(members(view['marks'][seat]))}, box {view['lost'][seat]}"
        lines.append(f"seat {seat}  cards: {cards}")
        lines.append(f"        markers: {markers}; discs: {_discs(view, seat)}")
    spent = " ".join(DISC_TEXTS[disc] for disc in members(view["spent_discs"]))
    if spent:
        lines.append(f"given up: {spent}")
    return "\n".join(lines)


def _discs(view: View, seat: int) -> str:
    shown = members(view["shown_discs"][seat])
    held = view["discs"][seat]
    if held is None:
        return f"{view['disc_count'][seat]} face down" if not shown else " ".join(DISC_TEXTS[disc] for disc in shown)
    return " ".join(DISC_TEXTS[disc] for disc in [*members(held), *shown]) or "none"
