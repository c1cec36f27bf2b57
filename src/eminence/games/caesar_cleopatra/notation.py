"""The stable text of every choice in Caesar & Cleopatra, and a position as plain text.

Influence is written 1 2 3 4 5 P, groups SEN PRA QUA CEN AED, action cards by their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from eminence.core.bags import each
from eminence.core.view import View
from eminence.games.caesar_cleopatra import codes
from eminence.games.caesar_cleopatra.components import FACES, GROUPS, KIND_NAMES, KINDS, NONE, PAIRS, VETO

GROUP_CODES: Final = ("SEN", "PRA", "QUA", "CEN", "AED")
KIND_TEXTS: Final = ("1", "2", "3", "4", "5", "P", *KIND_NAMES[FACES:])
VOTE_TEXTS: Final = (*GROUP_CODES, "orgy", "shuffle")


def _beside(first: int, word: str) -> dict[int, str]:
    return {
        first + group * FACES + face: f"{word} {KIND_TEXTS[face]} {GROUP_CODES[group]}"
        for group in range(GROUPS)
        for face in range(FACES)
    }


TEXTS: Final[Mapping[int, str]] = {
    **{codes.BONUS + group: f"bonus {GROUP_CODES[group]}" for group in range(3)},
    **{codes.NEXT + kind - FACES: f"next {KIND_TEXTS[kind]}" for kind in range(FACES, KINDS)},
    **{codes.LAY + face: f"lay {KIND_TEXTS[face]}" for face in range(5)},
    **{codes.PLAY + kind - FACES: f"play {KIND_TEXTS[kind]}" for kind in range(FACES, VETO)},
    **_beside(codes.DOWN, "down"),
    **_beside(codes.UP, "up"),
    codes.PASSIVE: "passive",
    codes.NO_ACTION: "no action",
    codes.LET: "let",
    codes.FORBID: "veto",
    **_beside(codes.STRIKE, "strike"),
    codes.LOOK: "look",
    **{codes.SNATCH + kind: f"snatch {KIND_TEXTS[kind]}" for kind in range(KINDS)},
    **{codes.CASTLE + i: f"castle {GROUP_CODES[a]} {GROUP_CODES[b]}" for i, (a, b) in enumerate(PAIRS)},
    **{codes.FIRST + n: f"first {n}" for n in range(6)},
    **{codes.REVEAL + group: f"scout {GROUP_CODES[group]}" for group in range(GROUPS)},
    **{codes.SMITE + group: f"wrath {GROUP_CODES[group]}" for group in range(GROUPS)},
    codes.TURN_THEM: "turn up",
    codes.FROM_INFLUENCE: "influence",
    codes.FROM_ACTIONS: "action",
    **{codes.DRAW + kind: f"draw {KIND_TEXTS[kind]}" for kind in range(KINDS)},
    **{codes.DROP + kind: f"drop {KIND_TEXTS[kind]}" for kind in range(KINDS)},
    codes.ENOUGH: "enough",
    **{codes.VOTE + card: f"vote {VOTE_TEXTS[card]}" for card in range(7)},
}
"""The text of each choice, by its code."""


def bag_text(bag: int) -> str:
    """A bag of cards as text."""
    return " ".join(KIND_TEXTS[kind] for kind in each(bag)) or "-"


def row_text(row: int, cards: int) -> str:
    """Covered cards beside a group, in the order in which they were laid."""
    return " ".join(KIND_TEXTS[row >> 3 * n & 7] for n in range(cards))


def describe(view: View) -> str:
    """A position as text: what this seat, or a spectator, may know of it. `[..]` lies face down."""
    lines = []
    for group in range(GROUPS):
        sides = []
        for seat in range(2):
            at = seat * GROUPS + group
            down = view["down"][seat]
            hidden = view["lying"][at]
            covered = "" if not hidden else f" [{'?' * hidden if down is None else row_text(down[group], hidden)}]"
            won = view["won"][seat] >> 4 * group & 15
            sides.append(f"won {won}: {bag_text(view['up'][at])}{covered}")
        lines.append(f"{GROUP_CODES[group]} {view['patricians'][group]} left   {sides[0]:<34} | {sides[1]}")
    for seat, name in enumerate(("Cleopatra", "Caesar")):
        hand = view["hand"][seat]
        held = (
            f"{view['hand_influence'][seat]} influence, {view['hand_actions'][seat]} action"
            if hand is None
            else bag_text(hand)
        )
        bonus = view["bonus_shown"][seat] if view["bonus"][seat] is None else view["bonus"][seat]
        lines.append(
            f"{name}  hand: {held}; piles: {view['pile_count'][seat]} + {view['action_count'][seat]}; "
            f"bonus: {'?' if bonus == NONE else GROUP_CODES[bonus]}; discards: {bag_text(view['discards'][seat])}"
        )
    votes = " ".join(VOTE_TEXTS[card] for card in each(view["vote_pile"]))
    lines.append(f"votes to come: {votes}")
    return "\n".join(lines)
