"""The stable text of every choice in Caesar & Cleopatra, and a position as plain text.

Influence is written 1 2 3 4 5 P, groups SEN PRA QUA CEN AED, action cards by their names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from eminence.core.bags import each, how_many
from eminence.core.bits import members
from eminence.core.reading import Reading, bag_of, one_of, set_of, whole
from eminence.core.view import View
from eminence.games.caesar_cleopatra import codes
from eminence.games.caesar_cleopatra import components as box
from eminence.games.caesar_cleopatra.cards import covered
from eminence.games.caesar_cleopatra.state import CaesarState, bonus_seen

GROUP_CODES: Final = ("SEN", "PRA", "QUA", "CEN", "AED")
KIND_TEXTS: Final = ("1", "2", "3", "4", "5", "P", *box.KIND_NAMES[box.FACES :])
VOTE_TEXTS: Final = (*GROUP_CODES, "orgy", "shuffle")
PAIR_TEXTS: Final = [f"{GROUP_CODES[first]} {GROUP_CODES[second]}" for first, second in box.PAIRS]
PLACE_TEXTS: Final = [*(f"{group} {n + 1}" for group in GROUP_CODES for n in range(box.OWN_LIMIT)), "hand"]
"""Where covered cards lie: the first, second, … beside a group, and the hand."""
ORGIES: Final = ("all", "retire", "two")


def _beside(first: int, word: str) -> dict[int, str]:
    return {
        first + group * box.FACES + face: f"{word} {KIND_TEXTS[face]} {GROUP_CODES[group]}"
        for group in range(box.GROUPS)
        for face in range(box.FACES)
    }


TEXTS: Final[Mapping[int, str]] = {
    **{codes.BONUS + group: f"bonus {GROUP_CODES[group]}" for group in range(box.BONUSES)},
    **{codes.NEXT + kind - box.FACES: f"next {KIND_TEXTS[kind]}" for kind in range(box.FACES, box.KINDS)},
    **{codes.LAY + face: f"lay {KIND_TEXTS[face]}" for face in range(box.PHILOSOPHER)},
    **{codes.PLAY + kind - box.FACES: f"play {KIND_TEXTS[kind]}" for kind in range(box.FACES, box.VETO)},
    **_beside(codes.DOWN, "down"),
    **_beside(codes.UP, "up"),
    codes.PASSIVE: "passive",
    codes.NO_ACTION: "no action",
    codes.LET: "let",
    codes.FORBID: "veto",
    **_beside(codes.STRIKE, "strike"),
    codes.LOOK: "look",
    **{codes.SNATCH + kind: f"snatch {KIND_TEXTS[kind]}" for kind in range(box.KINDS)},
    **{codes.CASTLE + pair: f"castle {text}" for pair, text in enumerate(PAIR_TEXTS)},
    **{codes.FIRST + n: f"first {n}" for n in range(6)},
    **{codes.REVEAL + group: f"scout {GROUP_CODES[group]}" for group in range(box.GROUPS)},
    **{codes.SMITE + group: f"wrath {GROUP_CODES[group]}" for group in range(box.GROUPS)},
    codes.TURN_THEM: "turn up",
    codes.FROM_INFLUENCE: "influence",
    codes.FROM_ACTIONS: "action",
    **{codes.DRAW + kind: f"draw {KIND_TEXTS[kind]}" for kind in range(box.KINDS)},
    **{codes.DROP + kind: f"drop {KIND_TEXTS[kind]}" for kind in range(box.KINDS)},
    codes.ENOUGH: "enough",
    **{codes.VOTE + card: f"vote {VOTE_TEXTS[card]}" for card in range(box.VOTES)},
}
"""The text of each choice, by its code."""
FIRST_CODES: Final[Mapping[str, int]] = {text.split()[0]: code for code, text in sorted(TEXTS.items(), reverse=True)}
"""The first code of each kind of choice, by the first word of its text."""


def _known(pieces: list[list[int] | None]) -> list[object]:
    """What is known of covered cards: all but so many of these cards lie somewhere at these places."""
    return [
        piece
        and [
            {"all_but": piece[i], "cards": _cards(piece[i + 1]), "at": set_of(PLACE_TEXTS)(piece[i + 2])}
            for i in range(0, len(piece), 3)
        ]
        for piece in pieces
    ]


_cards: Final = bag_of(KIND_TEXTS)
READINGS: Final[Mapping[str, Reading]] = {
    **dict.fromkeys(("up", "hand", "pile", "actions", "discards"), _cards),
    **dict.fromkeys(("order", "playing"), one_of(KIND_TEXTS)),
    **dict.fromkeys(("bonus", "bonus_shown", "group"), one_of(GROUP_CODES)),
    **dict.fromkeys(("vote_pile", "vote_discards"), bag_of(VOTE_TEXTS)),
    **dict.fromkeys(("known", "seen"), whole(_known)),
    "won": bag_of(GROUP_CODES),
    "tied": set_of(GROUP_CODES),
    "pair": one_of(PAIR_TEXTS),
    "sides": members,
    "orgies": ORGIES.__getitem__,
    "sealed": TEXTS.__getitem__,
}
"""How `Game.read` names what a view has; `down` takes `lying` to be read, so the Game does that."""


def row_texts(row: int, cards: int) -> list[str]:
    """Covered cards beside a group, in the order in which they were laid."""
    return [KIND_TEXTS[row >> 3 * n & 7] for n in range(cards)]


def texts_of(kinds: Sequence[int]) -> str:
    """Cards as text."""
    return " ".join(KIND_TEXTS[kind] for kind in kinds)


def describe(view: View, s: CaesarState) -> str:
    """A position as text: what this seat, or a spectator, may know of it. `[..]` lies face down."""
    lines = []
    for group in range(box.GROUPS):
        sides = []
        for seat in range(2):
            lying = int(s.lying[box.side(seat, group)])
            faces = texts_of(covered(s, seat, group)) if view.shows("down", seat) else "?" * lying
            won = how_many(s.won[seat], group)
            open_cards = texts_of(each(s.up[box.side(seat, group)])) or "-"
            sides.append(f"won {won}: {open_cards}{f' [{faces}]' if lying else ''}")
        lines.append(f"{GROUP_CODES[group]} {s.patricians[group]} left   {sides[0]:<34} | {sides[1]}")
    for seat, name in enumerate(("Cleopatra", "Caesar")):
        held = f"{s.hand_influence[seat]} influence, {s.hand_actions[seat]} action"
        if view.shows("hand", seat):
            held = texts_of(each(s.hand[seat])) or "-"
        bonus = bonus_seen(s, seat)
        lines.append(
            f"{name}  hand: {held}; piles: {s.pile_count[seat]} + {s.action_count[seat]}; "
            f"bonus: {'?' if bonus == box.NONE else GROUP_CODES[bonus]}; "
            f"discards: {texts_of(each(s.discards[seat])) or '-'}"
        )
    lines.append(f"votes to come: {' '.join(VOTE_TEXTS[card] for card in each(s.vote_pile))}")
    return "\n".join(lines)
