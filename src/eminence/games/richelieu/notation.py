"""The stable text of everything in Richelieu: cards, discs, places and choices; and a position as plain text.

BOUs BOUc BOUt    Bourgogne with a sword, a cross, a tower       BOU1   Bourgogne with one shield and no symbol
BOU2a BOU2b ...   Bourgogne with two shields                     3.11   row 3, column 11
3L 3R             the left and right end of row 3

What a view has, in these words (`Game.read`):

>>> import eminence
>>> match = eminence.game("richelieu").new(secret=b"for this example")
>>> match.choose(0, "take 1L")
>>> match.choose(0, "mark 2.4")
>>> seen = match.game.read(match.view(1))
>>> seen["cards"], seen["marks"], seen["in_hand"], seen["pair"]
([['ANJt'], []], [['2.4'], []], [2, 3], None)
>>> seen["ends"][0][:3], seen["disc_spots"][:3], seen["discs"], seen["disc_at"]
(['1.2', '1.3', '1.4'], ['1.5', '1.8', '2.4'], [None, []], None)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from eminence.core.bits import members
from eminence.core.reading import Reading, one_of, set_of, whole
from eminence.core.view import View
from eminence.games.richelieu import codes
from eminence.games.richelieu.components import CARDS, COLUMNS, KIND_OF, MARKER_BACK, NONE, REGION_OF, ROWS, SYMBOLS
from eminence.games.richelieu.state import RichelieuState

REGION_CODES: Final = ("BOU", "BRE", "CHA", "NOR", "LAN", "PRO", "ANJ", "BBN", "AUV")
CARD_TEXTS: Final = [REGION_CODES[REGION_OF[card]] + KIND_OF[card] for card in range(CARDS)]
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
    codes.PAY_HAND: "pay hand",
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
    "ends": whole(lambda ends: [PLACE_TEXTS[ends[n] : ends[n + 1] + 1] for n in range(0, 2 * ROWS, 2)]),
    "pair": one_of(REGION_CODES),
    "paying": one_of(END_TEXTS),
    "lifted": one_of(PLACE_TEXTS),
}
"""How `Game.read` names what a view has. `ends` is read as the places of each row that are not empty."""


def describe(view: View, s: RichelieuState) -> str:
    """A position as text: what this seat, or a spectator, may know of it. `*` is a disc, `:0` a marker of seat 0."""
    lines = []
    for row in range(ROWS):
        cells = dict.fromkeys(range(row * COLUMNS, (row + 1) * COLUMNS), "")
        for place in s.row(row):
            marker = "" if s.owner_at(place) == NONE else f":{s.owner_at(place)}"
            cells[place] = CARD_TEXTS[s.layout[place]] + "*" * (s.disc_spots >> place & 1) + marker
        lines.append(f"row {row + 1}  " + " ".join(f"{cell:8}" for cell in cells.values()).rstrip())
    for seat in range(s.seats):
        cards = " ".join(CARD_TEXTS[card] for card in members(s.cards[seat])) or "-"
        markers = f"hand {s.in_hand[seat]}, table {len(members(s.marks[seat]))}, box {s.lost[seat]}"
        discs = " ".join(DISC_TEXTS[disc] for disc in s.seen_discs(seat))
        if not discs:
            discs = "none" if view.shows("discs", seat) else f"{s.disc_count[seat]} face down"
        lines += [f"seat {seat}  cards: {cards}", f"        markers: {markers}; discs: {discs}"]
    if s.spent_discs:
        lines.append("given up: " + " ".join(DISC_TEXTS[disc] for disc in members(s.spent_discs)))
    return "\n".join(lines)
